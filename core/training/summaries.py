"""What networks learn that sum a story up in its own lines, and how they are judged.

They are told which lines tell what happened to a thing: who took it last, where they
were with it last, and that they dropped it.
"""

import random
from collections.abc import Mapping, Sequence
from functools import cached_property
from statistics import fmean
from typing import Any

import torch
from jaxtyping import Int
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy

from core.in_use.memory import numbered, told_lines
from core.in_use.summaries import belonging, pointed_at, share_on
from core.networks.pointer import AloneRecord, Pointer, PointerAlone, PointerRecord
from core.training.stories import beside
from core.training.summaries_card import card
from core.worlds.shown_stories import SHOWN
from core.worlds.stories import LONGEST, SHORTEST, Story
from core.worlds.summaries import (
    MOST,
    asks_of,
    drawn_summary,
    kept,
    naming,
    summed_up,
    thing_of,
    things_told,
)
from core.worlds.telling import read

HELD_OUT, LOOKED_AT = 1_300, 260
"""Stories on which it is measured, and others on which it is validated."""
LENGTHS = range(4, LONGEST + 1)
"""How long both are, each length in its turn."""
GROUPS = {"4–8": range(4, 9), "9–12": range(9, 13), "13–16": range(13, 17)}
PLACES = 4

Chosen = Sequence[Sequence[int]]
"""The lines of the summary of each story, from 0."""


class Summaries:
    """What happened to one thing of a story, in the lines that say it."""

    @cached_property
    def held_out(self) -> tuple[Story, ...]:
        """The stories on which a network is measured."""
        return apart("held out", HELD_OUT)

    @cached_property
    def looked_at(self) -> tuple[Story, ...]:
        """The stories on which it is validated."""
        return apart("looked at", LOOKED_AT)

    @cached_property
    def kept_apart(self) -> frozenset[str]:
        """The texts of all of them: none is ever learned from."""
        return frozenset(one.text for one in (*self.held_out, *self.looked_at))

    def loss(
        self, network: nn.Module, chance: torch.Generator, batch: int, done: float
    ) -> Tensor:
        """Cross-entropy of the lines pointed at, or of each line's yes or no."""
        rng = random.Random(int(torch.randint(2**62, (), generator=chance)))
        stories: list[Story] = []
        while len(stories) < batch:
            one = drawn_summary(rng, rng.randint(SHORTEST, LONGEST))
            if one.text not in self.kept_apart:
                stories.append(one)
        record = passed(network, stories, wanted := wanted_of(stories))
        if isinstance(record, AloneRecord):
            right = torch.zeros_like(record.scores)
            for row, one in enumerate(stories):
                right[row, list(one.supporting)] = 1
            there = record.allowed
            return binary_cross_entropy_with_logits(record.scores[there], right[there])
        scores = torch.stack([step.scores for step in record.steps], 1)
        allowed = torch.stack([step.allowed for step in record.steps], 1)
        scores = scores.masked_fill(~allowed, -torch.inf)
        end = scores.shape[-1] - 1
        after = (wanted == end).cumsum(-1) > 1
        return cross_entropy(scores[~after], wanted[~after])

    def validate(self, network: nn.Module) -> dict[str, float]:
        """The share of summaries that are right, line for line."""
        chosen = chosen_by(network, self.looked_at)
        return {"exact": _share(map(exact, self.looked_at, chosen))}

    def measure(self, network: nn.Module) -> dict[str, Any]:
        """Summaries of stories held out, beside three that need no network.

        `exact` are the same lines as the checker's; `found` is the share of its lines
        that are there, `right` that of the lines there that are its; `kept` says how
        often whoever reads nothing else finds the thing where it is. `named` are all
        lines that name the thing, `last_named` the last of them, `recent` the last
        lines of the story. `on` is the mean weight on the checker's lines in the steps
        that chose a line, `on_uniform` that of equal weights.
        """
        stories = self.held_out
        chosen = chosen_by(network, stories)
        figures: dict[str, Any] = {
            "stories": len(stories),
            "lines": [LENGTHS.start, LENGTHS.stop - 1],
            "of": round(fmean(len(one.lines) for one in stories), 2),
            "telling": round(fmean(len(one.supporting) for one in stories), 2),
            **judged(stories, chosen),
            "by_lines": {
                name: _share(
                    exact(one, found)
                    for one, found in zip(stories, chosen, strict=True)
                    if len(one.lines) in lengths
                )
                for name, lengths in GROUPS.items()
            },
        }
        for name, picks in PLAIN.items():
            figures[name] = judged(stories, [picks(one) for one in stories])
        if isinstance(network, Pointer):
            figures |= looked(network, stories)
        return figures

    def golden(self, network: nn.Module) -> list[dict[str, Any]]:
        """The stories with a name: what is chosen of them for each of their things."""
        asked = [
            (name, summed_up(one.lines, asks_of(thing)))
            for name, one in SHOWN.items()
            for thing in things_told([read(line) for line in one.lines])
        ]
        chosen = chosen_by(network, [one for _, one in asked])
        return [
            {"story": name, "question": one.question, "chosen": list(found)}
            for (name, one), found in zip(asked, chosen, strict=True)
        ]

    def card(self, info: Mapping[str, Any]) -> tuple[str, str]:
        """What it is, and a table beside what needs no network."""
        return card(info)


