"""A pass of anybody's model as the attention component draws it, with plain names."""

from collections.abc import Sequence
from textwrap import shorten
from typing import TYPE_CHECKING, Any

from viz.content.texts import texts
from viz.payload.stacks import Called, sequence, view_of
from viz.say.cited import cited

if TYPE_CHECKING:
    import numpy as np

    from core.other_models.attentions import Attentions

LONGEST_TITLE = 100
LONG = 100
"""From more tokens on a picture is drawn without a node for each cell."""
PANELS = ("choose", "ribbons", "matrix", "show", "heads", "statistics")
say = texts("own_models")


def own_view(
    attentions: "Attentions", *, words: bool = True, panels: Sequence[str] = PANELS
) -> tuple[dict[str, Any], "np.ndarray"]:
    """The attentions of one pass; the page begins with the last layer of the last kind.

    A model with one stack of layers has just self-attention and tokens; only where
    there is a second one are they told apart.
    """
    alone = len({kind.short for kind in attentions.kinds}) == 1
    stacks = {
        kind.id: _called(
            f"{kind.short}{'_alone' if alone else ''}",
            kind.weights.shape[1] if kind.at else 0,
        )
        for kind in attentions.kinds
    }
    stacks.update((part, _called(part)) for part in PARTS)
    sides = {
        "source": say(
            "sides.source"
            if len(attentions.lines) > 1 and "with_sink" not in attentions.lines
            else "sides.tokens"
        ),
        **{name: say(f"sides.{name}") for name in SIDES},
    }
    sides["with_sink"] = say("sides.tokens")
    if "source" not in attentions.lines:
        sides["read"] = sides["predicted"] = say("sides.tokens")
    if not attentions.normalised:  # what is measured of heads are shares of rows
        panels = [panel for panel in panels if panel != "statistics"]
    header, body = view_of(
        attentions,
        stacks,
        sides,
        words=words,
        panels=panels,
        known=lambda stack: _known(attentions, stack.id),
        title=shorten(attentions.title, LONGEST_TITLE, placeholder=" …"),
        file="headlight-own-model",
    )
    header["view"]["stack"] = attentions.kinds[-1].id
    for name in attentions.lines:  # what a row may also be named by
        side = attentions.side(name, words)
        header["sequences"].setdefault(name, sequence(side, sides))
        if name == "read" and side.prompt:
            header["view"]["row"] = side.prompt - 1  # where the first word was written
    header["model"] = attentions.model
    header["cited"] = cited(header["labels"]["title"], attentions.model)
    if max(max(stack["shape"][-2:]) for stack in header["stacks"]) > LONG:
        header["view"]["colour"] = "root"  # hardly any weight is large then
    return header, body


PARTS = ("first_to_second", "second_to_first")
"""Whose rows are parts of rows, and do not add up to 1."""
SIDES = (
    *("target", "read", "predicted"),
    *("first_to_second_queries", "first_to_second_keys"),
    *("second_to_first_queries", "second_to_first_keys"),
)


def _known(attentions: "Attentions", stack: str) -> dict[str, Any]:
    """What else is to be known of the rows and weights of a stack."""
    free = not attentions.normalised
    said = {"part": free or stack in PARTS, "free": free, "signed": attentions.signed}
    at = next((kind.at for kind in attentions.kinds if kind.id == stack), ())
    numbers = {"numbers": [number + 1 for number in at]} if at else {}
    return numbers | {name: True for name, true in said.items() if true}


def _called(name: str, heads: int = 0) -> Called:
    """What a stack is called; with `heads`, where only some layers have so many."""
    label, short = say(f"stacks.{name}.label"), say(f"stacks.{name}.short")
    if heads:
        label = say("stacks.of_heads", stack=label, n=heads)
        short = say("stacks.of_heads", stack=short, n=heads)
    return Called(label, short, say(f"stacks.{name}.note"))
