"""A card says what stands in the recipe, the config and the history, and no more."""

import pytest

from core.training.card import card, portable, sources
from core.training.recipe import Recipe, Schedule

COMMAND = (
    "/somewhere/bin/python -m core train recipes/tiny.toml "
    "--pairs ../data/tatoeba/train.tsv.gz /far/hansards/train.tsv.gz:0.03 "
    "--valid ../data/tatoeba/valid.tsv.gz --out runs/tiny"
)
SIZES = {"vocabulary": 17, "d_embedding": 10, "d_state": 7, "d_align": 9}
INFO = {
    "kind": "bahdanau",
    "sizes": {**SIZES, "dropout": 0.25},
    "quality": {
        "tatoeba/valid": {
            "bleu": 31.25,
            "chrf": 52.04,
            "signature": "BLEU|refs:4|v:2.6.0",
            "sentences": 2295,
            "by_length": [{"from": 6, "to": 10, "sentences": 1204, "bleu": 29.56}],
        }
    },
    "alignment": {
        "wpt03_trial": {
            "sentences": 37,
            "left_out": 0,
            "diagonal": {"error_rate": 0.4812, "precision": 0.5, "recall": 0.5},
            "maps": [
                {
                    "map": "decoder.1.cross_attention",
                    "head": "mean",
                    "reading": "predicted",
                    "error_rate": 0.2376,
                }
            ],
        }
    },
}
HISTORY = [
    dict(zip(("update", "pieces", "minutes", "loss", "bleu"), row, strict=True))
    for row in (
        (500.0, 680_000.0, 12.7, 5.9, 3.36),
        (1500.0, 2_040_000.0, 38.2, 4.1, 28.44),
        (2000.0, 2_720_000.0, 51.0, 4.0, 27.91),
    )
]
RECIPE = Recipe("bahdanau", SIZES, Schedule(pieces_per_batch=1600, warmup=700, seed=5))


@pytest.fixture(scope="module")
def written() -> str:
    return card("tiny-en-fr", INFO, HISTORY, COMMAND, RECIPE)


def test_the_measured_figures_stand_in_the_card(written: str):
    assert "| tatoeba/valid | 2,295 | 31.2 | 52.0 |" in written
    assert "| tatoeba/valid | 6–10 | 1,204 | 29.6 |" in written
    assert "BLEU|refs:4|v:2.6.0" in written
    assert "word predicted | 23.8 % |" in written
    assert "wpt03_trial 48.1 %" in written


def test_the_best_moment_of_the_training_is_named(written: str):
    assert "28.4 after 1,500 updates, 2,040,000 pieces and 38 minutes." in written


def test_the_recipe_stands_in_the_card(written: str):
    for said in ("batches of about 1,600 pieces", "over 700 updates", "seed 5"):
        assert said in written
    assert "dropout 0.25" in written


def test_the_corpora_are_credited_with_their_shares(written: str):
    assert "CC BY 2.0 FR; credit: tatoeba.org and manythings.org/anki." in written
    assert "free of charge" in written
    assert "Every pass takes another 3 % of it." in written


def test_sentences_of_the_readers_own_are_called_so():
    own = COMMAND.replace("tatoeba", "mine").replace("hansards", "ours")
    written = card("tiny-en-fr", INFO, HISTORY, own, RECIPE)
    assert "`mine/train.tsv.gz`, sentence pairs of the reader's own." in written
    assert "Tatoeba" not in written


def test_the_command_can_be_typed_on_another_machine():
    assert portable(COMMAND) == (
        "python -m core train recipes/tiny.toml "
        "--pairs tatoeba/train.tsv.gz hansards/train.tsv.gz:0.03 "
        "--valid tatoeba/valid.tsv.gz --out runs/tiny"
    )


def test_a_command_names_its_files_and_their_weights():
    found = [(s.path.as_posix(), s.weight) for s in sources(portable(COMMAND))]
    assert found == [("tatoeba/train.tsv.gz", 1.0), ("hansards/train.tsv.gz", 0.03)]


def test_the_parameters_are_counted_from_the_sizes(written: str):
    # words 170 + 17; three gated units of 231 + 168; first state 56; alignment
    # 63 + 135 + 9; context into the gates 294; output 160 + 200 + 280
    assert "| parameters | 2,581 |" in written
    assert "| pieces in the vocabulary | 17 |" in written


def test_what_was_not_measured_is_said():
    bare = {"kind": "bahdanau", "sizes": INFO["sizes"]}
    written = card("tiny-en-fr", bare, [], COMMAND, RECIPE)
    assert written.count("Not measured yet.") == 2
    assert "no history was kept." in written


def test_no_slot_stays_empty_and_no_sentence_speaks_of_heads_without_any(written: str):
    assert "$" not in written
    assert "mean over the heads hides" not in written
