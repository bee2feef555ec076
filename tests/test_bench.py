"""What the benchmarks lean on starts: they are not run by the tests."""

import gc

from streamlit.testing.v1 import AppTest

from bench import __main__ as bench
from tests.places import ROOT
from viz.pages.app import library


def test_the_page_that_only_counts_clicks_counts_them(monkeypatch):
    monkeypatch.setattr(library, "warm_up", lambda _: None)
    monkeypatch.setattr(gc, "get_freeze_count", lambda: 1)
    app = AppTest.from_file(str(ROOT / "bench" / "trivial.py"), default_timeout=60)
    app.run()
    assert not app.exception
    app.button[0].click().run()
    assert [text.value for text in app.text] == ["Clicked 1. ready"]


def test_an_unknown_part_is_named(capsys):
    assert bench.main(["labz"]) == 2
    assert "labz" in capsys.readouterr().err
