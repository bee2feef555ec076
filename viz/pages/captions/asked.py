"""What is asked on the page: a street, who writes, a question, cells left out.

A street or a question that cannot be read gives way to the usual one, and a sentence
says why; the page goes on.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.errors import InputError
from core.worlds import questions, streets
from core.worlds.questions import Question
from core.worlds.street import Street, parse
from viz.content.texts import error
from viz.pages.app import frame, library

if TYPE_CHECKING:
    from core.in_use.captioner import Draws
    from core.in_use.seeing import Seen
    from core.in_use.small import Small
    from core.in_use.told import Told

FIRST = "sign"
SEEING, BLIND = "captions-seeing", "captions-writer"
"""The frozen writer that learned to see, and what it was before."""


@dataclass(frozen=True)
class Asked:
    """What is shown, and what of the address could not be used."""

    street: Street
    question: Question | None
    forbidden: tuple[int, ...]
    problems: tuple[str, ...] = ()


def asked() -> Asked:
    """What the address asks for, as far as there can be such a thing."""
    problems: list[str] = []
    street, choices = streets.lecture(FIRST), frame.choices()
    if choices.cap_street.strip():
        try:
            street = parse(choices.cap_street)
        except InputError as problem:
            problems.append(error(problem))
    question = None
    if choices.cap_step == "question":
        question = usual_question(street)
        if choices.cap_question.strip():
            try:
                question = answerable(street, choices.cap_question)
            except InputError as problem:
                problems.append(error(problem))
    cells = (int(cell) - 1 for cell in choices.cap_forbid.split(",") if cell)
    forbidden = tuple(dict.fromkeys(cells))
    return Asked(street, question, forbidden, tuple(problems))


def answerable(street: Street, text: str) -> Question:
    """The question that is typed; InputError where it has no answer on this street."""
    question = questions.ask(text)
    questions.answer(street, question)
    return question


def usual_question(street: Street) -> Question:
    """A question that can always be answered, about a thing where there is one."""
    return examples(street)[0]


def examples(street: Street) -> list[Question]:
    """One question of each kind that has an answer on this street."""
    found = (questions.possible(street, kind) for kind in questions.ASKED)
    return [some[0] for some in found if some]


def sees() -> bool:
    """Whether the frozen writer writes that learned to see."""
    return frame.choices().cap_step == "see"


def hard() -> bool:
    """Whether one cell is drawn at each word."""
    return frame.choices().cap_writer == "hard" and not sees()


def model(writer: str = "") -> "Small":
    """The writer that is chosen, or another by name; InputError where it is missing."""
    from core.in_use.captioner import WRITERS  # with torch: not before the paint

    return library.small(WRITERS[writer or frame.choices().cap_writer])


def told(of: Asked, *, all_cells: bool = False) -> "Told | Seen":
    """What the chosen writer writes, recorded; with `all_cells`, none is forbidden."""
    from core.in_use import captioner

    forbidden = () if all_cells else of.forbidden
    if sees():
        return _seen(of.street, forbidden)
    writer = model()
    seed = frame.choices().cap_draw if hard() else None

    def run() -> "Told":
        if of.question is None:
            return captioner.describe(writer, of.street, forbidden, seed)
        return captioner.ask(writer, of.street, of.question, forbidden, seed)

    asking = of.question.text if of.question else ""
    key = (writer.name, writer.digest, of.street.text(), asking, forbidden, seed)
    return library.kept(key, run)


def _seen(street: Street, forbidden: tuple[int, ...]) -> "Seen":
    """What the frozen writer writes, its gates as far open as is chosen."""
    from core.in_use.captioner import WRITERS
    from core.in_use.seeing import see

    opened = frame.choices().cap_alpha / 100
    names = (SEEING, WRITERS["soft"], BLIND)
    sees, reader, blind = (library.small(name) for name in names)
    digests = (sees.digest, reader.digest, blind.digest)
    return library.kept(
        (*digests, street.text(), forbidden, opened),
        lambda: see(sees, reader, blind, street, opened, forbidden),
    )


def draws(found: "Told", n: int) -> "Draws":
    """What a hard writer looks at when it draws `n` times."""
    from core.in_use.captioner import draw_many

    return library.computed((*found.identity, n), lambda: draw_many(model(), found, n))
