"""The kernel of the tier of chains and loops."""

from __future__ import annotations

from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.families import CODES, Family
from bookmaker.logic.techniques.finders import chains, nodes, rings
from bookmaker.logic.techniques.finders.board import FOUND, Board, Tables, mark_unchanged
from bookmaker.logic.techniques.finders.chain_kinds import AIC, ALMOST, CONTINUOUS, GROUPED, PLAIN
from bookmaker.logic.techniques.finders.decorators import int64, kernel
from bookmaker.logic.techniques.finders.graph import KIND
from bookmaker.logic.techniques.finders.looking_ahead import look_at_chains
from bookmaker.logic.techniques.finders.prospects import GROUPED as BY_GROUPS
from bookmaker.logic.techniques.finders.prospects import LOOPS, is_known, may_find
from bookmaker.logic.techniques.finders.prospects import PLAIN as BY_CANDIDATES
from bookmaker.logic.techniques.finders.scratch import clear
from bookmaker.logic.techniques.finders.workspace import Workspace

X_CHAIN = CODES["x-chain"]
NICE_LOOPS = Family.NICE_LOOPS.number

_build = nodes.build
_chains = chains.find
_rings = rings.find
_look = look_at_chains


@kernel
def search(tables: Tables, board: Board, workspace: Workspace, order: Array) -> int:
    """As :func:`bookmaker.logic.techniques.finders.wings_and_rectangles.search`, for this tier's techniques."""
    graph = workspace.graph
    graph.marks[KIND] = -1
    for i in range(order.size):
        if order[i] < 0:
            continue
        clear(board, graph.scratch)
        code = int64(order[i])
        shape = int64(AIC)
        kind = code & 15
        if code >> 4 >= NICE_LOOPS:
            kind = PLAIN + (code >> 4) - NICE_LOOPS
            shape = code & 15
        if kind == ALMOST:
            hope = bool(may_find(board, workspace.sets.prospects, LOOPS))
        else:
            if not is_known(board, graph.prospects):
                _look(tables, board, graph.prospects, workspace.sets)
            hope = bool(may_find(board, graph.prospects, BY_GROUPS if kind == GROUPED else BY_CANDIDATES))
        if not hope:
            continue
        _build(tables, board, graph, kind)
        if shape == CONTINUOUS:
            _rings(board, graph, code, kind)
        else:
            _chains(tables, board, graph, code, kind, shape)
        if board.marks[FOUND]:
            return i
        for digit in range(1, tables.size + 1 if code == X_CHAIN else 1):
            mark_unchanged(board.digit_changed, digit, code)
    return -1
