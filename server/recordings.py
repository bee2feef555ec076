"""The first run of a page, kept as bytes for all who open the same link.

A class opens one link within a second. What a page shows then depends on its address
and on day or night, on nothing else: so it runs once, for a visitor whom nobody sees,
and what it sends is handed to every reader as it comes, and kept for a while. A reader
gets a session of his own when he touches something; his page runs once for that session
unseen, which leaves it as if it had been there from the beginning, and then again.
"""

import asyncio
import logging
import time
import uuid
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from typing import Any

from google.protobuf.message import DecodeError
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

MOST = 256
MOST_BYTES = 64_000_000
KEPT = 30.0  # seconds; a model that was mended meanwhile is not late by more
PATIENCE = 60.0  # seconds for one run
NOT_READ = ("timezone", "timezone_offset", "locale", "url")  # no page looks at these
OF_ONE_SESSION = b"/media/"  # a file that is there as long as its session

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
App = Callable[
    [
        Scope,
        Callable[[], Awaitable[Message]],
        Callable[[Message], Awaitable[None]],
    ],
    Awaitable[None],
]
log = logging.getLogger(__name__)


class Recording:
    """What one run sends; it can be read while it grows, by many, at their own pace.

    `good` is True when it ended well and holds nothing that belongs to one session.
    """

    def __init__(self) -> None:
        self.good = True
        self.ended = asyncio.Event()
        self.ended_at = 0.0
        self.bytes = 0
        self._frames: list[bytes | ForwardMsg] = []
        self._grown = asyncio.Event()

    def add(self, frame: bytes) -> None:
        """Keep one message; the last one ends the recording."""
        message = ForwardMsg.FromString(frame)
        kind = message.WhichOneof("type")
        self._frames.append(message if kind == "new_session" else frame)
        self.bytes += len(frame)
        if kind == "script_finished":
            self.good &= message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY
        self.good &= OF_ONE_SESSION not in frame
        if is_last(message):
            self.end(good=self.good)
        self._tell()

    def end(self, *, good: bool) -> None:
        """Nothing more comes; said again, it changes nothing."""
        if not self.ended.is_set():
            self.good, self.ended_at = good, time.monotonic()
            self.ended.set()
            self._tell()

    def _tell(self) -> None:
        grown, self._grown = self._grown, asyncio.Event()
        grown.set()

    async def frames(self) -> AsyncIterator[bytes]:
        """Every message in order, with an id of a session that nobody else has."""
        sent = 0
        while True:
            grown = self._grown  # before looking, so that nothing is missed
            for frame in self._frames[sent:]:
                sent += 1
                yield _for_one(frame) if isinstance(frame, ForwardMsg) else frame
            if self.ended.is_set() and sent == len(self._frames):
                return
            await grown.wait()


class Recordings:
    """The first runs of `app` that were asked for last."""

    def __init__(self, app: App, clock: Callable[[], float] = time.monotonic) -> None:
        self._app = app
        self._clock = clock
        self._kept: OrderedDict[bytes, Recording] = OrderedDict()
        self._running: set[asyncio.Task[None]] = set()

    def of(self, frame: bytes, scope: Scope) -> Recording | None:
        """The run that this message asks for, begun now if need be.

        None for a message that comes from a page which is there already.
        """
        asked = first(frame)
        if asked is None:
            return None
        found = self._kept.get(asked)
        if found is None or (
            found.ended.is_set()
            and not (found.good and self._clock() - found.ended_at < KEPT)
        ):
            found = self._kept[asked] = Recording()
            task = asyncio.create_task(self._run(asked, found, scope))
            self._running.add(task)
            task.add_done_callback(self._running.discard)
        self._kept.move_to_end(asked)
        return found

    async def _run(self, asked: bytes, recording: Recording, scope: Scope) -> None:
        """Visit the app as nobody: no cookie, no old session, no name."""
        said: list[Message] = [
            {"type": "websocket.connect"},
            {"type": "websocket.receive", "bytes": asked},
        ]

        async def receive() -> Message:
            if said:
                return said.pop(0)
            await recording.ended.wait()
            return {"type": "websocket.disconnect", "code": 1000}

        async def send(message: Message) -> None:
            if message["type"] == "websocket.send" and not recording.ended.is_set():
                recording.add(message["bytes"])
            elif message["type"] == "websocket.close":
                recording.end(good=False)

        host = [pair for pair in scope["headers"] if pair[0] == b"host"]
        nobody = {**scope, "headers": host, "subprotocols": ["streamlit"]}
        nobody["state"] = dict(scope.get("state", {}))
        try:
            async with asyncio.timeout(PATIENCE):
                await self._app(nobody, receive, send)
        except Exception as problem:
            log.error("recording a page: %s", type(problem).__name__)
        finally:
            recording.end(good=False)
            self._forget()

    def _forget(self) -> None:
        """Keep what is fresh and good, within the bounds."""
        for asked, kept in list(self._kept.items()):
            old = self._clock() - kept.ended_at >= KEPT
            if kept.ended.is_set() and (old or not kept.good):
                del self._kept[asked]
        total = sum(kept.bytes for kept in self._kept.values())
        while len(self._kept) > MOST or (total > MOST_BYTES and len(self._kept) > 1):
            _, oldest = self._kept.popitem(last=False)
            total -= oldest.bytes


def first(frame: bytes) -> bytes | None:
    """The message of a browser that has just come, without what no page looks at.

    None for any other: a page that has controls already speaks of them.
    """
    message = BackMsg.FromString(frame)
    asked = message.rerun_script
    if message.WhichOneof("type") != "rerun_script":
        return None
    if asked.widget_states.widgets or asked.fragment_id or asked.cached_message_hashes:
        return None
    for name in NOT_READ:
        asked.context_info.ClearField(name)
    return message.SerializeToString(deterministic=True)


def asks_for_a_run(frame: bytes) -> bool:
    """True for what a reader does, False for a sign of life."""
    return BackMsg.FromString(frame).WhichOneof("type") == "rerun_script"


def is_last(message: ForwardMsg) -> bool:
    """True for the message after which Streamlit waits for the reader."""
    status = message.session_status_changed
    changed = message.WhichOneof("type") == "session_status_changed"
    return changed and not status.script_is_running


def ends_a_run(frame: bytes) -> bool:
    """`is_last` of a message as it is sent."""
    try:
        return is_last(ForwardMsg.FromString(frame))
    except DecodeError:
        return False


def _for_one(session: ForwardMsg) -> bytes:
    """The message that begins a session; whoever knows its id could take it over."""
    session.new_session.initialize.session_id = str(uuid.uuid4())
    return session.SerializeToString()
