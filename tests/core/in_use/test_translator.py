from dataclasses import FrozenInstanceError

import pytest
import torch

from core.errors import InputError
from core.text.tokenizer import END, FIRST_BYTE, START
from core.trace import Experiment
from core.training.tokenizer import train
from tests.close import close
from tests.core.tiny import LINES, make_bahdanau, make_translator

SENTENCE = "The economic zone ate fish."
TARGET = "L'accord a été signé."
SOURCE_WORDS = ["The", "economic", "zone", "ate", "fish", "."]
TARGET_WORDS = ["L'", "accord", "a", "été", "signé", "."]


def test_a_translator_is_never_written_to_not_even_under_a_new_name(translator):
    for name in ("card", "seen"):
        with pytest.raises(FrozenInstanceError):
            setattr(translator, name, "")


# --- translate ----------------------------------------------------------------------


def test_a_translation_spells_its_pieces(translator):
    found = translator.translate(SENTENCE)
    assert found.text == translator.tokenizer.decode(found.pieces.ids)
    assert found.pieces.text == found.text
    assert len(found.pieces.ids) <= 2 * 14 + 10
    assert found.log_probability < 0
    ((text, hypothesis),) = found.hypotheses
    assert (text, hypothesis.ids) == (found.text, found.pieces.ids)


def test_a_beam_keeps_all_its_hypotheses_best_first(translator):
    found = translator.translate(SENTENCE, beam=4)
    scores = [hypothesis.score for _, hypothesis in found.hypotheses]
    assert len(scores) == 4
    assert scores == sorted(scores, reverse=True)
    assert found.hypotheses[0][0] == found.text


def test_a_beam_of_one_is_the_greedy_translation(translator):
    one, other = translator.translate(SENTENCE), translator.translate(SENTENCE, beam=1)
    assert one.pieces == other.pieces
    assert one.finished == other.finished


@pytest.mark.parametrize("beam", [0, -1, 17])
def test_a_beam_of_a_width_that_nobody_needs_is_refused(tiny_bahdanau, beam):
    with pytest.raises(InputError, match=rf"A beam of {beam}; choose 1 to 16"):
        tiny_bahdanau.translate(SENTENCE, beam=beam)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Nothing is typed yet"),
        ("a" * 401, "401 characters; at most 400 fit"),
        ("1 " * 33, "66 pieces; at most 64 fit"),
    ],
)
def test_text_that_is_not_accepted_is_refused(translator, text, message):
    for use in (translator.translate, translator.explain):
        with pytest.raises(InputError, match=message):
            use(text)
    with pytest.raises(InputError, match=message):
        translator.explain("Fish.", target=text)


def test_a_translation_is_never_empty(tokenizer):
    network = make_bahdanau(tokenizer.size, seed=4)
    network.bias[END] = 1000.0
    trace = make_translator(network, tokenizer).explain(SENTENCE)
    assert len(trace.predicted_ids) == 2
    assert trace.predicted_ids[1] == END
    assert trace.translation.finished
    assert trace.attention("decoder.alignment").weights.shape == (2, 7)


def test_a_model_that_is_stopped_did_not_write_its_end(tokenizer):
    network = make_bahdanau(tokenizer.size, seed=4)
    network.bias[END] = -1000.0
    trace = make_translator(network, tokenizer).explain(SENTENCE)
    last = len(trace.predicted_ids) - 1
    assert not trace.translation.finished
    assert last == 2 * len(trace.source.pieces) + 10
    assert trace.wrote(last) is None
    assert trace.wrote(last - 1) == trace.predicted_ids[last - 1]


# --- explain ------------------------------------------------------------------------


