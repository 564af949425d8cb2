"""The parts of a style for kinds of pages (openers, answers, hints, screens) and for pictures (clues, symbols, charts).

Lengths are points once read. A *share* is a multiple of the length that its sentence names.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from bookmaker.base import schema
from bookmaker.base.schema import Choice, ListOf, Text, key
from bookmaker.printing.styles.style_parts import INK, LENGTH, LINE, RULE, SHARE, SIDES, TYPE, Align


@dataclass(frozen=True, kw_only=True, eq=False)
class Jumps(schema.Record):
    """The line of links at the foot of a page on a screen: outside of where pens write, and off the edge."""

    size: float = key(TYPE, "Type size.")
    drop: float = key(LENGTH, "From the foot of the area between the margins down to the baseline.")
    least_drop: float = key(LENGTH, "Least distance of the baseline from the edge of the page.")
    gap: float = key(SHARE, "Distance between two links, as a share of the type size.")
    touch: float = key(SHARE, "Height of the area that may be touched, as a share of the type size.")
    small: float = key(SHARE, "The links are in two lines where one would be set smaller, as a share of the type size.")
    ink: float = key(INK, "Ink.")


Opening = Literal["page", "band", "none"]
OPENINGS = Choice[Opening]("page", "band", "none")


@dataclass(frozen=True, kw_only=True, eq=False)
class TitlePages(schema.Record):
    """The title page."""

    title: float = key(TYPE, "The title.")
    title_room: float = key(SHARE, "Share of the page's height that it may take.")
    subtitle: float = key(TYPE, "The subtitle.")
    subtitle_before: float = key(LENGTH, "Space above it.")
    side: Align = key(SIDES, "How its lines are aligned.")
    rule: float = key(LENGTH, "Length of the rule below, 0pt for none.")
    rule_width: float = key(LINE, "Width of that rule.")
    rules: int = key(schema.Integer(1, 2), "One rule, or two.")
    rule_before: float = key(LENGTH, "Space above it.")
    author: float = key(TYPE, "The author.")
    author_before: float = key(LENGTH, "Space above.")
    summary: float = key(TYPE, "The contents of the book.")
    publisher: float = key(TYPE, "The publisher, at the foot.")
    publisher_before: float = key(LENGTH, "Space above, if the page says the contents of the book.")
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
    detail: float = key(TYPE, "The line under a title.")
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
    apart: float = key(
        schema.Number(1, 10), "How much more space there may be below each of these, to fill that share."
    )
    picture: float = key(LENGTH, "Largest side of the grid beside an entry, in books of several kinds; 0 for none.")
    least_picture: float = key(LENGTH, "Its least side: where there is no room for it, entries have no pictures.")
    pictured: float = key(schema.Number(1, 3), "How much larger titles beside pictures are set.")
    two: float = key(LENGTH, "Width of the page from which on entries with pictures have two columns.")
    rule: float = key(LENGTH, "Width of the line above each of these; 0 for none.")
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
    band_most: float = key(SHARE, "Most of the page's height that a band takes; a longer one has a page.")
    band_gap: float = key(LENGTH, "Space below a band.")
    title: float = key(TYPE, "The title.")
    title_room: float = key(SHARE, "Share of the page's height that it may take.")
    side: Align = key(SIDES, "How its lines are aligned.")
    rule: float = key(LENGTH, "Length of the rule below, 0pt for none.")
    rule_width: float = key(LINE, "Width of that rule.")
    rules: int = key(schema.Integer(1, 2), "One rule, or two.")
    rule_before: float = key(LENGTH, "Space above it.")
    summary: float = key(TYPE, "The contents of the section.")
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
    numeral_side: Align = key(SIDES, "Its place at the top of the page.")
    numeral_below: float = key(
        schema.Number(1, 5), "Where the title may begin below it, as a multiple of its height, from its top."
    )
    pair: tuple[float, ...] = key(
        ListOf(schema.Number(0.1, 1), least=1),
        "Side of the example on a page that teaches a kind, as shares of the area's width, the first at which all has room.",
    )
    beside: float = key(LENGTH, "Least width of an area with the rule and how to begin beside each other.")
    gap: float = key(SHARE, "Space between them, as a share of that width.")
    spread: float = key(SHARE, "Share of the room that is not needed that is left above each of its three parts.")
    full: float = key(SHARE, "Share of the page's height from which on an introduction has a page of its own.")
    image: tuple[float, ...] = key(
        ListOf(schema.Number(0.05, 1), least=1),
        "Most height of an image in it, as shares of that height, the first at which all has room.",
    )


@dataclass(frozen=True, kw_only=True, eq=False)
class Days(schema.Record):
    """The puzzle of one day with the answer of the day before, and the contact sheet of a month."""

    margin: float = key(LENGTH, "Space around a block.")
    width: float = key(LENGTH, "Width between the margins from which on the type of a block grows with it.")
    date: float = key(TYPE, "Type size of the title, or of the date where there is none.")
    level: float = key(TYPE, "Type size of the level, and of the date below a title.")
    gap: float = key(LENGTH, "Space between these words and the grid.")
    answer: float = key(SHARE, "Side of the answer, as a share of that of the puzzle.")
    answer_gap: float = key(LENGTH, "Space between puzzle and answer, with the rule in its middle.")
    least_answer: float = key(TYPE, "Least type size of the answer's digits: a block with smaller ones is refused.")
    caption: float = key(TYPE, "Type size of the words beside the answer.")
    rules: float = key(
        TYPE, "Type size of the rule of a kind above its puzzle, which is set smaller where it takes too much."
    )
    beside_rules: float = key(SHARE, "Least side of a puzzle with its rule, as a share of that without.")
    caption_gap: float = key(LENGTH, "Space between them and the answer.")
    rule: float = key(RULE, "Width of the rule above the answer, 0pt for none.")
    month: float = key(TYPE, "The name of a month above its sheet.")
    weekday: float = key(TYPE, "The names of the weekdays.")
    day: float = key(TYPE, "The day and the level above a small grid.")
    cell_gap: float = key(LENGTH, "Space within the frame of a day.")
    line: float = key(RULE, "Lines between the days, 0pt for none.")
    line_ink: float = key(INK, "Their ink.")


@dataclass(frozen=True, kw_only=True, eq=False)
class Feet(schema.Record):
    """Answers upside down at the foot of a page of puzzles."""

    cell: float = key(LENGTH, "Side of a cell, if the least digits of answers need no larger one.")
    gap: float = key(LENGTH, "Space between answers.")
    above: float = key(LENGTH, "Space between the puzzles and the answers.")
    label: float = key(TYPE, "The number of an answer, and the digits of its check line.")
    strip: float = key(SHARE, "Line distance of these, as a share of their size.")
    rule: float = key(RULE, "Width of a rule between puzzles and answers, 0pt for none.")


@dataclass(frozen=True, kw_only=True, eq=False)
class HintPages(schema.Record):
    """The hints at the back. Shares are of the type size."""

    size: float = key(TYPE, "Type size.")
    before: float = key(SHARE, "Space above a hint.")
    column: float = key(SHARE, "Least width of a column.")
    narrow: float = key(SHARE, "The same where that spares a page: then names are explained across the page.")
    gap: float = key(SHARE, "Space between columns.")


@dataclass(frozen=True, kw_only=True, eq=False)
class Lessons(schema.Record):
    """The pages that teach a technique."""

    most: float = key(LENGTH, "Largest side of the grid of an example.")
    small: float = key(LENGTH, "The same without candidates.")
    lines: int = key(schema.Integer(0, 40), "The most lines that are ruled below the grid to try.")


@dataclass(frozen=True, kw_only=True, eq=False)
class Combinations(schema.Record):
    """The sets of digits that make the sum of a cage, as far as the table has them."""

    ways: int = key(schema.Integer(1, 99), "Sums that more sets make are left out.")
    cells: int = key(schema.Integer(2, 9), "Larger cages are left out.")
    plus: bool = key(schema.Boolean(), "Whether a plus is between the digits of a set.")


Paper = Literal["lined", "squared", "dotted", "drawing"]
"""What pages for notes have: lines, squares, dots, or a frame with a picture to draw."""


@dataclass(frozen=True, kw_only=True, eq=False)
class OwnPages(schema.Record):
    """Pages of the user's own: the parts of a text that our own running text does not have."""

    subheading: float = key(TYPE, "Headings of the third and further levels.")
    subheading_before: float = key(LENGTH, "Space above them.")
    bullet: str = key(Text(most=3), "The sign in front of an item of a list.")
    indent: float = key(SHARE, "Indent of lists, as a share of the type size.")
    item_before: float = key(LENGTH, "Space above an item of a close list.")
    quote: float = key(SHARE, "Indent of quotes on both sides, as a share of the type size.")
    rule: float = key(LENGTH, "Length of the rule between parts.")
    rule_width: float = key(LINE, "Its width.")
    rules: int = key(schema.Integer(1, 2), "One rule, or two.")
    rule_before: float = key(LENGTH, "Space above it.")
    rule_after: float = key(LENGTH, "Space below it, besides that above the next part.")
    image_before: float = key(LENGTH, "Space above an image.")
    image_after: float = key(LENGTH, "Space below it, besides that above the next block.")
    shrink: tuple[float, ...] = key(
        schema.ListOf(schema.Number(0.1, 1)),
        "Shares of their size that images shrink to, the first at which a text does not end on a page of few lines.",
    )
    caption_gap: float = key(LENGTH, "Space between an image and its caption.")
    middle: float = key(SHARE, "Share of the free height above a text in the middle of its page.")
    measure: float = key(SHARE, "Length of the lines of such a text, as a share of the area's width.")


