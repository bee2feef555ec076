"""Pages run one after the other, in the order in which they were asked for.

Streamlit runs every session's page on a thread of its own, and Python runs one thread
at a time. Thirty pages that run at once are all finished when the last one is; and
thirty readers who were answered at the same moment ask again at the same moment. In a
queue each reader has their picture as soon as it can be there, and a crowd spreads out.
"""

import asyncio

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.messages import RunEnd, asks_for_a_run

AT_ONCE = 1  # runs
MAX_SECONDS = 0.4  # of one run; a longer one goes on, and the next begins beside it


class RunQueue:
    """Middleware that lets `at_once` pages run; the others wait in order."""

    def __init__(
        self, app: ASGIApp, at_once: int = AT_ONCE, max_seconds: float = MAX_SECONDS
    ) -> None:
        self._app = app
        self._free = asyncio.Semaphore(at_once)
        self._max_seconds = max_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One socket, whose runs wait for a free slot; everything else passes."""
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        slot, run_end = RunSlot(self._free, self._max_seconds), RunEnd()

        async def queued_receive() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive" and asks_for_a_run(
                message["bytes"]
            ):
                await slot.acquire()
            return message

        async def watched_send(message: Message) -> None:
            if message["type"] == "websocket.send" and run_end.reached(
                message["bytes"]
            ):
                slot.release()
            await send(message)
            slot.delivered()

        try:
            await self._app(scope, queued_receive, watched_send)
        finally:
            slot.release()


class RunSlot:
    """The slot in which one socket's page runs; acquired or released twice is once."""

    def __init__(self, free: asyncio.Semaphore, max_seconds: float) -> None:
        self._free = free
        self._max_seconds = max_seconds
        self._timeout: asyncio.TimerHandle | None = None  # there while the slot is held
        self._delivered = True

    async def acquire(self) -> None:
        """Wait in the queue. A reader whose page already runs keeps the slot.

        A reader who took nothing of what their last run sent waits for nobody, and
        nobody for them: they only ask and never read, so the end of their run is not
        heard.
        """
        if self._timeout is None and self._delivered:
            await self._free.acquire()
            self._delivered = False
            loop = asyncio.get_running_loop()
            self._timeout = loop.call_later(self._max_seconds, self.release)

    def delivered(self) -> None:
        """Something of the page has reached the reader."""
        self._delivered = True

    def release(self) -> None:
        """Let the next page run."""
        if self._timeout is not None:
            self._timeout.cancel()
            self._timeout = None
            self._free.release()
