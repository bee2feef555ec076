"""The few addresses below /class: a class is begun, followed and taught by them.

Everything is asked by POST with a small JSON object, so that no key, seat or view
stands in an address that somebody logs. What comes down is a stream of server-sent
events. Of wrong codes, new classes and new seats an address has a small store, which
fills again, and so has a seat of what it may do; where it is empty, it is refused.
"""

import json
import math
import re
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

from server.allowed import Allowed, Refused, Tries
from server.audiences import Audiences, event
from server.guard import CLASSES as ROOT
from server.origin import address_of
from server.room_store import Away, Gone, Rooms, Store
from server.rooms import Full, Question, Room, spelled

MOST_BYTES, MOST_TAUGHT = 2_000, 8_000
"""Of what anybody says, and what a teacher does: a view, a question in any script."""
VIEW = re.compile(r"/[\w-]*(\?[^\s#]*)?", re.ASCII)
LONGEST, LONGEST_CHOICE, MOST_CHOICES = 300, 120, 12
WRONG, BEGUN, SEATED = (0.5, 10.0), (1 / 60, 50.0), (2.0, 400.0)
"""Wrong codes, new classes and new seats of one address: so many a second, at once."""
DONE, DONE_FROM = (1.0, 20.0), (100.0, 1_500.0)
"""What a seat may do, and all the seats of one address together."""
REPLICAS = "x-headlight-replicas"
"""In which an edge names the processes that it asks, where there are several."""
NO_CLASS = "There is no class of that code."
NOT_ASKED = "This is no longer asked, or was never."
EVENTS = {
    "cache-control": "no-store",
    "x-accel-buffering": "no",  # a proxy that collects would tell nothing
}

Told = Mapping[str, Any]
Act = Callable[[Room], Any]


class Classes:
    """What answers below `ROOT`."""

    def __init__(
        self, store: Store | None = None, most: float = math.inf, share: float = 1.0
    ) -> None:
        self._store = store or Rooms()
        self._audiences = Audiences(self._store, most, share)
        self._wrong, self._begun = Tries(*WRONG), Allowed(*BEGUN)
        self._seated, self._done = Allowed(*SEATED), Allowed(*DONE)
        self._done_from = Allowed(*DONE_FROM)

    def listening(self, address: str) -> int:
        """How many who teach or follow a class are there."""
        return self._audiences.listening[address]

    async def close(self) -> None:
        """When the process ends."""
        await self._store.close()

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
                return JSONResponse({"why": "There is no room at the moment."}, 507)
            except Away:
                why = "Classes cannot be reached at the moment. Try again."
                return JSONResponse({"why": why}, 503)

        return answering

    async def _begin(self, request: Request) -> Response:
        await _told(request)
        apart = isinstance(self._store, Rooms)
        if apart and len(request.headers.get(REPLICAS, "").split()) > 1:
            raise Refused(501, "Several processes need ROOMS to hold a class.")
        self._begun.take(address_of(request.scope))
        room = await self._store.begin()
        return JSONResponse({"code": room.code, "key": room.key}, 201)

    async def _asked(self, request: Request) -> Response:
        """The class of a code; "" for none, which is no error of whoever types."""
        room = await self._found(request, {})
        return JSONResponse({"code": room.code if room else ""})

    async def _act(self, request: Request) -> Response:
        act = request.path_params["act"]
        told = await _told(request, MOST_TAUGHT if act in TAUGHT else MOST_BYTES)
        if act == "events":
            return await self._events(request, told)
        if act in FOLLOWED:
            self._done.take(_text(told, "seat"))
        room = await self._found(request, told)
        if room is None:
            raise Refused(404, NO_CLASS)
        if act in TAUGHT:
            _check_key(room, told)
            done = await self._store.change(room.code, TAUGHT[act](told))
        elif act in FOLLOWED:
            done = await self._follower_does(request, room, told)
        else:
            raise Refused(404, "There is nothing here.")
        if done is False:
            raise Refused(409, NOT_ASKED)
        return Response(status_code=204)

    async def _follower_does(self, request: Request, room: Room, told: Told) -> bool:
        """What a seat of that class can do; another changes, and costs, nothing."""
        act = FOLLOWED[request.path_params["act"]](told)
        if _text(told, "seat") not in room.follows:
            return False
        self._done_from.take(address_of(request.scope))
        return await self._store.change(room.code, act)

    async def _events(self, request: Request, told: Told) -> Response:
        address = address_of(request.scope)
        room = await self._found(request, told)
        if room is None:  # a class that is over, to a tab that comes back
            return _stream(_gone())
        if "key" in told:
            _check_key(room, told)
            self._audiences.check(address, teaches=True)
            return _stream(self._audiences.taught(room, address))
        seat = _text(told, "seat")
        if seat not in room.follows:
            self._seated.take(address)
        return _stream(self._followed(room, seat, address))

    async def _followed(
        self, room: Room, seat: str, address: str
    ) -> AsyncIterator[bytes]:
        """What a follower hears; the answer has begun, no status can say more."""
        try:
            async for said in self._audiences.followed(room, seat, address):
                yield said
        except Full:
            yield event({"full": True})
        except (Gone, Away):
            return

    async def _found(self, request: Request, told: Told) -> Room | None:
        """The class of a code; None, and one wrong code more, where there is none.

        Whoever has tried too many learns nothing of any, but by a key or a seat of it.
        """
        try:
            room = await self._store.find(request.path_params["code"])
        except Gone:
            room = None
        address = address_of(request.scope)
        if room is None:
            self._wrong.fail(address, spelled(request.path_params["code"]))
        elif not room.knows(_text(told, "key"), _text(told, "seat")):
            self._wrong.check(address)
        return room


