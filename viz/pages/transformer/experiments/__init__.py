"""The laboratory of the Transformer, in four questions.

Every experiment is a real run of the trained model, set beside the model as it is.
The address says what is asked; whatever does not fit the sentence is left out, and
the page says so.
"""

from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from viz.content.texts import texts
from viz.pages.app import frame, library, navigation, shown_model, widgets
from viz.pages.sentence import tables
from viz.pages.transformer.experiments import attribution, decoding, forms, results, run
from viz.pages.transformer.experiments.carry_over import carry
from viz.pages.transformer.experiments.from_address import Asked, read, remember

if TYPE_CHECKING:
    from core.trace import Trace

__all__ = ["Asked", "carry", "draw", "of_the_stop", "read", "remember"]

STYLE = Path(__file__).parent / "experiments.css"
say = texts("experiments")


def of_the_stop(trace: "Trace") -> None:
    """The one control, or result, that the stop of the path is about; often nothing."""
    here = navigation.here()
    if here is not None and here.name == "mask-away":
        widgets.switch("causal", say("run.causal"))
    elif here is not None and here.name == "proof":
        st.html(STYLE)
        attribution.entry(library.model(shown_model.transformer()), trace)


def draw(
    sentence: str,
    lab: Asked,
    trace: "Trace",
    *,
    carried: str,
    dim: bool,
    opened: bool,
) -> None:
    """The questions, the controls of the open one, and what the experiment changed.

    `carried` says which part of the last sentence's experiment still applies. Unless
    they are `opened`, only what runs is shown.
    """
    st.html(STYLE)
    tables.style()
    notices = [notice for notice in dict.fromkeys((carried, *lab.notices)) if notice]
    if not opened:
        for notice in notices:
            frame.note(notice)
        run.chips(lab, trace)
        return
    with st.container(key="laboratory"):
        st.subheader(say("section.heading"), anchor=False)
        frame.note(say("section.lead"))
        for notice in notices:
            frame.note(notice)
        label, questions = say("section.question"), say.all("questions")
        question = widgets.segments("lab", label, questions, hidden=True)
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
        model = library.model(shown_model.transformer())
        if question == "parts":
            results.heads(model, trace)
        elif question == "words":
            attribution.matter(model, trace)
        elif question == "say":
            decoding.says(model, trace)
