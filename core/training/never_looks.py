"""Fit an attention that never looks at the source to the weights of a model.

    python -m core.training.never_looks [PAIRS]

PAIRS is a file of pairs, or a folder of them (recipes/pairs). The model reads both
sides of every pair; at each step the new attention is shown the previous word and the
state, and learns the weights that the model gave. It is written into
assets/results/never-looks, to be made again whenever the model's weights change.
"""

import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor
from torch.nn.functional import pad

from core import sealed
from core.analysis.never_looks import (
    BIAS,
    FOLDER,
    MEASURED,
    TABLE,
    Measured,
    NeverLooks,
    distance,
)
from core.in_use.translator import Translator, load
from core.networks.bahdanau import Bahdanau
from core.shelf.models import BAHDANAU
from core.text.tokenizer import MAX_PIECES, PAD
from core.training import module_command
from core.training.corpus import Ids, encode_pairs, make_batch
from core.training.pair_files import read_pairs

PAIRS = Path("recipes/pairs")
HELD_OUT = 10  # one pair in ten is measured on, and not learned from
TOGETHER, ROWS, ROUNDS, RATE, SEED = 64, 1024, 6, 1e-2, 1


@dataclass(frozen=True, eq=False)
class Steps:
    """Steps of a model over many pairs, one a row: what it was asked, what it gave.

    `allowed` is True where the source of a row has a piece.
    """

    word: Int[Tensor, " row"]
    state: Float[Tensor, "row d_state"]
    weights: Float[Tensor, "row longest"]
    allowed: Bool[Tensor, "row longest"]


@torch.inference_mode()
def steps_of(network: Bahdanau, pairs: list[tuple[Ids, Ids]], longest: int) -> Steps:
    """Every step over pairs of pieces, the target forced."""
    found: list[tuple[Tensor, ...]] = []
    pairs = sorted(pairs, key=lambda pair: len(pair[0]))
    for at in range(0, len(pairs), TOGETHER):
        batch = make_batch(pairs[at : at + TOGETHER])
        record = network(batch.source, batch.read, batch.source_allowed)
        written = batch.wanted != PAD
        attentions = [step.attention for step in record.decoder]
        state = torch.stack([one.previous_state for one in attentions], 1)
        weights = torch.stack([one.weights for one in attentions], 1)
        allowed = batch.source_allowed.expand(weights.shape)
        wider = (0, longest - weights.shape[-1])
        rows = batch.read, state, pad(weights, wider), pad(allowed, wider)
        found.append(tuple(each[written] for each in rows))
    return Steps(*map(torch.cat, zip(*found, strict=True)))


def log_weights(
    attention: NeverLooks, embedding: Float[Tensor, "word d_embedding"], steps: Steps
) -> Float[Tensor, "row longest"]:
    """log α of every step; 0 where the source has no piece, so that nothing counts."""
    scores = attention.scores(embedding[steps.word], steps.state)
    scores = scores.masked_fill(~steps.allowed, -torch.inf)
    return scores.log_softmax(-1).masked_fill(~steps.allowed, 0.0)


def fit(
    embedding: Float[Tensor, "word d_embedding"],
    steps: Steps,
    say: Callable[[str], None],
) -> tuple[NeverLooks, list[dict[str, int | float]]]:
    """The table with the least cross-entropy −Σ_j α_ij log α̂_ij, and its history.

    A convex problem: by Adam (Kingma & Ba 2015) from zero, the rate falling to 0.
    """
    rows, longest = steps.weights.shape
    table = torch.zeros(longest, embedding.shape[1] + steps.state.shape[1])
    attention = NeverLooks(
        table.requires_grad_(), torch.zeros(longest).requires_grad_()
    )
    parameters = [attention.table, attention.bias]
    rule = torch.optim.Adam(parameters, RATE)
    updates = ROUNDS * -(-rows // ROWS)
    falling = torch.optim.lr_scheduler.LinearLR(rule, 1.0, 0.0, updates)
    chance, history = torch.Generator().manual_seed(SEED), []
    for number in range(1, ROUNDS + 1):
        total = 0.0
        for some in torch.randperm(rows, generator=chance).split(ROWS):
            part = Steps(*(getattr(steps, name)[some] for name in vars(steps)))
            log = log_weights(attention, embedding, part)
            loss = -(part.weights * log).sum(-1).mean()
            rule.zero_grad()
            loss.backward()
            rule.step()
            falling.step()
            total += loss.item() * len(some)
        history.append({"update": number * updates // ROUNDS, "loss": total / rows})
        say(f"round {number} of {ROUNDS}: loss {total / rows:.4f}")
    return NeverLooks(*(each.detach() for each in parameters)), history


def measure(
    attention: NeverLooks,
    embedding: Float[Tensor, "word d_embedding"],
    steps: Steps,
    pairs: tuple[int, int],
) -> Measured:
    """How near it comes on steps that it has not learned from."""
    log = log_weights(attention, embedding, steps)
    weights = log.exp() * steps.allowed
    even = steps.allowed / steps.allowed.sum(-1, keepdim=True)
    found = {
        "loss": -(steps.weights * log).sum(-1),
        "entropy": -torch.special.xlogy(steps.weights, steps.weights).sum(-1),
        "apart": distance(weights, steps.weights),
        "even": distance(even, steps.weights),
        "same_place": (weights.argmax(-1) == steps.weights.argmax(-1)).float(),
    }
    means = {name: round(each.mean().item(), 4) for name, each in found.items()}
    return Measured(*pairs, len(steps.word), **means)


def make(
    model: Translator,
    pairs: list[tuple[Ids, Ids]],
    folder: Path,
    say: Callable[[str], None],
) -> Measured:
    """Fit to a model, measure on pairs held out, and write it into a sealed folder."""
    if not isinstance(network := model.network, Bahdanau):
        raise TypeError("only additive attention is imitated")
    longest = max(len(source) + 1 for source, _ in pairs)
    held_out = pairs[::HELD_OUT]
    fitted = [pair for at, pair in enumerate(pairs) if at % HELD_OUT]
    say(f"{len(fitted)} pairs, the longest of {longest} pieces")
    embedding = network.embed(torch.arange(network.config.vocabulary))
    attention, history = fit(embedding, steps_of(network, fitted, longest), say)
    halves = NeverLooks(attention.table.half().float(), attention.bias.half().float())
    counts = len(fitted), len(held_out)
    steps = steps_of(network, held_out, longest)
    found = measure(halves, embedding, steps, counts)
    folder.mkdir(parents=True, exist_ok=True)
    config = {
        "model": model.name,
        "base": sealed.sum_of_weights(model.folder),
        MEASURED: asdict(found),
    }
    sealed.write_json(folder / sealed.CONFIG, config)
    sealed.write_weights(folder, {TABLE: attention.table, BIAS: attention.bias})
    sealed.write_history(folder, history)
    sealed.seal(folder)
    return found


def main(pairs: str = str(PAIRS)) -> None:
    """Make it for the shipped model."""
    torch.set_num_threads(1)
    model = load(BAHDANAU)
    encoded = encode_pairs(
        read_pairs(Path(pairs)), model.tokenizer, MAX_PIECES, MAX_PIECES
    )
    found = make(model, encoded, FOLDER, lambda said: print(said, file=sys.stderr))
    print(found)


if __name__ == "__main__":
    module_command.run(__doc__, main, 0, 1)
