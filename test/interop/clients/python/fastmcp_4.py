"""Uses an MCP server with the client of FastMCP: fastmcp_4.py URL MODE. Prints what it saw, as JSON."""

import asyncio
import json
import sys

from fastmcp import Client
from fastmcp.client.elicitation import ElicitResult
from fastmcp.exceptions import ToolError

ANSWERS = {"string": "Friday", "boolean": True}
ASKED = []


async def person(message, response_type, params, context):
    """Says Friday in words and yes where that is asked, but refuses a payment of 500."""
    ASKED.append(message)
    if "500" in message:
        return ElicitResult(action="decline")
    fields = params.requested_schema["properties"]
    return {name: ANSWERS[field["type"]] for name, field in fields.items()}


async def seen(client: Client) -> dict:
    async def call(name: str, **arguments):
        try:
            result = await client.call_tool(name, arguments)
        except ToolError as error:
            return {"text": str(error), "error": True}
        return {"text": result.content[0].text, "error": False}

    steps = []

    async def progress(done, total, message) -> None:
        steps.append(message)

    await client.call_tool("count", {}, progress_handler=progress)
    report = {
        "revision": client.protocol_version,
        "server": f"{client.server_info.name} {client.server_info.version}",
        "instructions": client.instructions,
        "tools": [tool.name for tool in await client.list_tools()],
        "look": await call("look", place="Oakland"),
        "measured": (await client.call_tool("measure", {"place": "Oakland"})).structured_content,
        "wrong": await call("look"),
        "booked": await call("book"),
        "paid": await call("pay", amount=5),
        "unpaid": await call("pay", amount=500),
        "asked": len(ASKED),
        "steps": steps,
        "prompts": [prompt.name for prompt in await client.list_prompts()],
        "greeting": (await client.get_prompt("greet", {"name": "Ada"})).messages[0].content.text,
        "resources": [str(one.uri) for one in await client.list_resources()],
        "templates": [one.uri_template for one in await client.list_resource_templates()],
        "hours": (await client.read_resource("desk://hours"))[0].text,
        "note": (await client.read_resource("desk://notes/7"))[0].text,
    }
    try:
        await client.read_resource("desk://nothing")
    except Exception as error:
        report["missing"] = error.error.code
    return report


async def main(url: str, mode: str) -> None:
    async with Client(url, mode=mode, elicitation_handler=person) as client:
        print(json.dumps(await seen(client)))


asyncio.run(main(*sys.argv[1:3]))
