"""What the changes of an experiment are called on the page Transformer."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from viz.pages.app import library, shown_model
from viz.pages.sentence import field
from viz.say.experiments import Called as Called
from viz.say.experiments import offered as offered
from viz.say.experiments import running as running

if TYPE_CHECKING:
    from core.trace import Trace


def called(trace: "Trace") -> Called:
    """The names of this pass."""
    return Called(trace, typed_words())


def typed_words() -> Sequence[str]:
    """The words of the sentence, as they are counted in changes of words."""
    model = library.model(shown_model.transformer())
    return model.tokenizer.encode(field.last_good()).words
