"""Typing errors: larger ones are found, and all are named in the order of how likely people make them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bookmaker.formats import parse
from bookmaker.repair import likelihood, typing_errors
from bookmaker.repair.added_givens import with_givens
from bookmaker.repair.fixes import fix
from bookmaker.repair.typing_errors import corrections
from bookmaker.techniques.declare import Level

# The example of Wikipedia's article "Sudoku" with two more givens, so that its pattern has no symmetry.
(EXAMPLE,) = parse("534.7....6.2195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")


def test_the_order_of_errors_is_that_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    # Were the givens counted that each correction could do without, they would come first.
    monkeypatch.setattr(typing_errors, "_redundant", lambda *_: {})
    order = likelihood.TYPING
    assert len(set(order)) == len(order)
    likely = ["rows", "lookalike", "swap", "keypad", "extra", "digit", "slip"]
    assert [kind for kind in order if kind in likely] == likely
    kinds = [likelihood.digit_error(*pair) for pair in ((1, 7), (8, 6), (4, 5), (2, 5), (1, 6), (3, 7))]
    assert kinds == ["lookalike", "lookalike", "keypad", "keypad", "digit", "digit"]
    sums = [likelihood.sum_error(*pair) for pair in ((12, 21), (12, 17), (1, 12), (12, 30))]
    assert sums == ["sum-transposed", "sum-digit", "sum-digit", "sum"]
    ahead = 0
    for cell, digit in enumerate(EXAMPLE.givens):
        if not digit:
            continue
        for wrong in {1: (7,), 7: (1,), 6: (8,), 8: (3,), 5: (6,), 3: (5,), 9: (4,), 4: (9,), 2: (7,)}[digit]:
            found = corrections(with_givens(EXAMPLE, [(cell, wrong)]))
            ranks = [order.index(slip.kind) for slip in found]
            assert ranks == sorted(ranks)
            ahead += any(slip.kind in {"swap", "keypad", "extra", "digit"} for slip in found)
            if all(slip.kind != "rows" for slip in found):
                assert found[0].kind in {"lookalike", "doubled", "row-slip"}
    assert ahead >= 5  # There was something to put behind.


def wrong_lines() -> Iterator[tuple[str, bytes]]:
    """Larger errors in a puzzle, which leave none, one or several solutions."""
    rows = [EXAMPLE.givens[at : at + 9] for at in range(0, 81, 9)]
    for one, other in ((0, 1), (2, 3), (4, 8)):
        for kind, lines in (("rows", list(rows)), ("columns", [bytes(row) for row in zip(*rows, strict=True)])):
            lines[one], lines[other] = lines[other], lines[one]
            lines = lines if kind == "rows" else [bytes(row) for row in zip(*lines, strict=True)]
            yield kind, b"".join(lines)
    flat = bytearray(EXAMPLE.givens)
    flat[0], flat[4] = flat[4], flat[0]
    yield "exchange", bytes(flat)
    flat = bytearray(EXAMPLE.givens)
    del flat[3]
    flat.insert(25, 0)
    yield "slip", bytes(flat)


def test_exchanged_lines_and_slips_over_rows_are_found_also_where_several_solutions_are_left() -> None:
    statuses = set()
    for kind, givens in wrong_lines():
        wrong = replace(EXAMPLE, givens=givens)
        done = fix(wrong)
        statuses.add(done.status)
        if done.status == "proper":
            continue
        places = [
            slip.kind
            for slip in done.corrections[:3]
            if with_givens(wrong, ((cell, new) for cell, _, new in slip.changes)) == EXAMPLE
        ]
        assert [place.removesuffix("-apart") for place in places] == [kind]
    assert len(statuses) > 1


def test_cells_exchanged_with_the_one_below_are_found() -> None:
    unlike = [cell for cell in range(72) if EXAMPLE.givens[cell] != EXAMPLE.givens[cell + 9]]
    for cell in unlike[::9]:
        pair = [(cell, EXAMPLE.givens[cell + 9]), (cell + 9, EXAMPLE.givens[cell])]
        wrong = with_givens(EXAMPLE, pair)
        meant = [
            slip.kind
            for slip in corrections(wrong)
            if with_givens(wrong, ((c, new) for c, _, new in slip.changes)) == EXAMPLE
        ]
        assert meant == ["swap"]


def test_a_correction_without_redundant_givens_comes_first() -> None:
    """A digit too many in a minimal puzzle of the top 1465: likelier errors would leave puzzles with givens to spare."""
    (wrong,) = parse("..79..1....36..7..45....3...2...3.8....8......4..51.3.....9...25.4....1..8...4..6")
    found = corrections(wrong)
    assert (found[0].kind, found[0].changes) == ("extra", ((24, 3, 0),))
    assert min(likelihood.TYPING.index(slip.kind) for slip in found) < likelihood.TYPING.index("extra")


def test_where_no_correction_needs_all_of_its_givens_the_error_of_fewest_ways_comes_first() -> None:
    assert set(likelihood.TYPING) <= set(likelihood.WAYS)
    ways = likelihood.WAYS
    assert ways["rows"] < ways["lookalike"] < ways["keypad"] < ways["digit"] < ways["extra"] < ways["slip"]
    assert ways["pair-across"] < ways["pair-down"] and ways["row-slip"] < ways["row-slip-within"]
    # A 6 read as 8 in a puzzle with givens to spare: slips that end within their row would explain it, too.
    wrong = with_givens(EXAMPLE, [(53, 8)])
    found = corrections(wrong)
    assert (found[0].kind, found[0].changes) == ("lookalike", ((53, 8, 6),))


def test_the_wanted_level_decides_between_corrections_that_are_proper_by_accident() -> None:
    """Two digits exchanged in a medium puzzle with givens to spare: likelier slips leave a puzzle of another level."""
    (wrong,) = parse(".47.9..6......73.5..3.5.78.1.5.3......8........4..8.769..14...3.51.8.627.3....9..")
    meant = ((4, 9, 3), (31, 3, 9))
    found = [slip.changes for slip in corrections(wrong)]
    assert found.index(meant) >= 3
    assert corrections(wrong, Level.MEDIUM)[0].changes == meant
    assert sorted(slip.changes for slip in corrections(wrong, Level.EASY)) == sorted(found)
    assert fix(wrong, difficulty=Level.MEDIUM, apply="edit").changed == meant
