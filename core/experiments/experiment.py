"""What is changed on purpose in one pass of the Transformer: named and checked."""

from collections.abc import Iterable
from dataclasses import dataclass
from operator import attrgetter, methodcaller

from core.errors import InputError
from core.experiments.changes.change import Change
from core.experiments.changes.forbidden_cells import Forbidden
from core.experiments.changes.masks import CausalMaskOff, PaddingMaskOff, Pads
from core.experiments.changes.parts import NoPositions, NoResidual, NoScaling
from core.experiments.changes.silent_heads import Silent
from core.experiments.changes.words import WordChange
from core.networks.names import Parts

MAX_FORBIDDEN = 256
MAX_WORD_CHANGES = 8


@dataclass(frozen=True, init=False, eq=False)
class Experiment:
    """What is changed on purpose in one pass, change by change; nothing, if none is.

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
    `changes`: these and any others as `core.experiments.changes` has them.
    """

    changes: tuple[Change, ...]

    def __init__(
        self,
        causal: bool = True,
        pads: int = 0,
        padding_mask: bool = True,
        forbidden: frozenset[Forbidden] = frozenset(),
        silent: frozenset[Silent] = frozenset(),
        no_positions: frozenset[str] = frozenset(),
        scaled: bool = True,
        no_residual: str | None = None,
        words: tuple[WordChange, ...] = (),
        *,
        changes: Iterable[Change] = (),
    ) -> None:
        written = methodcaller("written")
        asked = [
            *([] if causal else [CausalMaskOff()]),
            *([Pads(pads)] if pads else []),
            *([] if padding_mask else [PaddingMaskOff()]),
            *words,
            *(NoPositions(stack) for stack in sorted(no_positions)),
            *([] if scaled else [NoScaling()]),
            *([] if no_residual is None else [NoResidual(no_residual)]),
            *sorted(silent, key=written),
            *sorted(forbidden, key=written),
            *changes,
        ]
        object.__setattr__(self, "changes", _in_order(asked))
        if len(self.forbidden) > MAX_FORBIDDEN:
            raise InputError(
                "too_many_cells",
                "{n} forbidden cells; at most {most} fit. Forbid whole columns.",
                n=len(self.forbidden),
                most=MAX_FORBIDDEN,
            )
        if len(self.words) > MAX_WORD_CHANGES:
            raise InputError(
                "too_many_word_changes",
                "{n} changes of words; at most {most} fit.",
                n=len(self.words),
                most=MAX_WORD_CHANGES,
            )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Experiment) and self._same == other._same

    def __hash__(self) -> int:
        return hash(self._same)

    @property
    def _same(self) -> tuple[frozenset[Change], tuple[WordChange, ...]]:
        """Equal for equal passes: of all changes only those of words have an order."""
        return frozenset(self.changes), self.words

    def adding(self, *changes: Change) -> "Experiment":
        """The same experiment with changes more."""
        return Experiment(changes=(*self.changes, *changes))

    @property
    def causal(self) -> bool:
        return CausalMaskOff() not in self.changes

    @property
    def pads(self) -> int:
        return sum(one.number for one in self.changes if isinstance(one, Pads))

    @property
    def padding_mask(self) -> bool:
        return PaddingMaskOff() not in self.changes

    @property
    def forbidden(self) -> frozenset[Forbidden]:
        return frozenset(one for one in self.changes if isinstance(one, Forbidden))

    @property
    def silent(self) -> frozenset[Silent]:
        return frozenset(one for one in self.changes if isinstance(one, Silent))

    @property
    def no_positions(self) -> frozenset[str]:
        return frozenset(c.stack for c in self.changes if isinstance(c, NoPositions))

    @property
    def scaled(self) -> bool:
        return NoScaling() not in self.changes

    @property
    def no_residual(self) -> str | None:
        cut = (c.sublayer for c in self.changes if isinstance(c, NoResidual))
        return next(cut, None)

    @property
    def words(self) -> tuple[WordChange, ...]:
        return tuple(one for one in self.changes if isinstance(one, WordChange))

    @property
    def rewires(self) -> bool:
        """Whether anything inside the network is changed, and not only its input."""
        return any(type(one).rewire is not Change.rewire for one in self.changes)


def check_fit(experiment: Experiment, parts: Parts) -> None:
    """InputError where a model has no such stack, layer or head."""
    for change in experiment.changes:
        change.check_fit(parts)


def _in_order(asked: Iterable[Change]) -> tuple[Change, ...]:
    """As they are made; of a kind that stands alone the last one is kept.

    What is asked for twice is done once, but for a change of words: it is made anew.
    """
    kept: list[Change] = []
    for change in asked:
        if change.alone:
            kept = [one for one in kept if type(one) is not type(change)]
        if isinstance(change, WordChange) or change not in kept:
            kept.append(change)
    return tuple(sorted(kept, key=attrgetter("turn")))


AS_IT_IS = Experiment()
