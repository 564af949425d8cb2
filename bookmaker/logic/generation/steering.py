"""Steering towards rare patterns: subsets and fish of four.

A subset of four cells in a house is the hardest step only if nearly all of the house is open: the cells beside it are a subset,
too, and a smaller one would have been found first. So a naked quadruple needs eight open cells and a hidden one all nine. For
the same reason the digit of a jellyfish is placed once at most. A puzzle is therefore dug from such a house, or digit, first, and
no given is added there. In most attempts the givens that make the pattern are kept. For a subset, those are kept that take few
candidates from the pattern itself. That gives twenty times as many jellyfish as chance, and seven times as
many quadruples.

Where the techniques are stuck, a pattern may be nearly there: a few candidates are too many. The full grid says which four
cells and digits belong together, and which givens remove such a candidate. One of these is the next given to try. Fish with
fins are not brought nearer so: they are only climbed to where the path has one.
"""

from __future__ import annotations

from bookmaker.logic.generation.targets import FINNED, FISH, GIVEN, HIDDEN, NOTHING, OPEN, Work
from bookmaker.logic.jit.decorators import inner
from bookmaker.logic.kernels.bits import popcount
from bookmaker.logic.kernels.rng import below
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.finders import int64

DRAWS = 16
"""So many draws of four cells; those are taken whose pattern loses the fewest candidates by its own givens."""

CHANCE = 8
"""One attempt in so many, on average, keeps no givens."""

_FEWEST = 3
"""Givens are kept only if at least a third (1 / n) of the cells may hold givens."""

_HARM = 2
"""The cost of a candidate lost, against a candidate that is rightly gone."""

_NEVER = 99
"""More candidates than can be lost: the givens cannot make the pattern."""

SPARED = 8
"""One in so many of the givens of a fish without fins, on average, is left to chance."""

_MOST = 4
"""More candidates than this are too many."""


@inner
def set_course(work: Work, state: Array, solution: Array) -> None:
    """Draw the house or digit of the pattern, and four cells or lines of it: ``kept`` is OPEN for cells that it needs open, GIVEN
    for givens that make it, and 0 for all others; 0 everywhere if nothing is steered.
    """
    aim, kept = work.aim, work.kept
    steer = aim.wish.steer
    # The givens that make a pattern are too many for a puzzle of few givens, and some are superfluous.
    makes = steer != NOTHING and not aim.minimal and _FEWEST * aim.most >= len(kept)
    makes = makes and below(state, CHANCE) != 0
    for cell in range(len(kept)):
        kept[cell] = 0
    if NOTHING < steer <= FINNED:
        digit = 1 + below(state, work.engine.tables.size)
        for cell in range(len(kept)):
            kept[cell] = OPEN * (solution[cell] == digit)
        if makes:
            _make_fish(work, state, solution, digit, steer == FINNED)
    elif steer > FINNED:
        houses = work.engine.tables.houses
        house = below(state, len(houses))
        for place in range(houses.shape[1]):
            kept[houses[house, place]] = OPEN
        best, least = int64(0), int64(_NEVER)
        for _ in range(DRAWS if makes else 0):
            four = int64(_draw_four(state, houses.shape[1]))
            harm = int64(_make_subset(work, solution, house, four, steer == HIDDEN, False))
            if harm < least:
                best, least = four, harm
        if least < _NEVER:
            _make_subset(work, solution, house, best, steer == HIDDEN, True)


@inner
def _draw_four(state: Array, size: int) -> int:
    """Four of the numbers below ``size`` as bits."""
    drawn = int64(0)
    while popcount(drawn) < 4:
        drawn |= int64(1) << below(state, size)
    return int(drawn)


@inner
def _make_subset(work: Work, solution: Array, house: int, four: int, hidden: bool, marks: bool) -> int:
    """Keep givens that leave four cells of a house no digits but their own, or leave their digits no other cells.

    ``four``: the places of these cells in the house. The four cells need their four digits, and the others theirs: where one
    goes, a smaller subset or a single is likely. Returns how many go by the givens. ``marks``: whether to write to ``kept``.
    """
    kept, sights = work.kept, work.engine.tables.sights
    size = int64(work.engine.tables.size)
    harm = int64(0)
    for of in range(size):
        own = int64(1) << of
        side = int64(four) if int64(four) & own else ((int64(1) << size) - 1) & ~int64(four)
        digit = solution[work.engine.tables.houses[house, of]]
        # The places that the digit has to leave.
        left = ((int64(1) << size) - 1) & ~side if (int64(four) & own != 0) == hidden else int64(0)
        while left:
            best, most, hit = int64(-1), int64(-_NEVER), int64(0)
            for cell in range(len(kept)):
                seen = int64(sights[cell, house])
                if solution[cell] == digit and kept[cell] != OPEN and seen & left:
                    harmed = int64(popcount(seen & side & ~own))
                    worth = int64(popcount(seen & left)) - _HARM * harmed
                    if worth > most:
                        best, most, hit = int64(cell), worth, harmed
            if best < 0:
                return _NEVER
            harm += hit
            left &= ~int64(sights[best, house])
            if marks:
                kept[best] = GIVEN
        if marks:
            for cell in range(len(kept)):
                if solution[cell] == digit and int64(sights[cell, house]) & side & ~own and kept[cell] == 0:
                    kept[cell] = OPEN
    return int(harm)


@inner
def _make_fish(work: Work, state: Array, solution: Array, digit: int, finned: bool) -> None:
    """Keep givens that leave the digit four columns in four rows, or the other way round; with fins, but for one box of a row."""
    size, kept = int64(work.engine.tables.size), work.kept
    four, across = _draw_four(state, size), below(state, 2)
    held, row, fins = int64(0), int64(-1), int64(0)
    for i in range(size):
        for j in range(size):
            cell = i * size + j if across == 0 else j * size + i
            if (four >> i) & 1 and solution[cell] == digit:
                held |= int64(1) << j
    if finned:
        row = int64(below(state, size))
        while (four >> row) & 1 == 0:
            row = (row + 1) % size
        wide = int64(work.grids.box_width if across == 0 else work.grids.box_height)
        fins = ((int64(1) << wide) - 1) << (wide * below(state, size // wide))
    for i in range(size):
        for j in range(size):
            cell = i * size + j if across == 0 else j * size + i
            outside = (four >> i) & 1 and ((held | (fins if i == row else 0)) >> j) & 1 == 0
            if outside and (finned or below(state, SPARED)):
                kept[cell] = GIVEN


@inner
def next_given(work: Work, state: Array, solution: Array) -> int:
    """A cell whose given brings a pattern nearer that is nearly there on the engine's board; -1 if none is."""
    steer = work.aim.wish.steer
    if steer == FISH:
        return int(_for_fish(work, state, solution))
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
def _for_fish(work: Work, state: Array, solution: Array) -> int:
    """A cell with a candidate outside the columns that the digit has in four rows, or the other way round."""
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
                            if extra == 0 or extra > best:
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
            if surplus & bit and board.digits[peer] == 0 and work.kept[peer] == 0:
                ties += 1
                if below(state, ties) == 0:
                    chosen = peer
    return int(chosen)
