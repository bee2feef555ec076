"""What a caller gives beside weights: tokens, masks, numbers of words, checked."""

from collections.abc import Iterable, Sequence
from typing import Any

from torch import Tensor

from core.attention_map import Patches
from core.errors import InputError
from core.other_models.attentions import Layers
from core.other_models.reading import chosen, tensor_of
from core.other_models.tokens import line_of
from core.text.sides import Side

NO_STRINGS = (
    "{what} must be a list of strings, one for each token: "
    "tokenizer.convert_ids_to_tokens(ids)."
)


def either(**names: Any) -> Any:
    """The one that is given of several names of the same thing; None without any."""
    given = {name: value for name, value in names.items() if value is not None}
    if len(given) > 1:
        raise InputError(f"{' and '.join(given)} are the same: give one of them.")
    return next(iter(given.values()), None)


def tokens_of(tokens: Any, what: str, item: int | None) -> list[str] | None:
    """The tokens of one text; of a batch those of the item."""
    if tokens is None:
        return None
    unordered = str | bytes | set | frozenset
    if isinstance(tokens, unordered) or not isinstance(tokens, Iterable):
        raise InputError(NO_STRINGS.format(what=what))
    tokens = list(tokens)
    if tokens and isinstance(tokens[0], list | tuple):
        return tokens_of(tokens[chosen(len(tokens), what, item)], what, None)
    if not all(isinstance(one, str) for one in tokens):
        raise InputError(NO_STRINGS.format(what=what))
    return tokens


def kept(
    mask: Any, tokens: list[str] | None, what: str, item: int | None
) -> Tensor | None:
    """Which tokens are no padding, from an attention mask [key] or [batch, key]."""
    if mask is None or tokens is None:
        return None
    found = tensor_of(mask, what)
    if found.dim() == 2:
        found = found[chosen(len(found), what, item)]
    if tuple(found.shape) != (len(tokens),):
        raise InputError(
            f"{what} has the shape {tuple(found.shape)}; expected one number for each "
            f"of {len(tokens)} tokens."
        )
    if not bool(found.bool().any()):
        raise InputError(f"{what} leaves no token.")
    return found.bool().nonzero()[:, 0]


def of_places(tokens: list[str], keep: Tensor | None) -> list[str]:
    """The tokens that are no padding."""
    return tokens if keep is None else [tokens[at] for at in keep.tolist()]


def side_along(
    tokens: list[str],
    keep: Tensor | None,
    what: str,
    word_ids: Any = None,
) -> Side:
    """Tokens along a side, without what is padding."""
    places = range(len(tokens)) if keep is None else keep.tolist()
    if word_ids is not None:
        word_ids = _ids(word_ids)
        if len(word_ids) == len(tokens):
            word_ids = [word_ids[at] for at in places]
    return line_of(of_places(tokens, keep), what, word_ids)


def _ids(word_ids: Any) -> list[int | None]:
    """The numbers of words as they were given, one for each token."""
    found = list(word_ids) if isinstance(word_ids, Iterable) else [word_ids]
    if not all(one is None or type(one) is int for one in found):
        raise InputError(
            "word_ids must be a list: the number of its word for each token, None for "
            "a special one."
        )
    return found


def with_patches(word_ids: Any, patches: Sequence[Patches]) -> list[int | None] | None:
    """The same numbers of words; every patch of a picture is a word of its own."""
    if word_ids is None:
        return None
    found = _ids(word_ids)
    new = 1 + max((one for one in found if one is not None), default=0)
    for one in patches:
        for at in range(one.first, min(one.first + one.count, len(found))):
            found[at] = new + at
    return found


def second_from(start: int | None, side: Side, kinds: list[Layers]) -> int | None:
    """Where the second sentence begins, checked."""
    if start is None:
        return None
    fits = type(start) is int and 0 < start < len(side.pieces)
    if kinds[0].short != "encoder" or not fits:
        raise InputError(
            f"sentence_b_start={start!r}: the second sentence begins at one of the "
            f"tokens 1 to {len(side.pieces) - 1} of a model that reads both ways."
        )
    return start
