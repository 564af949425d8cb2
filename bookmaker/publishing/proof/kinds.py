"""From a grid that was read to a puzzle: its rules from its lines, shades and cages."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations

from bookmaker.base.errors import UsageError
from bookmaker.publishing.proof.grids import Grid, broken_cages, cages
from bookmaker.puzzles.grid.geometry import BLANK, BOXES, SIZES, SYMBOLS, Clue, Geometry, cell_name
from bookmaker.puzzles.grid.marks import SIGNS, Look, Mark
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import (
    CLASSIC,
    CLUES,
    RULES,
    arrangements,
    boxless,
    exists,
    geometry,
    rules_of,
    sizes_of,
    with_cages,
)
from bookmaker.puzzles.rules.clues import ClueType

_MOST_SHADED = 3
"""Rules that shade cells of one grid at the same time."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The meaning of the marks of a grid: its rules and regions, its cages, the faults of the marks, and the assumptions."""

    ground: Geometry | None
    cages: tuple[Cage, ...]
    faults: tuple[str, ...]
    assumed: tuple[str, ...]


def marks(grid: Grid, frame: str = "") -> Marks:
    """The rules that the marks of a grid show; ``frame`` is the rule of the numbers around it, "" for the first that they fit."""
    several = _several(grid)
    if several is not None:
        return Marks(several, (), (), ())
    faults: list[str] = []
    assumed: list[str] = []
    size = grid.size
    for one, other in grid.lattice.missing():
        faults.append(f"no line parts {cell_name(one, size)} and {cell_name(other, size)}")
    regions = _regions(grid, faults)
    if size not in SIZES:
        return Marks(None, (), tuple(faults), (f"{size}×{size} grids are not among those that can be proven",))
    held, operations = _cages(grid, faults) if grid.sums else ((), [])
    tinted = bool(grid.sums) and not grid.sides
    shaded = grid.flags if tinted else frozenset(cell for cell, tint in enumerate(grid.tints) if tint)
    rules: Collection[str] = ()
    if shaded:
        found = shaded_rules(size, shaded)
        if found is None:
            assumed.append("shaded cells that no known rule shades are taken for ornament")
        else:
            rules = found
    lined, ornament = lined_rules(size, {mark.cells for mark in grid.clues if mark.kind == "line"})
    assumed += ["slanting lines that no known rule has are taken for ornament"] if ornament else []
    rules = frozenset(rules) | lined
    clued, clues = clue_rules([*grid.clues, *operations], size, faults)
    if framed(grid):
        frame = frame or next(iter(frame_rules(grid)), "")
        clued |= {frame} - {""}
        clues += _around(grid, frame) if frame else []
        faults += [] if frame else ["no known rule has such numbers around the grid"]
    rules = frozenset(rules) | clued
    if regions is None and not faults:
        rules = boxless(rules)
    try:
        ground = geometry(with_cages(rules) if held else rules, size, regions, clues if clued else None)
    except UsageError as error:
        faults.append(str(error))
        ground = None
    return Marks(ground, held, tuple(faults), tuple(assumed))


def _several(grid: Grid) -> Geometry | None:
    """The arrangement of several grids that has the cells, heavy lines and shades of a grid as read; None if there is none."""
    regions, there = grid.lattice.regions, set(grid.occupied)
    shaded = {cell for cell, tint in enumerate(grid.tints) if tint}
    for name in arrangements():
        ground = geometry(name)
        if ground.span != grid.size or regions is None:
            continue
        places = _places(ground)
        pairs = {(regions[place], box) for place, box in zip(places, ground.box_of, strict=True)}
        parts = len(set(ground.box_of))
        if set(places) != there or not len(pairs) == len({one for one, _ in pairs}) == parts:
            continue
        for other in ("", *_added(ground.size)):
            made = geometry({name, other} - {""})
            tinted = (mark.cells for mark in made.marks if mark.kind == "shade")
            if {places[cell] for cells in tinted for cell in cells} == shaded:
                return made
    return None


@cache
def _added(size: int) -> tuple[str, ...]:
    """The rules whose houses are shaded, in each of several grids, too."""
    return tuple(name for name, rule in RULES.items() if rule.shaded and exists(name, size) and rule.houses(size))


