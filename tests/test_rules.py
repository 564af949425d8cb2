"""Properties of every rule and of every two of them together. No rule is named: what is declared is what is tested.

A new rule takes part as soon as it stands in ``RULES``. What each test catches is tried with declarations that lie.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import count
from pathlib import Path

import numpy as np
import pytest
from conftest import Run, scaled
from rules_checks import (
    check_absorbs,
    check_bars,
    check_clues,
    check_exists,
    check_foreign,
    check_houses,
    check_sizes,
    check_uniqueness,
)
from rules_data import SIZES, check_steps, covering, ground_of, map_seed, name_of, proper, prover, sets, smallest
from typeset_data import IN_TEXT

import bookmaker
from bookmaker import formats
from bookmaker.base.errors import UsageError
from bookmaker.base.language import languages
from bookmaker.logic.grading import grade_many
from bookmaker.logic.solve.canonical_form import canonical_of, likeness, same_up_to_symmetry
from bookmaker.logic.solve.solver import solutions, solve
from bookmaker.logic.verify.check import check
from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.grids.grid_drawing import draw_grid, puzzle_picture
from bookmaker.printing.styles import style
from bookmaker.publishing.documents.sheets import find_layout, sheets, sheets_pdf
from bookmaker.publishing.explain.solution_path import explain
from bookmaker.publishing.proof import kinds, pdf_reading
from bookmaker.puzzles.grid.automorphisms import automorphisms, relabellings, turns
from bookmaker.puzzles.grid.geometry import BOXES, Clue, House, Relation
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import CLUES, KINDS, RULES, geometry, kind_of, rules_of, sizes_of, unclued, vocabulary
from bookmaker.puzzles.rules.cages import cage_marks
from bookmaker.puzzles.rules.clues import ClueType, Unmarked
from bookmaker.puzzles.rules.rule import Rule

FEW = 4
"""Solutions that are compared: a SAT solver takes minutes to list many of a grid with hardly any givens."""

ALL = list(sets())
SINGLE = [(rules, size) for rules, (size, *_) in ALL if len(rules) == 1]
COVERING = covering([rules for rules, _ in ALL if len(rules) == 2])
LARGER = {each for each in SINGLE if each[1] > min(size for rules, size in SINGLE if rules == each[0])}
"""Rules in another size than their smallest: a usual run tries their declarations, and a puzzle of theirs on a page."""

EACH = [
    pytest.param(
        *each,
        marks=()
        if each[0] in COVERING or (len(each[0]) == 1 and (each[0], each[1][0]) not in LARGER)
        else pytest.mark.thorough,
    )
    for each in ALL
]
"""All sets; in a usual run the pairs that :func:`covering` picks. The others say the same of other names."""

over_all = pytest.mark.parametrize(("rules", "size"), EACH, ids=[name_of(*each) for each in ALL], indirect=["size"])
NAMES = [name_of(rules, (size,)) for rules, size in SINGLE]
over_sizes = pytest.mark.parametrize(("rules", "size"), SINGLE, ids=NAMES)
over_single = pytest.mark.parametrize(
    ("rules", "size"),
    [pytest.param(*each, marks=pytest.mark.thorough if each in LARGER else ()) for each in SINGLE],
    ids=NAMES,
)

CODES = languages()
WORDED = [
    pytest.param(
        *each,
        code,
        marks=() if (place + turn) % len(CODES) == 0 and each not in LARGER else pytest.mark.thorough,
        id=f"{code}-{name_of(each[0], (each[1],))}",
    )
    for place, each in enumerate(SINGLE)
    for turn, code in enumerate(CODES)
]
"""Every rule in each language, in a usual run in one by turns: ``test_language.py`` holds that all have the same keys."""


@pytest.fixture
def size(rules: frozenset[str], request: pytest.FixtureRequest) -> int:
    """The smallest size with a full grid. It is looked for here, as a test needs it: to list the tests takes no search."""
    found = request.param[0] if len(rules) == 1 else smallest(rules, request.param)
    if found is None:
        pytest.skip("no full grid is found under both rules")
    return int(found)


@cache
def puzzle_of(rules: frozenset[str], size: int) -> Puzzle:
    """The puzzle of a set, on which all its properties are tried: to find and dig one takes longer than most of them."""
    return proper(ground_of(rules, size, map_seed(rules, size)), 1)


def test_another_process_gets_the_same_object() -> None:
    """Geometries are compared by identity: a copy would be taken for other rules."""
    grounds = [geometry(kind, sizes_of(rules_of(kind))[0]) for kind in KINDS]
    grounds.append(geometry("jigsaw", 4, (0, 0, 0, 1, 0, 1, 1, 1, 2, 2, 2, 3, 2, 3, 3, 3)))
    grounds.append(geometry("kropki", 6, clues=()))
    for ground in grounds:
        assert pickle.loads(pickle.dumps(ground)) is ground
    own = replace(geometry(), caged=True)
    assert pickle.loads(pickle.dumps(own)).caged
    assert pickle.loads(pickle.dumps(own)) is not own


@pytest.mark.thorough("test_rules.py::test_sizes_that_exist_have_a_grid_and_others_are_refused")
def test_rules_without_a_common_grid_are_few_and_refused(run: Run) -> None:
    """Two rules that leave no grid that is found soon: the command says so, or takes longer and finds one of theirs."""
    left_out = [(rules, sizes) for rules, sizes in ALL if len(rules) > 1 and smallest(rules, sizes) is None]
    assert len(left_out) * 20 < len(ALL), f"give the rule that is in most of them `sizes` or `bars`: {left_out}"
    for rules, sizes in left_out:
        asked = ("--kind", kind_of(rules), "--size", str(sizes[-1]), "--seed", "1", "--attempts", "1")
        made = run("generate", *asked)
        assert made.out == "" if made.code else json.loads(made.out)["kind"] == kind_of(rules), rules
        assert made.err or not made.code


@over_sizes
def test_declarations(rules: frozenset[str], size: int) -> None:
    (rule,) = (RULES[name] for name in rules)
    check_houses(ground_of(rules, size))
    check_exists(rule, size)
    check_absorbs(rule, size)
    if scaled(0, 1):  # To fill in vain takes seconds; a rule that lies about it is tried below.
        check_bars(rule, size)
    check_uniqueness(rule, size)
    check_clues(rule, size)
    check_foreign(rule)
    assert rules_of(kind_of(rules)) == rules


@pytest.mark.parametrize("name", RULES)
def test_sizes_that_exist_have_a_grid_and_others_are_refused(name: str) -> None:
    rule = RULES[name]
    check_sizes(rule)
    for size in BOXES:
        if rule.sizes is not None and size not in rule.sizes:
            assert rule.why
            with pytest.raises(UsageError, match=rule.why[:20]):
                geometry(name, size)


@pytest.mark.sampled(48)
@over_all
def test_counts_are_those_of_a_sat_solver(rules: frozenset[str], size: int) -> None:
    puzzle = puzzle_of(rules, size)
    ground = puzzle.geometry
    chance = np.random.default_rng(5)
    for gone in (1, 0)[: scaled(1, 2)]:
        filled = [cell for cell, digit in enumerate(puzzle.givens) if digit]
        bare = set(chance.permutation(filled)[:gone].tolist())
        givens = bytes(0 if cell in bare else digit for cell, digit in enumerate(puzzle.givens))
        found = set(solutions(Puzzle(ground, givens), FEW))
        theirs = prover(ground).solutions(givens, FEW)
        assert len(found) == len(theirs)
        assert len(theirs) == FEW or found == set(theirs)
        assert all(ground.holds(grid) for grid in found)
        if puzzle.cages:
            held = [
                grid for grid in theirs if all(sum(grid[c] for c in cage.cells) == cage.sum for cage in puzzle.cages)
            ]
            assert len(theirs) == FEW or set(solutions(replace(puzzle, givens=givens), FEW)) == set(held)


@pytest.mark.sampled(56)
@over_all
def test_no_step_contradicts_the_solution(rules: frozenset[str], size: int) -> None:
    check_steps(puzzle_of(rules, size))


def images(puzzle: Puzzle) -> Iterator[Puzzle]:
    """The puzzle turned and relabelled, as its rules allow."""
    ground, size = puzzle.geometry, puzzle.geometry.size
    if ground.regions is not None or puzzle.cages:
        return
    if ground.clues is not None:
        for image in turns(geometry(unclued(ground.rules), size))[1:]:
            places = np.argsort(image)
            moved = [Clue(clue.kind, tuple(places[list(clue.cells)].tolist()), clue.value) for clue in ground.clues]
            givens = np.frombuffer(puzzle.givens, np.uint8)[image].tobytes()
            yield Puzzle(geometry(ground.rules, size, None, moved), givens)
        return
    chance = np.random.default_rng(9)
    maps = turns(ground) if ground.plain else automorphisms(ground)
    ways = relabellings(ground)
    for image in maps[chance.permutation(len(maps))[: scaled(1, 3)]]:
        labels = np.r_[0, chance.permutation(size) + 1] if ways is None else ways[chance.integers(len(ways))]
        yield Puzzle(ground, labels[np.frombuffer(puzzle.givens, np.uint8)[image]].astype(np.uint8).tobytes())


@pytest.mark.sampled(18)
@over_single
def test_images_have_one_grade_and_one_form(rules: frozenset[str], size: int) -> None:
    puzzle = puzzle_of(rules, size)
    form, (grade,) = canonical_of(puzzle), grade_many([puzzle])
    assert canonical_of(form) == form
    for image in images(puzzle):
        assert solve(image).solutions == 1
        assert likeness(image) == likeness(puzzle)
        assert same_up_to_symmetry(image, puzzle)
        assert grade_many([image]) == [grade]


@pytest.mark.sampled(56)
@over_all
def test_round_trips_or_a_loss_that_is_reported(rules: frozenset[str], size: int) -> None:
    puzzle = replace(puzzle_of(rules, size), answer=None)
    for name in formats.FORMATS:
        try:
            text = formats.render([puzzle], name)
        except UsageError:
            continue
        format = formats.FORMATS[name]
        if "kind" in format.holds and "givens" in format.holds and format.lost(puzzle) != "kind":
            (again,) = formats.parse(text, format=name)
            assert again == puzzle, name


@over_all
def test_what_is_wrong_is_found_and_said(rules: frozenset[str], size: int) -> None:
    puzzle = puzzle_of(rules, size)
    solution = solve(puzzle).solution
    assert solution is not None
    assert check(Puzzle(puzzle.geometry, solution, cages=puzzle.cages)).status == "proper"
    wrong = bytearray(solution)
    wrong[0] = wrong[0] % size + 1
    assert check(Puzzle(puzzle.geometry, bytes(wrong), cages=puzzle.cages)).status in ("broken", "none")


@pytest.mark.sampled(18)
@pytest.mark.parametrize(("rules", "size", "code"), WORDED)
def test_every_step_has_words_and_every_mark_is_drawn(rules: frozenset[str], size: int, code: str) -> None:
    puzzle = puzzle_of(rules, size)
    told = explain(puzzle, code)
    assert told.steps
    assert not any("{" in step.text for step in told.steps)
    marks = cage_marks(puzzle)
    drawn = [RecordingCanvas(), RecordingCanvas()]
    for canvas, ground in zip(drawn, (puzzle.geometry, geometry(size=size)), strict=True):
        picture = puzzle_picture(ground, puzzle.givens[: ground.cell_count], marks if ground is puzzle.geometry else ())
        draw_grid(canvas, picture, 0, 0, 200, IN_TEXT)
    visible = bool(puzzle.geometry.marks or marks or not puzzle.geometry.boxed or puzzle.geometry.overlapping)
    # The name of a drawing that is used again differs in any case.
    strokes = [[line for line in canvas.lines if "stamp" not in line.split()[0]] for canvas in drawn]
    assert (strokes[0] != strokes[1]) == visible


def test_marks_of_clues_are_read_back_from_a_page_of_small_grids() -> None:
    """What the printer draws for each kind of clue, another library finds on the page, four grids to a page."""
    puzzles = [puzzle_of(rules, size) for rules, size in SINGLE if geometry(rules, size).clued]
    trim = 432.0, 648.0
    layout = find_layout("four-up", puzzles, trim, style.find())
    content = sheets_pdf(sheets(puzzles, layout, "en", "", False), trim, "", "en", "t.pdf")
    read = pdf_reading.read(content, "t.pdf", 0)
    grids = [entry.grid for entry in (*read.puzzles, *read.pictures)]
    # A puzzle without givens is read as a picture.
    grids.sort(key=lambda grid: (grid.page, -round(grid.lattice.box[3] / trim[1] * 2), grid.lattice.box[0]))
    assert len(grids) == len(puzzles)
    for grid, puzzle in zip(grids, puzzles, strict=True):
        found = kinds.marks(grid)
        assert not (found.faults or found.assumed), puzzle.geometry.kind
        assert found.ground is not None
        ways = [found, *(kinds.marks(grid, rule) for rule in kinds.frame_rules(grid)[1:])]
        grounds = [way.ground for way in ways if way.ground is not None]
        assert puzzle.clues in [ground.clues for ground in grounds], puzzle.geometry.kind


# Declarations that lie, each of which a check above must refuse.


_NUMBERS = count()


def _lying(**lie: object) -> Rule:
    # Geometries are remembered by the names of rules.
    return Rule(name=f"liar-{next(_NUMBERS)}", **lie)  # type: ignore[arg-type]


def _liar(**lie: object) -> tuple[ClueType, ...]:
    fields: dict[str, object] = {"name": f"lie-{next(_NUMBERS)}", "shape": "border", "fault": "", "look": "line", **lie}
    return (ClueType(**fields),)  # type: ignore[arg-type]


def _less(one: int, other: int) -> bool:
    return one < other


def _short(size: int) -> tuple[House, ...]:
    return (House("short", 1, tuple(range(size - 1))),)


def _twice(size: int) -> tuple[Relation, ...]:
    return (Relation(((0, 1), (1, 2)), tuple(1 << digit for digit in range(size)), "{one} {other} {cells}"),)


def _fault(size: int) -> tuple[Relation, ...]:
    return (Relation(((0, 1),), tuple((1 << size) - 1 for _ in range(size)), "no {digit}"),)


def _knight(size: int) -> tuple[Relation, ...]:
    return RULES["anti-knight"].relations(size)


def _king(size: int) -> tuple[Relation, ...]:
    return RULES["anti-king"].relations(size)


LIES = {
    "a house of too few cells": _lying(houses=_short),
    "a size without a grid": _lying(relations=_twice),
    "a sentence with an unknown field": _lying(relations=_fault),
    "the word of another rule": _lying(foreign={"f-puzzles": ("antiking",)}),
    "the word of a format that does not exist": _lying(foreign={"f-puzzle": ("liar",)}),
    "a small size without a grid": _lying(relations=_king),
    "made in a size that does not exist": _lying(sizes=frozenset({9}), made=frozenset({6, 9})),
    "the same as relations that it has not": _lying(relations=_knight, absorbs=frozenset({"anti-knight", "anti-king"})),
    "no full grid with a rule that it has grids with": _lying(bars=frozenset({"x"})),
    "the same as other rules": _lying(absorbs=frozenset({"x"})),
    "uniqueness under unlike cells": _lying(relations=_knight, uniqueness=True),
    "uniqueness under clues": _lying(clues=_liar(holds=_less, ordered=True), uniqueness=True),
    "a clue that no solution keeps": _lying(clues=_liar(holds=lambda one, other: one == other)),
    "an order of cells that is not kept": _lying(clues=_liar(holds=_less)),
    "the look of another clue": _lying(clues=_liar(holds=_less, ordered=True, look="bar")),
    "the word of another clue": _lying(
        clues=_liar(holds=_less, ordered=True, foreign={"f-puzzles": "even"}), foreign={"f-puzzles": ()}
    ),
    "cells without a clue that the solution does not keep": _lying(
        clues=_liar(holds=lambda one, other: one + other == 9),
        unmarked=Unmarked(holds=lambda one, other: one + other not in (8, 9), fault=""),
    ),
    "a sentence of a clue with an unknown field": _lying(clues=_liar(holds=_less, ordered=True, fault="{digit}")),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_declaration_that_lies_is_caught(lie: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rule = LIES[lie]
    monkeypatch.setitem(RULES, rule.name, rule)
    monkeypatch.setitem(KINDS, rule.name, frozenset({rule.name}))
    for kind in rule.clues:
        monkeypatch.setitem(CLUES, kind.name, kind)
    with pytest.raises((AssertionError, KeyError, ValueError)):
        check_absorbs(rule, 9)
        check_bars(rule, 9)
        check_uniqueness(rule, 9)
        check_clues(rule, 9)
        check_foreign(rule)
        check_sizes(rule)
        for seed in range(40):
            ground = ground_of(frozenset({rule.name}), 9)
            check_houses(ground)
            if not seed:
                check_exists(rule, 9)
            found = proper(ground, seed)
            check_steps(found)
    assert vocabulary("f-puzzles")
    assert SIZES


@pytest.mark.sampled(14)
@over_single
def test_what_the_command_makes_it_reads(rules: frozenset[str], size: int, run: Run) -> None:
    made = run("generate", "--kind", kind_of(rules), "--size", str(size), "--count", "1")
    assert made.code == 0
    held = run("generate", "--kind", kind_of(rules), "--size", str(size), "--count", "1", "--json")
    # A line of symbols has no place for cages or regions; what says more stands in JSON, with its kind.
    for text in (made.out, held.out):
        told = [] if text.startswith("{") else ["--kind", kind_of(rules)]
        judged = run("verify", *told, stdin=text)
        assert (judged.code, "proper" in judged.out) == (0, True), judged.out


def test_a_book_of_jigsaws_can_be_printed_from_its_manifest(tmp_path: Path) -> None:
    spec = tmp_path / "book.yaml"
    text = """
book: {title: A}
sections: [{title: B, puzzles: {FROM}, layout: two-up}]
output: OUT
"""
    spec.write_text(text.replace("FROM", "kind: [jigsaw, x], size: 6, count: 3").replace("OUT", f"{tmp_path}/one"))
    bookmaker.build(str(spec))
    (manifest,) = tmp_path.glob("one/**/manifest.json")
    spec.write_text(text.replace("FROM", f"from: {manifest}").replace("OUT", f"{tmp_path}/two"))
    bookmaker.build(str(spec))
    (again,) = tmp_path.glob("two/**/manifest.json")
    first, second = (json.loads(path.read_text(encoding="utf-8"))["puzzles"] for path in (manifest, again))
    for key in ("kind", "regions", "givens", "solution", "level"):
        assert sorted(puzzle[key] for puzzle in first) == sorted(puzzle[key] for puzzle in second)
    assert len({puzzle["regions"] for puzzle in first}) > 1
