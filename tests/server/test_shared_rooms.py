"""Classes that two processes share, through a real Redis."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator

import pytest

from server import audiences, room_store, shared_rooms
from server.audiences import Audiences
from server.room_store import Away, Gone
from server.rooms import Full, Question, Room
from server.shared_rooms import SharedRooms
from tests.server.redis_server import RedisServer, running_redis
from tests.server.test_audiences import seated, told, until
from tests.server.visitor import finished

pytestmark = pytest.mark.xdist_group("redis")


@pytest.fixture(scope="module")
def shared() -> Iterator[RedisServer]:
    with running_redis() as server:
        yield server


Play = Callable[[SharedRooms, SharedRooms], Awaitable[None]]


def both(redis: RedisServer, play: Play) -> None:
    """Play with the stores of two processes."""

    async def played() -> None:
        stores = [SharedRooms(redis.address) for _ in range(2)]
        await play(*stores)
        for store in stores:
            await store.close()

    finished(played())


async def all_gone(*audiences: Audiences) -> None:
    """Until nobody is known to listen any more."""
    while any(here.rooms() for here in audiences):
        await asyncio.sleep(0.01)


def test_what_one_process_begins_another_finds_and_changes(shared: RedisServer):
    async def play(one: SharedRooms, other: SharedRooms) -> None:
        room = await one.begin()
        found = await other.find(f" {room.code.lower()} ")
        assert found == room and found.holds(room.key)
        seat = await other.change(room.code, Room.sit)
        await one.change(room.code, lambda room: room.look("/masks", {"head": 1}))
        found = await other.find(room.code)
        assert (found.view, found.follows) == ("/masks", {seat: True})
        await other.change(room.code, Room.end)
        for store in (one, other):
            with pytest.raises(Gone):
                await store.find(room.code)
            with pytest.raises(Gone):
                await store.change(room.code, Room.sit)

    both(shared, play)


def test_three_hundred_answers_at_once_to_two_processes_count_once_each(
    shared: RedisServer,
):
    async def play(one: SharedRooms, other: SharedRooms) -> None:
        room = await one.begin()
        question = Question("Why?", ["a", "b", "c"])
        await one.change(room.code, lambda room: room.ask(question))
        stores = [one, other] * 150
        seats = await asyncio.gather(
            *(store.change(room.code, Room.sit) for store in stores)
        )
        assert len(set(seats)) == 300

        def answers(store: SharedRooms, seat: str, said: int) -> Awaitable[bool]:
            return store.change(
                room.code, lambda room: room.answer(seat, question.id, said)
            )

        for twice in (1, 0):
            counted = await asyncio.gather(
                *(
                    answers(store, seat, (at + twice) % 3)
                    for at, (store, seat) in enumerate(zip(stores, seats, strict=True))
                )
            )
            assert all(counted)
        await other.change(room.code, lambda room: room.show(question.id, 1))
        asked = (await one.find(room.code)).told()[0]["question"]
        assert asked["counts"] == [100, 100, 100] and asked["answered"] == 300

    both(shared, play)


def test_who_listens_to_one_process_hears_what_is_done_in_another(shared: RedisServer):
    async def play(one: SharedRooms, other: SharedRooms) -> None:
        here, there = Audiences(one), Audiences(other)
        room = await one.begin()
        taught = here.taught(room, "school")
        assert told(await anext(taught))["here"] == 0
        stream = there.followed(room, "", "home")
        await seated(stream)
        assert told(await anext(taught))["here"] == 1
        await one.change(room.code, lambda room: room.look("/heads", {}))
        assert told(await anext(stream))["view"] == "/heads"
        await stream.aclose()
        heard = [told(said) async for said in until(taught, b'"here": 0')]
        assert heard[-1]["here"] == 0
        await other.change(room.code, Room.end)
        assert [told(said) async for said in taught][-1] == {"ended": True}
        await all_gone(here, there)

    both(shared, play)


def test_a_process_begins_so_many_and_a_code_is_taken_once(
    shared: RedisServer, monkeypatch: pytest.MonkeyPatch
):
    codes = iter(["AAAAA", "AAAAA", "CCCCC", "DDDDD"])
    monkeypatch.setattr(shared_rooms, "new_code", lambda: next(codes))

    async def play(store: SharedRooms, _: SharedRooms) -> None:
        store._most = 2
        assert [(await store.begin()).code for _ in range(2)] == ["AAAAA", "CCCCC"]
        with pytest.raises(Full):
            await store.begin()
        await store.change("AAAAA", Room.end)
        assert (await store.begin()).code == "DDDDD"

    both(shared, play)


def test_a_class_that_another_process_ended_makes_room_where_it_was_begun(
    shared: RedisServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(shared_rooms, "ENDED_KEPT", 0.02)

    async def play(one: SharedRooms, other: SharedRooms) -> None:
        one._most = 2
        first, second = await one.begin(), await one.begin()
        with pytest.raises(Full):
            await one.begin()
        await other.change(first.code, Room.end)
        await asyncio.sleep(0.05)
        assert (await one.begin()).code not in (first.code, second.code)
        with pytest.raises(Full):
            await one.begin()

    both(shared, play)


def test_what_is_heard_late_is_not_told(shared: RedisServer):
    async def play(one: SharedRooms, _: SharedRooms) -> None:
        here = Audiences(one)
        room = await one.begin()
        taught = here.taught(room, "school")
        await anext(taught)
        before = (await one.find(room.code)).written()
        await one.change(room.code, lambda room: room.look("/heads", {}))
        here.heard(Room.read(before))
        assert next(iter(here.rooms())).view == "/heads"
        await taught.aclose()
        await all_gone(here)

    both(shared, play)


def test_what_was_done_before_somebody_listened_is_told_soon(shared: RedisServer):
    async def play(one: SharedRooms, other: SharedRooms) -> None:
        here = Audiences(one)
        room = await one.begin()
        await other.change(room.code, lambda room: room.look("/heads", {}))
        taught = here.taught(room, "school")  # as it was read a moment ago
        assert told(await anext(taught))["view"] == ""
        async with asyncio.timeout(audiences.STILL_HERE / 4):
            assert told(await anext(taught))["view"] == "/heads"
        await taught.aclose()
        await all_gone(here)

    both(shared, play)


def test_of_what_two_processes_have_kept_the_newer_is_given_back(shared: RedisServer):
    async def play(one: SharedRooms, other: SharedRooms) -> None:
        room = await one.begin()
        old = Room.read(room.written())
        await one.change(room.code, lambda room: room.look("/heads", {}))
        new = await one.find(room.code)
        here = Audiences(one)
        taught = here.taught(new, "school")
        await anext(taught)
        await other._redis.set(shared_rooms.PREFIX + room.code, old.written())
        assert (await one.find(room.code)).view == "/heads"
        await one.change(room.code, Room.sit)
        assert (await other.find(room.code)).view == "/heads"
        await taught.aclose()
        await all_gone(here)

    both(shared, play)


def test_what_is_not_there_is_away_for_a_while_when_redis_comes_back_empty(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(shared_rooms, "GIVEN_BACK", 1.5)
    with running_redis() as redis:

        async def play(one: SharedRooms, other: SharedRooms) -> None:
            with pytest.raises(Gone):
                await one.find("AAAAA")  # nothing was ever lost
            room = await other.begin()
            async with asyncio.timeout(60):
                while len(await one._redis.client_list("pubsub")) < 2:
                    await asyncio.sleep(0.01)  # until both listen
            redis.kill()
            redis.start()
            began = time.monotonic()
            while time.monotonic() < began + 10:
                try:
                    await one.find(room.code)
                except Gone:
                    assert time.monotonic() - began > 1.5
                    return
                except Away:
                    await asyncio.sleep(0.05)
            pytest.fail("never gone")

        both(redis, play)


def test_a_class_goes_on_where_it_was_when_redis_was_away_and_has_lost_it(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(audiences, "STILL_HERE", 0.2)
    with running_redis() as redis:

        async def play(one: SharedRooms, other: SharedRooms) -> None:
            here, there = Audiences(one), Audiences(other)
            room = await one.begin()
            await one.change(room.code, lambda room: room.look("/heads", {}))
            taught, stream = here.taught(room, "a"), there.followed(room, "", "b")
            await anext(taught)
            seat, _ = await seated(stream)
            told_of_it = [said async for said in until(taught, b'"here": 1')]
            assert told(told_of_it[-1])["view"] == "/heads"  # both know it now
            redis.kill()
            for line in (taught, stream):
                heard = [said async for said in until(line, b'"away"')]
                assert told(heard[-1]) == {"away": True}
            with pytest.raises(Away):
                await one.find(room.code)
            with pytest.raises(Away):
                await other.change(room.code, Room.sit)
            with pytest.raises(Away):
                await other.begin()
            redis.start()
            for line in (taught, stream):
                heard = [said async for said in until(line, b'"view"')]
                assert told(heard[-1])["view"] == "/heads"
            found = await one.find(room.code)
            assert found.holds(room.key) and seat in found.follows
            for line in (taught, stream):
                await line.aclose()
            await all_gone(here, there)

        both(redis, play)


def test_an_address_where_nobody_answers_is_said_soon():
    async def play() -> None:
        store = SharedRooms("redis://127.0.0.1:9")
        began = time.monotonic()
        with pytest.raises(Away):
            await store.begin()
        assert time.monotonic() - began < 2 * shared_rooms.ANSWERS_WITHIN
        await store.close()

    finished(play())
    assert issubclass(room_store.Away, OSError)
