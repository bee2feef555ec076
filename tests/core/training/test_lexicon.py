"""The lexicon beside the attention, term by term, and what training makes of it."""

import math
from dataclasses import replace

import pytest
import torch

from core import checkpoint
from core.errors import InputError
from core.text.tokenizer import END, Tokenizer
from core.training.corpus import make_batch
from core.training.lexicon import (
    ROWS,
    Lexicon,
    learns_after,
    model_1,
    model_2,
    rows_of,
    words_of,
)
from core.training.loop import learn, started, train
from core.training.recipe import Schedule
from tests.core.tiny import make_bahdanau
from tests.core.training.runs import (
    Killed,
    assert_same_run,
    batch_loss,
    killing,
    quality,
    short,
    state_of,
    without_recipe,
)

pytestmark = pytest.mark.usefixtures("single_precision")

PAIRS = [([5, 6, 5], [8, 9]), ([7], [10, 11, 12])]  # a piece twice; padding


@pytest.fixture
def network():
    return make_bahdanau()


@pytest.fixture
def lexicon(network):
    torch.manual_seed(4)
    made = Lexicon(network)
    made.bias.data.normal_()
    made.own.weight.data.normal_()
    return made


def probabilities(network, lexicon, *word: int) -> torch.Tensor:
    """t(· | x) of a word of pieces, term by term; ‹end› becomes ‹end›."""
    if word == (END,):
        return torch.eye(17)[END]
    first, _, second = lexicon.translate
    own = lexicon.own.weight[int(rows_of(torch.tensor([word])))]
    vector = (network.embedding.weight[[*word]].mean(0) + own) * math.sqrt(10)
    hidden = torch.tanh(first.weight @ vector + first.bias)
    scores = network.embedding.weight @ (second.weight @ hidden + second.bias)
    return (scores + lexicon.bias).softmax(-1)


def summed(network, lexicon, weights):
    """Mean of −log Σ_j w_j t(y | x_j) over the pieces of PAIRS, term by term."""
    logs = []
    for row, (source, target) in enumerate(PAIRS):
        for step, wanted in enumerate([*target, END]):
            terms = [
                weights(row, step, place)
                * probabilities(network, lexicon, piece)[wanted]
                for place, piece in enumerate([*source, END])
            ]
            logs.append(torch.stack(terms).sum().log())
    return -torch.stack(logs).sum() / 7


def test_the_lexicon_learns_by_model_1_where_every_piece_counts_alike(network, lexicon):
    batch = make_batch(PAIRS)
    expected = summed(
        network, lexicon, lambda row, step, place: 1 / (len(PAIRS[row][0]) + 1)
    )
    torch.testing.assert_close(model_1(lexicon(network, batch), batch), expected)


def test_the_attention_learns_by_model_2_with_its_weights_as_alignment(
    network, lexicon
):
    batch = make_batch(PAIRS)
    record = network(batch.source, batch.read, batch.source_allowed)
    expected = summed(
        network,
        lexicon,
        lambda row, step, place: record.decoder[step].attention.weights[row][place],
    )
    found = model_2(lexicon(network, batch), record, batch)
    torch.testing.assert_close(found, expected)


def test_its_gradient_moves_the_weights_to_what_explains_the_word(network, lexicon):
    batch = make_batch([([5, 6], [])])  # one step: no later one feels it
    network.requires_grad_(True)
    record = network(batch.source, batch.read, batch.source_allowed)
    weights = record.decoder[0].attention.weights
    asked = model_2(lexicon(network, batch), record, batch)
    (by_weight,) = torch.autograd.grad(asked, weights)
    by_score = weights * (by_weight - (weights * by_weight).sum())  # of the softmax
    t = torch.stack(
        [probabilities(network, lexicon, piece)[END] for piece in (5, 6, END)]
    )
    explains = weights * t / (weights * t).sum()
    torch.testing.assert_close(by_score, weights - explains)


def test_the_pieces_of_a_word_are_read_together(network):
    """5 6 is a word of two pieces: both become what the mean of their rows becomes."""
    goes_on = [piece != 6 for piece in range(17)]
    lexicon = Lexicon(network, goes_on)
    lexicon.own.weight.data.normal_()
    t = lexicon(network, make_batch([([7, 5, 6, 5], [9])]))
    for place, word in enumerate([(7,), (5, 6), (5, 6), (5,)]):
        expected = probabilities(network, lexicon, *word)[9]
        torch.testing.assert_close(t[0, 0, place], expected)


