"""python -m core …: one job a verb, standard input to standard output."""

import argparse
import sys
from typing import Any

from core.commands import align, explain, training, translate, write
from core.commands.lines import REFUSED, let_go, speak_utf8
from core.commands.verbs import verb
from core.errors import InputError
from core.labs.results import MEASURED

ABOUT = (
    "One job a verb, standard input to standard output, UTF-8 whatever the locale; one "
    "line out for one line in. A line that cannot be used gives an empty line, the "
    "reason on standard error, and exit status 2 at the end."
)
FOR_TRAINING = ("sacrebleu", "tqdm")
INSTALL = "pip install 'headlight[train]'"
STOPPED = 130
"""What a shell says of a command that Ctrl+C has ended."""


def main(
    arguments: list[str] | None = None, verbs: argparse.ArgumentParser | None = None
) -> int:
    """Run one verb, of `parser()` unless others are given; the exit status.

    Nothing is said where whoever read the output has read enough (`… | head -1`).
    """
    try:
        chosen = (verbs or parser()).parse_args(arguments)
        status = chosen.run(chosen) or 0
        print(end="", flush=True)
        return status
    except BrokenPipeError:
        return 0
    except InputError as error:
        print(error, file=sys.stderr)
        return REFUSED
    except KeyboardInterrupt as stopped:
        print(f"\n{stopped or 'Stopped.'}", file=sys.stderr)
        return STOPPED
    except OSError as error:
        named = f"{error.filename}: " if error.filename else ""
        print(f"{named}{error.strerror or error}.", file=sys.stderr)
        return REFUSED
    except ModuleNotFoundError as error:
        if error.name not in FOR_TRAINING:
            raise
        print(f"This needs {error.name}: {INSTALL}", file=sys.stderr)
        return REFUSED
    finally:
        let_go()


def parser() -> argparse.ArgumentParser:
    """The verbs and their options."""
    top = argparse.ArgumentParser(prog="python -m core", description=ABOUT)
    add_verbs(top.add_subparsers(dest="verb", required=True, metavar="VERB"))
    return top


def add_verbs(verbs: Any) -> None:
    """Everything that can be done without a screen, as verbs of a command."""
    verb(verbs, "models", run_models, "the models that there are, one a line")
    for module in (translate, write, align, explain, training):
        module.add(verbs)
    new = verb(verbs, "measure", run_measure, "train or measure what a lab shows")
    new.add_argument("lab", choices=sorted(MEASURED), help="which one")


def run_models(_: argparse.Namespace) -> None:
    """The names of the models, shipped and of one's own."""
    from core import models

    for name in models():
        print(name)


def run_measure(chosen: argparse.Namespace) -> None:
    """Measure what a lab shows, store it, and name the file."""
    from core.labs import results

    found = results.measure(chosen.lab, lambda said: print(said, file=sys.stderr))
    print(results.write(found))


if __name__ == "__main__":
    speak_utf8()
    sys.exit(main())
