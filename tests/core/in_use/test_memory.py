"""A story is told, a question asked: what a pass says of itself, what is refused."""

import pytest
import torch

from core.attention_map import Pictured
from core.errors import InputError
from core.in_use.memory import answer_id, numbered, tell
from core.in_use.small import Small
from core.networks.memory import Hierarchical, HierarchicalConfig, Memory, MemoryConfig
from core.sealed import DamagedModel
from core.worlds.shown_stories import LECTURES
from core.worlds.stories import LONGEST
from core.worlds.telling import VOCABULARY
from tests.close import close

APPLE = LECTURES["apple"]


def small(kind: str = "memory", **sizes: int) -> Small:
    torch.manual_seed(8)
    if kind == "memory":
        network = Memory(MemoryConfig(d_state=6, **sizes))
    else:
        network = Hierarchical(HierarchicalConfig(d_state=6, **sizes))
    return Small("tiny", kind, network.eval().requires_grad_(False))


def test_a_pass_is_pictured_with_a_row_each_hop_and_a_column_each_line():
    told = tell(small(), APPLE.lines, APPLE.question)
    assert isinstance(told, Pictured)
    [stack] = told.stacks()
    assert stack.queries.items == ("1", "2", "3")
    assert (stack.keys.kind, stack.keys.items) == ("lines", APPLE.lines)
    close(stack.weights[0, 0], told.weights)
    close(told.weights.sum(-1), [1.0, 1.0, 1.0])
    assert stack.allowed.all()


@pytest.mark.parametrize("kind", ["memory", "hierarchical"])
def test_a_hidden_line_is_forbidden_in_every_hop(kind: str):
    told = tell(small(kind), APPLE.lines, APPLE.question, hidden=[2])
    assert (told.weights[:, 2] == 0).all()
    [stack] = told.stacks()
    assert stack.allowed[0, 0].all(0).tolist() == [True, True, False, True]


def test_answers_are_all_words_the_likeliest_first():
    told = tell(small(), APPLE.lines, APPLE.question)
    shares = [one.probability for one in told.answers]
    assert shares == sorted(shares, reverse=True)
    assert sum(shares) == pytest.approx(1)
    best = VOCABULARY[int(told.record.logits.argmax())]
    assert told.answer.word.lower() == best
    assert answer_id("Sam") == VOCABULARY.index("sam")


def test_a_state_is_told_by_the_names_whose_vectors_are_nearest():
    model = small(n_hops=2)
    told = tell(model, APPLE.lines, APPLE.question)
    assert len(told.states) == 3
    # by hand for the state after the first hop, in the table of the second
    table, state = model.network.word[1], told.record.hops[1].state
    near = told.states[1][0]
    row = table[VOCABULARY.index(near.word.lower()) + 1]
    assert near.cosine == pytest.approx(float(row @ state / row.norm() / state.norm()))
    assert near.cosine == max(one.cosine for one in told.states[1])


def test_sentences_are_numbers_with_nothing_behind_them():
    ids = numbered(["Sam waits.", "Sam sits down"])
    assert ids.shape == (2, 3)
    assert ids[0, 2] == 0
    assert ids[0, 0] == ids[1, 0] == VOCABULARY.index("sam") + 1


@pytest.mark.parametrize(
    ("lines", "question", "hidden", "why"),
    [
        ((), "Where is Sam?", (), "The story is empty"),
        (("Sam waits.",) * 40, "Where is Sam?", (), "at most 16 lines.*has 40"),
        (("Sam flies.",), "Where is Sam?", (), "“Sam flies.” can't be read"),
        (("Sam waits.",), "Who is Sam?", (), "Ask, for example"),
        (("Sam waits.",), "Where is Sam?", (0,), "Every line is hidden"),
    ],
)
def test_what_cannot_be_answered_says_why(lines, question, hidden, why):
    assert LONGEST == 16
    with pytest.raises(InputError, match=why):
        tell(small(), lines, question, hidden)


def test_a_network_of_other_words_is_damaged():
    with pytest.raises(DamagedModel, match="config"):
        tell(small(vocabulary=9), APPLE.lines, APPLE.question)
