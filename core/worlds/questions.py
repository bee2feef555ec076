"""What can be asked of a street, and the true answer.

An answer is a small sentence, “it is red”: whoever answers by looking can look once
more at each of its words.
"""

import random
import re
from dataclasses import dataclass

from core.errors import InputError
from core.worlds.captions import COUNTS, RELATIONS, ground, relation
from core.worlds.street import COLORS, KINDS, Street, Thing

ASKED = ("color", "beside", "where", "what", "many")
EXAMPLES = (
    "what color is the car ?",
    "what color is the thing left of the tree ?",
    "where is the duck ?",
    "what is left of the tree ?",
    "how many things are there ?",
)
"""The kinds of questions, each with an example in the same place."""


@dataclass(frozen=True)
class Question:
    """One question of a kind; what it names, by kind and perhaps color, and how.

    `name` is asked for itself, or with a `relation` for the nearest thing that stands
    so to it; without a name all things are counted.
    """

    asked: str
    name: str = ""
    color: str = ""
    relation: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        """As it is written, word by word."""
        one = f"the {self.color} {self.name}"
        forms = {
            "color": f"what color is {one}",
            "beside": f"what color is the thing {self.relation} {one}",
            "where": f"where is {one}",
            "what": f"what is {self.relation} {one}",
            "many": "how many things are there",
        }
        return (*forms[self.asked].split(), "?")

    @property
    def text(self) -> str:
        """The words as a line."""
        return " ".join(self.words)


@dataclass(frozen=True)
class Answer:
    """The answer, and the thing that it is about, if any.

    `names` says for each word of the question and then of the answer which thing it
    names: the words after “it is” are about the thing that was asked for.
    """

    words: tuple[str, ...]
    names: tuple[int | None, ...]
    about: int | None

    @property
    def text(self) -> str:
        """The words as a line."""
        return " ".join(self.words)


_ONE = f"the (?:(?P<color>{'|'.join(COLORS)}) )?(?P<name>{'|'.join(KINDS)})"
_RELATION = f"(?P<relation>{'|'.join(RELATIONS)})"
_FORMS = {
    "color": f"what colou?r is {_ONE}",
    "beside": f"what colou?r is the thing {_RELATION} {_ONE}",
    "where": f"where is {_ONE}",
    "what": f"what is {_RELATION} {_ONE}",
    "many": "how many things are there",
}


def ask(text: str) -> Question:
    """What a typed question asks. InputError with what can be asked."""
    plain = " ".join(text.lower().replace("?", " ").split()).rstrip(" .")
    for asked, form in _FORMS.items():
        if match := re.fullmatch(form, plain):
            named = {key: value or "" for key, value in match.groupdict().items()}
            return Question(asked, **named)
    raise InputError(
        "no_question",
        "“{question}” can't be read. Ask, for example: {examples} Things are {kinds}; "
        "colors are {colors}; one is {relations} another.",
        question=text[:80],
        examples=" ".join(one.replace(" ?", "?").capitalize() for one in EXAMPLES),
        kinds=", ".join(KINDS),
        colors=", ".join(COLORS),
        relations=", ".join(RELATIONS),
    )


def answer(street: Street, question: Question) -> Answer:
    """The true answer. InputError where what is named is not there, or is not one."""
    words = question.words
    if question.asked == "many":
        n = len(street.things)
        verb = "is" if n == 1 else "are"
        said = ("there", verb, COUNTS[n - 1])
        return Answer(said, (None,) * (len(words) + len(said)), None)
    place = _meant(street, question)
    about = _beside(street, place, question) if question.relation else place
    thing = street.things[about]
    said = {
        "color": thing.color,
        "beside": thing.color,
        "where": ground(thing),
        "what": f"a {thing.kind}",
    }[question.asked].split()
    names = dict.fromkeys(f"{question.color} {question.name}".split(), place)
    if question.asked == "beside":
        names["thing"] = about
    named = (*map(names.get, words), None, None, *(about for _ in said))
    return Answer(("it", "is", *said), named, about)


def _meant(street: Street, question: Question) -> int:
    """The one thing that a question names."""
    found = [
        place
        for place, thing in enumerate(street.things)
        if thing.kind == question.name and question.color in ("", thing.color)
    ]
    spoken = f"{question.color} {question.name}".strip()
    if not found:
        raise InputError(
            "nobody_there", "There is no {thing} on this street.", thing=spoken
        )
    if found[1:]:
        raise InputError(
            "which_one",
            "There is more than one {thing} on this street. Say its color, or ask "
            "about another thing.",
            thing=spoken,
        )
    return found[0]


def _beside(street: Street, place: int, question: Question) -> int:
    """The nearest thing that stands so to the one named."""
    one = street.things[place]
    found = [
        (_distance(other, one), other_place)
        for other_place, other in enumerate(street.things)
        if other_place != place and relation(other, one) == question.relation
    ]
    if not found:
        raise InputError(
            "nothing_beside",
            "Nothing is {relation} the {thing} on this street.",
            relation=question.relation,
            thing=f"{question.color} {question.name}".strip(),
        )
    return min(found)[1]


def _distance(one: Thing, other: Thing) -> float:
    """How far apart two things stand, in pixels, squared."""
    return (one.middle - other.middle) ** 2 + (one.foot - other.foot) ** 2


def possible(street: Street, asked: str) -> tuple[Question, ...]:
    """All questions of a kind that have an answer; a color is said only if needed."""
    return tuple(one for one in _candidates(street, asked) if _has(street, one))


def any_question(street: Street, chance: random.Random) -> Question:
    """A question; kinds are tried in random order and come about equally often.

    How many things there are can always be asked.
    """
    return next(
        question
        for asked in chance.sample(ASKED, len(ASKED))
        for question in _shuffled(_candidates(street, asked), chance)
        if _has(street, question)
    )


def _shuffled(found: list[Question], chance: random.Random) -> list[Question]:
    return chance.sample(found, len(found))


def _candidates(street: Street, asked: str) -> list[Question]:
    if asked == "many":
        return [Question("many")]
    kinds = [thing.kind for thing in street.things]
    relations = RELATIONS if asked in ("beside", "what") else ("",)
    return [
        Question(asked, one.kind, one.color if kinds.count(one.kind) > 1 else "", how)
        for one in street.things
        for how in relations
    ]


def _has(street: Street, question: Question) -> bool:
    try:
        answer(street, question)
    except InputError:
        return False
    return True
