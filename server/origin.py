"""Where a page stands for its reader: scheme, host and port."""

from collections.abc import Sequence
from urllib.parse import quote, urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

PORTS = {"http": 80, "https": 443}
OF_A_SOCKET = {"ws": "http", "wss": "https"}

Origin = tuple[str, str, int]


def origin_of(scope: Scope) -> str:
    """Scheme and host as the reader's browser has them, behind a proxy too."""
    headers = Headers(scope=scope)
    said = headers.get("x-forwarded-proto", "").split(",")[0].strip()
    said = OF_A_SOCKET.get(said, said)
    served = scope.get("scheme", "http")
    scheme = said if said in PORTS else OF_A_SOCKET.get(served, served)
    return f"{scheme}://{quote(headers.get('host', 'localhost'), safe=':[]')}"


def own_page(scope: Scope, known: Sequence[str] = ()) -> bool:
    """True for our own pages, and for programs, which need not say where they are from.

    A host that is `known` with its scheme, `https://class.example.org`, is reached just
    so, whatever a proxy says or does not say of it.
    """
    origin = Headers(scope=scope).get("origin")
    if origin is None:
        return True
    asked = origin_of(scope)
    name = hostname(asked)
    said = [host for host in known if "://" in host and hostname(host) == name]
    return _parts(origin) in [
        parts for each in said or [asked] if (parts := _parts(each))
    ]


def address_of(scope: Scope) -> str:
    """Where a reader comes from, as the proxy before us says, or the network."""
    said = Headers(scope=scope).get("x-forwarded-for", "").rpartition(",")[2].strip()
    return said or (scope.get("client") or ("",))[0]


def language_of(scope: Scope) -> str:
    """Which languages a reader's browser accepts, as it says itself."""
    return Headers(scope=scope).get("accept-language", "")


def hostname(address: str) -> str | None:
    """The host that an address names, without its port; the scheme may be missing."""
    try:
        return urlsplit(address if "://" in address else f"//{address}").hostname
    except ValueError:
        return None


def _parts(address: str) -> Origin | None:
    try:
        parts = urlsplit(address)
        port = parts.port or PORTS[parts.scheme]
    except (ValueError, KeyError):
        return None
    return (parts.scheme, parts.hostname, port) if parts.hostname else None
