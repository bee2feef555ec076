"""A plan on paper: its lines with a QR code each, for those who sit in the class."""

from html import escape
from pathlib import Path

from viz.content.plans import Plan, Stop
from viz.content.texts import texts
from viz.pages.app.paper import code, link_to, printed

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
    made = say("handout.made", link=link_to(base, "lessons", {"course": plan.name}))
    return printed(
        plan.title,
        STYLE,
        f"<h1>{escape(plan.title)}</h1><p>{escape(plan.line)}</p>"
        f"<main>{stops}</main>{table if symbols else ''}"
        f"<footer>{escape(made)}</footer>",
    )


def _stop(stop: Stop, base: str) -> str:
    link, label = link_to(base, stop.path, stop.opened), say("handout.open")
    asked = f"<p class=ask>{escape(stop.ask)}</p>" if stop.ask else ""
    return (
        f'<section><a href="{escape(link)}">{code(link, label) or escape(label)}</a>'
        f"<h2>{escape(stop.when)}</h2>"
        f"<p>{escape(stop.line)}</p>{asked}<div></div></section>"
    )
