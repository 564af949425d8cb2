"""What callers of the Python functions may pass: each function here reads one value, or says which argument is wrong, and why."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from numbers import Real
from operator import index
from os import PathLike, fsencode, fspath
from pathlib import Path
from typing import Any, TypeGuard

from bookmaker.base.errors import Fault, UsageError
from bookmaker.base.units import MM, parse_length
from bookmaker.logic.generation.order_fields import MOST, ORDER_FIELDS
from bookmaker.puzzles.grid.geometry import parse_box

Span = tuple[int | None, int | None]
"""The least and the most, None for no bound."""

_NUMBER = r"[0-9]{1,18}"
_RANGE = re.compile(rf"\s*({_NUMBER})?\s*-\s*({_NUMBER})?\s*|\s*({_NUMBER})\s*")


_LONGEST_SHOWN = 60


def shown(value: object) -> str:
    """A value as a message quotes it, in one line, cut if it is long."""
    try:
        text = " ".join(repr(value).split())
    except ValueError:  # Python does not write out whole numbers of thousands of digits.
        text = f"a value of the type {type(value).__name__}"
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"


def _wrong(name: str, may_be: str, value: object) -> UsageError:
    return UsageError(Fault(f"`{name}` must be {may_be}, not {shown(value)}", code=name))


def has_parts(value: object) -> TypeGuard[Iterable[Any]]:
    """Whether a value may be gone through; an array of no dimension says so, and cannot."""
    return isinstance(value, Iterable) and getattr(value, "ndim", 1) != 0


def whole(name: str, value: Any, least: int | None = None, most: int | None = None, *, optional: bool = False) -> Any:
    """The value itself, a whole number of any type from ``least`` to ``most``; None, too, if ``optional``. Raises UsageError."""
    if value is None and optional:
        return None
    bounds = "" if least is None else f" from {least} on" if most is None else f" from {least} to {most}"
    may_be = f"a whole number{bounds}" + (", or None" if optional else "")
    given: Any = value
    try:
        number = index(given)
    except TypeError:
        raise _wrong(name, may_be, value) from None
    if isinstance(value, bool) or (least is not None and number < least) or (most is not None and number > most):
        raise _wrong(name, may_be, value)
    return number


def flag(name: str, value: Any) -> bool:
    """True or False, also of numpy. Raises UsageError."""
    plain = value.item() if hasattr(value, "item") and getattr(value, "ndim", 1) == 0 else value
    if not isinstance(plain, bool):
        raise _wrong(name, "True or False", value)
    return plain


def seconds(value: Any) -> float | None:
    """A time above 0, or None. Raises UsageError."""
    given: Any = value  # Numbers are compared below; their type `Real` has no order.
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, Real) or not 0 < given < float("inf"):
        raise _wrong("seconds", "a number of seconds above 0, or None", value)
    return float(min(given, _LONGEST))


_LONGEST = 10**9
"""Seconds, some thirty years: as good as no bound."""


def span(name: str, value: Any) -> Span:
    """A range: ``26``, ``"24-30"``, ``"24-"``, ``"-30"``, or (least, most). Raises UsageError."""
    may_be = 'a number such as 26, a range such as "24-30", "24-" or "-30", or (least, most) with None for no bound'
    if value is None:
        return None, None
    if isinstance(value, str):
        found = _RANGE.fullmatch(value)
        if found is None or not any(found.groups()):
            raise _wrong(name, may_be, value)
        least, most, both = (None if part is None else whole(name, int(part), 0, MOST) for part in found.groups())
        return (least, most) if both is None else (both, both)
    if isinstance(value, Sequence) and not isinstance(value, bytes):
        try:
            least, most = (whole(name, bound, 0, MOST, optional=True) for bound in value)
        except (ValueError, UsageError):
            raise _wrong(name, may_be, value) from None
        return least, most
    try:
        number: int = whole(name, value, 0, MOST)
    except UsageError:
        raise _wrong(name, may_be, value) from None
    return number, number


def names(name: str, value: Any) -> tuple[str, ...]:
    """Names of techniques: one text, or several. Raises UsageError."""
    found = (value,) if isinstance(value, str) else tuple(value) if has_parts(value) else None
    if found is None or not all(isinstance(one, str) for one in found):
        raise _wrong(name, "the name of a technique, or several in a list", value)
    return found


def text(name: str, value: Any, example: str, *, optional: bool = True) -> Any:
    """A text, or None if ``optional``. Raises UsageError with an example of one."""
    if not (isinstance(value, str) or (optional and value is None)):
        raise _wrong(name, f'a text such as "{example}"', value)
    return value


def box(name: str, value: Any) -> tuple[int, int] | None:
    """Rows by columns of a box, as a text, or None. Raises UsageError."""
    said: str | None = text(name, value, "3x2")
    try:
        return None if said is None else parse_box(said)
    except ValueError as error:
        raise UsageError(Fault(f"`{name}` {error}", code=name)) from None


def path(name: str, value: Any) -> Path:
    """A path. Raises UsageError."""
    if not isinstance(value, str | PathLike) or not isinstance(fspath(value), str):
        raise _wrong(name, "the path of a file, as a text or a Path", value)
    try:
        nameable = b"\0" not in fsencode(value)
    except UnicodeEncodeError:
        nameable = False
    if not nameable:
        raise _wrong(name, "a path that a file can have", value)
    return Path(value)


def length(name: str, value: Any, least: float, most: float) -> float:
    """``"90mm"`` in points, from ``least`` to ``most`` points. Raises UsageError."""
    given: str = text(name, value, "90mm", optional=False)
    try:
        points = parse_length(given)
    except ValueError as error:
        raise UsageError(Fault(f"`{name}`: {error}", code=name)) from None
    if not least <= points <= most:
        raise _wrong(name, f"from {least / MM:g}mm to {most / MM:g}mm", value)
    return points


def mapping(name: str, value: Any, example: str) -> Mapping[str, Any]:
    """A dict, or anything like one. Raises UsageError."""
    if not isinstance(value, Mapping):
        raise _wrong(name, f"a dict such as {example}", value)
    return value


def several(name: str, value: Any, what: str) -> list[Any]:
    """What may be gone through, as a list. Raises UsageError."""
    if not has_parts(value) or isinstance(value, str | bytes | bytearray):
        raise _wrong(name, f"a list of {what}", value)
    return list(value)


def function(name: str, value: Any) -> Any:
    """A function, or None. Raises UsageError."""
    if value is not None and not callable(value):
        raise _wrong(name, "a function, or None", value)
    return value


def one_of(name: str, value: Any, known: Sequence[str]) -> Any:
    """One of several words. Raises UsageError."""
    if not isinstance(value, str) or value not in known:
        raise _wrong(name, " or ".join(f'"{word}"' for word in known), value)
    return value


def word(name: str, value: Any) -> Any:
    """A word, or None; the order knows which words there are. Raises UsageError."""
    if value is not None and not isinstance(value, str):
        raise _wrong(name, "one of its words, or None", value)
    return value


def technique(name: str, value: Any) -> Any:
    """The name of one technique, or None. Raises UsageError."""
    if value is not None and not isinstance(value, str):
        raise _wrong(name, "the name of one technique, or None", value)
    return value


def grid(name: str, value: Any) -> Any:
    """The text of a grid, or None. Raises UsageError."""
    if value is not None and not isinstance(value, str):
        raise _wrong(name, "a text of a grid, a byte for each cell, or a Puzzle", value)
    return value


def kind(value: Any) -> str:
    """The name of a kind. Raises UsageError for another type; another part knows which names there are."""
    if not isinstance(value, str):
        raise _wrong("kind", 'a text such as "classic" or "jigsaw+killer"', value)
    return value


def mask(value: Any) -> Any:
    """A drawing or the indices of cells, or None. Raises UsageError."""
    if value is None or isinstance(value, str | Mapping):
        return value
    cells = tuple(value) if has_parts(value) else (None,)
    if not all(hasattr(one, "__index__") and getattr(one, "ndim", 0) == 0 for one in cells):
        raise _wrong("mask", "a drawing of the cells that hold givens, or their indices", value)
    return cells


_READERS: dict[str, Callable[[str, Any], Any]] = {
    "kind": lambda name, value: kind(value),
    "size": lambda name, value: whole(name, value, 1, MOST, optional=True),
    "level": word,
    "choice": word,
    "boxes": lambda name, value: text(name, value, "3x2"),
    "range": span,
    "flag": flag,
    "number": lambda name, value: whole(name, value, 1, MOST, optional=True),
    "technique": technique,
    "techniques": names,
    "mask": lambda name, value: mask(value),
    "pattern": lambda name, value: text(name, value, "a drawing"),
    "cage-sizes": lambda name, value: text(name, value, "2-5"),
}
"""How a Python function reads a field of an order, by its form; others are left to the order."""


def order_field(name: str, value: Any) -> Any:
    """The value of one field of an order. Raises UsageError."""
    reader = _READERS.get(ORDER_FIELDS[name].form)
    return value if reader is None else reader(name, value)
