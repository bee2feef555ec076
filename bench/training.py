"""Training speed in pieces a second: ours and torch.nn, batches and single pairs.

The pieces are random, in the lengths of everyday sentences: the time of an update does
not depend on what the words say. One pair at a time is measured in two ways: word by
word with a loss at every step and plain gradient descent, as widely copied tutorials
train this very model; and as a batch of one in our own loop.
"""

from collections.abc import Callable

import torch
from torch import nn
from torch.nn import functional

from bench.passes import SIZES, Plain
from bench.report import Report, in_turn, middle
from core.networks.kinds import Translating, build
from core.text.tokenizer import PAD
from core.training.corpus import Batch, make_batch
from core.training.loop import bfloat16_is_faster, learn, started
from core.training.recipe import Recipe, Schedule

ROUNDS = 6
PAIRS = 72  # of 16 + 17 pieces: 2,376, half a batch of the recipes
RECURRENT = {"vocabulary": 9000, "d_embedding": 256, "d_state": 256, "d_align": 256}


def measure(report: Report) -> None:
    torch.manual_seed(1)
    half = bfloat16_is_faster(torch.device("cpu"))
    batch, one = random_batch(PAIRS), random_batch(1)
    plain = Plain(SIZES, dropout=0.1).train()
    works = [
        learning("transformer", SIZES, batch, half),
        plain_update(plain, lambda: plain_loss(plain, batch), half),
    ]
    updates, plain_updates = in_turn(works, ROUNDS)
    works = [
        learning("bahdanau", RECURRENT, batch, half),
        learning("bahdanau", RECURRENT, one, half),
        tutorial_update(build("bahdanau", RECURRENT).train(), one),
    ]
    batches, pairs, stepped = in_turn(works, ROUNDS)
    ours = rate(report, "transformer", batch, updates)
    theirs = rate(report, "torch.nn, the same size", batch, plain_updates)
    many = rate(report, "bahdanau", batch, batches)
    single = rate(report, "bahdanau, a batch of one", one, pairs)
    tutorial = rate(report, "bahdanau, one pair, tutorial", one, stepped)
    title = "training: ours / torch.nn.Transformer, pieces/s"
    report.ratio(title, ours / theirs, 2.2, at_least=True)
    title = "training: recurrent, batch / one pair, tutorial"
    report.ratio(title, many / tutorial, 20.0, at_least=True)
    report.ratio("training: recurrent, batch / batch of one", many / single)


def rate(report: Report, name: str, batch: Batch, times: list[float]) -> float:
    """Pieces a second of updates with one batch."""
    found = batch.pieces / middle(times) * 1000
    threads = f"{torch.get_num_threads()} threads"
    report.figure(f"training: {name}", found, "pieces/s", threads)
    return found


def random_batch(pairs: int) -> Batch:
    """Pairs of 15 and 16 pieces, so 16 and 17 with ‹end› and ‹start›."""
    words = torch.randint(3, 9000, (pairs, 31)).tolist()
    return make_batch([(row[:15], row[15:]) for row in words])


def learning(
    kind: str, sizes: dict[str, int], batch: Batch, half: bool
) -> Callable[[], object]:
    """One update of our training loop, in `half` the bits or not."""
    recipe = Recipe(kind, {**sizes, "dropout": 0.1}, Schedule(label_smoothing=0.1))
    run = started(recipe, sizes["vocabulary"], None, torch.device("cpu"))
    run.progress.bfloat16 = half
    return lambda: learn(run, batch, recipe.schedule)


def plain_update(
    network: nn.Module, loss: Callable[[], torch.Tensor], half: bool
) -> Callable[[], object]:
    """One update of a plain loop, in `half` the bits or not."""
    optimizer = torch.optim.AdamW(network.parameters(), lr=1e-4, fused=True)

    def step() -> None:
        with torch.autocast("cpu", torch.bfloat16, enabled=half):
            value = loss()
        optimizer.zero_grad(set_to_none=True)
        value.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()

    return step


def tutorial_update(
    network: Translating, pair: Batch, rate: float = 0.01
) -> Callable[[], object]:
    """One pair, one word after another, a loss at every step; gradient descent."""
    optimizer = torch.optim.SGD(network.parameters(), lr=rate)

    def step() -> None:
        state = network.begin(pair.source, pair.source_allowed)
        losses = []
        for read, wanted in zip(pair.read.T, pair.wanted.T, strict=True):
            logits, state = network.step(state, read)  # pyright: ignore[reportArgumentType]
            losses.append(functional.cross_entropy(logits, wanted))
        optimizer.zero_grad()
        torch.stack(losses).sum().backward()
        optimizer.step()

    return step


def plain_loss(network: nn.Module, batch: Batch) -> torch.Tensor:
    logits = network(batch.source, batch.read, ~batch.source_allowed.squeeze(-2))
    return functional.cross_entropy(
        logits.flatten(0, -2).float(),
        batch.wanted.flatten(),
        ignore_index=PAD,
        label_smoothing=0.1,
    )
