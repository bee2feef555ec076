"""Half a word is finished as the model would write it, and no further."""

import math
from dataclasses import dataclass
from itertools import pairwise

import pytest
import torch

from core.analysis import alternatives as module
from core.analysis.alternatives import alternatives
from core.experiments.prefix import Begun
from core.text.tokenizer import BLANK, END, PAD, START

SENTENCE = "The woman ate the fish."
FRENCH = "Connais-tu l'homme qu'il a vu peut-être à 3.5 km ? L'accord, oui."


def test_a_piece_begins_another_word_where_the_cut_sentence_has_one(tokenizer):
    whole = tokenizer.encode(FRENCH)
    assert len(whole.ids) > len(whole.words)
    for k in range(1, len(whole.ids)):
        begins = whole.word_of[k] != whole.word_of[k - 1]
        # “3.” is read as a number and a full stop until a digit follows
        if whole.words[whole.word_of[k]] != "3.5":
            found = module._another(tokenizer, whole.ids[:k], whole.ids[k])
            assert found is begins, whole.pieces[k]


def test_the_word_of_a_piece_is_the_one_that_it_stands_in(tokenizer):
    whole = tokenizer.encode(FRENCH)
    for k, word in enumerate(whole.word_of):
        end = max(j for j, other in enumerate(whole.word_of) if other == word) + 1
        found = module._word(tokenizer, whole.ids[:k], whole.ids[:end])
        assert found == whole.words[word]


def test_a_space_alone_before_a_word_is_no_word_of_its_own(tokenizer):
    first, *_ = tokenizer.encode("e").ids
    after = {tokenizer.decode([first, k]): k for k in range(END + 1, tokenizer.size)}
    alone, begins = after["e "], after["e l"]
    assert tokenizer.decode([first, alone, begins]) == "e  l"
    assert not module._another(tokenizer, (first, alone), begins)
    assert module._word(tokenizer, (first,), (first, alone, begins)) == "l"
    assert module._word(tokenizer, (first,), (first, alone)) == BLANK


@pytest.fixture(params=["tiny_bahdanau", "tiny_transformer"])
def translator(request):
    return request.getfixturevalue(request.param)


@dataclass(frozen=True)
class Read:
    word: torch.Tensor


class Chain:
    """After each piece another one with a probability of 3/4, else ‹end›."""

    def __init__(self, size, after, pad=-torch.inf):
        self.size, self.after, self.pad = size, after, pad

    def begin(self, source, source_allowed):
        return Read(source[:, 0])

    def step(self, state, word):
        logits = torch.full((len(word), self.size), -torch.inf)
        for row, piece in enumerate(word.tolist()):
            logits[row, PAD] = self.pad
            logits[row, END] = math.log(0.25)
            logits[row, self.after.get(piece, END)] = math.log(0.75)
        return logits, Read(word)


def asked(monkeypatch, trace, network):
    """Let this network be the one that is asked."""
    source = torch.tensor([trace.source_ids])
    allowed = torch.ones(1, *source.shape, dtype=torch.bool)
    begun = Begun(network, source, allowed, (), 0.0)
    monkeypatch.setattr(module, "begun", lambda *_: begun)


@pytest.mark.parametrize(
    ("goes_on", "word", "pieces"),
    [
        ("zone.", "zone", None),
        ("l'accord", "l'", 2),
        ("européenne a", "européenne", None),
    ],
)
def test_half_a_word_goes_on_to_its_end_and_no_further(
    tiny_bahdanau, monkeypatch, goes_on, word, pieces
):
    tokenizer, trace = tiny_bahdanau.tokenizer, tiny_bahdanau.explain(SENTENCE)
    whole = tokenizer.encode(goes_on)
    first = whole.ids[: whole.word_of.count(0)]
    assert len(first) == (pieces or len(first)) > 1
    assert len(set(whole.ids)) == len(whole.ids)
    chain = dict(pairwise((START, *whole.ids)))
    asked(monkeypatch, trace, Chain(tokenizer.size, chain))
    (found,) = alternatives(tiny_bahdanau, trace, 0, [whole.ids[0]])
    assert (found.ids, found.word) == (first, word)
    assert found.probability == pytest.approx(0.75 ** len(first))


def test_what_is_never_written_keeps_its_share_of_the_probability(
    tiny_bahdanau, monkeypatch
):
    tokenizer, trace = tiny_bahdanau.tokenizer, tiny_bahdanau.explain(SENTENCE)
    whole = tokenizer.encode("zone")
    assert len(whole.ids) == 3
    chain = dict(pairwise((START, *whole.ids)))
    # 1/4 for ‹end›, 3/4 for the next piece and 1 for ‹pad›, before they add up to 1
    asked(monkeypatch, trace, Chain(tokenizer.size, chain, pad=0.0))
    (found,) = alternatives(tiny_bahdanau, trace, 0, [whole.ids[0]])
    assert found.ids == whole.ids
    assert found.probability == pytest.approx(0.375**3)


def test_several_are_finished_at_once_and_each_by_itself(translator):
    trace = translator.explain(SENTENCE, target="La femme a mangé.")
    pieces = trace.probabilities[2].topk(4).indices.tolist()
    together = alternatives(translator, trace, 2, [END, *pieces, START])
    alone = [
        one for piece in pieces for one in alternatives(translator, trace, 2, [piece])
    ]
    assert [(one.ids, one.word) for one in together] == [
        (one.ids, one.word) for one in alone
    ]
    assert [one.probability for one in together] == pytest.approx(
        [one.probability for one in alone]
    )
    assert all(one.ids[:2] == trace.predicted_ids[:2] for one in together)
    assert alternatives(translator, trace, 2, [END]) == []
