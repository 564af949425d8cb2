"""How likely people make an error, and how likely a puzzle is typed as another: this alone orders all suggestions.

Which digits are taken for each other follows studies of handwriting and of poor print. Kinds of errors in givens have shares, and
the ways to make each are counted in the puzzle that was meant; the order of errors in cages also follows how much has to go wrong
at once.

Bayes' rule needs the chance of the error that is seen, of all that could have been made. A digit too many has as many places as
there are empty cells; a digit with three look-alikes is read as each of them less often than one with a single look-alike; of a
long run of blanks one is lost the more easily, because the same wrong puzzle comes of it whichever it was. Where an error may be
of several kinds their chances add up: a 5 typed as 6 was misread, or the key beside it was hit. How often people make errors of
each kind is in :data:`SHARES`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from bookmaker.puzzles.grid.geometry import Geometry

SHARES = {
    "lookalike": 1.0,
    "keypad": 1.0,
    "digit": 1.0,
    "swap": 1.0,
    "doubled": 1.0,
    "extra": 1.0,
    "exchange": 1.0,
    "rows": 1.0,
    "columns": 1.0,
    "row-slip": 1.0,
    "column-slip": 1.0,
    "slip": 1.0,
    "rows-apart": 0.5,
    "columns-apart": 0.5,
    "swap-down": 0.25,
    "doubled-beside": 0.25,
    "row-slip-within": 0.1,
    "column-slip-within": 0.1,
}
"""How often people make errors of each kind in the givens of a puzzle that they copy, relative to those of the first kinds.

Nobody has counted them, so that the twelve plain kinds have one share. The number of ways to make an error decides between
them: two rows side by side can be exchanged in eight ways, a digit too many has some 450.

``lookalike``: a digit is taken for one that looks like it. ``keypad``: the key beside the wanted one was hit. ``digit``: any
wrong digit. ``swap``: two cells side by side are exchanged. ``doubled``: a digit was typed twice, over the empty cell to its
right. ``extra``: a digit is where none belongs. ``exchange``: two digits of a line are exchanged. ``rows``, ``columns``: two
of them side by side are exchanged. ``row-slip``, ``column-slip``: from some cell of a line to its end all digits are one
place off, because a blank was left out or typed twice. ``slip``: a blank was left out in one row, and is too many in another.

The other kinds are seldom, because they run against how people copy. Lines that lie apart (``rows-apart``, ``columns-apart``) are
mistaken for each other less easily than neighbours. Most people type along rows: digits exchanged or typed twice in
another direction (``swap-down``, ``doubled-beside``) is an error of the eye alone. A line that is one place off is noticed when
it ends too early or too late; where it is right again ``within``, two errors have been made.
"""

SHOWN = {
    "swap-down": "swap",
    "doubled-beside": "doubled",
    "row-slip-within": "row-slip",
    "column-slip-within": "column-slip",
}
"""The names under which kinds are reported that are only weighed apart; all others have their own. A kind more, ``answer``, is
reported where givens differ from the answer that came with them.
"""

CAGES = (
    "cage-twice",
    "cell-twice",
    "cell-mistyped",
    "cell-forgotten",
    "cage-forgotten",
    "sum-missing",
    "cage-split",
    "sum-transposed",
    "sum-digit",
    "joined-with-one-sum",
    "sum-digit-unlike",
    "sums-exchanged",
    "cell-moved",
    "sum",
    "cages-joined",
    "two-sums",
)
"""Errors in cages, the likeliest first.

``cage-twice``: the same cage is there again. ``cell-twice``: a cell is listed in two cages. ``cell-mistyped``: a cell is listed
in the place of one that is in no cage. ``cell-forgotten``: a cell is in no cage. ``cage-forgotten``: a whole cage is missing.
``sum-missing``: a cage has no sum. ``cage-split``: one cage became two. ``sum-transposed``: 12 for 21. ``sum-digit``: one digit
of a sum is wrong, missing or too many. ``sums-exchanged``: two cages have each other's sum. ``cell-moved``: a cell is in the
cage beside its own. ``sum``: any other wrong sum. ``cages-joined``: two cages became one. ``two-sums``: two sums are mistyped.

Two names are for the order only. ``joined-with-one-sum``: two cages became one that has the sum of one, and the sum of the
other is all that is lacking, which is seldom so by accident. ``sum-digit-unlike``: a ``sum-digit`` of which the digits are not
easily taken for each other; a person makes one in a thousand ways, and overlooks a line between two cages in three hundred.
"""

SUMS = frozenset({"sum-missing", "sum-transposed", "sum-digit", "sum", "two-sums"})
"""Errors in single sums, which an answer puts right by itself."""

LOOKALIKES = frozenset(map(frozenset, ((1, 7), (6, 8), (3, 8), (5, 6), (6, 9), (8, 9), (4, 9), (2, 7), (3, 5))))
"""Digits that people confuse in handwriting and poor print."""

_KEYPAD = {digit: divmod(digit - 1, 3) for digit in range(1, 10)}


def keys_touch(one: int, other: int) -> bool:
    """Whether two digits lie side by side on a keypad, or in the row of digits of a keyboard."""
    if not (1 <= one <= 9 and 1 <= other <= 9):
        return False
    (row, column), (other_row, other_column) = _KEYPAD[one], _KEYPAD[other]
    return abs(one - other) == 1 or abs(row - other_row) + abs(column - other_column) == 1


def lookalikes(digit: int, size: int) -> list[int]:
    """The digits that one is taken for."""
    return [other for other in range(1, size + 1) if frozenset((digit, other)) in LOOKALIKES]


def keys_beside(digit: int, size: int) -> list[int]:
    """The digits whose keys are beside that of one."""
    return [other for other in range(1, size + 1) if keys_touch(digit, other)]


def digit_error(old: int, new: int) -> str:
    """The kind of error that makes ``old`` of ``new``."""
    if frozenset((old, new)) in LOOKALIKES:
        return "lookalike"
    return "keypad" if keys_touch(old, new) else "digit"


def sum_error(old: int, new: int) -> str:
    """The kind of error that makes the sum ``old`` of ``new``."""
    wrong, right = str(old), str(new)
    if wrong == right[::-1]:
        return "sum-transposed"
    if len(wrong) == len(right) and sum(a != b for a, b in zip(wrong, right, strict=True)) == 1:
        return "sum-digit"
    shorter, longer = sorted((wrong, right), key=len)
    dropped = {longer[:at] + longer[at + 1 :] for at in range(len(longer))}
    return "sum-digit" if len(longer) == len(shorter) + 1 and shorter in dropped else "sum"


def sum_distance(old: int, new: int) -> int:
    """Orders wrong sums of one kind: 0 if the digit that differs is taken for one like it or is beside it on the keys, else 1."""
    pairs = [(a, b) for a, b in zip(str(old), str(new), strict=False) if a != b]
    near = len(pairs) == 1 and len(str(old)) == len(str(new)) and digit_error(*map(int, pairs[0])) != "digit"
    return 0 if near else 1


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
