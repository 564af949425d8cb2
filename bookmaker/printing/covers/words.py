"""Words on a cover: as large as their box lets them be, and never smaller than the design allows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bookmaker.printing.canvases.canvas import Box, spaced_width
from bookmaker.printing.covers.elements import Item
from bookmaker.printing.styles.fonts import Face, ink_extent
from bookmaker.printing.text.lines import balance_lines, break_lines, capitals, clean, even_lines

_SLACK = 1e-6
DESCENDER = "p"
"""The letter whose depth is kept free below every line, so that stacks side by side end on one line."""
_FEW = 6
"""A text of at most so many lines is balanced: longer ones are read, not looked at."""


class NoRoomError(Exception):
    """A text does not fit at its least size; ``what`` names it, ``size`` is that size in points."""

    def __init__(self, what: str, size: float) -> None:
        super().__init__(what)
        self.what, self.size = what, size


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is set: ``drop`` is the distance of its baseline from the top of the stack, all in points. A rule has no text
    and a face of None; its ``size`` is its width.
    """

    item: Item
    text: str
    face: Face | None
    size: float
    width: float
    drop: float


@dataclass(frozen=True, slots=True)
class Setting:
    """The lines of a stack and its height in points."""

    lines: tuple[Line, ...]
    height: float


def set_stack(
    items: Sequence[Item], texts: Mapping[str, str], face: Callable[[str], Face], unit: float, box: Box
) -> Setting:
    """Set texts one under another in a box; sizes are shares of ``unit`` points. Raises NoRoomError.

    Items without a text are left out, and a rule with the text under it. All are made smaller together until they fit.
    """
    width, height = box[2] - box[0], box[3] - box[1]
    shown = [item for item in items if item.what == "rule" or texts.get(item.what)]
    while shown and shown[-1].what == "rule" and any(item.what != "rule" for item in items[-1:]):
        shown.pop()
    scale = 1.0
    while True:
        made = _at_scale(shown, texts, face, unit, width, height, scale)
        if made.height <= height + _SLACK:
            return made
        if all(item.what == "rule" or item.size * unit * scale <= item.least for item in shown):
            longest = max(shown, key=lambda item: len(texts.get(item.what, "")))
            raise NoRoomError(longest.what, longest.least)
        scale *= 0.97


def _at_scale(
    items: Sequence[Item],
    texts: Mapping[str, str],
    face: Callable[[str], Face],
    unit: float,
    width: float,
    height: float,
    scale: float,
) -> Setting:
    lines: list[Line] = []
    at = bottom = 0.0
    for index, item in enumerate(items):
        gap = item.before * unit * scale if index else 0.0
        if item.what == "rule":
            lines.append(Line(item, "", None, item.size * unit, item.length * width, at + gap))
            at = bottom = at + gap + item.size * unit
            continue
        font = face(item.face)
        most = max(item.least, item.size * unit * scale)
        for place, row in enumerate(_lines(item, texts[item.what], font, most, width, height)):
            extent = ink_extent(font, row.text)
            high = max(font.cap_height / font.units, 0.0 if lines else extent[1]) * row.size
            if place == 0:
                at = bottom + gap + high
            elif item.wide:
                # Lines of different sizes are set apart by the height of the lower one.
                at += (item.leading - 1) * row.size + high
            else:
                at += (item.leading + item.apart * row.opens) * row.size
            width_set = spaced_width(row.text, font, row.size, item.tracking)
            lines.append(Line(item, row.text, font, row.size, width_set, at))
            bottom = at - ink_extent(font, DESCENDER)[0] * row.size
    return Setting(tuple(lines), bottom)


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of a text before it has its place; ``opens``: it is the first of a paragraph."""

    text: str
    size: float
    opens: bool


def _lines(item: Item, text: str, font: Face, most: float, width: float, height: float) -> list[_Row]:
    text = clean(capitals(text) if item.caps else text)
    if item.wide:
        return _wide(item, text, font, most, width, height)
    size = most
    while True:
        room = width / (1 + item.tracking)
        paragraphs = [paragraph for paragraph in text.split("\n") if paragraph.strip()]
        rows = [
            _Row(line, size, place == 0)
            for paragraph in paragraphs
            for place, line in enumerate(_broken(item, paragraph, font, size, room))
        ]
        whole = all(font.width(word, size) <= room + _SLACK for word in text.replace("\n", " ").split(" "))
        whole = whole and all(spaced_width(line.text, font, size, item.tracking) <= width + _SLACK for line in rows)
        if whole and len(rows) <= max(item.lines, len(paragraphs)):
            return rows
        if size <= item.least:
            raise NoRoomError(item.what, item.least)
        size = max(item.least, size * 0.97)


def _broken(item: Item, paragraph: str, font: Face, size: float, width: float) -> list[str]:
    if item.lines <= _FEW:
        return balance_lines(paragraph, font, size, width)
    words = [(word, font) for word in paragraph.split(" ") if word]
    return [" ".join(word for word, _ in line) for line in even_lines(words, size, width, item.scrap)]


def _wide(item: Item, text: str, font: Face, most: float, width: float, height: float) -> list[_Row]:
    """Lines that each fill the width: as many as make the words largest without becoming too high."""
    best: list[_Row] = []
    words = " ".join(text.split("\n"))
    for count in range(1, item.lines + 1):
        # The narrowest measure at which the words take no more lines than this, found by halving.
        low, high = max(font.width(word, 1.0) for word in words.split(" ")), font.width(words, 1.0)
        for _ in range(20):
            middle = (low + high) / 2
            if len(break_lines(words, font, 1.0, middle)) <= count:
                high = middle
            else:
                low = middle
        lines = break_lines(words, font, 1.0, high + _SLACK)
        rows = [_Row(line, min(most, width / spaced_width(line, font, 1.0, item.tracking)), False) for line in lines]
        tall = sum(row.size * item.leading for row in rows)
        if tall <= height and (not best or min(row.size for row in rows) > min(row.size for row in best)):
            best = rows
    if not best or min(row.size for row in best) < item.least:
        raise NoRoomError(item.what, item.least)
    return best
