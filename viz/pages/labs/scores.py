"""Scores: four ways to compare, what a score says, and why one divides by √d."""

from collections.abc import Sequence

import torch

from core.attention import dot_product_scores, masked_softmax
from core.labs.scores import (
    BETWEEN,
    FROM_KEY,
    FROM_QUERY,
    LONG_KEY,
    SCORES,
    SHORT_QUERY,
    Heads,
    by_kind,
    cost,
    head_variances,
    of_widths,
    products,
    saturation,
)
from core.labs.worked_example import KEY, QUERY
from viz.address.labs.scores import Choices
from viz.content import presets
from viz.content.texts import texts
from viz.figures import scores as figures
from viz.figures import scores_scaling
from viz.figures.small_matrices import Matrix, cover, matrix
from viz.pages.app import frame, library
from viz.pages.app.widgets import choice
from viz.pages.labs import play
from viz.pages.labs.lab import Step, controls, lab, matrices, show, table
from viz.pages.labs.typed_matrix import blank, right
from viz.say.captions import subscript
from viz.say.numbers import small, written

say = texts("labs/scores")
FORMULAS = {
    "additive": "v · tanh(W q + U k)",
    "bilinear": "q M k",
    "dot": "q · k",
    "scaled dot": "q · k / √d",
}
KEYS = ("k₁", "k₂", "k₃")
WIDTHS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
SAMPLES = 4000
TOLD = 10  # keys of the softmax that the lesson tells of


def page() -> None:
    """Draw the lab."""
    lab(
        "scores",
        Step("four", _four),
        Step("meaning", _meaning),
        Step("root", _root, _saturated),
    )


# --- four scores ----------------------------------------------------------------------


def _four() -> None:
    parts = {"equal": _equal, "different": _different}
    parts[choice("sc_widths", say("four.label"), say.all("four.widths"))]()


def _different() -> None:
    """Queries of two numbers, keys of three: who can still answer."""
    found = of_widths()
    scored = {kind: one for kind, one in found.items() if one is not None}
    panels = [
        _numbers(say("different.queries"), SHORT_QUERY, ("q₁", "q₂"), "query"),
        _numbers(say("different.keys"), LONG_KEY, KEYS, "key"),
        *(_panel(kind, scores) for kind, scores in scored.items()),
    ]
    first = {kind: written(one[0, 0].item(), ".3f") for kind, one in scored.items()}
    matrices(
        panels,
        say("different.caption", **first),
        key="scores-different",
        title=say("different.title"),
        note=say("different.note"),
    )
    play.lines("scores-different", say.row("different.by_hand"))
    brought = {"W": FROM_QUERY, "U": FROM_KEY, "M": BETWEEN}
    matrices(
        [
            _numbers(say(f"different.matrices.{name}"), rows, _numbered(len(rows)))
            for name, rows in brought.items()
        ],
        say("different.matrices.caption"),
        key="scores-widths",
        title=say("different.matrices.title"),
    )


def _numbered(n: int) -> list[str]:
    return [f"{number}" for number in range(1, n + 1)]


def _numbers(
    title: str,
    rows: Sequence[Sequence[float]],
    names: Sequence[str],
    down: str = "number",
) -> Matrix:
    columns = _numbered(len(rows[0]))
    sides = {"down": down, "across": "number"}
    return matrix(title, rows, names, columns, means="plain", digits=0, **sides)


def _equal() -> None:
    found = by_kind(torch.tensor(QUERY), torch.tensor(KEY))
    panels = [_panel(kind, scores) for kind, scores in found.items()]
    scaled = panels[-1].values[1][2] or 0.0
    if not right("sc_blank", scaled):
        panels[-1] = cover(panels[-1], [(1, 2)])
    highest = (
        say(
            "four.key",
            key=f"k{subscript(int(scores[0].argmax()) + 1)}",
            kind=say(f"kinds.{kind}"),
        )
        for kind, scores in found.items()
    )
    matrices(
        panels,
        say("four.caption", keys=", ".join(highest)),
        key="scores-four",
        title=say("four.title"),
        note=say("four.note"),
        row=0,
    )
    play.lines("scores", say.row("four.by_hand"))
    blank("sc_blank", say("four.blank.label"), scaled, reason=say("four.blank.reason"))
    _costs()


def _panel(kind: str, scores: torch.Tensor) -> Matrix:
    return matrix(
        say("four.kind", kind=say(f"kinds.{kind}"), formula=FORMULAS[kind]),
        scores,
        ("q₁", "q₂"),
        KEYS,
        means="signed",
        digits=3 if kind == "scaled dot" else 2,
    )


