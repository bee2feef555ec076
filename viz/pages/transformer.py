"""The page Transformer: three attentions, every layer, every head, opened."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from viz import address, theme
from viz.components.attention import attention, pack
from viz.figures import views
from viz.pages import frame, laboratory, library, widgets
from viz.pages.lesson import lesson

if TYPE_CHECKING:
    from core.trace import Trace

STYLE = Path(__file__).parent.parent / "transformer.css"
PICTURE = "transformer_picture"
LONG = 42
FORMULA = r"\operatorname{softmax}\!\left(\frac{QK^\top}{\sqrt{d_k}}+M\right)V"
SOURCE = "Vaswani et al. 2017, eq. 1, section 3.2; $d_k$ = {d_k}"
TWO_NAMES = (
    "A step of the decoder reads one word, its name in self-attention, and predicts "
    "the next, its name in cross-attention."
)
SUMMED = (
    "Weights into the pieces of a word are summed, the rows of its pieces averaged; "
    "the next piece is shown where a word begins."
)
UNFINISHED = (
    "The model had not ended its sentence after {} pieces, so it was stopped there."
)
NOT_WRITTEN = (
    "This is about the French “{}”. The model wrote something else; give it this one "
    "in the laboratory below."
)


def page() -> None:
    """Draw the page. Controls below the picture are read before it is drawn."""
    long = len(frame.choices().sentence) > LONG
    _style("1rem" if long else "1.28rem")
    title = st.container(key="title")
    beside = st.container(key="beside")
    picture = st.container(key="picture")
    below = st.container(key="below")
    with title:
        sentence, said, tools = st.columns(
            [13, 9, 3] if long else [10, 10, 3], vertical_alignment="bottom"
        )
        with sentence:
            asked = widgets.sentence(prompt="English sentence", button=False)
        with tools:
            words = not widgets.pieces()
    with beside:
        tries, formula = st.columns([27, 10])
        with tries:
            widgets.presets(limit=2)
            frame.note(TWO_NAMES)
            waiting = st.container()
    with below:
        lab = laboratory.controls(asked)
    with waiting, frame.waiting("Translating"):
        trace, dim = widgets.traced(
            asked, library.TRANSFORMER, lab.target, lab.experiment
        )
    dim = dim or not lab.good
    with said:
        _said(trace, dim)
    if not frame.project():
        with formula, st.container(key="formula"):
            st.latex(FORMULA)
            st.caption(SOURCE.format(d_k=views.sizes(trace)["d_k"]))
    with picture:
        _picture(trace, words, dim)
        _notes(trace, words, asked)
    with lab.results:
        if not dim:
            laboratory.results(asked.text, lab, trace)
    lesson("transformer", {name: str(n) for name, n in views.sizes(trace).items()})


def _style(title: str) -> None:
    """Colours and the size of the title for the page's own sheet, then that sheet."""
    colours = theme.palette(frame.night())
    names = {
        "title": title,
        "key": colours.key,
        "less": colours.less,
        "more": colours.more,
        "less-soft": colours.signed[4],
        "more-soft": colours.signed[5],
    }
    written = "".join(f"--{name}:{value};" for name, value in names.items())
    st.html(f"<style>:root{{{written}}}</style>")
    st.html(STYLE)


def _said(trace: "Trace", dim: bool) -> None:
    """The translation that is shown, on the title line."""
    how = "given" if trace.forced else "free"
    with st.container(key=f"said-{how}{'-dim' if dim else ''}"):
        st.text(trace.translation.text or "(nothing)")


def _notes(trace: "Trace", words: bool, asked: widgets.Asked) -> None:
    if not trace.translation.finished:
        frame.note(UNFINISHED.format(len(trace.translation.pieces.ids)))
    if words:
        frame.note(SUMMED)
    chosen = widgets.preset(asked.text)
    if chosen is not None and not frame.project():
        widgets.why(chosen)
        if trace.translation.text != chosen.french:
            frame.note(NOT_WRITTEN.format(chosen.french))


# --- the picture: the browser owns the view, the address remembers it ----------------


def _picture(trace: "Trace", words: bool, dim: bool) -> None:
    what = (*trace.identity, words)
    header, body = library.kept(
        ("transformer", *what), lambda: views.transformer_view(trace, words=words)
    )
    revision, view = _imposed(_view(header))
    data = library.kept(
        ("transformer", *what, revision, tuple(view.values()), dim),
        lambda: pack({**header, "view": view, "view_rev": revision, "dim": dim}, body),
    )
    attention(data, key=PICTURE, on_view=_looked)


def _view(header: dict[str, Any]) -> dict[str, Any]:
    """The view that the choices ask for, counted from 0; without a row, the middle."""
    choices = frame.choices()
    rows = next(
        stack["shape"][2] for stack in header["stacks"] if stack["id"] == choices.kind
    )
    return _counted(choices, (rows - 1) // 2)


def _counted(choices: address.Choices, middle: int) -> dict[str, Any]:
    return {
        "stack": choices.kind,
        "layer": choices.layer - 1,
        "head": choices.head - 1,
        "row": choices.row - 1 if choices.row else middle,
    }


def _imposed(view: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The revision of the view, and the view as it was when that revision began.

    What the browser reported is on its screen already; sending it back would send the
    whole picture again. A component that has said nothing yet is told the view itself.
    """
    revision = frame.view_revision(PICTURE, view)
    begun = st.session_state.get("_transformer_view")
    if begun is None or begun[0] != revision:
        frame.report(PICTURE, {})  # it no longer shows what it said last
    mounted = (st.session_state.get(PICTURE) or {}).get("view") is not None
    if begun is None or begun[0] != revision or not mounted:
        begun = st.session_state["_transformer_view"] = (revision, view)
    return begun


def _looked() -> None:
    """The reader rests on another view: remember it in the address."""
    seen = (st.session_state.get(PICTURE) or {}).get("view")
    if not isinstance(seen, dict):
        return
    layer, head, row = (seen.get(name) for name in ("layer", "head", "row"))
    if type(layer) is not int or type(head) is not int or type(row) is not int:
        return
    frame.keep(
        kind=seen.get("stack"),
        layer=layer + 1,
        head=head + 1,
        row=min(row + 1, address.MAX_ROW),
    )
    frame.report(PICTURE, _counted(frame.choices(), -1))
