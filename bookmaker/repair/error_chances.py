"""How likely a puzzle is typed as another: every kind of error, with the ways to make it counted in the puzzle that was meant.

Bayes' rule needs the chance of the error that is seen, of all that could have been made. A digit too many has as many places as
there are empty cells; a digit with three look-alikes is read as each of them less often than one with a single look-alike; of a
long run of blanks one is lost the more easily, because the same wrong puzzle comes of it whichever it was. Where an error may
be of several kinds their chances add up: a 5 typed as 6 was misread, or the key beside it was hit. How often people make errors
of each kind is in :data:`bookmaker.repair.likelihood.SHARES`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from bookmaker.repair.likelihood import SHARES, keys_beside, lookalikes

Chance = tuple[str, float]
"""The name of a kind in the table of shares, and how likely one error of it is this one."""


@dataclass(frozen=True)
class Copying:
    """A puzzle that is copied: its givens, 0 for empty cells, in reading order on a grid of ``size``.

    Of an arrangement of several grids lines are looked at in the first one, and slips in all.
    """

    meant: bytes
    size: int

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
        if differ[-1] >= self.size**2:
            return
        rows = sorted({cell // self.size for cell in differ})
        columns = sorted({cell % self.size for cell in differ})
        for name, touched, lines in (("row", rows, self._rows), ("column", columns, self._columns)):
            if len(touched) == 2:
                yield from self._lines_exchanged(f"{name}s", touched, lines, wrong)
            elif len(touched) == 1:
                yield from self._line_slip(f"{name}-slip", lines[touched[0]], lines, wrong)

    def _digit(self, cell: int, wrong: bytes) -> Iterator[Chance]:
        old, new = self.meant[cell], wrong[cell]
        if old and new:
            yield "digit", 1 / (self._given * (self.size - 1))
            for name, likely in (("lookalike", lookalikes(old, self.size)), ("keypad", keys_beside(old, self.size))):
                if new in likely:
                    yield name, 1 / (self._given * len(likely))
        elif new:
            empty = len(self.meant) - self._given
            yield "extra", 1 / (empty * self.size)
            row, column = divmod(cell, self.size)
            if column and self.meant[cell - 1] == new:
                yield "doubled", 1 / sum(pair[0] > 0 == pair[1] for pair in self._across)
            beside = [self.meant[cell + 1]] if column < self.size - 1 else []
            beside += [self.meant[cell - self.size]] if row else []
            beside += [self.meant[cell + self.size]] if row < self.size - 1 else []
            if new in beside:
                either = (*self._down, *((two, one) for one, two in (*self._across, *self._down)))
                yield "doubled-beside", beside.count(new) / sum(pair[0] > 0 == pair[1] for pair in either)

    def _exchange(self, differ: Sequence[int], wrong: bytes) -> Iterator[Chance]:
        one, two = differ
        if (self.meant[one], self.meant[two]) != (wrong[two], wrong[one]):
            return
        same_row, same_column = one // self.size == two // self.size, two % self.size == one % self.size
        if same_row and two == one + 1:
            yield "swap", 1 / sum(a != b for a, b in self._across)
        if two == one + self.size:
            yield "swap-down", 1 / sum(a != b for a, b in self._down)
        if self.meant[one] and self.meant[two] and (same_row or same_column):
            filled = [sum(self.meant[cell] > 0 for cell in line) for line in (*self._rows, *self._columns)]
            yield "exchange", 1 / sum(many * (many - 1) / 2 for many in filled)

    def _lines_exchanged(
        self, name: str, touched: Sequence[int], lines: Sequence[Sequence[int]], wrong: bytes
    ) -> Iterator[Chance]:
        one, two = touched
        pairs = zip(lines[one], lines[two], strict=True)
        if all((self.meant[a], self.meant[b]) == (wrong[b], wrong[a]) for a, b in pairs):
            side_by_side = self.size - 1
            if two == one + 1:
                yield name, 1 / side_by_side
            else:
                yield f"{name}-apart", 1 / (self.size * (self.size - 1) / 2 - side_by_side)

    def _line_slip(
        self, name: str, line: Sequence[int], lines: Sequence[Sequence[int]], wrong: bytes
    ) -> Iterator[Chance]:
        meant, typed = bytes(self.meant[cell] for cell in line), bytes(wrong[cell] for cell in line)
        last = self.size - 1
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
        size = self.size
        ways = [*moved_blanks(self.meant, wrong), *moved_blanks(wrong, self.meant)]
        here = sum(_unnoticed(abs(one // size - two // size)) for one, two in ways)
        if here:
            blanks = [self.meant[at : at + size].count(0) for at in range(0, len(self.meant), size)]
            # A blank is left out in one row and one added anywhere in a later one, or the other way round.
            whole = sum(
                _unnoticed(abs(row - other)) * blank * size
                for row, blank in enumerate(blanks)
                for other in range(len(blanks))
            )
            yield "slip", here / whole

    @cached_property
    def _given(self) -> int:
        return len(self.meant) - self.meant.count(0)

    @cached_property
    def _rows(self) -> list[list[int]]:
        return [list(range(start, start + self.size)) for start in range(0, self.size**2, self.size)]

    @cached_property
    def _columns(self) -> list[list[int]]:
        return [list(column) for column in zip(*self._rows, strict=True)]

    @cached_property
    def _across(self) -> list[tuple[int, int]]:
        """What stands in every two cells side by side in a row, the left one first."""
        return [(self.meant[one], self.meant[two]) for row in self._rows for one, two in pairwise(row)]

    @cached_property
    def _down(self) -> list[tuple[int, int]]:
        return [(self.meant[one], self.meant[two]) for column in self._columns for one, two in pairwise(column)]


def _unnoticed(rows: int) -> float:
    """How likely it is that nobody notices for so many rows that all digits stand one place off; 0 within a row."""
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
