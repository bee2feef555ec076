"""Streamlit's own files travel compressed, from the process and from the edge."""

import gzip

import pytest

from server.static import STATIC, CompressedStatic, copy
from tests.server.visitor import finished

LARGEST = max(STATIC.rglob("*.js"), key=lambda path: path.stat().st_size)
ADDRESS = f"/static/{LARGEST.relative_to(STATIC).as_posix()}"


def fetch(path=ADDRESS, accepted=b"gzip, br", method="GET"):
    """What was sent, or None when the request was left to the app."""
    sent, left = [], []

    async def app(*_):
        left.append(path)

    async def send(message):
        sent.append(message)

    headers = [(b"accept-encoding", accepted)] if accepted else []
    scope = {"type": "http", "method": method, "path": path, "headers": headers}
    finished(CompressedStatic(app)(scope, None, send))
    return None if left else sent


def test_a_large_file_is_sent_as_a_third_of_itself_and_kept_for_ever():
    start, body = fetch()
    headers = dict(start["headers"])
    assert headers[b"content-encoding"] == b"gzip"
    assert headers[b"cache-control"].endswith(b"immutable")
    assert headers[b"content-type"] in {b"text/javascript", b"application/javascript"}
    assert int(headers[b"content-length"]) == len(body["body"])
    assert len(body["body"]) < LARGEST.stat().st_size / 2.5
    assert gzip.decompress(body["body"]) == LARGEST.read_bytes()


@pytest.mark.parametrize(
    "asked",
    [
        {"accepted": b""},
        {"accepted": b"br"},
        {"method": "HEAD"},
        {"path": "/static/../index.html"},
        {"path": "/static/js/there-is-no-such-file.js"},
        {"path": "/transformer"},
    ],
)
def test_everything_else_is_left_to_the_app(asked):
    assert fetch(**asked) is None


def test_the_edge_gets_every_large_file_compressed(tmp_path):
    assert copy(tmp_path) > 20
    compressed = {path.name.removesuffix(".gz") for path in tmp_path.rglob("*.gz")}
    plain = [path for path in tmp_path.rglob("*.js") if path.stat().st_size > 100_000]
    assert len(plain) > 5 and {path.name for path in plain} <= compressed
