"""The last look before a file is written: each fault that a print shop rejects is found and told with its page."""

from __future__ import annotations

import io
from collections.abc import Callable

import pikepdf
import pytest
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas
from typeset_data import LOOK, SETUPS, grids_page

from bookmaker.base.errors import ProofError
from bookmaker.printing.canvases.pdf import Metadata
from bookmaker.printing.canvases.prepress import finish, inspect
from bookmaker.printing.pages.document import pdf_document
from bookmaker.printing.styles.fonts import embeddable


def made(draw: Callable[[Canvas], object]) -> bytes:
    """A PDF of two pages that another hand drew with the house's font; ``draw`` is called for the second."""
    buffer = io.BytesIO()
    font = embeddable(LOOK.face("caption"))
    canvas = Canvas(buffer, pagesize=(432, 648), initialFontName=font.fontName, invariant=1)
    for number in (1, 2):
        canvas.setFillGray(0)
        canvas.setStrokeGray(0)
        canvas.setFont(font.fontName, 12)
        canvas.drawString(72, 72, "Page")
        canvas.setTrimBox((0, 0, 432, 648))
        if number == 2:
            draw(canvas)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def faults(content: bytes) -> list[str]:
    with pikepdf.open(io.BytesIO(content)) as pdf:
        return list(inspect(pdf))


def image(mode: str) -> Callable[[Canvas], None]:
    fill = {"L": 128, "RGB": (1, 2, 3), "LA": (128, 9)}[mode]
    return lambda canvas: canvas.drawImage(ImageReader(Image.new(mode, (4, 4), fill)), 10, 10, mask="auto")


def inline_image(canvas: Canvas) -> None:
    canvas.addLiteral("q BI /W 1 /H 1 /BPC 8 /CS /G ID a EI Q")


def colour_in_a_form(canvas: Canvas) -> None:
    canvas.beginForm("seal")
    canvas.setFillColorRGB(1, 0, 0)
    canvas.rect(0, 0, 9, 9, fill=1)
    canvas.endForm()
    canvas.doForm("seal")


def form(draw: Callable[[Canvas], object]) -> Callable[[Canvas], None]:
    def in_form(canvas: Canvas) -> None:
        canvas.beginForm("seal")
        draw(canvas)
        canvas.endForm()
        canvas.doForm("seal")

    return in_form


def outline(canvas: Canvas) -> None:
    canvas.bookmarkPage("here")
    canvas.addOutlineEntry("Here", "here")


def unembedded(canvas: Canvas) -> None:
    canvas.setFont("Times-Roman", 12)
    canvas.drawString(10, 10, "x")


CASES: dict[str, tuple[Callable[[Canvas], object], str]] = {
    "rgb fill": (lambda canvas: canvas.setFillColorRGB(1, 0, 0), "page 2 sets a colour that is not black ink"),
    "rgb black": (lambda canvas: canvas.setStrokeColorRGB(0, 0, 0), "page 2 sets a colour that is not black ink"),
    "cmyk": (lambda canvas: canvas.setFillColorCMYK(0, 0, 0, 1), "page 2 sets a colour that is not black ink"),
    "colour in a form": (colour_in_a_form, "page 2 sets a colour that is not black ink"),
    "annotation": (lambda canvas: canvas.linkURL("https://example.org", (0, 0, 9, 9)), "page 2 has annotations"),
    "outline": (outline, "has bookmarks"),
    "font": (unembedded, "uses the font /Times-Roman, which is not embedded"),
    "font in a form": (form(unembedded), "uses the font /Times-Roman, which is not embedded"),
    "colour image": (image("RGB"), "page 2 holds an image that is not grey"),
    "transparent image": (image("LA"), "page 2 holds an image that is"),
    "inline image": (inline_image, "page 2 holds an inline image"),
    "transparency": (lambda canvas: canvas.setFillAlpha(0.5), "page 2 is transparent in places"),
}


def test_what_another_hand_drew_well_passes() -> None:
    assert faults(made(lambda _: None)) == []
    assert faults(made(image("L"))) == []


@pytest.mark.parametrize("case", CASES)
def test_each_fault_is_found(case: str) -> None:
    draw, message = CASES[case]
    content = made(draw)
    assert any(fault.removeprefix("page 1 ").startswith(message) for fault in faults(content)), faults(content)
    with pytest.raises(ProofError) as caught:
        finish(content, "interior.pdf")
    assert caught.value.exit_code == 9
    assert str(caught.value).startswith("interior.pdf: ")


def test_a_page_without_a_trim_box_is_found() -> None:
    with pikepdf.open(io.BytesIO(made(lambda _: None))) as pdf:
        del pdf.pages[1].obj["/TrimBox"]
        assert list(inspect(pdf)) == ["page 2 has no trim box"]


def test_an_encrypted_file_is_found() -> None:
    buffer = io.BytesIO()
    with pikepdf.open(io.BytesIO(made(lambda _: None))) as pdf:
        pdf.save(buffer, encryption=pikepdf.Encryption(owner="a", user=""))
    assert faults(buffer.getvalue()) == ["is encrypted"]


def test_finishing_is_deterministic_and_leaves_no_date() -> None:
    content = made(lambda _: None)
    first, second = finish(content, "a.pdf"), finish(content, "a.pdf")
    assert first == second
    with pikepdf.open(io.BytesIO(first)) as pdf:
        assert not {"/CreationDate", "/ModDate"} & set(pdf.docinfo)
        assert len(pdf.trailer.ID) == 2


def test_our_own_pages_pass() -> None:
    page = grids_page("four-up", [9], kind="x")
    content = pdf_document([page], SETUPS["a4"], Metadata("A"), 0, "a.pdf")
    assert faults(content) == []
