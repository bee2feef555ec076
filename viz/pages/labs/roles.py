"""From one word to its query, key and value; what moves when one of them is moved."""

from collections.abc import Callable

import streamlit as st
import torch
from torch import Tensor

from core.attention import dot_product_scores, masked_softmax, mix
from core.labs import worked_example
from viz.address.labs.query_key_value import Choices
from viz.figures import query_key_value as figures
from viz.figures.small_matrices import matrix
from viz.pages.app import frame
from viz.pages.labs.lab import choice, decimal, drawn, figure, matrices, slider, switch
from viz.pages.labs.roles_pull import pull
from viz.say.captions import percent

ROLE_LABELS = {"plane": "one word", "move": "key or value", "cue": "five objects"}
CUE_LABELS = {
    "none": "no query",
    "duck": "Duck",
    "person": "person",
    "blue": "blue",
}
CUES = {"duck": worked_example.DUCK, "person": ("human",), "blue": ("blue",)}
WORD = worked_example.WORDS[-1]
LOUD = {"red": 2.0, "pink": 1.0, "yellow": 1.0}  # θ: what strikes the eye unasked


def draw() -> None:
    """The second step of the lab."""
    choice("qkv_roles", "look at", ROLE_LABELS)
    parts: dict[str, Callable[[], None]] = {"plane": _plane, "move": _move, "cue": _cue}
    parts[frame.choices(Choices).qkv_roles]()


# --- one word -------------------------------------------------------------------------


def _plane() -> None:
    chosen, dark = frame.choices(Choices), frame.night()
    x = torch.tensor(worked_example.EMBEDDED, dtype=torch.float64)
    around = _turned(x[-1], torch.arange(0, 361, 5))
    x[-1] = _turned(x[-1], torch.tensor([chosen.qkv_turn]))[0]
    roles, ways = (_roles(rows, chosen.qkv_same) for rows in (x, around))
    scores = dot_product_scores(roles["q"], roles["k"])
    points = {role: _pairs(rows)[-1] for role, rows in roles.items()}
    others: dict[str, figures.Point] = dict(
        zip(worked_example.WORDS[:-1], worked_example.EMBEDDED[:-1], strict=True)
    )
    said = ", ".join(f"{role} = {_point(points[role])}" for role in points)
    figure(
        figures.plane(
            WORD,
            points,
            others,
            {role: _pairs(way) for role, way in ways.items()},
            dark=dark,
        ),
        f"{WORD}: {said}.",
        [["", "first", "second"], *([role, *point] for role, point in points.items())],
        key="qkv-plane",
        title=f"One word, {WORD}, in three roles",
        note="W = I" if chosen.qkv_same else "q = x W_Q, k = x W_K, v = x W_V",
    )
    with st.container(horizontal=True, vertical_alignment="bottom"):
        slider("qkv_turn", f"turn the x of {WORD}, degrees")
        switch("qkv_same", "identity projections")
    matrices(
        [
            matrix(
                "scores, divided by √2",
                scores,
                worked_example.WORDS,
                worked_example.WORDS,
                means="signed",
                digits=2,
            )
        ],
        _symmetry(scores),
        key="qkv-scores",
        title="Every word asks every word",
        row=len(worked_example.WORDS) - 1,
    )


def _turned(x: Tensor, degrees: Tensor) -> Tensor:
    """x turned by each of the angles, a row each."""
    angle = degrees.double().deg2rad()
    across = torch.stack([-x[1], x[0]])  # x, a quarter of a turn further
    return angle.cos()[:, None] * x + angle.sin()[:, None] * across


def _roles(x: Tensor, same: bool) -> dict[str, Tensor]:
    """x itself, and what the three matrices make of it."""
    projections = (
        worked_example.TO_QUERY,
        worked_example.TO_KEY,
        worked_example.TO_VALUE,
    )
    made = (x if same else x @ x.new_tensor(to) for to in projections)
    return dict(zip("xqkv", (x, *made), strict=True))


def _pairs(rows: Tensor) -> list[figures.Point]:
    return [(first, second) for first, second in rows.tolist()]


def _symmetry(scores: Tensor) -> str:
    woman = worked_example.WORDS.index("woman")
    asks, asked = (
        round(score.item(), 2) + 0.0 for score in (scores[-1, woman], scores[woman, -1])
    )
    apart = (scores - scores.T).abs().max().item()
    if apart < 1e-9:
        return (
            f"The scores are symmetric: {WORD} and woman find each other {asks:.2f}."
        ).replace("-", "−")
    return (
        f"The scores are not symmetric: {WORD} finds woman {asks:.2f}, woman finds "
        f"{WORD} {asked:.2f}."
    ).replace("-", "−")


def _point(point: tuple[float, float]) -> str:
    first, second = (f"{round(number, 2) + 0.0:g}" for number in point)
    return f"({first}, {second})".replace("-", "−")


