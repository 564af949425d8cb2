"""What no other format recognises: a puzzle among other things, in a form that still can be read in one way only.

Such a text may be a program with a grid in it (:mod:`literals`), a web page or XML (:mod:`markup`), quoted mail (``> ``),
numbered puzzles (``1. 53..7...``), LaTeX, a double-spaced grid, or as many words as a grid has cells with a sign of its own for
empty cells. The text around puzzles is passed over, which is recorded; what looks like a spoilt puzzle is a fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from bookmaker.formats.apps import lines
from bookmaker.formats.base import axes, coded_cages, givens_one_by_one
from bookmaker.formats.base.cells import SIZES, decoded, digits, fits, is_text
from bookmaker.formats.base.source import Block, Format, Source
from bookmaker.formats.found import markup, program_lists
from bookmaker.formats.found.frames import BORDER, Numbered
from bookmaker.formats.found.reflowed import blanks, guess, in_one_line, report_large
from bookmaker.formats.found.rewritten_rows import MARKS, WAYS
from bookmaker.formats.found.text_parts import apart, symbols_of
from bookmaker.puzzles.grid.geometry import BOXES
from bookmaker.puzzles.grid.puzzle import Puzzle

_MANY_LINES, _MUCH_TEXT = 20_000, 1 << 19
"""Lines and symbols that are read at once: after so many the text is cut at the next line that is no row."""

_MOST_LINES, _MOST_TEXT = 51_480, 16 << 20
"""Where it is cut at the latest. So many lines are whole grids of 8 to 13 lines each."""

_OFTEN = 64
"""Lines between two looks at whether the text is hopeless."""

_LONGEST_LOOKED_INTO = 1 << 19
"""Symbols of a line of a program in which puzzles are looked for."""

_BRACKETS = re.compile(r"[\[({\"'`$⍴]")
"""What opens a list, a quote or the cells of an array."""

_THREES = re.compile(
    r"[ \t]*[0-9](?:[ \t,;:]{0,3}[0-9]){2}[ \t]*(?:$|[,; \t][ \t]*[0-9]{3})"
    rf"|(?=[^A-Za-z]*[0-9]{{2}}){coded_cages.NUMBERS.pattern}$",
    re.ASCII,
)
"""Numbers in threes, or numbers of which one has two digits, as the sum of a cage."""

_FEWEST_SIGNS = 4
_SHORTEST_INSIDE = 81
_CELLS = re.compile(r"(?<![\w.*-])[0-9._*xX-]{81}(?![\w.*-])")
_QUOTED = re.compile(r"https?://[^\s()<>\"'\]]+|\"[^\"\s]{81,}\"|'[^'\s]{81,}'|`[^`\s]{81,}`")
_KEYED = re.compile(r"\s*[A-Za-z][\w-]{0,40}\s*[=:]\s*[\"']?([0-9.]{81})[\"']?[;,]?\s*")
"""A puzzle as a program keeps its settings: ``givens=53..7...``."""

_LINK = re.compile(r"https?://[^\s()<>\"'\]]+")
_SYMBOL = re.compile(r"[^\s|│┃║┆┊]")
_FEWEST_SYMBOLS, _MOST_SYMBOLS = 16, 3 * max(SIZES)
"""Of a grid in which every cell is a symbol; at most with a bar before and after each."""

_FEWEST_MARKED = 4
"""Lines of the shortest list that may be a grid."""


class Loose:
    """The last reader. ``formats`` are those that read what is found once all around it is taken away."""

    def __init__(self, formats: Sequence[Format]) -> None:
        self._formats = formats
        self._document = False
        self._refused: set[tuple[Numbered, ...]] = set()
        self._listed: list[Puzzle] = []
        self._text: list[Numbered] = []
        self.format = Format("text", frozenset(), lambda _: False, self.parse, lambda _: "", frozenset())

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
            held += axes.content(block)
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
        """The puzzles of lines, in their order. What is none is recorded as passed over, or as a fault.

        ``narrow``: no rows are looked for among others, and no words are counted. ``document``: it is a program or prose, in
        which only what is nearly a puzzle is a fault. ``sound``: the first fault ends the reading. ``refused``: lines that no
        format recognises as they stand.
        """
        self._document, self._refused = document, set(refused)
        self._text = text
        text = _without_breaks(text)
        if markup.is_markup("\n".join(line for _, line in text)):
            text = _of_markup(text)
        taken, found = _of_literals(text, source)
        self._listed = found
        parts: list[list[Numbered]] = [[]]
        for number, line in text:
            if number in taken or not line.strip():
                parts.append([])
            else:
                parts[-1].append((number, line))
        heard: list[Numbered] = []
        for part, running in apart([part for part in parts if part]):
            while found and (found[0].source is None or (found[0].source.line or 0) < part[0][0]):
                _pass_over(heard, source)
                yield found.pop(0)
            if running and (document or all(is_text(line) for _, line in part)):
                heard += part
            else:
                yield from list(self._part(part, source, heard, narrow))
            if sound and source.faults:
                return
            if source.hopeless and not found:
                yield None
            else:
                source.reached = part[-1][0]
        _pass_over(heard, source)
        yield from found
        yield None

    def _part(
        self, part: list[Numbered], source: Source, heard: list[Numbered], narrow: bool = False
    ) -> Iterator[Puzzle]:
        """The puzzles of lines without a blank one; those that are text are added to ``heard``."""
        first, end = _list_in_text(part)
        heard += part[:first]
        yield from self._lines(part[first:end], source, heard, narrow)
        heard += part[end:]

    def _lines(
        self, part: list[Numbered], source: Source, heard: list[Numbered], narrow: bool = False
    ) -> Iterator[Puzzle]:
        for ways in WAYS:
            changed = ways(part)
            if changed is None:
                continue
            found = self._known(changed, source)
            if found is not None and self._document:
                found = program_lists.with_short(found, self._text)
            if found is not None:
                _pass_over(heard, source)
                if ways == in_one_line:
                    guess(changed, source)
                yield from found
                return
        if report_large(part, source):
            _pass_over(heard, source)
            return
        puzzle = None if narrow else _of_tokens(part, source)
        if puzzle is not None:
            _pass_over(heard, source)
            yield puzzle
            return
        cut = None if narrow else _rows_within(part)
        if cut is not None:
            before, rows, after = cut
            heard += before
            _pass_over(heard, source)
            yield from self._known(rows, source) or ()
            yield from self._part(after, source, heard) if after else ()
            return
        spoilt = not self._document or _is_spoilt(part)
        any_found = False
        for number, line in part:
            if number % _OFTEN == 0 and source.hopeless and not any_found and not self._listed:
                return
            source.reached = number
            alone = None if narrow or len(part) == 1 or is_text(line) else _of_tokens([(number, line)], source)
            if alone is not None:
                _pass_over(heard, source)
                any_found = True
                yield alone
                continue
            inside = list(self._inside(number, line, source)) if self._document else []
            if inside:
                _pass_over(heard, source)
                any_found = True
                yield from inside
            elif spoilt and not BORDER.fullmatch(line):
                for puzzle in self._line(number, line, source, heard):
                    any_found = True
                    yield puzzle
            else:
                heard.append((number, line))

    def _known(self, part: list[Numbered], source: Source) -> list[Puzzle] | None:
        """The puzzles of lines that another format recognises and reads without a fault; None if none does."""
        if tuple(part) in self._refused:
            return None
        block = Block(part[0][0], [line for _, line in part])
        for format in self._formats:
            if format.detect(block):
                own = Source(source.name, source.kind)
                found = [puzzle for puzzle in format.parse([block], own) if puzzle is not None]
                if found and not own.faults:
                    source.notes += own.notes
                    source.listed |= own.listed
                    return found
        return None

    def _inside(self, number: int, line: str, source: Source) -> Iterator[Puzzle]:
        """The puzzles in a line of a program: in quotes or links that a format claims, and runs of 81 cells."""
        if len(line) < _SHORTEST_INSIDE and "://" not in line:
            return
        line = line[:_LONGEST_LOOKED_INTO]
        runs = [run for run in _CELLS.findall(line) if len(set(run)) > _FEWEST_SIGNS]
        for run in runs:
            yield from (one for one in lines.parse([Block(number, [run])], source) if one is not None)
        for word in () if runs else _QUOTED.findall(line):
            bare = word.strip("\"'`")
            for format in self._formats:
                if format.claims is not None and format.claims(bare):
                    own = Source(source.name, source.kind)
                    found = [one for one in format.parse([Block(number, [bare])], own) if one is not None]
                    if found:
                        yield from found
                        break

    def _line(self, number: int, line: str, source: Source, heard: list[Numbered]) -> Iterator[Puzzle]:
        """The puzzle of one line, with or without words before it; or the line is text, or a fault."""
        link = _LINK.search(line)
        word = link[0] if link is not None else ""
        if word and word != line.strip():
            for format in self._formats:
                if format.claims is not None and format.claims(word):
                    own = Source(source.name, source.kind)
                    found = [one for one in format.parse([Block(number, [word])], own) if one is not None]
                    if found:
                        _pass_over(heard, source)
                        yield from found
                        return
        whole = in_one_line([(number, line)])
        line = line if whole is None else whole[0][1]
        keyed = _KEYED.fullmatch(line)
        if is_text(line) and keyed is None and whole is None:
            heard.append((number, line))
            return
        _pass_over(heard, source)
        guess(whole or (), source)
        line = line if keyed is None else keyed[1]
        yield from (one for one in lines.parse([Block(number, [line])], source) if one is not None)


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


def _pass_over(heard: list[Numbered], source: Source) -> None:
    if heard:
        source.passed_over(heard[0][1], heard[0][0], len(heard))
        heard.clear()


def _without_breaks(text: list[Numbered]) -> list[Numbered]:
    """The lines without the backslashes by which Markdown breaks a line, where there are several."""
    broken = sum(line.endswith("\\") for _, line in text)
    return [(number, line.rstrip("\\")) for number, line in text] if broken >= _BREAKS else text


_BREAKS = 4


def _of_markup(text: list[Numbered]) -> list[Numbered]:
    first = text[0][0]
    rows: list[str] = []
    for number, line in text:
        rows += [""] * (number - first - len(rows))
        rows.append(line)
    return markup.plain("\n".join(rows), first)


def _of_literals(text: list[Numbered], source: Source) -> tuple[set[int], list[Puzzle]]:
    """The numbers of the lines that lists and quotes take up, and the puzzles in them."""
    if not text:
        return set(), []
    joined, first = "", text[0][0]
    if any(
        _BRACKETS.search(line) or _THREES.match(line) or givens_one_by_one.BEGINS_LIST.match(line) for _, line in text
    ):
        rows: list[str] = []
        for number, line in text:
            rows += [""] * (number - first - len(rows))
            rows.append(line)
        joined = "\n".join(rows)
    puzzles, taken = program_lists.read(joined, first, source) if joined else ([], set())
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


def _of_tokens(part: list[Numbered], source: Source) -> Puzzle | None:
    """The puzzle of exactly as many words, or symbols, as a grid has cells, of which one that is no digit repeats."""
    drawn = [(number, line) for number, line in part if not BORDER.fullmatch(line)]
    if sum(len(line) for _, line in drawn) > _LONGEST_LOOKED_INTO // 16:
        return None
    symbols = sum(len(word) for _, line in drawn for word in line.split())
    for words in (str.split, _SYMBOL.findall, _of_width(drawn)):
        if words == _SYMBOL.findall and symbols > _MOST_SYMBOLS:
            continue
        counts = [len(words(line)) for _, line in drawn]
        size = SIZES.get(sum(counts), 0)
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
            return source.puzzle(size, cells, source.place(drawn[0][0], 1))
    return blanks(drawn, source)


def _of_width(drawn: Sequence[Numbered]):  # type: ignore[no-untyped-def]
    """A function that gives every character of a line, blanks too, where all lines are as long as a row."""
    width = len(drawn[0][1]) if drawn else 0
    same = width in BOXES and len(drawn) % width == 0 and all(len(line) == width for _, line in drawn)
    return (lambda line: ["." if one.isspace() else one for one in line]) if same else (lambda _: [])


_RUN = re.compile(r"[0-9._*xX-]{60,}")
_NEARLY = range(7, 12)


def _is_spoilt(part: list[Numbered]) -> bool:
    """Whether lines in a document look like a puzzle that was spoilt: a line of nearly 81 cells, or nearly nine rows of nine."""
    if any(_RUN.search(line) and any(map(str.isdigit, line)) for _, line in part):
        return True
    rows = [symbols for _, line in part if len(symbols := symbols_of(line)) in _NEARLY]
    return len(rows) in _NEARLY and all(fits(digits(symbols[:9]), 9) for symbols in rows)


def _rows_within(part: list[Numbered]) -> tuple[list[Numbered], list[Numbered], list[Numbered]] | None:
    """The first run of lines that are the rows of a grid, and what stands before and after it; None if there is none."""
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
