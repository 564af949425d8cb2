"""Rules of the Interactive Sudoku Solver that say what they mean by a code: read by what they say, whatever their name."""

from __future__ import annotations

import pytest
from conftest import every_kind

from bookmaker import formats
from bookmaker.base.errors import BookmakerError, UsageError
from bookmaker.formats.apps import iss_codes
from bookmaker.puzzles.grid.geometry import Clue
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import CLUES, geometry

# From data/example_puzzles.js of github.com/sigh/Interactive-Sudoku-Solver (MIT), without the other rules of those puzzles.
_NABNERS = "BinaryX~8H-xf8H-xf8H-B~_Nabner~R1C1~R1C2~R1C3~R2C2~~R2C4~R2C5~R3C4~R3C5~~R1C7~R2C8~~R3C9~R4C9~R4C8~R4C7"
_RATIO = "Pair~EAEBEAAQAAAAE~_1%3A3~R2C6~R3C6"
_SERIES = (
    "VgGv_wQgxBRhyCf_RTVW0UUUV_ypZp4Siiiv-UXFHI0UUV_yilH4ISiiv-UUWm680UV_yiilkm3Civ-UUUWqiy0V_yiiill0GCv-UUUUWYaceAAC"
    "UBCggqQEIAeIEQgkCEwIoAiwIWAigQsgGCAzAChA2gGgg6QHAQ-IHkAUBIghAQGgFKCIxBCAaAJMEJCAUA"
)
"""Accepts arithmetic series."""


def _read(rules: str) -> tuple[str, list[tuple[Clue, ...]]]:
    (puzzle,) = formats.parse(f".{rules}.~R1C1_4", format="iss")
    return puzzle.geometry.kind, list(puzzle.clues)


def test_tables_of_the_program_itself_are_read_under_its_older_and_its_newer_name() -> None:
    kind, clues = _read(_NABNERS)
    assert kind == "nabners"
    assert sorted(len(clue.cells) for clue in clues) == [2, 4, 4, 4]
    assert _read(_RATIO) == ("ratios", [Clue("ratio", (14, 23), (3,))])


def test_an_automaton_of_the_program_itself_is_read() -> None:
    found = iss_codes.machine_of_code(_SERIES)
    assert found is not None and len(found.steps) == 44
    for line, keeps in (
        ((1, 3, 5, 7), True),
        ((9, 8, 7, 6), True),
        ((5, 5), True),
        ((1, 3, 4), False),
        ((9, 7, 5, 4), False),
    ):
        state = 0
        for digit in line:
            state = found.steps[state].get(digit, -1) if state >= 0 else -1
        assert (state in found.ended) == keeps, line


@pytest.mark.parametrize("size", [4, 6, 9, 16])
def test_a_table_is_the_same_once_it_is_read(size: int) -> None:
    for number in range(1, size):
        (held,) = CLUES["difference"].related(Clue("difference", (0, 1), (number,)), size)
        assert iss_codes.table_of_code(iss_codes.table_code(held[1]), size) == held[1]
        assert (
            iss_codes.table_of_code(
                f"{iss_codes.table_code(held[1])}____________________________________________", size
            )
            is None
        )


@pytest.mark.parametrize(
    ("name", "length", "value"), [("product-cage", 3, 24), ("product-cage", 4, 1), ("first-seen", 9, 5)]
)
def test_an_automaton_is_the_same_once_it_is_read(name: str, length: int, value: int) -> None:
    kind = CLUES[name]
    assert kind.machine is not None
    found = iss_codes.machine_of_code(iss_codes.machine_code(kind.machine(9, length, (value,)), 9))
    assert found is not None
    for other in (value, value + 1):
        (line,) = kind.lines(Clue(name, tuple(range(length)), (other,)), 9)
        assert found.is_same(line.automaton, 9) == (other == value)


def test_the_same_code_stands_for_two_kinds_of_clues_and_the_name_decides() -> None:
    table = iss_codes.table_code(next(CLUES["difference"].related(Clue("difference", (0, 1), (3,)), 9))[1])
    assert _read(f"Pair~{table}~_difference-cage~R1C1~R1C2")[0] == "operations"
    assert _read(f"Pair~{table}~~R1C1~R1C2~R2C2") == (
        "differences",
        [Clue("difference", (0, 1), (3,)), Clue("difference", (1, 10), (3,))],
    )


def test_sums_are_clues_beside_a_line_or_cages() -> None:
    assert _read("Sum~15~R3C9~R3C8~R3C7") == ("outside-sums", [Clue("outside-sum", tuple(range(26, 17, -1)), (15,))])
    assert _read("Sum~15~R3C8~R3C9~R3C7") == ("operations", [Clue("sum-cage", (24, 25, 26), (15,))])
    with pytest.raises(BookmakerError, match="is not known here"):
        _read("Sum~15~R3C8~R5C9")


