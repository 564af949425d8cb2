"""A text that no other format recognises: a puzzle among other things, in a form that still can be read in one way only.

Such a text may be a program with a grid in it (:mod:`program_lists`), a web page or XML, quoted mail (``> ``),
numbered puzzles (``1. 53..7...``), LaTeX, a double-spaced grid, or as many words as a grid has cells with a sign of its own for
empty cells. The text around puzzles is passed over, which is recorded; what looks like a spoilt puzzle is a fault.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from bookmaker.formats.apps import iss, lines
from bookmaker.formats.apps.registry import READ
from bookmaker.formats.base import cages, givens_one_by_one, row_or_column_first
from bookmaker.formats.base.cages import Listed
from bookmaker.formats.base.cells import SIZE_OF, decoded, digits, fits, is_text
from bookmaker.formats.base.format import Format, Recogniser
from bookmaker.formats.base.givens_one_by_one import Givens
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import Block, Source
from bookmaker.formats.found import cell_objects, clue_lists, program_lists, yaml_puzzles
from bookmaker.formats.found.lines_of_grids import BORDER
from bookmaker.formats.found.rewritten_rows import MARKS, ONE_LINE, REWRITTEN, Known, Numbered, guess, in_one_line
from bookmaker.formats.found.text_parts import apart, symbols_of
from bookmaker.formats.stream import markup
from bookmaker.puzzles.grid.geometry import BOXES
from bookmaker.puzzles.grid.puzzle import Puzzle

_MANY_LINES, _MUCH_TEXT = 20_000, 1 << 19
"""Lines and symbols that are read at once: after so many the text is cut at the next line that is not a row."""

_MOST_LINES, _MOST_TEXT = 51_480, 16 << 20
"""Where it is cut at the latest. So many lines are whole grids of 8 to 13 lines each."""

_OFTEN = 64
"""Lines between two looks at whether the text is hopeless."""

_LONGEST_LOOKED_INTO = 1 << 19
"""Symbols of a line of a program in which puzzles are looked for."""

_BRACKETS = expression(r"[\[({\"'`$⍴]")
"""What opens a list, a quote or the cells of an array."""

_THREES = expression(
    r"[ \t]*[0-9](?:[ \t,;:]{0,3}[0-9]){2}[ \t]*(?:$|[,; \t][ \t]*[0-9]{3})"
    rf"|(?=[^A-Za-z]*[0-9]{{2}}){cages.NUMBERS.pattern}$",
    re.ASCII,
)
"""Numbers in threes, or numbers of which one has two digits, as the sum of a cage."""

_FEWEST_SIGNS = 4
_SHORTEST_INSIDE = 81
_CELLS = expression(r"(?<![\w.*-])[0-9._*xX-]{81}(?![\w.*-])")
_QUOTED = expression(r"https?://[^\s()<>\"'\]]+|\"[^\"\s]{81,}\"|'[^'\s]{81,}'|`[^`\s]{81,}`")
_KEYED = expression(r"\s*[A-Za-z][\w-]{0,40}\s*[=:]\s*[\"']?([0-9.]{81})[\"']?[;,]?\s*")
"""A puzzle as a program keeps its settings: ``givens=53..7...``."""

_LINK = expression(r"https?://[^\s()<>\"'\]]+")
_SYMBOL = expression(r"[^\s|│┃║┆┊]")
_FEWEST_SYMBOLS, _MOST_SYMBOLS = 16, 3 * max(SIZE_OF)
"""Of a grid in which every cell is a symbol; at most with a bar before and after each."""

_FEWEST_MARKED = 4
"""Lines of the shortest list that may be a grid."""


class UnknownText:
    """The last reader: it finds the puzzles of a text that no format claims as a whole."""

    def __init__(self) -> None:
        self._document = False
        self._refused: set[tuple[Numbered, ...]] = set()
        self._listed: list[Puzzle] = []
        self._text: list[Numbered] = []
        self.format = Format("text", frozenset(), lambda _: False, self.parse, lambda _: "", frozenset(), bare=True)

    def parse(self, blocks: Iterable[Block], source: Source) -> Iterator[Puzzle | None]:
        """The puzzles of a text, a few thousand lines at a time."""
        held: list[Numbered] = []
        refused: set[tuple[Numbered, ...]] = set()
        symbols = 0
        for block in blocks:
            if len(held) > _MANY_LINES or symbols > _MUCH_TEXT:
                yield from self._pieces(held, source, refused)
                held, refused, symbols = [], set(), 0
            if held:
                held.append((block.first - 1, ""))
            rows = list(block.content())
            held += row_or_column_first.content(block)
            symbols += sum(map(len, block.lines))
            if len(rows) == len(block.lines):
                refused.add(tuple(rows))
        yield from self._pieces(held, source, refused)

    def _pieces(
        self, text: list[Numbered], source: Source, refused: set[tuple[Numbered, ...]]
    ) -> Iterator[Puzzle | None]:
        for some in pieces(text):
            yield from self.read(some, source, refused=refused)
            source.count([line for _, line in some], some[-1][0])

    def read(
        self,
        text: list[Numbered],
        source: Source,
        *,
        narrow: bool = False,
        document: bool = False,
        sound: bool = False,
        refused: set[tuple[Numbered, ...]] | frozenset[tuple[Numbered, ...]] = frozenset(),
    ) -> Iterator[Puzzle | None]:
        """The puzzles of lines, in their order. All else is recorded as passed over, or as a fault.

        ``narrow``: no rows are looked for among others, and no words are counted. ``document``: it is a program or prose, in
        which only a spoilt puzzle is a fault. ``sound``: the first fault ends the reading. ``refused``: lines
        that no format recognises unchanged.
        """
        self._document, self._refused = document, set(refused)
        self._text = text
        text = _without_breaks(text)
        joined = "\n".join(line for _, line in text)
        if iss.is_script(joined):
            script, first = _of_lines(text)
            yield iss.of_script(script, first, source)
            return
        if markup.is_markup(joined):
            elements = cell_objects.of_elements(text, source)
            if elements:
                yield from elements
                return
            text = _of_markup(text)
        taken, found = _of_literals(text, source)
        self._listed = found
        parts: list[list[Numbered]] = [[]]
        for number, line in text:
            if number in taken or not line.strip():
                parts.append([])
            else:
                parts[-1].append((number, line))
        passed: list[Numbered] = []
        nothing: set[tuple[str, ...]] = set()
        """What holds no puzzle and no fault: mail and lists have the same lines again and again."""
        for part, running in apart([part for part in parts if part]):
            while found and (found[0].source is None or (found[0].source.line or 0) < part[0][0]):
                _pass_over(passed, source)
                yield found.pop(0)
            lines = tuple([line for _, line in part])
            if lines in nothing or (running and (document or all(map(is_text, lines)))):
                passed += part
            else:
                before = len(passed) + len(part), len(source.faults), len(source.notes)
                own = list(self._part(part, source, passed, narrow))
                if not own and before == (len(passed), len(source.faults), len(source.notes)):
                    nothing.add(lines)
                yield from own
            if sound and source.faults:
                return
            if source.hopeless and not found:
                yield None
            else:
                source.reached = part[-1][0]
        _pass_over(passed, source)
        yield from found
        yield None

    def _part(
        self, part: list[Numbered], source: Source, passed: list[Numbered], narrow: bool = False
    ) -> Iterator[Puzzle]:
        """The puzzles of lines without a blank one; those that are text are added to ``passed``."""
        first, end = _list_in_text(part)
        passed += part[:first]
        yield from self._lines(part[first:end], source, passed, narrow)
        passed += part[end:]

    def _lines(
        self, part: list[Numbered], source: Source, passed: list[Numbered], narrow: bool = False
    ) -> Iterator[Puzzle]:
        def known(lines: list[Numbered]) -> list[Puzzle] | None:
            return self._known(lines, source)

        for one in OF_PARTS:
            own = one.read(part, source, known) if not (narrow and one is WORDS) and one.may_hold(part) else None
            if own is None:
                continue
            if self._document and one is not WORDS:
                own = program_lists.with_short(own, self._text)
            _pass_over(passed, source)
            if one is ONE_LINE:
                guess(in_one_line(part) or (), source)
            yield from own
            return
        cut = None if narrow else _rows_within(part)
        if cut is not None:
            before, rows, after = cut
            passed += before
            _pass_over(passed, source)
            yield from known(rows) or ()
            yield from self._part(after, source, passed) if after else ()
            return
        spoilt = not self._document or _is_spoilt(part)
        any_found = False
        for number, line in part:
            if number % _OFTEN == 0 and source.hopeless and not any_found and not self._listed:
                return
            source.reached = number
            for one in OF_LINES:
                if (one is WORDS and (narrow or len(part) == 1 or is_text(line))) or (
                    one is INSIDE and not self._document
                ):
                    continue
                if one in (LINKED, CELLS) and not (spoilt and not BORDER.fullmatch(line)):
                    continue
                if not one.may_hold([(number, line)]):
                    continue
                if one is CELLS:
                    _pass_over(passed, source)
                own = one.read([(number, line)], source, known)
                if own is not None:
                    _pass_over(passed, source)
                    any_found |= bool(own)
                    yield from own
                    break
            else:
                passed.append((number, line))

    def _known(self, part: list[Numbered], source: Source) -> list[Puzzle] | None:
        """The puzzles of lines that another format recognises and reads without a fault; None if none does."""
        if tuple(part) in self._refused:
            return None
        block = Block(part[0][0], [line for _, line in part])
        for one in OF_BLOCKS:
            if one.may_hold(block):
                own = Source(source.name, source.kind)
                found = one.read([block], own)
                if found and not own.faults:
                    source.notes += own.notes
                    source.listed |= own.listed
                    return found
        return None


def pieces(rows: Iterable[Numbered]) -> Iterator[list[Numbered]]:
    """The rows, as many at a time as are read at once, cut where no grid goes on: at a blank line or a line of text."""
    out: list[Numbered] = []
    symbols = 0
    for row in rows:
        enough = len(out) >= _MANY_LINES or symbols > _MUCH_TEXT
        if out and (
            len(out) >= _MOST_LINES or symbols > _MOST_TEXT or (enough and (not row[1].strip() or is_text(row[1])))
        ):
            yield out
            out, symbols = [], 0
        out.append(row)
        symbols += len(row[1])
    if out:
        yield out


def _pass_over(passed: list[Numbered], source: Source) -> None:
    if passed:
        source.passed_over(passed[0][1], passed[0][0], len(passed), passed[1:])
        passed.clear()


def _without_breaks(text: list[Numbered]) -> list[Numbered]:
    """The lines without the backslashes by which Markdown breaks a line, where there are several."""
    broken = sum(line.endswith("\\") for _, line in text)
    return [(number, line.rstrip("\\")) for number, line in text] if broken >= _BREAKS else text


_BREAKS = 4


def _of_lines(text: list[Numbered]) -> tuple[str, int]:
    """The text of numbered lines, with empty ones where numbers are missing, and the number of its first line."""
    first = text[0][0]
    rows: list[str] = []
    for number, line in text:
        rows += [""] * (number - first - len(rows))
        rows.append(line)
    return "\n".join(rows), first


def _of_markup(text: list[Numbered]) -> list[Numbered]:
    return markup.plain_rows(*_of_lines(text))


def _of_literals(text: list[Numbered], source: Source) -> tuple[set[int], list[Puzzle]]:
    """The numbers of the lines that lists and quotes take up, and the puzzles in them."""
    if not text:
        return set(), []
    joined, first = "", text[0][0]
    if any(
        _BRACKETS.search(line) or _THREES.match(line) or givens_one_by_one.BEGINS_LIST.match(line) for _, line in text
    ):
        joined, first = _of_lines(text)
    puzzles, taken = program_lists.read(joined, first, source, OF_TEXTS) if joined else ([], set())
    return taken, puzzles


def _list_in_text(part: list[Numbered]) -> tuple[int, int]:
    """Where a list or a quote of rows, or rows between bars, begin and end among lines of text; all lines where there is none."""
    for mark in MARKS:
        marked = [at for at, (_, line) in enumerate(part) if mark.match(line)]
        if len(marked) < _FEWEST_MARKED or marked[-1] - marked[0] + 1 != len(marked):
            continue
        first, end = marked[0], marked[-1] + 1
        if all(is_text(line) for _, line in part[:first] + part[end:]):
            return first, end
    return 0, len(part)


def _of_tokens(part: list[Numbered], source: Source, _: Known) -> list[Puzzle] | None:
    """The puzzle of exactly as many words, or symbols, as a grid has cells, of which one that is not a digit repeats."""
    drawn = [(number, line) for number, line in part if not BORDER.fullmatch(line)]
    if sum(len(line) for _, line in drawn) > _LONGEST_LOOKED_INTO // 16:
        return None
    symbols = sum(len(word) for _, line in drawn for word in line.split())
    for words in (str.split, _SYMBOL.findall, _of_width(drawn)):
        if words == _SYMBOL.findall and symbols > _MOST_SYMBOLS:
            continue
        counts = [len(words(line)) for _, line in drawn]
        size = SIZE_OF.get(sum(counts), 0)
        if not size or sum(counts) < _FEWEST_SYMBOLS or (size == 4 and len(drawn) != 4):
            continue
        fields = [(word, number) for number, line in drawn for word in words(line)]
        if len(set(counts[:-1] or counts)) > 1 or counts[-1] > counts[0]:
            continue  # A symbol too few in one row and one too many in another would move all between them.
        own = Source(source.name, source.kind)
        cells = decoded([word for word, _ in fields], size, lambda at, f=fields: (f[at][1], 1), own)  # type: ignore[misc]
        if cells is not None and any(cells):
            source.notes += own.notes
            if not own.notes:
                source.guess(f"{len(fields)} words or symbols are taken for a grid of {size}×{size}", drawn[0][0], 1)
            puzzle = source.puzzle(size, cells, source.place(drawn[0][0], 1))
            return None if puzzle is None else [puzzle]
    return None


def _of_width(drawn: Sequence[Numbered]):  # type: ignore[no-untyped-def]
    """A function that gives every character of a line, blanks too, where all lines are as long as a row."""
    width = len(drawn[0][1]) if drawn else 0
    same = width in BOXES and len(drawn) % width == 0 and all(len(line) == width for _, line in drawn)
    return (lambda line: ["." if one.isspace() else one for one in line]) if same else (lambda _: [])


def _claimed(word: str, number: int, source: Source) -> list[Puzzle]:
    """The puzzles of a word, such as a link, that is a whole puzzle of a format; none where that finds none."""
    for format in READ.values():
        if format.claims is not None and format.claims(word):
            own = Source(source.name, source.kind)
            found = [one for one in format.parse([Block(number, [word])], own) if one is not None]
            if found:
                return found
    return []


def _inside(part: list[Numbered], source: Source, _: Known) -> list[Puzzle] | None:
    """The puzzles in a line of a program: in quotes or links that a format claims, and runs of 81 cells."""
    number, line = part[0]
    line = line[:_LONGEST_LOOKED_INTO]
    runs = [run for run in _CELLS.findall(line) if len(set(run)) > _FEWEST_SIGNS]
    found: list[Puzzle] = []
    for run in runs:
        found += (one for one in lines.parse([Block(number, [run])], source) if one is not None)
    for word in () if runs else _QUOTED.findall(line):
        found += _claimed(word.strip("\"'`"), number, source)
    return found or None


def _linked(part: list[Numbered], source: Source, _: Known) -> list[Puzzle] | None:
    """The puzzles of a link among words."""
    number, line = part[0]
    link = _LINK.search(line)
    return None if link is None or link[0] == line.strip() else _claimed(link[0], number, source) or None


def _is_line_of_cells(part: list[Numbered]) -> bool:
    line = part[0][1]
    whole = in_one_line(part)
    line = line if whole is None else whole[0][1]
    return not is_text(line) or _KEYED.fullmatch(line) is not None or whole is not None


def _of_cells(part: list[Numbered], source: Source, _: Known) -> list[Puzzle]:
    """The puzzle of one line, with or without words before it; its faults are recorded."""
    number, line = part[0]
    whole = in_one_line(part)
    line = line if whole is None else whole[0][1]
    guess(whole or (), source)
    keyed = _KEYED.fullmatch(line)
    line = line if keyed is None else keyed[1]
    return [one for one in lines.parse([Block(number, [line])], source) if one is not None]


_RUN = expression(r"[0-9._*xX-]{60,}")
_NEARLY = range(7, 12)


def _is_spoilt(part: list[Numbered]) -> bool:
    """Whether lines in a document look like a puzzle that was spoilt: a line of nearly 81 cells, or nearly nine rows of nine."""
    if any(_RUN.search(line) and any(map(str.isdecimal, line)) for _, line in part):
        return True
    rows = [symbols for _, line in part if len(symbols := symbols_of(line)) in _NEARLY]
    return len(rows) in _NEARLY and all(fits(digits(symbols[:9]), 9) for symbols in rows)


def _rows_within(part: list[Numbered]) -> tuple[list[Numbered], list[Numbered], list[Numbered]] | None:
    """The first run of lines that are the rows of a grid, and the lines before and after it; None if there is none."""
    runs: list[tuple[int, int]] = []
    start, width, many = 0, 0, 0
    for at, (_, line) in enumerate([*part, (0, "")]):
        symbols = symbols_of(line)
        if not symbols and BORDER.fullmatch(line) and line.strip():
            continue
        wide = len(symbols) if len(symbols) in BOXES and fits(digits(symbols), len(symbols)) else 0
        if wide != width:
            if width and many and many % width == 0:
                runs.append((start, at))
                break
            start, width, many = at, wide, 0
        many += 1
    if not runs or runs[0] == (0, len(part)):
        return None
    first, last = runs[0]
    return part[:first], part[first:last], part[last:]


def _of_format(format: Format) -> Callable[..., list[Puzzle]]:
    return lambda blocks, source: [puzzle for puzzle in format.parse(blocks, source) if puzzle is not None]


WORDS: Recogniser[list[Numbered], list[Puzzle] | None] = Recogniser(
    "as many words or symbols as a grid has cells", lambda _: True, _of_tokens
)
INSIDE: Recogniser[list[Numbered], list[Puzzle] | None] = Recogniser(
    "quotes, links and 81 cells in a line of a program",
    lambda part: len(part[0][1]) >= _SHORTEST_INSIDE or "://" in part[0][1],
    _inside,
)
LINKED: Recogniser[list[Numbered], list[Puzzle] | None] = Recogniser(
    "a link among words", lambda part: "://" in part[0][1], _linked
)
CELLS: Recogniser[list[Numbered], list[Puzzle] | None] = Recogniser(
    "one line of cells, with words before it or without", _is_line_of_cells, _of_cells
)

OF_FILES = (Recogniser("YAML or TOML", yaml_puzzles.begins, yaml_puzzles.read),)
"""Tried on a file as a whole, by its beginning."""

OF_BLOCKS: tuple[Recogniser[Block, list[Puzzle]], ...] = tuple(
    Recogniser(format.name, format.detect, _of_format(format)) for format in READ.values()
)
"""Tried on a block of lines: the first that may hold it reads it. They are also tried on the lines that others rewrite."""

OF_TEXTS: tuple[Recogniser[str, Iterable[program_lists.Found | Givens | Listed | program_lists.Ruled]], ...] = (
    Recogniser("lists in brackets and quotes", program_lists.has_brackets, program_lists.bracketed),
    Recogniser("arrays with their size", program_lists.has_arrays, program_lists.arrays),
    Recogniser("rows with nothing between two commas", program_lists.has_holes, program_lists.with_holes),
    Recogniser("givens one by one", lambda _: True, program_lists.one_by_one),
    Recogniser("objects with the row and column of a cell", cell_objects.has_objects, cell_objects.read),
    Recogniser("cages and regions in brackets", clue_lists.has_lists, clue_lists.ruled),
    Recogniser("cages as lines of numbers", lambda _: True, cages.in_lines),
)
"""Tried on a program, on prose, and on a text that no format recognises: all of them."""

OF_PARTS = (*REWRITTEN, WORDS)
"""Tried on the rest of such a text, on lines without a blank one among them: the first that reads them."""

OF_LINES = (WORDS, INSIDE, LINKED, CELLS)
"""Tried on each line that is left: the first that reads one."""

RECOGNISERS: tuple[Recogniser[Any, Any], ...] = (*OF_FILES, *OF_BLOCKS, *OF_TEXTS, *OF_PARTS, *OF_LINES)
"""Every form in which puzzles are recognised, in the order of trial."""

UNKNOWN_TEXT = UnknownText()
