"""What each layer would say: the scores of the next word read off before the last one.

The logit lens of nostalgebraist (2020): the residual stream after a layer is scored as
if it were the last. It takes for granted that all layers speak the language of the
last, which nothing in training asks of them.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor

from core.networks.kinds import Layered
from core.networks.transformer import TransformerRecord
from core.networks.writer import WriterRecord

SHOWN = 5


@dataclass(frozen=True, eq=False)
class LayerPredictions:
    """For every stage and position the likeliest next pieces, best first.

    Stage 0 is the embedding, stage l the residual stream after layer l; the last one is
    what the network says. `ranks` counts from 0 where the piece that was written stands
    among all.
    """

    pieces: Int[Tensor, "stage target shown"]
    probabilities: Float[Tensor, "stage target shown"]
    ranks: Int[Tensor, "stage target"]


@torch.inference_mode()
def layer_predictions(
    network: Layered,
    record: TransformerRecord | WriterRecord,
    written: Int[Tensor, " target"],
    shown: int = SHOWN,
) -> LayerPredictions:
    """softmax(score(x_l)) of the decoder's residual stream x_l after every layer l."""
    pieces, probabilities, ranks = [], [], []
    for x in (record.target_embedding, *(layer.output for layer in record.decoder)):
        scores = network.say(x)
        best = scores.softmax(-1).topk(shown, dim=-1)
        wanted = scores.gather(-1, written[:, None])
        pieces.append(best.indices)
        probabilities.append(best.values)
        ranks.append((scores > wanted).sum(-1))  # probabilities may all be 0 there
    return LayerPredictions(
        torch.stack(pieces), torch.stack(probabilities), torch.stack(ranks)
    )
