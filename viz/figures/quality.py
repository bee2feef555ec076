"""What was measured on the shipped models, as rows: only what their folders hold.

A figure that a folder lacks is an en dash. `infos` maps the name a model has on the
screen to the content of its config.json.
"""

from collections.abc import Mapping
from typing import Any

from core.networks.names import MapChoice
from viz.content.texts import texts
from viz.say import captions, lists
from viz.say.numbers import written

say = texts("models")

Infos = Mapping[str, Mapping[str, Any]]
Rows = list[list[str]]
MISSING = "–"


def called(file: str) -> str:
    """What a test file is called on the screen; its own name if we do not know it."""
    return say.all("files").get(file, file)


def scores(infos: Infos) -> Rows:
    """BLEU and chrF of every model on every test file, a row each."""
    found = [say.row("quality.columns")]
    for file in _files(infos, "quality"):
        for name, info in infos.items():
            scored = info.get("quality", {}).get(file, {})
            bleu, chrf = _one(scored.get("bleu")), _one(scored.get("chrf"))
            number = scored.get("sentences")
            many = MISSING if number is None else written(number, ",")
            found.append([lists.called(called(file), name), bleu, chrf, many])
    return found


def lengths(infos: Infos) -> Rows:
    """BLEU by the number of English words."""
    found: dict[tuple[str, int, int], dict[str, Any]] = {}
    for name, info in infos.items():
        for file, measured in info.get("quality", {}).items():
            for part in measured["by_length"]:
                row = found.setdefault((file, part["from"], part["to"]), {})
                row["number"], row[name] = part["sentences"], part["bleu"]
    rows = [[say("by_length.file"), say("by_length.number"), *infos]]
    for (file, low, high), row in found.items():
        scores = (_one(row.get(name)) for name in infos)
        number = written(row["number"], ",")
        rows.append([f"{called(file)}, {low}–{high}", number, *scores])
    return rows


def alignments(infos: Infos) -> Rows:
    """The alignment error rate of each model's recorded map, and of the diagonal."""
    found = [say.row("links.columns")]
    for file in _files(infos, "alignment"):
        measured = {
            name: (info["alignment"][file], info)
            for name, info in infos.items()
            if file in info.get("alignment", {})
        }
        some = next(iter(measured.values()))[0]
        rates = [
            (
                say("links.diagonal"),
                captions.percent_of(some["diagonal"]["error_rate"]),
                some,
            )
        ]
        rates += [(name, _rate(m["maps"], i), m) for name, (m, i) in measured.items()]
        found += (
            [lists.called(called(file), name), rate, written(m["sentences"], ",")]
            for name, rate, m in rates
        )
    return found


def layers(info: Mapping[str, Any]) -> str:
    """The error rate of each layer's mean over its heads, in its better reading.

    On the first file of linked sentences; "not measured" where there is none.
    """
    for file, measured in info.get("alignment", {}).items():
        rates: dict[int, float] = {}
        for found in measured["maps"]:
            chosen = MapChoice.of(found)
            if chosen.name.kind == "cross_attention" and chosen.head is None:
                layer = chosen.name.layer + 1
                rates[layer] = min(found["error_rate"], rates.get(layer, 1.0))
        if rates:
            each = (
                say("links.in_layer", rate=captions.percent_of(rate), layer=layer)
                for layer, rate in sorted(rates.items())
            )
            return say("links.layers", rates=", ".join(each), file=called(file))
    return say("links.not_measured")


def map_of(info: Mapping[str, Any]) -> str:
    """The map that these error rates and the page Start are about, in words."""
    best = MapChoice.of(info["best_alignment"])
    return say(f"links.{best.reading}", map=captions.which_map(best))


def left_out(infos: Infos, measured: str) -> str:
    """What of the test sentences was not measured, in words; empty where all were."""
    said: list[str] = []
    for info in infos.values():
        for file, found in info.get(measured, {}).items():
            name = called(file)
            if found.get("limit"):
                drawn = {"number": found["sentences"], "all": found["of"]}
                said.append(say("quality.sample", file=name, **drawn))
            if number := found.get("left_out"):
                said.append(say("quality.left_out", file=name, number=number))
            if number := found.get("longer"):
                said.append(say("quality.longer", file=name, number=number))
    return f"{'; '.join(dict.fromkeys(said))}." if said else ""


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
        if best and MapChoice.of(found) == MapChoice.of(best):
            return captions.percent_of(found["error_rate"])
    return MISSING


def _one(score: float | None) -> str:
    return MISSING if score is None else written(score, ".1f")
