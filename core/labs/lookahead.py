"""Why training needs the causal mask: two tiny decoders, one of which may look ahead.

Each is trained three times: on the text alone, as every translator here, and with its
own words in place of half of the texts, or of all of them.

Their texts are those of `core.labs.two_voices`. The input is ‹start› and then the text;
the target is the text and then ‹end›, that is, the same one place on. A decoder that
may look ahead finds its target there.
"""

from collections.abc import Callable
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn
from torch.nn import functional

from core.attention import causal_mask
from core.labs.two_voices import START, WORDS, entropy, fitting, strips, texts
from core.layers import at_random, sinusoidal_positions
from core.networks.blocks import EncoderLayer, TransformerConfig

RATIOS = (1.0, 0.5, 0.0)
"""The shares of texts that are fed as they are: the teacher-forcing ratio.

In the place of the others the decoder is fed what it writes itself; the text stays
wanted. Scheduled sampling (Bengio et al. 2015, section 2.4) draws for every word and
lowers the ratio as it goes; here it stays, and whole texts are drawn."""


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
    """How the training of one decoder went, and what it wrote afterwards.

    `losses` are means over the texts since the one before, nats a target piece;
    `held_out` those of fixed fresh texts at the same updates, fed as they are. `alone`
    is the loss on fresh texts when each piece is predicted from those before it and
    nothing else is fed, as in writing. `text` is one text that it wrote, each word at
    random, and `fitting` the share of words in all its texts that may come after the
    word before. `ahead` is the mean weight on later words, of rows that have any.
    """

    losses: tuple[float, ...]
    held_out: tuple[float, ...]
    alone: float
    text: str
    fitting: float
    ahead: float


@dataclass(frozen=True)
class Forced:
    """Both decoders, trained at one teacher-forcing ratio, 0 to 1."""

    ratio: float
    masked: Decoder
    unmasked: Decoder


@dataclass(frozen=True)
class Found:
    """The decoders at every ratio, and after how many `updates` losses were taken.

    `words` is the length of a text, `entropy` what its source costs, nats a word.
    """

    words: int
    entropy: float
    updates: tuple[int, ...]
    forced: tuple[Forced, ...]

    def at(self, ratio: float = 1.0) -> Forced:
        """Both decoders at a ratio that was trained; KeyError for any other."""
        return {each.ratio: each for each in self.forced}[ratio]


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


def mask(n: int, causal: bool) -> Bool[Tensor, "query key"]:
    """Where the decoders may look: back, or everywhere."""
    allowed = causal_mask(n)
    return allowed if causal else torch.ones_like(allowed)


def measure(say: Callable[[str], None], sizes: Sizes | None = None) -> Found:
    """Train both decoders on the same texts, at every ratio, and let each write."""
    sizes = sizes or Sizes()
    updates = tuple(range(sizes.every, sizes.updates + 1, sizes.every))
    forced = tuple(_forced(sizes, ratio, say) for ratio in RATIOS)
    return Found(sizes.words, entropy(sizes.words), updates, forced)


def _forced(sizes: Sizes, ratio: float, say: Callable[[str], None]) -> Forced:
    said = f"teacher-forcing ratio {ratio:g}"
    return Forced(
        ratio,
        _decoder(
            sizes, True, ratio, lambda text: say(f"{said}, with the mask: {text}")
        ),
        _decoder(sizes, False, ratio, lambda text: say(f"{said}, without it: {text}")),
    )


def _decoder(
    sizes: Sizes, causal: bool, ratio: float, say: Callable[[str], None]
) -> Decoder:
    chance = torch.Generator().manual_seed(sizes.seed)
    network = _fresh(sizes, chance)
    losses, held_out = _train(network, sizes, causal, ratio, chance, say)
    with torch.inference_mode():
        written = write(network, sizes.written, sizes.words, causal, chance)
        fed, wanted = strips(texts(sizes.written, sizes.words, chance))
        _, weights = network(fed, mask(sizes.words + 1, causal))
        by_itself = alone(network, fed, wanted, causal)
    ahead = weights.triu(1).sum(-1)[..., :-1].mean().item()
    text = " ".join(WORDS[word] for word in written[0].tolist())
    right = round(fitting(written), 4)
    return Decoder(losses, held_out, round(by_itself, 4), text, right, round(ahead, 4))


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
    ratio: float,
    chance: torch.Generator,
    say: Callable[[str], None],
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Adam on fresh texts (Kingma & Ba 2015).

    The mean losses in training, and those on held-out texts, nats a word.
    """
    optimiser = torch.optim.Adam(network.parameters(), lr=3e-3)
    allowed = mask(sizes.words + 1, causal)
    others = torch.Generator().manual_seed(sizes.seed + 1)
    fresh, to_come = strips(texts(sizes.written, sizes.words, others))
    losses: list[float] = []
    held_out: list[float] = []
    since: list[float] = []
    for update in range(1, sizes.updates + 1):
        text = texts(sizes.batch, sizes.words, chance)
        _, wanted = strips(text)
        fed, _ = strips(own_words(network, text, ratio, causal, chance))
        loss = _loss(network, fed, wanted, allowed)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        since.append(loss.item())
        if update % sizes.every == 0:
            losses.append(round(sum(since) / len(since), 4))
            since.clear()
            with torch.no_grad():
                apart = _loss(network, fresh, to_come, allowed)
            held_out.append(round(apart.item(), 4))
            say(f"{update} of {sizes.updates} updates, loss {losses[-1]:.3f}")
    return tuple(losses), tuple(held_out)


def _loss(
    network: Language,
    fed: Int[Tensor, "batch target"],
    wanted: Int[Tensor, "batch target"],
    allowed: Bool[Tensor, "target target"],
) -> Float[Tensor, ""]:
    """The mean of −log p of the targets, nats a piece."""
    scores, _ = network(fed, allowed)
    return functional.cross_entropy(scores.flatten(0, 1), wanted.flatten())


def own_words(
    network: Language,
    text: Int[Tensor, "batch word"],
    ratio: float,
    causal: bool,
    chance: torch.Generator,
) -> Int[Tensor, "batch word"]:
    """The texts as they are, each with the probability `ratio`, else the decoder's own.

    A text that the decoder draws word by word is as long as the one that it replaces.
    """
    if ratio == 1:
        return text
    with torch.no_grad():
        own = write(network, len(text), text.shape[-1], causal, chance)
    kept = torch.rand(len(text), 1, generator=chance) < ratio
    return torch.where(kept, text, own)


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
