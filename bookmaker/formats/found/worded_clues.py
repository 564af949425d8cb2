"""Clues in words beside a grid: ``thermometer: r1c1 r1c2 r1c3``, ``white dots: r1c1-r1c2, r2c3-r2c4``, or the kind in a line of
its own above lines of cells.

Such lines are taken out of the text before its grids are read, and make clues of the puzzle beside them. Where dots may be all
that hold or only some, the text decides, else the one of the two that is a proper puzzle. What names a kind of clue with
cells or numbers and is not understood makes a fault of that puzzle: it is another one without them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from operator import itemgetter

from bookmaker.base.errors import Fault, Note, UsageError
from bookmaker.formats.base.cells import only_proper
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import Source
from bookmaker.formats.found import headings
from bookmaker.formats.stream.rows import Batch, Row
from bookmaker.puzzles.grid.geometry import Clue, Geometry, cell_name
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import CLUES, RULES, geometry

# Cages whose cells are named as in spreadsheets, ``16: A1 A2 A3``: the letter is the column, the number the row.

_CAGE = expression(r"\s*+(?:[-*•]\s++)?(?:[0-9]{1,3}|\?)\s*+[:=]?\s*+(?:[A-Pa-p][1-9][0-6]?(?![A-Za-z0-9])[\s,;+]*+)++")
_LETTERED_CELL = expression(r"(?<![A-Za-z0-9])([A-Pa-p])([1-9][0-6]?)(?![A-Za-z0-9])")


def renamed(rows: Iterable[Row | Batch | Fault], source: Source) -> Iterator[Row | Batch | Fault]:
    """The lines of a text, with the cells of such cages by row and column; a note says so once."""
    noted = False
    for row in rows:
        if type(row) is tuple and _CAGE.fullmatch(row[1]) is not None:
            number, text = row
            if not noted:
                source.guess("letters before numbers are taken for columns, as in a spreadsheet: B1 is r1c2", number, 1)
                noted = True
            yield number, _LETTERED_CELL.sub(lambda cell: f"r{cell[2]}c{ord(cell[1].upper()) - 64}", text)
        else:
            yield row


_MOST_LINES = 1000
_MOST_SIGNS = 1 << 16
"""A text of more is not held, and not looked at."""

_CELL = expression(r"[rR]([0-9]{1,2})[cC]([0-9]{1,2})(?![0-9])")
_ANY_CELL = expression(r"(?<![A-Za-z0-9])(?:[rR][0-9]{1,2}[cC][0-9]{1,2}|[A-I][1-9])(?![A-Za-z0-9])")
_NUMBER = expression(r"(?<![\w.])[0-9]{1,2}(?![\w.])")
_BETWEEN = expression(r"[\s,;:/+>→–—-]*|\s*,?\s*and\s+")
_PARTS = expression(r"\s*(?:;|/|\band\b)\s*")
_HEAD = expression(
    r"[\W\d_]{0,6}([A-Za-z][A-Za-z -]{2,40}?)\s*(?:\([^()]{0,60}\)\s*)?(?:[:=]|(?=\b[rR][0-9]{1,2}[cC])|$)"
)
_TURNED = expression(r"\([^()]*\blast\b[^()]*\)")
_LISTED = expression(r":[^\n]{0,80}?[0-9]{1,2}[ ,;]+[0-9]{1,2}[ ,;]+[0-9]")
_OUTSIDE = expression(
    r"(?im)^[^\w\n]*+(?:the\s+)?(?:rows?|columns?|cols?|left|right|top|bottom)\b[^:=\d\n]{0,20}"
    r"[:=]\s*(?:[0-9]{1,2}[ ,;]+){2}[0-9]"
)
_PLACED = expression(r"(?im)^[^\w\n]{0,6}[a-z][a-z -]{2,40}:[ \t]*(?:row|column|col)s?[ \t]*[0-9]{1,2}[ \t]*[=:]")
"""Numbers around a grid in words: all of a side, and each with its line behind the name of a clue."""
_DOCUMENT = expression(
    r"(?m)^[^\S\n]*+(?:[\[{<]|(?:kind|size|cages|givens|clues)\s*:|(?:def|class|import|from|#include)\b)"
)
_ALL = expression(r"(?i)\ball\b[^.:;]{0,40}\b(?:given|shown|marked|drawn|there)\b")
_NOT_ALL = expression(r"(?i)\b(?:not\s+all|some\s+of|not\s+necessarily\s+all)\b")

_SHORTEST = 5
"""Letters of a word that may be the beginning of the name of a clue: thermo, white."""

_FEWEST_NUMBERS = 3
"""Numbers beside the name of a clue that are its values rather than a part of a sentence."""


@dataclass(slots=True)
class Worded:
    """The meaning of the words of a text: clues, each with its line, lines of clues that were not understood, and whether the
    text says that all clues of a kind are shown, None if it does not say. ``blocks``: the number of its block for each line;
    blank lines part blocks.
    """

    clues: list[tuple[int, str, tuple[tuple[int, int], ...]]] = field(default_factory=list)
    unread: list[Row] = field(default_factory=list)
    all_shown: bool | None = None
    blocks: dict[int, int] = field(default_factory=dict)


def without_clues(
    items: Iterable[Row | Batch | Fault], worded: Worded, source: Source
) -> Iterator[Row | Batch | Fault]:
    """:func:`of_lines` of a text that is not long; of a longer one only what needs no other line."""
    rest = iter(items)
    lines: list[Row] = []
    held = 0
    for item in rest:
        if type(item) is not tuple or len(lines) == _MOST_LINES or held > _MOST_SIGNS:
            yield from renamed(headings.parted(chain(lines, [item], rest)), source)
            return
        held += len(item[1])
        lines.append(item)
    yield from of_lines(lines, worded, source)


def of_lines(lines: list[Row], worded: Worded, source: Source) -> list[Row]:
    """The lines, blank where they were clues in words, which are added to ``worded``.

    Answers and text are parted from the grids above them, and cells of cages have the names that we know.
    """
    text = "\n".join([line for _, line in lines])
    # Most texts have nothing of this, and are looked at no closer.
    cells = _ANY_CELL.search(text) is not None
    if cells or "\t" in text or headings.ANSWER.search(text) is not None:
        parted = renamed(headings.parted(lines), source)
        lines = [row for row in parted if type(row) is tuple]
    if len(lines) > 2 * _MOST_LINES or _DOCUMENT.search(text) is not None:
        return lines
    if cells or any(pattern.search(text) is not None for pattern in (_LISTED, _OUTSIDE, _PLACED)):
        return list(_without_clues(lines, worded))
    return lines


def _without_clues(lines: Sequence[Row], worded: Worded) -> Iterator[Row]:
    kind, block = "", 0
    for number, line in lines:
        block += not line.strip()
        worded.blocks[number] = block
        own, cells = _read(line, kind)
        if cells:
            worded.clues += [(number, own, group) for group in cells]
            yield number, ""
        elif own and _ANY_CELL.search(line) is None and _NUMBER.search(line) is None and _heads(lines, number, own):
            if _TURNED.search(line) is not None:
                worded.unread.append((number, line))
            yield number, ""
        else:
            if _is_unread(line, own or kind):
                worded.unread.append((number, line))
            own = own if own and not line.strip() else ""
            yield number, line
        kind = own or (kind if not line.strip() else "")
    text = "\n".join(line for _, line in lines) if worded.clues else ""
    worded.all_shown = False if _NOT_ALL.search(text) else True if _ALL.search(text) else None


def _heads(lines: Sequence[Row], number: int, kind: str) -> bool:
    """Whether cells alone, of clues of this kind, are in the next line that is not blank."""
    after = next((line for at, line in lines if at > number and line.strip()), "")
    return _kind_of(after) == "" and bool(_read(after, kind)[1])


def _read(line: str, above: str) -> tuple[str, list[tuple[tuple[int, int], ...]]]:
    """The kind of clue that a line names, "" if none, and the cells of each of its clues; ``above``: the kind named in the line
    above, which cells alone are of.
    """
    kind = _kind_of(line)
    if len(line) > _MOST_SIGNS or "c" not in line.lower():
        return kind, []
    head = _HEAD.match(line)
    if kind and head is not None and _TURNED.search(line) is None:
        rest = line[head.end() :]
    elif above and _CELL.match(line.strip(" \t-*•")) is not None:
        kind, rest = above, line.strip(" \t-*•")
    else:
        return kind, []
    if CLUES[kind].value is not None or _BETWEEN.fullmatch(_CELL.sub("", rest).replace("and", "")) is None:
        return kind, []
    groups = _groups(rest.strip(" .\t"), kind)
    shape = CLUES[kind].shape
    fewest, most = (1, 1) if shape == "cell" else (2, 2) if shape == "border" else (max(2, CLUES[kind].least), 99)
    sound = all(fewest <= len(group) <= most for group in groups)
    return kind, groups if sound and shape in ("cell", "border", "line") else []


def _groups(text: str, kind: str) -> list[tuple[tuple[int, int], ...]]:
    """The cells of each clue of a list: parted by semicolons, and by commas where other signs part cells."""
    parts = [part for part in _PARTS.split(text) if part]
    if CLUES[kind].shape == "cell":
        parts = [one[0] for one in _CELL.finditer(text)]
    elif any("," in part and re.search(r"[0-9]\s*[-–—→>\s]\s*[rR]", part) for part in parts):
        parts = [piece for part in parts for piece in part.split(",") if piece.strip()]
    return [tuple((int(row), int(column)) for row, column in _CELL.findall(part)) for part in parts]


def _kind_of(line: str) -> str:
    """The kind of clue whose name a line begins with, in the singular or plural or shortened; "" if it is none."""
    head = _HEAD.match(line) if len(line) < _MOST_SIGNS else None
    return "" if head is None else _named(head[1].strip().lower().replace("-", " "))


@cache
def _named(words: str) -> str:
    bare = words.removesuffix("s") if not words.endswith("ss") else words
    names = {name.replace("-", " "): name for name in CLUES}
    if bare in names:
        return names[bare]
    of_rules = {rule.name.replace("-", " "): rule.clues[0].name for rule in RULES.values() if len(rule.clues) == 1}
    if words in of_rules:
        return of_rules[words]
    longer = [name for spoken, name in names.items() if spoken.startswith(bare)] if len(bare) >= _SHORTEST else []
    return longer[0] if len(longer) == 1 else ""


def _is_outside(line: str, kind: str) -> bool:
    """Whether a line lists numbers around a grid."""
    return _OUTSIDE.match(line) is not None or bool(kind and _PLACED.match(line))


def _is_unread(line: str, kind: str) -> bool:
    """Whether a line that was not understood lists cells, or numbers, of a kind of clue."""
    if _is_outside(line, kind):
        return True
    cells = len(_ANY_CELL.findall(line))
    return bool(kind) and (cells > 1 or (":" in line and len(_NUMBER.findall(line)) >= _FEWEST_NUMBERS))


def with_clues(items: Iterable[Puzzle | Fault | Batch], worded: Worded) -> Iterator[Puzzle | Fault | Batch]:
    """The same items, where a grid has the clues in words beside it; a fault in its place where they were not understood."""
    rest = iter(items)
    first = next(rest, None)
    if first is None:
        return
    if not (worded.clues or worded.unread):
        yield first
        yield from rest
        return
    held: list[Puzzle | Fault | Batch] = [first, *rest]
    places = [at for at, item in enumerate(held) if isinstance(item, Puzzle) and _takes(item)]
    lines = [item.source.line or 0 for at in places if isinstance(item := held[at], Puzzle) and item.source is not None]
    numbers = sorted({*(number for number, _, _ in worded.clues), *(number for number, _ in worded.unread)})
    if len(lines) < len(places) or not places:
        yield from held
        return
    above = numbers[0] < lines[0]
    owners = {}
    guessed = set()
    for number in numbers:
        owner, sure = _owner(number, lines, worded.blocks, above=above)
        owners[number] = places[owner]
        guessed |= set() if sure else {places[owner]}
    for at, item in enumerate(held):
        own = {number for number, owner in owners.items() if owner == at}
        if own and isinstance(item, Puzzle):
            yield from _with(item, worded, own, sure=at not in guessed)
        else:
            yield item


def _takes(puzzle: Puzzle) -> bool:
    """Whether a grid may have clues in words: it has none of its own, and is not full."""
    ground = puzzle.geometry
    return 0 in puzzle.givens and not (ground.clued or ground.overlapping)


def _owner(number: int, lines: Sequence[int], blocks: Mapping[int, int], *, above: bool) -> tuple[int, bool]:
    """Which of the puzzles that begin at these lines a line belongs to, and whether that is sure: the one in its block, if all
    there are on one side of it; else it depends on whether clues of the text are ``above`` their grids, or below.
    """
    near = [at for at, line in enumerate(lines) if blocks.get(line) == blocks.get(number)]
    sides = {lines[at] > number for at in near}
    if len(sides) == 1:
        return (near[0] if sides == {True} else near[-1]), True
    before = [at for at, line in enumerate(lines) if line < number]
    after = [at for at, line in enumerate(lines) if line > number]
    if above:
        return (after or before)[0 if after else -1], not (before and after)
    return (before or after)[-1 if before else 0], not (before and after)


def _with(puzzle: Puzzle, worded: Worded, own: set[int], *, sure: bool) -> Iterator[Puzzle | Fault]:
    """A puzzle with the clues of these lines, and a note of that; or a fault. ``sure``: that they are its own."""
    unread = next((line for number, line in worded.unread if number in own), None)
    if unread is not None:
        yield _fault(
            puzzle, f"its clues were not read: {_shown(unread)!r}", outside=_is_outside(unread, _kind_of(unread))
        )
        return
    size = puzzle.geometry.size
    clues = []
    for _, kind, cells in (one for one in worded.clues if one[0] in own):
        if not all(1 <= row <= size and 1 <= column <= size for row, column in cells):
            yield _fault(puzzle, f"its {_spoken(kind)} has a cell outside the grid of {size}×{size}")
            return
        clues.append(Clue(kind, tuple((row - 1) * size + column - 1 for row, column in cells)))
    try:
        ground, guess = _ground(puzzle, clues, worded.all_shown)
    except UsageError as error:
        yield _fault(puzzle, f"its clues were not read: {error.faults[0].message}")
        return
    if not sure:
        guess += f"; another puzzle is as near to them{_GUESS if not guess else ''}"
    one = Puzzle(ground, puzzle.givens, puzzle.source, puzzle.name, puzzle.answer, puzzle.cages)
    many = f"{len(clues)} clues in words are" if len(clues) > 1 else "a clue in words is"
    message = f"{many} read, of the kind {ground.kind}{guess}"
    yield Note(message, puzzle.source, "look at the puzzle" if guess else "")
    yield one


def _ground(puzzle: Puzzle, clues: Sequence[Clue], all_shown: bool | None) -> tuple[Geometry, str]:
    """The geometry of a puzzle with clues, and the note of a guess. Raises UsageError where there is none."""
    grounds = []
    for whole in (True, False):
        rules = {*puzzle.geometry.rules, *_rules({clue.kind for clue in clues}, whole=whole)}
        grounds.append(geometry(rules, puzzle.geometry.size, puzzle.geometry.areas, clues))
    if all_shown is not None or grounds[0].kind == grounds[1].kind:
        return grounds[0 if all_shown else 1], ""
    which = only_proper([(ground, puzzle.givens) for ground in grounds])
    return grounds[which if which is not None else 1], f", since the text does not say whether all are shown{_GUESS}"


_GUESS = "; this is a guess"


def _rules(kinds: set[str], *, whole: bool) -> set[str]:
    """The rules for kinds of clues of which all are shown (``whole``), or perhaps not all; of several the one with the most."""
    rules: set[str] = set()
    left = frozenset(kinds)
    while left:
        held = {rule.name: len(left & {kind.name for kind in rule.clues}) for rule in RULES.values()}
        able = [(bool(rule.unmarked) == whole, held[rule.name], rule) for rule in RULES.values() if held[rule.name]]
        _, _, best = max(able, key=itemgetter(0, 1))
        rules.add(best.name)
        left -= {kind.name for kind in best.clues}
    return rules


def _fault(puzzle: Puzzle, message: str, *, outside: bool = False) -> Fault:
    if outside:
        return Fault(message, puzzle.source, "numbers around a grid are read from JSON and from links, not from words")
    kind = next(iter(CLUES))
    example = f"{_spoken(kind)}: {cell_name(0, puzzle.geometry)} {cell_name(1, puzzle.geometry)}"
    return Fault(message, puzzle.source, f'write each kind as "{example}", with a semicolon between two clues')


def _spoken(kind: str) -> str:
    return kind.replace("-", " ")


def _shown(line: str) -> str:
    bare = " ".join(line.split())
    return bare if len(bare) <= _LONGEST_SHOWN else f"{bare[:_LONGEST_SHOWN]}…"


_LONGEST_SHOWN = 40
