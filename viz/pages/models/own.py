"""Data and results: models of the reader's own, each with what its folder holds."""

from typing import TYPE_CHECKING

import streamlit as st

from core.errors import InputError
from core.shelf.models import Shelved, described
from viz.content.texts import error, language_name, texts
from viz.figures import quality
from viz.pages.app import frame, library, navigation
from viz.say import html_tables
from viz.say.html_tables import label

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.in_use.translator import Translator

say = texts("models")

MOST = 12


def own(sizes: "Callable[[Translator], None]", card: "Callable[[str], str]") -> None:
    """A section for each model that does not come with the app; nothing without one.

    `sizes` draws what one is made of, `card` fits its card into the page.
    """
    every = [one for one in described().values() if not one.shipped]
    if not every:
        return
    st.header(say("own.heading"), anchor=False)
    for one in every[:MOST]:
        st.subheader(label(one.name), anchor=False)
        try:
            with frame.waiting(say("built.opening")):
                model = library.model(one.name)
        except InputError as problem:
            frame.refuse(error(problem))
            continue
        _told(one, model, sizes, card)
    if every[MOST:]:
        frame.note(say("own.more", n=len(every) - MOST))


def _told(
    one: Shelved,
    model: "Translator",
    sizes: "Callable[[Translator], None]",
    card: "Callable[[str], str]",
) -> None:
    source, target = map(language_name, one.languages)
    frame.note(say("own.languages", source=source, target=target))
    sizes(model)
    infos = {one.name: model.info}
    if len(scores := quality.scores(infos)) > 1:
        st.html(html_tables.table(scores, say("quality.caption")))
    else:
        frame.note(say("quality.not_measured", models=one.name))
    for path, kind in (("transformer", "transformer"), ("bahdanau", "bahdanau")):
        if one.kind.startswith(kind):
            navigation.link(path, say("own.open"), {"model": one.name})
    if model.card:
        with st.expander(say("cards.card", model=label(one.name))):
            st.markdown(card(model.card))
