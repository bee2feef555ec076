"""How good a shipped model is on a file of pairs, and on links that people drew."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

from core.analysis.alignment_links import read_alignments
from core.decoding.batches import translate_all
from core.errors import InputError
from core.in_use.loading import Model, load
from core.networks.writer import Writer
from core.training.alignments import measure
from core.training.evaluation import (
    accepted,
    bleu_with_band,
    drawn,
    group,
    in_bins,
    joined,
    score,
)
from core.training.pair_files import read_pairs


def evaluate(
    name: str,
    pairs: Path | None = None,
    alignments: Path | None = None,
    limit: int | None = None,
) -> dict[str, Any]:
    """Measure a shipped model: greedy, against all references and all drawn links."""
    model = load(name)
    found: dict[str, Any] = {"model": model.name, "digest": model.digest}
    if pairs:
        found |= translation_quality(model, pairs, limit)
    if alignments:
        found["alignment"] = measure(
            model, read_alignments(alignments, model.languages)
        ).report()
    return found


def translation_quality(
    model: Model, pairs: Path, limit: int | None = None
) -> dict[str, Any]:
    """BLEU and chrF over a file of pairs, and BLEU by the length of the source.

    With a `limit` a fixed sample of that many sentences is scored, and for the lengths
    another of as many, evenly over the bins where there are enough. `of` says how many
    there were, `left_out` how many the app would refuse, `longer` how many have more
    words than the last bin. `joined` are texts of two sentences each, which may be
    longer than the app accepts; a model that only writes has no place for them.
    """
    tests, refused = accepted(group(read_pairs(pairs)), model.tokenizer)
    if not tests:
        raise InputError(f"{pairs.name} has no sentence that fits the limits.")
    every = range(len(tests))
    sample = drawn(every, limit)
    bins = in_bins(tests)
    most = None if limit is None else max(1, limit // len(bins))
    by_bin = {size: drawn(places, most) for size, places in bins.items() if places}
    wanted = sorted({*sample, *(place for found in by_bin.values() for place in found)})
    sources = [tests[place].source for place in wanted]
    written = translate_all(model.network, model.tokenizer, sources)
    said = dict(zip(wanted, written, strict=True))
    both = None if most is None else max(1, most // 2)
    twice = {} if isinstance(model.network, Writer) else joined(tests, both)
    few = [tests[place] for place in sample]
    return {
        **asdict(score([said[place] for place in sample], few)),
        "of": len(every),
        "left_out": refused,
        "longer": len(every) - sum(map(len, bins.values())),
        "by_length": [
            {
                "from": low,
                "to": high,
                "sentences": len(places),
                "of": len(bins[low, high]),
                **bleu_with_band(
                    [said[place] for place in places],
                    [tests[place].references for place in places],
                ),
            }
            for (low, high), places in by_bin.items()
        ],
        "joined": [
            {
                "from": low,
                "to": high,
                "sentences": len(texts),
                **bleu_with_band(
                    translate_all(
                        model.network, model.tokenizer, [text.source for text in texts]
                    ),
                    [text.references for text in texts],
                ),
            }
            for (low, high), texts in twice.items()
        ],
    }
