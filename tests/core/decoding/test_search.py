import itertools
import math
from dataclasses import dataclass

import pytest
import torch
from torch import Tensor

from core.attention import padding_mask
from core.decoding.batches import source_batch
from core.decoding.limits import AtMost, limit_for
from core.decoding.sampling import Sampling, sample
from core.decoding.search import (
    Hypothesis,
    beam_search,
    beam_tree,
    beam_trees,
    greedy,
    parting,
    select,
)
from core.experiments.prefix import Prefixed
from core.experiments.uncached import WithoutCache
from core.networks.kinds import Network
from core.text.tokenizer import END, PAD, START
from tests.core.tiny import SENTENCES, make_transformer

A, B = 3, 4
ONE_WORD = source_batch([[9]])  # with ‹end› two pieces: at most 14 are written


# --- networks made of literal probabilities -----------------------------------------


@dataclass(frozen=True)
class Said:
    source: Tensor
    words: Tensor


@dataclass(frozen=True)
class Table:
    """A network that looks the next word up by the words so far.

    What is not in the table ends. The first source piece is part of the key where
    `sources` is true.
    """

    rows: dict[tuple[int, ...], dict[int, float]]
    sources: bool = False

    def begin(self, source: Tensor, source_allowed: Tensor) -> Said:
        return Said(source[:, :1], source[:, :0])

    def step(self, state: Said, word: Tensor) -> tuple[Tensor, Said]:
        words = torch.cat([state.words, word[:, None]], dim=1)
        first = state.source if self.sources else words[:, :0]
        keys = torch.cat([first, words[:, 1:]], dim=1).tolist()
        probabilities = torch.zeros(len(words), 5)
        for row, key in enumerate(keys):
            for piece, probability in self.rows.get(tuple(key), {END: 1.0}).items():
                probabilities[row, piece] = probability
        return probabilities.log(), Said(state.source, words)


# The first step's best word leads to the worse sentence.
GARDEN = Table(
    {
        (): {A: 0.6, B: 0.4},
        (A,): {A: 0.36, B: 0.34, END: 0.3},
        (B,): {A: 0.9, END: 0.1},
    }
)


def test_greedy_takes_the_best_piece_at_every_step():
    (found,) = greedy(GARDEN, *ONE_WORD)
    assert found.ids == (A, A)
    assert found.finished
    assert math.isclose(found.log_probability, math.log(0.6 * 0.36), rel_tol=1e-5)
    assert math.isclose(found.score, math.log(0.216) / 3, rel_tol=1e-5)


def test_a_beam_finds_the_sentence_that_greedy_walks_past():
    found = beam_search(GARDEN, *ONE_WORD, width=2)
    assert found[0].ids == (B, A)
    assert math.isclose(found[0].log_probability, math.log(0.4 * 0.9), rel_tol=1e-5)
    assert math.isclose(found[0].score, math.log(0.36) / 3, rel_tol=1e-5)
    assert [h.ids for h in found] == [(B, A), (A, A)]


def every_sentence(table: Table) -> list[tuple[tuple[int, ...], float]]:
    """All that a network may say, with its log-probability, by trying all: a word
    at least."""
    found = []
    for n in range(1, 4):
        for ids in itertools.product((A, B), repeat=n):
            probability = 1.0
            for i, piece in enumerate((*ids, END)):
                row = table.rows.get(ids[:i], {END: 1.0})
                probability *= row.get(piece, 0.0)
            if probability:
                found.append((ids, math.log(probability)))
    return found


@pytest.mark.parametrize("alpha", [0.0, 0.6, 1.0])
def test_a_wide_beam_is_an_exhaustive_search(alpha):
    table = Table(
        {
            (): {A: 0.5, B: 0.3, END: 0.2},  # ‹end› is never the first piece
            (A,): {A: 0.25, B: 0.45, END: 0.3},
            (B,): {A: 0.65, B: 0.3, END: 0.05},
            (A, B): {A: 0.8, B: 0.15, END: 0.05},
            (B, A): {A: 0.4, B: 0.55, END: 0.05},
        }
    )
    expected = sorted(
        (
            (total / (len(ids) + 1) ** alpha, ids)
            for ids, total in every_sentence(table)
        ),
        reverse=True,
    )
    assert len(expected) == 10
    found = beam_search(table, *ONE_WORD, width=16, alpha=alpha)
    assert [h.ids for h in found] == [ids for _, ids in expected]
    for hypothesis, (score, _) in zip(found, expected, strict=True):
        assert math.isclose(hypothesis.score, score, rel_tol=1e-4)
        assert hypothesis.finished


