"""Game ids of Simon Tatham's Solo: ``3x3:1a3_6c...`` for classic and X, ``3x3k:zzzc,ab___...,3a15b22_...`` for Killers.

Before the colon are the columns and rows of boxes, or the size and ``j`` for a jigsaw, ``x`` for diagonals, ``k`` for cages,
and symmetry and difficulty, which are not part of the puzzle. Boxes of another form than ours, such as upright ones, are read as
the regions of a jigsaw. After the colon: the givens; for a jigsaw the lines between regions; for a Killer the lines between
cages, and the sums in the cages' first cells.
Digits are written as numbers, ``_`` between two of them; a letter is a run of so many empty cells. In the lines a letter counts
the places without a line up to the next line, ``_`` none, and ``z`` is 25 places and no line; vertical lines come first, in
reading order, then horizontal ones column by column. Source: the author's documentation and ``solo.c``. A saved game
(``SAVEFILE``) holds the same in its fields ``PARAMS`` and ``DESC``, each with its length.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from bookmaker.formats.apps import tatham_games
from bookmaker.formats.base.cages import flooded, labelled, owners
from bookmaker.formats.base.format import LONGEST_NUMBER, Capacity, Format, Line, one_line, quoted
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import Block, Source
from bookmaker.puzzles.grid.geometry import BOXES, SIZES
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import expressed, geometry, regions_of, understood, vocabulary, with_cages

_HEAD = expression(r"([0-9]{1,3})(?:x([0-9]{1,3})|j)([a-z0-9]*)([:#])")
_FLAGS = expression(r"(?:x|k|a|d[tbiaeu]|md?[0-9]*|r[0-9]*)*")
_RUNS = expression(r"[a-z_]|[0-9]+|.", re.DOTALL)
_NAME = "sgt"
_LONGEST_RUN = 26
_LONGEST_GAP = 25


def _read(line: Line) -> Puzzle | None:
    head = _HEAD.match(line.text)
    if head is None:
        return tatham_games.read(line, _regions, _cells)
    size = _size(head, line)
    if size is None:
        return None
    if head[4] == "#":
        advice = "copy the id by the program's menu: Game, Specific"
        line.fault("a random seed names no puzzle outside the program that made it", head.end() - 1, advice)
        return None
    flags = head[3]
    if _FLAGS.fullmatch(flags) is None:
        line.fault(f"{quoted(flags)} is not a sequence of flags of Solo", head.start(3))
        return None
    rules = understood(set(flags) & set(vocabulary(_NAME)), _NAME)
    parts = line.text[head.end() :].split(",")
    names = ["givens", *["regions"] * (head[2] is None), *["cages", "sums"] * ("k" in flags)]
    if len(parts) != len(names):
        wanted = f"{', '.join(names[:-1])} and {names[-1]}" if names[1:] else "the givens only"
        line.fault(f"{len(parts)} parts between commas; {wanted} are expected", head.end())
        return None
    givens = _cells(parts[0], size * size, size, "the givens", head.end(), line)
    if givens is None:
        return None
    regions, at = None, head.end() + len(parts[0]) + 1
    if head[2] is not None and BOXES.get(size) != (int(head[1]), int(head[2])):
        regions = _boxes(int(head[1]), int(head[2]))
    if head[2] is None:
        labels = _regions(parts.pop(1), size, at, "regions", line)
        if labels is None:
            return None
        try:
            regions = regions_of(labels, size)
        except ValueError as error:
            line.fault(f"the map of its regions {error}", at)
            return None
    cages = _cages(parts, size, at, line) if "k" in flags else ()
    if cages is None:
        return None
    ground = geometry(with_cages(rules) if "k" in flags else rules, size, regions)
    return Puzzle(ground, bytes(givens), line.place, line.name, cages=cages)


def _size(head: re.Match[str], line: Line) -> int | None:
    if head[2] is None:
        if int(head[1]) not in SIZES:
            line.fault(f"a jigsaw of {head[1]}×{head[1]}; no grid has that size", head.start())
            return None
        return int(head[1])
    across, down = int(head[1]), int(head[2])
    size = across * down
    if size not in SIZES or min(across, down) < 2:
        line.fault(f"{across}x{down} boxes make a grid of {size}×{size}; no grid has that size", head.start())
        return None
    return size


def _boxes(height: int, width: int) -> tuple[int, ...]:
    """Boxes as a map of regions."""
    size = height * width
    return regions_of([(cell // size // height, cell % size // width) for cell in range(size * size)], size)


def _cells(text: str, count: int, most: int, what: str, start: int, line: Line) -> list[int] | None:
    """The number of each cell, 0 for none, from numbers and runs of empty cells."""
    cells: list[int] = []
    number_before = False
    for run in _RUNS.finditer(text):
        word = run[0]
        if word[0].isdecimal() and word.isascii():
            number = int(word) if len(word) <= LONGEST_NUMBER else -1
            if not 1 <= number <= most:
                line.fault(f"{quoted(word)} in {what} is not a number from 1 to {most}", start + run.start())
                return None
            cells.append(number)
        elif word == "_":
            if not number_before:
                line.fault(f"'_' in {what} is written between two numbers only", start + run.start())
                return None
        elif "a" <= word <= "z":
            cells += [0] * (ord(word) - 96)
        else:
            line.fault(f"{word!r} in {what} is neither a number nor a letter from a to z", start + run.start())
            return None
        number_before = word[0].isdecimal()
    if len(cells) != count:
        line.fault(f"{what} hold {len(cells)} cells; the grid has {count}", start)
        return None
    return cells


def _cages(parts: list[str], size: int, start: int, line: Line) -> tuple[Cage, ...] | None:
    labels = _regions(parts[1], size, start, "cages", line)
    most = size * (size + 1) // 2
    sums_at = start + len(parts[1]) + 1
    sums = _cells(parts[2], size * size, most, "the sums", sums_at, line)
    if labels is None or sums is None:
        return None
    summed: set[int] = set()
    for cell, total in enumerate(sums):
        if total and labels[cell] in summed:
            line.fault(f"a second sum, {total}, in one cage", sums_at)
            return None
        if total:
            summed.add(labels[cell])
    return tuple(labelled(labels, [total or None for total in sums]))


def _places(size: int) -> Iterator[tuple[int, int]]:
    """The two cells at each inner line, in the order of the format."""
    for row in range(size):
        yield from ((row * size + column, row * size + column + 1) for column in range(size - 1))
    for column in range(size):
        yield from ((row * size + column, (row + 1) * size + column) for row in range(size - 1))


def _regions(text: str, size: int, start: int, what: str, line: Line) -> list[int] | None:
    places = list(_places(size))
    joined: list[tuple[int, int]] = []
    at = 0
    for offset, symbol in enumerate(text):
        if symbol != "_" and not "a" <= symbol <= "z":
            line.fault(f"{symbol!r} in the {what} is neither '_' nor a letter from a to z", start + offset)
            return None
        gap = 0 if symbol == "_" else min(ord(symbol) - 96, _LONGEST_GAP)
        joined += places[at : at + gap]
        at += gap + (symbol != "z")
    # The last letter ends at a line after the last place, which is not there.
    if at != len(places) + 1:
        line.fault(f"the {what} hold {at - 1} places between cells; the grid has {len(places)}", start)
        return None
    return flooded(size, joined)


def _write(puzzle: Puzzle) -> str:
    if tatham_games.game_of(puzzle):
        return tatham_games.write(puzzle, _lines, _runs)
    ground, size = puzzle.geometry, puzzle.geometry.size
    height, width = ground.box
    upright = [other for other in range(2, size // 2 + 1) if size % other == 0]
    if ground.regions:
        height = next((other for other in upright if _boxes(other, size // other) == ground.regions), 0)
        width = size // height if height else 0
    head = f"{height}x{width}" if height else f"{size}j"
    head += f"{''.join(expressed(ground.rules, _NAME)[0])}{'k' if ground.caged else ''}:"
    head += _runs(puzzle.givens)
    if ground.regions and not height:
        head += f",{_lines(ground.regions, size)}"
    if not ground.caged:
        return head
    owner = owners(puzzle)
    sums = [0] * ground.cell_count
    for cage in puzzle.cages:
        sums[cage.cells[0]] = cage.sum or 0
    return f"{head},{_lines(owner, size)},{_runs(sums)}"


def _lines(labels: Sequence[int], size: int) -> str:
    """The lines between cells of different labels."""
    out, gap = [], 0
    for edge in [*(labels[one] != labels[other] for one, other in _places(size)), True]:
        if not edge:
            gap += 1
            continue
        out.append("z" * ((gap - 1) // _LONGEST_GAP) if gap else "")
        out.append(chr(96 + (gap - 1) % _LONGEST_GAP + 1) if gap else "_")
        gap = 0
    return "".join(out)


def _runs(cells: bytes | list[int]) -> str:
    out = ""
    for empty, run in groupby(cells, lambda number: number == 0):
        numbers = list(run)
        if not empty:
            out += "_".join(map(str, numbers))
            continue
        whole, rest = divmod(len(numbers), _LONGEST_RUN)
        out += "z" * whole + (chr(96 + rest) if rest else "")
    return out


class _Capacity(Capacity):
    """That of Solo, and of the other games."""

    def lacking(self, puzzle: Puzzle) -> Iterator[str]:
        """What of a puzzle its game cannot hold, in words."""
        yield from tatham_games.lacks(puzzle) if tatham_games.game_of(puzzle) else super().lacking(puzzle)


_CAPACITY = _Capacity(
    format=_NAME,
    uncaged=True,
    regions=True,
    givens=True,
    open=False,
    apart=False,
    cornered=False,
    single=False,
    bare=False,
)
"""Solo itself refuses cages of one cell, and has no cells outside cages."""


def _also(puzzle: Puzzle) -> Iterator[str]:
    ground = puzzle.geometry
    if ground.regions:
        pieces = flooded(
            ground.size, [(a, b) for a, b in _places(ground.size) if ground.regions[a] == ground.regions[b]]
        )
        if len(set(pieces)) > ground.size:
            yield "a region in several pieces"
    if any(len(cage.cells) > puzzle.geometry.size for cage in puzzle.cages):
        yield "a cage of more cells than there are digits"
    most = puzzle.geometry.size * (puzzle.geometry.size + 1) // 2
    if any(cage.sum is not None and cage.sum > most for cage in puzzle.cages):
        yield f"a sum above {most}, that of all digits"


_SAVED = expression(r"([A-Z]+) *:([0-9]{1,9}):(.*)")
_SAVE = "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection"


def _read_save(blocks: Iterable[Block], source: Source) -> Iterator[Puzzle | None]:
    """The puzzle of a saved game, from its parameters and its description; the moves of the player are not part of it."""
    for block in blocks:
        found: dict[str, tuple[str, int]] = {}
        for number, text in enumerate(block.lines, block.first):
            field = _SAVED.fullmatch(text.strip())
            if field is not None and len(field[3]) == int(field[2]):
                found.setdefault(field[1], (field[3], number))
        game, number = found.get("GAME", ("", block.first))
        head, (cells, at) = found.get("PARAMS", found.get("CPARAMS", ("", 0)))[0], found.get("DESC", ("", block.first))
        if game != "Solo" and game not in tatham_games.GAMES:
            games = f"Solo, {', '.join(tatham_games.GAMES)}"
            source.fault(f"a saved game of {quoted(game)}; only those of {games} can be read", number, 1)
        elif not cells or (game == "Solo" and _HEAD.match(f"{head}:") is None):
            source.fault("a saved game that is damaged: its parameters or its description are missing", block.first, 1)
        else:
            yield _read(Line(f"{head}:{cells}", "", at, 1 - len(head) - 1, source))
        yield None


SAVE = Format(
    "sgt-save",
    frozenset(),
    lambda block: False,
    _read_save,
    lambda _: "",
    frozenset(),
    opens=lambda line: line.startswith(_SAVE),
    stays=lambda line: _SAVED.match(line.strip()) is not None,
)


_HOLDS = frozenset({"kind", "givens", "cages", "clues", "name"})
_STARTS = rf"(?:[0-9]{{1,3}}(?:x[0-9]{{1,3}}|j)[a-z0-9]*[:#](?!\S*:)|{tatham_games.STARTS})"
FORMAT = one_line(_NAME, _STARTS, _CAPACITY, _read, _write, _HOLDS, _also)
