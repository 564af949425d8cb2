"""Rows rewritten so that a format knows them: without quotes or bullets, LaTeX as fields, blanks in frames as dots.

Each function gives the lines of a part as a file of puzzles would have them, or None where it does not apply. None of them
moves a cell: anything doubtful is left as it is.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise
from string import ascii_letters, ascii_lowercase

from bookmaker.formats.base.box_shapes import from_boxes
from bookmaker.formats.base.cells import SIZE_OF, digits, fits, is_text, report_symbol
from bookmaker.formats.base.format import Recogniser
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import Source
from bookmaker.formats.found.grids_by_columns import LEAST_FOUND, are_counted
from bookmaker.formats.found.lines_of_grids import BORDER, set_apart
from bookmaker.puzzles.grid.geometry import BOXES, SHAPES, cell_name
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import CLASSIC, geometry

Numbered = tuple[int, str]
"""The number of a line, and its text."""

# Lines rewritten that have the cells of a grid, but not as rows of symbols: all rows in one line, cells of two characters,
# candidates between slashes, labels of cages.

# The blanks at the beginning of a line are never given back: where a look ahead follows them, each of them would repeat it.
IN_ONE_LINE = expression(r"(?:[^|/,;]*[|/,;]){5}")
"""Five of the signs that may part rows at the least, for a first look."""

ROWED = expression(r"\s*+[^|/,;\s]{0,40}\s?[|/,;]?(?:[0-9._*xX-]{6,25}[|/,;]){5}")
"""A line with rows of this form, whatever is before them."""

LISTED = expression(r"\s*+(?:[0-9]{1,2}|[._?-])\s*(?:,\s*(?:[0-9]{1,2}|[._?-])\s*){3,}(?:,\s*)?$")
"""A row of fields between commas, with one behind the last or none."""

COMMENTED = expression(r"\s*+(?:#|//|%|--|!|;+)[ \t]*(?=[0-9._](?:[ \t|]*[0-9._-]){3,}[ \t|]*$)")
"""The sign of a comment before a row of symbols."""

SLASHED = expression(r"\s*+(?:\|\s*)?(?:\(?[1-9](?:/[1-9])*\)?\s*\|\s*){8}\(?[1-9](?:/[1-9])*\)?\s*(?:\|\s*)?$")
"""A row of digits and candidates between bars."""

_FIELD = r"(?:[A-Za-z][A-Za-z0-9]{0,3}(?::[0-9]{1,3})?|[0-9.])"
LABELLED = expression(rf"\s*+(?=[^A-Za-z]*[A-Za-z])(?:{_FIELD}(?:\s*[,;|]\s*|\s+)){{3,}}{_FIELD}\s*$")
"""A row of a map of labels."""

_LEAST = 6
"""The smallest grid of which all rows are looked for in one line."""

_USUAL = 9
"""The smallest grid whose rows are hardly anything else: a smaller one may be a list of numbers."""

_LONGEST = 1 << 12
_HEAD = expression(r"([^=:|/,;]{0,60})[=:]\s*")
_RULE = expression(r"[+|*]{0,3}[-=─━═]{3,}[-=+|*─━═┼╋╬]*")
_BARS = expression(r"[\s|│┃║]+")
_PADDED = expression(r"(?:\.\.|[._ ][1-9]|[12][0-9])(?=[\s|]|$)")
_WORD = expression(r"[^\s|]+")
_CANDIDATES = expression(r"(\(?)([1-9](?:/[1-9])*)\)?")
_LABEL = expression(r"(?P<label>[A-Za-z][A-Za-z0-9]{0,3})(?::(?P<sum>[0-9]{1,3}))?|(?P<given>[0-9.])")


def in_one_line(part: list[Numbered]) -> list[Numbered] | None:
    """The cells of grids whose rows are all in one line, parted by one sign, or drawn in a frame that lost its line ends."""
    found = [(number, _rows_of(line)) for number, line in part]
    return found if all(cells for _, cells in found) else None


def _rows_of(line: str) -> str:
    """The cells of one such line, behind the text before them; "" if there are none."""
    if len(line) > _LONGEST or IN_ONE_LINE.match(line) is None:
        return ""
    line = line.strip()
    head = _HEAD.match(line)
    name, rest = (f"{head[1].strip()} ", line[head.end() :]) if head is not None else ("", line)
    for sign in "|/,;":
        pieces = [piece.strip() for piece in rest.split(sign)]
        if not pieces[0]:
            del pieces[0]
        size = len(pieces[0]) if pieces else 0
        cells = "".join(pieces[:size])
        whole = _LEAST <= size == len(pieces[0]) and size in BOXES and len(cells) == size * size
        whole = whole and all(len(piece) == size for piece in pieces[:size]) and fits(digits(cells), size)
        if whole and (size >= _USUAL or _is_grid(pieces[:size], size)):
            # Fewer cells behind them may be how many givens there are, or a level; as many are more than a grid.
            return "" if any(len(piece) == size for piece in pieces[size:]) else name + cells
    bare = _BARS.sub("", _RULE.sub(" ", rest))
    size = SIZE_OF.get(len(bare), 0)
    drawn = size >= _LEAST and "|" in rest and _RULE.search(rest) is not None
    return name + bare if drawn and fits(digits(bare), size) else ""


def _is_grid(rows: Sequence[str], size: int) -> bool:
    """Whether rows of digits are those of a small grid rather than numbers: full and sound, or with empty cells and no digit
    twice in a row or column. Round numbers such as 100000 have zeros at their ends only.
    """
    cells = digits("".join(rows))
    houses = [cells[at * size : (at + 1) * size] for at in range(size)] + [cells[at::size] for at in range(size)]
    if 0 in cells:
        if all("0" in row and "0" not in row.rstrip("0") and row.isdecimal() for row in rows):
            return False
    elif not any(geometry(CLASSIC, size, box=box).holds(cells) for box in SHAPES[size]):
        return False
    filled = [house.replace(b"\0", b"") for house in houses]
    return all(len(set(house)) == len(house) for house in filled)


def guess(found: Sequence[Numbered], source: Source) -> None:
    """Note of each small grid that :func:`in_one_line` has found that it may be something else."""
    for number, line in found:
        size = SIZE_OF.get(len(line.split()[-1]), _USUAL)
        if size < _USUAL:
            source.guess(f"{size} runs of symbols in one line are taken for the rows of a grid", number, 1)


def padded(part: list[Numbered]) -> list[Numbered] | None:
    """The rows of a large grid whose cells are two characters each (``.. .1 14``), as numbers and dots."""
    words = _padded(part)
    if words is None or _too_large(words):
        return None
    return [(number, " ".join(word.strip("._") or "." for word, _ in row)) for number, row in words]


_Words = list[tuple[int, list[tuple[str, int]]]]
"""The words of lines, each with its column from 1 on."""


def _padded(part: list[Numbered]) -> _Words | None:
    """The words of the rows of such a grid; None where the lines are none."""
    rows: _Words = []
    for number, line in part:
        if BORDER.fullmatch(line) and ".." not in line:
            continue
        row = [(word[0], word.start() + 1) for word in _WORD.finditer(line)]
        if not all(_PADDED.fullmatch(word) for word, _ in row):
            return None
        rows.append((number, row))
    widths = {len(row) for _, row in rows}
    return rows if len(widths) == 1 and min(widths) in BOXES and min(widths) > _USUAL else None


def _too_large(words: _Words) -> list[tuple[str, int, int]]:
    """The numbers above the size of such a grid, each with its line and column."""
    size = len(words[0][1])
    return [
        (word, number, column) for number, row in words for word, column in row if word.isdecimal() and int(word) > size
    ]


def report_large(part: list[Numbered], source: Source) -> bool:
    """Record the numbers that are too large for a grid whose cells are two characters each; whether there are any.

    Without a padded cell, numbers of two digits may be candidates.
    """
    words = _padded(part)
    if words is None or not any(word[0] in "._" for _, row in words for word, _ in row):
        return False
    wrong = _too_large(words)
    times = Counter(word for word, _, _ in wrong)
    first = {word: (line, column) for word, line, column in reversed(wrong)}
    for word, place in sorted(first.items(), key=lambda one: one[1]):
        report_symbol(source, word, len(words[0][1]), *place, times[word])
    return bool(wrong)


def candidates(part: list[Numbered]) -> list[Numbered] | None:
    """Rows of digits and candidates between slashes (``7|(1/5/8)|...``) as groups of digits. A digit in parentheses is not
    a given, even if it is one digit.
    """
    if not all(SLASHED.match(line) for _, line in part):
        return None
    found = [(number, _CANDIDATES.findall(line)) for number, line in part]
    return [
        (number, " ".join(f"{'u' if sign and len(some) == 1 else ''}{some.replace('/', '')}" for sign, some in row))
        for number, row in found
    ]


def labelled(part: list[Numbered]) -> list[Numbered] | None:
    """A map of cages in which the first cell of each has its sum (``a:17 a b:7``), and cells outside cages have a digit or a dot,
    as lines of cages.
    """
    if ":" not in part[0][1] or len(part) not in BOXES:
        return None
    size = len(part)
    rows = [[_LABEL.fullmatch(word) for word in re.split(r"[\s,;|]+", line.strip())] for _, line in part]
    found = [field for row in rows for field in row if field is not None]
    if len(found) != size * size or any(len(row) != size for row in rows):
        return None
    cells: dict[str, list[str]] = {}
    sums: dict[str, str] = {}
    for at, field in enumerate(found):
        label = field["label"]
        if label and field["sum"] and sums.setdefault(label, field["sum"]) != field["sum"]:
            return None
        if label:
            cells.setdefault(label, []).append(cell_name(at, size))
    if not sums or sums.keys() != cells.keys():
        return None
    givens = "".join(field["given"] or "." for field in found)
    lines = [f"size: {size}", f'givens: "{givens}"', "cages:"]
    lines += [f"- {sums[label]} {' '.join(cells[label])}" for label in cells]
    return [(part[0][0] + at, line) for at, line in enumerate(lines)]


QUOTE = expression(r"\s*+(?:>\s?)+")
BULLET = expression(r"\s*+(?:[-*+•]\s+|\(?\d{1,4}[.):]\s+)(?=\S)")
BARRED = expression("\\s*[|+│-╿].*[|+│-╿]\\s*$")
MARKS = (QUOTE, BULLET, BARRED, LISTED, COMMENTED, SLASHED, ROWED, LABELLED)
"""Marks of lines that belong together, where text is around them."""

_LATEX_ROW = expression(r"\s*(\|(?:[^|]*\|){4,})\s*\.?\s*$")
_LATEX_END = expression(r"\\(?:\\|hline|cline\{[^}]*\}|tabularnewline)")
_LATEX_COMMAND = expression(r"\\[A-Za-z]+\*?(?:\[[^\]]*\])?(?:\{([^{}]*)\})?")
_BRACED = expression(r"\{\s*([0-9A-Za-z.]?)\s*\}")
_NUMBER = expression("[0-9]+")
_CAGES = expression("[A-Za-z]+")
_SEPARATORS = expression(r"[|,;]")
_LETTER_SUM = expression(r"([A-Za-z])\s*+(?:[=:→]|[-–]?>?)\s*+([0-9]{1,3})(?![0-9])")
_LETTER_SUMS = expression(rf"[\s,;]*+(?:{_LETTER_SUM.pattern}[\s,;.]*+)+")
_SUMS = expression(r"[0-9]{1,3}(?:[\s,;]+[0-9]{1,3})*[\s,;]*")


def _unquoted(part: list[Numbered]) -> list[Numbered] | None:
    """The lines without the marks of quoted mail, of a comment, or the bullets or numbers of a list."""
    for mark in (QUOTE, BULLET, COMMENTED):
        if all(mark.match(line) for _, line in part):
            return [(number, mark.sub("", line, count=1)) for number, line in part]
    return None


def _dequoted(part: list[Numbered]) -> list[Numbered] | None:
    """The lines without the quotes before the first and after the last of them."""
    first, last = part[0][1].strip(), part[-1][1].strip()
    if len(part) < 4 or first[:1] not in "\"'`" or first[:1] != last[-1:] or not first:
        return None
    return [(part[0][0], first[1:]), *part[1:-1], (part[-1][0], last[:-1])]


def _drawn(part: list[Numbered]) -> list[Numbered] | None:
    """The rows of LaTeX, of its package for puzzles or of a table, as fields between bars."""
    rows = []
    for number, line in part:
        found = _LATEX_ROW.match(line)
        if found is not None:
            rows.append((number, found[1]))
        elif line.count("&") > 2:
            rows.append((number, f"|{'|'.join(map(_latex_cell, _LATEX_END.sub('', line).split('&')))}|"))
    return rows or None


def _latex_cell(field: str) -> str:
    """The text of a cell of LaTeX: without commands around it, dollar signs, and blanks that are no end of a line (``~``)."""
    return _LATEX_COMMAND.sub(r"\1", field).replace("~", " ").replace("$", "").strip(" {}")


def _summed(part: list[Numbered]) -> list[Numbered] | None:
    """A map of cages in letters with their sums, in the line above or below, as one line: KrazyDad's form."""
    for at in range(len(part) - 1):
        for sums, (number, letters) in ((part[at][1], part[at + 1]), (part[at + 1][1], part[at])):
            bare = letters.strip()
            size = SIZE_OF.get(len(bare), 0)
            if size < LEAST_FOUND or not _CAGES.fullmatch(bare) or not _SUMS.fullmatch(sums):
                continue
            numbers = _NUMBER.findall(sums)
            if len(set(bare)) == len(numbers) and sum(map(int, numbers)) == size * size * (size + 1) // 2:
                return [(number, f"K{bare} | {','.join(numbers)}")]
    return None


