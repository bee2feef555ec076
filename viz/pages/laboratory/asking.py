"""The controls: what is running, and how a next experiment is put together.

One experiment at a time; a second one is added on purpose.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from core.experiment import Experiment, Forbidden, spoken
from viz import experiments
from viz.figures.views import KINDS, sizes
from viz.pages import frame, sentences, widgets
from viz.pages.laboratory.reading import Asked, fits
from viz.words import apart

if TYPE_CHECKING:
    from core.sides import Side
    from core.trace import Trace

NAMES = ("forbid", "silence", "without", "edit")
LABELS = {kind.id: kind.label for kind in KINDS}
GUESSES = {"": "no guess", "better": "better", "same": "the same", "worse": "worse"}
FORBID = "Forbid a cell, or every cell of a column: its scores become −∞."
SILENCE = "Silence a head: what it mixed becomes zero, and the others go on."
LEAVE_OUT = (
    "Leave out a part. The model was not trained like this: a broken sentence shows "
    "that the part is used, not what it is for."
)
EDIT = (
    "Change a source word in place. All pieces of a word go together, and nothing is "
    "cut anew. A blanked word becomes a piece that no model has ever read."
)


# --- what is running ----------------------------------------------------------------


def running(lab: Asked, trace: "Trace") -> None:
    """Every experiment that runs now, each with a way to end it."""
    chips: list[tuple[str, str, str]] = []
    for entry in lab.edit.split(",") if lab.edit else ():
        name = experiments.edit_name(entry, _typed_words())
        chips.append(("edit", entry, name))
    for entry in lab.without.split(",") if lab.without else ():
        chips.append(("without", entry, f"without {experiments.part_name(entry)}"))
    for entry in lab.silence.split(",") if lab.silence else ():
        (silent,) = experiments.heads(entry)
        name = f"{spoken(silent.attention)}, head {silent.head + 1} silent"
        chips.append(("silence", entry, name))
    for place, entries in _grouped(lab.forbid).items():
        cell = experiments.cells(entries[0])[0]
        query, key = trace.sides(cell.attention)
        name = _forbidden(cell, entries, query, key)
        chips.append(("forbid", ",".join(entries), f"{place}: {name}"))
    choices = frame.choices()
    switched = not choices.causal or choices.pads or not choices.padmask
    if not chips and not switched:
        return
    with st.container(key="running", horizontal=True):
        for at, (name, entry, label) in enumerate(chips):
            st.button(
                f"{_plain(label)} ✕",
                key=f"chip-{at}-{name}",
                on_click=_end,
                args=(name, entry),
                help="End this experiment",
            )
        st.button("Undo all", key="undo-all", type="tertiary", on_click=_end_all)


def _typed_words() -> Sequence[str]:
    from viz.pages import library

    model = library.model(library.TRANSFORMER)
    return model.tokenizer.encode(sentences.last_good()).words


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


def _plain(text: str) -> str:
    """Text that stays text on a button, whatever it holds."""
    return "".join(f"\\{c}" if c in r"\`*_{}[]()#+-.!~:$<>|" else c for c in text)


def _end(name: str, entry: str) -> None:
    before = getattr(frame.choices(), name)
    frame.keep(**{name: experiments.removed(before, entry.split(","))})


def _end_all() -> None:
    frame.keep(**dict.fromkeys(NAMES, ""), causal=True, pads=0, padmask=True, guess="")


# --- what may it see? ---------------------------------------------------------------


def see(lab: Asked, trace: "Trace") -> None:
    """The masks of the paper, and cells of one's own."""
    masks, own = st.columns([4, 9], gap="large")
    with masks:
        _guess("masks")
        widgets.causal(_guessed)
        widgets.padmask(_guessed)
        widgets.pads()
    with own:
        frame.note(FORBID)
        kind, layer, head = _attention_chooser("forbid", trace)
        query, key = trace.sides(experiments.attention(kind, layer))
        rows, columns, run = st.columns([4, 4, 5], vertical_alignment="bottom")
        with rows:
            row = _word_chooser("Row (query)", query, "forbid-row", "every row")
        with columns:
            column = _word_chooser("Column (key)", key, "forbid-column", "every column")
        entry = experiments.written_cells(
            kind,
            layer,
            head,
            experiments.pieces_of(query.word_of, row),
            experiments.pieces_of(key.word_of, column),
        )
        with run:
            _run("Forbid", "forbid", entry, lab)


