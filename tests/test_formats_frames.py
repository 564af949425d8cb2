"""Grids in frames with blanks for empty cells, as programs and books print them."""

from __future__ import annotations

import pytest

from bookmaker import formats
from bookmaker.formats.base.source import Source
from bookmaker.formats.found.lines_of_grids import set_apart

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = [PUZZLE[at : at + 9].replace(".", " ") for at in range(0, 81, 9)]
FRAMES = {
    "light": ("┌┬┐", "├┼┤", "└┴┘", "─│"),
    "heavy": ("┏┳┓", "┣╋┫", "┗┻┛", "━┃"),
    "double": ("╔╦╗", "╠╬╣", "╚╩╝", "═║"),
    "bars": ("+++", "+++", "+++", "-|"),
}


def boxed(frame: str, between: str, edge: str, outer: bool = True) -> str:
    top, middle, bottom, (across, bar) = FRAMES[frame]
    width = len(between.join("abc")) + 2 * len(edge)

    def border(signs: str) -> str:
        line = signs[1].join([across * width] * 3)
        return f"{signs[0]}{line}{signs[2]}" if outer else line

    lines = [border(top)] if outer else []
    for at, row in enumerate(ROWS):
        boxes = bar.join(f"{edge}{between.join(row[start : start + 3])}{edge}" for start in (0, 3, 6))
        lines.append(f"{bar}{boxes}{bar}" if outer else boxes.rstrip())
        lines += [border(middle)] if at in (2, 5) else []
    return "\n".join([*lines, *([border(bottom)] if outer else [])]) + "\n"


@pytest.mark.parametrize("outer", [True, False], ids=["framed", "open"])
@pytest.mark.parametrize(("between", "edge"), [(" ", " "), ("", ""), ("  ", " "), ("   ", " "), (" ", "")])
@pytest.mark.parametrize("frame", FRAMES)
def test_blanks_in_a_frame_are_empty_cells(frame: str, between: str, edge: str, outer: bool) -> None:
    found = formats.parse(boxed(frame, between, edge, outer))
    assert [str(puzzle) for puzzle in found] == [PUZZLE]


def framed(lines: list[str]) -> bool:
    """Whether lines are known as a grid with blanks for empty cells."""
    return any("." in line for _, line in set_apart(list(enumerate(lines)), Source("text", "classic")))


def test_text_around_a_frame_is_a_name_or_a_note() -> None:
    found = formats.parse(f"Puzzle 12, hard\n{boxed('light', ' ', ' ')}Solved in 3 ms\n")
    assert [(str(puzzle), puzzle.name) for puzzle in found] == [(PUZZLE, "Puzzle 12, hard")]


def test_a_frame_with_a_blank_missing_is_none() -> None:
    """Where a row has its bars elsewhere nobody knows which cell a digit stands in."""
    lines = boxed("light", " ", " ").splitlines()
    assert framed(lines)
    lines[1] = lines[1].replace("  ", " ", 1)
    assert not framed(lines)
    # Digits in the middle of each box only may stand one, two or three characters apart.
    loose = "\n".join("│       │   1   │       │" for _ in range(9))
    assert not framed(loose.splitlines())


@pytest.mark.parametrize("labels", ["012345678", "123456789", "ABCDEFGHI"])
def test_labels_may_stand_around_a_frame(labels: str) -> None:
    sides = iter(labels)
    lines = [
        f"{next(sides) if any(map(str.isdigit, line)) else ' '} {line}"
        for line in boxed("light", " ", " ").splitlines()
    ]
    above = "    " + "   ".join(" ".join(labels[at : at + 3]) for at in (0, 3, 6))
    assert [str(puzzle) for puzzle in formats.parse("\n".join([above, *lines]))] == [PUZZLE]


@pytest.mark.parametrize("empty", [1, 2])
def test_the_last_columns_may_be_empty_and_cut_off(empty: int) -> None:
    """Without a frame and without lines between the boxes nothing shows how wide the grid is but its boxes."""
    rows = [row[: 9 - empty] + " " * empty for row in ROWS]
    text = "\n".join("│".join(f" {' '.join(row[at : at + 3])} " for at in (0, 3, 6)).rstrip() for row in rows) + "\n"
    (puzzle,) = formats.parse(text)
    assert puzzle.givens == bytes(int(cell) if cell != " " else 0 for row in rows for cell in row)
