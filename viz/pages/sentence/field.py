"""What is to be translated: the field, the presets and the given French."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import streamlit as st

from core.errors import InputError
from viz import address
from viz.address import experiments
from viz.content import examples as sets
from viz.content import models
from viz.content.presets import Preset, shipped
from viz.content.texts import error, texts
from viz.pages.app import frame, library, shown_model, widgets
from viz.pages.app.session import Remembered
from viz.pages.sentence.pieces import pieces
from viz.say.html_tables import label

if TYPE_CHECKING:
    from core.trace import Experiment, Trace

Wanted = tuple[str, str | None, "Experiment | None", str]
"""What a pass is of: a sentence, given French, an experiment, how French must begin."""

say = texts("sentence")

SIZES = ((40, "2.2rem"), (56, "1.75rem"), (74, "1.35rem"))
FIELD = Remembered("sentence", "")
LAST_GOOD = Remembered("_sentence", address.DEFAULTS.sentence)
PLACES_OF: Remembered[str | None] = Remembered("_places_of", None)
"""The sentence whose places the experiment in the address names, if it is another."""


@dataclass(frozen=True)
class Asked:
    """The sentence to show: the one typed when it is good, else the last good one.

    `under` is the place below the field where a refusal is said.
    """

    text: str
    good: bool
    under: Any

    def refuse(self, message: str) -> None:
        """Say under the field what is wrong with what was typed."""
        with self.under.container():
            frame.refuse(message)


def sentence(prompt: str, *, button: bool = True) -> Asked:
    """The sentence as the heading of the page, with its button."""
    from core.text.accept import accept

    with st.container(key="ask", horizontal=True, vertical_alignment="bottom"):
        typed = widgets.text("sentence", prompt, on_change=afresh, autocomplete="off")
        if button:
            st.button(say("field.translate"), type="primary", key="translate")
    fitting = (size for longest, size in SIZES if len(typed) <= longest)
    st.html(f"<style>:root{{--sentence:{next(fitting, '1.1rem')}}}</style>")
    asked = Asked(last_good(), good=False, under=st.empty())
    try:
        accepted = accept(typed)
    except InputError as problem:
        asked.refuse(error(problem))
        return asked
    say_what_changed(typed)
    return Asked(accepted.text, good=True, under=asked.under)


def title(prompt: str, widths: Sequence[int] = (10, 10, 3)) -> tuple[Asked, Any]:
    """The sentence, a place for its French, and the switch between words and pieces."""
    with st.container(key="title"):
        english, french, tools = st.columns(widths, vertical_alignment="bottom")
    with english:
        asked = sentence(prompt, button=False)
    with tools:
        pieces()
    shown_model.chooser(write)
    return asked, french


def say_what_changed(typed: str) -> None:
    """Say what is taken out of a text, what is changed, and what no model has seen.

    Of a text that is refused nothing is said here.
    """
    from core.text.accept import accept

    try:
        accepted = accept(typed)
    except InputError:
        return
    if accepted.removed:
        frame.note(say("field.removed", characters=", ".join(accepted.removed)))
    if accepted.replaced:
        frame.note(say("field.replaced", characters=", ".join(accepted.replaced)))
    if accepted.read_small:
        frame.note(say("field.read_small", text=accepted.text))
    if strange := _strange(accepted.text):
        some = ", ".join(strange[:3]) + (", …" if len(strange) > 3 else "")
        frame.note(say("field.unfamiliar", characters=some))


def _strange(text: str) -> tuple[str, ...]:
    """The characters that the models on the screen have not seen."""
    from core.text.accept import unfamiliar

    if shown_model.usual():
        return unfamiliar(text)
    tokenizer = library.model(shown_model.shown()[0]).tokenizer
    return tokenizer.spelled_out(text)


def last_good() -> str:
    """The last sentence of this reader that fitted a model."""
    return LAST_GOOD.get()


def fits(text: str) -> None:
    """Remember a sentence that a model has taken."""
    LAST_GOOD.set(text)


def afresh(**kept: str) -> None:
    """Forget what was chosen in the sentence, but for what is kept. For callbacks.

    Whose places an experiment names is remembered, for whoever runs it next.
    """
    if any(change.places for change in experiments.asked(frame.choices())):
        PLACES_OF.set(PLACES_OF.get() or last_good())
    usual = {name: getattr(address.DEFAULTS, name) for name in address.OF_THE_SENTENCE}
    frame.keep(**{**usual, **kept})


def examples(shown: str, limit: int = 2) -> None:
    """Sentences worth a look, not the one `shown`, and the next one of the sets."""
    others = [one for one in shipped() if one.english != shown and not one.variant_of]
    with st.container(key="tries", horizontal=True):
        for preset in others[:limit]:
            text = f"**{preset.label or preset.english}** :gray[{preset.why_short}]"
            _try(preset, "try", text)
        if following := sets.following(shown):
            st.button(
                f"**{say('field.another')}**",
                key="another",
                type="tertiary",
                on_click=write,
                args=(following.english,),
            )
        _all()


def write(english: str) -> None:
    """Put a sentence into the field, nothing left of the last one. For callbacks."""
    FIELD.set(english)
    afresh(sentence=english)


def presets(
    limit: int = 3, named: Mapping[str, str] | None = None, *, given: bool = False
) -> None:
    """Sentences worth looking at, each with its reason; all of them one click away.

    `named` are those of a page by what they show there, in its order: id to name. With
    `given` they open with their given French, on which they were measured.
    """
    if not shown_model.usual():
        _own(limit)
        return
    main = [preset for preset in shipped() if not preset.variant_of][:limit]
    with st.container(key="tries", horizontal=True):
        if named:
            main = sorted(
                (preset for preset in shipped() if preset.id in named),
                key=lambda preset: list(named).index(preset.id),
            )
        for preset in main:
            text = f"**{preset.label or preset.english}** :gray[{preset.why_short}]"
            if named:
                _try(preset, "try", f"**{named[preset.id]}**", given=given)
            else:
                _try(preset, "try", text)
        _all()


def _own(limit: int) -> None:
    """The sentences that a model of other languages brings along, in its folder."""
    every = models.asked(frame.choices().model)
    with st.container(key="tries", horizontal=True):
        for at, text in enumerate(every[:limit]):
            _offer(text, f"try-own-{at}")
        if every[limit:]:
            with st.popover(say("field.more"), key="tries-all"):
                for at, text in enumerate(every):
                    _offer(text, f"all-own-{at}")


def _offer(text: str, key: str) -> None:
    st.button(label(text), key=key, type="tertiary", on_click=write, args=(text,))


def _all() -> None:
    with st.popover(say("field.more"), key="tries-all"):
        for preset in shipped():
            _try(preset, "all", f"**{preset.english}** :gray[{preset.why_short}]")


def _try(preset: Preset, place: str, text: str, *, given: bool = False) -> None:
    st.button(
        text,
        key=f"{place}-{preset.id}",
        type="tertiary",
        on_click=choose,
        args=(preset,),
        kwargs={"given": given},
    )


def choose(preset: Preset, *, given: bool = False) -> None:
    """Show a preset: its sentence, nothing left of the last one.

    Nothing is forced, or the French that is `given` with it.
    """
    # A click may be the first thing of its session: then no field is there yet, and one
    # that is drawn for the first time reads the address with which the run began.
    FIELD.set(preset.english)
    target = preset.french if given else address.DEFAULTS.target
    afresh(sentence=preset.english, preset=preset.id, target=target)


def preset(text: str) -> Preset | None:
    """The preset that `text` is the sentence of, if it is one."""
    if not shown_model.usual():
        return None
    return next((one for one in shipped() if one.english == text), None)


def why(chosen: Preset, unmet: Sequence[str] = (), look_for: str = "") -> None:
    """The reason to look, and what else to know.

    `unmet` says where what is shown does not bear the reason out, `look_for` one thing
    that it shows.
    """
    with st.container(key="note-why"):
        st.markdown(chosen.why)
        if look_for:
            frame.note(look_for)
        for said in unmet:
            frame.note(said)
        if chosen.note:
            st.caption(chosen.note)


def shown(name: str, text: str) -> Wanted:
    """Of what this reader last saw a pass of that sentence; of itself if never."""
    last = _good(name).get()
    return last if last and last[0] == text else (text, None, None, "")


def _good(name: str) -> Remembered[Wanted | None]:
    """Of what this reader last saw a pass of that model."""
    return Remembered(f"_good_{name}", None)


def traced(
    asked: Asked,
    name: str,
    target: str | None = None,
    experiment: "Experiment | None" = None,
    prefix: str = "",
) -> tuple["Trace", bool]:
    """The trace to show, and whether it is an old one that should be dimmed.

    What the model refuses is said under the field, and the last good trace of this
    reader stays. Raises InputError when there is none.
    """
    wanted = (asked.text, target, experiment, prefix)
    try:
        found = library.trace(name, *wanted)
    except InputError as problem:
        library.model(name)
        asked.refuse(error(problem))
        last = _good(name).get() or (last_good(), None, None, "")
        return library.trace(name, *last), True
    _good(name).set(wanted)
    fits(asked.text)
    return found, not asked.good


def target(label: str) -> str:
    """The French sentence that the model is made to write, or nothing.

    What is wrong with it is said by the page.
    """
    typed = widgets.text("target", label)
    say_what_changed(typed)
    return typed
