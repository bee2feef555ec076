"""Where a page stands for its reader, behind a proxy or not."""

import pytest
from websockets.exceptions import InvalidStatus

from server.origin import origin_of, own_page
from tests.server.visitor import Visitor, finished


def asked(origin, host="class.example.org", scheme="ws", proto=""):
    headers = {"host": host, "origin": origin, "x-forwarded-proto": proto}
    pairs = [
        (name.encode(), value.encode()) for name, value in headers.items() if value
    ]
    return {"type": "websocket", "scheme": scheme, "headers": pairs}


@pytest.mark.parametrize(
    ("origin", "own"),
    [
        ("http://class.example.org", True),
        ("http://class.example.org:80", True),
        ("http://CLASS.example.org", True),
        ("", True),  # a program
        ("http://class.example.org:8443", False),
        ("https://class.example.org", False),
        ("https://evil.example.org", False),
        ("http://class.example.org.evil.example.org", False),
        ("http://class.example.org@evil.example.org", False),
        ("null", False),
        ("http://[", False),
        ("http://class.example.org:port", False),
        ("chrome-extension://class.example.org", False),
    ],
)
def test_scheme_and_port_belong_to_an_origin(origin, own):
    assert own_page(asked(origin)) is own


@pytest.mark.parametrize("proto", ["https", "wss", "https, http"])
def test_behind_a_proxy_that_ends_tls_it_says_so(proto):
    assert own_page(asked("https://class.example.org", proto=proto))
    assert not own_page(asked("http://class.example.org", proto=proto))
    assert origin_of(asked("", proto=proto)) == "https://class.example.org"


def test_a_port_is_that_of_the_address():
    local = asked("http://localhost:3000", host="localhost:8501")
    assert not own_page(local)
    assert own_page(asked("http://localhost:8501", host="localhost:8501"))
    assert own_page(asked("http://[::1]:8501", host="[::1]:8501"))


def test_hosts_can_say_what_a_proxy_does_not():
    hosts = ("https://class.example.org", "other.example.org")
    assert own_page(asked("https://class.example.org"), hosts)
    assert not own_page(asked("http://class.example.org"), hosts)
    other = asked("http://other.example.org", host="other.example.org")
    assert own_page(other, hosts)


def test_the_edge_passes_on_what_a_proxy_before_it_says(public: str):
    async def opened(**headers: str) -> None:
        reader = Visitor(public)
        await reader.open(
            origin=public.replace("http", "https"), additional_headers=headers
        )
        await reader.close()

    finished(opened(**{"X-Forwarded-Proto": "https"}))
    with pytest.raises(InvalidStatus):
        finished(opened())


def test_a_host_that_cannot_be_read_is_nobodys():
    assert not own_page(asked("http://[", host="["))
