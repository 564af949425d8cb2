"""The command ``verify``: reports every fault of puzzles, as lines for people or as JSON objects.

For a person there is one line for each puzzle, below it two solutions if there are several, and a summary at the end.
"""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from json.encoder import encode_basestring_ascii
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bookmaker.base import output
from bookmaker.base.errors import Fault, ImproperError, Note, UsageError
from bookmaker.base.parallel import cpu_count
from bookmaker.base.units import trim_of
from bookmaker.cli.input import Input
from bookmaker.cli.messages import Bar
from bookmaker.cli.puzzles import json_line, names, print_wrong_answers, source_of
from bookmaker.logic.solve.work import bound_of
from bookmaker.logic.verify.check import REMARKS, Verdict
from bookmaker.logic.verify.faults import PuzzleFault
from bookmaker.publishing.submissions.loose_answers import LooseAnswers, WrongAnswer
from bookmaker.publishing.submissions.stream import JudgedLines, judged
from bookmaker.puzzles.grid.geometry import SYMBOLS, cell_name
from bookmaker.puzzles.grid.puzzle import cells_text
from bookmaker.puzzles.rules import geometry

if TYPE_CHECKING:
    from bookmaker.camera.pictures import ReadPicture
    from bookmaker.publishing.submissions.desk import Desk, Letter

REPORTS = (".html", ".pdf", ".csv")
"""As in :mod:`bookmaker.publishing.documents.desk_report`; a test holds them equal."""

_STATUSES = ("proper", "several", "none", "broken", "undecided")
_TEXT = bytes.maketrans(bytes(range(10)), b"." + SYMBOLS[:9].encode())


class Summary:
    """Counts puzzles by status, and their faults by code."""

    def __init__(self) -> None:
        self.statuses: Counter[str] = Counter()
        self.codes: Counter[str] = Counter()
        self.sound = True

    def add(self, one: JudgedLines | Verdict) -> None:
        """Count one puzzle, or a batch of lines."""
        if isinstance(one, JudgedLines):
            self.statuses.update(one.statuses)
            self.codes.update(one.codes)
            self.sound &= REMARKS.issuperset(one.codes)
            return
        self.statuses[one.status] += 1
        self.codes.update({fault.code for fault in one.faults})
        self.sound &= one.sound

    def add_answer(self, one: WrongAnswer) -> None:
        """Count an answer that fits none of the puzzles."""
        self.codes[one.fault.code] += 1
        self.sound = False

    def line(self, unreadable: int) -> str:
        """The last line of the report. ``unreadable``: how many puzzles could not be read."""
        total = self.statuses.total()
        parts = [f"{self.statuses[status]} {status}" for status in _STATUSES if self.statuses[status]]
        found = f"{total} puzzle{'s' * (total != 1)}: {', '.join(parts)}"
        if self.codes:
            found += f"; faults: {', '.join(f'{count} {code}' for code, count in sorted(self.codes.items()))}"
        return f"{found}; {unreadable} could not be read" if unreadable else found


