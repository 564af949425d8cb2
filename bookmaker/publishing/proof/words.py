"""Words of a page, from its glyphs: pieces of lines, the labels of grids, drawn levels, counts of puzzles, page numbers."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise
from statistics import mean
from typing import TYPE_CHECKING, NamedTuple

from bookmaker.base import language
from bookmaker.base.language import texts_of
from bookmaker.logic.generation.order_fields import LABELS, LEVELS
from bookmaker.logic.techniques.labels import level_of
from bookmaker.publishing.proof.grids import Grid
from bookmaker.publishing.proof.ink import Area, Box, Glyph

if TYPE_CHECKING:
    from bookmaker.logic.grading import Grade

_SPACE, _FIGURES, _APART = 0.14, 0.5, 0.72
"""Gaps in em: between two words, between two numbers, and between two pieces of a line that do not belong together."""
_STEP, _OWN, _TABULAR = 0.56, 1.2, 1.3
"""Two figures of one number start at most so far apart: in em; in the shortest step after the same figure in the line; and in the
shortest step of all where figures are evidently of one width.
"""
_ONE_SIZE = 1.05
"""By how much the sizes of two figures in one number differ at most."""
_NEAR = 0.3
"""How far from a grid its words are at most, as a share of its side; at least :data:`_NEAR_LEAST` points."""
_NEAR_LEAST = 26.0
_LEFT, _FLUSH = 0.15, 0.06
"""How far left and right of its edge a number far above a grid begins, in sides of the grid: frames are wider than grids."""
_PARTS = re.compile(r"\s*[·•|–—;]\s*")
_PROSE = 48
"""A piece with so many letters is a line of a text, in which a number that is not its first word numbers no puzzle."""
_MOST_WORDS = 3
"""Words before the number of a puzzle, at most."""
NUMBER = r"\d{1,3}(?:[,.\u00a0\u202f ]\d{3})+|\d+"
_RANGE = re.compile(rf".+·({NUMBER})–({NUMBER})")
"""A running head with the numbers of its section: the digits in it number no puzzle."""
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

    @property
    def is_head(self) -> bool:
        """Whether it is a running head with the numbers of its section."""
        return _RANGE.fullmatch(self.bare) is not None


@dataclass(frozen=True, slots=True)
class Label:
    """The words around one grid, understood.

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
        """Whether words say where the answer is."""
        return self.reference is not None or self.overleaf

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels that words or drawing may mean, by this project's scale; none where nothing is said of a level."""
        if self.level is not None:
            return (self.level,)
        return () if self.drawn is None else self.drawn.levels

    def fits(self, grade: Grade) -> bool:
        """Whether it names the level of a grade. One that says medium fits medium+ as well, as in books of others."""
        return not {grade.level, grade.label}.isdisjoint(self.levels)

    @property
    def rank(self) -> int | None:
        """The place of the level in a rising order, or None."""
        if self.level is not None:
            return int(level_of(self.level))
        return None if self.drawn is None else self.drawn.rank


@dataclass(slots=True)
class _Around:
    above: list[Piece] = field(default_factory=list)
    below: list[Piece] = field(default_factory=list)
    drawn: LevelMark | None = None


def bare(text: str) -> str:
    """Letters and signs without spaces, in lower case."""
    return "".join(text.split()).casefold()


_CONTENTS = ("contents", "tableofcontents", "índice", "contenido", "содержание", "оглавление", "inhalt", "sommaire")


@cache
def _contents_titles() -> frozenset[str]:
    return frozenset(_CONTENTS) | {bare(language.load(code).text("contents.title")) for code in language.languages()}


