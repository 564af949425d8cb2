"""The puzzle of one day as a block for a newspaper, with the answer of the day before; and the days of a month on one page."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bookmaker.printing.canvases.canvas import Box, Canvas, Sheet, write
from bookmaker.printing.grids.grid_drawing import GridPicture, GridStyle, draw_grid
from bookmaker.printing.styles.fonts import Face
from bookmaker.printing.styles.style import Style
from bookmaker.printing.text.lines import break_lines, shorten


@dataclass(frozen=True, slots=True, kw_only=True)
class DayBlock:
    """The content of the block of a day. ``title`` may be "", ``answer`` None; ``caption`` are the words beside the answer.

    ``rules`` are paragraphs on the rule of the puzzle. ``widest`` are the date and the level, of all days, that take most
    room: where they have none beside each other, the level is below the date in each block, so that all are alike.
    """

    look: Style
    date: str
    level: str
    picture: GridPicture
    title: str = ""
    answer: GridPicture | None = None
    caption: str = ""
    rules: tuple[str, ...] = ()
    widest: tuple[str, str] = ("", "")

    def draw(self, canvas: Canvas, width: float, height: float) -> None:
        """Draw the block as a page of this size; it is laid out alike with an answer and without."""
        canvas.begin_page(Sheet(width, height, (0.0, 0.0, width, height)))
        look, part = self.look.days, self.parts(width, height)
        top = part.box[3]
        left = (part.box[0] + part.box[2] - part.puzzle) / 2
        right = left + part.puzzle
        number, caption = self.look.face("number"), self.look.face("level")
        y = top - part.date
        down = part.level * self.look.type.leading
        if self.title:
            size = self._fitted(self.title, number, part.date, part.puzzle)
            write(canvas, left, y, shorten(self.title, number, size, part.puzzle), number, size)
            y -= down
        # A long date is set smaller rather than cut, and has lines of its own where it would be too small.
        usual = part.level if self.title else part.date
        if part.below:
            for text, face, most in ((self.date, number, usual), (self.level, caption, part.level)):
                size = self._fitted(text, face, most, part.puzzle)
                for line in break_lines(text, face, size, part.puzzle):
                    write(canvas, left, y, line, face, size)
                    y -= down
            y = top - part.date - down * (bool(self.title) + part.below)
        else:
            room = part.puzzle - part.level - caption.width(self.level, part.level)
            write(canvas, left, y, self.date, number, self._fitted(self.date, number, usual, room))
            write(canvas, right, y, self.level, caption, part.level, "right")
        foot = top - part.words - part.puzzle + part.line / 2
        y -= part.rules * (self.look.type.leading - 1) + self._gap(part.scale)
        for index, line in enumerate(self._lines(part.rules, part.puzzle)):
            drop = part.rules * (1 + index * self.look.type.leading)
            write(canvas, left, y - drop, line, self.look.face("text"), part.rules)
        inside = part.puzzle - part.line
        draw_grid(canvas, self.picture, left + part.line / 2, foot, inside, GridStyle.in_puzzles(self.look))
        if self.answer is not None:
            below = foot - part.line / 2 - look.answer_gap * part.scale
            if look.rule:
                middle = below + look.answer_gap * part.scale / 2
                canvas.stroke([(left, middle), (right, middle)], look.rule)
            self._draw_answer(canvas, part, left, below)
        canvas.end_page()

    def _draw_answer(self, canvas: Canvas, part: Parts, x: float, top: float) -> None:
        assert self.answer is not None
        face, size = self.look.face("caption"), part.caption
        beside = self.look.days.caption_gap * part.scale
        draw_grid(
            canvas, self.answer, x + part.answer_line / 2, top - part.answer + part.answer_line / 2,
            part.answer - part.answer_line, GridStyle.in_answers(self.look),
        )  # fmt: skip
        left = x + part.answer + beside
        for index, line in enumerate(break_lines(self.caption, face, size, x + part.puzzle - left)):
            write(canvas, left, top - size * (1 + index * self.look.type.leading), line, face, size)

    def _fitted(self, text: str, face: Face, size: float, width: float) -> float:
        """The size of type, at most this one, at which a text is so wide, but none that is too small to read."""
        return max(min(size, size * width / max(face.width(text, size), 1.0)), self.look.type.least_word)

    def _below(self, date: float, level: float, width: float) -> int:
        """How many lines are below the first of the date: 0 where the level has room beside it, perhaps set smaller."""
        number, caption = self.look.face("number"), self.look.face("level")
        pairs = [pair for pair in (self.widest, (self.date, self.level)) if any(pair)]
        least = self.look.type.least_word
        smaller = max(date * _LEAST_DATE, least)
        if all(number.width(one, smaller) + level + caption.width(two, level) <= width for one, two in pairs):
            return 0
        return max(
            len(break_lines(one, number, least, width)) + len(break_lines(two, caption, least, width)) - 1
            for one, two in pairs
        )

    def _gap(self, scale: float) -> float:
        return self.look.days.gap * scale

    def _lines(self, size: float, width: float) -> list[str]:
        """The rules, set as wide as the puzzle is."""
        face = self.look.face("text")
        return [line for text in self.rules for line in break_lines(text, face, size, width)]

    def parts(self, width: float, height: float) -> Parts:
        """How large the parts of the block are on a page of this size.

        The rules are set smaller where they would take too much of the grid.
        """
        usual, least = (
            max(size, self.look.type.least_word) for size in (self.look.days.rules * self._scale(width), 0.0)
        )
        bare = replace(self, rules=())._parts(width, height, usual)
        for step in range(_STEPS):
            made = self._parts(width, height, usual + (least - usual) * step / (_STEPS - 1))
            if made.puzzle >= bare.puzzle * self.look.days.beside_rules and not self._cramped(made):
                break
        return made

    def _scale(self, width: float) -> float:
        """Type grows with the block, as a newspaper sets it in one column or in three."""
        return max(1.0, (width - 2 * self.look.days.margin) / self.look.days.width)

    def _parts(self, width: float, height: float, rules: float) -> Parts:
        look, margin = self.look.days, self.look.days.margin
        box = (margin, margin, width - margin, height - margin)
        scale = self._scale(width)
        least = self.look.type.least_word
        date, level, caption = (max(size * scale, least) for size in (look.date, look.level, look.caption))
        down = level * self.look.type.leading
        puzzle, words, below = box[2] - box[0], 0.0, 0
        while True:
            below = max(below, self._below(level if self.title else date, level, puzzle))
            heads = date + self._gap(scale) + down * (bool(self.title) + below)
            # A grid that is smaller because of its rules is narrower, too, and the rules have more lines then.
            lines = len(self._lines(rules, max(puzzle, 1.0)))
            words = heads + (lines * rules * self.look.type.leading + self._gap(scale) if lines else 0.0)
            room = max(0.0, box[3] - box[1] - words - look.answer_gap * scale)
            smaller = min(puzzle, room / (1 + look.answer))
            if smaller in (puzzle, 0.0):
                break
            puzzle = smaller
        puzzle = smaller
        answer = puzzle * look.answer
        size = self.picture.geometry.span
        line = GridStyle.in_puzzles(self.look).fitted(puzzle / size).outline
        thin = GridStyle.in_answers(self.look).fitted(answer / size).outline
        return Parts(box, scale, date, level, below, caption, rules, words, puzzle, line, answer, thin)

    def fault(self, width: float, height: float) -> str:
        """Why the block has no room on a page of this size, "" if it has."""
        return self._cramped(self.parts(width, height))

    def _cramped(self, part: Parts) -> str:
        grid, size = self.look.grid, self.picture.geometry.span
        if part.puzzle <= part.line or part.answer <= part.answer_line:
            return "the page has no room for a grid"
        cell, small = (part.puzzle - part.line) / size, (part.answer - part.answer_line) / size
        style = GridStyle.in_puzzles(self.look)
        for digit, least, what in (
            (style.digit_size(cell), grid.least_digit, "the digits of the puzzle"),
            (
                GridStyle.in_answers(self.look).digit_size(small),
                self.look.days.least_answer,
                "the digits of the answer",
            ),
        ):
            if digit < least:
                return f"{what} would be {digit:.1f}pt high, less than {least:.1f}pt"
        if self.picture.least_cell(style, cell) > cell:
            return "the sums of the cages would be too small"
        return ""


_LEAST_DATE = 0.75
"""How small a date may become beside a level, of its usual size."""

_STEPS = 7
"""Sizes of type that are tried for the rules."""


@dataclass(frozen=True, slots=True)
class Parts:
    """Sizes in points: the box of the block, type sizes, the height of the words and rules, sides and outlines of the grids.

    ``below``: lines below the first of the date, the last of them the level; 0: it is beside the date.
    """

    box: Box
    scale: float
    date: float
    level: float
    below: int
    caption: float
    rules: float
    words: float
    puzzle: float
    line: float
    answer: float
    answer_line: float


@dataclass(frozen=True, slots=True)
class SmallDay:
    """One day on the sheet of a month: its number in the month, its level, and its grid."""

    day: int
    level: str
    picture: GridPicture


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthSheet:
    """The days of a month as in a calendar. ``weekdays`` head the columns; ``first`` is the column, from 0 on, of day 1."""

    look: Style
    title: str
    weekdays: tuple[str, ...]
    first: int
    days: tuple[SmallDay, ...]

    def draw(self, canvas: Canvas, width: float, height: float) -> None:
        """Draw the sheet as a page of this size. All months have six rows, so that their grids have one size."""
        canvas.begin_page(Sheet(width, height, (0.0, 0.0, width, height)))
        look, margin = self.look.days, self.look.sheets.margin
        weekday, number_size = (max(size, self.look.type.least_word) for size in (look.weekday, look.day))
        left, bottom, right, top = margin, margin, width - margin, height - margin
        write(canvas, left, top - look.month, self.title, self.look.face("title"), look.month)
        top -= look.month * self.look.type.title_leading + look.gap
        across = (right - left) / len(self.weekdays)
        heading = self.look.face("caption_bold")
        for column, name in enumerate(self.weekdays):
            shown = shorten(name, heading, weekday, across - look.cell_gap)
            write(canvas, left + column * across, top - weekday, shown, heading, weekday)
        top -= weekday * self.look.type.leading + look.gap
        down = (top - bottom) / _ROWS
        face, number, style = self.look.face("level"), self.look.face("number"), GridStyle.in_answers(self.look)
        for small in self.days:
            row, column = divmod(self.first + small.day - 1, len(self.weekdays))
            x, y = left + column * across, top - row * down
            if look.line:
                canvas.stroke([(x, y), (x + across - look.cell_gap, y)], look.line, ink=look.line_ink)
            y -= number_size * self.look.type.leading
            side = min(across - 3 * look.cell_gap, down - number_size * self.look.type.leading - 2.5 * look.cell_gap)
            # The number and the level are over the edges of their own grid: side by side with the next day's they read as one.
            x += (across - look.cell_gap - side) / 2
            write(canvas, x, y, str(small.day), number, number_size)
            level = shorten(small.level, face, number_size, side - number.width("00 ", number_size))
            write(canvas, x + side, y, level, face, number_size, "right")
            draw_grid(canvas, small.picture, x, y - look.cell_gap - side, side, style)
        canvas.end_page()


_ROWS = 6
"""Weeks that a month can touch."""
