"""The command ``daily``: a puzzle for each day, in files that a newspaper sets."""

from __future__ import annotations

import json
from argparse import ArgumentTypeError, Namespace
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bookmaker import formats
from bookmaker.base import dates, language, output, seeds
from bookmaker.base.dates import Day
from bookmaker.base.errors import BookmakerError, Fault, InputError, Interrupted, Note, OutputError, Place, UsageError
from bookmaker.base.parallel import cpu_count
from bookmaker.base.units import trim_of
from bookmaker.cli import messages
from bookmaker.cli.argument_parts import bounds
from bookmaker.cli.loading import compile_first
from bookmaker.cli.messages import Bar
from bookmaker.cli.paper import read_style
from bookmaker.cli.puzzles import files_record
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.logic.generation.order import Order, order_for
from bookmaker.logic.generation.order_fields import BOOK_SYMMETRY, DIFFICULTIES
from bookmaker.logic.grading import grade
from bookmaker.logic.verify.check import require_proper
from bookmaker.publishing.bank.days import COLUMN, Calendar, Days
from bookmaker.publishing.bank.records import identities
from bookmaker.publishing.bank.unfinished import Unfinished
from bookmaker.publishing.documents import daily as documents
from bookmaker.publishing.documents.daily import Setting
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.grid.symmetry import VARIED
from bookmaker.puzzles.rules import is_caged, known, unknown_kind
from bookmaker.puzzles.rules.limits import usual_size


def daily(arguments: Namespace) -> int:
    """Make the puzzles and their files. Nothing is written unless all of it can be."""
    first = dates.parse(arguments.first, "--from")
    days = dates.days_from(first, arguments.days or dates.a_year_from(first))
    orders = _orders(arguments)
    endings = _endings(arguments.formats)
    if "txt" in endings:
        documents.require_text(order.geometry for order in orders)
    setting = Setting(
        read_style(arguments.style),
        language.load(arguments.language),
        arguments.title,
        trim_of(arguments.trim, "--trim"),
        arguments.rules,
    )
    if arguments.stock and arguments.bank is None:
        raise UsageError("--stock: name a bank with --bank")
    folder = Path(arguments.output)
    earlier = _earlier(arguments.after, days) if arguments.after else {}
    options: dict[str, Any] = {
        "from": str(first),
        "days": len(days),
        "week": [str(one) for one in _week(arguments.week)],
        "kind": arguments.kind,
        "size": arguments.size or usual_size(arguments.kind),
        "symmetry": arguments.symmetry or BOOK_SYMMETRY,
        **({"boxes": arguments.boxes} if arguments.boxes else {}),
        "title": arguments.title,
        "language": arguments.language,
    }
    memory = Unfinished(fresh=arguments.fresh)
    ready = 0
    replaced: list[Day] = []
    try:
        compile_first(orders, timed=True)
        with output.prepared(folder), Bar() as bar:
            bar("starting", 0, 1)
            old = _old_files(folder, options, arguments)
            options["seed"] = _seed(arguments.seed, old, options, folder, memory)
            options["column"] = arguments.column or old.column or arguments.title or COLUMN
            calendar = None
            if arguments.bank is not None:
                calendar = Calendar(options["column"], Path(arguments.bank), arguments.stock, old.puzzles)

            if calendar is not None and calendar.older():
                messages.report(_older(arguments.bank, calendar.column))

            def progress(done: int, total: int, attempts: int) -> None:
                nonlocal ready
                ready = done
                bar("puzzles", done, total, attempts)

            run = Days(
                orders, days, options["seed"], calendar, set(identities([one.puzzle for one in earlier.values()]))
            )
            made = run.made(arguments.jobs or cpu_count(), progress, memory)
            documents.require_room(setting, endings, list(made.values()))
            before = _before(first, earlier, calendar)
            files = documents.all_files(setting, endings, made, before, lambda done, total: bar("pages", done, total))
            files[documents.MANIFEST] = documents.manifest(setting, options, made, files)
            written = {folder / name: content for name, content in files.items()}
            bar("files", len(days), len(days))
            if calendar is None:
                output.commit(written)
            else:
                with calendar.recording(made) as replaced:
                    output.commit(written)
            output.discard([folder / name for name in old.files], written)
            memory.finished(folder / documents.MANIFEST)
    except KeyboardInterrupt:
        kept = "they are kept, and the next run goes on from there" if memory.keeps else "none of them is kept"
        message = f"interrupted: {ready} of {len(days)} puzzles were ready; {kept}; no file was left half done"
        raise Interrupted(message) from None
    finally:
        memory.close()
    each = " and ".join((", ".join(endings[:-1]), endings[-1])) if len(endings) > 1 else endings[0]
    if arguments.json:
        ends = {"days": len(days), "first": str(days[0]), "last": str(days[-1]), "seed": options["seed"]}
        fields = {
            "folder": str(folder),
            "files": files_record(written),
            **ends,
            "notes": list(map(str, run.passed_over)),
        }
        print(json.dumps(fields))
        return 0
    print(f"{folder}: {len(days)} days from {first} to {days[-1]}, {each}; seed {options['seed']}")
    for note in run.passed_over:
        messages.note(str(note))
    if arguments.stock:
        kept = f"; {len(run.again)} as the bank has them" if run.again else ""
        print(f"  from the bank's stock: {', '.join(map(str, run.stocked)) or 'no day'}{kept}")
    if replaced:
        count = f"{len(replaced)} days" if len(replaced) > 1 else "1 day"
        print(
            f"  {arguments.bank}: {count}, the first {replaced[0]}, had other puzzles here, which count as unprinted now"
        )
    for name in (documents.CONTACT, documents.ANSWERS, documents.MANIFEST):
        print(f"  {folder / name}")
    return 0


