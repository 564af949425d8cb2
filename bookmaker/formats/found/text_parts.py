"""A text in parts, between blank lines: running text is kept apart, rows and bands that are apart are put together.

Running text is known at a glance, so that no reader has to try it: each of its lines has a word that no row has, of a letter
beyond the digits of any grid, and nothing that opens a puzzle: no link, no brackets, no bars, no long word, no signs one by one.
A line of prose may be missed, but rows of a grid are never taken for prose. Givens in sentences are looked for before, in the
whole text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain

from bookmaker.base.errors import Fault, Note, Place
from bookmaker.formats.apps import clue_drawings, grid
from bookmaker.formats.base.cells import SIZE_OF, digits, fits, is_text
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import is_comment
from bookmaker.formats.found.lines_of_grids import BORDER
from bookmaker.formats.found.rewritten_rows import QUOTE, Numbered, unbraced, with_sums
from bookmaker.formats.stream.rows import Batch, Row, short
from bookmaker.puzzles.grid.geometry import BOXES, HEIGHTS

# The kind of a text as a whole: a program or prose with puzzles in it, or a file of puzzles.
#
# In the first two only puzzles are looked for, and all around it is passed over: a program is full of lists and words
# that are not spoilt puzzles. In a file of puzzles what cannot be read is a fault.

_LOOKED_AT = 1 << 16
"""Symbols at the beginning of a text that tell its nature."""

_MOST_LINES = 400
_LONGEST = 200
_CODE = expression(
    r"^\s*(?:def|class|import|from|#include|include|using|namespace|package|public|private|static|function|export|return|fn|use"
    r"|module|procedure|program|print\w*|constraint|solve|if|for|while|let|var|const|int|self|assert|load|library)\b(?!\s*[:=]\s*\S*\d)"
    r"|^\s*\w+\s+::\s|\s\+\+\s|[A-Za-z)\]'\"]\s*;\s*$|[\w)]\s*[({]\s*$|:-|^\s*\(\w[\w!-]*[\s)]|=>\s*[({]|\w\(.*\)\s*[:;{.,]?\s*$|^\s*@\w+|[\"')]\s*[+]\s*\\?\s*$|=\s*\\$|\w\s\+?=\s*[\w\"'`({[]"
)
_WORDED = expression(r"[A-Za-z]{3}")
_SENTENCE = expression(r"(?:[^\W\d_]{2,}[^\w]+){5}")
_UNDERLINE = expression(r"\s*[-*=~#^]{4,}\s*")
_DATA = expression(
    r"\s*(?!\[[A-Za-z]\w*(?:\([^\n]*\))?\]\s|\{\s*[A-Za-z_]\w*\s*:\s*[^\s\[{0-9])[\[{<]|(?:SumoCue|SAVEFILE|https?:)"
)
"""JSON, XML and the like. An attribute such as ``[TestMethod]`` and an object with keys without quotes are of programs."""

_COMMENTS = expression(r"\A(?:[ \t]*(?:(?:#|//)[^\n]*)?\n)+")
_OBJECTS = expression(r"\s*[\[(]?\s*\{[^{}\[\]]*\}\s*,")
"""A row of objects, whose keys are words, within a list."""

_SQL = expression(r"(?im)^[ \t]*insert\s+into\s+[\w.`\"\[\]]+[^\n]*(?:\n[^\n]*)?\bvalues\b")

_FEWEST_CODE = 3
_FEWEST_SENTENCES = 4


def is_document(text: str) -> bool:
    """Whether a text, of which this is the beginning, is a program or prose and holds puzzles only here and there."""
    text = text[:_LOOKED_AT]
    if _DATA.match(_COMMENTS.sub("", text, count=1)):
        return False
    if _SQL.search(text) is not None:
        return True
    lines = [line[:_LONGEST] for line in text.split("\n")[:_MOST_LINES] if line.strip()]
    inner = [line for line in lines if not line.lstrip().startswith("#") or line.startswith("#include")]
    worded = [line for line in inner if (_WORDED.search(line) or _CODE.search(line)) and not _OBJECTS.match(line)]
    code = sum(_CODE.search(line) is not None and not clue_drawings.is_legend(line) for line in worded)
    if (code >= _FEWEST_CODE and code * 3 >= len(worded)) or (
        code == len(worded) > 0 and any(map(_opens_list, worded))
    ):
        return True
    sentences = sum(_SENTENCE.search(line) is not None for line in lines)
    if 0 < sentences < max(_FEWEST_SENTENCES, len(lines) / 6):
        # Lines below headings are of prose, too. Alone they may be drawn between the rows of grids.
        sentences += sum(_UNDERLINE.fullmatch(line) is not None for line in lines)
    return sentences >= _FEWEST_SENTENCES and sentences * 6 >= len(lines)


def _opens_list(line: str) -> bool:
    """Whether a line opens a list that goes on in the next one: a text without other words is a program all the same."""
    return sum(map(line.count, "([{")) > sum(map(line.count, ")]}"))


_WORD = expression("[Q-WYZq-wyz][A-Za-z]{2}|[A-Za-z](?:[Q-WYZq-wyz][A-Za-z]|[A-Za-z][Q-WYZq-wyz])")
"""Three letters, one of which is neither a digit nor a sign for an empty cell on any grid."""

_SIGNS = expression("[#|&{}\\[\\]<=\t\\\\│┃║┆┊]")
_SIZE = expression(r"[0-9]\s?[xX×*]\s?[0-9]")
_KEY = expression(r"\"\s*:")
_ONE_BY_ONE = expression(r"(?:[0-9.*_xX-][\s,;:]{1,3}){6}")
_IN_GROUPS = expression(
    r"\n[ \t]*(?:\S+|\S{2}(?: +\S{2})+|\S{3}(?: +\S{3})+|\S{4}(?: +\S{4})+|\S{5}(?: +\S{5})+)[ \t]*(?=\n)"
)
"""A line of one word, or of words of one length: a row of a large grid in letters, or of a map of cages, may look so."""

_LONG_CELLS = expression("[^\\sQ-WYZq-wyz]{16,}|(?<!\\S)\\S{25}(?!\\S)|\\S{36,}")
_LONG = 16
"""Cells of the smallest puzzle in a word."""

_MANY = 26
"""Lines of text that are more than any grid is high: the lines above them have nothing to do with those below."""


def is_running(lines: Sequence[str]) -> bool:
    """Whether all lines are running text, and together hold no row of a grid and no puzzle in one line."""
    text = "\n".join(lines)
    return _is_plain(text, lines) and len("".join(text.split())) not in SIZE_OF and _differs(text)


def _is_plain(text: str, lines: Sequence[str]) -> bool:
    return (
        all(map(_WORD.search, lines))
        and _SIGNS.search(text) is None
        and (max(map(len, text.split()), default=0) < _LONG or _LONG_CELLS.search(text) is None)
        and "//" not in text
        and _SIZE.search(text) is None
        and ('"' not in text or _KEY.search(text) is None)
        and _ONE_BY_ONE.search(text) is None
        and _IN_GROUPS.search(f"\n{text}\n") is None
    )


def _differs(text: str) -> bool:
    """Whether there are two words that no cells are. One alone may be the word of a list for no digit."""
    seen = ""
    for word in text.split():
        if _WORD.search(word) is not None:
            if seen and word != seen:
                return True
            seen = word
    return False


def parted(lines: Sequence[str]) -> Iterator[tuple[int, int, bool]]:
    """Lines that follow one another, cut where many of running text part the others: first, end, and whether they are such."""
    if is_running(lines):
        yield 0, len(lines), True
        return
    start = at = 0
    if len(lines) > _MANY:
        plain = [_is_plain(line, (line,)) for line in lines]
        while at < len(lines):
            end = at
            while end < len(lines) and plain[end]:
                end += 1
            if end - at >= _MANY and is_running(lines[at:end]):
                if at > start:
                    yield start, at, False
                yield at, end, True
                start = end
            at = end + 1
    if start < len(lines):
        yield start, len(lines), False


# Grids that share cells as rows of fields, with a sign of their own where no cell is: ``Q,5,8,2,...,X,X,X,...``.
#
# They are drawn with blanks there, as the reader of several grids knows them. Text may be directly above each, as a table of many
# has it.

_SEPARATORS = ",;\t"
_FEWEST = 8
_MOST = 40
"""Separators in a row of the narrowest and the widest arrangement."""


def with_holes(parts: Iterable[list[Numbered]]) -> Iterator[list[Numbered]]:
    """The parts of a text, where such rows are parts of their own, and are drawn."""
    for part in parts:
        separator = next((sign for sign in _SEPARATORS if any(_is_wide(line, sign) for _, line in part)), "")
        yield from _drawn(part, separator) if separator else [part]


def _is_wide(line: str, separator: str) -> bool:
    return _FEWEST <= line.count(separator) <= _MOST


def _drawn(part: list[Numbered], separator: str) -> Iterator[list[Numbered]]:
    held: list[Numbered] = []
    run: list[tuple[Numbered, list[str]]] = []
    for number, line in [*part, (0, "")]:
        fields = [field.strip() for field in line.split(separator)] if _is_wide(line, separator) else []
        if run and len(fields) != len(run[0][1]):
            held += [row for row, _ in run]
            run = []
        if not fields:
            held += [(number, line)] if number else []
            continue
        run.append(((number, line), fields))
        rows = grid.drawn([one for _, one in run]) if len(run) in grid.heights(len(fields)) else None
        if rows is not None:
            if held:
                yield held
            yield [(row[0], text) for (row, _), text in zip(run, rows, strict=True)]
            held, run = [], []
    if held:
        yield held


_REMARK = expression(r"[ \t]*(?:#'|#+|//+!?)[ \t]?")
_MOST_REMARKS = 400
"""Lines of a text of nothing but comments; of a longer one no puzzle is looked for."""


def uncommented(items: Iterable[Row | Batch | Fault], name: str) -> Iterator[Row | Batch | Fault]:
    """The lines of a text, all of which are comments, without the signs of these: the puzzles are in nothing else."""
    lines, rest = short(items, _MOST_REMARKS)
    said = [line for _, line in lines if line.strip()]
    if rest is not None or not said or not all(map(is_comment, said)):
        yield from lines if rest is None else chain(lines, rest)
        return
    yield Note("every line is a comment; the comments are read", Place(name, lines[0][0]), light=True)
    yield from ((number, without_sign(line)) for number, line in lines)


_LONGEST_SIGNATURE, _MOST_NUMBERS = 12, 2
_NAMING = expression(r"[^\W\d_]{3}")
_NUMBER = expression(r"(?=(?:[^0-9]*+[0-9]){7,15}[^0-9]*+$)\+?[0-9( ][0-9 ()/+-]{5,24}")


def unsigned(items: Iterable[Row | Batch | Fault]) -> Iterator[Row | Batch | Fault]:
    """The lines of a text without the telephone numbers in the signature of a mail: the last few lines, below two hyphens.

    By the standard of mail (RFC 3676, 4.3) a blank follows the hyphens. Many programs take it away; then a word is below them.
    """
    lines, rest = short(items, _MOST_REMARKS)
    for at in range(len(lines) - 1, max(0, len(lines) - _LONGEST_SIGNATURE), -1) if rest is None else ():
        line, below = lines[at][1], lines[at + 1 :]
        numbers = [row for row in below if _NUMBER.fullmatch(row[1].strip())]
        if line.rstrip() == "--" and (line != "--" or any(_NAMING.search(one) for _, one in below)):
            if len(numbers) <= _MOST_NUMBERS and is_text(lines[at - 1][1]):
                yield from lines[:at]
                yield from ((number, "" if (number, one) in numbers else one) for number, one in below)
                return
            break
    yield from lines
    yield from rest or ()


def without_sign(line: str) -> str:
    """A comment without the sign that it begins with."""
    return _REMARK.sub("", line, count=1)


_NO_BARS = str.maketrans("", "", "|│┃║┆┊")
_LONGEST_ROW = 1000


def apart(parts: list[list[Numbered]]) -> Iterator[tuple[list[Numbered], bool]]:
    """The parts of a text as they are read, and whether each is running text, which has nothing to do with those around it."""
    some: list[list[Numbered]] = []
    for part in parts:
        for first, end, running in parted([line for _, line in part]):
            if not running:
                some.append(part[first:end])
                continue
            yield from ((one, False) for one in _respaced(with_sums(list(with_holes(map(unbraced, some))))))
            some = []
            yield part[first:end], True
    yield from ((one, False) for one in _respaced(with_sums(list(with_holes(map(unbraced, some))))))


def _respaced(parts: list[list[Numbered]]) -> list[list[Numbered]]:
    """The parts of a text, where the single rows of a grid are put together."""
    out: list[list[Numbered]] = []
    run: list[list[Numbered]] = []
    for part in [*_joined(parts), []]:
        width = len(symbols_of(part[0][1])) if len(part) == 1 else 0
        if run and (width != len(symbols_of(run[0][0][1])) or len(run) == width):
            out += [[line for one in run for line in one]] if len(run) == len(symbols_of(run[0][0][1])) else run
            run = []
        if width in BOXES and not is_text(part[0][1] + "." * 6):
            run.append(part)
        elif part:
            out.append(part)
    return out


def _joined(parts: list[list[Numbered]]) -> list[list[Numbered]]:
    """The parts of a text, where the bands of a grid, which blank lines part, are put together."""
    out: list[list[Numbered]] = []
    bands: list[list[Numbered]] = []
    for some in parts:
        size = _size_of_band(some)
        if bands and size != _size_of_band(bands[0]):
            out += bands
            bands = []
        if not size:
            out.append(some)
            continue
        bands.append(some)
        if sum(map(len, bands)) == size:
            out.append([line for band in bands for line in band])
            bands = []
    return out + bands


def _size_of_band(part: list[Numbered]) -> int:
    """The size of the grid of which lines are one band or several, but not all, 0 if they are none."""
    if len(part) >= max(BOXES):
        return 0
    quoted = ">" in part[0][1] and all(QUOTE.match(line) for _, line in part)
    rows = [symbols_of(line.lstrip("> \t") if quoted else line) for _, line in part]
    size = len(rows[0]) if rows else 0
    sound = len(rows) < size and any(len(rows) % height == 0 for height in HEIGHTS.get(size, ()))
    return size if sound and all(len(row) == size and fits(digits(row), size) for row in rows) else 0


@lru_cache(1 << 12)
def symbols_of(line: str) -> str:
    """The symbols of a line that may be a row; of a line too long for that, the line."""
    if len(line) > _LONGEST_ROW:
        return line
    return "" if BORDER.fullmatch(line) and line.strip(" _") else "".join(line.translate(_NO_BARS).split())


_FUNCTION = expression(
    r"(?m)^([ \t]*)(?:(?:async|pub|export|public|private|protected|static|override|suspend|internal)[ \t]+)*"
    r"(?:(?:def|fn|func|fun|function|void|sub)[ \t]+\w+|(?:it|test|describe)[ \t]*\([\"'`])[^\n]*"
)
_MOST_FUNCTIONS = 60


def functions_of(text: str) -> list[str]:
    """A program in parts, each with one of its functions, or the rest, and blank lines for all others; [] for one."""
    heads = [(text.count("\n", 0, found.start()), len(found[1])) for found in _FUNCTION.finditer(text)]
    lines = text.split("\n")
    if not 1 < len(heads) <= _MOST_FUNCTIONS:
        return []
    owner = [-1] * len(lines)
    for at, (first, deep) in enumerate(heads):
        for line in range(first, len(lines)):
            bare = lines[line].lstrip()
            if line > first and bare and len(lines[line]) - len(bare) <= deep and not bare.startswith(("}", ")", "{")):
                break
            owner[line] = at
    parts = [
        [line if own == at else "" for line, own in zip(lines, owner, strict=True)] for at in range(-1, len(heads))
    ]
    return ["\n".join(part) for part in parts]