def is_contents(piece: Piece) -> bool:
    """Whether it is the title of contents."""
    return piece.bare in _contents_titles()


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
        # Figures are as wide as each other, so that two ones are far apart.
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
    """The label of each grid of a page, from words and ``drawn`` levels; and the pieces that belong to none."""
    around = [_Around() for _ in grids]
    reaches = [_reach(grid, grids) for grid in grids]
    columns = [_column(grid, found) for grid in grids]
    rest, found = [one for one in found if one.is_head], [one for one in found if not one.is_head]
    feet = [_foot(grid, column, found) for grid, column in zip(grids, columns, strict=True)]
    lines = {piece for foot in feet for piece in foot.lines}
    for piece in found:
        held = next((at for at, one in enumerate(columns) if one is not None and _inside(piece.box, one)), None)
        if held is not None:
            upper = piece.box[1] + piece.box[3] > columns[held][1] + columns[held][3]  # type: ignore[index]
            # Digits to be struck off say nothing, nor does a foot, but for the page of the answer.
            if (upper or not piece.text.replace(" ", "").isdecimal()) and not _said(piece, feet[held].top):
                (around[held].above if upper else around[held].below).append(piece)
            continue
        best = _owner(piece.box, grids, reaches)
        if best is None:
            rest.append(piece)
        elif best[2] or not _said(piece, feet[best[1]].top):
            (around[best[1]].above if best[2] else around[best[1]].below).append(piece)
    for one in around:
        # The last line of a foot may be nearer to the grid below it; the line of the number is that grid's own.
        own = min((piece.baseline for piece in one.above), default=0.0) + _SAME_LINE
        one.above = [piece for piece in one.above if piece.baseline < own or piece not in lines]
    for mark in drawn:
        held = next((at for at, one in enumerate(columns) if one is not None and _inside(mark.box, one)), None)
        best = _owner(mark.box, grids, reaches) if held is None else (0.0, held, True)
        if best is not None:
            around[best[1]].drawn = around[best[1]].drawn or mark
    numbered = [_label(one, grid) for one, grid in zip(around, grids, strict=True)]
    if any(label.number is None for label in numbered):
        # Other things may lie between grids and their numbers, such as pieces to cut out. A grid without a number is a picture:
        # then numbers far above the others are words of a text.
        far = [
            label.number if label.number is not None else _far_number(grid, grids, reach, found)
            for label, grid, reach in zip(numbered, grids, reaches, strict=True)
        ]
        if None not in far and len(set(far)) == len(far):
            numbered = [replace(label, number=number) for label, number in zip(numbered, far, strict=True)]
    return numbered, rest


class _Foot(NamedTuple):
    """The foot of a grid: the baseline of its highest heading, -inf without one, and the pieces on the close lines below it."""

    top: float
    lines: tuple[Piece, ...]


def _foot(grid: Grid, column: Box | None, found: Sequence[Piece]) -> _Foot:
    """The foot that this program sets below a grid, or in its column."""
    left, bottom, right, _ = grid.outer
    within = column or (left - _EDGE, -math.inf, right + _EDGE, bottom)
    inside = [one for one in found if _inside(one.box, within)]
    top = max((one.baseline for one in inside if one.bare.startswith(_heads())), default=-math.inf)
    lines, last = [], top
    for one in sorted(inside, key=lambda one: -one.baseline):
        if last - _LEADING * one.size < one.baseline < top - 1:
            lines.append(one)
            last = one.baseline
    return _Foot(top, tuple(lines))


def _said(piece: Piece, foot: float) -> bool:
    """Whether a piece is one of a foot: it begins with a heading, or is on a lower line and does not say where the answer is."""
    if piece.bare.startswith(_heads()):
        return True
    return piece.baseline < foot - 1 and _page(piece.text, plain=False) is None


@cache
def _heads() -> tuple[str, ...]:
    """How the fields of feet begin, and the words before the page of a hint, in every language."""
    found = []
    for code in language.languages():
        words = language.load(code)
        found += [words.text(f"foot.{key}") for key in _HEADS]
        found.append(words.text("foot.hint_page", page="#").partition("#")[0])
    return tuple(map(bare, found))


_HEADS = ("clues", "puzzle", "facts", "hint", "time", "quarter", "half", "three_quarters", "last")


def _column(grid: Grid, found: Sequence[Piece]) -> Box | None:
    """The column of words on the left of a grid, which begins with its number on the line of its upper edge; None without one."""
    left, bottom, _, top = grid.lattice.box
    heads = [
        one
        for one in found
        if left - _COLUMN < one.box[0] and one.box[2] < left and abs(one.box[3] - top) < _LEVEL * one.size
        if number_in(one.text) is not None
    ]
    first = min(heads, key=lambda one: one.box[0], default=None)
    return None if first is None else (first.box[0] - _EDGE, bottom - _EDGE, left, top + _EDGE)


def _inside(box: Box, around: Box) -> bool:
    return around[0] <= box[0] and box[2] <= around[2] and around[1] <= box[1] and box[3] <= around[3]


