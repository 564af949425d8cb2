"""Cover designs: the elements of front, spine and back, and their look, as one validated file of ``layouts/covers/``.

A design lists the elements of each panel in the order in which they are drawn. A box is ``[left, top, right, bottom]`` in
shares of the panel's trimmed size, counted from its upper left corner; where a side of a box is 0 or 1 a fill or a picture goes
on into the bleed. Words stay within the safe area of the panel whatever their box.
"""

from __future__ import annotations

import pathlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from bookmaker.base import resources, schema
from bookmaker.base.errors import Fault, SpecError
from bookmaker.base.schema import Boolean, Choice, Integer, JsonSchema, ListOf, Nested, Node, Number, Reader, Text, key
from bookmaker.printing.covers.colour import Colour, ColourValue, contrast
from bookmaker.printing.grids import symbols
from bookmaker.printing.styles import fonts
from bookmaker.printing.styles.fonts import Face
from bookmaker.printing.styles.style_parts import FONT, LENGTH, SHARE, SIDES, TYPE, Align

Frame = tuple[float, ...]

ROLES = ("ground", "type", "accent", "accent_type", "second", "paper", "ink", "soft")
"""The uses of a colour: the ground and the words on it; an accent and the words on that; a second tone; paper, ink on paper and
the ground of quiet patterns."""
FACES = ("title", "rest", "text", "bold", "digit", "hand")
WORDS = (
    "headline", "before", "rest", "title", "subtitle", "author", "series", "volume", "volume_number", "hook", "blurb",
    "publisher", "count", "levels", "badge_top", "badge_middle", "badge_bottom", "promise", "try",
)  # fmt: skip
"""The texts of a cover: the title in up to three parts, of which the headline is set largest, and all others."""

_TONE = Text(most=60, wanted="a role of the palette, or two with a share such as `type on ground 0.2`")
_FRAME = ListOf(Number(-1, 2), least=4, most=4)
_POINT = ListOf(Number(-2, 3), least=2, most=2)


class Tone(Text):
    """A colour of the palette."""

    def __init__(self) -> None:
        super().__init__(most=60, wanted=_TONE.wanted, check=_check_tone)


def _check_tone(text: str, _folder: object) -> None:
    words = text.split()
    if len(words) == 4 and words[1] == "on":
        if {words[0], words[2]} <= set(ROLES):
            try:
                if 0 <= float(words[3]) <= 1:
                    return
            except ValueError:
                pass
    elif (len(words) == 2 and words[0] == "tone" and words[1].isdecimal() and int(words[1]) > 0) or text in ROLES:
        return
    raise ValueError(f"must be one of {', '.join(ROLES)}, `tone 1` and so on, or such as `type on ground 0.2`")


TONE = Tone()


@dataclass(frozen=True, kw_only=True)
class Item(schema.Record):
    """One text of a stack, or a rule in it."""

    what: str = key(Choice(*WORDS, "rule"), "Which text.")
    face: str = key(Choice(*FACES), "Its face.", default="text")
    size: float = key(SHARE, "Its largest size, as a share of the panel's height; of a rule its width.")
    least: float = key(TYPE, "Its least size: where that is too large the cover is refused.", default="8pt")
    colour: str = key(TONE, "Its colour.", default="type")
    caps: bool = key(Boolean(), "In capitals.", default=False)
    tracking: float = key(SHARE, "Space between letters, as a share of the size.", default=0)
    leading: float = key(SHARE, "Line distance, as a share of the size.", default=1.15)
    apart: float = key(SHARE, "More space between paragraphs, as a share of the size.", default=0.5)
    before: float = key(SHARE, "Space above it, as a share of the panel's height.", default=0)
    scrap: float = key(Number(0, 1), "The least last line of a long text, as a share of the width.", default=0.3)
    lines: int = key(Integer(1, 40), "At most so many lines.", default=3)
    wide: bool = key(
        Boolean(),
        "Each of its lines fills the whole width, up to its size. A wide title is broken where its letters are largest; its size "
        "is then its greatest height, as a share of its stack's.",
        default=False,
    )
    second: str | None = key(TONE, "The colour of a wide title's lines beside the headline's.", default=None)
    small: float = key(
        SHARE, "Size of its small words, such as `for`, as a share of a wide title's size.", default=0.45
    )
    length: float = key(SHARE, "Length of a rule, as a share of the width.", default=1)
    by_tone: bool = key(
        Boolean(), "Each letter has the next of the palette's tones that differ from the ground.", default=False
    )
    bounce: float = key(
        SHARE,
        "How far its letters, of which each has its tone, are above and below the line by turns, in sizes.",
        default=0,
    )
    shadow: str | None = key(TONE, "A hard shadow of letters that have tones.", default=None)
    shadow_by: float = key(SHARE, "How far it lies from them, in sizes.", default=0.035)


