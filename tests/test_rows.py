"""Many plain lines are read at once, in two ways: a text of nothing else, and any other."""

from __future__ import annotations

import numpy as np

from bookmaker.formats.stream.rows import Batch, rows

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


def test_lines_with_every_sign_for_empty_cells_are_as_digits_say() -> None:
    """Digits and dots are looked at eight or all at a time, and other signs in other ways: all read the same."""
    draw = np.random.default_rng(7)
    alphabets = [
        b".123456789",
        b"....123456789",
        b"000123456789",
        b"._*-0123456789",
        b"._123456789",
        b"./123456789",
        b".:9",
    ]
    for alphabet in alphabets:
        lines = np.frombuffer(alphabet, np.uint8)[draw.integers(0, len(alphabet), (20, 81))]
        for leading in (False, True):
            lines[7, :16] = lines[7, :16] if not leading else np.frombuffer(b"1234567891234567", np.uint8)
            text = b"".join(line.tobytes() + b"\n" for line in lines)
            if set(alphabet) & set(b"/:"):
                assert [row for _, row in read(text)] == text.decode().split("\n")[:-1]
            else:
                cells = [[digit - 48 if 49 <= digit <= 57 else 0 for digit in line] for line in lines.tolist()]
                assert read(text) == [(1, cells)]
