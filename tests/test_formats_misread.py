"""Misreads of real files: clues, answers, maps and lists of numbers that are no puzzles, and rules that were lost."""

from __future__ import annotations

import json
import random

import pytest
from formats_data import ANSWER, NUMBERS, PUZZLE, ROWS, found

from bookmaker.formats.stream.rows import cut

TABLES = [str.maketrans("123456789", into) for into in ("123456789", "987654321", "456789123")]
X = "4.....13....6.1.....7..29...76.....2....3..9.9.1....577...1.6..3...5.7...4......1"


def _framed(cells: str, row: int, right: bool) -> str:
    """A frame with blanks for empty cells, one row of which lacks the bar at one end."""
    out = ["+-------+-------+-------+"]
    for at in range(9):
        text = cells[at * 9 : at * 9 + 9].replace(".", " ")
        line = "| " + " | ".join(" ".join(text[start : start + 3]) for start in (0, 3, 6)) + " |"
        if at == row:
            line = line[:-1].rstrip() if right else f" {line[1:]}"
        out += [line, *(["+-------+-------+-------+"] if at % 3 == 2 else [])]
    return "\n".join(out) + "\n"


@pytest.mark.parametrize("right", [False, True])
@pytest.mark.parametrize("table", TABLES)
def test_a_digit_beside_a_bar_that_is_missing_is_no_clue(right: bool, table: dict[int, int]) -> None:
    cells = PUZZLE.translate(table)
    for row in range(9):
        puzzles = found(_framed(cells, row, right))
        assert [str(one) for one in puzzles] == [cells] or (not puzzles and puzzles.faults), row


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("cells", [ANSWER, PUZZLE])
def test_the_numbers_of_rows_and_columns_are_no_clues(first: int, cells: str) -> None:
    head = "     " + "   ".join(str(first + at) for at in range(9))
    rule = "   ├" + "┼".join(["───"] * 9) + "┤"
    rows = [
        f" {first + at} │ " + " │ ".join(cells[at * 9 : at * 9 + 9].replace(".", " ")) + " │\n{rule}" for at in range(9)
    ]
    puzzles = found("\n".join([head, rule, *(row.format(rule=rule) for row in rows)]) + "\n")
    assert [(one.geometry.kind, str(one), one.clues) for one in puzzles] == [("classic", cells, ())]


@pytest.mark.parametrize("size", [4, 6, 8])
def test_numbers_below_a_grid_that_are_no_digits_spoil_it(size: int) -> None:
    """As a Futoshiki is typed: the pairs of cells with a sign between them, in as many rows as the grid has."""
    drawn = random.Random(size)
    for givens in (0, 1, 3):
        cells = ["0"] * size * size
        for at, place in enumerate(drawn.sample(range(size * size), givens)):
            cells[place] = str(at + 1)
        grid = [" ".join(cells[at : at + size]) for at in range(0, size * size, size)]
        numbers = [" ".join(drawn.choice("12") for _ in range(size)) for _ in range(size)]
        puzzles = found("\n".join([f"{size} {size}", *grid, *numbers]) + "\n")
        assert not puzzles and puzzles.faults


@pytest.mark.parametrize("key", ["type", '"kind"', "variant", "puzzleType"])
def test_a_kind_that_a_program_gives_holds_even_where_the_grid_is_proper_without_it(key: str) -> None:
    text = (
        "const puzzles = {\n  one: {\n    id: 'a',\n"
        f"    {key}: 'sudoku',\n    cells: '{PUZZLE}'\n  }},\n  two: {{\n    id: 'b',\n"
        f"    {key}: 'sudoku-x',\n    level: 3,\n    cells: '{X}'\n  }},\n  three: {{\n    id: 'c',\n"
        f"    {key}: 'killer-sudoku',\n    cells: 'unknown'\n  }}\n}};\nexport default puzzles;\nconst a = solve(one);\n"
    )
    puzzles = found(text)
    assert [(one.geometry.kind, str(one)) for one in puzzles] == [("classic", PUZZLE), ("x", X)]
    assert any("killer" in note.message for note in puzzles.notes)
    refused = found(text.replace("'sudoku-x'", "'thermo'"))
    assert [str(one) for one in refused] == [PUZZLE] and any("thermo" in fault.message for fault in refused.faults)