PARTS = ("all", "title", "picture", "foot")


@dataclass(frozen=True, kw_only=True)
class Element(schema.Record):
    """Something that is drawn."""

    part: str = key(
        Choice(*PARTS),
        "The part of a composed front in whose shares its places are; `all` is the panel.",
        default="all",
    )


@dataclass(frozen=True, kw_only=True)
class Fill(Element):
    """A box of one colour; with ``corner`` its corners are rounded, with ``line`` it is an outline only."""

    box: Frame = key(_FRAME, "Its box.")
    colour: str = key(TONE, "Its colour.")
    corner: float = key(SHARE, "Radius of its corners, as a share of the panel's shorter side.", default=0)
    line: float = key(SHARE, "Width of an outline, as a share of the panel's shorter side; 0 fills it.", default=0)
    inset: float = key(SHARE, "How far inside the box, as a share of the panel's shorter side.", default=0)


@dataclass(frozen=True, kw_only=True)
class Stack(Element):
    """Texts one under another. They are set smaller together until all fit."""

    box: Frame = key(_FRAME, "Its box.")
    side: Align = key(SIDES, "How its lines are aligned.", default="left")
    at: str = key(Choice("top", "middle", "bottom"), "Its place in its box.", default="top")
    calm: bool = key(
        Boolean(),
        "It lies on the calmest third of a `calm` image, of a wide front on the calmer half, in light or dark as can be read "
        "there: its box is then in shares of that.",
        default=False,
    )
    items: tuple[Item, ...] = key(ListOf(Nested(Item), least=1), "Its texts.")


@dataclass(frozen=True, kw_only=True)
class Badge(Element):
    """The badge: a circle or a bar with a few words. It is left out where the spec has none."""

    shape: str = key(Choice("circle", "star", "bar"), "Its shape.")
    centre: Frame = key(_POINT, "Its centre.")
    size: float = key(SHARE, "Its width, as a share of the panel's width, or of what follows where that is less.")
    of_height: float = key(SHARE, "The part of the panel's height that its width is then a share of.", default=0.68)
    height: float = key(SHARE, "Height of a bar, as a share of its width.", default=0.25)
    colour: str = key(TONE, "Its colour.", default="accent")
    points: int = key(Integer(3, 60), "Points of a star.", default=24)
    depth: float = key(
        Number(0, 1), "How deep a star is cut between its points, as a share of its radius.", default=0.07
    )
    ring: float = key(SHARE, "Width of a ring inside its edge, as a share of its width.", default=0)
    inset: float = key(
        Number(0.5, 5), "How far the middle of the ring lies inside the edge, in widths of the ring.", default=1.8
    )
    angle: float = key(Number(-90, 90), "How far it is turned, counter-clockwise in degrees.", default=0)
    pad: float = key(SHARE, "Room around its words, as a share of its width.", default=0.14)
    clear: float = key(SHARE, "Room between its words and a round edge, as a share of its width.", default=0.015)
    least: float = key(
        SHARE,
        "How small its words may become for a round edge, as a share of their size.",
        default=0.6,
    )
    items: tuple[Item, ...] = key(
        ListOf(Nested(Item), least=1),
        "Its texts, sizes as shares of its width: badge_top, badge_middle and badge_bottom are its lines.",
    )


