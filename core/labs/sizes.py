"""How many numbers a model learns, counted from its sizes, and the memory they take.

The rows are those of Brown et al. (2020), table 2.1; the context stands in its section
2.1, the vocabulary is that of GPT-2, whose tokenizer it takes over (Radford et al.
2019, section 2.2). Layers are counted as those of `core.networks.blocks`: four
projections and a feed-forward network, all with biases, and two norms.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from inspect import signature

VOCABULARY, CONTEXT = 50_257, 2_048
BITS = (32, 16, 8)
MILLION, BILLION = 10**6, 10**9


@dataclass(frozen=True)
class Row:
    """A row of the table as it is printed; `stated` is its number of parameters.

    It was trained with `batch` tokens an update and the learning rate `rate`.
    """

    name: str
    said: str
    stated: int
    layers: int
    d_model: int
    heads: int
    d_head: int
    batch: int
    rate: float

    @property
    def d_heads(self) -> int:
        """Heads × head width: what all heads of a layer are wide together."""
        return self.heads * self.d_head

    @property
    def fits(self) -> bool:
        """Whether the heads together are as wide as the model."""
        return self.d_heads == self.d_model


TABLE = (
    Row("Small", "125M", 125 * MILLION, 12, 768, 12, 64, 500_000, 6.0e-4),
    Row("Medium", "350M", 350 * MILLION, 24, 1024, 16, 64, 500_000, 3.0e-4),
    Row("Large", "760M", 760 * MILLION, 24, 1536, 16, 96, 500_000, 2.5e-4),
    Row("XL", "1.3B", 1_300 * MILLION, 24, 2048, 24, 128, MILLION, 2.0e-4),
    Row("2.7B", "2.7B", 2_700 * MILLION, 32, 2560, 32, 80, MILLION, 1.6e-4),
    Row("6.7B", "6.7B", 6_700 * MILLION, 32, 4096, 32, 128, 2 * MILLION, 1.2e-4),
    Row("13B", "13.0B", 13 * BILLION, 40, 5140, 40, 128, 2 * MILLION, 1.0e-4),
    Row("175B", "175.0B", 175 * BILLION, 96, 12288, 96, 128, 3_200_000, 0.6e-4),
)


# --- one part ------------------------------------------------------------------------


def attention(d_model: int, d_heads: int | None = None) -> int:
    """W_Q, W_K, W_V and W_O with their biases: 4 d² + 4 d.

    `d_heads` is d unless given: how wide all heads are together.
    """
    wide = d_model if d_heads is None else d_heads
    return 4 * d_model * wide + 3 * wide + d_model


def feed_forward(d_model: int, d_hidden: int) -> int:
    """Widen and narrow, with biases: 2 d d_ff + d_ff + d; 8 d² + 5 d at d_ff = 4 d."""
    return 2 * d_model * d_hidden + d_hidden + d_model


def norm(d_model: int) -> int:
    """A gain and a bias for each component: 2 d."""
    return 2 * d_model


# --- whole models, part by part ------------------------------------------------------


def gpt(
    layers: int,
    d_model: int,
    d_heads: int | None = None,
    *,
    vocabulary: int = VOCABULARY,
    context: int = CONTEXT,
    tied: bool = True,
) -> dict[str, int]:
    """A decoder alone, with learned positions, d_ff = 4 d and a norm at its end.

    V d + n d + L (12 d² + 13 d) + 2 d. Radford et al. (2019), section 2.3: norms
    before the sublayers. When `tied`, one matrix reads words in and scores them on the
    way out; else there are two.
    """
    return {
        "words": vocabulary * d_model * (1 if tied else 2),
        "positions": context * d_model,
        "attention": layers * attention(d_model, d_heads),
        "feed-forward": layers * feed_forward(d_model, 4 * d_model),
        "norms": (2 * layers + 1) * norm(d_model),
    }


def writer(
    vocabulary: int, d_model: int, n_layers: int, max_positions: int
) -> dict[str, int]:
    """The shipped model that only writes: a small `gpt`."""
    return gpt(n_layers, d_model, vocabulary=vocabulary, context=max_positions)


def transformer(
    vocabulary: int, d_model: int, d_hidden: int, n_layers: int
) -> dict[str, int]:
    """The shipped Transformer: encoder and decoder, one matrix for words in and out.

    Its positions are sinusoids, so there is nothing to learn of them. A decoder layer
    has two attentions and three norms, an encoder layer one and two.
    """
    return {
        "words": vocabulary * d_model,
        "positions": 0,
        "attention": 3 * n_layers * attention(d_model),
        "feed-forward": 2 * n_layers * feed_forward(d_model, d_hidden),
        "norms": 5 * n_layers * norm(d_model),
    }


def bahdanau(
    vocabulary: int, d_embedding: int, d_state: int, d_align: int
) -> dict[str, int]:
    """The shipped recurrent translator: reader, alignment, writer, deep output.

    Appendix A.2 of Bahdanau, Cho & Bengio (2015), with `torch.nn.GRU`'s two biases a
    gate and one matrix for words in and out (`core.networks.recurrent`).
    """
    unit, start = _gated(d_embedding, d_state), d_state * d_state + d_state
    return {
        "words": vocabulary * d_embedding + vocabulary,
        "positions": 0,
        "attention": d_state * d_align + 2 * d_state * d_align + 2 * d_align,
        "recurrent": 3 * unit + start + 2 * d_state * 3 * d_state,
        "output": _readout(d_embedding, d_state),
    }


def fixed_vector(vocabulary: int, d_embedding: int, d_state: int) -> dict[str, int]:
    """The recurrent translator without its alignment."""
    parts = bahdanau(vocabulary, d_embedding, d_state, d_align=0)
    return {name: count for name, count in parts.items() if name != "attention"}


COUNTED = {
    "transformer": transformer,
    "bahdanau": bahdanau,
    "rnn": fixed_vector,
    "writer": writer,
}
"""The kinds of shipped models whose parts are counted here."""


def shipped(kind: str, sizes: Mapping[str, int | float]) -> dict[str, int]:
    """The parts of a shipped model, from the sizes in its config.json.

    KeyError for a kind that is not counted here.
    """
    count = COUNTED[kind]
    return count(**{name: int(sizes[name]) for name in signature(count).parameters})


def _gated(d_input: int, d_state: int) -> int:
    """Reset, update and candidate: from the input and from the state, with biases."""
    return 3 * d_state * (d_input + 1) + 3 * d_state * (d_state + 1)


def _readout(d_embedding: int, d_state: int) -> int:
    """U_o with a bias, V_o and C_o, each onto pairs of which the larger counts."""
    return 2 * d_embedding * (d_state + 1 + d_embedding + 2 * d_state)


# --- memory --------------------------------------------------------------------------


def maps(kind: str, layers: int = 1, heads: int = 1) -> int:
    """How many n × n matrices of weights one pass makes.

    A decoder alone has one a head and layer; encoder and decoder have three, for the
    decoder also looks across; the recurrent translator has one, the fixed vector none.
    """
    return {
        "gpt": layers * heads,
        "writer": layers * heads,
        "transformer": 3 * layers * heads,
        "bahdanau": 1,
        "rnn": 0,
    }[kind]


def in_bytes(numbers: int, bits: int) -> int:
    """The memory taken by that many numbers of `bits` bits each."""
    return numbers * bits // 8


def share_of_maps(parameters: int, n_maps: int, n: int) -> float:
    """n² · maps over n² · maps + parameters, all kept at once and equally precise."""
    cells = n_maps * n * n
    return cells / (cells + parameters)
