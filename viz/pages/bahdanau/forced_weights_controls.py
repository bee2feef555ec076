"""Force the attention: at one step the model looks where the reader says."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

from core.errors import InputError
from core.networks.names import MapChoice
from viz.components.files import named
from viz.components.weights import weights as bars
from viz.content.texts import error, texts
from viz.figures import steps
from viz.pages.app import frame, library, shown_model, widgets
from viz.pages.app.chart import draw
from viz.pages.app.session import reported
from viz.pages.sentence import map_picture
from viz.say import captions, html_tables
from viz.say.numbers import written

if TYPE_CHECKING:
    from core.experiments.forced_weights import ForcedWeights
    from core.trace import Trace

say = texts("bahdanau")

BARS = "look-bars"


def look(trace: "Trace", step: int, row: int) -> None:
    """The controls, and the run before and after.

    `row` is the row of the picture that the step begins.
    """
    frame.note(say("look.lead"))
    at, where = st.columns([5, 8], gap="large")
    with at:
        _step(trace, row)
    with where:
        forced, wrong = _given(trace, step)
    if wrong:
        frame.refuse(wrong)
    if forced is None:
        return
    keep = widgets.switch("b_keep", say("look.keep"))
    from core.analysis.rerun_with_forced_weights import with_forced_weights

    model = library.model(shown_model.recurrent())
    after = library.computed(
        (*trace.identity, forced, keep),
        lambda: with_forced_weights(model, trace, forced, keep=keep),
    )
    _before_after(trace, after, forced)
    st.text(_became(trace, after, kept=keep))


def _step(trace: "Trace", row: int) -> None:
    """The step is the row of the picture above; it can be chosen here too."""
    side = trace.predicted
    names = captions.apart(side.pieces if frame.choices().pieces else side.words)
    widgets.mirrored(
        st.selectbox,
        "b_row",
        say("look.step"),
        range(len(names)),
        format_func=lambda i: f"{names[i]} ({i + 1})",
        shown=row,
        picked=lambda at: frame.keep(b_row=at + 1),
    )


def _given(trace: "Trace", step: int) -> tuple["ForcedWeights | None", str]:
    """The weights that were clicked, dragged or typed, and what is wrong with them."""
    from core.experiments.forced_weights import ForcedWeights
    from core.trace import recurrent

    names, word_of = captions.apart(trace.source.words), trace.source.word_of
    typed = frame.choices().b_look
    own = _by_word(recurrent(trace).decoder[step].attention.weights.tolist(), word_of)
    forced, wrong, total = None, "", 1.0
    if typed.strip():
        try:
            weights = [_number(part) for part in typed.replace(";", " ").split()]
            forced, total = ForcedWeights.at(step, weights, word_of), sum(weights)
        except InputError as problem:
            wrong = error(problem)
    bars(
        names,
        _by_word(forced.weights, word_of) if forced else own,
        own,
        label=say("look.bars"),
        key=BARS,
        on_set=lambda: _set(reported(BARS, "weights"), len(names)),
    )
    with st.expander(say("look.numbers"), expanded=bool(wrong)):
        widgets.text(
            "b_look",
            say("look.weights", number=len(names)),
            placeholder=" ".join(["0", "1", *["0"] * (len(names) - 2)]),
            autocomplete="off",
        )
        if abs(total - 1) > 1e-6:
            frame.note(say("look.total", total=written(total, "g")))
    if forced:
        st.button(
            say("look.free"),
            key="look-free",
            on_click=lambda: frame.keep(b_look=""),
        )
    return forced, wrong


def _by_word(weights: Sequence[float], word_of: Sequence[int]) -> list[float]:
    """The weights into the pieces of each word, summed."""
    found = [0.0] * (max(word_of) + 1)
    for weight, word in zip(weights, word_of, strict=True):
        found[word] += weight
    return found


def _set(weights: object, n: int) -> None:
    """Weights come from a browser: what is no row of `n` of them changes nothing.

    They are kept with three decimals; what rounding leaves goes to the largest, so that
    they still add up to 1.
    """
    if not isinstance(weights, list) or len(weights) != n:
        return
    if not all(isinstance(w, int | float) and 0 <= w <= 1 for w in weights):
        return
    thousandths = [round(w * 1000) for w in weights]
    thousandths[thousandths.index(max(thousandths))] += 1000 - sum(thousandths)
    frame.keep(b_look=" ".join(f"{one / 1000:g}" for one in thousandths))


def _number(text: str) -> float:
    try:
        return float(text.replace(",", "."))
    except ValueError:
        raise InputError(say("look.no_number", typed=text[:20])) from None


def _before_after(before: "Trace", after: "Trace", forced: "ForcedWeights") -> None:
    from viz.figures.heatmap import heatmap

    pieces = frame.choices().pieces
    side = before.predicted
    row = forced.step if pieces else side.word_of[forced.step]
    columns = st.columns(2, gap="large")
    for column, name, trace in zip(
        columns, ("before", "after"), (before, after), strict=True
    ):
        shown = map_picture.shown(trace, MapChoice(), pieces=pieces)
        nats = captions.signed(trace.translation.log_probability)
        with column:
            title = say(f"look.{name}.title", french=trace.translation.text)
            st.text(title)
            if stopped := captions.unfinished(trace.translation):
                frame.note(stopped)
            figure = heatmap(
                shown,
                title=title,
                called=say(f"look.{name}.map"),
                dark=frame.night(),
                row=row,
            )
            file = named("look", name, trace.translation.text)
            draw(figure, key=f"look-{name}", name=file)
            frame.note(say("look.log_probability", number=nats))
    st.html(
        html_tables.table(
            steps.chances(before, after, forced.step),
            say("look.next.caption", step=forced.step + 1),
        )
    )


def _became(before: "Trace", after: "Trace", *, kept: bool) -> str:
    """What the French is now; nothing follows from one that was forced."""
    from viz.figures.changes import ADDED, REMOVED, runs

    if kept:
        return say("look.kept")
    if before.predicted_ids == after.predicted_ids:
        return say("look.same")
    old, new = runs(before.translation.pieces.words, after.translation.pieces.words)
    gone = ", ".join(run.text for run in old if run.fate == REMOVED)
    come = ", ".join(run.text for run in new if run.fate == ADDED)
    said = [say("look.gone", words=gone)] if gone else []
    said += [say("look.new", words=come)] if come else []
    return " ".join(said) or say("look.pieces")
