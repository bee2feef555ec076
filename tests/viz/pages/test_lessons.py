"""All lessons: the path, plans for teachers, and the bar that presents them."""

from html.parser import HTMLParser
from urllib.parse import parse_qsl

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.util import calc_hash

from tests.places import APP
from viz.content import plans
from viz.content.path import the_path
from viz.content.slips import SlipError
from viz.pages.app import library
from viz.pages.lessons import handout
from viz.pages.lessons import page as lessons

SAYS = "https://headlight.example/app"


@pytest.fixture
def opened(monkeypatch):
    """Opens a page as its address says; no model is loaded."""

    def run(path="lessons", **query):
        monkeypatch.setattr(library, "warm_up", lambda _: None)
        app = AppTest.from_file(APP, default_timeout=120)
        app._page_hash = calc_hash(path)
        for name, value in query.items():
            app.query_params[name] = value
        return app.run()

    return run


def links(app):
    return {
        link.proto.label: (link.proto.page, dict(parse_qsl(link.proto.query_string)))
        for link in app.get("page_link")
    }


def written(app):
    return "".join(part.proto.body for part in app.get("html"))


def refused(app):
    return [text.value for text in app.text]


def test_the_overview_leads_to_every_lesson_class_and_lecture(opened):
    app = opened()
    assert not app.exception and not refused(app)
    (title,) = app.title
    assert title.value == "All lessons"
    found = links(app)
    for stop in the_path().stops:
        assert found[stop.title] == (stop.path, stop.opened)
    assert found["Costs"] == ("costs", {})
    for name in plans.every():
        assert found[plans.plan(name).title] == ("lessons", {"course": name})


@pytest.mark.parametrize("name", plans.every())
def test_a_plan_links_each_of_its_states_and_can_be_presented(opened, name):
    app = opened(course=name)
    assert not app.exception and not refused(app)
    plan = plans.plan(name)
    (title,) = app.title
    assert title.value == plan.title
    found = links(app)
    for stop in plan.stops:
        assert any(label == stop.line for label in found) or stop.path == "exercises"
    said = "".join(part.value for part in app.markdown)
    assert all(stop.ask in said for stop in plan.stops)
    assert ("Slips in this lecture" in [h.value for h in app.header]) == bool(
        plan.short
    )
    assert "Presenting" not in written(app)


def test_the_path_is_presented_stop_by_stop():
    plan, stops = plans.plan("tour"), the_path().stops
    assert [one.opened for one in plan.stops] == [one.opened for one in stops]
    assert plan.stops[0].when.startswith("0–")
    assert plan.stops[-1].when.endswith(f"–{sum(one.minutes for one in stops):.0f}")


def test_an_item_that_no_page_shows_is_listed_and_folded(opened):
    (folded,) = (e for e in opened(course="uab").expander)
    assert folded.label == "Not shown here yet"
    assert "Attention in hearing" in folded.markdown[0].value


def test_a_plan_with_a_slip_says_so_and_the_overview_keeps_the_others(
    opened, monkeypatch
):
    real = plans.plan

    def slipped(name):
        if name == "uab":
            raise SlipError("uab.toml, line 3: unknown key 'when'")
        return real(name)

    monkeypatch.setattr(lessons.plans, "plan", slipped)
    assert "uab.toml, line 3" in refused(opened(course="uab"))[0]
    app = opened()
    assert "uab.toml, line 3" in refused(app)[0]
    assert "NLP 2: deep learning for the social sciences" in links(app)


def test_what_is_presented_stands_in_the_address_and_leads_on_and_back(opened):
    plan = plans.plan("unit-3")
    app = opened("costs", course="unit-3", present="2", project="true")
    assert not app.exception
    assert "Presenting: 2 of 12" in written(app)
    assert plan.stops[1].ask in written(app)
    found = links(app)
    kept = {"course": "unit-3", "project": "true"}
    first, third = plan.stops[0].opened, plan.stops[2].opened
    assert found["‹ Before"] == ("positions", {**first, **kept, "present": "1"})
    assert found["After ›"] == ("positions", {**third, **kept, "present": "3"})
    assert found["Leave"] == ("lessons", kept)


def test_other_links_keep_what_is_presented(opened):
    app = opened("costs", course="unit-3", present="2")
    _, said = links(app)["Next: Sizes ›"]
    assert said == {"course": "unit-3", "present": "2"}
    _, said = links(opened("costs", course="unit-3"))["Next: Sizes ›"]
    assert said == {}


def test_the_last_state_has_none_after_it_and_no_number_leads_past_it(opened):
    app = opened("costs", course="unit-3", present="60")
    assert "Presenting: 12 of 12" in written(app)
    assert "After ›" not in links(app)
    assert "‹ Before" not in links(opened("costs", course="unit-3", present="1"))


def test_an_unknown_plan_is_refused_and_the_page_stays(opened):
    app = opened("costs", course="mine", present="2")
    assert "Presenting" not in written(app)
    assert any("course in the address" in text for text in refused(app))


class Links(HTMLParser):
    """The links of a page."""

    def __init__(self, page):
        super().__init__()
        self.found = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        if tag == "a":
            self.found.append(dict(attrs)["href"])


def test_a_handout_has_a_line_and_a_code_for_every_state():
    plan = plans.plan("cse891")
    page = handout.handout(plan, SAYS)
    assert f"<h1>{plan.title}</h1>" in page
    found = Links(page).found
    assert len(found) == page.count("<svg") == len(plan.stops)
    assert found[0] == f"{SAYS}/looking?lang=en&step=2"
    assert "<td>score function" in page
    assert f"{SAYS}/lessons?lang=en&amp;course=cse891" in page
