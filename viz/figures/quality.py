"""What was measured on the shipped models, as rows: only what their folders hold.

A figure that a folder lacks is an en dash. `infos` maps the name a model has on the
screen to the content of its config.json.
"""

from collections.abc import Mapping
from typing import Any

from viz import words

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
READ = {"predicted": "the word predicted", "read": "the word read"}


def called(file: str) -> str:
    """What a test file is called on the screen; its own name if we do not know it."""
    return FILES.get(file, file)


def scores(infos: Infos) -> Rows:
    """BLEU and chrF of every model on every test file."""
    header = ["test sentences", "number"]
    header += [f"{name} {score}" for score in ("BLEU", "chrF") for name in infos]
    found = []
    for file in _files(infos, "quality"):
        measured = [info.get("quality", {}).get(file, {}) for info in infos.values()]
        number = next(q["sentences"] for q in measured if q)
        values = [_one(q.get(score)) for score in ("bleu", "chrf") for q in measured]
        found.append([called(file), f"{number:,}", *values])
    return [header, *found]


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
            *(f"{name} BLEU" for name in infos),
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
    header = ["sentences", "number", "diagonal", *infos]
    found = []
    for file in _files(infos, "alignment"):
        measured = [info.get("alignment", {}).get(file, {}) for info in infos.values()]
        some = next(m for m in measured if m)
        rates = [_rate(m.get("maps", ()), i) for m, i in _pairs(measured, infos)]
        diagonal = _share(some["diagonal"]["error_rate"])
        found.append([called(file), f"{some['sentences']:,}", diagonal, *rates])
    return [header, *found]


def map_of(info: Mapping[str, Any]) -> str:
    """The map that these error rates and the page Start are about, in words."""
    best = info["best_alignment"]
    heads = info["sizes"].get("n_heads", 1)
    return f"{words.which_map(best, heads)}, rows named by {READ[best['reading']]}"


def signatures(infos: Infos) -> list[str]:
    """How sacrebleu says that it scored, each once."""
    said = (
        q["signature"] for i in infos.values() for q in i.get("quality", {}).values()
    )
    return list(dict.fromkeys(said))


def _files(infos: Infos, measured: str) -> list[str]:
    """The files that any model was measured on, in order."""
    return list(dict.fromkeys(f for i in infos.values() for f in i.get(measured, {})))


def _pairs(measured: list[Any], infos: Infos) -> Any:
    return zip(measured, infos.values(), strict=True)


def _rate(maps: Any, info: Mapping[str, Any]) -> str:
    """The error rate of the recorded map, as far as it is among the best of a file."""
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
