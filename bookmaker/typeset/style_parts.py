"""The parts of a style: what each key of a style file means. All lengths are points once read; no key has a default here.

A *share* is a multiple of the length that its sentence names.
"""

from __future__ import annotations

from dataclasses import dataclass
from string import Formatter
from typing import Literal

from bookmaker import schema
from bookmaker.schema import Boolean, Choice, ListOf, Text, key
from bookmaker.typeset.canvas import Align

LENGTH = schema.Length("0pt", "40in")
TYPE = schema.Length("4pt", "400pt")
LINE = schema.Length("0.25pt", "20pt")
RULE = schema.Length("0pt", "20pt")
SHARE = schema.Number(0, 100)
INK = schema.Number(0, 1)
FONT = Text(most=100, wanted="the name of a font file, without .ttf")
SIDES = Choice[Align]("left", "centre", "right")


Opening = Literal["page", "band", "none"]
OPENINGS = Choice[Opening]("page", "band", "none")


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
    text_bold: str = key(FONT, "The words in front of a paragraph that say what it is about.")
    text_italic: str = key(FONT, "The subtitle, and what the book holds.")
    number: str = key(FONT, "The number above a grid, on the left.")
    level: str = key(FONT, "What stands above a grid on the right.")
    note: str = key(FONT, "What stands below a grid.")
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
    kerning: bool = key(Boolean(), "Letters stand as close as the font's tables say for each two of them.")
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
    """What stands above and below a grid. The sizes in the classic style are those of the layout."""

    left: str = key(check_template(*FIELDS), "What stands on the left above a puzzle.")
    right: str = key(check_template(*FIELDS, *MARKS), "What stands on the right; {bars} and {stars} draw the level.")
    note: str = key(check_template(*FIELDS), "What stands below it.")
    answer_left: str = key(check_template(*FIELDS), "What stands on the left above an answer.")
    answer_right: str = key(check_template(*FIELDS), "What stands on the right above an answer.")
    note_side: Align = key(SIDES, "Where the note stands under its grid.")
    every_level: bool = key(
        Boolean(), "Whether labels name the level in a section whose puzzles all have the same one, too."
    )
    level_caps: bool = key(Boolean(), "What stands on the right is in capitals.")
    level_tracking: float = key(SHARE, "Space between its letters, as a share of the size.")
    plate: str = key(
        Choice("none", "number", "bar"), "White on black: not at all, the number, or all that stands above a grid."
    )
    plate_pad: float = key(SHARE, "Black beside the words on a plate, as a share of their size.")
    tick: float = key(SHARE, "Side of an empty box to tick off, left of the note, as a share of its size; 0 for none.")
    bars: int = key(schema.Integer(3, 7), "How many bars show a level.")
    empty_ink: float = key(INK, "Ink of the bars that a level does not reach.")
    frame: float = key(RULE, "Width of a line around each puzzle with its words, 0pt for none.")
    frame_pad: float = key(LENGTH, "Space between that line and what it holds.")
    scale: float = key(SHARE, "Sizes and strips of the layout are multiplied by this.")
    number: float = key(SHARE, "Size of the number, as a share of the label's.")
    level: float = key(SHARE, "Size of what stands on the right, as a share of the label's.")
    gap: float = key(SHARE, "Distance of the baseline above the grid, as a share of the label's size.")
    drop: float = key(SHARE, "Distance of the note's baseline below the grid, as a share of the note's size.")
    strip: float = key(SHARE, "Least height of a strip, as a share of the size of its type.")
    note_size: float = key(SHARE, "Size of the note, as a share of the layout's.")
    shrink: float = key(SHARE, "Labels are set smaller, down to this share, before they are worded shorter.")
    letters: float = key(SHARE, "Room that a shortened name needs, as a share of the label's size.")
    above: float = key(SHARE, "Share of the room that a frame does not need that is left above its grid.")


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
    answer_thin: float = key(LINE, "Least width of lines between cells in answers.")
    answer_box: float = key(LINE, "Least width of lines between boxes in answers.")
    answer_outline: float = key(LINE, "Least width of the outline in answers.")
    flag: float = key(
        SHARE, "Side of the black corner of a shaded cell in a grid of tinted cages, as a share of the cell."
    )
    corner: float = key(SHARE, "Radius of its corners, as a share of the cell.")
    shade: float = key(INK, "Ink of shaded cells, such as those of diagonals: printers want 0.1 or more.")
    digit: float = key(SHARE, "Height of a given, as a share of the cell.")
    digit_in_answers: float = key(SHARE, "Height of a digit in an answer, as a share of the cell.")
    digit_in_text: float = key(SHARE, "Height of a digit in pictures within text, as a share of the cell.")
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
    side_line: float = key(LENGTH, "Distance of the lines in it.")
    side_ink: float = key(INK, "Ink of these lines.")
    front_numbers: str = key(
        schema.Choice("roman", "none"),
        "How pages before the puzzles are numbered; without numbers the contents leave them out.",
    )
    title_side: Align = key(SIDES, "Where the titles of pages stand.")
    title_rule: float = key(RULE, "Width of a rule under the title of a page, 0pt for none.")
    title_rules: int = key(schema.Integer(1, 2), "One rule, or two.")
    title_rule_drop: float = key(LENGTH, "Distance of the rule from the last line of the title.")
    rule_gap: float = key(LENGTH, "Distance between two rules, on openers and the title page, too.")


