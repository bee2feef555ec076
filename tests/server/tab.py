"""A tab without a browser or a network: what it says and hears as an ASGI socket."""

import asyncio
from time import monotonic

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from server.guard import Guard

CODES = {"websocket.accept": "in", "websocket.http.response.start": "refused"}


class Tab:
    """One tab of a reader; `seen` is what happened to it, in order.

    That is "in", "refused", the texts and titles it was sent, and "out".
    """

    def __init__(self, guard: Guard | None = None, address: str = "school") -> None:
        self.address, self.since = address, monotonic()
        self.seen: list[str] = []
        self._guard = guard
        self._says: asyncio.Queue = asyncio.Queue()
        self._task: asyncio.Task | None = None

    def move(self) -> None:
        """Stands in a place, and nothing more."""

    async def open(self, *said: bytes, back: bool = False) -> "Tab":
        """Open the socket and say this; `back` after it was there before."""
        assert self._guard is not None
        scope = {
            "type": "websocket",
            "path": "/_stcore/stream",
            "client": ("proxy", 1),
            "headers": [
                (b"host", b"class.example.org"),
                (b"origin", b"http://class.example.org"),
                (b"x-forwarded-for", f"anybody, {self.address}".encode()),
            ],
            "subprotocols": ["streamlit", "token", *(["session"] if back else [])],
        }
        await self._says.put({"type": "websocket.connect"})
        self._task = asyncio.create_task(self._guard(scope, self._says.get, self._hear))
        self._task.add_done_callback(lambda _: self.seen.append("out"))
        await self.say(*said)
        return self

    async def say(self, *frames: bytes) -> None:
        """Send messages, and give everybody time to answer."""
        for frame in frames:
            await self._says.put({"type": "websocket.receive", "bytes": frame})
        await settled()

    async def leave(self) -> None:
        """Close the socket, and wait until the server has done with it."""
        await self._says.put({"type": "websocket.disconnect", "code": 1001})
        await self.over()

    async def over(self) -> None:
        """Wait until the server has done with it."""
        assert self._task is not None
        await asyncio.wait_for(self._task, 60)

    async def _hear(self, message: dict) -> None:
        kind = message["type"]
        if kind == "websocket.send":
            sent = ForwardMsg.FromString(message["bytes"])
            title = sent.page_config_changed.title
            self.seen += [
                said for said in (title, sent.delta.new_element.text.body) if said
            ]
        elif kind in CODES:
            self.seen.append(CODES[kind])


async def settled() -> None:
    """Let everything go on that can."""
    for _ in range(50):
        await asyncio.sleep(0)