def with_sums(parts: list[list[Numbered]]) -> list[list[Numbered]]:
    """The parts of a text, where a map of cages in letters, a row to a line, and the list of their sums below it ("A=11, B=8")
    are one line in KrazyDad's form. A letter without a sum is a cage without one.
    """
    out: list[list[Numbered]] = []
    held: list[Numbered] = []
    for part in parts:
        for is_sums, run in groupby(part, lambda one: _LETTER_SUMS.fullmatch(one[1]) is not None):
            lines = list(run)
            sums = _sums_of(lines) if is_sums else {}
            letters = _letters_of(held)
            if letters and sums.keys() and sums.keys() <= set(letters):
                order = sorted(set(letters), key=ascii_letters.swapcase().index)
                size = math.isqrt(len(letters))
                out += [held[:-size]] if held[:-size] else []
                out.append([(held[-size][0], f"K{letters} | {','.join(str(sums.get(one, 0)) for one in order)}")])
                held = []
            else:
                out += [held] if held else []
                held = lines
        if held and not _letters_of(held):
            out.append(held)
            held = []
    return [*out, held] if held else out


def _letters_of(lines: list[Numbered]) -> str:
    """The letters of a map of cages that ends some lines, row by row; "" if they do not end in one."""
    rows = ["".join(_SEPARATORS.sub("", line).split()) for _, line in lines]
    size = len(rows[-1]) if rows else 0
    letters = "".join(rows[-size:])
    sound = size in BOXES and LEAST_FOUND <= size <= len(rows) and all(len(row) == size for row in rows[-size:])
    return letters if sound and letters.isascii() and letters.isalpha() and len(set(letters)) >= size else ""


