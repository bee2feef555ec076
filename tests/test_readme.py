"""What the README shows of a notebook works as it stands there."""

import re
from pathlib import Path

from plotly import graph_objects as go

from viz.figures.figure import Figure

README = Path(__file__).parent.parent / "README.md"


def test_every_line_of_the_gallery_draws_its_figure():
    text = README.read_text("utf-8").partition("### A gallery")[2]
    code = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert code is not None
    shown = re.sub(r"^(?=\w+\.\w+\()", "_ = ", code[1], flags=re.MULTILINE)
    assert shown.count("_ = ") > 20
    names: dict[str, object] = {}
    for part in re.split(r"^(?=_ = )", shown, flags=re.MULTILINE):
        names.pop("_", None)
        exec(part, names)  # the README is ours
        drawn = names.get("_", go.Figure())
        assert isinstance(drawn, Figure | go.Figure), part
