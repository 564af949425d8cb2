"""A quick proof that a classic 9x9 grid with few givens has a solution, or two.

A grid with few givens has very many solutions. So almost any guess is right, and the search of
:mod:`bookmaker.logic.kernels.classic9` wastes its time when it settles both branches of a guess, and looks for the best one. A
*dive* guesses in all three bands at once, in the row of a digit with the fewest places left, before the last guesses are settled.
Where few places are left it guesses in one band, and settles. From a contradiction it goes back by one guess. So it finds a
solution in most grids that have many, and proves nothing where it finds none.

Where a solution holds two digits in cells that are not given, these two may often be exchanged in some of the cells: those are a
second solution. Four pairs of digits are tried at once (:func:`exchange`): they share no cell.

Removing givens asks for another solution of a puzzle of which one is known (:func:`differs`). The known solution leads the
search. Another one differs from it in a cell without a given, so the digit there is excluded, and a dive guesses towards the
known solution. So it meets few contradictions, and what it finds differs from the known solution in few cells.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from bookmaker.logic.jit.bundle import halves
from bookmaker.logic.jit.decorators import inner, lean
from bookmaker.logic.kernels import propagation9
from bookmaker.logic.kernels.bits import lowest
from bookmaker.logic.kernels.lanes import WORD, Lanes
from bookmaker.logic.kernels.propagation9 import DEAD, LANE, LANES, NODE, SOLVED, begin
from bookmaker.logic.kernels.rules import Array

TIGHT = 30, 81
"""How many digits of rows are left, at the most, when a dive begins to settle each guess: a first dive, which is fast, and a
second one, which fails less. (By experiment.)
"""

FRESH = 270
"""In a settled grid with more candidates than this a dive saves time. Proper puzzles hardly ever have as many."""

_NINE_HERE = [24 + (lane // 8 if lane < 24 else min(lane - 24, 2)) for lane in range(LANES)]
_BAND_HERE = [lane if lane < 24 else 8 * min(lane - 24, 2) for lane in range(LANES)]
_ROUND_A_QUARTER = [[lane ^ apart for lane in range(LANES)] for apart in (4, 2, 1)]
_NOT_OPEN = 0x7FFF

_NONE, _ONE, _THREE = range(3)
"""How many guesses were made since a dive went back."""


PAIRINGS = 4
"""Ways to put digits together in pairs that are tried at the most. No pair is in two of them."""


def _exchanged() -> list[int]:
    """The order of lanes that exchanges digits 2 and 9, 3 and 8, 4 and 7, 5 and 6."""
    order = list(range(LANES))
    for lanes in LANE:
        for digit in range(9):
            order[lanes[digit]] = lanes[-digit % 9]
    return order


def _smaller(one: Lanes, other: Lanes) -> Lanes:
    less = one.builder.icmp_unsigned("<", one.value, other.value)
    return Lanes(one.builder, one.builder.select(less, one.value, other.value))


def _counts(words: Lanes) -> Lanes:
    """How many bits of each word are set."""
    kind = words.value.type
    name = f"llvm.ctpop.v{kind.count}i{kind.element.width}"
    counting = cgutils.get_or_insert_function(words.builder.module, ir.FunctionType(kind, [kind]), name)
    return Lanes(words.builder, words.builder.call(counting, [words.value]))


def _same(words: Lanes, number: int) -> Lanes:
    return Lanes(words.builder, ir.Constant(words.value.type, [number] * len(words)))


def _guesses(rows: list[Lanes], single: Any, wanted: list[Lanes] | None) -> list[Lanes]:
    """One of the places of a digit in a row of each band, one of those with the fewest places but not one: the place that is
    ``wanted``, or the first.

    If ``single``, in one band only. All other words are 0.
    """
    builder = rows[0].builder
    keys = []
    for row, words in enumerate(rows):
        apart = Lanes(builder, ir.Constant(words.value.type, [LANES * row + lane for lane in range(LANES)]))
        keys.append((_counts(words) << 7 | apart).where((words & (words - 1)).differ(0), _NOT_OPEN))
    best = _smaller(_smaller(*keys[:2]), keys[2])
    best = _smaller(best, best.take(_NINE_HERE))
    for order in _ROUND_A_QUARTER:
        best = _smaller(best, best.take(order))
    of_all = _smaller(_smaller(best.take([0] * LANES), best.take([8] * LANES)), best.take([16] * LANES))
    best = Lanes(builder, builder.select(single, of_all.value, best.take(_BAND_HERE).value))
    found = []
    for row, (words, key) in enumerate(zip(rows, keys, strict=True)):
        if wanted:
            liked = words & wanted[row]
            words = liked.where(liked.differ(0), words)
        first = words & (_same(words, 0) - words)
        found.append(first.where((key ^ best).equal(0), 0))
    return found


def _left(rows: list[Lanes]) -> Any:
    """How many digits of rows have several places."""
    builder = rows[0].builder
    one, two, three = (builder.ctpop((words & (words - 1)).differ(0)) for words in rows)
    return builder.add(builder.add(one, two), three)


@intrinsic
def candidates(typingctx: Any, work: Any, at: Any) -> Any:
    """The number of candidates of the node at ``at``."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        one, two, three = map(
            _counts, propagation9.load(builder, propagation9.node_at(context, builder, signature.args[0], *args))
        )
        total = one + two + three
        while len(total) > 1:
            low, high = total.halves()
            total = low + high
        return builder.zext(total.first(), ir.IntType(64))

    return types.int64(work, types.int64), codegen


