"""The declaration of a rule: all that other modules may use of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from bookmaker.puzzles.grid.arrangement import Arrangement
from bookmaker.puzzles.grid.geometry import Clue, Geometry, House, Line, Relation
from bookmaker.puzzles.grid.marks import Mark
from bookmaker.puzzles.rules.clues import ClueType, Contrast, Unmarked


def nothing(size: int) -> tuple[()]:
    """No house, relation, line or mark, whatever the size."""
    del size
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """The evidence for how long puzzles of a kind take people: times of a few of them, of experts, or of a publisher.

    factor, power: the middle of a range is ``factor`` times the minutes of the model of classic puzzles to this ``power``. The
    model charges for every candidate of the grid, which is too much where the rules strike most of them out at sight: without a
    power a medium Kropki would take ten times as long as an easy one. by_score: deductions take longer by the root of the score,
    in place of the number of techniques. spread: the ends of a range are the middle times this, and divided by it. sizes: those
    that it holds for; empty: all. most: the number of the hardest level that it holds for, usually hard
    (:class:`bookmaker.logic.techniques.declare.Level`).
    """

    factor: float = 1.5
    power: float = 0.75
    by_score: bool = False
    spread: float = 2.0
    sizes: frozenset[int] = frozenset()
    most: int = 3


Range = tuple[int, int]
"""The least and the most of a number."""


@dataclass(frozen=True, slots=True)
class Lines:
    """How lines are drawn: the least and the most cells of one, on 9x9, and how many cells of a hundred are on some.

    band: the 20th and the 80th percentile of the points of hand-made layouts (``logic/generation/interest.py``); None: unknown.
    """

    least: int = 3
    most: int = 6
    cover: Range = (40, 50)
    band: Range | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Convention:
    """How good sources print a kind: what they agree on, for puzzles that are made without other wishes.

    of: the side of the grid that the numbers are for; those of other grids follow. givens: how many, of easy, medium and harder
    puzzles; a level that needs more gets more. clues: the same of clues besides givens; None: as many as ``share`` says. lines:
    their form. placed: whether clues other than lines are placed before the digits, too, as the answer seldom has such that lie
    evenly. size: the usual side of a grid. square: the same on grids without boxes; None: nothing is agreed on there.
    """

    of: int = 9
    givens: tuple[Range, Range, Range] | None = None
    clues: tuple[Range, Range, Range] | None = None
    lines: Lines = Lines()
    placed: bool = False
    size: int = 9
    square: Convention | None = None


@dataclass(frozen=True, kw_only=True)
class Rule:
    """One constraint set. A puzzle has any number of rules; the classic ones (rows, columns, boxes) are none.

    name       what specs, commands and text formats call it; the catalogues explain it under ``how.<name>``
    houses     by size: the houses it adds. Their names are under ``house.<kind>`` in the catalogues of techniques
    by_box     the same by the (height, width) of a box, where they depend on it; None: they do not
    shaded     whether the printer shades the cells of these houses
    relations  by size: pairs of cells and the digits that they may hold together
    groups     by size: lists of cells that hold no digit twice, where these are all that its relations say
    lines      by size: cells whose digits an automaton accepts, in every puzzle. It must accept them from either end
    marks      by size: the marks that the printer draws for it, besides shades
    cages      whether puzzles have cages: different digits with a sum
    regions    whether each puzzle has a map of regions, which take the place of boxes
    wraps      whether regions go on beyond the edges of the grid, and come in again from the opposite side
    boxes      whether grids have boxes, if they have no regions
    sizes      the sizes of grid that have a full grid under the rule; None: all that there are with boxes, or without
    why        the reason that no other size has one
    made       the sizes that puzzles are made in; None: all that there are
    absorbs    rules that it is the same as, taken together
    bars       the rules that leave no full grid together with it, of any size: proven, not only tried
    uniqueness whether techniques stay sound that conclude from "otherwise there would be a second solution": only where that
               was proven for the rule. Patterns such as the unique rectangle exchange two digits in a few cells; no rule may
               notice but a house, which the finders look at
    foreign    for each foreign format, by the name that ``--format`` knows, its words for the rule. A rule with
               clues needs none in a format that has words for all of them
    sentence   the rule in words for links of f-puzzles, which can only draw its clues or lines: these are read where it is said
    clues      the kinds of clues that its puzzles have, besides givens; where two fit one border, the first is drawn
    unmarked   the meaning of two neighbours without a clue between them; None: none, since not all clues are shown
    contrast   the digits that a cell with a clue and a neighbour without one hold together; None: any
    draw       by a full grid, its geometry without clues, a seed and a share as below: the clues of a puzzle; None: as the others
               say
    draw_easy  the same for easy puzzles, whose numbers may have to be smaller; None: as ``draw``
    share      how many of the clues that a solution has are drawn in a puzzle that is made; lines and areas: how many cells are
               on some
    blank      whether the highest digit means a blank cell and the others mean letters, as they are printed in books
    sides      from how many sides clues outside the grid are drawn: 4, or 2 for those that say the same from both
    within     whether clues are drawn within boxes and regions only
    arrangement several grids that share cells, in place of one; the houses and relations of other rules hold in each
    convention how good sources print its puzzles; None: nothing is agreed on but symmetry
    anchor     the evidence for the minutes that its puzzles take; None: as classic puzzles if it only adds houses, else none
    """

    name: str
    houses: Callable[[int], tuple[House, ...]] = nothing
    by_box: Callable[[tuple[int, int]], tuple[House, ...]] | None = None
    shaded: bool = True
    relations: Callable[[int], tuple[Relation, ...]] = nothing
    groups: Callable[[int], tuple[tuple[int, ...], ...]] = nothing
    lines: Callable[[int], tuple[Line, ...]] = nothing
    marks: Callable[[int], tuple[Mark, ...]] = nothing
    cages: bool = False
    regions: bool = False
    wraps: bool = False
    boxes: bool = True
    sizes: frozenset[int] | None = None
    why: str = ""
    made: frozenset[int] | None = None
    absorbs: frozenset[str] = frozenset()
    bars: frozenset[str] = frozenset()
    uniqueness: bool = False
    foreign: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    sentence: str = ""
    clues: tuple[ClueType, ...] = ()
    unmarked: Unmarked | None = None
    contrast: Contrast | None = None
    draw: Callable[[bytes, Geometry, int, float], Iterable[Clue]] | None = None
    draw_easy: Callable[[bytes, Geometry, int, float], Iterable[Clue]] | None = None
    share: float = 1.0
    blank: bool = False
    sides: int = 4
    within: bool = False
    arrangement: Arrangement | None = None
    anchor: Anchor | None = None
    convention: Convention | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "foreign", {**_words_of_clues(self), **self.foreign})

    @property
    def draws(self) -> bool:
        """Whether something besides shades is drawn for it in every puzzle."""
        return self.marks is not nothing

    @property
    def only_houses(self) -> bool:
        """Whether it is nothing but further houses, or groups: a format that lists houses needs no word for it."""
        other = self.lines is not nothing or self.clues or self.arrangement
        ground = self.cages or self.regions or self.blank or not self.boxes
        if self.relations is not nothing and self.groups is nothing:
            return False
        return bool(self.houses is not nothing or self.groups is not nothing) and not other and not ground

    @property
    def adds_up(self) -> bool:
        """Whether its cages or clues make numbers of digits by adding, or otherwise: who solves such a puzzle has to reckon."""
        return self.cages or any(kind.sums is not None or kind.reckoned for kind in self.clues)

    def houses_in(self, size: int, box: tuple[int, int]) -> tuple[House, ...]:
        """The houses that it adds to a grid with boxes of this (height, width), or with none: (1, size)."""
        return self.houses(size) if self.by_box is None or box[0] == 1 else self.by_box(box)

    def all_different(self, size: int, box: tuple[int, int]) -> tuple[tuple[int, ...], ...]:
        """The cells of its houses, and its groups."""
        return (*(house.cells for house in self.houses_in(size, box)), *self.groups(size))


def _words_of_clues(rule: Rule) -> dict[str, tuple[()]]:
    """The formats that need no word for a rule, since they have one for each of its clues, and for places without one."""
    if not rule.clues:
        return {}
    formats = [name for name in rule.clues[0].foreign if all(name in kind.foreign for kind in rule.clues)]
    if rule.unmarked is not None:
        formats = [name for name in formats if name in rule.unmarked.foreign]
    drawn = any(":" in kind.foreign.get("f-puzzles", "") for kind in rule.clues)
    return {name: () for name in formats if name != "f-puzzles" or not drawn or rule.sentence}
