import random

import pytest

from core.training.piece_dropout import PieceDropout

TEXTS = ["The woman ate the fish.", "L'économie de 1985 ?", "Où est-il ?", "日本 1", ""]


def ids_of(tokenizer, text):
    return list(tokenizer.encode(text).ids)


@pytest.mark.parametrize("text", TEXTS)
def test_with_none_dropped_the_pieces_are_those_of_the_library(tokenizer, text):
    ids = ids_of(tokenizer, text)
    assert PieceDropout(tokenizer, 0.0, 1)(ids, random.Random(1)) == ids


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("rate", [0.1, 0.9, 0.999999])
def test_the_text_stays_the_same(tokenizer, text, rate):
    drop = PieceDropout(tokenizer, rate, 1)
    found = drop(ids_of(tokenizer, text), random.Random(1))
    assert tokenizer.decode(found) == tokenizer.decode(ids_of(tokenizer, text))


def test_with_nearly_all_dropped_a_word_is_spelled(tokenizer):
    found = PieceDropout(tokenizer, 0.999999, 1)(
        ids_of(tokenizer, "the woman"), random.Random(1)
    )
    assert [tokenizer.piece(index) for index in found] == list("␣the␣woman")


def test_more_is_cut_where_more_is_dropped_and_the_same_for_the_same_seed(tokenizer):
    ids = ids_of(tokenizer, "The woman ate the economic fish of the zone.")

    def lengths(rate: float, seed: int) -> list[int]:
        drop, lot = PieceDropout(tokenizer, rate, seed), random.Random(seed)
        return [len(drop(ids, lot)) for _ in range(50)]

    assert len(ids) < sum(lengths(0.1, 1)) / 50 < sum(lengths(0.5, 1)) / 50
    assert lengths(0.3, 1) == lengths(0.3, 1)
    assert lengths(0.3, 1) != lengths(0.3, 2)


def test_a_pair_is_passed_over_with_the_probability_p(tokenizer):
    left, right, whole = tokenizer.merges()[0]
    drop, lot = PieceDropout(tokenizer, 0.3, 1), random.Random(1)
    whole_ones = sum(drop.joined([left, right], lot) == (whole,) for _ in range(2000))
    assert whole_ones / 2000 == pytest.approx(0.7, abs=0.04)
