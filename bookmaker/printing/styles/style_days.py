"""The part of a style that holds for the puzzles of each day: the block that a newspaper sets, and the sheet of a month."""

from __future__ import annotations

from dataclasses import dataclass

from bookmaker.base import schema
from bookmaker.base.schema import key
from bookmaker.printing.styles.style_parts import INK, LENGTH, RULE, SHARE, TYPE


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
