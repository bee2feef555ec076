"""What a browser says of a control that it has yet to hear of is no choice."""

import inspect
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.runtime.scriptrunner import ScriptRunner, ScriptRunnerEvent
from streamlit.runtime.scriptrunner_utils.script_run_context import ThreadState
from streamlit.runtime.state.common import WidgetMetadata
from streamlit.runtime.state.session_state import SessionState

from viz.pages.app import echoes


class Session:
    """Two controls and a button, each with a callback that is written down."""

    def __init__(self) -> None:
        self.state, self.heard = SessionState(), echoes.Heard()
        self.called: list[str] = []
        self.known: list[str] = []
        self.told: set[str] = set()
        self.drawn = ["pill", "switch", "button"]
        self.said = {"pill": "one", "switch": "off"}
        self.draw()

    def request(
        self, query: str = "layer=2", *, pressed: bool = False, **said: str | bool
    ) -> ClientState:
        """The browser sends what all controls hold, and what else is said."""
        more = {name: said.pop(name) for name in [*said] if name not in self.drawn}
        self.said |= said
        asked = ClientState(query_string=query, **more)
        for name, value in self.said.items():
            asked.widget_states.widgets.add(id=id_of(name), string_value=value)
        if pressed:
            asked.widget_states.widgets.add(id=id_of("button"), trigger_value=True)
        self.heard.hear(asked)
        return asked

    def run(self, asked: ClientState, **set_by_callback: str) -> list[str]:
        """A request is answered, and controls are set; which callbacks were called."""
        self.called.clear()
        self.state.on_script_will_rerun(asked.widget_states)
        for name, value in set_by_callback.items():
            self.state[name] = value
        self.draw()
        self.heard.ended()
        return sorted(self.called)

    def draw(self) -> None:
        self.told.clear()
        for name in self.drawn:
            kind = "trigger_value" if name == "button" else "string_value"
            metadata: WidgetMetadata[Any] = WidgetMetadata(
                id_of(name),
                deserializer=lambda value: value,
                serializer=lambda value: value,
                value_type=kind,
                callback=lambda name=name: self.called.append(name),
            )
            if self.state.register_widget(metadata, name).value_changed:
                self.told.add(name)


def id_of(name: str) -> str:
    return f"$$ID-{name}-{name}"


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    """The pill has just been set to two, and the browser has yet to hear of it."""
    ThreadState.initialize()
    call = inspect.unwrap(SessionState._call_callbacks)
    known: list[str] = []
    patched = echoes._but_for_echoes(call, known.append)
    monkeypatch.setattr(SessionState, "_call_callbacks", patched)
    context = SimpleNamespace(session_id="one")
    monkeypatch.setattr(echoes, "get_script_run_ctx", lambda: context)
    session = Session()
    session.known = known
    monkeypatch.setitem(echoes.HEARD, "one", session.heard)
    session.run(session.request())
    assert session.run(session.request(pressed=True), pill="two") == ["button"]
    yield session


def test_a_second_click_undoes_nothing_and_the_browser_is_told(session: Session):
    assert session.run(session.request(switch="on")) == ["switch"]
    assert session.state["pill"] == "two"
    assert session.told == {"pill"}
    assert session.known == ["pill"]


def test_a_name_that_is_new_in_the_address_is_not_known(session: Session):
    session.run(session.request("pill=three", switch="on"))
    assert session.known == []


def test_a_button_counts_as_often_as_it_is_pressed(session: Session):
    assert session.run(session.request(pressed=True)) == ["button"]
    assert session.run(session.request(pressed=True)) == ["button"]
    assert session.state["pill"] == "two"


def test_setting_back_counts(session: Session):
    assert session.run(session.request("layer=3")) == ["pill"]
    assert session.state["pill"] == "one"


def test_setting_back_counts_where_one_run_takes_up_the_next_click_too(
    session: Session,
):
    session.request()
    both = session.request(switch="on")
    assert session.run(both) == ["pill", "switch"]


