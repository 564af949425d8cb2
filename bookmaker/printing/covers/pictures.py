"""The content of a cover and its pictures.

Pictures are made of a puzzle of the book (a grid half filled in, digits, a giant digit, bands, dots) or are the user's images,
cut to their box. The front that a shop shows is drawn from the finished PDF.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import ceil, cos, hypot, radians, sin, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bookmaker.base.errors import Fault, Place, SpecError
from bookmaker.base.seeds import seed_for
from bookmaker.printing.canvases import strokes
from bookmaker.printing.canvases.canvas import Box, Point
from bookmaker.printing.covers.barcode import Barcode
from bookmaker.printing.covers.colour import BLACK, MOST_INK, WHITE, Colour, Space, contrast, inks
from bookmaker.printing.covers.colour_canvas import ColourCanvas
from bookmaker.printing.covers.design import Design, Grid, Mosaic, Palette
from bookmaker.printing.covers.size import Panel
from bookmaker.printing.grids.grid_drawing import GridPicture, GridStyle, draw_grid
from bookmaker.printing.styles import fonts
from bookmaker.printing.styles.fonts import Face
from bookmaker.printing.styles.style import Style
from bookmaker.printing.text.images import DAMAGED, MOST_BYTES, MOST_PIXELS
from bookmaker.puzzles.grid.geometry import Geometry

if TYPE_CHECKING:
    from PIL import Image


@dataclass(frozen=True, slots=True)
class Level:
    """A level of the book: its rank from 1, its name, and how many puzzles have it, in words."""

    rank: int
    name: str
    count: str


@dataclass(frozen=True, slots=True)
class Content:
    """The content of a cover.

    ``texts`` are named as in :data:`bookmaker.printing.covers.design.WORDS`, ``places`` say where the spec has them.
    ``puzzle`` is the one of the pictures, ``kinds`` has one of each kind, the most frequent first. ``solution`` are the digits of
    ``puzzle``, ``marked`` the cells in bold: its givens, or some others if it has none; ``sample`` is on the back above
    ``sample_caption``, which ``sample_answer`` follows where there is room: the page of its answer; ``sample_at`` is its place in
    the book, from 0. ``spine_words``: whether the spine bears any; ``spine_upwards``: whether they are read from the foot
    to the head. ``covered``: the middle and the radius, in points of the page, of the badge under which patterns of cells stay
    empty. ``asked_subtitle``: the subtitle without the names of kinds.
    """

    look: Style
    texts: Mapping[str, str]
    places: Mapping[str, Place]
    puzzle: GridPicture
    solution: bytes
    marked: frozenset[int]
    sample: GridPicture
    sample_caption: str
    sample_rank: int
    levels: tuple[Level, ...]
    seed: int
    image: Path | None = None
    barcode: Barcode | None = None
    barcode_box: bool = True
    covered: tuple[float, float, float] | None = None
    spine_upwards: bool = False
    kinds: tuple[GridPicture, ...] = ()
    asked_subtitle: str = ""
    sample_answer: str = ""
    sample_at: int = 0


def _chance(seed: int, *parts: int) -> float:
    """A number from 0 to 1 that follows from the seed of the book."""
    return seed_for(seed, *parts) / 2**64


_TONES = 4
"""Tones that colour any map of regions, so that neighbours differ."""


def draw_symbol(
    canvas: ColourCanvas, content: Content, place: Point, digit: int, face: Face, height: float, cell: float
) -> None:
    """The symbol of a digit with its middle at a place, ``height`` points high in a cell of so many points."""
    symbols = content.puzzle.symbols
    font = (symbols.font or fonts.pictures()) if symbols.drawn else face
    points = symbols.points(content.look, font, height, cell)
    across, up = symbols.shift(digit, font)
    x, y = place[0] - across * points, place[1] + (up - font.digit_height() / 2) * points
    canvas.text(x, y, symbols.texts[digit - 1], font, points)


def is_hidden(content: Content, place: Point, high: float) -> bool:
    """Whether the badge would lie on a symbol ``high`` points high, with its middle at a place on the page."""
    if content.covered is None:
        return False
    x, y, radius = content.covered
    # Symbols are about as wide as they are high; their corners are empty.
    return hypot(place[0] - x, place[1] - y) < radius + 0.6 * high


def draw_puzzle(
    canvas: ColourCanvas, element: Grid, panel: Panel, content: Content, design: Design, tones: Palette
) -> None:
    """A grid in a window, turned, some of its empty cells filled in by hand."""
    picture, look = content.puzzle, content.look
    side, spots = _side(element, panel), _spots(element, picture.geometry)
    count = spots.count
    cell = side / count
    x, y = _middle(element, panel)
    paper, ink = tones.tone(element.paper), tones.tone(element.ink)
    look = replace(look, cages=replace(look.cages, sum_share=element.sum))
    with canvas.clipped(panel.spread(element.box)), canvas.placed(x, y, element.angle):
        edge = side / 2 + element.margin * cell
        if element.shadow:
            right, down = (by * cell for by in element.shadow_by)
            with canvas.tones(tones.tone(element.shadow)):
                box = (-edge + right, -edge - down, edge + right, edge - down)
                _paper(canvas, box, element.corners * cell)
        with canvas.tones(paper):
            _paper(canvas, (-edge, -edge, edge, edge), element.corners * cell)
        for index, (row, column) in spots.at.items() if element.cells else ():
            left, bottom = column * cell - side / 2, side / 2 - (row + 1) * cell
            tone = element.cells[(content.solution[index] - 1) % len(element.cells)]
            with canvas.tones(tones.tone(tone)):
                canvas.fill((left, bottom, left + cell, bottom + cell))
        _tint(canvas, element, picture, cell, side, tones)
        style = GridStyle(look, element.thin * cell, element.heavy * cell, element.outline * cell, element.digit)
        bold = frozenset(index for index, digit in enumerate(picture.digits) if digit)
        if element.lines:
            with canvas.tones(ink, paper):
                draw_grid(canvas, replace(picture, bold=bold), -side / 2, -side / 2, side, style)
        with canvas.tones(tones.tone(element.pencil)):
            _fill_in(canvas, element, content, design.face(element.by), cell, (x, y))


def _paper(canvas: ColourCanvas, box: Box, corner: float) -> None:
    if corner:
        canvas.shape(strokes.rounded(box, corner))
    else:
        canvas.fill(box)


def _tint(canvas: ColourCanvas, element: Grid, picture: GridPicture, cell: float, side: float, tones: Palette) -> None:
    """Tint cages, or boxes and regions where there are none, in a grid around the origin."""
    ground = picture.geometry
    areas: list[tuple[int, Sequence[int]]] = [(mark.tone, mark.cells) for mark in picture.caged]
    if not areas and any(ground.box_of):
        areas = _areas(ground)
    for tone, cells in areas if element.tints else ():
        with canvas.tones(tones.tone(element.tints[tone % len(element.tints)])):
            for index in cells:
                row, column = ground.spots[index]
                left, bottom = column * cell - side / 2, side / 2 - (row + 1) * cell
                canvas.fill((left, bottom, left + cell, bottom + cell))


def _areas(ground: Geometry) -> list[tuple[int, Sequence[int]]]:
    """The cells of each box or region, and its tone: those of two that have a side in common differ."""
    cells: dict[int, list[int]] = {}
    for index, number in enumerate(ground.box_of):
        cells.setdefault(number, []).append(index)
    at, tones = {spot: ground.box_of[index] for index, spot in enumerate(ground.spots)}, dict[int, int]()
    for number, mine in cells.items():
        beside = {
            tones[other]
            for row, column in (ground.spots[index] for index in mine)
            for spot in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
            if (other := at.get(spot, number)) in tones
        }
        # By turns, so that all tones come; the least that is free where that one is a neighbour's.
        turn = (number - 1) % _TONES
        tones[number] = next((tone for tone in (turn, *range(_TONES)) if tone not in beside), turn)
    return [(tones[number], mine) for number, mine in cells.items() if number]


def _middle(element: Grid, panel: Panel) -> Point:
    """Where the middle of a grid is on the page."""
    if element.corner is None:
        x, y = panel.at(element.centre)
        return x, y + element.above * panel.short
    (left, top), half = panel.at(element.corner), _side(element, panel) / 2
    return left + half, top - half


def _side(element: Grid, panel: Panel) -> float:
    """The side of a grid in points."""
    if not element.cover:
        return element.size * panel.short
    left, bottom, right, top = panel.spread(element.box)
    along, over = abs(cos(radians(element.angle))), abs(sin(radians(element.angle)))
    wide, high = right - left, top - bottom
    return element.size * max(wide * along + high * over, wide * over + high * along)


@dataclass(frozen=True, slots=True)
class Tile:
    """One tile of a mosaic: its box, its colour, and the colour of its lines and words."""

    box: Box
    tone: Colour
    ink: Colour


def tiles_of(element: Mosaic, panel: Panel, tones: Palette) -> list[Tile]:
    """The tiles of a mosaic in reading order, each nearly square. No two neighbours have one tone."""
    left, bottom, right, top = panel.spread(element.box)
    rows = max(1, round(sqrt(element.tiles * (top - bottom) / (right - left))))
    columns, gap = max(1, round(element.tiles / rows)), element.gap * panel.short
    wide, high = (right - left - gap * (columns - 1)) / columns, (top - bottom - gap * (rows - 1)) / rows
    made = []
    for row in range(rows):
        for column in range(columns):
            x, y = left + column * (wide + gap), top - high - row * (high + gap)
            tone = tones.tones[(column + 2 * row) % len(tones.tones)]
            made.append(
                Tile((x, y, x + wide, y + high), tone, max(tones.paper, tones.ink, key=partial(contrast, tone)))
            )
    return made


def draw_mosaic(canvas: ColourCanvas, element: Mosaic, tiles: Sequence[Tile], filled: int, content: Content) -> None:
    """Tiles with a part of a puzzle each, drawn as on the pages; only the first ``filled`` of them have one."""
    shown = content.kinds or (content.puzzle,)
    for place, tile in enumerate(tiles):
        x, y, right, top = tile.box
        wide, high, tone, ink = right - x, top - y, tile.tone, tile.ink
        with canvas.tones(tone):
            canvas.fill(tile.box)
        if place >= filled:
            return
        picture = shown[place % len(shown)]
        span = picture.geometry.span
        # Grids of few cells show as large a part as others; those of many, which say little in part, show more.
        side = max(sqrt(wide * high) * span / min(element.cells * span / picture.geometry.size, span), wide, high)
        cell = side / span
        style = GridStyle(
            content.look, element.thin * cell, element.heavy * cell, 2 * element.heavy * cell, element.digit
        )
        bold = frozenset(index for index, digit in enumerate(picture.digits) if digit)
        across, down = element.parts[place // len(shown) % len(element.parts)]
        left = x + cell / 2 + across * (wide - side - cell)
        bottom = top - side - cell / 2 - down * (high - side - cell)
        with canvas.clipped(tile.box), canvas.tones(ink, tone):
            draw_grid(canvas, replace(picture, bold=bold), left, bottom, side, style)


@dataclass(frozen=True, slots=True)
class _Spots:
    """Rows and columns of cells in a square of ``count`` cells a side."""

    count: int
    at: Mapping[int, tuple[int, int]]

    def middle(self, index: int, cell: float) -> Point:
        """The middle of a cell, from the middle of the square."""
        row, column = self.at[index]
        return (column + 0.5 - self.count / 2) * cell, (self.count / 2 - row - 0.5) * cell


def _spots(element: Grid, geometry: Geometry) -> _Spots:
    """The places of a grid's cells. A drawn grid has its frame and all of its grids, a pattern of tiles only one grid."""
    if element.lines:
        return _Spots(geometry.span, dict(enumerate(geometry.spots)))
    return _Spots(geometry.size, {cell: divmod(at, geometry.size) for at, cell in enumerate(square_of(geometry))})


