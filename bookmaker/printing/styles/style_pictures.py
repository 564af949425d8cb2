"""The parts of a style for pictures: clues, symbols in place of digits, the reward page, deductions, charts.

Lengths are points once read. A *share* is a multiple of the length that its sentence names.
"""

from __future__ import annotations

from dataclasses import dataclass

from bookmaker.base import schema
from bookmaker.base.schema import ListOf, key
from bookmaker.printing.styles.style_parts import INK, LENGTH, LINE, SHARE, TYPE


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
