"""Puzzles as objects of Python, and the functions that take one or many of them."""

from __future__ import annotations

import io
import json
import pickle
import re
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import PUZZLE

import bookmaker
from bookmaker import BookmakerError, Grade, ImproperError, InputError, Puzzle, UsageError

SMALL = "...4.3....2..2.3"
BAD = "1..1............"
EXAMPLES = re.findall(
    r"^```json\n(.*?)^```$",
    (Path(__file__).parent.parent / "docs" / "json.md").read_text(encoding="utf-8"),
    re.DOTALL | re.MULTILINE,
)


@pytest.mark.parametrize("text", EXAMPLES)
def test_what_is_shown_can_be_read_back(text: str) -> None:
    one = replace(Puzzle.parse(text), name="Señor O'Hara")
    again = eval(repr(one), {"Puzzle": Puzzle})
    assert (again, again.name, again.answer) == (one, one.name, one.answer)
    assert Puzzle.from_dict(json.loads(json.dumps(one.to_dict()))) == one
    more: dict[str, Any] = {name: value for name, value in one.to_dict().items() if name not in ("puzzle", "solution")}
    assert Puzzle(one.grid, **more) == one == pickle.loads(pickle.dumps(one))


def test_cells_come_in_many_forms() -> None:
    one = Puzzle(SMALL)
    rows = one.grid.tolist()
    with_gaps = np.where(one.grid == 0, np.nan, one.grid.astype(float))
    forms: list[Any] = [SMALL.encode(), one.givens, list(one.givens), one.grid, rows, with_gaps, one.grid.ravel(), one]
    forms += [[[digit or None for digit in row] for row in rows], ["...4", ".3..", "..2.", ".2.3"], list(SMALL)]
    assert [Puzzle(form) for form in forms] == [one] * len(forms)
    assert one.size == 4 and one.kind == "classic" and one.grid.shape == (4, 4) and one.grid[0, 3] == 4
    assert Puzzle(SMALL, kind="x").kind == "x" and Puzzle(SMALL, answer="2134431234211243").answer
    assert getattr(one, "_repr_svg_")().startswith("<svg")  # noqa: B009 -- the name is that of notebooks


@pytest.mark.parametrize(
    "cells", [5, None, "53..", [1, 2], [[9, 1], [2, 3]], {"puzzle": SMALL}, np.zeros((3, 3, 3)), [0.5] * 16]
)
def test_what_is_no_puzzle_is_refused(cells: Any) -> None:
    with pytest.raises((InputError, UsageError)):
        Puzzle(cells)
    with pytest.raises((InputError, UsageError)):
        bookmaker.grade(cells)


def test_arguments_that_a_puzzle_lacks() -> None:
    for wrong in ({"colour": "red"}, {"geometry": Puzzle(SMALL).geometry}):
        with pytest.raises(TypeError):
            Puzzle(SMALL, **wrong)  # type: ignore[call-overload]
    with pytest.raises(TypeError):
        Puzzle(Puzzle(SMALL).geometry)


def test_one_bad_row_stops_no_other() -> None:
    rows: list[Any] = [PUZZLE, None, "x", BAD, bookmaker.generate(1, size=4)[0]]
    found = bookmaker.grade(rows, on_error="return")
    assert [type(one) for one in found] == [Grade, UsageError, InputError, ImproperError, Grade]
    assert [bookmaker.grade(one, on_error="return") for one in rows[3:]][1] == found[4]
    with pytest.raises(UsageError, match=r"puzzles\[1\](.|\n)*puzzles\[2\](.|\n)*puzzles\[3\]"):
        bookmaker.grade(rows)
    statuses = [getattr(one, "status", type(one)) for one in bookmaker.verify(rows, on_error="return")]
    assert statuses == ["proper", UsageError, InputError, "broken", "proper"]
    solved = bookmaker.solve(rows, on_error="return")
    assert [isinstance(one, BookmakerError) for one in solved] == [False, True, True, False, False]


def test_many_are_as_each() -> None:
    made = [one.puzzle for one in bookmaker.generate(20, "medium", seed=5)]
    array = np.array([list(one.givens) for one in made])
    each = [bookmaker.grade(one) for one in made]
    assert each == bookmaker.grade(made) == bookmaker.grade(array) == bookmaker.grade(map(str, made), jobs=1)
    assert bookmaker.verify(array) == [bookmaker.verify(one) for one in made]
    assert [one.solution for one in bookmaker.solve(array)] == [bookmaker.solve(one).solution for one in made]
    assert bookmaker.count_solutions(np.array([str(one) for one in made])).tolist() == [1] * 20


def test_a_square_array_may_be_one_grid() -> None:
    for grid in (Puzzle(PUZZLE).grid, np.zeros((16, 16), int)):
        with pytest.raises(UsageError, match=r"may be one grid \(one grid is Puzzle\(array\)"):
            bookmaker.grade(grid)


def test_a_verdict_is_true_if_it_is_proper() -> None:
    assert bookmaker.verify(SMALL)
    assert not bookmaker.verify(BAD)


def test_grades_are_plain_data() -> None:
    grade = bookmaker.grade(PUZZLE)
    assert json.loads(json.dumps(asdict(grade))).items() <= grade.as_dict().items()
    again = pickle.loads(pickle.dumps(grade))
    assert (again, again.minutes, again.estimates) == (grade, grade.minutes, grade.estimates)


def test_what_was_made_is_written_whole(tmp_path: Path) -> None:
    made = bookmaker.generate(2, size=4)
    lines = [json.loads(line) for line in bookmaker.write(made).splitlines()]
    assert lines == [one.as_dict() for one in made]
    assert lines[0]["seed"] == made[0].seed and lines[0]["level"] == "easy"
    for name in ("puzzles.jsonl", "puzzles.ipuz"):
        bookmaker.write(made, path=tmp_path / name)
        read = bookmaker.read(tmp_path / name)
        assert [(one, one.answer) for one in read] == [(one.puzzle, one.solution) for one in made]
    (bare,) = bookmaker.generate(1, "any", size=4, grade=False)
    assert json.loads(bookmaker.write(bare))["level"] is None


def test_open_files_and_texts_are_read(tmp_path: Path) -> None:
    text = f"{PUZZLE}\n{PUZZLE[:-1]}.\n"
    path = tmp_path / "two.txt"
    path.write_text(text)
    with path.open() as words, path.open("rb") as data:
        sources: list[Any] = [path, str(path), words, data, io.StringIO(text), io.BytesIO(text.encode()), text]
        read = [bookmaker.read(source) for source in sources]
        assert not words.closed and not data.closed
    assert read == [read[0]] * len(read) and len(read[0]) == 2
    assert str(bookmaker.read(path.open())[1].source) == f"{path}:2:1"
