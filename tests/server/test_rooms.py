"""A class: what its followers are shown, what is counted, and when it is over."""

import re

import pytest

from server import rooms
from server.rooms import FEW, Full, Question, Room, Rooms
from tests.server.visitor import finished


def asked(choices: tuple[str, ...] = ("a", "b", "c")) -> tuple[Room, Question]:
    """A room with an open question."""
    room, question = Room("K7QXP"), Question("Why?", choices)
    room.ask(question)
    return room, question


def test_a_code_is_not_misread_and_is_found_however_it_is_typed():
    known = Rooms()
    room = known.begin()
    assert re.fullmatch("[ACDEFGHJKMNPQRTUVWXY3479]{5}", room.code)
    assert known.find(f" {room.code.lower()} ") is room
    assert known.find("00000") is None


def test_a_process_takes_so_many_classes_and_those_that_ended_make_room():
    known = Rooms(most=2)
    first, _ = known.begin(), known.begin()
    with pytest.raises(Full):
        known.begin()
    first.end()
    assert known.find(first.code) is None
    assert known.begin().code != first.code


def test_a_class_ends_by_itself_after_its_time_or_without_its_teacher():
    now = 0.0
    room = Room("K7QXP", clock=lambda: now)
    now = rooms.ALONE - 1
    assert not room.over and room.holds(room.key)
    now += rooms.ALONE - 1
    assert not room.over
    now += 2
    assert room.over and room.told() == {"ended": True}
    other = Room("K7QXP", clock=lambda: now)
    for _ in range(7):
        now += rooms.ALONE - 1
        other.holds(other.key)
    assert other.over  # three hours, whoever is there


def test_every_seat_counts_once_and_may_change_its_mind():
    room, question = asked()
    with room.seated() as one, room.seated() as other:
        assert room.answer(one, question.id, 0) and room.answer(one, question.id, 1)
        assert room.answer(other, question.id, 1)
        assert room.counted() == {"here": 2, "following": 2, "answered": 2}
        assert "answered" not in room.told()["question"]  # not before it is shown
        room.show(1)
        told = room.told()["question"]
        assert (told["counts"], told["right"]) == ([0, 2, 0], 1)
        assert question.answers == {}  # who said what is forgotten
        assert not room.answer(one, question.id, 2)
        room.show(1)
        assert room.told()["question"]["counts"] == [0, 2, 0]


def test_a_seat_is_kept_through_a_reload_and_a_made_up_one_is_none():
    room, question = asked()
    with room.seated() as seat:
        room.answer(seat, question.id, 2)
    with room.seated(seat) as again, room.seated("made-up") as other:
        assert again == seat and other != "made-up"
        room.answer(again, question.id, 0)
        assert question.answered == 1
    assert not room.answer("made-up", question.id, 0)


@pytest.mark.parametrize("said", [-1, 3, True, "0", 1.0, None, [], {}])
def test_what_is_no_choice_is_not_counted(said: object):
    room, question = asked()
    with room.seated() as seat:
        assert not room.answer(seat, question.id, said)
        assert not room.answer(seat, "another", 0)
    assert question.answered == 0


def test_of_numbers_the_commonest_are_shown_and_texts_are_none():
    room, question = asked(choices=())
    for said in ("12", 12, "12.0", "0,5", "hello", "nan", "1e999", "<b>"):
        with room.seated() as seat:
            room.answer(seat, question.id, said)
    room.show(None)
    assert room.told()["question"]["commonest"] == [("12", 3), ("0.5", 1)]


def test_a_flood_of_different_numbers_is_bounded():
    room, question = asked(choices=())
    for said in range(2 * rooms.MOST_NUMBERS):
        with room.seated() as seat:
            room.answer(seat, question.id, said)
    assert len(set(question.answers.values())) == rooms.MOST_NUMBERS


def test_few_answers_are_a_number_until_all_who_follow_have_answered():
    room, question = asked()
    seats = [room.seated() for _ in range(FEW)]
    given = [one.__enter__() for one in seats]
    for seat in given[:-1]:
        room.answer(seat, question.id, 0)
    room.show(None)
    told = room.told()["question"]
    assert told["answered"] == FEW - 1 and "counts" not in told
    room.follow(given[-1], False)  # who looks around is not waited for
    assert room.told()["question"]["counts"] == [FEW - 1, 0, 0]
    for one in seats:
        one.__exit__(None, None, None)


def test_seats_are_bounded_and_those_that_left_without_a_word_give_way(monkeypatch):
    monkeypatch.setattr(rooms, "MOST_SEATS", 2)
    room, question = asked()
    with room.seated() as stays:
        with room.seated(), pytest.raises(Full), room.seated():
            pass
        with room.seated() as answers:
            room.answer(answers, question.id, 0)
        with pytest.raises(Full), room.seated():
            pass
        assert room.follow(stays, False) and not room.follow("nobody", True)
        assert (room.here, room.following) == (1, 0)


def test_who_comes_late_is_told_at_once_and_who_reads_slowly_reads_the_last():
    async def class_() -> list[object]:
        room = Room("K7QXP")
        room.look("/transformer?layer=1", {})
        stream = room.changes()
        heard = [await anext(stream)]
        for layer in (2, 3):
            room.look(f"/transformer?layer={layer}", {"head": layer})
        heard.append(await anext(stream))
        room.end()
        return [*heard, *[told async for told in stream]]

    first, last, end = finished(class_())
    assert first == {"view": "/transformer?layer=1", "picture": {}}
    assert last == {"view": "/transformer?layer=3", "picture": {"head": 3}}
    assert end == {"ended": True}


def test_a_silent_stream_says_that_it_lives(monkeypatch):
    async def first_two() -> list[object]:
        stream = Room("K7QXP").changes(teacher=True)
        return [await anext(stream), await anext(stream)]

    monkeypatch.setattr(rooms, "STILL_HERE", 0.01)
    told, alive = finished(first_two())
    assert told == {"view": "", "picture": {}, "here": 0, "following": 0}
    assert alive is None
