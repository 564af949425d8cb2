"""Stand-ins for puzzles that are not made: empty grids of the same size, kind and level, so that pages can be planned."""

from __future__ import annotations

from bookmaker.logic.generation.defaults import ANY, DIFFICULTY
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.logic.generation.region_maps import region_map
from bookmaker.logic.grading import Estimates, Grade
from bookmaker.logic.minutes import EXTENDED, Clock
from bookmaker.logic.techniques import BY_NAME
from bookmaker.publishing.book.spec.generated import Generated
from bookmaker.publishing.book.spec.spec_file import Section
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import geometry


class _NoClock(Clock):
    """The minutes of stand-ins: nobody solves them."""

    def __init__(self) -> None:
        self.basis = EXTENDED
        self.minutes = [1.0]


def stand_ins(section: Section, made: int = 0) -> list[GradedPuzzle]:
    """Stand-ins for the puzzles of a section that are to be made, apart from so many that are."""
    wish = section.puzzles
    if not isinstance(wish, Generated) or wish.count <= made:
        return []
    ground = geometry(wish.kind, wish.size)
    if ground.needs_regions or ground.needs_clues:
        # Rows for regions if they may be, and no clues: nobody looks at them.
        rows = tuple(cell // wish.size for cell in range(ground.cell_count)) if ground.needs_regions else None
        own = region_map(wish.size, 0, beyond=True) if ground.wraps else rows
        ground = geometry(wish.kind, wish.size, own, ())
    # The widest sum that there can be: layouts must have room for it.
    cages = (Cage((0, 1), sum(range(1, wish.size + 1))),) if ground.caged else ()
    hardest = BY_NAME.get(wish.hardest or "")
    puzzle = Puzzle(ground, bytes(ground.cell_count), cages=cages)
    if hardest:
        return [as_graded(puzzle, str(hardest.level))] * (wish.count - made)
    named = [DIFFICULTY if level in (None, ANY) else str(level) for level in wish.levels]
    # As many of each level, as they are dealt, in rising order.
    levels = sorted(index % len(named) for index in range(wish.count))
    graded = [as_graded(puzzle, name) for name in named]
    return [graded[level] for level in levels[made:]]


def as_graded(puzzle: Puzzle, level: str = DIFFICULTY) -> GradedPuzzle:
    """A puzzle with a level that nobody has proven, and digits for an answer that is none."""
    grade = Grade(level, 0, None, {}, 0, 0, Estimates(None, None, None), _NoClock(), 0)
    size = puzzle.geometry.size
    return GradedPuzzle(puzzle, bytes(cell % size + 1 for cell in range(puzzle.geometry.cell_count)), grade, None)
