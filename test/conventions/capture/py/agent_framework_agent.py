"""Microsoft Agent Framework with its own telemetry and sensitive data on."""

import asyncio
import sys

import shop
from agent_framework import Agent, MCPStdioTool, tool
from agent_framework.observability import enable_instrumentation
from agent_framework.openai import OpenAIChatCompletionClient


async def main():
    provider = shop.provider()
    enable_instrumentation(enable_sensitive_data=True)
    async with MCPStdioTool(name="bank", command=shop.MCP[0], args=shop.MCP[1:]) as bank:
        for model in sys.argv[1:]:
            tools = [tool(one, approval_mode="never_require") for one in shop.TOOLS]
            agent = Agent(client=OpenAIChatCompletionClient(model=model), name="clerk", tools=[*tools, bank])
            try:
                await agent.run("go")
            except Exception as error:
                print(model, repr(error), file=sys.stderr)
    provider.force_flush()


asyncio.run(main())
