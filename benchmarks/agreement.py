"""Counts of solutions beside qqwing and a SAT solver: ``python -m benchmarks.agreement [--number N] [--seed S] [FILE...]``.

A FILE holds puzzles as :mod:`benchmarks.solving` reads them (default: the samples of the tests). Grids come from these and from
random full grids: the givens of a puzzle, up to two fewer or up to twelve more; one in three then gets a wrong digit. Each is
counted up to 1, 2, 50 and 1000 solutions. qqwing counts all solutions of a grid, and names one. It takes 35 us for each, so that
of the grids with over FEW by our count it gets one in SOME; of those with MOST and more, one in HARDLY_ANY goes to python-sat,
which finds up to 1000. Every solution of lists up to 50 is checked against the rules, the givens and the others of its list.

Prints a line for each piece and the differences, with their grids; ends with exit code 1 if there are any.
(``pip install python-sat``, and qqwing)
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

import numpy as np

from benchmarks.tail import DEFAULT, sources
from bookmaker.logic.kernels import classic9

LIMITS = 1, 2, 50, 1000
FEW, MOST = 50, 1_500
SOME, HARDLY_ANY = 10, 200

_PIECE = 10_000
_FEWER, _MORE = 2, 12
_GIVENS_OF_RANDOM = 24


def drawn(puzzles: np.ndarray, grids: np.ndarray, number: int, chance: np.random.Generator) -> np.ndarray:
    """Grids uint8[number, 81]: the givens of puzzles in random order, some left out or others of the solution added."""
    chosen = chance.integers(len(grids), size=number)
    full, puzzle = grids[chosen], puzzles[chosen]
    order = chance.random((number, 81)) - (puzzle > 0)
    places = order.argsort(axis=1).argsort(axis=1)
    known = (puzzle > 0).sum(axis=1)
    known[known == 0] = _GIVENS_OF_RANDOM
    givens = known + chance.integers(-_FEWER, _MORE + 1, size=number)
    cells = np.where(places < givens[:, None], full, 0).astype(np.uint8)
    wrong = np.flatnonzero(chance.random(number) < 1 / 3)
    # One of the givens, whichever; none of the eight shifts leaves its digit.
    at = (places[wrong] == (chance.random(len(wrong)) * givens[wrong]).astype(int)[:, None]).argmax(axis=1)
    cells[wrong, at] = (full[wrong, at] - 1 + chance.integers(1, 9, size=len(wrong))) % 9 + 1
    return cells


def counted(cells: np.ndarray, limit: int, kept: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """How many solutions each grid has up to a limit, int64[n], and the first of them, uint8[n, kept, 81]."""
    counts, out = np.zeros(len(cells), np.int64), np.zeros((len(cells), kept, 81), np.uint8)
    classic9.count_batch(cells, limit, 0, counts, out)
    return counts, out


def by_qqwing(cells: np.ndarray) -> tuple[list[int], list[str]]:
    """How many solutions each grid has, and one of them; an empty text where there is none."""
    command = ["qqwing", "--solve", "--count-solutions", "--csv"]
    text = "\n".join(map(line, cells)) + "\n"
    said = subprocess.run(command, input=text, text=True, capture_output=True, check=True).stdout.splitlines()[1:]
    fields = [row.split(",") for row in said]
    assert len(fields) == len(cells), "qqwing left a grid out"
    return [int(row[1] or 0) for row in fields], [row[0] if row[1] else "" for row in fields]


def by_sat(cells: np.ndarray, limit: int) -> int:
    from pysat.card import CardEnc, EncType  # type: ignore[import-not-found]
    from pysat.solvers import Solver  # type: ignore[import-not-found]

    def place(row: int, column: int, digit: int) -> int:
        return 81 * row + 9 * column + digit + 1

    nine = range(9)
    groups = [[place(a, b, digit) for digit in nine] for a in nine for b in nine]
    groups += [[place(a, b, digit) for b in nine] for a in nine for digit in nine]
    groups += [[place(a, b, digit) for a in nine] for b in nine for digit in nine]
    boxes = [[(3 * (box // 3) + at // 3, 3 * (box % 3) + at % 3) for at in nine] for box in nine]
    groups += [[place(a, b, digit) for a, b in box] for box in boxes for digit in nine]
    found = 0
    with Solver(name="cadical153") as solver:
        for group in groups:
            for clause in CardEnc.equals(group, encoding=EncType.pairwise).clauses:
                solver.add_clause(clause)
        for at in np.flatnonzero(cells):
            solver.add_clause([place(int(at) // 9, int(at) % 9, int(cells[at]) - 1)])
        while found < limit and solver.solve():
            found += 1
            solver.add_clause([-one for one in solver.get_model()[:729] if one > 0])
    return found


def line(cells: np.ndarray) -> str:
    return "".join("." if digit == 0 else str(digit) for digit in cells.tolist())


def unsound(cells: np.ndarray, count: int, found: np.ndarray) -> bool:
    """Whether a list of solutions, uint8[count, 81] and more, holds one that is none, or one twice."""
    grids = found[:count]
    houses = [grids.reshape(-1, 9, 9), grids.reshape(-1, 9, 9).transpose(0, 2, 1)]
    houses.append(grids.reshape(-1, 3, 3, 3, 3).transpose(0, 1, 3, 2, 4).reshape(-1, 9, 9))
    whole = all((np.sort(house, axis=2) == np.arange(1, 10)).all() for house in houses)
    given = cells > 0
    return not whole or bool((grids[:, given] != cells[given]).any()) or len(np.unique(grids, axis=0)) != count


def differences(cells: np.ndarray, turn: int) -> tuple[list[str], dict[str, int]]:
    """What our counts of a piece have otherwise than the two peers, and how many grids were compared of which sort."""
    ours = {limit: counted(cells, limit)[0] for limit in LIMITS}
    total, firsts = counted(cells, MOST, 1)
    several = np.flatnonzero((total > FEW) & (total < MOST))[turn % SOME :: SOME]
    bounded = np.concatenate([np.flatnonzero(total <= FEW), several])
    sampled = np.flatnonzero(total >= MOST)[turn % HARDLY_ANY :: HARDLY_ANY]
    theirs, solutions = by_qqwing(cells[bounded])
    wrong: list[str] = []

    def compare(row: int, count: int, peer: str) -> None:
        for limit in LIMITS:
            if ours[limit][row] != min(count, limit):
                wrong.append(f"{line(cells[row])}: up to {limit} {ours[limit][row]}, {peer} {count}")

    for row, count, solution in zip(bounded.tolist(), theirs, solutions, strict=True):
        compare(row, count, "qqwing")
        if count == 1 and line(firsts[row, 0]) != solution:
            wrong.append(f"{line(cells[row])}: {line(firsts[row, 0])}, qqwing {solution}")
    for row in sampled.tolist():
        compare(row, by_sat(cells[row], max(LIMITS)), "python-sat")
    listed, lists = counted(cells[: len(cells) // 10], 50, 50)
    wrong += [
        f"{line(cells[row])}: a list of {count} solutions is wrong"
        for row, count in enumerate(listed.tolist())
        if unsound(cells[row], count, lists[row])
    ]
    counts = np.asarray(theirs)
    sorts = {"none": counts == 0, "one": counts == 1, f"2-{FEW}": (counts > 1) & (counts <= FEW), "more": counts > FEW}
    return wrong, {**{name: int(some.sum()) for name, some in sorts.items()}, "python-sat": len(sampled)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path, default=DEFAULT)
    parser.add_argument("--number", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    drawn_from = sources(arguments.files)
    chance = np.random.default_rng(arguments.seed)
    compared: dict[str, int] = {}
    differing = turn = 0
    while sum(compared.values()) < arguments.number:
        wrong, sorts = differences(drawn(*drawn_from[turn % len(drawn_from)], _PIECE, chance), turn)
        turn += 1
        compared = {name: compared.get(name, 0) + number for name, number in sorts.items()}
        differing += len(wrong)
        print(*wrong, sep="\n", end="\n" if wrong else "")
        print(f"{sum(compared.values()):,} grids, {differing} differences; by their counts {compared}", flush=True)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
