"""Killers as one long word, as four programs write them: SumoCue, PerfectSudoku, KrazyDad, and arrows that point to the sums."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_letters, ascii_lowercase, ascii_uppercase

from bookmaker.formats.base.cages import labelled, owners, tree
from bookmaker.formats.base.cells import SIZE_OF
from bookmaker.formats.base.format import LONGEST_NUMBER, Capacity, Line, one_line, quoted
from bookmaker.formats.base.patterns import expression
from bookmaker.puzzles.grid.geometry import cell_name
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import expressed, geometry, regions_of, understood, vocabulary, with_cages

# SumoCueV1: ``SumoCueV1=3+0=15+2+2...``, one piece for each cell.
#
# ``=`` and a sum begin a cage, ``=0`` one whose sum is unknown; ``+`` and the index of a cell, from 0 on, put a cell into that
# cell's cage. ``D`` after the head adds the diagonals; ``J`` and a number after a piece is the cell's region. A puzzle without
# cages has its givens in their place: ``=8J0=0J0``. Source: SumoCue's files and the programs that read them.

_SUMOCUE_NAME = "sumocue"
_SUMOCUE_HEAD = "SumoCueV1"
_PIECE = expression(rf"([=+])([0-9]{{1,{LONGEST_NUMBER}}})(?:J([0-9]{{1,4}}))?")


def _read_sumocue(line: Line) -> Puzzle | None:
    text = line.text
    flag = "D" if text.startswith("D", len(_SUMOCUE_HEAD)) else ""
    at = len(_SUMOCUE_HEAD) + len(flag)
    pieces: list[tuple[int, str, int, str | None]] = []
    while at < len(text):
        piece = _PIECE.match(text, at)
        if piece is None:
            line.fault(f"{quoted(text[at:])} is not a cell", at, "a cell is = and a sum, or + and the index of a cell")
            return None
        pieces.append((at, piece[1], int(piece[2]), piece[3]))
        at = piece.end()
    size = SIZE_OF.get(len(pieces))
    if size is None:
        line.fault(f"{len(pieces)} cells; a puzzle of 9×9 has 81")
        return None
    labels = [region for *_, region in pieces]
    if None in labels and set(labels) != {None}:
        line.fault(
            f"the cell with the index {labels.index(None)} has no region, and others have",
            pieces[labels.index(None)][0],
        )
        return None
    try:
        regions = None if set(labels) == {None} else regions_of(labels, size)
    except ValueError as error:
        line.fault(f"the map of its regions {error}")
        return None
    rules = understood(flag, _SUMOCUE_NAME)
    if regions is not None and all(sign == "=" and number <= size for _, sign, number, _ in pieces):
        return Puzzle(geometry(rules, size, regions), bytes(number for *_, number, _ in pieces), line.place, line.name)
    grid = geometry(with_cages(rules), size, regions)
    heads = _heads(pieces, line)
    if heads is None:
        return None
    sums = [number if sign == "=" and number else None for _, sign, number, _ in pieces]
    return Puzzle(grid, bytes(len(pieces)), line.place, line.name, cages=tuple(labelled(heads, sums)))


def _heads(pieces: list[tuple[int, str, int, str | None]], line: Line) -> list[int] | None:
    """For each cell the cell that begins its cage; None if some lead nowhere."""
    toward = [cell if sign == "=" else number for cell, (_, sign, number, _) in enumerate(pieces)]
    for cell, (at, *_) in enumerate(pieces):
        if toward[cell] >= len(pieces):
            line.fault(f"+{toward[cell]} is not a cell of a grid of {len(pieces)}; the first one has the index 0", at)
            return None
    for cell, (at, *_) in enumerate(pieces):
        way = cell
        for _ in pieces:
            if toward[way] == way:
                break
            way = toward[way]
        if pieces[way][1] != "=":
            line.fault(f"the cell with the index {cell} leads to no sum: its way goes round in a circle", at)
            return None
        toward[cell] = way
    return toward


def _write_sumocue(puzzle: Puzzle) -> str:
    pieces = []
    for cell, index in enumerate(owners(puzzle)):
        if index < 0:
            pieces.append("=0")
            continue
        cage = puzzle.cages[index]
        pieces.append(f"={cage.sum or 0}" if cage.cells[0] == cell else f"+{cage.cells[0]}")
    if puzzle.geometry.areas:
        pieces = [f"{piece}J{region}" for piece, region in zip(pieces, puzzle.geometry.areas, strict=True)]
    return f"{_SUMOCUE_HEAD}{''.join(expressed(puzzle.geometry.rules, _SUMOCUE_NAME)[0])}{''.join(pieces)}"


_SUMOCUE_CAPACITY = Capacity(format=_SUMOCUE_NAME, regions=True)
SUMOCUE = one_line(_SUMOCUE_NAME, _SUMOCUE_HEAD, _SUMOCUE_CAPACITY, _read_sumocue, _write_sumocue)


# PS strings, as PerfectSudoku, JSudoku and SudokuSolver write Killers: ``3x3::k:768:768:3841:...:``.
#
# Each cell is its cage's sum times 256 and the cage's number; below 256 it is in no cage. ``d`` between the first two colons
# adds the diagonals. Some programs write the two bytes in the other order: that is taken where only it makes sense.
# Source: PerfectSudoku's author in a forum (sudocue.net, topic 519).

_PERFECT_HEAD = expression(r"([0-9]+)x([0-9]+):([^:]*):([^:]*):")
_PERFECT_NAME = "ps"
_SQUARE = {"2": 4, "3": 9, "4": 16}


def _read_perfect(line: Line) -> Puzzle | None:
    head = _PERFECT_HEAD.match(line.text)
    assert head is not None, "one_line hands over lines that begin so"
    if head[1] != head[2] or head[1] not in _SQUARE:
        line.fault(f"boxes of {head[1][:9]}x{head[2][:9]}; PS strings are read with boxes of 2x2, 3x3 or 4x4")
        return None
    if head[3] not in ("", *vocabulary(_PERFECT_NAME)):
        line.fault(f"{quoted(head[3])} is where only d, for diagonals, is known", head.start(3))
        return None
    size = _SQUARE[head[1]]
    if head[4] != "k":
        line.fault(f"{quoted(head[4])} is where k, for a Killer, is expected", head.start(4))
        return None
    numbers = _numbers_perfect(line, head.end(), size * size)
    if numbers is None:
        return None
    cages = _cages_perfect(numbers, size, line)
    if cages is None:
        return None
    return Puzzle(
        geometry(with_cages(understood(head[3], _PERFECT_NAME)), size),
        bytes(size**2),
        line.place,
        line.name,
        cages=cages,
    )


def _numbers_perfect(line: Line, start: int, count: int) -> list[int] | None:
    words = line.text[start:].split(":")
    if words and words[-1] == "":
        words.pop()
    sound = True
    numbers = []
    offset = start
    for word in words[: count + 1]:
        if not (word.isascii() and word.isdecimal()) or len(word) > LONGEST_NUMBER:
            line.fault(f"{quoted(word)} is not the number of a cell", offset)
            sound = False
        else:
            numbers.append(int(word))
        offset += len(word) + 1
    if len(words) != count:
        line.fault(f"{len(words)} numbers; the grid has {count} cells", start)
        sound = False
    return numbers if sound else None


def _cages_perfect(numbers: list[int], size: int, line: Line) -> tuple[Cage, ...] | None:
    pairs = [divmod(number, 256) for number in numbers]
    usual = _grouped(pairs)
    if usual is None or not _possible(usual, size):
        swapped = _grouped([(total, number) for number, total in pairs])
        whole = all(total or not number for number, total in pairs)
        if whole and swapped is not None and _possible(swapped, size):
            return swapped
    if usual is None:
        sums: dict[int, int] = {}
        for cell, (total, number) in enumerate(pairs):
            if total and sums.setdefault(number, total) != total:
                line.fault(f"cage number {number} has two sums, {sums[number]} and {total} (cell {cell + 1})")
                break
    return usual


def _grouped(pairs: list[tuple[int, int]]) -> tuple[Cage, ...] | None:
    # None if one number has two sums.
    if len({number for total, number in pairs if total}) != len({pair for pair in pairs if pair[0]}):
        return None
    labels = [number if total else None for total, number in pairs]
    return tuple(labelled(labels, [total or None for total, _ in pairs]))


def _possible(cages: tuple[Cage, ...], size: int) -> bool:
    """Whether every cage could be filled, by its sum alone."""
    for cage in cages:
        count, total = len(cage.cells), cage.sum or 0
        if count > size or not count * (count + 1) // 2 <= total <= count * (2 * size + 1 - count) // 2:
            return False
    return True


def _write_perfect(puzzle: Puzzle) -> str:
    side = puzzle.geometry.box[0]
    cells = (0 if index < 0 else (puzzle.cages[index].sum or 0) * 256 + index for index in owners(puzzle))
    flag = "".join(expressed(puzzle.geometry.rules, _PERFECT_NAME)[0])
    return f"{side}x{side}:{flag}:k:{':'.join(map(str, cells))}:"


_PERFECT_CAPACITY = Capacity(format=_PERFECT_NAME, sizes=tuple(_SQUARE.values()), open=False)
PERFECT = one_line(
    _PERFECT_NAME, r"[0-9]+x[0-9]+:[^:\s]*:[^:\s]{0,9}:[^:\s]*:", _PERFECT_CAPACITY, _read_perfect, _write_perfect
)


# KrazyDad's strings: ``K``, a letter for each cell, and the sums of the letters in the order A to Z, a to z.
#
# ``KAABBBC... | 3,15,22,...``. Cells with one letter are a cage; the sum 0 means no sum.

LETTERS = expression(r"K[A-Za-z]{81}")
"""A field of a table that holds a map of cages."""

_LETTERS = ascii_uppercase + ascii_lowercase
_PARTS = expression(r"K([^\s|,;]*)[\s|,;]*(.*)")
_KRAZYDAD_NUMBERS = expression(r"[^\s,;]+")


def _read_krazydad(line: Line) -> Puzzle | None:
    parts = _PARTS.fullmatch(line.text)
    assert parts is not None, "one_line hands over lines that begin so"
    letters = parts[1]
    size = SIZE_OF.get(len(letters))
    if size is None:
        line.fault(f"{len(letters)} letters after the K; a puzzle of 9×9 has 81", 1)
        return None
    strange = next((at for at, letter in enumerate(letters) if letter not in ascii_letters), None)
    if strange is not None:
        line.fault(f"{letters[strange]!r} is not a letter of a cage (A to Z, a to z)", 1 + strange)
        return None
    used = [letter for letter in _LETTERS if letter in letters]
    words = [(found[0], parts.start(2) + found.start()) for found in _KRAZYDAD_NUMBERS.finditer(parts[2])]
    for word, offset in words:
        if not (word.isascii() and word.isdecimal()) or len(word) > LONGEST_NUMBER:
            line.fault(f"{quoted(word)} is not the sum of a cage", offset)
            return None
    if len(words) != len(used):
        line.fault(f"{len(words)} sums for {len(used)} letters", parts.start(2))
        return None
    total = {letter: int(word) or None for letter, (word, _) in zip(used, words, strict=True)}
    cages = tuple(labelled(letters, [total[letter] for letter in letters]))
    ground = line.source.ground(size, True, line.place.line)
    return None if ground is None else Puzzle(ground, bytes(len(letters)), line.place, line.name, cages=cages)


def _write_krazydad(puzzle: Puzzle) -> str:
    names: dict[int, str] = {}
    letters, sums = "K", []
    for cell, index in enumerate(owners(puzzle)):
        # A cell in no cage has a letter of its own, without a sum.
        key = index if index >= 0 else -1 - cell
        if key not in names:
            names[key] = _LETTERS[len(names)]
            sums.append(str(puzzle.cages[index].sum or 0) if index >= 0 else "0")
        letters += names[key]
    return f"{letters} | {','.join(sums)}"


_KRAZYDAD_CAPACITY = Capacity(most_regions=len(_LETTERS))
KRAZYDAD = one_line("krazydad", r"K[A-Za-z0-9]{12,}(?=[\s|,;]|$)", _KRAZYDAD_CAPACITY, _read_krazydad, _write_krazydad)


# Arrows: a character for each cell, 81 of them for 9×9. A cage's head is its sum, its other cells point towards the head.
#
# Sums are 0 to 9, A to Z for 10 to 35 and a to j for 36 to 45; 0 means no sum. ``< > ^ v`` point along rows and columns,
# ``` ` ' , .``` to the upper left, upper right, lower left and lower right. Source: forum.enjoysudoku.com, topic 6119.

_SUMS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"
_STEPS = {"<": (0, -1), ">": (0, 1), "^": (-1, 0), "v": (1, 0), "`": (-1, -1), "'": (-1, 1), ",": (1, -1), ".": (1, 1)}
_ARROWS = {step: symbol for symbol, step in _STEPS.items()}
_LEAST_ARROWS = 3
_ARROWS_STARTS = rf"(?!</?[a-z!])(?=(?:[^\s<>^v]*[<>^v]){{{_LEAST_ARROWS}}})[^\s/=\"~]{{12,}}(?!\S)"
"""A long word with three arrows or more in it. No tag of HTML is one, and no code of another format with a ``v`` in it."""


def _read_arrows(line: Line) -> Puzzle | None:
    text = line.text
    if " " in text or "\t" in text:
        line.fault("more than one word; a name comes after #", text.find(" ") if " " in text else text.find("\t"))
        return None
    size = SIZE_OF.get(len(text))
    if size is None:
        line.fault(f"{len(text)} symbols; a puzzle of 9×9 has 81")
        return None
    toward = _toward(line, size)
    if toward is None:
        return None
    heads = []
    for cell in range(len(text)):
        head = cell
        for _ in text:
            if toward[head] == head:
                break
            head = toward[head]
        if toward[head] != head:
            line.fault(f"the arrow in {cell_name(cell, size)} leads to no sum, but round in a circle", cell)
            return None
        heads.append(head)
    sums = [_SUMS.index(text[cell]) or None if cell == head else None for cell, head in enumerate(heads)]
    return line.source.puzzle(size, bytes(len(text)), line.place, line.name, cages=tuple(labelled(heads, sums)))


def _toward(line: Line, size: int) -> list[int] | None:
    toward, sound = [], True
    for cell, symbol in enumerate(line.text):
        row, column = divmod(cell, size)
        down, right = _STEPS.get(symbol, (0, 0))
        if symbol not in _STEPS and symbol not in _SUMS:
            line.fault(f"{symbol!r} is neither a sum (0 to 9, A to Z, a to j) nor an arrow", cell)
            sound = False
        elif not (0 <= row + down < size and 0 <= column + right < size):
            line.fault(f"{symbol!r} in {cell_name(cell, size)} points out of the grid", cell)
            sound = False
        toward.append((row + down) * size + column + right)
    return toward if sound else None


def _write_arrows(puzzle: Puzzle) -> str:
    size = puzzle.geometry.size
    symbols = ["0"] * puzzle.geometry.cell_count
    for cage in puzzle.cages:
        for cell, near in tree(cage.cells, size, corners=True).items():
            step = near // size - cell // size, near % size - cell % size
            symbols[cell] = _SUMS[cage.sum or 0] if near == cell else _ARROWS[step]
    return "".join(symbols)


_ARROWS_CAPACITY = Capacity(most_sum=45, apart=False)


def _also_arrows(puzzle: Puzzle) -> Iterator[str]:
    # A line of hardly any arrows is known from a line of digits by nothing, and a slip of the finger would make one of it.
    joined = sum(len(cage.cells) - 1 for cage in puzzle.cages)
    if joined < _LEAST_ARROWS:
        yield "so few cells in cages of two or more"


ARROWS = one_line("arrows", _ARROWS_STARTS, _ARROWS_CAPACITY, _read_arrows, _write_arrows, also=_also_arrows)
