"""Covers, measured back from their files: sizes, places of words, colours, spines, barcodes, images."""

from __future__ import annotations

import ast
import io
import itertools
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any

import numpy
import pikepdf
import pypdfium2
import pytest
from cover_data import INCH, book, drawn, edition, operators, stocked, wish
from PIL import Image

from bookmaker.base import resources
from bookmaker.base.errors import Place, SpecError
from bookmaker.cli import main
from bookmaker.printing.covers import colour, design, pictures
from bookmaker.printing.covers.size import cover_size
from bookmaker.printing.printers import Edition, find, names
from bookmaker.printing.styles.fonts import ink_extent
from bookmaker.publishing.book.making import cover
from bookmaker.publishing.book.making.build import build
from bookmaker.publishing.book.spec import spec_file
from bookmaker.publishing.book.spec.cover_keys import Cover

PACKAGE = Path(design.__file__).parent


PAGES = {"kdp": (24, 300, 828), "ingramspark": (18, 300, 1200), "lulu": (32, 300, 800)}
"""Fewest, some and most pages of a paperback of 6x9in on white paper."""


def inches(printer: str, pages: int) -> Decimal:
    """The width of a spine by the printers' own words: KDP G201953020, Lulu Book Creation Guide; Ingram's is given here."""
    width = {
        "kdp": pages * Decimal("0.002252"),
        "lulu": pages / Decimal(444) + Decimal("0.06"),
        "ingramspark": Decimal("0.52"),
    }[printer]
    return width.quantize(Decimal("0.001"), ROUND_HALF_UP)


def letters(content: bytes) -> list[tuple[str, float, float, float, float]]:
    """Every letter with the box of its ink, left, bottom, right, top; pictures hold digits only."""
    document: Any = pypdfium2.PdfDocument(content)
    page = document[0].get_textpage()
    text = page.get_text_range()
    found = [(char, *page.get_charbox(index)) for index, char in enumerate(text) if char.isalpha()]
    document.close()
    return found


@pytest.mark.sampled(3)
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


@pytest.mark.sampled(2)
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
            for role in design.ROLES:
                assert sum(palette.tone(role).cmyk) <= 2.4001, told
    assert colour.contrast(colour.BLACK, colour.WHITE) == pytest.approx(21)
    # Any colour of a screen stays under the limit, too, and black is black ink alone.
    for parts in itertools.product((0.0, 0.02, 0.1, 0.5, 1.0), repeat=3):
        assert sum(colour.inks(*parts)) <= 2.4001
    assert colour.inks(0, 0, 0) == (0, 0, 0, 1)
    # Images are separated by the same formula.
    shades = Image.merge("RGB", [Image.radial_gradient("L").rotate(turn) for turn in (0, 90, 0)])
    shades.paste((9, 1, 30), (0, 0, 40, 40))
    inked = pictures.separated(shades)
    assert numpy.asarray(inked).sum(axis=2).max() <= 2.4 * 255
    for x, y in ((3, 3), (128, 128), (60, 200)):
        wanted = colour.inks(*(part / 255 for part in shades.getpixel((x, y))))
        assert [part / 255 for part in inked.getpixel((x, y))] == pytest.approx(wanted, abs=1.1 / 255)


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
    stages: dict[str, list[tuple[int, int]]] = {}
    built = build(
        spec_file.load("book.yaml"), 1, lambda stage, done, of, *_: stages.setdefault(stage, []).append((done, of))
    )
    # What is shown of each stage grows up to the whole, which stays the same.
    assert [*stages] == ["puzzles", "pages", "cover", "proof"]
    for counts in stages.values():
        assert counts == sorted(counts) and counts[-1][0] == counts[-1][1]
        assert len({of for _, of in counts}) == 1 < len(counts)
    assert set(alone) < set(built.files)
    for name, content in alone.items():
        assert (built.folder / name).read_bytes() == content
    sheet = cover.fronts_side_by_side(spec_file.load("book.yaml"), [[stocked()] * 2], edition("kdp"))
    assert Image.open(io.BytesIO(sheet)).size == (4 * (320 + 12) + 12, 4 * (480 + 12) + 12)
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
    """No constant of the drawing modules is a number but the slack of rounded sums, geometry of circles and barcodes, and
    what the guidelines of the web say of contrast.
    """
    allowed = {
        "_SLACK",
        "_ARC",
        "_FEW",
        "_GAP",
        "MOST_INK",
        "RESOLUTION",
        "STRONG",
        "LARGE",
        "_POINTS",
        "_HEIGHT",
        "_MOST_PIXELS",
        "_SEEN",
        "QUIET_LEFT",
        "LONG",
        "_TONES",
        "_STEPS",
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
