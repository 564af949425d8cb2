"""Font files: the house's own, and those that are refused."""

from __future__ import annotations

import io
import itertools
from pathlib import Path

import pikepdf
import pytest
from conftest import scaled
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from hypothesis import given, settings
from hypothesis import strategies as st
from typeset_data import LOOK

from bookmaker.base import resources
from bookmaker.base.errors import ResourceError
from bookmaker.printing.canvases.canvas import Sheet
from bookmaker.printing.canvases.pdf import Metadata, PdfCanvas
from bookmaker.printing.pages.document import missing_glyphs
from bookmaker.printing.styles import fonts, style
from bookmaker.printing.text.lines import Hyphens
from bookmaker.printing.text.text_blocks import text_of

FIGURES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def font_path(name: str) -> Path:
    path = resources.find("fonts", f"{name}.ttf")
    assert path is not None
    return path


@pytest.mark.parametrize("name", [name for name in resources.names("fonts", ".ttf") if name != "Pictures"])
def test_every_bundled_font_can_be_embedded_and_has_the_letters(name: str) -> None:
    found = fonts.load(name)
    assert fonts.embeddable(found).fontName == name
    for char in "ÁñÑ¿¡üЙёЩ№—–«»“”„‘’…×©·\u00a0":
        assert char in found.advances, char
    assert found.missing(["Ё a\u00a0b\tc", "…"]) == []


@pytest.mark.parametrize("name", style.names())
def test_digits_of_every_style_are_as_wide_as_each_other(name: str) -> None:
    look = style.find(name)
    for role in ("given", "answer", "answer_given", "candidate", "sum"):
        assert len({look.face(role).advances[digit] for digit in "0123456789"}) == 1, role


@pytest.mark.parametrize("name", ["Vollkorn-Regular", "Vollkorn-Italic", "Vollkorn-SemiBold"])
def test_the_figure_1_is_no_capital_i(name: str) -> None:
    """Its usual old-style 1 is a small capital I: r1c1 would read rIcI."""
    assert TTFont(font_path(name), lazy=True).getBestCmap()[ord("1")] == "one.ss11"


def test_missing_characters_are_told_whatever_the_face() -> None:
    assert missing_glyphs(LOOK, ["Sudoku 数独 ☃", "数"]) == ["☃", "数", "独"]
    assert missing_glyphs(LOOK, ["A\u00a0B\u202fC\tD\nE"]) == []


def test_a_font_that_is_not_there_is_told() -> None:
    with pytest.raises(ResourceError, match=r"there is no font NoSuchFont\.ttf"):
        fonts.load("NoSuchFont")


def refused(path: Path) -> str:
    with pytest.raises(ResourceError) as caught:
        fonts.read(path)
    assert caught.value.exit_code == 8
    (fault,) = caught.value.faults
    assert fault.place is not None
    assert fault.place.path == str(path)
    return fault.message


@pytest.mark.parametrize(
    "content", [b"", b"\0\1\0\0", b"not a font, but a poem\n" * 20, b"OTTO" + bytes(200), b"%PDF-1.4\n"]
)
def test_what_is_no_font_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.ttf"
    path.write_bytes(content)
    assert refused(path).startswith(("this is not a usable font: ", "this font has neither"))
    assert "not a usable font" in refused(tmp_path / "none.ttf")
    assert "not a usable font" in refused(tmp_path)


@settings(max_examples=scaled(12, 60), deadline=None)
@given(share=st.floats(0.0, 0.999))
def test_a_truncated_font_is_refused_or_still_whole_where_it_matters(
    tmp_path_factory: pytest.TempPathFactory, share: float
) -> None:
    whole = font_path("NotoSans-Bold").read_bytes()
    path = tmp_path_factory.mktemp("fonts") / "a.ttf"
    path.write_bytes(whole[: int(len(whole) * share)])
    try:
        read = fonts.read(path)
    except ResourceError:
        return
    assert read.advances == fonts.load("NotoSans-Bold").advances
    assert read.inks == fonts.load("NotoSans-Bold").inks


