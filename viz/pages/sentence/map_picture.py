"""One map between the languages, drawn by the attention component.

The row the reader rests on is a choice of the page; 0 leaves it to the page, which
then begins where there is something to see.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from core.networks.names import AttentionName, MapChoice
from viz.content.presets import Preset
from viz.content.texts import texts
from viz.pages.app import frame, library
from viz.pages.sentence import view
from viz.pages.sentence.picture import Picture
from viz.pages.sentence.pieces import rows_are
from viz.say import captions

if TYPE_CHECKING:
    from core.trace import AttentionMap, Trace

say = texts("sentence")

WALKED = view.the_same("walk", "place", "stage", "terms", "names")


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
    key = (*trace.identity, which, pieces)
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
    dim: bool = False,
    machine: Mapping[str, Any] | None = None,
    explore: tuple[str, list[list[str]]] | None = None,
    led: bool = False,
    on_begin: Callable[[int, int], None] | None = None,
    live: Collection[str] = (),
) -> None:
    """Draw the map with row `row` chosen (from 0); another row goes to `row_name`.

    With a `machine` it can be walked through; where the walk stands and how the rows
    are named are choices then, and `on_begin` takes a piece that is asked for instead.
    `explore` is the choice of what is open below it, with the entries of that line.
    It is `led` where the page has its question above it; of the translators `live` a
    page can be taken along.
    """
    from viz.payload import maps

    pieces = frame.choices().pieces
    drawn = (*trace.identity, which, pieces, tuple(panels))
    header, body = library.kept(
        drawn,
        lambda: maps.alignment_view(
            trace, which, words=not pieces, label=label(which), panels=panels
        ),
    )
    last = header["stacks"][0]["shape"][2] - 1
    rows_are(row_name, trace.predicted.word_of)
    walked = {"machine": machine} if machine else {}
    header = {**header, **walked, **({"begins": True} if on_begin else {})}
    header = {**header, **({"led": True} if led else {})}
    parts = {"row": view.place(row_name), **(WALKED if machine else {})}
    if explore:
        header = {**header, "explore": explore[1]}
        parts["explore"] = view.Part(explore[0], chosen=_opened)
    Picture(key).draw(
        header,
        body,
        {**view.asked(parts), "row": min(row, last)},
        of=drawn,
        dim=dim,
        parts=parts,
        asked=lambda done: _asked(done, on_begin),
        trace=trace,
        live=live,
        packed=lambda seen: _packed(trace, header, body, seen, walked=bool(machine)),
    )


def _packed(
    trace: "Trace", header: Mapping[str, Any], body: Any, seen: Any, *, walked: bool
) -> bytes:
    """The picture with its pass. What packs it comes when it is asked for."""
    from viz.export.pictures import passing

    return passing(
        trace, header, body, seen, library.model(trace.model) if walked else None
    )


def _opened(name: Any) -> Any:
    """What is chosen when an entry of the line is opened; "none" opens nothing."""
    return "" if name == "none" else name


def _asked(
    asked: Mapping[str, Any], on_begin: Callable[[int, int], None] | None
) -> None:
    """A piece is to be written instead, by its step and rank, both from 0."""
    step, rank = asked.get("step"), asked.get("rank")
    if on_begin is None or asked.get("what") != "begin":
        return
    if type(step) is int and type(rank) is int:
        on_begin(step, rank)
