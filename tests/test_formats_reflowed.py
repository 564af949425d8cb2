"""Grids and cages in forms met in files of public repositories: arrays of languages, rows in one line, labels of cages."""

from __future__ import annotations

import json

import pytest
from formats_data import ANSWER, NUMBERS, PUZZLE, ROWS, ZEROS, found, refused

import bookmaker
from bookmaker.formats import Argument, named
from bookmaker.puzzles.grid.puzzle import Puzzle

ZERO_ROWS = [row.replace(".", "0") for row in ROWS]
SPACED = [" ".join(row) for row in ZERO_ROWS]
FRAMED = [
    line
    for at in (0, 3, 6)
    for line in (["---+---+---"] if at else []) + ["|".join((row[:3], row[3:6], row[6:])) for row in ROWS[at : at + 3]]
]
TEXTS = {
    "arrays of Lisp": "(defun f (x) (g x))\n(setf *grid* #2A("
    + "\n  ".join(f"({row})" for row in SPACED)
    + "))\n(h)\n",
    "arrays of ECLiPSe": "f(X) :- g(X).\ng(T) :-\n  T = [](\n"
    + ",\n".join(f"    []({','.join(row).replace('.', '_')})" for row in ROWS)
    + "\n  ).\n",
    "continued lines of Fortran": "program a\nboard = reshape([&\n"
    + ", &\n".join(", ".join(row) for row in ZERO_ROWS)
    + " &\n], shape(board))\ncall solve(board)\nend program\n",
    "comments of Fortran": "program a\n!board = reshape([&\n!  "
    + ", &\n!  ".join(", ".join(row) for row in ZERO_ROWS)
    + " &\n!], shape(board))\ncall solve(board)\nend program\n",
    "an array of J": f's =: 9 9 $ {" ".join(ZEROS)}\ncmap =: [: <"2 f\n',
    "an array of APL": f"grid←9 9⍴{' '.join(ZEROS)}\n",
    "cells laid down in Forth": "3 constant box\n: f ( -- )\n  g ;\n\ncreate puzzle\n"
    + "".join(" , ".join(row) + " ,\n" for row in ZERO_ROWS)
    + "\n: h ( n -- )\n  i ;\n",
    "comments of a program": "import x\n\n# The easy one:\n#\n"
    + "".join(f"#  {row}\n" for row in SPACED)
    + "#\n# is solved.\ndef f(a):\n    return g(a)\nprint(f(1))\n",
    "rows of JSON one after another": "".join(json.dumps(row) + "\n" for row in NUMBERS),
    "objects with names that count": json.dumps(
        {f"r{row + 1}": {f"c{at + 1}": cell for at, cell in enumerate(NUMBERS[row])} for row in range(9)}
    ),
    "short tags": "<sudoku>"
    + "".join("<r>" + "".join("<c/>" if cell == "." else f"<c>{cell}</c>" for cell in row) + "</r>\n" for row in ROWS)
    + "</sudoku>",
    **{
        f"cells as {cell or repr(empty)}, {empty}": f"f(x);\n\nb =\n  {opens}"
        + (f"{closes}{sign}\n  {opens}" if opens else f"{sign}\n  ").join(
            sign.join(empty if one == "." else cell.format(one) for one in row) for row in ROWS
        )
        + f"{closes}\n\ng(x);\n"
        for cell, empty, sign, opens, closes in (
            ("{}", "(lvar)", " ", "[", "]"),
            ("Some({})", "None", ", ", "[", "]"),
            ("Cell::Given({})", "Cell::Empty", ", ", "vec![", "]"),
            ("Digit {}", "Blank", ", ", "[", "]"),
            ("Some {}", "None", "; ", "[|", "|]"),
            ("new Cell({})", "new Cell()", ", ", "{", "}"),
            ("[{}]", "[]", ", ", "[", "]"),
            ("{} c,", "0 c,", " ", "", ""),
        )
    },
    "lines that go on in old Fortran": "      DATA GRID /\n"
    + ",\n".join(f"     &  {','.join(row)}" for row in ZERO_ROWS)
    + "/\n      END\n",
    **{
        f"rows of XML, cells {name}": "<sudoku>\n"
        + "".join(
            f" <row>{''.join(f'<{name}{at}>{cell.strip(chr(46))}</{name}{at}>' for at, cell in enumerate(row, 1))}</row>\n"
            if name == "d"
            else f" <row>{''.join(f'<{name}>{cell.strip(chr(46))}</{name}>' for cell in row)}</row>\n"
            for row in ROWS
        )
        + "</sudoku>\n"
        for name in ("c", "v", "d")
    },
    "cells such as A1, row by row": "\n".join(
        f"{'ABCDEFGHI'[at // 9]}{at % 9 + 1}={cell}" for at, cell in enumerate(PUZZLE) if cell != "."
    ),
    "cells such as A1, columns by letters": ", ".join(
        f"{'ABCDEFGHI'[at % 9]}{at // 9 + 1}: {cell}" for at, cell in enumerate(PUZZLE) if cell != "."
    ),
    "a tab behind each row": "".join("\t".join(row) + "\t\n" for row in ZERO_ROWS),
    "rows in one line of settings": f"[CASE]\nPUZZLE=|{'|'.join(row.replace('.', '-') for row in ROWS)}|30\n",
    "rows between slashes": "/".join(ROWS),
    "rows between commas": ",".join(ROWS),
    "rows between semicolons": ";".join(ROWS) + ";",
    "a frame without line ends": " ".join(FRAMED),
    "a frame without line ends or blanks": "*-----------*|" + "||".join(FRAMED) + "|*-----------*",
    "rows without line ends": " ".join(ROWS),
    "written line ends": "\\n".join(ROWS),
    "written line ends behind every row": "".join(f"{row}\\r\\n" for row in ROWS),
    "a frame with written line ends": "\\n".join(FRAMED),
    "a name and written line ends": "Puzzle 7: " + "\\n".join(ROWS),
    "a table without answers": f"id;puzzle;solution\n1;{PUZZLE};0\n",
    "blanks whose last ones are lost": "\n".join(row.replace(".", " ") for row in ROWS[::-1]).rstrip(),
    "candidates between slashes": "\n".join(
        "|".join(
            cell if cell != "." else f"(1/{answer}/9)" if answer not in "19" else "(1/9)" for cell, answer in pairs
        )
        for pairs in (list(zip(row, ANSWER[at * 9 : at * 9 + 9], strict=True)) for at, row in enumerate(ROWS))
    )
    + "\nStatus: Row1 failed\nRow2 failed\n",
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_grid_is_read_in_its_form(name: str) -> None:
    puzzles = found(TEXTS[name])
    upside_down = "".join(ROWS[::-1]) if "last ones" in name else PUZZLE
    assert [str(puzzle) for puzzle in puzzles] == [upside_down]
    assert puzzles.faults == []


@pytest.mark.parametrize(
    "rows",
    [ROWS, SPACED, [",".join(row) for row in ROWS], ["".join(f"<d>{cell}</d>" for cell in row) for row in ROWS]],
    ids=["cells", "blanks", "commas", "tags"],
)
def test_a_short_tag_of_a_row_may_hold_text(rows: list[str]) -> None:
    (puzzle,) = found(f"<t>{''.join(f'<r>{row}</r>' for row in rows)}</t>")
    assert str(puzzle) == PUZZLE
    assert len(found(f"<t>{f'<r>{PUZZLE}</r>' * 3}</t>")) == 3


def test_small_grids_in_lists_of_their_cells_are_no_rows_of_a_large_one() -> None:
    small = [1, 2, 3, 4, *[0] * 8, 4, 3, 2, 1]
    lines = [json.dumps(small) for _ in range(16)]
    assert [str(puzzle) for puzzle in found("\n".join(lines))] == ["1234........4321"] * 16
    puzzles = found("\n".join([json.dumps([5, *small[1:]]), *lines[1:]]))
    assert len(puzzles) == 15 and len(puzzles.faults) == 1
    full = bookmaker.generate(1, "any", size=16, givens=(100, 140), seed=2)[0].puzzle
    (large,) = found("\n".join(str(list(full.givens[at : at + 16])) for at in range(0, 256, 16)))
    assert large.givens == full.givens


def test_several_grids_in_lines_keep_their_names_and_places() -> None:
    puzzles = found(f"[CASE]\nA1=|{'|'.join(ROWS)}|21\nA2=|{'|'.join(ROWS)}|22\n")
    assert [(str(puzzle), puzzle.name) for puzzle in puzzles] == [(PUZZLE, "A1"), (PUZZLE, "A2")]
    assert [puzzle.source.line for puzzle in puzzles if puzzle.source] == [2, 3]
    assert len(found("\\n".join(ROWS) + "\n" + "\\n".join([*ROWS, "", *ROWS]) + "\n")) == 3


def test_a_row_that_is_too_short_is_no_row_whose_blanks_were_lost() -> None:
    blanks = [row.replace(".", " ") for row in ROWS]
    for at, row in enumerate(blanks[:-1]):
        place = row.index(" ")
        assert not found("\n".join([*blanks[:at], row[:place] + row[place + 1 :], *blanks[at + 1 :]]))
    assert not found("\n".join([*blanks[:-1], "7    7"]))
    assert not found("/".join([*ROWS[:4], ROWS[4][1:], *ROWS[5:]]))
    assert not found("/".join([*ROWS, ROWS[0]]))
    assert "no puzzle" in refused("\\newcommand\\nu\\nabla 1\n")


def test_large_cells_of_two_characters() -> None:
    full = bookmaker.generate(1, "any", size=16, givens=(100, 140), seed=2)[0].puzzle
    cells = [f"{digit:2}".replace(" ", ".") if digit else ".." for digit in full.givens]
    rows = [cells[at : at + 16] for at in range(0, 256, 16)]
    lines = ["| " + "| ".join(" ".join(row[at : at + 4]) for at in (0, 4, 8, 12)) + "|" for row in rows]
    rule = "+" + "+".join(["------------"] * 4) + "+"
    text = "\n".join(line for at in (0, 4, 8, 12) for line in (rule, *lines[at : at + 4])) + f"\n{rule}\n"
    (puzzle,) = found(text)
    assert puzzle.givens == full.givens


@pytest.mark.parametrize("blank", ["puzzle", "written"])
def test_an_argument_may_have_lost_its_line_ends(blank: str) -> None:
    texts = ["/".join(ROWS), " ".join(FRAMED), " ".join(SPACED)] if blank == "puzzle" else ["\\n".join(ROWS)]
    for text in texts:
        (argument,) = named([text])
        assert isinstance(argument, Argument)
        assert [str(one) for one in found(text)] == [PUZZLE]


def _killer(seed: int = 3) -> Puzzle:
    return bookmaker.generate(1, "any", kind="killer", seed=seed)[0].puzzle


def _pairs(puzzle: Puzzle, first: int) -> list[list[tuple[int, int]]]:
    return [[(cell // 9 + first, cell % 9 + first) for cell in cage.cells] for cage in puzzle.cages]


def _labels(puzzle: Puzzle) -> str:
    fields = ["."] * 81
    for at, cage in enumerate(puzzle.cages):
        label = chr(97 + at) if at < 26 else f"x{at}"
        for cell in cage.cells:
            fields[cell] = label
        fields[cage.cells[0]] = f"{label}:{cage.sum}"
    return "\n".join("\t".join(fields[at : at + 9]) for at in range(0, 81, 9)) + "\n"


def test_cages_in_their_forms() -> None:
    puzzle = _killer()
    sums = [cage.sum for cage in puzzle.cages]
    zero, one = _pairs(puzzle, 0), _pairs(puzzle, 1)
    indices = [list(cage.cells) for cage in puzzle.cages]
    code = "import time\ndef f(x):\n    return g(x)\ncages = {}\nprint(f(cages))\n"
    for text in (
        "\n".join(f"{' '.join(f'{r},{c}' for r, c in cells)} {total}" for cells, total in zip(zero, sums, strict=True)),
        "\n".join(
            f"{' '.join(f'{r},{c}' for r, c in cells)} = {total}" for cells, total in zip(one, sums, strict=True)
        ),
        "\n".join(f"{total} {' '.join(f'{r},{c}' for r, c in cells)}" for cells, total in zip(zero, sums, strict=True)),
        code.format(f"[{', '.join(f'({cells}, {total})' for cells, total in zip(indices, sums, strict=True))}]"),
        code.format(f"[{', '.join(f'({total}, {cells})' for cells, total in zip(zero, sums, strict=True))}]"),
        code.format(
            f"[{', '.join(f'({cells}, {total}),  # a cage{chr(10)}' for cells, total in zip(one, sums, strict=True))}]"
        ),
        _labels(puzzle),
    ):
        (read,) = found(text)
        assert found(text).faults == []
        assert sorted((sorted(cage.cells), cage.sum) for cage in read.cages) == sorted(
            (sorted(cage.cells), cage.sum) for cage in puzzle.cages
        )


def test_numbered_regions_are_no_cages() -> None:
    boxes = [(box + 1, [(box // 3 * 3 + at // 3) * 9 + box % 3 * 3 + at % 3 for at in range(9)]) for box in range(9)]
    rows = [(row + 1, [(row, at) for at in range(9)]) for row in range(9)]
    for houses in (boxes, rows):
        puzzles = found(f"import time\ngrid = {NUMBERS}\nhouses = {houses}\ndef f(x):\n    return g(x)\nprint(f(1))\n")
        assert [(str(puzzle), puzzle.geometry.kind) for puzzle in puzzles] == [(PUZZLE, "classic")]


def test_cages_of_a_program_and_its_only_grid_are_one_killer() -> None:
    cages = [([cell, cell + 1, cell + 2], sum(map(int, ANSWER[cell : cell + 3]))) for cell in range(0, 81, 3)]
    answer = [list(map(int, ANSWER[at : at + 9])) for at in range(0, 81, 9)]
    code = "import time\n{}\ndef f(x):\n    return g(x)\nprint(f(1))\n"
    for lines, givens, full in (
        ([f"grid = {NUMBERS}", f"cages = {cages}"], PUZZLE, None),
        ([f"cages = {cages}", f"grid = {NUMBERS}"], PUZZLE, None),
        ([f"grid = {NUMBERS}", f"cages = {cages}", f"answer = {answer}"], PUZZLE, ANSWER),
        ([f"cages = {cages}", f"answer = {answer}"], "." * 81, ANSWER),
    ):
        (puzzle,) = found(code.format("\n".join(lines)))
        assert (str(puzzle), puzzle.geometry.kind, len(puzzle.cages)) == (givens, "killer", 27)
        assert puzzle.answer == (None if full is None else bytes(map(int, full)))
    # Two grids are puzzles of their own; a full one that the sums forbid is an answer of another puzzle.
    turned = NUMBERS[::-1]
    for lines, many in (
        ([f"grid = {NUMBERS}", f"other = {turned}", f"cages = {cages}"], 3),
        ([f"cages = {cages}", f"grid = {answer[::-1]}"], 1),
    ):
        assert len(found(code.format("\n".join(lines)))) == many


def test_lists_that_cover_no_grid_are_no_cages() -> None:
    puzzle = _killer()
    listed = [(list(cage.cells), cage.sum) for cage in puzzle.cages]
    code = "import time\ndef f(x):\n    return g(x)\ncages = {}\nprint(f(cages))\n"
    assert found(code.format(listed))
    assert not found(code.format(listed[1:]))
    assert not found(code.format([*listed, listed[0]]))
    labels = _labels(puzzle)
    assert not found(labels.replace("a:", "b:", 1))
    # Counted from 0 or from 1 is only known where all cells are named.
    assert "counted from 1" in refused("\n".join(f"{total} {cells[0] // 9},{cells[0] % 9}" for cells, total in listed))


@pytest.mark.parametrize(
    "numbers",
    [
        "dates: 121212/121213/121214/121215/121216/121211",
        "palette = 111111,222222,333333,444444,555555,666666",
        "Times: 123456, 223456, 323456, 423456, 523456, 623456",
        "Call one of: 123456,234561,345612,456123,561234,612345",
        "Prizes: 100000;200000;300000;400000;500000;600000",
    ],
)
def test_numbers_in_one_line_are_no_small_grid(numbers: str) -> None:
    assert not found(numbers)


@pytest.mark.parametrize("sign", ["|", ",", ";", "/"])
@pytest.mark.parametrize(
    "rows", ["1..... ..2... 3..... ..4... .5.... ..6...", "123456 456123 231564 564231 312645 645312"]
)
def test_a_small_grid_in_one_line_is_a_guess(sign: str, rows: str) -> None:
    for text in (rows.replace(" ", sign), f"Some words.\nP: {rows.replace(' ', sign)}\n"):
        puzzles = found(text)
        assert [str(puzzle) for puzzle in puzzles] == [rows.replace(" ", "")]
        assert sum("this is a guess" in note.message for note in puzzles.notes) == 1
    assert not any("guess" in note.message for note in found("/".join(ROWS)).notes)


def test_what_stands_in_parentheses_is_no_given() -> None:
    text = TEXTS["candidates between slashes"]
    assert "3|(1/4/9)|" in text
    (puzzle,) = found(text.replace("3|(1/4/9)|", "3|(4)|", 1))
    assert str(puzzle) == PUZZLE
    assert puzzle.candidates is not None
    assert puzzle.candidates[2] == 1 << 3


def test_numbers_too_large_for_cells_of_two_characters() -> None:
    rows = [[".."] * 16 for _ in range(16)]
    rows[3][1] = "19"
    assert "4:4: the digit 19 is too large for a grid of 16×16" in refused("\n".join(map(" ".join, rows)))
    rows[3][1] = "16"
    assert len(found("\n".join(map(" ".join, rows)))) == 1


def test_text_may_stand_directly_above_a_map_of_labels() -> None:
    labels = _labels(_killer())
    (puzzle,) = found(f"Puzzle 1\n{labels}")
    assert puzzle.cages == found(labels)[0].cages
    assert found(f"Puzzle 1\n{labels}").faults == []


def test_a_last_row_without_its_blanks_that_is_not_proper_says_so() -> None:
    rows = [row.replace(".", " ").replace("4", " ").replace("8", " ") for row in ROWS[::-1]]
    faults = refused("\n".join(rows).rstrip())
    assert "the last row has 5 of 9 cells" in faults
    assert "write dots for empty cells" in faults


@pytest.mark.parametrize("answer", ["0", "-", "None", 0, None, ""])
@pytest.mark.parametrize("key", ["puzzle", "board", "x"])
def test_an_answer_of_json_that_is_none(key: str, answer: object) -> None:
    puzzles = found(json.dumps({key: PUZZLE, "solution": answer}))
    assert [(str(puzzle), puzzle.answer, puzzles.faults) for puzzle in puzzles] == [(PUZZLE, None, [])]
    assert found(json.dumps({"puzzle": PUZZLE, "solution": ANSWER[1:]})).faults


@pytest.mark.parametrize("written", ["r{}c{}", "pairs"])
def test_cages_of_json_may_be_counted_from_another_number(written: str) -> None:
    puzzle = _killer()

    def listed(first: int) -> str:
        cages = [
            {
                "sum": cage.sum,
                "cells": [
                    [row, column] if written == "pairs" else written.format(row, column)
                    for row, column in ((cell // 9 + first, cell % 9 + first) for cell in cage.cells)
                ],
            }
            for cage in puzzle.cages
        ]
        return json.dumps({"cages": cages})

    for first in (0, 1):
        puzzles = found(listed(first))
        assert [one.cages for one in puzzles] == [puzzle.cages]
        usual = first == (written != "pairs")
        assert [note.message for note in puzzles.notes if "counted from" in note.message] == (
            [] if usual else [f"rows and columns are taken to be counted from {first}; this is a guess"]
        )
