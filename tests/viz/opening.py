"""A lab opened at an address, as a reader would, and what it says."""

import json
import re
from html import unescape

from plotly import graph_objects as go
from streamlit.testing.v1 import AppTest

SCRIPT = "from viz.pages.labs import {0}\n{0}.page()\n"


def opened(name: str, **query: str) -> AppTest:
    """The page of a lab after its first run; Plotly has checked its pictures."""
    script = SCRIPT.format(name.replace("-", "_"))
    app = AppTest.from_string(script, default_timeout=120)
    for key, value in query.items():
        app.query_params[key] = value
    app.run()
    for chart in app.get("plotly_chart"):
        go.Figure(json.loads(chart.proto.spec))
    return app


def said(app: AppTest) -> str:
    """Every plain sentence on the page: under pictures, and what was refused."""
    return " ".join([*(text.value for text in app.text), *captions(app)])


def captions(app: AppTest) -> list[str]:
    """The plain lines in which a term is marked, which are HTML, as they are read."""
    drawn = [one.proto.body for one in app.get("html")]
    lines = [line for line in drawn if line.startswith("<p>") and "#term-" in line]
    return [unescape(re.sub(r"<[^>]*>", "", line)) for line in lines]
