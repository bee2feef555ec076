"""A text as a tokenizer of Hugging Face cuts it: pieces, and words as spelled."""

from typing import Any

from core.errors import InputError
from core.other_models.tokens import joined, plain, pretty
from core.text.sides import Side


def encoded(tokenizer: Any, what: str, *texts: Any, output: bool = False) -> Any:
    """The tokens of a text, or of two, without padding."""
    if texts[0] is None:
        raise InputError(f"{what} is missing: give the text that the model reads.")
    if any(hasattr(one, "shape") or hasattr(one, "getbands") for one in texts):
        raise InputError(
            f"{what} is a picture, or another array. Give a picture as image: "
            "from_transformers(model, processor, image=photo)."
        )
    if not all(isinstance(one, str) for one in texts):
        raise InputError(f"{what} is one text. Show the texts of a batch one by one.")
    given = (
        {"text_target": texts[0]} if output else dict(zip(PARTS, texts, strict=False))
    )
    found = tokenizer(**given, **_options(tokenizer))
    if not any(text.strip() for text in texts) or not found["input_ids"]:
        raise InputError(f"{what} is empty: there is nothing to read.")
    return found


PARTS = ("text", "text_pair")


def _options(tokenizer: Any) -> dict[str, Any]:
    return {"return_offsets_mapping": True} if _is_fast(tokenizer) else {}


def _is_fast(tokenizer: Any) -> bool:
    """Whether it says which piece stands where in the text."""
    return bool(getattr(tokenizer, "is_fast", False))


def side_of(tokenizer: Any, cut: Any, *texts: str) -> Side:
    """Pieces and words of a text, or of two, as they are spelled there."""
    ids = cut["input_ids"]
    if not _is_fast(tokenizer):
        return pieces_of(tokenizer, ids)
    tokens, special = tokenizer.convert_ids_to_tokens(ids), tokenizer.all_special_ids
    pieces: list[str] = []
    words: list[tuple[int, int] | None] = []
    spans: dict[object, tuple[int, int]] = {}
    places = zip(ids, cut.sequence_ids(), cut.word_ids(), strict=True)
    for at, (index, sequence, word) in enumerate(places):
        if sequence is None or word is None or index in special:
            pieces.append(tokens[at])
            words.append(None)
            continue
        start, end = cut["offset_mapping"][at]
        pieces.append(plain(texts[sequence][start:end]))
        words.append((sequence, word))
        first, last = spans.get(words[-1], (start, end))
        spans[words[-1]] = min(first, start), max(last, end)
    spelled = {
        word: texts[word[0]][slice(*spans[word])] for word in words if word is not None
    }
    return joined(pieces, words, spelled)


def pieces_of(tokenizer: Any, ids: list[int]) -> Side:
    """Pieces alone: of a tokenizer that knows no words, or of what a model wrote."""
    tokens, special = tokenizer.convert_ids_to_tokens(ids), tokenizer.all_special_ids
    known = [index in special for index in ids]
    shown = [
        token if one else pretty(token)
        for token, one in zip(tokens, known, strict=True)
    ]
    return Side.of_pieces(shown, known)


def cut_again(tokenizer: Any, ids: list[int], *, target: bool = False) -> Side:
    """The words that were written, where the tokenizer cuts them again as they are."""
    for bare in (True, False):
        text = tokenizer.decode(ids, skip_special_tokens=bare)
        cut = tokenizer(**{"text_target" if target else "text": text},
                        **_options(tokenizer), add_special_tokens=bare)  # fmt: skip
        if cut["input_ids"] == ids:
            return side_of(tokenizer, cut, text)
    return pieces_of(tokenizer, ids)


def read_side(tokenizer: Any, start: int, predicted: Side) -> Side:
    """The side that is read: the decoder's start, then all but the last predicted."""
    first = tokenizer.convert_ids_to_tokens([start])
    of = [None if predicted.special[word] else word for word in predicted.word_of[:-1]]
    spelled = dict(enumerate(predicted.words))
    return joined([*first, *predicted.pieces[:-1]], [None, *of], spelled)
