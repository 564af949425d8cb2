"""Steps as pictures: which marks show which part of a deduction.

Base cells are tinted and their candidates ringed; of a cage, another sum or a clue, only those of a digit that it needs. Fins
are squared, in hatched cells; the cells that a sum loses are darker. Linking candidates have diamonds. Each set of a step has
a texture of its own. In a chain a candidate that holds is a disc, one that does not hold a ring; strong links are solid lines,
weak links dashed ones. Base houses have a solid outline, cover and linking houses a dashed one. Eliminated candidates are struck
out; placed digits are large.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, product

from bookmaker.logic.techniques.declare import Step
from bookmaker.logic.techniques.families import FAMILY_OF, TIER_OF, Tier
from bookmaker.printing.grids.partial_grid import parts_around
from bookmaker.printing.grids.step_picture import CandidatePicture, Link, Outline, Shape, Spot, Texture
from bookmaker.publishing.explain.notation import Node, crossing_of, sets_of, shown_chains
from bookmaker.publishing.explain.position import Position
from bookmaker.publishing.explain.solution_path import TEACH, ExplainedStep
from bookmaker.publishing.explain.step_words import tell
from bookmaker.puzzles.grid.arrangement import fewest_grids, some_grids
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.marks import Mark
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules.cages import cage_marks


def in_its_grids(drawn: CandidatePicture) -> CandidatePicture:
    """A picture of a whole puzzle; of several grids with the fewest only that hold all that it is about.

    All are kept where the others take no more room.
    """
    whole = drawn.geometry
    corners = fewest_grids(whole, _meant(drawn)) if whole.overlapping else ()
    if not corners:
        return drawn
    some = some_grids(whole, corners)
    if (some.ground.height, some.ground.width) == (whole.height, whole.width):
        return drawn
    number = {cell: index for index, cell in enumerate(some.cells)}

    def moved(spot: Spot) -> Spot:
        return number[spot[0]], spot[1]

    return replace(
        drawn,
        geometry=some.ground,
        among=some,
        digits=bytes(drawn.digits[cell] for cell in some.cells),
        candidates=tuple(drawn.candidates[cell] for cell in some.cells),
        bold=frozenset(number[cell] for cell in drawn.bold if cell in number),
        tiles=tuple((number[cell], texture) for cell, texture in drawn.tiles),
        marks=tuple((moved(spot), shape) for spot, shape in drawn.marks),
        struck=tuple(map(moved, drawn.struck)),
        placed=tuple(map(moved, drawn.placed)),
        links=tuple(replace(link, start=moved(link.start), end=moved(link.end)) for link in drawn.links),
        outlines=tuple(
            replace(outline, cells=tuple(number[cell] for cell in outline.cells)) for outline in drawn.outlines
        ),
        notes=tuple((number[cell], text) for cell, text in drawn.notes),
    )


def parts(drawn: CandidatePicture) -> Iterator[CandidatePicture]:
    """A picture, and the parts of it that show all that it is about, the largest first."""
    for part in parts_around(drawn.geometry, _meant(drawn)):
        yield drawn if part == drawn.shown else replace(drawn, part=part)


def _meant(drawn: CandidatePicture) -> set[int]:
    """The cells that a picture is about. Of cages, which have their sums in one cell, all cells, if no house is what counts."""
    pattern = {cell for cell, _ in (*drawn.tiles, *drawn.placed)}
    ends = (spot for link in drawn.links for spot in (link.start, link.end))
    spots = (*(spot for spot, _ in drawn.marks), *drawn.struck, *ends)
    cells = pattern.union((cell for cell, _ in (*spots, *drawn.notes)), *(outline.cells for outline in drawn.outlines))
    if not drawn.outlines:
        cells.update(cell for cage in drawn.cages if pattern.intersection(cage.cells) for cell in cage.cells)
    return cells


_UNDER: dict[str, Texture] = {"link": "dark", "second-base": "hatch", "second-link": "cross"}
_OVER: dict[str, Texture] = {"base": "light", "pivot": "cross", "fin": "hatch"}
"""Textures by role: ``_UNDER`` before the textures of sets, ``_OVER`` after them. Where a cell has several roles, the last
counts."""

_SHAPES: dict[str, Shape] = {
    "pivot": "double",
    "base": "ring",
    "fin": "square",
    "link": "diamond",
    "second-base": "square",
    "second-link": "double",
    "if-on": "disc",
    "then-on": "disc",
    "if-off": "ring",
    "then-off": "ring",
}

_SETS: tuple[Texture, ...] = ("light", "hatch", "dark", "cross")
_SETS_APART = len(_SETS)

_CROSSED = ("sue-de-coq",)
"""Techniques in which the cells where the base houses cross have a role of their own."""

_SUMS = frozenset(name for name, family in FAMILY_OF.items() if TIER_OF[family] in (Tier.CAGES, Tier.CLUES))
"""Techniques whose pattern is cells with a sum or a clue, with whatever candidates these have."""

_OUTLINED = {"base": False, "cover": True, "link": True}
"""The roles of houses that are outlined, and whether the outline is dashed."""


def picture(explained: ExplainedStep) -> CandidatePicture:
    """The picture of one step: the position in which it was found, with its marks; of several grids those that it is about."""
    return in_its_grids(_marked(explained))


def _marked(explained: ExplainedStep) -> CandidatePicture:
    step, position = explained.step, explained.position
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
        links=tuple(_links(step, position)),
        outlines=_outlines(step, geometry),
        cages=_cages(position),
        symbols=explained.symbols,
    )


def _outlines(step: Step, geometry: Geometry) -> tuple[Outline, ...]:
    return tuple(
        Outline(geometry.houses[ref.house].cells, _OUTLINED[ref.role]) for ref in step.houses if ref.role in _OUTLINED
    )


def gathered(steps: Sequence[ExplainedStep]) -> CandidatePicture:
    """One picture of steps that only place digits, in the position before the first of them, without candidates.

    If there is one step, its house is outlined; where its sentence gives the reasons, the cells that they name are tinted, too.
    """
    position = steps[0].position
    reasons = steps[0].reasons if len(steps) == 1 and steps[0].register == TEACH else ()
    barring = {cell for reason in reasons for cell in reason.by if position.digits[cell]}
    for reason in reasons:
        # A house that has digits already has each of them in one cell.
        seen = {cell for house in reason.houses for cell in house.cells} if reason.kind == "has" else set()
        barring |= {cell for cell in seen if position.digits[cell] in reason.digits}
    placed = tuple(sorted({spot for explained in steps for spot in explained.step.placements}))
    drawn = CandidatePicture(
        geometry=position.geometry,
        digits=position.digits,
        candidates=(0,) * len(position.digits),
        bold=_givens(position),
        tiles=tuple((cell, "light") for cell in sorted({*barring, *(cell for cell, _ in placed)})),
        placed=placed,
        outlines=_outlines(steps[0].step, position.geometry) if len(steps) == 1 else (),
        cages=_cages(position),
        symbols=steps[0].symbols,
    )
    return in_its_grids(drawn)


def struck_together(steps: Sequence[ExplainedStep]) -> CandidatePicture:
    """One picture of steps of one position that only eliminate candidates: their cells are tinted, without rings."""
    base = {cell for explained in steps for cell in explained.step.cells}
    drawn = replace(
        _marked(steps[0]),
        tiles=tuple((cell, "light") for cell in sorted(base)),
        marks=(),
        struck=tuple(sorted({spot for explained in steps for spot in explained.step.eliminations})),
    )
    return in_its_grids(drawn)


def _cages(position: Position) -> tuple[Mark, ...]:
    return cage_marks(Puzzle(position.geometry, position.givens, cages=position.cages))


def _givens(position: Position) -> frozenset[int]:
    return frozenset(cell for cell, digit in enumerate(position.givens) if digit)


def _tiles(step: Step, geometry: Geometry) -> dict[int, Texture]:
    tiles: dict[int, Texture] = {}
    for cell, _ in step.placements:
        tiles[cell] = "light"
    for node in (node for chain in shown_chains(step) for node in chain):
        tiles.update(dict.fromkeys(node.cells, "light"))
    for role, texture in _UNDER.items():
        tiles.update(dict.fromkeys(step.cells_of(role), texture))
    for index, one in enumerate(sets_of(step)):
        tiles.update(dict.fromkeys(one.cells, _SETS[index % _SETS_APART]))
    for role, texture in _OVER.items():
        # No squares go with the cells that a sum loses, and figures are hard to read on hatching.
        own = "dark" if role == "fin" and step.technique in _SUMS else texture
        tiles.update(dict.fromkeys(step.cells_of(role), own))
    if step.technique in _CROSSED:
        tiles.update(dict.fromkeys(crossing_of(step, geometry), "dark"))
    return tiles


def _marks(step: Step) -> dict[Spot, Shape]:
    marks: dict[Spot, Shape] = {}
    struck, last = set(step.eliminations), ""
    for part in step.pattern:
        role = last if part.role == "more" else part.role
        spot = part.cell, part.digit
        # A stroke through a ring hides the figure; where a chain begins, it is needed, for it shows the assumption.
        hidden = role in _OVER and spot in struck
        # The assumption of a chain is often the base of the step as well, or its end: it is drawn as the assumption.
        if role in _SHAPES and not hidden and (spot not in marks or role.startswith("if")):
            marks[part.cell, part.digit] = _SHAPES[role]
        last = role
    if step.technique in _SUMS and len({digit for _, digit in marks}) > 1:
        # The tint shows the cells. Rings show the places of a digit that they need, and would only hide the eliminations.
        own = {*step.cells, *(cell for cell, _ in marks)}
        needed = {digit for cell, digit in step.eliminations if cell not in own}
        return {spot: shape for spot, shape in marks.items() if spot[1] in needed}
    return marks


def _links(step: Step, position: Position) -> Iterator[Link]:
    geometry = position.geometry
    for chain in shown_chains(step):
        if any(one.on == other.on for one, other in pairwise(chain)):
            yield from _proof_links(chain, geometry)
        else:
            for one, other in pairwise(chain):
                yield _between(one, other, geometry)
    if step.technique in _OWN_LINKS:
        yield from _OWN_LINKS[step.technique](step, position)


def _proof_links(nodes: Sequence[Node], geometry: Geometry) -> Iterator[Link]:
    """Links of a proof in layers: a false node is joined to the last true one that excludes it and to the first that follows."""
    for index, node in enumerate(nodes):
        if node.on:
            continue
        before = next((one for one in reversed(nodes[:index]) if one.on and _related(one, node, geometry)), None)
        after = next((one for one in nodes[index + 1 :] if one.on and _related(one, node, geometry)), None)
        if before is not None:
            yield _between(before, node, geometry)
        if after is not None:
            yield _between(node, after, geometry)


def _related(one: Node, other: Node, geometry: Geometry) -> bool:
    if one.digit != other.digit:
        return one.cells == other.cells
    return all(cell in geometry.peers[at] for cell in one.cells for at in other.cells)


def _between(one: Node, other: Node, geometry: Geometry) -> Link:
    start, end = _nearest(((a, b) for a in one.cells for b in other.cells), geometry)
    return Link((start, one.digit), (end, other.digit), dashed=one.on)


def _nearest(pairs: Iterable[tuple[int, int]], geometry: Geometry) -> tuple[int, int]:
    """The pair of cells that are closest together."""

    def apart(pair: tuple[int, int]) -> tuple[int, tuple[int, int]]:
        (r1, c1), (r2, c2) = geometry.place(pair[0]), geometry.place(pair[1])
        return (r1 - r2) ** 2 + (c1 - c2) ** 2, pair

    return min(pairs, key=apart)


def _two_strong(step: Step, position: Position) -> Iterator[Link]:
    """Four places in the order of the chain: strong, weak, strong."""
    spots = [(part.cell, part.digit) for part in step.pattern if part.role == "base"]
    if len(spots) == 4:
        for index, (one, other) in enumerate(pairwise(spots)):
            if one != other:
                yield Link(one, other, dashed=index == 1)


def _w_wing(step: Step, position: Position) -> Iterator[Link]:
    near, far = ((part.cell, part.digit) for part in step.pattern if part.role == "link")
    one, other = step.cells_of("base")
    peers = position.geometry.peers
    if near[0] not in peers[one] or far[0] not in peers[other]:
        one, other = other, one
    yield Link((one, near[1]), near, dashed=True)
    yield Link(near, far)
    yield Link(far, (other, far[1]), dashed=True)


def _pairs(position: Position, houses: Iterable[int], digit: int, cells: Iterable[int]) -> Iterator[Link]:
    """A link for each two of ``cells`` that are the only places for a digit in one of ``houses``."""
    held, drawn = set(cells), set()
    for house in houses:
        places = [cell for cell in position.geometry.houses[house].cells if position.candidates[cell] >> digit - 1 & 1]
        if len(places) == 2 and held.issuperset(places) and tuple(places) not in drawn:
            drawn.add(tuple(places))
            yield Link((places[0], digit), (places[1], digit))


def _locks(step: Step, position: Position) -> Iterator[Link]:
    """Links of the locked digit, in the houses that lock it."""
    houses = sorted(ref.house for ref in step.houses if ref.role == "link")
    message = tell(step, position.geometry)
    for digit in message.gone if step.technique == "unique-rectangle-6" else message.kept:
        yield from _pairs(position, houses, digit, step.cells)


def _colours(step: Step, position: Position) -> Iterator[Link]:
    """The strong links of the chains; and for two colours that exclude each other a link of two cells that see each other."""
    geometry, (digit,) = position.geometry, step.digits
    first, second = [[step.cells_of(role) for role in roles] for roles in _COLOURS]
    for chain in (first, second):
        yield from _pairs(position, range(len(geometry.houses)), digit, {cell for cells in chain for cell in cells})
    meeting = product(first, second) if any(second) else [(cells, cells) for cells in first]
    for one, other in meeting:
        seeing = [(a, b) for a in one for b in other if b in geometry.peers[a]]
        if seeing:
            start, end = _nearest(seeing, geometry)
            yield Link((start, digit), (end, digit), dashed=True)


_COLOURS = ("base", "link"), ("second-base", "second-link")

_OWN_LINKS: dict[str, Callable[[Step, Position], Iterator[Link]]] = {
    "skyscraper": _two_strong,
    "two-string-kite": _two_strong,
    "turbot-fish": _two_strong,
    "w-wing": _w_wing,
    **dict.fromkeys(("unique-rectangle-4", "unique-rectangle-6", "hidden-rectangle", "unique-loop-4"), _locks),
    **dict.fromkeys(("simple-colours-trap", "simple-colours-wrap", "multi-colours-1", "multi-colours-2"), _colours),
}
"""The techniques without chains that have links, and what draws them."""
