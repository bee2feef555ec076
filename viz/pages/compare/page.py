"""Compare: one sentence, two eras, the same French; and how far the maps agree."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from core.errors import InputError
from core.networks.names import AttentionName, MapChoice
from viz import address
from viz.address.choices import Choices
from viz.address.rules import Between
from viz.components.files import files, named
from viz.content.presets import Preset
from viz.content.texts import error, texts
from viz.figures import agreements, quality
from viz.pages.app import frame, library, widgets
from viz.pages.app.lesson import lesson
from viz.pages.compare import closer
from viz.pages.compare.alignment import TITLES, pieces_of
from viz.pages.sentence import field, map_picture
from viz.pages.sentence.forced_french import checked, fitting, force, said
from viz.pages.sentence.pieces import pieces
from viz.say import captions, html_tables

if TYPE_CHECKING:
    from core.text.tokenizer import Pieces
    from core.trace import AttentionMap, Trace

say = texts("compare")

STYLE = Path(__file__).parents[1] / "sentence" / "pictures.css"
PANELS = ("beams", "matrix", "legend")
FORMULA = r"\text{shared}_i=1-\tfrac12\textstyle\sum_j\lvert a_{ij}-b_{ij}\rvert"
WRITERS = {"transformer": library.TRANSFORMER, "bahdanau": library.BAHDANAU}


@dataclass(frozen=True)
class Side:
    """One model made to write the French, or the sentence that says why it cannot."""

    trace: "Trace | None"
    place: MapChoice
    problem: str = ""


def page() -> None:
    """Draw the page."""
    st.html(STYLE)
    with st.container(key="title"):
        sentence, written, tools = st.columns([10, 10, 3], vertical_alignment="bottom")
    with sentence:
        asked = field.sentence(say("sentence.prompt"), button=False)
    with tools:
        pieces()
    field.presets(named=say.all("presets"))
    chosen = field.preset(asked.text)
    controls = st.container(key="controls")
    with controls:
        writer, layer, head = st.columns([12, 6, 6])
    english, dim = fitting(asked, *TITLES)
    with writer:
        shown = _french(english, chosen)
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
    with frame.waiting(say("sentence.waiting")):
        _sides(english, shown.given, chosen, dim)
    closer.sections(english, shown.given)
    lesson("compare", {"layers": _layers()})


def _layers() -> str:
    """How well each layer of the Transformer aligns, as its folder says."""
    try:
        return quality.layers(library.model(library.TRANSFORMER).info)
    except InputError:
        return quality.layers({})


# --- the French that both write ----------------------------------------------------


@dataclass(frozen=True)
class French:
    """The French to force; what is wrong with the one asked for, and whose it is then.

    Where it cannot be had, the other model's or the preset's takes its place. What was
    typed is cut into pieces as text; what a model wrote travels as its `pieces`.
    """

    text: str
    pieces: "Pieces | None" = None
    wrong: str = ""
    instead: str = ""

    @property
    def given(self) -> "str | Pieces":
        """What both models are made to write."""
        return self.pieces or self.text


def _french(english: str, chosen: Preset | None) -> French:
    """The French that both models are made to write."""
    source = frame.choices().compare_from
    widgets.segments(
        "compare_from",
        say("french.label"),
        say.all("authors"),
        picked=lambda author: frame.keep(compare_from=author, compare_row=0),
    )
    if source == "typed":
        return _typed(english, chosen)
    found = _by_model(english, chosen, WRITERS[source])
    return found if found.wrong else replace(found, instead="")


def _typed(english: str, chosen: Preset | None) -> French:
    field.target(say("french.own"))
    target, wrong = checked(*TITLES)
    if chosen and target != chosen.french:
        args = (chosen.french,)
        st.button(say("french.take"), key="take", on_click=force, args=args)
    if target:
        return French(target)
    found = _by_model(english, chosen, library.TRANSFORMER)
    if wrong:
        return replace(found, wrong=wrong)
    return replace(found, instead=say("french.empty", instead=found.instead))


def _by_model(english: str, chosen: Preset | None, first: str) -> French:
    """What a model writes; else the other model, else the given French."""
    wrong = ""
    for name in sorted(TITLES, key=lambda name: name != first):
        try:
            french = library.trace(name, english).translation.pieces
            library.model(name).tokenizer.check_length(french)
        except library.Busy:
            raise
        except InputError as problem:
            wrong = wrong or f"{TITLES[name]}: {error(problem)}"
            continue
        if french.text.strip():
            said_by = say("french.written_by", model=TITLES[name])
            return French(french.text, french, wrong, said_by)
        wrong = wrong or say("french.nothing", model=TITLES[name])
    if not chosen:
        return French("", wrong=wrong)
    return French(chosen.french, wrong=wrong, instead=say("french.given"))


def _pick(label: str, name: str, nought: str, *, disabled: bool = False) -> None:
    """A number of the address with a word for 0."""
    rule = address.RULES[name]
    numbers = range(rule.high + 1) if isinstance(rule, Between) else ()
    widgets.mirrored(
        st.selectbox,
        name,
        label,
        numbers,
        format_func=lambda number: str(number) if number else nought,
        disabled=disabled,
    )


# --- the two maps --------------------------------------------------------------------


@st.fragment
def _sides(
    english: str, french: "str | Pieces", chosen: Preset | None, dim: bool
) -> None:
    """Both maps with one chosen row; another row redraws this part alone."""
    frame.guarded(lambda: _drawn(english, french, chosen, dim))


def _drawn(
    english: str, french: "str | Pieces", chosen: Preset | None, dim: bool
) -> None:
    choices = frame.choices()
    pieces = choices.pieces
    sides = {name: _side(name, english, french, choices) for name in TITLES}
    found = {
        name: map_picture.shown(side.trace, side.place, pieces=pieces)
        for name, side in sides.items()
        if side.trace is not None
    }
    row = choices.compare_row - 1
    rows = max((len(shown.query_words) for shown in found.values()), default=0)
    for shown in found.values():
        if not 0 <= row < rows:
            row = map_picture.first_row(shown, chosen)
    columns = st.columns(2, gap="large")
    for (name, side), column in zip(sides.items(), columns, strict=True):
        with column:
            _half(name, side, row, pieces=pieces, dim=dim)
    if len(found) == 2:
        one, other = found.values()
        _agreement(english, one, other, row)
        trace = next(side.trace for side in sides.values() if side.trace)
        with st.container(key="agreement-baselines"):
            _beside(trace)


def _side(name: str, english: str, french: "str | Pieces", choices: Choices) -> Side:
    try:
        place = library.model(name).best_alignment
        trace = library.trace(name, english, french)
    except library.Busy:
        raise
    except InputError as problem:
        return Side(None, MapChoice(), problem=error(problem))
    if name == library.TRANSFORMER and choices.compare_layer:
        place = _chosen(choices.compare_layer, choices.compare_head)
    return Side(trace, place)


def _chosen(layer: int, head: int) -> MapChoice:
    """The map of a layer and a head as the screen counts; head 0 is the mean."""
    name = AttentionName("decoder", layer - 1, "cross_attention")
    return MapChoice(name, head - 1 if head else None)


def _half(name: str, side: Side, row: int, *, pieces: bool, dim: bool) -> None:
    with st.container(key=f"half-{TITLES[name]}", horizontal=True):
        st.subheader(TITLES[name], anchor=False)
        st.markdown(map_picture.label(side.place) if side.trace else "")
    if side.trace is None:
        frame.refuse(side.problem)
        return
    map_picture.picture(
        side.trace,
        side.place,
        key=f"compare-{TITLES[name]}",
        row_name="compare_row",
        row=row,
        panels=PANELS,
        pieces=pieces,
        dim=dim,
    )
    nats = captions.signed(side.trace.translation.log_probability)
    frame.note(say("half.probability", model=TITLES[name], number=nats))


def _beside(trace: "Trace") -> None:
    """The agreement is a number only beside those of maps that know nothing."""
    try:
        found, _ = closer.baselines(*pieces_of(trace))
    except library.Busy:
        raise
    except InputError as problem:
        frame.note(error(problem))
        return
    st.html(html_tables.table(agreements.rows(found), say("baselines.caption")))


def _agreement(
    english: str, one: "AttentionMap", other: "AttentionMap", row: int
) -> None:
    from core.analysis.agreement import agreement

    rows = min(len(one.query_words), len(other.query_words))
    # Where rows are words read, nothing reads ‹end›.
    one, other = one.part(slice(rows)), other.part(slice(rows))
    found = agreement(one, other)
    queries = one.query_words
    with st.container(key="agreement"):
        measured, formula = st.columns([7, 6], gap="large")
        with measured:
            st.text(agreements.caption(found, queries))
            if row < len(queries):
                st.text(agreements.caption_of_row(found, queries, row))
            files(
                agreements.by_word(found, queries),
                name=named("agreement", english),
                key="files",
            )
        with formula:
            st.latex(FORMULA)
