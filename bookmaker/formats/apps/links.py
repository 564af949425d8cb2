"""Links to other sites: the puzzle is taken where the address itself holds it; nothing is fetched from a network.

puzz.link and its kin write ``sudoku/9/9/`` and the cells: a digit is 0 to f, ``-`` begins one of two hexadecimal digits, and
g to z are runs of one to twenty empty cells (pzpr.js, ``decodeNumber16``). Any other address may have 81 digits and dots in it,
as those of sudokuexchange.com have.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import unquote

from bookmaker.formats.base.cells import shown
from bookmaker.formats.base.source import Block, Format, Source
from bookmaker.puzzles.grid.geometry import BOXES
from bookmaker.puzzles.grid.puzzle import Puzzle

_PZPR = re.compile(r"[?/]sudoku/([0-9]{1,2})/([0-9]{1,2})/([0-9a-z.%@-]+)")
_PIECE = re.compile(r"-([0-9a-f]{2})|([0-9a-f])|([g-z])|(.)")
_CELLS = re.compile(r"(?<![0-9A-Za-z.])[0-9.]{81}(?![0-9A-Za-z.])")
_SHORT = re.compile(r"https?://(?:www\.)?(?:tinyurl\.com|bit\.ly|t\.co|goo\.gl|is\.gd|ow\.ly)/")
_LONGEST = 10_000


def claims(line: str) -> bool:
    """Whether the line is a link."""
    return line.lstrip()[:8].lower().startswith(("http://", "https://"))


def parse(blocks: Iterable[Block], source: Source) -> Iterator[Puzzle | None]:
    """The puzzle of each link that holds one; short links become faults of the source, and the others notes."""
    for block in blocks:
        for number, line in block.content():
            yield _parse_line(line.strip()[:_LONGEST], number, source)


def _parse_line(line: str, number: int, source: Source) -> Puzzle | None:
    found = _PZPR.search(line)
    if found is not None:
        return _pzpr(found, number, source)
    words = _CELLS.findall(unquote(line).replace(",", ""))
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


FORMAT = Format("link", frozenset(), lambda _: False, parse, render, frozenset(), claims=claims)
