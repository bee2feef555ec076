"""Lines of an experiment: a label, a sentence, a number."""

import streamlit as st

from viz.content.texts import texts
from viz.figures import changes
from viz.say.numbers import written

say = texts("experiments")


def runs(key: str, label: str, shown: tuple[changes.Run, ...], value: str) -> None:
    """A label, a sentence in runs, a number: plain text, whatever the words hold."""
    name, words, told = st.columns([2, 16, 9], vertical_alignment="center")
    with name, st.container(key=f"label-{key}"):
        st.text(label)
    with words, st.container(key=f"runs-{key}"):
        for at, run in enumerate(shown):
            tight = "-tight" if run.tight else ""
            with st.container(key=f"{run.fate}-{key}-{at}{tight}"):
                st.text(run.text)
    with told, st.container(key=f"value-{key}"):
        st.text(value)


def line(key: str, label: str, text: str, value: str) -> None:
    """A label, a sentence, a number."""
    runs(key, label, (changes.Run(text or " ", changes.SAME, tight=True),), value)


def nats(value: float) -> str:
    """ "log-probability −2.14" """
    return say("results.log_probability", value=written(value))


def small(value: float) -> str:
    """0.0000002, or below a ten-millionth just that."""
    return written(value, ".7f") if value >= 1e-7 else say("pads.tiny")
