import json
import shutil

import pytest
import torch
from safetensors.torch import load_file, save_file

from core import checkpoint
from core.checkpoint import models, save
from core.errors import InputError
from core.in_use.translator import load
from core.sealed import DamagedModel, seal
from core.training.tokenizer import train
from tests.core.tiny import LINES, make_bahdanau

HISTORY = [
    {"update": 500.0, "pieces": 123456.0, "minutes": 1.5, "loss": 4.25, "bleu": 7.5},
    {"update": 1000.0, "pieces": 246912.0, "minutes": 3.0, "loss": 3.5, "bleu": 12.25},
]
FILES = ["config.json", "history.csv", "tokenizer.json", "weights.safetensors"]


@pytest.fixture(scope="module")
def saved(translator, tmp_path_factory):
    """A folder with one sound model, named `sound`."""
    root = tmp_path_factory.mktemp("models")
    save(
        root / "sound",
        translator.kind,
        translator.network,
        translator.tokenizer,
        HISTORY,
        {"roles": {"aligns": {"map": "decoder.1.cross_attention", "head": 2}}},
    )
    return root


@pytest.fixture
def folder(saved, tmp_path):
    """A copy of it, to be damaged."""
    shutil.copytree(saved / "sound", tmp_path / "hurt")
    return tmp_path / "hurt"


def refused(folder, *parts: str) -> None:
    """Loading fails, in one sentence that names the model and what is wrong."""
    with pytest.raises(DamagedModel) as caught:
        checkpoint.load(folder.name, folder.parent)
    for part in (folder.name, *parts):
        assert part in str(caught.value)
    assert isinstance(caught.value, InputError)


# --- there and back -----------------------------------------------------------------


def test_weights_come_back_in_half_precision_and_nothing_else_changes(
    saved, translator
):
    loaded = load("sound", saved).network.state_dict()
    original = translator.network.state_dict()
    assert list(loaded) == list(original)
    for name, tensor in original.items():
        assert torch.equal(loaded[name], tensor.half().float()), name


def test_weights_that_were_named_otherwise_are_read(tiny_transformer, folder):
    """The encoder's attention was "attention" before it was "self_attention"."""
    for path in folder.iterdir():
        path.unlink()
    save(
        folder, "transformer", tiny_transformer.network, tiny_transformer.tokenizer, []
    )
    file, former = folder / "weights.safetensors", {}
    for name, tensor in load_file(file).items():
        if name.startswith("encoder."):
            name = name.replace("self_attention.", "attention.")
        former[name] = tensor
    assert {"encoder.0.attention.join.bias", "encoder.1.norm_attention.weight"} <= {
        *former
    }
    assert "decoder.0.self_attention.join.bias" in former
    save_file(former, file)
    seal(folder)
    found = load(folder.name, folder.parent).network.state_dict()
    for name, tensor in tiny_transformer.network.state_dict().items():
        assert torch.equal(found[name], tensor.half().float())


def test_weights_are_stored_in_half_precision(saved):
    stored = load_file(saved / "sound" / "weights.safetensors")
    assert {tensor.dtype for tensor in stored.values()} == {torch.float16}


def test_what_is_known_of_a_model_comes_back(saved, translator):
    model = load("sound", saved)
    assert model.name == "sound"
    assert model.kind == translator.kind
    assert model.network.config == translator.network.config
    assert model.history == tuple(HISTORY)
    assert model.info["roles"]["aligns"]["head"] == 2
    assert model.tokenizer.encode("La femme.") == translator.tokenizer.encode(
        "La femme."
    )
    assert model.card == ""
    assert len(model.digest) == 8
    assert set(model.digest) <= set("0123456789abcdef")


def test_a_loaded_model_translates_and_is_never_trained(saved):
    model = load("sound", saved)
    assert not model.network.training
    assert not any(p.requires_grad for p in model.network.parameters())
    assert model.translate("Fish.") == load("sound", saved).translate("Fish.")


def test_a_model_without_history_loads(folder, translator):
    save(folder, translator.kind, translator.network, translator.tokenizer, [])
    assert checkpoint.load("hurt", folder.parent).history == ()


def test_the_card_may_be_edited_freely(folder, saved):
    (folder / "card.md").write_text("# A card\n\nÉcrite ici.", encoding="utf-8")
    loaded = checkpoint.load("hurt", folder.parent)
    assert loaded.card == "# A card\n\nÉcrite ici."
    assert loaded.digest == checkpoint.load("sound", saved).digest


def test_other_weights_have_another_digest(folder, saved, translator):
    network = make_bahdanau(translator.tokenizer.size, seed=6)
    save(folder, "bahdanau", network, translator.tokenizer, HISTORY)
    loaded = checkpoint.load("hurt", folder.parent)
    assert loaded.digest != checkpoint.load("sound", saved).digest