def _attention_chooser(key: str, trace: "Trace") -> tuple[str, int, int | None]:
    """Which attention, layer (from 1) and head (from 0; None: every head).

    Offered are the layers and heads that the model has.
    """
    choices, has = frame.choices(), sizes(trace)
    kinds, layers, heads = st.columns([6, 3, 4])
    with kinds:
        kind = st.selectbox(
            "Attention",
            list(LABELS),
            index=list(LABELS).index(choices.kind),
            format_func=LABELS.__getitem__,
            key=f"_{key}_kind",
        )
    with layers:
        layer = st.selectbox(
            "Layer",
            range(1, has["layers"] + 1),
            index=min(choices.layer, has["layers"]) - 1,
            key=f"_{key}_layer",
        )
    with heads:
        options = range(has["heads"] + 1)
        head = st.selectbox(
            "Head",
            options,
            format_func=lambda h: "every head" if h == 0 else str(h),
            index=options.index(choices.head) if choices.head in options else 0,
            key=f"_{key}_head",
        )
    return kind, layer, head - 1 if head else None


def _word_chooser(label: str, side: "Side", key: str, every: str) -> int | None:
    """A word of a side, None for all of them."""
    names = [every, *apart(side.words)]
    place = st.selectbox(
        label,
        range(len(names)),
        format_func=names.__getitem__,
        key=f"_{key}-{len(names)}",
    )
    return place - 1 if place else None


# --- which parts does it use? -------------------------------------------------------


def parts(lab: Asked, trace: "Trace") -> None:
    """Heads to silence, and parts to leave out."""
    heads, others = st.columns(2, gap="large")
    with heads:
        frame.note(SILENCE)
        kind, layer, head = _attention_chooser("silence", trace)
        chosen = range(sizes(trace)["heads"]) if head is None else [head]
        entry = ",".join(f"{kind}.{layer}.{number + 1}" for number in chosen)
        _run("Silence", "silence", entry, lab)
    with others:
        frame.note(LEAVE_OUT)
        part = st.selectbox(
            "Part",
            experiments.parts(sizes(trace)["layers"]),
            format_func=experiments.part_name,
            key="_without_part",
        )
        _run("Leave out", "without", part, lab)


# --- which words matter? ------------------------------------------------------------


def words(lab: Asked) -> None:
    """Source words to blank, delete or swap."""
    typed = _typed_words()
    names = apart(tuple(typed))
    frame.note(EDIT)
    how, word, other, run = st.columns([3, 3, 3, 5], vertical_alignment="bottom")
    with how:
        kind = st.selectbox(
            "Change", ["blank", "delete", "swap"], format_func=str.capitalize,
            key="_edit_kind",
        )  # fmt: skip
    places = range(len(names))
    with word:
        chosen = st.selectbox(
            "Word", places, format_func=names.__getitem__, key=f"_edit-{len(names)}"
        )
    entry = f"{kind}.{chosen + 1}"
    if kind == "swap":
        with other:
            second = st.selectbox(
                "with", places, format_func=names.__getitem__,
                index=min(1, len(names) - 1), key=f"_edit_other-{len(names)}",
            )  # fmt: skip
        entry = f"swap.{chosen + 1}-{second + 1}"
    with run:
        _run("Change", "edit", entry, lab)


# --- running it ---------------------------------------------------------------------


def _run(verb: str, name: str, entry: str, lab: Asked) -> None:
    """A guess, then the button that runs the experiment alone, or beside the others."""
    busy = any(getattr(lab, other) for other in NAMES)
    with st.container(key=f"run-{name}", horizontal=True, vertical_alignment="bottom"):
        guess = _guess(name)
        asked = (name, entry, guess or "", lab)
        st.button(
            verb, key=f"do-{name}", type="primary", on_click=_do, args=(*asked, False)
        )
        if busy:
            st.button("Add", key=f"add-{name}", on_click=_do, args=(*asked, True))
    sentence = sentences.last_good()
    if refused := st.session_state.get("_refused", {}).get((sentence, name, entry)):
        frame.refuse(refused)


def _guess(name: str) -> str | None:
    return st.segmented_control(
        "The old translation becomes",
        ["better", "same", "worse"],
        format_func=GUESSES.__getitem__,
        key=f"_guess_{name}",
    )


def _guessed() -> None:
    """A mask was switched: what was guessed of masks is what was guessed of this."""
    frame.keep(guess=st.session_state.get("_guess_masks") or "")


def _do(name: str, entry: str, guess: str, lab: Asked, add: bool) -> None:
    """Run one experiment; what cannot be run is refused and changes nothing."""
    before = lab if add else _nothing(lab)
    sentence = sentences.last_good()
    wrong = fits(sentence, before, name, entry)
    st.session_state["_refused"] = {(sentence, name, entry): wrong} if wrong else {}
    if wrong:
        return
    others = {} if add else dict.fromkeys(NAMES, "")
    kept = getattr(lab, name) if add else ""
    frame.keep(**{**others, name: experiments.added(kept, entry)}, guess=guess)


def _nothing(lab: Asked) -> Asked:
    """The same without the experiments that a new one takes the place of."""
    masks = lab.experiment
    bare = Experiment(masks.causal, masks.pads, padding_mask=masks.padding_mask)
    return replace(lab, experiment=bare, **dict.fromkeys(NAMES, ""))
