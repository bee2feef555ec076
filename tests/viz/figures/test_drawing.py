"""A drawing: plain dicts that become a figure as `go.Figure` would have made it."""

from plotly import graph_objects as go

from viz.figures.drawing import (
    Drawing,
    drawn_once,
    labelled,
    pen,
    strokes,
    worded,
)
from viz.figures.figure import Figure
from viz.say import theme


def test_a_drawing_is_the_figure_that_the_same_steps_make():
    axis = {"range": [0, 3], "title": {"text": "x", "font": {"size": 15}}}
    drawing, checked = Drawing(False, 310), go.Figure(layout=theme.layout(False, 310))
    drawing.add_heatmap([[0.5, 0.25]], ("red", "blue", "green"), (-2, 4))
    checked.add_heatmap(
        z=[[0.5, 0.25]],
        zmin=-2,
        zmax=4,
        colorscale=[[0, "red"], [0.5, "blue"], [1, "green"]],
        showscale=False,
        hoverinfo="skip",
    )
    for figure in (drawing, checked):
        figure.add_scatter(x=[1, 2], y=[3.0, 4.0], mode="lines", hoverinfo="none")
        figure.add_bar(x=[1], y=[5], hoverinfo="none")
        figure.add_annotation(x=1, y=2, text="a", showarrow=False)
        figure.add_annotation(x=2, y=3, text="b", showarrow=False)
        figure.add_shape(type="line", x0=0, x1=1, y0=2, y1=2)
        figure.update_layout(xaxis=axis, showlegend=True)
        figure.update_layout(xaxis={"title": {"text": "n"}, "dtick": 1})
    made, found = (one.to_dict() for one in (drawing.made(), checked))
    del made["layout"]["template"], found["layout"]["template"]
    assert made == found
    assert axis["title"]["text"] == "x"  # what is shared stays as it was


def test_a_trace_says_what_it_is_told_to_say_and_lets_the_pointer_through_otherwise():
    drawing = Drawing(False, 310)
    drawing.add_line([1, 2], [3, 4], pen("red", 2), says="at %{x}")
    drawing.add_points([1], [3], {"size": 7})
    spoken, silent = drawing.made().data
    assert (spoken.hovertemplate, spoken.hoverinfo) == ("at %{x}<extra></extra>", None)
    assert (silent.hovertemplate, silent.hoverinfo) == (None, "skip")


def test_lines_have_dots_and_points_have_words_where_they_are_asked_to():
    drawing = Drawing(False, 310)
    drawing.add_line([1, 2], [3, 4], pen("red", 2, "dot"))
    drawing.add_line([1, 2], [3, 4], pen("red", 2), dots=7)
    drawing.add_points([1], [3], {"size": 7}, text=["one"])
    drawing.add_points([1], [3], {"size": 7}, text=["one"], textposition="top left")
    modes = [trace.mode for trace in drawing.made().data]
    assert modes == ["lines", "lines+markers", "markers", "markers+text"]
    assert drawing.made().data[0].line.to_plotly_json() == {
        "color": "red",
        "width": 2,
        "dash": "dot",
    }
    assert drawing.made().data[1].marker.size == 7


def test_what_stands_around_the_traces_is_something_that_plotly_accepts():
    drawing = Drawing(True, 310, xaxis=labelled(["<b>a</b>", "b"], "letters"))
    drawing.update_layout(yaxis=worded(["<b>", "c"], "red"))
    drawing.add_box((0, 1), (2, 3))
    drawing.add_band((0.5, 1.5), "red")
    drawing.add_upright(4, pen("red", 2))
    drawing.add_level(5, pen("red", 2))
    layout = go.Figure(drawing.made().to_dict()).layout
    places = [(s.x0, s.x1, s.y0, s.y1, s.xref, s.yref) for s in layout.shapes]
    assert places == [
        (0, 1, 2, 3, None, None),
        (0.5, 1.5, 0, 1, None, "paper"),
        (4, 4, 0, 1, None, "paper"),
        (0, 1, 5, 5, "paper", None),
    ]
    assert layout.xaxis.ticktext == ("<b>a</b>", "b")
    assert layout.xaxis.title.text == "letters"
    assert layout.yaxis.ticktext == ("&lt;b&gt;", "c")
    assert layout.yaxis.tickvals == (0, 1)


def test_strokes_are_lines_in_one_trace_that_do_not_touch():
    x, y = strokes([((1, 2), (3, 4)), ((5, 6), (7, 8))])
    assert x == [1, 3, None, 5, 7, None]
    assert y == [2, 4, None, 6, 8, None]


def test_two_drawings_share_nothing():
    title = {"text": "both"}
    first, second = Drawing(False, 310, title=title), Drawing(False, 310, title=title)
    first.add_annotation(text="a")
    second.update_layout(height=20, title={"x": 1})
    assert first.made().layout.height == 310
    assert first.made().layout.title.x is None
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