def _sums_of(lines: list[Numbered]) -> dict[str, int]:
    """The sums of a list by their letters; nothing where a letter has two."""
    found = [one for _, line in lines for one in _LETTER_SUM.findall(line)]
    return {letter: int(total) for letter, total in found} if len({one[0] for one in found}) == len(found) else {}


def unbraced(part: list[Numbered]) -> list[Numbered]:
    """The lines, where rows of cells in braces have become plain rows."""
    return [(number, _row_in_braces(line) or line) for number, line in part if line.strip() != ":"]


def _row_in_braces(line: str) -> str:
    cells = _BRACED.findall(line) if "{" in line else ()
    if len(cells) not in BOXES or len(cells) < LEAST_FOUND or len(_BRACED.sub("", line).split()) > 1:
        return ""
    return " ".join(cell or "." for cell in cells)


# Rows behind words that count them, and givens in lines that differ in their numbers only: other readings of a whole text
# in which nothing else was found.

_TOKEN = expression(r"[0-9._*-]+|[^\W\d_]+|\S")
_HEADING = expression(r"[^\W\d_]+|[:=(\[{\"'`>]")
_EMPTY = expression(
    r"(?i)\b(?:blank|empty|none|null|nil|nothing|leer|vac[ií][oa]|vide|vuot[oa]|vazi[oa]|leeg|пуст(?:о|ой|ая)?)\b"
)
_ORDINAL = expression(r"\s*+([0-9]{1,2})(?:st|nd|rd|th|[.ºª]|er|e|è|-?[яй])(?=\s)")
_ACROSS = expression(r"(?i)\b(?:columns?|cols?|spalte|columna|colonne|столбец)\b")
_BOXED = expression(r"(?i)\b(?:box|block|square|subgrid|region|bloque|caja|блок)\b")
_SYMBOL = expression(r"[0-9._*-]")
_STRANGE = expression(r"[^\W\d_]")
_QUOTES = "\"'`"
_NO_GIVENS = expression(
    r"(?i)\\node|\\put|<text|draw|coord|#\.#|\bat\b|[xy]=\W?#"
    r"|naked|hidden|single|step|placed?\b|solved?\b|move|undo"
)
"""Signs of places on a page, whose rows may be counted from below, and of the steps of a solver."""

