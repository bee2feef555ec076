"""Listening: a word is spelled from its sound, and attention walks forward."""

from collections.abc import Mapping

from core.errors import InputError
from core.worlds.sounds import HOP, RATE
from viz.content.texts import error, texts
from viz.pages.app import frame, library
from viz.pages.labs import play
from viz.pages.labs.lab import Step, lab, table
from viz.pages.labs.listening_forward import forward, steps_back
from viz.pages.labs.listening_heard import (
    MODEL,
    ask_for,
    clip,
    draw,
    names,
    own,
    spelled,
    verdict,
    word_of,
)
from viz.pages.labs.typed_matrix import blank
from viz.pages.sentence import hands
from viz.say.captions import percent
from viz.say.numbers import written

say = texts("labs/listening")
NEW = ("tomato", "robot", "candle")
"""Clips of words that were never learned."""
WORKED, FRAMES = 80, 102
"""Frames of the clip of the worked case, and of that of the blank."""


def page() -> None:
    """Draw the lab."""
    lab(
        "listening",
        Step("spell", _spell, _of_words, worked=_by_hand),
        Step("forward", forward, lambda: {**_figures(), **steps_back()}),
    )


def _spell() -> None:
    """A clip that ships, or the reader's own, and what is spelled of it."""
    ask_for("lis_clip", say("clip"))
    ours, mine, key = clip(), own(), "listening-spell"
    n, why = hands.refusals(key).get()
    shown = {"own": True, "turn": n, "refused": why}
    try:
        found = spelled(mine)
    except InputError as problem:
        frame.refuse(error(problem))
        return
    if mine is None:
        told = [{"text": say("verdict.spelled")}, word_of(found)]
        told.append(verdict(found, ours.letters))
        new = [] if ours.learned else [{"text": say("verdict.new")}]
        draw(key, found, ours.name, [*told, *new], **shown)
    else:
        told = [{"text": say("verdict.own")}, word_of(found)]
        back = say("back", word=names()[ours.name])
        draw(key, found, "", told, **shown, back=back)


def _by_hand() -> None:
    """How many states each floor of the pyramid has."""
    rows = [
        [
            say(f"hand.floor_{floor + 1}"),
            str(-(-WORKED // 2**floor)),
            written(2**floor * HOP / RATE, ".3f"),
        ]
        for floor in range(3)
    ]
    with play.case("listening"):
        table([say.row("hand.columns"), *rows], say("hand.table", n=str(WORKED)))
    label, reason = say("hand.blank", n=str(FRAMES)), say("hand.reason")
    blank("lis_hand", label, -(-FRAMES // 4), digits=0, reason=reason)


def _of_words() -> Mapping[str, str]:
    """The same, and what is spelled of words that were never learned."""
    return {**_figures(), **{name: spelled(of=name).letters for name in NEW}}


def _figures() -> Mapping[str, str]:
    """The figures of the lessons, measured on voices that were never learned from."""
    found = library.small(MODEL).info["measured"]
    return {
        "clips": written(found["clips"], ","),
        "errors": percent(found["letter_errors"]),
        "exact": percent(found["exact"]),
        "unheard": percent(found["unheard"]["letter_errors"]),
        "new": percent(found["unheard"]["exact"]),
        "nearest": percent(found["nearest"]["exact"]),
        "forward": percent(found["forward"]),
    }
