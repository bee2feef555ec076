"""The guard: headers, hosts, origins, and how often a socket may send."""

import base64
import contextlib
import hashlib
import math

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg

import asgi
from server.guard import Guard
from server.headers import INDEX, content_security_policy
from server.places import Places
from server.rate_limit import RateLimit
from tests.server.tab import Tab
from tests.server.visitor import finished, rerun

PAGE = {
    "type": "http",
    "method": "GET",
    "path": "/",
    "headers": [(b"accept", b"text/html")],
}
SOCKET = {
    "type": "websocket",
    "path": "/_stcore/stream",
    "headers": [],
    "subprotocols": ["streamlit"],
}
ACCEPTED = {"type": "websocket.accept", "subprotocol": "streamlit"}
GOOD = rerun("").SerializeToString()
BAD = [({"text": "hello"}, 1003), ({"bytes": b"\xff\xff"}, 1007)]


class App:
    """Answers every page with 200, and keeps what it hears on a socket."""

    def __init__(self):
        self.heard = []
        self.opened = 0

    async def __call__(self, scope, receive, send):
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": []})
            return
        assert await receive() == {"type": "websocket.connect"}
        self.opened += 1
        await send({"type": "websocket.accept", "subprotocol": "streamlit"})
        while (message := await receive())["type"] != "websocket.disconnect":
            self.heard.append(message.get("bytes"))
        await send({"type": "websocket.send", "bytes": b"too late"})


def visit(scope, *frames, limit=2, already_open=0, **options):
    """What the app heard, and what the guard sent."""
    app, sent = App(), []
    said = [{"type": "websocket.connect"}]
    said += [{"type": "websocket.receive", "bytes": None, **frame} for frame in frames]
    said.append({"type": "websocket.disconnect", "code": 1000})

    async def receive():
        return said.pop(0)

    async def send(message):
        sent.append(message)

    seats = Places(limit, still=math.inf)
    unlimited = lambda: RateLimit(1e9, 1e9)  # noqa: E731
    silent = Places(1)
    guard = Guard(
        app, seats=seats, silent=silent, titles={}, rate_limit=unlimited, **options
    )
    with contextlib.ExitStack() as others:
        for _ in range(already_open):
            others.enter_context(seats.held(Tab()))
        finished(guard(scope, receive, send))
        assert len(seats) == already_open
    assert app.opened == bool(app.heard)
    return app.heard, sent


def headers_of(sent):
    return {name.decode(): value.decode() for name, value in sent[0]["headers"]}


def asking(scope, *headers, **changes):
    return {**scope, "headers": [*scope["headers"], *headers], **changes}


def test_every_answer_says_what_a_browser_may_do():
    _, sent = visit(PAGE, framed_by=("https://huggingface.co",))
    said = headers_of(sent)
    assert said["x-content-type-options"] == "nosniff"
    assert "microphone=(self)" in said["permissions-policy"]  # for a clip of one's own
    assert said["referrer-policy"] == "no-referrer"
    rules = said["content-security-policy"]
    assert "unsafe-eval" not in rules and "script-src 'self' blob: 'sha256-" in rules
    assert "frame-ancestors 'self' https://huggingface.co;" in rules


def test_the_inline_script_of_the_page_is_allowed_by_its_hash():
    index = "<script>go()</script><script src='x.js'></script>"
    known_hash = base64.b64encode(hashlib.sha256(b"go()").digest()).decode()
    assert f"script-src 'self' blob: 'sha256-{known_hash}';" in content_security_policy(
        index
    )
    policy = content_security_policy(INDEX.read_text("utf-8"))
    assert policy.count("sha256-") == 1


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({}, 200),
        ({"method": "PUT", "path": "/_stcore/upload_file/a/b"}, 405),
        ({"method": "POST"}, 405),
        ({"path": "/_stcore/metrics"}, 404),
        ({"path": "/_stcore/agent/openapi.json"}, 404),
        ({"path": "/_stcore/upload_file/a/b"}, 404),
        ({"path": "/_stcore/health"}, 200),
        ({"path": "/transformer/_stcore/health"}, 300),
        ({"path": "/transformer/_stcore/host-config"}, 300),
    ],
)
def test_what_the_app_does_not_use_is_not_there(change, status):
    _, sent = visit({**PAGE, **change})
    assert sent[0]["status"] == status


