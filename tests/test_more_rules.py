"""Rules of lines, cells and whole grids of 9x9 against plain definitions: on grids that keep them, and on others."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from itertools import pairwise, permutations, product
from pathlib import Path

import numpy as np
import pytest
from conftest import scaled

from bookmaker import BookmakerError, formats, generate
from bookmaker.formats.base import lz
from bookmaker.logic.generation.own_grounds import full_grid
from bookmaker.logic.solve.solver import count_solutions
from bookmaker.logic.techniques import BY_NAME
from bookmaker.logic.techniques.engine import rounds
from bookmaker.puzzles.grid.geometry import Clue
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import CLUES, geometry
from bookmaker.puzzles.rules.limits import fewest_givens

_KINDS = Path(__file__).parent / "data" / "every_kind.jsonl"
Digits = Sequence[int]


def _falls_into_tens(digits: Digits) -> bool:
    return not digits or any(
        sum(digits[:end]) == 10 and _falls_into_tens(digits[end:]) for end in range(1, len(digits) + 1)
    )


LINES: dict[str, tuple[str, Callable[[Digits], bool]]] = {
    "dutch-whisper": ("dutch-whispers", lambda line: all(abs(one - other) > 3 for one, other in pairwise(line))),
    "modular-line": (
        "modular",
        lambda line: all({digit % 3 for digit in line[at : at + 3]} == {0, 1, 2} for at in range(len(line) - 2)),
    ),
    "parity-line": ("parity-lines", lambda line: all((one + other) % 2 for one, other in pairwise(line))),
    "double-arrow": ("double-arrows", lambda line: sum(line[1:-1]) == line[0] + line[-1]),
    "ten-line": ("ten-lines", _falls_into_tens),
}
"""For each kind of clue a rule that has it, and what it means."""


def _squares(grid: Digits) -> list[Digits]:
    return [[grid[9 * r + c + at] for at in (0, 1, 9, 10)] for r, c in product(range(8), range(8))]


def _is_mixed(grid: Digits) -> bool:
    return all(min(four) < 4 and max(four) > 6 and {4, 5, 6} & set(four) for four in _squares(grid))


def _tells_where(grid: Digits) -> bool:
    rows = [list(grid[start : start + 9]) for start in range(0, 81, 9)]
    return all(row.index(number) + 1 == row[number - 1] for row in rows for number in (1, 5, 9))


GRIDS: dict[str, Callable[[Digits], bool]] = {"global-entropy": _is_mixed, "one-five-nine": _tells_where}


def _made(kind: str) -> Puzzle:
    texts = _KINDS.read_text("utf-8").splitlines()
    (puzzle,) = formats.parse(next(text for text in texts if json.loads(text).get("kind") == kind))
    return puzzle


@pytest.mark.parametrize("kind", LINES)
def test_a_line_keeps_its_rule_where_the_plain_definition_says_so(kind: str) -> None:
    rule, keeps = LINES[kind]
    chance = np.random.default_rng(1)
    met = set()
    for line in [*product(range(1, 10), repeat=3), *chance.integers(1, 10, (3000, 5)).tolist()]:
        ground = geometry(rule, 9, None, [Clue(kind, tuple(range(len(line))))])
        grid = bytes(line) + bytes([1]) * (81 - len(line))
        tables = [
            relation.allowed[grid[one] - 1] >> grid[other] - 1 & 1
            for relation in ground.relations
            for one, other in relation.pairs
        ]
        sums = [sum(grid[c] for c in one.plus) - sum(grid[c] for c in one.minus) == one.total for one in ground.totals]
        machine = CLUES[kind].machine
        held = machine is None or machine(9, len(line), ()).keeps(line)
        assert (all(tables) and all(sums) and held) == bool(keeps(line)), line
        met.add(bool(keeps(line)))
    assert met == {True, False}


@pytest.mark.parametrize("kind", LINES)
def test_the_lines_that_are_drawn_keep_the_rule(kind: str) -> None:
    rule, keeps = LINES[kind]
    for stocked in generate(scaled(1, 3), "medium", kind=rule, seed=9):
        lines = [[stocked.solution[cell] for cell in clue.cells] for clue in stocked.puzzle.clues]
        assert lines and all(map(keeps, lines))


@pytest.mark.parametrize("kind", GRIDS)
def test_a_whole_grid_keeps_its_rule_where_the_plain_definition_says_so(kind: str) -> None:
    keeps, ground = GRIDS[kind], geometry(kind)
    answer = _made(kind).answer
    assert answer is not None
    rows = [answer[start : start + 9] for start in range(0, 81, 9)]
    met = set()
    for first, second in product(permutations(range(3)), permutations(range(3, 6))):
        # Rows that change places within boxes leave a classic grid.
        grid = b"".join(rows[at] for at in (*first, *second, 6, 7, 8))
        assert ground.holds(grid) == keeps(grid)
        met.add(keeps(grid))
    others = [stocked.solution for stocked in generate(20, "easy", seed=3)]
    assert all(ground.holds(grid) == keeps(grid) for grid in others)
    assert True in met and not all(map(keeps, others))


def test_grids_of_rules_whose_lines_cross_differ_from_seed_to_seed() -> None:
    ground = geometry("global-entropy")
    grids = [full_grid(ground, seed) for seed in range(4)]
    assert len(set(grids)) == 4
    assert all(grid is not None and ground.holds(grid) for grid in grids)
    assert full_grid(ground, 2) == grids[2]


def test_a_hidden_skyscraper_is_the_first_digit_lower_than_one_before_it() -> None:
    tower = CLUES["hidden-skyscraper"]
    assert tower.machine is not None and tower.value is not None
    for line in permutations(range(1, 6)):
        lower = [digit for at, digit in enumerate(line) if digit < max(line[:at], default=0)]
        value = tower.value(line, 5)
        assert value == ((lower[0],) if lower else None)
        for named in range(1, 6):
            assert tower.machine(5, 5, (named,)).keeps(line) == (lower[:1] == [named])


def test_a_line_that_hides_nothing_has_no_number() -> None:
    for stocked in generate(20, "easy", kind="hidden-skyscrapers", size=4, seed=1):
        for clue in stocked.puzzle.clues:
            line = [stocked.solution[cell] for cell in clue.cells]
            assert line != sorted(line)


def _link(**fields: object) -> Puzzle:
    grid = [[{} for _ in range(9)] for _ in range(9)]
    packed = lz.pack(json.dumps({"size": 9, "grid": grid, **fields}))
    (puzzle,) = formats.parse(f"https://www.f-puzzles.com/?load={packed}")
    return puzzle


def test_f_puzzles_names_whispers_with_their_difference() -> None:
    line = {"lines": [["R1C1", "R1C2", "R1C3"]]}
    assert _link(whispers=[{**line, "value": 4}]).geometry.kind == "dutch-whispers"
    assert _link(whispers=[{**line, "value": "5"}]).geometry.kind == "whispers"
    assert _link(whispers=[line]).geometry.kind == "whispers"


def test_beside_differences_larger_than_one_no_neighbours_are_consecutive() -> None:
    """Only dots between consecutive digits turn the word into "all of them are shown"."""
    dot = {"cells": ["R1C1", "R1C2"]}
    assert _link(nonconsecutive=True, difference=[{**dot, "value": "3"}]).geometry.kind == "non-consecutive+differences"
    assert _link(nonconsecutive=True, difference=[dot]).geometry.kind == "consecutive"


def test_the_interactive_solver_names_the_columns_that_tell() -> None:
    puzzle = _made("one-five-nine")
    text = formats.render([puzzle], "iss")
    assert text.startswith(".Indexing~C~R1C1~R2C1~")
    (again,) = formats.parse(text)
    assert again.geometry.kind == "one-five-nine"
    assert again.givens == puzzle.givens


@pytest.mark.parametrize(
    "kind", ["sandwich", "skyscrapers", "x-sums", "numbered-rooms", "first-seen", "even-odd", "between"]
)
def test_easy_puzzles_need_their_clues(kind: str) -> None:
    for stocked in generate(scaled(2, 5), "easy", kind=kind, seed=5):
        plain = Puzzle(geometry(), stocked.puzzle.givens)
        assert count_solutions([plain], 2)[0] == 2


def test_without_givens_an_order_of_sandwiches_ends_soon() -> None:
    """Numbers around the grid alone hardly ever have one solution."""
    with pytest.raises(BookmakerError, match="its clues alone had several solutions"):
        generate(1, "any", kind="sandwich", size=6, givens=(0, 0), clues=6, seed=2, attempts=1)


@pytest.mark.parametrize("kind", ["samurai+global-entropy", "twin+anti-diagonal"])
def test_rules_with_lines_do_not_go_with_several_grids(kind: str) -> None:
    with pytest.raises(BookmakerError, match="does not go with several grids"):
        geometry(kind)


def test_no_full_grid_keeps_what_was_proven_to_exclude_each_other() -> None:
    for other in ("non-consecutive", "global-entropy", "argyle"):
        with pytest.raises(BookmakerError, match="as was proven"):
            geometry(f"one-five-nine+{other}")
    assert full_grid(geometry("one-five-nine+anti-diagonal"), 1) is not None


def test_digits_of_one_third_may_change_places_in_global_entropy() -> None:
    assert [fewest_givens(kind, 9)[0] for kind in ("global-entropy", "anti-diagonal", "one-five-nine")] == [6, 8, 1]


def test_three_open_cells_are_easy_only_in_a_line_of_all_digits() -> None:
    """A lockout line of three cells in a box: their digits are not known, so that it is no easy step."""
    ground = geometry("lockouts", 9, None, [Clue("lockout", (0, 1, 2))])
    found = {}
    for name in ("clue-line-last", "clue-line"):
        found[name] = next(rounds(ground, bytes(81), [BY_NAME[name]], removed=[(0, 1), (0, 9), (2, 1), (2, 9)]), [])
    assert not found["clue-line-last"]
    assert found["clue-line"]
