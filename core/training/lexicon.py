"""A lexicon that learns beside the attention: which piece may stand for which.

What a translator is trained for asks of its attention only that the context be of use,
and where two annotations both know of a word, either will do. The lexicon asks more:
are the weights an alignment, too, in the sense of the oldest models of translation?
Nobody says which words belong together; the same pairs teach both. The lexicon never
learns from the attention, which would only prove itself right: it learns by itself, and
has done so for a while before the attention is asked. When training ends, it is thrown
away.
"""

import torch
from jaxtyping import Float
from torch import Tensor, nn

from core.networks.bahdanau import Bahdanau, BahdanauRecord
from core.text.tokenizer import END, PAD
from core.training.corpus import Batch

ALONE = 1_000
"""So many updates the lexicon has learned by itself when the attention is asked."""


class Lexicon(nn.Module):
    """t(y | x), the probability that a source piece x, by itself, becomes the piece y.

    t(· | x) = softmax(E W₂ tanh(W₁ e_x √d) + b), the smaller biases and the dropout of
    e_x left out. E is the embedding of the translator, e_x its row of x, d its width.
    The embedding is read as it stands: what the lexicon moves in the translator, it
    moves through the weights alone. ‹end› becomes ‹end› and nothing else: it stands in
    every sentence, and would else explain how sentences begin.
    """

    def __init__(self, network: Bahdanau) -> None:
        super().__init__()
        d, wide = network.config.d_embedding, 2 * network.config.d_embedding
        self.translate = nn.Sequential(
            nn.Linear(d, wide), nn.Tanh(), nn.Linear(wide, d)
        )
        self.bias = nn.Parameter(torch.zeros(network.config.vocabulary))

    def forward(
        self, network: Bahdanau, batch: Batch
    ) -> Float[Tensor, "batch target source"]:
        """t(y_i | x_j) of every wanted piece and every source piece."""
        pieces, place = batch.source.unique(return_inverse=True)
        embedding = network.embedding.weight.detach()
        translated = self.translate(network.embed(pieces).detach())
        log_t = nn.functional.linear(translated, embedding, self.bias)
        log_t = log_t.float().log_softmax(dim=-1)  # a row for each piece that occurs
        t = log_t[place.unsqueeze(-2), batch.wanted.unsqueeze(-1)].exp()
        closes = (batch.wanted == END).unsqueeze(-1).float()
        return torch.where((batch.source == END).unsqueeze(-2), closes, t)


def model_1(t: Float[Tensor, "batch target source"], batch: Batch) -> Float[Tensor, ""]:
    """Mean of −log Σ_j t(y_i | x_j) / n over the wanted pieces, in nats.

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
    """Mean of −log Σ_j α_ij t(y_i | x_j) over the wanted pieces, in nats.

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
    """Mean of −log Σ_j w_ij t_ij over the wanted pieces, in nats."""
    explained = (weights * t).sum(-1)[batch.wanted != PAD]
    return -explained.clamp_min(torch.finfo(torch.float32).tiny).log().mean()
