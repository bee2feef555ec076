"""The few addresses below /class: a class is begun, followed and taught by them.

Everything is asked by POST with a small JSON object, so that no key, seat or view
stands in an address that somebody logs. What comes down is a stream of server-sent
events. Wrong codes are slowed for whoever sends them.
"""

import json
import re
from asyncio import sleep
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import (
    JSONResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route

from server.guard import CLASSES as ROOT
from server.origin import address_of
from server.rate_limit import RateLimit
from server.rooms import Full, Question, Room, Rooms

MOST_BYTES = 2_000
VIEW = re.compile(r"/[\w-]*(\?[^\s#]*)?", re.ASCII)
LONGEST, LONGEST_CHOICE, MOST_CHOICES = 300, 120, 6
WRONG_PER_SECOND, WRONG_BURST, WRONG_KEPT = 0.5, 10.0, 1_000
EVENTS = {
    "cache-control": "no-store",
    "x-accel-buffering": "no",  # a proxy that collects would tell nothing
}
SIGN_OF_LIFE = b": here\n\n"

Told = Mapping[str, Any]


class Refused(Exception):
    """What cannot be done, as a status and a sentence."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


class Classes:
    """What answers below `ROOT`."""

    def __init__(self, rooms: Rooms | None = None) -> None:
        self.rooms = rooms or Rooms()
        self._wrong: OrderedDict[str, RateLimit] = OrderedDict()
        self._teacher: Mapping[str, Callable[[Room, Told], None]] = {
            "view": _look,
            "ask": _ask,
            "show": lambda room, told: room.show(told.get("right")),
            "end": lambda room, _: room.end(),
        }
        self._follower: Mapping[str, Callable[[Room, Told], bool]] = {
            "follow": lambda room, told: room.follow(
                _text(told, "seat"), told.get("follows") is True
            ),
            "answer": lambda room, told: room.answer(
                _text(told, "seat"), _text(told, "question"), told.get("answer", "")
            ),
        }

    @property
    def routes(self) -> list[Route]:
        """For the app."""
        return [
            Route("/join", _join, methods=["GET"]),
            Route(ROOT, self._answered(self._begin), methods=["POST"]),
            Route(f"{ROOT}/{{code}}", self._answered(self._asked), methods=["POST"]),
            Route(
                f"{ROOT}/{{code}}/{{act}}", self._answered(self._act), methods=["POST"]
            ),
        ]

    def _answered(self, answer: Callable[[Request], Any]) -> Callable[[Request], Any]:
        async def answering(request: Request) -> Response:
            try:
                return await answer(request)
            except Refused as refused:
                return JSONResponse({"why": str(refused)}, refused.status)
            except Full:
                return JSONResponse({"why": "There is no room at the moment."}, 503)

        return answering

    async def _begin(self, request: Request) -> Response:
        await _told(request)
        room = self.rooms.begin()
        return JSONResponse({"code": room.code, "key": room.key}, 201)

    async def _asked(self, request: Request) -> Response:
        """The class of a code; "" for none, which is no error of whoever types."""
        try:
            return JSONResponse({"code": (await self._room(request)).code})
        except Refused:
            return JSONResponse({"code": ""})

    async def _act(self, request: Request) -> Response:
        told, act = await _told(request), request.path_params["act"]
        try:
            room = await self._room(request)
        except Refused:
            if act == "events":  # of a class that is over, to a tab that comes back
                return _stream(_gone())
            raise
        if act in self._teacher:
            self._check_key(room, told)
            self._teacher[act](room, told)
        elif act in self._follower:
            if not self._follower[act](room, told):
                raise Refused(409, "This is no longer asked, or was never.")
        elif act == "events":
            if "key" in told:
                self._check_key(room, told)
                return _stream(_taught(room))
            return _stream(_followed(room, _text(told, "seat")))
        else:
            raise Refused(404, "There is nothing here.")
        return Response(status_code=204)

    async def _room(self, request: Request) -> Room:
        room = self.rooms.find(request.path_params["code"])
        if room is not None:
            return room
        await sleep(self._wrong_of(address_of(request.scope)).delay())
        raise Refused(404, "There is no class of that code.")

    def _wrong_of(self, address: str) -> RateLimit:
        known = self._wrong.pop(address, None)
        self._wrong[address] = known or RateLimit(WRONG_PER_SECOND, WRONG_BURST)
        if len(self._wrong) > WRONG_KEPT:
            self._wrong.popitem(last=False)
        return self._wrong[address]

    def _check_key(self, room: Room, told: Told) -> None:
        if not room.holds(_text(told, "key")):
            raise Refused(403, "This is not the key of that class.")


async def _join(request: Request) -> Response:
    """Short enough to be typed; the first page asks for the code."""
    return RedirectResponse("./#join", 303)


async def _told(request: Request) -> Told:
    """The object that was sent; refused where it is none, or too large."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MOST_BYTES:
            raise Refused(413, f"At most {MOST_BYTES} bytes are read.")
    try:
        told = json.loads(body or b"{}")
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict):
        raise Refused(400, "This is no object in JSON.")
    return told


def _text(told: Told, name: str, longest: int = LONGEST) -> str:
    said = told.get(name, "")
    if not isinstance(said, str) or len(said) > longest:
        raise Refused(400, f"{name} must be a text of at most {longest} characters.")
    return said


def _look(room: Room, told: Told) -> None:
    view, picture = _text(told, "view", MOST_BYTES), told.get("picture", {})
    if not VIEW.fullmatch(view) or not isinstance(picture, dict):
        raise Refused(400, "This is no view of the app.")
    room.look(view, picture)


def _ask(room: Room, told: Told) -> None:
    choices = told.get("choices", [])
    good = isinstance(choices, list) and len(choices) <= MOST_CHOICES
    texts = [one for one in choices if isinstance(one, str)] if good else []
    if not good or len(texts) != len(choices):
        raise Refused(400, f"choices must be at most {MOST_CHOICES} texts.")
    if any(len(one) > LONGEST_CHOICE for one in texts):
        raise Refused(400, f"A choice has at most {LONGEST_CHOICE} characters.")
    text = _text(told, "text")
    room.ask(Question(text, tuple(texts)) if text or texts else None)


def _stream(events: AsyncIterator[bytes]) -> Response:
    return StreamingResponse(events, media_type="text/event-stream", headers=EVENTS)


async def _gone() -> AsyncIterator[bytes]:
    yield _event({"gone": True})


async def _followed(room: Room, seat: str) -> AsyncIterator[bytes]:
    try:
        with room.seated(seat) as given:
            yield _event({"seat": given})
            async for told in room.changes():
                yield SIGN_OF_LIFE if told is None else _event(told)
    except Full:  # the answer has begun: no status can say it any more
        yield _event({"full": True})


async def _taught(room: Room) -> AsyncIterator[bytes]:
    async for told in room.changes(teacher=True):
        room.seen()  # whoever listens with the key is there
        yield SIGN_OF_LIFE if told is None else _event(told)


def _event(told: Told) -> bytes:
    return f"data: {json.dumps(told, ensure_ascii=False)}\n\n".encode()
