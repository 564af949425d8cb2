"""Labels above and below a grid: number, level, note, as the style words and places them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from string import Formatter

from bookmaker.printing.canvases import strokes
from bookmaker.printing.canvases.canvas import Box, Canvas, inked, spaced, spaced_width, write
from bookmaker.printing.grids.grid_drawing import GridPicture
from bookmaker.printing.pages.layouts import Layout
from bookmaker.printing.styles.style import Style
from bookmaker.printing.text.lines import break_lines, capitals, shorten

# The foot of a puzzle: facts of this one, where to look, a line for the time, in fields on one rule below its grid.
#
# Where a page has less room there are fewer lines; where it has none the first field that fits is beside the note below it.
# Grids never give way to it.


@dataclass(frozen=True, slots=True)
class Field:
    """A field: its heading and its lines. ``written``: below the heading is a line to write on."""

    heading: str
    lines: tuple[str, ...] = ()
    written: bool = False


@dataclass(frozen=True, slots=True)
class FootSizes:
    """The measures of the feet of one page in points: those of the style, larger where words around grids are."""

    look: Style
    scale: float = 1.0

    @property
    def text(self) -> float:
        """The type size of lines."""
        return max(self.look.type.least_word, self.look.puzzle_foot.size * self.scale)

    @property
    def heading(self) -> float:
        """The type size of headings."""
        return max(self.look.type.least_word, self.look.puzzle_foot.heading * self.scale)

    @property
    def line(self) -> float:
        """The line distance."""
        return self.text * self.look.puzzle_foot.leading

    def height(self, lines: int) -> float:
        """The height of a foot with this number of lines under its headings, and of the space above it; 0 without lines."""
        return self.look.puzzle_foot.gap + self.heading * 2.4 + lines * self.line if lines else 0.0

    def lines_in(self, room: float) -> int:
        """How many lines a foot has in so much room: 0 where it has none for two."""
        foot = self.look.puzzle_foot
        return next((lines for lines in range(foot.lines, 1, -1) if self.height(lines) <= room), 0)

    def columns(self, fields: Sequence[Field], width: float) -> tuple[Field, ...]:
        """The fields that have room side by side, the first ones first."""
        return tuple(fields[: max(1, int(width / (self.look.puzzle_foot.column * self.text)))])

    def draw(self, canvas: Canvas, fields: Sequence[Field], box: Box, lines: int) -> None:
        """Draw the fields at the top of a box."""
        foot = self.look.puzzle_foot
        left, _, right, top = box
        shown = self.columns(fields, right - left)
        if not shown:
            return
        y = top - foot.gap
        if foot.rule:
            canvas.stroke([(left, y), (right, y)], foot.rule)
        gap = 1.6 * self.text
        wide = (right - left + gap) / len(shown)
        end = y - self.heading * 2.4 - (lines - 0.7) * self.line
        for index, field in enumerate(shown):
            x = left + index * wide
            if index and foot.rule:
                canvas.stroke([(x - gap / 2, y - self.heading * 0.7), (x - gap / 2, end)], foot.rule, ink=0.5)
            self.draw_field(canvas, field, (x, end, x + wide - gap, y - self.heading * 0.6), lines)

    def draw_field(self, canvas: Canvas, field: Field, box: Box, most: int) -> float:
        """Draw a field at the top of a box, with ``most`` lines; returns where its last line ends."""
        look = self.look
        left, _, right, top = box
        face, y = look.face("caption_bold"), top - self.heading
        head = capitals(field.heading) if look.puzzle_foot.caps else field.heading
        head = shorten(head, face, self.heading * (1 + look.puzzle_foot.tracking), right - left)
        spaced(canvas, left, y, head, face, self.heading, look.puzzle_foot.tracking, "left")
        if field.written:
            most -= 1
            y -= self.line * 1.15
            canvas.stroke([(left, y), (right, y)], look.name_line.width, ink=look.name_line.ink)
        for text in self.broken(field, right - left, most):
            y -= self.line
            canvas.text(left, y, text, look.face("caption"), self.text)
        return y

    def broken(self, field: Field, width: float, most: int | None = None) -> list[str]:
        """The lines of a field as it is set in columns of a width; with ``most`` those that have room whole, or else as much of
        the first as has room.
        """
        face = self.look.face("caption")
        parts = [break_lines(line, face, self.text, width) for line in field.lines]
        if most is None:
            return [part for line in parts for part in line]
        shown: list[str] = []
        for line in parts:
            shown += line if len(shown) + len(line) <= most else []
        return shown or [*parts[0][:most]] if parts else []

    def draw_one(self, canvas: Canvas, fields: Sequence[Field], edge: tuple[float, float, float], size: float) -> None:
        """Draw the first field that has room on one line of type of a size, which starts at ``edge``: left, baseline, right."""
        left, y, right = edge
        look = self.look
        bold, face, gap = look.face("caption_bold"), look.face("caption"), size / 3
        for field in fields:
            start = left + bold.width(field.heading, size) + gap
            line = max((x for x in field.lines if start + face.width(x, size) <= right), key=len, default="")
            if field.written and start + _LEAST_LINE * size <= right:
                stop = min(right, start + 2 * _LEAST_LINE * size)
                canvas.stroke([(start, y - size * 0.2), (stop, y - size * 0.2)], look.name_line.width, ink=0.5)
            elif field.written or not line:
                continue
            canvas.text(left, y, field.heading, bold, size)
            if not field.written:
                canvas.text(start, y, line, face, size)
            return


_LEAST_LINE = 4.0
"""The shortest line to write a time on, in em."""


_JOINS = " ·–—,"
_MOST_NOTE, _COLUMN_LEADING = 2, 1.25
"""Lines of a note in a column beside a grid, at most; and how far apart lines are there, in sizes of the note."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One grid on a page: a label on the left above it, another on the right, a note below.

    ``short`` is the label for pages whose grids are too narrow for the full one. ``marks`` draw the level of rank ``rank``
    (0 to 7) on the right; ``steps``: of so many, if they are those of a stair. ``foot``: the fields below a puzzle.
    """

    picture: GridPicture
    label: str
    aside: str = ""
    note: str = ""
    short: str = ""
    marks: tuple[str, ...] = ()
    rank: int = 0
    time: str = ""
    steps: int = 0
    foot: tuple[Field, ...] = ()


def filled(template: str, fields: Mapping[str, str]) -> str:
    """A template with its fields filled in; a dash or dot that would begin or end it, beside an empty field, is left out.

    Where all fields are empty, nothing is left.
    """
    names = [name for _, name, _, _ in Formatter().parse(template) if name is not None]
    if names and not any(fields.get(name) for name in names):
        return ""
    return template.format_map({**fields, "bars": "", "stars": ""}).strip(_JOINS)


def slot(look: Style, picture: GridPicture, fields: Mapping[str, str], rank: int, *, answer: bool) -> Slot:
    """A grid with the words that the style puts around it."""
    labels = look.labels
    left, right = (labels.answer_left, labels.answer_right) if answer else (labels.left, labels.right)
    if not labels.every_level and not fields.get("several_levels", "yes"):
        fields = {**fields, "level": ""}
    marks = tuple(mark for mark in ("bars", "stars") if f"{{{mark}}}" in right and fields.get("level"))
    name = fields.get("name", "")
    label = filled(left, fields)
    if name and "{name}" not in left:
        # A name from a file, such as the sender's, is beside the number that the answers refer to.
        label = f"{label} · {name}" if label else name
    return Slot(
        picture,
        label,
        filled(right, fields),
        "" if answer else filled(labels.note, fields),
        fields["number"],
        marks,
        rank,
    )


@dataclass(frozen=True, slots=True)
class Labels:
    """How the strips above the grids of one page are set: the same on all of them, so that the page is of one piece."""

    look: Style
    layout: Layout
    size: float
    short: bool

    @staticmethod
    def of(look: Style, layout: Layout, slots: Sequence[Slot], outers: Sequence[float]) -> Labels:
        """Labels as large, and as long, as all slots of a page have room for beside outlines of these widths."""
        full = layout.label_size
        least = max(look.type.least_word, full * look.labels.shrink)
        steps = 1 + max(0, int((full - least) * 4))
        for short in (False, True):
            for size in (max(least, full - step / 4) for step in range(steps + 1)):
                labels = Labels(look, layout, size, short)
                if all(labels.fit(slot, outer) for slot, outer in zip(slots, outers, strict=True)):
                    return labels
            if not any(slot.short for slot in slots):
                return Labels(look, layout, least, short)
        # Numbers and levels of a style that are too large for a page of many grids: a puzzle without its number is worse.
        floor = look.type.least_word / max(look.labels.number, look.labels.level, 1.0)
        for step in range(1, 1 + max(0, int((least - floor) * 4))):
            labels = Labels(look, layout, least - step / 4, short)
            if all(labels.fit(slot, outer) for slot, outer in zip(slots, outers, strict=True)):
                return labels
        return Labels(look, layout, least, short)

    @property
    def number_size(self) -> float:
        """Type size on the left."""
        return max(self.look.type.least_word, self.size * self.look.labels.number)

    @property
    def aside_size(self) -> float:
        """Type size on the right."""
        return max(self.look.type.least_word, self.size * self.look.labels.level)

    @property
    def _apart(self) -> float:
        """The room between both sides. Where they are set smaller than usual, it keeps large type from being read as one."""
        if self.size >= max(self.look.type.least_word, self.layout.label_size * self.look.labels.shrink):
            return self.size
        return max(self.size, min(self.number_size, self.aside_size))

    def text(self, slot: Slot) -> str:
        """The words on the left."""
        return slot.short if self.short and slot.short else slot.label

    def aside(self, slot: Slot) -> str:
        """The words on the right."""
        return capitals(slot.aside) if self.look.labels.level_caps else slot.aside

    def _aside_width(self, slot: Slot) -> float:
        style, size = self.look.labels, self.aside_size
        width = spaced_width(self.aside(slot), self.look.face("level"), size, style.level_tracking)
        height = self._mark_height
        marks = [self._mark_width(mark, slot, height) for mark in slot.marks]
        return width + sum(marks) + (len(marks) - (not width)) * size / 2 if marks else width

    @property
    def _mark_height(self) -> float:
        font = self.look.face("level")
        return self.aside_size * font.cap_height / font.units

    def _mark_width(self, mark: str, slot: Slot, height: float) -> float:
        if mark == "stars":
            return strokes.stars_width(height, max(1, slot.rank, slot.steps), self.look.labels)
        return strokes.bars_width(height, self.look.labels)

    def fit(self, slot: Slot, width: float) -> bool:
        """Whether both labels of a slot have room beside each other."""
        used = self.look.face("number").width(self.text(slot), self.number_size)
        if slot.aside or slot.marks:
            used += self._apart + self._aside_width(slot)
        if self.look.labels.plate != "none":
            used += 2 * self.look.labels.plate_pad * self.size
        return used <= width

    def draw(self, canvas: Canvas, slot: Slot, edge: tuple[float, float, float], frame: Box) -> None:
        """Draw the labels above a grid whose outline begins, on top, at ``edge``: left, top, right."""
        left, top, right = edge
        style, bold = self.look.labels, self.look.face("number")
        size, plate = self.number_size, style.plate
        y, least = top + self.size * style.gap, style.letters * self.size
        text, aside, pad = self.text(slot), bool(slot.aside or slot.marks), 0.0
        if not self.fit(slot, right - left):
            # A name too long is shortened; where not even a few letters would be left of it, the aside gives way, as it does to a
            # number.
            room = right - left - (self._aside_width(slot) + self._apart if aside else 0.0)
            if room < least or (self.short and text == slot.short and bold.width(text, size) > room):
                aside, room = False, right - left
            if bold.width(text, size) > room and room < least:
                left, room = frame[0], frame[2] - frame[0]
            text = shorten(text, bold, size, room)
        if plate != "none" and text:
            pad = style.plate_pad * size
            high = bold.cap_height / bold.units * size
            across = right if plate == "bar" else left + bold.width(text, size) + 2 * pad
            y = max(y, top + pad) if plate == "number" else y
            canvas.fill((left, y - pad, across, y + high + pad), 1.0)
        canvas.text(left + pad, y, text, bold, size, 0.0 if pad else 1.0)
        if aside:
            self._draw_aside(canvas, slot, right - (pad if plate == "bar" else 0.0), y, 0.0 if plate == "bar" else 1.0)

    def draw_column(self, canvas: Canvas, slot: Slot, box: Box) -> None:
        """Draw the words around a grid in a column beside it: the number at the top, the level below it, the note at the foot.

        Between them are the digits, to be struck off, and a line for the time.
        """
        left, bottom, right, top = box
        look, bold = self.look, self.look.face("number")
        size = min(self.number_size * look.labels.column, (right - left) / max(bold.width(self.text(slot), 1.0), 1e-6))
        y = top - bold.cap_height / bold.units * size
        canvas.text(left, y, self.text(slot), bold, size)
        if slot.aside or slot.marks:
            larger = replace(self, size=self.size * look.labels.column)
            y -= larger.aside_size + larger._mark_height
            larger._draw_aside(canvas, slot, left + larger._aside_width(slot), y, 1.0)
        note, points = look.face("note"), self.layout.note_size * look.labels.column_note
        lines = break_lines(slot.note, note, points, right - left)[:_MOST_NOTE] if slot.note else []
        lift = max(len(lines) - 1, 0) * _COLUMN_LEADING * points
        symbols, size = slot.picture.symbols, slot.picture.geometry.size
        # In a narrow column of large type they are in two rows.
        rows = 1 if min(points, (right - left) / size) >= min(points, look.type.least) else 2
        self._draw_aids(canvas, slot, (left, bottom + lift + (rows - 1) * _COLUMN_LEADING * points, right, y))
        for index, line in enumerate(reversed(lines)):
            shown = shorten(line, note, points, right - left)
            canvas.text(left, bottom + index * _COLUMN_LEADING * points, shown, note, points)
        if slot.time:
            face, foot = look.face("caption"), bottom + lift + points * (2.5 if slot.note else 1)
            canvas.text(left, foot, slot.time, face, points)
            start = left + face.width(slot.time + " ", points)
            canvas.stroke([(start, foot - points * 0.2), (right, foot - points * 0.2)], look.name_line.width, ink=0.5)
            if not symbols.drawn and symbols.row == "none":
                across = -(-size // rows)
                apart = (right - left) / across
                # As they are listed: in the order of digits, letters would show the word that they hide.
                for index, digit in enumerate(digit for digit in symbols.order() if digit <= size):
                    x = left + (index % across + 0.5) * apart
                    above = 3 + (rows - 1 - index // across) * _COLUMN_LEADING
                    text = symbols.texts[digit - 1]
                    write(canvas, x, foot + points * above, text, face, min(points, apart), "centre")

    def _draw_aids(self, canvas: Canvas, slot: Slot, box: Box) -> None:
        """Draw the fields of a foot one below another, above the digits and the line for the time."""
        left, bottom, right, top = box
        sizes = FootSizes(self.look, self.layout.note_size * self.look.labels.column_note / self.look.puzzle_foot.size)
        floor = bottom + self.layout.note_size * self.look.labels.column_note * 8
        for field in slot.foot:
            lines = min(len(sizes.broken(field, right - left)), self.look.puzzle_foot.lines)
            top -= sizes.height(lines) - lines * sizes.line - sizes.heading
            if field.written or top - sizes.heading - lines * sizes.line < floor:
                continue
            top = sizes.draw_field(canvas, field, (left, floor, right, top), lines)

    def _draw_aside(self, canvas: Canvas, slot: Slot, right: float, y: float, ink: float) -> None:
        style, font, size = self.look.labels, self.look.face("level"), self.aside_size
        height = self._mark_height
        for mark in slot.marks:
            right -= self._mark_width(mark, slot, height)
            # On a plate, marks that do not count are as near to its ink as they are to paper elsewhere.
            empty = abs(1.0 - ink - style.empty_ink)
            if mark == "stars":
                count = max(1, slot.rank)
                beyond = max(slot.steps - count, 0), empty
                with inked(canvas, self.look.colours.stars):
                    strokes.draw_stars(canvas, right, y, height, count, style, ink, beyond)
            else:
                strokes.draw_bars(canvas, right, y, height, slot.rank, style, empty, ink)
            right -= size / 2
        spaced(canvas, right, y, self.aside(slot), font, size, style.level_tracking, "right", ink)

    def draw_note(
        self, canvas: Canvas, slot: Slot, edge: tuple[float, float, float], frame: Box, *, footed: bool = True
    ) -> None:
        """Draw the note below a grid whose outline ends at ``edge``: left, bottom, right; and the box to tick off.

        ``footed``: a foot follows; where none does, a note on the right has a line of it on its left.
        """
        left, bottom, right = edge
        style, font, size = self.look.labels, self.look.face("note"), self.layout.note_size
        if not self.layout.note:
            return
        y, start = bottom - size * style.drop, left
        if style.tick and self.layout.use == "puzzles":
            side = style.tick * size
            line = self.layout.style.thin
            strokes.draw_tick(canvas, left, y - (side - size * font.cap_height / font.units) / 2, side, line)
            start = left + side + size / 2
        if not footed and style.note_side == "right":
            ends = right - (font.width(slot.note, size) + 1.5 * size if slot.note else 0.0)
            FootSizes(self.look).draw_one(canvas, slot.foot, (start, y, ends), size)
        if not slot.note:
            return
        if font.width(slot.note, size) <= right - left:
            # An italic figure may lean out of its own width: not beyond the frame.
            ends = min(right, frame[2] - font.overhang(slot.note[-1]) * size)
            x = {"left": left, "centre": (left + right) / 2, "right": ends}[style.note_side]
            write(canvas, x, y, slot.note, font, size, style.note_side)
        else:
            text = shorten(slot.note, font, size, frame[2] - frame[0])
            write(canvas, (frame[0] + frame[2]) / 2, y, text, font, size, "centre")