def test_what_is_chosen_and_taken_back_at_once_sets_nothing_back(session: Session):
    session.request(switch="on")
    assert session.run(session.request(switch="off")) == []
    assert session.state["pill"] == "two"


def test_a_link_sets_nothing_back_where_two_were_set(session: Session):
    session.run(session.request(pressed=True), switch="dim")
    assert session.run(session.request("layer=3")) == []
    assert (session.state["pill"], session.state["switch"]) == ("two", "dim")


def test_a_run_that_was_overtaken_chooses_nothing(session: Session):
    first, second = session.request(switch="on"), session.request(switch="dim")
    assert session.run(second) == ["switch"]
    assert session.run(first) == []
    assert session.state["switch"] == "dim"


def test_what_is_chosen_in_two_steps_is_a_choice_at_each(session: Session):
    first = session.request(switch="on")
    second = session.request(switch="dim")
    assert session.run(first) == ["switch"]
    assert session.run(second) == ["switch"]
    assert session.state["pill"] == "two"


def test_a_request_long_after_the_answer_repeats_nothing(
    session: Session, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(echoes, "SECONDS", 0.0)
    assert session.run(session.request(switch="on")) == ["pill", "switch"]


def test_a_request_during_a_run_may_repeat_an_old_value(
    session: Session, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(echoes, "SECONDS", 0.0)
    first = session.request(switch="on")
    session.heard.take(echoes._number(first.widget_states.widgets))
    assert session.run(session.request(switch="dim")) == ["switch"]
    assert session.state["pill"] == "two"


@pytest.mark.parametrize(
    ("event", "cut_short", "may_be_stale"),
    [
        (ScriptRunnerEvent.SCRIPT_STOPPED_WITH_SUCCESS, False, False),
        (ScriptRunnerEvent.SCRIPT_STOPPED_WITH_SUCCESS, True, True),  # the next came
        (ScriptRunnerEvent.SCRIPT_STOPPED_FOR_RERUN, False, True),
    ],
)
def test_only_a_run_that_comes_to_its_end_is_an_answer(
    session: Session,
    monkeypatch: pytest.MonkeyPatch,
    event: ScriptRunnerEvent,
    cut_short: bool,
    may_be_stale: bool,
):
    monkeypatch.setattr(echoes, "SECONDS", 0.0)
    session.heard.take(0)
    runner = ScriptRunner.__new__(ScriptRunner)
    runner._session_id = "one"
    echoes._noting_the_end(lambda *_: None)(runner, None, event, cut_short)
    session.request()
    (request,) = session.heard.take(99)
    assert request.may_be_stale is may_be_stale


@pytest.mark.parametrize(
    "asked",
    [
        {"is_auto_rerun": True},
        {"is_history_navigation": True},
        {"page_script_hash": "another"},
    ],
)
def test_a_timer_back_or_another_page_sets_nothing_back(
    session: Session, asked: dict[str, Any]
):
    assert session.run(session.request(**asked)) == []
    assert session.state["pill"] == "two"


def test_a_control_that_back_left_out_is_no_choice_afterwards(session: Session):
    session.run(session.request(pill="two"))
    back = session.request(is_history_navigation=True)
    controls = back.widget_states.widgets
    controls.remove(next(one for one in controls if one.id == id_of("pill")))
    session.run(back, pill="one")
    assert session.run(session.request(pressed=True)) == ["button"]
    assert session.state["pill"] == "one"


def test_a_control_that_is_no_longer_drawn_chooses_nothing_again(session: Session):
    assert session.run(session.request(pill="two")) == []
    session.drawn.remove("pill")
    for states in (session.state._old_state, session.state._new_widget_state):
        states.pop(id_of("pill"), None)
    assert session.run(session.request(switch="on")) == ["switch"]
    assert session.known == []


def test_the_number_of_a_request_is_not_in_the_session_state(session: Session):
    assert len(session.state) == len(session.drawn)


def test_only_the_last_requests_wait_for_a_run(session: Session):
    for number in range(2 * echoes.MOST):
        session.request(switch=str(number))
    assert len(session.heard._waiting) == echoes.MOST
