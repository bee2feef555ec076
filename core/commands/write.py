"""headlight write: a beginning in, the text that follows it out."""

from argparse import Namespace

from core.commands.lines import each_line
from core.errors import InputError

DRAWING = ("temperature", "top_k", "top_p", "seed")


def run(chosen: Namespace) -> int:
    """Go on with each line of standard input; greedy unless something is drawn."""
    from core.decoding.sampling import Sampling
    from core.in_use.language_model import load

    if chosen.pieces is not None and chosen.pieces < 1:
        raise InputError(f"--pieces is {chosen.pieces}; it must be at least 1.")
    asked = {name: getattr(chosen, name) for name in DRAWING}
    drawn = {name: value for name, value in asked.items() if value is not None}
    sampling = Sampling(**drawn) if drawn else None
    model = load(chosen.model)

    def written(beginning: str) -> str:
        found = model.write(beginning, chosen.pieces, sampling=sampling)
        return found.text.replace("\n", " ")

    return each_line(written, list, chunk=1)
