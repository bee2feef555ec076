"""Two tiny decoders: one reads what is wanted of it, the other learns the language."""

import math

import pytest
import torch

from core.labs import lookahead, results
from core.labs.lookahead import END, START, WORDS, Sizes, fitting, strips, texts

SMALL = Sizes(words=5, d_model=8, batch=4, updates=6, every=3, written=2)


def ids(text):
    return torch.tensor([[WORDS.index(word) for word in text.split()]])


def test_fed_begins_with_start_and_wanted_ends_with_end():
    fed, wanted = strips(ids("the woman ate a fish"))
    assert fed.tolist() == [[START, *ids("the woman ate a fish")[0].tolist()]]
    assert wanted.tolist() == [[*ids("the woman ate a fish")[0].tolist(), END]]
    assert torch.equal(fed[:, 1:], wanted[:, :-1])


def test_a_text_costs_ln_2_a_word_and_nothing_for_its_end():
    # 24 · 0.693147 / 25
    assert lookahead.entropy(24) == pytest.approx(0.66542, abs=1e-5)
    assert lookahead.entropy(1) == pytest.approx(math.log(2) / 2)


def test_every_text_of_the_source_fits_and_both_words_come_equally_often():
    drawn = texts(400, 9, torch.Generator().manual_seed(3))
    assert fitting(drawn) == 1
    the = (drawn[:, 0] == WORDS.index("the")).float().mean().item()
    assert the == pytest.approx(0.5, abs=0.08)  # three deviations of 400 draws


def test_words_that_cannot_follow_do_not_fit():
    assert fitting(ids("the every woman young ate man")) == 1
    # both voices may begin so; "ate" may not follow "the", nor "a" the "every"
    assert fitting(ids("the every ate a")) == pytest.approx(2 / 4)
    # the second voice may begin with "the"; nothing else is right
    assert fitting(ids("‹end› the ‹end› ‹end›")) == pytest.approx(1 / 4)


def test_with_the_mask_a_row_alone_costs_what_it_costs_among_the_others():
    chance = torch.Generator().manual_seed(5)
    network = lookahead._fresh(SMALL, chance)
    fed, wanted = strips(texts(4, 5, chance))
    with torch.inference_mode():
        at_once, _ = network(fed, lookahead.mask(6, True))
        whole = torch.nn.functional.cross_entropy(at_once.mT, wanted).item()
        alone = lookahead.alone(network, fed, wanted, True)
    assert alone == pytest.approx(whole, abs=1e-6)


def test_the_same_seed_finds_the_same_and_tells_how_far_it_is():
    said = []
    first = lookahead.measure(said.append, SMALL)
    assert first == lookahead.measure(lambda _: None, SMALL)
    assert first.updates == (3, 6)
    assert first.masked.ahead == 0 < first.unmasked.ahead
    assert len(said) == 4
    assert said[0].startswith("with the mask: 3 of 6 updates, loss ")


def test_the_stored_decoders_show_why_training_needs_the_mask():
    found = results.read("masks").found
    assert found.entropy == pytest.approx(0.66542, abs=1e-5)
    assert len(found.updates) == len(found.masked.losses)
    assert 0.6 < found.masked.losses[-1] < 0.7
    assert found.unmasked.losses[-1] < 0.05
    assert found.masked.fitting > 0.95 and found.unmasked.fitting < 0.4
    # to guess evenly among 15 pieces costs ln 15 = 2.71
    assert found.unmasked.alone > 2.71 > 0.7 > found.masked.alone
    assert found.masked.ahead == 0 and found.unmasked.ahead > 0.4
