"""The PDF as other programs read it. Each test skips where its program is not installed."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
from pathlib import Path

import pikepdf
import pytest
from typeset_data import LOOK, SETUPS, front_pages, grids_page

from bookmaker.base.units import INCH
from bookmaker.printing.canvases.page_setup import PageSetup
from bookmaker.printing.canvases.pdf import Metadata
from bookmaker.printing.pages.document import pdf_document, screen_document
from bookmaker.printing.pages.page_kinds import Page
from bookmaker.publishing.book.making.build import build
from bookmaker.publishing.book.spec import spec_file

EXAMPLES = Path(__file__).parent.parent / "examples"
FRONT = 6


def report(*command: str | Path) -> str:
    if shutil.which(str(command[0])) is None:
        pytest.skip(f"{command[0]} is not installed")
    return subprocess.run([*map(str, command)], capture_output=True, text=True, check=True, timeout=120).stdout


def book_pages(setup: PageSetup) -> list[Page]:
    front = [page for made in front_pages(setup, 40).values() for page in made]
    front = [*[*front, *[Page(look=LOOK)] * FRONT][: FRONT - 1], Page(look=LOOK, folio="vi")]
    return [*front, grids_page("one-up", [16]), grids_page("four-up", [9], kind="x"), grids_page("nine-up", [9, 6])]


@pytest.fixture(scope="module", params=[False, True], ids=["trimmed", "bleed"])
def sample(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bool]:
    base = SETUPS["6x9in"]
    setup = PageSetup(base.trim, base.outside, base.top, base.bottom, None, request.param)
    path = tmp_path_factory.mktemp("pdf") / "sample.pdf"
    path.write_bytes(pdf_document(book_pages(setup), setup, Metadata("Судоку", "Ana Muñoz", "ru"), FRONT, path.name))
    return path, request.param


@pytest.fixture(scope="module")
def starter(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The starter book, whole."""
    folder = tmp_path_factory.mktemp("starter")
    shutil.copy(EXAMPLES / "starter.yaml", folder)
    text = (folder / "starter.yaml").read_text(encoding="utf-8") + f"output: {folder}/build\n"
    (folder / "starter.yaml").write_text(text, encoding="utf-8")
    return build(spec_file.load(folder / "starter.yaml"), 1).folder


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", ["interior.pdf", "answers.pdf"])
def test_all_fonts_of_the_starter_book_are_embedded_and_none_is_helvetica(starter: Path, name: str) -> None:
    lines = report("pdffonts", starter / name).splitlines()[2:]
    assert lines
    for line in lines:
        assert "Helvetica" not in line
        assert "TrueType" in line
        assert re.search(r"\byes yes (yes|no)\b", line), line
        assert re.match(r"[A-Z]{6}\+(Noto|Vollkorn)", line)


@pytest.mark.parametrize("name", ["interior.pdf", "answers.pdf"])
def test_the_starter_book_has_ink_on_the_black_plate_only(starter: Path, name: str) -> None:
    lines = report("gs", "-q", "-o", "-", "-sDEVICE=inkcov", starter / name).splitlines()
    with pikepdf.open(starter / name) as pdf:
        assert len(lines) == len(pdf.pages)
    black = 0.0
    for line in lines:
        cyan, magenta, yellow, key = map(float, line.split()[:4])
        assert (cyan, magenta, yellow) == (0.0, 0.0, 0.0), line
        black = max(black, key)
    assert 0.01 < black < 0.5


@pytest.mark.parametrize("name", ["interior.pdf", "answers.pdf"])
def test_qpdf_finds_nothing_wrong_with_the_starter_book(starter: Path, name: str) -> None:
    assert "No syntax or stream encoding errors found" in report("qpdf", "--check", starter / name)


def test_the_text_of_the_starter_book_can_be_found(starter: Path) -> None:
    words = report("pdftotext", "-layout", starter / "interior.pdf", "-")
    for text in (
        "Sudoku for the",
        "Long Train Ride",
        "How to play",
        "50 puzzles",
        "Answer on page",
        "Contents",
        "Rolling Country",
    ):
        assert text in words.replace("\u00a0", " ")


