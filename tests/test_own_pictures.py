"""Pictures of the user's own as symbols: files to outlines, pictures that are too alike, and what then stands on the page."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from book_data import loaded, refusal, section
from fontTools.ttLib import TTFont
from PIL import Image, ImageDraw

from bookmaker.base.errors import ResourceError
from bookmaker.printing.canvases.pdf import Metadata
from bookmaker.printing.pages.document import pdf_document
from bookmaker.printing.pages.own_page import NotesPage
from bookmaker.printing.pages.page_kinds import GridsPage
from bookmaker.printing.styles.fonts import FIRST_OWN
from bookmaker.printing.text.own_pictures import apart, contours, font_of
from bookmaker.publishing.book.making.draft import draft
from bookmaker.publishing.proof.ink import Pages

SHAPES = {
    "bar": '<rect x="5" y="35" width="90" height="30"/>',
    "disc": '<circle cx="50" cy="50" r="40"/>',
    "ell": '<path d="M10 10 V90 H90" fill="none" stroke="#203040" stroke-width="20"/>',
    "roof": '<polygon points="50,5 95,90 5,90"/>',
}


def written(folder: Path, shapes: dict[str, str]) -> list[Path]:
    paths = [folder / f"{name}.svg" for name in shapes]
    for path, body in zip(paths, shapes.values(), strict=True):
        path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{body}</svg>', encoding="utf-8")
    return paths


def test_edges_are_followed_with_ink_on_the_right() -> None:
    rows = ["......", ".####.", ".#..#.", ".####.", "......"]
    outer, inner = contours(bytes(sign == "#" for row in rows for sign in row), 6)

    def area(line: list[tuple[float, float]]) -> float:
        ends = zip(line, [*line[1:], line[0]], strict=True)
        return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in ends) / 2

    # Through the middles of the pixels' sides, a corner loses an eighth of a pixel.
    assert area(outer) == pytest.approx(12 - 4 / 8) and area(inner) == pytest.approx(-(2 - 4 / 8))


def test_two_pixels_that_touch_by_a_corner_are_two_shapes() -> None:
    assert len(contours(bytes([1, 0, 0, 1]), 2)) == 2


def test_a_picture_fills_its_square_and_a_white_part_stays_white(tmp_path: Path) -> None:
    body = '<rect x="20" y="30" width="60" height="30"/><rect x="40" y="40" width="20" height="10" fill="white"/>'
    face = font_of(written(tmp_path, {**SHAPES, "bar": body}))
    glyph = TTFont(BytesIO(face.file()))["glyf"]["own0"]
    assert glyph.xMin <= 3 and glyph.xMax >= 2045 and glyph.numberOfContours == 2
    assert glyph.yMax - glyph.yMin == pytest.approx(1024, abs=12) and glyph.yMax + glyph.yMin == pytest.approx(
        2048, abs=3
    )
    assert face.file() == font_of(written(tmp_path, {**SHAPES, "bar": body})).file()


@pytest.mark.parametrize(
    ("shapes", "said"),
    [
        (
            {"ring": '<circle cx="50" cy="50" r="35" fill="none" stroke="black" stroke-width="10"/>'},
            "disc.svg and ring.svg",
        ),
        ({"oval": '<ellipse cx="50" cy="50" rx="41" ry="39"/>'}, "disc.svg and oval.svg"),
        ({"pale": '<rect x="5" y="35" width="90" height="30" fill="#ccc"/>'}, "pale.svg: nothing in it is dark"),
    ],
)
def test_pictures_that_a_child_cannot_tell_apart_are_refused(tmp_path: Path, shapes: dict[str, str], said: str) -> None:
    with pytest.raises(ResourceError) as caught:
        font_of(written(tmp_path, {"disc": SHAPES["disc"], **shapes}))
    assert [said in fault.message for fault in caught.value.faults] == [True]


def test_a_coarse_image_is_refused_and_a_fine_one_is_taken(tmp_path: Path) -> None:
    for side in (300, 640):
        image = Image.new("L", (side, side), 255)
        ImageDraw.Draw(image).polygon([(side // 2, 0), (side - 1, side // 2), (0, side - 1)], fill=0)
        image.save(tmp_path / f"kite{side}.png")
    others = written(tmp_path, {"bar": SHAPES["bar"]})
    assert len(font_of([*others, tmp_path / "kite640.png"]).advances) == 2
    with pytest.raises(ResourceError, match="300x300 pixels"):
        font_of([*others, tmp_path / "kite300.png"])


def test_how_much_two_sets_differ() -> None:
    assert apart(frozenset("abc"), frozenset("bcd")) == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("{pictures: '*.svg', set: fruit}", "must have one of `set`, `word` and `pictures`"),
        ("{pictures: 'none/*.svg'}", "no file matches `none/*.svg`"),
        ("{pictures: [bar.svg, disc.svg, ell.svg]}", "`pictures` names 3 files"),
        ("{pictures: [bar.svg, disc.svg, ell.svg, bar.svg]}", "`pictures` names bar.svg twice"),
        ("{pictures: [bar.svg, disc.svg, ell.svg, book.yaml]}", "takes .svg and .png files, not book.yaml"),
    ],
)
def test_wrong_files_are_refused_where_they_are_named(tmp_path: Path, value: str, said: str) -> None:
    written(tmp_path, SHAPES)
    assert said in refusal(tmp_path, section(f"puzzles: {{size: 4, count: 1}}, symbols: {value}"))[0]


def test_fewer_pictures_than_the_grid_needs_are_refused(tmp_path: Path) -> None:
    written(tmp_path, SHAPES)
    said = refusal(tmp_path, section("puzzles: {size: 6, count: 1}, symbols: {pictures: '*.svg'}"))[0]
    assert "`pictures` has 4 symbols, and a 6x6 grid needs 6" in said


def test_the_page_has_a_character_of_its_own_for_each_picture(tmp_path: Path) -> None:
    written(tmp_path, SHAPES)
    spec = loaded(tmp_path, section("puzzles: {size: 4, count: 1, givens: 8}, symbols: {pictures: '*.svg', row: none}"))
    shown = draft(spec, None, 1, lambda *_: None)
    content = pdf_document(shown.pages, shown.setup, Metadata("t"), shown.front, "t.pdf")
    (at,) = [
        index for index, page in enumerate(shown.pages) if isinstance(page, GridsPage) and page.layout.use == "puzzles"
    ]
    page = shown.pages[at]
    assert isinstance(page, GridsPage)
    digits = [digit for digit in page.slots[0].picture.digits if digit]
    assert page.slots[0].picture.symbols.names == ("bar", "disc", "ell", "roof")
    pages = Pages(content, "t.pdf")
    read = [*pages][at]
    pages.close()
    seen = [ord(glyph.char) - FIRST_OWN + 1 for glyph in read.glyphs if ord(glyph.char) >= FIRST_OWN]
    assert sorted(seen) == sorted(digits)


def test_a_page_to_draw_on_shows_the_pictures_of_its_section(tmp_path: Path) -> None:
    written(tmp_path, SHAPES)
    keys = "puzzles: {size: 4, count: 2, givens: 8}, symbols: {pictures: '*.svg', row: cut-out}, puzzles_on: right"
    spec = loaded(tmp_path, section(keys) + "design: {style: children}\n")
    shown = draft(spec, None, 1, lambda *_: None)
    pages = [page for page in shown.pages if isinstance(page, NotesPage)]
    assert pages
    assert {page.among for page in pages if page.font is not None} == {tuple(chr(FIRST_OWN + at) for at in range(4))}
