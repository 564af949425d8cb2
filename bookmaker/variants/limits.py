"""What is known of every puzzle of a kind and size: the sizes that are made, and the fewest givens that can do."""

from __future__ import annotations

MADE_KINDS = ("classic", "x", "non-consecutive", "killer", "killer-x")
"""Kinds of puzzles that are made."""

CAGED_KINDS = ("killer", "killer-x")
"""Those of them that have cages."""

CAGED_SIZES = (4, 6, 9)
"""Grid sizes that puzzles with cages are made in."""

CAGED_LEVELS = ("easy", "medium", "hard", "expert", "diabolical", "extreme")
"""Levels that puzzles with cages have."""

MADE_SIZES = (4, 6, 8, 9, 10, 12, 16)
"""Grid sizes that puzzles are made in. Larger ones can be read, solved and printed; making one takes too long."""


def made_levels(size: int) -> tuple[str, ...]:
    """Levels that puzzles with cages are made at, by grid size. Of all ways to cut the 4x4 grids into cages of two to four cells
    that make a proper puzzle, with diagonals or without, none is harder than medium: found by trying them.
    """
    return CAGED_LEVELS[:2] if size == 4 else CAGED_LEVELS


def fewest_givens(kind: str, size: int) -> tuple[int, str]:
    """A number of givens that a proper puzzle of this kind and size cannot go below, and why."""
    if kind == "classic" and size == 9:
        return 17, "proven by exhaustive search: McGuire, Tugemann and Civario, 2012"
    if kind == "classic" and size == 4:
        return 4, "proven by trying all 288 grids"
    if kind in CAGED_KINDS:
        return 0, "the cages may say enough"
    if kind == "non-consecutive":
        return 1, "all digits could be counted from the other end in the answer"
    return size - 1, "two digits without a given could change places in the answer"
