"""Sentences and addresses that nobody means well with; the same ones every time."""

import os
from collections.abc import Iterator
from random import Random
from urllib.parse import quote, quote_plus

from tests.places import PAGES
from viz import address
from viz.address import Choices
from viz.content import presets

WORDS = " ".join(preset.english for preset in presets.shipped()).split()

ZOO = (
    *("", " ", ".", "\x00", "\t\n\r", "'", '"', "\\", "%", "‹end›", "‹pad› ‹start›"),
    *("<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "{{ sentence }}"),
    *("$\\frac{1}{0}$", ":red[x]", "[x](javascript:alert(1))", "![x](//evil/x.png)"),
    *("The fish \ud83d swims.", "\udc1f", "🐟👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿", "﷽" * 30, "ﷺ" * 20),
    *("\u202eThe fish\u202c", "e" + "\u0301" * 60, "Z̸̢̛͠a̵l̶g̵o̷", "a\u200bb\u2060c\ufeffd"),
    *("魚が泳ぐ。", "السمكة", "рыба", "ཨོཾ་མ་ཎི་པདྨེ་ཧཱུྃ", "क्षत्रिय", "ᾳ̂ῼΐ", "ﬁsh ﬂies"),
    *("a" * 400, "a " * 200, "I " * 64, "." * 400, "é" * 400, "x" * 401, "y" * 5_000),
    *("١٢٣ ²³ Ⅷ ½", "1" * 300, "-0", "1e999", "NaN", "true", "None", "../../etc"),
)


def times(usual: int, wanted: int) -> int:
    """How many to try: the usual few, or up to `wanted` of the number in $FUZZ."""
    return max(usual, min(wanted, int(os.environ.get("FUZZ", "0"))))


def texts(count: int, seed: int = 1) -> Iterator[str]:
    """The zoo first, then words, single characters of every plane, and both mixed."""
    yield from ZOO[:count]
    chance = Random(seed)
    for _ in range(count - len(ZOO)):
        kind = chance.random()
        if kind < 0.4:
            yield " ".join(chance.choices(WORDS, k=chance.randint(1, 30)))
        elif kind < 0.8:
            characters = [_character(chance) for _ in range(chance.randint(1, 60))]
            yield "".join(characters)
        else:
            text = list(" ".join(chance.choices(WORDS, k=8)))
            for _ in range(chance.randint(1, 6)):
                text.insert(chance.randint(0, len(text)), _character(chance))
            yield "".join(text)


def _character(chance: Random) -> str:
    ranges = (
        (0, 0x7F),
        (0x80, 0x2FF),
        (0x300, 0x36F),
        (0x370, 0x1FFF),
        (0x2000, 0x206F),
    )
    ranges += ((0x2070, 0xD7FF), (0xD800, 0xDFFF), (0xE000, 0xFFFF), (0x10000, 0x1FFFF))
    ranges += ((0xE0000, 0xE0FFF), (0x20000, 0x10FFFF))
    return chr(chance.randint(*chance.choice(ranges)))


def addresses(count: int, seed: int = 1) -> Iterator[tuple[str, str]]:
    """A page and its query: most names right, some values wrong, some of it broken."""
    chance = Random(seed)
    usual = address.encode(Choices())
    for number in range(count):
        page = PAGES[number % len(PAGES)]
        said = []
        for name in chance.sample(sorted(usual), chance.randint(1, 12)):
            said.append(f"{name}={_value(chance, name, usual[name])}")
        if chance.random() < 0.1:
            said.append(
                chance.choice(("&&&", "=", "%", "a=%ff%fe", "v", "sentence=%ed%a0%bd"))
            )
        if chance.random() < 0.05:
            said.append("pads=" + "9" * chance.randint(1, 1_500))
        chance.shuffle(said)
        yield page, "&".join(said)


def _value(chance: Random, name: str, usual: str) -> str:
    rule, kind = address.RULES[name], chance.random()
    if name in {"sentence", "target", "prefix"} and kind < 0.9:
        some = ("I know you.", "Fish swim.", "Je sais.", *ZOO)
        return quote_plus(chance.choice(some), errors="surrogatepass")[:1_500]
    if kind < 0.35:
        return quote(chance.choice(getattr(rule, "words", (usual,))))
    if kind < 0.7:
        low, high = getattr(rule, "low", 0), getattr(rule, "high", 9)
        return str(chance.randint(int(low), int(high)))
    if kind < 0.9:
        odd = (
            "-1",
            "0",
            "99999",
            "²",
            "true",
            "cross.1.1.1-1",
            "swap.1-2",
            "1.2.3",
            "",
        )
        return quote(chance.choice(odd))
    return quote(chance.choice(ZOO), errors="surrogatepass")[:1_500]
