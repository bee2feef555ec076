"""Sampling, the tree of a beam search, and translations that begin as they are told."""

import math
from dataclasses import dataclass

import pytest
import torch

from core.analysis.other_decodings import sampled, searched
from core.decoding.sampling import Sampling, sample, sharpened
from core.decoding.search import beam_search, beam_tree, greedy
from core.errors import InputError
from core.experiments.experiment import Experiment
from core.experiments.prefix import Begun, Prefixed, log_probability, written_so_far
from core.text.tokenizer import END, FIRST_BYTE, START
from tests.close import close

A, B, C = 3, 4, 5
SOURCE, ALLOWED = torch.tensor([[9, 2]]), torch.ones(1, 1, 2, dtype=torch.bool)
SENTENCE = "The woman ate the fish."


@dataclass(frozen=True)
class Seen:
    words: torch.Tensor


class Scripted:
    """Says with what probability each word follows the words so far."""

    def __init__(self, script):
        self.script = script

    def begin(self, source, source_allowed):
        return Seen(source[:, :0])

    def step(self, state, word):
        words = torch.cat([state.words, word[:, None]], dim=-1)
        logits = torch.full((len(word), 6), -torch.inf)
        for row, seen in enumerate(words.tolist()):
            for piece, probability in self.script[tuple(seen[1:])].items():
                logits[row, piece] = torch.tensor(probability).log()
        return logits, Seen(words)


SCRIPT = Scripted(
    {
        (): {A: 0.6, B: 0.3, C: 0.1},
        (A,): {END: 0.2, B: 0.5, C: 0.3},
        (B,): {END: 0.9, A: 0.1},
        (C,): {END: 1.0},
        (A, B): {END: 1.0},
        (A, C): {END: 1.0},
        (B, A): {END: 1.0},
    }
)


# --- by lot -------------------------------------------------------------------------


def test_temperature_top_k_and_top_p_in_numbers():
    logits = torch.tensor([0.5, 0.3, 0.15, 0.05]).log()
    close(sharpened(logits, Sampling()), [0.5, 0.3, 0.15, 0.05])
    # at half the temperature the probabilities are squared: 0.25 .09 .0225 .0025
    squared = sharpened(logits, Sampling(temperature=0.5))
    close(squared, [0.25 / 0.365, 0.09 / 0.365, 0.0225 / 0.365, 0.0025 / 0.365])
    close(sharpened(logits, Sampling(top_k=2)), [0.625, 0.375, 0.0, 0.0])
    close(sharpened(logits, Sampling(top_p=0.79)), [0.625, 0.375, 0.0, 0.0])
    close(sharpened(logits, Sampling(top_p=0.81)), [10 / 19, 6 / 19, 3 / 19, 0.0])
    # of the best two, 0.5 is 62.5 %
    close(sharpened(logits, Sampling(top_k=2, top_p=0.6)), [1.0, 0.0, 0.0, 0.0])


def test_the_most_probable_piece_always_stays():
    close(sharpened(torch.tensor([0.0, 5.0]), Sampling(top_p=0.01)), [0.0, 1.0])


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"seed": -1}, "seed cannot be -1"),
        ({"temperature": 0.0}, "choose 0.05 to 5"),
        ({"top_k": -3}, "Top-k cannot be -3"),
        ({"top_p": 0.0}, "more than 0, at most 1"),
    ],
)
def test_a_sampling_that_cannot_be_is_refused(wrong, message):
    with pytest.raises(InputError, match=message):
        Sampling(**wrong)


def test_the_same_seed_draws_the_same_sentence_and_others_draw_others():
    drawn = [sample(SCRIPT, SOURCE, ALLOWED, Sampling(seed)) for seed in range(30)]
    assert drawn[7] == sample(SCRIPT, SOURCE, ALLOWED, Sampling(7))
    assert len({one.ids for one in drawn}) > 2


def test_what_is_drawn_counts_with_the_models_own_probability():
    found = sample(SCRIPT, SOURCE, ALLOWED, Sampling(3, temperature=0.05))
    assert found.ids == (A, B)
    assert found.log_probability == pytest.approx(torch.tensor(0.3).log().item())


# --- the tree -----------------------------------------------------------------------


def test_a_beam_search_keeps_what_it_discarded():
    tree = beam_tree(SCRIPT, SOURCE, ALLOWED, width=2)
    seen = [(b.parent, b.piece, b.fate) for b in tree.branches]
    assert seen == [
        (None, A, "kept"),  # 0.6
        (None, B, "kept"),  # 0.3
        (None, C, "discarded"),  # 0.1
        (0, B, "kept"),  # 0.6 · 0.5
        (1, END, "ended"),  # 0.3 · 0.9
        (0, C, "kept"),  # 0.6 · 0.3
        (0, END, "discarded"),  # 0.6 · 0.2: not among the best two
        (3, END, "ended"),
        (5, END, "ended"),
    ]
    assert tree.branches[4].log_probability == pytest.approx(
        torch.tensor(0.27).log().item()
    )
    assert list(tree.hypotheses) == beam_search(SCRIPT, SOURCE, ALLOWED, 2)


