"""Covers, measured back from their files: sizes, places of words, colours, spines, barcodes, images."""

from __future__ import annotations

import ast
import io
import itertools
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from pathlib import Path
from typing import Any

import numpy
import pikepdf
import pypdfium2
import pytest
from PIL import Image
from typeset_data import filled, givens

from bookmaker import language, resources
from bookmaker.book import cover, spec
from bookmaker.book.build import build
from bookmaker.book.spec_cover import Cover
from bookmaker.cli import main
from bookmaker.errors import Place, SpecError
from bookmaker.generation.distinct_puzzles import GradedPuzzle
from bookmaker.grading import Estimates, Grade
from bookmaker.grid.puzzle import Puzzle
from bookmaker.printers import Edition, find, names
from bookmaker.proof import claims
from bookmaker.proof.reading import read
from bookmaker.typeset.cover import barcode, colour, design, elements, image
from bookmaker.typeset.cover.size import cover_size
from bookmaker.typeset.fonts import ink_extent
from bookmaker.variants import geometry

PACKAGE = Path(design.__file__).parent
INCH = 72.0
PAGES = {"kdp": (24, 300, 828), "ingramspark": (18, 300, 1200), "lulu": (32, 300, 800)}
"""Fewest, some and most pages of a paperback of 6x9in on white paper."""
TRIMS = ((6.0, 9.0), (5.0, 8.0), (8.5, 11.0), (8.5, 8.5), (8.25, 6.0))


def inches(printer: str, pages: int) -> Decimal:
    """The width of a spine by the printers' own words: KDP G201953020, Lulu Book Creation Guide; Ingram's is given here."""
    width = {
        "kdp": pages * Decimal("0.002252"),
        "lulu": pages / Decimal(444) + Decimal("0.06"),
        "ingramspark": Decimal("0.52"),
    }[printer]
    return width.quantize(Decimal("0.001"), ROUND_HALF_UP)


@cache
def stocked(level: str = "easy", kind: str = "classic", size: int = 9) -> GradedPuzzle:
    grid = geometry(kind, size)
    grade = Grade(level, 0, None, {}, 0, 0, Estimates(None, None, None), None, 0)  # type: ignore[arg-type]
    return GradedPuzzle(Puzzle(grid, givens(grid)), filled(grid), grade, None)


def book(folder: Path, wanted: str, title: str = "Sudoku for the Long Train Ride", code: str = "en") -> spec.Spec:
    folder.mkdir(exist_ok=True)
    if not (folder / "photo.png").exists():
        Image.linear_gradient("L").resize((330, 500)).convert("RGB").save(folder / "photo.png")
    path = folder / "book.yaml"
    path.write_text(
        f"book: {{title: {title!r}, subtitle: Puzzles, author: Ángela Щукина, publisher: Press, language: {code}, "
        "isbn: 978-0-306-40615-7}\n"
        "date: 2026-11-22\n"
        f"sections:\n  - {{title: One, puzzles: {{count: 3}}}}\ncover: {wanted}\n",
        encoding="utf-8",
    )
    return spec.load(path)


def edition(printer: str, trim: tuple[float, float] = (6.0, 9.0)) -> Edition:
    found = find(printer)
    return Edition(found, found.bindings[0], found.paper("white"), (trim[0] * INCH, trim[1] * INCH))


def drawn(
    one: spec.Spec, printer: str, pages: int, trim: tuple[float, float] = (6.0, 9.0), **keys: Any
) -> tuple[bytes, tuple[str, ...]]:
    sections = [[stocked("easy"), stocked("medium"), stocked("hard")]]
    made = cover.cover_files(one, sections, {edition(printer, trim): pages}, lenient=True, fronts=False, **keys)
    (content,) = made.files.values()
    return content, made.notes


def letters(content: bytes) -> list[tuple[str, float, float, float, float]]:
    """Every letter with the box of its ink, left, bottom, right, top; pictures hold digits only."""
    document: Any = pypdfium2.PdfDocument(content)
    page = document[0].get_textpage()
    text = page.get_text_range()
    found = [(char, *page.get_charbox(index)) for index, char in enumerate(text) if char.isalpha()]
    document.close()
    return found


