"""Addresses of SudokuWiki's solvers: ``...sudoku.htm?bd=<81 digits>``, the same with ``SudokuX.aspx`` for two diagonals,
``...jigsaw.aspx?shape=33&bd=<81 digits>&jigmap=<81 digits>``, and ``...killersudoku.htm?bd=<81 colours>,<162 digits>``.

The map of a jigsaw has a digit for each region; ``shape`` is 33 where it is the user's own, and a number that only the site knows
where there is no map. Two characters for each cell hold its candidates, too: in base 32, a bit for each candidate above one that
is set for a given. In a Killer, cells side by side of one colour are a cage; the digits are two for each cell: the sum at the
cage's first cell, 00 elsewhere. Only 9×9 can be written so. Source: addresses that the site's pages on strategies link to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bookmaker.formats.base.cage_labels import Capacity, flooded, labelled, owners
from bookmaker.formats.base.oneline import Line, one_line, shown
from bookmaker.puzzles.grid.adjacency import coloured
from bookmaker.puzzles.grid.geometry import cell_name
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import CLASSIC, expressed, geometry, regions_of, vocabulary

_SITE = "https://www.sudokuwiki.org/"
_STARTS = r"(?:https?://)?(?:www\.)?sudokuwiki\.org/|bd="
_QUERY = re.compile(r"[?&]bd=([^&#]*)")
_MAP = re.compile(r"[?&]jigmap=([^&#]*)")
_OWN_SHAPE = 33
_NAME = "sudokuwiki"
_PAGES = {"sudoku": CLASSIC, **{word.partition(".")[0].lower(): name for word, name in vocabulary(_NAME).items()}}
"""The kinds of puzzles of the pages that need no more than givens."""

_MAPPED = "jigsaw.aspx"
"""The page of puzzles with a map of regions."""

_PAIR = re.compile("[0-9a-v]{2}", re.IGNORECASE)
_PAGE = re.compile(r"sudokuwiki\.org/([^?#/]*)")
_SIZE, _CELLS = 9, 81


def _read(line: Line) -> Puzzle | None:
    page = _PAGE.search(line.text)
    query = _QUERY.search(line.text if page is not None else f"?{line.text}")
    if query is None:
        line.fault(
            "this address holds no puzzle", 0, "copy the address from the solver's Email This Board, with bd= in it"
        )
        return None
    start = query.start(1) - (page is None)
    board, comma, sums = query[1].partition(",")
    name = "" if page is None else page[1].lower().partition(".")[0]
    if not comma and not name.startswith("killer"):
        return _givens(board, name, start, line)
    if _MAP.search(line.text):
        line.fault("a Killer with a map of regions, which is not known here", 0)
        return None
    if len(board) != _CELLS or not set(board) <= set("01234"):
        line.fault(f"{shown(board)} is not 81 colours from 1 to 4 but {len(board)} symbols", start)
        return None
    sums_at = start + len(board) + 1
    if len(sums) != 2 * _CELLS or not (sums.isascii() and sums.isdecimal()):
        line.fault(f"{shown(sums)} is not 162 digits, two for the sum of each cell, but {len(sums)} symbols", sums_at)
        return None
    totals = [int(sums[place : place + 2]) or None for place in range(0, 2 * _CELLS, 2)]
    regions = flooded(_SIZE, [(a, b) for a, b in _beside() if board[a] == board[b] != "0"])
    heads: dict[int, int] = {}
    for cell, total in enumerate(totals):
        if total is not None:
            if regions[cell] in heads:
                names = f"{cell_name(heads[regions[cell]], _SIZE)} and {cell_name(cell, _SIZE)}"
                line.fault(f"one cage has two sums, at {names}", sums_at + 2 * cell)
                return None
            heads[regions[cell]] = cell
    cages = tuple(labelled(regions, totals))
    return line.source.puzzle(_SIZE, bytes(_CELLS), line.place, line.name, cages=cages)


def _givens(board: str, page: str, start: int, line: Line) -> Puzzle | None:
    """A puzzle of a page that needs no more than givens, and a map on that of jigsaws."""
    found = _MAP.search(line.text)
    mapped = _MAPPED.partition(".")[0]
    if page not in ("", mapped, *_PAGES):
        names = ", ".join((*_PAGES, mapped, "killersudoku"))
        line.fault(f"puzzles of the page {page!r} cannot be read", 0, f"those of {names} can")
        return None
    if found is None and page == mapped:
        line.fault(
            "the map of regions is known to the site only", 0, "choose its Custom shape, whose address has jigmap="
        )
        return None
    if found is not None and page not in ("", mapped):
        line.fault(f"a map of regions on the page {page!r}, which is not known here", 0)
        return None
    digits = _digits(board)
    if digits is None:
        advice = "copy the address from the solver's Email This Board"
        line.fault(f"{shown(board)} is not 81 digits", start, advice)
        return None
    if found is None:
        kind = _PAGES.get(page, CLASSIC)
        if kind == CLASSIC:
            return line.source.puzzle(_SIZE, digits, line.place, line.name)
        return Puzzle(geometry(kind), digits, line.place, line.name)
    try:
        if not set(found[1]) <= set("123456789"):
            raise ValueError("has other symbols than the digits 1 to 9")
        regions = regions_of(found[1], _SIZE)
    except ValueError as error:
        line.fault(f"the map of its regions {error}", found.start(1))
        return None
    return Puzzle(geometry(regions=regions), digits, line.place, line.name)


def _digits(board: str) -> bytes | None:
    """The givens of a board as digits, or with candidates; None if it is neither."""
    if len(board) == _CELLS and set(board) <= set("0123456789."):
        return bytes(0 if symbol == "." else int(symbol) for symbol in board)
    pairs = _PAIR.findall(board)
    if len(board) != 2 * _CELLS or len(pairs) != _CELLS:
        return None
    cells = [int(pair, 32) for pair in pairs]
    if any(cell & 1 and (cell >> 1).bit_count() != 1 for cell in cells):
        return None
    return bytes((cell >> 1).bit_length() if cell & 1 else 0 for cell in cells)


def _beside() -> list[tuple[int, int]]:
    across = [(cell, cell + 1) for cell in range(_CELLS) if (cell + 1) % _SIZE]
    return across + [(cell, cell + _SIZE) for cell in range(_CELLS - _SIZE)]


def _write(puzzle: Puzzle) -> str:
    ground = puzzle.geometry
    if not ground.caged:
        board = "".join(map(str, puzzle.givens))
        if ground.regions:
            regions = "".join(str(region + 1) for region in ground.regions)
            return f"{_SITE}{_MAPPED}?shape={_OWN_SHAPE}&bd={board}&jigmap={regions}"
        (page,) = expressed(ground.rules, _NAME)[0] or ["sudoku.htm"]
        return f"{_SITE}{page}?bd={board}"
    owner = owners(puzzle)
    # A cell in no cage is a region of its own, and no sum sets it apart.
    labels = [index if index >= 0 else -1 - cell for cell, index in enumerate(owner)]
    colours = coloured(labels, _SIZE)
    sums = ["00"] * _CELLS
    for cage in puzzle.cages:
        sums[cage.cells[0]] = f"{cage.sum or 0:02}"
    return f"{_SITE}killersudoku.htm?bd={''.join(str(colour + 1) for colour in colours)},{''.join(sums)}"


_CAPACITY = Capacity(
    format=_NAME,
    uncaged=True,
    regions=True,
    sizes=(_SIZE,),
    givens=True,
    most_sum=99,
    apart=False,
    cornered=False,
)
_HOLDS = frozenset({"kind", "givens", "cages", "name"})


def _also(puzzle: Puzzle) -> Iterator[str]:
    if puzzle.geometry.caged and puzzle.given_count:
        yield "givens in a Killer"
    if len(puzzle.geometry.rules) > 1:
        yield f"puzzles of the kind {puzzle.geometry.kind}"


FORMAT = one_line(_NAME, _STARTS, _CAPACITY, _read, _write, _HOLDS, _also)
