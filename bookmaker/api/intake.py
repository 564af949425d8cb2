"""Puzzles that come from elsewhere, as records for a screen: read, judged, with the ways to mend them and their pictures.

A puzzle is passed on as the object that docs/json.md describes, which has all that a puzzle has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from bookmaker import formats
from bookmaker.base.errors import Fault, ImproperError, Note, UsageError
from bookmaker.base.units import INCH, MM
from bookmaker.formats.found.headings import ONLY_ANSWERS
from bookmaker.logic.solve.work import bound_of
from bookmaker.logic.verify.check import FULL_GRID, REMARKS, Verdict, check, check_many
from bookmaker.logic.verify.faults import PuzzleFault
from bookmaker.publishing.submissions.desk import TO_MEND, Evidence, mended
from bookmaker.publishing.submissions.loose_answers import LooseAnswers
from bookmaker.publishing.submissions.printed_pages import PrintedPages
from bookmaker.publishing.submissions.stream import JudgedLines, judged, print_of
from bookmaker.puzzles.grid.geometry import SYMBOLS, Geometry, cell_name
from bookmaker.puzzles.grid.puzzle import Puzzle, cells_text
from bookmaker.puzzles.rules import CLASSIC

if TYPE_CHECKING:
    from bookmaker.publishing.documents.answer_key import Answer

MOST_MENDS = 20
"""Ways to mend one puzzle."""
_COPY = "duplicate"

Record = dict[str, Any]


def read_puzzles(paths: Sequence[Path], jobs: int, most: int) -> Iterator[Record]:
    """A record for each puzzle of the files, and ``{"fault": ...}`` for each thing that cannot be read, or was guessed: its
    ``number`` is that of the puzzle that it cost, or of one that was read.

    At the end, of the puzzle ``of`` among the records: ``{"wrong", "of"}``, the fault of an answer that came apart; for each
    that needs a mend ``{"own", "of"}``, the answer that came with it or None, and then ``{"mends", "of"}``, as :func:`mends`
    finds them. Before these ``{"count"}``: how many there are, with those that could not be read.

    A record has ``number``, as reports and keys count, ``file``, ``who``, the sender of a mail or "", ``name``, the fields of
    :func:`judgement`, and ``form``, which copies have in common. ``most``: puzzles; the list ends with a fault then.
    """
    reading = formats.Reading(CLASSIC, None, None, PrintedPages())
    stream = (item for path in paths for item in formats.read_stream(path, reading))
    counted = formats.Numbers()
    numbers: dict[int, int] = {}
    held: list[Puzzle] = []
    faulty: list[Verdict] = []
    last = 0
    answers = LooseAnswers()
    for one in judged(stream, CLASSIC, 2, jobs, deep=True, others=True):
        if isinstance(one, Fault):
            if one.code != ONLY_ANSWERS and not (isinstance(one, Note) and answers.take(one)):
                number = counted.take(one)
                yield {"fault": {**one.as_dict(), "note": isinstance(one, Note), "number": number}}
            continue
        assert not isinstance(one, JudgedLines), "each puzzle is inspected"
        answers.add(one.puzzle, one.solution, one.solutions)
        held.append(one.puzzle)  # So that no other puzzle gets its identity.
        numbers[id(one.puzzle)] = count = len(held)
        if count > most:
            said = Fault(f"there are more than {most:,} puzzles; the rest is left out")
            yield {"fault": {**said.as_dict(), "note": False}}
            break
        place, name = one.puzzle.source, one.puzzle.name
        file, sender = ("", None) if place is None else (place.path, place.sender)
        number = last = counted.take(one.puzzle)
        about = {"number": number, "file": file, "who": sender.name if sender else "", "name": name}
        seen = print_of(one.puzzle)
        # The form of a puzzle with cages is only a likeness.
        yield {**_record(one), **about, "form": (seen.exact if one.puzzle.cages else seen.form).hex()}
        if one.status in TO_MEND:
            faulty.append(one)
    yield {"count": max(last, len(numbers) + counted.total)}
    foreign: set[int] = set()
    for wrong in answers.wrong():
        if wrong.belongs is not None:
            foreign.add(id(wrong.owner or wrong.puzzle))
        of = numbers.get(id(wrong.owner or wrong.puzzle))
        if of is None:
            said = Fault(wrong.fault.message, wrong.puzzle.source)
            yield {"fault": {**said.as_dict(), "note": False}}
        else:
            yield {"wrong": wrong.fault.as_dict(wrong.puzzle.geometry), "of": of - 1}
    evidence = Evidence(held, answers)
    own = [evidence.answer_of(one.puzzle, id(one.puzzle) in foreign) for one in faulty]
    for one, answer in zip(faulty, own, strict=True):
        yield {"own": None if answer is None else cells_text(answer), "of": numbers[id(one.puzzle)] - 1}
    for one, answer in zip(faulty, own, strict=True):
        found = _ways(one, answer, evidence.beside(one.puzzle))
        yield {"mends": found, "of": numbers[id(one.puzzle)] - 1}


def without_answer(puzzle: Mapping[str, Any]) -> Record:
    """The way to mend a puzzle whose answer is wrong: it has its solution as its answer. One of those of :func:`mends`."""
    taken = replace(_puzzle(puzzle), answer=None)
    return {
        "number": 1,
        "kind": "answer",
        "changes": [],
        "share": None,
        "object": taken.to_dict(),
        "puzzle": str(taken),
    }


def judgement(puzzle: Mapping[str, Any], cells: str | None = None, seconds: float | None = None) -> Record:
    """The verdict on a puzzle, with other givens (``cells``, as a text of its cells) if there are any: ``object``, ``puzzle``,
    ``kind``, ``size``, ``status``, ``solutions``, ``faults``, ``solution`` and the fields of a grade. ``seconds``: of the search.

    Raises UsageError for cells that do not fit.
    """
    taken = _puzzle(puzzle)
    if cells is not None:
        taken = with_cells(taken, cells)
    return _record(check(taken, 2, bound=bound_of(seconds), others=True))


def with_cells(puzzle: Puzzle, cells: str) -> Puzzle:
    """The puzzle with other givens. Raises UsageError for a text of another size, or with other digits."""
    ground = puzzle.geometry
    digits = [0 if one in ".0" else SYMBOLS.find(one.upper()) + 1 or 99 for one in cells]
    if len(digits) != ground.cell_count or max(digits) > ground.size:
        raise UsageError(f"`cells` is a text of {ground.cell_count} cells, each a dot or a digit up to {ground.size}")
    return replace(puzzle, givens=bytes(digits), answer=None)


def ground_of(puzzle: Puzzle) -> Puzzle:
    """The puzzle without its givens: what stays while they are edited."""
    return replace(puzzle, givens=bytes(puzzle.geometry.cell_count), answer=None, candidates=None)


def _puzzle(puzzle: Mapping[str, Any]) -> Puzzle:
    return Puzzle.from_dict(puzzle)


def _record(one: Verdict) -> Record:
    from bookmaker.api.records import NO_GRADE
    from bookmaker.logic.grading import graded

    puzzle, ground = one.puzzle, one.puzzle.geometry
    copy = next((fault.message for fault in one.faults if fault.code == _COPY), None)
    found = next(graded([puzzle])) if one.status == "proper" else None
    grade = NO_GRADE if found is None or isinstance(found, ImproperError) else found.as_dict()
    return {
        "source": "" if puzzle.source is None else puzzle.source.to_line,
        "object": puzzle.to_dict(),
        "puzzle": str(puzzle),
        "kind": ground.kind,
        "size": ground.size,
        "frame": ground.frame,
        **one.as_dict(),
        "sound": one.sound,
        "solution": None if one.solution is None else cells_text(one.solution),
        "copy_of": copy,
        **{name: grade[name] for name in ("level", "label", "score", "minutes", "hardest")},
    }


def mends(puzzle: Mapping[str, Any], own: str | None = None, beside: Sequence[Mapping[str, Any]] = ()) -> list[Record]:
    """The ways to mend a puzzle, the one that a report proposes first: ``kind``, ``changes`` (cell, from, to; 0 is empty),
    ``share`` (0 to 1, None if unknown), and the mended puzzle as ``object`` and ``puzzle``. None for a proper one.

    ``own``: the answer that came with it, as a text of its cells, and ``beside`` the puzzles of its file, as for
    :func:`read_puzzles`.
    """
    taken = _puzzle(puzzle)
    answer = None if own is None else bytes(SYMBOLS.index(digit) + 1 for digit in own)
    return _ways(check(replace(taken, answer=None)), answer, [*map(_puzzle, beside)])


def _ways(verdict: Verdict, answer: bytes | None, beside: Sequence[Puzzle]) -> list[Record]:
    taken = replace(verdict.puzzle, answer=None)
    fixed = mended(taken, answer, beside, verdict.faults)
    if fixed is None or fixed.status == "proper":
        return []
    found: list[Record] = []

    def add(kind: str, changes: Iterable[tuple[int, int, int]], share: float | None) -> None:
        listed = list(changes)
        givens = bytearray(taken.givens)
        for cell, _, digit in listed:
            givens[cell] = digit
        _add(found, kind, taken, replace(taken, givens=bytes(givens), answer=None), listed, share)

    for way in (fixed.added, *fixed.mends) if fixed.added else ():
        add("add", ((cell, 0, digit) for cell, digit in way), None)
    for slip in fixed.corrections if fixed.status != "several" or not found else ():
        add(slip.kind, slip.changes, slip.share)
    for drop in fixed.drops:
        if len(found) < MOST_MENDS:
            add("drop", ((cell, digit, 0) for cell, digit in drop), None)
    for number in range(1, 1 + len(fixed.cage_mends or fixed.clue_mends)):
        other = mended(taken, answer, beside, verdict.faults, apply=number)
        if other is not None and other.result is not None and len(found) < MOST_MENDS:
            kind = "cage" if other.cage_mend is not None else "clue"
            _add(found, kind, taken, other.result, [], None)
    return [{"number": number, **one} for number, one in enumerate(found[:MOST_MENDS], 1)]


def _add(
    found: list[Record],
    kind: str,
    before: Puzzle,
    after: Puzzle,
    changes: Sequence[tuple[int, int, int]],
    share: float | None,
) -> None:
    named = [{"cell": cell_name(cell, before.geometry), "from": old, "to": new} for cell, old, new in changes]
    if any(one["puzzle"] == str(after) and one["changes"] == named for one in found) and changes:
        return
    found.append({"kind": kind, "changes": named, "share": share, "object": after.to_dict(), "puzzle": str(after)})


def pictured(
    puzzle: Mapping[str, Any],
    what: str,
    width: int,
    before: Mapping[str, Any] | None = None,
    faults: Iterable[Mapping[str, Any]] | None = None,
    mend: Mapping[str, Any] | None = None,
) -> bytes:
    """A PNG of a puzzle, ``width`` pixels wide: ``puzzle``, ``answer`` or ``ground`` (all but the givens).

    ``faults``: those of its record. They are marked as in a report: with the numbers of rows and columns, the cells of the faults
    on a light tint and those that the ``mend`` corrects on a dark one. ``before``: the puzzle before it was mended, whose other
    cells are on a dark tint.

    Raises ImproperError for the answer of one that is not proper.
    """
    from bookmaker.api.pictures import draw
    from bookmaker.printing.styles import style
    from bookmaker.publishing.documents.drawing import DRAWING, step_drawing
    from bookmaker.publishing.documents.repair_sheet import changed_picture, marked_picture

    taken, points = _puzzle(puzzle), 100 * MM
    if what == "ground":
        taken = ground_of(taken)
    dpi = max(1, round(width * INCH / points))
    with DRAWING:
        if faults is not None:
            corrected = [] if mend is None or mend["kind"] in _NO_CORRECTIONS else mend["changes"]
            cells = _cells([one["cell"] for one in corrected], taken.geometry)
            return step_drawing(
                marked_picture(taken, _faults(faults, taken.geometry), None, cells), style.find(), points, dpi
            )
        if before is not None and what == "puzzle":
            return step_drawing(changed_picture(_puzzle(before), taken), style.find(), points, dpi)
        return draw(taken, "png", answer=what == "answer", width="100mm", dpi=dpi)


_NO_CORRECTIONS = ("add", "drop", "answer", "cage", "clue")


def _cells(names: Iterable[str], ground: Geometry) -> tuple[int, ...]:
    numbers = {cell_name(cell, ground): cell for cell in range(ground.cell_count)}
    return tuple(numbers[name] for name in names)


def _faults(faults: Iterable[Mapping[str, Any]], ground: Geometry) -> list[PuzzleFault]:
    """The faults of a record, but for remarks on what could be left out."""
    return [
        PuzzleFault(one["code"], _cells(one["cells"], ground), one["message"])
        for one in faults
        if one["code"] not in REMARKS - {FULL_GRID}
    ]


def faults_in(code: str, puzzle: Mapping[str, Any], faults: Iterable[Mapping[str, Any]]) -> list[str]:
    """Sentences in a language on the faults of a record, but for remarks on what could be left out."""
    from bookmaker.base import language
    from bookmaker.base.language import plain
    from bookmaker.publishing.documents.repair_sheet import faults_said

    ground = _puzzle(puzzle).geometry
    return [*map(plain, faults_said(_faults(faults, ground), ground, language.load(code)))]


def change_in(code: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """A sentence in a language on the mend of a cage or a clue."""
    from bookmaker.base import language
    from bookmaker.base.language import plain
    from bookmaker.publishing.documents.repair_sheet import change_said

    return plain(change_said(_puzzle(before), _puzzle(after), language.load(code)))


def key(entries: Sequence[Mapping[str, Any]], code: str, unread: Sequence[tuple[int, str]] = ()) -> bytes:
    """The answers of puzzles as a PDF in a language, with what was left out at the end. An entry has ``number``, ``name``,
    ``file``, ``who`` and ``object``, and ``left``: why a proper puzzle is left out (``copy`` or ``answer``), or "".
    ``unread``: the numbers and files of puzzles that could not be read.
    """
    from bookmaker.base import language
    from bookmaker.base.units import trim_of
    from bookmaker.printing.styles import style
    from bookmaker.publishing.documents import answer_key, sheets
    from bookmaker.publishing.documents.drawing import DRAWING

    words, look, trim = language.load(code), style.find(), trim_of("a4", "`trim`")
    answers = _answers(entries)
    printed = [one.puzzle for one in answers if one.printed]
    with DRAWING:
        layout = sheets.find_layout(sheets.usual_key_layout(printed, trim, look), printed, trim, look, answers=True)
        pages = answer_key.pages(answers, layout, words, "", trim, unread)
        return sheets.sheets_pdf(pages, trim, words.text("answers.key_title"), code, "the key")


def printed(entries: Sequence[Mapping[str, Any]], code: str) -> bytes:
    """The puzzles that have a place in the :func:`key`, with its numbers, as a PDF in a language."""
    from bookmaker.api import pictures
    from bookmaker.base import language
    from bookmaker.publishing.documents.drawing import DRAWING

    words = language.load(code)
    answers = (replace(one, origin="") for one in _answers(entries))
    with DRAWING:
        return pictures.render(
            [replace(one.puzzle, name=one.titled(words)) for one in answers if one.printed], language=code
        )


def _answers(entries: Sequence[Mapping[str, Any]]) -> list[Answer]:
    from bookmaker.printing.styles import style
    from bookmaker.publishing.documents.answer_key import Answer, numbered_where_unprintable

    verdicts = check_many([replace(_puzzle(one["object"]), name=one["name"], answer=None) for one in entries])
    names = [one["who"] or PurePath(one["file"]).name for one in entries]
    several = len(set(names)) > 1
    answers = [
        Answer(one["number"], verdict, (), True, name if several else "", one["left"])
        for one, verdict, name in zip(entries, verdicts, names, strict=True)
    ]
    return numbered_where_unprintable(answers, style.find())[0]


def written(puzzles: Sequence[Mapping[str, Any]], format: str | None) -> tuple[bytes, str]:
    """A file of puzzles, in a format of ``convert``, and its ending.

    ``format`` None: lines where these hold all that the puzzles have, else jsonl. Raises OutputError, UsageError.
    """
    from bookmaker.api import pictures

    taken = [_puzzle(one) for one in puzzles]
    if not taken:
        raise UsageError("nothing is in order yet that could be written")
    plain = all(not one.geometry.rules and not one.cages and one.geometry.size <= 9 for one in taken)
    name = format or ("lines" if plain else "jsonl")
    text = pictures.write(taken, name)
    return text.encode(errors="replace"), "txt" if name == "lines" else name


def put_in_bank(puzzles: Sequence[Mapping[str, Any]], path: Path) -> int:
    """Add proper puzzles to a bank, which is made if it is not there; returns how many were new. Raises ImproperError."""
    from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
    from bookmaker.logic.grading import grade_many
    from bookmaker.logic.verify.check import require_proper
    from bookmaker.publishing.bank.bank import Bank
    from bookmaker.publishing.bank.records import records
    from bookmaker.version import VERSION

    taken = [_puzzle(one) for one in puzzles]
    solutions = require_proper(taken)
    made = [
        GradedPuzzle(puzzle, solution, grade, None)
        for puzzle, solution, grade in zip(taken, solutions, grade_many(taken), strict=True)
    ]
    with Bank(path, write=True) as bank:
        return bank.add_records(list(records(made, VERSION)))
