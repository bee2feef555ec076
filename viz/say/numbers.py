"""Numbers as people write them, in the language of the run."""

import functools
import math

from viz.content.languages import ENGLISH, locale
from viz.content.texts import language

THIN = "\u202f"
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def written(value: float | int, how: str = ".2f") -> str:
    """A number in the format `how`, with a minus that is one."""
    return format(value, how).translate(_signs(language()))


def powered(value: float) -> str:
    """A positive number with two figures and a power of ten: 1.9 · 10¹⁹."""
    figures, _, power = f"{value:.1e}".partition("e")
    raised = str(int(power)).translate(RAISED)
    return f"{figures.translate(_signs(language()))} · 10{raised}"


def small(value: float) -> str:
    """One figure that counts, without an exponent: 0.000 04. At least 1e-15, or 0."""
    if abs(value) < 1e-15:
        return "0"
    digits = max(0, -math.floor(math.log10(abs(value))))
    whole, point, part = f"{value:.{digits}f}".partition(".")
    groups = [part[i : i + 3] for i in range(0, len(part), 3)]
    return f"{whole}{point}{THIN.join(groups)}".translate(_signs(language()))


def separators() -> str:
    """The point and the comma of numbers that Plotly writes."""
    return ".,".translate(_signs(language()))


@functools.cache
def _signs(lang: str) -> dict[int, str]:
    """What Python writes, and what that language writes for it."""
    if lang == ENGLISH:
        return str.maketrans({"-": "−"})
    from babel.numbers import get_decimal_symbol, get_group_symbol

    point, comma = get_decimal_symbol(locale(lang)), get_group_symbol(locale(lang))
    return str.maketrans({"-": "−", ".": point, ",": comma})