_FEWEST, _MOST_GIVENS = 17, 40
"""Givens of a puzzle of 9x9: more are an answer."""


_WORDED = {"\ufe0f\u20e3": "", "⬜": ".", "⬛": "."}
"""Keycaps and squares, and their meaning."""

_VOID = expression(r"(?<![\w#])#[fF]\b|(?<=[\s,;\[(])~(?=[\s,;\])])|(?<=[,{])\{\}(?=[,}])")
"""Nothing in Scheme, in YAML, and in a list of LaTeX."""

_PATH = r"[A-Za-z_][\w.:]{0,40}+"
_AROUND = r"(?<![\w.:])(?:new )?(?:{0}\( *([0-9]{{1,2}}) *\)|\({0} +([0-9]{{1,2}})\)|{0} +([0-9]{{1,2}})(?![\w.]))"
_WRAPPED = expression(rf"(?<![\w.:])({_PATH})(?: ++|\( *+)[0-9]{{1,2}}(?![\w.])")
_BEHIND = r"(?<![\w.])([0-9]{{1,2}})[ \t]++({})(?:,?(?![^\s,;]))"
_BEHIND_ANY = expression(_BEHIND.format(r"[A-Za-z]\w{0,10}+"))
_VALUE = expression(rf"[0-9][,;| \t)\]}}]{{1,9}}\(?(?:new )?({_PATH})")
_ALONE = r"(?<![\w.:])(?:new )?(?:\({0}\)|{0}\(\)|{0}(?![\w.:(]))"
_LISTED = expression(r"\[ *+([0-9]{0,2}) *+\]")
_GOES_ON = expression(r"(?m)(?<![ \t])[ \t]*+&[ \t]*+$|^ {0,40}&")
_OPENS, _CLOSES = expression(r"(?m)\(/|(?<=\w) /[ \t]*$"), expression(r"(?m)/\)|(?<=[0-9])[ \t]*/[ \t]*$")
_FEWEST_LINES, _FEWEST_VALUES = 5, 8
"""Lines that go on in the next one, and the times that a word comes beside a digit, which is a part of it or an empty cell."""


