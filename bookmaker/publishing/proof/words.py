"""Words of a page, from its glyphs: pieces of lines, what they say of a grid beside them, and the number of the page."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise

from bookmaker.base import language
from bookmaker.logic.generation.defaults import LEVELS
from bookmaker.publishing.proof.grids import Grid
from bookmaker.publishing.proof.ink import Box, Glyph
from bookmaker.publishing.proof.level_marks import LevelMark

_SPACE, _FIGURES, _APART = 0.14, 0.5, 0.72
"""Gaps in em: between two words, between two numbers, and between two pieces of a line that do not belong together."""
_STEP, _OWN, _TABULAR = 0.56, 1.2, 1.3
"""Two figures start at most so far apart in one number: in em; in the shortest step after the same figure in the line; and where
figures are seen to be as wide as each other, in their shortest step.
"""
_ONE_SIZE = 1.05
"""By how much the sizes of two figures in one number differ at most."""
_NEAR = 0.3
"""How far from a grid its words stand at most, as a share of its side; at least :data:`_NEAR_LEAST` points."""
_NEAR_LEAST = 26.0
_LEFT, _FLUSH = 0.15, 0.06
"""How far left and right of its edge a number far above a grid begins, in sides of the grid: frames are wider than grids."""
_PARTS = re.compile(r"\s*[·•|–—;]\s*")
_PROSE = 48
"""A piece with so many letters is a line of a text, in which a number that is not its first word numbers no puzzle."""
_MOST_WORDS = 3
"""Words before the number of a puzzle, at most."""
_NUMBER = r"\d{1,3}(?:[,.\u00a0\u202f ]\d{3})+|\d+"
_REFERENCES = (
    r"(?:→|➔|➜|»|>|p|pp|pg|page|seite|s|стр|с|pág|pag|página)\.?",
    # The number of an issue is that of no page of this one.
    r"(?!.*(?:issue|ausgabe|heft|номере|выпуск|ejemplar))(?:answer|solution|lösung|ответ|respuesta|solución)\D{0,24}",
)
_ROMAN = re.compile(r"(?=[ivxlcdm])m{0,4}(cm|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a line: its words, the box of its ink, its baseline and its largest type size."""

    text: str
    box: Box
    baseline: float
    size: float

    @property
    def bare(self) -> str:
        """Its letters without spaces, in lower case: how words are compared whatever the spacing."""
        return bare(self.text)


@dataclass(frozen=True, slots=True)
class Label:
    """What the words around one grid say.

    ``number`` is that of the puzzle, ``reference`` the page that it points to, ``level`` the level in words, ``drawn`` the level
    as bars or stars, ``overleaf`` whether the answer is said to be there; ``unread`` are words that say something else.
    """

    number: int | None = None
    reference: int | None = None
    level: str | None = None
    drawn: LevelMark | None = None
    overleaf: bool = False
    unread: tuple[str, ...] = ()

    @property
    def refers(self) -> bool:
        """Whether words say where the answer stands."""
        return self.reference is not None or self.overleaf

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels that words or drawing may mean, by this project's scale; none where nothing is said of a level."""
        if self.level is not None:
            return (self.level,)
        return () if self.drawn is None else self.drawn.levels

    @property
    def rank(self) -> int | None:
        """The place of the level in a rising order, or None."""
        if self.level is not None:
            return LEVELS.index(self.level)
        return None if self.drawn is None else self.drawn.rank


@dataclass(slots=True)
class _Around:
    above: list[Piece] = field(default_factory=list)
    below: list[Piece] = field(default_factory=list)
    drawn: LevelMark | None = None


def bare(text: str) -> str:
    """Letters and signs without spaces, in lower case."""
    return "".join(text.split()).casefold()


def pieces(glyphs: Iterable[Glyph]) -> list[Piece]:
    """The pieces of lines on a page, from the top down and from left to right."""
    rows: list[tuple[float, list[Glyph]]] = []
    for glyph in sorted(glyphs, key=lambda one: -one.baseline):
        if rows and rows[-1][0] - glyph.baseline <= 0.25 * glyph.size:
            rows[-1][1].append(glyph)
        else:
            rows.append((glyph.baseline, [glyph]))
    found = []
    for _, row in rows:
        row.sort(key=lambda one: one.left)
        start = 0
        for at, (one, other) in enumerate(pairwise(row), 1):
            if other.left - one.right > _APART * min(one.size, other.size) or _unlike(one, other):
                found.append(_piece(row[start:at]))
                start = at
        found.append(_piece(row[start:]))
    return found


def _unlike(one: Glyph, other: Glyph) -> bool:
    """Whether two figures are of two numbers: one may belong to a picture, such as a digit that a badge hides."""
    if not (one.char.isdecimal() and other.char.isdecimal()):
        return False
    return max(one.size, other.size) > _ONE_SIZE * min(one.size, other.size)