@dataclass(frozen=True, kw_only=True, eq=False)
class NotesPages(schema.Record):
    """Pages to write on, and how their title is set."""

    title: float = key(TYPE, "The title.")
    gap: float = key(LENGTH, "Space below it.")
    lines: float = key(LENGTH, "Distance of lines.")
    squares: float = key(LENGTH, "Side of the squares of a gridded page.")
    dots: float = key(LENGTH, "Distance of the dots of a dotted page.")
    dot: float = key(LENGTH, "Side of a dot.")
    width: float = key(LINE, "Width of lines.")
    ink: float = key(INK, "Ink of lines and dots: printers want 0.1 or more.")
    paper: Paper = key(schema.Choice[Paper](*get_args(Paper)), "Their kind where a spec names none.")
    fill: bool = key(schema.Boolean(), "Whether pages left over before a section are such pages, and not empty.")
    number: float = key(TYPE, "The numbers in a log of times, and its legend.")
    box: float = key(LENGTH, "Least width of a box in it.")
    tones: tuple[float, ...] = key(
        ListOf(INK, least=2, most=2), "Ink of its boxes at the lowest level and at the highest."
    )
    model: float = key(LENGTH, "Side of the picture on a page for drawing.")
    model_most: float = key(SHARE, "The most that it takes of the page's width.")
    frame: float = key(LINE, "Width of the frame of a page for drawing.")
    corner: float = key(LENGTH, "Radius of its corners.")


