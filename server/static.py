"""Streamlit's own files, compressed.

Streamlit sends them as they are: a first visit would cost 7 MB. `CompressedStatic`
sends them from the process itself. An edge that serves them without asking Python at
all has them from

    python -m server.static FOLDER

which writes static/… below FOLDER with a .gz beside every file that shrinks.
"""

import asyncio
import functools
import gzip
import mimetypes
import shutil
import sys
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from server.headers import INDEX

STATIC = INDEX.parent / "static"
COMPRESSIBLE = {".js", ".css", ".html", ".json", ".svg", ".wasm", ".txt", ".map"}
MIN_BYTES = 1_000  # bytes
CACHE_FOR_EVER = "public, max-age=31536000, immutable"  # their names change with them


def compressible(folder: Path) -> list[Path]:
    """The files below a folder that are worth compressing."""
    return [
        path
        for path in sorted(folder.rglob("*"))
        if path.suffix in COMPRESSIBLE and path.stat().st_size >= MIN_BYTES
    ]


@functools.cache
def compressed(path: Path) -> bytes:
    """A file, compressed; there are as many as Streamlit ships, some 7 MB in all."""
    return gzip.compress(path.read_bytes(), 6, mtime=0)


class CompressedStatic:
    """Middleware that sends Streamlit's files compressed to browsers that read gzip.

    Only files that were there at the start are known by their names.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._files = {
            f"/static/{path.relative_to(STATIC).as_posix()}": path
            for path in compressible(STATIC)
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request; everything else is the app's."""
        path = self._files.get(scope.get("path", ""))
        if path is None or scope.get("method") != "GET" or not _reads_gzip(scope):
            await self._app(scope, receive, send)
            return
        body = await asyncio.to_thread(compressed, path)
        kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        headers = {
            "content-type": kind,
            "content-encoding": "gzip",
            "cache-control": CACHE_FOR_EVER,
            "vary": "accept-encoding",
        }
        await Response(body, headers=headers)(scope, receive, send)


def _reads_gzip(scope: Scope) -> bool:
    accepted = Headers(scope=scope).getlist("accept-encoding")
    return any("gzip" in said for said in accepted)


def copy(folder: Path) -> int:
    """Copy Streamlit's files below `folder`; how many were compressed."""
    shutil.copytree(STATIC, folder / "static", dirs_exist_ok=True)
    plain = compressible(folder / "static")
    for path in plain:
        path.with_name(path.name + ".gz").write_bytes(compressed(path))
    return len(plain)


if __name__ == "__main__":
    print(f"{copy(Path(sys.argv[1]))} files compressed")
