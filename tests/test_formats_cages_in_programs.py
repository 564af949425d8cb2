"""Cages as programs and courses write them: maps, lists and drawings beside their numbers."""

from __future__ import annotations

import json
import random
import re
from math import prod

import pytest
from conftest import every_kind
from formats_data import LATIN, cages_of, found, rows

from bookmaker.logic.solve.solver import solve
from bookmaker.puzzles.grid.geometry import BOXES
from bookmaker.puzzles.grid.puzzle import cells_text

CALCUDOKU = (
    ".....5.4..2.......3.3....",
    "AABBC DEEEC DFGHI DFGHI KKKHI",
    {"A": "5/", "B": "12*", "C": "1-", "D": "40*", "E": "24*", "F": "3-", "G": "3+", "H": "9+", "I": "60*", "K": "10+"},
)
KILLER = ("aabb cdbe cdee ffgg", {"a": 5, "b": 7, "c": 4, "d": 7, "e": 9, "f": 5, "g": 3})


@pytest.mark.parametrize(
    "form",
    ["{label} {target}", "{label}: {target}", "{label} {sign} {number}", "{label}={target}"],
)
@pytest.mark.parametrize("blank", ["", " "])
def test_a_map_and_a_number_for_each_label_are_a_calcudoku(form: str, blank: str) -> None:
    cells, drawn, targets = CALCUDOKU
    digit = iter(cells)
    labels = "".join(drawn.split())
    shown = [
        given if given != "." and labels.count(label) == 1 else label
        for given, label in zip(digit, labels, strict=True)
    ]
    text = "\n".join(blank.join(shown[at : at + 5]) for at in range(0, 25, 5))
    listed = "\n".join(
        form.format(label=label, target=one, sign=one[-1], number=one[:-1]) for label, one in targets.items()
    )
    (puzzle,) = found(f"{text}\n\n{listed}\n")
    assert len(puzzle.clues) == 10 and not puzzle.cages


def test_cages_as_texts_are_a_calcudoku() -> None:
    _, drawn, targets = CALCUDOKU
    labels = "".join(drawn.split())
    cages = [
        f"{one[:-1]} {one[-1]} "
        + " ".join(f"{'ABCDE'[at % 5]}{at // 5 + 1}" for at, to in enumerate(labels) if to == label)
        for label, one in targets.items()
    ]
    quoted = ", ".join(f"'{one}'" for one in cages)
    for text in ("\n".join(["5", *cages]), f"export const p = {{ size: 5, cages: [{quoted}], source: load('x') }};"):
        (puzzle,) = found(f"{text}\n")
        assert len(puzzle.clues) == 10


