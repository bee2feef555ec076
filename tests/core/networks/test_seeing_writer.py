"""A frozen writer with looks: exactly itself where they are shut."""

import pytest
import torch

from core.attention import causal_mask
from core.layers import parameters
from core.networks.seeing_writer import (
    D_CELL,
    CaptionWriter,
    CaptionWriterConfig,
    SeeingWriter,
)
from core.networks.writer import activated

CONFIG = CaptionWriterConfig(d_model=16, n_heads=2, n_layers=2)
ALL = torch.ones(1, 1, 36, dtype=torch.bool)


@pytest.fixture
def both() -> tuple[CaptionWriter, SeeingWriter]:
    """A writer, and the same with looks whose gates are open."""
    torch.manual_seed(4)
    writer, seeing = CaptionWriter(CONFIG), SeeingWriter(CONFIG)
    seeing.load_state_dict(writer.state_dict(), strict=False)
    with torch.no_grad():
        for look in seeing.looks:
            look.alpha.copy_(torch.tensor([0.7, -0.4]))
    return writer.eval(), seeing.eval()


def test_with_alpha_at_nothing_it_is_exactly_the_writer(both):
    writer, seeing = both
    words = torch.randint(3, CONFIG.vocabulary, (2, 9))
    cells = torch.randn(2, 36, D_CELL)
    alone = writer.read(writer.embed_target(words), causal_mask(9)).logits
    assert torch.equal(seeing(cells, words, ALL, 0.0).logits, alone)
    assert not torch.equal(seeing(cells, words, ALL, 1.0).logits, alone)
    fresh = SeeingWriter(CONFIG)
    fresh.load_state_dict(writer.state_dict(), strict=False)
    assert torch.equal(fresh(cells, words, ALL).logits, alone)  # as it begins


def test_a_look_adds_what_the_paper_says(both):
    _, seeing = both
    words = torch.randint(3, CONFIG.vocabulary, (1, 5))
    cells = torch.randn(1, 36, D_CELL)
    record = seeing(cells, words, ALL, 0.5)
    look, first = record.looks[0], seeing.looks[0]
    gates = torch.tanh(0.5 * first.alpha)
    context = seeing.project_cells(cells)
    attended = first.attention(first.norm_attention(look.input), context, ALL).output
    after = look.input + gates[0] * attended
    wide = activated(first.widen(first.norm_feed_forward(after)))
    torch.testing.assert_close(look.output, after + gates[1] * first.narrow(wide))
    torch.testing.assert_close(record.decoder[0].input, look.output)
    assert look.attention.weights.shape == (1, 2, 5, 36)


def test_a_cell_that_is_forbidden_is_not_looked_at(both):
    _, seeing = both
    words = torch.randint(3, CONFIG.vocabulary, (1, 5))
    cells, allowed = torch.randn(1, 36, D_CELL), ALL.clone()
    allowed[..., 7] = False
    one = seeing(cells, words, allowed).logits
    cells[:, 7] += 5
    torch.testing.assert_close(seeing(cells, words, allowed).logits, one)


def test_frozen_is_all_that_wrote_before(both):
    writer, seeing = both
    seeing.freeze_writer()
    learned = sum(one.numel() for one in seeing.parameters() if one.requires_grad)
    assert learned == parameters(SeeingWriter(CONFIG)) - parameters(writer)
    names = {name for name, one in seeing.named_parameters() if not one.requires_grad}
    assert names == {name for name, _ in writer.named_parameters()}


def test_other_words_are_refused():
    with pytest.raises(ValueError, match="vocabulary"):
        CaptionWriterConfig(vocabulary=9)