def test_models_are_the_folders_with_a_manifest(saved, tmp_path):
    for name in ("b-model", "a-model"):
        shutil.copytree(saved / "sound", tmp_path / name)
    (tmp_path / "unfinished").mkdir()
    (tmp_path / "note.txt").write_text("no folder")
    assert models(tmp_path) == ("a-model", "b-model")
    assert models(tmp_path / "nowhere") == ()


# --- what can be wrong with a folder ------------------------------------------------


def test_a_model_that_is_not_there_is_named(tmp_path):
    refused(tmp_path / "nobody", "missing")


def test_a_folder_without_manifest_is_refused(folder):
    (folder / "manifest.json").unlink()
    refused(folder, "manifest.json")


@pytest.mark.parametrize("content", [b"", b"[]", b"\xff\xfe{}", b'{"config.json": '])
def test_a_manifest_that_cannot_be_read_is_named(folder, content):
    (folder / "manifest.json").write_bytes(content)
    refused(folder, "manifest.json")


def test_an_empty_manifest_vouches_for_nothing(folder):
    (folder / "manifest.json").write_text("{}")
    refused(folder, ".json")


@pytest.mark.parametrize("file", FILES)
def test_a_missing_file_is_named(folder, file):
    (folder / file).unlink()
    refused(folder, file)


@pytest.mark.parametrize("file", FILES)
def test_a_file_cut_short_is_named(folder, file):
    content = (folder / file).read_bytes()
    (folder / file).write_bytes(content[:-3])
    refused(folder, file)


@pytest.mark.parametrize("place", [0.3, 0.6, 0.999])
def test_one_flipped_bit_in_the_weights_is_noticed(folder, place):
    content = bytearray((folder / "weights.safetensors").read_bytes())
    content[int(place * len(content))] ^= 0b100
    (folder / "weights.safetensors").write_bytes(content)
    refused(folder, "weights.safetensors")


def test_an_altered_config_is_noticed(folder):
    text = (folder / "config.json").read_text().replace('"head": 2', '"head": 1')
    (folder / "config.json").write_text(text)
    refused(folder, "config.json")


# --- sums that fit, contents that do not --------------------------------------------


@pytest.mark.parametrize("content", [b"", b"{}", b"no tokenizer", b"\xff"])
def test_a_tokenizer_that_is_none_is_named_though_its_sum_fits(folder, content):
    (folder / "tokenizer.json").write_bytes(content)
    seal(folder)
    refused(folder, "tokenizer.json")


def test_weights_cut_short_are_named_though_their_sum_fits(folder):
    content = (folder / "weights.safetensors").read_bytes()
    (folder / "weights.safetensors").write_bytes(content[:-8])
    seal(folder)
    refused(folder, "weights.safetensors")


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "oracle"},
        {"sizes": {"vocabulary": 0}},
        {"sizes": {"wings": 2}},
        {"sizes": 7},
    ],
    ids=str,
)
def test_a_config_of_no_network_is_named_though_its_sum_fits(folder, change):
    config = json.loads((folder / "config.json").read_text()) | change
    (folder / "config.json").write_text(json.dumps(config))
    seal(folder)
    refused(folder, "config.json")


def resized(folder, **sizes):
    config = json.loads((folder / "config.json").read_text())
    config["sizes"] |= sizes
    (folder / "config.json").write_text(json.dumps(config))
    seal(folder)
    return config["sizes"]


def test_weights_of_another_size_are_refused_though_their_sum_fits(folder, translator):
    resized(folder, vocabulary=translator.tokenizer.size - 1)
    refused(folder, "weights.safetensors")


@pytest.mark.parametrize(
    ("name", "size"), [("vocabulary", 10**9), ("n_layers", 10**9), ("d_hidden", 90_000)]
)
def test_a_network_larger_than_its_weights_is_never_built(folder, name, size):
    resized(folder, **{name: size})
    refused(folder, "config.json")


def test_weights_that_are_no_numbers_are_named_though_their_sum_fits(folder):
    weights = load_file(folder / "weights.safetensors")
    next(iter(weights.values())).view(-1)[3] = torch.nan
    save_file(weights, folder / "weights.safetensors")
    seal(folder)
    refused(folder, "weights.safetensors")


def test_a_tokenizer_of_another_size_is_named_though_its_sum_fits(folder):
    train(LINES, size=430).save(folder / "tokenizer.json")
    seal(folder)
    refused(folder, "tokenizer.json")


@pytest.mark.parametrize("text", ["update,bleu\n500,good\n", "a,b\n1,2\n"])
def test_a_history_without_numbers_is_named_though_its_sum_fits(folder, text):
    (folder / "history.csv").write_text(text)
    seal(folder)
    refused(folder, "history.csv")
