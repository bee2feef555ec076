"""What runs, and how another experiment begins: alone, or added on purpose."""

from typing import TYPE_CHECKING

import streamlit as st

from core.errors import InputError
from core.experiments.changes import Change
from core.experiments.experiment import AS_IT_IS
from viz import address
from viz.address import experiments
from viz.content.texts import error, texts
from viz.pages.app import frame, widgets
from viz.pages.app.session import Remembered
from viz.pages.sentence import field
from viz.pages.transformer.experiments import refused
from viz.pages.transformer.experiments.from_address import Asked, with_changes
from viz.pages.transformer.experiments.names import called, running
from viz.say import html_tables

if TYPE_CHECKING:
    from core.trace import Trace

Changes = tuple[Change, ...]
PADDING = ("pads", "padmask")
MASKS = ("causal", *PADDING)
ADDED = Remembered("_add_masks", False)
GUESS: Remembered[str | None] = Remembered("_guess_masks", None)
USUAL = {name: getattr(address.DEFAULTS, name) for name in experiments.NAMES}
"""What the laboratory asks when no experiment runs."""
say = texts("experiments")


# --- what is running ----------------------------------------------------------------


def chips(lab: Asked, trace: "Trace") -> None:
    """Every experiment that runs now, each with a way to end it; masks come last."""
    changes = sorted(lab.experiment.changes, key=lambda one: one.address in MASKS)
    shown = running(changes, called(trace))
    if not shown:
        return
    with st.container(key="running", horizontal=True):
        for at, (group, label) in enumerate(shown):
            st.button(
                say("run.chip", change=html_tables.label(label)),
                key=f"chip-{at}-{group[0].address}",
                on_click=_end,
                args=(group,),
                help=say("run.end"),
            )
        st.button(
            say("run.end_all"), key="undo-all", type="tertiary", on_click=_end_all
        )


def busy(lab: Asked) -> bool:
    """Whether an experiment runs."""
    return lab.experiment != AS_IT_IS


def _end(group: Changes) -> None:
    end(group, frame.choices())


def end(group: Changes, choices: object) -> None:
    """End some changes; all others that are asked for stay. For callbacks."""
    left = [one for one in experiments.asked(choices) if one not in group]
    names = {change.address for change in group}
    kept = {name: USUAL[name] for name in names} | {
        name: text for name, text in experiments.written(left).items() if name in names
    }
    frame.keep(**kept, guess="")


def _end_all() -> None:
    frame.keep(**USUAL, guess="")


# --- beginning another --------------------------------------------------------------


def begin(lab: Asked, changes: Changes, *, guess: str, add: bool) -> str:
    """Run an experiment alone, or added to what runs. For callbacks.

    What cannot be run changes nothing; what is wrong with it is returned.
    """
    found = lab.experiment if add else AS_IT_IS
    new = [change for change in changes if change not in found.changes]
    try:
        found = with_changes(field.last_good(), found, new)
    except InputError as problem:
        return error(problem)
    written = experiments.written(found.changes)
    asked = {change.address: written[change.address] for change in changes}
    frame.keep(**{**({} if add else USUAL), **asked, "guess": guess})
    return ""


def masks(lab: Asked) -> None:
    """The masks of the paper; one that is switched is an experiment like the others."""
    choices = frame.choices()
    padded = bool(choices.pads) or not choices.padmask
    _guess("masks")
    widgets.switch(
        "causal",
        say("run.causal"),
        on_change=lambda: _switched("causal", not choices.causal),
    )
    widgets.switch(
        "padmask", say("run.padding"), on_change=lambda: _switched("padmask", padded)
    )
    widgets.slider(
        "pads",
        say("run.pads"),
        on_change=lambda: _switched("pads", padded),
    )
    if busy(lab):
        st.checkbox(say("run.add_masks"), key=ADDED.key)


def _switched(mask: str, ran: bool) -> None:
    """What was guessed of masks is what was guessed of this one; a new one is alone.

    With the last of them as usual the guess goes, as when its button ends it.
    """
    together = PADDING if mask in PADDING else (mask,)
    runs = any(getattr(frame.choices(), one) != USUAL[one] for one in together)
    alone = runs and not ran and not ADDED.get()
    others = {name: v for name, v in USUAL.items() if name not in together}
    guess = GUESS.get() if runs else ""
    frame.keep(**(others if alone else {}), guess=guess or "")


def offer(name: str, changes: Changes, lab: Asked) -> None:
    """A guess, then the button that runs the experiment alone, or beside the others."""
    with st.container(key=f"run-{name}", horizontal=True, vertical_alignment="bottom"):
        asked = (changes, _guess(name) or "", lab)
        st.button(
            say(f"forms.do.{name}"),
            key=f"do-{name}",
            type="primary",
            on_click=_do,
            args=(*asked, False),
        )
        if busy(lab):
            st.button(
                say("run.add"), key=f"add-{name}", on_click=_do, args=(*asked, True)
            )
    refused.tell("form", (field.last_good(), changes))


def _guess(name: str) -> str | None:
    guesses = say.all("guesses")
    return st.segmented_control(
        say("run.guess"),
        list(guesses),
        format_func=guesses.__getitem__,
        key=f"_guess_{name}",
    )


def _do(changes: Changes, guess: str, lab: Asked, add: bool) -> None:
    wrong = begin(lab, changes, guess=guess, add=add)
    refused.keep("form", (field.last_good(), changes), wrong)
