"""A seat is for a reader: who is silent or was forgotten gives way."""

import asyncio
import functools
import math

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg

from server import guard as guards
from server.guard import Guard
from server.places import Places
from server.rate_limit import RateLimit
from tests.server.tab import Tab, settled
from tests.server.test_shared_first_run import delta, end, new_session
from tests.server.visitor import finished, rerun

PAGE = rerun("sentence=Fish+swim.").SerializeToString()
CHANGE = rerun("sentence=Fish+swim.", widgets={"row": "2"}).SerializeToString()
CLICK = rerun("sentence=Fish+swim.", widgets={"row": "2"})
CLICK.rerun_script.widget_states.widgets.add(id="link", json_trigger_value="{}")
CLICK = CLICK.SerializeToString()
ALIVE = BackMsg(app_heartbeat=True).SerializeToString()
BY_ITSELF = BackMsg()
BY_ITSELF.rerun_script.is_auto_rerun = True
BY_ITSELF = BY_ITSELF.SerializeToString()
RESTING, BACK = "resting", "back"
MINUTES = 10


class App:
    """A session says how many runs it has had; `here` are those that are open."""

    def __init__(self):
        self.here = 0
        self.sessions = 0

    async def __call__(self, scope, receive, send):
        assert await receive() == {"type": "websocket.connect"}
        assert not any(name == b"origin" for name, _ in scope["headers"])
        assert "path_params" not in scope
        scope["path_params"] = {}  # as Starlette writes into it
        self.here, self.sessions, runs = self.here + 1, self.sessions + 1, 0
        await send({"type": "websocket.accept", "subprotocol": "streamlit"})
        while (await receive())["type"] == "websocket.receive":
            runs += 1
            for frame in (new_session(), delta(f"run {runs}"), *end()):
                await send({"type": "websocket.send", "bytes": frame})
        self.here -= 1
        await send({"type": "websocket.send", "bytes": delta("too late")})


class Room:
    """A guard before an app, with that many seats; readers can be made still."""

    def __init__(self, seats, *, shared=False, still=MINUTES * 60.0, share=1.0):
        self.app = App()
        self.seats = Places(seats, still=still, share=share)
        self.guard = Guard(
            self.app,
            seats=self.seats,
            silent=Places(seats, share=share),
            titles={"rests": RESTING, "back": BACK},
            rate_limit=lambda: RateLimit(1e9, 1e9),
            shared=lambda: shared,
        )

    def tab(self, address="school"):
        return Tab(self.guard, address)

    async def filled(self, count):
        return [await self.tab().open(PAGE) for _ in range(count)]

    async def given_away(self):
        """Who has forgotten their tab, and who has come to have the only seat."""
        [forgotten] = await self.filled(1)
        self.later()
        return forgotten, await self.tab().open(PAGE)

    def later(self, minutes=MINUTES + 1):
        """All who are seated now have been still for so long."""
        for number, guest in enumerate(self._by_age()):
            guest.since -= 60 * minutes - number

    def _by_age(self):
        return sorted(self.seats._guests, key=lambda guest: guest.since)


def played(lesson):
    """A test that plays a lesson in a room, with shared runs and without."""

    @pytest.mark.parametrize("shared", [False, True], ids=["alone", "shared"])
    @functools.wraps(lesson)
    def test(shared):
        finished(
            lesson(lambda *seats, **options: Room(*seats, shared=shared, **options))
        )

    del test.__wrapped__
    return test


@played
async def test_silent_sockets_take_no_seat(room):
    room = room(3)
    silent = [await room.tab().open(*said) for said in ((), (ALIVE,))]
    reader = await room.tab().open(PAGE, CHANGE)
    assert reader.seen == ["in", "run 1", "run 2"]
    assert [tab.seen for tab in silent] == [["in"], ["in"]]
    assert len(room.seats) == 1 == room.app.sessions


@played
async def test_of_too_many_silent_ones_the_oldest_goes_and_no_reader(room):
    room = room(2)
    reader = await room.tab().open(PAGE)
    silent = [await room.tab().open() for _ in range(4)]
    assert [tab.seen for tab in silent] == [
        ["in", "out"],
        ["in", "out"],
        ["in"],
        ["in"],
    ]
    await silent[3].say(PAGE)
    await reader.say(CHANGE)
    assert reader.seen == ["in", "run 1", "run 2"] and silent[3].seen == ["in", "run 1"]


def test_who_says_nothing_for_ten_seconds_is_told_to_come_again(monkeypatch):
    assert guards.FIRST_WORD_SECONDS == 10
    monkeypatch.setattr(guards, "FIRST_WORD_SECONDS", 0.05)

    async def lesson():
        room = Room(2)
        silent = await room.tab().open(ALIVE)
        back = await room.tab().open(back=True)
        await asyncio.sleep(0.1)
        await silent.over()
        assert silent.seen == ["in", "out"]
        await back.say(CHANGE)  # a page that was here waits for its reader
        assert back.seen == ["in", "run 1"]

    finished(lesson())


def test_of_many_who_say_nothing_one_leaves_after_the_other(monkeypatch):
    monkeypatch.setattr(guards, "FIRST_WORD_SECONDS", 0.01)
    monkeypatch.setattr(guards, "LEAVING_PER_SECOND", 1.0)

    async def lesson():
        room = Room(3)
        silent = [await room.tab().open() for _ in range(3)]
        await silent[0].over()
        assert [tab.seen for tab in silent] == [["in", "out"], ["in"], ["in"]]
        await silent[2].say(PAGE)  # it was only slow
        assert silent[2].seen == ["in", "run 1"]

    finished(lesson())


