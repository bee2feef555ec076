"""What is of `transformers`, a model, a tokenizer, a processor: known, and called.

What that library raises says what it was given and could not take: the reader can mend
it, so it becomes a sentence.
"""

from collections.abc import Callable
from typing import Any

import torch

from core.errors import InputError

UNFIT = (LookupError, ValueError, TypeError, RuntimeError, AttributeError)
"""What it raises of inputs that it can't take; all else is a bug, and surfaces."""
LONGEST = 300  # letters of a reason


def reason_of(error: Exception) -> str:
    """What that library says is wrong, on one line."""
    first = next(iter(str(error).strip().splitlines()), "")[:LONGEST]
    return f"{type(error).__name__}: {first}".rstrip(" :.")


def computed(part: Callable[..., Any], *inputs: Any, **named: Any) -> Any:
    """What a model, or a part of one, gives out."""
    try:
        return part(*inputs, **named)
    except UNFIT as error:
        raise InputError(
            f"The model can't compute this pass ({reason_of(error)}). Its tokenizer "
            "and processor have to be its own, and the text no longer than it reads."
        ) from error


def check_model(model: Any) -> None:
    """InputError where it is no model of that library."""
    if not isinstance(model, torch.nn.Module) or not hasattr(model, "config"):
        raise InputError(
            f"model is {type(model).__name__}, which is no model of transformers. Give "
            "first a model, AutoModel.from_pretrained(name), then its tokenizer; of "
            "other models give show the weights."
        )


def tokenizer_of(given: Any) -> Any:
    """A tokenizer, or that of a processor; InputError where there is none."""
    own = hasattr(given, "convert_ids_to_tokens")
    found = given if own else getattr(given, "tokenizer", None)
    if not callable(found):
        raise InputError(
            f"tokenizer is {type(given).__name__}, which is none. Give the tokenizer "
            "of this model, AutoTokenizer.from_pretrained(name)."
        )
    return found


def reads_pictures_only(model: Any, parameters: Any) -> bool:
    """Whether a model can't do without a picture, by what its forward takes."""
    both = hasattr(model, "vision_model") or "input_ids" not in parameters
    return "pixel_values" in parameters and both
