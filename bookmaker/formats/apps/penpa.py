"""Links to the puzzle editor penpa+: ``https://swaroopg92.github.io/penpa-edit/#m=edit&p=...``.

``p`` is base64 of raw deflate of lines of text. The first has the kind and size of the board and its title, the fourth
holds what was drawn as the problem and the fifth what as the answer: JSON in which common words are shortened to ``z``
and a letter. Cells are numbered over a board with two more lines on every side; numbers are under ``number`` as [text,
colour, size], Killer cages under ``killercages`` as lists of cells, their sums under ``numberS`` in the top left corner,
thermometers under ``thermo`` and arrows under ``arrows`` as lists of cells from the bulb or circle on; heavy edges under
``lineE`` by the numbers of their corners. That which has no rule of its own there is not read: shades, symbols, lines.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import unquote

from bookmaker.base.errors import UsageError
from bookmaker.formats.base import clues
from bookmaker.formats.base.cages import flooded
from bookmaker.formats.base.format import Format, place_of, require
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import Block, Source, plain_name
from bookmaker.puzzles.grid.geometry import BOXES, SYMBOLS, Geometry
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import RULES, kind_of, regions_of, rules_of
from bookmaker.puzzles.rules import geometry as geometry_of

_LINK = expression(r"(?:https?://[^\s#?]*penpa[^\s#?]*[#?])?m=(?:edit|solve)[^\s]*?&p=([A-Za-z0-9+/=%_-]+)(?:&\S*)?")
_PREFIX = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
_MOST_UNPACKED = 1 << 20
_BOARDS = ("square", "sudoku")
_SHORT = {
    "z9": "qa", "zQ": "pu_q", "zA": "pu_a", "zG": "grid", "zM": "edit_mode", "zS": "surface", "zL": "line", "zE": "lineE",
    "zW": "wall", "zC": "cage", "zN": "number", "zY": "symbol", "zP": "special", "zB": "board", "zR": "command_redo",
    "zU": "command_undo", "z8": "command_replay", "z1": "numberS", "zF": "freeline", "z2": "freelineE", "zT": "thermo",
    "z3": "arrows", "zD": "direction", "z0": "squareframe", "z5": "polygon", "z4": "deletelineE", "z6": "killercages",
    "z7": "nobulbthermo", "z_": "__a",
}  # fmt: skip
_WORD = expression(r'"[^"]*"|z[A-Z0-9_]')
_NAME = "penpa"
_NO_BULB = "nobulbthermo"
_NORMAL, _LARGE = "1", "10"


def claims(line: str) -> bool:
    """Whether the line is such a link."""
    return "&p=" in line and _LINK.fullmatch(line.strip().partition(" #")[0].rstrip()) is not None


def parse(blocks: Iterable[Block], source: Source) -> Iterator[Puzzle | None]:
    """Every line that is a link to a Sudoku; the others become faults of the source."""
    for block in blocks:
        for number, line in block.content():
            try:
                yield _parse_line(line.strip(), number, source)
            except _Unfit as unfit:
                source.fault(f"this penpa link {unfit}", number, 1)
                yield None


class _Unfit(Exception):  # noqa: N818 -- it never leaves this module
    pass


def _parse_line(line: str, number: int, source: Source) -> Puzzle | None:
    found = _LINK.fullmatch(line.partition(" #")[0].rstrip())
    if found is None:
        raise _Unfit("is incomplete: #m=edit&p= and the puzzle are expected")
    lines = _unpacked(unquote(found[1])).split("\n")
    head = lines[0].split(",")
    if len(lines) < 4 or len(head) < 3 or head[0] not in _BOARDS:
        raise _Unfit("holds no square board")
    space = _json(lines[1])
    if not (
        isinstance(space, list) and len(space) == 4 and all(type(lines) is int and 0 <= lines < 99 for lines in space)
    ):
        raise _Unfit("is damaged")
    over, under, left, right = space
    wide, high = (int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else 0 for text in head[1:3])
    size = wide - left - right
    if size != high - over - under or size not in BOXES:
        raise _Unfit(f"holds a board of {wide - left - right} by {high - over - under} cells; no grid has that size")
    board = _Board(size, wide + 4, high + 4, over + 2, left + 2)
    problem = _json(lines[3])
    answer = _json(lines[4]) if len(lines) > 4 else {}
    if not isinstance(problem, dict) or not isinstance(answer, dict):
        raise _Unfit("is damaged")
    if problem.get(_NO_BULB):
        raise _Unfit("holds thermometers without a bulb, whose rules are not known here")
    givens = board.digits(problem)
    cages = board.cages(problem)
    solved = board.digits(answer)
    full = bytes(given or digit for given, digit in zip(givens, solved, strict=True))
    title = head[15].partition(":")[2] if len(head) > 15 and head[15].startswith("Title:") else ""
    held = board.clues(problem)
    # A kind that needs clues has them here: the grid is read without those rules, which come with the clues.
    asked = rules_of(source.kind)
    bare = Source(source.name, kind_of({name for name in asked if not RULES[name].clues})) if held else source
    known = bare.puzzle(
        size,
        givens,
        source.place(number, 1),
        plain_name(title.replace("%2C", ",")),
        full if any(solved) and 0 not in full else None,
        cages,
    )
    regions = board.regions(problem) if known is not None and known.geometry.boxed else None
    if regions is not None:
        source.boxed.add(source.place(number, 1))
    if known is None or not (held or regions):
        source.faults += bare.faults if held else []
        return known
    try:
        rules, own = clues.understood(held, (), _NAME) if held else (frozenset[str](), None)
        ground = geometry_of(known.geometry.rules | asked | rules, size, regions, own)
    except UsageError as error:
        raise _Unfit(f"holds a puzzle whose clues are wrong: {error.faults[0].message}") from error
    return replace(known, geometry=ground)


class _Board:
    """Where the cells of a grid lie on the board of a link."""

    def __init__(self, size: int, wide: int, high: int, top: int, left: int) -> None:
        self.size, self._wide, self._points, self._top, self._left = size, wide, wide * high, top, left
        self.index = {(top + r) * wide + left + c: r * size + c for r in range(size) for c in range(size)}

    def digits(self, drawn: Mapping[str, Any]) -> bytes:
        """The digits written in the cells."""
        cells = bytearray(self.size * self.size)
        for key, value in _pairs(drawn.get("number")):
            if not isinstance(value, list) or len(value) < 3 or str(value[2]) not in (_NORMAL, _LARGE):
                continue  # Small numbers are notes.
            text = str(value[0]).strip()
            if key not in self.index or not text:
                continue
            digit = (
                int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else SYMBOLS.find(text.upper()) + 1
            )
            if len(text) > 2 or not 1 <= digit <= self.size:
                raise _Unfit(f"has {text[:20]!r} in a cell, which is not a digit of a grid of {self.size}×{self.size}")
            cells[self.index[key]] = digit
        return bytes(cells)

    def clues(self, drawn: Mapping[str, Any]) -> dict[str, list[tuple[tuple[int, ...], tuple[int, ...]]]]:
        """The cells of the clues, which are drawn as lines, by the words for them."""
        found: dict[str, list[tuple[tuple[int, ...], tuple[int, ...]]]] = {}
        for word in _WRITTEN:
            lines = drawn.get(word) or []
            if not isinstance(lines, list) or not all(isinstance(line, list) for line in lines):
                raise _Unfit("is damaged")
            for line in filter(None, lines[: len(self.index)]):
                cells = [self.index.get(point) if type(point) is int else None for point in line]
                if None in cells:
                    raise _Unfit(f"holds a line of {word} that leaves the grid")
                found.setdefault(word, []).append((tuple(cell for cell in cells if cell is not None), ()))
        return found

    def cages(self, drawn: Mapping[str, Any]) -> tuple[Cage, ...]:
        """The cages, each with the sum in the corner of one of its cells."""
        listed = drawn.get("killercages") or []
        if not isinstance(listed, list):
            raise _Unfit("is damaged")
        sums = {}
        for key, value in _pairs(drawn.get("numberS")):
            point, corner = divmod(key, 4)
            text = str(value[0]) if isinstance(value, list) and value else ""
            if corner == 0 and text.isascii() and text.isdecimal() and len(text) < 4:
                sums[self.index.get(point - self._points)] = int(text)
        out = []
        for points in listed[:1000]:
            if not isinstance(points, list):
                raise _Unfit("is damaged")
            if not points:
                continue
            cells = [self.index.get(point) if type(point) is int else None for point in points]
            inside = [cell for cell in cells if cell is not None]
            strays = tuple(self._margin(point) for point, cell in zip(points, cells, strict=True) if cell is None)
            total = next((sums[cell] for cell in sorted(inside) if cell in sums), None)
            out.append(Cage(tuple(inside), total, strays))
        return tuple(out)

    def regions(self, drawn: Mapping[str, Any]) -> tuple[int, ...] | None:
        """The map of regions that drawn edges part the cells into: boxes, or those of a jigsaw; None where they do not."""
        edges = drawn.get("lineE")
        if not isinstance(edges, dict) or not edges:
            return None
        names = {tuple(sorted(name.split(","))) for name in edges}
        size, joined = self.size, []
        for cell in range(size * size):
            row, column = divmod(cell, size)
            if column + 1 < size and self._edge(row, column + 1, row + 1, column + 1) not in names:
                joined.append((cell, cell + 1))
            if row + 1 < size and self._edge(row + 1, column, row + 1, column + 1) not in names:
                joined.append((cell, cell + size))
        try:
            return regions_of(flooded(size, joined), size)
        except ValueError:
            return None

    def _edge(self, *corners: int) -> tuple[str, ...]:
        """The name of an edge between two corners of cells, each a row and a column."""
        ends = (corners[:2], corners[2:])
        points = (self._points + (self._top - 1 + row) * self._wide + self._left - 1 + column for row, column in ends)
        return tuple(sorted(map(str, points)))

    def _margin(self, point: Any) -> str:
        """The name of a point of the margin; above the grid and left of it there is row 0 and column 0."""
        row, column = divmod(point if type(point) is int and 0 <= point < self._points else 0, self._wide)
        return f"r{max(0, row - self._top + 1)}c{max(0, column - self._left + 1)}"


def _pairs(value: Any) -> Iterator[tuple[int, Any]]:
    if isinstance(value, dict):
        for key, item in value.items():
            if key.isascii() and key.isdecimal() and len(key) < 9:
                yield int(key), item


def _unpacked(text: str) -> str:
    try:
        data = base64.b64decode(text.replace("-", "+").replace("_", "/") + "=" * (-len(text) % 4))
        inflate = zlib.decompressobj(-15)
        out = inflate.decompress(data, _MOST_UNPACKED)
    except (binascii.Error, ValueError, zlib.error) as error:
        raise _Unfit("is damaged") from error
    if inflate.unconsumed_tail:
        raise _Unfit(f"unpacks to more than {_MOST_UNPACKED >> 20} MB; no puzzle does")
    if not inflate.eof and not out.endswith(b"\n") and b"\n" not in out:
        raise _Unfit("is cut short")
    return out.decode("utf-8", "replace")


def _json(line: str) -> Any:
    """The JSON of a line with its short words written out."""
    long = _WORD.sub(
        lambda word: "null" if word[0] == "zO" else f'"{_SHORT[word[0]]}"' if word[0] in _SHORT else word[0], line
    )
    try:
        return json.loads(long)
    except (ValueError, RecursionError) as error:
        raise _Unfit("is damaged") from error


_WRITTEN = ("thermo", "arrows")
"""The words for clues, in the order of their lists in ``_EMPTY``."""

_EMPTY = (
    "{zR:{z_:[]},zU:{z_:[]},z8:{z_:[]},zS:{},zN:%s,z1:%s,zY:{},zF:{},z2:{},zT:%s,z3:%s,zD:[],z0:[],z5:[],zL:{},zE:%s,"
    "zW:{},zC:{},z4:{},z6:%s,z7:[]}"
)
_MODE = (
    '{zM:zN,zS:["",1],zL:["1",%d],zE:["1",%d],zW:["",%d],zC:["1",10],zN:["1",%d],zY:["circle_L",1],zP:[zT,""],zB:["",""],'
    '"move":["1",""],"combi":["battleship",""],"sudoku":["1",%d]}'
)


def lacks(puzzle: Puzzle) -> Iterator[str]:
    """Cells outside the grid are points of the margin, whose names are lost; a sum is in the first cell of its cage, and a
    cage takes the first sum that one of its cells has.
    """
    if any(RULES[name].clues and _NAME not in RULES[name].foreign for name in puzzle.geometry.rules):
        yield f"clues of puzzles of the kind {puzzle.geometry.kind}"
    sums = {cage.cells[0]: cage.sum for cage in puzzle.cages if cage.cells and cage.sum is not None}
    for cage in puzzle.cages:
        named = place_of(cage, puzzle.geometry.size)
        if cage.strays or not cage.cells:
            yield f"a cage without cells, or with cells outside the grid (the cage at {named})"
        elif cage.sum is not None and not 0 <= cage.sum < 1000:
            yield f"the sum {cage.sum} (the cage at {named})"
        elif next((sums[cell] for cell in cage.cells if cell in sums), None) != cage.sum:
            yield f"cages that share a cell with a sum (the cage at {named})"


def render(puzzles: Sequence[Puzzle]) -> str:
    """One link a line. Raises UsageError for cages that it cannot hold."""
    require(_NAME, lacks, puzzles)
    return "".join(f"{_PREFIX}{_packed(puzzle)}\n" for puzzle in puzzles)


def _packed(puzzle: Puzzle) -> str:
    geometry = puzzle.geometry
    size, wide = geometry.size, geometry.size + 4
    point = {cell: (cell // size + 2) * wide + cell % size + 2 for cell in range(size * size)}
    title = plain_name(puzzle.name).replace(",", "%2C")
    centre = (wide // 2) * wide + wide // 2
    side = 38 * (size + 1)
    head = f"sudoku,{size},{size},38,0,1,1,{side},{side},{centre},{centre},0,0,0,0,Title: {title},Author: ,,,OFF,false"
    mode = f'{{z9:zQ,zG:["1","2","1"],zQ:{_MODE % (2, 2, 2, 1, 1)},zA:{_MODE % (3, 3, 3, 2, 9)}}}'
    drawn = clues.expressed(puzzle, _NAME)[0] if geometry.clued else {}
    problem = _EMPTY % (
        _numbers(puzzle.givens, point, 1),
        _sums(puzzle, point, wide * wide),
        *(_listed([[point[cell] for cell in cells] for cells, _ in drawn.get(word, ())]) for word in _WRITTEN),
        _lines(geometry, wide),
        _listed([[point[cell] for cell in cage.cells] for cage in puzzle.cages]),
    )
    added = bytes(
        0 if given else digit for given, digit in zip(puzzle.givens, puzzle.answer or puzzle.givens, strict=True)
    )
    answer = _EMPTY % (_numbers(added, point, 2), "{}", "[]", "[]", "{}", "[]")
    steps = [point[0], *(1 if cell % size else 5 for cell in range(1, size * size))]
    text = "\n".join((head, "[0,0,0,0]", mode, problem, answer, _listed(steps), "[]", "{}"))
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(deflate.compress(text.encode()) + deflate.flush()).decode()


def _listed(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def _numbers(cells: bytes, point: Mapping[int, int], colour: int) -> str:
    return _listed({str(point[cell]): [str(digit), colour, _NORMAL] for cell, digit in enumerate(cells) if digit})


def _sums(puzzle: Puzzle, point: Mapping[int, int], points: int) -> str:
    return _listed(
        {str(4 * (point[cage.cells[0]] + points)): [str(cage.sum), 1] for cage in puzzle.cages if cage.sum is not None}
    )


def _lines(geometry: Geometry, wide: int) -> str:
    """The heavy lines between boxes, as pairs of corners, which are numbered after all cells."""
    size, (height, width) = geometry.size, geometry.box
    corner = {(r, c): wide * wide + (r + 1) * wide + c + 1 for r in range(size + 1) for c in range(size + 1)}
    pairs = [(corner[r, c], corner[r + 1, c]) for c in range(width, size, width) for r in range(size)]
    pairs += [(corner[r, c], corner[r, c + 1]) for r in range(height, size, height) for c in range(size)]
    return _listed({f"{one},{other}": 2 for one, other in pairs})


def lost(puzzle: Puzzle) -> str:
    """An answer can be held if it fills the grid around the givens."""
    answer = puzzle.answer
    if answer is None:
        return ""
    same = all(given in (0, digit) for given, digit in zip(puzzle.givens, answer, strict=False))
    complete = len(answer) == len(puzzle.givens) and all(1 <= digit <= puzzle.geometry.size for digit in answer)
    return "" if same and complete and answer != puzzle.givens else "answer"


FORMAT = Format(
    _NAME,
    frozenset({"givens", "answer", "name", "cages", "clues", "boxes"}),
    lambda block: any(claims(line) for _, line in block.content()),
    parse,
    render,
    claims=claims,
    lost=lost,
    lacks=lacks,
)