@dataclass(frozen=True, kw_only=True, eq=False)
class TitlePages(schema.Record):
    """The title page."""

    title: float = key(TYPE, "The title.")
    title_room: float = key(SHARE, "Share of the page's height that it may take.")
    subtitle: float = key(TYPE, "The subtitle.")
    subtitle_before: float = key(LENGTH, "Space above it.")
    side: Align = key(SIDES, "Where its lines stand.")
    rule: float = key(LENGTH, "Length of the rule below, 0pt for none.")
    rule_width: float = key(LINE, "Width of that rule.")
    rules: int = key(schema.Integer(1, 2), "One rule, or two.")
    rule_before: float = key(LENGTH, "Space above it.")
    author: float = key(TYPE, "The author.")
    author_before: float = key(LENGTH, "Space above.")
    summary: float = key(TYPE, "What the book holds.")
    publisher: float = key(TYPE, "The publisher, at the foot.")
    publisher_before: float = key(LENGTH, "Space above, if the page says what the book holds.")
    top: float = key(SHARE, "Share of the page's height above the title.")
    image: float = key(SHARE, "Most width of an image, as a share of the area's, where no width is given.")
    image_top: float = key(SHARE, "Share of that height where the page has an image.")
    image_gap: float = key(LENGTH, "Space above and below the image.")
    full: float = key(SHARE, "Share of the page's height that all may take, before it is set smaller.")


@dataclass(frozen=True, kw_only=True, eq=False)
class SmallPrint(schema.Record):
    """The copyright page."""

    sizes: tuple[float, ...] = key(ListOf(TYPE, least=1), "Type sizes, the first of them at which all fits one page.")
    before: float = key(SHARE, "Space above a paragraph, as a share of its size.")
    measure: float = key(SHARE, "Length of its lines, as a share of the area's width,")
    least_measure: float = key(LENGTH, "but no less than this,")
    most_measure: float = key(LENGTH, "and no more than this.")


@dataclass(frozen=True, kw_only=True, eq=False)
class Contents(schema.Record):
    """The contents."""

    size: float = key(TYPE, "Titles of sections.")
    leading: float = key(SHARE, "Line distance of a title that takes several lines.")
    detail: float = key(TYPE, "What stands under a title.")
    detail_leading: float = key(SHARE, "Its line distance.")
    detail_drop: float = key(SHARE, "Distance of its first baseline from that of the title.")
    gap: float = key(LENGTH, "Space below an entry.")
    column: float = key(LENGTH, "Width of the column of page numbers.")
    dots: float = key(LENGTH, "Distance of the dots that lead to it.")
    grow: tuple[float, ...] = key(
        ListOf(schema.Number(1, 3)),
        "How much larger few entries are set: the first factor at which they take no more than",
    )
    full: float = key(SHARE, "this share of the page.")
    closer: tuple[float, ...] = key(
        ListOf(schema.Number(0, 1)),
        "Shares of the space below entries that are left, the first at which the contents take a page less.",
    )


