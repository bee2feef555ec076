import itertools
import math
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from core import checkpoint
from core.errors import InputError
from core.networks import build
from core.tokenizer import END, PAD, START
from core.training import evaluation, loop
from core.training.command import refuse_misfits, run
from core.training.corpus import (
    Corpus,
    Source,
    encode_pairs,
    load_corpus,
    make_batch,
    parse_source,
    read_pairs,
)
from core.training.initial import initialise
from core.training.loop import batch_loss, blend, learning_rate, train
from core.training.recipe import Recipe, Schedule, read_recipe
from core.translator import load
from tests.core.tiny import make_bahdanau

PAIRS = [
    ("The woman ate the fish.", "La femme a mangé le poisson."),
    ("The fish ate the woman.", "Le poisson a mangé la femme."),
    ("The economic zone.", "La zone économique."),
    ("Fish.", "Poisson."),
]


def close(found, expected, by=1e-5):
    torch.testing.assert_close(found, torch.as_tensor(expected), atol=by, rtol=0)


# --- the schedule -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("update", "rate"),
    [(1, 0.00002), (50, 0.001), (100, 0.002), (400, 0.001), (10_000, 0.0002)],
)
def test_the_learning_rate_rises_in_a_line_and_falls_with_the_root(update, rate):
    schedule = Schedule(peak=0.002, warmup=100)
    assert learning_rate(update, schedule) == pytest.approx(rate, rel=1e-9)


@pytest.mark.parametrize(
    ("update", "rate"),
    [(400, 0.001), (625, 0.0008 * 0.76), (676, 0.002 / 2.6 * 0.25)],
)
def test_over_the_last_updates_the_rate_goes_down_in_a_line(update, rate):
    schedule = Schedule(updates=700, peak=0.002, warmup=100, cooldown=100)
    assert learning_rate(update, schedule) == pytest.approx(rate, rel=1e-9)


# --- pairs and batches --------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("pairs.tsv", Source(Path("pairs.tsv"), 1.0)),
        ("data/pairs.tsv.gz:2", Source(Path("data/pairs.tsv.gz"), 2.0)),
        ("pairs.tsv:0.25", Source(Path("pairs.tsv"), 0.25)),
        ("a:b.tsv", Source(Path("a:b.tsv"), 1.0)),
        ("a:b.tsv:3", Source(Path("a:b.tsv"), 3.0)),
    ],
)
def test_a_file_may_have_a_weight(text, source):
    assert parse_source(text) == source


def test_pairs_are_the_first_two_columns(tmp_path):
    (tmp_path / "pairs.tsv").write_text("a b\tc\nd\té\tnote\n", encoding="utf-8")
    assert list(read_pairs(tmp_path / "pairs.tsv")) == [("a b", "c"), ("d", "é")]


def test_a_line_without_two_columns_is_named(tmp_path):
    (tmp_path / "pairs.tsv").write_text("a\tb\nalone\n")
    with pytest.raises(InputError, match=r"pairs\.tsv, line 2: two columns"):
        list(read_pairs(tmp_path / "pairs.tsv"))


def test_pairs_that_are_empty_or_too_long_are_left_out(tokenizer):
    pairs = [("fish", "poisson"), ("", "vide"), ("a b c", "d"), ("a", "1985 1985")]
    # 1985 1985 is ten pieces: each digit is one, and so is each space
    found = encode_pairs(pairs, tokenizer, max_words=2, max_pieces=10)
    assert [tokenizer.decode(source) for source, _ in found] == ["fish"]


@pytest.mark.parametrize(
    "side",
    ["don ' t", "$ 270 million", 'he said " yes', '" yes', "the '' house", "``yes"],
)
def test_pairs_with_marks_cut_loose_from_their_words_are_left_out(tokenizer, side):
    pairs = [("fish", "poisson"), (side, "deux"), ("deux", side)]
    assert len(encode_pairs(pairs, tokenizer, 30, 64)) == 1


