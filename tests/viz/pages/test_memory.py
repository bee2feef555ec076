"""The page Stories: what it shows, and what it does with what nobody means well."""

import json
import random
import sys
import types
from collections.abc import Callable
from typing import Any

import pytest
import torch
from streamlit.testing.v1 import AppTest

from core.errors import InputError
from core.in_use.small import Small
from core.networks.memory import Hierarchical, HierarchicalConfig, Memory, MemoryConfig
from core.worlds.shown_stories import SHOWN
from tests.places import APP
from tests.server.fuzzing import texts
from tests.viz.opening import said
from viz.address import decode
from viz.pages.app import frame, library
from viz.pages.memory import page as memory
from viz.pages.memory import told
from viz.payload import story

APPLE = SHOWN["apple"]


def tiny(name: str) -> Small:
    """A network that never learned anything."""
    torch.manual_seed(4)
    hops = {"memory-1": 1, "memory-2": 2, "memory-3": 3}.get(name)
    network: Memory | Hierarchical
    if hops:
        network = Memory(MemoryConfig(d_state=6, n_hops=hops))
    else:
        network = Hierarchical(HierarchicalConfig(d_state=6))
    task = {"right": 0.5, "commonest": 0.125, "last_named": 0.25}
    measured = {"stories": 1_000, "lines": [4, 12], "tasks": {"thing": task}}
    info = {"sizes": {"d_state": 6, "vocabulary": 75}, "measured": measured}
    return Small(name, "memory", network.eval().requires_grad_(False), info)


@pytest.fixture
def opened(monkeypatch):
    """Opens the page as the address says; `damaged` networks say what is wrong."""

    def run(*damaged: str, **query: str) -> AppTest:
        def small(name: str) -> Small:
            if name in damaged:
                raise InputError(f"{name}: weights.safetensors is damaged.")
            return tiny(name)

        monkeypatch.setattr(library, "small", small)
        monkeypatch.setattr(library, "_store", library.Store(64))
        monkeypatch.setattr(library, "warm_up", lambda _: None)
        start = types.SimpleNamespace(page=memory.page)
        monkeypatch.setitem(sys.modules, "viz.pages.start.page", start)
        app = AppTest.from_file(APP, default_timeout=120)
        for key, value in query.items():
            app.query_params[key] = value
        app.run()
        assert not app.exception
        return app

    return run


def drawn(app: AppTest) -> dict[str, Any]:
    """What the browser was sent."""
    for one in app.get("bidi_component"):
        if one.proto.component_name == "headlight_story":
            return json.loads(one.proto.json)[0]
    raise LookupError("no story")


def test_it_begins_with_a_story_its_weights_and_three_answers(opened):
    app = opened()
    sent = drawn(app)
    assert sent["lines"] == list(SHOWN["company"].lines)
    assert sent["question"] == "Where is the apple?"
    assert set(sent["networks"]) == {"1", "2", "3", "words"}
    assert [len(one["weights"]) for one in sent["networks"].values()] == [1, 2, 3, 1]
    assert (sent["right"], sent["supporting"]) == ("bedroom", [4, 5])
    assert sent["hops"] == 3
    assert "Hop 3 attends most to" in said(app)
    assert "The checker says bedroom." in said(app)