@pytest.mark.parametrize("pair", ["D4;C4", "a1 < a2", "B2>B3", "C3 - D3;"])
def test_a_line_of_two_neighbours_is_a_relation_that_was_not_understood(pair: str) -> None:
    grid = "Start\n" + "\n".join(ROWS) + f"\n\nrelation\n{pair.upper()}\n"
    assert any("may change the puzzle" in fault.message for fault in found(grid).faults)
    assert not found(grid.replace(pair.upper(), "A1 I9")).faults


def test_a_full_grid_of_0_to_8_is_one_of_1_to_9() -> None:
    for table in TABLES:
        cells = ANSWER.translate(table)
        shifted = "\n".join(" ".join(str(int(digit) - 1) for digit in cells[at : at + 9]) for at in range(0, 81, 9))
        assert [str(one) for one in found(shifted + "\n")] == [cells]


def test_a_jigsaw_of_sumocue_has_its_givens_in_place_of_sums() -> None:
    regions = [at // 27 * 3 + at % 9 // 3 for at in range(81)]
    text = "".join(f"={PUZZLE[at].replace('.', '0')}J{regions[at]}" for at in range(81))
    assert [(str(one), one.cages) for one in found(f"SumoCueV1{text}\n")] == [(PUZZLE, ())]


@pytest.mark.parametrize("lines", [1, 0])
@pytest.mark.parametrize("joined", [False, True])
def test_a_packed_notebook_is_read_as_one_with_a_line_to_each_line(lines: int, joined: bool) -> None:
    source = ["board = [\n", *(f"    {row},\n" for row in NUMBERS), "]\n", "print(board)"]
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": ["# A puzzle\n"]},
        {"cell_type": "code", "metadata": {}, "outputs": [], "source": "".join(source) if joined else source},
    ]
    notebook = {"cells": cells, "metadata": {}, "nbformat": 4}
    assert [str(one) for one in found(json.dumps(notebook, indent=lines or None) + "\n")] == [PUZZLE]


@pytest.mark.parametrize("sign", ["#", "# ", "#' ", "//", "// "])
def test_a_text_of_nothing_but_comments_is_read(sign: str) -> None:
    text = "".join(f"{sign}{row}\n" for row in ROWS)
    assert [str(one) for one in found(text)] == [PUZZLE]
    assert [str(one) for one in found(f"{text}\n{PUZZLE.translate(TABLES[1])}\n")] == [PUZZLE.translate(TABLES[1])]


def test_a_drawn_grid_in_one_pair_of_quotes_is_read() -> None:
    drawn = "\\n".join(" ".join(row) for row in ROWS)
    code = f'func Test(t *testing.T) {{\n\tgrid := "{drawn}"\n\tif grid == "" {{\n\t\tt.Fatal(grid)\n\t}}\n}}\n'
    assert [str(one) for one in found(code)] == [PUZZLE]
    assert cut('write(1, "3 4 2 1\\n2 1 3 4\\n1 2 4 3\\n4 3 1 2\\n", 32);') == []
    assert cut('say("one\\ntwo\\n3\\n4\\n5\\n6\\n");') == []


def test_a_moment_is_no_spoilt_puzzle() -> None:
    for moment in ("2026-02-20T22:53:00Z", "2026-02-20T22:53:00.125+01:00"):
        assert not found("\n".join(ROWS) + f"\n\nLast solved: {moment} UTC (commit abc1234)\n").faults


def test_cages_drawn_in_boxes_of_letters_in_a_program_are_read() -> None:
    rows = ["AAB|BCC", "DDB|EEC", "FFG|EHH", "IIG|JJH", "KKL|LMM", "NNN|OOO"]
    answer = ["123456", "456123", "231564", "564231", "312645", "645312"]
    sums: dict[str, int] = {}
    for row, digits in zip(rows, answer, strict=True):
        for label, digit in zip(row.replace("|", ""), digits, strict=True):
            sums[label] = sums.get(label, 0) + int(digit)
    legend = "\n".join(f"    {label} = {total}" for label, total in sums.items())
    drawn = "\n".join(f"    {row}" for row in rows)
    code = f'var rules = Cage("""\n{drawn}\n\n{legend}\n""");\n\nvar x = Solve(rules);'
    text = f"### Killer Sudoku\n\nThe solver can solve cages:\n\n``` csharp\n{code}\n```\n"
    puzzles = found(text)
    assert [len(one.cages) for one in puzzles] == [len(sums)] and not puzzles.faults


