"""What every recurrent network here is made of: gated units, reader, writer, readout.

Cho et al. (2014) and appendix A of Bahdanau, Cho & Bengio (2015), with two departures.
The gates are those of `torch.nn.GRU`: the reset gate acts after the recurrent product,
not before it, and the update gate keeps the old state where the paper's lets the new
one in (appendix A.1.1). And one matrix serves as source embedding, target embedding and
output, where the paper has three (times √d on the way in): the vocabulary is shared and
the data are few.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn
from torch.nn.functional import linear

from core.networks.sizes import Sizes
from core.showing import brief


@dataclass(frozen=True)
class RecurrentConfig(Sizes):
    """The sizes of a recurrent translator."""

    d_embedding: int = 256
    d_state: int = 256
    dropout: float = 0.2

    @property
    def d_context(self) -> int:
        """How wide a context is: one state of each direction of the reader."""
        return 2 * self.d_state


@brief
@dataclass(frozen=True, eq=False)
class GateRecord:
    """One step of a gated unit. `reset` and `update` lie in (0, 1)."""

    reset: Float[Tensor, "*batch d_state"]
    update: Float[Tensor, "*batch d_state"]
    candidate: Float[Tensor, "*batch d_state"]
    state: Float[Tensor, "*batch d_state"]


@brief
@dataclass(frozen=True, eq=False)
class Reading:
    """The source as it was read: `forward` left to right, `backward` right to left."""

    embedding: Float[Tensor, "*batch source d_embedding"]
    forward: Float[Tensor, "*batch source d_state"]
    backward: Float[Tensor, "*batch source d_state"]


class GatedUnit(nn.Module):
    """A gated recurrent unit with the gates of `torch.nn.GRU`.

    r = σ(W_r x + U_r s), z = σ(W_z x + U_z s), s̃ = tanh(W x + r ⊙ (U s)),
    s′ = (1 − z) ⊙ s̃ + z ⊙ s, biases left out. Cho et al. (2014), section 2.3.
    """

    def __init__(self, d_input: int, d_state: int) -> None:
        super().__init__()
        self.from_input = nn.Linear(d_input, 3 * d_state)
        self.from_state = nn.Linear(d_state, 3 * d_state)

    def forward(
        self,
        projected_input: Float[Tensor, "*batch three_gates"],
        state: Float[Tensor, "*batch d_state"],
    ) -> GateRecord:
        """One step; `projected_input` is `from_input(x)`, made for all at once."""
        input_reset, input_update, input_new = projected_input.chunk(3, dim=-1)
        state_reset, state_update, state_new = self.from_state(state).chunk(3, dim=-1)
        reset = torch.sigmoid(input_reset + state_reset)
        update = torch.sigmoid(input_update + state_update)
        candidate = torch.tanh(input_new + reset * state_new)
        following = (1 - update) * candidate + update * state
        return GateRecord(reset, update, candidate, following)

    def read(
        self,
        x: Float[Tensor, "*batch source d_input"],
        present: Bool[Tensor, "*batch source"],
        reverse: bool = False,
    ) -> Float[Tensor, "*batch source d_state"]:
        """The states along a sentence, from zero; padding leaves the state as it is."""
        state = x.new_zeros(*x.shape[:-2], self.from_state.in_features)
        steps = zip(
            self.from_input(x).unbind(-2), present[..., None].unbind(-2), strict=True
        )
        states = []
        for projected, here in reversed(list(steps)) if reverse else steps:
            state = torch.where(here, self.forward(projected, state).state, state)
            states.append(state)
        return torch.stack(states[::-1] if reverse else states, dim=-2)


class GatedWriter(nn.Module):
    """A gated writer with a deep output; a model adds what it reads, and its context.

    The context is what the writer knows of the source at a step: one vector of
    d_context numbers, from attention or always the same.
    """

    def __init__(self, config: RecurrentConfig) -> None:
        super().__init__()
        d_state, d_embedding = config.d_state, config.d_embedding
        self.scale = d_embedding**0.5
        self.embedding = nn.Embedding(config.vocabulary, d_embedding)
        self.add_reader(config)
        self.write_word = GatedUnit(d_embedding, d_state)
        self.write_context = nn.Linear(config.d_context, 3 * d_state, bias=False)
        self.out_state = nn.Linear(d_state, 2 * d_embedding)
        self.out_word = nn.Linear(d_embedding, 2 * d_embedding, bias=False)
        self.out_context = nn.Linear(config.d_context, 2 * d_embedding, bias=False)
        self.bias = nn.Parameter(torch.zeros(config.vocabulary))
        self.dropout = nn.Dropout(config.dropout)

    def add_reader(self, config: RecurrentConfig) -> None:
        """Make the parts that read the source, and the one that begins the writing."""
        raise NotImplementedError

    def embed(
        self, words: Int[Tensor, "*batch position"]
    ) -> Float[Tensor, "*batch position d_embedding"]:
        """The vectors of the words, scaled by √d_embedding for a recurrent input."""
        return self.dropout(self.embedding(words) * self.scale)

    def update(
        self,
        projected_word: Float[Tensor, "*batch three_gates"],
        state: Float[Tensor, "*batch d_state"],
        context: Float[Tensor, "*batch d_context"],
    ) -> GateRecord:
        """s_i from s_{i−1}, the word read and the context. Appendix A.1.1."""
        return self.write_word(projected_word + self.write_context(context), state)

    def readout(
        self,
        word: Float[Tensor, "*batch d_embedding"],
        state: Float[Tensor, "*batch d_state"],
        context: Float[Tensor, "*#batch d_context"],
    ) -> Float[Tensor, "*batch d_embedding"]:
        """t_i: the larger of each pair of U_o s_{i−1} + V_o E y_{i−1} + C_o c_i.

        Appendix A.2.2 takes it from s_{i−1}; equation 4 of the paper writes s_i.
        """
        deep = self.out_state(state) + self.out_word(word) + self.out_context(context)
        return deep.unflatten(-1, (-1, 2)).amax(dim=-1)

    def score(
        self, maxout: Float[Tensor, "*batch d_embedding"]
    ) -> Float[Tensor, "*batch word"]:
        """How well each word of the vocabulary would fit next: E t_i + b."""
        return linear(self.dropout(maxout), self.embedding.weight, self.bias)


class Recurrent(GatedWriter):
    """A gated writer after a bidirectional gated reader of a sentence."""

    def add_reader(self, config: RecurrentConfig) -> None:
        """One gated unit for each direction."""
        d_state, d_embedding = config.d_state, config.d_embedding
        self.read_forward = GatedUnit(d_embedding, d_state)
        self.read_backward = GatedUnit(d_embedding, d_state)
        self.begin_state = nn.Linear(d_state, d_state)

    def read(
        self,
        source: Int[Tensor, "*batch source"],
        source_allowed: Bool[Tensor, "*batch 1 source"],
    ) -> Reading:
        """Both directions over the source; padding leaves a state as it is."""
        embedding = self.embed(source)
        present = source_allowed.squeeze(-2)
        return Reading(
            embedding,
            self.read_forward.read(embedding, present),
            self.read_backward.read(embedding, present, reverse=True),
        )

    def start(
        self, backward: Float[Tensor, "*batch source d_state"]
    ) -> Float[Tensor, "*batch d_state"]:
        """s_0 = tanh(W_s ←h_1), biases left out. Appendix A.2.2."""
        return torch.tanh(self.begin_state(backward[..., 0, :]))
