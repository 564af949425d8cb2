"""The rules of puzzles. A new rule is one declaration here and one line in ``RULES``; a kind is a name for a usual set.

A rule says which houses a grid has, which pairs of cells hold which digits, what foreign formats call it, and more:
:class:`bookmaker.variants.rule.Rule`. Solver, techniques, printer and formats use the :class:`Geometry` of a set of rules, and no
rule's name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Sequence
from difflib import get_close_matches
from functools import lru_cache
from weakref import WeakValueDictionary

from bookmaker.errors import Fault, UsageError
from bookmaker.grid.geometry import BOXES, Geometry, Mark, rows_columns, rows_columns_boxes, rows_columns_regions
from bookmaker.variants.diagonals import FALLING, RISING, X
from bookmaker.variants.groups import ASTERISK, CENTRE_DOT, DISJOINT_GROUPS, GIRANDOLA
from bookmaker.variants.jigsaw import JIGSAW
from bookmaker.variants.killer import KILLER
from bookmaker.variants.neighbours import ANTI_KING, ANTI_KNIGHT, NON_CONSECUTIVE
from bookmaker.variants.rule import Rule
from bookmaker.variants.windoku import WINDOKU

_LIST = (
    *(KILLER, JIGSAW, X, FALLING, RISING, WINDOKU, DISJOINT_GROUPS, CENTRE_DOT, ASTERISK, GIRANDOLA),
    *(NON_CONSECUTIVE, ANTI_KNIGHT, ANTI_KING),
)
RULES: dict[str, Rule] = {rule.name: rule for rule in _LIST}
"""Every rule by its name, in the order in which the name of a set lists them."""

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
    return all(size in (RULES[name].sizes or BOXES) for name in rules_of(kind))


def house_kinds() -> tuple[str, ...]:
    """The kinds of houses that there are, each of which needs a name in every language."""
    own = [house.kind for rule in RULES.values() for house in rule.houses(max(rule.sizes or {9}))]
    return tuple(dict.fromkeys(["row", "column", "box", "region", *own]))


def rules_with_regions() -> frozenset[str]:
    """The rules under which each puzzle has a map of regions."""
    return frozenset(name for name, rule in RULES.items() if rule.regions)


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


def understood(words: Collection[str], format: str) -> frozenset[str]:
    """The rules that words of a foreign format stand for. Raises KeyError with the first word that stands for none."""
    meaning = vocabulary(format)
    return _normal([meaning[word] for word in words])


def vocabulary(format: str) -> dict[str, str]:
    """The words of a foreign format that stand for a rule, and the rule's name. Two words together may stand for a third rule."""
    single = [rule for rule in RULES.values() if len(rule.foreign.get(format, ())) == 1]
    return {rule.foreign[format][0]: rule.name for rule in single}


def geometry(kind: str | Iterable[str] = CLASSIC, size: int = 9, regions: tuple[int, ...] | None = None) -> Geometry:
    """The one geometry of a kind (or set of rules), a size and a map of regions.

    ``regions`` holds the region 0..size-1 of each cell; one that is not the boxes makes the puzzle a jigsaw, whatever the kind. A
    jigsaw without it has only rows and columns, and no puzzle can use it. Raises UsageError for a kind or size that does not
    exist, or a map without ``size`` regions of ``size`` cells.
    """
    rules = rules_of(kind)
    if size not in BOXES:
        raise UsageError(f"there is no grid of size {size}; there are {', '.join(map(str, BOXES))}")
    for rule in map(RULES.__getitem__, sorted(rules)):
        if rule.sizes is not None and size not in rule.sizes:
            raise UsageError(f"there is no {rule.name} puzzle of size {size}: {rule.why}")
    if regions is not None:
        if len(regions) != size * size or any(regions.count(number) != size for number in range(size)):
            raise UsageError(f"a map of regions has {size} regions of {size} cells")
        order = {number: place for place, number in enumerate(dict.fromkeys(regions))}
        regions = tuple(order[number] for number in regions)
        boxes = _geometry(frozenset(), size, None).box_of
        if regions == tuple(box - 1 for box in boxes):
            regions = None
            rules -= {JIGSAW.name}
        else:
            rules |= {JIGSAW.name}
    return _geometry(rules, size, regions)


_ALIVE: WeakValueDictionary[tuple[frozenset[str], int, tuple[int, ...] | None], Geometry] = WeakValueDictionary()
"""The geometries in use. There must be only one object for each, since they are compared by identity."""


@lru_cache(maxsize=1024)
def _geometry(rules: frozenset[str], size: int, regions: tuple[int, ...] | None) -> Geometry:
    key = rules, size, regions
    found = _ALIVE.get(key)
    if found is None:
        found = _ALIVE[key] = _made(rules, size, regions)
    return found


def _made(rules: frozenset[str], size: int, regions: tuple[int, ...] | None) -> Geometry:
    chosen = [RULES[name] for name in RULES if name in rules]
    jigsaw = any(rule.regions for rule in chosen)
    if regions is not None:
        ground = rows_columns_regions(size, regions)
    else:
        ground = rows_columns(size) if jigsaw else rows_columns_boxes(size, BOXES[size])
    added = [(rule, rule.houses(size)) for rule in chosen]
    shaded = {cell for rule, houses in added if rule.shaded for house in houses for cell in house.cells}
    return Geometry(
        kind=kind_of(rules),
        size=size,
        box=(1, size) if jigsaw else BOXES[size],
        houses=(*ground, *(house for _, houses in added for house in houses)),
        marks=(Mark("shade", tuple(sorted(shaded))),) if shaded else (),
        caged=any(rule.cages for rule in chosen),
        relations=tuple(relation for rule in chosen for relation in rule.relations(size)),
        regions=regions,
        rules=rules,
        uniqueness=all(rule.uniqueness for rule in chosen),
    )
