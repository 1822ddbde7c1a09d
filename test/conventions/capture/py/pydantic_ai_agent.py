"""Pydantic AI with its own instrumentation: shop.provider is the global tracer provider."""

import asyncio
import sys

import shop
from pydantic_ai import Agent
from pydantic_ai.mcp import MCPToolset
from pydantic_ai.models.openai import OpenAIChatModel


async def main():
    from fastmcp.client.transports import StdioTransport

    provider = shop.provider()
    Agent.instrument_all()
    bank = MCPToolset(StdioTransport(shop.MCP[0], shop.MCP[1:]))
    for model in sys.argv[1:]:
        agent = Agent(OpenAIChatModel(model), tools=shop.TOOLS, toolsets=[bank], name="clerk", retries=3)
        try:
            async with agent:
                await agent.run("go", conversation_id="talk-1")
        except Exception as error:
            print(model, repr(error), file=sys.stderr)
    provider.force_flush()


asyncio.run(main())
