"""The arguments of the commands that read and make puzzles. Each function adds those of one command."""

from __future__ import annotations

import argparse

from bookmaker.base.language import PLURALS
from bookmaker.cli.argument_parts import (
    CAGE_STYLES,
    FORMATS,
    add_dpi,
    add_input,
    add_jobs,
    add_json,
    add_order,
    add_rules,
    add_style,
    add_trim,
    seconds,
    technique,
    whole,
)
from bookmaker.logic.generation.order_fields import LEVELS, SEED

REGISTERS, WAYS = ("teach", "notation"), ("reader", "grade")
"""As in :mod:`bookmaker.publishing.explain.solution_path`; a test holds them equal."""

METHODS = ("minimal", "frequency", "constraint", "move")
APPLICATIONS = ("edit", "drop")
"""Ways to mend, as in :mod:`bookmaker.logic.repair.fixes`; a test holds them equal."""


def _application(text: str) -> str | int:
    if text in APPLICATIONS:
        return text
    if text.isascii() and text.isdigit() and int(text[:9]) > 0:
        return int(text[:9])
    raise argparse.ArgumentTypeError(
        f"{text!r} is neither {' nor '.join(APPLICATIONS)}, nor the number of a correction"
    )


KEYS = ("pdf", "text", "csv", "json", "jsonl")


def solve_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``solve``."""
    add_input(command)
    command.add_argument(
        "--limit", type=whole(1, 10**9), default=2, help="count solutions up to this number (default: 2)"
    )
    _add_seconds(command)
    add_jobs(command)
    add_json(command, "solve", "verify")
    command.add_argument("--stats", action="store_true", help="add how hard each is to search: guesses, depths")


def bench_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``bench``."""
    add_input(command)
    command.add_argument("--output", "-o", help="draw the distributions into a file ending in .png or .svg")
    add_json(command, "bench", "verify")


def grade_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``grade``."""
    add_input(command)
    _add_no_uniqueness(command)
    command.add_argument(
        "--publish",
        action="store_true",
        help="add figures for an editor: ways on at each step, bottlenecks, spikes, advice",
    )
    command.add_argument("--language", default="en", choices=list(PLURALS), help="of the advice (default: en)")
    _add_seconds(command)
    add_jobs(command)
    add_json(command, "grade", "verify")


def completion_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``completion``."""
    command.add_argument(
        "shell", choices=("bash", "zsh", "tcsh"), help="eval its output, or keep it where the shell looks"
    )


def manual_arguments(command: argparse.ArgumentParser) -> None:
    """``manual`` has no arguments."""


def kinds_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``kinds``."""
    command.add_argument("--language", default="en", choices=list(PLURALS), help="of the rules (default: en)")
    add_json(command, "kind")


def techniques_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``techniques``."""
    command.add_argument(
        "techniques", nargs="*", metavar="NAME", type=technique, help="a technique or a family of them"
    )
    command.add_argument(
        "--output",
        "-o",
        metavar="FILE",
        help="draw the examples of those that are named: a file ending in .png, .svg or .pdf",
    )
    command.add_argument("--language", default="en", choices=list(PLURALS), help="default: en")
    add_json(command, "technique")


def verify_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``verify``."""
    add_input(command)
    command.add_argument(
        "--limit", type=whole(2, 10**9), default=2, help="count solutions up to this number (default: 2)"
    )
    command.add_argument(
        "--deep",
        action="store_true",
        help="also givens, cages and clues too many, symmetry broken by one cell, the same puzzle twice",
    )
    command.add_argument(
        "--report",
        metavar="FILE",
        help="write a report for an editor, ending in .html, .pdf or .csv: who, which puzzle, its faults, a mend, a reply",
    )
    said = "puzzles as you mended them, for the report: JSON of their cells by number"
    command.add_argument("--mended", metavar="FILE", help=said)
    command.add_argument("--trim", default="a4", help="page size of a report in PDF (default: a4)")
    command.add_argument("--language", default="en", choices=list(PLURALS), help="of the report (default: en)")
    _add_seconds(command)
    add_jobs(command)
    add_json(command, "verify")


def convert_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``convert``."""
    add_input(command)
    command.add_argument("--to", choices=FORMATS, metavar="NAME", help=f"the format: {', '.join(FORMATS)}")
    command.add_argument("--output", "-o", help="a file; its ending may name the format (default: standard output)")
    add_json(command, "convert", "verify")


def answers_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``answers``."""
    add_input(command)
    command.add_argument("--output", "-o", help="a file ending in .pdf, .txt, .csv, .json or .jsonl (default: text)")
    command.add_argument("--to", choices=KEYS, help="what to write, if the ending of the file does not say")
    add_json(command, "answer", "verify")
    command.add_argument("--worked", action="store_true", help="with the way to each answer, step by step in words")
    command.add_argument(
        "--layout",
        help="of a PDF: one-up, two-up, four-up, six-up, nine-up, twelve-up, twenty-up or another (default: nine-up if it fits)",
    )
    add_style(command)
    command.add_argument("--trim", default="a4", help="page size: a4, a5, letter or such as 6x9in (default: a4)")
    command.add_argument("--title", default="", help="running title")
    command.add_argument("--language", default="en", choices=list(PLURALS), help="default: en")
    add_jobs(command)


def canon_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``canon``."""
    add_input(command)
    add_jobs(command)
    add_json(command, "canon", "verify")


