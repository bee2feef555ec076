"""The attention component without Streamlit: its files, and a page that mounts it."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import viz.components
from core.assets import ASSETS
from viz.components import spoken
from viz.components.attention import HERE, LIKE, MAP, WALK
from viz.components.joiner import joined

PAGE = Path(__file__).parent / "attention.html"
COMPONENTS = Path(viz.components.__file__).parent
CONTENT_TYPES = {
    ".json": "application/json",
    ".js": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".safetensors": "application/octet-stream",
}


class Files(BaseHTTPRequestHandler):
    """The page under no name, the joined script, and every file of the components."""

    def do_GET(self):
        name = self.path.strip("/")
        content = contents(name)
        self.send_response(200)
        kind = CONTENT_TYPES[Path(name or "page.html").suffix]
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Cache-Control", "max-age=3600")  # as long as the tests run
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        """Silence: a test says what is wrong."""


@cache
def contents(name: str) -> bytes:
    if name == "script.js":
        return joined(HERE / "attention.js").encode()
    if name == "spoken.json":
        of_all = (*MAP, *WALK, "transformer", "recurrent", "writer")
        return json.dumps(spoken(*of_all, like=LIKE)).encode()
    if name.startswith("models/"):
        return (ASSETS / name).read_bytes()
    return (COMPONENTS / name if name else PAGE).read_bytes()


@contextmanager
def serving() -> Iterator[str]:
    """The address of the page; `window.ready` is true once it can be shown a trace."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Files)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()
