"""The card *Guess first*: choose, then read what is said to your choice, and why.

A guess is remembered for this session only: it is in no address and is not stored.
"""

from pathlib import Path
from string import ascii_uppercase

import streamlit as st

from viz.content import guesses
from viz.content.texts import texts
from viz.pages.app import classes, frame
from viz.pages.app.heading import marked
from viz.pages.app.session import Remembered

say = texts("exercises")

STYLE = Path(__file__).parent / "guess.css"


def card(name: str, text: str, explanation: str) -> None:
    """Draw the guess written in a text; its explanation stays covered until then.

    `name` tells the guesses of a session apart. A text that is no guess is drawn as it
    stands, with the explanation folded away.
    """
    try:
        asked = guesses.guess(text)
    except ValueError:
        st.markdown(text)
        folded(explanation)
        return
    frame.alone(lambda: _card(name, asked, explanation))


def folded(explanation: str) -> None:
    """An answer that stays covered until the reader asks for it."""
    with st.expander(texts("app")("lesson.answer")):
        st.markdown(marked(explanation))


def guessed(name: str) -> bool:
    """Whether this reader has guessed there: what the answer shows may be shown."""
    return _chosen(name).get() is not None


def _chosen(name: str) -> Remembered[int | None]:
    return Remembered(f"_guess-{name}", None)


def _card(name: str, asked: guesses.Guess, explanation: str) -> None:
    st.html(STYLE)
    chosen = _chosen(name)
    picked: Remembered[int | None] = Remembered(f"guess-{name}", None)
    picked.set(chosen.get())
    classes.asks(
        f"guess {name}",
        asked.question,
        [choice.label for choice in asked.choices],
        next(at for at, choice in enumerate(asked.choices) if choice.right),
        answered=chosen.get() is not None,
    )
    with st.container(key=f"guess-card-{name}"):
        st.markdown(say("guess.title"))
        with st.container(key=f"guess-asked-{name}"):
            st.markdown(marked(asked.question))
        st.pills(
            say("guess.label"),
            range(len(asked.choices)),
            format_func=lambda at: asked.choices[at].label,
            label_visibility="collapsed",
            key=picked.key,
            required=True,
            on_change=lambda: chosen.set(picked.get()),
        )
        if (at := chosen.get()) is not None:
            with st.container(key=f"guess-said-{name}"):
                st.markdown(_said(asked, asked.choices[at]))
                st.markdown(marked(explanation))


def _said(asked: guesses.Guess, choice: guesses.Choice) -> str:
    if choice.right:
        return say("guess.right", said=choice.said)
    at = next(at for at, one in enumerate(asked.choices) if one.right)
    answer = asked.choices[at].label.removesuffix(".")
    letter = ascii_uppercase[at]
    return say("guess.wrong", said=choice.said, answer=answer, letter=letter)