def operators(content: bytes) -> list[tuple[list[float], str]]:
    with pikepdf.open(io.BytesIO(content)) as pdf:
        return [
            ([float(one) for one in step.operands], str(step.operator))  # type: ignore[arg-type, union-attr]
            for step in pikepdf.parse_content_stream(pdf.pages[0], "re k K rg RG g G cm Do")
            if str(step.operator) != "Do"
        ]


def wish(name: str, more: str = "") -> str:
    return f"{{design: {name}, image: photo.png, spine: 0.52in, volume: 3, series: Rides{more}}}"


@pytest.mark.parametrize("name", design.names())
@pytest.mark.parametrize("printer", list(PAGES))
def test_sheet_words_and_colours_keep_the_rules_of_each_printer(name: str, printer: str, tmp_path: Path) -> None:
    one = book(tmp_path, wish(name))
    rule = edition(printer).binding.cover
    assert rule is not None
    for pages in PAGES[printer]:
        content, _ = drawn(one, printer, pages)
        spine = float(inches(printer, pages)) * INCH
        with pikepdf.open(io.BytesIO(content)) as pdf:
            (page,) = pdf.pages
            wide = 2 * 6 * INCH + spine
            assert [float(v) for v in page.mediabox] == pytest.approx([0, 0, wide + 18, 9 * INCH + 18], abs=0.002)
            assert [float(v) for v in page.TrimBox] == pytest.approx([9, 9, wide + 9, 9 * INCH + 9], abs=0.002)
            assert [float(v) for v in page.BleedBox] == pytest.approx([0, 0, wide + 18, 9 * INCH + 18], abs=0.002)
        least = rule.text_inset
        first, second = 9 + 6 * INCH, 9 + 6 * INCH + spine
        areas = {
            "back": (9 + least, first - least),
            "spine": (first + rule.spine_text.clear, second - rule.spine_text.clear),
            "front": (second + least, wide + 9 - least),
        }
        seen = set()
        for char, left, bottom, right, top in letters(content):
            where = next((panel for panel, (low, high) in areas.items() if low - 0.5 < left and right < high + 0.5), "")
            assert where, f"{char!r} at {left:.1f}..{right:.1f} stands on no panel"
            assert bottom > 9 + least - 0.2 and top < 9 * INCH + 9 - least + 0.2, f"{char!r} is too near to the edge"
            seen.add(where)
        bears = {"kdp": pages >= 79, "lulu": pages > 80, "ingramspark": True}[printer]
        assert seen == ({"front", "back", "spine"} if bears else {"front", "back"})
        used = {operator.lower() for _, operator in operators(content)}
        assert used & {"k", "rg"} == ({"k"} if printer == "ingramspark" else {"rg"})
        assert max([sum(values) for values, operator in operators(content) if operator in "kK"], default=0) <= 2.4001


# What is added to a page across and down, and to its spine, by binding: KDP's calculator answers 14.034 x 10.417in with a spine
# of 0.459in for 120 pages of 6x9in; Lulu's template for letter pages is 19 x 12.75in with a spine of 0.25in.
ADDED = {
    "paperback": dict.fromkeys(PAGES, ("0.25", "0.25")),
    "hardcover": {"kdp": (f"{40 / 25.4:.6f}", f"{36 / 25.4:.6f}"), "lulu": ("1.75", "1.75")},
}
LULU_CASES = {84: "0.25", 250: "0.813", 800: "2.125"}
"""Some rows of Lulu's table of spines."""


def wanted_spine(printer: str, binding: str, paper: str, pages: int) -> Decimal | None:
    """As :func:`inches`, for any paper, and for hardcovers."""
    factors = {"cream": "0.0025", "groundwood": "0.00235", "premium-color": "0.002347"}
    if printer == "kdp":
        board = Decimal("4.8") / Decimal("25.4") if binding == "hardcover" else Decimal(0)
        width = pages * Decimal(factors.get(paper, "0.002252")) + board
    elif binding == "hardcover":
        return Decimal(LULU_CASES[pages]) if pages in LULU_CASES else None
    else:
        return inches(printer, pages)
    return width.quantize(Decimal("0.001"), ROUND_HALF_UP)


