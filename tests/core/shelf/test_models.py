"""Which models there are: the shipped ones, and those of folders of one's own."""

import os

import pytest

from core.assets import MANIFEST, MODELS
from core.shelf.models import OWN, TRANSFORMER, located, shelved


@pytest.fixture
def places(tmp_path, monkeypatch):
    """Two folders of models, one that is a model, and one that is not there."""
    for name in (f"one/{TRANSFORMER}", "one/mine", "two/mine", "two/other", "alone"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / MANIFEST).write_text("{}")
    found = [tmp_path / name for name in ("one", "two", "alone", "nowhere")]
    monkeypatch.setenv(OWN, os.pathsep.join(map(str, found)))
    return tmp_path


def test_of_two_models_of_one_name_the_shipped_one_counts_then_the_first(places):
    found = shelved()
    assert found[TRANSFORMER] == MODELS / TRANSFORMER
    assert found["mine"] == places / "one" / "mine"
    assert found["other"] == places / "two" / "other"
    assert found["alone"] == places / "alone"
    assert "nowhere" not in found


def test_a_model_is_found_by_its_name_else_by_its_path(places):
    assert located("mine") == places / "one" / "mine"
    assert located(str(places / "two" / "mine")) == places / "two" / "mine"
    assert located("nobody") == MODELS / "nobody"
