"""Captions of a street, on one thread: one written, one answered, many drawn."""

from collections.abc import Callable
from functools import partial

import torch

from bench.report import Report, in_turn
from core.in_use.captioner import WRITERS, ask, describe, draw_many
from core.in_use.small import load
from core.worlds.questions import ask as read
from core.worlds.streets import lecture

ROUNDS, DRAWN = 20, 200
QUESTION = "What color is the thing left of the stop sign?"


def measure(report: Report) -> None:
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        measured(report)
    finally:
        torch.set_num_threads(threads)


def measured(report: Report) -> None:
    """A caption of each writer, an answer, and draws of the hard one."""
    street = lecture("sign")
    models = {writer: load(name) for writer, name in WRITERS.items()}
    told = describe(models["hard"], street, seed=1)
    works: dict[str, Callable[[], object]] = {
        f"a caption, {writer}": partial(describe, model, street, seed=1)
        for writer, model in models.items()
    }
    works["an answer, soft"] = partial(ask, models["soft"], street, read(QUESTION))
    works[f"{DRAWN} hard captions"] = partial(draw_many, models["hard"], told, DRAWN)
    found = in_turn(list(works.values()), ROUNDS)
    for name, times in zip(works, found, strict=True):
        bar = 1000.0 if name.startswith(str(DRAWN)) else None
        report.spread(name, times, "written and recorded", bar)
