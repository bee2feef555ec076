"""What `import headlight` gives core to draw with: see `core.showing`."""

import html
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from viz.export.page import page, zipped
from viz.export.pictures import picture

FRAME = 760  # pixels, until the page inside says how high it is


def inline(shown: Any) -> str:
    """A frame with the whole page inside: it needs no kernel and no network."""
    inside = html.escape(page([picture(shown)]))
    return (
        f'<iframe srcdoc="{inside}" style="width:100%;height:{FRAME}px;border:0"'
        ' loading="lazy"></iframe>'
    )


def write(shown: Any, path: Path, view: Mapping[str, Any]) -> Path:
    """The page as a file; what ends in `.headlight` is the picture alone."""
    if path.suffix == ".headlight":
        path.write_bytes(zipped(picture(shown, view)))
        return path
    path.write_text(page([picture(shown, view)]), encoding="utf-8", newline="\n")
    return path


def plot(shown: Any) -> Any:
    """The figure of the pages, on its own paper; saved as HTML it is still drawn.

    What its words are of is not known, so its sides are called queries and keys.
    """
    from viz.content.texts import texts
    from viz.export.plots import Kept
    from viz.figures.heatmap import heatmap
    from viz.say import theme

    figure = Kept(heatmap(shown, title=shown.title).plot)
    paper = theme.palette(dark=False).page
    sides = texts("export")
    return figure.update_layout(
        title={"text": shown.title, "yref": "container", "y": 1, "yanchor": "top"},
        title_pad={"t": 16},
        xaxis_title_text=sides("keys"),
        yaxis_title_text=sides("queries"),
        margin={"t": 130},
        paper_bgcolor=paper,
        width=720,
    )


def widget(shown: Any, view: Mapping[str, Any]) -> Any:
    """The same picture as a widget, whose view travels both ways."""
    from viz.export.widget import Picture

    return Picture(shown, view)
