"""The one geometry of a set of rules, a size, a map of regions and clues, and how it is made."""

from __future__ import annotations

import copyreg
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any
from weakref import WeakValueDictionary

from bookmaker.base.errors import Fault, UsageError
from bookmaker.puzzles.grid.arrangement import Arrangement
from bookmaker.puzzles.grid.geometry import (
    BOXES,
    SIZES,
    Clue,
    Geometry,
    Relation,
    box_text,
    boxes_of_map,
    rows_columns,
    rows_columns_boxes,
    rows_columns_regions,
)
from bookmaker.puzzles.grid.marks import Mark
from bookmaker.puzzles.rules.clues import limits_of, lines_of, relations_of, totals_of
from bookmaker.puzzles.rules.houses import open_edges, rule_of_map
from bookmaker.puzzles.rules.kinds import (
    CLASSIC,
    KINDS,
    box_fault,
    boxless,
    clue_kinds,
    has_boxes,
    kind_of,
    maps_of,
    require_together,
    rules_of,
    sizes_of,
)
from bookmaker.puzzles.rules.places import OUTSIDE
from bookmaker.puzzles.rules.registry import CLUES, RULES


def _checked(clues: Iterable[Clue], rules: Collection[str], size: int) -> tuple[Clue, ...]:
    known = {kind.name: kind for kind in clue_kinds(rules)}
    found = set()
    for clue in clues:
        if clue.kind not in known:
            own = f"there are {', '.join(known)}" if known else "it has no clues"
            raise UsageError(f"a {kind_of(rules)} puzzle has no clue {clue.kind!r}: {own}")
        wrong = known[clue.kind].fault_of(clue.cells, size, clue.value)
        if wrong:
            raise UsageError(f"a clue {clue.kind!r} {wrong}")
        found.add(known[clue.kind].clue(clue.cells, clue.value))
    return tuple(sorted(found))


def geometry(
    kind: str | Iterable[str] = CLASSIC,
    size: int = 9,
    regions: tuple[int, ...] | None = None,
    clues: Iterable[Clue] | None = None,
    box: tuple[int, int] | None = None,
) -> Geometry:
    """The one geometry of a kind (or set of rules), a size, a map of regions and the clues of a puzzle.

    ``regions`` holds the region 0..size-1 of each cell; one that is not boxes of any shape makes the puzzle a jigsaw, or toroidal
    if its regions hold together only across the edges, whatever the kind. Either without a map has only rows and columns, and no
    puzzle can use it. ``clues`` None: under rules that have clues no puzzle
    can use it, either; without any, each place is one without a clue. ``box`` is the (height, width) of the boxes; None: that of
    ``regions``, or the usual one. Raises UsageError for a kind or size
    that does not exist, a map without ``size`` regions of ``size`` cells, boxes that the grid cannot have, or a clue that the
    rules do not have or that cannot be.
    """
    whole = kind if isinstance(kind, str) else tuple(kind)
    return _bare(whole, size, box) if regions is None and clues is None else _own(whole, size, regions, clues, box)


@lru_cache(maxsize=256)
def _bare(kind: str | tuple[str, ...], size: int, box: tuple[int, int] | None) -> Geometry:
    # Whether a geometry is the classic one is asked at every turn.
    return _own(kind, size, None, None, box)


NO_GRID = "no-grid"
"""The code of a fault that lists the sizes of all grids that can be read, of which some are not made."""

NO_BOX = "no-box"
"""The code of the fault of boxes that a grid cannot have."""


