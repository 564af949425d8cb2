"""The rules of puzzles. A new rule is one declaration and one name in ``registry.py``; a kind is a name for a usual set.

A rule says which houses a grid has, which pairs of cells hold which digits, what foreign formats call it, and more:
:class:`bookmaker.variants.rule.Rule`. Solver, techniques, printer and formats use the :class:`Geometry` of a set of rules, and no
rule's name.
"""

from __future__ import annotations

import copyreg
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import cache, lru_cache
from operator import attrgetter
from typing import Any
from weakref import WeakValueDictionary

from bookmaker.errors import Fault, UsageError
from bookmaker.grid.arrangement import Arrangement
from bookmaker.grid.geometry import (
    BOXES,
    SIZES,
    Clue,
    Geometry,
    Relation,
    rows_columns,
    rows_columns_boxes,
    rows_columns_regions,
)
from bookmaker.grid.marks import Mark
from bookmaker.variants.clues import OUTSIDE, ClueType, limits_of, lines_of, relations_of, totals_of
from bookmaker.variants.consecutive import CONSECUTIVE
from bookmaker.variants.diagonals import FALLING, RISING, X
from bookmaker.variants.greater_than import GREATER_THAN
from bookmaker.variants.jigsaw import JIGSAW, open_edges, rule_of_map
from bookmaker.variants.killer import KILLER
from bookmaker.variants.kropki import KROPKI
from bookmaker.variants.latin import LATIN
from bookmaker.variants.neighbours import NON_CONSECUTIVE
from bookmaker.variants.operations import OPERATIONS
from bookmaker.variants.outside import LETTERS_SEEN, SKYSCRAPER
from bookmaker.variants.registry import CLUES as CLUES
from bookmaker.variants.registry import RULES as RULES
from bookmaker.variants.windoku import WINDOKU

CLASSIC = "classic"
"""The kind without further rules than rows, columns and boxes."""

DIAGONALS = X.name
"""The rule of both diagonals, for which some formats have a word of their own."""

ADDED = tuple(rule.name for rule in (FALLING, RISING, X, WINDOKU, NON_CONSECUTIVE))
"""Rules that may mend an improper classic puzzle, the preferred first: those with the fewest houses."""

KINDS: dict[str, frozenset[str]] = {
    CLASSIC: frozenset(),
    **{name: frozenset({name}) for name in RULES},
    "killer-x": frozenset({KILLER.name, X.name}),
    "skyscraper-square": frozenset({LATIN.name, SKYSCRAPER.name}),
    "easy-as-abc": frozenset({LATIN.name, LETTERS_SEEN.name}),
    "calcudoku": frozenset({LATIN.name, OPERATIONS.name}),
    "futoshiki": frozenset({LATIN.name, GREATER_THAN.name}),
    "kropki-square": frozenset({LATIN.name, KROPKI.name}),
    "consecutive-square": frozenset({LATIN.name, CONSECUTIVE.name}),
}
"""The kinds with a name of their own. Any other set is named after its rules: ``jigsaw+x``."""


def rules_of(kind: str | Iterable[str]) -> frozenset[str]:
    """The rules of a kind, ``"killer-x"``, of several joined by a plus sign, ``"jigsaw+x"``, or of a list of names.

    Raises UsageError for a name that does not exist.
    """
    found: set[str] = set()
    for name in kind.split("+") if isinstance(kind, str) else kind:
        if name not in KINDS:
            near = get_close_matches(name, KINDS, 1)
            advice = (
                f"did you mean {near[0]}?" if near else f"such as {CLASSIC}, {X.name}, {JIGSAW.name} or {KILLER.name}"
            )
            raise UsageError(Fault(f"there is no kind of puzzle {name!r}", None, advice))
        found |= KINDS[name]
    return _normal(found)


def _normal(rules: Collection[str]) -> frozenset[str]:
    """The set with each rule in place of those that it absorbs."""
    found = set(rules)
    for rule in RULES.values():
        if rule.absorbs and (rule.absorbs <= found or rule.name in found):
            found = found - rule.absorbs | {rule.name}
    return frozenset(found)


