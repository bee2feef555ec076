"""The shipped networks answer the stories of the lectures as the page says they do."""

import pytest

from core.assets import WORLDS
from core.in_use.memory import MemoryPass, tell
from core.in_use.small import Small, load
from core.sealed import WEIGHTS, read_json
from core.shelf.models import GOLDEN
from core.worlds.shown_stories import LECTURES, SHOWN
from core.worlds.stories import TASKS
from core.worlds.telling import COLOURS
from tests.stored import seen_alike

NAMES = ("memory-1", "memory-2", "memory-3", "memory-hierarchical")


@pytest.fixture(scope="module")
def networks() -> dict[str, Small]:
    return {name: load(name) for name in NAMES}


def told(model: Small, name: str, hidden: tuple[int, ...] = ()) -> MemoryPass:
    return tell(model, SHOWN[name].lines, SHOWN[name].question, hidden)


@pytest.mark.parametrize("story", LECTURES)
def test_three_hops_answer_the_stories_of_the_lectures(networks, story):
    assert told(networks["memory-3"], story).answer.word == LECTURES[story].answer


def test_one_hop_finds_the_last_place_and_three_go_on_to_the_bedroom(networks):
    assert told(networks["memory-1"], "company").answer.word == "kitchen"
    three = told(networks["memory-3"], "company")
    assert three.answer.word == "bedroom"
    # the first hop reads a line about the apple, the last one where Sam went
    assert "apple" in three.lines[int(three.weights[0].argmax())]
    assert three.lines[int(three.weights[2].argmax())] == "Sam walks into the bedroom."
    assert [near[0].word for near in (three.states[0], three.states[2])] == [
        "apple",
        "Sam",
    ]


def test_the_last_query_about_the_lion_is_near_to_all_colours(networks):
    asks = told(networks["memory-3"], "lion").states[2]
    assert {near.word for near in asks[: len(COLOURS)]} == set(COLOURS)


def test_words_then_lines_misses_the_step_between(networks):
    assert told(networks["memory-hierarchical"], "company").answer.word != "bedroom"


def test_without_the_line_of_the_bedroom_the_kitchen_is_left(networks):
    assert told(networks["memory-3"], "company", (4,)).answer.word == "kitchen"


@pytest.mark.parametrize("name", NAMES)
def test_a_folder_is_small_and_says_what_was_measured(networks, name):
    folder, model = WORLDS / name, networks[name]
    assert (folder / WEIGHTS).stat().st_size < 2**16
    assert set(model.info["measured"]["tasks"]) == set(TASKS)
    assert f"{model.info['measured']['stories']:,}" in model.card
    for one in read_json(folder / GOLDEN)["examples"]:
        found = told(model, one["story"])
        assert found.answer.word == one["answer"]
        seen_alike(found.answer.probability, one["probability"], digits=2)


def test_more_hops_are_right_more_often_where_more_lines_decide(networks):
    right = {
        name: {
            task: one["right"] for task, one in model.info["measured"]["tasks"].items()
        }
        for name, model in networks.items()
    }
    for task in ("thing", "before", "colour"):
        assert right["memory-3"][task] > right["memory-1"][task] + 0.2
        assert right["memory-3"][task] > right["memory-hierarchical"][task] + 0.2
    for hops in ("memory-1", "memory-2", "memory-3"):
        assert right[hops]["person"] > 0.95
