"""An order: the requirements on the puzzles to make, and its faults.

The Python function, the command and the book spec all make their orders here, so that they allow the same and report the same
faults. Nothing here imports numba: checking a spec loads no compiler.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field
from functools import cache

from bookmaker.base.errors import Fault, Place, UsageError
from bookmaker.base.resources import packaged
from bookmaker.base.seeds import seed_for, text_seed
from bookmaker.logic.generation.order_fields import (
    ANY,
    BREAK_INS,
    DIFFICULTIES,
    DIFFICULTY,
    DRAFT,
    DRAWINGS,
    EFFORTS,
    EQUAL,
    IN_ORDER,
    KIND,
    SYMMETRY,
    THEMES,
)
from bookmaker.logic.techniques import named, techniques_on
from bookmaker.logic.techniques.declare import BEGINNERS_SIZE, Level
from bookmaker.logic.techniques.labels import PLUS, level_of, splits
from bookmaker.logic.techniques.requirements import Path, never_hardest, unfound
from bookmaker.logic.times import anchor_of
from bookmaker.puzzles.grid.geometry import Geometry, cell_name, parse_box
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.grid.symmetry import VARIED, Symmetry, exchangeable, orbits, parse_mask, symmetries_of
from bookmaker.puzzles.rules import RULES
from bookmaker.puzzles.rules import geometry as geometry_of
from bookmaker.puzzles.rules.cages import parse_sizes, sizes_fault
from bookmaker.puzzles.rules.geometries import NO_BOX, NO_GRID
from bookmaker.puzzles.rules.limits import (
    convention_of,
    fewest_givens,
    large_levels,
    made_levels,
    made_sizes,
    unfound_levels,
    usual_size,
    usual_symmetry,
)
from bookmaker.puzzles.rules.places import OUTSIDE, Pattern, PatternError, parse_pattern
from bookmaker.puzzles.rules.shown_clues import USUAL, Shown, parse_shown, shown_fault


@dataclass(frozen=True, slots=True)
class Order:
    """The requirements on every puzzle. :func:`order_for` makes one from the words of a user.

    ``level`` None takes any; ``plus``: of those that are medium only those labelled medium+. ``symmetry`` is that of the
    givens, and of the cages if there are any. ``least`` and ``most`` bound the number of givens; where both are None, the level
    decides, and a puzzle with cages has no givens. ``minimal``: no given may be superfluous. ``mask`` has the cells that hold
    the givens, no more and no fewer, each with its digit, 0 for any. ``solution`` is the full grid that the puzzle must have
    as its answer, a byte for each cell. ``path`` holds the requirements on the solving path. ``attempts`` bounds the attempts
    at one puzzle; None is the usual bound. ``cage_sizes`` gives for each size of cages its share of all cages, in any unit,
    or :data:`bookmaker.puzzles.rules.cages.USUAL`; empty leaves the sizes to the level. ``minutes`` is the (least, most)
    expected time of an average solver, None for no bound. ``clues`` says which clues besides givens are shown.
    ``pattern`` says where the lines lie, or may not lie. ``plain``: see :meth:`plainly`.
    ``gaps`` and ``sumless`` are the (least, most) cells in no cage, and cages without a sum. ``break_in`` names the step
    to the first digit, ``effort`` of how many candidates the best is taken.

    Raises UsageError with every fault of an order that no puzzle can meet; the ``code`` of a fault is the key that is at
    fault, such as ``"givens.max"``.
    """

    geometry: Geometry
    level: Level | None = None
    symmetry: Symmetry = "none"
    least: int | None = None
    most: int | None = None
    minimal: bool = False
    mask: Mapping[int, int] | None = None
    solution: bytes | None = None
    path: Path = Path()
    attempts: int | None = None
    cage_sizes: Mapping[int, int] = field(default_factory=dict)
    minutes: tuple[int | None, int | None] = (None, None)
    clues: Shown = USUAL
    plus: bool = False
    plain: bool = False
    pattern: Pattern | None = None
    gaps: tuple[int | None, int | None] = (None, None)
    sumless: tuple[int | None, int | None] = (None, None)
    break_in: str = "any"
    effort: str = DRAFT
    theme: str = THEMES[0]

    def __post_init__(self) -> None:
        faults = [Fault(message, advice=advice, code=key) for key, message, advice in _faults(self)]
        if faults:
            raise UsageError(faults)

    def on(self, geometry: Geometry, solution: bytes | None, attempts: int | None) -> Order:
        """The same order for a geometry of the same rules, with regions or clues, and with a solution that keeps them.

        Nothing is examined anew, neither whether the solution keeps the rules nor the number of attempts: that would take longer
        than to make some puzzles.
        """
        made = copy(self)
        for name, value in (("geometry", geometry), ("solution", solution), ("attempts", attempts)):
            object.__setattr__(made, name, value)
        return made

    @property
    def label(self) -> str | None:
        """The difficulty as a user writes it; None for any."""
        return PLUS if self.plus else None if self.level is None else str(self.level)

    def plainly(self) -> Order:
        """The same order without conventions: for puzzles of which many tries with them came to nothing."""
        made = copy(self)
        object.__setattr__(made, "plain", True)
        return made

    @property
    def candidates(self) -> int:
        """The puzzles of which the best is taken: fewer where one takes long."""
        most, (ground, level) = EFFORTS[self.effort], (self.geometry, self.level or Level.MEDIUM)
        slow = level > Level.EXPERT if ground.caged else ground.clued and level > Level.EASY
        return -(-most // _SLOWER) if slow or ground.overlapping else most

    def drafted(self) -> Order:
        """The same order for one candidate."""
        made = copy(self)
        object.__setattr__(made, "effort", DRAFT)
        return made

    def lasts(self, minutes: float | None) -> bool:
        """Whether a puzzle that takes so many minutes meets the order; None, which nobody knows, meets no bound."""
        least, most = self.minutes
        if minutes is None:
            return least is None and most is None
        return (least is None or minutes >= least) and (most is None or minutes <= most)

    def miss(self, level: str, hardest: str | None, techniques: Mapping[str, int], score: int) -> str:
        """What of a grade the order does not allow, such as "it is hard, not easy"; "" if nothing."""
        if self.level is not None and level != str(self.level):
            return f"it is {level}, not {self.level}"
        return self.path.miss(hardest, techniques, score) or ""

    def drawn(self, seed: int) -> Order:
        """The order with a symmetry that the seed draws, if each puzzle has its own."""
        if self.symmetry != VARIED:
            return self
        if self.pattern is not None and self.pattern.number:
            # All puzzles share the layout, and so its symmetry.
            seed = self.pattern.number
        ground, (least, most) = self.geometry, self.bounds
        fit = [
            (name, weight)
            for name, weight in _DRAWN
            if name in symmetries_of(ground)
            and (ground.size >= _MIRRORED or name in ("rotational", "none"))
            and any(least <= n <= most for n in symmetric_counts(ground, name))
        ]
        place = seed_for(seed, text_seed(VARIED)) % sum(weight for _, weight in fit)
        name = next(name for at, (name, _) in enumerate(fit) if place < sum(weight for _, weight in fit[: at + 1]))
        made = copy(self)
        object.__setattr__(made, "symmetry", name)
        return made

    @property
    def bounds(self) -> tuple[int, int]:
        """The fewest and the most givens."""
        least = self.least or 0
        if self.most is not None:
            return least, self.most
        return least, least if self.geometry.caged else self.geometry.cell_count - 1


_SLOWER = 2
"""The number by which the candidates are divided for puzzles that take long."""

_DRAWN: tuple[tuple[Symmetry, int], ...] = (
    ("rotational", 40), ("mirror", 24), ("top-bottom", 20), ("diagonal", 11), ("none", 5),
)  # fmt: skip
"""How often each symmetry is drawn: about as often as printed Killers have it. A quarter turn leaves few ways in the middle."""

_MIRRORED = 6
"""The smallest grids with the others: cages that a mirror keeps make hardly any 4x4 Killer as easy as these are."""


@dataclass(frozen=True, slots=True)
class Made:
    """A proper puzzle that meets an order. ``attempts`` is how many attempts it took.

    ``givens`` and ``solution`` have a byte for each cell. ``geometry`` is set for a puzzle with regions of its own, and None if
    it is the order's. The same order and seed make the same puzzle.
    """

    givens: bytes
    solution: bytes
    seed: int
    attempts: int
    cages: tuple[Cage, ...] = ()
    geometry: Geometry | None = None

    def puzzle(self, geometry: Geometry) -> Puzzle:
        """The made puzzle as a :class:`Puzzle`."""
        return Puzzle.plain(self.geometry or geometry, self.givens, cages=self.cages)


def order_for(
    *,
    kind: str = KIND,
    size: int | None = None,
    boxes: str | None = None,
    difficulty: str | None = None,
    symmetry: Symmetry | None = SYMMETRY,
    givens: tuple[int | None, int | None] = (None, None),
    minimal: bool = False,
    mask: str | Iterable[int] | Mapping[int, int] | None = None,
    solution: bytes | Callable[[Geometry], bytes] | None = None,
    requires: Iterable[str] = (),
    hardest: str | None = None,
    avoid: Iterable[str] = (),
    score: tuple[int | None, int | None] = (None, None),
    minutes: tuple[int | None, int | None] = (None, None),
    cage_sizes: str | None = None,
    clues: int | str | None = None,
    pattern: str | None = None,
    gaps: tuple[int | None, int | None] = (None, None),
    sumless: tuple[int | None, int | None] = (None, None),
    break_in: str = "any",
    effort: str = DRAFT,
    theme: str = THEMES[0],
    attempts: int | None = None,
) -> Order:
    """The order that a user's words mean.

    ``size`` and ``symmetry`` None: as is usual for the kind, and no symmetry where givens or techniques are ordered.
    ``boxes`` are the rows by columns of a box, ``"3x2"``; None: the usual ones. ``difficulty`` None: easy, or whatever suits
    ``requires``, ``hardest``, ``score`` or ``minutes``. ``givens``, ``score`` and ``minutes`` are (least, most). ``mask`` is
    a drawing for :func:`~bookmaker.puzzles.grid.symmetry.parse_mask`, or indices of cells, with digits where it is a mapping.
    ``solution`` has a byte for each cell, or is a function that reads them once the geometry is known. ``cage_sizes`` is a
    text such as ``"2-5"`` or ``"2:40 3:60"``, ``clues`` a number or one such as ``"8-12"``, ``"all"`` or ``"needed"``.

    Raises UsageError as :class:`Order` does.
    """
    path = Path(tuple(requires), hardest, tuple(avoid), score)
    size = usual_size(kind) if size is None else size
    try:
        sizes = {} if cage_sizes is None else parse_sizes(cage_sizes)
    except ValueError as error:
        raise UsageError(Fault(f"`cage_sizes` {error}", code="cage_sizes")) from error
    try:
        shown = USUAL if clues is None else parse_shown(str(clues))
    except ValueError as error:
        raise UsageError(Fault(f"`clues` {error}", code="clues")) from error
    try:
        box = None if boxes is None else parse_box(boxes)
    except ValueError as error:
        raise UsageError(Fault(f"`boxes` {error}", code="boxes")) from error
    try:
        cells = None if mask is None else _masked(mask, size)
    except ValueError as error:
        raise UsageError(Fault(str(error), code="mask")) from error
    try:
        drawing = None if pattern is None else parse_pattern(_drawn("pattern", pattern), size)
    except PatternError as error:
        place = Place("pattern", error.line, error.column)
        raise UsageError(Fault(f"`pattern`: {error}", place, code="pattern")) from error
    try:
        ground = geometry_of(kind, size, box=box)
    except UsageError as error:
        (fault, *_) = error.faults
        if fault.code == NO_BOX:
            raise UsageError(Fault(f"`boxes`: {fault.message}", advice="leave it out", code="boxes")) from error
        message = fault.message
        if fault.code == NO_GRID:
            made = ", ".join(map(str, made_sizes(kind)))
            message = f"{message.partition(';')[0]}; puzzles of the kind {kind} are made in sizes {made}"
        raise UsageError(Fault(message, advice=fault.advice, code="size")) from error
    if difficulty is None:
        bounded = path.score != (None, None) or minutes != (None, None)
        difficulty = ANY if path.wanted or bounded else DIFFICULTY
    answer = solution(ground) if callable(solution) else solution
    if symmetry is None:
        free = cells is None and not minimal and givens == (None, None) and not path.wanted
        symmetry = usual_symmetry(ground) if free or (ground.caged and cells is None) else "none"
    return Order(
        ground,
        level_named(difficulty),
        symmetry,
        *givens,
        minimal,
        cells,
        answer,
        path,
        attempts,
        sizes,
        minutes,
        shown,
        difficulty == PLUS,
        pattern=drawing,
        gaps=gaps,
        sumless=sumless,
        break_in=break_in,
        effort=effort,
        theme=theme,
    )


def _drawn(key: str, text: str) -> str:
    """A drawing, that of this program where the text is its name."""
    path = packaged(DRAWINGS[key], text, ".txt")
    return text if path is None else path.read_text(encoding="utf-8")


def _masked(mask: str | Iterable[int] | Mapping[int, int], size: int) -> dict[int, int]:
    if isinstance(mask, str):
        return parse_mask(_drawn("mask", mask), size)
    return dict(sorted(mask.items() if isinstance(mask, Mapping) else dict.fromkeys(mask, 0).items()))


def usual_givens(order: Order) -> tuple[int, int] | None:
    """The fewest and the most givens of such puzzles in good sources, None where they do not agree or the order says it."""
    convention, level = convention_of(order.geometry.rules), order.level
    if convention is None or convention.givens is None or level is None or level < Level.EASY:
        return None
    if order.least is not None or order.most is not None or order.minimal or order.plain:
        return None
    least, most = convention.givens[min(level, Level.HARD) - Level.EASY]
    cells = order.geometry.cell_count / convention.of**2
    return round(least * cells), round(most * cells)


def usual_clues(order: Order) -> tuple[int, int] | None:
    """The fewest and the most clues of such puzzles in good sources, None where the rule says how many places have one."""
    convention, level, ground = convention_of(order.geometry.rules), order.level or Level.HARD, order.geometry
    if convention is None or convention.clues is None:
        return None
    least, most = convention.clues[max(0, min(level, Level.HARD) - Level.EASY)]
    outside = any(kind.shape in OUTSIDE for name in ground.rules for kind in RULES[name].clues)
    share = (ground.size / convention.of) ** (1 if outside else 2)
    return round(least * share), round(most * share)


def level_named(difficulty: str) -> Level | None:
    """``"easy"`` -> the level, ``"any"`` -> None. Raises UsageError for a text that names no difficulty."""
    if not isinstance(difficulty, str) or difficulty not in DIFFICULTIES:
        message = f"there is no difficulty {difficulty!r}; there are {', '.join(DIFFICULTIES)}"
        raise UsageError(Fault(message, code="difficulty"))
    return None if difficulty == ANY else level_of(difficulty)


_Found = Iterator[tuple[str, str, str]]
"""Faults: the key that is at fault, what is wrong, and what to do about it."""


def _faults(order: Order) -> _Found:
    yield from _caged_faults(order) if order.geometry.caged else _plain_faults(order)
    yield from _givens_faults(order) if order.mask is None else _mask_faults(order, order.mask)
    fault, advice = shown_fault(order.clues, order.geometry.rules, order.geometry.size)
    if fault:
        yield "clues", f"`clues` {fault}", advice
    yield from _pattern_faults(order)
    yield from _break_in_faults(order)
    yield from _theme_faults(order)
    least, most = order.minutes
    if least is not None and most is not None and least > most:
        yield "minutes", f"no puzzle takes at least {least} and at most {most} minutes", "exchange the two"
    yield from _minutes_faults(order)
    if order.plus and not splits(order.geometry.rules, order.geometry.caged):
        message = f"`{PLUS}` tells puzzles apart whose rules add nothing but houses, not those of the kind {order.geometry.kind}"
        yield "difficulty", message, f"choose {order.level}, or order a score"
    wanted = order.solution
    if wanted is not None and order.geometry.needs_regions:
        yield "solution", "`solution` does not go with regions, which each puzzle has of its own", "leave it out"
    elif wanted is not None and not (len(wanted) == order.geometry.cell_count and order.geometry.holds(wanted)):
        yield "solution", "`solution` is not a full grid that keeps the rules", ""


def _pattern_faults(order: Order) -> _Found:
    kinds = [kind for name in order.geometry.rules for kind in RULES[name].clues if kind.shape == "line"]
    if order.pattern is None:
        return
    if len(kinds) != 1:
        yield "pattern", "`pattern` goes with kinds that have one sort of lines", "choose one such as thermometers"
        return
    if order.solution is not None or order.clues != USUAL:
        yield "pattern", "`pattern` goes neither with `solution` nor with `clues`", "leave one of them out"
    if order.pattern.number and order.geometry.needs_regions:
        yield (
            "pattern",
            "a layout by chance does not go with regions, which each puzzle has of its own",
            "draw it in a file",
        )
    for line in order.pattern.lines:
        fault = kinds[0].fault_of(line, order.geometry.size)
        if fault:
            yield "pattern", f"the line from {cell_name(line[0], order.geometry.size)} {fault}", ""


def _break_in_faults(order: Order) -> _Found:
    for key, value, choices in (
        ("break_in", order.break_in, BREAK_INS),
        ("effort", order.effort, tuple(EFFORTS)),
        ("theme", order.theme, THEMES),
    ):
        if value not in choices:
            yield key, f"there is no `{key}` {value!r}; there are {', '.join(choices)}", ""
    if order.break_in not in BREAK_INS[1:]:
        return
    if not order.geometry.clued and not order.geometry.caged:
        message = f"{order.geometry.kind} puzzles have neither clues nor cages to begin with"
        yield "break_in", message, "leave it out, or choose a kind that has some"
    elif order.break_in == "idea" and order.level is not None and order.level < Level.MEDIUM:
        yield "break_in", f"no {order.level} puzzle needs an idea", "choose `clue`, or medium and harder"


def _theme_faults(order: Order) -> _Found:
    ground = order.geometry
    if order.theme == IN_ORDER:
        if ground.clued or ground.caged:
            yield (
                "theme",
                f"`{IN_ORDER}` goes with kinds whose puzzles have givens only",
                "choose one such as classic or x",
            )
        if order.level is not None and order.level > Level.EASY:
            message = f"digits that can be placed in order make no puzzle {order.level}"
            yield "difficulty", message, "choose beginner or easy"
        for key, said in (
            ("mask", order.mask is not None),
            ("minimal", order.minimal),
            ("requires", order.path.wanted),
        ):
            if said:
                yield key, f"`{key}` does not go with the theme `{IN_ORDER}`", "leave one of them out"
    elif order.theme == EQUAL:
        if not any(kind.shape in OUTSIDE for name in ground.rules for kind in RULES[name].clues):
            yield (
                "theme",
                f"`{EQUAL}` goes with kinds that have numbers outside the grid",
                "choose one such as sandwich",
            )
        if order.solution is not None or order.clues != USUAL:
            yield "theme", f"`{EQUAL}` goes neither with `solution` nor with `clues`", "leave one of them out"


def _minutes_faults(order: Order) -> _Found:
    if order.minutes == (None, None):
        return
    anchor = anchor_of(order.geometry, order.geometry.caged)
    if anchor is None:
        message = f"nobody has measured how long {order.geometry.kind} puzzles take"
        yield "minutes", message, "leave it out, or order a level or a score"
    elif order.level is not None and order.level > anchor.most:
        most = Level(anchor.most)
        yield (
            "minutes",
            f"nobody has measured how long puzzles harder than {most} take",
            "leave it out, or order a score",
        )


def _plain_faults(order: Order) -> _Found:
    size = order.geometry.size
    yield from _size_faults(order)
    for key, said in (
        ("cage_sizes", order.cage_sizes),
        ("gaps", order.gaps != (None, None)),
        ("sumless", order.sumless != (None, None)),
    ):
        if said:
            yield key, f"`{key}` goes with Killers only", "leave it out, or choose a kind that has cages"
    if order.level is Level.BEGINNER and size < BEGINNERS_SIZE:
        # A teacher who asks for the gentlest puzzles has to learn that these are called easy here.
        message = (
            f"a {size}x{size} grid is too small for the level beginner, which means that several cells can always be filled in: "
            "on so few cells nearly every puzzle is like that"
        )
        yield "difficulty", message, f"choose easy, the easiest level of {size}x{size} grids"
    if order.level is Level.BEYOND:
        yield "difficulty", "no puzzles are made beyond the techniques of a person", "choose extreme"
        return
    levels = unfound_levels(order.geometry.kind, size)
    if order.level is not None and str(order.level) in levels and order.attempts is None:
        message = f"no {order.geometry.kind} puzzle of size {size} was ever found at the level {order.level}"
        yield "difficulty", message, "choose another level or size, or order a number of `attempts` all the same"
    fault = order.path.fault(order.level, techniques_on(order.geometry)) or _needless(order)
    if fault:
        yield *fault, ""
    elif order.attempts is None:
        yield from _unfound(order)


def _needless(order: Order) -> tuple[str, str] | None:
    """The technique or the level that no puzzle on such a grid needs, though the grid has it."""
    geometry, path = order.geometry, order.path
    grid = f"{geometry.size}x{geometry.size} puzzle of the kind {geometry.kind}"
    never = never_hardest(geometry)
    for key, names in (("requires", path.requires), ("hardest", path.wanted[len(path.requires) :])):
        for name in names:
            if never.issuperset(set(named(name)).intersection(techniques_on(geometry))):
                return key, f"no {grid} needs `{name}`: easier techniques finish it"
    if order.level is not None and never.issuperset(path.tops(order.level, techniques_on(geometry))):
        return "difficulty", f"no {grid} is {order.level}: easier techniques finish it"
    return None


def _unfound(order: Order) -> _Found:
    """A technique that no puzzle was ever found to need: the search for one would end after minutes, with nothing."""
    for key, names in (("requires", order.path.requires), ("hardest", filter(None, [order.path.hardest]))):
        for name in names:
            if unfound(order.geometry).issuperset(named(name)):
                message = (
                    f"no {order.geometry.kind} puzzle of size {order.geometry.size} was ever found that needs `{name}`"
                )
                yield key, message, "choose another technique, or order a number of `attempts` all the same"


def _size_faults(order: Order) -> _Found:
    kind, size, sizes = order.geometry.kind, order.geometry.size, made_sizes(order.geometry.kind)
    if size not in sizes:
        yield "size", f"puzzles of the kind {kind} are made in sizes {', '.join(map(str, sizes))}, not {size}", ""
    levels = large_levels(size)
    if levels and (order.level is None or str(order.level) not in levels):
        yield "difficulty", f"{size}x{size} puzzles are made at the levels {', '.join(levels)}", "choose one of these"
    if levels and order.path != Path():
        yield "requires", f"no solving path can be ordered for {size}x{size} puzzles", "order a level only"
    for key in ("minimal", "mask"):
        if levels and getattr(order, key):
            yield key, f"`{key}` does not go with {size}x{size} puzzles", "leave it out"


def _caged_faults(order: Order) -> _Found:
    size, level, path = order.geometry.size, order.level, order.path
    yield from _size_faults(order)
    levels = made_levels(size)
    if level is not None and str(level) not in levels:
        yield "difficulty", f"{size}x{size} Killers are made at the levels {', '.join(levels)}, not {level}", ""
    if order.mask:
        yield "mask", "`mask` does not go with Killers", "leave it out"
    if order.minimal and order.bounds[1] == 0:
        yield (
            "minimal",
            "`minimal` says something of givens, and this Killer has none",
            "order some `givens`, or leave it out",
        )
    wrong = path.fault(level, techniques_on(order.geometry, cages=True))
    if wrong:
        yield *wrong, ""
    for key, (least, most), limit in (
        ("gaps", order.gaps, order.geometry.cell_count * 2 // 3),
        ("sumless", order.sumless, order.geometry.cell_count // 4),
    ):
        if (least or 0) > limit or (most or 0) > limit:
            yield key, f"`{key}` is {limit} at most on this grid", ""
        elif most is not None and (least or 0) > most:
            yield key, f"`{key}`: no number is at least {least} and at most {most}", "exchange the two"
    fault = sizes_fault(dict(order.cage_sizes), size)
    if fault:
        yield "cage_sizes", f"`cage_sizes` {fault}", ""


def _givens_faults(order: Order) -> _Found:
    size, kind = order.geometry.size, order.geometry.kind
    (least, most), limit = order.bounds, order.geometry.cell_count - 1
    fewest, why = fewest_givens(kind, size)
    if least > limit or most > limit:
        key, wrong = ("givens.min", least) if least > limit else ("givens.max", most)
        yield key, f"{wrong} givens: a {size}x{size} grid with an empty cell has at most {limit} givens", ""
    elif least > most:
        yield "givens.min", f"no number of givens is at least {least} and at most {most}", "exchange the two"
    elif most < fewest:
        yield "givens.max", f"{most} givens: no proper {kind} {size}x{size} puzzle has fewer than {fewest} givens", why
    else:
        possible = [
            count for count in sorted(symmetric_counts(order.geometry, order.symmetry)) if fewest <= count <= limit
        ]
        if not any(least <= count <= most for count in possible):
            numbers = str(least) if least == most else f"{least} to {most}"
            near = sorted(sorted(possible, key=lambda count: abs(2 * count - least - most))[:2])
            message = f"{numbers} givens cannot be symmetric by `{order.symmetry}` on a {size}x{size} grid"
            yield "givens", message, f"{' or '.join(map(str, near))} can"


def _mask_faults(order: Order, mask: Mapping[int, int]) -> _Found:
    bounded = order.least is not None or order.most is not None
    for key, said in (
        ("symmetry", order.symmetry != "none"),
        ("givens", bounded),
        ("minimal", order.minimal),
    ):
        if said:
            yield key, f"`{key}` does not go with `mask`", "leave it out: the mask says which cells hold givens"
    fewest, why = fewest_givens(order.geometry.kind, order.geometry.size)
    limit = order.geometry.cell_count - 1
    if not mask.keys() <= {*range(limit + 1)}:
        yield "mask", f"the mask names a cell that is not of the grid: its cells are 0 to {limit}", ""
        return
    if not fewest <= len(mask) <= limit:
        yield "mask", f"the mask draws {len(mask)} givens; from {fewest} to {limit} are possible", why
        return
    twins = exchangeable(order.geometry, mask.keys())
    if twins:
        yield "mask", f"no puzzle on this mask is proper: {twins} without a given can be exchanged", ""
    size, held = order.geometry.size, {cell: digit for cell, digit in mask.items() if digit}
    for cell, digit in held.items():
        if not 0 < digit <= size:
            yield "mask", f"the mask wants {digit} in {cell_name(cell, size)}: the digits are 1 to {size}", ""
        elif any(held.get(other) == digit for other in order.geometry.peers[cell] if other < cell):
            other = min(other for other in order.geometry.peers[cell] if held.get(other) == digit)
            names = f"{cell_name(other, size)} and {cell_name(cell, size)}"
            yield "mask", f"the mask wants {digit} in {names}, which share a house", "write X for a given of any digit"
        elif order.solution and order.solution[cell] != digit:
            yield (
                "mask",
                f"the mask wants {digit} in {cell_name(cell, size)}, the solution has {order.solution[cell]}",
                "",
            )


def symmetric_counts(ground: Geometry | int, symmetry: Symmetry) -> frozenset[int]:
    """The numbers of givens that symmetry allows, since the cells of an orbit are added and removed together."""
    symmetry = "none" if symmetry == VARIED else symmetry
    return _sums(tuple(sorted(map(len, orbits(symmetry, ground)))))


@cache
def _sums(lengths: tuple[int, ...]) -> frozenset[int]:
    reachable = {0}
    for length in lengths:
        reachable |= {count + length for count in reachable}
    return frozenset(reachable)
