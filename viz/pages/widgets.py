"""The controls that pages share, bound to the address under the names of `Choices`."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import streamlit as st

from core.errors import InputError
from viz import address
from viz.pages import frame, library
from viz.presets import Preset, shipped

if TYPE_CHECKING:
    from core.trace import Experiment, Trace

PROMPT = "Type an English sentence. See where each French word looks."
SIZES = ((40, "2.2rem"), (56, "1.75rem"), (74, "1.35rem"))
ROWS = ("row", "b_row", "start_t", "start_b", "compare_row")


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


def sentence(*, prompt: str = PROMPT, button: bool = True) -> Asked:
    """The sentence as the heading of the page, with its button."""
    from core.text import accept, unfamiliar

    with st.container(key="ask", horizontal=True, vertical_alignment="bottom"):
        typed = st.text_input(
            prompt,
            address.DEFAULTS.sentence,
            key="sentence",
            bind="query-params",
            on_change=_sentence_changed,
            autocomplete="off",
        )
        if button:
            st.button("Translate", type="primary", key="translate")
    fitting = (size for longest, size in SIZES if len(typed) <= longest)
    st.html(f"<style>:root{{--sentence:{next(fitting, '1.1rem')}}}</style>")
    asked = Asked(_last_good_sentence(), good=False, under=st.empty())
    try:
        accepted = accept(typed)
    except InputError as problem:
        asked.refuse(str(problem))
        return asked
    if accepted.removed:
        frame.note("Removed: " + ", ".join(accepted.removed))
    if accepted.replaced:
        frame.note("Read as the training text writes: " + ", ".join(accepted.replaced))
    if strange := unfamiliar(accepted.text):
        frame.note(strange)
    st.session_state["_sentence"] = accepted.text
    return Asked(accepted.text, good=True, under=asked.under)


def _last_good_sentence() -> str:
    return st.session_state.get("_sentence", address.DEFAULTS.sentence)


def _sentence_changed() -> None:
    """Another sentence: what was chosen in the old one means nothing in it."""
    frame.keep(preset="", target="", **dict.fromkeys(ROWS, 0))


def presets(limit: int = 3) -> None:
    """Sentences worth looking at, each with its reason; all of them one click away."""
    main = [preset for preset in shipped() if not preset.variant_of]
    with st.container(key="tries", horizontal=True):
        for preset in main[:limit]:
            _try(preset, "try", short=True)
        with st.popover("More", key="tries-all"):
            for preset in shipped():
                _try(preset, "all", short=False)


def _try(preset: Preset, place: str, *, short: bool) -> None:
    name = preset.label if short and preset.label else preset.english
    st.button(
        f"**{name}** :gray[{preset.why_short}]",
        key=f"{place}-{preset.id}",
        type="tertiary",
        on_click=choose,
        args=(preset,),
    )


def choose(preset: Preset) -> None:
    """Show a preset: its sentence, nothing forced, nothing left of the last one."""
    st.session_state["sentence"] = preset.english
    frame.keep(preset=preset.id, target="", **dict.fromkeys(ROWS, 0))


def preset(text: str) -> Preset | None:
    """The preset that `text` is the sentence of, if it is one."""
    for candidate in shipped():
        if candidate.english == text:
            return candidate
    return None


def why(chosen: Preset, *, failed: bool = False) -> None:
    """The reason to look, what else to know, and the French word by word.

    `failed` when the model on this page does not show it.
    """
    with st.container(key="note-why"):
        st.markdown(chosen.fails if failed and chosen.fails else chosen.why)
        if chosen.note:
            st.caption(chosen.note)
        if gloss():
            with st.container(key="words", horizontal=True, gap="small"):
                for french, english in chosen.gloss:
                    st.text(f"{french}\n{english}")


def traced(
    asked: Asked,
    name: str,
    target: str | None = None,
    experiment: "Experiment | None" = None,
) -> tuple["Trace", bool]:
    """The trace to show, and whether it is an old one that should be dimmed.

    What the model refuses is said under the field, and the last good trace of this
    reader stays. Raises InputError when there is none.
    """
    good = f"_good_{name}"
    wanted = (asked.text, target, experiment)
    try:
        found = library.trace(name, *wanted)
    except library.Busy:
        raise
    except InputError as problem:
        library.model(name)
        asked.refuse(str(problem))
        last = st.session_state.get(good, (address.DEFAULTS.sentence, None, None))
        return library.trace(name, *last), True
    st.session_state[good] = wanted
    return found, not asked.good


def target(label: str = "Given French (empty: the model writes freely)") -> str:
    """The French sentence that the model is made to write, or nothing."""
    return st.text_input(
        label, address.DEFAULTS.target, key="target", bind="query-params"
    )


def layer(key: str = "layer") -> int:
    """The layer, counted from 1."""
    return _slider("Layer", key)


def pads() -> int:
    """How many ‹pad› pieces are appended to the source."""
    return _slider("‹pad› pieces after the sentence", "pads")


def _slider(label: str, key: str) -> int:
    rule = address.RULES[key]
    if not isinstance(rule, address.Between):
        raise TypeError(f"{key} is not a number")
    return st.slider(
        label,
        rule.low,
        rule.high,
        getattr(address.DEFAULTS, key),
        key=key,
        bind="query-params",
    )


def _switch(label: str, key: str) -> bool:
    return st.toggle(
        label, getattr(address.DEFAULTS, key), key=key, bind="query-params"
    )


def pieces() -> bool:
    """Whether sub-word pieces are shown instead of words."""
    return _switch("Pieces", "pieces")


def gloss() -> bool:
    """Whether the French is explained word by word."""
    return _switch("French word by word", "gloss")


def causal() -> bool:
    """Whether the decoder may only look back."""
    return _switch("Causal mask", "causal")


def padmask() -> bool:
    """Whether ‹pad› pieces are hidden from the model."""
    return _switch("Padding mask", "padmask")
