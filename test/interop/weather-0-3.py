"""A weather agent made with the official Python SDK of A2A 0.3. Prints its address once it listens."""

import re
import socket

import uvicorn
from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.apps import A2AStarletteApplication
from a2a.server.events import EventQueue
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.tasks import InMemoryTaskStore, TaskUpdater
from a2a.types import AgentCapabilities, AgentCard, AgentSkill, Part, TextPart
from a2a.utils import new_task

FORECASTS = {
    "Lisbon": "sunny, 24 degrees",
    "Oslo": "rain, 9 degrees",
    "Paris": "cloudy, 17 degrees",
}
PATH = "/agents/weather"


class Weather(AgentExecutor):
    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        task = context.current_task
        if task is None:
            task = new_task(context.message)
            await event_queue.enqueue_event(task)
        updater = TaskUpdater(event_queue, task.id, task.context_id)
        await updater.start_work()
        place = re.search(r"weather .*in (\w+)", context.get_user_input())
        forecast = FORECASTS.get(place.group(1) if place else "", "I do not know")
        await updater.add_artifact([Part(root=TextPart(text=forecast))], name="forecast")
        await updater.complete(updater.new_agent_message([Part(root=TextPart(text=forecast))]))

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        raise NotImplementedError


with socket.socket() as listening:
    listening.bind(("127.0.0.1", 0))
    listening.listen()
    url = f"http://127.0.0.1:{listening.getsockname()[1]}{PATH}"
    card = AgentCard(
        name="Weather",
        description="Says what the weather will be at a place.",
        version="1.0.0",
        url=url,
        capabilities=AgentCapabilities(streaming=True),
        default_input_modes=["text/plain"],
        default_output_modes=["text/plain"],
        skills=[AgentSkill(id="forecast", name="Forecast", description="The weather.", tags=[])],
    )
    handler = DefaultRequestHandler(agent_executor=Weather(), task_store=InMemoryTaskStore())
    app = A2AStarletteApplication(agent_card=card, http_handler=handler).build(
        agent_card_url=f"{PATH}/.well-known/agent-card.json", rpc_url=PATH
    )
    print(url, flush=True)
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
    server.run(sockets=[listening])
