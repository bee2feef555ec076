"""Source words taken out, exchanged or blanked, never cut into other pieces."""

from dataclasses import replace

from core.errors import InputError
from core.experiments.changes import WordChange
from core.text.tokenizer import FIRST_BYTE, Pieces
from core.text.words import join_words

# The byte FF stands in no UTF-8 text, so no model has ever read it: it means nothing.
# (In the shipped model it does what ‹pad›, any byte that was never read, and the piece
# nearest to the mean of all embeddings do, to two decimals.)
NEUTRAL_PIECE = FIRST_BYTE + 0xFF
BLANKED = "‹blank›"


def blanked(pieces: Pieces, word: int) -> Pieces:
    """The same sentence with the neutral piece in place of each piece of a word."""
    hit = [place == word for place in pieces.word_of]
    return replace(
        pieces,
        ids=tuple(
            NEUTRAL_PIECE if is_hit else i
            for i, is_hit in zip(pieces.ids, hit, strict=True)
        ),
        pieces=tuple(
            BLANKED if is_hit else piece
            for piece, is_hit in zip(pieces.pieces, hit, strict=True)
        ),
        words=tuple(
            BLANKED if place == word else shown
            for place, shown in enumerate(pieces.words)
        ),
    )


def with_word_changes(
    pieces: Pieces, changes: tuple[WordChange, ...], language: str = "en"
) -> Pieces:
    """The sentence after all changes; each names words of the sentence as it was.

    InputError where there is no such word, or none is left.
    """
    places = order(len(pieces.words), changes)
    shown = pieces
    for change in changes:
        if change.kind == "blank":
            shown = blanked(shown, change.word)
    return _in_order(shown, places, language) if changes else pieces


def order(n: int, changes: tuple[WordChange, ...]) -> list[int]:
    """Which of n words stands at each place after all changes.

    InputError where there is no such word, or none is left.
    """
    places = list(range(n))
    for change in changes:
        for word in (change.word, change.other):
            if word is not None and not 0 <= word < n:
                raise InputError(
                    "no_word",
                    "There is no word {word}; they are 1 to {last}.",
                    word=word + 1,
                    last=n,
                )
            if word is not None and word not in places:
                raise InputError(
                    "word_is_deleted",
                    "Word {word} is deleted already.",
                    word=word + 1,
                )
        if change.kind == "delete":
            places.remove(change.word)
        elif change.other is not None:
            here, there = places.index(change.word), places.index(change.other)
            places[here], places[there] = places[there], places[here]
    if not places:
        raise InputError(
            "no_word_left", "Nothing is left of the sentence; keep at least one word."
        )
    return places


def _in_order(pieces: Pieces, order: list[int], language: str) -> Pieces:
    places = [
        (new, at)
        for new, word in enumerate(order)
        for at, owner in enumerate(pieces.word_of)
        if owner == word
    ]
    words = tuple(pieces.words[word] for word in order)
    return Pieces(
        text=join_words(words, language),
        ids=tuple(pieces.ids[at] for _, at in places),
        pieces=tuple(pieces.pieces[at] for _, at in places),
        words=words,
        word_of=tuple(new for new, _ in places),
    )