@pytest.mark.parametrize("base", [0, 1])
@pytest.mark.parametrize("nested", [False, True])
def test_cages_as_rows_of_numbers_in_brackets_are_a_killer(base: int, nested: bool) -> None:
    drawn, sums = KILLER
    labels = "".join(drawn.split())
    cells = {one: [[at // 4 + base, at % 4 + base] for at, to in enumerate(labels) if to == one] for one in sums}
    flat = {one: [number for cell in cells[one] for number in cell] for one in sums}
    made = [[total, cells[one]] if nested else [total, *flat[one]] for one, total in sums.items()]
    (puzzle,) = found(f"using X;\nint[][] problem = {str(made).replace('[', '{').replace(']', '}')};\n")
    assert [cage.sum for cage in puzzle.cages] and len(puzzle.cages) == 7


@pytest.mark.parametrize(
    "form", ["constraint sum([{cells}]) = {total};", "model.add({plus} == {total})", "s.t. c{total}: {total} = {plus};"]
)
def test_cages_as_sums_of_cells_are_a_killer(form: str) -> None:
    labels = "".join(KILLER[0].split())
    lines = []
    for label, total in KILLER[1].items():
        cells = [f"x[{at // 4 + 1},{at % 4 + 1}]" for at, one in enumerate(labels) if one == label]
        lines.append(form.format(cells=", ".join(cells), plus=" + ".join(cells), total=total).replace(f"c{total}:", ""))
    text = "include x;\nsolve satisfy;\n" + "\n".join(lines).replace("s.t. ", "") + "\noutput(x);\n"
    (puzzle,) = found(text)
    assert puzzle.geometry.kind == "killer" and len(puzzle.cages) == len(KILLER[1])


def test_cages_as_rows_of_a_table_are_a_killer() -> None:
    labels = "".join(KILLER[0].split())
    listed = [
        f"| {total} | {', '.join(f'r{at // 4 + 1}c{at % 4 + 1}' for at, one in enumerate(labels) if one == label)} |\n"
        for label, total in KILLER[1].items()
    ]
    (puzzle,) = puzzles = found("# Cages\n\n| Sum | Cells |\n|---|---|\n" + "".join(listed))
    assert len(puzzle.cages) == len(KILLER[1]) and not puzzles.faults


@pytest.mark.parametrize("order", ["KCOT", "OTKC", "TOKC", "KTOC", "OKCT"])
@pytest.mark.parametrize("base", [0, 1])
@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize("between", [" ", "\n"])
def test_cages_as_counted_numbers_are_a_calcudoku(order: str, base: int, many: bool, between: str) -> None:
    labels, cages = CALCUDOKU[1].replace(" ", ""), []
    for label, target in CALCUDOKU[2].items():
        cells = [divmod(at, 5) for at, one in enumerate(labels) if one == label]
        said = {
            "K": [len(cells)],
            "C": [number + base for cell in cells for number in cell],
            "T": [target[:-1]],
            "O": [target[-1]],
        }
        cages.append(between.join(str(one) for part in order for one in said[part]))
    (puzzle,) = found(f"5\n{len(cages) if many else ''}\n" + ("\n" if between == " " else "\n\n").join(cages) + "\n")
    assert {(clue.cells, clue.value[0]) for clue in puzzle.clues} == {
        (tuple(at for at, one in enumerate(labels) if one == label), int(target[:-1]))
        for label, target in CALCUDOKU[2].items()
    }


@pytest.mark.parametrize("base", [0, 1])
@pytest.mark.parametrize("form", ["map", "rows", "pairs", "bars"])
@pytest.mark.parametrize("given", [False, True])
def test_cages_of_a_program_are_never_left_out_beside_a_grid(form: str, base: int, given: bool) -> None:
    """Its sums may be a list of their own, its rows may be filled with zeros, and the grid alone may be a proper puzzle."""
    labels = "aabbcddbceefggff"
    cages = cages_of(labels, 4)
    sums = [sum(int(LATIN[row * 4 + column]) for row, column in cage) for cage in cages]
    moved = [[(row + base, column + base) for row, column in cage] for cage in cages]
    board = [[int(LATIN[row * 4 + column]) * (row + column != 3) for column in range(4)] for row in range(4)]
    filled = [[total, len(cage), *(n for cell in cage for n in cell), *[0] * (8 - 2 * len(cage))]
              for total, cage in zip(sums, moved, strict=True)]  # fmt: skip
    text = {
        "map": f"cage_of = {[sorted(set(labels)).index(one) + base for one in labels]}\nsums = {sums}\n",
        "rows": f"cages = {filled}\n",
        "pairs": f"targets = {sums}\ngroups = {moved}\n",
        "bars": "cages = [|\n" + "\n".join(", ".join(map(str, row)) + ", |" for row in filled) + "];\n",
    }[form]
    (puzzle,) = found("import cp\n" + (f"board = {board}\n" if given else "") + text + "solve(board, cages)\n")
    assert sorted(cage.sum or 0 for cage in puzzle.cages) == sorted(sums)
    wanted = "".join(str(digit) for row in board for digit in row).replace("0", ".") if given else "." * 16
    assert cells_text(puzzle.givens) == wanted


def test_a_full_grid_beside_cages_is_their_answer() -> None:
    labels = "abbbaccdeecdffgg"
    answer = rows(LATIN, 4)
    targets = [f" {prod(answer[row][column] for row, column in cage)}*" for cage in cages_of(labels, 4)]
    text = f"import cp\nrules = {targets}\ngroups = {cages_of(labels, 4)}\nsolve()\nassert cells == "
    (puzzle,) = puzzles = found(f"{text}{answer}\n")
    assert puzzle.geometry.kind == "calcudoku" and not puzzles.faults
    assert puzzle.answer == bytes(map(int, LATIN)) == solve(puzzle).solution
    # A grid that is not theirs is a fault, and never a puzzle.
    (puzzle,) = wrong = found(f"{text}{[row[::-1] for row in answer]}\n")
    assert puzzle.answer is None and wrong.faults


@pytest.mark.parametrize("base", [0, 1])
@pytest.mark.parametrize("form", ["g.getRow({0}).getCell({1})", "grid[{0}][{1}]", "cell({0}, {1})", '"r{0}c{1}"'])
@pytest.mark.parametrize("signed", [False, True])
def test_cages_that_a_program_makes_with_calls(form: str, base: int, signed: bool) -> None:
    cages = cages_of("aabbcddbceefggff", 4)
    text = ""
    for at, cage in enumerate(cages):
        total = sum(int(LATIN[row * 4 + column]) for row, column in cage)
        name = f"new PlusConstraint(csp, {total})" if signed else f"new Cage({total}, {len(cage)})"
        text += f"    Cage cage{at} = {name};\n"
        text += "".join(f"    cage{at}.addCell({form.format(row + base, column + base)});\n" for row, column in cage)
    (puzzle,) = found(f"class A {{\n  void make() {{\n{text}  }}\n}}\n")
    assert puzzle.geometry.kind == ("calcudoku" if signed else "killer")
    assert len(puzzle.clues if signed else puzzle.cages) == len(cages)


@pytest.mark.parametrize("named", ["E{row}{column}", "{letter}{column}"])
@pytest.mark.parametrize("lists", ["rows", "columns", ""])
def test_formulas_of_named_cells_are_cages(named: str, lists: str) -> None:
    """A letter is a row where the first list of cells has those of one letter; without a list this is a fault."""
    size = 5
    labels = "".join(CALCUDOKU[1].split())
    across = named.startswith("E") or lists == "rows"

    def name(cell: int) -> str:
        row, column = cell // size + 1, cell % size + 1
        row, column = (row, column) if across else (column, row)
        return named.format(row=row, column=column, letter="ABCDE"[row - 1])

    text = "% kenken\n"
    if lists:
        text += f"line([{', '.join(map(name, range(size)))}]).\n"
    cells = {label: [name(at) for at, one in enumerate(labels) if one == label] for label in sorted(set(labels))}
    for label, own in cells.items():
        number, sign = CALCUDOKU[2][label][:-1], CALCUDOKU[2][label][-1].replace("/", "//")
        ways = [own, own[::-1]] if sign in ("-", "//") else [own]
        text += "(" + "; ".join(f"{f' {sign} '.join(some)} #= {number}" for some in ways) + "),\n"
    found_ones = found(text)
    if "letter" in named and not lists:
        assert not found_ones
        return
    (puzzle,) = found_ones
    assert {(clue.cells, clue.value[0]) for clue in puzzle.clues} == {
        (tuple(at for at, one in enumerate(labels) if one == label), int(target[:-1]))
        for label, target in CALCUDOKU[2].items()
    }


def test_words_beside_the_labels_of_a_map_say_number_and_operation() -> None:
    words = {"+": "AddsTo", "-": "SubtractsTo", "*": "MultipliesTo", "/": "DividesTo"}
    grid = [list(row) for row in CALCUDOKU[1].split()]
    calls = ",\n".join(f"    '{label}': {words[one[-1]]}({one[:-1]})" for label, one in CALCUDOKU[2].items())
    (puzzle,) = found(f"# KenKen\nboard = {grid}\n\ncages = {{\n{calls},\n}}\n")
    assert len(puzzle.clues) == len(CALCUDOKU[2]) and not puzzle.given_count


def test_zeros_that_fill_rows_of_cells_and_a_sum_are_no_cells() -> None:
    labels = "".join(KILLER[0].split())
    cages = []
    for label, number in KILLER[1].items():
        cells = [part for at, one in enumerate(labels) if one == label for part in (at // 4 + 1, at % 4 + 1)]
        cages.append([*cells, *[0] * (8 - len(cells)), number])
    (puzzle,) = found(f"// killer\nint P[1..{len(cages)}, 1..9] = {cages};\n")
    assert {(cage.cells, cage.sum) for cage in puzzle.cages} == {
        (tuple(at for at, one in enumerate(labels) if one == label), number) for label, number in KILLER[1].items()
    }


# Cages in many forms, of other sizes, digits and shapes each time.

Cages = list[tuple[str, int, list[tuple[int, int]]]]
"""The operation, "" for none, the number, and the cells as row and column from 0 on."""


def caged(size: int, seed: int, *, operated: bool) -> Cages:
    """Cages that cover a grid, of a solution that changes with the seed."""
    rng = random.Random(seed)
    high, wide = BOXES.get(size, (1, 1))
    digits = rng.sample(range(1, size + 1), size)
    full = {
        (row, column): digits[(wide * (row % high) + row // high + column) % size]
        for row in range(size)
        for column in range(size)
    }
    area = {cell: [cell] for cell in full}
    for row, column in rng.sample(sorted(full), len(full)):
        other = rng.choice([(row + 1, column), (row, column + 1)])
        if other in full and area[other] is not area[row, column] and len(area[other]) + len(area[row, column]) < 5:
            joined = area[other] + area[row, column]
            if len({full[cell] for cell in joined}) == len(joined):
                area.update(dict.fromkeys(joined, joined))
    made: Cages = []
    for cells in {id(own): sorted(own) for own in area.values()}.values():
        own = [full[cell] for cell in cells]
        low, most = min(own), max(own)
        ways = [("+", sum(own)), ("*", prod(own))] if len(own) > 1 else [("", own[0])]
        ways += [("-", most - low), *([("/", most // low)] if most % low == 0 else [])] if len(own) == 2 else []
        made.append((*rng.choice(ways), cells) if operated else ("", sum(own), cells))
    return made


def walls(size: int, made: Cages) -> list[str]:
    of = {cell: at for at, (_, _, cells) in enumerate(made) for cell in cells}
    heads = {cells[0]: f"{number}{sign}" for sign, number, cells in made}
    out = []
    for row in range(size + 1):
        shut = [of.get((row - 1, column)) != of.get((row, column)) for column in range(size)]
        out.append("+" + "+".join("-----" if one else "     " for one in shut) + "+")
        inner = [
            ("|" if column == 0 or of[row, column - 1] != of[row, column] else " ")
            + heads.get((row, column), "").ljust(5)
            for column in range(size if row < size else 0)
        ]
        out += ["".join(inner) + "|"] if inner else []
    return out


def points(size: int, made: Cages) -> list[list[str]]:
    rows = [[""] * size for _ in range(size)]
    for sign, number, cells in made:
        left = set(cells[1:])
        rows[cells[0][0]][cells[0][1]] = f"{number}{sign}"
        reached = [cells[0]]
        for row, column in reached:
            for mark, other in (
                ("<", (row, column + 1)),
                ("^", (row + 1, column)),
                (">", (row, column - 1)),
                ("v", (row - 1, column)),
            ):
                if other in left:
                    left.remove(other)
                    reached.append(other)
                    rows[other[0]][other[1]] = mark
    return rows


def index(size: int, cells: list[tuple[int, int]], base: int) -> list[str]:
    return [str(row * size + column + base) for row, column in cells]


def sets(made: Cages) -> list[str]:
    """Cages as AMPL has them."""
    cells = [" ".join(f"({row + 1},{column + 1})" for row, column in own) for *_, own in made]
    numbers = " ".join(f"{at} {number}" for at, (_, number, _) in enumerate(made))
    return [*(f"set CELLS[{at}] := {own};" for at, own in enumerate(cells)), f"param total := {numbers};"]


def calls(made: Cages) -> list[str]:
    out = []
    for sign, number, cells in made:
        out.append(f'b = Block("{sign or "+"}", {number})')
        out += [f"b.addCell({row + 1}, {column + 1})" for row, column in cells]
    return out


def counted(size: int, made: Cages) -> list[str]:
    rows = [" ".join(map(str, [number, len(cells), *index(size, cells, 1)])) for _, number, cells in made]
    return [str(len(made)), *rows]


FORMS = {
    "walls": lambda size, made: "\n".join(walls(size, made)),
    "walls of a program": lambda size, made: 'board = """\n' + "\n".join(walls(size, made)) + '\n"""\nsolve(board)',
    "points": lambda size, made: "\n".join(", ".join(row) for row in points(size, made)),
    "points of a program": lambda size, made: f"const BOARD = {json.dumps(points(size, made))};",
    "separated": lambda size, made: "\n".join(
        f"{number}#{'-'.join(index(size, cells, 0))}#{sign or '='}" for sign, number, cells in made
    ),
    "counted": lambda size, made: "\n".join(counted(size, made)),
    "sets": lambda _, made: "\n".join(sets(made)),
    "calls": lambda _, made: "\n".join(calls(made)),
}
SUMS, OPERATED = [(4, False), (6, False), (9, False)], [(5, True), (6, True), (7, True), (9, True)]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("form", "size", "operated"),
    [(form, *some) for form in list(FORMS)[:4] for some in SUMS + OPERATED]
    + [(form, *some) for form in ("separated", "calls") for some in OPERATED]
    + [(form, *some) for form in ("counted", "sets") for some in SUMS],
)
def test_cages_in_forms_of_programs(form: str, size: int, operated: bool, seed: int) -> None:
    made = caged(size, 10 * size + seed, operated=operated)
    (puzzle,) = found(FORMS[form](size, made) + "\n")
    placed = [(sign, number, tuple(row * size + column for row, column in cells)) for sign, number, cells in made]
    signs = {"sum-cage": "+", "difference-cage": "-", "product-cage": "*", "quotient-cage": "/"}
    read = {("", cage.sum, tuple(sorted(cage.cells))) for cage in puzzle.cages if len(cage.cells) > 1}
    read |= {(signs[clue.kind], clue.value[0], tuple(sorted(clue.cells))) for clue in puzzle.clues}
    assert read == {one for one in placed if len(one[2]) > 1}
    kept = {(cage.cells[0], cage.sum) for cage in puzzle.cages if len(cage.cells) == 1}
    kept |= {(cell, digit) for cell, digit in enumerate(puzzle.givens) if digit}
    assert kept == {(cells[0], number) for _, number, cells in placed if len(cells) == 1}


def test_a_list_with_anything_else_among_its_cages_is_not_read_without_it() -> None:
    cages = [
        f"({number}, [({row}, {column}), ({row}, {column + 1})])"
        for number, row, column in ((5, 0, 0), (7, 1, 1), (4, 3, 2), (9, 5, 5))
    ]
    cages.insert(2, "([0, (2, 2), (2, 3)])")
    puzzles = found(f"cages = [{', '.join(cages)}]\nsolve(cages)\n")
    assert not puzzles and puzzles.faults


@pytest.mark.parametrize("base", [0, 1])
@pytest.mark.parametrize("total", ["sum", "total", "value"])
@pytest.mark.parametrize(
    "form", ['<cell row="{0}" col="{1}"/>', '<c r="{0}" c="{1}"></c>', '\n  <cell col="{1}" row="{0}" />\n']
)
def test_cages_as_elements_of_xml(form: str, total: str, base: int) -> None:
    made = caged(9, 4, operated=False)
    cages = [
        f'<cage {total}="{number}">'
        + "".join(form.format(row + base, column + base) for row, column in cells)
        + "</cage>"
        for _, number, cells in made
    ]
    (puzzle,) = puzzles = found(f"<?xml version='1.0'?>\n<killer>{''.join(cages)}</killer>\n")
    assert not puzzles.faults
    read = {(cage.sum, tuple(divmod(cell, 9) for cell in sorted(cage.cells))) for cage in puzzle.cages}
    assert read == {(number, tuple(cells)) for _, number, cells in made}
    # Cells without a text are no empty grid.
    bare = "".join(form.format(row + base, column + base) for row in range(9) for column in range(9))
    assert not found(f"<board>{bare}</board>\n")


@pytest.mark.parametrize("base", [0, 1])
def test_regions_as_lists_of_cells_are_a_jigsaw(base: int) -> None:
    (puzzle,) = (one for one in every_kind() if one.geometry.kind == "jigsaw")
    areas = puzzle.geometry.areas
    assert areas is not None
    regions = [
        [[*(part + base for part in divmod(cell, 9))] for cell in range(81) if areas[cell] == one] for one in range(9)
    ]
    grid = [list(puzzle.givens[at : at + 9]) for at in range(0, 81, 9)]
    (read,) = puzzles = found(json.dumps({"grid": grid, "regions": regions}))
    assert read == puzzle and not puzzles.faults
    regions[0][0] = regions[1][0]
    assert not found(json.dumps({"grid": grid, "regions": regions}))


@pytest.mark.parametrize("sign", ["=", " = ", ": ", ":", " "])
@pytest.mark.parametrize("between", ["+", " + ", " ", ", "])
def test_a_sum_and_its_cells_in_a_line(sign: str, between: str) -> None:
    made = caged(9, 5, operated=False)
    lines = [
        f"{number}{sign}{between.join(f'r{row + 1}c{column + 1}' for row, column in cells)}"
        for _, number, cells in made
    ]
    (puzzle,) = puzzles = found("\n".join(lines) + "\n")
    assert not puzzles.faults
    assert {(cage.sum, len(cage.cells)) for cage in puzzle.cages} == {(number, len(cells)) for _, number, cells in made}


@pytest.mark.parametrize("base", [0, 1])
@pytest.mark.parametrize("form", ["dictionary", "constructors", "facts"])
def test_cages_with_their_number_beside_the_cells(form: str, base: int) -> None:
    made = caged(9, 6, operated=form == "facts")
    names = {"": "add", "+": "add", "-": "sub", "*": "mul", "/": "div"}
    cells = [", ".join(f"({row + base}, {column + base})" for row, column in own) for _, _, own in made]
    cages = {
        "dictionary": [f"({one}): {number}" for one, (_, number, _) in zip(cells, made, strict=True)],
        "constructors": [f"Cage {number} [{one}]" for one, (_, number, _) in zip(cells, made, strict=True)],
        "facts": [
            f"cage({names[sign]}, {number}, [{one}])" for one, (sign, number, _) in zip(cells, made, strict=True)
        ],
    }[form]
    listed = [f"cages = {{{', '.join(cages)}}}", f"cages = [ {', '.join(cages)} ]", ".\n".join(cages) + "."]
    (puzzle,) = puzzles = found(listed[["dictionary", "constructors", "facts"].index(form)] + "\n")
    assert not puzzles.faults
    many = {len(own) > 1 for _, _, own in made if len(own) > 1}
    read = {(cage.sum, cage.cells) for cage in puzzle.cages} | {(clue.value[0], clue.cells) for clue in puzzle.clues}
    wanted = {(number, tuple(row * 9 + column for row, column in own)) for _, number, own in made if len(own) > 1}
    assert many and wanted <= {(number, tuple(sorted(cells))) for number, cells in read}


@pytest.mark.parametrize("remark", ["", "//! ", "# "])
@pytest.mark.parametrize("between", [".", " "])
def test_cages_with_cells_of_two_digits_are_a_calcudoku(remark: str, between: str) -> None:
    lines = ["1-00.01", "8+02.03.12", "6*10.11.20", "2-13.23", "16*21.30.31", "6+22.32.33"]
    text = "\n".join(f"{remark}{line.replace('.', between)}" for line in ["A puzzle of 4x4", "KenKen", *lines, ""])
    (puzzle,) = found(text)
    assert (puzzle.geometry.kind, len(puzzle.clues), solve(puzzle).solutions == 1) == ("calcudoku", 6, True)


@pytest.mark.parametrize("names", [("grid_size", "fixed_numbers"), ("size", "givens"), ("gridSize", "givenDigits")])
@pytest.mark.parametrize("form", ["json", "constraints", "ruby"])
def test_givens_as_records_beside_lines(names: tuple[str, str], form: str) -> None:
    size, givens = names
    lines = [
        [{"row": int(a), "col": int(b)} for a, b in zip(one[::2], one[1::2], strict=True)]
        for one in ("000102", "202122")
    ]
    fields = {size: 4, givens: [{"position": {"row": 0, "col": 2}, "value": 4}], "thermos": lines}
    text = json.dumps({"variant": "thermo", "constraints": fields} if form == "constraints" else fields)
    if form == "ruby":
        named = re.sub(r'"(\w+)":', r"\1:", json.dumps(fields))
        full = "".join(f"    {list(map(int, row))},\n" for row in ("2341", "4123", "1234", "3412"))
        text = f"Puzzle.create!(\n  variant: Puzzle.variants[:thermo],\n  constraints: {named},\n  solution: [\n{full}  ],\n)\n"
    (puzzle,) = found(text)
    assert (str(puzzle), len(puzzle.clues), puzzle.geometry.kind) == ("..4" + "." * 13, 2, "thermometers")


def _listed(puzzle: tuple[str, dict[str, int]], base: int) -> list[tuple[int, list[tuple[int, int]]]]:
    labels = puzzle[0].replace(" ", "")
    cells = zip(sorted(puzzle[1]), cages_of(labels, 4), strict=True)
    return [(puzzle[1][label], [(row + base, column + base) for row, column in own]) for label, own in cells]


@pytest.mark.parametrize(
    ("form", "cell", "joint"),
    [
        ("cage = [{cells}]\ns.add(Sum(*cage) == {sum})\ns.add(Distinct(cage))", "x[{0}][{1}]", ", "),
        ("cage := [{cells}];\nmodel.post(sum(cage) = {sum});", "x[{0},{1}]", ","),
        ("    ([{cells}], {sum}),", "X[{0}][{1}]", ", "),
    ],
)
@pytest.mark.parametrize("base", [0, 1])
def test_cells_of_an_array_in_a_list_are_a_cage(form: str, cell: str, joint: str, base: int) -> None:
    lines = [
        form.format(sum=total, cells=joint.join(cell.format(*one) for one in own))
        for total, own in _listed(KILLER, base)
    ]
    (puzzle,) = found(
        "\n".join(["# cages", "cages = [" if form[0] == " " else "", *lines, "]" if form[0] == " " else "", ""])
    )
    assert [(one.sum, len(one.cells)) for one in puzzle.cages] == [
        (total, len(own)) for total, own in _listed(KILLER, 0)
    ]


@pytest.mark.parametrize("last", [True, False])
def test_two_digits_of_a_number_are_the_row_and_the_column_of_a_cell(last: bool) -> None:
    lines = []
    for total, own in _listed(KILLER, 1):
        cells = [f"{row}{column}" for row, column in own]
        lines.append(",".join([*cells, str(total)] if last else [str(total), *cells]))
    (puzzle,) = found("# cells, sum\n" + "\n".join(lines) + "\n")
    assert [one.sum for one in puzzle.cages] == [total for total, _ in _listed(KILLER, 0)]


def test_terms_of_prolog_with_the_operation_before_them_are_cages() -> None:
    _, drawn, targets = CALCUDOKU
    terms = []
    for (_, target), own in zip(sorted(targets.items()), cages_of("".join(drawn.split()), 5), strict=False):
        cells = ", ".join(f"[{row + 1}|{column + 1}]" for row, column in own)
        terms.append(f"   {target[-1]}({target[:-1]}, {cells if target[-1] in '-/' else f'[{cells}]'})")
    (puzzle,) = found("kenken(5,\n  [\n" + ",\n".join(terms) + "\n  ]).\n")
    assert sorted(clue.value for clue in puzzle.clues) == sorted((int(one[:-1]),) for one in targets.values())


@pytest.mark.parametrize("key", ["Type", "op"])
def test_numbers_for_operations_are_those_of_the_only_proper_puzzle(key: str) -> None:
    blocks = [(1, 7, [[0, 0], [0, 1], [0, 2]]), (2, 1, [[0, 3], [1, 3]]), (1, 4, [[1, 2], [2, 2]])]
    blocks += [(1, 9, [[1, 0], [1, 1], [2, 1]]), (1, 8, [[2, 0], [3, 0], [3, 1]]), (1, 5, [[2, 3], [3, 3], [3, 2]])]
    listed = [
        {"Idx": at, key: code, "Constraint": total, "Coordinates": own} for at, (code, total, own) in enumerate(blocks)
    ]
    (puzzle,) = found(json.dumps({"Puzzle": {"Size": 4, "Type": "Calcudoku"}, "Blocks": listed}))
    assert [clue.kind for clue in puzzle.clues].count("sum-cage") == 5 and not puzzle.cages


def test_a_full_grid_beside_cages_is_their_answer_and_no_givens() -> None:
    cages = [{"cells": [list(one) for one in own], "target": total, "op": "+"} for total, own in _listed(KILLER, 0)]
    shown = re.sub(r'"(\w+)":', r"\1:", json.dumps(cages))
    wrong = rows(LATIN, 4)
    text = f"export const KENKEN: Puzzle[] = [\n  {{\n    size: 4,\n    cages: {shown},\n    solution: {wrong},\n  }},\n];\n"
    for one in found(text):
        assert 0 in one.givens


def test_a_list_of_objects_that_a_program_assigns_is_cages() -> None:
    _, drawn, targets = CALCUDOKU
    placed = zip(sorted(targets.items()), cages_of("".join(drawn.split()), 5), strict=False)
    parts = [(one[:-1], one[-1], ", ".join(f"_({row}, {column})" for row, column in own)) for (_, one), own in placed]
    cages = [f"{{\n    'vars': [{own}],\n    'func': '{sign}',\n    'target': {n}\n}}" for n, sign, own in parts]
    text = f"import csp\n\nFEW = [{cages[0]}]\n\ndef _(x, y):\n    return x * 5 + y\n\nPUZZLE = [{', '.join(cages)}]\n"
    (puzzle,) = found(text)
    assert len(puzzle.clues) == len(targets)


def test_cages_with_a_name_that_says_so_need_not_cover_the_grid_beside_them() -> None:
    givens = "1..............4"
    grid = ",\n  ".join(str(row).replace("0", "_") for row in rows(givens, 4))
    listed = [(5, [(0, 0), (0, 1)]), (4, [(0, 2), (0, 3)]), (7, [(1, 0), (1, 1)]), (3, [(3, 2), (3, 3)])]
    text = f"problem(1, [{grid}]).\n\nkiller_cages(1, [\n  {', '.join(map(str, listed))}\n]).\n"
    (puzzle,) = found(text)
    assert [one.sum for one in puzzle.cages] == [5, 4, 7, 3] and puzzle.given_count == 2
