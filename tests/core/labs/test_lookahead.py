"""Two tiny decoders: one reads what is wanted of it, the other learns the language."""

import math

import pytest
import torch

from core.labs import lookahead, results
from core.labs.lookahead import Sizes
from core.labs.two_voices import END, START, WORDS, entropy, fitting, strips, texts

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
    assert entropy(24) == pytest.approx(0.66542, abs=1e-5)
    assert entropy(1) == pytest.approx(math.log(2) / 2)


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
    assert [each.ratio for each in first.forced] == [1, 0.5, 0]
    for each in first.forced:
        assert each.masked.ahead == 0 < each.unmasked.ahead
    assert len(said) == 12
    assert said[0].startswith(
        "teacher-forcing ratio 1, with the mask: 3 of 6 updates, loss "
    )


def test_so_many_texts_are_the_decoders_own():
    network = lookahead._fresh(SMALL, torch.Generator().manual_seed(5))
    text = texts(400, 5, torch.Generator().manual_seed(6))

    def kept(ratio, seed=7):
        chance = torch.Generator().manual_seed(seed)
        fed = lookahead.own_words(network, text, ratio, True, chance)
        assert fed.shape == text.shape
        return (fed == text).all(1).float().mean().item()

    assert kept(1.0) == 1
    assert kept(0.5) == pytest.approx(0.5, abs=0.08)  # three deviations of 400
    assert kept(0.0) < 0.02  # five words of seventeen, by a network that knows nothing


def test_own_words_are_what_the_decoder_writes():
    network = lookahead._fresh(SMALL, torch.Generator().manual_seed(5))
    text = texts(3, 5, torch.Generator().manual_seed(6))
    fed = lookahead.own_words(
        network, text, 0.0, True, torch.Generator().manual_seed(7)
    )
    with torch.no_grad():
        own = lookahead.write(network, 3, 5, True, torch.Generator().manual_seed(7))
    assert torch.equal(fed, own)


def test_the_stored_decoders_show_why_training_needs_the_mask():
    found = results.read("masks").found
    masked, unmasked = found.at().masked, found.at().unmasked
    with pytest.raises(KeyError):
        found.at(0.25)
    assert found.entropy == pytest.approx(0.66542, abs=1e-5)
    assert len(found.updates) == len(masked.losses) == len(masked.held_out)
    assert 0.6 < masked.losses[-1] < 0.7 and 0.6 < masked.held_out[-1] < 0.7
    assert unmasked.losses[-1] < 0.05 and unmasked.held_out[-1] < 0.05
    assert masked.fitting > 0.95 and unmasked.fitting < 0.4
    # to guess evenly among 16 pieces costs ln 16 = 2.77
    assert unmasked.alone > 2.77 > 0.7 > masked.alone
    assert masked.ahead == 0 and unmasked.ahead > 0.4


def test_what_was_stored_with_less_forcing():
    half, none = (results.read("masks").found.at(ratio) for ratio in (0.5, 0.0))
    # its own words tell nothing of the text: only how frequent a word is at a place
    assert none.masked.alone > half.masked.alone > 0.9
    assert none.masked.losses[-1] == pytest.approx(none.unmasked.losses[-1], abs=0.05)
    # in its own words the answer does not stand to the right: it learns to write
    assert half.unmasked.alone < 2.77


def test_what_is_fed_is_its_own_and_what_is_wanted_stays_the_text(monkeypatch):
    """With a ratio of 0 the words that come in are not those to be predicted."""
    seen = []
    loss = lookahead._loss

    def watched(network, fed, wanted, allowed):
        seen.append((fed.clone(), wanted.clone()))
        return loss(network, fed, wanted, allowed)

    monkeypatch.setattr(lookahead, "_loss", watched)
    chance = torch.Generator().manual_seed(1)
    network = lookahead._fresh(SMALL, chance)
    lookahead._train(network, SMALL, True, 0.0, chance, str)
    training = [pair for pair in seen if len(pair[0]) == SMALL.batch]
    assert len(training) == SMALL.updates
    for fed, wanted in training:
        assert fitting(wanted[:, :-1]) == 1  # the text
        assert not torch.equal(fed[:, 1:], wanted[:, :-1])
    held_out = [pair for pair in seen if len(pair[0]) == SMALL.written]
    assert all(torch.equal(fed[:, 1:], wanted[:, :-1]) for fed, wanted in held_out)
    assert all(torch.equal(one[1], held_out[0][1]) for one in held_out)  # fixed


def test_training_lowers_the_loss_and_no_text_of_it_is_held_out():
    sizes = Sizes(words=5, d_model=8, batch=16, updates=60, every=30, written=20)
    chance = torch.Generator().manual_seed(1)
    network = lookahead._fresh(sizes, chance)
    losses, held_out = lookahead._train(network, sizes, True, 1.0, chance, str)
    assert losses[1] < losses[0] and held_out[1] < held_out[0]
    assert losses != held_out
