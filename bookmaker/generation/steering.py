"""Steering towards rare patterns: subsets and fish of four.

A subset of four cells in a house is the hardest step only if nearly all of the house is open: the cells beside it are a subset,
too, and a smaller one would have been found first. So a naked quadruple needs eight open cells and a hidden one all nine. For
the same reason the digit of a jellyfish is placed once at most. A puzzle is therefore dug from such a house, or digit, first, and
no given is added there.

Where the techniques are stuck, a pattern may be nearly there: a few candidates are too many. The full grid says which four
cells and digits belong together, and which givens remove such a candidate. One of these is the next given to try.
"""

from __future__ import annotations

from bookmaker.generation.targets import FINNED, HIDDEN, NOTHING, Work
from bookmaker.jit.decorators import inner
from bookmaker.kernels.bits import popcount
from bookmaker.kernels.rng import below
from bookmaker.kernels.rules import Array
from bookmaker.techniques.finders.decorators import int64

_MOST = 4
"""More candidates than this are too many."""


@inner
def set_course(work: Work, state: Array, solution: Array) -> None:
    """Draw the house or digit of the pattern: ``kept_open`` is 1 for its cells, and 0 everywhere if nothing is steered."""
    steer, cells = work.aim.wish.steer, work.kept_open
    for cell in range(len(cells)):
        cells[cell] = 0
    if NOTHING < steer <= FINNED:
        digit = 1 + below(state, work.engine.tables.size)
        for cell in range(len(cells)):
            cells[cell] = solution[cell] == digit
    elif steer > FINNED:
        houses = work.engine.tables.houses
        house = below(state, len(houses))
        for place in range(houses.shape[1]):
            cells[houses[house, place]] = 1


@inner
def next_given(work: Work, state: Array, solution: Array) -> int:
    """A cell whose given brings a pattern nearer that is nearly there on the engine's board; -1 if none is."""
    steer = work.aim.wish.steer
    if NOTHING < steer <= FINNED:
        return int(_for_fish(work, state, solution, 2 if steer == FINNED else 1))
    if steer > FINNED:
        return int(_for_subset(work, state, solution, steer == HIDDEN))
    return -1


@inner
def _open(work: Work, cell: int, digit: int) -> int:
    """1 if the digit is a candidate of the cell."""
    return int((int64(work.engine.board.candidates[cell]) >> (digit - 1)) & 1)


@inner
def _beyond(lines: Array, a: int, b: int, c: int, e: int, held: int) -> int:
    """How many bits of four lines are not in ``held``."""
    found = int64(0)
    for line in (a, b, c, e):
        found += popcount(lines[line] & ~held)
    return int(found)


@inner
def _for_fish(work: Work, state: Array, solution: Array, least: int) -> int:
    """A cell with a candidate outside the columns that the digit has in four rows, or the other way round.

    ``least``: a fish may have one such candidate less than this.
    """
    size, lines, board = int64(work.engine.tables.size), work.lines, work.engine.board
    best, ties = int64(_MOST + 1), int64(0)
    across, digit = int64(0), int64(0)
    base, cover = int64(0), int64(0)
    for d in range(1, size + 1):
        placed = int64(0)
        for cell in range(size * size):
            placed += board.digits[cell] == d
        if placed > 1:
            continue
        for way in range(2):
            for i in range(size):
                mask, home = int64(0), int64(0)
                for j in range(size):
                    cell = i * size + j if way == 0 else j * size + i
                    mask |= int64(_open(work, cell, d)) << j
                    if solution[cell] == d:
                        home = int64(1) << j
                lines[i], lines[size + i] = mask, home
            for a in range(size - 3):
                for b in range(a + 1, size - 2):
                    for c in range(b + 1, size - 1):
                        for e in range(c + 1, size):
                            if lines[a] == 0 or lines[b] == 0 or lines[c] == 0 or lines[e] == 0:
                                continue
                            held = lines[size + a] | lines[size + b] | lines[size + c] | lines[size + e]
                            extra = int64(_beyond(lines, a, b, c, e, held))
                            if extra < least or extra > best:
                                continue
                            mine = int64(1) << a | int64(1) << b | int64(1) << c | int64(1) << e
                            effects = int64(0)
                            for other in range(size):
                                if (mine >> other) & 1 == 0:
                                    effects |= lines[other] & held
                            if effects == 0:
                                continue
                            if extra < best:
                                best, ties = extra, int64(0)
                            ties += 1
                            if below(state, ties) == 0:
                                across, digit, base, cover = int64(way), int64(d), mine, held
    if ties == 0:
        return -1
    chosen, ties = int64(-1), int64(0)
    for i in range(size):
        for j in range(size):
            cell = i * size + j if across == 0 else j * size + i
            if (base >> i) & 1 and (cover >> j) & 1 == 0 and _open(work, cell, digit):
                ties += 1
                if below(state, ties) == 0:
                    chosen = int64(cell)
    return int(chosen)


@inner
def _for_subset(work: Work, state: Array, solution: Array, hidden: bool) -> int:
    """A cell whose digit removes a candidate too many from four cells of a house, or the four digits' from the others."""
    tables, board, lines = work.engine.tables, work.engine.board, work.lines
    houses, size = tables.houses, int64(tables.size)
    best, ties = int64(_MOST + 1), int64(0)
    at, base, digits = int64(0), int64(0), int64(0)
    for house in range(len(houses)):
        count = int64(0)
        for p in range(size):
            cell = houses[house, p]
            lines[p] = int64(board.candidates[cell])
            lines[size + p] = int64(1) << (int64(solution[cell]) - 1)
            count += lines[p] != 0
        if count < (size if hidden else size - 1):
            continue
        for a in range(size - 3):
            for b in range(a + 1, size - 2):
                for c in range(b + 1, size - 1):
                    for e in range(c + 1, size):
                        if lines[a] == 0 or lines[b] == 0 or lines[c] == 0 or lines[e] == 0:
                            continue
                        held = lines[size + a] | lines[size + b] | lines[size + c] | lines[size + e]
                        mine = int64(1) << a | int64(1) << b | int64(1) << c | int64(1) << e
                        inside = int64(_beyond(lines, a, b, c, e, held))
                        outside = int64(0)
                        for other in range(size):
                            if (mine >> other) & 1 == 0:
                                outside += int64(popcount(lines[other] & held))
                        extra, effects = (outside, inside) if hidden else (inside, outside)
                        if extra == 0 or extra > best or effects == 0:
                            continue
                        if extra < best:
                            best, ties = extra, int64(0)
                        ties += 1
                        if below(state, ties) == 0:
                            at, base, digits = int64(house), mine, held
    if ties == 0:
        return -1
    chosen, ties = int64(-1), int64(0)
    for p in range(size):
        cell = int64(houses[at, p])
        mine = (base >> p) & 1
        if mine == int64(hidden):
            continue
        surplus = int64(board.candidates[cell]) & (digits if hidden else ~digits)
        for near in range(tables.peer_count[cell]):
            peer = int64(tables.peers[cell, near])
            bit = int64(1) << (int64(solution[peer]) - 1)
            if surplus & bit and board.digits[peer] == 0 and work.kept_open[peer] == 0:
                ties += 1
                if below(state, ties) == 0:
                    chosen = peer
    return int(chosen)
