"""What the families keep of figure 1, their masks, and the printed sizes."""

import pytest

from core.labs.families import FIGURE, KEPT, PUBLISHED, mask
from core.labs.sizes import TABLE, gpt


def test_each_family_keeps_what_its_paper_says():
    assert KEPT["both"] == FIGURE
    assert KEPT["decoder"] == {"encoder": (), "decoder": ("masked", "feed", "next")}
    assert KEPT["encoder"] == {"encoder": ("self", "feed"), "decoder": ()}


def test_only_masked_self_attention_is_kept_from_looking_on():
    assert mask("masked", 3, 3).tolist() == [
        [True, False, False],
        [True, True, False],
        [True, True, True],
    ]
    assert mask("self", 2, 2).all()
    assert mask("cross", 2, 5).all()
    assert mask("cross", 2, 5).shape == (2, 5)
    with pytest.raises(ValueError, match="no attention"):
        mask("feed", 2, 2)


def test_the_printed_sizes_are_those_of_the_papers():
    printed = {model.name: model for model in PUBLISHED}
    years = [(model.year, model.family) for model in PUBLISHED]
    assert years == sorted(years, key=lambda one: one[0])
    base, big = printed["Transformer base"], printed["Transformer big"]
    assert (base.layers, base.d_model, base.heads, base.parameters) == (6, 512, 8, 65e6)
    assert (big.d_model, big.heads, big.parameters) == (1024, 16, 213e6)
    bert = printed["BERT large"]
    assert (bert.layers, bert.d_model, bert.heads, bert.parameters) == (
        *(24, 1024, 16),
        340e6,
    )
    gpt3, row = printed["GPT-3"], TABLE[-1]
    assert (gpt3.layers, gpt3.d_model, gpt3.heads) == (
        *(row.layers, row.d_model),
        row.heads,
    )
    assert gpt3.parameters == row.stated


def test_gpt_2_comes_near_its_printed_size():
    """Counted 1,557.6 million, printed 1,542: 1% apart."""
    gpt2 = next(model for model in PUBLISHED if model.name == "GPT-2")
    counted = gpt(gpt2.layers, gpt2.d_model, context=gpt2.positions or 0)
    assert sum(counted.values()) == pytest.approx(gpt2.parameters, rel=0.011)
