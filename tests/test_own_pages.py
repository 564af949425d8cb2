"""Pages of the user's own: Markdown, images, pages for notes, and what `check` says of them."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path
from random import Random

import pikepdf
import pytest
from own_page_data import Write, assembled, picture, told, writer

from benchmarks import readback
from bookmaker.base import resources
from bookmaker.base.errors import SpecError
from bookmaker.base.units import parse_size
from bookmaker.cli import main
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.printing.canvases.pdf import Metadata
from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.pages.contents import entries_on
from bookmaker.printing.pages.document import screen_document
from bookmaker.printing.pages.frontmatter import OpenerPage, TitlePage
from bookmaker.printing.pages.own_page import NotesPage, PlacedPage, leaves
from bookmaker.printing.pages.page_kinds import BlankPage, GridsPage, TextPage
from bookmaker.printing.styles import style
from bookmaker.printing.styles.fonts import Face
from bookmaker.printing.text.diagrams import RichText
from bookmaker.printing.text.flow import flow
from bookmaker.printing.text.images import Picture
from bookmaker.printing.text.markdown import Run, parse
from bookmaker.printing.text.text_blocks import Paragraph
from bookmaker.publishing.book.making import stock
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.pages import own_pages
from bookmaker.publishing.book.pages.page_fit import page_setup
from bookmaker.publishing.book.spec import spec_file as specs
from bookmaker.publishing.book.spec.spec_file import Spec


@pytest.fixture(scope="module")
def example() -> Spec:
    path = resources.find("examples", "own-pages.yaml")
    assert path is not None
    return specs.load(path)


@pytest.fixture(scope="module")
def made(example: Spec) -> list[list[GradedPuzzle]]:
    return stock.fill_sections(example.sections, 1, 1, lambda *_: None)


@pytest.fixture
def write(tmp_path: Path) -> Write:
    return writer(tmp_path)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "trim", "code"),
    [
        (name, ("6x9in", "8.5x11in", "148x210mm")[index % 3], ("en", "es", "ru")[index % 3])
        for index, name in enumerate(style.names())
    ],
)
def test_own_pages_obey_every_rule_of_print(
    name: str, trim: str, code: str, example: Spec, made: list[list[GradedPuzzle]]
) -> None:
    sections = tuple(replace(section, layout=None) for section in example.sections)
    page = replace(example.page, trim=parse_size(trim), puzzles_on="right")
    design, book = replace(example.design, style=name), replace(example.book, language=code)
    spec = replace(example, page=page, design=design, book=book, sections=sections)
    pages, faults = readback.read_back(spec, made, [])
    assert faults == []
    assert pages > 16


def test_the_example_has_its_pages_where_the_spec_names_them(example: Spec, made: list[list[GradedPuzzle]]) -> None:
    book = assembled(example, made)
    kinds = [type(page) for page in book.interior]
    # Title, rights at the foot, dedication in the middle of a right-hand page.
    assert kinds[:4] == [TitlePage, PlacedPage, PlacedPage, type(book.interior[3])]
    assert [page.at for page in book.interior if isinstance(page, PlacedPage)] == ["foot", "middle"]
    assert [page.folio for page in book.interior[:4]] == ["", "", "", "iv"]
    canvas = RecordingCanvas()
    for page in book.interior:
        page.draw(canvas, (40.0, 40.0, 400.0, 600.0))
    lines = " ".join(line for line in canvas.lines if line.startswith("text"))
    # Fields are filled in; words of the spec replace those of the catalogue, within sentences, too.
    for words in (
        "This book has 6 puzzles.",
        "Window Seat Press in 2026",
        "Fierce",
        "gentle to fierce",
        "Rolling Country",
    ):
        assert words in lines, words
    assert "The rules of the ride" in lines
    assert "Other books" in lines
    # The contents name the page on which a file of the user's own stands.
    other = next(page for page in book.interior if isinstance(page, TextPage) and page.title == "Other books")
    assert f"'{other.folio}'" in lines
    assert [page.folio for page in book.interior if isinstance(page, NotesPage)] == ["7", "8"]
    # The last grids are empty.
    grids = [page for page in book.interior if isinstance(page, GridsPage)][-1]
    assert not any(any(slot.picture.digits) for slot in grids.slots)


def test_a_file_may_hold_the_contents_under_a_title_with_emphasis(write: Write) -> None:
    text = "# What is *inside*\n\nBefore you board.\n\n{contents}\n\n## Said *softly* here\n\nAll aboard.\n"
    keys = "front_matter: [title-page, {page: contents, file: o.md}, how-to-play]\n"
    (page,) = [
        page
        for page in assembled(write(keys, o__md=text)).interior
        if isinstance(page, TextPage) and page.title == "What is inside"
    ]
    canvas = RecordingCanvas()
    page.draw(canvas, (40.0, 40.0, 400.0, 600.0))
    faces = {line.split("'")[1].strip(): line.split()[3] for line in canvas.lines if line.startswith("text")}
    assert faces["inside"] == faces["softly"] == "Vollkorn-Italic" != faces["What"]
    shown = list(faces)
    # The rules stand on the third page, and the words around the entries where the file has them.
    assert (
        shown.index("Before you board.") < shown.index("How to play") < shown.index("iii") < shown.index("All aboard.")
    )
    for wrong in ("Here: {contents}", "- {contents}"):
        assert told(write(keys, o__md=wrong))[0].startswith("o.md:1:1: {contents} is among other words")


def test_the_contents_of_a_file_have_links_on_a_screen(write: Write) -> None:
    spec = write(
        "front_matter: [title-page, {page: contents, file: o.md}, how-to-play]\n", o__md="# In\n\n{contents}\n"
    )
    book = assembled(spec)
    file = screen_document(book.interior, page_setup(book_of(spec)), Metadata("Screen"), book.front, {}, "screen.pdf")
    with pikepdf.open(io.BytesIO(file)) as pdf:
        (listed,) = [index for index, page in enumerate(book.interior) if entries_on(page)]
        assert len(pdf.pages[listed].Annots) == len(entries_on(book.interior[listed])) == 3


def test_markdown_becomes_parts() -> None:
    source = (
        '# The "first"\n\nSome *soft* and **loud** words of {title}; \\{title\\} stays.\n\n'
        "- one\n- two\n  1. deep\n\n> said\n\n***\n<!-- page -->\n<!-- no page -->\n\n![x](a%20b.png#width=40% 'Seen')\n\n"
        "[Shop](https://a.example/) and <https://b.example>, <mailto:c@d.example>\n"
    )
    parts, faults = parse(source, "x.md", {"title": "A *b*"}, "«»„“")
    assert faults == []
    assert [(part.kind, part.text) for part in parts] == [
        ("heading", "The «first»"),
        ("text", "Some soft and loud words of A *b*; {title} stays."),
        ("text", "one"),
        ("text", "two"),
        ("text", "deep"),
        ("text", "said"),
        ("rule", ""),
        ("page", ""),
        ("image", "Seen"),
        ("text", "Shop (a.example) and https://b.example, c@d.example"),
    ]
    assert parts[1].runs[1:4] == (Run("soft", italic=True), Run(" and "), Run("loud", bold=True))
    assert [(part.lists, part.marker, part.close) for part in parts[2:5]] == [
        (1, "-", False),
        (1, "-", True),
        (2, "1.", True),
    ]
    assert (parts[5].quotes, parts[8].source, parts[8].width, parts[8].share) == (1, "a b.png", 0.4, True)
    assert [part.place.line for part in parts] == [1, 3, 5, 6, 7, 9, 11, 12, 15, 17]


FAULTS = {
    "Hi {titel}\n": "o.md:1:4: there is no field {titel} (did you mean `title`?)",
    "a\n\nHi {Year}\n": "o.md:3:4: there is no field {Year} (did you mean `year`?)",
    "a\n{year}\n": "o.md:2:1: {year} has no value in this book (add `year` to `book`, or leave the field out)",
    "a\n\n|b|c|\n|-|-|\n|d|e|\n": "o.md:3:1: a table cannot be printed (write it as a list, or place it as an image)",
    "a\n\n```\ncode\n```\n": "o.md:3:1: code cannot be printed",
    "a `b`\n": "o.md:1:3: code between backticks cannot be printed",
    "a\n\n    b\n": "o.md:3:1: a text indented by four spaces is code",
    "a <b>c</b>\n": "o.md:1:3: HTML cannot be printed",
    "a\n\n<div>\nb\n</div>\n": "o.md:3:1: HTML cannot be printed",
    "a ![b](c.png) d\n": "o.md:1:3: an image is inside a line of text (give it a paragraph of its own)",
    "![b](o.png#width=much)\n": (
        "o.md:1:1: `#width=much` is not a width (write for example picture.png#width=60mm, or #width=80%)"
    ),
    "a\n\n![b](c.png)\n": "o.md:3:1: the image `c.png` was not found",
    "![b](https://c.example/d.png)\n": "o.md:1:1: the image https://c.example/d.png is not a file",
    "![b](c.gif)\n": "o.md:1:1: the image `c.gif` must end in `.png`",
    "one\ntwo 字 three\n": "o.md:2:5: the fonts have no glyph for '字' (U+5B57)",
    "\n": "o.md: the file has no text",
    "a\x00b\n": "o.md:1:2: ",
}


@pytest.mark.parametrize("source", FAULTS)
def test_each_fault_of_a_page_has_its_place(source: str, write: Write) -> None:
    found = told(write("back_matter: [o.md]\n", o__md=source, o__png=picture(9, 9)))
    assert len(found) == 1, found
    assert found[0].startswith(FAULTS[source])


def test_check_tells_all_faults_of_all_files(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    section = ", intro: {page: i.md, image: small.png, width: 2in}"
    spec = write(
        "back_matter: [{page: copyright, file: o.md}]\nfront_matter: [{page: title-page, image: broken.png}]\n",
        section,
        o__md="{a}\n\n{b}\n",
        i__md="{section} {c}\n",
        small__png=picture(100, 50),
        broken__png=picture(300, 300)[:60],
    )
    assert main(["check", str(spec.path)]) == 3
    printed = capsys.readouterr().err.splitlines()
    assert len(printed) == 5
    for words in ("o.md:1:1", "o.md:3:1", "i.md:1:11", "book.yaml:2", "book.yaml:4"):
        assert any(words in line for line in printed), words


def test_check_tells_of_texts_and_pages_together_for_printers_too(
    write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {"o__md": "![](gone.png)\n\n![](coarse.png#width=3in)\n", "coarse__png": picture(100, 50)}
    spec = write("print: {for: kdp}\nback_matter: [o.md]\n", ", intro: 字", **files)
    assert main(["check", str(spec.path)]) == 3
    printed = capsys.readouterr().err.splitlines()
    assert len(printed) == 3
    for words in ("'字'", "the image `gone.png`", "coarse.png has 33 dots"):
        assert any(words in line for line in printed), words


PAGES = {
    "front_matter: [«contens]\n": "entry 1 of `front_matter` must be `title-page`",
    "back_matter: [«gone.md]\n": "entry 1 of `back_matter`: there is no file `gone.md`",
    "back_matter: [{page: «o.txt}]\n": "`page` must be `title-page`",
    "back_matter: [{page: hints, file: «o.md}]\n": "no file can replace `hints`",
    "back_matter: [{page: o.md, file: «o.md}]\n": "`page` names a file already",
    "back_matter: [{page: o.md, count: «2}]\n": "a file has no `count`",
    "back_matter: [{page: blank-grids, paper: «dotted}]\n": "`blank-grids` has no `paper`",
    "back_matter: [{page: notes, at: «foot}]\n": "`notes` has no `at`",
    "back_matter: [{page: o.md, image: «i.png}]\n": "a file has no `image`",
    "front_matter: [{page: title-page, width: «2in}]\n": "`width` is that of an image, and there is none",
    "back_matter: [«copyright]\n": "the page `copyright` is here a second time",
}


@pytest.mark.parametrize("marked", PAGES)
def test_entries_that_mean_nothing_are_refused(marked: str, write: Write, tmp_path: Path) -> None:
    (tmp_path / "o.md").write_text("x")
    (tmp_path / "i.png").write_bytes(picture(9, 9))
    with pytest.raises(SpecError) as caught:
        write(marked.replace("«", ""))
    (fault,) = caught.value.faults
    assert fault.message.startswith(PAGES[marked])
    assert fault.place is not None
    assert (fault.place.line, fault.place.column) == (3, marked.index("«") + 1)


def test_words_keep_together_where_type_changes() -> None:
    look = style.find()
    face: dict[str, Face] = {role: look.face(role) for role in ("text", "text_bold")}  # type: ignore[misc]
    runs = (
        ("plain ", face["text"]),
        ("bold", face["text_bold"]),
        (", and ", face["text"]),
        ("more", face["text_bold"]),
    )
    text = RichText(look, "", face["text"], 10.0, 0.0, runs=runs * 6, marker="•", left=12.0)
    lines = text.lines(150.0)
    assert "".join(words for words, _ in lines[0]).startswith("plain bold, and more")
    for line in lines:
        assert sum(held.width(words, 10.0) for words, held in line) <= 150 - 12
        # No line begins with the comma that belongs to the word before it.
        assert not line[0][0].startswith((",", " "))
    split = text.split(150.0, 2 * text.line, force=False)
    assert split is not None
    assert split[0].marker == "•" and not split[1].marker
    assert split[0].lines(150.0) + split[1].lines(150.0) == lines
    long = RichText(look, "", face["text"], 10.0, 0.0, runs=(("https://example.org/" + 30 * "path/", face["text"]),))
    assert all(sum(held.width(words, 10.0) for words, held in line) <= 100.01 for line in long.lines(100.0))


def test_left_pages_are_for_notes_where_puzzles_stand_on_the_right(
    example: Spec, made: list[list[GradedPuzzle]]
) -> None:
    for openers in ("right", "any"):
        page = replace(example.page, puzzles_on="right", notes="dotted", openers=openers)  # type: ignore[arg-type]
        book = assembled(replace(example, page=page, answers=replace(example.answers, layout="one-up")), made)
        body = book.interior[book.front :]
        # The grids at the very end are the blank ones of the back matter.
        puzzles = [
            index for index, one in enumerate(body) if isinstance(one, GridsPage) and one.layout.use == "puzzles"
        ][:-1]
        assert all(index % 2 == 0 and isinstance(body[index + 1], NotesPage) for index in puzzles)
        assert body[puzzles[0] + 1].paper == "dotted"  # type: ignore[attr-defined]
        assert sorted({place.page - 1 for place in book.places}) == puzzles
        assert not any(isinstance(one, BlankPage) for one in body[:-1])
        shown = {place.answer_page: None for place in book.places}
        assert all(isinstance(body[number - 1], GridsPage) for number in shown)


def test_a_section_begins_where_it_is_told(write: Write) -> None:
    # Two pages of puzzles after an opener: the next one would stand on the left.
    for wanted, pages in (("right", [1, 5]), ("any", [1, 4])):
        spec = write("", f", layout: one-up, start: {wanted}")
        spec = replace(spec, design=replace(spec.design, openers="page"))
        made = stock.fill_sections(spec.sections, 1, 1, lambda *_: None)
        book = assembled(replace(spec, sections=spec.sections * 2), [made[0] * 2, made[0]])
        openers = [page for page in book.interior if isinstance(page, OpenerPage) and page.title == "S"]
        assert [int(page.folio) for page in openers] == pages


def test_no_heading_and_no_line_stands_alone_at_the_edge_of_a_page() -> None:
    look, chance = style.find(), Random(7)
    image = Picture(Path("x.png"), (0, 0), 900, 500)
    pieces = (
        lambda: "## A heading",
        lambda: "## A heading\n### And another",
        lambda: "word " * chance.randint(1, 120),
        lambda: f"- one\n- {'two ' * chance.randint(1, 50)}\n- three",
        lambda: f"![x](x.png#width={chance.randint(20, 100)}%)",
        lambda: "***",
    )
    weights = (12, 8, 45, 15, 12, 8)
    for _ in range(60):
        source, heading = [], False
        while len(source) < 15:
            piece = chance.choices(pieces, weights)[0]()
            if not (heading and piece.startswith("##")):
                source.append(piece)
            heading = piece.startswith("##")
        (leaf,) = leaves(look, parse("\n\n".join(source), "x.md", {}, "“”‘’")[0], lambda _: image)
        high = chance.uniform(220, 560)
        dealt = flow(leaf.blocks, 330.0, high, high - chance.uniform(0, 60))
        for page in dealt:
            assert sum(one.height(330.0) + one.before * bool(index) for index, one in enumerate(page)) <= high + 1e-6
            assert page is dealt[-1] or not (page and page[-1].keep_with_next)
            split = [one for one in page if isinstance(one, Paragraph) and (one.skip or one.take is not None)]
            assert all(len(one.lines(330.0)) > 1 for one in split)
        # Nothing is lost, and all of it stays in order.
        texts = [line for page in dealt for one in page if isinstance(one, Paragraph) for line in one.lines(330.0)]
        assert texts == [line for one in leaf.blocks if isinstance(one, Paragraph) for line in one.lines(330.0)]


def test_a_word_or_a_paragraph_of_any_length_is_set_in_time(write: Write) -> None:
    # Both took minutes where each part of a split paragraph was broken anew from its beginning.
    spec = write("back_matter: [long.md, words.md]\n", long__md="w" * 10_000, words__md="words and " * 5_000)
    known = own_pages.fields(book_of(spec), 1)
    for page in spec.back_parts:
        _, made = own_pages.pages(book_of(spec), page, known, (0.0, 0.0, 360.0, 500.0))
        assert len(made) > 5
    (fault,) = told(write("back_matter: [o.md]\n", o__md="words " * 50_000))
    assert fault == "o.md: the file has more than 200,000 characters (divide it into several files)"