def apart(name: str, number: int) -> tuple[Story, ...]:
    """That many stories, seeded by that name, with `LENGTHS` in turn."""
    return tuple(
        drawn_summary(random.Random(f"{name} {n}"), LENGTHS[n % len(LENGTHS)])
        for n in range(number)
    )


def wanted_of(stories: Sequence[Story]) -> Int[Tensor, "story step"]:
    """The lines to be pointed at; ‹end›, the key after the longest, fills them up."""
    end = max(len(one.lines) for one in stories)
    return torch.tensor(
        [[*one.supporting, *[end] * (MOST - len(one.supporting))] for one in stories]
    )


def passed(
    network: nn.Module,
    stories: Sequence[Story],
    wanted: Int[Tensor, "story step"] | None = None,
) -> PointerRecord | AloneRecord:
    """One pass over the stories beside each other; TypeError for another network."""
    lines = beside(stories)
    question = numbered([thing_of(one.question) for one in stories])
    inputs = (lines, question, told_lines(lines))
    if isinstance(network, PointerAlone):
        return network(*inputs)
    if not isinstance(network, Pointer):
        raise TypeError("only a network that points at lines learns summaries")
    return network(*inputs, wanted)


def chosen_by(network: nn.Module, stories: Sequence[Story]) -> list[tuple[int, ...]]:
    """The lines that a network chooses of each story."""
    with torch.inference_mode():
        record = passed(network, stories)
    if isinstance(record, AloneRecord):
        each = zip(record.scores, record.allowed, strict=True)
        return [
            belonging(AloneRecord(record.lines, there, scores))
            for scores, there in each
        ]
    return [
        pointed_at([step.weights[at] for step in record.steps])
        for at in range(len(stories))
    ]


def looked(network: Pointer, stories: Sequence[Story]) -> dict[str, float]:
    """The mean share of attention on the lines that tell it, and of equal weights."""
    with torch.inference_mode():
        record = passed(network, stories)
    if not isinstance(record, PointerRecord):
        raise TypeError("only a network that points attends")
    on, equal = [], []
    for at, one in enumerate(stories):
        steps = len(pointed_at([step.weights[at] for step in record.steps]))
        rows = record.steps[:steps]
        on.append(share_on([step.weights[at] for step in rows], one.supporting))
        allowed = [step.allowed[at] for step in rows]
        equal.append(share_on([row / row.sum() for row in allowed], one.supporting))
    return {"on": round(fmean(on), PLACES), "on_uniform": round(fmean(equal), PLACES)}


# --- what is right --------------------------------------------------------------------


def named(one: Story) -> tuple[int, ...]:
    """All lines that name the thing."""
    return naming(one.lines, thing_of(one.question))


def last_named(one: Story) -> tuple[int, ...]:
    """The last line that names the thing."""
    return named(one)[-1:]


def recent(one: Story) -> tuple[int, ...]:
    """The last lines of the story, as many as a summary can have."""
    return tuple(range(len(one.lines)))[-MOST:]


PLAIN = {"named": named, "last_named": last_named, "recent": recent}


def exact(one: Story, chosen: Sequence[int]) -> bool:
    """Whether the same lines are chosen as tell it."""
    return tuple(chosen) == one.supporting


def judged(stories: Sequence[Story], chosen: Chosen) -> dict[str, float]:
    """How many summaries, lines and places are right; see `Summaries.measure`."""
    pairs = list(zip(stories, chosen, strict=True))
    both = sum(len({*one.supporting} & {*found}) for one, found in pairs)
    there = sum(len(found) for _, found in pairs)
    return {
        "exact": _share(exact(*pair) for pair in pairs),
        "found": round(both / sum(len(one.supporting) for one, _ in pairs), PLACES),
        "right": round(both / max(there, 1), PLACES),
        "kept": _share(kept(*pair) for pair in pairs),
    }


def _share(right: Any) -> float:
    return round(fmean(map(float, right)), PLACES)
