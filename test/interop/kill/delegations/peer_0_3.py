"""A peer made with the official Python SDK of A2A 0.3. Prints its address, then `point text`."""

import asyncio

from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.apps import A2AStarletteApplication
from a2a.server.events import EventQueue
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.tasks import InMemoryTaskStore, TaskUpdater
from a2a.types import AgentCapabilities, AgentCard, AgentSkill, Part, TextPart
from a2a.utils import new_task
from points import HALF, at, serve


class Worker(AgentExecutor):
    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        text = context.get_user_input()
        await at("executing", text)
        task = new_task(context.message)
        await event_queue.enqueue_event(task)
        updater = TaskUpdater(event_queue, task.id, task.context_id)
        await updater.start_work()
        await at("begun")
        await asyncio.sleep(HALF)
        await at("middle")
        await asyncio.sleep(HALF)
        await updater.add_artifact([Part(root=TextPart(text=f"{text} is done"))])
        await updater.complete()
        await at("ended")

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        raise NotImplementedError


def build(url: str):
    card = AgentCard(
        name="official",
        description="Works.",
        version="1.0.0",
        url=url,
        capabilities=AgentCapabilities(streaming=True),
        default_input_modes=["text/plain"],
        default_output_modes=["text/plain"],
        skills=[AgentSkill(id="work", name="Work", description="Works.", tags=["work"])],
    )
    handler = DefaultRequestHandler(agent_executor=Worker(), task_store=InMemoryTaskStore())
    return A2AStarletteApplication(agent_card=card, http_handler=handler).build()


serve(build)
