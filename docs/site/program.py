"""The commands and their options, the errors and their messages, the JSON records, and the Python names."""

from __future__ import annotations

import argparse
import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import bookmaker
from bookmaker.api.record_schemas import RECORDS
from bookmaker.base import errors
from bookmaker.base.errors import BookmakerError
from bookmaker.cli.arguments import COMMANDS, EXIT_CODES, whole_parser
from docs.site.keys import cell

PACKAGE = Path(bookmaker.__file__).parent

CURES = {
    errors.UsageError: (
        "An option, a value or a number of files that the command does not know, or two that exclude each other.",
        "Read the message: it names the value and what may stand there. `bookmaker COMMAND --help` lists the options.",
    ),
    errors.SpecError: (
        "A key, a value or a file named in the spec, a style, a layout or a design is wrong, or the book breaks "
        "a rule of its printer.",
        "Go to the line and column of the message. `bookmaker check` finds all faults at once; `--lenient` makes "
        "printers' rules notes.",
    ),
    errors.InputError: (
        "A file is no puzzle, is damaged, can be read in two ways, or is larger than the bounds on what one file may cost.",
        "Name the format with `--format` or the kind with `--kind`; compare with the page on formats. The good "
        "puzzles are used all the same.",
    ),
    errors.ImproperError: (
        "A puzzle has no solution, or several, or could not be decided within its bound of work.",
        "`bookmaker verify` names the faults, `bookmaker fix` proposes the smallest mend. `--seconds` allows more time.",
    ),
    errors.UnmetError: (
        "No puzzle met the order: the level is rare for this kind, or two wishes hardly go together.",
        "Ask for less: fewer givens apart, another symmetry, no `avoid`. `bookmaker stock` makes rare ones ahead.",
    ),
    errors.OutputError: (
        "The folder does not exist or may not be written to, the disk is full, or the folder holds another book.",
        "Choose another `--output`, or `--replace`. Nothing was half-written.",
    ),
    errors.ResourceError: (
        "A font lacks a letter that the book prints or may not be embedded, or a layout, catalogue or optional "
        "library is missing.",
        "Choose another font or word; install the library that the message names.",
    ),
    errors.ProofError: (
        "A page failed its own check for print before it was written, or `bookmaker proof` found faults in a finished book.",
        "Of `proof`: the certificate lists the faults with their pages. Of `build`: please report it, with the spec.",
    ),
    errors.Interrupted: ("You pressed Ctrl-C.", "Call the same command again: it goes on where it stopped."),
    BookmakerError: ("Something else.", "Please report it, with the command and the message."),
}
"""Class of an error -> its usual cause, and what to do."""


def pages() -> dict[str, str]:
    """The Markdown of each page by its name."""
    return {
        "commands": commands(),
        "errors": error_page(),
        "records": records(),
        "functions": functions(),
    }


