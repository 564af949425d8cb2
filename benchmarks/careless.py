"""Command lines and calls of functions as nobody means them, for :mod:`benchmarks.strangers`.

The words of a command line are drawn from the options and choices that its parser has, the arguments of a call from its
signature. Values are of the right sort, nearly so, or nothing of the kind.
"""

from __future__ import annotations

import argparse
import contextlib
import inspect
import io
import os
import random
import shutil
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

import bookmaker
from bookmaker.base.errors import BookmakerError
from bookmaker.cli import main
from bookmaker.cli.arguments import CommandParser, parser, whole_parser

CODES = frozenset((*range(10), 130))
_PUZZLE = "3...4.5...2......4...3.1.524.6..3.12"
_CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
_ANSWER = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
_SPEC = """book: {title: A, author: B}
seed: 1
sections:
- {title: C, layout: two-up, puzzles: {count: 2, size: 4}}
- {title: D, layout: one-up, puzzles: {from: p.txt}}
"""
_FILES = ("p.txt", "b.yaml", "a.bank", "a.pdf", "faulty.txt", "empty", "made", "junk")


def stocked(folder: Path) -> None:
    """Fill a folder with a few files of each sort."""
    folder.mkdir()
    (folder / "made").mkdir()
    (folder / "p.txt").write_text(f"{_PUZZLE}\n")
    (folder / "faulty.txt").write_text(f"{_CLASSIC.replace('53', '55', 1)}\n{_PUZZLE}\nhello\n{'.' * 81}\n")
    (folder / "b.yaml").write_text(_SPEC)
    (folder / "empty").write_bytes(b"")
    (folder / "junk").write_bytes(bytes(range(256)))
    (folder / "a.pdf").write_bytes(bookmaker.render([_PUZZLE], trim="a5"))
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        main(["bank", "add", str(folder / "a.bank"), str(folder / "p.txt")])


@cache
def _parsers() -> list[tuple[list[str], argparse.ArgumentParser]]:
    """Each command, and each action of one, with its parser."""
    found: list[tuple[list[str], argparse.ArgumentParser]] = []
    waiting: list[tuple[list[str], argparse.ArgumentParser]] = [([], whole_parser())]
    while waiting:
        words, one = waiting.pop()
        if isinstance(one, CommandParser):
            one.complete()
        inner = [action.choices for action in one._actions if isinstance(action, argparse._SubParsersAction)]
        for choices in inner:
            waiting += [([*words, name], below) for name, below in choices.items()]
        if words and not inner:
            found.append((words, one))
    return sorted(found, key=lambda each: each[0])


_TEXTS = (
    "", "-", "--", ".", "..", "/", "/dev/null", "a", "A", "é", "\\udcff", "\\ud800", "a\\0b", "x" * 300, "0", "1", "2", "-1",
    "3", "6", "9", "16", "81", "100", "1e9", "9" * 30, "3-5", "5-3", "0.5", "nan", "inf", "6x9in", "a5", "a4", "0x0in",
    "1x1mm", "40x40in", "10mm", "0mm", "-3pt", "en", "ru", "xx", "easy", "hard", "classic", "killer", "x", "jigsaw", "samurai",
    "kropki", "2026-11-30", "2026-02-30", "r1c1", "r1c1=3", "r99c99", "x-wing", "naked-single", "all", "none", "2x3", "3x2",
    "kdp", "out.pdf", "out.txt", "out.svg", "out.png", "out.csv", "out.json", "out.html", "new.bank", "new/deep/out.pdf",
    "made/out.pdf", "%s", "{}", "$HOME", "~", "~nobody/x", "*.txt", "[", "a=b", "seed", "book.title", "sections[0]", "1.1",
    "sections.0.title", "null", "true", "[1, 2]", "{a: b}", "\\n", "\\t", "#", _PUZZLE, _CLASSIC, _ANSWER, "....", "1..." * 4,
)  # fmt: skip


def _word(action: argparse.Action, chance: random.Random) -> str:
    """A word for an option or an argument, mostly one that its type takes."""
    if action.choices and chance.random() < 0.8:
        return str(chance.choice([*action.choices]))
    word, doubtful = "", chance.random() < 0.2
    for _ in range(30):
        word = chance.choice(_FILES if chance.random() < 0.5 else _TEXTS)
        if "\\" in word:
            word = {"\\udcff": "\udcff", "\\ud800": "\ud800", "a\\0b": "a\0b"}.get(word, word)
        if doubtful or action.type is None:
            break
        with contextlib.suppress(argparse.ArgumentTypeError, BookmakerError, ValueError):
            action.type(word)  # type: ignore[operator]
            break
    return word


_LASTING = ("prepare", "preview", "studio")
"""Commands that end only by Ctrl-C, or after minutes: they come more seldom."""


def words(chance: random.Random) -> list[str]:
    """A command line."""
    line, known = chance.choice(_parsers())
    if line[0] in _LASTING:
        line, known = chance.choice(_parsers())
    line = [*line]
    options = [one for one in known._actions if one.option_strings and one.dest != "help"]
    wanted = [one for one in options if one.required and chance.random() < 0.95]
    for one in known._actions:
        if not one.option_strings and chance.random() < 0.9:
            many = {"?": (0, 1), "*": (0, 1, 2), "+": (1, 1, 2)}.get(str(one.nargs), (1,))
            line += [_word(one, chance) for _ in range(chance.choice(many))]
    for one in (*wanted, *(chance.choices(options, k=chance.choice((0, 0, 1, 1, 2, 3))) if options else ())):
        line.append(chance.choice(one.option_strings))
        if one.nargs != 0:
            many = {"?": (0, 1), "*": (0, 1, 2), "+": (1, 2)}.get(str(one.nargs), (1,))
            line += [
                _word(one, chance)
                for _ in range(
                    chance.choice(many) if one.nargs is None or isinstance(one.nargs, str) else int(one.nargs)
                )
            ]
    if chance.random() < 0.1:
        line.insert(
            chance.randrange(1, len(line) + 1),
            chance.choice(("--quiet", "--verbose", "--help", "--version", *_TEXTS[:13])),
        )
    return line