@dataclass(frozen=True, kw_only=True)
class Grid(Element):
    """A puzzle of the book as a picture: its grid and givens, some digits of the answer written in by hand."""

    box: Frame = key(_FRAME, "Its window.")
    centre: Frame = key(_POINT, "Where the middle of the grid is, in shares of the panel.")
    corner: Frame | None = key(
        _POINT, "Where its upper left corner is, in place of its middle: the same at every proportion.", default=None
    )
    size: float = key(SHARE, "Side of the grid, as a share of the panel's shorter side.")
    angle: float = key(Number(-180, 180), "How far it is turned, counter-clockwise in degrees.", default=0)
    cover: bool = key(
        Boolean(),
        "Whether its size is a share of the side at which it fills its window, turned as it is.",
        default=False,
    )
    tints: tuple[str, ...] = key(
        ListOf(TONE, most=4),
        "Four tones of cages, or of boxes and regions in a grid without cages; none leaves all in the colour of the paper.",
        default=[],
    )
    above: float = key(
        Number(-1, 2), "How far its middle lies above its place, as a share of the shorter side.", default=0
    )
    corners: float = key(SHARE, "Radius of the corners of its paper, as a share of the cell.", default=0)
    sum: float = key(SHARE, "Type size of sums, as a share of the cell.", default=0.29)
    paper: str = key(TONE, "Its cells.", default="paper")
    ink: str = key(TONE, "Its lines and givens.", default="ink")
    pencil: str = key(TONE, "Digits by hand.", default="accent")
    filled: float = key(Number(0, 1), "Share of the empty cells that are filled in.", default=0)
    cage: int = key(Integer(1, 9), "Cells at most of a cage that is filled in.", default=3)
    by: str = key(Choice(*FACES), "The face of digits filled in.", default="hand")
    height: float = key(SHARE, "Height of these digits, as a share of the cell.", default=0.62)
    unsteady: float = key(Number(0, 20), "How far they lean to either side, in degrees.", default=5)
    cells: tuple[str, ...] = key(ListOf(TONE, most=25), "Tones of the cells, by digit of the answer.", default=[])
    lines: bool = key(Boolean(), "Whether its lines are drawn.", default=True)
    thin: float = key(SHARE, "Width of lines between cells, as a share of the cell.", default=0.02)
    heavy: float = key(SHARE, "Width of lines between boxes, as a share of the cell.", default=0.07)
    outline: float = key(SHARE, "Width of the outline, as a share of the cell.", default=0.1)
    digit: float = key(SHARE, "Height of a given, as a share of the cell.", default=0.56)
    margin: float = key(SHARE, "Paper around the grid, as a share of the cell.", default=0)
    shadow: str | None = key(TONE, "A flat shadow of the paper.", default=None)
    shadow_by: Frame = key(_POINT, "How far it lies from the paper, in cells, right and down.", default=[0.25, 0.25])


@dataclass(frozen=True, kw_only=True)
class Mosaic(Element):
    """Tiles with parts of puzzles of the book, one of each kind in turn; the last tile may hold words."""

    box: Frame = key(_FRAME, "Its box: tiles fill it.")
    tiles: int = key(
        Integer(2, 36), "About how many tiles: rows and columns are such that each is nearly square.", default=9
    )
    cells: float = key(Number(1, 16), "Cells of one grid across a tile.", default=4)
    parts: tuple[Frame, ...] = key(
        ListOf(_POINT, least=1),
        "How far to the right and down in its puzzle the part lies that a tile shows: the next one at each turn of the kinds.",
        default=[[0, 0], [1, 0], [0, 1], [1, 1], [0.5, 0.5], [0.5, 0], [0.5, 1], [0, 0.5], [1, 0.5]],
    )
    gap: float = key(SHARE, "Space between tiles, as a share of the panel's shorter side.", default=0)
    pad: float = key(SHARE, "Room around the words of the last tile, as a share of its width.", default=0.1)
    items: tuple[Item, ...] = key(
        ListOf(Nested(Item)),
        "The texts of the last tile, sizes as shares of its height; their colour is the lighter or darker that can be read.",
        default=[],
    )
    thin: float = key(SHARE, "Width of lines between cells, as a share of the cell.", default=0.03)
    heavy: float = key(SHARE, "Width of lines between boxes, as a share of the cell.", default=0.08)
    digit: float = key(SHARE, "Height of a given, as a share of the cell.", default=0.58)


