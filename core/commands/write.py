"""headlight write: a beginning in, the text that follows it out."""

from argparse import Namespace
from typing import Any

from core.commands.lines import each_line
from core.commands.verbs import verb
from core.errors import InputError
from core.shelf.models import WRITER

WRITES = f"a model that only writes; {WRITER} unless said"
DRAWING = ("temperature", "top_k", "top_p", "seed")


def add(verbs: Any) -> None:
    """The verb and its options."""
    new = verb(
        verbs,
        "write",
        run,
        "a beginning a line in, the text with what follows a line out",
        "Lines are read from standard input. The likeliest piece is written every "
        "time, unless one of --temperature, --top-k, --top-p and --seed is said.",
    )
    new.add_argument("--model", default=WRITER, metavar="NAME", help=WRITES)
    most = "at most this many more pieces; else to the end of the sentence"
    new.add_argument("--pieces", type=int, metavar="N", help=most)
    heat = "what scores are divided by: 0.05 to 5, the model's own at 1"
    new.add_argument("--temperature", type=float, metavar="T", help=heat)
    top = "draw among the K likeliest pieces; 0 is all"
    new.add_argument("--top-k", type=int, metavar="K", help=top)
    mass = "draw among the fewest that are as probable as this together, 0 to 1"
    new.add_argument("--top-p", type=float, metavar="P", help=mass)
    seed = "the same number draws the same text"
    new.add_argument("--seed", type=int, metavar="S", help=seed)


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
