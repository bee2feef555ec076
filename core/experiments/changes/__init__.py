"""What an experiment can change; each kind is a class, and a new one a class more."""

from core.experiments.changes.change import Change
from core.experiments.changes.forbidden_cells import Forbidden
from core.experiments.changes.masks import CausalMaskOff, PaddingMaskOff, Pads
from core.experiments.changes.parts import NoPositions, NoResidual, NoScaling
from core.experiments.changes.silent_heads import Silent
from core.experiments.changes.words import WordChange

CHANGES: tuple[type[Change], ...] = (
    CausalMaskOff,
    Pads,
    PaddingMaskOff,
    WordChange,
    NoPositions,
    NoScaling,
    NoResidual,
    Silent,
    Forbidden,
)
"""All of them, for whoever reads an address or offers them."""
