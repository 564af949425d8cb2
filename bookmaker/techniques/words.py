"""How a step is told: a message key with typed arguments, and the English sentence.

A language is a set of templates and a way to say digits, cells, houses and effects; the arguments are therefore things,
not English words. English is written here because it is the language of the declarations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bookmaker.grid.geometry import SYMBOLS, Geometry, House, cell_name
from bookmaker.techniques import BY_NAME
from bookmaker.techniques.declare import Step


@dataclass(frozen=True, slots=True)
class Message:
    """What to tell. ``key`` names the template; the other fields are its arguments.

    ``cells``, ``fins``, ``links`` and ``pivots`` are the cells of the pattern with that role (``cells``: the base).
    ``sets``: (cells, digits) of each set. ``placements`` and ``eliminations``: (digit, cells), one entry for each digit,
    ascending.
    """

    key: str
    digits: tuple[int, ...]
    cells: tuple[int, ...]
    base: tuple[House, ...]
    cover: tuple[House, ...]
    fins: tuple[int, ...]
    links: tuple[int, ...]
    pivots: tuple[int, ...]
    sets: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    placements: tuple[tuple[int, tuple[int, ...]], ...]
    eliminations: tuple[tuple[int, tuple[int, ...]], ...]


def _by_digit(effects: tuple[tuple[int, int], ...]) -> tuple[tuple[int, tuple[int, ...]], ...]:
    digits = sorted({digit for _, digit in effects})
    return tuple((digit, tuple(sorted(cell for cell, at in effects if at == digit))) for digit in digits)


def _sets(step: Step) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    found: list[list[tuple[int, int]]] = []
    for candidate in step.pattern:
        if candidate.role == "set":
            found.append([])
        if candidate.role in ("set", "member"):
            found[-1].append((candidate.cell, candidate.digit))
    return tuple((tuple(sorted({c for c, _ in one})), tuple(sorted({d for _, d in one}))) for one in found)


def tell(step: Step, geometry: Geometry) -> Message:
    """What a step says, in no language yet."""

    def houses(role: str) -> tuple[House, ...]:
        return tuple(geometry.houses[index] for index in sorted(ref.house for ref in step.houses if ref.role == role))

    return Message(
        key=f"technique.{step.technique}",
        digits=step.digits,
        cells=step.cells,
        base=houses("base"),
        cover=houses("cover"),
        fins=step.cells_of("fin"),
        links=step.cells_of("link"),
        pivots=step.cells_of("pivot"),
        sets=_sets(step),
        placements=_by_digit(step.placements),
        eliminations=_by_digit(step.eliminations),
    )


def _and(parts: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1]))) if parts else ""


def _houses(houses: Sequence[House]) -> str:
    out = []
    for kind in dict.fromkeys(house.kind for house in houses):
        numbers = [str(house.number) for house in houses if house.kind == kind]
        plural = {"box": "boxes"}.get(kind, kind + "s")
        out.append(f"{kind if len(numbers) == 1 else plural} {_and(numbers)}")
    return _and(out)


def english(step: Step, geometry: Geometry) -> str:
    """The step as an English sentence: "X-Wing on 4 in rows 2 and 8: 4 leaves r5c3 and r6c3"."""
    message = tell(step, geometry)

    def cells(indices: Sequence[int]) -> str:
        return _and([cell_name(cell, geometry.size) for cell in indices])

    pattern = BY_NAME[step.technique].sentence.format(
        digits=_and([SYMBOLS[digit - 1] for digit in message.digits]),
        cells=cells(message.cells),
        base=_houses(message.base),
        cover=_houses(message.cover),
        fins=cells(message.fins),
        links=cells(message.links),
        pivots=cells(message.pivots),
        sets=_and([f"({''.join(SYMBOLS[digit - 1] for digit in digits)}){cells(at)}" for at, digits in message.sets]),
    )
    effects = [f"{cells(at)} is {SYMBOLS[digit - 1]}" for digit, at in message.placements]
    effects += [f"{SYMBOLS[digit - 1]} leaves {cells(at)}" for digit, at in message.eliminations]
    return f"{pattern}: {'; '.join(effects)}"
