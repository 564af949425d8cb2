"""Grids as programs write them: lists in brackets, of numbers or of quoted texts, in any language.

``[[5, 3, 0, ...], ...]``, ``{{5, 3, ...}, ...}``, ``[| 5, 3, _, ... | ...|]`` (MiniZinc), ``[[5,3,_,...],...]`` (Prolog),
``[]([](5,3,_,...),...)`` (ECLiPSe), ``#2A((5 3 0 ...) ...)`` (Lisp), ``[5, 3, 0, ..., &`` line by line (Fortran), a list of
nine quoted rows, in which a blank may be an empty cell, and a quoted text of 81 symbols or of nine lines. Arrays may have
their size before their cells, ``9 9 $ 5 3 0 0 7 ...`` (J), ``9 9⍴5 3 0 0 7 ...`` (APL), or an object for each cell,
``Cell(number: 5, given: true), ...`` (Swift). No code is run: only brackets, quotes and words are looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from bookmaker.formats.base import givens_one_by_one
from bookmaker.formats.base.cages import Listed
from bookmaker.formats.base.cells import ILLEGAL, SIZE_OF, decoded, digit_of, digits, fits
from bookmaker.formats.base.format import Recogniser
from bookmaker.formats.base.givens_one_by_one import Givens
from bookmaker.formats.base.source import Source
from bookmaker.puzzles.grid.geometry import BOXES
from bookmaker.puzzles.grid.puzzle import Puzzle

_TOKEN = re.compile(
    r"(?P<comment>/\*.*?\*/|//[^\n]*|#(?!\d[aA]\()[^\n]*|%[^\n]*|&[ \t]*\n(?:[ \t]*!)?)"
    r"|(?P<text>\"\"\".*?\"\"\"|'''.*?'''|\"\\?[0-9._*|+\s-]{30,2000}+\"|'\\?[0-9._*|+\s-]{30,2000}+'|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`[^`]*`)"
    r"|(?P<open>\[\]\(|[\[({])|(?P<close>[\])}])"
    r"|(?P<dull>(?!(?i:null|nil|none|nan|undefined)\b)[A-Za-z]\w{2,}[^\[\](){}\"'`#%/]*)"
    r"|(?P<atom>-?(?<![0-9])\d++(?:\.0++)?(?![\w.])|[A-Za-z_]\w*|\?|\.(?!\w)|[^\s,;|:=])",
    re.DOTALL,
)
# A blank behind each number but the last: a text that does not fit is given up at once.
_SHAPED = re.compile(
    r"(?<![\w.])([0-9]{1,2})[ \t]+\1\)?[ \t]*[$⍴][ \t]*,?[ \t]*((?:[0-9]{1,2}[ \t]+){15,}[0-9]{1,2})(?![\w.])"
)

_CELL = re.compile(
    r"\b(?:number|value|digit|num|val)[^\w\n]{1,4}([0-9])[^\w\n]{1,4}(?:is_?)?(?:given|fixed|locked|clue|original)"
    r"[^\w\n]{1,4}(true|false)\b",
    re.IGNORECASE,
)

_BRACKETS = re.compile(r"[\[({\"'`]")
_QUOTES = re.compile(r"^(?:\"\"\"|'''|[\"'`])|(?:\"\"\"|'''|[\"'`])$")
_NOTHING = frozenset({"_", "?", ".", "null", "nil", "none", "nan", "na", "undefined", "x", "-1", ""})
"""Words of programs for no number, in small letters."""

_LEAST_FOUND = 6
"""The smallest grid that is taken from lists that only follow one another: smaller ones are anything."""

_FENCE = "```"
"""Of Markdown: it is not a quote."""

_SHORT = re.compile(r"[\"'`]([1-4.0_*]{16})[\"'`]")
_SMALL = 4
"""The size of a quoted puzzle that is believed only where its answer is in the same program."""

_DEEPEST = 60
_INNER = range(81, 100_000)
"""Symbols of a quoted text that may be a list itself."""


@dataclass(slots=True)
class _Node:
    """A pair of brackets, or a quoted text, or a word: from ``start`` to ``end`` of the text."""

    start: int
    end: int = 0
    word: str | None = None
    quoted: bool = False
    inside: list[_Node] = field(default_factory=list)
    dull: bool = False
    """Whether there are words inside that are not cells, which are not kept."""


@dataclass(frozen=True)
class Found:
    """A grid found in a text: its fields in reading order, and where it begins and ends."""

    fields: Sequence[str]
    start: int
    end: int


def _parsed(text: str) -> _Node:
    root = _Node(0, len(text))
    stack = [root]
    for token in _TOKEN.finditer(text):
        if token.lastgroup == "open" and len(stack) < _DEEPEST:
            node = _Node(token.start())
            stack[-1].inside.append(node)
            stack.append(node)
        elif token.lastgroup == "close" and len(stack) > 1:
            stack.pop().end = token.end()
        elif token.lastgroup == "text":
            word = _QUOTES.sub("", _QUOTES.sub("", token[0])).removeprefix("\\\n")
            stack[-1].inside.append(_Node(token.start(), token.end(), word, True))
        elif token.lastgroup == "dull":
            # The text behind a word that is not a cell matters as little, up to the next sign that does.
            stack[-1].dull = True
        elif token.lastgroup == "atom" and not stack[-1].dull:
            stack[-1].inside.append(_Node(token.start(), token.end(), token[0]))
    for node in stack[1:]:
        node.end = len(text)
    return root


def _field(node: _Node) -> str | None:
    """The field of one cell, None if the node is none."""
    word = node.word
    if word is None or len(word) > 9:
        return None
    bare = word.strip()
    if bare.lower() in _NOTHING:
        return "."
    return bare if digit_of(bare, 25) != ILLEGAL else None


def _row(node: _Node) -> list[str] | None:
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


def _spaced(children: Sequence[_Node]) -> Iterator[tuple[int, list[str]]]:
    """The places and the fields of quoted rows in which a blank is an empty cell: as many as a grid has, each of its length."""
    quoted = [(at, child.word) for at, child in enumerate(children) if child.quoted and child.word is not None]
    for width, run in groupby(quoted, lambda one: len(one[1])):
        some = list(run) if width in BOXES and width >= _LEAST_FOUND else []
        words = [word.replace(" ", ".") for _, word in some]
        spaced = any(" " in word for _, word in some) and len(some) % width == 0
        if spaced and all(fits(digits(word), width) for word in words) and any(map(str.isdigit, "".join(words))):
            yield from ((at, list(word)) for (at, _), word in zip(some, words, strict=True))


def _found(node: _Node, *, root: bool = False) -> Iterator[Found]:
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


def _quoted(node: _Node) -> Iterator[Found]:
    word = "".join((node.word or "").replace("\\n", "").split())
    if word[:1] in ("[", "{") and len(word) in _INNER:
        for found in _found(_parsed(node.word or "")):
            yield Found(found.fields, node.start, node.end)
        return
    size = SIZE_OF.get(len(word), 0)
    if size >= _LEAST_FOUND and fits(digits(word), size) and any(map(str.isdigit, word)):
        yield Found(word, node.start, node.end)


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


def has_brackets(text: str) -> bool:
    """Whether a text has what opens a list or a quote."""
    return _BRACKETS.search(text) is not None


def bracketed(text: str, *_: object) -> Iterator[Found]:
    """The grids of a text in brackets and quotes."""
    yield from _found(_parsed(text), root=True)


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


def read(
    text: str, first: int, source: Source, recognisers: Iterable[Recogniser[str, Iterable[Found | Givens | Listed]]]
) -> tuple[list[Puzzle], set[int]]:
    """The puzzles of a text whose first line has the number ``first``, and the numbers of the lines that they take up.

    All ``recognisers`` are tried in their order; each is told whether those before it found a grid.
    """
    text = text.replace(_FENCE, " " * len(_FENCE))
    grids: list[Found | Givens] = []
    lists: list[Listed] = []
    for recogniser in recognisers:
        if recogniser.may_hold(text):
            some = list(recogniser.read(text, first, source, bool(grids)))
            grids += (one for one in some if not isinstance(one, Listed))
            lists += (one for one in some if isinstance(one, Listed))
    out: list[tuple[Puzzle, int, int]] = []
    for found in grids:
        line = first + text.count("\n", 0, found.start)
        last = first + text.count("\n", 0, found.end)
        column = found.start - text.rfind("\n", 0, found.start)
        size = SIZE_OF[len(found.fields)]
        quiet = Source(source.name, source.kind)
        cells = decoded(found.fields, size, lambda _, place=(line, column): place, quiet)  # type: ignore[misc]
        if cells is not None and any(cells):
            source.notes += quiet.notes
            puzzle = source.puzzle(size, cells, source.place(line, column))
            out += [] if puzzle is None else [(puzzle, line, last)]
    killers: list[tuple[Puzzle, int, int]] = []
    for listed in lists:
        line, last = (first + text.count("\n", 0, at) for at in (listed.start, listed.end))
        place = source.place(line, listed.start - text.rfind("\n", 0, listed.start))
        killer = source.puzzle(listed.size, bytes(listed.size * listed.size), place, cages=listed.cages)
        source.listed.add(place)
        killers += [] if killer is None else [(killer, line, last)]
    out = _with_answers(sorted(out, key=lambda one: one[1]))
    taken = {number for _, start, end in (*out, *killers) for number in range(start, end + 1)}
    return [puzzle for puzzle, _, _ in sorted((*out, *killers), key=lambda one: one[1])], taken


def _with_answers(found: list[tuple[Puzzle, int, int]]) -> list[tuple[Puzzle, int, int]]:
    """Full grids that are the answer of another become its answer, so that they are not puzzles of their own."""
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
        if (
            puzzle.geometry is full.geometry
            and 0 not in full.givens
            and 0 in puzzle.givens
            and puzzle.answer is None
            and all(given in (0, digit) for given, digit in zip(puzzle.givens, full.givens, strict=True))
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
