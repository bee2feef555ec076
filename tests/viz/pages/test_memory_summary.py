"""The page Stories in fewer words: what it shows, and what cannot be summed up."""

import json
import random
import sys
import types
from typing import Any

import pytest
import torch
from streamlit.testing.v1 import AppTest

from core.errors import InputError
from core.in_use.small import Small
from core.networks.pointer import Pointer, PointerAlone, PointerConfig
from core.worlds.shown_stories import SUMMED
from tests.places import APP
from tests.server.fuzzing import texts
from tests.viz.opening import said
from viz.address import decode
from viz.pages.app import frame, library
from viz.pages.memory import asked, summary, told
from viz.pages.memory import page as memory
from viz.pages.memory.summed import MODELS

RIGHT = {"exact": 0.875, "found": 0.9, "right": 0.9, "kept": 0.95}
MEASURED = {
    "stories": 1_300,
    "lines": [4, 16],
    "of": 10.0,
    "telling": 2.5,
    "on": 0.75,
    "on_uniform": 0.375,
    "by_lines": {"4–8": 0.9, "13–16": 0.625},
    **{
        name: {"exact": share, "found": 0.5, "right": 0.5, "kept": 0.5}
        for name, share in (("named", 0.25), ("last_named", 0.1), ("recent", 0.05))
    },
} | RIGHT


def tiny(name: str) -> Small:
    """A network that never learned anything."""
    torch.manual_seed(4)
    kind = PointerAlone if name == MODELS["alone"] else Pointer
    network = kind(PointerConfig(d_state=6)).eval().requires_grad_(False)
    return Small(name, name, network, {"measured": MEASURED})


@pytest.fixture
def opened(monkeypatch):
    """Opens the step as the address says; `damaged` networks say what is wrong."""

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
        for key, value in {"m_step": "summary", **query}.items():
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


def test_it_begins_with_what_happened_to_a_thing_and_three_ways_to_choose(opened):
    sent = drawn(opened(m_story="day"))
    assert sent["lines"] == list(SUMMED["day"].lines)
    assert sent["question"] == "What happened to the milk?"
    assert sent["supporting"] == [9, 11, 13]
    assert sent["asks"] == [
        "What happened to the milk?",
        "What happened to the football?",
    ]
    assert sent["points"] and len(sent["boxes"]) == 3
    pointing, alone, named = sent["boxes"]
    assert "of the attention is on the checker’s lines" in pointing["notes"][-1]
    assert "without attention" in alone["label"]
    assert named["label"] == "Every line that names the thing: 4 of 14"
    assert [wrong for _, wrong in named["lines"]] == [True, True, False, False]
    assert "The checker chooses lines 10, 12, 14." in named["notes"]
    assert any("Alone" in note or "alone" in note for note in named["notes"])


def test_another_thing_is_asked_about(opened):
    app = opened(m_story="day", m_asked="what happened to the FOOTBALL")
    assert drawn(app)["supporting"] == [5, 8, 12]
    assert "The checker chooses lines 6, 9, 13." in said(app)


def test_the_story_and_what_is_hidden_are_those_of_the_questions(opened):
    app = opened(m_story="Sam walks into the den. Sam got the cup", m_hide="1")
    sent = drawn(app)
    assert sent["question"] == "What happened to the cup?"
    assert (sent["hidden"], sent["supporting"]) == ([0], [0, 1])
    weights = next(iter(sent["networks"].values()))["weights"]
    assert weights[0][0] is None and len(weights[0]) == 3


