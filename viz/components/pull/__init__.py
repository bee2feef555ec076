"""A key and a value that are dragged along a rail; the output follows at once."""

from pathlib import Path

from viz.components.dragged import Dragged

pull = Dragged(Path(__file__).parent, "at")
"""Keys around a query and values around an output, the first of each to drag.

Its numbers are those of `viz.pages.labs.query_key_value_drag`, and so is its place:
the first numbers of key and value.
"""
