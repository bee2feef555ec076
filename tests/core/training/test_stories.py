"""What answerers of questions learn: stories never seen again when they are judged."""

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from core.errors import InputError
from core.networks.memory import Hierarchical, HierarchicalConfig, Memory, MemoryConfig
from core.training import small, stories
from core.training.stories import Stories, last_named, told
from core.worlds.shown_stories import LECTURES
from core.worlds.stories import TASKS, checked
from core.worlds.telling import VOCABULARY
from tests.close import close

RECIPES = sorted((Path(__file__).parents[3] / "recipes").glob("memory-*.toml"))


@pytest.fixture(scope="module")
def task() -> Iterator[Stories]:
    with pytest.MonkeyPatch.context() as fewer:
        fewer.setattr(stories, "HELD_OUT", 200)
        fewer.setattr(stories, "LOOKED_AT", 50)
        yield Stories(linear=0.25)


def test_stories_beside_each_other_are_filled_up():
    batch = told([LECTURES["milk"], LECTURES["lion"]])
    assert batch.allowed[:, 0].sum(-1).tolist() == [6, 4]
    assert batch.lines[1, 4:].sum() == 0
    assert batch.wanted.tolist() == [
        stories.answer_id("hallway"),
        stories.answer_id("white"),
    ]


def test_nothing_is_learned_from_what_is_held_out(task: Stories):
    assert len(task.kept_apart) == 1_000  # 4 · (200 + 50)
    apart = next(iter(task.held_out["colour"]))
    drawn = task.drawn(random.Random(2), 200)
    assert apart.text not in {one.text for one in drawn}
    assert not task.kept_apart & {one.text for one in drawn}


def test_a_batch_depends_on_its_chance_alone(task: Stories):
    torch.manual_seed(1)
    network = Memory(MemoryConfig(d_state=6, n_hops=2))
    losses = [
        task.loss(network, torch.Generator().manual_seed(5), 16, 0.5) for _ in range(2)
    ]
    close(losses[0].detach(), losses[1].detach().item(), 1e-6)


def test_the_first_share_of_the_updates_has_no_softmax(task: Stories):
    torch.manual_seed(1)
    network = Memory(MemoryConfig(d_state=6, n_hops=2))
    early, late = (
        task.loss(network, torch.Generator().manual_seed(5), 16, done).item()
        for done in (0.24, 0.25)
    )
    assert early != late


@pytest.mark.parametrize(
    ("lines", "question", "last"),
    [
        (["Sam goes to the den.", "Bill sits down."], "Where is Sam?", "den"),
        (["Sam goes to the den.", "Bill moved to the park."], "Where is Sam?", "park"),
        (["Lily is red.", "Greg is blue."], "What color is Lily?", "blue"),
    ],
)
def test_the_last_place_or_colour_that_is_named(lines, question, last):
    assert last_named(checked(lines, question)) == last


def test_an_answer_is_right_where_its_word_has_the_best_score():
    asked = [LECTURES["milk"], LECTURES["lion"], LECTURES["milk"]]
    logits = torch.zeros(3, len(VOCABULARY))
    for row, word in enumerate(("hallway", "green", "hallway")):
        logits[row, stories.answer_id(word)] = 1.0
    network = Hierarchical(HierarchicalConfig(d_state=6)).eval()
    record = replace(stories.passed(network, asked), logits=logits)
    assert stories.right(record, asked).tolist() == [True, False, True]


def test_what_is_measured(task: Stories):
    torch.manual_seed(1)
    network = Hierarchical(HierarchicalConfig(d_state=6)).eval()
    measured = task.measure(network)
    assert set(measured["tasks"]) == set(TASKS)
    for one in measured["tasks"].values():
        assert 0 <= one["right"] <= 1
        assert 0.1 < one["commonest"] < 0.25  # ten places, six colours
        assert len(one["on"]) == 1
        assert abs(one["on"][0] - one["on_uniform"]) < 0.1  # untrained: nearly uniform
    what, table = task.card({"sizes": {}, "measured": measured})
    assert "one look" in what
    assert table.count("\n") == 7


@pytest.mark.parametrize("path", RECIPES, ids=lambda path: path.stem)
def test_every_recipe_is_one(path: Path):
    recipe = small.read_small_recipe(path)
    assert isinstance(small.task_of(recipe), Stories)


def test_a_share_that_is_none_is_refused():
    recipe = small.SmallRecipe("memory", {}, small.SmallPace(), {"linear": 1.5})
    with pytest.raises(InputError, match="below 1"):
        small.task_of(recipe)
