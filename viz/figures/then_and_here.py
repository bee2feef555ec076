"""The paper's training beside that of the shipped models, as rows of a table."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from core.labs.then_and_here import BIG, BLEU, GPUS, Training
from viz.content.texts import texts
from viz.figures.quality import MISSING, called
from viz.say.numbers import powered, written

say = texts("models")


@dataclass(frozen=True)
class Trained:
    """A training with what its model's folder says besides: the machine, BLEU scores.

    `bleu` are the scores by their file.
    """

    training: Training
    machine: str
    bleu: Mapping[str, float]


def rows(models: Mapping[str, Trained]) -> list[list[str]]:
    """A row for each thing that can be set side by side; the paper's column first."""
    theirs = [
        *_counted(BIG),
        say("then.said.machine", gpus=GPUS),
        written(BIG.hours, ".0f"),
    ]
    ours = [
        [
            *_counted(one.training),
            one.machine or MISSING,
            written(one.training.hours, ".1f"),
        ]
        for one in models.values()
    ]
    names = ("parameters", "pieces", "operations", "machine", "hours")
    head = [say("then.said.what"), say("then.paper"), *models]
    columns = zip(theirs, *ours, strict=True)
    lines = zip(names, columns, strict=True)
    counted = ([say(f"then.rows.{name}"), *cells] for name, cells in lines)
    return [head, *counted, *_scores(models)]


def _scores(models: Mapping[str, Trained]) -> Iterator[list[str]]:
    """BLEU on each set of sentences: of the paper's model or of ours, never of both."""
    none = [MISSING] * len(models)
    for language, bleu in BLEU.items():
        yield [say(f"then.rows.{language}"), written(bleu, ".1f"), *none]
    for file in dict.fromkeys(file for one in models.values() for file in one.bleu):
        found = (one.bleu.get(file) for one in models.values())
        ours = (MISSING if b is None else written(b, ".1f") for b in found)
        yield [say("then.rows.file", file=called(file)), MISSING, *ours]


def _counted(training: Training) -> list[str]:
    return [
        written(training.parameters, ","),
        written(training.pieces, ","),
        powered(training.operations),
    ]
