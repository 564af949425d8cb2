"""What follows from the candidates of a 9x9 classic grid, for all nine digits and all bands at once, in vectors.

A row of one digit is a word of 16 bits: bit c is set where the digit is a candidate in column c. A vector holds one row of every
band (three rows) for every digit, a digit of a band in each lane, and the three vectors of the three rows are the grid, a *node*.
The lanes are four quarters of eight: quarter b has digits 1 to 8 of band b, the last quarter digit 9 of bands 0, 1, 2 and five
lanes that stay 0. Questions about the digits of a cell are thus folded within quarters, for all bands at once.

Sources: words of a digit's candidates, under rules that all digits share, come from the solvers of the "New Sudoku Players'
Forum" from 2005 on. That permutations of minirows cover all deductions between rows and boxes is from T. Dillon's essay on his
solver tdoku. Rows in vectors, with digits and bands in lanes, make every rule a few operations without a table or a branch; this
layout and the code are ours.

Why the rules are right. A digit is once in each row and once in each box of a band, so the three minirows (a row's cells in a
box) that hold it are a permutation of 3. A minirow in no permutation of minirows with candidates cannot hold it
(:func:`fit_rows`). In the same way the minicolumns that hold a digit in a stack are a permutation of its columns over the bands
(:func:`fit_columns`). These two rules include pointing, claiming and hidden singles in all directions. If a row has one candidate
left the digit is decided, and the other digits leave the cell. A cell with one candidate decides it; clearing the rest of its row
is enough, since the rest of its box and column follow from the permutations.

The time of a round is the length of its chain of dependent operations, not their number: a CPU runs several at a time and waits
for each. Two nodes settled together take hardly longer than one. A proof needs both branches of a guess, so one loop settles both
(:mod:`bookmaker.logic.kernels.classic9`), and another the roots of two puzzles (:func:`settle_either`). A third node gains
nothing more: two keep the vector units busy. Where they do not fit into the registers, one after the other takes three quarters
of the time.

The functions of words also work on numpy arrays uint16[32]; the tests use that.

The second part turns the givens of a puzzle into a node, and a solved node into digits. Each digit is compared with all cells of
a band at once, which gives a bit for each cell. To set a bit for each given takes five times as long.
"""

from __future__ import annotations

from functools import reduce
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from bookmaker.logic.jit.bundle import halves
from bookmaker.logic.jit.decorators import inner, lean
from bookmaker.logic.kernels.bits import lowest
from bookmaker.logic.kernels.lanes import HALF, WORD, Lanes
from bookmaker.logic.kernels.rules import NOT, Array

LANES = 32
NODE = 3 * LANES // 4
"""The words of 64 bits that a node takes: its rows 0, 1, 2, each of 32 lanes of 16 bits."""

ROW = 0x1FF
FIRST, _LAST = 0b001001001, 0b100100100
_NOT_FIRST, _NOT_LAST = 0xFFFF ^ FIRST, 0xFFFF ^ _LAST

LANE = [[8 * band + digit if digit < 8 else 24 + band for digit in range(9)] for band in range(3)]
"""[band][digit - 1] -> lane."""

LANE_OF = np.array(LANE, dtype=np.int64)
"""The same, for kernels that look lanes up."""

NEXT = [lane if lane > 26 else 24 + (lane - 23) % 3 if lane > 23 else (lane + 8) % 24 for lane in range(LANES)]
LAST_BAND = [NEXT[lane] for lane in NEXT]
QUARTERS = (1 << 24) - 1
DIGITS = (1 << 27) - 1
ALL = (1 << LANES) - 1

DEAD, SOLVED, OPEN = 0, 1, 2
"""How settling a node ends: a contradiction; every cell is decided; neither."""

GOING = 3
"""What :func:`settle_either` returns of a node that has not ended yet."""