@played
async def test_the_longest_still_gives_way_and_its_page_says_so(room):
    room = room(2)
    forgotten, lately = await room.filled(2)
    room.later()
    await lately.say(CHANGE)
    newcomer = await room.tab().open(PAGE)
    assert newcomer.seen == ["in", "run 1"]
    assert forgotten.seen == ["in", "run 1", RESTING]
    assert lately.seen == ["in", "run 1", "run 2"]
    assert len(room.seats) == 2


@played
async def test_nobody_gives_way_who_clicked_lately(room):
    room = room(2)
    await room.filled(2)
    room.later(MINUTES - 1)
    assert (await room.tab().open(PAGE)).seen == ["refused", "out"]


@played
async def test_what_a_page_does_by_itself_is_no_click(room):
    room = room(1)
    [playing] = await room.filled(1)
    room.later()
    await playing.say(BY_ITSELF, ALIVE)
    assert (await room.tab().open(PAGE)).seen == ["in", "run 1"]
    seen = [*playing.seen]
    assert seen[-1] == RESTING
    await playing.say(BY_ITSELF, ALIVE)
    assert playing.seen == seen  # it has not even asked


@played
async def test_a_click_asks_for_a_seat_again_and_opens_the_same_view(room):
    room = room(1)
    forgotten, newcomer = await room.given_away()
    await forgotten.say(CLICK)
    assert forgotten.seen == ["in", "run 1", RESTING, RESTING]  # every seat is taken
    await newcomer.leave()
    await forgotten.say(CLICK)
    assert forgotten.seen[4] == BACK
    assert forgotten.seen[5] in ("run 1", "run 2")  # of a session that knows the page
    await forgotten.say(CHANGE)
    assert len(forgotten.seen) == 7 and room.app.here == 1


@played
async def test_a_click_gets_the_seat_of_another_who_was_forgotten(room):
    room = room(1)
    forgotten, newcomer = await room.given_away()
    room.later()
    await forgotten.say(CLICK)
    assert newcomer.seen == ["in", "run 1", RESTING]
    assert len(forgotten.seen) == 5 and forgotten.seen[3] == BACK


@played
async def test_a_page_that_comes_back_by_itself_pushes_nobody_out(room):
    room = room(1)
    [forgotten] = await room.filled(1)
    room.later()
    back = await room.tab().open(PAGE, back=True)
    assert back.seen == ["in", RESTING]
    assert forgotten.seen == ["in", "run 1"]
    await back.say(CLICK)  # a hand
    assert forgotten.seen == ["in", "run 1", RESTING]
    assert back.seen[2] == BACK and back.seen[3] in ("run 1", "run 2")


@played
async def test_a_page_that_comes_back_to_a_full_room_rests(room):
    room = room(1)
    await room.filled(1)
    back = await room.tab().open(PAGE, back=True)
    assert back.seen == ["in", RESTING]


@played
async def test_of_two_who_come_to_the_last_seat_one_comes_again(room):
    room = room(2)
    await room.filled(1)
    one, other = [await room.tab().open() for _ in range(2)]
    await one.say(PAGE)
    await other.say(PAGE)
    assert [one.seen, other.seen] == [["in", "run 1"], ["in", "out"]]


@played
async def test_a_page_that_comes_back_and_says_nothing_is_silent_too(room):
    room = room(2)
    back = [await room.tab().open(back=True) for _ in range(3)]
    assert [tab.seen for tab in back] == [["in", "out"], ["in"], ["in"]]
    await back[1].say(CHANGE)
    assert back[1].seen == ["in", "run 1"] and len(room.seats) == 1


@played
async def test_a_teacher_with_a_class_keeps_the_seat(room):
    room = room(1)
    [teacher] = await room.filled(1)
    room.seats._kept = {"school": 1}.__getitem__
    room.later()
    assert (await room.tab().open(PAGE)).seen == ["refused", "out"]
    assert teacher.seen == ["in", "run 1"]


@played
async def test_zero_minutes_keep_every_seat(room):
    room = room(1, still=math.inf)
    await room.filled(1)
    room.later(9_999)
    assert (await room.tab().open(PAGE)).seen == ["refused", "out"]


@played
async def test_of_an_address_above_its_share_its_own_go(room):
    room = room(4, share=0.5)
    home = await room.tab("home").open(PAGE)
    school = await room.filled(3)
    room.later()
    await room.tab("home").open(PAGE)
    assert home.seen == ["in", "run 1"]
    assert [tab.seen[-1] for tab in school] == [RESTING, "run 1", "run 1"]


@played
async def test_of_an_address_above_its_share_its_own_silent_ones_go(room):
    room = room(4, share=0.5)
    home = await room.tab("home").open()
    silent = [await room.tab().open() for _ in range(6)]
    assert home.seen == ["in"]
    assert [len(tab.seen) for tab in silent] == [2, 2, 2, 1, 1, 1]


@played
async def test_of_too_many_at_rest_the_oldest_is_told_to_come_again(room):
    room = room(1)
    resting = []
    for _ in range(3):
        resting += await room.filled(1)
        room.later()
    await room.tab().open(PAGE)
    assert [tab.seen[2:] for tab in resting] == [
        [RESTING, "out"],
        [RESTING, "out"],
        [RESTING],
    ]


@played
async def test_when_all_have_left_nothing_is_left_of_them(room):
    room = room(1)
    forgotten, newcomer = await room.given_away()
    silent = await room.tab("else").open()
    back = await room.tab().open(back=True)
    for tab in (forgotten, newcomer, silent, back):
        await tab.leave()
    await settled()
    guard = room.guard
    assert [len(each) for each in (guard._seats, guard._silent, guard._at_rest)] == [
        0
    ] * 3
    assert room.app.here == 0
