"""Weights as a model gives them out: arrays in any nesting, checked, as one tensor.

Nothing is believed. Rows that do not add up to 1 are not weights after a softmax, and
weights that are not there at all have a reason that can be said.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import numpy as np
import torch
from jaxtyping import Bool, Float
from torch import Tensor

from core.errors import InputError
from core.other_models.checking import EXACT, HALF, SOFTMAX, Wanted, checked

EAGER = (
    "Load the model with attn_implementation='eager' and call it with "
    "output_attentions=True, or use from_transformers, which does both."
)
EQUALLY = (
    "they make no array. Give one text alone, or pad the shorter ones and say mask."
)
DENSE = 0.9  # of what a mask leaves open, at least so much is used


def layers_of(
    given: Any, what: str, item: int | None = None, wanted: Wanted = SOFTMAX
) -> Tensor:
    """All layers as one float32 tensor [layer, head, query, key], without a batch.

    `given` is a tuple with one array a layer ([batch, head, query, key], [head, query,
    key] or [query, key]), or one array with the layers in front. `item` chooses a text
    of a batch. InputError says what is missing or does not fit; `what` names it.
    """
    if given is None:
        raise InputError(f"{what} is None: nothing was returned. {EAGER}")
    if _is_array(given):
        whole = tensor_of(given, what)
        given = whole if whole.dim() > 3 else whole[None]
    if not len(given):
        raise InputError(f"{what} is empty: there is no layer in it. {EAGER}")
    return together(
        [
            layer_of(layer, f"{what}, layer {at + 1},", item, wanted)
            for at, layer in enumerate(given)
        ],
        what,
    )


def together(layers: list[Tensor], what: str) -> Tensor:
    """Layers of equal shapes as one tensor."""
    shapes = {tuple(layer.shape) for layer in layers}
    if len(shapes) > 1:
        raise InputError(
            f"The layers of {what} have shapes {_listed(shapes)}. They must agree: "
            "give layers with equally many heads, over the same tokens, in one call."
        )
    return torch.stack(layers)


def _is_array(given: Any) -> bool:
    """Whether it is one array, if only of nested lists, and no row of arrays."""
    while isinstance(given, list | tuple):
        if not given:
            return False
        given = given[0]
        if hasattr(given, "shape"):
            return False
    return given is not None


def tensor_of(given: Any, what: str) -> Tensor:
    """An array of any kind as a tensor on the CPU: numpy, torch, JAX, MLX, lists.

    What is not known is asked for its memory (DLPack), then to be an array of numpy.
    """
    known = isinstance(given, Tensor)
    found = _dense(given, what) if known else _tensor(given, what)
    if found.is_complex():
        raise InputError(f"{what} holds complex numbers; real ones are wanted.")
    return found


def _dense(given: Tensor, what: str) -> Tensor:
    """A tensor on the CPU, every number of it there."""
    if given.is_meta:
        raise InputError(
            f"{what} holds no numbers: it is on the device 'meta'. Load the model with "
            "its weights, and run it again."
        )
    if given.is_nested:
        raise InputError(f"The rows of {what} are not equally long: {EQUALLY}")
    found = given.detach().cpu()
    if found.is_quantized:
        return found.dequantize()
    return found if found.layout == torch.strided else found.to_dense()


def _tensor(given: Any, what: str) -> Tensor:
    """An array that is no tensor yet, copied: what it was stays as it is."""
    if hasattr(given, "__dlpack__") and not isinstance(given, np.ndarray):
        with suppress(AttributeError, BufferError, RuntimeError, TypeError, ValueError):
            return torch.from_dlpack(given).cpu().clone()
    if isinstance(given, np.ma.MaskedArray):  # what its mask hides is not there
        given = np.ma.filled(given.astype(np.float64), np.nan)
    try:
        array = np.array(given)
    except ValueError as error:
        raise InputError(
            f"The rows of {what} are not equally long: {EQUALLY}"
        ) from error
    except (TypeError, RuntimeError) as error:
        raise InputError(
            f"{what} can't be read as an array ({error}). Give it in float32: "
            "numpy.asarray(…)."
        ) from error
    if array.dtype.kind == "V" and array.dtype.itemsize == 2:  # bfloat16 of JAX
        return torch.from_numpy(array.view(np.int16)).view(torch.bfloat16)
    if array.dtype.kind == "f" and array.dtype.itemsize > 8:
        array = array.astype(np.float64)
    array = array.astype(array.dtype.newbyteorder("="), copy=False)
    try:
        return torch.from_numpy(array)
    except (TypeError, ValueError) as error:
        kind = type(given).__name__
        raise InputError(
            f"{what} is not an array of numbers but {kind} of {array.dtype}. Give it "
            "in float32: numpy.asarray(…, dtype='float32')."
        ) from error


def layer_of(
    layer: Any, what: str, item: int | None, wanted: Wanted = SOFTMAX
) -> Float[Tensor, "head query key"]:
    """One layer [head, query, key], checked: see `Wanted`; NaN becomes 0 without gaps.

    One row over words is a map of one row.
    """
    if layer is None:
        raise InputError(f"{what} is None: this attention returns no weights. {EAGER}")
    if isinstance(layer, tuple | list) and not layer:
        raise InputError(f"{what} is empty: no weights were returned. {EAGER}")
    if isinstance(layer, tuple | list) and any(isinstance(x, Tensor) for x in layer):
        raise InputError(
            f"{what} holds several tensors. One array a layer is wanted; of generate() "
            "a row of steps, each with one array [batch, head, query, key] a layer."
        )
    found = tensor_of(layer, what)
    if found.dim() == 4:
        found = _chosen(found, what, item)
    while found.dim() in (1, 2):
        found = found[None]
    if found.dim() != 3:
        raise InputError(
            f"{what} has the shape {tuple(found.shape)}; expected [batch, head, query, "
            "key], [head, query, key] or [query, key]."
        )
    if not found.is_floating_point():
        if int(found.max() if found.numel() else 0) > 1 and not wanted.anything:
            raise InputError(
                f"{what} holds whole numbers up to {int(found.max())}: these are no "
                "weights. If generate() returned them, they are the tokens it wrote: "
                "call it with output_attentions=True and return_dict_in_generate=True, "
                "and give show all that it returns."
            )
        found = found.double()
    within = HALF if found.dtype in (torch.float16, torch.bfloat16) else EXACT
    return checked(found.float(), what, within, wanted)


def _chosen(batch: Tensor, what: str, item: int | None) -> Tensor:
    """One text of a batch; a batch of one needs no choice."""
    return batch[chosen(len(batch), what, item)]


def chosen(count: int, what: str, item: int | None) -> int:
    """Which text of a batch is meant; in a batch of one there is no choice."""
    if item is None and count == 1:
        return 0
    if item is None:
        raise InputError(
            f"{what} is of a batch of {count} texts. Choose one: item=0 to "
            f"item={count - 1}."
        )
    if type(item) is not int or not 0 <= item < count:
        raise InputError(
            f"There is no item {item!r} in {what} a batch of {count}; they are 0 to "
            f"{count - 1}."
        )
    return item


def seen(
    weights: Float[Tensor, "layer head query key"], causal: bool | None
) -> tuple[Bool[Tensor, "layer 1 query key"], bool]:
    """Which cells the masks of a self-attention left open, and whether it is causal.

    The weights alone say so: a softmax gives exactly 0 where a mask was and hardly
    anywhere else. Taken for forbidden is what lies ahead of its query, if all of that
    is 0 in every head; what is two or more places further away than any head of the
    layer attends (a sliding window); and a key that no head gives anything (padding).
    If much of the rest is 0 as well, zeros are no sign of a mask, and `causal` decides.
    """
    n = weights.shape[-1]
    ahead = torch.arange(n) - torch.arange(n)[:, None]
    used = (weights != 0).any(1)  # layer query key
    later = looks_ahead(weights, causal)
    back = causal if causal is not None else not later and n > 1
    so_far = ahead <= 0 if back else torch.ones_like(ahead, dtype=torch.bool)
    reach = (used * (ahead.abs() + 1)).amax((1, 2)) - 1
    reach = reach.where((reach > 0) & (reach < n - 2), n)[:, None, None]
    masked = so_far & (ahead.abs() <= reach) & received(used)
    if is_mask(used, masked):
        return masked[:, None], back
    kept = so_far if causal else torch.ones_like(so_far)
    return kept.expand(used.shape)[:, None].clone(), bool(causal)


def looks_ahead(
    weights: Float[Tensor, "layer head query key"], causal: bool | None
) -> bool:
    """Whether any token attends to a later one; InputError if that is `causal`."""
    later = (weights != 0).any(1).triu(1).nonzero().tolist()
    if causal and later:
        layer, row, column = later[0]
        raise InputError(
            f"In layer {layer + 1} token {row + 1} attends to the later token "
            f"{column + 1}: this attention is not causal. Say causal=False; if one of "
            "them is padding, give mask=attention_mask."
        )
    return bool(later)


def across(
    weights: Float[Tensor, "layer head query key"],
) -> Bool[Tensor, "layer 1 query key"]:
    """The same of a cross-attention, where only padding is forbidden."""
    used = (weights != 0).any(1)
    masked = received(used).expand(used.shape)
    allowed = masked if is_mask(used, masked) else torch.ones_like(used)
    return allowed[:, None].clone()


def is_mask(
    used: Bool[Tensor, "layer query key"], masked: Bool[Tensor, "layer query key"]
) -> bool:
    """Whether nearly every cell that a mask leaves open is used by some head."""
    return bool(used[masked].float().mean() >= DENSE)


def received(used: Bool[Tensor, "layer query key"]) -> Bool[Tensor, "1 1 key"]:
    """The keys that some query of some layer gives something."""
    return used.any(1, keepdim=True).any(0, keepdim=True)


def without_padding(
    weights: Tensor, queries: Tensor | None, keys: Tensor | None
) -> Tensor:
    """The rows and columns of what is no padding; each row adds up to what it did."""
    if queries is not None:
        weights = weights[..., queries, :]
    if keys is None:
        return weights
    kept = weights[..., keys]
    if float((kept.nansum(-1) - weights.nansum(-1)).abs().max()) > HALF:
        raise InputError(
            "The mask leaves out tokens that the weights attend to. Give the "
            "attention_mask of this pass: 1 for a token, 0 for padding."
        )
    return kept


def _listed(shapes: Sequence[Any] | set[Any]) -> str:
    return " and ".join(str(shape) for shape in sorted(shapes))
