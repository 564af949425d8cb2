"""JSON documents of many puzzles, however they are laid out, and such as are cut short."""

from __future__ import annotations

import json

import pytest
from conftest import PUZZLE, Run

from bookmaker.base.errors import Fault, InputError, Note
from bookmaker.formats import Reading, parse
from bookmaker.formats.found.one_text import text_items
from bookmaker.puzzles.grid.puzzle import cells_text


def manifest(count: int, **more: object) -> dict[str, object]:
    """A document as a built book has one: its puzzles have numbers, as cells of some programs have."""
    one = {"kind": "classic", "size": 9, "givens": PUZZLE, "source": None, "techniques": {"naked-single": 3}, **more}
    return {"title": "T", "pages": 60, "puzzles": [{"number": at + 1, "page": at + 2, **one} for at in range(count)]}


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("count", [1, 3, 16, 25, 36, 81, 100])
def test_a_list_of_objects_with_puzzles_is_no_grid_however_it_is_laid_out(count: int, indent: int | None) -> None:
    found = parse(json.dumps(manifest(count), indent=indent))
    assert [cells_text(puzzle.givens) for puzzle in found] == [PUZZLE] * count


def test_sixteen_killers_without_givens_are_no_grid() -> None:
    cages = [{"sum": 3, "cells": ["r1c1", "r1c2"]}]
    made = {"puzzles": [{"number": at, "kind": "killer", "size": 9, "cages": cages} for at in range(16)]}
    assert [puzzle.geometry.kind for puzzle in parse(json.dumps(made))] == ["killer"] * 16


def test_objects_with_numbers_are_cells_as_before() -> None:
    cells = [{"number": int(symbol) if symbol != "." else 0, "notes": [1, 2]} for symbol in PUZZLE]
    [puzzle] = parse(json.dumps({"cells": cells}))
    assert cells_text(puzzle.givens) == PUZZLE


def test_rows_and_a_text_under_puzzles_are_one_puzzle_as_before() -> None:
    rows = [PUZZLE[at : at + 9] for at in range(0, 81, 9)]
    for value in (rows, [PUZZLE], PUZZLE):
        [puzzle] = parse(json.dumps({"puzzles": value}))
        assert cells_text(puzzle.givens) == PUZZLE


CUT = {
    '{"givens":"53..7....6..195': "f:1:11: the JSON is cut short: the text that begins here has no end",
    '{"level": 3, "title":': "f:1:22: the JSON is cut short: it ends here",
    '{\n "kind": "x",\n "givens":\n\n': "f:3:11: the JSON is cut short: it ends here",
    f'[{{"givens":"{PUZZLE}"}},\n {{"givens":"53..': "f:2:12: the JSON is cut short: the text that begins here has no end",
}


@pytest.mark.parametrize("text", CUT)
def test_where_json_is_cut_short_is_told(text: str) -> None:
    with pytest.raises(InputError) as raised:
        parse(text, "f")
    assert CUT[text] in str(raised.value)


def test_what_is_found_in_json_that_is_cut_short_is_read_with_a_note() -> None:
    found = list(text_items([f'{{"givens":"{PUZZLE}", "name"'.encode()], Reading(), "f", batches=False))
    notes = [item.message for item in found if isinstance(item, Note)]
    assert len(found) - len(notes) == 1
    assert not any(type(item) is Fault for item in found)
    assert any("cut short" in note for note in notes)


@pytest.mark.parametrize(
    ("labels", "told"),
    [
        ("1" * 10 + "2" * 8 + "3456789" * 9, "region 1 has 10 cells, region 2 has 8"),
        ("12345678" * 10 + "1", ": it has 8"),
    ],
)
def test_which_region_of_a_map_has_another_number_of_cells_is_told(labels: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        parse(json.dumps({"kind": "jigsaw", "givens": PUZZLE, "regions": labels}))


def test_puzzles_in_one_line_of_json_say_which_they_are(run: Run) -> None:
    one, other = json.dumps({"id": 1, "puzzle": PUZZLE}), json.dumps({"id": 2, "puzzle": PUZZLE})
    done = run("verify", "--deep", "-", stdin=f"[{one}, {other}]\n")
    assert "<stdin>:1[1]: proper" in done.out and "the same puzzle as <stdin>:1[0]" in done.out
    lines = run("verify", "--deep", "-", stdin=f"[\n{one},\n{other}]\n")
    assert "<stdin>:3: proper" in lines.out and "the same puzzle as <stdin>:2\n" in lines.out
    days = [{"date": f"2026-12-0{day}", "puzzle": PUZZLE} for day in (1, 2)]
    dated = run("verify", "--deep", "-", stdin=json.dumps({"title": "The Daily", "puzzles": days}, indent=1))
    assert "<stdin>:1[2026-12-02]: proper" in dated.out and "<stdin>:1[2026-12-01]" in dated.out