_PARTED = expression(r"\s*+[0-9.*_xX ]([-/~\\])[0-9.*_xX ](?:\1[0-9.*_xX ]){2,23}\s*")
_RUNS = expression(r"(?=[a-z]*+[1-9])[1-9a-z]{4,81}")
_RUN_OF = {sign: "." * at if sign.isalpha() else sign for at, sign in enumerate(ascii_lowercase, 1)}


def parted(lines: Sequence[str]) -> list[str] | None:
    """Lines whose cells a sign parts that is usually one of an empty cell: ``5-3-*-*-7``, ``5/3/0/0/7``; None without them."""
    found = [_PARTED.fullmatch(line) for line in lines]
    signs = {one[1] for one in found if one is not None}
    if len(signs) != 1 or sum(one is not None for one in found) < _FEWEST_LINES:
        return None
    (sign,) = signs
    return [line if one is None else line.replace(sign, " ") for line, one in zip(lines, found, strict=True)]


def of_runs(lines: Sequence[str]) -> list[str] | None:
    """Lines with dots for letters that count empty cells, ``53b7d``: each is a grid of 9x9, or each of nine is a row of one."""
    made = {}
    for at, line in enumerate(lines):
        word = line.strip(" \t\"',;")
        if _RUNS.fullmatch(word) and not word.isdecimal():
            made[at] = "".join(_RUN_OF.get(sign, sign) for sign in word)
    lengths = {len(one) for one in made.values()}
    if lengths != {_USUAL * _USUAL} and not (lengths == {_USUAL} and len(made) >= _USUAL):
        return None
    return [made.get(at, line) for at, line in enumerate(lines)]


