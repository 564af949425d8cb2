"""``completion`` and ``manual``: scripts by which a shell completes commands, and the manual page, both from the parser."""

from __future__ import annotations

import argparse
from argparse import Namespace
from collections.abc import Iterator

from bookmaker import __version__
from bookmaker.base.errors import Fault, ResourceError

_FILES = frozenset({"files", "spec", "output", "bank", "book", "cover", "after", "so_far", "mask", "pattern"})
"""Arguments that name files."""


def completion(arguments: Namespace) -> int:
    """Print the script of a shell. Raises ResourceError where the library that writes it is not installed."""
    try:
        import shtab
    except ImportError as error:
        advice = "pip install shtab"
        raise ResourceError(
            Fault("the library shtab, which writes these scripts, is not installed", None, advice)
        ) from error
    parser = arguments.parser()
    for each in _parsers(parser):
        for action in each._actions:
            if action.dest in _FILES and action.choices is None:
                setattr(action, "complete", shtab.FILE)  # noqa: B010 -- the attribute is that library's own
    print(shtab.complete(parser, shell=arguments.shell))
    return 0


def manual(arguments: Namespace) -> int:
    """Print the manual page, in the language of man."""
    parser = arguments.parser()
    print(f'.TH BOOKMAKER 1 "" "bookmaker {__version__}" "User Commands"')
    print(f".SH NAME\nbookmaker \\- {_roff(parser.description or '')}")
    print(".SH SYNOPSIS\n.B bookmaker\n[\\-\\-quiet | \\-\\-verbose]\n.I COMMAND\n[\\-\\-help] ...")
    print(".SH OPTIONS")
    for action in parser._actions:
        print("".join(_entry(action)), end="")
    print(".SH COMMANDS")
    for each in _parsers(parser):
        if each is not parser:
            print(f".SS {_roff(each.prog)}\n{_roff(each.description or '')}")
            for action in each._actions:
                if action.dest not in ("quiet", "verbose"):
                    print("".join(_entry(action)), end="")
    print(".SH EXIT STATUS\n.nf")
    print(_roff((parser.epilog or "").partition("\n")[2]), end="")
    print(".fi\n.SH SEE ALSO\nThe page of the project, and\n.B bookmaker \\fICOMMAND\\fB \\-\\-help\\fR.")
    return 0


def _parsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """A parser and those of its commands and actions."""
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for each in action.choices.values():
                yield from _parsers(each)


def _entry(action: argparse.Action) -> Iterator[str]:
    """The lines of one argument."""
    if action.help == argparse.SUPPRESS or isinstance(action, argparse._SubParsersAction | argparse._HelpAction):
        return
    value = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
    if action.choices and action.metavar is None:
        value = "{" + ",".join(map(str, action.choices)) + "}"
    named = ", ".join(f"\\fB{_roff(flag)}\\fR" for flag in action.option_strings)
    shown = f"\\fI{_roff(value)}\\fR" if action.nargs != 0 else ""
    fields = {**vars(action), "prog": "bookmaker"}
    yield f".TP\n{' '.join(filter(None, (named, shown)))}\n{_roff((action.help or '') % fields)}\n"


def _roff(text: str) -> str:
    """A text in which nothing is a command of the page."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return "\n".join(f"\\&{line}" if line.startswith(".") else line for line in text.split("\n"))
