"""Haystack's Agent with its own OpenTelemetry tracer and content tracing on."""

import sys

import shop
from haystack import tracing
from haystack.components.agents import Agent
from haystack.components.generators.chat import OpenAIChatGenerator
from haystack.dataclasses import ChatMessage
from haystack.tools import create_tool_from_function

from haystack_integrations.tracing.opentelemetry import OpenTelemetryTracer
from opentelemetry import trace

provider = shop.provider()
tracing.tracer.is_content_tracing_enabled = True
tracing.enable_tracing(OpenTelemetryTracer(trace.get_tracer("haystack")))
tools = [create_tool_from_function(one) for one in shop.TOOLS]
try:
    from haystack_integrations.tools.mcp import MCPToolset, StdioServerInfo

    tools += list(MCPToolset(StdioServerInfo(command=shop.MCP[0], args=shop.MCP[1:]), eager_connect=True))
except Exception as error:
    print("mcp", repr(error), file=sys.stderr)
for model in sys.argv[1:]:
    agent = Agent(chat_generator=OpenAIChatGenerator(model=model), tools=tools, max_agent_steps=20)
    try:
        agent.run(messages=[ChatMessage.from_user("go")])
    except Exception as error:
        print(model, repr(error), file=sys.stderr)
provider.force_flush()