@dataclass(frozen=True, kw_only=True)
class Digits(Element):
    """A field of the answer's digits, row under row, over again until the box is full. Givens have a tone of their own."""

    box: Frame = key(_FRAME, "Its window.")
    columns: float = key(Number(3, 60), "Digits across the box.")
    face: str = key(Choice(*FACES), "Their face.", default="digit")
    height: float = key(SHARE, "Height of a digit, as a share of its cell.", default=0.6)
    colour: str = key(TONE, "Their colour.", default="soft")
    given: str = key(TONE, "The colour of the givens.", default="soft")
    angle: float = key(Number(-90, 90), "How far the field is turned, in degrees.", default=0)
    by_tone: bool = key(Boolean(), "Each digit has its own of the palette's tones.", default=False)


@dataclass(frozen=True, kw_only=True)
class Giant(Element):
    """One giant digit, cut by the edge: the volume's, or the size of the grid. It may be a window on digits or on a grid."""

    box: Frame = key(_FRAME, "Its window.")
    centre: Frame = key(_POINT, "Where its middle is, in shares of the panel.")
    height: float = key(SHARE, "Its height, as a share of the panel's height.")
    widest: float = key(SHARE, "Its greatest width, as a share of the panel's: two digits are made lower.", default=1)
    middle: float = key(
        SHARE, "Less high than this share of its window, it is in the middle of its height.", default=0.8
    )
    face: str = key(Choice(*FACES), "Its face.", default="title")
    colour: str = key(TONE, "Its colour.", default="accent")
    angle: float = key(Number(-90, 90), "How far it is turned, in degrees.", default=0)
    cells: float = key(
        SHARE, "Cells of a grid seen in it, as a share of the panel's shorter side; 0 for none.", default=0
    )
    digits: float = key(SHARE, "Height of its digits, as a share of its cell.", default=0.56)
    seen: float = key(Number(0, 1), "How much of a digit must be seen, or it is left out.", default=0.9)
    line: str = key(TONE, "The lines of that grid.", default="ground")
    digit: str = key(TONE, "The digits in it.", default="ground")


@dataclass(frozen=True, kw_only=True)
class Bands(Element):
    """Bands whose widths are the digits of a row of the answer; with ``woven`` others cross them, by a column's digits."""

    box: Frame = key(_FRAME, "Its box.")
    upright: bool = key(Boolean(), "Whether the first bands are upright.", default=False)
    woven: bool = key(Boolean(), "Whether others cross them, over and under by turns.", default=False)
    gap: float = key(SHARE, "Space between bands, as a share of the panel's shorter side.", default=0)
    digit: float = key(
        SHARE, "Height of the givens where woven bands cross, as a share of the room there; 0 for none.", default=0
    )
    ground: str = key(TONE, "What shows in the gaps.", default="paper")


@dataclass(frozen=True, kw_only=True)
class Dots(Element):
    """A dot for each cell of the answer, the larger the higher its digit; givens have a tone of their own."""

    box: Frame = key(_FRAME, "Its box: the dots are as large as fit.")
    least: float = key(Number(0, 1), "Diameter of the dot of a 1, as a share of the cell.", default=0.2)
    most: float = key(Number(0, 1.5), "Diameter of the dot of the highest digit.", default=0.92)
    colour: str = key(TONE, "Their colour.", default="second")
    given: str = key(TONE, "The colour of the givens.", default="accent")
    gap: float = key(Number(0, 1), "More space between boxes, as a share of the cell.", default=0.3)
    by_tone: bool = key(Boolean(), "Each digit has its own of the palette's tones.", default=False)


@dataclass(frozen=True, kw_only=True)
class Photo(Element):
    """The user's image, cut to fill its box."""

    box: Frame = key(_FRAME, "Its box.")
    calm: bool = key(
        Boolean(), "Whether its calmest third is made darker where the words on it could not be read.", default=False
    )
    contrast: float = key(Number(1, 21), "The contrast that words on it need.", default=4.5)
    shade: float = key(Number(0, 1), "How much of the image's darkest colour lies over it then.", default=0.7)