def under_labels(lines: Sequence[str]) -> list[str] | None:
    """The rows below a line that counts the columns, each behind its own label: a cell is empty where its column has nothing."""
    for at, line in enumerate(lines):
        heads = list(_FIELD_OF_HEAD.finditer(line))
        names = [one[0] for one in heads]
        size = len(names)
        if size < LEAST_FOUND or not are_counted(names):
            continue
        below = [one for one in lines[at + 1 : at + 1 + 2 * size] if one.strip() and not BORDER.fullmatch(one)][:size]
        labels = [one.split(None, 1)[0] for one in below]
        if len(below) != size or not are_counted(labels):
            continue
        columns = {one.start(): place for place, one in enumerate(heads)}
        rows = []
        for row in below:
            cells = ["."] * size
            fields = list(_FIELD_OF_HEAD.finditer(row))[1:]
            if not all(one.start() in columns and len(one[0]) == 1 for one in fields):
                return None
            for one in fields:
                cells[columns[one.start()]] = one[0]
            rows.append(" ".join(cells))
        return [*[""] * at, *rows, *[""] * (len(lines) - at - size)]
    return None


_FIELD_OF_HEAD = expression(r"[^\s|]+")


OF_WHOLE_TEXTS = (
    (parted, "signs between the cells are passed over"),
    (of_runs, "letters are taken for that many empty cells"),
    (under_labels, "a cell is empty where nothing is below its column's label"),
)
"""Tried on the lines of a text in which nothing was found, each with what is said of it."""

_STYLE = expression(r"[^|=\[\]]*+=[^|]*+\|(?!\|)")
"""The look of a cell of a wiki, which a bar parts from its text."""


def in_markup(text: str) -> str:
    """A text with its tables of wikis (``{|``, ``|-``) and of AsciiDoc (``|===``) as rows between bars."""
    out: list[str] = []
    rows: list[str] = []
    cells: list[str] = []
    end, begin, last = "", 0, text.count("\n") + 1
    for at, line in enumerate([*text.split("\n"), ""]):
        bare = line.strip()
        ended = bool(end) and (bare == end or at == last)
        if not end:
            end = "|}" if bare.startswith("{|") else "|===" if bare == "|===" else ""
            out += [] if end else [line]
            begin = at
        elif ended or bare.startswith("|-") or (end == "|===" and not bare):
            rows += [f"|{'|'.join(cells)}|"] if cells else []
            cells = []
        elif end == "|===" and bare.count("|") > 1:
            # All cells of a row are in its line.
            rows.append(f"{bare}|")
        elif bare[:1] in ("|", "!"):
            own = bare[1:].replace("!!", "||").split("||")
            looks = [_STYLE.match(cell) for cell in own]
            cells += [
                (cell if look is None else cell[look.end() :]).strip() for cell, look in zip(own, looks, strict=True)
            ]
        if ended:
            # Its rows follow one another, and all else keeps its line.
            out += rows + [""] * (at + 1 - begin - len(rows))
            rows, end = [], ""
    return "\n".join(out[:last])


def unworded(text: str) -> str:
    """A text with plain digits in place of keycaps, squares, and the values of a program: ``Just 5``, ``Some(5)``, ``[5]``,
    ``5 c,``, and a word for an empty cell, ``Nothing``, ``(lvar)``, ``Cell.EMPTY``. Lines of Fortran go on without its sign.
    """
    for word, plain in _WORDED.items():
        text = text.replace(word, plain)
    if len(_VOID.findall(text)) >= _FEWEST_VALUES:
        text = _VOID.sub("0", text)
    if len(_GOES_ON.findall(text)) >= _FEWEST_LINES:
        text = _CLOSES.sub("]", _OPENS.sub("[", _GOES_ON.sub("", text)))
    if len(_LISTED.findall(text)) >= _USUAL * _USUAL:
        text = _LISTED.sub(lambda found: found[1] or "0", text)
    for every, form in ((_WRAPPED, _AROUND), (_BEHIND_ANY, _BEHIND), (_VALUE, _ALONE)):
        words = Counter(found[found.lastindex or 0] for found in every.finditer(text)).most_common(1)
        if words and words[0][1] >= _FEWEST_VALUES and not (_ACROSS.search(words[0][0]) or _BOXED.search(words[0][0])):
            own = re.compile(form.format(re.escape(words[0][0])))
            text = own.sub(lambda found: next((one for one in found.groups() if one and one.isdecimal()), "0"), text)
    return text


