"""A class without browsers: those who follow, and their teacher, over bare sockets.

Enough for load and faults; only for servers on this machine.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Self
from urllib.parse import urlsplit

Value = dict[str, Any]
AGAIN = 0.5  # seconds, after which a browser tries a line again


@asynccontextmanager
async def line(
    address: str, path: str, told: Value | bytes
) -> AsyncIterator[tuple[int, asyncio.StreamReader, asyncio.StreamWriter]]:
    """One POST: its status, and what can be read after the headers of the answer."""
    where = urlsplit(address)
    reader, writer = await asyncio.open_connection(where.hostname, where.port)
    body = told if isinstance(told, bytes) else json.dumps(told).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: {where.netloc}\r\nConnection: close\r\n"
    try:
        writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        status = (await reader.readline()).split()
        while (await reader.readline()).strip():
            pass
        yield int(status[1]) if status else 0, reader, writer
    finally:
        writer.close()


async def tell(address: str, path: str, told: Value | bytes = b"{}") -> int:
    """The status of a POST; 0 where nobody answers."""
    with suppress(OSError):
        async with line(address, path, told) as (status, _, _):
            return status
    return 0


async def begun(address: str) -> tuple[str, str]:
    """The path of a new class, and its key."""
    async with line(address, "/class", {}) as (status, reader, _):
        assert status == 201
        told = json.loads((await reader.read()).decode().split("\r\n")[0])
    return f"/class/{told['code']}", told["key"]


@dataclass
class Listener:
    """Who listens to a class, and listens again when the line is cut.

    `heard` is what was told last, `at` when it came; `times` the seconds from an event
    that names when it was sent (in `sent` of its picture) to its arrival.
    """

    address: str
    path: str
    key: str = ""
    seat: str = ""
    heard: Value = field(default_factory=dict)
    at: float = 0.0
    cuts: int = 0
    times: list[float] = field(default_factory=list)
    _news: asyncio.Event = field(default_factory=asyncio.Event)
    _task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._listen())
        await self.until(lambda told: "view" in told)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._task is not None
        self._task.cancel()
        await asyncio.wait([self._task])

    async def until(self, good: Callable[[Value], bool], within: float = 60.0) -> Value:
        """What is told once it is as wished."""
        async with asyncio.timeout(within):
            while not good(self.heard):
                self._news.clear()
                await self._news.wait()
        return self.heard

    async def _listen(self) -> None:
        while not self.heard.get("ended"):
            with suppress(OSError, asyncio.IncompleteReadError):
                await self._hear()
            self.cuts += 1
            await asyncio.sleep(AGAIN)

    async def _hear(self) -> None:
        told = {"key": self.key} if self.key else {"seat": self.seat}
        async with line(self.address, f"{self.path}/events", told) as (_, reader, _):
            async for said in reader:
                if said.startswith(b"data: "):
                    self._take(json.loads(said[6:]))

    def _take(self, told: Value) -> None:
        if "seat" in told:
            self.seat = told["seat"]
            return
        before, self.heard = self.heard, told
        self.at = time.perf_counter()
        sent = told.get("picture", {}).get("sent")
        if sent and sent != before.get("picture", {}).get("sent"):
            self.times.append(self.at - sent)
        self._news.set()