@pytest.mark.parametrize("end", ["\\", ",\\", ""])
def test_rows_as_lists_may_end_with_the_sign_of_markdown_for_the_end_of_a_line(end: str) -> None:
    rows = f"{end}\n".join(str([int(sign) for sign in ANSWER[at : at + 9]]) for at in range(0, 81, 9))
    puzzles = found(f"An example of a file:\n\n{ROWS}\n\nThe solver prints:\n\n{rows}\n")
    assert [str(one) for one in puzzles] == [PUZZLE] and not puzzles.faults


def _program(cells: str, more: str) -> str:
    grid = [[int(cell) if cell != "." else 0 for cell in cells[at : at + 9]] for at in range(0, 81, 9)]
    return f"grid = {grid}\n\n{more}\nsolve(grid)\n"


UNREAD = {
    "lines": "extra = [[(0, 0), (0, 1), (1, 2)], [(4, 4), (5, 4)]]",
    "sums": "parts = [(15, [(0, 0), (0, 1), (1, 0)]), (7, [(3, 3), (3, 4)])]",
    "keys": "extra = {(0, 0): [(0, 1), (0, 2)], (4, 4): [(5, 4), (5, 5)]}",
    "calls": "add(15, (0, 0), (0, 1))\nadd(7, (3, 3), (3, 4))\nadd(9, (5, 3), (5, 4))",
    "a table of cages": "cages = [[15, 0, 1, 2], [7, 40, 41, -1], [9, 50, 51, -1]]",
    "a map": f"areas = {[[(row // 2) * 5 + column // 2 for column in range(9)] for row in range(9)]}",
    "walls": "# +---+---+---+\n# |15     |   |\n# +   +---+   +\n# |   |7      |\n# +---+---+---+",
}


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("more", UNREAD.values(), ids=list(UNREAD))
def test_what_may_be_a_rule_in_a_program_is_a_fault(more: str, table: dict[int, int]) -> None:
    puzzles = found(_program(PUZZLE.translate(table), more))
    (fault,) = puzzles.faults
    assert "may change the puzzle, and was not understood" in fault.message
    assert fault.place is not None and fault.place.line is not None and fault.place.line >= 3


SECOND = {
    **UNREAD,
    "a list by its name": "even = [(0, 0), (0, 1)]",
    "names in a comment": "# thermometers: A1-B2-C3, D4-D5-D6",
    "a list of names": 'palindrome = ["r1c1", "r2c2", "r3c3"]',
}


@pytest.mark.parametrize("more", SECOND.values(), ids=list(SECOND))
def test_what_may_be_a_second_rule_in_a_program_is_a_fault(more: str) -> None:
    puzzles = found(f"{_CAGED}\n{more}\nsolve(grid)\n")
    read = [one.geometry.kind for one in puzzles]
    assert puzzles.faults if read in ([], ["killer"]) else read in (["killer+even-odd"], ["killer+palindrome"])


_CAGED = f"grid = {NUMBERS}\ncages = [(12, [(3, 0), (4, 0)]), (13, [(0, 2), (1, 2), (2, 2)])]"


NO_RULES = {
    "boxes": f"boxes = {[[(row // 3 * 3 + at // 3, row % 3 * 3 + at % 3) for at in range(9)] for row in range(9)]}",
    "rows": f"rows = {[[(row, column) for column in range(9)] for row in range(9)]}",
    "a map of boxes": f"box_of = {[[row // 3 * 3 + column // 3 for column in range(9)] for row in range(9)]}",
    "steps to neighbours": "steps = [[(-1, 0), (1, 0)], [(0, -1), (0, 1)]]",
    "numbers": "times = [[0.1, 0.2], [0.3, 0.4]]\nranges = [(0, 3), (3, 6), (6, 9)]",
    "one pair": "swap((0, 0), (0, 1))",
}


@pytest.mark.parametrize("more", NO_RULES.values(), ids=list(NO_RULES))
def test_usual_lists_of_a_program_are_no_rule(more: str) -> None:
    puzzles = found(_program(PUZZLE, more))
    assert [str(one) for one in puzzles] == [PUZZLE] and not puzzles.faults
    (puzzle,) = puzzles = found(f"{_CAGED}\n{more}\nsolve(grid)\n")
    assert puzzle.geometry.kind == "killer" and not puzzles.faults


