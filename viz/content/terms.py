"""The terms of the subject, and their first use in a text.

`texts/terms.toml` says of each what it is called, the words by which a text uses it,
and two lines on it. A use is written as a Markdown link to `#term-<name>` with the two
lines as its title, which the page shows as a card.
"""

import functools
import re
from collections.abc import Collection
from dataclasses import dataclass

from viz.content.texts import Texts, language

ROLES = {"query": "orange", "key": "blue", "value": "green"}
# What stands as it is: headings, formulas, code, links, places, and coloured words.
KEPT = re.compile(
    r"^(?:#|\|)[^\n]*$|\$\$.*?\$\$|\$[^$\n]*\$|`[^`\n]*`|!?\[[^\]]*\]\([^)]*\)"
    r"|\{\{.*?\}\}|:(?P<ink>\w+)\[(?P<coloured>[^\]]*)\]",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Term:
    """A term: its name in links, what it is called, its words, two lines on it."""

    id: str
    name: str
    words: tuple[str, ...]
    says: str

    @property
    def colour(self) -> str:
        """The colour of a query, a key or a value; none for the others."""
        return ROLES.get(self.id, "")


def terms() -> tuple[Term, ...]:
    """Every term in the language of this run."""
    return _terms(language())


@functools.lru_cache(maxsize=8)
def _terms(lang: str) -> tuple[Term, ...]:
    del lang  # what is said follows from it
    say = Texts("terms")
    return tuple(
        Term(
            name.removesuffix(".name"),
            called,
            tuple(word.strip() for word in say(_of(name, "words")).split(",")),
            say(_of(name, "says")),
        )
        for name, called in say.everything().items()
        if name.endswith(".name")
    )


def _of(name: str, what: str) -> str:
    return f"{name.removesuffix('name')}{what}"


def marked(text: str, seen: Collection[str] = ()) -> tuple[str, frozenset[str]]:
    """Markdown with the first use of each term as a link, and the terms seen by now.

    Those in `seen` were used before on the page.
    """
    found = set(seen)
    by_word = {word.lower(): term for term in terms() for word in term.words}
    longest = sorted(by_word, key=len, reverse=True)
    use = re.compile(
        rf"(?<![\w‑-])({'|'.join(map(re.escape, longest))})(?![\w‑-])", re.IGNORECASE
    )

    def link(word: str, shown: str) -> str:
        term = by_word.get(word.lower())
        if term is None or term.id in found:
            return shown
        found.add(term.id)
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