@dataclass(frozen=True, kw_only=True)
class Shape(schema.Record):
    """A shape with straight sides, or a smooth one."""

    colour: str = key(TONE, "Its colour.")
    smooth: bool = key(Boolean(), "Whether it is rounded through its corners.", default=False)
    points: tuple[Frame, ...] = key(ListOf(ListOf(Number(-1000, 1000), least=2, most=2), least=3), "Its corners.")


@dataclass(frozen=True, kw_only=True)
class Drawing(Element):
    """Shapes in units of their own, x to the right and y upwards, put on the panel."""

    box: Frame = key(_FRAME, "Its window.")
    centre: Frame = key(_POINT, "Where its origin is, in shares of the panel.")
    at_hand: bool = key(
        Boolean(), "Moved to the nearest digit that the grid of the front has by hand: for a pencil.", default=False
    )
    wraps: bool = key(
        Boolean(),
        "Goes on over the whole cover, under all that the panels have: for the ground of a scene.",
        default=False,
    )
    unit: float = key(SHARE, "How long its unit is, as a share of the panel's shorter side.")
    angle: float = key(Number(-360, 360), "How far it is turned, in degrees.", default=0)
    turns: int = key(Integer(1, 60), "How often it is drawn, turned about its origin: six for a snowflake.", default=1)
    places: tuple[Frame, ...] = key(
        ListOf(ListOf(Number(-2, 3), least=3, most=3)),
        "Places where it is drawn, instead of its centre: across, down, and its size as a share of the unit.",
        default=[],
    )
    paths: tuple[Shape, ...] = key(ListOf(Nested(Shape), least=1), "Its shapes, in the order drawn.")


@dataclass(frozen=True, kw_only=True)
class Picture(Element):
    """A picture of the font of pictures, or the one that the book has for its first digit, on a disc."""

    what: str = key(Choice(*symbols.PICTURES), "Which picture.")
    centre: Frame = key(_POINT, "Its middle, in shares of the panel.")
    above: float = key(Number(-1, 2), "How far it lies above that, as a share of the shorter side.", default=0)
    size: float = key(SHARE, "Its height, as a share of the panel's shorter side.")
    colour: str = key(TONE, "Its colour.", default="ink")
    disc: float = key(SHARE, "Diameter of a disc under it, as a share of its height; 0 for none.", default=0)
    paper: str = key(TONE, "The colour of the disc.", default="paper")


@dataclass(frozen=True, kw_only=True)
class Border(Element):
    """A border of arcs, turned by the digits of the answer and mirrored on both sides, between two thin rules."""

    inset: float = key(LENGTH, "Its outer edge, from the edges of the panel.")
    tiles: int = key(Integer(5, 99), "Tiles along the shorter side of the panel.", default=31)
    line: float = key(SHARE, "Width of its arcs, as a share of the tile.", default=0.09)
    near: float = key(
        Number(0, 1), "Radius of the smaller arc of a tile, in tiles; the other is 1 less it.", default=0.36
    )
    apart: float = key(SHARE, "From the tiles to the rules, in tiles.", default=0.3)
    colour: str = key(TONE, "Its colour.", default="accent")


@dataclass(frozen=True, kw_only=True)
class Paths(Element):
    """The way from 1 to the highest digit in each box of the answer: a dot where it begins, a ring where it ends."""

    box: Frame = key(_FRAME, "Its box: they are as large as fit.")
    size: float = key(SHARE, "The greatest side, as a share of the panel's shorter side.", default=1)
    line: float = key(SHARE, "Width of lines, as a share of the cell.", default=0.11)
    dot: float = key(SHARE, "Diameter of dots and rings, as a share of the cell.", default=0.42)
    gap: float = key(SHARE, "Space between boxes and around them, as a share of the cell.", default=0.7)
    outline: float = key(SHARE, "Width of the frame, as a share of the cell; 0 for none.", default=0.06)
    colour: str = key(TONE, "Their colour.", default="accent")
    ground: str = key(TONE, "The colour inside rings.", default="ground")


