"""Arguments that several commands share. Only those that name kinds of puzzles load the rules: ``studio`` begins without."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from typing import Any

from bookmaker.base.units import parse_length
from bookmaker.camera import SaidCell
from bookmaker.formats.apps import DECLARED

# What single arguments of commands may be: each function reads one, or says why it cannot.

CAGE_STYLES = ("dashed", "tinted")
"""As in :mod:`bookmaker.printing.grids.clue_drawing`; a test holds them equal."""


def kind_names() -> str:
    """The kinds of puzzles, for help."""
    from bookmaker.puzzles.rules import KINDS

    return f"{', '.join(KINDS)}, or several joined by +"


def kind(text: str) -> str:
    """A kind of puzzle, or several joined by +."""
    from bookmaker.puzzles.rules import known, unknown_kind

    if not known(text):
        advice = unknown_kind(text)
        what = f" ({advice})" if advice else f"; there are {kind_names()}"
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


def boxes(text: str) -> str:
    """Rows by columns of a box."""
    from bookmaker.puzzles.grid.geometry import box_text, parse_box

    try:
        return box_text(parse_box(text))
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


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


def add_order(command: argparse._ActionsContainer, *names: str, unset: bool = False, **helps: str | None) -> None:
    """Options for these fields of an order. ``helps``: other help than usual; ``unset``: without a default."""
    from bookmaker.logic.generation.order_fields import MOST, ORDER_FIELDS

    for name in names:
        field = ORDER_FIELDS[name]
        usual = f"{kind_names()}{field.option}" if field.form == "kind" else field.option
        words: dict[str, Any] = {"help": helps.get(name, usual), "default": None if unset else field.default}
        if field.choices:
            words["choices"] = field.choices
        if field.metavar:
            words["metavar"] = field.metavar
        if field.form in ("range", "techniques"):
            words["default"] = (None, None) if field.form == "range" else []
        words |= _READERS.get(field.form, {})
        if field.form == "number":
            words["type"] = whole(1, MOST)
        if name == "givens" and not unset:
            words["type"] = givens
        if field.form == "flag":
            words = {"help": words["help"], "action": "store_true"}
        flags = [f"--{name.replace('_', '-')}", *([field.short] if field.short else [])]
        command.add_argument(*flags, **words)


_READERS: dict[str, dict[str, Any]] = {
    "kind": {"type": kind},
    "size": {"type": int},
    "boxes": {"type": boxes},
    "range": {"type": bounds},
    "technique": {"type": technique},
    "techniques": {"type": techniques, "action": "extend"},
}
"""How the command line reads a field, by its form."""

FORMATS = tuple(DECLARED)


def add_input(command: argparse.ArgumentParser) -> None:
    """The files of puzzles that a command reads."""
    from bookmaker.puzzles.rules import CLASSIC

    command.add_argument(
        "files",
        nargs="*",
        default=["-"],
        metavar="PUZZLES",
        help="files of puzzles, also gzip; folders; patterns; a puzzle itself, as a text; - or none: stdin",
    )
    command.add_argument("--format", choices=FORMATS, metavar="NAME", help="how they are written (default: detected)")
    command.add_argument(
        "--kind",
        type=kind,
        default=CLASSIC,
        metavar="KIND",
        help=f"the kind of the puzzles: {kind_names()} (default: {CLASSIC})",
    )
    command.add_argument(
        "--boxes",
        type=boxes,
        metavar="ROWSxCOLUMNS",
        help="rows by columns of a box, such as 3x2, in grids of that size (default: as they are drawn)",
    )
    command.add_argument(
        "--cell",
        dest="cells",
        action="append",
        default=[],
        type=_said_cell,
        metavar="GRID:CELL=DIGIT",
        help="a cell of a picture as you read it, such as 3:r5c8=9, or a dot where it is empty; repeatable",
    )
    command.add_argument(
        "--guess",
        action="store_true",
        help="take the likeliest digits of pictures where cells are not sure, with notes",
    )


def _said_cell(text: str) -> SaidCell:
    from bookmaker.puzzles.grid.geometry import SYMBOLS

    found = re.fullmatch(r"(?:([0-9]{1,3}):)?[rR]([0-9]{1,2})[cC]([0-9]{1,2})=([0-9A-Ga-g.])", text)
    if found is None or "0" in (found[2], found[3], found[1]):
        raise argparse.ArgumentTypeError(f"{text!r} is not like 3:r5c8=9 or 3:r5c8=. (grid, cell, digit)")
    digit = 0 if found[4] in "0." else SYMBOLS.index(found[4].upper()) + 1
    return SaidCell(int(found[1] or 1), int(found[2]) - 1, int(found[3]) - 1, digit)


def add_style(command: argparse.ArgumentParser) -> None:
    """``--style``."""
    command.add_argument(
        "--style", default="classic", metavar="NAME", help="a style, or a file of your own (default: classic)"
    )


def add_rules(command: argparse.ArgumentParser) -> None:
    """``--no-rules``."""
    command.add_argument(
        "--no-rules",
        dest="rules",
        action="store_false",
        help="leave out the rule of a kind, which is printed above its puzzles",
    )


def add_trim(command: argparse.ArgumentParser) -> None:
    """``--trim``."""
    command.add_argument("--trim", default="a4", help="page size: a4, a5, letter or such as 6x9in (default: a4)")


def add_json(command: argparse.ArgumentParser, *records: str) -> None:
    """``--json``, which prints these records (``bookmaker.api.record_schemas``)."""
    named = " or ".join(records)
    command.add_argument("--json", action="store_true", help=f"one JSON object a line: {named} of `schema --record`")
    command.set_defaults(records=records)


def add_fresh(command: argparse.ArgumentParser) -> None:
    """``--fresh``."""
    command.add_argument("--fresh", action="store_true", help="make everything anew: forget what builds have kept")


def add_jobs(command: argparse.ArgumentParser) -> None:
    """``--jobs``."""
    command.add_argument(
        "--jobs", "-j", type=whole(1, 256), help="threads to work on (default: one for each processor)"
    )


def add_dpi(command: argparse.ArgumentParser, usual: int = 150) -> None:
    """``--dpi``."""
    command.add_argument("--dpi", type=whole(30, 1200), default=usual, help=f"resolution of PNG (default: {usual})")
