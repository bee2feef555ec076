"""How the wheel is made of this repository: one package, `headlight`.

Here `core`, `server` and `viz` stand side by side, each importing the others by their
full names. In the wheel they stand inside `headlight`; every import of them is renamed
on the way, found in the syntax tree and not by a pattern. The rest of a file stays as
it is, to the byte.
"""

import ast
import shutil
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = "headlight"
ROOMS = ("core", "server", "viz")
ALONE = ("app", "asgi")
OURS = frozenset((*ROOMS, *ALONE))
"""What is called by its bare name here, and stands inside the package there."""
PLAIN = ("assets", "static", ".streamlit")
NOT_SHIPPED = shutil.ignore_patterns("__pycache__", "*.pyc", "readme", "secrets.toml")


class Wheel(BuildHookInterface):
    """Lays the package out in a folder of its own, from which the wheel is filled."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before the wheel is packed."""
        self.folder = tempfile.TemporaryDirectory()
        laid = lay_out(Path(self.root), Path(self.folder.name) / PACKAGE)
        build_data["force_include"][str(laid)] = PACKAGE

    def finalize(
        self, version: str, build_data: dict[str, Any], artifact_path: str
    ) -> None:
        """After the wheel is packed."""
        self.folder.cleanup()


def lay_out(root: Path, package: Path) -> Path:
    """The package as it is installed, made of the repository at `root`."""
    shutil.copytree(root / PACKAGE, package, ignore=NOT_SHIPPED)
    for folder in (*ROOMS, *PLAIN):
        shutil.copytree(root / folder, package / folder, ignore=NOT_SHIPPED)
    for name in ALONE:
        shutil.copy(root / f"{name}.py", package)
    for path in package.rglob("*.py"):
        path.write_text(renamed(path.read_text("utf-8")), encoding="utf-8")
    return package


def renamed(source: str) -> str:
    """A module's text with every import of ours made one from inside the package.

    `from core.x import y` becomes `from headlight.core.x import y`, `import core.x
    as y` becomes `import headlight.core.x as y`, `import core` becomes `from
    headlight import core`. Raises ValueError for `import core.x` and for several
    modules in one `import`, which cannot be said as one statement of the other kind.
    """
    lines = source.encode().splitlines(keepends=True)
    for node in ast.walk(ast.parse(source)):
        change = _change(node)
        if change is None:
            continue
        old, new = (text.encode() for text in change)
        line, start = node.lineno - 1, node.col_offset  # type: ignore[attr-defined]
        if not lines[line][start:].startswith(old):
            raise ValueError(f"line {line + 1}: not written as {old.decode()!r}")
        lines[line] = lines[line][:start] + new + lines[line][start + len(old) :]
    return b"".join(lines).decode()


def _change(node: ast.AST) -> tuple[str, str] | None:
    """How a statement begins, and how it has to begin; None where it may stay."""
    match node:
        case ast.ImportFrom(module=str(module), level=0) if _ours(module):
            return f"from {module} ", f"from {PACKAGE}.{module} "
        case ast.Import(names=[ast.alias(name=name, asname=str())]) if _ours(name):
            return f"import {name} ", f"import {PACKAGE}.{name} "
        case ast.Import(names=[ast.alias(name=name)]) if name in OURS:
            return f"import {name}", f"from {PACKAGE} import {name}"
        case ast.Import(names=names) if any(_ours(alias.name) for alias in names):
            raise ValueError(f"line {node.lineno}: say it with from … import …")
    return None


def _ours(module: str) -> bool:
    """Whether a module is one that moves into the package."""
    return module.partition(".")[0] in OURS
