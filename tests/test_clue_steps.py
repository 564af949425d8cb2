"""Steps of clues as a whole: ways of a line, pointing clues, and nets that sums and lines carry on; held to all ways, tried."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product
from random import Random

import pytest
from techniques_naive_forcing import branches

from bookmaker.formats import parse
from bookmaker.logic.grading import known
from bookmaker.logic.solve.solver import solve
from bookmaker.logic.techniques import BY_NAME
from bookmaker.logic.techniques.declare import Step
from bookmaker.logic.techniques.engine import rounds
from bookmaker.publishing.explain.fewest_steps import rests_on
from bookmaker.publishing.explain.position import Position
from bookmaker.publishing.explain.step_reasons import reasons_of
from bookmaker.puzzles.grid.geometry import Clue, Geometry
from bookmaker.puzzles.rules import CLUES, geometry

ARROWS = (
    '{"kind": "arrow", "size": 6, "clues": [{"kind": "arrow", "cells": ["r2c1", "r1c2", "r2c2"]}, {"kind": "arrow", '
    '"cells": ["r3c2", "r4c3", "r3c3"]}, {"kind": "arrow", "cells": ["r3c5", "r2c5", "r1c4"]}, {"kind": "arrow", "cells": '
    '["r5c1", "r6c2", "r6c3"]}, {"kind": "arrow", "cells": ["r5c4", "r5c5", "r4c5"]}], '
    '"givens": "....3.......1....4.................."}'
)
BETWEEN = (
    '{"kind": "between", "size": 6, "clues": [{"kind": "between", "cells": ["r1c3", "r2c3", "r1c2", "r2c1"]}, {"kind": '
    '"between", "cells": ["r1c5", "r2c5", "r1c6"]}, {"kind": "between", "cells": ["r2c4", "r3c4", "r3c5"]}, {"kind": "between", '
    '"cells": ["r3c1", "r4c1", "r5c2", "r6c2"]}, {"kind": "between", "cells": ["r3c2", "r4c2", "r3c3"]}], '
    '"givens": "...........1.....3....2...3......2.."}'
)
DIFFERENCES = (
    '{"kind": "differences", "size": 6, "clues": [{"kind": "difference", "cells": ["r3c1", "r3c2"], "value": 3}, {"kind": '
    '"difference", "cells": ["r3c3", "r4c3"], "value": 3}, {"kind": "difference", "cells": ["r3c4", "r4c4"], "value": 5}, '
    '{"kind": "difference", "cells": ["r4c4", "r4c5"], "value": 1}, {"kind": "difference", "cells": ["r5c1", "r5c2"], '
    '"value": 3}, {"kind": "difference", "cells": ["r5c2", "r5c3"], "value": 1}, {"kind": "difference", "cells": ["r6c1", '
    '"r6c2"], "value": 2}, {"kind": "difference", "cells": ["r6c4", "r6c5"], "value": 3}], '
    '"givens": "......6..4......3..................."}'
)
DIGITS = range(1, 7)


def keeps(ground: Geometry, clue: Clue, digits: tuple[int, ...]) -> bool:
    kind = CLUES[clue.kind]
    if kind.machine is not None:
        return kind.machine(ground.size, len(digits), clue.value).keeps(digits)
    if kind.relates is not None:
        return kind.relates(clue.value)(*digits)
    return digits[0] == sum(digits[1:])


def all_ways(ground: Geometry, clue: Clue, held: dict[int, set[int]], differ: bool = True) -> Iterator[dict[int, int]]:
    """The digits of a clue's cells, those of ``held``, that keep it and, with ``differ``, differ where cells see each other."""
    apart = [(one, other) for one, other in combinations(clue.cells, 2) if other in ground.peers[one]]
    for digits in product(*(sorted(held[cell]) for cell in clue.cells)):
        way = dict(zip(clue.cells, digits, strict=True))
        if keeps(ground, clue, digits) and not (differ and any(way[one] == way[other] for one, other in apart)):
            yield way


def first_round(ground: Geometry, name: str, held: dict[int, set[int]]) -> set[tuple[int, int]]:
    digits = range(1, ground.size + 1)
    removed = [(cell, digit) for cell, left in held.items() for digit in digits if digit not in left]
    steps = next(rounds(ground, bytes(ground.cell_count), [BY_NAME[name]], removed=removed), [])
    return {effect for step in steps for effect in step.eliminations}


def all_different(choices: list[list[int]]) -> Iterator[tuple[int, ...]]:
    """The ways to choose one of each that choose nothing twice."""
    if not choices:
        yield ()
        return
    for rest in all_different(choices[:-1]):
        yield from ((*rest, digit) for digit in choices[-1] if digit not in rest)


