"""What was measured on a model, as the paragraphs and tables of its card."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from core.networks.names import MapChoice
from core.training.alignments import same_map

NOT_MEASURED = "Not measured yet."
AIMS = {
    "transformer-en-fr": {"tatoeba/valid": 42, "hansards/valid": 22, "error": 0.30},
    "bahdanau-en-fr": {"tatoeba/valid": 38, "hansards/valid": 18, "error": 0.35},
}
ERRORS_ON = "wpt03_trial"


def quality(info: Mapping[str, Any]) -> str:
    """BLEU and chrF of every file, and by length, with sacrebleu's signature."""
    files = info.get("quality")
    if not files:
        return NOT_MEASURED
    rows = [
        ("test sentences", "number", "BLEU", "chrF"),
        *(
            (file, f"{q['sentences']:,}", f"{q['bleu']:.1f}", f"{q['chrf']:.1f}")
            for file, q in files.items()
        ),
    ]
    lengths = [
        ("test sentences", "words in the English", "number", "BLEU (95 %)"),
        *(
            (
                file,
                f"{part['from']}–{part['to']}",
                f"{part['sentences']:,}",
                f"{part['bleu']:.1f}{_band(part)}",
            )
            for file, q in files.items()
            for part in q["by_length"]
        ),
    ]
    signatures = dict.fromkeys(q["signature"] for q in files.values())
    return "\n\n".join(
        [
            "Decoding is greedy; every French version that shares the English sentence "
            "is a reference. Sentences of the validation file also chose the weights, "
            "which flatters their figures a little; so do test sentences that differ "
            "from one in the training data by a word or two.",
            table(rows[1:], rows[0]),
            table(lengths[1:], lengths[0]),
            _sampled(files),
            "Measured with sacrebleu:",
            "```\n" + "\n".join(signatures) + "\n```",
        ]
    )


def _band(part: Mapping[str, Any]) -> str:
    return f" ({part['low']:.1f}–{part['high']:.1f})" if "low" in part else ""


def _sampled(files: Mapping[str, Mapping[str, Any]]) -> str:
    """What of each file was scored, and what was left out."""
    said = ["The band holds 95 % of 1,000 resamples of the sentences (seed 1)."]
    for file, q in files.items():
        if q.get("limit"):
            said.append(
                f"Of the {q['of']:,} sentences of {file}, {q['sentences']:,} were "
                f"drawn for the score and at most {max(1, q['limit'] // 6):,} for each "
                "length, the same ones for every model."
            )
        if q.get("left_out"):
            said.append(f"{file}: {q['left_out']:,} are too long for the input.")
        if q.get("longer"):
            said.append(f"{file}: {q['longer']:,} have more than 30 words, no bin.")
    return " ".join(said)


def hard(info: Mapping[str, Any]) -> str:
    """What came of sentences that small models get wrong."""
    asked = info.get("hard")
    if not asked:
        return NOT_MEASURED
    header = ("what is hard", "English", "one good French", "what came")
    keys = ("what", "source", "good", "translation")
    return table([[found[key] for key in keys] for found in asked], header)


def aims(name: str, info: Mapping[str, Any]) -> str:
    """Aims beside what was reached; by how much the others are missed."""
    rows = []
    for what, aim in AIMS.get(name, {}).items():
        if what == "error":
            found = _error(info)
            if found is not None:
                missed = found - aim
                verdict = f"missed by {missed * 100:.1f}" if missed > 0 else "reached"
                error = f"{ERRORS_ON}, alignment error rate"
                row = (error, f"≤ {_percent(aim)}", _percent(found), verdict)
                rows.append(row)
        elif what in info.get("quality", {}):
            found = info["quality"][what]["bleu"]
            missed = aim - found
            verdict = f"missed by {missed:.1f}" if missed > 0 else "reached"
            rows.append((f"{what}, BLEU", f"≥ {aim}", f"{found:.1f}", verdict))
    if not rows:
        return "Nothing was aimed at: this model is there to be compared with."
    return table(rows, ("what", "aim", "measured", "verdict"))


def _error(info: Mapping[str, Any]) -> float | None:
    """The error rate of the recorded map on the sentences that the aim is about."""
    maps = info.get("alignment", {}).get(ERRORS_ON, {}).get("maps", ())
    best = info.get("best_alignment")
    found = (m["error_rate"] for m in maps if best and same_map(m, best))
    return next(found, None)


def trials(tried: Sequence[Mapping[str, str]]) -> str:
    """What was tried, the discarded too."""
    if not tried:
        return "No other way was tried."
    return table([list(row.values()) for row in tried], list(tried[0]))


def alignment(info: Mapping[str, Any]) -> str:
    """The best map of every file and reading, the recorded one, and other roles."""
    measured = info.get("alignment")
    if not measured:
        return NOT_MEASURED
    header = ("sentences with hand-drawn links", "number", "best map", "error rate")
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
            "Each target word is linked to the source word that it looks at most, and "
            "the links are held against those that people drew (alignment error rate "
            "of Och and Ney 2003; 0 % is perfect). A row is taken at the step that "
            "predicts its word or at the next one, which reads it.",
            *_recorded(info),
            table(rows, header),
            "The diagonal, which links words by their place alone and knows no "
            f"language, has an error rate of: {diagonals}.",
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
    return [
        f"The app opens on {_map(best)}. It has the lowest error "
        f"rate, {_percent(best['error_rate'])} "
        f"(precision {_percent(best['precision'])}, "
        f"recall {_percent(best['recall'])}), over the links of "
        f"{' and '.join(best['chosen_on'])} pooled, {best['sentences']:,} sentences; "
        f"{best['left_out']:,} that do not fit the input were left out. It was chosen "
        "on these same sentences."
    ]


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
    return [
        "Other roles of heads: the share of the weight that goes to one place (the "
        "piece before, the same, the next, the first, ‹end›), for the head with the "
        "largest such share of at least one half; and the share that stays when the "
        "words change places. Every head's figures are in `heads.json`.",
        table(rows, ("head", "looks at", "share", "words shuffled")),
    ]


def _map(found: Mapping[str, Any]) -> str:
    """ "decoder.2.cross_attention, mean of the heads, word predicted", from 0."""
    chosen = MapChoice.of(found)
    which = "mean of the heads" if chosen.head is None else f"head {chosen.head}"
    parts = [f"`{chosen.name}`", *([] if chosen.name.alone else [which])]
    return ", ".join([*parts, f"word {chosen.reading}"])


def _percent(share: float) -> str:
    return f"{share * 100:.1f} %"


def table(rows: Iterable[Sequence[str]], header: Sequence[str]) -> str:
    """A Markdown table."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
