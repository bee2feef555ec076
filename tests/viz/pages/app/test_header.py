"""What the header tells the browser of a page: how it is cited and shown elsewhere."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from core import __version__
from viz.pages.app import library

LINK = "headlight_link"


def told(path: str, **query: str) -> Mapping[str, Any]:
    """What the link of the header is told on a page."""
    app = AppTest.from_string(
        f"from viz.pages.app import header\nheader.tools({path!r}, night=False)\n",
        default_timeout=60,
    )
    for name, value in query.items():
        app.query_params[name] = value
    assert not app.run().exception
    protos = [one.proto for one in app.get("bidi_component")]
    (found,) = [one for one in protos if one.component_name == LINK]
    return json.loads(found.json)[0]


def test_a_page_is_cited_by_its_sentence_its_models_and_the_version():
    model = f"transformer-en-fr {library.model(library.TRANSFORMER).digest}"
    assert told("transformer", sentence="I <see>.")["cited"] == (
        f"I <see>. · model {model} · drawn by Headlight {__version__}"
    )


def test_a_page_without_a_model_is_cited_by_its_title():
    assert told("softmax")["cited"].endswith(f" · drawn by Headlight {__version__}")
    assert "model" not in told("softmax")["cited"]


@pytest.mark.parametrize(
    ("path", "framed_by", "offered"),
    [
        ("compare", "", False),
        ("compare", "https://example.org", True),
        ("softmax", "https://example.org", False),  # it has no picture of its own
    ],
)
def test_the_picture_is_offered_to_other_pages_only_where_they_may_frame_it(
    path: str, framed_by: str, offered: bool, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("FRAMED_BY", framed_by)
    assert told(path)["embedded"] is offered
