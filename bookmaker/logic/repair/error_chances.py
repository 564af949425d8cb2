"""How likely a puzzle is typed as another: every kind of error, with the ways to make it counted in the puzzle that was meant.

Bayes' rule needs the chance of the error that is seen, of all that could have been made. A digit too many has as many places as
there are empty cells; a digit with three look-alikes is read as each of them less often than one with a single look-alike; of a
long run of blanks one is lost the more easily, because the same wrong puzzle comes of it whichever it was. Where an error may
be of several kinds their chances add up: a 5 typed as 6 was misread, or the key beside it was hit. How often people make errors
of each kind is in :data:`bookmaker.logic.repair.likelihood.SHARES`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from bookmaker.logic.repair.likelihood import SHARES, keys_beside, lookalikes
from bookmaker.puzzles.grid.geometry import Geometry

Chance = tuple[str, float]
"""The name of a kind in the table of shares, and how likely one error of it is this one."""

Lines = list[list[int]]
"""The cells of each row, or of each column, of one grid."""


def lines_of_grids(ground: Geometry) -> list[tuple[Lines, Lines]]:
    """The rows and the columns of each grid that is a square of cells."""
    grids = []
    for top, left in ground.corners:
        rows = [[ground.cell_at[top + down, left + over] for over in range(ground.size)] for down in range(ground.size)]
        grids.append((rows, [list(column) for column in zip(*rows, strict=True)]))
    return grids


@dataclass(frozen=True)
class Copying:
    """A puzzle that is copied: its givens, 0 for empty cells, one for each cell of its geometry.

    In an arrangement each grid has its own rows and columns. Neighbours, and the rows that a slip goes on through, belong to the
    whole figure.
    """

    meant: bytes
    ground: Geometry

    def chances(self, wrong: bytes) -> dict[str, float]:
        """The kinds of error that make ``wrong`` of the puzzle, each with its chance; none where no single error does."""
        differ = [cell for cell, (one, other) in enumerate(zip(self.meant, wrong, strict=True)) if one != other]
        found: dict[str, float] = {}
        if not differ:
            return found
        for name, chance in self._all(differ, wrong):
            found[name] = found.get(name, 0.0) + SHARES[name] * chance
        return found

    def _all(self, differ: Sequence[int], wrong: bytes) -> Iterator[Chance]:
        if len(differ) == 1:
            yield from self._digit(differ[0], wrong)
            return
        if len(differ) == 2:
            yield from self._exchange(differ, wrong)
        yield from self._slip(wrong)
        for rows, columns in self._grids:
            if not set(differ).issubset(cell for row in rows for cell in row):
                continue
            for name, lines, all_lines in (("row", rows, self._rows), ("column", columns, self._columns)):
                touched = [number for number, line in enumerate(lines) if not set(differ).isdisjoint(line)]
                if len(touched) == 2:
                    yield from self._lines_exchanged(f"{name}s", touched, lines, wrong)
                elif len(touched) == 1:
                    yield from self._line_slip(f"{name}-slip", lines[touched[0]], all_lines, wrong)

    def _digit(self, cell: int, wrong: bytes) -> Iterator[Chance]:
        old, new, size = self.meant[cell], wrong[cell], self.ground.size
        if old and new:
            yield "digit", 1 / (self._given * (size - 1))
            for name, likely in (("lookalike", lookalikes(old, size)), ("keypad", keys_beside(old, size))):
                if new in likely:
                    yield name, 1 / (self._given * len(likely))
        elif new:
            empty = len(self.meant) - self._given
            yield "extra", 1 / (empty * size)
            across, down = self._across, self._down
            if any(self.meant[one] == new for one, two in across if two == cell):
                yield "doubled", 1 / self._fillable(across)
            either = [*down, *((two, one) for one, two in (*across, *down))]
            beside = sum(self.meant[one] == new for one, two in either if two == cell)
            if beside:
                yield "doubled-beside", beside / self._fillable(either)

    def _exchange(self, differ: Sequence[int], wrong: bytes) -> Iterator[Chance]:
        one, two = differ
        if (self.meant[one], self.meant[two]) != (wrong[two], wrong[one]):
            return
        if (one, two) in self._across:
            yield "swap", 1 / self._unlike(self._across)
        if (one, two) in self._down:
            yield "swap-down", 1 / self._unlike(self._down)
        lines = [*self._rows, *self._columns]
        shared = sum(one in line and two in line for line in lines)
        if self.meant[one] and self.meant[two] and shared:
            filled = [sum(self.meant[cell] > 0 for cell in line) for line in lines]
            yield "exchange", shared / sum(many * (many - 1) / 2 for many in filled)

    def _lines_exchanged(
        self, name: str, touched: Sequence[int], lines: Sequence[Sequence[int]], wrong: bytes
    ) -> Iterator[Chance]:
        one, two = touched
        pairs = zip(lines[one], lines[two], strict=True)
        if all((self.meant[a], self.meant[b]) == (wrong[b], wrong[a]) for a, b in pairs):
            size, grids = self.ground.size, len(self._grids)
            side_by_side = grids * (size - 1)
            if two == one + 1:
                yield name, 1 / side_by_side
            else:
                yield f"{name}-apart", 1 / (grids * size * (size - 1) / 2 - side_by_side)

    def _line_slip(
        self, name: str, line: Sequence[int], lines: Sequence[Sequence[int]], wrong: bytes
    ) -> Iterator[Chance]:
        meant, typed = bytes(self.meant[cell] for cell in line), bytes(wrong[cell] for cell in line)
        last = self.ground.size - 1
        # A blank left out moves what follows to the front: the same as a blank typed twice, seen from the other side.
        ways = [(away, to) for away, to in moved_blanks(meant, typed)] + [
            (away, to) for to, away in moved_blanks(typed, meant)
        ]
        to_end = sum(last in way for way in ways)
        blanks = sum(self.meant[cell] == 0 for one in lines for cell in one[:-1])
        if to_end:
            yield name, to_end / (blanks + last * sum(self.meant[one[-1]] == 0 for one in lines))
        if len(ways) > to_end:
            yield f"{name}-within", (len(ways) - to_end) / (blanks * (last - 1))

    def _slip(self, wrong: bytes) -> Iterator[Chance]:
        ways = [*moved_blanks(self.meant, wrong), *moved_blanks(wrong, self.meant)]
        row_of = [self.ground.place(cell)[0] for cell in range(len(self.meant))]
        here = sum(_unnoticed(abs(row_of[one] - row_of[two])) for one, two in ways)
        if here:
            cells = Counter(row_of)
            blanks = Counter(row for row, digit in zip(row_of, self.meant, strict=True) if not digit)
            # A blank is left out in one row and one added anywhere in a later one, or the other way round.
            whole = sum(_unnoticed(abs(row - other)) * blanks[row] * cells[other] for row in cells for other in cells)
            yield "slip", here / whole

    @cached_property
    def _given(self) -> int:
        return len(self.meant) - self.meant.count(0)

    @cached_property
    def _grids(self) -> list[tuple[Lines, Lines]]:
        return lines_of_grids(self.ground)

    @cached_property
    def _rows(self) -> Lines:
        return [row for rows, _ in self._grids for row in rows]

    @cached_property
    def _columns(self) -> Lines:
        return [column for _, columns in self._grids for column in columns]

    @cached_property
    def _across(self) -> list[tuple[int, int]]:
        """Every two cells side by side in a row, the left one first."""
        return self._neighbours(0, 1)

    @cached_property
    def _down(self) -> list[tuple[int, int]]:
        """Every two cells one below the other, the upper one first."""
        return self._neighbours(1, 0)

    def _neighbours(self, down: int, over: int) -> list[tuple[int, int]]:
        cell_at = self.ground.cell_at
        beside = ((cell, cell_at.get((row + down, column + over))) for (row, column), cell in cell_at.items())
        return [(cell, other) for cell, other in beside if other is not None]

    def _fillable(self, pairs: Sequence[tuple[int, int]]) -> int:
        """How many of the pairs are a given and then an empty cell."""
        return sum(self.meant[one] > 0 == self.meant[two] for one, two in pairs)

    def _unlike(self, pairs: Sequence[tuple[int, int]]) -> int:
        return sum(self.meant[one] != self.meant[two] for one, two in pairs)


def _unnoticed(rows: int) -> float:
    """How likely it is that nobody notices for so many rows that all digits are one place off; 0 within a row."""
    return 0.5**rows if rows else 0.0


def moved_blanks(one: bytes, other: bytes) -> list[tuple[int, int]]:
    """The ways to make ``other`` of ``one`` by leaving out a blank and adding one further on: both places, in each."""
    differ = [at for at, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
    first, last = differ[0], differ[-1]
    if one[first] or other[last] or one[first + 1 : last + 1] != other[first:last]:
        return []
    start, end = first, last
    while start and not one[start - 1]:
        start -= 1
    while end < len(other) - 1 and not other[end + 1]:
        end += 1
    return [(away, to) for away in range(start, first + 1) for to in range(last, end + 1)]
