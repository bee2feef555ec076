"""What kind of looker each head is, over the sentences it was measured on."""

from collections.abc import Mapping
from typing import Any

SELF = {
    "previous": "previous piece",
    "same": "itself",
    "next": "next piece",
    "first": "first piece",
    "end": "‹end›",
}
THRESHOLD = (
    "A role needs a share of {share_at_least:.2f}; to align, an error rate of at most "
    "{error_rate_at_most:.2f}."
)
ACROSS = {"previous": "one place before", "same": "same place", "next": "one after"}


def head_figures(recorded: Mapping[str, Any]) -> dict[str, Any]:
    """For every attention its heads, uniform attention, and the roles in words.

    Then from where on a share is a role, where that was recorded.

    `recorded` is what the model folder keeps
    (`core.analysis.head_statistics.recorded`).
    """
    roles = recorded.get("roles", {})
    maps = {
        name: {
            "heads": list(found.heads),
            "even": found.uniform,
            "roles": [role_said(name, role) for role in roles.get(name, ())],
        }
        for name, found in recorded.get("maps", {}).items()
    }
    found: dict[str, Any] = {"sentences": recorded.get("sentences", 0), "maps": maps}
    if "share_at_least" in recorded:
        found["threshold"] = THRESHOLD.format(**recorded)
    return found


def role_said(name: str, role: Mapping[str, Any]) -> str:
    """A role with the figure it was given for; `mixed` where a head fits none.

    A role that the head keeps when the words change places at random is positional: it
    goes by the place and not by the word.
    """
    kind = role["role"]
    if kind == "mixed":
        return "mixed: fits no role"
    if kind == "aligns":
        return f"aligns, error rate {role['error_rate']:.2f}"
    across = ACROSS if name.endswith("cross_attention") else {}
    said = f"{across.get(kind, SELF[kind])} {role['share']:.2f}"
    if not role["positional"]:
        return said
    return f"{said}, positional (words shuffled: {role['shuffled']:.2f})"
