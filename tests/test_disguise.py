"""The same puzzle in other clothes: what may be exchanged, and that a seed always gives the same copy."""

from __future__ import annotations

import pytest
from typeset_data import filled, givens

from bookmaker.publishing.book.making.book_examples import disguised
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import geometry


def ground_of(kind: str, size: int) -> Geometry:
    return geometry(kind, size, tuple(cell // size for cell in range(size * size)) if kind == "jigsaw" else None)


def text(digits: bytes) -> str:
    return "".join(".123456789"[digit] for digit in digits)


@pytest.mark.parametrize(
    ("kind", "size", "seed", "copy"),
    [
        # Lines are exchanged within their bands, and digits at will.
        ("classic", 4, 0, ".34.1..23.2..2.."),
        ("classic", 4, 1, ".13.3...1.2..4.3"),
        ("classic", 6, 0, "3.46...2...4..25.15...6.1.62...5..4."),
        # Other rules allow turns alone.
        ("x", 4, 0, "3..2.2..1.2..3.4"),
        ("jigsaw", 4, 0, "3..2.4..4.3..3.4"),
        ("anti-knight", 4, 0, "3..2.2..1.2..3.4"),
    ],
)
def test_a_seed_gives_the_same_copy(kind: str, size: int, seed: int, copy: str) -> None:
    ground = ground_of(kind, size)
    puzzle = Puzzle(ground, givens(ground), name="Rain")
    found = disguised(puzzle, seed)
    assert text(found.givens) == copy
    assert (found.geometry, found.name, found.source) == (ground, "", None)
    assert disguised(puzzle, seed) == found


@pytest.mark.parametrize("size", [4, 6, 9])
def test_lines_stay_in_their_bands_and_stacks(size: int) -> None:
    ground = ground_of("classic", size)
    full, (height, width) = filled(ground), ground.box
    orders = set()
    for seed in range(12):
        found = disguised(Puzzle(ground, full), seed).givens
        # A digit for each, and each row and column of the one is one of the other.
        rows = [found[at * size : at * size + size] for at in range(size)]
        assert all(len(set(row)) == size for row in (*rows, *zip(*rows, strict=True)))
        boxes = {
            frozenset(rows[down + y][right + x] for y in range(height) for x in range(width))
            for down in range(0, size, height)
            for right in range(0, size, width)
        }
        assert boxes == {frozenset(range(1, size + 1))}
        orders.add(found)
    assert len(orders) > 9


def test_consecutive_digits_stay_consecutive() -> None:
    ground = ground_of("non-consecutive", 9)
    puzzle = Puzzle(ground, givens(ground))
    for seed in range(4):
        # Each digit becomes what it lacks to ten, and the grid is turned.
        assert disguised(puzzle, seed).givens == bytes(10 - digit if digit else 0 for digit in puzzle.givens)[::-1]


@pytest.mark.parametrize(("kind", "size"), [("killer", 4), ("killer", 6), ("killer-x", 4)])
def test_cages_are_turned_whole_and_their_sums_follow_their_digits(kind: str, size: int) -> None:
    ground = ground_of(kind, size)
    last = size * size - 1
    cages = (Cage((0, 1), 3), Cage((2, size + 2), None), Cage((last - 2, last - 1, last), 9))
    puzzle = Puzzle(ground, bytes([*bytes(last - 1), 2, 1]), cages=cages)
    for seed in range(3):
        found = disguised(puzzle, seed)
        assert found.givens == bytes([size, size - 1, *bytes(last - 1)])
        assert [(cage.cells, cage.sum) for cage in found.cages] == [
            ((0, 1, 2), 3 * (size + 1) - 9),
            ((last - size - 2, last - 2), None),
            ((last - 1, last), 2 * (size + 1) - 3),
        ]
