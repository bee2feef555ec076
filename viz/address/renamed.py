"""Names that addresses had once: what each of their values is called today."""

from collections.abc import Mapping

from viz.content.texts import texts

RENAMED: Mapping[str, Mapping[str, tuple[str, str] | None]] = {
    "block_see": {"model": None, "hand": ("block_part", "hand")},
    "mask_part": {
        "own": None,
        "play": ("mask_kind", "play"),
        "blank": ("mask_kind", "blank"),
    },
    "pos_where": {
        "map": None,
        "curves": ("pos_curves", "true"),
        "hand": None,
    },
    "pos_hand": {"true": None, "false": None},
    "sc_part": {"four": None, "blank": None},
    "tour": {
        **dict.fromkeys(("true", "1"), ("tour", "first-look")),
        **dict.fromkeys(("false", "0")),
    },
    "heads_view": {"poke": None, "count": None},
    "qkv_answer": {"one": None, "many": None},
    **{name: {} for name in ("qkv_x", "qkv_y", "qkv_draws", "qkv_seed")},
}
"""What was usual then is usual now, and needs no name."""


def renewed(query: Mapping[str, str]) -> dict[str, str]:
    """An address with today's names; what has none today stays under its old one.

    A name of today that stands there already is right.
    """
    now = dict(query)
    for name in RENAMED.keys() & now.keys():
        if now[name] not in RENAMED[name]:
            continue
        said = RENAMED[name][now.pop(name)]
        if said is not None:
            now.setdefault(*said)
    return now


def left(query: Mapping[str, str]) -> list[str]:
    """A notice for every old name that nothing answers to any more."""
    now = renewed(query)
    gone = (name for name in RENAMED if name in now and name not in names(name))
    return [texts("address")("earlier", name=name) for name in gone]


def names(name: str) -> list[str]:
    """The old names under which an address may say what `name` says today."""
    return [
        old
        for old, said in RENAMED.items()
        if any(today and today[0] == name for today in said.values())
    ]