def behind_counts(lines: Sequence[str]) -> list[str] | None:
    """The rows of the first grid whose lines have the same words before them, and numbers that count, each in its line:
    ``row1=``, ``110 DATA``, ``board[0] = "``. Named columns and boxes become rows. None without such a grid.
    """
    lines = [line if (first := _ORDINAL.match(line)) is None else first[1] + line[first.end() :] for line in lines]
    tokens = [list(_TOKEN.finditer(line)) if _HEADING.search(line) else [] for line in lines]
    for at in range(len(lines)):
        for size in (9, 6) if tokens[at] and all(tokens[at : at + 4]) else ():
            rows = _behind_counts(lines[at : at + size], tokens[at : at + size], size)
            if rows is not None:
                return [*[""] * at, *rows, *[""] * (len(lines) - at - size)]
    return None


def _behind_counts(lines: Sequence[str], tokens: Sequence[Sequence[re.Match[str]]], size: int) -> list[str] | None:
    head = -1
    for place, column in enumerate(zip(*tokens, strict=False)):
        words = [one[0] for one in column]
        if words.count(words[0]) == len(words):
            head = place if _HEADING.fullmatch(words[0]) else head
            continue
        counts = [int(word) for word in words if word.isdecimal() and len(word) < 5]
        if len(counts) < size or len({two - one for one, two in pairwise(counts)}) > 1:
            break
        head = place
    if head < 0 or len(lines) < size:
        return None
    ends = [row[head].end() for row in tokens]
    sign = tokens[0][head][0]
    rows = [line[end:].split(sign)[0] if sign in _QUOTES else line[end:] for line, end in zip(lines, ends, strict=True)]
    rows = [_EMPTY.sub(".", row).rstrip(" ;,)]}") for row in rows]
    cells = [_SYMBOL.findall(row) for row in rows]
    if any(len(own) != size or _STRANGE.search(row) for own, row in zip(cells, rows, strict=True)):
        return None
    if _ACROSS.search(lines[0], 0, ends[0]):
        cells = [list(row) for row in zip(*cells, strict=True)]
    elif _BOXED.search(lines[0], 0, ends[0]):
        flat = from_boxes([cell for own in cells for cell in own], size)
        cells = [flat[at : at + size] for at in range(0, size * size, size)]
    return [" ".join(row) for row in cells]


def in_quotes(lines: Sequence[str]) -> list[str] | None:
    """The rows of the only grid of a text that has each of them in quotes, a line each, among other statements."""
    quoted = [(at, found[0]) for at, line in enumerate(lines) if len(found := _ROW_IN_QUOTES.findall(line)) == 1]
    rows = [row for _, row in quoted]
    if len(rows) != _USUAL_SIZE or any(len(_ROW_IN_QUOTES.findall(line)) > 1 for line in lines):
        return None
    at = quoted[0][0]
    return [*[""] * at, *rows, *[""] * (len(lines) - at - len(rows))]


_USUAL_SIZE = 9
_ROW_IN_QUOTES = expression(r"[\"']([0-9._*]{9})[\"']")


def in_numbers(lines: Sequence[str]) -> Iterator[list[str]]:
    """Lines of nothing but row, column and digit, for lines that differ in three digits only: ``(= x_1_1 5)``, ``115 0``. Where
    these are no puzzle, the digit may come first. Nothing where a line among them or beside them may be a spoilt one.
    """
    shapes = [_NUMBER.sub("#", line).strip() for line in lines]
    shape, many = Counter(one for one in shapes if "#" in one).most_common(1)[0] if "#" in "".join(shapes) else ("", 0)
    if not _FEWEST <= many <= _MOST_GIVENS or shape.split() == ["#"] * 3 or _NO_GIVENS.search(shape):
        return
    at = shapes.index(shape)
    beside = [*shapes[max(0, at - 1) : at], *shapes[at + many : at + many + 1]]
    if shapes[at : at + many] != [shape] * many or any("#" in one for one in beside):
        return
    found = [_NUMBER.findall(line) for line in lines[at : at + many]]
    threes = [
        "".join(numbers)
        for numbers in zip(*[one for one in zip(*found, strict=True) if len(set(one)) > 1], strict=True)
    ]
    for turned in (0, 1) if {len(one) for one in threes} == {3} else ():
        yield [*[""] * at, *(" ".join(one[turned:] + one[:turned]) for one in threes), *[""] * (len(lines) - at - many)]


_LETTERED = expression(r"(?<!\w)([A-Ia-i])([1-9])[ \t]*+(?:[=:,;]|->|→|is\b|\t| )[ \t]*+([1-9])(?!\w)")
_BETWEEN = expression(r"[\s,;.|]*+")


