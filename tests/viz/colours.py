"""How colours are judged: their contrast, and how light they look."""


def linear(colour: str) -> list[float]:
    """Red, green and blue as amounts of light, 0 to 1 (sRGB, IEC 61966-2-1)."""
    shares = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, 1 to 21 (WCAG 2.2, "contrast ratio")."""
    lights = (linear(colour) for colour in (one, other))
    darker, lighter = sorted(0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in lights)
    return (lighter + 0.05) / (darker + 0.05)


def lightness(colour: str) -> float:
    """How light a colour looks, 0 to 1: the L of OKLab (Ottosson 2020)."""
    red, green, blue = linear(colour)
    cones = (
        0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue,
        0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue,
        0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue,
    )
    long, middle, short = (cone ** (1 / 3) for cone in cones)
    return 0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short
