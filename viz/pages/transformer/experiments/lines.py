"""Lines of an experiment: a label, a sentence, a number."""

import streamlit as st

from viz.figures import changes
from viz.say.numbers import written


def runs(label: str, shown: tuple[changes.Run, ...], value: str) -> None:
    """A label, a sentence in runs, a number: plain text, whatever the words hold."""
    name, words, told = st.columns([2, 16, 9], vertical_alignment="center")
    with name, st.container(key=f"label-{label}"):
        st.text(label)
    with words, st.container(key=f"runs-{label}"):
        for at, run in enumerate(shown):
            tight = "-tight" if run.tight else ""
            with st.container(key=f"{run.fate}-{label}-{at}{tight}"):
                st.text(run.text)
    with told, st.container(key=f"value-{label}"):
        st.text(value)


def line(label: str, text: str, value: str) -> None:
    """A label, a sentence, a number."""
    runs(label, (changes.Run(text or " ", changes.SAME, tight=True),), value)


def nats(value: float) -> str:
    """ "log-probability −2.14" """
    return f"log-probability {written(value)}"


def small(value: float) -> str:
    """0.0000002, or below a ten-millionth just that."""
    return f"{value:.7f}" if value >= 1e-7 else "less than 0.0000001"
