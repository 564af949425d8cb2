"""All kernels compiled ahead of time, by several processes at once: for images, for tests, for users who do not want to wait
later.

Numba compiles one function at a time in a process. Every process finds on disk what another has compiled. No two parts compile
the same function at once: parts that others need come first.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Any

import numpy as np

from bookmaker.base.errors import BookmakerError, Fault, OutputError, Place, UnmetError
from bookmaker.logic import grading
from bookmaker.logic.generation.killer_maker import CageMaker
from bookmaker.logic.generation.maker import Maker
from bookmaker.logic.generation.order import Order
from bookmaker.logic.generation.order_fields import IN_ORDER
from bookmaker.logic.jit import cache
from bookmaker.logic.kernels import fill
from bookmaker.logic.kernels.nested9 import STATE, WORK, refute
from bookmaker.logic.repair import fixes, sampled_answers
from bookmaker.logic.solve import canonical_form, search_statistics, solver
from bookmaker.logic.solve.clue_arrays import cage_arrays, sum_rules
from bookmaker.logic.solve.hard_grids import Clauses
from bookmaker.logic.solve.rule_arrays import rule_arrays
from bookmaker.logic.solve.thorough_count import thorough_count
from bookmaker.logic.techniques import engine
from bookmaker.logic.techniques.declare import Level
from bookmaker.logic.techniques.finders.board import load
from bookmaker.logic.techniques.finders.explainer_chains import rate
from bookmaker.logic.techniques.requirements import Path
from bookmaker.logic.verify import contradiction
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import CLASSIC, RULES, arrangements, geometry, with_cages

_EASY = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"


def _easy(without: int = 0) -> Puzzle:
    givens = bytearray(map(int, _EASY))
    givens[:without] = bytes(without)
    return Puzzle(geometry(), bytes(givens))


def _caged() -> Puzzle:
    answer = solver.solve(_easy()).solution or b""
    cages = tuple(Cage((cell, cell + 9), answer[cell] + answer[cell + 9]) for cell in range(72) if cell // 9 % 2 == 0)
    return Puzzle(geometry(with_cages(CLASSIC)), bytes(81), cages=cages)


def _solver() -> None:
    solver.solve(_easy(), 1_000_000)


def _contradictions() -> None:
    clashing = bytearray(_easy().givens)
    clashing[2] = clashing[0]
    contradiction.classic_contradictions(np.frombuffer(clashing, np.uint8)[None])


def _any_grid() -> None:
    solver.solve(Puzzle(geometry(size=4), bytes(16)), 10)
    Clauses(geometry(size=4), np.zeros(16, np.uint8)).count(10, 0, np.zeros((0, 16), np.uint8))
    search_statistics.search([_easy()])
    solver.solve_many([Puzzle(geometry(size=4), bytes(16))] * 65, 1)
    fill.fill(rule_arrays(geometry(size=4)), np.array([1], np.uint64), np.zeros(16, np.uint8))


def _grader() -> None:
    grading.grade(_easy()).as_dict()


def _tier(number: int) -> Callable[[], None]:
    def compiled() -> None:
        engine.Solver(geometry()).make_ready(number)

    return compiled


def _positions() -> None:
    """Positions that are set up and filled one by one."""
    solver = engine.Solver(geometry())
    load(solver.tables, solver.board, np.array(list(map(int, _EASY)), np.uint8), np.zeros(81, np.uint32))
    engine.brute_force(solver.board, _easy(), 0)


def _rating() -> None:
    solver = engine.Solver(geometry())
    rate(solver.tables, solver.board, solver.part("links"), 0)
    refute(np.zeros(81, np.uint32), np.zeros(WORK, np.uint64), np.zeros(STATE, np.int64))


def _making() -> None:
    Maker(Order(geometry(), level=Level.EASY, attempts=1)).make([1])


def _making_towards() -> None:
    Maker(Order(geometry(), path=Path(requires=("x-wing",)), attempts=1)).make([1])


_SMALL = geometry(size=6)
"""Its puzzles are dug with the search of any grid, and those of :data:`_LINED` with that of cells."""
_LINED = geometry(next(name for name, rule in RULES.items() if rule.lines(9)))


def _making_any() -> None:
    Maker(Order(_SMALL, level=Level.EASY, attempts=1)).make([1])


def _making_lined() -> None:
    Maker(Order(_LINED, level=Level.EASY, attempts=1)).make([1])


def _making_on_masks() -> None:
    Maker(Order(geometry(), mask=dict.fromkeys((cell for cell in range(81) if cell % 3), 0), attempts=1)).make([1])


def _making_in_order() -> None:
    Maker(Order(geometry(), level=Level.EASY, theme=IN_ORDER, attempts=1)).make([1])


def _making_few_givens() -> None:
    Maker(Order(geometry(), least=17, most=21, attempts=1)).make([1])


def _killers() -> None:
    solver.solve(_caged())


def _hard_killers() -> None:
    rules, cages = sum_rules(geometry(with_cages(CLASSIC))), cage_arrays([_caged()])
    thorough_count(rules, cages, 0, np.zeros(81, np.uint8), 2, 0, np.zeros((1, 81), np.uint8))


def _making_killers() -> None:
    CageMaker(Order(geometry(with_cages(CLASSIC)), level=Level.EASY, attempts=1)).make([1])


def _making_sized_killers() -> None:
    CageMaker(Order(geometry(with_cages(CLASSIC)), level=Level.EASY, cage_sizes={2: 1, 3: 1}, attempts=1)).make([1])


def _making_several_grids() -> None:
    Maker(Order(geometry(arrangements()[0]), level=Level.EASY, attempts=1))


def _mending() -> None:
    """Each of its kernels, on problems that take little time; few givens of a puzzle with many solutions take seconds."""
    fixes.fix(_easy(12))
    many = _easy(27)
    fixes.fix(many, solver.solve(_easy()).solution)
    sampled_answers.least_number(many, most=2, asked=5000, looks=100_000)


def _like() -> None:
    answer = solver.solve(_easy()).solution or b""
    canonical_form.least_image(_easy())
    canonical_form.least_image(Puzzle(geometry(), answer))


_FIRST: dict[str, Callable[[], None]] = {"grader": _grader, "solver": _solver, "any grid": _any_grid}
"""Kernels that others call by address."""


def tier_name(search: Any) -> str:
    """The name of a tier's part: that of its module, with the rest of its own where two tiers share the module."""
    function = search.py_func
    module = function.__module__.rpartition(".")[2]
    return " ".join((module, *function.__name__.split("_")[1:]))


