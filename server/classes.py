"""The few addresses below /class: a class is begun, followed and taught by them.

Everything is asked by POST with a small JSON object, so that no key, seat or view
stands in an address that somebody logs. What comes down is a stream of server-sent
events. Of wrong codes and new classes an address has a small store, which fills again;
where it is empty, nothing is looked up.
"""

import json
import re
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

from server.audiences import Audiences, event
from server.guard import CLASSES as ROOT
from server.origin import address_of
from server.rate_limit import RateLimit
from server.room_store import Away, Gone, Rooms, Store
from server.rooms import Full, Question, Room

MOST_BYTES = 2_000
VIEW = re.compile(r"/[\w-]*(\?[^\s#]*)?", re.ASCII)
LONGEST, LONGEST_CHOICE, MOST_CHOICES = 300, 120, 12
WRONG, BEGUN = (0.5, 10.0), (1 / 60, 50.0)
"""Wrong codes and new classes of one address: so many a second, so many at once."""
TOO_MANY = "Too many were tried from here. Try again in a minute."
ADDRESSES = 1_000
EVENTS = {
    "cache-control": "no-store",
    "x-accel-buffering": "no",  # a proxy that collects would tell nothing
}

Told = Mapping[str, Any]
Act = Callable[[Room], Any]


class Refused(Exception):
    """What cannot be done, as a status and a sentence."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


class Allowed:
    """What an address may do so often, and no oftener: nobody waits for it here."""

    def __init__(self, per_second: float, burst: float) -> None:
        self._often = per_second, burst
        self._known: OrderedDict[str, RateLimit] = OrderedDict()

    def check(self, request: Request) -> None:
        """Refused where it may not be done now."""
        if self._limit(request).spent:
            raise Refused(429, TOO_MANY)

    def take(self, request: Request) -> None:
        """It is done once more."""
        self._limit(request).delay()

    def _limit(self, request: Request) -> RateLimit:
        """That of an address; of too many addresses the oldest is new."""
        address = address_of(request.scope)
        limit = self._known.pop(address, None) or RateLimit(*self._often)
        self._known[address] = limit
        if len(self._known) > ADDRESSES:
            self._known.popitem(last=False)
        return limit


class Classes:
    """What answers below `ROOT`."""

    def __init__(self, store: Store | None = None) -> None:
        self._store = store or Rooms()
        self._audiences = Audiences(self._store)
        self._wrong, self._begun = Allowed(*WRONG), Allowed(*BEGUN)

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
                return JSONResponse({"why": "There is no room at the moment."}, 503)
            except Away:
                why = "Classes cannot be reached at the moment. Try again."
                return JSONResponse({"why": why}, 503)

        return answering

    async def _begin(self, request: Request) -> Response:
        await _told(request)
        self._begun.check(request)
        self._begun.take(request)
        room = await self._store.begin()
        return JSONResponse({"code": room.code, "key": room.key}, 201)

    async def _asked(self, request: Request) -> Response:
        """The class of a code; "" for none, which is no error of whoever types."""
        room = await self._found(request, {})
        return JSONResponse({"code": room.code if room else ""})

    async def _act(self, request: Request) -> Response:
        told, act = await _told(request), request.path_params["act"]
        if act == "events":
            return await self._events(request, told)
        room = await self._found(request, told)
        if room is None:
            raise Refused(404, "There is no class of that code.")
        if act in TAUGHT:
            _check_key(room, told)
            await self._store.change(room.code, TAUGHT[act](told))
        elif act in FOLLOWED:
            if not await self._store.change(room.code, FOLLOWED[act](told)):
                raise Refused(409, "This is no longer asked, or was never.")
        else:
            raise Refused(404, "There is nothing here.")
        return Response(status_code=204)

    async def _events(self, request: Request, told: Told) -> Response:
        address = address_of(request.scope)
        room = await self._found(request, told)
        if room is None:  # a class that is over, to a tab that comes back
            return _stream(_gone())
        if "key" in told:
            _check_key(room, told)
            return _stream(self._audiences.taught(room, address))
        return _stream(self._followed(room, _text(told, "seat"), address))

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
        if room is None or not room.knows(_text(told, "key"), _text(told, "seat")):
            self._wrong.check(request)
        if room is None:
            self._wrong.take(request)
        return room


def _check_key(room: Room, told: Told) -> None:
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
    view, picture = _text(told, "view", MOST_BYTES), told.get("picture", {})
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
    text = _text(told, "text")
    question = Question(text, texts) if text or texts else None
    return lambda room: room.ask(question)


def _show(told: Told) -> Act:
    return lambda room: room.show(told.get("right"))


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
