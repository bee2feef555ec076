"""What was measured on a model, as the paragraphs and tables of its card."""

import math
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from core.networks.names import MapChoice
from core.shelf.languages import USUAL, languages_of, name_of
from core.training.alignments import same_map
from core.training.evaluation import BINS

SENTENCES: dict[str, Any] = tomllib.loads(
    Path(__file__).with_name("card.toml").read_text(encoding="utf-8")
)
AIMS = {
    "transformer-en-fr": {"tatoeba/valid": 49, "hansards/valid": 27, "error": 0.22},
    "bahdanau-en-fr": {"tatoeba/valid": 43, "hansards/valid": 22, "error": 0.38},
}
ERRORS_ON = "wpt03_trial"
NEXT_PIECE, WRITES = "next_piece", "writer"
PARTS = ("alone", "behind")


def say(name: str, **slots: Any) -> str:
    """A sentence of card.toml, "quality.how", with its slots filled."""
    part, _, key = name.partition(".")
    return SENTENCES[part][key].format(**slots)


def quality(info: Mapping[str, Any]) -> str:
    """BLEU and chrF of every file, and by length, with sacrebleu's signature."""
    files = info.get("quality")
    if not files:
        return SENTENCES["not_measured"]
    rows = [
        (file, f"{q['sentences']:,}", f"{q['bleu']:.1f}", f"{q['chrf']:.1f}")
        for file, q in files.items()
    ]
    lengths = [
        (
            file,
            f"{part['from']}–{part['to']}",
            f"{part['sentences']:,}",
            f"{part['bleu']:.1f}{_band(part)}",
        )
        for file, q in files.items()
        for part in (*q["by_length"], *q.get("joined", ()))
    ]
    signatures = dict.fromkeys(q["signature"] for q in files.values())
    return "\n\n".join(
        [
            *next_piece(info),
            say("quality.how", **spoken(info)),
            table(rows, "quality"),
            table(lengths, "lengths", spoken(info)),
            _sampled(files),
            say("quality.measured_with"),
            "```\n" + "\n".join(signatures) + "\n```",
        ]
    )


def next_piece(info: Mapping[str, Any]) -> list[str]:
    """The loss on a held-out piece, beside what counting knows."""
    found = info.get(NEXT_PIECE)
    if not found:
        return []
    told = {
        **spoken(info),
        **found["pieces"],
        "lines": found["lines"],
        "read_lines": found["read"]["lines"],
        "read_pieces": found["read"]["pieces"],
    }
    rows = [
        (
            say(f"next_piece.{who}"),
            *(f"{loss[part]:.2f} ({math.exp(loss[part]):,.0f})" for part in PARTS),
        )
        for who, loss in found["loss"].items()
    ]
    return [say("next_piece.how", **told), table(rows, "next_piece", spoken(info))]


def _band(part: Mapping[str, Any]) -> str:
    return f" ({part['low']:.1f}–{part['high']:.1f})" if "low" in part else ""


