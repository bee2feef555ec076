"""Sentences to pieces and back."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import tokenizers

PAD, START, END = 0, 1, 2
SHOWN = {PAD: "‹pad›", START: "‹start›", END: "‹end›"}
FIRST_BYTE = 3
# The first pieces of every vocabulary: the specials, then one piece for each byte.
RESERVED = ("<pad>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256)))


class Tokenizer:
    def __init__(self, tokenizer: tokenizers.Tokenizer) -> None:
        self._tokenizer = tokenizer
        self._bytes = tuple(
            self._bytes_of(index) for index in range(tokenizer.get_vocab_size())
        )

    @classmethod
    def load(cls, path: Path) -> "Tokenizer":
        return cls(tokenizers.Tokenizer.from_file(str(path)))

    def save(self, path: Path) -> None:
        self._tokenizer.save(str(path), pretty=False)

    @property
    def size(self) -> int:
        return len(self._bytes)

    def encode_batch(self, texts: Sequence[str]) -> list[list[int]]:
        return [e.ids for e in self._tokenizer.encode_batch_fast(list(texts))]

    def decode(self, ids: Iterable[int]) -> str:
        spelled = b"".join(self._bytes[index] for index in ids)
        return spelled.decode("utf-8", errors="replace").removeprefix(" ")

    def _bytes_of(self, index: int) -> bytes:
        if index < FIRST_BYTE:
            return b""
        if index < len(RESERVED):
            return bytes([index - FIRST_BYTE])
        return self._tokenizer.id_to_token(index).encode()
