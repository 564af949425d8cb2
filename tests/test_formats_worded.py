"""Clues in words beside a grid: read where they are clear, and else a fault of that puzzle."""

from __future__ import annotations

import pytest
from conftest import Run
from formats_data import PUZZLE, ROWS, found

from bookmaker.puzzles.grid.geometry import cell_name
from bookmaker.puzzles.grid.puzzle import Puzzle

GRID = "\n".join(ROWS)
DOTS = {"white-dot": [("r1c1", "r1c2"), ("r2c3", "r3c3")], "black-dot": [("r4c4", "r4c5")]}


def clues(puzzle: Puzzle) -> dict[str, list[tuple[str, ...]]]:
    out: dict[str, list[tuple[str, ...]]] = {}
    for clue in puzzle.clues:
        out.setdefault(clue.kind, []).append(tuple(cell_name(cell, puzzle.geometry) for cell in clue.cells))
    return out


@pytest.mark.parametrize(
    "words",
    [
        "white dots: r1c1-r1c2, r2c3-r3c3\nblack dots: r4c4-r4c5",
        "white dot r1c1-r1c2\nwhite dot r2c3-r3c3\nblack dot r4c4-r4c5",
        "White: r1c1 r1c2; r2c3 r3c3\nBlack: r4c4 r4c5",
        "- White dots = r1c1 r1c2, r2c3 r3c3\n- Black dots = r4c4 r4c5",
        "White dots:\nr1c1 r1c2\nr2c3 r3c3\n\nBlack dots\nr4c4, r4c5",
        "White dots: r1c1 and r1c2; r2c3 and r3c3".replace(" and ", "-") + "\nBlack dots: R4C4/R4C5".replace("/", "–"),
    ],
)
@pytest.mark.parametrize("place", ["{words}\n\n{grid}\n", "Dots by Mo\n\n{grid}\n\n{words}\n", "{grid}\n{words}\n"])
def test_clues_in_words_are_those_of_the_grid_beside_them(words: str, place: str) -> None:
    of_text = found(place.format(words=words, grid=GRID))
    assert [(str(one), clues(one)) for one in of_text] == [(PUZZLE, DOTS)] and not of_text.faults
    assert any("3 clues in words are read" in str(note) for note in of_text.notes)


def test_lines_keep_the_order_of_their_cells_and_need_only_the_beginning_of_a_name() -> None:
    of_text = found(
        f"{GRID}\n\nThermos (bulb first):\nr3c1 r2c1 r1c1\nr5c5-r4c5-r3c5\n\npalindrome: r9c1, r9c2, r9c3\n"
    )
    (one,) = of_text
    assert clues(one) == {
        "thermometer": [("r3c1", "r2c1", "r1c1"), ("r5c5", "r4c5", "r3c5")],
        "palindrome": [("r9c1", "r9c2", "r9c3")],
    }


def test_all_dots_are_shown_where_the_text_says_so() -> None:
    words = "white dots: r1c1-r1c2"
    (shown,) = found(f"Kropki by Mo. All dots are given.\n\n{GRID}\n\n{words}\n")
    (some,) = found(f"Kropki by Mo. Not all dots are given.\n\n{GRID}\n\n{words}\n")
    assert shown.geometry.kind != some.geometry.kind and some.geometry.kind == f"{shown.geometry.kind}-partial"
    said = found(f"{GRID}\n\n{words}\n")
    assert any("does not say whether all are shown; this is a guess" in str(note) for note in said.notes)


def test_clues_of_several_grids_belong_to_the_one_above_or_below_them() -> None:
    below = found(f"{GRID}\n\nwhite: r1c1 r1c2\n\n{GRID}\n\nblack: r4c4 r4c5\n")
    above = found(f"white: r1c1 r1c2\n\n{GRID}\n\nblack: r4c4 r4c5\n\n{GRID}\n")
    for one, other in (below, above):
        assert (clues(one), clues(other)) == ({"white-dot": [("r1c1", "r1c2")]}, {"black-dot": [("r4c4", "r4c5")]})


