from dataclasses import replace
from pathlib import Path

import pytest

from core.errors import InputError
from core.networks.kinds import SMALL
from core.training.recipe import Recipe, Schedule, content_of, read_recipe
from core.training.small import read_small_recipe

RECIPES = Path(__file__).parents[3] / "recipes"


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
        (
            'kind = "transformer"\nspeed = 3',
            "unknown key 'speed'; known here: kind, languages, learns, schedule, sizes",
        ),
        (
            'kind = "rnn"\n[sizes]\ndropout = 0.999',
            "dropout is 0.999; it must be 0, or",
        ),
        (
            'kind = "rnn"\n[sizes]\ndropout = 0.001',
            "dropout is 0.001; it must be 0, or",
        ),
        (
            'kind = "transformer"\n[sizes]\nd_model = 100000000',
            "d_model is 100000000; it must be at most 16384",
        ),
        ('kind = "transformer"\nlearns = 3', "learns is the name of a part"),
        ('kind = "rnn"\nlanguages = "fr"', r'two codes, as \["en", "fr"\], not'),
        ('kind = "rnn"\nlanguages = ["fr", "../"]', "two codes, as"),
        (
            'kind = "oracle"',
            r"kind must be one of \['bahdanau', 'rnn', 'transformer', 'transf",
        ),
        ('kind = "rnn"\n[schedule]\nwarmup = 0', "warmup is 0; it must be at least 1"),
        ('kind = "rnn"\n[schedule]\npeak = 0.0', "peak is 0.0; it must be more than 0"),
        ('kind = "rnn"\n[schedule]\npeak = inf', "peak is inf; it must be more than 0"),
        ('kind = "rnn"\n[schedule]\nlexicon = inf', "lexicon is inf; it must be at"),
        ('kind = "rnn"\n[schedule]\nseed = 5_000_000_000', "less than 2³²"),
        ('kind = "rnn"\n[schedule]\naverage = 1.0', "at least 0 and less than 1"),
        (
            'kind = "rnn"\n[schedule]\nupdates = 9\ncooldown = 10',
            "cooldown is 10; it must be at most 9",
        ),
        ('kind = "rnn"\n[schedule]\nlexicon = -1.0', "lexicon is -1.0; it must be at"),
        ('kind = "rnn"\n[schedule]\nlexicon = 1.0', "for the kind bahdanau alone"),
        ('kind = "writer"\n[schedule]\npiece_dropout = 0.1', "for translators alone"),
        ("", "kind must be one of"),
        ("kind = ", "is not a TOML file"),
    ],
)
def test_a_recipe_with_an_unknown_word_names_file_and_word(tmp_path, text, message):
    with pytest.raises(InputError, match=rf"^small\.toml.*{message}"):
        read_recipe(recipe_file(tmp_path, text))


def test_a_recipe_whose_sizes_are_no_table_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"small\.toml: \[sizes\]"):
        read_recipe(recipe_file(tmp_path, 'kind = "bahdanau"\nsizes = 3\n'))


def test_a_recipe_names_its_languages_and_is_english_to_french_where_it_does_not(
    tmp_path,
):
    bare = read_recipe(recipe_file(tmp_path, 'kind = "rnn"\n'))
    said = 'kind = "rnn"\nlanguages = ["fr", "pt-BR"]\n'
    assert bare.languages == ("en", "fr")
    assert read_recipe(recipe_file(tmp_path, said)).languages == ("fr", "pt-BR")


def test_every_recipe_of_the_project_can_be_read():
    paths = sorted(RECIPES.glob("*.toml"))
    assert len(paths) > 10
    for path in paths:
        kind = content_of(path)["kind"]
        recipe = read_small_recipe(path) if kind in SMALL else read_recipe(path)
        assert recipe.kind == kind


def test_both_recurrent_models_read_the_same_at_the_same_pace():
    with_attention = read_recipe(RECIPES / "bahdanau-en-fr.toml").schedule
    without = read_recipe(RECIPES / "rnn-en-fr.toml").schedule
    assert without == replace(with_attention, lexicon=0.0, lexicon_after=0)
