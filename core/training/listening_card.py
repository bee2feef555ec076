"""What the card of a listener says."""

from collections.abc import Mapping
from typing import Any

WHAT = (
    "Spells short English words and the numbers below a hundred from their sound: "
    "log-mel frames, a pyramid of bidirectional gated readers that halves time twice, "
    "and a gated writer that attends to its top, a letter at a time (Chan et al. "
    "2016). It learned from a speech synthesiser alone: what a person says it often "
    "misspells."
)


def table(found: Mapping[str, Any]) -> str:
    """The figures, each beside what it is to be held against."""
    new = found["unheard"]
    rows = [
        (f"{found['clips']:,} clips", found),
        ("the same in noise, 20 dB below the loudest", found["noisy"]),
        (f"words that were never learned ({new['clips']} clips)", new),
        ("without a network: the most alike learned clip", found["nearest"]),
    ]
    lines = [
        "Words in voices that were never learned from:",
        "",
        "| | letters wrong | words right |",
        "|---|---|---|",
        *(
            f"| {name} | {_share(one['letter_errors'])} | {_share(one['exact'])} |"
            for name, one in rows
        ),
        "",
        f"Attention does not go back in {_share(found['forward'])} of all steps.",
    ]
    return "\n".join(lines)


def _share(share: float) -> str:
    return f"{100 * share:.1f}%"
