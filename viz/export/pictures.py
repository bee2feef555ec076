"""A pass as one packed picture that stands alone: nothing in it asks a server.

What it looks at first is a view: `stack`, `layer`, `head` (None is the mean of all) and
`row`, counted from 0.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import core
from core.showing import check_view
from viz.components.attention import pack_picture
from viz.content.texts import texts
from viz.payload import maps
from viz.payload.own_models import own_view
from viz.payload.stacks import OneStack, view_of

if TYPE_CHECKING:
    import numpy as np

    from core.attention_map import AttentionMap, Pictured
    from core.trace import Trace

ALONE = ("choose", "ribbons", "matrix", "show", "heads")
RECURRENT = ("choose", "ribbons", "matrix", "names", "row", "next", "legend")
ONE_MAP = ("choose", "ribbons", "matrix", "row", "legend")
FOLDED = ("heads", "statistics", "next")
"""The panels that stand behind the line Explore, where a picture has that line."""
ASKING = ("hands", "begins", "page")
"""What a picture offers only where somebody answers."""

View = Mapping[str, Any]
Drawn = tuple[dict[str, Any], "np.ndarray"]


def picture(
    shown: "Pictured | AttentionMap", view: View | None = None, *, words: bool = True
) -> bytes:
    """The packed picture of a pass, of one map, or of whatever is `Pictured`.

    InputError where there is nothing to map, or no such view.
    """
    header, body = _drawn(shown, words)
    return alone(header, body, view)


def alone(header: Mapping[str, Any], body: "np.ndarray", view: View | None) -> bytes:
    """A picture with all that it needs, without what would have to be asked for."""
    kept = {name: value for name, value in header.items() if name not in ASKING}
    opened = [entry for entry in kept.get("explore", ()) if entry[0] in FOLDED]
    looked = {**kept["view"], **_looked(kept, view or {})}
    return pack_picture(
        {**kept, "explore": opened, "view": looked, "view_rev": "", "dim": False}, body
    )


def cited(sentence: str, model: str, digest: str = "") -> str:
    """The line at the foot: what was read, by which model, shown by which version."""
    named = f"{model} {digest}".strip()
    return texts("export")(
        "cited", sentence=sentence, model=named, version=core.__version__
    )


def _drawn(shown: Any, words: bool) -> Drawn:
    from core.attention_map import AttentionMap
    from core.other_models.attentions import Attentions
    from core.trace import Trace

    if isinstance(shown, Trace):
        return _of_pass(shown, words)
    if isinstance(shown, AttentionMap):
        return _of_map(shown)
    if isinstance(shown, Attentions):
        header, body = own_view(shown, words=words)
        return {**header, "cited": cited(header["labels"]["title"], shown.model)}, body
    return view_of(shown, {}, {}, words=words, panels=ALONE)


def _of_pass(trace: "Trace", words: bool) -> Drawn:
    """The picture that the pages draw of this pass."""
    trace.check_mapped()
    alignment = trace.attentions()[0].alone
    if alignment:
        header, body = maps.alignment_view(trace, words=words, panels=RECURRENT)
    else:
        header, body = maps.transformer_view(trace, words=words, panels=maps.PANELS)
    title = header["labels"]["title"]
    return {**header, "cited": cited(title, trace.model, trace.digest)}, body


def _of_map(shown: "AttentionMap") -> Drawn:
    """One map, its queries and keys under names that say no more than that."""
    from core.attention_map import MapSide, Stack
    from viz.payload.stacks import Called

    say = texts("export")
    queries = MapSide("queries", "output", shown.query_words)
    keys = MapSide("keys", "source", shown.key_words)
    stack = Stack(
        "map", queries, keys, (shown.title,), shown.weights[None, None],
        shown.allowed[None, None],
    )  # fmt: skip
    header, body = view_of(
        OneStack(stack),
        {"map": Called(shown.title)},
        {"queries": say("queries"), "keys": say("keys")},
        panels=ONE_MAP,
        title=shown.title,
    )
    header["view"]["head"] = 0
    return header, body


def _looked(header: Mapping[str, Any], view: View) -> dict[str, Any]:
    """A view as the browser knows it; InputError where the picture has no such one."""
    found = dict(view)
    if "head" in view and view["head"] is None:
        found["head"] = -1
    shapes = {stack["id"]: stack["shape"] for stack in header["stacks"]}
    stack = found.setdefault("stack", header["view"]["stack"])
    check_view(found, stack, shapes)
    return found