# --- a key or a value is moved --------------------------------------------------------


def _move() -> None:
    chosen, dark = frame.choices(Choices), frame.night()
    query, key, value = (
        torch.tensor(rows, dtype=torch.float64)
        for rows in (worked_example.QUERY[:1], worked_example.KEY, worked_example.VALUE)
    )
    weights_before, outputs_before = _answer(query, key, value)
    key[0, 0], value[0, 0] = chosen.qkv_key, chosen.qkv_value
    weights, outputs = _answer(query, key, value)
    keys = [f"k{mark}" for mark in "₁₂₃"]
    shown = dict(zip(keys, zip(weights_before, weights, strict=True), strict=True))
    mixed = {
        str(at): pair
        for at, pair in enumerate(zip(outputs_before, outputs, strict=True), 1)
    }
    k1 = _point((chosen.qkv_key, worked_example.KEY[0][1]))
    v1 = _point((chosen.qkv_value, worked_example.VALUE[0][1]))
    drawn(
        lambda: pull(chosen.qkv_key, chosen.qkv_value),
        f"k₁ = {k1} has the weight {weights[0]:.3f}, v₁ = {v1}, and "
        f"y₁ = {_point((outputs[0], outputs[1]))}. Their third numbers stay.",
        [
            ["", "first", "second", "weight"],
            *(
                [name, *row[:2], w]
                for name, row, w in zip(keys, key.tolist(), weights, strict=True)
            ),
        ],
        key="qkv-pulled",
        title="Drag k₁, drag v₁",
        note="two of their three numbers",
    )
    with st.container(horizontal=True):
        decimal("qkv_key", "first number of k₁")
        decimal("qkv_value", "first number of v₁")
    figure(
        figures.moved(shown, mixed, reach=5.0, dark=dark),
        _moves(weights_before, weights, outputs_before, outputs),
        [
            ["", "before", "now"],
            *([name, *pair] for name, pair in shown.items()),
            *([f"number {name}", *pair] for name, pair in mixed.items()),
        ],
        key="qkv-move",
        title="What q₁ receives",
        note="tick: before",
    )


def _answer(query: Tensor, key: Tensor, value: Tensor) -> tuple[list, list]:
    weights = masked_softmax(dot_product_scores(query, key, scale=1.0))
    return weights[0].tolist(), mix(weights, value)[0].tolist()


def _moves(
    weights_before: list[float],
    weights: list[float],
    outputs_before: list[float],
    outputs: list[float],
) -> str:
    """Which of the two stands still, and by how much the other went."""
    if weights == weights_before and outputs == outputs_before:
        return (
            "Nothing is moved yet. The weights are those of the worked case, "
            f"{weights[0]:.3f}, {weights[1]:.3f}, {weights[2]:.3f}."
        )
    change = outputs[0] - outputs_before[0]
    if weights == weights_before:
        return (
            "A value was moved: the weights stand still, and the first number of the "
            f"output moves by {weights[0]:.3f} times as much, {change:+.3f}."
        ).replace("-", "−")
    return (
        f"A key was moved: the weight of k₁ goes from {weights_before[0]:.3f} to "
        f"{weights[0]:.3f}, all weights with it, and every number of the output."
    )


# --- five objects and a cue -----------------------------------------------------------


def _cue() -> None:
    cue, dark = frame.choices(Choices).qkv_cue, frame.night()
    key = torch.tensor(
        [worked_example.marked(*names) for names in worked_example.OBJECTS]
    )
    striking = torch.tensor(
        [[LOUD.get(name, 0.0) for name in worked_example.ATTRIBUTES]]
    )
    asked = (
        striking if cue == "none" else torch.tensor([worked_example.marked(*CUES[cue])])
    )
    before, now = (
        masked_softmax(dot_product_scores(query, key, scale=1.0))[0].tolist()
        for query in (striking, asked)
    )
    names = [", ".join(names) for names in worked_example.OBJECTS]
    objects = {
        name: (old, new) for name, old, new in zip(names, before, now, strict=True)
    }
    best = max(names, key=lambda name: objects[name][1])
    figure(
        figures.looked(objects, dark=dark),
        f"Most light falls on “{best}”, {percent(objects[best][1])}. "
        f"{CAPTIONS[cue == 'none']}",
        [
            ["object", "no query", CUE_LABELS[cue]],
            *([name, *pair] for name, pair in objects.items()),
        ],
        key="qkv-cue",
        title="Five objects on a table",
        note="tick: without a query",
    )
    choice("qkv_cue", "query", CUE_LABELS)


CAPTIONS = {
    True: "Nobody asks: a fixed parameter θ says what strikes the eye (content "
    "attention).",
    False: "The query is data, so the same objects get other weights (context "
    "attention).",
}
