"""Limits of a kind and size: the sizes and levels of generated puzzles, and a lower bound of givens."""

from __future__ import annotations

from functools import cache, lru_cache

from bookmaker.puzzles.rules import CLASSIC, RULES, geometry, rules_of, sizes_of
from bookmaker.puzzles.rules.relabelling import givens_of_lines, givens_telling_apart

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
    """The only levels that puzzles of a size are made at; empty if there is no such bound."""
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