@pytest.mark.parametrize(
    "side", ["l'accord", "the boys' house", "$270", 'he said "yes" twice', "a - b"]
)
def test_marks_that_belong_to_a_word_stay(tokenizer, side):
    assert len(encode_pairs([(side, "deux")], tokenizer, 30, 64)) == 1


def test_the_target_is_read_one_place_behind_what_is_wanted():
    batch = make_batch([([5, 6, 7], [8, 9]), ([5], [10, 11, 12, 13])])
    assert batch.source.tolist() == [[5, 6, 7, END], [5, END, PAD, PAD]]
    assert batch.source_allowed.tolist() == [[[True] * 4], [[True, True, False, False]]]
    assert batch.read.tolist() == [[START, 8, 9, PAD, PAD], [START, 10, 11, 12, 13]]
    assert batch.wanted.tolist() == [[8, 9, END, PAD, PAD], [10, 11, 12, 13, END]]
    assert batch.pieces == 4 + 2 + 3 + 5


MANY = [([5] * (1 + i % 7), [6 + i] * (1 + i * 5 % 11)) for i in range(60)]


def drawn(corpus: Corpus, seed: int, epoch: int) -> Counter:
    """How often each pair (told by its target) comes up in a pass."""
    return Counter(
        target[0] for cut in corpus.batches(seed, epoch) for _, target in cut
    )


def test_a_pass_goes_once_over_every_pair():
    corpus = Corpus(((MANY, 1.0),), 70)
    assert drawn(corpus, 1, 0) == {6 + i: 1 for i in range(60)}


def test_a_weight_says_how_often_a_pass_goes_over_a_file():
    corpus = Corpus(((MANY[:20], 2.0), (MANY[20:], 0.25)), 70)
    counts = drawn(corpus, 1, 0)
    assert [counts[6 + i] for i in range(20)] == [2] * 20
    assert sum(counts[6 + i] for i in range(20, 60)) == 10
    assert drawn(corpus, 1, 1) != counts


def test_a_pass_is_repeated_exactly_and_the_next_is_another():
    corpus = Corpus(((MANY, 1.0),), 70)
    assert corpus.batches(1, 0) == corpus.batches(1, 0)
    assert corpus.batches(1, 0) != corpus.batches(1, 1)
    assert corpus.batches(1, 0) != corpus.batches(2, 0)


def test_a_batch_stays_within_its_pieces_unless_it_is_one_pair():
    cuts = Corpus(((MANY, 1.0),), 70).batches(1, 0)
    sizes = [
        len(cut) * (max(len(s) for s, _ in cut) + max(len(t) for _, t in cut))
        for cut in cuts
    ]
    assert max(sizes) <= 70
    assert len(cuts) < 20
    alone = Corpus(((MANY, 1.0),), 5).batches(1, 0)
    assert all(len(cut) == 1 or len(cut) * 2 <= 5 for cut in alone)
    assert sum(len(cut) for cut in alone) == 60


def test_a_corpus_with_nothing_to_learn_is_refused(tokenizer, tmp_path):
    (tmp_path / "long.tsv").write_text("a b c d\te f g h\n")
    source = Source(tmp_path / "long.tsv")
    assert len(load_corpus([source], tokenizer, 4, 64, 70).files[0][0]) == 1
    with pytest.raises(InputError, match="No pair is left to train on"):
        load_corpus([source], tokenizer, 3, 64, 70)


# --- the loss -----------------------------------------------------------------------


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_the_loss_is_the_smoothed_cross_entropy_of_the_real_pieces(network, smoothing):
    batch = make_batch([([5, 6, 7], [8, 9]), ([5], [10, 11, 12, 13])])
    log = network(batch.source, batch.read, batch.source_allowed).logits.log_softmax(-1)
    terms = []
    for row, wanted in enumerate([[8, 9, END], [10, 11, 12, 13, END]]):
        for place, piece in enumerate(wanted):
            right, all_of_them = log[row, place, piece], log[row, place].mean()
            terms.append((1 - smoothing) * right + smoothing * all_of_them)
    expected = -sum(terms) / 8
    close(batch_loss(network, batch, smoothing), expected)


