"""What Plotly cannot draw: Streamlit components, one folder each."""

from pathlib import Path
from typing import Any

from streamlit.components.v2 import component


def of_folder(folder: Path, html: str) -> Any:
    """The component whose style and script lie in its folder, under its name."""
    name = folder.name
    return component(
        f"headlight_{name}",
        html=f"{html}\n",  # one line alone would be taken for the name of a file
        css=(folder / f"{name}.css").read_text("utf-8"),
        js=(folder / f"{name}.js").read_text("utf-8"),
    )
