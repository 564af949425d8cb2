"""Command lines, calls of functions and requests to a studio as nobody means them, for :mod:`benchmarks.strangers`.

The words of a command line are drawn from the options and choices that its parser has, the arguments of a call from its
signature, the fields of a request from the code of its route. Values are of the right sort, nearly so, or nothing of the kind.
"""

from __future__ import annotations

import argparse
import contextlib
import inspect
import io
import json
import os
import random
import re
import shutil
import time
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import quote

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


_REQUESTS = 15
_EDITS = ("set", "unset", "insert", "copy", "move", "x")
_PLACES: tuple[list[Any], ...] = (
    ["book", "title"], ["seed"], ["sections", 0], ["sections", 0, "puzzles", "count"], ["sections", 9], ["page", "trim"],
    ["cover"], ["sections"], [], ["design", "style"], ["a b", "\0"], ["sections", -1], ["sections", "x", 2**70], [None],
)  # fmt: skip
_FIELD = re.compile(r"(\w+)=\(?(str|int|bool|list|dict)\b")
_QUERY = re.compile(r"(?:get|getlist)\(\"(\w+)\"|number_in\(request, \"(\w+)\"")


def _field(name: str, sort: str, session: Any, chance: random.Random) -> Any:
    """A value for a field of a request, seldom of another sort."""
    draw = chance.random()
    if draw < 0.04:
        return chance.choice((None, True, 0.5, "a", 3, [1, [2]], {"a": {}}))
    if session is not None and draw < 0.9 and name in ("version", "base"):
        return session.shown.version if name == "version" else session.state()["hash"]
    if sort == "list":
        return [
            {
                "op": chance.choice(_EDITS),
                "path": chance.choice(_PLACES),
                "value": chance.choice((*_TEXTS, 3, {"a": [1]})),
            }
            for _ in range(chance.randrange(3))
        ]
    if sort == "dict":
        return {
            "format": "bookmaker",
            "puzzle": chance.choice((_PUZZLE, _CLASSIC, *_TEXTS)),
            "kind": chance.choice(_TEXTS),
        }
    if name == "text":
        at = chance.randrange(len(_SPEC))
        return _SPEC[:at] + chance.choice(_TEXTS) + _SPEC[at + chance.randrange(9) :]
    if sort == "int":
        return chance.choice((0, 1, 2, 3, 4, -1, 99, 2**31, 2**70))
    return chance.random() < 0.5 if sort == "bool" else chance.choice((*_FILES, *_TEXTS))


def _request(route: Any, session: Any, chance: random.Random) -> tuple[str, str, dict[str, Any]]:
    """A method, an address, and what goes with it."""
    source = inspect.getsource(route.endpoint)
    method = chance.choice(sorted(route.methods))

    def part(found: re.Match[str]) -> str:
        if "int" not in found[0]:
            return quote(
                str(chance.choice(("quilt", "senior", "interior.pdf", "-", *_TEXTS[:40]))).encode(errors="replace")
            )
        return str(_field(found[1], "int", session, chance)).lstrip("-")

    address = re.sub(r"{(\w+)(?::\w+)?}", part, route.path)
    sent: dict[str, Any] = {}
    names = [one or other for one, other in _QUERY.findall(source)]
    sent["params"] = {name: chance.choice(_TEXTS).encode(errors="replace") for name in names if chance.random() < 0.4}
    if "request.form" in source and method == "POST":
        data = chance.choice((_CLASSIC, _ANSWER, *_TEXTS)).encode(errors="replace") * chance.randrange(1, 4)
        sent["files"] = [("f", (chance.choice(("a.txt", "b.xlsx", "c.eml", "d.png", "../e", "f.pdf")), data))]
    elif method != "GET":
        body = {
            name: _field(name, sort, session, chance) for name, sort in _FIELD.findall(source) if chance.random() < 0.9
        }
        sent |= {"content": json.dumps(body).encode(), "headers": {"Content-Type": "application/json"}}
    return method, address, sent


def requests(folder: Path, chance: random.Random) -> str:
    """Open a folder in a studio, and send it some requests. Raises what it raises, with the request."""
    from starlette.testclient import TestClient

    from bookmaker.studio.library import Library
    from bookmaker.studio.server import studio

    os.chdir(folder)
    library = Library(folder, folder / "state", 1)
    guard, came = studio(library), set()
    guard.port = 8765
    application: Any = guard.app
    # A stream of news ends with its page only.
    routes = [route for route in application.app.routes if route.path != "/api/events"]
    own = f"http://127.0.0.1:{guard.port}"
    browser = TestClient(guard, own, headers={"Origin": own, "X-Studio": "1"}, follow_redirects=False)
    try:
        browser.get(f"/?t={guard.token}")
        browser.post("/api/open", json={"path": "b.yaml"})
        for _ in range(100):
            if library.session is None or library.session.shown.version:
                break
            time.sleep(0.02)
        for _ in range(_REQUESTS):
            request = _request(chance.choice(routes), library.session, chance)
            try:
                status = browser.request(*request[:2], **request[2]).status_code
                if status >= 500:
                    raise ValueError(f"status {status}")
            except Exception as error:
                error.add_note(f"{request!r:.600}")
                raise
            came.add(status)
    finally:
        browser.close()
        library.end()
    return " ".join(map(str, sorted(came)))


def cleared(folder: Path) -> None:
    """Leave nothing of it, whoever works there."""
    os.chdir("/")
    shutil.rmtree(folder, ignore_errors=True)