def test_a_story_of_the_address_is_told_with_what_is_hidden(opened):
    sent = drawn(
        opened(
            m_story="Sam walks into the den. Sam got the cup",
            m_question="where is the CUP",
            m_hide="2.9",
            m_hops="1",
        )
    )
    assert sent["lines"] == ["Sam walks into the den.", "Sam got the cup"]
    assert (sent["hidden"], sent["hops"], sent["right"]) == ([1], 1, "den")
    assert sent["networks"]["3"]["weights"][0][1] == 0
    assert sent["asks"] == ["Where is the cup?", "Where is Sam?"]


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ({"m_story": ""}, "The story is empty"),
        ({"m_story": "Sam waits. " * 40}, "at most 16 lines here, and this one has 40"),
        ({"m_story": "Sam flies. Sam waits.", "m_question": "Where is Sam?"}, "flies"),
        ({"m_story": "lion", "m_question": "Who am I?"}, "Ask, for example"),
        ({"m_story": "Sam waits.", "m_question": ""}, "There is no question"),
        ({"m_story": "apple", "m_hide": "1.2.3.4"}, "Every line is hidden"),
        ({"m_story": "apple", "m_question": "Where is Bill?"}, "doesn't say"),
        (
            {
                "m_story": "Sam got the cup. Bill got the cup.",
                "m_question": "Where is Sam?",
            },
            "Sam has it",
        ),
    ],
)
def test_what_cannot_be_answered_is_said_in_a_sentence(opened, query, why):
    app = opened(**query)
    assert why in said(app)
    assert drawn(app)["lines"] is not None


def test_somebody_who_is_not_in_it_is_answered_and_said_to_be_missing(opened):
    app = opened(m_story="apple", m_question="Where is Bill?")
    assert drawn(app)["right"] == ""
    assert set(drawn(app)["networks"]) == {"1", "2", "3", "words"}
    assert "The checker has no answer" in said(app)


@pytest.mark.parametrize("damaged", ["memory-1", "memory-3", "memory-hierarchical"])
def test_a_damaged_network_is_named_and_the_others_answer(opened, damaged):
    app = opened(damaged)
    assert f"{damaged}: weights.safetensors is damaged." in said(app)
    assert len(drawn(app)["networks"]) == 3


def test_without_any_network_the_story_stands_there(opened):
    app = opened(*memory.MODELS.values())
    assert drawn(app)["networks"] == {}
    assert drawn(app)["right"] == "bedroom"


def test_another_story_is_made_up_by_seed(opened):
    app = opened()
    [button] = [one for one in app.button if one.key == "memory-another"]
    button.click().run()
    first = drawn(app)
    assert first["lines"] != list(SHOWN["company"].lines)
    assert first["right"]
    choices, notices = decode(dict(app.query_params))
    assert not notices
    assert choices.m_seed == 1


def test_the_map_of_every_page_opens_below(opened):
    app = opened(m_open="true", m_row="2")
    names = [one.proto.component_name for one in app.get("bidi_component")]
    assert "headlight_attention" in names


# --- what a browser tells -------------------------------------------------------------


@pytest.fixture
def kept(monkeypatch):
    """What is kept of what a browser tells."""
    found: dict[str, Any] = {}
    monkeypatch.setattr(frame, "keep", lambda **offered: found.update(offered))
    monkeypatch.setattr(told.TURN.__class__, "set", lambda self, value: None)

    def tell(seen: dict[str, Any]) -> dict[str, Any]:
        found.clear()
        told.keep(seen)
        return dict(found)

    return tell


def test_a_story_of_ours_is_kept_by_its_name(kept: Callable[..., Any]):
    lines = list(APPLE.lines)
    seen = {"lines": lines, "question": APPLE.question, "hidden": [2], "hops": 2}
    assert kept(seen) == {
        "m_hops": 2,
        "m_story": "apple",
        "m_question": "",
        "m_hide": "3",
    }
    moved = {**seen, "lines": lines[::-1], "hidden": [0, 3]}
    assert kept(moved)["m_story"].startswith("Sam drops the apple. Sam walks")
    assert kept(moved)["m_question"] == APPLE.question
    assert kept(moved)["m_hide"] == "1.4"
    long = {**seen, "lines": ["Sam waits."] * 40, "hidden": [3, 20]}
    assert kept(long)["m_hide"] == "4"  # an address counts no further than a story


@pytest.mark.parametrize(
    "seen",
    [
        {},
        {"lines": 7, "question": "Where is Sam?"},
        {"lines": ["Sam waits."], "question": None},
        {"lines": "Sam waits.", "question": "Where is Sam?"},
        {"hops": "3", "turn": "x"},
        {"hops": 9, "turn": -1},
    ],
)
def test_what_is_no_story_changes_nothing(kept: Callable[..., Any], seen):
    assert kept(seen) == {}


