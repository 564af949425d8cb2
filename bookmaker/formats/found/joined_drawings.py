"""Drawings that are one puzzle: a jigsaw as the rows of its grid and a map of its regions, and the grids of a Samurai.

A map has as many letters as the grid has rows, each as often, and those of one letter hang together, which those of a full grid
never do. The two become one line of JSON with ``givens`` and ``regions``, in place of the first row of both; so does a full
grid that agrees with it, as ``solution``. Where a map has one cell in the wrong region, the two are one fault, which says so. A
map that belongs to no grid is a fault, too.
Only short texts are looked at: nobody writes thousands of puzzles so.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, count

from bookmaker.base.errors import Fault, InputError, Note, Place
from bookmaker.formats.base.cells import digits, fits, only_proper, soon_counted
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.stream.rows import Batch, Row, short
from bookmaker.puzzles.grid.arrangement import Arrangement
from bookmaker.puzzles.grid.geometry import BOXES, SIZES, cell_name
from bookmaker.puzzles.grid.puzzle import Puzzle, cells_text
from bookmaker.puzzles.rules import CLASSIC, RULES, geometry, regions_of, sizes_of

# Grids one below the other that are parts of one puzzle: the five grids of a Samurai, each drawn by itself.
#
# Nothing says so but the boxes that they share: where all grids of a text, in the order in which their arrangement has them or in
# one other, agree in every shared cell, and some of these are given, they are one puzzle.

Item = Puzzle | Fault | Batch

_MOST_NOTES = 40
_FEWEST_SHARED = 4
"""Givens in shared cells: where there are fewer, two grids agree by chance."""


@cache
def _all() -> dict[str, Arrangement]:
    return {name: one for name, rule in RULES.items() if (one := rule.arrangement) is not None}


@cache
def _most() -> int:
    return max(len(one.grids) for one in _all().values())


def together(items: Iterable[Item]) -> Iterator[Item]:
    """The same items, where grids that are all of a text, and share cells as an arrangement has them, have become one puzzle."""
    most = _most()
    held: list[Item] = []
    grids: list[Puzzle] = []
    source = iter(items)
    for item in source:
        held.append(item)
        if isinstance(item, Puzzle) and _may_be_part(item) and len(grids) < most:
            grids.append(item)
        elif not isinstance(item, Note) or len(held) > _MOST_NOTES:
            yield from held
            yield from source
            return
    made = _joined(grids) if len(grids) > 1 else None
    if made is None:
        yield from held
        return
    yield made
    yield from (item for item in held if not isinstance(item, Puzzle))
    message = f"{len(grids)} grids that agree where they would overlap are taken for one puzzle; this is a guess"
    yield Note(message, made.source, "look at the puzzle")


_MOST_HELD = 40


def with_maps(items: Iterable[Item]) -> Iterator[Item]:
    """The same items, where the only grid of a text and the only list of its regions have become a jigsaw; with several of either
    such a list is a fault.
    """
    held: list[Item] = []
    rest = iter(items)
    try:
        for item in rest:
            held.append(item)
            if isinstance(item, Batch) or len(held) > _MOST_HELD:
                break
        else:
            yield from _with_maps(held)
            return
    except InputError:
        yield from held
        raise
    yield from held
    yield from rest


def _with_maps(held: Sequence[Item]) -> Iterator[Item]:
    puzzles = [item for item in held if isinstance(item, Puzzle)]
    maps = [one for one in puzzles if one.geometry.mapped and not any(one.givens) and one.answer is None]
    grids = [
        one for one in puzzles if _may_be_part(one) and any(one.geometry.size == drawn.geometry.size for drawn in maps)
    ]
    alone = len(puzzles) == 2 and len(maps) == len(grids) == 1
    for item in held:
        if alone and item is grids[0]:
            yield Note("a grid and a list of regions are taken for one jigsaw; this is a guess", grids[0].source)
            yield replace(maps[0], givens=grids[0].givens, source=grids[0].source, name=grids[0].name)
        elif not grids or not any(item is one for one in maps):
            yield item
        elif not alone:
            said = "a map of regions that belongs to no grid"
            yield Fault(said, maps[0].source, "write each map directly below its grid")


def _may_be_part(puzzle: Puzzle) -> bool:
    ground = puzzle.geometry
    plain = not ground.rules and not puzzle.cages and puzzle.answer is None and puzzle.candidates is None
    return plain and 0 in puzzle.givens and any(puzzle.givens)


def _joined(grids: Sequence[Puzzle]) -> Puzzle | None:
    """The one puzzle of several grids; None where they are none of any arrangement, or of more than one."""
    made = [one for name in _all() if (one := _of(grids, name)) is not None]
    return made[0] if len(made) == 1 else None


def _of(grids: Sequence[Puzzle], name: str) -> Puzzle | None:
    """The puzzle of grids in the order of an arrangement, else in another one if they agree in that only."""
    arrangement = _all()[name]
    if len(arrangement.grids) != len(grids) or any(grid.geometry.size != arrangement.size for grid in grids):
        return None
    orders = _orders(grids, arrangement)
    try:
        usual = next(orders, None)
        if usual is None or (usual != tuple(range(len(grids))) and next(orders, None) is not None):
            return None
    except _ManyError:
        return None
    found = {
        place: digit
        for at, places in zip(usual, arrangement.grids, strict=True)
        for place, digit in zip(places, grids[at].givens, strict=True)
    }
    cells = bytes(found[place] for place in arrangement.places)
    return Puzzle(geometry(name), cells, grids[0].source, grids[0].name)


_MOST_TRIED = 5000
"""Beginnings of orders: grids that agree in many of them, as copies of one do, are several puzzles."""


class _ManyError(Exception):
    """There are more."""


def _orders(grids: Sequence[Puzzle], arrangement: Arrangement) -> Iterator[tuple[int, ...]]:
    """Which of the grids may be in each place of an arrangement so that all agree where they overlap, their own order first.

    Raises _ManyError where too many were tried.
    """
    tried = count(1)

    def placed(order: tuple[int, ...], found: dict[tuple[int, int], int], shared: int) -> Iterator[tuple[int, ...]]:
        if next(tried) > _MOST_TRIED:
            raise _ManyError
        if len(order) == len(grids):
            yield from [order] if shared >= _FEWEST_SHARED else []
            return
        places = arrangement.grids[len(order)]
        left = [at for at in range(len(grids)) if at not in order]
        for at in sorted(left, key=lambda one: one != len(order)):
            own = dict(zip(places, grids[at].givens, strict=True))
            if all(found.get(place, digit) == digit for place, digit in own.items()):
                given = sum(place in found and digit > 0 for place, digit in own.items())
                yield from placed((*order, at), found | own, shared + given)

    yield from placed((), {}, 0)


MAPPED_KINDS = ("classic", "jigsaw")
"""The kinds that a user may have named for such a jigsaw."""

_MOST_LINES = 400
"""A text of more is not looked at."""

_SIZES = frozenset(size for size in SIZES if size <= 9)
_ROW = expression(r"[ \t|]*+[0-9A-Za-z._*?-](?:[ \t,;|]*+[0-9A-Za-z._*?-]){3,8}[ \t,;|]*+")
_SIGNS = expression(r"[0-9A-Za-z._*?-]")
_LETTERED = expression(r"(?=-*([A-Za-z])\1)[-A-Za-z]{4,9}")
"""A row of a map with dashes."""

_BORDER = expression(r"[-+|=\s]*")
_COUNTED = expression(r"[ \t|]*+[0-9]{1,3}(?:[ \t,;|]++[0-9]{1,3}){3,24}[ \t,;|]*+")
_NUMBER = expression("[0-9]+")
_SUMS = expression(r"[A-Za-z]\s*[=:]\s*[0-9]")
"""The lines below the letters of cages, which may be as many as regions."""


@dataclass(frozen=True, slots=True)
class _Drawing:
    """As many rows as each has cells: their place among the lines of the text, and all cells."""

    lines: Sequence[int]
    cells: str

    @property
    def at(self) -> int:
        return self.lines[0]

    @property
    def size(self) -> int:
        return len(self.lines)


def mapped(
    items: Iterable[Row | Batch | Fault], name: str, said: dict[int, list[str]]
) -> Iterable[Row | Batch | Fault]:
    """The lines of a text, where the grid and the map of a jigsaw have become one line; ``name`` is the text's.

    A drawing of further houses, such as the windows of a windoku, has no givens: ``said`` gets the kind that has them.
    """
    lines, rest = short(items, _MOST_LINES)
    return _mapped(lines, name, said) if rest is None else chain(lines, rest)


def _mapped(lines: list[Row], name: str, said: dict[int, list[str]]) -> Iterator[Row | Batch | Fault]:
    made = _jigsaws(lines)
    gone = {at for _, drawings in made for one in drawings for at in one.lines}
    counted = {at for some in _counted(lines) for at in some}
    for first in sorted(counted - {at + 1 for at in counted}):
        yield Note("the numbers of the cells of a grid are passed over", Place(name, lines[first][0]), light=True)
    gone |= counted
    # Lists of a program are read as such.
    listed = {at for at, (_, line) in enumerate(lines) if line.rstrip().endswith(",")}
    found = (one for one in _drawings(lines) if gone.isdisjoint(one.lines) and listed.isdisjoint(one.lines[:-1]))
    houses = {one.at: one for one in found if _marks_houses(one)}
    gone |= {at for one in houses.values() for at in one.lines}
    whole = [one for _, drawings in made for one in drawings] + list(houses.values())
    gone |= {at for one in whole for at in range(one.at, one.lines[-1]) if _BORDER.fullmatch(lines[at][1]) is not None}
    starts = {drawings[0].at: (text, drawings[1]) for text, drawings in made}
    for at, (number, line) in enumerate(lines):
        start = starts.get(at)
        if at in houses:
            kinds = _with_houses(houses[at])
            said.update({number: kinds} if kinds else {})
            what = f"the houses of the kind {' or '.join(kinds)}" if kinds else "regions besides the boxes"
            place = Place(name, number)
            drawn = f"a drawing of {what}, which is no grid"
            yield Note(drawn, place) if kinds else Fault(drawn, place, "name the kind of the puzzle with --kind")
            yield number, ""
        elif start is None:
            yield number, "" if at in gone else line
        elif isinstance(start[0], Fault):
            yield replace(start[0], place=Place(name, lines[start[1].at][0]))
            yield number, ""
        else:
            message = "a grid and a map of regions are taken for one jigsaw; this is a guess"
            yield Note(message, Place(name, number), "look at the puzzle")
            yield number, start[0]


def _jigsaws(lines: Sequence[Row]) -> list[tuple[str | Fault, list[_Drawing]]]:
    """Each jigsaw as JSON, or the fault of its map, with its grid, its map, and its answer if there is one."""
    drawings = list(_drawings(lines))
    regions = [one for one in drawings if _is_map(one) or _strayed(one)]
    if not regions or any(_SUMS.search(line) for _, line in lines):
        return []
    others = [one for one in drawings if one not in regions and fits(digits(one.cells), one.size)]
    grids = [one for one in others if 0 in digits(one.cells)] or others
    paired = len(grids) == len(regions) and all(a.size == b.size for a, b in zip(grids, regions, strict=True))
    paired = paired and len({a.at < b.at for a, b in zip(grids, regions, strict=True)}) == 1
    if not paired or not all(map(_needs_map, grids, regions)):
        fault = Fault("a map of regions that belongs to no grid", None, "write each map directly below its grid")
        note = Note("a map of regions is passed over: the grid beside it is a proper puzzle without it", None)
        return [(note if paired else fault, [one, one]) for one in regions if _is_map(one)]
    out: list[tuple[str | Fault, list[_Drawing]]] = []
    for grid, drawn in zip(grids, regions, strict=True):
        if not _is_map(drawn):
            out.append((_map_fault(grid, drawn), [grid, drawn]))
            continue
        fields = {"givens": cells_text(digits(grid.cells)), "regions": drawn.cells}
        answers = [one for one in others if one not in grids and one.size == grid.size and _agree(one, grid)]
        if len(answers) == 1:
            fields["solution"] = cells_text(digits(answers[0].cells))
        out.append((json.dumps(fields), sorted([grid, drawn], key=lambda one: one.at) + answers[:1]))
    return out


def _needs_map(grid: _Drawing, drawn: _Drawing) -> bool:
    """Whether a map belongs to a grid: unless that is a proper puzzle without it, and not with it."""
    cells = digits(grid.cells)
    if grid.size not in BOXES:
        # Without a map it is not a puzzle, proper or not.
        return True
    if not _is_map(drawn):
        return 0 in cells and soon_counted(Puzzle(geometry(CLASSIC, grid.size), cells)) != 1
    irregular = geometry(CLASSIC, grid.size, regions_of(drawn.cells, grid.size))
    return only_proper([(geometry(CLASSIC, grid.size), cells), (irregular, cells)]) != 0


def _counted(lines: Sequence[Row]) -> Iterator[list[int]]:
    """The lines of each run with the numbers of all cells, from 0 or 1 on, row by row."""
    run: list[int] = []
    first = many = width = 0
    for at, (_, line) in enumerate(lines):
        if not line.strip():
            continue
        numbers = list(map(int, _NUMBER.findall(line))) if _COUNTED.fullmatch(line) else []
        if not run or len(numbers) != width or numbers[0] != first + many:
            run, many, width, first = [], 0, len(numbers), numbers[0] if numbers else 0
        if first > 1 or width not in BOXES or numbers != list(range(first + many, first + many + width)):
            run = []
            continue
        run.append(at)
        many += width
        if many == width * width:
            yield run
            run = []


def _drawings(lines: Sequence[Row]) -> Iterator[_Drawing]:
    """As many lines as each of them has cells, one below the other or in bands of as many lines with blank ones between them."""
    bands: list[list[tuple[int, str]]] = []
    for run in _runs(lines):
        size = len(run[0][1])
        for start in range(0, len(run) - size + 1, size):
            yield _drawing(run[start : start + size])
        last = bands[-1][-1] if bands else (0, "")
        between = [line for _, line in lines[last[0] + 1 : run[0][0]]]
        beside = all(_BORDER.fullmatch(line) for line in between)
        if not (len(last[1]) == size and len(bands[-1]) == len(run) and beside):
            bands = []
        bands = [*bands, run] if len(run) < size else []
        if len(bands) * len(run) == size:
            whole = _drawing([row for band in bands for row in band])
            sound = _is_map(whole) or bool(_marked(whole)) or fits(digits(whole.cells), size)
            # A word above a grid may be as long as a row.
            bands = [] if sound else bands[1:]
            if sound:
                yield whole


def _runs(lines: Sequence[Row]) -> Iterator[list[tuple[int, str]]]:
    """The lines that follow one another and have as many cells each: their place, and their cells."""
    run: list[tuple[int, str]] = []
    dashes = any("-" in line and (any(map(str.isdecimal, line)) or _LETTERED.fullmatch(line)) for _, line in lines)
    for at, line in [*((at, line) for at, (_, line) in enumerate(lines)), (len(lines), "")]:
        cells = "".join(_SIGNS.findall(line)) if _ROW.fullmatch(line) and (dashes or line.strip(" -")) else ""
        if run and len(cells) != len(run[0][1]):
            yield run
            run = []
        if len(cells) in _SIZES:
            run.append((at, cells))


def _drawing(rows: Sequence[tuple[int, str]]) -> _Drawing:
    return _Drawing([at for at, _ in rows], "".join(cells for _, cells in rows))


def _is_map(drawing: _Drawing) -> bool:
    size, cells = drawing.size, drawing.cells
    if not cells.isalnum() or len(set(cells)) != size:
        return False
    try:
        labels = regions_of(cells, size)
    except ValueError:
        return False
    return all(_hangs_together([at for at, label in enumerate(labels) if label == one], size) for one in range(size))


def _marked(drawing: _Drawing) -> list[frozenset[int]]:
    """The cells of each label of a drawing whose other cells have one sign; none where they do not label houses.

    As digits of a grid they would be wrong: each label is somewhere twice in a row or a column of cells side by side.
    """
    size, cells = drawing.size, drawing.cells
    signs = set(cells)
    blank = next((sign for sign in ".0-_" if sign in signs), "")
    labels = signs - {blank}
    if not blank or not all(map(str.isalnum, labels)):
        return []
    found = [frozenset(at for at, sign in enumerate(cells) if sign == label) for label in sorted(labels)]
    sound = all(len(some) == size and len({at // size for at in some}) < size for some in found)
    return found if sound else []


def _marks_houses(drawing: _Drawing) -> bool:
    """Whether a drawing marks several regions besides the boxes, or all further houses of a kind."""
    found = _marked(drawing)
    together = len(found) > 1 and all(_hangs_together(sorted(some), drawing.size) for some in found)
    return bool(found) and (together or bool(_with_houses(drawing)))


def _with_houses(drawing: _Drawing) -> list[str]:
    """The kinds whose further houses are the cells of the labels of a drawing."""
    wanted = frozenset(_marked(drawing))
    found = []
    for name, rule in RULES.items():
        houses = rule.houses(drawing.size) if rule.only_houses and drawing.size in sizes_of(frozenset({name})) else ()
        if houses and frozenset(frozenset(house.cells) for house in houses) == wanted:
            found.append(name)
    return found


def _strayed(drawing: _Drawing) -> dict[int, _Drawing]:
    """The cells that make a map of a grid that is not one in the region that lacks a cell; {} if none does, or it is a map."""
    size, cells = drawing.size, drawing.cells
    counts = Counter(cells)
    odd = {label: count for label, count in counts.items() if count != size}
    lacking = [label for label, count in odd.items() if count == size - 1]
    having = [label for label, count in odd.items() if count == (size + 1 if len(counts) == size else 1)]
    if not cells.isalnum() or len(odd) != 2 or len(lacking) != 1 or len(having) != 1:
        return {}
    tried = {
        at: replace(drawing, cells=cells[:at] + lacking[0] + cells[at + 1 :])
        for at, label in enumerate(cells)
        if label == having[0]
    }
    return {at: one for at, one in tried.items() if _is_map(one)}


def _map_fault(grid: _Drawing, drawn: _Drawing) -> Fault:
    """The fault of a map that has a cell in the wrong region, and in which cell that may be."""
    wrong = ""
    try:
        regions_of(drawn.cells, drawn.size)
    except ValueError as error:
        wrong = str(error)
    mended = _strayed(drawn)
    solvable = [
        at
        for at, one in mended.items()
        if soon_counted(Puzzle(geometry(CLASSIC, grid.size, regions_of(one.cells, one.size)), digits(grid.cells))) == 1
    ]
    likely = solvable or list(mended)
    at = likely[0]
    named = " or ".join(cell_name(cell, grid.size) for cell in likely)
    proper = ", and then the puzzle is proper" if solvable else ""
    message = f"this is a jigsaw whose map {wrong}"
    return Fault(message, None, f"{named} may belong to region {mended[at].cells[at]}{proper}")


def _hangs_together(cells: Sequence[int], size: int) -> bool:
    left = set(cells[1:])
    edge = [cells[0]]
    while edge:
        at = edge.pop()
        beside = [at - size, at + size, *([at - 1] if at % size else []), *([at + 1] if (at + 1) % size else [])]
        edge += [cell for cell in beside if cell in left]
        left.difference_update(beside)
    return not left


def _agree(full: _Drawing, grid: _Drawing) -> bool:
    pairs = zip(digits(full.cells), digits(grid.cells), strict=True)
    return all(given in (0, digit) and digit for digit, given in pairs)
