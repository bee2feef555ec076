"""One recorded pass of a model over pieces, and hypotheses as text."""

from core.checkpoint import Checkpoint
from core.decoding.search import Hypothesis
from core.experiments.cells import check_cells
from core.experiments.experiment import Experiment
from core.experiments.passes import (
    log_probabilities,
    rewired,
    source_input,
    target_input,
)
from core.networks.kinds import Layered
from core.text.sides import source_side, target_sides
from core.text.tokenizer import END, Pieces, Tokenizer
from core.trace import Trace, Translation


def translation_of(tokenizer: Tokenizer, found: list[Hypothesis]) -> Translation:
    """Hypotheses as text, the best one first."""
    best = found[0]
    return Translation(
        tokenizer.decode(best.ids),
        tokenizer.pieces(best.ids),
        best.log_probability,
        best.finished,
        tuple((tokenizer.decode(h.ids), h) for h in found),
    )


def recorded(
    model: Checkpoint,
    pieces: Pieces,
    written: Pieces,
    experiment: Experiment,
    translation: Translation | None = None,
) -> Trace:
    """One recorded pass; without a translation of its own the target is forced."""
    ids = (*written.ids, END)
    source, allowed = source_input(pieces.ids, experiment)
    target, target_allowed = target_input(ids, experiment)
    network = rewired(model.network, experiment)
    check_cells(model.network, experiment, allowed, target_allowed)
    if isinstance(network, Layered):
        record = network(source, target, allowed, target_allowed)
    else:
        record = network(source, target, allowed)
    forced = translation is None
    if translation is None:
        log = log_probabilities(record.logits, ids).sum().item()
        translation = Translation(written.text, written, log, finished=True)
    read, predicted = target_sides(written)
    return Trace(
        model.name,
        model.digest,
        experiment,
        forced,
        translation,
        source_side(pieces, experiment.pads),
        read,
        predicted,
        pieces.ids,
        ids,
        record,
        model.tokenizer,
        languages=model.languages,
    )
