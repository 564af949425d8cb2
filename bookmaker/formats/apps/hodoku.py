"""Lines of HoDoKu's library: ``:technique:candidates:cells:deleted:eliminated:placed:comment``.

The cells are 81 characters; ``+`` is before a digit that was placed and is not a given. Deleted candidates are ``dRC``,
digit, row and column, such as ``314``: they are missing although no filled cell sees them. The comment is taken as the
puzzle's name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bookmaker.formats.base.cells import BAD_SYMBOL, cells_of
from bookmaker.formats.base.format import Format
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import Block, Source, plain_name
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.puzzle import Puzzle, cells_text

_LINE = expression(r":[0-9]{4,5}(?:-[0-9x]+)?:")
_DELETED = expression(r"[1-9]{3}")
_SIZE = 9


def claims(line: str) -> bool:
    """Whether the line begins as HoDoKu's do: a colon, a technique's number, a colon."""
    return line.startswith(":") and _LINE.match(line) is not None


def detect(block: Block) -> bool:
    """Whether the first line is one."""
    return any(claims(line.lstrip()) for _, line in block.content())


def parse(blocks: Iterable[Block], source: Source) -> Iterator[Puzzle | None]:
    """Every line that is a puzzle; the others become faults of the source."""
    for block in blocks:
        for number, line in block.content():
            yield _parse_line(line.strip(), number, source)


def _parse_line(line: str, number: int, source: Source) -> Puzzle | None:
    fields = line.split(":", 7)
    if len(fields) < 4 or not claims(line):
        source.fault("this is not a line of HoDoKu's library", number, 1, ":technique:candidates:cells:... is expected")
        return None
    fields += [""] * (8 - len(fields))
    text = fields[3]
    column = len(fields[1]) + len(fields[2]) + 4
    if "+" not in text:
        bare = cells_of(text, source, number, column)
        placed = bytes(len(bare or b""))
    else:
        symbols, marks = _parted(text)
        bare = cells_of(symbols, source, number, column)
        placed = marks
    if bare is None:
        return None
    if len(bare) != _SIZE * _SIZE:
        source.fault(f"{len(bare)} cells; HoDoKu's puzzles have 81", number, column)
        return None
    ground = source.ground(_SIZE, line=number)
    if ground is None:
        return None
    masks = _masks(ground, bare, bool(any(placed) or fields[4].strip()))
    for word in fields[4].split():
        if not _DELETED.fullmatch(word):
            source.fault(f"{word[:40]!r} is not a deleted candidate", number, 1, "digit, row, column", BAD_SYMBOL)
            return None
        digit, row, place = map(int, word)
        cell = (row - 1) * _SIZE + place - 1
        if not bare[cell]:
            masks[cell] &= ~(1 << digit - 1)
    givens = bytes(0 if mark else digit for digit, mark in zip(bare, placed, strict=True))
    name = plain_name(fields[7])
    return Puzzle(ground, givens, source.place(number, 1), name, candidates=tuple(masks))


def _parted(text: str) -> tuple[str, bytes]:
    """The symbols without plus signs, and for each whether one was before it."""
    symbols, marks, plus = [], bytearray(), False
    for symbol in text:
        if symbol == "+" and not plus:
            plus = True
            continue
        symbols.append(symbol)
        marks.append(plus and symbol in "123456789")
        plus = False
    return "".join(symbols), bytes(marks)


def _masks(geometry: Geometry, cells: bytes, known: bool) -> list[int]:
    """The candidates that the filled cells leave; all of them where nothing is said of candidates (``known``)."""
    full = (1 << _SIZE) - 1
    masks = [1 << digit - 1 if digit else full for digit in cells]
    if known:
        for cell, digit in enumerate(cells):
            if not digit:
                for peer in geometry.peers[cell]:
                    masks[cell] &= ~(1 << cells[peer] - 1) if cells[peer] else full
    return masks


def render(puzzles: Sequence[Puzzle]) -> str:
    """One line for each puzzle, under the technique 0000: none in particular."""
    return "".join(map(_render_line, puzzles))


def _render_line(puzzle: Puzzle) -> str:
    # The line's name may not hold the mark between its fields at its ends, where it would be taken for one.
    name = " ".join(puzzle.name.split())
    masks = puzzle.candidates
    if masks is None or lost(puzzle):
        return f":0000:x:{cells_text(puzzle.givens)}::::{name}\n"
    filled = bytes(mask.bit_length() if mask.bit_count() == 1 else 0 for mask in masks)
    text = "".join(
        f"+{symbol}" if digit and not given else symbol
        for symbol, digit, given in zip(cells_text(filled), filled, puzzle.givens, strict=True)
    )
    left = _masks(puzzle.geometry, filled, True)
    deleted = [
        f"{digit + 1}{cell // _SIZE + 1}{cell % _SIZE + 1}"
        for digit in range(_SIZE)
        for cell, mask in enumerate(masks)
        if not filled[cell] and (left[cell] & ~mask) >> digit & 1
    ]
    return f":0000:x:{text}:{' '.join(deleted)}:::{name}\n"


def lost(puzzle: Puzzle) -> str:
    """Candidates that a line cannot express: that one is in a cell although a filled cell sees it, or that none is missing."""
    if puzzle.candidates is None:
        return ""
    filled = bytes(mask.bit_length() if mask.bit_count() == 1 else 0 for mask in puzzle.candidates)
    left = _masks(puzzle.geometry, filled, True)
    more = any(mask & ~kept for mask, kept in zip(puzzle.candidates, left, strict=True))
    nothing = filled == puzzle.givens and list(puzzle.candidates) == left
    return "candidates" if more or nothing else ""


FORMAT = Format(
    "hodoku",
    frozenset({"givens", "name", "candidates"}),
    detect,
    parse,
    render,
    frozenset({_SIZE}),
    claims=claims,
    lost=lost,
)