def _older(bank: str, column: str) -> Note:
    message = (
        f"this bank has days without the name of a column, as earlier versions recorded all; now {column!r} begins"
    )
    return Note(message, Place(bank), f"--column {COLUMN} goes on with those days")


def _week(text: str) -> list[str]:
    found = [part.strip() for part in text.split(",")]
    if len(found) not in (1, 7):
        raise UsageError(f"--week: name one level, or seven, from Monday to Sunday; {text!r} names {len(found)}")
    return found * (7 // len(found))


def _orders(arguments: Namespace) -> list[Order]:
    """The order of each weekday. Raises UsageError for a level, kind or range that does not exist, or has no such puzzles."""
    made = []
    for part in _week(arguments.week):
        named, bounded = _bounded(part)
        kind, colon, level = named.rpartition(":")
        if level not in DIFFICULTIES:
            raise UsageError(f"--week: unknown level {level!r}; there are {', '.join(DIFFICULTIES)}")
        if colon and not known(kind):
            raise UsageError(Fault(f"--week: unknown kind of puzzle {kind!r}", None, unknown_kind(kind)))
        words: dict[str, Any] = {"size": arguments.size, "difficulty": level, **bounded}
        own = kind or arguments.kind
        symmetry = arguments.symmetry or (VARIED if is_caged(own) else BOOK_SYMMETRY)
        made.append(order_for(kind=own, boxes=arguments.boxes, symmetry=symmetry, **words))
    return made


def _bounded(part: str) -> tuple[str, dict[str, tuple[int | None, int | None]]]:
    """A day of ``--week`` without its range, and this by its unit: minutes in ``hard:15-25min``, else the score.

    Raises UsageError for a range that makes no sense.
    """
    named, colon, last = part.rpartition(":")
    if not colon or not last.strip("-")[:1].isdigit():
        return part, {}
    try:
        found = bounds(last.removesuffix("min"))
    except ArgumentTypeError as error:
        raise UsageError(
            Fault(f"--week: {part!r}: {error}", None, "write hard:15-25min, or hard:700-900 for a score")
        ) from error
    return named, {"minutes" if last.endswith("min") else "score": found}


def _endings(text: str) -> list[str]:
    found = list(dict.fromkeys(part.strip() for part in text.split(",")))
    for one in found:
        if one not in documents.FORMATS:
            raise UsageError(f"--formats: unknown format {one!r}; there are {', '.join(documents.FORMATS)}")
    return found


@dataclass(frozen=True, slots=True)
class _Old:
    """The contents of the folder: names of files and the puzzles of days; the seed and column if these days are made again."""

    files: Sequence[str] = ()
    puzzles: Mapping[Day, Puzzle] = field(default_factory=dict)
    seed: object = None
    column: str | None = None


def _old_files(folder: Path, options: dict[str, Any], arguments: Namespace) -> _Old:
    """The days of the manifest in the folder. Raises OutputError for one of other days, unless it is to be replaced."""
    path = folder / documents.MANIFEST
    try:
        held = json.loads(path.read_bytes())
        files, days = held["files"], f"{held['days']} days from {held['from']}"
    except FileNotFoundError:
        return _Old()
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        files, days, held = {}, "something else", {}
    decides = ("from", "days", "week", "kind", "size", "boxes", "symmetry")
    same = all(held.get(name) == options.get(name) for name in decides) and arguments.seed in (None, held.get("seed"))
    if not same and not arguments.replace:
        seed = f" of seed {held['seed']}" if "seed" in held else ""
        message = f"this folder holds {days}{seed}"
        raise OutputError(Fault(message, Place(str(folder)), "choose another --output, or replace it with --replace"))
    names = [name for name in files if isinstance(name, str) and Path(name).name == name]
    puzzles = _puzzles_of(path, held) if arguments.bank is not None and held else {}
    # Before there were columns, days were recorded without one.
    return _Old(names, puzzles, *((held.get("seed"), str(held.get("column", COLUMN))) if same else ()))


def _puzzles_of(path: Path, held: dict[str, Any]) -> dict[Day, Puzzle]:
    """The puzzles of a manifest by day; none where it makes no sense, which owns no day of a bank then."""
    try:
        named = [Day.fromisoformat(one["date"]) for one in held["puzzles"]]
        return dict(zip(named, formats.read_all([path]), strict=True))
    except (ValueError, KeyError, TypeError, BookmakerError):
        return {}


def _seed(wanted: int | None, old: _Old, options: dict[str, Any], folder: Path, memory: Unfinished) -> int:
    """The seed that the user names, that of the files that are there, that of a run that was killed, or a new one."""
    if wanted is not None:
        return wanted
    return old.seed if isinstance(old.seed, int) else memory.seed(folder / documents.MANIFEST, seeds.drawn())


def _earlier(name: str, days: Iterable[Day]) -> dict[str, GradedPuzzle]:
    """The puzzles of a manifest by their dates, without those of the days that are made now."""
    now = set(map(str, days))
    try:
        listed = json.loads(Path(name).read_bytes())["puzzles"]
        named = [str(one["date"]) for one in listed]
        found = formats.read_all([Path(name)])
    except (OSError, ValueError, KeyError, TypeError) as error:
        message = "this is not a manifest of days"
        raise InputError(Fault(message, Place(name), "name a manifest.json that `bookmaker daily` wrote")) from error
    except BookmakerError as error:
        raise InputError([Fault(f"--after: {fault.message}", fault.place) for fault in error.faults]) from error
    puzzles = list(found)
    solved = zip(named, puzzles, require_proper(puzzles), strict=True)
    return {
        day: GradedPuzzle(puzzle, solution, grade(puzzle), None) for day, puzzle, solution in solved if day not in now
    }


def _before(first: Day, earlier: dict[str, GradedPuzzle], calendar: Calendar | None) -> tuple[Day, GradedPuzzle] | None:
    """The puzzles of the day before the first one, if they are known."""
    day = dates.before(first)
    if day is None:
        return None
    item = earlier.get(str(day))
    if item is None and calendar is not None:
        item = calendar.of_day(day)
    return None if item is None else (day, item)