@pytest.mark.parametrize("printer", list(PAGES))
def test_every_trim_and_paper_of_every_printer_has_its_sheet(printer: str) -> None:
    checked = 0
    for binding in find(printer).bindings:
        for trim, paper in itertools.product(binding.trims, binding.papers):
            one = Edition(find(printer), binding, find(printer).paper(paper), trim.size)
            least, most = one.page_range
            if not one.offers_trim:
                continue
            for pages in (least + least % 2, (least + most) // 4 * 2, most - most % 2, *LULU_CASES, 120):
                spine = wanted_spine(printer, binding.name, paper, pages)
                if not least <= pages <= most or spine is None or printer not in ADDED[binding.name]:
                    continue
                size = cover_size(one, pages, 0.0, Place("book.yaml"), spine=0.52 * INCH)
                across, down = (float(side) * INCH for side in ADDED[binding.name][printer])
                wide, high = 2 * trim.size[0] + float(spine) * INCH + across, trim.size[1] + down
                assert (size.sheet.width, size.sheet.height) == pytest.approx((wide, high), abs=0.001)
                assert size.panel("spine").width == pytest.approx(float(spine) * INCH)
                checked += 1
    assert checked > 150


def hardcover(printer: str, pages: int, trim: tuple[float, float] = (6.0, 9.0)) -> dict[Edition, int]:
    found = find(printer)
    binding = found.binding("hardcover")
    assert binding is not None
    return {Edition(found, binding, found.paper("white"), (trim[0] * INCH, trim[1] * INCH)): pages}


INGRAM = "template: {for: ingramspark, sheet: 14.25x10.5in, spine: 0.75in, wrap: 0.625in, hinge: 0.4in}"


@pytest.mark.parametrize(
    ("printer", "pages", "sheet", "spine", "wrap", "hinge"),
    [
        ("kdp", 120, (14.034, 10.417), 0.459, 15 / 25.4, 10 / 25.4),
        ("lulu", 84, (14.0, 10.75), 0.25, 0.75, 0.375),
        ("lulu", 638, (15.438, 10.75), 1.688, 0.75, 0.375),
        ("ingramspark", 200, (14.25, 10.5), 0.75, 0.625, 0.4),
    ],
)
def test_cases_of_hardcovers_are_as_large_as_their_templates_and_keep_words_off_the_hinges(
    printer: str, pages: int, sheet: tuple[float, float], spine: float, wrap: float, hinge: float, tmp_path: Path
) -> None:
    for name in ("pencil", "classic"):
        one = book(tmp_path, f"{{design: {name}, volume: 3, {INGRAM}}}")
        made = cover.cover_files(one, [[stocked()] * 3], hardcover(printer, pages), fronts=False)
        (content,) = made.files.values()
        with pikepdf.open(io.BytesIO(content)) as pdf:
            box = [float(side) / INCH for side in pdf.pages[0].mediabox]
            trimmed = [float(side) / INCH for side in pdf.pages[0].TrimBox]
        assert box == pytest.approx([0, 0, *sheet], abs=0.0006)
        assert trimmed == pytest.approx([wrap, wrap, sheet[0] - wrap, sheet[1] - wrap], abs=0.0006)
        middle = sheet[0] / 2
        for char, left, bottom, right, top in letters(content):
            across = sorted(abs(side / INCH - middle) for side in (left, right))
            on_spine = across[1] < spine / 2
            assert on_spine or across[0] > spine / 2 + hinge + 0.12, char
            assert wrap + 0.12 < left / INCH < right / INCH < sheet[0] - wrap - 0.12
            assert wrap + 0.12 < bottom / INCH < top / INCH < sheet[1] - wrap - 0.12
        # Ink reaches every edge of the sheet, and runs on over the hinges.
        document: Any = pypdfium2.PdfDocument(content)
        shown = document[0].render(scale=1).to_pil().convert("RGB")
        document.close()
        edge = middle - spine / 2 - hinge / 2
        for x, y in ((1, 1), (shown.width - 2, shown.height - 2), (1, shown.height - 2), (edge * INCH, 0.3 * INCH)):
            assert min(shown.getpixel((int(x), int(y)))) < 200


def test_a_template_goes_before_published_figures_and_must_fit(tmp_path: Path) -> None:
    mine = "template: [{for: kdp, sheet: 14.1x10.5in, spine: 0.5in, wrap: 0.6in, hinge: 0.4in}]"
    made = cover.cover_files(
        book(tmp_path, f"{{{mine}}}"), [[stocked()]], hardcover("kdp", 120) | hardcover("lulu", 120), fronts=False
    )
    with pikepdf.open(io.BytesIO(made.files["cover-kdp.pdf"])) as pdf:
        assert [float(side) for side in pdf.pages[0].mediabox[2:]] == pytest.approx([14.1 * INCH, 10.5 * INCH])
    wrong = mine.replace("wrap: 0.6in", "wrap: 1.6in")
    with pytest.raises(SpecError, match=r"leaves 5.200x7.300in for the front of a book of 6.000x9.000in") as caught:
        cover.cover_files(book(tmp_path, f"{{{wrong}}}"), [[stocked()]], hardcover("kdp", 120))
    assert caught.value.faults[0].place is not None
    with pytest.raises(SpecError, match=r"IngramSpark publishes no sizes for the case of a hardcover"):
        cover.cover_files(book(tmp_path, "{spine: 0.5in}"), [[stocked()]], hardcover("ingramspark", 120))


@pytest.mark.parametrize("name", design.names())
def test_the_box_of_the_barcode_is_white_empty_and_where_the_printer_wants_it(name: str, tmp_path: Path) -> None:
    one = book(tmp_path, wish(name))
    for trim in TRIMS:
        content, _ = drawn(one, "kdp", 24, trim)
        document: Any = pypdfium2.PdfDocument(content)
        shown = document[0].render(scale=1).to_pil().convert("L")
        document.close()
        high = shown.height
        # 2 x 1.2in, at least 0.25in from the spine and the lower edge: searched for as a white rectangle.
        place = next(
            (values for values, operator in operators(content) if operator == "re" and values[2:] == [144.0, 86.4]),
            None,
        )
        assert place is not None
        left, bottom = place[0], place[1]
        assert left + 144 <= 9 + (trim[0] - 0.25) * INCH + 0.01
        assert bottom >= 9 + 0.25 * INCH - 0.01
        part = shown.crop((int(left) + 2, int(high - bottom - 86.4) + 2, int(left + 144) - 2, int(high - bottom) - 2))
        assert part.getextrema() == (255, 255)


def test_a_front_is_what_the_cover_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cover, "FRONT_HEIGHT", 1296)
    one = book(tmp_path, wish("pencil"))
    sections = [[stocked()] * 3]
    kinds = {edition("ingramspark"): 100, edition("kdp"): 100}
    first, again = (cover.cover_files(one, sections, kinds).files for _ in range(2))
    assert first == again
    assert sorted(first) == ["cover-front.jpg", "cover-front.png", "cover-ingramspark.pdf", "cover-kdp.pdf"]
    front, smaller = Image.open(io.BytesIO(first["cover-front.png"])), Image.open(io.BytesIO(first["cover-front.jpg"]))
    assert front.size == smaller.size
    assert front.height == 1296
    assert front.width == pytest.approx(864, abs=2)
    document: Any = pypdfium2.PdfDocument(first["cover-kdp.pdf"])
    whole = document[0].render(scale=1).to_pil().convert("RGB")
    document.close()
    spine = float(inches("kdp", 100)) * INCH
    for x, y in ((20, 20), (300, 320), (216, 640), (400, 500)):
        there = whole.getpixel((round(9 + 6 * INCH + spine + x), 9 + y))
        here = front.getpixel((2 * x, 2 * y))
        assert there == pytest.approx(here, abs=40), (x, y)