def test_what_was_measured_stands_in_a_table_and_in_the_lesson(opened):
    app = opened()
    [table] = [
        one.proto.body for one in app.get("html") if "rows" in one.proto.body[:20]
    ]
    assert "Summaries of 1,300 held-out stories" in table
    assert "The last three rows need no network." in said(app)
    for cell in ("87.5%", "90.0%", "95.0%", "25.0%", "10.0%", "5.0%"):
        assert f">{cell}<" in table, cell
    lesson = " ".join(one.value for one in app.markdown)
    for figure in ("87.5%", "75.0%", "37.5%", "62.5%", "25.0%", "2.5 of 10.0"):
        assert figure in lesson, figure


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ({"m_story": ""}, "The story is empty"),
        ({"m_story": "Sam waits. " * 40}, "at most 16 lines here, and this one has 40"),
        ({"m_story": "Sam flies. Sam waits."}, "flies"),
        (
            {"m_asked": "Where is Sam?"},
            "can't be read. Ask, for example, “What happened",
        ),
        ({"m_story": "apple", "m_hide": "1.2.3.4"}, "Every line is hidden"),
        ({"m_story": "Sam got the cup. Bill got the cup."}, "Sam has it"),
        ({"m_story": "lion"}, "took or dropped the apple"),
        ({"m_story": "day", "m_asked": "What happened to the cup?"}, "the cup"),
    ],
)
def test_what_cannot_be_summed_up_is_said_in_a_sentence(opened, query, why):
    app = opened(**query)
    assert why in said(app)
    assert drawn(app)["lines"] is not None


@pytest.mark.parametrize("damaged", MODELS.values())
def test_a_damaged_network_is_named_and_the_other_ways_stand(opened, damaged):
    app = opened(damaged)
    assert f"{damaged}: weights.safetensors is damaged." in said(app)
    assert len(drawn(app)["boxes"]) == 2


def test_another_story_is_one_in_which_something_happens(opened):
    app = opened()
    [button] = [one for one in app.button if one.key == "memory-another"]
    button.click().run()
    assert not app.exception
    sent = drawn(app)
    assert sent["lines"] != list(SUMMED["company"].lines) and sent["supporting"]
    choices, notices = decode(dict(app.query_params))
    assert not notices and choices.m_seed == 1 and choices.m_step == "summary"


def test_the_map_of_every_page_opens_below(opened):
    app = opened(m_open="true", m_row="2")
    names = [one.proto.component_name for one in app.get("bidi_component")]
    assert "headlight_attention" in names


def test_whatever_the_address_says_the_step_stands(opened):
    for at, typed in enumerate(texts(12, seed=5)):
        plain = typed.encode("utf-8", "replace").decode()
        app = opened(m_story=plain, m_asked=plain, m_hide=str(at))
        json.dumps(drawn(app))


# --- what a browser tells -------------------------------------------------------------


@pytest.fixture
def kept(monkeypatch):
    """What is kept of what a browser tells."""
    found: dict[str, Any] = {}
    choices, _ = decode({"m_story": "company"})
    monkeypatch.setattr(frame, "choices", lambda: choices)
    monkeypatch.setattr(frame, "keep", lambda **offered: found.update(offered))
    monkeypatch.setattr(told.TURN.__class__, "set", lambda self, value: None)

    def tell(seen: dict[str, Any]) -> dict[str, Any]:
        found.clear()
        monkeypatch.setattr(asked, "reported", lambda *_: seen)
        asked.changed()
        return dict(found)

    return tell


def test_what_is_asked_here_leaves_the_other_question_and_the_hops(kept):
    lines = list(SUMMED["company"].lines)
    seen = {"lines": lines, "question": "What happened to the milk?", "hidden": [2]}
    assert kept({**seen, "hops": 2}) == {
        "m_story": "company",
        "m_question": "",
        "m_hide": "3",
        "m_asked": "What happened to the milk?",
    }
    other = kept({**seen, "lines": lines[1:], "hidden": [], "hops": 2})
    assert other["m_question"] == "Where is the apple?"
    assert other["m_story"].startswith("Mary goes")


def test_the_usual_question_is_not_kept(kept):
    lines = list(SUMMED["company"].lines)
    seen = {"lines": lines, "question": "What happened to the apple?", "hidden": []}
    assert kept(seen)["m_asked"] == ""


def test_whatever_is_typed_is_kept_as_an_address_can_hold_it(kept):
    chance = random.Random(3)
    for typed in texts(30):
        lines = [typed] * chance.randint(0, 40)
        found = kept({"lines": lines, "question": typed, "hidden": [0, "1", None]})
        _, notices = decode(found)
        assert not notices


@pytest.mark.parametrize("seen", [None, 7, {}, {"lines": 7, "question": "x"}])
def test_what_is_no_story_changes_nothing(kept, seen):
    assert kept(seen) == {}


def test_the_texts_of_the_stories_are_there():
    for name in SUMMED:
        assert summary.say(f"stories.{name}")
        assert summary.say(f"about.{name}")