def test_half_the_precision_changes_the_loss_by_little(network):
    batch = make_batch([([5, 6, 7], [8, 9]), ([5], [10, 11, 12, 13])])
    with torch.autocast("cpu", torch.bfloat16):
        rough = batch_loss(network, batch, 0.1)
    assert float(rough) == pytest.approx(float(batch_loss(network, batch, 0.1)), 0.02)


def test_the_mean_moves_a_little_towards_the_weights():
    one, other = make_bahdanau(seed=1), make_bahdanau(seed=2)
    one.bias.fill_(1.0)
    other.bias.fill_(6.0)
    blend(one, other, 0.9)
    close(one.bias, torch.full((17,), 1.5))
    close(other.bias, torch.full((17,), 6.0))


# --- recipes ------------------------------------------------------------------------


def recipe_file(tmp_path, text: str) -> Path:
    (tmp_path / "small.toml").write_text(text)
    return tmp_path / "small.toml"


def test_a_recipe_says_kind_sizes_and_schedule(tmp_path):
    path = recipe_file(
        tmp_path,
        'kind = "bahdanau"\n[sizes]\nd_state = 7\n[schedule]\nwarmup = 9\npeak = 0.5\n',
    )
    expected = Recipe("bahdanau", {"d_state": 7}, Schedule(warmup=9, peak=0.5))
    assert read_recipe(path) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('kind = "bahdanau"\n[sizes]\nn_heads = 2', "unknown key 'n_heads'"),
        ('kind = "transformer"\n[sizes]\nvocabulary = 9', "unknown key 'vocabulary'"),
        ('kind = "transformer"\n[schedule]\nsteps = 3', "unknown key 'steps'"),
        ('kind = "transformer"\nspeed = 3', "unknown key 'speed'"),
        (
            'kind = "oracle"',
            r"kind must be one of \['bahdanau', 'rnn', 'transformer'\]",
        ),
        ('kind = "rnn"\n[schedule]\nwarmup = 0', "warmup is 0; it must be at least 1"),
        ('kind = "rnn"\n[schedule]\npeak = 0.0', "peak is 0.0; it must be more than 0"),
        ('kind = "rnn"\n[schedule]\naverage = 1.0', "at least 0 and less than 1"),
        (
            'kind = "rnn"\n[schedule]\nupdates = 9\ncooldown = 10',
            "cooldown is 10; it must be at most 9",
        ),
        ("", "kind must be one of"),
        ("kind = ", "is not a TOML file"),
    ],
)
def test_a_recipe_with_an_unknown_word_names_file_and_word(tmp_path, text, message):
    with pytest.raises(InputError, match=rf"^small\.toml.*{message}"):
        read_recipe(recipe_file(tmp_path, text))


def test_a_validation_is_over_no_more_sentences_than_it_says(
    monkeypatch, tokenizer, transformer
):
    asked = []

    def translated(network, tokenizer, sources):
        asked.append(sources)
        return list(sources)

    monkeypatch.setattr(evaluation, "translate_all", translated)
    sources = tuple(f"sentence {i} of these" for i in range(7))
    tests = evaluation.TestSet(sources, tuple((text,) for text in sources))
    evaluation.validator(tokenizer, tests, 4)(transformer)
    # 7 over 4: every 1.75th, so 0, 1.75, 3.5, 5.25
    assert asked[0] == tuple(sources[i] for i in (0, 1, 3, 5))


# --- a whole run --------------------------------------------------------------------

SIZES = {
    "transformer": {"d_model": 12, "d_hidden": 20, "n_heads": 3, "n_layers": 1},
    "bahdanau": {"d_embedding": 10, "d_state": 7, "d_align": 9},
}


def short(kind: str, **changes) -> Recipe:
    """Eight updates with dropout, smoothing and averaging; validated every second."""
    schedule = Schedule(updates=8, warmup=3, pieces_per_batch=60, validate_every=2)
    return Recipe(kind, {**SIZES[kind], "dropout": 0.2}, replace(schedule, **changes))


@pytest.fixture
def corpus(tokenizer) -> Corpus:
    return Corpus(((encode_pairs(PAIRS, tokenizer, 30, 64), 1.0),), 30)


