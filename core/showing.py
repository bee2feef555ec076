"""How something is shown: core knows no screen, and takes one that is given.

Whoever can draw gives a `Screen`, once; `import headlight` does. Until then nothing is
drawn in a notebook, and what asks for a picture says what is missing.
"""

import reprlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar, runtime_checkable

from core.errors import InputError

Kind = TypeVar("Kind")


@runtime_checkable
class Screen(Protocol):
    """What can draw a pass, a map, or whatever is `Pictured`.

    A view says what is looked at first: `stack`, `layer`, `head` and `row`, from 0.
    """

    def inline(self, shown: Any) -> str:
        """The picture as markup for the output of a cell."""
        ...

    def write(self, shown: Any, path: Path, view: Mapping[str, Any]) -> Path:
        """The picture as one file."""
        ...

    def widget(self, shown: Any, view: Mapping[str, Any]) -> Any:
        """The picture as a widget of a notebook."""
        ...

    def plot(self, shown: Any) -> Any:
        """A map as a figure of Plotly."""
        ...


PARTS = ("stack", "layer", "head", "row")
"""What a view that is asked for by hand is made of."""

_given: list[Callable[[], Screen]] = []


def register(screen: Callable[[], Screen]) -> None:
    """What draws from now on; `screen` is called when something is first shown."""
    _given[:] = [screen]


def screen() -> Screen:
    """What draws; InputError where nothing does."""
    if not _given:
        raise InputError(
            "no_screen",
            "Nothing draws here yet: write “import headlight” first.",
        )
    return _given[-1]()


def check_view(
    view: Mapping[str, Any], stack: str, shapes: Mapping[str, Sequence[int]]
) -> None:
    """InputError where a picture of stacks of these shapes has no such view.

    A shape is (layer, head, query, key); the head −1 is the mean of all.
    """
    if not isinstance(stack, str) or stack not in shapes:
        raise InputError(
            "no_such_attention",
            "There is no attention {name}; choose one of {names}",
            name=repr(stack),
            names=", ".join(shapes),
        )
    layers, heads, rows, _ = shapes[stack]
    parts = ("layer", 0, layers), ("head", -1, heads), ("row", 0, rows)
    for name, least, many in parts:
        n = view.get(name, 0)
        if type(n) is not int or not least <= n < many:
            raise InputError(
                "not_in_the_picture",
                "There is no {part} {n}; counted from 0 they are 0 to {last}.",
                part=name,
                n=str(n),
                last=many - 1,
            )


def brief(record: type[Kind]) -> type[Kind]:
    """A dataclass that is told in one line: shapes of tensors, numbers of records."""
    record.__repr__ = _brief  # type: ignore[method-assign]
    return record


def _brief(record: Any) -> str:
    told = (f"{one.name}={_told(getattr(record, one.name))}" for one in fields(record))
    return f"{type(record).__name__}({', '.join(told)})"


def _told(value: Any) -> str:
    if hasattr(value, "shape"):
        return "×".join(map(str, value.shape)) or "one number"
    if isinstance(value, tuple) and value and is_dataclass(value[0]):
        return f"{len(value)} × {type(value[0]).__name__}"
    return type(value).__name__ if is_dataclass(value) else reprlib.repr(value)


class Shown:
    """What can be looked at in a notebook, and taken along as a file."""

    def _repr_html_(self) -> str | None:
        """The picture under a cell, where something draws and there is one to draw."""
        try:
            return screen().inline(self)
        except InputError:
            return None

    def html(self, path: str | Path, **view: Any) -> Path:
        """Write the picture as one HTML file that needs nothing else; the path.

        A name that ends in `.headlight` gets the picture alone, for the page `/open`.
        `view` is what is looked at first: `stack`, `layer`, `head` (None is the mean)
        and `row`, counted from 0.
        """
        path = Path(path)
        if path.suffix.lower() not in ("", ".html", ".htm", ".headlight"):
            raise InputError(
                "no_kind_of_page",
                "{name}: what is written is a page (.html), or the picture alone "
                "for the app (.headlight). A PNG or SVG is under Download in the page.",
                name=path.name,
            )
        return screen().write(self, path, _of_parts(view))

    def show(self, **view: Any) -> Any:
        """The picture as a widget, whose `view` is read and set from Python."""
        return screen().widget(self, _of_parts(view))


def _of_parts(view: Mapping[str, Any]) -> Mapping[str, Any]:
    """A view that was asked for by hand; InputError where it names something else."""
    if unknown := [name for name in view if name not in PARTS]:
        raise InputError(
            "no_part_of_a_view",
            "A view has no {name}; it has {parts}.",
            name=unknown[0],
            parts=", ".join(PARTS),
        )
    return view
