"""The compiled entries of generation: many puzzles, each from a seed of its own, a bounded number of attempts at a time."""

from __future__ import annotations

from functools import cache
from typing import Any

import numba
import numpy as np
from numba import types

from bookmaker.generation.mask_fill import shape
from bookmaker.generation.path_search import seek
from bookmaker.generation.removal import dig
from bookmaker.generation.targets import ENDS, MADE, NO_GRID, NOT_UNIQUE, Aim, Room, Tools
from bookmaker.jit.decorators import direct
from bookmaker.jit.pointers import Absent, Pointer
from bookmaker.kernels import classic9, fill, search
from bookmaker.kernels.rules import Array, RuleArrays
from bookmaker.techniques import engine
from bookmaker.techniques.finders.board import Tables
from bookmaker.techniques.finders.decorators import inner
from bookmaker.techniques.finders.driver import run_logic

_DIGS = 8
"""Attempts at one puzzle that begin with the same full grid when a path is sought: only one of them is kept."""

_DEAR = 199
"""How many more attempts a failed climb on a mask counts for: it takes as long, and after a hundred the mask is hopeless."""

_INDEX = 32
"""The lowest bits of an entry's answer: the puzzle at which it stopped. Those above: a tier whose kernel it has to have first."""


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
def _copied(source: Array, to: Array) -> None:
    for cell in range(len(to)):
        to[cell] = source[cell]


@inner
def _undone(tally: Array, patience: int) -> bool:
    return bool(tally[MADE] == 0 and tally.sum() + _DEAR * tally[NOT_UNIQUE] < patience)


def _dig(
    count: Any, fill: Any, shuffle: Any, logic: Any,
    rules: RuleArrays, tables: Tables, aim: Aim, room: Room,
    states: Array, first: int, budget: int, patience: int, tallies: Array, givens: Array, solutions: Array,
) -> int:  # fmt: skip
    tools = Tools(count, fill, None, shuffle, logic, None, None, None, None, 0)
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
    count: Any, fill: Any, shuffle: Any, logic: Any,
    searches: Any, chains: Any, almost: Any, forcing: Any, ready: int,
    rules: RuleArrays, tables: Tables, aim: Aim, room: Room,
    states: Array, first: int, budget: int, patience: int, tallies: Array, givens: Array, solutions: Array,
) -> int:  # fmt: skip
    tools = Tools(count, fill, None, shuffle, logic, searches, chains, almost, forcing, ready)
    for index in range(first, len(states)):
        state, tally, solution = states[index : index + 1], tallies[index], solutions[index]
        while _undone(tally, patience):
            if budget == 0:
                return index
            budget -= 1
            end = NO_GRID
            before = state[0]
            _copied(solution, room.other)
            if _begun(tools, rules, aim, state, solution, tally.sum() % _DIGS):
                end = seek(tools, rules, tables, aim, room, state, givens[index], solution)
            if end >= ENDS:
                # It is tried again as if it had not been.
                state[0] = before
                _copied(room.other, solution)
                return index | (end - ENDS) << _INDEX
            tally[end] += 1
    return len(states)


def _shape(
    count: Any, fill: Any, shuffle: Any, logic: Any,
    searches: Any, chains: Any, almost: Any, forcing: Any, ready: int, refill: Any,
    rules: RuleArrays, tables: Tables, aim: Aim, room: Room,
    states: Array, first: int, budget: int, patience: int, tallies: Array, givens: Array, solutions: Array,
) -> int:  # fmt: skip
    tools = Tools(count, fill, refill, shuffle, logic, searches, chains, almost, forcing, ready)
    for index in range(first, len(states)):
        state, tally, solution = states[index : index + 1], tallies[index], solutions[index]
        while _undone(tally, patience):
            if budget == 0:
                return index
            budget -= 1
            end = NO_GRID
            before = state[0]
            if _begun(tools, rules, aim, state, solution, 0):
                end = shape(tools, rules, tables, aim, room, state, givens[index], solution)
            if end >= ENDS:
                state[0] = before
                return index | (end - ENDS) << _INDEX
            tally[end] += 1
    return len(states)


_NUMBER, _CODES = types.int64, types.Array(types.int64, 1, "C")


def _searched(tables: types.Type, board: types.Type, room: types.Type) -> Any:
    """The type of a tier's kernel as a function."""
    return types.FunctionType(_NUMBER(tables, board, room, _CODES))


def _rooms(room: types.Type) -> tuple[types.Type, ...]:
    """The types of what the kernels of :func:`bookmaker.techniques.engine.roomy` work in."""
    return tuple(room.fields[name] for name in ("graph", "sets", "links"))