def _diving(towards: bool) -> Any:
    """What emits the code of :func:`dive`, or of :func:`dive_towards`."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        wanted = None
        if towards:
            wanted = propagation9.load(
                builder, propagation9.node_at(context, builder, signature.args[0], args[0], args[4])
            )
        start = propagation9.load(builder, propagation9.node_at(context, builder, signature.args[0], *args[:2]))
        target = propagation9.node_at(context, builder, signature.args[0], args[0], args[2])
        tight, none = builder.trunc(args[3], WORD), ir.Constant(WORD, _NONE)
        zero = _same(start[0], 0).value
        before = builder.basic_block
        names = "dive", "alive", "wait", "on", "guess", "dead", "back", "done"
        loop, alive, wait, on, guess, dead, back, done = (builder.append_basic_block(name) for name in names)
        builder.branch(loop)

        builder.position_at_end(loop)
        rows, saved, guesses = ([builder.phi(zero.type) for _ in range(3)] for _ in range(3))
        # While so many are left, three guesses are made at once; how many were.
        bound, made = builder.phi(WORD), builder.phi(WORD)
        phis = [*rows, *saved, *guesses, bound, made]

        def follows(block: Any, *values: list[Any]) -> None:
            for phi, value in zip(phis, chain(*values), strict=True):
                phi.add_incoming(value, block)

        first = [words.value for words in start]
        follows(before, first, first, [zero] * 3, [tight, none])
        old = [Lanes(builder, phi) for phi in rows]
        new, (lost,), (several,) = propagation9.round_of_rules(old)
        after = [words.value for words in new]
        builder.cbranch(lost, dead, alive)

        builder.position_at_end(alive)
        left = _left(new)
        changed = propagation9.changed(old, new)
        # A node without open cells goes on until nothing changes, as in propagation9: only then has each row each digit.
        few = builder.icmp_unsigned("<=", left, tight)
        settling = builder.and_(changed, builder.or_(few, builder.not_(several)))
        builder.cbranch(settling, wait, on)
        builder.position_at_end(wait)
        follows(wait, after, saved, guesses, [bound, made])
        builder.branch(loop)
        builder.position_at_end(on)
        builder.cbranch(several, guess, done)

        builder.position_at_end(guess)
        single = builder.icmp_unsigned("<=", left, bound)
        chosen = _guesses(new, single, wanted)
        guessed = [words.where(words.differ(0), other).value for words, other in zip(chosen, new, strict=True)]
        number = builder.select(single, ir.Constant(WORD, _ONE), ir.Constant(WORD, _THREE))
        follows(guess, guessed, after, [words.value for words in chosen], [bound, number])
        builder.branch(loop)

        builder.position_at_end(dead)
        builder.cbranch(builder.icmp_unsigned("==", made, none), done, back)
        builder.position_at_end(back)
        # A single guess was wrong. Of three it is not known which: from there on one is made at a time.
        wrong = builder.icmp_unsigned("==", made, ir.Constant(WORD, _ONE))
        without = [builder.and_(words, builder.not_(other)) for words, other in zip(saved, guesses, strict=True)]
        begins = [builder.select(wrong, one, other) for one, other in zip(without, saved, strict=True)]
        follows(back, begins, saved, [zero] * 3, [ir.Constant(WORD, 81), none])
        builder.branch(loop)

        builder.position_at_end(done)
        whole = ir.IntType(64)
        ended = builder.phi(whole)
        ended.add_incoming(ir.Constant(whole, DEAD), dead)
        ended.add_incoming(ir.Constant(whole, SOLVED), on)
        propagation9.store(new, target)
        return ended

    return codegen


@intrinsic
def dive(typingctx: Any, work: Any, at: Any, to: Any, tight: Any) -> Any:
    """Look for a solution of the settled node at ``at`` of ``work`` uint64[...], and write it to ``to`` as a node.

    ``tight`` is one of TIGHT. Returns SOLVED, or DEAD if none was found, which proves nothing.
    """
    return types.int64(work, types.int64, types.int64, types.int64), _diving(False)


@intrinsic
def dive_towards(typingctx: Any, work: Any, at: Any, to: Any, tight: Any, wanted: Any) -> Any:
    """As :func:`dive`, but it guesses the digits of the solved node at ``wanted`` where it can. So the solution that it finds
    differs from that node in few cells.
    """
    return types.int64(work, types.int64, types.int64, types.int64, types.int64), _diving(True)


@intrinsic
def exchange(typingctx: Any, work: Any, at: Any, solved: Any, to: Any) -> Any:
    """Settle to ``to`` the rest of the node at ``at`` if each cell holds its digit of the solution at ``solved``, or the one
    that goes with that as a pair.

    Returns OPEN if two digits can be exchanged: a house has none or two of the open cells of a pair, each with both digits.
    Otherwise SOLVED. The two nodes are written behind ``to``, with other digits, so that there other pairs go together.
    """

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind, work = signature.args[0], args[0]
        target = propagation9.node_at(context, builder, kind, work, args[3])
        nodes = [
            propagation9.load(builder, propagation9.node_at(context, builder, kind, work, place)) for place in args[1:3]
        ]
        rows = [words & (digits | digits.take(_exchanged())) for words, digits in zip(*nodes, strict=True)]
        for place, node in enumerate(nodes, 1):
            turned = [words.take(propagation9.further(1)) for words in node]
            propagation9.store(turned, builder.gep(target, [ir.Constant(WORD, place * NODE)]))
        return propagation9.emit(builder, rows, [target])[0]

    return types.int64(work, types.int64, types.int64, types.int64), codegen


_NODE, _LANES = propagation9.NODE, propagation9.LANES
_LINE = 8
_KNOWN, _ROOT, _TRIAL, _FOUND = (_NODE * number for number in range(4))
WORK = _LINE + 4 * _NODE
"""The words of its workspace: nodes at the beginnings of cache lines."""

NONE, SOME, UNSEEN = 0, 1, -1
"""The results of :func:`differs`: there is no other solution; there is one; not known."""


@inner
def _start(work: Array) -> int:
    return int(-(work.ctypes.data >> 3) & _LINE - 1)


@lean
def know(work: Array, solution: Array) -> None:
    """Take up the known solution uint8[81] into ``work`` uint64[WORK]."""
    begin(work, _start(work) + _KNOWN, solution)


@lean
def load(work: Array, givens: Array) -> int:
    """Take up a puzzle uint8[81] that has the known solution. Returns how its node ends, SOLVED or OPEN."""
    at = _start(work) + _ROOT
    begin(work, at, givens)
    return int(propagation9.settle(work, at))


@lean
def load_open(work: Array, givens: Array) -> None:
    """As :func:`load`, but nothing is concluded."""
    begin(work, _start(work) + _ROOT, givens)


@lean
def differs(work: Array, cell: int, digit: int) -> int:
    """Whether a puzzle that was taken up has a solution with another digit in a cell than the known one, which has ``digit``
    there. Returns NONE, SOME or UNSEEN.
    """
    start = _start(work)
    rows = halves(work)
    place = cell // 9 % 3 * _LANES + propagation9.LANE_OF[cell // 27, digit - 1]
    bit = np.int64(1) << cell % 9
    left = np.int64(rows[4 * (start + _ROOT) + place]) & ~bit
    if left == 0:
        return NONE
    for word in range(_NODE):
        work[start + _TRIAL + word] = work[start + _ROOT + word]
    rows[4 * (start + _TRIAL) + place] = np.uint16(left)
    end = propagation9.settle(work, start + _TRIAL)
    if end != propagation9.OPEN:
        if end == propagation9.DEAD:
            return NONE
        for word in range(_NODE):
            work[start + _FOUND + word] = work[start + _TRIAL + word]
        return SOME
    if dive_towards(work, start + _TRIAL, start + _FOUND, 81, start + _KNOWN) == propagation9.SOLVED:
        return SOME
    return UNSEEN


@inner
def difference(work: Array, band: int, row: int, digit: int) -> Any:
    """Where the other solution that was found has a digit (0..8) of a row of a band in another column: that of the known
    solution; -1 if in the same.
    """
    rows = halves(work)
    start = 4 * _start(work)
    place = row * _LANES + propagation9.LANE_OF[band, digit]
    known = rows[start + 4 * _KNOWN + place]
    return lowest(np.uint32(known)) if known != rows[start + 4 * _FOUND + place] else -1
