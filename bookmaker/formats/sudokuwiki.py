"""Addresses of SudokuWiki's solvers: ``...killersudoku.htm?bd=<81 colours>,<162 digits>``, and ``...sudoku.htm?bd=<81 digits>``.

In a Killer, cells side by side of one colour are a cage; the digits are two for each cell: the sum at the cage's first cell,
00 elsewhere. Only 9×9 can be written so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bookmaker.formats.cage_labels import Capacity, flooded, labelled, owners
from bookmaker.formats.oneline import Line, one_line, shown
from bookmaker.grid.geometry import cell_name
from bookmaker.grid.puzzle import Puzzle
from bookmaker.grid.region_colours import coloured

_ADDRESS = "https://www.sudokuwiki.org/killersudoku.htm?bd="
_CLASSIC_ADDRESS = "https://www.sudokuwiki.org/sudoku.htm?bd="
_STARTS = r"(?:https?://)?(?:www\.)?sudokuwiki\.org/|bd="
_QUERY = re.compile(r"[?&]bd=([^&#]*)")
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
        return _classic(board, name, start, line)
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


def _classic(board: str, page: str, start: int, line: Line) -> Puzzle | None:
    if page not in ("", "sudoku"):
        line.fault(f"puzzles of the page {page!r} cannot be read", 0, "sudoku.htm and killersudoku.htm can")
        return None
    if len(board) != _CELLS or not set(board) <= set("0123456789."):
        line.fault(
            f"{shown(board)} is not 81 digits", start, "addresses that hold solved cells or candidates cannot be read"
        )
        return None
    givens = bytes(0 if symbol == "." else int(symbol) for symbol in board)
    return line.source.puzzle(_SIZE, givens, line.place, line.name)


def _beside() -> list[tuple[int, int]]:
    across = [(cell, cell + 1) for cell in range(_CELLS) if (cell + 1) % _SIZE]
    return across + [(cell, cell + _SIZE) for cell in range(_CELLS - _SIZE)]


def _write(puzzle: Puzzle) -> str:
    if not puzzle.geometry.caged:
        return _CLASSIC_ADDRESS + "".join(map(str, puzzle.givens))
    owner = owners(puzzle)
    # A cell in no cage is a region of its own, and no sum sets it apart.
    labels = [index if index >= 0 else -1 - cell for cell, index in enumerate(owner)]
    colours = coloured(labels, _SIZE)
    sums = ["00"] * _CELLS
    for cage in puzzle.cages:
        sums[cage.cells[0]] = f"{cage.sum or 0:02}"
    return f"{_ADDRESS}{''.join(str(colour + 1) for colour in colours)},{''.join(sums)}"


_CAPACITY = Capacity(uncaged=True, sizes=(_SIZE,), givens=True, most_sum=99, apart=False, cornered=False)
_HOLDS = frozenset({"kind", "givens", "cages", "name"})


def _also(puzzle: Puzzle) -> Iterator[str]:
    if puzzle.geometry.caged and puzzle.given_count:
        yield "givens in a Killer"


FORMAT = one_line("sudokuwiki", _STARTS, _CAPACITY, _read, _write, _HOLDS, _also)
