"""Lines a symbol too short or too long, answers on the line below, kinds that a grid cannot have, cages in short forms."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

from bookmaker.base.errors import InputError, Note
from bookmaker.formats import items, parse, read, read_stream
from bookmaker.formats.apps.registry import FORMATS
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import geometry

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ANSWER = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
MINIMAL = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"


def faults_of(text: str, kind: str = "classic") -> list[str]:
    with pytest.raises(InputError) as caught:
        parse(text, "f", kind)
    return [str(fault) for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        (PUZZLE[:5] + PUZZLE[6:], "80 symbols; a puzzle of 9×9 has 81 (with an empty cell among symbols 5 to 9 it"),
        (MINIMAL[1:], "80 symbols; a puzzle of 9×9 has 81 (with a digit before symbol 1"),
        (PUZZLE[:-1], "80 symbols; a puzzle of 9×9 has 81 (with an empty cell at its end it"),
        (PUZZLE + "9", "82 symbols; a puzzle of 9×9 has 81 (without the symbol '9' in places 81 to 82 it"),
        (PUZZLE[:70], "70 symbols; a puzzle of 9×9 has 81"),
        (PUZZLE[:79], "79 symbols; a puzzle of 9×9 has 81"),
    ],
)
def test_where_a_symbol_was_left_out_or_typed_twice(line: str, wanted: str) -> None:
    told = faults_of(line)
    assert len(told) == 1
    assert told[0].startswith(f"f:1:1: {wanted}")
    assert ("proper puzzle" in told[0]) == ("(" in wanted)


def test_only_some_lines_of_a_file_are_looked_into() -> None:
    told = faults_of("\n".join([PUZZLE[:-1]] * 30))
    assert sum("proper puzzle" in one for one in told) == 20


def test_many_plain_lines_with_their_answers_below(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_text(f"{PUZZLE}\n{ANSWER}\n" * 20 + f"{PUZZLE}\n" * 20 + f"{ANSWER}\n")
    found = read(path)
    assert [one.answer for one in found] == [ANSWER_BYTES] * 20 + [None] * 19 + [ANSWER_BYTES]


ANSWER_BYTES = bytes(map(int, ANSWER))


@pytest.mark.parametrize("kind", ["samurai", "jigsaw", "kropki"])
def test_a_kind_that_one_grid_cannot_have_is_a_fault_of_each_puzzle(kind: str) -> None:
    """No traceback, and what can be read of the same file is read."""
    rows = "\n".join(PUZZLE[start : start + 9] for start in range(0, 81, 9))
    whole = FORMATS["json"].render([Puzzle(geometry("x"), bytes(map(int, PUZZLE.replace(".", "0"))))])
    for text in (PUZZLE, f"{PUZZLE}\n" * 40, rows, json.dumps([PUZZLE] * 2)):
        assert all(kind in one or "369 cells" in one for one in faults_of(text, kind))
    found = list(items(_stream(f"{PUZZLE}\n{whole}", kind)))
    assert [one.geometry.kind for one in found if isinstance(one, Puzzle)] == ["x"]


def _stream(text: str, kind: str):  # type: ignore[no-untyped-def]
    from bookmaker.formats import Argument, Reading

    return read_stream(Argument(text), Reading(kind))


def test_objects_below_a_comment_are_no_program() -> None:
    """Passed over as prose, their solutions were read as puzzles, and their cages were lost."""
    listed = [[6, [0, 9]], [[1, 2, 3], 10]]
    lines = [json.dumps({"kind": "killer", "cages": listed, "solution": ANSWER, "source": "x (y)"})] * 12
    found = list(items(_stream("# puzzles (made by hand) =>{\n\n" + "\n".join(lines), "classic")))
    puzzles = [one for one in found if isinstance(one, Puzzle)]
    assert not [one for one in found if not isinstance(one, Puzzle | Note)]
    assert [one.cages for one in puzzles] == [(Cage((0, 9), 6), Cage((1, 2, 3), 10))] * 12


def test_a_region_in_several_pieces_is_not_written_as_sgt() -> None:
    labels = [cell // 27 * 3 + cell % 9 // 3 for cell in range(81)]
    labels[0], labels[80] = labels[80], labels[0]
    puzzle = Puzzle(geometry("jigsaw", 9, tuple(labels)), bytes(81))
    lacks = FORMATS["sgt"].lacks
    assert lacks is not None
    assert "a region in several pieces" in list(lacks(puzzle))


ROWS = [PUZZLE[start : start + 9] for start in range(0, 81, 9)]


def test_text_directly_above_a_grid_in_bands_with_blank_lines() -> None:
    """As a public repository has it: a line of remarks, and groups of three."""
    groups = [" ".join(row[at : at + 3] for at in (0, 3, 6)).replace(".", "0") for row in ROWS]
    text = "Test THIS LINE FOR COMMENTS! Use it.\n" + "\n\n".join("\n".join(groups[at : at + 3]) for at in (0, 3, 6))
    assert [one.givens for one in parse(text)] == [bytes(map(int, PUZZLE.replace(".", "0")))]


def test_rows_that_markdown_breaks_by_backslashes() -> None:
    rows = [" ".join(row).replace(".", "0") + "\\" * (at % 3 < 2) for at, row in enumerate(ROWS)]
    text = "\n\n".join("\n".join(rows[at : at + 3]) for at in (0, 3, 6))
    assert [one.givens for one in parse(text)] == [bytes(map(int, PUZZLE.replace(".", "0")))]


def test_a_cell_too_many_between_commas() -> None:
    told = faults_of(",".join("9" + MINIMAL.replace(".", "0")))
    assert told == [
        "f:1:1: 82 symbols; a puzzle of 9×9 has 81 (without the symbol '9' in place 1 it would be a proper puzzle)"
    ]


def test_a_marked_section_that_nobody_knows_and_a_file_without_a_name(tmp_path: Path) -> None:
    """Found by the fuzzer: the standard library's readers of markup and of zip files raise errors of their own."""
    told = faults_of("<p>1</p> <![CD234 |\n<b>123<!ENTITY a 'b'></b>\n")
    assert told
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("a.txt", PUZZLE)
    path = tmp_path / "f.zip"
    path.write_bytes(packed.getvalue().replace(b"a.txt", b"\0.txt"))
    with pytest.raises(InputError, match="zip file is damaged"):
        read(path)
