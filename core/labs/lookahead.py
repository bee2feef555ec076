"""Why training needs the causal mask: two tiny decoders, one of which may look ahead.

Their text is made by chance: two voices tell a story each, word by word in turns, and
after every word of a voice come two others, equally often. So nobody who has read only
what came before can do better than ln 2 nats a word, and even that needs a look at the
word before the last. Fed is ‹start› and then the text; wanted are the text and then
‹end›: the same, one place on. Who may look ahead finds there what is wanted of him.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn
from torch.nn import functional

from core.attention import causal_mask
from core.layers import at_random, sinusoidal_positions
from core.networks.blocks import EncoderLayer, TransformerConfig

FOLLOWING = {
    "‹start›": ("the", "every"),
    "the": ("woman", "young"),
    "every": ("man", "young"),
    "young": ("woman", "man"),
    "woman": ("ate", "saw"),
    "man": ("ate", "saw"),
    "ate": ("a", "one"),
    "saw": ("a", "one"),
    "a": ("fish", "raccoon"),
    "one": ("fish", "raccoon"),
    "fish": ("here", "there"),
    "raccoon": ("here", "there"),
    "here": ("and", "while"),
    "there": ("and", "while"),
    "and": ("the", "every"),
    "while": ("the", "every"),
}
"""The two words that a voice may say after each, one as often as the other."""
WORDS = (*FOLLOWING, "‹end›")
VOICES = 2
START, END = 0, len(WORDS) - 1
AFTER = torch.tensor(
    [[WORDS.index(word) for word in following] for following in FOLLOWING.values()]
)


@dataclass(frozen=True)
class Sizes:
    """How long the text is, how large the decoders are, how long they are trained."""

    words: int = 24
    d_model: int = 32
    batch: int = 32
    updates: int = 800
    every: int = 20
    written: int = 100
    seed: int = 1


@dataclass(frozen=True)
class Decoder:
    """What became of one decoder.

    `losses` are means over the texts since the one before, nats a wanted piece.
    `alone` is the loss on fresh texts when each piece is wanted of what comes before it
    and nothing else is fed, as in writing. `text` is one text that it wrote, each word
    at random, and `fitting` the share of words in all its texts that may come after the
    word before. `ahead` is the mean weight on later words, of rows that have any.
    """

    losses: tuple[float, ...]
    alone: float
    text: str
    fitting: float
    ahead: float


@dataclass(frozen=True)
class Found:
    """Both decoders, and after how many `updates` their losses were taken.

    `words` is the length of a text, `entropy` what its source costs, nats a word.
    """

    words: int
    entropy: float
    updates: tuple[int, ...]
    masked: Decoder
    unmasked: Decoder


class Language(nn.Module):
    """A decoder alone: words in, a score for each next word out, place by place.

    Vaswani et al. (2017), figure 1, right half without cross-attention; such a layer
    is that of the encoder with a mask.
    """

    positions: Tensor

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.embedding = nn.Embedding(config.vocabulary, config.d_model)
        self.layers = nn.ModuleList(
            EncoderLayer(config) for _ in range(config.n_layers)
        )
        self.score = nn.Linear(config.d_model, config.vocabulary)
        positions = sinusoidal_positions(config.max_positions, config.d_model)
        self.register_buffer("positions", positions, persistent=False)

    def forward(
        self,
        words: Int[Tensor, "batch target"],
        allowed: Bool[Tensor, "target target"],
    ) -> tuple[
        Float[Tensor, "batch target word"], Float[Tensor, "batch layer head query key"]
    ]:
        """The scores of the next words, and the weights of every head."""
        x = self.embedding(words) + self.positions[: words.shape[-1]]
        weights = []
        for layer in self.layers:
            record = layer(x, allowed)
            weights.append(record.self_attention.weights)
            x = record.output
        return self.score(x), torch.stack(weights, 1)


def texts(n: int, words: int, chance: torch.Generator) -> Int[Tensor, "batch target"]:
    """So many texts of so many words, at random."""
    found = torch.full((n, VOICES + words), START)
    which = torch.randint(2, (n, words), generator=chance)
    for place in range(words):
        found[:, VOICES + place] = AFTER[found[:, place], which[:, place]]
    return found[:, VOICES:]


def strips(
    text: Int[Tensor, "batch word"],
) -> tuple[Int[Tensor, "batch target"], Int[Tensor, "batch target"]]:
    """What is fed and what is wanted: ‹start› before the text, ‹end› after it.

    Vaswani et al. (2017), section 3.1: "the output embeddings are offset by one
    position".
    """
    start, end = (torch.full_like(text[:, :1], word) for word in (START, END))
    return torch.cat([start, text], dim=1), torch.cat([text, end], dim=1)


def entropy(words: int) -> float:
    """What a text costs at least, nats a wanted piece: n ln 2 / (n + 1).

    Each of its words is one of two; ‹end› comes after a fixed number and costs nothing.
    """
    return words * math.log(2) / (words + 1)


def mask(n: int, causal: bool) -> Bool[Tensor, "query key"]:
    """Where the decoders may look: back, or everywhere."""
    allowed = causal_mask(n)
    return allowed if causal else torch.ones_like(allowed)


def measure(say: Callable[[str], None], sizes: Sizes | None = None) -> Found:
    """Train both decoders on the same texts and let each write."""
    sizes = sizes or Sizes()
    masked = _decoder(sizes, True, lambda text: say(f"with the mask: {text}"))
    unmasked = _decoder(sizes, False, lambda text: say(f"without it: {text}"))
    updates = tuple(range(sizes.every, sizes.updates + 1, sizes.every))
    return Found(sizes.words, entropy(sizes.words), updates, masked, unmasked)


def _decoder(sizes: Sizes, causal: bool, say: Callable[[str], None]) -> Decoder:
    chance = torch.Generator().manual_seed(sizes.seed)
    network = _fresh(sizes, chance)
    losses = _train(network, sizes, causal, chance, say)
    with torch.inference_mode():
        written = write(network, sizes.written, sizes.words, causal, chance)
        fed, wanted = strips(texts(sizes.written, sizes.words, chance))
        _, weights = network(fed, mask(sizes.words + 1, causal))
        by_itself = alone(network, fed, wanted, causal)
    ahead = weights.triu(1).sum(-1)[..., :-1].mean().item()
    text = " ".join(WORDS[word] for word in written[0].tolist())
    right = round(fitting(written), 4)
    return Decoder(losses, round(by_itself, 4), text, right, round(ahead, 4))


def _fresh(sizes: Sizes, chance: torch.Generator) -> Language:
    """A decoder of one layer with two heads and random weights."""
    network = Language(
        TransformerConfig(
            len(WORDS),
            sizes.d_model,
            4 * sizes.d_model,
            n_heads=2,
            n_layers=1,
            dropout=0.0,
            max_positions=sizes.words + 1,
        )
    )
    nn.init.normal_(network.embedding.weight, generator=chance)
    for part in (network.layers, network.score):
        at_random(part, chance)
    return network


def _train(
    network: Language,
    sizes: Sizes,
    causal: bool,
    chance: torch.Generator,
    say: Callable[[str], None],
) -> tuple[float, ...]:
    """Adam on fresh texts (Kingma & Ba 2015); the mean losses, nats a word."""
    optimiser = torch.optim.Adam(network.parameters(), lr=3e-3)
    allowed = mask(sizes.words + 1, causal)
    losses: list[float] = []
    since: list[float] = []
    for update in range(1, sizes.updates + 1):
        fed, wanted = strips(texts(sizes.batch, sizes.words, chance))
        scores, _ = network(fed, allowed)
        loss = functional.cross_entropy(scores.flatten(0, 1), wanted.flatten())
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        since.append(loss.item())
        if update % sizes.every == 0:
            losses.append(round(sum(since) / len(since), 4))
            since.clear()
            say(f"{update} of {sizes.updates} updates, loss {losses[-1]:.3f}")
    return tuple(losses)


def write(
    network: Language, n: int, words: int, causal: bool, chance: torch.Generator
) -> Int[Tensor, "batch target"]:
    """Texts drawn word by word from what the decoder makes of the words so far."""
    fed = torch.full((n, 1), START)
    for length in range(1, words + 1):
        scores, _ = network(fed, mask(length, causal))
        following = scores[:, -1].softmax(-1).multinomial(1, generator=chance)
        fed = torch.cat([fed, following], dim=1)
    return fed[:, 1:]


def alone(
    network: Language,
    fed: Int[Tensor, "batch target"],
    wanted: Int[Tensor, "batch target"],
    causal: bool,
) -> float:
    """The loss where place n is computed from the first n pieces and no others."""
    scores = [
        network(fed[:, :n], mask(n, causal))[0][:, -1]
        for n in range(1, fed.shape[-1] + 1)
    ]
    return functional.cross_entropy(torch.cat(scores), wanted.T.flatten()).item()


def fitting(written: Int[Tensor, "batch word"]) -> float:
    """The share of words that may come after the word before of their voice, 0 to 1."""
    before = functional.pad(written, (VOICES, 0), value=START)[:, :-VOICES]
    may = AFTER[before.clamp(max=END - 1)] == written[..., None]
    may &= before[..., None] != END
    return may.any(-1).float().mean().item()
