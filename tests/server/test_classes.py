"""The addresses of a class: what they take, what they refuse, what they tell."""

import asyncio
import json
import math
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from typing import Any
from urllib.parse import urlsplit

import pytest
from starlette.applications import Starlette

from server.classes import MOST_BYTES, MOST_TAUGHT, Classes
from server.guard import Guard
from server.places import Places
from server.room_store import Rooms
from tests.server.visitor import finished

HERE = "http://class.example"


class Client:
    """A browser of our own page, with the guard before the classes."""

    def __init__(self, rooms: Rooms | None = None, most: float = math.inf) -> None:
        app = Starlette(routes=Classes(rooms, most).routes)
        self._app = Guard(app, seats=Places(9), silent=Places(9), titles={})

    def ask(
        self,
        path: str,
        sent: object = None,
        method: str = "POST",
        origin: str = HERE,
        **more: str,
    ) -> tuple[int, Any]:
        """The status of an answer, and what it tells; with more headers."""
        body = sent if isinstance(sent, bytes) else json.dumps(sent or {}).encode()
        said = {name.replace("_", "-"): value for name, value in more.items()}
        headers = {"host": "class.example", "origin": origin, **said}
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "query_string": b"",
            "headers": [(k.encode(), v.encode()) for k, v in headers.items()],
        }
        return finished(self._asked(scope, body))

    async def _asked(self, scope: dict[str, Any], body: bytes) -> tuple[int, Any]:
        heard: list[Any] = []
        said = iter([{"type": "http.request", "body": body}])

        async def receive() -> dict[str, Any]:
            for message in said:
                return message
            await asyncio.Event().wait()  # whoever listens stays
            return {}

        async def send(message: Any) -> None:
            heard.append(message)

        await self._app(scope, receive, send)
        told = b"".join(message.get("body", b"") for message in heard[1:])
        try:
            return heard[0]["status"], json.loads(told)
        except ValueError:
            return heard[0]["status"], told.decode()


@pytest.fixture
def client(at_once: None) -> Client:
    return Client()


@pytest.fixture
def begun(client: Client) -> tuple[str, str]:
    """The address of a class, and its key."""
    status, told = client.ask("/class")
    assert status == 201 and len(told["key"]) == 32
    return f"/class/{told['code']}", told["key"]


def test_only_the_key_moves_a_class(client: Client, begun: tuple[str, str]):
    path, key = begun
    view = {"view": "/transformer?layer=2", "picture": {"head": 3}}
    assert client.ask(f"{path}/view", {**view, "key": key})[0] == 204
    for wrong in ("", key[:-1], f"{key}x", "é"):
        for act in ("view", "ask", "show", "end", "events"):
            assert client.ask(f"{path}/{act}", {"key": wrong})[0] == 403, act


def test_a_long_view_and_a_question_of_many_bytes_are_told(
    client: Client, begun: tuple[str, str]
):
    path, key = begun
    view = f"/heads?map={'1' * 7_000}"
    assert client.ask(f"{path}/view", {"key": key, "view": view})[0] == 204
    asked = {"key": key, "text": "注" * 280, "choices": ["意" * 75] * 12}
    sent = json.dumps(asked, ensure_ascii=False).encode()
    assert len(sent) > MOST_BYTES and client.ask(f"{path}/ask", sent)[0] == 204


def test_the_answers_of_another_question_are_not_shown(
    client: Client, begun: tuple[str, str]
):
    path, key = begun
    assert client.ask(f"{path}/ask", {"key": key, "text": "?"})[0] == 204
    for question in ("", "00000000"):
        told = {"key": key, "question": question, "right": 1}
        assert client.ask(f"{path}/show", told)[0] == 409


def test_nothing_is_read_or_written_in_any_other_way(
    client: Client, begun: tuple[str, str]
):
    path, _ = begun
    assert client.ask(path)[0] == 200
    assert client.ask(path, method="GET")[0] == 405
    assert client.ask(path, method="PUT")[0] == 405
    assert client.ask("/classes")[0] == 405
    assert client.ask("/class", origin="https://other.example")[0] == 405
    assert client.ask(f"{path}/secrets")[0] == 404


@pytest.mark.parametrize(
    ("act", "sent", "status"),
    [
        ("answer", b"x" * (MOST_BYTES + 1), 413),
        ("view", b"x" * (MOST_TAUGHT + 1), 413),
        ("view", b"[" * 7_900, 400),
        ("view", b'"text"', 400),
        ("view", {"view": "https://other.example"}, 400),
        ("view", {"view": "//other.example"}, 400),
        ("view", {"view": "/a b"}, 400),
        ("view", {"view": 3}, 400),
        ("view", {"view": "/", "picture": "<b>"}, 400),
        ("ask", {"text": "x" * 301}, 400),
        ("ask", {"choices": ["a"] * 13}, 400),
        ("ask", {"choices": ["x" * 121]}, 400),
        ("ask", {"choices": [1, 2]}, 400),
        ("answer", {"seat": "nobody", "question": "none", "answer": 0}, 409),
        ("follow", {"seat": "nobody"}, 409),
    ],
)
def test_what_is_no_view_question_or_answer_is_refused(
    client: Client, begun: tuple[str, str], act: str, sent: object, status: int
):
    path, key = begun
    body = {"key": key, **sent} if isinstance(sent, dict) else sent
    answered, told = client.ask(f"{path}/{act}", body)
    assert answered == status and told["why"]


