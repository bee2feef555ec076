"""Why attention was needed: one fixed vector beside it, as a sentence grows."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import streamlit as st

from core.analysis.content_words import MOST, Story, sentence, stories
from core.errors import InputError
from viz.components.files import named
from viz.content.texts import error, texts
from viz.figures import growing
from viz.figures.lengths import lengths
from viz.pages.app import frame, library, widgets
from viz.pages.app.chart import draw
from viz.pages.app.session import Remembered
from viz.pages.sentence import field
from viz.say import captions, html_tables
from viz.say.numbers import written

if TYPE_CHECKING:
    from core.translator import Translator

say = texts("bahdanau")


def _titles() -> dict[str, str]:
    """What each model is called here, by its name: by what it looks back with."""
    models = say.all("needed.models")
    return {library.FIXED: models["fixed"], library.BAHDANAU: models["attention"]}


def needed(english: str) -> None:
    """The open sentence in both models, one that grows, and the measured curves."""
    choices = frame.choices()
    story = stories()[choices.b_story - 1]
    frame.note(say("needed.lead"))
    if english != sentence(story, choices.b_clauses):
        st.text(english)
        _both(english)
        _lengthen(english)
    frame.note(say("needed.stored"))
    number, clauses = _chosen()
    story = stories()[number - 1]
    text = sentence(story, clauses)
    st.text(text)
    models = _both(text, story[:clauses])
    if english != text:
        st.button(
            say("needed.open"),
            key="open-story",
            on_click=lambda: field.afresh(sentence=text),
        )
    _curves(models, clauses)
    _bleu(models)


def _both(text: str, story: Story = ()) -> "dict[str, Translator]":
    """What each model makes of a sentence; those that could be loaded, by title."""
    models: dict[str, Translator] = {}
    columns = st.columns(2, gap="large")
    for column, (name, title) in zip(columns, _titles().items(), strict=True):
        with column:
            try:
                models[title] = library.model(name)
                _kept(name, title, text, story)
            except InputError as problem:
                st.text(title)
                frame.refuse(error(problem))
    return models


def _lengthen(english: str) -> None:
    """Where the open sentence begins a stored one, that one can be taken to grow."""
    for number, story in enumerate(stories(), start=1):
        for clauses in range(1, MOST + 1):
            if sentence(story, clauses) == english:
                st.button(
                    say("needed.lengthen"),
                    key="lengthen",
                    on_click=frame.keep,
                    kwargs={"b_story": number, "b_clauses": clauses},
                )
                return


def _chosen() -> tuple[int, int]:
    """The story and the number of its clauses that are read."""
    story, many = st.columns(2, gap="large")
    with story:
        number = widgets.number("b_story", say("needed.sentence"))
    with many:
        clauses = widgets.slider("b_clauses", say("needed.clauses"))
    return number, clauses


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
    numbers = {"kept": len(fates) - len(lost), "all": len(fates)}
    if lost:
        frame.note(say("needed.lost", **numbers, lost=", ".join(lost)))
    else:
        frame.note(say("needed.kept", **numbers))


# --- what was measured ----------------------------------------------------------------


def _curves(models: dict[str, "Translator"], clauses: int) -> None:
    found = {
        title: rows for title, model in models.items() if (rows := _measured(model))
    }
    if not found:
        return
    figure = growing.growing(
        found,
        _trained(models),
        main=say("needed.models.attention"),
        chosen=clauses,
        dark=frame.night(),
    )
    draw(figure, key="growing")
    columns = st.columns(2, gap="large")
    for column, (title, rows) in zip(columns, found.items(), strict=False):
        with column:
            caption = say("growing.shares.caption", model=title)
            st.html(html_tables.table(growing.triangle(rows, clauses), caption))
    frame.note(say("needed.counted"))
    frame.note(say("needed.not_enough"))
    if trained := _training(models):
        frame.note(trained)


def _measured(model: "Translator") -> list[dict[str, Any]] | None:
    """The figures stored with the model, else those that a reader asks for now."""
    stored = model.info.get("clauses")
    if stored:
        return stored
    asked = Remembered(f"_measure_{model.name}_{model.digest}", False)
    if not asked.get():
        st.button(
            say("needed.measure", model=model.name),
            key=f"measure-{model.name}",
            on_click=asked.set,
            args=(True,),
        )
        return None
    from core.analysis.content_words import kept
    from core.decoding.batches import translate_all

    translate = partial(translate_all, model.network, model.tokenizer)
    with frame.waiting(say("needed.measuring")):
        return library.computed((model.name, model.digest), lambda: kept(translate))


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

    longest, read = _trained(models), {}
    for title, model in models.items():
        if model.history and title in longest:
            row = kept_row(model.info, model.history)
            read[title] = row
    if len(read) < len(_titles()):
        return ""
    trainings = "; ".join(
        say(
            "needed.trained",
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
    return say("needed.alike" if alike else "needed.unequal", trainings=trainings)


def _near(amounts: Sequence[float]) -> bool:
    """Within a tenth of each other."""
    return max(amounts) <= 1.1 * min(amounts)


def _bleu(models: dict[str, "Translator"]) -> None:
    """BLEU by length with its band, from the folders of the models."""
    infos = {title: model.info for title, model in models.items()}
    figure = lengths(infos, dark=frame.night())
    if figure is None:
        return
    st.markdown(say("needed.lengths"))
    draw(figure, key="lengths", name=named("bleu", "by length"))
    frame.note(say("needed.band"))
    with st.expander(say("needed.points")):
        found = [
            [cell if isinstance(cell, str) else _number(cell) for cell in row]
            for row in figure.rows
        ]
        st.html(html_tables.table(found, say("needed.points_caption")))


def _number(cell: float | None) -> str:
    if cell is None:
        return "–"
    return written(cell, "," if isinstance(cell, int) else ".1f")
