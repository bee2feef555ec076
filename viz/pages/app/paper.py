"""Something to print: one HTML file with a style of its own and QR codes in it."""

from collections.abc import Mapping
from html import escape
from pathlib import Path
from urllib.parse import urlencode

from viz.components.link import qr
from viz.content.texts import language


def printed(title: str, style: Path, body: str) -> str:
    """The file; `body` is HTML."""
    return (
        f'<!doctype html><html lang="{language()}"><meta charset="utf-8">'
        f"<title>{escape(title)}</title><style>{style.read_text('utf-8')}</style>"
        f"{body}</html>"
    )


def link_to(base: str, page: str, state: Mapping[str, str]) -> str:
    """The link of a state, in this language; `base` is the address of the app."""
    return f"{base}/{page}?{urlencode({'lang': language(), **state})}"


def code(link: str, label: str) -> str:
    """The QR code of a link as HTML; empty where the link is too long for one."""
    drawn = qr(link)
    if drawn is None:
        return ""
    box = f"-2 -2 {drawn['size'] + 4} {drawn['size'] + 4}"
    return (
        f'<svg viewBox="{box}" role="img" aria-label="{escape(label)}">'
        f'<path d="{drawn["path"]}"/></svg>'
    )
