"""The chances of typing errors: every way to make one is counted, by a twin that makes all of them one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from bookmaker.formats import parse
from bookmaker.logic.repair.added_givens import with_givens
from bookmaker.logic.repair.likelihood import (
    LOOKALIKES,
    SHARES,
    SHOWN,
    Copying,
    keys_touch,
    lines_of_grids,
    moved_blanks,
)
from bookmaker.logic.repair.typing_errors import corrections
from bookmaker.puzzles.rules import geometry

MEANT = parse("53..7....6..1955...98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7.")[0].givens
ROWS = [list(range(at, at + 9)) for at in range(0, 81, 9)]
COLUMNS = [list(range(at, 81, 9)) for at in range(9)]
LINES = {"row": ROWS, "column": COLUMNS}


def changed(*cells: tuple[int, int]) -> bytes:
    wrong = bytearray(MEANT)
    for cell, digit in cells:
        wrong[cell] = digit
    return bytes(wrong)


def exchanged(one: int, other: int) -> bytes:
    return changed((one, MEANT[other]), (other, MEANT[one]))


def digits(kind: str) -> Iterator[tuple[bytes, float]]:
    """Each wrong digit of a kind, and one over the number of them in its cell."""
    for cell, old in enumerate(MEANT):
        if not old:
            continue
        near = {
            "digit": [new for new in range(1, 10) if new != old],
            "lookalike": [new for new in range(1, 10) if frozenset((old, new)) in LOOKALIKES],
            "keypad": [new for new in range(1, 10) if keys_touch(old, new)],
        }[kind]
        yield from ((changed((cell, new)), 1 / len(near)) for new in near)


def doubled(steps: tuple[tuple[int, int], ...]) -> Iterator[tuple[bytes, float]]:
    for cell, digit in enumerate(MEANT):
        for down, right in steps:
            row, column = cell // 9 + down, cell % 9 + right
            if digit and 0 <= row < 9 and 0 <= column < 9 and not MEANT[row * 9 + column]:
                yield changed((row * 9 + column, digit)), 1.0


def lines_exchanged(lines: list[list[int]], apart: bool) -> Iterator[tuple[bytes, float]]:
    for one, other in combinations(range(9), 2):
        if (other - one > 1) == apart:
            pairs = zip(lines[one], lines[other], strict=True)
            yield changed(*((a, MEANT[b]) for pair in pairs for a, b in (pair, pair[::-1]))), 1.0


def slips(lines: list[list[int]], to_end: bool) -> Iterator[tuple[bytes, float]]:
    for line in lines:
        held = [MEANT[cell] for cell in line]
        for away, to in ((a, b) for a in range(9) for b in range(9) if a != b and not held[a]):
            moved = held[:away] + held[away + 1 :]
            moved.insert(to, 0)
            if (8 in (away, to)) == to_end:
                yield changed(*zip(line, moved, strict=True)), 1.0


def slips_over_rows() -> Iterator[tuple[bytes, float]]:
    for away, to in ((a, b) for a in range(81) for b in range(81) if a // 9 != b // 9 and not MEANT[a]):
        moved = bytearray(MEANT)
        del moved[away]
        moved.insert(to, 0)
        yield bytes(moved), 0.5 ** abs(away // 9 - to // 9)


NAIVE = {
    **{kind: (lambda kind=kind: digits(kind)) for kind in ("digit", "lookalike", "keypad")},
    "extra": lambda: ((changed((cell, digit)), 1.0) for cell in range(81) if not MEANT[cell] for digit in range(1, 10)),
    "doubled": lambda: doubled(((0, 1),)),
    "doubled-beside": lambda: doubled(((0, -1), (1, 0), (-1, 0))),
    "swap": lambda: ((exchanged(at, at + 1), 1.0) for at in range(80) if at % 9 < 8 and MEANT[at] != MEANT[at + 1]),
    "swap-down": lambda: ((exchanged(at, at + 9), 1.0) for at in range(72) if MEANT[at] != MEANT[at + 9]),
    "exchange": lambda: (
        (exchanged(*pair), 1.0)
        for line in (*ROWS, *COLUMNS)
        for pair in combinations([cell for cell in line if MEANT[cell]], 2)
    ),
    **{f"{name}s": (lambda lines=lines: lines_exchanged(lines, False)) for name, lines in LINES.items()},
    **{f"{name}s-apart": (lambda lines=lines: lines_exchanged(lines, True)) for name, lines in LINES.items()},
    **{f"{name}-slip": (lambda lines=lines: slips(lines, True)) for name, lines in LINES.items()},
    **{f"{name}-slip-within": (lambda lines=lines: slips(lines, False)) for name, lines in LINES.items()},
    "slip": slips_over_rows,
}


@pytest.mark.parametrize("kind", SHARES)
def test_the_chance_of_an_error_is_its_part_of_all_ways_to_make_one_of_its_kind(kind: str) -> None:
    ways: Counter[bytes] = Counter()
    for wrong, weight in NAIVE[kind]():
        ways[wrong] += weight  # type: ignore[assignment]
    whole = sum(ways.values())
    del ways[MEANT]
    assert ways
    copying = Copying(MEANT, geometry())
    for wrong, number in ways.items():
        assert copying.chances(wrong)[kind] == pytest.approx(SHARES[kind] * number / whole)


@pytest.mark.parametrize("kind", ["samurai", "twin", "clueless-1", "sumo"])
def test_every_error_in_any_grid_of_several_has_a_chance_by_the_lines_of_that_grid(kind: str) -> None:
    """Whoever counts the lines of the first grid only divides by 0 where that grid is full or empty."""
    ground = geometry(kind)
    dice = Random(kind)
    for first in (0, 1):
        meant = bytearray(dice.randint(1, 9) * (dice.random() < 0.4) for _ in range(ground.cell_count))
        for cell in (cell for row in lines_of_grids(ground)[0][0] for cell in row):
            meant[cell] = first * dice.randint(1, 9)
        copying = Copying(bytes(meant), ground)
        pairs = [
            (one, two)
            for (row, column), one in ground.cell_at.items()
            if (two := ground.cell_at.get((row, column + 1), 0)) and meant[one] and not meant[two]
        ]
        for one, two in pairs[-40:]:
            wrong = bytearray(meant)
            wrong[two] = meant[one]
            assert copying.chances(bytes(wrong))["doubled"] == pytest.approx(SHARES["doubled"] / len(pairs))
            wrong[one] = 0
            assert "swap" in copying.chances(bytes(wrong))
        rows, columns = lines_of_grids(ground)[-1]
        for name, lines in (("rows", rows), ("columns", columns)):
            wrong = bytearray(meant)
            for a, b in zip(lines[7], lines[8], strict=True):
                wrong[a], wrong[b] = meant[b], meant[a]
            number = len(lines_of_grids(ground)) * 8
            assert copying.chances(bytes(wrong))[name] == pytest.approx(SHARES[name] / number)


def test_a_blank_that_moved_may_be_any_of_those_that_stand_together() -> None:
    assert moved_blanks(bytes((5, 0, 0, 3, 1)), bytes((5, 0, 3, 1, 0))) == [(1, 4), (2, 4)]
    assert moved_blanks(bytes((0, 3, 0, 0)), bytes((3, 0, 0, 0))) == [(0, 1), (0, 2), (0, 3)]
    assert moved_blanks(bytes((5, 3)), bytes((3, 5))) == []


def test_an_error_of_several_kinds_is_the_likelier_for_it() -> None:
    """A 5 looks like a 6, and their keys are neighbours; a 6 has three look-alikes."""
    copying = Copying(MEANT, geometry())
    assert copying.chances(changed((0, 6))).keys() == {"lookalike", "keypad", "digit"}
    five, six = copying.chances(changed((0, 6)))["lookalike"], copying.chances(changed((9, 5)))["lookalike"]
    assert five == pytest.approx(six * 3 / 2)
    assert copying.chances(MEANT) == {}
    assert copying.chances(changed((0, 0), (1, 0), (4, 0))) == {}


def test_plain_kinds_have_one_share_and_such_as_run_against_how_people_copy_a_smaller_one() -> None:
    plain = [kind for kind, share in SHARES.items() if share == 1]
    assert len(plain) == 12
    assert list(SHARES)[:12] == plain
    assert all(SHARES[kind] < 1 for kind in ("rows-apart", "columns-apart", "swap-down", "doubled-beside"))
    assert SHARES["row-slip-within"] == SHARES["column-slip-within"] == min(SHARES.values())
    assert set(SHOWN) < set(SHARES) and set(SHOWN.values()) < set(plain)


def test_the_table_of_shares_decides_between_corrections(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hard puzzle in which a look-alike or a key beside was typed: all else being equal, the table says which."""
    (hard,) = parse(".26.....5.....9.....8.4...14....5.........8...128..3.6.9..5321...........53.82..9")
    wrong = with_givens(hard, [(61, 2)])
    before = corrections(wrong)
    assert [slip.kind for slip in before] == ["keypad", "lookalike"]
    monkeypatch.setitem(SHARES, "keypad", 0.0)
    monkeypatch.setitem(SHARES, "digit", 1e-9)
    assert corrections(wrong)[0].changes == before[1].changes
