"""Bars of right answers: every number stands in words, in the table, and as a width."""

from viz.figures import answered


def network(**right: float):
    return {
        "tasks": {
            task: {"right": share, "commonest": 0.125, "last_named": 0.375}
            for task, share in right.items()
        }
    }


FOUND = {
    "1": network(person=0.99, thing=0.5),
    "3": network(person=0.995, thing=0.98),
    "words": network(person=0.9, thing=0.25),
}


def test_every_share_is_a_bar_as_wide_with_its_number():
    drawn = answered.bars(FOUND, "3")
    assert drawn.count("<section>") == 2
    assert drawn.count('class="bar') == 2 * (3 + 2)
    assert drawn.count('class="bar lit"') == 2
    assert "--share: 0.9800" in drawn
    assert "98.0%" in drawn


def test_the_table_has_a_row_a_question():
    head, person, thing = answered.rows(FOUND)
    assert head[1:] == [
        "1 hop",
        "3 hops",
        "words, then lines",
        "commonest",
        "last named",
    ]
    assert person[1:] == ["99.0%", "99.5%", "90.0%", "12.5%", "37.5%"]
    assert thing[1] == "50.0%"


def test_a_network_that_is_right_nearly_always_is_not_said_to_be_right_always():
    _, person = answered.rows({"1": network(person=0.9998), "2": network(person=1.0)})
    assert person[1:3] == ["99.9%", "100%"]


def test_the_caption_compares_the_fewest_hops_with_the_most():
    assert "50.0% right with 1 hop, 98.0% with 3 hops" in answered.caption(FOUND)


def test_the_caption_names_the_networks_that_are_there():
    found = {"1": FOUND["1"], "2": FOUND["3"]}
    assert "98.0% with 2 hops" in answered.caption(found)
    assert "3 hops" not in answered.caption(found)
