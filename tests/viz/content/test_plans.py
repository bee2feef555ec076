"""Plans of a teacher: every slip is refused, and every link opens what it names."""

import pytest

from viz import address
from viz.content import errata, plans
from viz.content.path import load as path
from viz.content.presets import shipped
from viz.content.slips import SlipError

GOOD = """
title = "A lecture"
line = "On attention."
short = "ours"
missing = ["Speech"]

[[stop]]
when = "Slide 1"
line = "The alignment."
opens = "bahdanau?preset=fish&b_row=5"
ask = "Which word?"

[[stop]]
when = "Slide 2"
line = "The end."
opens = "start"

[[symbol]]
theirs = "h"
ours = "hidden state"
"""


@pytest.fixture
def read(tmp_path):
    def written(text):
        file = tmp_path / "mine.toml"
        file.write_text(text, "utf-8")
        return plans.read(file)

    return written


def test_a_plan_is_read_from_a_file(read):
    plan = read(GOOD)
    assert (plan.name, plan.title, plan.short) == ("mine", "A lecture", "ours")
    first, second = plan.stops
    assert (first.when, first.path, first.ask) == ("Slide 1", "bahdanau", "Which word?")
    assert second.path == ""
    assert plan.symbols[0].ours == "hidden state"
    assert plan.missing == ("Speech",)


def test_a_preset_brings_its_sentence_and_its_french(read):
    opened = read(GOOD).stops[0].opened
    assert opened["sentence"] == "The woman ate the fish."
    assert opened["target"] == "La femme a mangé le poisson."
    assert opened["b_row"] == "5"


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("ask = ", "aks = ", "line 11, stop 1: unknown key 'aks'; the nearest is ask"),
        ("short = ", "shot = ", "line 4: unknown key 'shot'; the nearest is short"),
        ("bahdanau?", "bahdanou?", "line 10, stop 1: there is no page 'bahdanou'"),
        ("preset=fish", "preset=fisch", "the nearest is fish"),
        ('line = "The end."', "line = 3", "line 15, stop 2: line must be a text"),
        ('title = "A lecture"', 'title = " "', "line 2: title must be a text"),
        ('missing = ["Speech"]', "missing = 1", "line 5: missing must be a list"),
        ("[[stop]]", "[[stops]]", "unknown key 'stops'; the nearest is stop"),
        ('line = "On', 'line = "On\n', "mine.toml: "),
    ],
)
def test_a_slip_is_named_with_its_line_and_what_would_fit(read, right, wrong, said):
    with pytest.raises(SlipError) as slip:
        read(GOOD.replace(right, wrong))
    assert said in str(slip.value)


def test_no_more_states_than_an_address_can_count(read):
    stop = '[[stop]]\nwhen = "1"\nline = "x"\nopens = "why"\n'
    head = 'title = "x"\nline = "y"\n'
    assert len(read(head + stop * plans.MOST).stops) == plans.MOST
    for number in (0, plans.MOST + 1):
        with pytest.raises(SlipError, match="give 1 to 60"):
            read(head + stop * number)


@pytest.mark.parametrize("name", plans.every())
def test_every_link_of_a_plan_opens_a_state_that_exists(name):
    presets = {one.id: one for one in shipped()}
    for stop in plans.plan(name).stops:
        assert stop.path in path().places, stop
        assert {*stop.opened} <= {*address.used(stop.path)}, stop
        chosen, notices = address.decode(stop.opened)
        assert notices == (), stop
        said = address.encode(chosen)
        assert {n: said[n] for n in stop.opened} == stop.opened, stop
        if chosen.preset:
            assert chosen.sentence == presets[chosen.preset].english, stop


def test_there_are_five_lectures_a_class_and_a_unit_of_three():
    assert len(plans.names("lectures")) == 5
    assert plans.names("classes") == ("class-90", "unit-1", "unit-2", "unit-3")
    for name in plans.names("classes"):
        for stop in plans.plan(name).stops:
            assert stop.ask and stop.say, stop


def test_every_slip_names_lectures_that_there_are():
    shorts = {plans.plan(name).short for name in plans.names("lectures")}
    head, *slips = errata.rows()
    assert len(head) == 5
    for row in slips:
        assert len(row) == 5, row
        assert {*errata.lectures(row)} <= {*shorts, "other courses"}, row
    assert all(errata.of_lecture(short) for short in shorts)
    assert "L'ccord" in errata.of_lecture("CSE 891")
    assert "L'ccord" not in errata.of_lecture("UAB")
    assert errata.of_lecture("") == ""
