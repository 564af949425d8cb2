"""What was probably meant by a name that nothing has: for messages only, nothing is read by it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

_MOST = 3
_LONGEST = 80
_LEAST = 3
"""Letters of the beginning of a name that tell it."""

_DULL = frozenset({"sudoku", "sudokus", "puzzle", "puzzles", "the"})


def plain(name: str) -> str:
    """A name in small letters, with hyphens between its words, and without the word sudoku."""
    words = [word for word in re.split(r"[^a-z0-9]+", name.strip().lower()[:_LONGEST]) if word]
    return "-".join([word for word in words if word not in _DULL] or words)


def with_other_name(word: str, others: Mapping[str, Collection[str]]) -> list[str]:
    """The names that have a plain one, or its singular, among their other ones."""
    forms = {word, word.removesuffix("s")}
    return [name for name, known in others.items() if not forms.isdisjoint(known)]


def near(word: str, known: Collection[str]) -> list[str]:
    """At most three names that a plain one begins or is a part of, or that are a part of it; else the nearest in spelling."""
    from bookmaker.base.schema import closest  # Loaded where there is something to say.

    if len(word) < _LEAST - 1:
        return []  # Everything short is near to one letter.
    begun = [name for name in known if len(word) >= _LEAST and name.startswith(word)]
    own = set(word.split("-"))
    parts = [name for name in known if word in name.split("-") or set(name.split("-")) <= own]
    found = closest(word, known)
    likely = begun or sorted(parts, key=len, reverse=True) or ([found] if found is not None else [])
    shared = [name for name in known for part in name.split("-") if len(part) >= _LEAST and part in own]
    return (likely or list(dict.fromkeys(shared)))[:_MOST]


def question(names: Iterable[str]) -> str:
    """Advice of these names, "" where there are none."""
    *most, last = [f"`{name}`" for name in names] or [""]
    return f"did you mean {', '.join(most)}{' or ' * bool(most)}{last}?" if last else ""
