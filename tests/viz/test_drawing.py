"""A drawing: plain dicts that become a figure as `go.Figure` would have made it."""

from plotly import graph_objects as go

from viz.figures.drawing import Drawing


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
