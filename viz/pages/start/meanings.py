"""What each French word means, in English: one door for whatever knows it."""

from viz.content.presets import Preset
from viz.pages.app import frame
from viz.payload.look import Look


def meanings(seen: Look, chosen: Preset | None) -> tuple[str, ...]:
    """A meaning for each French word, "" where none is known; nothing for pieces.

    A preset says those of its own French. A reader may do without them.
    """
    if seen.written.kind != "words" or not frame.choices().gloss:
        return ()
    known = dict(chosen.gloss) if chosen else {}
    found = (known.get(word, "") for word in seen.written.items)
    return tuple(found) if known else ()
