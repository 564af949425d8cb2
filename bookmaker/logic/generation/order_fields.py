"""The fields of an order for puzzles, declared once, and their defaults: the same in Python, on the command line and in a spec.

A new field is a row here, an argument of :func:`bookmaker.logic.generation.order.order_for` and of ``bookmaker.generate``, and an
attribute of ``Generated`` in the spec. Nothing is imported here but names: the command line must answer ``--help`` at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from bookmaker.logic.techniques.labels import PLUS
from bookmaker.puzzles.grid.symmetry import SYMMETRIES, VARIED, Symmetry
from bookmaker.puzzles.rules import CLASSIC
from bookmaker.puzzles.rules.limits import MADE_SIZES

KIND, SIZE, SEED = CLASSIC, 9, 1
"""The size is that of classic puzzles: an order that names none has the usual one of its kind."""

SYMMETRY: Symmetry | None = None
"""That which is usual for the kind (:func:`bookmaker.puzzles.rules.limits.usual_symmetry`)."""

BOOK_SYMMETRY: Symmetry = "rotational"
"""The usual symmetry of puzzles in a book, where readers expect one. A mask has the symmetry that it is drawn with."""

LEVELS = ("beginner", "easy", "medium", "hard", "expert", "diabolical", "extreme")
"""The levels that a user can write, easiest first."""

LABELS = ("beginner", "easy", "medium", PLUS, "hard", "expert", "diabolical", "extreme")
"""The labels of puzzles, easiest first: ``medium`` orders any of that level, ``medium+`` those that need several techniques."""

ANY = "any"
"""All levels, also for puzzles that are beyond the techniques of a person."""

DIFFICULTIES = (ANY, *LABELS)

DIFFICULTY = "easy"
"""The difficulty of an order that names no difficulty, technique or score.

Easy puzzles exist in every kind and size, and every reader can solve them. No 4x4 puzzle is medium, and hardly any symmetric 6x6
puzzle. Among puzzles of any level, one Killer in five and nearly every non-consecutive puzzle is beyond a person.
"""


DRAFT = "draft"

EFFORTS = {DRAFT: 1, "print": 8, "gift": 40}
"""Of how many candidates the best is taken."""

BREAK_INS = ("any", "clue", "idea")
"""Steps to the first digit: any; one by a clue or a cage; one by an idea of several, or of a clue and a house."""


IN_ORDER, EQUAL = "digits-in-order", "equal-clues"
THEMES = ("none", IN_ORDER, EQUAL)
"""All 1s can be placed from the start, then all 2s, and so on; the clues outside the grid are all alike."""


def seeking_attempts(cells: int, usual: int, several: bool = False) -> int:
    """How many attempts at a rare solving path take about as long on a puzzle of so many cells as ``usual`` ones do on 81.

    ``several``: the puzzle consists of several grids.
    """
    if several:
        # An attempt at a flower (189 cells) takes 1 ms, at a Samurai (369) 30 ms, at a Sumo (909) half a second.
        return max(1, usual * 81**3 // (4 * max(81, cells) ** 3))
    # On 16x16 an attempt takes 35 ms, on 9x9 0.1 ms: the ratio of the cells to the power of five.
    return max(1, usual * 81**5 // max(81, cells) ** 5)


Form = Literal[
    "kind", "size", "level", "choice", "range", "flag", "number",
    "technique", "techniques", "boxes", "mask", "pattern", "grid", "cage-sizes", "clue-numbers",
]  # fmt: skip
"""The values that a field may have: a word for one reader in each of spec, command line and Python."""

DRAWINGS = {"mask": "layouts/masks", "pattern": "layouts/patterns"}
"""The folders of this program's own drawings, each the file ``NAME.txt``, by the field that takes them."""

MOST = 1_000_000_000
"""The most attempts at a puzzle."""


@dataclass(frozen=True, kw_only=True, slots=True)
class OrderField:
    """One field of an order.

    default       where nothing is said; None: the order decides
    book_default  the same in a spec, if it is another there
    choices       the words or numbers that there are, if they are few
    key           its description in the schema of a spec; "" for a field that no spec has
    examples      values that the schema shows
    option        the help of its command-line option
    short         the short form of the option
    metavar       what stands for its value in the help
    """

    name: str
    form: Form
    default: Any = None
    book_default: Any = None
    choices: tuple[Any, ...] = ()
    key: str = ""
    examples: tuple[Any, ...] = ()
    option: str = ""
    short: str = ""
    metavar: str = ""


