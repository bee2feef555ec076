"""A drawing: plain dicts that become a figure as `go.Figure` would have made it."""

from plotly import graph_objects as go

from viz.figures.drawing import Drawing, drawn_once
from viz.figures.figure import Figure
from viz.say import theme


def test_a_drawing_is_the_figure_that_the_same_steps_make():
    axis = {"range": [0, 3], "title": {"text": "x", "font": {"size": 15}}}
    layout = {"height": 310, "template": "none"}
    drawing, checked = Drawing(layout), go.Figure(layout=layout)
    for figure in (drawing, checked):
        figure.add_scatter(x=[1, 2], y=[3.0, 4.0], mode="lines")
        figure.add_bar(x=[1], y=[5])
        figure.add_heatmap(z=[[0.5, 0.25]])
        figure.add_annotation(x=1, y=2, text="a")
        figure.add_annotation(x=2, y=3, text="b")
        figure.add_shape(type="line", x0=0, x1=1, y0=2, y1=2)
        figure.update_layout(xaxis=axis, showlegend=True)
        figure.update_layout(xaxis={"title": {"text": "n"}, "dtick": 1})
    made, found = (one.to_dict() for one in (drawing.made(), checked))
    del made["layout"]["template"], found["layout"]["template"]
    assert made == found
    assert axis["title"]["text"] == "x"  # what is shared stays as it was


def test_two_drawings_share_nothing():
    layout = {"height": 310}
    first, second = Drawing(layout), Drawing(layout)
    first.add_annotation(text="a")
    second.update_layout(height=20)
    assert first.made().layout.height == 310
    assert not second.made().layout.annotations


def test_a_chart_that_is_drawn_once_has_its_look_and_no_template():
    figure = go.Figure(
        layout={
            "template": theme.plotly_template(False),
            "xaxis": {"title": {"text": "x"}},
            "xaxis2": {"gridcolor": "red"},
        }
    )
    layout = drawn_once(figure).to_plotly_json()["layout"]
    muted, hair = theme.palette(False).muted, theme.palette(False).hair
    assert layout["template"] == "none"
    assert layout["datarevision"] == 1
    assert layout["font"] == {
        "family": theme.INSTRUMENT,
        "size": 16,
        "color": theme.palette(False).text,
    }
    title = {"size": 15, "color": muted}
    assert layout["xaxis"]["title"] == {"text": "x", "font": title}
    assert layout["xaxis2"]["title"] == {"font": title}
    colours = [layout[axis]["gridcolor"] for axis in ("xaxis", "xaxis2", "yaxis")]
    assert colours == [hair, "red", hair]
    assert "clickmode" not in layout


def test_a_chart_to_choose_from_says_what_streamlit_would_add():
    layout = drawn_once(go.Figure(), chosen=True).to_plotly_json()["layout"]
    assert (layout["clickmode"], layout["dragmode"]) == ("event+select", "pan")


def test_drawing_once_leaves_the_figure_as_it_was():
    figure = go.Figure(layout={"template": theme.plotly_template(True)})
    before = figure.to_plotly_json()
    drawn_once(figure)
    assert figure.to_plotly_json() == before


def test_a_notebook_shows_the_plot_of_a_figure():
    plot = go.Figure({"data": [{"type": "scatter", "y": [1, 2]}]})
    shown = Figure(plot, "It rises.", [["y"], [1], [2]], "A line.")
    assert shown._repr_mimebundle_() == plot._repr_mimebundle_()
    assert shown.alt == "A line. It rises."