def _costs() -> None:
    d, n = frame.choices(Choices).sc_d, frame.choices(Choices).sc_n
    controls(sc_d=say("costs.width"), sc_n=say("costs.words"))
    rows = [["", *say.row("costs.columns")]]
    for kind in SCORES:
        costs = cost(kind, d, n)
        numbers = (written(n, ",") for n in (costs.parameters, costs.operations))
        rows.append([say(f"kinds.{kind}"), FORMULAS[kind], *numbers])
    table(rows, say("costs.title", words=n, width=d))


# --- what a score says ----------------------------------------------------------------


def _meaning() -> None:
    parts = {"cosine": _cosine, "constant": _constant}
    parts[choice("sc_says", say("meaning.label"), say.all("meaning.parts"))]()


def _cosine() -> None:
    chosen = frame.choices(Choices)
    show(
        figures.cosine(chosen.sc_angle, chosen.sc_length, dark=frame.night()),
        key="scores-cosine",
        note=say("cosine.note", length=written(figures.QUERY, "g")),
    )
    controls(sc_angle=say("cosine.angle"), sc_length=say("cosine.length"))


def _constant() -> None:
    chosen = frame.choices(Choices)
    query, key = torch.tensor(QUERY[:1]), torch.tensor(KEY)
    before = dot_product_scores(query, key, scale=1.0).double()
    now = before + chosen.sc_constant
    now[0, 2] += chosen.sc_one
    scores = torch.cat([before, now])
    weights = masked_softmax(scores)
    change = (weights[1] - weights[0]).abs().max().item()
    rows = (say("constant.before"), say("constant.now"))
    matrices(
        [
            matrix(
                say("constant.scores"),
                scores,
                rows,
                KEYS,
                means="signed",
                limit=20.0,
                digits=1,
                down="",
            ),
            matrix(say("constant.weights"), weights, rows, KEYS, down=""),
        ],
        say(
            "constant.caption",
            change=written(change, ".3f") if change >= 0.001 else small(change),
            why=say(f"constant.why.{'one' if chosen.sc_one else 'all'}"),
        ),
        key="scores-constant",
        title=say("constant.title"),
    )
    controls(sc_constant=say("constant.all"), sc_one=say("constant.one"))


# --- why one divides ------------------------------------------------------------------


def _root() -> None:
    parts = {"variance": _variance, "softmax": _softmax, "heads": _heads}
    parts[choice("sc_why", say("root.label"), say.all("root.parts"))]()


def _variance() -> None:
    d, follows = frame.choices(Choices).sc_width, frame.choices(Choices).sc_follows
    measured = library.kept(
        follows,
        lambda: [products(w, SAMPLES, follows).var().item() for w in WIDTHS],
    )
    found = library.kept((d, follows), lambda: products(d, SAMPLES, follows))
    show(
        scores_scaling.variance(
            WIDTHS, measured, d, found, follows=follows, dark=frame.night()
        ),
        key="scores-variance",
        note=say("variance.note"),
    )
    controls(sc_width=say("root.width"), sc_follows=say("variance.follows"))


def _softmax() -> None:
    d, keys = frame.choices(Choices).sc_width, frame.choices(Choices).sc_keys

    def at(width: int, divided: bool) -> scores_scaling.Softmax:
        return saturation(width, keys, scaled=divided)

    plain, divided = (
        library.kept(
            (keys, divided),
            lambda divided=divided: [at(width, divided) for width in WIDTHS],
        )
        for divided in (False, True)
    )
    chosen = library.kept((d, keys), lambda: (at(d, False), at(d, True)))
    show(
        scores_scaling.softmax(
            WIDTHS, plain, divided, d, chosen, keys, dark=frame.night()
        ),
        key="scores-softmax",
        note=say("softmax.note"),
    )
    controls(sc_width=say("root.width"), sc_keys=say("softmax.keys"))


def _saturated() -> dict[str, str]:
    """What the softmax makes of scores at two widths, for the lesson."""

    def at(width: int, divided: bool) -> scores_scaling.Softmax:
        return library.kept(
            (width, divided), lambda: saturation(width, TOLD, scaled=divided)
        )

    (entropy, norm), (entropy_wide, norm_wide) = at(16, False), at(256, False)
    entropy_divided, norm_divided = at(256, True)
    return {
        "keys": str(TOLD),
        "norm": written(norm),
        "norm_wide": written(norm_wide),
        "norm_divided": written(norm_divided),
        "entropy": written(entropy),
        "entropy_wide": written(entropy_wide),
        "entropy_divided": written(entropy_divided, ".1f"),
    }


def _heads() -> None:
    translator = library.model(library.TRANSFORMER)
    sentences = presets.shipped()

    def measured() -> Heads:
        return head_variances(
            translator.explain(sentence.english, target=sentence.french)
            for sentence in sentences
        )

    with frame.waiting(say("heads.waiting")):
        found = library.computed(translator.digest, measured)
    show(
        scores_scaling.heads(found, len(sentences), dark=frame.night()),
        key="scores-heads",
        note=say("heads.note"),
    )