def _piece(row: Sequence[Glyph]) -> Piece:
    text = row[0].char
    most = _steps(row)
    for one, other in pairwise(row):
        # Figures are as wide as each other, so that two ones stand far apart.
        figures, em = one.char.isdecimal() and other.char.isdecimal(), min(one.size, other.size)
        stepped = figures and other.start - one.start > max(_STEP * em, most[one.char])
        if stepped or other.left - one.right > (_FIGURES if figures else _SPACE) * em:
            text += " "
        text += other.char
    box = row[0].left, min(one.bottom for one in row), row[-1].right, max(one.top for one in row)
    return Piece(text, box, row[0].baseline, max(one.size for one in row))


def _steps(row: Sequence[Glyph]) -> dict[str, float]:
    """For each figure of a line, how far after it the next one starts at most if both are of one number."""
    shortest: dict[str, float] = {}
    for one, other in pairwise(row):
        if one.char.isdecimal() and other.char.isdecimal():
            shortest[one.char] = min(other.start - one.start, shortest.get(one.char, math.inf))
    least = min(shortest.values(), default=0.0)
    alike = sum(step < 1.03 * least for step in shortest.values())
    tabular = _TABULAR * least if alike > 1 else math.inf
    return {figure: min(_OWN * step, tabular) for figure, step in shortest.items()}


def labels(
    grids: Sequence[Grid], found: Sequence[Piece], drawn: Iterable[LevelMark] = ()
) -> tuple[list[Label], list[Piece]]:
    """What stands around each grid of a page, words and levels that are ``drawn``; and the pieces that belong to none."""
    around = [_Around() for _ in grids]
    reaches = [_reach(grid, grids) for grid in grids]
    rest = []
    for piece in found:
        best = _owner(piece.box, grids, reaches)
        if best is None:
            rest.append(piece)
        else:
            (around[best[1]].above if best[2] else around[best[1]].below).append(piece)
    for mark in drawn:
        best = _owner(mark.box, grids, reaches)
        if best is not None:
            around[best[1]].drawn = around[best[1]].drawn or mark
    numbered = [_label(one, grid) for one, grid in zip(around, grids, strict=True)]
    if any(label.number is None for label in numbered):
        # Something may stand between grids and their numbers, such as pieces to cut out. One that has none is a picture: then
        # numbers far above the others are words of a text.
        far = [
            label.number if label.number is not None else _far_number(grid, grids, reach, found)
            for label, grid, reach in zip(numbered, grids, reaches, strict=True)
        ]
        if None not in far and len(set(far)) == len(far):
            numbered = [replace(label, number=number) for label, number in zip(numbered, far, strict=True)]
    return numbered, rest


def _far_number(grid: Grid, grids: Sequence[Grid], reach: tuple[float, float], found: Sequence[Piece]) -> int | None:
    """The number alone above a grid and below the next one over it, flush with the left edge; None unless there is just one."""
    left, _, right, top = grid.outer
    side = right - left
    roof = min(
        (box[1] for box in (one.outer for one in grids) if box[1] >= top and box[0] < right and box[2] > left),
        default=math.inf,
    )
    above = [
        one
        for one in found
        if top < one.box[1] and one.box[3] < roof
        if -_LEFT < (one.box[0] - left) / side < _FLUSH and reach[0] < (one.box[0] + one.box[2]) / 2 < reach[1]
    ]
    alone = [number for number in (number_in(one.text) for one in above) if number is not None]
    return alone[0] if len(alone) == 1 else None


def _owner(box: Box, grids: Sequence[Grid], reaches: Sequence[tuple[float, float]]) -> tuple[float, int, bool] | None:
    """How far what stands in a box is from the grid that it belongs to, which grid that is, and whether it stands above."""
    best: tuple[float, int, bool] | None = None
    middle = (box[0] + box[2]) / 2
    for at, grid in enumerate(grids):
        left, bottom, right, top = grid.outer
        if not reaches[at][0] < middle < reaches[at][1]:
            continue
        near = max(_NEAR_LEAST, _NEAR * (right - left))
        # A grid that is no square has its words beside the square around it, or beside itself.
        low, high = grid.lattice.bounds[1], grid.lattice.bounds[3]
        for above, away in (
            (True, box[1] - top),
            (False, bottom - box[3]),
            *([] if high > top - 1 else [(True, box[1] - high)]),
            *([] if low < bottom + 1 else [(False, low - box[3])]),
        ):
            # A note wider than its grid is set across the column of it, so that two may claim it: the middle decides.
            beside = abs(middle - (left + right) / 2) / (right - left)
            if -2 < away < near and (best is None or away + beside < best[0]):
                best = away + beside, at, above
    return best


