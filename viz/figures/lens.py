"""What each layer would say, as tables: a grid of pieces, and five for one place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from core.text.sides import NOT_YET
from viz.content.texts import texts
from viz.say import html_tables, theme
from viz.say.captions import apart, probability

if TYPE_CHECKING:
    from core.analysis.layer_predictions import LayerPredictions

say = texts("lens")


@dataclass(frozen=True)
class Read:
    """The predictions of a pass as texts: what was read, and what could come.

    `pieces` stands by stage, place and rank; `ranks` counts from 0 where the piece that
    follows stands. Of an `open_ended` pass nothing follows the last place yet: there
    `follows` is what the model finds likeliest.
    """

    read: Sequence[str]
    follows: Sequence[str]
    pieces: Sequence[Sequence[Sequence[str]]]
    probabilities: Sequence[Sequence[Sequence[float]]]
    ranks: Sequence[Sequence[int]]
    open_ended: bool = False


def spelled(
    found: "LayerPredictions",
    read: Sequence[str],
    follows: Sequence[str],
    vocabulary: Mapping[int, str],
    *,
    open_ended: bool = False,
) -> Read:
    """The predictions with their pieces spelled; `vocabulary` names each by its id."""
    pieces = [
        [[vocabulary[piece] for piece in place] for place in stage]
        for stage in found.pieces.tolist()
    ]
    shares = found.probabilities.tolist()
    return Read(read, follows, pieces, shares, found.ranks.tolist(), open_ended)


def stage(at: int) -> str:
    """What a stage is called: the embedding, or behind a layer."""
    return say("stage.layer", layer=at) if at else say("stage.embedding")


def grid(found: Read, marked: int, *, dark: bool) -> str:
    """The likeliest piece after every layer at every place, the last layer on top.

    Below it stand its probability, which is the colour too, and the rank of the piece
    that follows, from 1.
    """
    heads = (
        f'<th scope="col"{_on(at == marked)}>{escape(name)}</th>'
        for at, name in enumerate(apart(found.read))
    )
    rows = (
        f'<tr><th scope="row">{escape(stage(at))}</th>'
        + "".join(
            _cell(found, at, place, dark=dark, on=place == marked)
            for place in range(len(found.read))
        )
        + "</tr>"
        for at in reversed(range(len(found.pieces)))
    )
    known = (*found.follows[:-1], NOT_YET) if found.open_ended else found.follows
    follows = "".join(f"<td>{escape(piece)}</td>" for piece in known)
    last = f'<th scope="row">{escape(say("follows"))}</th>'
    foot = f'<tr class="follows">{last}{follows}</tr>'
    head = f"<tr><td></td>{''.join(heads)}</tr>"
    return html_tables.boxed("lens", say("caption"), head, [*rows, foot])


def _cell(found: Read, at: int, place: int, *, dark: bool, on: bool) -> str:
    piece, share = found.pieces[at][place][0], found.probabilities[at][place][0]
    colour, rank = theme.weight_colour(share, dark), found.ranks[at][place] + 1
    below = escape(say("cell", share=probability(share), rank=rank))
    style = f"background:{colour};color:{theme.ink_on(colour)}"
    return (
        f'<td style="{style}"{_on(on)}><b>{escape(piece)}</b>'
        f"<small>{below}</small></td>"
    )


def _on(yes: bool) -> str:
    return ' class="on"' if yes else ""


def five(found: Read, place: int) -> str:
    """The five likeliest pieces after every layer at one place, and the rank."""
    most = len(found.pieces[0][place])
    heads = [str(rank) for rank in range(1, most + 1)]
    table = [["", *heads, say("rank_of", piece=found.follows[place])]]
    for at in reversed(range(len(found.pieces))):
        pairs = zip(
            found.pieces[at][place], found.probabilities[at][place], strict=True
        )
        cells = [f"{piece} {probability(share)}" for piece, share in pairs]
        table.append([stage(at), *cells, say("rank", rank=found.ranks[at][place] + 1)])
    return html_tables.table(table, say("five", piece=found.read[place]))
