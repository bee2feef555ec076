"""A model that only writes reads lines: one language, or both with “=” between."""

import itertools
import random

from core.decoding.prompted import between
from core.in_use.loading import load
from core.training.corpus import Corpus, EncodedFile, encode_pairs, make_batch
from core.training.loop import train
from core.training.recipe import Recipe, Schedule
from tests.core.training.runs import PAIRS

EQUALS = (5,)


def test_a_pair_becomes_one_line_with_both_sides_or_the_first_alone():
    corpus = Corpus((), 70, equals=EQUALS)
    lot = random.Random(1)
    lines = [corpus.recut(([6, 7], [8]), lot) for _ in range(1000)]
    assert {tuple(line) for _, line in lines} == {(6, 7), (6, 7, 5, 8)}
    assert all(source == [] for source, _ in lines)
    assert 570 < sum(line == [6, 7] for _, line in lines) < 630


def test_two_sides_that_do_not_fit_are_read_one_at_a_time():
    lot = random.Random(1)
    for room, lines in ((4, {(6, 7), (6, 7, 5, 8)}), (3, {(6, 7)})):
        corpus = Corpus((), 70, equals=EQUALS, room=room)
        found = {tuple(corpus.recut(([6, 7], [8]), lot)[1]) for _ in range(50)}
        assert found == lines


def test_a_batch_of_lines_has_no_source():
    batch = make_batch([([], [6, 7]), ([], [6, 7, 5, 8])])
    assert batch.source.shape == (2, 0) and batch.source_allowed.shape == (2, 1, 0)
    assert batch.read.tolist() == [[1, 6, 7, 0, 0], [1, 6, 7, 5, 8]]
    assert batch.wanted.tolist() == [[6, 7, 2, 0, 0], [6, 7, 5, 8, 2]]
    assert batch.pieces == 3 + 5


def test_four_lines_are_learned_by_heart_and_written_and_translated(
    tokenizer, tmp_path
):
    sizes = {"d_model": 40, "n_heads": 5, "n_layers": 1, "dropout": 0.0}
    schedule = Schedule(
        updates=160,
        warmup=20,
        peak=0.01,
        label_smoothing=0.0,
        average=0.8,
        validate_every=40,
    )
    encoded = encode_pairs(PAIRS, tokenizer, 30, 64)
    rising = itertools.count(1)
    train(
        Recipe("writer", sizes, schedule),
        Corpus((EncodedFile(encoded),), 200, equals=between(tokenizer)),
        tokenizer,
        lambda network: float(next(rising)),
        tmp_path / "learned",
    )
    learned = load("learned", tmp_path)
    assert learned.history[-1]["loss"] < 0.5
    for english, french in PAIRS:
        found = learned.translate(english)
        assert (found.text, found.finished) == (french, True)
    assert learned.write("The woman").text.startswith("The woman ate the fish.")
