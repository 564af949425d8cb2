"""Puzzles in symbols: which section has which, on which line a word is read, and what the examples of the rules wear."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from book_data import loaded
from typeset_data import filled, givens

from bookmaker.base.errors import Place, SpecError
from bookmaker.base.language import load
from bookmaker.base.seeds import seed_for
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.printing.grids.symbols import DIGITS
from bookmaker.publishing.book.making import book_examples, dressing
from bookmaker.publishing.book.making.book_examples import rule_examples
from bookmaker.publishing.book.making.dressing import dressed, section_place
from bookmaker.publishing.book.making.stock import as_graded
from bookmaker.publishing.book.pages.slots import Dressed, in_symbols, symbols_of, word_lines
from bookmaker.publishing.book.spec.section_keys import EXAMPLE, parts
from bookmaker.publishing.book.spec.spec_file import Spec
from bookmaker.publishing.book.spec.symbol_keys import SymbolWish
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

WORDS = load("en")
AT = Place("book.yaml", 3, 5)
WISH = SymbolWish("word", "DUMPLINGS")


def stocked(
    kind: str = "classic", size: int = 9, given: bytes | None = None, source: Place | None = None
) -> GradedPuzzle:
    ground = geometry(kind, size)
    puzzle = Puzzle(ground, givens(ground) if given is None else given, source=source)
    return replace(as_graded(puzzle), solution=filled(ground))


def spec_of(folder: Path, design: str = "", *sections: str) -> Spec:
    text = "".join(f"- {{title: S{at}, puzzles: {{count: 2}}{more}}}\n" for at, more in enumerate(sections))
    return loaded(folder, f"book: {{title: T}}\nseed: 5\ndesign: {{style: classic{design}}}\nsections:\n{text}")


Asked = list[tuple[Any, ...]]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """What puzzles are dressed in, and by which seed."""
    calls: Asked = []

    def record(one: GradedPuzzle, wish: SymbolWish, words: object, place: Place, seed: int) -> GradedPuzzle:
        calls.append((wish.name, (place.line, place.column), seed))
        return one

    for module in (dressing, book_examples):
        monkeypatch.setattr(module, "in_symbols", record)
    return calls


def test_symbols_of_a_section_go_before_those_of_the_book(tmp_path: Path, asked: Asked) -> None:
    spec = spec_of(tmp_path, ", symbols: letters", "", ", symbols: animals", "")
    puzzles = [stocked(), stocked()]
    assert dressed(spec, [puzzles, puzzles[:1], puzzles[:1]]) == [puzzles, puzzles[:1], puzzles[:1]]
    own = parts(spec.sections)
    assert asked == [
        ("letters", (3, 35), seed_for(5, own[0], 0, -3)),
        ("letters", (3, 35), seed_for(5, own[0], 1, -3)),
        ("animals", (6, 45), seed_for(5, own[1], 0, -3)),
        ("letters", (3, 35), seed_for(5, own[2], 0, -3)),
    ]
    assert [section_place(spec, section).line for section in spec.sections] == [3, 6, 3]


def test_without_a_wish_only_grids_with_a_blank_cell_have_letters(tmp_path: Path, asked: Asked) -> None:
    spec = spec_of(tmp_path, "", "")
    plain, letters = stocked(), as_graded(Puzzle(geometry("easy-as-abc", 6, None, ()), bytes(36)))
    ((first, second),) = dressed(spec, [[plain, letters]])
    assert asked == [] and first is plain
    assert isinstance(second, Dressed) and second.symbols.noun == "letter"
    assert (second.puzzle, second.solution, second.grade) == (letters.puzzle, letters.solution, letters.grade)
    assert symbols_of(first) is DIGITS and symbols_of(second) is second.symbols


def test_examples_of_the_rules_wear_what_most_puzzles_of_their_grid_wear(
    tmp_path: Path, asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = spec_of(tmp_path, "", "", ", symbols: letters", ", symbols: animals", ", symbols: fruit")
    nine, six, x = stocked(), stocked(size=6), stocked("x")
    books: list[tuple[list[list[GradedPuzzle]], list[str | None]]] = [
        ([[nine], [nine, nine], [six], [x]], ["letters", "fruit"]),
        ([[nine, nine], [nine], [six], [x]], [None, "fruit"]),
        # Of as many those that come first.
        ([[six], [nine], [nine], [x]], ["letters", "fruit"]),
    ]
    calls: list[tuple[Any, ...]] = []

    def example(sections: object, seed: int, *, first: bool) -> GradedPuzzle:
        calls.append((seed, first))
        return nine

    monkeypatch.setattr(book_examples, "rule_example", example)
    monkeypatch.setattr(book_examples, "further_examples", lambda sections, seed, usual: iter([x]))
    for sections, wanted in books:
        asked.clear()
        assert rule_examples(spec, sections, WORDS) == [nine, x]
        assert [name for name, *_ in asked] == [name for name in wanted if name]
        assert {seed for *_, seed in asked} == {seed_for(5, EXAMPLE, -3)}
    child = replace(spec, design=replace(spec.design, style="children"))
    rule_examples(child, books[0][0], WORDS)
    assert calls == [(5, False)] * 3 + [(5, True)]


def test_the_seed_goes_through_the_lines_on_which_a_word_can_be_read() -> None:
    """On an empty grid all lines show as little: of a grid without diagonals that hold each digit once these are the rows."""
    one = stocked(given=bytes(81))
    rows = list(word_lines(one.puzzle.geometry, one.solution))
    assert rows == [tuple(range(9 * row, 9 * row + 9)) for row in range(9)]
    for seed in range(20):
        made = in_symbols(one, WISH, WORDS, AT, seed)
        assert [made.solution[cell] for cell in rows[seed % 9]] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
        assert made.puzzle.givens == bytes(81)


def test_a_word_stands_where_the_givens_show_least_of_it() -> None:
    given = bytearray(filled(geometry()))
    for cell in (*range(18, 24), *range(63, 69)):
        given[cell] = 0
    one = stocked(given=bytes(given))
    for seed, row in ((0, 2), (1, 7), (2, 2)):
        made = in_symbols(one, WISH, WORDS, AT, seed)
        assert [made.solution[9 * row + at] for at in range(9)] == [*range(1, 10)]
        # Each digit is renamed alike, and what was given stays given.
        table = dict(zip(one.solution, made.solution, strict=True))
        assert len(table) == 9 and made.solution == bytes(table[digit] for digit in one.solution)
        assert made.puzzle.givens == bytes(table[digit] if digit else 0 for digit in given)
    marks = tuple(1 << (digit - 1) for digit in one.solution)
    noted = replace(one, puzzle=replace(one.puzzle, answer=one.solution, candidates=marks))
    made = in_symbols(noted, WISH, WORDS, AT, 0)
    assert made.puzzle.answer is None and made.puzzle.candidates is None
    assert made.symbols.word == "DUMPLINGS"
    # Other symbols leave a puzzle as it is.
    assert in_symbols(noted, SymbolWish("letters"), WORDS, AT, 0).puzzle is noted.puzzle


def square(size: int, falling: Sequence[int], rising: Sequence[int]) -> bytes:
    """Digits on both diagonals, from left to right, and 1 elsewhere."""
    cells = bytearray([1] * size * size)
    for at in range(size):
        cells[at * size + at] = falling[at]
        cells[(size - 1 - at) * size + at] = rising[at]
    return bytes(cells)


@pytest.mark.parametrize("on", ["any", "row", "diagonal"])
def test_a_word_is_read_on_diagonals_before_rows(on: Any) -> None:
    ground = geometry(size=4)
    falling, rising = (0, 5, 10, 15), (12, 9, 6, 3)
    rows = [(0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11), (12, 13, 14, 15)]
    for one, other in (
        ((1, 2, 3, 4), (4, 3, 2, 1)),
        ((1, 2, 3, 4), (1, 1, 2, 3)),
        ((1, 2, 2, 4), (4, 3, 2, 1)),
        ((1, 1, 2, 2), (3, 3, 4, 4)),
    ):
        solution = square(4, one, other)
        diagonals = [line for line in (falling, rising) if len({solution[cell] for cell in line}) == 4]
        wanted = {"any": diagonals or rows, "row": rows, "diagonal": diagonals}[on]
        assert list(word_lines(ground, solution, on)) == wanted


def test_houses_of_other_kinds_are_no_lines() -> None:
    for kind in ("windoku", "disjoint-groups"):
        one = stocked(kind)
        assert len(list(word_lines(one.puzzle.geometry, one.solution))) == 9


def test_several_grids_have_rows_alone() -> None:
    ground = geometry("twin")
    rows = [house.cells for house in ground.houses if house.kind == "row"]
    assert len(rows) == 18
    assert list(word_lines(ground, bytes(ground.cell_count), "any")) == rows
    assert list(word_lines(ground, bytes(ground.cell_count), "diagonal")) == []


def test_a_puzzle_that_cannot_have_its_symbols_is_told_with_its_place() -> None:
    with pytest.raises(SpecError) as caught:
        in_symbols(stocked(source=Place("p.txt", 7, 1)), SymbolWish("word", "TEN"), WORDS, AT, 0)
    (fault,) = caught.value.faults
    assert fault.message == "p.txt:7:1: the word TEN has 3 letters, and a 9x9 grid needs 9"
    assert (fault.place, fault.advice) == (AT, "take a word of 9 different letters")
    with pytest.raises(SpecError) as caught:
        in_symbols(stocked(), SymbolWish("word", "TEN"), WORDS, AT, 0)
    assert caught.value.faults[0].message.startswith("the word TEN has")
    with pytest.raises(SpecError) as caught:
        in_symbols(stocked(), replace(WISH, on="diagonal"), WORDS, AT, 0)
    (fault,) = caught.value.faults
    assert fault.message == "the word cannot be read on a diagonal of this puzzle's answer: both have some digits twice"
    assert (fault.place, fault.advice) == (AT, "take puzzles with diagonals (`kind: x`), or leave out `on`")
