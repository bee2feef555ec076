"""Who has a place, who gives way, and the open files that places need."""

import contextlib
import logging
import math
import os
import subprocess
import sys
from time import monotonic

import pytest

from server import places
from server.places import Places
from tests.browser.server import ROOT

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
        (65_536, 65_536, (300, 3_000), 65_536),  # enough
        (1_024, 65_536, (300, 3_000), 5_000),  # raised: 300 × 16 + 200
        (1_024, INFINITE, (300, 3_000), 5_000),
        (1_024, 2_500, (300, 500), 2_500),  # 2500 − 200 − 300 × 6
        (1_024, 1_024, (117, 122), 1_024),  # (1024 − 200) / 7, and the rest
        (100, 100, (1, 1), 100),
    ],
)
def test_there_are_as_many_seats_as_open_files_allow(
    monkeypatch, soft, hard, given, after
):
    limits = Limits(soft, hard)
    monkeypatch.setattr(places, "resource", limits)
    assert places.affordable(300) == given
    assert limits.now[0] == after


def test_without_a_limit_of_files_there_are_as_many_as_asked_for(monkeypatch):
    monkeypatch.setattr(places, "resource", None)
    assert places.affordable(300) == (300, 3_000)


def test_fewer_seats_than_asked_for_are_logged(monkeypatch, caplog):
    monkeypatch.setattr(places, "resource", Limits(1_024, 1_024))
    with caplog.at_level(logging.WARNING):
        places.affordable(300)
    assert "117 seats of 300; raise `ulimit -n` to 2300" in caplog.text


class Reader:
    """Who has been still for so many minutes."""

    def __init__(self, minutes=0.0, address="school"):
        self.since = monotonic() - 60 * minutes
        self.address = address
        self.moved = False

    def move(self):
        self.moved = True


def gives_way(readers, newcomer, *, pushing=True, still=600.0, share=1.0, kept=()):
    """The number of the one whose seat the newcomer gets; None where nobody's.

    The readers have all the seats there are; as many as are `kept` of an address are
    a class.
    """
    of_class = dict(kept)
    room = Places(
        len(readers), still=still, share=share, kept=lambda one: of_class.get(one, 0)
    )
    with contextlib.ExitStack() as leaving:
        for reader in readers:
            assert leaving.enter_context(room.held(reader, pushing=False))
        expected = room.has_room(newcomer.address)
        found = leaving.enter_context(room.held(newcomer, pushing=pushing))
        assert found == (expected and pushing)
        assert len(room) == len(readers)
    gone = [number for number, reader in enumerate(readers) if reader.moved]
    assert len(gone) == found and len(room) == 0
    return gone[0] if gone else None


def test_who_leaves_makes_room_for_another():
    room, one, other = Places(1, still=600), Reader(), Reader()
    with room.held(one) as found:
        assert found and not room.has_room("school")
        with room.held(other) as found:
            assert not found and len(room) == 1
    assert len(room) == 0 and room.has_room("school")


@pytest.mark.parametrize(
    ("minutes", "gone"),
    [([9, 8], None), ([0, 11], 1), ([12, 30, 11], 1), ([10.1, 9.9], 0)],
)
def test_the_longest_still_gives_way_if_still_for_long_enough(minutes, gone):
    assert gives_way([Reader(each) for each in minutes], Reader()) == gone


def test_who_asks_without_a_hand_pushes_nobody_out():
    assert gives_way([Reader(30)], Reader(), pushing=False) is None


@pytest.mark.parametrize(
    ("kept", "gone"),
    [({"school": 2}, 1), ({"school": 3}, 3), ({"school": 9, "home": 1}, None)],
)
def test_of_a_class_as_many_as_listen_are_never_still(kept, gone):
    class_ = [Reader(minutes) for minutes in (30, 90, 20)]
    assert gives_way([*class_, Reader(11, "home")], Reader(), kept=kept) == gone


@pytest.mark.parametrize(("share", "gone"), [(1.0, 3), (0.5, 3)])
def test_of_one_address_no_more_are_kept_than_its_share_or_three_quarters(share, gone):
    hoard = [Reader(minutes) for minutes in (30, 90, 20, 50)]
    others = [] if share == 1 else [Reader(0, "home"), Reader(0, "home")]
    kept = {"school": 4, "home": 2}
    # of four places three are kept; of six, and a share of a half, three as well
    assert gives_way([*hoard, *others], Reader(), kept=kept, share=share) == 1
    hoard[1].since, hoard[1].moved = monotonic(), False
    assert gives_way([*hoard, *others], Reader(), kept=kept, share=share) == gone


def test_there_may_be_no_stillness_at_all():
    assert gives_way([Reader(9_999)], Reader(), still=math.inf) is None


@pytest.mark.parametrize(
    ("newcomer", "gone"),
    [
        ("school", 1),  # its own, though another has been still for longer
        ("home", 1),  # the school has three of four seats
    ],
)
def test_an_address_that_fills_more_than_its_share_gives_way_itself(newcomer, gone):
    readers = [Reader(40, "home"), Reader(20), Reader(15), Reader()]
    assert gives_way(readers, Reader(address=newcomer), share=0.5) == gone


@pytest.mark.parametrize(("newcomer", "gone"), [("school", 2), ("café", 0)])
def test_of_two_addresses_above_their_share_each_gives_way_to_itself(newcomer, gone):
    readers = [Reader(40, "home"), Reader(30, "home"), Reader(20), Reader(15)]
    assert gives_way(readers, Reader(address=newcomer), share=0.3) == gone


def test_an_address_above_its_share_takes_nobody_elses_place():
    readers = [Reader(40, "home"), Reader(5), Reader(5)]
    assert gives_way(readers, Reader(), share=0.5) is None


@pytest.mark.parametrize("said", ["ten", "-1", "nan", "inf"])
def test_a_setting_that_is_no_number_is_said_in_a_sentence(said):
    served = subprocess.run(
        [sys.executable, "-c", "import asgi"],
        cwd=ROOT,
        env={**os.environ, "STILL_MINUTES": said},
        capture_output=True,
        text=True,
    )
    assert served.returncode == 1
    assert served.stderr.splitlines()[-1] == (
        f"STILL_MINUTES must be a number, 0 or more, such as 10, not {said!r}."
    )
