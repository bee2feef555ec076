"""Experiments: what they refuse, and that each changes its one thing and no other."""

import math

import pytest
import torch

from core.attention import dot_product_scores
from core.errors import InputError
from core.experiments.cells import refused_cells
from core.experiments.changes import Forbidden, Silent, WordChange
from core.experiments.experiment import Experiment
from core.experiments.passes import rewired, source_input, stepwise
from core.experiments.rewired import RewiredTransformer, with_parts
from core.experiments.word_changes import NEUTRAL_PIECE, blanked, with_word_changes
from core.text.tokenizer import Pieces
from core.trace import walk
from tests.close import close

SENTENCE = "The woman ate the fish."
TARGET = "La femme a mangé."
CROSS = "decoder.1.cross_attention"
PIECES = Pieces(
    "The fi sh ate it",
    (300, 311, 312, 340, 350),
    ("The", "fi", "sh", "ate", "it"),
    ("The", "fish", "ate", "it"),
    (0, 1, 1, 2, 3),
)


@pytest.fixture(scope="module")
def plain(tiny_transformer):
    return tiny_transformer.explain(SENTENCE, target=TARGET)


@pytest.fixture(scope="module")
def run(tiny_transformer):
    """The same two sentences in another experiment."""

    def again(**changes):
        experiment = Experiment(**changes)
        return tiny_transformer.explain(SENTENCE, target=TARGET, experiment=experiment)

    return again


def tensors(trace):
    return {name: tensor for name, _, tensor in walk(trace)}


def differing(before, after) -> set[str]:
    """The tensors of two passes that are not the same."""
    ours, theirs = tensors(before), tensors(after)
    return {
        n for n in ours if not torch.allclose(ours[n], theirs[n], atol=1e-6, rtol=0)
    }


# --- what is asked ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Forbidden("encoder.0.cross_attention"), "attends only to itself"),
        (lambda: Forbidden("somewhere"), "no sublayer 'somewhere'"),
        (lambda: Forbidden("decoder.0.feed_forward"), "has no heads and no cells"),
        (lambda: Forbidden(CROSS, key=-1), "A key cannot be -1"),
        (lambda: Forbidden(CROSS, query=-3), "A query cannot be -3"),
        (lambda: Forbidden(CROSS, head=-4), "A head cannot be -4"),
        (lambda: Silent("decoder.alignment", 0), "no sublayer 'decoder.alignment'"),
        (lambda: Silent(CROSS, -2), "A head cannot be -2"),
        (lambda: WordChange("swap", 1), "Swapping takes two words"),
        (lambda: WordChange("delete", 1, 2), "the other changes take one"),
        (lambda: WordChange("swap", 1, 1), "swapped with itself"),
        (lambda: Experiment(no_positions=frozenset({"cross"})), "not to 'cross'"),
        (lambda: Experiment(no_residual="encoder.0"), "no sublayer 'encoder.0'"),
    ],
)
def test_what_means_nothing_is_refused_in_words(make, message):
    with pytest.raises(InputError, match=message):
        make()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"silent": {Silent(CROSS, 3)}}, "no head 4; they are 1 to 3"),
        ({"no_residual": "decoder.2.feed_forward"}, "no layer 3; they are 1 to 2"),
        ({"forbidden": {Forbidden(CROSS, key=60)}}, "outside this sentence"),
    ],
)
def test_what_the_model_does_not_have_is_refused_in_words(run, changes, message):
    fixed = {k: frozenset(v) if isinstance(v, set) else v for k, v in changes.items()}
    with pytest.raises(InputError, match=message):
        run(**fixed)


def test_equal_experiments_are_equal_keys_whatever_the_order():
    one, two = Silent(CROSS, 1), Silent("encoder.0.self_attention", 2)
    first = Experiment(silent=frozenset([one, two]))
    assert {first: "kept"}[Experiment(silent=frozenset([two, one]))] == "kept"


# --- forbidden cells ----------------------------------------------------------------


def test_forbidding_a_cell_is_minus_infinity_in_that_score_and_nothing_else(plain, run):
    cell = Forbidden(CROSS, head=2, query=3, key=4)
    after = run(forbidden=frozenset([cell])).record.decoder[1].cross_attention
    before = plain.record.decoder[1].cross_attention
    close(after.scores, before.scores, by=1e-6)
    scores = before.scores.clone()
    scores[2, 3, 4] = -math.inf
    close(after.weights, scores.softmax(-1), by=1e-6)
    close(after.mixed, scores.softmax(-1) @ before.value)
    assert after.weights[2, 3, 4] == 0
    assert (~after.allowed).nonzero().tolist() == [[2, 3, 4]]