_FIELDS = (
    OrderField(
        name="kind",
        form="kind",
        default=KIND,
        key="Kind of puzzle, or several whose rules all hold: x adds the two diagonals as houses, killer cages with sums, jigsaw "
        "regions of any shape instead of boxes; non-consecutive keeps digits that differ by one from cells side by side.",
        examples=("jigsaw+killer",),
        option=f"; default: {KIND}",
        metavar="KIND",
    ),
    OrderField(
        name="size",
        form="size",
        choices=MADE_SIZES,
        key="Cells along a side of the grid. Left out, it is 9, or that in which the kind is printed: 5 of Futoshiki.",
        option="default: 9, or that in which the kind is printed: 5 of Futoshiki",
    ),
    OrderField(
        name="boxes",
        form="boxes",
        key="The shape of a box, rows by columns: 3x2 is three rows high and two columns wide. Left out, boxes are at least as "
        "wide as they are high: 2x3 on a 6x6 grid.",
        examples=("3x2",),
        option="rows by columns of a box, such as 3x2 on a 6x6 grid (default: 2x3 there; as wide as high, or wider)",
        metavar="ROWSxCOLUMNS",
    ),
    OrderField(
        name="difficulty",
        form="level",
        choices=DIFFICULTIES,
        key="The level that every puzzle has, by the techniques a person needs; any takes all levels, also puzzles beyond these "
        "techniques. Several, such as easy-hard or a list, have as many puzzles each. Left out, it is easy, or whatever suits "
        "`requires`, `hardest`, `score` or `minutes`.",
        examples=("medium", "easy-hard", ["easy", "hard"]),
        option=f"the level of every puzzle (default: {DIFFICULTY}, or whatever suits --requires, --hardest, --score or "
        "--minutes)",
        short="-d",
    ),
    OrderField(
        name="requires",
        form="techniques",
        default=(),
        key="Techniques that every puzzle needs: those not harder than its hardest do not finish it without.",
        examples=(["x-wing"],),
        option="needed",
        metavar="NAME,...",
    ),
    OrderField(
        name="hardest",
        form="technique",
        key="The hardest technique of every puzzle: the easier ones do not finish it.",
        examples=("xy-wing",),
        option="the hardest step; easier ones do not finish",
        metavar="NAME",
    ),
    OrderField(
        name="avoid",
        form="techniques",
        default=(),
        key="Techniques that the solving path of no puzzle uses.",
        examples=(["unique-rectangle"],),
        option="not used",
        metavar="NAME,...",
    ),
    OrderField(
        name="score",
        form="range",
        default=(None, None),
        key="Which scores a puzzle may have.",
        examples=({"min": 600, "max": 900},),
        option="such as 300-500 or 300-",
        metavar="MIN-MAX",
    ),
    OrderField(
        name="minutes",
        form="range",
        default=(None, None),
        key="The expected time of an average solver, for every puzzle.",
        examples=({"min": 8, "max": 15},),
        option="the expected time of an average solver, such as 8-15 or -20",
        metavar="MIN-MAX",
    ),
    OrderField(
        name="attempts",
        form="number",
        key="Give up on a puzzle after so many attempts at it.",
        examples=(2000,),
        option="give up on a puzzle after so many",
    ),
    OrderField(
        name="symmetry",
        form="choice",
        default=SYMMETRY,
        book_default=BOOK_SYMMETRY,
        choices=(*SYMMETRIES, VARIED),
        key="How the pattern of givens, clues, and cages of Killers is symmetric; varied: each puzzle in a way of its own, one "
        f"in twenty in none. Left out, it is {BOOK_SYMMETRY}, and varied for Killers.",
        option="of the givens, clues and cages; varied: each puzzle in its own way (default: rotational from 8x8 on; none for "
        f"classic puzzles, and where givens or techniques are ordered; {VARIED} for Killers)",
    ),
    OrderField(
        name="givens",
        form="range",
        default=(None, None),
        key="How many givens a puzzle may have; Killers have none if nothing is said.",
        examples=({"min": 24, "max": 30},),
        option="how many givens, such as 24-30, 24- or -30 (default: by the level, and none in Killers)",
        metavar="MIN-MAX",
    ),
    OrderField(
        name="minimal",
        form="flag",
        default=False,
        key="Only puzzles in which every given is needed for the answer to be the only one.",
        option="no given may be superfluous",
    ),
    OrderField(
        name="mask",
        form="mask",
        key="File that draws which cells hold givens, no more and no fewer: a line a row, . for a cell without, a digit for "
        "itself; or the name of a picture of this program, such as heart or letter-a.",
        examples=("heart", "own/fox.txt"),
        option="a drawing of which cells hold givens: . for those that do not, a digit for itself; or a picture's name, such as "
        "heart or letter-a",
        metavar="FILE",
    ),
    OrderField(
        name="pattern",
        form="pattern",
        key="File that draws where the lines of a puzzle lie: a line a row, . for a free cell, # for one that no line may take, "
        "and for the cells of a line its letter, the first one a capital; or a1 a2 a3 with blanks between all cells. Or the "
        "name of a pattern of this program, such as star; or drawn-1, drawn-2 and so on: a layout that is drawn by chance, the "
        "same for all puzzles.",
        examples=("star", "own/fox.txt", "drawn-1"),
        option="a drawing of lines: their letters, the first cell a capital, # for cells of none, . for the rest; or the name of "
        "a pattern, such as star; or drawn-1, drawn-2 ...: one drawn by chance, the same for all puzzles",
        metavar="FILE",
    ),
    OrderField(
        name="cage_sizes",
        form="cage-sizes",
        key="How many cells the cages of Killers have: a range, or each size with its share of the cages. Left out, it follows "
        "from the difficulty.",
        examples=("2-5", "2:40 3:40 4:20"),
        option="of Killers: such as 2-5, or with shares, 2:40,3:60",
        metavar="MIN-MAX",
    ),
    OrderField(
        name="gaps",
        form="range",
        default=(None, None),
        key="How many cells of a Killer lie in no cage; none if nothing is said.",
        examples=({"min": 8, "max": 12},),
        option="of Killers: how many cells lie in no cage, such as 8-12 (default: none)",
        metavar="MIN-MAX",
    ),
    OrderField(
        name="sumless",
        form="range",
        default=(None, None),
        key="How many cages of a Killer show no sum; none if nothing is said. Their digits still differ.",
        examples=({"min": 2, "max": 4},),
        option="of Killers: how many cages show no sum, such as 2-4 (default: none)",
        metavar="MIN-MAX",
    ),
    OrderField(
        name="clues",
        form="clue-numbers",
        key="How many clues besides givens a puzzle shows, of kinds that have such; all that there is room for; or needed: none "
        "that can go, alone or with its images by the symmetry, while the puzzle meets its order. Left out, the kind says it.",
        examples=("8-12", "all", "needed"),
        option="how many clues besides givens, such as 12 or 8-12; all that there is room for; "
        "or needed: none that can go while the order is still met",
        metavar="NUMBER",
    ),
    OrderField(
        name="break_in",
        form="choice",
        default=BREAK_INS[0],
        choices=BREAK_INS,
        key="The step to the first digit, of kinds with clues or cages: clue, by one of them; idea, by several, or by a clue and "
        "a house, such as the rule of 45.",
        option="the step to the first digit, of kinds with clues or cages: by a clue, or by an idea of several (default: any)",
    ),
    OrderField(
        name="theme",
        form="choice",
        default=THEMES[0],
        choices=THEMES,
        key="An idea that readers see. digits-in-order: all 1s can be placed from the start, then all 2s, and so on; "
        "equal-clues: the numbers outside the grid are all alike.",
        option="an idea that readers see: all 1s can be placed from the start, then all 2s, and so on; or the numbers outside "
        "the grid are all alike (default: none)",
    ),
    OrderField(
        name="effort",
        form="choice",
        default=DRAFT,
        choices=tuple(EFFORTS),
        key="Of how many candidates each puzzle is the best: draft 1, print 8, gift 40, and half of that where one takes "
        "long. Counted are its layout, how its path begins and uses the clues, and that it differs from the few before it.",
        option="of how many candidates each puzzle is the best: draft 1, print 8, gift 40 (default: draft)",
    ),
    OrderField(
        name="solution",
        form="grid",
        option="the full grid that every puzzle must have as its answer",
        metavar="GRID",
    ),
)
ORDER_FIELDS: dict[str, OrderField] = {field.name: field for field in _FIELDS}
"""Every field by its name, in the order of the keys of a spec."""
