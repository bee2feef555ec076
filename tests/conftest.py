"""What holds for every test: one thread a pass, and examples that repeat."""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # pytest already uses every core

from hypothesis import settings

from tests.browser.visiting import browser, contexts, harness, visitor
from tests.typed import typed

__all__ = ["browser", "contexts", "harness", "typed", "visitor"]

settings.register_profile(
    "headlight", deadline=None, derandomize=True, database=None, max_examples=50
)
settings.load_profile("headlight")
