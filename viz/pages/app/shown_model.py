"""The model that the open page shows: the shipped one, or one of the reader's own."""

from collections.abc import Callable, Mapping

import streamlit as st

from core.errors import InputError
from core.shelf.languages import USUAL, Languages
from viz import address
from viz.content import models
from viz.content.models import RECURRENT, TRANSFORMER
from viz.content.texts import error, language_name, texts
from viz.pages.app import library, state, widgets
from viz.pages.app.session import Remembered

say = texts("app")

KINDS: Mapping[str, tuple[str, ...]] = {
    "transformer": (TRANSFORMER,),
    "bahdanau": (RECURRENT,),
    "compare": (RECURRENT, TRANSFORMER),
}
"""What kinds of model a page shows; the others show the shipped ones."""
TITLES = {RECURRENT: "Bahdanau", TRANSFORMER: "Transformer"}
"""What the models of a kind are called beside each other."""
PAGE = Remembered("_page", "")
CHOOSER = 380  # pixels


def of_kind(kind: str) -> str:
    """The model of a kind that is shown; the shipped one where it cannot be opened."""
    name = models.shown(state.choices().model, kind)
    return models.SHIPPED[kind] if library.broken(name) else name


def transformer() -> str:
    """The Transformer that is shown."""
    return of_kind(TRANSFORMER)


def recurrent() -> str:
    """The recurrent model that is shown."""
    return of_kind(RECURRENT)


def pair() -> dict[str, str]:
    """Both models that are compared, and what each is called.

    Two that translate between different languages cannot be: then the shipped are.
    """
    one, other = recurrent(), transformer()
    if models.languages(one) != models.languages(other):
        one, other = models.SHIPPED[RECURRENT], models.SHIPPED[TRANSFORMER]
    return {one: TITLES[RECURRENT], other: TITLES[TRANSFORMER]}


def title(name: str) -> str:
    """What a model is called beside another."""
    found = (title for kind, title in TITLES.items() if name in _names(kind))
    return next(found, name)


def _names(kind: str) -> tuple[str, ...]:
    return tuple(one.name for one in models.of_kind(kind))


def shown(page: str | None = None) -> tuple[str, ...]:
    """The models that a page shows, the open one unless another is named."""
    page = PAGE.get() if page is None else page
    if page == "compare":
        return tuple(pair())
    return tuple(map(of_kind, KINDS.get(page, ())))


def languages(page: str | None = None) -> Languages:
    """From which language the models of the page translate, and into which."""
    here = shown(page)
    return models.languages(here[0]) if here else USUAL


def usual() -> bool:
    """Whether they are those of the presets, the dictionary and the lessons."""
    return languages() == USUAL


def notices(page: str) -> tuple[str, ...]:
    """What is wrong with the model that the address names, on this page."""
    PAGE.set(page)
    name = state.choices().model
    if not name or page not in KINDS:
        return ()
    try:
        if name not in models.SHIPPED.values():
            library.model(name)
    except InputError as problem:
        return (error(problem),)
    here = shown(page)
    if name in here:
        return ()
    kinds = {one.name for kind in KINDS[page] for one in models.of_kind(kind)}
    why = "no_partner" if page == "compare" and name in kinds else "not_here"
    return (say(f"models.{why}", model=name, shown=", ".join(here)),)


def chooser(write: Callable[[str], None]) -> None:
    """Which model is shown, where there is more than one to choose from.

    `write` puts a sentence into the field.
    """
    page = PAGE.get()
    offered = [
        one.name
        for kind in KINDS.get(page, ())
        for one in models.of_kind(kind)
        if page != "compare" or _has_partner(one.name, kind)
    ]
    if len(offered) <= len(KINDS.get(page, ())):
        return
    here, before = shown(page), languages()
    chosen = next((one for one in here if one == state.choices().model), here[0])
    with st.container(key="which-model", width=CHOOSER):
        widgets.mirrored(
            st.selectbox,
            "model",
            say("models.which"),
            offered,
            shown=chosen,
            picked=lambda name: _pick(name, before, write),
            format_func=_called,
            label_visibility="collapsed",
        )


def _has_partner(name: str, kind: str) -> bool:
    other = TRANSFORMER if kind == RECURRENT else RECURRENT
    here = models.languages(name)
    return any(one.languages == here for one in models.of_kind(other))


def _called(name: str) -> str:
    source, target = map(language_name, models.languages(name))
    return say("models.called", model=name, source=source, target=target)


def _pick(name: str, before: Languages, write: Callable[[str], None]) -> None:
    """Show that model; where it reads another language, with a sentence of its own."""
    usual = {at: getattr(address.DEFAULTS, at) for at in address.OF_A_MODEL}
    state.keep(**usual, model="" if name in models.SHIPPED.values() else name)
    if models.languages(name) != before:
        own = () if models.languages(name) == USUAL else models.asked(name)
        write(own[0] if own else address.DEFAULTS.sentence)
