"""Why steps of cages hold, and why cells without a common house see each other: each claim is checked in the grid."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from conftest import Run

import bookmaker
from bookmaker.base import language
from bookmaker.logic.techniques import BY_NAME
from bookmaker.logic.techniques.families import RULE_OF_45
from bookmaker.publishing.explain.position import Position
from bookmaker.publishing.explain.reasons import Reason
from bookmaker.publishing.explain.solution_path import TEACH, Explanation, explain, what
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.puzzle import Puzzle

KINDS = Path(__file__).parent / "data" / "every_kind.jsonl"
KNIGHT = {"en": "a knight’s move from", "es": "a un salto de caballo", "ru": "ход коня"}


@cache
def clued() -> tuple[Puzzle, Puzzle]:
    """A puzzle with sums outside the grid, and one with dots."""
    made = [
        *bookmaker.generate(1, "medium", 3, kind="sandwich"),
        *bookmaker.generate(1, "medium", 3, kind="kropki-partial"),
    ]
    return made[0].puzzle, made[1].puzzle


@cache
def explained(code: str = "en", last: int = 7) -> tuple[tuple[Explanation, bytes], ...]:
    made = [
        *bookmaker.generate(2, "medium", 3, kind="killer"),
        *bookmaker.generate(2, "hard", 3, kind="killer"),
        *bookmaker.generate(1, "medium", 3, kind="killer", size=6),
        *bookmaker.generate(1, "medium", 3, kind="killer+anti-knight"),
        *bookmaker.generate(1, "medium", 3, kind="anti-knight"),
    ]
    return tuple((explain(one.puzzle, code, register=TEACH), one.solution) for one in made[-last:])


def a_knight_apart(ground: Geometry, one: int, other: int) -> bool:
    (r, c), (row, column) = ground.place(one), ground.place(other)
    return {abs(r - row), abs(c - column)} == {1, 2}


def fillings(cells: tuple[int, ...], total: int, position: Position) -> Iterator[tuple[int, ...]]:
    choices = [position.candidates_of(cell) or (position.digits[cell],) for cell in cells]
    for digits in product(*choices):
        if sum(digits) == total and len(set(digits)) == len(digits):
            yield digits


def is_true(reason: Reason, cage: Reason | None, position: Position, answer: bytes) -> bool:
    ground = position.geometry
    cages = {each.cells[0]: each for each in position.cages}
    match reason.kind:
        case "tie":
            return all(a_knight_apart(ground, cell, by) for cell in reason.cells for by in reason.by)
        case "whole-house":
            return sum(answer[cell] for house in reason.houses for cell in house.cells) == sum(reason.value)
        case "cages":
            held = [cages[cell] for cell in reason.by]
            return [each.sum for each in held] == [*reason.value] and set(reason.cells) == {
                cell for each in held for cell in each.cells
            }
        case "adds" | "more":
            rest = sum(answer[cell] for cell in reason.by)
            return sum(answer[cell] for cell in reason.cells) == sum(reason.value) + rest
        case "cage":
            return any(each.cells == reason.cells and each.sum == reason.value[0] for each in position.cages)
        case "last-of-cage":
            taken = sum(position.digits[cell] for cell in reason.by)
            assert cage is not None and {*reason.cells, *reason.by} == {*cage.cells}
            return reason.value == (cage.value[0], taken) and sum(reason.digits) == cage.value[0] - taken
        case "unfilled":
            assert cage is not None
            ways = list(fillings(cage.cells, cage.value[0], position))
            places = [cage.cells.index(cell) for cell in reason.cells]
            return bool(ways) and not any(way[place] in reason.digits for way in ways for place in places)
    return True


def test_every_claim_is_true() -> None:
    met: set[str] = set()
    for way, answer in explained():
        for told in way.steps:
            cage = next((reason for reason in told.reasons if reason.kind == "cage"), None)
            for reason in told.reasons:
                assert is_true(reason, cage, told.position, answer), (told.text, reason)
                met.add(reason.kind)
    assert met >= {"tie", "whole-house", "cages", "adds", "more", "last-of-cage", "cage", "unfilled"}


def test_every_rule_of_45_and_every_combination_has_a_reason() -> None:
    for way, _ in explained():
        for told in way.steps:
            name = told.step.technique
            if BY_NAME[name].family in RULE_OF_45 or name == "cage-single-combination":
                assert told.reasons, told.text
            # A reason that rests on a knight's move names the knight.
            bars = [(cell, by) for one in told.reasons if one.kind == "bars" for cell in one.cells for by in one.by]
            houses = [*(h.cells for h in way.puzzle.geometry.houses), *(c.cells for c in way.puzzle.cages)]
            for pair in bars:
                apart = not any(set(pair) <= set(cells) for cells in houses)
                ties = {(cell, by) for one in told.reasons if one.kind == "tie" for cell in one.cells for by in one.by}
                assert not apart or pair in ties


@pytest.mark.sampled(1)
@pytest.mark.parametrize("code", KNIGHT)
def test_the_knight_is_named(code: str) -> None:
    said = " ".join(told.printed for way, _ in explained(code, 2) for told in way.steps)
    assert KNIGHT[code] in language.plain(said) and "{" not in said and "  " not in said


@pytest.mark.parametrize(
    ("code", "clue", "dot"),
    [
        ("en", "the digits between 1 and 9 add up to ", "the black dot says"),
        ("de", "ergeben die Ziffern zwischen 1 und 9 zusammen", "der schwarze punkt sagt"),
        ("es", "las cifras entre el 1 y el 9 suman ", "el punto negro dice"),
        ("ru", "сумма цифр между 1 и 9 равна ", "чёрная точка говорит"),
    ],
)
def test_steps_and_hints_name_their_clue(code: str, clue: str, dot: str) -> None:
    sandwich, kropki = clued()
    way = explain(sandwich, code)
    assert any(clue in told.text for told in way.steps)
    named = [told for told in way.steps if told.step.technique in ("clue-line", "clue-alone", "clue-line-ways")]
    assert named and all(what(told, way.speaker).endswith(").") for told in named)
    steps = [told for told in explain(kropki, code).steps if told.step.technique == "relation-cell"]
    assert any(dot in told.text.lower() for told in steps)


@pytest.mark.parametrize(
    ("code", "said"),
    [("en", "A r1c1, B r1c13"), ("de", "A Z1S1, B Z1S13"), ("es", "A f1c1, B f1c13"), ("ru", "A с1к1")],
)
def test_letters_of_grids_are_explained(run: Run, code: str, said: str) -> None:
    line = next(line for line in KINDS.read_text(encoding="utf-8").splitlines() if '"kind": "samurai"' in line)
    Path("samurai.jsonl").write_text(line)
    way = run("explain", "samurai.jsonl", "--language", code).out
    assert said in way.splitlines()[1]
    words = ("hint", "samurai.jsonl", "--language", code)
    assert said in run(*words).out
    # Letters are explained where a hint names a grid.
    hint = run(*words, "--tell", "what").out
    assert (re.search(r"\b[A-E][1-9]", hint.partition("?")[0]) is not None) == (said in hint)
