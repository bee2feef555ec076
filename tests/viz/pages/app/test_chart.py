"""A Plotly figure on a page: never without its words and its files."""

import json

from streamlit.testing.v1 import AppTest


def test_a_figure_has_its_sentence_its_picture_and_its_table():
    def app():
        from plotly import graph_objects as go

        from viz.figures.figure import Figure
        from viz.pages.app.chart import draw

        shown = Figure(
            go.Figure(go.Bar(x=["the", "red"], y=[0.25, 0.75]), {"height": 200}),
            "red is brightest: <b>0.75</b>",
            [["key", "weight"], ["the", 0.25], ["red", 0.75]],
            "Two <weights>",
        )
        draw(shown, key="two")

    run = AppTest.from_function(app, default_timeout=60).run()
    assert not run.exception
    (drawn,) = run.get("plotly_chart")
    assert drawn.proto.alt == "Two <weights>. red is brightest: <b>0.75</b>"
    config = json.loads(drawn.proto.config)
    assert config["typesetMath"] is False
    assert [text.value for text in run.text] == ["red is brightest: <b>0.75</b>"]
    (mounted,) = run.get("bidi_component")
    (sent,) = json.loads(mounted.proto.json)
    assert sent.pop("spoken")["lang"] == "en"
    assert sent == {
        "name": "headlight-two",
        "title": "Two <weights>",
        "table": "key,weight\r\nthe,0.250000\r\nred,0.750000\r\n",
        "walked": True,
    }


def test_charts_of_one_figure_share_its_words_and_its_files():
    def app():
        from plotly import graph_objects as go

        from viz.pages.app.chart import captioned, plotted

        with captioned("both fall", [["x"]], key="pair", title="Pair", name="a-pair"):
            plotted(go.Figure(layout={"height": 200}), "the first falls", key="one")
            plotted(go.Figure(layout={"height": 200}), "the second falls", key="other")

    run = AppTest.from_function(app, default_timeout=60).run()
    assert not run.exception
    alts = [each.proto.alt for each in run.get("plotly_chart")]
    assert alts == ["the first falls", "the second falls"]
    assert [text.value for text in run.text] == ["both fall"]
    (mounted,) = run.get("bidi_component")
    assert json.loads(mounted.proto.json)[0]["name"] == "a-pair"
