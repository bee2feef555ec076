"""Tiny translators. No two sizes are equal, so that no transposition hides."""

import torch
from torch import nn

from core.in_use.translator import Translator
from core.networks.bahdanau import Bahdanau, BahdanauConfig
from core.networks.captioner import Captioner, CaptionerConfig
from core.networks.kinds import Translating, kind_of
from core.networks.rnn import Rnn, RnnConfig
from core.networks.transformer import Transformer, TransformerConfig
from core.networks.writer import Writer, WriterConfig
from core.text.tokenizer import Pieces, Tokenizer
from core.training.initial import initialise

LINES = [
    "The woman ate the fish. The fish ate the woman.",
    "La femme a mangé le poisson. Le poisson a mangé la femme.",
    "L'accord sur la zone économique européenne a été signé.",
] * 5
SENTENCES = [[5, 9, 13, 4, 11, 6], [7], [8, 16, 12], [14, 14, 3, 10]]
"""In pieces, of every length."""
FISH = Pieces("the fish", (9, 10, 11), ("the", "fi", "sh"), ("the", "fish"), (0, 1, 1))


def make_transformer(vocabulary: int = 17, seed: int = 3) -> Transformer:
    """2 layers, 3 heads of 4, 20 hidden units; random weights."""
    torch.manual_seed(seed)
    config = TransformerConfig(
        vocabulary, d_model=12, d_hidden=20, n_heads=3, n_layers=2
    )
    return frozen(initialise(Transformer(config)))


def make_bahdanau(vocabulary: int = 17, seed: int = 3) -> Bahdanau:
    """Embeddings of 10, states of 7 (annotations of 14), alignment of 9."""
    torch.manual_seed(seed)
    config = BahdanauConfig(vocabulary, d_embedding=10, d_state=7, d_align=9)
    return frozen(initialise(Bahdanau(config)))


def make_rnn(vocabulary: int = 17, seed: int = 3) -> Rnn:
    """Embeddings of 10, states of 7 (one fixed vector of 14)."""
    torch.manual_seed(seed)
    return frozen(initialise(Rnn(RnnConfig(vocabulary, d_embedding=10, d_state=7))))


def make_writer(vocabulary: int = 17, seed: int = 3, positions: int = 11) -> Writer:
    """2 layers, 3 heads of 4, 48 hidden units, 11 positions unless said."""
    torch.manual_seed(seed)
    config = WriterConfig(
        vocabulary, d_model=12, n_heads=3, n_layers=2, max_positions=positions
    )
    return frozen(initialise(Writer(config)))


def make_captioner(kind: type[Captioner] = Captioner, seed: int = 3) -> Captioner:
    """Embeddings of 10, states of 7, alignment of 9, cells of 14; random weights."""
    torch.manual_seed(seed)
    config = CaptionerConfig(
        d_embedding=10, d_state=7, d_align=9, d_annotation=14, d_edges=5, d_parts=6
    )
    return frozen(kind(config))


def frozen(network: nn.Module) -> nn.Module:
    """Ready to use; no bias is zero and no norm is one, for those hide mistakes."""
    for name, parameter in network.named_parameters():
        if "norm" in name and name.endswith("weight"):
            parameter.data = torch.randn_like(parameter)
        elif parameter.dim() == 1:
            parameter.data.add_(torch.randn_like(parameter) * 0.3)
    return network.eval().requires_grad_(False)


def make_translator(
    network: Translating, tokenizer: Tokenizer, info: dict | None = None
) -> Translator:
    """A translator as if it came from a model folder."""
    kind = kind_of(network)
    return Translator(
        f"tiny-{kind}", kind, network, tokenizer, info or {}, (), "", "0123abcd"
    )
