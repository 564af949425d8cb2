"""Declarations of rules and clues checked against themselves: which field lies or is missing, by the name of its rule or clue."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations
from string import Formatter

from bookmaker.puzzles.grid.geometry import SIZES
from bookmaker.puzzles.grid.relations import reversed_table
from bookmaker.puzzles.rules.clues import ClueType, table_of
from bookmaker.puzzles.rules.registry import RULES
from bookmaker.puzzles.rules.rule import Rule, nothing

Wrong = tuple[str, str, str]
"""A declaration, such as "the rule x"; its field; and the end of the sentence "`field` ..."."""

_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_OWN_DRAWING = ("areas", "group")
"""Shapes of clues that nobody draws but their rule."""

_FEW_CELLS = {"border": 2, "corner": 4}
"""Shapes of clues of which each has few cells, and so few sets of digits, with the number of cells."""

_TRIED = 3
"""The cells of the shortest line on which the order of its cells shows."""


def rule_faults() -> Iterator[Wrong]:
    """The faults in the declarations of all rules and their clues."""
    for rule in RULES.values():
        name = f"the rule {rule.name}"
        yield from ((name, field, why) for field, why in _of_rule(rule))
        for kind in rule.clues:
            yield from ((f"the clue {kind.name} of {name}", field, why) for field, why in _of_clue(kind, rule))


def _of_rule(rule: Rule) -> Iterator[tuple[str, str]]:
    if not _NAME.fullmatch(rule.name):
        yield "name", f"is {rule.name!r}: write small letters, digits and hyphens"
    sizes = rule.sizes or frozenset(SIZES)
    if rule.sizes is not None and not (rule.sizes and rule.sizes <= frozenset(SIZES)):
        yield "sizes", "names a size that no grid has"
    elif rule.sizes is not None and not rule.why:
        yield "why", "is missing: it gives the reason for `sizes`"
    if rule.made is not None and not rule.made <= sizes:
        yield "made", "names a size that is not in `sizes`"
    if not 0 < rule.share <= 1:
        yield "share", f"is {rule.share:g}: it must be above 0, and 1 at most"
    if rule.sides not in (2, 4):
        yield "sides", f"is {rule.sides}: clues outside the grid are drawn from 2 or from 4 sides"
    for field, names in (("absorbs", rule.absorbs), ("bars", rule.bars)):
        yield from ((field, f"names {name!r}, which is unknown") for name in sorted(names - RULES.keys()))
    if rule.uniqueness and (rule.relations is not nothing or rule.cages or rule.clues):
        yield "uniqueness", "is true, but relations, cages and clues notice which digit a cell holds"
    if (rule.unmarked or rule.contrast) and not rule.clues:
        yield "clues", "is missing: `unmarked` and `contrast` go with clues"
    if rule.unmarked and any(kind.shape != "border" for kind in rule.clues):
        yield "unmarked", "goes with clues on borders only"
    if rule.contrast and any(kind.shape != "cell" for kind in rule.clues):
        yield "contrast", "goes with clues on cells only"
    for size in sorted(sizes)[-1:]:
        yield from _of_ground(rule, size)
    for format in rule.foreign:
        lacking = [kind.name for kind in rule.clues if format not in kind.foreign]
        if lacking:
            yield "foreign", f"names {format}, and the clue {lacking[0]} has no word for it there"
    if not rule.sentence and any(":" in word for word in rule.foreign.get("f-puzzles", ())):
        yield "sentence", "is missing: f-puzzles can only draw this, and reads it where the sentence is"


def _of_ground(rule: Rule, size: int) -> Iterator[tuple[str, str]]:
    for house in rule.houses(size):
        if len(set(house.cells)) != size or len(house.cells) != size:
            yield "houses", f"has one of {len(set(house.cells))} cells on a grid of size {size}: make it unlike pairs"
    for relation in rule.relations(size):
        if len(relation.allowed) != size or any(mask >> size for mask in relation.allowed):
            yield "relations", f"has a table that is not one of {size} digits"
        if any(one == other for one, other in relation.pairs):
            yield "relations", "relates a cell to itself"
        yield from _sentence("relations", relation.fault, {"one", "other", "cells"})


def _of_clue(kind: ClueType, rule: Rule) -> Iterator[tuple[str, str]]:
    if not _NAME.fullmatch(kind.name):
        yield "name", f"is {kind.name!r}: write small letters, digits and hyphens"
    tables = kind.holds or kind.relates or kind.pairs
    if not (tables or kind.may or kind.sums or kind.machine or rule.contrast):
        yield "holds", "is missing, and so are `may`, `pairs`, `relates`, `sums` and `machine`: the clue says nothing"
    if kind.shape in _OWN_DRAWING and rule.draw is None:
        yield "draw", f"is missing in its rule: nobody else draws clues of the shape {kind.shape}"
    if kind.relates is not None and kind.value is None:
        yield "value", "is missing: `relates` goes by it"
    if kind.value is not None and not kind.wrong((), 9, 9):
        yield "wrong", "takes a clue without a value, and clues of this kind have one"
    if kind.value is not None and kind.shape in _FEW_CELLS:
        yield from _refused(kind, _FEW_CELLS[kind.shape])
    if kind.shape == "border" and kind.holds is not None and not kind.ordered and not kind.value:
        table = table_of(9, kind.holds)
        if table != reversed_table(table):
            yield "ordered", "is not true, but `holds` is not the same from both cells"
    if kind.shape == "line" and kind.pairs is not None and not kind.ordered:
        yield from _either_way(kind)
    fields = {"one", "other", "cells"} if tables else {"digit", "cell"} if kind.may else {"cells"}
    yield from _sentence("fault", kind.fault, fields)
    if kind.shape == "edge":
        return
    others = [other for one in RULES.values() for other in one.clues if other is not kind]
    same = next((one.name for one in others if (one.look, one.text) == (kind.look, kind.text)), None)
    if same is not None:
        yield "look", f"is that of the clue {same}, with the same `text`: nobody can tell them apart"


def _refused(kind: ClueType, cells: int) -> Iterator[tuple[str, str]]:
    """The first value of some digits that the clue itself calls wrong."""
    assert kind.value is not None
    for digits in permutations(range(1, 10), cells):
        value = kind.value(digits, 9)
        if value is not None and kind.wrong(value, 9, cells):
            said, made = (", ".join(map(str, one)) for one in (value, digits))
            yield "wrong", f"refuses {said}, which is the value of the digits {made}"
            return


def _either_way(kind: ClueType) -> Iterator[tuple[str, str]]:
    assert kind.pairs is not None
    last = _TRIED - 1
    tables = {(one, other, table_of(9, holds)) for one, other, holds in kind.pairs(_TRIED)}
    both = tables | {(other, one, reversed_table(table)) for one, other, table in tables}
    if {(last - one, last - other, table) for one, other, table in both} != both:
        yield "ordered", "is not true, but `pairs` is not the same from both ends of a line"


def _sentence(field: str, text: str, known: set[str]) -> Iterator[tuple[str, str]]:
    try:
        unknown = {name for _, name, _, _ in Formatter().parse(text) if name is not None} - known
    except ValueError:
        yield field, f"has a sentence with an open brace: {text!r}"
        return
    for name in sorted(unknown):
        yield field, f"has a sentence with {{{name}}}, and it may name {', '.join(sorted(known))} only"