@pytest.mark.parametrize(
    "words",
    [
        "Thermo: A1 A2 A3",
        "thermometer: from r1c1 up to r1c4 (round the corner)",
        "Thermometers (bulb last):\nr1c1 r1c2 r1c3",
        "white dots: r1c1 r1c2 r1c4",
        "white dots: r9c9 r9c10",
        "white dots: r1c1-r5c5",
        "sandwich: 12 5 0 35 8",
    ],
)
def test_clues_that_are_not_understood_are_a_fault_of_the_puzzle(words: str, run: Run) -> None:
    text = f"{GRID}\n\n{words}\n"
    of_text = found(text)
    assert of_text == [] and len(of_text.faults) == 1 and of_text.faults[0].advice
    assert run("fix", "-", stdin=text).code == 4


@pytest.mark.parametrize(
    "words",
    [
        "Hint: look at r1c1 and r1c2 first.",
        "White dots and thermometers are for next week.",
        "Arrow Press, 12 High Street, 4 5 6",
        "even easier than r1c1 r1c2",
        "Level: medium",
    ],
)
def test_prose_beside_a_grid_is_no_clue(words: str) -> None:
    of_text = found(f"{GRID}\n\n{words}\n")
    assert [(str(one), one.geometry.kind) for one in of_text] == [(PUZZLE, "classic")] and not of_text.faults


def test_cells_of_cages_may_be_named_as_in_a_spreadsheet() -> None:
    cages = [f"{sum(range(1, 10))}: {' '.join(f'{column}{row}' for column in 'ABCDEFGHI')}" for row in range(1, 9)] + [
        "3: A9 B9"
    ]
    of_text = found("Killer by Lena, columns A-I, rows 1-9\n" + "\n".join(cages) + "\n")
    (one,) = of_text
    assert one.cages[-1].cells == (72, 73) and one.cages[0].cells == tuple(range(9))
    assert sum("as in a spreadsheet" in str(note) for note in of_text.notes) == 1


@pytest.mark.parametrize(
    ("text", "said", "most"),
    [
        (
            "\n".join(row.translate(str.maketrans("123456789", "ABCDEFGHI")) for row in ROWS),
            "letters A to I in 30 cells",
            1,
        ),
        (". . > . . .\n. . . . .\n3 < < . . . .\n. . . . .\n. . . . > .\n", "between two cells", 5),
        (
            "Sums by Kim\n" + "\n".join(f"{at}: Q{at} Q{at + 1} {'Z9 ' * (at % 4)}" for at in range(1, 21)),
            "rows have not",
            2,
        ),
    ],
)
def test_what_cannot_be_read_at_all_is_said_in_a_line_or_two(text: str, said: str, most: int) -> None:
    of_text = found(text)
    assert of_text == [] and any(said in str(fault) for fault in of_text.faults) and len(of_text.faults) <= most


SMALL = "....\n....\n....\n...."
ARROWS = "arrow: r1c4 r1c3 r2c3\narrow: r4c1 r3c1 r2c2"


def test_clues_belong_to_the_grid_of_their_block() -> None:
    """They went to the puzzle before it where that stood above all clues of the text."""
    of_text = found(f"{GRID}\n\nArrow\n{ARROWS}\n{SMALL}\n\nEven cells\neven: r1c2, r2c3\n..32\n....\n....\n....\n")
    assert [one.geometry.kind for one in of_text] == ["classic", "arrow", "even-odd"] and not of_text.faults
    assert not any("guess" in str(note) for note in of_text.notes)
    # Between blank lines they may be those of either grid.
    apart = found(f"{GRID}\n\n{ARROWS}\n\n{SMALL}\n")
    assert any("another puzzle is as near to them; this is a guess" in str(note) for note in apart.notes)


@pytest.mark.parametrize(
    "words",
    [
        "row sums: 0 5 3 2 0 4\ncolumn sums: 4 0 0 9 7 1",
        "rows: 8 5 0 3 2 1",
        "left: 3 0 5 9",
        "sandwich: row 1 = 8, row 2 = 5",
        "Sandwich\nSandwich: col 2: 4",
    ],
)
def test_numbers_around_a_grid_in_words_make_a_fault(words: str) -> None:
    """They were dropped, and the bare grid was judged and filled up."""
    of_text = found(f"Sandwich by Bea\n{words}\n{GRID}\n")
    assert not list(of_text)
    (fault,) = of_text.faults
    assert "its clues were not read" in str(fault) and "numbers around a grid are read from JSON and from links" in str(
        fault
    )
