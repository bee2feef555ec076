"""How many sessions there may be, and the open files that they need."""

import logging

import pytest

from server import session_limit

INFINITE = -1


class Limits:
    """Stands for `resource`: what was asked, and what it became."""

    RLIMIT_NOFILE = 7
    RLIM_INFINITY = INFINITE

    def __init__(self, soft, hard):
        self.now = (soft, hard)

    def getrlimit(self, _):
        return self.now

    def setrlimit(self, _, now):
        self.now = now


@pytest.mark.parametrize(
    ("soft", "hard", "given", "after"),
    [
        (65_536, 65_536, 300, 65_536),  # enough
        (1_024, 65_536, 300, 1_400),  # raised: 300 × 4 + 200
        (1_024, INFINITE, 300, 1_400),
        (1_024, 1_024, 206, 1_024),  # (1024 − 200) / 4
        (100, 100, 1, 100),
    ],
)
def test_there_are_as_many_sessions_as_open_files_allow(
    monkeypatch, soft, hard, given, after
):
    limits = Limits(soft, hard)
    monkeypatch.setattr(session_limit, "resource", limits)
    assert session_limit.affordable(300) == given
    assert limits.now[0] == after


def test_fewer_sessions_than_asked_for_are_logged(monkeypatch, caplog):
    monkeypatch.setattr(session_limit, "resource", Limits(1_024, 1_024))
    with caplog.at_level(logging.WARNING):
        session_limit.affordable(300)
    assert "206 seats of 300; raise `ulimit -n` to 1400" in caplog.text


def test_a_session_that_ends_makes_room_for_another():
    sessions = session_limit.SessionLimit(1)
    sessions.enter()
    assert sessions.reached
    sessions.leave()
    assert not sessions.reached