def _own(
    kind: str | tuple[str, ...],
    size: int,
    regions: tuple[int, ...] | None,
    clues: Iterable[Clue] | None,
    box: tuple[int, int] | None,
) -> Geometry:
    rules = rules_of(kind)
    if regions is not None:
        regions = _map_of(regions, size)
        found = boxes_of_map(regions, size)
        if box is not None and box != found:
            raise UsageError(f"the map of regions is not boxes of {box_text(box)}: leave one of the two out")
        box = None if found == BOXES.get(size) else found
        regions = regions if found is None else None
        rules = rules - set(maps_of(rules))
        rules |= set() if regions is None else {rule_of_map(regions, size).name}
    require_together(rules)
    ground = BOXES if has_boxes(rules) else SIZES
    if size not in ground:
        bare = " with boxes" if size in SIZES else ""
        message = f"there is no grid of size {size}{bare}; there are {', '.join(map(str, ground))}"
        raise UsageError(Fault(message, None, _without_boxes(rules, size), NO_GRID))
    for rule in map(RULES.__getitem__, sorted(rules)):
        if rule.sizes is not None and size not in rule.sizes:
            raise UsageError(f"there is no {rule.name} puzzle of size {size}: {rule.why}")
    wrong = "" if box is None else box_fault(box, size, rules)
    if wrong:
        raise UsageError(Fault(wrong, code=NO_BOX))
    return _geometry(rules, size, regions, None if clues is None else _checked(clues, rules, size), _unusual(box, size))


def _unusual(box: tuple[int, int] | None, size: int) -> tuple[int, int] | None:
    return None if box == BOXES.get(size) else box


def _without_boxes(rules: frozenset[str], size: int) -> str:
    """Advice for a size that no box divides: the kind that has the same rules without boxes; "" if none has a name of its own."""
    kind = kind_of(boxless(rules))
    if not has_boxes(rules) or kind not in KINDS or size not in sizes_of(rules_of(kind)):
        return ""
    return f"the kind {kind} has the same rules without boxes"


def _map_of(regions: tuple[int, ...], size: int) -> tuple[int, ...]:
    """A map with its regions numbered in the order of their first cells. Raises UsageError."""
    if len(regions) != size * size or any(regions.count(number) != size for number in range(size)):
        raise UsageError(f"a map of regions has {size} regions of {size} cells")
    order = {number: place for place, number in enumerate(dict.fromkeys(regions))}
    return tuple(order[number] for number in regions)


_Key = tuple[frozenset[str], int, tuple[int, ...] | None, tuple[Clue, ...] | None, tuple[int, int] | None]
_ALIVE: WeakValueDictionary[_Key, Geometry] = WeakValueDictionary()
"""The geometries in use. There must be only one object for each, since they are compared by identity."""


@lru_cache(maxsize=1024)
def _geometry(
    rules: frozenset[str],
    size: int,
    regions: tuple[int, ...] | None,
    clues: tuple[Clue, ...] | None = None,
    box: tuple[int, int] | None = None,
) -> Geometry:
    if clues is not None and not clue_kinds(rules):
        clues = None
    key = rules, size, regions, clues, box
    found = _ALIVE.get(key)
    if found is None:
        if clues is None:
            made = _made(rules, size, regions, box or BOXES.get(size, (1, size)))
        else:
            made = _clued(_geometry(rules, size, regions, None, box), clues)
        found = _ALIVE[key] = made
    return found


def _pickled(ground: Geometry) -> Any:
    """How another process gets a geometry: its parts, so that it is the one object there, too."""
    key = ground.rules, ground.size, ground.regions, ground.clues, ground.own_box
    return (geometry, key) if _ALIVE.get(key) is ground else object.__reduce_ex__(ground, 2)


copyreg.pickle(Geometry, _pickled)


def _clued(base: Geometry, clues: tuple[Clue, ...]) -> Geometry:
    """A geometry with these clues, which are sorted and fit its rules."""
    size, own = base.size, [RULES[name] for name in RULES if name in base.rules and RULES[name].unmarked]
    unmarked = [
        rule.unmarked.relation(size, (clue for clue in clues if CLUES[clue.kind] in rule.clues))
        for rule in own
        if rule.unmarked is not None
    ]
    unmarked += _contrasts(base, clues)
    numbers: Counter[str] = Counter()
    marks = []
    for clue in clues:
        marks.append(CLUES[clue.kind].mark(clue, numbers[clue.kind]))
        numbers[clue.kind] += 1
    return replace(
        base,
        relations=(*base.relations, *relations_of(CLUES, clues, size), *unmarked),
        limits=limits_of(CLUES, clues, size),
        totals=totals_of(CLUES, clues, base.box_of),
        lines=(*base.lines, *lines_of(CLUES, clues, size)),
        marks=(*base.marks, *marks),
        clues=clues,
        base=base,
    )