def verify(arguments: Namespace) -> int:
    """Print the faults of each puzzle. Exit code 5 if one is not proper or has a wrong answer, 4 if one cannot be read."""
    read = Input(arguments)
    read.answers = LooseAnswers()
    path = _report_file(arguments, read)
    letters = None if path is None else _letters()
    if letters is not None or arguments.json:
        read.pictures.kept = []
    summary = Summary()
    jobs = arguments.jobs or cpu_count()
    unreadable = _Unreadable() if arguments.json else None
    ground = geometry(arguments.kind, 9)
    with Bar() as bar:
        bound = bound_of(arguments.seconds)
        for one in judged(
            read.stream(),
            arguments.kind,
            arguments.limit,
            jobs,
            arguments.deep,
            bound,
            sys.stdout.flush,
            others=True,
            words=_json_of_lines if arguments.json else _text_of_lines,
        ):
            if isinstance(one, Fault):
                read.report(one)
                if letters is not None and not isinstance(one, Note):
                    letters.unread(one)
                if unreadable is not None and not isinstance(one, Note):
                    sys.stdout.write(unreadable.add(one))
                continue
            summary.add(one)
            if letters is not None:
                letters.judged(one, ground)
            if isinstance(one, Verdict):
                read.answers.add(one.puzzle, one.solution, one.solutions)
            else:
                read.answers.add_lines(one, ground)
            if unreadable is not None:
                sys.stdout.write(unreadable.flushed())
            if isinstance(one, Verdict):
                sys.stdout.write(_json(one) if arguments.json else _text(one))
            else:
                sys.stdout.write(one.text)
            bar("verify", read.progress.done >> 10, read.progress.total >> 10, unit="kB")
    if unreadable is not None:
        sys.stdout.write(unreadable.flushed())
    wrong = list(print_wrong_answers(read.answers, arguments.json))
    for one_wrong in wrong:
        summary.add_answer(one_wrong)
    if arguments.json:
        sys.stdout.writelines(map(json_line, read.notes()))
        sys.stdout.writelines(map(json_line, _grids(read.pictures.kept or ())))
    elif summary.statuses.total() + read.unreadable > 1 and summary.statuses.total():
        print(summary.line(max(read.lost.total, int(read.unreadable > 0))))
    if path is not None and letters is not None:
        chosen = None if arguments.mended is None else _chosen(Path(arguments.mended))
        found = letters.letters(wrong, read.answers, read.all_notes, arguments.seconds, chosen)
        _write_report(path, found, arguments, read.pictures.kept or ())
    return read.code(0 if summary.sound else ImproperError.exit_code)


def _grids(pictures: Sequence[ReadPicture]) -> Iterator[dict[str, Any]]:
    """What ``--json`` prints of the grids of pictures."""
    for one in pictures:
        for number in range(1, len(one.scans) + 1):
            puzzle = one.puzzle(number)
            source = one.place(number).to_line
            text = None if puzzle is None else cells_text(puzzle.givens)
            yield {"source": source, "puzzle": text, "status": "picture", "faults": [], "picture": one.as_dict(number)}


def _chosen(path: Path) -> dict[int, str]:
    try:
        found = json.loads(path.read_bytes())
        return {int(number): str(cells) for number, cells in found.items()}
    except (OSError, ValueError, AttributeError, RecursionError):
        raise UsageError(f'--mended {path}: the file must be JSON such as {{"2": "53..7...."}}') from None


def _letters() -> Desk:
    # Only a report needs the searches for mends, and all that they load.
    from bookmaker.publishing.submissions.desk import Desk

    return Desk()


def _report_file(arguments: Namespace, read: Input) -> Path | None:
    """The file of ``--report``. Raises UsageError for one of another kind, or one that is read."""
    if arguments.report is None:
        return None
    path = Path(arguments.report)
    if path.suffix.lower() not in REPORTS:
        raise UsageError(f"--report {path}: the name must end in {', '.join(REPORTS)}")
    trim_of(arguments.trim, "--trim")
    read.require_other(path)
    return path


def _write_report(path: Path, letters: Sequence[Letter], arguments: Namespace, pictures: Sequence[ReadPicture]) -> None:
    from bookmaker.publishing.documents import desk_report

    code, ending = arguments.language, path.suffix.lower()
    if ending == ".pdf":
        from bookmaker.cli.paper import page_files

        trim = trim_of(arguments.trim, "--trim")
        pages = desk_report.pages(letters, code, trim)
        numbered = [replace(page, folio=str(at) if len(pages) > 1 else "") for at, page in enumerate(pages, 1)]
        output.commit(page_files(numbered, path, trim, title="", code=code, dpi=150))
    else:
        html = ending == ".html"
        output.commit({path: desk_report.page(letters, code, pictures) if html else desk_report.table(letters, code)})


