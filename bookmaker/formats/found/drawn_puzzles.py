"""Puzzles that are drawn with their clues in a text, with a title above them, or in parts with blank lines between them.

A map of cages and its legend, a grid and its map, numbers around a grid below the word that names their kind: each becomes one
line of JSON in place of its first line, and a full grid below it is its answer. Only short texts are looked at: nobody writes
thousands of puzzles so. A drawing that has no words and no blank lines is read as such, in texts of any length
(:mod:`bookmaker.formats.apps.clue_drawings`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from bookmaker.base.errors import Fault
from bookmaker.formats.apps import clue_drawings, json_files
from bookmaker.formats.apps.clue_drawings import Drawing
from bookmaker.formats.base.cells import is_text
from bookmaker.formats.base.drawn_rows import Numbered, rows_of
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import Source, is_comment
from bookmaker.formats.found import headings
from bookmaker.formats.found.named_rules import watch
from bookmaker.formats.stream.rows import Batch, Row, short
from bookmaker.puzzles.grid.geometry import SIZES
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import CLASSIC, clue_kinds, kinds_named, rules_of

_MOST_LINES = 1000
"""A text of more is not looked at."""

_MOST_BLOCKS = 3
"""Parts of one puzzle with blank lines between them: a grid, a map, a legend."""

_ABOVE = 4
"""Lines of text above a puzzle that may name its kind."""


_NO_PROSE = expression(r"^(?![^\n]*[a-z]{3})[^\n]*\w|^[ \t]*\S{4,40}[ \t]*$", re.MULTILINE)
"""A line without words, or of one word, such as a row of a map."""


def drawn(
    items: Iterable[Row | Batch | Fault], source: Source, said: dict[int, list[str]], *, document: bool = False
) -> Iterable[Row | Batch | Fault]:
    """The lines of a text, where the parts of each puzzle that is drawn with clues have become one line.

    ``said`` gets the kinds that the lines name.
    """
    lines, rest = short(items, _MOST_LINES)
    if rest is not None:
        return chain(lines, rest)
    if document and _NO_PROSE.search("\n".join([text for _, text in lines])) is None:
        return lines
    watch(lines, said, document=document)
    return of_lines(lines, source)


def of_lines(lines: list[Row], source: Source) -> Iterator[Row | Fault]:
    """The same of the lines of a short text."""
    lines = _spaced(lines)
    if not clue_drawings.may_hold(text for _, text in lines):
        yield from lines
        return
    blocks = _blocks(lines)
    at = done = 0
    while at < len(blocks):
        found = _found(blocks, at, source)
        if found is None:
            at += 1
            continue
        made, first, many = found
        own = Source(source.name, source.kind)
        puzzle = clue_drawings.puzzle_of(made, _kind_above(blocks, at, first, source), blocks[at][first][0], own)
        answer, more = _answer(blocks, at + many, made.size) if puzzle is not None else (None, 0)
        many += more
        last = blocks[at + many - 1][-1][0]
        yield from (row for row in lines[done:] if row[0] < blocks[at][first][0])
        yield from own.new_faults()
        if puzzle is not None:
            yield blocks[at][first][0], ""
            yield blocks[at][first][0], json.dumps(json_files.fields_of(_answered(puzzle, answer)))
        done = next(index for index, (number, _) in enumerate(lines) if number == last) + 1
        yield last, ""
        at += many
    yield from lines[done:]


_FIELDS = expression(r"(?:[\w.\"'<>^∧∨ ]{0,4}[,;\t]){0,30}[\w.\"'<>^∧∨ ]{0,4}")
_SIGNS = frozenset("<>^vV∧∨")
_BLANK = ("", "0", ".", "_", "-")
_WIDEST = 2 * max(SIZES) - 1


def _spaced(lines: list[Row]) -> list[Row]:
    """The same lines, where a table of cells and of the signs between them, as a sheet has it, is drawn with blanks."""
    made: list[Row] = []
    at = 0
    while at < len(lines):
        drawn = _drawn_table([text for _, text in lines[at : at + _WIDEST]])
        whole = lines[at : at + len(drawn or ".")]
        # A blank line would part the drawing.
        made += whole if drawn is None else [(row[0], text) for row, text in zip(whole, drawn, strict=True) if text]
        at += len(whole)
    return made


def _drawn_table(texts: Sequence[str]) -> list[str] | None:
    """Rows of cells and rows of signs by turns at the head of lines, drawn with blanks; None where the fields are not these."""
    mark = next((one for one in ("\t", ";", ",") if one in texts[0]), "")
    many = texts[0].count(mark) + 1 if mark and _FIELDS.fullmatch(texts[0]) else 0
    if many < 2 * min(SIZES) - 1 or many % 2 == 0 or many > len(texts):
        return None
    if not all(text.count(mark) < many and (not text.strip() or _FIELDS.fullmatch(text)) for text in texts[:many]):
        return None
    rows = [[field.strip(" \"'") for field in text.split(mark)] for text in texts[:many]]
    rows = [row + [""] * (many - len(row)) for row in rows]
    cells = {field for row in rows[::2] for field in row[::2]}.difference(_BLANK)
    signs = {field for row in rows[::2] for field in row[1::2]} | {field for row in rows[1::2] for field in row[::2]}
    between = {field for row in rows[1::2] for field in row[1::2]}
    if between != {""} or signs <= {""} or not signs <= {"", *_SIGNS} or not all(map(str.isdecimal, cells)):
        return None
    drawn = []
    for at, row in enumerate(rows):
        shown = [field or " " if at % 2 else "." if field in _BLANK else field for field in row[::2]]
        drawn.append(
            "".join(f" {one} {sign or ' '}" for one, sign in zip(shown, [*row[1::2], ""], strict=True)).rstrip()
        )
    return drawn


_OF_PROGRAM = expression(r"^\s*[`~]{3}|\"{3}|'{3}")
_LETTER = expression(r"[^\W\d_]")


def _is_of_program(text: str) -> bool:
    """Whether a program or Markdown has a line before a drawing or behind it, but as none of it."""
    bare = text.rstrip()
    # An expression for both would try each letter of a long line.
    return _OF_PROGRAM.search(text) is not None or (bare.endswith(("(", "{", ";")) and _LETTER.search(bare) is not None)


def _blocks(lines: Sequence[Row]) -> list[list[Numbered]]:
    blocks: list[list[Numbered]] = [[]]
    for number, text in lines:
        if not text.strip() or _is_of_program(text):
            blocks.append([])
        elif not is_comment(text):
            blocks[-1].append((number, text))
    return [block for block in blocks if block]


def _found(blocks: Sequence[list[Numbered]], at: int, source: Source) -> tuple[Drawing, int, int] | None:
    """The drawing that begins in a block, below how many of its lines, and how many blocks it takes; None if none does."""
    for many in range(1, _MOST_BLOCKS + 1):
        if at + many > len(blocks):
            break
        whole = [row for block in blocks[at : at + many] for row in block]
        if not clue_drawings.may_hold(text for _, text in whole):
            continue
        first = next((index for index, (_, text) in enumerate(blocks[at]) if not _is_title(text)), 0)
        made = clue_drawings.drawing_of(whole[first:], wide=_is_around(_kind_above(blocks, at, first, source)))
        if made is not None:
            longer = _longer(blocks, at, first, many, made)
            return longer or (made, first, many)
    return None


def _longer(
    blocks: Sequence[list[Numbered]], at: int, first: int, many: int, made: Drawing
) -> tuple[Drawing, int, int] | None:
    """The same drawing with the grid of its givens, or a map, in the next block; None where that is none of it."""
    whole = [row for block in blocks[at : at + many + 1] for row in block]
    longer = clue_drawings.drawing_of(whole[first:]) if at + many < len(blocks) else None
    if longer is None or (longer.grid is not None and 0 not in longer.grid.cells):
        return None
    return longer, first, many + 1


def _is_title(text: str) -> bool:
    boxed = "|" in text and len(text.split()) == 1  # A row of a map: AAB|BBC|DEF.
    return not boxed and _WORD.search(text) is not None and is_text(text) and not clue_drawings.is_part(text)


_WORD = expression(r"[^\W\d_]{3}")


def _kind_above(blocks: Sequence[list[Numbered]], at: int, first: int, source: Source) -> str:
    """The kind that the text above a drawing names, else that of the text as a whole."""
    above = [text for _, text in blocks[at][:first]]
    if at and all(_is_title(text) for _, text in blocks[at - 1]):
        above = [*(text for _, text in blocks[at - 1][-_ABOVE:]), *above]
    named = kinds_named(" ".join(above)) if source.kind == CLASSIC else []
    return "+".join(named) if named and _go_together(named) else source.kind


def _go_together(named: Sequence[str]) -> bool:
    """Whether the names mean one kind. Several kinds with clues mean several puzzles."""
    return len(named) == 1 or sum(bool(clue_kinds(rules_of(kind))) for kind in named) < 2


def _is_around(kind: str) -> bool:
    return any(one.shape == "edge" for one in clue_kinds(rules_of(kind)))


def _answer(blocks: Sequence[list[Numbered]], at: int, size: int) -> tuple[bytes | None, int]:
    """The full grid that may be the answer of the drawing above a block, and how many blocks it and its heading take."""
    lines: list[Numbered] = []
    for many, block in enumerate(blocks[at : at + 2], 1):
        lines = [row for row in block if headings.ANSWER.search(row[1]) is None]
        if lines:
            grid = rows_of(lines)
            full = grid is not None and grid.size == size and 0 not in grid.cells and not (grid.greater or grid.around)
            return (grid.cells, many) if grid is not None and full else (None, 0)
    return None, 0


def _answered(puzzle: Puzzle, answer: bytes | None) -> Puzzle:
    agrees = answer is not None and all(given in (0, digit) for given, digit in zip(puzzle.givens, answer, strict=True))
    return replace(puzzle, answer=answer) if agrees else puzzle
