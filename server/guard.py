"""The guard in front of every public session, as ASGI middleware.

Over HTTP: security headers, a page that says that the room is full, nothing that the
app does not use. On the socket: who may open one, which messages, how long, how often.
"""

import asyncio
import contextlib
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.headers import of_every_answer
from server.messages import (
    NOT_BYTES,
    Ending,
    Refused,
    asks_for_a_run,
    before,
    held,
    passed,
)
from server.rate_limit import Allowance
from server.session_limit import Seats
from server.shared_first_run import Recording, Recordings

FULL = (Path(__file__).parent / "full.html").read_bytes()
READ_ONLY = {"GET", "HEAD", "OPTIONS"}
HIDDEN = ("/_stcore/metrics", "/_stcore/agent", "/_stcore/upload_file")
PROBES = {"/ready", "/_stcore/health"}
RETRY = (b"retry-after", b"15")
# Streamlit's page asks below its own address first whether the server is there. A 404
# would stand in every reader's console as an error; to be told "elsewhere" is none.
BELOW = re.compile(r"/[\w-]+/_stcore/(health|host-config)")
UNSEEN = 30.0  # seconds for the run that only a new session sees


class Guard:
    """Stands before `app`. `hosts` are the names it answers to; none means any.

    While `shared` says True, who opens a link is shown the run that others were shown.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        seats: Seats,
        hosts: Sequence[str] = (),
        framed_by: Sequence[str] = (),
        allowance: Callable[[], Allowance] = Allowance,
        shared: Callable[[], bool] = lambda: False,
    ) -> None:
        self._app = app
        self._shared = shared
        self._recordings = Recordings(app)
        self._seats = seats
        self._hosts = frozenset(host.lower() for host in hosts)
        self._headers = list(of_every_answer(framed_by))
        self._allowance = allowance

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, one socket, or the process's own start and end."""
        if scope["type"] == "http":
            await self._page(scope, receive, self._with_headers(send))
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    # --- pages --------------------------------------------------------------------

    async def _page(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._known_host(scope) and scope["path"] not in PROBES:
            await _answer(send, 421, b"This is not the host you asked for.\n")
        elif scope["method"] not in READ_ONLY:
            await _answer(send, 405, b"There is nothing here to write to.\n")
        elif scope["path"].startswith(HIDDEN):
            await _answer(send, 404, b"Not found\n")
        elif BELOW.fullmatch(scope["path"]):
            await _answer(send, 300, b"The server is at the root.\n")
        elif self._seats.full and _wants_a_page(scope):
            await _answer(send, 503, FULL, b"text/html; charset=utf-8", RETRY)
        else:
            await self._app(scope, receive, send)

    def _with_headers(self, send: Send) -> Send:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *self._headers]
            await send(message)

        return sending

    def _known_host(self, scope: Scope) -> bool:
        return not self._hosts or _name(b"//" + _header(scope, b"host")) in self._hosts

    # --- sockets ------------------------------------------------------------------

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._known_host(scope) or not _same_origin(scope):
            await _refuse(receive, send, 403, b"Open the page itself.\n")
        elif self._seats.full:
            await _refuse(receive, send, 503, b"The room is full.\n", RETRY)
        else:
            self._seats.take()
            try:
                line = Line(receive, send, self._allowance())
                asked = await line.begins(scope)
                if asked is None:
                    return
                kept = self._recordings.of(asked, scope) if self._shared() else None
                if kept is not None:
                    await self._shown(kept, asked, line, scope)
                    return
                if self._shared() and (seen := before(asked)):
                    line.repeat(seen)  # he comes back with a click, which shall count
                await self._app(scope, line.receive, line.send)
            finally:
                self._seats.leave()

    async def _shown(
        self, kept: Recording, asked: bytes, line: "Line", scope: Scope
    ) -> None:
        """Show what others are shown, and a session as soon as he touches something."""
        with kept.watched():
            async for frame in kept.frames(held(asked)):
                await line.send({"type": "websocket.send", "bytes": frame})
            if kept.good:
                if not await line.touched():
                    return
                if kept.session.taken(line.receive, line.send):
                    await kept.session.over.wait()
                    return
                line.repeat(asked)
            await self._app(scope, line.receive, line.send)