@dataclass(frozen=True, kw_only=True)
class Sample(Element):
    """A puzzle of the book, its number and the bars of its level."""

    box: Frame = key(_FRAME, "Its box.")
    paper: str = key(TONE, "Its cells.", default="paper")
    ink: str = key(TONE, "Its lines and digits.", default="ink")
    caption: str = key(TONE, "The words above it.", default="ink")
    on: str = key(TONE, "The colour under these words.", default="paper")
    size: float = key(SHARE, "Size of these words, as a share of the panel's height.", default=0.018)
    gap: float = key(SHARE, "Distance of their baseline from the grid, as a share of their size.", default=0.7)
    answered: float = key(
        SHARE, "The least share of that size at which these words name the page of the answer.", default=0.7
    )
    frame: float = key(SHARE, "Paper around the grid, as a share of its side.", default=0)
    empty: float = key(Number(0, 1), "Ink of the bars that the level does not reach.", default=0.25)


@dataclass(frozen=True, kw_only=True)
class Levels(Element):
    """The contents of the book: for each level its bars or stars, its name, how many puzzles."""

    box: Frame = key(_FRAME, "Its box.")
    columns: bool = key(Boolean(), "Side by side under a bar each, where there is room for the words.", default=False)
    bar: str = key(TONE, "The bars over columns.", default="second")
    colour: str = key(TONE, "Its words and bars.", default="ink")
    on: str = key(TONE, "The colour under them.", default="paper")
    size: float = key(SHARE, "Size of the words, as a share of the panel's height.", default=0.02)
    least: float = key(TYPE, "Their least size: where that is too large the list is left out.", default="8pt")
    leading: float = key(SHARE, "Line distance, as a share of the size.", default=1.7)
    apart: float = key(Number(0, 20), "From one column of a long list to the next, as a share of the size.", default=2)
    empty: float = key(Number(0, 1), "Ink of the bars that a level does not reach.", default=0.25)


@dataclass(frozen=True, kw_only=True)
class Along(Element):
    """A line of words along the spine."""

    what: str = key(Choice(*WORDS), "Which text.")
    face: str = key(Choice(*FACES), "Its face.", default="bold")
    foot: float = key(
        SHARE, "The lower part of the spine that stays free of words, as a share of its height.", default=0
    )
    start: float = key(Number(0, 1), "Where its part of the rest begins, from the end that is read first.", default=0)
    end: float = key(Number(0, 1), "Where its part of the rest ends.", default=1)
    side: Align = key(SIDES, "Its place in that part.", default="left")
    size: float = key(TYPE, "Its largest size.", default="20pt")
    least: float = key(TYPE, "Its least size: a narrower spine has no words.", default="6pt")
    colour: str = key(TONE, "Its colour.", default="type")
    caps: bool = key(Boolean(), "In capitals.", default=False)
    tracking: float = key(SHARE, "Space between letters, as a share of the size.", default=0)


@dataclass(frozen=True, kw_only=True)
class Barcode(Element):
    """The barcode, or the white box that the printer fills, in the lower right corner of the back."""

    corner: Frame = key(_POINT, "Its lower right corner; the printer's least distance from spine and edge is kept.")
    module: float = key(
        schema.Length("0.264mm", "0.66mm"), "Width of the thinnest bar: 0.33mm is the nominal size.", default="0.33mm"
    )
    height: float = key(LENGTH, "Height of a barcode of one's own, with its digits.", default="1.1in")


KINDS: dict[str, type[Element]] = {
    "fill": Fill, "stack": Stack, "badge": Badge, "grid": Grid, "mosaic": Mosaic, "digits": Digits, "giant": Giant,
    "bands": Bands, "dots": Dots, "photo": Photo, "drawing": Drawing, "picture": Picture, "border": Border, "paths": Paths,
    "sample": Sample, "levels": Levels, "along": Along, "barcode": Barcode,
}  # fmt: skip
"""What can be drawn, by the word after ``draw:``."""


