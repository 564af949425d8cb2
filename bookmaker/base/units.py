"""Lengths. The house's unit is the point (1/72 inch), as in PDF; users write mm, cm, in or pt."""

from __future__ import annotations

import re

from bookmaker.base.errors import UsageError

MM = 72 / 25.4
"""Points in a millimetre."""
INCH = 72.0
"""Points in an inch."""

_POINTS = {"mm": MM, "cm": 10 * MM, "in": INCH, "pt": 1.0}
_LENGTH = re.compile(r"\s*(\d+(?:\.\d+)?|\.\d+)\s*(mm|cm|in|pt)\s*", re.IGNORECASE)
_PAIR = re.compile(
    r"\s*(\d+(?:\.\d+)?|\.\d+)\s*(mm|cm|in|pt)?\s*[x\u00d7]\s*(\d+(?:\.\d+)?|\.\d+)\s*(mm|cm|in|pt)\s*", re.IGNORECASE
)


def parse_length(text: str) -> float:
    """``"12mm"`` -> points. Raises ValueError with a message for people."""
    match = _LENGTH.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not a length; write a number and a unit, such as 12mm, 0.5in or 9pt")
    return float(match[1]) * _POINTS[match[2].lower()]


def parse_size(text: str) -> tuple[float, float]:
    """``"6x9in"`` or ``"6inx9in"`` -> (width, height) in points. Raises ValueError with a message for people."""
    match = _PAIR.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not a page size; write width x height and a unit, such as 6x9in or 152x229mm")
    unit = _POINTS[match[4].lower()]
    return float(match[1]) * _POINTS[(match[2] or match[4]).lower()], float(match[3]) * unit


TRIMS = {"a4": "210x297mm", "a5": "148x210mm", "letter": "8.5x11in"}
"""Page sizes that have a name."""
LARGEST_TRIM = 40 * INCH
"""The longest side of a page, in points."""


def trim_of(text: str, name: str) -> tuple[float, float]:
    """``"6x9in"`` or ``"a4"`` -> width and height in points. Raises UsageError, with the ``name`` of the argument."""
    try:
        trim = parse_size(TRIMS.get(text.lower(), text))
    except ValueError as error:
        raise UsageError(f"{name}: {error}") from error
    if max(trim) > LARGEST_TRIM:
        raise UsageError(f"{name}: {text} is larger than {LARGEST_TRIM / INCH:g}in")
    return trim
