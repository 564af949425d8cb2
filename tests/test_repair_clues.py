"""Wrong clues: in a puzzle of each kind one is made wrong, and mending finds the clue that stood there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from conftest import every_kind, scaled

import bookmaker
from bookmaker.base.errors import Place
from bookmaker.base.language import load, plain
from bookmaker.logic.repair.clue_errors import ClueMend, clue_mends, with_mend
from bookmaker.logic.repair.record import Fix
from bookmaker.logic.solve.solver import count_solutions, solve
from bookmaker.logic.verify.contradiction import rule_of, says_more
from bookmaker.publishing.documents.repair_sheet import mend_diagrams
from bookmaker.publishing.explain.reasons import clue_reason
from bookmaker.publishing.explain.step_words import Speaker
from bookmaker.puzzles.grid.geometry import Clue, cell_name
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import CLUES, RULES, clue_kinds, geometry, with_clues
from bookmaker.puzzles.rules.places import OUTSIDE

CLUED = [puzzle for puzzle in every_kind() if puzzle.geometry.clued]


def _slips(puzzle: Puzzle, clue: Clue) -> Iterator[Clue | None]:
    """The clue with another number, the other way round, as another one, and left out where all are shown."""
    kind, ground = CLUES[clue.kind], puzzle.geometry
    for number in (clue.value[0] - 1, clue.value[0] + 1) if clue.value else ():
        yield kind.clue(clue.cells, tuple(sorted((number, *clue.value[1:]))))
    if kind.ordered and kind.shape in ("border", "line"):
        yield kind.clue(clue.cells[::-1])
    yield from (other.clue(clue.cells) for other in clue_kinds(ground.rules) if other is not kind and not other.value)
    if says_more(rule_of(clue, puzzle)):
        yield None


def _wrong(puzzle: Puzzle) -> Iterator[tuple[Puzzle, Clue]]:
    """The puzzle with one clue wrong, so that it has no solution, and the right clue."""
    for clue in puzzle.clues:
        for slip in _slips(puzzle, clue):
            if slip is not None and CLUES[slip.kind].fault_of(slip.cells, puzzle.geometry.size, slip.value):
                continue
            others = [one for one in puzzle.clues if one != clue] + ([] if slip is None else [slip])
            ground = with_clues(puzzle.geometry, others)
            if len(ground.clues or ()) != len(others):
                continue
            spoilt = replace(puzzle, geometry=ground, answer=None)
            if count_solutions([spoilt], 1)[0] == 0:
                yield spoilt, clue


SAME = (
    "clones",
    "whispers",
    "renban",
    "palindrome",
    "between",
    "region-sums",
    "zippers",
    "nabners",
    "lockouts",
    "entropic",
)
"""Kinds whose clues have no number, direction or other sign, and are not all shown: they are too long, or one too many."""

LINES = ("dutch-whispers", "modular", "parity-lines", "double-arrows", "ten-lines")
MENDED = [puzzle for puzzle in CLUED if puzzle.geometry.kind not in (*SAME, *LINES)]


@pytest.mark.sampled(5)
@pytest.mark.parametrize("puzzle", MENDED, ids=lambda puzzle: puzzle.geometry.kind)
def test_the_right_clue_is_among_the_mends(puzzle: Puzzle) -> None:
    wrong = list(_wrong(puzzle))[::7][: scaled(1, 3)]
    assert wrong
    for spoilt, clue in wrong:
        mends, tried = clue_mends(spoilt)
        assert tried
        assert clue in [mend.new for mend in mends]
        for mend in mends:
            assert count_solutions([with_mend(spoilt, mend)], 2)[0] == 1


def _longer(puzzle: Puzzle) -> Iterator[tuple[Puzzle, Clue]]:
    """The puzzle with one line a cell too long, so that it has no solution, and the right line."""
    size = puzzle.geometry.size
    taken = {cell for clue in puzzle.clues for cell in clue.cells}
    for clue in puzzle.clues:
        row, column = divmod(clue.cells[-1], size)
        beside = [(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
        for cell in (down * size + right for down, right in beside if 0 <= down < size and 0 <= right < size):
            line = CLUES[clue.kind].clue((*clue.cells, cell))
            if cell in taken or CLUES[clue.kind].fault_of(line.cells, size):
                continue
            ground = with_clues(puzzle.geometry, [line if one == clue else one for one in puzzle.clues])
            spoilt = replace(puzzle, geometry=ground, answer=None)
            if count_solutions([spoilt], 1)[0] == 0:
                yield spoilt, clue


@pytest.mark.parametrize(
    "puzzle",
    [puzzle for puzzle in CLUED if all(CLUES[clue.kind].shape == "line" for clue in puzzle.clues)],
    ids=lambda puzzle: puzzle.geometry.kind,
)
def test_a_line_that_is_a_cell_too_long_ends_earlier(puzzle: Puzzle) -> None:
    wrong = list(_longer(puzzle))[::5][: scaled(1, 2)]
    assert wrong
    for spoilt, clue in wrong:
        mends, tried = clue_mends(spoilt)
        assert tried
        first = [mend for mend in mends if mend.kind == "shorter"]
        assert clue in [mend.new for mend in first[:2]]
        assert mends[: len(first)] == tuple(first)
        for mend in mends:
            assert count_solutions([with_mend(spoilt, mend)], 2)[0] == 1


def test_an_answer_says_that_a_line_ends_earlier() -> None:
    puzzle = _kind("renban")
    spoilt, clue = next(_longer(puzzle))
    made = bookmaker.fix(replace(spoilt, answer=solve(puzzle).solution), apply="edit")
    assert made.clue_mend is not None
    assert (made.clue_mend.kind, made.clue_mend.new) == ("shorter", clue)


def _kind(name: str) -> Puzzle:
    return next(puzzle for puzzle in CLUED if puzzle.geometry.kind == name)


def _sandwich() -> tuple[Puzzle, Clue]:
    return next(_wrong(_kind("sandwich")))


def test_a_mend_is_applied_only_where_that_is_asked() -> None:
    spoilt, clue = _sandwich()
    found = bookmaker.fix(spoilt)
    assert found.result is None
    assert found.note == "nothing was applied; see the clues"
    assert not found.drops
    made = bookmaker.fix(spoilt, apply="edit")
    assert made.result is not None
    assert clue in made.result.clues
    assert made.clue_mend == made.clue_mends[0]
    said = made.as_dict()
    assert said["clue"]["from"]["kind"] == said["clue"]["to"]["kind"] == "sandwich"
    assert said["clue"]["to"]["value"] == clue.value[0]


def test_no_other_clue_is_named_where_two_are_wrong() -> None:
    puzzle = next(puzzle for puzzle in CLUED if puzzle.geometry.kind == "sandwich")
    (first, _), *rest = _wrong(puzzle)
    second = next(spoilt for spoilt, clue in rest if clue in first.clues)
    both = [clue for clue in second.clues if clue in puzzle.clues and clue in first.clues]
    both += [clue for clue in (*first.clues, *second.clues) if clue not in puzzle.clues]
    assert clue_mends(replace(puzzle, geometry=with_clues(puzzle.geometry, both), answer=None)) == ((), True)


def test_a_missing_dot_is_found() -> None:
    puzzle = next(puzzle for puzzle in CLUED if puzzle.geometry.kind == "kropki")
    for clue in puzzle.clues[:4]:
        fewer = with_clues(puzzle.geometry, [one for one in puzzle.clues if one != clue])
        spoilt = replace(puzzle, geometry=fewer, answer=None)
        if count_solutions([spoilt], 1)[0] == 0:
            assert ("missing", None, clue) in [(mend.kind, mend.old, mend.new) for mend in clue_mends(spoilt)[0]]
            return
    raise AssertionError("no dot is needed")


def test_verify_names_the_clue_to_blame() -> None:
    puzzle = next(puzzle for puzzle in CLUED if puzzle.geometry.kind == "sandwich")
    # Where all cells of the row are given, the number is wrong at a glance.
    spoilt, clue = next(pair for pair in _wrong(puzzle) if bookmaker.verify(pair[0]).status == "none")
    wrong = next(one for one in spoilt.clues if one.cells == clue.cells)
    verdict = bookmaker.verify(spoilt)
    assert f"would have one without sandwich {wrong.value[0]} (" in verdict.faults[0].message
    assert set(clue.cells) <= set(verdict.faults[0].cells)


def _with_given(puzzle: Puzzle, cell: int, digit: int) -> Puzzle:
    return replace(puzzle, givens=bytes([*puzzle.givens[:cell], digit, *puzzle.givens[cell + 1 :]]), answer=None)


def test_a_wrong_given_is_named_beside_the_clue_that_it_breaks() -> None:
    """Either may be what is wrong, so that both are said."""
    puzzle = _kind("x-sums")
    cells = [cell for cell, digit in enumerate(puzzle.givens) if digit]
    spoilt, cell = next(
        (one, cell)
        for one, cell in ((_with_given(puzzle, cell, digit), cell) for cell in cells for digit in range(1, 10))
        if bookmaker.verify(one).status == "none" and clue_mends(one)[0]
    )
    (fault,) = bookmaker.verify(spoilt).faults
    assert "it would have one without x-sum-outside " in fault.message
    assert fault.message.endswith(f", or with another digit in {cell_name(cell, 9)}")
    found = bookmaker.fix(spoilt)
    assert found.note == "nothing was applied; one given or one clue may be wrong; see the corrections and the clues"
    assert ((cell, spoilt.givens[cell], puzzle.givens[cell]),) in [slip.changes for slip in found.corrections]
    made = bookmaker.fix(spoilt, apply=1)
    assert made.result is not None
    assert (made.result.clues, made.clue_mend) == (puzzle.clues, None)


def test_givens_are_not_named_where_no_single_one_helps() -> None:
    spoilt, _ = next(pair for pair in _wrong(_kind("sandwich")) if bookmaker.verify(pair[0]).status == "none")
    assert "; if its givens are right, it would have one without sandwich" in bookmaker.verify(spoilt).faults[0].message


def test_a_wrong_given_beside_cages_is_changed() -> None:
    """What is listed is applied, too: "no small change of its cages makes it proper" was all that was said."""
    (made,) = bookmaker.generate(1, "easy", kind="killer+thermometers", size=6, seed=3)
    answer = solve(made.puzzle).solution
    assert answer is not None
    right = answer[0]
    shown = bytes(digit if cell % 7 == 0 else 0 for cell, digit in enumerate(answer))
    spoilt = _with_given(replace(made.puzzle, givens=shown), 0, 1)
    assert right != 1
    assert bookmaker.fix(spoilt).note == "nothing was applied; see the corrections and the givens to drop"
    fixed = bookmaker.fix(spoilt, apply=1)
    assert fixed.changed == ((0, 1, right),)
    assert fixed.mended


@pytest.mark.parametrize(
    ("code", "said"),
    [("de", "Geändert: in\u00a0"), ("en", "Changed: in "), ("es", "Cambiado: en la "), ("ru", "Изменено: в\u00a0ст")],
)
def test_the_proof_sheet_says_what_the_clue_should_be(code: str, said: str) -> None:
    spoilt, clue = _sandwich()
    _, after, *_ = mend_diagrams(bookmaker.fix(spoilt, apply="edit"), 1, load(code))
    assert after.text.startswith(said)
    assert str(clue.value[0]) in after.text
    before, *_ = mend_diagrams(bookmaker.fix(spoilt), 1, load(code))
    assert str(clue.value[0]) in before.text


def test_an_answer_says_which_clue_is_wrong() -> None:
    """Its givens and its answer are right: no given may change."""
    puzzle = next(puzzle for puzzle in CLUED if puzzle.geometry.kind == "sandwich")
    spoilt, clue = next(_wrong(puzzle))
    found = bookmaker.fix(replace(spoilt, answer=puzzle.answer))
    assert found.note == "its answer breaks 1 clue; see what they should be"
    made = bookmaker.fix(replace(spoilt, answer=puzzle.answer), apply="edit")
    assert made.result is not None
    assert (made.changed, made.dropped, made.result.givens) == ((), (), puzzle.givens)
    assert clue in made.result.clues


def test_a_wrong_digit_in_a_circle_leaves_as_many_digits() -> None:
    puzzle = next(puzzle for puzzle in CLUED if puzzle.geometry.kind == "quadruples")
    spoilt, clue = next(pair for pair in _wrong(puzzle) if len(pair[1].value) > 1)
    mends, _ = clue_mends(spoilt)
    assert {len(mend.new.value) for mend in mends if mend.new} == {len(clue.value)}


def test_a_sign_of_another_rule_does_not_hide_a_missing_dot() -> None:
    (made,) = bookmaker.generate(1, "easy", kind="kropki+greater-than", size=6, seed=2)
    ground = made.puzzle.geometry
    dots = [clue for clue in made.puzzle.clues if clue.kind.endswith("dot")]
    found = 0
    for dot in dots:
        fewer = with_clues(ground, [clue for clue in made.puzzle.clues if clue != dot])
        spoilt = replace(made.puzzle, geometry=fewer, answer=None)
        if count_solutions([spoilt], 1)[0] == 0:
            found += 1
            assert dot in [mend.new for mend in clue_mends(spoilt)[0]]
            if found == 3:
                return
    assert found


def test_a_wrong_clue_beside_cages_is_found() -> None:
    (made,) = bookmaker.generate(1, "easy", kind="killer+thermometers", size=6, seed=3)
    spoilt, clue = next(_wrong(made.puzzle))
    found = bookmaker.fix(spoilt)
    assert clue in [mend.new for mend in found.clue_mends]
    assert found.note == "nothing was applied; see the clues"
    made_right = bookmaker.fix(spoilt, apply="edit")
    assert made_right.result is not None
    assert clue in made_right.result.clues


@pytest.mark.parametrize(
    ("code", "row", "column"),
    [
        ("de", "in Zeile 2 ergeben", "in Spalte 2 ergeben"),
        ("en", "in row 2, the", "in column 2, the"),
        ("es", "en la fila 2, las", "en la columna 2, las"),
        ("ru", "в строке 2 сумма", "в столбце 2 сумма"),
    ],
)
def test_a_number_outside_the_grid_is_said_to_be_of_a_row_or_a_column(code: str, row: str, column: str) -> None:
    """Both begin in the same cell of a corner."""
    ground = geometry("outside-sums")
    for cells, said in (((9, 10, 11), row), ((1, 10, 19), column)):
        for ordered in (cells, cells[::-1]):
            reason = clue_reason(CLUES["outside-sum"].clue(ordered, (15,)), ground)
            assert plain(Speaker(code, ground).reason(reason)).startswith(said)


@pytest.mark.parametrize("code", ["de", "en", "es", "fr", "ru"])
@pytest.mark.parametrize("kind", [name for name, kind in CLUES.items() if kind.shape in OUTSIDE])
def test_two_lines_from_the_same_corner_have_different_words(kind: str, code: str) -> None:
    ground = geometry(next(name for name, rule in RULES.items() if CLUES[kind] in rule.clues))
    first = {"edge": ((0, 1, 2), (0, 9, 18)), "diagonal": ((2, 10, 18), (2, 12, 22, 32, 42, 52))}[CLUES[kind].shape]
    said = {Speaker(code, ground).reason(clue_reason(CLUES[kind].clue(cells, (5,)), ground)) for cells in first}
    assert len(said) == 2


@pytest.mark.parametrize(
    ("code", "gone", "perhaps"),
    [
        (
            "en",
            "One clue was too many: the black dot",
            "Perhaps one clue is too many: the grey square says that the digit in r1c1 is even.",
        ),
        (
            "de",
            "Ein Hinweis war zu viel: der schwarze Punkt",
            "Vielleicht ist ein Hinweis zu viel: das graue Quadrat sagt, dass die Ziffer in Z1S1 gerade ist.",
        ),
        (
            "es",
            "Sobraba una indicación: el punto negro",
            "Quizá sobra una indicación: el cuadrado gris dice que la cifra de f1c1 es par.",
        ),
        (
            "ru",
            "Одно условие было лишним: чёрная точка",
            "Возможно, одно условие лишнее: серый квадрат говорит, что в с1к1 стоит чётная цифра.",
        ),
    ],
)
def test_the_proof_sheet_says_which_clue_is_only_taken_away(code: str, gone: str, perhaps: str) -> None:
    puzzle = next(puzzle for puzzle in CLUED if puzzle.geometry.kind == "kropki")
    mend = ClueMend("superfluous", CLUES["black-dot"].clue((0, 1)), None)
    _, after = mend_diagrams(Fix(puzzle, "none", 0, 2, puzzle, clue_mend=mend), 1, load(code))
    assert plain(after.text).startswith(gone)
    cell = ClueMend("superfluous", CLUES["even"].clue((0,)), None)
    (before,) = mend_diagrams(Fix(puzzle, "none", 0, 2, None, clue_mends=(cell,)), 1, load(code))
    assert perhaps in plain(before.text)


@pytest.mark.parametrize("code", ["de", "en", "es", "fr", "ru"])
@pytest.mark.parametrize("kind", [name for name, kind in CLUES.items() if kind.shape == "cell"])
def test_the_proof_sheet_says_which_mark_a_cell_should_have(kind: str, code: str) -> None:
    puzzle = next(puzzle for puzzle in CLUED if CLUES[kind] in clue_kinds(puzzle.geometry.rules))
    mend = ClueMend("missing", None, CLUES[kind].clue((12,)))
    (before,) = mend_diagrams(Fix(puzzle, "none", 0, 2, None, clue_mends=(mend,)), 1, load(code))
    named = {"de": "Z2S4", "en": "r2c4", "es": "f2c4", "fr": "L2C4", "ru": "с2к4"}[code]
    assert named in before.text
    _, after = mend_diagrams(Fix(puzzle, "none", 0, 2, puzzle, clue_mend=mend), 1, load(code))
    assert named in after.text


@pytest.mark.parametrize(
    ("name", "said"), [("谜题 №1.jsonl", "Puzzle 3: before"), ("Nº 1.jsonl", "Nº 1.jsonl:1: before")]
)
def test_a_puzzle_whose_file_the_fonts_cannot_name_is_called_by_its_number(name: str, said: str) -> None:
    puzzle = replace(_sandwich()[0], name="", source=Place(name, 1))
    before, *_ = mend_diagrams(Fix(puzzle, "none", 0, 2, None), 3, load("en"))
    assert plain(before.heading) == said