@settings(max_examples=scaled(12, 60), deadline=None)
@given(seed=st.randoms(use_true_random=False))
def test_a_damaged_font_never_ends_in_a_traceback(tmp_path_factory: pytest.TempPathFactory, seed: object) -> None:
    import random

    assert isinstance(seed, random.Random)
    content = bytearray(font_path("NotoSans-Bold").read_bytes())
    for _ in range(seed.randrange(1, 40)):
        content[seed.randrange(0, 2000 if seed.random() < 0.7 else len(content))] = seed.randrange(256)
    path = tmp_path_factory.mktemp("fonts") / "a.ttf"
    path.write_bytes(bytes(content))
    try:
        fonts.embeddable(fonts.read(path))
    except ResourceError as error:
        assert str(path) in str(error)


def test_a_glyph_made_of_one_that_is_not_there_is_a_message(tmp_path: Path) -> None:
    """Only the embedding follows the parts of a glyph, and ended in an IndexError."""
    content = bytearray(font_path("NotoSans-Bold").read_bytes())
    with TTFont(font_path("NotoSans-Bold")) as tables:
        name = next(name for name in ("Eacute", "eacute", "Aacute", "uni00C9") if name in tables["glyf"])
        assert tables["glyf"][name].isComposite()
        number, char = tables.getGlyphID(name), next(code for code, own in tables.getBestCmap().items() if own == name)
        at = tables.reader.tables["glyf"].offset + tables["loca"][number]
    content[at + 12 : at + 14] = b"\xff\xf0"  # Behind the box of the glyph and the flags of its first part.
    path = tmp_path / "a.ttf"
    path.write_bytes(bytes(content))
    canvas = PdfCanvas(Metadata("t"), style.find())
    canvas.begin_page(Sheet(200, 200, (0, 0, 200, 200)))
    with pytest.raises(ResourceError, match=r"made of others that it has not|not a usable font") as caught:
        canvas.text(20, 20, chr(char), fonts.kerned(fonts.own(path)), 12.0)
        canvas.end_page()
        canvas.finish()
    assert str(caught.value).startswith(str(path))


def test_packed_tables_that_contradict_each_other_are_a_message(tmp_path: Path) -> None:
    """They are met only where the font is unpacked."""
    path = tmp_path / "a.woff2"
    with TTFont(font_path("NotoSans-Bold")) as tables:
        tables.flavor = "woff2"
        tables.save(path)
    face = fonts.read(path)
    path.write_bytes(path.read_bytes()[:-400])
    with pytest.raises(ResourceError, match="not a usable font"):
        face.file()


