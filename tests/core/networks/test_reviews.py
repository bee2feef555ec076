"""Networks that judge a review: attention over words, then over sentences."""

import torch
from torch import nn

from core.networks.reviews import (
    MeanReviews,
    MeanSentenceReviews,
    Reviews,
    ReviewsConfig,
    SentenceReviews,
    Weighing,
)

CONFIG = ReviewsConfig(vocabulary=11, d_embedding=5, d_state=3, d_align=4)


def test_words_are_weighed_by_equations_5_to_7():
    torch.manual_seed(1)
    network = Reviews(CONFIG)
    nn.init.normal_(network.words.query)
    ids = torch.tensor([[2, 7, 1]])
    record = network(ids, torch.ones(1, 3, dtype=torch.bool))
    h = record.words.annotation[0]
    u = torch.tanh(h @ network.words.project_key.weight.T + network.words.query)
    weights = torch.softmax(u @ network.words.direction, 0)
    torch.testing.assert_close(record.words.weights[0], weights)
    torch.testing.assert_close(record.words.output[0], weights @ h)
    linear = network.verdict
    expected = (weights @ h) @ linear.weight[0] + linear.bias[0]
    torch.testing.assert_close(record.logit[0], expected)


def test_both_directions_are_those_of_torch():
    torch.manual_seed(2)
    ours = Weighing(5, CONFIG)
    theirs = nn.GRU(5, 3, batch_first=True, bidirectional=True)
    with torch.no_grad():
        for unit, end in ((ours.read_forward, ""), (ours.read_backward, "_reverse")):
            for made, name in ((unit.from_input, "ih"), (unit.from_state, "hh")):
                getattr(theirs, f"weight_{name}_l0{end}").copy_(made.weight)
                getattr(theirs, f"bias_{name}_l0{end}").copy_(made.bias)
    x, present = torch.randn(2, 6, 5), torch.ones(2, 6, dtype=torch.bool)
    step_by_step = ours.train().read(x, present)
    torch.testing.assert_close(step_by_step, theirs(x)[0])
    torch.testing.assert_close(ours.eval().read(x, present), step_by_step)
    torch.testing.assert_close(ours.read(x[None], present[None])[0], step_by_step)
    torch.testing.assert_close(ours.read(x[0], present[0]), step_by_step[0])


def test_a_word_that_is_not_present_is_as_if_it_had_not_been_written():
    torch.manual_seed(3)
    network = Reviews(CONFIG)
    whole = network(
        torch.tensor([[4, 9, 2, 6]]), torch.tensor([[True, False, True, True]])
    )
    short = network(torch.tensor([[4, 2, 6]]), torch.ones(1, 3, dtype=torch.bool))
    torch.testing.assert_close(whole.logit, short.logit)
    torch.testing.assert_close(
        whole.words.weights[0, [0, 2, 3]], short.words.weights[0]
    )
    assert whole.words.weights[0, 1] == 0


def test_without_attention_every_word_that_is_there_weighs_the_same():
    network = MeanReviews(CONFIG)
    present = torch.tensor([[True, True, True, False], [True, False, False, False]])
    record = network(torch.tensor([[1, 2, 3, 0], [5, 0, 0, 0]]), present)
    third = 1 / 3
    torch.testing.assert_close(
        record.words.weights,
        torch.tensor([[third, third, third, 0], [1, 0, 0, 0]]),
    )


def test_sentences_are_weighed_by_the_vectors_of_their_words():
    torch.manual_seed(4)
    network = SentenceReviews(CONFIG)
    ids = torch.tensor([[[3, 1, 0], [8, 2, 5]], [[7, 0, 0], [0, 0, 0]]])
    record = network(ids, ids > 0)
    torch.testing.assert_close(
        record.words.weights.sum(-1), torch.ones(2, 2), atol=1e-6, rtol=0
    )
    assert record.words.weights[0, 0, 2] == 0
    torch.testing.assert_close(record.sentences.weights[1], torch.tensor([1.0, 0.0]))
    again = network.sentences(record.words.output, torch.tensor([[1, 1], [1, 0]]) > 0)
    torch.testing.assert_close(again.weights, record.sentences.weights)
    torch.testing.assert_close(record.logit, network.judge(again.output))


def test_more_room_changes_no_verdict():
    torch.manual_seed(5)
    network = SentenceReviews(CONFIG)
    ids = torch.tensor([[[3, 1], [8, 2]]])
    wider = torch.zeros(1, 4, 5, dtype=torch.long)
    wider[:, :2, :2] = ids
    torch.testing.assert_close(
        network(ids, ids > 0).logit, network(wider, wider > 0).logit
    )


def test_without_attention_the_verdict_is_on_a_mean_of_means():
    network = MeanSentenceReviews(CONFIG)
    ids = torch.tensor([[[3, 1, 4], [8, 2, 0]]])
    record = network(ids, ids > 0)
    torch.testing.assert_close(record.words.weights[0, 1], torch.tensor([0.5, 0.5, 0]))
    torch.testing.assert_close(record.sentences.weights, torch.tensor([[0.5, 0.5]]))
