"""What the cards of the listeners say."""

from collections.abc import Mapping
from typing import Any

NETWORK = (
    "log-mel frames, a pyramid of bidirectional gated readers that halves time twice, "
    "and a gated writer that attends to its top, a letter at a time (Chan et al. "
    "2016). It learned from a speech synthesiser alone: what a person says it often "
    "misspells."
)
ONE = (
    "Spells short English words and the numbers below a hundred from their sound: "
    f"{NETWORK}"
)
TWO = (
    "Of two words that are spoken at once it spells the one whose first letter is "
    f"given: {NETWORK}"
)


def told(found: Mapping[str, Any]) -> tuple[str, str]:
    """What a listener is, and how good it is."""
    return (TWO, _two(found)) if "pairs" in found else (ONE, _one(found))


def _one(found: Mapping[str, Any]) -> str:
    """The figures of one voice, each beside what it is to be held against."""
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


def _two(found: Mapping[str, Any]) -> str:
    return (
        f"Of {found['pairs']} pairs of voices at once, none of which was learned from, "
        f"{_share(found['exact'])} of the words are right; of the same clips alone "
        f"{_share(found['alone'])}. {_share(found['share'])} of the attention falls on "
        "moments in which the voice that is meant is louder; equal weights would put "
        f"{_share(found['uniform'])} there."
    )


def _share(share: float) -> str:
    return f"{100 * share:.1f}%"
