"""JSON of known puzzles in very many shapes: exactly the givens are read, or one fault; never another puzzle or an empty one."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from conftest import every_kind, scaled
from formats_data import ANSWER, PUZZLE, found

from bookmaker.formats import Puzzles, parse
from bookmaker.puzzles.grid.puzzle import cells_text


def _some(answer: str, every: int) -> str:
    return "".join("." if at * 7 % every else symbol for at, symbol in enumerate(answer))


_ANSWERS = {4: "1234341221434321", 6: "123456456123231564564231312645645312"}
GRIDS = {9: (PUZZLE, ANSWER), **{size: (_some(answer, 3), answer) for size, answer in _ANSWERS.items()}}
KNOWN = ["value", "val", "digit", "number", "num", "v", "symbol", "content", "clue", "given", "text", "n", "label"]
STRANGE = ["foo", "q", "zahl", "chiffre", "inhalt", "_d", "data", "state1", "wert", "cellValue"]
META: list[dict[str, Any]] = [
    {},
    {"title": "Monday", "author": "A", "id": 7},
    {"difficulty": "hard", "date": "2026-01-01", "colors": ["#fff", "#000"]},
    {"meta": {"level": 3, "tags": ["a", "b"]}, "time": 300, "version": "1.2"},
]
EMPTY: list[Any] = [None, 0, "", "0", ".", " "]
NAMES: dict[str, Callable[[int, int, int], Any]] = {
    "r1c1": lambda r, c, n: f"r{r + 1}c{c + 1}",
    "R1C1": lambda r, c, n: f"R{r + 1}C{c + 1}",
    "pair": lambda r, c, n: [r, c],
    "pair from 1": lambda r, c, n: [r + 1, c + 1],
    "A1": lambda r, c, n: f"{chr(65 + r)}{c + 1}",
    "0,0": lambda r, c, n: f"{r},{c}",
    "index": lambda r, c, n: r * n + c,
    "index from 1": lambda r, c, n: r * n + c + 1,
}
AXES = [
    ("row", "col"),
    ("row", "column"),
    ("r", "c"),
    ("y", "x"),
    ("rowIndex", "colIndex"),
    ("Row", "Column"),
    ("i", "j"),
]
GIVEN = [
    "given",
    "fixed",
    "isGiven",
    "locked",
    "visible",
    "prefilled",
    "readOnly",
    "is_fixed",
    "shown",
    "original",
    "clue",
]
OTHERS = ["editable", "hidden", "isEditable", "empty", "mutable", "is_hidden", "masked", "notGiven", "removed"]


def cell_of(at: int, puzzle: str, empty: Any, text: bool) -> Any:
    symbol = puzzle[at]
    return empty if symbol == "." else symbol if text else int(symbol)


def shape(rng: random.Random) -> tuple[Any, str, str | None]:
    """A value of JSON, and the puzzle and the answer that it says."""
    size = rng.choice([9, 9, 9, 6, 4])
    puzzle, answer = GRIDS[size]
    empty, text = rng.choice(EMPTY), rng.random() < 0.3
    key = rng.choice([*KNOWN, *STRANGE])
    cells = [cell_of(at, puzzle, empty, text) for at in range(size * size)]
    order = list(range(size * size))
    said: str | None = None
    records: list[Any] = [{key: cell} for cell in cells]
    kind = rng.choice(["plain", "flat", "rows", "axes", "named", "map", "scalars", "columns", "rowed"])
    flag = rng.random()
    if kind not in ("scalars", "columns", "map", "rowed"):
        if flag < 0.25:  # A full grid, and which cells of it are given.
            name = rng.choice([*GIVEN, *OTHERS])
            wanted = name in GIVEN
            yes, no = rng.choice([(True, False), (True, False), (1, 0)])
            key = "value" if name == key else key
            records = [
                {key: int(answer[at]), name: yes if (puzzle[at] != ".") == wanted else no} for at in range(size * size)
            ]
            said = answer
        elif flag < 0.45:
            other = rng.choice(["solution", "answer", "correct", "solved", "loesung"])
            records = [{**record, other: int(answer[at])} for at, record in enumerate(records)]
            said = answer
        elif flag < 0.6:
            records = [
                {**record, "notes": [], "selected": False, "color": None, "candidates": [1, 2]} for record in records
            ]
    value: Any
    if kind == "scalars":
        value = rng.choice([cells, [cells[at : at + size] for at in range(0, size * size, size)]])
    elif kind == "columns":
        value = {"columns": [[cells[row * size + column] for row in range(size)] for column in range(size)]}
    elif kind == "rowed":
        rows = [cells[at : at + size] for at in range(0, size * size, size)]
        value = {"rows": [{"cells": row, "number": at} for at, row in enumerate(rows)]}
    elif kind == "map":
        named = NAMES[rng.choice(["r1c1", "R1C1", "A1", "0,0"])]
        value = {named(at // size, at % size, size): cells[at] for at in range(size * size)}
    elif kind in ("plain", "rows"):
        value = [records[at : at + size] for at in range(0, size * size, size)]
    elif kind == "flat":
        value = records
    else:
        base = rng.choice([0, 1])
        if kind == "axes":
            one, other = rng.choice(AXES)
            places = [{one: at // size + base, other: at % size + base} for at in order]
            if rng.random() < 0.2:
                places = [{"position": place} for place in places]
        else:
            style = rng.choice(list(NAMES))
            name = rng.choice(["position", "cell", "pos", "location", "coordinates", "index", "id"])
            places = [{name: NAMES[style](at // size, at % size, size)} for at in order]
        value = [{**place, **record} for place, record in zip(places, records, strict=True)]
        if style_free(kind, locals()):
            rng.shuffle(value)
    if not isinstance(value, dict) or kind == "map":
        wrap = rng.choice(["", "grid", "cells", "board", "foo", "puzzle", "data.grid", "game.state.cells", "list"])
        for name in reversed([one for one in wrap.split(".") if one]):
            value = {name: value}
    if isinstance(value, dict) and kind != "map":
        value = {**value, **rng.choice(META)}
    return value, puzzle, said


def style_free(kind: str, names: dict[str, Any]) -> bool:
    """Whether the cells may come in any order: letters are rows or columns by the order of the list."""
    return kind == "axes" or names.get("style") not in ("A1", None)


def right(puzzles: Puzzles, puzzle: str, answer: str | None) -> bool:
    """Whether the puzzle was read, with its answer if it has one, or there is one fault and nothing else."""
    if not puzzles:
        return len(puzzles.faults) == 1
    if len(puzzles) != 1 or puzzles.faults or cells_text(puzzles[0].givens) != puzzle:
        return False
    own = puzzles[0].answer
    return own is None if answer is None else own is not None and cells_text(own) == answer


@pytest.mark.parametrize("seed", range(scaled(8, 200)))
def test_every_shape_is_read_exactly_or_is_one_fault(seed: int) -> None:
    rng, refused = random.Random(seed), 0
    for _ in range(40):
        value, puzzle, answer = shape(rng)
        text = json.dumps(value, indent=rng.choice([None, 1]))
        puzzles = found(text + "\n")
        assert right(puzzles, puzzle, answer), (text, puzzles, puzzles.faults)
        refused += not puzzles
    assert refused <= 4


CAGES = [(3, [0, 1]), (7, [2, 3]), (10, [4, 5, 8, 9]), (3, [6, 7]), (4, [12]), (3, [13]), (7, [10, 11]), (3, [14, 15])]
OPERATED = [
    ("+", 3, [0, 1]),
    ("-", 1, [2, 3]),
    ("*", 12, [4, 8]),
    ("/", 2, [6, 7]),
    ("+", 6, [5, 9, 13]),
    ("*", 8, [10, 14, 15]),
]
SIGNS = {
    "+": ["+", "add", "sum"],
    "-": ["-", "−", "subtract", "minus"],
    "*": ["*", "x", "×", "multiply"],
    "/": ["/", "÷", "divide"],
}


def cage_shape(rng: random.Random) -> tuple[Any, list[tuple[str, int, list[int]]]]:
    """Cages of 4×4 as JSON has them, with and without an operation, and what they are."""
    operated = rng.random() < 0.5
    cages = OPERATED if operated else [("", total, cells) for total, cells in CAGES]
    style = rng.choice(["r1c1", "R1C1", "pair", "pair from 1", "0,0", "index", "index from 1", "axes"])
    target = rng.choice(["sum", "total", "value", "target", "result", "goal", "clue", "cage_sum"])
    cells_key = rng.choice(["cells", "boxes", "squares", "members", "positions", "felder"])
    sign_key, form = rng.choice(["op", "operation", "operator", "sign"]), rng.random()
    one, other = rng.choice(AXES[:4])
    items: list[Any] = []
    for sign, number, cells in cages:
        if style == "axes":
            places: list[Any] = [{one: cell // 4, other: cell % 4} for cell in cells]
        else:
            places = [NAMES[style](cell // 4, cell % 4, 4) for cell in cells]
        word = rng.choice(SIGNS[sign]) if sign else ""
        if operated and form < 0.3:
            items.append({target: f"{number}{SIGNS[sign][0]}", cells_key: places})
        elif operated:
            items.append({"id": len(items), target: number, sign_key: word, cells_key: places})
        elif form < 0.3:
            items.append([number, places] if form < 0.15 else [places, number])
        else:
            items.append(
                {"id": len(items), "color": "red", target: str(number) if form > 0.8 else number, cells_key: places}
            )
    key = rng.choice(["cages", "Cages", "killerCages" if not operated else "cages"])
    return {"size": 4, key: items, **rng.choice(META)}, [(sign, number, sorted(cells)) for sign, number, cells in cages]


def test_cages_of_every_shape_are_read_exactly_or_are_one_fault() -> None:
    rng, refused = random.Random(1), 0
    for _ in range(scaled(150, 3000)):
        value, cages = cage_shape(rng)
        puzzles = found(json.dumps(value) + "\n")
        refused += not puzzles
        if not puzzles:
            assert len(puzzles.faults) == 1, (value, puzzles.faults)
            continue
        (puzzle,) = puzzles
        signs = {"sum-cage": "+", "difference-cage": "-", "product-cage": "*", "quotient-cage": "/"}
        read = [("", cage.sum, sorted(cage.cells)) for cage in puzzle.cages]
        read += [(signs[clue.kind], clue.value[0], sorted(clue.cells)) for clue in puzzle.clues]
        assert sorted(read) == sorted(cages) and not puzzles.faults, (value, read)
    assert refused <= scaled(15, 300)


def test_several_puzzles_are_read_each_and_only_once() -> None:
    other = PUZZLE[9:] + PUZZLE[:9]
    rng = random.Random(2)
    for _ in range(scaled(20, 1000)):
        items = []
        key, name = rng.choice([*KNOWN, *STRANGE]), rng.choice(["grid", "board", "foo", "cells", "puzzle"])
        for puzzle in (PUZZLE, other):
            cells = [{key: cell_of(at, puzzle, None, False)} for at in range(81)]
            items.append({name: [cells[at : at + 9] for at in range(0, 81, 9)], "id": len(items), **rng.choice(META)})
        for value in (items, {"puzzles": items}, {"foo": items}, {"a": items[0], "b": items[1]}, {"x": {"y": items}}):
            puzzles = found(json.dumps(value) + "\n")
            assert [cells_text(puzzle.givens) for puzzle in puzzles] == [PUZZLE, other] and not puzzles.faults
        puzzles = found("".join(json.dumps(item) + "\n" for item in items))
        assert [cells_text(puzzle.givens) for puzzle in puzzles] == [PUZZLE, other] and not puzzles.faults


@pytest.mark.parametrize(
    "extra",
    [
        {"cage": 1},
        {"parity": "even"},
        {"thermo": 2},
        {"arrow": "up"},
        {"killerSum": 12},
    ],
    ids=str,
)
def test_what_cells_say_of_a_rule_is_a_fault(extra: dict[str, Any]) -> None:
    cells: list[dict[str, Any]] = [{"value": cell_of(at, PUZZLE, None, False)} for at in range(81)]
    cells[3] |= extra
    puzzles = found(json.dumps({"board": [cells[at : at + 9] for at in range(0, 81, 9)]}))
    assert not puzzles and len(puzzles.faults) == 1


FULL = [[int(ANSWER[9 * row + column]) for column in range(9)] for row in range(9)]
SHOWN = [[PUZZLE[9 * row + column] != "." for column in range(9)] for row in range(9)]


def test_flags_beside_a_full_grid_say_what_is_given() -> None:
    hidden = [[not shown for shown in row] for row in SHOWN]
    for flags in (SHOWN, [[int(shown) for shown in row] for row in SHOWN]):
        for name in ("given", "visible", "fixed", "isGiven"):
            (puzzle,) = found(json.dumps({"solution": FULL, name: flags}))
            assert str(puzzle) == PUZZLE and puzzle.answer is not None and cells_text(puzzle.answer) == ANSWER
        puzzles = found(json.dumps({"grid": FULL, "flags": flags}))
        assert not puzzles and len(puzzles.faults) == 1
    for name in ("hidden", "editable", "mask"):
        (puzzle,) = found(json.dumps({"board": FULL, name: hidden}))
        assert str(puzzle) == PUZZLE


def test_givens_alone_by_row_and_column() -> None:
    for base in (0, 1):
        cells = [
            {"row": at // 9 + base, "col": at % 9 + base, "value": int(symbol)}
            for at, symbol in enumerate(PUZZLE)
            if symbol != "."
        ]
        for value in (cells, {"givens": cells}, {"cells": cells[::-1]}, {"size": 9, "foo": cells}):
            assert right(found(json.dumps(value)), PUZZLE, None)
        twice = [*cells, {**cells[0], "value": 9}]
        assert not found(json.dumps({"givens": twice}))
    # Whether these are counted from 0 or 1 is known by the digits: one of the readings is proper.
    inner = [
        {"x": c, "y": r, "d": int(PUZZLE[9 * r + c])} for r in range(9) for c in range(1, 9) if PUZZLE[9 * r + c] != "."
    ]
    puzzles = found(json.dumps({"cells": inner}))
    assert len(puzzles) + len(puzzles.faults) == 1


def test_a_table_without_digits_is_one_fault() -> None:
    for value in (None, "", [], True, "abc", 1.5, {"a": None}):
        cells = [{"row": at // 9, "col": at % 9, "foo": value} for at in range(81)]
        for item in (cells, {"grid": cells}, {"grid": [cells[at : at + 9] for at in range(0, 81, 9)]}):
            puzzles = found(json.dumps(item))
            assert not puzzles and len(puzzles.faults) == 1, (item, puzzles, puzzles.faults)


def _literal(record: dict[str, Any], style: str) -> str:
    words = {"js": ("true", "false", "null"), "py": ("True", "False", "None"), "pl": ("1", "0", "undef")}[style]
    shown = {True: words[0], False: words[1], None: words[2]}
    values = {key: shown[one] if isinstance(one, bool | None) else repr(one) for key, one in record.items()}
    quote, colon = {"js": ("", ": "), "py": ("'", ": "), "pl": ("", " => ")}[style]
    return "{" + ", ".join(f"{quote}{key}{quote}{colon}{value}" for key, value in values.items()) + "}"


AT = [(at // 9, at % 9, None if symbol == "." else int(symbol)) for at, symbol in enumerate(PUZZLE)]
GIVENS = [one for one in AT if one[2]]


@pytest.mark.parametrize("style", ["js", "py"])
@pytest.mark.parametrize("keys", [("row", "col", "value"), ("y", "x", "digit"), ("r", "c", "foo")])
def test_objects_of_programs(style: str, keys: tuple[str, ...]) -> None:
    head = {"js": "const cells = [\n", "py": "import sys\ncells = [\n"}[style]
    for some in (AT, GIVENS, AT[::-1]):
        rows = [_literal(dict(zip(keys, one, strict=True)), style) for one in some]
        for text in (",\n".join(rows), ", ".join(rows)):
            assert right(found(f"{head}{text}\n]\nprint(cells)\n"), PUZZLE, None)
    flagged = [_literal({"v": digit, "fixed": digit is not None}, style) for _, _, digit in AT]
    text = "".join(f"  [{', '.join(flagged[at : at + 9])}],\n" for at in range(0, 81, 9))
    (puzzle,) = found(f"{head}{text}]\n")
    assert str(puzzle) == PUZZLE


def test_entries_by_name_and_elements_of_xml() -> None:
    names = "".join(f"  'r{row + 1}c{column + 1}' => {digit},\n" for row, column, digit in GIVENS)
    texts = [f"my %g = (\n{names});\nprint %g;\n"]
    for base in (0, 1):
        cells = [f'row="{row + base}" col="{column + base}"' for row, column, _ in GIVENS]
        texts += [
            "<sudoku>\n"
            + "".join(f'<cell {cell} value="{one[2]}"/>\n' for cell, one in zip(cells, GIVENS, strict=True))
            + "</sudoku>\n",
            "<s>" + "".join(f"<c {cell}>{one[2]}</c>" for cell, one in zip(cells, GIVENS, strict=True)) + "</s>\n",
        ]
    full = "".join(
        f'<cell x="{column}" y="{row}" value="{ANSWER[9 * row + column]}" given="{str(digit is not None).lower()}"/>\n'
        for row, column, digit in AT
    )
    for text in (*texts, f"<board>\n{full}</board>\n"):
        (puzzle,) = found(text)
        assert str(puzzle) == PUZZLE, text[:200]


def test_a_spoilt_one_among_cells_is_never_left_out() -> None:
    names = [f"'r{row + 1}c{column + 1}' => {digit}" for row, column, digit in GIVENS]
    objects = [f"{{row: {row}, col: {column}, value: {digit}}}" for row, column, digit in GIVENS]
    for items, spoilt in (
        (names, "'r9' => 4"),
        (names, "'r9c1' => 44"),
        (objects, "{row: 8, value: 4}"),
        (objects, "{row: 8, x}"),
    ):
        for at in (0, 9, len(items)):
            text = ",\n".join([*items[:at], spoilt, *items[at:]])
            assert not found(f"import x;\nmy %g = (\n{text}\n);\nprint(g);\n")


def test_coordinates_of_other_things_are_no_puzzle() -> None:
    points = "".join(f"  {{x: {at % 7}, y: {at % 5}, value: {at % 9}}},\n" for at in range(30))
    assert not found(f"const points = [\n{points}];\nplot(points);\n")


def test_cells_in_yaml() -> None:
    for some in (AT, GIVENS):
        rows = "".join(
            f"- {{row: {row}, col: {column}, value: {'null' if digit is None else digit}}}\n"
            for row, column, digit in some
        )
        for text in (f"cells:\n{rows}", rows, f"title: T\nboard:\n{rows}difficulty: hard\n"):
            assert right(found(text), PUZZLE, None) and found(text)


def test_lines_under_the_name_of_their_rule_are_its_clues() -> None:
    puzzle = next(one for one in every_kind() if one.geometry.kind == "thermometers")
    pairs = [[[*divmod(cell, 9)] for cell in clue.cells] for clue in puzzle.clues]
    names = [[f"r{row + 1}c{column + 1}" for row, column in cells] for cells in pairs]
    for lines in (pairs, names, [{"cells": cells} for cells in pairs]):
        (read,) = parse(json.dumps({"board": cells_text(puzzle.givens).replace(".", "0"), "thermos": lines}))
        assert (read.geometry.kind, read.clues, read.givens) == ("thermometers", puzzle.clues, puzzle.givens)


def test_givens_beside_cages_are_read_whatever_they_are_called() -> None:
    cages = [{"sum": 3, "cells": [[0, 0], [0, 1]]}]
    given = [{"row": at // 9, "col": at % 9, "value": at % 4 + 1} for at in range(0, 81, 5)]
    for key in ("given", "fixed", "start"):
        (read,) = parse(json.dumps({key: given, "cages": cages}))
        assert read.given_count == len(given) and len(read.cages) == 1


def test_a_list_of_nothing_but_cages_is_one_under_any_key() -> None:
    listed = [{"fields": [[0, 0], [1, 0]], "value": 9}, {"fields": [[8, 7], [8, 8]], "value": 4}]
    (puzzle,) = puzzles = found(json.dumps({"grid": PUZZLE, "area": listed}))
    assert [cage.sum for cage in puzzle.cages] == [9, 4] and "area" in puzzles.notes[0].message
    # Cells that do not hang together, or come twice, are no cages.
    for others in ([[0, 0], [5, 0]], [[8, 7], [8, 6]]):
        (plain,) = found(json.dumps({"grid": PUZZLE, "steps": [listed[1], {"fields": others, "value": 9}]}))
        assert not plain.cages


def test_cages_and_cells_as_pairs_without_names() -> None:
    cells = [{"first": 0, "second": column} for column in (0, 1)]
    (puzzle,) = found(json.dumps({"cages": [{"first": 9, "second": cells}], "type": "Killer", "grid": "." * 81}))
    assert [(cage.sum, cage.cells) for cage in puzzle.cages] == [(9, (0, 1))]


@pytest.mark.parametrize("name", ["filledGrid", "solutionGrid", "solved", "complete_board", "solution1"])
@pytest.mark.parametrize("flat", [True, False])
def test_a_full_grid_named_so_beside_the_givens_is_the_answer(name: str, flat: bool) -> None:
    value = ANSWER if flat else [list(map(int, ANSWER[at : at + 9])) for at in range(0, 81, 9)]
    (puzzle,) = found(json.dumps({"grid": PUZZLE, name: value}))
    assert cells_text(puzzle.givens) == PUZZLE
    assert puzzle.answer is not None and cells_text(puzzle.answer) == ANSWER


def test_another_full_grid_is_the_answer_only_under_a_word_for_one() -> None:
    other = ANSWER.translate(str.maketrans("123456789", "234567891"))
    (puzzle,) = found(json.dumps({"grid": PUZZLE, "filledGrid": other}))
    assert puzzle.answer is None
    (puzzle,) = found(json.dumps({"grid": PUZZLE, "solutionGrid": other})) or [None]
    assert puzzle is None or puzzle.answer is not None
