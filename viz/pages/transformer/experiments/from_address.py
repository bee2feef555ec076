"""What the address asks of the laboratory, as far as it fits this sentence.

To read it changes nothing; see `carry_over` for what becomes of it elsewhere.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from core.errors import InputError
from core.experiments.changes import Change, Forbidden
from core.experiments.experiment import AS_IT_IS, Experiment, check_fit
from viz.address import experiments
from viz.content.texts import error, texts
from viz.pages.app import frame, library

if TYPE_CHECKING:
    from core.translator import Translator

LAST_FRENCH = "_transformer_target"
say = texts("experiments")


@dataclass(frozen=True)
class Asked:
    """The experiment that is run, the French that is given, how French must begin.

    `wrong` says what is wrong with the French that was typed; then the last good one
    is used. `notices` say what was left out.
    """

    experiment: Experiment
    target: str | None
    prefix: str
    wrong: str
    notices: tuple[str, ...]


def read(sentence: str) -> Asked:
    """What the address asks, change by change; one that does not fit is left out."""
    model, choices = library.model(library.TRANSFORMER), frame.choices()
    found, notices = AS_IT_IS, []
    for name, entry in experiments.entries(choices):
        try:
            found = with_change(sentence, found, experiments.read(name, entry))
        except InputError as problem:
            notices.append(say("laboratory.left_out", problem=error(problem)))
    target, wrong = _target(model, choices.target)
    prefix, refused = _checked(lambda: _prefix(model, choices.prefix))
    if refused:
        notices.append(refused)
    return Asked(found, target, prefix or "", wrong, tuple(notices))


def remember(lab: Asked) -> None:
    """The French that was given last, for as long as what is typed is wrong."""
    st.session_state[LAST_FRENCH] = lab.target


def fitting(sentence: str, changes: Iterable[Change]) -> Experiment:
    """The experiment of all that fits a sentence."""
    found = AS_IT_IS
    for change in changes:
        try:
            found = with_change(sentence, found, change)
        except InputError:
            continue
    return found


def with_change(sentence: str, before: Experiment, change: Change) -> Experiment:
    """The experiment with one change more; InputError where it cannot be run."""
    from core.experiments.passes import check_cells, source_input
    from core.experiments.word_changes import with_word_changes

    model, after = library.model(library.TRANSFORMER), before.adding(change)
    config = model.network.config
    check_fit(after, getattr(config, "n_layers", 0), getattr(config, "n_heads", 0))
    pieces = with_word_changes(model.tokenizer.encode(sentence), after.words)
    if isinstance(change, Forbidden):
        _, allowed = source_input(pieces.ids, after)
        check_cells(model.network, after, allowed)
    return after


def _target(model: "Translator", typed: str) -> tuple[str | None, str]:
    """The French to force, None for a free translation; and what is wrong with it."""
    from core.text.accept import accept

    def accepted() -> str:
        text = accept(typed).text
        model.tokenizer.check_length(model.tokenizer.encode(text))
        return text

    if not typed.strip():
        return None, ""
    text, wrong = _checked(accepted)
    return (st.session_state.get(LAST_FRENCH) if wrong else text), wrong


def _prefix(model: "Translator", typed: str) -> str:
    from core.experiments.prefix import beginning
    from core.text.accept import accept

    return beginning(model.tokenizer, accept(typed).text).text if typed.strip() else ""


def _checked(attempt: Callable[[], str]) -> tuple[str | None, str]:
    """What an attempt gave, or None and what is wrong."""
    try:
        return attempt(), ""
    except InputError as problem:
        return None, error(problem)
