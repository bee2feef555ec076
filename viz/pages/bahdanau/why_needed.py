"""Why attention was needed: one fixed vector beside it, as a sentence grows."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import streamlit as st

from core.analysis.content_words import MOST, Story, sentence, stories
from core.errors import InputError
from viz import address
from viz.components.files import named
from viz.figures import growing
from viz.figures.lengths import lengths
from viz.pages.app import frame, library
from viz.pages.app.chart import chart, draw
from viz.pages.sentence import field
from viz.say import captions, html_tables

if TYPE_CHECKING:
    from core.translator import Translator

TITLES = {library.FIXED: "one fixed vector", library.BAHDANAU: "attention"}
LEAD = (
    "Both translators read with the same two gated networks. One must press the whole "
    "sentence into a single vector; the other may look back at every word."
)
LENGTHEN = (
    "One of fifty stored sentences, lengthened clause by clause. Its content words are "
    "known in French, so that those that are lost can be counted."
)
COUNTED = (
    "A content word counts as kept when a French word that is accepted for it stands "
    "anywhere in the translation; a point is the mean of its clauses' shares. "
    "Measured on 50 sentences for each number of clauses, written for this project; "
    "the one that is lengthened above is one of them."
)
NOT_ENOUGH = (
    "The shading ends at the longest sentence that a model was trained on. Beyond it "
    "the model is asked for what it has never seen; a fall there is not the fixed "
    "vector's alone. "
    "Compare how far each line falls, not only where it begins: who is behind on one "
    "clause is not behind for want of attention alone."
)
SHARES = "Content words kept by {}, clause by clause"
TRAINED = "{}: {:,.0f} updates, {:,.0f} pieces read, sentences of at most {} words"
UNEQUAL = " The two were not trained alike, so not all of the gap is attention's."
BAND = (
    "Held-out sittings of parliament, as on the page Models; the band holds 95 % of "
    "bootstrap samples."
)


def needed(english: str) -> None:
    """The open sentence in both models, one that grows, and the measured curves."""
    choices = frame.choices()
    story = stories()[choices.b_story - 1]
    frame.note(LEAD)
    if english != sentence(story, choices.b_clauses):
        st.text(english)
        _both(english)
        _lengthen(english)
    frame.note(LENGTHEN)
    number, clauses = _chosen()
    story = stories()[number - 1]
    text = sentence(story, clauses)
    st.text(text)
    models = _both(text, story[:clauses])
    if english != text:
        st.button(
            "Open this sentence in the picture above",
            key="open-story",
            on_click=lambda: field.afresh(sentence=text),
        )
    _curves(models, clauses)
    _bleu(models)


def _both(text: str, story: Story = ()) -> "dict[str, Translator]":
    """What each model makes of a sentence; those that could be loaded, by title."""
    models: dict[str, Translator] = {}
    for column, (name, title) in zip(
        st.columns(2, gap="large"), TITLES.items(), strict=True
    ):
        with column:
            try:
                models[title] = library.model(name)
                _kept(name, title, text, story)
            except library.Busy:
                raise
            except InputError as problem:
                st.text(title)
                frame.refuse(str(problem))
    return models


def _lengthen(english: str) -> None:
    """Where the open sentence begins a stored one, that one can be taken to grow."""
    for number, story in enumerate(stories(), start=1):
        for clauses in range(1, MOST + 1):
            if sentence(story, clauses) == english:
                st.button(
                    "Lengthen this sentence",
                    key="lengthen",
                    on_click=frame.keep,
                    kwargs={"b_story": number, "b_clauses": clauses},
                )
                return


def _chosen() -> tuple[int, int]:
    """The story and the number of its clauses that are read."""
    story, many = st.columns(2, gap="large")
    with story:
        number = st.number_input(
            "Stored sentence",
            1,
            len(stories()),
            address.DEFAULTS.b_story,
            key="b_story",
            bind="query-params",
        )
    with many:
        clauses = st.slider(
            "Clauses",
            1,
            MOST,
            address.DEFAULTS.b_clauses,
            key="b_clauses",
            bind="query-params",
        )
    return int(number), clauses


def _kept(name: str, title: str, text: str, story: Story) -> None:
    """The translation of one model, and of a story the content words that it lost."""
    translation = library.trace(name, text).translation
    st.text(f"{title}: {translation.text}")
    if stopped := captions.unfinished(translation):
        frame.note(stopped)
    if not story:
        return
    fates = [
        (word, kept)
        for clause in story
        for (word, _), kept in zip(
            clause.words, clause.kept(translation.text), strict=True
        )
    ]
    lost = [word for word, kept in fates if not kept]
    number = f"{len(fates) - len(lost)} of {len(fates)} content words kept"
    frame.note(f"{number}; lost: {', '.join(lost)}." if lost else f"{number}.")


# --- what was measured ----------------------------------------------------------------


def _curves(models: dict[str, "Translator"], clauses: int) -> None:
    found = {
        title: rows for title, model in models.items() if (rows := _measured(model))
    }
    if not found:
        return
    chart(
        growing.growing(found, _trained(models), chosen=clauses, dark=frame.night()),
        growing.said(found),
        growing.points(found),
        key="growing",
        title="Content words kept as sentences grow",
    )
    for column, (title, rows) in zip(
        st.columns(2, gap="large"), found.items(), strict=False
    ):
        with column:
            st.html(
                html_tables.table(growing.triangle(rows, clauses), SHARES.format(title))
            )
    frame.note(COUNTED)
    frame.note(NOT_ENOUGH)
    if told := _training(models):
        frame.note(told)


def _measured(model: "Translator") -> list[dict[str, Any]] | None:
    """The figures stored with the model, else those that a reader asks for now."""
    stored = model.info.get("clauses")
    if stored:
        return stored
    key = ("clauses", model.name, model.digest)
    asked = f"_measure_{model.name}_{model.digest}"
    if not st.session_state.get(asked):
        st.button(
            f"Measure {model.name} now (half a minute)",
            key=f"measure-{model.name}",
            on_click=lambda: st.session_state.update({asked: True}),
        )
        return None
    from core.analysis.content_words import kept
    from core.decoding.batches import translate_all

    translate = partial(translate_all, model.network, model.tokenizer)
    with frame.waiting("Translating 250 sentences"):
        return library.kept(key, lambda: library.gated(lambda: kept(translate)))


def _trained(models: dict[str, "Translator"]) -> dict[str, int]:
    """The longest sentence in the training of each model, in words, where it is known.

    A model that was trained on has read what the runs before it read.
    """
    found = {}
    for title, model in models.items():
        recipes = [run.get("recipe", {}) for run in model.info.get("before", ())]
        recipes.append(model.info.get("recipe", {}))
        lengths = [r.get("schedule", {}).get("max_words", 0) for r in recipes]
        if longest := max(lengths):
            found[title] = longest
    return found


def _training(models: dict[str, "Translator"]) -> str:
    """How long each was trained, and that they were not trained alike where so."""
    from core.checkpoint import kept_row

    longest, told = _trained(models), {}
    for title, model in models.items():
        if model.history and title in longest:
            row = kept_row(model.info, model.history)
            told[title] = (row["update"], row["pieces"], longest[title])
    if len(told) < len(TITLES):
        return ""
    said = "; ".join(TRAINED.format(title, *row) for title, row in told.items())
    alike = len(set(longest.values())) == 1 and _near([r[1] for r in told.values()])
    return f"{said[:1].upper()}{said[1:]}.{'' if alike else UNEQUAL}"


def _near(amounts: Sequence[float]) -> bool:
    """Within a tenth of each other."""
    return max(amounts) <= 1.1 * min(amounts)


def _bleu(models: dict[str, "Translator"]) -> None:
    """BLEU by length with its band, from the folders of the models."""
    infos = {title: model.info for title, model in models.items()}
    figure = lengths(infos, dark=frame.night())
    if figure is None:
        return
    st.markdown("**BLEU by length**, as in figure 2 of Bahdanau, Cho and Bengio (2015)")
    draw(figure, key="lengths", name=named("bleu", "by length"))
    frame.note(BAND)
    with st.expander("Every point, with its number of sentences"):
        found = [
            [cell if isinstance(cell, str) else _told(cell) for cell in row]
            for row in figure.rows
        ]
        st.html(html_tables.table(found, "BLEU by length, held-out sittings"))


def _told(cell: float | None) -> str:
    if cell is None:
        return "–"
    return f"{cell:,}" if isinstance(cell, int) else f"{cell:.1f}"
