"""Grids and puzzles under any set of rules, for tests that run over all of them and name none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise, product

import numpy as np
import sat

from bookmaker.logic.generation import clue_drawing, own_grounds
from bookmaker.logic.generation.region_maps import region_map
from bookmaker.logic.grading import known
from bookmaker.logic.kernels.fill import fill_from
from bookmaker.logic.solve.rule_arrays import rule_arrays
from bookmaker.logic.solve.solver import count_solutions, solve
from bookmaker.logic.techniques import engine
from bookmaker.publishing.explain.position import Position
from bookmaker.puzzles.grid.automaton import Automaton
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import CLASSIC, CLUES, RULES, exists, geometry, kind_of

SIZES = (6, 9)
ATTEMPTS, ATTEMPTS_OF_A_MAP = 2000, 200
"""At a full grid. Another map of regions is tried sooner than a poor one is searched to its end."""


def sets() -> Iterator[tuple[frozenset[str], tuple[int, ...]]]:
    """Each rule with each size, and each two of them with all sizes that both have: :func:`smallest` looks for a full grid.

    Rules with clues are many: each is tried in its smallest size, and with two other rules. Of several grids that share cells the
    smallest arrangement stands for all; the others have tests of their own.
    """
    least = min((rule for rule in RULES.values() if rule.arrangement), key=lambda rule: len(rule.arrangement.places))
    for name, rule in RULES.items():
        if rule.arrangement and rule is not least:
            continue
        sizes = [size for size in SIZES if exists(name, size)]
        yield from ((frozenset({name}), (size,)) for size in (sizes[:1] if rule.clues else sizes))
    yield from ((rules, tuple(sizes)) for rules, sizes in pairs() if sizes)


@cache
def smallest(rules: frozenset[str], sizes: tuple[int, ...]) -> int | None:
    """The smallest of these sizes in which a full grid is found; None if there is none."""
    return next((size for size in sizes if map_seed(rules, size)), None)


def pairs() -> Iterator[tuple[frozenset[str], list[int]]]:
    """Each two rules without marks of their own, and each rule with some and two others, with the sizes that both have."""
    single = [name for name in RULES if not RULES[name].arrangement]
    marked = [name for name in single if RULES[name].clues or RULES[name].draws]
    # Regions that go on beyond the edges say no more than others.
    plain = [name for name in single if name not in marked and not RULES[name].wraps]
    clued = marked
    beside = [(plain[place % len(plain)], name) for place, name in enumerate(clued)]
    beside += [pair for pair in pairwise(clued) if not set(RULES[pair[0]].clues) & set(RULES[pair[1]].clues)]
    for pair in (*combinations(plain, 2), *beside):
        if not any(set(pair) & RULES[name].absorbs for name in pair):
            yield frozenset(pair), [size for size in SIZES if exists(kind_of(pair), size)]


def features(name: str) -> frozenset[str]:
    """The kinds of declaration that a rule is made of."""
    rule = RULES[name]
    has = {
        "houses": bool(rule.houses(9) if exists(name, 9) else rule.houses(6)),
        "relations": bool(rule.relations(9)),
        "groups": bool(rule.groups(9)),
        "lines": bool(rule.lines(9)),
        "cages": rule.cages,
        "map": rule.regions or not rule.boxes,
        "border": any(kind.shape == "border" for kind in rule.clues),
        "frame": any(kind.shape == "edge" for kind in rule.clues),
        "path": any(kind.shape not in ("border", "edge") for kind in rule.clues),
        "unmarked": rule.unmarked is not None,
        "uniqueness": rule.uniqueness,
        "arrangement": rule.arrangement is not None,
    }
    return frozenset(feature for feature, there in has.items() if there)


def covering(every: Sequence[frozenset[str]]) -> list[frozenset[str]]:
    """Pairs of rules that have, together, each feature, and each two features of two rules that any pair of size 6 has.

    A puzzle of size 9 takes a SAT solver ten times as long: those with more clues or sizes come first.
    """
    missing: set[object] = set()
    shows: dict[frozenset[str], set[object]] = {}
    every = sorted(every, key=lambda pair: not exists(kind_of(pair), 6))
    for pair in every:
        one, other = sorted(pair)
        shows[pair] = set(features(one) | features(other))
        if exists(kind_of(pair), 6):
            shows[pair] |= {frozenset(two) for two in product(features(one), features(other))}
        missing |= shows[pair]
    found = []
    while missing:
        best = max(every, key=lambda pair: len(shows[pair] & missing))
        found.append(best)
        missing -= shows[best]
    return [pair for pair in every if pair in found]


def name_of(rules: frozenset[str], sizes: tuple[int, ...]) -> str:
    return "-".join((kind_of(rules), *map(str, sizes)))


_DRAWN_FROM: dict[Geometry, bytes] = {}
"""The full grids that the clues of geometries were drawn from."""


@cache
def ground_of(rules: frozenset[str], size: int, seed: int = 0) -> Geometry:
    """A geometry under these rules, with a map of regions and clues where they want some."""
    ground = geometry(rules, size)
    ground = geometry(rules, size, region_map(size, seed, beyond=ground.wraps)) if ground.needs_regions else ground
    if ground.needs_clues:
        solution = own_grounds.full_grid(ground, seed)
        ground = clue_drawing.clued(ground, solution, "none", seed) if solution else ground
        if solution:
            _DRAWN_FROM[ground] = solution
    return ground


@cache
def map_seed(rules: frozenset[str], size: int) -> int:
    """The first of twenty seeds whose regions and clues leave a full grid that is found; 0: none."""
    ground = geometry(rules, size)
    seeds = range(1, 21) if ground.needs_regions or ground.clued else (1,)
    return next((seed for seed in seeds if full_grid(ground_of(rules, size, seed), 1)), 0)


@cache
def prover(ground: Geometry) -> sat.Prover:
    """A SAT solver that has the geometry's houses and relations, and shares no code with the kernels."""
    size = ground.size
    barred = [
        ((one, d), (other, e))
        for relation in ground.relations
        for one, other in relation.pairs
        for d in range(1, size + 1)
        for e in range(1, size + 1)
        if not relation.allowed[d - 1] >> e - 1 & 1
    ]
    barred += [
        ((cell, d), (cell, d))
        for limit in ground.limits
        for cell in limit.cells
        for d in range(1, size + 1)
        if not limit.allowed >> d - 1 & 1
    ]
    houses = [house.cells for house in ground.houses]
    found = sat.Prover(size, ground.box, houses=houses, barred=barred, cells=ground.cell_count)
    for total in ground.totals:
        signs = [1] * len(total.plus) + [-1] * len(total.minus)
        found.line(
            total.cells, 0, lambda place, state, digit, signs=signs: state + signs[place] * digit, total.total.__eq__
        )
    for rule in ground.rules:
        for line in RULES[rule].lines(size):
            held = line.automaton
            found.line(
                line.cells,
                held.layers[0],
                lambda _, state, digit, held=held: _after(held, state, digit),
                lambda state: True,
            )
    for clue in ground.clues or ():
        machine = CLUES[clue.kind].machine
        if machine is not None:
            declared = machine(size, len(clue.cells), clue.value)
            found.line(
                clue.cells,
                declared.start,
                lambda _, state, digit, declared=declared: declared.step(state, digit),
                declared.accept,
            )
    return found


