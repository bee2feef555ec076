"""Who listens to a class: what they are told, and what is known of them."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from server import audiences
from server.audiences import SIGN_OF_LIFE, Audiences
from server.room_store import Away, Gone, Rooms
from server.rooms import Full, Room
from tests.server.tab import settled
from tests.server.visitor import finished

Told = dict[str, object]


def told(said: bytes) -> Told:
    return json.loads(said.removeprefix(b"data: "))


def class_of(play: Callable[[Rooms, Audiences, Room], Awaitable[None]]) -> None:
    """Play a class that has just begun."""

    async def played() -> None:
        store = Rooms()
        here = Audiences(store)
        await play(store, here, await store.begin())
        await settled()
        assert not here.rooms() and not here.listening  # nothing is left of anybody

    finished(played())


async def seated(stream: AsyncIterator[bytes]) -> tuple[str, Told]:
    """A seat, and what is told first."""
    return str(told(await anext(stream))["seat"]), told(await anext(stream))


def test_a_process_takes_so_many_classes_and_those_that_ended_make_room():
    async def play() -> None:
        store = Rooms(most=2)
        first, _ = await store.begin(), await store.begin()
        with pytest.raises(Full):
            await store.begin()
        assert await store.find(f" {first.code.lower()} ") is first
        await store.change(first.code, Room.end)
        with pytest.raises(Gone):
            await store.find(first.code)
        assert (await store.begin()).code != first.code

    finished(play())


def test_who_comes_late_is_told_at_once_and_who_reads_slowly_reads_the_last():
    async def play(store: Rooms, here: Audiences, room: Room) -> None:
        def look(layer: int) -> Awaitable[None]:
            view = f"/transformer?layer={layer}"
            return store.change(room.code, lambda room: room.look(view, {}))

        await look(1)
        stream = here.followed(room, "", "home")
        seat, first = await seated(stream)
        assert seat in room.follows
        assert first == {"view": "/transformer?layer=1", "picture": {}}
        for layer in (2, 3):
            await look(layer)
        assert told(await anext(stream))["view"] == "/transformer?layer=3"
        await store.change(room.code, Room.end)
        assert [told(said) async for said in stream] == [{"ended": True}]

    class_of(play)


def test_a_teacher_sees_at_once_who_comes_and_who_leaves():
    async def play(store: Rooms, here: Audiences, room: Room) -> None:
        taught = here.taught(room, "school")
        assert told(await anext(taught))["here"] == 0
        streams = [here.followed(room, "", "school") for _ in range(3)]
        seats = [(await seated(one))[0] for one in streams]
        assert told(await anext(taught))["here"] == 3
        assert here.listening["school"] == 4
        await streams[0].aclose()
        assert told(await anext(taught))["here"] == 2
        again = here.followed(room, seats[1], "school")  # before the old line is cut
        assert (await seated(again))[0] == seats[1]
        await streams[1].aclose()
        await settled()
        assert room.told()[1]["here"] == 2
        await store.change(room.code, Room.end)
        for one in (*streams, again, taught):
            await one.aclose()

    class_of(play)


def test_what_nobody_is_shown_wakes_no_follower():
    async def play(store: Rooms, here: Audiences, room: Room) -> None:
        stream = here.followed(room, "", "home")
        await seated(stream)
        waiting = asyncio.ensure_future(anext(stream))
        other = here.followed(room, "", "home")
        await seated(other)
        await settled()
        assert not waiting.done()
        await store.change(room.code, Room.end)
        assert told(await waiting) == {"ended": True}
        await other.aclose()
        await stream.aclose()

    class_of(play)


def test_a_silent_stream_says_that_it_lives_and_a_class_ends_by_itself(monkeypatch):
    monkeypatch.setattr(audiences, "STILL_HERE", 0.01)

    async def play(_: Rooms, here: Audiences, room: Room) -> None:
        stream = here.taught(room, "school")
        await anext(stream)
        assert await anext(stream) == SIGN_OF_LIFE
        room.began = 0.0  # a long time ago
        assert told([said async for said in stream][-1]) == {"ended": True}

    class_of(play)


def test_a_class_that_is_away_for_a_while_goes_on(monkeypatch):
    monkeypatch.setattr(audiences, "STILL_HERE", 0.01)

    class Weak(Rooms):
        away = False

        async def find(self, code: str) -> Room:
            if self.away:
                raise Away
            return await super().find(code)

    async def played() -> None:
        store = Weak()
        here = Audiences(store)
        room = await store.begin()
        stream = here.followed(room, "", "home")
        seat, first = await seated(stream)
        store.away = True
        heard = [said async for said in until(stream, b'"away"')]
        assert told(heard[-1]) == {"away": True}
        store.away = False
        heard = [said async for said in until(stream, b'"view"')]
        assert told(heard[-1]) == first and seat in room.follows
        await stream.aclose()

    finished(played())


async def until(stream: AsyncIterator[bytes], part: bytes) -> AsyncIterator[bytes]:
    """What is told up to an event that holds this; a sign of life tells nothing."""
    async for said in stream:
        if said != SIGN_OF_LIFE:
            yield said
        if part in said:
            return
