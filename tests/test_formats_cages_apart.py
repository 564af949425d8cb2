"""Cages as mere numbers, and the grid of their givens as a block of its own: one Killer where they can be one, or a fault."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from formats_data import ANSWER, PUZZLE, found, refused

import bookmaker
from bookmaker.base.errors import Fault, InputError
from bookmaker.formats import read
from bookmaker.formats.base.source import Source
from bookmaker.formats.found.cages_beside_grids import with_givens
from bookmaker.puzzles.grid.puzzle import Puzzle, cells_text

# A Killer of 6×6 with one answer, which it does not have without its givens.
FULL = ["123456", "456123", "231564", "564231", "312645", "645312"]
SIZE = 6
CAGES = [[at, at + 1] for at in range(0, 36, 2)]
GIVEN = [0, 4, 9, 12, 20, 27, 31]


def _digit(cell: int) -> int:
    return int(FULL[cell // SIZE][cell % SIZE])


SUMS = [sum(map(_digit, cells)) for cells in CAGES]
GIVENS = "".join(str(_digit(cell)) if cell in GIVEN else "." for cell in range(36))
ROWS = [GIVENS[at : at + SIZE] for at in range(0, 36, SIZE)]


def _pairs(cells: list[int], sign: str, base: int) -> list[str]:
    return [f"{cell // SIZE + base}{sign}{cell % SIZE + base}" for cell in cells]


LISTED = {
    "sum first": [f"{total} {' '.join(map(str, cells))}" for cells, total in zip(CAGES, SUMS, strict=True)],
    "sum last": [",".join(map(str, [*cells, total])) for cells, total in zip(CAGES, SUMS, strict=True)],
    "pairs": [";".join([str(total), *_pairs(cells, ",", 1)]) for cells, total in zip(CAGES, SUMS, strict=True)],
    "count and sum": [
        ",".join([str(len(cells)), str(total), *_pairs(cells, ".", 1)])
        for cells, total in zip(CAGES, SUMS, strict=True)
    ],
    "objects": [json.dumps([{"sum": t, "cells": cells} for cells, t in zip(CAGES, SUMS, strict=True)])],
    "objects below each other": json.dumps(
        [{"total": t, "boxes": [divmod(cell, SIZE) for cell in cells]} for cells, t in zip(CAGES, SUMS, strict=True)],
        indent=2,
    ).splitlines(),
    "pairs in brackets": [f"({t}, {[divmod(c, SIZE) for c in cells]})," for cells, t in zip(CAGES, SUMS, strict=True)],
}
GRIDS = {
    "rows": ROWS,
    "rows with zeros": [" ".join(row.replace(".", "0")) for row in ROWS],
    "rows with commas": [",".join(row.replace(".", "0")) for row in ROWS],
    "rows with bars": [f"|{'|'.join(row.replace('.', ' '))}|" for row in ROWS],
    "one line": [GIVENS],
    "a list": ["[", *(f"  [{', '.join(row.replace('.', '0'))}]," for row in ROWS), "]"],
    "a named list": ["x = [", *(f"  [{', '.join(row.replace('.', '0'))}]," for row in ROWS), "]"],
}


def _is_the_killer(puzzle: Puzzle) -> bool:
    cages = [(list(cage.cells), cage.sum) for cage in puzzle.cages]
    same = cages == list(zip(CAGES, SUMS, strict=True))
    return puzzle.geometry.kind == "killer" and same and cells_text(puzzle.givens) == GIVENS


@pytest.mark.parametrize("form", LISTED)
@pytest.mark.parametrize("grid", GRIDS)
def test_cages_and_a_grid_of_givens_are_one_killer(form: str, grid: str) -> None:
    cages, rows = LISTED[form], GRIDS[grid]
    for lines in ([*rows, "", *cages], [*cages, "", *rows]):
        (killer,) = found("\n".join(lines) + "\n")
        assert _is_the_killer(killer)


@pytest.mark.parametrize("form", [form for form in LISTED if "object" not in form and "brackets" not in form])
@pytest.mark.parametrize("grid", GRIDS)
def test_no_blank_line_or_words_between_them_change_that(form: str, grid: str) -> None:
    cages, rows = LISTED[form], GRIDS[grid]
    texts = (
        [*rows, *cages],
        [*cages, *rows],
        ["Givens:", *rows, "", "Cages:", *cages],
        ["6 18", *cages, "", *rows],
    )
    for lines in texts:
        puzzles = found("\n".join(lines) + "\n")
        assert len(puzzles) == 1 and _is_the_killer(puzzles[0])
        assert not puzzles.faults


def test_the_killer_has_the_place_and_the_name_of_what_stands_first(tmp_path: Path) -> None:
    path = tmp_path / "killer.txt"
    path.write_text("\n".join(["A gentle one", "", *ROWS, "", *LISTED["sum last"]]) + "\n")
    (killer,) = read(path)
    assert killer.name == "A gentle one"
    assert killer.source is not None and killer.source.line == 3


def test_an_answer_beside_them_is_the_answer() -> None:
    lines = LISTED["sum last"]
    for text in ([*ROWS, "", *lines, "", *FULL], [*ROWS, "", *FULL, "", *lines], [*FULL, "", *ROWS, "", *lines]):
        (killer,) = found("\n".join(text) + "\n")
        assert _is_the_killer(killer)
        assert killer.answer is not None and cells_text(killer.answer) == "".join(FULL)
    (killer,) = found("\n".join([*lines, "", *FULL]) + "\n")
    assert killer.given_count == 0 and killer.answer is not None


def test_several_killers_each_with_its_grid() -> None:
    lines = LISTED["sum last"]
    other = [row.replace("1", "7").replace("2", "1").replace("7", "2") for row in FULL]
    sums = [sum(int(other[cell // 6][cell % 6]) for cell in cells) for cells in CAGES]
    cages = [",".join(map(str, [*cells, total])) for cells, total in zip(CAGES, sums, strict=True)]
    rows = [row[:2] + "...." for row in other]
    puzzles = found("\n".join([*ROWS, "", *lines, "", *rows, "", *cages]) + "\n")
    assert len(puzzles) == 2 and _is_the_killer(puzzles[0])
    assert cells_text(puzzles[1].givens) == "".join(rows)
    assert [cage.sum for cage in puzzles[1].cages] == sums


def test_grids_that_may_and_may_not_be_the_givens_are_a_fault() -> None:
    two = ["1" + "." * 35, "", "." * 35 + "2", ""]
    text = "\n".join([*two, *LISTED["sum last"]]) + "\n"
    assert list(found(text)) == []
    assert "may hold their givens, or may not" in refused(text)


def test_where_a_sum_forbids_a_given_both_stay_as_they_are() -> None:
    wrong = ["." * 6] * 5 + ["....5."]
    puzzles = found("\n".join([*wrong, "", *LISTED["sum last"]]) + "\n")
    assert [(puzzle.geometry.kind, puzzle.given_count) for puzzle in puzzles] == [("classic", 1), ("killer", 0)]


@pytest.mark.parametrize("given", ["1", "2"])
def test_two_puzzles_with_a_title_each_are_never_one(given: str) -> None:
    rows = [given + "....."] + ["." * 6] * 5
    for titles in (("Monday's Killer", "Tuesday's classic"), ("No. 1: gentle", "No. 2: the gem of the week")):
        puzzles = found("\n".join([titles[0], "", *LISTED["sum last"], "", titles[1], "", *rows]) + "\n")
        assert [(puzzle.geometry.kind, puzzle.name) for puzzle in puzzles] == [
            ("killer", titles[0]),
            ("classic", titles[1]),
        ]
    # A title of the whole, and words for its part, are not two titles.
    for above in ("Its givens", "The grid:", ""):
        (killer,) = found("\n".join(["Monday's Killer", "", *LISTED["sum last"], "", above, "", *rows]) + "\n")
        assert killer.given_count == 1 and killer.name == "Monday's Killer"


@pytest.mark.parametrize("form", [form for form in LISTED if "object" not in form])
@pytest.mark.parametrize("blank", [[], [""]], ids=["close", "apart"])
def test_two_puzzles_with_a_comment_each_that_is_a_title_are_never_one(form: str, blank: list[str]) -> None:
    rows = ["1....."] + ["." * 6] * 5

    def kinds(*titles: str) -> list[str]:
        lines = [titles[0], *blank, *LISTED[form], "", titles[1], *blank, *rows]
        return [puzzle.geometry.kind for puzzle in found("\n".join(lines) + "\n")]

    for titles in (
        ("# Puzzle 12", "# Puzzle 13"),
        ("# Monday's Killer", "# Tuesday's classic"),
        ("# No. 1", "# No. 2"),
    ):
        assert kinds(*titles) == ["killer", "classic"]
    # What names a part, a size or a program is no title of its own, and one title is of the whole.
    for titles in (
        ("# Puzzle 12", "# its givens"),
        ("# cages: sum, cells", "# givens"),
        ("# made by a program", "# 6x6 board"),
        ("# Puzzle 12", "# 6 x 6"),
    ):
        assert kinds(*titles) == ["killer"]


def test_a_proper_killer_takes_no_givens_that_leave_it_without_a_solution() -> None:
    # Cages of single cells decide all but one pair of columns, and a cage across a box decides that.
    cages = [f"{cell},{_digit(cell)}" for cell in range(36) if cell not in (1, 2)]
    cages.append(f"1,2,{_digit(1) + _digit(2)}")
    swapped = ".32..." + "." * 30
    puzzles = found("\n".join([*cages, "", *(swapped[at : at + 6] for at in range(0, 36, 6))]) + "\n")
    assert [(puzzle.geometry.kind, puzzle.given_count) for puzzle in puzzles] == [("killer", 0), ("classic", 2)]


def test_a_note_says_that_cages_and_a_grid_are_taken_for_one() -> None:
    puzzles = found("\n".join([*LISTED["sum last"], "", *ROWS]) + "\n")
    assert len(puzzles) == 1
    notes = [note for note in puzzles.notes if "taken for one Killer" in note.message]
    assert len(notes) == 1 and "the grid of line 20" in notes[0].message
    assert notes[0].place is not None and notes[0].place.line == 1


def test_a_given_that_is_wrong_is_kept_for_those_who_look_for_faults() -> None:
    (killer,) = found("\n".join(["." * 6] * 5 + ["1.....", "", *LISTED["sum last"]]) + "\n")
    assert killer.geometry.kind == "killer" and killer.given_count == 1


def test_a_proper_puzzle_that_contradicts_the_cages_is_another_puzzle() -> None:
    cages = [",".join(map(str, [at, at + 1, at + 2, 15])) for at in range(0, 81, 3)]
    puzzles = found("\n".join([PUZZLE, "", *cages]) + "\n")
    assert [puzzle.geometry.kind for puzzle in puzzles] == ["classic", "killer"]
    assert str(puzzles[0]) == PUZZLE


def test_a_text_that_ends_in_an_error_gives_what_stands_before_it() -> None:
    def spoilt() -> Iterator[Fault]:
        yield Fault("a line")
        raise InputError("the file is cut short")

    given = with_givens(spoilt(), Source("text", "classic"), {})
    assert next(given) == Fault("a line")
    with pytest.raises(InputError):
        next(given)


def test_other_grids_stay_as_they_are() -> None:
    """A Killer with names of cells, a grid of another size: nothing is joined."""
    named = [
        f"{total} {' '.join(f'r{c // 6 + 1}c{c % 6 + 1}' for c in cells)}"
        for cells, total in zip(CAGES, SUMS, strict=True)
    ]
    puzzles = found(
        "\n".join(["kind: killer", "size: 6", "cages:", *(f"- {one}" for one in named), "---", "", PUZZLE]) + "\n"
    )
    assert [puzzle.geometry.size for puzzle in puzzles] == [6, 9]
    puzzles = found("\n".join([PUZZLE, "", *LISTED["sum last"]]) + "\n")
    assert [(puzzle.geometry.kind, puzzle.geometry.size) for puzzle in puzzles] == [("classic", 9), ("killer", 6)]
    assert cells_text(found(ANSWER)[0].givens) == ANSWER


LATIN = "1234341221434321"
LABELS = "aabbcddbcegghefi"
"""A solution of 4x4, and cages of it."""


def _totals() -> list[tuple[int, list[int]]]:
    cages = [[at for at, one in enumerate(LABELS) if one == label] for label in sorted(set(LABELS))]
    return [(sum(int(LATIN[cell]) for cell in cells), cells) for cells in cages]


@pytest.mark.parametrize("first", [False, True])
@pytest.mark.parametrize("names", ["row,col,cage,target", "y;x;group;sum", "r\tc\tcage_id\tvalue"])
@pytest.mark.parametrize("base", [0, 1])
def test_cages_with_a_cell_to_a_line_below_a_header(first: bool, names: str, base: int) -> None:
    sign = next(one for one in ",;\t" if one in names)
    lines = [
        sign.join(
            [str(cell // 4 + base), str(cell % 4 + base), str(at), "" if first and cell != cells[0] else str(total)]
        )
        for at, (total, cells) in enumerate(_totals())
        for cell in cells
    ]
    (puzzle,) = found("\n".join([names, *lines, ""]))
    assert sorted((one.sum, list(one.cells)) for one in puzzle.cages) == sorted(_totals())
    assert not found("\n".join([f"{names}{sign}rule", *(f"{line}{sign}1" for line in lines), ""]))


@pytest.mark.parametrize("order", ["+-*/", "*+/-", " +-*/", "9876543210/*-+"])
def test_numbers_for_operations_are_taken_where_one_way_is_proper(order: str) -> None:
    (made,) = bookmaker.generate(1, kind="calcudoku", size=5, seed=1)
    signs = {"sum-cage": "+", "difference-cage": "-", "product-cage": "*", "quotient-cage": "/"}
    cages = [
        {
            "op": order.index(signs[clue.kind]),
            "target": clue.value[0],
            "cells": [divmod(cell, 5) for cell in clue.cells],
        }
        for clue in made.puzzle.clues
    ]
    cages += [
        {"op": 99, "target": digit, "cells": [divmod(at, 5)]} for at, digit in enumerate(made.puzzle.givens) if digit
    ]
    (puzzle,) = puzzles = found(json.dumps({"size": 5, "cages": cages}))
    assert (puzzle.givens, set(puzzle.clues)) == (made.puzzle.givens, set(made.puzzle.clues))
    assert "operations" in str(puzzles.notes[0])
    cages[0]["op"] = 50  # One more operation than the others have.
    other = found(json.dumps({"size": 5, "cages": cages}))
    assert not other and "which is which" in str(other.faults[0])