def test_text_in_other_scripts_can_be_found(sample: tuple[Path, bool]) -> None:
    path, _ = sample
    assert "Fifty puzzles from a first" in report("pdftotext", path, "-")
    assert "Судоку" in report("pdfinfo", path)


def test_boxes_of_left_and_right_pages(sample: tuple[Path, bool]) -> None:
    path, bleed = sample
    out = report("pdfinfo", "-box", "-f", "1", "-l", "4", path)
    found = {
        (int(page), name): tuple(map(float, numbers.split()))
        for page, name, numbers in re.findall(r"Page +(\d+) (\w+)Box: +([\d. ]+)", out)
    }
    extra = 0.125 * INCH if bleed else 0.0
    for page in range(1, 5):
        right_hand = page % 2 == 1
        left = 0.0 if right_hand else extra
        sheet = (0.0, 0.0, 432 + extra, 648 + 2 * extra)
        assert found[page, "Media"] == found[page, "Bleed"] == pytest.approx(sheet)
        assert found[page, "Trim"] == pytest.approx((left, extra, left + 432, extra + 648))


def test_page_labels_are_roman_then_arabic(sample: tuple[Path, bool]) -> None:
    with pikepdf.open(sample[0]) as pdf:
        labels = [str(page.label) for page in pdf.pages]
        assert str(pdf.Root.Lang) == "ru"
        assert "/Outlines" not in pdf.Root
        assert not {"/CreationDate", "/ModDate"} & set(pdf.docinfo)
    assert labels == ["i", "ii", "iii", "iv", "v", "vi", "1", "2", "3"]


def test_pages_without_printed_numbers_have_no_labels() -> None:
    pages, setup = [Page(look=LOOK), Page(look=LOOK), Page(look=LOOK, folio="1")], SETUPS["6x9in"]
    files = (
        pdf_document(pages, setup, Metadata("A"), 2, "a.pdf"),
        screen_document(pages, setup, Metadata("A"), 2, {}, "a.pdf"),
    )
    for file in files:
        with pikepdf.open(io.BytesIO(file)) as pdf:
            assert [str(page.label) for page in pdf.pages] == ["", "", "1"]


def test_the_same_pages_are_the_same_bytes() -> None:
    setup = SETUPS["a4"]
    first, second = (pdf_document(book_pages(setup), setup, Metadata("A"), FRONT, "a.pdf") for _ in range(2))
    assert first == second
    assert pdf_document(book_pages(setup), setup, Metadata("B"), FRONT, "a.pdf") != first


def test_characters_in_the_file_stand_where_the_layout_put_them(sample: tuple[Path, bool]) -> None:
    from typeset_data import InkCanvas

    from bookmaker.printing.pages.document import draw_document

    path, bleed = sample
    base = SETUPS["6x9in"]
    setup = PageSetup(base.trim, base.outside, base.top, base.bottom, None, bleed)
    out = report("pdftotext", "-bbox", "-f", "9", "-l", "9", path, "-")
    page = re.search(r'<page width="([\d.]+)" height="([\d.]+)">', out)
    assert page is not None
    height = float(page[2])
    words = [
        (float(x0), float(y0), float(x1), float(y1), text)
        for x0, y0, x1, y1, text in re.findall(
            r'xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]*)<', out
        )
    ]
    canvas = InkCanvas()
    draw_document(canvas, book_pages(setup), setup)
    digits = canvas.digits[-sum(81 if n % 2 == 0 else 36 for n in range(9)) :]
    for char, (left, bottom, right, top), _ in digits[::7]:
        x, y = (left + right) / 2, height - (bottom + top) / 2
        assert any(x0 <= x <= x1 and y0 <= y <= y1 and char in text for x0, y0, x1, y1, text in words), (char, x, y)


def test_the_lines_of_a_large_grid_are_not_clipped() -> None:
    setup = PageSetup((40 * INCH, 40 * INCH), INCH, INCH, INCH)
    content = pdf_document([grids_page("one-up", [9])], setup, Metadata("A"), 0, "a.pdf")
    with pikepdf.open(io.BytesIO(content)) as pdf:
        (form,) = [thing for thing in pdf.pages[0].Resources.XObject.values() if thing.Subtype == "/Form"]
        assert float(form.BBox[2]) >= 40 * INCH
