"""The parts of a style that are about pages without puzzles: title, copyright, contents, and what opens a section.

All lengths are points once read. A *share* is a multiple of the length that its sentence names.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bookmaker.base import schema
from bookmaker.base.schema import Choice, ListOf, key
from bookmaker.printing.styles.style_parts import INK, LENGTH, LINE, SHARE, SIDES, TYPE, Align

Opening = Literal["page", "band", "none"]
OPENINGS = Choice[Opening]("page", "band", "none")


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
