"""The next piece at random: temperature, top-k, top-p, and a seed."""

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from core.decoding.choosing import forbid, opening
from core.decoding.limits import limit_for
from core.decoding.search import Hypothesis, hypothesis
from core.errors import InputError
from core.networks.kinds import Network
from core.text.tokenizer import END


@dataclass(frozen=True)
class Sampling:
    """How a piece is drawn; it checks itself.

    Scores are divided by `temperature` before the softmax. Of the pieces, the `top_k`
    most probable stay (0: all), and of these the fewest that reach `top_p` together.
    """

    seed: int = 1
    temperature: float = 1.0
    top_k: int = 0
    top_p: float = 1.0

    def __post_init__(self) -> None:
        if self.seed < 0:
            raise InputError(
                "seed_below_0",
                "The seed cannot be {seed}; choose 0 or more.",
                seed=self.seed,
            )
        if not 0.05 <= self.temperature <= 5:
            raise InputError(
                "temperature_out_of_range",
                "The temperature cannot be {temperature}; choose 0.05 to 5.",
                temperature=str(self.temperature),
            )
        if self.top_k < 0:
            raise InputError(
                "top_k_below_0",
                "Top-k cannot be {n}; choose 0 (all) or more.",
                n=self.top_k,
            )
        if not 0 < self.top_p <= 1:
            raise InputError(
                "top_p_out_of_range",
                "Top-p cannot be {share}; choose more than 0, at most 1.",
                share=str(self.top_p),
            )


def sharpened(
    logits: Float[Tensor, "*batch word"], sampling: Sampling
) -> Float[Tensor, "*batch word"]:
    """The distribution that is drawn from: softmax(logits / T), cut, adding up to 1.

    Top-k: Fan, Lewis & Dauphin (2018); top-p: Holtzman et al. (2020), eq. 2–3. The
    most probable piece always stays.
    """
    probabilities = (logits / sampling.temperature).softmax(-1)
    order = probabilities.sort(-1, descending=True)
    before = order.values.cumsum(-1) - order.values
    if sampling.top_k:
        total = order.values[..., : sampling.top_k].sum(-1, keepdim=True)
        kept = before < sampling.top_p * total
        kept[..., sampling.top_k :] = False
    else:
        kept = before < sampling.top_p
    kept[..., 0] = True
    stays = torch.zeros_like(kept).scatter(-1, order.indices, kept)
    left = probabilities.masked_fill(~stays, 0.0)
    return left / left.sum(-1, keepdim=True)


@torch.inference_mode()
def sample(
    network: Network,
    source: Int[Tensor, "1 source"],
    source_allowed: Bool[Tensor, "1 1 source"],
    sampling: Sampling,
) -> Hypothesis:
    """One translation at random; the same seed draws the same one.

    Its log-probability is the model's own, before temperature and cuts.
    """
    generator = torch.Generator().manual_seed(sampling.seed)
    state = network.begin(source, source_allowed)
    word = torch.tensor([opening(network)])
    ids: list[int] = []
    total = 0.0
    for _ in range(limit_for(int(source_allowed.sum()), network)):
        logits, state = network.step(state, word)
        gains = forbid(logits.log_softmax(-1), word)
        word = sharpened(gains, sampling)[0].multinomial(1, generator=generator)
        total += gains[0, word].item()
        if int(word) == END:
            return hypothesis(ids, total, True)
        ids.append(int(word))
    return hypothesis(ids, total, False)
