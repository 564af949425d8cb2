"""Regular expressions that are compiled when they are first used: a command uses few of the hundreds that the readers have."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, cast


class _Later:
    """In place of a pattern. A method is looked up once, so that a later call is one of the pattern itself."""

    def __init__(self, text: str, flags: int) -> None:
        self._text, self._flags = text, flags

    def __getattr__(self, name: str) -> Any:
        found = getattr(re.compile(self._text, self._flags), name)
        self.__dict__[name] = found
        return found


def expression(text: str, flags: int = 0) -> re.Pattern[str]:
    """As :func:`re.compile`, but compiled with the first use of each of its methods."""
    return cast("re.Pattern[str]", _Later(text, flags))


@lru_cache(maxsize=16)
def says(pattern: re.Pattern[str], text: str) -> bool:
    """Whether a pattern is anywhere in a text; a whole text is asked the same for each table in it."""
    return pattern.search(text) is not None
