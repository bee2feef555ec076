"""What is in a picture: the kinds of things on a street, or the digit that is written.

Streets are made up as they are needed; digits are scikit-learn's 1,797, which training
alone needs (`pip install headlight[train]`).
"""

import random
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Protocol

import torch
from jaxtyping import Float, Int, Shaped
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy, pad

from core.in_use.captioner import seeing
from core.training.captions import HELD_OUT, VALIDATING, unseen
from core.worlds.street import KINDS, Street
from core.worlds.streets import any_street

AT_ONCE = 100
PLACES = 4
GOLDEN = 6
DARKEST = 16.0
"""Of a digit's pixels, which go from 0 to 16."""
DIGITS_HELD_OUT, DIGITS_VALIDATING = 400, 150
MOST_SHIFTED = 1
"""By how many pixels a digit is moved while it is learned, across and down."""


class Seeing(Protocol):
    """A world of pictures with their truth."""

    def drawn(self, rng: random.Random, n: int) -> tuple[Tensor, Tensor]: ...

    def loss(self, logits: Tensor, truth: Tensor) -> Tensor: ...

    def judged(self, network: nn.Module, *, validating: bool) -> dict[str, Any]: ...

    def golden(self, network: nn.Module) -> list[dict[str, Any]]: ...


class Streets:
    """Which of the kinds of things stand on a street."""

    def drawn(
        self, rng: random.Random, n: int
    ) -> tuple[Float[Tensor, "street 3 row column"], Float[Tensor, "street kind"]]:
        """Streets that are not held out, and what is there."""
        streets = unseen(n, rng)
        return seeing(streets), there(streets)

    def loss(self, logits: Tensor, truth: Tensor) -> Tensor:
        """The binary cross-entropy of each kind, in nats."""
        return binary_cross_entropy_with_logits(logits, truth)

    def judged(self, network: nn.Module, *, validating: bool) -> dict[str, Any]:
        """Streets of which all kinds are right, and each kind by itself."""
        seeds = range(HELD_OUT)
        if validating:
            seeds = range(HELD_OUT, HELD_OUT + VALIDATING)
        streets = [any_street(seed) for seed in seeds]
        truth = there(streets) > 0
        said = torch.cat(
            [
                logits(network, seeing(streets[at : at + AT_ONCE])) > 0
                for at in range(0, len(streets), AT_ONCE)
            ]
        )
        right = said == truth
        common = torch.maximum(truth.float().mean(0), 1 - truth.float().mean(0))
        found: dict[str, Any] = {"exact": _mean(right.all(-1)), "kinds": _mean(right)}
        if not validating:
            found["examples"], found["commonest"] = len(streets), _mean(common)
            found["of"] = {kind: _mean(right[:, at]) for at, kind in enumerate(KINDS)}
        return found

    def golden(self, network: nn.Module) -> list[dict[str, Any]]:
        """Probabilities of every kind on the first streets that are held out."""
        streets = [any_street(seed) for seed in range(GOLDEN)]
        likely = logits(network, seeing(streets)).sigmoid()
        return [
            {"street": street.text(), "likely": _rounded(one)}
            for street, one in zip(streets, likely, strict=True)
        ]


class Digits:
    """Which digit is written on 8 × 8 pixels."""

    def drawn(
        self, rng: random.Random, n: int
    ) -> tuple[Float[Tensor, "digit 1 row column"], Int[Tensor, " digit"]]:
        """Digits that are not held out, moved by a pixel at most."""
        pictures, digits = digits_of(DIGITS_HELD_OUT + DIGITS_VALIDATING, None)
        chosen = rng.choices(range(len(digits)), k=n)
        return torch.stack([_moved(pictures[at], rng) for at in chosen]), digits[chosen]

    def loss(self, logits: Tensor, truth: Tensor) -> Tensor:
        """The cross-entropy of the digit, in nats."""
        return cross_entropy(logits, truth)

    def judged(self, network: nn.Module, *, validating: bool) -> dict[str, Any]:
        """The share of right digits."""
        first = DIGITS_HELD_OUT if validating else 0
        last = first + (DIGITS_VALIDATING if validating else DIGITS_HELD_OUT)
        pictures, digits = digits_of(first, last)
        said = logits(network, pictures).argmax(-1)
        found: dict[str, Any] = {"exact": _mean(said == digits)}
        if not validating:
            common = torch.bincount(digits).max() / len(digits)
            found |= {
                "examples": len(digits),
                "commonest": round(float(common), PLACES),
            }
        return found

    def golden(self, network: nn.Module) -> list[dict[str, Any]]:
        """Probabilities of every digit on the first that are held out."""
        pictures, digits = digits_of(0, GOLDEN)
        likely = logits(network, pictures).softmax(-1)
        return [
            {
                "pixels": (one.flatten() * DARKEST).round().int().tolist(),
                "digit": int(digit),
                "likely": _rounded(probabilities),
            }
            for one, digit, probabilities in zip(pictures, digits, likely, strict=True)
        ]


WORLDS: dict[str, type[Streets] | type[Digits]] = {"streets": Streets, "digits": Digits}


