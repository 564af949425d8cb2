"""Steps as pictures: which marks show which part of a deduction.

Base cells are tinted and their candidates ringed; of a cage, another sum or a clue, only those of a digit that it needs. Fins
are squared, in cells with a rim; the cells that a sum loses are darker. Linking candidates have dashed rings. Each set of a
step has a texture of its own. In a chain a candidate that holds is a disc, one that does not hold a ring; strong links are solid
arrows, weak links dashed ones, and letters stand where the lines of the text arrive. Base houses have a solid outline, cover and
linking houses a dashed one. Candidates that go are white on black; placed digits are large. A single is shown without
candidates, as it is found: rays run from the digits that bar the other places. The clues of a step are lit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, product

from bookmaker.logic.techniques.declare import Step
from bookmaker.logic.techniques.families import FAMILY_OF, TIER_OF, Family, Tier
from bookmaker.printing.grids.step_picture import (
    CandidatePicture,
    Link,
    Outline,
    Ray,
    Shape,
    Spot,
    Texture,
    parts_around,
)
from bookmaker.publishing.explain.chain_words import Argument, Line, arguments, letter, letters
from bookmaker.publishing.explain.notation import Node, crossing_of, sets_of
from bookmaker.publishing.explain.position import Position
from bookmaker.publishing.explain.solution_path import TEACH, ExplainedStep
from bookmaker.publishing.explain.step_words import tell
from bookmaker.puzzles.grid.arrangement import fewest_grids, some_grids
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.marks import Mark
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import CLUES
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
        letters=tuple((moved(spot), text) for spot, text in drawn.letters),
        rays=tuple(Ray(number[ray.cell], number[ray.to]) for ray in drawn.rays),
        barred=tuple(number[cell] for cell in drawn.barred),
        lit=tuple(tuple(number[cell] for cell in cells) for cells in drawn.lit),
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
    pattern.update(drawn.barred, (ray.cell for ray in drawn.rays), *drawn.lit)
    ends = (spot for link in drawn.links for spot in (link.start, link.end))
    spots = (*(spot for spot, _ in drawn.marks), *drawn.struck, *ends)
    cells = pattern.union((cell for cell, _ in (*spots, *drawn.notes)), *(outline.cells for outline in drawn.outlines))
    if not drawn.outlines:
        cells.update(cell for cage in drawn.cages if pattern.intersection(cage.cells) for cell in cage.cells)
    return cells


_UNDER: dict[str, Texture] = {"link": "dark", "second-base": "frame", "second-link": "framed"}
_OVER: dict[str, Texture] = {"base": "light", "pivot": "framed", "fin": "frame"}
"""Textures by role: ``_UNDER`` before the textures of sets, ``_OVER`` after them. Where a cell has several roles, the last
counts."""

_SHAPES: dict[str, Shape] = {
    "pivot": "heavy",
    "base": "ring",
    "fin": "square",
    "link": "dashed",
    "second-base": "square",
    "second-link": "heavy",
    "if-on": "disc",
    "then-on": "disc",
    "if-off": "ring",
    "then-off": "ring",
}

_SETS: tuple[Texture, ...] = ("light", "frame", "dark", "framed")
_SETS_APART = len(_SETS)

_PLACED: Texture = "light"
"""Under a digit that a step places."""

_AROUND = ("edge", "diagonal")
"""The shapes of clues whose numbers stand around the grid."""

_CROSSED = ("sue-de-coq",)
"""Techniques in which the cells where the base houses cross have a role of their own."""

_SUMS = frozenset(name for name, family in FAMILY_OF.items() if TIER_OF[family] in (Tier.CAGES, Tier.CLUES))
"""Techniques whose pattern is cells with a sum or a clue, with whatever candidates these have."""

_OUTLINED = {"base": False, "cover": True, "link": True}
"""The roles of houses that are outlined, and whether the outline is dashed."""


def picture(explained: ExplainedStep) -> CandidatePicture:
    """The picture of one step: the position in which it was found, with its marks; of several grids those that it is about."""
    return (
        gathered([explained])
        if FAMILY_OF[explained.step.technique] is Family.SINGLES
        else in_its_grids(_marked(explained))
    )


def _marked(explained: ExplainedStep) -> CandidatePicture:
    step, position = explained.step, explained.position
    geometry, placed = position.geometry, dict(step.placements)
    argued = arguments(step, position)

    def shown(spot: Spot) -> Spot:
        """The digit that a step places stands for all candidates of its cell."""
        return spot[0], placed.get(spot[0], spot[1])

    links = [replace(link, start=shown(link.start), end=shown(link.end)) for link in _links(step, position, argued)]
    lettered = letters(step, position) if explained.register == TEACH else []
    beside = {shown((node.cells[0], node.digit)): text for each in lettered for node, text in reversed(each)}
    # A clue as a whole has a line around it: tints would hide it, and rings say nothing of all its candidates.
    whole = _is_whole(explained)
    tiles = dict.fromkeys(placed, _PLACED) if whole else _tiles(step, geometry, argued)
    marks = {} if whole else _marks(step, argued)
    return CandidatePicture(
        geometry=geometry,
        digits=position.digits,
        candidates=position.candidates,
        bold=_givens(position),
        tiles=tuple(sorted(tiles.items())),
        marks=tuple(sorted((spot, shape) for spot, shape in marks.items() if spot[0] not in placed)),
        struck=tuple(sorted(step.eliminations)),
        placed=tuple(sorted(step.placements)),
        links=tuple(dict.fromkeys(link for link in links if link.start != link.end)),
        outlines=_outlines(step, geometry),
        letters=tuple(sorted(beside.items())),
        lit=_lit(explained),
        alone=_of_one_digit(step),
        cages=_cages(position),
        symbols=explained.symbols,
    )


def _is_whole(explained: ExplainedStep) -> bool:
    """Whether a step is about all cells of clues that lie in the grid, so that none of its cells has a role of its own."""
    step, clues = explained.step, explained.clues
    if not clues or step.houses or FAMILY_OF[step.technique] not in (Family.RELATIONS, Family.CLUES):
        return False
    inside = all(CLUES[clue.kind].shape not in _AROUND for clue in clues)
    cells = {cell for clue in clues for cell in clue.cells}
    return inside and {cell for cell, _ in (*step.eliminations, *step.placements)} <= cells <= {*step.cells}


def _outlines(step: Step, geometry: Geometry) -> tuple[Outline, ...]:
    return tuple(
        Outline(geometry.houses[ref.house].cells, _OUTLINED[ref.role]) for ref in step.houses if ref.role in _OUTLINED
    )


def gathered(steps: Sequence[ExplainedStep]) -> CandidatePicture:
    """One picture of steps that only place digits, in the position before the first of them, without candidates.

    Of one step the house and the digits that bar the other places are shown. Several have letters in their order.
    """
    (first, *more), position = steps, steps[0].position
    placed = tuple(dict.fromkeys(spot for explained in steps for spot in explained.step.placements))
    tiles: dict[int, Texture] = {cell: "light" for cell, _ in placed}
    drawn = CandidatePicture(
        geometry=position.geometry,
        digits=position.digits,
        candidates=(0,) * len(position.digits),
        bold=_givens(position),
        placed=placed,
        cages=_cages(position),
        symbols=first.symbols,
    )
    if more:
        drawn = replace(drawn, letters=tuple((spot, letter(index)) for index, spot in enumerate(placed)))
    else:
        house = {cell for ref in first.step.houses for cell in position.geometry.houses[ref.house].cells}
        house.update(
            cell for reason in first.reasons if reason.kind == "has" for held in reason.houses for cell in held.cells
        )
        tiles |= dict.fromkeys(house, "light")
        drawn = replace(_barring(drawn, first), outlines=_outlines(first.step, position.geometry))
    return in_its_grids(replace(drawn, tiles=tuple(sorted(tiles.items()))))


def _barring(drawn: CandidatePicture, single: ExplainedStep) -> CandidatePicture:
    """A picture with the digits that bar other places of a digit, or other digits of a cell: rings, rays and crosses."""
    position, geometry = single.position, single.position.geometry
    rings: set[int] = set()
    rays: list[Ray] = []
    barred: set[int] = set()
    for reason in single.reasons:
        if reason.kind == "has":
            # One of each digit is enough.
            for digit in reason.digits:
                held = [at for house in reason.houses for at in house.cells if position.digits[at] == digit]
                rings.update(held[:1])
        elif reason.kind in ("lets", "last-of-cage"):
            rings.update(reason.by)
        elif reason.kind == "bars":
            barred.update(reason.cells)
            filled = [cell for cell in reason.by if position.digits[cell]]
            rings.update(filled)
            for cell in filled:
                # The farthest cell of each line; from a box or a clue no straight line runs.
                far = {
                    _line(geometry, cell, at): at
                    for at in sorted(reason.cells, key=lambda at: _apart(geometry, cell, at))
                }
                rays += [Ray(cell, at) for line, at in far.items() if line is not None]
        elif reason.kind == "removed":
            barred.update(reason.cells)
    ((placed, _),) = single.step.placements
    return replace(
        drawn,
        marks=tuple(((cell, position.digits[cell]), "ring") for cell in sorted(rings)),
        rays=tuple(rays),
        barred=tuple(sorted(barred - {placed})) if single.step.technique == "hidden-single" else (),
        lit=_lit(single),
    )


def _line(geometry: Geometry, one: int, other: int) -> tuple[int, int] | None:
    """The direction of a row, a column or a diagonal that two cells lie on."""
    (r1, c1), (r2, c2) = geometry.place(one), geometry.place(other)
    down, across = r2 - r1, c2 - c1
    if down and across and abs(down) != abs(across):
        return None
    return (down > 0) - (down < 0), (across > 0) - (across < 0)


def _apart(geometry: Geometry, one: int, other: int) -> int:
    (r1, c1), (r2, c2) = geometry.place(one), geometry.place(other)
    return (r1 - r2) ** 2 + (c1 - c2) ** 2


def _lit(explained: ExplainedStep) -> tuple[tuple[int, ...], ...]:
    """The cells of the clues and cages that a step rests on, each once."""
    first = {cage.cells[0]: cage.cells for cage in explained.position.cages}
    found = dict.fromkeys(clue.cells for clue in explained.clues)
    for reason in explained.reasons:
        if reason.kind == "cage":
            found[reason.cells] = None
        elif reason.kind == "cages":
            found.update(dict.fromkeys(first[cell] for cell in reason.by if cell in first))
    return tuple(found)


def _of_one_digit(step: Step) -> bool:
    """Whether a step is about one digit in houses, so that no other candidate matters."""
    digits = {digit for _, digit in (*step.eliminations, *step.placements)} | {part.digit for part in step.pattern}
    return len(digits) == 1 and step.technique not in _SUMS and FAMILY_OF[step.technique] is not Family.RELATIONS


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


def _tiles(step: Step, geometry: Geometry, argued: Sequence[Argument]) -> dict[int, Texture]:
    tiles: dict[int, Texture] = {}
    for cell, _ in step.placements:
        tiles[cell] = _PLACED
    for spots, _ in (node for argument in argued for node in _nodes(argument)):
        tiles.update((cell, "light") for cell, _ in spots)
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


def _marks(step: Step, argued: Sequence[Argument]) -> dict[Spot, Shape]:
    marks: dict[Spot, Shape] = {}
    for argument in argued:
        for spots, on in _nodes(argument):
            marks.update(dict.fromkeys(spots, "disc" if on else "ring"))
    struck, last = set(step.eliminations), ""
    for part in () if marks else step.pattern:
        role = last if part.role == "more" else part.role
        spot = part.cell, part.digit
        # One that goes is a black disc, and needs no ring; where a chain begins, the mark shows the assumption.
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


def _nodes(argument: Argument) -> Iterator[tuple[list[Spot], bool]]:
    """The candidates of an argument, and whether they hold; the beginning of a chain comes last, for its state is shown."""
    if argument.chain:
        yield from (([(cell, node.digit) for cell in node.cells], node.on) for node in reversed(argument.chain))
        return
    for line in argument.lines:
        yield list(line.gone), False
        yield [(cell, line.node.digit) for cell in line.node.cells] if line.node else [], True


def _links(step: Step, position: Position, argued: Sequence[Argument]) -> Iterator[Link]:
    geometry = position.geometry
    for argument in argued:
        for one, other in pairwise(argument.chain):
            yield _between(one, other, geometry)
        for line in argument.lines if not argument.chain else ():
            yield from _net_links(line, geometry)
    if step.technique in _OWN_LINKS:
        yield from _OWN_LINKS[step.technique](step, position)


def _net_links(line: Line, geometry: Geometry) -> Iterator[Link]:
    """Of a line of a net: from a candidate that holds to those that it rules out, and from the nearest of these to the next."""
    for spot, by in zip(line.gone, line.because, strict=True):
        yield _between(by, Node(spot[1], (spot[0],), on=False), geometry)
    if line.node is not None and line.gone:
        at = line.node.cells[0]
        near = min(line.gone, key=lambda spot: (_apart(geometry, spot[0], at), spot))
        if near[0] != at:
            yield _between(Node(near[1], (near[0],), on=False), line.node, geometry)


def _between(one: Node, other: Node, geometry: Geometry) -> Link:
    start, end = _nearest(((a, b) for a in one.cells for b in other.cells), geometry)
    return Link((start, one.digit), (end, other.digit), dashed=one.on, directed=True)


def _nearest(pairs: Iterable[tuple[int, int]], geometry: Geometry) -> tuple[int, int]:
    """The pair of cells that are closest together."""
    return min(pairs, key=lambda pair: (_apart(geometry, *pair), pair))


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