def _mates(rows: list[Any]) -> list[tuple[Any, Any]]:
    """For each row the two others of its node; there may be several nodes."""
    return [(rows[i // 3 * 3 + (i + 1) % 3], rows[i // 3 * 3 + (i + 2) % 3]) for i in range(len(rows))]


def fit_rows(rows: list[Any]) -> list[Any]:
    """The candidates in minirows that lie in a permutation of their band.

    The first bit of a minirow represents it. Bits that a shift brings in from beyond the row are masked out.
    """
    some = [(words | words >> 1 | words >> 2) & FIRST for words in rows]
    twice = [words | words << 9 for words in some]
    turned = [(words >> 3, words >> 6) for words in twice]
    kept = [
        words & ((one_next & other_last) | (one_last & other_next))
        for words, ((one_next, one_last), (other_next, other_last)) in zip(some, _mates(turned), strict=True)
    ]
    return [words & ((first << 3) - first) for words, first in zip(rows, kept, strict=True)]


def fit_columns(rows: list[Any]) -> list[Any]:
    """The candidates in minicolumns that lie in a permutation of their stack, the three stacks worked on at once."""
    used = [rows[i] | rows[i + 1] | rows[i + 2] for i in range(0, len(rows), 3)]
    right = [(words >> 1 & _NOT_LAST) | (words << 2 & _LAST) for words in used]
    left = [(words >> 2 & FIRST) | (words << 1 & _NOT_FIRST) for words in used]
    even = [one.take(NEXT) & other.take(LAST_BAND) for one, other in zip(right, left, strict=True)]
    odd = [other.take(NEXT) & one.take(LAST_BAND) for one, other in zip(right, left, strict=True)]
    fits = [one | other for one, other in zip(even, odd, strict=True)]
    return [words & fits[i // 3] for i, words in enumerate(rows)]


def decided(rows: list[Lanes]) -> list[Lanes]:
    """The candidates that are alone in their row."""
    return [words.where((words & (words - 1)).equal(0), 0) for words in rows]


def _in_quarters(order: list[int]) -> list[int]:
    """The order of lanes that has eight of each quarter, those of another vector counted from 8, in this order."""
    return [8 * quarter + lane % 8 + LANES * (lane // 8) for quarter in range(4) for lane in order]


_LOW, _HIGH = _in_quarters([0, 1, 2, 3, 8, 9, 10, 11]), _in_quarters([4, 5, 6, 7, 12, 13, 14, 15])
_EVEN, _ODD = _in_quarters([0, 1, 4, 5, 8, 9, 12, 13]), _in_quarters([2, 3, 6, 7, 10, 11, 14, 15])
_SWAPPED, _BESIDE = _in_quarters([4, 5, 6, 7, 0, 1, 2, 3]), _in_quarters([1, 0, 3, 2, 5, 4, 7, 6])
_NINES_OF_TWO = [24 + lane // 8 % 3 + (LANES if lane % 8 // 2 == 1 else 0) for lane in range(LANES)]
_NINES = [lane if lane % 8 < 4 else LANES + 24 + lane // 8 % 3 for lane in range(LANES)]
_HERE = [[8 * (lane % 8 if lane >= 24 else lane // 8) % 24 + 2 * row for lane in range(LANES)] for row in range(3)]


def nines(rows: list[Lanes]) -> Lanes:
    """Digit 9 of a node's rows, as :func:`tally` has rows."""
    first, second, third = rows
    return first.mix(second, _NINES_OF_TWO).mix(third, _NINES)


def tally(rows: list[Lanes], nine: Lanes) -> tuple[Lanes, Lanes, Lanes]:
    """The cells of a node with a bit in at least one digit, in at least two, in at least three.

    Digits are folded in pairs. Each fold frees lanes, into which the other rows move, so that one fold serves all rows. The
    result is in the first three quarters, whose lanes are row 0, 0, 1, 1, 2, 2, 2, 2 of their band. ``nine`` is :func:`nines`.
    LLVM drops unused values.
    """
    first, second, third = rows
    low, high, turned = first.mix(second, _LOW), first.mix(second, _HIGH), third.take(_SWAPPED)
    one, one_third = low | high, third | turned
    two, two_third = low & high, third & turned
    one, one_too = one.mix(one_third, _EVEN), one.mix(one_third, _ODD)
    two, two_too = two.mix(two_third, _EVEN), two.mix(two_third, _ODD)
    three = (one & two_too) | (two & one_too)
    two = two | two_too | (one & one_too)
    one = one | one_too
    one_too, two_too = one.take(_BESIDE), two.take(_BESIDE)
    three = three | three.take(_BESIDE) | (one & two_too) | (two & one_too)
    two = two | two_too | (one & one_too)
    one = one | one_too
    return one | nine, two | (one & nine), three | (two & nine)


def spread(tallied: Lanes) -> list[Lanes]:
    """The tallies of the cells, in the lanes of each digit: the rows of a node."""
    return [tallied.take(order) for order in _HERE]


def round_of_rules(rows: list[Lanes]) -> Any:
    """One round of all rules: the new rows; for each node a bit that is set on a contradiction, and one that is set if a cell
    has several candidates.
    """
    builder = rows[0].builder
    rows = fit_columns(fit_rows(rows))
    after, dead, several = [], [], []
    for i in range(0, len(rows), 3):
        here, placed = rows[i : i + 3], decided(rows[i : i + 3])
        nine = nines(here)
        one, two, _ = tally(here, nine)
        taken, _, _ = tally(placed, *decided([nine]))
        for words, alone, more, gone in zip(here, placed, spread(two), spread(taken), strict=True):
            single = words & ~more
            after.append(single.where(single.differ(0), words) & (alone | ~gone))
        # A digit without a place in some row of a band has lost all its places, in all bands, by the permutations.
        dead.append(builder.or_(rows[i].some("==", 0, DIGITS), one.some("!=", ROW, QUARTERS)))
        several.append(two.some("!=", 0, QUARTERS))
    return after, dead, several


def row_address(builder: Any, node: Any, row: int) -> Any:
    """The address of a row of the node at an address."""
    return builder.gep(node, [ir.Constant(WORD, row * NODE // 3)])


def load(builder: Any, node: Any) -> list[Lanes]:
    """The three rows of the node at an address."""
    return [Lanes.load(builder, row_address(builder, node, row), LANES, HALF) for row in range(3)]


def store(rows: list[Lanes], node: Any) -> None:
    """Write the three rows of the node at an address."""
    for row, words in enumerate(rows):
        words.store(row_address(words.builder, node, row))


def changed(rows: list[Lanes], others: list[Lanes], node: int = 0) -> Any:
    """A bit that is set if a row of a node differs."""
    first, second, third = (rows[i] ^ others[i] for i in range(3 * node, 3 * node + 3))
    return (first | second | third).some("!=", 0, ALL)


def emit(builder: Any, rows: list[Lanes], targets: list[Any], *, until_one_ends: bool = False) -> list[Any]:
    """The code that settles several nodes, three rows each, together: rounds until none of them changes, or they are dead.

    A round only removes candidates, so settled and dead nodes stay so while others continue. The result of a node does not depend
    on the others. Writes the nodes to their addresses, and returns for each of them how it ended. ``until_one_ends``: rounds
    until one of them has ended, and GOING for those that have not.
    """
    before = builder.basic_block
    loop, done = builder.append_basic_block("loop"), builder.append_basic_block("done")
    builder.branch(loop)

    builder.position_at_end(loop)
    phis = [builder.phi(words.value.type) for words in rows]
    old = [Lanes(builder, phi) for phi in phis]
    new, dead, several = round_of_rules(old)
    for phi, first, later in zip(phis, rows, new, strict=True):
        phi.add_incoming(first.value, before)
        phi.add_incoming(later.value, loop)
    going = [builder.and_(builder.not_(ended), changed(old, new, node)) for node, ended in enumerate(dead)]
    join = builder.and_ if until_one_ends else builder.or_
    branch = builder.cbranch(reduce(join, going), loop, done)
    # LLVM would make a branch for each node that it takes to be predictable, and the CPU mispredict twice.
    branch.set_metadata("unpredictable", builder.module.add_metadata([]))

    builder.position_at_end(done)
    answer = ir.IntType(64)
    ends = []
    for node, target in enumerate(targets):
        store(new[3 * node : 3 * node + 3], target)
        alive = builder.select(several[node], ir.Constant(answer, OPEN), ir.Constant(answer, SOLVED))
        ended = builder.select(dead[node], ir.Constant(answer, DEAD), alive)
        ends.append(builder.select(going[node], ir.Constant(answer, GOING), ended) if until_one_ends else ended)
    return ends


def node_at(context: Any, builder: Any, kind: Any, work: Any, at: Any) -> Any:
    """The address of word ``at`` of the array ``work``, which has the type ``kind``."""
    return builder.gep(context.make_array(kind)(context, builder, work).data, [at])


@intrinsic
def settle(typingctx: Any, work: Any, at: Any) -> Any:
    """Draw all consequences that the rules know of the node at index ``at`` of ``work`` uint64[...], which is not checked.

    The node is mutated. Returns DEAD, SOLVED or OPEN. In an OPEN node a decided cell has another candidate only if two digits
    were decided in it at the same time.
    """
    if not (isinstance(work, types.Array) and work.dtype == types.uint64 and isinstance(at, types.Integer)):
        return None

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        node = node_at(context, builder, signature.args[0], *args)
        return emit(builder, load(builder, node), [node])[0]

    return types.int64(work, types.int64), codegen


@intrinsic
def settle_either(typingctx: Any, work: Any, at: Any, other: Any) -> Any:
    """As :func:`settle` for the nodes at ``at`` and ``other`` together, until one of them has ended. Returns how the first ended
    + 4 x how the second did; GOING for a node to be settled further.
    """

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        nodes = [node_at(context, builder, signature.args[0], args[0], at) for at in args[1:]]
        rows = [row for node in nodes for row in load(builder, node)]
        first, second = emit(builder, rows, nodes, until_one_ends=True)
        return builder.or_(first, builder.shl(second, ir.Constant(second.type, 2)))

    return types.int64(work, types.int64, types.int64), codegen


def clashing(rows: list[Lanes]) -> Any:
    """Whether two digits are decided in one cell of a node: a bit."""
    placed = decided(rows)
    _, twice, _ = tally(placed, nines(placed))
    return twice.some("!=", 0, QUARTERS)


@intrinsic
def clashes(typingctx: Any, work: Any, at: Any) -> Any:
    """Whether two digits are decided in one cell of the node at ``at``, which may be so after :func:`settle`."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return clashing(load(builder, node_at(context, builder, signature.args[0], *args)))

    return types.boolean(work, types.int64), codegen


def further(steps: int) -> list[int]:
    """The order of lanes that gives each digit the lane of the digit ``steps`` further, round the nine."""
    order = list(range(LANES))
    for lanes in LANE:
        for digit, lane in enumerate(lanes):
            order[lane] = lanes[(digit + steps) % 9]
    return order


FINE, CLASH, OTHERS = 0, -1, 1 << 16
"""What :func:`load_givens` returns."""

_BYTE = ir.IntType(8)
_WIDE = 32
_BEGINS = 0, 27, 81 - _WIDE
"""Where 32 cells begin that have all of a band, and do not go beyond the grid."""


@intrinsic
def load_givens(typingctx: Any, work: Any, at: Any, cells: Any) -> Any:
    """Set the node at index ``at`` of ``work`` uint64[...] to the givens ``cells`` uint8[81], 0 = empty: all other digits can be
    anywhere. Returns FINE, or CLASH if a digit is twice in a row, or, if cells with numbers above 9 were taken for empty ones,
    OTHERS + 256 x the last + the first of these.
    """

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        source = context.make_array(signature.args[2])(context, builder, args[2]).data
        target = builder.gep(context.make_array(signature.args[0])(context, builder, args[0]).data, [args[1]])
        room = cgutils.alloca_once(builder, ir.ArrayType(WORD, LANES))
        words = builder.bitcast(room, WORD.as_pointer())
        whole = ir.IntType(64)
        wrong = ir.Constant(ir.IntType(1), 0)
        others = []
        for lane in range(27, LANES):
            builder.store(ir.Constant(WORD, 0), builder.gep(words, [ir.Constant(WORD, lane)]))
        for band, begin in enumerate(_BEGINS):
            held = Lanes.load(builder, builder.gep(source, [ir.Constant(WORD, begin)]), _WIDE, _BYTE)
            too_large = builder.icmp_unsigned(">", held.value, ir.Constant(held.value.type, [9] * _WIDE))
            skipped = ir.Constant(WORD, 27 * band - begin)
            large = builder.and_(
                builder.lshr(builder.bitcast(too_large, WORD), skipped), ir.Constant(WORD, (1 << 27) - 1)
            )
            others.append(builder.zext(large, whole))
            for digit, lane in enumerate(LANE[band], 1):
                found = builder.lshr(held.equal(digit), skipped)
                builder.store(found, builder.gep(words, [ir.Constant(WORD, lane)]))
        bands = Lanes.load(builder, words, LANES)
        digits = ir.Constant(WORD, (1 << 27) - 1)
        for row in range(3):
            wide = bands >> 9 * row & ROW
            here = Lanes(builder, builder.trunc(wide.value, ir.VectorType(HALF, LANES)))
            twice = (here & (here - 1)).differ(0)
            wrong = builder.or_(wrong, builder.icmp_unsigned("!=", twice, ir.Constant(WORD, 0)))
            empty = builder.and_(here.equal(0), digits)
            full = Lanes(builder, ir.Constant(here.value.type, [ROW] * LANES))
            full.where(empty, here).store(builder.gep(target, [ir.Constant(WORD, row * NODE // 3)]))
        low, high = builder.or_(others[0], builder.shl(others[1], ir.Constant(whole, 27))), others[2]
        no, top, beyond = ir.Constant(ir.IntType(1), 0), ir.Constant(whole, 63), ir.Constant(whole, 54)
        is_low, is_high = (builder.icmp_unsigned("!=", part, ir.Constant(whole, 0)) for part in (low, high))
        first = builder.select(is_low, builder.cttz(low, no), builder.add(builder.cttz(high, no), beyond))
        ends = [builder.sub(top, builder.ctlz(part, no)) for part in (low, high)]
        last = builder.select(is_high, builder.add(ends[1], beyond), ends[0])
        held = builder.or_(builder.or_(first, builder.shl(last, ir.Constant(whole, 8))), ir.Constant(whole, OTHERS))
        fine = builder.select(builder.or_(is_low, is_high), held, ir.Constant(whole, FINE))
        return builder.select(wrong, ir.Constant(whole, CLASH), fine)

    return types.int64(work, types.int64, cells), codegen


@lean
def begin(work: Array, at: int, cells: Array) -> bool:
    """As :func:`load_givens`; a cell of NOT + a digit is not to have that digit. Returns False if givens clash or a number is
    neither a digit nor that.
    """
    loaded = load_givens(work, at, cells)
    if loaded >= OTHERS:
        rows = halves(work)
        for cell in range(loaded & 255, (loaded >> 8 & 255) + 1):
            digit = np.int64(cells[cell])
            if digit > 9:
                digit -= NOT
                if digit < 1 or digit > 9:
                    return False
                place = 4 * at + cell // 9 % 3 * LANES + LANE_OF[cell // 27, digit - 1]
                rows[place] = np.uint16(np.int64(rows[place]) & ~(np.int64(1) << cell % 9))
    return bool(loaded != CLASH)


@inner
def copy_solution(work: Array, at: int, out: Array) -> None:
    """Write the digits of the solved node at ``at`` of ``work`` to ``out`` uint8[81]."""
    rows = halves(work)
    for band in range(3):
        for row in range(3):
            for digit in range(9):
                word = np.uint32(rows[4 * at + row * LANES + LANE_OF[band, digit]])
                out[27 * band + 9 * row + lowest(word)] = digit + 1
