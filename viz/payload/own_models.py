"""A pass of anybody's model as the attention component draws it, with plain names."""

from collections.abc import Sequence
from textwrap import shorten
from typing import TYPE_CHECKING, Any

from viz.content.texts import texts
from viz.payload.pictures import packed
from viz.payload.stacks import Called, view_of
from viz.say.cited import cited

if TYPE_CHECKING:
    import numpy as np

    from core.other_models.attentions import Attentions

LONGEST_TITLE = 100
LONG = 100
"""From more tokens on a picture is drawn without a node for each cell."""
PANELS = ("choose", "ribbons", "matrix", "show", "heads", "statistics")
OVER_PICTURES = PANELS[:-1]
"""Distances along a text say nothing of places on a picture."""
say = texts("own_models")


def own_view(
    attentions: "Attentions", *, words: bool = True, panels: Sequence[str] = ()
) -> tuple[dict[str, Any], "np.ndarray"]:
    """The attentions of one pass; the page begins with the last layer of the last kind.

    A model with one stack of layers has just self-attention and tokens; only where
    there is a second one are they told apart.
    """
    alone = len(attentions.kinds) == 1
    stacks = {
        kind.short: _called(f"{kind.short}{'_alone' if alone else ''}")
        for kind in attentions.kinds
    }
    stacks.update((part, _called(part)) for part in PARTS)
    two = len(attentions.lines) > 1
    sides = {
        "source": say("sides.source" if two else "sides.tokens"),
        **{name: say(f"sides.{name}") for name in SIDES},
    }
    header, body = view_of(
        attentions,
        stacks,
        sides,
        words=words,
        panels=panels or (OVER_PICTURES if attentions.pictures else PANELS),
        known=lambda stack: {"part": True} if stack.id in PARTS else {},
        title=shorten(attentions.title, LONGEST_TITLE, placeholder=" …"),
        file="headlight-own-model",
    )
    header["view"]["stack"] = attentions.kinds[-1].short
    header["model"] = attentions.model
    header["cited"] = cited(header["labels"]["title"], attentions.model)
    if attentions.pictures:
        header["pictures"] = [packed(one) for one in attentions.pictures]
    elif max(max(stack["shape"][-2:]) for stack in header["stacks"]) > LONG:
        header["view"]["colour"] = "root"  # hardly any weight is large then
    return header, body


PARTS = ("first_to_second", "second_to_first")
"""Whose rows are parts of rows, and do not add up to 1."""
SIDES = (
    *("target", "read", "predicted"),
    *("first_to_second_queries", "first_to_second_keys"),
    *("second_to_first_queries", "second_to_first_keys"),
)


def _called(name: str) -> Called:
    return Called(
        say(f"stacks.{name}.label"),
        say(f"stacks.{name}.short"),
        say(f"stacks.{name}.note"),
    )
