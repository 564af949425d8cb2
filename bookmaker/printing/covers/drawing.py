"""A whole cover: every element of a design drawn on its panel, with words as large as their box and the design allow."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import ceil, cos, hypot, pi, sin

from bookmaker.base.errors import Fault, SpecError
from bookmaker.printing.canvases import strokes
from bookmaker.printing.canvases.canvas import Box, Point, Sheet, spaced_width
from bookmaker.printing.canvases.strokes import corners
from bookmaker.printing.covers import pictures, scenes
from bookmaker.printing.covers.barcode import draw_barcode
from bookmaker.printing.covers.colour import WHITE, Colour
from bookmaker.printing.covers.colour_canvas import ColourCanvas
from bookmaker.printing.covers.design import (
    Along,
    Badge,
    Bands,
    Barcode,
    Border,
    Design,
    Digits,
    Dots,
    Drawing,
    Element,
    Fill,
    Frame,
    Giant,
    Grid,
    Levels,
    Mosaic,
    Palette,
    Paths,
    Photo,
    Picture,
    Sample,
    Stack,
)
from bookmaker.printing.covers.pictures import Content
from bookmaker.printing.covers.setting import Line, NoRoomError, Parts, Setting, parts_of, set_stack
from bookmaker.printing.covers.size import CoverSize, Panel, meet
from bookmaker.printing.grids.grid_drawing import GridStyle, draw_grid
from bookmaker.printing.printers import Edition
from bookmaker.printing.styles.fonts import Face, ink_extent
from bookmaker.printing.styles.style_parts import Align
from bookmaker.printing.text.lines import capitals

PANELS = ("whole", "back", "spine", "front")


def draw_cover(
    canvas: ColourCanvas,
    design: Design,
    palette: Palette,
    content: Content,
    size: CoverSize,
    edition: Edition,
    *,
    spine: bool,
    lenient: bool = False,
) -> list[str]:
    """Draw all panels of a cover on one page; returns notes for the user.

    ``spine``: whether it may bear words. ``lenient``: an image that is too coarse is a note, not an error.

    Raises SpecError for words that have no room, and for an image that is too coarse.
    """
    canvas.begin_page(size.sheet)
    painter = _Painter(canvas, design, palette, content, edition, size.sheet, spine, lenient)
    elements = [(name, element) for name in PANELS for element in getattr(design, name)]
    for name, element in sorted(elements, key=lambda one: _layer(*one)):
        painter.draw(element, painter.part(element, size.panel(name)))
    canvas.end_page()
    return painter.notes


@dataclass
class _Painter:
    """Draws elements one by one."""

    canvas: ColourCanvas
    design: Design
    tones: Palette
    content: Content
    edition: Edition
    sheet: Sheet
    spine: bool
    lenient: bool
    notes: list[str] = field(default_factory=list)
    parts: Parts | None = None
    calm: pictures.Calm | None = None

    def part(self, element: Element, panel: Panel) -> Panel:
        """The part of a panel that an element lies in."""
        if element.part == "all":
            return panel
        if self.parts is None:
            try:
                self.parts = parts_of(self.design, panel, self.content.texts)
            except NoRoomError as error:
                raise self._no_room(error) from error
        return self.parts.panels[element.part]

    def draw(self, element: Element, panel: Panel) -> None:
        """Draw one element on its panel."""
        match element:
            case Fill():
                self._fill(element, panel)
            case Stack():
                self._stack(element, panel)
            case Badge():
                self._badge(element, panel)
            case Photo():
                self._photo(element, panel)
            case Sample():
                self._sample(element, panel)
            case Levels():
                self._levels(element, panel)
            case Along():
                self._along(element, panel)
            case Barcode():
                self._barcode(element, panel)
            case Grid():
                pictures.draw_puzzle(self.canvas, element, panel, self._beside_badge(panel), self.design, self.tones)
            case Mosaic():
                self._mosaic(element, panel)
            case Digits():
                scenes.draw_field(self.canvas, element, panel, self.content, self.design, self.tones)
            case Giant():
                scenes.draw_giant(self.canvas, element, panel, self.content, self.design, self.tones)
            case Bands():
                scenes.draw_bands(self.canvas, element, panel, self._beside_badge(panel), self.design, self.tones)
            case Dots():
                scenes.draw_dots(self.canvas, element, panel, self.content, self.design, self.tones)
            case Drawing():
                window = (0.0, 0.0, self.sheet.width, self.sheet.height) if element.wraps else None
                scenes.draw_drawing(self.canvas, element, panel, self.content, self.design, self.tones, window)
            case Picture():
                scenes.draw_picture(self.canvas, element, panel, self.content, self.tones)
            case Border():
                scenes.draw_border(self.canvas, element, panel, self.content, self.tones)
            case Paths():
                scenes.draw_paths(self.canvas, element, panel, self.content, self.tones)

    def _mosaic(self, element: Mosaic, panel: Panel) -> None:
        tiles = pictures.tiles_of(element, panel, self.tones)
        worded = [item for item in element.items if self.content.texts.get(item.what)]
        pictures.draw_mosaic(self.canvas, element, tiles, len(tiles) - bool(worded), self.content)
        if not worded:
            return
        left, bottom, right, top = tiles[-1].box
        pad = element.pad * (right - left)
        box = meet((left + pad, bottom + pad, right - pad, top - pad), (panel.whole or panel).safe)
        try:
            made = set_stack(worded, self.content.texts, self.design.face, top - bottom, box)
        except NoRoomError as error:
            raise self._no_room(NoRoomError("badge", error.size)) from error
        spare = box[3] - box[1] - made.height
        self._write(made, (box[0], box[3] - spare / 2), box[2] - box[0], "centre", tiles[-1].ink)

    def _fill(self, element: Fill, panel: Panel) -> None:
        box, inset = panel.spread(element.box), element.inset * panel.short
        box = box[0] + inset, box[1] + inset, box[2] - inset, box[3] - inset
        corner, line = element.corner * panel.short, element.line * panel.short
        outline = strokes.rounded(box, corner)
        with self.canvas.tones(self.tones.tone(element.colour)):
            if line:
                self.canvas.stroke(outline, line, closed=True)
            else:
                self.canvas.shape(outline)

    def _stack(self, element: Stack, panel: Panel) -> None:
        if self.parts is not None and element is self.parts.title and self.parts.made and self.parts.box:
            left, _, right, top = self.parts.box
            self._write(self.parts.made, (left, top), right - left, element.side)
            return
        box, colour = self._clear(panel, element.box), None
        if element.calm and self.calm is not None:
            left, top, right, bottom = self.calm.box
            part = panel.part(panel.frame((left, top, right, bottom)))
            box, colour = part.words(element.box), self.calm.words
        texts = self.content.texts
        try:
            made = set_stack(element.items, texts, self.design.face, panel.unit, box)
        except NoRoomError:
            # The names of kinds, which nobody asked for, are the first to go.
            texts = {**texts, "subtitle": self.content.asked_subtitle}
            try:
                made = set_stack(element.items, texts, self.design.face, panel.unit, box)
            except NoRoomError as error:
                raise self._no_room(error) from error
        spare = box[3] - box[1] - made.height
        top = box[3] - {"top": 0.0, "middle": spare / 2, "bottom": spare}[element.at]
        self._write(made, (box[0], top), box[2] - box[0], element.side, colour)

    def _no_room(self, error: NoRoomError) -> SpecError:
        what = {"headline": "title", "before": "title", "rest": "title"}.get(error.what, error.what).replace("_", " ")
        message = f"the {what} has no room on the cover, even at {error.size:g}pt"
        return SpecError(Fault(message, self.content.places.get(error.what), "shorten it, or take another design"))

    def _write(self, made: Setting, corner: Point, width: float, side: Align, colour: Colour | None = None) -> None:
        for line in made.lines:
            x = corner[0] + (width - line.width) * {"left": 0.0, "centre": 0.5, "right": 1.0}[side] + line.shift
            y = corner[1] - line.drop
            with self.canvas.tones(colour or self.tones.tone(line.tone)):
                if line.face is None:
                    self.canvas.fill((x, y - line.size, x + line.width, y))
                elif line.item.by_tone:
                    self._letters(x, y, line, line.face)
                else:
                    self.canvas.text(x, y, line.text, line.face, line.size, 1.0, line.item.tracking)

    def _letters(self, x: float, y: float, line: Line, face: Face) -> None:
        strong, item = self.tones.strong, line.item
        kerns = face.kerns(line.text) or (0,) * len(line.text)
        for number, (letter, kern) in enumerate(zip(line.text, kerns, strict=True)):
            up = item.bounce * line.size * (1, -1)[number % 2]
            if item.shadow:
                off = item.shadow_by * line.size
                with self.canvas.tones(self.tones.tone(item.shadow)):
                    self.canvas.text(x + off, y + up - off, letter, face, line.size)
            with self.canvas.tones(strong[number % len(strong)]):
                self.canvas.text(x, y + up, letter, face, line.size)
            x += face.width(letter, line.size) + (kern / face.units + item.tracking) * line.size

    def _beside_badge(self, panel: Panel) -> Content:
        """The content with the place of a round badge on the panel, under which nothing should be cut in two."""
        badges = [one for one in getattr(self.design, panel.name, ()) if isinstance(one, Badge) and one.shape != "bar"]
        if not badges or not self.content.texts.get("badge"):
            return self.content
        x, y, width, _ = self._badge_place(badges[0], self.part(badges[0], panel.whole or panel))
        return replace(self.content, covered=(x, y, width / 2))

    def _badge_place(self, element: Badge, panel: Panel) -> tuple[float, float, float, float]:
        """The middle of a badge, its width and its height."""
        whole = panel.whole or panel
        width = element.size * min(whole.width, element.of_height * whole.height)
        x, y = panel.at(element.centre)
        high = width * (element.height if element.shape == "bar" else 1.0)
        # Its words keep clear of the edges where a printer wants more room than the design leaves.
        left, bottom, right, top = whole.safe
        across, down = width / 2 - element.pad * width, high / 2 - element.pad * width / 2
        return min(max(x, left + across), right - across), min(max(y, bottom + down), top - down), width, high

    def _badge(self, element: Badge, panel: Panel) -> None:
        if not self.content.texts.get("badge"):
            return
        canvas, (x, y, width, high) = self.canvas, self._badge_place(element, panel)
        with canvas.placed(x, y, element.angle), canvas.tones(self.tones.tone(element.colour)):
            if element.shape == "bar":
                canvas.shape(corners((-width / 2, -high / 2, width / 2, high / 2)))
            elif element.shape == "star":
                canvas.shape(_burst(width / 2, element.points, element.depth))
            else:
                canvas.circle(0, 0, width / 2)
            if element.ring:
                with canvas.tones(self.tones.accent_type):
                    canvas.ring(0, 0, width * (0.5 - element.inset * element.ring), width * element.ring)
            pad = element.pad * width
            box = (-width / 2 + pad, -high / 2 + pad / 2, width / 2 - pad, high / 2 - pad / 2)
            deep = element.depth if element.shape == "star" else 0.0
            ring = (element.inset + 0.5) * element.ring
            radius = None if element.shape == "bar" else width * ((1 - deep) * (0.5 - element.clear) - ring)
            try:
                made = self._rounded(element, width, box, radius)
            except NoRoomError as error:
                raise self._no_room(NoRoomError("badge", error.size)) from error
            self._write(made, (box[0], made.height / 2), box[2] - box[0], "centre")

    def _rounded(self, element: Badge, width: float, box: Box, radius: float | None) -> Setting:
        """The words of a badge, smaller than the style has them where a long line would reach over the edge of a circle.

        ``radius``: of the circle that they lie in, around the middle of the box; None where there is none.
        """
        scale = 1.0
        while True:
            made = set_stack(element.items, self.content.texts, self.design.face, width * scale, box)
            if radius is None or scale < element.least or _reach(made) <= radius:
                return made
            scale *= 0.97

    def _photo(self, element: Photo, panel: Panel) -> None:
        if self.content.image is None:
            message = "this cover design shows an image of yours"
            raise SpecError(Fault(message, self.content.places.get("image"), "name it, such as `image: photo.jpg`"))
        box, path, place = panel.spread(element.box), self.content.image, self.content.places["image"]
        width, height = box[2] - box[0], box[3] - box[1]
        found = pictures.cut(path, place, width, height, "rgb" if element.calm else self.canvas.space)
        if element.calm:
            self.calm = pictures.calm_of(
                found,
                wide=panel.width >= self.design.compose.wide * panel.height,
                contrasts=element.contrast,
                shade=element.shade,
            )
            found = self.calm.shaded(found, self.canvas.space)
        fault = pictures.coarse(found, path.name, width, height)
        if fault is not None and not self.lenient:
            raise SpecError(replace(fault, place=place))
        if fault is not None:
            self.notes.append(fault.message)
        self.canvas.picture(found, box)

    def _sample(self, element: Sample, panel: Panel) -> None:
        left, bottom, right, top = self._clear(panel, element.box)
        canvas, content = self.canvas, self.content
        size, font = element.size * panel.unit, self.design.face("bold")
        cap = font.cap_height / font.units
        above = (element.gap + cap) * size
        # Paper around the grid lies outside of the column of words.
        edge = element.frame * min(right - left, top - bottom - above)
        side = min(right - left, top - bottom - above - 2 * edge)
        # A framed one ends at the foot of its box, as the barcode beside it does.
        x, y = (left, bottom + edge) if edge else ((left + right - side) / 2, top - above - side)
        style = GridStyle.in_puzzles(content.look)
        paper, ink = self.tones.tone(element.paper), self.tones.tone(element.ink)
        with canvas.tones(paper):
            canvas.fill((x - edge, y - edge, x + side + edge, y + side + edge))
        with canvas.tones(ink, paper):
            draw_grid(canvas, content.sample, x, y, side, style)
        bars = content.look.labels
        words, rest = content.sample_caption, 1 + strokes.bars_width(cap, bars)
        longer = f"{words} · {content.sample_answer}" if content.sample_answer else words
        # Words, a gap of one letter, and the bars share the width of the grid.
        if side / (font.width(longer, 1.0) + rest) >= max(element.answered * size, content.look.type.least):
            words = longer
        size = min(size, side / (font.width(words, 1.0) + rest))
        wide, foot = strokes.bars_width(cap * size, bars), y + side + edge + element.gap * size
        with canvas.tones(self.tones.tone(element.caption), self.tones.tone(element.on)):
            canvas.text(x, foot, words, font, size)
            strokes.draw_bars(canvas, x + side - wide, foot, cap * size, content.sample_rank, bars, element.empty)

    def _levels(self, element: Levels, panel: Panel) -> None:
        left, bottom, right, top = self._clear(panel, element.box)
        bars, rows = self.content.look.labels, self.content.levels
        if element.columns and self._in_columns(element, (left, bottom, right, top), panel.unit):
            return
        name, count = self.design.face("bold"), self.design.face("text")
        # The level is drawn as on the pages.
        starred, cap = "{stars}" in self.content.look.labels.right, name.cap_height / name.units
        most = max((row.rank for row in rows), default=1)
        beside = (strokes.stars_width(cap, max(1, most), bars) if starred else strokes.bars_width(cap, bars)) + 1.0
        widest = beside + max(
            (name.width(row.name, 1.0) + count.width(f"  {row.count}", 1.0) for row in rows), default=0.0
        )

        def size_in(many: int) -> float:
            """The largest size at which the rows fit this number of columns."""
            high = (top - bottom) / (element.leading * max(1, ceil(len(rows) / many)))
            return min(element.size * panel.unit, high, (right - left) / (widest * many + element.apart * (many - 1)))

        # Of equal sizes take the fewest columns: one is read most easily.
        many = max(range(1, 4), key=lambda many: (size_in(many), -many))
        size, deep = size_in(many), ceil(len(rows) / many)
        if rows and size < element.least:
            self.notes.append("the back has no room for the list of levels")
            return
        high, wide = size * cap, size * beside
        column = (right - left - element.apart * size * (many - 1)) / many
        with self.canvas.tones(self.tones.tone(element.colour), self.tones.tone(element.on)):
            for index, row in enumerate(rows):
                x = left + index // deep * (column + element.apart * size)
                y = top - high - index % deep * size * element.leading
                if starred:
                    strokes.draw_stars(self.canvas, x, y, high, max(1, row.rank), bars)
                else:
                    strokes.draw_bars(self.canvas, x, y, high, row.rank, bars, element.empty)
                self.canvas.text(x + wide, y, row.name, name, size)
                self.canvas.text(x + column - count.width(row.count, size), y, row.count, count, size)

    def _in_columns(self, element: Levels, box: Box, unit: float) -> bool:
        """Draw levels side by side; whether they have room there."""
        (left, _, right, top), rows = box, self.content.levels
        name, count = self.design.face("bold"), self.design.face("text")
        size, many = element.size * unit, max(1, len(rows))
        gap = size
        wide = min((right - left - gap * (many - 1)) / many, (right - left - gap * 3) / 4)
        widest = max((max(name.width(row.name, size), count.width(row.count, size)) for row in rows), default=0.0)
        if widest > wide:
            return False
        for index, row in enumerate(rows):
            x = left + index * (wide + gap)
            with self.canvas.tones(self.tones.tone(element.bar)):
                self.canvas.fill((x, top - size / 4, x + wide, top))
            with self.canvas.tones(self.tones.tone(element.colour)):
                first = top - size / 4 - element.leading * size
                self.canvas.text(x, first, row.name, name, size)
                self.canvas.text(x, first - element.leading * size, row.count, count, size)
        return True

    def _along(self, element: Along, panel: Panel) -> None:
        text = self.content.texts.get(element.what, "")
        if not text or not self.spine:
            return
        text, font = capitals(text) if element.caps else text, self.design.face(element.face)
        left, bottom, right, top = panel.safe
        bottom += element.foot * (top - bottom)
        low, high = ink_extent(font, text)
        length = (top - bottom) * (element.end - element.start)
        size = min(
            element.size, (right - left) / (high - low), length / spaced_width(text, font, 1.0, element.tracking)
        )
        if size < element.least:
            self.notes.append(f"the spine is too narrow for {element.what.replace('_', ' ')}: {text!r} is left out")
            return
        width = spaced_width(text, font, size, element.tracking)
        rest = (length - width) * {"left": 0.0, "centre": 0.5, "right": 1.0}[element.side]
        start = (top - bottom) * element.start + rest
        # The middle of the ink lies on the middle of the spine.
        middle, sunk = (left + right) / 2, (high + low) / 2 * size
        up = self.content.spine_upwards
        at = (middle + sunk, bottom + start) if up else (middle - sunk, top - start)
        with self.canvas.placed(*at, 90 if up else -90), self.canvas.tones(self.tones.tone(element.colour)):
            self.canvas.text(0, 0, text, font, size, 1.0, element.tracking)

    def _barcode_box(self, panel: Panel) -> Box | None:
        """The place of the barcode, or the box for the printer's; None if this panel has none."""
        rule, code = self.edition.binding.cover, self.content.barcode
        element = next((one for one in self.design.back if isinstance(one, Barcode)), None)
        if element is None or rule is None or (code is None and not self.content.barcode_box) or panel.name != "back":
            return None
        right, bottom = panel.at(element.corner)
        right, bottom = min(right, panel.box[2] - rule.barcode.inset), max(bottom, panel.box[1] + rule.barcode.inset)
        wide, high = rule.barcode.box
        if code is not None:
            wide = max(code.modules * element.module, rule.barcode.own_least[0])
            high = max(element.height, rule.barcode.own_least[1])
        return right - wide, bottom, right, bottom + high

    def _clear(self, panel: Panel, frame: Frame) -> Box:
        """The part of a box for words that keeps clear of the barcode: the larger of the parts above and beside it."""
        box, code = panel.words(frame), self._barcode_box(panel)
        if code is None:
            return box
        gap = self.edition.binding.cover.text_inset if self.edition.binding.cover else 0.0
        left, bottom, right, top = box
        if right <= code[0] - gap or left >= code[2] + gap or bottom >= code[3] + gap or top <= code[1] - gap:
            return box
        above, beside = (left, code[3] + gap, right, top), (left, bottom, code[0] - gap, top)
        return max(above, beside, key=_area)

    def _barcode(self, element: Barcode, panel: Panel) -> None:
        box, code = self._barcode_box(panel), self.content.barcode
        if box is None:
            return
        if code is None:
            with self.canvas.tones(WHITE):
                self.canvas.fill(box)
        else:
            draw_barcode(self.canvas, code, box, element.module, self.design.face("digit"))


def _layer(panel: str, element: Element) -> int:
    """What wraps lies over the ground of the whole cover, and under the words of back and spine."""
    if panel == "whole":
        return 0
    return 1 if isinstance(element, Drawing) and element.wraps else 2


def _area(box: Box) -> float:
    return max(0.0, box[2] - box[0]) * max(0.0, box[3] - box[1])


def _reach(made: Setting) -> float:
    """How far the lines of a stack reach from its middle, in points, where each of them is centred."""
    corners_of = [
        hypot(line.width / 2, made.height / 2 - line.drop + line.size * end)
        for line in made.lines
        if line.face is not None
        for end in ink_extent(line.face, line.text)
    ]
    return max(corners_of, default=0.0)


def _burst(radius: float, points: int, depth: float) -> list[Point]:
    """A star of many short points."""
    turns = [(radius * (1 - depth * (index % 2)), pi * index / points) for index in range(2 * points)]
    return [(reach * sin(turn), reach * cos(turn)) for reach, turn in turns]
