"""Limits of a kind and size: the sizes and levels of generated puzzles, and a lower bound of givens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from bookmaker.puzzles.grid.automaton import Automaton
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.symmetry import VARIED, Symmetry, symmetries_of
from bookmaker.puzzles.rules import CLASSIC, RULES, geometry, known, rules_of, sizes_of
from bookmaker.puzzles.rules.clues import ClueType, Holds, mask_of, table_of
from bookmaker.puzzles.rules.houses import LATIN
from bookmaker.puzzles.rules.rule import Convention

# Other digits under the same rules: how many givens tell the digits of an answer apart.
#
# A permutation of the digits that leaves all tables of pairs and all sets of digits of the rules as they are makes another answer
# of each answer, with the same clues. Only a given that it moves excludes the other.

Table = tuple[int, ...]


def givens_telling_apart(ground: Geometry) -> int:
    """A number of givens that no proper puzzle with clues of these rules goes below; 0 where they count or add digits.

    Digits of which any two may change places need a given for each but one; any other permutation needs one given.
    """
    if ground.caged or ground.lines:
        return 0
    tables = [relation.allowed for relation in ground.relations if ground.clues is None]
    masks: list[int] = []
    for rule in (RULES[name] for name in ground.rules):
        for kind in rule.clues:
            said = _said(kind, ground.size)
            if said is None:
                return 0
            tables += said[0]
            masks += said[1]
        for further in (rule.unmarked, rule.contrast):
            tables += [table_of(ground.size, further.holds)] if further is not None else []
    return fewest_apart(ground.size, tuple(sorted(set(tables))), tuple(sorted(set(masks))))


def _said(kind: ClueType, size: int) -> tuple[list[Table], list[int]] | None:
    """The tables and the sets of digits of all clues of a kind; None if it says more."""
    may, holds, pairs = kind.may, kind.holds, kind.pairs
    if kind.sums is not None or kind.machine is not None or kind.value is not None or kind.relates is not None:
        return None
    masks = [] if may is None else [mask_of(size, lambda digit: may(digit, size))]
    relations: list[Holds] = [] if holds is None else [holds]
    if pairs is not None:
        # Longer lines relate their cells by the same tables, or no digits fit them.
        relations += [one for length in range(2, size + 2) for _, _, one in pairs(length)]
    return [table_of(size, one) for one in relations], masks


@cache
def fewest_apart(size: int, tables: tuple[Table, ...], masks: tuple[int, ...]) -> int:
    """As :func:`givens_telling_apart`, for these tables of pairs (``Relation.allowed``) and masks of digits; both hashable."""

    def kept(images: Sequence[int]) -> bool:
        """Whether the last of these images, of the digits from 0 on, goes with the others and with its own digit."""
        last = len(images) - 1
        own = images[last]
        return all(mask >> last & 1 == mask >> own & 1 for mask in masks) and all(
            table[digit] >> last & 1 == table[image] >> own & 1 and table[last] >> digit & 1 == table[own] >> image & 1
            for table in tables
            for digit, image in enumerate(images)
        )

    def whole(images: list[int]) -> Iterator[list[int]]:
        """The permutations that keep all rules and begin with these images."""
        if len(images) == size:
            yield images
            return
        for image in range(size):
            if image not in images and kept([*images, image]):
                yield from whole([*images, image])

    def swap(one: int, other: int) -> list[int]:
        return [other if digit == one else one if digit == other else digit for digit in range(size)]

    alike = [
        any(all(kept(swap(one, other)[:end]) for end in range(1, size + 1)) for one in range(other))
        for other in range(size)
    ]
    moved = next((found for found in whole([]) if found != list(range(size))), None)
    return max(sum(alike), 1 if moved is not None else 0)


def givens_of_lines(ground: Geometry) -> int:
    """As :func:`givens_telling_apart`, of rules with lines and without clues, tables or cages; 1 at least."""
    size = ground.size
    if ground.tables:
        return 1
    machines = {line.automaton for line in ground.lines}
    groups: list[int] = []
    for digit in range(size):
        like = next((first for first in groups if all(_may_exchange(one, first, digit) for one in machines)), None)
        groups += [digit] if like is None else []
    return max(1, size - len(groups))


def _may_exchange(machine: Automaton, one: int, other: int) -> bool:
    """Whether an automaton accepts the same lines with two digits, from 0 on, exchanged. Its states are all different."""
    image = {machine.layers[0]: machine.layers[0]} if machine.possible else {}
    waiting = list(image)
    while waiting:
        state = waiting.pop()
        mine, theirs = (_steps(machine, at) for at in (state, image[state]))
        for digit, to in mine.items():
            there = theirs.get({one: other, other: one}.get(digit, digit))
            if there is None or image.get(to, there) != there:
                return False
            waiting += [to] if to not in image and machine.edges[to] else []
            image[to] = there
        if len(mine) != len(theirs):
            return False
    return True


def _steps(machine: Automaton, state: int) -> dict[int, int]:
    """By digit, from 0 on, the state that it leads to."""
    return {digit: to for mask, to in machine.edges[state] for digit in range(mask.bit_length()) if mask >> digit & 1}


# What is usual: how good sources print puzzles of a kind.


def convention_of(rules: frozenset[str]) -> Convention | None:
    """What is agreed on for a set of rules: that of the one rule with clues, if the others are nothing but houses."""
    clued = [RULES[name] for name in rules if RULES[name].clues]
    if len(clued) != 1 or any(not RULES[name].only_houses for name in rules - {clued[0].name, LATIN.name}):
        return None
    found = clued[0].convention
    return found.square if found is not None and LATIN.name in rules else found


def usual_size(kind: str) -> int:
    """The side of a grid of a kind where nothing is said."""
    convention = convention_of(rules_of(kind)) if known(kind) else None
    return (convention or Convention()).size


_SYMMETRIC = 8
"""From this side on givens are symmetric where nothing is said: on smaller grids hardly any of the harder puzzles are."""


def usual_symmetry(ground: Geometry) -> Symmetry:
    """The symmetry of the givens, the clues and the cages where nothing is said: half turns, and none of classic puzzles.

    Printed Killers are symmetric, each in a way of its own.
    """
    if ground.caged:
        return VARIED
    convention = convention_of(ground.rules)
    least = _SYMMETRIC if convention is None else min(_SYMMETRIC, convention.size)
    fits = bool(ground.rules) and ground.size >= least and "rotational" in symmetries_of(ground)
    return "rotational" if fits else "none"


CAGED_LEVELS = ("easy", "medium", "hard", "expert", "diabolical", "extreme")
"""Levels that puzzles with cages have."""

MADE_SIZES = (*range(4, 15), 16, 25)
"""Grid sizes that puzzles are made in."""

_LARGE = 25
"""The size that only classic puzzles are made in, and only up to :data:`LARGE_LEVELS`: a puzzle takes seconds."""

LARGE_LEVELS = ("beginner", "easy", "medium")


@cache
def made_sizes(kind: str) -> tuple[int, ...]:
    """The sizes that puzzles of a kind are made in. Raises UsageError for a kind that does not exist."""
    rules = rules_of(kind)
    chosen = [RULES[name] for name in rules]
    return tuple(
        size
        for size in MADE_SIZES
        if (size != _LARGE or kind == CLASSIC)
        and size in sizes_of(rules)
        and all(rule.made is None or size in rule.made for rule in chosen)
    )


def large_levels(size: int) -> tuple[str, ...]:
    """The only levels that puzzles of a size are made at; empty without such a bound."""
    return LARGE_LEVELS if size == _LARGE else ()


def made_levels(size: int) -> tuple[str, ...]:
    """Levels that puzzles with cages are made at, by grid size. A trial of all 4x4 grids cut into cages of two to four cells,
    with diagonals or without, found no proper puzzle harder than medium.
    """
    return CAGED_LEVELS[:2] if size == 4 else CAGED_LEVELS


def hardest_known(kind: str, size: int) -> tuple[str, ...] | None:
    """The names of the techniques that are the hardest of any puzzle of this kind and size; None where that is not known."""
    return _FOUR.get(kind) if size == 4 else None


_FOUR = {
    "classic": ("full-house", "naked-single"),
    "x": ("full-house", "naked-single", "hidden-single"),
    "diagonal-falling": ("full-house", "naked-single", "hidden-single", "claiming"),
    "diagonal-rising": ("full-house", "naked-single", "hidden-single", "claiming"),
    "disjoint-groups": ("full-house", "naked-single"),
    "anti-knight": ("full-house", "naked-single"),
}
"""By grading all puzzles on all 4x4 grids, up to an exchange of digits; those of classic, disjoint groups and anti-knight without
superfluous givens, since singles finish them and a further given takes no single away.
"""


def unfound_levels(kind: str, size: int) -> tuple[str, ...]:
    """The levels at which no puzzle of this kind and size was found, though many were tried."""
    return _UNFOUND.get((kind, size), ())


_UNFOUND = {
    ("kropki", 6): ("expert",),
    ("kropki-square", 6): ("expert",),
    ("anti-knight", 6): ("hard",),
}
"""By 5,000 and 2,500 sets of dots, each dug 40 times and more, and by a million and a half attempts."""


@lru_cache(maxsize=256)
def fewest_givens(kind: str, size: int) -> tuple[int, str]:
    """A number of givens that a proper puzzle of this kind and size cannot go below, and why."""
    if kind == CLASSIC and size == 9:
        return 17, "proven by exhaustive search: McGuire, Tugemann and Civario, 2012"
    if kind == CLASSIC and size == 4:
        return 4, "proven by trying all 288 grids"
    ground = geometry(kind, size)
    if ground.clued:
        fewest = givens_telling_apart(ground)
        return fewest, "the clues hold with other digits, too" if fewest else "the clues may say enough"
    if ground.caged:
        return 0, "the cages may say enough"
    if ground.lines:
        return givens_of_lines(ground), "digits that may be exchanged in all lines could change places in the answer"
    if not ground.tables:
        return size - 1, "two digits without a given could change places in the answer"
    if all(table == mirrored(table) for table in ground.tables):
        return 1, "all digits could be counted from the other end in the answer"
    return 1, "without a given there are several answers"


def mirrored(table: tuple[int, ...]) -> tuple[int, ...]:
    """A table of allowed pairs (``Relation.allowed``) with every digit counted from the other end."""
    size = len(table)
    return tuple(sum((mask >> digit & 1) << size - 1 - digit for digit in range(size)) for mask in reversed(table))
