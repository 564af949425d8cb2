"""A whole file read: its pages measured, its grids told apart into puzzles, answers and pictures, its page numbers found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bookmaker.publishing.proof.answer_rows import AnswerRow, rows
from bookmaker.publishing.proof.grids import Grid
from bookmaker.publishing.proof.kinds import marks
from bookmaker.publishing.proof.lattices import Lattice
from bookmaker.publishing.proof.page_reading import Measures, PageReading, SeenPage, read_pages
from bookmaker.publishing.proof.words import Folio, Label, Piece, folios, is_contents, is_earlier, labels, roman

_ANSWER = 0.85
"""The share of filled cells from which a grid is an answer: no puzzle gives so many."""
_COORDINATES = 4
"""This many single numbers in a row above a grid are its column numbers, as in pictures of techniques."""
_REPEATED = 3
"""So many pages with the same words at the same height make these a running head."""
_ROUND = 1.5
"""Points by which the heights of page numbers may differ."""


@dataclass(frozen=True, slots=True)
class ReadPage:
    """One page: ``index`` counts from 0, ``folio`` is the page number printed on it."""

    index: int
    measures: Measures
    text: tuple[Piece, ...]
    folio: Folio | None


@dataclass(frozen=True, slots=True)
class Entry:
    """A grid with its label; ``file`` is the place of its file among those that are proven."""

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
    look like digits of a grid but lie beside it.
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
        """The index of the page with a number, None if no page has it."""
        if self.offset is None or not 0 <= folio + self.offset < len(self.pages):
            return None
        return folio + self.offset


def read(content: bytes, name: str, file: int = 0) -> Reading:
    """Read a PDF. Raises InputError if it is none."""
    (pages,), _ = read_pages([(content, name)])
    return put_together(name, file, pages)


def _page_numbers(
    upright: Sequence[SeenPage],
) -> tuple[int | None, int | None, dict[int, Folio], list[tuple[int, int]]]:
    """The offsets of arabic and of roman page numbers, the number on each page by its index, and those that do not fit."""
    candidates = {one.index: list(folios(one.pieces, one.trim)) for one in upright}
    offset, heights = _offset(candidates, roman=False)
    roman_offset, roman_heights = _offset(candidates, roman=True)
    chosen: dict[int, Folio] = {}
    for index, found in candidates.items():
        for folio in found:
            away, at = (roman_offset, roman_heights) if folio.roman else (offset, heights)
            if away is not None and folio.value + away == index and _is_near(folio, at):
                chosen[index] = folio
    odd = []
    for index, found in candidates.items():
        for folio in found:
            if index not in chosen and not folio.roman and _is_near(folio, heights):
                chosen[index] = folio
                odd.append((index, folio.value))
    return offset, roman_offset, chosen, odd


def _is_near(folio: Folio, heights: Sequence[float]) -> bool:
    return any(abs(folio.y - height) < _ROUND for height in heights)


def put_together(name: str, file: int, read: Sequence[PageReading]) -> Reading:
    """A file from the readings of its pages; ``file`` is its place among those that are proven."""
    seen = [one for page in read for one in page.ways]
    upright = [one for one in seen if one.quarter == 0]
    offset, roman_offset, chosen, odd = _page_numbers(upright)
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
    contents = {one.index for one in upright if any(map(is_contents, one.pieces))}
    earlier = {one.index for one in upright if any(is_earlier(piece) for piece in one.pieces)}
    for one in seen:
        if one.quarter and one.index in earlier:
            # Answers of another issue have no puzzles here.
            continue
        body = [piece for piece in one.pieces if not _is_folio(piece, chosen.get(one.index))]
        texts[one.index] = (*texts.get(one.index, ()), *body)
        body = [piece for piece in body if round(piece.baseline) not in heads]
        alone += rows(body, file, one.index)
        coordinates = [_coordinates(grid, body) for grid in one.grids]
        labelled, _ = labels(one.grids, body, one.drawn)
        strays += [(one.index, piece.text) for piece in body if any(_is_stray(piece, grid) for grid in one.grids)]
        held.append([*zip(one.grids, labelled, coordinates, strict=True)])
    # Where some stars of a file are pale, those that are all dark are steps of the same stair.
    stair = any(label.drawn is not None and label.drawn.stair for page in held for _, label, _ in page)
    for grid, label, numbered in _put_together_halves(held):
        if stair and label.drawn is not None and not label.drawn.of:
            label = replace(label, drawn=replace(label.drawn, stair=True))
        # Contents show the empty grid of a kind beside the number of a page.
        shown = grid.page in contents and not grid.filled and not grid.sums
        if grid.notes or numbered or shown or label.number is None:
            pictures.append(Entry(file, grid, replace(label, number=None)))
            continue
        unread.update(label.unread)
        entry = Entry(file, grid, label)
        (answers if grid.filled >= _ANSWER * len(grid.occupied) else puzzles).append(entry)
    pages = tuple(
        ReadPage(index, one.measures, texts.get(index, ()), chosen.get(index)) for index, one in enumerate(read)
    )
    return Reading(
        name=name,
        pages=pages,
        puzzles=tuple(puzzles),
        answers=tuple(answers),
        pictures=tuple(pictures),
        rows=tuple(alone),
        offset=offset,
        roman_offset=roman_offset,
        odd_folios=tuple(odd),
        strays=tuple(strays),
        unread=tuple(text for text, _ in unread.most_common()),
    )


_Held = tuple[Grid, Label, bool]
"""A grid, its label, and whether its columns are numbered."""


def _put_together_halves(pages: Sequence[Sequence[_Held]]) -> Iterator[_Held]:
    """All grids of a file. Two that are alone on facing pages, only the left one with a number, are one if they make one."""
    skipped = False
    for page, following in zip(pages, [*pages[1:], []], strict=bool(pages)):
        if skipped:
            skipped = False
            continue
        if len(page) == len(following) == 1:
            (left, label, numbered), (right, other, _) = page[0], following[0]
            facing = left.page % 2 == 1 and right.page == left.page + 1
            if facing and label.number is not None and other.number is None:
                made = _joined(left, right)
                if made is not None:
                    skipped = True
                    yield made, _together(label, other), numbered
                    continue
        yield from page


def _offset(candidates: dict[int, list[Folio]], *, roman: bool) -> tuple[int | None, list[float]]:
    """By how much the index of a page exceeds the number on it, on most pages; and the heights of these numbers."""
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
    """Whether a piece beside a grid is a character as large as its digits, in the place of another row or column."""
    left, bottom, right, top = grid.lattice.box
    cell = grid.lattice.cell
    if len(piece.text) != 1 or grid.notes or abs(piece.size - grid.type_size) > 0.02 * piece.size:
        return False
    x, y = (piece.box[0] + piece.box[2]) / 2, (piece.box[1] + piece.box[3]) / 2
    if not (left - cell < x < right + cell and bottom - cell < y < top + cell):
        return False
    return abs((x - left) / cell % 1 - 0.5) < 0.1 and abs((top - y) / cell % 1 - 0.5) < 0.1


def _running_heads(seen: Sequence[SeenPage]) -> set[int]:
    """The heights, at the head or foot of pages, at which several pages have words and never a number beside them.

    Lone numbers on two pages and more are those of puzzles, however many pages have headings at the same height.
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
            if any(char.isdigit() for char in piece.text) and not piece.is_head:
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


