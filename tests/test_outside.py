"""Clues outside the grid against plain definitions on every grid of 4x4, and read back from pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations

import naive
import numpy as np
import pytest
from typeset_data import IN_TEXT

from bookmaker.grid.geometry import Clue
from bookmaker.grid.puzzle import Puzzle
from bookmaker.solve.solver import count_solutions
from bookmaker.typeset.grids import draw_grid, puzzle_picture
from bookmaker.typeset.recorder import RecordingCanvas
from bookmaker.variants import CLUES, geometry
from bookmaker.variants.clues import views


def _seen(line: Sequence[int]) -> int:
    return len({max(line[: end + 1]) for end in range(len(line))})


def _filling(line: Sequence[int]) -> int:
    one, other = sorted((line.index(min(line)), line.index(max(line))))
    return sum(line[one + 1 : other])


PLAIN: dict[str, tuple[str, Callable[[Sequence[int]], int]]] = {
    "skyscraper": ("skyscrapers", _seen),
    "sandwich": ("sandwich", _filling),
    "x-sum-outside": ("x-sums", lambda line: sum(line[: line[0]])),
    "numbered-room": ("numbered-rooms", lambda line: line[line[0] - 1]),
}
"""For each kind of clue a rule that has it, and the number that stands at a line of digits."""

_GRIDS = list(naive.solutions([0] * 16, 4, naive.houses(4, 2, 2)))


@pytest.mark.parametrize("kind", PLAIN)
def test_clues_leave_the_grids_that_keep_them(kind: str) -> None:
    rule, plain = PLAIN[kind]
    chance = np.random.default_rng(2)
    for _ in range(6):
        wanted = _GRIDS[chance.integers(len(_GRIDS))]
        lines = list(views(4))
        some = [lines[place] for place in chance.permutation(len(lines))[:3].tolist()]
        clues = [Clue(kind, line, (plain([wanted[cell] for cell in line]),)) for line in some]
        kept = [grid for grid in _GRIDS if all(plain([grid[c] for c in one.cells]) == one.value[0] for one in clues)]
        puzzle = Puzzle(geometry(rule, 4, None, clues), bytes(16))
        assert count_solutions([puzzle], 500)[0] == len(kept)


@pytest.mark.parametrize("kind", ["skyscraper", "sandwich", "x-sum-outside", "numbered-room"])
def test_the_machine_of_a_line_keeps_what_its_definition_says(kind: str) -> None:
    _, plain = PLAIN[kind]
    declared = CLUES[kind]
    assert declared.machine is not None and declared.value is not None
    for line in permutations(range(1, 7)):
        value = plain(line)
        assert declared.value(line, 6) == (value,)
        for told in {max(value - 1, 1), value, value + 1}:
            assert declared.machine(6, 6, (told,)).keeps(line) == (told == value)


def test_the_frame_makes_room_around_the_grid() -> None:
    clues = [Clue("skyscraper", line, (2,)) for line in views(4)]
    ground = geometry("skyscrapers", 4, None, clues)
    assert ground.span == 6
    canvas = RecordingCanvas()
    draw_grid(canvas, puzzle_picture(ground, bytes(16)), 0, 0, 120, IN_TEXT)
    assert sum(line.lstrip().startswith("text") for line in canvas.lines) == 16
