"""Half a word is finished as the model would write it, and no further."""

import math
from dataclasses import dataclass
from itertools import pairwise

import pytest
import torch

from core import alternatives as module
from core.alternatives import alternatives
from core.prefix import Begun
from core.tokenizer import END, START

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


@pytest.fixture(params=["tiny_bahdanau", "tiny_transformer"])
def translator(request):
    return request.getfixturevalue(request.param)


@dataclass(frozen=True)
class Read:
    word: torch.Tensor


class Chain:
    """After each piece another one with a probability of 3/4, else ‹end›."""

    def __init__(self, size, after):
        self.size, self.after = size, after

    def begin(self, source, source_allowed):
        return Read(source[:, 0])

    def step(self, state, word):
        logits = torch.full((len(word), self.size), -torch.inf)
        for row, piece in enumerate(word.tolist()):
            logits[row, END] = math.log(0.25)
            logits[row, self.after.get(piece, END)] = math.log(0.75)
        return logits, Read(word)


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
    source = torch.tensor([trace.source_ids])
    allowed = torch.ones(1, *source.shape, dtype=torch.bool)
    asked = Begun(Chain(tokenizer.size, chain), source, allowed, (), 0.0)
    monkeypatch.setattr(module, "begun", lambda *_: asked)
    (found,) = alternatives(tiny_bahdanau, trace, 0, [whole.ids[0]])
    assert (found.ids, found.word) == (first, word)
    assert found.chance == pytest.approx(0.75 ** len(first))


def test_several_are_finished_at_once_and_each_by_itself(translator):
    trace = translator.explain(SENTENCE, target="La femme a mangé.")
    pieces = trace.probabilities[2].topk(4).indices.tolist()
    together = alternatives(translator, trace, 2, [END, *pieces, START])
    alone = [
        one for piece in pieces for one in alternatives(translator, trace, 2, [piece])
    ]
    assert [one.ids for one in together] == [one.ids for one in alone]
    assert all(one.ids[:2] == trace.predicted_ids[:2] for one in together)
    assert alternatives(translator, trace, 2, [END]) == []
