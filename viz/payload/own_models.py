"""A pass of anybody's model as the attention component draws it, with plain names."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from textwrap import shorten
from typing import TYPE_CHECKING, Any

from viz.content.texts import texts
from viz.payload.pictures import packed
from viz.payload.stacks import Called, sequence, view_of
from viz.say.cited import cited

if TYPE_CHECKING:
    import numpy as np

    from core.other_models.attentions import Attentions, Layers

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

    Over a picture that is the last kind that has it on a side; in one stream with words
    the row is the last, which sees all of it.

    A model with one stack of layers has just self-attention and tokens; only where
    there is a second one are they told apart.
    """
    whole = with_rollout(attentions)
    stacks = _names(attentions)
    stacks.update((part, _called(part)) for part in PARTS)
    stacks.update((one.id, _called(one.id, of=one.of)) for one in whole.derived)
    panels = panels or (OVER_PICTURES if attentions.pictures else PANELS)
    sides = _sides(attentions.lines)
    if not attentions.normalised:  # what is measured of heads are shares of rows
        panels = [panel for panel in panels if panel != "statistics"]
    header, body = view_of(
        whole,
        stacks,
        sides,
        words=words,
        panels=panels,
        known=lambda stack: _known(whole, stack.id),
        title=shorten(attentions.title, LONGEST_TITLE, placeholder=" …"),
        file="headlight-own-model",
    )
    last = _first_seen(attentions)
    header["view"] |= {"stack": last.id, "layer": len(last.weights) - 1}
    if last.back and attentions.pictures:  # before the picture nothing attends to it
        header["view"]["row"] = len(attentions.side(last.queries, words).items) - 1
    for name in attentions.lines:  # what a row may also be named by
        side = attentions.side(name, words)
        header["sequences"].setdefault(name, sequence(side, sides))
        if name == "read" and side.prompt:
            header["view"]["row"] = side.prompt - 1  # where the first word was written
    header["model"] = attentions.model
    header["cited"] = cited(header["labels"]["title"], attentions.model)
    if attentions.pictures:
        header["pictures"] = [packed(one) for one in attentions.pictures]
    elif max(max(stack["shape"][-2:]) for stack in header["stacks"]) > LONG:
        header["view"]["colour"] = "root"  # hardly any weight is large then
    return header, body


def _first_seen(attentions: "Attentions") -> "Layers":
    """The last layers that have a picture on a side; without one the last of all."""
    lines = attentions.lines
    seen = [
        kind
        for kind in attentions.kinds
        if lines[kind.queries].patches or lines[kind.keys].patches
    ]
    return (seen or list(attentions.kinds))[-1]


def with_rollout(attentions: "Attentions") -> "Attentions":
    """A pass over a picture with its rollout, any other as it is."""
    from core.analysis.seen import rolled  # brings torch: not before the first paint

    found = rolled(attentions)
    if found is None:
        return attentions
    return replace(attentions, derived=(found, *attentions.derived))


def _names(attentions: "Attentions") -> dict[str, Called]:
    """What the attentions are called: by their sides, where these lie on a picture."""
    found: dict[str, Called] = {}
    shorts = {kind.short for kind in attentions.kinds}
    alone, crosses = "_alone" if len(shorts) == 1 else "", "cross" in shorts
    for kind in attentions.kinds:
        seen = [
            bool(attentions.lines[side].patches) for side in (kind.queries, kind.keys)
        ]
        name = f"{kind.short}{alone}"
        if seen == [True, True] and kind.short == "encoder":
            name = f"picture{alone}"
        elif any(seen) and kind.short == "cross":
            name = "looks" if seen[1] else "answers"
        elif attentions.pictures and crosses and name == "decoder" and not kind.back:
            name = "queries"
        elif attentions.pictures and not crosses and kind.short == "decoder":
            name = "stream" if alone else "text"
        found[kind.id] = _called(name, kind.weights.shape[1] if kind.at else 0)
    return found


PARTS = ("first_to_second", "second_to_first")
"""Whose rows are parts of rows, and do not add up to 1."""
SIDES = (
    *("target", "read", "predicted", "text"),
    *("first_to_second_queries", "first_to_second_keys"),
    *("second_to_first_queries", "second_to_first_keys"),
)


def _sides(lines: Collection[str]) -> dict[str, str]:
    """What the lines are called: just tokens where there is one text."""
    found = {name: say(f"sides.{name}") for name in ("source", *SIDES)}
    tokens = found["with_sink"] = say("sides.tokens")
    if len(lines) == 1 or "with_sink" in lines:
        found["source"] = tokens
    if "source" not in lines:
        found["read"] = found["predicted"] = tokens
    return found


def _known(attentions: "Attentions", stack: str) -> dict[str, Any]:
    """What else is to be known of the rows and weights of a stack."""
    free = not attentions.normalised
    parts = {*PARTS, *(one.id for one in attentions.derived if one.part)}
    said = {"part": free or stack in parts, "free": free, "signed": attentions.signed}
    at = next((kind.at for kind in attentions.kinds if kind.id == stack), ())
    numbers = {"numbers": [number + 1 for number in at]} if at else {}
    return numbers | {name: True for name, true in said.items() if true}


def _called(name: str, heads: int = 0, **slots: str) -> Called:
    """What a stack is called; with `heads`, where only some layers have so many."""
    label, short = say(f"stacks.{name}.label"), say(f"stacks.{name}.short")
    if heads:
        label = say("stacks.of_heads", stack=label, n=heads)
        short = say("stacks.of_heads", stack=short, n=heads)
    return Called(label, short, say(f"stacks.{name}.note", **slots))
