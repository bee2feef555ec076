"""The tutorial runs from its first cell to its last, and is stored without outputs."""

from pathlib import Path

import pytest

from tests.places import ROOT

PATH = ROOT / "docs" / "tutorial.ipynb"
LONGEST = 300  # seconds, on a machine that is busy with something else


def test_every_cell_of_the_tutorial_runs_and_shows_something(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    monkeypatch.setenv("PYTHONPATH", str(ROOT), prepend=":")
    book = nbformat.read(PATH, as_version=4)
    run = nbclient.NotebookClient(
        book, timeout=LONGEST, resources={"metadata": {"path": str(tmp_path)}}
    )
    run.execute()
    code = [cell for cell in book.cells if cell.cell_type == "code"]
    assert [cell.source for cell in code if not cell.outputs] == []
    shown = [output.get("data", {}) for cell in code for output in cell.outputs]
    pictures = [data["text/html"] for data in shown if "<iframe" in str(data)]
    assert len(pictures) == 4, "the map, the Transformer, a plot, the recurrent model"
    (plot,) = (data for data in shown if "application/vnd.plotly.v1+json" in data)
    assert plot["text/html"].startswith("<iframe srcdoc=")
    assert (tmp_path / "fish.html").stat().st_size <= 300_000


def test_the_tutorial_is_stored_without_outputs():
    nbformat = pytest.importorskip("nbformat")
    cells = nbformat.read(PATH, as_version=4).cells
    assert not any(cell.get("outputs") for cell in cells)
