"""LangChain's agent (LangGraph underneath) under OpenInference or OpenLLMetry (first argument)."""

import asyncio
import sys

import shop
from langchain.agents import create_agent
from langchain_core.tools import tool
from langchain_mcp_adapters.client import MultiServerMCPClient
from langchain_openai import ChatOpenAI


async def main():
    provider = shop.provider()
    if sys.argv[1] == "openinference":
        from openinference.instrumentation.langchain import LangChainInstrumentor
    else:
        from opentelemetry.instrumentation.langchain import LangchainInstrumentor as LangChainInstrumentor
    LangChainInstrumentor().instrument(tracer_provider=provider)
    bank = MultiServerMCPClient({"bank": {"transport": "stdio", "command": shop.MCP[0], "args": shop.MCP[1:]}})
    tools = [tool(one) for one in shop.TOOLS] + await bank.get_tools()
    for model in sys.argv[2:]:
        agent = create_agent(ChatOpenAI(model=model), tools, name="clerk")
        config = {"configurable": {"thread_id": "talk-1"}, "recursion_limit": 50}
        try:
            await agent.ainvoke({"messages": [("user", "go")]}, config)
        except Exception as error:
            print(model, repr(error), file=sys.stderr)
    provider.force_flush()


asyncio.run(main())