@pytest.mark.parametrize(
    ("rule", "kind", "value"),
    [
        ("skyscrapers", "skyscraper", 3),
        ("sandwich", "sandwich", 5),
        ("x-sums", "x-sum-outside", 8),
        ("numbered-rooms", "numbered-room", 2),
    ],
)
def test_ways_of_a_line_are_those_of_all_permutations(rule: str, kind: str, value: int) -> None:
    clue = Clue(kind, tuple(range(6)), (value,))
    ground = geometry({rule}, 6, None, [clue])
    random, shown = Random(value), 0
    for _ in range(12):
        held = {cell: set(random.sample(DIGITS, random.choice((4, 5, 6)))) for cell in clue.cells}
        ways = [w for w in permutations(DIGITS) if keeps(ground, clue, w) and all(w[c] in held[c] for c in clue.cells)]
        if ways:
            gone = {(cell, digit) for cell in clue.cells for digit in held[cell] - {way[cell] for way in ways}}
            assert first_round(ground, "clue-line-ways", held) == gone
            (line,) = ground.lines
            left = line.automaton.left_different([sum(1 << d - 1 for d in held[cell]) for cell in line.cells])
            assert left == [sum(1 << d - 1 for d in {way[cell] for way in ways}) for cell in line.cells]
            shown += bool(gone)
    assert shown


@pytest.mark.parametrize(
    ("rule", "kind", "value", "sure"),
    [
        ("skyscrapers", "skyscraper", 4, {0: {1, 2, 3}, 1: {1, 2, 3, 4}, 2: {1, 2, 3, 4, 5}}),
        ("sandwich", "sandwich", 14, {0: {1, 6}, 5: {1, 6}}),
        ("x-sums", "x-sum-outside", 21, {0: {5, 6}}),
        ("numbered-rooms", "numbered-room", 2, {}),
    ],
)
def test_a_clue_alone_says_what_all_permutations_do(
    rule: str, kind: str, value: int, sure: dict[int, set[int]]
) -> None:
    """Whatever is known of the cells already: only of that line, and not of one whose cells do not all see each other."""
    clue = Clue(kind, tuple(range(6)), (value,))
    ground, random = geometry({rule}, 6, None, [clue]), Random(value)
    ways = [way for way in permutations(DIGITS) if keeps(ground, clue, way)]
    left = {cell: {way[cell] for way in ways} for cell in clue.cells}
    assert all(left[cell] <= digits for cell, digits in sure.items())
    for _ in range(6):
        held = {cell: set(random.sample(DIGITS, random.choice((3, 4, 6)))) for cell in clue.cells}
        gone = {(cell, digit) for cell in clue.cells for digit in held[cell] - left[cell]}
        assert first_round(ground, "clue-alone", held) == gone
    bent = geometry({"between"}, 6, None, [Clue("between", (0, 1, 7, 13), ())])
    assert not first_round(bent, "clue-alone", {})


@pytest.mark.parametrize("total", [4, 15, 17])
def test_a_sum_alone_says_what_all_its_ways_do(total: int) -> None:
    """The first cell sees the last and not the second: the finder has peers side by side."""
    cells = (9, 14, 15)
    ground = geometry({"operations"}, 6, None, [Clue("sum-cage", cells, (total,))])
    ways = [way for way in product(DIGITS, repeat=3) if sum(way) == total and way[2] not in way[:2]]
    gone = {(cell, digit) for place, cell in enumerate(cells) for digit in {*DIGITS} - {way[place] for way in ways}}
    assert first_round(ground, "clue-alone", {}) == gone


@pytest.mark.parametrize(("kind", "cells"), [("arrow", (0, 1, 8)), ("between", (0, 1, 8, 9))])
def test_a_clue_points_where_all_ways_have_a_digit_in_sight(kind: str, cells: tuple[int, ...]) -> None:
    """The ways of a line may repeat digits in cells that see each other: only those of a sum are known to differ."""
    clue = Clue(kind, cells, ())
    ground, random, shown = geometry({kind}, 6, None, [clue]), Random(1), 0
    for _ in range(20):
        held = {cell: set(random.sample(DIGITS, random.choice((2, 3, 3)))) for cell in clue.cells}
        ways = list(all_ways(ground, clue, held, differ=bool(ground.totals)))
        if ways:
            expected = {
                (cell, digit)
                for cell, digit in product(range(36), DIGITS)
                if cell not in clue.cells
                and all(any(way[at] == digit and at in ground.peers[cell] for at in way) for way in ways)
            }
            assert first_round(ground, "clue-pointing", held) == expected
            shown += bool(expected)
    assert shown


@pytest.mark.parametrize(("rule", "kind", "value"), [("sandwich", "sandwich", 12), ("x-sums", "x-sum-outside", 20)])
def test_ways_of_a_line_of_nine_are_those_of_all_products(rule: str, kind: str, value: int) -> None:
    """Sets of nine digits take several words."""
    clue = Clue(kind, tuple(range(9)), (value,))
    ground = geometry({rule}, 9, None, [clue])
    random, shown = Random(value), 0
    for _ in range(12):
        held = {cell: set(random.sample(range(1, 10), random.choice((2, 3, 4)))) for cell in clue.cells}
        answer = random.sample(range(1, 10), 9)
        while not keeps(ground, clue, tuple(answer)):
            random.shuffle(answer)
        for cell, digit in enumerate(answer):
            held[cell].add(digit)
        ways = [w for w in all_different([sorted(held[cell]) for cell in clue.cells]) if keeps(ground, clue, w)]
        gone = {(cell, digit) for cell in clue.cells for digit in held[cell] - {way[cell] for way in ways}}
        assert ways
        assert first_round(ground, "clue-line-ways", held) == gone
        shown += bool(gone)
    assert shown


