"""The parts of a style for kinds of pages: front matter, openers, pages of the user's own, answers, hints, days, screens.

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
