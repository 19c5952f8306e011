"""Asks an agent over A2A, and a tool over MCP, with the official Python clients and OpenTelemetry's SDK.

Usage: traced-clients.py AGENT_URL MCP_URL TOOL. Prints what came back, then a line of JSON for each span.
"""

import asyncio
import json
import sys
import uuid

import httpx
from a2a.client import ClientConfig, ClientFactory
from a2a.types import Message, Part, Role, TextPart
from opentelemetry import trace
from opentelemetry.propagate import inject
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

EXPORTER = InMemorySpanExporter()
PROVIDER = TracerProvider()
PROVIDER.add_span_processor(SimpleSpanProcessor(EXPORTER))
trace.set_tracer_provider(PROVIDER)

from mcp import Client  # noqa: E402  It takes its tracer when it is loaded.


async def with_span(request: httpx.Request) -> None:
    inject(request.headers)


async def ask_agent(url: str) -> None:
    part = Part(root=TextPart(text="How is the weather?"))
    message = Message(message_id=str(uuid.uuid4()), role=Role.user, parts=[part])
    async with httpx.AsyncClient(event_hooks={"request": [with_span]}, timeout=60) as http:
        config = ClientConfig(httpx_client=http, streaming=False)
        client = await ClientFactory.connect(url, client_config=config)
        async for answer in client.send_message(message):
            print(answer[0].status.state.value if isinstance(answer, tuple) else answer)


async def ask_tool(url: str, tool: str) -> None:
    async with Client(url) as client:
        result = await client.call_tool(tool, {})
        print(result.content[0].text)


async def main(agent_url: str, mcp_url: str, tool: str) -> None:
    with trace.get_tracer("a program").start_as_current_span("a program"):
        with trace.get_tracer("a program").start_as_current_span("over A2A"):
            await ask_agent(agent_url)
        with trace.get_tracer("a program").start_as_current_span("over MCP"):
            await ask_tool(mcp_url, tool)
    for span in EXPORTER.get_finished_spans():
        context, parent = span.get_span_context(), span.parent
        found = {
            "name": span.name,
            "traceId": f"{context.trace_id:032x}",
            "spanId": f"{context.span_id:016x}",
            "parentSpanId": f"{parent.span_id:016x}" if parent else None,
        }
        print(json.dumps(found))


asyncio.run(main(*sys.argv[1:4]))
