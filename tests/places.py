"""Where things lie in the repository, for tests in whatever folder."""

import ast
from pathlib import Path

from core.shelf.models import stands
from viz.content.path import load

ROOT = Path(__file__).parent.parent
APP = str(ROOT / "app.py")
PAGES = tuple(
    node.args[0].value
    for node in ast.walk(ast.parse(Path(APP).read_text("utf-8")))
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "frame.Page"
)
"""The address of every page of the app."""
OFFERED = tuple(
    page
    for page in PAGES
    if not load().places[page].needs or stands(load().places[page].needs)
)
"""Those that have the model they need."""