def test_the_colours_of_every_palette_can_be_read_and_printed() -> None:
    known = [find(name).file.most_ink for name in names()]
    assert min(most for most in known if most is not None) == colour.MOST_INK * 100
    for name in design.names():
        for palette in design.find(name).palettes:
            told = f"{name}, {palette.name}"
            assert colour.contrast(palette.type, palette.ground) >= 3, told
            assert colour.contrast(palette.ink, palette.paper) >= 7, told
            assert colour.contrast(palette.accent_type, palette.accent) >= 3, told
            # Small words on the ground, and large letters in tones, of which a title has one or at least three.
            assert colour.contrast(palette.second, palette.ground) >= 2.99, told
            assert min(colour.contrast(tone, palette.ground) for tone in palette.strong) >= 3, told
            assert name != "quilt" or len(palette.strong) >= 3, told
            for role in elements.ROLES:
                assert sum(palette.tone(role).cmyk) <= 2.4001, told
    assert colour.contrast(colour.BLACK, colour.WHITE) == pytest.approx(21)
    # Any colour of a screen stays under the limit, too, and black is black ink alone.
    for parts in itertools.product((0.0, 0.02, 0.1, 0.5, 1.0), repeat=3):
        assert sum(colour.inks(*parts)) <= 2.4001
    assert colour.inks(0, 0, 0) == (0, 0, 0, 1)
    # Images are separated by the same formula.
    shades = Image.merge("RGB", [Image.radial_gradient("L").rotate(turn) for turn in (0, 90, 0)])
    shades.paste((9, 1, 30), (0, 0, 40, 40))
    inked = image.separated(shades)
    assert numpy.asarray(inked).sum(axis=2).max() <= 2.4 * 255
    for x, y in ((3, 3), (128, 128), (60, 200)):
        wanted = colour.inks(*(part / 255 for part in shades.getpixel((x, y))))
        assert [part / 255 for part in inked.getpixel((x, y))] == pytest.approx(wanted, abs=1.1 / 255)


