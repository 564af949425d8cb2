"""Keys of JSON objects beside those that are read: which of them may change the puzzle, and which say nothing of it.

A list of cells under the name of a rule, such as ``thermos``, is refused: without it the puzzle is another. What only may change
it is noted once in a text: ``rules`` in words, ``variant: "knight"``, ``antiKing: true``. All else is passed over: titles,
authors, levels, times, the usual houses, the height and width of a box.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any

from bookmaker.errors import Note, Place
from bookmaker.formats.objects import WrongError, shorten
from bookmaker.formats.source import Source

_RULES = re.compile(
    r"cage|thermo|arrow|kropki|renban|palindrome|sandwich|diagonal|region|jigsaw|whisper|killer", re.IGNORECASE
)
_WORD = re.compile("[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_LETTERS = re.compile("[a-z]+")
_LONGEST = 80
_ENDS = ("cage", "cell", "clue", "dot", "line", "sum")
_PLAIN_SIGNS = ("", "+")
"""Of an operation: a cage is a sum."""

_WORDS = frozenset(
    re.findall(
        "[a-z]+",
        "antiking antiknight anti arrow bar between block box cage clone comparison consecutive constraint diagonal difference"
        " disjoint dot entropic even extraregion hyper inequality jigsaw killer kind king knight kropki layout line littlekiller"
        " lockout modifier modular nabner nonconsecutive numberedroom odd op operation operator outside palindrome parity quad"
        " quadruple queen ratio region regionsum renban rule ruleset sandwich shape skyscraper thermo thermometer toroidal type"
        " variant variation whisper window windoku xsum xv zipper",
    )
)
"""Words of keys that may change a puzzle."""

_RULED = _WORDS - {"block", "box", "kind", "layout", "line", "op", "shape", "type"}
"""Words of a type that do."""

_USUAL = frozenset(
    re.findall(
        "[a-z]+",
        "and apply block blocks box boxes cell cells classic col cols column columns default false group groups house houses no"
        " none normal off regular row rows rule rules square squares standard sudoku subgrid subgrids the vanilla",
    )
)
"""Words of values that change nothing, and of the usual houses."""


def forbidden(item: Mapping[str, Any], known: Collection[str]) -> str | None:
    """The first key beside ``known`` ones that has anything under the name of a rule; None if there is none."""
    return next(
        (str(key) for key, value in item.items() if value and key not in known and _RULES.search(str(key))), None
    )


def look_at(item: Mapping[str, Any], known: Collection[str], kind: str, place: Place, source: Source) -> None:
    """Note the keys of a puzzle of a kind, beside ``known`` ones, that may change it. Raises WrongError for cells of a rule."""
    for key, value in item.items():
        if (
            key not in known
            and isinstance(value, list | dict)
            and _RULES.search(str(key))
            and _may_change(str(key), value, kind)
        ):
            raise WrongError(
                f"it has {shorten(key)}, which is not known here", "", "leave it out, or write it as clues"
            )
    note(item, known, kind, place, source)


def note(item: Mapping[str, Any], known: Collection[str], kind: str, place: Place, source: Source) -> None:
    """Note the keys of an object, beside ``known`` ones, that may change a puzzle of a kind: each once in a text."""
    for key, value in item.items():
        if key not in known and key not in source.unread and _may_change(str(key), value, kind):
            source.unread.add(str(key))
            message = f"{shorten(key)}, which may change the puzzle, is not read, here and below: {shorten(value)}"
            source.notes.append(Note(message, place, "look at the puzzle"))


@lru_cache(1 << 10)
def _words(key: str) -> frozenset[str]:
    """The words of a key that are in the list; none of a name with blanks, which is no key of a program."""
    if any(map(str.isspace, key)) or len(key) > _LONGEST:
        return frozenset()
    words = {word.lower() for word in _WORD.findall(key)}
    words |= {word.removesuffix("s") for word in words} | {word.removesuffix("es") for word in words}
    # Programs write sandwichsums in one word.
    words |= {word.removesuffix(end) for word in words for end in _ENDS if word != end}
    return _WORDS & words


def _may_change(key: str, value: Any, kind: str) -> bool:
    words = _words(key) if value else frozenset()
    if not words:
        return False
    if isinstance(value, str):
        said = set(_LETTERS.findall(value.lower()))
        if not said:
            return value.strip() not in _PLAIN_SIGNS
        # A type may be anything, such as "daily", unless it is a word for a rule.
        return not said <= _USUAL.union(_LETTERS.findall(kind)) and (
            not words <= {"kind", "type"} or any(word in _RULED or word.removesuffix("s") in _RULED for word in said)
        )
    if isinstance(value, bool):
        return words.isdisjoint(_LETTERS.findall(kind))
    if isinstance(value, list | dict):
        return not _says_nothing(value.values() if isinstance(value, dict) else value)
    return False


def _says_nothing(values: Collection[Any]) -> bool:
    """Whether the values of a list are nothing but usual words, or no more than height and width."""
    if all(isinstance(value, str) for value in values):
        return all(value.lower() in _USUAL for value in values)
    return len(values) <= 2 and all(isinstance(value, int | float) for value in values)
