"""What was measured on fifty sentences that grow, and on held-out sentences."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import streamlit as st

from viz.components.files import named
from viz.content.texts import texts
from viz.figures import growing
from viz.figures.lengths import lengths
from viz.figures.lengths import trained as trained_on
from viz.pages.app import frame, library, widgets
from viz.pages.app.chart import draw
from viz.pages.app.session import Remembered
from viz.say import html_tables, tables
from viz.say.lists import parted
from viz.say.numbers import written

if TYPE_CHECKING:
    from core.in_use.translator import Translator

    Models = Mapping[str, Translator]
else:
    Models = Mapping

say = texts("why")


def curve(models: Models, clauses: int) -> None:
    """The share of content words kept as sentences grow, a line a model."""
    found = {
        title: rows for title, model in models.items() if (rows := _measured(model))
    }
    if not found:
        return
    sentences = next(iter(found.values()))[0]["sentences"]
    longest = trained(models) if _beyond(found, trained(models)) else {}
    with st.container(key="why-curve"):
        left, right = st.columns([2, 3], gap="large")
    with left:
        st.subheader(say("curve.heading", sentences=sentences), anchor=False)
        with st.expander(texts("app")("lesson.later")):
            st.markdown(say("curve.counted"))
            if longest:
                st.markdown(say("curve.training"))
            st.markdown(say("curve.fair"))
    with right:
        figure = growing.growing(
            found,
            longest,
            main=say("models.attention"),
            chosen=clauses,
            dark=frame.night(),
        )
        draw(figure, key="growing")


def numbers(
    models: Models, clauses: int, words: Sequence[Sequence[tables.Cell]]
) -> None:
    """More numbers, while they are open."""

    def shown() -> None:
        table = [[str(cell) for cell in row] for row in words]
        st.html(html_tables.table(table, say("numbers.words")))
        _triangles(models, clauses)
        if said := training(models):
            frame.note(said)
        _bleu(models)

    widgets.opened("why_numbers", say("numbers.label"), shown)


def _triangles(models: Models, clauses: int) -> None:
    columns = st.columns(2, gap="large")
    for column, (title, model) in zip(columns, models.items(), strict=False):
        if rows := model.info.get("clauses"):
            caption = say("growing.shares.caption", model=title)
            with column:
                st.html(html_tables.table(growing.triangle(rows, clauses), caption))


def _measured(model: "Translator") -> list[dict[str, Any]] | None:
    """The figures stored with the model, else those that a reader asks for now."""
    stored = model.info.get("clauses")
    if stored:
        return stored
    asked = Remembered(f"_measure_{model.name}_{model.digest}", False)
    if not asked.get():
        st.button(
            say("measure.button", model=model.name),
            key=f"measure-{model.name}",
            on_click=asked.set,
            args=(True,),
        )
        return None
    from core.analysis.content_words import kept
    from core.decoding.batches import translate_all

    translate = partial(translate_all, model.network, model.tokenizer)
    with frame.waiting(say("measure.waiting")):
        return library.computed((model.name, model.digest), lambda: kept(translate))


def _beyond(
    found: Mapping[str, Sequence[Mapping[str, Any]]], longest: Mapping[str, int]
) -> bool:
    """Whether a sentence is longer than any that a model was trained on."""
    words = max(row["words"] for rows in found.values() for row in rows)
    return any(most < words for most in longest.values())


def trained(models: Models) -> dict[str, int]:
    """The longest sentence in the training of each model, in words, where known."""
    longest = {title: trained_on(model.info) for title, model in models.items()}
    return {title: words for title, words in longest.items() if words}


def training(models: Models) -> str:
    """How long each was trained, and that they were not trained alike where so."""
    from core.checkpoint import kept_row

    longest, read = trained(models), {}
    for title, model in models.items():
        if model.history and title in longest:
            row = kept_row(model.info, model.history)
            read[title] = row
    if len(read) < 2:
        return ""
    trainings = parted(
        say(
            "trained.one",
            model=title,
            updates=written(row["update"], ",.0f"),
            pieces=written(row["pieces"], ",.0f"),
            words=str(longest[title]),
        )
        for title, row in read.items()
    )
    trainings = f"{trainings[:1].upper()}{trainings[1:]}"
    near = _near([row["pieces"] for row in read.values()])
    alike = near and len(set(longest.values())) == 1
    return say("trained.alike" if alike else "trained.unequal", trainings=trainings)


def _near(amounts: Sequence[float]) -> bool:
    """Within a tenth of each other."""
    return max(amounts) <= 1.1 * min(amounts)


def _bleu(models: Models) -> None:
    """BLEU by length with its band, from the folders of the models."""
    infos = {title: model.info for title, model in models.items()}
    kinds = {title: model.kind for title, model in models.items()}
    figure = lengths(infos, kinds=kinds, dark=frame.night())
    if figure is None:
        return
    st.markdown(say("numbers.lengths"))
    draw(figure, key="lengths", name=named("bleu", "by length"))
    frame.note(say("numbers.band"))
    found = [
        [cell if isinstance(cell, str) else _number(cell) for cell in row]
        for row in figure.rows
    ]
    st.html(html_tables.table(found, say("numbers.points")))


def _number(cell: float | None) -> str:
    if cell is None:
        return "–"
    return written(cell, "," if isinstance(cell, int) else ".1f")