@dataclass(frozen=True, kw_only=True, eq=False)
class NameLines(schema.Record):
    """The line for a name and a date above puzzles."""

    size: float = key(TYPE, "Its words.")
    after: float = key(LENGTH, "Space below it.")
    gap: float = key(SHARE, "Space between words and a line, as a share of the type size; twice as much behind a line.")
    drop: float = key(SHARE, "How far lines lie below the foot of the words, as a share of the type size.")
    width: float = key(LINE, "Width of lines.")
    ink: float = key(INK, "Ink of lines.")
    least: float = key(LENGTH, "A line shorter than this is refused: nobody could write on it.")


@dataclass(frozen=True, kw_only=True, eq=False)
class Threads(schema.Record):
    """The thread through a child's book: stones on which an animal gets nearer to its goal, and what it says."""

    use: bool = key(
        schema.Boolean(), "Whether pages of puzzles have it at their heads where a spec says nothing of it."
    )
    least: float = key(
        LENGTH, "The least height of the page between head and foot: on smaller ones it would take too much."
    )
    stones: int = key(schema.Integer(2, 40), "How many stones there are at most.")
    stone: float = key(LENGTH, "Radius of a stone.")
    wave: float = key(LENGTH, "How far stones lie above and below their row.")
    line: float = key(LINE, "Width of lines around stones and words.")
    hero: float = key(LENGTH, "Height of the animal, and of who waits for it.")
    text: float = key(TYPE, "Its words.")
    pad: float = key(LENGTH, "Space around the words.")
    corner: float = key(LENGTH, "Radius of the corners of the box around them.")
    after: float = key(LENGTH, "Space below it.")


