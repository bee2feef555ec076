"""How sure a model was of what it wrote: one door for whatever can say it."""

from viz.payload.look import Look


def sure(seen: Look) -> None:
    """Say below the picture how sure the model was; nothing is said yet."""