@pytest.mark.parametrize("code", ["en", "es", "ru"])
def test_words_follow_the_book_in_every_language(code: str, tmp_path: Path) -> None:
    titles = {
        "en": ("Large Print Sudoku for Seniors", "Large Print Sudoku", "for Seniors"),
        "es": ("Sudokus para el tren de la noche", "Sudokus", "para el tren de la noche"),
        "ru": ("Судоку для долгой дороги", "Судоку", "для долгой дороги"),
    }
    title, headline, rest = titles[code]
    one = book(tmp_path, wish("pencil"), title, code)
    wanted = one.cover
    assert wanted is not None
    words = language.load(code)
    shown = cover.book_content(one, wanted, [[stocked("easy"), stocked("hard")] * 20], words)
    assert (shown.texts["before"], shown.texts["headline"], shown.texts["rest"]) == ("", headline, rest)
    assert shown.texts["badge_top"] == "40"
    assert [level.count for level in shown.levels] == [words.plural("section.count", 20)] * 2
    assert shown.spine_upwards == (code != "en")
    for place, name in enumerate(design.names(), list(titles).index(code)):
        # Each design on a small and a large trim, in one language or another.
        content, _ = drawn(book(tmp_path, wish(name), title, code), "kdp", 200, (TRIMS[1], TRIMS[-1])[place % 2])
        # The proof reads the counts of badge and levels, and no digit of a picture, turned to them or below them.
        told = {count for count, _ in claims.cover_claims(read(content, "cover.pdf").pages[0].text)}
        assert told <= {1, 3}, name
        assert 3 in told or code != "en" or name in ("classic", "quilt"), name


def test_what_the_spec_says_of_words_and_colours_is_done(tmp_path: Path) -> None:
    words = language.load("en")

    def shown(wanted: str) -> dict[str, str]:
        one = book(tmp_path, wanted, "My Large Print Sudoku Book")
        assert one.cover is not None
        return dict(cover.book_content(one, one.cover, [[stocked()]], words).texts)

    (tmp_path / "text.md").write_text("# Loud\n\nQuiet *words*\nand more.\n\nThe end.")
    texts = shown('{headline: large print sudoku, badge: "7\\nof us", author: none, subtitle: Mine, blurb: text.md}')
    assert (texts["before"], texts["headline"], texts["rest"]) == ("My", "Large Print Sudoku", "Book")
    assert (texts["badge_top"], texts["badge_middle"], texts["badge_bottom"]) == ("7", "of us", "")
    assert (texts["author"], texts["subtitle"]) == ("", "Mine")
    assert (texts["hook"], texts["blurb"]) == ("Loud", "Quiet words and more.\nThe end.")
    assert "badge" not in shown("{badge: none}")
    plain, _ = drawn(book(tmp_path, "{design: poster}"), "kdp", 100)
    mine, _ = drawn(book(tmp_path, '{design: poster, colours: {ground: "#123456"}}'), "kdp", 100)
    wanted = pytest.approx([0x12 / 255, 0x34 / 255, 0x56 / 255], abs=1e-3)
    assert any(values == wanted for values, operator in operators(mine) if operator == "rg")
    assert not any(values == wanted for values, operator in operators(plain) if operator == "rg")
    # Volumes of a series differ: the second has the next palette.
    second, _ = drawn(book(tmp_path, "{design: poster, volume: 2}"), "kdp", 100)
    assert operators(second) != operators(plain)


