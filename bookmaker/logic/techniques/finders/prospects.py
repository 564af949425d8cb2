"""Whether chains can find anything in a position: what follows from every candidate at once, a bit for each.

*Candidates that fail.* Let c be on, turn off what weak links join to it, turn on what strong links join to that, and so on, each
link by itself. If c is off in the end, say that c *fails*. The nodes and links are those of ``nodes.py``: candidates, groups, the
digits of almost locked sets. Every link holds in both directions. So whatever one of these techniques eliminates fails:

- two ends of which one is on: c is linked to both, and turns one off, therefore the other one on, therefore itself off;
- on implies off: that is what failing means; off implies on: the other candidates of the cell turn this one off and so on, and
  themselves off;
- a loop: its weak links are pairs of ends of which one is on. Of a digit that a set of the loop locks: c turns it off in the
  set, which turns on the digits by which the set is linked. By the loop one of them turns off the other, and that turns on the
  digit, which turns off c;
- ALS-XZ, ALS-XY-Wings and ALS chains are such chains through sets, two restricted digits make such a loop. Their weak links join
  places of one digit only. Implied sets (``almost_net.py``) are followed without nodes of their own.

A set with a cell beside it (``nodes.py``) is linked by the digits that the cell lacks, and by the last candidate of the cell. A
loop through the two may eliminate a digit that both have, which need not fail. So such loops are looked for: the last candidate
turns off one of those digits.

*Death blossoms.* An aim turns off its digit in each petal, which turns on the digits that the stem sees, and so turns off all
candidates of the stem, in four links.

*Cell and house forcing chains.* A literal follows from all candidates of a cell or house. If it is off, its candidate, on, turns
all of them off. If it is on, so does every candidate that is linked to it, and that there is none is what hidden singles mean.

Where no candidate fails, the techniques need not be tried. More links than they have do no harm, fewer would. Words of 512
candidates run side by side; a position with more takes several runs.
"""

from __future__ import annotations

from bookmaker.logic.jit.bundle import Bundle, array
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.finders import inner, int64
from bookmaker.logic.techniques.finders.board import Board

MOST_WORDS = 16
"""The most words of a row with a bit for each node of a digit."""

NODES, CANDIDATES, LONELY, CLIQUES, LOCKS, WORDS, HOPES, CELLS, CHAINED = range(9)
"""Places in ``Prospects.marks``: nodes; candidates; those without peers of their digit; cliques; those in ``locks``; words of
a row of the nodes of a digit; what may be found; cells in ``around``; 1 if links in a cell and of related cells
are followed, which only chains do."""

PLAIN, GROUPED, CELL, HOUSE, ALS, BLOSSOM, LOOPS = (1 << bit for bit in range(7))
"""The techniques that may be found: chains without groups; with groups; cell and house forcing chains; the techniques of almost
locked sets but death blossoms; these; chains with almost locked sets."""


class Prospects(Bundle):
    """The arrays of one thread.

    A *node* is a digit in some cells; the nodes of a digit have numbers one after another. A *clique* is a list of nodes of which
    any two have a strong link.
    """

    segments: Array = array("int64[n, words]", "the sets of two cells and more that two houses share. Read-only")
    known: Array = array(
        "int64[cells]", "the candidates of the position that HOPES is about; zeros if it is about none"
    )
    number: Array = array("int64[cells, size + 1]", "the node of a candidate")
    node: Array = array("int64[cells * size]", "the node of the n-th candidate")
    candidate: Array = array("int64[nodes]", "and back")
    first: Array = array("int64[size + 2]", "for each digit the first of its nodes")
    groups: Array = array("int64[size + 2]", "for each digit the first of its groups")
    groups_end: Array = array("int64[size + 2]", "and where they end")
    of_set: Array = array("int64[sets]", "the node of each of ``almost_net.py``")
    digit: Array = array("int64[nodes]", "the digit of a node")
    cells: Array = array("int64[nodes, words]", "its cells")
    seen: Array = array("int64[nodes, words]", "the cells with the digit that see all its cells")
    causes: Array = array("int64[nodes * MOST_WORDS]", "the nodes of its digit that turn it off, a row for each node")
    sees: Array = array("int64[cells * MOST_WORDS]", "of one digit: for each cell the nodes that it sees")
    fresh: Array = array(
        "int64[(size + 1) * MOST_WORDS]", "for each digit the nodes that more candidates have turned on"
    )
    stale: Array = array("int8[nodes]", "1 where more candidates have turned a node off")
    off: Array = array("uint32[nodes * LANES]", "for each node the candidates that turn it off")
    on: Array = array("uint32[nodes * LANES]", "and those that turn it on")
    empty: Array = array("uint32[LANES]", "scratch: the candidates that leave a cell none")
    locks: Array = array(
        "int64[cliques]", "cliques of a set with a cell beside it that may lock a digit which both have"
    )
    groups_in: Array = array("int64[houses]", "scratch: for each house the last of ``listed``, -1 for none")
    listed: Array = array(
        "int64[nodes, 2]", "scratch: a group of the digit in a house, and the entry of the one before it"
    )
    start: Array = array("int64[cliques + 1]", "where each clique begins in ``members``")
    members: Array = array("int64[members]", "the nodes of the cliques")
    around: Array = array("int64[houses * size + 1]", "where the digits of each cell begin in ``rest``")
    rest: Array = array(
        "int64[houses * size * size, 2]",
        "for a cell of a house, and each digit: the node in the cell, and the node of all other places in the house; -1: none",
    )
    marks: Array = array("int64[9]", "see NODES .. CHAINED")


@inner
def is_known(board: Board, space: Prospects) -> bool:
    """Whether HOPES is about the position of the board."""
    if space.known.size != board.candidates.size:
        return False
    other = int64(0)
    for cell in range(space.known.size):
        other |= space.known[cell] ^ int64(board.candidates[cell])
    return bool(other == 0)


@inner
def may_find(board: Board, space: Prospects, what: int) -> bool:
    """Whether there is hope to find the techniques of the bits: always, if nothing is known of the position."""
    return bool(not is_known(board, space) or space.marks[HOPES] & what)


@inner
def keep(board: Board, space: Prospects, hopes: int) -> None:
    """Note what may be found in the position of the board."""
    for cell in range(space.known.size):
        space.known[cell] = int64(board.candidates[cell])
    space.marks[HOPES] = hopes
