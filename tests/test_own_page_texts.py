"""Texts of the user's own on their way into a book: fields, where they stand, introductions, and how fine images are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from book_data import loaded, planned
from own_page_data import Write, picture, told, writer

from bookmaker.base.errors import Place, SpecError
from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.pages.contents import Entry, EntryBlock
from bookmaker.printing.pages.frontmatter import intro_measure
from bookmaker.printing.pages.own_page import PlacedPage
from bookmaker.printing.pages.page_kinds import TextPage
from bookmaker.printing.text.diagrams import RichText
from bookmaker.printing.text.images import ImageBlock
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.pages import own_pages
from bookmaker.publishing.book.spec.spec_file import Spec

AREA = (40.0, 52.0, 372.0, 592.0)


@pytest.fixture
def write(tmp_path: Path) -> Write:
    return writer(tmp_path)


def test_fields_are_filled_with_what_the_spec_says(write: Write) -> None:
    more = ", subtitle: '\"S\"', publisher: '\"P\"', isbn: 978-0-306-40615-7, year: 2026, language: ru"
    spec = write("number_from: 5\n", book=more)
    assert own_pages.fields(book_of(spec), 1200) == {
        "title": "A *b* «c»", "subtitle": "«S»", "author": "D", "publisher": "«P»", "isbn": "978-0-306-40615-7", "year": "2026",
        "puzzles": spec.catalogue.number(1200), "sections": "1", "first": "5", "last": "1204",
    }  # fmt: skip
    # Before the puzzles are made they are known by name.
    before = own_pages.fields(book_of(spec))
    assert (before["puzzles"], before["first"], before["last"]) == ("0", "5", "5")
    bare = own_pages.fields(book_of(write()))
    assert [name for name, held in bare.items() if held is None] == ["subtitle", "publisher", "isbn", "year"]
    assert own_pages.fields(book_of(spec), 1)["last"] == "5"


def read(spec: Spec, text: str, **known: str | None) -> own_pages.OwnText:
    path = spec.path.parent / "x.md"
    path.write_bytes(text.encode("utf-8"))
    return own_pages.read(book_of(spec), path, known)


def messages(text: own_pages.OwnText) -> list[str]:
    return [f"{str(fault.place).rpartition('/')[2]}: {fault.message} ({fault.advice})" for fault in text.faults]


def test_a_file_is_read_with_its_dashes_and_quotes(write: Write) -> None:
    spec = write()
    text = read(spec, 'One - two "three".\r\n\r\nFour.', title="T")
    assert [part.text for part in text.parts] == ["One – two “three”.", "Four."] and not text.faults
    assert text.path == spec.path.parent / "x.md"


def test_a_file_without_a_text_or_too_long_is_refused(write: Write) -> None:
    spec = write()
    assert messages(read(spec, "")) == ["x.md: the file has no text (write some, or take the page out of the spec)"]
    assert messages(read(spec, "<!-- page -->\n")) == messages(read(spec, ""))
    # Other faults say enough.
    assert len(messages(read(spec, "{zzz}"))) == 1
    assert not read(spec, "x" * 200_000).faults
    assert messages(read(spec, "x" * 200_001)) == [
        "x.md: the file has more than 200,000 characters (divide it into several files)"
    ]
    gone = own_pages.read(book_of(spec), spec.path.parent / "gone.md", {})
    assert not gone.parts and len(gone.faults) == 1


def test_letters_that_the_fonts_lack_are_told_once_at_the_first(write: Write) -> None:
    spec = write()
    text = read(spec, "One\n\n  two 字 and 字\n\n字 again\n")
    (fault,) = text.faults
    assert fault.message.startswith("the fonts have no glyph for '字' (U+5B57)")
    assert fault.place == Place(str(text.path), 3, 7)
    first = read(spec, "字 begins")
    assert [fault.place for fault in first.faults] == [Place(str(first.path), 1, 1)]
    two = read(spec, "a 字\n\nb 漢\n")
    assert [fault.place for fault in two.faults] == [Place(str(two.path), 1, 3), Place(str(two.path), 3, 3)]


def test_the_contents_have_a_paragraph_of_their_own(write: Write) -> None:
    spec = write()
    field = own_pages.CONTENTS
    whole = read(spec, "Before.\n\n{contents}\n\nAfter.", contents=field)
    assert [(part.kind, part.text) for part in whole.parts] == [
        ("text", "Before."),
        ("contents", ""),
        ("text", "After."),
    ]
    for wrong in ("See {contents}", "- {contents}", "> {contents}", "# {contents}", "{contents} {contents}"):
        text = read(spec, wrong, contents=field)
        assert [(fault.message, fault.advice) for fault in text.faults] == [
            ("{contents} is among other words", "give it a paragraph of its own")
        ]
        assert field not in "".join(part.text for part in text.parts)


@pytest.mark.parametrize(
    ("entry", "at", "kind", "align"),
    [
        ("o.md", None, TextPage, "left"),
        ("{page: o.md, at: top}", None, TextPage, "left"),
        ("{page: o.md, at: middle}", "middle", PlacedPage, "centre"),
        ("{page: o.md, at: foot}", "foot", PlacedPage, "left"),
        ("{page: o.md, at: middle, align: left}", "middle", PlacedPage, "left"),
        ("{page: o.md, align: centre}", None, TextPage, "centre"),
        ("{page: title-page, file: o.md}", "middle", PlacedPage, "centre"),
        ("{page: title-page, file: o.md, at: top}", None, TextPage, "left"),
        ("{page: copyright, file: o.md}", "foot", PlacedPage, "left"),
        ("{page: copyright, file: o.md, at: middle}", "middle", PlacedPage, "centre"),
        ("{page: reward, file: o.md}", None, TextPage, "left"),
    ],
)
def test_a_file_stands_where_the_spec_says(write: Write, entry: str, at: str | None, kind: type, align: str) -> None:
    spec = write(f"front_matter: []\nback_matter: [{entry}]\n", o__md="# A title\n\nSome words.\n")
    (page,) = spec.back_parts
    assert own_pages.standing(page) == at
    title, made = own_pages.pages(book_of(spec), page, own_pages.fields(book_of(spec)), AREA)
    assert title == ("A title" if at is None else "") and [type(one) for one in made] == [kind]
    leaf = own_pages.set_text(book_of(spec), page, own_pages.fields(book_of(spec)))[0]
    texts = [block for block in leaf.blocks if isinstance(block, RichText)]
    assert {block.align for block in texts} == {align}
    (one,) = made
    if isinstance(one, PlacedPage):
        small = "copyright" in entry and at == "foot"
        sizes = [block.size for block in one.blocks if isinstance(block, RichText)]
        assert (min(sizes) < min(block.size for block in texts)) is small and one.at == at


def test_a_page_without_text_blocks_has_no_title_and_faults_of_a_page_are_all_told(write: Write) -> None:
    spec = write("front_matter: []\nback_matter: [o.md]\n", o__md="{a} {b}\n")
    with pytest.raises(SpecError) as caught:
        own_pages.pages(book_of(spec), spec.back_parts[0], own_pages.fields(book_of(spec)), AREA)
    assert len(caught.value.faults) == 2


def test_entries_stand_in_the_contents_of_a_file(write: Write) -> None:
    spec = write("front_matter: [{page: contents, file: o.md}]\n", o__md="# In\n\nWords.\n\n{contents}\n")
    (page,) = spec.front_parts
    entries = [Entry("One", "", "1"), Entry("Two", "", "2"), Entry("Three", "", "3")]
    (leaf,) = own_pages.set_text(book_of(spec), page, own_pages.fields(book_of(spec)), entries)
    listed = [block for block in leaf.blocks if isinstance(block, EntryBlock)]
    assert [block.entry for block in listed] == entries
    assert [block.before for block in listed] == [spec.look.writing.before, 0.0, 0.0]
    # Another page has no such field.
    other = write("front_matter: []\nback_matter: [o.md]\n", o__md="{contents}\n")
    assert "there is no field {contents}" in told(other)[0]


def test_images_are_found_beside_the_page_or_beside_the_spec(write: Write, tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "o.md").write_text("![x](i.png)\n\n![y](j.PNG)\n")
    (tmp_path / "deep" / "i.png").write_bytes(picture(600, 300))
    spec = write("front_matter: []\nback_matter: [deep/o.md]\n", i__png=picture(60, 30))
    (tmp_path / "j.PNG").write_bytes(picture(900, 300))
    (leaf,) = own_pages.set_text(book_of(spec), spec.back_parts[0], own_pages.fields(book_of(spec)))
    wide = [block.picture.width for block in leaf.blocks if isinstance(block, ImageBlock)]  # type: ignore[union-attr]
    assert wide == [600, 900]
    for source, said in (
        ("![x](no.png)", "the image `no.png` was not found (its place is relative to the page, or to the spec)"),
        (
            "![x](http://a.b/i.png)",
            "the image http://a.b/i.png is not a file (save it beside the page: nothing is fetched)",
        ),
        ("![x](i.gif)", "the image `i.gif` must end in `.png`, `.jpg`, `.jpeg` or `.svg`"),
    ):
        (found,) = told(write("front_matter: []\nback_matter: [o.md]\n", o__md=source))
        assert found == f"o.md:1:1: {said}"


def intro_of(write: Write, intro: str, **files: Any) -> tuple[Spec, str, list[Any]]:
    spec = write("", f", intro: {intro}" if intro else "", **files)
    (only,), known = spec.sections, own_pages.fields(book_of(spec), 1)
    known = own_pages.section_fields(book_of(spec), known, only)
    text, leaves = own_pages.intro(book_of(spec), only, known, AREA)
    return spec, text, leaves


def test_an_introduction_is_a_plain_text_or_blocks(write: Write) -> None:
    assert intro_of(write, "")[1:] == ("", [])
    assert intro_of(write, "Plain.")[1:] == ("Plain.", [])
    spec, text, (leaf,) = intro_of(write, '{text: "One.\\n\\n \\nTwo."}')
    assert text == "" and ["".join(run for run, _ in block.runs) for block in leaf.blocks] == ["One.", "Two."]
    assert {block.align for block in leaf.blocks} == {spec.look.opener.side}
    # A file knows the title of its section, and images beside it.
    spec, _, (leaf,) = intro_of(write, "{page: i.md}", i__md="In {section} of {title}.\n")
    assert ["".join(run for run, _ in block.runs) for block in leaf.blocks] == ["In S of A *b* “c”."]
    with pytest.raises(SpecError):
        intro_of(write, "{page: i.md}", i__md="In {zzz}.\n")


def test_many_lines_and_lists_are_read_from_the_left(write: Write) -> None:
    spec, _, (leaf,) = intro_of(write, "{page: i.md}", i__md="- one\n- two\n")
    assert {block.align for block in leaf.blocks} == {"left"}
    most = spec.look.opener.centred
    measure = intro_measure(spec.look, AREA[2] - AREA[0])
    met = set()
    for words in range(10, 200, 6):
        spec, _, (leaf,) = intro_of(write, "{page: i.md}", i__md="word " * words + "\n")
        (block,) = leaf.blocks
        few = len(block.lines(measure)) <= most
        assert block.align == (spec.look.opener.side if few else "left")
        met.add(few)
    assert met == {True, False} and spec.look.opener.side != "left"


def test_an_image_stands_above_the_introduction(write: Write) -> None:
    image = picture(600, 300)
    spec, text, (leaf,) = intro_of(write, "{image: i.png, width: 1in, text: Words.}", i__png=image)
    first, second = leaf.blocks
    assert isinstance(first, ImageBlock) and isinstance(second, RichText) and text == ""
    assert (first.wanted, first.align) == (72.0, spec.look.opener.side)
    _, _, (alone,) = intro_of(write, "{image: i.png}", i__png=image)
    assert [type(block) for block in alone.blocks] == [ImageBlock] and alone.blocks[0].wanted is None


DOTS = "i.png has {} dots per inch at a width of {}in"


@pytest.mark.parametrize("where", ["page", "opener", "title", "intro file"])
def test_coarse_images_are_told_wherever_they_stand(write: Write, where: str) -> None:
    def spec_with(pixels: int) -> Spec:
        files = {"i__png": picture(pixels, 100), "o__md": "![x](i.png#width=1in)\n"}
        if where == "page":
            return write("front_matter: []\nback_matter: [o.md]\n", **files)
        if where == "opener":
            return write("", ", intro: {image: i.png, width: 1in}", **files)
        if where == "title":
            return write("front_matter: [{page: title-page, image: i.png, width: 1in}]\n", **files)
        return write("", ", intro: {page: o.md}", **files)

    assert own_pages.require_pages(book_of(spec_with(300))) == []
    (note,) = own_pages.require_pages(book_of(spec_with(200)))
    assert DOTS.format(200, "1.00") in note and note.endswith("printers want 300")
    file = "o.md:1:1" if where in ("page", "intro file") else "book.yaml:"
    assert file in note
    with pytest.raises(SpecError) as caught:
        own_pages.require_pages(book_of(spec_with(140)))
    (fault,) = caught.value.faults
    assert DOTS.format(140, "1.00") in fault.message and file in str(fault.place)


def test_a_share_of_the_width_is_one_of_where_the_image_stands(write: Write) -> None:
    text = {"o__md": "![x](i.png#width=50%)\n", "i__png": picture(600, 100)}
    page = write("front_matter: []\nback_matter: [o.md]\n", **text)
    intro = write("", ", intro: {page: o.md}", **text)

    def dots(spec: Spec, pixels: int) -> int:
        (spec.path.parent / "i.png").write_bytes(picture(pixels, 100))
        (note,) = own_pages.faults_and_notes(book_of(spec))[1]
        return int(note.split(" has ")[1].split()[0])

    # An introduction is set in a narrower measure, so that half of it is less.
    assert dots(intro, 500) > dots(page, 500)
    twice = write("front_matter: []\nback_matter: [o.md, {page: o.md, start: right}]\n", **text)
    (twice.path.parent / "i.png").write_bytes(picture(500, 100))
    assert len(own_pages.faults_and_notes(book_of(twice))[1]) == 1


INTRODUCED = """
book: {title: A, author: B}
number_from: 11
sections:
  - {title: One, intro: INTRO, puzzles: {count: 2, difficulty: easy}}
  - {title: Two, intro: INTRO, puzzles: {count: 3, difficulty: easy}}
