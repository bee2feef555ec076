"""The lab of listening: what is drawn was computed, and what is sent is checked."""

import base64
import types

import numpy as np
import pytest
import torch

from core.analysis.forward import goes_back
from core.errors import InputError
from core.in_use.listening import listen
from core.in_use.small import load
from core.worlds.clips import clips
from core.worlds.sounds import heard, samples_of
from tests.packed import unpack
from tests.viz.opening import opened, said
from viz.pages.app import frame
from viz.pages.labs import listening_heard
from viz.payload.listening import heard_view, piece


def component(app, key):
    """Header and body of a picture of the page."""
    drawn = [
        one.proto
        for one in app.get("bidi_component")
        if one.proto.component_name == "headlight_sound" and key in str(one.proto)
    ]
    (one,) = drawn
    return unpack(one.bytes)


def test_a_clip_comes_with_its_levels_and_a_row_for_each_letter():
    app = opened("listening", lis_clip="hello", lis_row="3")
    assert not app.exception
    header, body = component(app, "listening-spell")
    found = listen(load("listening"), heard(samples_of(clips()["hello"])))
    frames, keys = header["frames"], header["keys"]
    assert [row["word"] for row in header["rows"]] == [*"hello", "‹end›"]
    assert header["clip"] == "app/static/clips/hello.wav"
    assert header["view"] == {"row": 2}
    assert frames == len(found.levels) and keys == -(-frames // 4)
    np.testing.assert_allclose(
        body[: frames * 40].reshape(frames, 40), found.levels / 255, atol=1e-6
    )
    np.testing.assert_allclose(
        body[frames * 40 :].reshape(6, keys), found.weights, atol=1e-5
    )
    assert "".join(one["text"] for one in header["verdict"]) == (
        "The model spells: hello – right."
    )


def test_the_moments_of_a_letter_lie_around_its_largest_weight():
    weights = np.array([0.01, 0.1, 0.5, 0.2, 0.01, 0.18])
    assert piece(weights) == (1, 3)
    assert piece(np.array([0.4, 0.3, 0.3])) == (0, 2)
    found = listen(load("listening"), heard(samples_of(clips()["hello"])))
    header, _ = heard_view(found, "", [])
    for row in header["rows"]:
        assert 0 <= row["from"] < row["to"] <= header["seconds"]
    walks = [row["walk"] for row in header["rows"]]
    assert walks == sorted(walks) and walks[-1] == header["seconds"]


def test_a_word_that_was_never_learned_is_said_to_be_new():
    app = opened("listening", lis_clip="tomato")
    header, _ = component(app, "listening-spell")
    assert header["verdict"][-1]["text"].strip() == (
        "It had never heard this word before."
    )


def test_a_clip_stands_beside_a_translation_that_goes_back():
    app = opened("listening", step="2", lis_clip="yellow")
    assert not app.exception
    header, _ = component(app, "listening-forward-sound")
    assert not header.get("own")
    words, body = component(app, "listening-forward-words")
    assert words["heads"][3:5] == ["difficult", "question"]
    rows = [row["word"] for row in words["rows"]]
    weights = body.reshape(len(rows), len(words["heads"]))
    np.testing.assert_allclose(weights.sum(-1), 1, atol=1e-4)
    assert rows[words["view"]["row"]] == "difficile"
    assert goes_back(torch.tensor(weights)) == (4,)
    app = opened("listening", step="2", lis_row="2", lis_word="4")
    assert component(app, "listening-forward-sound")[0]["view"] == {"row": 1}
    assert component(app, "listening-forward-words")[0]["view"] == {"row": 3}
    assert "in the translation" in said(app)


@pytest.fixture
def chosen(monkeypatch):
    """The choices, and what is kept, without a page."""
    kept, held = {}, {}
    choices = types.SimpleNamespace(lis_clip="hello")
    monkeypatch.setattr(frame, "choices", lambda *_: choices)
    monkeypatch.setattr(frame, "keep", lambda **now: kept.update(now))
    remembered = types.SimpleNamespace(
        get=lambda: held.get("clip", ("", None)),
        set=lambda value: held.update(clip=value),
        take=lambda: held.pop("clip", None),
    )
    monkeypatch.setattr(listening_heard, "_kept", lambda: remembered)
    return choices, kept


def sent(levels: np.ndarray) -> dict[str, str]:
    return {"what": "clip", "levels": base64.b64encode(levels.tobytes()).decode()}


def test_levels_of_ones_own_are_taken_until_another_clip_is_chosen(chosen):
    choices, kept = chosen
    levels = np.arange(120, dtype=np.uint8).reshape(3, 40)
    listening_heard.HANDS.deeds["clip"](sent(levels))
    np.testing.assert_array_equal(listening_heard.own(), levels)
    assert kept == {"lis_row": 1}
    choices.lis_clip = "yellow"
    assert listening_heard.own() is None
    choices.lis_clip = "hello"
    assert listening_heard.own() is None
    listening_heard.HANDS.deeds["clip"](sent(levels))
    listening_heard.HANDS.deeds["back"]({})
    assert listening_heard.own() is None


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({}, "no sound that can be read"),
        ({"levels": "<b>"}, "no sound that can be read"),
        ({"levels": "AAAA"}, "no sound that can be read"),
        ({"levels": ["AAAA"]}, "no sound that can be read"),
        (sent(np.zeros((3, 40), np.uint8)), "nothing to be heard"),
        (sent(np.ones((90_000, 40), np.uint8)), None),
    ],
)
def test_what_is_no_clip_is_refused_and_an_hour_is_cut(chosen, said, why):
    if why is None:
        listening_heard.HANDS.deeds["clip"](said)
        found = listening_heard.own()
        assert found is not None and len(found) == 300
        return
    with pytest.raises(InputError, match=why):
        listening_heard.HANDS.deeds["clip"](said)
    assert listening_heard.own() is None
