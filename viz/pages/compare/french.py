"""The French that both models are made to write: who writes it, and what is wrong."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import streamlit as st

from core.errors import InputError
from viz.content.presets import Preset
from viz.content.texts import error, texts
from viz.pages.app import frame, library, widgets
from viz.pages.compare.alignment import titles
from viz.pages.sentence import field
from viz.pages.sentence.forced_french import checked, force
from viz.say.lists import called

if TYPE_CHECKING:
    from core.text.tokenizer import Pieces

say = texts("compare")


def writers() -> dict[str, str]:
    """Which model writes the translation, by the name of the choice."""
    recurrent, transformer = titles()
    return {"transformer": transformer, "bahdanau": recurrent}


@dataclass(frozen=True)
class French:
    """The French to force; what is wrong with the one asked for, and whose it is then.

    Where it cannot be had, the other model's or the preset's takes its place. What was
    typed is cut into pieces as text; what a model wrote travels as its `pieces`.
    """

    text: str
    pieces: "Pieces | None" = None
    wrong: str = ""
    instead: str = ""

    @property
    def given(self) -> "str | Pieces":
        """What both models are made to write."""
        return self.pieces or self.text


def choose(english: str, chosen: Preset | None) -> French:
    """The French that both models are made to write, with its controls."""
    source = frame.choices().compare_from
    widgets.segments(
        "compare_from",
        say("french.label"),
        say.all("authors"),
        picked=lambda author: frame.keep(compare_from=author, compare_row=0),
    )
    if source == "typed":
        return _typed(english, chosen)
    found = _by_model(english, chosen, writers()[source])
    return found if found.wrong else replace(found, instead="")


def _typed(english: str, chosen: Preset | None) -> French:
    field.target(say("french.own"))
    target, wrong = checked(*titles())
    if chosen and target != chosen.french:
        args = (chosen.french,)
        st.button(say("french.take"), key="take", on_click=force, args=args)
    if target:
        return French(target)
    found = _by_model(english, chosen, writers()["transformer"])
    if wrong:
        return replace(found, wrong=wrong)
    return replace(found, instead=say("french.empty", instead=found.instead))


def _by_model(english: str, chosen: Preset | None, first: str) -> French:
    """What a model writes; else the other model, else the given French."""
    wrong = ""
    for name in sorted(titles(), key=lambda name: name != first):
        try:
            french = library.trace(name, english).translation.pieces
            library.model(name).tokenizer.check_length(french)
        except InputError as problem:
            wrong = wrong or called(titles()[name], error(problem))
            continue
        if french.text.strip():
            said_by = say("french.written_by", model=titles()[name])
            return French(french.text, french, wrong, said_by)
        wrong = wrong or say("french.nothing", model=titles()[name])
    if not chosen:
        return French("", wrong=wrong)
    return French(chosen.french, wrong=wrong, instead=say("french.given"))
