"""MLflow tracing of a hand-written loop, exported over OTLP."""

import json
import os
import sys

os.environ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"] = os.environ["OTEL_EXPORTER_OTLP_ENDPOINT"] + "/v1/traces"
os.environ["OTEL_EXPORTER_OTLP_PROTOCOL"] = "http/protobuf"
os.environ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"] = "http/protobuf"

import mlflow  # noqa: E402
import shop  # noqa: E402
from mlflow.entities import SpanType  # noqa: E402
from openai import OpenAI  # noqa: E402

tools = {one.__name__: mlflow.trace(one, span_type=SpanType.TOOL) for one in shop.TOOLS}


@mlflow.trace(name="model", span_type=SpanType.CHAT_MODEL)
def ask(model, messages):
    return OpenAI().chat.completions.create(model=model, messages=messages).model_dump(exclude_none=True)


@mlflow.trace(name="clerk", span_type=SpanType.AGENT)
def run(model):
    mlflow.update_current_trace(metadata={"mlflow.trace.session": "talk-1"})
    messages = [{"role": "user", "content": "go"}]
    while True:
        message = ask(model, list(messages))["choices"][0]["message"]
        if not message.get("tool_calls"):
            return message["content"]
        messages.append(message)
        for call in message["tool_calls"]:
            try:
                result = tools[call["function"]["name"]](**json.loads(call["function"]["arguments"]))
            except Exception as error:
                result = f"Error: {error!r}"
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": result})


for one in sys.argv[1:]:
    run(one)
mlflow.flush_trace_async_logging()
