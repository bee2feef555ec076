"""A class: what its followers are shown, what is counted, and when it is over."""

import re

import pytest

from server import rooms
from server.rooms import FEW, Full, Question, Room, new_code


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What the clock says, in a list that a test may write."""
    now = [1_000_000.0]
    monkeypatch.setattr(rooms, "time", lambda: now[0])
    return now


def asked(choices: tuple[str, ...] = ("a", "b", "c")) -> tuple[Room, Question]:
    """A room with an open question."""
    room, question = Room("K7QXP"), Question("Why?", [*choices])
    room.ask(question)
    return room, question


def test_a_code_is_not_misread():
    assert re.fullmatch("[ACDEFGHJKMNPQRTUVWXY3479]{5}", new_code())
    letters = rooms.LETTERS
    taken = {a + b: 0 for a in letters for b in letters if a + b != "AC"}
    rooms_code, rooms.CODE = rooms.CODE, 2
    try:
        assert new_code(taken) == "AC"
    finally:
        rooms.CODE = rooms_code


def test_a_room_is_read_as_it_was_written():
    room, question = asked()
    room.look("/transformer?layer=2", {"key": "map", "view": {"head": 3}})
    seat = room.sit()
    room.answer(seat, question.id, 1)
    assert Room.read(room.written()) == room
    room.show(question.id, 1)
    again = Room.read(room.written())
    assert again == room and again.told() == room.told()
    assert Room.read(Room("K7QXP").written()).question is None


def test_a_question_is_told_with_what_it_is_about():
    room = Room("K7QXP")
    room.ask(Question("Yes or no?", ["Yes", "No"], "yesno"))
    assert Room.read(room.written()).told()[0]["question"]["about"] == "yesno"


def test_a_class_ends_by_itself_after_its_time_or_without_its_teacher(clock):
    room = Room("K7QXP")
    room.sit()
    clock[0] += rooms.ALONE - 1
    assert not room.over
    room.hear("", [], taught=True)
    clock[0] += rooms.ALONE - 1
    room.hear("", [], taught=False)
    assert not room.over
    clock[0] += 2
    assert room.over and room.told() == ({"ended": True}, {})
    other = Room("K7QXP")
    seat = other.sit()
    for _ in range(7):
        clock[0] += rooms.ALONE - 1
        other.hear("", [seat], taught=True)
    assert other.over  # three hours, whoever is there


def test_a_class_that_nobody_joined_ends_sooner(clock):
    room, waits = Room("K7QXP"), Room("K7QXP")
    assert (rooms.UNSEEN, rooms.WAITS) == (600, 3_600)
    clock[0] += 601
    assert room.over
    for _ in range(6):
        waits.seen = clock[0]
        assert not waits.over
        clock[0] += 500
    assert waits.over  # an hour, though its teacher is there


def test_every_seat_counts_once_and_may_change_its_mind():
    room, question = asked()
    one, other = room.sit(), room.sit()
    assert room.answer(one, question.id, 0) and room.answer(one, question.id, 1)
    assert room.answer(other, question.id, 1)
    told, counted = room.told()
    assert counted == {"here": 2, "following": 2, "answered": 2}
    assert "answered" not in told["question"]  # not before it is shown
    room.show(question.id, 1)
    told = room.told()[0]["question"]
    assert (told["counts"], told["right"]) == ([0, 2, 0], 1)
    assert question.answers == {}  # who said what is forgotten
    assert not room.answer(one, question.id, 2)
    room.show(question.id, 1)
    assert room.told()[0]["question"]["counts"] == [0, 2, 0]


def test_a_seat_is_kept_through_a_reload_and_a_made_up_one_is_none():
    room, question = asked()
    seat = room.sit()
    room.answer(seat, question.id, 2)
    room.hear("", [], taught=True)
    assert room.told()[1]["here"] == 0
    assert room.sit(seat) == seat and room.sit("made-up") != "made-up"
    room.answer(seat, question.id, 0)
    assert room.told()[1]["answered"] == 1 and room.told()[1]["here"] == 2
    assert not room.answer("made-up", question.id, 0)
    room.hear("other", ["made-up"], taught=True)
    assert room.told()[1]["here"] == 2


def test_who_is_not_heard_of_any_more_is_not_here(clock):
    room = Room("K7QXP")
    stays, goes = room.sit(), room.sit()
    clock[0] += rooms.STILL_HERE
    room.hear("other", [stays], taught=True)
    assert room.told()[1]["here"] == 2
    clock[0] += rooms.GONE_AFTER - 1
    assert room.told()[1]["here"] == 1
    room.hear("", [goes], taught=True)
    assert room.told()[1]["here"] == 2


def test_a_tab_that_goes_on_elsewhere_is_here_however_late_its_first_line_ends():
    room = Room("K7QXP")
    seat = room.sit(process="one")
    room.sit(seat, "other")
    room.hear("one", [seat], taught=False)  # which has not noticed
    room.hear("one", [], taught=False)
    assert room.told()[1]["here"] == 1
    room.hear("other", [], taught=False)
    assert room.told()[1]["here"] == 0 and room.heard == {}


def test_only_who_is_here_is_counted():
    room, question = asked()
    for _ in range(FEW + 1):  # one tab, which comes again and again
        room.answer(room.sit(), question.id, 0)
        room.hear("", [], taught=True)
    honest = room.sit()
    room.answer(honest, question.id, 1)
    assert room.told()[1] == {"here": 1, "following": 1, "answered": 1}
    room.show(question.id, 1)
    assert room.told()[0]["question"]["counts"] == [0, 1, 0]
    room.hear("", [], taught=True)
    assert room.told()[1]["answered"] == 1  # counted is counted


def test_the_question_that_is_shown_is_named():
    room, question = asked()
    other = Question("And now?", ["a", "b"])
    room.ask(other)
    assert not room.show(question.id, 1) and not other.shown
    assert room.show(other.id, 1) and other.shown
    room.ask(None)
    assert not room.show(other.id, 1)


@pytest.mark.parametrize("said", [-1, 3, True, "0", 1.0, None, [], {}])
def test_what_is_no_choice_is_not_counted(said: object):
    room, question = asked()
    seat = room.sit()
    assert not room.answer(seat, question.id, said)
    assert not room.answer(seat, "another", 0)
    assert room.told()[1]["answered"] == 0


def test_of_numbers_the_commonest_are_shown_and_texts_are_none():
    room, question = asked(choices=())
    for said in ("12", 12, "12.0", 7, "0,5", -3, "hello", "nan", "1e999", "<b>"):
        seat = room.sit()
        if not room.answer(seat, question.id, said):
            room.follow(seat, False)
    room.show(question.id, "0,50")
    told = room.told()[0]["question"]
    least_first = [("-3", 1), ("0.5", 1), ("7", 1)]
    assert told["commonest"] == [("12", 3), *least_first] and told["right"] == "0.5"


def test_a_flood_of_different_numbers_is_bounded():
    room, question = asked(choices=())
    for said in range(rooms.MOST_NUMBERS + 200):
        room.answer(room.sit(), question.id, said)
    assert len(set(question.answers.values())) == rooms.MOST_NUMBERS


def test_few_answers_are_a_number_and_stay_one_whoever_leaves():
    room, question = asked()
    *given, last = [room.sit() for _ in range(FEW)]
    for seat in given:
        room.answer(seat, question.id, 0)
    room.show(question.id, 2)
    told = room.told()[0]["question"]
    assert told["answered"] == FEW - 1 and "counts" not in told and told["right"] == 2
    room.follow(last, False)
    room.hear("", [], taught=True)
    room.show(question.id, None)
    assert "counts" not in room.told()[0]["question"]


def test_few_answers_are_shown_where_all_who_follow_have_answered():
    room, question = asked()
    *given, last = [room.sit() for _ in range(FEW)]
    for seat in given:
        room.answer(seat, question.id, 0)
    room.follow(last, False)  # who looks around is not waited for
    room.show(question.id, None)
    assert room.told()[0]["question"]["counts"] == [FEW - 1, 0, 0]


def test_seats_are_bounded_and_those_that_are_silent_give_way(monkeypatch):
    monkeypatch.setattr(rooms, "MOST_SEATS", 2)
    room, question = asked()
    stays, goes = room.sit(), room.sit()
    with pytest.raises(Full):
        room.sit()
    room.answer(goes, question.id, 0)
    room.hear("", [stays], taught=True)
    answers = room.sit()
    assert [*room.follows] == [stays, answers] and question.answers == {}
    room.answer(answers, question.id, 0)
    with pytest.raises(Full):
        room.sit()
    assert room.follow(stays, False) and not room.follow("nobody", True)
    assert room.told()[1] == {"here": 2, "following": 1, "answered": 1}
