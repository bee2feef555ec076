"""Headlight: attention at work, in models that were really trained.

    import headlight

    model = headlight.load("transformer-en-fr")
    trace = model.explain("The woman ate the fish.")
    trace.attention("decoder.2.cross_attention", head=3)

All public names of `core` are names of this package. Each is looked up on first use, so
that importing it imports neither torch nor Streamlit. What it shows in a notebook is
drawn by `viz.export`, which is looked up on first use too.
"""

from typing import TYPE_CHECKING, Any

import core
from core import showing

if TYPE_CHECKING:
    from core import *  # noqa: F403

__all__ = ["__version__"]
__all__ += core.__all__

__version__ = core.__version__


def _screen() -> Any:
    """What draws, looked up when something is first shown."""
    from viz.export import screen

    return screen


showing.register(_screen)


def __getattr__(name: str) -> Any:
    """The public name `name` of `core`, and no module of it: both have a `__main__`."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(core, name)
