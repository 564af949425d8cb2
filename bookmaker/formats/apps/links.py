"""Addresses that hold a puzzle themselves; nothing is fetched from a network.

puzz.link and its kin write ``sudoku/9/9/`` and the cells: a digit is 0 to f, ``-`` begins one of two hexadecimal digits, and
g to z are runs of one to twenty empty cells (pzpr.js, ``decodeNumber16``). Any other address is read by its contents,
whatever its host: 81 digits and dots, as those of sudokuexchange.com have; LZString or base64 of the JSON of f-puzzles,
SudokuPad, SudokuMaker or any other program, as those of Sudocle have; penpa's text. Those of SudokuWiki's solvers can be
written, too.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import unquote

from bookmaker.formats.apps import fpuzzles, json_puzzles, penpa, sudokupad
from bookmaker.formats.base.cages import flooded, labelled, owners
from bookmaker.formats.base.cells import shown
from bookmaker.formats.base.format import Capacity, Format, Line, one_line, quoted
from bookmaker.formats.base.json_values import WrongError, loads
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import Block, Source
from bookmaker.puzzles.grid.geometry import BOXES, cell_name, coloured
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import CLASSIC, expressed, geometry, regions_of, vocabulary

# Addresses of SudokuWiki's solvers: ``...sudoku.htm?bd=<81 digits>``, the same with ``SudokuX.aspx`` for two diagonals,
# ``...jigsaw.aspx?shape=33&bd=<81 digits>&jigmap=<81 digits>``, and ``...killersudoku.htm?bd=<81 colours>,<162 digits>``.
#
# The map of a jigsaw has a digit for each region; ``shape`` is 33 where it is the user's own, and a number that only the site
# knows where there is no map. Two characters for each cell hold its candidates, too: in base 32, a bit for each candidate above
# one that is set for a given. In a Killer, cells side by side of one colour are a cage; the digits are two for each cell: the sum
# at the cage's first cell, 00 elsewhere. Only 9×9 can be written so. Source: addresses that the site's pages on strategies link
# to.

_SITE = "https://www.sudokuwiki.org/"
_STARTS = r"(?:https?://)?(?:www\.)?sudokuwiki\.org/|bd="
_QUERY = expression(r"[?&]bd=([^&#]*)")
_MAP = expression(r"[?&]jigmap=([^&#]*)")
_OWN_SHAPE = 33
_NAME = "sudokuwiki"
_PAGES = {"sudoku": CLASSIC, **{word.partition(".")[0].lower(): name for word, name in vocabulary(_NAME).items()}}
"""The kinds of puzzles of the pages that need no more than givens."""

_MAPPED = "jigsaw.aspx"
"""The page of puzzles with a map of regions."""

_PAIR = expression("[0-9a-v]{2}", re.IGNORECASE)
_PAGE = expression(r"sudokuwiki\.org/([^?#/]*)")
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
        line.fault(f"{quoted(board)} is not 81 colours from 1 to 4 but {len(board)} symbols", start)
        return None
    sums_at = start + len(board) + 1
    if len(sums) != 2 * _CELLS or not (sums.isascii() and sums.isdecimal()):
        line.fault(f"{quoted(sums)} is not 162 digits, two for the sum of each cell, but {len(sums)} symbols", sums_at)
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
        line.fault(f"{quoted(board)} is not 81 digits", start, advice)
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
    format=_NAME, uncaged=True, regions=True, sizes=(_SIZE,), givens=True, most_sum=99, apart=False, cornered=False
)
_HOLDS = frozenset({"kind", "givens", "cages", "name"})


def _also(puzzle: Puzzle) -> Iterator[str]:
    if puzzle.geometry.caged and puzzle.given_count:
        yield "givens in a Killer"
    if len(puzzle.geometry.rules) > 1:
        yield f"puzzles of the kind {puzzle.geometry.kind}"


SUDOKUWIKI = one_line(_NAME, _STARTS, _CAPACITY, _read, _write, _HOLDS, _also)


_PZPR = expression(r"[?/]sudoku/([0-9]{1,2})/([0-9]{1,2})/([0-9a-z.%@-]+)")
_PIECE = expression(r"-([0-9a-f]{2})|([0-9a-f])|([g-z])|(.)")
_CELLS_IN_LINK = expression(r"(?<![0-9A-Za-z.])[0-9.]{81}(?![0-9A-Za-z.])")
_SHORT = expression(r"https?://(?:www\.)?(?:tinyurl\.com|bit\.ly|t\.co|goo\.gl|is\.gd|ow\.ly)/")
_LONGEST = 10_000


_PACKED = expression(r"(?:fpuzzles|fpuz|scl|ctc)?(?=N4I|eyJ|(?<=scl)|(?<=ctc))[A-Za-z0-9+/_$-]{40,}={0,3}")
_BEGINS = ("N4I", "eyJ", "fpuz", "scl", "ctc")
_PREFIX = expression("fpuzzles|fpuz|scl|ctc")
_PENPA = expression(r"m=(?:edit|solve)[^\s]*&p=[^&\s]+")
_URI_SAFE = str.maketrans("-_$", "/+=")
_LONGEST_PACKED = 200_000


def claims(line: str) -> bool:
    """Whether the line is a link, or the packed puzzle of one."""
    bare = line.strip()
    if bare.startswith(_BEGINS):
        return _PACKED.fullmatch(unquote(bare)) is not None
    return bare[:8].lower().startswith(("http://", "https://"))


def parse(blocks: Iterable[Block], source: Source) -> Iterator[Puzzle | None]:
    """The puzzle of each link that holds one; short links become faults of the source, and the others notes."""
    for block in blocks:
        for number, line in block.content():
            packed = _payload(line.strip()[:_LONGEST_PACKED])
            if packed:
                yield from _unpacked(packed, number, source)
            else:
                yield _parse_line(line.strip()[:_LONGEST], number, source)


def _payload(line: str) -> str:
    """The packed puzzle that an address carries, "" without one."""
    found = _PENPA.search(line)
    if found is not None:
        return found[0]
    # A value of the query, or the end of the path: a slash may be a letter of base64.
    for part in re.split(r"[?&#]", line):
        value = unquote(part.partition("=")[2] if "=" in part[:40] else part).strip()
        if value[:1] == "{" and value[-1:] == "}":
            return value
        value = value.replace(" ", "+")
        packed = _PACKED.search(value) if "//" in part else _PACKED.match(value)
        if packed is not None and packed.end() == len(value):
            return packed[0]
    return ""


def _unpacked(packed: str, number: int, source: Source) -> Iterator[Puzzle | None]:
    """The puzzle that an address carries; a fault in it becomes one of the source."""
    if packed.startswith("m="):
        yield from penpa.parse([Block(number, [packed])], source)
        return
    prefix = _PREFIX.match(packed)
    try:
        text = _text(packed if prefix is None else packed[prefix.end() :])
        if prefix is not None and prefix[0] in ("scl", "ctc"):
            yield sudokupad.from_object(text, source.place(number, 1), source)
            return
        found, end = loads(text)
        if text[end:].strip():
            raise WrongError("a link holds one JSON object")
    except ValueError as error:
        source.fault(f"this link cannot be read: {error}", number, 1, "copy it anew, whole")
        yield None
        return
    except WrongError as wrong:
        source.fault(f"{wrong.path}: {wrong.message}" if wrong.path else wrong.message, number, 1, wrong.advice)
        yield None
        return
    yield from json_puzzles.read_all(found, source.place(number, 1), source, "")


def _text(packed: str) -> str:
    """The text that was packed. Raises ValueError."""
    if packed[:1] == "{":
        return packed
    if packed.startswith("eyJ"):
        bare = packed.translate(str.maketrans("-_", "+/")).rstrip("=")
        return base64.b64decode(bare + "=" * (-len(bare) % 4)).decode("utf-8")
    return fpuzzles.unpack(packed.translate(_URI_SAFE))


def _parse_line(line: str, number: int, source: Source) -> Puzzle | None:
    found = _PZPR.search(line)
    if found is not None:
        return _pzpr(found, number, source)
    words = _CELLS_IN_LINK.findall(unquote(line).replace(",", ""))
    if len(words) == 1 and any(symbol in "123456789" for symbol in words[0]):
        cells = bytes(0 if symbol in "0." else int(symbol) for symbol in words[0])
        return source.puzzle(9, cells, source.place(number, 1))
    if _SHORT.match(line) or words:
        message = f"{shown(line)!r} holds no puzzle that can be read here; nothing is fetched from the network"
        source.fault(message, number, 1, "open a short link in a browser and copy the long one that it leads to")
    else:
        source.passed_over(line, number)
    return None


def _pzpr(found: re.Match[str], number: int, source: Source) -> Puzzle | None:
    size = int(found[1])
    if found[1] != found[2] or size not in BOXES:
        source.fault(f"a board of {found[1]} by {found[2]} cells; no grid has that size", number, found.start() + 1)
        return None
    cells: list[int] = []
    for piece in _PIECE.finditer(found[3]):
        if piece[3]:
            cells += [0] * (ord(piece[3]) - ord("f"))
        else:
            cells.append(0 if piece[4] == "." else int(piece[1] or piece[2] or "99", 16))
    if len(cells) != size * size or max(cells) > size or "%" in found[3] or "@" in found[3]:
        message = f"the cells of this link are not {size * size} with digits from 1 to {size}"
        source.fault(message, number, found.start(3) + 1, "copy it anew, whole")
        return None
    return source.puzzle(size, bytes(cells), source.place(number, 1))


def render(puzzles: Sequence[Puzzle]) -> str:
    """Nothing: no puzzle is written as such a link."""
    return "" * len(puzzles)


LINKS = Format("link", frozenset(), lambda _: False, parse, render, frozenset(), claims=claims)
