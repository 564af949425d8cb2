"""Booklets: pages two by two on sheets that fold into each other, and books that are made for it."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from book_data import loaded, refusal
from conftest import Run

from bookmaker.base.errors import InputError
from bookmaker.base.units import INCH
from bookmaker.printing.canvases.canvas import Sheet
from bookmaker.printing.canvases.pdf import Metadata, PdfCanvas
from bookmaker.printing.canvases.prepress import booklet, sides
from bookmaker.printing.printers import Edition, find
from bookmaker.printing.printers.edition import closing_blanks, count_breaches, gutter_breaches
from bookmaker.printing.styles import style
from bookmaker.publishing.book.making.build import build
from bookmaker.publishing.book.making.estimate import expected

LOOK = style.find()


def pages(count: int, width: float = 300.0, height: float = 400.0, bleed: float = 0.0) -> bytes:
    """A file whose pages bear their numbers, with what runs off the page drawn in its bleed."""
    canvas = PdfCanvas(Metadata("Numbers", "", "en"), LOOK)
    trim = (bleed, bleed, bleed + width, bleed + height)
    for number in range(1, count + 1):
        canvas.begin_page(Sheet(width + 2 * bleed, height + 2 * bleed, trim))
        canvas.text(bleed + 100, bleed + 200, f"p{number}", LOOK.face("text"), 20)
        canvas.end_page()
    return canvas.finish()


def texts(content: bytes) -> list[tuple[list[str], list[str]]]:
    """The words on the left and on the right half of each page."""
    found = []
    pdf = pypdfium2.PdfDocument(content)
    for page in pdf:
        held, (width, height) = page.get_textpage(), page.get_size()
        halves = [held.get_text_bounded(x, 0, x + width / 2, height).split() for x in (0.0, width / 2)]
        found.append((halves[0], halves[1]))
    pdf.close()
    return found


@pytest.mark.parametrize("count", range(1, 30))
def test_folded_sheets_have_their_pages_in_order(count: int) -> None:
    held = list(sides(count))
    assert len(held) % 2 == 0 and len(held) // 2 == -(-count // 4)
    sheets = [*zip(held[::2], held[1::2], strict=True)]
    # Folded into each other: right halves from the outermost sheet in, then left ones from the innermost out.
    order = [page for (_, front), (back, _) in sheets for page in (front, back)]
    order += [page for (front, _), (_, back) in reversed(sheets) for page in (back, front)]
    assert order == list(range(4 * len(sheets)))


def test_each_side_shows_its_two_pages_as_large_as_they_are() -> None:
    made = booklet(pages(6), "b.pdf")
    assert (made.sheets, made.pages, made.blank, made.flip) == (2, 6, 2, "over the short edge")
    assert made.size == pytest.approx((600, 400))
    assert texts(made.content) == [([], ["p1"]), (["p2"], []), (["p6"], ["p3"]), (["p4"], ["p5"])]
    assert booklet(pages(6), "b.pdf").content == made.content
    with pikepdf.open(io.BytesIO(made.content)) as pdf:
        assert str(pdf.docinfo["/Title"]) == "Numbers"
        assert all([*page.mediabox] == [*page.trimbox] == [0, 0, 600, 400] for page in pdf.pages)
        # Pages stay what they are: each is one object, and its type is type.
        forms = [form for page in pdf.pages for form in page.obj.Resources.XObject.values()]
        assert len(forms) == 6 and {str(form.Subtype) for form in forms} == {"/Form"}
        assert (
            len({form.Resources.Font["/F2+0"].objgen if "/F2+0" in form.Resources.Font else 0 for form in forms}) == 1
        )


def test_the_place_of_a_word_on_the_sheet_is_that_on_its_page() -> None:
    pdf = pypdfium2.PdfDocument(booklet(pages(4), "b.pdf").content)
    held = pdf[1].get_textpage()
    at = {held.get_text_range(index, 1): held.get_charbox(index) for index in range(held.count_chars())}
    assert at["2"][0] == pytest.approx(100 + 11, abs=3) and at["3"][0] == pytest.approx(300 + 100 + 11, abs=3)
    assert at["2"][1] == pytest.approx(200, abs=1)
    pdf.close()


def test_pages_with_bleed_are_cut_to_their_trim() -> None:
    made = booklet(pages(4, bleed=9.0), "b.pdf")
    assert made.size == pytest.approx((600, 400))
    assert texts(made.content) == [(["p4"], ["p1"]), (["p2"], ["p3"])]


def test_pages_on_their_side_are_turned_upright() -> None:
    with pikepdf.open(io.BytesIO(pages(4, 400.0, 300.0))) as pdf:
        for page in pdf.pages:
            page.obj.Rotate = 90
        out = io.BytesIO()
        pdf.save(out)
    made = booklet(out.getvalue(), "b.pdf")
    assert made.size == pytest.approx((600, 400))
    assert [[len(half) for half in both] for both in texts(made.content)] == [[1, 1], [1, 1]]


@pytest.mark.parametrize("sheet", [(595.0, 842.0), (842.0, 595.0)])
def test_pages_fill_the_paper_that_there_is(sheet: tuple[float, float]) -> None:
    made = booklet(pages(4), "b.pdf", sheet)
    assert made.size == (842.0, 595.0)
    with pikepdf.open(io.BytesIO(made.content)) as pdf:
        (scales) = {line.split()[1] for line in pdf.pages[0].obj.Contents.read_bytes().decode().splitlines()}
    assert scales == {f"{min(842 / 600, 595 / 400):.6g}"}
    assert texts(made.content) == [(["p4"], ["p1"]), (["p2"], ["p3"])]


def test_narrow_pages_turn_over_the_long_edge() -> None:
    assert booklet(pages(4, 150.0, 400.0), "b.pdf").flip == "over the long edge"
    assert booklet(pages(4, 150.0, 300.0), "b.pdf").flip == "about the fold"


def test_pages_of_several_sizes_have_the_room_of_the_largest() -> None:
    with pikepdf.open(io.BytesIO(pages(2))) as pdf, pikepdf.open(io.BytesIO(pages(2, 200.0, 500.0))) as other:
        pdf.pages.extend(other.pages)
        out = io.BytesIO()
        pdf.save(out)
    assert booklet(out.getvalue(), "b.pdf").size == pytest.approx((600, 500))


def encrypted(user: str) -> bytes:
    with pikepdf.open(io.BytesIO(pages(4))) as pdf:
        out = io.BytesIO()
        pdf.save(out, encryption=pikepdf.Encryption(owner="owner", user=user))
        return out.getvalue()


def without_pages() -> bytes:
    out = io.BytesIO()
    pikepdf.new().save(out)
    return out.getvalue()


def without_size() -> bytes:
    with pikepdf.open(io.BytesIO(pages(1))) as pdf:
        for key in ("/TrimBox", "/CropBox", "/ArtBox", "/BleedBox"):
            if key in pdf.pages[0].obj:
                del pdf.pages[0].obj[key]
        pdf.pages[0].obj.MediaBox = pikepdf.Array([0, 0, 0, 0])
        out = io.BytesIO()
        pdf.save(out)
        return out.getvalue()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (partial(encrypted, ""), "b.pdf: is encrypted (save it without a password, and with leave to print)"),
        (partial(encrypted, "user"), "b.pdf: is encrypted (save it without a password, and with leave to print)"),
        (lambda: b"no pdf", "b.pdf: cannot be read as a PDF: "),
        (lambda: b"", "b.pdf: cannot be read as a PDF: "),
        (without_pages, "b.pdf: has no pages"),
        (without_size, "b.pdf: has a page without width or height"),
    ],
)
def test_what_cannot_be_folded_gets_one_message(content: Callable[[], bytes], message: str) -> None:
    with pytest.raises(InputError) as caught:
        booklet(content(), "b.pdf")
    (fault,) = caught.value.faults
    assert str(fault).startswith(message)


def test_the_command_says_how_the_sheets_are_printed(run: Run, tmp_path: Path) -> None:
    (tmp_path / "b.pdf").write_bytes(pages(6, 5.5 * INCH, 8.5 * INCH))
    ran = run("booklet", "b.pdf")
    assert ran.code == 0 and ran.out == (
        "b-booklet.pdf: 2 sheets of 11x8.5in with 6 pages and 2 blank at the end\n"
        "  print on both sides, turned over the short edge, at full size; fold all of them together in the middle\n"
    )
    assert len(texts((tmp_path / "b-booklet.pdf").read_bytes())) == 4
    ran = run("booklet", "b.pdf", "--sheet", "letter", "-o", "other.pdf")
    assert ran.code == 0 and ran.out.startswith("other.pdf: 2 sheets of 11x8.5in")
    ran = run("booklet", "b.pdf", "--sheet", "huge")
    assert ran.code == 2 and "--sheet: 'huge' is not a page size" in ran.err
    ran = run("booklet", "b.pdf", "--sheet", "0x0in")
    assert ran.code == 2 and "--sheet: 0x0in is smaller than 1in" in ran.err
    for wrong, why in (("b.pdf", "is the file whose pages"), ("x.png", "must end in .pdf"), ("-", "must end in .pdf")):
        ran = run("booklet", "b.pdf", "-o", wrong)
        assert ran.code == 2 and f"--output: {wrong} {why}" in ran.err
    ran = run("booklet", ".")
    assert ran.code == 4 and ran.faults == [".: cannot be read: Is a directory"]
    (tmp_path / "wide.pdf").write_bytes(pages(4, 8000.0, 400.0))
    ran = run("booklet", "wide.pdf")
    assert ran.code == 4 and "has pages of which two are larger than a PDF may be (name a `--sheet`)" in ran.faults[0]
    assert run("booklet", "wide.pdf", "--sheet", "a4").code == 0
    ran = run("booklet", "none.pdf")
    assert ran.code == 4 and ran.faults == ["none.pdf: cannot be read: No such file or directory"]


BOOK = """book: {title: T}
seed: 3
page: {trim: 5.5x8.5in}
print: {for: office, binding: booklet, pictures: false}
sections:
"""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("count", [1, 3, 5, 7])
def test_a_book_to_fold_has_whole_sheets_and_even_margins(tmp_path: Path, count: int) -> None:
    spec = loaded(tmp_path, f"{BOOK}- {{title: A, puzzles: {{count: {count}}}, layout: one-up}}\n")
    found = expected(spec)
    (interior,) = found.interiors
    assert not found.notes and len(interior.assembled.interior) % 4 == 0
    setup = interior.setup
    assert setup.inside(16) == setup.inside(400) == setup.outside
    assert [*gutter_breaches(setup.edition, setup.inside(400), 400)] == []
    paperback = loaded(tmp_path, spec.path.read_text().replace("booklet", "paperback"))
    assert expected(paperback).interiors[0].setup.inside(16) > setup.outside


def test_only_what_folds_wants_whole_sheets() -> None:
    printer = find("office")
    editions = {one.name: Edition(printer, one, printer.paper("white"), (396.0, 612.0)) for one in printer.bindings}
    assert [closing_blanks(editions["booklet"], pages) for pages in range(8, 13)] == [0, 3, 2, 1, 0]
    assert [closing_blanks(editions["paperback"], pages) for pages in range(8, 13)] == [0] * 5
    (broken,) = count_breaches(editions["booklet"], 10)
    assert re.match(
        r"an office printer wants a multiple of 4 pages; this book has 10 \(four pages to a folded sheet",
        broken.message,
    )
    assert not [*count_breaches(editions["paperback"], 10)]


def test_a_printer_that_does_not_fold_says_so(tmp_path: Path) -> None:
    text = f"{BOOK.replace('office', 'kdp')}- {{title: A, puzzles: {{count: 1}}}}\n"
    assert refusal(tmp_path, text) == ("4:28: Amazon KDP binds no booklet", "write paperback")


def test_a_built_book_folds_from_its_title_page_to_its_last(tmp_path: Path) -> None:
    spec = loaded(
        tmp_path, f"{BOOK}- {{title: A, puzzles: {{count: 2, size: 6}}, layout: two-up}}\noutput: {tmp_path}\n"
    )
    built = build(spec, 1)
    assert not built.faults
    path = built.folder / "interior-office.pdf"
    assert f"`bookmaker booklet {path}` puts these pages on sheets to fold" in built.notes
    told = json.loads((built.folder / "manifest.json").read_text(encoding="utf-8"))["printers"]["office"]
    assert (told["binding"], told["pages"] % 4, told["gutter"]) == ("booklet", 0, 0.5)
    made = booklet(path.read_bytes(), "b.pdf")
    assert made.blank == 0 and made.size == pytest.approx((11 * INCH, 8.5 * INCH))
    assert "T" in texts(made.content)[0][1]
