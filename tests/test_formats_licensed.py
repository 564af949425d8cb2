"""Files of public repositories that their licence lets us keep: read as a person sees them, or refused with what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from bookmaker import formats
from bookmaker.base.errors import Fault, Note
from bookmaker.puzzles.grid.puzzle import Puzzle

FOLDER = Path(__file__).parent / "data" / "wild_licensed"
TABLE = [
    [field.strip() for field in line.strip("|").split("|")]
    for line in (FOLDER / "README.md").read_text(encoding="utf-8").splitlines()[8:]
]


def test_every_file_is_in_the_table_with_its_source_and_copyright() -> None:
    listed = {row[0].split()[0] for row in TABLE}
    assert listed == {path.name for path in FOLDER.iterdir()} - {"README.md", "LICENSE.txt"}
    assert all(len(row) == 6 and "/" in row[1] and len(row[2]) == 40 and row[3] for row in TABLE)


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row[0])
def test_a_file_is_read_as_a_person_sees_it(row: list[str]) -> None:
    items = list(formats.items(formats.read_stream(FOLDER / row[0].split()[0])))
    puzzles = [item for item in items if isinstance(item, Puzzle)]
    faults = [item for item in items if isinstance(item, Fault) and not isinstance(item, Note)]
    assert len(puzzles) == int(row[4])
    assert bool(faults) == (row[4] == "0")
    assert all(fault.place is not None and fault.place.line for fault in faults)
    if puzzles:
        assert str(puzzles[0])[:9] == row[5]
