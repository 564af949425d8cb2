"""The arguments of every command. Nothing heavy is imported before a command runs: ``--help`` must be instant."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from importlib import import_module

from bookmaker import __version__
from bookmaker.grid.symmetry import SYMMETRIES
from bookmaker.language import PLURALS
from bookmaker.variants import VARIANTS
from bookmaker.variants.limits import MADE_KINDS, MADE_SIZES

EXIT_CODES = """\
exit codes:
  0  done                                  5  a puzzle has no solution, or several
  1  something else went wrong             6  a puzzle that was asked for could not be made
  2  the command line makes no sense       7  the output cannot be written
  3  the spec or a layout has faults       8  a font, layout or catalogue is missing or unfit
  4  a puzzle file cannot be read          9  a page failed its own check for print
                                         130  interrupted with Ctrl-C
"""

CAGE_STYLES = ("dashed", "tinted")
"""As in :mod:`bookmaker.typeset.cages`; a test holds them equal."""

LEVELS = ("easy", "medium", "hard")
"""Difficulties that can be asked for; a test holds them equal to :data:`bookmaker.grading.LEVELS`, which loads a compiler."""

Run = Callable[[argparse.Namespace], int]


def _later(module: str, function: str) -> Run:
    def run(arguments: argparse.Namespace) -> int:
        command: Run = getattr(import_module(f"bookmaker.cli.{module}"), function)
        kernels = sys.modules.get("bookmaker.kernels.caching")
        if kernels is not None and kernels.first_run and sys.stderr is not None and sys.stderr.isatty():
            print("compiling for this processor; this takes a minute, once ...", file=sys.stderr)
        return command(arguments)

    return run


def _whole(least: int, most: int) -> Callable[[str], int]:
    def whole_number(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least} to {most}")
        return number

    return whole_number


def _givens(text: str) -> tuple[int, int]:
    low, dash, high = text.partition("-")
    numbers = _whole(0, 625)
    least, most = numbers(low), numbers(high if dash else low)
    if least > most:
        raise argparse.ArgumentTypeError(f"{text!r}: {least} is more than {most}")
    return least, most


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = argparse.ArgumentParser(
        prog="bookmaker",
        description="Puzzle books from a YAML spec: every puzzle proven, graded and typeset for print.",
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"bookmaker {__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(name: str, module: str, help: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=help, description=help)
        made.set_defaults(run=_later(module, name), only_prints=module == "puzzles")
        return made

    build = command("build", "book", "make the book of a spec: interior, answer key, manifest")
    build.add_argument("spec", help="the spec, such as book.yaml")
    _add_jobs(build)
    check = command("check", "book", "tell every fault of a spec, with line and column")
    check.add_argument("spec", nargs="+", help="the spec, such as book.yaml")
    command("schema", "book", "print the JSON Schema of a spec, for editors")
    init = command("init", "book", "write a commented starter spec")
    init.add_argument("folder", nargs="?", default=".", metavar="DIR", help="where to write book.yaml (default: here)")

    solve = command("solve", "puzzles", "solve puzzles")
    _add_input(solve)
    solve.add_argument(
        "--limit", type=_whole(1, 10**9), default=2, help="count solutions up to this number (default: 2)"
    )
    _add_json(solve)
    solve.add_argument("--stats", action="store_true", help="add how hard each is to search: guesses, depths")
    bench = command("bench", "searching", "search puzzles in four ways and compare: time, guesses, depth")
    _add_input(bench)
    bench.add_argument("--output", "-o", help="draw the distributions into a file ending in .png or .svg")
    _add_json(bench)
    grade = command("grade", "puzzles", "grade puzzles by the techniques that they need")
    _add_input(grade)
    _add_json(grade)
    verify = command("verify", "puzzles", "tell every fault of puzzles")
    _add_input(verify)
    verify.add_argument(
        "--limit", type=_whole(2, 10**9), default=2, help="count solutions up to this number (default: 2)"
    )
    _add_json(verify)
    canon = command(
        "canon", "puzzles", "print the canonical form of puzzles: the same for every turned or relabelled copy"
    )
    _add_input(canon)
    _add_json(canon)

    generate = command("generate", "puzzles", "make puzzles")
    generate.add_argument("--count", "-n", type=_whole(1, 10**7), default=1, help="how many (default: 1)")
    generate.add_argument("--difficulty", "-d", choices=LEVELS, help="the level of every puzzle (default: any)")
    generate.add_argument(
        "--seed", type=_whole(0, 2**63 - 1), default=1, help="other seeds make other puzzles (default: 1)"
    )
    generate.add_argument("--kind", choices=MADE_KINDS, default="classic", help="default: classic")
    generate.add_argument("--size", type=int, choices=MADE_SIZES, default=9, help="default: 9")
    generate.add_argument("--symmetry", choices=SYMMETRIES, default="none", help="of the givens (default: none)")
    generate.add_argument("--givens", type=_givens, metavar="MIN-MAX", help="how many givens, such as 24-30")
    generate.add_argument("--minimal", action="store_true", help="no given may be superfluous")
    generate.add_argument(
        "--mask", metavar="FILE", help="a drawing of which cells hold givens: . for those that do not"
    )
    generate.add_argument("--solution", metavar="GRID", help="the full grid that every puzzle must have as its answer")
    _add_jobs(generate)
    _add_json(generate)

    render = command("render", "render", "print puzzles of a file as PDF or PNG")
    _add_input(render)
    render.add_argument("--output", "-o", required=True, help="a file ending in .pdf or .png; PNG pages are numbered")
    render.add_argument("--layout", help="a layout (default: one-up for one puzzle, two-up for two, else four-up)")
    render.add_argument("--trim", default="a4", help="page size: a4, a5, letter or such as 6x9in (default: a4)")
    render.add_argument("--answers", action="store_true", help="print the answers instead of the puzzles")
    render.add_argument("--cages", choices=CAGE_STYLES, default="dashed", help="how cages are shown (default: dashed)")
    render.add_argument("--title", default="", help="running title")
    render.add_argument("--language", default="en", choices=list(PLURALS), help="default: en")
    render.add_argument("--dpi", type=_whole(30, 1200), default=150, help="resolution of PNG (default: 150)")
    return top


def _add_input(command: argparse.ArgumentParser) -> None:
    command.add_argument("files", nargs="*", default=["-"], metavar="FILE", help="files of puzzles; - or none: stdin")
    command.add_argument(
        "--kind", choices=list(VARIANTS), default="classic", help="what the puzzles are (default: classic)"
    )


def _add_json(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="one JSON object a line")


def _add_jobs(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--jobs", "-j", type=_whole(1, 256), help="threads to work on (default: one for each processor)"
    )
