import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from core import checkpoint
from core.__main__ import main
from core.errors import InputError
from core.networks.kinds import build
from core.training import command
from core.training.command import refuse_misfits, run
from core.training.initial import initialise
from core.training.loop import train
from tests.core.training.runs import (
    SIZES,
    Killed,
    assert_same_run,
    killing,
    quality,
    short,
    state_of,
)

pytestmark = pytest.mark.usefixtures("single_precision")


def test_a_folder_that_does_not_say_keeps_no_row_beyond_its_weights():
    rows = [{"update": 2.0, "bleu": 9.0}, {"update": 4.0, "bleu": 5.0}]
    assert checkpoint.kept_row({}, rows) is rows[1]
    assert checkpoint.kept_row({"kept": 2}, rows) is rows[0]
    assert checkpoint.kept_row({"kept": 2}, []) == {}


@pytest.mark.parametrize(("kept", "spans"), [(6000, []), (9000, [(6500, 9000)])])
def test_a_lexicon_that_began_after_the_kept_weights_taught_them_nothing(kept, spans):
    schedule = {"lexicon": 2.0, "lexicon_after": 6500}
    info = {"kept": kept, "recipe": {"schedule": schedule}}
    rows = [{"update": 6000.0}, {"update": 9000.0}]
    assert checkpoint.updates_with_lexicon(info, rows) == spans


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
    after = state_of(tmp_path / "on")["network"]["embedding.weight"]
    torch.testing.assert_close(after, before, atol=1e-6, rtol=0)


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


def test_what_it_went_on_from_is_known_without_being_named_again(
    corpus, tokenizer, tmp_path
):
    start = begun(tmp_path, tokenizer, rows=ROWS, command="train a", kept=1000)
    recipe = short("bahdanau")
    with pytest.raises(Killed):
        train(recipe, corpus, tokenizer, killing(2), tmp_path / "on", start)
    train(recipe, corpus, tokenizer, quality, tmp_path / "on")
    (stage,) = checkpoint.load("on", tmp_path).info["before"]
    assert (stage["command"], stage["update"]) == ("train a", 1000)


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
    turned = replace(short("bahdanau"), languages=("fr", "en"))
    with pytest.raises(InputError, match="begun is for en and fr, the recipe for fr"):
        refuse_misfits(start, turned)
    wider = replace(short("bahdanau"), sizes={"d_state": 8, "dropout": 0.7})
    with pytest.raises(InputError, match="begun has d_state 7, the recipe 8"):
        refuse_misfits(start, wider)


def test_a_run_may_not_write_where_it_starts(tokenizer, tmp_path):
    begun(tmp_path, tokenizer)
    recipe = tmp_path / "small.toml"
    recipe.write_text('kind = "bahdanau"\n')
    here = tmp_path / "begun"
    with pytest.raises(InputError, match="another folder than --from"):
        run(recipe, ["pairs.tsv"], tmp_path / "valid.tsv", here, start=here)


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


def test_the_command_leaves_out_what_is_kept_apart(tmp_path, capsys):
    recipe = tmp_path / "small.toml"
    sizes = "d_embedding = 8\nd_state = 6\n"
    recipe.write_text(f'kind = "rnn"\n[sizes]\n{sizes}[schedule]\nupdates = 1\n')
    pairs, apart = tmp_path / "pairs.tsv", tmp_path / "apart.txt"
    lines = ["The red door is open now.\tLa porte rouge est ouverte.", "Yes.\tOui."]
    pairs.write_text("\n".join(lines * 3))
    apart.write_text("# a lesson\nWhy is the red door is open?\n")
    files = ["--pairs", f"{pairs}:2", "--valid", str(pairs), "--apart", str(apart)]
    assert main(["train", str(recipe), *files, "--out", str(tmp_path / "out")]) == 0
    assert "pairs.tsv: 1 pairs × 2.0" in capsys.readouterr().err


def test_nothing_is_made_where_there_is_nothing_to_validate_on(tmp_path):
    recipe, valid = tmp_path / "small.toml", tmp_path / "valid.tsv"
    recipe.write_text('kind = "rnn"\n')
    valid.write_text("")
    with pytest.raises(InputError, match=r"valid\.tsv has no pair to validate on"):
        run(recipe, ["pairs.tsv"], valid, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_pieces_are_learned_of_what_is_read(tmp_path, monkeypatch):
    """Of a file of weight 0 none; the command stops before it trains."""
    for name in ("one", "other"):
        (tmp_path / f"{name}.tsv").write_text(f"{name}\t{name}\n" * 9)
    (tmp_path / "small.toml").write_text('kind = "rnn"\n')
    seen = []

    def learn(lines):
        seen.extend(lines)
        raise InputError("Enough.")

    monkeypatch.setattr("core.training.tokenizer.train", learn)
    pairs = [f"{tmp_path / 'one.tsv'}:2", f"{tmp_path / 'other.tsv'}:0"]
    with pytest.raises(InputError, match="Enough"):
        run(tmp_path / "small.toml", pairs, tmp_path / "one.tsv", tmp_path / "out")
    assert seen == ["one"] * 36


def test_a_commit_is_that_of_a_repository_that_keeps_the_code(tmp_path, monkeypatch):
    git = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a"]
    code = tmp_path / "command.py"
    monkeypatch.setattr(command, "__file__", str(code))
    code.write_text("")
    assert command.commit() == ""
    subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "a"], check=True)
    assert command.commit() == ""
    subprocess.run([*git, "add", "command.py"], check=True)
    subprocess.run([*git, "commit", "-q", "-m", "b"], check=True)
    assert len(kept := command.commit()) >= 7
    code.write_text("pass\n")
    assert command.commit() == f"{kept}+"


def test_a_run_that_is_refused_leaves_no_tokenizer_for_the_next(tmp_path):
    recipe, pairs = tmp_path / "small.toml", tmp_path / "pairs.tsv"
    recipe.write_text('kind = "rnn"\n[schedule]\nmax_words = 1\n')
    pairs.write_text("a house\tune maison\n" * 9)
    with pytest.raises(InputError, match="No pair is left to train on"):
        run(recipe, [str(pairs)], pairs, tmp_path / "out")
    assert not (tmp_path / "out/tokenizer.json").exists()


@pytest.mark.parametrize("out", ["/", ".", ".."])
def test_a_folder_without_a_name_is_refused_before_anything_is_read(out):
    with pytest.raises(InputError, match="a folder with a name of its own"):
        run(Path("none.toml"), [], None, Path(out))


def test_a_run_that_diverges_stops_and_keeps_no_such_weights(
    corpus, tokenizer, tmp_path
):
    with pytest.raises(InputError, match=r"update 2 are no numbers any more"):
        train(
            short("transformer", peak=1e30), corpus, tokenizer, quality, tmp_path / "on"
        )
    assert not (tmp_path / "on/weights.safetensors").exists()
