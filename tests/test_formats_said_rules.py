"""Rules that programs say one by one, maps of cages with the number of each label, and signs between cells."""

from __future__ import annotations

import json

import pytest
from formats_data import found

GIVENS = "1...............6......1..2.......1."
LINES = (
    ((3, 2), (2, 3), (1, 2)),
    ((4, 0), (5, 1), (5, 0)),
    ((3, 3), (3, 4), (4, 4), (4, 5)),
    ((1, 3), (0, 3), (0, 4), (0, 5)),
)
"""Of a grid of 6x6 that is proper with these thermometers, and neither without them nor with their mirror image."""

ROWS = [GIVENS[at : at + 6] for at in range(0, 36, 6)]
GRID = "grid = [\n" + ",\n".join(f"    [{', '.join(row.replace('.', '0'))}]" for row in ROWS) + ",\n]\n"


def pairs(line: tuple[tuple[int, int], ...], base: int = 0) -> str:
    return json.dumps([[row + base, column + base] for row, column in line])


def names(line: tuple[tuple[int, int], ...]) -> str:
    return ", ".join(f"'r{row + 1}c{column + 1}'" for row, column in line)


SAID = {
    "appended": "thermos = []\n" + "".join(f"thermos.append({pairs(line)})\n" for line in LINES),
    "from 1 on": "s = Solver(grid)\n" + "".join(f"s.add_thermo({pairs(line, 1)})\n" for line in LINES),
    "in a chain": "s = (\n    Solver(grid)\n" + "".join(f"    .thermometer({pairs(line)})\n" for line in LINES) + ")\n",
    "by name": "g = graph(6)\n" + "".join(f"g.addThermo({names(line)})\n" for line in LINES),
    "quoted": "p = Puzzle(grid)\n" + "".join(f"p.add_constraint('thermo', {pairs(line)})\n" for line in LINES),
    "in objects": "rules = [\n"
    + "".join(f"    {{'type': 'thermo', 'cells': {pairs(line)}}},\n" for line in LINES)
    + "]\n",
    "columns first": "thermos = []\n"
    + "".join(f"thermos.append({pairs(tuple((b, a) for a, b in line))})\n" for line in LINES),
}


@pytest.mark.parametrize("said", SAID.values(), ids=SAID)
def test_rules_under_their_names_are_read_one_by_one(said: str) -> None:
    (puzzle,) = found(f"import solver\n\n{GRID}\n{said}\nprint(solve(grid))\n")
    assert "".join(map(str, puzzle.givens)).replace("0", ".") == GIVENS
    assert {clue.cells for clue in puzzle.clues} == {tuple(row * 6 + column for row, column in line) for line in LINES}


@pytest.mark.parametrize("more", ["s.foobar([[0, 1], [1, 2]])", "s.add_thermo([[5, 4], [5, 5]], slow)"])
def test_cells_under_a_name_that_is_not_known_are_a_fault(more: str) -> None:
    puzzles = found(f"import solver\n\n{GRID}\n{SAID['in a chain']}\n{more}\nprint(solve(grid))\n")
    assert puzzles.faults and not any(one.clues for one in puzzles)


def test_the_functions_of_a_program_have_rules_of_their_own() -> None:
    classic = (
        "    grid = [[1, 0, 0, 0],\n            [0, 0, 3, 0],\n            [0, 1, 0, 0],\n            [0, 0, 0, 2]]\n"
    )
    areas = "    boxes = [[1, 1, 2, 2],\n             [1, 1, 2, 3],\n             [4, 4, 2, 3],\n             [4, 4, 3, 3]]\n"
    inside = "".join(f"    {line}\n" for line in GRID.strip().split("\n"))
    thermos = "".join(f"    thermos.append({pairs(line)})\n" for line in LINES)
    puzzles = found(
        f"import solver\n\ndef test_plain():\n{classic}    assert solve(grid)\n\n"
        f"def test_thermos():\n{inside}    thermos = []\n{thermos}    assert solve(grid, thermos)\n"
    )
    assert [len(one.clues) for one in puzzles] == [0, 4] and not puzzles.faults, areas


def test_lists_beside_a_puzzle_with_several_solutions_are_a_fault() -> None:
    rows = "SUM_ROWS = [(3, 8), (5, 0), (1, 10)]\nSUM_COLS = [(0, 6), (3, 7)]\n"
    assert found(f"import solver\n\n{GRID}\n{rows}\nprint(solve(grid))\n").faults
    assert not found(f"import solver\n\n{GRID}\nprint(solve(grid))\n").faults


