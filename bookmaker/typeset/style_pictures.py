"""The parts of a style that are about pictures: symbols in place of digits, and the reward page. Lengths are points once read.

A *share* is a multiple of the length that its sentence names.
"""

from __future__ import annotations

from dataclasses import dataclass

from bookmaker import schema
from bookmaker.schema import key
from bookmaker.typeset.style_parts import INK, LENGTH, LINE, SHARE, TYPE


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
class Rewards(schema.Record):
    """The page that rewards who has solved the book. Shares are of the page's height unless said."""

    frame: float = key(LINE, "Width of the outer line of its frame; the inner one is a third of it.")
    corner: float = key(LENGTH, "Radius of the frame's corners.")
    inside: float = key(LENGTH, "Distance of the inner line from the outer one.")
    mascot: float = key(SHARE, "Height of the mascot.")
    ornament: float = key(SHARE, "Height of the pictures in the corners.")
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
    gap: float = key(LENGTH, "Space between the grids.")
    before: float = key(LENGTH, "Space above.")
    caption: float = key(TYPE, "The words below a grid.")
    strip: float = key(SHARE, "Height kept for these, as a share of their size.")
    drop: float = key(SHARE, "Distance of their baseline below the grid, as a share of their size.")
