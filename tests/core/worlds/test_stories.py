"""Stories by seed: the answers are the checker's, the lectures' stories as printed."""

import pytest

from core.errors import InputError
from core.worlds import stories
from core.worlds.shown_stories import LECTURES
from core.worlds.stories import LINES, TASKS, checked, story
from core.worlds.story import HasColour, IsA
from core.worlds.telling import VOCABULARY, read, words


@pytest.mark.parametrize("task", TASKS)
def test_answers_are_the_checkers_and_rest_on_so_many_lines(task):
    for seed in range(100):
        length = 3 + seed % 14
        made = story(seed, task, length)
        assert made == checked(made.lines, made.question)
        assert len(made.lines) == length
        assert len(made.supporting) >= LINES[task]
        assert set(words(made.text)) <= set(VOCABULARY)


@pytest.mark.parametrize("task", TASKS)
def test_the_same_seed_is_the_same_story(task):
    assert story(7, task, 9) == story(7, task, 9)
    assert len({story(seed, task, 9).text for seed in range(50)}) == 50


def test_all_of_a_kind_have_one_colour():
    for seed in range(200):
        events = [read(line) for line in story(seed, "colour", 12).lines]
        kinds = {one.who: one.kind for one in events if isinstance(one, IsA)}
        colours: dict[str, set[str]] = {}
        for one in events:
            if isinstance(one, HasColour) and one.who in kinds:
                colours.setdefault(kinds[one.who], set()).add(one.colour)
        assert all(len(found) == 1 for found in colours.values())


def test_the_stories_of_the_lectures_have_the_answers_of_the_lectures():
    answers = {name: (one.answer, one.supporting) for name, one in LECTURES.items()}
    assert answers == {
        "apple": ("bedroom", (2, 3)),
        "lion": ("white", (0, 1, 2)),
        "milk": ("hallway", (0, 1, 2)),
    }


def test_the_milk_as_printed_cannot_be_answered():
    printed = LECTURES["milk"].lines[2:]
    with pytest.raises(InputError, match="doesn't say"):
        checked(printed, LECTURES["milk"].question)


@pytest.mark.parametrize(
    ("task", "length"), [("thief", 5), ("thing", 2), ("thing", 17)]
)
def test_what_is_no_task_or_too_long_is_refused(task, length):
    with pytest.raises(ValueError, match="not"):
        stories.story(1, task, length)
