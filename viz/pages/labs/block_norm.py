"""The second step of the lab of the block: what a norm averages, and what it leaves."""

from collections.abc import Sequence

import streamlit as st
import torch
from torch import Tensor

from core.labs import norms
from core.labs.worked_example import VALUE
from core.trace import Trace
from viz.figures import block as figures
from viz.figures.small_matrices import Matrix, cover
from viz.figures.small_matrices import matrix as named
from viz.pages.app import frame
from viz.pages.labs.lab import choice, figure, matrices, switch
from viz.pages.labs.shipped_models import one_pass, record_of
from viz.pages.labs.typed_matrix import blank, matrix, typed
from viz.say import html_tables
from viz.say.captions import apart, subscript
from viz.say.numbers import small

OTHER = "The woman ate the bread."
NORM_LABELS = {"layer": "layer norm", "batch": "batch norm"}
SOURCE_LABELS = {
    "numbers": "small numbers",
    "blank": "one token blank",
    "sentence": "the sentence",
}


def norm() -> None:
    """Draw small numbers, or those of the sentence, normed."""
    choice("block_from", "norm", SOURCE_LABELS)
    views = {"numbers": _numbers, "blank": _blank, "sentence": _sentence}
    views[frame.choices().block_from]()


def _numbers() -> None:
    kind = frame.choices().block_norm
    found = typed("block_numbers")
    x = torch.tensor(found.matrices[0], dtype=torch.float64)
    panels = _panels(x, kind)
    each = "each token" if kind == "layer" else "each feature"
    matrices(
        panels,
        f"{NORM_LABELS[kind].capitalize()}: {each} by itself gets mean 0 and variance "
        f"σ²/(σ² + ε), with ε = {small(norms.EPS)}.",
        key="block-norm",
        title=f"The numbers of {each} are averaged",
        note="before γ and β",
    )
    groups = panels[0].rows if kind == "layer" else panels[0].columns
    st.html(
        html_tables.table(
            rows_of(groups, norms.statistics(x, kind)), f"Statistics of {each}"
        )
    )
    choice("block_norm", "which norm", NORM_LABELS)
    matrix("block_numbers", "X: a token is a row, as 2 3 1; 2 -1 0", found)


def _panels(x: Tensor, kind: str) -> list[Matrix]:
    """The numbers and the same after the norm, a token a row."""
    tokens = [f"token {i + 1}" for i in range(x.shape[0])]
    features = [f"x{subscript(i + 1)}" for i in range(x.shape[1])]
    return [
        named(
            title,
            values,
            tokens,
            features,
            means="signed",
            down="token",
            across="feature",
        )
        for title, values in (("X", x), ("after the norm", norms.normed(x, kind)))
    ]


def _blank() -> None:
    x = torch.tensor(VALUE, dtype=torch.float64)
    before, after = _panels(x, "layer")
    matrices(
        [before, cover(after, [(2, column) for column in range(3)])],
        "Token 1 is worked: its mean is 2, which leaves 0, 1 and −1; their squares "
        "have the mean 0.667; divided by its root, 0.816, they are 0, 1.225 and "
        "−1.225.",
        key="block-blank",
        title="Layer norm, token by token",
        note="before γ and β",
    )
    blank(
        "block_blank",
        "the three numbers of token 3 after the norm, with spaces between",
        norms.normed(x, "layer")[2].tolist(),
        reason="Mean 2 leaves −2, 3 and −1; the root of their mean square is 2.160.",
    )


def rows_of(
    groups: Sequence[str], found: Sequence[norms.Statistics]
) -> list[list[str]]:
    """The statistics as a table: 1/p is what a norm takes, 1/(p−1) stands beside it."""
    head = [
        "",
        "mean",
        "variance, 1/p",
        "with 1/(p − 1)",
        "mean after",
        "variance after",
    ]
    return [
        head,
        *(
            [
                group,
                _short(one.mean),
                _short(one.variance),
                "–" if one.sample_variance is None else _short(one.sample_variance),
                _short(one.mean_after),
                f"{one.variance_after:.6f}",
            ]
            for group, one in zip(groups, found, strict=True)
        ),
    ]


def _short(number: float) -> str:
    text = f"{number:.4f}".rstrip("0").rstrip(".") if abs(number) > 5e-5 else "0"
    if not number or text != "0" or abs(number) < 1e-9:
        return text.replace("-", "−")
    return small(number)


def _sentence() -> None:
    choices, dark = frame.choices(), frame.night()
    kind, changed = choices.block_norm, choices.block_other
    plain, other = one_pass(), one_pass(OTHER)
    shown = other if changed else plain
    x, was = (record_of(trace).source_embedding for trace in (shown, plain))
    marked = _exchanged(plain, other)
    before, after = _spread(x), _spread(norms.normed(x, kind))
    words = apart(shown.source.pieces)
    others = [place for place in range(len(words)) if place != marked]
    moved = norms.normed(x, kind)[others] - norms.normed(was, kind)[others]
    said = (
        f"Before the norm the variances run from {min(s for _, s in before) ** 2:.2f} "
        f"to {max(s for _, s in before) ** 2:.2f}, after it from "
        f"{min(s for _, s in after) ** 2:.2f} to {max(s for _, s in after) ** 2:.2f}. "
    )
    if changed:
        said += (
            f"Now {words[marked]} stands in place of {plain.source.pieces[marked]}: of "
            "all other tokens the number that moved most moved by "
            f"{_most(moved):.2g}."
        )
    figure(
        figures.spread(
            words, before, after, marked=marked if changed else None, dark=dark
        ),
        said,
        [
            ["token", "mean", "σ", "mean after", "σ after"],
            *(
                [word, *pair, *later]
                for word, pair, later in zip(words, before, after, strict=True)
            ),
        ],
        key="block-spread",
        title=f"{NORM_LABELS[kind].capitalize()} of what the encoder reads",
        note=f"{x.shape[1]} numbers a token, before γ and β",
    )
    choice("block_norm", "which norm", NORM_LABELS)
    switch("block_other", "bread instead of fish")


def _exchanged(plain: Trace, other: Trace) -> int:
    """The place of the one piece that differs."""
    pairs = zip(plain.source.pieces, other.source.pieces, strict=True)
    return next(place for place, (a, b) in enumerate(pairs) if a != b)


def _spread(x: Tensor) -> list[tuple[float, float]]:
    deviations = x.std(-1, correction=0)
    return list(zip(x.mean(-1).tolist(), deviations.tolist(), strict=True))


def _most(moved: Tensor) -> float:
    return moved.abs().max().item()
