"""Named axes: what attention becomes where an axis has the wrong name."""

import torch

from core.errors import InputError
from core.labs.named_axes import Attended, Named, attend, scored
from core.labs.worked_example import EMBEDDED, TO_KEY, TO_QUERY, TO_VALUE, WORDS
from viz.address.labs.query_key_value import Choices
from viz.content.texts import error, texts
from viz.figures.small_matrices import Matrix, matrix
from viz.pages.app import frame
from viz.pages.app.widgets import choice
from viz.pages.labs.lab import matrices
from viz.say.captions import apart
from viz.say.numbers import written

say = texts("labs/query-key-value")


def draw() -> None:
    """Scores, weights and outputs as the names of two axes make them."""
    chosen = frame.choices(Choices)
    axis, over = chosen.qkv_axis, chosen.qkv_over
    query, key, value = (
        torch.tensor(EMBEDDED) @ torch.tensor(to) for to in (TO_QUERY, TO_KEY, TO_VALUE)
    )
    scores = scored(query, key, axis)
    panels, problem = [_panel(say("names.scores"), scores, "signed")], ""
    said = say("names.lacking", axes=", ".join(scores.axes))
    try:
        found = attend(query, key, value, axis, over)
        panels += [
            _panel(say("names.weights", over=over), found.weights, "weight"),
            _panel(say("names.outputs", axis=axis), found.mixed, "signed"),
        ]
        said = _caption(found, axis, over)
    except InputError as refusal:
        problem = error(refusal)
    matrices(
        panels,
        said,
        key="qkv-names",
        title=say("names.title"),
        note=say("names.note"),
        named=True,
    )
    if problem:
        frame.refuse(problem)
    called = say.all("names.axes")
    choice("qkv_axis", say("names.axis"), called)
    choice("qkv_over", say("names.over"), called)


def _panel(title: str, shown: Named, means: str) -> Matrix:
    """Rows are the first axis; one that is alone stands in a column, numbers in a row.

    The words stand along *query* and *key*; along *d_v* stand numbers.
    """
    values, axes = shown.values, shown.axes
    if len(axes) == 1:
        alone = axes == ("d_v",)
        values = values[None] if alone else values[:, None]
        axes = ("", *axes) if alone else (*axes, "")
    names = [_along(axis, n) for axis, n in zip(axes, values.shape, strict=True)]
    down, across = axes
    return matrix(
        title, values, *names, means=means, digits=2, down=down, across=across
    )


def _along(axis: str, n: int) -> list[str]:
    if not axis:
        return [say("names.all") if n == 1 else ""] * n
    if axis == "d_v":
        return [str(at) for at in range(1, n + 1)]
    return list(apart(WORDS))


def _caption(found: Attended, axis: str, over: str) -> str:
    sums = found.weights.values.sum(-1)
    return say(
        f"names.caption.{axis}_{over}",
        queries=len(WORDS),
        keys=len(WORDS),
        numbers=found.scores.values.numel(),
        least=written(sums.min().item(), ".2f"),
        most=written(sums.max().item(), ".2f"),
    )
