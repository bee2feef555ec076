"""A pass as one packed picture that stands alone: nothing in it asks a server.

What it looks at first is a view: `stack`, `layer`, `head` (None is the mean of all) and
`row`, counted from 0.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from core.errors import InputError
from core.shelf.languages import USUAL
from core.showing import check_view
from viz.components.attention import APP, pack_picture
from viz.content.texts import speaking_of, texts
from viz.export.page import page
from viz.export.walks import model_of, walks
from viz.payload import maps
from viz.payload.own_models import own_view, with_rollout
from viz.payload.stacks import OneStack, view_of

if TYPE_CHECKING:
    import numpy as np

    from core.attention_map import AttentionMap, Pictured, Stack
    from core.in_use.language_model import LanguageModel
    from core.in_use.translator import Translator
    from core.networks.names import MapChoice
    from core.trace import Trace

ALONE = ("choose", "ribbons", "matrix", "show", "heads")
RECURRENT = ("choose", "ribbons", "matrix", "names", "row", "next", "legend")
ONE_MAP = ("choose", "ribbons", "matrix", "row", "legend")
FOLDED = ("heads", "statistics", "next")
"""The panels that stand behind the line Explore, where a picture has that line."""
ASKING = ("hands", "begins", "writes", "over", "takes", "units")
"""What a picture offers only where somebody answers."""

MOST = 300_000
"""The bytes of a page; a walk that makes it larger is left out."""

View = Mapping[str, Any]
Header = Mapping[str, Any]
Drawn = tuple[dict[str, Any], "np.ndarray"]


def picture(
    shown: "Pictured | AttentionMap",
    view: View | None = None,
    *,
    words: bool = True,
    model: "Translator | LanguageModel | None" = None,
) -> bytes:
    """The packed picture of a pass, of one map, or of whatever is `Pictured`.

    The pass of a translator can be walked through, where the numbers of a walk fit
    into a file; `model` is who made it, found by its name where nobody says.
    InputError where there is nothing to map, or no such view.
    """
    from core.trace import Trace

    with speaking_of(getattr(shown, "languages", USUAL)):
        header, body = _drawn(shown, words)
        if not isinstance(shown, Trace):
            return alone(header, body, view)
        return passing(shown, header, body, view, model or _by_name(shown))


def passing(
    trace: "Trace",
    header: Header,
    body: "np.ndarray",
    view: View | None = None,
    model: "Translator | LanguageModel | None" = None,
) -> bytes:
    """A pass as a page draws it, with as much of its walk as a file has room for.

    Without a `model` it is not walked.
    """
    plain = dict(header)
    for name in ("machine", "explore"):
        plain.pop(name, None)
    looked = _looked(header, view or {})
    if model is not None:
        for machine, numbers in walks(trace, {**header["view"], **looked}, model):
            told = {**plain, "machine": machine, "explore": _explore(header)}
            walked = alone(told, body, looked, numbers)
            if len(page([walked]).encode()) <= MOST:
                return walked
    return alone(plain, body, looked)


def first_map(trace: "Trace", which: "MapChoice", word: str) -> bytes:
    """A pass without its walk, at one of its maps between the languages.

    The row is that of a word that was written, or the first.
    """
    read = which.reading == "read"
    header, body = _of_pass(trace, words=True, read=read)
    names = trace.side("read" if read else "predicted", True).items
    view = {
        "layer": which.name.layer,
        "head": which.head,
        "row": names.index(word) if word in names else 0,
        "names": which.reading if read else "",
    }
    if not which.name.alone:
        view["stack"] = which.name.short
    return alone(header, body, view)


def alone(
    header: Header, body: "np.ndarray", view: View | None, numbers: Any = None
) -> bytes:
    """A picture with all that it needs, without what would have to be asked for."""
    kept = {name: value for name, value in header.items() if name not in ASKING}
    opened = [entry for entry in kept.get("explore", ()) if entry[0] in FOLDED]
    kept["explore"] = [entry for entry in opened if entry[0] in kept["panels"]]
    kept["view"] = {**kept["view"], **_looked(kept, view or {})}
    if numbers:
        told, more = numbers
        kept["numbers"] = {**told, "offset": body.size}
        body = _together(body, more)
    return pack_picture({**kept, "view_rev": "", "dim": False}, body, without=APP)


def stacks_of(shown: Any) -> "tuple[Stack, ...]":
    """The stacks that a picture is made from, before anything is rounded."""
    from core.attention_map import AttentionMap
    from core.other_models.attentions import Attentions

    if isinstance(shown, Attentions):
        shown = with_rollout(shown)
    return (_one_map(shown),) if isinstance(shown, AttentionMap) else shown.stacks()


def exact_row(
    stacks: "Sequence[Stack]", place: Mapping[str, Any]
) -> "np.ndarray | None":
    """The weights of a row in all heads of its layer, NaN where it may not look.

    `place` is its `stack`, `layer` and `row`, from a browser: None if there is none.
    """
    import numpy as np

    by_name = {one.id: one for one in stacks}
    stack, layer, row = (place.get(name, 0) for name in ("stack", "layer", "row"))
    try:
        check_view(
            place, str(stack), {id_: one.weights.shape for id_, one in by_name.items()}
        )
    except InputError:
        return None
    one, at = by_name[str(stack)], (layer, slice(None), row)
    allowed = one.allowed.expand_as(one.weights)[at]
    return one.weights[at].masked_fill(~allowed, np.nan).numpy().astype("<f4")


def seen(reported: Mapping[str, Any]) -> dict[str, Any]:
    """A view as a browser tells it, less whatever is none."""
    plain: dict[str, Any] = {
        name: value
        for name, value in reported.items()
        if isinstance(value, bool | int) or (isinstance(value, str) and len(value) < 99)
    }
    heads = reported.get("heads")
    if isinstance(heads, list) and all(type(head) is int for head in heads):
        plain["heads"] = heads
    return plain


def _by_name(trace: "Trace") -> "Translator | LanguageModel | None":
    """The model that made a pass, if it is to be found and still the same."""
    try:
        model = model_of(trace.model)
    except InputError:
        return None
    return model if model.digest == trace.digest else None


def _explore(header: Header) -> list[list[str]]:
    """The line below a picture that can be walked: panels that are folded away."""
    called = texts("transformer")
    return [
        [name, called(f"sections.{name}.label")]
        for name in FOLDED
        if name in header["panels"] and name in ("heads", *header)
    ]


def _together(body: "np.ndarray", more: "np.ndarray") -> "np.ndarray":
    import numpy as np

    return np.concatenate([body.astype("<f4"), more])


def _drawn(shown: Any, words: bool) -> Drawn:
    from core.attention_map import AttentionMap
    from core.other_models.attentions import Attentions
    from core.trace import Trace

    if isinstance(shown, Trace):
        return _of_pass(shown, words)
    if isinstance(shown, AttentionMap):
        return _of_map(shown)
    if isinstance(shown, Attentions):
        return own_view(shown, words=words)
    return view_of(shown, {}, {}, words=words, panels=ALONE)


def _of_pass(trace: "Trace", words: bool, *, read: bool = False) -> Drawn:
    """The picture that the pages draw of this pass."""
    trace.check_mapped()
    alignment = trace.attentions()[0].alone
    if alignment:
        header, body = maps.alignment_view(trace, words=words, panels=RECURRENT)
    else:
        header, body = maps.transformer_view(
            trace, words=words, read=read, statistics=_statistics(trace.model)
        )
    return header, body


def _statistics(model: str) -> dict[str, Any] | None:
    """What was measured on each head of a model, if it was."""
    from core.analysis.head_statistics import recorded
    from viz.payload.head_roles import head_figures

    try:
        return head_figures(recorded(model))
    except InputError:
        return None


def _of_map(shown: "AttentionMap") -> Drawn:
    """One map; its queries and keys have no other names."""
    from viz.payload.stacks import Called

    header, body = view_of(
        OneStack(_one_map(shown)),
        {"map": Called(shown.title)},
        {},
        panels=ONE_MAP,
        title=shown.title,
    )
    header["view"]["head"] = 0
    return header, body


def _one_map(shown: "AttentionMap") -> "Stack":
    from core.attention_map import MapSide, Stack

    queries = MapSide("queries", "output", shown.query_words)
    keys = MapSide("keys", "source", shown.key_words)
    weights, allowed = shown.weights[None, None], shown.allowed[None, None]
    return Stack("map", queries, keys, (shown.title,), weights, allowed)


def _looked(header: Mapping[str, Any], view: View) -> dict[str, Any]:
    """A view as the browser knows it; InputError where the picture has no such one."""
    found = dict(view)
    if "head" in view and view["head"] is None:
        found["head"] = -1
    shapes = {stack["id"]: stack["shape"] for stack in header["stacks"]}
    stack = found.setdefault("stack", header["view"]["stack"])
    check_view(found, stack, shapes)
    return found