@dataclass(frozen=True, kw_only=True, eq=False)
class CutLines(schema.Record):
    """Dashed lines between puzzles, along which pages are cut into cards."""

    width: float = key(LINE, "Width of lines.")
    ink: float = key(INK, "Their ink.")
    dash: float = key(LENGTH, "Length of a dash, and of the space after it.")
    scissors: float = key(LENGTH, "Size of the scissors at the beginning of each line; 0 for none.")


@dataclass(frozen=True, kw_only=True, eq=False)
class Motifs(schema.Record):
    """A puzzle of the book as a pattern of shapes, on the title page and on openers. Shares of a shape are of a cell."""

    look: Literal["dots", "squares", "diamonds"] = key(
        schema.Choice[Literal["dots", "squares", "diamonds"]]("dots", "squares", "diamonds"), "The shapes."
    )
    title: float = key(SHARE, "Side of that of the title page, as a share of the page's height; 0 for none.")
    free: float = key(
        schema.Number(1, 9), "The height that it needs there, as a multiple of its own, so that it has space around it."
    )
    opener: float = key(SHARE, "Its side on openers, as a share of the page's height; 0 for none.")
    opener_least: float = key(SHARE, "How small it may be at the foot of an opener with a number, as a share of that.")
    gap: float = key(SHARE, "Space between it and the words of an opener, as a share of its side.")
    least: float = key(SHARE, "Width of the shape of the lowest digit.")
    most: float = key(SHARE, "Width of the shape of the highest digit.")
    empty: float = key(SHARE, "Width of the shape of an empty cell, 0 for none.")
    ink: float = key(INK, "Ink of digits.")
    faint: float = key(INK, "Ink of empty cells, 0 for none.")


Device = Literal["none", "snowflake", "leaf", "rosette", "egg", "pumpkin", "sun"]


@dataclass(frozen=True, kw_only=True, eq=False)
class Ornaments(schema.Record):
    """Ornament that is drawn from the givens of puzzles."""

    border: bool = key(schema.Boolean(), "Whether title page and certificate have a border of arcs.")
    corners: bool = key(schema.Boolean(), "Whether pages that open a section have four of its tiles in each corner.")
    tile: float = key(schema.Number(0.01, 0.2), "Side of its tiles, as a share of the page's width inside the margins.")
    line: float = key(LINE, "Least width of all lines of ornament.")
    gap: float = key(LENGTH, "Space between parts of it.")
    device: Device = key(
        schema.Choice[Device](*get_args(Device)),
        "The figure in place of a motif, and at the heads of pages of puzzles: its parts are as large as digits are often given.",
    )
    device_line: float = key(SHARE, "Width of its lines, as a share of its side, where that is more.")
    head: float = key(
        LENGTH, "Its height at the head of a page of puzzles, above a rule that shows the level; 0pt for none."
    )
    lozenge: float = key(LENGTH, "Half the width of the lozenges in that rule.")
    least: float = key(
        LENGTH, "The least height of the page between head and foot: lower ones have no device at their heads."
    )


@dataclass(frozen=True, kw_only=True, eq=False)
class Sheets(schema.Record):
    """Pages of their own, without a spec."""

    margin: float = key(LENGTH, "Margin on all sides.")
    head_above: float = key(
        SHARE, "Distance of a title in the margin from the text below it, as a share of the size of running heads."
    )


