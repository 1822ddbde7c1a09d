"""OpenAI Agents under OpenInference or OpenLLMetry (first argument)."""

import asyncio
import sys

import shop
from agents import Agent, OpenAIChatCompletionsModel, Runner, function_tool, trace
from agents.mcp import MCPServerStdio
from openai import AsyncOpenAI


async def main():
    provider = shop.provider()
    if sys.argv[1] == "openinference":
        from openinference.instrumentation import using_session
        from openinference.instrumentation.openai_agents import OpenAIAgentsInstrumentor
    else:
        from contextlib import nullcontext as using_session
        from opentelemetry.instrumentation.openai_agents import OpenAIAgentsInstrumentor
    OpenAIAgentsInstrumentor().instrument(tracer_provider=provider)
    tools = [function_tool(one) for one in shop.TOOLS]
    async with MCPServerStdio({"command": shop.MCP[0], "args": shop.MCP[1:]}, name="bank") as bank:
        for model in sys.argv[2:]:
            agent = Agent(
                "clerk", tools=tools, mcp_servers=[bank], model=OpenAIChatCompletionsModel(model, AsyncOpenAI())
            )
            try:
                with using_session("talk-1"), trace("shop", group_id="talk-1"):
                    await Runner.run(agent, "go", max_turns=20)
            except Exception as error:
                print(model, repr(error), file=sys.stderr)
    provider.force_flush()


asyncio.run(main())
