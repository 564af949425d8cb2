"""Random full grids of 9x9 classic puzzles: the grids of :func:`bookmaker.logic.kernels.fill.fill`, by the same draws, in a
quarter of the time.

That fill works cell by cell, for any size and any houses. This one keeps nodes as :mod:`bookmaker.logic.kernels.propagation9`
has them, and counts the candidates of all cells at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from bookmaker.logic.jit.bundle import halves, words_on_stack
from bookmaker.logic.jit.decorators import bare, inner
from bookmaker.logic.kernels import layout9, propagation9
from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.kernels.fill import ATTEMPTS, PATIENCE
from bookmaker.logic.kernels.lanes import WORD, Lanes
from bookmaker.logic.kernels.propagation9 import (
    DEAD,
    DIGITS,
    FIRST,
    LAST_BAND,
    NEXT,
    OPEN,
    QUARTERS,
    ROW,
    SOLVED,
    copy_solution,
    load,
    nines,
    node_at,
    row_address,
    spread,
    tally,
)
from bookmaker.logic.kernels.rng import below
from bookmaker.logic.kernels.rules import Array, RuleArrays
from bookmaker.logic.kernels.vectors import peek

# Singles of a 9x9 classic grid, for all nine digits and all bands at once, in vectors, for random fills.
#
# A node is laid out as in :mod:`bookmaker.logic.kernels.propagation9`, whose rules draw more consequences. A fill must not know
# them: its grids would come out with other frequencies than those of :mod:`bookmaker.logic.kernels.cell_singles`, which are the
# same for every size. A single is a candidate that is alone in its cell, row, column or box. Singles lead to the same grid in
# whatever order they are placed, so that one round places all of them.


def _placed(rows: list[Lanes], two: Lanes) -> list[Lanes]:
    """The candidates that are alone in their cell or in one of their houses. ``two``: the cells with two candidates or more."""
    one = rows[0] | rows[1] | rows[2]
    twice = (rows[0] & rows[1]) | ((rows[0] | rows[1]) & rows[2])
    beside, last = one >> 1, one >> 2
    first = ((one & (beside | last)) | (beside & last) | twice | twice >> 1 | twice >> 2) & FIRST
    box = (first << 3) - first
    pair = twice | (one & one.take(NEXT))
    crowded = box & (pair | pair.take(NEXT) | pair.take(LAST_BAND))
    return [
        (words & ~(crowded & several)).where((words & (words - 1)).differ(0), words)
        for words, several in zip(rows, spread(two), strict=True)
    ]


def _step(rows: list[Lanes]) -> tuple[list[Lanes], tuple[Lanes, Lanes, Lanes]]:
    """Place all singles of a node. Two singles of a digit in one house exclude each other, and leave a row without it.

    With the new rows come the cells, as tallied, that had a candidate before, that had two, and in which two singles are.
    """
    one, two, _ = tally(rows, nines(rows))
    placed = _placed(rows, two)
    taken, clashing, _ = tally(placed, nines(placed))
    boxes = []
    for words in placed:
        first = (words | words >> 1 | words >> 2) & FIRST
        boxes.append((first << 3) - first)
    column = placed[0] | placed[1] | placed[2]
    beyond = column.take(NEXT) | column.take(LAST_BAND)
    after = []
    for row, (words, alone, gone) in enumerate(zip(rows, placed, spread(taken), strict=True)):
        lost = boxes[(row + 1) % 3] | boxes[(row + 2) % 3] | beyond
        here = alone.where((alone & (alone - 1)).equal(0), 0).where(alone.differ(0), words)
        after.append(here & ~lost & (alone | ~gone))
    return after, (one, two, clashing)


def _end(rows: list[Lanes], one: Lanes, two: Lanes, clashing: Lanes) -> Any:
    """How a node ends that a step leaves as it is, by what that step has tallied."""
    builder = rows[0].builder
    every = rows[0] | rows[1] | rows[2]
    minirows = (every | every >> 1 | every >> 2) & FIRST
    columns = every | every.take(NEXT) | every.take(LAST_BAND)
    houses = builder.or_(minirows.differ(FIRST), columns.differ(ROW))
    for words in rows:
        houses = builder.or_(houses, words.equal(0))
    none = ir.Constant(WORD, 0)
    cells = builder.or_(one.differ(ROW), clashing.differ(0))
    lost = builder.or_(
        builder.and_(houses, ir.Constant(WORD, DIGITS)), builder.and_(cells, ir.Constant(WORD, QUARTERS))
    )
    left = builder.and_(two.differ(0), ir.Constant(WORD, QUARTERS))
    answer = ir.IntType(64)
    some = builder.icmp_unsigned("!=", left, none)
    alive = builder.select(some, ir.Constant(answer, OPEN), ir.Constant(answer, SOLVED))
    return builder.select(builder.icmp_unsigned("!=", lost, none), ir.Constant(answer, DEAD), alive)


@intrinsic
def place(typingctx: Any, work: Any, at: Any) -> Any:
    """Place every single of the node at index ``at`` of ``work`` uint64[...], which is not checked, and every one that follows.

    The node is mutated. Returns DEAD, SOLVED or OPEN.
    """
    if not (isinstance(work, types.Array) and work.dtype == types.uint64 and isinstance(at, types.Integer)):
        return None

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        node = node_at(context, builder, signature.args[0], *args)
        rows, before = load(builder, node), builder.basic_block
        loop, done = builder.append_basic_block("loop"), builder.append_basic_block("done")
        builder.branch(loop)
        builder.position_at_end(loop)
        phis = [builder.phi(words.value.type) for words in rows]
        old = [Lanes(builder, phi) for phi in phis]
        new, tallied = _step(old)
        for phi, first, later in zip(phis, rows, new, strict=True):
            phi.add_incoming(first.value, before)
            phi.add_incoming(later.value, loop)
        changed = (old[0] ^ new[0]) | (old[1] ^ new[1]) | (old[2] ^ new[2])
        builder.cbranch(builder.icmp_unsigned("!=", changed.differ(0), ir.Constant(WORD, 0)), loop, done)
        builder.position_at_end(done)
        for row, words in enumerate(new):
            words.store(row_address(builder, node, row))
        return _end(new, *tallied)

    return types.int64(work, types.int64), codegen


_LINE = 8
_CELLS = 81
_NODE, _PART, _LANES = propagation9.NODE, layout9.PART, propagation9.LANES
_LAID = -(-layout9.LAID // _LINE) * _LINE
_WORK = 2 * _LINE + _LAID + (_CELLS + 1) * _NODE
"""A node for each guess, at the beginnings of cache lines."""
_work, _guesses = words_on_stack(_WORK), words_on_stack(_CELLS + 1)

_ONE = np.uint64(1)


@inner
def _word(at: int, guess: int) -> Any:
    """The index, among words of 16 bits, of the row of a digit that has a candidate."""
    row = (guess >> 5) // 9
    return 4 * at + row % 3 * _LANES + peek(propagation9.LANE_OF, row // 3 * 9 + (guess & 31))


@inner
def _draw(work: Array, at: int, laid: int, state: Array) -> int:
    """A random candidate of a random cell among those with the fewest, two or more, as cell << 5 | digit-1."""
    layout9.lay_settled(work, at, laid)
    ones = twos = fours = eights = np.uint64(0)
    more_ones = more_twos = more_fours = more_eights = np.uint64(0)
    for digit in range(9):
        carry = peek(work, laid + digit)
        ones, carry = ones ^ carry, ones & carry
        twos, carry = twos ^ carry, twos & carry
        fours, carry = fours ^ carry, fours & carry
        eights |= carry
        carry = peek(work, laid + digit + _PART)
        more_ones, carry = more_ones ^ carry, more_ones & carry
        more_twos, carry = more_twos ^ carry, more_twos & carry
        more_fours, carry = more_fours ^ carry, more_fours & carry
        more_eights |= carry
    fewest = 1
    cells = more_cells = np.uint64(0)
    while not (cells | more_cells):
        fewest += 1
        cells = (ones if fewest & 1 else ~ones) & (twos if fewest & 2 else ~twos)
        cells &= (fours if fewest & 4 else ~fours) & (eights if fewest & 8 else ~eights)
        more_cells = (more_ones if fewest & 1 else ~more_ones) & (more_twos if fewest & 2 else ~more_twos)
        more_cells &= (more_fours if fewest & 4 else ~more_fours) & (more_eights if fewest & 8 else ~more_eights)
    near = popcount(cells)
    skip = below(state, near + popcount(more_cells))
    start = laid
    begin = 0
    if skip >= near:
        skip -= near
        cells = more_cells
        start += _PART
        begin = 54
    for _ in range(skip):
        cells &= cells - _ONE
    bit = lowest(cells)
    digits = layout9.digits_at(work, start, cells & -cells)
    for _ in range(below(state, fewest)):
        digits &= digits - _ONE
    return int((begin + (bit >> 5) * 27 + (bit & 31)) << 5 | lowest(digits))


@bare
def fill(rules: RuleArrays, state: Array, out: Array) -> bool:
    """As :func:`bookmaker.logic.kernels.fill.fill` for the rules of the classic 9x9 grid, which are not looked at."""
    work = _work()
    words = halves(work)
    guesses = _guesses()
    laid = _LINE + (-(work.ctypes.data >> 3) & _LINE - 1)
    bottom = laid + _LAID
    for _ in range(ATTEMPTS):
        for word in range(4 * _NODE):
            words[4 * bottom + word] = propagation9.ROW if word % _LANES < 27 else 0
        depth = wrong = 0
        at = bottom
        end = propagation9.OPEN
        while wrong <= PATIENCE * _CELLS:
            if end == propagation9.SOLVED:
                copy_solution(work, at, out)
                return True
            guess = _draw(work, at, laid, state)
            guesses[depth] = np.uint64(guess)
            for word in range(_NODE):
                work[at + _NODE + word] = work[at + word]
            depth += 1
            at += _NODE
            words[_word(at, guess)] = np.uint16(1 << (guess >> 5) % 9)
            end = place(work, at)
            while end == propagation9.DEAD:
                if depth == 0:
                    return False
                wrong += 1
                depth -= 1
                at -= _NODE
                guess = int(np.int64(guesses[depth]))
                words[_word(at, guess)] &= ~np.uint16(1 << (guess >> 5) % 9)
                end = place(work, at)
    return False
