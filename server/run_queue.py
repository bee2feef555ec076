"""Whose page runs now: one after the other, in the order in which they asked.

Streamlit runs every session's page on a thread of its own, and Python one thread at a
time. Thirty pages that run at once are all done when the last is; and thirty readers
who were answered at the same moment ask again at the same moment. In line each has his
picture as soon as it can be there, and a crowd comes apart.
"""

import asyncio

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.messages import Ending, asks_for_a_run

AT_ONCE = 1
LONGEST = 0.4  # seconds; what takes longer goes on, and the next one begins beside it


class Turns:
    """Stands before `app` and lets `at_once` pages run."""

    def __init__(
        self, app: ASGIApp, at_once: int = AT_ONCE, longest: float = LONGEST
    ) -> None:
        self._app = app
        self._free = asyncio.Semaphore(at_once)
        self._longest = longest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One socket, whose runs wait for their turn; everything else passes."""
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        turn, ending = Turn(self._free, self._longest), Ending()

        async def hear() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive" and asks_for_a_run(
                message["bytes"]
            ):
                await turn.begin()
            return message

        async def say(message: Message) -> None:
            if message["type"] == "websocket.send" and ending.reached(message["bytes"]):
                turn.end()
            await send(message)
            turn.answered()

        try:
            await self._app(scope, hear, say)
        finally:
            turn.end()


class Turn:
    """The turn of one socket; begun or ended twice, it is begun or ended once."""

    def __init__(self, free: asyncio.Semaphore, longest: float) -> None:
        self._free = free
        self._longest = longest
        self._until: asyncio.TimerHandle | None = None
        self._answered = True

    async def begin(self) -> None:
        """Wait in line. Who is at it already goes on: he changed his mind.

        Who took nothing of what his last turn brought waits for none, and nobody for
        him: he only asks and never reads, and the end of his page is not heard.
        """
        if self._until is None and self._answered:
            await self._free.acquire()
            self._answered = False
            loop = asyncio.get_running_loop()
            self._until = loop.call_later(self._longest, self.end)

    def answered(self) -> None:
        """Something of his page has reached him."""
        self._answered = True

    def end(self) -> None:
        """Let the next one begin."""
        if self._until is not None:
            self._until.cancel()
            self._until = None
            self._free.release()