def test_a_forbidden_cell_changes_only_what_comes_after_it(plain, run):
    cell = Forbidden("decoder.1.self_attention", head=0, query=3, key=1)
    after = run(forbidden=frozenset([cell]))
    names = differing(plain, after)
    assert all(name.startswith(("decoder.1.", "logits")) for name in names)
    close(plain.record.logits[:3], after.record.logits[:3], by=1e-6)
    assert (plain.record.logits[3] - after.record.logits[3]).abs().max() > 1e-3
    close(plain.record.logits[4:], after.record.logits[4:], by=1e-6)


def test_a_column_is_forbidden_in_every_row_of_every_head(run):
    name = "encoder.0.self_attention"
    trace = run(forbidden=frozenset([Forbidden(name, key=2)]))
    weights = trace.record.encoder[0].self_attention.weights
    assert weights[:, :, 2].abs().max() == 0
    close(weights.sum(-1), torch.ones(weights.shape[:2]))
    assert trace.heads(name, words=False)[:, :, 2].isnan().all()


def test_a_mean_over_heads_keeps_a_cell_that_one_head_alone_may_not_see(run):
    trace = run(forbidden=frozenset([Forbidden(CROSS, head=1, query=0, key=0)]))
    heads = trace.record.decoder[1].cross_attention.weights
    found = trace.attention(CROSS, words=False)
    assert found.allowed.all()
    close(found.weights[0, 0], (heads[0, 0, 0] + heads[2, 0, 0]) / 3)
    assert not trace.attention(CROSS, head=1, words=False).allowed[0, 0]


def test_a_stack_keeps_the_cells_that_one_of_its_layers_alone_may_not_see(run):
    trace = run(forbidden=frozenset([Forbidden(CROSS, head=1, query=0, key=0)]))
    cross = trace.stacks(words=False)[-1]
    assert (~cross.allowed).nonzero().tolist() == [[1, 1, 0, 0]]
    assert cross.allowed.shape == cross.weights.shape


@pytest.mark.parametrize(
    ("cell", "row"),
    [
        (Forbidden(CROSS, head=1, query=2), "Row 3 of decoder cross-attention, layer"),
        (Forbidden("encoder.1.self_attention", query=0), "Row 1 of encoder self"),
        (Forbidden("decoder.0.self_attention", key=0), "Row 1 of decoder self"),
    ],
)
def test_a_row_left_empty_is_refused_with_the_reason(run, tiny_transformer, cell, row):
    for attempt in (
        lambda: run(forbidden=frozenset([cell])),
        lambda: tiny_transformer.explain(
            SENTENCE, experiment=Experiment(forbidden=frozenset([cell]))
        ),
    ):
        with pytest.raises(InputError, match=f"{row}.*a softmax over nothing"):
            attempt()


def test_cells_are_refused_one_by_one_and_a_refused_one_forbids_nothing(transformer):
    name = "encoder.0.self_attention"  # of four pieces and ‹end›
    cells = [
        *(Forbidden(name, 1, 0, key) for key in (0, 1, 2, 3)),
        Forbidden(name, None, 0, 4),  # the last one of its row, in head 2
        Forbidden(name, 1, 5, 0),
        Forbidden(name, 0, 0, 4),
        Forbidden(name, 7, 0, 0),
        Forbidden("encoder.0.self_attention", 1, 2, None),
    ]
    experiment = Experiment(changes=cells)
    _, allowed = source_input((9, 4, 7, 5), experiment)
    refused = dict(refused_cells(transformer, experiment, allowed))
    assert list(refused) == [cells[4], cells[5], cells[7], cells[8]]
    said = [str(problem).partition(",")[0] for problem in refused.values()]
    assert said[0] == "Row 1 of encoder self-attention"
    assert "lies outside this sentence" in str(refused[cells[5]])
    assert said[2] == "There is no head 8; they are 1 to 3."
    assert "Row 3 of encoder self-attention, layer 1, head 2" in str(refused[cells[8]])


