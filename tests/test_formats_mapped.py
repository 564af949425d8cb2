"""A grid and a map of its regions as two drawings: sizes without boxes, blank lines between bands, and what is no map."""

from __future__ import annotations

import pytest
from formats_data import PUZZLE, ROWS, found, refused

from bookmaker.base.errors import InputError
from bookmaker.formats import parse
from bookmaker.puzzles.grid.puzzle import cells_text, labels_text

JIGSAWS = {
    4: (".... .41. .2.. 2...", "1122 3124 3124 3344"),
    5: ("1.... ...53 ..... ..1.. ..4..", "11111 22344 22334 52334 55554"),
    6: ("...... ...... 1..2.. 2....3 ..154. .25.3.", "111222 331222 331444 331444 556666 555566"),
    7: (
        ".6..... ..4.... .43...7 ....2.. ..5...4 271...5 ...2.7.",
        "1223333 1222223 1144443 5144663 5114666 5577776 5557776",
    ),
    8: (
        "........ ..2.6.1. ....8..6 3...2... ......5. 2.53.... 1.8....3 7..2.48.",
        "11112222 11312422 51334424 53334444 53666666 53777886 55777886 55778888",
    ),
    9: (
        ".76354... ..3..6..2 ...7..... ..7...... 3........ .3...14.7 .9.....83 7.......1 ..5.397..",
        "122222222 111333332 441153333 444155566 444155776 489155766 889957766 888977776 888999996",
    ),
}
LETTERS = str.maketrans("123456789", "ABCDEFGHI")


def _is_read(text: str, size: int) -> bool:
    puzzles = found(text)
    givens, regions = JIGSAWS[size]
    (puzzle,) = puzzles
    same = puzzle.geometry.regions is not None and labels_text(puzzle.geometry.regions) == regions.replace(" ", "")
    return same and cells_text(puzzle.givens) == givens.replace(" ", "") and not puzzles.faults


@pytest.mark.parametrize("size", JIGSAWS)
@pytest.mark.parametrize("between", ["\n\n", "\n", "\n\nregions:\n"])
def test_jigsaws_of_all_sizes(size: int, between: str) -> None:
    rows, regions = (part.split() for part in JIGSAWS[size])
    letters = [row.translate(LETTERS) for row in regions]
    for grid in (
        rows,
        [" ".join(row.replace(".", "0")) for row in rows],
        [",".join(row.replace(".", "0")) for row in rows],
    ):
        for drawn in (regions, letters, [" ".join(row.lower()) for row in letters]):
            assert _is_read("\n".join(grid) + between + "\n".join(drawn) + "\n", size)
            assert _is_read("\n".join(drawn) + between + "\n".join(grid) + "\n", size)


@pytest.mark.parametrize("size", [5, 7])
def test_sizes_without_boxes_take_the_map_of_an_improper_puzzle_too(size: int) -> None:
    rows, regions = (part.split() for part in JIGSAWS[size])
    blank, clashing = ["." * size] * size, ["11" + "." * (size - 2), *["." * size] * (size - 1)]
    for grid in ([rows[0], *blank[1:]], [rows[0], rows[1], *blank[2:]], clashing):
        for drawn in (regions, [row.translate(LETTERS) for row in regions]):
            puzzles = found("\n".join([*grid, "", *drawn]) + "\n")
            assert [cells_text(puzzle.givens) for puzzle in puzzles] == ["".join(grid)]
            assert puzzles[0].geometry.regions is not None


@pytest.mark.parametrize(("size", "height"), [(4, 2), (5, 1), (6, 2), (6, 3), (7, 1), (8, 2), (8, 4), (9, 3), (9, 1)])
def test_blank_lines_between_bands(size: int, height: int) -> None:
    rows, regions = (part.split() for part in JIGSAWS[size])
    bands = [
        "\n\n".join("\n".join(some[at : at + height]) for at in range(0, size, height)) for some in (rows, regions)
    ]
    for grid in (bands[0], bands[0].replace("\n\n", "\n \n\n")):
        for drawn in ("\n".join(regions), bands[1]):
            for text in (f"{grid}\n\n{drawn}\n", f"Jigsaw 1\n\n{drawn}\n\n\n{grid}\n", f"{grid}\n\nMap\n{drawn}"):
                assert _is_read(text, size)
    assert _is_read("\n".join(rows) + "\n\n" + bands[1], size)


