"""Givens by the names of their cells behind the word that says so: ``Givens: r1c3=5 r1c7=2``, as puzzle editors send them."""

from __future__ import annotations

import json
import time

import pytest
from conftest import PUZZLE, SOLUTION
from formats_data import found
from pace import in_time

from bookmaker.base.errors import InputError
from bookmaker.formats import parse
from bookmaker.puzzles.rules import geometry

OTHER = PUZZLE[::-1]


def by_row(puzzle: str = PUZZLE, form: str = "r{}c{}={}", between: str = " ") -> list[str]:
    """The givens of each row, each as its cell and its digit."""
    rows = (puzzle[start : start + 9] for start in range(0, 81, 9))
    return [
        between.join(form.format(row, column, digit) for column, digit in enumerate(cells, 1) if digit != ".")
        for row, cells in enumerate(rows, 1)
    ]


def listed(puzzle: str = PUZZLE, form: str = "r{}c{}={}", between: str = " ") -> str:
    return between.join(by_row(puzzle, form, between))


@pytest.mark.parametrize(
    "word", ["Givens: ", "givens: ", "GIVENS ", "Given digits = ", "The givens are ", "Givens (30): ", "Vorgaben: "]
)
@pytest.mark.parametrize(
    ("form", "between"), [("r{}c{}={}", " "), ("R{}C{}={}", ", "), ("r{}c{}: {}", "; "), ("r{}c{}={}", ",")]
)
def test_givens_in_one_line(word: str, form: str, between: str) -> None:
    (found,) = parse(word + listed(form=form, between=between))
    assert str(found) == PUZZLE


@pytest.mark.parametrize("between", [" ", ", "])
@pytest.mark.parametrize("line", ["\n", ",\n", "\n        "])
def test_givens_in_several_lines(between: str, line: str) -> None:
    rows = by_row(between=between)
    for text in (f"Givens: {line.join(rows)}", f"Givens:\n{line.join(rows)}"):
        assert [str(one) for one in parse(text)] == [PUZZLE]


@pytest.mark.parametrize("word", ["Givens:", "givens:", "Givens", "Given digits:"])
@pytest.mark.parametrize(
    "lines",
    ["\n".join(some) for some in ([listed()], by_row(), listed().split(), ["", listed()], ["", *listed().split()])],
)
@pytest.mark.parametrize("dash", ["", "- "])
def test_the_word_alone_above_them_is_no_name(word: str, lines: str, dash: str) -> None:
    lines = lines if lines.startswith("\n") else dash + lines.replace("\n", f"\n{dash}")
    (found,) = parse(f"{word}\n{lines}\n")
    assert (str(found), found.name, found.geometry) == (PUZZLE, "", geometry())
    if word.endswith(":"):
        (found,) = parse(f"Spring\nGivens:\n{listed()}\n")
        assert found.name == "Spring"


@pytest.mark.parametrize("word", ["givens:", "Givens:", "GIVENS:"])
@pytest.mark.parametrize(
    "lines",
    [
        " r1c3=5 r1c7=2 r9c9=1",
        "\nr1c3=5 r1c7=2 r9c9=1",
        "\nr1c3=5\nr1c7=2\nr9c9=1",
        "\n- r1c3=5\n- r1c7=2\n- r9c9=1",
        " r1c3=5\n  r1c7=2, r9c9=1",
        f' "..5...2{73 * "."}1"',
    ],
)
@pytest.mark.parametrize(
    "cages", ["cages:\n- 3 r1c1 r1c2\n- 9 r2c1", "Cages:\n3 r1c1 r1c2\n9 r2c1", "3 r1c1 r1c2\nr2c1=9"]
)
@pytest.mark.parametrize("above", ["", "kind: killer\n", "name: Ann\nsize: 9\n"])
def test_typed_killers(word: str, lines: str, cages: str, above: str) -> None:
    (killer,) = parse(f"{above}{word}{lines}\n{cages}\n")
    assert str(killer) == f"..5...2{73 * '.'}1"
    assert [(cage.sum, len(cage.cells)) for cage in killer.cages] == [(3, 2), (9, 1)]
    assert killer.name == ("Ann" if "Ann" in above else "")


def test_many_givens_above_cages() -> None:
    """More than the lines that a format is known by."""
    killer, other = parse("\n".join(["Givens:", *listed().split(), "cages:", "- 3 r1c3 r1c4", "---", "9 r1c1 r1c2"]))
    assert (str(killer), len(killer.cages), len(other.cages)) == (PUZZLE, 1, 1)
    (small,) = parse(
        "kind: killer\nsize: 8\ngivens:\n" + "\n".join(f"r{n}c{n}={n}" for n in range(1, 9)) + "\n3 r1c2 r1c3"
    )
    assert small.given_count == 8


def test_keys_with_capitals_are_headings_where_text_follows() -> None:
    for text in ("Givens: 24\n3 r1c1 r1c2\n", "Cages: two\n3 r1c1 r1c2\n"):
        (killer,) = parse(text)
        assert (killer.given_count, killer.name) == (0, text.split("\n")[0])
    for above in ("", "Spring\n"):
        (killer,) = parse(f"{above}Cages:\n3 r1c1 r1c2\n")
        assert killer.name == above.strip()


