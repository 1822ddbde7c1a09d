"""Google ADK with its own telemetry and a model that plays the script."""

import asyncio
import sys

import shop
from google.adk.agents import LlmAgent
from google.adk.models import BaseLlm, LlmResponse
from google.adk.runners import InMemoryRunner
from google.adk.tools.mcp_tool import McpToolset, StdioConnectionParams
from google.genai import types
from mcp import StdioServerParameters

provider = shop.provider()


class Scripted(BaseLlm):
    """Asks the loopback model and puts its answer into ADK's words."""

    async def generate_content_async(self, llm_request, stream=False):
        import json

        from openai import AsyncOpenAI

        answer = await AsyncOpenAI().chat.completions.create(model=self.model, messages=[])
        message = answer.choices[0].message
        parts = [types.Part(text=message.content)] if message.content else []
        for call in message.tool_calls or []:
            arguments = json.loads(call.function.arguments)
            parts.append(
                types.Part(function_call=types.FunctionCall(id=call.id, name=call.function.name, args=arguments))
            )
        usage = types.GenerateContentResponseUsageMetadata(
            prompt_token_count=answer.usage.prompt_tokens, candidates_token_count=answer.usage.completion_tokens
        )
        yield LlmResponse(content=types.Content(role="model", parts=parts), usage_metadata=usage)


async def main():
    parameters = StdioServerParameters(command=shop.MCP[0], args=shop.MCP[1:])
    bank = McpToolset(connection_params=StdioConnectionParams(server_params=parameters, timeout=60))
    for model in sys.argv[1:]:
        agent = LlmAgent(name="clerk", model=Scripted(model=model), tools=[*shop.TOOLS, bank])
        runner = InMemoryRunner(agent, app_name="shop")
        session = await runner.session_service.create_session(app_name="shop", user_id="ada")
        message = types.Content(role="user", parts=[types.Part(text="go")])
        try:
            async for _ in runner.run_async(user_id="ada", session_id=session.id, new_message=message):
                pass
        except Exception as error:
            print(model, repr(error), file=sys.stderr)
    await bank.close()
    provider.force_flush()


asyncio.run(main())
