"""What the address asks of the laboratory, as far as it fits this sentence.

To read it changes nothing; see `carry_over` for what becomes of it elsewhere.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from core.errors import InputError
from core.experiments.changes import Change, Forbidden
from core.experiments.experiment import AS_IT_IS, Experiment, check_fit
from viz.address import experiments
from viz.content.texts import error, texts
from viz.pages.app import frame, library, shown_model
from viz.pages.app.session import Remembered
from viz.pages.sentence import forced_french

LAST_FRENCH: Remembered[str | None] = Remembered("_transformer_target", None)
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
    changes, unread = experiments.read_all(frame.choices())
    experiment, refused = fitting(sentence, changes)
    left_out = [
        say("section.left_out", problem=error(problem))
        for problem in (*unread, *refused)
    ]
    target, wrong = forced_french.checked(shown_model.transformer())
    if wrong:
        target = LAST_FRENCH.get()
    prefix, refused_prefix = _prefix(frame.choices().prefix)
    notices = (*left_out, *filter(None, (refused_prefix,)))
    return Asked(experiment, target or None, prefix, wrong, notices)


def remember(lab: Asked) -> None:
    """The French that was given last, for as long as what is typed is wrong."""
    LAST_FRENCH.set(lab.target)


def fitting(
    sentence: str, changes: Iterable[Change]
) -> tuple[Experiment, list[InputError]]:
    """The experiment of all that fits a sentence, and why the rest does not.

    Cells come last, all at once: whether one fits is asked of the pieces that are left.
    """
    found, refused, cells = AS_IT_IS, [], []
    for change in changes:
        if isinstance(change, Forbidden):
            cells.append(change)
            continue
        try:
            found = with_changes(sentence, found, (change,))
        except InputError as problem:
            refused.append(problem)
    unfit = _unfit_cells(sentence, found.adding(*cells))
    kept = (cell for cell in cells if cell not in unfit)
    return found.adding(*kept), [*refused, *unfit.values()]


def with_changes(
    sentence: str, before: Experiment, changes: Iterable[Change]
) -> Experiment:
    """The experiment with changes more; InputError where one cannot be run."""
    from core.networks.kinds import Layered  # brings torch

    new = tuple(changes)
    after = before.adding(*new)
    network = library.model(shown_model.transformer()).network
    if isinstance(network, Layered):
        check_fit(after, network.parts())
    for cell, problem in _unfit_cells(sentence, after).items():
        if cell in new:
            raise problem
    return after


def _unfit_cells(sentence: str, experiment: Experiment) -> dict[Forbidden, InputError]:
    """The cells of an experiment that do not fit a sentence, and why.

    InputError where its changes of words do not.
    """
    from core.experiments.cells import refused_cells
    from core.experiments.passes import source_input
    from core.experiments.word_changes import with_word_changes

    model = library.model(shown_model.transformer())
    pieces = with_word_changes(model.tokenizer.encode(sentence), experiment.words)
    _, allowed = source_input(pieces.ids, experiment)
    return dict(refused_cells(model.network, experiment, allowed))


def _prefix(typed: str) -> tuple[str, str]:
    """How French must begin, or nothing, and what is wrong with it."""
    from core.experiments.prefix import beginning
    from core.text.accept import accept

    if not typed.strip():
        return "", ""
    tokenizer = library.model(shown_model.transformer()).tokenizer
    try:
        return beginning(tokenizer, accept(typed).text).text, ""
    except InputError as problem:
        return "", error(problem)