def test_what_stands_around_them() -> None:
    (found,) = parse(f"title: Spring\nauthor: Ann\nGivens: {listed()}\nRules: normal rules apply\n")
    assert (str(found), found.name) == (PUZZLE, "Spring")
    assert [str(one) for one in parse(f"Givens: {listed()}\nGivens: {listed(OTHER)}\n")] == [PUZZLE, OTHER]
    numbered = parse(f"Puzzle 1\nGivens: {listed()}\n\nPuzzle 2\nGivens: {listed(OTHER)}\n")
    assert [(one.name, str(one)) for one in numbered] == [("Puzzle 1", PUZZLE), ("Puzzle 2", OTHER)]
    drawn = "\n".join(PUZZLE[start : start + 9] for start in range(0, 81, 9))
    found = parse(f"{drawn}\n\nGivens: {listed()}\n")
    assert [str(one) for one in found] == [PUZZLE]
    assert ["givens by name, those of the puzzle above" in note.message for note in found.notes] == [True]


def test_givens_that_say_more_than_the_grid_above_are_a_puzzle_of_their_own() -> None:
    drawn = "\n".join(PUZZLE[start : start + 9] for start in range(0, 81, 9))
    cell = PUZZLE.index(".")
    more = f"{PUZZLE[:cell]}{SOLUTION[cell]}{PUZZLE[cell + 1 :]}"
    assert [str(one) for one in parse(f"{drawn}\n\nGivens: {listed(more)}\n")] == [PUZZLE, more]
    found = parse(f"{drawn}\n\n{listed(more)}\n")
    assert [str(one) for one in found] == [PUZZLE]  # Without the word they are steps.


def test_they_are_the_text_of_a_key() -> None:
    assert [str(one) for one in parse(json.dumps({"givens": listed()}))] == [PUZZLE]
    assert [str(one) for one in parse(json.dumps({"puzzle": "\n".join(by_row()), "kind": "x"}), kind="x")] == [PUZZLE]
    (small,) = parse(json.dumps({"givens": "r1c1=4 r2c2=3", "size": 4}))
    assert (str(small), small.geometry) == ("4....3..........", geometry(size=4))
    (killer,) = parse("size: 9\ngivens: r1c1=5, r9c9=9\ncages:\n- 3 r1c2 r1c3\n")
    assert (str(killer), len(killer.cages)) == (f"5{'.' * 79}9", 1)
    with pytest.raises(InputError, match="`givens` has 13 symbols; the grid has 81 cells"):
        parse("size: 9\ngivens: r1c1=5 r0c9=9\ncages:\n- 3 r1c2 r1c3\n")


@pytest.mark.parametrize(
    "value",
    [
        f"Givens: {listed()}",
        "givens:\n" + "\n".join(by_row()),
        listed().split(),
        by_row(between=", "),
        [f"Givens: {by_row()[0]}", *by_row()[1:]],
        ["Given:", *by_row()],
    ],
)
@pytest.mark.parametrize("key", ["puzzle", "givens"])
def test_texts_and_lists_of_json_and_yaml(value: str | list[str], key: str) -> None:
    for text in (json.dumps({key: value}), json.dumps([{key: value}]), f"kind: classic\n{key}: {json.dumps(value)}\n"):
        assert [str(one) for one in parse(text)] == [PUZZLE]


@pytest.mark.parametrize("count", [1, 4, 16])
def test_few_givens_in_a_list(count: int) -> None:
    """As many as a grid has cells are no grid of cells."""
    cells = listed().split()[:count]
    (puzzle,) = parse(
        json.dumps(
            {"givens": cells, "size": 9, "solution": [list(map(int, SOLUTION[at : at + 9])) for at in range(0, 81, 9)]}
        )
    )
    assert (puzzle.given_count, puzzle.geometry.size) == (count, 9)
    with pytest.raises(InputError, match="symbols; the grid has 81 cells"):
        parse(json.dumps({"givens": [*cells, "r1=4"]}))


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("r1c1=4", "of which two are for row 1, column 1"),
        ("r10c1=4", "the given 4 in r10c1: a grid of 9×9 has no such cell"),
        ("r1c3=0", "the given 0 in r1c3"),
        ("r1=4", "r1=4 among givens is not a cell with its digit"),
        ("and more", "and more|more among givens is not a cell"),
    ],
)
def test_what_is_no_given_is_a_fault(more: str, said: str) -> None:
    for between in (" ", "\n"):
        with pytest.raises(InputError, match=said) as met:
            parse(f"My puzzle\nGivens:{between}{listed()} {more}\n")
        assert met.value.faults[0].place is not None
        assert met.value.faults[0].place.line in (2, 3)


def test_a_sentence_about_cells_is_no_list() -> None:
    drawn = "\n".join(PUZZLE[start : start + 9] for start in range(0, 81, 9))
    found = parse(f"{drawn}\n\nGiven r1c1=5 and r1c2=3, the rest of the row follows.\n")
    assert [str(one) for one in found] == [PUZZLE]


@pytest.mark.parametrize("text", [f"{listed()} r1=4", f"Givens: {listed()} r1=4", f"{listed(between='   ,  ')} r1c1"])
def test_a_spoilt_list_ends_soon(text: str) -> None:
    """Blanks that fit in several ways took hours."""
    began = time.process_time()
    with pytest.raises(InputError):
        parse(text)
    assert in_time(time.process_time() - began, 5)


@pytest.mark.parametrize("form", ["'{}x{}' => {},", '"{}-{}": {},', "'{},{}' => {},"])
def test_cells_as_keys_in_quotes_are_givens(form: str) -> None:
    cells = [(at // 9 + 1, at % 9 + 1, cell) for at, cell in enumerate(PUZZLE) if cell != "."]
    text = "<?php\n$sudoku = new Sudoku([\n" + "\n".join(form.format(*one) for one in cells) + "\n]);\n"
    (puzzle,) = found(text)
    assert str(puzzle) == PUZZLE
