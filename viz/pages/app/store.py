"""Results that several readers ask for: built once, kept within a bound."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

Result = TypeVar("Result")
OVERHEAD = 64  # bytes of a Python object, about


class Store:
    """The most recently used results, limited in number and in bytes.

    The last one is kept however large it is.
    What several readers ask for at once is built by the first and awaited by the
    others; a build that raises leaves nothing behind.
    """

    def __init__(self, max_entries: int, max_bytes: int = 2**40) -> None:
        self._max_entries = max_entries
        self._max_bytes = max_bytes
        self._entries: OrderedDict[Hashable, Any] = OrderedDict()
        self._weights: dict[Hashable, int] = {}
        self.bytes = 0
        self._building: dict[Hashable, threading.Lock] = {}
        self._lock = threading.Lock()

    def get(self, key: Hashable, build: Callable[[], Result]) -> Result:
        """The result kept under `key`, built now if it is not there."""
        with self._lock:
            if key in self._entries:
                self._entries.move_to_end(key)
                return self._entries[key]
            building = self._building.setdefault(key, threading.Lock())
        with building:
            with self._lock:
                if key in self._entries:
                    return self._entries[key]
            try:
                result = build()
                weight = weigh(result)
                with self._lock:  # kept before it stops being built: no gap between
                    self._entries[key] = result
                    self._weights[key] = weight
                    self.bytes += weight
                    while self._too_much():
                        oldest, _ = self._entries.popitem(last=False)
                        self.bytes -= self._weights.pop(oldest)
            finally:
                with self._lock:
                    self._building.pop(key, None)
            return result

    def _too_much(self) -> bool:
        many = len(self._entries) > self._max_entries
        return many or (self.bytes > self._max_bytes and len(self._entries) > 1)


def weigh(result: object) -> int:
    """About how many bytes a result keeps alive: its tensors, arrays, texts, parts.

    What stands in it several times, or shares its memory, counts once.
    """
    seen: set[int] = set()

    def bytes_of(part: Any) -> int:
        if hasattr(part, "untyped_storage"):  # a tensor; torch may not be imported yet
            memory = part.untyped_storage()
            return once(memory.data_ptr(), memory.nbytes())
        if hasattr(part, "nbytes"):
            owner = part if part.base is None else part.base
            return once(id(owner), getattr(owner, "nbytes", part.nbytes))
        if isinstance(part, str | bytes):
            return len(part)
        parts: Iterable[Any] = ()
        if is_dataclass(part):
            parts = (getattr(part, field.name) for field in fields(part))
        elif isinstance(part, Mapping):
            parts = (*part.keys(), *part.values())
        elif isinstance(part, list | tuple | set | frozenset):
            parts = part
        else:
            return OVERHEAD
        if not once(id(part), OVERHEAD):
            return 0
        return OVERHEAD + sum(bytes_of(inner) for inner in parts)

    def once(name: int, weight: int) -> int:
        if name in seen:
            return 0
        seen.add(name)
        return weight

    return bytes_of(result)
