"""What networks learn that point at lines, and how they are judged."""

import math
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import pytest
import torch

from core.networks.pointer import Pointer, PointerAlone, PointerConfig
from core.training import small, summaries
from core.training.summaries import Summaries, judged, wanted_of
from core.worlds.shown_stories import SUMMED
from core.worlds.summaries import asks_of, summed_up
from tests.close import close

RECIPES = sorted((Path(__file__).parents[3] / "recipes").glob("pointer*.toml"))
DAY = summed_up(SUMMED["day"].lines, asks_of("milk"))
SHORT = summed_up(("Sam goes to the den.", "Sam got the cup."), asks_of("cup"))


@pytest.fixture(scope="module")
def task() -> Iterator[Summaries]:
    with pytest.MonkeyPatch.context() as fewer:
        fewer.setattr(summaries, "HELD_OUT", 130)
        fewer.setattr(summaries, "LOOKED_AT", 26)
        task = Summaries()
        assert len(task.kept_apart) == 156
        yield task


Kind = TypeVar("Kind", Pointer, PointerAlone)


def untrained(kind: type[Kind]) -> Kind:
    torch.manual_seed(2)
    return kind(PointerConfig(d_state=6))


def test_the_end_fills_up_what_is_to_be_pointed_at():
    assert wanted_of([DAY, SHORT]).tolist() == [[9, 11, 13], [0, 1, 14]]


def test_the_loss_counts_each_line_and_the_end_once(task, monkeypatch):
    """With equal scores: ln of how many may be pointed at, step by step."""
    made = iter([DAY, SHORT])
    monkeypatch.setattr(summaries, "drawn_summary", lambda *_: next(made))
    network = untrained(Pointer)
    network.direction.data.zero_()
    loss = task.loss(network, torch.Generator().manual_seed(1), 2, 0.5)
    # the day: 14 lines and ‹end›, then 4 + 1, then 2 + 1; the cup: 2 + 1, 1 + 1, ‹end›
    steps = [15, 5, 3, 3, 2, 1]
    close(loss.detach(), sum(map(math.log, steps)) / 6, 1e-5)


def test_a_line_by_itself_costs_its_yes_or_no(task, monkeypatch):
    made = iter([DAY, SHORT])
    monkeypatch.setattr(summaries, "drawn_summary", lambda *_: next(made))
    network = untrained(PointerAlone)
    network.belongs.weight.data.zero_()
    network.belongs.bias.data.fill_(math.log(3))  # yes with a chance of 3/4
    loss = task.loss(network, torch.Generator().manual_seed(1), 2, 0.5)
    # five of 16 lines belong
    close(loss.detach(), -(5 * math.log(0.75) + 11 * math.log(0.25)) / 16, 1e-5)


def test_nothing_is_learned_from_what_is_held_out(task: Summaries, monkeypatch):
    held = task.held_out[0]
    made = iter([held, held, SHORT])
    monkeypatch.setattr(summaries, "drawn_summary", lambda *_: next(made))
    task.loss(untrained(Pointer), torch.Generator().manual_seed(1), 1, 0.5)
    assert next(made, None) is None


def test_what_is_right_is_counted_by_lines_and_by_places():
    found = judged([DAY, SHORT], [(9, 11), (0, 1)])
    assert found == {
        "exact": 0.5,
        "found": 0.8,  # four of five
        "right": 1.0,
        "kept": 1.0,
    }
    found = judged([DAY, SHORT], [(2, 6, 9, 13), (1,)])
    assert found == {"exact": 0.0, "found": 0.6, "right": 0.6, "kept": 0.0}


def test_rules_that_need_no_network():
    assert summaries.named(DAY) == (2, 6, 9, 13)
    assert summaries.last_named(DAY) == (13,)
    assert summaries.recent(DAY) == (11, 12, 13)
    assert summaries.recent(SHORT) == (0, 1)


@pytest.mark.parametrize("kind", [Pointer, PointerAlone])
def test_what_is_measured_and_written_on_the_card(task: Summaries, kind):
    measured = task.measure(untrained(kind).eval())
    assert measured["stories"] == 130 and measured["lines"] == [4, 16]
    assert measured["of"] == 10.0  # 4 to 16 in turn
    assert 1 <= measured["telling"] <= 3
    assert measured["named"]["exact"] < 0.6
    name = "pointer" if kind is Pointer else "pointer_alone"
    what, table = task.card({"kind": name, "measured": measured})
    assert "without attention" in what or "additive attention" in what
    assert ("of the attention is on the lines" in table) == (kind is Pointer)
    assert ("on" in measured) == (kind is Pointer)


@pytest.mark.parametrize("path", RECIPES, ids=lambda path: path.stem)
def test_every_recipe_is_one(path: Path):
    recipe = small.read_small_recipe(path)
    assert isinstance(small.task_of(recipe), Summaries)


def test_another_network_learns_no_summaries(task: Summaries):
    with pytest.raises(TypeError, match="points at lines"):
        task.validate(torch.nn.Linear(2, 2))