def test_a_puzzle_without_givens_and_other_sizes_make_covers(tmp_path: Path) -> None:
    grid = geometry("classic", 9)
    empty = replace(stocked(), puzzle=Puzzle(grid, bytes(81)))
    kinds = ([empty], [stocked(size=4)], [stocked(size=16)], [stocked(kind="x", size=6), stocked(size=12)])
    for place, name in enumerate(design.names()):
        one = book(tmp_path, wish(name))
        for puzzles in (kinds[place % 4], kinds[(place + 1) % 4]):
            made = cover.cover_files(one, [puzzles], {edition("lulu"): 100}, lenient=True, fronts=False)
            assert len(made.files) == 1


@pytest.mark.parametrize(
    ("price", "digits"),
    [("USD 12.99", "51299"), ("GBP 7", "00700"), ("CAD 99.98", "69998"), ("90000", "90000"), ("none", "")],
)
def test_the_barcode_is_read_back_by_another_library(price: str, digits: str, tmp_path: Path) -> None:
    reader = pytest.importorskip("zxingcpp")
    one = book(tmp_path, f"{{design: classic, isbn: 0-306-40615-2, price: {price}}}")
    content, _ = drawn(one, "kdp", 100)
    document: Any = pypdfium2.PdfDocument(content)
    shown = document[0].render(scale=4).to_pil().convert("L")
    text = document[0].get_textpage().get_text_range()
    document.close()
    high = shown.height
    part = shown.crop((4 * (9 + 3 * 72), high - 4 * (9 + 3 * 72), 4 * (9 + 6 * 72), high - 36))
    found = reader.read_barcodes(part, ean_add_on_symbol=reader.EanAddOnSymbol.Read)
    # Lines below the smaller code show the larger one alone.
    whole = max(found, key=lambda one: len(one.text))
    assert whole.text == f"9780306406157{digits}"
    assert {one.text for one in found} <= {whole.text, "9780306406157"}
    assert "ISBN 0-306-40615-2" in text
    # The bars are those of a barcode of 80 % or more, on a white box of the least size, clear of the spine and the edge.
    assert (whole.position.top_right.x - whole.position.top_left.x) / 4 >= 95 * 0.264 / 25.4 * INCH
    white = next(
        v for v, operator in operators(content) if operator == "re" and v[2] >= 1.4 * INCH - 0.1 and v[3] < 150
    )
    assert white[2] >= 1.4 * INCH - 0.01
    assert white[3] >= 0.8 * INCH
    assert white[0] + white[2] <= 9 + 5.75 * INCH + 0.01
    assert white[1] >= 9 + 0.25 * INCH - 0.01


def test_the_bars_are_those_of_the_standard() -> None:
    # GS1 General Specifications: 9780306406157 in modules, guards included.
    drawn = ["0"] * 95
    for at, width in barcode.bars("9780306406157"):
        drawn[at : at + width] = ["1"] * width
    left = {"7": "0111011", "8": "0001001", "0": "0001101", "3": "0111101", "6": "0101111"}
    assert "".join(drawn[:10]) == "101" + left["7"]
    assert drawn[45:50] == ["0", "1", "0", "1", "0"]
    assert drawn[92:] == ["1", "0", "1"]
    assert barcode.isbn_13("0-306-40615-2") == barcode.isbn_13("978-0-306-40615-7") == "9780306406157"


@pytest.mark.parametrize("price", ["12.99", "EUR 3", "USD 99.99", "USD 3.5", "1234"])
def test_a_price_that_the_code_cannot_hold_is_refused(price: str) -> None:
    with pytest.raises(ValueError, match=r"price|99"):
        barcode.price_digits(price)


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        ("{design: pencill}", "did you mean `pencil`?"),
        ("{palette: pink}", "there are navy"),
        ("{colours: {ground: red}}", "#1d3557"),
        ('{colours: {ground: "#000000 90 90 90 90"}}', "has 360 percent of ink"),
        ("{isbn: 978-0-306-40615-8}", "the last one must be 7"),
        ("{design: photograph}", "image: photo.jpg"),
        ("{image: nothing.png}", "there is no file `nothing.png`"),
        ("{headline: Killer}", "no part of the title"),
        ("{blurb: nothing.txt}", "nothing.txt cannot be read"),
        ("{author: 数独}", "no glyph for"),
        ("{subtitle: " + "Wort" * 40 + "}", "the subtitle has no room on the cover, even at 8pt"),
        ("{blurb: " + "Wort" * 100 + "}", "the blurb has no room on the cover, even at 8pt"),
    ],
)
def test_faults_of_a_cover_are_told_where_they_stand(wanted: str, told: str, tmp_path: Path) -> None:
    with pytest.raises(SpecError) as caught:
        drawn(book(tmp_path, wanted), "kdp", 100)
    fault = caught.value.faults[0]
    assert told in str(fault)
    assert fault.place is not None
    assert fault.place.line == 5