def test_who_tried_too_many_codes_learns_of_none_but_those_who_are_in_go_on(
    client: Client, begun: tuple[str, str]
):
    path, key = begun
    for letter in "ACDEFGHJKM":
        assert client.ask(f"/class/AAAA{letter}") == (200, {"code": ""})
    for code in ("/class/AAAAN", path):  # a wrong one and a right one look alike
        status, told = client.ask(code)
        assert status == 429 and "Try again" in told["why"]
    assert client.ask(f"{path}/events", {"seat": "nobody"})[0] == 429
    assert client.ask(f"{path}/view", {"key": "wrong", "view": "/"})[0] == 429
    assert client.ask(f"{path}/view", {"key": key, "view": "/masks"})[0] == 204


def test_new_classes_of_an_address_are_bounded(client: Client):
    codes = {client.ask("/class")[1]["code"] for _ in range(50)}
    assert len(codes) == 50
    assert client.ask("/class")[0] == 429


@pytest.mark.parametrize(
    "sent", [b'{"view":"/","picture":{"a":NaN}}', b'{"a":"\\ud800"}']
)
def test_what_no_browser_could_read_is_refused(
    client: Client, begun: tuple[str, str], sent: bytes
):
    path, _ = begun
    assert client.ask(f"{path}/view", sent)[0] == 400


def test_a_class_without_a_seat_says_so(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("server.rooms.MOST_SEATS", 0)
    client = Client()
    path = f"/class/{client.ask('/class')[1]['code']}"
    assert client.ask(f"{path}/events")[1] == 'data: {"full": true}\n\n'


def test_a_process_that_is_full_says_so():
    status, told = Client(Rooms(most=0)).ask("/class")
    assert status == 507 and told["why"]


class Tab:
    """A connection to a real process, which tells things as they come."""

    def __init__(self, server: str) -> None:
        self.server = server
        self._http = HTTPConnection(urlsplit(server).netloc, timeout=20)

    def __enter__(self) -> "Tab":
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def ask(self, path: str, sent: object = None) -> HTTPResponse:
        self._http.request("POST", path, json.dumps(sent or {}))
        return self._http.getresponse()

    def told(self, path: str, sent: object = None) -> Any:
        body = self.ask(path, sent).read()
        return json.loads(body) if body else None

    def hears(self, path: str, sent: object = None) -> Iterator[Any]:
        lines = iter(self.ask(f"{path}/events", sent).readline, b"")
        return (json.loads(line[6:]) for line in lines if line.startswith(b"data:"))


def test_a_class_of_three_from_its_beginning_to_its_end(replica: str):
    with Tab(replica) as http, Tab(replica) as teacher, Tab(replica) as follower:
        whole_class(http, teacher, follower)


def whole_class(http: Tab, teacher: Tab, follower: Tab) -> None:
    begun = http.told("/class")
    path, key = f"/class/{begun['code']}", {"key": begun["key"]}
    taught, told = teacher.hears(path, key), follower.hears(path)
    assert next(taught)["view"] == ""
    seat = next(told)["seat"]
    assert next(told) == {"view": "", "picture": {}}
    http.told(f"{path}/view", {**key, "view": "/masks?step=3"})
    assert next(told)["view"] == "/masks?step=3"
    http.told(f"{path}/ask", {**key, "text": "Why?", "choices": ["a", "b"]})
    question = next(told)["question"]
    assert question["choices"] == ["a", "b"] and "counts" not in question
    said = {"seat": seat, "question": question["id"], "answer": 1}
    http.told(f"{path}/answer", said)
    http.told(f"{path}/show", {**key, "question": said["question"], "right": 1})
    shown = next(told)["question"]
    assert (shown["counts"], shown["right"]) == ([0, 1], 1)
    http.told(f"{path}/end", key)
    assert next(told) == {"ended": True}
    heard = list(taught)
    assert heard[-1] == {"ended": True}
    assert {"here": 1, "answered": 1}.items() <= heard[-2].items()
    assert http.told(path) == {"code": ""}
    assert http.told(f"{path}/view", key)["why"] == "There is no class of that code."
    with Tab(http.server) as late:
        assert list(late.hears(path, {"seat": seat})) == [{"gone": True}]
