"""Killers made a second, and proven by another solver: ``python -m benchmarks.cutting [--count N] [--prove N]``.

Rates are puzzles by CPU time of one thread, for each level, with how many attempts a puzzle takes, and the sizes of the
cages beside those wanted, in percent. With ``--prove`` so many, of all levels in turn, are proven unique by python-sat
(``pip install python-sat``), which shares no code with ours. Then the wait for the first puzzle, with an empty cache.

``--as-asked`` tells instead how true the cages are to what was asked, as JSON lines: for each kind, size, symmetry and level
(``--kind``, ``--size``, ``--symmetry`` and ``--level`` take several) how many were made, by how many points of a hundred
the share of each size of cages misses the one wanted, the largest of these, and how many puzzles are not symmetric as asked.
Some grids cannot have what is usual: on the diagonal of a 4x4 or an easy 6x6 grid not all cells find room in cages of two to four
that are their own images, and a quarter turn leaves a 4x4 grid no cage of three.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product

from bookmaker.base.errors import UnmetError
from bookmaker.base.seeds import seed_for
from bookmaker.logic.generation.killer_maker import CageMaker, shape_of
from bookmaker.logic.generation.order import Made, Order
from bookmaker.logic.techniques.declare import Level
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.symmetry import SYMMETRIES, Symmetry, maps
from bookmaker.puzzles.rules import geometry

LEVELS = (Level.EASY, Level.MEDIUM, Level.HARD, Level.EXPERT)


def proven(ground: Geometry, made: Made) -> bool:
    """Whether a SAT solver finds the solution, and no other."""
    from pysat.solvers import Cadical153  # type: ignore[import-untyped]

    size = ground.size
    digits = range(1, size + 1)
    clauses = [[cell * size + digit for digit in digits] for cell in range(size * size)]
    clauses += [[cell * size + digit for cell in house.cells] for house in ground.houses for digit in digits]
    groups: list[Sequence[int]] = [house.cells for house in ground.houses] + [cage.cells for cage in made.cages]
    pairs = {pair for cells in groups for pair in combinations(sorted(cells), 2)}
    clauses += [[-(one * size + digit), -(other * size + digit)] for one, other in sorted(pairs) for digit in digits]
    for cell in range(size * size):
        clauses += [[-(cell * size + one), -(cell * size + other)] for one, other in combinations(digits, 2)]
    clauses += [[cell * size + digit] for cell, digit in enumerate(made.givens) if digit]
    name = size**3
    for cage in made.cages:
        sets = [chosen for chosen in combinations(digits, len(cage.cells)) if sum(chosen) == cage.sum]
        clauses.append(list(range(name + 1, name + 1 + len(sets))))
        for chosen in sets:
            name += 1
            clauses += [
                [-name, -(cell * size + digit)] for cell in cage.cells for digit in digits if digit not in chosen
            ]
    with Cadical153(bootstrap_with=clauses) as solver:
        if not solver.solve():
            return False
        true = [literal for literal in solver.get_model()[: size**3] if literal > 0]
        if bytes((literal - 1) % size + 1 for literal in true) != made.solution:
            return False
        solver.add_clause([-literal for literal in true])
        return not solver.solve()


def wanted_sizes(order: Order) -> dict[int, int]:
    """For each size of cages how many all profiles of an order have."""
    return {size: int(number) for size, number in enumerate(shape_of(order).deals.sum(axis=0)) if number}


def as_asked(ground: Geometry, level: Level, symmetry: Symmetry, count: int, attempts: int | None) -> None:
    """Print how true the cages are to what was asked."""
    order = Order(ground, level, symmetry, attempts=attempts)
    start = time.thread_time()
    made = CageMaker(order).make([seed_for(1, index) for index in range(count)])
    took = time.thread_time() - start
    found = [one for one in made if isinstance(one, Made)]
    sizes = Counter(len(cage.cells) for one in found for cage in one.cages)
    wanted = wanted_sizes(order)
    whole, all_ = sum(wanted.values()), max(1, sizes.total())
    off = {
        size: round(100 * (sizes[size] / all_ - wanted.get(size, 0) / whole), 1) for size in sorted({*sizes, *wanted})
    }
    images = maps(symmetry, ground.size)
    askew = 0
    for one in found:
        cages = {frozenset(cage.cells) for cage in one.cages}
        askew += any({frozenset(moved[cell] for cell in cage) for cage in cages} != cages for moved in images)
    told = {"kind": ground.kind, "size": ground.size, "symmetry": symmetry, "level": str(level), "asked": count}
    most = max(map(abs, off.values()))
    print(
        json.dumps({**told, "made": len(found), "off": off, "most": most, "askew": askew, "s": round(took, 1)}),
        flush=True,
    )


def make(ground: Geometry, level: Level, symmetry: Symmetry, count: int) -> list[Made]:
    order = Order(ground, level, symmetry)
    maker = CageMaker(order)
    maker.make([0])
    seeds = [seed_for(1, index) for index in range(count)]
    start = time.thread_time()
    made = maker.make(seeds)
    took = time.thread_time() - start
    unmet = [one for one in made if isinstance(one, UnmetError)]
    if unmet:
        sys.exit(f"{len(unmet)} of {count} {level} were not made: {unmet[0]}")
    found = [one for one in made if isinstance(one, Made)]
    sizes = Counter(len(cage.cells) for one in found for cage in one.cages)
    wanted = wanted_sizes(order)
    told = ", ".join(
        f"{size}: {100 * sizes[size] / sizes.total():.1f} ({100 * wanted.get(size, 0) / sum(wanted.values()):.0f})"
        for size in sorted({*sizes, *wanted})
    )
    attempts = sum(one.attempts for one in found) / count
    print(f"{level}, {symmetry}: {count / took:,.0f} /s, {attempts:.2f} attempts, cages of {told}", flush=True)
    return found


def first_puzzle() -> float:
    command = [sys.executable, "-m", "bookmaker", "generate", "--kind", "killer", "--difficulty", "easy"]
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        subprocess.run(command, env={**os.environ, "NUMBA_CACHE_DIR": folder}, capture_output=True, check=True)
        return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kind", choices=("killer", "killer-x"), nargs="+", default=["killer"])
    parser.add_argument("--size", type=int, nargs="+", default=[9])
    parser.add_argument("--symmetry", choices=SYMMETRIES, nargs="+", default=["none"])
    parser.add_argument("--level", choices=list(map(str, LEVELS)), nargs="+", default=list(map(str, LEVELS)))
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--prove", type=int, default=0, metavar="N")
    parser.add_argument("--attempts", type=int, help="at each puzzle, with --as-asked (default: as usual)")
    parser.add_argument("--as-asked", action="store_true", help="how true the cages are to what was asked")
    arguments = parser.parse_args()
    levels = [level for level in LEVELS if str(level) in arguments.level]
    for kind, size, symmetry in product(arguments.kind, arguments.size, arguments.symmetry):
        for level in levels if arguments.as_asked else ():
            as_asked(geometry(kind, size), level, symmetry, arguments.count, arguments.attempts)
    if arguments.as_asked:
        return
    if max(map(len, (arguments.kind, arguments.size, arguments.symmetry))) > 1:
        parser.error("several kinds, sizes or symmetries go with --as-asked only")
    ground = geometry(arguments.kind[0], arguments.size[0])
    each = max(arguments.count, -(-arguments.prove // len(levels)))
    made = [make(ground, level, arguments.symmetry[0], each) for level in levels]
    todo = [one for same in zip(*made, strict=True) for one in same][: arguments.prove]
    start = time.perf_counter()
    wrong = [one.seed for one in todo if not proven(ground, one)]
    if todo:
        print(
            f"{len(todo)} proved by python-sat in {time.perf_counter() - start:.0f} s: {len(wrong)} not unique {wrong[:3]}"
        )
    print(f"first puzzle with an empty cache: {first_puzzle():.1f} s")
    if wrong:
        sys.exit(1)


if __name__ == "__main__":
    main()
