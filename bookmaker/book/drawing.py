"""Steps as pictures: which marks of the printer show which part of a deduction.

Base cells are tinted and their candidates ringed, fins hatched and squared, linking candidates have diamonds; each set of
a step has a texture of its own. In a chain what holds is a disc, what does not a ring; strong links are whole lines, weak
ones dashed. Base houses have a whole outline, cover and linking houses a dashed one. What goes is struck out; what is placed
is large.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from bookmaker.book.telling import Position, Told
from bookmaker.grid.geometry import Geometry, Mark
from bookmaker.grid.puzzle import Puzzle
from bookmaker.techniques.declare import Step
from bookmaker.techniques.notation import Node, chains_of, crossing_of, sets_of
from bookmaker.typeset.candidates import CandidatePicture, Link, Outline, Shape, Spot, Texture
from bookmaker.variants.cages import cage_marks

_UNDER: dict[str, Texture] = {"link": "dark"}
_OVER: dict[str, Texture] = {"base": "light", "pivot": "cross", "fin": "hatch"}
"""Textures by role, under and over those of sets; where a cell has several roles, the last counts."""

_SHAPES: dict[str, Shape] = {
    "pivot": "double",
    "base": "ring",
    "fin": "square",
    "link": "diamond",
    "if-on": "disc",
    "then-on": "disc",
    "if-off": "ring",
    "then-off": "ring",
}

_SETS: tuple[Texture, ...] = ("light", "hatch", "dark", "cross")
_SETS_APART = len(_SETS)

_CROSSED = ("sue-de-coq",)
"""Techniques in which the cells where the base houses cross have a part of their own."""

_OUTLINED = {"base": False, "cover": True, "link": True}
"""Roles of houses that are outlined, and whether in dashes."""


def picture(told: Told) -> CandidatePicture:
    """The picture of one step: the position in which it was found, with its marks."""
    step, position = told.step, told.position
    geometry = position.geometry
    return CandidatePicture(
        geometry=geometry,
        digits=position.digits,
        candidates=position.candidates,
        bold=_givens(position),
        tiles=tuple(sorted(_tiles(step, geometry).items())),
        marks=tuple(sorted(_marks(step).items())),
        struck=tuple(sorted(step.eliminations)),
        placed=tuple(sorted(step.placements)),
        links=tuple(_links(step, geometry)),
        outlines=_outlines(step, geometry),
        cages=_cages(position),
    )


def _outlines(step: Step, geometry: Geometry) -> tuple[Outline, ...]:
    return tuple(
        Outline(geometry.houses[ref.house].cells, _OUTLINED[ref.role]) for ref in step.houses if ref.role in _OUTLINED
    )


def gathered(steps: Sequence[Told]) -> CandidatePicture:
    """One picture of steps that only place digits, as the grid stands before the first of them; without candidates.

    The house of a step that is alone is outlined.
    """
    position = steps[0].position
    placed = tuple(sorted({spot for told in steps for spot in told.step.placements}))
    return CandidatePicture(
        geometry=position.geometry,
        digits=position.digits,
        candidates=(0,) * len(position.digits),
        bold=_givens(position),
        tiles=tuple((cell, "light") for cell, _ in placed),
        placed=placed,
        outlines=_outlines(steps[0].step, position.geometry) if len(steps) == 1 else (),
        cages=_cages(position),
    )


def struck_together(steps: Sequence[Told]) -> CandidatePicture:
    """One picture of steps found in one position that only strike out: their cells tinted, without rings."""
    base = {cell for told in steps for cell in told.step.cells}
    return replace(
        picture(steps[0]),
        tiles=tuple((cell, "light") for cell in sorted(base)),
        marks=(),
        struck=tuple(sorted({spot for told in steps for spot in told.step.eliminations})),
    )


def _cages(position: Position) -> tuple[Mark, ...]:
    return cage_marks(Puzzle(position.geometry, position.givens, cages=position.cages))


def _givens(position: Position) -> frozenset[int]:
    return frozenset(cell for cell, digit in enumerate(position.givens) if digit)


def _tiles(step: Step, geometry: Geometry) -> dict[int, Texture]:
    tiles: dict[int, Texture] = {}
    for cell, _ in step.placements:
        tiles[cell] = "light"
    for node in (node for chain in chains_of(step) for node in chain):
        tiles.update(dict.fromkeys(node.cells, "light"))
    for role, texture in _UNDER.items():
        tiles.update(dict.fromkeys(step.cells_of(role), texture))
    for index, one in enumerate(sets_of(step)):
        tiles.update(dict.fromkeys(one.cells, _SETS[index % _SETS_APART]))
    for role, texture in _OVER.items():
        tiles.update(dict.fromkeys(step.cells_of(role), texture))
    if step.technique in _CROSSED:
        tiles.update(dict.fromkeys(crossing_of(step, geometry), "dark"))
    return tiles


def _marks(step: Step) -> dict[Spot, Shape]:
    marks: dict[Spot, Shape] = {}
    last = ""
    for part in step.pattern:
        role = last if part.role == "more" else part.role
        spot = part.cell, part.digit
        # What a chain assumes is often the base of the step as well, or met again at its end: the assumption counts.
        if role in _SHAPES and (spot not in marks or role.startswith("if")):
            marks[part.cell, part.digit] = _SHAPES[role]
        last = role
    return marks


def _links(step: Step, geometry: Geometry) -> Iterator[Link]:
    for chain in chains_of(step):
        if any(one.on == other.on for one, other in pairwise(chain)):
            yield from _proof_links(chain, geometry)
        else:
            for one, other in pairwise(chain):
                yield _between(one, other, geometry.size)
    if step.technique in _OWN_LINKS:
        yield from _OWN_LINKS[step.technique](step, geometry)


def _proof_links(nodes: Sequence[Node], geometry: Geometry) -> Iterator[Link]:
    """Of a proof told layer by layer: what is false is joined to the last that excludes it, and to the first that it leaves."""
    for index, node in enumerate(nodes):
        if node.on:
            continue
        before = next((one for one in reversed(nodes[:index]) if one.on and _related(one, node, geometry)), None)
        after = next((one for one in nodes[index + 1 :] if one.on and _related(one, node, geometry)), None)
        if before is not None:
            yield _between(before, node, geometry.size)
        if after is not None:
            yield _between(node, after, geometry.size)


def _related(one: Node, other: Node, geometry: Geometry) -> bool:
    if one.digit != other.digit:
        return one.cells == other.cells
    return all(cell in geometry.peers[at] for cell in one.cells for at in other.cells)


def _between(one: Node, other: Node, size: int) -> Link:
    # From the cells of two nodes that are nearest to each other.
    def apart(pair: tuple[int, int]) -> tuple[int, tuple[int, int]]:
        (r1, c1), (r2, c2) = divmod(pair[0], size), divmod(pair[1], size)
        return (r1 - r2) ** 2 + (c1 - c2) ** 2, pair

    start, end = min(((a, b) for a in one.cells for b in other.cells), key=apart)
    return Link((start, one.digit), (end, other.digit), dashed=one.on)


def _two_strong(step: Step, geometry: Geometry) -> Iterator[Link]:
    """Four places in the order of the chain: strong, weak, strong."""
    spots = [(part.cell, part.digit) for part in step.pattern if part.role == "base"]
    if len(spots) == 4:
        for index, (one, other) in enumerate(pairwise(spots)):
            if one != other:
                yield Link(one, other, dashed=index == 1)


def _w_wing(step: Step, geometry: Geometry) -> Iterator[Link]:
    near, far = ((part.cell, part.digit) for part in step.pattern if part.role == "link")
    one, other = step.cells_of("base")
    if near[0] not in geometry.peers[one] or far[0] not in geometry.peers[other]:
        one, other = other, one
    yield Link((one, near[1]), near, dashed=True)
    yield Link(near, far)
    yield Link(far, (other, far[1]), dashed=True)


_OWN_LINKS: dict[str, Callable[[Step, Geometry], Iterator[Link]]] = {
    "skyscraper": _two_strong,
    "two-string-kite": _two_strong,
    "turbot-fish": _two_strong,
    "w-wing": _w_wing,
}
"""Links of techniques that tell them by the order of their candidates."""