_LEADING, _SAME_LINE = 2.0, 4.0
"""How far below each other the lines of a foot are at most, in sizes of their type; and how far apart the baselines of the words
on one line are, in points.
"""
_COLUMN, _LEVEL, _EDGE = 400.0, 0.15, 6.0
"""How far left of a grid its column begins at most; how far its number is from the line of the edge, as a share of its size; and
how far words reach beyond the grid, and left of the ink of the number, which stands in from its origin, in points.
"""


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
    """The distance of a box from the grid that it belongs to, the index of this grid, and whether the box is above it."""
    best: tuple[float, int, bool] | None = None
    middle = (box[0] + box[2]) / 2
    for at, grid in enumerate(grids):
        left, bottom, right, top = grid.outer
        if not reaches[at][0] < middle < reaches[at][1]:
            continue
        near = max(_NEAR_LEAST, _NEAR * (right - left))
        # A grid that is not square has its words beside the square around it, or beside itself.
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
    """How far left and right the words of a grid may be: half-way to the next grid beside it, or to the edge of the page."""
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
    nearest = [
        piece for piece in around.above if piece.baseline < min(one.baseline for one in around.above) + _SAME_LINE
    ]
    ordered = sorted(nearest, key=lambda one: one.box[0])
    ordered += [piece for piece in around.above if piece not in nearest]
    for at, piece in enumerate([*ordered, *around.below]):
        is_first = at == 0 and bool(around.above)
        for place, part in enumerate(filter(None, _PARTS.split(piece.text))):
            if bare(part) in _overleaf():
                overleaf = True
                continue
            known = level_in(part)
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
    found = re.fullmatch(rf"([^\d=]{{0,24}}?)({NUMBER})[.):]?", part.strip())
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
    """Patterns of a text of the catalogues with one number in it, in every language."""
    found = []
    for code in language.languages():
        words = language.load(code)
        if key in words:
            text = bare(words.text(key, page="#", number="#"))
            found.append(re.compile(re.escape(text).replace(re.escape("#"), f"({NUMBER})")))
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
        found = re.fullmatch(rf"{lead}({NUMBER})\.?", text)
        if found is not None:
            return whole(found[1])
    return None


@cache
def _levels() -> dict[str, str]:
    found: dict[str, str] = {}
    for code in language.languages():
        words = language.load(code)
        found |= {bare(words.text(f"level.{level}")): level for level in LABELS}
    return found


def is_earlier(piece: Piece) -> bool:
    """Whether a piece announces answers of an earlier issue, in any language."""
    return piece.bare in {bare(language.load(code).text("answers.earlier")) for code in language.languages()}


@cache
def _overleaf() -> frozenset[str]:
    return frozenset(bare(language.load(code).text("answer.overleaf")) for code in language.languages())


def level_in(part: str) -> str | None:
    """The level or label that a text names in any language; None if it names none."""
    return _levels().get(bare(part))


_THINGS = r"puzzles?|sudokus?|acertijos?|pasatiempos?|rompecabezas|судоку|головолом\w+|задач\w*|кроссворд\w*|killers?|kakuros?"
_JOINTS = {
    "of", "in", "the", "a", "and", "for", "with", "x", "×", "de", "del", "en", "la", "el", "y", "con", "в", "и", "на", "для",
    "du", "des", "le", "les", "et", "avec", "pour", "von", "der", "die", "und", "mit", "für",
}  # fmt: skip
_OVER = re.compile(
    r"(?:over|more than|more~than|plus de|más de|mas de|свыше|более|больше|über|mehr als)\s*$", re.IGNORECASE
)


@cache
def _claim() -> re.Pattern[str]:
    """A number of puzzles, by the words of many books and those that the catalogues have for puzzles."""
    counts = (text for code in language.languages() for text in texts_of(language.load(code).entries["section.count"]))
    # Between narrow letters, as in "grilles", there may seem to be a space.
    own = {" ?".join(map(re.escape, text.replace("{count}", "").strip())) for text in counts}
    things = "|".join([_THINGS, *sorted(own)])
    return re.compile(
        rf"(?<![\d×x-])(?<![×x] )({NUMBER})(\+?)\s+((?:[^\W\d]+[\s-]+){{0,2}}?)({things})\b", re.IGNORECASE
    )


_SERIES = re.compile(
    r"(?:volume|vol|book|no|nr|band|tomo|tome|livre|buch|libro|núm|nº|n°|том|книга|выпуск|№|#)[.\s]*$", re.IGNORECASE
)
"""Before a number that counts books, not puzzles."""


def claims(text: str) -> Iterator[tuple[int, bool]]:
    """Each count of puzzles that a text claims, and whether it claims more than that: ``"Over 1,000 puzzles"``."""
    for found in _claim().finditer(text):
        if _SERIES.search(text[: found.start()]) is not None:
            continue
        if _JOINTS & set(found[3].casefold().split()):
            continue
        over = bool(found[2]) or _OVER.search(text[: found.start()]) is not None
        yield whole(found[1]), over


def counted(pieces: Iterable[Piece]) -> bool:
    """Whether any of these texts claims a number of puzzles: on a page of puzzles, the title of a section above them."""
    return any(True for piece in pieces for _ in claims(piece.text))


def head_words(pieces: Iterable[Piece]) -> str:
    """The title in the running head of a page that has the numbers of its section, in small letters; "" without one."""
    return next(("".join(filter(str.isalpha, piece.bare)) for piece in pieces if piece.is_head), "")


