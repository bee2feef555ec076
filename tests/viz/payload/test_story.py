"""A story as its component gets it: numbers of the pass, names of the states."""

import json

import torch

from core.in_use.memory import Near, tell
from core.in_use.small import Small
from core.networks.memory import Memory, MemoryConfig
from core.worlds.shown_stories import LECTURES
from viz.payload.story import Known, Wrong, nearest, percent, story_view

APPLE = LECTURES["apple"]


def view(**passes):
    return story_view(
        APPLE.lines,
        APPLE.question,
        passes,
        hops=2,
        hidden=[1],
        most=16,
        known=Known("bedroom", (2, 3), ("Where is Sam?",)),
        wrong=Wrong({0: "why"}),
        turn=4,
    )


def test_weights_and_answer_are_those_of_the_pass():
    torch.manual_seed(3)
    network = Memory(MemoryConfig(d_state=6, n_hops=2)).eval().requires_grad_(False)
    told = tell(Small("m", "memory", network), APPLE.lines, APPLE.question, [1])
    sent = json.loads(json.dumps(view(**{"2": told})))
    one = sent["networks"]["2"]
    torch.testing.assert_close(
        torch.tensor(one["weights"]), told.weights, atol=1e-4, rtol=0
    )
    assert one["weights"][0][1] == 0
    assert one["answer"] == told.answer.word
    assert len(one["states"]) == 2
    peak = int(told.weights[-1].argmax())
    assert one["peak"]["line"] == str(peak + 1)
    assert sent["supporting"] == [2, 3]
    assert sent["wrong"] == {"lines": {"0": "why"}, "question": ""}
    assert (sent["hidden"], sent["turn"], sent["asks"]) == ([1], 4, ["Where is Sam?"])


def test_a_state_is_told_by_two_names_only_where_both_are_near():
    near = (Near("apple", 0.8), Near("milk", 0.59), Near("Sam", 0.1))
    assert nearest(near) == [["apple", 0.8]]
    near = (Near("milk", 0.8), Near("den", 0.65), Near("Sam", 0.1))
    assert nearest(near) == [["milk", 0.8], ["den", 0.65]]


def test_nearly_all_is_not_said_to_be_all():
    assert [percent(share) for share in (0.0, 0.944, 0.996, 1.0)] == [
        *("0%", "94%", "> 99%", "100%"),
    ]
