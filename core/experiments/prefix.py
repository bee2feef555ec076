"""A translation that begins as it is told, and what goes on from there."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from jaxtyping import Bool, Float, Int, Shaped
from torch import Tensor

from core.decoding.search import Hypothesis, hypothesis
from core.errors import InputError
from core.experiments.cells import check_cells
from core.experiments.experiment import Experiment
from core.experiments.passes import source_input, stepwise
from core.networks.kinds import Network, Translating
from core.text.characters import REPLACEMENT
from core.text.tokenizer import START, Pieces, Tokenizer


@dataclass(frozen=True)
class Prefixed:
    """The same network, with the first pieces of the translation given.

    It reads all but the last of them when it begins. Greedy, beam and sampling go on
    after that one, as they are; ‹end› may follow it.
    """

    network: Network
    prefix: tuple[int, ...]

    def begin(
        self,
        source: Shaped[Tensor, "batch ..."],
        source_allowed: Bool[Tensor, "batch 1 source"],
    ) -> Any:
        """Read the source and all pieces of the prefix but the last."""
        state = self.network.begin(source, source_allowed)
        for piece in (START, *self.prefix[:-1]):
            word = torch.full((len(source),), piece, device=source.device)
            _, state = self.network.step(state, word)
        return state

    def step(
        self, state: Any, word: Int[Tensor, " batch"]
    ) -> tuple[Float[Tensor, "batch vocabulary"], Any]:
        """Read one more word."""
        return self.network.step(state, word)

    @property
    def opening(self) -> int:
        """The last piece of the prefix, after which it is asked for the first one."""
        return self.prefix[-1]


@dataclass(frozen=True, eq=False)
class Begun:
    """A translation to go on with: the network after its prefix, and what it reads.

    `given` is the log-probability of the prefix (nats).
    """

    network: Network
    source: Int[Tensor, "1 source"]
    allowed: Bool[Tensor, "1 1 source"]
    prefix: tuple[int, ...]
    given: float

    def whole(self, found: Hypothesis) -> Hypothesis:
        """What was found after the prefix, with the prefix and its log-probability."""
        return hypothesis(
            [*self.prefix, *found.ids],
            self.given + found.log_probability,
            found.finished,
        )


def begun(
    network: Translating,
    ids: tuple[int, ...],
    experiment: Experiment,
    prefix: tuple[int, ...] = (),
) -> Begun:
    """The translation of a source under an experiment, after a given beginning.

    InputError where the experiment does not fit the network or the sentence.
    """
    steps = stepwise(network, experiment)
    source, allowed = source_input(ids, experiment)
    check_cells(network, experiment, allowed, given=len(prefix))
    given = log_probability(steps, source[None], allowed[None], prefix)
    if prefix:
        steps = Prefixed(steps, prefix)
    return Begun(steps, source[None], allowed[None], prefix, given)


def log_probability(
    network: Network,
    source: Int[Tensor, "1 source"],
    source_allowed: Bool[Tensor, "1 1 source"],
    prefix: tuple[int, ...],
) -> float:
    """That of a given beginning, had the network (without it) written it: nats."""
    if not prefix:
        return 0.0
    state, total = network.begin(source, source_allowed), 0.0
    for read, piece in zip((START, *prefix[:-1]), prefix, strict=True):
        logits, state = network.step(state, torch.tensor([read]))
        total += logits.log_softmax(-1)[0, piece].item()
    return total


def beginning(tokenizer: Tokenizer, text: str) -> Pieces:
    """The pieces of a given beginning, which must spell exactly that text."""
    pieces = tokenizer.encode(text)
    tokenizer.check_length(pieces)
    if pieces.text != text:
        raise InputError(
            "beginning_reads_otherwise",
            "“{text}” cannot be forced: its pieces would read “{read}”.",
            text=text,
            read=pieces.text,
        )
    return pieces


def written_so_far(tokenizer: Tokenizer, ids: Sequence[int]) -> str:
    """The text that gives a translation these first pieces.

    InputError where no text does: the tokenizer would cut it in another way, or it
    stops within a character.
    """
    text = tokenizer.decode(ids)
    last = tokenizer.piece(ids[-1])
    if REPLACEMENT in text:
        raise InputError(
            "part_of_a_character",
            "“{piece}” is only a part of a character. Choose another piece.",
            piece=last,
        )
    cut = tokenizer.encode(text)
    if cut.ids != tuple(ids):
        raise InputError(
            "beginning_is_cut_otherwise",
            "“{text}” cannot be forced with “{piece}” as its last piece: "
            "the tokenizer cuts it into {pieces}. Choose another piece.",
            text=text,
            piece=last,
            pieces=" · ".join(cut.pieces[-3:]),
        )
    return text
