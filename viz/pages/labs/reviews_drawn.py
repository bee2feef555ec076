"""What the steps of the lab of reviews share: the field, the picture, the results."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import streamlit as st

from core.errors import InputError
from viz import address
from viz.components.review import review
from viz.content.texts import error, texts
from viz.pages.app import frame, library, widgets
from viz.pages.app.session import Remembered, reported
from viz.pages.labs import lab
from viz.say.captions import isolated, percent_of
from viz.say.numbers import written
from viz.say.tables import Cell

if TYPE_CHECKING:
    from core.in_use.reviews import Text

say = texts("labs/reviews")
SHOWN_UNKNOWN = 8


def typed(
    name: str,
    examples: Mapping[str, str],
    beside: Callable[[], object] | None = None,
    **forget: Any,
) -> "Text":
    """The review of that choice, with its field and examples; else the last good one.

    Next to it stands what `beside` draws. With another review what to `forget` gets
    these values.
    """
    from core.in_use.reviews import accepted

    def example(one: str | None) -> None:
        if one is not None:
            frame.keep(**{name: examples[one]}, **forget)

    titles = {one: say(f"examples.{one}") for one in examples}
    text = getattr(frame.choices(), name)
    chosen = next((one for one, of in examples.items() if of == text), None)
    widgets.mirrored(
        st.pills,
        f"{name}-example",
        say("examples.label"),
        list(titles),
        format_func=titles.__getitem__,
        label_visibility="collapsed",
        shown=chosen,
        picked=example,
    )
    field, rest = st.columns([5, 2]) if beside else (st.container(), None)
    with field:
        widgets.long_text(
            name, say("field"), height=80, on_change=lambda: frame.keep(**forget)
        )
    if beside and rest:
        with rest:
            beside()
    good = Remembered(f"_good_{name}", getattr(address.DEFAULTS, name))
    try:
        found = accepted(text)
    except InputError as problem:
        frame.refuse(error(problem))
        frame.note(say("before"))
        return accepted(good.get())
    good.set(text)
    return found


def draw(
    shown: Mapping[str, Any],
    said: str,
    rows: Sequence[Sequence[Cell]],
    *,
    key: str,
    title: str,
    chosen: str = "",
    known: Sequence[bool] = (),
) -> None:
    """The picture with its words; a sentence that is pressed is kept as `chosen`.

    Where too few words are `known` that stands above, and the verdicts are grey.
    """
    from core.in_use.reviews import enough_known

    sure = enough_known(known)
    if not sure:
        frame.refuse(say("unknown.language", known=sum(known), n=len(known)))
    sent = {**shown, "sure": sure}
    lab.drawn(
        lambda: review(sent, key=key, on_chosen=partial(_chosen, key, chosen)),
        said,
        rows,
        key=f"{key}-figure",
        title=title,
    )


def _chosen(key: str, name: str) -> None:
    """A sentence comes from a browser: what is none changes nothing."""
    at = reported(key, "sentence")
    most = widgets.limits(name)[1] if name else 0
    if type(at) is int and 0 <= at < most:
        frame.keep(**{name: at + 1})


def notices(words: Sequence[str], known: Sequence[bool]) -> None:
    """Which words the model does not know."""
    from core.in_use.reviews import enough_known

    strange = dict.fromkeys(
        word for word, knows in zip(words, known, strict=True) if not knows
    )
    if strange and enough_known(known):
        some = ", ".join(map(isolated, list(strange)[:SHOWN_UNKNOWN]))
        more = ", …" if len(strange) > SHOWN_UNKNOWN else ""
        frame.note(say("unknown.words", words=some + more))
    if len(words) == 1:
        frame.note(say("one_word"))


# --- what was measured ----------------------------------------------------------------


def measured(name: str) -> Mapping[str, Any]:
    """What was found on texts held out; nothing where the folder cannot be read."""
    try:
        return library.small(name).info["measured"]
    except (InputError, KeyError):
        return {"held_out": {}}


def results(attending: str, mean: str) -> None:
    """How often both are right on texts that neither learned from, with their bands."""
    first, other = (measured(name)["held_out"] for name in (attending, mean))
    rows = [
        [
            say(f"sources.{source}"),
            written(one["texts"], ","),
            _banded(one),
            _banded(other[source]),
            percent_of(one["commonest"]),
        ]
        for source, one in first.items()
        if source in other
    ]
    if rows:
        lab.table([say.row("results.columns"), *rows], say("results.title"))


def _banded(one: Mapping[str, float]) -> str:
    right, low, high = (percent_of(one[end]) for end in ("right", "low", "high"))
    if high == right:  # an end would read like what it is the end of
        high = percent_of(one["high"], 2)
    return say("results.banded", right=right, low=low, high=high)


def accuracies(attending: str, mean: str) -> defaultdict[str, str]:
    """The same as slots of a lesson: with and without, by source.

    A dash is all that can be said where a folder cannot be read.
    """
    found = defaultdict(lambda: "–")
    for way, name in (("with", attending), ("mean", mean)):
        for source, one in measured(name)["held_out"].items():
            found[f"{way}_{source}"] = percent_of(one["right"])
    return found
