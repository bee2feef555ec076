"""Compare: one sentence, two eras, the same French; and how far the maps agree."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from core.errors import InputError
from viz import address, tables, words
from viz.pages import frame, library, maps, widgets
from viz.pages.given import checked, fitting, force, said
from viz.pages.lesson import lesson
from viz.presets import Preset

if TYPE_CHECKING:
    from core.trace import AttentionMap, Trace

STYLE = Path(__file__).parent.parent / "pictures.css"
PANELS = ("beams", "matrix", "legend")
FORMULA = r"\text{shared}_i=1-\tfrac12\textstyle\sum_j\lvert a_{ij}-b_{ij}\rvert"
WRITERS = {"transformer": library.TRANSFORMER, "bahdanau": library.BAHDANAU}
TITLES = {library.BAHDANAU: "Bahdanau", library.TRANSFORMER: "Transformer"}


@dataclass(frozen=True)
class Side:
    """One model made to write the French, or the sentence that says why it cannot."""

    trace: "Trace | None"
    place: maps.Place
    problem: str = ""


def page() -> None:
    """Draw the page."""
    st.html(STYLE)
    with st.container(key="title"):
        sentence, written, tools = st.columns([10, 10, 3], vertical_alignment="bottom")
    with sentence:
        asked = widgets.sentence(prompt="English sentence", button=False)
    with tools:
        widgets.pieces()
    widgets.presets()
    chosen = widgets.preset(asked.text)
    controls = st.container(key="controls")
    with controls:
        writer, layer, head = st.columns([12, 6, 6])
    english, dim = fitting(asked, *TITLES)
    with writer:
        french, wrong = _french(english, chosen)
    with layer:
        _pick("Transformer: layer", "compare_layer", "best-aligning")
    with head:
        best = frame.choices().compare_layer == 0
        _pick("Head", "compare_head", "mean of all", disabled=best)
    if wrong:
        with controls:
            frame.refuse(wrong)
    if not french:
        return
    with written:
        said(french, "title")
    with frame.waiting("Translating"):
        _sides(english, french, chosen, dim)
    lesson("compare")


# --- the French that both write ----------------------------------------------------


def _french(english: str, chosen: Preset | None) -> tuple[str, str]:
    """The French to force, and what is wrong with the one that was asked for.

    Where it cannot be had, the preset's French or the other model's takes its place.
    """
    words_of = address.RULES["compare_from"]
    source = st.segmented_control(
        "The French is written by",
        words_of.words if isinstance(words_of, address.OneOf) else (),
        default=address.DEFAULTS.compare_from,
        key="compare_from",
        bind="query-params",
        required=True,
        on_change=frame.keep,
        kwargs={"compare_row": 0},
    )
    if source == "typed":
        return _typed(english, chosen)
    return _by_model(english, chosen, WRITERS[source or address.DEFAULTS.compare_from])


def _typed(english: str, chosen: Preset | None) -> tuple[str, str]:
    widgets.target("French of your own")
    target, wrong = checked(*TITLES)
    if chosen and target != chosen.french:
        st.button(
            "Take the given French", key="take", on_click=force, args=(chosen.french,)
        )
    if target:
        return target, ""
    instead, _ = _by_model(english, chosen, library.TRANSFORMER)
    return instead, wrong


def _by_model(english: str, chosen: Preset | None, first: str) -> tuple[str, str]:
    """What a model writes; else the other model, else the given French."""
    wrong = ""
    for name in sorted(TITLES, key=lambda name: name != first):
        try:
            french = library.trace(name, english).translation.text
            tokenizer = library.model(name).tokenizer
            tokenizer.check_length(tokenizer.encode(french))
        except library.Busy:
            raise
        except InputError as problem:
            wrong = wrong or f"{TITLES[name]}: {problem}"
            continue
        if french.strip():
            return french, wrong
        wrong = wrong or f"{TITLES[name]} wrote nothing."
    return (chosen.french if chosen else ""), wrong


def _pick(label: str, name: str, nought: str, *, disabled: bool = False) -> None:
    """A number of the address with a word for 0."""
    rule = address.RULES[name]
    numbers = range(rule.high + 1) if isinstance(rule, address.Between) else ()
    st.session_state[f"pick-{name}"] = getattr(frame.choices(), name)
    st.selectbox(
        label,
        numbers,
        format_func=lambda number: str(number) if number else nought,
        key=f"pick-{name}",
        on_change=lambda: frame.keep(**{name: st.session_state[f"pick-{name}"]}),
        disabled=disabled,
    )


# --- the two maps --------------------------------------------------------------------


@st.fragment
def _sides(english: str, french: str, chosen: Preset | None, dim: bool) -> None:
    """Both maps with one chosen row; another row redraws this part alone."""
    frame.guarded(lambda: _drawn(english, french, chosen, dim))


def _drawn(english: str, french: str, chosen: Preset | None, dim: bool) -> None:
    choices = frame.choices()
    pieces = choices.pieces
    sides = {name: _side(name, english, french, choices) for name in TITLES}
    found = {
        name: maps.shown(side.trace, side.place, pieces=pieces)
        for name, side in sides.items()
        if side.trace is not None
    }
    row = choices.compare_row - 1
    for name, shown in found.items():
        if not 0 <= row < len(shown.query_words):
            row = maps.first_row(shown, name, chosen)
    columns = st.columns(2, gap="large")
    for (name, side), column in zip(sides.items(), columns, strict=True):
        with column:
            _half(name, side, row, pieces=pieces, dim=dim)
    if len(found) == 2:
        one, other = found.values()
        _agreement(one, other, row)


def _side(name: str, english: str, french: str, choices: address.Choices) -> Side:
    try:
        place = maps.Place.best(name)
        trace = library.trace(name, english, french)
    except library.Busy:
        raise
    except InputError as problem:
        return Side(None, maps.Place(), problem=str(problem))
    if name == library.TRANSFORMER and choices.compare_layer:
        place = _chosen(choices.compare_layer, choices.compare_head)
    return Side(trace, place)


def _chosen(layer: int, head: int) -> maps.Place:
    """The map of a layer and a head as the screen counts; head 0 is the mean."""
    which = f"head {head}" if head else "mean of the heads"
    return maps.Place(
        f"decoder.{layer - 1}.cross_attention",
        head - 1 if head else None,
        f"Cross-attention, layer {layer}, {which}",
    )


def _half(name: str, side: Side, row: int, *, pieces: bool, dim: bool) -> None:
    with st.container(key=f"half-{TITLES[name]}", horizontal=True):
        st.subheader(TITLES[name], anchor=False)
        st.markdown(side.place.label if side.trace else "")
    if side.trace is None:
        frame.refuse(side.problem)
        return
    maps.picture(
        side.trace,
        side.place,
        key=f"compare-{TITLES[name]}",
        row_name="compare_row",
        row=row,
        panels=PANELS,
        pieces=pieces,
        dim=dim,
    )
    nats = words.signed(side.trace.translation.log_probability)
    frame.note(f"{TITLES[name]} gives this French the log-probability {nats}.")


def _agreement(one: "AttentionMap", other: "AttentionMap", row: int) -> None:
    from core.agreement import agreement

    found = agreement(one, other)
    queries = one.query_words
    with st.container(key="agreement"):
        measured, formula = st.columns([7, 6], gap="large")
        with measured:
            st.text(words.agreed(found, queries))
            st.text(words.agreed_on(found, queries, row))
        with formula:
            st.latex(FORMULA)
            st.download_button(
                "Agreement as a table (CSV)",
                tables.as_csv(tables.agreement(found, queries)),
                "headlight-agreement.csv",
                "text/csv",
                key="csv",
                type="tertiary",
                on_click="ignore",
            )
