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


def test_a_sentence_a_street_and_two_moves_are_one_row_of_tokens():
    app = AppTest.from_string(PAGE, default_timeout=120).run()
    lines = [one.proto.body for one in app.get("html")]
    (drawn,) = [line for line in lines if line.startswith('<ol class="one-row"')]
    kinds = re.findall(r'<li class="(\w+)"', drawn)
    assert kinds.count("patch") == 36
    words = kinds.count("word")
    assert kinds == [*["word"] * words, *["patch"] * 36, "mark", "key", "lever"]
    said = " ".join(one.value for one in app.markdown)
    assert f"{words + 39} tokens, of which training asks for {words + 2}" in said
