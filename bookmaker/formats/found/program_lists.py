"""Grids as programs write them: lists in brackets, of numbers or of quoted texts, in any language.

``[[5, 3, 0, ...], ...]``, ``{{5, 3, ...}, ...}``, ``[| 5, 3, _, ... | ...|]`` (MiniZinc), ``[[5,3,_,...],...]`` (Prolog),
``[]([](5,3,_,...),...)`` (ECLiPSe), ``#2A((5 3 0 ...) ...)`` (Lisp), ``[5, 3, 0, ..., &`` line by line (Fortran), a list of
nine quoted rows, in which a blank may be an empty cell, and a quoted text of 81 symbols or of nine lines. Arrays may have
their size before their cells, ``9 9 $ 5 3 0 0 7 ...`` (J), ``9 9⍴5 3 0 0 7 ...`` (APL), or an object for each cell,
``Cell(number: 5, given: true), ...`` (Swift). No code is run: only brackets, quotes and words are looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from bookmaker.formats.apps import clue_drawings
from bookmaker.formats.apps.clue_drawings import Drawing, Target
from bookmaker.formats.base import givens_one_by_one
from bookmaker.formats.base.cages import Listed, linked
from bookmaker.formats.base.cells import ILLEGAL, SIZE_OF, decoded, digit_of, digits, fits, soon_counted
from bookmaker.formats.base.drawn_rows import Rows
from bookmaker.formats.base.format import Recogniser
from bookmaker.formats.base.givens_one_by_one import Givens
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import Source
from bookmaker.puzzles.grid.geometry import BOXES
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle

# A quote behind a backslash begins no text, or each of them would be read to the end of the line.
_TOKENS = (
    r"//[^\n]*|#(?!\d[aA]\()[^\n]*|%[^\n]*|&[ \t]*\n(?:[ \t]*!)?|(?<=[\s,;])\.\.\.[ \t]*(?:\n|$))"
    r"|(?P<text>\"\"\".*?\"\"\"|'''.*?'''|\"\\?[0-9._*|+\s-]{30,2000}+\"|'\\?[0-9._*|+\s-]{30,2000}+'|(?<!\\)\"(?:[^\"\\\n]|\\.)*+\"|(?<!\\)'(?:[^'\\\n]|\\.)*+'|`[^`]*`)"
    r"|(?P<open>\[\]\(|[\[({])|(?P<close>[\])}])"
    r"|(?P<dull>(?!(?i:null|nil|none|nan|undefined)\b)[A-Za-z]\w{2,}[^\[\](){}\"'`#%/]*)"
    r"|(?P<atom>-?(?<![0-9])\d++(?:\.0++)?(?![\w.])|[A-Za-z_]\w*|\?|\.(?!\w)|[^\s,;|:=])"
)
_TOKEN = expression(r"(?P<comment>/\*.*?\*/|" + _TOKENS, re.DOTALL)
_UNCOMMENTED = expression(r"(?P<comment>" + _TOKENS, re.DOTALL)
"""Behind the end of the last comment, where each beginning of one would be read to the end of the text."""
# A blank behind each number but the last: a text that does not fit is given up at once.
_SHAPED = expression(
    r"(?<![\w.])([0-9]{1,2})[ \t]+\1\)?[ \t]*[$⍴][ \t]*,?[ \t]*((?:[0-9]{1,2}[ \t]+){15,}[0-9]{1,2})(?![\w.])"
)

_CELL = expression(
    r"\b(?:number|value|digit|num|val)[^\w\n]{1,4}([0-9])[^\w\n]{1,4}(?:is_?)?(?:given|fixed|locked|clue|original)"
    r"[^\w\n]{1,4}(true|false)\b",
    re.IGNORECASE,
)

_BRACKETS = expression(r"[\[({\"'`]")
_QUOTES = expression(r"^(?:\"\"\"|'''|[\"'`])|(?:\"\"\"|'''|[\"'`])$")
_NOTHING = frozenset({"_", "?", ".", "null", "nil", "none", "nan", "na", "undefined", "x", "-1", ""})
"""Words of programs for no number, in small letters."""

_HOLE = expression(r",[ \t]*,")
_INNERMOST = expression(r"[\[({]([^\[\](){}]{5,4000})[\])}]")

_LEAST_FOUND = 6
"""The smallest grid that is taken from lists that only follow one another: smaller ones are anything."""

_FENCE = "```"
"""Of Markdown: it is not a quote."""

_SHORT = expression(r"[\"'`]([1-4.0_*]{16})[\"'`]")
_SMALL = 4
"""The size of a quoted puzzle that is believed only where its answer is in the same program."""

_DEEPEST = 60
_INNER = range(81, 100_000)
"""Symbols of a quoted text that may be a list itself."""


@dataclass(slots=True)
class Node:
    """A pair of brackets, or a quoted text, or a word: from ``start`` to ``end`` of the text."""

    start: int
    end: int = 0
    word: str | None = None
    quoted: bool = False
    inside: list[Node] = field(default_factory=list)
    dull: bool = False
    """Whether there are words inside that are not cells, which are not kept."""


@dataclass(frozen=True)
class Found:
    """A grid found in a text: its fields in reading order, and where it begins and ends."""

    fields: Sequence[str]
    start: int
    end: int


def _commented(text: str) -> Iterator[re.Match[str]]:
    """The tokens of a text that has the end of a comment."""
    at, last = 0, text.rindex("*/")
    for token in _TOKEN.finditer(text):
        yield token
        at = token.end()
        if at > last:
            break
    yield from _UNCOMMENTED.finditer(text, at)


def parsed(text: str) -> Node:
    """The brackets, quotes and words of a text as a tree."""
    root = Node(0, len(text))
    stack = [root]
    for token in _commented(text) if "*/" in text else _UNCOMMENTED.finditer(text):
        if token.lastgroup == "open" and len(stack) < _DEEPEST:
            node = Node(token.start())
            stack[-1].inside.append(node)
            stack.append(node)
        elif token.lastgroup == "close" and len(stack) > 1:
            stack.pop().end = token.end()
        elif token.lastgroup == "text":
            word = _QUOTES.sub("", _QUOTES.sub("", token[0])).removeprefix("\\\n")
            stack[-1].inside.append(Node(token.start(), token.end(), word, True))
        elif token.lastgroup == "dull":
            # The text behind a word that is not a cell matters as little, up to the next sign that does.
            stack[-1].dull = True
        elif token.lastgroup == "atom" and not stack[-1].dull:
            stack[-1].inside.append(Node(token.start(), token.end(), token[0]))
    for node in stack[1:]:
        node.end = len(text)
    return root


def _field(node: Node) -> str | None:
    """The field of one cell, None if the node is none."""
    word = node.word
    if word is None or len(word) > 9:
        return None
    bare = word.strip()
    if bare.lower() in _NOTHING:
        return "."
    return bare if digit_of(bare, 25) != ILLEGAL else None


def _row(node: Node) -> list[str] | None:
    """The fields of a list of nothing but cells, or of a quoted row."""
    if node.word is not None:
        word = node.word.replace(" ", "") if node.quoted else ""
        return list(word) if len(word) in BOXES and ILLEGAL not in digits(word) else None
    fields: list[str] = []
    for child in () if node.dull else node.inside:
        one = _field(child)
        if one is None:
            return None
        fields.append(one)
    return fields or None


def _spaced(children: Sequence[Node]) -> Iterator[tuple[int, list[str]]]:
    """The places and the fields of quoted rows in which a blank is an empty cell: as many as a grid has, each of its length."""
    quoted = [(at, child.word) for at, child in enumerate(children) if child.quoted and child.word is not None]
    for width, run in groupby(quoted, lambda one: len(one[1])):
        some = list(run) if width in BOXES and width >= _LEAST_FOUND else []
        words = [word.replace(" ", ".") for _, word in some]
        spaced = any(" " in word for _, word in some) and len(some) % width == 0
        if spaced and all(fits(digits(word), width) for word in words) and any(map(str.isdecimal, "".join(words))):
            yield from ((at, list(word)) for (at, _), word in zip(some, words, strict=True))


def _found(node: Node, *, root: bool = False) -> Iterator[Found]:
    """The grids within a node, from the outermost in."""
    if node.word is not None:
        yield from _quoted(node)
        return
    rows = [_row(child) for child in node.inside]
    for at, fields in _spaced(node.inside):
        rows[at] = fields
    flat = _row(node)
    if flat is not None and len(flat) in SIZE_OF and len(flat) > 80:
        yield Found(flat, node.start, node.end)
        return
    taken: set[int] = set()
    listed = [at for at, child in enumerate(node.inside) if child.word is None or child.quoted]
    for size, run in groupby(listed, lambda at: len(rows[at] or ())):
        places = list(run)
        enclosed = not root and not node.dull and len(places) == len(node.inside)
        if size not in BOXES or len(places) % size or not (enclosed or size >= _LEAST_FOUND):
            continue
        for start in range(0, len(places), size):
            some = places[start : start + size]
            fields = [one for at in some for one in rows[at] or ()]
            yield Found(fields, node.inside[some[0]].start, node.inside[some[-1]].end)
            taken.update(some)
    for at, child in enumerate(node.inside):
        if at not in taken and (child.word is None or child.quoted):
            yield from _found(child)


def _quoted(node: Node) -> Iterator[Found]:
    word = "".join((node.word or "").replace("\\n", "").split())
    if word[:1] in ("[", "{") and len(word) in _INNER:
        for found in _found(parsed(node.word or "")):
            yield Found(found.fields, node.start, node.end)
        return
    raw = (node.word or "").replace(" ", ".") if len(word) < len(node.word or "") in SIZE_OF else word
    size = SIZE_OF.get(len(raw), 0)
    if size >= _LEAST_FOUND and fits(digits(raw), size) and any(map(str.isdecimal, raw)):
        yield Found(raw, node.start, node.end)


def arrays(text: str, *_: object) -> Iterator[Found]:
    """The square arrays of a text that are as large as a grid, with as many numbers; 81 cells that say whether they are given."""
    if "$" in text or "⍴" in text:
        for array in _SHAPED.finditer(text):
            size, fields = int(array[1]), array[2].split()
            if size in BOXES and len(fields) == size * size:
                yield Found(fields, array.start(), array.end())
    cells = list(_CELL.finditer(text)) if "rue" in text else []
    if len(cells) == 81:
        fields = [cell[1] if cell[2].lower() == "true" else "." for cell in cells]
        yield Found(fields, cells[0].start(), cells[-1].end())


def has_holes(text: str) -> bool:
    """Whether a text has two commas without a field between them."""
    return _HOLE.search(text) is not None


def with_holes(text: str, first: int, source: Source, others: bool) -> Iterator[Found]:
    """The grids in brackets with nothing between two commas for an empty cell, a row in each or all; only where no others are."""
    run: list[tuple[list[str], int, int]] = []
    for list_ in () if others else _INNERMOST.finditer(text):
        fields = [field.strip().strip("\"'") for field in list_[1].split(",")]
        fields = fields[:-1] if not fields[-1] and len(fields) not in {*BOXES, *SIZE_OF} else fields
        cells = ["." if field.lower() in _NOTHING else field for field in fields]
        size = len(cells) if len(cells) in BOXES else SIZE_OF.get(len(cells), 0)
        if size < _LEAST_FOUND or any(digit_of(cell, size) > size for cell in cells):
            run = []
        elif len(cells) != size:
            yield Found(cells, list_.start(), list_.end())
        else:
            run = [*(run if run and len(run[0][0]) == size else []), (cells, list_.start(), list_.end())]
            if len(run) == size:
                yield Found([cell for row, _, _ in run for cell in row], run[0][1], run[-1][2])
                run = []


def has_brackets(text: str) -> bool:
    """Whether a text has what opens a list or a quote."""
    return _BRACKETS.search(text) is not None


def bracketed(text: str, *_: object) -> Iterator[Found]:
    """The grids of a text in brackets and quotes."""
    yield from _found(parsed(text), root=True)


def has_arrays(text: str) -> bool:
    """Whether a text has the sign of an array language between the size and the cells, or words for given cells."""
    return any(sign in text for sign in ("$", "⍴", "rue"))


def one_by_one(text: str, first: int, source: Source, others: bool) -> Iterator[Givens]:
    """The puzzles whose givens are listed one by one; forms that may mean anything are tried only where no others are."""
    before = len(source.faults)
    sure = list(givens_one_by_one.certain(text, first, source))
    yield from sure
    if not sure and len(source.faults) == before:
        yield from givens_one_by_one.guessed(text, first, source, alone=not others)


Cell = tuple[int, int]


@dataclass(frozen=True)
class Ruled:
    """Lists of a rule: cages, with a target each, or regions, with none.

    ``sizes``: of the grids that they may belong to. ``certain``: that they are cages, as numbers alone need not be. ``ways``: the
    ways to take their cells, each as row and column from 0 on, by the words of a note, "" for none.
    """

    targets: Sequence[Target] | None
    start: int
    end: int
    sizes: frozenset[int]
    certain: bool
    ways: Mapping[str, Sequence[Sequence[Cell]]]

    def is_like(self, other: Ruled) -> bool:
        """Whether another list has the same cells and targets."""
        return (self.targets, self.ways) == (other.targets, other.ways)

    def drawings(self, size: int, givens: bytes) -> Iterator[tuple[str, Drawing]]:
        """The ways to take them on a grid of that size, each with its note."""
        for note, way in self.ways.items():
            if not all(0 <= row < size and 0 <= column < size for cells in way for row, column in cells):
                continue
            labels = ["."] * (size * size)
            for at, cells in enumerate(way):
                for row, column in cells:
                    labels[row * size + column] = str(at)
            made = Drawing(size, grid=Rows(size, givens))
            if self.targets is None:
                made.regions = labels
            else:
                made.labels = labels
                made.targets = {str(at): target for at, target in enumerate(self.targets)}
            yield note, made


@dataclass(frozen=True)
class _Grid:
    """A grid that was found: its size, cells and place, and its lines."""

    size: int
    cells: bytes
    line: int
    column: int
    last: int

    @property
    def is_map(self) -> bool:
        """Whether its cells are the regions of a map, which hang together, and no digits of a puzzle."""
        labels = list(self.cells)
        members = [[cell for cell, label in enumerate(labels) if label == one] for one in set(labels)]
        return len(members) == self.size and all(len(one) == self.size and linked(one, self.size) for one in members)

    @property
    def ruled(self) -> Ruled:
        """The regions of a map."""
        cells = [
            [divmod(at, self.size) for at, label in enumerate(self.cells) if label == one] for one in set(self.cells)
        ]
        return Ruled(None, 0, 0, frozenset({self.size}), True, {"": cells})


_Placed = tuple[Puzzle, int, int]
"""A puzzle, and the numbers of its first and its last line."""


def read(
    text: str,
    first: int,
    source: Source,
    recognisers: Iterable[Recogniser[str, Iterable[Found | Givens | Listed | Ruled]]],
) -> tuple[list[Puzzle], set[int]]:
    """The puzzles of a text whose first line has the number ``first``, and the numbers of the lines that they take up.

    All ``recognisers`` are tried in their order; each is told whether those before it found a grid.
    """
    text = text.replace(_FENCE, " " * len(_FENCE))
    grids: list[Found | Givens] = []
    lists: list[Listed | Ruled] = []
    for recogniser in recognisers:
        if recogniser.may_hold(text):
            some = list(recogniser.read(text, first, source, bool(grids)))
            grids += (one for one in some if not isinstance(one, Listed | Ruled))
            lists += (one for one in some if isinstance(one, Listed | Ruled))
    drawn = []
    for found in grids:
        line = first + text.count("\n", 0, found.start)
        last = first + text.count("\n", 0, found.end)
        column = found.start - text.rfind("\n", 0, found.start)
        size = SIZE_OF[len(found.fields)]
        quiet = Source(source.name, source.kind)
        cells = decoded(found.fields, size, lambda _, place=(line, column): place, quiet)  # type: ignore[misc]
        if cells is not None and (any(cells) or lists):
            source.notes += quiet.notes
            drawn.append(_Grid(size, cells, line, column, last))
    killers: list[_Placed] = []
    rules: list[tuple[Ruled, int, int, int]] = []
    for listed in lists:
        line, last = (first + text.count("\n", 0, at) for at in (listed.start, listed.end))
        column = listed.start - text.rfind("\n", 0, listed.start)
        if isinstance(listed, Ruled) and listed.certain:
            rules.append((listed, line, column, last))
            continue
        if isinstance(listed, Ruled):
            (size,) = listed.sizes
            (way,) = listed.ways.values()
            targets = listed.targets or ()
            cages = tuple(
                Cage(tuple(row * size + column for row, column in some), target[1])
                for some, target in zip(way, targets, strict=True)
            )
        else:
            size, cages = listed.size, listed.cages
        place = source.place(line, column)
        killer = source.puzzle(size, bytes(size * size), place, cages=cages)
        source.listed.add(place)
        killers += [] if killer is None else [(killer, line, last)]
    rules += [(one.ruled, one.line, one.column, one.last) for one in drawn if one.is_map]
    drawn = [one for one in drawn if not one.is_map]
    joined, drawn = _ruled(rules, drawn, source) if rules else ([], drawn)
    out: list[_Placed] = []
    for one in drawn:
        puzzle = source.puzzle(one.size, one.cells, source.place(one.line, one.column)) if any(one.cells) else None
        out += [] if puzzle is None else [(puzzle, one.line, one.last)]
    out = _with_answers(sorted(out, key=lambda one: one[1]))
    everything = sorted((*out, *killers, *joined), key=lambda one: one[1])
    taken = {number for _, start, end in everything for number in range(start, end + 1)}
    taken |= {number for _, start, _, end in rules for number in range(start, end + 1)}
    return [puzzle for puzzle, _, _ in everything], taken


def _ruled(
    rules: Sequence[tuple[Ruled, int, int, int]], grids: list[_Grid], source: Source
) -> tuple[list[_Placed], list[_Grid]]:
    """The puzzles of lists of rules, each with the grid of its givens, and the grids that are left.

    Lists and grids belong together in their order where there are as many, or no grid. Else nobody can tell, which is a fault:
    without its rule a puzzle is another one.
    """
    rules = sorted(rules, key=lambda one: one[1])
    sizes = frozenset.union(*(one[0].sizes for one in rules))
    able = [one for one in grids if one.size in sizes]
    # A full grid is an answer: with it for givens cages would rule out nothing, or everything.
    givens, full = ([one for one in able if (0 in one.cells) == is_open] for is_open in (True, False))
    made: list[_Placed] = []
    if len(givens) not in (0, len(rules)):
        # A list that comes again, as in a test of each step, is one.
        rules = [one for at, one in enumerate(rules) if not any(one[0].is_like(other) for other, *_ in rules[at + 1 :])]
    if len(givens) not in (0, len(rules)):
        _, line, column, _ = rules[0]
        message = (
            f"{len(rules)} lists of cages or regions, and {len(givens)} grids: it is not clear which belong together"
        )
        source.fault(message, line, column, "put each puzzle, with its rule, into a file of its own")
        return [], [one for one in grids if one not in able]
    for at, (rule, line, column, last) in enumerate(rules):
        grid = givens[at] if givens else None
        own = full[at : at + 1] if len(full) == len(rules) else full
        sizes = frozenset({grid.size}) if grid is not None else rule.sizes & {one.size for one in own} or rule.sizes
        size = min(sizes)
        if len(sizes) > 1:
            source.fault(
                "cages of a part of a grid, whose size is not known", line, column, "write the grid of givens below"
            )
            continue
        cells = grid.cells if grid is not None else bytes(size * size)
        start = min(line, grid.line) if grid is not None else line
        puzzle = _of_ways(list(rule.drawings(size, cells)), start, source)
        if puzzle is None:
            continue
        if grid is not None and puzzle.cages and soon_counted(puzzle) == 0:
            plain = source.puzzle(size, cells, source.place(grid.line, grid.column))
            if plain is not None and soon_counted(plain) == 1:
                said = "cages beside a grid that is a puzzle without them, and that their sums forbid"
                source.fault(said, line, column, "write each puzzle into a file of its own")
                continue
        answers = [one.cells for one in own if one.size == size]
        fitting = [one for one in answers if all(given in (0, digit) for given, digit in zip(cells, one, strict=True))]
        end = max(last, grid.last) if grid is not None else last
        made.append((replace(puzzle, answer=fitting[0]) if len(fitting) == 1 else puzzle, start, end))
    return made, [one for one in grids if one not in able]


def _of_ways(ways: Sequence[tuple[str, Drawing]], line: int, source: Source) -> Puzzle | None:
    """The puzzle of the way to take a list that makes a proper one, else of the first that has a solution."""
    tried = []
    for note, drawing in ways:
        own = Source(source.name, source.kind)
        puzzle = clue_drawings.puzzle_of(drawing, source.kind, line, own)
        tried.append((puzzle, note, own))
    if not tried:
        source.fault("a list of cages or regions with a cell outside the grid", line, 1)
        return None
    counts = [-2 if puzzle is None else soon_counted(puzzle) if len(tried) > 1 else 1 for puzzle, _, _ in tried]
    best = next((at for wanted in (1, 2, -1, 0) for at, count in enumerate(counts) if count == wanted), 0)
    puzzle, note, own = tried[best]
    source.notes += own.notes
    source.faults += own.faults
    if note and puzzle is not None:
        source.guess(note, line, 1)
    return puzzle


def _with_answers(found: list[tuple[Puzzle, int, int]]) -> list[tuple[Puzzle, int, int]]:
    """Full grids that are the answer of another become its answer, so that they are not puzzles of their own.

    As many that follow as many puzzles come in the order of these: one that solves another is not its answer.
    """
    half = len(found) // 2
    if (
        half > 1
        and len(found) == 2 * half
        and [0 in one.givens for one, _, _ in found] == [True] * half + [False] * half
    ):
        pairs = [(one, answered(one[0], full[0]), full) for one, full in zip(found[:half], found[half:], strict=True)]
        paired = [one if pair is None else (pair, one[1], one[2]) for one, pair, _ in pairs]
        return [*paired, *(full for _, pair, full in pairs if pair is None)]
    out: list[tuple[Puzzle, int, int]] = []
    for puzzle, first, last in found:
        before = out[-1] if out else None
        pair = None if before is None else answered(before[0], puzzle)
        if before is not None and pair is not None:
            out[-1] = (pair, min(before[1], first), max(before[2], last))
        else:
            out.append((puzzle, first, last))
    return out


def answered(one: Puzzle, other: Puzzle) -> Puzzle | None:
    """The puzzle of two that has the other as its answer; None where neither is a full grid that agrees with the other."""
    for puzzle, full in ((one, other), (other, one)):
        alike = puzzle.geometry is full.geometry
        if (
            (alike or (not full.geometry.rules and len(puzzle.givens) == len(full.givens)))
            and 0 not in full.givens
            and 0 in puzzle.givens
            and puzzle.answer is None
            and all(given in (0, digit) for given, digit in zip(puzzle.givens, full.givens, strict=True))
            # The grid of a jigsaw is full by itself, and only its rules say that it is the answer.
            and (alike or soon_counted(replace(puzzle, givens=full.givens)) == 1)
        ):
            return Puzzle(puzzle.geometry, puzzle.givens, puzzle.source, puzzle.name, full.givens)
    return None


def with_short(found: Sequence[Puzzle], lines: Sequence[tuple[int, str]]) -> list[Puzzle]:
    """The puzzles of a program with these lines, of which a full grid of 4×4 is the answer of a quoted text, if it solves it."""
    out = []
    for puzzle in found:
        ground = puzzle.geometry
        if ground.cell_count == _SMALL * _SMALL and 0 not in puzzle.givens:
            short = (text for _, line in lines for text in _SHORT.findall(line))
            pairs = (answered(Puzzle(ground, digits(text), puzzle.source), puzzle) for text in short)
            puzzle = next((pair for pair in pairs if pair is not None), puzzle)
        out.append(puzzle)
    return out