def test_words_are_found_across_a_batch_each_once():
    source = torch.tensor([[5, 6, 7, 2], [6, 5, 6, 2], [7, 2, 0, 0]])
    words, place = words_of(source, torch.tensor([i != 6 for i in range(8)]))
    found = [[[i for i in words[w].tolist() if i] for w in row] for row in place]
    assert found == [
        [[5, 6], [5, 6], [7], [2]],
        [[6], [5, 6], [5, 6], [2]],  # a line that opens with the rest of a word
        [[7], [2], [], []],
    ]
    assert len({tuple(word.tolist()) for word in words}) == len(words) == 5


def test_a_word_has_the_same_row_in_every_batch_and_its_beginning_another():
    words = torch.tensor([[5, 6, 0], [5, 0, 0], [6, 5, 0], [5, 6, 7]])
    found = rows_of(words).tolist()
    assert found[:1] == rows_of(torch.tensor([[5, 6]])).tolist()
    assert len(set(found)) == 4
    assert all(0 <= row < ROWS for row in rows_of(torch.arange(8190).view(-1, 6)))


def moved(network, lexicon, loss) -> tuple[set[str], bool]:
    """Which parts of a network a loss moves, and whether it moves the lexicon."""
    network.requires_grad_(True)
    batch = make_batch(PAIRS)
    record = network(batch.source, batch.read, batch.source_allowed)
    loss(lexicon(network, batch), record, batch).backward()
    parts = {name for name, p in network.named_parameters() if p.grad is not None}
    return parts, all(p.grad is not None for p in lexicon.parameters())


def test_the_lexicon_learns_by_itself_and_leaves_the_translator_alone(network, lexicon):
    found = moved(network, lexicon, lambda t, record, batch: model_1(t, batch))
    assert found == (set(), True)


def test_the_attention_moves_no_lexicon_and_no_output(network, lexicon):
    parts, taught = moved(network, lexicon, model_2)
    assert not taught
    assert {"direction", "project_query.weight", "project_key.weight"} <= parts
    assert not any(part.startswith("out_") for part in parts)


def test_losses_worked_out_by_hand(network, lexicon):
    """Every piece becomes 8 or ‹end› with a probability of 0.3; ‹end› becomes ‹end›.

    Seen from 0.6 of words and 0.4 of ‹end›: −ln(0.6 · 0.3), −ln(0.6 · 0.3 + 0.4).
    Seen from everywhere alike: −ln(⅔ · 0.3), −ln(⅔ · 0.3 + ⅓).
    """
    batch = make_batch([([5, 6], [8])])
    record = network(batch.source, batch.read, batch.source_allowed)
    for step in record.decoder:
        step.attention.weights.copy_(torch.tensor([[0.2, 0.4, 0.4]]))
    lexicon.translate[2].weight.data.zero_()
    lexicon.translate[2].bias.data.zero_()
    lexicon.bias.data.fill_(math.log(0.4 / 15))
    lexicon.bias.data[[8, END]] = math.log(0.3)
    t = lexicon(network, batch)
    asked, learned = -math.log(0.18 * 0.58) / 2, -math.log(0.2 * (0.2 + 1 / 3)) / 2
    assert model_2(t, record, batch).item() == pytest.approx(asked)
    assert model_1(t, batch).item() == pytest.approx(learned)


def test_a_killed_run_with_a_lexicon_goes_on_to_the_same_weights(
    corpus, tokenizer, tmp_path
):
    recipe = short("bahdanau", lexicon=0.5)
    train(recipe, corpus, tokenizer, quality, tmp_path / "whole")
    with pytest.raises(Killed):
        train(recipe, corpus, tokenizer, killing(3), tmp_path / "cut")
    train(recipe, corpus, tokenizer, quality, tmp_path / "cut")
    assert_same_run(tmp_path / "whole", tmp_path / "cut")


def test_how_much_it_counts_changes_what_is_learned(corpus, tokenizer, tmp_path):
    for share in (0.0, 0.5, 1.0):
        recipe = short("bahdanau", lexicon=share)
        train(recipe, corpus, tokenizer, quality, tmp_path / str(share))
    for one, other in (("0.0", "0.5"), ("0.5", "1.0")):
        with pytest.raises(AssertionError):
            assert_same_run(tmp_path / one, tmp_path / other)


