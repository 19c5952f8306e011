"""The points at which a peer stops until it reads a line: it prints `point text` at each."""

import asyncio
import logging
import os
import socket
import sys

import uvicorn

logging.disable(logging.ERROR)
HALF = int(os.environ["WORK_MS"]) / 2000


async def at(point: str, text: str = "") -> None:
    print(f"{point} {text}", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)


class Points:
    """Stops at the card and at each message."""

    def __init__(self, app):
        self.app = app

    async def __call__(self, scope, receive, send):
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        if scope["method"] == "GET":
            await at("card")
            return await self.app(scope, receive, send)
        body = b""
        more = True
        while more:
            message = await receive()
            body += message.get("body", b"")
            more = message.get("more_body", False)
        if b'"message/s' in body or b'Message"' in body:
            await at("received")
        given = False

        async def again():
            nonlocal given
            if given:
                return await receive()
            given = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self.app(scope, again, send)


def serve(build) -> None:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        url = f"http://127.0.0.1:{listening.getsockname()[1]}/"
        app = Points(build(url))
        print(url, flush=True)
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="off"))
        server.run(sockets=[listening])
