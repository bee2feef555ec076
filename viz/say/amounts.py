"""Large numbers, bytes and differences, as people say them."""

from viz.content.texts import texts
from viz.say.numbers import written

MILLION, BILLION = 10**6, 10**9
UNITS = {"tera": 10**12, "giga": 10**9, "mega": 10**6}
SMALLEST = ("kilo", 10**3)

say = texts("amounts")


def short(count: int) -> str:
    """125.2 million, 1.32 billion; small ones whole."""
    if count >= BILLION:
        return say("billion", number=written(count / BILLION, ",.2f"))
    if count >= MILLION:
        return say("million", number=written(count / MILLION, ",.1f"))
    return written(count, ",")


def in_memory(count: int) -> str:
    """Bytes in units of a thousand: 250.5 MB."""
    unit, size = next((pair for pair in UNITS.items() if count >= pair[1]), SMALLEST)
    return say(f"bytes.{unit}", number=written(count / size, ",.1f"))


def off(difference: float) -> str:
    """A difference with its sign: +1.7%."""
    percents = round(100 * difference, 1) or 0.0
    number = written(percents, "+.1f" if percents else ".1f")
    return texts("captions")("percent", number=number)