@pytest.fixture(autouse=True)
def in_single_precision(monkeypatch):
    monkeypatch.setattr(loop, "bfloat16_is_faster", lambda device: False)


def quality(network: torch.nn.Module) -> float:
    """Stands for BLEU: a number that depends on the weights alone."""
    return network.embedding.weight.sum().item()


class Killed(Exception):
    pass


def killing(at: int):
    """A validation that works until the `at`-th time."""
    times = 0

    def validate(network: torch.nn.Module) -> float:
        nonlocal times
        times += 1
        if times == at:
            raise Killed
        return quality(network)

    return validate


def state_of(out: Path) -> dict:
    return torch.load(out.with_name(out.name + ".resume") / "state.pt")


def assert_same_run(one: Path, other: Path) -> None:
    weights = [out / "weights.safetensors" for out in (one, other)]
    assert weights[0].read_bytes() == weights[1].read_bytes()
    first, second = state_of(one), state_of(other)
    for part in ("network", "average"):
        for name, tensor in first[part].items():
            assert torch.equal(tensor, second[part][name]), name
    without_time = [
        [{**row, "minutes": 0} for row in state["history"]] for state in (first, second)
    ]
    assert without_time[0] == without_time[1]


@pytest.mark.parametrize("kind", ["transformer", "bahdanau"])
@pytest.mark.parametrize("at", [1, 3])
def test_a_killed_run_goes_on_to_the_very_same_weights(
    kind, at, corpus, tokenizer, tmp_path
):
    train(short(kind), corpus, tokenizer, quality, tmp_path / "whole")
    with pytest.raises(Killed):
        train(short(kind), corpus, tokenizer, killing(at), tmp_path / "cut")
    train(short(kind), corpus, tokenizer, quality, tmp_path / "cut")
    assert_same_run(tmp_path / "whole", tmp_path / "cut")
    assert [row["update"] for row in state_of(tmp_path / "cut")["history"]] == [
        2,
        4,
        6,
        8,
    ]


def test_a_run_goes_on_in_the_precision_that_it_began_with(
    corpus, tokenizer, tmp_path, monkeypatch
):
    recipe = short("transformer")
    monkeypatch.setattr(loop, "bfloat16_is_faster", lambda device: True)
    train(recipe, corpus, tokenizer, quality, tmp_path / "whole")
    with pytest.raises(Killed):
        train(recipe, corpus, tokenizer, killing(2), tmp_path / "cut")
    monkeypatch.setattr(loop, "bfloat16_is_faster", lambda device: False)
    train(recipe, corpus, tokenizer, quality, tmp_path / "cut")
    assert_same_run(tmp_path / "whole", tmp_path / "cut")


def test_a_run_that_is_over_is_not_begun_again(corpus, tokenizer, tmp_path):
    recipe = short("bahdanau", updates=2)
    train(recipe, corpus, tokenizer, quality, tmp_path / "done")
    before = (tmp_path / "done" / "manifest.json").read_bytes()
    train(recipe, corpus, tokenizer, killing(1), tmp_path / "done")
    assert (tmp_path / "done" / "manifest.json").read_bytes() == before


def test_the_folder_keeps_the_best_averaged_weights(corpus, tokenizer, tmp_path):
    seen = []

    def validate(network: torch.nn.Module) -> float:
        assert not network.training
        seen.append(network.embedding.weight.clone())
        return [5.0, 9.0, 7.0, 9.0][len(seen) - 1]

    train(short("transformer"), corpus, tokenizer, validate, tmp_path / "out")
    kept = checkpoint.load("out", tmp_path)
    close(kept.network.embedding.weight, seen[1].half().float(), by=0.0)
    assert [row["bleu"] for row in kept.history] == [5.0, 9.0, 7.0, 9.0]
    assert [row["update"] for row in kept.history] == [2, 4, 6, 8]
    assert kept.info["kept"] == 4
    assert checkpoint.kept_row(kept.info, kept.history)["bleu"] == 9.0


