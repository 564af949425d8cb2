"""One picture on every canvas: the same ink at the same places, pixel by pixel, whatever file it is drawn into."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pypdfium2
import pytest
from PIL import Image, ImageDraw, ImageFilter

from bookmaker.printing.canvases.canvas import Canvas, Pixels, Sheet
from bookmaker.printing.canvases.eps import EpsCanvas
from bookmaker.printing.canvases.pdf import Metadata, PdfCanvas
from bookmaker.printing.canvases.raster import RasterCanvas, contact_sheet
from bookmaker.printing.canvases.strokes import circle
from bookmaker.printing.canvases.svg import SvgCanvas
from bookmaker.printing.covers.colour_canvas import ColourCanvas
from bookmaker.printing.styles import style
from bookmaker.printing.text.svg_drawings import read

LOOK = style.find()
WIDE, HIGH, DOTS = 200, 120, 2
SHEET = Sheet(WIDE, HIGH, (0.0, 0.0, WIDE, HIGH))
PIXELS = Pixels("four", 2, 2, bytes([0, 255, 128, 64]))
FACE = LOOK.face("title")


def corner(canvas: Canvas) -> None:
    """An L of two bars, 20 points high and 10 wide, in two tones."""
    canvas.fill((0.0, 0.0, 10.0, 4.0), 1.0)
    canvas.fill((0.0, 4.0, 4.0, 20.0), 0.5)


def picture(canvas: Canvas, *, dashed: bool = True) -> None:
    canvas.fill((10.0, 10.0, 30.0, 20.0), 0.5)
    canvas.stroke([(10.0, 30.0), (30.0, 30.0), (30.0, 50.0)], 4.0, ink=0.75)
    canvas.stroke([(42.0, 32.0), (58.0, 32.0), (58.0, 48.0), (42.0, 48.0)], 4.0, closed=True)
    if dashed:
        canvas.stroke([(10.0, 60.0), (50.0, 60.0)], 4.0, dash=(8.0, 4.0, 2.0), ink=0.5)
        canvas.stroke([(60.0, 15.0), (60.0, 65.0)], 2.0, dash=(5.0, 5.0, 0.0))
    canvas.shape([(70.0, 10.0), (90.0, 10.0), (80.0, 30.0)], 0.25)
    canvas.area(
        [
            [(70.0, 40.0), (90.0, 40.0), (90.0, 60.0), (70.0, 60.0)],
            [(75.0, 45.0), (75.0, 55.0), (85.0, 55.0), (85.0, 45.0)],
        ],
        1.0,
        even_odd=True,
    )
    canvas.area([circle(80.0, 80.0, 8.0)], 0.5, even_odd=False)
    canvas.stamp("corner", 100.0, 10.0, corner)
    canvas.stamp("corner", 120.0, 10.0, corner)
    canvas.turned(150.0, 50.0, corner)
    canvas.stamp("outer", 100.0, 60.0, lambda inner: inner.turned(20.0, 30.0, corner))


def expected(*, dashed: bool = True) -> Image.Image:
    """The picture by its meaning, at two pixels a point: boxes that anyone can check against :func:`picture`."""
    image = Image.new("L", (WIDE * DOTS, HIGH * DOTS), 255)
    pen = ImageDraw.Draw(image)

    def box(left: float, bottom: float, right: float, top: float, grey: int) -> None:
        pen.rectangle((left * DOTS, (HIGH - top) * DOTS, right * DOTS - 1, (HIGH - bottom) * DOTS - 1), fill=grey)

    box(10, 10, 30, 20, 128)
    # Butt ends, and a mitred corner.
    box(10, 28, 32, 32, 64)
    box(28, 28, 32, 50, 64)
    box(40, 30, 60, 50, 0)
    box(44, 34, 56, 46, 255)
    # A pattern of 8 on and 4 off that begins two points within a dash.
    for left, right in ((10, 16), (20, 28), (32, 40), (44, 50)) if dashed else ():
        box(left, 58, right, 62, 128)
    for foot in (15, 25, 35, 45, 55) if dashed else ():
        box(59, foot, 61, foot + 5, 0)
    pen.polygon([(x * DOTS, (HIGH - y) * DOTS) for x, y in ((70, 10), (90, 10), (80, 30))], fill=191)
    box(70, 40, 90, 60, 0)
    box(75, 45, 85, 55, 255)
    pen.ellipse(tuple(side * DOTS for side in (72, 32, 88, 48)), fill=128)
    for left in (100, 120):
        box(left, 10, left + 10, 14, 0)
        box(left, 14, left + 4, 30, 128)
    # The same turned by half a circle, its origin at the upper right corner.
    for right, top in ((150, 50), (120, 90)):
        box(right - 10, top - 4, right, top, 0)
        box(right - 4, top - 20, right, top - 4, 128)
    return image


def rendered(pdf: bytes) -> Image.Image:
    document: Any = pypdfium2.PdfDocument(pdf)
    shown: Image.Image = document[0].render(scale=DOTS).to_pil().convert("L")
    document.close()
    return shown


def by_raster(draw: Callable[[Canvas], None]) -> Image.Image:
    canvas = RasterCanvas(72 * DOTS)
    canvas.begin_page(SHEET)
    draw(canvas)
    canvas.end_page()
    return canvas.pages[0]


def by_pdf(draw: Callable[[Canvas], None]) -> Image.Image:
    canvas = PdfCanvas(Metadata("P"), LOOK)
    canvas.begin_page(SHEET)
    draw(canvas)
    canvas.end_page()
    return rendered(canvas.finish())


def by_cover(draw: Callable[[Canvas], None]) -> Image.Image:
    canvas = ColourCanvas(Metadata("P"), LOOK, "rgb")
    canvas.begin_page(SHEET)
    draw(canvas)
    canvas.end_page()
    return rendered(canvas.finish())


def by_svg(draw: Callable[[Canvas], None]) -> Image.Image:
    """Read by another library, and filled by the raster canvas."""
    canvas = SvgCanvas(outlined=True)
    canvas.begin_page(SHEET)
    draw(canvas)
    canvas.end_page()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "p.svg"
        path.write_bytes(canvas.finish())
        found = read(path)
    return by_raster(lambda inner: found.draw(inner, (0.0, 0.0, float(WIDE), float(HIGH))))


def by_eps(draw: Callable[[Canvas], None]) -> Image.Image:
    canvas = EpsCanvas("P")
    canvas.begin_page(SHEET)
    draw(canvas)
    canvas.end_page()
    return by_raster(lambda inner: PostScript(canvas.finish().decode("ascii"), inner).run())


def assert_alike(found: Image.Image, wanted: Image.Image) -> None:
    """Each pixel of either is as dark as one beside it in the other: edges may lie half a point off, and nothing more."""
    assert found.size == wanted.size
    for one, other in ((found, wanted), (wanted, found)):
        darkest, lightest = other.filter(ImageFilter.MinFilter(3)), other.filter(ImageFilter.MaxFilter(3))
        rows = zip(one.tobytes(), darkest.tobytes(), lightest.tobytes(), strict=True)
        wrong = [at for at, (grey, low, high) in enumerate(rows) if not low - 40 <= grey <= high + 40]
        assert not wrong, [(at % one.width / DOTS, HIGH - at // one.width / DOTS) for at in wrong[:20]]


class PostScript:
    """Runs the few operators of our EPS files, and fills and strokes on a canvas."""

    def __init__(self, text: str, canvas: Canvas) -> None:
        self.canvas = canvas
        self.shapes = {
            name: self._contours(body.split()) for name, body in re.findall(r"^/(G\d+)\{(.*?)\}def", text, re.S | re.M)
        }
        self.body = text.partition("%%EndProlog\n")[2].partition("%%EOF")[0].split()
        self.stack: list[Any] = []
        self.state: dict[str, Any] = {"move": (1.0, 0.0, 0.0), "grey": 0.0, "width": 1.0, "dash": None}

    @staticmethod
    def _contours(words: list[str]) -> list[list[tuple[float, float]]]:
        """The contours of a glyph, curves as eight straight pieces."""
        numbers: list[float] = []
        contours: list[list[tuple[float, float]]] = []
        for word in words:
            if word not in "mlch":
                numbers.append(float(word))
                continue
            points = list(zip(numbers[::2], numbers[1::2], strict=True))
            if word == "m":
                contours.append(points)
            elif word == "l":
                contours[-1] += points
            elif word == "c":
                (ax, ay), (bx, by), (cx, cy), (dx, dy) = contours[-1][-1], *points
                for t in (step / 8 for step in range(1, 9)):
                    u = 1 - t
                    a, b, c, d = u**3, 3 * u * u * t, 3 * u * t * t, t**3
                    contours[-1].append((a * ax + b * bx + c * cx + d * dx, a * ay + b * by + c * cy + d * dy))
            numbers = []
        return contours

    def at(self, x: float, y: float) -> tuple[float, float]:
        sign, left, bottom = self.state["move"]
        return left + sign * x, bottom + sign * y

    def numbers(self, count: int) -> list[float]:
        found = self.stack[-count:]
        del self.stack[-count:]
        return found

    def run(self) -> None:
        path: list[list[tuple[float, float]]] = []
        closed, saved = False, []
        for word in self.body:
            match word:
                case "gsave":
                    saved.append(dict(self.state))
                case "grestore":
                    self.state = saved.pop()
                case "translate":
                    self.state["move"] = (self.state["move"][0], *self.at(*self.numbers(2)))
                case "rotate":
                    assert self.numbers(1) == [180.0]
                    sign, left, bottom = self.state["move"]
                    self.state["move"] = (-sign, left, bottom)
                case "g":
                    (self.state["grey"],) = self.numbers(1)
                case "setlinewidth":
                    (self.state["width"],) = self.numbers(1)
                case "setdash":
                    (phase,) = self.numbers(1)
                    pattern = self.stack[self.stack.index("[") + 1 :]
                    del self.stack[self.stack.index("[") :]
                    self.state["dash"] = (*pattern, phase) if pattern else None
                case "m":
                    path.append([self.at(*self.numbers(2))])
                    closed = False
                case "l":
                    path[-1].append(self.at(*self.numbers(2)))
                case "h":
                    closed = True
                case "fill" | "eofill":
                    self.canvas.area(path, 1 - self.state["grey"], even_odd=word == "eofill")
                    path = []
                case "rectfill":
                    left, bottom, wide, high = self.numbers(4)
                    (x1, y1), (x2, y2) = self.at(left, bottom), self.at(left + wide, bottom + high)
                    box = min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)
                    self.canvas.fill(box, 1 - self.state["grey"])
                case "stroke":
                    look = {"closed": closed, "ink": 1 - self.state["grey"], "dash": self.state["dash"]}
                    self.canvas.stroke(path.pop(), self.state["width"], **look)
                case "t":
                    x, y, scale, name = self.numbers(4)
                    shape = [[self.at(x + scale * a, y + scale * b) for a, b in one] for one in self.shapes[name]]
                    self.canvas.area(shape, 1 - self.state["grey"], even_odd=False)
                case "load":
                    pass
                case "end":
                    return
                case _ if word.startswith("/"):
                    self.stack.append(word[1:])
                case _:
                    for part in re.findall(r"\[|[-.\d]+", word):
                        self.stack.append(part if part == "[" else float(part))


WAYS = {"raster": by_raster, "pdf": by_pdf, "svg": by_svg, "eps": by_eps}


@pytest.mark.parametrize("way", WAYS)
def test_ink_lies_where_it_is_meant(way: str) -> None:
    # The reader of drawings knows no dashes; a file that has them is looked at below.
    dashed = way != "svg"
    assert_alike(WAYS[way](lambda canvas: picture(canvas, dashed=dashed)), expected(dashed=dashed))


def test_a_cover_draws_boxes_shapes_and_lines_as_pages_do() -> None:
    def without(canvas: Canvas) -> None:
        canvas.fill((10.0, 10.0, 30.0, 20.0), 0.5)
        canvas.stroke([(10.0, 30.0), (30.0, 30.0), (30.0, 50.0)], 4.0, ink=0.75)
        canvas.stroke([(42.0, 32.0), (58.0, 32.0), (58.0, 48.0), (42.0, 48.0)], 4.0, closed=True)
        canvas.stroke([(10.0, 60.0), (50.0, 60.0)], 4.0, dash=(8.0, 4.0, 2.0), ink=0.5)
        canvas.shape([(70.0, 10.0), (90.0, 10.0), (80.0, 30.0)], 0.25)
        canvas.stamp("corner", 100.0, 10.0, corner)
        canvas.text(10.0, 80.0, "Rides AV", FACE, 20.0, 0.5, 0.1)

    assert_alike(by_cover(without), by_raster(without))


def test_dashes_of_svg_files_are_those_of_pages() -> None:
    canvas = SvgCanvas()
    canvas.begin_page(SHEET)
    canvas.stamp(
        "x", 5.0, 7.0, lambda inner: inner.stroke([(10.0, 60.0), (50.0, 60.0)], 4.0, dash=(8.0, 4.0, 2.0), ink=0.5)
    )
    line = next(line for line in canvas.finish().decode().splitlines() if "polyline" in line)
    assert line == (
        '<polyline points="15,53 55,53" fill="none" stroke="#808080" stroke-width="4" '
        'stroke-dasharray="8 4" stroke-dashoffset="2"/>'
    )


def text(canvas: Canvas) -> None:
    canvas.text(10.0, 80.0, "Rides AV", FACE, 20.0)
    canvas.text(10.0, 50.0, "Rides AV", FACE, 20.0, 0.5, 0.1)
    canvas.glyphs([(10.0, 20.0, "3"), (30.0, 20.0, "8"), (50.0, 14.5, "3")], FACE, 20.0)
    canvas.text(120.0, 20.0, "B", FACE, 30.0)


@pytest.mark.parametrize("way", ["pdf", "svg", "eps"])
def test_letters_lie_where_they_are_meant(way: str) -> None:
    found, wanted = WAYS[way](text), by_raster(text)
    assert_alike(found, wanted)
    # The same letters: a word in black, wider and grey, and three figures, each within its box.
    for image in (found, wanted):
        boxes = [image.crop(box).point(lambda grey: 255 - grey).getbbox() for box in BOXES]
        assert all(boxes), boxes
    for box in BOXES:
        ours, theirs = (image.crop(box).point(lambda grey: 255 * (grey < 200)).getbbox() for image in (found, wanted))
        assert ours is not None and theirs is not None
        assert all(abs(one - other) <= 2 for one, other in zip(ours, theirs, strict=True)), (box, ours, theirs)
    assert found.crop(BOXES[0]).getextrema()[0] < 20 and 110 < found.crop(BOXES[1]).getextrema()[0] < 145


def pixels(left: float, bottom: float, right: float, top: float) -> tuple[int, int, int, int]:
    return round(left * DOTS), round((HIGH - top) * DOTS), round(right * DOTS), round((HIGH - bottom) * DOTS)


BOXES = [
    pixels(*box)
    for box in (
        (0, 74, 200, 110),
        (0, 44, 200, 72),
        (8, 14, 25, 40),
        (28, 14, 46, 40),
        (48, 10, 66, 38),
        (115, 10, 180, 45),
    )
]


def test_letters_further_apart_end_where_their_width_says() -> None:
    width = FACE.width("Rides AV", 20.0) + 7 * 0.1 * 20.0
    last = by_raster(text).crop(BOXES[1]).point(lambda grey: 255 * (grey < 250)).getbbox()
    assert last is not None
    assert last[2] / DOTS == pytest.approx(10.0 + width, abs=1.0)


def grey(image: Image.Image, x: float, y: float) -> int:
    found = image.getpixel((round(x * DOTS), round((HIGH - y) * DOTS)))
    assert isinstance(found, int)
    return found


@pytest.mark.parametrize("way", ["raster", "pdf"])
def test_an_image_fills_its_box_row_by_row_from_the_top(way: str) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.image((50.0, 20.0, 130.0, 80.0), PIXELS)

    shown = WAYS[way](draw)
    assert [grey(shown, x, y) for x, y in ((55, 75), (125, 75), (55, 25), (125, 25))] == [0, 255, 128, 64]
    inked = shown.point(lambda value: 255 * (value < 250)).getbbox()
    assert inked is not None
    assert [side / DOTS for side in inked] == pytest.approx([50, HIGH - 80, 130, HIGH - 20], abs=0.6)


def test_images_stand_in_svg_and_eps_files_at_their_places() -> None:
    canvas = SvgCanvas()
    canvas.begin_page(SHEET)
    canvas.stamp("x", 5.0, 7.0, lambda inner: inner.image((50.0, 20.0, 130.0, 80.0), PIXELS))
    canvas.end_page()
    file = canvas.finish().decode()
    assert '<image x="55" y="33" width="80" height="60" preserveAspectRatio="none" href="data:image/png;base64,' in file
    assert '<rect width="100%" height="100%" fill="white"/>' in file
    eps = EpsCanvas("Four (2x2)")
    eps.begin_page(SHEET)
    eps.image((50.0, 20.0, 130.0, 80.0), PIXELS)
    eps.end_page()
    lines = eps.finish().decode("ascii")
    assert "gsave 50 20 translate 80 60 scale /row 2 string def\n2 2 8 [2 0 0 -2 0 2]\n" in lines
    assert "\n00ff8040\ngrestore" in lines
    assert "%%BoundingBox: 0 0 200 120\n" in lines and "%%Title: (Four [2x2])\n" in lines


def test_text_of_charts_stays_text_as_wide_as_it_is_set() -> None:
    canvas = SvgCanvas()
    canvas.begin_page(SHEET)
    canvas.stamp("x", 5.0, 7.0, lambda inner: inner.text(10.0, 20.0, "A<B", FACE, 20.0, 0.5, 0.1))
    canvas.glyphs([(30.0, 40.0, "7")], LOOK.face("text_bold"), 10.0)
    canvas.end_page()
    first, second = re.findall(r"<text .*?</text>", canvas.finish().decode())
    width = FACE.width("A<B", 20.0) + 3 * 0.1 * 20.0
    assert first.startswith('<text x="15" y="93" fill="#808080" ') and first.endswith(">A&lt;B</text>")
    assert f'font-size="20" textLength="{width:.2f}"'.rstrip("0") in first or f'textLength="{width:.2f}"' in first
    assert second.startswith('<text x="30" y="80" fill="#000000" ') and 'font-weight="bold"' in second


def test_a_contact_sheet_has_its_pages_in_rows_on_grey() -> None:
    def page(ink: float) -> RasterCanvas:
        canvas = RasterCanvas(72)
        canvas.begin_page(Sheet(40, 30, (0.0, 0.0, 40.0, 30.0)))
        canvas.fill((-1.0, -1.0, 41.0, 31.0), ink)
        canvas.end_page()
        return canvas

    sheet = Image.open(io.BytesIO(contact_sheet([[page(1.0), page(0.5)], [None, page(0.0), page(1.0)]], 72)))
    gap = 7
    assert sheet.size == (3 * (40 + gap) + gap, 2 * (30 + gap) + gap)
    wanted = Image.new("L", sheet.size, 170)
    for across, down, value in ((0, 0, 0), (1, 0, 128), (1, 1, 255), (2, 1, 0)):
        wanted.paste(value, (gap + across * 47, gap + down * 37, gap + across * 47 + 40, gap + down * 37 + 30))
    assert sheet.tobytes() == wanted.tobytes()
