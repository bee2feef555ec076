"""A model that only writes: what it goes on with, where it stops, what it looks at."""

import pytest
import torch

from core.decoding.sampling import Sampling
from core.errors import InputError
from core.experiments.changes import Silent
from core.experiments.experiment import Experiment
from core.in_use.language_model import LanguageModel
from core.networks.names import AttentionName, MapChoice
from core.text.tokenizer import END
from tests.close import close
from tests.core.tiny import make_writer

NAME = "decoder.1.self_attention"


@pytest.fixture(scope="module")
def model(tokenizer):
    network = make_writer(tokenizer.size, positions=40)
    return LanguageModel("tiny", "writer", network, tokenizer, {}, (), "", "0123abcd")


def test_it_goes_on_greedily_with_what_was_typed(model):
    found = model.write("The woman", 5)
    given = model.tokenizer.encode("The woman").ids
    assert found.text.startswith("The woman")
    assert found.pieces.ids[: len(given)] == given
    text, total = [1], 0.0
    for piece in given:
        total += next_logs(model, text)[piece].item()
        text.append(piece)
    for piece in found.pieces.ids[len(given) :]:
        logs = next_logs(model, text)
        logs[:2] = -torch.inf
        assert int(logs.argmax()) == piece
        total += logs[piece].item()
        text.append(piece)
    assert len(found.pieces.ids) == len(given) + 5 or found.finished
    if not found.finished:
        assert found.log_probability == pytest.approx(total, abs=1e-4)


def next_logs(model, text):
    words = torch.tensor([text])
    none = words[:, :0], torch.ones(1, 1, 0, dtype=torch.bool)
    return model.network(none[0], words, none[1]).logits[0, -1].log_softmax(-1)


def test_it_begins_by_itself_where_nothing_is_typed(model):
    assert model.write("", 3).pieces.ids == model.write("  ", 3).pieces.ids
    assert len(model.write("", 3).pieces.ids) <= 3


def test_a_seed_draws_the_same_text_and_another_seed_another(model):
    one, same, other = (
        model.write("The", 12, sampling=Sampling(seed=seed)).pieces.ids
        for seed in (1, 1, 2)
    )
    assert one == same != other


def test_it_stops_where_its_positions_end_and_says_so_of_a_long_beginning(model):
    found = model.write("The woman")
    assert found.finished or len(found.pieces.ids) == 39
    with pytest.raises(InputError, match="has learned 40 positions"):
        model.write("fish " * 45)


def test_whatever_is_written_can_be_looked_into(model):
    found = model.write("The woman")
    assert not found.finished and len(found.pieces.ids) == 39
    for trace in (model.explain(found), model.explain("The woman")):
        assert trace.translation.text == found.text
        assert len(trace.record.logits) == 40  # ‹start› stands before them


def test_a_pass_has_one_map_a_layer_and_head_over_what_was_typed_and_written(model):
    trace = model.explain("The woman ate", 4)
    typed = len(model.tokenizer.encode("The woman ate").ids)
    assert trace.given == typed
    assert trace.predicted_ids == (*trace.translation.pieces.ids, END)
    assert trace.names() == ("decoder.0.self_attention", NAME)
    (stack,) = trace.stacks()
    assert (stack.id, stack.back) == ("decoder", True)
    weights = trace.heads(NAME, words=False)
    assert weights.shape == (3, len(trace.predicted_ids), len(trace.predicted_ids))
    close(weights.nan_to_num(0).sum(-1), torch.ones(weights.shape[:2]))


def test_nothing_is_added_where_nothing_is_asked_for(model):
    trace = model.explain("The woman ate", 0)
    assert trace.translation.text == "The woman ate"
    assert not trace.translation.finished


def test_an_experiment_changes_what_it_writes(model):
    silent = Experiment(silent=frozenset({Silent(NAME, n) for n in range(3)}))
    found = model.explain("The woman", 4, silent)
    assert found.experiment == silent
    assert (found.record.decoder[1].self_attention.mixed == 0).all()


@pytest.mark.parametrize("reading", ["predicted", "read"])
def test_the_words_of_a_translation_look_at_those_before_the_equals_sign(
    model, monkeypatch, reading
):
    best = {"map": NAME, "head": 2, "reading": reading}
    monkeypatch.setitem(model.info, "best_alignment", best)
    assert model.best_alignment == MapChoice(AttentionName.parse(NAME), 2, reading)
    source, target = ("The", "fish"), ("Le", "poisson")
    found = model.align(source, target)
    read, written = (
        model.tokenizer.encode_words(side, language)
        for side, language in ((source, "en"), (target, "fr"))
    )
    equals = model.tokenizer.encode("=").ids
    text = torch.tensor([[1, *read.ids, *equals, *written.ids]])
    none = text[:, :0], torch.ones(1, 1, 0, dtype=torch.bool)
    heads = model.network(none[0], text, none[1]).decoder[1].self_attention.weights
    n, m = len(read.ids), len(written.ids)
    # the row of "=" predicts the first piece, the next row reads it
    first = n + len(equals) + (1 if reading == "read" else 0)
    whole = heads[0, 2, first : first + m, 1 : 1 + n]
    by_word = torch.stack(
        [
            whole[[i for i, w in enumerate(written.word_of) if w == word]].mean(0)
            for word in range(2)
        ]
    )
    sums = torch.stack(
        [
            by_word[:, [i for i, w in enumerate(read.word_of) if w == word]].sum(-1)
            for word in range(2)
        ],
        dim=-1,
    )
    close(found.weights, sums / sums.sum(-1, keepdim=True))
    # from "=" on every piece of the target is predicted, then ‹end›
    logs = model.network(none[0], text, none[1]).logits[0].log_softmax(-1)
    wanted = [*written.ids, END]
    rows = range(n + len(equals), n + len(equals) + len(wanted))
    log_p = sum(
        logs[row, piece].item() for row, piece in zip(rows, wanted, strict=True)
    )
    line = model.line(source, target)
    assert line.log_probability == pytest.approx(log_p, abs=1e-4)
    assert (found.query_words, found.key_words) == (target, source)


def test_given_words_are_read_as_they_are_and_too_many_are_refused(model):
    trace = model.force(["Fish", "the", "."])
    assert trace.translation.text == "Fish the." and not trace.source.words[1:]
    with pytest.raises(InputError, match="at least one word"):
        model.force([])
    with pytest.raises(InputError, match="has learned 40 positions"):
        model.force(["fish"] * 60)