def test_bands_that_do_not_make_a_grid() -> None:
    rows, regions = (part.split() for part in JIGSAWS[9])
    # A word of nine letters is not a row of the grid below it.
    assert _is_read("\n".join(["Challenge", "", *rows, "", *regions]) + "\n", 9)
    # Bands of other heights, or with a line of text between them, are none: the map has no grid.
    for lines in (
        [*rows[:2], "", *rows[2:6], "", *rows[6:]],
        [*rows[:3], "", *rows[3:6], "middle", *rows[6:]],
        [*rows[:3], "", *rows[3:6], ""],
    ):
        assert not any(puzzle.geometry.regions for puzzle in found("\n".join([*lines, "", *regions]) + "\n"))
    bands = [*ROWS[:3], "", *ROWS[3:6], "", *ROWS[6:]]
    assert [str(puzzle) for puzzle in found("\n".join(bands) + "\n")] == [PUZZLE]
    assert [str(puzzle) for puzzle in found("\n".join([*bands, "", *bands]) + "\n")] == [PUZZLE] * 2


@pytest.mark.parametrize("size", [5, 7])
def test_sizes_without_boxes_need_their_map(size: int) -> None:
    rows, regions = (part.split() for part in JIGSAWS[size])
    refused("\n".join(rows) + "\n")
    # A map that does not hang together.
    turned = [regions[-1], *regions[1:-1], regions[0]]
    refused("\n".join([*rows, "", *turned]) + "\n")


@pytest.mark.parametrize("size", JIGSAWS)
def test_a_cell_in_the_wrong_region_is_one_fault(size: int) -> None:
    rows, regions = (part.split() for part in JIGSAWS[size])
    cells = "".join(regions)
    wrong = next(label for label in sorted(set(cells)) if label != cells[0])
    spoilt = [wrong + regions[0][1:], *regions[1:]]
    for grid, drawn in ((rows, spoilt), (rows, [row.translate(LETTERS) for row in spoilt])):
        for text in (
            "\n".join([*grid, "", *drawn]),
            "\n".join([*grid, "", "Its regions", *drawn]),
            "\n".join([*drawn, "", *grid]),
        ):
            (fault,) = found(text + "\n").faults
            assert fault.message.startswith(
                f"this is a jigsaw whose map has not {size} regions of {size} cells: region "
            )
            assert f" has {size - 1}" in fault.message and f" has {size + 1}" in fault.message
            assert "r1c1" in fault.advice and "and then the puzzle is proper" in fault.advice
            assert fault.place is not None
            assert fault.place.line == text.splitlines().index(drawn[0]) + 1
    # A letter of no other region, and a sound jigsaw in the same text.
    stray = ["Z" + regions[0].translate(LETTERS)[1:], *(row.translate(LETTERS) for row in regions[1:])]
    read = found("\n".join([*rows, "", *regions, "", *rows, "", *stray]) + "\n")
    assert [cells_text(puzzle.givens) for puzzle in read] == ["".join(rows)]
    assert [f"it has {size + 1}" in fault.message for fault in read.faults] == [True]


FULL = "179234568792856341683549172265491837851763429314927685947685213526318794438172956"
MAP = "000111222330111222300001112304455552334444562333445566788845566777888666777778886"


def rows_in(cells: str) -> str:
    return "".join(cells[at : at + 9] + "\n" for at in range(0, 81, 9))


