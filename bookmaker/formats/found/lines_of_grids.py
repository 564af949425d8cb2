"""Lines of grids told from lines of text.

A grid in a text is as many lines as it has rows, in each of which its cells and its bars are in the same columns. Text may touch
it above, below and beside it, and so may another grid. Here each grid becomes lines of its own between blank ones, in their
places: the text beside it follows below, a blank that is a cell becomes a dot, and a number of two digits a letter. Lines
between bands and around a grid stay as they are drawn. No cell is moved. A grid that nothing touches and that needs nothing
stays as it is, as do lines whose columns allow two readings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bookmaker.base.errors import Fault
from bookmaker.formats.base.cells import WRONG_LENGTH, is_text, sign_named
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import Source
from bookmaker.formats.found.grids_by_columns import (
    BARS,
    LINED,
    WIDEST,
    Grid,
    Lines,
    Seen,
    are_counted,
    grid_at,
    is_rule,
)
from bookmaker.formats.stream.rows import Batch, Row
from bookmaker.puzzles.grid.geometry import BOXES

BORDER = expression(r"[\s|+:*=─-╿_-]*")
"""A line that is drawn between rows, or that has no cell at all."""

_WIDE = expression(r"[ \t]{2,}")
_LIKELY = expression(
    rf"[{BARS}]|(?<!\S)(?:[0-9A-Pa-p?·.*xX_-][ ]++){{3}}|(?<!\S)(?=\S*[0-9._*-])[^\sQ-WYZq-wyz,;:]{{6,25}}(?!\S)"
    r"|(?<!\S)(?=[^\n]{0,16}(?:[0-9_*?-]|(?<![A-Za-z])\.))[^\sQ-WYZq-wyz,;:]{1,6}[ ]++[^\sQ-WYZq-wyz,;:]{1,6}(?!\S)"
    r"|^ *+[1-9][1-9 ]*+$",
    re.MULTILINE,
)
"""What a line with a row of a grid has."""

_LIKE = expression(rf"[0-9A-Pa-pxX?·.*_+=\s{BARS}─-╿-]*")
"""What cells and drawn lines are."""

_PLAIN = expression(r"[0-9.]*")
_MANY_LINES, _MUCH_TEXT = 500, 1 << 17
"""Lines and symbols that are looked at together."""

_AHEAD = 120
"""Lines below the first of a grid that may be its own."""

_MANY = 1 << 30
_MOST_ABOVE = 3
"""Lines of a title."""


def grids_apart(items: Iterable[Row | Batch | Fault], source: Source) -> Iterator[Row | Batch | Fault]:
    """The lines of a text, as :func:`set_apart` gives them, some hundreds at a time."""
    held: list[Row] = []
    symbols = 0
    for item in items:
        if type(item) is tuple:
            line = item[1]
            if not held and (len(line) > WIDEST or _PLAIN.fullmatch(line)):
                yield item
                continue
            held.append(item)
            symbols += len(line)
            if len(held) > _MANY_LINES or symbols > _MUCH_TEXT:
                some, at = _noted(held, source, max(1, len(held) - _AHEAD))
                yield from some
                held, symbols = held[at:], 0
        else:
            yield from _noted(held, source)[0]
            yield item
            held, symbols = [], 0
    yield from _noted(held, source)[0]


_SIGNS = "·•∙⋅□◻▢◯?"
_DOTS = expression(rf"(?=[^\n]*[{_SIGNS}])[1-9{_SIGNS}\s{BARS}+─-╿-]*")
_DOTTED = str.maketrans(_SIGNS, "." * len(_SIGNS))


def _dotted(lines: Lines, source: Source) -> Lines:
    """The lines, where a sign that hardly anyone writes but for an empty cell is a dot among digits and bars alone."""
    found = [at for at, (_, line) in enumerate(lines) if ("?" in line or not line.isascii()) and _DOTS.fullmatch(line)]
    if not found:
        return lines
    number, line = lines[found[0]]
    at = next(at for at, sign in enumerate(line) if sign in _SIGNS)
    source.guess(f"{sign_named(line[at])} is taken for an empty cell", number, at + 1)
    dotted = set(found)
    return [(one, text.translate(_DOTTED) if at in dotted else text) for at, (one, text) in enumerate(lines)]


def _noted(lines: Lines, source: Source, most: int = _MANY) -> tuple[list[Row], int]:
    """The lines up to the ``most``-th or the end of the grid there, as :func:`set_apart` gives them, and how many these are."""
    lines, seen = _dotted(lines, source), Seen(True)
    out, at = _apart(lines, seen, most)
    _say(seen, source)
    return out, at


def set_apart(lines: Lines, source: Source) -> list[Row]:
    """The lines of a text, where each grid that text or another grid touches, or that has blanks for empty cells, is set apart.

    Guesses are recorded in the source.
    """
    lines, seen = _dotted(lines, source), Seen(False)
    out, _ = _apart(lines, seen)
    _say(seen, source)
    return out


def _say(seen: Seen, source: Source) -> None:
    for text in seen.texts:
        source.passed_over(text[0][1], text[0][0], len(text), text[1:])
    for number, guess in seen.guesses:
        source.guess(guess, number, 1)
    for number, fault in seen.faults:
        message = f"{fault}, and with empty ones behind them this is not a proper puzzle"
        source.fault(message, number, 1, "write dots for empty cells", WRONG_LENGTH)


def _apart(lines: Lines, seen: Seen, most: int = _MANY) -> tuple[list[Row], int]:
    """The lines up to the ``most``-th or the end of the grid there, and how many these are."""
    most = min(most, len(lines))
    out: list[Row] = []
    at = 0
    for likely in _likely(lines) if len(lines) >= min(BOXES) else ():
        if likely < at:
            continue
        if likely >= most:
            most = max(at, most - _MOST_ABOVE - 1) if most < len(lines) else most
            break
        grid = grid_at(lines, likely, seen)
        if grid is not None:
            seen.found += 1
            out += lines[at:likely]
            at = _set(lines, grid, out, seen)
    return [*out, *lines[at:most]], max(at, most)


def _likely(lines: Lines) -> Iterator[int]:
    """The lines that may have a row of a grid."""
    text = "\n".join([line for _, line in lines])
    at = start = 0
    for found in _LIKELY.finditer(text):
        if found.start() < start:
            continue
        at += text.count("\n", start, found.start())
        yield at
        # On with the next line.
        at, start = at + 1, text.find("\n", found.start()) + 1
        if not start:
            return


def _set(lines: Lines, grid: Grid, out: list[Row], seen: Seen) -> int:
    """Add a grid and all beside it to the lines before; the line to go on with."""
    first, end, left, right = grid.first, grid.end, grid.left, grid.right
    if out and first > 0 and out[-1] == lines[first - 1] and is_rule(out[-1][1], left, right, whole=True):
        out.pop()
        first -= not LINED.fullmatch(lines[first - 1][1])
    while end > first and LINED.fullmatch(lines[end - 1][1]) and end - 1 not in grid.rows:
        end -= 1
    own: list[Row] = []
    rest: list[Row] = []
    alone = not grid.filled and not any(
        line[: max(left, 0)].strip() or line[right:].strip() for _, line in lines[first:end]
    )
    for at in () if alone else range(first, end):
        number, line = lines[at]
        inner = grid.rows.get(at, line[max(left, 0) : right])
        own.append((number, " " * max(left, 0) + inner.rstrip()))
        before, after = line[: max(left, 0)], line[right:]
        rest.append((number, f"{before}{' ' * (right - max(left, 0))}{after}".rstrip()))
    own += lines[first:end] if alone else ()
    labels = () if alone else [lines[at][1][: max(left, 0)].strip() for at in grid.rows]
    if any(labels) and are_counted(labels):
        rest = [(number, " " * left + line[left:]) for number, line in rest]
        if not grid.filled:
            own = [(number, lines[at][1][:right]) for at, (number, _) in enumerate(own, first)]
    above = out[-1] if out and out[-1][1].strip() else None
    if above is not None and are_counted(above[1].split()):
        if not grid.filled:
            own.insert(0, above)
        out.pop()
        above = out[-1] if out and out[-1][1].strip() else None
    beside = [row for row in rest if row[1].strip()]
    if beside:
        others = rest
        if above is not None and len(_WIDE.split(above[1].strip())) > 1:
            # Each of two grids side by side has its title above it.
            words = [(word.start(), word[0]) for word in re.finditer(r"\S+(?:[ \t]\S+)*", above[1])]
            near = [one for one in words if one[0] < right]
            far = [one for one in words if one[0] >= right]
            if near and far:
                out[-1] = (above[0], _spread(near))
                others = [(above[0], _spread(far)), *rest]
        of_rest = seen.of_rest()
        beside, _ = _apart(others, of_rest)
        if not of_rest.found:
            beside = [row for row in others if row[1].strip()]
            if seen.noted and _are_words(beside, len(grid.rows)):
                seen.texts.append(beside)
                beside = []
    if seen.noted:
        texts: list[Row] = []
        while out and len(texts) < _MOST_ABOVE and _is_text(out[-1][1]):
            texts.append(out.pop())
        seen.texts += ([row] for row in reversed(texts))
        if out and out[-1][1].strip() and texts:
            out.append((own[0][0], ""))
    elif above is not None and _is_text(above[1]):
        out.append((own[0][0], ""))
    out += own
    if beside:
        out += [(own[-1][0], ""), *beside]
    if beside or (grid.end < len(lines) and _is_text(lines[grid.end][1])):
        out.append((own[-1][0], ""))
    return grid.end


def _are_words(lines: Lines, rows: int) -> bool:
    """Whether lines beside so many rows of a grid are text, rather than a grid that was spoilt."""
    like = sum(_LIKE.fullmatch(line) is not None for _, line in lines)
    return like * 2 < rows and all(_is_text(line) for _, line in lines)


def _is_text(line: str) -> bool:
    """Whether a line that touches a grid is none of a document around it, or a comment."""
    return line.lstrip()[:1] not in _OF_DOCUMENTS and is_text(line)


_OF_DOCUMENTS = ("", "[", "{", "<", "#", "/", '"', "'")


def _spread(words: Iterable[tuple[int, str]]) -> str:
    line = ""
    for start, word in words:
        line = line.ljust(start) + word
    return line
