"""A query as a lamp that is dragged along an axis; its light follows at once."""

from pathlib import Path

from viz.components.dragged import Dragged

lamp = Dragged(Path(__file__).parent, "x")
"""Points lit by a lamp; its numbers are those of `viz.pages.labs.pooling_lamp`."""