@dataclass(frozen=True, kw_only=True, eq=False)
class Clues(schema.Record):
    """Marks of clues; shares are of the cell."""

    answer_ink: float = key(INK, "Ink of shapes and lines under the digits of answers, as a share of that in puzzles.")
    beside_ink: float = key(INK, "Ink of shapes and lines under candidates, as a share of that in puzzles.")
    answer_dot: float = key(SHARE, "Radius of dots on borders in answers, as a share of that in puzzles.")
    dot: float = key(SHARE, "Radius of a dot on a border, as a share of the cell.")
    bar: float = key(SHARE, "Length of a bar on a border, as a share of the cell.")
    bar_wide: float = key(SHARE, "Its width, as a share of the cell.")
    letter: float = key(SHARE, "Height of a letter on a border, as a share of the cell.")
    sign: float = key(SHARE, "Height of a sign for greater than, as a share of the cell.")
    line: float = key(LINE, "Least width of the lines of dots, letters, signs and shapes.")
    line_share: float = key(SHARE, "Their width, as a share of the cell, where that is more.")
    shape: float = key(SHARE, "Half the width of a circle or a square in a cell, as a share of the cell.")
    shape_ink: float = key(INK, "Its ink: printers want 0.1 or more.")
    shape_line: float = key(INK, "Ink of the line around it.")
    tube: float = key(SHARE, "Width of a thermometer and of a broad line, as a share of the cell.")
    tube_ink: float = key(INK, "Its ink.")
    bulb: float = key(SHARE, "Radius of the bulb of a thermometer, as a share of the cell.")
    wire: float = key(SHARE, "Width of a narrow line, as a share of the cell.")
    wire_ink: float = key(INK, "Its ink.")
    cord: float = key(SHARE, "Width of a hollow line, as a share of the cell.")
    cord_ink: float = key(INK, "Its ink.")
    beyond: float = key(SHARE, "How far lines run on beyond the edge where a region does, as a share of the cell.")
    outside: float = key(SHARE, "Height of the figures outside the grid, as a share of the cell.")
    outside_wide: float = key(SHARE, "The most width of a number there, as a share of the cell.")
    arrow: float = key(SHARE, "Length of an arrow beside a number outside the grid, as a share of the cell.")
    arrow_clear: float = key(SHARE, "How far from the middle of its first cell it ends, across and up.")
    arrow_shift: float = key(SHARE, "How far the number keeps away from it, as a share of the cell.")
    arrow_number: float = key(SHARE, "Height of the figures of such a number, as a share of the cell.")
    shaft: float = key(SHARE, "Width of an arrow and of a line between circles, as a share of the cell.")
    shaft_ink: float = key(INK, "Its ink.")
    ring: float = key(SHARE, "Radius of the circles at their ends, as a share of the cell.")
    ring_ink: float = key(INK, "Ink of the line around them.")
    inner_ring: float = key(SHARE, "Radius of the inner one of two circles, as a share of that of the outer one.")
    head: float = key(SHARE, "Length of the two strokes of an arrow's head, as a share of the cell.")
    diamond: float = key(SHARE, "Radius of diamonds at the ends of a line, as a share of the cell.")
    bead: float = key(SHARE, "Radius of small shapes in each cell of a line, as a share of the cell.")
    bead_ink: float = key(
        INK, "Ink of those that are a triangle or a plus, which is dark since the line passes through them."
    )
    around: float = key(SHARE, "Radius of a circle where four cells meet, as a share of the cell.")
    around_most: float = key(SHARE, "The most that it grows to where its digits are at the floor of the style.")
    inside: float = key(SHARE, "Type size of the digits in it, as a share of the cell.")
    number_dot: float = key(SHARE, "Radius of a dot with a number in it, as a share of the cell.")
    number: float = key(SHARE, "Height of the number, as a share of the cell.")
    number_wide: float = key(SHARE, "The most width of the number, in radii of the dot.")
    number_dot_most: float = key(SHARE, "The most that the dot grows to where its number is at the floor of the style.")
    tile: float = key(SHARE, "Half the width of a grey cell, as a share of the cell.")
    tile_ink: float = key(INK, "Its ink.")
    frame: float = key(SHARE, "Half the width of a frame in a cell, as a share of the cell.")
    frame_ink: float = key(INK, "Its ink.")
    area: float = key(SHARE, "How far a tinted area keeps from the sides of its cells, as a share of the cell.")
    area_ink: float = key(INK, "Its ink.")
    area_letter: float = key(SHARE, "Height of the letter in its corner, as a share of the cell.")
    area_letter_most: float = key(SHARE, "The most of a cell that it takes where it is at the floor of the style.")
    straight: float = key(SHARE, "Width of straight lines across a puzzle, in thin lines of the grid.")


