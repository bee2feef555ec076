"""The second step of the lab of the block: what a norm averages, and what it leaves."""

from collections.abc import Sequence

import torch
from torch import Tensor

from core.labs import norms
from core.labs.worked_example import OTHER_SENTENCE, VALUE
from viz.address.labs.block import Choices
from viz.content.texts import texts
from viz.figures import block_norm as figures
from viz.figures.small_matrices import Matrix, cover
from viz.figures.small_matrices import matrix as named
from viz.pages.app import frame
from viz.pages.app.widgets import choice, switch
from viz.pages.labs.lab import matrices, show, table
from viz.pages.labs.shipped_models import one_pass, record_of
from viz.pages.labs.typed_matrix import blank, matrix, typed
from viz.say.captions import subscript
from viz.say.numbers import small, written

say = texts("labs/block")


def norm() -> None:
    """Draw small numbers, or those of the sentence, normed."""
    views = {"numbers": _numbers, "blank": _blank, "sentence": _sentence}
    views[choice("block_from", say("norm.source"), say.all("norm.sources"))]()


def _numbers() -> None:
    kind = frame.choices(Choices).block_norm
    found = typed("block_numbers")
    x = torch.tensor(found.matrices[0], dtype=torch.float64)
    panels = _panels(x, kind)
    matrices(
        panels,
        say(f"matrix.{kind}.caption", epsilon=small(norms.EPS)),
        key="block-norm",
        title=say(f"matrix.{kind}.title"),
        note=say("matrix.note"),
    )
    groups = panels[0].rows if kind == "layer" else panels[0].columns
    table(rows_of(groups, norms.statistics(x, kind)), say(f"matrix.{kind}.statistics"))
    choice("block_norm", say("norm.kind"), say.all("norm.kinds"))
    matrix("block_numbers", say("norm.numbers"), found)


def _panels(x: Tensor, kind: str) -> list[Matrix]:
    """The numbers and the same after the norm, a token a row."""
    tokens, features = x.shape
    return [
        named(
            title,
            values,
            [say("matrix.token", n=token + 1) for token in range(tokens)],
            [say("matrix.feature", n=subscript(at + 1)) for at in range(features)],
            means="signed",
            down=say("matrix.down"),
            across=say("matrix.across"),
        )
        for title, values in (
            (say("matrix.before"), x),
            (say("matrix.after"), norms.normed(x, kind)),
        )
    ]


def _blank() -> None:
    x = torch.tensor(VALUE, dtype=torch.float64)
    before, after = _panels(x, "layer")
    matrices(
        [before, cover(after, [(2, column) for column in range(3)])],
        say("token.caption"),
        key="block-blank",
        title=say("token.title"),
        note=say("token.note"),
    )
    blank(
        "block_blank",
        say("token.blank.label"),
        norms.normed(x, "layer")[2].tolist(),
        reason=say("token.blank.reason"),
    )


def rows_of(
    groups: Sequence[str], found: Sequence[norms.Statistics]
) -> list[list[str]]:
    """The statistics as a table: 1/p is what a norm takes, 1/(p−1) stands beside it."""
    return [
        say.row("statistics.columns"),
        *(
            [
                group,
                _short(one.mean),
                _short(one.variance),
                "–" if one.sample_variance is None else _short(one.sample_variance),
                _short(one.mean_after),
                written(one.variance_after, ".6f"),
            ]
            for group, one in zip(groups, found, strict=True)
        ),
    ]


def _short(number: float) -> str:
    """Four digits after the point, without zeros at the end; more where it is small."""
    if abs(number) <= 5e-5:
        return small(number) if abs(number) >= 1e-9 else "0"
    return written(number, ".4f").rstrip("0").rstrip(".")


def _sentence() -> None:
    choices = frame.choices(Choices)
    usual, other = one_pass(), one_pass(OTHER_SENTENCE)
    shown = other if choices.block_other else usual
    x, was = (record_of(trace).source_embedding for trace in (shown, usual))
    show(
        figures.spread(
            shown.source.pieces,
            x,
            choices.block_norm,
            usual=(usual.source.pieces, was) if choices.block_other else None,
            dark=frame.night(),
        ),
        key="block-spread",
        note=say("sentence.note", n=x.shape[1]),
    )
    choice("block_norm", say("norm.kind"), say.all("norm.kinds"))
    switch("block_other", say("norm.other"))