def kind_of(rules: Collection[str]) -> str:
    """The name of a set of rules: a kind's, or those of its rules joined by ``+``."""
    wanted = _normal(rules)
    own = next((kind for kind, known in KINDS.items() if known == wanted), None)
    return own or "+".join(name for name in RULES if name in wanted)


def known(kind: str) -> bool:
    """Whether there is a kind, or several joined by ``+``, of this name."""
    return all(name in KINDS for name in kind.split("+"))


def exists(kind: str, size: int) -> bool:
    """Whether there are grids of this size under the rules of a kind."""
    return size in sizes_of(rules_of(kind))


def sizes_of(rules: Collection[str]) -> tuple[int, ...]:
    """The sizes that grids under these rules have: all with boxes, or without, that each of the rules takes."""
    ground = BOXES if has_boxes(rules) else SIZES
    if len(_maps(rules)) > 1 or (_maps(rules) and any(not RULES[name].boxes for name in rules)):
        return ()
    if (any(RULES[name].cages for name in rules) and _drawn_cages(rules)) or _barred(rules):
        return ()
    own = [RULES[name].sizes for name in rules]
    return tuple(size for size in ground if all(sizes is None or size in sizes for sizes in own))


def _barred(rules: Collection[str]) -> tuple[str, str] | None:
    """Two of the rules that leave no full grid together."""
    pairs = ((name, other) for name in RULES if name in rules for other in sorted(RULES[name].bars & set(rules)))
    return next(pairs, None)


def _maps(rules: Collection[str]) -> list[str]:
    """The rules with a map of regions, of which a puzzle has one."""
    return [name for name in RULES if name in rules and RULES[name].regions]


def _drawn_cages(rules: Collection[str]) -> str:
    """A rule whose clues look like cages, "" if there is none."""
    return next((name for name in rules if any(kind.look == "cage" for kind in RULES[name].clues)), "")


def has_boxes(rules: Collection[str]) -> bool:
    """Whether grids under these rules are divided into boxes, neither into regions nor not at all."""
    return not any(RULES[name].regions or not RULES[name].boxes for name in rules)


def boxless(rules: Collection[str]) -> frozenset[str]:
    """The rules without a map of regions, on grids without boxes: what is left to hold if a map may be any."""
    return frozenset(name for name in rules if not RULES[name].regions) | {LATIN.name}


def house_kinds() -> tuple[str, ...]:
    """The kinds of houses that there are, each of which needs a name in every language."""
    own = [house.kind for rule in RULES.values() for house in rule.houses(max(rule.sizes or {9}))]
    return tuple(dict.fromkeys(["row", "column", "box", "region", *own]))


@cache
def arrangements() -> tuple[str, ...]:
    """The rules that put several grids, which share cells, in place of one."""
    return tuple(rule.name for rule in RULES.values() if rule.arrangement)


def is_caged(kind: str) -> bool:
    """Whether puzzles of a kind have cages."""
    return any(RULES[name].cages for name in rules_of(kind))


def with_cages(kind: str | Iterable[str]) -> frozenset[str]:
    """The rules of a kind, and cages."""
    return rules_of(kind) | {KILLER.name}


def regions_of(labels: Sequence[Hashable], size: int) -> tuple[int, ...]:
    """A map of regions from one label for each cell. Raises ValueError, as the end of "the map ...", for one that is no map."""
    counts = Counter(labels)
    if len(counts) != size or set(counts.values()) != {size}:
        raise ValueError(f"has not {size} regions of {size} cells")
    order = {label: number for number, label in enumerate(counts)}
    return tuple(order[label] for label in labels)