def only_prints(line: list[str]) -> bool:
    """Whether Ctrl-C may end the process of a command at once."""
    top = parser()
    found = next(one for one in top._actions if isinstance(one, argparse._SubParsersAction))
    return bool(found.choices[line[0]].get_default("only_prints"))


def run(folder: Path, chance: random.Random) -> str:
    """Run a command line in a new folder. Returns its exit code as a text; raises what it raises, with the line."""
    line = words(chance)
    os.chdir(folder)
    try:
        with (
            contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO())),
            contextlib.redirect_stderr(io.StringIO()) as said,
        ):
            try:
                code: Any = main(line)
            except SystemExit as left:
                code = left.code
        if code not in CODES:
            raise ValueError(f"exit code {code}")
        if code not in (0, 5, 9) and not said.getvalue().strip():
            raise ValueError(f"exit code {code}, and nothing is said")
    except (Exception, KeyboardInterrupt) as error:
        error.add_note(repr(line))
        raise
    return f"exit {code}"


class _Odd:
    """Nothing that anything takes."""

    def __str__(self) -> str:
        raise ValueError("odd")


def _value(name: str, chance: random.Random) -> Any:
    """Any value, more often one that may be meant."""
    if chance.random() < 0.8 and name in ("puzzle", "puzzles", "answer", "so_far", "solution", "others"):
        return chance.choice(
            (
                _PUZZLE,
                _CLASSIC,
                _ANSWER,
                bookmaker.read(_PUZZLE)[0],
                bookmaker.read(_PUZZLE),
                [_PUZZLE, _CLASSIC],
                b"\1" * 36,
                np.zeros((2, 81), np.uint8),
            )
        )
    if chance.random() < 0.8 and name in (
        "count",
        "jobs",
        "seed",
        "limit",
        "size",
        "dpi",
        "max_nodes",
        "attempts",
        "seconds",
        "max_guesses",
        "index",
    ):
        return chance.choice((0, 1, 2, 3, 4, 6, 9, -1, 0.5, None, 2**31, 2**70, True, "3"))
    if chance.random() < 0.8 and name in ("path", "bank"):
        return chance.choice((*_FILES, Path("p.txt"), Path("out.txt"), "out.txt", "new.bank"))
    return chance.choice((
        None, True, False, 0, 1, -1, 4, 9, 2**70, 0.5, float("nan"), float("inf"), 1j, "", "a", "easy", "classic", "killer",
        "x", "en", "svg", "png", "pdf", "a5", "90mm", "minimal", "all", "none", "mirror", "2x3", "x-wing", _PUZZLE, _CLASSIC,
        "\0", "\udcff", "\ud800", "x" * 999, b"", b"\xff" * 81, bytes(81), bytearray(81), Path(), Path("a\0b"), [], [None],
        [1, 2], [_PUZZLE, None], ["a"] * 99, (), (1, 2), (None, None), ("a", 3), (5, 1), {}, {"a": 1}, {1}, np.zeros(81),
        np.zeros((2, 81), np.uint8), np.full((9, 9), 99), np.array("a"), np.array([None]), object(), _Odd(), lambda *a,
        **k: None, range(9), iter([_PUZZLE]), io.StringIO(_PUZZLE), io.BytesIO(b"\xff\0"), Ellipsis,
        bookmaker.read(_PUZZLE)[0], bookmaker.Fault("x"), memoryview(b"abc"), 10**400, 10**5000,
    ))  # fmt: skip


FUNCTIONS = (
    "build", "canon", "catalogue", "count_solutions", "draw", "explain", "fix", "generate", "generate_iter", "grade", "hint",
    "read", "render", "solve", "verify", "write", "Book", "Section",
)  # fmt: skip


def _arguments(called: Any, chance: random.Random) -> tuple[list[Any], dict[str, Any]]:
    given, named = [], {}
    for one in inspect.signature(called).parameters.values():
        if one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD):
            continue
        if one.default is one.empty:
            given.append(_value(one.name, chance))
        elif chance.random() < 0.15 or (one.name in ("seconds", "attempts", "jobs") and chance.random() < 0.3):
            named[one.name] = _value(one.name, chance)
    return given, named


def call(folder: Path, chance: random.Random) -> str:
    """Call a function, or a method of a book. Raises what it raises, with the call, but for the errors of the program."""
    os.chdir(folder)
    name = chance.choice(FUNCTIONS)
    called: Any = getattr(bookmaker, name)
    if name == "Book" and chance.random() < 0.8:
        name = chance.choice(("check", "build", "pages", "write", "to_dict", "__str__", "of"))
        called = getattr(bookmaker.Book("A", [bookmaker.Section("B", count=1, size=4)], seed=1), name)
    given, named = _arguments(called, chance)
    try:
        found = called(*given, **named)
        if inspect.isgenerator(found) or hasattr(found, "__next__"):
            list(islice(found, 2))
    except BookmakerError:
        raise
    except (Exception, KeyboardInterrupt) as error:
        with contextlib.suppress(ValueError):
            error.add_note(f"{name}(*{given!r:.400}, **{named!r:.400})")
        raise
    return "read"


def cleared(folder: Path) -> None:
    """Leave nothing of it, whoever works there."""
    os.chdir("/")
    shutil.rmtree(folder, ignore_errors=True)