def test_the_trace_of_a_translation_is_a_pass_over_it(translator):
    trace = translator.explain(SENTENCE)
    found = translator.translate(SENTENCE)
    assert trace.translation == found
    assert not trace.forced
    assert trace.predicted_ids == (*found.pieces.ids, END)
    assert trace.read.pieces == ("‹start›", *found.pieces.pieces)
    assert (trace.model, trace.digest) == (translator.name, "0123abcd")
    written = trace.written().log()
    rows = len(written) if found.finished else len(written) - 1
    assert written[:rows].sum().item() == pytest.approx(found.log_probability, abs=1e-3)


def test_a_given_target_is_forced(translator):
    trace = translator.explain(SENTENCE, target=TARGET)
    assert trace.forced
    assert trace.translation.text == TARGET
    ids = translator.tokenizer.encode(TARGET).ids
    assert trace.predicted_ids == (*ids, END)
    source = torch.tensor([*translator.tokenizer.encode(SENTENCE).ids, END])
    record = translator.network(
        source, torch.tensor([START, *ids]), torch.ones(1, len(source)).bool()
    )
    close(trace.record.logits, record.logits)


def test_a_trace_has_no_batch_axis_and_no_gradient(translator):
    record = translator.explain(SENTENCE, target=TARGET).record
    assert record.logits.shape == (16, translator.tokenizer.size)
    assert record.logits.is_inference()


def test_sentences_that_look_the_same_in_pieces_are_different_passes():
    tokenizer = train([*LINES, "The ! ! ! ! ! ! ! fish!"] * 9, size=431)
    model = make_translator(make_bahdanau(tokenizer.size), tokenizer)
    one, other, again = (
        model.explain(text, target="Le fish.")
        for text in ("The! fish", "The ! fish", "The! fish")
    )
    assert one.source == other.source  # a piece is shown without its space
    assert one.identity != other.identity
    assert one.identity == again.identity


# --- experiments --------------------------------------------------------------------


def test_masked_padding_changes_nothing(tiny_transformer):
    plain = tiny_transformer.explain(SENTENCE)
    padded = tiny_transformer.explain(SENTENCE, experiment=Experiment(pads=7))
    assert padded.translation.text == plain.translation.text
    close(padded.record.logits, plain.record.logits)
    assert padded.source.words[-8:] == ("‹end›", *["‹pad›"] * 7)
    for name in ("encoder.1.self_attention", "decoder.1.cross_attention"):
        heads = padded.heads(name)
        assert heads[..., -7:].isnan().all()
        queries = plain.heads(name).shape[1]
        close(heads[:, :queries, :-7], plain.heads(name))


def test_unmasked_padding_takes_weight(tiny_transformer):
    experiment = Experiment(pads=3, padding_mask=False)
    trace = tiny_transformer.explain(SENTENCE, target=TARGET, experiment=experiment)
    plain = tiny_transformer.explain(SENTENCE, target=TARGET)
    heads = trace.heads("decoder.0.cross_attention")
    assert heads.shape == (3, 7, 10)
    assert (heads[..., -3:] > 0).all()
    close(heads.sum(-1), torch.ones(3, 7))
    assert (trace.record.logits - plain.record.logits).abs().max() > 0.01


def test_without_the_causal_mask_every_word_may_look_ahead(tiny_transformer):
    experiment = Experiment(causal=False)
    trace = tiny_transformer.explain(SENTENCE, target=TARGET, experiment=experiment)
    for layer in (0, 1):
        heads = trace.heads(f"decoder.{layer}.self_attention")
        assert not heads.isnan().any()
        assert (heads > 0).all()


def test_without_the_causal_mask_every_step_is_computed_anew(tiny_transformer):
    found = tiny_transformer.explain("Fish.", experiment=Experiment(causal=False))
    source = torch.tensor([[*tiny_transformer.tokenizer.encode("Fish.").ids, END]])
    allowed = torch.ones(1, 1, source.shape[1]).bool()
    ids, total = [], 0.0
    while len(ids) < 2 * source.shape[1] + 10:
        words, n = torch.tensor([[START, *ids]]), len(ids) + 1
        record = tiny_transformer.network(
            source, words, allowed, torch.ones(n, n).bool()
        )
        gains = record.logits[0, -1].log_softmax(-1)
        best = int(gains[END:].argmax()) + END
        total += gains[best].item()
        if best == END:
            break
        ids.append(best)
    assert found.translation.pieces.ids == tuple(ids)
    assert found.translation.log_probability == pytest.approx(total, abs=1e-3)
    masked = tiny_transformer.translate("Fish.").log_probability
    assert abs(total - masked) > 0.01