def square_of(geometry: Geometry) -> tuple[int, ...]:
    """The cells of a grid in reading order; of several grids, those of the first."""
    (top, left), side = geometry.corners[0], range(geometry.size)
    return tuple(geometry.cell_at[top + row, left + column] for row in side for column in side)


def _by_hand(element: Grid, content: Content) -> list[int]:
    """The cells that are filled in by hand: those with the least draw, so that a higher share fills in the same and more.

    Of a Killer they are whole cages, whose sums are worked out.
    """
    cells = _spots(element, content.puzzle.geometry).at
    empty = [index for index in cells if not content.puzzle.digits[index] or not element.lines]
    drawn = sorted(empty, key=lambda index: seed_for(content.seed, index))
    if element.lines and content.puzzle.caged:
        short = [mark.cells for mark in content.puzzle.caged if len(mark.cells) <= element.cage]
        by_chance = sorted(short, key=lambda cage: seed_for(content.seed, cage[0]))
        drawn = [index for cage in by_chance for index in cage]
    return sorted(drawn[: round(element.filled * len(empty))])


def _fill_in(canvas: ColourCanvas, element: Grid, content: Content, face: Face, cell: float, centre: Point) -> None:
    """Fill cells in; ``centre``: of the grid, on the page. A pattern of tiles keeps clear of the badge, a puzzle does not."""
    spots = _spots(element, content.puzzle.geometry)
    for index in _by_hand(element, content):
        place = _turned(spots.middle(index, cell), centre, element.angle)
        if not element.lines and is_hidden(content, place, element.height * cell):
            continue
        lean = (2 * _chance(content.seed, index, 1) - 1) * element.unsteady
        with canvas.placed(*spots.middle(index, cell), lean):
            draw_symbol(canvas, content, (0.0, 0.0), content.solution[index], face, element.height * cell, cell)


