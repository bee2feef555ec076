"""A model of other languages: what is said of it follows its folder."""

import json
import os
import shutil

import pytest

import core
from core import checkpoint, sealed
from core.analysis.alignment_links import read_alignments
from core.errors import InputError
from core.shelf.languages import languages_of, name_of
from core.shelf.models import OWN, described
from core.training import mending
from core.training.record import record
from tests.core.tiny import make_transformer

PAIRS = "Le poisson.\tThe fish.\nLa femme.\tThe woman.\n"


@pytest.fixture(scope="module")
def root(tmp_path_factory, tokenizer):
    """A folder with a tiny French–English model in it, recorded without links."""
    root = tmp_path_factory.mktemp("own")
    network = make_transformer(tokenizer.size, seed=5)
    recipe = {"kind": "transformer", "sizes": {}, "schedule": {}}
    info = {
        "languages": ["fr", "en"],
        "command": "headlight train small.toml --pairs mine.tsv",
        "recipe": recipe,
    }
    checkpoint.save(root / "tiny-fr-en", "transformer", network, tokenizer, [], info)
    (root / "mine").mkdir()
    (root / "mine" / "valid.tsv").write_text(PAIRS)
    record("tiny-fr-en", [root / "mine" / "valid.tsv"], [], root=root)
    return root


def test_a_record_that_is_cut_short_leaves_the_folder_as_it_was(
    root, tmp_path, monkeypatch
):
    shutil.copytree(root, tmp_path / "own")

    def cut(*arguments, **named):
        raise KeyboardInterrupt

    monkeypatch.setattr("core.training.record.card", cut)
    with pytest.raises(KeyboardInterrupt):
        valid = tmp_path / "own" / "mine" / "valid.tsv"
        record("tiny-fr-en", [valid], [], root=tmp_path / "own")
    assert core.load("tiny-fr-en", tmp_path / "own").card == (
        core.load("tiny-fr-en", root).card
    )


def test_two_files_of_one_name_are_not_measured_as_one(root):
    valid = root / "mine" / "valid.tsv"
    with pytest.raises(InputError, match="Two files are called mine/valid"):
        record("tiny-fr-en", [valid, valid], [], root=root)


def test_its_card_names_its_languages_and_what_was_not_measured(root):
    said = core.load("tiny-fr-en", root).card
    assert "It translates one French sentence into English" in said
    assert "every English version that shares the French sentence" in said
    assert "| what is hard | French | a good translation |" in said
    assert "No links drawn by people were at hand" in said
    assert "MIT licence" not in said and "All models of the app" not in said


def test_it_is_asked_held_out_sentences_of_its_own_language(root):
    model = core.load("tiny-fr-en", root)
    golden = sealed.read_json(root / "tiny-fr-en" / "golden.json")["sentences"]
    assert [one["source"] for one in golden] == ["Le poisson.", "La femme."]
    assert [one["good"] for one in model.info["hard"]] == ["The fish.", "The woman."]
    assert "clauses" not in model.info and "best_alignment" not in model.info
    assert "aligns" not in model.info["roles"]


def test_its_own_map_is_the_mean_of_the_last_layer(root):
    model = core.load("tiny-fr-en", root)
    assert str(model.best_alignment.name) == "decoder.1.cross_attention"
    assert model.best_alignment.head is None


def test_given_words_are_joined_as_its_languages_write_them(root):
    model = core.load("tiny-fr-en", root)
    trace = model.force(["Où", "est", "-il", "?"], ["Where", "is", "he", "?"])
    assert model.tokenizer.decode(trace.source_ids) == "Où est-il ?"
    assert trace.translation.text == "Where is he?"
    assert trace.languages == ("fr", "en")


def test_a_folder_of_ones_own_stands_beside_the_shipped_models(root, monkeypatch):
    assert "tiny-fr-en" not in core.models()
    monkeypatch.setenv(OWN, os.pathsep.join(["", str(root), str(root / "nowhere")]))
    assert core.load("tiny-fr-en").languages == ("fr", "en")
    told = described()["tiny-fr-en"]
    assert (told.kind, told.languages) == ("transformer", ("fr", "en"))
    assert told.sizes["n_heads"] == 3 and told.golden[0] == "Le poisson."
    assert not told.shipped and described()["transformer-en-fr"].shipped
    monkeypatch.setenv(OWN, str(root / "tiny-fr-en"))  # the folder of the model itself
    assert core.load("tiny-fr-en").name == "tiny-fr-en"


def test_a_path_is_as_good_as_a_name(root):
    assert core.load(str(root / "tiny-fr-en")).name == "tiny-fr-en"


def test_links_are_turned_round_for_the_other_direction(tmp_path):
    line = {"en": ["a", "b"], "fr": ["c"], "sure": [[1, 0]], "possible": []}
    path = tmp_path / "links.jsonl"
    path.write_text(json.dumps(line))
    (there,), (back,) = (
        read_alignments(path, order) for order in (("en", "fr"), ("fr", "en"))
    )
    assert (there.source, there.sure) == (("a", "b"), {(1, 0)})
    assert (back.source, back.sure) == (("c",), {(0, 1)})


def test_only_french_is_mended_as_french():
    pair = ("Y a il un chat?", "Y a il un chat?")
    mend = [
        next(mending.mended([pair], order)) for order in (("fr", "en"), ("de", "fr"))
    ]
    assert mend[0] == ("Y a-t-il un chat?", "Y a il un chat?")
    assert mend[1] == ("Y a il un chat?", "Y a-t-il un chat?")


def test_a_language_has_a_name_or_is_called_by_its_code():
    assert [name_of(code) for code in ("fr", "pt-BR", "qqq")] == [
        "French",
        "Portuguese",
        "qqq",
    ]
    for said in ("en", ["en"], ["en", "../fr"], ["en", 3]):
        with pytest.raises(ValueError, match="two codes"):
            languages_of(said)
