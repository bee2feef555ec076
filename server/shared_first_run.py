"""The first run of a page, kept as bytes for all who open the same link.

A class opens one link within a second, or comes back so after a fault. What a page
shows then follows from what the browser says first: so it runs once, unseen, and what
it sends is handed to every reader as it comes, and kept for a while. Who touches
something gets a session: the first that of the run; for any other it runs once more.
"""

import asyncio
import contextlib
import logging
import time
import uuid
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Container, Iterator
from dataclasses import dataclass

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.forward_msg_cache import create_reference_msg

from server.messages import Ending, first

MOST, MOST_BYTES = 256, 64_000_000
KEPT = 30.0  # seconds; a model that was mended meanwhile is not late by more
PATIENCE = 60.0  # seconds for one run
OF_ONE_SESSION = b"/media/"  # a file that is there as long as its session

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Part:
    """One message of a run, and what stands for it where the reader has it already."""

    frame: bytes
    name: str = ""
    reference: bytes = b""
    opening: ForwardMsg | None = None  # where it begins a session

    @classmethod
    def of(cls, frame: bytes, message: ForwardMsg) -> "Part":
        """A message as it was sent, and as it was read."""
        if message.WhichOneof("type") == "new_session":
            return cls(frame, opening=message)
        if not message.metadata.cacheable:
            return cls(frame)
        reference = create_reference_msg(message).SerializeToString()
        return cls(frame, message.hash, reference)

    def to(self, session: str, known: Container[str]) -> bytes:
        """As a reader gets it who keeps the messages of these names."""
        if self.opening:
            self.opening.new_session.initialize.session_id = session
            return self.opening.SerializeToString()
        return self.reference if self.name in known else self.frame


class Recording:
    """What one run sends; it can be read while it grows, by many, at their own pace.

    `good` is True when it ended well and holds nothing that belongs to one session.
    """

    def __init__(self, asked: bytes) -> None:
        self.good = True
        self.ended = asyncio.Event()
        self.ended_at = 0.0
        self.bytes = 0
        self.session = Session(asked)
        self._ending = Ending()
        self._well = False  # how the last run ended
        self._readers = 0
        self._reading = 0  # of them, those who have not been sent all of it
        self._forgotten = False
        self._parts: list[Part] = []
        self._grown = asyncio.Event()

    def add(self, frame: bytes) -> None:
        """Keep one message; the last one ends the recording."""
        message = ForwardMsg.FromString(frame)
        self._parts.append(Part.of(frame, message))
        self.bytes += len(frame)
        if message.WhichOneof("type") == "script_finished":
            self._well = message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY
        self.good &= OF_ONE_SESSION not in frame
        if self._ending.is_last(message):
            self.end(good=self.good and self._well)
        self._tell()

    def end(self, *, good: bool) -> None:
        """Nothing more comes; said again, it changes nothing."""
        if not self.ended.is_set():
            self.good, self.ended_at = good, time.monotonic()
            self.ended.set()
            self._close_unwatched()
            self._tell()

    @contextlib.contextmanager
    def watched(self) -> Iterator[None]:
        """While somebody looks at it, its session waits for him to touch something."""
        self._readers += 1
        try:
            yield
        finally:
            self._readers -= 1
            self._close_unwatched()

    def _close_unwatched(self) -> None:
        if self.ended.is_set() and not (self.good and self._readers):
            self.session.close()

    def forget(self) -> None:
        """Let go of what was sent, as soon as all have it to whom it is being sent.

        A reader stays with his recording for as long as he stays.
        """
        self._forgotten = True
        if not self._reading:
            self._parts.clear()

    def _tell(self) -> None:
        grown, self._grown = self._grown, asyncio.Event()
        grown.set()

    async def frames(self, known: Container[str] = ()) -> AsyncIterator[bytes]:
        """Every message in order, for a reader who keeps those of the names `known`.

        Whoever knew the id of a session could take it over: each gets one of his own.
        """
        session, sent = str(uuid.uuid4()), 0
        self._reading += 1
        try:
            while True:
                grown = self._grown  # before looking, so that nothing is missed
                for part in self._parts[sent:]:
                    sent += 1
                    yield part.to(session, known)
                if self.ended.is_set() and sent == len(self._parts):
                    return
                await grown.wait()
        finally:
            self._reading -= 1
            if self._forgotten:
                self.forget()


