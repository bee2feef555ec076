"""What a captioner learns: the right words, and for a hard one where to look."""

import random

import pytest
import torch

from core.networks.captioner import Captioner, HardCaptioner, MeanCaptioner
from core.training import captions, captions_measured
from core.training.captions import Captions, draws, from_here_on, learned, lines
from core.training.small import TASKS
from core.worlds.captions import END, PAD, START, VOCABULARY
from core.worlds.street import parse
from core.worlds.streets import any_street
from tests.close import close
from tests.core.tiny import make_captioner

STREETS = [any_street(seed) for seed in (1, 2, 3, 5)]
ALL = torch.ones(1, 36, dtype=torch.bool)


@pytest.fixture(scope="module")
def drawn():
    return lines(STREETS, random.Random(1))


def test_each_picture_is_read_for_its_caption_and_for_an_answer(drawn):
    streets = [parse("car.red.2.28~duck.blue.37.12")]
    two = lines(streets, random.Random(3))
    assert two.picture_of.tolist() == [0, 0]
    said = [[VOCABULARY[i] for i in row.tolist() if i > END] for row in two.wanted]
    assert " ".join(said[0]) == "a blue duck right of a red car"
    assert "?" in said[1]
    assert two.read[:, 0].tolist() == [START, START]
    assert two.wanted[0].tolist()[len(said[0])] == END
    assert (
        two.read[:, 1:] == two.wanted[:, :-1].where(two.wanted[:, :-1] > END, 0)
    ).all()
    given = said[1].index("?") + 1
    assert two.counts[1].tolist()[:given] == [False] * given
    assert two.counts[1].sum() == len(said[1]) + 1 - given
    assert (drawn.counts <= drawn.wanted.ne(PAD)).all()


@pytest.mark.parametrize("kind", [Captioner, MeanCaptioner])
def test_lines_that_leave_the_batch_change_no_other(kind, drawn, monkeypatch):
    network = make_captioner(kind)
    (words,) = learned(network, drawn)
    for line, picture in enumerate(drawn.picture_of.tolist()):
        record = network(drawn.picture[picture], drawn.read[line], ALL)
        logs = record.logits.log_softmax(-1)
        wanted = logs.gather(-1, drawn.wanted[line][:, None])[:, 0]
        close(words[line], (wanted * drawn.counts[line]).tolist(), by=1e-4)


def test_what_comes_later_counts_less():
    each = torch.tensor([[1.0, 2.0, 4.0]])
    close(from_here_on(each, 0.5), [[1 + 1 + 1, 2 + 2, 4]])
    close(from_here_on(each, 1.0), [[7, 6, 4]])


def test_a_draw_is_worth_how_much_likelier_the_words_from_there_on_were(
    drawn, monkeypatch
):
    """REINFORCE word by word: what each number of a pass moves the loss by."""
    shape, chance = drawn.wanted.shape, torch.Generator().manual_seed(7)
    words = -3 * torch.rand(shape, generator=chance) * drawn.counts
    parts = [words, torch.zeros(shape), torch.zeros(shape)]
    found = [part.requires_grad_() for part in parts]
    monkeypatch.setattr(captions, "learned_from", lambda n, chance: drawn)
    monkeypatch.setattr(captions, "learned", lambda *_: found)
    network, task = make_captioner(HardCaptioner), Captions(0.0, 0.0, 0.01, 0.8)
    network.baseline.fill_(-2.0)
    task.loss(network, chance, len(STREETS), 0.9).backward()
    n = int(drawn.counts.sum())
    for line, counts in enumerate(drawn.counts.tolist()):
        for at in range(len(counts)):
            later = [k for k in range(at, len(counts)) if counts[k]]
            worth = sum(0.8 ** (k - at) * (words[line, k].item() + 2) for k in later)
            close(found[1].grad[line, at], -worth / n, by=1e-5)
            close(found[2].grad[line, at], -0.01 / n if later else 0.0, by=1e-6)
    close(words.grad, [[-1 / n] * shape[1]] * shape[0], by=1e-6)
    close(network.baseline, 0.9 * -2 + 0.1 * words.sum().item() / n, by=1e-5)


