"""Signs, clues and dots as programs, courses and sheets write them: tables that are a puzzle only together."""

from __future__ import annotations

import random

import pytest
from formats_data import ANSWER, LATIN, NUMBERS, cages_of, found, rows

from bookmaker.base.errors import InputError
from bookmaker.formats import parse
from bookmaker.puzzles.grid.geometry import BOXES
from bookmaker.puzzles.grid.puzzle import Puzzle, cells_text

FUTOSHIKI = (
    "..1....5......6......5......2....3..",
    "1211 1514 2111 2131 2616 3242 3343 3545 4434 5646 6151 6362 6566 6656",
)
"""The givens, and pairs of cells of which the first is the greater one."""

SKYSCRAPERS = ("...2...............2.....", {"top": "22031", "right": "10223", "bottom": "00023", "left": "02133"})


def pairs(base: int, *, less: bool) -> list[list[int]]:
    many = [[int(digit) - 1 + base for digit in pair] for pair in FUTOSHIKI[1].split()]
    return [[c, d, a, b] if less else [a, b, c, d] for a, b, c, d in many]


def is_futoshiki(puzzle: Puzzle) -> bool:
    wanted = {tuple((int(pair[at]) - 1) * 6 + int(pair[at + 1]) - 1 for at in (0, 2)) for pair in FUTOSHIKI[1].split()}
    return cells_text(puzzle.givens) == FUTOSHIKI[0] and {clue.cells for clue in puzzle.clues} == wanted


@pytest.mark.parametrize("base", [0, 1])
@pytest.mark.parametrize(
    "form",
    [
        "board = {grid}\nless = {less}",
        "letting values be {grid}\n\nletting lt be\n{less}",
        "board = {grid}\n# pairs (r1, c1, r2, c2): the first is greater\nsigns = {more}",
        "int[][] puzzle = {braces};\nint[][] lessThan = {pairs};",
        "Problem = {grid},\nLessThan =\n {less}.",
        "array[1..6, 1..6] of int: v = array2d(1..6, 1..6, {flat});\nlt = array2d(1..14, 1..4, {flat_less});",
        "{calls}\nboard = {grid}",
        "{signs}\ninit(&cs[14], -1, -1, -1, -1);\nboard = {grid}",
    ],
)
def test_a_grid_and_pairs_of_cells_are_one_puzzle(form: str, base: int) -> None:
    grid, less = rows(FUTOSHIKI[0], 6), pairs(base, less=True)
    text = form.format(
        grid=grid,
        less=less,
        more=pairs(base, less=False),
        braces=str(grid).replace("[", "{").replace("]", "}"),
        pairs=str(less).replace("[", "{").replace("]", "}"),
        flat=[one for row in grid for one in row],
        flat_less=[one for row in less for one in row],
        calls="\n".join(f"f.addLess({', '.join(map(str, pair))});" for pair in less),
        signs="\n".join(f"init(&cs[{at}], {', '.join(map(str, pair))});" for at, pair in enumerate(less)),
    )
    (puzzle,) = found(f"# futoshiki\nx = solve(3)\n{text}\n")
    assert is_futoshiki(puzzle)


def signs(*, turned: bool, words: bool) -> str:
    """The signs between cells: those of each row, then those of each two rows, or of each column."""
    across, down = [["."] * 5 for _ in range(6)], [["."] * 6 for _ in range(5)]
    for a, b, c, d in pairs(0, less=False):
        if a == c:
            across[a][min(b, d)] = ">" if b < d else "<"
        else:
            down[min(a, c)][b] = "v" if a < c else "^"
    below = [list(column) for column in zip(*down, strict=True)] if turned else down
    text = "\n".join(" ".join(row) for row in across) + "\n\n" + "\n".join(" ".join(row) for row in below)
    return text if words else text.translate(str.maketrans({".": "0", "<": "1", "^": "1", ">": "-1", "v": "-1"}))


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("words", [False, True])
def test_a_grid_and_the_signs_between_its_cells_are_one_puzzle(turned: bool, words: bool) -> None:
    grid = "\n".join(" ".join(map(str, row)) for row in rows(FUTOSHIKI[0], 6))
    (puzzle,) = found(f"6\n{grid}\n\n{signs(turned=turned, words=words)}\n")
    assert is_futoshiki(puzzle)


