"""A model that is trained on in a part of it, and shipped as that part."""

from dataclasses import replace

import pytest
from safetensors.torch import load_file

from core import checkpoint, sealed
from core.errors import InputError
from core.in_use.translator import load
from core.sealed import DamagedModel
from core.training import loop
from core.training.difference import keep_difference
from core.training.loop import train
from tests.close import close
from tests.core.training.runs import quality, short

pytestmark = pytest.mark.usefixtures("single_precision")
WITHOUT_ORDER = replace(
    short("transformer"), kind="transformer_without_source_order", learns="encoder"
)


@pytest.fixture(params=[False, True], ids=["float32", "bfloat16"])
def root(request, corpus, tokenizer, tmp_path, monkeypatch):
    """Two runs: `base` from nothing, `run` on from it without order of the source."""
    monkeypatch.setattr(loop, "bfloat16_is_faster", lambda device: request.param)
    train(short("transformer"), corpus, tokenizer, quality, tmp_path / "base")
    begun = checkpoint.load("base", tmp_path)
    train(WITHOUT_ORDER, corpus, tokenizer, quality, tmp_path / "run", begun)
    return tmp_path


def test_what_does_not_learn_stays_and_only_what_learned_is_kept(root):
    different = keep_difference(root / "run", root / "base", "unordered")
    assert different
    assert all(name.startswith("encoder.") for name in different)
    kept = load_file(root / "base" / "unordered" / "weights.safetensors")
    assert sorted(kept) == sorted(different)


def test_what_is_kept_and_its_base_are_the_trained_model(root):
    keep_difference(root / "run", root / "base", "unordered")
    together, trained = load("base/unordered", root), load("run", root)
    assert together.kind == "transformer_without_source_order"
    for name, weights in trained.network.state_dict().items():
        close(together.network.state_dict()[name], weights, by=0.0)
    assert together.translate("Fish.").text == trained.translate("Fish.").text
    assert checkpoint.load("base", root).network.state_dict().keys()


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", "../base"])
def test_what_is_kept_has_a_folder_of_its_own(name, tmp_path):
    with pytest.raises(InputError, match="does not name a folder inside base"):
        keep_difference(tmp_path / "run", tmp_path / "base", name)


def test_what_is_kept_does_not_go_with_other_weights(root):
    keep_difference(root / "run", root / "base", "unordered")
    weights = (root / "run" / "weights.safetensors").read_bytes()
    (root / "base" / "weights.safetensors").write_bytes(weights)
    sealed.seal(root / "base")
    with pytest.raises(DamagedModel, match="unordered"):
        checkpoint.load("base/unordered", root)


def test_a_model_of_other_sizes_is_no_base(root, corpus, tokenizer):
    sizes = {**short("transformer").sizes, "d_hidden": 16}
    other = replace(short("transformer"), sizes=sizes)
    train(other, corpus, tokenizer, quality, root / "other")
    with pytest.raises(InputError, match="run was not trained on from other"):
        keep_difference(root / "run", root / "other", "unordered")
