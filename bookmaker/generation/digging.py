"""The digging kernel: from a random full grid to a puzzle, each removal under proof.

Givens are taken away orbit by orbit in random order. A removal stays only if the solver proves that the solution is
still the only one and, where a level is aimed at, if the techniques of that level still finish the grid. So the grid is
proper and within the level at every moment, and what is left to ask at the end is whether it is hard *enough*: that it
needs the level's own techniques. This steers towards the level; digging blindly and filtering would throw most puzzles
away.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any, NamedTuple

import numba
import numpy as np
import numpy.typing as npt
from numba import types

from bookmaker.kernels import classic9, fill, search
from bookmaker.kernels.jit import kernel
from bookmaker.kernels.rng import below, shuffle
from bookmaker.kernels.rules import Array, RuleArrays
from bookmaker.techniques.finders.board import SOLVED, Board, Tables
from bookmaker.techniques.finders.compiled import inner
from bookmaker.techniques.finders.driver import run_logic

MADE, NO_GRID, TOO_MANY, TOO_EASY, TOO_HARD, NOT_MINIMAL = range(6)
"""How an attempt ends: a puzzle; no full grid found; more givens than allowed; easier techniques suffice; those of the
level do not; a given can still be removed alone."""

_PROOF_NODES = 20_000
"""Guesses that a proof on a large grid may take. A removal whose proof takes longer is taken back: undecided is not unique."""


class Aim(NamedTuple):
    """What to dig for, as arrays and numbers.

    within      int64[n]            techniques that must finish the puzzle, in order; empty: no level is aimed at
    below       int64[n]            techniques that must not finish it; empty: any puzzle within will do
    orbits      int16[orbits, 4]    cells that are removed together, padded with -1
    least, mid  int                 the number of givens to dig down to is drawn from least..mid
    most        int                 a puzzle with more givens is refused
    minimal     bool                dig on until no given can be removed alone (the level is then only checked at the end)
    box_height, box_width, plain    box shape; plain: rows, columns and boxes are all there is, so that grids may be shuffled
    """

    within: npt.NDArray[np.int64]
    below: npt.NDArray[np.int64]
    orbits: npt.NDArray[np.int16]
    least: int
    mid: int
    most: int
    minimal: bool
    box_height: int
    box_width: int
    plain: bool


class Room(NamedTuple):
    """Scratch for one thread: the engine's board and its tallies for ``within`` and ``below``; the solver's workspace;
    ``order`` int64[orbits].
    """

    board: Board
    within: npt.NDArray[np.int64]
    below: npt.NDArray[np.int64]
    work: npt.NDArray[np.uint32]
    order: npt.NDArray[np.int64]


class Tools(NamedTuple):
    """The kernels of other rooms, as function pointers."""

    unique: Any
    fill: Any
    shuffle: Any
    logic: Any


@kernel
def _unique9(rules: RuleArrays, work: Array, cells: Array) -> bool:
    """Whether a 9x9 classic puzzle is proper. ``work``: :func:`bookmaker.kernels.classic9.workspace`."""
    return classic9.search(work, cells, 2, 0, cells[:0].reshape(0, 81)) == 1


@kernel
def _unique(rules: RuleArrays, work: Array, cells: Array) -> bool:
    """Whether a puzzle of any rules is proven to be proper; ``work`` is not used."""
    return search.search(rules, cells, 2, _PROOF_NODES, cells[:0].reshape(0, len(cells))) == 1


@inner
def _is_minimal(tools: Tools, rules: RuleArrays, room: Room, givens: Array) -> bool:
    for cell in range(len(givens)):
        digit = givens[cell]
        if digit:
            givens[cell] = 0
            needed = not tools.unique(rules, room.work, givens)
            givens[cell] = digit
            if not needed:
                return False
    return True


@inner
def _dig(
    tools: Tools,
    rules: RuleArrays,
    tables: Tables,
    aim: Aim,
    room: Room,
    state: Array,
    givens: Array,
    solution: Array,
) -> int:
    """Dig ``solution`` uint8[cells], a full grid, into ``givens`` uint8[cells], which is overwritten.

    ``state`` uint64[1] is advanced. Returns MADE or why the puzzle is refused; ``givens`` is proper in every case.
    """
    steering = aim.within.size > 0 and not aim.minimal
    floor = aim.least + below(state, aim.mid - aim.least + 1)
    order = room.order
    for index in range(len(order)):
        order[index] = index
    shuffle(state, order)
    count = len(givens)
    for cell in range(count):
        givens[cell] = solution[cell]
    for index in order:
        orbit = aim.orbits[index]
        taken = 0
        for cell in orbit:
            if cell >= 0:
                givens[cell] = 0
                taken += 1
        keep = count - taken >= floor and tools.unique(rules, room.work, givens)
        if keep and steering:
            keep = tools.logic(tables, givens, aim.within, room.board, room.within) == SOLVED
        if keep:
            count -= taken
        else:
            for cell in orbit:
                if cell >= 0:
                    givens[cell] = solution[cell]
    if count > aim.most:
        return TOO_MANY
    if aim.minimal and not _is_minimal(tools, rules, room, givens):
        return NOT_MINIMAL
    if aim.within.size and tools.logic(tables, givens, aim.within, room.board, room.within) != SOLVED:
        return TOO_HARD
    if aim.below.size and tools.logic(tables, givens, aim.below, room.board, room.below) == SOLVED:
        return TOO_EASY
    return MADE


def _run(
    unique: Any,
    fill: Any,
    shuffle_grid: Any,
    logic: Any,
    rules: RuleArrays,
    tables: Tables,
    aim: Aim,
    room: Room,
    states: Array,
    first: int,
    budget: int,
    patience: int,
    tallies: Array,
    givens: Array,
    solutions: Array,
) -> int:
    tools = Tools(unique, fill, shuffle_grid, logic)
    for index in range(first, len(states)):
        state, tally = states[index : index + 1], tallies[index]
        while tally[MADE] == 0 and tally.sum() < patience:
            if budget == 0:
                return index
            budget -= 1
            end = NO_GRID
            if fill(rules, state, solutions[index]):
                if aim.plain:
                    shuffle_grid(state, aim.box_height, aim.box_width, solutions[index])
                end = _dig(tools, rules, tables, aim, room, state, givens[index], solutions[index])
            tally[end] += 1
    return len(states)


@cache
def _compiled(unique: Any, kinds: tuple[types.Type, ...]) -> tuple[Any, tuple[Any, ...]]:
    """:func:`_run` for the types of its arguments after the tools, and the kernels that it gets as pointers.

    A kernel that calls another is compiled together with all of it, every time: digging with the solver, the fill and every
    finder in it was most of what a first-time user waited for. Named as a function type in an explicit signature,
    a kernel is compiled once, for itself, and called through a pointer, which costs some nanoseconds.
    """
    rules, tables, aim, room, states = kinds[:5]
    cells = types.Array(types.uint8, 1, "C")
    count, yes = types.int64, types.boolean
    board, tally, _, work, _ = room.types
    tools = (
        (unique, yes(rules, work, cells)),
        (fill.fill, yes(rules, states, cells)),
        (fill.shuffle_grid, types.void(states, count, count, cells)),
        (run_logic, count(tables, cells, aim.types[0], board, tally)),
    )
    signature = count(*(types.FunctionType(kind) for _, kind in tools), *kinds)
    return numba.njit(signature, cache=True, nogil=True, _nrt=False)(_run), tuple(tool for tool, _ in tools)


def runner(rules: RuleArrays, tables: Tables, aim: Aim, room: Room) -> Callable[..., int]:
    """The kernel that makes puzzles for an aim, ready to be called as
    ``run(states, first, budget, patience, tallies, givens, solutions)``.

    ``states`` uint64[k]: one generator for each puzzle, advanced. ``givens`` and ``solutions`` uint8[k, cells] are written.
    ``tallies`` int64[k, 6] counts how the attempts at each puzzle ended; a puzzle is done when one was MADE or ``patience``
    attempts were. The run begins with puzzle ``first`` and ends after ``budget`` attempts at the latest: it returns the
    first puzzle that is not done. Neither ``budget`` nor ``k`` changes what is made.
    """
    words, numbers = np.zeros(1, np.uint64), np.zeros((1, 6), np.int64)
    grids = np.zeros((1, 1), np.uint8)
    fixed = (rules, tables, aim, room)
    kinds = tuple(numba.typeof(argument) for argument in (*fixed, words, 0, 0, 0, numbers, grids, grids))
    compiled, tools = _compiled(_unique9 if aim.plain and rules.size == 9 else _unique, kinds)
    return partial(compiled, *tools, *fixed)
