"""Experiments as an address asks for them: read, written, named, ended."""

import pytest

from core.errors import InputError
from core.experiments.changes import (
    CHANGES,
    Forbidden,
    NoPositions,
    NoResidual,
    NoScaling,
    Silent,
    WordChange,
)
from core.experiments.experiment import Experiment
from tests.viz.pages.transformer.experimenting import SHIPPED, asked
from tests.viz.pages.transformer.test_page import (
    opened,
    translator,
)
from viz import address
from viz.address import experiments
from viz.pages.app import frame
from viz.pages.transformer.experiments import (
    run,
)
from viz.pages.transformer.experiments.names import Called, offered, running

__all__ = ["opened", "translator"]  # fixtures


CROSS = "decoder.2.cross_attention"


def test_cells_in_the_address_count_from_one_and_a_star_is_every_one():
    assert asked(forbid="cross.3.*.2-5,decoder.1.8.*-1") == (
        Forbidden(CROSS, None, 1, 4),
        Forbidden("decoder.0.self_attention", 7, None, 0),
    )
    assert asked() == ()


def test_heads_parts_and_words_are_read_from_the_address():
    silent = Silent("encoder.0.self_attention", 3)
    assert asked(silence="encoder.1.4") == (silent,)
    assert asked(without="positions.encoder,scale,residual.decoder.2.feed") == (
        NoPositions("encoder"),
        NoScaling(),
        NoResidual("decoder.1.feed_forward"),
    )
    assert asked(edit="swap.2-5,delete.4,blank.1") == (
        WordChange("swap", 1, 4),
        WordChange("delete", 3),
        WordChange("blank", 0),
    )


def test_every_change_is_written_as_it_is_read_and_has_a_name():
    everything = {
        "causal": "false",
        "pads": "12",
        "padmask": "false",
        "edit": "swap.2-5,delete.14,blank.1",
        "without": "positions.decoder,scale,residual.encoder.2.self",
        "silence": "encoder.1.4,cross.3.8",
        "forbid": "cross.3.*.2-5,decoder.1.8.*-1,encoder.2.*.*-*,cross.1.1.193-9",
    }
    choices, _ = address.decode(everything)
    changes = experiments.asked(choices)
    assert len({type(change) for change in changes}) == 9
    assert experiments.written(changes) == everything
    names = Called(None, ("The", "woman"))
    for change in changes:
        if not isinstance(change, Forbidden):  # these name pieces of a pass
            ((_, name),) = running((change,), names)
            assert name


def test_a_swap_of_a_word_with_itself_is_no_change():
    with pytest.raises(InputError, match="swapped with itself"):
        experiments.read("edit", "swap.2-2")
    assert asked(edit="swap.2-2,delete.1") == (WordChange("delete", 0),)


def test_a_word_of_several_pieces_is_several_cells():
    found = Forbidden.pairs(CROSS, None, [1, 2], [4])
    cells = "cross.3.*.2-5,cross.3.*.3-5"
    assert experiments.written(found) == {"forbid": cells}
    (whole,) = Forbidden.pairs("encoder.0.self_attention", 0, None, None)
    assert whole.written() == "encoder.1.1.*-*"


def test_every_part_that_can_be_left_out_can_be_read_again_and_has_a_name():
    parts = [part for kind in CHANGES for part in kind.offered(SHIPPED)]
    cut = [part for part in parts if isinstance(part, NoResidual)]
    assert len(cut) == 3 * 2 + 3 * 3
    assert all(experiments.read("without", part.written()) == part for part in parts)
    names = [offered(part, Called(None, ())) for part in parts]
    first = parts.index(NoResidual("encoder.0.self_attention"))
    around = "the residual connection around encoder self-attention, layer 1"
    assert names[first] == around
    assert len(set(names)) == len(names)


def test_positions_can_be_left_out_on_both_sides():
    both = asked(without="positions.encoder,positions.decoder")
    expected = Experiment(no_positions=frozenset(["encoder", "decoder"]))
    assert Experiment(changes=both) == expected


def test_of_residuals_the_last_one_that_is_asked_for_is_cut():
    cut = asked(without="residual.encoder.1.self,scale,residual.decoder.2.feed")
    found = Experiment(changes=cut)
    assert found.changes == (NoScaling(), NoResidual("decoder.1.feed_forward"))


def test_what_is_asked_for_twice_is_done_once_and_words_change_twice():
    found = Experiment(
        changes=asked(
            forbid="cross.3.*.2-5,cross.3.*.2-5",
            silence="cross.3.1,cross.3.2,cross.3.1",
            without="scale,scale",
            edit="swap.2-5,swap.2-5",
        )
    )
    swap = WordChange("swap", 1, 4)
    assert experiments.written(found.changes) == {
        "edit": "swap.2-5,swap.2-5",
        "without": "scale",
        "silence": "cross.3.1,cross.3.2",
        "forbid": "cross.3.*.2-5",
    }
    assert found.words == (swap, swap)


def test_changes_that_run_are_ended_one_by_one(monkeypatch):
    kept = {}
    monkeypatch.setattr(frame, "keep", lambda **offered: kept.update(offered))
    choices = address.Choices(silence="cross.3.2,cross.3.1,cross.2.1", pads=2)
    run.end((Silent(CROSS, 1), Silent("decoder.1.cross_attention", 0)), choices)
    assert kept == {"silence": "cross.3.1", "guess": ""}
