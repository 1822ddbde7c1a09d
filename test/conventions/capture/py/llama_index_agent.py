"""LlamaIndex's FunctionAgent under OpenInference."""

import asyncio
import sys

import shop
from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.tools import FunctionTool
from llama_index.llms.openai_like import OpenAILike
from llama_index.tools.mcp import BasicMCPClient, McpToolSpec
from openinference.instrumentation import using_session
from openinference.instrumentation.llama_index import LlamaIndexInstrumentor


async def main():
    import os

    provider = shop.provider()
    LlamaIndexInstrumentor().instrument(tracer_provider=provider)
    tools = [FunctionTool.from_defaults(one) for one in shop.TOOLS]
    try:
        tools += await McpToolSpec(BasicMCPClient(shop.MCP[0], args=shop.MCP[1:])).to_tool_list_async()
    except Exception as error:
        print("mcp", repr(error), file=sys.stderr)
    for model in sys.argv[1:]:
        llm = OpenAILike(
            model=model,
            api_base=os.environ["OPENAI_BASE_URL"],
            api_key="none",
            is_chat_model=True,
            is_function_calling_model=True,
        )
        agent = FunctionAgent(name="clerk", tools=tools, llm=llm, streaming=False)
        try:
            with using_session("talk-1"):
                await agent.run("go", max_iterations=20)
        except Exception as error:
            print(model, repr(error), file=sys.stderr)
    provider.force_flush()


asyncio.run(main())
