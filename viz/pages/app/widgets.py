"""The controls of every page: each shows one choice, by its name in the address.

A control is `bound` where its value is written into the address as it is, and
`mirrored` where it shows something else: labels, or places counted from 0. Its range
and its usual value stand where the choice is declared.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import streamlit as st

from viz import address
from viz.address.rules import Between, Decimal, OneOf
from viz.pages.app.session import Remembered
from viz.pages.app.state import choices, keep
from viz.say import captions
from viz.say.numbers import separators, written

Value = TypeVar("Value")
THE_CHOICE = object()
DECIMAL = re.compile(r"[0-9]+\.[0-9]+")


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
    if isinstance(rule, Decimal) and separators()[0] != ".":
        return _spelled(name, label, rule)
    if isinstance(rule, Decimal):
        digits = {"step": 10.0**-rule.digits, "format": f"%.{rule.digits}f"}
        ends = float(rule.low), float(rule.high)
        return bound(st.slider, name, label, *ends, **digits, **options)
    return bound(st.slider, name, label, *limits(name), **options)


def _spelled(name: str, label: str, rule: Decimal) -> float:
    """As `slider`, with the decimal sign of the language: Streamlit writes a point."""
    step = 10.0**-rule.digits
    count = round((rule.high - rule.low) / step) + 1
    places = [round(rule.low + at * step, rule.digits) for at in range(count)]
    return _named_places(
        name, label, {place: written(place, f".{rule.digits}f") for place in places}
    )


def _named_places(name: str, label: str, called: Mapping[Any, str]) -> Any:
    """A slider over what has a name, which is not what stands in the address."""
    places = list(called)
    mirrored(st.select_slider, name, label, places, format_func=called.__getitem__)
    return getattr(choices(), name)


def percents() -> str:
    """The format of a slider of percent, with the sign as the language sets it."""
    return "%d" + captions.say("percent", number="").replace("%", "%%")


def number(name: str, label: str) -> int:
    """A whole number within its range, to be typed."""
    return int(bound(st.number_input, name, label, *limits(name)))


def stops(name: str, label: str) -> str:
    """One word of a closed set that has an order, on a slider."""
    words = _words(name)
    called = {word: respelled(word) for word in words}
    if tuple(called.values()) == words:
        return bound(st.select_slider, name, label, words)
    return _named_places(name, label, called)


def respelled(word: str) -> str:
    """A number with the decimal sign of the language; another word as it is."""
    return word.replace(".", separators()[0]) if DECIMAL.fullmatch(word) else word


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
    called = said or {}
    pills(
        name,
        label,
        {word: called.get(word) or respelled(word) for word in _words(name)},
    )
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
