"""What single arguments of commands may be: each function reads one, or says what is wrong with it."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from bookmaker.base.units import parse_length
from bookmaker.puzzles.rules import KINDS, known, unknown_kind

KIND_NAMES = f"{', '.join(KINDS)}, or several joined by +"


def kind(text: str) -> str:
    """A kind of puzzle, or several joined by +."""
    if not known(text):
        advice = unknown_kind(text)
        what = f" ({advice})" if advice else f"; there are {KIND_NAMES}"
        raise argparse.ArgumentTypeError(f"there is no kind of puzzle {text!r}{what}")
    return "+".join(part.strip() for part in text.split("+"))


def whole(least: int, most: int) -> Callable[[str], int]:
    """Reads a whole number from ``least`` to ``most``."""

    def whole_number(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least} to {most}")
        return number

    return whole_number


def seconds(text: str) -> float:
    """A positive number of seconds."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number <= 10**7:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds such as 60 or 0.5")
    return number


def length(text: str) -> float:
    """``0.52in`` in points. Raises ArgumentTypeError."""
    try:
        return parse_length(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def volumes(text: str) -> tuple[int, int]:
    """``1-12``, or one number for both."""
    low, dash, high = text.partition("-")
    numbers = whole(0, 625)
    return numbers(low), numbers(high if dash else low)


def givens(text: str) -> tuple[int | None, int | None]:
    """``24-30``, ``24-``, ``-30``, or one number for both; None for an open end."""
    return _bounds(text, 625, "24-30, 24- or -30")


def bounds(text: str) -> tuple[int | None, int | None]:
    """``300-500``, ``300-``, ``-500``, or one number for both; None for an open end."""
    return _bounds(text, 10**9, "300-500, 300- or -500")


def _bounds(text: str, highest: int, examples: str) -> tuple[int | None, int | None]:
    low, dash, high = text.partition("-")
    numbers = whole(0, highest)
    least = numbers(low) if low else None
    most = (numbers(high) if high else None) if dash else least
    if least is None and most is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not a range such as {examples}")
    return least, most


def technique(text: str) -> str:
    """The name of a technique, or of a family."""
    from bookmaker.logic.techniques import named, names

    if not named(text):
        from bookmaker.base.schema import did_you_mean

        advice = did_you_mean(text, names())
        raise argparse.ArgumentTypeError(f"there is no technique {text!r}" + (f" ({advice})" if advice else ""))
    return text


def techniques(text: str) -> list[str]:
    """Several names of techniques, with commas between."""
    return [technique(name) for name in text.split(",")]