_TIERS = {tier_name(search): _tier(number) for number, search in engine.harder().items()}

_REST: dict[str, Callable[[], None]] = {
    "Killers": _killers,
    "hard Killers": _hard_killers,
    "contradictions": _contradictions,
    **_TIERS,
    "positions": _positions,
    "ratings": _rating,
    "making": _making,
    "making towards a path": _making_towards,
    "making any grid": _making_any,
    "making with lines": _making_lined,
    "making on masks": _making_on_masks,
    "making in order": _making_in_order,
    "making few givens": _making_few_givens,
    "making Killers": _making_killers,
    "making Killers of sizes": _making_sized_killers,
    "making several grids": _making_several_grids,
    "mending": _mending,
    "symmetry": _like,
}


def run(name: str) -> tuple[str, bool]:
    """Compile or load one part in this process. Returns its name, and whether all of it is kept on disk."""
    cache.use_shipped = False
    with suppress(UnmetError):
        (_FIRST | _REST)[name]()
    return name, not cache.unkept


def prepare(jobs: int) -> Iterator[str]:
    """Compile what is not on disk yet, in so many processes. Yields the name of each part as it is done.

    Raises OutputError if it cannot be kept, and BookmakerError if a process is ended from outside.
    """
    try:
        cache.check_place()
    except OSError as error:
        raise _cannot_keep(error.strerror or str(error)) from error
    context = multiprocessing.get_context("spawn")
    try:
        with ProcessPoolExecutor(jobs, mp_context=context) as pool:
            for names in (_FIRST, _REST):
                for done in as_completed([pool.submit(run, name) for name in names]):
                    name, kept = done.result()
                    if not kept:
                        raise _cannot_keep("writing to it failed")
                    yield name
    except BrokenProcessPool as error:
        message = "a process that compiles was ended from outside, perhaps for want of memory"
        raise BookmakerError(Fault(message, None, "try again with `--jobs 1`")) from error


def _cannot_keep(reason: str) -> OutputError:
    message = f"compiled code cannot be kept: {reason}"
    return OutputError(
        Fault(message, Place(str(cache.place())), "set NUMBA_CACHE_DIR to a folder that can be written to")
    )


def parts() -> tuple[str, ...]:
    """The names of all parts."""
    return (*_FIRST, *_REST)