_ROWS_OFF = 0.1
"""How far the rows of the two parts may lie from each other, as a share of a cell."""

_Spot = tuple[int, int]


def _joined(left: Grid, right: Grid) -> Grid | None:
    """The grid whose parts are on a left-hand page and on the page that faces it; None if the two are not parts of one."""
    if (
        abs(left.lattice.cell - right.lattice.cell) > _ROWS_OFF * left.lattice.cell / left.size
        or left.quarter != right.quarter
    ):
        return None
    if _sound(left) or _sound(right):
        return None
    made = _one_grid(left, right)
    return made if made is not None and _sound(made) else None


def _together(left: Label, right: Label) -> Label:
    """The label of a grid from the labels of its two parts."""
    return Label(
        left.number,
        left.reference or right.reference,
        left.level or right.level,
        left.drawn or right.drawn,
        left.overleaf or right.overleaf,
        (*left.unread, *right.unread),
    )


def _sound(grid: Grid) -> bool:
    found = marks(grid)
    return found.ground is not None and not found.faults


def _one_grid(left: Grid, right: Grid) -> Grid | None:
    cell, parts = left.lattice.cell, (left, right)
    spots = [dict(_spots(grid)) for grid in parts]
    if not all(spots):
        return None
    # Rows are counted from the uppermost cell of both, columns from the first of each part.
    tops = [grid.lattice.box[3] for grid in parts]
    shift = (tops[0] - tops[1]) / cell
    if abs(shift - round(shift)) > _ROWS_OFF:
        return None
    downs = [0, round(shift)]
    rows = [row + down for held, down in zip(spots, downs, strict=True) for row, _ in held.values()]
    firsts = [min(column for _, column in held.values()) for held in spots]
    widths = [max(column for _, column in held.values()) - first + 1 for held, first in zip(spots, firsts, strict=True)]
    high, wide = max(rows) - min(rows) + 1, sum(widths)
    size = max(high, wide)
    down, over = (size - high) // 2 - min(rows), (size - wide) // 2
    starts = [over - firsts[0], over + widths[0] - firsts[1]]
    digits, tints = [""] * size**2, [0.0] * size**2
    across = [[0.0] * (size - 1) for _ in range(size)]
    downward = [[0.0] * size for _ in range(size - 1)]
    signs: dict[int, tuple[object, ...]] = {}
    for grid, held, own, start in zip(parts, spots, downs, starts, strict=True):
        shown = grid.digits
        for place, (row, column) in held.items():
            new_row, new_column = row + own + down, column + start
            new = new_row * size + new_column
            digits[new], tints[new] = shown[place], grid.tints[place]
            if place in grid.signs:
                signs[new] = grid.signs[place]
            for to_row, to_column, width in _sides(grid.lattice, row, column):
                if to_column:
                    at = new_column - (to_column < 0)
                    if 0 <= at < size - 1:
                        across[new_row][at] = max(across[new_row][at], width)
                else:
                    at = new_row - (to_row < 0)
                    if 0 <= at < size - 1:
                        downward[at][new_column] = max(downward[at][new_column], width)
    x, y = left.lattice.box[0], left.lattice.box[3]
    box = x, y - size * cell, x + size * cell, y
    lattice = Lattice(box, size, tuple(map(tuple, across)), tuple(map(tuple, downward)), left.lattice.outline, box)
    return Grid(
        left.page,
        left.quarter,
        lattice,
        " ".join(digits),
        {},
        tuple(tints),
        frozenset(),
        frozenset(),
        (),
        left.type_size or right.type_size,
        left.notes + right.notes,
        signs,
        sheets=2,
    )


def _spots(grid: Grid) -> Iterator[tuple[int, _Spot]]:
    """Each place that holds a cell, with its row and column."""
    for place in grid.occupied:
        yield place, divmod(place, grid.size)


def _sides(lattice: Lattice, row: int, column: int) -> Iterator[tuple[int, int, float]]:
    """The four sides of a cell, as the step to its neighbour, with the width of the line there."""
    last = lattice.size - 1
    yield 0, -1, lattice.across[row][column - 1] if column else lattice.outline
    yield 0, 1, lattice.across[row][column] if column < last else lattice.outline
    yield -1, 0, lattice.down[row - 1][column] if row else lattice.outline
    yield 1, 0, lattice.down[row][column] if row < last else lattice.outline
