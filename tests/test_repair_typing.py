"""Typing errors: larger ones are found, and all are named in the order of how likely people make them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import scaled

from bookmaker.api.generating import generate
from bookmaker.cli import main
from bookmaker.formats import parse
from bookmaker.logic.repair import likelihood, typing_errors
from bookmaker.logic.repair.added_givens import with_givens
from bookmaker.logic.repair.companions import Companions
from bookmaker.logic.repair.fixes import fix
from bookmaker.logic.repair.likelihood import Copying
from bookmaker.logic.repair.typing_errors import corrections
from bookmaker.logic.techniques.declare import Level
from bookmaker.puzzles.rules import geometry

# The example of Wikipedia's article "Sudoku" with two more givens, so that its pattern has no symmetry.
(EXAMPLE,) = parse("534.7....6.2195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")


def test_what_is_likelier_to_be_typed_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    # What the corrected puzzle is like weighs nothing here.
    monkeypatch.setattr(typing_errors, "_redundant", lambda *_: {})
    monkeypatch.setattr(typing_errors, "_levels", lambda *_: {})
    monkeypatch.setattr(typing_errors, "_EACH_GIVEN", 0.0)
    kinds = [likelihood.digit_error(*pair) for pair in ((1, 7), (8, 6), (4, 5), (2, 5), (1, 6), (3, 7))]
    assert kinds == ["lookalike", "lookalike", "keypad", "keypad", "digit", "digit"]
    sums = [likelihood.sum_error(*pair) for pair in ((12, 21), (12, 17), (1, 12), (12, 30))]
    assert sums == ["sum-transposed", "sum-digit", "sum-digit", "sum"]
    ahead = 0
    for cell, digit in [*enumerate(EXAMPLE.givens)][:: scaled(7, 1)]:
        if not digit:
            continue
        for wrong in {1: (7,), 7: (1,), 6: (8,), 8: (3,), 5: (6,), 3: (5,), 9: (4,), 4: (9,), 2: (7,)}[digit]:
            typed = with_givens(EXAMPLE, [(cell, wrong)])
            found = corrections(typed)
            meant = [with_givens(typed, ((at, new) for at, _, new in slip.changes)).givens for slip in found]
            chances = [round(sum(Copying(one, geometry()).chances(typed.givens).values()), 9) for one in meant]
            assert chances == sorted(chances, reverse=True)
            ahead += any(slip.kind in {"swap", "keypad", "extra", "digit"} for slip in found)
            if not any(slip.kind.startswith("rows") for slip in found):
                assert found[0].kind in {"lookalike", "doubled", "row-slip", "swap"}
    assert ahead >= scaled(1, 5)  # There was something to put behind.


def wrong_lines() -> Iterator[tuple[str, bytes]]:
    """Larger errors in a puzzle, which leave none, one or several solutions."""
    rows = [EXAMPLE.givens[at : at + 9] for at in range(0, 81, 9)]
    for one, other in ((0, 1), (2, 3), (4, 8)):
        for kind, lines in (("rows", list(rows)), ("columns", [bytes(row) for row in zip(*rows, strict=True)])):
            lines[one], lines[other] = lines[other], lines[one]
            lines = lines if kind == "rows" else [bytes(row) for row in zip(*lines, strict=True)]
            yield kind if other == one + 1 else f"{kind}-apart", b"".join(lines)
    flat = bytearray(EXAMPLE.givens)
    flat[0], flat[4] = flat[4], flat[0]
    yield "exchange", bytes(flat)
    flat = bytearray(EXAMPLE.givens)
    del flat[3]
    flat.insert(25, 0)
    yield "slip", bytes(flat)


def test_exchanged_lines_and_slips_over_rows_are_found_also_where_several_solutions_are_left() -> None:
    statuses = set()
    for kind, givens in [*wrong_lines()][:: scaled(2, 1)]:
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
        assert places == [kind]
    assert len(statuses) > 1


@pytest.mark.parametrize(("column", "gone"), [(1, 1), (4, 2)])
def test_digits_that_moved_up_a_column_are_found(column: int, gone: int) -> None:
    """An empty cell was left out, and all digits below it stand one place too high."""
    (whole,) = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    cells = bytearray(whole.givens)
    cells[column::9] = (digits := bytearray(cells[column::9]))[:gone] + digits[gone + 1 :] + b"\0"
    wrong = replace(whole, givens=bytes(cells))
    first = corrections(wrong)[0]
    assert first.kind == "column-slip"
    assert with_givens(wrong, ((cell, new) for cell, _, new in first.changes)) == whole


def test_cells_exchanged_with_the_one_below_are_found() -> None:
    unlike = [cell for cell in range(72) if EXAMPLE.givens[cell] != EXAMPLE.givens[cell + 9]]
    for cell in unlike[:: scaled(20, 9)]:
        pair = [(cell, EXAMPLE.givens[cell + 9]), (cell + 9, EXAMPLE.givens[cell])]
        wrong = with_givens(EXAMPLE, pair)
        meant = [
            slip.kind
            for slip in corrections(wrong)
            if with_givens(wrong, ((c, new) for c, _, new in slip.changes)) == EXAMPLE
        ]
        assert meant == ["swap"]


def test_a_correction_without_redundant_givens_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """A digit too many in a minimal puzzle of the top 1465: likelier errors would leave puzzles with givens to spare."""
    (wrong,) = parse("..79..1....36..7..45....3...2...3.8....8......4..51.3.....9...25.4....1..8...4..6")
    found = corrections(wrong)
    assert (found[0].kind, found[0].changes) == ("extra", ((24, 3, 0),))
    assert len(found) > 1
    monkeypatch.setattr(typing_errors, "_MINIMAL", 0.0)
    monkeypatch.setattr(typing_errors, "_EACH_SPARE", 0.0)
    assert corrections(wrong)[0].kind != "extra"


def test_where_no_correction_needs_all_of_its_givens_the_error_of_fewest_ways_comes_first() -> None:
    """A 6 read as 8 in a puzzle with givens to spare: slips that end within their row would explain it, too."""
    wrong = with_givens(EXAMPLE, [(53, 8)])
    found = corrections(wrong)
    assert (found[0].kind, found[0].changes) == ("lookalike", ((53, 8, 6),))


def test_the_wanted_level_decides_between_corrections_that_are_proper_by_accident() -> None:
    """Two digits exchanged in a medium puzzle with givens to spare: likelier slips leave a puzzle of another level."""
    (wrong,) = parse(".47.9..6......73.5..3.5.78.1.5.3......8........4..8.769..14...3.51.8.627.3....9..")
    meant = ((4, 9, 3), (31, 3, 9))
    found = [slip.changes for slip in corrections(wrong)]
    assert found.index(meant) >= 1
    assert corrections(wrong, Level.MEDIUM)[0].changes == meant
    assert sorted(slip.changes for slip in corrections(wrong, Level.EASY)) == sorted(found)
    assert fix(wrong, difficulty=Level.MEDIUM, apply="edit").changed == meant


def test_an_easy_puzzle_is_likelier_an_accident_than_a_harder_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A digit of a hard puzzle mistyped as the one beside it on the keys: a look-alike would leave an easy one."""
    (hard,) = parse(".26.....5.....9.....8.4...14....5.........8...128..3.6.9..5321...........53.82..9")
    wrong = with_givens(hard, [(61, 2)])
    assert [slip.kind for slip in corrections(wrong)] == ["keypad", "lookalike"]
    assert corrections(wrong)[0].changes == ((61, 2, 1),)
    share = corrections(wrong)[0].share
    levels = [Level.EASY, Level.MEDIUM, Level.HARD]
    assert all(
        typing_errors._UNLIKE_ACCIDENTS[level] > typing_errors._UNLIKE_ACCIDENTS[Level.EASY] for level in levels[1:]
    )
    monkeypatch.setattr(typing_errors, "_UNLIKE_ACCIDENTS", dict.fromkeys(levels, 0.0))
    assert share is not None
    assert max(slip.share or 0 for slip in corrections(wrong) if slip.kind == "keypad") < share


