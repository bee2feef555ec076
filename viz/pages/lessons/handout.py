"""A plan on paper: its lines with a QR code each, for those who sit in the class."""

from html import escape
from pathlib import Path
from urllib.parse import urlencode

from viz.components.link import qr
from viz.content.plans import Plan, Stop
from viz.content.texts import language, texts

say = texts("lessons")

STYLE = Path(__file__).parent / "handout.css"


def handout(plan: Plan, base: str) -> str:
    """One HTML file that prints well; `base` is the address of the app."""
    stops = "".join(_stop(stop, base) for stop in plan.stops)
    symbols = "".join(
        f"<tr><td>{escape(one.theirs)}<td>{escape(one.ours)}<td>{escape(one.means)}"
        for one in plan.symbols
    )
    heads = "".join(f"<th>{escape(name)}" for name in say.row("plan.columns"))
    table = f"<h2>{say('plan.symbols')}</h2><table><tr>{heads}{symbols}</table>"
    link = f"{base}/lessons?{urlencode({'course': plan.name})}"
    return (
        f'<!doctype html><html lang="{language()}"><meta charset="utf-8">'
        f"<title>{escape(plan.title)}</title>"
        f"<style>{STYLE.read_text('utf-8')}</style>"
        f"<h1>{escape(plan.title)}</h1><p>{escape(plan.line)}</p>"
        f"<main>{stops}</main>{table if symbols else ''}"
        f"<footer>{escape(say('handout.made', link=link))}</footer></html>"
    )


def _stop(stop: Stop, base: str) -> str:
    link = f"{base}/{stop.path}?{urlencode(stop.opened)}".rstrip("?")
    asked = f"<p class=ask>{escape(stop.ask)}</p>" if stop.ask else ""
    return (
        f"<section>{_code(link)}<h2>{escape(stop.when)}</h2>"
        f"<p>{escape(stop.line)}</p>{asked}<div></div></section>"
    )


def _code(link: str) -> str:
    """The QR code of a link, which is also a link; the link where it is too long."""
    code, label = qr(link), escape(say("handout.open"))
    picture = label
    if code is not None:
        box = f"-2 -2 {code['size'] + 4} {code['size'] + 4}"
        picture = (
            f'<svg viewBox="{box}" role="img" aria-label="{label}">'
            f'<path d="{code["path"]}"/></svg>'
        )
    return f'<a href="{escape(link)}">{picture}</a>'
