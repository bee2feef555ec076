"""The card of a network that sums stories up: what it is, and how good it is."""

from collections.abc import Mapping
from typing import Any

WHAT = {
    "pointer": "Sums up what happened to one thing of a short story in one to three of "
    "its lines: a pointer network (Vinyals et al. 2015). Gated units read the lines in "
    "both directions, each together with the thing; then additive attention points at "
    "one line after another, in their order, and at ‹end›.",
    "pointer_alone": "Sums up what happened to one thing of a short story in its own "
    "lines, without attention: after the same reading in both directions each line is "
    "judged by itself, yes or no (after Nallapati et al. 2017).",
}
MEASURED = (
    "On {stories} stories of {first} to {last} lines ({of} in the mean, of which "
    "{telling} tell it), none of which was learned from. A thing is found where the "
    "chosen lines alone say the same place as the whole story."
)
ON = (
    "In the steps that choose a line, {on} of the attention is on the lines that tell "
    "it; equal weights over all that may be chosen would put {equal} there."
)
CALLED = {
    "named": "every line that names the thing",
    "last_named": "the last line that names it",
    "recent": "the last three lines",
}


def card(info: Mapping[str, Any]) -> tuple[str, str]:
    """What the network is, and its figures beside what needs no network."""
    found = info["measured"]
    first, last = found["lines"]
    rows = [
        MEASURED.format(
            stories=f"{found['stories']:,}",
            first=first,
            last=last,
            of=found["of"],
            telling=found["telling"],
        ),
        "",
        "| chosen by | same lines | lines found | lines right | thing found |",
        "|---|---|---|---|---|",
        *(_row(name, one) for name, one in (("it", found), *_plain(found))),
        "",
        "| lines of the story | same lines |",
        "|---|---|",
        *(f"| {name} | {_percent(one)} |" for name, one in found["by_lines"].items()),
    ]
    if "on" in found:
        on, equal = _percent(found["on"]), _percent(found["on_uniform"])
        rows += ["", ON.format(on=on, equal=equal)]
    return WHAT[info["kind"]], "\n".join(rows)


def _plain(found: Mapping[str, Any]) -> list[tuple[str, Mapping[str, float]]]:
    return [(called, found[name]) for name, called in CALLED.items()]


def _row(name: str, one: Mapping[str, float]) -> str:
    shares = (one[what] for what in ("exact", "found", "right", "kept"))
    return f"| {name} | {' | '.join(map(_percent, shares))} |"


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"
