"""The command ``answers``: writes the answer key of puzzles, as pages, text, a table or JSON."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

from bookmaker.base import language, output
from bookmaker.base.errors import Fault, ImproperError, UsageError
from bookmaker.base.parallel import Stop, cpu_count, ordered_map
from bookmaker.base.units import trim_of
from bookmaker.cli import messages
from bookmaker.cli.input import Input
from bookmaker.cli.messages import Bar
from bookmaker.cli.paper import page_files, read_style
from bookmaker.cli.puzzles import json_line, names
from bookmaker.logic.verify.check import Verdict
from bookmaker.publishing.documents import answer_key, sheets
from bookmaker.publishing.documents.answer_key import Answer
from bookmaker.publishing.submissions.stream import judged
from bookmaker.puzzles.grid.puzzle import cells_text

SUFFIXES = {".pdf": "pdf", ".txt": "text", ".csv": "csv", ".json": "json", ".jsonl": "jsonl"}
_WRITERS = {
    "text": answer_key.text,
    "csv": answer_key.table,
    "json": answer_key.json_list,
    "jsonl": answer_key.json_lines,
}


def answers(arguments: Namespace) -> int:
    """Write the key. Exit code 5 if a puzzle is not proper or came with a wrong answer, 4 if one cannot be read."""
    path = None if arguments.output is None else Path(arguments.output)
    target = arguments.to or ("text" if path is None else SUFFIXES.get(path.suffix.lower()))
    if target is None:
        raise UsageError(f"--output {path}: the name must end in {', '.join(SUFFIXES)}, or give --to")
    if target == "pdf" and (path is None or path.suffix.lower() != ".pdf"):
        raise UsageError("--to pdf: give it an --output that ends in .pdf")
    trim = trim_of(arguments.trim, "--trim")
    read = Input(arguments)
    if path is not None:
        read.require_other(path)
    with Bar() as bar:
        found = _answers(read, arguments, bar)
    sound = _report_improper(found)
    if arguments.json:
        sys.stdout.writelines(json_line(_record(answer)) for answer in found)
    if target == "pdf":
        _write_pages(found, arguments, trim, Path(arguments.output))
    elif path is None:
        if not arguments.json:
            sys.stdout.write(_WRITERS[target](found))
    elif found:
        output.commit({path: _WRITERS[target](found).encode("utf-8", "backslashreplace")})
        if not arguments.json:
            print(path)
    return read.code(0 if sound else ImproperError.exit_code)


def _record(answer: Answer) -> dict[str, Any]:
    """What ``--json`` prints of an answer."""
    verdict = answer.verdict
    solution = None if verdict.solution is None else cells_text(verdict.solution)
    faults = [fault.as_dict(verdict.puzzle.geometry) for fault in verdict.faults]
    fields = {"number": answer.number, "status": verdict.status, "solution": solution, "faults": faults}
    return {**names(verdict.puzzle), **fields}


def _answers(read: Input, arguments: Namespace, bar: Bar) -> list[Answer]:
    numbered = list(read.numbered())
    puzzles = [puzzle for _, puzzle in numbered]
    jobs = arguments.jobs or cpu_count()
    again = Counter(puzzle.name for puzzle in puzzles)
    # Names beside bare numbers would leave the reader to count: where one has none, all are numbered.
    lacking = "" in again
    origins = [*map(answer_key.origin_of, puzzles)]
    several = len(set(origins)) > 1
    verdicts = (one for one in judged(iter(puzzles), arguments.kind, 2, jobs))
    found = [
        Answer(number, one, numbered=lacking or again[one.puzzle.name] > 1, origin=origin if several else "")
        for (number, _), origin, one in zip(numbered, origins, verdicts, strict=True)
        if isinstance(one, Verdict)
    ]
    if not arguments.worked:
        return found
    out = []

    def worked(answer: Answer, _stop: Stop) -> Answer:
        if answer.verdict.solution is None:
            return answer
        return replace(answer, way=answer_key.way_of(answer.puzzle, arguments.language))

    for done, answer in enumerate(ordered_map(worked, found, jobs), 1):
        out.append(answer)
        bar("ways", done, len(found))
    return out


def _report_improper(found: list[Answer]) -> bool:
    """Report each puzzle that is not proper or came with a wrong answer. Returns whether all are fine."""
    sound = True
    for answer in found:
        verdict = answer.verdict
        if not verdict.sound:
            sound = False
            what = "it has no place in the key" if verdict.solution is None else "the key has the true one"
            faults = "; ".join(fault.message for fault in verdict.faults)
            messages.report(Fault(f"{answer.label}: {faults}", verdict.puzzle.source, what))
    return sound


def _write_pages(found: list[Answer], arguments: Namespace, trim: tuple[float, float], path: Path) -> None:
    puzzles = [answer.puzzle for answer in found if answer.printed]
    if not puzzles:
        return
    look = read_style(arguments.style)
    name = sheets.usual_key_layout(puzzles, trim, look) if arguments.layout is None else arguments.layout
    layout = sheets.find_layout(name, puzzles, trim, look, answers=True)
    words = language.load(arguments.language)
    found, notes = answer_key.numbered_where_unprintable(found, layout.style.look)
    for note in notes:
        messages.note(str(note))
    made = answer_key.pages(found, layout, words, arguments.title, trim)
    files = page_files(made, path, trim, title=arguments.title, code=arguments.language, dpi=150)
    output.commit(files)
    for name in files if not arguments.json else ():
        print(name)
    if left := len(found) - len(puzzles):
        messages.note(f"note: {left} of {len(found)} puzzles are left out; the last lines of the key name them")
