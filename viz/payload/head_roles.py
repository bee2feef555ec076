"""What kind of looker each head is, over the sentences it was measured on."""

from collections.abc import Mapping
from typing import Any

from core.networks.names import AttentionName
from viz.content.texts import texts
from viz.say.numbers import written

say = texts("head_roles")


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
        found["threshold"] = say(
            "role.threshold",
            share=written(recorded["share_at_least"]),
            rate=written(recorded["error_rate_at_most"]),
        )
    return found


def role_said(name: str, role: Mapping[str, Any]) -> str:
    """A role with the figure it was given for; `mixed` where a head fits none.

    A role that the head keeps when the words change places at random is positional: it
    goes by the place and not by the word.
    """
    kind = role["role"]
    if kind == "mixed":
        return say("role.mixed")
    if kind == "aligns":
        return say("role.aligns", rate=written(role["error_rate"]))
    stack = "cross" if AttentionName.parse(name).across else "self"
    said = say(f"{stack}_attention.{kind}", share=written(role["share"]))
    if not role["positional"]:
        return said
    return say("role.positional", role=said, share=written(role["shuffled"]))