"""


@pytest.mark.parametrize("intro", ["'TEXT'", "{text: 'TEXT'}", "{page: own.md}"])
@pytest.mark.parametrize("openers", ["page", "band"])
def test_an_introduction_speaks_of_its_own_puzzles_wherever_it_is_written(
    intro: str, openers: str, tmp_path: Path
) -> None:
    words = r"{section}: {puzzles} from {first} to {last} of {title}, \{so}"
    (tmp_path / "own.md").write_text(words, encoding="utf-8")
    text = INTRODUCED.replace("INTRO", intro.replace("TEXT", words)) + f"design: {{openers: {openers}}}\n"
    canvas = RecordingCanvas()
    for page in planned(loaded(tmp_path, text)).interior:
        page.draw(canvas, AREA)
    printed = "".join(line.partition(" '")[2].partition("'")[0] for line in canvas.lines if line.startswith("text"))
    for one in ("One:2from11to12ofA,{so}", "Two:3from13to15ofA,{so}"):
        assert one in printed.replace("\\xa0", "").replace(" ", "")


@pytest.mark.parametrize(("intro", "column"), [("'A {pzzles}.'", 25), ("{text: 'A {pzzles}.'}", 32)])
def test_an_unknown_field_of_an_introduction_is_found_before_a_build(intro: str, column: int, tmp_path: Path) -> None:
    spec = loaded(tmp_path, INTRODUCED.replace("INTRO", intro))
    faults, _ = own_pages.faults_and_notes(book_of(spec))
    assert [fault.message for fault in faults] == ["there is no field {pzzles}"] * 2
    assert faults[0].advice == "did you mean `puzzles`?"
    assert faults[0].place is not None and (faults[0].place.line, faults[0].place.column) == (5, column)
