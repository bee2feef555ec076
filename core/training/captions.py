"""What a captioner learns: to tell of streets, and to answer questions about them.

Each picture is read twice, once for its caption and once for a question, whose words
are given: of these only the words of the answer are learned.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise
from typing import Any

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from core.in_use.captioner import seeing
from core.in_use.small import Small
from core.networks.attending import AttendingStepRecord
from core.networks.captioner import Captioner, HardCaptioner
from core.training import captions_card, captions_measured
from core.training.gradient_variance import gradient_variance
from core.worlds.captions import END, PAD, START, caption, numbers
from core.worlds.questions import answer, any_question
from core.worlds.street import GRID, Street
from core.worlds.streets import any_street, natural

HELD_OUT = 1_000
"""The streets of the seeds 0 … 999 are never learned from; the next ones validate."""
VALIDATING = 100
CUTS = (11, 16, 21)
"""After these numbers of words, lines that have ended leave the batch."""


@dataclass(frozen=True, eq=False)
class Lines:
    """Sentences about pictures: what is read, the target, and where it counts.

    `picture_of` says for each line which picture it is about.
    """

    picture: Float[Tensor, "picture 3 row column"]
    picture_of: Int[Tensor, " line"]
    read: Int[Tensor, "line target"]
    wanted: Int[Tensor, "line target"]
    counts: Bool[Tensor, "line target"]


@dataclass(frozen=True, eq=False)
class Seen:
    """The annotations of the picture of each line."""

    annotation: Float[Tensor, "line source d_annotation"]
    projected_key: Float[Tensor, "line source d_align"]
    start_state: Float[Tensor, "line d_state"]


@cache
def kept_apart() -> frozenset[str]:
    """The streets by which a captioner is judged; no other is the same."""
    return frozenset(any_street(n).text() for n in range(HELD_OUT + VALIDATING))


def lines(streets: Sequence[Street], chance: random.Random) -> Lines:
    """A caption and a question for every street."""
    told: list[tuple[tuple[str, ...], int]] = []
    for street in streets:
        told.append((caption(street).words, 0))
    for street in streets:
        question = any_question(street, chance)
        words = (*question.words, *answer(street, question).words)
        told.append((words, len(question.words)))
    longest = max(len(words) for words, _ in told) + 1
    read, wanted, counts = [], [], []
    for words, given in told:
        ids, rest = list(numbers(words)), longest - len(words) - 1
        read.append([START, *ids, *[PAD] * rest])
        wanted.append([*ids, END, *[PAD] * rest])
        known = [False] * given
        counts.append([*known, *[True] * (len(ids) + 1 - given), *[False] * rest])
    return Lines(
        seeing(streets),
        torch.arange(len(streets)).repeat(2),
        *(torch.tensor(one) for one in (read, wanted, counts)),
    )


class Captions:
    """Captions and answers, for a captioner of any of the three kinds.

    `first_soft` of all updates look softly throughout, so that there is something to be
    found before one cell is drawn at each word; then `soft` of the lines of a hard
    captioner still look softly, and `entropy` keeps its weights from narrowing too
    soon (Xu et al. 2015, section 4.1). A word k words `ahead` of a draw counts aheadᵏ
    for it; in the paper all words of a caption count fully for all its draws.
    """

    def __init__(
        self,
        soft: float = 0.5,
        first_soft: float = 0.3,
        entropy: float = 0.01,
        ahead: float = 0.8,
    ) -> None:
        told = {"soft": soft, "first_soft": first_soft, "ahead": ahead}
        for name, share in told.items():
            if not 0 <= share <= 1:
                raise ValueError(f"{name} is at least 0 and at most 1, not {share}")
        if entropy < 0:
            raise ValueError(f"entropy is at least 0, not {entropy}")
        self.soft, self.first_soft = soft, first_soft
        self.entropy, self.ahead = entropy, ahead

    def loss(
        self, network: nn.Module, chance: torch.Generator, batch: int, done: float
    ) -> Tensor:
        """Minus the log-probability of the words of captions and answers, in nats."""
        seed = int(torch.randint(2**53, (1,), generator=chance))
        drawn = learned_from(batch, random.Random(seed))
        if not isinstance(network, Captioner):
            raise TypeError("only a captioner learns captions")
        if isinstance(network, HardCaptioner):
            return self._hard_loss(network, drawn, chance, done)
        (words,) = learned(network, drawn)
        return -words.sum() / drawn.counts.sum()

    def _hard_loss(
        self, network: HardCaptioner, drawn: Lines, chance: torch.Generator, done: float
    ) -> Tensor:
        """The loss of the words, and what moves the draws to where words are likelier.

        REINFORCE (Williams 1992): the log-probability of each draw, times how much
        likelier the words from there on were than the running `baseline`.
        """
        soft = 1.0 if done < self.first_soft else self.soft
        softly = torch.rand(len(drawn.read), generator=chance) < soft
        words, drawing, entropy = learned(network, drawn, chance, softly)
        hard = ~softly[:, None] & (from_here_on(drawn.counts.float(), 1.0) > 0)
        usual = network.baseline * drawn.counts
        reward = from_here_on(words.detach() - usual, self.ahead)
        drawn_by = ~softly if softly.logical_not().any() else softly
        told = words[drawn_by].detach().sum() / drawn.counts[drawn_by].sum()
        network.baseline.lerp_(told, 0.1 if network.baseline else 1.0)
        moved = (reward * drawing * hard).sum() + self.entropy * (entropy * hard).sum()
        return -(words.sum() + moved) / drawn.counts.sum()

    def validate(self, network: nn.Module) -> dict[str, float]:
        """Right captions and answers on streets that are kept apart."""
        seeds = range(HELD_OUT, HELD_OUT + VALIDATING)
        return captions_measured.validated(_in_use(network), seeds)

    def measure(self, network: nn.Module) -> dict[str, Any]:
        """Every figure, on the thousand streets that are held out."""
        found = captions_measured.measured(_in_use(network), HELD_OUT)
        if isinstance(network, HardCaptioner):
            found["gradient_variance"] = self._variances(network)
        return found

    def _variances(self, network: HardCaptioner) -> dict[str, float]:
        """How unsteady what moves the attention is, drawn or weighed: the same lines.

        Both at the trained weights, 32 pictures a batch.
        """
        ways = {"hard": 0.0, "soft": 1.0}
        return {
            way: gradient_variance(
                network,
                partial(
                    Captions(soft, 0.0, self.entropy, self.ahead).loss,
                    batch=32,
                    done=1.0,
                ),
                ("project_query", "project_key", "direction"),
            )
            for way, soft in ways.items()
        }

    def golden(self, network: nn.Module) -> list[dict[str, Any]]:
        """What the network makes of the streets of the lectures."""
        return captions_measured.golden(_in_use(network))

    def card(self, info: Mapping[str, Any]) -> tuple[str, str]:
        """What it is, and tables of how good it is."""
        return captions_card.card(info)


def _in_use(network: nn.Module) -> Small:
    return Small("", "", network)


def unseen(n: int, chance: random.Random) -> list[Street]:
    """That many streets that are not held out."""
    streets: list[Street] = []
    while len(streets) < n:
        street = natural(chance)
        if street.text() not in kept_apart():
            streets.append(street)
    return streets


def learned_from(n: int, chance: random.Random) -> Lines:
    """That many streets that are not held out, with a caption and a question each."""
    return lines(unseen(n, chance), chance)


def read_and_wanted(
    told: Sequence[Sequence[int]],
) -> tuple[Int[Tensor, "line target"], Int[Tensor, "line target"]]:
    """Words by their numbers as they are read and as they are wanted, filled up."""
    longest = max(map(len, told)) + 1
    rest = [[PAD] * (longest - len(one) - 1) for one in told]
    read = [[START, *one, *pads] for one, pads in zip(told, rest, strict=True)]
    wanted = [[*one, END, *pads] for one, pads in zip(told, rest, strict=True)]
    return torch.tensor(read), torch.tensor(wanted)


def learned(
    network: Captioner,
    drawn: Lines,
    chance: torch.Generator | None = None,
    softly: Bool[Tensor, " line"] | None = None,
) -> tuple[Float[Tensor, "line target"], ...]:
    """The log-probability of each word that counts, else 0; each picture is seen once.

    Of a hard captioner that draws, also the log-probability of the cell at each word
    and the entropy of all cells. After each of `CUTS` only longer lines go on.
    """
    looked, of = network.encode(drawn.picture), drawn.picture_of
    seen = Seen(looked.annotation[of], looked.projected_key[of], looked.start_state[of])
    going, ends = torch.arange(len(of)), drawn.wanted.ne(PAD).sum(-1)
    parts: list[Tensor] = []
    longest = int(ends.max())
    for begin, end in pairwise((0, *(cut for cut in CUTS if cut < longest), longest)):
        writer, columns = network, slice(begin, end)
        if softly is not None and isinstance(network, HardCaptioner):
            writer = network.drawing(chance, softly[going, None, None])
        allowed = torch.ones(len(going), 1, GRID * GRID, dtype=torch.bool)
        steps, logits = writer.write(seen, drawn.read[going, columns], allowed)
        wanted = drawn.wanted[going, columns, None]
        words = logits.log_softmax(-1).gather(-1, wanted).squeeze(-1)
        words = words * drawn.counts[going, columns]
        found = torch.stack([words, *(draws(steps) if softly is not None else ())], -1)
        whole = found.new_zeros(len(of), *found.shape[1:])
        parts.append(whole.index_copy(0, going, found))
        more = ends[going] > end
        going, state = going[more], steps[-1].gates.state[more]
        seen = Seen(seen.annotation[more], seen.projected_key[more], state)
    return torch.cat(parts, 1).unbind(-1)


def from_here_on(
    each: Float[Tensor, "line target"], ahead: float
) -> Float[Tensor, "line target"]:
    """What is at a word and after it, added up; k words ahead counts aheadᵏ."""
    places = torch.arange(each.shape[-1])
    apart = places[:, None] - places
    return each @ torch.where(apart >= 0, ahead ** apart.clamp(min=0), 0.0)


def draws(
    steps: Sequence[AttendingStepRecord],
) -> tuple[Float[Tensor, "line target"], Float[Tensor, "line target"]]:
    """The log-probability of the cell at each word, and the entropy of all cells."""
    scores = torch.stack([one.attention.scores for one in steps], dim=-2)
    weights = torch.stack([one.attention.weights for one in steps], dim=-2)
    logs = scores.log_softmax(-1)
    return (weights.detach() * logs).sum(-1), -(logs.exp() * logs).sum(-1)
