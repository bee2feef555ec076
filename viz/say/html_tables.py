"""Tables as HTML that a screen reader can read: every text in them stays text."""

from collections.abc import Iterable, Sequence
from html import escape

MARKS = frozenset(r"\`*_{}[]()#+-.!~:$<>|&")  # of Markdown, as Streamlit reads it


def table(rows: Sequence[Sequence[str]], caption: str) -> str:
    """A table whose first row and first column are headers."""
    head, *body = rows
    lines = (
        f"<tr>{_cells('th', row[:1], 'row')}{_cells('td', row[1:])}</tr>"
        for row in body
    )
    return boxed("rows", caption, f"<tr>{_cells('th', head, 'col')}</tr>", lines)


def boxed(
    kind: str,
    caption: str,
    head: str,
    body: Iterable[str],
    *,
    columns: str = "",
    data: str = "",
) -> str:
    """A table of lines that are HTML, in a box of a kind; scripts read its `data`.

    It scrolls inside the box, which the keyboard reaches, where it is wider than the
    page.
    """
    told = escape(caption)
    return (
        f'<div class="{kind}" role="region" tabindex="0" aria-label="{told}"{data}>'
        f"<table><caption>{told}</caption>{columns}<thead>{head}</thead>"
        f"<tbody>{''.join(body)}</tbody></table></div>"
    )


def verbatim(text: str) -> str:
    """Text in its own lines, as a machine wrote it.

    `st.code` would bring half a megabyte along to colour it.
    """
    return f'<pre class="verbatim">{escape(text)}</pre>'


def label(text: str) -> str:
    """Text for a label, which Streamlit reads as Markdown: marks stay marks."""
    return "".join(f"\\{c}" if c in MARKS else c for c in text)


def _cells(tag: str, texts: Sequence[str], scope: str = "") -> str:
    attribute = f' scope="{scope}"' if scope else ""
    return "".join(f"<{tag}{attribute}>{escape(text)}</{tag}>" for text in texts)
