"""The guard in front of every public session, as ASGI middleware.

Over HTTP: security headers, a page that says that the room is full, nothing that the
app does not use. On the socket: who may open one, and who has a seat.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from html import escape
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.guarded_socket import GuardedSocket
from server.headers import security_headers
from server.messages import cached_hashes, opened, request_before, titled
from server.origin import address_of, hostname, origin_of, own_page
from server.places import Places
from server.rate_limit import RateLimit
from server.shared_first_run import SharedFirstRun, SharedFirstRuns

FULL_PAGE = (Path(__file__).parent / "full.html").read_text("utf-8")
SLOT = re.compile(r"\{(\w+)\}")
READ_ONLY = {"GET", "HEAD", "OPTIONS"}
HIDDEN = ("/_stcore/metrics", "/_stcore/agent", "/_stcore/upload_file")
CLASSES = "/class"
PROBES = {"/ready", "/_stcore/health"}
NOT_KEPT = {"cache-control": "no-store"}
FULL = {**NOT_KEPT, "retry-after": "15"}
# Streamlit's page asks below its own address first whether the server is there. A 404
# would stand in every reader's console as an error; to be told "elsewhere" is none.
BELOW = re.compile(r"/[\w-]+/_stcore/(health|host-config)")
FIRST_WORD_SECONDS = 10.0  # for a browser's first message; it takes less than one
LEAVING_PER_SECOND = 20.0  # of those who said nothing: they would come again at once


class Guard:
    """Stands before `app`. `hosts` are the names it answers to; none means any. A name
    that says its scheme, or stands among the `origins`, is reached just so.

    Sockets wait in the `silent` room for their first word. By its title a page is told
    that it `rests`, for it gave way to somebody else, or is `back`. While `shared` says
    True, readers who open one link are shown one run of its page in the language that
    is `wished`. What is said where the room is `full` fills the slots of that page.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        seats: Places,
        silent: Places,
        titles: Mapping[str, str],
        hosts: Sequence[str] = (),
        origins: Sequence[str] = (),
        framed_by: Sequence[str] = (),
        rate_limit: Callable[[], RateLimit] = RateLimit,
        shared: Callable[[], bool] = lambda: False,
        wished: Callable[[str], str] = lambda _: "",
        full: Callable[[Scope], Mapping[str, str]] = lambda _: {},
    ) -> None:
        self._app = app
        self._shared = shared
        self._first_runs = SharedFirstRuns(app, wished=wished)
        self._full = full
        self._seats = seats
        self._silent = silent
        self._leaving = RateLimit(LEAVING_PER_SECOND, LEAVING_PER_SECOND)
        self._at_rest = Places(seats.limit, share=seats.share)
        self._told = {name: titled(title) for name, title in titles.items()}
        self._names = {hostname(host) for host in hosts}
        self._origins = (*hosts, *origins)
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
        if scope["method"] not in READ_ONLY and not self._of_a_class(scope):
            return _plain("There is nothing here to write to.\n", 405)
        if scope["path"].startswith(HIDDEN):
            return _plain("Not found\n", 404)
        if BELOW.fullmatch(scope["path"]):
            return _plain("The server is at the root.\n", 300)
        page = "text/html" in Headers(scope=scope).get("accept", "")
        if page and not self._seats.has_room(address_of(scope)):
            said = self._full(scope)
            told = SLOT.sub(lambda slot: escape(said.get(slot[1], "")), FULL_PAGE)
            return Response(told, 503, FULL, "text/html")
        return None

    def _of_a_class(self, scope: Scope) -> bool:
        """Whether one of our own pages says something to a class."""
        below = scope["path"] == CLASSES or scope["path"].startswith(f"{CLASSES}/")
        return below and scope["method"] == "POST" and own_page(scope, self._origins)

    def _with_headers(self, send: Send) -> Send:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *self._headers]
            await send(message)

        return sending

    def _known_host(self, scope: Scope) -> bool:
        return not self._names or hostname(origin_of(scope)) in self._names

    # --- sockets ------------------------------------------------------------------

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        address, back = address_of(scope), _was_here(scope)
        if not self._known_host(scope) or not own_page(scope, self._origins):
            await receive()
            refusal = _plain("Open the page itself.\n", 403)
            await refusal(scope, receive, send)
        elif not back and not self._seats.has_room(address):
            await receive()
            refusal = PlainTextResponse("The room is full.\n", 503, FULL)
            await refusal(scope, receive, send)
        else:
            socket = GuardedSocket(receive, send, self._rate_limit(), address)
            if await socket.open(scope):
                await self._visit(socket, _judged(scope), back=back)

    async def _visit(self, socket: GuardedSocket, scope: Scope, *, back: bool) -> None:
        """From the first word of a reader until they leave, with any rest between.

        A page that comes `back` by itself pushes nobody out: what it asks first may be
        nobody's doing, and it says nothing until its reader does something.
        """
        request = await self._first_word(socket, None if back else FIRST_WORD_SECONDS)
        rested = False
        while request is not None:
            with self._seats.held(socket, pushing=rested or not back) as seated:
                if seated and rested:
                    await socket.tell(self._told["back"])
                if seated:
                    await self._sit(request, socket, dict(scope))
            if seated and not socket.moved:
                return
            if not (seated or back or rested):
                return  # a new page, which comes again
            socket.rest()
            await socket.tell(self._told["rests"])
            with self._at_rest.held(socket):
                request = await socket.asked(by_hand=True)
            rested = True

    async def _first_word(
        self, socket: GuardedSocket, seconds: float | None
    ) -> bytes | None:
        """What the reader asks first, within that time; None if they ask nothing."""
        with self._silent.held(socket):
            request = await socket.asked(seconds)
            if request is None and not socket.gone:
                request = await socket.asked(self._leaving.delay())
        return request

    async def _sit(self, request: bytes, socket: GuardedSocket, scope: Scope) -> None:
        """Show the reader what they ask for, from a shared run or in their session."""
        if self._shared():
            run = self._first_runs.joined(request, scope)
            if run is not None:
                await self._show(run, request, socket, scope)
                return
            # a reader is back with a click, which counts
            socket.replay(request_before(request), request)
        else:
            socket.hears(request)
        await self._app(scope, socket.receive, socket.send)

    async def _show(
        self, run: SharedFirstRun, request: bytes, socket: GuardedSocket, scope: Scope
    ) -> None:
        """Show the shared run; open a session when the reader does something.

        To open another address is nothing yet: that is another run, for all who do.
        """
        while True:
            with run.watched():
                async for frame in run.frames(cached_hashes(request)):
                    await socket.tell(frame)
                if not run.good:
                    socket.hears(request)
                    break
                done = await socket.asked()
                if done is None:
                    return
                other = opened(done)
                another = other and self._first_runs.joined(other, scope)
                if not (other and another):
                    socket.goes_on(done)
                    if run.session.take(socket.receive, socket.send):
                        await run.session.over.wait()
                        return
                    socket.replay(request, done)
                    break
            run, request = another, other
        await self._app(scope, socket.receive, socket.send)


def _was_here(scope: Scope) -> bool:
    """True for a page that had a session before: Streamlit's names it third."""
    return len(scope["subprotocols"]) > 2


def _judged(scope: Scope) -> Scope:
    """Without its origin, which Streamlit would look up on the network."""
    headers = [pair for pair in scope["headers"] if pair[0] != b"origin"]
    return {**scope, "headers": headers}


def _plain(text: str, status: int) -> Response:
    return PlainTextResponse(text, status, NOT_KEPT)
