"""A format: its declaration, how much of a puzzle it can hold, and formats that write a puzzle as one long word."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from bookmaker.base.errors import Fault, Place, UsageError
from bookmaker.formats.base.cages import linked
from bookmaker.formats.base.cells import shown
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import Block, Source
from bookmaker.puzzles.grid.geometry import BOXES, box_text, cell_name
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import RULES, expressed


def _never() -> Callable[[str], bool]:
    return lambda _: False


def commented(text: str, source: str) -> str:
    """The text of a puzzle below a comment that says where it came from."""
    return f"# {source}\n{text}"


def _nothing(_: Puzzle) -> str:
    return ""


def _always(_: str) -> bool:
    return True


@dataclass(frozen=True, slots=True, eq=False)
class Format:
    """One way to write puzzles as text.

    name    as named on the command line
    holds   the fields of :class:`bookmaker.puzzles.grid.puzzle.Puzzle` that survive writing and reading back; ``kind`` if the
            text says which rules hold, and boxes of an unusual shape; ``boxes`` if it says or draws these; ``several`` if it has
            room for several grids that share cells
    detect  whether a block looks written this way; looks at its beginning only
    parse   consecutive blocks of this format -> puzzles, or None to let the faults so far be passed on; records every fault
            in the source instead of raising
    render  puzzles -> text that ``parse`` reads back, between ``head`` and ``tail``, with ``between`` amid two calls
    sizes   the sizes of grid that it can hold; None: all
    claims  whether one line, whatever is around it, is a whole puzzle of this format
    opens   whether a line begins a document, which goes on over blank lines and everything else, as long as its lines
    stays   belong to it, until one that is its
    last    last line: called for each document, it gives a function that says of each line of it whether it is the last. The
            blocks of one document come in one call of ``parse``
    lost    what of a puzzle in particular is not held although the field is, "" if nothing
    sourced the text of one puzzle, and where it came from -> the text with that, which ``parse`` passes over. None: there is no
            room for it
    bare    whether nothing but its cells says that a text is a puzzle: one without givens may be a drawn line
    lacks   why a puzzle cannot be written at all, in words; ``render`` refuses such a puzzle. None: nothing more than ``holds``
            and ``sizes`` tell
    """

    name: str
    holds: frozenset[str]
    detect: Callable[[Block], bool]
    parse: Callable[[Iterable[Block], Source], Iterator[Puzzle | None]]
    render: Callable[[Sequence[Puzzle]], str]
    sizes: frozenset[int] | None = None
    claims: Callable[[str], bool] | None = None
    opens: Callable[[str], bool] | None = None
    stays: Callable[[str], bool] = _always
    last: Callable[[], Callable[[str], bool]] = _never
    lost: Callable[[Puzzle], str] = _nothing
    head: str = ""
    between: str = ""
    tail: str = ""
    lacks: Callable[[Puzzle], Iterator[str]] | None = None
    sourced: Callable[[str, str], str] | None = None
    bare: bool = False


_Tried = TypeVar("_Tried")
_Read = TypeVar("_Read")


@dataclass(frozen=True, slots=True)
class Recogniser(Generic[_Tried, _Read]):
    """A form in which puzzles come, as it is tried on a block, a whole text, lines without a blank one, or a single line.

    name      as docs/formats.md lists it
    may_hold  a quick look: False only where ``read`` would find nothing
    read      what was tried, and the source -> the puzzles in it; None or nothing where it has none of this form
    """

    name: str
    may_hold: Callable[[_Tried], bool]
    read: Callable[..., _Read]


_TOLD = {"name": "its name", "answer": "its answer", "candidates": "its candidates"}


def unheld(puzzle: Puzzle, format: Format) -> str:
    """The part of a puzzle that a format has no room for, without which it would be another puzzle; "" if there is none."""
    ground = puzzle.geometry
    parts = {
        "cages": ("cages", bool(puzzle.cages)),
        "several": ("grids that share cells", ground.overlapping),
        "clues": ("clues", ground.clued),
        "kind": ("grid without boxes", not ground.boxed and (not ground.mapped or ground.size not in BOXES)),
    }
    return next((part for field, (part, has) in parts.items() if has and field not in format.holds), "")


def _without_clues(puzzle: Puzzle) -> Iterator[str]:
    """The rules of the puzzle that have clues, none of which it shows."""
    shown = {clue.kind for clue in puzzle.clues}
    for name in sorted(puzzle.geometry.rules):
        if RULES[name].clues and shown.isdisjoint(kind.name for kind in RULES[name].clues):
            yield name


def barrier(puzzle: Puzzle, format: Format) -> str:
    """Why a puzzle cannot be written in a format at all, as it would be another; "" if it can."""
    size = puzzle.geometry.size
    if format.sizes is not None and size not in format.sizes:
        known = ", ".join(f"{one}×{one}" for one in sorted(format.sizes))
        return f"{format.name} holds grids of {known} only, and this is {size}×{size}"
    part = unheld(puzzle, format)
    if part:
        return f"{format.name} holds no {part}"
    if puzzle.geometry.regions and "kind" not in format.holds:
        return f"{format.name} holds no map of regions"
    bare = next(_without_clues(puzzle), "")
    if bare and "kind" not in format.holds:
        return f"{format.name} knows {bare} by clues, and this puzzle has none"
    if format.lacks is not None:
        lacking = "; ".join(format.lacks(puzzle))
        return f"{format.name} cannot hold {lacking}" if lacking else ""
    return ""


def losses(puzzle: Puzzle, format: Format) -> Iterator[str]:
    """What of a puzzle is left out in a format that can hold it, in words for people."""
    own = format.lost(puzzle)
    for field, what in _TOLD.items():
        if getattr(puzzle, field) and (field not in format.holds or field == own):
            yield f"{format.name} does not hold {what}"
    kind = puzzle.geometry.kind
    # Cages say that it is a Killer, and clues their kinds, but not which other rules it has.
    said = {
        name
        for name in puzzle.geometry.rules
        if (RULES[name].cages and puzzle.cages) or (RULES[name].clues and "clues" in format.holds)
    }
    if puzzle.geometry.own_box and not {"kind", "boxes"} & format.holds:
        boxes = box_text(puzzle.geometry.own_box)
        yield f"{format.name} does not hold its boxes: it has to be read with --boxes {boxes} (rows x columns)"
    if puzzle.geometry.rules - said and ("kind" not in format.holds or own == "kind"):
        yield f"{format.name} does not hold its kind: it has to be read with --kind {kind}"


LONGEST_NUMBER = 9
"""Digits of a number in a puzzle file: no sum is as large, and Python itself refuses to read very long ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Capacity:
    """The parts of a puzzle that a format can hold. :func:`require` reports all others; nothing is dropped.

    ``format``: the name under which rules declare their words for it; ``uncaged``: puzzles on grids without cages;
    ``regions``: maps of regions; ``named``: every rule, by its own name; ``houses``: lists of further houses; ``several``:
    grids that share cells; ``sizes`` of grids; ``givens``; the largest sum, and the most cages and bare cells together (0:
    any); cages without a sum (``open``); cages in pieces (``apart``; else their cells must be linked side by side, or also by
    corners if ``cornered``); a cell in two cages or outside the grid (``broken``); cages of a single cell (``single``); cells
    that no cage covers (``bare``).
    """

    format: str = ""
    uncaged: bool = False
    regions: bool = False
    named: bool = False
    houses: bool = False
    several: bool = False
    sizes: tuple[int, ...] = ()
    givens: bool = False
    most_sum: int = 0
    most_regions: int = 0
    open: bool = True
    apart: bool = True
    cornered: bool = True
    broken: bool = False
    single: bool = True
    bare: bool = True

    def lacking(self, puzzle: Puzzle) -> Iterator[str]:
        """What of a puzzle the format cannot hold, in words."""
        ground, size = puzzle.geometry, puzzle.geometry.size
        unsaid = [
            name
            for name in expressed(ground.rules, self.format)[1]
            if not (self.houses and RULES[name].only_houses) and not (self.several and RULES[name].arrangement)
        ]
        unsaid = [] if self.named else unsaid
        if unsaid or not (ground.caged or self.uncaged) or (ground.regions and not (self.regions or self.named)):
            yield f"puzzles of the kind {ground.kind}"
        if ground.own_box and not (self.regions or self.named):
            yield f"boxes of {box_text(ground.own_box)} (rows x columns)"
        if self.sizes and size not in self.sizes:
            yield f"grids of {size}×{size}"
        if not self.givens and puzzle.given_count:
            first = next(cell for cell, digit in enumerate(puzzle.givens) if digit)
            yield f"givens, such as the one in {cell_name(first, size)}"
        covered = Counter(cell for cage in puzzle.cages for cell in cage.cells)
        regions = len(puzzle.cages) + ground.cell_count - len(covered)
        if self.most_regions and regions > self.most_regions:
            yield f"{regions} cages and cells outside cages; the most are {self.most_regions}"
        if not self.broken:
            twice = [cell for cell, times in sorted(covered.items()) if times > 1]
            if twice:
                yield f"a cell named twice: {cell_name(twice[0], size)}"
        if not self.bare and ground.caged and len(covered) < ground.cell_count:
            bare = next(cell for cell in range(ground.cell_count) if cell not in covered)
            yield f"cells outside all cages, such as {cell_name(bare, size)}"
        for cage in puzzle.cages:
            yield from (f"{what} (the cage at {place_of(cage, size)})" for what in self._cage_lacks(cage, size))

    def _cage_lacks(self, cage: Cage, size: int) -> Iterator[str]:
        if not self.broken and (cage.strays or not cage.cells):
            yield "a cage without cells, or with cells outside the grid"
        if not self.single and len(cage.cells) == 1:
            yield "a cage of a single cell"
        if cage.sum is None:
            # In formats of labels a lone cell without a sum is not a cage.
            if not self.open:
                yield "a cage without a sum"
            elif len(cage.cells) == 1 and not self.broken:
                yield "a cage of a single cell without a sum"
        elif cage.sum <= 0 and not self.broken:
            yield f"the sum {cage.sum}"
        elif self.most_sum and cage.sum > self.most_sum:
            yield f"the sum {cage.sum}; the largest is {self.most_sum}"
        if not self.apart and not linked(cage.cells, size, corners=self.cornered):
            yield "a cage in pieces"


