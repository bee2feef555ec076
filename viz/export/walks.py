"""The walk through one head as a file takes it along: what fits of its numbers.

Each number has 16 bits: its distance from 0 in steps that are as fine as 16 bits allow,
of a wide matrix at least 1/2048, which is finer than the three decimals on the screen.
The low bytes of all come first, then the high ones: so they pack better. Of an
attention only the head that is walked travels, and what all heads made together.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from viz.content import walk_texts
from viz.content.texts import language, tongues

if TYPE_CHECKING:
    from core.in_use.language_model import LanguageModel
    from core.in_use.translator import Translator
    from core.trace import Trace

FORBIDDEN = -(2**15)
FINEST_WIDE, WIDE = 2.0**-11, 64
OF_ONE_HEAD = ("query", "key", "value", "scores", "weights")
RECURRENT = (
    ("words", "attention", "gates", "next"),
    ("words", "attention"),
    ("attention",),
)

Header = dict[str, Any]
Numbers = tuple[Header, np.ndarray]


def walks(
    trace: "Trace", view: Mapping[str, Any], model: "Translator | LanguageModel"
) -> Iterator[tuple[Header, Numbers]]:
    """What is said of the machine, with its numbers: the whole walk, then less of it.

    `view` says which head is walked; of a mean it is the one that aligns best.
    """
    if trace.attentions()[0].alone:
        yield from _recurrent(trace, model)
    else:
        yield from _transformer(trace, view, model)


@lru_cache(maxsize=4)
def model_of(name: str) -> "Translator | LanguageModel":
    """A model by its name, read once while the last few are asked for."""
    from core.in_use.loading import load

    return load(name)


def _recurrent(
    trace: "Trace", model: "Translator | LanguageModel"
) -> Iterator[tuple[Header, Numbers]]:
    from viz.payload import recurrent_walk

    machine = recurrent_walk.machine(trace)
    lead = {"stack": "alignment", "layer": 0, "head": 0}
    for places in RECURRENT:
        header, body = recurrent_walk.walk_view(trace, model.network, places)
        yield _packed({**machine, "lead": lead}, header, body, "bahdanau")


def _transformer(
    trace: "Trace", view: Mapping[str, Any], model: "Translator | LanguageModel"
) -> Iterator[tuple[Header, Numbers]]:
    from core.experiments.passes import rewired
    from viz.payload import transformer_walk

    network = rewired(model.network, trace.experiment)
    lead = _lead(view, model)
    walked = transformer_walk.place_of(lead["stack"], lead["layer"], "attention")
    machine = transformer_walk.machine(trace)
    needed = transformer_walk.needed(walked, "short", walked)
    for places in (needed, needed[:2], (walked,)):
        header, body = transformer_walk.walk_view(trace, network, places)
        _keep_head(header, body, walked.id, lead["head"], machine["heads"])
        yield _packed({**machine, "lead": lead}, header, body, machine["model"])


def _lead(view: Mapping[str, Any], model: "Translator | LanguageModel") -> Header:
    """The head that is walked."""
    lead = {name: view[name] for name in ("stack", "layer", "head")}
    best = model.best_alignment
    if lead["head"] >= 0:
        return lead
    if best.head is None or lead["stack"] != "cross":
        return {**lead, "head": 0}
    names = "read" if best.reading == "read" else ""
    return {
        "stack": "cross",
        "layer": best.name.layer,
        "head": best.head,
        "names": names,
    }


def _keep_head(
    header: Header, body: np.ndarray, place: str, head: int, heads: int
) -> None:
    """Clear what is of the other heads alone: it is not shown, and packs to nothing."""
    (found,) = (one for one in header["places"] if one["id"] == place)
    for role, said in found["numbers"].items():
        whole = role.partition("_")[0]
        if whole not in OF_ONE_HEAD:
            continue
        size = int(np.prod(said["shape"]))
        parts = body[said["offset"] : said["offset"] + size].reshape(heads, -1)
        parts[np.arange(heads) != head] = 0


def _packed(
    machine: Header, header: Header, body: np.ndarray, texts: str
) -> tuple[Header, Numbers]:
    """The machine knows which places are here; the numbers are halved."""
    whole = np.empty(body.size, "<i2")
    for place in header["places"]:
        for said in place["numbers"].values():
            del said["name"]
            at = slice(said["offset"], said["offset"] + int(np.prod(said["shape"])))
            said["step"], whole[at] = _stepped(body[at], said["shape"][-1] >= WIDE)
    planes = np.ascontiguousarray(whole.view("u1").reshape(-1, 2).T).ravel()
    padded = np.pad(planes, (0, -planes.size % 4)).view("<f4")
    here = [place["id"] for place in header["places"]]
    told = {
        **header,
        "texts": walk_texts.spoken(texts, language(), tongues()),
        "count": whole.size,
    }
    return {**machine, "here": here}, (told, padded)


def _stepped(numbers: np.ndarray, wide: bool) -> tuple[float, np.ndarray]:
    """How large a step is, and how many steps each number is from 0."""
    open_ = np.isfinite(numbers)
    most = float(np.abs(numbers[open_]).max(initial=0.0))
    step = max(most / (2**15 - 1), FINEST_WIDE if wide else 0.0) or 1.0
    steps = np.full(numbers.shape, FORBIDDEN, "<i2")
    steps[open_] = np.round(numbers[open_] / step)
    return step, steps