@pytest.mark.parametrize(
    ("host", "path", "status"),
    [
        (b"class.example.org", "/", 200),
        (b"CLASS.example.org:8443", "/", 200),
        (b"evil.example.org", "/", 421),
        (b"evil.example.org", "/ready", 200),
        (b"[", "/", 421),
    ],
)
def test_it_answers_to_its_own_name(host, path, status):
    asked = asking(PAGE, (b"host", host), path=path)
    _, sent = visit(asked, hosts=("class.example.org",))
    assert sent[0]["status"] == status


def test_a_full_room_is_a_page_that_can_be_read_and_tries_again():
    _, sent = visit(PAGE, limit=3, already_open=3, full=asgi.full)
    assert sent[0]["status"] == 503 and headers_of(sent)["retry-after"] == "15"
    assert b"<h1>The room is full</h1>" in sent[1]["body"]
    assert b'<html lang="en">' in sent[1]["body"]
    assert b'http-equiv="refresh"' in sent[1]["body"]
    french = asking(PAGE, (b"accept-language", b"fr-CH, en;q=0.5"), path="/")
    _, sent = visit(french, limit=3, already_open=3, full=asgi.full)
    assert b"<h1>La salle est pleine</h1>" in sent[1]["body"]
    assert b'<html lang="fr">' in sent[1]["body"]


def test_who_is_in_a_full_room_still_gets_the_files_of_the_page():
    script = {**PAGE, "path": "/static/js/index.js", "headers": [(b"accept", b"*/*")]}
    _, sent = visit(script, limit=3, already_open=3)
    assert sent[0]["status"] == 200


def test_a_socket_beyond_the_limit_of_sessions_is_answered_not_only_closed():
    heard, sent = visit(SOCKET, {"bytes": GOOD}, limit=3, already_open=3)
    assert heard == []
    assert sent[0]["type"] == "websocket.http.response.start"
    assert sent[0]["status"] == 503


@pytest.mark.parametrize(
    ("origin", "enters"),
    [
        (b"http://class.example.org", True),
        (b"http://class.example.org:8443", False),
        (b"https://class.example.org", False),
        (b"https://evil.example.org", False),
        (b"null", False),
    ],
)
def test_a_page_of_somebody_else_opens_no_socket(origin, enters):
    asked = asking(SOCKET, (b"host", b"class.example.org"), (b"origin", origin))
    heard, sent = visit(asked, {"bytes": GOOD})
    assert heard == ([GOOD] if enters else [])
    assert sent[0].get("status") == (None if enters else 403)
    assert (ACCEPTED in sent) == enters


def test_clearing_the_caches_of_all_visitors_is_not_passed_on():
    clear = BackMsg(clear_cache=True).SerializeToString()
    git = BackMsg(load_git_info=True).SerializeToString()
    heard, _ = visit(SOCKET, {"bytes": clear}, {"bytes": git}, {"bytes": GOOD})
    assert heard == [GOOD]


@pytest.mark.parametrize(
    ("frame", "code"),
    BAD,
)
def test_a_bad_frame_ends_its_socket(frame, code):
    heard, sent = visit(SOCKET, frame, {"bytes": GOOD})
    assert heard == []
    assert sent == [ACCEPTED, {"type": "websocket.close", "code": code}]


@pytest.mark.parametrize(
    ("frame", "code"),
    BAD,
)
def test_after_a_bad_frame_the_app_says_no_more(frame, code):
    heard, sent = visit(SOCKET, {"bytes": GOOD}, frame, {"bytes": GOOD})
    assert heard == [GOOD]
    assert sent == [ACCEPTED, {"type": "websocket.close", "code": code}]


@pytest.mark.parametrize(
    "said",
    [(), ({"bytes": BackMsg(clear_cache=True).SerializeToString()},)],
    ids=["nothing", "what is not passed on"],
)
def test_a_socket_that_asks_for_no_page_is_no_session(said):
    assert visit(SOCKET, *said) == ([], [ACCEPTED])
    alive = BackMsg(app_heartbeat=True).SerializeToString()
    assert visit(SOCKET, *said, {"bytes": alive}) == ([], [ACCEPTED])


def test_sending_too_often_is_slowed_down_and_nothing_is_lost():
    now = [100.0]
    limit = RateLimit(per_second=4.0, burst=2.0, clock=lambda: now[0])
    assert [limit.delay() for _ in range(4)] == [0.0, 0.0, 0.25, 0.5]
    now[0] += 0.5
    assert limit.delay() == 0.25
    now[0] += 60.0
    assert [limit.delay() for _ in range(3)] == [0.0, 0.0, 0.25]
