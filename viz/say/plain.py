"""Markdown of ours as plain text, for paper and for files."""

import re


def plain(text: str) -> str:
    """The text without its marks: emphasis, links and formulas' dollars."""
    bare = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return re.sub(r"[*_`$]+", "", bare).strip()
