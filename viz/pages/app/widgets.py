"""The controls that pages share, bound to the address under the names of `Choices`."""

from collections.abc import Callable, Mapping

import streamlit as st

from viz import address
from viz.address.rules import Between, OneOf
from viz.pages.app import frame


def layer(key: str = "layer") -> int:
    """The layer, counted from 1."""
    return _slider("Layer", key)


def pads(on_change: Callable[[], None] | None = None) -> int:
    """How many ‹pad› pieces are appended to the source."""
    return _slider("‹pad› pieces after the sentence", "pads", on_change)


def number(label: str, key: str) -> int:
    """A whole number of the address, by its name there."""
    return _slider(label, key)


def one_of(label: str, key: str, names: Mapping[str, str]) -> str:
    """One word of a closed set of the address, shown by the names it has here."""
    st.session_state[f"_{key}"] = getattr(frame.choices(), key)
    st.segmented_control(
        label,
        list(names),
        format_func=names.__getitem__,
        key=f"_{key}",
        required=True,
        label_visibility="collapsed",
        on_change=lambda: frame.keep(**{key: st.session_state[f"_{key}"]}),
    )
    return getattr(frame.choices(), key)


def chosen(label: str, key: str) -> str:
    """One word of a closed set of the address, by its name there."""
    rule = address.RULES[key]
    if not isinstance(rule, OneOf):
        raise TypeError(f"{key} is not a closed set")
    return st.select_slider(
        label,
        rule.words,
        getattr(address.DEFAULTS, key),
        key=key,
        bind="query-params",
    )


def _slider(label: str, key: str, on_change: Callable[[], None] | None = None) -> int:
    rule = address.RULES[key]
    if not isinstance(rule, Between):
        raise TypeError(f"{key} is not a number")
    return st.slider(
        label,
        rule.low,
        rule.high,
        getattr(address.DEFAULTS, key),
        key=key,
        bind="query-params",
        on_change=on_change,
    )


def _switch(label: str, key: str, on_change: Callable[[], None] | None = None) -> bool:
    return st.toggle(
        label,
        getattr(address.DEFAULTS, key),
        key=key,
        bind="query-params",
        on_change=on_change,
    )


def pieces() -> bool:
    """Whether sub-word pieces are shown instead of words."""
    return _switch("Pieces", "pieces", on_change=_pieces_changed)


def rows_are(name: str, word_of: tuple[int, ...]) -> None:
    """Remember for the row `name` which word each piece of its picture belongs to."""
    st.session_state[f"_word_of_{name}"] = word_of


def _pieces_changed() -> None:
    """A row stays at its word: at the word's first piece, or at the piece's word."""
    chosen = frame.choices()
    moved = {}
    for name in address.ROWS:
        word_of = st.session_state.get(f"_word_of_{name}", ())
        row = getattr(chosen, name) - 1
        if chosen.pieces and row in word_of:
            moved[name] = word_of.index(row) + 1
        elif not chosen.pieces and 0 <= row < len(word_of):
            moved[name] = word_of[row] + 1
        else:
            moved[name] = 0
    frame.keep(**moved)


def gloss() -> bool:
    """Whether the French is explained word by word."""
    return _switch("French word by word", "gloss")


def causal(on_change: Callable[[], None] | None = None) -> bool:
    """Whether the decoder may only look back."""
    return _switch("Causal mask", "causal", on_change)


def padmask(on_change: Callable[[], None] | None = None) -> bool:
    """Whether ‹pad› pieces are hidden from the model."""
    return _switch("Padding mask", "padmask", on_change)