class ElementValue(schema.Shape[Element]):
    """A mapping whose key ``draw`` says which element it is."""

    kinds = ("mapping",)
    wanted = "a mapping with the key `draw`"

    def _take(self, node: Node, label: str, reader: Reader) -> Element:
        named = next((value for name, value in node.pairs if name.text == "draw"), None)
        if named is None:
            reader.refuse(node, f"{label} has no `draw`", f"there are {', '.join(KINDS)}")
        kind = Choice(*KINDS).read(named, "`draw`", reader)
        pairs = tuple(pair for pair in node.pairs if pair[0].text != "draw")
        return Nested(KINDS[kind]).read(replace(node, pairs=pairs), f"this {kind}", reader)

    def _json_schema(self) -> JsonSchema:
        def one(name: str, record: type[Element]) -> dict[str, Any]:
            made = Nested(record).json_schema()
            made["properties"] = {"draw": {"const": name}, **made["properties"]}
            return {**made, "required": ["draw", *made.get("required", [])]}

        return {"oneOf": [one(name, record) for name, record in KINDS.items()]}


@dataclass(frozen=True, kw_only=True)
class Composition(schema.Record):
    """How a front is divided: its title is as high as the words need, and the picture has what is left.

    On a wide front the title is at the left, over the foot, and the picture at the right.
    """

    margin: float = key(SHARE, "Room above and beside the title, as a share of the panel's shorter side.", default=0.08)
    most: float = key(SHARE, "The title's greatest height with its margin, as a share of the panel's.", default=0.46)
    gap: float = key(SHARE, "From the title to the picture, as a share of the panel's height.", default=0.035)
    foot: float = key(SHARE, "Height of the foot, as a share of the panel's.", default=0.075)
    across: bool = key(Boolean(), "Whether the foot of a wide front lies under its picture, too.", default=False)
    wide: float = key(Number(0.5, 5), "How wide a wide front is, as a share of its height.", default=1.15)
    share: float = key(SHARE, "The title's part of the width of a wide front.", default=0.48)
    low: float = key(SHARE, "Room kept under the title of a wide front, as a share of its height.", default=0)


FOLDER = "layouts/covers"
USUAL = "pencil"
STRONG = 3.0
"""The least contrast of large letters in tones with their ground, as WCAG 2 counts it."""


@dataclass(frozen=True, kw_only=True)
class Palette(schema.Record):
    """The colours of a cover. ``tones`` are those of bands, tiles and dots."""

    name: str = key(Text(most=40), "Its name.")
    ground: Colour = key(ColourValue(), "The ground of the front.")
    type: Colour = key(ColourValue(), "Words on the ground.")
    accent: Colour = key(ColourValue(), "The badge, and accents.")
    accent_type: Colour = key(ColourValue(), "Words on the accent.")
    second: Colour = key(ColourValue(), "A second tone for pictures and smaller words on the ground.")
    paper: Colour = key(ColourValue(), "The light ground of grids and of the back.")
    ink: Colour = key(ColourValue(), "Words and grids on paper.")
    soft: Colour = key(ColourValue(), "Quiet patterns on the ground.")
    tones: tuple[Colour, ...] = key(ListOf(ColourValue(), least=1, most=25), "Tones of pictures that have many.")

    @property
    def strong(self) -> list[Colour]:
        """The tones that differ enough from the ground, or the words' colour if none does."""
        found = [tone for tone in self.tones if contrast(tone, self.ground) >= STRONG]
        return found or [self.type]

    def tone(self, text: str) -> Colour:
        """A role, ``tone 3`` (from 1, over again from the first), or one tone on another: ``type on ground 0.2``."""
        words = text.split()
        if len(words) == 4 and words[1] == "on":
            return self.tone(words[0]).over(self.tone(words[2]), float(words[3]))
        if len(words) == 2 and words[0] == "tone":
            return self.tones[(int(words[1]) - 1) % len(self.tones)]
        found: Colour = getattr(self, text)
        return found


@dataclass(frozen=True, kw_only=True)
class CoverFaces(schema.Record):
    """The font file of each role."""

    title: str = key(FONT, "The headline.")
    rest: str = key(FONT, "The other words of the title.")
    text: str = key(FONT, "The blurb and small words.")
    bold: str = key(FONT, "The author, the badge and accents.")
    digit: str = key(FONT, "Digits in pictures.")
    hand: str = key(FONT, "Digits written in by hand.")


