"""What a card says of the sentences that were kept apart from training."""

from collections.abc import Mapping
from typing import Any

from core.training.card_tables import SENTENCES, say, table
from core.training.judged import GRADES


def held_out(info: Mapping[str, Any]) -> str:
    """Items, grades and nearest lines, as far as they were measured."""
    found = info.get("held_out", {})
    parts = [
        *(_counted("items", found["items"]) if "items" in found else ()),
        *_first_words(found, info.get("doubt")),
        *(_grades(found["grades"]) if found.get("grades", {}).get("graded") else ()),
        *(_nearest(found["nearest"]) if "nearest" in found else ()),
    ]
    return "\n\n".join(parts) or SENTENCES["not_measured"]


def _counted(name: str, found: Mapping[str, Any]) -> list[str]:
    rows = [
        (kind, f"{of['of']}", f"{of['right'] / of['of']:.0%}")
        for kind, of in [*found["kinds"].items(), (say("held_out.all"), found)]
    ]
    return [say(f"held_out.{name}"), table(rows, "items")]


def _first_words(
    found: Mapping[str, Any], doubt: Mapping[str, int] | None
) -> list[str]:
    if "first-words" not in found:
        return []
    told = _counted("first_words", found["first-words"])
    return [*told, say("held_out.doubt", **doubt)] if doubt else told


def _grades(found: Mapping[str, Any]) -> list[str]:
    rows = _readers("held_out.reader", found)
    if earlier := found.get("earlier"):
        rows += _readers("held_out.earlier", earlier)
    told = {"n": found["graded"], "equal": found["equal"], "kappa": found["kappa"]}
    return [
        say("held_out.grades", **told),
        table(rows, ["", *GRADES]),
        say("held_out.worst"),
        table(found["worst"], "worst"),
    ]


def _readers(name: str, found: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """How often each reader gave each grade, a row a reader."""
    n = found["graded"]
    return [
        (say(name, n=at), *(f"{one[grade] / n:.0%}" for grade in GRADES))
        for at, one in enumerate(found["readers"], start=1)
    ]


def _nearest(found: Mapping[str, Any]) -> list[str]:
    told = {"n": found["sentences"], "running": found["running"]}
    return [say("held_out.nearest", **told), table(found["golden"], "nearest")]


def before_lexicon(info: Mapping[str, Any]) -> list[str]:
    """Where the founding sentence's words attended before a lexicon and after it."""
    found = info.get("before_lexicon")
    if not found:
        return []
    rows = [
        (row["word"], *(f"{key} ({weight:.2f})" for key, weight in both))
        for row in found["rows"]
        for both in [(row["before"], row["after"])]
    ]
    told = say("before_lexicon.rows", update=found["update"])
    return [told, table(rows, "before_lexicon")]
