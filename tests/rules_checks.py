"""What each declaration of a rule is held to; lies are caught by these, too."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import patch

from conftest import scaled
from rules_data import full_grid, ground_of, map_seed, prover

from bookmaker import formats
from bookmaker.formats.base import clues as clue_words
from bookmaker.logic.generation import clue_drawing, own_grounds
from bookmaker.puzzles.grid.geometry import BOXES, Geometry
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import CLUES, RULES, expressed, geometry, understood
from bookmaker.puzzles.rules.rule import Rule


def check_houses(ground: Geometry) -> None:
    """Houses have as many cells as there are digits; relations, limits and marks lie in the grid."""
    for house in ground.houses:
        assert len(set(house.cells)) == len(house.cells) == ground.size
        assert all(0 <= cell < ground.cell_count for cell in house.cells)
    for relation in ground.relations:
        assert len(relation.allowed) == ground.size
        assert all(one != other for one, other in relation.pairs)
        assert all(mask < 1 << ground.size for mask in relation.allowed)
        assert "{" not in relation.fault.format(one=1, other=2, cells="r1c1 and r1c2")
    for limit in ground.limits:
        assert 0 < limit.allowed < 1 << ground.size
        assert "{" not in limit.fault.format(digit=1, cell="r1c1")
    for clue in (*ground.totals, *ground.lines):
        assert "{" not in clue.fault.format(cells="r1c1 and r1c2")
        assert len(set(clue.cells)) == len(clue.cells)
    assert all(0 <= cell < ground.cell_count for mark in ground.marks for cell in mark.cells)


def check_exists(rule: Rule, size: int) -> None:
    """A size that a rule claims has a full grid: the one that is found is quick to prove, and any where none is found."""
    alone = frozenset({rule.name})
    ground = ground_of(alone, size, map_seed(alone, size))
    known = full_grid(ground, 1)
    assert prover(ground).solutions(known or [0] * ground.cell_count, 1)


def check_absorbs(rule: Rule, size: int) -> None:
    """A rule that is the same as others together has their houses and relations."""
    houses = {frozenset(house.cells) for name in rule.absorbs for house in RULES[name].houses(size)}
    related = {(one.pairs, one.allowed) for name in rule.absorbs for one in RULES[name].relations(size)}
    if rule.absorbs:
        assert houses == {frozenset(house.cells) for house in rule.houses(size)}
        assert related == {(one.pairs, one.allowed) for one in rule.relations(size)}


def check_bars(rule: Rule, size: int) -> None:
    """With a rule that it bars, filling finds no grid, either. (That there is none is proven by ``benchmarks.model_grids``.)"""
    for other in map(RULES.__getitem__, sorted(rule.bars)):
        if size not in (other.sizes or {size}):
            continue
        with patch.dict(RULES, {one.name: replace(one, bars=frozenset()) for one in (rule, other)}):
            assert full_grid(geometry((rule.name, other.name), size), 1) is None, other.name


def check_uniqueness(rule: Rule, size: int) -> None:
    """Patterns of uniqueness exchange two digits; a relation notices which digit stands where, so that no such rule has a proof.

    Random puzzles do not show a false claim: a relation meets such a pattern too rarely.
    """
    assert not (rule.uniqueness and (rule.relations(size) or rule.cages or rule.clues))


def check_clues(rule: Rule, size: int) -> None:
    """Clues are drawn, the solution that they are drawn from keeps them, and each look stands for one kind."""
    if not rule.clues:
        return
    bare = geometry([rule.name], size)
    for seed in range(2):
        solution = own_grounds.full_grid(bare, seed)
        assert solution is not None
        ground = clue_drawing.clued(bare, solution, "none", seed)
        assert ground.clues
        assert ground.holds(solution)
        again = geometry([rule.name], size, None, reversed(ground.clues))
        assert again is ground
    for kind in rule.clues:
        if kind.shape == "edge":
            continue  # Numbers around a grid look alike: the proof tries all rules that have some.
        assert [other for other in CLUES.values() if (other.look, other.text) == (kind.look, kind.text)] == [kind]


def check_sizes(rule: Rule) -> None:
    """The small sizes that no other test makes puzzles of have a full grid, and only sizes that exist are made."""
    sizes = rule.sizes or frozenset(BOXES)
    assert rule.made is None or rule.made <= sizes
    for size in sorted({4, 8, scaled(8, 10)} & sizes):
        check_exists(rule, size)


def check_foreign(rule: Rule) -> None:
    """Words of a foreign format lead back to the rule, and to no other; and there is such a format."""
    for name in rule.foreign:
        assert name in formats.FORMATS
        words, unsaid = expressed({rule.name}, name)
        assert not unsaid
        if rule.clues:
            ground = ground_of(frozenset({rule.name}), min(rule.sizes or {9}))
            assert not list(clue_words.lacking(Puzzle(ground, bytes(ground.cell_count)), name))
        elif words or rule.boxes:
            assert understood(words, name) == {rule.name}
            assert not any(other.foreign.get(name) == tuple(words) for other in RULES.values() if other is not rule)
