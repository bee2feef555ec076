"""Held against the equations of Sukhbaatar et al. (2015), written in NumPy."""

import numpy as np
import pytest
import torch

from core.networks.memory import (
    Hierarchical,
    HierarchicalConfig,
    Memory,
    MemoryConfig,
    lines_after,
    position_encoding,
)
from tests.close import close

LINES = torch.tensor([[3, 1, 4, 0], [2, 5, 0, 0], [6, 1, 2, 4]])
QUESTION = torch.tensor([7, 5, 1])
ALLOWED = torch.ones(1, 3, dtype=torch.bool)


def made(n_hops: int = 3) -> Memory:
    torch.manual_seed(6)
    return Memory(MemoryConfig(8, 5, n_hops, 4)).requires_grad_(False)


def by_the_paper(network: Memory, lines, question, hidden=()):
    """Equations 1 to 4 and section 4.1, line by line, word by word."""
    words, times = network.word.numpy(), network.time.numpy()
    d = network.config.d_state

    def sentence(ids, table):
        ids = [int(i) for i in ids if i]
        total = np.zeros(d)
        for j, word in enumerate(ids, start=1):
            for k in range(1, d + 1):
                l_kj = (1 - j / len(ids)) - (k / d) * (1 - 2 * j / len(ids))
                total[k - 1] += l_kj * table[word, k - 1]
        return total

    u, weights = sentence(question, words[0]), []
    for hop in range(network.config.n_hops):
        m = [
            sentence(x, words[hop]) + times[hop][len(lines) - 1 - i]
            for i, x in enumerate(lines)
        ]
        c = [
            sentence(x, words[hop + 1]) + times[hop + 1][len(lines) - 1 - i]
            for i, x in enumerate(lines)
        ]
        e = np.array(
            [0.0 if i in hidden else np.exp(u @ m_i) for i, m_i in enumerate(m)]
        )
        weights.append(e / e.sum())
        u = u + sum(p * c_i for p, c_i in zip(weights[-1], c, strict=True))
    return np.array(weights), words[-1][1:] @ u


@pytest.mark.parametrize("n_hops", [1, 2, 3])
def test_a_pass_is_that_of_the_paper(n_hops):
    record = made(n_hops)(LINES, QUESTION, ALLOWED)
    weights, logits = by_the_paper(made(n_hops), LINES, QUESTION)
    close(
        torch.stack([hop.weights for hop in record.hops]), torch.tensor(weights).float()
    )
    close(record.logits, torch.tensor(logits).float())


def test_a_hidden_line_has_no_weight_and_the_others_share_it():
    allowed = torch.tensor([[True, False, True]])
    record = made()(LINES, QUESTION, allowed)
    weights, logits = by_the_paper(made(), LINES, QUESTION, hidden={1})
    close(record.hops[2].weights, torch.tensor(weights[2]).float())
    close(record.logits, torch.tensor(logits).float())
    assert all(hop.weights[1] == 0 for hop in record.hops)


def test_a_hop_by_hand():
    """One hop over two lines of one word, in one dimension."""
    network = Memory(MemoryConfig(3, 1, 1, 2)).requires_grad_(False)
    network.word[0] = torch.tensor([[9.0], [2.0], [1.0], [0.5]])
    network.word[1] = torch.tensor([[9.0], [-1.0], [3.0], [1.0]])
    network.time[0] = torch.tensor([[0.0], [1.0]])
    network.time[1] = torch.tensor([[0.25], [0.0]])
    lines, question = torch.tensor([[1], [2]]), torch.tensor([3])
    record = network(lines, question, torch.ones(1, 2, dtype=torch.bool))
    # with J = d = 1 the one word counts (1 − 1) − 1·(1 − 2) = 1 times
    hop = record.hops[0]
    close(hop.state, [0.5])
    close(hop.scores, [1.5, 0.5])  # 0.5 · (2 + 1) and 0.5 · (1 + 0)
    close(hop.weights, [0.73106, 0.26894])
    close(hop.output, [0.14300])  # 0.73106 · −1 + 0.26894 · 3.25
    close(hop.next_state, [0.64300])
    close(record.logits, [-0.64300, 1.92900, 0.64300])


def test_places_by_hand():
    # the second of three words, of two dimensions: (1 − 2/3) − k/2 · (1 − 4/3)
    places = position_encoding(torch.tensor([3]), 4, 2)[0]
    close(places[1], [1 / 3 + 1 / 6, 1 / 3 + 1 / 3])
    close(places[3], [0.0, 0.0])
    # a line without words
    close(position_encoding(torch.tensor([0]), 2, 2)[0], [[0.0, 0.0], [0.0, 0.0]])


def test_times_count_back_from_the_last_line():
    lines = torch.tensor([[1, 2], [3, 0], [2, 2], [0, 0]])
    assert lines_after(lines).tolist() == [2, 1, 0, 0]


def test_a_batch_is_each_story_by_itself():
    short = torch.zeros_like(LINES)
    short[:2] = LINES[:2]
    allowed = torch.tensor([[[True, True, True]], [[True, True, False]]])
    both = made()(torch.stack([LINES, short]), QUESTION.expand(2, 3), allowed)
    close(both.logits[0], made()(LINES, QUESTION, ALLOWED).logits)
    close(both.logits[1], made()(LINES[:2], QUESTION, ALLOWED[:, :2]).logits)


def test_the_linear_start_has_scores_for_weights():
    hop = made(1)(LINES, QUESTION, ALLOWED, linear=True).hops[0]
    close(hop.weights, hop.scores)
    hidden = torch.tensor([[True, False, True]])
    hop = made(1)(LINES, QUESTION, hidden, linear=True).hops[0]
    close(hop.weights, hop.scores * hidden[0])


def test_words_then_lines_is_what_numpy_finds():
    torch.manual_seed(9)
    network = Hierarchical(HierarchicalConfig(8, 5, 4)).requires_grad_(False)
    record = network(LINES, QUESTION, ALLOWED)
    asked, key, value, time = (
        table.numpy()
        for table in (network.asked, network.key, network.value, network.time)
    )

    def softmax(x):
        return np.exp(x) / np.exp(x).sum()

    d, ids = 5, QUESTION.tolist()
    q = np.array(
        [
            sum(
                ((1 - j / 3) - k / d * (1 - 2 * j / 3)) * asked[ids[j - 1], k - 1]
                for j in (1, 2, 3)
            )
            for k in range(1, d + 1)
        ]
    )
    keys, values = [], []
    for at, line in enumerate(LINES.tolist()):
        words = [word for word in line if word]
        a = softmax(np.array([q @ key[word] for word in words]))
        close(record.word_weights[at, : len(words)], torch.tensor(a).float())
        keys.append(
            sum(p * key[w] for p, w in zip(a, words, strict=True)) + time[2 - at]
        )
        values.append(sum(p * value[w] for p, w in zip(a, words, strict=True)))
    weights = softmax(np.array(keys) @ q)
    close(record.hops[0].weights, torch.tensor(weights).float())
    logits = value[1:] @ (q + weights @ np.array(values))
    close(record.logits, torch.tensor(logits).float())


def test_a_line_that_is_not_there_is_not_read_by_words_then_lines():
    torch.manual_seed(9)
    network = Hierarchical(HierarchicalConfig(8, 5, 4)).requires_grad_(False)
    longer = torch.cat([LINES, torch.zeros(1, 4, dtype=torch.long)])
    allowed = torch.tensor([[True, True, True, False]])
    close(
        network(longer, QUESTION, allowed).logits,
        network(LINES, QUESTION, ALLOWED).logits,
    )