def _text(one: Verdict) -> str:
    proven = f", proven by {one.prover}" if one.prover else ""
    # A proper puzzle with a wrong answer is not all right, which the word alone would say.
    but = ", but" if one.status == "proper" and not one.sound else ""
    return f"{source_of(one.puzzle)}: {one.status}{proven}{but}{_behind(one.faults, one.examples, but)}\n"


def _behind(faults: Sequence[PuzzleFault], examples: Sequence[bytes], but: str = "") -> str:
    """The words behind the status; ``but``: the last of this, after which no colon comes."""
    said = f"{'' if but else ':'} {'; '.join([fault.message for fault in faults])}" if faults else ""
    if not examples:
        return said
    texts = [cells_text(example) for example in examples]
    marks = "".join("^" if len(set(digits)) > 1 else " " for digits in zip(*texts, strict=True))
    return _BELOW.join([said, *texts, marks.rstrip()])


_BELOW = "\n    "


def _text_of_lines(lines: JudgedLines) -> str:
    said = ["proper"] * len(lines.cells)
    for row, (status, faults, examples) in lines.faulty.items():
        said[row] = f"{status}{_behind(faults, examples)}"
    return "".join([f"{lines.name}:{number}: {text}\n" for number, text in enumerate(said, lines.first)])


@cache
def _json_names() -> list[str]:
    """The name of each cell of a 9x9 grid, as JSON."""
    return [json.dumps(cell_name(cell, 9)) for cell in range(81)]


def _json_faults(faults: Sequence[PuzzleFault]) -> str:
    """The faults of a 9x9 puzzle as JSON, without the brackets of a list."""
    name_of = _json_names().__getitem__
    return ", ".join(
        [
            f'{{"code": "{fault.code}", "cells": [{", ".join(map(name_of, fault.cells))}], '
            f'"message": {encode_basestring_ascii(fault.message)}}}'
            for fault in faults
        ]
    )


_JSON_TAIL = json.dumps({"status": "proper", "solutions": 1, "faults": []})[1:]


def _json_tail(status: str, solutions: int, faults: Sequence[PuzzleFault], examples: Sequence[bytes]) -> str:
    between = '", "'
    shown = f', "examples": ["{between.join(map(cells_text, examples))}"]' if examples else ""
    return f'"status": "{status}", "solutions": {solutions}, "faults": [{_json_faults(faults)}]{shown}}}'


def _json(one: Verdict) -> str:
    return f"{json.dumps({**names(one.puzzle), **one.as_dict()})}\n"


def _json_of_lines(one: JudgedLines) -> str:
    # This is what json.dumps would print, at a tenth of its cost; a test holds the two equal.
    tails = [_JSON_TAIL] * len(one.cells)
    for row, (status, faults, examples) in one.faulty.items():
        tails[row] = _json_tail(status, int(one.counts[row]), faults, examples)
    start = f'{{"source": {json.dumps(one.name)[:-1]}:'
    text = one.cells.tobytes().translate(_TEXT).decode("ascii")
    lines = [
        f'{start}{one.first + row}", "puzzle": "{text[81 * row : 81 * row + 81]}", {tail}\n'
        for row, tail in enumerate(tails)
    ]
    return "".join(lines)


class _Unreadable:
    """Turns faults of reading into JSON objects, one for each line of a file, with all faults of that line."""

    def __init__(self) -> None:
        self._source: str | None = None
        self._faults: list[dict[str, Any]] = []

    def add(self, fault: Fault) -> str:
        """Take a fault. Returns the object of the line before if the fault is on a new line, else an empty text."""
        place = fault.place
        source = None if place is None else place.to_line
        out = "" if source == self._source else self.flushed()
        self._source = source
        self._faults.append({"code": fault.code or "unreadable", "cells": [], "message": str(fault)})
        return out

    def flushed(self) -> str:
        """The object of the faults taken so far, or an empty text."""
        if not self._faults:
            return ""
        fields = {"source": self._source, "puzzle": None, "status": "broken", "solutions": 0, "faults": self._faults}
        self._faults = []
        return f"{json.dumps(fields)}\n"
