"""A whole file read: its pages measured, its grids told apart into puzzles, answers and pictures, its page numbers found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bookmaker.publishing.proof.answer_rows import AnswerRow, rows
from bookmaker.publishing.proof.grids import Grid, grids
from bookmaker.publishing.proof.halves import joined, together
from bookmaker.publishing.proof.ink import QUARTERS, Box, PageInk, stroke_box, turned_box
from bookmaker.publishing.proof.level_marks import LevelMark, level_marks
from bookmaker.publishing.proof.pages import Pages
from bookmaker.publishing.proof.words import Folio, Label, Piece, folios, labels, pieces, roman

_ANSWER = 0.85
"""The share of filled cells from which a grid is an answer: no puzzle gives so many."""
_COORDINATES = 4
"""This many single numbers in a row above a grid are its column numbers, as in pictures of techniques."""
_REPEATED = 3
"""Pages on which the same words stand at the same height before they are taken for a running head."""
_ROUND = 1.5
"""Points by which page numbers may stand higher or lower."""


@dataclass(frozen=True, slots=True)
class Measures:
    """What a printer measures on one page, in points.

    ``ink`` is the box around all ink but what runs off the page on purpose; ``type_least`` and ``line_least`` are None where
    there is no type, or no line.
    """

    boxes: dict[str, Box]
    turn: int
    trim: Box
    ink: Box | None
    type_least: float | None
    line_least: float | None
    pictures: int
    glyphs: int


@dataclass(frozen=True, slots=True)
class ReadPage:
    """One page. ``number`` is the page number printed on it, ``said`` whether it is that in roman numerals."""

    index: int
    measures: Measures
    text: tuple[Piece, ...]
    folio: Folio | None


@dataclass(frozen=True, slots=True)
class Entry:
    """A grid with what stands around it; ``file`` is the place of its file among those that are proven."""

    file: int
    grid: Grid
    label: Label

    @property
    def page(self) -> int:
        """The page of the file, from 0."""
        return self.grid.page

    @property
    def pages(self) -> range:
        """All pages that it lies on."""
        return range(self.page, self.page + self.grid.sheets)


@dataclass(frozen=True, slots=True)
class Reading:
    """One file as read. ``offset`` is what must be added to a printed arabic page number to get the page's index.

    ``odd_folios`` are pages, by index, and the number printed on them where it does not fit; ``strays`` pages and characters that
    look like digits of a grid beside it and stand outside.
    """

    name: str
    pages: tuple[ReadPage, ...]
    puzzles: tuple[Entry, ...]
    answers: tuple[Entry, ...]
    pictures: tuple[Entry, ...]
    rows: tuple[AnswerRow, ...]
    offset: int | None
    roman_offset: int | None
    odd_folios: tuple[tuple[int, int], ...]
    strays: tuple[tuple[int, str], ...]
    unread: tuple[str, ...]

    def folio(self, index: int) -> int | None:
        """The number that a page has, whether it is printed there or follows from those of other pages."""
        return None if self.offset is None else index - self.offset

    def page_of(self, folio: int) -> int | None:
        """The index of the page with a number, None if there is no such page."""
        if self.offset is None or not 0 <= folio + self.offset < len(self.pages):
            return None
        return folio + self.offset


@dataclass(frozen=True, slots=True)
class _Seen:
    """A page before it is known which of its words are page numbers and running heads."""

    quarter: int
    index: int
    grids: list[Grid]
    pieces: list[Piece]
    trim: Box
    drawn: tuple[LevelMark, ...]


def read(content: bytes, name: str, file: int = 0) -> Reading:
    """Read a PDF. Raises InputError if it is none."""
    pages = Pages(content, name)
    measured: list[Measures] = []
    seen: list[_Seen] = []
    try:
        for index, page in enumerate(pages):
            measured.append(measures(page))
            ways = {glyph.quarter for glyph in page.glyphs} or {0}
            for quarter in QUARTERS:
                if quarter in ways:
                    turned = page.turned(quarter)
                    found, outside = grids(turned, index, quarter)
                    drawn = tuple(level_marks(turned.areas))
                    seen.append(_Seen(quarter, index, found, pieces(outside), turned_box(page.trim, quarter), drawn))
    finally:
        pages.close()
    return _put_together(name, file, measured, seen)


def measures(page: PageInk) -> Measures:
    """What a printer measures on a page."""
    trim = page.trim
    boxes = [(one.left, one.bottom, one.right, one.top) for one in page.glyphs]
    boxes += [stroke_box(one) for one in page.strokes if one.ink > 0.01]
    boxes += [area.box for area in page.areas if area.ink > 0.01]
    boxes += page.pictures
    kept = [box for box in boxes if not _bleeds(box, trim)]
    widths = [one.width for one in page.strokes if one.ink > 0.01]
    for area in page.areas:
        wide, high = area.box[2] - area.box[0], area.box[3] - area.box[1]
        if len(area.points) == 4 and area.ink > 0.01 and max(wide, high) >= 8 * min(wide, high):
            widths.append(min(wide, high))
    ink = None
    if kept:
        columns = list(zip(*kept, strict=True))
        ink = min(columns[0]), min(columns[1]), max(columns[2]), max(columns[3])
    sizes = [one.size for one in page.glyphs]
    return Measures(
        page.boxes,
        page.turn,
        trim,
        ink,
        min(sizes, default=None),
        min(widths, default=None),
        len(page.pictures),
        len(sizes),
    )


def _bleeds(box: Box, trim: Box) -> bool:
    """Whether something runs off the page on purpose: over an edge, and broad enough to be no type."""
    over = box[0] < trim[0] - 4 or box[1] < trim[1] - 4 or box[2] > trim[2] + 4 or box[3] > trim[3] + 4
    return over and max(box[2] - box[0], box[3] - box[1]) > 0.5 * (trim[2] - trim[0])


def _put_together(name: str, file: int, measured: Sequence[Measures], seen: Sequence[_Seen]) -> Reading:
    upright = [one for one in seen if one.quarter == 0]
    candidates = {one.index: list(folios(one.pieces, one.trim)) for one in upright}
    offset, heights = _offset(candidates, roman=False)
    roman_offset, roman_heights = _offset(candidates, roman=True)
    chosen: dict[int, Folio] = {}
    odd: list[tuple[int, int]] = []
    for index, found in candidates.items():
        for folio in found:
            away = offset if not folio.roman else roman_offset
            at = heights if not folio.roman else roman_heights
            if away is None or not any(abs(folio.y - height) < _ROUND for height in at):
                continue
            if folio.value + away == index:
                chosen[index] = folio
    for index, found in candidates.items():
        for folio in found:
            if index not in chosen and not folio.roman and any(abs(folio.y - height) < _ROUND for height in heights):
                chosen[index] = folio
                odd.append((index, folio.value))
    bare = [
        replace(one, pieces=[piece for piece in one.pieces if not _is_folio(piece, chosen.get(one.index))])
        for one in upright
    ]
    heads = _running_heads(bare)
    puzzles: list[Entry] = []
    answers: list[Entry] = []
    pictures: list[Entry] = []
    alone: list[AnswerRow] = []
    unread: Counter[str] = Counter()
    texts: dict[int, tuple[Piece, ...]] = {}
    strays: list[tuple[int, str]] = []
    held: list[list[_Held]] = []
    for one in seen:
        body = [piece for piece in one.pieces if not _is_folio(piece, chosen.get(one.index))]
        texts[one.index] = (*texts.get(one.index, ()), *body)
        body = [piece for piece in body if round(piece.baseline) not in heads]
        alone += rows(body, file, one.index)
        coordinates = [_coordinates(grid, body) for grid in one.grids]
        labelled, _ = labels(one.grids, body, one.drawn)
        strays += [(one.index, piece.text) for piece in body if any(_is_stray(piece, grid) for grid in one.grids)]
        held.append([*zip(one.grids, labelled, coordinates, strict=True)])
    for grid, label, numbered in _put_together_halves(held):
        if grid.notes or numbered or label.number is None:
            pictures.append(Entry(file, grid, replace(label, number=None)))
            continue
        unread.update(label.unread)
        entry = Entry(file, grid, label)
        (answers if grid.filled >= _ANSWER * len(grid.there) else puzzles).append(entry)
    pages = tuple(ReadPage(index, one, texts.get(index, ()), chosen.get(index)) for index, one in enumerate(measured))
    return Reading(
        name,
        pages,
        tuple(puzzles),
        tuple(answers),
        tuple(pictures),
        tuple(alone),
        offset,
        roman_offset,
        tuple(odd),
        tuple(strays),
        tuple(text for text, _ in unread.most_common()),
    )


_Held = tuple[Grid, Label, bool]
"""A grid, what stands around it, and whether its columns are numbered."""


def _put_together_halves(pages: Sequence[Sequence[_Held]]) -> Iterator[_Held]:
    """All grids of a file; those that stand alone on facing pages, only the left one with a number, as one if they make one."""
    skipped = False
    for page, following in zip(pages, [*pages[1:], []], strict=True):
        if skipped:
            skipped = False
            continue
        if len(page) == len(following) == 1:
            (left, label, numbered), (right, other, _) = page[0], following[0]
            facing = left.page % 2 == 1 and right.page == left.page + 1
            if facing and label.number is not None and other.number is None:
                made = joined(left, right)
                if made is not None:
                    skipped = True
                    yield made, together(label, other), numbered
                    continue
        yield from page


def _offset(candidates: dict[int, list[Folio]], *, roman: bool) -> tuple[int | None, list[float]]:
    """By how much the index of a page exceeds the number on it, on most pages; and the heights at which numbers stand."""
    # Numbers of pages count on at one height; those of other things, such as the rows of a picture, do not.
    votes = Counter(
        (index - folio.value, round(folio.y))
        for index, found in candidates.items()
        for folio in set(found)
        if folio.roman == roman
    )
    if not votes:
        return None, []
    # Among equal counts the least, so that the answer does not depend on the order of pages.
    best, _ = min(votes, key=lambda key: (-votes[key], abs(key[0]), key))
    heights = {height: count for (away, height), count in votes.items() if away == best}
    most = max(heights.values())
    if most < 2 and len(candidates) > 3:
        return None, []
    return best, [float(height) for height, count in sorted(heights.items()) if count >= 0.3 * most]


def _is_folio(piece: Piece, folio: Folio | None) -> bool:
    if folio is None or abs(piece.baseline - folio.y) > 0.01:
        return False
    text = piece.text.strip(" -–—·|")
    return roman(text) == folio.value if folio.roman else text == str(folio.value)


def _is_stray(piece: Piece, grid: Grid) -> bool:
    """Whether a piece beside a grid is a character as large as its digits, standing where another row or column would be."""
    left, bottom, right, top = grid.lattice.box
    cell = grid.lattice.cell
    if len(piece.text) != 1 or grid.notes or abs(piece.size - grid.type_size) > 0.02 * piece.size:
        return False
    x, y = (piece.box[0] + piece.box[2]) / 2, (piece.box[1] + piece.box[3]) / 2
    if not (left - cell < x < right + cell and bottom - cell < y < top + cell):
        return False
    return abs((x - left) / cell % 1 - 0.5) < 0.1 and abs((top - y) / cell % 1 - 0.5) < 0.1


def _running_heads(seen: Sequence[_Seen]) -> set[int]:
    """The heights at the head or foot of pages at which words stand on several pages, and never a number beside them.

    Where numbers stand alone on two pages and more, they are those of puzzles, however many headings stand as high elsewhere.
    """
    counts: Counter[int] = Counter()
    numbered: Counter[int] = Counter()
    alone: Counter[int] = Counter()
    for one in (page for page in seen if page.grids):
        high = one.trim[3] - one.trim[1]
        bare = Counter(round(piece.baseline) for piece in one.pieces if piece.text.isdecimal())
        alone.update(height for height, count in bare.items() if count < _COORDINATES)
        for piece in one.pieces:
            if one.trim[1] + 0.1 * high < piece.baseline < one.trim[3] - 0.12 * high:
                continue
            if any(char.isdigit() for char in piece.text):
                numbered[round(piece.baseline)] += 1
            else:
                counts[round(piece.baseline)] += 1
    return {
        height
        for height, count in counts.items()
        if count >= _REPEATED and 3 * numbered[height] < count and alone[height] < 2
    }


def _coordinates(grid: Grid, found: Sequence[Piece]) -> bool:
    left, _, right, top = grid.lattice.bounds
    near = [
        piece
        for piece in found
        if left < piece.box[0] < right and 0 < piece.box[1] - top < 2 * grid.lattice.cell and piece.text.isdecimal()
    ]
    rows = Counter(round(piece.baseline) for piece in near)
    columns = round((right - left) / grid.lattice.cell)
    return max(rows.values(), default=0) >= min(_COORDINATES, columns)