def _sampled(files: Mapping[str, Mapping[str, Any]]) -> str:
    """What of each file was scored, and what was left out."""
    said = [say("quality.band")]
    for file, q in files.items():
        if q.get("limit"):
            each = max(1, q["limit"] // len(BINS))
            said.append(say("quality.drawn", **{**q, "file": file, "each": each}))
        for what in ("left_out", "longer"):
            if q.get(what):
                said.append(say(f"quality.{what}", file=file, n=q[what]))
        if q.get("joined"):
            said.append(say("quality.joined", file=file))
    return " ".join(said)


def hard(info: Mapping[str, Any]) -> str:
    """What came of sentences that small models get wrong."""
    asked = info.get("hard")
    if not asked:
        return SENTENCES["not_measured"]
    keys = ("what", "source", "good", "translation")
    rows = [[found[key] for key in keys] for found in asked]
    return table(rows, "hard", spoken(info))


def aims(name: str, info: Mapping[str, Any]) -> str:
    """Aims beside what was reached; by how much the others are missed."""
    rows = []
    for what, aim in AIMS.get(name, {}).items():
        if what == "error":
            found = _error(info)
            if found is not None:
                verdict = _verdict((found - aim) * 100)
                error = say("aims.error", file=ERRORS_ON)
                rows.append((error, f"≤ {_percent(aim)}", _percent(found), verdict))
        elif what in info.get("quality", {}):
            found = info["quality"][what]["bleu"]
            verdict, bleu = _verdict(aim - found), say("aims.bleu", file=what)
            rows.append((bleu, f"≥ {aim}", f"{found:.1f}", verdict))
    return table(rows, "aims") if rows else say("aims.none")


def _verdict(missed: float) -> str:
    return say("aims.missed", by=missed) if missed > 0 else say("aims.reached")


def _error(info: Mapping[str, Any]) -> float | None:
    """The error rate of the recorded map on the sentences that the aim is about."""
    maps = info.get("alignment", {}).get(ERRORS_ON, {}).get("maps", ())
    best = info.get("best_alignment")
    found = (m["error_rate"] for m in maps if best and same_map(m, best))
    return next(found, None)


def trials(tried: Sequence[Mapping[str, str]]) -> str:
    """What was tried, the discarded too."""
    if not tried:
        return say("trials.none")
    return table([list(row.values()) for row in tried], list(tried[0]))


def alignment(info: Mapping[str, Any]) -> str:
    """The best map of every file and reading, the recorded one, and other roles."""
    measured = info.get("alignment")
    if not measured:
        told = "roles" in info
        first = say("alignment.not_drawn") if told else SENTENCES["not_measured"]
        return "\n\n".join([first, *_roles(info)])
    rows = [
        (
            file,
            f"{found['sentences']:,}",
            _map(best),
            _percent(best["error_rate"]),
        )
        for file, found in measured.items()
        for best in _best_of_each_reading(found["maps"])
    ]
    diagonals = "; ".join(
        f"{file} {_percent(found['diagonal']['error_rate'])}"
        for file, found in measured.items()
    )
    return "\n\n".join(
        [
            say("alignment.how", **spoken(info)),
            *([say("alignment.line", **spoken(info))] if _writes(info) else ()),
            *_recorded(info),
            table(rows, "alignment"),
            say("alignment.diagonal", rates=diagonals),
            *_roles(info),
        ]
    )


def _best_of_each_reading(
    maps: Sequence[Mapping[str, Any]],
) -> list[Mapping[str, Any]]:
    """The first map of either reading; they are sorted by their error rate."""
    readings = dict.fromkeys(found["reading"] for found in maps)
    return [next(m for m in maps if m["reading"] == each) for each in readings]


def _recorded(info: Mapping[str, Any]) -> list[str]:
    best = info.get("best_alignment", {})
    if "error_rate" not in best:
        return []
    rates = {rate: best[rate] * 100 for rate in ("error_rate", "precision", "recall")}
    files = " and ".join(best["chosen_on"])
    told = {**best, **rates, "map": _map(best), "files": files}
    return [say(f"alignment.recorded{'_writer' if _writes(info) else ''}", **told)]


def _writes(info: Mapping[str, Any]) -> bool:
    """Whether it is a model that only writes."""
    return info.get("kind") == WRITES


def _roles(info: Mapping[str, Any]) -> list[str]:
    """The heads of self-attention that look most at one place."""
    rows = [
        (
            f"`{found['map']}`, head {found['head']}",
            place,
            _percent(found["share"]),
            _percent(found["shuffled"]),
        )
        for place, found in info.get("roles", {}).items()
        if "shuffled" in found
    ]
    if not rows:
        return []
    return [say("alignment.roles"), table(rows, "roles")]


def _map(found: Mapping[str, Any]) -> str:
    """ "decoder.2.cross_attention, mean of the heads, word predicted", from 0."""
    chosen = MapChoice.of(found)
    which = "mean of the heads" if chosen.head is None else f"head {chosen.head}"
    parts = [f"`{chosen.name}`", *([] if chosen.name.alone else [which])]
    return ", ".join([*parts, f"word {chosen.reading}"])


def _percent(share: float) -> str:
    return f"{share * 100:.1f}%"


def spoken(info: Mapping[str, Any]) -> dict[str, str]:
    """The languages of a model, by their names: source and target."""
    source, target = languages_of(info.get("languages", USUAL))
    return {"source": name_of(source), "target": name_of(target)}


def table(
    rows: Iterable[Sequence[str]],
    columns: str | Sequence[str],
    slots: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """A Markdown table; its columns are headed as in card.toml, or as given."""
    header = columns
    if isinstance(columns, str):
        header = [head.format(**slots) for head in SENTENCES["columns"][columns]]
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