def _turned(place: Point, centre: Point, angle: float) -> Point:
    """Where a place in a picture is on the page, if the picture is turned about a centre there."""
    across, up = cos(radians(angle)), sin(radians(angle))
    return centre[0] + place[0] * across - place[1] * up, centre[1] + place[0] * up + place[1] * across


def hand_foot(place: Point, panel: Panel, content: Content, design: Design) -> Point:
    """The foot of the digit by hand that is nearest to a place on the front; the place itself if there is none."""
    element = next((one for one in design.front if isinstance(one, Grid) and one.filled), None)
    if element is None:
        return place
    spots = _spots(element, content.puzzle.geometry)
    cell = _side(element, panel) / spots.count
    found = []
    for index in _by_hand(element, content):
        right, above = spots.middle(index, cell)
        found.append(_turned((right, above - element.height / 2 * cell), _middle(element, panel), element.angle))
    return min(found, key=lambda foot: hypot(foot[0] - place[0], foot[1] - place[1]), default=place)


RESOLUTION = 300
"""Pixels an inch that all printers want of images."""


def cut(path: Path, place: Place, width: float, height: float, space: Space) -> Image.Image:
    """The middle of an image in the proportions of a box of so many points, in the colours of ``space``.

    Raises SpecError if it cannot be read.
    """
    from PIL import Image, ImageOps

    try:
        if path.stat().st_size > MOST_BYTES:
            raise SpecError(Fault(f"{path.name} has more than {MOST_BYTES >> 20} MB", place, "make it smaller"))
        # Some of Pillow's other formats run a program of the machine. Of a file it takes as much memory as a length in it says.
        with Image.open(io.BytesIO(path.read_bytes()), formats=("PNG", "JPEG")) as opened:
            if opened.width * opened.height > MOST_PIXELS:
                raise SpecError(Fault(f"{path.name} has more than {MOST_PIXELS:,} pixels", place, "make it smaller"))
            ImageOps.exif_transpose(opened, in_place=True)
            image = opened.convert("RGB")
    except (*DAMAGED, Image.DecompressionBombError) as error:
        raise SpecError(
            Fault(f"{path.name} cannot be read as an image: {error}", place, "give a JPEG or PNG")
        ) from error
    scale = max(width / image.width, height / image.height)
    across, down = max(1, round(width / scale)), max(1, round(height / scale))
    left, top = (image.width - across) // 2, (image.height - down) // 2
    image = image.crop((left, top, left + across, top + down))
    if 72 / scale > 2 * RESOLUTION:
        fitting = round(width / 72 * RESOLUTION), round(height / 72 * RESOLUTION)
        image = image.resize(fitting, Image.Resampling.LANCZOS)
    return image if space == "rgb" else separated(image)


