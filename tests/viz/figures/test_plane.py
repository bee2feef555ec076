"""Queries and keys as points: who is lit, what is said, what the table holds."""

import pytest
import torch
from plotly import graph_objects as go

from core.analysis.queries_and_keys import Cloud, Plane
from core.attention_map import AttentionMap
from viz.figures.plane import distances, points

FOUND = Plane(
    torch.tensor([[0.0, 0], [2, 2]]),
    torch.tensor([[3.0, 4], [0, 1], [6, 8]]),
    Cloud(torch.zeros(0, 2), torch.zeros(0, 2)),
    *(0.5, 0.1, 0.9, 0.7),
)
SHOWN = AttentionMap(
    torch.tensor([[0.9, 0.1, 0.0], [0.25, 0.25, 0.5]]),
    torch.tensor([[True, True, False], [True, True, True]]),
    ("la", "<b>"),
    ("the", "fish", "the"),
    "a head",
)


@pytest.fixture
def figure():
    return points(FOUND, SHOWN, 0, title="Points")


def trace(figure, meta):
    return [one for one in go.Figure(figure.plot).data if one.meta == meta]


def test_a_query_s_keys_are_at_the_end_of_its_lines(figure):
    ends = {
        (x, y)
        for link in trace(figure, "link")
        for x, y in zip(link.x, link.y, strict=True)
    }
    assert ends == {(0, 0), (3, 4), (0, 1), (None, None)}
    wide = sorted(link.line.width for link in trace(figure, "link"))
    assert wide[0] < wide[-1]


def test_only_the_chosen_query_and_its_keys_have_full_colour(figure):
    (queries,), (keys,) = trace(figure, "query"), trace(figure, "key")
    assert queries.marker.opacity == (1.0, 0.45)
    assert keys.marker.opacity == (1.0, 1.0, 0.45)
    assert (queries.marker.symbol, keys.marker.symbol) == ("circle", "diamond")


def test_the_queries_are_the_last_trace_where_a_click_looks_for_them(figure):
    assert figure.plot.data[-1].meta == "query"


def test_a_query_says_what_it_attends_to_and_words_stay_text(figure):
    (queries,) = trace(figure, "query")
    assert queries.customdata[0] == "la: the (1) 90%, fish 10%"
    assert queries.text[1] == "&lt;b&gt;"


def test_the_caption_says_which_key_is_nearest():
    first = points(FOUND, SHOWN, 0, title="Points").caption
    assert first == (
        "“la” attends most to “the (1)” (90%). The nearest key in this plane is "
        "“fish”. The plane keeps 50% of the variance."
    )


def test_the_table_has_every_point_and_a_forbidden_key_has_no_weight(figure):
    header, *rows = figure.rows
    assert header[-2:] == ["Distance from la", "Weight from la"]
    assert [row[:4] for row in rows[:2]] == [
        ["query", "la", 0, 0],
        ["query", "<b>", 2, 2],
    ]
    assert rows[2][4:] == [5.0, pytest.approx(0.9)]
    assert rows[4][4:] == [10.0, None]
    assert distances(FOUND, 0) == [5.0, 1.0, 10.0]


def test_points_of_other_sentences_are_small_and_have_no_words():
    others = Cloud(torch.tensor([[9.0, 9]]), torch.tensor([[-9.0, -9]]))
    found = Plane(FOUND.query, FOUND.key, others, 0.5, None, None, None)
    drawn = go.Figure(points(found, SHOWN, 0, title="Points").plot)
    small = [one for one in drawn.data if one.mode == "markers"]
    assert [one.name for one in small] == [
        "keys of the examples",
        "queries of the examples",
    ]
    assert drawn.layout.xaxis.range[0] < -9 < 9 < drawn.layout.xaxis.range[1]
