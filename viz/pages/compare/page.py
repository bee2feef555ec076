"""Compare: one sentence, two eras, the same French; and how far the maps agree."""

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from core.errors import InputError
from core.networks.names import AttentionName, MapChoice
from viz.address.page_choices import Choices
from viz.content.presets import Preset
from viz.content.texts import error, texts
from viz.figures import quality
from viz.pages.app import frame, library, shown_model, widgets
from viz.pages.app.lesson import lesson
from viz.pages.app.sections import more
from viz.pages.compare import agreement, drawn_links, exchanged_words, french, one_text
from viz.pages.compare.alignment import has_layers, titles
from viz.pages.sentence import field, map_picture, own_words
from viz.pages.sentence.forced_french import fitting, said
from viz.say import captions

if TYPE_CHECKING:
    from core.text.tokenizer import Pieces
    from core.trace import Trace

say = texts("compare")

STYLE = Path(__file__).parents[1] / "sentence" / "pictures.css"
PANELS = ("ribbons", "matrix", "legend")


@dataclass(frozen=True)
class Side:
    """One model made to write the French, or the sentence that says why it cannot."""

    trace: "Trace | None"
    place: MapChoice
    problem: str = ""


def page() -> None:
    """Draw the page."""
    st.html(STYLE)
    asked, written = field.title(say("sentence.prompt"))
    field.presets(named=say.all("presets"))
    chosen = field.preset(asked.text)
    controls = st.container(key="controls")
    with controls:
        writer, layer, head = st.columns([12, 6, 6])
    english, dim = fitting(asked, *titles())
    with writer:
        shown = french.choose(english, chosen)
    with layer:
        _pick(say("map.layer"), "compare_layer", say("map.best"))
    with head:
        best = frame.choices().compare_layer == 0
        _pick(say("map.head"), "compare_head", say("map.mean"), disabled=best)
    with controls:
        if shown.wrong:
            frame.refuse(shown.wrong)
        if shown.instead:
            frame.note(shown.instead)
    if not shown.text:
        return
    with written:
        said(shown.text, "title", dim=dim)
    own_words.unseen(english)
    with frame.waiting(say("sentence.waiting")):
        # another row redraws this part alone
        frame.alone(lambda: _maps(english, shown.given, chosen, dim))
        _own(english, shown.given, chosen)
    _sections(english, shown.given)
    lesson("compare", {"layers": _layers()})


def _own(english: str, given: "str | Pieces", chosen: Preset | None) -> None:
    """The French word by word, and how sure the model was that wrote it, if one did."""
    wrote = None
    for name in titles():
        with contextlib.suppress(InputError):
            wrote = wrote or library.trace(name, english, given)
    if wrote:
        own_words.word_by_word(own_words.written(wrote), english, chosen)
    author = french.writers().get(frame.choices().compare_from)
    if author:
        with contextlib.suppress(InputError):
            own_words.sure_of(library.trace(author, english), who=titles()[author])


def _layers() -> str:
    """How well each layer of the Transformer aligns, as its folder says."""
    try:
        return quality.layers(library.model(shown_model.transformer()).info)
    except InputError:
        return quality.layers({})


def _pick(label: str, name: str, nought: str, *, disabled: bool = False) -> None:
    """A number of the address with a word for 0."""
    low, high = widgets.limits(name)
    widgets.mirrored(
        st.selectbox,
        name,
        label,
        range(low, high + 1),
        format_func=lambda number: str(number) if number else nought,
        disabled=disabled,
    )


# --- the two maps --------------------------------------------------------------------


def _maps(
    english: str, given: "str | Pieces", chosen: Preset | None, dim: bool
) -> None:
    """Both maps with one chosen row, and how far they agree."""
    choices = frame.choices()
    sides = {name: _side(name, english, given, choices) for name in titles()}
    found = {
        name: map_picture.shown(side.trace, side.place, pieces=choices.pieces)
        for name, side in sides.items()
        if side.trace is not None
    }
    row = choices.compare_row - 1
    rows = max((len(shown.query_words) for shown in found.values()), default=0)
    for shown in found.values():
        if not 0 <= row < rows:
            row = map_picture.first_row(shown, chosen)
    trace = next((side.trace for side in sides.values() if side.trace), None)
    third = trace is not None and one_text.there()
    with st.container(key="maps"):
        columns = st.columns(3 if third else 2, gap="large")
    for (name, side), column in zip(sides.items(), columns[:2], strict=True):
        with column:
            _half(name, side, row, dim=dim)
    if trace is not None and third:
        with columns[-1]:
            one_text.one_text(trace, row, PANELS, dim=dim)
    if trace is not None and len(found) == 2:
        one, other = found.values()
        agreement.measured(english, one, other, row, trace)


def _side(name: str, english: str, given: "str | Pieces", choices: Choices) -> Side:
    try:
        place = library.model(name).best_alignment
        trace = library.trace(name, english, given)
    except InputError as problem:
        return Side(None, MapChoice(), problem=error(problem))
    if has_layers(name) and choices.compare_layer:
        layer, head = choices.compare_layer, choices.compare_head
        chosen = AttentionName("decoder", layer - 1, "cross_attention")
        place = MapChoice(chosen, head - 1 if head else None)
    return Side(trace, place)


def _half(name: str, side: Side, row: int, *, dim: bool) -> None:
    with st.container(key=f"half-{titles()[name]}", horizontal=True):
        st.subheader(titles()[name], anchor=False)
        st.markdown(map_picture.label(side.place) if side.trace else "")
    if side.trace is None:
        frame.refuse(side.problem)
        return
    map_picture.picture(
        side.trace,
        side.place,
        key=f"compare-{titles()[name]}",
        row_name="compare_row",
        row=row,
        panels=PANELS,
        dim=dim,
    )
    nats = captions.signed(side.trace.translation.log_probability)
    frame.note(say("half.probability", model=titles()[name], number=nats))


# --- the sections under them ---------------------------------------------------------


def _sections(english: str, given: "str | Pieces") -> None:
    """The sections of the page; none is drawn where one of the models is missing."""

    def with_both(section: Callable[["Trace"], None]) -> None:
        trace, _ = (library.trace(name, english, given) for name in titles())
        section(trace)

    usual = {
        "baselines": lambda: with_both(agreement.explained),
        "links": lambda: with_both(drawn_links.links),
    }
    more(
        "compare_more",
        say,
        {
            **(usual if shown_model.usual() else {}),  # they are about its sentences
            "swap": lambda: with_both(exchanged_words.swap),
        },
    )
