"""The bridge to the thorough search (:mod:`bookmaker.logic.kernels.thorough`), and the choice between its orders of guesses."""

from __future__ import annotations

from math import inf

import numpy as np
import numpy.typing as npt

from bookmaker.logic.kernels import thorough
from bookmaker.logic.kernels.derived_sums import MOST_DERIVED, CageArrays, KillerWorkspace, SumRules
from bookmaker.logic.kernels.killer import UNDECIDED
from bookmaker.logic.kernels.thorough import (
    CLOSED,
    CONFLICTS,
    FOUND,
    LARGEST,
    MADE,
    NEARLY,
    STATE,
    WHOLE,
    ThoroughWorkspace,
)
from bookmaker.logic.solve.clue_arrays import killer_workspace

_SLICE = 8_000
"""Guesses in one order before the orders are compared."""


class OneOrder:
    """A search of one puzzle in one order of guesses."""

    def __init__(self, rules: SumRules, cages: CageArrays, order: int, keep: int) -> None:
        cells, words = rules.near.shape
        drafts, lines = len(rules.regions) + MOST_DERIVED, rules.lines
        lengths = {
            "sums": drafts + len(lines.sum_total),
            "held": drafts * LARGEST + len(lines.sum_cells),
            "words": words,
            "cells": cells,
            "STATE": STATE,
        }
        self.order = order
        self.space: KillerWorkspace = killer_workspace(rules, cages)
        self.deep = ThoroughWorkspace.blank(lengths)
        self.out = np.zeros((keep, cells), np.uint8)

    def to_go(self) -> float:
        """How many guesses more it may need, by the pace so far; -1 before the first, so that each order is tried."""
        made, closed = int(self.deep.state[MADE]), int(self.deep.state[CLOSED])
        if not made:
            return -1
        return (WHOLE - closed) * made / closed if closed else inf


def thorough_count(
    rules: SumRules,
    cages: CageArrays,
    puzzle: int,
    givens: npt.NDArray[np.uint8],
    limit: int,
    max_nodes: int,
    out: npt.NDArray[np.uint8],
) -> int:
    """The number of solutions of one puzzle of ``cages``, at most ``limit``; UNDECIDED after ``max_nodes`` guesses (0: never).

    ``givens`` uint8[cells]. Writes the first k solutions to ``out`` uint8[k, cells]. Both orders of guesses are tried, and the
    one that seems to be nearer to the end of its tree gets the next slice, until one of them is through.
    """
    searches = [OneOrder(rules, cages, order, len(out)) for order in (CONFLICTS, NEARLY)]
    left = max_nodes
    while left > 0 or max_nodes == 0:
        best = min(searches, key=OneOrder.to_go)
        more = min(_SLICE, left) if max_nodes else _SLICE
        left -= more
        if thorough.search(rules, cages, puzzle, givens, best.order, limit, more, best.space, best.deep, best.out):
            out[:] = best.out
            return int(best.deep.state[FOUND])
    return UNDECIDED