def _places(ground: Geometry) -> list[int]:
    """The place of each cell of a geometry in its lattice."""
    if not ground.overlapping:
        return list(range(ground.cell_count))
    return [row * ground.span + column for row, column in map(ground.spot, range(ground.cell_count))]


def _says(kind: ClueType, text: str) -> bool:
    if kind.lettered:
        return len(text) == 1 and text.isalpha()
    if kind.value is not None:
        return text.removesuffix(kind.text).isdecimal() and text.endswith(kind.text)
    return kind.text == text


def _value(kind: ClueType, text: str) -> tuple[int, ...]:
    """The numbers of a clue by its text: one number on a border, one digit after another elsewhere."""
    if kind.value is None:
        return ()
    number = text.removesuffix(kind.text)
    return (int(number),) if kind.shape in _NUMBERED else tuple(map(int, number))


_NUMBERED = ("border", "diagonal", "group")
"""The shapes of clues that have one number."""


_AROUND: Look = "outside"
"""The look of numbers around a grid, which is that of several rules."""


def framed(grid: Grid) -> bool:
    """Whether a grid has numbers around it."""
    return any(mark.kind == _AROUND for mark in grid.clues)


def frame_rules(grid: Grid) -> list[str]:
    """The rules that such numbers around a grid may belong to."""
    return [
        name
        for name, rule in RULES.items()
        if any(kind.look == _AROUND and (kind.named or not lettered(grid)) for kind in rule.clues)
        and grid.size in (rule.sizes or SIZES)
        and not any(CLUES[clue.kind].fault_of(clue.cells, grid.size, clue.value) for clue in _around(grid, name))
    ]


def _around(grid: Grid, rule: str) -> list[Clue]:
    """The numbers around a grid as clues of a rule."""
    (kind,) = (kind for kind in RULES[rule].clues if kind.look == _AROUND)
    return [kind.clue(mark.cells, (_number(mark.text),)) for mark in grid.clues if mark.kind == _AROUND]


def _number(text: str) -> int:
    """A number around a grid, or that of a letter from A on."""
    return int(text) if text.isdecimal() else SYMBOLS.index(text) - 8


def lettered(grid: Grid) -> bool:
    """Whether a grid has letters around it."""
    return any(mark.kind == _AROUND and not mark.text.isdecimal() for mark in grid.clues)


def clue_rules(marks: Iterable[Mark], size: int, faults: list[str]) -> tuple[frozenset[str], list[Clue]]:
    """The rules whose clues look like these marks, and the clues. Of several rules the one that says least of cells without.

    A mark that can be no clue of its kind is added to ``faults``.
    """
    clues: list[Clue] = []
    left: list[ClueType] = []
    for mark in marks:
        if mark.kind == _AROUND:
            continue
        kind = next((kind for kind in CLUES.values() if kind.look == mark.kind and _says(kind, mark.text)), None)
        if kind is None:
            continue
        value = _value(kind, mark.text)
        wrong = kind.fault_of(mark.cells, size, value)
        if wrong:
            faults.append(f"a mark at {cell_name(mark.cells[0], size)} {wrong}")
            continue
        clues.append(kind.clue(mark.cells, value))
        left.append(kind)
    rules: set[str] = set()
    for rule in sorted(RULES.values(), key=lambda rule: rule.unmarked is not None):
        if any(kind in rule.clues for kind in left):
            rules.add(rule.name)
            left = [kind for kind in left if kind not in rule.clues]
    return frozenset(rules), clues


def unread(grid: Grid) -> list[str]:
    """The marks of a grid that are of no kind of clue that the proof can read, each with its places."""
    places: dict[str, list[int]] = {}
    for text, cell in grid.unread:
        named = [kind.name for kind in CLUES.values() if kind.look == _AROUND and kind.text and kind.text in text]
        name = f" ({', '.join(named)})" if named else ""
        places.setdefault(f'the mark "{text}" outside the grid{name}', []).append(cell)
    for mark in grid.clues:
        if mark.kind != _AROUND and not any(
            kind.look == mark.kind and _says(kind, mark.text) for kind in CLUES.values()
        ):
            text = f' "{mark.text}"' if mark.text else ""
            places.setdefault(f"the mark {mark.kind}{text}", []).append(mark.cells[0])
    for cell in grid.signs:
        places.setdefault("the drawing", []).append(cell)
    return [f"{what} at {_names(cells, grid.size)}" for what, cells in places.items()]


