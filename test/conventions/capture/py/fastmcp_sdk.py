"""FastMCP for Python, client and server in one process, with its own telemetry."""

import asyncio
import sys

import shop
from fastmcp import Client, FastMCP

server = FastMCP("bank")


@server.tool
def convert_currency(amount: float, to: str) -> str:
    """Converts an amount."""
    return f"{amount * 2} {to}"


@server.tool
def get_stock(sku: str) -> str:
    """How many are in stock."""
    return shop.get_stock(sku)


@server.tool
def search_refunds(customer: str) -> list[str]:
    """Searches the refunds of a customer."""
    return []


async def main():
    provider = shop.provider()
    async with Client(server) as client:
        for name, arguments in [
            ("convert_currency", {"amount": 12, "to": "EUR"}),
            ("get_stock", {"sku": "S1"}),
            ("search_refunds", {"customer": "ada"}),
            ("convert_currency", {"amount": "twelve"}),
            ("find_invoices", {"customer": "ada"}),
        ]:
            try:
                result = await client.call_tool(name, arguments, raise_on_error=False)
                print(name, result.is_error, file=sys.stderr)
            except Exception as error:
                print(name, repr(error), file=sys.stderr)
        await asyncio.gather(
            client.call_tool("convert_currency", {"amount": 1, "to": "EUR"}),
            client.call_tool("convert_currency", {"amount": 2, "to": "EUR"}),
        )
    provider.force_flush()


asyncio.run(main())
