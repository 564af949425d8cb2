"""Formats: round trips, what is accepted, and that nothing is altered or crashes."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import pytest
from conftest import scaled
from hypothesis import given, settings
from hypothesis import strategies as st
from pace import calls

from bookmaker.base.errors import InputError, Place, UsageError
from bookmaker.formats import FORMATS, parse, read, render
from bookmaker.formats.base import source
from bookmaker.formats.base.format import barrier
from bookmaker.puzzles.grid.geometry import BOXES
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import geometry

DATA = Path(__file__).parent / "data" / "puzzles"
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ANSWER = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
FOUR = "1...2...3...4..."


@st.composite
def puzzles(draw: st.DrawFn, format: str = "lines") -> Puzzle:
    chosen = FORMATS[format]
    kinds = ["classic", "x", "killer", "killer-x"] if {"kind", "cages"} <= chosen.holds else ["classic"]
    ground = geometry(draw(st.sampled_from(kinds)), draw(st.sampled_from(sorted(chosen.sizes or BOXES))))
    size, count = ground.size, ground.cell_count
    rolls = draw(st.binary(min_size=count, max_size=count))
    empty = draw(st.integers(0, 255))
    cells = bytes(0 if roll < empty else roll % size + 1 for roll in rolls)
    answer = bytes(digit or 1 for digit in cells) if draw(st.booleans()) else None
    name = " ".join(draw(st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=12)).split())
    # A grid under such a name is the answer of the one before it.
    name = "" if re.search("(?i)solu|answ|outp|resul|respu|lös|ответ|реш", name) else name
    cages = []
    if ground.caged:
        for first in draw(st.sets(st.integers(0, size - 1))):
            cages.append(Cage((first, first + size), draw(st.none() | st.integers(0, 45))))
    candidates = None
    if draw(st.booleans()):
        masks = draw(st.lists(st.integers(1, (1 << size) - 1), min_size=count, max_size=count))
        candidates = tuple(1 << digit - 1 if digit else mask for digit, mask in zip(cells, masks, strict=True))
    return Puzzle(ground, cells, None, name, answer, tuple(cages), candidates)


FOR_CAGES = (
    "cages",
    "ps",
    "sumocue",
    "sgt",
    "f-puzzles",
    "sudokupad",
    "sudokuwiki",
    "krazydad",
    "arrows",
    "iss",
    "grids",
)
"""Formats of Killers, each with its own limits, and of several grids: they have tests of their own."""


def of_numbers(puzzle: Puzzle) -> bool:
    """Whether a small full grid has a digit twice in most of its lines."""
    size, rows = puzzle.geometry.size, [*zip(*[iter(puzzle.givens)] * puzzle.geometry.size, strict=True)]
    return (
        size < 9
        and 0 not in puzzle.givens
        and sum(len({*line}) < size for line in (*rows, *zip(*rows, strict=True))) > size
    )


@pytest.mark.sampled(10)
@pytest.mark.parametrize("format", [name for name in FORMATS if name not in FOR_CAGES])
@settings(max_examples=scaled(4, 25), deadline=None)
@given(st.data())
def test_what_a_format_holds_survives_writing_and_reading_back(format: str, data: st.DataObject) -> None:
    chosen = FORMATS[format]
    held = puzzles(format).filter(
        lambda puzzle: not barrier(puzzle, chosen)
    )  # ipuz, for one, has no Killer without cages.
    written = data.draw(st.lists(held, min_size=1, max_size=3))
    for how in (None, format):
        # Nine rows of dots below another puzzle may be a ruled line.
        bare = len(written) > 1 and not all(any(one.givens) or one.cages or one.clues for one in written)
        if how is None and (bare or any(map(of_numbers, written))):
            continue
        found = parse(render(written, format), format=how)
        assert found == written
        for field in chosen.holds - {"kind", "several", "boxes"}:
            for mine, theirs in zip(written, found, strict=True):
                if chosen.lost(mine) != field:
                    assert getattr(theirs, field) == getattr(mine, field), field


def test_numbers_are_a_puzzle_where_a_format_says_so() -> None:
    puzzle = Puzzle(geometry("classic", 4), bytes([1] * 16))
    assert of_numbers(puzzle)
    for format in ("json", "jsonl", "ipuz", "csv", "penpa"):
        assert parse(render([puzzle], format)) == [puzzle]
    for format in ("lines", "grid"):
        text = render([puzzle], format)
        assert parse(text, format=format) == [puzzle]
        with pytest.raises(InputError, match="do not make a grid"):
            parse(text)


@settings(max_examples=scaled(30, 300), deadline=None)
@given(st.text(st.sampled_from("123456789ABGPXx.0-*_|+=: \t#,;\n\r\x0b?é"), max_size=400))
def test_any_text_gives_puzzles_or_an_input_error(text: str) -> None:
    try:
        assert parse(text)
    except InputError as error:
        assert error.faults


@settings(max_examples=scaled(10, 100), deadline=None)
@given(
    st.text(max_size=200) | st.builds("\n".join, st.lists(st.text("12345.-| ", min_size=7, max_size=11), max_size=12))
)
def test_any_other_text_does_too(text: str) -> None:
    try:
        assert parse(text)
    except InputError as error:
        assert error.faults


@settings(max_examples=scaled(30, 150), deadline=None)
@given(st.binary(max_size=300) | st.binary(max_size=6).map(lambda junk: PUZZLE.encode() + junk))
def test_any_bytes_give_puzzles_or_an_input_error(data: bytes) -> None:
    stdin, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(data))
    try:
        assert read("-")
    except InputError as error:
        assert error.faults
        assert all(fault.place and fault.place.path == "<stdin>" for fault in error.faults)
    finally:
        sys.stdin = stdin


@pytest.mark.parametrize("text", [PUZZLE, render(parse(PUZZLE), "grid")], ids=["lines", "grid"])
def test_a_cell_too_few_or_too_many_is_never_made_good(text: str) -> None:
    cells = [index for index, symbol in enumerate(text) if symbol in ".123456789"]
    assert len(cells) == 81
    for index in cells[:: scaled(4, 1)]:
        for spoilt in (text[:index] + text[index + 1 :], text[:index] + "." + text[index:]):
            with pytest.raises(InputError):
                parse(spoilt)


@pytest.mark.parametrize(
    "text",
    [
        PUZZLE,
        PUZZLE.replace(".", "0"),
        PUZZLE.replace(".", "X"),
        PUZZLE.replace(".", "x"),
        PUZZLE.replace(".", "*"),
        PUZZLE.replace(".", "_"),
        PUZZLE.replace(".", "-"),
        PUZZLE.replace(".", " "),
        PUZZLE[:40] + PUZZLE[40:].replace(".", "0"),
        f"\ufeff{PUZZLE}\r\n",
        f"  {PUZZLE}\t\r",
        f"\n# a comment\n\n  # another\n{PUZZLE}",
        f"{PUZZLE},7.2",
        f"{PUZZLE};easy; by hand",
        f"{PUZZLE} 4.5 # a name",
        f"{PUZZLE}#a name",
        f"{PUZZLE},{ANSWER}",
    ],
)
def test_lines_that_say_the_same(text: str) -> None:
    assert [str(puzzle) for puzzle in parse(text)] == [PUZZLE]


def test_a_blank_at_either_end_of_a_line_may_be_an_empty_cell() -> None:
    assert [str(puzzle) for puzzle in parse(" 2 4\n".replace("\n", "") + " " * 12 + "\n")] == [".2.4" + "." * 12]


def test_what_follows_a_puzzle() -> None:
    text = f"{PUZZLE}\n{PUZZLE} # The  first\t#2\n{PUZZLE},{ANSWER},6.7 # Ann\n{PUZZLE} {ANSWER}\n{PUZZLE}; rated 7\n"
    found = parse(text)
    assert [puzzle.name for puzzle in found] == ["", "The first #2", "Ann", "", ""]
    answer = bytes(map(int, ANSWER))
    assert [puzzle.answer for puzzle in found] == [None, None, answer, answer, None]


def test_sizes_and_kinds() -> None:
    sizes = [4, 6, 8, 9, 10, 12, 15, 16, 25]
    found = parse("\n".join("1" + "." * (size * size - 1) for size in sizes), kind="x")
    assert [puzzle.geometry for puzzle in found] == [geometry("x", size) for size in sizes]
    large = parse("G" + "g" + "." * 254)[0]
    assert large.givens[:3] == bytes([16, 16, 0])


ROWS = [PUZZLE[start : start + 9] for start in range(0, 81, 9)]


def bordered(blank: str = ".", bar: str = "|", line: str = "------+-------+------") -> str:
    rows = [f" {bar} ".join(" ".join(row[left : left + 3]) for left in (0, 3, 6)) for row in ROWS]
    return "\n".join([*rows[:3], line, *rows[3:6], line, *rows[6:]]).replace(".", blank)


SIMPLE_SUDOKU = "\n".join(
    ["*-----------*"]
    + [f"|{row[:3]}|{row[3:6]}|{row[6:]}|" + ("\n|---+---+---|" if r in (2, 5) else "") for r, row in enumerate(ROWS)]
    + ["*-----------*"]
)


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(ROWS),
        "\r\n".join(ROWS) + "\r\n",
        "\n".join(" ".join(row) for row in ROWS),
        "\n".join("\t".join(row) for row in ROWS),
        "\n".join(f"  {row}  # row" for row in ROWS),
        "\n".join(ROWS).replace(".", "0"),
        "\n".join(ROWS).replace(".", "-"),
        "\n".join(ROWS).replace(".", "*"),
        "\n".join(ROWS).replace(".", "_"),
        "\n".join("|".join(row) for row in ROWS),
        bordered(),
        bordered(blank="0"),
        bordered(blank="-"),
        bordered(blank="-", line="---------------------"),
        bordered(line="=====================", bar="‖".replace("‖", "|")),
        bordered(bar="│", line="──────┼───────┼──────"),
        SIMPLE_SUDOKU,
        SIMPLE_SUDOKU.replace(".", "0"),
        "\n\n".join("\n".join(ROWS[start : start + 3]) for start in (0, 3, 6)),
        "# a comment\n" + "\n".join(ROWS),
    ],
)
def test_grids_that_say_the_same(text: str) -> None:
    assert [str(puzzle) for puzzle in parse(text)] == [PUZZLE]


def test_an_empty_row_written_in_dashes_is_a_row() -> None:
    rows = ["1--2", "----", "3--4", "----"]
    assert [str(puzzle) for puzzle in parse("\n".join(rows))] == ["1..2....3..4...."]


def test_rows_of_sixteen_are_a_grid_if_they_have_letters_and_puzzles_otherwise() -> None:
    puzzles_of_four = parse("\n".join([FOUR] * 16))
    assert [puzzle.geometry.size for puzzle in puzzles_of_four] == [4] * 16
    grid = parse("\n".join(["1..4............"] + ["." * 16] * 14 + ["1..4...9......FG"]))
    assert [puzzle.geometry.size for puzzle in grid] == [16]


def test_places_in_a_file_of_lines_and_grids() -> None:
    found = read(DATA / "mixed.txt")
    path = str(DATA / "mixed.txt")
    assert [(puzzle.source, puzzle.name) for puzzle in found] == [
        (Place(path, 3, 1), "Wikipedia"),
        (Place(path, 4, 1), ""),
        (Place(path, 6, 1), ""),
        (Place(path, 17, 1), ""),
        (Place(path, 30, 1), "last"),
    ]
    assert {str(puzzle) for puzzle in found if puzzle.geometry.size == 9} == {PUZZLE}
    assert [str(puzzle) for puzzle in found if puzzle.geometry.size == 4] == [FOUR]


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(PUZZLE.encode())))
    (puzzle,) = read("-")
    assert puzzle.source == Place("<stdin>", 1, 1)


def test_unknown_kind_and_format_are_the_callers_fault() -> None:
    with pytest.raises(UsageError, match="no kind of puzzle 'z'"):
        parse(PUZZLE, kind="z")
    with pytest.raises(UsageError, match="no format 'sdz'; there are lines, sdk, "):
        render(parse(PUZZLE), "sdz")


def test_many_lines_are_read_quickly() -> None:
    text = f"{PUZZLE}\n" * 500
    assert len(parse(text)) == 500
    assert calls(lambda: parse(text)) < 800 * 500


@pytest.mark.parametrize(
    "text",
    [
        "\n" * scaled(2_000, 100_000),
        "#\n" * scaled(2_000, 100_000),
        "1" * scaled(6_000, 300_000),
        "a\n" * scaled(2_000, 100_000),
        "1 2\n3 4\n" + "." * scaled(6_000, 300_000) + "\n12\n34\n",
        "|1|2|3|4|\n" * scaled(600, 30_000),
        "1.\n" * scaled(2_000, 100_000),
        ("1234\n" * 3 + "\n") * scaled(300, 15_000),
    ],
    ids=["newlines", "comments", "one line", "junk lines", "long row", "many grids", "narrow rows", "short grids"],
)
def test_large_junk_takes_no_long_time_and_few_words(text: str) -> None:
    def read() -> None:
        try:
            parse(text)
        except InputError as error:
            assert len(error.faults) <= source.MOST_FAULTS + 1
            assert all(len(fault.message) < 200 for fault in error.faults)

    assert calls(read) < 160 * len(text)


@pytest.mark.parametrize("between", [" ", "  "])
@pytest.mark.parametrize("bar", ["", "|"])
@pytest.mark.parametrize("size", [4, 6, 8, 9])
def test_a_grid_of_numbers_with_zeros_before_them(size: int, bar: str, between: str) -> None:
    wide = {4: 2, 6: 3, 8: 4, 9: 3}[size]
    tall = size // wide
    answer = [[(row % tall * wide + row // tall + column) % size + 1 for column in range(size)] for row in range(size)]
    answer[1][2] = 0
    lines = []
    for row in answer:
        numbers = [f"{digit:02}" for digit in row]
        parts = [between.join(numbers[at : at + wide]) for at in range(0, size, wide)]
        lines.append(f"{bar} {f' {bar} '.join(parts)} {bar}" if bar else between.join(parts))
    [puzzle] = parse("\n".join(lines))
    assert list(puzzle.givens) == [digit for row in answer for digit in row]
