"""The Langfuse SDK's own decorator around the tools of a hand-written loop."""

import json
import os
import sys

os.environ["LANGFUSE_PUBLIC_KEY"] = "pk-none"
os.environ["LANGFUSE_SECRET_KEY"] = "sk-none"

import shop  # noqa: E402
from langfuse import Langfuse, observe, propagate_attributes  # noqa: E402
from openai import OpenAI  # noqa: E402

client = Langfuse(host=os.environ["OTEL_EXPORTER_OTLP_ENDPOINT"])
tools = {one.__name__: observe(one, name=one.__name__, as_type="tool") for one in shop.TOOLS}


@observe(name="clerk", as_type="agent")
def run(model):
    messages = [{"role": "user", "content": "go"}]
    while True:
        with client.start_as_current_observation(
            name="model", as_type="generation", model=model, input=messages
        ) as generation:
            answer = OpenAI().chat.completions.create(model=model, messages=messages)
            message = answer.choices[0].message
            usage = {"input": answer.usage.prompt_tokens, "output": answer.usage.completion_tokens}
            generation.update(output=message.model_dump(exclude_none=True), usage_details=usage)
        if not message.tool_calls:
            return message.content
        messages.append(message.model_dump(exclude_none=True))
        for call in message.tool_calls:
            try:
                result = tools[call.function.name](**json.loads(call.function.arguments))
            except Exception as error:
                result = f"Error: {error!r}"
            messages.append({"role": "tool", "tool_call_id": call.id, "content": result})


for one in sys.argv[1:]:
    with propagate_attributes(session_id="talk-1"):
        run(one)
client.flush()