@pytest.mark.parametrize("content", [b"", b"no image", b"\x89PNG\r\n\x1a\n" + bytes(40)])
def test_a_damaged_image_is_told(content: bytes, tmp_path: Path) -> None:
    one = book(tmp_path, "{design: photograph, image: photo.png}")
    (tmp_path / "photo.png").write_bytes(content)
    with pytest.raises(SpecError, match=r"photo.png cannot be read as an image"):
        drawn(one, "kdp", 100)


def test_faults_of_printers_and_images(tmp_path: Path) -> None:
    one = book(tmp_path, "{design: photograph, image: photo.png}")
    with pytest.raises(SpecError, match=r"photo.png would be printed with 54 pixels an inch.*1838 x 2775"):
        cover.cover_files(one, [[stocked()]], {edition("kdp"): 100})
    _, notes = drawn(one, "kdp", 100)
    assert "54 pixels an inch" in notes[0]
    with pytest.raises(SpecError, match="publishes no formula"):
        drawn(book(tmp_path, "{design: pencil}"), "ingramspark", 100)
    assert cover.cover_files(book(tmp_path, "{design: pencil}"), [[stocked()]], {}).files == {}


def test_a_user_brings_a_design_of_their_own(tmp_path: Path) -> None:
    mine = tmp_path / "mine.yaml"
    mine.write_text("base: dots\nabout: mine\nfaces: {title: Oswald-Bold}\n")
    content, _ = drawn(book(tmp_path, "{design: mine.yaml}"), "kdp", 100)
    with pikepdf.open(io.BytesIO(content)) as pdf:
        fonts = {str(font.BaseFont).partition("+")[2] for font in pdf.pages[0].Resources.Font.values()}
    assert "Oswald-Bold" in fonts
    mine.write_text("base: dots\nabout: mine\nspine:\n- {draw: alogn, what: title}\n- {draw: fill, box: [0, 0, 1]}\n")
    with pytest.raises(SpecError) as caught:
        book(tmp_path, "{design: mine.yaml}")
    told = " ".join(str(fault) for fault in caught.value.faults)
    assert "did you mean `along`?" in told
    assert "mine.yaml:5:21: `box` must have at least 4 entries, not 3" in told


def test_a_build_makes_the_cover_and_so_does_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(cover, "FRONT_HEIGHT", 480)
    Path("book.yaml").write_text(
        "book: {title: Sudoku}\nfront_matter: [title-page]\n"
        "sections:\n  - {title: One, puzzles: {count: 2, difficulty: easy}}\ncover: {design: dots}\n"
    )
    assert main(["cover", "book.yaml"]) == 0
    alone = {path.name: path.read_bytes() for path in (tmp_path / "build/book").iterdir()}
    assert sorted(alone) == ["cover-front.jpg", "cover-front.png", "cover-kdp.pdf"]
    assert "cover-kdp.pdf" in capsys.readouterr().out
    built = build(spec.load("book.yaml"), 1)
    assert set(alone) < set(built.files)
    for name, content in alone.items():
        assert (built.folder / name).read_bytes() == content
    sheet = cover.fronts_side_by_side(spec.load("book.yaml"), [[stocked()] * 2], edition("kdp"))
    assert Image.open(io.BytesIO(sheet)).size == (4 * (320 + 12) + 12, 2 * (480 + 12) + 12)
    assert main(["cover"]) == 0
    assert "woven" in capsys.readouterr().out
    assert main(["check", "book.yaml"]) == 0
    assert "the spine has no words" in capsys.readouterr().out
    Path("wide.yaml").write_text(Path("book.yaml").read_text().replace("title: Sudoku", f"title: {'Sudoku' * 30}"))
    assert main(["check", "wide.yaml"]) == 3
    assert "the title has no room" in capsys.readouterr().err
    Path("plain.yaml").write_text(Path("book.yaml").read_text().replace("cover: {design: dots}\n", ""))
    assert main(["cover", "plain.yaml"]) == 3


