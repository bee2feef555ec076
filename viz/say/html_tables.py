"""Tables as HTML that a screen reader can read: every text in them stays text."""

from collections.abc import Iterable, Sequence
from html import escape

MARKS = frozenset(r"\`*_{}[]()#+-.!~:$<>|&")  # of Markdown, as Streamlit reads it


def table(rows: Sequence[Sequence[str]], caption: str) -> str:
    """A table whose first row and first column are headers.

    Columns of words stand at the left and may wrap; numbers at the right, on one line.
    """
    head, *body = rows
    words = [_of_words([row[i] for row in body]) for i in range(1, len(head))]
    lines = (
        f"<tr>{_cell('th', row[0], scope='row')}{_cells('td', row[1:], words)}</tr>"
        for row in body
    )
    named = _cell("th", head[0], scope="col") + _cells("th", head[1:], words, "col")
    return boxed("rows", caption, f"<tr>{named}</tr>", lines)


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


def _of_words(cells: Sequence[str]) -> bool:
    """Whether most of what stands in these cells begins with a letter."""
    told = [cell.lstrip("“«\"'( ")[:1] for cell in cells if cell]
    return 2 * sum(first.isalpha() for first in told) > len(told)


def _cells(
    tag: str, texts: Sequence[str], words: Sequence[bool], scope: str = ""
) -> str:
    cells = zip(texts, words, strict=True)
    return "".join(_cell(tag, text, of_words, scope) for text, of_words in cells)


def _cell(tag: str, text: str, of_words: bool = False, scope: str = "") -> str:
    scoped = f' scope="{scope}"' if scope else ""
    mark = ' class="words"' if of_words else ""
    return f"<{tag}{scoped}{mark}>{escape(text)}</{tag}>"
