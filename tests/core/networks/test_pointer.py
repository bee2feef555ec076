"""Held against equation 3 of Vinyals et al. (2015) and torch.nn.GRU."""

import numpy as np
import pytest
import torch
from torch import nn

from core.networks.pointer import Pointer, PointerAlone, PointerConfig
from tests.close import close

LINES = torch.tensor([[3, 1, 4, 0], [2, 5, 0, 0], [6, 1, 2, 4]])
QUESTION = torch.tensor([7])
ALL = torch.ones(1, 3, dtype=torch.bool)


@pytest.fixture
def network() -> Pointer:
    torch.manual_seed(6)
    return Pointer(PointerConfig(8, 5)).requires_grad_(False)


def test_lines_are_read_both_ways_as_by_a_gru(network: Pointer):
    read = network(LINES, QUESTION, ALL).lines
    gru = nn.GRU(5, 5, bidirectional=True, batch_first=True)
    for name, unit in (("", network.read_forward), ("_reverse", network.read_backward)):
        parts = {"weight_ih": unit.from_input.weight, "bias_ih": unit.from_input.bias}
        parts |= {"weight_hh": unit.from_state.weight, "bias_hh": unit.from_state.bias}
        for part, value in parts.items():
            getattr(gru, f"{part}_l0{name}").data = value
    with torch.no_grad():
        expected, _ = gru(read.encoded[None])
    close(read.annotation, expected[0], 1e-6)


def test_a_step_is_that_of_the_paper(network: Pointer):
    record = network(LINES, QUESTION, ALL)
    first = record.steps[0]
    keys = np.concatenate([record.lines.annotation.numpy(), network.end.numpy()])
    w1, bias = (p.numpy() for p in network.project_key.parameters())
    w2, v = network.project_query.weight.numpy(), network.direction.numpy()
    u = [v @ np.tanh(w1 @ e + bias + w2 @ first.state.numpy()) for e in keys]
    close(first.scores, torch.tensor(np.array(u)), 1e-6)
    close(first.weights, torch.tensor(np.exp(u) / np.exp(u).sum()), 1e-6)


def test_a_step_goes_on_from_the_key_that_was_chosen(network: Pointer):
    record = network(LINES, QUESTION, ALL, torch.tensor([1, 2, 3]))
    annotation = record.lines.annotation[1]
    cell = nn.GRUCell(10, 5)
    unit = network.follow
    cell.weight_ih.data, cell.bias_ih.data = (
        unit.from_input.weight,
        unit.from_input.bias,
    )
    cell.weight_hh.data, cell.bias_hh.data = (
        unit.from_state.weight,
        unit.from_state.bias,
    )
    with torch.no_grad():
        expected = cell(annotation[None], record.steps[0].state[None])[0]
    close(record.steps[1].state, expected, 1e-6)


def test_a_line_can_follow_only_lines_before_it_and_the_end_any(network: Pointer):
    record = network(LINES, QUESTION, ALL, torch.tensor([1, 3, 3]))
    assert [step.allowed.tolist() for step in record.steps] == [
        [True, True, True, True],
        [False, False, True, True],
        [False, False, False, True],
    ]
    assert record.steps[2].weights.tolist() == [0, 0, 0, 1]


def test_without_a_choice_each_step_goes_on_from_its_largest_weight(network: Pointer):
    network.direction.copy_(torch.linspace(-2, 2, 5))
    free = network(LINES, QUESTION, ALL)
    to = torch.stack([step.weights.argmax(-1) for step in free.steps])
    forced = network(LINES, QUESTION, ALL, to)
    for one, other in zip(free.steps, forced.steps, strict=True):
        close(one.weights, other.weights, 1e-7)


def test_a_hidden_line_leaves_no_trace(network: Pointer):
    hidden = torch.tensor([[True, False, True]])
    other = LINES.clone()
    other[1] = torch.tensor([7, 7, 3, 2])
    records = [network(lines, QUESTION, hidden) for lines in (LINES, other)]
    for one, two in zip(records[0].steps, records[1].steps, strict=True):
        assert one.weights[1] == 0
        close(one.weights, two.weights, 1e-7)


def test_stories_beside_each_other_are_each_as_if_alone(network: Pointer):
    batch = torch.zeros(2, 4, 4, dtype=torch.long)
    batch[0, :3], batch[1] = LINES, torch.tensor([[1, 2, 3, 4]] * 4)
    allowed = torch.tensor([[[True, True, True, False]], [[True] * 4]])
    both = network(batch, QUESTION.expand(2, 1), allowed)
    alone = network(LINES, QUESTION, ALL)
    weights = both.steps[0].weights[0]
    close(weights[[0, 1, 2, 4]], alone.steps[0].weights, 1e-6)
    assert weights[3] == 0


def test_the_question_is_read_with_every_line(network: Pointer):
    one, other = (network(LINES, torch.tensor([w]), ALL) for w in (7, 6))
    assert (one.lines.annotation - other.lines.annotation).abs().min() > 0


def test_each_line_is_judged_by_itself_after_the_same_reading():
    torch.manual_seed(6)
    network = PointerAlone(PointerConfig(8, 5)).requires_grad_(False)
    record = network(LINES, QUESTION, ALL)
    hidden = torch.tanh(network.hidden(record.lines.annotation[2]))
    close(record.scores[2], network.belongs(hidden)[0], 1e-6)
    assert record.scores.shape == (3,)