def test_measures_of_the_look_stand_in_the_designs() -> None:
    """No constant of the drawing modules is a number but the slack of rounded sums, and geometry of circles and barcodes."""
    allowed = {
        "_SLACK",
        "_ARC",
        "_FEW",
        "_GAP",
        "MOST_INK",
        "RESOLUTION",
        "STRONG",
        "_MOST_PIXELS",
        "QUIET_LEFT",
        "LONG",
    }
    for path in PACKAGE.glob("*.py"):
        for statement in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(statement, ast.Assign | ast.AnnAssign) and isinstance(
                statement.value, ast.Constant | ast.Tuple
            ):
                targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
                first = next(name.id for name in ast.walk(targets[0]) if isinstance(name, ast.Name))
                numbers = [n.value for n in ast.walk(statement.value) if isinstance(n, ast.Constant)]
                assert first in allowed or not any(isinstance(n, int | float) for n in numbers), f"{path.name}: {first}"
    assert resources.find(design.FOLDER, "pencil.yaml") is not None
    low, high = ink_extent(design.find("pencil").face("title"), "Åg")
    assert low < -0.15
    assert high > 0.9
    assert isinstance(Cover.cross_faults, type(book))


@pytest.mark.parametrize(
    ("title", "code", "split"),
    [
        ("The Rose Garden Book of Sudoku", "en", ("The Rose Garden Book of", "Sudoku", "")),
        ("The Night of the Killer-Sudoku, Vol. 2", "en", ("The Night of the", "Killer-Sudoku", "Vol. 2")),
        ("El gran libro de los sudokus para todos", "es", ("El gran libro de los", "sudokus", "para todos")),
        ("Большая книга для любителей судоку", "ru", ("Большая книга для любителей", "судоку", "")),
        ("From Singles to the X-Wing", "en", ("", "From Singles", "to the X-Wing")),
    ],
)
def test_the_word_that_a_buyer_looks_for_is_set_largest(
    title: str, code: str, split: tuple[str, str, str], tmp_path: Path
) -> None:
    one = book(tmp_path, "{design: woven}", title, code)
    assert one.cover is not None
    texts = cover.book_content(one, one.cover, [[stocked()]], language.load(code)).texts
    assert (texts["before"], texts["headline"], texts["rest"]) == split


def test_the_level_of_a_badge_agrees_with_its_number(tmp_path: Path) -> None:
    def badge(code: str, count: int, more: str = "") -> str:
        one = book(tmp_path, "{design: woven" + "}" + more, "Sudoku", code)
        assert one.cover is not None
        return cover.book_content(one, one.cover, [[stocked()] * count], one.catalogue).texts["badge_bottom"]

    assert [badge("es", 1), badge("es", 44)] == ["fácil", "fáciles"]
    assert [badge("ru", 1), badge("ru", 2), badge("ru", 44), badge("ru", 40)] == [
        "лёгкая",
        "лёгкие",
        "лёгкие",
        "лёгких",
    ]
    assert badge("es", 44, "\nwords: {level: {easy: Suave}}") == "suave"


def test_the_list_of_levels_stands_on_the_back_of_large_print(tmp_path: Path) -> None:
    one = book(tmp_path, "{design: woven}\ndesign: {style: large-print}\npage: {trim: letter}")
    assert one.cover is not None
    content = cover.book_content(one, one.cover, [[stocked("easy"), stocked("hard")] * 20], one.catalogue)
    assert content.look.type.least > 15
    _, notes = drawn(one, "kdp", 100, (8.5, 11.0))
    assert not any("list of levels" in note for note in notes)


def test_a_design_names_font_files_as_a_book_does(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    source = resources.find("fonts", "Vollkorn-SemiBold.ttf")
    assert source is not None
    (tmp_path / "own" / "Mine.ttf").write_bytes(source.read_bytes())
    (tmp_path / "mine.yaml").write_text("base: woven\nabout: Ours\nfaces: {title: own/Mine.ttf}\n")
    assert design.find("mine.yaml", tmp_path).face("title").path == tmp_path / "own" / "Mine.ttf"
