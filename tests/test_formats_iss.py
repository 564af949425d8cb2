"""Puzzles of the Interactive Sudoku Solver as people write them: rules apart, lists of neighbours, maps of regions."""

from __future__ import annotations

import pytest

from bookmaker import formats
from bookmaker.base.errors import BookmakerError, InputError
from bookmaker.puzzles.grid.geometry import Clue

_MAP = "".join(str(cell // 9) for cell in range(81))


def test_a_list_of_cells_has_a_clue_for_each_two_neighbours() -> None:
    (signs,) = formats.parse(".GreaterThan~R2C5~R2C4~R1C5~R2C6.~R1C1_4", format="iss")
    assert signs.clues == tuple(Clue("greater-than", (13, other)) for other in (4, 12, 14))
    (dots,) = formats.parse(".BlackDot~R1C6~R1C7~R2C7~R4C9~R4C8.~R1C1_4", format="iss")
    assert [clue.cells for clue in dots.clues] == [(5, 6), (6, 15), (34, 35)]


def test_a_cell_of_such_a_list_without_a_neighbour_is_a_fault() -> None:
    with pytest.raises(BookmakerError, match="has 3 cells, not 2"):
        formats.parse(".BlackDot~R1C6~R1C7~R4C7.~R1C1_4", format="iss")


@pytest.mark.parametrize("text", [".AntiKing .AntiKnight .~R1C1_4", "..AntiKing.AntiKnight.~R1C1_4"])
def test_rules_may_stand_apart_or_behind_two_dots(text: str) -> None:
    (puzzle,) = formats.parse(text)
    assert (puzzle.geometry.kind, puzzle.givens[0]) == ("anti-knight+anti-king", 4)


def test_regions_besides_boxes_are_another_puzzle() -> None:
    with pytest.raises(BookmakerError, match="a map of regions beside the boxes"):
        formats.parse(f".Jigsaw~{_MAP}.~R1C1_4", format="iss")
    (puzzle,) = formats.parse(f".NoBoxes.Jigsaw~{_MAP}.~R1C1_4", format="iss")
    assert puzzle.geometry.kind == "jigsaw"


def test_a_cage_without_cells_is_a_fault() -> None:
    with pytest.raises(InputError, match="'Cage~0' is a cage without cells"):
        formats.parse(".Cage~12~R1C1~R1C2.Cage~0")


def test_two_clues_at_one_end_are_both_kept() -> None:
    (puzzle,) = formats.parse(".XSum~C6~17~1.XSum~C6~1~6.~R1C1_1", format="iss")
    assert sorted(clue.value for clue in puzzle.clues) == [(1,), (1,), (6,), (17,)]
    (again,) = formats.parse(formats.render([puzzle], "iss"), format="iss")
    assert again.clues == puzzle.clues


def test_a_script_of_calls_is_read_as_its_constraints() -> None:
    script = """
    // Boxes count as usual.
    const lines = [['R1C1', 'R1C2', 'R2C2'], ['R4C1', 'R4C2']];
    return [
      new Given('R9C9', 3),
      new Cage(10, 'R1C5', 'R1C6', 'R2C5'),
      new BlackDot('R8C1', 'R8C2'),
      ...lines.map(cells => new Thermo('', ...cells)),
    ];
    """.replace("Thermo('', ...", "Thermo(...")
    (puzzle,) = formats.parse(script)
    (wanted,) = formats.parse(
        ".~R9C9_3.Cage~10~R1C5~R1C6~R2C5.BlackDot~R8C1~R8C2.Thermo~R1C1~R1C2~R2C2.Thermo~R4C1~R4C2", format="iss"
    )
    assert puzzle == wanted


@pytest.mark.parametrize(
    "other", ["new Custom('R1C1', 'R1C2')", "constraints.push(...odd())", "cells.map(one => two(one))"]
)
def test_a_rule_of_a_script_that_is_not_understood_is_a_fault(other: str) -> None:
    script = f"return [\n  new Cage(10, 'R1C5', 'R1C6'),\n  new Thermo('R3C1', 'R3C2'),\n  {other},\n];\n"
    with pytest.raises(InputError):
        formats.parse(script)