def test_longer_sentences_are_judged_by_their_mean():
    # log (0.99 · 0.5) / 2 = −0.352; log (0.99 · 0.5 · 0.8) / 3 = −0.309
    table = Table(
        {(): {A: 0.99, B: 0.01}, (A,): {A: 0.5, END: 0.5}, (A, A): {A: 0.2, END: 0.8}}
    )
    by_mean = beam_search(table, *ONE_WORD, width=2)
    by_sum = beam_search(table, *ONE_WORD, width=2, alpha=0.0)
    assert [h.ids for h in by_mean] == [(A, A), (A,)]
    assert [h.ids for h in by_sum] == [(A,), (A, A)]


def test_an_end_that_is_not_among_the_best_is_no_hypothesis():
    table = Table({(): {A: 0.6, END: 0.4}, (A,): {A: 0.1, END: 0.9}})
    found = beam_search(table, *ONE_WORD, width=1)
    assert [h.ids for h in found] == [(A,)]


# --- stopping -----------------------------------------------------------------------


@dataclass(frozen=True)
class Endless:
    """A network that says one piece for ever, and would rather pad or start."""

    def begin(self, source: Tensor, source_allowed: Tensor) -> Said:
        return Said(source[:, :1], source[:, :0])

    def step(self, state: Said, word: Tensor) -> tuple[Tensor, Said]:
        probabilities = torch.tensor([0.4, 0.3, 0.0, 0.2, 0.1])
        return probabilities.log().repeat(len(word), 1), state


def test_a_network_that_never_ends_is_stopped_at_the_limit():
    (found,) = greedy(Endless(), *ONE_WORD)
    assert found.ids == (A,) * 14
    assert not found.finished
    assert math.isclose(found.log_probability, 14 * math.log(0.2), rel_tol=1e-5)
    assert math.isclose(found.score, math.log(0.2), rel_tol=1e-5)


def test_a_beam_that_never_ends_is_stopped_at_the_limit():
    found = beam_search(Endless(), *ONE_WORD, width=3)
    assert len(found) == 3
    assert {len(h.ids) for h in found} == {14}
    assert not any(h.finished for h in found)
    assert found[0].ids == (A,) * 14


def test_padding_and_start_are_never_written():
    for found in (greedy(Endless(), *ONE_WORD), beam_search(Endless(), *ONE_WORD, 4)):
        for hypothesis in found:
            assert not {PAD, START, END} & set(hypothesis.ids)


@pytest.mark.parametrize("likely", [0.6, 0.98])
def test_nothing_ends_before_it_has_written_a_word(likely):
    table = Table({(): {A: 0.9 - likely * 0.9, B: 0.1 - likely * 0.1, END: likely}})
    (found,) = greedy(table, *ONE_WORD)
    assert found.ids == (A,)
    # its log-probability is the model's own
    assert math.isclose(
        found.log_probability, math.log(0.9 - likely * 0.9), rel_tol=1e-4
    )
    assert [h.ids for h in beam_search(table, *ONE_WORD, width=2)] == [(A,), (B,)]
    for seed in range(9):
        assert sample(table, *ONE_WORD, Sampling(seed)).ids in {(A,), (B,)}


def test_after_a_given_beginning_it_may_end_at_once():
    table = Table({(): {A: 0.9, B: 0.1}, (B,): {END: 0.8, A: 0.2}})
    (found,) = greedy(Prefixed(table, (B,)), *ONE_WORD)
    assert found.ids == () and found.finished
    (found,) = greedy(AtMost(Prefixed(table, (B,)), 3), *ONE_WORD)
    assert found.ids == ()


def test_of_two_that_only_rounding_tells_apart_the_first_piece_is_written():
    for b in (0.5 - 1e-7, 0.5, 0.5 + 1e-7):
        (found,) = greedy(Table({(): {A: 0.5, B: b}}), *ONE_WORD)
        assert found.ids == (A,)
    (found,) = greedy(Table({(): {A: 0.4999, B: 0.5001}}), *ONE_WORD)
    assert found.ids == (B,)


@pytest.mark.parametrize(("source", "limit"), [(2, 14), (12, 34), (59, 128), (65, 128)])
def test_the_limit_is_twice_the_source_and_ten(source, limit):
    assert limit_for(source) == limit


def test_padding_does_not_raise_the_limit():
    source = torch.tensor([[9, 2, 0, 0], [9, 9, 9, 2]])
    found = greedy(Endless(), source, padding_mask(torch.tensor([2, 4])))
    assert [len(h.ids) for h in found] == [14, 18]


