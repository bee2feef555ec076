"""A set on paper: questions with empty boxes and QR codes, the key on the last page."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from viz.content.exercise_keys import Key
from viz.content.exercises import Exercise, ExerciseSet
from viz.content.texts import texts
from viz.pages.app.paper import code, link_to, printed
from viz.say.exercise_texts import right_answer, shortfall
from viz.say.plain import plain

say = texts("exercises")

STYLE = Path(__file__).parent / "worksheet.css"


def sheet(of: ExerciseSet, keys: Sequence[Key], base: str) -> str:
    """The worksheet as one HTML file; `base` is the address of the app."""
    asked = "".join(_question(one, at, base) for at, one in enumerate(of.exercises, 1))
    answers = "".join(
        f"<li>{escape(_answer(one, key))}</li>"
        for one, key in zip(of.exercises, keys, strict=True)
    )
    link = link_to(base, "exercises", {"set": of.name})
    return printed(
        of.title,
        STYLE,
        f"<header><h1>{escape(of.title)}</h1>{_code(link)}"
        f"<p>{escape(of.about)}</p><p>{say('worksheet.name')}: <span></span></p>"
        "</header>"
        f"<main>{asked}</main>"
        f"<section class=key><h2>{say('worksheet.key')}</h2><ol>{answers}</ol>"
        f"<p>{say('worksheet.key_note')} {escape(of.licence)}</p></section>",
    )


def _question(one: Exercise, at: int, base: str) -> str:
    link = link_to(base, one.page, one.opened) if one.page else ""
    boxes = "".join(
        f"<li><i></i>{escape(plain(choice.say))}</li>" for choice in one.predict.choices
    )
    space = f"<ul>{boxes}</ul>" if boxes else "<div class=space></div>"
    return (
        f"<section><h2>{at}</h2>{_code(link) if link else ''}"
        f"<p>{escape(plain(one.ask))}</p>{space}</section>"
    )


def _answer(one: Exercise, key: Key) -> str:
    if not key.counts:
        short = "; ".join(map(shortfall, key.broken)) or key.problem
        return say("worksheet.not_counted", shortfall=short)
    return plain(right_answer(one, key)) or "–"


def _code(link: str) -> str:
    """The QR code of a link, which is also a link; nothing where it is too long."""
    label = say("worksheet.open")
    drawn = code(link, label)
    return f'<a href="{escape(link)}">{drawn}{label}</a>' if drawn else ""
