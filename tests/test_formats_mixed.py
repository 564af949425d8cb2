"""Texts as people send them: lines and drawings one after another, and slips of the finger."""

import pytest

from bookmaker import formats
from bookmaker.base.errors import InputError

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = [LINE[start : start + 9] for start in range(0, 81, 9)]
BARE = "\n".join(ROWS)
DRAWN = (
    "\n".join(
        line
        for band in range(0, 9, 3)
        for line in (
            "+---+---+---+",
            *("|" + "|".join(row[start : start + 3] for start in (0, 3, 6)) + "|" for row in ROWS[band : band + 3]),
        )
    )
    + "\n+---+---+---+"
)


@pytest.mark.parametrize("grid", [BARE, DRAWN], ids=["bare", "drawn"])
@pytest.mark.parametrize("gap", ["\n", "\n\n", "\n# a comment\n"])
def test_lines_and_grids_follow_one_another_in_any_order(grid, gap):
    for parts in ([LINE, grid], [grid, LINE], [LINE, LINE, grid, LINE]):
        read = formats.parse(gap.join(parts))
        assert [str(puzzle) for puzzle in read] == [LINE] * len(parts)


def test_the_place_of_a_grid_after_a_line_is_its_own():
    first, second = formats.parse(f"{LINE}\n{DRAWN}")
    assert (first.source.line, second.source.line) == (1, 3)


@pytest.mark.parametrize("letter", ["X", "x"])
def test_an_x_among_dots_is_a_slip_and_not_an_empty_cell(letter):
    with pytest.raises(InputError, match=r"<text>:1:31: '.' among other symbols"):
        formats.parse(f"{LINE[:30]}{letter}{LINE[31:]}")
    with pytest.raises(InputError, match=r"<text>:4:4: '.' among other symbols"):
        formats.parse(BARE[:33] + letter + BARE[34:])
    everywhere = formats.parse(LINE.replace(".", letter))
    assert str(everywhere[0]) == LINE
