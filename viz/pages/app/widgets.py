"""The controls of every page: each shows one choice, by its name in the address.

A control is `bound` where its value is written into the address as it is, and
`mirrored` where it shows something else: labels, or places counted from 0. Its range
and its usual value stand where the choice is declared.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import streamlit as st

from viz import address
from viz.address.rules import Between, Decimal, OneOf
from viz.pages.app.session import Remembered
from viz.pages.app.state import choices, keep

Value = TypeVar("Value")
THE_CHOICE = object()


def bound(
    draw: Callable[..., Value], name: str, label: str, *args: Any, **options: Any
) -> Value:
    """A widget of Streamlit that writes the choice into the address by itself."""
    usual = getattr(address.DEFAULTS, name)
    return draw(label, *args, usual, key=name, bind="query-params", **options)


def mirrored(
    draw: Callable[..., Value],
    name: str,
    label: str,
    *args: Any,
    shown: Any = THE_CHOICE,
    picked: Callable[[Any], None] | None = None,
    **options: Any,
) -> Value:
    """A widget that holds what is `shown`: the choice itself, unless said.

    What a reader picks there is kept, or handed to `picked`. Bound, it would write its
    labels into the address.
    """
    widget: Remembered[Any] = Remembered(f"pick-{name}", None)
    widget.set(getattr(choices(), name) if shown is THE_CHOICE else shown)

    def changed() -> None:
        value = widget.get()
        if picked is None:
            keep(**{name: value})
        else:
            picked(value)

    return draw(label, *args, key=widget.key, on_change=changed, **options)


# --- the value as it is ---------------------------------------------------------------


def slider(name: str, label: str, **options: Any) -> Any:
    """A number within its range."""
    rule = address.RULES[name]
    if isinstance(rule, Decimal):
        digits = {"step": 10.0**-rule.digits, "format": f"%.{rule.digits}f"}
        ends = float(rule.low), float(rule.high)
        return bound(st.slider, name, label, *ends, **digits, **options)
    return bound(st.slider, name, label, *limits(name), **options)


def number(name: str, label: str) -> int:
    """A whole number within its range, to be typed."""
    return int(bound(st.number_input, name, label, *limits(name)))


def stops(name: str, label: str) -> str:
    """One word of a closed set that has an order, on a slider."""
    return bound(st.select_slider, name, label, _words(name))


def switch(name: str, label: str, **options: Any) -> bool:
    """On or off."""
    return bound(st.toggle, name, label, **options)


def text(name: str, label: str, **options: Any) -> str:
    """What is typed."""
    return bound(st.text_input, name, label, **options)


def long_text(name: str, label: str, **options: Any) -> str:
    """What is typed, in several lines."""
    return bound(st.text_area, name, label, **options)


def opened(name: str, label: str, draw: Callable[[], None]) -> None:
    """Something more, drawn while it is open."""
    with bound(st.expander, name, label, on_change="rerun"):
        if getattr(choices(), name):
            draw()


# --- as the page calls it -------------------------------------------------------------


def choice(name: str, label: str, said: Mapping[str, str] | None = None) -> str:
    """One word of a closed set; `said` is how each is called on the page."""
    pills(name, label, {word: (said or {}).get(word, word) for word in _words(name)})
    return getattr(choices(), name)


def pills(
    name: str, label: str, titles: Mapping[Any, str], *, hidden: bool = False
) -> None:
    """One of the values that have a title."""
    mirrored(
        st.pills,
        name,
        label,
        list(titles),
        format_func=titles.__getitem__,
        required=True,
        label_visibility="collapsed" if hidden else "visible",
    )


def segments(
    name: str,
    label: str,
    titles: Mapping[str, str],
    *,
    hidden: bool = False,
    **more: Any,
) -> str:
    """One word of a closed set, side by side; returned is the word."""
    mirrored(
        st.segmented_control,
        name,
        label,
        list(titles),
        format_func=titles.__getitem__,
        required=True,
        label_visibility="collapsed" if hidden else "visible",
        **more,
    )
    return getattr(choices(), name)


def limits(name: str) -> tuple[int, int]:
    """The least and the largest whole number of a choice."""
    rule = address.rules_of(choices().model)[name]
    if not isinstance(rule, Between):
        raise TypeError(f"{name} is not a whole number")
    return rule.low, rule.high


def _words(name: str) -> tuple[str, ...]:
    rule = address.RULES[name]
    if not isinstance(rule, OneOf):
        raise TypeError(f"{name} is not one of a set")
    return rule.words
