"""Sentences to pieces and back.

Byte-pair encoding (Sennrich, Haddow & Birch, 2016) with bytes to fall back on: what
has no piece is spelled in UTF-8, so nothing is unknown. A space belongs to the piece
after it, and every sentence is read with a space before it: the first word has the
same pieces as any other. No piece crosses a border between letters, digits and
punctuation.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import tokenizers

from core.errors import InputError
from core.showing import brief
from core.text.characters import REPLACEMENT, clean, is_hidden
from core.text.words import gaps, split_words

MAX_PIECES = 64
PAD, START, END = 0, 1, 2
SHOWN = {PAD: "‹pad›", START: "‹start›", END: "‹end›"}
FIRST_BYTE = 3
# The first pieces of every vocabulary: the specials, then one piece for each byte.
RESERVED = ("<pad>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256)))
BLANK = "␣"


@brief
@dataclass(frozen=True)
class Pieces:
    """A sentence cut up, without special pieces.

    `word_of[i]` is the index of the word that piece i belongs to. A space before a
    word is in the word's first piece and is not shown; a byte reads ⟨C3⟩.
    """

    text: str
    ids: tuple[int, ...]
    pieces: tuple[str, ...]
    words: tuple[str, ...]
    word_of: tuple[int, ...]

    def __post_init__(self) -> None:
        if not len(self.ids) == len(self.pieces) == len(self.word_of):
            raise ValueError(
                "ids, pieces and word_of must be equally many, not "
                f"{len(self.ids)}, {len(self.pieces)} and {len(self.word_of)}"
            )


class Tokenizer:
    """The pieces that a model knows, by number. Made by `core.training.tokenizer`."""

    def __init__(self, tokenizer: tokenizers.Tokenizer) -> None:
        tokens = [
            tokenizer.id_to_token(index) or "" for index in range(_size(tokenizer))
        ]
        if tuple(tokens[: len(RESERVED)]) != RESERVED:
            raise ValueError("a vocabulary must begin with the reserved pieces")
        self._tokenizer = tokenizer
        self._bytes = (
            *(b"" for _ in SHOWN),
            *(bytes([byte]) for byte in range(256)),
            *(token.encode() for token in tokens[len(RESERVED) :]),
        )
        self._after_space = frozenset(
            index
            for index, spelled in enumerate(self._bytes)
            if spelled.startswith(b" ") and index >= len(RESERVED)
        )

    @classmethod
    def load(cls, path: str | Path) -> "Tokenizer":
        """The tokenizer of a file; ValueError if the file does not hold one."""
        try:
            return cls(tokenizers.Tokenizer.from_buffer(Path(path).read_bytes()))
        except OSError:
            raise
        except Exception as error:  # the library raises bare Exceptions
            raise ValueError(f"{path} does not hold a tokenizer: {error}") from error

    def save(self, path: str | Path) -> None:
        """Write the one file that `load` reads."""
        self._tokenizer.save(str(path), pretty=False)

    @property
    def digest(self) -> str:
        """Twelve digits that are others where other pieces are cut."""
        return sha256(self._tokenizer.to_str().encode()).hexdigest()[:12]

    @property
    def size(self) -> int:
        """How many pieces there are, the special ones included."""
        return len(self._bytes)

    def merges(self) -> list[tuple[int, int, int]]:
        """Which two neighbours become which piece, in the order of joining."""
        pairs = json.loads(self._tokenizer.to_str())["model"]["merges"]
        number = {self._tokenizer.id_to_token(i): i for i in range(self.size)}
        return [
            (number[left], number[right], number[left + right]) for left, right in pairs
        ]

    def opens(self) -> list[bool]:
        """For each piece, whether it begins a word; digits and marks do.

        The others, letters without a space before them, continue one.
        """
        firsts = (spelled.decode(errors="replace")[:1] for spelled in self._bytes)
        return [not (first.isalpha() or first == REPLACEMENT) for first in firsts]

    def runs(self, ids: Sequence[int]) -> list[tuple[int, ...]]:
        """The pieces of a text cut before each that begins with a space."""
        cuts = [i for i, index in enumerate(ids) if i and index in self._after_space]
        return [
            tuple(ids[start:end])
            for start, end in zip([0, *cuts], [*cuts, len(ids)], strict=True)
        ]

    def encode(self, text: str) -> Pieces:
        """The pieces and words of an accepted text."""
        return self.pieces(self._ids(text))

    def encode_batch(self, texts: Sequence[str]) -> list[list[int]]:
        """The ids alone, for training."""
        encodings = self._tokenizer.encode_batch_fast(list(texts))
        return [encoding.ids for encoding in encodings]

    def spelled_out(self, text: str) -> tuple[str, ...]:
        """The characters that have no piece and are spelled in bytes, each once."""
        return tuple(
            dict.fromkeys(
                c
                for c in text
                if any(FIRST_BYTE <= i < len(RESERVED) for i in self.encode(c).ids)
            )
        )

    def encode_words(self, words: Sequence[str], language: str) -> Pieces:
        """The pieces of words that are given, not found; they are not cut again.

        The text is theirs, joined as the training text is written. `InputError` if
        nothing of a word can be read.
        """
        shown = tuple(clean(word).text for word in words)
        if "" in shown:
            raise InputError(
                "empty_word",
                "Word {word} of {n} is empty; leave it out or write something there.",
                word=shown.index("") + 1,
                n=len(shown),
            )
        text, spans = "", []
        for gap, word in zip(gaps(shown, language), shown, strict=True):
            start = len(text) + len(gap)
            text += gap + word
            spans.append((start, start + len(word)))
        return self._cut(self._ids(text), spans)

    def pieces(self, ids: Sequence[int]) -> Pieces:
        """The text that ids spell, and its words: what a model has written.

        A model need not cut a text as `encode` would. `ValueError` for special ids.
        """
        return self._cut(ids, None)

    def decode(self, ids: Iterable[int]) -> str:
        """The text that ids spell; special ones are left out.

        Bytes that are not UTF-8, and characters that accepted text cannot hold,
        become U+FFFD.
        """
        return _text(b"".join(self._bytes[index] for index in ids))

    def piece(self, index: int) -> str:
        """A piece as it is shown: without its space, a byte as ⟨C3⟩, ‹end›."""
        if index in SHOWN:
            return SHOWN[index]
        spelled = self._bytes[index]
        if index < len(RESERVED):
            return f"⟨{spelled[0]:02X}⟩"
        return spelled.decode().removeprefix(" ") or BLANK

    def spaced(self, index: int) -> str:
        """`piece`, with ␣ where it begins with a space: two pieces can look alike."""
        shown = self.piece(index)
        begins = index not in SHOWN and self._bytes[index].startswith(b" ")
        return f"{BLANK}{shown}" if begins and shown != BLANK else shown

    def check_length(self, pieces: Pieces) -> None:
        """`InputError` if a reader's sentence has more than `MAX_PIECES` pieces."""
        if len(pieces.ids) > MAX_PIECES:
            raise InputError(
                "too_many_pieces",
                "{n} pieces; at most {most} fit. Shorten it, or try half of it.",
                n=len(pieces.ids),
                most=MAX_PIECES,
            )

    def _ids(self, text: str) -> list[int]:
        return self._tokenizer.encode(" ".join(text.split())).ids

    def _cut(
        self, ids: Sequence[int], spans: Sequence[tuple[int, int]] | None
    ) -> Pieces:
        if any(index in SHOWN for index in ids):
            raise ValueError(f"special ids are not pieces of a text: {list(ids)}")
        spelled = b"".join(self._bytes[index] for index in ids)
        text = _text(spelled)
        words = split_words(text) if spans is None else spans
        # A piece belongs to the word that holds its first character, or to the word
        # after it if that is a space (to the last, if no word follows).
        word_of, word, read = [], 0, 0
        for index in ids:
            upto = _characters(spelled[: read + 1])
            start = len(upto) - 1 - spelled.startswith(b" ")
            while word + 1 < len(words) and words[word][1] <= start:
                word += 1
            word_of.append(word)
            read += len(self._bytes[index])
        return Pieces(
            text=text,
            ids=tuple(ids),
            pieces=tuple(self.piece(index) for index in ids),
            words=tuple(text[slice(*span)] for span in words) or (BLANK,) * bool(ids),
            word_of=tuple(word_of),
        )


def _size(tokenizer: tokenizers.Tokenizer) -> int:
    return tokenizer.get_vocab_size(with_added_tokens=False)


def _characters(spelled: bytes) -> str:
    read = spelled.decode("utf-8", errors="replace")
    return "".join(REPLACEMENT if is_hidden(c) else c for c in read)


def _text(spelled: bytes) -> str:
    return _characters(spelled).removeprefix(" ")