@pytest.mark.parametrize(
    "more",
    [
        "\n\nLine 1: r1c1, r1c2, r2c2\nLine 2: r3c4, r4c4, r5c4\n",
        "\n\nEach cage adds up to its number: the cage r1c3 r1c4 is 10.\n",
        "\n\nNormal Sudoku rules apply. Digits along an arrow sum to the digit in its circle.\n",
    ],
)
@pytest.mark.parametrize("table", TABLES)
def test_what_may_be_a_rule_in_words_is_a_fault(more: str, table: dict[int, int]) -> None:
    puzzles = found("\n".join(row.translate(table) for row in ROWS) + more)
    assert any("may change the puzzle" in fault.message for fault in puzzles.faults)


@pytest.mark.parametrize(
    "more",
    [
        "\n\nNormal Sudoku rules apply: no digit twice in any row, column or region.\n",
        "\n\nThe pair in r1c3 and r1c4 removes 4 from r1c6.\n",
        "\n\nr1c3=4 r1c4=6\n",
        "\n\nPair: r1c3, r1c4\n",
    ],
)
def test_the_usual_rules_and_steps_are_no_other_rule(more: str) -> None:
    puzzles = found("\n".join(ROWS) + more)
    assert not any("may change the puzzle" in fault.message for fault in puzzles.faults)


@pytest.mark.parametrize("key", ["foo", "paths", "segments"])
@pytest.mark.parametrize(
    "cells",
    [
        [[[0, 0], [0, 1], [1, 2]]],
        [["r1c3", "r1c4"], ["r5c5", "r6c6"]],
        [{"color": "red", "at": [{"row": 1, "col": 1}, {"row": 2, "col": 1}, {"row": 2, "col": 2}]}],
    ],
)
def test_cells_beside_one_another_under_any_key_are_a_fault(key: str, cells: list[object]) -> None:
    puzzles = found(json.dumps({"grid": NUMBERS, key: cells}))
    assert not puzzles and len(puzzles.faults) == 1


@pytest.mark.parametrize("key", ["moves", "history", "selectedCells", "notes"])
def test_what_somebody_did_with_a_puzzle_is_no_rule(key: str) -> None:
    (puzzle,) = found(json.dumps({"grid": NUMBERS, key: [[[0, 2], [0, 3], [1, 3]], [[1, 1], [1, 2]]]}))
    assert str(puzzle) == PUZZLE


