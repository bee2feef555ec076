"""A story that is summed up, as its component gets it."""

import json

import pytest
import torch

from core.in_use.small import Small
from core.in_use.summaries import SummaryPass, summarise
from core.networks.pointer import Pointer, PointerConfig
from core.worlds.shown_stories import SUMMED
from viz.payload.story import Known, Wrong
from viz.payload.summary import Box, summary_view, weights_of

APPLE = SUMMED["apple"]
ASKED = "What happened to the apple?"


@pytest.fixture
def told() -> SummaryPass:
    torch.manual_seed(3)
    network = Pointer(PointerConfig(d_state=6)).eval().requires_grad_(False)
    return summarise(Small("p", "pointer", network), APPLE.lines, ASKED, [1])


def view(told: SummaryPass | None):
    sent = summary_view(
        APPLE.lines,
        ASKED,
        told,
        steps=3,
        hidden=[1],
        most=16,
        known=Known("", (1, 2, 3), ("What happened to the milk?",)),
        wrong=Wrong({0: "why"}),
        boxes=[Box("pointing", [("2  Sam drops", True)], ["No."])],
        said="Step 1 points.",
        turn=4,
    )
    return json.loads(json.dumps(sent))


def test_weights_are_those_of_the_steps_and_none_where_none_may_point(told):
    rows = weights_of(told)
    assert len(rows) == told.steps
    for row, step in zip(rows, told.record.steps, strict=False):
        assert len(row) == 5  # four lines and ‹end›
        assert [one is not None for one in row] == step.allowed.tolist()
        kept = [one for one in row if one is not None]
        assert sum(kept) == pytest.approx(1, abs=3e-4)
    assert rows[0][1] is None


def test_what_is_sent_is_a_story_with_steps_and_boxes(told):
    sent = view(told)
    assert sent["hops"] == told.steps
    assert sent["networks"][str(told.steps)]["weights"] == weights_of(told)
    assert sent["points"] is True
    assert sent["boxes"] == [
        {"label": "pointing", "lines": [["2  Sam drops", True]], "notes": ["No."]}
    ]
    assert sent["supporting"] == [1, 2, 3] and sent["said"] == "Step 1 points."
    assert (sent["hidden"], sent["turn"]) == ([1], 4)


def test_without_a_pass_all_columns_wait():
    sent = view(None)
    assert (sent["hops"], sent["networks"]) == (3, {})
