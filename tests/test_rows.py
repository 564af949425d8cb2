"""Many plain lines are read at once, in two ways: a text of nothing else, and any other."""

from __future__ import annotations

import numpy as np

from bookmaker.formats.rows import Batch, rows

PUZZLE = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
ANSWER = b"534678912672195348198342567859761423426853791713924856961537284287419635345286179\n"


def read(text: bytes) -> list[tuple[int, object]]:
    """What is read: the first line of each batch with its cells, and other lines by number."""
    found: list[tuple[int, object]] = []
    for row in rows([(1, text)], "a.txt", batches=True):
        if isinstance(row, Batch):
            assert row.cells.flags.c_contiguous and row.cells.flags.writeable
            assert bytes(np.asarray(row.symbols)) == bytes(text[: 82 * len(row.cells)]).replace(b"\n", b"")
            found.append((row.first, row.cells.tolist()))
        else:
            assert isinstance(row, tuple)
            found.append((row[0], row[1]))
    return found


def test_a_text_of_plain_lines_is_read_as_one_with_another_line_at_its_end() -> None:
    text = PUZZLE * 100
    alone = read(text)
    assert len(alone) == 1 and alone[0][0] == 1
    assert read(text + b"end\n") == [*alone, (101, "end")]


def test_answers_and_unknown_signs_among_plain_lines_are_read_with_care() -> None:
    for odd in (PUZZLE + ANSWER, PUZZLE.replace(b"5", b"x"), PUZZLE[:40] + b"\n" + PUZZLE[41:]):
        text = PUZZLE * 100 + odd
        found = read(text)
        assert found[0] == (1, read(PUZZLE * 100)[0][1]) and len(found) == 1 + odd.count(b"\n")
