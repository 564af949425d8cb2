"""How a style draws the clues of puzzles: dots, bars, letters and signs on borders, shapes in cells, and lines along cells."""

from __future__ import annotations

from dataclasses import dataclass

from bookmaker.base import schema
from bookmaker.base.schema import key
from bookmaker.printing.styles.style_parts import INK, LINE, SHARE


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
