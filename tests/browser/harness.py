"""The attention component without Streamlit: its files, and a page that mounts it."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from viz.components import files
from viz.components.attention import HERE, MODULES, script

PAGE = Path(__file__).parent / "attention.html"
KINDS = {".js": "text/javascript", ".css": "text/css", ".html": "text/html"}


class Files(BaseHTTPRequestHandler):
    """The page under no name, the joined script, and every file by its own name."""

    def do_GET(self):
        name = self.path.strip("/")
        if name == "script.js":
            text = script(*(HERE / module for module in MODULES))
        else:
            folder = HERE if (HERE / name).exists() else files.HERE
            text = (PAGE if not name else folder / name).read_text("utf-8")
        self.send_response(200)
        kind = KINDS[Path(name or "page.html").suffix]
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        """Silence: a test says what is wrong."""


@contextmanager
def serving() -> Iterator[str]:
    """The address of the page; `window.ready` is true once it can be shown a trace."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Files)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()
