"""Stored results are read with care, and measured again the same way."""

import json
from dataclasses import dataclass
from types import SimpleNamespace

import pytest

from core.__main__ import main
from core.errors import InputError
from core.labs import results


@dataclass(frozen=True)
class Point:
    x: int
    y: float


@dataclass(frozen=True)
class Found:
    points: tuple[Point, ...]
    name: str


FOUND = Found((Point(1, 0.5), Point(2, 3.0)), "two")


@pytest.fixture
def lab(monkeypatch, tmp_path):
    """A lab of its own whose results lie in a folder of their own."""

    def measure(say):
        say("half way")
        return FOUND

    module = SimpleNamespace(Found=Found, measure=measure)
    monkeypatch.setattr(results, "FOLDER", tmp_path)
    monkeypatch.setattr(results, "MEASURED", {"points": "nowhere"})
    monkeypatch.setattr(results, "import_module", lambda _: module)
    return tmp_path / "points.json"


def test_what_was_measured_is_read_as_it_was_written(lab):
    said = []
    measured = results.measure("points", said.append)
    assert said == ["half way"]
    assert results.write(measured) == lab
    assert results.read("points") == measured
    assert measured.found == FOUND
    assert measured.machine.endswith("cores")


def test_a_whole_number_will_do_where_a_fraction_is_meant(lab):
    results.write(results.Result("points", "m", "2026-01-31", 2.0, FOUND))
    lab.write_text(lab.read_text().replace("2.0", "2"))
    assert results.read("points").seconds == 2.0


@pytest.mark.parametrize(
    "damage",
    [
        lambda stored: stored.pop("machine"),
        lambda stored: stored.update(more=1),
        lambda stored: stored.update(seconds=float("nan")),
        lambda stored: stored["found"].update(points=[{"x": 1}]),
        lambda stored: stored["found"].update(points=3),
        lambda stored: stored["found"]["points"][0].update(x=True),
        lambda stored: stored["found"]["points"][0].update(y="0.5"),
    ],
)
def test_a_damaged_file_is_said_in_a_sentence(lab, damage):
    results.write(results.Result("points", "m", "2026-01-31", 2.0, FOUND))
    stored = json.loads(lab.read_text())
    damage(stored)
    lab.write_text(json.dumps(stored))
    with pytest.raises(InputError, match=r"points\.json is damaged. “python -m core"):
        results.read("points")


@pytest.mark.parametrize("text", ["", "[]", "{", "[" * 5000, '{"found": 1}', "\x00"])
def test_a_file_that_holds_something_else_is_damaged_too(lab, text):
    lab.write_text(text)
    with pytest.raises(InputError, match="damaged"):
        results.read("points")


def test_a_missing_file_is_named_with_what_writes_it(lab):
    with pytest.raises(InputError, match="core measure points” writes it"):
        results.read("points")


def test_the_verb_measures_says_how_far_it_is_and_names_the_file(
    lab, monkeypatch, capsys
):
    monkeypatch.setattr("core.__main__.MEASURED", results.MEASURED)
    assert main(["measure", "points"]) == 0
    written = capsys.readouterr()
    assert written.out == f"{lab}\n"
    assert written.err == "half way\n"
    assert results.read("points").found == FOUND


def test_a_lab_without_measurements_is_refused(capsys):
    with pytest.raises(SystemExit):
        main(["measure", "nothing"])
    assert "masks" in capsys.readouterr().err
