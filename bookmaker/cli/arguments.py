"""Every command, and the parser. ``--help`` must answer at once: a command's arguments are added when it is called."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple

from bookmaker import __version__
from bookmaker.cli.loading import later
from bookmaker.cli.messages import add_messages

EXIT_CODES = """\
exit codes:
  0  done                                  5  a puzzle is not proven to have one solution
  1  something else went wrong             6  a puzzle could not be made as wished
  2  the command line makes no sense       7  the output cannot be written
  3  the spec or a layout has faults       8  a font, layout or catalogue is missing or unfit
  4  a puzzle file cannot be read          9  a page failed its own check for
                                             print, or a proof found faults
                                         130  interrupted with Ctrl-C
"""


class Command(NamedTuple):
    """A command: ``add``, the function ``<name>_arguments`` of ``cli/<arguments>_arguments.py``, adds its arguments, and the
    function of its name in ``cli/<module>.py`` runs it. ``bank`` has actions, which name functions of their own.
    ``only_prints``: it writes to standard output and nowhere else, so that Ctrl-C may end it at once.
    """

    name: str
    arguments: str
    module: str
    help: str
    only_prints: bool = False

    @property
    def function(self) -> str:
        """The name of its function."""
        return self.name.replace("-", "_")

    def add(self, parser: argparse.ArgumentParser) -> None:
        """Add its arguments to its parser."""
        getattr(import_module(f"bookmaker.cli.{self.arguments}_arguments"), f"{self.function}_arguments")(parser)


COMMANDS = (
    Command("build", "book", "build", "make the book of a spec: interior, answer key, manifest, proof, report"),
    Command("cover", "book", "book", "make the cover of a book alone, or list the designs"),
    Command("preview", "book", "studio", "show the pages of a spec in a browser, and follow what you save"),
    Command("studio", "book", "studio", "make books in the browser of this machine: pages, puzzles, cover, files"),
    Command("check", "book", "book", "report every fault of a spec, with line and column"),
    Command("puzzles", "book", "book", "list the puzzles of a book, each with its code"),
    Command("set", "book", "edit", "give keys of a spec other values; every other byte of the file stays"),
    Command("move", "book", "edit", "move a section, or another entry of a list, of a spec"),
    Command("another", "book", "edit", "show other puzzles for the place of one"),
    Command("leave-out", "book", "edit", "leave puzzles out of a book"),
    Command("keep", "book", "edit", "keep puzzles of a book whatever its seed, levels and counts become"),
    Command("complete", "book", "edit", "print what may be written at a place of a spec", only_prints=True),
    Command("lock", "book", "book", "write the seed of the last build into a spec that has none"),
    Command("series", "book", "finished_books", "build volumes of a series, and prove that nothing comes twice in it"),
    Command("schema", "book", "book", "print the JSON Schema of a spec, for editors", only_prints=True),
    Command("styles", "book", "paper", "list the styles of books, or draw them"),
    Command("init", "book", "book", "write a commented starter spec"),
    Command("books", "book", "edit", "list the books of a folder; rename, copy or remove one, or put one back"),
    Command("solve", "puzzle", "solve", "solve puzzles", only_prints=True),
    Command("bench", "puzzle", "solve", "search puzzles in four ways and compare: time, guesses, depth"),
    Command("grade", "puzzle", "puzzles", "grade puzzles by the techniques that they need", only_prints=True),
    Command("techniques", "puzzle", "techniques", "list the techniques, or show how some work, with an example each"),
    Command("kinds", "puzzle", "techniques", "list the kinds of puzzles, with their sizes and rules", only_prints=True),
    Command("verify", "puzzle", "verify", "report every fault of puzzles", only_prints=True),
    Command("convert", "puzzle", "convert", "write puzzles in another format, and report its losses"),
    Command("answers", "puzzle", "answers", "make the answer key of puzzles"),
    Command(
        "canon",
        "puzzle",
        "solve",
        "print the canonical form of puzzles, which all their copies share",
        only_prints=True,
    ),
    Command("generate", "puzzle", "puzzles", "make puzzles", only_prints=True),
    Command("bank", "stock", "bank", "keep puzzles in a bank: one file, no puzzle twice, and what was printed"),
    Command("daily", "stock", "daily", "make a puzzle for each day of a newspaper, with yesterday's answer"),
    Command("catalogue", "stock", "catalogue", "make puzzles by the million into a bank"),
    Command("stock", "stock", "catalogue", "make puzzles of one kind ahead into a bank"),
    Command("explain", "puzzle", "explain", "show the way to the answer of puzzles, step by step"),
    Command("hint", "puzzle", "explain", "show the next step of a puzzle"),
    Command("fix", "puzzle", "fix", "mend puzzles that are not proper, with proof that the mend is the smallest"),
    Command("render", "puzzle", "paper", "print puzzles of a file as PDF or PNG"),
    Command("booklet", "book", "paper", "put the pages of a finished PDF on sheets to print at home and fold"),
    Command("proof", "book", "book", "read a finished book back from its pages and prove it"),
    Command("listing", "book", "finished_books", "write the pictures and the words for a shop"),
    Command(
        "export",
        "book",
        "finished_books",
        "write each puzzle of a finished book as SVG, PNG, EPS or PDF, with its answer",
    ),
    Command("completion", "puzzle", "shell", "print the script by which a shell completes commands", only_prints=True),
    Command("manual", "puzzle", "shell", "print the manual page, for man", only_prints=True),
    Command("prepare", "puzzle", "book", "compile everything now, on all processors, so that no later command waits"),
)
"""All commands, in the order in which ``--help`` lists them."""


class CommandParser(argparse.ArgumentParser):
    """The parser of one command, or of an action of one. It gets its arguments when it has something to parse."""

    command: Command | None = None

    def complete(self) -> None:
        """Add the arguments of its command, if that was not done."""
        command, self.command = self.command, None
        if command is not None:
            command.add(self)
            add_messages(self, argparse.SUPPRESS)

    def parse_known_args(self, args: Sequence[str] | None = None, namespace: Any = None) -> Any:  # type: ignore[override]
        """As in :class:`argparse.ArgumentParser`, but what is left over is an error, with the usage of this command."""
        self.complete()
        found, left = super().parse_known_args(args, namespace)
        if left:
            self.error(f"unrecognized arguments: {' '.join(left)}")
        return found, left


def parser() -> argparse.ArgumentParser:
    """The parser of all commands. After parsing, ``run`` is the function of the command."""
    top = argparse.ArgumentParser(
        prog="bookmaker",
        description="Puzzle books from a YAML spec: every puzzle proven, graded and typeset for print.",
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_messages(top, False)
    top.add_argument("--version", action="version", version=f"bookmaker {__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=CommandParser)
    for command in COMMANDS:
        made = commands.add_parser(command.name, help=command.help, description=command.help)
        made.set_defaults(
            run=later(command.module, command.function), only_prints=command.only_prints, parser=whole_parser
        )
        made.command = command
    return top


def whole_parser() -> argparse.ArgumentParser:
    """The parser of all commands, with the arguments of each."""
    top = parser()
    for action in top._actions:
        for each in action.choices.values() if isinstance(action.choices, dict) else ():
            each.complete()
    return top
