"""Images in the user's own pages: how fine they are, what is printed of them, and how large they are."""

from __future__ import annotations

import io
import struct
import tracemalloc
import zlib
from pathlib import Path

import pikepdf
import pytest
from own_page_data import Write, assembled, picture, told, writer
from pikepdf import PdfImage
from PIL import Image

from bookmaker.base.errors import Place
from bookmaker.base.units import INCH
from bookmaker.cli import main
from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.covers import pictures
from bookmaker.printing.pages.frontmatter import OpenerPage
from bookmaker.printing.pages.page_kinds import BlankPage
from bookmaker.printing.text import images
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.making.build import build
from bookmaker.publishing.book.pages import own_pages
from bookmaker.publishing.book.pages.own_pages import faults_and_notes
from bookmaker.publishing.book.spec.spec_file import Spec


@pytest.fixture
def write(tmp_path: Path) -> Write:
    return writer(tmp_path)


def test_resolution_at_the_placed_size_decides(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    def page(width: str) -> Spec:
        return write("back_matter: [o.md]\n", o__md=f"![a](i.png{width})\n", i__png=picture(600, 300))

    for width in ("", "#width=2in"):
        assert faults_and_notes(book_of(page(width))) == ([], [])
    # The measure is 4.875in.
    for width, dots in (("#width=2.5in", 240), ("#width=60%", 205)):
        faults, notes = faults_and_notes(book_of(page(width)))
        assert not faults
        assert notes[0].endswith("printers want 300") and f"i.png has {dots} dots per inch" in notes[0]
    assert main(["check", str(page("#width=2.5in").path)]) == 0
    assert "note: " in capsys.readouterr().out
    coarse = "o.md:1:1: i.png has 133 dots per inch at a width of 4.50in; 150 are the least"
    assert told(page("#width=4.5in"))[0].startswith(coarse)


def test_images_are_printed_in_grey(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    clear = Image.new("RGBA", (400, 200), (255, 0, 0, 0))
    clear.paste((255, 0, 0, 255), (0, 0, 200, 200))
    out = io.BytesIO()
    clear.save(out, "PNG")
    deep = io.BytesIO()
    Image.new("I;16", (40, 20), 32768).save(deep, "PNG")
    turned = Image.Exif()
    turned[0x0112] = 6
    files = {
        "clear__png": out.getvalue(),
        "deep__png": deep.getvalue(),
        "cmyk__jpg": picture(40, 20, "CMYK", (0, 0, 0, 0), "JPEG"),
        "turned__jpg": picture(40, 20, "RGB", (0, 0, 0), "JPEG", exif=turned),
    }
    source = "\n\n".join(f"![x]({name.replace('__', '.')})" for name in files)
    spec = write("front_matter: [o.md]\n", o__md=source, **files)
    monkeypatch.chdir(spec.path.parent)
    built = build(spec, 1)
    with pikepdf.open(built.folder / "interior.pdf") as pdf:
        images = [PdfImage(held).as_pil_image() for held in pdf.pages[0].get_images().values()]
    assert {image.mode for image in images} == {"L"}
    by_size = {image.size: image for image in images}
    # What is transparent is paper; red is a middle grey; sixteen bits keep their tone.
    assert by_size[400, 200].getpixel((300, 100)) == 255
    assert by_size[400, 200].getpixel((100, 100)) == 76
    assert (20, 40) in by_size
    assert {image.getpixel((5, 5)) for image in images if image.size == (40, 20)} == {128, 255}


def test_an_image_is_no_finer_than_paper_shows(write: Write) -> None:
    spec = write("back_matter: [o.md]\n", o__md="![a](i.png#width=1in)\n", i__png=picture(3000, 1500))
    canvas = RecordingCanvas()
    page = assembled(spec).interior[-1]
    page = page if not isinstance(page, BlankPage) else assembled(spec).interior[-2]
    page.draw(canvas, (0.0, 0.0, 360.0, 500.0))
    (image,) = [line for line in canvas.lines if line.startswith("image")]
    assert image.split()[-2:] == ["600", "300"]


def sized(width: int, height: int) -> bytes:
    """A PNG whose head says this size: to write so many pixels would take seconds."""
    made = bytearray(picture(1, 1))
    made[16:24] = struct.pack(">II", width, height)
    made[29:33] = struct.pack(">I", zlib.crc32(made[12:29]))
    return bytes(made)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"not an image", "this is not a PNG or JPEG image (save it as one of these)"),
        (b"", "this is not a PNG or JPEG image"),
        (picture(300, 300, "L", 7, "GIF"), "this is not a PNG or JPEG image"),
        (picture(3000, 300, "L")[:-30], "the image is damaged: "),
        (sized(20000, 10000), "the image has far too many pixels (scale it down: at most 60 million are read)"),
        (sized(11000, 10000), "the image has 11000x10000 pixels (scale it down"),
    ],
)
def test_a_bad_image_gets_one_message(content: bytes, message: str, write: Write) -> None:
    found = told(write("back_matter: [o.md]\n", o__md="a\n\n![x](i.png)\n", i__png=content))
    assert len(found) == 1, found
    assert found[0].startswith(f"o.md:3:1: i.png: {message}")


