"""Look closer: all weights of the words at once, and what 200 draws settle on."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from core.worlds.street import GRID
from viz.components.attention import pack
from viz.components.walk_numbers import walk_numbers
from viz.content import walk_texts
from viz.content.texts import speaking_of, texts, tongues
from viz.export.pictures import alone
from viz.pages.app import chart, frame, library
from viz.pages.captions import asked
from viz.pages.sentence import view
from viz.pages.sentence.picture import Picture
from viz.payload.recurrent_walk import needed
from viz.payload.street import plain
from viz.say.captions import signed
from viz.say.lists import listed
from viz.say.numbers import written

if TYPE_CHECKING:
    from core.in_use.seeing import Seen
    from core.in_use.told import Told

say = texts("street")

MAP = Picture("captions-map")
VIEW = {
    "row": view.place("cap_word"),
    **view.the_same("walk", "place", "stage", "terms"),
}
DRAWS = 200
MOST_CAPTIONS = 5


def weights(found: "Told", row: int) -> None:
    """Ribbons, matrix and table of the whole pass, which can be walked through."""
    from core.in_use.captioner import captioner
    from viz.payload import cells_walk  # with torch: not before the picture

    place, choices = (say("walk.read"), say("walk.written")), frame.choices()
    with speaking_of(place):
        header, body = library.kept(
            found.identity, lambda: cells_walk.cells_view(found)
        )
        *_, rows, _ = header["stacks"][0]["shape"]
        at = min(choices.cap_word, rows) - 1 if choices.cap_word else row
        MAP.draw(
            header,
            body,
            {**view.asked(VIEW), "row": at},
            of=found.identity,
            dim=False,
            parts=VIEW,
            packed=lambda seen: alone(_still(header), body, seen),
        )
        places = needed(choices.walk)
        numbers, stages = library.kept(
            (*found.identity, places),
            lambda: cells_walk.walk_view(found, captioner(asked.model()), places),
        )
        spoken = walk_texts.spoken("captions", choices.lang, tongues())
        walk_numbers(pack({**numbers, "texts": spoken}, stages), key="captions-stages")


def gates(found: "Seen") -> str:
    """How far each gate is open, and how far the scores are from the writer's."""
    return say(
        "gates.note",
        gates=listed(signed(gate) for gate in found.gates),
        difference="0" if found.difference == 0 else written(found.difference, ".2f"),
    )


def _still(header: Mapping[str, Any]) -> dict[str, Any]:
    """The map alone: in a file it is not walked."""
    return {name: value for name, value in header.items() if name != "machine"}


def draws(found: "Told", row: int) -> None:
    """How often each cell was drawn, beside the weights it is drawn by."""
    from viz.figures.draws import Drawn, draws  # with Plotly: not before the picture

    drawn = asked.draws(found, DRAWS)
    grid = GRID, GRID
    counts = drawn.counts[row].reshape(grid).numpy()
    expected = drawn.expected[row].reshape(grid).numpy()
    word = found.words[row]
    figure = draws(Drawn(word, counts, expected), dark=frame.night())
    chart.draw(figure, key="draws")
    common = [
        say("draws.one", words=plain([words]), count=count, n=DRAWS)
        for words, count in drawn.captions[:MOST_CAPTIONS]
    ]
    frame.note(say("draws.captions", captions=" · ".join(common)))
