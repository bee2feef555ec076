"""A model of any family by its name, in use."""

from pathlib import Path

from core.checkpoint import load as read
from core.in_use.language_model import LanguageModel
from core.in_use.translator import Translator
from core.networks.writer import Writer

Model = Translator | LanguageModel


def load(name: str, root: Path | None = None) -> Model:
    """A translator, or a model that only writes; shipped, or of a folder of one's own.

    DamagedModel names the file that is not right.
    """
    found = read(name, root)
    made = LanguageModel if isinstance(found.network, Writer) else Translator
    return made(**vars(found))
