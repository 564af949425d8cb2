"""Little killer: a number outside the grid is the sum of the digits along the slanting line that its arrow points into."""

from __future__ import annotations

from collections.abc import Iterator

from bookmaker.base.seeds import seed_for
from bookmaker.puzzles.grid.geometry import Clue, Geometry
from bookmaker.puzzles.rules.clues import ClueType, Value
from bookmaker.puzzles.rules.places import usual_slants
from bookmaker.puzzles.rules.rule import Rule

_LEAST = 3
"""The fewest cells of a line that is drawn: of fewer a sum says too much."""


def _wrong(value: Value, size: int, length: int) -> str:
    if len(value) == 1 and length <= value[0] <= size * length:
        return ""
    return f"needs a number from {length} to {size * length} as its value"


ARROW = ClueType(
    name="little-killer",
    shape="diagonal",
    ordered=True,
    sums=lambda boxes, value: ((range(len(boxes)), (), value[0]),),
    value=lambda digits, size: (sum(digits),),
    wrong=_wrong,
    fault="the digits along a slanting line do not add up to the sum outside the grid: {cells}",
    look="outside-arrow",
    foreign={"f-puzzles": "littlekillersum#", "iss": "LittleKiller#"},
)


def _drawn(solution: bytes, ground: Geometry, seed: int, share: float) -> Iterator[Clue]:
    size = ground.size
    lines = [line for line in usual_slants(size) if len(line) >= min(_LEAST, size - 1)]
    lines.sort(key=lambda line: seed_for(seed, *line))
    for line in sorted(lines[: round(share * len(lines))]):
        yield ARROW.clue(line, (sum(solution[cell] for cell in line),))


LITTLE_KILLER = Rule(name="little-killer", clues=(ARROW,), draw=_drawn, share=0.6)
