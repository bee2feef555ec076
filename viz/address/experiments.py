"""Experiments as the address writes them, counted from 1.

    forbid=cross.3.*.2-5     cross-attention, layer 3, every head, row 2, column 5
    silence=encoder.1.4      encoder self-attention, layer 1, head 4
    without=positions.encoder,scale,residual.decoder.2.feed
    edit=swap.2-5,delete.4,blank.1

Several stand side by side with commas. A star is every head, row or column.
"""

from collections.abc import Iterable, Sequence
from itertools import product

from core.experiments.experiment import (
    Experiment,
    Forbidden,
    Silent,
    WordChange,
    spoken,
)

KINDS = {
    "encoder": ("encoder", "self_attention"),
    "decoder": ("decoder", "self_attention"),
    "cross": ("decoder", "cross_attention"),
}
SHORT = {"self": "self_attention", "cross": "cross_attention", "feed": "feed_forward"}
EVERY = "*"
_LAYER, _HEAD, _PLACE = "[1-9]", "[1-9]", r"(?:[1-9][0-9]{0,2}|\*)"
CELL = rf"(?:encoder|decoder|cross)\.{_LAYER}\.(?:{_HEAD}|\*)\.{_PLACE}-{_PLACE}"
HEAD = rf"(?:encoder|decoder|cross)\.{_LAYER}\.{_HEAD}"
PART = (
    r"positions\.(?:encoder|decoder)|scale|"
    rf"residual\.(?:encoder|decoder)\.{_LAYER}\.(?:self|cross|feed)"
)
EDIT = r"(?:delete|blank)\.[1-9][0-9]?|swap\.[1-9][0-9]?-[1-9][0-9]?"


def attention(kind: str, layer: int) -> str:
    """The name of an attention in a trace; `layer` counts from 1."""
    stack, name = KINDS[kind]
    return f"{stack}.{layer - 1}.{name}"


def kind_of(name: str) -> str:
    """The kind of an attention by its name in a trace."""
    stack, _, kind = name.split(".")
    return next(key for key, value in KINDS.items() if value == (stack, kind))


# --- read ---------------------------------------------------------------------------


def cells(text: str) -> tuple[Forbidden, ...]:
    """The forbidden cells that an address names."""
    found = []
    for entry in _entries(text):
        kind, layer, head, places = entry.split(".")
        query, key = places.split("-")
        name = attention(kind, int(layer))
        found.append(Forbidden(name, _place(head), _place(query), _place(key)))
    return tuple(found)


def heads(text: str) -> tuple[Silent, ...]:
    """The silent heads that an address names."""
    entries = (entry.split(".") for entry in _entries(text))
    return tuple(
        Silent(attention(kind, int(layer)), int(head) - 1)
        for kind, layer, head in entries
    )


def edits(text: str) -> tuple[WordChange, ...]:
    """The changes of words that an address names; InputError where one is none."""
    found = []
    for entry in _entries(text):
        kind, _, places = entry.partition(".")
        word, _, other = places.partition("-")
        found.append(WordChange(kind, int(word) - 1, int(other) - 1 if other else None))
    return tuple(found)


def without(text: str) -> list[dict[str, object]]:
    """What each part that is left out changes in an experiment."""
    found: list[dict[str, object]] = []
    for entry in _entries(text):
        what, _, where = entry.partition(".")
        if what == "positions":
            found.append({"no_positions": where})
        elif what == "scale":
            found.append({"scaled": False})
        else:
            stack, layer, kind = where.split(".")
            name = f"{stack}.{int(layer) - 1}.{SHORT[kind]}"
            found.append({"no_residual": name})
    return found


# --- write --------------------------------------------------------------------------


def written_cells(
    kind: str,
    layer: int,
    head: int | None,
    queries: Sequence[int] | None,
    keys: Sequence[int] | None,
) -> str:
    """Every pair of those pieces (from 0) of one attention; None is all of them."""
    stars = (None,)
    return ",".join(
        f"{kind}.{layer}.{_star(head)}.{_star(query)}-{_star(key)}"
        for query, key in product(queries or stars, keys or stars)
    )


def pieces_of(word_of: Sequence[int], word: int | None) -> list[int] | None:
    """The places of a word's pieces; None, which stands for all, is all of them."""
    if word is None:
        return None
    return [at for at, owner in enumerate(word_of) if owner == word]


def added(before: str, entry: str) -> str:
    """The list with an entry more; what stands there already is not said twice."""
    return ",".join(dict.fromkeys([*_entries(before), *_entries(entry)]))


def removed(before: str, gone: Iterable[str]) -> str:
    """The list without some entries."""
    left = set(gone)
    return ",".join(entry for entry in _entries(before) if entry not in left)


# --- said ---------------------------------------------------------------------------


def part_name(entry: str) -> str:
    """A part that can be left out, in words."""
    what, _, where = entry.partition(".")
    if what == "positions":
        return f"positions in the {where}"
    if what == "scale":
        return "the division by √d_k"
    stack, layer, kind = where.split(".")
    return "the residual around " + spoken(f"{stack}.{int(layer) - 1}.{SHORT[kind]}")


def parts(layers: int) -> list[str]:
    """Every part that can be left out of a model with so many layers."""
    kinds = {"encoder": ("self", "feed"), "decoder": ("self", "cross", "feed")}
    return [
        "positions.encoder",
        "positions.decoder",
        "scale",
        *(
            f"residual.{stack}.{layer}.{kind}"
            for stack, sublayers in kinds.items()
            for layer in range(1, layers + 1)
            for kind in sublayers
        ),
    ]


def edit_name(entry: str, words: Sequence[str]) -> str:
    """A change of words, in words."""
    (change,) = edits(entry)

    def named(word: int) -> str:
        return f"“{words[word]}”" if word < len(words) else f"word {word + 1}"

    if change.kind == "swap" and change.other is not None:
        return f"{named(change.word)} and {named(change.other)} swapped"
    gone = "deleted" if change.kind == "delete" else "blanked"
    return f"{named(change.word)} {gone}"


def joined(before: Experiment, change: dict[str, object]) -> Experiment:
    """An experiment with one part more left out."""
    fields = dict(vars(before))
    if "no_positions" in change:
        fields["no_positions"] = before.no_positions | {str(change["no_positions"])}
    else:
        fields.update(change)
    return Experiment(**fields)


def _entries(text: str) -> list[str]:
    return [entry for entry in text.split(",") if entry]


def _place(text: str) -> int | None:
    return None if text == EVERY else int(text) - 1


def _star(place: int | None) -> str:
    return EVERY if place is None else str(place + 1)
