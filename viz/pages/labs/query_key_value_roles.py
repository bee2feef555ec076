"""From one word to its query, key and value; what moves when one of them is moved."""

import torch
from torch import Tensor

from core.attention import dot_product_scores, masked_softmax, mix
from core.labs import worked_example
from viz.address.labs.query_key_value import Choices
from viz.content.texts import texts
from viz.figures import query_key_value as figures
from viz.figures.small_matrices import matrix
from viz.pages.app import frame
from viz.pages.app.widgets import choice
from viz.pages.labs.lab import controls, drawn, matrices, show
from viz.pages.labs.query_key_value_drag import pull
from viz.say.numbers import written

say, shared = texts("labs/query-key-value"), texts("labs/shared")
CUES = {"duck": worked_example.DUCK, "person": ("human",), "blue": ("blue",)}
KEYS = ("k₁", "k₂", "k₃")
WORD = worked_example.WORDS[-1]
LOUD = {"red": 2.0, "pink": 1.0, "yellow": 1.0}  # θ: what strikes the eye unasked


def draw() -> None:
    """The second step of the lab."""
    parts = {"plane": _plane, "move": _move, "cue": _cue}
    parts[choice("qkv_roles", say("roles.label"), say.all("roles.parts"))]()


# --- one word -------------------------------------------------------------------------


def _plane() -> None:
    chosen = frame.choices(Choices)
    x = torch.tensor(worked_example.EMBEDDED, dtype=torch.float64)
    around = _turned(x[-1], torch.arange(0, 361, 5))
    x[-1] = _turned(x[-1], torch.tensor([chosen.qkv_turn]))[0]
    roles, ways = (_roles(rows, chosen.qkv_same) for rows in (x, around))
    scores = dot_product_scores(roles["q"], roles["k"])
    points = {role: _pairs(rows)[-1] for role, rows in roles.items()}
    others: dict[str, figures.Point] = dict(
        zip(worked_example.WORDS[:-1], worked_example.EMBEDDED[:-1], strict=True)
    )
    show(
        figures.plane(
            WORD,
            points,
            others,
            {role: _pairs(way) for role, way in ways.items()},
            dark=frame.night(),
        ),
        key="qkv-plane",
        note="W = I" if chosen.qkv_same else "q = x W_Q, k = x W_K, v = x W_V",
    )
    controls(
        "bottom", qkv_turn=say("plane.turn", word=WORD), qkv_same=say("plane.same")
    )
    matrices(
        [
            matrix(
                say("asked.matrix"),
                scores,
                worked_example.WORDS,
                worked_example.WORDS,
                means="signed",
                digits=2,
            )
        ],
        _symmetry(scores),
        key="qkv-scores",
        title=say("asked.title"),
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
        torch.tensor(rows, dtype=torch.float64)
        for rows in (worked_example.QUERY[:1], worked_example.KEY, worked_example.VALUE)
    )
    before = _answer(query, key, value)
    key[0, 0], value[0, 0] = chosen.qkv_key, chosen.qkv_value
    now = _answer(query, key, value)
    changes = (list(zip(*both, strict=True)) for both in zip(before, now, strict=True))
    weights, outputs = (
        dict(zip(names, pairs, strict=True))
        for names, pairs in zip((KEYS, "123"), changes, strict=True)
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


def _answer(query: Tensor, key: Tensor, value: Tensor) -> tuple[list, list]:
    weights = masked_softmax(dot_product_scores(query, key, scale=1.0))
    return weights[0].tolist(), mix(weights, value)[0].tolist()


# --- five objects and a cue -----------------------------------------------------------


def _cue() -> None:
    cue = frame.choices(Choices).qkv_cue
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
    names = (
        ", ".join(shared(f"attribute.{name}") for name in names)
        for names in worked_example.OBJECTS
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
