"""The first run of a page, kept as bytes for all who open the same link.

A class opens one link within a second, or comes back so after a fault. What a page
shows then follows from the first message of a browser: so the page runs once, with no
reader of its own, and what it sends is handed to every reader as it comes, and kept for
a while. A reader who does something gets a session: the first that of this run; for any
other the page runs once more.
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

from server.messages import RunEnd, first_request
from server.origin import language_of

MAX_RUNS, MAX_BYTES = 256, 64_000_000
KEPT_SECONDS = 30.0  # a model that was mended meanwhile is not late by more
RUN_SECONDS = 60.0  # at most
FILE_OF_A_SESSION = b"/media/"  # the address of a file that lives as long as a session

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class SentMessage:
    """One message of a run, and the reference for a browser that has it already."""

    frame: bytes
    hash: str = ""
    reference: bytes = b""
    new_session: ForwardMsg | None = None  # where it begins a session

    @classmethod
    def of(cls, frame: bytes, message: ForwardMsg) -> "SentMessage":
        """A message as it was sent, and as it was read."""
        if message.WhichOneof("type") == "new_session":
            return cls(frame, new_session=message)
        if not message.metadata.cacheable:
            return cls(frame)
        reference = create_reference_msg(message).SerializeToString()
        return cls(frame, message.hash, reference)

    def to(self, session: str, cached: Container[str]) -> bytes:
        """As a reader of that `session` gets it, whose browser keeps those `cached`."""
        if self.new_session:
            self.new_session.new_session.initialize.session_id = session
            return self.new_session.SerializeToString()
        return self.reference if self.hash in cached else self.frame


class SharedFirstRun:
    """What one run sends; many can read it while it grows, each at their own pace.

    `good` is True when it ended well and holds nothing that belongs to one session.
    """

    def __init__(self, request: bytes) -> None:
        self.good = True
        self.ended = asyncio.Event()
        self.ended_at = 0.0
        self.bytes = 0
        self.session = FirstSession(request)
        self._run_end = RunEnd()
        self._succeeded = False  # the last script that ran
        self._readers = 0
        self._reading = 0  # of them, those who have not been sent all of it
        self._forgotten = False
        self._messages: list[SentMessage] = []
        self._grown = asyncio.Event()

    def add(self, frame: bytes) -> None:
        """Keep one message; the last one ends the run."""
        message = ForwardMsg.FromString(frame)
        self._messages.append(SentMessage.of(frame, message))
        self.bytes += len(frame)
        if message.WhichOneof("type") == "script_finished":
            self._succeeded = (
                message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY
            )
        self.good &= FILE_OF_A_SESSION not in frame
        if self._run_end.is_last(message):
            self.end(good=self.good and self._succeeded)
        self._wake_readers()

    def end(self, *, good: bool) -> None:
        """Nothing more comes; a second call changes nothing."""
        if not self.ended.is_set():
            self.good, self.ended_at = good, time.monotonic()
            self.ended.set()
            self._close_unwatched()
            self._wake_readers()

    @contextlib.contextmanager
    def watched(self) -> Iterator[None]:
        """While a reader looks at it, its session waits for what they may do."""
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
        """Drop the messages, as soon as every reader has been sent all of them.

        A reader keeps this run for as long as they look at the page.
        """
        self._forgotten = True
        if not self._reading:
            self._messages.clear()

    def _wake_readers(self) -> None:
        grown, self._grown = self._grown, asyncio.Event()
        grown.set()

    async def frames(self, cached: Container[str] = ()) -> AsyncIterator[bytes]:
        """Every message in order, for a browser that keeps those with `cached` hashes.

        Whoever knew the id of a session could take it over: each reader gets their own.
        """
        session, sent = str(uuid.uuid4()), 0
        self._reading += 1
        try:
            while True:
                grown = self._grown  # before looking, so that nothing is missed
                for message in self._messages[sent:]:
                    sent += 1
                    yield message.to(session, cached)
                if self.ended.is_set() and sent == len(self._messages):
                    return
                await grown.wait()
        finally:
            self._reading -= 1
            if self._forgotten:
                self.forget()


class FirstSession:
    """The session that made a shared run: of the first reader who does something.

    It has drawn the page that the reader sees, so what they do goes to it as it is.
    """

    def __init__(self, request: bytes) -> None:
        self.over = asyncio.Event()
        self._pending: list[Message] = [
            {"type": "websocket.connect"},
            {"type": "websocket.receive", "bytes": request},
        ]
        self._decided = asyncio.Event()  # taken, or closed
        self._reader_receive: Receive | None = None
        self._reader_send: Send | None = None

    def take(self, receive: Receive, send: Send) -> bool:
        """Give it to one reader; False when it is not there any more."""
        if self._decided.is_set() or self.over.is_set():
            return False
        self._reader_receive, self._reader_send = receive, send
        self._decided.set()
        return True

    def close(self) -> None:
        """Nobody will take it; one that is taken stays."""
        self._decided.set()

    async def receive(self) -> Message:
        """What the app hears: the request, and then its reader."""
        if self._pending:
            return self._pending.pop(0)
        await self._decided.wait()
        if self._reader_receive is None:
            return {"type": "websocket.disconnect", "code": 1000}
        return await self._reader_receive()

    async def send(self, message: Message) -> None:
        """What the app sends to its reader."""
        if self._reader_send is not None:
            await self._reader_send(message)


class SharedFirstRuns:
    """The first runs of `app` that were asked for last, each in one language.

    `wished` is the language of a page whose reader's browser accepts these.
    """

    def __init__(
        self,
        app: ASGIApp,
        clock: Callable[[], float] = time.monotonic,
        wished: Callable[[str], str] = lambda _: "",
    ) -> None:
        self._app = app
        self._clock = clock
        self._wished = wished
        self._kept: OrderedDict[tuple[bytes, str], SharedFirstRun] = OrderedDict()
        self._running: set[asyncio.Task[None]] = set()

    def joined(self, frame: bytes, scope: Scope) -> SharedFirstRun | None:
        """The run that this message asks for, begun now if need be.

        None for a message in which a reader does something.
        """
        request = first_request(frame)
        if request is None:
            return None
        language = self._wished(language_of(scope))
        found = self._kept.get((request, language))
        if found is None or (
            found.ended.is_set()
            and not (found.good and self._clock() - found.ended_at < KEPT_SECONDS)
        ):
            if found is not None:
                found.forget()
            found = self._kept[request, language] = SharedFirstRun(request)
            task = asyncio.create_task(self._run(language, found, scope))
            self._running.add(task)
            task.add_done_callback(self._running.discard)
        self._kept.move_to_end((request, language))
        return found

    async def _run(self, language: str, run: SharedFirstRun, scope: Scope) -> None:
        """Visit the app as nobody: no cookie, no old session, no name; a language."""
        session = run.session
        headers = [pair for pair in scope["headers"] if pair[0] == b"host"]
        if language:
            headers.append((b"accept-language", language.encode()))
        nobody = {**scope, "headers": headers, "subprotocols": ["streamlit"]}
        nobody["state"] = dict(scope.get("state", {}))
        try:
            async with asyncio.timeout(RUN_SECONDS) as timeout:

                async def send(message: Message) -> None:
                    if run.ended.is_set():
                        await session.send(message)
                    elif message["type"] == "websocket.send":
                        run.add(message["bytes"])
                    elif message["type"] == "websocket.close":
                        run.end(good=False)
                    if run.ended.is_set() and timeout.when() is not None:
                        timeout.reschedule(None)
                        self._forget()

                await self._app(nobody, session.receive, send)
        except Exception as problem:
            log.error("the first run of a page: %s", type(problem).__name__)
        finally:
            run.end(good=False)
            session.over.set()
            self._forget()

    def _forget(self) -> None:
        """Keep what is fresh and good, within the bounds."""
        for request, run in list(self._kept.items()):
            old = self._clock() - run.ended_at >= KEPT_SECONDS
            if run.ended.is_set() and (old or not run.good):
                self._kept.pop(request).forget()
        total = sum(run.bytes for run in self._kept.values())
        while len(self._kept) > MAX_RUNS or (total > MAX_BYTES and len(self._kept) > 1):
            _, oldest = self._kept.popitem(last=False)
            oldest.forget()
            total -= oldest.bytes
