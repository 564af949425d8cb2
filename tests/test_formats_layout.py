"""Grids among lines of text: above, below and beside them, side by side, and blanks for empty cells."""

from __future__ import annotations

import contextlib
import json
import random
from collections.abc import Sequence

import pytest
from conftest import scaled
from hypothesis import given, settings
from hypothesis import strategies as st

from bookmaker import formats
from bookmaker.base.errors import InputError
from bookmaker.puzzles.grid.geometry import BOXES, SYMBOLS

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SIZES = (4, 6, 8, 9, 10, 12, 16)
FRAMES = {
    "none": None,
    "open": ("", "-+-", "", "-", "|"),
    "bars": ("+++", "+++", "+++", "-", "|"),
    "lines": ("---", "---", "---", "-", "|"),
    "light": ("┌┬┐", "├┼┤", "└┴┘", "─", "│"),
    "double": ("╔╦╗", "╠╬╣", "╚╩╝", "═", "║"),
}
TITLES: Sequence[Sequence[str]] = (
    (),
    ("No. 5",),
    ("Nr 1",),
    ("Monday", "hard"),
    ("Wednesday",),
    ("Puzzle 12", "---------"),
    ("=" * 25, "SUDOKU", "=" * 25),
    ("12.11.2026, 3 stars",),
)
BELOW: Sequence[Sequence[str]] = ((), ("FINE",), ("(c) 2026 by A. B.",), ("Solved in 3 ms", "Level: 2"))
BESIDE = ("Name: Bob", "Hint: start with 5", "(c) 2026", "h - Move left", "Level 3/5", "10:25")


