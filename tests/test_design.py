"""The key `design` of a spec and what follows from it: styles and fonts of one's own, words as printed, order and numbers."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest
from conftest import Run
from fontTools.subset import main as subset
from fontTools.ttLib import TTFont
from typeset_data import SETUPS

from bookmaker.base import resources
from bookmaker.base.errors import SpecError
from bookmaker.base.units import INCH, MM, parse_size
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.printing.canvases.pdf import Metadata, PdfCanvas
from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.pages import layouts
from bookmaker.printing.pages.contents import ContentsPage
from bookmaker.printing.pages.frontmatter import OpenerPage, SmallPrintPage
from bookmaker.printing.pages.page_kinds import BlankPage, GridsPage, TextPage, content_area
from bookmaker.printing.styles import fonts, style
from bookmaker.publishing.book.making import stock
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.making.build import build
from bookmaker.publishing.book.making.checks import require_book_room, require_glyphs
from bookmaker.publishing.book.pages.assemble import Assembled, assemble
from bookmaker.publishing.book.pages.page_fit import answer_layout, section_layout
from bookmaker.publishing.book.spec import spec_file as specs
from bookmaker.publishing.book.spec.own_words import printed
from bookmaker.publishing.book.spec.spec_file import Spec
from bookmaker.puzzles.rules.houses import SEVERAL_GRIDS

EXAMPLES = resources.find("examples", "styles.yaml")
assert EXAMPLES is not None


def font_file(name: str) -> Path:
    path = resources.find("fonts", f"{name}.ttf")
    assert path is not None
    return path


def altered(folder: Path, name: str, change: Callable[[TTFont], None]) -> Path:
    with TTFont(font_file("Comfortaa-Bold"), recalcTimestamp=False) as font:
        change(font)
        font.save(folder / name)
    return folder / name


def spec_with(
    folder: Path, design: str, book: str = "{title: T}", section: str = "title: S, puzzles: {count: 1}"
) -> Spec:
    (folder / "book.yaml").write_text(
        f"book: {book}\ndesign: {design}\nsections:\n  - {{{section}}}\n", encoding="utf-8"
    )
    return specs.load(folder / "book.yaml")


def faults(folder: Path, design: str, **parts: str) -> list[str]:
    with pytest.raises(SpecError) as caught:
        require_glyphs(spec_with(folder, design, **parts))
    return [str(fault).replace(f"{folder}/", "") for fault in caught.value.faults]


def test_a_style_is_a_name_or_a_file_beside_the_spec(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("base: modern\nfolio: {size: 12pt}\n")
    assert spec_with(tmp_path, "{style: modern}").look.about == style.find("modern").about
    assert spec_with(tmp_path, "{style: mine.yaml}").look.folio.size == 12
    (told,) = faults(tmp_path, "{style: modren}")
    assert told.startswith(
        "book.yaml:2:17: there is no style `modren` (did you mean `modern`? there are autumn, children, classic"
    )
    (tmp_path / "mine.yaml").write_text("base: modern\nfolio: {size: 12}\n")
    told, where = faults(tmp_path, "{style: mine.yaml}")
    assert told.startswith("book.yaml:2:17: the style `mine.yaml` has faults of its own")
    assert where.startswith("mine.yaml:2:15: `size` must be a length")


def test_fonts_of_ones_own_are_embedded(tmp_path: Path) -> None:
    letters = ["--unicodes=20-17F,2010-2044", "--flavor=woff2", f"--output-file={tmp_path / 'Mine.woff2'}"]
    subset([str(font_file("Comfortaa-Bold")), *letters])
    (tmp_path / "letters.txt").write_text(
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
    )
    (tmp_path / "book.yaml").write_text(
        f"book: {{title: T}}\noutput: {tmp_path}\ndesign: {{fonts: {{title: Mine.woff2, digit: Mine.woff2}}}}\n"
        "sections:\n  - {title: S, puzzles: {from: letters.txt}}\n"
    )
    spec = specs.load(tmp_path / "book.yaml")
    assert spec.look.face("given") is spec.look.face("title") is not spec.look.face("text")
    built = build(spec, 1, proof=False)
    with pikepdf.open(built.folder / "interior.pdf") as pdf:
        names = {str(font.BaseFont) for page in pdf.pages for font in page.Resources.Font.values()}
        assert "/Subject" not in pdf.docinfo
    assert any("+Comfortaa-Bold" in name for name in names)


def test_unfit_fonts_are_refused_where_they_are_named(tmp_path: Path) -> None:
    def restrict(font: TTFont) -> None:
        font["OS/2"].fsType = 2

    def bitmaps(font: TTFont) -> None:
        font["OS/2"].fsType = 0x200

    altered(tmp_path, "secret.ttf", restrict)
    altered(tmp_path, "dots.ttf", bitmaps)
    (tmp_path / "junk.ttf").write_bytes(b"junk")
    design = (
        "{fonts: {title: secret.ttf, text: dots.ttf, digit: junk.ttf, nubmer: a.ttf, head: gone.ttf, level: a.pfb}}"
    )
    told = faults(tmp_path, design)
    for words in (
        r"2:\d+: `title`: secret.ttf: this font may not be embedded: its licence is restricted \(fsType 2\)",
        r"2:\d+: `text`: dots.ttf: this font may not be embedded: its licence allows bitmaps only",
        r"2:\d+: `digit`: junk.ttf: this is not a usable font",
        r"2:\d+: `fonts` has no role `nubmer` \(did you mean `number`\?\)",
        r"2:\d+: `head`: there is no file `gone.ttf`",
        r"2:\d+: `level` must be a font file ending in `.ttf`, `.otf` or `.woff2`",
    ):
        assert any(re.search(words, fault) for fault in told), words


def test_what_a_font_lacks_is_listed(tmp_path: Path) -> None:
    letters = "".join(map(chr, range(32, 127))) + "áéíóñ"
    subset([str(font_file("Lato-Regular")), f"--text={letters}", f"--output-file={tmp_path / 'few.ttf'}"])
    (told,) = faults(tmp_path, "{fonts: {text: few.ttf}}")
    assert re.search(r"few.ttf has no glyph for .*© \(U\+00A9\).*× \(U\+00D7\)", told)
    assert "é" not in told
    # For digits it is enough.
    assert require_glyphs(spec_with(tmp_path, "{fonts: {digit: few.ttf}}")) == []


def test_a_font_for_text_alone_leaves_another_family_beside_it(tmp_path: Path) -> None:
    mine = tmp_path / "mine.ttf"
    mine.write_bytes(font_file("NotoSans-Regular").read_bytes())
    (note,) = require_glyphs(spec_with(tmp_path, "{fonts: {text: mine.ttf, heading: mine.ttf}}"))
    assert note.startswith("`fonts` names text; text_bold, text_italic stay in Vollkorn-")
    several = "{fonts: {text: mine.ttf, text_bold: mine.ttf, text_italic: mine.ttf, heading: mine.ttf}}"
    assert require_glyphs(spec_with(tmp_path, several)) == []


def test_a_font_of_ones_own_is_named_once_for_all_that_it_lacks(tmp_path: Path) -> None:
    subset([str(font_file("Lato-Regular")), "--unicodes=20-7E", f"--output-file={tmp_path / 'latin.ttf'}"])
    russian = {"book": "{title: Ошибки, author: Я, language: ru}", "section": "title: Слова, puzzles: {count: 1}"}
    (told,) = faults(tmp_path, "{fonts: {text: latin.ttf}}", **russian)
    assert "latin.ttf has no glyph for © « · » × ÷ А Б В Г" in told
    require_glyphs(spec_with(tmp_path, "{fonts: {digit: latin.ttf}}", **russian))
    russian["section"] += ", symbols: {word: ПОЛИГРАФЫ}"
    (told,) = faults(tmp_path, "{fonts: {digit: latin.ttf}}", **russian)
    assert "latin.ttf has no glyph for 'А' (U+0410), 'Г'" in told and "and 4 more characters" in told


@pytest.mark.parametrize(
    ("code", "typed", "set_"),
    [
        ("en", 'He said "don\'t" - twice', "He said “don’t” – twice"),
        ("en", "\"It's a 'hard' one\" -- so", "“It’s a ‘hard’ one” – so"),
        ("en", "rock 'n' roll, 4-5", "rock ’n’ roll, 4-5"),
        ("en", "A 'quoted' word, the reader's 'don't know'", "A ‘quoted’ word, the reader’s ‘don’t know’"),
        ("en", "'Tis the '90s kids' book", "’Tis the ’90s kids’ book"),
        ("es", '"Hola", dijo', "«Hola», dijo"),
        ("ru", 'Книга "Судоку" - лучшая', "Книга «Судоку» — лучшая"),
        ("ru", "Уже «так»", "Уже «так»"),
    ],
)
def test_quotes_and_dashes_follow_the_language(code: str, typed: str, set_: str) -> None:
    assert printed(typed, code) == set_


@pytest.mark.parametrize("text", ["6x9in", "6inx9in", "6in x 9in", "152.4x228.6mm", "15.24cmx228.6mm", "6 x 9 in"])
def test_sizes_of_pages(text: str) -> None:
    assert parse_size(text) == pytest.approx((432.0, 648.0))


@pytest.fixture(scope="module")
def made() -> tuple[Spec, list[list[GradedPuzzle]]]:
    spec = specs.load(EXAMPLES or "")
    return spec, stock.fill_sections(spec.sections, spec.seed, 1, lambda *_: None)


def planned(spec: Spec, sections: list[list[GradedPuzzle]]) -> Assembled:
    return assemble(book_of(spec), sections, sections[0][0])


def minutes(sections: list[list[GradedPuzzle]]) -> list[list[float]]:
    return [[one.grade.time.middle or 0 for one in section] for section in sections]


def test_puzzles_rise_in_minutes_unless_the_spec_says_else(
    made: tuple[Spec, list[list[GradedPuzzle]]], tmp_path: Path
) -> None:
    spec, sections = made
    spec = replace(spec, sections=tuple(replace(one, order="rising") for one in spec.sections))
    backwards = [sorted(section, key=lambda one: -(one.grade.time.middle or 0)) for section in sections]
    assert minutes(stock.in_order(spec.sections, 1, backwards)) == [sorted(section) for section in minutes(sections)]
    mixed = replace(spec, sections=tuple(replace(one, order="mixed") for one in spec.sections))
    shuffled = stock.in_order(mixed.sections, 1, sections)
    assert shuffled == stock.in_order(mixed.sections, 1, sections)
    assert [set(map(id, section)) for section in shuffled] == [set(map(id, section)) for section in sections]
    # Puzzles from files stay in the order of their files.
    plain = replace(spec, sections=tuple(replace(one, order=None) for one in spec.sections))
    assert stock.in_order(plain.sections, 1, backwards) == backwards
    generated = spec_with(tmp_path, "{}")
    assert minutes(stock.in_order(generated.sections, 1, backwards[:1])) == [minutes(backwards)[0][::-1]]


def test_openers_stand_on_the_right_and_contents_after_the_copyright(
    made: tuple[Spec, list[list[GradedPuzzle]]],
) -> None:
    spec, sections = made
    spec = replace(spec, design=replace(spec.design, openers="page"))
    book = planned(replace(spec, number_from=101, page=replace(spec.page, openers="right")), sections)
    openers = [index for index, page in enumerate(book.interior) if isinstance(page, OpenerPage)]
    assert len(openers) == len(sections)
    assert all(index % 2 == 0 for index in openers)
    (copyright_page,) = (index for index, page in enumerate(book.interior) if isinstance(page, SmallPrintPage))
    assert isinstance(book.interior[copyright_page + 1], ContentsPage)
    anywhere = planned(replace(spec, page=replace(spec.page, openers="any")), sections)
    blanks = [sum(isinstance(page, BlankPage) for page in one.interior[:-1]) for one in (anywhere, book)]
    assert blanks[0] < blanks[1]
    # Numbers begin where the spec says, in puzzles and in answers.
    labels = [slot.label for page in book.interior if isinstance(page, GridsPage) for slot in page.slots]
    count = sum(map(len, sections))
    assert labels == [str(101 + index) for index in [*range(count), *range(count)]]


@pytest.mark.parametrize("lines", range(0, 40, 3))
@pytest.mark.parametrize("name", ["children", "modern"])
def test_the_number_of_a_section_stands_clear_of_its_title(name: str, lines: int) -> None:
    look, area = style.find(name), (0.0, 0.0, 360.0, 580.0)
    page = OpenerPage(look=look, title="In the Meadow", summary="6 puzzles", intro="One line.\n" * lines, number="1")
    canvas = RecordingCanvas()
    page.draw(canvas, area)
    texts = [re.match(r"text \S+ (\S+) \S+ (\S+) '([^']*)'", line) for line in canvas.lines]
    set_ = {found[3]: (float(found[1]), float(found[2])) for found in texts if found}
    baseline, size = set_["In the Meadow"]
    assert "1" in set_ or lines > 10
    assert "1" not in set_ or baseline + look.face("title").cap_height / look.face("title").units * size < set_["1"][0]


def test_a_layout_left_out_is_one_that_fits(tmp_path: Path) -> None:
    spec = spec_with(tmp_path, "{}", section="title: S, puzzles: {size: 16, count: 1, difficulty: easy}")
    require_book_room(book_of(spec))


def test_every_arrangement_of_grids_fits_letter_paper(tmp_path: Path) -> None:
    for rule in SEVERAL_GRIDS:
        section = f"title: S, layout: whole-page, puzzles: {{kind: {rule.name}, count: 1}}"
        require_book_room(book_of(spec_with(tmp_path, "{}\npage: {trim: letter}", section=section)))


@pytest.mark.parametrize("name", ["one-up", "four-up"])
def test_layouts_for_puzzles_serve_answers(name: str, tmp_path: Path) -> None:
    spec = spec_with(tmp_path, "{}", section=f"title: S, answers: {{layout: {name}}}, puzzles: {{count: 1}}")
    assert spec.sections[0].answers.layout == name


def test_the_level_is_said_once(made: tuple[Spec, list[list[GradedPuzzle]]]) -> None:
    spec, sections = made
    easy = replace(spec, sections=(replace(spec.sections[2], title="Easy Small"),))
    book = planned(easy, [sections[2]])
    (opener,) = [page for page in book.interior if isinstance(page, OpenerPage)]
    assert opener.summary == "2\u00a0puzzles"
    puzzles = [page for page in book.interior if isinstance(page, GridsPage) and page.layout.use == "puzzles"]
    assert [slot.aside for page in puzzles for slot in page.slots] == ["", ""]
    several = planned(spec, sections)
    asides = [slot.aside for page in several.interior if isinstance(page, GridsPage) for slot in page.slots]
    assert asides[:4] == ["Easy", "Easy", "Medium", "Hard"]


@pytest.mark.thorough("test_hints.py::test_every_name_of_a_hint_is_explained_once_in_the_book")
def test_the_chapter_of_techniques_can_stand_at_the_back(
    made: tuple[Spec, list[list[GradedPuzzle]]], tmp_path: Path
) -> None:
    from bookmaker.publishing.book.making.book_examples import worked_examples

    _, sections = made
    worked = worked_examples(sections[0], "en", 1)
    (tmp_path / "p.txt").write_text("\n".join(str(one.puzzle) for one in sections[0]))
    for place in ("front", "back"):
        (tmp_path / "book.yaml").write_text(
            f"book: {{title: T}}\ntechniques: {{place: {place}}}\nsections:\n  - {{title: S, puzzles: {{from: p.txt}}}}\n"
        )
        spec = specs.load(tmp_path / "book.yaml")
        book = assemble(book_of(spec), [sections[0]], sections[0][0], worked)
        titles = [page.title for page in book.interior if isinstance(page, TextPage)]
        index = next(
            i for i, page in enumerate(book.interior) if isinstance(page, TextPage) and page.title == "Techniques"
        )
        assert "Techniques" in titles
        assert (index > book.front) == (place == "back")
        (contents,) = [page for page in book.interior if isinstance(page, ContentsPage)]
        (entry,) = [entry for entry in contents.entries if entry.title == "Techniques"]
        assert entry.page == book.interior[index].folio


def test_answers_take_the_densest_layout_that_fits_and_small_grids_fill_their_frames() -> None:
    spec = specs.load(EXAMPLES or "")
    area = content_area(spec.look, SETUPS["6x9in"].live(0, 40))
    dense = answer_layout(book_of(spec), None, [], area)
    assert dense.name == "twelve-up"
    frame, side = dense.frames(area)[0], dense.side(dense.frames(area)[0], 9)
    assert frame[3] - frame[1] - dense.label - side < side / 3
    assert section_layout(book_of(spec), spec.sections[0], [], lambda _: area).name == "four-up"
    wide = (0.5 * INCH, 0.5 * INCH, 8.0 * INCH, 10.5 * INCH)
    four = layouts.find("four-up", spec.look)
    assert four.side(four.frames(wide)[0], 4) > 80 * MM


def test_styles_are_listed_and_drawn(run: Run) -> None:
    listed = [line.split()[0] for line in run("styles").out.splitlines()]
    assert (
        listed
        == style.names()
        == [
            "autumn",
            "children",
            "classic",
            "course",
            "gift",
            "halloween",
            "high-contrast",
            "large-print",
            "modern",
            "newspaper",
            "spring",
            "summer",
            "winter",
        ]
    )
    assert run("styles", "children", "-o", "a.png", "--dpi", "30").code == 0
    assert Path("a.png").read_bytes().startswith(b"\x89PNG")
    assert run("styles", "childern").code == 3
    assert run("styles", "-o", "a.pdf").code == 2


def test_the_json_schema_knows_the_design() -> None:
    text = json.dumps(specs.json_schema())
    assert '"design"' in text and '"number_from"' in text and '"techniques"' in text


def test_a_copy_of_a_shipped_font_stands_beside_that_font(tmp_path: Path) -> None:
    """Fonts of one name in one file: the library refuses the second, so that the user's own has a name of its own."""
    shipped = style.find("children").face("title")
    copy = tmp_path / "mine.ttf"
    copy.write_bytes(shipped.path.read_bytes())
    canvas = PdfCanvas(Metadata("t"), style.find("children"))
    canvas.begin_page(SETUPS["6x9in"].sheet(0))
    for y, face in ((50.0, shipped), (90.0, fonts.own(copy))):
        canvas.text(20.0, y, "Title", face, 12.0)
    canvas.end_page()
    with pikepdf.open(io.BytesIO(canvas.finish())) as pdf:
        names = {str(font.BaseFont)[8:] for font in pdf.pages[0].Resources.Font.values()}
    assert {name.partition("-Bold")[0] for name in names} == {"Comfortaa"} and len(names) == 2
