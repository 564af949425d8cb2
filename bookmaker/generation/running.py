"""The compiled entries of generation: many puzzles, each from a seed of its own, a bounded number of attempts at a time."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

import numba
import numpy as np
from numba import types

from bookmaker.generation.aiming import ENDS, MADE, NO_GRID, NOT_UNIQUE, Aim, Room, Tools
from bookmaker.generation.digging import dig
from bookmaker.generation.masking import shape
from bookmaker.generation.seeking import seek
from bookmaker.kernels import classic9, fill, search
from bookmaker.kernels.caching import kept_for
from bookmaker.kernels.pointers import Absent
from bookmaker.kernels.rules import Array, RuleArrays
from bookmaker.techniques import engine
from bookmaker.techniques.finders.board import Tables
from bookmaker.techniques.finders.compiled import inner
from bookmaker.techniques.finders.driver import run_logic

_DIGS = 8
"""Attempts at one puzzle that begin with the same full grid when a path is sought: only one of them is kept."""

_DEAR = 199
"""How many more attempts a failed climb on a mask counts for: it takes as long, and after a hundred the mask is hopeless."""


@inner
def _begun(tools: Tools, rules: RuleArrays, aim: Aim, state: Array, solution: Array, times: int) -> bool:
    """Write the full grid of an attempt; the one of the last attempt serves again if it was used ``times`` > 0 times, shuffled.

    Returns False if none was found.
    """
    if aim.fixed.size:
        for cell in range(len(solution)):
            solution[cell] = aim.fixed[cell]
        return True
    if times == 0 and not tools.fill(rules, state, solution):
        return False
    if aim.plain:
        tools.shuffle(state, aim.box_height, aim.box_width, solution)
    return True


@inner
def _undone(tally: Array, patience: int) -> bool:
    return bool(tally[MADE] == 0 and tally.sum() + _DEAR * tally[NOT_UNIQUE] < patience)


def _dig(
    count: Any, fill: Any, shuffle: Any, logic: Any,
    rules: RuleArrays, tables: Tables, aim: Aim, room: Room,
    states: Array, first: int, budget: int, patience: int, tallies: Array, givens: Array, solutions: Array,
) -> int:  # fmt: skip
    tools = Tools(count, fill, None, shuffle, logic, None)
    for index in range(first, len(states)):
        state, tally, solution = states[index : index + 1], tallies[index], solutions[index]
        while _undone(tally, patience):
            if budget == 0:
                return index
            budget -= 1
            end = NO_GRID
            if _begun(tools, rules, aim, state, solution, 0):
                end = dig(tools, rules, tables, aim, room, state, givens[index], solution)
            tally[end] += 1
    return len(states)


def _seek(
    count: Any, fill: Any, shuffle: Any, logic: Any, searches: Any,
    rules: RuleArrays, tables: Tables, aim: Aim, room: Room,
    states: Array, first: int, budget: int, patience: int, tallies: Array, givens: Array, solutions: Array,
) -> int:  # fmt: skip
    tools = Tools(count, fill, None, shuffle, logic, searches)
    for index in range(first, len(states)):
        state, tally, solution = states[index : index + 1], tallies[index], solutions[index]
        while _undone(tally, patience):
            if budget == 0:
                return index
            budget -= 1
            end = NO_GRID
            if _begun(tools, rules, aim, state, solution, tally.sum() % _DIGS):
                end = seek(tools, rules, tables, aim, room, state, givens[index], solution)
            tally[end] += 1
    return len(states)


def _shape(
    count: Any, fill: Any, shuffle: Any, logic: Any, searches: Any, refill: Any,
    rules: RuleArrays, tables: Tables, aim: Aim, room: Room,
    states: Array, first: int, budget: int, patience: int, tallies: Array, givens: Array, solutions: Array,
) -> int:  # fmt: skip
    tools = Tools(count, fill, refill, shuffle, logic, searches)
    for index in range(first, len(states)):
        state, tally, solution = states[index : index + 1], tallies[index], solutions[index]
        while _undone(tally, patience):
            if budget == 0:
                return index
            budget -= 1
            end = NO_GRID
            if _begun(tools, rules, aim, state, solution, 0):
                end = shape(tools, rules, tables, aim, room, state, givens[index], solution)
            tally[end] += 1
    return len(states)


@cache
def _compiled(
    entry: Any, count: Any, tiers: frozenset[int], kinds: tuple[types.Type, ...]
) -> tuple[Any, tuple[Any, ...]]:
    """An entry for the types of its arguments after the tools, and the kernels that it gets as pointers.

    A kernel that calls another is compiled together with all of it, every time: digging with the solver, the fill and every
    finder in it was most of what a first-time user waited for. Named as a function type in an explicit signature,
    a kernel is compiled once, for itself, and called through a pointer, which costs some nanoseconds. Of the harder tiers only
    those of the order are compiled at all.
    """
    rules, tables, _, room, states = kinds[:5]
    cells = types.Array(types.uint8, 1, "C")
    number, yes = types.int64, types.boolean
    board, tally, desk, ground, none = (room.fields[name] for name in ("board", "within", "desk", "ground", "none"))
    codes = types.Array(types.int64, 1, "C")
    tools: list[tuple[Any, Any]] = [
        (count, types.FunctionType(number(ground, cells, number, number, none))),
        (fill.fill, types.FunctionType(yes(rules, states, cells))),
        (fill.shuffle_grid, types.FunctionType(types.void(states, number, number, cells))),
        (run_logic, types.FunctionType(number(tables, cells, codes, board, tally))),
    ]
    if entry is not _dig:
        searched = number(tables, board, desk, codes)
        kernels = tuple(one if tier in tiers else Absent(searched) for tier, one in enumerate(engine.searches(), 1))
        tools.append((kernels, types.UniTuple(types.FunctionType(searched), len(kernels))))
    if entry is _shape:
        tools.append((fill.fill_from, types.FunctionType(yes(rules, cells, states, number, cells))))
    signature = number(*(kind for _, kind in tools), *kinds)
    with kept_for(__name__):
        dispatcher = numba.njit(signature, cache=True, nogil=True, _nrt=False)(entry)
    # Called directly: looking at the types of two hundred arrays again at every call takes longer than making a puzzle, and warns
    # that a tuple of function pointers is an experimental feature.
    (compiled,) = dispatcher.overloads.values()
    return compiled.entry_point, tuple(tool for tool, _ in tools)


def runner(rules: RuleArrays, tables: Tables, aim: Aim, room: Room, seeking: bool) -> Callable[..., int]:
    """The kernel that makes puzzles for an aim, ready to be called as
    ``run(states, first, budget, patience, tallies, givens, solutions)``.

    ``seeking``: by the aim's wish (on a mask, too), not by its lists of techniques alone.
    ``states`` uint64[k]: one generator for each puzzle, advanced. ``givens`` and ``solutions`` uint8[k, cells] are written.
    ``tallies`` int64[k, ENDS] counts how the attempts at each puzzle ended; a puzzle is done when one was MADE or ``patience``
    attempts were (one that is NOT_UNIQUE counts for 200). The run begins with puzzle ``first`` and ends after ``budget``
    attempts at the latest: it returns the first puzzle that is not done. Neither ``budget`` nor ``k`` changes what is made.
    """
    words, numbers = np.zeros(1, np.uint64), np.zeros((1, ENDS), np.int64)
    grids = np.zeros((1, 1), np.uint8)
    fixed = (rules, tables, aim, room)
    kinds = tuple(numba.typeof(argument) for argument in (*fixed, words, 0, 0, 0, numbers, grids, grids))
    entry = _shape if aim.mask.size else _seek if seeking else _dig
    tiers = frozenset(aim.wish.course.tiers.tolist())
    compiled, tools = _compiled(
        entry, search.search if isinstance(room.ground, RuleArrays) else classic9.search, tiers, kinds
    )
    return partial(compiled, *tools, *fixed)