class Session:
    """The session in which a run was recorded: of the first reader who takes it.

    It has drawn the page that he sees, so what he does goes to it as it is.
    """

    def __init__(self, asked: bytes) -> None:
        self.over = asyncio.Event()
        self._said: list[Message] = [
            {"type": "websocket.connect"},
            {"type": "websocket.receive", "bytes": asked},
        ]
        self._free = asyncio.Event()  # taken, or closed
        self._hear: Receive | None = None
        self._say: Send | None = None

    def taken(self, hear: Receive, say: Send) -> bool:
        """Give it to one reader; False when it is not there any more."""
        if self._free.is_set() or self.over.is_set():
            return False
        self._hear, self._say = hear, say
        self._free.set()
        return True

    def close(self) -> None:
        """Nobody will take it; one that is taken stays."""
        self._free.set()

    async def receive(self) -> Message:
        """What the app hears: the question, and then its reader."""
        if self._said:
            return self._said.pop(0)
        await self._free.wait()
        if self._hear is None:
            return {"type": "websocket.disconnect", "code": 1000}
        return await self._hear()

    async def send(self, message: Message) -> None:
        """What the app says to its reader."""
        if self._say is not None:
            await self._say(message)


class Recordings:
    """The first runs of `app` that were asked for last."""

    def __init__(
        self, app: ASGIApp, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._app = app
        self._clock = clock
        self._kept: OrderedDict[bytes, Recording] = OrderedDict()
        self._running: set[asyncio.Task[None]] = set()

    def of(self, frame: bytes, scope: Scope) -> Recording | None:
        """The run that this message asks for, begun now if need be.

        None for a message in which a reader does something.
        """
        asked = first(frame)
        if asked is None:
            return None
        found = self._kept.get(asked)
        if found is None or (
            found.ended.is_set()
            and not (found.good and self._clock() - found.ended_at < KEPT)
        ):
            if found is not None:
                found.forget()
            found = self._kept[asked] = Recording(asked)
            task = asyncio.create_task(self._run(asked, found, scope))
            self._running.add(task)
            task.add_done_callback(self._running.discard)
        self._kept.move_to_end(asked)
        return found

    async def _run(self, asked: bytes, recording: Recording, scope: Scope) -> None:
        """Visit the app as nobody: no cookie, no old session, no name."""
        session = recording.session
        host = [pair for pair in scope["headers"] if pair[0] == b"host"]
        nobody = {**scope, "headers": host, "subprotocols": ["streamlit"]}
        nobody["state"] = dict(scope.get("state", {}))
        try:
            async with asyncio.timeout(PATIENCE) as patience:

                async def send(message: Message) -> None:
                    if recording.ended.is_set():
                        await session.send(message)
                    elif message["type"] == "websocket.send":
                        recording.add(message["bytes"])
                    elif message["type"] == "websocket.close":
                        recording.end(good=False)
                    if recording.ended.is_set() and patience.when() is not None:
                        patience.reschedule(None)
                        self._forget()

                await self._app(nobody, session.receive, send)
        except Exception as problem:
            log.error("recording a page: %s", type(problem).__name__)
        finally:
            recording.end(good=False)
            session.over.set()
            self._forget()

    def _forget(self) -> None:
        """Keep what is fresh and good, within the bounds."""
        for asked, kept in list(self._kept.items()):
            old = self._clock() - kept.ended_at >= KEPT
            if kept.ended.is_set() and (old or not kept.good):
                self._kept.pop(asked).forget()
        total = sum(kept.bytes for kept in self._kept.values())
        while len(self._kept) > MOST or (total > MOST_BYTES and len(self._kept) > 1):
            _, oldest = self._kept.popitem(last=False)
            oldest.forget()
            total -= oldest.bytes