def _contrasts(base: Geometry, clues: tuple[Clue, ...]) -> Iterator[Relation]:
    """The relations of cells with clues and their neighbours without."""
    for rule in (RULES[name] for name in RULES if name in base.rules):
        if rule.contrast is not None:
            yield rule.contrast.relation(base.size, (clue for clue in clues if CLUES[clue.kind] in rule.clues))


def with_clues(ground: Geometry, clues: Iterable[Clue]) -> Geometry:
    """The geometry with these clues in place of its own. They must be as :meth:`ClueType.clue` makes them, and fit its rules."""
    # Clues come nearly in order, which a set would lose.
    return _geometry(ground.rules, ground.size, ground.regions, tuple(sorted(dict.fromkeys(clues))), ground.own_box)


def _several(rules: frozenset[str], arrangement: Arrangement) -> Geometry:
    """A geometry of several grids, in each of which the other rules hold."""
    chosen = [RULES[name] for name in RULES if name in rules]
    added = [(rule, arrangement.houses(rule.houses)) for rule in chosen]
    shaded = {cell for rule, houses in added if rule.shaded for house in houses for cell in house.cells}
    return Geometry(
        kind=kind_of(rules),
        size=arrangement.size,
        box=BOXES[arrangement.size],
        houses=(*arrangement.houses(), *(house for _, houses in added for house in houses)),
        marks=(*arrangement.marks(), *((Mark("shade", tuple(sorted(shaded))),) if shaded else ())),
        relations=tuple(found for rule in chosen for found in arrangement.relations(rule.relations(arrangement.size))),
        rules=rules,
        uniqueness=False,
        places=arrangement.places,
        corners=arrangement.corners,
    )


def one_of_its_grids(ground: Geometry) -> tuple[Geometry, tuple[tuple[int, ...], ...]]:
    """The geometry of each of several grids by itself, and their cells, each grid in its own reading order."""
    (board,) = (rule for rule in map(RULES.__getitem__, ground.rules) if rule.arrangement)
    assert board.arrangement is not None
    return _geometry(ground.rules - {board.name}, ground.size, None), tuple(board.arrangement.cells())


def _made(rules: frozenset[str], size: int, regions: tuple[int, ...] | None, box: tuple[int, int]) -> Geometry:
    chosen = [RULES[name] for name in RULES if name in rules]
    board = next((rule.arrangement for rule in chosen if rule.arrangement), None)
    if board is not None:
        return _several(rules, board)
    boxed = has_boxes(rules)
    box = box if boxed else (1, size)
    if regions is not None:
        ground = rows_columns_regions(size, regions)
    else:
        ground = rows_columns_boxes(size, box) if boxed else rows_columns(size)
    added = [(rule, rule.houses_in(size, box)) for rule in chosen]
    shaded = {cell for rule, houses in added if rule.shaded for house in houses for cell in house.cells}
    wraps = any(rule.wraps for rule in chosen)
    return Geometry(
        kind=kind_of(rules),
        size=size,
        box=box,
        houses=(*ground, *(house for _, houses in added for house in houses)),
        marks=(
            *((Mark("shade", tuple(sorted(shaded))),) if shaded else ()),
            *(mark for rule in chosen for mark in rule.marks(size)),
            *(open_edges(regions, size) if regions is not None and wraps else ()),
        ),
        caged=any(rule.cages for rule in chosen),
        relations=tuple(relation for rule in chosen for relation in rule.relations(size)),
        lines=tuple(line for rule in chosen for line in rule.lines(size)),
        mapped=any(rule.regions for rule in chosen),
        wraps=wraps,
        regions=regions,
        rules=rules,
        uniqueness=all(rule.uniqueness for rule in chosen),
        clued=any(rule.clues for rule in chosen),
        blank=any(rule.blank for rule in chosen),
        frame=int(wraps or any(kind.shape in OUTSIDE for rule in chosen for kind in rule.clues)),
    )
