"""Puzzles with a theme: digits that can be placed in order, and numbers outside the grid that are alike."""

import random
from collections import Counter

import pytest

from bookmaker import UsageError, generate
from bookmaker.base.language import load
from bookmaker.logic.generation.themes import LEAST_ALIKE, alike, goes_in_order
from bookmaker.logic.solve.solver import count_solutions
from bookmaker.publishing.book.pages.foot_words import themes
from bookmaker.puzzles.rules import geometry


def naive_in_order(ground, givens):
    """Each digit by itself, with candidates written down anew after each placement."""
    cells = list(givens)
    for digit in range(1, ground.size + 1):
        while True:
            open_cells = {
                cell
                for cell, held in enumerate(cells)
                if not held
                and not any(
                    digit == cells[other] for house in ground.houses if cell in house.cells for other in house.cells
                )
            }
            forced = {min(found) for house in ground.houses if len(found := open_cells & {*house.cells}) == 1}
            if not forced:
                break
            cells[min(forced)] = digit
        if cells.count(digit) != ground.size:
            return False
    return True


@pytest.mark.parametrize(
    ("kind", "size", "difficulty"), [("classic", 9, "easy"), ("classic", 9, "beginner"), ("x", 6, "easy")]
)
def test_all_ones_then_all_twos(kind, size, difficulty):
    for made in generate(6, difficulty, kind=kind, size=size, theme="digits-in-order", seed=4, jobs=1):
        ground = made.puzzle.geometry
        assert naive_in_order(ground, made.puzzle.givens) and goes_in_order(ground, made.puzzle.givens)
        assert count_solutions(made.puzzle) == 1
        assert made.grade.level == difficulty


def test_digits_in_order_is_told_of_those_puzzles_only():
    ground, chance = geometry(), random.Random(5)
    (made,) = generate(1, "beginner", theme="digits-in-order", seed=1, jobs=1)
    said = set()
    for _ in range(30):
        givens = bytearray(made.puzzle.givens)
        for cell in chance.sample(range(81), chance.randrange(12)):
            givens[cell] = 0
        found = goes_in_order(ground, bytes(givens))
        assert found == naive_in_order(ground, givens)
        said.add(found)
    assert said == {True, False}


@pytest.mark.parametrize("kind", ["sandwich", "skyscrapers", "little-killer"])
def test_numbers_outside_the_grid_are_alike(kind):
    values = set()
    for made in generate(3, "medium", kind=kind, theme="equal-clues", seed=2, jobs=1):
        (value,) = {clue.value for clue in made.puzzle.geometry.clues}
        assert len(made.puzzle.geometry.clues) >= LEAST_ALIKE
        values.add(value)
        assert count_solutions(made.puzzle) == 1
        (words,) = themes(load("en"), made)
        assert words == f"Outside the grid each number is {value[0]}."
    assert len(values) > 1, "not always the value that is found most easily"


def test_a_grid_with_more_of_a_value_keeps_the_rules():
    ground = geometry()
    (made,) = generate(1, seed=1, jobs=1)
    grid = made.solution

    def diagonal(one: bytes) -> list[object]:
        return [one[cell] % 3 for cell in range(0, 81, 10)]

    better = alike(ground, [grid], diagonal, 3)
    assert ground.holds(better)
    assert max(Counter(diagonal(better)).values()) > max(Counter(diagonal(grid)).values())


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"theme": "digits"}, "there is no `theme` 'digits'; there are none, digits-in-order, equal-clues"),
        ({"theme": "digits-in-order", "difficulty": "hard"}, "make no puzzle hard"),
        ({"theme": "digits-in-order", "kind": "killer"}, "whose puzzles have givens only"),
        ({"theme": "digits-in-order", "minimal": True}, "`minimal` does not go with the theme"),
        ({"theme": "equal-clues"}, "numbers outside the grid"),
        ({"theme": "equal-clues", "kind": "sandwich", "clues": 8}, "neither with `solution` nor with `clues`"),
    ],
)
def test_themes_that_a_kind_does_not_have(words, told):
    with pytest.raises(UsageError, match=told):
        generate(1, **words)
