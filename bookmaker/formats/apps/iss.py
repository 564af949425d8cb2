"""Interactive Sudoku Solver: ``.Cage~15~R1C3~R1C4~R1C5.~R1C9_5.Diagonal~1``, by itself or after ``?q=`` in an address.

Each rule begins with a dot. Givens (a rule without a name), cages (with the sum 0 if it is unknown), maps of regions are read,
the rules that have a word of this format, and those that have a code for their meaning (:mod:`iss_codes`); any other rule is
a fault, as the puzzle would be another without it. Lines above the ninth have letters, and ``Shape~12x12`` is the size where it
is not nine. Source: ``js/sudoku_constraint.js`` of
github.com/sigh/Interactive-Sudoku-Solver.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote

from bookmaker.base.errors import UsageError
from bookmaker.formats.apps import iss_codes
from bookmaker.formats.base import clues
from bookmaker.formats.base.cells import digits, fits
from bookmaker.formats.base.format import LONGEST_NUMBER, Capacity, Line, one_line, quoted
from bookmaker.formats.base.json_values import WrongError
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import Source
from bookmaker.puzzles.grid.geometry import BOXES, SIZES, beside
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle, labels_text
from bookmaker.puzzles.rules import (
    CLASSIC,
    CLUES,
    boxless,
    expressed,
    geometry,
    houses_listed,
    regions_of,
    understood,
    understood_houses,
    vocabulary,
    with_cages,
)

_ADDRESS = expression(r"https?://[^\s?#]*[Ii]nteractive-[Ss]udoku-[Ss]olver[^\s?#]*")
_RULE = r"\.{1,2}[A-Z][a-z]{3,}[A-Za-z]*(?:[.~]|\s+\.[A-Z])"
_STARTS = rf"{_ADDRESS.pattern}|\.(?:[A-Z][A-Za-z]*)?~[-CcRrSs0-9]|{_RULE}|\.NoBoxes\s*\.|\.NFA~"
_QUERY = expression(r"[?&]q=([^&#]*)")
_CELL = expression(r"[Rr]([1-9a-gA-G])[Cc]([1-9a-gA-G])")
_GIVEN = expression(rf"({_CELL.pattern})((?:_[1-9][0-9]?)+)")
_SHAPE = expression(r"\.Shape~([0-9]{1,2})x\1(?![0-9~])")
_SIZE = 9
_LARGEST = 16
"""The largest size of its grids."""

_LINES = "0123456789abcdefg"
_NAME = iss_codes.NAME
_HOUSE = "AllDifferent"
_CLUES = clues.words(_NAME)
_SHOWN = clues.all_shown_words(_NAME)
_BOTH = "a map of regions beside the boxes, which is not known here, and without the boxes this would be another puzzle"
_BOXLESS = expressed(boxless(()), _NAME)[0][0]


@dataclass
class _Rules:
    """The rules of one puzzle so far."""

    size: int
    givens: bytearray
    coded: iss_codes.Coded
    cages: list[Cage] = field(default_factory=list)
    extra: list[str] = field(default_factory=list)
    regions: list[str] = field(default_factory=list)
    clued: iss_codes.Clued = field(default_factory=dict)
    houses: list[list[int]] = field(default_factory=list)


def _read(line: Line) -> Puzzle | None:
    text, at = line.text, 0
    address = _ADDRESS.match(text)
    if address is not None:
        query = _QUERY.search(text)
        if query is None:
            line.fault("this address holds no puzzle", 0, "copy the whole address, with q= in it")
            return None
        text, at = unquote(query[1]), query.start(1)
        if len(text) == _SIZE * _SIZE and fits(digits(text), _SIZE):
            return line.source.puzzle(_SIZE, digits(text), line.place, line.name)
    shape = _SHAPE.search(text)
    size = int(shape[1]) if shape is not None else _SIZE
    if size not in SIZES or size > _LARGEST:
        line.fault(f"a grid of {size}×{size}; no grid has that size", at)
        return None
    said = _Rules(size, bytearray(size * size), iss_codes.Coded(size, _cell))
    sound = True
    for found in re.finditer(r"\.([^.]*)|[^.]+", text):
        # Places within an address are those of its beginning: more is encoded there than is read.
        offset = at if address is not None else found.start()
        rule = found[1] if found[1] is not None else None
        wrong = (
            f"{quoted(found[0])} is not a rule, such as .Cage~3~R1C1~R1C2"
            if rule is None
            else _take(rule.rstrip(), said)
        )
        if wrong:
            line.fault(wrong, offset)
            sound = False
    if not sound:
        return None
    labels = regions_of(said.regions[0], size) if said.regions else None
    extra, boxed = said.extra, labels is None and _BOXLESS not in said.extra
    if labels is not None:
        if size in BOXES and _BOXLESS not in extra:
            line.fault(_BOTH, at, f"write .{_BOXLESS} where the map takes the place of boxes")
            return None
        extra = [word for word in extra if word != _BOXLESS]
    housed = understood_houses(said.houses, size)
    if housed is None:
        line.fault("houses that no rule known here has, and without them this would be another puzzle", at)
        return None
    try:
        said.coded.finish(said.clued, extra, boxed)
        rules, held = clues.understood(said.clued, [word for word in extra if word in _SHOWN], _NAME)
        rules |= understood([word for word in extra if word not in _SHOWN], _NAME) | housed
        ground = geometry(with_cages(rules) if said.cages else rules, size, labels, held)
    except (WrongError, UsageError) as error:
        line.fault(error.message if isinstance(error, WrongError) else error.faults[0].message, at)
        return None
    return Puzzle(ground, bytes(said.givens), line.place, line.name, cages=tuple(said.cages))


def _take(rule: str, said: _Rules) -> str:
    """Add a rule; the fault in it, "" if there is none."""
    name, *words = rule.split("~")
    size = said.size
    if not name:
        return next(filter(None, (_take_given(word, said) for word in words)), "")
    if name == "Shape":
        return (
            ""
            if words == [f"{size}x{size}"]
            else f"a grid of the shape {quoted('~'.join(words))}, which is not known here"
        )
    if name == _HOUSE and words:
        cells = [_cell(word, size) for word in words]
        if None in cells:
            return f"{quoted(words[cells.index(None)])} is not a cell, such as R1C2"
        said.houses.append([cell for cell in cells if cell is not None])
        return ""
    if name == "Cage" and words and words[0].isascii() and words[0].isdecimal() and len(words[0]) <= LONGEST_NUMBER:
        cells = [_cell(word, size) for word in words[1:]]
        if None in cells:
            return f"{quoted(words[1 + cells.index(None)])} is not a cell, such as R1C2"
        if not cells:
            return f"{quoted(rule)} is a cage without cells"
        said.cages.append(Cage(tuple(cell for cell in cells if cell is not None), int(words[0]) or None))
        return ""
    if name == "Jigsaw" and len(words) == 1 and not said.regions:
        try:
            regions_of(words[0], size)
        except ValueError as error:
            return f"the map of regions {quoted(words[0])} {error}"
        said.regions.append(words[0])
        return ""
    if name in _CLUES:
        return _take_clue(name, words, said.clued, size)
    if (rule in vocabulary(_NAME) or rule in _SHOWN) and not clues.is_coded(rule):
        said.extra.append(rule)
        return ""
    if name in iss_codes.WORDS and said.coded.take(name, words):
        return ""
    if name in iss_codes.WORDS and said.coded.is_full:
        return f"the rule {quoted(rule)} makes more clues than a puzzle of {size}×{size} has"
    return f"the rule {quoted(rule)} is not known here, and without it this would be another puzzle"


def _take_given(word: str, said: _Rules) -> str:
    """Add a given, or the candidates of a cell; the fault in it, "" if there is none."""
    given, size = _GIVEN.fullmatch(word), said.size
    if given is None:
        return f"{quoted(word)} is not a given, such as R1C9_5"
    cell, digits = _cell(given[1], size), [int(digit) for digit in given[4][1:].split("_")]
    if cell is None or max(digits) > size:
        return f"{quoted(word)} is not a given of a {size}×{size} grid"
    if len(digits) > 1:
        wrong = said.coded.mark(cell, digits)
        return f"the candidates {quoted(word)} {wrong}" if wrong else ""
    if said.givens[cell] not in (0, digits[0]):
        return f"two givens in {given[1]}"
    said.givens[cell] = digits[0]
    return ""


def _take_clue(name: str, words: list[str], clued: iss_codes.Clued, size: int) -> str:
    """Add a clue; the fault in it, "" if there is none."""
    if clues.has_number(clues.key_of(_NAME, name, 1) or ""):
        try:
            for line, number in clues.read_words(name, words, size, _LINES):
                clued.setdefault(f"{name}#", []).append((line, (number,)))
        except (ValueError, IndexError, KeyError):
            return f"{quoted('~'.join(words))} is not a clue beside a {size}×{size} grid, such as C1~4~"
        return ""
    if clues.is_valued(_NAME, name):
        return _take_valued(name, words, clued, size)
    value = words.pop(0) if words and words[0].isdecimal() else None
    key = clues.key_of(_NAME, name, value)
    if key is None:
        return f"the rule {quoted(f'{name}~{value}')} is not known here, and without it this would be another puzzle"
    cells = [_cell(word, size) for word in words]
    if None in cells or not cells:
        return f"{quoted('~'.join(words))} is not a list of cells, such as R1C2~R1C3"
    held = tuple(cell for cell in cells if cell is not None)
    clued.setdefault(key, []).extend((one, ()) for one in (_borders(held, size) if _on_borders(key) else [held]))
    return ""


def _on_borders(key: str) -> bool:
    return any(kind.foreign.get(_NAME) == key and kind.shape == "border" for kind in CLUES.values())


def _borders(cells: Sequence[int], size: int) -> list[tuple[int, ...]]:
    """The clues of a list of cells on borders: one for each two neighbours among them, the earlier cell first. Where a cell has
    no neighbour the list is one clue, which is wrong.
    """
    pairs = [(one, other) for at, one in enumerate(cells) for other in cells[at + 1 :] if other in beside(one, size)]
    return list(pairs) if {cell for pair in pairs for cell in pair} == set(cells) else [tuple(cells)]


def _take_valued(name: str, words: list[str], clued: iss_codes.Clued, size: int) -> str:
    """Add a clue of the four cells from the first one on, whose digits follow it."""
    first = _cell(words[0], size) if words else None
    if first is None or not all(word.isascii() and word.isdecimal() and len(word) < 3 for word in words[1:]):
        return f"{quoted('~'.join(words))} is not a cell with digits, such as R1C2~1~2"
    cells = (first, first + 1, first + size, first + size + 1)
    clued.setdefault(name, []).append((cells, tuple(sorted(map(int, words[1:])))))
    return ""


def _cell(word: str, size: int) -> int | None:
    found = _CELL.fullmatch(word)
    if found is None:
        return None
    row, column = (_LINES.index(line.lower()) for line in found.groups())
    return (row - 1) * size + column - 1 if row <= size and column <= size else None


def _write(puzzle: Puzzle) -> str:
    ground, size = puzzle.geometry, puzzle.geometry.size
    out = [] if size == _SIZE else [f".Shape~{size}x{size}"]
    if ground.areas:
        out.append(f".Jigsaw~{labels_text(ground.areas)}")
        out += [".NoBoxes"] if size in BOXES else []
    out += [f".{rule}" for rule in sorted(expressed(ground.rules, _NAME)[0]) if not clues.is_coded(rule)]
    for house in houses_listed(ground, _NAME):
        out.append(f".{_HOUSE}~{'~'.join(_name(cell, size) for cell in house)}")
    if ground.clued:
        found, quoted = clues.expressed(puzzle, _NAME)
        out += [f".{word}" for word in quoted if not clues.is_coded(word)]
        out += [
            f".{'~'.join([word, _name(cells[0], size), *map(str, value)] if value else _plain(word, cells, size))}"
            for word, held in found.items()
            for cells, value in held
            if not (clues.has_number(word) or clues.is_coded(word))
        ]
        for word, held in found.items():
            if clues.has_number(word):
                out += [f".{rule}" for rule in clues.words_of(word[:-1], held, size, _LINES)]
    out += [f".{rule}" for rule in iss_codes.written(puzzle, _name)]
    out += [f".Cage~{cage.sum or 0}~{'~'.join(_name(cell, size) for cell in cage.cells)}" for cage in puzzle.cages]
    given = [f"~{_name(cell, size)}_{digit}" for cell, digit in enumerate(puzzle.givens) if digit]
    return "".join([*out, f".{''.join(given)}" if given else ""])


def _plain(word: str, cells: Sequence[int], size: int) -> list[str]:
    return [*filter(None, clues.written(word)), *(_name(cell, size) for cell in cells)]


def _name(cell: int, size: int) -> str:
    return f"R{_LINES[cell // size + 1]}C{_LINES[cell % size + 1]}"


_CAPACITY = Capacity(
    format=_NAME,
    uncaged=True,
    regions=True,
    houses=True,
    sizes=tuple(size for size in SIZES if size <= _LARGEST),
    givens=True,
)


def _also(puzzle: Puzzle) -> Iterator[str]:
    yield from clues.lacking(puzzle, _NAME)
    for clue in puzzle.clues:
        word = CLUES[clue.kind].foreign.get(_NAME, "")
        try:
            if clues.has_number(word):
                list(clues.words_of(word[:-1], [(clue.cells, clue.value)], puzzle.geometry.size, _LINES))
        except ValueError:
            yield f"clues of puzzles of the kind {puzzle.geometry.kind} at this end of a line"
            return
    if puzzle.geometry.caged and not puzzle.cages:
        yield "a Killer without cages"
    elif iss_codes.lacks_boxes(puzzle):
        yield f"puzzles of the kind {puzzle.geometry.kind}"
    elif iss_codes.has_codes(puzzle) and _again(puzzle) != puzzle:
        yield f"clues of puzzles of the kind {puzzle.geometry.kind} that say the same as others do, or nothing"
    elif not puzzle.geometry.rules and not puzzle.given_count:
        yield "a puzzle without givens"


def _again(puzzle: Puzzle) -> Puzzle | None:
    """The puzzle as it is read back: the same code may mean clues of two kinds."""
    return _read(Line(_write(puzzle), "", 1, 1, Source("", CLASSIC)))


_SCRIPT = expression(
    r"\bnew\s+(?:Shape\(|(?:Given|Cage|Thermo|Arrow|Whisper|Renban|Jigsaw|WhiteDot|BlackDot|LittleKiller|Palindrome)\("
    r"\s*(?:[\w']+\s*,\s*)?(?:['\"`][Rr][1-9a-g][Cc][1-9a-g]['\"`]|\.\.\.))"
)
_REMARK = expression(r"(?m)(?://[^\n]*$|/\*(?:[^*]|\*(?!/))*+\*/)")
_TITLE = expression(r"(?mi)^[ \t]*//[ \t]*title:[ \t]*(\S[^\n]{0,99})$")
_WORD = r"[A-Za-z_$][\w$]*"
_LIST = r"\[[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*+\]"
_NAMED_LIST = expression(rf"\b(?:const|let|var)\s+({_WORD})\s*=\s*({_LIST})\s*;")
_MAPPED = expression(
    rf"(?:({_WORD})|({_LIST}))\s*\.map\(\s*\(?\s*({_WORD})\s*\)?\s*=>\s*new\s+([A-Z]\w*)\(([^()\[\]]*)\)\s*,?\s*\)"
)
_MADE = expression(r"\bnew\s+([A-Z]\w*)\(([^()\[\]]*)\)")
_ARGUMENT = expression(r"\s*(?:(?P<quote>['\"`])(?P<text>[^'\"`]*)(?P=quote)|(?P<number>-?[0-9]{1,4}))\s*")
_ANY_WORD = expression(rf"(?<![\w$.]){_WORD}(?:\.{_WORD})*\(?")
_GLUE = frozenset({"return", "const", "let", "var"})


def is_script(text: str) -> bool:
    """Whether a text is a script that makes rules of the Interactive Sudoku Solver by calls."""
    return "new " in text and _SCRIPT.search(text) is not None


def of_script(text: str, first: int, source: Source) -> Puzzle | None:
    """The puzzle of a script whose first line has the number ``first``; None, and a fault, where anything else is in it."""
    lists: dict[str, list[list[str]]] = {}
    rules: list[tuple[int, str, list[str]]] = []
    doubts: list[tuple[int, str]] = []

    def blank(found: re.Match[str]) -> str:
        return "".join("\n" if one == "\n" else " " for one in found[0])

    plain = _REMARK.sub(blank, text)

    def listed(found: re.Match[str]) -> str:
        cells = _cell_lists(found[2])
        if cells is None:
            return found[0]
        lists[found[1]] = cells
        return blank(found)

    def mapped(found: re.Match[str]) -> str:
        every = lists.get(found[1]) if found[1] else _cell_lists(found[2])
        head, spread, tail = found[5].rpartition(f"...{found[3]}")
        words = _arguments(head.rstrip().rstrip(",")) if head.strip() else []
        if every is None or not spread or tail.strip(" ,\n") or words is None:
            return found[0]
        rules.extend((found.start(), found[4], [*words, *cells]) for cells in every)
        return blank(found)

    def made(found: re.Match[str]) -> str:
        words = _arguments(found[2]) if found[2].strip() else []
        if words is None:
            return found[0]
        rules.append((found.start(), found[1], words))
        return blank(found)

    for pattern, taken in ((_NAMED_LIST, listed), (_MAPPED, mapped), (_MADE, made)):
        plain = pattern.sub(taken, plain)
    names = {found[1] for found in re.finditer(rf"\b(?:const|let|var)\s+({_WORD})\s*=", plain)}
    for found in _ANY_WORD.finditer(plain):
        if found[0] not in _GLUE and found[0] not in names and found[0] not in lists:
            doubts.append((found.start(), found[0]))
    unused = sorted(set(lists) - {found[1] for found in _MAPPED.finditer(_REMARK.sub("", text))})
    doubts += [(text.index(name), name) for name in unused]
    line = first + text.count("\n", 0, rules[0][0]) if rules else first
    if doubts or not rules:
        at, word = min(doubts, default=(0, text.strip().split("\n")[0]))
        source.fault(
            f"{quoted(word.rstrip('('))} in a script of rules is not understood, and may change the puzzle",
            first + text.count("\n", 0, at),
            1,
            "write the constraints that the script makes, as the solver shows them: .Cage~3~R1C1~R1C2",
        )
        return None
    title = _TITLE.search(text)
    name = " ".join(title[1].split()) if title is not None else ""
    return _read(Line(_as_text(sorted(rules, key=lambda one: one[0])), name, line, 1, source))


def _cell_lists(text: str) -> list[list[str]] | None:
    """The lists of arguments in a list of lists; None where it has anything else."""
    inner = text.strip()[1:-1]
    rows = re.findall(r"\[([^\[\]]*)\]", inner)
    if not rows or re.sub(r"\[[^\[\]]*\]", "", inner).strip(" ,\n\t\r"):
        return None
    cells = [_arguments(row) for row in rows]
    return None if None in cells else [row for row in cells if row is not None]


def _arguments(text: str) -> list[str] | None:
    """Texts and numbers between commas; None where there is anything else."""
    parts = text.strip().rstrip(",").split(",")
    found = [_ARGUMENT.fullmatch(part) for part in parts]
    return None if None in found else [one["text"] if one["quote"] else one["number"] for one in found if one]


def _as_text(rules: Sequence[tuple[int, str, list[str]]]) -> str:
    """The rules of a script as the format has them."""
    shape = next((words[0] for _, name, words in rules if name == "Shape" and words), f"{_SIZE}x{_SIZE}")
    size = int(shape.split("x")[0]) if shape.split("x")[0].isdecimal() and len(shape) < 6 else _SIZE
    labels, regions, out = ["_"] * (size * size), 0, [f".Shape~{shape}"]
    for _, name, words in rules:
        cells = [_cell(word, size) for word in words[1:]]
        if name == "Jigsaw" and cells and None not in cells:
            for cell in cells:
                labels[cell or 0] = _LINES[regions] if regions < len(_LINES) else "_"
            regions += 1
        elif name == "Given":
            out.append(f".~{'_'.join(words)}")
        elif name == "Cage":
            out.append(f".{'~'.join([name, words[0] or '0', *words[1:]])}" if words else f".{name}")
        elif len(words) == 2 and words[1].isdecimal() and clues.has_number(clues.key_of(_NAME, name, 1) or ""):
            out.append(f".{name}~{words[1]}~{words[0]}")
        elif name != "Shape":
            out.append(f".{'~'.join([name, *words])}")
    return "".join([*out, *([f".Jigsaw~{''.join(labels)}"] if regions else [])])


FORMAT = one_line(
    _NAME, _STARTS, _CAPACITY, _read, _write, frozenset({"kind", "givens", "cages", "clues", "name"}), _also
)
