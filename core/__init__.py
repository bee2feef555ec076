"""Headlight's subject: attention, its formulas and its models.

    import core

    model = core.load("transformer-en-fr")
    trace = model.explain("The woman ate the fish.")
    trace.attention("decoder.2.cross_attention", head=3)

Names are looked up on first use, so that `import core` does not import torch.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from core.analysis.head_statistics import statistics
    from core.analysis.rollout import rollout
    from core.attention import (
        additive_scores,
        bilinear_scores,
        dot_product_scores,
        masked_softmax,
    )
    from core.attention_map import AttentionMap
    from core.checkpoint import models
    from core.errors import InputError
    from core.experiments.changes import Forbidden, Silent
    from core.experiments.experiment import Experiment
    from core.in_use.loading import load
    from core.in_use.translator import Translator
    from core.other_models.arrays import show
    from core.other_models.attentions import Attentions
    from core.other_models.hugging_face import from_transformers
    from core.sealed import DamagedModel
    from core.trace import Trace, Translation, walk

__version__ = "0.3.0"
"""What the wheel, the app's footer, the image and CHANGELOG.md share."""

_HOMES = {
    "AttentionMap": "attention_map",
    "Attentions": "other_models.attentions",
    "DamagedModel": "checkpoint",
    "Experiment": "experiments.experiment",
    "Forbidden": "experiments.changes",
    "InputError": "errors",
    "Silent": "experiments.changes",
    "Trace": "trace",
    "Translation": "trace",
    "Translator": "in_use.translator",
    "additive_scores": "attention",
    "bilinear_scores": "attention",
    "dot_product_scores": "attention",
    "from_transformers": "other_models.hugging_face",
    "load": "in_use.loading",
    "masked_softmax": "attention",
    "models": "checkpoint",
    "rollout": "analysis.rollout",
    "show": "other_models.arrays",
    "statistics": "analysis.head_statistics",
    "walk": "trace",
}

__all__ = [
    "AttentionMap",
    "Attentions",
    "DamagedModel",
    "Experiment",
    "Forbidden",
    "InputError",
    "Silent",
    "Trace",
    "Translation",
    "Translator",
    "additive_scores",
    "bilinear_scores",
    "dot_product_scores",
    "from_transformers",
    "load",
    "masked_softmax",
    "models",
    "rollout",
    "show",
    "statistics",
    "walk",
]


def __getattr__(name: str) -> Any:
    """The public name `name`, from the module where it lives."""
    if name not in _HOMES:
        raise AttributeError(f"module 'core' has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