def place_of(cage: Cage, size: int) -> str:
    """The cell that a cage is named after: its first."""
    return cell_name(cage.cells[0], size) if cage.cells else ", ".join(cage.strays[:1]) or "no cell"


def misnamed(puzzle: Puzzle, digits: int = LONGEST_NUMBER) -> Iterator[str]:
    """Cages with a name that is not a cell's, r1c12, in numbers from 1 on of so many digits: only a name is read back."""
    name = re.compile(rf"[rR](?!0+[cC])[0-9]{{1,{digits}}}[cC](?!0+\Z)[0-9]{{1,{digits}}}")
    for cage in puzzle.cages:
        wrong = [stray for stray in cage.strays if not name.fullmatch(stray)]
        if wrong:
            yield f"a cage with the cell {shown(wrong[0])!r}"


def require(format: str, lacks: Callable[[Puzzle], Iterable[str]], puzzles: Sequence[Puzzle]) -> None:
    """Raise one UsageError with everything that a format cannot hold of the puzzles."""
    faults = [
        Fault(f"the format {format} cannot hold {what}", puzzle.source) for puzzle in puzzles for what in lacks(puzzle)
    ]
    if faults:
        raise UsageError(faults)


_NAME = expression(r"\s#(.*)$")
_CONTROL = expression(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_SHOWN = 30
LONGEST = 200_000
"""Characters of a line: a hundred times the longest puzzle of 25×25 cells in any of these formats."""


@dataclass(frozen=True, slots=True)
class Line:
    """The text of one line that a format reads, without its name, and its place."""

    text: str
    name: str
    number: int
    column: int
    source: Source

    def fault(self, message: str, offset: int = 0, advice: str = "") -> None:
        """Record a fault at the character ``offset`` of the text."""
        self.source.fault(message, self.number, self.column + offset, advice)

    @property
    def place(self) -> Place:
        """Where it begins."""
        return self.source.place(self.number, self.column)


def quoted(text: str) -> str:
    """A text as a message quotes it: not all of a long one."""
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")


def one_line(
    name: str,
    starts: str,
    capacity: Capacity,
    read: Callable[[Line], Puzzle | None],
    write: Callable[[Puzzle], str],
    holds: frozenset[str] = frozenset({"kind", "cages", "name"}),
    also: Callable[[Puzzle], Iterable[str]] = lambda _: (),
    *,
    titled: bool = False,
) -> Format:
    """A format of one puzzle to a line.

    ``starts`` is the regular expression of how such a line begins. ``read`` gives the puzzle, or None once it has
    recorded a fault; ``write`` is called for puzzles within the format's capacity only, and gives a line without its name.
    ``also`` lists what else cannot be held. ``titled``: ``write`` puts the name into what it writes.
    """
    begins = re.compile(starts)

    indented = re.compile(rf"\s*(?:{starts})")

    def claims(line: str) -> bool:
        return indented.match(line) is not None

    def detect(block: Block) -> bool:
        first = next(block.content(), None)
        return first is not None and claims(first[1])

    def parse(blocks: Iterable[Block], source: Source) -> Iterator[Puzzle]:
        for block in blocks:
            for number, line in block.content():
                puzzle = _read(line, number, source)
                if puzzle is not None:
                    yield puzzle

    def _read(line: str, number: int, source: Source) -> Puzzle | None:
        column = len(line) - len(line.lstrip()) + 1
        if len(line) > LONGEST:
            source.fault(f"a line of {len(line)} characters is not a puzzle", number, column)
            return None
        if begins.match(line, column - 1) is None:
            source.fault(f"{quoted(line.strip())} is not a puzzle in the format {name}", number, column)
            return None
        found = _NAME.search(line)
        title = "" if found is None else " ".join(found[1].split())
        control = _CONTROL.search(line)
        if control is not None:
            source.fault(f"the control character {control[0]!r}", number, control.start() + 1)
            return None
        text = (line if found is None else line[: found.start()]).strip()
        return read(Line(text, title, number, column, source))

    def lacks(puzzle: Puzzle) -> Iterator[str]:
        yield from capacity.lacking(puzzle)
        yield from also(puzzle)

    def render(puzzles: Sequence[Puzzle]) -> str:
        require(name, lacks, puzzles)
        return "".join(f"{write(puzzle)}{'' if titled else _trailing(puzzle.name)}\n" for puzzle in puzzles)

    return Format(name, holds, detect, parse, render, claims=claims, lacks=lacks)


def _trailing(name: str) -> str:
    name = " ".join(name.split())
    return f" # {name}" if name else ""