@dataclass(frozen=True, kw_only=True, eq=False)
class Openers(schema.Record):
    """What opens a section: a page, or a band above its first puzzles, which has the title of a page of text."""

    where: Opening = key(
        OPENINGS,
        "A page of its own, a band above the first puzzles, or none: then the running head shows the title, or a band "
        "where there is no running head.",
    )
    band_most: float = key(SHARE, "Most of the page's height that a band takes; what is longer has a page.")
    band_gap: float = key(LENGTH, "Space below a band.")
    title: float = key(TYPE, "The title.")
    title_room: float = key(SHARE, "Share of the page's height that it may take.")
    side: Align = key(SIDES, "Where its lines stand.")
    rule: float = key(LENGTH, "Length of the rule below, 0pt for none.")
    rule_width: float = key(LINE, "Width of that rule.")
    rules: int = key(schema.Integer(1, 2), "One rule, or two.")
    rule_before: float = key(LENGTH, "Space above it.")
    summary: float = key(TYPE, "What the section holds.")
    summary_before: float = key(LENGTH, "Space above.")
    intro: float = key(TYPE, "The introduction.")
    intro_before: float = key(LENGTH, "Space above.")
    intro_paragraph: float = key(LENGTH, "Space above its further paragraphs.")
    centred: int = key(
        schema.Integer(0, 100), "Lines of an introduction that may be centred; longer ones are flush left."
    )
    measure: float = key(SHARE, "Length of its lines, as a share of the area's width,")
    least_measure: float = key(LENGTH, "but no less than this,")
    most_measure: float = key(LENGTH, "and no more than this.")
    top: float = key(SHARE, "Most of the page's height that is left above the title.")
    above: float = key(SHARE, "Share of the room that is not needed that is left above the title.")
    numeral: float = key(SHARE, "Height of the section's number, as a share of the page's; 0 for none.")
    numeral_ink: float = key(INK, "Its ink.")
    numeral_side: Align = key(SIDES, "Where it stands at the top of the page.")
    numeral_below: float = key(
        schema.Number(1, 5), "Where the title may begin below it, as a multiple of its height, from its top."
    )
    full: float = key(SHARE, "Share of the page's height from which on an introduction stands on a page of its own.")
    image: tuple[float, ...] = key(
        ListOf(schema.Number(0.05, 1), least=1),
        "Most height of an image in it, as shares of that height, the first at which all has room.",
    )


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


@dataclass(frozen=True, kw_only=True, eq=False)
class DiagramRows(schema.Record):
    """Pictures of deductions in running text."""

    most: float = key(LENGTH, "Largest side of a grid.")
    small: float = key(LENGTH, "Largest side of a grid in which singles are shown.")
    gap: float = key(LENGTH, "Space between pictures side by side.")
    before: float = key(LENGTH, "Space above.")
    across: int = key(schema.Integer(1, 6), "The most pictures side by side.")
    heading: float = key(TYPE, "The heading above a picture.")
    heading_leading: float = key(SHARE, "Its line distance.")
    text: float = key(TYPE, "The words below a picture.")
    leading: float = key(SHARE, "Their line distance.")
    drop: float = key(SHARE, "Space above them, as a share of their size.")
    beside: float = key(LENGTH, "Words stand beside a picture where they have so much room, else above and below it.")
    narrow: float = key(LENGTH, "The same where several techniques share a page.")
    narrow_type: float = key(SHARE, "Size of the words in a column narrower than usual, as a share of the usual size.")
    squeeze: float = key(SHARE, "Least size of pictures there, as a share of what is least elsewhere.")
    overhang: float = key(LENGTH, "How much wider than a picture its words may be.")
    measure: float = key(SHARE, "Share of the page's width that they may take anyway.")


