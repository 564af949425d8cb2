"""SVG drawings on pages: vectors stay vectors, and what cannot be printed is refused with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.readback import Reader
from bookmaker.base.errors import ResourceError
from bookmaker.printing.canvases.page_setup import PageSetup
from bookmaker.printing.canvases.pdf import Metadata
from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.pages.document import pdf_document
from bookmaker.printing.pages.own_page import Leaf, own_pages
from bookmaker.printing.styles import style
from bookmaker.printing.text import images, svg_drawings
from bookmaker.printing.text.images import ImageBlock

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100" viewBox="0 0 400 200">\n'
SHAPES = (
    "<style>.r{fill:#c00}</style>\n"
    '<path class="r" d="M 20 20 h 80 v 80 h-80 z M 40 40 h 40 v 40 h-40 z" fill-rule="evenodd"/>\n'
    '<circle cx="200" cy="100" r="40" fill="none" stroke="black" stroke-width="0.2"/>\n'
    '<g transform="translate(300 50) scale(2)">'
    '<rect width="20" height="10" rx="3" fill="white" stroke="#000" stroke-width="4"/></g>\n'
)


def drawing(folder: Path, shapes: str, head: str = HEAD) -> Path:
    path = folder / "d.svg"
    path.write_text(f"{head}{shapes}</svg>", encoding="utf-8")
    return path


def test_shapes_keep_their_places_and_tones(tmp_path: Path) -> None:
    found = images.read(drawing(tmp_path, SHAPES))
    assert (found.natural, found.ratio) == (150.0, 0.5)
    canvas = RecordingCanvas()
    found.draw(canvas, (10.0, 20.0, 410.0, 220.0))
    ring, circle, plate, frame = canvas.lines
    # Red is darker than a middle grey; y grows upwards; the hole is a contour of its own.
    assert ring == "area 0.76 even-odd 30,200 110,200 110,120 30,120 / 50,180 90,180 90,140 50,140"
    assert circle.startswith("stroke 0.75 closed 1 ")
    places = [tuple(map(float, point.split(","))) for point in circle.split()[4:]]
    assert all(abs(((x - 210) ** 2 + (y - 120) ** 2) ** 0.5 - 40) < 0.02 for x, y in places)
    assert plate.startswith("area 0 winding ")
    assert frame.startswith("stroke 8 closed 1 ")
    assert max(float(point.split(",")[0]) for point in frame.split()[4:]) == 350


def test_a_drawing_is_vectors_in_the_pdf_and_no_line_is_too_thin(tmp_path: Path) -> None:
    look, setup = style.find(), PageSetup((432.0, 648.0), 36.0, 36.0, 36.0)
    found = images.read(drawing(tmp_path, SHAPES))
    assert found.concern(100.0)[1].startswith("d.svg has lines of 0.05pt at this width: they are printed 0.75pt wide")
    leaf = Leaf("", (ImageBlock(look, found),))
    pages = own_pages(look, [leaf], setup.live(0, 1), None)
    reader = Reader(pdf_document(pages, setup, Metadata("D"), 0, "d.pdf"))
    assert not list(reader.pdf.pages[0].get_images())
    (ink,) = reader.pages()
    assert len(ink.areas) == 2
    assert [width for _, width in ink.lines] == [0.75, 3.0]
    left, bottom, right, top = setup.live(0, 1)
    for box in [*ink.areas, *(box for box, _ in ink.lines)]:
        assert left <= box[0] and box[2] <= right and bottom <= box[1] and box[3] <= top


GRADIENT = '<defs><linearGradient id="g"><stop offset="0"/></linearGradient></defs>'

REFUSED = {
    "<text>Hi</text>": "line 2: text is not printed",
    '<image href="/etc/hostname" width="9" height="9"/>': "line 2: an image inside a drawing is not printed",
    f'{GRADIENT}<rect width="9" height="9" style="fill: url(#g)"/>': "line 2: a gradient is not printed",
    '<rect width="9" height="9" opacity=".5"/>': "line 2: transparency is not printed",
    '<rect width="9" height="9" style="fill-opacity:50%"/>': "line 2: transparency is not printed",
    '\n<style>rect { opacity: 0.2 }</style><rect width="9" height="9"/>': "line 3: transparency is not printed",
    '<rect x="390" width="90" height="9"/>': "shapes lie outside of the drawing's page",
    "": "the drawing has nothing to print",
    "<g>": "this is not an SVG drawing: ",
    f"{GRADIENT}": "the drawing has nothing to print",
}


@pytest.mark.parametrize("shapes", REFUSED)
def test_what_cannot_be_printed_is_refused(shapes: str, tmp_path: Path) -> None:
    with pytest.raises(ResourceError) as caught:
        images.read(drawing(tmp_path, shapes))
    assert [fault.message.startswith(REFUSED[shapes]) for fault in caught.value.faults] == [True], caught.value


def test_nothing_outside_of_the_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("M 0 0 h 9 v 9 z")
    head = f'<!DOCTYPE svg [<!ENTITY s SYSTEM "{tmp_path}/secret">]>{HEAD}'
    found = svg_drawings.read(drawing(tmp_path, '<path d="M 1 1 h 9 v 9 z"/><desc>&s;</desc>', head))
    assert len(found.figures) == 1
