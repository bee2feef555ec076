"""Learning the pieces: byte-pair encoding over both languages together.

Sennrich, Haddow & Birch (2016): begin with single characters and join the most
frequent pair of neighbours, again and again, until there are enough pieces.

    python -m core.training.tokenizer OUT.json FILE.tsv.gz[:WEIGHT] ...

A weight of 3 reads a file three times, a weight of 0.25 every fourth line of it.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import tokenizers
from tokenizers import models, normalizers, pre_tokenizers, trainers

from core.text.tokenizer import RESERVED, Tokenizer
from core.training import module_command
from core.training.pair_files import Source, parse_source, read_pairs

# Characters with a piece of their own, seen or not: ASCII and the French letters.
ALWAYS = "".join(map(chr, range(32, 127))) + "ÀÂÆÇÈÉÊËÎÏÔŒÙÛÜŸàâæçèéêëîïôœùûüÿ«»"
# A word with the space before it, a digit, or any other single character: no piece
# crosses the border between letters, digits and punctuation. Marks stay with the
# character that they stand on.
SPLIT = r" ?\p{L}[\p{L}\p{M}]*| ?\p{N}\p{M}*| ?[^\p{L}\p{N}\s]\p{M}*|\s"


def train(lines: Iterable[str], size: int = 9000, minimum_count: int = 30) -> Tokenizer:
    """A tokenizer of `size` pieces (fewer, if the text has no more pairs to join).

    Of the characters outside `ALWAYS`, those seen fewer than `minimum_count` times get
    no piece of their own: they are spelled in UTF-8 bytes. The same lines give the
    same tokenizer.
    """
    normalizer = normalizers.Sequence([normalizers.NFC(), normalizers.Prepend(" ")])
    sentences = [normalizer.normalize_str(line) for line in lines]
    counts = Counter[str]()
    for sentence in sentences:
        counts.update(sentence)
    seen = {c for c, count in counts.items() if count >= minimum_count}
    alphabet = sorted(seen | set(ALWAYS))
    rare = counts.keys() - set(alphabet)
    if size < len(RESERVED) + len(alphabet):
        raise ValueError(
            f"size must be at least {len(RESERVED) + len(alphabet)}, the reserved "
            f"pieces and {len(alphabet)} characters, not {size}"
        )

    learner = tokenizers.Tokenizer(models.BPE())
    learner.pre_tokenizer = _pre_tokenizer()
    trainer = trainers.BpeTrainer(
        vocab_size=size - len(RESERVED),
        min_frequency=2,
        initial_alphabet=alphabet,
        limit_alphabet=len(alphabet),
        show_progress=False,
    )
    # A line with a rare character is left out: the trainer would drop the character
    # and join its neighbours.
    learner.train_from_iterator(
        (sentence for sentence in sentences if rare.isdisjoint(sentence)), trainer
    )
    learned = learner.get_vocab()
    pieces = [*RESERVED, *sorted(learned, key=lambda piece: learned[piece])]
    merges = json.loads(learner.to_str())["model"]["merges"]

    # The reserved pieces are ordinary entries, not "added tokens", which the library
    # would find in typed text: no merge leads to them.
    tokenizer = tokenizers.Tokenizer(
        models.BPE(
            {piece: index for index, piece in enumerate(pieces)},
            [(left, right) for left, right in merges],
            byte_fallback=True,
        )
    )
    tokenizer.normalizer = normalizer
    tokenizer.pre_tokenizer = _pre_tokenizer()
    return Tokenizer(tokenizer)


def _pre_tokenizer() -> pre_tokenizers.PreTokenizer:
    return pre_tokenizers.Split(tokenizers.Regex(SPLIT), behavior="isolated")


def lines_of(source: Source) -> Iterator[str]:
    """Both columns of a file, as often as its weight says, in whole steps."""
    if not source.weight:
        return
    every = max(1, round(1 / source.weight))
    for _ in range(max(1, round(source.weight))):
        for pair in islice(read_pairs(source.path), 0, None, every):
            yield from pair


def main(out: str, *files: str) -> None:
    """Learn the pieces of the files, and write them."""
    sources = map(parse_source, files)
    trained = train(line for source in sources for line in lines_of(source))
    trained.save(Path(out))
    print(f"{trained.size} pieces in {out}", file=sys.stderr)


if __name__ == "__main__":
    module_command.run(__doc__, main, 2, sys.maxsize)
