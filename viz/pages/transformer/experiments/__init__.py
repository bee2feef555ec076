"""The laboratory of the Transformer, in four questions.

Every experiment is a real run of the trained model, set beside the model as it is.
The address says what is asked; whatever does not fit the sentence is left out, and
the page says so.
"""

from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from viz.pages.app import frame, library, widgets
from viz.pages.transformer.experiments import attribution, decoding, forms, results, run
from viz.pages.transformer.experiments.requested import Asked, read

if TYPE_CHECKING:
    from core.trace import Trace

__all__ = ["Asked", "draw", "read"]

STYLE = Path(__file__).parent / "experiments.css"
LEAD = (
    "Every change runs the trained model again, on the sentence above. One experiment "
    "at a time: the next takes its place, unless you add it."
)
QUESTIONS = {
    "see": "What may it see?",
    "parts": "Which parts does it use?",
    "words": "Which words matter?",
    "say": "What would it say instead?",
}


def draw(sentence: str, lab: Asked, trace: "Trace", *, dim: bool) -> None:
    """The questions, the controls of the open one, and what the experiment changed."""
    st.html(STYLE)
    with st.container(key="laboratory"):
        st.subheader("Laboratory", anchor=False)
        frame.note(LEAD)
        for notice in lab.notices:
            frame.note(notice)
        question = widgets.one_of("Question", "lab", QUESTIONS)
        run.chips(lab, trace)
        with st.container(key=f"question-{question}"):
            if question == "see":
                forms.see(lab, trace)
            elif question == "parts":
                forms.parts(lab, trace)
            elif question == "words":
                forms.words(lab)
            else:
                decoding.target(lab, trace)
        if dim:
            return
        results.results(sentence, lab, trace)
        model = library.model(library.TRANSFORMER)
        if question == "parts":
            results.heads(model, trace)
        elif question == "words":
            attribution.matter(model, trace)
        elif question == "say":
            decoding.says(model, trace)
