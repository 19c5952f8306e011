"""Uses an MCP server with the official client, version 1: mcp_1.py URL. Prints what it saw, as JSON."""

import asyncio
import json
import sys

from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import McpError
from mcp.types import ElicitResult

ANSWERS = {"string": "Friday", "boolean": True}
ASKED = []


async def person(context, params) -> ElicitResult:
    """Says Friday in words and yes where that is asked, but refuses a payment of 500."""
    ASKED.append(params.message)
    fields = params.requestedSchema["properties"]
    filled = {name: ANSWERS[field["type"]] for name, field in fields.items()}
    return ElicitResult(action="decline" if "500" in params.message else "accept", content=filled)


async def seen(session: ClientSession) -> dict:
    started = await session.initialize()

    async def call(name: str, **arguments):
        result = await session.call_tool(name, arguments)
        return {"text": result.content[0].text, "error": result.isError}

    steps = []

    async def progress(done, total, message) -> None:
        steps.append(message)

    await session.call_tool("count", {}, progress_callback=progress)
    report = {
        "revision": started.protocolVersion,
        "server": f"{started.serverInfo.name} {started.serverInfo.version}",
        "instructions": started.instructions,
        "tools": [tool.name for tool in (await session.list_tools()).tools],
        "look": await call("look", place="Oakland"),
        "measured": (await session.call_tool("measure", {"place": "Oakland"})).structuredContent,
        "wrong": await call("look"),
        "booked": await call("book"),
        "paid": await call("pay", amount=5),
        "unpaid": await call("pay", amount=500),
        "asked": len(ASKED),
        "steps": steps,
        "prompts": [prompt.name for prompt in (await session.list_prompts()).prompts],
        "greeting": (await session.get_prompt("greet", {"name": "Ada"})).messages[0].content.text,
        "resources": [str(one.uri) for one in (await session.list_resources()).resources],
        "templates": [one.uriTemplate for one in (await session.list_resource_templates()).resourceTemplates],
        "hours": (await session.read_resource("desk://hours")).contents[0].text,
        "note": (await session.read_resource("desk://notes/7")).contents[0].text,
    }
    await session.send_ping()
    try:
        await session.read_resource("desk://nothing")
    except McpError as error:
        report["missing"] = error.error.code
    return report


async def main(url: str) -> None:
    async with streamable_http_client(url) as (read, write, _):
        async with ClientSession(read, write, elicitation_callback=person) as session:
            print(json.dumps(await seen(session)))


asyncio.run(main(sys.argv[1]))
