"""The reasons of steps by one cage, and by what cages make in houses: the Rule of 45."""

from __future__ import annotations

from bookmaker.logic.techniques.declare import Step
from bookmaker.logic.techniques.families import RULE_OF_45, Family
from bookmaker.publishing.explain.cage_arithmetic import cages_taken
from bookmaker.publishing.explain.position import Position
from bookmaker.publishing.explain.reasons import Maker, Reason, Reasons, houses_of

_BY_ONE_CAGE = (
    "cage-last-cell", "cage-single-combination", "cage-few-combinations", "cage-combinations", "cage-permutations",
)  # fmt: skip


def _of_houses(step: Step, position: Position) -> Reasons:
    """What the houses make, which cages make how much of it, and what this leaves for the cells of the step."""
    found = cages_taken(step, position.geometry, position.cages)
    if found is None:
        return
    houses, size = houses_of(step, position, "base"), position.geometry.size
    whole, total = len(houses) * size * (size + 1) // 2, sum(cage.sum or 0 for cage in found.cages)
    yield Reason("whole-house", houses=houses, value=(whole,))
    if found.cages:
        by = tuple(cage.cells[0] for cage in found.cages)
        yield Reason("cages", (), tuple(sorted(found.covered)), by, value=tuple(cage.sum or 0 for cage in found.cages))
    if not found.outside:
        yield Reason("adds", (), found.inside, value=(whole - total,))
    elif not found.inside:
        yield Reason("adds", (), found.outside, value=(total - whole,))


def _of_cage(step: Step, position: Position) -> Reasons:
    if step.technique not in _BY_ONE_CAGE:
        return
    changed = {cell for cell, _ in (*step.eliminations, *step.placements)}
    cage = next((cage for cage in position.cages if cage.sum is not None and changed <= set(cage.cells)), None)
    if cage is None or cage.sum is None:
        return
    yield Reason("cage", (), cage.cells, value=(cage.sum,))
    together: dict[tuple[int, ...], list[int]] = {}
    for digit in sorted({digit for _, digit in step.eliminations}):
        cells = tuple(sorted(cell for cell, gone in step.eliminations if gone == digit))
        together.setdefault(cells, []).append(digit)
    for cells, digits in together.items():
        yield Reason("unfilled", tuple(digits), cells)
    for cell, digit in step.placements:
        others = tuple(other for other in position.candidates_of(cell) if other != digit)
        if others:
            yield Reason("unfilled", others, (cell,))


CAGE_REASONS: dict[Family, Maker] = {
    **dict.fromkeys(RULE_OF_45, _of_houses),
    **dict.fromkeys((family for family in Family if set(family.value).intersection(_BY_ONE_CAGE)), _of_cage),
}
