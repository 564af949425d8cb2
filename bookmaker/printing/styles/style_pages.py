"""The parts of a style that say how pages of the user's own, and pages for notes, look. All lengths are points once read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from bookmaker.base import schema
from bookmaker.base.schema import Text, key
from bookmaker.printing.styles.style_parts import INK, LENGTH, LINE, SHARE, TYPE

Paper = Literal["lined", "squared", "dotted", "drawing"]
"""What pages for notes have: lines, squares, dots, or a frame with a picture to draw."""


@dataclass(frozen=True, kw_only=True, eq=False)
class OwnPages(schema.Record):
    """Pages of the user's own: what a text has that running text of ours has not."""

    subheading: float = key(TYPE, "Headings of the third and further levels.")
    subheading_before: float = key(LENGTH, "Space above them.")
    bullet: str = key(Text(most=3), "What stands in front of an item of a list.")
    indent: float = key(SHARE, "Indent of lists, as a share of the type size.")
    item_before: float = key(LENGTH, "Space above an item of a close list.")
    quote: float = key(SHARE, "Indent of quotes on both sides, as a share of the type size.")
    rule: float = key(LENGTH, "Length of the rule between parts.")
    rule_width: float = key(LINE, "Its width.")
    rules: int = key(schema.Integer(1, 2), "One rule, or two.")
    rule_before: float = key(LENGTH, "Space above it.")
    rule_after: float = key(LENGTH, "Space below it, besides that above the next part.")
    image_before: float = key(LENGTH, "Space above an image.")
    image_after: float = key(LENGTH, "Space below it, besides that above what follows.")
    shrink: tuple[float, ...] = key(
        schema.ListOf(schema.Number(0.1, 1)),
        "Shares of their size that images shrink to, the first at which a text does not end on a page of few lines.",
    )
    caption_gap: float = key(LENGTH, "Space between an image and its caption.")
    middle: float = key(SHARE, "Share of the free height above a text that stands in the middle of its page.")
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
    paper: Paper = key(schema.Choice[Paper](*get_args(Paper)), "What they have where a spec names nothing.")
    fill: bool = key(schema.Boolean(), "Whether pages left over before a section are such pages, and not empty.")
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
        schema.Number(1, 9), "The height that it needs there, as a multiple of its own, so that it stands free."
    )
    opener: float = key(SHARE, "Its side on openers, as a share of the page's height; 0 for none.")
    opener_least: float = key(SHARE, "How small it may be at the foot of an opener with a number, as a share of that.")
    gap: float = key(SHARE, "Space between it and the words of an opener, as a share of its side.")
    least: float = key(SHARE, "Width of the shape of the lowest digit.")
    most: float = key(SHARE, "Width of the shape of the highest digit.")
    empty: float = key(SHARE, "Width of the shape of an empty cell, 0 for none.")
    ink: float = key(INK, "Ink of digits.")
    faint: float = key(INK, "Ink of empty cells, 0 for none.")


@dataclass(frozen=True, kw_only=True, eq=False)
class Sheets(schema.Record):
    """Pages of their own, without a spec."""

    margin: float = key(LENGTH, "Margin on all sides.")
    head_above: float = key(
        SHARE, "Distance of a title in the margin from what stands below it, as a share of the size of running heads."
    )
