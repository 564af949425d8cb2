"""Made puzzles with clues, proven proper by a SAT solver: ``python -m benchmarks.clue_models NUMBER KIND ...``.

The model is written apart from the package: it reads puzzles in JSON, and lists for each clue all digits that its cells may hold
together. Prints for each kind and level how many puzzles were made a second of processor time, and how many are improper.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

from pysat.solvers import Cadical153  # type: ignore[import-untyped]

import bookmaker
from bookmaker.errors import BookmakerError

_LEVELS = ("easy", "medium", "hard", "expert")


def _between(digits: Sequence[int]) -> bool:
    low, high = min(digits[0], digits[-1]), max(digits[0], digits[-1])
    return all(low < digit < high for digit in digits[1:-1])


def _lockout(digits: Sequence[int]) -> bool:
    low, high = min(digits[0], digits[-1]), max(digits[0], digits[-1])
    return high - low > 3 and not any(low <= digit <= high for digit in digits[1:-1])


def _zipper(digits: Sequence[int]) -> bool:
    sums = [one + other for one, other in zip(digits, reversed(digits), strict=True)]
    middle = len(digits) // 2
    return len({*sums[:middle], digits[middle] if len(digits) % 2 else sums[middle - 1]}) == 1


def _nabner(digits: Sequence[int]) -> bool:
    return all(abs(one - other) >= 2 for one, other in combinations(digits, 2))


_MEANING: dict[str, Callable[[Sequence[int]], bool]] = {
    "arrow": lambda digits: digits[0] == sum(digits[1:]),
    "between": _between,
    "lockout": _lockout,
    "zipper": _zipper,
    "nabner": _nabner,
    "slow-thermometer": lambda digits: list(digits) == sorted(digits),
}


def _keeps(clue: dict[str, Any], cells: Sequence[tuple[int, int]], digits: Sequence[int]) -> bool:
    if clue["kind"] == "quadruple":
        value = clue["value"] if isinstance(clue["value"], list) else [clue["value"]]
        return all(digits.count(digit) >= value.count(digit) for digit in value)
    if clue["kind"] == "region-sum":
        sums, last = [0], (cells[0][0] // 3, cells[0][1] // 3)
        for (row, column), digit in zip(cells, digits, strict=True):
            if (row // 3, column // 3) != last:
                sums.append(0)
                last = row // 3, column // 3
            sums[-1] += digit
        return len(set(sums)) == 1
    return _MEANING[clue["kind"]](digits)


def _apart(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] == other[0] or one[1] == other[1] or (one[0] // 3, one[1] // 3) == (other[0] // 3, other[1] // 3)


def _fillings(cells: Sequence[tuple[int, int]], held: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """All digits of cells in which those that see each other differ."""
    if len(held) == len(cells):
        yield held
        return
    for digit in range(1, 10):
        if not any(digit == before and _apart(cells[at], cells[len(held)]) for at, before in enumerate(held)):
            yield from _fillings(cells, (*held, digit))


def _clauses(puzzle: dict[str, Any]) -> Iterator[list[int]]:
    """A 9x9 puzzle as clauses. Variable 81 * (digit - 1) + cell + 1: the digit stands in the cell; others choose a filling."""
    places = [divmod(cell, 9) for cell in range(81)]
    for cell in range(81):
        yield [81 * digit + cell + 1 for digit in range(9)]
        for one, other in combinations(range(9), 2):
            yield [-(81 * one + cell + 1), -(81 * other + cell + 1)]
    for one, other in combinations(range(81), 2):
        if _apart(places[one], places[other]):
            yield from ([-(81 * digit + one + 1), -(81 * digit + other + 1)] for digit in range(9))
    for cell, symbol in enumerate(puzzle["givens"]):
        if symbol not in ".0":
            yield [81 * (int(symbol) - 1) + cell + 1]
    fresh = 730
    for clue in puzzle["clues"]:
        cells = [(int(name[1]) - 1, int(name[3]) - 1) for name in clue["cells"]]
        ways = [digits for digits in _fillings(cells) if _keeps(clue, cells, digits)]
        yield list(range(fresh, fresh + len(ways)))
        for digits in ways:
            for (row, column), digit in zip(cells, digits, strict=True):
                yield [-fresh, 81 * (digit - 1) + 9 * row + column + 1]
            fresh += 1


def is_proper(puzzle: dict[str, Any]) -> bool:
    """Whether a puzzle in JSON has its solution and no other."""
    solver = Cadical153(bootstrap_with=list(_clauses(puzzle)))
    answer = [81 * (int(symbol) - 1) + cell + 1 for cell, symbol in enumerate(puzzle["solution"])]
    if not solver.solve(assumptions=answer):
        return False
    solver.add_clause([-variable for variable in answer])
    return not solver.solve()


def main(arguments: Sequence[str]) -> int:
    """Make so many puzzles of each kind, dealt to the levels, and prove them."""
    number, wrong = int(arguments[0]), 0
    for kind in arguments[1:]:
        for level in _LEVELS:
            begun = time.process_time()
            try:
                made = bookmaker.generate(number // len(_LEVELS), difficulty=level, seed=1, kind=kind, jobs=1)
            except BookmakerError as error:
                print(f"{kind} {level}: {error}", flush=True)
                continue
            took = time.process_time() - begun
            texts = bookmaker.formats.render([item.puzzle for item in made], "json").splitlines()
            read = [json.loads(text) for text in texts]
            improper = sum(
                not is_proper({**one, "solution": _text(item.solution)}) for one, item in zip(read, made, strict=True)
            )
            wrong += improper
            print(f"{kind} {level}: {len(made)} made, {len(made) / took:.1f} a second, {improper} improper", flush=True)
    return min(wrong, 1)


def _text(solution: Any) -> str:
    return "".join(map(str, solution)) if isinstance(solution, bytes) else str(solution)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