def by_letters(lines: Sequence[str]) -> tuple[list[str], str] | None:
    """Lines of row, column and digit, for givens by cells such as A1, and whether the letter is the row or the column: they come
    row by row. None where their order does not say it, or where anything else is beside them.
    """
    found = [list(_LETTERED.finditer(line)) for line in lines]
    cells = [(ord(one[1].upper()) - 64, int(one[2])) for some in found for one in some]
    whole = all(_BETWEEN.fullmatch(_LETTERED.sub("", line)) for line, some in zip(lines, found, strict=True) if some)
    if not (_FEWEST <= len(set(cells)) == len(cells) <= _MOST_GIVENS and whole):
        return None
    turned = cells != sorted(cells)
    if turned and cells != sorted(cells, key=lambda cell: cell[::-1]):
        return None
    numbers = [[(ord(one[1].upper()) - 64, one[2], one[3]) for one in some] for some in found]
    rows = [
        " ".join(f"{number}{letter}{digit}" if turned else f"{letter}{number}{digit}" for letter, number, digit in some)
        for some in numbers
    ]
    return rows, "column" if turned else "row"


Known = Callable[[list[Numbered]], list[Puzzle] | None]
"""The puzzles of lines that a format recognises and reads without a fault; None if none does."""


def _read_as(rewrite: Callable[[list[Numbered]], list[Numbered] | None]) -> Callable[..., list[Puzzle] | None]:
    """A reader that tries the formats on lines as ``rewrite`` gives them."""

    def read(part: list[Numbered], source: Source, known: Known) -> list[Puzzle] | None:
        changed = rewrite(part)
        return None if changed is None else known(changed)

    return read


def _laid_out(part: list[Numbered], source: Source, known: Known) -> list[Puzzle] | None:
    """The puzzles of grids that are set apart from the text and the grids around them."""
    own = Source(source.name, source.kind)
    changed = set_apart(part, own)
    if changed == part:
        return None
    found: list[Puzzle] = []
    for blank, some in groupby(changed, lambda row: not row[1].strip()):
        rows = list(some)
        puzzles = None if blank else known(rows)
        if puzzles is None and not all(is_text(line) for _, line in rows):
            return None
        if puzzles is None and not blank:
            own.passed_over(rows[0][1], rows[0][0], len(rows))
        found += puzzles or ()
    source.notes += own.notes if found else ()
    return found or None


def _is_wide(part: list[Numbered]) -> bool:
    """Whether a line has more words than a row of a usual grid has cells."""
    return any(len(_WORD.findall(line)) > _USUAL for _, line in part)


ONE_LINE: Recogniser[list[Numbered], list[Puzzle] | None] = Recogniser(
    "all rows in one line", lambda part: IN_ONE_LINE.match(part[0][1]) is not None, _read_as(in_one_line)
)

REWRITTEN: tuple[Recogniser[list[Numbered], list[Puzzle] | None], ...] = (
    Recogniser("lines as they are", lambda _: True, _read_as(lambda part: part)),
    Recogniser(
        "lines without marks of quotes, comments or lists",
        lambda part: any(mark.match(part[0][1]) for mark in (QUOTE, BULLET, COMMENTED)),
        _read_as(_unquoted),
    ),
    Recogniser(
        "lines between two quotes", lambda part: part[0][1].lstrip()[:1] in ('"', "'", "`"), _read_as(_dequoted)
    ),
    Recogniser("LaTeX", lambda part: any("|" in line or "&" in line for _, line in part), _read_as(_drawn)),
    Recogniser("lines of grids beside others, blanks for empty cells", lambda part: len(part) >= min(BOXES), _laid_out),
    Recogniser("a map of cages with its sums in the next line", lambda part: len(part) > 1, _read_as(_summed)),
    ONE_LINE,
    Recogniser("cells of two characters", _is_wide, _read_as(padded)),
    Recogniser("candidates between slashes", lambda part: SLASHED.match(part[0][1]) is not None, _read_as(candidates)),
    Recogniser("a map of cages with their sums in it", lambda part: ":" in part[0][1], _read_as(labelled)),
    Recogniser(
        "cells of two characters, some too large",
        _is_wide,
        lambda part, source, _: [] if report_large(part, source) else None,
    ),
)
"""In the order in which they are tried on lines without a blank one among them. The last reads none, but reports the faults."""