def test_the_puzzles_beside_it_show_of_which_level_a_wrong_one_was() -> None:
    (wrong,) = parse(".47.9..6......73.5..3.5.78.1.5.3......8........4..8.769..14...3.51.8.627.3....9..")
    meant = ((4, 9, 3), (31, 3, 9))
    medium = generate(2, "medium", 1, jobs=1)
    beside = [wrong, EXAMPLE, *(made.puzzle for made in medium)]
    assert corrections(wrong, others=[EXAMPLE])[0].changes != meant
    assert corrections(wrong, others=beside)[0].changes == meant
    # Nothing is applied that is less likely than four in five, unless it is named.
    told = fix(wrong, apply="edit", others=beside)
    assert told.changed == () and "the likeliest correction has 68 %; name one by its number" in told.note
    assert fix(wrong, apply=1, others=beside).changed == meant
    assert fix(wrong, apply=2, others=beside).changed == told.corrections[1].changes
    assert fix(wrong, apply=99, others=beside).note == f"there is no correction 99; there are {len(told.corrections)}"
    # Puzzles of other rules, and such as are not proper, say nothing.
    strangers = [replace(made.puzzle, geometry=geometry("x")) for made in medium] + [wrong] * 3
    assert corrections(wrong, others=strangers) == corrections(wrong)


