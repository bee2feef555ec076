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
    imports, *parts = re.split(r"^(?=_ = )", shown, flags=re.MULTILINE)
    names: dict[str, object] = {}
    exec(imports, names)  # the README is ours
    for part in parts:
        exec(part, names)
        bare = part.startswith("_ = bars.bars(")
        assert isinstance(names["_"], go.Figure if bare else Figure), part
