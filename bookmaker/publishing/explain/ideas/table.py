"""All ideas in the order of ease, and the one that explains a step.

A step of a clue comes from a finder, which knows masks, tables, sums and automata, and no reasons that a person would give. The
first idea, on any clue that the step touches, that does at least a part of the step is the one that a person would see. It then
does all that it can, so that conclusions from a clue alone are told once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from bookmaker.logic.techniques.declare import HouseRef, PatternCandidate, Step
from bookmaker.logic.techniques.families import FAMILY_OF, Family
from bookmaker.publishing.explain.ideas import lines, outside, pairs, sums
from bookmaker.publishing.explain.ideas.seen import Idea, Said, Seen, digits_of
from bookmaker.publishing.explain.ideas.several import SEVERAL, several_in
from bookmaker.publishing.explain.position import Position
from bookmaker.publishing.explain.reasons import Reason, clue_reason
from bookmaker.publishing.explain.step_reasons import reasons_of as reasons_of_techniques
from bookmaker.puzzles.grid.geometry import Clue
from bookmaker.puzzles.grid.relations import differing
from bookmaker.puzzles.rules import RULES
from bookmaker.puzzles.rules.relating import differing_rules, rules_between

_LISTED = (*pairs.IDEAS, *lines.IDEAS, *sums.IDEAS, *outside.IDEAS)

IDEAS = {idea.name: idea for idea in _LISTED}
"""Every idea by its name, in the order in which they are tried."""

_FAMILIES = (Family.RELATIONS, Family.CLUES)

_OF_RULES = ("without-sign", "side-by-side")
"""Ideas of rules about cells without a clue, where there are signs elsewhere and where there are none."""

NAMES = (*IDEAS, *_OF_RULES, *(idea.name for idea in SEVERAL))
"""The ideas that have words in every language."""

TELLING = frozenset(idea.name for idea in _LISTED if idea.tells)
"""The ideas whose sentence names the cells of all its clues itself."""

_WEAK = ("few-ways", "by-itself", "by-filled", "by-all")
"""Ideas that say little: several clues together say more."""


@dataclass(frozen=True)
class Insight:
    """An idea that explains a step: the clues that it looks at, or the rule, and its conclusion."""

    name: str
    clues: tuple[Clue, ...]
    rule: str
    said: Said

    def effects(self, position: Position) -> dict[int, int]:
        """For each empty cell that loses candidates by it the mask of these."""
        lost = {cell: position.candidates[cell] & ~mask for cell, mask in self.said.left.items()}
        return {cell: mask for cell, mask in lost.items() if mask}

    @property
    def rests(self) -> tuple[int, ...]:
        """The cells on which it rests, each once."""
        return tuple(dict.fromkeys(self.said.rests))


def _insights(step: Step, position: Position) -> Iterator[Insight]:
    effects = {cell for cell, _ in (*step.placements, *step.eliminations)}
    near, clues = effects.union(step.cells), position.geometry.clues or ()
    by_kind: dict[str, list[Clue]] = {}
    for clue in clues:
        if near.intersection(clue.cells):
            by_kind.setdefault(clue.kind, []).append(clue)
    for idea in IDEAS.values():
        if idea.name == _WEAK[0]:
            yield from _over_several(position)
        for clue in (clue for kind in idea.kinds for clue in by_kind.get(kind, ())):
            for said in idea.reads(Seen(clue, position)):
                if idea.once and any(position.candidates[cell] & ~mask for cell, mask in said.left.items()):
                    yield _together(idea, clue, position, said)
                elif not idea.once:
                    yield Insight(idea.name, tuple(dict.fromkeys((clue, *said.also))), "", said)
    yield from _of_rules(step, position)


def _over_several(position: Position, scans: Iterable[bool] = (True, False)) -> Iterator[Insight]:
    for scan in scans:
        for name, said in several_in(position, scan):
            yield Insight(name, said.also, said.rule, said)


def _together(idea: Idea, clue: Clue, position: Position, said: Said) -> Insight:
    """The conclusion of an idea from every clue of a kind with the same figures that changes by it, and of this one."""
    left: dict[int, int] = {}
    found = []
    for other in position.geometry.clues or ():
        for each in idea.reads(Seen(other, position)) if other.kind == clue.kind else ():
            changes = any(position.candidates[cell] & ~mask for cell, mask in each.left.items())
            if each.value == said.value and changes:
                found.append(other)
                left |= {cell: mask & left.get(cell, mask) for cell, mask in each.left.items()}
    cells = tuple(dict.fromkeys(cell for one in found for cell in one.cells))
    return Insight(idea.name, tuple(dict.fromkeys(found)), "", replace(said, left=left, rests=cells))


def _of_rules(step: Step, position: Position) -> Iterator[Insight]:
    """The digits that a rule leaves to the neighbours of one cell by its candidates."""
    if step.technique != "relation-cell" or len(step.cells) != 1:
        return
    (by,) = step.cells
    mask = Seen(Clue("", ()), position).mask(by)
    signed = {kind.name for name in position.geometry.rules for kind in RULES[name].clues}
    left: dict[str, dict[int, int]] = {}
    for cell in sorted({cell for cell, _ in (*step.eliminations, *step.placements)}):
        for rule, relation in rules_between(position.geometry, by, cell):
            table = differing(relation.allowed) if cell in position.seen(by) else relation.allowed
            allowed = 0
            for digit in digits_of(mask):
                allowed |= table[digit - 1]
            if position.candidates[cell] & ~allowed:
                left.setdefault(rule, {})[cell] = allowed
    for rule, held in left.items():
        gone = sorted({d for cell, allowed in held.items() for d in digits_of(position.candidates[cell] & ~allowed)})
        name = _OF_RULES[0] if signed and RULES[rule].unmarked else _OF_RULES[1]
        yield Insight(name, (), rule, Said(held, (by,), tuple(gone), digits_of(mask), tuple(held), (by,)))


def _wanted(step: Step, position: Position) -> dict[int, int]:
    wanted: dict[int, int] = {}
    for cell, digit in step.eliminations:
        wanted[cell] = wanted.get(cell, 0) | 1 << digit - 1
    for cell, digit in step.placements:
        wanted[cell] = position.candidates[cell] & ~(1 << digit - 1)
    return {cell: mask & position.candidates[cell] for cell, mask in wanted.items() if mask & position.candidates[cell]}


def seen_by_a_person(step: Step, position: Position) -> Step | None:
    """The step that a person takes in place of one of clues: the first idea with any of its effects, with all that it does.

    None for a step of another family, and where no idea has any of the effects.
    """
    if FAMILY_OF[step.technique] not in _FAMILIES:
        return None
    wanted = _wanted(step, position)
    for insight in _insights(step, position):
        lost = insight.effects(position)
        if any(lost.get(cell, 0) & mask for cell, mask in wanted.items()):
            return _step_of(insight, lost, step.technique, position)
    return None


def _step_of(insight: Insight, lost: dict[int, int], technique: str, position: Position) -> Step:
    placed, gone = [], []
    for cell, mask in sorted(lost.items()):
        rest = digits_of(position.candidates[cell] & ~mask)
        if len(rest) == 1:
            placed.append((cell, rest[0]))
        else:
            gone += [(cell, digit) for digit in digits_of(mask)]
    held = [(cell, digit) for cell in insight.rests for digit in digits_of(Seen(Clue("", ()), position).mask(cell))]
    houses = (*insight.said.houses, *insight.said.cover)
    for house in houses if insight.said.shown else ():
        held += [(cell, digit) for digit in insight.said.shown for cell in position.places(house, digit)]
        held += [(cell, position.digits[cell]) for cell in house.cells if position.digits[cell] in insight.said.shown]
    pattern = tuple(PatternCandidate("base", cell, digit) for cell, digit in dict.fromkeys(held))
    refs = tuple(HouseRef("base", number) for number, house in enumerate(position.geometry.houses) if house in houses)
    return Step(technique, tuple(placed), tuple(gone), pattern, refs)


def step_over_several(position: Position, scan: bool) -> Step | None:
    """A step by several clues or houses together: that of one place for a digit (``scan``), or another; None if there is none."""
    for insight in _over_several(position, (scan,)):
        technique = ("relation-cell" if scan else "relation-house") if position.geometry.tables else ""
        technique = technique or ("clue-alone" if scan else "clue-line")
        return _step_of(insight, insight.effects(position), technique, position)
    return None


def whole(step: Step, position: Position) -> Step:
    """The step with all that the idea does that explains it; the step itself where none does."""
    insight = insight_of(step, position)
    return step if insight is None else _step_of(insight, insight.effects(position), step.technique, position)


@lru_cache(maxsize=256)
def insight_of(step: Step, position: Position) -> Insight | None:
    """The first idea that has all effects of a step of clues; None if none has, and for a step of another family."""
    if FAMILY_OF[step.technique] not in _FAMILIES:
        return None
    wanted = _wanted(step, position)
    for insight in _insights(step, position) if wanted else ():
        lost = insight.effects(position)
        if all(lost.get(cell, 0) & mask == mask for cell, mask in wanted.items()):
            return insight
    return None


def _last_of_cage(step: Step, position: Position) -> tuple[Reason, ...]:
    """Why the only candidate of a cell is right, by its cage: a person sees that sooner than all that the cell sees."""
    if step.technique == "naked-single":
        ((cell, digit),) = step.placements
        for cage in (cage for cage in position.cages if cell in cage.cells and cage.sum is not None):
            others = tuple(other for other in cage.cells if other != cell)
            taken, total = [position.digits[other] for other in others], cage.sum or 0
            if taken and all(taken):
                last = Reason("last-of-cage", (digit,), (cell,), others, value=(total, sum(taken)))
                return Reason("cage", (), cage.cells, value=(total,)), last
    return ()


def reasons_of(step: Step, position: Position) -> tuple[Reason, ...]:
    """Why a step holds: by an idea where one explains it."""
    insight = insight_of(step, position)
    if insight is None:
        return _last_of_cage(step, position) or reasons_of_techniques(step, position)
    said, every = insight.said, (1 << position.geometry.size) - 1
    reasons = [clue_reason(clue, position.geometry) for clue in insight.clues]
    if insight.rule in differing_rules():
        reasons.append(Reason("tie", (), said.by[1:], said.by[:1], rule=insight.rule))
    elif insight.rule:
        reasons.append(Reason("rule", rule=insight.rule))
    masks = {cell: Seen(Clue("", ()), position).mask(cell) for cell in insight.rests}
    for cell, mask in masks.items():
        if mask != every:
            reasons.append(Reason("holds" if position.digits[cell] else "held", digits_of(mask), (cell,)))
    fields = {
        name: getattr(said, name) for name in ("digits", "other", "cells", "by", "value", "sets", "houses", "cover")
    }
    reasons.append(Reason("idea", rule=insight.name, **fields))
    wanted = _wanted(step, position)
    reasons += [Reason("leaves", digits_of(said.left[cell]), (cell,)) for cell in sorted(wanted)]
    return tuple(reasons)