def expressed(rules: Collection[str], format: str) -> tuple[list[str], list[str]]:
    """The words for a set of rules in a foreign format, and the rules that it has no words for.

    Cages and regions have none: a format that holds them lists them.
    """
    wanted = [RULES[name] for name in RULES if name in rules and not (RULES[name].cages or RULES[name].regions)]
    words = [word for rule in wanted for word in rule.foreign.get(format, ())]
    return words, [rule.name for rule in wanted if format not in rule.foreign]


def houses_listed(rules: Collection[str], format: str, size: int) -> list[tuple[int, ...]]:
    """The houses and groups of those rules for which a foreign format has no word, if they are nothing else."""
    listed = [name for name in expressed(rules, format)[1] if RULES[name].only_houses]
    return [cells for name in listed for cells in RULES[name].all_different(size)]


def understood_houses(houses: Iterable[Iterable[int]], size: int) -> frozenset[str] | None:
    """The rules that are nothing but these houses and groups, lists of cells; None if there are none such."""
    left = {frozenset(cells) for cells in houses}
    found: set[str] = set()
    for name, rule in RULES.items():
        if not rule.only_houses or size not in (rule.sizes or BOXES):
            continue
        own = set(map(frozenset, rule.all_different(size)))
        if own and own <= left:
            left -= own
            found.add(name)
    return None if left else _normal(found)


def understood(words: Collection[str], format: str) -> frozenset[str]:
    """The rules that words of a foreign format stand for. Raises KeyError with the first word that stands for none."""
    meaning = vocabulary(format)
    return _normal([meaning[word] for word in words])


def vocabulary(format: str) -> dict[str, str]:
    """The words of a foreign format that stand for a rule, and the rule's name. Two words together may stand for a third rule."""
    single = [rule for rule in RULES.values() if len(rule.foreign.get(format, ())) == 1]
    return {rule.foreign[format][0]: rule.name for rule in single}


def unclued(rules: Collection[str]) -> frozenset[str]:
    """The rules without those whose puzzles have clues."""
    return frozenset(name for name in rules if not RULES[name].clues)


def clue_kinds(rules: Collection[str]) -> tuple[ClueType, ...]:
    """The kinds of clues that puzzles under these rules have."""
    return tuple(dict.fromkeys(kind for name in RULES if name in rules for kind in RULES[name].clues))


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
) -> Geometry:
    """The one geometry of a kind (or set of rules), a size, a map of regions and the clues of a puzzle.

    ``regions`` holds the region 0..size-1 of each cell; one that is not the boxes makes the puzzle a jigsaw, or toroidal
    if its regions hold together only across the edges, whatever the kind. Either without a map has only rows and columns, and no
    puzzle can use it. ``clues`` None: under rules that have clues no puzzle
    can use it, either; without any, the rules say what they say of cells without a clue. Raises UsageError for a kind or size
    that does not exist, a map without ``size`` regions of ``size`` cells, or a clue that the rules do not have or that cannot be.
    """
    rules = rules_of(kind)
    if regions is not None:
        regions = _map_of(regions, size)
        rules = rules - set(_maps(rules))
        rules |= set() if regions is None else {rule_of_map(regions, size).name}
    _require_one_board(rules)
    ground = BOXES if has_boxes(rules) else SIZES
    if size not in ground:
        bare = " with boxes" if size in SIZES else ""
        raise UsageError(f"there is no grid of size {size}{bare}; there are {', '.join(map(str, ground))}")
    for rule in map(RULES.__getitem__, sorted(rules)):
        if rule.sizes is not None and size not in rule.sizes:
            raise UsageError(f"there is no {rule.name} puzzle of size {size}: {rule.why}")
    return _geometry(rules, size, regions, None if clues is None else _checked(clues, rules, size))


def _map_of(regions: tuple[int, ...], size: int) -> tuple[int, ...] | None:
    """A map with its regions numbered in the order of their first cells; None for that of the boxes. Raises UsageError."""
    if len(regions) != size * size or any(regions.count(number) != size for number in range(size)):
        raise UsageError(f"a map of regions has {size} regions of {size} cells")
    order = {number: place for place, number in enumerate(dict.fromkeys(regions))}
    regions = tuple(order[number] for number in regions)
    boxes = tuple(box - 1 for box in _geometry(frozenset(), size, None).box_of) if size in BOXES else None
    return None if regions == boxes else regions


