"""The shipped networks sum up the named stories as the page says they do."""

import pytest

from core.assets import WORLDS
from core.in_use.small import Small, load
from core.in_use.summaries import judged_alone, summarise
from core.sealed import WEIGHTS, read_json
from core.shelf.models import GOLDEN
from core.worlds.shown_stories import NAMED, SUMMED
from core.worlds.summaries import asks_of, summed_up
from tests.stored import seen_alike

NAMES = ("pointer", "pointer-alone")


@pytest.fixture(scope="module")
def networks() -> dict[str, Small]:
    return {name: load(name) for name in NAMES}


def chosen(networks, story: str, thing: str, hidden=()) -> tuple[int, ...]:
    lines = SUMMED[story].lines
    return summarise(networks["pointer"], lines, asks_of(thing), hidden).chosen


@pytest.mark.parametrize(
    ("story", "thing"),
    [("day", "milk"), ("company", "apple"), ("apple", "apple"), ("milk", "milk")],
)
def test_pointing_chooses_the_lines_that_tell_it(networks, story, thing):
    truth = summed_up(SUMMED[story].lines, asks_of(thing)).supporting
    assert chosen(networks, story, thing) == truth


def test_without_the_line_of_the_bedroom_the_kitchen_is_told(networks):
    assert chosen(networks, "company", "apple", (4,)) == (0, 2, 5)


def test_without_the_line_of_sam_the_day_tells_what_mary_did(networks):
    assert chosen(networks, "day", "milk", (9,)) == (2, 4, 6)


def test_the_football_of_the_day_and_the_milk_of_john_are_told_wrong(networks):
    """As the texts beside them say: a line about Mary is in both."""
    for story, thing in (("day", "football"), ("company", "milk")):
        lines = SUMMED[story].lines
        found = chosen(networks, story, thing)
        assert found != summed_up(lines, asks_of(thing)).supporting
        assert any(lines[at].startswith("Mary") for at in found)


@pytest.mark.parametrize("name", NAMES)
def test_a_folder_is_small_and_its_golden_summaries_are_found_again(networks, name):
    folder, model = WORLDS / name, networks[name]
    assert (folder / WEIGHTS).stat().st_size < 2**18
    assert f"{model.info['measured']['stories']:,}" in model.card
    choose = {
        "pointer": lambda *told: summarise(*told).chosen,
        "pointer-alone": judged_alone,
    }
    for one in read_json(folder / GOLDEN)["examples"]:
        found = choose[name](model, NAMED[one["story"]].lines, one["question"])
        assert list(found) == one["chosen"]


def test_most_of_the_attention_is_on_the_lines_that_tell_it(networks):
    measured = networks["pointer"].info["measured"]
    assert measured["on"] > 0.85 > 3 * measured["on_uniform"]
    day = SUMMED["day"]
    found = summarise(networks["pointer"], day.lines, asks_of("milk"))
    seen_alike(found.on((9, 11, 13)), 0.871, digits=2)


def test_pointing_is_right_more_often_than_every_line_that_names_it(networks):
    for model in networks.values():
        measured = model.info["measured"]
        assert measured["exact"] > 0.75 > measured["named"]["exact"] + 0.5