def _regions(grid: Grid, faults: list[str]) -> tuple[int, ...] | None:
    found = grid.lattice.regions
    if found is None:
        return None
    counts = [found.count(number) for number in range(max(found) + 1)]
    if len(counts) == grid.size and set(counts) == {grid.size}:
        return found
    odd = sorted(count for count in counts if count != grid.size)
    faults.append(f"heavy lines enclose parts of {', '.join(map(str, odd))} cells")
    return None


def _cages(grid: Grid, faults: list[str]) -> tuple[tuple[Cage, ...], list[Mark]]:
    """The cages of a grid, and those with operations as marks of clues."""
    size, made = grid.size, []
    operations: list[Mark] = []
    broken = broken_cages(grid)
    if broken:
        faults.append(f"the line around a cage is missing at {_names(broken, size)}")
    for cells in cages(grid):
        summed = [cell for cell in cells if cell in grid.sums]
        if len(summed) != 1:
            what = "has no sum" if not summed else f"has {len(summed)} sums"
            faults.append(f"the cage at {cell_name(cells[0], size)} {what}")
        elif summed[0] != cells[0]:
            faults.append(
                f"the sum of the cage at {cell_name(cells[0], size)} is printed in {cell_name(summed[0], size)}"
            )
        text = grid.sums[summed[0]] if summed else ""
        if text.endswith(tuple(SIGNS)):
            operations.append(Mark("cage", tuple(cells), text))
        else:
            made.append(Cage(tuple(cells), int(text) if text else None))
    return tuple(made), operations


def _names(cells: Iterable[int], size: int) -> str:
    names = [cell_name(cell, size) for cell in cells]
    return ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")


@cache
def shaded_cells(size: int) -> dict[str, frozenset[int]]:
    """The cells that each rule shades, by its name, for the rules that shade any."""
    found = {}
    for name in RULES:
        if exists(name, size) and name not in arrangements():
            cells = {cell for mark in geometry(name, size).marks if mark.kind == "shade" for cell in mark.cells}
            if cells:
                found[name] = frozenset(cells)
    return found


@cache
def shaded_rules(size: int, shaded: frozenset[int]) -> frozenset[str] | None:
    """The fewest rules that shade just these cells; None if there are none."""
    known = shaded_cells(size)
    for count in range(1, _MOST_SHADED + 1):
        for names in combinations(known, count):
            if frozenset().union(*(known[name] for name in names)) == shaded:
                return rules_of(names)
    return None


def lined_rules(size: int, lines: Collection[tuple[int, ...]]) -> tuple[frozenset[str], bool]:
    """The rules that draw some of these slanting lines, and whether there are others."""
    found, known = set(), set[tuple[int, ...]]()
    for name in (name for name, rule in RULES.items() if lines and rule.draws and exists(name, size)):
        own = {mark.cells for mark in RULES[name].marks(size)}
        if own <= set(lines):
            found.add(name)
            known |= own
    return frozenset(found), not set(lines) <= known


def with_rules(ground: Geometry, more: Iterable[str]) -> Geometry | None:
    """A geometry with further rules, or None if its size has no grid under them."""
    more = frozenset(more)
    if ground.size not in sizes_of(ground.rules | more):
        return None
    # That all clues are shown is a rule in place of the one that leaves it open for those that there are.
    kinds = {kind for name in more for kind in RULES[name].clues}
    shown = {CLUES[clue.kind] for clue in ground.clues or ()}
    left_open = [name for name in ground.rules if RULES[name].clues and not RULES[name].unmarked]
    held = {name: shown.intersection(RULES[name].clues) for name in left_open}
    open_ = {name for name, own in held.items() if own and own <= kinds}
    rules = (ground.rules - open_) | more
    return geometry(rules or CLASSIC, ground.size, ground.areas, ground.clues or ())


