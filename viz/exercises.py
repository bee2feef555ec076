"""Check sets of exercises, and measure their keys on the shipped models.

python -m viz.exercises FILE …

Prints a line for each slip (file, line, nearest known key), else the key of every
exercise and what this model does not show. Exits with 1 after a slip.
"""

import argparse
import sys
from functools import cache
from pathlib import Path

from core.exercises import published
from core.in_use.translator import Translator, load
from viz import address
from viz.content import exercise_keys, exercise_sets, slips
from viz.content.exercises import Exercise
from viz.content.slips import SlipError
from viz.content.texts import texts
from viz.say.exercise_texts import number, shortfall

say = texts("exercises")


def main() -> int:
    """Check the files that are named."""
    parser = argparse.ArgumentParser(
        prog="python -m viz.exercises", description=__doc__
    )
    parser.add_argument("file", nargs="+", type=Path)
    parser.add_argument("--quick", action="store_true", help="without the models")
    asked = parser.parse_args()
    slips = 0
    for path in asked.file:
        try:
            found = exercise_sets.load(path)
            for one in found.exercises:
                known(path, one)
        except (OSError, SlipError) as slip:
            print(slip)
            slips += 1
            continue
        for one in found.exercises if not asked.quick else ():
            print(f"{path.name}, {one.id}: {measured(one)}")
    return int(slips > 0)


def known(path: Path, exercise: Exercise) -> None:
    """SlipError where tables, settings, pages or choices are not known."""
    tables = slips.read(path).tables("exercise")
    here = next(one for one in tables if one.text("id") == exercise.id)
    checks = [exercise.answer, *exercise.numbers.values()]
    checks += [check for check, _ in exercise.expects]
    for check in filter(None, checks):
        if check.kind == "fixed":
            continue
        for name, of in ((check.table, check.of), (check.other, check.other_of)):
            table = name or check.table
            if table not in published.PUBLISHED:
                raise here.slip(
                    "table", f"no table {table!r}", table, published.PUBLISHED
                )
            for key in of:
                if key not in (settings := published.settings(table)):
                    said = f"{table} knows no {key!r}"
                    raise here.slip(key, said, key, settings)
    if exercise.state or exercise.page:
        used = address.used(exercise.page)
        for key in exercise.state:
            if key not in used:
                raise here.slip(key, f"/{exercise.page} has no {key!r}", key, used)
        for notice in address.decode(exercise.opened)[1]:
            raise here.slip("state", notice)


@cache
def model(name: str) -> Translator:
    """A shipped model."""
    return load(name)


def measured(exercise: Exercise) -> str:
    """The key of an exercise in a few words."""
    key = exercise_keys.measure(exercise, model)
    if key.problem:
        return key.problem
    lines = [say("not_shown", shortfall=shortfall(one)) for one in key.broken]
    if key.answer:
        found = exercise_keys.answer_in_words(
            exercise, key.answer, lambda n: number(n, exercise.digits)
        )
        if exercise.predict.kind == "choice":
            at = exercise_keys.right_choice(exercise, key.answer)
            found = "–" if at is None else exercise.predict.choices[at].say
        lines.insert(0, found)
    return "; ".join(lines)


if __name__ == "__main__":
    sys.exit(main())
