"""From one word to its query, key and value; what moves when one of them is moved."""

import torch
from torch import Tensor

from core.attention import dot_product_scores, masked_softmax
from core.labs.retrieval import answered
from core.labs.worked_example import (
    ATTRIBUTES,
    DUCK,
    EMBEDDED,
    KEY,
    OBJECTS,
    QUERY,
    TO_KEY,
    TO_QUERY,
    TO_VALUE,
    VALUE,
    WORDS,
    marked,
)
from viz.address.labs.query_key_value import Choices
from viz.content.texts import texts
from viz.figures import query_key_value as figures
from viz.figures import values_travel
from viz.figures.small_matrices import matrix
from viz.pages.app import frame
from viz.pages.app.widgets import choice
from viz.pages.labs import query_key_value_content, query_key_value_head
from viz.pages.labs.lab import controls, drawn, matrices, show
from viz.pages.labs.query_key_value_drag import pull
from viz.say.numbers import written

say, shared = texts("labs/query-key-value"), texts("labs/shared")
CUES = {"duck": DUCK, "person": ("human",), "blue": ("blue",)}
KEYS = ("k₁", "k₂", "k₃")
WORD = WORDS[-1]
LOUD = {"red": 2.0, "pink": 1.0, "yellow": 1.0}  # θ: what strikes the eye unasked


def draw() -> None:
    """The second step of the lab."""
    parts = {
        "plane": _plane,
        "move": _move,
        "travel": _travel,
        "head": query_key_value_head.draw,
        "cue": _cue,
        "content": query_key_value_content.draw,
    }
    parts[choice("qkv_roles", say("roles.label"), say.all("roles.parts"))]()


# --- one word -------------------------------------------------------------------------


def _plane() -> None:
    chosen = frame.choices(Choices)
    x = torch.tensor(EMBEDDED, dtype=torch.float64)
    around = _turned(x[-1], torch.arange(0, 361, 5))
    x[-1] = _turned(x[-1], torch.tensor([chosen.qkv_turn]))[0]
    roles, ways = (_roles(rows, chosen.qkv_same) for rows in (x, around))
    scores = dot_product_scores(roles["q"], roles["k"])
    show(
        figures.plane(
            WORD,
            {role: _pairs(rows)[-1] for role, rows in roles.items()},
            dict(zip(WORDS[:-1], EMBEDDED[:-1], strict=True)),
            {role: _pairs(way) for role, way in ways.items()},
            dark=frame.night(),
        ),
        key="qkv-plane",
        note="W = I" if chosen.qkv_same else "q = x W_Q, k = x W_K, v = x W_V",
    )
    controls(
        "bottom", qkv_turn=say("plane.turn", word=WORD), qkv_same=say("plane.same")
    )
    asked = matrix(say("asked.matrix"), scores, WORDS, WORDS, means="signed", digits=2)
    matrices(
        [asked],
        _symmetry(scores),
        key="qkv-scores",
        title=say("asked.title"),
        row=len(WORDS) - 1,
    )


def _turned(x: Tensor, degrees: Tensor) -> Tensor:
    """x turned by each of the angles, a row each."""
    angle = degrees.double().deg2rad()
    across = torch.stack([-x[1], x[0]])  # x, a quarter of a turn further
    return angle.cos()[:, None] * x + angle.sin()[:, None] * across


def _roles(x: Tensor, same: bool) -> dict[str, Tensor]:
    """x itself, and what the three matrices make of it."""
    projections = (TO_QUERY, TO_KEY, TO_VALUE)
    made = (x if same else x @ x.new_tensor(to) for to in projections)
    return dict(zip("xqkv", (x, *made), strict=True))


def _pairs(rows: Tensor) -> list[figures.Point]:
    return [(first, second) for first, second in rows.tolist()]


def _symmetry(scores: Tensor) -> str:
    woman = WORDS.index("woman")
    asks, asked = (
        written(round(score.item(), 2) + 0.0)
        for score in (scores[-1, woman], scores[woman, -1])
    )
    same = torch.allclose(scores, scores.T, rtol=0, atol=1e-9)
    return say(
        f"asked.{'symmetric' if same else 'not_symmetric'}",
        word=WORD,
        score=asks,
        other_score=asked,
    )


# --- a key or a value is moved --------------------------------------------------------


def _move() -> None:
    chosen = frame.choices(Choices)
    query, key, value = (
        torch.tensor(rows, dtype=torch.float64) for rows in (QUERY[:1], KEY, VALUE)
    )
    before = [rows[0].tolist() for rows in answered(query, key, value)[1:]]
    key[0, 0], value[0, 0] = chosen.qkv_key, chosen.qkv_value
    now = [rows[0].tolist() for rows in answered(query, key, value)[1:]]
    weights, outputs = (
        dict(zip(names, zip(was, is_now, strict=True), strict=True))
        for names, was, is_now in zip((KEYS, "123"), before, now, strict=True)
    )
    drawn(
        lambda: pull(chosen.qkv_key, chosen.qkv_value),
        say(
            "dragged.caption",
            key=figures.coordinates(key[0, :2].tolist()),
            weight=written(now[0][0], ".3f"),
            value=figures.coordinates(value[0, :2].tolist()),
            output=figures.coordinates(now[1][:2]),
        ),
        [
            ["", *say.row("dragged.columns")],
            *(
                [name, *row[:2], weight]
                for name, row, weight in zip(KEYS, key.tolist(), now[0], strict=True)
            ),
        ],
        key="qkv-pulled",
        title=say("dragged.title"),
        note=say("dragged.note"),
    )
    controls(qkv_key=say("dragged.key"), qkv_value=say("dragged.value"))
    show(
        figures.moved(weights, outputs, reach=5.0, dark=frame.night()),
        key="qkv-move",
        note=say("moved.note"),
    )


# --- values that travel ---------------------------------------------------------------


def _travel() -> None:
    row = frame.choices(Choices).qkv_output - 1
    x = torch.tensor(EMBEDDED, dtype=torch.float64)
    roles = _roles(x, same=False)
    weights = masked_softmax(dot_product_scores(roles["q"], roles["k"]))
    show(
        values_travel.travel(WORDS, weights.tolist(), row, dark=frame.night()),
        key="qkv-travel",
        note=say("travel.note"),
    )
    controls(qkv_output=say("travel.output"))


# --- five objects and a cue -----------------------------------------------------------


def _cue() -> None:
    cue = frame.choices(Choices).qkv_cue
    key = torch.tensor([marked(*names) for names in OBJECTS])
    striking = torch.tensor([[LOUD.get(name, 0.0) for name in ATTRIBUTES]])
    asked = striking if cue == "none" else torch.tensor([marked(*CUES[cue])])
    before, now = (
        masked_softmax(dot_product_scores(query, key, scale=1.0))[0].tolist()
        for query in (striking, asked)
    )
    names = (
        ", ".join(shared(f"attribute.{name}") for name in names) for names in OBJECTS
    )
    objects = dict(zip(names, zip(before, now, strict=True), strict=True))
    queries = say.all("objects.queries")
    show(
        figures.looked(
            objects, "" if cue == "none" else queries[cue], dark=frame.night()
        ),
        key="qkv-cue",
        note=say("objects.note"),
    )
    choice("qkv_cue", say("objects.query"), queries)
