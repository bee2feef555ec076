"""The words that a step could have written, each finished as the model would."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch

from core.checkpoint import Checkpoint
from core.decoding.choosing import forbid
from core.decoding.search import select
from core.experiments.prefix import begun
from core.text.tokenizer import BLANK, END, SHOWN, START, Tokenizer
from core.text.words import split_words
from core.trace import Trace

LONGEST = 12  # pieces; a word that does not end by itself is left there
LETTER = "a"  # stands for what comes next: l' is a word of its own only before one


@dataclass(frozen=True)
class Alternative:
    """A translation up to the end of a word that a step could have written.

    `word` is the whole of it, and `probability` that of its pieces from that step on:
    the product of their probabilities, each after those before it.
    """

    ids: tuple[int, ...]
    word: str
    probability: float


@torch.inference_mode()
def alternatives(
    model: Checkpoint, trace: Trace, step: int, pieces: Sequence[int]
) -> list[Alternative]:
    """Each of these pieces at a step of a pass, with the rest of its word.

    A piece may be half a word: then the model goes on greedily, until its next piece
    would begin another word or end the sentence. Special pieces are no words.
    """
    pieces = [piece for piece in pieces if piece not in SHOWN]
    if not pieces:
        return []
    asked = begun(model.network, trace.source_ids, trace.experiment)
    state = asked.network.begin(asked.source, asked.allowed)
    before = trace.predicted_ids[:step]
    *earlier, last = (START, *before)
    for read in earlier:
        _, state = asked.network.step(state, torch.tensor([read]))
    logits, state = asked.network.step(state, torch.tensor([last]))
    probabilities = logits[0].softmax(-1)[pieces].tolist()
    found = [(*before, piece) for piece in pieces]
    state = select(state, torch.zeros(len(pieces), dtype=torch.long))
    unfinished = set(range(len(pieces)))
    for _ in range(LONGEST):
        read = torch.tensor([x[-1] for x in found])
        logits, state = asked.network.step(state, read)
        best = forbid(logits.softmax(-1), read).max(-1)
        for row in tuple(unfinished):
            piece = int(best.indices[row])
            if piece == END or _another(model.tokenizer, found[row], piece):
                unfinished.remove(row)
                continue
            found[row] = (*found[row], piece)
            probabilities[row] *= float(best.values[row])
        if not unfinished:
            break
    return [
        Alternative(ids, _word(model.tokenizer, before, ids), probability)
        for ids, probability in zip(found, probabilities, strict=True)
    ]


def _another(tokenizer: Tokenizer, ids: tuple[int, ...], piece: int) -> bool:
    """Whether a piece after these begins another word; a space belongs to the next."""
    before, text = tokenizer.decode(ids), tokenizer.decode((*ids, piece))
    if not before or before.endswith(" "):
        return False
    starts = {start for start, _ in split_words(text + LETTER)}
    return text[len(before) :].startswith(" ") or len(before) in starts


def _word(tokenizer: Tokenizer, before: tuple[int, ...], ids: tuple[int, ...]) -> str:
    """The word that holds the first piece after those before it.

    A piece may be a space alone, and the next begin with another.
    """
    at, text = len(tokenizer.decode(before)), tokenizer.decode(ids)
    at += len(text[at:]) - len(text[at:].lstrip())
    spans = split_words(text + LETTER)
    start, end = next(span for span in spans if span[0] <= at < span[1])
    return text[start:end].strip() or BLANK
