"""Candidate grids: the candidates of each cell in one word, with or without borders.

A word of one digit is a given or, after a ``u``, a digit that somebody placed, as in SudoCue's files of work in
progress (.sdx: http://sudocue.net/fileformats.php). A dot or 0 is a cell of which nothing is noted, and ``-`` or ``{}`` one in
which no candidate is left. The form of 729 characters, nine for each cell with dots for absent candidates, is read too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice

from bookmaker.formats.base.cells import BAD_SYMBOL, SIZE_OF, WRONG_LENGTH, shown
from bookmaker.formats.base.format import Format
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import Block, Source
from bookmaker.puzzles.grid.geometry import BOXES, SYMBOLS
from bookmaker.puzzles.grid.puzzle import Puzzle

_WORD = expression(r"(?a:u?[1-9A-Pa-p]+|[.0])")
_BORDERS = expression(r"[|+:*─-╿]")
_RULE = expression(r"[\s|+:*=.'`,─-╿-]*")
_FLAT = expression(r"(?a:[1-9.0]{729})")
_EMPTIED = frozenset({"-", "{}", "[]", "()"})
_LOOKED_AT = 40
_LONGEST = 8000
_LONGEST_WORD = 26

Token = tuple[str, int, int]
"""A word, its line and its column."""


def _words(line: str) -> list[str]:
    if _RULE.fullmatch(line):
        words = line.split()
        return words if words and all(word == "." for word in words) else []
    return _BORDERS.sub(" ", line).split()


@lru_cache(1 << 12)
def _mask(word: str, size: int) -> int:
    """The candidates of a word, 0 if it is none of this size; they are in order, each once. Most words repeat."""
    if word in (".", "0"):
        return (1 << size) - 1
    if not _WORD.fullmatch(word) or len(word) > _LONGEST_WORD:
        return 0
    digits = [SYMBOLS.find(symbol) for symbol in word.removeprefix("u").upper()]
    if digits != sorted(set(digits)) or not digits or not 0 <= digits[0] <= digits[-1] < size:
        return 0
    return sum(1 << digit for digit in digits)


def detect(block: Block) -> bool:
    """Whether the first lines are rows of as many words as a grid has cells in a row, or in all, and some are more than
    digits.
    """
    lines = [words for _, line in islice(block.content(), _LOOKED_AT) if (words := _words(line[:_LONGEST]))]
    if not any(len(word) > 1 for words in lines for word in words):
        return False
    flat = {word for words in lines for word in words}
    if flat >= {"10", "11"} and max(map(len, flat)) == 2:
        return False  # Numbers of a large grid.
    widths, rows, good, count = set(), 0, 0, 0
    for words in lines:
        width = SIZE_OF[len(words)] if len(words) in SIZE_OF and len(words) > 25 else len(words)
        if width not in BOXES:
            return False
        good += sum(_mask(word, width) > 0 for word in words)
        count += len(words)
        widths.add(width)
        rows += 1 if width == len(words) else width
    # A word in ten may be a slip of the hand: this format reports it better than those without candidates.
    return len(widths) == 1 and rows >= max(widths) and good * 10 >= count * 9


def claims(line: str) -> bool:
    """Whether the line is a puzzle of 729 characters."""
    return len(line) < 1000 and _FLAT.fullmatch(line.strip()) is not None


def parse(blocks: Iterable[Block], source: Source) -> Iterator[Puzzle | None]:
    """Every candidate grid; what makes none becomes faults of the source."""
    for block in blocks:
        tokens: list[Token] = []
        width = 0
        for number, line in block.content():
            if claims(line):
                yield _flat(line.strip(), number, source)
                continue
            if len(line) > _LONGEST:
                source.fault(f"{len(line)} characters in a row of a candidate grid", number, 1)
                continue
            words = _words(line)
            width = width or len(words)
            at = 0
            for word in words:
                at = line.index(word, at)
                tokens.append((word, number, at + 1))
                at += len(word)
        if tokens:
            yield from _grids(tokens, width, source)
        yield None


def _grids(tokens: list[Token], width: int, source: Source) -> Iterator[Puzzle]:
    size = SIZE_OF[width] if width in SIZE_OF and width > 25 else width
    if size not in BOXES:
        source.fault(f"rows of {width} cells; no grid has that size", tokens[0][1], 1)
        return
    count = size * size
    if len(tokens) % count:
        message = f"{len(tokens)} cells; a candidate grid of {size}×{size} has {count}"
        source.fault(message, tokens[0][1], 1, "write a dot for a cell without candidates", WRONG_LENGTH)
        return
    for start in range(0, len(tokens), count):
        puzzle = _grid(tokens[start : start + count], size, source)
        if puzzle is not None:
            yield puzzle


def _grid(tokens: list[Token], size: int, source: Source) -> Puzzle | None:
    masks, givens, bad = [], bytearray(), False
    for word, line, column in tokens:
        mask = _mask(word, size)
        if not mask and word not in _EMPTIED:
            bad = True
            message = f"{shown(word)!r} is not a list of candidates from 1 to {SYMBOLS[size - 1]}, each once, in order"
            source.fault(message, line, column, "", BAD_SYMBOL)
        masks.append(mask)
        givens.append(mask.bit_length() if mask.bit_count() == 1 and word[0] != "u" else 0)
    if bad:
        return None
    return source.puzzle(size, bytes(givens), source.place(tokens[0][1], 1), candidates=tuple(masks))


def _flat(word: str, line: int, source: Source) -> Puzzle | None:
    masks = []
    for cell in range(81):
        mask = 0
        for place, symbol in enumerate(word[9 * cell : 9 * cell + 9]):
            if symbol == SYMBOLS[place]:
                mask |= 1 << place
            elif symbol not in ".0":
                message = f"the candidate {symbol} at place {place + 1} of a cell's nine"
                source.fault(message, line, 9 * cell + place + 1, "each candidate has a place of its own", BAD_SYMBOL)
                return None
        masks.append(mask)
    givens = bytes(mask.bit_length() if mask.bit_count() == 1 else 0 for mask in masks)
    return source.puzzle(9, givens, source.place(line, 1), candidates=tuple(masks))


def words_of(puzzle: Puzzle) -> list[str]:
    """The word of each cell."""
    size = puzzle.geometry.size
    full = (1 << size) - 1
    masks = puzzle.candidates or tuple(1 << given - 1 if given else full for given in puzzle.givens)
    words = []
    for mask, given in zip(masks, puzzle.givens, strict=True):
        word = "".join(SYMBOLS[digit] for digit in range(size) if mask >> digit & 1)
        words.append(f"u{word}" if not given and len(word) == 1 else word or "-")
    return words


def _rows_of(puzzle: Puzzle) -> Iterator[list[str]]:
    words, size = words_of(puzzle), puzzle.geometry.size
    for start in range(0, len(words), size):
        yield words[start : start + size]


def render_sdx(puzzles: Sequence[Puzzle]) -> str:
    """A row of words to a line, without borders."""
    return "\n".join("".join(f"{' '.join(row)}\n" for row in _rows_of(puzzle)) for puzzle in puzzles)


def render(puzzles: Sequence[Puzzle]) -> str:
    """Aligned columns with borders between the boxes."""
    return "\n".join(map(_drawn, puzzles))


def _drawn(puzzle: Puzzle) -> str:
    size, (height, width) = puzzle.geometry.size, puzzle.geometry.box
    rows = list(_rows_of(puzzle))
    widths = [max(len(row[column]) for row in rows) for column in range(size)]
    stacks = [range(left, left + width) for left in range(0, size, width)]
    rule = "+" + "+".join("-" * (sum(widths[column] + 1 for column in stack) + 1) for stack in stacks) + "+\n"
    out = []
    for number, row in enumerate(rows):
        cells = (" ".join(row[column].ljust(widths[column]) for column in stack) for stack in stacks)
        out.append((rule if number % height == 0 else "") + f"| {' | '.join(cells)} |\n")
    return "".join(out) + rule


FORMAT = Format(
    "candidates", frozenset({"givens", "candidates", "boxes"}), detect, parse, render, claims=claims, between="\n"
)
SDX = Format("sdx", frozenset({"givens", "candidates"}), lambda _: False, parse, render_sdx, between="\n")
