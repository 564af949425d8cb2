"""The parts of a style for all pages: the meaning of each key. All lengths are points once read; no key has a default here.

A *share* is a multiple of the length that its sentence names.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from string import Formatter
from typing import Literal, get_args

from bookmaker.base import schema
from bookmaker.base.schema import Boolean, Choice, ListOf, Text, key

LENGTH = schema.Length("0pt", "40in")
TYPE = schema.Length("4pt", "400pt")
LINE = schema.Length("0.25pt", "20pt")
RULE = schema.Length("0pt", "20pt")
SHARE = schema.Number(0, 100)
IN_CELL = schema.Number(0.1, 1)
"""No digit is higher than its cell."""
INK = schema.Number(0, 1)
FONT = Text(most=100, wanted="the name of a font file, without .ttf")
Frame = Literal["band", "dots", "waves", "leaves"]
"""What a frame around a puzzle is made of."""
Align = Literal["left", "centre", "right"]
SIDES = Choice[Align]("left", "centre", "right")


def check_colour(text: str, _folder: object) -> None:
    """Raise ValueError unless a text is a colour of a screen."""
    if not re.fullmatch("#[0-9a-fA-F]{6}", text):
        raise ValueError("must be a colour such as `#1d3557`, in quotes")


COLOUR = Text(most=7, wanted="a colour such as `#1d3557`, in quotes", check=check_colour)


@dataclass(frozen=True, kw_only=True, eq=False)
class Colours(schema.Record):
    """Colours of the interior, where the printer prints the paper in colour; elsewhere all is black."""

    pictures: tuple[str, ...] = key(
        ListOf(COLOUR), "Those of the pictures of digits 1, 2, ...; [] for a style that is black."
    )
    stars: str = key(COLOUR, "Stars of a level or a step.")
    frames: tuple[str, ...] = key(ListOf(COLOUR, least=1), "Frames around puzzles, in turn with the frames.")
    grounds: tuple[str, ...] = key(
        ListOf(COLOUR),
        "Pages of puzzles up to the edge, in turn with the frames, where pages have a bleed: pale ones; [] for the colour of the "
        "paper.",
    )
    stones: str = key(COLOUR, "The stones of the thread that are behind the animal, and the animal.")


def check_template(*fields: str) -> Text:
    """A text with these fields in braces, "" for nothing."""

    def check(text: str, _folder: object) -> None:
        for _, name, _, _ in Formatter().parse(text):
            if name is not None and name not in fields:
                known = ", ".join(f"{{{field}}}" for field in fields)
                raise ValueError(f"has no field {{{name}}}; there are {known}")

    return Text(most=100, wanted="a text with fields in braces", check=check, empty=True)


@dataclass(frozen=True, kw_only=True, eq=False)
class Faces(schema.Record):
    """The font file of each role."""

    title: str = key(FONT, "Titles: of the book, of its sections, of pages.")
    heading: str = key(FONT, "Headings inside a text.")
    text: str = key(FONT, "Running text.")
    text_bold: str = key(FONT, "The words in front of a paragraph that name its subject.")
    text_italic: str = key(FONT, "The subtitle, and the contents of the book.")
    number: str = key(FONT, "The number above a grid, on the left.")
    level: str = key(FONT, "The label above a grid on the right.")
    note: str = key(FONT, "The note below a grid.")
    head: str = key(FONT, "The running head.")
    folio: str = key(FONT, "The page number.")
    caption: str = key(FONT, "Words beside pictures, in tables, and under entries of the contents.")
    caption_bold: str = key(FONT, "Headings above pictures and in tables.")
    given: str = key(FONT, "The givens of a puzzle.")
    answer: str = key(FONT, "Digits of an answer that were to be found.")
    answer_given: str = key(FONT, "Givens in an answer and in pictures of deductions.")
    candidate: str = key(FONT, "Candidates.")
    sum: str = key(FONT, "Sums of cages.")


@dataclass(frozen=True, kw_only=True, eq=False)
class TypeScale(schema.Record):
    """What holds for all type: its floor, line distances, and how it grows on wide pages."""

    least: float = key(TYPE, "No type is smaller: printers refuse less than 7pt.")
    words: float = key(TYPE, "No word is smaller either; digits in grids, sums and candidates may be.")
    leading: float = key(SHARE, "Line distance of text, as a share of its size.")
    title_leading: float = key(SHARE, "Line distance of titles, as a share of their size.")
    grow_beyond: float = key(LENGTH, "Type grows in proportion where the area between the margins is wider.")
    grow_most: float = key(SHARE, "The most that type grows by.")
    kerning: bool = key(Boolean(), "Letters are as close as the font's tables say for each two of them.")
    hyphenate: float = key(
        SHARE, "In lines of at most so many em, long words are divided as the language does; 0 never divides any."
    )
    rough: float = key(SHARE, "Share of a line that a whole word would leave empty at its end before it is divided.")
    scrap: float = key(SHARE, "A last line shorter than this share of the measure is avoided.")
    together: int = key(
        schema.Integer(1, 10), "Lines of a paragraph that stay together at the foot and head of a page."
    )

    @property
    def least_word(self) -> float:
        """The floor of words in points."""
        return max(self.least, self.words)


@dataclass(frozen=True, kw_only=True, eq=False)
class Writings(schema.Record):
    """Sizes of running text, and the spaces above its parts."""

    size: float = key(TYPE, "Text.")
    before: float = key(LENGTH, "Space above a paragraph.")
    heading: float = key(TYPE, "Headings.")
    heading_before: float = key(LENGTH, "Space above a heading.")
    level: float = key(TYPE, "The level of a technique.")
    name: float = key(TYPE, "The name of a puzzle above the way to its answer.")
    name_before: float = key(LENGTH, "Space above it.")
    step: float = key(TYPE, "A step of the way to an answer.")
    step_before: float = key(LENGTH, "Space above it.")
    ending_before: float = key(LENGTH, "Space above the words that end an explanation.")
    tighter: tuple[float, ...] = key(
        ListOf(schema.Number(0.5, 1)),
        "Scales, the first of them at which a text no longer ends on a page of few lines.",
    )
    least_page: float = key(SHARE, "Share of a page's height that few lines take at most.")
    even: float = key(
        SHARE, "A last page is at least so full, as a share of the one before it, if that takes no more pages."
    )
    shorter: tuple[float, ...] = key(
        ListOf(schema.Number(0.5, 1)), "Heights of pages that are tried for that, as shares of the whole."
    )
    title: float = key(TYPE, "The title of a page of text.")
    title_gap: float = key(LENGTH, "Space below it.")
    title_room: float = key(SHARE, "Share of the page's height that it may take.")


@dataclass(frozen=True, kw_only=True, eq=False)
class Running(schema.Record):
    """The running head or the page number: a strip inside the margins."""

    size: float = key(TYPE, "Type size.")
    strip: float = key(LENGTH, "Height of the strip that is kept for it.")
    drop: float = key(LENGTH, "Distance of the baseline from the edge of the area, top or bottom.")
    where: str = key(
        Choice("centre", "outer", "foot", "none"),
        "In the middle, at the outer edge, nowhere; foot sets a running head beside the page number.",
    )
    rule: float = key(RULE, "Width of a rule between it and the page, 0pt for none.")
    caps: bool = key(Boolean(), "In capitals.")
    tracking: float = key(SHARE, "Space between letters, as a share of the size.")


FIELDS = ("puzzle", "number", "name", "level", "answer", "answer_page", "page", "page_number", "minutes")
MARKS = ("bars", "stars")


@dataclass(frozen=True, kw_only=True, eq=False)
class Labels(schema.Record):
    """The labels above and below a grid. The sizes in the classic style are those of the layout."""

    left: str = key(check_template(*FIELDS), "The words on the left above a puzzle.")
    right: str = key(check_template(*FIELDS, *MARKS), "The words on the right; {bars} and {stars} draw the level.")
    note: str = key(check_template(*FIELDS), "The words below it.")
    answer_left: str = key(check_template(*FIELDS), "The words on the left above an answer.")
    answer_right: str = key(check_template(*FIELDS), "The words on the right above an answer.")
    note_side: Align = key(SIDES, "How the note is aligned under its grid.")
    every_level: bool = key(
        Boolean(), "Whether labels name the level in a section whose puzzles all have the same one, too."
    )
    level_caps: bool = key(Boolean(), "The words on the right are in capitals.")
    level_tracking: float = key(SHARE, "Space between its letters, as a share of the size.")
    plate: str = key(
        Choice("none", "number", "bar"), "White on black: not at all, the number, or all words above a grid."
    )
    plate_pad: float = key(SHARE, "Black beside the words on a plate, as a share of their size.")
    tick: float = key(SHARE, "Side of an empty box to tick off, left of the note, as a share of its size; 0 for none.")
    bars: int = key(schema.Integer(3, 7), "How many bars show a level.")
    empty_ink: float = key(INK, "Ink of the bars, or stars of a stair, that a level does not reach.")
    bar: float = key(SHARE, "Width of a bar, as a share of the height of the last one, which is that of capitals.")
    bar_gap: float = key(SHARE, "Space between two bars, as a share of that height.")
    bar_least: float = key(schema.Number(0, 1), "Height of the first bar, as a share of the last one's.")
    star: float = key(SHARE, "Height of the stars of a level, as a share of that of capitals.")
    star_gap: float = key(SHARE, "Space between two stars, as a share of their height.")
    stair: int = key(
        schema.Integer(0, 7),
        "Stars count the steps by which the whole book rises, in size, level and givens, at most so many; 0: the level.",
    )
    frame: float = key(RULE, "Width of a line around each puzzle with its words, 0pt for none.")
    frame_pad: float = key(LENGTH, "Space between that line and its content.")
    scale: float = key(SHARE, "Sizes and strips of the layout are multiplied by this.")
    number: float = key(SHARE, "Size of the number, as a share of the label's.")
    level: float = key(SHARE, "Size of the words on the right, as a share of the label's.")
    gap: float = key(SHARE, "Distance of the baseline above the grid, as a share of the label's size.")
    drop: float = key(SHARE, "Distance of the note's baseline below the grid, as a share of the note's size.")
    strip: float = key(SHARE, "Least height of a strip, as a share of the size of its type.")
    note_size: float = key(SHARE, "Size of the note, as a share of the layout's.")
    shrink: float = key(SHARE, "Labels are set smaller, down to this share, before they are worded shorter.")
    letters: float = key(SHARE, "Room that a shortened name needs, as a share of the label's size.")
    column: float = key(SHARE, "How much larger number and level are in a column beside a grid.")
    column_note: float = key(SHARE, "The same of note and time.")
    above: float = key(SHARE, "Share of the room that a frame does not need that is left above its grid.")


SLOTS = ("clues", "facts", "hint", "time")
"""The fields that the foot of a puzzle may have: its clues with few ways, facts of it, where to look, and a line for the time."""


@dataclass(frozen=True, kw_only=True, eq=False)
class PuzzleFeet(schema.Record):
    """The foot of a puzzle, in the room that its grid leaves."""

    slots: tuple[str, ...] = key(
        ListOf(Choice(*SLOTS), unique=True),
        "Its fields from left to right: clues that few sets of digits fit, facts of this puzzle, where to look and the page of "
        "the hint, a line for the time. Where a puzzle has no such clues, facts take their place. None of them: no foot.",
    )
    size: float = key(TYPE, "Type size.")
    heading: float = key(TYPE, "Type size of headings.")
    caps: bool = key(Boolean(), "Headings are in capitals.")
    tracking: float = key(SHARE, "Space between letters of headings, as a share of their size.")
    leading: float = key(SHARE, "Line distance, as a share of the size.")
    lines: int = key(
        schema.Integer(2, 12), "The most lines under a heading; fewer, down to two, where there is less room."
    )
    column: float = key(
        SHARE, "Least width of a field, as a share of the size; fields at the end that have none are left out."
    )
    gap: float = key(LENGTH, "Space between the puzzle and its foot.")
    rule: float = key(RULE, "Width of the rule above it and of the lines between fields, 0pt for none.")


@dataclass(frozen=True, kw_only=True, eq=False)
class Grids(schema.Record):
    """Lines and digits of grids."""

    thin: float = key(LINE, "Least width of lines between cells.")
    thin_share: float = key(SHARE, "Their width, as a share of the cell, where that is more.")
    thin_ink: float = key(INK, "Their ink.")
    box: float = key(LINE, "Least width of lines between boxes.")
    box_share: float = key(SHARE, "Their width, as a share of the cell, where that is more.")
    outline: float = key(LINE, "Least width of the outline.")
    outline_share: float = key(SHARE, "Its width, as a share of the cell, where that is more.")
    frames: tuple[Frame, ...] = key(
        ListOf(Choice(*get_args(Frame))),
        "Frames drawn around puzzles, in turn from step to step of the book; [] for none.",
    )
    frame_pad: float = key(LENGTH, "Width of such a frame, and of the space for it.")
    frame_ink: float = key(INK, "Its ink.")
    answer_thin: float = key(LINE, "Least width of lines between cells in answers.")
    answer_box: float = key(LINE, "Least width of lines between boxes in answers.")
    answer_outline: float = key(LINE, "Least width of the outline in answers.")
    flag: float = key(
        SHARE, "Side of the black corner of a shaded cell in a grid of tinted cages, as a share of the cell."
    )
    corner: float = key(SHARE, "Radius of its corners, as a share of the cell.")
    shade: float = key(INK, "Ink of shaded cells, such as those of diagonals: printers want 0.1 or more.")
    digit: float = key(IN_CELL, "Height of a given, as a share of the cell.")
    digit_in_answers: float = key(IN_CELL, "Height of a digit in an answer, as a share of the cell.")
    digit_in_text: float = key(IN_CELL, "Height of a digit in pictures within text, as a share of the cell.")
    easy_cell: float = key(
        LENGTH, "Least cell that an easy puzzle has where a section names no layout, if the page allows."
    )
    medium_cell: float = key(LENGTH, "The same of a medium one.")
    hard_cell: float = key(LENGTH, "The same of harder ones, in which candidates are written.")
    least_digit: float = key(TYPE, "Least type size of digits in puzzles: a layout with smaller ones is refused.")
    least_answer_digit: float = key(TYPE, "The same in answers.")
    least_answer_cell: float = key(LENGTH, "Least cell of an answer, in a layout that is not made for answers.")


@dataclass(frozen=True, kw_only=True, eq=False)
class Cages(schema.Record):
    """Cages of Killers: outlines, sums, tints. Shares are of the cell."""

    inset: float = key(SHARE, "Distance of the outline from the line around the cell.")
    line_gap: float = key(LENGTH, "Least distance of the outline from a heavy line.")
    dash: float = key(LENGTH, "Least length of a dash.")
    dash_share: float = key(SHARE, "Length of a dash, where that is more.")
    space: float = key(LENGTH, "Least length of the gap between dashes.")
    space_share: float = key(SHARE, "Length of the gap, where that is more.")
    sum_share: float = key(SHARE, "Type size of a sum; never below the floor of the style.")
    sum_inset: float = key(LENGTH, "Least distance of a sum's ink from a heavy line.")
    sum_inset_share: float = key(SHARE, "That distance, where it is more.")
    clear: float = key(LENGTH, "Least room that is kept free around sums and digits.")
    clear_share: float = key(SHARE, "That room, where it is more.")
    sum_most: float = key(SHARE, "Most size of a sum, as a share of that of the givens.")
    line: float = key(LINE, "Least width of outlines.")
    line_share: float = key(SHARE, "Their width, where that is more, up to that of the lines between cells.")
    tints: tuple[float, ...] = key(ListOf(INK, least=4, most=4), "Ink of the four tones of tinted cages.")


@dataclass(frozen=True, kw_only=True, eq=False)
class Pages(schema.Record):
    """What holds for all pages."""

    side: float = key(SHARE, "Width of a column for the reader's notes beside puzzles, as a share of the page's.")
    outside: tuple[float, ...] = key(
        ListOf(LENGTH, least=3, most=3),
        "Outer margin of pages less than 5in wide, of those up to 7in, and of wider ones.",
    )
    side_line: float = key(LENGTH, "Distance of the lines in it.")
    side_ink: float = key(INK, "Ink of these lines.")
    front_numbers: str = key(
        schema.Choice("roman", "none"),
        "How pages before the puzzles are numbered; without numbers the contents leave them out.",
    )
    title_side: Align = key(SIDES, "How the titles of pages are aligned.")
    title_rule: float = key(RULE, "Width of a rule under the title of a page, 0pt for none.")
    title_rules: int = key(schema.Integer(1, 2), "One rule, or two.")
    title_rule_drop: float = key(LENGTH, "Distance of the rule from the last line of the title.")
    rule_gap: float = key(LENGTH, "Distance between two rules, on openers and the title page, too.")


@dataclass(frozen=True, kw_only=True, eq=False)
class Tables(schema.Record):
    """Tables in columns, such as that of cage combinations. Shares are of the type size."""

    sizes: tuple[float, ...] = key(ListOf(TYPE, least=1), "Type sizes, the first at which the table has few pages.")
    pages: int = key(schema.Integer(1, 20), "How many pages those are.")
    leading: float = key(SHARE, "Line distance.")
    column: float = key(SHARE, "Least width of a column.")
    gap: float = key(SHARE, "Space between columns.")
    indent: float = key(SHARE, "Where the words begin.")
    lead_gap: float = key(SHARE, "Space between the lead and the words.")
    above: float = key(SHARE, "Lines left free above a heading.")
    intro_gap: float = key(SHARE, "Space below the introduction.")
