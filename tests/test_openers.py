"""What opens each section: a page, a band above its first puzzles, or the running head alone."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from book_data import loaded, planned
from PIL import Image
from typeset_data import filled, givens

from bookmaker.base import language
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.pages.frontmatter import OpenerPage, TeachingPage
from bookmaker.printing.pages.page_kinds import BlankPage, TextPage, content_area
from bookmaker.printing.text.text_blocks import Paragraph
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.making.editions import opener_notes
from bookmaker.publishing.book.making.stock import as_graded, stand_ins
from bookmaker.publishing.book.pages import front_matter
from bookmaker.publishing.book.pages.answers import Answered
from bookmaker.publishing.book.pages.assemble import assemble
from bookmaker.publishing.book.pages.front_matter import ways_to_begin
from bookmaker.publishing.book.pages.openers import MOST_OPENED, Openers, bare_and_blank
from bookmaker.publishing.book.pages.page_fit import page_setup
from bookmaker.publishing.book.pages.slots import motif_of
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import RULES, geometry

AREA = (40.0, 52.0, 372.0, 592.0)
WIDE = (40.0, 52.0, 540.0, 752.0)


def stocked(kind: str = "classic", size: int = 9, level: str = "easy") -> GradedPuzzle:
    grid = geometry(kind, size)
    return replace(as_graded(Puzzle(grid, givens(grid)), level), solution=filled(grid))


def openers(
    folder: Path, opener: str, intros: list[str], kinds: list[str], area: Any = AREA, style: str = "classic"
) -> Openers:
    sections = ""
    for at, intro in enumerate(intros):
        more = f", intro: {intro}" if intro else ""
        sections += f"- {{title: T{at}, puzzles: {{count: 1}}{more}}}\n"
    text = f"book: {{title: B}}\ndesign: {{style: {style}{opener and f', openers: {opener}'}}}\nsections:\n{sections}"
    spec = loaded(folder, text)
    parts = [
        Answered.of(
            section, [stocked(kind), stocked(kind, level="hard")], range(1, 3), section.answers.within(spec.answers)
        )
        for section, kind in zip(spec.sections, kinds, strict=True)
    ]
    return Openers(book_of(spec), parts, area, {})


def words_of(blocks: Any) -> list[str]:
    return [block.text for block in blocks if isinstance(block, Paragraph)]


def test_a_band_has_the_title_the_summary_and_the_introduction(tmp_path: Path) -> None:
    made = openers(tmp_path, "band", ["", '"One.\\n\\nTwo."', "none"], ["classic"] * 3)
    plain, told, none = (made.band(index) for index in range(3))
    assert plain is not None and told is not None and none is not None
    summary = front_matter.section_summary(made.words, made.parts[0].puzzles, "T0")
    assert (plain.title, plain.summary, words_of(plain.blocks)) == ("T0", summary, [])
    assert (told.title, words_of(told.blocks)) == ("T1", ["One.", "Two."])
    assert words_of(none.blocks) == []
    # A section with a band has no page.
    assert made.pages(1, banded=True) == []


def test_a_band_is_set_larger_on_a_wide_page(tmp_path: Path) -> None:
    usual, wide = (openers(tmp_path, "band", ["Words."], ["classic"], area).band(0) for area in (AREA, WIDE))
    assert usual is not None and wide is not None
    (one,), (other,) = usual.blocks, wide.blocks
    assert isinstance(one, Paragraph) and isinstance(other, Paragraph)
    scale = wide.style.scale_for(500.0) if hasattr(wide, "style") else wide.look.scale_for(500.0)
    assert other.size == pytest.approx(one.size * scale / usual.look.scale_for(332.0)) and scale > 1


def test_a_band_that_is_too_high_is_a_page(tmp_path: Path) -> None:
    def banded(lines: int) -> bool:
        made = openers(tmp_path, "band", [f'"{"One line. " * lines}"'], ["classic"])
        band = made.band(0)
        if band is not None:
            most = made.book.look.opener.band_most * (AREA[3] - AREA[1])
            assert band.height(AREA) <= most
        else:
            assert isinstance(made.pages(0, banded=False)[0], OpenerPage)
        return band is not None

    found = [banded(lines) for lines in (1, 20, 60, 110, 180)]
    assert found[0] and not found[-1] and found == sorted(found, reverse=True)


def test_an_introduction_of_several_pages_has_no_band(tmp_path: Path) -> None:
    for text, banded in (("One.", True), ("One.\n\n<!-- page -->\n\nTwo.", False)):
        (tmp_path / "o.md").write_text(text)
        made = openers(tmp_path, "band", ["{page: o.md}"], ["classic"])
        assert (made.band(0) is not None) is banded


def test_a_page_opens_a_section_where_the_style_or_the_spec_says_so(tmp_path: Path) -> None:
    made = openers(tmp_path, "page", ["Words.", "Others."], ["classic"] * 2)
    assert made.band(0) is None
    (first,), (second,) = made.pages(0, banded=False), made.pages(1, banded=False)
    assert isinstance(first, OpenerPage) and isinstance(second, OpenerPage)
    assert (first.title, first.number, second.title, second.number) == ("T0", "1", "T1", "2")
    assert first.summary == made.summaries[0] and first.intro == "Words."
    assert first.motif == motif_of(made.parts[0].puzzles)


def test_the_running_head_alone_opens_a_section_that_says_nothing(tmp_path: Path) -> None:
    made = openers(tmp_path, "none", ["", "Words.", "none"], ["classic"] * 3)
    assert [made.band(index) for index in range(3)] == [None] * 3
    assert [len(made.pages(index, banded=False)) for index in range(3)] == [0, 1, 0]
    # Without a running head each has a band or a page.
    bare = openers(tmp_path, "none", [""], ["classic"], style="large-print")
    assert bare.band(0) is not None and len(bare.pages(0, banded=False)) == 1


def test_rules_stand_at_sections_of_a_book_of_several_kinds_that_say_nothing(tmp_path: Path) -> None:
    kinds = ["classic", "x", "x", "x"]
    intros = ["", "", "Words.", "none"]
    made = openers(tmp_path, "band", intros, kinds)
    told = [words_of(band.blocks) if (band := made.band(index)) else None for index in range(4)]
    rules = front_matter.section_rules(made.words, made.parts[1].puzzles)
    assert told[1] == list(rules) and rules
    assert told[0] == list(front_matter.section_rules(made.words, made.parts[0].puzzles))
    assert told[2:] == [["Words."], []]
    alike = openers(tmp_path, "band", [""] * 2, ["x", "x"])
    bands = [alike.band(index) for index in range(2)]
    assert [words_of(band.blocks) for band in bands if band is not None] == [[], []]
    # Where no page opens sections, none has its rule.
    silent = openers(tmp_path, "none", [""] * 2, ["classic", "x"])
    assert [len(silent.pages(index, banded=False)) for index in range(2)] == [0, 0]


@pytest.mark.parametrize(("titles", "named"), [(("Easy Ones", "Rain"), True), (("Easy Ones", "More Easy Ones"), False)])
def test_all_openers_say_the_level_or_none(titles: tuple[str, str], named: bool, tmp_path: Path) -> None:
    sections = "".join(f"- {{title: {title}, puzzles: {{count: 2, difficulty: easy}}}}\n" for title in titles)
    book = planned(loaded(tmp_path, f"book: {{title: A}}\ndesign: {{openers: page}}\nsections:\n{sections}"))
    summaries = [page.summary for page in book.interior if isinstance(page, OpenerPage) and page.title in titles]
    assert [summary.endswith("easy") for summary in summaries] == [named] * 2


KINDS_BOOK = """
book: {title: Tour, author: A}
page: {trim: 8.5x11in}
design: {style: modern}
sections:
  - {title: Plain, puzzles: {count: 4}}
  - {title: Diagonals, puzzles: {kind: x, count: 4}}
  - {title: Words, intro: A word of mine., puzzles: {kind: thermometers, count: 4}}
  - {title: Nothing, intro: none, puzzles: {kind: kropki, count: 4}}
  - {title: Again, puzzles: {kind: x, count: 4, difficulty: hard}}
