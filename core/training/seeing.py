"""A writer of captions, and how it learns to see while it stays as it is.

First it reads captions alone. Then it is frozen, and only its looks at the cells of a
picture are learned; the cells are those of a captioner that is shipped, frozen too.
"""

import random
from collections.abc import Mapping, Sequence
from typing import Any

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from core.in_use.captioner import captioner, seeing
from core.in_use.seeing import Cells, scored, written
from core.in_use.small import load
from core.networks.captioner import Captioner
from core.networks.seeing_writer import CaptionWriter, SeeingWriter
from core.training.captions import HELD_OUT, VALIDATING, read_and_wanted, unseen
from core.worlds.captions import PAD, caption, judge, numbers
from core.worlds.street import Street
from core.worlds.streets import any_street

AT_ONCE = 100
PLACES = 4
GOLDEN = 6


class WriteCaptions:
    """Captions without their pictures."""

    def loss(
        self, network: nn.Module, chance: torch.Generator, batch: int, done: float
    ) -> Tensor:
        """Minus the log-probability of the words, in nats a word."""
        read, wanted = words_of(drawn(chance, batch))
        return nats(_writer(network), read, wanted)

    def validate(self, network: nn.Module) -> dict[str, float]:
        """How likely the words of captions are that are kept apart; more is better."""
        seeds = range(HELD_OUT, HELD_OUT + VALIDATING)
        return {"likely": self._likely(network, seeds)}

    def measure(self, network: nn.Module) -> dict[str, Any]:
        """The same on those that are held out, and what is likeliest of all."""
        [words] = words_written(network, [any_street(0)])
        return {
            "captions": HELD_OUT,
            "likely": self._likely(network, range(HELD_OUT)),
            "commonest": " ".join(words),
        }

    def _likely(self, network: nn.Module, seeds: Sequence[int]) -> float:
        read, wanted = words_of([any_street(seed) for seed in seeds])
        with torch.inference_mode():
            loss = nats(_writer(network), read, wanted)
        return round(float((-loss).exp()), PLACES)

    def golden(self, network: nn.Module) -> list[dict[str, Any]]:
        """What it writes without a picture: always the same."""
        [words] = words_written(network, [any_street(0)])
        return [{"written": list(words)}]

    def card(self, info: Mapping[str, Any]) -> tuple[str, str]:
        """What it is, and how good it is."""
        found = info["measured"]
        return (
            "Writes captions of streets that it never saw: a decoder alone (Radford et "
            "al. 2019), trained on captions without their pictures.",
            f"On {found['captions']:,} captions that it never learned from a word gets "
            f"{100 * found['likely']:.1f}% on (geometric) average. Its likeliest "
            f"caption: “{found['commonest']}”.",
        )


