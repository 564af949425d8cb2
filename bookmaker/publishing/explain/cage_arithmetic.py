"""The sums behind a step of a Killer, as a reader adds them up, in any language: ``45 – 31 = 14``, ``10 = 1+9, 2+8``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product

from bookmaker.logic.techniques import BY_NAME, CAGES
from bookmaker.logic.techniques.declare import Step
from bookmaker.logic.techniques.families import RULE_OF_45, Family
from bookmaker.puzzles.grid.geometry import SYMBOLS, Geometry
from bookmaker.puzzles.grid.puzzle import Cage

KILLER_SUBSETS = ("killer-pair", "killer-triple")

_MOST = 8
"""The most combinations that are listed; a cage with more shows its sum only."""


_MOST_CELLS, _MOST_WAYS = 4, 4
"""A sum of several cells outside cages lists its ways only where there are this many or fewer."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The text after the base cells and the text after the fins of a step: " (45 – 31 = 14)", or "" for none.

    ``listed``: how many combinations the former lists, 0 for none.
    """

    base: str = ""
    fins: str = ""
    listed: int = 0


def figures(
    step: Step, geometry: Geometry, cages: Sequence[Cage], digits: Sequence[int], candidates: Sequence[int]
) -> Figures:
    """The figures of a step in a position: its ``digits``, and its ``candidates`` as masks (bit d-1 is digit d)."""
    technique = BY_NAME[step.technique]
    if technique not in CAGES:
        return Figures()
    if technique.family in RULE_OF_45:
        summed = _of_houses(step, geometry, cages, split=technique.family is Family.SPLIT)
        ways = (
            _ways(step, geometry, cages, digits, candidates)
            if technique.family in (Family.INNIES, Family.LARGE_INNIES)
            else []
        )
        return Figures(_bracketed([f"{summed}\u00a0=\u00a0{', '.join(ways)}" if ways else summed]))
    base, fins = set(step.cells_of("base")), set(step.cells_of("fin"))
    killer_subset = technique.name in KILLER_SUBSETS
    own = [cage for cage in cages if cage.sum is not None and not killer_subset and base & set(cage.cells)]
    # A single cell may forbid a combination by itself: its cage has nothing to do with it.
    if technique.name == "blocked-combinations" and len(fins) == 1:
        fins = set()
    other = [cage for cage in cages if cage.sum is not None and fins & set(cage.cells)]
    sums = [[_of_cage(cage, geometry.size, digits, candidates) for cage in found] for found in (own, other)]
    listed = sum(len(_combinations(cage, geometry.size, digits, candidates)) for cage in own)
    return Figures(_bracketed(sums[0]), _bracketed(sums[1]), listed)


def _bracketed(parts: Sequence[str]) -> str:
    text = "; ".join(part for part in parts if part)
    return f" ({text})" if text else ""


def _of_cage(cage: Cage, size: int, digits: Sequence[int], candidates: Sequence[int]) -> str:
    """The combinations left for a cage, ``10 = 1+9, 2+8``; only its sum where they are many."""
    live = _combinations(cage, size, digits, candidates)
    return f"{cage.sum}\u00a0=\u00a0{', '.join(live)}" if live else str(cage.sum)


def _combinations(cage: Cage, size: int, digits: Sequence[int], candidates: Sequence[int]) -> list[str]:
    """The combinations left for a cage, where they are few enough to be listed."""
    placed = {digits[cell] for cell in cage.cells if digits[cell]}
    masks = [candidates[cell] for cell in cage.cells if not digits[cell]]
    union = 0
    for mask in masks:
        union |= mask
    live = []
    for chosen in combinations([digit for digit in range(1, size + 1) if digit not in placed], len(masks)):
        combination = sum(1 << digit - 1 for digit in chosen)
        fits = not combination & ~union and all(combination & mask for mask in masks)
        if fits and sum(chosen) + sum(placed) == cage.sum:
            live.append("+".join(SYMBOLS[digit - 1] for digit in sorted((*placed, *chosen))))
    return live if len(live) <= _MOST and size <= 9 else []


@dataclass(frozen=True, slots=True)
class Subtracted:
    """The cages of a Rule of 45, which lie on the ``covered`` cells, and the cells ``inside`` and ``outside`` the houses that are
    left beside them.
    """

    cages: tuple[Cage, ...]
    covered: frozenset[int]
    inside: tuple[int, ...]
    outside: tuple[int, ...]


def subtracted_cages(step: Step, geometry: Geometry, cages: Sequence[Cage]) -> Subtracted | None:
    """The cages that a Rule of 45 subtracts, None for a step whose cells they do not explain."""
    houses = [geometry.houses[ref.house] for ref in step.houses if ref.role == "base"]
    region = {cell for house in houses for cell in house.cells}
    shown = set(step.cells_of("base")) | set(step.cells_of("fin"))
    inside, outside = shown & region, shown - region
    covered = (region - inside) | outside
    subtracted = tuple(cage for cage in cages if cage.sum is not None and covered.issuperset(cage.cells))
    if not subtracted or sum(len(cage.cells) for cage in subtracted) != len(covered):
        return None
    return Subtracted(subtracted, frozenset(covered), tuple(sorted(inside)), tuple(sorted(outside)))


def _of_houses(step: Step, geometry: Geometry, cages: Sequence[Cage], *, split: bool) -> str:
    """The sum of the houses less those of the subtracted cages, ``45 – 31 = 14``; the other way round where only outies are
    left.
    """
    found = subtracted_cages(step, geometry, cages)
    if found is None:
        return ""
    houses = sum(ref.role == "base" for ref in step.houses)
    whole, total = houses * geometry.size * (geometry.size + 1) // 2, sum(cage.sum or 0 for cage in found.cages)
    figures = _less(whole, total) if found.inside else _less(total, whole)
    if split:
        part = whole - total if found.inside else total - whole
        shown = {*found.inside, *found.outside}
        rest = next((cage.sum for cage in cages if cage.sum is not None and shown < set(cage.cells)), None)
        figures += f", {_less(rest, part)}" if rest is not None else ""
    return figures


def _ways(
    step: Step, geometry: Geometry, cages: Sequence[Cage], digits: Sequence[int], candidates: Sequence[int]
) -> list[str]:
    """The digits that a few cells on one side of the houses can hold, where there are few: ``6+9``, ``7+8``."""
    found = subtracted_cages(step, geometry, cages)
    cells = (found.inside or found.outside) if found and not (found.inside and found.outside) else ()
    if found is None or not 1 < len(cells) <= _MOST_CELLS or geometry.size > 9:
        return []
    whole = sum(ref.role == "base" for ref in step.houses) * geometry.size * (geometry.size + 1) // 2
    rest = abs(whole - sum(cage.sum or 0 for cage in found.cages))
    held = [
        [digits[cell]] if digits[cell] else [d for d in range(1, geometry.size + 1) if candidates[cell] >> d - 1 & 1]
        for cell in cells
    ]
    ways = {
        tuple(sorted(way))
        for way in product(*held)
        if sum(way) == rest
        and all(
            one != other or b not in geometry.peers[a]
            for (a, one), (b, other) in combinations(zip(cells, way, strict=True), 2)
        )
    }
    return ["+".join(SYMBOLS[digit - 1] for digit in way) for way in sorted(ways)] if len(ways) <= _MOST_WAYS else []


def _less(one: int, other: int) -> str:
    result = f"{one - other}" if one >= other else f"–{other - one}"
    return f"{one}\u00a0–\u00a0{other}\u00a0=\u00a0{result}"
