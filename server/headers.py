"""What a browser may do with our pages, said in headers."""

import base64
import hashlib
import re
from collections.abc import Sequence
from pathlib import Path

import streamlit

INDEX = Path(streamlit.__file__).parent / "static" / "index.html"
INLINE_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)

Headers = tuple[tuple[bytes, bytes], ...]


def content_security_policy(index: str, framed_by: Sequence[str] = ()) -> str:
    """The content security policy for Streamlit's page.

    The one inline script of the page is allowed by its hash. `blob:` is how Streamlit
    loads a component's module; inline styles are how it and Plotly set colours.
    Nothing is evaluated, and nothing is fetched from anybody else.
    """
    hashes = [
        base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        for script in INLINE_SCRIPT.findall(index)
    ]
    rules = {
        "default-src": ["'self'"],
        "script-src": ["'self'", "blob:", *(f"'sha256-{known}'" for known in hashes)],
        "style-src": ["'self'", "'unsafe-inline'"],
        "img-src": ["'self'", "data:", "blob:"],
        "font-src": ["'self'", "data:"],
        "connect-src": ["'self'"],
        "worker-src": ["'self'", "blob:"],
        "frame-ancestors": ["'self'", *framed_by],
        "base-uri": ["'self'"],
        "object-src": ["'none'"],
        "form-action": ["'self'"],
    }
    return "; ".join(" ".join((name, *allowed)) for name, allowed in rules.items())


def security_headers(framed_by: Sequence[str] = ()) -> Headers:
    """The headers of every answer; no referrer, for an address holds the sentence."""
    index = INDEX.read_text("utf-8")
    headers = {
        "content-security-policy": content_security_policy(index, framed_by),
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "permissions-policy": "camera=(), microphone=(self), geolocation=()",
    }
    return tuple((name.encode(), value.encode()) for name, value in headers.items())
