"""The MCP SDK for Python, version 2, client and server, both with their own telemetry."""

import asyncio
import os
import sys

import shop
from mcp import Client, StdioServerParameters, stdio_client
from mcp.server import MCPServer
from mcp_types import CallToolResult, TextContent

server = MCPServer("bank")


@server.tool()
def convert_currency(amount: float, to: str) -> str:
    """Converts an amount."""
    return f"{amount * 2} {to}"


@server.tool()
def get_stock(sku: str) -> str:
    """How many are in stock."""
    return shop.get_stock(sku)


@server.tool()
def get_rate(currency: str) -> CallToolResult:
    """The rate of a currency."""
    text = f"Error 429: rate limit exceeded for {currency}. Retry after 30 seconds"
    return CallToolResult(content=[TextContent(type="text", text=text)], is_error=True)


@server.tool()
def search_refunds(customer: str) -> list[str]:
    """Searches the refunds of a customer."""
    return []


async def main():
    provider = shop.provider()
    parameters = StdioServerParameters(command=sys.executable, args=[__file__, "serve"], env=dict(os.environ))
    async with Client(stdio_client(parameters)) as client:
        for name, arguments in [
            ("convert_currency", {"amount": 12, "to": "EUR"}),
            ("get_stock", {"sku": "S1"}),
            ("get_rate", {"currency": "XAU"}),
            ("search_refunds", {"customer": "ada"}),
            ("convert_currency", {"amount": "twelve"}),
            ("find_invoices", {"customer": "ada"}),
        ]:
            try:
                result = await client.call_tool(name, arguments)
                print(name, result.is_error, file=sys.stderr)
            except Exception as error:
                print(name, repr(error), file=sys.stderr)
        await asyncio.gather(
            client.call_tool("convert_currency", {"amount": 1, "to": "EUR"}),
            client.call_tool("convert_currency", {"amount": 2, "to": "EUR"}),
        )
    provider.force_flush()


if sys.argv[1:] == ["serve"]:
    serving = shop.provider()
    server.run("stdio")
    serving.force_flush()
else:
    asyncio.run(main())
