"""Numbers as people write them."""

import math

THIN = "\u202f"


def written(value: float, how: str = ".2f") -> str:
    """A number in the format `how`, with a minus that is one."""
    return format(value, how).replace("-", "−")


def small(value: float) -> str:
    """One figure that counts, without an exponent: 0.000 04. At least 1e-15, or 0."""
    if abs(value) < 1e-15:
        return "0"
    digits = max(0, -math.floor(math.log10(abs(value))))
    text = written(value, f".{digits}f")
    whole, point, part = text.partition(".")
    groups = [part[i : i + 3] for i in range(0, len(part), 3)]
    return whole + point + THIN.join(groups)
