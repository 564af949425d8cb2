"""One puzzle to a line: 81 symbols, or as many as another size has cells.

Each symbol is a digit (letters above 9) or an empty cell. A comment may follow after a blank, comma or semicolon; text
after ``#`` names the puzzle; a second word of the same length in which no cell is empty is the puzzle's answer. The
blank character itself may be an empty cell if the line is then exactly as long as its puzzle.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from bookmaker.formats.base.cells import BLANKS, LONGEST_LOOKED_INTO, SIZE_OF, cells_of, digits, fits, is_map, is_text
from bookmaker.formats.base.format import Format, commented
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import PUZZLE, Block, Source
from bookmaker.puzzles.grid.puzzle import Puzzle, cells_text

_WORDS = expression(r"[^\s,;#]+")
_CONTROL = expression(r"[\x00-\x1f\x7f-\x9f]")
_CODE = expression(r"[\\{}<>]|\A(?:[^|/]*[|/]){5}")
"""Signs of a program: \\begin{tabular}{|c|c|c|c|c|c|c|c|c|} is as long as a puzzle of 6×6. And those between rows in one line."""

_LOOKED_AT = 40


def detect(block: Block) -> bool:
    """Whether any of the first lines is as long as a puzzle; for 4x4, where a row of a 16x16 grid is too, whether all fit."""
    lines = [line for _, line in islice(block.content(), _LOOKED_AT)]
    words = [word[0] for word in map(_puzzle_in, lines) if word is not None]
    if any(
        len(word) in SIZE_OF and len(word) != 16 and not is_map(word) and not _CODE.search(word) for word in words
    ) or any(map(_blank_is_empty, lines)):
        return True
    fours = [word for word in words if len(word) == 16]
    return bool(fours) and all(fits(digits(word), 4) for word in fours)


def parse(blocks: Iterable[Block], source: Source) -> Iterator[Puzzle | None]:
    """Every line that is a puzzle; the others become faults of the source."""
    for block in blocks:
        for number, line in block.content():
            yield _parse_line(line, number, source)


def render(puzzles: Sequence[Puzzle]) -> str:
    """One line for each puzzle, with dots for empty cells; its answer and its name follow if it has them."""
    return "".join(_render_line(puzzle) for puzzle in puzzles)


FORMAT = Format("lines", frozenset({"givens", "answer", "name"}), detect, parse, render, sourced=commented, bare=True)


def _puzzle_in(line: str) -> re.Match[str] | None:
    """The first word of a line; the one that is a whole puzzle with only its number or name before it."""
    first = _WORDS.search(line)
    if first is None or len(first[0]) >= _LONG:
        return first
    for word in islice(_WORDS.finditer(line, first.end()), _HEADING):
        if len(word[0]) >= _LONG:
            whole = len(word[0]) in SIZE_OF and fits(digits(word[0]), SIZE_OF[len(word[0])])
            return word if (whole or _is_nearly(word[0])) and is_text(line[: word.start()]) else first
    return first


def _is_nearly(word: str) -> bool:
    """Whether a word is the usual puzzle with a symbol or two too few or too many, so that the message is about its length."""
    return abs(len(word) - _USUAL) <= _OFF and fits(digits(word), 9)


_USUAL = 81
_OFF = 2
_HEADING = 8
_LONG = 36
"""Symbols of a word that is too long for a number or a name."""
_NUMBERING = expression(r"^[#(]?[0-9]+[.:)]*$")


def _name_before(text: str) -> str:
    """The name that words before a puzzle are. A number alone is none, and neither is the usual name of a column of puzzles."""
    name = " ".join(text.split()).rstrip(" :=-,;|")
    return "" if _NUMBERING.match(name) or name.lower() in PUZZLE else name


def _parse_line(line: str, number: int, source: Source) -> Puzzle | None:
    word = _puzzle_in(line)
    if word is None or (is_text(line) and not _blank_is_empty(line) and len(word[0]) not in SIZE_OF):
        source.passed_over(line, number)
        return None
    fields = _SEPARATED.fullmatch(line)
    if len(word[0]) == 1 and fields is not None:
        # The cells of one puzzle with commas between them, one too few or too many: else it would be a row of a sheet.
        cells_of("".join(field.strip() or "." for field in re.split("[,;]", line.strip())), source, number, 1)
        return None
    symbols, column = word[0], word.start() + 1
    rest = line[word.end() :]
    tailed = _TAILED.match(symbols)
    if tailed is not None and len(tailed[1]) in SIZE_OF:
        symbols, rest = tailed[1], ""
        source.passed_over(tailed[2] + line[word.end() :], number)
    if len(symbols) not in SIZE_OF and _blank_is_empty(line):
        symbols, column, rest = _BLANK.sub(".", line), 1, ""
    cells = cells_of(symbols, source, number, column)
    if cells is None:
        return None
    size = SIZE_OF[len(cells)]
    other = _puzzle_of(cells, rest) if rest and 0 not in cells else None
    if other is not None:  # The answer comes first.
        return source.puzzle(size, other, source.place(number, 1), answer=cells)
    name, answer = _trailing(rest, size, number, column + len(symbols), source) if rest else ("", None)
    if not name:
        name = _printable(_name_before(line[: word.start()]), number, 1, source)
    return source.puzzle(size, cells, source.place(number, 1), name, answer)


_TAILED = expression(r"([0-9._]{36,})([:|/].*)")
"""A puzzle, and the state of a game begun behind it."""


def _puzzle_of(answer: bytes, rest: str) -> bytes | None:
    """The puzzle that follows a full grid in its line, which is its answer; None if there is none."""
    word = _WORDS.search(rest)
    cells = digits(word[0]) if word is not None else b""
    sound = len(cells) == len(answer) and 0 in cells and any(cells)
    return cells if sound and all(cell in (0, full) for cell, full in zip(cells, answer, strict=True)) else None


def _printable(name: str, number: int, column: int, source: Source) -> str:
    """A name as it is, or none and a fault if it holds a control character."""
    control = _CONTROL.search(name)
    if control is not None:
        source.fault(f"the name holds the control character {control[0]!r}", number, column)
    return "" if control is not None else name


_SEPARATED = expression(r"\s*+(?:[0-9.]?+ ?+[,;] ?+){70,90}+[0-9.]?+\s*+")
"""Possessive: a blank between two commas could go with either, and many of them in more ways than can be tried."""
_BLANK = expression(r"[ \u00a0]")


def _blank_is_empty(line: str) -> bool:
    """Whether the line is a puzzle whose empty cells are blanks: exactly as long as one, and nothing else is blank in it."""
    size = SIZE_OF.get(len(line))
    if size is None or not _BLANK.search(line) or any(blank in line for blank in BLANKS):
        return False
    return fits(digits(_BLANK.sub(".", line)), size)


def _trailing(rest: str, size: int, number: int, column: int, source: Source) -> tuple[str, bytes | None]:
    """The name and the answer in what follows a puzzle."""
    comment, _, name = rest.partition("#")
    name = _printable(" ".join(name.split()), number, column + len(comment), source)
    word = _WORDS.search(comment)
    answer = _answer(word[0], size) if word else b""
    if word is not None and answer is None:
        source.fault(
            f"{len(word[0])} more symbols, which are not a complete answer of {size * size} digits",
            number,
            column + word.start(),
            "each puzzle needs a line of its own",
        )
    return name, answer or None


def _answer(word: str, size: int) -> bytes | None:
    """The answer that a word is; nothing if it is a mere comment; None if it can only be a spoilt answer or a second puzzle."""
    cells = digits(word)
    count = size * size
    if len(cells) == count and 0 not in cells and fits(cells, size):
        return cells
    legal = sum(digit <= size for digit in cells[:LONGEST_LOOKED_INTO])
    meant = len(cells) == count or (size > 4 and len(cells) * 4 >= count * 3)
    return None if meant and legal * 4 >= min(len(cells), LONGEST_LOOKED_INTO) * 3 else b""


def _render_line(puzzle: Puzzle) -> str:
    answer = "" if puzzle.answer is None else f" {cells_text(puzzle.answer)}"
    name = " ".join(puzzle.name.split())
    return f"{cells_text(puzzle.givens)}{answer}{' # ' if name else ''}{name}\n"
