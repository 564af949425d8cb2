"""Objects that a thread keeps between calls: to make a workspace takes longer than to solve an easy puzzle."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Any


class PerThread(threading.local):
    """Objects that each thread keeps for itself, up to ``most`` things, the latest last."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.made: dict[Hashable, Any] = {}

    def take(self, key: Hashable) -> Any:
        """The object kept for a key, None if there is none."""
        found = self.made.pop(key, None)
        if found is not None:
            self.made[key] = found
        return found

    def release(self, key: Hashable) -> Any:
        """The object kept for a key, taken out: for objects that only one caller at a time may use. None if there is none."""
        return self.made.pop(key, None)

    def keep(self, key: Hashable, made: Any) -> None:
        """Keep something, and let go of the oldest if there is too much."""
        self.made.pop(key, None)
        self.made[key] = made
        if len(self.made) > self.most:
            del self.made[next(iter(self.made))]

    def of(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """The object kept for a key; if there is none, that of ``make``, which is then kept."""
        found = self.take(key)
        if found is None:
            found = make()
            self.keep(key, found)
        return found
