"""What a hostile follower or a forgotten tab takes from a class: so much, no more."""

import json

import pytest

from server.audiences import TEACHERS, Audiences
from server.classes import DONE, DONE_FROM, SEATED
from server.room_store import Rooms
from server.rooms import Full, Question, Room
from tests.server.test_audiences import seated
from tests.server.test_classes import Client
from tests.server.visitor import finished

pytestmark = pytest.mark.usefixtures("at_once")


class Class(Rooms):
    """One class, which is asked about by its address."""

    def __init__(self) -> None:
        super().__init__()
        self.client = Client(self)
        _, told = self.client.ask("/class")
        self.path, self.key = f"/class/{told['code']}", told["key"]
        self.room: Room = finished(self.find(told["code"]))
        self.question = Question("Why?", ["a", "b"])
        self.room.ask(self.question)

    def says(self, act: str, seat: str, address: str = "school") -> int:
        """The status of what a seat does."""
        told = {"seat": seat, "question": self.question.id, "answer": 1}
        return self.client.ask(f"{self.path}/{act}", told, x_forwarded_for=address)[0]


@pytest.fixture
def held() -> Class:
    return Class()


def test_a_seat_that_floods_is_refused_and_its_neighbours_are_not(held: Class):
    flood, calm = held.room.sit(), held.room.sit()
    assert DONE == (1.0, 20.0)
    assert [held.says("answer", flood) for _ in range(21)] == [204] * 20 + [429]
    assert held.says("answer", calm) == held.says("follow", calm) == 204


def test_many_seats_of_one_address_are_refused_and_another_address_is_not(
    held: Class, monkeypatch: pytest.MonkeyPatch
):
    assert DONE_FROM == (100.0, 1_500.0)
    monkeypatch.setattr("server.classes.DONE_FROM", (1e-6, 3.0))
    held.client = Client(held)
    seats = [held.room.sit() for _ in range(5)]
    said = [held.says("answer", seat) for seat in seats]
    assert said == [204, 204, 204, 429, 429]
    assert held.says("answer", seats[4], "home") == 204
    assert held.client.ask(f"{held.path}/ask", {"key": held.key})[0] == 204


def test_who_has_no_seat_changes_nothing_and_takes_nothing_from_who_has(held: Class):
    before = held.room.version
    assert {held.says("answer", f"made-up-{n}") for n in range(50)} == {409}
    assert held.room.version == before  # nobody is told of it


def test_new_seats_of_an_address_are_bounded_and_old_ones_come_back(
    held: Class, monkeypatch: pytest.MonkeyPatch
):
    assert SEATED == (2.0, 400.0)
    monkeypatch.setattr("server.classes.SEATED", (1e-6, 2.0))
    held.client = Client(held, most=0)  # where every line ends at once
    events = f"{held.path}/events"
    assert [held.client.ask(events)[0] for _ in range(3)] == [200, 200, 429]
    assert held.client.ask(events, {"seat": held.room.sit()})[0] == 200
    assert held.client.ask(events, x_forwarded_for="home")[0] == 200


def test_a_code_that_was_wrong_may_be_asked_again_and_others_go_on():
    client = Client()
    for _ in range(300):  # a class that is lost, and all its tabs
        status, told = client.ask("/class/AAAAA/events", {"seat": "lost"})
        assert status == 200 and json.loads(told[6:]) == {"gone": True}
    for letter in "CDEFGHJKM":
        assert client.ask(f"/class/AAAA{letter}")[0] == 200
    assert client.ask("/class/AAAAN")[0] == 429
    assert client.ask("/class/aaaaa")[0] == 200  # is known already


def test_a_process_among_others_that_share_nothing_begins_no_class():
    named = {"x_headlight_replicas": "app1:8501 app2:8501"}
    status, told = Client().ask("/class", **named)
    assert status == 501 and "ROOMS" in told["why"]
    assert Client().ask("/class", x_headlight_replicas="app1:8501")[0] == 201


def test_so_many_listen_in_a_process_and_a_teacher_comes_in_all_the_same():
    async def play() -> None:
        store = Rooms()
        here = Audiences(store, most=2)
        room = await store.begin()
        streams = [here.followed(room, "", "school") for _ in range(3)]
        for stream in streams[:2]:
            await seated(stream)
        with pytest.raises(Full):
            await anext(streams[2])
        assert len(room.follows) == 2  # nor is a seat taken
        with pytest.raises(Full):
            here.check("home", teaches=False)
        here.check("school", teaches=True)
        here.listening["school"] += TEACHERS
        with pytest.raises(Full):
            here.check("school", teaches=True)
        for stream in streams:
            await stream.aclose()

    finished(play())


def test_from_one_address_no_more_than_its_share_listen():
    async def play() -> None:
        here = Audiences(Rooms(), most=10, share=0.3)
        here.listening["school"] = 3
        here.check("home", teaches=False)
        with pytest.raises(Full):
            here.check("school", teaches=False)

    finished(play())
