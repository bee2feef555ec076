"""What a browser says of a control that it has yet to hear of is no choice."""

from types import SimpleNamespace

import pytest

from viz.pages.app import echoes
from viz.pages.app.echoes import Heard, _echoes


@pytest.fixture
def heard() -> Heard:
    """What a browser has said in a first request."""
    heard = Heard()
    heard.hear({"layer": "2", "pill": b"one", "switch": b"off"})
    heard.take({"layer": "2", "pill": b"one", "switch": b"off"})
    return heard


def test_what_is_said_again_is_not_new(heard: Heard):
    said = {"layer": "2", "pill": b"one", "switch": b"on"}
    heard.hear(said)
    assert heard.take(said) == {"switch"}
    assert heard.take(said) == set()


def test_what_several_requests_say_is_new_to_the_run_that_takes_them_up(heard: Heard):
    heard.hear({"layer": "2", "pill": b"two", "switch": b"off"})
    heard.hear({"layer": "2", "pill": b"one", "switch": b"off"})  # chosen once more
    last = {"pill": b"one", "switch": b"on"}
    heard.hear(last)
    assert heard.take(last) == {"layer", "pill", "switch"}


def test_what_comes_while_a_run_is_taken_up_is_new_to_the_next(heard: Heard):
    early = {"layer": "2", "pill": b"two", "switch": b"off"}
    late = {"layer": "2", "pill": b"two", "switch": b"on"}
    heard.hear(early)
    heard.hear(late)
    assert heard.take(early) == {"pill"}
    assert heard.take(late) == {"switch"}


def test_a_request_is_late_while_a_run_goes_on_and_a_moment_after(
    heard: Heard, monkeypatch: pytest.MonkeyPatch
):
    def is_late() -> bool:
        heard.hear({})
        return heard.late

    assert is_late()  # what was taken up is not yet answered
    heard.rest()
    assert is_late()
    monkeypatch.setattr(echoes, "SECONDS", 0.0)
    assert not is_late()
    heard.take({})
    assert is_late()


@pytest.mark.parametrize(
    ("otherwise", "new", "by_itself", "expected"),
    [
        ({"pill", "switch"}, {"switch"}, False, {"pill"}),
        ({"pill", "switch"}, {"pill", "switch"}, False, set()),
        ({"pill"}, set(), False, set()),  # the reader has set it back
        ({"pill"}, set(), True, {"pill"}),  # a replay goes on
        ({"pill", "button"}, set(), False, {"pill"}),  # a button has no such value
    ],
)
def test_what_is_otherwise_and_not_new_is_an_echo_unless_it_is_all(
    otherwise: set[str], new: set[str], by_itself: bool, expected: set[str]
):
    controls = {"pill": "one", "switch": "off", "button": True}
    state = SimpleNamespace(
        _new_widget_state=controls,
        _old_state=controls,
        _widget_changed=otherwise.__contains__,
        _key_id_mapper=SimpleNamespace(id_key_mapping=controls),
    )
    said = {"pill": b"one", "switch": b"off"}
    assert _echoes(state, said, new, by_itself) == expected