def test_cells_forbidden_by_hand_stand_beside_those_of_the_masks(run):
    mine = frozenset([Forbidden(CROSS, head=1, query=2, key=0)])
    back = frozenset([Forbidden("decoder.0.self_attention", head=0, query=2, key=1)])
    trace = run(pads=1, forbidden=mine | back)
    last = len(trace.source.pieces) - 1
    cross = trace.heads(CROSS, words=False).isnan()
    assert cross[1, 2, 0]  # by hand
    assert not cross[0, 2, 0]
    assert cross[1, 2, last]  # padding
    assert trace.heads("encoder.1.self_attention", words=False).isnan()[0, 0, last]
    own = trace.heads("decoder.0.self_attention", words=False).isnan()
    assert own[0, 1, 2]  # causal
    assert own[0, 2, 1]  # by hand
    assert not own[1, 2, 1]


# --- heads and parts ----------------------------------------------------------------


def test_a_silenced_head_mixes_nothing_and_the_others_stay(plain, run):
    after = run(silent=frozenset([Silent(CROSS, 1)])).record.decoder[1].cross_attention
    before = plain.record.decoder[1].cross_attention
    assert after.mixed[1].abs().max() == 0
    close(after.mixed[[0, 2]], before.mixed[[0, 2]], by=1e-6)
    close(after.weights, before.weights, by=1e-6)


def test_the_shares_of_the_heads_and_the_bias_are_the_output(tiny_transformer, plain):
    join = tiny_transformer.network.decoder[1].cross_attention.join
    record = plain.record.decoder[1].cross_attention
    shares = [record.mixed[h] @ join.weight[:, 4 * h : 4 * h + 4].T for h in range(3)]
    close(sum(shares) + join.bias, record.output)


def test_silencing_all_heads_leaves_exactly_the_bias(tiny_transformer, run):
    everyone = frozenset(Silent("encoder.1.self_attention", head) for head in range(3))
    output = run(silent=everyone).record.encoder[1].self_attention.output
    bias = tiny_transformer.network.encoder[1].self_attention.join.bias
    assert torch.equal(output, bias.expand_as(output))


@pytest.mark.parametrize("side", ["encoder", "decoder"])
def test_without_positions_a_side_reads_embeddings_alone(
    tiny_transformer, plain, run, side
):
    trace = run(no_positions=frozenset([side]))
    network = tiny_transformer.network
    which = "source" if side == "encoder" else "target"
    name = f"{which}_embedding"
    n = len(getattr(plain.record, name))
    without = getattr(plain.record, name) - network.positions[:n]
    close(getattr(trace.record, name), without)
    other = "target_embedding" if side == "encoder" else "source_embedding"
    assert torch.equal(getattr(trace.record, other), getattr(plain.record, other))


def test_unscaled_scores_are_the_bare_dot_products(plain, run):
    trace = run(scaled=False)
    record = trace.record.encoder[0].self_attention
    close(record.query, plain.record.encoder[0].self_attention.query, by=1e-6)
    close(record.scores, dot_product_scores(record.query, record.key, scale=1.0))
    close(record.scores, 2 * plain.record.encoder[0].self_attention.scores, by=1e-4)


@pytest.mark.parametrize(
    "name",
    [
        "encoder.0.self_attention",
        "decoder.1.self_attention",
        "decoder.0.cross_attention",
    ],
)
def test_without_a_residual_the_norm_sees_the_sublayer_alone(
    tiny_transformer, run, name
):
    stack, layer, kind = name.split(".")
    record = getattr(run(no_residual=name).record, stack)[int(layer)]
    trained = getattr(tiny_transformer.network, stack)[int(layer)]
    expected = getattr(trained, f"norm_{kind}").norm(getattr(record, kind).output)
    close(getattr(record, f"after_{kind}"), expected)


def test_without_its_residual_a_feed_forward_network_stands_alone(
    tiny_transformer, run
):
    record = run(no_residual="decoder.1.feed_forward").record.decoder[1]
    trained = tiny_transformer.network.decoder[1]
    close(record.output, trained.norm_feed_forward.norm(trained.narrow(record.hidden)))


def test_the_trained_model_is_not_touched(tiny_transformer, plain, run):
    run(
        silent=frozenset([Silent(CROSS, 0)]),
        forbidden=frozenset([Forbidden(CROSS, key=1)]),
        no_positions=frozenset(["encoder", "decoder"]),
        scaled=False,
        no_residual="encoder.1.feed_forward",
    )
    again = tiny_transformer.explain(SENTENCE, target=TARGET)
    assert differing(plain, again) == set()