def test_whatever_is_typed_is_kept_as_an_address_can_hold_it(kept: Callable[..., Any]):
    chance = random.Random(3)
    for typed in texts(60):
        lines = [typed] * chance.randint(0, 60)
        hidden = [chance.choice([0, 3, -1, 99, "1", None, 2.5]) for _ in range(5)]
        found = kept({"lines": lines, "question": typed, "hidden": hidden, "hops": 1})
        choices, notices = decode(found | {"m_hops": "1"})
        assert not notices
        assert len(choices.m_story) <= told.DRAWN * (told.CHARACTERS + 2)


def test_half_a_character_is_kept_as_one_that_an_address_can_hold(
    kept: Callable[..., Any],
):
    half = "\ud83e"  # a browser that cuts a text may cut a character
    found = kept({"lines": [f"Sam waits{half}"], "question": half, "hidden": []})
    assert "\ufffd" in found["m_story"]
    assert all(value.encode() for value in (found["m_story"], found["m_question"]))


def test_a_hidden_line_stays_hidden_below_an_empty_one(kept: Callable[..., Any]):
    lines = ["Sam waits.", " ", "Mary waits."]
    found = kept({"lines": lines, "question": "Where is Sam?", "hidden": [2]})
    assert (found["m_story"], found["m_hide"]) == ("Sam waits. Mary waits.", "2")


def test_whatever_the_address_says_the_page_stands(opened):
    for at, typed in enumerate(texts(24, seed=5)):
        plain = typed.encode("utf-8", "replace").decode()
        app = opened(m_story=plain, m_question=plain, m_hide=str(at), m_hops=plain)
        assert drawn(app)["hops"] == 3
        json.dumps(drawn(app))


def test_the_texts_of_the_stories_are_there():
    for name in SHOWN:
        assert memory.say(f"stories.{name}")
        assert memory.say(f"about.{name}")
    assert story.ALSO < 1


def test_what_was_told_before_another_story_was_chosen_comes_too_late(
    kept, monkeypatch
):
    seen = {"lines": ["John sits down."], "question": "", "hidden": [], "hops": 2}
    monkeypatch.setattr(told, "CHOSEN", types.SimpleNamespace(get=lambda: True))
    assert kept(seen) == {"m_hops": 2}


@pytest.fixture
def pressed(monkeypatch):
    """What the buttons of the page keep, from an address of their own."""

    def press(act: Callable[[], None], **query: str) -> dict[str, Any]:
        found: dict[str, Any] = {}
        choices, _ = decode(query)
        monkeypatch.setattr(frame, "choices", lambda: choices)
        monkeypatch.setattr(frame, "keep", lambda **offered: found.update(offered))
        act()
        return found

    return press


def test_a_story_that_is_picked_comes_with_its_own_question_and_all_its_lines(pressed):
    asked = {"m_question": "Where is Bill?", "m_hide": "2"}
    found = pressed(lambda: memory._named("milk"), **asked)
    assert found == dict.fromkeys(("m_question", "m_asked", "m_hide"), "") | {
        "m_story": "milk"
    }
    assert pressed(lambda: memory._named(None)) == {}


def test_after_the_last_story_made_up_comes_the_first_again(pressed):
    found = pressed(memory._another, m_seed="999", m_hide="2")
    assert (found["m_seed"], found["m_hide"]) == (1, "")
    assert found == pressed(memory._another)


def test_a_hidden_line_is_blank_in_the_table(monkeypatch):
    of = told.Told("apple", APPLE.lines, APPLE.question, (1,))
    monkeypatch.setattr(library, "small", tiny)
    monkeypatch.setattr(library, "_store", library.Store(64))
    head, *rows = memory._rows(of, memory._passes(of)[0])
    assert len(head) == 1 + (1 + 2 + 3 + 1)  # the line, then every hop
    assert rows[1] == [APPLE.lines[1], *[None] * 7]
    assert all(cell is not None for row in (rows[0], *rows[2:]) for cell in row)