# --- batches ------------------------------------------------------------------------


def test_sentences_that_end_leave_the_batch_and_the_others_keep_their_order():
    table = Table(
        {
            (10,): {A: 1.0}, (10, A): {B: 1.0}, (10, A, B): {A: 1.0},
            (11,): {A: 1.0}, (12,): {B: 1.0},
            (13,): {B: 1.0}, (13, B): {B: 1.0},
        },
        sources=True,
    )  # fmt: skip
    found = greedy(table, *source_batch([[10], [11], [12], [13]]))
    assert [h.ids for h in found] == [(A, B, A), (A,), (B,), (B, B)]


def test_other_rows_of_a_state_are_picked_in_all_its_layers(transformer):
    state = transformer.begin(*source_batch([[5, 6], [7, 8], [9, 10]]))
    picked = select(state, torch.tensor([2, 2, 0]))
    assert torch.equal(picked.cross_keys[1][0], state.cross_keys[1][2])
    assert torch.equal(picked.cross_values[0][2], state.cross_values[0][0])
    assert torch.equal(picked.source_allowed[1], state.source_allowed[2])


# --- beside whole passes of real networks ---------------------------------------------


def whole_passes(network: Network, source: Tensor, allowed: Tensor) -> Hypothesis:
    """Greedy decoding the slow way: a whole pass over the words so far, each time."""
    ids, total = [], 0.0
    while len(ids) < 2 * source.shape[1] + 10:
        logits = network(source, torch.tensor([[START, *ids]]), allowed).logits[0, -1]
        gains = logits.log_softmax(-1)
        gains[:2] = -torch.inf
        if not ids:
            gains[END] = -torch.inf
        total += gains.max().item()
        if gains.argmax() == END:
            return Hypothesis(tuple(ids), total, total / (len(ids) + 1), True)
        ids.append(int(gains.argmax()))
    return Hypothesis(tuple(ids), total, total / len(ids), False)


@pytest.mark.parametrize("ids", SENTENCES[1:3])
def test_cached_decoding_says_what_whole_passes_say(lively, ids):
    source, allowed = source_batch([ids])
    (found,) = greedy(lively, source, allowed)
    expected = whole_passes(lively, source, allowed)
    assert (found.ids, found.finished) == (expected.ids, expected.finished)
    assert math.isclose(found.score, expected.score, abs_tol=1e-4)


@pytest.mark.parametrize("ids", SENTENCES[1:])
def test_a_beam_of_one_is_greedy(lively, ids):
    source, allowed = source_batch([ids])
    (one,) = greedy(lively, source, allowed)
    (other,) = beam_search(lively, source, allowed, width=1)
    assert one.ids == other.ids
    assert one.finished == other.finished
    assert math.isclose(one.score, other.score, abs_tol=1e-5)


def test_the_log_probability_of_a_hypothesis_is_that_of_a_pass_over_it(lively):
    source, allowed = source_batch([SENTENCES[2]])
    for found in beam_search(lively, source, allowed, width=3):
        wanted = [*found.ids, END] if found.finished else list(found.ids)
        read = torch.tensor([[START, *wanted[:-1]]])
        gains = lively(source, read, allowed).logits[0].log_softmax(-1)
        total = sum(gains[i, piece].item() for i, piece in enumerate(wanted))
        assert math.isclose(found.log_probability, total, abs_tol=1e-4)


def test_decoding_without_the_causal_mask_recomputes_every_step():
    network = make_transformer(seed=1)
    source, allowed = source_batch([SENTENCES[1]])

    def everywhere(source, target, allowed):
        n = target.shape[1]
        return network(source, target, allowed, torch.ones(n, n).bool())

    (found,) = greedy(WithoutCache(network, causal=False), source, allowed)
    expected = whole_passes(everywhere, source, allowed)
    assert found.ids == expected.ids
    assert math.isclose(found.score, expected.score, abs_tol=1e-4)


def test_two_translations_part_at_their_first_difference():
    assert parting((5, 6, 2), (5, 7, 2)) == 1
    assert parting((5, 2), (5, 6, 2)) == 1
    assert parting((5, 6), (5, 6, 2)) == 2
    assert parting((5, 2), (5, 2)) is None


def test_the_branches_of_a_batch_are_those_of_each_sentence_alone():
    source, allowed = source_batch([[9], [9]])
    alone = beam_tree(GARDEN, *ONE_WORD, width=2)
    assert beam_trees(GARDEN, source, allowed, width=2) == [alone, alone]