@cache
def _compiled(entry: Any, count: Any, kinds: tuple[types.Type, ...]) -> tuple[Any, tuple[Any, ...]]:
    """An entry for the types of its arguments after the tools, and the kernels that it always gets as pointers.

    A kernel that calls another is compiled together with all of it, every time: digging with the solver, the fill and every
    finder in it was most of what a first-time user waited for. Named as a function type in an explicit signature,
    a kernel is compiled once, for itself, and called through a pointer, which costs some nanoseconds.
    """
    rules, tables, _, room, states = kinds[:5]
    cells, yes = types.Array(types.uint8, 1, "C"), types.boolean
    board, tally, desk, ground, none = (room.fields[name] for name in ("board", "within", "desk", "ground", "none"))
    tools: list[tuple[Any, Any]] = [
        (count, types.FunctionType(_NUMBER(ground, cells, _NUMBER, _NUMBER, none))),
        (fill.fill, types.FunctionType(yes(rules, states, cells))),
        (fill.shuffle_grid, types.FunctionType(types.void(states, _NUMBER, _NUMBER, cells))),
        (run_logic, types.FunctionType(_NUMBER(tables, cells, _CODES, board, tally))),
    ]
    taken = [kind for _, kind in tools]
    if entry is not _dig:
        taken.append(types.UniTuple(_searched(tables, board, desk), len(engine.searches())))
        taken += [_searched(tables, board, kind) for kind in _rooms(room)]
        taken.append(_NUMBER)
    if entry is _shape:
        tools.append((fill.fill_from, types.FunctionType(yes(rules, cells, states, _NUMBER, cells))))
        taken.append(tools[-1][1])
    signature = _NUMBER(*taken, *kinds)
    return direct(entry, signature), tuple(Pointer(tool, kind.signature) for tool, kind in tools)


class Runner:
    """The kernel that makes puzzles for an aim, on one thread. Those of harder tiers are compiled when a puzzle needs them."""

    def __init__(self, rules: RuleArrays, tables: Tables, aim: Aim, room: Room, seeking: bool) -> None:
        """``seeking``: by the aim's wish (on a mask, too), not by its lists of techniques alone."""
        words, numbers = np.zeros(1, np.uint64), np.zeros((1, ENDS), np.int64)
        grids = np.zeros((1, 1), np.uint8)
        self._fixed = (rules, tables, aim, room)
        kinds = tuple(numba.typeof(argument) for argument in (*self._fixed, words, 0, 0, 0, numbers, grids, grids))
        entry = _shape if aim.mask.size else _seek if seeking else _dig
        count = search.search if isinstance(room.ground, RuleArrays) else classic9.search
        self._compiled, self._tools = _compiled(entry, count, kinds)
        board, desk = (kinds[3].fields[name] for name in ("board", "desk"))
        self._tiers = {
            tier: (kernel, _searched(kinds[1], board, desk).signature)
            for tier, kernel in enumerate(engine.searches(), 1)
        }
        for (tier, (kernel, _)), kind in zip(engine.roomy().items(), _rooms(kinds[3]), strict=True):
            self._tiers[tier] = kernel, _searched(kinds[1], board, kind).signature
        self._kernels: dict[int, Any] = {tier: Absent(signature) for tier, (_, signature) in self._tiers.items()}
        self._ready = 0
        self._entry = entry

    def _arguments(self) -> tuple[Any, ...]:
        if self._entry is _dig:
            return (*self._tools, *self._fixed)
        kernels, desks = tuple(self._kernels.values()), len(engine.searches())
        return (*self._tools[:4], kernels[:desks], *kernels[desks:], self._ready, *self._tools[4:], *self._fixed)

    def __call__(
        self,
        states: Array,
        first: int,
        budget: int,
        patience: int,
        tallies: Array,
        givens: Array,
        solutions: Array,
    ) -> int:
        """Make puzzles. Returns the first that is not done, after ``budget`` attempts at the latest.

        ``states`` uint64[k]: one generator for each puzzle, advanced. ``givens`` and ``solutions`` uint8[k, cells] are
        written. ``tallies`` int64[k, ENDS] counts how the attempts at each puzzle ended; a puzzle is done when one was MADE or
        ``patience`` attempts were (one that is NOT_UNIQUE counts for 200). The run begins with puzzle ``first``. Neither
        ``budget`` nor ``k`` changes what is made.
        """
        while True:
            answer = int(
                self._compiled(*self._arguments(), states, first, budget, patience, tallies, givens, solutions)
            )
            tier, first = answer >> _INDEX, answer & ((1 << _INDEX) - 1)
            if not tier:
                return first
            self._kernels[tier] = Pointer(*self._tiers[tier])
            self._ready |= 1 << tier