@dataclass(frozen=True, kw_only=True, eq=False)
class Candidates(schema.Record):
    """Candidates in pictures of deductions, and the marks on them. Shares are of the cell unless said."""

    inner: float = key(SHARE, "Share of a cell in which its candidates stand.")
    height: float = key(SHARE, "Height of a candidate, as a share of the room that it has.")
    width: float = key(SHARE, "Its width, as a share of the room that it has.")
    tight: float = key(SHARE, "Either, for one that must be tight to be legible.")
    most: float = key(SHARE, "Largest height of a candidate.")
    radius: float = key(SHARE, "Radius of a ring, as a share of the room of a candidate.")
    radius_most: float = key(SHARE, "Largest room that the radius is reckoned from.")
    coordinate: float = key(SHARE, "Type size of the numbers of rows and columns.")
    coordinate_most: float = key(TYPE, "Their largest size.")
    coordinate_gap: float = key(SHARE, "Their distance from the grid, as a share of their size.")
    open_edge: float = key(SHARE, "How far lines run on where the grid goes on.")
    tints: tuple[float, ...] = key(ListOf(INK, least=2, most=2), "Ink of light and dark cells.")
    tints_beside_shade: tuple[float, ...] = key(ListOf(INK, least=2, most=2), "The same in grids with shaded cells.")
    tile_gap: float = key(LENGTH, "Space between a tinted cell and the line around it.")
    hatch: float = key(LINE, "Width of hatching.")
    hatch_ink: float = key(INK, "Ink of hatching.")
    hatch_gap: float = key(LENGTH, "Least distance of its lines.")
    hatch_share: float = key(SHARE, "Their distance, where it is more.")
    outline: float = key(LINE, "Width of a line around cells.")
    outline_dashed: float = key(LINE, "Width of a dashed one.")
    outline_gap: float = key(LENGTH, "Its distance from the lines of the grid.")
    link: float = key(LINE, "Width of a line between candidates.")
    link_dashed: float = key(LINE, "Width of a dashed one.")
    dash: float = key(SHARE, "Length of a dash, as a share of the line's width.")
    dash_space: float = key(SHARE, "Length of the gap between dashes, as a share of the line's width.")
    mark: float = key(LINE, "Least width of a ring.")
    mark_share: float = key(SHARE, "Its width, as a share of its radius, where that is more.")
    double_gap: float = key(SHARE, "Distance of a double ring, as a share of its width.")
    double: float = key(SHARE, "Width of its outer ring, as a share of the inner one's.")
    square: float = key(SHARE, "Half the side of a square, as a share of the radius.")
    diamond: float = key(SHARE, "Size of a diamond, as a share of the radius.")
    digit_mark: float = key(SHARE, "Radius of a ring around a digit, as a share of half the cell.")
    strike: float = key(LINE, "Least width of the stroke through a candidate.")
    strike_share: float = key(SHARE, "Its width, as a share of the radius.")
    strike_reach: float = key(SHARE, "Its length, as a share of the radius.")
    strike_slant: float = key(SHARE, "How far it leans, as a share of its height.")
    placed: float = key(SHARE, "Height of a placed digit, as a share of half the cell.")
    placed_ring: float = key(SHARE, "Radius of the ring around it, as a share of half the cell.")
    placed_line: float = key(LINE, "Least width of that ring.")
    placed_share: float = key(SHARE, "Its width, where that is more.")
    note: float = key(SHARE, "Type size of a note in a cell.")
    note_most: float = key(SHARE, "The most that a note takes of the free width and height.")
    clear: float = key(SHARE, "How far a line keeps from other candidates, as a share of the radius.")
    clear_digit: float = key(SHARE, "How far it keeps from the middle of a digit.")
    least_cell: float = key(LENGTH, "The least cell of a picture without candidates.")
    least_caged_cell: float = key(LENGTH, "The same with cages.")
    most_cell: float = key(LENGTH, "Cells are not made larger than this for cages.")
    slack: float = key(SHARE, "The least cell of a picture with candidates, as a share of what its type asks for.")


@dataclass(frozen=True, kw_only=True, eq=False)
class Charts(schema.Record):
    """Charts of distributions."""

    size: float = key(TYPE, "Type size of axes.")
    title: float = key(TYPE, "The title.")
    small: float = key(TYPE, "The numbers on axes, and names of curves.")
    axis: float = key(LINE, "Width of axes.")
    bar: float = key(INK, "Ink of bars.")
    bar_gap: float = key(LENGTH, "Space between bars.")
    inks: tuple[float, ...] = key(ListOf(INK, least=1), "Ink of each curve.")
    widths: tuple[float, ...] = key(ListOf(LINE, least=1), "Width of each curve.")