def test_a_rewired_network_shares_every_parameter(transformer):
    experiment = Experiment(scaled=False, no_residual="decoder.0.cross_attention")
    other = RewiredTransformer(transformer, experiment)
    shared = dict(transformer.named_parameters())
    for name, parameter in other.named_parameters():
        assert parameter is shared.pop(name)
    assert shared == {}


def test_parts_are_exchanged_in_the_copy_alone(transformer):
    layer = transformer.encoder[0]
    other = with_parts(layer, widen=transformer.encoder[1].widen)
    assert other.widen is transformer.encoder[1].widen
    assert layer.widen is not other.widen
    assert other.narrow is layer.narrow


def test_an_experiment_that_rewires_nothing_uses_the_network_itself(transformer):
    assert rewired(transformer, Experiment(pads=3, causal=False)) is transformer


# --- word by word -------------------------------------------------------------------


@pytest.mark.parametrize(
    "experiment",
    [
        Experiment(silent=frozenset([Silent(CROSS, 0), Silent(CROSS, 2)])),
        Experiment(no_positions=frozenset(["decoder"]), scaled=False),
        Experiment(no_residual="decoder.0.feed_forward"),
        Experiment(forbidden=frozenset([Forbidden("encoder.0.self_attention", key=1)])),
        Experiment(forbidden=frozenset([Forbidden(CROSS, 1, key=2)])),
        Experiment(
            forbidden=frozenset([Forbidden("decoder.1.self_attention", 0, 2, 1)])
        ),
    ],
    ids=["silent", "positions", "residual", "encoder", "cross", "self"],
)
def test_every_step_scores_as_the_whole_pass_of_the_same_experiment(
    transformer, experiment
):
    source = torch.tensor([[5, 9, 13, 4, 2]])
    target = torch.tensor([[1, 6, 11, 3]])
    allowed = torch.ones(1, 1, 5, dtype=torch.bool)
    whole = rewired(transformer, experiment)(source, target, allowed).logits
    network = stepwise(transformer, experiment)
    state = network.begin(source, allowed)
    for i in range(4):
        logits, state = network.step(state, target[:, i])
        close(logits, whole[:, i])
    plain = transformer(source, target, allowed).logits
    assert (whole - plain).abs().max() > 1e-3


# --- words --------------------------------------------------------------------------


def test_words_move_with_all_their_pieces():
    found = with_word_changes(PIECES, (WordChange("swap", 0, 1),))
    assert found.ids == (311, 312, 300, 340, 350)
    assert found.words == ("fish", "The", "ate", "it")
    assert found.word_of == (0, 0, 1, 2, 3)


def test_a_deleted_word_takes_its_pieces_away():
    found = with_word_changes(PIECES, (WordChange("delete", 1),))
    assert found.ids == (300, 340, 350)
    assert found.word_of == (0, 1, 2)


def test_a_blanked_word_keeps_its_places():
    found = with_word_changes(PIECES, (WordChange("blank", 1),))
    assert found.ids == (300, NEUTRAL_PIECE, NEUTRAL_PIECE, 340, 350)
    assert found.pieces == ("The", "‹blank›", "‹blank›", "ate", "it")
    assert found.words == ("The", "‹blank›", "ate", "it")
    assert blanked(PIECES, 1).ids == found.ids


def test_changes_name_the_words_of_the_sentence_as_it_was():
    changes = (WordChange("delete", 0), WordChange("swap", 1, 3))
    assert with_word_changes(PIECES, changes).words == ("it", "ate", "fish")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ([WordChange("delete", 4)], "no word 5; they are 1 to 4"),
        ([WordChange("delete", 1), WordChange("blank", 1)], "Word 2 is deleted"),
        ([WordChange("delete", word) for word in range(4)], "at least one word"),
    ],
)
def test_words_that_are_not_there_are_refused(changes, message):
    with pytest.raises(InputError, match=message):
        with_word_changes(PIECES, tuple(changes))


def test_a_trace_shows_the_words_as_they_were_read(run):
    words = (WordChange("swap", 1, 4), WordChange("delete", 0))
    trace = run(words=words)
    assert trace.source.words == ("fish", "ate", "the", "woman", ".", "‹end›")
    assert len(trace.source_ids) == len(trace.source.pieces) - 1
    assert trace.experiment.changes == words
