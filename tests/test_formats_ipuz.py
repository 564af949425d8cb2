"""ipuz: every kind that it holds comes back as it was, and what is not known is one fault."""

from __future__ import annotations

import json
from typing import Any

import pytest
from conftest import every_kind
from formats_data import ANSWER, NUMBERS, PUZZLE, found

from bookmaker.formats import FORMATS, parse, render
from bookmaker.formats.apps import ipuz
from bookmaker.formats.base.format import barrier
from bookmaker.puzzles.grid.puzzle import Puzzle

EVERY = every_kind()
HELD = [puzzle for puzzle in EVERY if not barrier(puzzle, FORMATS["ipuz"])]


def parts(puzzle: Puzzle) -> tuple[object, ...]:
    """All of a puzzle but its place."""
    return puzzle.geometry, puzzle.givens, puzzle.answer, puzzle.cages, puzzle.name


def made(kinds: str = "", **fields: Any) -> dict[str, Any]:
    """An object of ipuz."""
    uris = [f"http://ipuz.org/sudoku{f'/{kind}' if kind else ''}#1" for kind in kinds.split(",")]
    return {"version": "http://ipuz.org/v2", "kind": uris, "puzzle": NUMBERS, **fields}


def test_every_kind_that_it_holds_comes_back() -> None:
    kinds = {puzzle.geometry.kind for puzzle in HELD}
    assert kinds >= {"classic", "killer", "jigsaw", "x", "latin", "calcudoku", "killer-x", "operations"}
    for puzzle in HELD:
        text = render([puzzle], "ipuz")
        for again in (text, json.dumps(json.loads(text), indent=1), f"ipuz({text.strip()})", f"ipuz(\n{text})\n"):
            assert [parts(one) for one in parse(again)] == [parts(puzzle)], again
            assert [parts(one) for one in parse(again, format="ipuz")] == [parts(puzzle)], again
    together = parse(render(HELD, "ipuz"), format="ipuz")
    assert list(map(parts, together)) == list(map(parts, HELD)) == list(map(parts, parse(render(HELD, "ipuz"))))


def test_no_other_kind_is_written() -> None:
    for puzzle in EVERY:
        if puzzle not in HELD:
            assert barrier(puzzle, FORMATS["ipuz"])
    written = {word for puzzle in HELD for kind in ipuz.as_object(puzzle)["kind"] for word in [kind.split("/")[-1]]}
    assert written >= {"sudoku#1", "killersudoku#1", "jigsawsudoku#1", "diagonalsudoku#1", "calcudoku#1"}


@pytest.mark.parametrize(
    "fields",
    [
        made(),
        made(puzzle=[[{"cell": cell, "style": {"shapebg": "circle"}} for cell in row] for row in NUMBERS]),
        made(puzzle=[[{"given": cell} if cell else None for cell in row] for row in NUMBERS]),
        made(puzzle=[[str(cell) if cell else "." for cell in row] for row in NUMBERS], empty="."),
        made(puzzle=[[cell and " ABCDEFGHI"[cell] for cell in row] for row in NUMBERS], charset="ABCDEFGHI"),
        made(
            "wordoku", puzzle=[[cell and "DUMPLINGS"[cell - 1] for cell in row] for row in NUMBERS], charset="DUMPLINGS"
        ),
        made(saved=[[1] * 9] * 9, solution=[[int(ANSWER[9 * r + c]) for c in range(9)] for r in range(9)], author="A"),
        {**made(), "kind": "http://www.ipuz.org/sudoku"},
    ],
)
def test_forms_of_cells(fields: dict[str, Any]) -> None:
    for text in (json.dumps(fields), json.dumps(fields, indent=2), json.dumps([fields])):
        (puzzle,) = found(text)
        assert (str(puzzle), puzzle.geometry.kind) == (PUZZLE, "classic")


@pytest.mark.sampled(8)
@pytest.mark.parametrize(
    "fields",
    [
        made("windowsudoku"),
        {**made(), "kind": ["http://ipuz.org/crossword#1"]},
        made("killersudoku"),
        made("jigsawsudoku"),
        made("calcudoku"),
        made(puzzle=NUMBERS[:8]),
        made(puzzle=[*NUMBERS[:8], NUMBERS[8][:8]]),
        made(puzzle=[[cell or "#" for cell in row] for row in NUMBERS]),
        made(puzzle=[[{"cell": cell, "style": {"lessthan": "R"}} for cell in row] for row in NUMBERS]),
        made(puzzle=[[{"cell": cell, "sum": 3} for cell in row] for row in NUMBERS]),
        made(charset="ABC"),
        made(cages=[{"value": 3, "operator": "*", "cells": [[0, 0], [1, 0]]}]),
        made(cages=[{"value": 3, "rect": [0, 0, 1, 1]}]),
        made(zones=[{"cells": [[0, 0], [0, 0]]}]),
        made(zones=[{"cells": [[0, 9]]}]),
        made(cages=5),
        made(constraints=[{"type": "gobbledygook"}]),
    ],
)
def test_what_is_not_known_is_one_fault(fields: dict[str, Any]) -> None:
    for text in (json.dumps(fields), json.dumps(fields, indent=2), f"ipuz({json.dumps(fields)})"):
        puzzles = found(text)
        assert not puzzles and len(puzzles.faults) == 1, puzzles


def test_cells_are_column_and_row() -> None:
    (puzzle,) = found(json.dumps(made("killersudoku", cages=[{"value": 12, "cells": [[2, 0], [2, 1]]}])))
    assert puzzle.cages[0].cells == (2, 11)


@pytest.mark.parametrize("spoilt", ["NaN", "Infinity", "9" * 5000, "[" * 100000, "{]", '"'])
@pytest.mark.parametrize("before", [0, 1, 2])
def test_after_an_object_that_cannot_be_read_the_next_lines_are(spoilt: str, before: int) -> None:
    whole = json.dumps(made())
    bad = whole.replace(json.dumps(NUMBERS), spoilt)
    assert bad != whole
    items = found("\n".join([*[whole] * before, bad, whole]))
    assert (len(items), len(items.faults)) == (before + 1, 1)
    items = found("\n".join([*[whole] * before, bad]))
    assert (len(items), len(items.faults)) == (before, 1)
