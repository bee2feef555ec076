"""A lexicon that learns beside the attention: which word may become which piece.

What a translator is trained for asks of its attention only that the context be of use,
and where two annotations both know of a word, either will do. The lexicon asks more:
are the weights an alignment, too, in the sense of the oldest models of translation?
Nobody says which words belong together; the same pairs teach both. The lexicon never
learns from the attention, which would only prove itself right: it learns by itself, and
has done so for a while before the attention is asked. When training ends, it is thrown
away.
"""

import math
from collections.abc import Sequence

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from core.networks.bahdanau import Bahdanau, BahdanauRecord
from core.text.tokenizer import END, PAD
from core.training.corpus import Batch
from core.training.recipe import Schedule

LEARNS_ALONE = 1_000
"""For how many updates the lexicon learns alone before the attention joins."""

ROWS, HASH = 2**14, 5_081
"""How many rows the words share, and the odd number that spreads them over these."""


def learns_after(schedule: Schedule) -> int:
    """After which update a lexicon learns, at least 0.

    The attention is asked `LEARNS_ALONE` updates later; where `lexicon_after` is less
    than that, the lexicon learns from the first update on.
    """
    return max(0, schedule.lexicon_after - LEARNS_ALONE)


class Lexicon(nn.Module):
    """t(y | x), the probability that a source word x, by itself, becomes the piece y.

    t(· | x) = softmax(E W₂ tanh(W₁ (e_x + h_x) √d) + b), the smaller biases and the
    dropout of e_x left out. E is the embedding of the translator, d its width; e_x is
    the mean of its rows of the pieces of x, and h_x a row of the lexicon's own: pieces
    alone tell too little, for Area begins as Are does. Words share `ROWS` such rows.
    Which pieces open a word is said by `opens`; without it, all do.

    The embedding is read as it stands: what the lexicon moves in the translator, it
    moves through the weights alone. ‹end› becomes ‹end› and nothing else: it stands in
    every sentence, and would else explain how sentences begin.
    """

    opens: Bool[Tensor, " vocabulary"]

    def __init__(self, network: Bahdanau, opens: Sequence[bool] | None = None) -> None:
        super().__init__()
        d, wide = network.config.d_embedding, 2 * network.config.d_embedding
        self.translate = nn.Sequential(
            nn.Linear(d, wide), nn.Tanh(), nn.Linear(wide, d)
        )
        self.bias = nn.Parameter(torch.zeros(network.config.vocabulary))
        self.own = nn.Embedding.from_pretrained(torch.zeros(ROWS, d), freeze=False)
        known = torch.ones(network.config.vocabulary, dtype=torch.bool)
        known = known if opens is None else torch.tensor(opens)
        self.register_buffer("opens", known, persistent=False)

    def forward(
        self, network: Bahdanau, batch: Batch
    ) -> Float[Tensor, "batch target source"]:
        """t(y_i | x_j) of every target piece and the word of every source piece."""
        words, place = words_of(batch.source, self.opens)
        real = (words != PAD).unsqueeze(-1)
        pieces = network.embed(words).detach() * real
        means = pieces.sum(1) / real.sum(1).clamp_min(1)
        own = self.own(rows_of(words)) * math.sqrt(self.own.embedding_dim)
        embedding = network.embedding.weight.detach()
        log_t = nn.functional.linear(self.translate(means + own), embedding, self.bias)
        log_t = log_t.float().log_softmax(dim=-1)  # a row for each word that occurs
        t = log_t[place.unsqueeze(-2), batch.wanted.unsqueeze(-1)].exp()
        closes = (batch.wanted == END).unsqueeze(-1).float()
        return torch.where((batch.source == END).unsqueeze(-2), closes, t)


def words_of(
    source: Int[Tensor, "batch source"], opens: Bool[Tensor, " vocabulary"]
) -> tuple[Int[Tensor, "word piece"], Int[Tensor, "batch source"]]:
    """The words of a batch, each once, and which of them every piece belongs to.

    A word is its pieces, filled up with padding.
    """
    begins = opens[source]
    begins[:, 0] = True
    word = begins.long().cumsum(1) - 1
    place = torch.arange(source.shape[1], device=source.device).expand_as(source)
    inside = place - place.where(begins, 0).cummax(1).values
    shape = len(source), int(word.max()) + 1, int(inside.max()) + 1
    pieces = source.new_full(shape, PAD)
    pieces[torch.arange(len(source)).unsqueeze(1), word, inside] = source
    words, which = pieces.flatten(0, 1).unique(dim=0, return_inverse=True)
    return words, which.view(shape[:2]).gather(1, word)


def rows_of(words: Int[Tensor, "word piece"]) -> Int[Tensor, " word"]:
    """The row of each word, the same in every batch: a hash of its pieces."""
    found = words.new_zeros(len(words))
    for piece in words.unbind(dim=1):
        found = torch.where(piece == PAD, found, (found * HASH + piece) % ROWS)
    return found


def model_1(t: Float[Tensor, "batch target source"], batch: Batch) -> Float[Tensor, ""]:
    """Mean of −log Σ_j t(y_i | x_j) / n over the target pieces, in nats.

    What the lexicon learns by: model 1 of Brown et al. (1993), eq. 6, of n source
    pieces, without its null word. Wherever it starts, it ends at the same lexicon
    (section 4.1), but for the ways in which t is not free.
    """
    allowed = batch.source_allowed.float()
    alike = allowed / allowed.sum(dim=-1, keepdim=True)
    return surprise(alike.expand_as(t), t, batch)


def model_2(
    t: Float[Tensor, "batch target source"], record: BahdanauRecord, batch: Batch
) -> Float[Tensor, ""]:
    """Mean of −log Σ_j α_ij t(y_i | x_j) over the target pieces, in nats.

    What the attention learns by, t as it stands: model 2 of Brown et al. (1993),
    section 4.2, with the weights in the place of its alignment probabilities. The
    gradient of term i by its own score e_ij is α_ij minus the share of j in the sum:
    weight moves to the piece that explains y_i.
    """
    weights = torch.stack([step.attention.weights for step in record.decoder], dim=-2)
    return surprise(weights, t.detach(), batch)


def surprise(
    weights: Float[Tensor, "batch target source"],
    t: Float[Tensor, "batch target source"],
    batch: Batch,
) -> Float[Tensor, ""]:
    """Mean of −log Σ_j w_ij t_ij over the target pieces, in nats."""
    explained = (weights * t).sum(-1)[batch.wanted != PAD]
    return -explained.clamp_min(torch.finfo(torch.float32).tiny).log().mean()
