"""The command ``bank``: puzzles kept in one file."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import islice
from pathlib import Path

from bookmaker import __version__
from bookmaker.api.banks import stored_record
from bookmaker.base import output
from bookmaker.base.errors import ImproperError, InputError, Interrupted, OutputError
from bookmaker.base.parallel import Stop, cpu_count, ordered_map
from bookmaker.base.seeds import seed_for
from bookmaker.cli import messages
from bookmaker.cli.convert import target_of, write
from bookmaker.cli.input import Input
from bookmaker.cli.messages import Bar
from bookmaker.cli.puzzles import json_line, names, source_of
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.logic.grading import grade_many
from bookmaker.logic.verify.check import check_many
from bookmaker.publishing.bank import checking, rows
from bookmaker.publishing.bank.bank import Bank, Printed
from bookmaker.publishing.bank.bank_tables import Filter
from bookmaker.publishing.bank.checking import Moves
from bookmaker.publishing.bank.checking import regrade as grade_anew
from bookmaker.publishing.bank.days import place_printed
from bookmaker.publishing.bank.records import identities, records
from bookmaker.publishing.bank.rows import Record, Stored, kind_with_boxes
from bookmaker.puzzles.grid.geometry import BOXES, parse_box
from bookmaker.puzzles.grid.puzzle import Puzzle

_PIECE, _TOGETHER = 1000, 16_000
"""Puzzles that a thread proves and grades at once, and that are added in one transaction: rows lie all over a large file."""


_MOST_LISTED = 50
"""Puzzles that were there already and are listed."""


def add(arguments: Namespace) -> int:
    """Prove, grade and add puzzles, and list those that were there already.

    Exit code 4 if some cannot be read, 5 if some are not proper: these are left out.
    """
    read = Input(arguments)
    new = met = bad = 0
    ready: list[tuple[Puzzle, Record]] = []
    before: list[str] = []
    refused: list[str] = []
    with Bank(Path(arguments.bank), write=True) as bank, Bar() as bar:

        def added() -> int:
            before.extend(islice(_there_already(bank, ready), _MOST_LISTED - len(before)))
            return bank.add_records([record for _, record in ready])

        for rows, faults in ordered_map(_rows, _pieces(read.puzzles()), arguments.jobs or cpu_count()):
            for fault in faults:
                messages.report(fault)
            refused += faults
            ready += rows
            bad += len(faults)
            if len(ready) >= _TOGETHER:
                new, met, ready = new + added(), met + len(ready), []
            bar("adding", read.progress.done >> 10, read.progress.total >> 10, unit="kB")
        new, met = new + added(), met + len(ready)
    if arguments.json:
        fields = {"bank": arguments.bank, "added": new, "met": met, "there_already": before, "faults": refused}
        print(json.dumps(fields))
        return read.code(ImproperError.exit_code if bad else 0)
    line = f"{arguments.bank}: {new} of {met} puzzles added"
    print(line + (f"; {met - new} were there already, turned or relabelled or as they are" if new < met else ""))
    for said in before:
        print(f"  {said}")
    if met - new > len(before):
        print(f"  {met - new - len(before)} more are not listed; see `bookmaker bank where`")
    return read.code(ImproperError.exit_code if bad else 0)


def _there_already(bank: Bank, rows: Sequence[tuple[Puzzle, Record]]) -> Iterator[str]:
    """A line for each puzzle that the bank holds, or that came before in the rows."""
    known = bank.known([record[0] for _, record in rows])
    seen: set[int] = set()
    for puzzle, (identity, *_) in rows:
        if identity in known:
            yield f"{source_of(puzzle)}: {_printed(known[identity])}"
        elif identity in seen:
            yield f"{source_of(puzzle)}: a copy of another that is added"
        seen.add(identity)


def _printed(places: Sequence[Printed]) -> str:
    return f"printed {'; '.join(map(place_printed, places))}" if places else "in the bank, and not printed"


def where(arguments: Namespace) -> int:
    """Say of each puzzle whether the bank holds it, turned or relabelled or as it is, and where it was printed."""
    read = Input(arguments)
    with Bank(Path(arguments.bank)) as bank:
        for puzzles in _pieces(read.puzzles()):
            ids = identities(puzzles)
            known = bank.known(ids)
            for puzzle, identity in zip(puzzles, ids, strict=True):
                places = known.get(identity)
                if arguments.json:
                    listed = [{**asdict(place), "where": place_printed(place)} for place in places or ()]
                    print(json.dumps({**names(puzzle), "in_bank": places is not None, "printed": listed}))
                else:
                    print(f"{source_of(puzzle)}: {'not in the bank' if places is None else _printed(places)}")
    return read.code(0)


def _pieces(puzzles: Iterator[Puzzle]) -> Iterator[list[Puzzle]]:
    while some := list(islice(puzzles, _PIECE)):
        yield some


def _rows(puzzles: Sequence[Puzzle], _: Stop) -> tuple[list[tuple[Puzzle, Record]], list[str]]:
    """The puzzles that are proper with their rows, and the fault of each of the others."""
    sound: list[tuple[Puzzle, bytes]] = []
    faults: list[str] = []
    for verdict in check_many(puzzles):
        if verdict.sound and verdict.solution is not None:
            sound.append((verdict.puzzle, verdict.solution))
        else:
            place = verdict.puzzle.source
            why = "; ".join(fault.message for fault in verdict.faults)
            faults.append(f"{'' if place is None else f'{place}: '}not added: {why}")
    grades = grade_many([puzzle for puzzle, _ in sound])
    made = [GradedPuzzle(*one, grade, None) for one, grade in zip(sound, grades, strict=True)]
    return list(zip([puzzle for puzzle, _ in sound], records(made, __version__), strict=True)), faults


def _found(arguments: Namespace, bank: Bank) -> Iterator[Stored]:
    """The puzzles that meet the filters. A note says if there are fewer than asked for."""
    count = 0
    for stored in _meeting(arguments, bank):
        yield stored
        count += 1
    if not count:
        messages.note(f"note: no puzzle of {arguments.bank} meets this")
    elif count < (arguments.count or 0):
        messages.note(f"note: only {count} puzzles of {arguments.bank} meet this")


def _meeting(arguments: Namespace, bank: Bank) -> Iterator[Stored]:
    size, boxes = arguments.size, arguments.boxes
    if boxes is not None:
        height, width = parse_box(boxes)
        # Usual boxes have no name of their own in a bank.
        size, boxes = size or height * width, "" if BOXES.get(height * width) == (height, width) else boxes
    wanted = Filter(
        kind=arguments.kind,
        size=size,
        boxes=boxes,
        level=arguments.difficulty,
        hardest=arguments.hardest,
        uses=tuple(arguments.requires),
        avoids=tuple(arguments.avoid),
        score=arguments.score,
        minutes=arguments.minutes,
        givens=arguments.givens,
        symmetry=arguments.symmetry,
        unused=arguments.unused,
    )
    start = seed_for(arguments.seed) - 2**63 if arguments.seed else -(2**63)
    return bank.find(wanted, arguments.count, start)


def find(arguments: Namespace) -> int:
    """List the puzzles that meet the filters: with their grades, or as JSON."""
    with Bank(Path(arguments.bank)) as bank:
        for stored in _found(arguments, bank):
            if arguments.json:
                sys.stdout.write(json_line(stored_record(stored)))
            else:
                used = f", printed {stored.printed} times" if stored.printed else ""
                minutes = f", {stored.time}" if str(stored.time) else ""
                level = f"{stored.label}, score {stored.score}{minutes}, hardest {stored.hardest}"
                name = f" {stored.puzzle.name!r}" if stored.puzzle.name else ""
                print(f"{stored.puzzle} {kind_with_boxes(stored.puzzle.geometry)}{name}, {level}{used}")
    return 0


def export(arguments: Namespace) -> int:
    """Write the puzzles that meet the filters in a format, or as a table. Exit code 7 if the format cannot hold one."""
    table = rows.writer_of(arguments.output or "")
    if table is not None and arguments.to is None:
        return _export_table(arguments, table)
    target, path = target_of(arguments)
    with Bank(Path(arguments.bank)) as bank:
        puzzles = (stored.puzzle for stored in _found(arguments, bank))
        refused = write(puzzles, target, path, lambda: None, arguments.json)
    return OutputError.exit_code if refused else 0


def _export_table(arguments: Namespace, table: rows.Writer) -> int:
    path = Path(arguments.output)
    with Bank(Path(arguments.bank)) as bank, Bar() as bar:
        total = bank.count(Filter())
        content, count = table(_found(arguments, bank), lambda done: bar("exporting", done, max(done, total)))
    output.commit({path: content})
    print(json.dumps({"path": str(path), "puzzles": count}) if arguments.json else f"{path}: {count} puzzles")
    return 0


def stats(arguments: Namespace) -> int:
    """Print how many puzzles of each kind and level there are, and the volumes that were printed."""
    path = Path(arguments.bank)
    with Bank(path) as bank:
        found = bank.statistics()
    if arguments.json:
        rows = [dict(zip(("kind", "size", "level", "puzzles", "printed"), row, strict=True)) for row in found.rows]
        volumes = [dict(zip(("series", "volume", "book", "puzzles"), row, strict=True)) for row in found.volumes]
        fields = {"puzzles": found.puzzles, "printed": found.printed, "rows": rows, "volumes": volumes}
        print(json.dumps(fields))
        return 0
    each = f", {path.stat().st_size / found.puzzles:.0f} bytes each" if found.puzzles else ""
    print(f"{path}: {found.puzzles} puzzles, {found.printed} of them printed{each}")
    for kind, size, level, count, printed in found.rows:
        print(f"  {kind} {size}x{size} {level}: {count}, {count - printed} unused")
    for series, volume, book, count in found.volumes:
        print(f"  {series}, volume {volume}: {book}, {count} puzzles")
    return 0


def check(arguments: Namespace) -> int:
    """Prove every row again. Exit code 4 if something is wrong."""
    with Bank(Path(arguments.bank)) as bank, Bar() as bar:
        jobs = arguments.jobs or cpu_count()
        faults = list(checking.check(bank, __version__, jobs, lambda done, total: bar.steady("checking", done, total)))
        count = bank.statistics().puzzles
    if arguments.json:
        print(json.dumps({"bank": arguments.bank, "puzzles": count, "faults": list(map(str, faults))}))
    if faults:
        raise InputError(faults)
    if not arguments.json:
        print(f"{arguments.bank}: {count} puzzles, no faults")
    return 0


def regrade(arguments: Namespace) -> int:
    """Grade all puzzles anew that another version graded, and print how many moved."""
    moves = Moves()
    try:
        with Bank(Path(arguments.bank), write=True) as bank, Bar() as bar:
            jobs = arguments.jobs or cpu_count()
            grade_anew(bank, __version__, jobs, lambda done, total: bar.steady("grading", done, total), moves)
    except KeyboardInterrupt:
        message = f"interrupted: {moves.rows} puzzles of {arguments.bank} are graded anew, and the next run goes on from there"
        raise Interrupted(message) from None
    if arguments.json:
        print(json.dumps(moves.as_dict()))
        return 0
    moved = sum(moves.levels.values())
    print(
        f"{arguments.bank}: {moves.rows} puzzles graded anew, {moves.scores} with another score, {moved} at another level"
    )
    for (old, new), count in sorted(moves.levels.items()):
        print(f"  {old} to {new}: {count}")
    return 0