def test_boxes_as_lists_of_their_cells_are_no_rule() -> None:
    areas = [[[row // 3 * 3 + at // 3, row % 3 * 3 + at % 3] for at in range(9)] for row in range(9)]
    (puzzle,) = found(json.dumps({"grid": NUMBERS, "peers": areas}))
    assert str(puzzle) == PUZZLE


@pytest.mark.parametrize(
    ("key", "kind", "line", "cells"),
    [
        ("thermos", "thermometer", {"bulb": [0, 2], "path": [[0, 3], [1, 3]]}, (2, 3, 12)),
        ("thermometers", "thermometer", {"path": ["r1c3", "r1c4"], "start": "r1c3"}, (2, 3)),
        (
            "arrows",
            "arrow",
            {"circle": {"row": 8, "col": 0}, "cells": [{"row": 7, "col": 0}, {"row": 7, "col": 1}]},
            (72, 63, 64),
        ),
    ],
)
def test_a_line_whose_first_cell_has_a_key_of_its_own(
    key: str, kind: str, line: object, cells: tuple[int, ...]
) -> None:
    (puzzle,) = found(json.dumps({"grid": NUMBERS, key: [line]}))
    assert [(clue.kind, clue.cells) for clue in puzzle.clues] == [(kind, cells)]


@pytest.mark.parametrize("sums", [(12, 9), (13, 9)])
@pytest.mark.parametrize(
    "form", ["{}: r4c1 r5c1\n{}: r1c2 r1c3 r2c3", "{} r4c1 r5c1\n{} r1c2 r1c3 r2c3", "{}: A4 A5\n{}: B1 C1 C2"]
)
def test_cages_in_a_part_of_a_grid_belong_to_the_grid_beside_them(form: str, sums: tuple[int, int]) -> None:
    cells = PUZZLE.replace("5", ".")
    text = "\n".join(cells[at : at + 9] for at in range(0, 81, 9)) + "\n\n" + form.format(*sums) + "\n"
    puzzles = found(text)
    if sums[0] == 12:
        assert [(str(one), sorted(cage.sum or 0 for cage in one.cages)) for one in puzzles] == [(cells, sorted(sums))]
    else:
        assert not puzzles and puzzles.faults


@pytest.mark.parametrize("blank", ["\n", "\n\n\n"])
@pytest.mark.parametrize("words", ["Name: Ann", "From: Ann", "Nombre: Ann", "Von: Ann"])
def test_a_name_below_a_puzzle_is_none_of_the_next(words: str, blank: str) -> None:
    other = [row.translate(TABLES[1]) for row in ROWS]
    text = "\n".join([*ROWS, words]) + "\n" + blank + "\n".join([*other, words.replace("Ann", "Bob")]) + "\n"
    assert [one.name for one in found(text)] == ["Ann", "Bob"]
    titled = f"Easy one\n{text}"
    assert [one.name for one in found(titled)] == ["Easy one", "Bob"]
    above = words + "\n" + "\n".join(ROWS) + "\n\n" + words.replace("Ann", "Bob") + "\n" + "\n".join(other) + "\n"
    assert [one.name for one in found(above)][-1:] == [found(above)[1].name] and "Ann" not in found(above)[1].name


def test_superscripts_are_no_numbers() -> None:
    assert not found("[Puzzle]\n²\ntime\n")


def test_a_quote_and_a_mail_address_are_no_tags() -> None:
    text = "my $board = <<END;\n" + "\n".join(ROWS) + "\nEND\n\n$puzzle->solve;\n\nAuthor: Ann <ann@example.org>\n"
    assert [str(one) for one in found(text)] == [PUZZLE]


def test_the_answer_of_a_puzzle_of_another_kind_is_no_numbers_around_a_grid() -> None:
    cages = "abbc\na2cc\nddef\n4def\n\na: 1-\nb: 3-\nc: 36*\nd: 7+\ne: 2/\nf: 2/\n"
    answer = "\n".join(f"| {' | '.join(row)} |" for row in ("2413", "1234", "3142", "4321"))
    puzzles = found(
        f"# KenKen in Rust\n\nThe input is easy. Here is one:\n\n```\n{cages}```\n\nThe output is:\n\n```\n{answer}\n```\n"
    )
    assert [(one.geometry.kind, len(one.clues)) for one in puzzles] == [("calcudoku", 6)] and not puzzles.faults


@pytest.mark.parametrize("table", TABLES)
def test_givens_in_threes_in_braces(table: dict[int, int]) -> None:
    cells = PUZZLE.translate(table)
    threes = [f"{{{at // 9}, {at % 9}, {cell}}}" for at, cell in enumerate(cells) if cell != "."]
    assert [str(one) for one in found(f"cells := []tuple{{\n{', '.join(threes)},\n}}\n")] == [cells]
    lines = "\n".join(f"{at // 9 + 1}{at % 9 + 1}:{cell}" for at, cell in enumerate(cells) if cell != ".")
    assert [str(one) for one in found(lines + "\n")] == [cells]


BESIDE = {
    "dots": "let dots = vec![\n  KropkiDot::double(CellPosition::new(3, 2), CellPosition::new(3, 3)),\n];\n",
    "ranges": 'p.Add(Constraint.KillerCage(8, Constraint.Cells("A1-2,B1")));\n',
    "labels of cages": "const CAGES = 'PYYYWXQQJPKKKWXRRJPdddHHGRJZZNNNHGDEIIOaaaGDEIFOOScccEBFAASSbbCBUUAMTLLCVVUMMTTLC';\n",
    "regions": 'r = "AAAAABBBCADBBBBCCCADDBBDCCCAADDDDECCFFFDGEEEEFFFGGGEHEFFGGGGEHHFIGIIIEHHIIIIIHHHH"\n',
    "windows": f'w = "{"0" * 10}1110222001110222001110222{"0" * 11}3330444003330444003330444{"0" * 10}"\n',
    "thermometers": "let t = Thermo(vec![CellPosition::new(0, 0), CellPosition::new(0, 1)]);\n",
    "a table": "INSERT INTO lines VALUES ('thermo', '[[0,1,2],[10,11,12,21]]');\n",
    "cages by letters": "\nCage 12: A1 A2 B1\n",
    "elements": "<thermo><p r='1' c='1'/><p r='1' c='2'/></thermo>\n",
}


@pytest.mark.parametrize("name", BESIDE)
@pytest.mark.parametrize("grid", ["let grid = '{}';\n", "{}\n\n"])
def test_no_rule_beside_a_grid_is_dropped(name: str, grid: str) -> None:
    puzzles = found(grid.format(PUZZLE) + BESIDE[name])
    assert puzzles.faults or any(one.clues or one.cages or one.geometry.regions for one in puzzles)


@pytest.mark.parametrize(
    ("column", "value", "kind"),
    [
        ("variant", "anti-knight", "anti-knight"),
        ("rules", "x", "x"),
        ("type", "easy", "classic"),
        ("clues", "30", "classic"),
    ],
)
def test_a_column_of_a_table_may_name_the_rule(column: str, value: str, kind: str) -> None:
    (puzzle,) = found(f"puzzle,{column}\n{PUZZLE},{value}\n")
    assert puzzle.geometry.kind == kind
    assert not found(f"puzzle,thermos\n{PUZZLE},0-1-2;10-11-12\n")


def test_digits_parted_by_blanks_in_all_rows_are_numbers_and_no_grid() -> None:
    pairs = "1 1 2 1\n1 3 1 4\n1 3 2 3\n2 2 3 2\n4 2 3 2\n4 1 4 2\n"
    assert not [one for one in found(pairs) if one.geometry.size == 6]
    grid = "\n".join(["0 0 0 0", "0 0 0 0", "0 0 0 0", "0 0 0 3"])
    (puzzle,) = found(f"futoshiki\n\n{grid}\n\n{pairs}\n")
    assert len(puzzle.clues) == 6


@pytest.mark.parametrize("said", ["# {}", "{}"])
def test_the_same_puzzle_in_a_comment_and_in_a_list_is_one(said: str) -> None:
    drawn = "\n".join(said.format(" ".join(row)) for row in ROWS)
    above = drawn if said[0] == "#" else f'"""\nSolves\n\n{drawn}\n"""'
    listed = "puzzle = [\n" + "".join(f"    {row},\n" for row in NUMBERS) + "]\n"
    text = f"{above}\n\nimport solver\n\n{listed}\nsolver.solve(puzzle)\n"
    assert [str(one) for one in found(text)] == [PUZZLE]
    assert len(found(f"{listed}\nimport solver\n\nother = [\n{listed.partition(chr(10))[2]}")) == 2


def test_a_puzzle_in_the_description_of_a_function_is_read() -> None:
    listed = "\n".join(f"            {row}," for row in NUMBERS)
    said = f'"""\n    Solves a grid, cell by cell.\n\n    Example:\n        board = [\n{listed}\n        ]\n    """'
    text = f"class Sudoku:\n    {said}\n"
    assert [str(one) for one in found(text)] == [PUZZLE]


@pytest.mark.parametrize("form", ["solution: '{}',", "solution =\n  '{}'", '"answer": "{}",'])
def test_a_full_grid_under_the_name_of_an_answer_is_no_puzzle(form: str) -> None:
    wrong = ANSWER[:4] + ANSWER[4:6][::-1] + ANSWER[6:]
    text = f"const PUZZLES = [\n  {{\n    puzzle: '{PUZZLE}',\n    {form.format(wrong)}\n  }},\n];\nsolve(PUZZLES);\n"
    assert [str(one) for one in found(text)] == [PUZZLE]


@pytest.mark.parametrize("form", ['s="{}";\n        board[{}]=s.toCharArray();', "add('{}'); // row {}"])
def test_rows_in_quotes_among_other_statements_are_a_grid(form: str) -> None:
    lines = "\n        ".join(form.format(row, at) for at, row in enumerate(ROWS))
    text = f"public static void main(String[] args) {{\n        String s;\n        {lines}\n        solve(board);\n}}\n"
    assert [str(one) for one in found(text)] == [PUZZLE]
    assert not found(text.replace(ROWS[3], ROWS[3][1:]))
