"""Passes over streets are those of the network, word for word and cell for cell."""

import pytest
import torch

from core.attention_map import Pictured
from core.errors import InputError
from core.in_use.captioner import ask, describe, draw_many, seeing
from core.in_use.small import Small
from core.in_use.told import Told, share
from core.networks.captioner import Captioner, HardCaptioner, MeanCaptioner
from core.networks.rnn import Rnn, RnnConfig
from core.worlds.captions import END, NUMBERS, START
from core.worlds.drawing import draw
from core.worlds.questions import ask as read
from core.worlds.street import parse
from tests.close import close
from tests.core.tiny import make_captioner

STREET = parse("car.red.2.28~stop-sign.blue.37.12")
SAID = "a red car on the road"


class Script(Captioner):
    """Writes what stands in its script, whatever it sees."""

    script: tuple[str, ...] = tuple(SAID.split())

    def score(self, maxout):
        return super().score(maxout) * 0

    def step(self, state, word):
        logits, state = super().step(state, word)
        after = [START, *(NUMBERS[one] for one in self.script)]
        following = dict(zip(after, [*after[1:], END], strict=True))
        for row, one in enumerate(word.tolist()):
            logits[row, following[one]] = 9.0
        return logits, state


def model(kind: type[Captioner] = Captioner) -> Small:
    return Small("tiny", "captioner", make_captioner(kind), digest="0123abcd")


@pytest.fixture(scope="module", params=[Captioner, MeanCaptioner, HardCaptioner])
def told(request) -> Told:
    return describe(model(request.param), STREET, seed=4)


def test_a_picture_is_seen_as_numbers_from_0_to_1():
    seen = seeing([STREET])
    assert seen.shape == (1, 3, 48, 48)
    close(seen[0, :, 30, 5] * 255, draw(STREET)[30, 5].tolist(), by=1e-3)


def test_a_caption_is_recorded_with_every_look_that_chose_a_word(told):
    rows = len(told.words) + 1
    assert told.weights.shape == (rows, 36)
    close(told.weights.sum(-1), [1.0] * rows, by=1e-5)
    assert told.record.logits.argmax(-1).tolist()[:-1] == [
        NUMBERS[word] for word in told.words
    ]
    assert (told.record.logits[-1].argmax() == END) == told.finished
    assert told.probabilities.shape == (rows,)


def test_a_pass_is_pictured_with_words_and_cells(told):
    assert isinstance(told, Pictured)
    (stack,) = told.stacks()
    assert stack.queries.items[: len(told.words)] == told.words
    assert stack.queries.items[-1] == ("‹end›" if told.finished else "‹?›")
    assert (stack.keys.kind, stack.keys.grid) == ("cells", (6, 6))
    assert (stack.keys.items[0], stack.keys.items[13]) == ("1.1", "3.2")
    close(stack.weights[0, 0], told.weights)
    close(told.attention().weights, told.weights)


def test_the_same_seed_draws_the_same_pass_again():
    hard = model(HardCaptioner)
    close(
        describe(hard, STREET, seed=4).weights, describe(hard, STREET, seed=4).weights
    )
    many = {tuple(describe(hard, STREET, seed=n).weights[0].tolist()) for n in range(9)}
    assert len(many) > 1


def test_a_word_is_asked_how_much_of_its_weight_lies_on_what_it_names():
    one = Small("script", "captioner", Script(make_captioner().config).eval())
    told = describe(one, parse("car.red.2.28"))
    assert (" ".join(told.words), told.finished) == (SAID, True)
    assert told.names == (None, 0, 0, None, None, None)
    assert told.right
    assert told.judged.true
    _, red, car, *others = told.shares()
    assert others == [None] * 3
    assert car.cells == red.cells == (18, 19, 20, 24, 25, 26)
    close(told.weights[2, list(car.cells)].sum(), car.weight)
    assert (car.uniform, car.area) == (6 / 36, 180 / 2304)


def test_a_share_counts_every_cell_that_the_box_touches():
    row = torch.zeros(36)
    row[18], row[26], row[0] = 0.5, 0.25, 0.25
    assert share(STREET, 0, row).weight == 0.75


def test_a_question_is_given_and_the_answer_goes_on():
    told = ask(model(), STREET, read("where is the stop sign?"))
    assert told.words[: told.given] == ("where", "is", "the", "stop", "sign", "?")
    assert told.names[3:5] == (1, 1)
    assert told.names[told.given : told.given + 3] == (None, None, 1)
    assert told.truth.text == "it is on the grass"
    assert told.right == (told.written == told.truth.words)
    assert len(told.weights) == len(told.words) + 1
    assert len(told.shares()) == len(told.words)


def test_forbidden_cells_get_no_weight():
    told = describe(model(), STREET, forbidden=(18, 19))
    assert told.weights[:, [18, 19]].sum() == 0
    assert not told.stacks()[0].allowed[..., 18:20].any()
    assert told.identity != describe(model(), STREET).identity
    with pytest.raises(InputError, match="no cell 37; they are 1 to 36"):
        describe(model(), STREET, forbidden=(36,))
    with pytest.raises(InputError, match="All cells are forbidden"):
        describe(model(), STREET, forbidden=range(36))


def test_many_draws_settle_on_the_weights_by_which_they_are_drawn():
    hard = model(HardCaptioner)
    told = describe(hard, STREET, seed=1)
    drawn = draw_many(hard, told, n=400, seed=2)
    rows = len(told.words) + 1
    assert drawn.counts.shape == (rows, 36)
    assert drawn.counts.sum(-1).tolist() == [400.0] * rows
    close(drawn.expected.sum(-1), [1.0] * rows, by=1e-4)
    assert (drawn.counts / 400 - drawn.expected).abs().max() < 0.12
    assert sum(n for _, n in drawn.captions) == 400
    with pytest.raises(InputError, match="tiny draws no cells"):
        draw_many(model(), told)


def test_what_is_no_captioner_writes_of_no_pictures():
    other = Small("other", "rnn", Rnn(RnnConfig(17, 10, 7)))
    with pytest.raises(InputError, match="other does not write of pictures"):
        describe(other, STREET)
