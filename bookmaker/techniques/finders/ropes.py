"""The kernel of the fourth tier: chains and loops."""

from __future__ import annotations

from bookmaker.kernels.rules import Array
from bookmaker.techniques import chains as family
from bookmaker.techniques.finders import chains, nodes, rings
from bookmaker.techniques.finders.board import FOUND, Board, Tables
from bookmaker.techniques.finders.decorators import int64, kernel
from bookmaker.techniques.finders.desk import clear
from bookmaker.techniques.finders.graph import KIND, Graph

FIRST, X, XY, PLAIN = family.code_of(family.PLAIN, 0), family.X, family.XY, family.PLAIN
CONTINUOUS, AIC = family.CONTINUOUS, family.AIC

_build = nodes.build
_chains = chains.find
_rings = rings.find


@kernel
def search(tables: Tables, board: Board, graph: Graph, order: Array) -> int:
    """As :func:`bookmaker.techniques.finders.patterns.search`, for this tier's techniques."""
    graph.marks[KIND] = -1
    for i in range(order.size):
        clear(board, graph.desk)
        code = int64(order[i])
        shape = int64(AIC)
        kind = code & 15
        if code >= FIRST:
            kind = PLAIN + (code - FIRST) // 3
            shape = (code - FIRST) % 3
        _build(tables, board, graph, kind)
        if shape == CONTINUOUS:
            _rings(board, graph, code, kind)
        else:
            _chains(tables, board, graph, code, kind, shape)
        if board.marks[FOUND]:
            return i
    return -1
