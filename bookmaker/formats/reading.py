"""The face of the door: puzzles of files, folders, standard input and texts, and the cells of a single grid.

Reading is a stream (:func:`read_stream`) in constant memory: bytes are cut into lines (:mod:`bookmaker.formats.stream.rows`),
lines into blocks (:mod:`bookmaker.formats.stream.blocks`), and each block goes to the first format that recognises it
(:mod:`bookmaker.formats.found.one_text`), so that one file may hold several formats. A block that no format recognises is read as
lines, whose messages then tell the expected form. A puzzle is taken as written or not at all, and all else comes as a fault in
its place. :func:`read` and :func:`parse` raise all faults of a text together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bookmaker.base.errors import Fault, InputError, Note, Place, UsageError
from bookmaker.formats.apps import json_files
from bookmaker.formats.apps.registry import READ
from bookmaker.formats.base.cells import BLANKS, SIZE_OF, decoded, digits, fits, soon_counted
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import MOST_FAULTS, Source, is_comment
from bookmaker.formats.found.headings import ONLY_ANSWERS, LooseAnswer, paired
from bookmaker.formats.found.one_text import NO_PUZZLE, Item, Pages, Reading, text_items
from bookmaker.formats.found.rewritten_rows import in_one_line
from bookmaker.formats.stream import containers, inputs
from bookmaker.formats.stream.inputs import Opened, Progress, expanded, name_of
from bookmaker.formats.stream.rows import Batch, cut, plain_cells
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import CLASSIC, geometry

# The cells of one grid whose puzzle is known: a grid begun, or an answer.
#
# The geometry of that puzzle says how many cells and digits to expect. So this module reads grids of every kind, also those whose
# kind their text does not show (5x5, several grids).

_Field = tuple[str, int, int]
"""The symbol of a cell, with its line and column."""

_RULE = expression(r"(?=.*\+)[-=+|\s]+")
"""A line of a drawn frame. One without corners could be a row of empty cells."""

_WORD = expression(r"\S+")


def cells_on(text: str, ground: Geometry, name: str) -> bytes | None:
    """The cells of a grid of this geometry, a byte 0..size for each in reading order; None if the text has another shape.

    The cells are in reading order, parted or not by blanks and line breaks, with or without a drawn frame; several grids also
    as they are drawn, with blanks or signs for empty cells where no cell is. Else the text is a puzzle in any known format, whose
    givens are meant. Raises InputError for a text that cannot be read; ``name`` is what its places call the text.
    """
    fields = _fields(text, ground)
    if fields is None:
        return _givens(text, ground, name)
    # Nothing depends on the kind of this source but readings of grids above 9 that two signs for empty cells make unsure.
    source = Source(name, CLASSIC)
    cells = decoded([field[0] for field in fields], ground.size, lambda at: fields[at][1:], source)
    if cells is None:
        raise InputError(source.faults)
    return cells


def full_grid(text: str, ground: Geometry, name: str) -> bytes:
    """The same of a grid without empty cells. Raises UsageError where it is none."""
    try:
        cells = cells_on(text, ground, name)
    except InputError:
        cells = None
    if cells is None or 0 in cells:
        raise UsageError(f"{name}: {ground.cell_count} digits 1 to {ground.size} are wanted")
    return cells


def solution_in(text: str | None) -> Callable[[Geometry], bytes] | None:
    """What reads ``text`` as the answer that an order of puzzles names, once their geometry is known; None for None."""

    def read(ground: Geometry) -> bytes:
        found = cells_on(text or "", ground, "solution")
        if found is None or 0 in found:
            message = f"`solution` must be one full {ground.size}x{ground.size} grid of {ground.cell_count} digits"
            raise UsageError(Fault(message, code="solution"))
        return found

    return None if text is None else read


def _givens(text: str, ground: Geometry, name: str) -> bytes | None:
    try:
        found = parse(text, name)
    except InputError:
        if ground.cell_count == ground.size**2 and ground.cell_count in SIZE_OF:
            raise
        return None  # A message on one square with boxes would mislead here.
    if len(found) != 1 or len(found[0].givens) != ground.cell_count or found[0].geometry.size != ground.size:
        return None
    return found[0].givens


def _fields(text: str, ground: Geometry) -> list[_Field] | None:
    rows = [
        (number, row.replace("|", " ").rstrip())
        for number, row in enumerate(text.splitlines(), 1)
        if not is_comment(row) and not _RULE.fullmatch(row) and row.strip()
    ]
    words = [(found[0], number, found.start() + 1) for number, row in rows for found in _WORD.finditer(row)]
    symbols = [(symbol, line, column + at) for word, line, column in words for at, symbol in enumerate(word)]
    for fields in (words, symbols):
        if len(fields) == ground.cell_count:
            return fields
        if ground.overlapping and len(fields) == ground.height * ground.width:
            return _within(fields, ground)
    return _drawn(rows, ground) if ground.overlapping and len(rows) == ground.height else None


def _within(fields: list[_Field], ground: Geometry) -> list[_Field] | None:
    """The cells of several grids out of all places of the rectangle around them, where the others are empty."""
    places = {row * ground.width + column for row, column in map(ground.place, range(ground.cell_count))}
    if any(field[0] not in BLANKS for at, field in enumerate(fields) if at not in places):
        return None
    return [fields[at] for at in sorted(places)]


def _drawn(rows: list[tuple[int, str]], ground: Geometry) -> list[_Field] | None:
    """The cells of several grids that are drawn with blanks where no cell is; a blank may part all symbols of a row."""
    places = set(map(ground.place, range(ground.cell_count)))
    for step in (1, 2):
        found = [
            ((at, column // step), (symbol, line, column + 1))
            for at, (line, row) in enumerate(rows)
            for column, symbol in enumerate(row)
            if not symbol.isspace()
        ]
        if {place for place, _ in found} == places and len(found) == len(places):
            return [field for _, field in sorted(found)]
    return None


# Puzzles in pieces to work on: plain lines by the thousand, puzzles that are soon judged together, others alone.

_TOGETHER = 256

Piece = Batch | list[Puzzle | Fault]


def _long(puzzle: Puzzle) -> bool:
    """Whether it may take long to search a puzzle, so that no other should wait for it."""
    return puzzle.geometry.size > _QUICK or bool(puzzle.cages or puzzle.geometry.relations)


_QUICK = 12


def pieces(stream: Iterable[Puzzle | Fault | Batch]) -> Iterator[Piece]:
    """The same stream in pieces to work on: batches, and the puzzles between them a few at a time."""
    together: list[Puzzle | Fault] = []
    for item in stream:
        if isinstance(item, Batch):
            if together:
                yield together
            yield item
            together = []
            continue
        together.append(item)
        if len(together) == _TOGETHER or (isinstance(item, Puzzle) and _long(item)):
            yield together
            together = []
    if together:
        yield together


ARGUMENT_NAME = "<argument>"

MOST_TEXT = 64 << 20
"""Bytes of a text that is wanted as a whole."""


@dataclass(frozen=True, slots=True)
class Argument:
    """A puzzle that was given itself, as a text, in place of the name of a file."""

    text: str
    name: str = ARGUMENT_NAME


def read_stream(
    path: Path | str | Argument | Opened, reading: Reading | None = None, progress: Progress | None = None
) -> Iterator[Puzzle | Fault | Batch]:
    """The puzzles of a file, or of standard input for ``"-"``, in any known format, and a Fault for all that is none.

    A file may be one that the caller has opened. Many plain lines come as one Batch; :func:`items` makes puzzles of them. Memory
    does not grow with the file.
    """
    if isinstance(path, Argument):
        data = path.text.encode("utf-8", "surrogatepass")
        yield from text_items([data], (reading or Reading()), path.name, batches=False)
        return
    try:
        for part in containers.parts(path, progress):
            yield from _of_part(part, reading or Reading())
    except InputError as error:
        yield from error.faults


def _of_part(part: containers.Part, reading: Reading) -> Iterator[Puzzle | Fault | Batch]:
    match part:
        case containers.Text():
            yield from _of_text(part, reading)
        case containers.Sheets():
            yield from paired(list(_puzzles(_of_text(text, reading))) for text in part.texts)
        case containers.Choice():
            yield from _best([list(_puzzles(_of_text(text, reading))) for text in part.texts])
        case containers.Whole():
            yield from _of_mail(part, reading)
        case containers.Printed():
            yield from _of_printed(part, reading)
        case _:
            yield part


def _of_printed(file: containers.Printed, reading: Reading) -> Iterator[Item]:
    if reading.pages is None:
        # As a text it is refused.
        refused = containers.Text(file.name, inputs.as_text(iter([file.content]), file.name), sender=file.sender)
        yield from _puzzles(_of_text(refused, reading))
        return
    text = containers.Text(file.name, (), sender=file.sender)
    for item in reading.pages(file.content, file.name, reading.kind):
        yield _placed(item, text)


def _of_text(text: containers.Text, reading: Reading) -> Iterator[Puzzle | Fault | Batch]:
    """The items of a text, with the places that its document has for them, and its sender."""
    bare = text.placed is None and text.sender is None
    for item in text_items(text.pieces, reading, text.name, batches=bare):
        yield item if bare or isinstance(item, Batch) else _placed(item, text)


def _placed(item: Item, text: containers.Text) -> Item:
    def place(old: Place | None, *, cell: bool) -> Place | None:
        new = old if old is None or text.placed is None else text.placed(old, cell=cell)
        return new and replace(new, sender=text.sender)

    if isinstance(item, Puzzle):
        return replace(item, source=place(item.source, cell=False))
    if isinstance(item, LooseAnswer):
        item = replace(item, grid=replace(item.grid, source=place(item.grid.source, cell=False)))
    return replace(item, place=place(item.place, cell=True))


def _best(forms: Sequence[list[Item]]) -> Iterator[Item]:
    """The items of the form of a text that has the most proper puzzles, the most puzzles, the fewest faults; of more, the first.

    What another form has and this one has not is a note.
    """
    if not forms:
        return
    givens = [[item.givens for item in form if isinstance(item, Puzzle)] for form in forms]
    alike = all(one == givens[0] for one in givens)

    def worth(at: int) -> tuple[int, int, int]:
        found = [item for item in forms[at] if isinstance(item, Puzzle)]
        proper = 0 if alike else sum(soon_counted(puzzle) == 1 for puzzle in found)
        faults = sum(_is_fault(item) for item in forms[at])
        return proper, len(found), -faults if found else faults

    best = max(range(len(forms)), key=lambda at: (worth(at), -at))
    yield from forms[best]
    for at, form in enumerate(forms):
        for item in form if at != best else ():
            if isinstance(item, Puzzle) and item.givens not in givens[best]:
                yield Note(
                    "another form of this text has another puzzle, which is not read", item.source, "look at the mail"
                )
            elif isinstance(item, Fault) and _is_fault(item) and not any(map(_is_fault, forms[best])):
                yield Note(f"in another form of this text: {item.message}", item.place, item.advice)


def _is_fault(item: Item) -> bool:
    return isinstance(item, Fault) and not isinstance(item, Note) and item.message != NO_PUZZLE


def _of_mail(whole: containers.Whole, reading: Reading) -> Iterator[Item]:
    """The items of a mail: a part without a puzzle is no fault where another part has one, or a fault of its own."""
    held = [item for part in whole.parts for item in _puzzles(_of_part(part, reading))]
    lacking = [item for item in held if isinstance(item, Fault) and item.message == NO_PUZZLE]
    found = any(isinstance(item, Puzzle) or _is_fault(item) for item in held)
    yield from (item for item in held if item not in lacking)
    if not found:
        answers = next((one.code for one in lacking if one.code), "")
        advice = "its text and its attachments were read"
        yield Fault(NO_PUZZLE, Place(whole.name, sender=whole.sender), advice, answers)


def items(stream: Iterable[Puzzle | Fault | Batch], reading: Reading | None = None) -> Iterator[Item]:
    """The same stream without batches."""
    kind = (reading or Reading()).kind
    for item in stream:
        if isinstance(item, Batch):
            yield from item.puzzles(geometry(kind))
        else:
            yield item


class Puzzles(list[Puzzle]):
    """Puzzles that were read, with ``faults``, what could not be read, and ``notes``, text that was passed over and guesses."""

    def __init__(self, puzzles: Iterable[Puzzle] = ()) -> None:
        super().__init__(puzzles)
        self.faults: list[Fault] = []
        self.notes: list[Note] = []


def read(
    path: Path | str | Argument | Opened,
    kind: str = CLASSIC,
    format: str | None = None,
    box: tuple[int, int] | None = None,
    *,
    strict: bool = False,
    pages: Pages | None = None,
) -> Puzzles:
    """All puzzles of a file, a folder, a text, or of standard input for ``"-"``, in any known format.

    ``kind`` is the kind of puzzle that the givens are meant for; ``format`` is detected if None; ``box`` is the (height,
    width) of boxes that grids of that size have, None: as the text says. ``pages`` reads PDFs and pictures. What cannot be
    read is listed in ``faults`` of the result. Raises InputError with every fault if nothing could be read, and if anything
    could not and ``strict``.
    """
    return read_all([path], kind, format, box, strict=strict, pages=pages)


def read_all(
    paths: Iterable[Path | str | Argument | Opened],
    kind: str = CLASSIC,
    format: str | None = None,
    box: tuple[int, int] | None = None,
    *,
    strict: bool = False,
    pages: Pages | None = None,
) -> Puzzles:
    """The puzzles of several files, in their order. Raises InputError as :func:`read` does for one."""
    reading = Reading(kind, format, box, pages)
    puzzles = Puzzles()
    found_in = (path for one in paths for path in ([one] if isinstance(one, Argument | Opened) else expanded([one])))
    for path in found_in:
        if isinstance(path, Fault):
            puzzles.faults.append(path)
            continue
        found = _collected(items(read_stream(path, reading), reading))
        puzzles += found
        puzzles.faults += found.faults
        puzzles.notes += found.notes
    if puzzles.faults and (strict or not puzzles):
        raise InputError(puzzles.faults)
    return puzzles


def named(names: Iterable[str]) -> Iterator[Path | str | Argument | Fault]:
    """The files of several arguments, as :func:`expanded` gives them, and the arguments that are puzzles themselves."""
    for name in names:
        if is_text(name):
            yield Argument(name)
        else:
            yield from expanded([name])


def is_text(name: str) -> bool:
    """Whether an argument is a puzzle itself, or a text of several, and not the name of a file."""
    if "\n" in name or cut(name):
        return True
    bare = "".join(name.split())
    long = len(bare) in SIZE_OF and (bare == name or len(bare) >= _LONG)
    if (long and fits(digits(bare), SIZE_OF[len(bare)])) or in_one_line([(1, name)]) is not None:
        return not inputs.exists(name)
    claimed = any(format.claims is not None and format.claims(name) for format in READ.values())
    return (claimed or json_files.opens(name) or _nearly(name)) and not inputs.exists(name)


def _nearly(name: str) -> bool:
    """Whether a text is hardly anything but a line of cells with a slip in it: a few too many or too few, or not cells."""
    cells = digits(name)
    return any(
        abs(len(cells) - count) * _SLIPS <= count and sum(cell > size for cell in cells) * _SLIPS <= count
        for count, size in SIZE_OF.items()
        if count >= _LONG
    )


_LONG = 36
_SLIPS = 10
"""A tenth of the cells of a line that is not too short to be a name like any other."""


def parse(text: str, source_name: str = "<text>", kind: str = CLASSIC, format: str | None = None) -> list[Puzzle]:
    """All puzzles of a text; ``source_name`` is the name in their sources. Raises InputError with every fault of the text."""
    plain = plain_cells(text) if kind == CLASSIC and format in (None, "lines") else None
    if plain is not None:
        return [Puzzle.plain(geometry(), plain, Place(source_name, 1, 1))]
    data = text.encode("utf-8", "surrogatepass")
    found = _collected(_puzzles(text_items([data], Reading(kind, format), source_name, batches=False)))
    if found.faults:
        raise InputError(found.faults)
    return found


def read_text(path: Path | str) -> str:
    """The whole text of a file, or of standard input for ``"-"``; bytes that are not UTF-8 are kept as lone surrogates.

    Raises InputError for a file that cannot be read, is empty, too large, or no text.
    """
    parts: list[bytes] = []
    for piece in inputs.pieces(path):
        parts.append(piece)
        if sum(map(len, parts)) > MOST_TEXT:
            raise InputError(Fault(f"the file is larger than {MOST_TEXT >> 20} MB", Place(name_of(path))))
    return b"".join(parts).decode("utf-8", "surrogateescape")


def _puzzles(stream: Iterable[Puzzle | Fault | Batch]) -> Iterator[Item]:
    for item in stream:
        assert not isinstance(item, Batch)
        yield item


def _collected(stream: Iterable[Item]) -> Puzzles:
    """The puzzles, the faults and the notes of one text, which is not read any further after MOST_FAULTS."""
    found = Puzzles()
    for item in stream:
        if isinstance(item, Puzzle):
            found.append(item)
        elif isinstance(item, Note):
            found.notes.append(item)
        else:
            found.faults.append(item)
            if len(found.faults) == MOST_FAULTS:
                where = item.place and Place(item.place.path, item.place.line)
                found.faults.append(Fault("too many faults; the rest was not read", where))
                break
    return found


class Numbers:
    """Numbers the puzzles of an input, also those that could not be read: by files, lines and grids, not by the messages about
    them.
    """

    def __init__(self) -> None:
        self._total = self._before = self._count = 0
        self._path: str | None = None
        self._faulty = self._read = self._whole = False
        self._start: int | None = None
        self._line: int | None = None

    def take(self, item: Puzzle | Fault | Batch) -> int:
        """See the next item of the input. Returns the number of a puzzle, from 1 on."""
        self._see(item)
        self._count += isinstance(item, Puzzle)
        return self._count + self.total

    def _see(self, item: Puzzle | Fault | Batch) -> None:
        place = Place(item.name, item.first) if isinstance(item, Batch) else None
        place = item.source if isinstance(item, Puzzle) else item.place if isinstance(item, Fault) else place
        # A grid of answers is not a puzzle that was lost.
        if place is None or isinstance(item, Note) or (isinstance(item, Fault) and item.code == ONLY_ANSWERS):
            return
        if place.path != self._path:
            self._before = self._total = self.total
            self._path, self._start, self._line = place.path, None, None
            self._faulty = self._read = self._whole = False
        if not isinstance(item, Fault):
            self._read, self._start = True, None
            return
        self._faulty = True
        line = place.line
        if not item.code or line is None:
            return
        if item.whole:
            self._total += line != self._line
            self._whole, self._start, self._line = True, None, line
        elif self._start is None or line >= self._start + _GRID:
            self._total += 1
            self._start = line

    @property
    def total(self) -> int:
        """How many puzzles could not be read. A file of which nothing can be read counts as one, unless its lines are puzzles."""
        alone = self._faulty and not (self._read or self._whole)
        return self._before + 1 if alone else self._total


_GRID = 10
"""Lines from the beginning of a drawn grid to where the next one may begin."""
