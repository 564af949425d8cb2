"""Notes of a folder: none is cut, and those come first that may change a puzzle."""

from __future__ import annotations

import json
from pathlib import Path

from conftest import PUZZLE, SOLUTION, Run

LETTERS = 30


def letter(cells: str, answer: str = "") -> str:
    grids = ["\n".join(text[at : at + 9] for at in range(0, 81, 9)) for text in (cells, answer) if text]
    return f"Dear editor,\n\nhere is my puzzle.\n\n{grids[0]}\n\n" + "".join(f"Answer\n{one}\n" for one in grids[1:])


def test_all_notes_of_a_folder_are_in_json_and_the_weighty_ones_come_first(tmp_path: Path, run: Run) -> None:
    for number in range(LETTERS):
        guessed = number in (11, 29)
        (tmp_path / f"{number:02}.txt").write_text(letter(PUZZLE.replace(".", "?") if guessed else PUZZLE, SOLUTION))
    done = run("verify", "--json", str(tmp_path))
    rows = [json.loads(line) for line in done.out.splitlines()]
    notes = [row for row in rows if row["status"] == "note"]
    assert done.code == 0 and rows[-len(notes) :] == notes and len(rows) == LETTERS + len(notes)
    assert [row["weighty"] for row in notes] == sorted((row["weighty"] for row in notes), reverse=True)
    assert [Path(row["source"]).name for row in notes if row["weighty"]] == ["11.txt:5", "29.txt:5"]
    for number in range(LETTERS):
        mine = [row["message"] for row in notes if f"{number:02}.txt" in row["source"]]
        assert len(mine) == 3 + (number in (11, 29)), mine
    # A person reads one line for each file, and in these lines nothing is left out either.
    told = done.err.splitlines()
    assert [line.count("guess") for line in told[:3]] == [1, 1, 0]
    assert len(told) == 2 + LETTERS and "more" not in done.err
    taken = "a full grid that solves the puzzle above is taken for its answer: line 16"
    assert told[2].endswith(f"00.txt: note: not puzzles, passed over: lines 1, 15; {taken}")
    assert run("verify", str(tmp_path)).err == done.err


def test_a_few_notes_have_a_line_each(run: Run) -> None:
    told = run("verify", "-", stdin=letter(PUZZLE)).err.splitlines()
    assert told == ["bookmaker: <stdin>:1:1: note: 'Dear editor,' and the next line are not a puzzle; passed over"]
