"""A network that points in use: what is chosen, attended to, and refused."""

import pytest
import torch

from core.errors import InputError
from core.in_use.small import Small
from core.in_use.summaries import (
    SummaryPass,
    judged_alone,
    pointed_at,
    share_on,
    summarise,
)
from core.networks.memory import Memory, MemoryConfig
from core.networks.pointer import Pointer, PointerAlone, PointerConfig
from core.worlds.shown_stories import SUMMED
from tests.close import close

LINES = SUMMED["company"].lines
ASKED = "What happened to the apple?"


def small(kind: type, name: str = "pointer") -> Small:
    torch.manual_seed(4)
    network = kind(PointerConfig(d_state=6)).eval().requires_grad_(False)
    return Small(name, name, network)


def told(hidden=()) -> SummaryPass:
    return summarise(small(Pointer), LINES, ASKED, hidden)


def test_lines_are_chosen_up_to_the_end():
    rows = [[0.1, 0.7, 0.2], [0.0, 0.2, 0.8], [0.0, 0.0, 1.0]]
    weights = [torch.tensor(row) for row in rows]
    assert pointed_at(weights) == (1,)
    assert pointed_at(weights[1:]) == ()
    assert pointed_at(weights[:1]) == (1,)


def test_the_share_on_lines_is_the_mean_of_rows():
    rows = [torch.tensor([0.1, 0.7, 0.2]), torch.tensor([0.5, 0.0, 0.5])]
    assert share_on(rows, [0, 1]) == pytest.approx(0.65)
    assert share_on([], [0]) == 0


def test_a_pass_has_a_row_for_each_step_and_a_column_for_the_end():
    found = told()
    [stack] = found.stacks()
    steps = len(stack.queries.items)
    assert steps == min(len(found.chosen) + 1, 3)
    assert stack.keys.items[-1] == "‹end›" and stack.keys.special[-1]
    assert tuple(stack.weights.shape) == (1, 1, steps, 8)
    close(stack.weights.sum(-1)[0, 0], [1.0] * steps, 1e-6)
    assert (stack.weights[~stack.allowed] == 0).all()


def test_equal_weights_count_what_a_step_may_point_at():
    found = told()
    rows = [step.allowed for step in found.record.steps[: len(found.chosen)]]
    by_hand = [int(row[[2, 4]].sum()) / int(row.sum()) for row in rows]
    assert found.uniform_on((2, 4)) == pytest.approx(sum(by_hand) / len(by_hand))


def test_a_hidden_line_is_never_chosen():
    for at in range(len(LINES)):
        assert at not in told([at]).chosen
        chosen = judged_alone(small(PointerAlone), LINES, ASKED, [at])
        assert at not in chosen


@pytest.mark.parametrize(
    ("lines", "question", "hidden", "why"),
    [
        ((), ASKED, (), "The story is empty"),
        (LINES * 3, ASKED, (), "at most 16 lines"),
        (("Sam flies.",), ASKED, (), "can't be read"),
        (LINES, "Where is the apple?", (), "What happened to the apple"),
        (LINES, ASKED, range(7), "Every line is hidden"),
    ],
)
def test_what_cannot_be_summed_up_is_refused(lines, question, hidden, why):
    for use, kind in ((summarise, Pointer), (judged_alone, PointerAlone)):
        with pytest.raises(InputError, match=why):
            use(small(kind), lines, question, hidden)


def test_another_network_sums_up_nothing():
    other = Small("memory-3", "memory", Memory(MemoryConfig()))
    for use in (summarise, judged_alone):
        with pytest.raises(InputError, match="memory-3 sums up no stories"):
            use(other, LINES, ASKED)
