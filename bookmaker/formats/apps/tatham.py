"""Game ids of Simon Tatham's Solo, Keen, Towers and Unequal: ``3x3:1a3_6c...``, ``4dn:_a_3a_ab__a_a3,a5s1s2m36``.

Solo is ``3x3:1a3_6c...`` for classic and X, ``3x3k:zzzc,ab___...,3a15b22_...`` for Killers. Before the colon are the columns and
rows of boxes, or the size and ``j`` for a jigsaw, ``x`` for diagonals, ``k`` for cages, and symmetry and difficulty, which are
not part of the puzzle. Boxes of another form than ours, such as upright ones, are read as the regions of a jigsaw. After the
colon: the givens; for a jigsaw the lines between regions; for a Killer the lines between cages, and the sums in the cages' first
cells. Digits are written as numbers, ``_`` between two of them; a letter is a run of so many empty cells. In the lines a letter
counts the places without a line up to the next line, ``_`` none, and ``z`` is 25 places and no line; vertical lines come first,
in reading order, then horizontal ones column by column. Source: the author's documentation and ``solo.c``. A saved game
(``SAVEFILE``) holds the same in its fields ``PARAMS`` and ``DESC``, each with its length.

Of the others, Unequal is like ``4de:1/2/4/...``, Towers like ``5dt:3,0R,0,...``. Before the colon are the size and the
difficulty, which is not part of the puzzle. Keen: the lines between cages as in Solo, where a letter with a number is repeated,
and the operation and number of each cage in the order of their first cells. Towers: numbers above, below, left and right of the
grid, parted by slashes, and then perhaps the givens as in Solo. Unequal: each given, 0 for none, and the sides on which its
neighbour is smaller; ``a`` behind the size: the sides on which the neighbour is one more or less, all of which are shown. Source:
``keen.c``, ``towers.c`` and ``unequal.c``. No grid has boxes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from bookmaker.formats.apps.clue_drawings import of_targets
from bookmaker.formats.base.cages import flooded, labelled, owners
from bookmaker.formats.base.format import LONGEST_NUMBER, Capacity, Format, Line, one_line, quoted
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import Block, Source
from bookmaker.puzzles.grid.geometry import BOXES, SIZES, Clue
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import (
    CLUES,
    RULES,
    ClueType,
    boxless,
    expressed,
    geometry,
    operation_named,
    regions_of,
    understood,
    vocabulary,
    with_cages,
)
from bookmaker.puzzles.rules.places import views

KEEN = r"([0-9]{1,2})((?:d[a-z]|m)*):([a-z_][a-z_0-9]*),((?:[amsd][0-9]{1,9})+)"
TOWERS = r"([0-9]{1,2})((?:d[a-z])?):((?:[0-9]{0,2}/){15,}[0-9]{0,2})(?:,([a-z_0-9]+))?"
UNEQUAL = r"([0-9]{1,2})(a?(?:d[a-z])?):((?:[0-9]{1,2}[URDL]{0,4},){15,}(?:[0-9]{1,2}[URDL]{0,4})?)"
STARTS = rf"(?:{KEEN}|{TOWERS}|{UNEQUAL})(?=\s|$)"
GAMES = {"Keen": KEEN, "Towers": TOWERS, "Unequal": UNEQUAL}

_WORDS = {"a": "add", "s": "sub", "m": "mul", "d": "div"}
_LETTERS = {kind.name: letter for letter, word in _WORDS.items() if (kind := operation_named(word)) is not None}
_SIDES = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}
_RUN = expression(r"([a-z_])([0-9]+)")
_MOST = 2500
"""Lines and places between cells of the largest grid."""


def _with(look: str, word: str) -> ClueType:
    return next(kind for kind in CLUES.values() if kind.look == look and word in kind.foreign.get("iss", ""))


_TOWER, _SIGN, _BAR = _with("outside", "Skyscraper"), _with("sign", "Greater"), _with("bar", "Dot")


def _rules(kind: ClueType, whole: bool = False) -> frozenset[str]:
    """The rules of a grid without boxes that has these clues."""
    able = [rule for rule in RULES.values() if kind in rule.clues and (rule.unmarked is not None) == whole]
    return boxless({min(able, key=lambda rule: len(rule.clues)).name})


def read(
    line: Line,
    lines: Callable[[str, int, int, str, Line], list[int] | None],
    cells: Callable[[str, int, int, str, int, Line], list[int] | None],
) -> Puzzle | None:
    """The puzzle of a game id, or None once it is a fault. ``lines`` and ``cells`` read those of Solo."""
    matches = ((name, re.fullmatch(pattern, line.text)) for name, pattern in GAMES.items())
    name, found = next(((name, one) for name, one in matches if one is not None), ("", None))
    if found is None:
        line.fault("this is not a game id of Keen, Towers or Unequal")
        return None
    size = int(found[1])
    if size not in SIZES:
        line.fault(f"a grid of {size}×{size}; no grid has that size")
        return None
    if name == "Keen":
        return _keen(found, size, line, lines)
    if name == "Towers":
        numbers = found[3].split("/")
        if len(numbers) != 4 * size:
            line.fault(f"{len(numbers)} numbers around the grid; there are {4 * size} places", found.start(3))
            return None
        rows, columns = tuple(views(size))[:size], tuple(views(size))[size : 2 * size]
        ends = [*columns, *(one[::-1] for one in columns), *rows, *(one[::-1] for one in rows)]
        clues = [_TOWER.clue(end, (int(number),)) for end, number in zip(ends, numbers, strict=True) if number]
        given = cells(found[4], size * size, size, "the givens", found.start(4), line) if found[4] else [0] * size**2
        return None if given is None else _made(_rules(_TOWER), size, clues, given, line)
    fields = found[3].rstrip(",").split(",")
    if len(fields) != size * size:
        line.fault(f"{len(fields)} cells; the grid has {size * size}", found.start(3))
        return None
    adjacent = found[2].startswith("a")
    kind = _BAR if adjacent else _SIGN
    clues = []
    for at, field in enumerate(fields):
        for side in field.lstrip("0123456789"):
            row, column = at // size + _SIDES[side][0], at % size + _SIDES[side][1]
            if not (0 <= row < size and 0 <= column < size):
                line.fault(f"a sign {side} at the edge of the grid", found.start(3))
                return None
            clues.append(kind.clue((at, row * size + column), ()))
    given = [int(field.rstrip("URDL")) for field in fields]
    return _made(_rules(kind, adjacent), size, clues, given, line)


def _keen(
    found: re.Match[str], size: int, line: Line, lines: Callable[[str, int, int, str, Line], list[int] | None]
) -> Puzzle | None:
    if sum(int(many) for _, many in _RUN.findall(found[3])) > _MOST:
        line.fault("more lines between cages than the grid has", found.start(3))
        return None
    text = _RUN.sub(lambda run: run[1] * int(run[2]), found[3])
    labels = lines(text, size, found.start(3), "cages", line)
    targets = re.findall("([amsd])([0-9]+)", found[4])
    if labels is None:
        return None
    members = [[cell for cell, label in enumerate(labels) if label == one] for one in sorted(set(labels))]
    if len(members) != len(targets):
        line.fault(f"{len(targets)} numbers of {len(members)} cages", found.start(4))
        return None
    rules = _rules(next(kind for kind in CLUES.values() if kind.name in _LETTERS))
    listed = [
        ((operation_named(_WORDS[sign]), int(number)), own)
        for (sign, number), own in zip(targets, members, strict=True)
    ]
    try:
        clues, _, givens = of_targets(listed, bytes(size * size), rules, size)
    except ValueError as error:
        line.fault(str(error), found.start(4))
        return None
    return _made(rules, size, clues, list(givens), line)


def _made(rules: frozenset[str], size: int, clues: Iterable[Clue], givens: list[int], line: Line) -> Puzzle | None:
    if max(givens) > size:
        line.fault(f"{max(givens)} is too large for a grid of {size}×{size}")
        return None
    ground = line.source.placed(lambda: geometry(rules, size, None, clues), line.number)
    return None if ground is None else Puzzle(ground, bytes(givens), line.place, line.name)


def game_of(puzzle: Puzzle) -> str:
    """The game that has puzzles of this kind, "" if none has."""
    rules = puzzle.geometry.rules
    kinds = {"Towers": _rules(_TOWER), "Unequal": _rules(_SIGN), "Adjacent": _rules(_BAR, True)}
    kinds["Keen"] = _rules(next(kind for kind in CLUES.values() if kind.name in _LETTERS))
    return next((name for name, own in kinds.items() if own == rules), "")


def lacks(puzzle: Puzzle) -> Iterable[str]:
    """What of a puzzle of one of these games its id cannot hold."""
    size = puzzle.geometry.size
    covered = [cell for clue in puzzle.clues for cell in clue.cells]
    if game_of(puzzle) == "Keen":
        free = [cell for cell in range(size * size) if cell not in covered]
        if len(set(covered)) < len(covered) or puzzle.given_count > len(free):
            yield "givens besides those of cages, or a cell in two cages"
        elif any(not puzzle.givens[cell] for cell in free):
            yield "cells outside all cages"
    ends = [clue.cells for clue in puzzle.clues]
    if len(ends) > len(set(ends)):
        yield "two clues in one place"


def write(puzzle: Puzzle, lines: Callable[[list[int], int], str], runs: Callable[[bytes], str]) -> str:
    """The game id of a puzzle of one of these games."""
    size, game = puzzle.geometry.size, game_of(puzzle)
    if game == "Towers":
        numbers = {clue.cells: str(clue.value[0]) for clue in puzzle.clues}
        rows, columns = tuple(views(size))[:size], tuple(views(size))[size : 2 * size]
        ends = [*columns, *(one[::-1] for one in columns), *rows, *(one[::-1] for one in rows)]
        given = f",{runs(puzzle.givens)}" if puzzle.given_count else ""
        return f"{size}:{'/'.join(numbers.get(end, '') for end in ends)}{given}"
    if game == "Keen":
        owner = list(range(size * size))
        target = {cell: f"a{given}" for cell, given in enumerate(puzzle.givens) if given}
        for clue in puzzle.clues:
            for cell in clue.cells:
                owner[cell] = min(clue.cells)
            target[min(clue.cells)] = f"{_LETTERS[clue.kind]}{clue.value[0]}"
        parts = ["".join(run) for _, run in groupby(lines(owner, size))]
        packed = "".join(run if len(run) < 3 else f"{run[0]}{len(run)}" for run in parts)
        return f"{size}:{packed},{''.join(target[cell] for cell in sorted(set(owner)))}"
    sides = {(down * size + right): side for side, (down, right) in _SIDES.items()}
    signs: dict[int, str] = {}
    for clue in puzzle.clues:
        one, other = clue.cells
        pairs = [(one, other), (other, one)] if game == "Adjacent" else [(one, other)]
        for cell, near in pairs:
            signs[cell] = signs.get(cell, "") + sides[near - cell]
    ordered = {cell: "".join(side for side in _SIDES if side in own) for cell, own in signs.items()}
    return f"{size}{'a' * (game == 'Adjacent')}:" + "".join(
        f"{given}{ordered.get(cell, '')}," for cell, given in enumerate(puzzle.givens)
    )


_HEAD = expression(r"([0-9]{1,3})(?:x([0-9]{1,3})|j)([a-z0-9]*)([:#])")
_FLAGS = expression(r"(?:x|k|a|d[tbiaeu]|md?[0-9]*|r[0-9]*)*")
_RUNS = expression(r"[a-z_]|[0-9]+|.", re.DOTALL)
_NAME = "sgt"
_LONGEST_RUN = 26
_LONGEST_GAP = 25


def _read(line: Line) -> Puzzle | None:
    head = _HEAD.match(line.text)
    if head is None:
        return read(line, _regions, _cells)
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
    if game_of(puzzle):
        return write(puzzle, _lines, _runs)
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
        yield from lacks(puzzle) if game_of(puzzle) else super().lacking(puzzle)


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
        if game != "Solo" and game not in GAMES:
            games = f"Solo, {', '.join(GAMES)}"
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
_STARTS = rf"(?:[0-9]{{1,3}}(?:x[0-9]{{1,3}}|j)[a-z0-9]*[:#](?!\S*:)|{STARTS})"
FORMAT = one_line(_NAME, _STARTS, _CAPACITY, _read, _write, _HOLDS, _also)
