"""How much memory a process keeps after a hundred sentences with all experiments."""

from itertools import product

from bench.report import Report, resident, say
from core.analysis.ablation import each_head_silenced
from core.analysis.occlusion import left_out
from viz.components.attention import pack
from viz.pages.app import library
from viz.payload.maps import transformer_view

SENTENCES = 100
WARM = 20
WHO = ("The old woman", "My brother", "A young teacher", "The new president", "Nobody")
DID = ("bought", "found", "lost", "saw")
WHAT = ("a small black car", "the red house", "two books", "my keys", "that letter")


def measure(report: Report) -> None:
    """Bytes in the store of results, and how much the process has grown meanwhile."""
    say("  a hundred sentences in a row")
    sizes = []
    for number, words in enumerate(product(WHO, DID, WHAT), start=1):
        reader(f"{' '.join(words)} in the evening before we arrived.")
        if number in (WARM, SENTENCES):
            sizes.append(resident())
    cap = library.MAX_BYTES / 1e6
    held = library.held() / 1e6
    report.figure("kept after 100 sentences", held, "MB", bar=cap)
    if all(sizes):
        grown = (sizes[-1] - sizes[0]) / 1e6
        report.figure("the process grew, sentence 20 to 100", grown, "MB", bar=cap)


def reader(sentence: str) -> None:
    """Compute what the page Transformer asks for when every experiment is opened."""
    model = library.model(library.TRANSFORMER)
    trace = library.trace(library.TRANSFORMER, sentence)
    library.kept(("picture", *trace.identity), lambda: pack(*transformer_view(trace)))
    library.kept(("heads", *trace.identity), lambda: each_head_silenced(model, trace))
    library.kept(("left out", *trace.identity), lambda: left_out(model, trace))