def test_bounds_of_a_long_sum_point_in_any_order() -> None:
    ground = geometry({"little-killer"}, 25, None, [Clue("little-killer", tuple(range(7, 450, 26))[:18], (37,))])
    cells = ground.totals[0].cells
    assert len(cells) == 18
    for one in (cells[0], cells[-1]):
        held = {cell: {1, 3, 25} if cell == one else {1, 2} for cell in cells}
        expected = {(cell, 3) for cell in ground.peers[one] if cell not in cells}
        found = first_round(ground, "clue-pointing", held)
        assert {(cell, digit) for cell, digit in found if digit == 3} == expected


def test_a_clue_points_where_a_cell_has_nothing_else() -> None:
    """An open cell whose only candidate is the digit in question: without it the sum has no ways, and the reasons say so."""
    clue = Clue("arrow", (0, 1, 8), ())
    ground, held = geometry({"arrow"}, 6, None, [clue]), {0: {5}, 1: {2, 4}, 8: {1, 3}}
    removed = [(cell, digit) for cell, left in held.items() for digit in DIGITS if digit not in left]
    steps = next(rounds(ground, bytes(36), [BY_NAME["clue-pointing"]], removed=removed))
    at = Position(ground, bytes(36), bytes(36), tuple(sum(1 << d - 1 for d in held.get(c, DIGITS)) for c in range(36)))
    told = [reasons_of(step, at) for step in steps]
    assert [reason.kind for reason in told[0]][:1] == ["clue"]
    assert all(reasons[-1].kind == "sees" for reasons in told)


def told_proof(ground: Geometry, at: Position, step: Step, several: set[int]) -> bool:
    """Whether each node of each branch follows from those before: by a house, a cell, a peer, or some clue.

    Adds to ``several`` the digits that clues exclude by cells with several candidates.
    """
    for branch in branches(step):
        held = {c: {at.digits[c]} if at.digits[c] else set(at.candidates_of(c)) for c in range(ground.cell_count)}
        on = {(branch[0].cell, branch[0].digit)}
        for item in branch[1:]:
            cell, digit = item.cell, item.digit
            if item.role == "then-on":
                alone = held[cell] == {digit} or any(
                    cell in house.cells and [c for c in house.cells if digit in held[c]] == [cell]
                    for house in ground.houses
                )
                if not alone:
                    return False
                on.add((cell, digit))
                continue
            seen = any((c == cell) != (d == digit) and (c == cell or c in ground.peers[cell]) for c, d in on)
            clues = [clue for clue in ground.clues or () if cell in clue.cells]
            known = held | {c: {d} for c, d in on}
            barring = [c for c in clues if all(way[cell] != digit for way in all_ways(ground, c, known))]
            if not seen and not barring:
                return False
            if not seen and all(len(known[other]) > 1 for clue in barring for other in clue.cells):
                several.add(digit)
            held[cell].discard(digit)
    return True


def with_the_rest(at: Position, step: Step) -> Position:
    """The position with all candidates back but those that filled cells bar, and those on whose absence the step rests."""
    gone = rests_on(step, at)
    start = Position(at.geometry, at.givens, at.digits, tuple(0 if d else 63 for d in at.digits))
    back = [
        sum(
            1 << digit - 1
            for digit in start.candidates_of(cell)
            if (cell, digit) not in gone and not any(at.bars(by, digit, cell) for by in range(at.geometry.cell_count))
        )
        for cell in range(at.geometry.cell_count)
    ]
    assert all(now & ~more == 0 for now, more in zip(at.candidates, back, strict=True))
    return Position(at.geometry, at.givens, at.digits, tuple(back))


@pytest.mark.parametrize("text", [ARROWS, BETWEEN, DIFFERENCES], ids=["sums", "lines", "relations"])
def test_nets_go_through_clues_and_tell_proofs(text: str) -> None:
    (puzzle,) = parse(text)
    ground, answer = puzzle.geometry, solve(puzzle, 2).solution
    assert answer is not None
    at, nets, several = Position.of(puzzle), 0, set[int]()
    for steps in rounds(ground, puzzle.givens, known(puzzle)):
        for step in steps:
            assert all(answer[cell] == digit for cell, digit in step.placements)
            assert all(answer[cell] != digit for cell, digit in step.eliminations)
            if step.technique.endswith("net"):
                nets += 1
                assert told_proof(ground, at, step, several)
                assert told_proof(ground, with_the_rest(at, step), step, several)
        at = at.after(steps)
    assert nets
    assert several
    assert at.digits == answer