def darkest(path: Path, place: Place) -> Colour:
    """The mean of the darkest tenth of an image. Raises SpecError if it cannot be read."""
    return _darkest(cut(path, place, _SEEN, _SEEN, "rgb").resize((_SEEN, _SEEN)))


def _darkest(small: Image.Image) -> Colour:
    data = small.tobytes()
    points = sorted((data[at : at + 3] for at in range(0, len(data), 3)), key=sum)[: _SEEN * _SEEN // 10]
    red, green, blue = (sum(point[part] for point in points) / len(points) / 255 for part in range(3))
    return Colour((red, green, blue), inks(red, green, blue))


_SEEN = 40


@dataclass(frozen=True, slots=True)
class Calm:
    """The calmest part of an image, in shares from its upper left corner; the colour of words that can be read there, and how
    much of the image's own darkest colour must lie over that part before they can.
    """

    box: tuple[float, float, float, float]
    words: Colour
    dark: Colour
    shade: float

    def shaded(self, image: Image.Image, space: Space) -> Image.Image:
        """The image with its calm part as dark as the words need, in the colours of ``space``."""
        import numpy as np
        from PIL import Image

        if self.shade:
            wide = self.box[3] - self.box[1] >= 1
            low, high = self.box[::2] if wide else self.box[1::2]
            places = np.linspace(0, 1, image.width if wide else image.height)
            away = np.maximum(np.maximum(low - places, places - high), 0) / (high - low)
            share = self.shade * np.clip(1 - away, 0, 1)
            share = share[np.newaxis, :, np.newaxis] if wide else share[:, np.newaxis, np.newaxis]
            pixels = np.asarray(image, dtype=np.float32)
            mixed = pixels * (1 - share) + np.asarray(self.dark.rgb) * 255 * share
            image = Image.fromarray(mixed.astype(np.uint8), mode="RGB")
        return image if space == "rgb" else separated(image)


def calm_of(image: Image.Image, *, wide: bool, contrasts: float, shade: float) -> Calm:
    """The calmest third of an image: that in which lightness varies least; of a ``wide`` one the calmer half, left or right.

    ``contrasts``: the least contrast of words with all but the lightest or darkest tenth of it; ``shade``: the part of the
    darkest colour that lies over it where neither light nor dark words have that.
    """
    small = image.resize((_SEEN, _SEEN)).convert("L")
    parts = (
        [(0.0, 0.0, 0.5, 1.0), (0.5, 0.0, 1.0, 1.0)] if wide else [(0.0, at / 3, 1.0, (at + 1) / 3) for at in range(3)]
    )
    found = []
    for part in parts:
        values = sorted(small.crop(tuple(round(side * _SEEN) for side in part)).tobytes())  # type: ignore[arg-type]
        mean = sum(values) / len(values)
        found.append((sum((value - mean) ** 2 for value in values) / len(values), part, values))
    _, box, values = min(found)
    low, high = (
        Colour((share,) * 3, (0, 0, 0, 1 - share))
        for share in (values[len(values) // 10] / 255, values[-len(values) // 10] / 255)
    )
    dark = _darkest(image.resize((_SEEN, _SEEN)))
    if contrast(WHITE, high) >= contrasts:
        return Calm(box, WHITE, dark, 0.0)
    if contrast(BLACK, low) >= contrasts:
        return Calm(box, BLACK, dark, 0.0)
    return Calm(box, WHITE, dark, shade)


def coarse(image: Image.Image, name: str, width: float, height: float) -> Fault | None:
    """The fault of an image that has too few pixels for a box of so many points, or None."""
    resolution = image.width * 72 / width
    if resolution >= RESOLUTION - 1:
        return None
    wide, high = (ceil(side / 72 * RESOLUTION) for side in (width, height))
    message = f"{name} would be printed with {resolution:.0f} pixels an inch; printers want {RESOLUTION}"
    return Fault(message, None, f"give an image of at least {wide} x {high} pixels")


def separated(image: Image.Image) -> Image.Image:
    """An RGB image in four inks, by the formula of :func:`bookmaker.printing.covers.colour.inks`."""
    import numpy as np
    from PIL import Image

    shares = np.asarray(image, dtype=np.float32) / 255
    light = shares.max(axis=2, keepdims=True)
    black = 1 - light
    coloured = np.where(light > 0, (light - shares) / np.maximum(light, 1e-6), 0)
    total = coloured.sum(axis=2, keepdims=True)
    coloured *= np.minimum(1, (MOST_INK - black) / np.maximum(total, 1e-6))
    inked = np.concatenate([coloured, black], axis=2)
    # Rounded down, so that no place has more ink than allowed.
    return Image.fromarray((inked * 255).astype(np.uint8), mode="CMYK")


def pictured(pdf: bytes, box: Box, height: int) -> Image.Image:
    """A box of the first page of a PDF as pixels, ``height`` of them high."""
    import pypdfium2

    document: Any = pypdfium2.PdfDocument(io.BytesIO(pdf))
    page = document[0]
    # The box alone, scaled to whole pixels: a crop rounds outwards, and its first column would have some of the spine.
    page.set_mediabox(*box)
    page.set_cropbox(*box)
    scale = height * (1 - 1e-9) / (box[3] - box[1])
    image: Image.Image = page.render(scale=scale).to_pil().convert("RGB")
    document.close()
    return image


def at_widths(content: bytes, widths: Mapping[str, int]) -> dict[str, bytes]:
    """A picture scaled to each width in pixels, as the content of the file of that name: ``.png`` or ``.jpg``."""
    from PIL import Image

    with Image.open(io.BytesIO(content)) as opened:
        image = opened.convert("RGB")
    made = {}
    for name, wide in widths.items():
        small = image.resize((wide, round(wide * image.height / image.width)), Image.Resampling.LANCZOS)
        made[name] = encoded(small, "JPEG" if name.endswith(".jpg") else "PNG")
    return made


def spreads(pdf: bytes, lefts: Sequence[int], height: int) -> list[bytes]:
    """Facing pages of a PDF as pictures ``height`` pixels high, trimmed; ``lefts``: the left pages, from 1 on."""
    import pypdfium2
    from PIL import Image

    document: Any = pypdfium2.PdfDocument(io.BytesIO(pdf))
    made = []
    for left in lefts:
        pages = []
        for number in (left, left + 1):
            if not 1 <= number <= len(document):
                continue
            page = document[number - 1]
            box = page.get_trimbox()
            page.set_mediabox(*box)
            page.set_cropbox(*box)
            pages.append(page.render(scale=height * (1 - 1e-9) / (box[3] - box[1])).to_pil().convert("RGB"))
        if pages:
            sheet = Image.new("RGB", (sum(page.width for page in pages) + _FOLD * (len(pages) - 1), height), _GREY)
            for place, page in enumerate(pages):
                sheet.paste(page, (place * (page.width + _FOLD), 0))
            made.append(encoded(sheet, "PNG"))
    document.close()
    return made


def encoded(image: Image.Image, form: str) -> bytes:
    """An image as a file: ``PNG`` or ``JPEG``."""
    out = io.BytesIO()
    if form == "JPEG":
        image.save(out, form, quality=92, subsampling=0)
    else:
        image.save(out, form, optimize=True)
    return out.getvalue()


_GAP, _GREY, _ROW, _FOLD = 12, (176, 176, 176), 4, 2
"""Pixels between pictures side by side, the colour between them, how many are in a row; and pixels of the fold of a spread."""


def side_by_side(images: Sequence[Image.Image]) -> bytes:
    """Images in rows on grey, as a PNG file of 256 colours."""
    from PIL import Image

    wide, high = max(image.width for image in images) + _GAP, max(image.height for image in images) + _GAP
    across = min(_ROW, len(images))
    sheet = Image.new("RGB", (across * wide + _GAP, -(-len(images) // across) * high + _GAP), _GREY)
    for index, image in enumerate(images):
        sheet.paste(image, (_GAP + index % across * wide, _GAP + index // across * high))
    return encoded(sheet.quantize(256, dither=Image.Dither.NONE), "PNG")
