"""Why attention was needed, in short: one fixed vector beside it, and the way there."""

import streamlit as st

from core.analysis.content_words import MOST, Story, fates, sentence, stories
from core.errors import InputError
from viz.content.texts import error, texts
from viz.pages.app import frame, library, navigation, shown_model
from viz.pages.sentence import field
from viz.say import captions
from viz.say.lists import called

say = texts("bahdanau")


def needed(english: str) -> None:
    """The open sentence in both models, and one that is stored; the rest is `/why`."""
    choices = frame.choices()
    number, clauses = choices.b_story, choices.b_clauses
    story = stories()[number - 1]
    text = sentence(story, clauses)
    frame.note(say("needed.lead"))
    if english != text:
        st.text(english)
        _both(english)
        _lengthen(english)
    frame.note(say("needed.stored"))
    st.text(text)
    _both(text, story[:clauses])
    _way("more", number, clauses)
    if english != text:
        st.button(
            say("needed.open"),
            key="open-story",
            on_click=lambda: field.afresh(sentence=text),
        )


def _way(said: str, story: int, clauses: int) -> None:
    """A link to the page that grows this story."""
    state = {"why_story": str(story), "why_clauses": str(clauses)}
    navigation.link("why", say(f"needed.{said}"), state)


def _both(text: str, story: Story = ()) -> None:
    """What each model makes of a sentence, named by what it looks back with."""
    titles = texts("why").all("models")
    columns = st.columns(2, gap="large")
    for column, name in zip(
        columns, (library.FIXED, shown_model.recurrent()), strict=True
    ):
        title = titles["fixed" if name == library.FIXED else "attention"]
        with column:
            try:
                _kept(name, title, text, story)
            except InputError as problem:
                st.text(title)
                frame.refuse(error(problem))


def _lengthen(english: str) -> None:
    """Where the open sentence begins a stored one, that one can be taken to grow."""
    for number, story in enumerate(stories(), start=1):
        for clauses in range(1, MOST + 1):
            if sentence(story, clauses) == english:
                _way("lengthen", number, min(MOST, clauses + 1))
                return


def _kept(name: str, title: str, text: str, story: Story) -> None:
    """The translation of one model, and of a story the content words that it lost."""
    translation = library.trace(name, text).translation
    st.text(called(title, translation.text))
    if stopped := captions.unfinished(translation):
        frame.note(stopped)
    if not story:
        return
    found = fates(story, translation.text)
    lost = [word for word, kept in found if not kept]
    numbers = {"kept": len(found) - len(lost), "all": len(found)}
    if lost:
        frame.note(say("needed.lost", **numbers, lost=", ".join(lost)))
    else:
        frame.note(say("needed.kept", **numbers))