ELEMENTS = ListOf(ElementValue())


@dataclass(frozen=True, kw_only=True)
class Design(schema.Record):
    """A cover design."""

    about: str = key(Text(most=200), "Its look, in a line.")
    faces: CoverFaces = key(Nested(CoverFaces), "The font file of each role.")
    safe: float = key(LENGTH, "Words keep this far from every edge of a panel; the printer's least where that is more.")
    palettes: tuple[Palette, ...] = key(ListOf(Nested(Palette), least=1), "Its colours, one after another for volumes.")
    whole: tuple[Element, ...] = key(ELEMENTS, "Elements over the whole cover, drawn first.", default=[])
    back: tuple[Element, ...] = key(ELEMENTS, "Elements of the back.")
    spine: tuple[Element, ...] = key(ELEMENTS, "Elements of the spine.")
    front: tuple[Element, ...] = key(ELEMENTS, "Elements of the front.")
    compose: Composition = key(Nested(Composition), "How a front with parts is divided.", default={})

    def cross_faults(self) -> Iterator[Fault]:
        """No two palettes may have one name, and a front has parts where a stack of words makes its title's."""
        composed = any(isinstance(one, Stack) and one.part == "title" for one in self.front)
        for panel in ("whole", "back", "spine", "front"):
            for index, element in enumerate(getattr(self, panel)):
                if element.part != "all" and (panel != "front" or not composed):
                    message = (
                        f"there is no part `{element.part}` here: only a front with a stack of `part: title` has parts"
                    )
                    yield Fault(message, self.place(panel, index), "leave `part` out, or write such a stack")
        names = [palette.name for palette in self.palettes]
        for index, name in enumerate(names):
            if name in names[:index]:
                yield Fault(f"there is a palette {name!r} already", self.place("palettes", index), "rename it")

    @property
    def shows_photo(self) -> bool:
        """Whether the design wants an image of the user's."""
        return any(isinstance(element, Photo) for element in (*self.whole, *self.back, *self.front))

    def face(self, role: str) -> Face:
        """The face of a role. Raises ResourceError if its file is missing or unusable."""
        name, folder = getattr(self.faces, role), pathlib.Path(self.place().path).parent
        # A file beside the design, as a book names its fonts, or the name of one in `fonts/`.
        own = folder / name
        if own.suffix in fonts.SUFFIXES and own.is_file():
            return fonts.kerned(fonts.read(own))
        return fonts.kerned(fonts.load(name, folder, self.faces.place(role)))

    def palette(self, name: str | None, volume: int | None) -> Palette:
        """The palette of that name, or the one of the volume: the first for the first, over again when all are used."""
        if name is not None:
            return next(palette for palette in self.palettes if palette.name == name)
        return self.palettes[((volume or 1) - 1) % len(self.palettes)]


def json_schema() -> JsonSchema:
    """The JSON Schema (draft 2020-12) of a design's file, for editors."""
    return schema.layered_schema(Design, "bookmaker cover design", names())


def find(name: str = USUAL, beside: pathlib.Path | None = None) -> Design:
    """The design of that name or file. Raises SpecError, with all faults of its file."""
    path = path_of(name, beside)
    if path is None:
        raise SpecError(f"there is no cover design {name!r}; there are {', '.join(names())}")
    return _load(path) if name.endswith(_ENDS) else _shipped(path)


def _load(path: pathlib.Path) -> Design:
    return schema.load_layered(Design, path, lambda base: path_of(base, path.parent), names())


@cache
def _shipped(path: pathlib.Path) -> Design:
    return _load(path)


_ENDS = (".yaml", ".yml")


def path_of(name: str, beside: pathlib.Path | None = None) -> pathlib.Path | None:
    """The file of a design: a shipped one by its name; one that ends in .yaml from the folder ``beside``; None if missing."""
    if not name.endswith(_ENDS):
        return resources.find(FOLDER, f"{name}.yaml")
    path = (beside or pathlib.Path()) / name
    return path if path.is_file() else None


def names() -> list[str]:
    """The names of the packaged designs, sorted."""
    return resources.names(FOLDER, ".yaml")