def test_a_pattern_like_those_beside_it_is_the_likelier_the_more_of_them_have_it() -> None:
    ground = EXAMPLE.geometry
    symmetric = [made.puzzle for made in generate(3, "easy", 1, symmetry="rotational", jobs=1)]
    minimal = [made.puzzle for made in generate(3, "medium", 1, minimal=True, jobs=1)]
    even, lean, none = Companions(symmetric, ground), Companions(minimal, ground), Companions((), ground)
    assert even.symmetric_odds > none.symmetric_odds == 0 > lean.symmetric_odds
    assert lean.minimal_odds > none.minimal_odds == 0 > even.minimal_odds
    assert even.level_odds(Level.EASY) > none.level_odds(Level.EASY) == none.level_odds(Level.HARD)
    assert even.level_odds(Level.HARD) == even.level_odds(None) < none.level_odds(Level.HARD)


def test_a_file_is_its_own_company(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = ".47.9..6......73.5..3.5.78.1.5.3......8........4..8.769..14...3.51.8.627.3....9.."
    path = tmp_path / "page.txt"
    path.write_text(
        "".join(f"{line}\n" for line in (wrong, *map(str, (made.puzzle for made in generate(2, "medium", 1)))))
    )
    assert main(["fix", str(path), "--json", "--apply", "1"]) == 0
    first = json.loads(capsys.readouterr().out.splitlines()[0])
    assert [(one["cell"], one["from"], one["to"]) for one in first["changed"]] == [("r1c5", 9, 3), ("r4c5", 3, 9)]


def test_a_slip_over_rows_of_several_grids_is_found_where_it_does_not_reach_far() -> None:
    (one,) = generate(1, "easy", seed=2, kind="samurai")
    ground, meant = one.puzzle.geometry, list(one.puzzle.givens)
    rows = [ground.place(cell)[0] for cell in range(ground.cell_count)]
    empty = [cell for cell, digit in enumerate(meant) if not digit and rows[cell] == 9]
    for far, found in ((1, True), (4, False)):
        typed = list(meant)
        del typed[empty[0]]
        typed.insert(rows.index(9 + far), 0)
        wrong = replace(one.puzzle, givens=bytes(typed), answer=None)
        mends = [with_givens(wrong, ((cell, new) for cell, _, new in slip.changes)) for slip in corrections(wrong)]
        assert (one.puzzle.givens in [mend.givens for mend in mends]) == found