class LearnToSee:
    """Captions with their pictures, for the looks of a frozen writer.

    `writer` is the model that is frozen, `reader` the captioner whose cells are seen.
    """

    def __init__(
        self, writer: str = "captions-writer", reader: str = "captions-soft"
    ) -> None:
        self.writer, self.reader = writer, reader
        self._seen: Captioner | None = None

    def begin(self, network: nn.Module) -> None:
        """Take over the writer as it is, and learn nothing else of it."""
        seeing_writer = _seeing(network)
        known = load(self.writer).network.state_dict()
        missing = seeing_writer.load_state_dict(known, strict=False)
        if missing.unexpected_keys:
            raise ValueError(f"{self.writer} is no writer of captions")
        seeing_writer.freeze_writer()

    def cells(self, streets: Sequence[Street]) -> Cells:
        """What the frozen captioner sees of streets."""
        if self._seen is None:
            self._seen = captioner(load(self.reader))
        with torch.no_grad():
            return self._seen.encode(seeing(streets)).annotation

    def loss(
        self, network: nn.Module, chance: torch.Generator, batch: int, done: float
    ) -> Tensor:
        """Minus the log-probability of the words, in nats a word."""
        streets = drawn(chance, batch)
        read, wanted = words_of(streets)
        return nats(_seeing(network), read, wanted, self.cells(streets))

    def validate(self, network: nn.Module) -> dict[str, float]:
        """Right captions of streets that are kept apart."""
        seeds = range(HELD_OUT, HELD_OUT + VALIDATING)
        return self.judged(network, [any_street(seed) for seed in seeds])

    def measure(self, network: nn.Module) -> dict[str, Any]:
        """The figures on the streets that are held out, open, half open and shut."""
        streets = [any_street(seed) for seed in range(HELD_OUT)]
        return {
            "streets": HELD_OUT,
            **self.judged(network, streets),
            "half": self.judged(network, streets, 0.5),
            "shut": self.judged(network, streets, 0.0),
        }

    def judged(
        self, network: nn.Module, streets: Sequence[Street], opened: float = 1.0
    ) -> dict[str, float]:
        """The share of exact captions, of true ones, and of right things."""
        told: list[tuple[str, ...]] = []
        for at in range(0, len(streets), AT_ONCE):
            some = streets[at : at + AT_ONCE]
            told += words_written(network, some, self.cells(some), opened)
        found = [judge(one, words) for one, words in zip(streets, told, strict=True)]
        right = sum(one.right for one in found)
        of = sum(max(one.told, one.there) for one in found)
        return {
            "exact": round(sum(one.exact for one in found) / len(found), PLACES),
            "true": round(sum(one.true for one in found) / len(found), PLACES),
            "right_things": round(right / of, PLACES),
        }

    def golden(self, network: nn.Module) -> list[dict[str, Any]]:
        """What it writes about the first streets, open and shut."""
        streets = [any_street(seed) for seed in range(GOLDEN)]
        cells = self.cells(streets)
        both = [words_written(network, streets, cells, opened) for opened in (1.0, 0.0)]
        return [
            {"street": street.text(), "written": list(seen), "shut": list(blind)}
            for street, seen, blind in zip(streets, *both, strict=True)
        ]

    def card(self, info: Mapping[str, Any]) -> tuple[str, str]:
        """What it is, and how good it is."""
        found = info["measured"]
        rows = [
            f"On {found['streets']:,} streets that it never learned from:",
            "",
            "| α | exact caption | nothing wrong | right things |",
            "|---|---|---|---|",
            *(
                f"| {name} | {100 * one['exact']:.1f}% | {100 * one['true']:.1f}% | "
                f"{100 * one['right_things']:.1f}% |"
                for name, one in (
                    ("as trained", found),
                    ("half of it", found["half"]),
                    ("0: the writer alone", found["shut"]),
                )
            ),
        ]
        return (
            f"Writes captions of streets: the model {self.writer}, which never saw a "
            "picture and is frozen, and before each of its layers gated "
            f"cross-attention to the cells that {self.reader} sees, frozen too "
            "(Flamingo, Alayrac et al. 2022, section 2.2).",
            "\n".join(rows),
        )


def drawn(chance: torch.Generator, n: int) -> list[Street]:
    """That many streets that are not held out."""
    rng = random.Random(int(torch.randint(2**53, (1,), generator=chance)))
    return unseen(n, rng)


def words_of(
    streets: Sequence[Street],
) -> tuple[Int[Tensor, "street target"], Int[Tensor, "street target"]]:
    """What is read of captions and what is wanted, filled up to the longest."""
    told = [numbers(caption(one).words) for one in streets]
    return read_and_wanted(told)


def nats(
    network: CaptionWriter,
    read: Int[Tensor, "street target"],
    wanted: Int[Tensor, "street target"],
    cells: Cells | None = None,
) -> Float[Tensor, ""]:
    """Minus the mean log-probability of the words that are wanted."""
    logits = scored(network, read, cells)
    words = logits.log_softmax(-1).gather(-1, wanted[..., None]).squeeze(-1)
    counts = wanted.ne(PAD)
    return -(words * counts).sum() / counts.sum()


def words_written(
    network: nn.Module,
    streets: Sequence[Street],
    cells: Cells | None = None,
    opened: float = 1.0,
) -> list[tuple[str, ...]]:
    """What is written about each street, without cells by a writer that sees none."""
    seen = torch.zeros(len(streets), 0, 0) if cells is None else cells
    return [words for words, _ in written(_writer(network), seen, opened)]


def _writer(network: nn.Module) -> CaptionWriter:
    if not isinstance(network, CaptionWriter):
        raise TypeError("only a writer of captions learns them")
    return network


def _seeing(network: nn.Module) -> SeeingWriter:
    if not isinstance(network, SeeingWriter):
        raise TypeError("only a writer with looks learns to see")
    return network
