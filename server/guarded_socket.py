"""One socket of a reader: what the app hears of it, until a message is refused."""

import asyncio
import contextlib
from time import monotonic

from starlette.types import Message, Receive, Scope, Send

from server.messages import (
    NOT_BYTES,
    Refused,
    RunEnd,
    asks_for_a_run,
    checked,
    is_by_hand,
)
from server.rate_limit import RateLimit

REPLAY_SECONDS = 30.0  # for the run that only a new session sees
GONE: Message = {"type": "websocket.disconnect", "code": 1001}


class GuardedSocket:
    """One socket, a guest of the process: which messages are passed on, and when.

    The app hears of it when the reader has asked for a page, as if it were opened at
    that moment: a session costs far more than a socket, and a program that sends
    rubbish and comes again, many times a second, gets none. When the place is given to
    somebody else the app hears that the reader has gone; the socket stays open.
    """

    def __init__(
        self, receive: Receive, send: Send, rate_limit: RateLimit, address: str
    ) -> None:
        self.address = address
        self.since = monotonic()
        self.moved = False
        self._receive = receive
        self._send = send
        self._rate_limit = rate_limit
        self._closed = False
        self._opened: Message = {}
        self._pending: list[Message] = []  # what the app hears next
        self._replayed: asyncio.Event | None = None  # set when the replayed run is over
        self._run_end = RunEnd()  # of the replayed run
        self._waiting: asyncio.Timeout | None = None  # for the next message

    async def open(self, scope: Scope) -> bool:
        """Open it, unless the reader has gone."""
        self._opened = await self._receive()
        if self._opened["type"] != "websocket.connect":
            return False
        protocol = "streamlit" if "streamlit" in scope["subprotocols"] else None
        await self._send({"type": "websocket.accept", "subprotocol": protocol})
        return True

    # --- its place ----------------------------------------------------------------

    def move(self) -> None:
        """The place is given to somebody else."""
        self.moved = True
        if self._waiting is not None:
            self._waiting.reschedule(0.0)

    @property
    def gone(self) -> bool:
        """Whether nothing more can come: it is closed, or has lost its place."""
        return self._closed or self.moved

    def rest(self) -> None:
        """Go on without a place."""
        self.moved, self._replayed = False, None

    # --- what its reader says -----------------------------------------------------

    async def asked(
        self, seconds: float | None = None, *, by_hand: bool = False
    ) -> bytes | None:
        """The next message that asks for a run; None if they leave, or none comes."""
        asks = is_by_hand if by_hand else asks_for_a_run
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while (then := await self._next())["type"] == "websocket.receive":
                    if asks(then["bytes"]):
                        return then["bytes"]
        return None

    def hears(self, request: bytes) -> None:
        """Let a new session begin with this request."""
        self._pending = [self._opened, _said(request)]

    def goes_on(self, done: bytes) -> None:
        """Let a session that has begun hear what the reader did."""
        self._pending = [_said(done)]

    def replay(self, request: bytes, done: bytes) -> None:
        """Let a new session hear `request`, and then what the reader did.

        Its answer to the first is not sent: the reader has seen that already.
        """
        self._pending = [self._opened, _said(request), _said(done)]
        self._replayed, self._run_end = asyncio.Event(), RunEnd()

    async def receive(self) -> Message:
        """What the app hears next."""
        if not self._pending:
            return await self._next()
        if self._replayed and len(self._pending) == 1:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._replayed.wait(), REPLAY_SECONDS)
            self._replayed = None
        return self._pending.pop(0)

    async def _next(self) -> Message:
        """The next message that may be read; a refused one ends the socket."""
        while True:
            message = await self._received()
            if message["type"] != "websocket.receive":
                self._closed |= message is not GONE
                return message
            try:
                if message.get("bytes") is None:
                    raise Refused(NOT_BYTES)
                frame = checked(message["bytes"])
            except Refused as refused:
                self._closed = True
                await self._send({"type": "websocket.close", "code": refused.code})
                return {"type": "websocket.disconnect", "code": refused.code}
            if frame is not None and is_by_hand(frame):
                self.since = monotonic()
            await asyncio.sleep(self._rate_limit.delay())
            if frame is not None:
                return _said(frame)

    async def _received(self) -> Message:
        """The next message, unless the place is given away meanwhile."""
        if self.gone:
            return GONE
        try:
            async with asyncio.timeout(None) as self._waiting:
                return await self._receive()
        except TimeoutError:
            return GONE
        finally:
            self._waiting = None

    # --- what it is sent ----------------------------------------------------------

    async def tell(self, frame: bytes) -> None:
        """Send what the guard has to say."""
        await self.send({"type": "websocket.send", "bytes": frame})

    async def send(self, message: Message) -> None:
        """Pass on what the app sends; the guard opened the socket, or has closed it."""
        if self.gone or message["type"] == "websocket.accept":
            return
        if self._replayed and message["type"] == "websocket.send":
            if self._run_end.reached(message["bytes"]):
                self._replayed.set()
            return
        self._closed = message["type"] == "websocket.close"
        await self._send(message)


def _said(frame: bytes) -> Message:
    return {"type": "websocket.receive", "bytes": frame}