def parsers(
    parser: argparse.ArgumentParser | None = None, name: str = ""
) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Every command, and every action of one, with its parser."""
    for action in (parser or whole_parser())._actions:
        if isinstance(action, argparse._SubParsersAction):
            for each, inner in action.choices.items():
                yield f"{name} {each}".strip(), inner
                yield from parsers(inner, f"{name} {each}".strip())


def arguments(parser: argparse.ArgumentParser) -> Iterator[tuple[str, str]]:
    """The arguments of a command, each as it is written, with its help."""
    formatter = parser._get_formatter()
    for action in parser._actions:
        if action.help == argparse.SUPPRESS or isinstance(action, (argparse._HelpAction, argparse._SubParsersAction)):
            continue
        value = (
            ""
            if action.nargs == 0
            else formatter._format_args(action, formatter._get_default_metavar_for_optional(action))
        )
        if action.option_strings:
            written = ", ".join(f"{option} {value}".strip() for option in action.option_strings)
        else:
            written = formatter._format_args(action, formatter._get_default_metavar_for_positional(action))
        said = formatter._expand_help(action) if action.help else ""
        if action.choices is not None and action.option_strings and not said:
            said = ", ".join(map(str, action.choices))
        yield written, said


def commands() -> str:
    """The page of commands."""
    parts = [
        "# Commands\n",
        "`bookmaker COMMAND --help` prints the same in a terminal, `bookmaker manual` a page for `man`.\n",
        "## Exit codes\n",
        f"```\n{EXIT_CODES.split(chr(10), 1)[1].rstrip()}\n```\n",
        "[Errors](errors.md) has causes and cures.\n",
    ]
    for name, parser in parsers():
        level = "##" if " " not in name else "###"
        parts.append(f"{level} {name}\n")
        parts.append(f"{(parser.description or '')[:1].upper()}{(parser.description or '')[1:]}.\n")
        rows = list(arguments(parser))
        if rows:
            parts += ["| argument | meaning |", "|---|---|"]
            parts += [f"| `{cell(written)}` | {cell(said)} |" for written, said in rows]
            parts.append("")
    assert len(COMMANDS) <= len(parts)
    return "\n".join(parts)


def classes() -> list[type[BookmakerError]]:
    """Every class of errors with an exit code, in the order of the codes."""
    found = [BookmakerError, *BookmakerError.__subclasses__()]
    return sorted((one for one in found if one.__module__ == errors.__name__), key=lambda one: one.exit_code)


def error_page() -> str:
    """The page of errors: causes and cures by class, then all messages."""
    parts = [
        "# Errors\n",
        "Every error is one message with its place and a way to mend it, and ends the command with the exit code of its class.\n",
    ]
    parts += ["| exit code | in Python | cause | cure |", "|---|---|---|---|"]
    for one in classes():
        cause, cure = CURES[one]
        parts.append(f"| {one.exit_code} | `{one.__name__}` | {cell(cause)} | {cell(cure)} |")
    parts += [
        "\n## Messages\n",
        "All messages of the program, as its source has them; … is a name or a number. What stands in brackets is the advice.\n",
    ]
    found = messages()
    for door in sorted({where for where, _ in found}):
        parts.append(f"### {_DOORS.get(door, door)}\n")
        parts += [f"- {text}" for where, text in found if where == door]
        parts.append("")
    return "\n".join(parts)


_DOORS = {
    "api": "Python functions",
    "base": "Files, YAML and values",
    "cli": "Commands",
    "formats": "Reading puzzles",
    "logic": "Making, grading and mending",
    "printing": "Pages, fonts, printers and covers",
    "publishing": "Books, banks and proofs",
    "puzzles": "Grids and rules",
}
_MAKERS = {"Fault", "Note", *(one.__name__ for one in BookmakerError.__subclasses__())}


def messages() -> list[tuple[str, str]]:
    """The door and the text of each message that the source writes out, in order and each once."""
    found: dict[tuple[str, str], None] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        # To parse all files takes seconds, and most have no message.
        for node in ast.walk(ast.parse(source)) if any(f"{maker}(" in source for maker in _MAKERS) else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _MAKERS and node.args:
                text = template(node.args[0])
                if len(re.findall(r"[a-z]{2,}", text)) > 1:
                    advice = template(node.args[2]) if len(node.args) > 2 else ""
                    shown = f"{text} ({advice})" if advice else text
                    found[path.relative_to(PACKAGE).parts[0], escaped(shown)] = None
    return sorted(found)


def template(node: ast.expr) -> str:
    """A literal text, with … for what is put in; "" for another expression."""
    if isinstance(node, ast.Constant):
        return str(node.value) if isinstance(node.value, str) else ""
    if isinstance(node, ast.JoinedStr):
        return "".join(str(one.value) if isinstance(one, ast.Constant) else "…" for one in node.values)
    return ""


def escaped(text: str) -> str:
    """A text in which Markdown sees no markup but code."""
    return (
        re.sub(r"([*_<>\[\]#])", r"\\\1", " ".join(text.split()))
        if "`" not in text
        else re.sub(r"[<>]", r"\\\g<0>", " ".join(text.split()))
    )


def records() -> str:
    """The page of JSON records."""
    parts = [
        "# JSON records\n",
        "What commands print with `--json`, one object a line. `bookmaker schema --record NAME` prints a schema.\n",
    ]
    for name, (about, fields) in RECORDS.items():
        parts += [f"## {name}\n", f"{about}\n", "| field | type | meaning |", "|---|---|---|"]
        for field, said in fields.items():
            kind, _, meaning = said.partition(": ")
            needed = field.removesuffix("?")
            shown = kind.replace("|null", " or null").strip()
            optional = " (may be left out)" if field.endswith("?") else ""
            parts.append(f"| `{needed}` | {cell(shown)} | {cell(meaning)}{optional} |")
        parts.append("")
    return "\n".join(parts)


def functions() -> str:
    """The page of Python names."""
    parts = ["# Python names\n", "All public names of `import bookmaker`. [Python](../python.md) has tasks.\n"]
    for name in sorted(bookmaker.__all__, key=lambda one: (one[0].isupper(), one)):
        value = getattr(bookmaker, name)
        parts.append(f"## {name}\n")
        if get_args(value) and not isinstance(value, type):
            parts.append(f"One of {', '.join(f'`{one}`' for one in get_args(value))}.\n")
            continue
        parts.append(f"```python\n{signature(name, value)}\n```\n")
        parts.append(described(inspect.getdoc(value) or ""))
        if isinstance(value, type):
            members = list(_members(value))
            if members:
                parts += ["| attribute | meaning |", "|---|---|", *members, ""]
    return "\n".join(parts)


def signature(name: str, value: Any) -> str:
    """A name with its parameters and their types."""
    try:
        found = inspect.signature(value)
    except (TypeError, ValueError):
        return name
    parts, kind = [], inspect.Parameter.POSITIONAL_OR_KEYWORD
    for one in found.parameters.values():
        if one.kind is inspect.Parameter.KEYWORD_ONLY and kind is not one.kind:
            parts.append("*")
        kind = one.kind
        annotation = "" if one.annotation is one.empty else f": {_typed(one.annotation)}"
        parts.append(f"{one.name}{annotation}{'' if one.default is one.empty else f' = {one.default!r}'}")
    returned = "" if found.return_annotation is found.empty else f" -> {_typed(found.return_annotation)}"
    short = f"{name}({', '.join(parts)}){returned}"
    return short if len(short) <= 90 else f"{name}(\n" + "".join(f"    {part},\n" for part in parts) + f"){returned}"


def _typed(annotation: Any) -> str:
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", str(annotation))
    return re.sub(r"\b(?:\w+\.)+(?=\w)", "", text)


def _members(value: type) -> Iterator[str]:
    for name, member in vars(value).items():
        text = inspect.getdoc(member) if isinstance(member, property) or inspect.isfunction(member) else None
        if text and not name.startswith("_"):
            shown = f"{name}()" if inspect.isfunction(member) else name
            first = text.split("\n\n")[0]
            yield f"| `{shown}` | {cell(described(first))} |"


def described(text: str) -> str:
    """A docstring as Markdown: its roles and literals as code, its examples in blocks."""
    text = re.sub(r":\w+:`~?(?:[\w.]*\.)?([\w]+)`", r"`\1`", text).replace("``", "`")
    lines, out, inside = text.splitlines(), list[str](), False
    for line in lines:
        if line.startswith(">>> ") and not inside:
            out.append("```pycon")
            inside = True
        elif inside and not line.strip():
            out.append("```")
            inside = False
        elif not inside and re.match(r"\w+ {2,}\S", line):
            name, said = re.split(r" {2,}", line, maxsplit=1)
            line = f"- `{name}`: {said}"
        elif not inside:
            line = line.strip() if line.startswith(" ") else line
        out.append(line)
    return "\n".join([*out, "```"] if inside else out) + "\n"