# --- beginnings ---------------------------------------------------------------------


def test_a_given_beginning_is_read_and_the_model_goes_on():
    (found,) = greedy(Prefixed(SCRIPT, (B,)), SOURCE, ALLOWED)
    assert found.ids == ()
    assert found.log_probability == pytest.approx(torch.tensor(0.9).log().item())
    (found,) = greedy(Prefixed(SCRIPT, (A,)), SOURCE, ALLOWED)
    assert found.ids == (B,)
    assert [h.ids for h in beam_search(Prefixed(SCRIPT, (A, C)), SOURCE, ALLOWED, 2)]


def test_a_translation_after_a_beginning_has_the_probability_of_the_whole(
    tiny_transformer,
):
    trace = tiny_transformer.explain(SENTENCE, prefix="La femme")
    assert trace.translation.text.startswith("La femme")
    assert not trace.forced
    ids = trace.predicted_ids
    assert trace.given == len(tiny_transformer.tokenizer.encode("La femme").ids)
    assert ids[: trace.given] == tiny_transformer.tokenizer.encode("La femme").ids
    logs = trace.written().log()
    whole = logs if trace.translation.finished else logs[:-1]
    assert trace.translation.log_probability == pytest.approx(
        whole.sum().item(), abs=1e-3
    )


def test_a_beginning_counts_with_what_follows_it_and_in_the_score():
    given = log_probability(SCRIPT, SOURCE, ALLOWED, (A,))
    assert given == pytest.approx(math.log(0.6))
    assert log_probability(SCRIPT, SOURCE, ALLOWED, (A, C)) == pytest.approx(
        math.log(0.6 * 0.3)
    )
    assert log_probability(SCRIPT, SOURCE, ALLOWED, ()) == 0
    asked = Begun(Prefixed(SCRIPT, (A,)), SOURCE, ALLOWED, (A,), given)
    found = asked.whole(greedy(asked.network, SOURCE, ALLOWED)[0])
    # A 0.6, B 0.5, ‹end› 1.0: three pieces, and the score is the mean
    assert found.ids == (A, B)
    assert found.log_probability == pytest.approx(math.log(0.3))
    assert found.score == pytest.approx(math.log(0.3) / 3)


def forced(model, ids, source):
    """log p of every piece in its row, in one pass over the finished sentence."""
    target = torch.tensor([START, *ids[:-1]])
    logits = model.network(source, target, torch.ones(1, len(source)).bool()).logits
    return logits.log_softmax(-1)[range(len(ids)), list(ids)]


def test_beam_and_lot_tell_the_log_probability_of_the_whole_path(tiny_bahdanau):
    trace = tiny_bahdanau.explain(SENTENCE, prefix="Le poisson")
    source = torch.tensor([*trace.source_ids, END])
    tree, best = searched(tiny_bahdanau, trace, 2)
    drawn = sampled(tiny_bahdanau, trace, Sampling(4))
    assert list(tree.hypotheses) == [one for _, one in best.hypotheses]
    for one in (*tree.hypotheses, drawn.hypotheses[0][1]):
        ids = (*one.ids, END) if one.finished else one.ids
        total = forced(tiny_bahdanau, ids, source).sum().item()
        assert one.log_probability == pytest.approx(total, abs=1e-3)
        assert one.score == pytest.approx(total / len(ids), abs=1e-4)
    first = tree.branches[0]
    ids = (*trace.predicted_ids[: trace.given], first.piece)
    total = forced(tiny_bahdanau, ids, source).sum().item()
    assert first.log_probability == pytest.approx(total, abs=1e-4)


@pytest.mark.parametrize("experiment", [Experiment(causal=False), Experiment(pads=2)])
def test_beginnings_go_with_experiments(tiny_transformer, experiment):
    trace = tiny_transformer.explain(SENTENCE, experiment=experiment, prefix="Le")
    assert trace.translation.text.startswith("Le")


def test_search_and_lot_start_from_the_same_beginning(tiny_transformer):
    trace = tiny_transformer.explain(SENTENCE, prefix="Le poisson")
    _, best = searched(tiny_transformer, trace, 2)
    assert best.text.startswith("Le poisson")
    drawn = sampled(tiny_transformer, trace, Sampling(4))
    assert drawn.text.startswith("Le poisson")
    with pytest.raises(InputError, match="A beam of 17"):
        searched(tiny_transformer, trace, 17)


def test_a_beginning_that_the_tokenizer_cannot_build_is_refused_in_words(tokenizer):
    ids = tokenizer.encode("La femme").ids
    assert written_so_far(tokenizer, ids) == "La femme"
    with pytest.raises(InputError, match="only a part of a character"):
        written_so_far(tokenizer, (*ids, FIRST_BYTE + 0xC3))
    spelled = tuple(FIRST_BYTE + byte for byte in b" La")
    with pytest.raises(InputError, match="the tokenizer cuts it into"):
        written_so_far(tokenizer, spelled)
