"""What runs, and how another experiment begins: alone, or added on purpose."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from core.experiments.experiment import AS_IT_IS, Forbidden, spoken
from viz import address
from viz.address import experiments
from viz.pages.app import frame, widgets
from viz.pages.sentence import field
from viz.pages.transformer.experiments.requested import Asked, fits
from viz.say import html_tables

if TYPE_CHECKING:
    from core.text.sides import Side
    from core.trace import Trace

NAMES = ("forbid", "silence", "without", "edit")
PADDING = ("pads", "padmask")
MASKS = ("causal", *PADDING)
GUESSES = {"better": "better", "same": "the same", "worse": "worse"}
ADD = "Add to what runs"
USUAL = {name: getattr(address.DEFAULTS, name) for name in (*NAMES, *MASKS)}
"""What the laboratory asks when no experiment runs."""


# --- what is running ----------------------------------------------------------------


def chips(lab: Asked, trace: "Trace") -> None:
    """Every experiment that runs now, each with a way to end it."""
    shown: list[tuple[str, str, str]] = []
    for entry in lab.edit.split(",") if lab.edit else ():
        name = experiments.edit_name(entry, typed_words())
        shown.append(("edit", entry, name))
    for entry in lab.without.split(",") if lab.without else ():
        shown.append(("without", entry, f"without {experiments.part_name(entry)}"))
    for entry in lab.silence.split(",") if lab.silence else ():
        (silent,) = experiments.heads(entry)
        name = f"{spoken(silent.attention)}, head {silent.head + 1} silent"
        shown.append(("silence", entry, name))
    for place, entries in _grouped(lab.forbid).items():
        cell = experiments.cells(entries[0])[0]
        query, key = trace.sides(cell.attention)
        name = _forbidden(cell, entries, query, key)
        shown.append(("forbid", ",".join(entries), f"{place}: {name}"))
    shown += [(name, "", label) for name, label in _masks_off()]
    if not shown:
        return
    with st.container(key="running", horizontal=True):
        for at, (name, entry, label) in enumerate(shown):
            st.button(
                f"{html_tables.label(label)} ✕",
                key=f"chip-{at}-{name}",
                on_click=_end,
                args=(name, entry),
                help="End this experiment",
            )
        st.button("Undo all", key="undo-all", type="tertiary", on_click=_end_all)


def _masks_off() -> list[tuple[str, str]]:
    """The masks that are not as usual: the first name of each experiment, in words."""
    choices = frame.choices()
    off = [] if choices.causal else [("causal", "causal mask off")]
    open_ = "" if choices.padmask else "padding mask off"
    pads = f"{choices.pads} ‹pad›{'s' * (choices.pads > 1)}" if choices.pads else ""
    padded = ", ".join(filter(None, (pads, open_)))
    return [*off, ("pads", padded)] if padded else off


def busy(lab: Asked) -> bool:
    """Whether an experiment runs."""
    return any(getattr(lab, name) for name in NAMES) or bool(_masks_off())


def typed_words() -> Sequence[str]:
    """The words of the sentence, as they are counted in changes of words."""
    from viz.pages.app import library

    model = library.model(library.TRANSFORMER)
    return model.tokenizer.encode(field.last_good()).words


def _grouped(forbid: str) -> dict[str, list[str]]:
    """The entries of each attention and head, under its name."""
    groups: dict[str, list[str]] = {}
    for entry in forbid.split(",") if forbid else ():
        (cell,) = experiments.cells(entry)
        which = "all heads" if cell.head is None else f"head {cell.head + 1}"
        groups.setdefault(f"{spoken(cell.attention)}, {which}", []).append(entry)
    return groups


def _forbidden(cell: Forbidden, entries: list[str], query: "Side", key: "Side") -> str:
    if len(entries) > 1:
        return f"{len(entries)} cells forbidden"
    where = f"column {_piece(key, cell.key)}"
    if cell.query is None:
        return f"{where} forbidden"
    return f"{_piece(query, cell.query)} → {_piece(key, cell.key)} forbidden"


def _piece(side: "Side", place: int | None) -> str:
    if place is None:
        return "every column"
    return side.pieces[place] if place < len(side.pieces) else f"place {place + 1}"


def _end(name: str, entry: str) -> None:
    if name in NAMES:
        before = getattr(frame.choices(), name)
        kept = {name: experiments.removed(before, entry.split(","))}
    else:
        kept = {mask: USUAL[mask] for mask in _together(name)}
    frame.keep(**kept, guess="")


def _end_all() -> None:
    frame.keep(**USUAL, guess="")


def _together(mask: str) -> tuple[str, ...]:
    """‹pad›s and the mask over them are one experiment."""
    return PADDING if mask in PADDING else (mask,)


# --- beginning another --------------------------------------------------------------


def begin(lab: Asked, name: str, entry: str, *, guess: str, add: bool) -> str:
    """Run an experiment alone, or added to what runs. For callbacks.

    What cannot be run changes nothing; what is wrong with it is returned.
    """
    bare = replace(lab, experiment=AS_IT_IS, **dict.fromkeys(NAMES, ""))
    before = lab if add else bare
    if wrong := fits(field.last_good(), before, name, entry):
        return wrong
    entries = experiments.added(getattr(before, name), entry)
    frame.keep(**{**({} if add else USUAL), name: entries, "guess": guess})
    return ""


def masks(lab: Asked) -> None:
    """The masks of the paper; one that is switched is an experiment like the others."""
    choices = frame.choices()
    padded = bool(choices.pads) or not choices.padmask
    _guess("masks")
    widgets.causal(lambda: _switched("causal", not choices.causal))
    widgets.padmask(lambda: _switched("padmask", padded))
    widgets.pads(lambda: _switched("pads", padded))
    if busy(lab):
        st.checkbox(ADD, key="_add_masks")


def _switched(mask: str, ran: bool) -> None:
    """What was guessed of masks is what was guessed of this one; a new one is alone.

    With the last of them as usual the guess goes, as when its button ends it.
    """
    runs = any(getattr(frame.choices(), one) != USUAL[one] for one in _together(mask))
    alone = runs and not ran and not st.session_state.get("_add_masks")
    others = {name: v for name, v in USUAL.items() if name not in _together(mask)}
    guess = st.session_state.get("_guess_masks") if runs else ""
    frame.keep(**(others if alone else {}), guess=guess or "")


def offer(verb: str, name: str, entry: str, lab: Asked) -> None:
    """A guess, then the button that runs the experiment alone, or beside the others."""
    with st.container(key=f"run-{name}", horizontal=True, vertical_alignment="bottom"):
        asked = (name, entry, _guess(name) or "", lab)
        st.button(
            verb, key=f"do-{name}", type="primary", on_click=_do, args=(*asked, False)
        )
        if busy(lab):
            st.button("Add", key=f"add-{name}", on_click=_do, args=(*asked, True))
    sentence = field.last_good()
    if refused := st.session_state.get("_refused", {}).get((sentence, name, entry)):
        frame.refuse(refused)


def _guess(name: str) -> str | None:
    return st.segmented_control(
        "The old translation becomes",
        list(GUESSES),
        format_func=GUESSES.__getitem__,
        key=f"_guess_{name}",
    )


def _do(name: str, entry: str, guess: str, lab: Asked, add: bool) -> None:
    wrong = begin(lab, name, entry, guess=guess, add=add)
    asked = (field.last_good(), name, entry)
    st.session_state["_refused"] = {asked: wrong} if wrong else {}