@pytest.mark.parametrize(
    "cells", [FULL, "." * 81, "0" * 81, FULL[:9] + "." * 72], ids=["full", "empty", "zeros", "a row"]
)
@pytest.mark.parametrize(
    "labels", [MAP, MAP.translate(str.maketrans("012345678", "ABCDEFGHI"))], ids=["numbers", "letters"]
)
@pytest.mark.parametrize("parting", ["", "\n"])
def test_a_map_beside_any_grid_makes_it_a_jigsaw(cells: str, labels: str, parting: str) -> None:
    for parts in ((labels, cells), (cells, labels)):
        (found,) = parse(parting.join(map(rows_in, parts)))
        assert found.geometry.regions is not None and found.givens == bytes(
            int(one) if one != "." else 0 for one in cells
        )


def test_a_map_that_belongs_to_no_grid_is_a_fault_or_a_note() -> None:
    proper = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    puzzles = found(f"{rows_in(MAP)}\n{rows_in(proper)}")
    assert [str(one) for one in puzzles] == [proper] and "a map of regions is passed over" in puzzles.notes[0].message
    with pytest.raises(InputError, match="a map of regions that belongs to no grid"):
        parse(f"{rows_in(MAP)}\n{rows_in(proper)}\n{rows_in(proper[::-1])}")


WINDOWS = [(top, left) for top in (1, 5) for left in (1, 5)]
WINDOKU = ".4......99.....8...1.3........4.2..8....3..........7.5....9.....67..4........54.."


def _marked(labels: str, blank: str, boxed: bool) -> str:
    """A drawing of the windows, each with its label."""
    cells = [[blank] * 9 for _ in range(9)]
    for (top, left), label in zip(WINDOWS, labels, strict=True):
        for row in range(top, top + 3):
            cells[row][left : left + 3] = [label] * 3
    rows = ["".join(row) for row in cells]
    if not boxed:
        return "\n".join(rows)
    drawn = ["|".join(row[at : at + 3] for at in (0, 3, 6)) for row in rows]
    return "\n---+---+---\n".join("\n".join(drawn[at : at + 3]) for at in (0, 3, 6))


@pytest.mark.parametrize("labels", ["1234", "ABCD", "9753"])
@pytest.mark.parametrize("blank", [".", "0", "-"])
@pytest.mark.parametrize("boxed", [False, True])
def test_drawn_windows_are_no_grid_and_say_the_kind(labels: str, blank: str, boxed: bool) -> None:
    rows = "\n".join(WINDOKU[at : at + 9] for at in range(0, 81, 9))
    code = f'import solver\n\nclues = parse("""\n{rows}\n""")\nsolver.solve(clues, rules)\nprint(clues)\n'
    for text in (f"{_marked(labels, blank, boxed)}\n\n{rows}\n", f'"""\n{_marked(labels, blank, boxed)}\n"""\n{code}'):
        puzzles = found(text)
        assert [(one.geometry.kind, str(one)) for one in puzzles] == [("windoku", WINDOKU)] and not puzzles.faults


def test_a_drawing_of_unknown_regions_is_a_fault_and_a_grid_of_repeated_digits_a_puzzle() -> None:
    rows = "\n".join(WINDOKU[at : at + 9] for at in range(0, 81, 9))
    moved = _marked("1234", ".", False).splitlines()
    puzzles = found("\n".join([*moved[-1:], *moved[:-1]]) + f"\n\n{rows}\n")
    assert len(puzzles) < 2 and any("regions besides the boxes" in fault.message for fault in puzzles.faults)
    spread = "1.2.3.4.5" + ".1.2.3.4." * 8
    assert len(found("\n".join(spread[at : at + 9] for at in range(0, 81, 9)) + "\n")) == 1


@pytest.mark.parametrize("size", [6, 7, 9])
def test_a_map_in_a_program_makes_its_grid_a_jigsaw(size: int) -> None:
    rows, regions = (part.split() for part in JIGSAWS[size])
    grid = "\n".join(" ".join(row.replace(".", "-")) for row in (*rows, *regions))
    text = f'import puzzles\n\n# Raw input data\nproblem = """\n{size} {size}\n{grid}\n"""\nresult = puzzles.solve(problem)\n'
    assert _is_read(f"{text}print(result)\n", size)