_Key = tuple[frozenset[str], int, tuple[int, ...] | None, tuple[Clue, ...] | None]
_ALIVE: WeakValueDictionary[_Key, Geometry] = WeakValueDictionary()
"""The geometries in use. There must be only one object for each, since they are compared by identity."""


@lru_cache(maxsize=1024)
def _geometry(
    rules: frozenset[str], size: int, regions: tuple[int, ...] | None, clues: tuple[Clue, ...] | None = None
) -> Geometry:
    if clues is not None and not clue_kinds(rules):
        clues = None
    key = rules, size, regions, clues
    found = _ALIVE.get(key)
    if found is None:
        made = _made(rules, size, regions) if clues is None else _clued(_geometry(rules, size, regions), clues)
        found = _ALIVE[key] = made
    return found


def _pickled(ground: Geometry) -> Any:
    """How another process gets a geometry: as what it is made of, so that it is the one object there, too."""
    key = ground.rules, ground.size, ground.regions, ground.clues
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


_clue_order = attrgetter("kind", "cells", "value")
"""The order of clues themselves, whose comparisons make tuples of these each time."""


def with_clues(ground: Geometry, clues: Iterable[Clue]) -> Geometry:
    """The geometry with these clues in place of its own. They must be as :meth:`ClueType.clue` makes them, and fit its rules."""
    return _geometry(ground.rules, ground.size, ground.regions, tuple(sorted(set(clues), key=_clue_order)))


def _require_one_board(rules: frozenset[str]) -> None:
    """Raises UsageError for rules that do not go with several grids, or two arrangements of grids."""
    chosen = [RULES[name] for name in RULES if name in rules]
    boards = [rule.name for rule in chosen if rule.arrangement]
    single = [rule.name for rule in chosen if rule.regions or rule.cages or rule.clues or rule.draws or not rule.boxes]
    maps = _maps(rules)
    bare = next((rule.name for rule in chosen if not rule.boxes), "")
    if len(maps) > 1:
        raise UsageError(f"{' and '.join(maps)} are two sorts of maps of regions: a puzzle has one")
    if maps and bare:
        raise UsageError(f"{bare} has no boxes, and {maps[0]} has regions in their place: leave {bare} out")
    if _drawn_cages(rules) and any(rule.cages for rule in chosen):
        raise UsageError(f"{_drawn_cages(rules)} has cages of its own: leave {KILLER.name} out")
    barred = _barred(rules)
    if barred:
        raise UsageError(f"no full grid keeps both {barred[0]} and {barred[1]}, as was proven: leave one of them out")
    if len(boards) > 1:
        raise UsageError(f"{boards[0]} and {boards[1]} are two arrangements of grids: a puzzle has one")
    if boards and single:
        raise UsageError(f"{single[0]} does not go with several grids, as {boards[0]} has them")


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


def _made(rules: frozenset[str], size: int, regions: tuple[int, ...] | None) -> Geometry:
    chosen = [RULES[name] for name in RULES if name in rules]
    board = next((rule.arrangement for rule in chosen if rule.arrangement), None)
    if board is not None:
        return _several(rules, board)
    boxed = has_boxes(rules)
    if regions is not None:
        ground = rows_columns_regions(size, regions)
    else:
        ground = rows_columns_boxes(size, BOXES[size]) if boxed else rows_columns(size)
    added = [(rule, rule.houses(size)) for rule in chosen]
    shaded = {cell for rule, houses in added if rule.shaded for house in houses for cell in house.cells}
    wraps = any(rule.wraps for rule in chosen)
    return Geometry(
        kind=kind_of(rules),
        size=size,
        box=BOXES[size] if boxed else (1, size),
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