class Seen:
    """What is in a picture of a `world`: streets or digits."""

    def __init__(self, world: str = "streets") -> None:
        if world not in WORLDS:
            raise ValueError(f"world is one of {', '.join(WORLDS)}, not {world}")
        self.world: Seeing = WORLDS[world]()

    @property
    def source(self) -> str:
        """Whose the examples are."""
        return OWNERS["digits" if isinstance(self.world, Digits) else "streets"]

    def loss(
        self, network: nn.Module, chance: torch.Generator, batch: int, done: float
    ) -> Tensor:
        """How wrong the network is about a batch, in nats."""
        rng = random.Random(int(torch.randint(2**53, (1,), generator=chance)))
        pictures, truth = self.world.drawn(rng, batch)
        return self.world.loss(network(pictures).logits, truth)

    def validate(self, network: nn.Module) -> dict[str, float]:
        """Right pictures among those that validate."""
        return self.world.judged(network, validating=True)

    def measure(self, network: nn.Module) -> dict[str, Any]:
        """Every figure, on the pictures that are held out."""
        return self.world.judged(network, validating=False)

    def golden(self, network: nn.Module) -> list[dict[str, Any]]:
        """What the network makes of known pictures."""
        with torch.inference_mode():
            return self.world.golden(network)

    def card(self, info: Mapping[str, Any]) -> tuple[str, str]:
        """What it is, and how good it is."""
        found = info["measured"]
        name = "digits" if isinstance(self.world, Digits) else "streets"
        rows = [
            f"On {found['examples']:,} {name} that it never learned from:",
            "",
            f"- all of it right: {_share(found['exact'])}",
        ]
        if "kinds" in found:
            rows += [
                f"- right about a kind of thing: {_share(found['kinds'])} (always the "
                f"commoner: {_share(found['commonest'])})",
                "",
                "| kind | right |",
                "|---|---|",
                *(f"| {kind} | {_share(one)} |" for kind, one in found["of"].items()),
            ]
        else:
            rows.append(f"- always the commonest: {_share(found['commonest'])}")
        return WHAT[info["kind"]].format(what=OF[name]), "\n".join(rows)


OWNERS = {
    "streets": "Examples and pictures come from the app's own generators.",
    "digits": "The digits are those of E. Alpaydin and C. Kaynak (1998), Optical "
    "Recognition of Handwritten Digits, UCI Machine Learning Repository, CC BY 4.0; "
    "six of them stand in `golden.json`.",
}
OF = {
    "streets": "which kinds of things stand on a small street picture",
    "digits": "which digit is written on 8 × 8 pixels (scikit-learn's copy of the "
    "UCI set by Alpaydin and Kaynak, CC BY 4.0)",
}
WHAT = {
    "gates": "Says {what}: three convolutions, after the second of them a squeeze-and-"
    "excitation block (Hu et al. 2018), the largest of each map, one score a kind.",
    "gates_alone": "Says {what}: three convolutions, the largest of each map, one "
    "score a kind; the network beside the one with a squeeze-and-excitation block.",
    "patches": "Says {what}: a Vision Transformer (Dosovitskiy et al. 2021), patches "
    "as words behind a class token, learned places, layers whose norm stands before "
    "each sublayer.",
    "patches_alone": "Says {what}: three convolutions and the largest of each map; the "
    "network beside the Vision Transformer, with about as many parameters.",
}


def there(streets: Sequence[Street]) -> Float[Tensor, "street kind"]:
    """1 for each kind that stands on a street."""
    kinds = [{one.kind for one in street.things} for street in streets]
    return torch.tensor([[float(kind in one) for kind in KINDS] for one in kinds])


def logits(
    network: nn.Module, pictures: Float[Tensor, "picture color row column"]
) -> Float[Tensor, "picture class"]:
    """The scores of one pass."""
    with torch.inference_mode():
        return network(pictures).logits


@cache
def digits_of(
    first: int, last: int | None
) -> tuple[Float[Tensor, "digit 1 row column"], Int[Tensor, " digit"]]:
    """Some of scikit-learn's digits, in an order that mixes their writers."""
    from sklearn.datasets import load_digits  # for training alone

    found: Any = load_digits()
    order = list(range(len(found.target)))
    random.Random(1).shuffle(order)
    chosen = order[first:last]
    pictures = torch.tensor(found.images[chosen] / DARKEST, dtype=torch.float32)
    return pictures.unsqueeze(1), torch.tensor(found.target[chosen])


def _moved(
    picture: Float[Tensor, "1 row column"], rng: random.Random
) -> Float[Tensor, "1 row column"]:
    down, across = (rng.randint(0, 2 * MOST_SHIFTED) for _ in range(2))
    rows, columns = picture.shape[-2:]
    wider = pad(picture, [MOST_SHIFTED] * 4)
    return wider[:, down : down + rows, across : across + columns]


def _rounded(numbers: Float[Tensor, " n"]) -> list[float]:
    return [round(float(one), PLACES) for one in numbers]


def _mean(numbers: Shaped[Tensor, "..."]) -> float:
    return round(float(numbers.float().mean()), PLACES)


def _share(share: float) -> str:
    return f"{100 * share:.1f}%"
