from collections import Counter
from itertools import repeat

import pytest
import torch

from core.errors import InputError
from core.text.tokenizer import Tokenizer
from core.training.ahead import helpers, packed, passes, unpacked
from core.training.as_typed import (
    AsTyped,
    counted,
    ending_pieces,
    joined,
    small_first,
)
from core.training.corpus import Corpus, EncodedFile
from core.training.recipe import read_recipe
from tests.places import ROOT

LINES = [
    ("We saw the cat with Tom today.", "Nous avons vu le chat avec Tom."),
    ("Then I ate it, the cat and I.", "Puis je l'ai mangé, le chat."),
]


@pytest.fixture(scope="module")
def tokenizer():
    return Tokenizer.load(ROOT / "assets/models/transformer-en-fr/tokenizer.json")


@pytest.fixture(scope="module")
def typed(tokenizer):
    return AsTyped(tokenizer, *counted(LINES))


@pytest.mark.parametrize(
    ("text", "small"),
    [
        ("The cat ate.", "the cat ate."),
        ("Tom ate.", "Tom ate."),  # a name: never small inside a line
        ("I ate.", "I ate."),
        ("Stefan ate.", "Stefan ate."),  # never met: it may be a name
        ("NATO met.", "NATO met."),
        ("the cat", "the cat"),
        ("“The cat”", "“The cat”"),
        ("", ""),
    ],
)
def test_a_first_letter_is_small_unless_its_word_is_a_name(text, small):
    assert small_first(text, counted(LINES)[0]) == small


def test_an_elided_word_is_small_too():
    assert small_first("L'homme dort.", Counter(l=3)) == "l'homme dort."


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("Es-tu là ?", "Es-tu là"),
        ("Stop!", "Stop"),
        ("Stop", "Stop"),
        ("?", "?"),
        ("He came at 5.", "He came at 5"),
        ('He said "no".', 'He said "no".'),
    ],
)
def test_the_last_mark_is_left_out_where_a_word_stands_before_it(
    tokenizer, typed, text, bare
):
    assert tokenizer.decode(typed.unmarked(tokenizer.encode_batch([text])[0])) == bare


def test_a_changed_text_has_the_pieces_that_it_is_cut_into(tokenizer, typed):
    texts = ["The cat's owner, Tom, didn't come (why?)", "The state-of-the-art cat"]
    for text in texts:
        ids = tokenizer.encode_batch([text])[0]
        lower, bare = (typed((ids, ids), draw)[0] for draw in (0.8, 0.9))
        assert lower == tokenizer.encode_batch([text.lower()])[0]
        assert bare == tokenizer.encode_batch([text.lower().replace("'", "")])[0]


@pytest.mark.parametrize(
    ("draw", "english", "french"),
    [
        (0.1, "the cat ate.", "le chat a mangé."),
        (0.3, "The cat ate", "Le chat a mangé"),
        (0.6, "the cat ate", "le chat a mangé"),
        (0.8, "the cat ate", "le chat a mangé"),
    ],
)
def test_there_are_four_ways_and_french_follows(
    tokenizer, typed, draw, english, french
):
    pair = tokenizer.encode_batch(["The cat ate.", "Le chat a mangé."])
    assert [tokenizer.decode(side) for side in typed(tuple(pair), draw)] == [
        english,
        french,
    ]


def test_names_and_apostrophes_are_dropped_in_english_alone(tokenizer, typed):
    pair = tuple(tokenizer.encode_batch(["I don't know Tom.", "Je n'aime pas Tom."]))
    source, target = typed(pair, 0.9)
    assert tokenizer.decode(source) == "i dont know tom"
    assert tokenizer.decode(target) == "je n'aime pas Tom"


def test_short_sentences_are_joined_as_they_come_and_none_is_lost():
    pairs = [([5, 9], [6, 9]), ([7], [8, 9]), ([1, 9], [2, 9]), ([3, 9], [4, 9])]
    ends = frozenset({9})
    assert joined(pairs, ends, 0.5, [0.1, 0.1, 0.9, 0.2]) == [
        ([7], [8, 9]),  # ends in no mark
        ([1, 9], [2, 9]),  # not drawn
        ([5, 9, 3, 9], [6, 9, 4, 9]),
    ]
    assert joined(pairs, ends, 0.0, repeat(0.0)) == pairs
    long = ([5] * 13 + [9], [6, 9])
    assert joined([long, long], ends, 0.9, repeat(0.1)) == [long, long]
    assert joined(pairs[:1], ends, 0.9, repeat(0.1)) == pairs[:1]


def test_joined_pieces_spell_the_joined_text(tokenizer):
    one, two = tokenizer.encode_batch(["I am tired.", "Leave me alone!"])
    assert one + two == tokenizer.encode_batch(["I am tired. Leave me alone!"])[0]
    assert {one[-1], two[-1]} <= ending_pieces(tokenizer)


def test_a_share_of_every_pass_is_as_typed(tokenizer, typed):
    pair = tuple(tokenizer.encode_batch(["The cat ate.", "Le chat a mangé."]))
    corpus = Corpus((EncodedFile([pair] * 400),), 70, typed=typed, as_typed=0.25)
    read = [tokenizer.decode(s) for batch in corpus.batches(1, 0) for s, _ in batch]
    assert 270 < read.count("The cat ate.") < 330
    assert {*read} == {"The cat ate.", "the cat ate.", "The cat ate", "the cat ate"}


def test_a_pass_drawn_up_by_another_process_is_the_same():
    pairs = [([i + 3, 4], [i + 5]) for i in range(90)]
    corpus = Corpus((EncodedFile(pairs, 0.5),), 20)
    assert unpacked(*packed(corpus.batches(1, 7))) == corpus.batches(1, 7)
    alone = passes(corpus, 1, 2, helping=0)
    helped = passes(corpus, 1, 2, helping=2)
    found = [next(helped) for _ in range(3)]
    helped.close()
    assert found == [next(alone) for _ in range(3)]
    assert helpers(torch.device("cpu")) == 0


def test_beside_a_gpu_a_quarter_of_the_processors_draws_up_passes(monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 16)
    assert helpers(torch.device("cuda")) == 4
    monkeypatch.setattr("os.cpu_count", lambda: None)
    assert helpers(torch.device("cuda")) == 0


def test_a_model_that_only_writes_reads_no_pairs_as_typed(tmp_path):
    path = tmp_path / "writer.toml"
    path.write_text('kind = "writer"\n[schedule]\nas_typed = 0.2\n')
    with pytest.raises(InputError, match="as_typed is for translators alone"):
        read_recipe(path)
