"""Odd Killers against another solver: ``python -m benchmarks.odd_killers [--count N] [--seed S] [--print]``.

Random Killers of 4x4, 6x6 and 9x9, with diagonals or without, such as no generator makes: cages of one cell and of as many as
there are digits, in pieces or overlapping, without a sum, over part of the grid; with givens or without; left as they come,
helped until they have few solutions or one, or given a sum or a digit that is wrong. OR-tools' CP-SAT (``pip install
ortools``) lists the solutions of each up to a limit of 2, 10 or 1000. Ours have to be as many at every limit up to that, and the
same where these are all; what ``verify`` says has to agree, and where it calls the cages broken without a search, there must
be no solution. Those with one solution are graded and explained, and no step may contradict it.

JSON lines: what was met by size and kind, the steps by technique, and each puzzle that differs; the exit code is 1 where one
does. With ``--print`` only the puzzles and how many solutions CP-SAT finds, which is how ``tests/data/odd_killers.jsonl.gz``
was made.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from bookmaker import formats
from bookmaker.logic.grading import grade
from bookmaker.logic.solve.solver import UNDECIDED, count_solutions, solutions
from bookmaker.logic.verify import check
from bookmaker.publishing.explain import solution_path
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import geometry

LIMITS = (2, 10, 1000)
SECONDS = 60
"""Of CP-SAT for one puzzle, after which it is not compared."""

UNPROVEN = frozenset({"cage-overlap", "cage-empty"})
"""Codes of broken cages that may have a solution all the same."""


def filled(ground: Geometry, chance: random.Random) -> bytes:
    """A random full grid: a plain search that fills the cell with the fewest digits left."""
    cells = bytearray(ground.cell_count)

    def left(cell: int) -> set[int]:
        return set(range(1, ground.size + 1)) - {cells[peer] for peer in ground.peers[cell]}

    def fill() -> bool:
        free = [(len(left(cell)), chance.random(), cell) for cell, digit in enumerate(cells) if not digit]
        if not free:
            return True
        cell = min(free)[2]
        for digit in chance.sample(sorted(left(cell)), len(left(cell))):
            cells[cell] = digit
            if fill():
                return True
        cells[cell] = 0
        return False

    fill()
    return bytes(cells)


def _beside(cell: int, size: int) -> Iterator[int]:
    row, column = divmod(cell, size)
    for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
        if 0 <= r < size and 0 <= c < size:
            yield r * size + c


def cut(ground: Geometry, grid: bytes, chance: random.Random) -> list[Cage]:
    """Cages with the sums of the grid, nearly always of different digits."""
    size = ground.size
    cover, most = chance.choice([1, 1, 0.9, 0.6, 0.3]), chance.choice([2, 3, 3, 4, 5, size])
    apart, again = chance.random() < 0.1, chance.random() < 0.03
    free, cages = set(range(size * size)), []
    if chance.random() < 0.15:
        cages.append(chance.choice(ground.houses).cells)
        free -= set(cages[0])
    for first in chance.sample(range(size * size), size * size):
        if first not in free or chance.random() > cover:
            continue
        cells, wanted = [first], chance.randint(1, most)
        while len(cells) < wanted:
            near = free if apart else {other for cell in cells for other in _beside(cell, size)} & free
            held = set() if again else {grid[cell] for cell in cells}
            ways = [cell for cell in sorted(near - set(cells)) if grid[cell] not in held]
            if not ways:
                break
            cells.append(chance.choice(ways))
        free -= set(cells)
        cages.append(tuple(cells))
    if chance.random() < 0.05:
        cages += [
            tuple(cage for cage in chance.sample(range(size * size), 2)) if chance.random() < 0.7 else chance.choice(cages)
            for _ in range(chance.randint(1, 3))
        ]  # fmt: skip
    bare = chance.choice([0, 0, 0, 0.1, 0.6])
    return [Cage(cells, None if chance.random() < bare else sum(grid[cell] for cell in cells)) for cells in cages]


def helped(puzzle: Puzzle, grid: bytes, most: int, chance: random.Random) -> Puzzle:
    """The puzzle with givens, or cages of one cell, until it has at most ``most`` solutions."""
    while int(count_solutions(puzzle, most + 1, max_nodes=check.MOST_GUESSES)[0]) > most:
        one, other = solutions(puzzle, 2)
        cell = chance.choice([cell for cell in range(len(one)) if one[cell] != other[cell]])
        if chance.random() < 0.9:
            puzzle = replace(puzzle, givens=puzzle.givens[:cell] + grid[cell : cell + 1] + puzzle.givens[cell + 1 :])
        else:
            puzzle = replace(puzzle, cages=(*puzzle.cages, Cage((cell,), grid[cell])))
    return puzzle


def spoilt(puzzle: Puzzle, chance: random.Random) -> Puzzle:
    """The puzzle with wrong sums, often such that the total stays what it was, or a wrong given."""
    cages, size = list(puzzle.cages), puzzle.geometry.size
    told = [number for number, cage in enumerate(cages) if cage.sum]
    if not told or chance.random() < 0.15:
        cell, digit = chance.randrange(size * size), chance.randint(1, size)
        return replace(puzzle, givens=puzzle.givens[:cell] + bytes([digit]) + puzzle.givens[cell + 1 :])
    by = chance.choice([-2, -1, 1, 1, 2, 10 * size])
    for number, change in zip(chance.sample(told, min(2, len(told))), (by, -by), strict=False):
        total = (cages[number].sum or 0) + change
        if total > 0:
            cages[number] = replace(cages[number], sum=total)
        if chance.random() < 0.3:
            break
    return replace(puzzle, cages=tuple(cages))


def odd(seed: int, number: int) -> Puzzle:
    """The puzzle of a number."""
    chance = random.Random(f"{seed} {number}")
    ground = geometry(chance.choice(["killer", "killer-x"]), chance.choice([4, 6, 6, 9, 9]))
    grid = filled(ground, chance)
    given = chance.choice([0, 0, 0, 0.1, 0.3])
    givens = bytes(digit if chance.random() < given else 0 for digit in grid)
    puzzle = Puzzle(ground, givens, cages=tuple(cut(ground, grid, chance)))
    way = chance.choice(["left", "few", "one", "one", "one", "spoilt", "spoilt"])
    if way == "few" or (way == "spoilt" and chance.random() < 0.5):
        puzzle = helped(puzzle, grid, chance.choice([5, 20, 300]), chance)
    elif way == "one":
        puzzle = helped(puzzle, grid, 1, chance)
    return spoilt(puzzle, chance) if way == "spoilt" else puzzle


@cache
def _collector() -> Any:
    from ortools.sat.python import cp_model

    class Collector(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
        def __init__(self, cells: Sequence[Any], limit: int) -> None:
            super().__init__()
            self.cells, self.limit, self.found = cells, limit, set[bytes]()

        def on_solution_callback(self) -> None:
            self.found.add(bytes(self.value(cell) for cell in self.cells))
            if len(self.found) >= self.limit:
                self.stop_search()

    return Collector


def cp_sat(puzzle: Puzzle, limit: int) -> set[bytes] | None:
    """The solutions, at most ``limit``; None if it takes too long."""
    from ortools.sat.python import cp_model

    ground, model = puzzle.geometry, cp_model.CpModel()
    cells = [model.new_int_var(digit or 1, digit or ground.size, "") for digit in puzzle.givens]
    for house in ground.houses:
        model.add_all_different([cells[cell] for cell in house.cells])
    for cage in puzzle.cages:
        model.add_all_different([cells[cell] for cell in cage.cells])
        if cage.sum is not None:
            model.add(sum(cells[cell] for cell in cage.cells) == cage.sum)
    solver: Any = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.max_time_in_seconds = SECONDS
    collector = _collector()(cells, limit)
    ended = solver.solve(model, collector)
    if ended == cp_model.MODEL_INVALID:
        raise ValueError(model.validate())
    found: set[bytes] = collector.found
    proven = ended in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return found if proven or len(found) == limit else None


def complaint(puzzle: Puzzle, theirs: set[bytes], limit: int) -> str:
    """What our solver or ``verify`` says otherwise, "" if nothing."""
    for asked in LIMITS:
        counted = int(count_solutions(puzzle, asked, max_nodes=check.most_guesses(asked))[0])
        if asked <= limit and counted not in (min(asked, len(theirs)), UNDECIDED):
            return f"{counted} solutions up to {asked}, not {min(asked, len(theirs))}"
    if len(theirs) < limit and set(solutions(puzzle, limit)) != theirs:
        return "other solutions"
    verdict = check.check(puzzle, limit)
    codes = {fault.code for fault in verdict.faults} & {*check.BLOCKING, "clash"}
    if verdict.status == "broken":
        return f"broken by {sorted(codes)}, and has solutions" if theirs and codes - UNPROVEN else ""
    expected = "none" if not theirs else "proper" if len(theirs) == 1 else "several"
    if verdict.status not in (expected, "undecided"):
        return f"{verdict.status}, not {expected}"
    if verdict.status == "several" and not {*verdict.examples} <= {*solutions(puzzle, limit)}:
        return "examples that are no solutions"
    return ""


def logic(puzzle: Puzzle, answer: bytes, steps: Counter[str]) -> str:
    """What is wrong with the grade and the steps of a proper puzzle, "" if nothing; its steps are added to ``steps``."""
    graded = grade(puzzle)
    told = solution_path.explain(puzzle, everything=True).steps
    steps.update(one.step.technique for one in told)
    for one in told:
        if any(answer[cell] != digit for cell, digit in one.step.placements):
            return f"{one.step.technique} places another digit: {one.text}"
        if any(answer[cell] == digit for cell, digit in one.step.eliminations):
            return f"{one.step.technique} removes the answer: {one.text}"
    if Counter(one.step.technique for one in told) != Counter(graded.techniques):
        return f"graded by {graded.techniques}, told otherwise"
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description="Odd Killers counted by our solver and by CP-SAT, as JSON lines.")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--print", action="store_true", help="only print the puzzles, with the number of solutions")
    options = parser.parse_args()
    met: dict[tuple[int, str], Counter[str]] = {}
    steps, wrong, spent = Counter[str](), 0, [0.0, 0.0]
    for number in range(options.count):
        puzzle, limit = odd(options.seed, number), LIMITS[number % 3]
        start = time.process_time()
        theirs = cp_sat(puzzle, limit)
        between = time.process_time()
        many = "unasked" if theirs is None else ("none", "one")[len(theirs)] if len(theirs) < 2 else "several"
        many = "limit" if theirs is not None and len(theirs) == limit else many
        tally = met.setdefault((puzzle.geometry.size, puzzle.geometry.kind), Counter())
        tally.update(["puzzles", many])
        if theirs is None:
            continue
        written = json.loads(formats.render([puzzle], "json"))
        if options.print:
            print(json.dumps({"limit": limit, "solutions": len(theirs), **written}, separators=(",", ":")), flush=True)
            continue
        said = complaint(puzzle, theirs, limit)
        spent[0] += time.process_time() - between
        spent[1] += between - start
        if not said and len(theirs) == 1 < limit and check.check(puzzle).status == "proper":
            tally["graded"] += 1
            said = logic(puzzle, next(iter(theirs)), steps)
        if said:
            wrong += 1
            print(json.dumps({"what": "differs", "number": number, "fault": said, "puzzle": written}), flush=True)
    if options.print:
        return 0
    for (size, kind), tally in sorted(met.items()):
        print(json.dumps({"what": "counts", "size": size, "kind": kind, **tally}))
    print(json.dumps({"what": "steps", "all": steps.total(), **dict(steps.most_common())}))
    seconds = {"seconds": round(spent[0], 1), "seconds_cp_sat": round(spent[1], 1)}
    print(json.dumps({"what": "odd killers", "puzzles": options.count, "differ": wrong, **seconds}))
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
