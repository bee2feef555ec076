"""What was measured on the shipped models, as rows: only what their folders hold.

A figure that a folder lacks is an en dash. `infos` maps the name a model has on the
screen to the content of its config.json.
"""

from collections.abc import Mapping
from typing import Any

from viz.say import captions

Infos = Mapping[str, Mapping[str, Any]]
Rows = list[list[str]]
MISSING = "–"
FILES = {
    "tatoeba/valid": "Tatoeba, held out",
    "hansards/valid": "Hansards, held-out sittings",
    "multi30k/val": "Multi30k, captions of pictures",
    "wpt03_trial": "Hansards, linked by hand",
    "alibi": "Stories, linked by hand",
}
READ = {"predicted": "predicted", "read": "read, one step later"}


def called(file: str) -> str:
    """What a test file is called on the screen; its own name if we do not know it."""
    return FILES.get(file, file)


def scores(infos: Infos) -> Rows:
    """BLEU and chrF of every model on every test file, a row each."""
    found = []
    for file in _files(infos, "quality"):
        for name, info in infos.items():
            scored = info.get("quality", {}).get(file, {})
            number = scored.get("sentences")
            found.append(
                [
                    f"{called(file)}: {name}",
                    *(_one(scored.get(score)) for score in ("bleu", "chrf")),
                    MISSING if number is None else f"{number:,}",
                ]
            )
    return [["test sentences: model", "BLEU", "chrF", "number"], *found]


def lengths(infos: Infos) -> Rows:
    """BLEU by the number of English words."""
    found: dict[tuple[str, int, int], dict[str, Any]] = {}
    for name, info in infos.items():
        for file, measured in info.get("quality", {}).items():
            for part in measured["by_length"]:
                row = found.setdefault((file, part["from"], part["to"]), {})
                row["number"], row[name] = part["sentences"], part["bleu"]
    return [
        [
            "test sentences, English words",
            "number",
            *infos,
        ],
        *(
            [
                f"{called(file)}, {low}–{high}",
                f"{row['number']:,}",
                *(_one(row.get(name)) for name in infos),
            ]
            for (file, low, high), row in found.items()
        ),
    ]


def alignments(infos: Infos) -> Rows:
    """The alignment error rate of each model's recorded map, and of the diagonal."""
    found = []
    for file in _files(infos, "alignment"):
        measured = {
            name: (info["alignment"][file], info)
            for name, info in infos.items()
            if file in info.get("alignment", {})
        }
        some = next(iter(measured.values()))[0]
        rows = [("diagonal", _share(some["diagonal"]["error_rate"]), some)]
        rows += [(name, _rate(m["maps"], i), m) for name, (m, i) in measured.items()]
        found += [
            [f"{called(file)}: {name}", rate, f"{m['sentences']:,}"]
            for name, rate, m in rows
        ]
    return [["sentences: map", "error rate", "number"], *found]


def layers(info: Mapping[str, Any]) -> str:
    """The error rate of each layer's mean over its heads, in its better reading.

    On the first file of linked sentences; "not measured" where there is none.
    """
    for file, measured in info.get("alignment", {}).items():
        rates: dict[int, float] = {}
        for found in measured["maps"]:
            if found["map"].endswith("cross_attention") and found["head"] == "mean":
                layer = int(found["map"].split(".")[1]) + 1
                rates[layer] = min(found["error_rate"], rates.get(layer, 1.0))
        if rates:
            said = (
                f"{_share(rate)} in layer {at}" for at, rate in sorted(rates.items())
            )
            return f"{', '.join(said)} ({called(file)}, mean of the heads)"
    return "not measured"


def map_of(info: Mapping[str, Any]) -> str:
    """The map that these error rates and the page Start are about, in words."""
    best = info["best_alignment"]
    return (
        f"{captions.which_map(best)}, rows where their word is {READ[best['reading']]}"
    )


def left_out(infos: Infos, measured: str) -> str:
    """What of the test sentences was not measured, in words; empty where all were."""
    said: dict[str, None] = {}
    for info in infos.values():
        for file, found in info.get(measured, {}).items():
            name = called(file)
            if found.get("limit"):
                drawn = (
                    f"{found['sentences']:,} of {found['of']:,} sentences drawn once"
                )
                said[f"{name}: {drawn}"] = None
            if found.get("left_out"):
                said[
                    f"{name}: {found['left_out']:,} left out, too long for the app"
                ] = None
            if found.get("longer"):
                said[f"{name}: {found['longer']:,} beyond 30 words, in no bin"] = None
    return f"{'; '.join(said)}." if said else ""


def signatures(infos: Infos) -> list[str]:
    """How sacrebleu says that it scored, each once."""
    said = (
        q["signature"] for i in infos.values() for q in i.get("quality", {}).values()
    )
    return list(dict.fromkeys(said))


def _files(infos: Infos, measured: str) -> list[str]:
    """The files that any model was measured on, in order."""
    return list(dict.fromkeys(f for i in infos.values() for f in i.get(measured, {})))


def _rate(maps: Any, info: Mapping[str, Any]) -> str:
    """The error rate of the recorded map, as far as the folder holds it."""
    best = info.get("best_alignment")
    for found in maps:
        if best and _same(found, best):
            return _share(found["error_rate"])
    return MISSING


def _same(found: Mapping[str, Any], best: Mapping[str, Any]) -> bool:
    """Measurements write heads as text; of one attention, head 0 is its mean."""
    alone = best["map"] == "decoder.alignment"
    head = "mean" if best["head"] is None else str(best["head"])
    return (
        found["map"] == best["map"]
        and found["reading"] == best["reading"]
        and (alone or str(found["head"]) == head)
    )


def _one(score: float | None) -> str:
    return MISSING if score is None else f"{score:.1f}"


def _share(rate: float) -> str:
    return f"{rate * 100:.1f} %"