def test_a_folder_that_does_not_say_keeps_no_row_beyond_its_weights():
    rows = [{"update": 2.0, "bleu": 9.0}, {"update": 4.0, "bleu": 5.0}]
    assert checkpoint.kept_row({}, rows) is rows[1]
    assert checkpoint.kept_row({"kept": 2}, rows) is rows[0]
    assert checkpoint.kept_row({"kept": 2}, []) == {}


def begun(tmp_path, tokenizer, kind="bahdanau", rows=(), **info):
    """A model folder with random weights, as an earlier run left it."""
    torch.manual_seed(6)
    network = initialise(build(kind, {**SIZES[kind], "vocabulary": tokenizer.size}))
    names = ("update", "pieces", "minutes", "loss", "bleu")
    history = [dict(zip(names, row, strict=True)) for row in rows]
    checkpoint.save(tmp_path / "begun", kind, network, tokenizer, history, info)
    return checkpoint.load("begun", tmp_path)


def test_training_goes_on_from_given_weights(corpus, tokenizer, tmp_path):
    start = begun(tmp_path, tokenizer)
    before = start.network.embedding.weight.clone()
    recipe = short("bahdanau", updates=1, peak=1e-9)
    train(recipe, corpus, tokenizer, quality, tmp_path / "on", start)
    close(state_of(tmp_path / "on")["network"]["embedding.weight"], before, by=1e-6)


ROWS = [
    (500, 9000, 3.0, 4.5, 11.0),
    (1000, 18000, 6.0, 3.5, 21.0),
    (1500, 27000, 9.0, 3.25, 20.0),
]


def test_a_run_counts_on_from_the_weights_that_it_started_with(
    corpus, tokenizer, tmp_path
):
    made = {"command": "train a", "commit": "0abc", "kept": 1000}
    start = begun(tmp_path, tokenizer, rows=ROWS, **made)
    recipe = short("bahdanau", updates=3)
    now = {"command": "train b", "commit": "1def"}
    train(recipe, corpus, tokenizer, quality, tmp_path / "on", start, now)
    found = checkpoint.load("on", tmp_path)
    assert [row["update"] for row in found.history] == [500, 1000, 1002, 1003]
    assert found.history[1]["bleu"] == 21.0
    assert found.history[2]["pieces"] > 18_000
    assert found.history[3]["minutes"] >= 6.0
    assert found.info["kept"] in (1002, 1003)
    assert (found.info["command"], found.info["commit"]) == ("train b", "1def")
    (stage,) = found.info["before"]
    assert (stage["command"], stage["commit"]) == ("train a", "0abc")
    assert (stage["update"], stage["minutes"]) == (1000, 6.0)


def test_a_third_run_remembers_the_first(corpus, tokenizer, tmp_path):
    earlier = [{"command": "train a", "update": 500}]
    start = begun(tmp_path, tokenizer, rows=ROWS[1:2], command="b", before=earlier)
    train(
        short("bahdanau", updates=1), corpus, tokenizer, quality, tmp_path / "c", start
    )
    before = checkpoint.load("c", tmp_path).info["before"]
    assert [(run["command"], run["update"]) for run in before] == [
        ("train a", 500),
        ("b", 1000),
    ]


def test_a_killed_run_that_went_on_from_another_ends_the_same(
    corpus, tokenizer, tmp_path
):
    def go(out, validate):
        start = begun(tmp_path, tokenizer, "transformer", rows=ROWS)
        train(short("transformer"), corpus, tokenizer, validate, tmp_path / out, start)

    go("whole", quality)
    with pytest.raises(Killed):
        go("cut", killing(3))
    go("cut", quality)
    assert_same_run(tmp_path / "whole", tmp_path / "cut")


def test_dropout_is_that_of_the_recipe_not_of_the_weights(corpus, tokenizer, tmp_path):
    start = begun(tmp_path, tokenizer)
    recipe = short("bahdanau", updates=1)
    recipe = replace(recipe, sizes={**recipe.sizes, "dropout": 0.3})
    train(recipe, corpus, tokenizer, quality, tmp_path / "on", start)
    found = checkpoint.load("on", tmp_path)
    assert found.info["sizes"]["dropout"] == found.network.config.dropout == 0.3


