"""Readers and writers of puzzles. A new format is one module here and one line in
``FORMATS`` of :mod:`bookmaker.formats.registry`.

Reading is a stream (:func:`stream`) in constant memory: bytes are cut into lines (:mod:`rows`), lines into blocks
(:mod:`cutting`), and each block goes to the first format that recognises it, so that one file may hold several formats. What no
format recognises is read as lines, whose messages then say what is expected. A puzzle is taken as written or not at all, and
what is not taken comes as a fault in its place. :func:`read` and :func:`parse` raise all faults of a text together.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby, islice
from pathlib import Path

from bookmaker.errors import Fault, InputError, Note, Place
from bookmaker.formats import (
    archives,
    blocks,
    grid,
    inputs,
    lines,
    loose,
    nature,
    opensudoku,
    records,
    rows,
    sheet,
    yaml_puzzles,
)
from bookmaker.formats.blocks import Cut
from bookmaker.formats.caged_rows import caged
from bookmaker.formats.cages_apart import with_givens
from bookmaker.formats.cells import SIZES, digits, fits
from bookmaker.formats.headings import LooseAnswer, headed, paired, with_answers, without_steps
from bookmaker.formats.inputs import STDIN, Progress, expanded, name_of
from bookmaker.formats.joined import together
from bookmaker.formats.mapped_rows import MAPPED_KINDS, mapped
from bookmaker.formats.quoted_rows import cut, unquoted
from bookmaker.formats.reflowed import in_one_line
from bookmaker.formats.registry import FORMATS, LOOSE, READ, format_named, render
from bookmaker.formats.rows import Batch, Row
from bookmaker.formats.source import CUT_SHORT, FOREIGN, MOST_FAULTS, Block, Format, Source
from bookmaker.formats.work_pieces import Piece, pieces
from bookmaker.grid.puzzle import Puzzle
from bookmaker.variants import CLASSIC, geometry, rules_of

__all__ = [
    "FORMATS",
    "STDIN",
    "Argument",
    "Batch",
    "LooseAnswer",
    "Piece",
    "Puzzles",
    "Reading",
    "expanded",
    "named",
    "parse",
    "pieces",
    "read",
    "read_all",
    "read_text",
    "render",
    "stream",
]

ARGUMENT_NAME = "<argument>"

MOST_TEXT = 64 << 20
"""Bytes of a text that is wanted as a whole."""

Item = Puzzle | Fault
"""What a stream gives: a puzzle, or why something could not be read as one."""


@dataclass
class Reading:
    """How texts are to be read: the kind of puzzle that the givens are meant for, and the format, None to detect it."""

    kind: str = CLASSIC
    format: str | None = None

    def source(self, name: str) -> Source:
        """The source of that name. Raises UsageError for a kind or format that does not exist."""
        source = Source(name, self.kind)
        rules_of(self.kind)  # An unknown kind is the caller's fault and comes before any fault of the text.
        format_named(self.format)
        return source


@dataclass(frozen=True, slots=True)
class Argument:
    """A puzzle that was given itself, as a text, where the name of a file could stand."""

    text: str


def stream(
    path: Path | str | Argument, reading: Reading | None = None, progress: Progress | None = None
) -> Iterator[Puzzle | Fault | Batch]:
    """The puzzles of a file, or of standard input for ``"-"``, in any known format, and a Fault for all that is none.

    Many plain lines come as one Batch; :func:`items` makes puzzles of them. Memory does not grow with the file.
    """
    if isinstance(path, Argument):
        data = path.text.encode("utf-8", "surrogatepass")
        yield from text_items([data], (reading or Reading()), ARGUMENT_NAME, batches=False)
        return
    if path == STDIN or not archives.is_archive(path):
        yield from text_items(inputs.pieces(path, progress), (reading or Reading()), name_of(path), batches=True)
        return
    try:
        if archives.is_workbook(path):
            sheets = (
                _puzzles(text_items(inputs.unpacked(raw, name), (reading or Reading()), name, batches=False))
                for name, raw in archives.texts(path)
            )
            yield from paired(map(list, sheets))
            return
        for name, raw in archives.texts(path):
            yield from text_items(inputs.unpacked(raw, name), (reading or Reading()), name, batches=True)
    except InputError as error:
        yield from error.faults


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


def read(path: Path | str, kind: str = CLASSIC, format: str | None = None, *, strict: bool = False) -> Puzzles:
    """All puzzles of a file, a folder, or of standard input for ``"-"``, in any known format.

    ``kind`` is the kind of puzzle that the givens are meant for; ``format`` is detected if None. What cannot be read is listed in
    ``faults`` of the result. Raises InputError with every fault if nothing could be read, and if anything could not and
    ``strict``.
    """
    return read_all([path], kind, format, strict=strict)


def read_all(
    paths: Iterable[Path | str], kind: str = CLASSIC, format: str | None = None, *, strict: bool = False
) -> Puzzles:
    """The puzzles of several files, in their order. Raises InputError as :func:`read` does for one."""
    reading = Reading(kind, format)
    puzzles = Puzzles()
    for path in expanded(paths):
        if isinstance(path, Fault):
            puzzles.faults.append(path)
            continue
        found = _collected(items(stream(path, reading), reading))
        puzzles += found
        puzzles.faults += found.faults
        puzzles.notes += found.notes
    if puzzles.faults and (strict or not puzzles):
        raise InputError(puzzles.faults)
    return puzzles


def named(names: Iterable[str]) -> Iterator[Path | str | Argument | Fault]:
    """The files of several arguments, as :func:`expanded` gives them, and the arguments that are puzzles themselves."""
    for name in names:
        if _is_puzzle(name):
            yield Argument(name)
        else:
            yield from expanded([name])


def _is_puzzle(name: str) -> bool:
    if "\n" in name or cut(name):
        return True
    bare = "".join(name.split())
    long = len(bare) in SIZES and (bare == name or len(bare) >= _LONG)
    if (long and fits(digits(bare), SIZES[len(bare)])) or in_one_line([(1, name)]) is not None:
        return not inputs.exists(name)
    claimed = any(format.claims is not None and format.claims(name) for format in READ)
    return (claimed or records.opens(name) or _nearly(name)) and not inputs.exists(name)


def _nearly(name: str) -> bool:
    """Whether a text is hardly anything but a line of cells with a slip in it: a few too many or too few, or not cells."""
    cells = digits(name)
    return any(
        abs(len(cells) - count) * _SLIPS <= count and sum(cell > size for cell in cells) * _SLIPS <= count
        for count, size in SIZES.items()
        if count >= _LONG
    )


_LONG = 36
_SLIPS = 10
"""A tenth of the cells of a line that is not too short to be a name like any other."""


def parse(text: str, source_name: str = "<text>", kind: str = CLASSIC, format: str | None = None) -> list[Puzzle]:
    """All puzzles of a text; ``source_name`` stands in their sources. Raises InputError with every fault of the text."""
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


def text_items(pieces: Iterable[bytes], reading: Reading, name: str, batches: bool) -> Iterator[Puzzle | Fault | Batch]:
    """What stands in one text. A text without any puzzle is a fault of its own, as is a file that cannot be read."""
    source = reading.source(name)
    forced = format_named(reading.format)
    plain = batches and forced in (None, lines.FORMAT) and Source(name, reading.kind).ground(9) is not None
    empty = True
    try:
        chunks = rows.chunks(pieces, name)
        first = next(chunks, None)
        whole = chain([] if first is None else [first], chunks)
        document = (
            forced is None and isinstance(first, tuple) and nature.is_document(first[1].decode("utf-8", "replace"))
        )
        likely = forced is None and isinstance(first, tuple) and yaml_puzzles.begins(first[1])
        text: Iterable[Row | Batch | Fault] = rows.rows(whole, name, plain and not document and not likely)
        of_yaml, text = yaml_puzzles.read(iter(text), source) if likely else (None, text)
        found: Iterable[Puzzle | Fault | Batch]
        if of_yaml is not None:
            found = with_faults(of_yaml, source)
        elif document:
            found = _of_document(unquoted(text), source)
        else:
            if not forced:
                text = caged(unquoted(text), source)
                text = mapped(text, name) if source.kind in MAPPED_KINDS else text
            found = _items(blocks.Cutter(READ, forced).cut(text), source)
        for item in headed(
            found if forced else together(with_givens(without_steps(with_answers(found), source), source))
        ):
            empty = empty and isinstance(item, Note)
            yield item
    except InputError as error:
        yield from source.taken()
        yield from error.faults
        return
    if empty:
        yield Fault(
            "there is no puzzle in it", Place(name), "a line of 81 digits and dots, or nine rows of nine, are expected"
        )


def _of_document(found: Iterable[Row | Batch | Fault], source: Source) -> Iterator[Item]:
    """The puzzles of a program or of prose; only what is one, or was one before it was spoilt, is looked for."""
    for faulty, some in groupby(found, lambda item: isinstance(item, Fault)):
        if faulty:
            yield from (item for item in some if isinstance(item, Fault))
            continue
        for part in loose.pieces(item for item in some if isinstance(item, tuple)):
            yield from with_faults(LOOSE.read(part, source, document=True), source)
            source.count([line for _, line in part], part[-1][0])


_LOOKED_AGAIN = 2
_MOST_LOOKED_AGAIN, _MOST_ROWS_AGAIN = 200_000, 20_000
"""Blocks, and symbols of documents and of rows, that are read a second time as loose text where they turn out to be of no format
after all."""


_DOUBTED = (records.FORMAT, opensudoku.FORMAT, sheet.FORMAT, grid.FORMAT)


def _items(cuts: Iterable[Cut | Batch | Fault], source: Source) -> Iterator[Puzzle | Fault | Batch]:
    for key, run in groupby(cuts, _of_one_format):
        if key is None:
            for item in run:
                assert not isinstance(item, Cut)
                source.found |= isinstance(item, Batch)
                yield item
            continue
        format, found = key[0], (item.block for item in run if isinstance(item, Cut))
        some = list(islice(found, _LOOKED_AGAIN)) if format in _DOUBTED else []
        if 0 < len(some) < _LOOKED_AGAIN and sum(len(line) for one in some for line in one.lines) < _MOST_LOOKED_AGAIN:
            yield from read_twice(format, some, source)
        else:
            yield from parsed_blocks(format, chain(some, found), source)


def parsed_blocks(format: Format, blocks: Iterable[Block], source: Source) -> Iterator[Item]:
    """What a format makes of blocks, each puzzle after the faults before it. Raises InputError as :func:`stream` reports it."""
    # A document counts at its end: its reader may take in the whole of it before the first puzzle.
    meter = source if format.opens is None else Source(source.name, source.kind)
    # The loose reader counts what it reads by itself.
    counted = blocks if format is LOOSE.format else meter.counted(blocks)
    yield from with_faults(format.parse(counted, source), source)
    if meter is not source:
        source.length += meter.length


def with_faults(puzzles: Iterable[Puzzle | None], source: Source) -> Iterator[Item]:
    """The puzzles, each after the faults before it. Raises InputError where there are very many of these and no puzzle."""
    for puzzle in puzzles:
        yield from source.taken()
        if puzzle is not None:
            source.found = True
            yield puzzle
        elif source.hopeless:
            # Whatever it is, it is no text of puzzles, and may be as long as a disk.
            raise InputError(source.hopeless)
    yield from source.taken()


_CELL = re.compile("[0-9._]")


def read_twice(format: Format, blocks: Sequence[Block], source: Source) -> Iterator[Item]:
    """What a format makes of blocks; where that is no puzzle, what a loose reading makes of them if it finds no fault.

    A document that turns out to be none of its format is all the loose reading's; of rows that are faulty only their marks and
    quotes are doubted, never their number or length.
    """
    before = source.reported
    parsed = parsed_blocks(format, blocks, source)
    first = next(parsed, None)
    cut = isinstance(first, Fault) and first.code == CUT_SHORT
    foreign = cut or (isinstance(first, Fault) and first.code == FOREIGN)
    if type(first) is not Fault or not (foreign or format.opens is None):
        yield from () if first is None else (first,)
        yield from parsed
        return
    rest = [first, *parsed]
    if not foreign and sum(len(line) for block in blocks for line in block.lines) > _MOST_ROWS_AGAIN:
        yield from rest
        return
    symbols = sum(len(_CELL.findall(line)) for block in blocks for line in block.lines)
    if foreign and not cut and symbols < min(SIZES):
        source.passed_over(blocks[0].lines[0], blocks[0].first, sum(len(block.lines) for block in blocks))
        yield from source.taken()
        return
    again: list[Item] = []
    if not any(isinstance(item, Puzzle) for item in rest):
        lines = [line for block in blocks for line in block.content()]
        for puzzle in LOOSE.read(lines, source, narrow=not foreign, sound=True):
            again += [*source.taken(), *([puzzle] if puzzle is not None else [])]
        again += source.taken()
    found = any(isinstance(item, Puzzle) for item in again) or (foreign and not cut)
    if not found or any(type(item) is Fault for item in again):
        again = rest
    elif cut and isinstance(first, Fault):
        again.append(Note(f"{first.message}; what was found in it is read", first.place, "look at the puzzle"))
    source.found |= any(isinstance(item, Puzzle) for item in again)
    source.reported = before + sum(type(item) is Fault for item in again)
    yield from again


def _of_one_format(item: Cut | Batch | Fault) -> tuple[Format, int] | None:
    if not isinstance(item, Cut):
        return None
    if item.format is not None:
        return item.format, item.document
    if grid.is_plain(item.block):
        return grid.FORMAT, 0  # No format before it knows such a block; there may be tens of thousands.
    return next((format for format in READ if format.detect(item.block)), LOOSE.format), 0