AREAS = ("aabb", "cdde", "cffe", "gghh")
TARGETS = {"a": "+3", "b": "-1", "c": "*6", "d": "+5", "e": "-1", "f": "/4", "g": "*12", "h": "/2"}
MAP = ",\n".join(f"    [{', '.join(repr(label) for label in row)}]" for row in AREAS)
MAPPED = {
    "pairs": f"board = [\n{MAP},\n]\n"
    f"res = {{{', '.join(f'{label!r}: ({one[0]!r}, {one[1:]})' for label, one in TARGETS.items())}}}\n",
    "objects": f"const board = [\n{MAP},\n];\nconst rules = {{\n"
    + "".join(f"  {label}: {{op: '{one[0]}', target: {one[1:]}}},\n" for label, one in TARGETS.items())
    + "};\n",
    "rows": f"layout = [\n{MAP},\n]\ncages = [\n"
    + "".join(f"    ({label!r}, {one[0]!r}, {one[1:]}),\n" for label, one in TARGETS.items())
    + "]\n",
    "texts": f"board = {list(AREAS)}\ntargets = {{{', '.join(f'{a!r}: {b[1:] + b[0]!r}' for a, b in TARGETS.items())}}}\n",
    "json": json.dumps(
        {"map": AREAS, "cages": {a: {"operation": b[0], "value": int(b[1:])} for a, b in TARGETS.items()}}
    ),
    "prose": f"# KenKen\n\nIt's a solver, don't guess (or do).\n\n```python\nboard = {list(AREAS)}\n"
    f"targets = {{{', '.join(f'{a!r}: {b[1:] + b[0]!r}' for a, b in TARGETS.items())}}}\n```\n\nIt isn't fast.\n",
}


@pytest.mark.parametrize("text", MAPPED.values(), ids=MAPPED)
def test_a_map_and_the_number_of_each_label_are_cages(text: str) -> None:
    (puzzle,) = found(text)
    flat = "".join(AREAS)
    wanted = {tuple(at for at, one in enumerate(flat) if one == label): int(two[1:]) for label, two in TARGETS.items()}
    assert {clue.cells: clue.value[0] for clue in puzzle.clues} == wanted


CELLS = ("1> . . .", "   v   ^", ". . . .", "v   ^", ". .<. .", "", ". . .>.")


def test_signs_among_the_cells_of_a_sheet_are_those_between_them() -> None:
    rows = [["1", "<", "", "", "", "", ""], ["", "", "", "", "v", "", "v"], [""] * 7, ["", "", "v", "", "", "", ""],
            ["", "", "", "", "", "<", ""], ["^", "", "", "", "", "", ""], ["", "", "", "", "2", ">", "1"]]  # fmt: skip
    pairs_of = {(1, 0), (2, 6), (3, 7), (5, 9), (11, 10), (12, 8), (14, 15)}
    for sign in (",", ";", "\t"):
        (puzzle,) = found("\n".join(sign.join(row) for row in rows) + "\n")
        assert {clue.cells for clue in puzzle.clues} == pairs_of
    listed = [[one or " " for one in row] for row in rows]
    (puzzle,) = found(f"import solver\nboard = {json.dumps(listed)}\nprint(solver.solve(board))\n")
    assert {clue.cells for clue in puzzle.clues} == pairs_of


def test_a_grid_whose_lines_have_blank_ones_between_them_points_to_the_numbers_of_cages() -> None:
    text = "3 < 7 <\n\n5 5 < 5\n\n^ 5 < ^\n\n7 < 3 <\n"
    (puzzle,) = found(text)
    assert {cage.cells: cage.sum for cage in puzzle.cages}[(4, 8)] == 5 and len(puzzle.cages) == 8


def test_lists_of_one_letter_are_the_sides_of_a_grid() -> None:
    grid = "board = [\n" + "    [0, 0, 0, 0],\n" * 4 + "]\n"
    lists = "t = np.array([4, -1, 2, 1])\nb = np.array([1, 2, 2, -1])\nl = np.array([4, 2, -1, 1])\nr = np.array([1, 2, 2, 3])\n"
    (puzzle,) = found(f"# Skyscrapers\nimport numpy as np\n{grid}{lists}solve(board, sides={{'top': t}})\n")
    assert len(puzzle.clues) == 13