def test_it_may_begin_late_and_the_weights_that_it_finds_are_kept(
    corpus, tokenizer, tmp_path
):
    late = short("bahdanau", lexicon=0.5, lexicon_after=5)
    never = short("bahdanau", lexicon=0.5, lexicon_after=8)
    train(late, corpus, tokenizer, quality, tmp_path / "late")
    train(never, corpus, tokenizer, quality, tmp_path / "never")
    before = checkpoint.load("late.before-lexicon", tmp_path)
    assert before.info["kept"] == before.history[-1]["update"] == 5
    losses = [checkpoint.load(name, tmp_path).history for name in ("late", "never")]
    assert [row["loss"] for row in losses[0]][:2] == [row["loss"] for row in losses[1]][
        :2
    ]
    with pytest.raises(AssertionError):
        assert_same_run(tmp_path / "late", tmp_path / "never")


def test_it_learns_before_it_is_asked_and_moves_nothing(corpus, tokenizer, tmp_path):
    for name, share in (("with", 0.5), ("without", 0.0)):
        recipe = short("bahdanau", lexicon=share, lexicon_after=8)
        train(recipe, corpus, tokenizer, quality, tmp_path / name)
    found, expected = (
        checkpoint.load(name, tmp_path).network for name in ("with", "without")
    )
    torch.testing.assert_close(found.state_dict(), expected.state_dict())
    taught = state_of(tmp_path / "with")["lexicon"]
    assert taught["bias"].abs().min() > 0


@pytest.mark.parametrize(("after", "learns"), [(5_000, 4_000), (1_000, 0), (300, 0)])
def test_it_learns_a_thousand_updates_before_it_is_asked(after, learns):
    assert learns_after(Schedule(lexicon=1.0, lexicon_after=after)) == learns


def test_the_attention_is_asked_from_the_update_after_the_one_that_is_named(
    monkeypatch,
):
    """At update 6: asked after 5, not after 6; learned from for two updates before."""
    monkeypatch.setattr("core.training.lexicon.LEARNS_ALONE", 2)
    moved, taught = {}, {}
    for after in (5, 6, 7, 8):
        recipe = short("bahdanau", lexicon=1.0, lexicon_after=after)
        run = started(recipe, 17, None, torch.device("cpu"))
        run.progress.bfloat16, run.progress.update = False, 5
        learn(run, make_batch(PAIRS), recipe.schedule)
        moved[after] = run.network.direction.detach()
        taught[after] = bool(run.lexicon.bias.abs().sum())
    assert not torch.equal(moved[5], moved[6])
    assert torch.equal(moved[6], moved[8])
    assert taught == {5: True, 6: True, 7: True, 8: False}


def test_it_reads_the_words_of_the_tokenizer(corpus, tokenizer, tmp_path, monkeypatch):
    recipe = short("bahdanau", lexicon=0.5)
    train(recipe, corpus, tokenizer, quality, tmp_path / "words")
    monkeypatch.setattr(Tokenizer, "opens", lambda self: [True] * self.size)
    train(recipe, corpus, tokenizer, quality, tmp_path / "pieces")
    words, pieces = (
        state_of(tmp_path / name)["lexicon"] for name in ("words", "pieces")
    )
    assert not torch.equal(words["own.weight"], pieces["own.weight"])


def test_the_loss_that_is_told_is_that_of_translating():
    recipe = short("bahdanau", lexicon=0.5)
    recipe = replace(recipe, sizes={**recipe.sizes, "dropout": 0.0})
    run = started(recipe, 17, None, torch.device("cpu"))
    batch = make_batch(PAIRS)
    expected = batch_loss(run.network, batch, recipe.schedule.label_smoothing).item()
    run.progress.bfloat16 = False
    assert learn(run, batch, recipe.schedule) == pytest.approx(expected)


def test_a_run_is_not_taken_up_with_another_recipe(corpus, tokenizer, tmp_path):
    out = tmp_path / "run"
    train(short("bahdanau"), corpus, tokenizer, quality, out)
    with pytest.raises(InputError, match="holds a run of another recipe"):
        train(short("bahdanau", lexicon=0.5), corpus, tokenizer, quality, out)
    without_recipe(out)
    with pytest.raises(InputError, match="another lexicon in its recipe"):
        train(short("bahdanau", lexicon=0.5), corpus, tokenizer, quality, out)
