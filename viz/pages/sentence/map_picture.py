"""One map between the languages, drawn by the attention component.

The row the reader rests on is a choice of the page; 0 leaves it to the page, which
then begins where there is something to see.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import streamlit as st

from core.networks.names import AttentionName, MapChoice
from viz.components.attention import attention, pack_picture
from viz.content.presets import Preset
from viz.content.texts import language, texts
from viz.pages.app import frame, library
from viz.pages.sentence.pieces import rows_are
from viz.say import captions

if TYPE_CHECKING:
    from core.trace import AttentionMap, Trace

say = texts("sentence")

SEEN = ("walk", "place", "stage", "terms", "names")


def label(chosen: MapChoice) -> str:
    """A map as it is called under its picture."""
    name = captions.which_map(chosen)
    return say("picture.read", map=name) if chosen.reading == "read" else name


def map_of(model: str, role: str) -> MapChoice:
    """A map by its name, or by the role that the model folder records ("@aligns").

    Where it records none it is the map that aligns best.
    """
    if not role.startswith("@"):
        return MapChoice(AttentionName.parse(role))
    opened = library.model(model)
    found = opened.info.get("roles", {}).get(role.removeprefix("@"))
    return MapChoice.of(found) if found else opened.best_alignment


def shown(trace: "Trace", which: MapChoice, *, pieces: bool = False) -> "AttentionMap":
    """The map itself, with its words or pieces; ‹end› is never read, it has no row.

    Rows are named by the word predicted, whichever step they are taken from.
    """
    key = ("shown", *trace.identity, which, pieces)
    return library.kept(key, lambda: _shown(trace, which, pieces=pieces))


def _shown(trace: "Trace", which: MapChoice, *, pieces: bool) -> "AttentionMap":
    if which.reading == "predicted":
        return trace.attention(which.name, which.head, words=not pieces)
    side = trace.predicted.without_last()
    read = replace(trace, predicted=trace.read)
    found = read.attention(which.name, which.head, words=not pieces)
    names = side.pieces if pieces else side.words
    return replace(found.part(slice(1, None)), query_words=names)


def first_row(
    found: "AttentionMap", chosen: Preset | None = None, beside: str = ""
) -> int:
    """Where to begin: what the preset promises, or the row with the brightest cell.

    Counted from 0. Between the two comes the word where the map `beside` this one
    begins. Only rows that hold a letter are bright enough to begin with.
    """
    names = found.query_words
    expected = [expected.row for expected in chosen.expects] if chosen else []
    for word in (*expected, beside):
        if word in names:
            return names.index(word)
    rows = [row for row, name in enumerate(names) if name[:1].isalpha()]
    brightest = found.weights.max(-1).values.tolist()
    return max(rows, key=brightest.__getitem__, default=0)


def picture(
    trace: "Trace",
    which: MapChoice,
    *,
    key: str,
    row_name: str,
    row: int,
    panels: Sequence[str],
    pieces: bool = False,
    dim: bool = False,
    machine: Mapping[str, Any] | None = None,
    on_begin: Callable[[int, int], None] | None = None,
) -> None:
    """Draw the map with row `row` chosen (from 0); another row goes to `row_name`.

    With a `machine` it can be walked through; where the walk stands and how the rows
    are named are choices then, and `on_begin` takes a piece that is asked for instead.
    """
    from viz.payload import maps

    header, body = library.kept(
        ("map", *trace.identity, which, pieces, tuple(panels), language()),
        lambda: maps.alignment_view(
            trace,
            which,
            words=not pieces,
            label=label(which),
            panels=panels,
        ),
    )
    last = header["stacks"][0]["shape"][2] - 1
    choices = frame.choices()
    kept = {name: getattr(choices, name) for name in SEEN} if machine else {}
    view, revision = _imposed(key, {**header["view"], "row": min(row, last)}, kept)
    header = {**header, **({"machine": machine} if machine else {})}
    header = {**header, **({"begins": True} if on_begin else {})}
    shown = {"view": view, "view_rev": revision, "dim": dim}
    data = pack_picture({**header, **shown}, body)
    rows_are(row_name, trace.predicted.word_of)
    attention(
        data,
        key=key,
        on_view=lambda: _reported(key, row_name, bool(machine)),
        on_asked=lambda: _asked(key, on_begin),
    )


def _asked(key: str, on_begin: Callable[[int, int], None] | None) -> None:
    """A piece is to be written instead, by its step and rank, both from 0."""
    asked = st.session_state[key].get("asked")
    if on_begin is None or not isinstance(asked, Mapping):
        return
    step, rank = asked.get("step"), asked.get("rank")
    if asked.get("what") == "begin" and type(step) is int and type(rank) is int:
        on_begin(step, rank)


def _imposed(
    key: str, wanted: Mapping[str, Any], walk: Mapping[str, Any]
) -> tuple[Mapping[str, Any], str]:
    """The view last imposed on the browser, which keeps its own as long as it stands.

    It changes only when what is wanted did not come from the component itself.
    """
    revision = frame.view_revision(key, {"row": wanted["row"], **walk})
    kept = st.session_state.get(f"_imposed_{key}")
    if kept is None or kept[1] != revision:
        frame.report(key, {})
        wanted = {**wanted, **walk}
        kept = st.session_state[f"_imposed_{key}"] = (wanted, revision)
    return kept


def _reported(key: str, row_name: str, walked: bool) -> None:
    """The reader rests on another view. It comes from a browser, so it is checked."""
    view = st.session_state[key].get("view")
    row = view.get("row") if isinstance(view, Mapping) else None
    if not isinstance(row, int) or isinstance(row, bool):
        return
    frame.keep(**{row_name: row + 1})
    if walked:
        frame.keep(**{name: view[name] for name in SEEN if name in view})
    choices = frame.choices()
    walk = {name: getattr(choices, name) for name in SEEN} if walked else {}
    frame.report(key, {"row": row, **walk})