def _after(held: Automaton, state: int, digit: int) -> int | None:
    return next((to for digits, to in held.edges[state] if digits >> digit - 1 & 1), None)


def full_grid(ground: Geometry, seed: int) -> bytes | None:
    """A random full grid, under clues the first one or that which they were drawn from; None if none was found soon."""
    if ground.clued:
        found = None if ground.needs_clues else solve(Puzzle(ground, bytes(ground.cell_count)), 1, 2000).first
        return found or _DRAWN_FROM.get(ground)
    if ground.lines:
        return own_grounds.full_grid(ground, seed)
    state, out = np.array([seed], np.uint64), np.zeros(ground.cell_count, np.uint8)
    attempts = ATTEMPTS if ground.regions is None else ATTEMPTS_OF_A_MAP
    found = fill_from(rule_arrays(ground), out.copy(), state, attempts, out)
    return out.tobytes() if found else None


def cut(ground: Geometry, grid: bytes, chance: np.random.Generator) -> tuple[Cage, ...]:
    """Random cages of two cells, some left bare, with the sums of a grid."""
    size, free, cages = ground.size, set(range(ground.cell_count)), []
    for cell in chance.permutation(ground.cell_count).tolist():
        near = [other for other in (cell + 1 if (cell + 1) % size else -1, cell + size) if other in free]
        if cell in free and near and grid[cell] != grid[near[0]]:
            cages.append(Cage((cell, near[0]), grid[cell] + grid[near[0]]))
            free -= {cell, near[0]}
    return tuple(cages)


def proper(ground: Geometry, seed: int) -> Puzzle:
    """A proper puzzle, as few givens as taking them away one by one leaves."""
    grid = next(filter(None, (full_grid(ground, seed + 100 * again) for again in range(20))))
    chance = np.random.default_rng(seed)
    puzzle = Puzzle(ground, grid, cages=cut(ground, grid, chance) if ground.caged else ())
    for cell in chance.permutation(ground.cell_count).tolist():
        fewer = Puzzle(ground, puzzle.givens[:cell] + b"\0" + puzzle.givens[cell + 1 :], cages=puzzle.cages)
        if count_solutions([fewer], 2, max_nodes=2000)[0] == 1:
            puzzle = fewer
    assert solve(puzzle).solution == grid
    return puzzle


PLAIN = geometry(CLASSIC)


def check_steps(puzzle: Puzzle) -> None:
    """No step contradicts the solution, as far as the techniques go that the rules leave on."""
    solution = solve(puzzle).solution
    assert solution is not None
    position = Position.of(puzzle)
    techniques = known(puzzle)[:-1]
    for steps in engine.rounds(puzzle.geometry, puzzle.givens, techniques, cages=puzzle.cages):
        for step in steps:
            assert all(solution[cell] == digit for cell, digit in step.placements), step
            assert all(solution[cell] != digit for cell, digit in step.eliminations), step
            assert all(position.candidates[cell] >> digit - 1 & 1 for cell, digit in step.eliminations), step
        position = position.after(steps)
