"""Arguments that several commands share."""

from __future__ import annotations

import argparse

from bookmaker.cli.argument_types import KIND_NAMES, kind, whole
from bookmaker.formats.apps import DECLARED
from bookmaker.puzzles.rules import CLASSIC

FORMATS = tuple(DECLARED)


def add_input(command: argparse.ArgumentParser) -> None:
    """The files of puzzles that a command reads."""
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
        help=f"what the puzzles are: {KIND_NAMES} (default: {CLASSIC})",
    )


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
        help="leave out the rule of a kind, which stands above its puzzles",
    )


def add_trim(command: argparse.ArgumentParser) -> None:
    """``--trim``."""
    command.add_argument("--trim", default="a4", help="page size: a4, a5, letter or such as 6x9in (default: a4)")


def add_json(command: argparse.ArgumentParser) -> None:
    """``--json``."""
    command.add_argument("--json", action="store_true", help="one JSON object a line")


def add_fresh(command: argparse.ArgumentParser) -> None:
    """``--fresh``."""
    command.add_argument("--fresh", action="store_true", help="make every puzzle anew: forget what builds have kept")


def add_jobs(command: argparse.ArgumentParser) -> None:
    """``--jobs``."""
    command.add_argument(
        "--jobs", "-j", type=whole(1, 256), help="threads to work on (default: one for each processor)"
    )


def add_dpi(command: argparse.ArgumentParser, usual: int = 150) -> None:
    """``--dpi``."""
    command.add_argument("--dpi", type=whole(30, 1200), default=usual, help=f"resolution of PNG (default: {usual})")
