"""What follows from the candidates of a 9x9 classic grid, for all nine digits at once: one digit in each lane of a vector.

A band (three rows) of one digit is a word of three fields of 10 bits, one for each row: bit 10 * row + column is set
where the digit is a candidate, and each tenth bit is a gap that catches carries. Three vectors, one for each band, are
the grid. That a digit's candidates make one word for each band is an idea of the solvers that people of the "New
Sudoku Players' Forum" made from 2005 on; that permutations of minirows say all there is to say between rows and boxes
is from T. Dillon's essay on his solver tdoku. Keeping the digits side by side, so that every rule is a few operations on
words without a table or a branch, is ours, as is the code.

Why the rules are right. A digit stands once in each row and once in each box of a band, so that the three minirows (a row's
cells in a box) that hold it are a permutation of 3: a minirow that is in no permutation of minirows with candidates cannot
hold it (:func:`fit_rows`). Likewise it stands once in each column of a stack and once in each of its boxes, one in each band:
the minicolumns that hold it are a permutation of columns over bands (:func:`fit_columns`). These two say what pointing,
claiming and hidden singles say, in all directions. Where a row has one candidate left the digit is decided, and the other digits
leave the cell. A cell with one candidate decides it: it is enough to clear the rest of its row, for the rest of its box and
column follow from the permutations.

The functions of words work on numpy arrays uint32 as well: that is how they are tested.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from bookmaker.kernels.lanes import TURNS, WORD, Lanes, tally

LANES = 16
PAIRS = 3 * LANES
_FIELDS = 1 | 1 << 10 | 1 << 20
_ROW = 0x1FF
ALL = _ROW * _FIELDS
_GAPS = _FIELDS << 9
_BOX = [0b111 * _FIELDS << 3 * place for place in range(3)]
_FIRST, _MIDDLE, _LAST = (0b001001001 * _FIELDS << place for place in range(3))

DEAD, SOLVED, OPEN = 0, 1, 2
"""What :func:`settle` returns: a contradiction; every cell is decided; neither."""


def row_mask(words: Any) -> Any:
    """All nine cells of each row in which a word has a bit: adding 511 to a field carries into its gap if it is not 0."""
    carry = (words + ALL) & _GAPS
    return carry - (carry >> 9)


def decided(words: Any) -> Any:
    """The candidates that are alone in their row. No row may be empty."""
    return words & ~row_mask(words & (words - _FIELDS))


def _permutations(places: Any, next_place: Any, last_place: Any) -> tuple[Any, Any]:
    """Of nine places in three fields, with the same turned by one and by two: the even and the odd permutations there are,
    each at its place in field 0.
    """
    even = places & (next_place >> 10) & (last_place >> 20)
    odd = places & (last_place >> 10) & (next_place >> 20)
    return even, odd


def fit_rows(bands: list[Any]) -> list[Any]:
    """The candidates of three bands in minirows that lie in a permutation of their band.

    A minirow is told by its first bit, moved by the band's number: so the minirows of all bands make one word. Shifts within
    a row that would reach its neighbour are masked.
    """
    some = [(words | words >> 1 | words >> 2) & _FIRST for words in bands]
    places = some[0] | some[1] << 1 | some[2] << 2
    next_place = (places >> 3 & (_BOX[0] | _BOX[1])) | (places << 6 & _BOX[2])
    last_place = (places >> 6 & _BOX[0]) | (places << 3 & (_BOX[1] | _BOX[2]))
    even, odd = _permutations(places, next_place, last_place)
    one, two = even << 10 | odd << 20, even << 20 | odd << 10
    one = (one << 3 & (_BOX[1] | _BOX[2])) | (one >> 6 & _BOX[0])
    two = (two << 6 & _BOX[2]) | (two >> 3 & (_BOX[0] | _BOX[1]))
    fits = even | odd | one | two
    kept = [fits >> band & _FIRST for band in range(3)]
    return [words & ((first << 3) - first) for words, first in zip(bands, kept, strict=True)]


def fit_columns(columns: Any) -> Any:
    """Of the columns with candidates, a field for each band, those that lie in a permutation of their stack.

    The three stacks are worked on at once; shifts within a stack that would reach its neighbour are masked.
    """
    next_column = (columns >> 1 & (_FIRST | _MIDDLE)) | (columns << 2 & _LAST)
    last_column = (columns >> 2 & _FIRST) | (columns << 1 & (_MIDDLE | _LAST))
    even, odd = _permutations(columns, next_column, last_column)
    one, two = even << 10 | odd << 20, even << 20 | odd << 10
    one = (one << 1 & (_MIDDLE | _LAST)) | (one >> 2 & _FIRST)
    two = (two << 2 & _LAST) | (two >> 1 & (_FIRST | _MIDDLE))
    return even | odd | one | two


def fit(bands: list[Any]) -> list[Any]:
    """Both rules of permutations, first within each band and then through all three."""
    bands = fit_rows(bands)
    used = [(words | words >> 10 | words >> 20) & _ROW for words in bands]
    fits = fit_columns(used[0] | used[1] << 10 | used[2] << 20)
    kept = [fits >> 10 * band & _ROW for band in range(3)]
    return [words & (columns | columns << 10 | columns << 20) for words, columns in zip(bands, kept, strict=True)]


def _either(first: Any, second: Any) -> Any:
    return second if first is None else first | second


def _in_some(words: Lanes) -> Lanes:
    """The cells with a bit in at least one lane; four lanes, all alike."""
    while len(words) > 4:
        low, high = words.halves()
        words = low | high
    for turn in TURNS:
        words = words | words.pick(turn)
    return words


def _step(bands: list[Lanes]) -> tuple[list[Lanes], Any, Any]:
    """One round of all rules: the new bands; a bit that is set on a contradiction; lane 0 has the cells with several
    candidates.
    """
    builder = bands[0].builder
    bands = fit(bands)
    digits = Lanes.constant(builder, [_GAPS] * 9 + [0] * (LANES - 9))
    after = []
    empty = filled = several = None
    for words in bands:
        # A digit without a place in some row does not carry into that row's gap.
        empty = _either(empty, ((words + ALL) & _GAPS) ^ digits)
        placed = decided(words)
        taken = _in_some(placed).spread(LANES)
        one, two, _ = tally(words)
        filled = one if filled is None else filled & one
        several = _either(several, two)
        single = words & ~two.spread(LANES)
        after.append(words & ~(taken & ~placed) & (~row_mask(single) | single))
    assert empty is not None
    assert filled is not None
    unfilled = builder.icmp_unsigned("!=", filled.first(), ir.Constant(WORD, ALL))
    return after, builder.or_(unfilled, empty.any()), several


def emit(builder: Any, node: Any) -> Any:
    """The code of :func:`settle`: steps until nothing changes. ``node`` is the address of the node's first word."""
    word = [builder.gep(node, [ir.Constant(WORD, place)]) for place in range(PAIRS + 3)]
    answer = ir.IntType(64)
    before = builder.basic_block
    loop, check, stable, unsolved, done = (
        builder.append_basic_block(name) for name in ("loop", "check", "stable", "unsolved", "done")
    )
    loaded = [Lanes.load(builder, word[band * LANES], LANES) for band in range(3)]
    builder.branch(loop)

    builder.position_at_end(loop)
    phis = [builder.phi(words.value.type) for words in loaded]
    old = [Lanes(builder, phi) for phi in phis]
    new, dead, several = _step(old)
    builder.cbranch(dead, done, check)

    builder.position_at_end(check)
    for phi, first, later in zip(phis, loaded, new, strict=True):
        phi.add_incoming(first.value, before)
        phi.add_incoming(later.value, check)
    change = (old[0] ^ new[0]) | (old[1] ^ new[1]) | (old[2] ^ new[2])
    builder.cbranch(change.any(), loop, stable)

    builder.position_at_end(stable)
    for band, words in enumerate(new):
        words.store(word[band * LANES])
    solved = builder.icmp_unsigned("==", several.first(), ir.Constant(WORD, 0))
    builder.cbranch(solved, done, unsolved)

    builder.position_at_end(unsolved)
    clash = None
    for band, words in enumerate(new):
        _, two, three = tally(words)
        builder.store((two & ~three).first(), word[PAIRS + band])
        # Two digits decided in one cell in one step spare each other. The cell would be guessed again and again.
        clash = _either(clash, tally(decided(words))[1])
    assert clash is not None
    clashing = builder.icmp_unsigned("!=", clash.first(), ir.Constant(WORD, 0))
    verdict = builder.select(clashing, ir.Constant(answer, DEAD), ir.Constant(answer, OPEN))
    builder.branch(done)

    builder.position_at_end(done)
    status = builder.phi(answer)
    status.add_incoming(ir.Constant(answer, DEAD), loop)
    status.add_incoming(ir.Constant(answer, SOLVED), stable)
    status.add_incoming(verdict, unsolved)
    return status


@intrinsic
def settle(typingctx: Any, work: Any, at: Any) -> Any:
    """Draw all consequences that the rules know. ``work`` uint32[...] has a node at index ``at``: see below.

    Words 0..47 of the node, 16 * band + digit - 1, are the candidates; the seven words of each band that are no digit's are
    0. They are mutated. Returns DEAD, when they are left as they were, SOLVED, or OPEN, when words PAIRS + band are set to
    the cells of the band with two candidates. When it is OPEN, no decided cell has another candidate.
    """
    if not (isinstance(work, types.Array) and work.dtype == types.uint32 and isinstance(at, types.Integer)):
        return None

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, args[0])
        return emit(builder, builder.gep(array.data, [args[1]]))

    return types.int64(work, types.int64), codegen