def test_only_the_transformer_has_masks_to_switch(tiny_bahdanau):
    assert not tiny_bahdanau.explain("Fish.", experiment=Experiment()).forced
    for experiment in (Experiment(causal=False), Experiment(pads=1)):
        with pytest.raises(InputError, match="with the Transformer only"):
            tiny_bahdanau.explain("Fish.", experiment=experiment)


# --- align --------------------------------------------------------------------------


def by_hand(trace, weights, shift: int) -> list[list[float]]:
    """Words from pieces, ‹end› left out, rows divided by the rest; cell by cell."""
    source, target = trace.source, trace.predicted
    rows = []
    for i in range(len(target.words) - 1):
        steps = [k + shift for k, word in enumerate(target.word_of) if word == i]
        row = []
        for j in range(len(source.words) - 1):
            columns = [k for k, word in enumerate(source.word_of) if word == j]
            cells = [
                weights[step, column].item() for step in steps for column in columns
            ]
            row.append(sum(cells) / len(steps))
        rows.append([cell / sum(row) for cell in row])
    return rows


@pytest.mark.parametrize(("reading", "shift"), [("predicted", 0), ("read", 1)])
def test_given_words_are_aligned_as_by_hand(tiny_transformer, reading, shift):
    found = tiny_transformer.align(
        SOURCE_WORDS, TARGET_WORDS, layer=0, head=2, reading=reading
    )
    trace = tiny_transformer.explain(SENTENCE, target=TARGET)
    weights = trace.record.decoder[0].cross_attention.weights[2]
    close(found.weights, by_hand(trace, weights, shift))
    assert found.title == f"decoder.0.cross_attention head 2, {reading} word"


@pytest.mark.parametrize(("reading", "shift"), [("predicted", 0), ("read", 1)])
def test_the_one_alignment_is_aligned_as_by_hand(tiny_bahdanau, reading, shift):
    found = tiny_bahdanau.align(SOURCE_WORDS, TARGET_WORDS, reading=reading)
    trace = tiny_bahdanau.explain(SENTENCE, target=TARGET)
    weights = torch.stack([step.attention.weights for step in trace.record.decoder])
    close(found.weights, by_hand(trace, weights, shift))


def test_rows_are_the_given_target_words_and_columns_the_source_words(translator):
    found = translator.align(SOURCE_WORDS, TARGET_WORDS)
    assert found.query_words == tuple(TARGET_WORDS)
    assert found.key_words == tuple(SOURCE_WORDS)
    close(found.weights.sum(-1), torch.ones(6))
    assert found.allowed.all()


def test_words_are_kept_as_they_are_given(translator):
    given = ["La", "zone économique", "européenne"]
    found = translator.align(["European", "economic", "zone", "of", "fish"], given)
    assert found.query_words == tuple(given)
    assert found.weights.shape == (3, 5)


def test_what_a_model_wrote_is_given_in_the_pieces_in_which_it_was_written(translator):
    """Here letter by letter, which spells a text that is usually cut otherwise."""
    letters = translator.tokenizer.pieces([FIRST_BYTE + byte for byte in b" Le bol"])
    usual = translator.tokenizer.encode("Le bol")
    assert letters.text == usual.text
    assert letters.ids != usual.ids
    source = translator.tokenizer.encode(SENTENCE)
    trace = translator.explain(SENTENCE, target=letters)
    for forced in (trace, translator.force(source, letters)):
        assert forced.predicted_ids == (*letters.ids, END)
        assert forced.forced
    found = translator.align(source, letters)
    assert found.query_words == ("Le", "bol")
    assert found.key_words == source.words
    cut = translator.align(source.words, ["Le", "bol"])
    assert not torch.equal(found.weights, cut.weights)
    with pytest.raises(InputError, match="at most 64"):
        translator.explain(
            SENTENCE, target=translator.tokenizer.pieces(letters.ids * 10)
        )


