"""Asks an agent over A2A 1.0 with the official client, version 1: a2a_1.py URL. Prints what it saw, as JSON."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Callable

import httpx
from a2a.client import ClientConfig, create_client
from a2a.client.client import Client
from a2a.helpers import get_message_text, new_data_part, new_message, new_text_part
from a2a.types import (
    CancelTaskRequest,
    GetTaskRequest,
    ListTasksRequest,
    Role,
    SendMessageRequest,
    StreamResponse,
    SubscribeToTaskRequest,
    Task,
    TaskState,
)
from google.protobuf.json_format import MessageToDict


def state_of(status) -> str:
    return TaskState.Name(status.state).removeprefix("TASK_STATE_").lower().replace("_", "-")


def asking(*parts, task: Task | None = None, **configuration) -> SendMessageRequest:
    ids = {"task_id": task.id, "context_id": task.context_id} if task else {}
    message = new_message(list(parts), role=Role.ROLE_USER, **ids)
    return SendMessageRequest(message=message, configuration=configuration)


def saying(text: str, **options) -> SendMessageRequest:
    return asking(new_text_part(text), **options)


async def sent(client: Client, request: SendMessageRequest) -> Task:
    async for event in client.send_message(request):
        return event.task
    raise RuntimeError("no answer")


def parts_of(parts) -> list:
    return [MessageToDict(part) for part in parts]


async def told(events: AsyncIterator[StreamResponse], first: Callable[[], None] = lambda: None) -> dict:
    states, pieces = [], {}
    async for event in events:
        if event.HasField("task"):
            states.append(state_of(event.task.status))
        if event.HasField("status_update"):
            states.append(state_of(event.status_update.status))
        if event.HasField("artifact_update"):
            update = event.artifact_update
            text = "".join(part.text for part in update.artifact.parts)
            before = pieces.get(update.artifact.artifact_id, "") if update.append else ""
            pieces[update.artifact.artifact_id] = before + text
        first()
    return {"from": states[0], "state": states[-1], "text": "".join(pieces.values())}


async def main(url: str) -> None:
    http = httpx.AsyncClient(timeout=60)
    plain = await create_client(url, ClientConfig(streaming=False, httpx_client=http))
    live = await create_client(url, ClientConfig(streaming=True, httpx_client=http))
    rest = await create_client(
        url, ClientConfig(streaming=True, httpx_client=http, supported_protocol_bindings=["HTTP+JSON"])
    )
    card = live._card
    report = {
        "card": {
            "name": card.name,
            "version": card.version,
            "skills": [skill.id for skill in card.skills],
            "streaming": card.capabilities.streaming,
            "extensions": [extension.uri for extension in card.capabilities.extensions],
        }
    }
    task = await sent(plain, saying("hello"))
    report["send"] = {"state": state_of(task.status), "text": get_message_text(task.status.message)}
    report["get"] = state_of((await plain.get_task(GetTaskRequest(id=task.id))).status)

    for way, client in {"stream": live, "stream_rest": rest}.items():
        report[way] = await told(client.send_message(saying("hello")))

    task = await sent(plain, saying('call look {"place": "Oakland"}'))
    calls = MessageToDict(task.status.message.parts[-1].data)["tool_calls"]
    results = [{"call_id": call["call_id"], "name": call["name"], "output": "rain"} for call in calls]
    is_watched = asyncio.Event()
    watching = asyncio.create_task(
        told(live.subscribe(SubscribeToTaskRequest(id=task.id)), is_watched.set)
    )
    await is_watched.wait()
    done = await sent(plain, asking(new_data_part({"tool_results": results}), task=task))
    report["tools"] = {
        "paused": state_of(task.status),
        "calls": [{"name": call["name"], "arguments": call["arguments"]} for call in calls],
        "state": state_of(done.status),
        "text": get_message_text(done.status.message),
    }
    report["subscribe"] = await watching

    task = await sent(plain, saying("wait", return_immediately=True))
    canceled = await plain.cancel_task(CancelTaskRequest(id=task.id))
    report["cancel"] = state_of(canceled.status)

    task = await sent(plain, saying("give"))
    report["artifacts"] = [
        {"id": artifact.artifact_id, "name": artifact.name, "parts": parts_of(artifact.parts)}
        for artifact in task.artifacts
    ]
    report["listed"] = (await plain.list_tasks(ListTasksRequest())).total_size

    try:
        await plain.get_task(GetTaskRequest(id="nothing"))
    except Exception as error:
        report["unknown"] = type(error).__name__
    print(json.dumps(report))
    await http.aclose()


asyncio.run(main(sys.argv[1]))