def generate_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``generate``."""
    command.add_argument("--count", "-n", type=whole(1, 10**7), default=1, help="how many (default: 1)")
    add_order(command, "difficulty")
    command.add_argument(
        "--seed", type=whole(0, 2**63 - 1), default=SEED, help=f"other seeds make other puzzles (default: {SEED})"
    )
    add_order(
        command,
        "kind",
        "size",
        "boxes",
        "symmetry",
        "cage_sizes",
        "gaps",
        "sumless",
        "clues",
        "givens",
        "minimal",
        "mask",
        "pattern",
        "break_in",
        "theme",
        "effort",
    )
    command.add_argument(
        "--explain-pattern",
        action="store_true",
        help="in place of puzzles, why lines and layouts were refused, of so many layouts as --count says",
    )
    path = command.add_argument_group(
        "the solving path", "names of techniques, or of families such as unique-rectangle"
    )
    add_order(path, "requires", "hardest", "avoid", "score")
    add_order(command, "minutes", "attempts", "solution")
    command.add_argument(
        "--no-grade",
        action="store_true",
        help="prove puzzles of the difficulty any without grading them, which is quicker",
    )
    command.add_argument(
        "--output", "-o", metavar="FILE", help="the file, written when all are made (default: standard output)"
    )
    add_jobs(command)
    add_json(command, "generate")


def explain_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``explain``."""
    add_input(command)
    _add_telling(command, "explain")
    command.add_argument(
        "--path",
        choices=WAYS,
        default=WAYS[0],
        help="steps in the order in which a reader meets them, or round by round as the grade counts them (default: reader)",
    )
    command.add_argument(
        "--all", action="store_true", help="all that the grade counts: its path with the steps that no later step needs"
    )


def hint_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``hint``."""
    add_input(command)
    command.add_argument(
        "--tell",
        choices=("where", "what", "all"),
        default="all",
        help="how much: where to look, what to look for, or the whole step (default: all)",
    )
    command.add_argument("--so-far", metavar="GRID", help="the grid with the digits found by now")
    command.add_argument(
        "--removed", metavar="STEPS", default="", help="candidates that are gone already, such as 'r5c3<>4, r6c3<>4'"
    )
    _add_telling(command, "hint")


def fix_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``fix``."""
    add_input(command)
    command.add_argument(
        "--method",
        "-m",
        choices=METHODS,
        default="minimal",
        help="for several solutions: the fewest further givens, the published method of frequencies, a further rule, or givens"
        " moved (default: minimal)",
    )
    command.add_argument(
        "--all-chains",
        action="store_true",
        help="with --method frequency: every way through the equally good choices, and how they branch",
    )
    command.add_argument(
        "--deep",
        action="store_true",
        help="search long for the smallest mend where so few givens are there that hundreds of thousands of solutions are left",
    )
    command.add_argument(
        "--apply",
        type=_application,
        metavar="{edit,drop,N}",
        help="for no solution: make the likeliest correction, if its share is 80 %% or more, or drop the fewest givens, or make"
        " the N-th correction of the list (default: only report)",
    )
    command.add_argument(
        "--answer", metavar="GRID", help="the answer that the puzzle is to have (default: the one in the file, if any)"
    )
    command.add_argument(
        "--difficulty", "-d", choices=LEVELS, help="the level that it was meant to have: preferred among mends"
    )
    command.add_argument(
        "--output", "-o", metavar="FILE", help="write the mended puzzles; the originals are left alone"
    )
    command.add_argument(
        "--to", choices=FORMATS, metavar="NAME", help="the format of --output (default: by the ending of the file)"
    )
    command.add_argument("--pdf", metavar="FILE", help="print a proof sheet: the puzzle, the mended one, frequencies")
    command.add_argument("--trim", default="a4", help="page size of the proof sheet (default: a4)")
    command.add_argument("--language", default="en", choices=list(PLURALS), help="of the proof sheet (default: en)")
    _add_seconds(command)
    add_json(command, "fix", "verify")


def render_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``render``."""
    add_input(command)
    command.add_argument("--output", "-o", required=True, help="a file ending in .pdf or .png; PNG pages are numbered")
    add_json(command, "render", "verify")
    command.add_argument("--layout", help="a layout (default: one-up for one puzzle, two-up for two, else four-up)")
    add_style(command)
    add_trim(command)
    command.add_argument("--answers", action="store_true", help="print the answers instead of the puzzles")
    command.add_argument("--cages", choices=CAGE_STYLES, default="dashed", help="how cages are shown (default: dashed)")
    command.add_argument("--title", default="", help="running title")
    add_rules(command)
    command.add_argument("--language", default="en", choices=list(PLURALS), help="default: en")
    add_dpi(command)


def prepare_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``prepare``."""
    add_jobs(command)


def _add_no_uniqueness(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--no-uniqueness", action="store_true", help="leave out techniques that rest on there being one solution"
    )


def _add_telling(command: argparse.ArgumentParser, record: str) -> None:
    command.add_argument("--language", default="en", choices=list(PLURALS), help="default: en")
    command.add_argument(
        "--register",
        choices=REGISTERS,
        default=REGISTERS[0],
        help="sentences that say why, or steps as the literature writes them: r5c3<>4 (default: teach)",
    )
    command.add_argument(
        "--groups",
        action="store_true",
        help="name also the naked and hidden groups of five to seven that make the same step",
    )
    _add_no_uniqueness(command)
    add_json(command, record, "verify")
    command.add_argument("--pdf", metavar="FILE", help="draw the steps into a PDF")
    command.add_argument("--png", metavar="FILE", help="draw the steps into PNG files, one for each page")
    add_trim(command)
    add_dpi(command)


def _add_seconds(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--seconds",
        type=seconds,
        metavar="N",
        help="give up on a puzzle after so many seconds (default: after work of about 20, the same on every machine)",
    )
