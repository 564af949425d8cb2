"""Files that are small and would take much: each is refused before the work, or costs no more than it says."""

from __future__ import annotations

import io
import re
import tracemalloc
import zipfile
import zlib
from pathlib import Path

import pikepdf
import pytest
from conftest import PUZZLE

import bookmaker
from bookmaker.base.errors import BookmakerError, InputError
from bookmaker.formats import parse
from bookmaker.printing.text import images
from bookmaker.publishing.proof.lattices import Line, lattices
from bookmaker.publishing.proof.objects import page_digests, require_light
from bookmaker.publishing.proof.page_reading import read_pages


def stream(content: bytes, more: bytes = b"") -> bytes:
    packed = zlib.compress(content, 9)
    return b"<< /Length %d /Filter /FlateDecode %b >> stream\n%b\nendstream" % (len(packed), more, packed)


def pdf(*objects: bytes, pages: int = 1) -> bytes:
    """A PDF whose pages share their content, the fourth object; the others follow it."""
    more = range(4 + len(objects), 3 + len(objects) + pages)
    kids = b" ".join(b"%d 0 R" % at for at in (3, *more))
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 432 648] /Contents 4 0 R /Resources << /XObject << %b >> >> >>"
    forms = b" ".join(b"/F%d %d 0 R" % (at, at) for at in range(5, 4 + len(objects)))
    tree = b"<< /Type /Pages /Kids [%b] /Count %d >>" % (kids, pages)
    out = b"%PDF-1.4\n"
    whole = (b"<< /Type /Catalog /Pages 2 0 R >>", tree, page % forms, *objects, *[page % forms] * len(more))
    for at, one in enumerate(whole, 1):
        out += b"%d 0 obj\n%b\nendobj\n" % (at, one)
    return out + b"trailer << /Size %d /Root 1 0 R >>\n%%%%EOF\n" % (1 + len(whole))


LINE = b"0 0 m 9 9 l S\n"
FORM = b"/Type /XObject /Subtype /Form /BBox [0 0 9 9]"


def nested(at: int, last: int) -> bytes:
    """A form that draws the next one 40 times, or a line."""
    if at == last:
        return stream(LINE, FORM)
    inner = b" /Resources << /XObject << /F%d %d 0 R >> >>" % (at + 1, at + 1)
    return stream(b"/F%d Do " % (at + 1) * 40, FORM + inner)


HEAVY = {
    "not drawn": lambda: pdf(stream(LINE), *(stream(LINE * 100_000, FORM) for _ in range(20))),
    "long": lambda: pdf(stream(LINE * 700_000)),
    "shared": lambda: pdf(stream(LINE * 100_000), pages=20),
    "nested": lambda: pdf(stream(b"/F5 Do " * 40), *(nested(at, 9) for at in range(5, 10))),
    "packed twice": lambda: pdf(stream(b"x" * 20_000).replace(b"/FlateDecode", b"[/FlateDecode /FlateDecode]")),
}


@pytest.mark.parametrize("name", HEAVY)
def test_a_pdf_that_says_too_much_is_refused_before_it_is_drawn(name: str) -> None:
    with pytest.raises(InputError, match="say more than a book's do"):
        require_light(HEAVY[name](), "a.pdf")


def test_a_pdf_of_few_lines_is_light_and_a_damaged_one_broken() -> None:
    require_light(pdf(stream(LINE * 1000), pages=30), "a.pdf")
    require_light(pdf(stream(b"/F5 Do " * 9), stream(b"/F5 Do " + LINE, FORM)), "a.pdf")  # A form in itself.
    with pytest.raises(InputError, match="broken"):
        require_light(b"%PDF-1.4\n" + bytes(99), "a.pdf")


def test_a_page_with_endless_lengths_is_broken_and_one_above_itself_is_read() -> None:
    for endless in (b"99999999 0 0 1 0 0 cm " * 9, b"1 0 0 99999999 9 9 cm " * 9):
        with pytest.raises(InputError, match="page 1 is broken"):
            read_pages([(pdf(stream(endless + LINE)), "a.pdf")])
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf(stream(LINE)))) as made:
        made.save(out)
    looped = re.sub(rb"/Parent \d+ 0 R", b"/Parent 3 0 R", out.getvalue())
    assert len(page_digests(looped)) == 1


def test_lines_that_all_touch_take_no_memory_for_each_two() -> None:
    tracemalloc.start()
    page = [Line(True, 3.0 + at / 1e6, 0.0, 9.0, 1.0, 1.0) for at in range(4000)]
    assert list(lattices(page)) == []
    assert tracemalloc.get_traced_memory()[1] < 60 << 20
    tracemalloc.stop()


MANY = "<g id='a'/>" + "<use href='#a'/>" * 10_001
USES = [f"<use href='#a{at + 1}'/>" * 10 for at in range(9)]
DEEP = "".join(f"<g id='a{at}'>{uses}</g>" for at, uses in enumerate(USES)) + "<circle id='a9' r='3'/>"


@pytest.mark.parametrize("inner", [MANY, DEEP], ids=["many", "deep"])
def test_a_drawing_of_too_many_parts_is_refused(inner: str, tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{inner}</svg>')
    with pytest.raises(BookmakerError, match="more than 10,000 parts"):
        images.read(path)


def test_an_archive_of_texts_unpacks_to_a_few_times_its_size(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for at in range(9):
            archive.writestr(f"{at}.txt", "[1, 2, 3, 4]\n" * 9999)
    with pytest.raises(InputError, match="more than 50 times its size"):
        bookmaker.read(path)


FRAMELESS = "\n".join(PUZZLE[at : at + 9] for at in range(0, 81, 9))


def test_copies_of_a_grid_are_no_puzzle_of_several() -> None:
    # In as many orders as eight grids have, none agrees less than another.
    assert len(parse("\n\n".join([FRAMELESS] * 8))) == 8
