"""Strands with its own telemetry."""

import sys

import shop
from mcp import StdioServerParameters, stdio_client
from strands import Agent, tool
from strands.models.openai import OpenAIModel
from strands.telemetry import StrandsTelemetry
from strands.tools.mcp import MCPClient

telemetry = StrandsTelemetry()
telemetry.setup_otlp_exporter()
bank = MCPClient(lambda: stdio_client(StdioServerParameters(command=shop.MCP[0], args=shop.MCP[1:])))
with bank:
    for model in sys.argv[1:]:
        agent = Agent(
            name="clerk",
            model=OpenAIModel(model_id=model),
            tools=[tool(one) for one in shop.TOOLS] + bank.list_tools_sync(),
            trace_attributes={"session.id": "talk-1"},
            callback_handler=None,
        )
        try:
            agent("go")
        except Exception as error:
            print(model, repr(error), file=sys.stderr)
telemetry.tracer_provider.force_flush()
