"""The terms of the subject, and their first use in a text.

`texts/terms.toml` says of each what it is called, the words by which a text uses it,
and two lines on it. A use is written as a Markdown link to `#term-<name>` with the two
lines as its title, which the page shows as a card.
"""

import functools
import re
from collections.abc import Collection
from dataclasses import dataclass
from html import escape

from viz.content.texts import Texts, language

ROLES = {"query": "orange", "key": "blue", "value": "green"}
# What stands as it is: headings, formulas, code, links, places, and coloured words.
KEPT = re.compile(
    r"^(?:#|\|)[^\n]*$|\$\$.*?\$\$|\$[^$\n]*\$|`[^`\n]*`|!?\[[^\]]*\]\([^)]*\)"
    r"|\{\{.*?\}\}|:(?P<ink>\w+)\[(?P<coloured>[^\]]*)\]",
    re.MULTILINE | re.DOTALL,
)


QUOTED = re.compile("“[^”]*”|«[^»]*»")


@dataclass(frozen=True)
class Term:
    """A term: its name in links, what it is called, its words, two lines on it.

    `picture` says what its small picture shows; nothing where there is none.
    """

    id: str
    name: str
    words: tuple[str, ...]
    says: str
    picture: str

    @property
    def colour(self) -> str:
        """The colour of a query, a key or a value; none for the others."""
        return ROLES.get(self.id, "")

    def entry(self) -> dict[str, str]:
        """The term as the list of all terms draws it."""
        role = self.id if self.colour else ""
        drawn = {"role": role, "picture": self.picture}
        return {"id": self.id, "name": self.name, "says": self.says, **drawn}


def terms() -> tuple[Term, ...]:
    """Every term in the language of this run."""
    return _terms(language())


@functools.lru_cache(maxsize=8)
def _terms(lang: str) -> tuple[Term, ...]:
    del lang  # what is said follows from it
    say = Texts("terms")
    said = say.everything()
    return tuple(
        Term(
            name.removesuffix(".name"),
            called,
            tuple(word.strip() for word in say(_of(name, "words")).split(",")),
            say(_of(name, "says")),
            said.get(_of(name, "picture"), ""),
        )
        for name, called in said.items()
        if name.endswith(".name")
    )


def _of(name: str, what: str) -> str:
    return f"{name.removesuffix('name')}{what}"


def marked(text: str, seen: Collection[str] = ()) -> tuple[str, frozenset[str]]:
    """Markdown with the first use of each term as a link, and the terms seen by now.

    Those in `seen` were used before on the page.
    """
    found, use = set(seen), _use()

    def link(word: str, shown: str) -> str:
        term = _first(word, found)
        if term is None:
            return shown
        if term.colour and shown == word:
            shown = f":{term.colour}[{word}]"
        says = term.says.replace('"', "”").replace("\\", "")
        return f'[{shown}](#term-{term.id} "{says}")'

    parts, at = list[str](), 0
    for kept in KEPT.finditer(text):
        parts.append(use.sub(lambda one: link(one[0], one[0]), text[at : kept.start()]))
        coloured = kept["coloured"]
        parts.append(link(coloured, kept[0]) if coloured else kept[0])
        at = kept.end()
    parts.append(use.sub(lambda one: link(one[0], one[0]), text[at:]))
    return "".join(parts), frozenset(found)


def marked_plain(text: str, seen: Collection[str] = ()) -> tuple[str, frozenset[str]]:
    """As `marked`, of plain text, whatever it holds: HTML, in which it stays text.

    What stands in quotation marks is a word of a sentence and no term.
    """
    found = set(seen)

    def link(word: str) -> str:
        term = _first(word, found)
        if term is None:
            return escape(word)
        return (
            f'<a href="#term-{term.id}" title="{escape(term.says)}">{escape(word)}</a>'
        )

    pieces = QUOTED.split(text)
    quoted, use = QUOTED.findall(text), _use()
    parts = list[str]()
    for piece, kept in zip(pieces, [*quoted, ""], strict=True):
        words = use.split(piece)  # every second one is a use
        parts += [link(w) if at % 2 else escape(w) for at, w in enumerate(words)]
        parts.append(escape(kept))
    return "".join(parts), frozenset(found)


def _first(word: str, found: set[str]) -> Term | None:
    """The term that a word uses, where that is not `found` yet; now it is."""
    term = _by_word(language()).get(word.lower())
    if term is None or term.id in found:
        return None
    found.add(term.id)
    return term


@functools.lru_cache(maxsize=8)
def _by_word(lang: str) -> dict[str, Term]:
    return {word.lower(): term for term in _terms(lang) for word in term.words}


def _use() -> re.Pattern[str]:
    """A use of a term; of two that begin alike the longer one."""
    longest = sorted(_by_word(language()), key=len, reverse=True)
    return re.compile(
        rf"(?<![\w‑-])({'|'.join(map(re.escape, longest))})(?![\w‑-])", re.IGNORECASE
    )
