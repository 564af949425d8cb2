"""What each printer needs of a cover: files and notes, barcodes, sizes, palettes, fronts side by side."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from book_data import loaded
from cover_data import INCH, TRIMS, book, edition, stocked, wish
from PIL import Image

from bookmaker.base.errors import SpecError
from bookmaker.printing.covers import design
from bookmaker.printing.printers import Edition, find
from bookmaker.publishing.book.making import cover
from bookmaker.publishing.book.making.build import compare_covers
from bookmaker.publishing.book.spec.spec_file import Spec

MIXED = [stocked("hard"), *[stocked("easy")] * 3, stocked("medium")]


Drawn = list[tuple[tuple[Any, ...], dict[str, Any]]]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    """Records the covers that a build orders. It draws nothing and reports a remark for each, with its number."""
    calls: Drawn = []

    def draw(*arguments: Any, **keys: Any) -> list[str]:
        calls.append((arguments, keys))
        canvas = arguments[0]
        canvas.begin_page(arguments[4].sheet)
        canvas.end_page()
        return [f"remark of {arguments[5].printer.name}", "again", "again"]

    monkeypatch.setattr(cover, "draw_cover", draw)
    monkeypatch.setattr(cover, "FRONT_HEIGHT", 60)
    monkeypatch.setattr(cover, "COMPARED_HEIGHT", 48)
    return calls


def made(one: Spec, editions: dict[Edition, int], **keys: Any) -> cover.Covers:
    return cover.cover_files(one, [MIXED], editions, **keys)


def test_each_printer_has_its_file_and_its_notes_and_the_first_has_the_front(tmp_path: Path, asked: Drawn) -> None:
    office, kdp, lulu = edition("office"), edition("kdp"), edition("lulu")
    one = book(tmp_path, "{design: dots}")
    found = made(one, {office: 100, kdp: 78, lulu: 100})
    assert [*found.files] == ["cover-kdp.pdf", "cover-lulu.pdf", "cover-front.png", "cover-front.jpg"]
    assert found.notes == (
        "an office printer takes no covers: none is made",
        "cover-kdp.pdf: the spine has no words: Amazon KDP takes them from 79 pages on, and the book has 78",
        "cover-kdp.pdf: remark of kdp",
        "cover-kdp.pdf: again",
        "cover-lulu.pdf: remark of lulu",
        "cover-lulu.pdf: again",
    )
    assert [call[5] for call, _ in asked] == [kdp, lulu, kdp]
    assert [keys for _, keys in asked] == [{"spine": place == 1, "lenient": False} for place in range(3)]
    for name, form in cover.FRONTS.items():
        picture = Image.open(io.BytesIO(found.files[name]))
        assert (picture.format, picture.height) == (form, 60)
    asked.clear()
    assert [*made(one, {lulu: 100}, fronts=False, lenient=True).files] == ["cover-lulu.pdf"]
    assert [keys["lenient"] for _, keys in asked] == [True]


def test_a_file_bears_the_title_and_the_day_where_the_printer_wants_them(tmp_path: Path, asked: Drawn) -> None:
    one = book(tmp_path, "{spine: 0.5in}", 'Rain: the "Book"')
    files = made(one, {edition("ingramspark"): 100, edition("lulu"): 100}, fronts=False).files
    with pikepdf.open(io.BytesIO(files["cover-ingramspark.pdf"])) as pdf:
        assert str(pdf.docinfo["/Title"]) == "Rain: the “Book”"
        assert str(pdf.docinfo["/CreationDate"]) == "D:20261122000000Z"
    with pikepdf.open(io.BytesIO(files["cover-lulu.pdf"])) as pdf:
        assert not [*pdf.docinfo.keys()]


def test_no_file_is_made_without_a_cover_or_a_printer_that_takes_one(tmp_path: Path, asked: Drawn) -> None:
    one = book(tmp_path, "{}")
    assert made(one, {}) == made(replace(one, cover=None), {edition("kdp"): 100}) == cover.Covers({}, ())
    found = made(one, {edition("office"): 100})
    assert found == cover.Covers({}, ("an office printer takes no covers: none is made",))
    assert asked == []


@pytest.mark.parametrize(
    ("keys", "printer", "code", "box"),
    [
        ("{}", "kdp", None, True),
        ("{}", "lulu", ("9780306406157", "90000", "ISBN 978-0-306-40615-7"), False),
        ("{isbn: 0-306-40615-2, price: USD 12.99}", "kdp", ("9780306406157", "51299", "ISBN 0-306-40615-2"), True),
        ("{price: none}", "lulu", ("9780306406157", "", "ISBN 978-0-306-40615-7"), False),
    ],
)
def test_the_barcode_is_of_the_cover_or_of_the_book_where_the_printer_prints_none(
    keys: str, printer: str, code: tuple[str, ...] | None, box: bool, tmp_path: Path, asked: Drawn
) -> None:
    made(book(tmp_path, keys), {edition(printer): 100}, fronts=False)
    shown = asked[0][0][3]
    found = shown.barcode
    assert (None if found is None else (found.digits, found.price, found.label)) == code
    assert shown.barcode_box is box


@pytest.mark.parametrize(("code", "price"), [("en", "90000"), ("es", ""), ("ru", "")])
def test_no_price_is_said_only_where_shops_read_the_code(code: str, price: str, tmp_path: Path, asked: Drawn) -> None:
    made(book(tmp_path, "{}", "Sudoku", code), {edition("lulu"): 100}, fronts=False)
    made(book(tmp_path, "{price: USD 12.99}", "Sudoku", code), {edition("lulu"): 100}, fronts=False)
    assert [calls[0][3].barcode.price for calls in asked] == [price, "51299"]


def test_a_book_without_an_isbn_has_no_barcode(tmp_path: Path, asked: Drawn) -> None:
    one = book(tmp_path, "{}")
    made(replace(one, book=replace(one.book, isbn=None)), {edition("lulu"): 100}, fronts=False)
    assert asked[0][0][3].barcode is None


def test_a_cover_is_measured_by_template_by_the_spine_of_the_spec_or_by_the_pages(tmp_path: Path, asked: Drawn) -> None:
    template = "template: {for: kdp, sheet: 12.95x9.25in, spine: 0.7in, wrap: 0.125in}"
    for keys, printer, spine in (
        ("{}", "kdp", 0.2252),
        ("{spine: 0.5in}", "ingramspark", 0.5),
        (f"{{{template}}}", "kdp", 0.7),
        (f"{{{template}}}", "lulu", 100 / 444 + 0.06),
    ):
        made(book(tmp_path, keys), {edition(printer): 100}, fronts=False)
        assert asked[-1][0][4].spine / INCH == pytest.approx(spine, abs=1e-3)
    for keys, column in (
        ("{design: dots}", 8),
        ("{design: dots, template: {for: kdp, sheet: 9x9in, spine: 0.7in, wrap: 0in}}", 33),
    ):
        with pytest.raises(SpecError) as caught:
            made(book(tmp_path, keys), {edition("ingramspark" if column == 8 else "kdp"): 100})
        place = caught.value.faults[0].place
        assert place is not None and (place.line, place.column) == (5, column)


def test_a_cover_that_waits_for_a_template_holds_up_no_other(tmp_path: Path, asked: Drawn) -> None:
    editions = {edition("ingramspark"): 198, edition("kdp"): 200}
    done = made(book(tmp_path, "{}"), editions, known_only=True)
    assert {*done.files} == {"cover-kdp.pdf", "cover-front.png", "cover-front.jpg"}
    assert (
        "cover-ingramspark.pdf is not made: IngramSpark publishes no formula for the width of the spine (request its cover "
        "template for 198 pages and write the width, such as `spine: 0.52in`)" in done.notes
    )
    done = made(book(tmp_path, "{spine: 0.5in}"), editions, known_only=True)
    assert "cover-ingramspark.pdf" in done.files and not any("is not made" in note for note in done.notes)


@pytest.mark.parametrize("trim", TRIMS)
def test_the_front_for_the_shop_has_nothing_of_the_spine(trim: tuple[float, float], tmp_path: Path) -> None:
    """Its outer columns and rows are those of the front: a ground of one colour goes to the edge."""
    made = cover.cover_files(book(tmp_path, "{design: dots}"), [MIXED], {edition("kdp", trim): 100}, lenient=True)
    front = Image.open(io.BytesIO(made.files["cover-front.png"])).convert("RGB")
    wide, high = front.size
    assert max(wide, high) == cover.FRONT_HEIGHT or high == cover.FRONT_HEIGHT
    assert abs(wide / high - trim[0] / trim[1]) < 1.5 / high
    for columns in ((0, 1, 2), (wide - 1, wide - 2, wide - 3)):
        corner, *others = [front.getpixel((column, 2)) for column in columns]
        assert all(other == corner for other in others)


def test_the_ground_of_a_picture_is_its_darkest_colour_unless_the_spec_chooses_one(
    tmp_path: Path, asked: Drawn
) -> None:
    night = Image.new("RGB", (900, 1350), (40, 60, 120))
    night.paste((8, 12, 40), (0, 1000, 900, 1350))
    for name in ("photograph", "photograph, palette: white"):
        one = book(tmp_path, f"{{design: {name}, image: photo.png}}")
        night.save(tmp_path / "photo.png")
        made(one, {edition("kdp"): 100}, fronts=False)
    (dark, _), (white, _) = asked
    assert dark[2].ground.rgb == pytest.approx((8 / 255, 12 / 255, 40 / 255), abs=0.02)
    assert white[2].ground.rgb == (1.0, 1.0, 1.0)


def test_an_estimate_of_the_pages_is_named_as_one(tmp_path: Path, asked: Drawn) -> None:
    one = book(tmp_path, "{}")
    for certain, advice in ((True, "for 198 pages "), (False, "once the build has said the pages ")):
        with pytest.raises(SpecError) as caught:
            made(one, {edition("ingramspark"): 198}, fronts=False, certain=certain)
        (fault,) = caught.value.faults
        assert f"request its cover template {advice}" in fault.advice and ("198" in fault.advice) is certain
    notes = made(one, {edition("kdp"): 78}, fronts=False, certain=False).notes
    assert (
        "cover-kdp.pdf: the spine may have no words: Amazon KDP takes them from 79 pages on, and the book has at least 78"
        in notes
    )


def test_the_palette_is_that_of_the_volume_or_the_named_one_with_colours_of_its_own(
    tmp_path: Path, asked: Drawn
) -> None:
    names = design.find("dots").palettes
    for keys, name, ground in (
        ("", names[0].name, None),
        (", volume: 2", names[1].name, None),
        (f", volume: 2, palette: {names[2].name}", names[2].name, None),
        (', colours: {ground: "#123456"}', names[0].name, "#123456"),
    ):
        made(book(tmp_path, f"{{design: dots{keys}}}"), {edition("kdp"): 100}, fronts=False)
        palette = asked[-1][0][2]
        assert palette.name == name
        usual = next(one for one in names if one.name == name)
        assert (palette.ground == usual.ground) is (ground is None)
        assert palette.type == usual.type


def test_fronts_side_by_side_are_all_designs_and_the_users_own_in_its_colours(tmp_path: Path, asked: Drawn) -> None:
    (tmp_path / "mine.yaml").write_text("base: dots\nabout: mine\n")
    plain = [name for name in design.names() if not design.find(name).shows_photo]
    one = book(
        tmp_path,
        "{design: mine.yaml, palette: " + design.find("dots").palettes[1].name + ', colours: {ground: "#123456"}}',
    )
    sheet = cover.fronts_side_by_side(one, [MIXED], edition("ingramspark"))
    assert len(asked) == len(plain) + 1 and all(keys == {"spine": True, "lenient": True} for _, keys in asked)
    grounds = [call[2].ground for call, _ in asked]
    assert len({ground for ground in grounds if ground == grounds[-1]}) == 1 and grounds.count(grounds[-1]) == 1
    assert all(call[2].ground == call[1].palettes[0].ground for call, _ in asked[:-1])
    assert all(call[4].spine == pytest.approx(INCH) for call, _ in asked)
    # Four in a row, 48 pixels high.
    assert Image.open(io.BytesIO(sheet)).height == -(-len(asked) // 4) * (48 + 12) + 12
    asked.clear()
    palettes = design.find("dots").palettes
    cover.fronts_side_by_side(
        book(tmp_path, wish("dots", f", palette: {palettes[2].name}")), [MIXED], edition("ingramspark")
    )
    grounds = {id(call[1]): call[2].name for call, _ in asked}
    assert grounds == {
        id(call[1]): palettes[2].name if call[1] == design.find("dots") else call[1].palette(None, 3).name
        for call, _ in asked
    }
    assert [call[1] for call, _ in asked] == [design.find(name) for name in design.names()]
    assert all(call[4].spine == pytest.approx(0.52 * INCH) for call, _ in asked)


@pytest.mark.parametrize(
    ("keys", "what", "place"),
    [
        (
            "{subtitle: 数独の本 é}",
            "'の' (U+306E), '数' (U+6570), '本' (U+672C), '独' (U+72EC) of its subtitle",
            (5, 19),
        ),
        (
            "{badge: 一二三四五六}",
            "'一' (U+4E00), '三' (U+4E09), '二' (U+4E8C), '五' (U+4E94), '六' (U+516D) of its badge",
            None,
        ),
    ],
)
def test_letters_that_the_fonts_of_a_cover_lack_are_told(
    keys: str, what: str, place: tuple[int, int] | None, tmp_path: Path
) -> None:
    with pytest.raises(SpecError) as caught:
        made(book(tmp_path, keys), {edition("kdp"): 100})
    fault = caught.value.faults[0]
    assert fault.message == f"the fonts of the cover have no glyph for {what}"
    assert fault.advice == "leave it out, or take another design"
    if place is not None:
        assert len(caught.value.faults) == 1
        assert fault.place is not None and (fault.place.line, fault.place.column) == place


def test_the_front_for_the_shop_is_as_high_as_kdp_recommends() -> None:
    assert cover.FRONT_HEIGHT == 2560


def test_names_of_the_files_of_covers() -> None:
    assert cover.cover_name(edition("lulu")) == "cover-lulu.pdf"
    printers = {f"cover-{name}.pdf" for name in ("ingramspark", "kdp", "lulu", "office")}
    assert set(cover.COVERS) == printers | {"cover-front.png", "cover-front.jpg"}
    assert find("office").bindings[0].cover is None


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("printers", "drawn_for"), [("office", "kdp"), ("[office, lulu, kdp]", "lulu"), ("", "kdp")])
def test_designs_are_compared_for_the_first_printer_that_takes_covers(
    printers: str, drawn_for: str, tmp_path: Path, asked: Drawn
) -> None:
    named = f"print: {{for: {printers}, pictures: false}}\n" if printers else ""
    one = loaded(
        tmp_path,
        f"book: {{title: A}}\n{named}page: {{trim: 6x9in}}\ncover: {{}}\n"
        "sections: [{title: B, puzzles: {size: 4, count: 1, difficulty: easy}}]\n",
    )
    # One puzzle makes fewer pages than these printers bind, which is no fault of a front.
    assert compare_covers(one, 1)[:4] == b"\x89PNG"
    assert {(call[5].printer.name, call[5].trim) for call, _ in asked} == {(drawn_for, (6 * INCH, 9 * INCH))}