def test_weights_of_another_size_or_kind_are_refused(tokenizer, tmp_path):
    start = begun(tmp_path, tokenizer)
    with pytest.raises(InputError, match="begun is a bahdanau, not a transformer"):
        refuse_misfits(start, short("transformer"))
    wider = replace(short("bahdanau"), sizes={"d_state": 8, "dropout": 0.7})
    with pytest.raises(InputError, match="begun has d_state 7, the recipe 8"):
        refuse_misfits(start, wider)


def test_a_run_may_not_write_where_it_starts(tokenizer, tmp_path):
    begun(tmp_path, tokenizer)
    recipe = recipe_file(tmp_path, 'kind = "bahdanau"\n')
    here = tmp_path / "begun"
    with pytest.raises(InputError, match="another folder than --from"):
        run(recipe, [], tmp_path / "valid.tsv", here, start=here)


@pytest.mark.parametrize(
    ("clip", "least", "most"), [(1.0, 0.009, 0.011), (1e-12, 0, 1e-4)]
)
def test_gradients_are_clipped_to_their_length(
    clip, least, most, corpus, tokenizer, tmp_path
):
    # The first step of Adam is the rate, 0.01, but for gradients far below ε = 1e-9
    start = begun(tmp_path, tokenizer)
    before = start.network.direction.clone()
    recipe = short("bahdanau", updates=1, warmup=1, peak=0.01, clip=clip)
    train(recipe, corpus, tokenizer, quality, tmp_path / "clipped", start)
    moved = state_of(tmp_path / "clipped")["network"]["direction"] - before
    assert least <= moved.abs().max().item() <= most


def test_another_seed_gives_other_weights(corpus, tokenizer, tmp_path):
    for seed in (1, 2):
        recipe = short("bahdanau", updates=1, seed=seed)
        train(recipe, corpus, tokenizer, quality, tmp_path / f"{seed}")
    weights = [state_of(tmp_path / f"{seed}")["network"] for seed in (1, 2)]
    assert not torch.equal(*(w["embedding.weight"] for w in weights))


@pytest.mark.parametrize(("kind", "updates"), [("transformer", 120), ("bahdanau", 120)])
def test_four_pairs_are_learned_by_heart(kind, updates, tokenizer, tmp_path):
    sizes = {
        "transformer": {"d_model": 40, "d_hidden": 50, "n_heads": 5, "n_layers": 1},
        "bahdanau": {"d_embedding": 30, "d_state": 40, "d_align": 20},
    }[kind]
    schedule = Schedule(
        updates=updates,
        warmup=20,
        peak=0.01,
        label_smoothing=0.0,
        average=0.8,
        validate_every=updates // 4,
    )
    encoded = encode_pairs(PAIRS, tokenizer, 30, 64)
    recipe = Recipe(kind, {**sizes, "dropout": 0.0}, schedule)
    rising = itertools.count(1)
    train(
        recipe,
        Corpus(((encoded, 1.0),), 200),
        tokenizer,
        lambda network: float(next(rising)),
        tmp_path / "learned",
    )
    learned = load("learned", tmp_path)
    assert learned.history[-1]["loss"] < 0.05
    assert math.log(431) * 0.2 < learned.history[0]["loss"]
    for english, french in PAIRS:
        found = learned.translate(english)
        assert (found.text, found.finished) == (french, True)
        assert learned.translate(english, beam=3).text == french


@pytest.mark.parametrize("weight", ["-1", "nan", "inf"])
def test_a_weight_that_is_no_share_is_refused(weight):
    with pytest.raises(InputError, match="weight after the colon"):
        parse_source(f"pairs.tsv:{weight}")


def test_a_recipe_whose_sizes_are_no_table_is_refused(tmp_path):
    path = tmp_path / "odd.toml"
    path.write_text('kind = "bahdanau"\nsizes = 3\n')
    with pytest.raises(InputError, match=r"odd\.toml: \[sizes\]"):
        read_recipe(path)
