"""No regular expression of the readers takes a time that doubles with each symbol of a text."""

from __future__ import annotations

import importlib
import pkgutil
import re
import time
from collections.abc import Iterator

import bookmaker.formats

_SIGNS = "a1 .,:;'\"()[]{}<>=-+*/#|_\t\nxX"
_LONG = 26


def _patterns() -> Iterator[re.Pattern[str]]:
    """The expressions at the top of the readers' modules, with those in their tables."""
    for module in pkgutil.walk_packages(bookmaker.formats.__path__, "bookmaker.formats."):
        for value in vars(importlib.import_module(module.name)).values():
            some = value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else [value]
            yield from (one for one in some if isinstance(getattr(one, "pattern", None), str))


def test_no_pattern_takes_a_time_that_doubles() -> None:
    slow = []
    for pattern in {one.pattern: one for one in _patterns()}.values():
        for sign in (*_SIGNS, *(f"{one}{other}" for one in "a1 ," for other in "(,.\"' ")):
            for before in ("", "a(", "x = ["):
                begun = time.process_time()
                pattern.search(before + sign * _LONG + "\0")
                if time.process_time() - begun > 0.2:
                    slow.append((pattern.pattern, before + sign))
    assert not slow
