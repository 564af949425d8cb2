"""The codes of the Interactive Sudoku Solver: a table of two cells' digits, and an automaton along cells, as letters and digits.

A table (``Pair``) has a bit for each two digits, row by row, six in a letter, and no zeros at its end. An automaton (``NFA``) is
a row of bits: two for the form, four for the bits of a state less one, four for the number of digits less one, then how many
states are begun in, how many others are ended in, and which of the first are; behind them, for each state, a bit for each digit
that leads on, with the states (form 1), or pairs of digit and state (form 0). Source: ``js/nfa_builder.js`` and ``js/util.js`` of
github.com/sigh/Interactive-Sudoku-Solver.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from string import ascii_letters, digits

from bookmaker.puzzles.grid.automaton import Automaton, Machine, State

_ALIKE = ascii_letters.swapcase() + digits
_LETTERS, _FORMER = f"{_ALIKE}-_", f"{_ALIKE}_-"
"""Its older names for tables, ``Binary`` and ``BinaryX``, have the last two signs the other way round."""

_FORM, _STATE, _COUNT = 2, 4, 4
"""Bits of the first numbers of an automaton."""

_PLAIN, _PACKED = 0, 1
_MOST_PAIRS = 2_000
"""Pairs of states that are compared at most: the automata of clues need a few hundred."""

Table = tuple[int, ...]
"""As ``Relation.allowed``."""


def table_code(table: Sequence[int]) -> str:
    """The code of a table."""
    size = len(table)
    bits = [row >> place & 1 for row in table for place in range(size)]
    bits += [0] * (-len(bits) % 6)
    sixes = [sum(bit << at for at, bit in enumerate(bits[start : start + 6])) for start in range(0, len(bits), 6)]
    return "".join(_LETTERS[six] for six in sixes).rstrip(_LETTERS[0])


def table_of_code(code: str, size: int, former: bool = False) -> Table | None:
    """The table of a code for digits 1..size, None if it is none."""
    letters = _FORMER if former else _LETTERS
    if not set(code) <= set(letters) or 6 * (len(code) - 1) >= size * size:
        return None
    bits = [letters.index(letter) >> at & 1 for letter in code for at in range(6)]
    if any(bits[size * size :]):
        return None
    bits += [0] * (size * size - len(bits))
    return tuple(sum(bits[row * size + place] << place for place in range(size)) for row in range(size))


def machine_code(machine: Machine, size: int) -> str:
    """The code of an automaton over the digits 1..size."""
    reached: dict[State, dict[int, State]] = {}
    waiting: list[State] = [machine.start]
    while waiting:
        state = waiting.pop(0)
        if state in reached:
            continue
        steps = {digit: machine.step(state, digit) for digit in range(1, size + 1)}
        reached[state] = {digit: to for digit, to in steps.items() if to is not None}
        waiting += reached[state].values()
    alive = {state for state in reached if machine.accept(state)} | {machine.start}
    while more := {state for state in reached if alive.intersection(reached[state].values())} - alive:
        alive |= more
    begun = [machine.start]
    ended = [state for state in reached if state in alive and machine.accept(state) and state not in begun]
    order = begun + ended + [state for state in reached if state in alive and state not in begun + ended]
    number = {state: at for at, state in enumerate(order)}
    wide = max(1, (len(order) - 1).bit_length())
    out = f"{_PACKED:0{_FORM}b}{wide - 1:0{_STATE}b}{size - 1:0{_COUNT}b}"
    out += f"{len(begun):0{wide}b}{len(ended):0{wide}b}{int(machine.accept(machine.start)):b}"
    for state in order:
        steps = {digit: number[to] for digit, to in reached[state].items() if to in number}
        out += f"{sum(1 << digit - 1 for digit in steps):0{size}b}"
        out += "".join(f"{steps[digit]:0{wide}b}" for digit in sorted(steps))
    out += "0" * (-len(out) % 8)
    out += "0" * (-len(out) % 6)
    return "".join(_LETTERS[int(out[start : start + 6], 2)] for start in range(0, len(out), 6))


@dataclass(frozen=True)
class Coded:
    """An automaton of a code, which begins in state 0: the states to end in, and for each state the one that a digit leads to."""

    ended: frozenset[int]
    steps: tuple[dict[int, int], ...]

    def is_same(self, other: Automaton, size: int) -> bool:
        """Whether it accepts just the lines of another one, as long as that one's are."""
        last = other.layers[-2] if other.possible else -1
        layer = {(0, other.layers[0] if other.possible else -1)}
        for _ in range(len(other.layers) - 2):
            after = set()
            for state, place in layer:
                mine = self.steps[state] if state >= 0 else {}
                ways = other.edges[place] if place >= 0 else ()
                for digit in range(1, size + 1):
                    to = next((to for mask, to in ways if mask >> digit - 1 & 1), -1)
                    after.add((mine.get(digit, -1), to))
            layer = after - {(-1, -1)}
            if len(layer) > _MOST_PAIRS:
                return False
        return all((state in self.ended) == (place == last) for state, place in layer)

    def word(self, length: int, size: int) -> tuple[int, ...] | None:
        """An accepted line of so many digits, None if there is none."""
        layer: dict[int, tuple[int, ...]] = {0: ()}
        for _ in range(length):
            after: dict[int, tuple[int, ...]] = {}
            for state, word in layer.items():
                for digit, to in self.steps[state].items():
                    if digit <= size:
                        after.setdefault(to, (*word, digit))
            layer = after
        return next((word for state, word in layer.items() if state in self.ended), None)


@lru_cache(maxsize=64)
def machine_of_code(code: str) -> Coded | None:
    """The automaton of a code; None if it is none, or one with several ways for a digit, which no clue of ours has."""
    if not code or not set(code) <= set(_LETTERS):
        return None
    bits = _Bits("".join(f"{_LETTERS.index(letter):06b}" for letter in code))
    form, wide, size = bits.number(_FORM), bits.number(_STATE) + 1, bits.number(_COUNT) + 1
    begun, ended = bits.number(wide), bits.number(wide)
    if form not in (_PLAIN, _PACKED) or begun != 1:
        return None
    first = bits.number(begun)
    counted = bits.number(_COUNT) if form == _PLAIN else size
    digit_bits = (size - 1).bit_length()
    rows: list[dict[int, int]] = []
    # Behind the last state are fewer zeros than a state takes, or a state without a way on.
    while counted and bits.left >= counted:
        count = bits.number(counted)
        held = [at + 1 for at in range(size) if count >> at & 1] if form == _PACKED else [0] * count
        row: dict[int, int] = {}
        for digit in held:
            name = digit or bits.number(digit_bits) + 1
            if name in row:
                return None
            row[name] = bits.number(wide)
        if bits.spent:
            return None
        rows.append(row)
    if max((to for row in rows for to in row.values()), default=0) >= len(rows) or 1 + ended > len(rows):
        return None
    return Coded(frozenset(range(0 if first else 1, 1 + ended)), tuple(rows))


class _Bits:
    """A row of bits, read from its beginning."""

    def __init__(self, text: str) -> None:
        self._text, self._at = text[: len(text) // 8 * 8], 0

    @property
    def left(self) -> int:
        return len(self._text) - self._at

    @property
    def spent(self) -> bool:
        """Whether more was read than there is."""
        return self._at > len(self._text)

    def number(self, count: int) -> int:
        """The number in the next bits, the highest first."""
        start, self._at = self._at, self._at + count
        return int(self._text[start : self._at] or "0", 2)
