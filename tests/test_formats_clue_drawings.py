"""Grids that are drawn with their clues: what ``grid`` writes is read back, whatever the style, and no sign of it is lost."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from conftest import every_kind, scaled

from bookmaker import formats
from bookmaker.base.errors import InputError
from bookmaker.formats.base.format import barrier
from bookmaker.puzzles.grid.puzzle import Puzzle

DATA = Path(__file__).parent / "data"
KINDS = (
    "futoshiki",
    "greater-than",
    "skyscraper-square",
    "skyscrapers",
    "sandwich",
    "x-sums",
    "calcudoku",
    "killer",
    "jigsaw",
)


@cache
def puzzles() -> dict[str, Puzzle]:
    return {one.geometry.kind: one for one in every_kind() if not barrier(one, formats.FORMATS["grid"])}


def read(text: str) -> list[Puzzle]:
    try:
        return list(formats.parse(text))
    except InputError:
        return []


def framed(text: str) -> str:
    """The same drawing with the frame of a printed book around its rows."""
    rows = text.splitlines()
    width = max(map(len, rows))
    return "\n".join(["┌" + "─" * width + "┐", *(f"│{row:{width}}│" for row in rows), "└" + "─" * width + "┘"]) + "\n"


STYLES = {
    "zeros": lambda text: re.sub(r"(?<![\w.])\.(?![\w.])", "0", text),
    "underlined": lambda text: re.sub(r"(?<![\w.])\.(?![\w.])", "_", text),
    "logic": lambda text: re.sub(r"(?m)^([ v^]+)$", lambda row: row[1].translate({118: "∨", 94: "∧"}), text),
    "wide signs": lambda text: text.replace("<", "‹").replace(">", "›"),
    "indented": lambda text: "".join(f"   {row}\n" for row in text.splitlines()),
    "trailing blanks": lambda text: "".join(f"{row}  \n" for row in text.splitlines()),
    "box drawing": lambda text: text.replace("|", "│").replace("-", "─") if "cages" not in text else text,
    "colons": lambda text: re.sub(r"(?m)^(\w+) = ", r"\1: ", text),
}


@pytest.mark.sampled(3)
def test_every_kind_is_drawn_and_read_back() -> None:
    for kind, puzzle in puzzles().items():
        text = formats.render([puzzle], "grid")
        assert formats.parse(text) == formats.parse(text, format="grid") == [puzzle], kind
        assert formats.parse(f"{text}\n{text}") == [puzzle, puzzle], kind


@pytest.mark.sampled(2)
@pytest.mark.parametrize("style", STYLES)
def test_the_style_of_a_drawing_changes_nothing(style: str) -> None:
    for kind in KINDS:
        text = STYLES[style](formats.render([puzzles()[kind]], "grid"))
        assert formats.parse(text) == [puzzles()[kind]], (kind, text)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", KINDS)
def test_a_clue_that_is_taken_out_of_a_drawing_is_missed(kind: str) -> None:
    """Another puzzle or a fault, and never a classic one: with the name of the kind above it, and without it."""
    puzzle = puzzles()[kind]
    text = formats.render([puzzle], "grid")
    for whole in (text, text.partition("\n")[2]):
        signs = [at for at, symbol in enumerate(whole) if symbol in "<>^v" and whole[at - 1] in " \n"]
        numbers = [at for at, symbol in enumerate(whole) if symbol.isdigit() and not puzzle.geometry.regions]
        for at in (signs + numbers)[:: scaled(9, 1)]:
            for one in read(f"{whole[:at]} {whole[at + 1 :]}"):
                assert one != puzzle and (one.geometry.rules or kind == "killer"), (whole, at)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "jigsaw"])
def test_the_kind_follows_from_what_is_drawn_or_from_the_words_above(kind: str) -> None:
    puzzle = puzzles()[kind]
    text = formats.render([puzzle], "grid").partition("\n")[2]
    named = f"{kind.replace('-', ' ').title()} 7, by Ann\n\n{text}"
    if kind == "skyscraper-square":
        named = named.replace("Skyscraper Square", "Towers")
    assert formats.parse(named) == [puzzle]
    assert formats.parse(named.replace("\n\n", "\n")) == [puzzle]
    for one in read(text):
        assert one == puzzle


@pytest.mark.parametrize("heading", ["", "Solution:\n", "Answer:\n\n"])
def test_a_full_grid_below_is_the_answer(heading: str) -> None:
    answer = "1 2 3 4\n2 1 4 3\n3 4 2 1\n4 3 1 2\n"
    (found,) = formats.parse(f"Futoshiki\n. < . . .\n. . . .\n    v\n. . . .\n. . . 2\n\n{heading}{answer}")
    assert found.answer == bytes(map(int, answer.split())) and len(found.clues) == 2


SIGNS = {"sum-cage": "+", "difference-cage": "-", "product-cage": "x", "quotient-cage": "/"}
LINES = {
    "number first": ("{number}{sign} {cells}", "r{r}c{c}"),
    "sign first": ("{sign} {number} {cells}", "{r},{c}"),
    "colon": ("{number}{sign}: {cells}", "({r},{c})"),
    "letters": ("- {number} {sign} {cells}", "{x}{r}"),
}


@pytest.mark.parametrize("form", LINES)
@pytest.mark.parametrize("head", ["kind: calcudoku\n", "KenKen 4x4\n", "size=4\n", ""])
def test_cages_with_an_operation_may_be_listed(form: str, head: str) -> None:
    puzzle = puzzles()["calcudoku"]
    size = puzzle.geometry.size
    line, cell = LINES[form]
    rows = []
    for clue in puzzle.clues:
        named = (cell.format(r=at // size + 1, c=at % size + 1, x="ABCDEFGHI"[at % size]) for at in clue.cells)
        rows.append(line.format(number=clue.value[0], sign=SIGNS[clue.kind], cells=" ".join(named)))
    givens = "\n".join(str(puzzle)[at : at + size] for at in range(0, size * size, size))
    head = head.replace("4", str(size))
    assert formats.parse(head + "\n".join([*rows, "", givens])) == [puzzle]
    assert formats.parse(head + "\n".join([givens, "", *rows])) == [puzzle]
    assert read(head + "\n".join([givens, "", *rows[1:]])) != [puzzle]


def test_a_rule_or_clue_of_an_unknown_name_is_a_fault() -> None:
    """As a note it was passed over, and the puzzle beside it was a plain one."""
    grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    rows = "\n".join(" ".join(grid[at : at + 9]) for at in range(0, 81, 9))
    for text in (f"kind: kropky\n{rows}\n", f"{rows}\npurple-dot: r1c1 r1c2\n"):
        with pytest.raises(InputError, match="may change the puzzle, and was not understood"):
            formats.parse(text)