"""


def test_the_first_section_of_a_kind_teaches_it_and_the_front_matter_does_not(tmp_path: Path) -> None:
    spec = loaded(tmp_path, KINDS_BOOK)
    sections = [stand_ins(section) for section in spec.sections]
    made = assemble(book_of(spec), sections, stocked()).interior
    taught = [page for page in made if isinstance(page, TeachingPage)]
    assert [page.title for page in taught] == ["Diagonals", "Words"]
    written = []
    for page in taught:
        canvas = RecordingCanvas()
        page.draw(canvas, (36.0, 36.0, 540.0, 740.0))
        written.append(" ".join(line for line in canvas.lines if line.startswith("text")))
        assert any(" closed " in line or line.startswith("stamp") for line in canvas.lines)
    assert all("How to begin" in words and "The rule" in words for words in written)
    assert "diagonals" in written[0]
    assert "A word of mine." in written[1]
    rules = " ".join(
        block.text
        for page in made
        if isinstance(page, TextPage)
        for block in page.blocks
        if isinstance(block, Paragraph)
    )
    # What an opener says is not said before it; a section without words leaves its rule to the front.
    assert "diagonals" not in rules and "Kropki" in rules


def test_an_opener_whose_rule_has_no_room_beside_ways_to_begin_teaches_nothing(tmp_path: Path) -> None:
    """Its words stood below the margin of a small page in German."""
    kinds = ("x", "anti-knight", "kropki", "whispers", "killer", "even-odd")
    sections = "".join(f"- {{title: S {kind}, puzzles: {{kind: {kind}, count: 1}}}}\n" for kind in kinds)
    text = "book: {title: A, language: de}\npage: {trim: 4x6in}\ndesign: {style: gift, openers: page}\nsections:\n"
    spec = loaded(tmp_path, text + sections)
    made, setup = planned(spec).interior, page_setup(book_of(spec))
    openers = [(index, page) for index, page in enumerate(made) if isinstance(page, OpenerPage)]
    for index, page in openers:
        if isinstance(page, TeachingPage):
            assert page.fits(content_area(spec.look, setup.live(index, len(made))))
        elif page.title != "Lösungen":
            assert page.intro or page.blocks or any(isinstance(one, TextPage) for one in made[index + 1 : index + 2])
    assert {isinstance(page, TeachingPage) for _, page in openers} == {True, False}


def test_a_picture_of_the_users_own_is_the_only_one_on_its_opener(tmp_path: Path) -> None:
    Image.new("L", (600, 400), 128).save(tmp_path / "own.png")
    text = KINDS_BOOK.replace("intro: none,", "intro: {image: own.png, text: Mine.},")
    made = planned(loaded(tmp_path, text)).interior
    (page,) = [page for page in made if isinstance(page, OpenerPage) and page.title == "Nothing"]
    assert page.motif is None and not page.number


def test_few_pages_of_a_book_of_many_kinds_teach_nothing(tmp_path: Path) -> None:
    """Blank pages and openers without an example are at most 15 in 100."""
    kinds = ("x", "windoku", "jigsaw", "thermometers", "arrow", "sandwich", "kropki", "even-odd", "killer", "xv")
    text = KINDS_BOOK.partition("sections:")[0] + "sections:\n"
    text += "".join(f"  - {{title: {kind}, puzzles: {{kind: {kind}, count: 8}}, layout: two-up}}\n" for kind in kinds)
    made = planned(loaded(tmp_path, text)).interior
    idle = [page for page in made if isinstance(page, BlankPage) or (type(page) is OpenerPage)]
    assert len(idle) <= 0.15 * len(made)


@pytest.mark.parametrize(
    ("sections", "note"),
    [
        (
            "puzzles: {count: 4}}, {title: B, puzzles: {count: 4}",
            [
                "25 % of the pages are 2 openers without an example and 1 blank page: `design: {openers: band}` saves up to 2"
            ],
        ),
        ("puzzles: {count: 60}}, {title: B, puzzles: {count: 60}", []),
        ("puzzles: {count: 4, kind: x}}, {title: B, puzzles: {count: 4, kind: windoku}", []),
    ],
)
def test_a_book_of_many_bare_openers_is_told_what_saves_pages(sections: str, note: list[str], tmp_path: Path) -> None:
    spec = loaded(tmp_path, f"book: {{title: T}}\ndesign: {{openers: page}}\nsections: [{{title: A, {sections}}}]\n")
    interior: Any = SimpleNamespace(assembled=planned(spec))
    assert opener_notes([interior, interior]) == note


@pytest.mark.parametrize(("count", "opened"), [(2, 0), (60, 2)])
def test_bands_open_a_short_book_rather_than_pages_that_teach_nothing(count: int, opened: int, tmp_path: Path) -> None:
    plain = [f"{{title: {title}, puzzles: {{count: {count}}}}}" for title in "AB"]
    Image.new("L", (60, 60)).save(tmp_path / "own.png")
    own = f"{{title: C, intro: {{image: own.png}}, puzzles: {{count: {count}}}}}"
    made = [
        planned(loaded(tmp_path, f"book: {{title: T}}\nsections: [{', '.join(sections)}]\n")).interior
        for sections in (plain, [*plain, own])
    ]
    pages = [[page.title for page in one if isinstance(page, OpenerPage)] for one in made]
    # A picture of the user's own keeps its page.
    assert pages == [["A", "B"][:opened], [*["A", "B"][:opened], "C"]]
    assert all(sum(bare_and_blank(one)) <= MOST_OPENED * len(one) for one in made)
    assert sum(getattr(page, "band", None) is not None for page in made[0]) == 2 - opened


@pytest.mark.parametrize("opener", ["page", "band", "none"])
def test_sections_open_on_the_right_where_the_page_says_so(opener: str, tmp_path: Path) -> None:
    def firsts(openers: str) -> list[int]:
        sections = "".join(f"- {{title: T{at}, puzzles: {{count: 1}}}}\n" for at in range(4))
        text = f"book: {{title: B}}\npage: {{openers: {openers}}}\ndesign: {{openers: {opener}}}\nsections:\n{sections}"
        return [place.page for place in planned(loaded(tmp_path, text)).places]

    # A page that opens a section has its first puzzle behind it.
    assert {page % 2 for page in firsts("right")} == {int(opener != "page")}
    assert len({page % 2 for page in firsts("any")}) == 1 + (opener != "page")


def test_every_kind_has_ways_of_its_own_to_begin() -> None:
    words = language.load("en")
    usual = set(ways_to_begin(words, geometry("classic", 9)))
    for name, rule in RULES.items():
        own = ways_to_begin(words, geometry(name, 9))
        assert 2 <= len(own) <= 3 and usual.isdisjoint(own), name
        for size in {4, 6} & set(rule.sizes or ()):
            ways = ways_to_begin(words, geometry(name, size))
            assert 2 <= len(ways) <= 3 and not re.search("[2-9]", " ".join(ways)), (name, size)
