"""The tools of the scenario and the exporter, shared by all capture scripts for Python."""

import json
import os

FORBIDDEN = {
    "success": False,
    "data": None,
    "error_code": "PERMISSION_DENIED",
    "error_message": "Only the owner may cancel this order",
    "retry_recommended": False,
}


def find_orders(customer: str) -> str:
    """Finds the orders of a customer."""
    return json.dumps({"orders": [{"id": "A7", "total": 12}], "customer": customer})


def cancel_order(order: str) -> str:
    """Cancels an order."""
    return json.dumps(FORBIDDEN)


def get_stock(sku: str) -> str:
    """How many are in stock."""
    raise ConnectionError(f"connect ECONNREFUSED 127.0.0.1:9 while looking up {sku}")


def search_refunds(customer: str) -> str:
    """Searches the refunds of a customer."""
    return "[]"


def get_price(sku: str) -> str:
    """The price of an article."""
    return json.dumps({"sku": sku, "price": 3})


TOOLS = [find_orders, cancel_order, get_stock, search_refunds, get_price]
MCP = json.loads(os.environ.get("SHOP_MCP", "[]"))


def provider():
    """A tracer provider that exports every span at once, set as the global one."""
    from opentelemetry import trace
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    made = TracerProvider()
    made.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace.set_tracer_provider(made)
    return made
