"""An exercise: what is asked, what answers it, and what is said to each answer.

Sets of them are files: `viz.content.exercise_sets` reads those.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.exercises.checks import Bounds, Check
from viz.content import presets


@dataclass(frozen=True)
class Choice:
    """One choice, right where what was found `is_` that, or lies in a range."""

    say: str
    bounds: Bounds


@dataclass(frozen=True)
class Predict:
    """What a reader commits to.

    `words` are what a `word` is chosen from; where there are none they are the columns
    of the row that is asked for, as those of `cells` and of an `order` always are.
    """

    kind: str
    choices: tuple[Choice, ...] = ()
    words: tuple[str, ...] = ()
    tolerance: float = 0.0
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class When:
    """What is said to one wrong answer: these words, or numbers near that."""

    said: tuple[str, ...]
    near: float | None
    tolerance: float
    say: str


@dataclass(frozen=True)
class Exercise:
    """Commit, reveal, explain. One that is `worked` shows its answer at once.

    `stop` names the stop of the path that it asks about, if there is one.
    """

    id: str
    ask: str
    predict: Predict
    page: str
    state: Mapping[str, str]
    answer: Check | None
    expects: tuple[tuple[Check, Bounds], ...]
    numbers: Mapping[str, Check]
    right: str
    wrong: str
    unsure: str
    explain: str
    when: tuple[When, ...]
    worked: bool
    digits: int
    stop: str = ""

    @property
    def texts(self) -> Mapping[str, str]:
        """What tables take of its preset: sentence and reference translation."""
        preset = presets.by_id().get(self.state.get("preset", ""))
        return {"english": preset.english, "french": preset.french} if preset else {}

    @property
    def opened(self) -> dict[str, str]:
        """What the address of its state says."""
        return presets.opened(self.page, self.state)


@dataclass(frozen=True)
class ExerciseSet:
    """A worksheet; `place` says where it stands among the others."""

    name: str
    title: str
    about: str
    licence: str
    place: float
    exercises: tuple[Exercise, ...] = field(repr=False)