def other_readings(grid: Grid, puzzle: Puzzle) -> Iterator[tuple[Puzzle, str]]:
    """What else a grid may be than the puzzle that it was taken for, with what that assumes: numbers around it may belong to
    several rules, and a grid without heavy lines may have boxes.
    """
    again = [puzzle]
    for frame in frame_rules(grid)[1:] if framed(grid) else ():
        ground = marks(grid, frame).ground
        if ground is not None:
            again.append(replace(puzzle, geometry=ground))
            yield again[-1], f"numbers around grids follow the rule {frame}"
    for made in filter(None, map(_with_boxes, again)):
        (height, width), size = made.geometry.box, made.geometry.size
        yield made, f"{size}×{size} grids without heavy lines have boxes of {height}×{width} cells"


def _with_boxes(puzzle: Puzzle) -> Puzzle | None:
    """The same puzzle on a grid with boxes in place of one that has none; None if it has some, or if there are none."""
    ground = puzzle.geometry
    rules = frozenset(name for name in ground.rules if RULES[name].boxes)
    if ground.boxed or ground.mapped or ground.size not in BOXES or ground.size not in sizes_of(rules):
        return None
    return replace(puzzle, geometry=geometry(rules, ground.size, None, ground.clues))


def all_shown_rules(ground: Geometry, named: Iterable[str]) -> list[str]:
    """Those of some rules that say that all clues are shown of a kind that a grid has."""
    shown = {CLUES[clue.kind] for clue in ground.clues or ()}
    return [name for name in named if RULES[name].unmarked and shown.intersection(RULES[name].clues)]


class SymbolError(Exception):
    """Characters in the cells of a grid that are not its digits."""


@cache
def _usual(size: int) -> dict[str, int]:
    return {symbol: digit for digit, symbol in enumerate(SYMBOLS[:size], 1)} | {
        str(digit): digit for digit in range(10, size + 1)
    }


def alphabet(grids: Iterable[Grid]) -> dict[str, int]:
    """The digit, from 1, of each character in the cells of a puzzle and its answer.

    Digits, letters above 9, large or small, and two-figure numbers mean themselves; where a 0 is printed, they count from it.
    Where most characters are none of these, each different one means a digit of its own. Raises SymbolError for a character too
    many.
    """
    texts: dict[str, int] = {}
    size = 0
    for grid in grids:
        size = grid.size
        if lettered(grid):
            # Around it are the letters of its digits, but not the sign of a blank cell.
            return {symbol: digit for digit, symbol in enumerate((*SYMBOLS[9 : 8 + size], BLANK), 1)}
        for text in filter(None, grid.digits):
            texts[text] = texts.get(text, 0) + 1
    usual = _usual(size)
    odd = [text for text in texts if text not in usual]
    # Large grids may count from zero, such as 0 to F, and have small letters.
    from_zero = {symbol: digit for digit, symbol in enumerate(f"0{SYMBOLS[: size - 1]}", 1)}
    for meaning in (usual, from_zero):
        for form in (meaning, {symbol.lower(): digit for symbol, digit in meaning.items()}):
            if texts.keys() <= form.keys():
                return form
    if sum(texts[text] for text in odd) < 0.3 * sum(texts.values()) or len(texts) > size:
        raise SymbolError(f"{', '.join(map(repr, sorted(odd)))} is not a digit of a {size}×{size} grid")
    return {text: digit for digit, text in enumerate(sorted(texts), 1)}


def cells(grid: Grid, meaning: dict[str, int], ground: Geometry) -> bytes:
    """The digits of a grid, 0 for an empty cell, in the order of a geometry's cells."""
    digits = grid.digits
    return bytes(meaning[digits[place]] if digits[place] else 0 for place in _places(ground))


def puzzle(grid: Grid, ground: Geometry, held: tuple[Cage, ...], meaning: dict[str, int]) -> Puzzle:
    """The puzzle that a grid shows."""
    return Puzzle(ground, cells(grid, meaning, ground), cages=held)