def _check_key(room: Room, told: Told) -> None:
    if not room.holds(_text(told, "key")):
        raise Refused(403, "This is not the key of that class.")


async def _join(request: Request) -> Response:
    """Short enough to be typed; the first page asks for the code."""
    query = f"?{request.url.query}" if request.url.query else ""
    return RedirectResponse(f"./{query}#join", 303)


async def _told(request: Request, most: int = MOST_BYTES) -> Told:
    """The object that was sent; refused where it is none, or too large."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise Refused(413, f"At most {most} bytes are read.")
    try:
        told = json.loads(body or b"{}", parse_constant=_no_number)
        json.dumps(told, ensure_ascii=False).encode()  # half an emoji has no bytes
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict):
        raise Refused(400, "This is no object in JSON.")
    return told


def _no_number(said: str) -> None:
    """NaN and the infinities, which no browser reads as JSON."""
    raise ValueError(said)


def _text(told: Told, name: str, longest: int = LONGEST) -> str:
    said = told.get(name, "")
    if not isinstance(said, str) or len(said) > longest:
        raise Refused(400, f"{name} must be a text of at most {longest} characters.")
    return said


# --- what can be done to a class: each reads what was told, or refuses it -------------


def _view(told: Told) -> Act:
    view, picture = _text(told, "view", MOST_TAUGHT), told.get("picture", {})
    if not VIEW.fullmatch(view) or not isinstance(picture, dict):
        raise Refused(400, "This is no view of the app.")
    return lambda room: room.look(view, picture)


def _ask(told: Told) -> Act:
    choices = told.get("choices", [])
    good = isinstance(choices, list) and len(choices) <= MOST_CHOICES
    texts = [one for one in choices if isinstance(one, str)] if good else []
    if not good or len(texts) != len(choices):
        raise Refused(400, f"choices must be at most {MOST_CHOICES} texts.")
    if any(len(one) > LONGEST_CHOICE for one in texts):
        raise Refused(400, f"A choice has at most {LONGEST_CHOICE} characters.")
    text, about = _text(told, "text"), _text(told, "about")
    question = Question(text, texts, about) if text or texts else None
    return lambda room: room.ask(question)


def _show(told: Told) -> Act:
    question = _text(told, "question")
    return lambda room: room.show(question, told.get("right"))


def _end(_: Told) -> Act:
    return Room.end


def _follow(told: Told) -> Act:
    seat, follows = _text(told, "seat"), told.get("follows") is True
    return lambda room: room.follow(seat, follows)


def _answer(told: Told) -> Act:
    seat, question = _text(told, "seat"), _text(told, "question")
    return lambda room: room.answer(seat, question, told.get("answer", ""))


TAUGHT = {"view": _view, "ask": _ask, "show": _show, "end": _end}
FOLLOWED = {"follow": _follow, "answer": _answer}


def _stream(events: AsyncIterator[bytes]) -> Response:
    return StreamingResponse(events, media_type="text/event-stream", headers=EVENTS)


async def _gone() -> AsyncIterator[bytes]:
    yield event({"gone": True})
