"""Runs Semantic Kernel's Responses agent on a server as its model: semantic_kernel_1.py URL. Prints JSON."""

import asyncio
import json
import sys
from unittest.mock import MagicMock

# Sound for realtime models, 105 MB: the module of all OpenAI connectors imports it.
for name in ("aiortc", "aiortc.mediastreams", "av", "av.audio", "av.audio.frame", "av.audio.resampler"):
    sys.modules[name] = MagicMock()

from openai import AsyncOpenAI
from semantic_kernel.agents import OpenAIResponsesAgent
from semantic_kernel.functions import kernel_function


class Clock:
    def __init__(self) -> None:
        self.asked: list[str] = []

    @kernel_function(description="Says what time it is.")
    def now(self, zone: str) -> str:
        self.asked.append(zone)
        return f"noon in {zone}"


async def main(url: str) -> None:
    client = AsyncOpenAI(base_url=url, api_key="ann", max_retries=0)
    clock = Clock()
    agent = OpenAIResponsesAgent(
        ai_model_id="clerk", client=client, name="Clerk", instructions="Be kind.", plugins=[clock], store_enabled=True
    )
    first = await agent.get_response(messages="What time is it?")
    second = await agent.get_response(messages="And now?", thread=first.thread)
    streamed = ""
    async for piece in agent.invoke_stream(messages="And now?", thread=second.thread):
        streamed += str(piece.message.content)
    report = {"first": str(first.message), "second": str(second.message), "streamed": streamed, "asked": clock.asked}
    print(json.dumps(report))


asyncio.run(main(sys.argv[1]))
