"""Which rules and clues relate cells, for those who put the reasons of a step into words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from bookmaker.puzzles.grid.geometry import Geometry, Line, Relation
from bookmaker.puzzles.rules import CLUES, RULES
from bookmaker.puzzles.rules.rule import nothing


@cache
def relating_rules() -> tuple[str, ...]:
    """The rules that say more of cells without a clue than that these differ; each needs a sentence in every language."""
    return tuple(
        name
        for name, rule in RULES.items()
        if rule.unmarked or rule.contrast or rule.lines is not nothing or _relate(name)
    )


def lines_of_rules(ground: Geometry) -> Iterator[tuple[str, Line]]:
    """The lines that the rules of a grid have in every puzzle, each after the name of its rule."""
    yield from ((name, line) for name in RULES if name in ground.rules for line in RULES[name].lines(ground.size))


def _relate(name: str) -> bool:
    return not all(relation.only_unlike for relation in RULES[name].relations(max(RULES[name].sizes or {9})))


@cache
def differing_rules() -> tuple[str, ...]:
    """The rules that say of cells without a common house that these differ; each needs a sentence in every language."""
    return tuple(
        name
        for name, rule in RULES.items()
        if any(relation.only_unlike for relation in rule.relations(max(rule.sizes or {9})))
    )


def rules_that_part(ground: Geometry, one: int, other: int) -> Iterator[str]:
    """The rules of :func:`differing_rules` by which two cells of a grid differ."""
    board = next((RULES[name].arrangement for name in ground.rules if RULES[name].arrangement), None)
    for name in differing_rules():
        if name not in ground.rules:
            continue
        relations = tuple(relation for relation in RULES[name].relations(ground.size) if relation.only_unlike)
        pairs = {
            pair for relation in (relations if board is None else board.relations(relations)) for pair in relation.pairs
        }
        if (one, other) in pairs or (other, one) in pairs:
            yield name


def rules_between(ground: Geometry, one: int, other: int) -> Iterator[tuple[str, Relation]]:
    """The rules of :func:`relating_rules` that relate two cells of a grid, each with the relation as seen from the first."""
    board = next((RULES[name].arrangement for name in ground.rules if RULES[name].arrangement), None)
    for name in relating_rules():
        rule = RULES[name]
        if name not in ground.rules:
            continue
        relations = rule.relations(ground.size)
        found = list(relations if board is None else board.relations(relations))
        clues = [clue for clue in ground.clues or () if CLUES[clue.kind] in rule.clues]
        found += [said.relation(ground.size, clues) for said in (rule.unmarked, rule.contrast) if said is not None]
        for relation in found:
            if (one, other) in relation.pairs:
                yield name, replace(relation, pairs=((one, other),))
            elif (other, one) in relation.pairs:
                yield name, replace(relation, pairs=((one, other),), allowed=relation.reverse)