@pytest.mark.parametrize(
    "form",
    [
        "top = {top}\nbottom = {bottom}\nleft = {left}\nright = {right}\n",
        "CU = {top},\nCL = {bottom},\nRL = {left},\nRR = {right}.\n",
        "clues = [{left}, # left\n {top}, # up\n {right}, # right\n {bottom}] # down\n",
        "solve([Left, Right, Up, Down]) :- true.\ntest :- solve([{left}, {right}, {top}, {bottom}]).\n",
        "$ clues along left, top, right, bottom\nletting labels be [{left}, {top}, {right}, {bottom}]\n",
        "clues = {clock}\n",
    ],
)
def test_numbers_along_four_sides_are_skyscrapers(form: str) -> None:
    sides = {side: list(map(int, numbers)) for side, numbers in SKYSCRAPERS[1].items()}
    clock = sides["top"] + sides["right"] + sides["bottom"][::-1] + sides["left"][::-1]
    grid = "" if "clock" in form else f"hints = {rows(SKYSCRAPERS[0], 5)}\n"
    (puzzle,) = found(f"# skyscrapers\nx = f(2)\n{form.format(**sides, clock=clock)}{grid}")
    assert len(puzzle.clues) == 14
    assert {(clue.cells[0], clue.cells[1], clue.value[0]) for clue in puzzle.clues} >= {
        (0, 5, 2),
        (4, 3, 1),
        (24, 23, 3),
    }


@pytest.mark.parametrize("words", [("top", "left", "bottom", "right"), ("left", "bottom", "right", "top"), ()])
def test_four_sides_in_an_order_that_is_not_said_are_a_fault(words: tuple[str, ...]) -> None:
    """Any order has another one that makes the mirror image of the puzzle, which is as proper."""
    sides = {side: list(map(int, numbers)) for side, numbers in SKYSCRAPERS[1].items()}
    order = words or ("top", "left", "bottom", "right")
    remarks = [f"% {word}" for word in words] or [""] * 4
    lines = "\n".join(f"{sides[side]}, {remark}" for side, remark in zip(order, remarks, strict=True))
    text = f"% skyscrapers, seen from left to right, or from top to bottom\ndata(1, 5,\n{lines}).\n"
    again = text.replace("(1, 5", "(2, 5").replace("%", "%%") + "\n".join(str(sides[side]) for side in order)
    if not words:
        assert not found(text)
        return
    for puzzle in (*found(text), *found(text + again.rpartition("%%")[0])):
        clues = {(clue.cells[0], clue.cells[1], clue.value[0]) for clue in puzzle.clues}
        assert len(puzzle.clues) == 14 and clues >= {(0, 5, 2), (4, 3, 1), (24, 23, 3)}