_HIGHEST, _LEAST, _MOST = 24.0, 3, 7
"""Points that a bar or a star is high at most; bars in a row, and stars at most."""
_STAR = 10
"""Corners of a star of five points."""
_SLACK = 0.06
"""By what share of their height marks may lie or be sized unevenly."""
_DARKER, _DARK = 0.2, 0.5
"""The difference in ink between bars that count and those that do not; how dark bars are that all count."""

_WIDE = 3.0
"""A plate below a label is more than so many times as wide as high."""


@dataclass(frozen=True, slots=True)
class LevelMark:
    """A drawn level: how many bars are dark, or stars are there (``rank``), of how many bars (``of``, 0 for stars); its box.

    ``stair``: some stars of the book are pale. Then they are steps of a stair over the whole book, and name no level.
    """

    rank: int
    of: int
    box: Box
    stair: bool = False

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels that it may mean: no bar is the lowest, the last bar all above it, one star the lowest two."""
        if self.stair:
            return ()
        if self.of:
            return LEVELS[self.rank : self.rank + 1] if self.rank < self.of else LEVELS[self.rank :]
        return LEVELS[: self.rank + 1] if self.rank == 1 else LEVELS[self.rank : self.rank + 1]

    def __str__(self) -> str:
        return f"{self.rank} of {self.of} bars" if self.of else f"{self.rank} star{'s' if self.rank > 1 else ''}"


def level_marks(areas: Sequence[Area]) -> Iterator[LevelMark]:
    """The levels drawn on a page."""
    rows: dict[tuple[int, int], list[Area]] = defaultdict(list)
    plates: list[Area] = []
    for area in areas:
        left, bottom, right, top = area.box
        wide, high = right - left, top - bottom
        corners = len(area.points)
        bar, star = corners == 4 and wide < high, corners == _STAR and abs(wide - high) < 0.2 * high
        if area.ink > _DARK and wide > _WIDE * high:
            plates.append(area)
        if high <= _HIGHEST and (bar or star):
            # On a dark plate the white shapes count.
            contrast = abs(area.ink - (1.0 if any(_within(area.box, plate.box) for plate in plates) else 0.0))
            if contrast > 0.01:
                rows[corners, round(bottom * 2)].append(area._replace(ink=contrast))
    for (corners, _), row in rows.items():
        for run in _runs(sorted(row, key=lambda area: area.box[0])):
            made = _stars(run) if corners == _STAR else _bars(run)
            if made is not None:
                yield made


def _within(box: Box, around: Box) -> bool:
    return around[0] < box[0] and around[1] < box[1] and box[2] < around[2] and box[3] < around[3]


def _runs(row: Sequence[Area]) -> Iterator[list[Area]]:
    """Shapes of one width that follow each other at one distance, closer than they are high."""
    run: list[Area] = []
    for area in row:
        left, bottom, right, top = area.box
        slack = _SLACK * (top - bottom)
        if run:
            before = run[-1].box
            gap, same = left - before[2], abs((right - left) - (before[2] - before[0])) <= slack
            even = len(run) < 2 or abs((left - before[0]) - (before[0] - run[-2].box[0])) <= slack
            if not (0 <= gap < max(right - left, 0.5 * (top - bottom)) and same and even):
                yield run
                run = []
        run.append(area)
    if run:
        yield run


def _box(run: Sequence[Area]) -> Box:
    return run[0].box[0], run[0].box[1], run[-1].box[2], max(area.box[3] for area in run)


def _stars(run: Sequence[Area]) -> LevelMark | None:
    inks = [area.ink for area in run]
    dark = [ink > max(inks) - _DARKER for ink in inks]
    rank = sum(dark)
    return LevelMark(rank, 0, _box(run), rank < len(run)) if len(run) <= _MOST and all(dark[:rank]) else None


def _bars(run: Sequence[Area]) -> LevelMark | None:
    highs = [area.box[3] - area.box[1] for area in run]
    rises = [after - before for before, after in pairwise(highs)]
    if not _LEAST <= len(run) <= _MOST or min(rises) <= 0:
        return None
    if any(abs(rise - mean(rises)) > _SLACK * max(highs) for rise in rises):
        return None
    inks = [area.ink for area in run]
    dark = [ink > max(inks) - _DARKER / 2 for ink in inks]
    if max(inks) - min(inks) < _DARKER:
        dark = [mean(inks) > _DARK] * len(run)
    rank = sum(dark)
    return LevelMark(rank, len(run), _box(run)) if all(dark[:rank]) else None


def roman(text: str) -> int | None:
    """The value of a roman numeral; None if the text is not one."""
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
