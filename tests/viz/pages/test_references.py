"""The page References: what is told of each use, and where."""

import re

from streamlit.testing.v1 import AppTest

PAGE = "from viz.pages.references.page import page\npage()\n"


def test_every_cell_of_the_uses_begins_with_the_name_of_its_column():
    app = AppTest.from_string(PAGE, default_timeout=120).run()
    assert not app.exception
    lines = [one.proto.body for one in app.get("html")]
    uses = [line for line in lines if line.startswith('<p class="use">')]
    assert len(uses) > 5
    names = ["attended to:", "by:", "to write:", "source:"]
    for use in uses:
        assert re.findall(r"<span><small>(.*?) </small>[^<]+</span>", use) == names
    readings = [line for line in lines if line.startswith('<p class="reading">')]
    assert readings and not any("<small>" in line for line in readings)
