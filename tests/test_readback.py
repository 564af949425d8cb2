"""Books read back from their PDF: what a content stream draws is held to what printers, and each style, promise."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks import readback
from bookmaker.base import language, resources
from bookmaker.base.errors import SpecError
from bookmaker.base.units import parse_size
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.printing.canvases.pdf import Metadata
from bookmaker.printing.pages.document import pdf_document
from bookmaker.printing.pages.page_kinds import GridsPage
from bookmaker.printing.styles import style
from bookmaker.publishing.book.making import stock
from bookmaker.publishing.book.making.book_examples import worked_examples
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.making.checks import require_book_room
from bookmaker.publishing.book.pages.assemble import assemble
from bookmaker.publishing.book.pages.page_fit import page_setup
from bookmaker.publishing.book.spec import spec_file as specs
from bookmaker.publishing.book.spec.puzzle_keys import Generated
from bookmaker.publishing.book.spec.spec_file import Spec
from bookmaker.puzzles.rules import KINDS

FRONT = ("title-page", "copyright", "contents", "how-to-play", "killer-combinations")


def book(name: str, code: str = "en") -> Spec:
    path = resources.find("examples", "styles.yaml")
    assert path is not None
    plain = specs.load(path)
    sections = tuple(replace(section, layout=None) for section in plain.sections)
    design, words = replace(plain.design, style=name), replace(plain.book, language=code)
    return replace(plain, design=design, book=words, sections=sections, front_matter=FRONT)


@pytest.fixture(scope="module")
def made() -> list[list[GradedPuzzle]]:
    return stock.fill_sections(book("classic").sections, 1, 1, lambda *_: None)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("name", "code"), list(zip(style.names(), ["en", "es", "ru", "de"] * 3, strict=False)))
def test_no_page_of_a_style_breaks_its_rules(name: str, code: str, made: list[list[GradedPuzzle]]) -> None:
    puzzles = [one for section in made for one in section] if name in ("classic", "large-print") else []
    pages, faults = readback.read_back(book(name, code), made, worked_examples(puzzles, code, 1))
    assert faults == []
    assert pages >= 16


def test_large_print_means_every_word(made: list[list[GradedPuzzle]]) -> None:
    spec = book("large-print")
    words = language.load("en")
    assembled = assemble(replace(book_of(spec), words=words), made, made[0][0])
    setup = page_setup(book_of(spec))
    content = pdf_document(assembled.interior, setup, Metadata("t"), assembled.front, "t.pdf")
    for page, ink in zip(assembled.interior, readback.Reader(content).pages(), strict=True):
        assert all(size >= 16 - 0.01 for _, _, _, size, *_ in ink.chars)
        if isinstance(page, GridsPage) and page.layout.use == "puzzles":
            sizes = [size for _, _, _, size, *_ in readback.digits(ink)]
            assert all(size >= 24 - 0.01 for size in sizes)
            assert sizes or page.slots[0].picture.caged


def test_what_is_wrong_is_found(made: list[list[GradedPuzzle]]) -> None:
    """The reader is not blind: a page with small type, a thin line, ink in the margin and digits over sums has all four."""
    spec = book("classic")
    look = spec.look
    bad = replace(
        look,
        folio=replace(look.folio, size=5.0),
        head=replace(look.head, drop=-20.0),
        grid=replace(look.grid, thin=0.5, thin_share=0.0, answer_thin=0.5),
        contents=replace(look.contents, detail_drop=0.0),
    )
    assembled = assemble(book_of(spec), made, made[0][0])
    pages = [replace(page, look=bad) for page in assembled.interior]
    pages = [
        replace(page, layout=replace(page.layout, style=replace(page.layout.style, look=bad, thin=0.5)))
        if isinstance(page, GridsPage)
        else page
        for page in pages
    ]
    setup = page_setup(book_of(spec))
    content = pdf_document(pages, setup, Metadata("t"), assembled.front, "t.pdf")
    found = list(readback.faults(content, replace(assembled, interior=tuple(pages)), setup, look))
    found += readback.faults(content, assembled, setup, replace(look, type=replace(look.type, words=9.0)))
    for words in ("of 5.00pt", "a line of 0.50pt", "ink outside the margins", "overlap", "words of 8"):
        assert any(words in fault for fault in found), words


EACH = readback.one_of_each()


def test_every_kind_has_a_puzzle_that_is_read_back() -> None:
    """A new kind needs a line in the file: `bookmaker generate --kind <name> --json`."""
    assert [stocked.puzzle.geometry.kind for stocked in EACH] == list(KINDS)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", style.names())
def test_a_puzzle_of_every_kind_in_one_style_or_another(name: str) -> None:
    every = style.names()
    own = EACH[every.index(name) :: len(every)]
    _, spec = next(
        found
        for found in readback.kinds([name], own)
        if found[0]["trim"] == "8.5x11in" and found[0]["layout"] == "one-up"
    )
    kept, puzzles = readback.fitting(spec, [[one] for one in own])
    _, faults = readback.read_back(kept, puzzles, [])
    assert faults == []
    assert len(puzzles) >= len(own) - 2


def test_a_frame_around_puzzles_is_counted_where_digits_may_be_too_small() -> None:
    """Numbers around a grid leave its cells less room, and the frame of a children's book took more of it unseen."""
    own = [one for one in EACH if one.puzzle.geometry.kind in ("windoku", "skyscrapers")]
    books = (book for axes, book in readback.kinds(["children"], own) if axes["layout"] == "four-up")
    spec = next(book for book in books if book.page.trim == parse_size("8.5x11in"))
    kept, puzzles = readback.fitting(spec, [[one] * 4 for one in own])
    assert [section.title for section in kept.sections] == ["windoku"]
    assert readback.read_back(kept, puzzles, [])[1] == []


def test_the_book_of_all_kinds_lacks_only_those_too_large_for_its_page() -> None:
    path = resources.find("examples", "variety.yaml")
    assert path is not None
    spec = specs.load(path)
    shown = {section.puzzles.kind for section in spec.sections if isinstance(section.puzzles, Generated)}
    missing = [stocked for stocked in EACH if stocked.puzzle.geometry.kind not in shown]
    sections = readback.sections_of(missing, spec)
    for section, stocked in zip(sections, missing, strict=True):
        with pytest.raises(SpecError):
            readback.fitting(replace(spec, sections=(replace(section, layout="one-up"),)), [[stocked]])


@pytest.mark.parametrize("kind", ["calcudoku"])
def test_a_page_too_small_for_cages_with_products_is_refused_before_they_are_made(kind: str) -> None:
    path = resources.find("examples", "variety.yaml")
    assert path is not None
    spec = specs.load(path)
    [section] = readback.sections_of([one for one in EACH if one.puzzle.geometry.kind == kind], spec)
    design, page = replace(spec.design, style="gift"), replace(spec.page, trim=(4.25 * 72, 7 * 72))
    with pytest.raises(SpecError, match="the sums of its cages need"):
        require_book_room(
            book_of(replace(spec, design=design, page=page, sections=(replace(section, layout="two-up"),)))
        )