@dataclass(frozen=True, kw_only=True, eq=False)
class SymbolSizes(schema.Record):
    """Symbols other than digits, and the row of them above a puzzle. Shares are of the cell."""

    picture: float = key(SHARE, "Side of a picture.")
    widest: float = key(SHARE, "The most width of a letter or a number.")
    least_picture: float = key(TYPE, "Least side of a picture in a puzzle: a layout with smaller ones is refused.")
    least_answer: float = key(TYPE, "The same in answers.")
    least_candidate: float = key(TYPE, "The same for candidates in pictures of deductions.")
    model: float = key(SHARE, "Side of a box in the row of symbols to copy.")
    piece: float = key(SHARE, "Side of a piece to cut out.")
    row_gap: float = key(SHARE, "Space between the row and the grid.")
    row_line: float = key(LINE, "Width of lines around symbols to copy, and of dashes around pieces.")
    row_ink: float = key(INK, "Their ink.")
    dash: float = key(LENGTH, "Length of a dash around pieces, and of the gap after it.")
    title: float = key(SHARE, "Height of the mascot on the title page, as a share of the page's; 0 for none.")
    opener: float = key(SHARE, "Height of a section's pictures on its opener, as a share of the page's; 0 for none.")


@dataclass(frozen=True, kw_only=True, eq=False)
class Cards(schema.Record):
    """How to play in four pictures, on cards."""

    use: bool = key(schema.Boolean(), "Whether a book of plain grids with boxes tells its rules so, in place of words.")
    cell: float = key(LENGTH, "Side of the smallest cells: where they would be smaller, words tell the rules.")
    gap: float = key(LENGTH, "Space between cards.")
    pad: float = key(LENGTH, "Space inside a card.")
    line: float = key(LINE, "Width of the line around a card.")
    corner: float = key(LENGTH, "Radius of its corners.")
    dot: float = key(LENGTH, "Radius of the dots that number a card.")
    caption: float = key(TYPE, "The words on a card.")
    ring: float = key(SHARE, "Radius of a ring around a picture, as a share of the cell.")
    ring_line: float = key(SHARE, "Its width, as a share of the cell.")
    asked: float = key(SHARE, "Type size of a question mark, as a share of the cell.")


@dataclass(frozen=True, kw_only=True, eq=False)
class Rewards(schema.Record):
    """The page that rewards who has solved the book. Shares are of the page's height unless said."""

    frame: float = key(LINE, "Width of the outer line of its frame; the inner one is a third of it.")
    corner: float = key(LENGTH, "Radius of the frame's corners.")
    inside: float = key(LENGTH, "Distance of the inner line from the outer one.")
    pictures: bool = key(
        schema.Boolean(),
        "Whether it has a mascot and pictures; else the motif of the book and its shape in the corners.",
    )
    mascot: float = key(SHARE, "Height of the mascot, or of the motif.")
    ornament: float = key(SHARE, "Height of the pictures in the corners.")
    corner_shape: float = key(SHARE, "Height of the motif's shape in the corners; 0 for none.")
    top: float = key(SHARE, "Space above the mascot.")
    title: float = key(TYPE, "The title.")
    text: float = key(TYPE, "The words.")
    label: float = key(TYPE, "The words under the lines to write on.")
    measure: float = key(SHARE, "Length of its lines, as a share of the width inside the frame.")
    gap: float = key(SHARE, "Space between its parts.")
    line: float = key(LINE, "Width of the lines to write on.")


@dataclass(frozen=True, kw_only=True, eq=False)
class FigurePair(schema.Record):
    """The example of the rules: a puzzle beside its answer."""

    most: float = key(LENGTH, "Largest side of a grid.")
    fine: float = key(LENGTH, "Largest side of a grid with cages or clues, or of several grids.")
    smaller: tuple[float, ...] = key(
        schema.ListOf(schema.Number(0.5, 1)),
        "Shares of it, the first at which a text no longer ends on a page of few lines.",
    )
    closer: tuple[float, ...] = key(
        schema.ListOf(schema.Number(0.5, 1)),
        "Shares of it, the first at which a further rule and its example have room on a page that had a gap.",
    )
    plain: float = key(SHARE, "The share of it that examples without clues have, where they can be read at it.")
    gap: float = key(LENGTH, "Space between the grids.")
    before: float = key(LENGTH, "Space above.")
    caption: float = key(TYPE, "The words below a grid.")
    strip: float = key(SHARE, "Height kept for these, as a share of their size.")
    drop: float = key(SHARE, "Distance of their baseline below the grid, as a share of their size.")


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
    beside: float = key(LENGTH, "Words are beside a picture where they have so much space, else above and below it.")
    narrow: float = key(LENGTH, "The same where several techniques share a page.")
    narrow_type: float = key(SHARE, "Size of the words in a column narrower than usual, as a share of the usual size.")
    squeeze: float = key(SHARE, "Least size of pictures there, as a share of the least size elsewhere.")
    overhang: float = key(LENGTH, "How much wider than a picture its words may be.")
    measure: float = key(SHARE, "Share of the page's width that they may take anyway.")


