"""What the address asks of the laboratory, as far as it fits this sentence."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import streamlit as st

from core.errors import InputError
from core.experiments.experiment import Experiment, check_fit
from viz.address import experiments
from viz.address.pages import Choices
from viz.pages.app import frame, library
from viz.pages.transformer.experiments import carry_over

if TYPE_CHECKING:
    from core.translator import Translator

DROPPED = "An experiment does not fit here and is left out. {}"


@dataclass(frozen=True)
class Asked:
    """The experiment that is run, the French that is given, how French must begin.

    `wrong` says what is wrong with the French that was typed; then the last good one
    is used. `notices` say what was left out. The texts are those entries of the
    address that fit.
    """

    experiment: Experiment
    target: str | None
    prefix: str
    wrong: str
    notices: tuple[str, ...]
    forbid: str
    silence: str
    without: str
    edit: str


def read(sentence: str) -> Asked:
    """What the address asks, entry by entry: one that does not fit leaves the rest."""
    model = library.model(library.TRANSFORMER)

    def asks(edit: str, forbid: str) -> Experiment:
        asked = replace(frame.choices(), edit=edit, forbid=forbid)
        return _fitting(model, sentence, asked)[0]

    said = carry_over.carried(sentence, asks)
    choices = frame.choices()
    found, kept, left_out = _fitting(model, sentence, choices)
    notices = [*([said] if said else ()), *left_out]
    target, wrong = _target(model, choices.target)
    prefix, refused = _checked(lambda: _prefix(model, choices.prefix))
    if refused:
        notices.append(refused)
    return Asked(
        found, target, prefix or "", wrong, tuple(dict.fromkeys(notices)), **kept
    )


def _fitting(
    model: "Translator", sentence: str, choices: Choices
) -> tuple[Experiment, dict[str, str], list[str]]:
    """The experiment of all that fits, its entries, and what is said of the others."""
    found = Experiment(choices.causal, choices.pads, padding_mask=choices.padmask)
    kept: dict[str, str] = {}
    notices: list[str] = []
    for name in ("edit", "without", "silence", "forbid"):
        entries = []
        for entry in getattr(choices, name).split(","):
            if not entry:
                continue
            try:
                found = _with(model, sentence, found, name, entry)
            except InputError as problem:
                notices.append(DROPPED.format(problem))
            else:
                entries.append(entry)
        kept[name] = ",".join(entries)
    return found, kept, notices


def fits(sentence: str, before: Asked, name: str, entry: str) -> str:
    """What is wrong with an experiment's entry; nothing where it can be run."""
    model = library.model(library.TRANSFORMER)
    experiment = before.experiment

    def attempt() -> str:
        found = experiment
        for one in entry.split(","):
            found = _with(model, sentence, found, name, one)
        return ""

    return _checked(attempt)[1]


def _with(
    model: "Translator", sentence: str, before: Experiment, name: str, entry: str
) -> Experiment:
    """The experiment with one entry more; InputError where it cannot be run."""
    from core.experiments.passes import check_cells, source_input
    from core.experiments.word_changes import changed

    if name == "edit":
        after = replace(before, words=(*before.words, *experiments.edits(entry)))
    elif name == "without":
        (change,) = experiments.without(entry)
        after = experiments.joined(before, change)
    elif name == "silence":
        after = replace(before, silent=before.silent | {*experiments.heads(entry)})
    else:
        cells = {*experiments.cells(entry)}
        after = replace(before, forbidden=before.forbidden | cells)
    config = model.network.config
    check_fit(after, getattr(config, "n_layers", 0), getattr(config, "n_heads", 0))
    pieces = changed(model.tokenizer.encode(sentence), after.words)
    if name == "forbid":
        _, allowed = source_input(pieces.ids, after)
        check_cells(model.network, after, allowed)
    return after


def _target(model: "Translator", typed: str) -> tuple[str | None, str]:
    """The French to force, None for a free translation; and what is wrong with it."""
    from core.text.accept import accept

    if not typed.strip():
        st.session_state["_transformer_target"] = None
        return None, ""

    def accepted() -> str:
        text = accept(typed).text
        model.tokenizer.check_length(model.tokenizer.encode(text))
        return text

    text, wrong = _checked(accepted)
    if wrong:
        return st.session_state.get("_transformer_target"), wrong
    st.session_state["_transformer_target"] = text
    return text, ""


def _prefix(model: "Translator", typed: str) -> str:
    from core.experiments.prefix import beginning
    from core.text.accept import accept

    return beginning(model.tokenizer, accept(typed).text).text if typed.strip() else ""


def _checked(attempt: Callable[[], str]) -> tuple[str | None, str]:
    """What an attempt gave, or None and what is wrong."""
    try:
        return attempt(), ""
    except InputError as problem:
        return None, str(problem)