def _reach(grid: Grid, others: Sequence[Grid]) -> tuple[float, float]:
    """How far to the left and right words may stand: half-way to the next grid beside it, or to the edge of the page."""
    left, bottom, right, top = grid.outer
    low, high = float("-inf"), float("inf")
    for other in others:
        box = other.outer
        if box[1] < top and box[3] > bottom:
            if box[2] <= left:
                low = max(low, (box[2] + left) / 2)
            elif box[0] >= right:
                high = min(high, (box[0] + right) / 2)
    return low, high


def _label(around: _Around, grid: Grid) -> Label:
    number = reference = level = None
    overleaf = False
    unread = []
    nearest = [piece for piece in around.above if piece.baseline < min(one.baseline for one in around.above) + 4]
    ordered = sorted(nearest, key=lambda one: one.box[0])
    ordered += [piece for piece in around.above if piece not in nearest]
    for at, piece in enumerate([*ordered, *around.below]):
        is_first = at == 0 and bool(around.above)
        for place, part in enumerate(filter(None, _PARTS.split(piece.text))):
            if bare(part) in _overleaf():
                overleaf = True
                continue
            known = _level(part)
            if known is not None:
                level = level or known
                continue
            if number is None and not _page(part, plain=False) and (is_first or not around.above or at < len(ordered)):
                numbered = number_in(part) if place == 0 or len(piece.text) < _PROSE else None
                if numbered is not None:
                    number = numbered
                    continue
            page = _page(part, plain=number is not None)
            if page is not None and reference is None:
                reference = page
                continue
            unread.append(part)
    if any("=" in piece.text for piece in around.below):
        # A picture with a calculation below it shows something; the number is one of the words above it.
        number = None
    return Label(number, reference, level, around.drawn, overleaf, tuple(unread))


def number_in(part: str) -> int | None:
    """The number that a label ends in; None for prose, and for what equals a number, which has it as its result."""
    found = re.fullmatch(rf"([^\d=]{{0,24}}?)({_NUMBER})[.):]?", part.strip())
    if found is None:
        return None
    before = found[1].split()
    # The last line of a text may end in a number: "by at least 5".
    prose = len(before) > _MOST_WORDS or (len(before) > 1 and before[0][0].islower())
    return None if prose else whole(found[2])


def whole(text: str) -> int:
    """A number as printed, with or without signs between its thousands."""
    return int(re.sub(r"\D", "", text))


@cache
def _patterns(key: str) -> tuple[re.Pattern[str], ...]:
    """What a text of the catalogues with one number in it looks like, in every language."""
    found = []
    for code in language.languages():
        words = language.load(code)
        if key in words:
            text = bare(words.text(key, page="#", number="#"))
            found.append(re.compile(re.escape(text).replace(re.escape("#"), f"({_NUMBER})")))
    return tuple(found)


def _page(part: str, *, plain: bool) -> int | None:
    """The page that words point to; ``plain``: a number alone points, too."""
    text = bare(part)
    for key in ("answer.on_page", "number.page"):
        for pattern in _patterns(key):
            found = pattern.search(text)
            if found is not None:
                return whole(found[1])
    for lead in (*_REFERENCES, *([""] if plain else [])):
        found = re.fullmatch(rf"{lead}({_NUMBER})\.?", text)
        if found is not None:
            return whole(found[1])
    return None


@cache
def _levels() -> dict[str, str]:
    found: dict[str, str] = {}
    for code in language.languages():
        words = language.load(code)
        found |= {bare(words.text(f"level.{level}")): level for level in LEVELS}
    return found


@cache
def _overleaf() -> frozenset[str]:
    return frozenset(bare(language.load(code).text("answer.overleaf")) for code in language.languages())


def _level(part: str) -> str | None:
    return _levels().get(bare(part))


def roman(text: str) -> int | None:
    """The number that a roman numeral stands for."""
    if not text or _ROMAN.fullmatch(text) is None:
        return None
    worth = dict(zip("ivxlcdm", (1, 5, 10, 50, 100, 500, 1000), strict=True))
    values = [worth[letter] for letter in text.casefold()]
    return sum(-one if one < other else one for one, other in pairwise([*values, 0]))


@dataclass(frozen=True, slots=True)
class Folio:
    """A number that may be that of its page: its value, whether it is roman, and the middle of its baseline."""

    value: int
    roman: bool
    y: float


def folios(rest: Sequence[Piece], page: Box) -> Iterator[Folio]:
    """The pieces at the head or foot of a page that hold a number and nothing else."""
    high = page[3] - page[1]
    for piece in rest:
        if not (piece.baseline < page[1] + 0.15 * high or piece.baseline > page[3] - 0.13 * high):
            continue
        text = piece.text.strip(" -–—·|")
        if text.isdecimal():
            yield Folio(int(text), False, piece.baseline)
        else:
            value = roman(text)
            if value is not None:
                yield Folio(value, True, piece.baseline)
