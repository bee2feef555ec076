"""A captioner in use: it tells of a street, or answers a question about it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from core.attention import masked_softmax
from core.decoding.limits import AtMost
from core.decoding.search import Hypothesis, greedy
from core.errors import InputError
from core.experiments.prefix import Prefixed
from core.in_use.small import Small
from core.in_use.told import Told
from core.networks.captioner import Captioner, HardCaptioner
from core.worlds.captions import START, VOCABULARY, named, numbers
from core.worlds.drawing import draw
from core.worlds.questions import Answer, Question, answer
from core.worlds.street import GRID, Street

LONGEST = 40
"""The most words that are written."""
WRITERS = {"none": "captions-none", "soft": "captions-soft", "hard": "captions-hard"}
"""The three writers, and the folders of their weights."""


@dataclass(frozen=True, eq=False)
class Draws:
    """Many draws of a hard writer over the same words.

    `counts` says how often each cell was looked at for each word; `expected` the mean
    of the weights by which it was drawn, on which the counts settle. `captions` are
    what it writes when every word, too, is its own, the commonest first.
    """

    counts: Float[Tensor, "word cell"]
    expected: Float[Tensor, "word cell"]
    captions: tuple[tuple[str, int], ...]


def describe(
    model: Small,
    street: Street,
    forbidden: Sequence[int] = (),
    seed: int | None = None,
) -> Told:
    """The caption that a writer gives a street, word by word, with every number of it.

    `forbidden` cells, from 0, cannot be looked at. A hard writer draws its cells by the
    `seed`; without one it looks at the likeliest.
    """
    network = captioner(model)
    allowed, seen = allowing(forbidden), seeing([street])
    with torch.inference_mode():
        (found,) = greedy(AtMost(_drawing(network, seed), LONGEST), seen, allowed)
    words = words_of(found)
    return _recorded(model, street, words, found, allowed, forbidden, seed)


def ask(
    model: Small,
    street: Street,
    question: Question,
    forbidden: Sequence[int] = (),
    seed: int | None = None,
) -> Told:
    """The answer of a writer: the words of the question are given, it goes on.

    InputError where the question has no answer on this street.
    """
    network, truth = captioner(model), answer(street, question)
    given = numbers(question.words)
    allowed, seen = allowing(forbidden), seeing([street])
    begun = Prefixed(_drawing(network, seed), given)
    with torch.inference_mode():
        (found,) = greedy(AtMost(begun, LONGEST), seen, allowed)
    words = (*question.words, *words_of(found))
    return _recorded(model, street, words, found, allowed, forbidden, seed, truth)


def draw_many(model: Small, told: Told, n: int = 200, seed: int = 0) -> Draws:
    """What a hard writer looks at when it draws `n` times, for the words of a pass."""
    network = captioner(model)
    if not isinstance(network, HardCaptioner):
        raise InputError(
            "draws_no_cells",
            "{model} draws no cells: it weighs them.",
            model=model.name,
        )
    chance = torch.Generator().manual_seed(seed)
    allowed = allowing(told.forbidden).expand(n, -1, -1)
    seen = seeing([told.street]).expand(n, -1, -1, -1)
    target = torch.tensor([START, *numbers(told.words)]).expand(n, -1)
    hard = network.drawing(chance)
    with torch.inference_mode():
        record = hard(seen, target, allowed)
        steps = [one.attention for one in record.decoder]
        counts = torch.stack([one.weights.sum(0) for one in steps])
        likely = [masked_softmax(one.scores, allowed[:, 0]).mean(0) for one in steps]
        begun = (
            Prefixed(hard, numbers(told.words[: told.given])) if told.given else hard
        )
        found = greedy(AtMost(begun, LONGEST), seen, allowed)
    written = Counter(" ".join(words_of(one)) for one in found)
    return Draws(counts, torch.stack(likely), tuple(written.most_common()))


def captioner(model: Small) -> Captioner:
    """The network of a writer; InputError where it is none."""
    if not isinstance(model.network, Captioner):
        raise InputError(
            "no_captioner", "{model} does not write of pictures.", model=model.name
        )
    return model.network


def seeing(streets: Sequence[Street]) -> Float[Tensor, "picture 3 row column"]:
    """What a captioner sees of streets: numbers from 0 to 1."""
    drawn = torch.stack([torch.from_numpy(draw(street)) for street in streets])
    return drawn.permute(0, 3, 1, 2).float() / 255


def words_of(found: Hypothesis) -> tuple[str, ...]:
    """The words that were written."""
    return tuple(VOCABULARY[number] for number in found.ids)


def _drawing(network: Captioner, seed: int | None) -> Captioner:
    """A hard writer that draws by the seed; any other is as it is."""
    if seed is None or not isinstance(network, HardCaptioner):
        return network
    return network.drawing(torch.Generator().manual_seed(seed))


def allowing(forbidden: Sequence[int]) -> Bool[Tensor, "1 1 cell"]:
    """Where may be looked; InputError for a cell that is not, or where none is left."""
    allowed = torch.ones(1, 1, GRID**2, dtype=torch.bool)
    for cell in forbidden:
        if not 0 <= cell < GRID**2:
            raise InputError(
                "no_cell",
                "There is no cell {cell}; they are 1 to {last}.",
                cell=cell + 1,
                last=GRID**2,
            )
        allowed[..., cell] = False
    if not allowed.any():
        raise InputError(
            "no_cell_left", "All cells are forbidden: leave at least one to look at."
        )
    return allowed


def _recorded(
    model: Small,
    street: Street,
    words: tuple[str, ...],
    found: Hypothesis,
    allowed: Bool[Tensor, "1 1 cell"],
    forbidden: Sequence[int],
    seed: int | None,
    truth: Answer | None = None,
) -> Told:
    """The whole pass over the words once more, recorded, with the same draws."""
    network = _drawing(captioner(model), seed)
    target = torch.tensor([START, *numbers(words)])
    with torch.inference_mode():
        record = network(seeing([street])[0], target, allowed[0])
    given = len(words) - len(found.ids)
    names = named(street, words)
    if truth:
        after = (None, None, *(truth.about for _ in words[given + 2 :]))
        names = (*truth.names[:given], *after[: len(found.ids)])
    return Told(
        model.name,
        model.digest,
        street,
        words,
        names,
        record,
        found.finished,
        given,
        truth,
        tuple(forbidden),
        seed,
    )
