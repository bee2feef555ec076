"""What an experiment changed: in the words, in their probabilities, in a map."""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import takewhile
from typing import TYPE_CHECKING

from core.experiments.changes.sublayers import attention
from core.networks.names import AttentionName
from core.text.words import gaps

if TYPE_CHECKING:
    from core.text.sides import Side
    from core.trace import Trace

SAME, REMOVED, ADDED = "same", "removed", "added"


@dataclass(frozen=True)
class Run:
    """Neighbouring words of a sentence that share a fate.

    `tight` when no space stands before the first of them.
    """

    text: str
    fate: str
    tight: bool


def runs(
    before: Sequence[str], after: Sequence[str]
) -> tuple[tuple[Run, ...], tuple[Run, ...]]:
    """Two French sentences, cut where they differ: the old one, then the new one."""
    old, new = [], []
    spaces = gaps(before, "fr"), gaps(after, "fr")
    changes = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    for kind, start, end, new_start, new_end in changes:
        fates = (SAME, SAME) if kind == "equal" else (REMOVED, ADDED)
        old += _run(before, spaces[0], start, end, fates[0])
        new += _run(after, spaces[1], new_start, new_end, fates[1])
    return tuple(old), tuple(new)


def _run(
    words: Sequence[str], spaces: Sequence[str], start: int, end: int, fate: str
) -> list[Run]:
    if start == end:
        return []
    joined = "".join(
        gap + word
        for gap, word in zip(spaces[start:end], words[start:end], strict=True)
    )
    return [Run(joined.strip(" "), fate, tight=not spaces[start])]


def in_both(
    before: "Trace", after: "Trace", side: str, words: bool
) -> list[tuple[int, int]]:
    """Where the same word (or piece) stands in both passes: place before, place after.

    Of the English ("source") those that a change of words left, wherever they stand
    now, a blank in the place of its word; of the French ("read", "predicted") all until
    the two part. `before` is the pass without the experiment.
    """
    from core.experiments.word_changes import order

    was, now = getattr(before, side), getattr(after, side)
    if side != "source":
        names = (was.words, now.words) if words else (was.pieces, now.pieces)
        same = takewhile(lambda pair: pair[0] == pair[1], zip(*names, strict=False))
        return [(at, at) for at, _ in enumerate(same)]
    end = len(before.source.words) - 1
    moved = [*order(end, after.experiment.words), end]
    pairs = [(old, new) for new, old in enumerate(moved)]
    if words:
        return pairs
    return [
        pair
        for old, new in pairs
        for pair in zip(_pieces(was, old), _pieces(now, new), strict=True)
    ]


def _pieces(side: "Side", word: int) -> list[int]:
    return [at for at, owner in enumerate(side.word_of) if owner == word]


def largest_difference(before: "Trace", after: "Trace") -> float | None:
    """The largest difference between the probabilities of any piece at any place.

    None where the two wrote different pieces, for then the places do not correspond.
    """
    if before.predicted_ids != after.predicted_ids:
        return None
    return (after.probabilities - before.probabilities).abs().max().item()


def pad_shares(trace: "Trace", kind: str, layer: int, head: int) -> list[float] | None:
    """How much of every row's weight lies on ‹pad› pieces: 0 to 1, a row a word.

    `layer` and `head` count from 0; head −1 is the mean. None in the decoder's
    self-attention, whose keys are French. Rows of the ‹pad›s themselves are left out.
    """
    if kind == "decoder":
        return None
    name = AttentionName.parse(attention(kind, layer + 1))
    weights = trace.attention(name, None if head < 0 else head).weights
    pads = trace.experiment.pads
    rows = weights if name.across else weights[: len(weights) - pads]
    return rows[:, weights.shape[1] - pads :].sum(-1).tolist()
