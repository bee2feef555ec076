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

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.headers import security_headers
from server.messages import (
    NOT_BYTES,
    Refused,
    RunEnd,
    asks_for_a_run,
    cached_hashes,
    checked,
    request_before,
)
from server.rate_limit import RateLimit
from server.session_limit import SessionLimit
from server.shared_first_run import SharedFirstRun, SharedFirstRuns

FULL_PAGE = (Path(__file__).parent / "full.html").read_bytes()
READ_ONLY = {"GET", "HEAD", "OPTIONS"}
HIDDEN = ("/_stcore/metrics", "/_stcore/agent", "/_stcore/upload_file")
PROBES = {"/ready", "/_stcore/health"}
NOT_KEPT = {"cache-control": "no-store"}
FULL = {**NOT_KEPT, "retry-after": "15"}
# Streamlit's page asks below its own address first whether the server is there. A 404
# would stand in every reader's console as an error; to be told "elsewhere" is none.
BELOW = re.compile(r"/[\w-]+/_stcore/(health|host-config)")
REPLAY_SECONDS = 30.0  # for the run that only a new session sees


class Guard:
    """Stands before `app`. `hosts` are the names it answers to; none means any.

    While `shared` says True, readers who open one link are shown one run of its page.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        sessions: SessionLimit,
        hosts: Sequence[str] = (),
        framed_by: Sequence[str] = (),
        rate_limit: Callable[[], RateLimit] = RateLimit,
        shared: Callable[[], bool] = lambda: False,
    ) -> None:
        self._app = app
        self._shared = shared
        self._first_runs = SharedFirstRuns(app)
        self._sessions = sessions
        self._hosts = frozenset(host.lower() for host in hosts)
        self._headers = list(security_headers(framed_by))
        self._rate_limit = rate_limit

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
        await (self._refusal(scope) or self._app)(scope, receive, send)

    def _refusal(self, scope: Scope) -> Response | None:
        """What is answered where the app is not to be asked."""
        if not self._known_host(scope) and scope["path"] not in PROBES:
            return _plain("This is not the host you asked for.\n", 421)
        if scope["method"] not in READ_ONLY:
            return _plain("There is nothing here to write to.\n", 405)
        if scope["path"].startswith(HIDDEN):
            return _plain("Not found\n", 404)
        if BELOW.fullmatch(scope["path"]):
            return _plain("The server is at the root.\n", 300)
        if self._sessions.reached and "text/html" in _header(scope, "accept"):
            return Response(FULL_PAGE, 503, FULL, "text/html")
        return None

    def _with_headers(self, send: Send) -> Send:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *self._headers]
            await send(message)

        return sending

    def _known_host(self, scope: Scope) -> bool:
        return not self._hosts or _name_of_host(scope) in self._hosts

    # --- sockets ------------------------------------------------------------------

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._known_host(scope) or not _same_origin(scope):
            await receive()
            refusal = _plain("Open the page itself.\n", 403)
            await refusal(scope, receive, send)
        elif self._sessions.reached:
            await receive()
            refusal = PlainTextResponse("The room is full.\n", 503, FULL)
            await refusal(scope, receive, send)
        else:
            self._sessions.enter()
            try:
                socket = GuardedSocket(receive, send, self._rate_limit())
                request = await socket.open(scope)
                if request is None:
                    return
                run = (
                    self._first_runs.joined(request, scope) if self._shared() else None
                )
                if run is not None:
                    await self._show(run, request, socket, scope)
                    return
                if self._shared() and (seen := request_before(request)):
                    socket.replay(seen)  # a reader is back with a click, which counts
                await self._app(scope, socket.receive, socket.send)
            finally:
                self._sessions.leave()

    async def _show(
        self, run: SharedFirstRun, request: bytes, socket: "GuardedSocket", scope: Scope
    ) -> None:
        """Show the shared run; open a session when the reader does something."""
        with run.watched():
            async for frame in run.frames(cached_hashes(request)):
                await socket.send({"type": "websocket.send", "bytes": frame})
            if run.good:
                if not await socket.acted():
                    return
                if run.session.take(socket.receive, socket.send):
                    await run.session.over.wait()
                    return
                socket.replay(request)
            await self._app(scope, socket.receive, socket.send)


class GuardedSocket:
    """One socket: the messages that are passed on, until one is refused.

    The app hears of it when the first good message is there, as if it were opened at
    that moment: a session costs far more than a socket, and a program that sends
    rubbish and comes again, many times a second, gets none.
    """

    def __init__(self, receive: Receive, send: Send, rate_limit: RateLimit) -> None:
        self._receive = receive
        self._send = send
        self._rate_limit = rate_limit
        self._closed = False
        self._opened: Message = {}
        self._pending: list[Message] = []  # what the app hears next
        self._replayed: asyncio.Event | None = None  # set when the replayed run is over
        self._run_end = RunEnd()  # of the replayed run

    async def open(self, scope: Scope) -> bytes | None:
        """Open the socket; the first message that the app may read, if one comes."""
        opened = await self._receive()
        if opened["type"] != "websocket.connect":
            return None
        protocol = "streamlit" if "streamlit" in scope["subprotocols"] else None
        await self._send({"type": "websocket.accept", "subprotocol": protocol})
        first = await self.receive()
        self._opened, self._pending = opened, [opened, first]
        return first.get("bytes") if first["type"] == "websocket.receive" else None

    async def acted(self) -> bool:
        """Wait until the reader does something with the page; False when they leave."""
        self._pending = []
        while (then := await self.receive())["type"] == "websocket.receive":
            if asks_for_a_run(then["bytes"]):
                self._pending = [then]
                return True
        return False

    def replay(self, request: bytes) -> None:
        """Let the app hear `request` first, and then what the reader did now.

        Its answer to the first is not sent: the reader has seen that already.
        """
        seen = {"type": "websocket.receive", "bytes": request}
        self._pending = [self._opened, seen, self._pending[-1]]
        self._replayed = asyncio.Event()

    async def receive(self) -> Message:
        """The next message that the app may read; a refused one ends the socket."""
        if self._pending:
            if self._replayed and len(self._pending) == 1:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._replayed.wait(), REPLAY_SECONDS)
                self._replayed = None
            return self._pending.pop(0)
        while True:
            message = await self._receive()
            if message["type"] != "websocket.receive":
                return message
            await asyncio.sleep(self._rate_limit.delay())
            try:
                if message.get("bytes") is None:
                    raise Refused(NOT_BYTES)
                frame = checked(message["bytes"])
            except Refused as refused:
                await self._send({"type": "websocket.close", "code": refused.code})
                self._closed = True
                return {"type": "websocket.disconnect", "code": refused.code}
            if frame is not None:
                return {"type": "websocket.receive", "bytes": frame}

    async def send(self, message: Message) -> None:
        """Pass on what the app sends; the guard opened the socket, or has closed it."""
        if self._closed or message["type"] == "websocket.accept":
            return
        if self._replayed and message["type"] == "websocket.send":
            if self._run_end.reached(message["bytes"]):
                self._replayed.set()
            return
        await self._send(message)


def _header(scope: Scope, name: str) -> str:
    return Headers(scope=scope).get(name, "")


def _name(address: str) -> str | None:
    """The host that an address names, without its port."""
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None


def _name_of_host(scope: Scope) -> str | None:
    return _name("//" + _header(scope, "host"))


def _same_origin(scope: Scope) -> bool:
    """True for our own pages, and for programs, which need not say where they are from.

    Asked here because Streamlit looks a foreign origin up on the network, and everybody
    waits meanwhile.
    """
    origin = _header(scope, "origin")
    return not origin or _name(origin) == _name_of_host(scope)


def _plain(text: str, status: int) -> Response:
    return PlainTextResponse(text, status, NOT_KEPT)
