"""Uses a server as model and as tools with LangChain: langchain_1.py URL MCP_URL. Prints what it saw, as JSON."""

import asyncio
import json
import sys

from langchain_core.messages import HumanMessage, ToolMessage
from langchain_core.tools import tool
from langchain_mcp_adapters.client import MultiServerMCPClient
from langchain_openai import ChatOpenAI
from pydantic import BaseModel


class Weather(BaseModel):
    sky: str
    degrees: int


@tool
def now(zone: str) -> str:
    """Says what time it is."""
    return f"noon in {zone}"


async def asked(model: ChatOpenAI) -> dict:
    pieces = [piece.text async for piece in model.astream("hello")]
    question = HumanMessage('call now {"zone": "UTC"}')
    bound = model.bind_tools([now])
    call = await bound.ainvoke([question])
    [wanted] = call.tool_calls
    result = ToolMessage(now.invoke(wanted["args"]), tool_call_id=wanted["id"])
    answer = await bound.ainvoke([question, call, result])
    weather = await model.with_structured_output(Weather, method="json_schema").ainvoke(
        'say {"sky": "blue", "degrees": 21}'
    )
    return {
        "text": (await model.ainvoke("hello")).text,
        "pieces": "".join(pieces),
        "call": [wanted["name"], wanted["args"]],
        "answer": answer.text,
        "structured": weather.model_dump(),
    }


async def main(url: str, mcp_url: str) -> None:
    options = {"model": "clerk", "base_url": url, "api_key": "ann", "max_retries": 0}
    desk = MultiServerMCPClient({"desk": {"transport": "streamable_http", "url": mcp_url}})
    tools = {one.name: one for one in await desk.get_tools()}
    looked = await tools["look"].ainvoke({"place": "Oakland"})
    report = {
        "responses": await asked(ChatOpenAI(**options, use_responses_api=True)),
        "completions": await asked(ChatOpenAI(**options, use_responses_api=False)),
        "tools": list(tools),
        "looked": looked if isinstance(looked, str) else looked[0]["text"],
    }
    print(json.dumps(report))


asyncio.run(main(*sys.argv[1:3]))
