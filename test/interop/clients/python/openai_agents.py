"""Runs agents of OpenAI's Agents SDK on a server as their model: openai_agents.py URL MCP_URL. Prints JSON."""

import asyncio
import json
import sys

from agents import (
    Agent,
    HostedMCPTool,
    OpenAIConversationsSession,
    OpenAIResponsesModel,
    OpenAIChatCompletionsModel,
    Runner,
    function_tool,
    set_tracing_disabled,
)
from agents.mcp import MCPServerStreamableHttp
from openai import AsyncOpenAI
from openai.types.responses import ResponseTextDeltaEvent

set_tracing_disabled(True)


@function_tool
def now(zone: str) -> str:
    """Says what time it is."""
    return f"noon in {zone}"


@function_tool(needs_approval=True)
def send(to: str) -> str:
    """Sends a letter."""
    return f"sent to {to}"


async def streamed(agent: Agent) -> str:
    result = Runner.run_streamed(agent, "hello")
    text = ""
    async for event in result.stream_events():
        if event.type == "raw_response_event" and isinstance(event.data, ResponseTextDeltaEvent):
            text += event.data.delta
    return text


async def approved(agent: Agent) -> dict:
    paused = await Runner.run(agent, 'call send {"to": "Ada"}')
    state = paused.to_state()
    for item in paused.interruptions:
        state.approve(item)
    done = await Runner.run(agent, state)
    return {"asked": [item.name for item in paused.interruptions], "text": done.final_output}


async def approved_there(model: OpenAIResponsesModel, decision: bool, **options) -> dict:
    """A call of the server's own tool, about which the caller decides."""
    asked = []

    def decide(request) -> dict:
        asked.append([request.data.name, json.loads(request.data.arguments)])
        return {"approve": decision}

    config = {"type": "mcp", "server_label": "desk", "server_url": "https://desk.example/mcp"}
    desk = HostedMCPTool(tool_config=config, on_approval_request=decide)
    agent = Agent(name="Payer", model=model, tools=[desk])
    done = await Runner.run(agent, 'call pay {"amount": 5}', **options)
    return {"asked": asked, "text": done.final_output}


async def main(url: str, mcp_url: str) -> None:
    client = AsyncOpenAI(base_url=url, api_key="ann", max_retries=0)
    model = OpenAIResponsesModel(model="clerk", openai_client=client)
    agent = Agent(name="Clerk", instructions="Be kind.", model=model, tools=[now, send])
    chat = OpenAIChatCompletionsModel(model="clerk", openai_client=client)
    other = Agent(name="Other", model=chat, tools=[now])
    front = Agent(name="Front", model=model, handoffs=[agent])
    session = OpenAIConversationsSession(openai_client=client)
    for text in ("one", "two"):
        await Runner.run(agent, text, session=session)
    items = await session.get_items()
    first = await Runner.run(agent, "hello")
    handed = await Runner.run(front, "call transfer_to_clerk {}")
    async with MCPServerStreamableHttp({"url": mcp_url}) as server:
        with_desk = Agent(name="Desk", model=model, mcp_servers=[server])
        looked = await Runner.run(with_desk, 'call look {"place": "Oakland"}')
    report = {
        "run": first.final_output,
        "followed": (
            await Runner.run(agent, "again", previous_response_id=first.last_response_id)
        ).final_output,
        "streamed": await streamed(agent),
        "tool": (await Runner.run(agent, 'call now {"zone": "UTC"}')).final_output,
        "chat_tool": (await Runner.run(other, 'call now {"zone": "UTC"}')).final_output,
        "approved": await approved(agent),
        "approved_there": await approved_there(model, True, auto_previous_response_id=True),
        "refused_there": await approved_there(model, False, auto_previous_response_id=True),
        "approved_by_replay": await approved_there(model, True),
        "looked_there": (await Runner.run(Agent(name="Plain", model=model), 'call look {"place": "Oakland"}')).final_output,
        "handed": [handed.last_agent.name, handed.final_output],
        "looked": looked.final_output,
        "session": len(items),
    }
    print(json.dumps(report))


asyncio.run(main(*sys.argv[1:3]))
