"""What answerers of questions about stories learn, and how they are judged.

They are told the answer alone, never which lines it rests on.
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import torch
from jaxtyping import Bool, Int
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from core.in_use.memory import answer_id, numbered, told_lines
from core.networks.memory import HierarchicalRecord, MemoryRecord
from core.worlds.shown_stories import LECTURES
from core.worlds.stories import LONGEST, SHORTEST, TASKS, Story, drawn, story
from core.worlds.telling import COLOURS, PLACES, VOCABULARY, words, written

HELD_OUT = 1_000
"""Stories of each task that no training sees, and on which a network is measured."""
LOOKED_AT = 250
"""Others, on which it is validated while it learns."""
LENGTHS = range(4, 13)
"""How long both are, each length in its turn."""


@dataclass(frozen=True, eq=False)
class Told:
    """Stories as a network reads them, with the place of each answer."""

    lines: Int[Tensor, "story line word"]
    question: Int[Tensor, "story asked"]
    allowed: Bool[Tensor, "story 1 line"]
    wanted: Int[Tensor, " story"]


def told(stories: Sequence[Story]) -> Told:
    """The stories beside each other, shorter ones filled up with lines of nothing."""
    lines = beside(stories)
    return Told(
        lines,
        numbered([one.question for one in stories]),
        told_lines(lines),
        torch.tensor([answer_id(one.answer) for one in stories]),
    )


def beside(stories: Sequence[Story]) -> Int[Tensor, "story line word"]:
    """The words of all lines, shorter stories filled up with lines of nothing."""
    most = max(len(one.lines) for one in stories)
    ids = numbered([line for one in stories for line in one.lines])
    lines = torch.zeros(len(stories), most, ids.shape[-1], dtype=torch.long)
    there = torch.tensor(
        [[at < len(one.lines) for at in range(most)] for one in stories]
    )
    lines[there] = ids
    return lines


class Stories:
    """Stories of all tasks with the answer of the checker.

    For the first `linear` of all updates there is no softmax: the linear start of
    Sukhbaatar et al. (2015), section 4.2.
    """

    def __init__(self, linear: float = 0.1) -> None:
        if not 0 <= linear < 1:
            raise ValueError(f"linear is at least 0 and below 1, not {linear}")
        self.linear = linear

    @cached_property
    def held_out(self) -> Mapping[str, tuple[Story, ...]]:
        """The stories of each task on which a network is measured."""
        return apart("held out", HELD_OUT)

    @cached_property
    def looked_at(self) -> Mapping[str, tuple[Story, ...]]:
        """The stories of each task on which it is validated."""
        return apart("looked at", LOOKED_AT)

    @cached_property
    def kept_apart(self) -> frozenset[str]:
        """The texts of all of them: none is ever learned from."""
        every = (*self.held_out.values(), *self.looked_at.values())
        return frozenset(one.text for stories in every for one in stories)

    def loss(
        self, network: nn.Module, chance: torch.Generator, batch: int, done: float
    ) -> Tensor:
        """Cross-entropy of the answers to stories of all tasks and lengths."""
        seed = int(torch.randint(2**62, (), generator=chance))
        stories = told(self.drawn(random.Random(seed), batch))
        record = network(
            stories.lines, stories.question, stories.allowed, done < self.linear
        )
        return cross_entropy(record.logits, stories.wanted)

    def drawn(self, chance: random.Random, number: int) -> list[Story]:
        """That many stories, none of them held out."""
        found: list[Story] = []
        while len(found) < number:
            length = chance.randint(SHORTEST, LONGEST)
            made = drawn(chance, chance.choice(TASKS), length)
            if made.text not in self.kept_apart:
                found.append(made)
        return found

    def validate(self, network: nn.Module) -> dict[str, float]:
        """The share of right answers, over all tasks and of each."""
        found = {
            task: float(right(passed(network, stories), stories).float().mean())
            for task, stories in self.looked_at.items()
        }
        mean = sum(found.values()) / len(found)
        return {
            name: round(share, 4) for name, share in {"right": mean, **found}.items()
        }

    def measure(self, network: nn.Module) -> dict[str, Any]:
        """Right answers of each task on stories held out, beside what needs no model.

        `commonest` is answering with the word that is right most often in that task,
        `last_named` with the last place, or colour, that the story names. `on` is for
        each hop the mean weight on the lines that the answer rests on, and
        `on_uniform` what equal weights would give them.
        """
        return {
            "stories": HELD_OUT,
            "lines": [LENGTHS.start, LENGTHS.stop - 1],
            "tasks": {
                task: measured(network, stories)
                for task, stories in self.held_out.items()
            },
        }

    def golden(self, network: nn.Module) -> list[dict[str, Any]]:
        """The stories of the lectures: answers, and weights of every hop."""
        found = []
        for name, one in LECTURES.items():
            record = passed(network, [one])
            shares = record.logits[0].softmax(-1)
            best = int(shares.argmax())
            found.append(
                {
                    "story": name,
                    "answer": written(VOCABULARY[best]),
                    "probability": round(float(shares[best]), 4),
                    "weights": [
                        [round(w, 4) for w in hop.weights[0].tolist()]
                        for hop in record.hops
                    ],
                }
            )
        return found

    def card(self, info: Mapping[str, Any]) -> tuple[str, str]:
        """What it is, and a table of what it answers."""
        hops = info["sizes"].get("n_hops")
        what = CARD["memory" if hops else "hierarchical"].format(
            hops=HOPS.get(hops, hops)
        )
        measured = info["measured"]
        rows = [
            f"| {CARD[task]} | {_share(one['right'])} | {_share(one['commonest'])} "
            f"| {_share(one['last_named'])} |"
            for task, one in measured["tasks"].items()
        ]
        first, last = measured["lines"]
        head = CARD["measured"].format(
            stories=f"{measured['stories']:,}", first=first, last=last
        )
        return what, "\n".join([head, "", *TABLE, *rows])


CARD = {
    "memory": "Answers questions about short stories in {hops}: an end-to-end "
    "memory network (Sukhbaatar et al. 2015) with position encoding, temporal encoding "
    "and adjacent weights.",
    "hierarchical": "Answers questions about short stories in one look: attention over "
    "the words of each line, then over the lines (after Yang et al. 2016), with the "
    "question as the query of both.",
    "person": "where somebody is (one line)",
    "thing": "where a thing is (two lines)",
    "before": "where a thing was before (three lines)",
    "colour": "the colour of an animal, by its kind (three lines)",
    "measured": "Right answers on {stories} stories of each task, of {first} to {last} "
    "lines, none of which was learned from. Beside them: always the commonest answer, "
    "and the last place or colour that the story names.",
}
HOPS = {1: "one hop", 2: "two hops", 3: "three hops"}
TABLE = (
    "| asked | right | commonest | last named |",
    "|---|---|---|---|",
)


def apart(name: str, number: int) -> dict[str, tuple[Story, ...]]:
    """That many stories of each task, seeded by that name, with `LENGTHS` in turn."""
    return {
        task: tuple(
            story(f"{name} {n}", task, LENGTHS[n % len(LENGTHS)]) for n in range(number)
        )
        for task in TASKS
    }


def passed(
    network: nn.Module, stories: Sequence[Story]
) -> MemoryRecord | HierarchicalRecord:
    """One pass over the stories beside each other."""
    batch = told(stories)
    with torch.inference_mode():
        return network(batch.lines, batch.question, batch.allowed)


def right(
    record: MemoryRecord | HierarchicalRecord, stories: Sequence[Story]
) -> Bool[Tensor, " story"]:
    """Whose answer is right."""
    wanted = torch.tensor([answer_id(one.answer) for one in stories])
    return record.logits.argmax(-1) == wanted


def measured(network: nn.Module, stories: Sequence[Story]) -> dict[str, Any]:
    """The figures of one task; see `Stories.measure`."""
    [(_, common)] = Counter(one.answer for one in stories).most_common(1)
    record = passed(network, stories)
    rests = torch.zeros(record.hops[0].weights.shape, dtype=torch.bool)
    for at, one in enumerate(stories):
        rests[at, list(one.supporting)] = True
    uniform = [len(one.supporting) / len(one.lines) for one in stories]
    return {
        "right": _mean(right(record, stories)),
        "commonest": round(common / len(stories), 4),
        "last_named": _mean(torch.tensor([last_named(o) == o.answer for o in stories])),
        "on": [_mean((hop.weights * rests).sum(-1)) for hop in record.hops],
        "on_uniform": _mean(torch.tensor(uniform)),
    }


def last_named(one: Story) -> str:
    """The last place that a story names; the last colour where one is asked for."""
    known = COLOURS if one.answer in COLOURS else PLACES
    named = [word for word in words("\n".join(one.lines)) if word in known]
    return named[-1] if named else ""


def _mean(numbers: Tensor) -> float:
    return round(float(numbers.float().mean()), 4)


def _share(share: float) -> str:
    return f"{100 * share:.1f}%"