def test_the_two_readings_differ_by_one_row(translator):
    words = ["woman", "ate", "the", "fish", "."]  # one piece each
    predicted = translator.align(words, words, reading="predicted").weights
    read = translator.align(words, words, reading="read").weights
    close(read[:-1], predicted[1:], by=1e-6)
    assert (read[0] - predicted[0]).abs().max() > 1e-4


def test_the_default_map_is_the_last_layer_at_the_predicted_word(tiny_transformer):
    default = tiny_transformer.align(SOURCE_WORDS, TARGET_WORDS)
    last = tiny_transformer.align(
        SOURCE_WORDS, TARGET_WORDS, layer=1, reading="predicted"
    )
    assert default.title == "decoder.1.cross_attention mean, predicted word"
    close(default.weights, last.weights)


def test_the_default_map_is_the_one_recorded_in_the_folder(tiny_transformer):
    best = {"map": "decoder.0.cross_attention", "head": 1, "reading": "read"}
    recorded = make_translator(
        tiny_transformer.network, tiny_transformer.tokenizer, {"best_alignment": best}
    )
    found = recorded.align(SOURCE_WORDS, TARGET_WORDS)
    expected = tiny_transformer.align(SOURCE_WORDS, TARGET_WORDS, 0, 1, "read")
    assert found.title == "decoder.0.cross_attention head 1, read word"
    close(found.weights, expected.weights)
    assert recorded.align(SOURCE_WORDS, TARGET_WORDS, head=0).title.startswith(
        "decoder.0.cross_attention head 0"
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"layer": 2}, r"no attention 'decoder\.2\.cross_attention'"),
        ({"head": 3}, "no head 3; they are 0 to 2"),
        ({"layer": 0, "head": -1}, "no head -1"),
        ({"reading": "written"}, "not 'written'"),
    ],
)
def test_a_map_that_is_not_there_is_refused(tiny_transformer, options, message):
    with pytest.raises(InputError, match=message):
        tiny_transformer.align(SOURCE_WORDS, TARGET_WORDS, **options)


@pytest.mark.parametrize("options", [{"layer": 1}, {"head": 1}])
def test_the_recurrent_translator_has_one_map(tiny_bahdanau, options):
    with pytest.raises(InputError, match="has one alignment: layer 0, head 0"):
        tiny_bahdanau.align(SOURCE_WORDS, TARGET_WORDS, **options)
    assert tiny_bahdanau.align(["a"], ["b"], layer=0, head=0).weights.tolist() == [
        [1.0]
    ]


@pytest.mark.parametrize(
    ("source", "target", "message"),
    [
        ([], ["le"], "at least one word on each side"),
        (["the"], [], "at least one word on each side"),
        (["the", "\u200b"], ["le"], "Word 2 of 2 is empty"),
        (["the"], ["le"] * 70, "pieces; at most 64 fit"),
        (["a"] * 65, ["le"], "65 pieces; at most 64 fit"),
    ],
)
def test_words_that_cannot_be_aligned_are_refused(translator, source, target, message):
    with pytest.raises(InputError, match=message):
        translator.align(source, target)


def test_words_to_align_are_given_by_name_as_in_every_version(tiny_transformer):
    found = tiny_transformer.align(
        source_words=["The", "fish"], target_words=["Le", "poisson"]
    )
    assert (found.query_words, found.key_words) == (("Le", "poisson"), ("The", "fish"))
