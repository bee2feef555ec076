"""Streamlit's own files, compressed once, so that an edge can serve them itself.

    python -m server.static FOLDER

writes static/… below FOLDER with a .gz beside every file that shrinks. Streamlit sends
these files uncompressed: a first visit would cost 7 MB and a hundred of its requests.
"""

import gzip
import shutil
import sys
from pathlib import Path

from server.headers import INDEX

SHRINKS = {".js", ".css", ".html", ".json", ".svg", ".wasm", ".txt", ".map"}
LEAST = 1_000  # bytes


def copy(folder: Path) -> int:
    """Copy Streamlit's files below `folder`; how many were compressed."""
    shutil.copytree(INDEX.parent / "static", folder / "static", dirs_exist_ok=True)
    plain = [
        path
        for path in sorted((folder / "static").rglob("*"))
        if path.suffix in SHRINKS and path.stat().st_size >= LEAST
    ]
    for path in plain:
        packed = gzip.compress(path.read_bytes(), 6, mtime=0)
        path.with_name(path.name + ".gz").write_bytes(packed)
    return len(plain)


if __name__ == "__main__":
    print(f"{copy(Path(sys.argv[1]))} files compressed")
