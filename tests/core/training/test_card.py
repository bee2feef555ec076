"""A card says what stands in the recipe, the config and the history, and no more."""

from dataclasses import asdict, replace

import pytest

from core.training.card import card, portable, sources
from core.training.recipe import Recipe, Schedule

COMMAND = (
    "/somewhere/bin/python -m core train recipes/tiny.toml "
    "--pairs ../data/tatoeba/train.tsv.gz /far/hansards/train.tsv.gz:0.03 "
    "--valid ../data/tatoeba/valid.tsv.gz --out runs/tiny"
)
SIZES = {"vocabulary": 17, "d_embedding": 10, "d_state": 7, "d_align": 9}
RECIPE = Recipe("bahdanau", SIZES, Schedule(pieces_per_batch=1600, warmup=700, seed=5))
INFO = {
    "kind": "bahdanau",
    "command": COMMAND,
    "recipe": asdict(RECIPE),
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


@pytest.fixture(scope="module")
def written() -> str:
    return card("tiny-en-fr", INFO, HISTORY)


def test_the_measured_figures_stand_in_the_card(written: str):
    assert "| tatoeba/valid | 2,295 | 31.2 | 52.0 |" in written
    assert "| tatoeba/valid | 6–10 | 1,204 | 29.6 |" in written
    assert "BLEU|refs:4|v:2.6.0" in written
    assert "word predicted | 23.8% |" in written
    assert "wpt03_trial 48.1%" in written


def test_the_best_moment_of_the_training_is_named(written: str):
    assert "27.9 after 2,000 updates, 2,720,000 pieces and 51 minutes." in written


def test_rows_beyond_the_weights_that_were_kept_were_in_vain():
    written = card("tiny-en-fr", {**INFO, "kept": 1500}, HISTORY)
    assert "28.4 after 1,500 updates, 2,040,000 pieces and 38 minutes." in written
    assert "Training went on to update 2,000 without getting better." in written


def test_weights_of_the_end_are_not_said_to_be_the_best():
    rows = [*HISTORY, {**HISTORY[-1], "update": 2500.0, "bleu": 20.0}]
    written = card("tiny-en-fr", {**INFO, "kept": 2500}, rows)
    assert "taken at the end, when the BLEU" in written
    assert "was 20.0 after 2,500 updates" in written


def test_weights_are_the_best_of_their_own_run():
    rows = [*HISTORY, {**HISTORY[-1], "update": 2500.0, "bleu": 20.0}]
    before = [{"command": "python -m core train a.toml", "update": 2000}]
    written = card("tiny-en-fr", {**INFO, "before": before, "kept": 2500}, rows)
    assert "BLEU on a sample of the validation file was best: 20.0 after" in written


def test_a_run_that_moved_names_every_code_and_machine():
    stints = [
        {"update": 0, "commit": "0abc", "machine": "one core", "data": "1"},
        {"update": 700, "commit": "1def", "machine": "two cores", "data": "1"},
        {"update": 800, "commit": "1def", "machine": "two cores", "data": "2"},
    ]
    written = card("tiny-en-fr", {**INFO, "stints": stints}, HISTORY)
    assert "the code of `0abc`, `1def` (a +" in written
    assert "From update 800 on, the files that were read" in written
    assert "on one core, then two cores." in written
    same = card("tiny-en-fr", {**INFO, "stints": stints[:2]}, HISTORY)
    assert "From update" not in same


def test_every_run_behind_the_weights_is_told():
    first = {"command": "/bin/python -m core train a.toml", "commit": "0abc"}
    info = {**INFO, "before": [{**first, "machine": "one core"}], "commit": "1def+"}
    info["machine"] = "two cores"
    written = card("tiny-en-fr", info, HISTORY)
    assert "python -m core train a.toml\npython -m core train recipes" in written
    assert "the code of `0abc`, `1def+` (a + where files were changed" in written
    assert "on one core, then two cores." in written
    assert "all 2 commands" in written


def test_aims_that_are_missed_say_by_how_much():
    best = {"map": "decoder.1.cross_attention", "head": None, "reading": "predicted"}
    info = {**INFO, "best_alignment": best}
    written = card("bahdanau-en-fr", info, HISTORY)
    assert "| tatoeba/valid, BLEU | ≥ 43 | 31.2 | missed by 11.8 |" in written
    assert "error rate | ≤ 38.0% | 23.8% | reached |" in written
    assert "hansards/valid, BLEU" not in written


def test_trials_and_hard_sentences_stand_in_the_card():
    asked = {"what": "an idiom", "source": "a", "good": "b", "translation": "c"}
    trials = [{"change": "wider", "bleu": "31.5", "verdict": "discarded"}]
    info = {**INFO, "hard": [asked]}
    written = card("tiny-en-fr", info, HISTORY, trials)
    assert "| an idiom | a | b | c |" in written
    assert "| change | bleu | verdict |" in written
    assert "| wider | 31.5 | discarded |" in written


def test_a_sample_is_called_a_sample_and_a_band_a_band():
    part = {"from": 6, "to": 10, "sentences": 150, "of": 900, "bleu": 29.56}
    part |= {"low": 27.25, "high": 31.75}
    whole = {**INFO["quality"]["tatoeba/valid"], "limit": 900, "of": 2700}
    whole |= {"longer": 3, "left_out": 2, "by_length": [part]}
    info = {**INFO, "quality": {"tatoeba/valid": whole}}
    written = card("tiny-en-fr", info, HISTORY)
    assert "| 150 | 29.6 (27.2–31.8) |" in written
    assert "Of the 2,700 sentences of tatoeba/valid, 2,295 were drawn" in written
    assert "at most 150 for each length" in written
    assert "3 have more than 30 words" in written
    assert "2 are too long for the input" in written


def test_the_recorded_map_is_told_with_its_figures():
    best = {"map": "decoder.1.cross_attention", "head": 2, "reading": "read"}
    best |= {"error_rate": 0.3125, "precision": 0.625, "recall": 0.75}
    best |= {"sentences": 470, "left_out": 89, "chosen_on": ["one", "two"]}
    role = {"map": "encoder.0.self_attention", "head": 3}
    roles = {"aligns": best, "previous": {**role, "share": 0.75, "shuffled": 0.625}}
    info = {**INFO, "best_alignment": best, "roles": roles}
    written = card("tiny-en-fr", info, HISTORY)
    assert "`decoder.1.cross_attention`, head 2, word read. It has the low" in written
    assert "31.2% (precision 62.5%, recall 75.0%)" in written
    assert "one and two together, 470 sentences; 89 that don't fit" in written
    assert (
        "| `encoder.0.self_attention`, head 3 | previous | 75.0% | 62.5% |" in written
    )


def test_the_recipe_stands_in_the_card(written: str):
    for said in ("batches of about 1,600 pieces", "over 700 updates", "seed 5"):
        assert said in written
    assert "dropout 0.25" in written


def test_the_corpora_are_credited_with_their_shares(written: str):
    assert "CC BY 2.0 FR; credit: tatoeba.org and manythings.org/anki." in written
    assert "free of charge" in written
    assert "Each pass uses a different 3% of it." in written


def test_sentences_of_the_readers_own_are_called_so():
    own = COMMAND.replace("tatoeba", "mine").replace("hansards", "ours")
    written = card("tiny-en-fr", {**INFO, "command": own}, HISTORY)
    assert "`mine/train.tsv.gz`, your own sentence pairs." in written
    assert "Tatoeba" not in written


def test_the_command_can_be_typed_on_another_machine():
    assert portable(COMMAND) == (
        "python -m core train recipes/tiny.toml "
        "--pairs tatoeba/train.tsv.gz hansards/train.tsv.gz:0.03 "
        "--valid tatoeba/valid.tsv.gz --out runs/tiny"
    )


def test_a_remark_behind_a_command_stays_and_is_no_file():
    told = portable(COMMAND + "  # the first half with b.tsv:2")
    assert told == portable(COMMAND) + "  # the first half with b.tsv:2"
    assert sources(told) == sources(portable(COMMAND))


def test_a_command_names_its_files_and_their_weights():
    found = [(s.path.as_posix(), s.weight) for s in sources(portable(COMMAND))]
    assert found == [("tatoeba/train.tsv.gz", 1.0), ("hansards/train.tsv.gz", 0.03)]


def test_the_parameters_are_counted_from_the_sizes(written: str):
    # words 170 + 17; three gated units of 231 + 168; first state 56; alignment
    # 63 + 135 + 9; context into the gates 294; output 160 + 200 + 280
    assert "| parameters | 2,581 |" in written
    assert "| pieces in the vocabulary | 17 |" in written


def test_what_was_not_measured_is_said():
    bare = {key: INFO[key] for key in ("kind", "sizes", "command", "recipe")}
    written = card("tiny-en-fr", bare, [])
    assert written.count("Not measured yet.") == 4
    assert "no record of the training was kept." in written


def test_no_slot_stays_empty_and_no_sentence_speaks_of_heads_without_any(written: str):
    assert "$" not in written
    assert "mean over the heads hides" not in written


def test_a_model_without_attention_says_nothing_of_where_it_looks():
    sizes = {"vocabulary": 17, "d_embedding": 10, "d_state": 7, "dropout": 0.2}
    recipe = asdict(Recipe("rnn", {}, Schedule()))
    info = {"kind": "rnn", "sizes": sizes, "command": COMMAND, "recipe": recipe}
    written = card("rnn-en-fr", info, [])
    assert "What it attends to" not in written and "attention does not" not in written
    assert written.count("## Licence") == 1


def test_the_card_says_when_a_lexicon_stood_beside_the_attention():
    with_one = replace(RECIPE, schedule=replace(RECIPE.schedule, lexicon=0.5))
    alone, beside = (
        {"command": COMMAND, "recipe": asdict(recipe)} for recipe in (RECIPE, with_one)
    )
    for runs, when in [
        ([beside], "From update 0 to 2,000 the attention weights"),
        ([alone, beside], "From update 900 to 2,000 the attention weights"),
        ([beside, beside, alone], "From update 0 to 1,500 the attention weights"),
        (
            [beside, alone, beside],
            "From update 0 to 900 and from update 1,500 to 2,000",
        ),
    ]:
        ends = (900, 1500)[: len(runs) - 1]
        before = [run | {"update": end} for run, end in zip(runs, ends, strict=False)]
        info = {**INFO, **runs[-1], "before": before}
        assert when in card("tiny-en-fr", info, HISTORY)
    assert "lexicon" not in card("tiny-en-fr", INFO, HISTORY)


def test_what_an_earlier_run_read_is_credited_as_well():
    earlier = {**INFO, "command": "train x.toml --pairs a/mine.tsv --valid v.tsv"}
    info = {**INFO, "command": "train x.toml --pairs a/mine.tsv b/more.tsv:2"}
    said = card("tiny-en-fr", {**info, "before": [earlier]}, HISTORY)
    assert said.count("- `a/mine.tsv`") == said.count("- `b/more.tsv`") == 1


def test_a_lexicon_that_begins_late_is_said_from_there():
    late = replace(RECIPE.schedule, lexicon=0.5, lexicon_after=700)
    info = {
        **INFO,
        "command": COMMAND,
        "recipe": asdict(replace(RECIPE, schedule=late)),
    }
    assert "From update 700 to 2,000 the attention weights" in card(
        "tiny-en-fr", info, HISTORY
    )


def test_the_card_says_the_best_map_of_either_reading():
    found = INFO["alignment"]["wpt03_trial"]
    maps = [
        {"map": "decoder.1.cross_attention", "head": head, "reading": reading}
        | {"error_rate": rate}
        for head, reading, rate in [
            ("2", "read", 0.27),
            ("1", "read", 0.33),
            ("mean", "predicted", 0.38),
        ]
    ]
    info = {**INFO, "alignment": {"wpt03_trial": {**found, "maps": maps}}}
    written = card("tiny-en-fr", info, HISTORY)
    name = "| wpt03_trial | 37 | `decoder.1.cross_attention`,"
    assert f"{name} head 2, word read | 27.0% |" in written
    assert f"{name} mean of the heads, word predicted | 38.0% |" in written
    assert "33.0%" not in written
