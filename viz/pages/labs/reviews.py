"""Reviews: words that are weighed, sentences that are weighed, and both in Spanish."""

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from core.worlds.shown_reviews import WORDS
from viz.address.labs.reviews import Choices
from viz.content.texts import texts
from viz.pages.app import frame, library, widgets
from viz.pages.labs import play
from viz.pages.labs import reviews_drawn as drawn
from viz.pages.labs.lab import Step, lab, table
from viz.pages.labs.reviews_sentences import (
    sentences,
    sentences_slots,
    spanish,
    spanish_slots,
)
from viz.pages.labs.typed_matrix import blank
from viz.payload.reviews import verdict, words_view
from viz.say.captions import isolated, percent
from viz.say.numbers import written

if TYPE_CHECKING:
    from core.analysis.review_words import Kept, LeftOut
    from core.in_use.reviews import Text, WordsRead

say = texts("labs/reviews")
WITH, MEAN = "reviews", "reviews-mean"
SCORES, BLANKED = (0.0, 0.0, 1.0, 3.0), 2.0
"""Scores of four words by hand, and the last one in the blank."""


def page() -> None:
    """Draw the lab."""
    lab(
        "reviews",
        Step("words", _words, _slots, worked=_by_hand),
        Step("sentences", sentences, sentences_slots),
        Step("spanish", spanish, spanish_slots),
    )


def _words() -> None:
    """A review, word by word; what remains of its verdict with few words."""
    text = drawn.typed(
        "rev_text", WORDS, lambda: widgets.slider("rev_keep", say("words.keep"))
    )
    read, mean = _read(WITH, text), _read(MEAN, text).good
    left, kept = _left_out(read), _kept(read, frame.choices(Choices).rev_keep)
    drawn.draw(
        words_view(read, left, kept, mean),
        _said(read, left, kept, mean),
        _rows(read, left, kept),
        key="reviews-words",
        title=say("words.title"),
        known=read.known,
    )
    drawn.notices(text.words, read.known)
    if 0 < len(left.changes) < len(text.words):
        frame.note(say("words.some", n=len(left.changes)))
    drawn.results(WITH, MEAN)


def _read(name: str, text: "Text") -> "WordsRead":
    from core.in_use.reviews import read_words

    model = library.small(name)
    key = (name, model.digest, text.sentences)
    return library.kept(key, lambda: read_words(model, text))


def _left_out(read: "WordsRead") -> "LeftOut":
    from core.analysis.review_words import left_out

    model = library.small(WITH)
    key = ("left-out", model.digest, read.text.words)
    return library.kept(key, lambda: left_out(model, read))


def _kept(read: "WordsRead", number: int) -> "Kept":
    from core.analysis.review_words import kept

    model = library.small(WITH)
    key = ("kept", model.digest, read.text.words, number)
    return library.kept(key, lambda: kept(model, read, number))


def _said(read: "WordsRead", left: "LeftOut", kept: "Kept", mean: float) -> str:
    """The verdicts, the heaviest word, and the one whose absence matters most."""
    best = int(read.weights.argmax())
    said = [
        say(
            "words.caption",
            verdict=verdict(read.good),
            mean=verdict(mean),
            heaviest=isolated(read.text.words[best]),
            weight=percent(float(read.weights[best])),
        ),
    ]
    if left.changes:
        most = max(left.changes, key=lambda at: abs(left.changes[at]))
        how = "same" if best == most else "other"
        said.append(say(f"words.{how}", word=isolated(read.text.words[most])))
    said.append(say("words.alone", n=len(kept.places), verdict=verdict(kept.alone)))
    if kept.without is not None:
        said.append(say("words.rest", verdict=verdict(kept.without)))
    return " ".join(said)


def _rows(
    read: "WordsRead", left: "LeftOut", kept: "Kept"
) -> list[list[str | float | None]]:
    """A row a word: its weight, what it moves, whether it is kept."""
    rows = zip(read.text.words, read.weights.tolist(), strict=True)
    return [
        list(say.row("words.columns")),
        *(
            [word, weight, left.change(at), float(at in kept.places)]
            for at, (word, weight) in enumerate(rows)
        ),
    ]


def _slots() -> Mapping[str, str]:
    """The figures of the lesson."""
    return drawn.accuracies(WITH, MEAN)


# --- four words by hand ---------------------------------------------------------------


def _by_hand() -> None:
    """Four scores become weights; with another score the last is left blank."""
    exps = [math.exp(score) for score in SCORES]
    total = sum(exps)
    rows = [
        [name, written(score, "g"), written(exp), written(exp / total)]
        for name, score, exp in zip(say.row("hand.words"), SCORES, exps, strict=True)
    ]
    rows.append([say("hand.sum"), "", written(total), "1"])
    with play.case("reviews"):
        table([say.row("hand.columns"), *rows], say("hand.table"))
    other = math.exp(BLANKED)
    rest = total - exps[-1]
    blank(
        "rev_hand",
        say("hand.blank"),
        other / (rest + other),
        reason=say("hand.reason", exp=written(other), sum=written(rest + other)),
    )