def test_draws_say_how_likely_their_cells_were_and_how_open_the_others(drawn):
    network = make_captioner(HardCaptioner).drawing(torch.Generator().manual_seed(1))
    record = network(drawn.picture[:1], drawn.read[:1, :3], ALL)
    likely, entropy = draws(record.decoder)
    for i, step in enumerate(record.decoder):
        weights = step.attention.scores[0].softmax(-1)
        cell = step.attention.weights[0].argmax()
        close(likely[0, i], weights[cell].log().item(), by=1e-5)
        close(entropy[0, i], -(weights * weights.log()).sum().item(), by=1e-5)


@pytest.mark.parametrize("kind", [Captioner, MeanCaptioner, HardCaptioner])
def test_a_few_updates_make_the_loss_smaller(kind):
    network = make_captioner(kind).train().requires_grad_(True)
    task = Captions(first_soft=0.0)
    optimizer = torch.optim.Adam(network.parameters(), lr=0.02)

    def step(seed: int) -> float:
        loss = task.loss(network, torch.Generator().manual_seed(seed), 4, 0.9)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        return loss.item()

    step(1)
    (before,) = learned(network.eval(), lines(STREETS, random.Random(1)))[:1]
    network.train()
    for seed in range(8):
        step(seed)
    (after,) = learned(network.eval(), lines(STREETS, random.Random(1)))[:1]
    assert after.sum() > 0.9 * before.sum()


def test_a_hard_writer_learns_where_to_look_only_by_its_draws():
    network = make_captioner(HardCaptioner).requires_grad_(True)
    chance = torch.Generator().manual_seed(1)
    Captions(soft=0.0, first_soft=0.0).loss(network, chance, 4, 0.9).backward()
    assert network.direction.grad.abs().max() > 0
    assert network.baseline < 0


def test_streets_that_are_held_out_are_never_learned_from(monkeypatch):
    held = any_street(3)
    monkeypatch.setattr(captions, "kept_apart", lambda: {held.text()})
    made = iter([held, any_street(2000), held, any_street(2001)])
    monkeypatch.setattr(captions, "natural", lambda chance: next(made))
    found = captions.learned_from(2, random.Random(1))
    wanted = lines([any_street(2000), any_street(2001)], random.Random(1))
    close(found.picture, wanted.picture.tolist())


def test_figures_of_a_captioner_are_counted_on_its_passes(monkeypatch):
    task = Captions()
    monkeypatch.setattr(captions, "HELD_OUT", 3)
    network = make_captioner()
    found = task.measure(network)
    assert found["streets"] == 3
    assert found["captions"]["exact"] == 0
    assert set(found["answers"]) == {"color", "beside", "where", "what", "many"}
    assert found["answers"]["many"]["questions"] == 3
    assert 0 < found["answers"]["color"]["on"]["uniform"] < 0.6
    golden = task.golden(network)
    assert {one["street"] for one in golden} == {"objects", "sign", "car"}
    for one in golden:
        rows = len(one["asked"].split()) + len(one["said"].split()) + 1
        assert len(one["looked"]) == len(one["by"]) == len(one["probabilities"]) == rows
    what, figures = task.card({"kind": "captioner", "measured": found})
    assert "soft attention" in what
    assert "exact captions (a street has one): 0.0%" in figures
    assert "| how many things are there ? | 3 |" in figures


def test_a_quick_look_takes_streets_that_are_held_out(monkeypatch):
    monkeypatch.setattr(captions, "VALIDATING", 3)
    found = Captions().validate(make_captioner())
    assert list(found) == ["both", "exact", "answers"]
    assert TASKS["captioner_hard"] is Captions


def test_a_question_of_a_kind_is_always_the_same_on_a_street():
    street = any_street(4)
    one = captions_measured.one_question(street, "beside", 4)
    assert one == captions_measured.one_question(street, "beside", 4)
    assert captions_measured.one_question(parse("car.red.2.28"), "beside", 4) is None
