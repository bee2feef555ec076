"""What is changed on purpose in one pass of the Transformer: named and checked.

Everything counts from 0, as in the code. An attention is named as in a trace:
"encoder.0.self_attention", "decoder.2.cross_attention".
"""

import re
from dataclasses import dataclass

from core.errors import InputError

MAX_PADS = 12
MAX_FORBIDDEN = 256
MAX_WORD_CHANGES = 8
SIDES = ("encoder", "decoder")
KINDS = {
    "self_attention": "self-attention",
    "cross_attention": "cross-attention",
    "feed_forward": "feed-forward",
}
_NAME = re.compile(r"(encoder|decoder)\.([0-9]{1,3})\.([a-z_]+)")


@dataclass(frozen=True)
class Forbidden:
    """Cells that a query may not look at: their scores become −∞.

    None stands for every head, every row (`query`) or every column (`key`). Rows and
    columns are pieces.
    """

    attention: str
    head: int | None = None
    query: int | None = None
    key: int | None = None

    def __post_init__(self) -> None:
        _check_attention(self.attention)
        for name in ("head", "query", "key"):
            value = getattr(self, name)
            if value is not None and value < 0:
                raise InputError(f"A {name} cannot be {value}; they count from 0.")


@dataclass(frozen=True)
class Silent:
    """A head whose mixed values become zero, so that it adds nothing to the join."""

    attention: str
    head: int

    def __post_init__(self) -> None:
        _check_attention(self.attention)
        if self.head < 0:
            raise InputError(f"A head cannot be {self.head}; they count from 0.")


@dataclass(frozen=True)
class WordChange:
    """One source word swapped with another, deleted, or blanked in place.

    `word` and `other` count the words of the sentence as it was typed.
    """

    kind: str
    word: int
    other: int | None = None

    def __post_init__(self) -> None:
        if self.kind not in ("swap", "delete", "blank"):
            raise InputError(f"A word can be swapped, deleted or blanked: {self.kind}?")
        if (self.other is not None) != (self.kind == "swap"):
            raise InputError("Swapping takes two words, the other changes take one.")
        if self.word == self.other:
            raise InputError("A word cannot be swapped with itself; choose another.")


@dataclass(frozen=True)
class Experiment:
    """What is changed on purpose in one pass; nothing, unless it is said.

    `causal`: whether a decoder position may look only at itself and before.
    `pads`: how many ‹pad› pieces stand after the source.
    `padding_mask`: whether no query may look at them.
    `forbidden`: more cells that nobody may look at. In free running a row of the
    decoder is the step with that number, whatever word is written there.
    `silent`: heads that are switched off.
    `no_positions`: the sides ("encoder", "decoder") that are not told any positions.
    `scaled`: whether scores are divided by √d_k.
    `no_residual`: the one sublayer whose input is not added to its output again.
    `words`: changes of the source, word by word.
    """

    causal: bool = True
    pads: int = 0
    padding_mask: bool = True
    forbidden: frozenset[Forbidden] = frozenset()
    silent: frozenset[Silent] = frozenset()
    no_positions: frozenset[str] = frozenset()
    scaled: bool = True
    no_residual: str | None = None
    words: tuple[WordChange, ...] = ()

    def __post_init__(self) -> None:
        if not 0 <= self.pads <= MAX_PADS:
            raise InputError(f"{self.pads} pads; choose 0 to {MAX_PADS}.")
        if len(self.forbidden) > MAX_FORBIDDEN:
            raise InputError(
                f"{len(self.forbidden)} forbidden cells; keep {MAX_FORBIDDEN}, "
                "or forbid a whole column at once."
            )
        if len(self.words) > MAX_WORD_CHANGES:
            raise InputError(
                f"{len(self.words)} changes of words; keep {MAX_WORD_CHANGES}."
            )
        for side in self.no_positions:
            if side not in SIDES:
                raise InputError(
                    f"Positions belong to {' and '.join(SIDES)}, not to {side!r}."
                )
        if self.no_residual is not None:
            parts(self.no_residual)

    @property
    def rewires(self) -> bool:
        """Whether anything inside the network is changed, and not only its input."""
        return bool(
            self.forbidden
            or self.silent
            or self.no_positions
            or not self.scaled
            or self.no_residual
        )


AS_IT_IS = Experiment()


def parts(sublayer: str) -> tuple[str, int, str]:
    """Stack, layer and kind of a sublayer; InputError where there is no such name."""
    match = _NAME.fullmatch(sublayer)
    if match is None or match[3] not in KINDS:
        raise InputError(f"There is no sublayer {sublayer!r}.")
    if match[1] == "encoder" and match[3] == "cross_attention":
        raise InputError("The encoder has no cross-attention: it looks at itself only.")
    return match[1], int(match[2]), match[3]


def spoken(sublayer: str) -> str:
    """The name of a sublayer in words: "decoder self-attention, layer 2"."""
    stack, layer, kind = parts(sublayer)
    return f"{stack} {KINDS[kind]}, layer {layer + 1}"


def check_fit(experiment: Experiment, n_layers: int, n_heads: int) -> None:
    """InputError where a model has not so many layers or heads."""
    named = [cell.attention for cell in experiment.forbidden]
    named += [head.attention for head in experiment.silent]
    named += [experiment.no_residual] if experiment.no_residual else []
    for name in named:
        stack, layer, _ = parts(name)
        if layer >= n_layers:
            raise InputError(
                f"The {stack} has no layer {layer + 1}; they are 1 to {n_layers}."
            )
    for chosen in (*experiment.forbidden, *experiment.silent):
        if chosen.head is not None and chosen.head >= n_heads:
            raise InputError(
                f"There is no head {chosen.head + 1}; they are 1 to {n_heads}."
            )


def _check_attention(name: str) -> None:
    if parts(name)[2] == "feed_forward":
        raise InputError("A feed-forward sublayer has no heads and no cells.")
