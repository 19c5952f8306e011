"""Asks an agent over A2A 0.3 with the official client, version 0.3: a2a_0_3.py URL. Prints what it saw, as JSON."""

import asyncio
import json
import sys
import uuid
from collections.abc import AsyncIterator, Callable

import httpx
from a2a.client import ClientConfig, ClientFactory
from a2a.client.client import Client
from a2a.types import (
    DataPart,
    Message,
    MessageSendConfiguration,
    Part,
    Role,
    Task,
    TaskArtifactUpdateEvent,
    TaskIdParams,
    TaskQueryParams,
    TaskStatusUpdateEvent,
    TextPart,
    TransportProtocol,
)


def asking(part: TextPart | DataPart, task: Task | None = None) -> Message:
    ids = {"task_id": task.id, "context_id": task.context_id} if task else {}
    return Message(message_id=str(uuid.uuid4()), role=Role.user, parts=[Part(root=part)], **ids)


def saying(text: str) -> Message:
    return asking(TextPart(text=text))


async def sent(client: Client, message: Message, **options) -> Task:
    async for task, _ in client.send_message(message, **options):
        return task
    raise RuntimeError("no answer")


def text_of(task: Task) -> str:
    return "".join(part.root.text for part in task.status.message.parts if part.root.kind == "text")


async def told(events: AsyncIterator, first: Callable[[], None] = lambda: None) -> dict:
    states, pieces = [], {}
    async for task, update in events:
        if isinstance(update, TaskArtifactUpdateEvent):
            text = "".join(part.root.text for part in update.artifact.parts)
            before = pieces.get(update.artifact.artifact_id, "") if update.append else ""
            pieces[update.artifact.artifact_id] = before + text
        elif isinstance(update, TaskStatusUpdateEvent):
            states.append(update.status.state.value)
        else:
            states.append(task.status.state.value)
        first()
    return {"from": states[0], "state": states[-1], "text": "".join(pieces.values())}


async def connected(url: str, http: httpx.AsyncClient, streaming: bool, way: TransportProtocol) -> Client:
    config = ClientConfig(httpx_client=http, streaming=streaming, supported_transports=[way])
    return await ClientFactory.connect(url, client_config=config)


async def main(url: str) -> None:
    http = httpx.AsyncClient(timeout=60)
    plain = await connected(url, http, False, TransportProtocol.jsonrpc)
    live = await connected(url, http, True, TransportProtocol.jsonrpc)
    rest = await connected(url, http, True, TransportProtocol.http_json)
    card = await live.get_card()
    report = {
        "card": {
            "name": card.name,
            "version": card.version,
            "skills": [skill.id for skill in card.skills],
            "streaming": card.capabilities.streaming,
            "extensions": [extension.uri for extension in card.capabilities.extensions or []],
        }
    }
    task = await sent(plain, saying("hello"))
    report["send"] = {"state": task.status.state.value, "text": text_of(task)}
    report["get"] = (await plain.get_task(TaskQueryParams(id=task.id))).status.state.value

    for way, client in {"stream": live, "stream_rest": rest}.items():
        report[way] = await told(client.send_message(saying("hello")))

    task = await sent(plain, saying('call look {"place": "Oakland"}'))
    calls = task.status.message.parts[-1].root.data["tool_calls"]
    results = [{"call_id": call["call_id"], "name": call["name"], "output": "rain"} for call in calls]
    is_watched = asyncio.Event()
    watching = asyncio.create_task(told(live.resubscribe(TaskIdParams(id=task.id)), is_watched.set))
    await is_watched.wait()
    done = await sent(plain, asking(DataPart(data={"tool_results": results}), task))
    report["tools"] = {
        "paused": task.status.state.value,
        "calls": [{"name": call["name"], "arguments": call["arguments"]} for call in calls],
        "state": done.status.state.value,
        "text": text_of(done),
    }
    report["subscribe"] = await watching

    configuration = MessageSendConfiguration(blocking=False)
    task = await sent(plain, saying("wait"), configuration=configuration)
    report["cancel"] = (await plain.cancel_task(TaskIdParams(id=task.id))).status.state.value

    task = await sent(plain, saying("give"))
    report["artifacts"] = [
        {
            "id": artifact.artifact_id,
            "name": artifact.name,
            "parts": [part.model_dump(mode="json", by_alias=True, exclude_none=True) for part in artifact.parts],
        }
        for artifact in task.artifacts
    ]
    try:
        await plain.get_task(TaskQueryParams(id="nothing"))
    except Exception as error:
        report["unknown"] = error.error.code
    print(json.dumps(report))
    await http.aclose()


asyncio.run(main(sys.argv[1]))
