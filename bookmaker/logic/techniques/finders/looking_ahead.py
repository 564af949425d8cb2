"""Looking ahead: whether techniques of chains and of almost locked sets may find anything in a position.

:mod:`bookmaker.logic.techniques.finders.prospects` says why.
"""

from __future__ import annotations

from bookmaker.logic.techniques.finders import inner, int64
from bookmaker.logic.techniques.finders.almost_net import COMPLETE, Sets
from bookmaker.logic.techniques.finders.board import Board, Tables
from bookmaker.logic.techniques.finders.following import (
    begin,
    empties_a_cell,
    empties_a_house,
    empties_a_stem,
    follow_chains,
    loop_beside,
    settle,
    strong_links,
    weak_links,
)
from bookmaker.logic.techniques.finders.implications import LANES, WORD
from bookmaker.logic.techniques.finders.prospect_links import (
    link_beside,
    link_groups,
    link_implied,
    link_plain,
    link_sets,
    list_causes,
    number_nodes,
)
from bookmaker.logic.techniques.finders.prospects import (
    ALS,
    BLOSSOM,
    CANDIDATES,
    CELL,
    CELLS,
    CHAINED,
    CLIQUES,
    GROUPED,
    HOUSE,
    LONELY,
    LOOPS,
    PLAIN,
    Prospects,
    keep,
)


@inner
def _take_again(space: Prospects, first: int, count: int) -> None:
    """Follow the cliques from ``first`` on, ``count`` in all, as if they were new: for other candidates."""
    space.marks[CLIQUES] = count
    for i in range(space.start[first], space.start[count]):
        space.stale[space.members[i]] = 1


@inner
def look_at_chains(tables: Tables, board: Board, space: Prospects, sets: Sets) -> None:
    """Note whether there may be chains without almost locked sets, or cell and house forcing chains."""
    hopes, missing = int64(0), PLAIN | GROUPED | CELL | HOUSE
    space.marks[CELLS] = 0
    space.marks[CHAINED] = 1
    if not number_nodes(tables, board, space, sets, False):
        keep(board, space, missing)
        return
    list_causes(tables, board, space)
    space.marks[CLIQUES] = 0
    fits = bool(link_plain(tables, board, space))
    plain = space.marks[CLIQUES]
    grouped = int64(-1)
    for base in range(0, space.marks[CANDIDATES], LANES * WORD):
        begin(tables, space, base)
        _take_again(space, int64(0), plain)
        if not fits or settle(tables, board, space, base):
            hopes = missing
            break
        if space.marks[LONELY] or empties_a_cell(board, space):
            hopes |= CELL
        if space.marks[LONELY] or empties_a_house(tables, board, space):
            hopes |= HOUSE
        if grouped < 0:
            if not link_groups(tables, board, space):
                hopes |= GROUPED
            grouped = space.marks[CLIQUES]
        _take_again(space, plain, grouped)
        if hopes & GROUPED == 0 and settle(tables, board, space, base):
            hopes |= GROUPED
        if hopes == missing:
            break
    keep(board, space, hopes)


@inner
def look_at_sets(tables: Tables, board: Board, space: Prospects, sets: Sets) -> None:
    """Note whether techniques of almost locked sets may find anything, and chains with these, after lean sets are listed.

    Techniques of sets alone go from set to set by one digit.
    """
    hopes, missing = int64(0), ALS | BLOSSOM | LOOPS
    if not number_nodes(tables, board, space, sets, True):
        keep(board, space, missing)
        return
    list_causes(tables, board, space)
    link_implied(tables, board, space, sets)
    space.marks[CLIQUES] = 0
    fits = bool(link_sets(space, sets))
    own = space.marks[CLIQUES]
    every = int64(-1)
    for base in range(0, space.marks[CANDIDATES], LANES * WORD):
        begin(tables, space, base)
        space.marks[CHAINED] = 0
        _take_again(space, int64(0), own)
        if not fits:
            hopes = missing
            break
        weak_links(tables, board, space)
        strong_links(space)
        weak_links(tables, board, space)
        if empties_a_stem(tables, board, space, base):
            hopes |= BLOSSOM
        if settle(tables, board, space, base):
            hopes |= ALS | LOOPS
        elif hopes & LOOPS == 0:
            if every < 0:
                if (
                    not sets.counts[COMPLETE]
                    or space.marks[LONELY]
                    or not (link_plain(tables, board, space) and link_groups(tables, board, space))
                    or not link_beside(tables, board, space, sets)
                ):
                    hopes |= LOOPS
                every = space.marks[CLIQUES]
            _take_again(space, own, every)
            follow_chains(space)
            if hopes & LOOPS == 0 and (settle(tables, board, space, base) or loop_beside(space, base)):
                hopes |= LOOPS
        if hopes == missing:
            break
    keep(board, space, hopes)
