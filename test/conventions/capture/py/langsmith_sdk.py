"""LangChain's agent with LangSmith's own OpenTelemetry export."""

import asyncio
import os
import sys
import time

os.environ |= {
    "LANGSMITH_TRACING": "true",
    "LANGSMITH_OTEL_ENABLED": "true",
    "LANGSMITH_OTEL_ONLY": "true",
    "LANGSMITH_API_KEY": "none",
    "LANGSMITH_ENDPOINT": "http://127.0.0.1:9",
}

import shop  # noqa: E402

provider = shop.provider()

from langchain.agents import create_agent  # noqa: E402
from langchain_core.tools import tool  # noqa: E402
from langchain_core.tracers.langchain import wait_for_all_tracers  # noqa: E402
from langchain_mcp_adapters.client import MultiServerMCPClient  # noqa: E402
from langchain_openai import ChatOpenAI  # noqa: E402


async def main():
    bank = MultiServerMCPClient({"bank": {"transport": "stdio", "command": shop.MCP[0], "args": shop.MCP[1:]}})
    tools = [tool(one) for one in shop.TOOLS] + await bank.get_tools()
    for model in sys.argv[1:]:
        agent = create_agent(ChatOpenAI(model=model), tools, name="clerk")
        config = {"configurable": {"thread_id": "talk-1"}, "recursion_limit": 50}
        try:
            await agent.ainvoke({"messages": [("user", "go")]}, config)
        except Exception as error:
            print(model, repr(error), file=sys.stderr)
    wait_for_all_tracers()
    time.sleep(3)
    provider.force_flush()


asyncio.run(main())
