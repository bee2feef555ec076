"""A story as its component draws it: lines, weights of every hop, states, answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from viz.say import captions

if TYPE_CHECKING:
    from core.in_use.memory import MemoryPass, Near

ALSO = 0.75
"""A state is told by a second name that is near to it: so near, beside the nearest."""


@dataclass(frozen=True)
class Wrong:
    """What cannot be read, and why: lines by number, from 0, and the question."""

    lines: Mapping[int, str] = field(default_factory=dict)
    question: str = ""


@dataclass(frozen=True)
class Known:
    """What the checker says: the answer, the lines it rests on, what can be asked."""

    right: str = ""
    supporting: Sequence[int] = ()
    asks: Sequence[str] = ()


def story_view(
    lines: Sequence[str],
    question: str,
    passes: "Mapping[str, MemoryPass]",
    *,
    hops: int,
    hidden: Sequence[int],
    most: int,
    known: Known,
    wrong: Wrong,
    turn: int,
) -> dict[str, Any]:
    """What is sent. `passes` are named "1", "2", "3" by their hops, and "words".

    At most `most` lines can be told; `turn` counts what the reader has told.
    """
    return {
        "lines": list(lines),
        "question": question,
        "hidden": list(hidden),
        "hops": hops,
        "most": most,
        "turn": turn,
        "right": known.right,
        "supporting": list(known.supporting),
        "asks": list(known.asks),
        "wrong": {
            "lines": {str(at): why for at, why in wrong.lines.items()},
            "question": wrong.question,
        },
        "points": False,
        "networks": {name: _network(told) for name, told in passes.items()},
    }


def _network(told: "MemoryPass") -> dict[str, Any]:
    last = told.weights[-1]
    peak = int(last.argmax())
    return {
        "weights": [[round(w, 4) for w in row] for row in told.weights.tolist()],
        "states": [nearest(near) for near in told.states[:-1]],
        "answer": told.answer.word,
        "percent": percent(told.answer.probability),
        "peak": {"line": str(peak + 1), "percent": percent(float(last[peak]))},
    }


def nearest(near: "Sequence[Near]") -> list[list[Any]]:
    """The one or two names that a state is told by, with their cosines."""
    first, second = near[:2]
    told = [first, second] if second.cosine >= ALSO * first.cosine else [first]
    return [[one.word, round(one.cosine, 3)] for one in told]


def percent(share: float) -> str:
    """A share of 1 in whole percent: 94%; all of it only where it is all."""
    if 0.995 <= share < 1:
        return captions.say("percent", number="> 99")
    return captions.percent(share)
