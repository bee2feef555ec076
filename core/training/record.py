"""Measure a trained model; keep what was found in its folder, and write its card.

Figures, the map that aligns best, the roles of heads, and golden sentences: the page
and the tests read them from there.
"""

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import torch

from core import checkpoint
from core.training.alignments import alignment_error, read_alignments
from core.training.card import card
from core.training.command import translation_quality
from core.training.corpus import read_pairs
from core.training.recipe import remembered
from core.translator import Translator, load

GOLDEN = "golden.json"
SENTENCES = (
    "The woman ate the fish.",
    "The fish ate the woman.",
    "The man ate the raccoon.",
    "I love you.",
    "The agreement on the European Economic Area was signed in August 1992.",
    "This agreement on the European Economic Area was signed in August 1992.",
    "She bought a small black car.",
    "He doesn't drink coffee in the evening.",
    "Where did you buy that book?",
    "He gave it to me yesterday.",
    "Mary was born on March 3, 1985.",
    "The doors of the old house were open.",
    "I know that you know him.",
    "We have never been to Paris.",
    "Tom and his sister are very tired.",
    "You must not smoke here.",
)
ROLE_SENTENCES = 200
ROLE_THRESHOLD = 0.5


def record(name: str, pairs: list[Path], alignments: list[Path]) -> None:
    """Measure `name` on files of pairs and of alignments; write config and golden.

    The map that aligns best is chosen among those whose rows are named by the word
    predicted, as the screen names them.
    """
    model = load(name)
    quality = {
        f"{path.parent.name}/{path.name.split('.')[0]}": translation_quality(
            model, path
        )
        for path in pairs
    }
    drawn = {path.stem: read_alignments(path) for path in alignments}
    measured = {key: alignment_error(model, found) for key, found in drawn.items()}
    together = alignment_error(model, [p for found in drawn.values() for p in found])
    best = next(m for m in together["maps"] if m["reading"] == "predicted")
    head = (
        None
        if best["head"] == "mean" or model.kind == "bahdanau"
        else int(best["head"])
    )
    best = {"map": best["map"], "head": head, "reading": best["reading"]}
    sentences = [source for source, _ in read_pairs(pairs[0])]
    roles = {"aligns": {"map": best["map"], "head": head}}
    if model.kind == "transformer":
        roles["aligns"] = best_head(together["maps"])
        roles |= positional_roles(
            model, sentences[:: max(1, len(sentences) // ROLE_SENTENCES)]
        )
    folder = checkpoint.SHIPPED / name
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    config |= {
        "best_alignment": best,
        "roles": roles,
        "quality": quality,
        "alignment": {
            key: {**found, "maps": found["maps"][:8]} for key, found in measured.items()
        },
    }
    checkpoint.write_json(folder / "config.json", config)
    described = card(
        name, config, model.history, config["command"], remembered(config["recipe"])
    )
    (folder / checkpoint.CARD).write_text(described, encoding="utf-8")
    checkpoint.write_json(folder / GOLDEN, {"sentences": golden(model)})
    checkpoint.seal(folder)


def best_head(maps: list[dict[str, Any]]) -> dict[str, Any]:
    """The single head with the lowest alignment error where its word is predicted."""
    single = [m for m in maps if m["head"] != "mean" and m["reading"] == "predicted"]
    return {
        "map": single[0]["map"],
        "head": int(single[0]["head"]),
        "error_rate": single[0]["error_rate"],
    }


def golden(model: Translator) -> list[dict[str, Any]]:
    """What the stored model makes of known sentences, to tell it from a damaged one."""
    found = []
    for text in SENTENCES:
        translation = model.translate(text)
        found.append(
            {
                "source": text,
                "translation": translation.text,
                "log_probability": round(translation.log_probability, 3),
            }
        )
    return found


def positional_roles(model: Translator, sentences: list[str]) -> dict[str, Any]:
    """The heads of self-attention that look most at the neighbour before or after.

    The share of a head's weight at distance −1, 0 or +1, averaged over all rows where
    that place exists; a role is given from a share of one half upward.
    """
    shares: dict[tuple[str, str, int], list[float]] = defaultdict(list)
    for text in sentences:
        trace = model.explain(text)
        for name in trace.names():
            if not name.endswith("self_attention"):
                continue
            heads = trace.heads(name, words=False).nan_to_num(0.0)
            for role, offset in (("previous", -1), ("itself", 0), ("next", 1)):
                looks = torch.diagonal(heads, offset, dim1=-2, dim2=-1)
                if looks.shape[-1]:
                    for head, share in enumerate(looks.mean(-1).tolist()):
                        shares[role, name, head].append(share)
    best: dict[str, Any] = {}
    for (role, name, head), values in shares.items():
        share = sum(values) / len(values)
        if share >= max(ROLE_THRESHOLD, best.get(role, {}).get("share", 0)):
            best[role] = {"map": name, "head": head, "share": round(share, 3)}
    return best
