"""Runs agents of smolagents on a server as their model: smolagents_1.py URL. Prints what they answered, as JSON."""

import json
import sys
from contextlib import redirect_stdout

from smolagents import CodeAgent, LogLevel, OpenAIServerModel, ToolCallingAgent, tool


@tool
def now(zone: str) -> str:
    """Says what time it is.

    Args:
        zone: The time zone.
    """
    return f"noon in {zone}"


def answered(kind: type, url: str, streams: bool) -> list:
    model = OpenAIServerModel(model_id="clerk", api_base=url, api_key="ann")
    agent = kind(tools=[now], model=model, max_steps=4, verbosity_level=LogLevel.OFF, stream_outputs=streams)
    answer = agent.run("What time is it?")
    return [answer, len(agent.memory.steps)]


def main(url: str) -> None:
    # Agents that stream show it on the console.
    with redirect_stdout(sys.stderr):
        report = {
            f"{kind.__name__}{' streamed' if streams else ''}": answered(kind, url, streams)
            for kind in (ToolCallingAgent, CodeAgent)
            for streams in (False, True)
        }
    print(json.dumps(report))


main(sys.argv[1])
