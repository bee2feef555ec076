"""headlight translate: a sentence in, a translation out."""

from argparse import Namespace
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from core.commands.lines import CHUNK, as_line, each_line
from core.commands.verbs import takes_model, verb

if TYPE_CHECKING:
    from core.in_use.translator import Translator
    from core.trace import Translation

FEW = 16
"""Lines at once where each also takes a recorded pass."""


def add(verbs: Any) -> None:
    """The verb and its options."""
    new = verb(
        verbs,
        "translate",
        run,
        "a sentence a line in, a translation a line out",
        "Lines are read from standard input. Decoding is greedy unless --beam is said.",
    )
    takes_model(new)
    beam = "keep the N best beginnings at every step, 1 to 16"
    new.add_argument("--beam", type=int, metavar="N", help=beam)
    pieces = "a JSON object a line: text, pieces, their probabilities, finished"
    new.add_argument("--json", action="store_true", help=pieces)


def run(chosen: Namespace) -> int:
    """Translate standard input, in chunks that are batched by length."""
    from core.in_use.translator import load

    model = load(chosen.model)
    if chosen.beam is not None:
        model.translate("a", beam=chosen.beam)  # a beam out of range is said once
    decode = decoding(model, chosen.beam)

    def answer(sentences: list[str]) -> list[str]:
        found = zip(sentences, decode(sentences), strict=True)
        if chosen.json:
            return [as_line(told(model, *pair)) for pair in found]
        return [translation.text for _, translation in found]

    return each_line(model.read_text, answer, chunk=FEW if chosen.json else CHUNK)


def decoding(
    model: "Translator", beam: int | None
) -> Callable[[Sequence[str]], list["Translation"]]:
    """How many sentences are translated at once: greedily, or each by its beam."""
    from core.decoding.batches import beam_many, greedy_many

    def decode(sentences: Sequence[str]) -> list["Translation"]:
        rows = [list(model.tokenizer.encode(text).ids) for text in sentences]
        if beam is None:
            found = [[one] for one in greedy_many(model.network, rows)]
        else:
            found = beam_many(model.network, rows, beam)
        return [model.translation(each) for each in found]

    return decode


def told(model: "Translator", sentence: str, found: "Translation") -> dict[str, Any]:
    """A translation as JSON; of a beam search also every hypothesis, best first."""
    from core.analysis.whole_pass import translation

    trace = model.explain(sentence, target=found)
    others = [
        {"text": text, "log_probability": one.log_probability, "score": one.score}
        for text, one in found.hypotheses
    ]
    said = {"model": model.name, "source": sentence, **translation(trace)}
    return said | ({"hypotheses": others} if len(others) > 1 else {})
