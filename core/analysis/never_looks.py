"""An attention that never looks at the source: weights from word and state alone.

The decoder of a tutorial that was copied widely ("NLP from scratch: translation with a
sequence to sequence network and attention", pytorch.org, 2017 to 2023) called this
attention. What it replaced is Bahdanau, Cho & Bengio (2015), eq. 6, where every score
is of an annotation: e_ij = a(s_{i−1}, h_j). Luong, Pham & Manning (2015), eq. 8, call
weights of a state alone "location-based". `core.training.never_looks` fits one to the
weights of a shipped model.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import linear

from core import sealed
from core.assets import ASSETS, MANIFEST
from core.errors import InputError
from core.in_use.translator import Translator
from core.networks.bahdanau import Bahdanau
from core.text.tokenizer import END
from core.trace import Trace, recurrent

FOLDER = ASSETS / "results" / "never-looks"
COMMAND = "python -m core.training.never_looks"
TABLE, BIAS, MEASURED = "table", "bias", "measured"


@dataclass(frozen=True, eq=False)
class NeverLooks:
    """A row of `table` for each place of a source; how long one may be is fixed.

    W ∈ ℝ^{longest × (d_embedding + d_state)} and b ∈ ℝ^{longest}.
    """

    table: Float[Tensor, "longest d_both"]
    bias: Float[Tensor, " longest"]

    @property
    def longest(self) -> int:
        """The longest source, in pieces, ‹end› included."""
        return len(self.bias)

    def scores(
        self,
        word: Float[Tensor, "*batch d_embedding"],
        state: Float[Tensor, "*batch d_state"],
    ) -> Float[Tensor, "*batch longest"]:
        """W [e(y_{i−1}); s_{i−1}] + b: a score for each place, whatever stands there.

        The tutorial's `attn(cat(embedded, hidden))`, of shape 2 · hidden → max_length.
        """
        return linear(torch.cat([word, state], dim=-1), self.table, self.bias)

    def weights(
        self,
        word: Float[Tensor, "*batch d_embedding"],
        state: Float[Tensor, "*batch d_state"],
        n: int,
    ) -> Float[Tensor, "*batch source"]:
        """α_i = softmax((W [e(y_{i−1}); s_{i−1}] + b)_{1 … n}), n pieces of a source.

        Of the source only its length is asked. (The tutorial takes the softmax over
        all `longest` places; what falls behind the end meets vectors of zeros.)
        InputError where the source is longer than the table.
        """
        if n > self.longest:
            raise InputError(
                "longer_than_the_table",
                "This attention can point at {longest} positions at most, and the "
                "sentence has {n} pieces. Shorten the sentence.",
                longest=self.longest,
                n=n,
            )
        return self.scores(word, state)[..., :n].softmax(-1)


@dataclass(frozen=True)
class Measured:
    """How near the imitation comes, over held-out pairs.

    `loss` is the cross-entropy to the weights of the model (nats), `entropy` the least
    that it could be; `apart` is the distance of a row from the model's (`distance`),
    `even` that of equal weights; `same_place` is the share of rows with their largest
    weight at the same place. `fitted`, `held_out` count pairs, `rows` their pieces.
    """

    fitted: int
    held_out: int
    rows: int
    loss: float
    entropy: float
    apart: float
    even: float
    same_place: float


@dataclass(frozen=True, eq=False)
class Kept:
    """The attention as it is stored, and what was measured of it."""

    attention: NeverLooks
    measured: Measured


def read(model: Translator, folder: Path | None = None) -> Kept:
    """The attention that was fitted to this model, as `folder` has it, or assets.

    InputError where none is stored, or where it was fitted to other weights;
    DamagedModel where a file is not what was saved.
    """
    folder = folder or FOLDER
    if not (folder / MANIFEST).is_file():
        raise InputError(
            "never_looks_missing",
            "No attention that never looks is stored for {model}. “{command}” writes "
            "one.",
            model=model.name,
            command=COMMAND,
        )
    sealed.verify(folder)
    with sealed.reading(folder, sealed.CONFIG):
        config = sealed.read_json(folder / sealed.CONFIG)
        measured = Measured(**config[MEASURED])
        base = config["base"]
    if base != sealed.sum_of_weights(model.folder):
        raise InputError(
            "never_looks_stale",
            "The stored attention that never looks was fitted to other weights than "
            "those of {model}. “{command}” fits it again.",
            model=model.name,
            command=COMMAND,
        )
    with sealed.reading(folder, sealed.WEIGHTS):
        weights = sealed.read_weights(folder)
        return Kept(NeverLooks(weights[TABLE], weights[BIAS]), measured)


# --- two attentions over one source or another, word and state held ------------------


@dataclass(frozen=True, eq=False)
class Both:
    """The same steps over the same source with either attention.

    `looks` are the weights of eq. 6, `never` those of word and state alone.
    """

    looks: Float[Tensor, "target source"]
    never: Float[Tensor, "target source"]


@torch.inference_mode()
def both(
    network: Bahdanau, attention: NeverLooks, trace: Trace, source: Sequence[int]
) -> Both:
    """Every step of a pass over a source of any pieces, ‹end› left out.

    y_{i−1} and s_{i−1} are those of the pass, over its own source: only h_1 … h_n may
    differ, for the encoder reads the new source.
    """
    steps = recurrent(trace).decoder
    state = torch.stack([step.attention.previous_state for step in steps])
    word = network.embed(trace.inputs[2])
    pieces = torch.tensor([*source, END])
    allowed = torch.ones(1, len(pieces), dtype=torch.bool)
    read = network.encode(pieces, allowed)
    each: Any = (len(steps), -1, -1)
    looked = network.attend(
        state,
        read.annotation.expand(each),
        read.projected_key.expand(each),
        allowed.expand(each),
    )
    return Both(looked.weights, attention.weights(word, state, len(pieces)))


def distance(
    one: Float[Tensor, "*batch key"], other: Float[Tensor, "*batch key"]
) -> Float[Tensor, "*batch"]:
    """Total variation ½ Σ_j |α_j − β_j|: the share of a row that lies elsewhere.

    0 where two rows are equal, 1 where no key has weight in both.
    """
    return (one - other).abs().sum(-1) / 2
