"""smolagents' tool-calling agent under OpenInference."""

import sys

import shop
from mcp import StdioServerParameters
from openinference.instrumentation.smolagents import SmolagentsInstrumentor
from smolagents import MCPClient, OpenAIModel, Tool, ToolCallingAgent

provider = shop.provider()
SmolagentsInstrumentor().instrument(tracer_provider=provider)


def made(function):
    (parameter,) = function.__annotations__.keys() - {"return"}

    class Shop(Tool):
        name = function.__name__
        description = function.__doc__
        inputs = {parameter: {"type": "string", "description": parameter}}
        output_type = "string"
        skip_forward_signature_validation = True

        def forward(self, **kwargs):
            return function(**kwargs)

    return Shop()


bank = []
client = None
try:
    client = MCPClient(StdioServerParameters(command=shop.MCP[0], args=shop.MCP[1:]), structured_output=True)
    bank = client.get_tools()
except Exception as error:
    print("mcp", repr(error), file=sys.stderr)
for model in sys.argv[1:]:
    agent = ToolCallingAgent(
        tools=[made(one) for one in shop.TOOLS] + bank,
        model=OpenAIModel(model_id=model, client_kwargs={"max_retries": 0}),
        name="clerk",
        max_steps=12,
        verbosity_level=0,
    )
    try:
        agent.run("go")
    except Exception as error:
        print(model, repr(error), file=sys.stderr)
if client:
    client.disconnect()
provider.force_flush()