class Line:
    """One socket: the messages that are passed on, until one is refused.

    The app hears of it when the first good message is there, as if it were opened at
    that moment: a session costs far more than a socket, and who sends rubbish and
    comes again, many times a second, gets none.
    """

    def __init__(self, receive: Receive, send: Send, allowance: Allowance) -> None:
        self._receive = receive
        self._send = send
        self._allowance = allowance
        self._closed = False
        self._opened: Message = {}
        self._held: list[Message] = []  # what the app hears next
        self._unseen: asyncio.Event | None = None  # set when the unseen run is over
        self._ending = Ending()  # of the unseen run

    async def begins(self, scope: Scope) -> bytes | None:
        """Open the socket; the first message that the app may read, if one comes."""
        opened = await self._receive()
        if opened["type"] != "websocket.connect":
            return None
        spoken = "streamlit" if "streamlit" in scope["subprotocols"] else None
        await self._send({"type": "websocket.accept", "subprotocol": spoken})
        first = await self.receive()
        self._opened, self._held = opened, [opened, first]
        return first.get("bytes") if first["type"] == "websocket.receive" else None

    async def touched(self) -> bool:
        """Wait until the reader does something with the page; False when he leaves."""
        self._held = []
        while (then := await self.receive())["type"] == "websocket.receive":
            if asks_for_a_run(then["bytes"]):
                self._held = [then]
                return True
        return False

    def repeat(self, asked: bytes) -> None:
        """Let the app hear that this was asked, and then what the reader did now.

        It is not heard itself until it has answered the first: he has seen that.
        """
        seen = {"type": "websocket.receive", "bytes": asked}
        self._held = [self._opened, seen, self._held[-1]]
        self._unseen = asyncio.Event()

    async def receive(self) -> Message:
        """The next message that the app may read; a refused one ends the socket."""
        if self._held:
            if self._unseen and len(self._held) == 1:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._unseen.wait(), UNSEEN)
                self._unseen = None
            return self._held.pop(0)
        while True:
            message = await self._receive()
            if message["type"] != "websocket.receive":
                return message
            await asyncio.sleep(self._allowance.wait())
            try:
                if message.get("bytes") is None:
                    raise Refused(NOT_BYTES)
                frame = passed(message["bytes"])
            except Refused as refused:
                await self._send({"type": "websocket.close", "code": refused.code})
                self._closed = True
                return {"type": "websocket.disconnect", "code": refused.code}
            if frame is not None:
                return {"type": "websocket.receive", "bytes": frame}

    async def send(self, message: Message) -> None:
        """Pass on what the app says; the socket is open, or was closed, from here."""
        if self._closed or message["type"] == "websocket.accept":
            return
        if self._unseen and message["type"] == "websocket.send":
            if self._ending.reached(message["bytes"]):
                self._unseen.set()
            return
        await self._send(message)


def _header(scope: Scope, name: bytes) -> bytes:
    return next((value for key, value in scope["headers"] if key == name), b"")


def _name(address: bytes) -> str | None:
    """The host that an address names, without its port."""
    try:
        return urlsplit(address.decode("latin-1")).hostname
    except ValueError:
        return None


def _same_origin(scope: Scope) -> bool:
    """True for our own pages, and for programs, which need not say where they are from.

    Asked here because Streamlit looks a foreign origin up on the network, and everybody
    waits meanwhile.
    """
    origin = _header(scope, b"origin")
    return not origin or _name(origin) == _name(b"//" + _header(scope, b"host"))


def _wants_a_page(scope: Scope) -> bool:
    return b"text/html" in _header(scope, b"accept")


async def _answer(
    send: Send,
    status: int,
    body: bytes,
    kind: bytes = b"text/plain; charset=utf-8",
    *headers: tuple[bytes, bytes],
    to: str = "http",
) -> None:
    usual = [
        (b"content-type", kind),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    start = f"{to}.response.start"
    await send({"type": start, "status": status, "headers": [*usual, *headers]})
    await send({"type": f"{to}.response.body", "body": body})


async def _refuse(
    receive: Receive,
    send: Send,
    status: int,
    body: bytes,
    *headers: tuple[bytes, bytes],
) -> None:
    """Answer a handshake with a page instead of a socket."""
    await receive()
    plain = b"text/plain; charset=utf-8"
    await _answer(send, status, body, plain, *headers, to="websocket.http")
