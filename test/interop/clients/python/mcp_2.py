"""Uses an MCP server with the official client, version 2: mcp_2.py URL MODE. Prints what it saw, as JSON."""

import asyncio
import json
import sys

from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp_types import ElicitResult

ANSWERS = {"string": "Friday", "boolean": True}
ASKED = []


async def person(context, params) -> ElicitResult:
    """Says Friday in words and yes where that is asked, but refuses a payment of 500."""
    ASKED.append(params.message)
    fields = params.requested_schema["properties"]
    filled = {name: ANSWERS[field["type"]] for name, field in fields.items()}
    return ElicitResult(action="decline" if "500" in params.message else "accept", content=filled)


async def seen(client: Client) -> dict:
    async def call(name: str, **arguments):
        result = await client.call_tool(name, arguments)
        return {"text": result.content[0].text, "error": result.is_error}

    steps = []

    async def progress(done, total, message) -> None:
        steps.append(message)

    await client.call_tool("count", {}, progress_callback=progress)
    report = {
        "revision": client.protocol_version,
        "server": f"{client.server_info.name} {client.server_info.version}",
        "instructions": client.instructions,
        "tools": [tool.name for tool in (await client.list_tools()).tools],
        "look": await call("look", place="Oakland"),
        "measured": (await client.call_tool("measure", {"place": "Oakland"})).structured_content,
        "wrong": await call("look"),
        "booked": await call("book"),
        "paid": await call("pay", amount=5),
        "unpaid": await call("pay", amount=500),
        "asked": len(ASKED),
        "steps": steps,
        "prompts": [prompt.name for prompt in (await client.list_prompts()).prompts],
        "greeting": (await client.get_prompt("greet", {"name": "Ada"})).messages[0].content.text,
        "resources": [str(one.uri) for one in (await client.list_resources()).resources],
        "templates": [one.uri_template for one in (await client.list_resource_templates()).resource_templates],
        "hours": (await client.read_resource("desk://hours")).contents[0].text,
        "note": (await client.read_resource("desk://notes/7")).contents[0].text,
    }
    try:
        await client.read_resource("desk://nothing")
    except MCPError as error:
        report["missing"] = error.error.code
    return report


async def main(url: str, mode: str) -> None:
    async with Client(url, mode=mode, elicitation_callback=person) as client:
        print(json.dumps(await seen(client)))


asyncio.run(main(*sys.argv[1:3]))