def built(path: Path, chars: str, *, postscript: bool = False, empty: str = "") -> Path:
    names = [".notdef", *(f"u{ord(char)}" for char in chars)]
    builder = FontBuilder(1000, isTTF=not postscript)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({ord(char): f"u{ord(char)}" for char in chars})
    hollow = {f"u{ord(char)}" for char in empty}
    drawn = {}
    for name in names:
        pen = T2CharStringPen(600, None) if postscript else TTGlyphPen(None)
        if name not in hollow:
            pen.moveTo((100, 0))
            pen.lineTo((100, 700))
            pen.lineTo((500, 700))
            pen.lineTo((500, 0))
            pen.closePath()
        drawn[name] = pen.getCharString() if postscript else pen.glyph()
    if postscript:
        builder.setupCFF("A", {}, drawn, {})
    else:
        builder.setupGlyf(drawn)
    builder.setupHorizontalMetrics(dict.fromkeys(names, (600, 100)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "A", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    builder.save(path)
    return path


def test_fonts_that_cannot_print_a_book_are_refused_with_their_lack(tmp_path: Path) -> None:
    sound = fonts.read(built(tmp_path / "sound.ttf", f"{FIGURES} "))
    assert sound.digit_height() == 0.7
    assert sound.optical_centre("1") == 0.3
    hollow = TTFont(sound.path)
    for table in ("glyf", "loca"):
        del hollow[table]
    hollow.save(tmp_path / "hollow.ttf")
    assert refused(tmp_path / "hollow.ttf") == "this font has neither TrueType nor CFF outlines"
    assert refused(built(tmp_path / "b.ttf", FIGURES.replace("7", ""))) == "this font has no figure or letter '7'"
    some = built(tmp_path / "d.ttf", FIGURES.replace("7", "").replace("K", ""))
    assert refused(some) == "this font has no figure or letter '7', 'K'"
    assert refused(built(tmp_path / "c.ttf", FIGURES, empty="K")) == "this font has no figure or letter 'K'"


def test_postscript_outlines_become_truetype_ones_that_can_be_embedded(tmp_path: Path) -> None:
    path = built(tmp_path / "own.otf", f"{FIGURES} ", postscript=True)
    alike = fonts.read(built(tmp_path / "own.ttf", f"{FIGURES} "))
    face = fonts.own(path)
    assert (face.inks, face.centres, face.advances, face.cap_height) == (
        alike.inks, alike.centres, alike.advances, alike.cap_height,
    )  # fmt: skip
    assert face.packed and face.file() == fonts.read(path).file()
    assert fonts.covered(face, "8", [(0.3, 0.3), (0.05, 0.3)]) == 1 and fonts.ink_extent(face, "8") == (0.0, 0.7)
    with TTFont(io.BytesIO(face.file())) as tables:
        assert "glyf" in tables and "CFF " not in tables and tables["maxp"].tableVersion == 0x00010000
    canvas = PdfCanvas(Metadata("T", "", "en"), style.find())
    canvas.begin_page(Sheet(200.0, 100.0, (0.0, 0.0, 200.0, 100.0)))
    canvas.text(20, 20, "48", face, 40)
    canvas.end_page()
    with pikepdf.open(io.BytesIO(canvas.finish())) as pdf:
        used = pdf.pages[0].Resources.Font.values()
        assert used and all("/FontFile2" in font.FontDescriptor for font in used)
    # Its licence is looked at as that of any other.
    with TTFont(path) as tables:
        tables["OS/2"].fsType = 2
        tables.save(tmp_path / "secret.otf")
    with pytest.raises(ResourceError, match="its licence is restricted"):
        fonts.own(tmp_path / "secret.otf")


def test_lines_are_kerned_as_the_font_says_word_by_word() -> None:
    face = fonts.load("NotoSerif-Bold")
    kerned = fonts.kerned(face)
    # AV stand 80 units closer by the table of the font; figures and spaces stay where they are.
    gap = face.width("AV", 1000.0) - kerned.width("AV", 1000.0)
    assert gap == pytest.approx(80.0) and kerned.kerns("AV") == (-80, 0)
    assert kerned.kerns("7174") == () and kerned.kerns("fi") == ()
    assert kerned.width("AV To", 12.0) == pytest.approx(sum(kerned.width(part, 12.0) for part in ("AV", " ", "To")))
    assert style.find().face("title").kerned


def test_words_are_divided_in_short_lines_only_as_their_language_does() -> None:
    look = style.find().in_language("ru")
    text = "Вычеркните следующего кандидата прямоугольника"
    short = text_of(look, text).lines(90.0)
    pieces = [[word for word, _ in line] for line in short]
    assert any(line[-1].endswith("-") for line in pieces)
    assert " ".join(" ".join(line) for line in pieces).replace("- ", "") == text
    assert not any(a[-1].endswith("-") and b[-1].endswith("-") for a, b in itertools.pairwise(pieces))
    for other, width in (
        (look, 400.0),
        (look.in_language(""), 90.0),
        (style.find("large-print").in_language("ru"), 150.0),
    ):
        assert not any(word.endswith("-") for line in text_of(other, text).lines(width) for word, _ in line)
    assert Hyphens("en", 0.1).divided("r2c5") == [] and Hyphens("en", 0.1).divided("candidates")[0] == (
        "candi-",
        "dates",
    )


def test_a_font_named_as_a_file_is_told_apart() -> None:
    with pytest.raises(ResourceError, match=r"write Mine alone"):
        fonts.load("fonts/Mine.ttf")