@dataclass(frozen=True, kw_only=True, eq=False)
class Candidates(schema.Record):
    """Candidates in pictures of deductions, and the marks on them. Shares are of the cell unless said."""

    inner: float = key(SHARE, "Share of a cell that its candidates take.")
    height: float = key(SHARE, "Height of a candidate, as a share of the room that it has.")
    width: float = key(SHARE, "Its width, as a share of the room that it has.")
    tight: float = key(SHARE, "Either, for one that must be tight to be legible.")
    most: float = key(SHARE, "Largest height of a candidate.")
    radius: float = key(SHARE, "Radius of a ring, as a share of the room of a candidate.")
    radius_touching: float = key(SHARE, "The same where type is tight.")
    radius_most: float = key(SHARE, "Largest room that the radius is reckoned from.")
    coordinate: float = key(SHARE, "Type size of the numbers of rows and columns.")
    coordinate_most: float = key(TYPE, "Their largest size.")
    coordinate_gap: float = key(SHARE, "Their distance from the grid, as a share of their size.")
    open_edge: float = key(SHARE, "How far lines run on where the grid goes on.")
    tints: tuple[float, ...] = key(ListOf(INK, least=2, most=2), "Ink of light and dark cells.")
    tints_beside_shade: tuple[float, ...] = key(ListOf(INK, least=2, most=2), "The same in grids with shaded cells.")
    tile_gap: float = key(LENGTH, "Space between a tinted cell and the line around it.")
    rim: float = key(SHARE, "Width of a tinted rim in a cell.")
    rim_ink: float = key(INK, "Its ink.")
    outline: float = key(LINE, "Width of a line around cells.")
    outline_dashed: float = key(LINE, "Width of a dashed one.")
    outline_gap: float = key(LENGTH, "Its distance from the lines of the grid.")
    link: float = key(LINE, "Width of a line between candidates.")
    link_dashed: float = key(LINE, "Width of a dashed one.")
    dash: float = key(SHARE, "Length of a dash, as a share of the line's width.")
    dash_space: float = key(SHARE, "Length of the gap between dashes, as a share of the line's width.")
    mark: float = key(LINE, "Least width of a ring.")
    mark_share: float = key(SHARE, "Its width, as a share of its radius, where that is more.")
    heavy: float = key(SHARE, "Width of a heavy ring, as a share of that of others.")
    square: float = key(SHARE, "Half the side of a square, as a share of the radius.")
    ring_dash: float = key(SHARE, "Length of the dashes of a ring and of the gaps between, as a share of the radius.")
    digit_mark: float = key(SHARE, "Radius of a ring around a digit, as a share of half the cell.")
    barred: float = key(SHARE, "Half a cross in a barred cell, as a share of half the cell.")
    barred_line: float = key(LINE, "Its width.")
    ray: float = key(LINE, "Width of a line from a digit through cells that it bars.")
    arrow: float = key(SHARE, "Length of the head of an arrow.")
    arrow_wide: float = key(SHARE, "Its width.")
    letter: float = key(SHARE, "Type size of a letter beside a candidate.")
    letter_far: float = key(SHARE, "How far it may stand away.")
    lit_ring: float = key(SHARE, "Radius of the ring around a number beside the grid.")
    placed: float = key(SHARE, "Height of a placed digit, as a share of half the cell.")
    placed_ring: float = key(SHARE, "Radius of the ring around it, as a share of half the cell.")
    placed_line: float = key(LINE, "Least width of that ring.")
    placed_share: float = key(SHARE, "Its width, where that is more.")
    note: float = key(SHARE, "Type size of a note in a cell.")
    note_most: float = key(SHARE, "The most that a note takes of the free width and height.")
    clear: float = key(SHARE, "How far a line keeps from figures and marks, if it can; at least half as far.")
    least_cell: float = key(LENGTH, "The least cell of a picture without candidates.")
    least_caged_cell: float = key(LENGTH, "The same with cages.")
    most_cell: float = key(LENGTH, "Cells are not made larger than this for cages.")
    slack: float = key(SHARE, "The least cell of a picture with candidates, as a share of that for its type.")


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
