"""A frozen writer that learned to see: shut it is the writer, open it sees."""

import pytest
import torch

from core.errors import InputError
from core.in_use.seeing import LOOK, Seen, see
from core.in_use.small import load
from core.worlds.street import Street
from core.worlds.streets import any_street, lecture


def seen(street: Street, opened: float = 1.0, forbidden: tuple[int, ...] = ()) -> Seen:
    names = ("captions-seeing", "captions-soft", "captions-writer")
    return see(*map(load, names), street, opened, forbidden)


def test_shut_it_writes_the_same_of_every_street_and_its_scores_are_the_writers():
    shut = [seen(street, 0.0) for street in (lecture("sign"), lecture("objects"))]
    assert {one.difference for one in shut} == {0.0}
    assert shut[0].words == shut[1].words and shut[0].gates == (0.0, 0.0, 0.0)
    commonest = load("captions-writer").info["measured"]["commonest"]
    assert " ".join(shut[0].words) == commonest


def test_open_it_tells_what_stands_there():
    found = seen(lecture("sign"))
    assert found.judged.exact and found.finished and found.difference > 1.0
    assert " ".join(found.words).startswith("a red car left of a red stop sign")
    assert found.names[1] == found.names[2] == 0  # red, car: the first thing
    half = seen(lecture("sign"), 0.5)
    assert half.words != found.words
    assert half.gates == pytest.approx(
        [torch.tensor(gate).atanh().mul(0.5).tanh().item() for gate in found.gates]
    )


def test_its_weights_are_those_of_the_last_look_and_fall_on_what_is_named():
    found = seen(lecture("sign"))
    mean = found.record.looks[LOOK].attention.weights[0].mean(0)
    assert torch.equal(found.weights, mean)
    assert found.weights.shape == (len(found.words) + 1, 36)
    on, even = [], []
    for n in range(12):
        told = seen(any_street(n))
        shares = [share for share in told.shares() if share]
        on += [share.weight for share in shares]
        even += [share.uniform for share in shares]
    assert sum(on) > 2 * sum(even)


def test_a_forbidden_cell_gets_nothing_and_another_is_refused():
    found = seen(lecture("sign"), forbidden=(3, 35))
    assert found.weights[:, [3, 35]].abs().max() == 0.0
    torch.testing.assert_close(found.weights.sum(-1), torch.ones(len(found.words) + 1))
    with pytest.raises(InputError, match="no cell 37"):
        seen(lecture("sign"), forbidden=(36,))


def test_what_has_not_learned_to_see_says_so():
    soft = load("captions-soft")
    with pytest.raises(InputError, match="captions-soft has not learned to see"):
        see(soft, soft, load("captions-writer"), lecture("sign"))