def cells_of(size: int, dice: random.Random) -> list[int]:
    """Some of the cells of a full grid, 0 for the others; none of its first and last rows and columns is empty."""
    down, across = BOXES[size]
    full = [(row % down * across + row // down + column) % size + 1 for row in range(size) for column in range(size)]
    kept = {*dice.sample(range(size * size), size * size // 3)}
    kept |= {dice.randrange(size), size * (size - 1) + dice.randrange(size)}
    kept |= {dice.randrange(size) * size, dice.randrange(size) * size + size - 1}
    return [digit if at in kept else 0 for at, digit in enumerate(full)]


def text_of(cells: Sequence[int]) -> str:
    return "".join(SYMBOLS[digit - 1] if digit else "." for digit in cells)


def drawn(cells: Sequence[int], frame: str, empty: str, between: str, edge: str, wide: bool = False) -> list[str]:
    """The lines of a grid."""
    size = round(len(cells) ** 0.5)
    down, across = BOXES[size]

    def cell(digit: int) -> str:
        symbol = (str(digit) if wide else SYMBOLS[digit - 1]) if digit else empty
        return symbol.rjust(2) if wide else symbol

    rows = [[cell(digit) for digit in cells[at : at + size]] for at in range(0, size * size, size)]
    boxes = [[f"{edge}{between.join(row[at : at + across])}{edge}" for at in range(0, size, across)] for row in rows]
    signs = FRAMES[frame]
    if signs is None:
        return ["".join(row).rstrip() for row in boxes]
    top, middle, bottom, line, bar = signs

    def border(ends: str) -> list[str]:
        inner = [line * len(boxes[0][0])] * len(boxes[0])
        return (
            [ends[:1].strip("-") + ends[1:2].join(inner) + ends[2:].strip("-")]
            if len(ends) == 3 and frame != "open"
            else []
        )

    out = border(top)
    for at, row in enumerate(boxes):
        if at and at % down == 0:
            out += border(middle) if frame != "open" else ["+".join([line * len(row[0])] * len(row))]
        out.append(bar.join(row).rstrip() if frame == "open" else bar + bar.join(row) + bar)
    out += border(bottom)
    return ["-" * len(out[1]) if frame == "lines" and set(one) == {"-"} else one for one in out]


@st.composite
def layouts(draw: st.DrawFn) -> tuple[str, list[str]]:
    """A text, and the givens of the puzzles in it."""
    dice = random.Random(draw(st.integers(0, 1 << 30)))
    size = draw(st.sampled_from(SIZES))
    frame = draw(st.sampled_from([*FRAMES]))
    wide = size > 9 and draw(st.booleans())
    empty = draw(st.sampled_from([" ", ".", "_", "-", "0"] if frame != "none" else [".", "_", "0"]))
    empty = "." if empty == "0" and size > 9 else empty
    between = " " if wide else draw(st.sampled_from(["", " "]))
    edge = draw(st.sampled_from(["", " "]))
    if frame == "open" and empty == " ":
        edge = " "
    if frame == "none" and (between or size == 4):
        between, edge = " ", " "
    out: list[str] = []
    found: list[str] = []
    indent = " " * draw(st.sampled_from([0, 0, 3, 10]))
    for _ in range(draw(st.integers(1, 3))):
        many = draw(st.sampled_from([1, 1, 2]))
        grids = [cells_of(size, dice) for _ in range(many)]
        found += map(text_of, grids)
        pictures = [drawn(cells, frame, empty, between, edge, wide) for cells in grids]
        title = draw(st.sampled_from(TITLES))
        gap = draw(st.sampled_from([4, 6, 9]))
        width = max(map(len, pictures[0]))
        lines = ["".join(line.ljust(width + gap) for line in some).rstrip() for some in zip(*pictures, strict=True)]
        if many == 1 and draw(st.booleans()) and not (empty == " " and frame in ("none", "open")):
            for at in range(len(lines)):
                if dice.random() < 0.4:
                    lines[at] = lines[at].ljust(width + gap) + dice.choice(BESIDE)
        out += [*title, *(indent + line for line in lines), *draw(st.sampled_from(BELOW)), ""]
    return "\n".join(out), found


@settings(max_examples=scaled(40, 120), deadline=None)
@given(layouts())
def test_grids_among_text_are_read_as_they_are_drawn(layout: tuple[str, list[str]]) -> None:
    text, wanted = layout
    try:
        puzzles = formats.parse(text)
    except InputError as error:
        raise AssertionError(f"{error}\n{text}") from error
    assert [str(puzzle) for puzzle in puzzles] == wanted, text


@pytest.mark.parametrize("size", [4, 6, 8, 9, 10, 12, 16])
@pytest.mark.parametrize("sign", ".-_*=~#x0")
def test_drawn_lines_are_never_puzzles(sign: str, size: int) -> None:
    """Lines of as many signs as a grid has cells, above and below a heading or the puzzles themselves."""
    rule = sign * size * size
    rows = "\n".join(PUZZLE[at : at + 9] for at in range(0, 81, 9))
    for text in (
        f"{rule}\nMy puzzle\n{rule}\n{PUZZLE}\n",
        f"My puzzle\n{rule}\n\n{rows}\n\n{rule}\n",
        f"{PUZZLE}\n{rule}\n{PUZZLE}\n",
        f"{rule}\n\n" + f"{PUZZLE}\n" * 40,
    ):
        with contextlib.suppress(InputError):
            assert {str(puzzle) for puzzle in formats.parse(text)} == {PUZZLE}
    for text in (f"My holidays\n{rule}\nWe went to the sea.\n", f"One\n{rule}\n\nTwo\n{rule}\n"):
        with pytest.raises(InputError):
            formats.parse(text)


def test_what_has_no_given_is_a_puzzle_where_it_is_all() -> None:
    empty = "." * 81
    assert [str(puzzle) for puzzle in formats.parse(empty)] == [empty]
    assert [str(puzzle) for puzzle in formats.parse(f'{{"puzzle": "{empty}"}}\n{{"puzzle": "{PUZZLE}"}}')] == [
        empty,
        PUZZLE,
    ]
    batch = f"{PUZZLE}\n" * 20
    found = formats.parse(f"{batch}{empty}\n{batch}")
    assert [str(puzzle) for puzzle in found] == [PUZZLE] * 40


ROWS = [PUZZLE[at : at + 9] for at in range(0, 81, 9)]
ANSWER = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
OTHER = "..43..2.9..5..9..1.7..6..43..6..2.8719...74...5..83...6.....1.5..35.869..4291.3.."


def joined(between: str, blank: str, form: str = "{}", end: str = "\n") -> str:
    return end.join(between.join(blank if cell == "." else form.format(cell) for cell in row) for row in ROWS) + "\n"


NOTEBOOK = {
    "cells": [
        {"cell_type": "code", "outputs": [], "source": ["for n in range(9):\n", "    grid[y][x] = 0\n"]},
        {"cell_type": "code", "outputs": [], "source": [f"[{','.join(row.replace('.', '0'))}],\n" for row in ROWS]},
    ],
    "nbformat": 4,
}
FORMS = {
    "LaTeX with ties": joined(" & ", "~", end=" \\\\\n\\hline\n"),
    "LaTeX in bold": joined(" & ", "", "\\textbf{{{}}}", end=" \\\\\n"),
    "MATLAB": "A = [" + joined(" ", "0", end="; ...\n").strip() + "];\n",
    "decimals with commas": joined(";", "", "{},0"),
    "decimals": joined(",", "", "{}.0"),
    "nan": joined(",", "nan", "{}.0"),
    "NaN, tabs": joined("\t", "NaN", "{}.0"),
    "a data frame": "     "
    + "    ".join("012345678")
    + "\n"
    + "".join(f"{at}  {line}\n" for at, line in enumerate(joined("  ", "NaN", "{}.0").splitlines())),
    "Markdown in bold": "".join(f"| {line} |\n" for line in joined(" | ", "", "**{}**").splitlines()),
    "a title and an empty row": f"Tuesday{',' * 8}\n{',' * 8}\n{joined(',', '')}",
    "a title for each of two": f"Tuesday{',' * 8}\n{joined(',', '')}{',' * 8}\nFriday{',' * 8}\n{joined(',', '')}",
    "an answer first": f"{ANSWER};{PUZZLE}\n",
    "an answer first, in columns": f"1,{ANSWER},{PUZZLE},easy\n",
    "the state of a game": f"{PUZZLE.replace('.', '0')}:00:00:00000\n",
    "an apostrophe": f"quizzes\n'{PUZZLE.replace('.', '0')}\n",
    "a scan": joined("", ".").replace("5", "S").replace("8", "B").replace("1", "l"),
    "holes": "var board = [\n" + joined(",", "", end=",\n").rstrip("\n") + "\n]\n",
    "rows of holes": "var board = [\n" + "".join(f"  [{line}],\n" for line in joined(", ", "").splitlines()) + "];\n",
    "a notebook": json.dumps(NOTEBOOK, indent=1),
    "a word below bands": "\n\n".join(joined("", "_").strip().split("\n")[at] for at in range(9)) + "\nFINE\n",
    "blanks cut off": "\n".join(row.replace(".", " ").rstrip() for row in ROWS) + "\n",
    "blanks cut off, spaced": "\n".join(" ".join(row.replace(".", " ")).rstrip() for row in ROWS) + "\n",
}


@pytest.mark.parametrize("form", FORMS)
def test_a_grid_is_read_in_its_form(form: str) -> None:
    found = {str(puzzle) for puzzle in formats.parse(FORMS[form])}
    assert found == {PUZZLE}, FORMS[form]


def test_zeros_that_a_spreadsheet_cut_off_are_empty_cells() -> None:
    for text in (OTHER.replace(".", "0")[2:], f"quizzes\n{OTHER.replace('.', '0')[2:]}\n"):
        assert [str(puzzle) for puzzle in formats.parse(text)] == [OTHER]
    with pytest.raises(InputError):
        formats.parse(PUZZLE.replace(".", "0")[1:] + "\n")  # One symbol alone may be a given that was left out.


def test_letters_are_digits_only_where_that_makes_a_proper_puzzle() -> None:
    with pytest.raises(InputError):
        formats.parse(FORMS["a scan"].replace("S", "B", 1))
    with pytest.raises(InputError):
        formats.parse(FORMS["a scan"].replace("7", "."))
