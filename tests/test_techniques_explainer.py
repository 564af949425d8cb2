"""The estimate of Sudoku Explainer's rating: against that program, against naive lengths, and for every isomorph alike."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
from conftest import scaled
from isomorphs import isomorph
from techniques_data import DATA, Position, hard_puzzles, random_position, read_line
from techniques_naive_forcing import Literal, chain, excludes, holders

from bookmaker.formats import parse
from bookmaker.logic.solve.solver import solve
from bookmaker.logic.techniques import engine, explainer_rating, up_to
from bookmaker.logic.techniques.declare import Level
from bookmaker.logic.techniques.finders.board import STUCK
from bookmaker.logic.techniques.finders.explainer_chains import rate
from bookmaker.logic.techniques.workspaces import tables
from bookmaker.puzzles.rules import geometry


def cells(puzzle):
    return np.frombuffer(puzzle.givens, dtype=np.uint8).copy()


def reference():
    lines = (DATA / "explainer_ratings.csv").read_text(encoding="utf-8").splitlines()[1:]
    return [(read_line(line), float(line.split(",")[1])) for line in lines]


def ranks(values: list[float]) -> np.ndarray:
    ordered = sorted(values)
    return np.array([ordered.index(value) + (ordered.count(value) - 1) / 2 for value in values])


def rating(solver: engine.Solver, givens: np.ndarray) -> float | None:
    return explainer_rating.ratings(solver, givens.reshape(1, -1))[0]


def test_ratings_are_those_of_sudoku_explainer():
    solver = engine.Solver(geometry())
    known = [(rating(solver, cells(puzzle)), theirs) for puzzle, theirs in reference()]
    assert all(theirs > 9.5 for ours, theirs in known if ours >= 9.6)
    assert np.corrcoef(*(ranks(list(column)) for column in zip(*known, strict=True)))[0, 1] > 0.98
    assert sum(abs(ours - theirs) < 0.301 for ours, theirs in known) > 0.93 * len(known)


HARDEST = (
    ("..3..6.8....1..2......7...4..9..8.6..3..4...1.7.2.....3....5.....5...6..98.....5.", 11.9),
    (".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....", 11.9),
    ("98.7.....6...5.8....4....3.7..9..5....3....4......2..1.6...1..2..9.........89.6..", 11.8),
    ("1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1", 11.6),
    ("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..", 10.5),
)
"""Published puzzles that Sudoku Explainer nests suppositions for, with its ratings of them."""


def test_a_relation_that_says_nothing_new_changes_no_rating():
    """A net from a candidate that is off has the same layers whether or not there are clues elsewhere."""
    (puzzle,) = parse(".8.6....9..4....23......4..3.9.5......2.7.53..4...1....9..........12...4..5.97..1")
    plain = tables(puzzle.geometry)
    unlike = np.array([[~(1 << digit) & 511 for digit in range(9)]])
    ruled = plain.replaced(allowed=unlike, related=plain.seen[None].copy())
    assert len({rating(engine.Solver(puzzle.geometry, rules=each), cells(puzzle)) for each in (plain, ruled)}) == 1


def test_the_hardest_known_are_told_apart():
    solver, rng = engine.Solver(geometry()), random.Random(3)
    told = []
    for line, theirs in HARDEST:
        ours = rating(solver, cells(read_line(line)))
        assert ours is not None and abs(ours - theirs) < 0.51
        assert rating(solver, cells(isomorph(read_line(line), rng))) == ours
        told.append(ours)
    assert told[-1] == min(told) < min(told[:-1]) - 0.5


def test_isomorphs_have_the_same_rating():
    solver, rng = engine.Solver(geometry()), random.Random(5)
    for puzzle in hard_puzzles()[-240 :: scaled(12, 3)]:
        expected = rating(solver, cells(puzzle))
        assert [rating(solver, cells(isomorph(puzzle, rng))) for _ in range(3)] == [expected] * 3, str(puzzle)


def term(nodes: int) -> int:
    return sum(nodes - 2 > most for most in (4, 6, 8, 12, 16, 24, 32, 48, 64))


def walks(at, digits: set[int], in_cells: bool = False) -> Iterator[dict[Literal, int]]:
    """From each literal, which comes first, all that chains on these digits reach, with their nodes.

    ``in_cells``: whether all strong links lie in a cell.
    """
    candidates = [(cell, digit) for cell, left in enumerate(at.candidates) for digit in left if digit in digits]
    pairs = [held for kind in holders(at) for held in kind if len(held) == 2]
    pairs = [held for held in pairs if not in_cells or len({cell for cell, _ in held}) == 1]
    weak = {one: [other for other in candidates if excludes(at, one, other)] for one in candidates}
    strong = {one: [o for pair in pairs if one in pair for o in pair - {one} if o[1] in digits] for one in candidates}
    for source in candidates:
        for on in (True, False):
            nodes = {(*source, on): 1}
            queue = [(*source, on)]
            for cell, digit, is_on in queue:
                for other in (weak if is_on else strong)[cell, digit]:
                    if (*other, not is_on) not in nodes:
                        nodes[*other, not is_on] = nodes[cell, digit, is_on] + 1
                        queue.append((*other, not is_on))
            yield nodes


def round_trips(at, digits: set[int]) -> dict[Literal, int]:
    """What chains on these digits prove, with their nodes, from a literal to its opposite."""
    out: dict[Literal, int] = {}
    for nodes in walks(at, digits):
        cell, digit, on = next(iter(nodes))
        if (cell, digit, not on) in nodes:
            out[cell, digit, not on] = nodes[cell, digit, not on]
    return out


def loops(at, digits: set[int], in_cells: bool) -> dict[Literal, int]:
    """What loops on these digits prove, with their nodes: a chain from a candidate off to one on that excludes it, and what both
    exclude."""
    candidates = [(cell, digit) for cell, left in enumerate(at.candidates) for digit in left]
    out: dict[Literal, int] = {}
    for nodes in walks(at, digits, in_cells):
        *start, on = next(iter(nodes))
        for (cell, digit, is_on), count in nodes.items():
            if not on and is_on and count >= 4 and excludes(at, tuple(start), (cell, digit)):
                for other in candidates:
                    if excludes(at, other, tuple(start)) and excludes(at, other, (cell, digit)):
                        out[*other, False] = min(count, out.get((*other, False), 1000))
    return out


def positions():
    """Where the techniques up to expert leave hard puzzles, and positions with few candidates."""
    ground = geometry()
    solver, plan = engine.Solver(ground), engine.Plan(technique.code for technique in up_to(Level.EXPERT))
    for puzzle in hard_puzzles()[-240 :: scaled(8, 4)]:
        if solver.run(cells(puzzle), plan)[0] == STUCK:
            board = solver.board
            left = tuple(
                frozenset(d for d in range(1, 10) if mask >> (d - 1) & 1) for mask in board.candidates.tolist()
            )
            yield Position(ground, solve(puzzle).solution, board.digits.tobytes(), left)
    for seed in range(20):
        yield random_position(seed, geometry("x", 6), ((0.35, 0.15), (0.3, 0.3))[seed % 2])


def test_lengths_of_chains_are_the_shortest():
    seen = {66: 0, 70: 0, 80: 0}
    for at in positions():
        board, size = at.board(), at.ground.size
        found = rate(engine.tables(at.ground), board, engine.Solver(at.ground).part("links"), 0)
        proofs = {}
        every = set(range(1, size + 1))
        for digits in (*({digit} for digit in every), every):
            single = len(digits) == 1
            for literal, nodes in round_trips(at, digits).items():
                proofs[literal] = min((66 if single else 70) + term(nodes), proofs.get(literal, 1000))
            for in_cells in (False,) if single else (False, True):
                for literal, nodes in loops(at, digits, in_cells).items():
                    rating = (65 if single or in_cells else 70) + term(nodes)
                    proofs[literal] = min(rating, proofs.get(literal, 1000))
        if not proofs and found >= 80:
            ways = {(c, d): chain(at, (c, d)) for c, left in enumerate(at.candidates) for d in left}
            for held in (held for kind in holders(at) for held in kind if len(held) > 1):
                for literal in set.intersection(*(set(ways[one]) for one in held)):
                    nodes = sum(ways[one][literal] + 1 for one in held)
                    proofs[literal] = min(80 + term(nodes), proofs.get(literal, 1000))
        if not proofs:
            assert found == 0 or 75 <= found < 80 or found >= 85
            continue
        least = min(proofs.values())
        assert found == least
        taken = {(c, int(board.placing[c]), True) for c in np.flatnonzero(board.placing)}
        taken |= {
            (c, d, False)
            for c in range(board.digits.size)
            for d in range(1, size + 1)
            if board.removing[c] >> (d - 1) & 1
        }
        assert taken == {literal for literal, rating in proofs.items() if rating == least}
        assert all((at.answer[cell] == digit) == on for cell, digit, on in taken)
        seen[66 if least < 70 else 70 if least < 80 else 80] += 1
    assert min(seen.values()) > 0, seen
