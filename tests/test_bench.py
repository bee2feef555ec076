"""What the benchmarks lean on starts: they are not run by the tests."""

import gc
from types import SimpleNamespace

import pytest
from playwright.sync_api import Error, TimeoutError
from streamlit.testing.v1 import AppTest

from bench import __main__ as bench
from bench.browser import attempt, launched, opened
from bench.report import Report
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


def part(measure):
    return SimpleNamespace(measure=measure)


def slow(report):
    report.ratio("a slider / trivial rerun", 3.5, 3.0)


def broken(report):
    report.figure("before it broke", 12.0)
    raise RuntimeError("the page did not come\nat all")


@pytest.fixture
def parts(monkeypatch):
    """Parts of the bench by their names, in place of those that there are."""

    def put(**found):
        monkeypatch.setattr(bench, "PARTS", dict.fromkeys(found, ("what", 1)))
        made = {f"bench.{name}": part(measure) for name, measure in found.items()}
        monkeypatch.setattr(bench, "import_module", made.__getitem__)

    return put


def test_a_part_that_dies_costs_its_own_row_and_the_report_is_whole(parts, capsys):
    parts(broken=broken, fine=lambda report: report.ratio("a pass", 1.02, 1.1))
    assert bench.main([]) == 0
    grown, whole = capsys.readouterr().out.split("\nRatios\n")
    for line in ("before it broke", "a pass"):
        assert line in grown and line in whole
    assert "broken: not measured: the page did not come" in whole.splitlines()
    assert "1 of 1 bars kept" in whole and "Machine: " in whole


def test_the_exit_status_says_whether_a_bar_was_missed(parts, capsys):
    parts(slow=slow)
    assert bench.main([]) == bench.main(["slow"]) == 1
    assert "at most 3: NO" in capsys.readouterr().out
    parts(fast=lambda report: report.ratio("training", 2.3, 2.2, at_least=True))
    assert bench.main([]) == 0


def test_the_report_is_whole_where_somebody_loses_patience(parts, capsys):
    def endless(report):
        report.figure("until then", 5.0)
        raise KeyboardInterrupt

    parts(endless=endless)
    with pytest.raises(KeyboardInterrupt):
        bench.main([])
    assert "Figures of this machine\nuntil then" in capsys.readouterr().out


def test_help_lists_the_parts_with_their_minutes(capsys):
    with pytest.raises(SystemExit):
        bench.main(["--help"])
    said = capsys.readouterr().out
    for name, (what, minutes) in bench.PARTS.items():
        assert f"{name:<12} {minutes:>2} min  {what}" in said


def test_a_browser_that_dies_takes_no_other_along(browser):
    def crowded(report):
        with launched(browser.browser_type) as its_own, opened(its_own, "about:blank"):
            its_own.close()  # what a page of a hundred megabytes does
            raise Error("Target page, context or browser has been closed")

    report = Report()
    attempt(report, "a peer", crowded)
    assert report.missing == [
        "a peer: not measured: Target page, context or browser has been closed"
    ]
    with opened(browser, "about:blank") as page:
        assert page.evaluate("1 + 1") == 2


def test_a_page_that_does_not_come_is_told_and_closed(browser):
    def waits(report):
        with opened(browser, "data:text/html,<p>nothing") as page:
            page.locator("canvas").wait_for(timeout=50)

    report, before = Report(), len(browser.contexts)
    attempt(report, "/nothing", waits)
    assert report.missing[0].startswith("/nothing: not measured: Locator.wait_for: Tim")
    assert len(browser.contexts) == before
    with pytest.raises(TimeoutError):
        waits(report)