@pytest.mark.parametrize("named", ["x1, y1, x2, y2", "column, row, column, row", "row, column, row, column", ""])
@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("grid", [False, True])
def test_cells_as_column_and_row_make_no_mirrored_puzzle(named: str, swapped: bool, grid: bool) -> None:
    """Where only one order makes a proper puzzle with the grid it is taken; else words tell, and ``x`` is none."""
    cells = [pair[::-1] if swapped else pair for both in pairs(0, less=True) for pair in (both[:2], both[2:])]
    calls = "\n".join(
        f"f.addLess({', '.join(map(str, [*one, *two]))});" for one, two in zip(cells[::2], cells[1::2], strict=True)
    )
    givens = [(at // 6, at % 6, int(digit)) for at, digit in enumerate(FUTOSHIKI[0]) if digit != "."]
    listed = "\n".join(
        f"f.set({b}, {a}, {digit});" if swapped else f"f.set({a}, {b}, {digit});" for a, b, digit in givens
    )
    head = f"void addLess({named}) {{}}\n" if named else ""
    text = f"// futoshiki of size = 6\n{head}{calls}\n" + (
        f"board = {rows(FUTOSHIKI[0], 6)}\n" if grid else f"{listed}\n"
    )
    told = named.startswith(("column", "row")) and named.startswith("column") == swapped
    if grid or told or (not named and not swapped):
        (puzzle,) = found(text)
        assert is_futoshiki(puzzle)
    elif named.startswith("x"):
        assert not found(text)


def test_numbers_around_a_drawn_grid_are_of_the_rule_that_is_named() -> None:
    sides = SKYSCRAPERS[1]
    body = [
        f"{sides['left'][at]} {' '.join(SKYSCRAPERS[0][at * 5 : at * 5 + 5])} {sides['right'][at]}" for at in range(5)
    ]
    text = "\n".join(["  " + " ".join(sides["top"]), *body, "  " + " ".join(sides["bottom"])]).replace("0", "-")
    (puzzle,) = found(f"Skyscrapers, July\n\n{text}\n")
    assert cells_text(puzzle.givens) == SKYSCRAPERS[0] and len(puzzle.clues) == 14
    with pytest.raises(InputError):
        parse(f"{text}\n")


def test_small_grids_above_numbers_are_no_puzzle_without_their_rule() -> None:
    with pytest.raises(InputError):
        parse("1 . . .\n. . 3 .\n. . . .\n. 2 . .\n1 2 3\n4 1 2\n")


def test_one_given_of_many_that_is_no_digit_is_a_fault() -> None:
    listed = [
        f"({at // 9},{at % 9}): {int(one)}"
        for at, one in enumerate("530070000600195000098000060800060003400803001")
        if one != "0"
    ]
    for more in (["(8,8): 12"], ["(1,3): 12", "(2,2): 11"], ["(1,3): A"], ["(12,3): 1", "(1,4): 'q'", "(1,5): 120"]):
        with pytest.raises(InputError, match="no such digit"):
            parse("board = {" + ", ".join([*listed[:5], *more, *listed[5:]]) + "}\n")


SIDED = [
    ["", *SKYSCRAPERS[1]["top"], ""],
    *(
        [SKYSCRAPERS[1]["left"][at], *SKYSCRAPERS[0][at * 5 : at * 5 + 5], SKYSCRAPERS[1]["right"][at]]
        for at in range(5)
    ),
    ["", *SKYSCRAPERS[1]["bottom"], ""],
]


@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_numbers_around_a_grid_in_the_fields_of_a_sheet_are_clues(sign: str) -> None:
    fields = [["" if one in ("0", ".") else one for one in row] for row in SIDED]
    text = "".join(sign.join(row) + "\n" for row in fields)
    (puzzle,) = puzzles = found(f"Skyscrapers{sign * 6}\n{text}")
    assert cells_text(puzzle.givens) == SKYSCRAPERS[0] and len(puzzle.clues) == 14 and not puzzles.faults
    with pytest.raises(InputError):
        parse(text)


def test_full_grids_of_a_program_for_another_kind_are_no_puzzles() -> None:
    full = "{ { 1, 3, 4, 2 }, { 4, 2, 1, 3 }, { 3, 4, 2, 1 }, { 2, 1, 3, 4 } }"
    text = f"Describe(SkyscrapersTest) {{\n  int clues[] = {{ 2, 2, 1 }};\n  int outcome[4][4] = {full};\n  check(clues);\n}};\n"
    with pytest.raises(InputError, match="may be an answer"):
        parse(text)


def test_numbers_between_cells_of_a_named_kind_are_dots() -> None:
    full = [
        [5, 3, 4, 6, 7, 8, 9, 1, 2],
        [6, 7, 2, 1, 9, 5, 3, 4, 8],
        [1, 9, 8, 3, 4, 2, 5, 6, 7],
        [8, 5, 9, 7, 6, 1, 4, 2, 3],
    ]
    full += [
        [4, 2, 6, 8, 5, 3, 7, 9, 1],
        [7, 1, 3, 9, 2, 4, 8, 5, 6],
        [9, 6, 1, 5, 3, 7, 2, 8, 4],
        [2, 8, 7, 4, 1, 9, 6, 3, 5],
    ]
    full += [[3, 4, 5, 2, 8, 6, 1, 7, 9]]

    def dot(one: int, other: int) -> int:
        return 2 if one in (2 * other, other / 2) else abs(one - other) == 1

    across = [[int(dot(row[at], row[at + 1])) for at in range(8)] for row in full]
    down = [[int(dot(full[at][column], full[at + 1][column])) for column in range(9)] for at in range(8)]
    board = [
        [digit if (row + column) % 4 == 0 else 0 for column, digit in enumerate(cells)]
        for row, cells in enumerate(full)
    ]
    (puzzle,) = found(f"# Kropki\nboard = {board}\nacross = {across}\ndown = {down}\nsolve(board, across, down)\n")
    assert len(puzzle.clues) == sum(dots > 0 for row in (*across, *down) for dots in row)
    assert puzzle.geometry.kind == "kropki-partial"


def test_a_list_of_regions_belongs_to_the_only_grid_of_its_text() -> None:
    # Two boxes exchange a cell in the row where they meet, and another in the next one.
    boxes = [[(row, column) for row in range(top, top + 3) for column in range(left, left + 3)]
             for top in (0, 3, 6) for left in (0, 3, 6)]  # fmt: skip
    boxes[0], boxes[1] = [*boxes[0][:8], (0, 3)], [*boxes[1][1:], (2, 2)]
    regions = "".join(f"'region_{at}': {cells},\n" for at, cells in enumerate(boxes))
    givens = "".join(",".join("5" if row == column else "0" for column in range(9)) + "\n" for row in range(9))
    grid = givens.replace("5", "1", 1)
    (puzzle,) = found(f"{grid}\n{regions}")
    assert puzzle.geometry.kind == "jigsaw" and puzzle.given_count == 9
    puzzles = found(f"{grid}\n{grid}\n{regions}")
    assert "belongs to no grid" in puzzles.faults[0].message


@pytest.mark.parametrize("base", [0, 1])
def test_lines_of_cells_under_the_name_of_their_rule_are_its_clues(base: int) -> None:
    lines = [[(0, 0), (0, 1), (1, 1)], [(5, 5), (4, 5), (3, 4), (3, 3)]]
    moved = [[(row + base, column + base) for row, column in one] for one in lines]
    board = rows(FUTOSHIKI[0], 6)
    (puzzle,) = found(f"import cp\nBOARD = {board}\nTHERMOMETERS = {moved}\nsolve(BOARD, THERMOMETERS)\n")
    assert [clue.cells for clue in puzzle.clues] == [(0, 1, 7), (35, 29, 22, 21)]
    assert cells_text(puzzle.givens) == FUTOSHIKI[0] and puzzle.geometry.kind == "thermometers"


def test_a_line_of_bars_alone_has_no_fields() -> None:
    with pytest.raises(InputError):
        parse("12345\n| |\n678\n|\n")


@pytest.mark.parametrize("order", ["top bottom left right", "by the clock"])
@pytest.mark.parametrize("answered", [False, True])
def test_all_numbers_of_skyscrapers_in_one_text(order: str, answered: bool) -> None:
    answer = ["4213", "2341", "3124", "1432"]
    columns = ["".join(column) for column in zip(*answer, strict=True)]

    def seen(line: str) -> str:
        return str(sum(digit == max(line[: at + 1]) for at, digit in enumerate(line)))

    top, bottom = [seen(one) for one in columns], [seen(one[::-1]) for one in columns]
    left, right = [seen(one) for one in answer], [seen(one[::-1]) for one in answer]
    school = order != "by the clock"
    numbers = [*top, *bottom, *left, *right] if school else [*top, *right, *bottom[::-1], *left[::-1]]
    below = "".join(" ".join(row) + "$\n" for row in answer) if answered else ""
    words = "Rush01: each row has as many visible boxes from each point of view" if school else "Skyscrapers"
    (puzzle,) = found(f'{words}\nRun it so:\n./solve "{" ".join(numbers)}" | cat -e\n{below}')
    assert {(clue.cells[0], clue.cells[1], clue.value[0]) for clue in puzzle.clues} >= {
        (0, 1, int(left[0])),
        (0, 4, int(top[0])),
        (15, 14, int(right[3])),
        (12, 8, int(bottom[0])),
    }
    assert not puzzle.given_count and (puzzle.answer == bytes(map(int, "".join(answer)))) == answered


def test_a_full_grid_is_no_numbers_along_four_sides() -> None:
    assert not found("Skyscrapers\n\n1 2 3 4\n2 3 4 1\n3 4 1 2\n4 1 2 3\n")


def related(form: str, base: int) -> tuple[str, str]:
    """The signs of a Futoshiki as formulas, and its givens."""

    def cell(row: int, column: int) -> str:
        letters = "ABCDEFG"
        return form.format(row + base, column + base, L=letters[row], M=letters[column], D=column + 1)

    signs = [(pair, index) for index, pair in enumerate(pairs(0, less=False))]
    lines = [
        f"{cell(a, b)} > {cell(c, d)}" if index % 2 else f"{cell(c, d)} < {cell(a, b)}" for (a, b, c, d), index in signs
    ]
    given = [f"{cell(*divmod(at, 6))} == {digit}" for at, digit in enumerate(FUTOSHIKI[0]) if digit != "."]
    return ",\n    ".join(lines), ",\n    ".join(given)


@pytest.mark.parametrize("base", [0, 1])
@pytest.mark.parametrize(
    "form", ["x[{0}][{1}]", "X[{0}, {1}]", "cell({0}, {1})", "c_{0}_{1}", "v{0}{1}", "{L}_{M}", "{L}{D}"]
)
def test_formulas_that_compare_cells_are_the_signs_of_a_futoshiki(form: str, base: int) -> None:
    lines, given = related(form, base)
    (puzzle,) = puzzles = found(f"import z3\nN = 6\ns.add(\n    {lines},\n    {given})\nprint(s.check())\n")
    assert is_futoshiki(puzzle) and "formulas" in puzzles.notes[0].message


@pytest.mark.parametrize("sign", [",", " "])
def test_givens_and_signs_in_parts_with_words_above_them(sign: str) -> None:
    givens = [(at // 6 + 1, at % 6 + 1, digit) for at, digit in enumerate(FUTOSHIKI[0]) if digit != "."]
    signs = [(a, b, ">", c, d) for a, b, c, d in pairs(1, less=False)]
    parts = ["\n".join(sign.join(map(str, row)) for row in some) for some in (givens, signs)]
    (puzzle,) = found(f"SIZE\n6\nGIVENS\n{parts[0]}\nINEQUALITIES\n{parts[1]}\n")
    assert is_futoshiki(puzzle)


@pytest.mark.parametrize("first", [True, False])
def test_a_grid_of_four_and_pairs_of_cells_need_no_line_between_them(first: bool) -> None:
    grid = "0 0 0 3\n0 0 0 0\n0 4 0 0\n0 0 0 0\n"
    near = "1 1 1 2\n2 3 2 2\n2 4 1 4\n4 3 4 4\n3 1 4 1\n"
    (puzzle,) = found(f"2\n4 5\n{grid + near if first else near + grid}")
    assert cells_text(puzzle.givens) == "...3.....4......" and len(puzzle.clues) == 5


def test_each_kind_that_a_program_names_is_read() -> None:
    listed = [[number for cell in cage for number in cell] for cage in cages_of("aabbcddbceefggff", 4)]
    sums = [sum(int(LATIN[row * 4 + column]) for row, column in cage) for cage in cages_of("aabbcddbceefggff", 4)]
    cages = "\n".join(
        f"killer.Add(new int[] {{ {str(one)[1:-1]} }}, {total})" for one, total in zip(listed, sums, strict=True)
    )
    signs = ".".join(f"AddGreaterThan({', '.join(map(str, pair))})" for pair in pairs(0, less=False))
    givens = "".join(
        f".SetValue({at // 6}, {at % 6}, {digit})" for at, digit in enumerate(FUTOSHIKI[0]) if digit != "."
    )
    text = f"Futoshiki futoshiki = new Futoshiki(6);\nfutoshiki{givens};\nfutoshiki.{signs};\n"
    killer, futoshiki = found(f"{text}Killer killer = new Killer();\n{cages};\n")
    assert len(killer.cages) == len(listed) and is_futoshiki(futoshiki)


@pytest.mark.parametrize("base", [0, 1])
def test_lines_of_a_word_and_numbers_are_givens_and_signs(base: int) -> None:
    given = [(at // 6 + base, at % 6 + base, digit) for at, digit in enumerate(FUTOSHIKI[0]) if digit != "."]
    lines = [f"fixed {row} {column} {digit}" for row, column, digit in given]
    lines += ["gt " + " ".join(map(str, pair)) for pair in pairs(base, less=False)]
    (puzzle,) = found("# fixed <row> <col> <value>, gt <r1> <c1> <r2> <c2>: (r1,c1) is greater\n\n" + "\n".join(lines))
    assert is_futoshiki(puzzle)


@pytest.mark.parametrize("across", [True, False])
def test_tables_between_the_cells_of_a_grid_are_never_left_out(across: bool) -> None:
    """A grid that is proper by itself, beside tables of dots of one colour each."""
    board = [[int(LATIN[row * 4 + column]) * (row + column != 3) for column in range(4)] for row in range(4)]
    dots = [[[int((row + column + colour) % 2) for column in range(3 if across else 4)] for row in range(4 if across else 3)]
            for colour in (0, 1)]  # fmt: skip
    puzzles = found(f"from kropki_csp import KropkiBoard\nb = KropkiBoard(4, {board}, {dots[0]}, {dots[1]})\n")
    assert not puzzles and "kropki" in puzzles.faults[0].message


def test_a_list_of_regions_that_comes_again_is_one() -> None:
    boxes = [[(row, column) for row in range(top, top + 2) for column in range(left, left + 2)]
             for top in (0, 2) for left in (0, 2)]  # fmt: skip
    boxes[0], boxes[1] = [*boxes[0][:3], (0, 2)], [*boxes[1][1:], (1, 1)]
    regions = str([[list(cell) for cell in box] for box in boxes])
    board = str([[3, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 0], [0, 0, 0, 2]]).replace("0", "_")
    (puzzle,) = found(f"complete({regions}).\n\nsolve({regions},\n {board}, X).\n")
    assert puzzle.geometry.kind == "jigsaw" and puzzle.given_count == 3


@pytest.mark.parametrize("swapped", [False, True])
def test_an_answer_says_which_number_of_a_cell_is_its_row(swapped: bool) -> None:
    cages = {
        "! 1": [(0, 0)],
        "+ 9": [(0, 1), (0, 2), (0, 3)],
        "x 24": [(1, 0), (2, 0), (3, 0)],
        "+ 7": [(1, 1), (1, 2), (1, 3)],
        "+ 8": [(2, 1), (2, 2), (2, 3)],
        "x 6": [(3, 1), (3, 2), (3, 3)],
    }
    lines = [
        f"{target} " + " ".join(f"{b},{a}" if swapped else f"{a},{b}" for a, b in own) for target, own in cages.items()
    ]
    answer = "\n".join(" ".join(row) for row in ("1234", "3412", "2143", "4321"))
    (puzzle,) = found(f"4\n{len(lines)}\n" + "\n".join(lines) + f"\n{answer}\n")
    assert puzzle.answer == bytes(map(int, "1234341221434321")) and puzzle.given_count == 1
    assert {clue.cells for clue in puzzle.clues} == {
        tuple(a * 4 + b for a, b in own) for own in cages.values() if len(own) > 1
    }


@pytest.mark.parametrize("given", [True, False])
def test_pairs_of_cells_with_one_given_or_none(given: bool) -> None:
    calls = "".join(f"{'maggiore' if given else 'gt'}({a},{b},{c},{d}).\n" for a, b, c, d in pairs(1, less=False))
    text = f"% FUTOSHIKI\nconst size: usize = 6;\n{calls}" + ("riempi(2,2,5).\n" if given else "")
    (puzzle,) = found(text)
    assert puzzle.given_count == given and len(puzzle.clues) == len(FUTOSHIKI[1].split())


def test_numbers_around_a_grid_that_no_order_makes_proper_are_a_fault() -> None:
    assert not found("// skyscrapers\nint clues[] = {4, 4, 4, 4, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3};\n")


@pytest.mark.parametrize("size", [4, 6, 9])
def test_letters_for_even_and_odd_cells(size: int) -> None:
    rng = random.Random(size)
    high, wide = BOXES[size]
    digits = rng.sample(range(1, size + 1), size)
    full = [
        digits[(wide * (row % high) + row // high + column) % size] for row in range(size) for column in range(size)
    ]
    given = [rng.random() < 0.3 for _ in full]
    shown = [str(digit) if one else "EO"[digit % 2] for digit, one in zip(full, given, strict=True)]
    text = "\n".join(" ".join(shown[at : at + size]) for at in range(0, size * size, size))
    (puzzle,) = found(f"E is an even digit, O an odd one.\n\n{text}\n")
    assert list(puzzle.givens) == [digit * one for digit, one in zip(full, given, strict=True)]
    marks = {(clue.kind, clue.cells[0]) for clue in puzzle.clues}
    assert marks == {
        (("even", "odd")[digit % 2], at) for at, (digit, one) in enumerate(zip(full, given, strict=True)) if not one
    }


@pytest.mark.parametrize("blank", ["", "0", "."])
@pytest.mark.parametrize("mark", [",", ";", "\t"])
@pytest.mark.parametrize("form", ["whole", "trimmed", "quoted", "vertical signs v and ^ alone"])
def test_a_sheet_with_columns_for_signs_is_a_futoshiki(mark: str, blank: str, form: str) -> None:
    table = [["" for _ in range(11)] for _ in range(11)]
    for at, digit in enumerate(FUTOSHIKI[0]):
        table[2 * (at // 6)][2 * (at % 6)] = digit if digit != "." else blank
    for a, b, c, d in pairs(0, less=False):
        table[a + c][b + d] = ("<" if b > d else ">") if a == c else ("^" if a > c else "v")
    if form.startswith("vertical"):
        table = [[cell if cell not in ("<", ">") else "" for cell in row] for row in table]
    if form == "quoted":
        table = [[f'"{cell}"' for cell in row] for row in table]
    lines = [mark.join(row) for row in table]
    # Only the first line says how many columns there are.
    lines[1:] = [line.rstrip(mark) if form == "trimmed" else line for line in lines[1:]]
    text = "\n".join(lines) + "\n"
    (puzzle,) = found(text)
    assert is_futoshiki(puzzle) or form.startswith("vertical")
    assert len(puzzle.clues) == sum(a != c or form[0] != "v" for a, _, c, _ in pairs(0, less=False))
    both = found(f"Futoshiki 1\n{text}\nFutoshiki 2\n{text}")
    assert [one.clues for one in both] == [puzzle.clues] * 2 and not both.faults
    # A sign where none can be.
    lines[1] = mark.join(["", "<", *[""] * 9])
    spoilt = found("\n".join(lines) + "\n")
    assert not spoilt or spoilt.faults


@pytest.mark.parametrize("words", ["(first > second)", "The first is greater than the second.", "Good luck!"])
def test_a_line_of_text_below_pairs_is_no_spoilt_row_of_them(words: str) -> None:
    grid = "0 0 0 0 0\n0 0 0 1 0\n0 0 5 0 0\n0 3 0 0 0\n0 0 0 0 0"
    signs = ["1121", "1211", "1213", "1413", "2212", "2221", "4454", "4544", "4555", "5352", "5354", "5455"]
    text = "\n".join(["5", grid, str(len(signs)), *map(" ".join, signs)])
    for below in ("", f"\n{words}"):
        (puzzle,) = puzzles = found(f"{text}{below}\n")
        assert len(puzzle.clues) == len(signs) and not puzzles.faults


@pytest.mark.parametrize("sign", ["-->", "=>", ":="])
@pytest.mark.parametrize("base", [0, 1])
def test_givens_of_a_futoshiki_behind_their_cells(sign: str, base: int) -> None:
    pairs = [((0, 0), (1, 0)), ((3, 1), (2, 1)), ((2, 2), (2, 3)), ((2, 3), (3, 3))]
    placed = [tuple(f"({row + base},{column + base})" for row, column in pair) for pair in pairs]
    cells = "".join(f"  ({one},{other}),\n" for one, other in placed)
    hints = f"letting hints be function(\n  ({base},{base}) {sign} 2,\n  ({1 + base},{1 + base}) {sign} 2\n)\n"
    (puzzle,) = found(f"Futoshiki, a tutorial.\n\nletting n be 4\n{hints}letting less_than be relation(\n{cells})\n")
    assert (str(puzzle), len(puzzle.clues)) == ("2....2..........", 4)


def _between(line: str) -> int:
    first, last = sorted((line.index("1"), line.index("9")))
    return sum(map(int, line[first + 1 : last]))


@pytest.mark.parametrize(
    "form",
    [
        "int[] rowSums = {{ {rows} }};\nint[] colSums = {{ {columns} }};\nint[,] grid = {board};",
        "row_clues = [{rows}]\ncol_clues = [{columns}]\nboard = {board}",
        "board = {board}\nsolve(board, [{rows}], [{columns}])",
        "board = {board}\nsolve(board, [{columns}], [{rows}])",
    ],
)
def test_lists_of_numbers_beside_a_grid_are_those_of_the_rule_that_is_named(form: str) -> None:
    across, down = [ANSWER[at : at + 9] for at in range(0, 81, 9)], [ANSWER[at::9] for at in range(9)]
    text = form.format(
        rows=", ".join(str(_between(line)) for line in across),
        columns=", ".join(str(_between(line)) for line in down),
        board="[\n" + "".join(f"    {row},\n" for row in NUMBERS) + "]",
    )
    (puzzle,) = found(f"# Sandwich sudoku\n{text}\n")
    assert [clue.value for clue in puzzle.clues if clue.cells[1] - clue.cells[0] == 1] == [
        (_between(line),) for line in across
    ]


def test_no_other_reading_of_a_text_passes_over_the_rule_that_it_names() -> None:
    board = "[\n" + "".join(f"    {row},\n" for row in rows("5........" * 9, 9)) + "]"
    numbers = str([*range(2, 35, 4)])
    own = found(f"# sandwich sudoku\nboard = {board}\nsolve(board, {numbers}, {numbers})\n")
    assert not own and any("sandwich" in str(fault) for fault in own.faults)


def test_pairs_of_cells_with_a_number_for_the_dot_between_them() -> None:
    size, full = 6, [[1 + (row * 2 + row // 3 + column) % 6 for column in range(6)] for row in range(6)]
    points = []
    for row in range(size):
        for column in range(size):
            for one in ((row, column + 1), (row + 1, column)):
                low, high = sorted((full[row][column], full[one[0]][one[1]])) if max(one) < size else (0, 0)
                if high and (high == 2 * low or high == low + 1):
                    points.append([row + 1, column + 1, one[0] + 1, one[1] + 1, int(high == 2 * low)])
    shown = full[0][:5] + [0] + [0] * 12 + full[3] + [0] * 12
    grid = "|".join(",".join(map(str, shown[at : at + 6])) for at in range(0, 36, 6))
    listed = "|".join(",".join(map(str, one)) for one in points)
    (puzzle,) = found(f"% kropki\nn=6;\ninput=[|{grid}|];\npoints=[|{listed}|];\n")
    assert len(puzzle.clues) == len(points) and puzzle.geometry.size == size