def test_a_length_in_a_file_that_is_damaged_takes_no_memory(tmp_path: Path) -> None:
    """Pillow asks for as many bytes as a part of a PNG says that it has: two gigabytes of a file of 1 kB."""
    whole = io.BytesIO()
    Image.effect_noise((40, 30), 50).convert("L").save(whole, "PNG")
    at = whole.getvalue().index(b"IDAT") - 4
    path = tmp_path / "long.png"
    path.write_bytes(whole.getvalue()[:at] + struct.pack(">I", 0x7FFFFFF0) + whole.getvalue()[at + 4 :])
    tracemalloc.start()
    try:
        images.read(path)
        pictures.cut(path, Place("cover.yaml"), 40, 30, "rgb")
        assert tracemalloc.get_traced_memory()[1] < 10 << 20
    finally:
        tracemalloc.stop()


def test_an_introduction_with_a_tall_image_stays_on_its_opener(write: Write) -> None:
    spec = write("", ", intro: {page: i.md, image: tall.png}", i__md="Some words.\n", tall__png=picture(1200, 2400))
    book = assembled(spec)
    opener = next(page for page in book.interior if isinstance(page, OpenerPage))
    assert len(opener.blocks) == 2
    assert opener.height((0.0, 0.0, 360.0, 500.0)) <= 500
    known = own_pages.fields(book_of(spec), 1)
    text, leaves = own_pages.intro(book_of(spec), spec.sections[0], known, (0.0, 0.0, 5 * INCH, 500.0))
    assert (text, len(leaves)) == ("", 1)


def test_an_image_shrinks_before_two_lines_stand_on_a_page_of_their_own(write: Write) -> None:
    source = "Words.\n\n![x](i.png)\n\n## Last\n\nwords\n"
    spec = write("back_matter: [o.md]\n", o__md=source, i__png=picture(1000, 1000))
    known, (page,) = own_pages.fields(book_of(spec), 1), spec.back_parts
    for high, width, held in ((350.0, 240, [3]), (310.0, 204, [3]), (270.0, 168, [3]), (200.0, 168, [1, 2])):
        _, made = own_pages.pages(book_of(spec), page, known, (0.0, 0.0, 360.0, high))
        canvases = [RecordingCanvas() for _ in made]
        for one, canvas in zip(made, canvases, strict=True):
            one.draw(canvas, (0.0, 0.0, 360.0, high))
        lines = [line.split() for canvas in canvases for line in canvas.lines]
        (image,) = [line for line in lines if line[0] == "image"]
        assert round(float(image[3]) - float(image[1])) == width
        # The heading stays with the words under it.
        assert [sum(line.startswith("text") for line in canvas.lines) for canvas in canvases] == held, high
