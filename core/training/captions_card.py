"""The card of a captioner: what it is, and how good it is."""

from collections.abc import Mapping
from typing import Any

from core.worlds.questions import ASKED, EXAMPLES

WHAT = {
    "captioner": "Writes captions of small street pictures, and answers questions "
    "about them: three convolutions, a grid of 6 × 6 cells, and a gated writer with "
    "additive attention over all cells at each word (Xu et al. 2015, soft attention, "
    "without the term of section 4.2.1 that spreads attention over all cells).",
    "captioner_hard": "Writes captions of small street pictures, and answers questions "
    "about them, looking at one cell at each word: three convolutions, a grid of 6 × 6 "
    "cells, and a gated writer whose cell is drawn by additive attention (Xu et al. "
    "2015, section 4.1, hard attention: REINFORCE with a running baseline, where words "
    "soon after a draw count most, a term of entropy, and half of the lines looked at "
    "softly).",
    "captioner_mean": "Writes captions of small street pictures, and answers questions "
    "about them, without attention: three convolutions, a grid of 6 × 6 cells, and a "
    "gated writer that gets the mean of all cells at each word.",
}
EXAMPLE: dict[str, str] = dict(zip(ASKED, EXAMPLES, strict=True))
"""Of each kind of question one."""

GRADIENT = (
    "From batch to batch the gradient that moves the attention varies {times} times as "
    "much when cells are drawn as when they are weighed, with the same weights and the "
    "same pictures."
)


def card(info: Mapping[str, Any]) -> tuple[str, str]:
    """What the model is, and its figures as Markdown."""
    measured = info["measured"]
    told, answered = measured["captions"], measured["answers"]
    rows = [
        f"On {measured['streets']:,} streets that it never learned from:",
        "",
        f"- exact captions (a street has one): {_share(told['exact'])}",
        f"- captions in which nothing is wrong: {_share(told['true'])}",
        f"- right things among those told or there: {_share(told['right_things'])}",
        "",
        "| word | weight on what it names | equal weights | its box of the picture |",
        "|---|---|---|---|",
        *(f"| its {word} | {_row(on)} |" for word, on in told["on"].items()),
        "",
        "A cell counts whole where the box of the thing touches it, for the model and "
        "for equal weights alike. Only words that name a thing of the street count.",
        "",
        "| question | asked | right | always the commonest answer | weight on what is "
        "asked for | equal weights |",
        "|---|---|---|---|---|---|",
        *(_answered(asked, one) for asked, one in answered.items()),
    ]
    if spread := measured.get("gradient_variance"):
        times = spread["hard"] / spread["soft"]
        rows += ["", GRADIENT.format(times=f"{times:.1f}")]
    return WHAT[info["kind"]], "\n".join(rows)


def _row(on: Mapping[str, float]) -> str:
    return " | ".join(_share(on[name]) for name in ("share", "uniform", "area"))


def _answered(asked: str, one: Mapping[str, Any]) -> str:
    on = one.get("on")
    looked = f"{_share(on['share'])} | {_share(on['uniform'])}" if on else "– | –"
    right, common = _share(one["right"]), _share(one["commonest"])
    return (
        f"| {EXAMPLE[asked]} | {one['questions']:,} | {right} | {common} | {looked} |"
    )


def _share(share: float) -> str:
    return f"{100 * share:.1f}%"
