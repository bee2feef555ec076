"""How far back a pair is recalled, and the memory of it: two figures."""

import math
from dataclasses import replace

from core.labs.recall import Found, Recall
from viz.figures import recall

FOUND = Found(
    trained=20,
    pairs=310,
    tested=64,
    chance=0.1,
    distances=(1, 10, 300),
    networks=(
        Recall("state", 1234, (0.9, 0.55, 0.1), 0.12, 7.6, (1_000, 2_000), (576, 576)),
        Recall(
            "look",
            1300,
            (0.99, 0.98, 0.96),
            0.72,
            287.5,
            (3_000, 9_000),
            (2_000, 4_000),
        ),
    ),
    lengths=(40, 80),
    weights=(6_400, 25_600),
)


def test_both_lines_and_chance_stand_in_the_figure_and_in_its_rows():
    drawn = recall.by_distance(FOUND)
    state, look, chance = drawn.plot.data
    assert list(state.x) == [1, 10, 300] and list(state.y) == [0.9, 0.55, 0.1]
    assert list(look.y) == [0.99, 0.98, 0.96]
    assert list(chance.y) == [0.1, 0.1] and chance.line.dash == "dash"
    assert drawn.rows[1:] == [
        [1, 0.9, 0.99, 0.1],
        [10, 0.55, 0.98, 0.1],
        [300, 0.1, 0.96, 0.1],
    ]


def test_distances_are_logarithmic_and_the_end_of_training_is_marked():
    layout = recall.by_distance(FOUND).plot.to_dict()["layout"]
    assert layout["xaxis"]["type"] == "log"
    assert layout["xaxis"]["ticktext"] == ["1", "10", "100"]
    assert layout["yaxis"]["range"] == [0, 1.03]
    assert layout["shapes"][0]["x0"] == 20
    assert layout["annotations"][0]["x"] == math.log10(20)


def test_the_caption_tells_both_networks_near_by_and_at_the_end():
    told = recall.by_distance(FOUND).caption
    assert "read 10 steps ago is recalled from the last state in 55% of cases" in told
    assert "by one look back in 98%. After 300 steps it is 10% and 96%" in told
    assert "Over all 310 pairs of a list, the state does as well as if it" in told
    assert "knew 7.6 of them and guessed the others, the look back as if it" in told
    assert "as if it knew 287.5. The first pair" in told
    assert "which follows no other: 12% and 72%." in told
    assert "lists of 20 pairs and tested on 64 new lists" in told
    assert "1,234 and 1,300 parameters" in told


def test_one_that_is_worse_than_guessing_knows_nothing():
    worse = Recall("state", 1, (0.1, 0.09, 0.1), 0.1, -0.7, (1, 2), (4, 4))
    found = replace(FOUND, networks=(worse, FOUND.networks[1]))
    assert "as if it knew 0.0 of them" in recall.by_distance(found).caption


def test_bytes_and_how_many_times_as_much_they_are():
    assert recall.times_as_much((5, 10, 35)) == [2, 3.5]
    drawn = recall.doubling(FOUND)
    assert [list(line.y) for line in drawn.plot.data] == [
        [1_000, 2_000],
        [3_000, 9_000],
        [6_400, 25_600],
    ]
    assert drawn.rows[1:] == [
        [40, 1_000, "", 3_000, "", 6_400, ""],
        [80, 2_000, 2.0, 9_000, 3.0, 25_600, 4.0],
    ]
    assert "the recurrence needs 2.00 times as much memory" in drawn.caption
    assert "attention 3.00 times, and its attention weights alone 4.00" in drawn.caption
    assert "only its last state, 0.6 kB" in drawn.caption
    assert "all states, 4.0 kB" in drawn.caption
