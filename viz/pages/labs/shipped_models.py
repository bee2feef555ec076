"""The sentence of the labs through the shipped Transformer."""

from core.experiments.experiment import Experiment
from core.labs.worked_example import SENTENCE
from core.networks.transformer import Transformer, TransformerRecord
from core.trace import Trace
from viz.pages.app import library


def one_pass(sentence: str = SENTENCE, experiment: Experiment | None = None) -> Trace:
    """One recorded pass, perhaps with something changed."""
    return library.trace(library.TRANSFORMER, sentence, experiment=experiment)


def record_of(trace: Trace) -> TransformerRecord:
    """What a Transformer computed in that pass."""
    if not isinstance(trace.record, TransformerRecord):
        raise TypeError(f"{trace.model} is not a Transformer")
    return trace.record


def network() -> Transformer:
    """Its layers and weights."""
    found = library.model(library.TRANSFORMER).network
    if not isinstance(found, Transformer):
        raise TypeError(f"{library.TRANSFORMER} is not a Transformer")
    return found
