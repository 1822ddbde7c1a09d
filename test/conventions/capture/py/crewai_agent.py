"""A CrewAI crew of one agent under OpenInference."""

import os
import shlex
import sys
import tempfile

os.environ["CREWAI_DISABLE_TELEMETRY"] = "true"
os.environ["CREWAI_TRACING_ENABLED"] = "false"
os.environ["OTEL_SDK_DISABLED"] = "false"

import shop  # noqa: E402
from crewai import LLM, Agent, Crew, Task  # noqa: E402
from crewai.tools import tool  # noqa: E402
from openinference.instrumentation.crewai import CrewAIInstrumentor  # noqa: E402

provider = shop.provider()
CrewAIInstrumentor().instrument(tracer_provider=provider)
tools = [tool(one.__name__)(one) for one in shop.TOOLS]
server = None
try:
    from crewai.mcp import MCPServerStdio

    # CrewAI names the tools of a server after its whole command line, so that is made short.
    folder = tempfile.mkdtemp()
    with open(os.path.join(folder, "bank"), "w") as file:
        file.write(f"#!/bin/sh\nexec {shlex.join(shop.MCP)}\n")
    os.chmod(file.name, 0o755)
    server = MCPServerStdio(command="bank", args=[], env=dict(os.environ, PATH=f"{folder}:{os.environ['PATH']}"))
except Exception as error:
    print("mcp", repr(error), file=sys.stderr)
for model in sys.argv[1:]:
    llm = LLM(model=f"openai/{model}", base_url=os.environ["OPENAI_BASE_URL"], api_key="none")
    agent = Agent(
        role="clerk", goal="serve", backstory="-", tools=tools, llm=llm, mcps=[server] if server else None, max_iter=20
    )
    crew = Crew(agents=[agent], tasks=[Task(description="go", expected_output="done", agent=agent)])
    try:
        crew.kickoff()
    except Exception as error:
        print(model, repr(error), file=sys.stderr)
provider.force_flush()