def test_a_little_killer_stands_at_either_end_of_its_diagonal() -> None:
    lines = [(8, 16, 24, 32, 40, 48, 56, 64, 72), (72, 64, 56, 48, 40, 32, 24, 16, 8), (1, 9), (9, 1)]
    held = [Clue("little-killer", line, (12,)) for line in lines]
    puzzle = Puzzle(geometry("little-killer", 9, None, held), bytes(81))
    text = formats.render([puzzle], "iss")
    assert text.count(".LittleKiller~") == text.count(".Sum~") == 2
    assert formats.parse(text) == [puzzle]
    # From data/example_puzzles.js, as above.
    assert _read("Sum~23~R1C5~R2C4~R3C3~R4C2~R5C1")[0] == "little-killer"


def test_candidates_are_a_mark_or_a_fault() -> None:
    assert _read("~R2C1_2_4_6_8~R3C1_9_7_6_8") == ("even-odd+low-high", [Clue("even", (9,)), Clue("high", (18,))])
    with pytest.raises(BookmakerError, match="'R2C1_2_4_6' belong to no clue that bookmaker knows"):
        _read("~R2C1_2_4_6")


@pytest.mark.parametrize(
    "second", ["~R1C1_1_3_5_7_9", "~R1C1_2_4_6_8", ".~R1C1_1_3_5_7_9"], ids=["odd", "even again", "in another rule"]
)
def test_a_second_clue_of_one_rule_in_a_cell_is_a_fault(second: str) -> None:
    with pytest.raises(BookmakerError, match=r"the candidates 'R1C1_[0-9_]+' are a second clue of the rule even-odd"):
        _read(f"~R1C1_2_4_6_8{second}")
    assert len(_read("~R1C1_2_4_6_8~R1C1_1_2_3_4~R1C2_2_4_6_8")[1]) == 3


def test_lists_of_cells_are_counted_one_by_one() -> None:
    table = iss_codes.table_code(next(CLUES["difference"].related(Clue("difference", (0, 1), (1,)), 9))[1])
    most = 20 * 81
    for rule in (f"Pair~{table}~_x", "Sum~15", "SameValues~2"):
        group = "~~R1C1~R5C5" if rule == "SameValues~2" else "~~R1C1~R1C2"
        assert len(_read(rule + group * most)[1]) == 1
        with pytest.raises(BookmakerError, match="makes more clues than a puzzle of 9×9 has"):
            _read(rule + group * (most + 1))


def test_a_rule_that_needs_boxes_is_what_cannot_be_held() -> None:
    labels = tuple(cell // 9 for cell in range(81))
    puzzle = Puzzle(geometry("jigsaw+anti-diagonal", 9, labels), bytes([1, *[0] * 80]))
    with pytest.raises(UsageError, match=r"iss cannot hold puzzles of the kind jigsaw\+anti-diagonal"):
        formats.render([puzzle], "iss")


def test_equal_digits_are_clones() -> None:
    assert _read("SameValues~2~R3C4~R6C3") == ("clones", [Clue("clone", (21, 47))])
    with pytest.raises(BookmakerError, match="is not known here"):
        _read("SameValues~2~R3C4~R6C3~R7C1~R7C2")


def test_what_says_something_of_some_neighbours_only_is_a_fault() -> None:
    text = next(line for line in _written("doubles").split(".") if line.startswith("Pair"))
    assert _read(_written("doubles").strip().removeprefix("."))[0] == "doubles"
    with pytest.raises(BookmakerError, match="doubles for some neighbours only"):
        _read("~".join(text.split("~")[:5]))


def test_a_diagonal_of_three_digits_needs_boxes() -> None:
    assert _read(_written("anti-diagonal").strip().removeprefix("."))[0] == "anti-diagonal"
    for wrong in ("NoBoxes." + _written("anti-diagonal").removeprefix("."), _written("anti-diagonal").split(".")[1]):
        with pytest.raises(BookmakerError, match="three sets of the same digits"):
            _read(wrong.strip())


def _written(kind: str) -> str:
    puzzles = every_kind()
    return formats.render([puzzle for puzzle in puzzles if puzzle.geometry.kind == kind], "iss")


@pytest.mark.parametrize("code", ["", "A", "~", "____", "Qj", "zzzzzzzzzz", _SERIES[:40], _SERIES + "A" * 9])
def test_codes_that_are_none_are_faults(code: str) -> None:
    with pytest.raises(BookmakerError):
        _read(f"NFA~{code}~_x~R1C1~R1C2~R1C3~R1C4~R1C5~R1C6~R1C7~R1C8~R1C9")
    with pytest.raises(BookmakerError):
        _read(f"Pair~{code}~_x~R1C1~R1C2")
