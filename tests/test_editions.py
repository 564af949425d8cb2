"""The interiors of a book: their names, files and rules, what the manifest says of each, and which layouts they use."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from book_data import loaded
from typeset_data import LOOK, grids_page, picture

from bookmaker.base.errors import SpecError
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.printing.canvases.pdf import Metadata
from bookmaker.printing.pages import layouts
from bookmaker.printing.pages.page_kinds import BlankPage, Page
from bookmaker.printing.printers.edition import Breach
from bookmaker.publishing.book.making import editions
from bookmaker.publishing.book.making.books import book_of, one_each
from bookmaker.publishing.book.making.editions import Interior, planned, used_layouts
from bookmaker.publishing.book.making.stock import as_graded
from bookmaker.publishing.book.pages.assemble import Assembled, Place
from bookmaker.publishing.book.pages.book import Book
from bookmaker.publishing.book.pages.page_fit import page_setup
from bookmaker.publishing.book.spec.spec_file import Spec
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

PAGE = grids_page("one-up", [9])


def spec_of(folder: Path, printers: str = "", more: str = "") -> Spec:
    named = f"print: {{for: {printers}}}\n" if printers else ""
    return loaded(
        folder,
        f"book: {{title: T}}\ndate: 2026-11-22\n{named}page: {{trim: 6x9in}}\n{more}"
        "sections: [{title: S, puzzles: {count: 1}}]\n",
    )


def assembled(pages: Sequence[Page], places: Sequence[Place] = (), **keys: Any) -> Assembled:
    return Assembled(tuple(pages), 2, (), keys.get("layouts", ()), keys.get("answer_layouts", ()), tuple(places))


def interior(spec: Spec | Book, pages: int, places: Sequence[Place] = ()) -> Interior:
    book = book_of(spec) if isinstance(spec, Spec) else spec
    return Interior(book, page_setup(book), assembled([PAGE] * pages, places), ())


def test_an_interior_is_named_by_its_printer(tmp_path: Path) -> None:
    assert interior(spec_of(tmp_path), 1).name == "interior.pdf"
    names = [interior(one, 1).name for one in one_each(spec_of(tmp_path, "[lulu, office]"))]
    assert names == ["interior-lulu.pdf", "interior-office.pdf"]
    every = {f"interior-{name}.pdf" for name in ("ingramspark", "kdp", "lulu", "office")}
    assert set(editions.INTERIORS) == {"interior.pdf", *every} and editions.INTERIORS[0] == "interior.pdf"


def test_a_book_for_nobody_has_an_outline_and_one_for_a_printer_what_that_wants(tmp_path: Path) -> None:
    metadata = Metadata("A Title", "An Author")
    with pikepdf.open(io.BytesIO(interior(spec_of(tmp_path), 3).pdf(metadata))) as pdf:
        assert len(pdf.pages) == 3 and str(pdf.docinfo["/Author"]) == "An Author"
        assert [page.label for page in pdf.pages] == ["i", "ii", "1"]
    for printer, title in (("kdp", None), ("ingramspark", "A Title")):
        content = interior(spec_of(tmp_path, printer), 3).pdf(metadata)
        with pikepdf.open(io.BytesIO(content)) as pdf:
            assert len(pdf.pages) == 3
            assert pdf.docinfo.get("/Title") == title
            assert pdf.docinfo.get("/CreationDate") == (title and "D:20261122000000Z")


def test_the_manifest_says_what_an_edition_is_like_in_inches(tmp_path: Path) -> None:
    places = [Place(1, 2, 3), Place(1, 4, 3)]
    first = interior(spec_of(tmp_path, "kdp"), 200, places)
    assert first.as_dict(first) == {
        "file": "interior-kdp.pdf",
        "pages": 200,
        "binding": "paperback",
        "paper": "white",
        "trim": [6.0, 9.0],
        "sheet": [6.0, 9.0],
        "gutter": round(first.setup.inside(200) / 72, 4),
        "spine": 0.4504,
    }
    other = interior(spec_of(tmp_path, "ingramspark"), 200, [places[0], Place(2, 4, 4)])
    found = other.as_dict(first)
    assert found["places"] == [[1, 2, 3], [2, 4, 4]]
    assert found["spine"] is None
    assert "places" not in interior(spec_of(tmp_path, "lulu"), 100, list(places)).as_dict(first)
    wide = loaded(
        tmp_path,
        "book: {title: T}\nprint: {for: kdp, bleed: true}\npage: {trim: 152.4x229mm, gutter: 17mm}\n"
        "sections: [{title: S, puzzles: {count: 1}}]\n",
    )
    found = interior(wide, 24).as_dict(first)
    assert (found["trim"], found["sheet"]) == ([6.0, 9.0157], [6.125, 9.2657])
    assert found["gutter"] == 0.6693


def test_a_file_too_large_for_its_printer_is_refused(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, "kdp")
    one = interior(spec, 2)
    most = one.setup.edition.printer.file.most_megabytes
    assert most is not None
    small, large = bytes(most * 1_000_000), bytes(most * 1_000_000 + 1)
    assert one.file_notes(spec, small, lenient=False) == []
    with pytest.raises(SpecError) as caught:
        one.file_notes(spec, large, lenient=False)
    told = f"interior-kdp.pdf has {most} MB; Amazon KDP takes {most} MB"
    assert caught.value.faults[0].message.startswith(told)
    (note,) = one.file_notes(spec, large, lenient=True)
    assert note.startswith(told)
    # A book that names no printer is not bound to any, and no printer's figure is named to it.
    plain = spec_of(tmp_path)
    (note,) = interior(plain, 2).file_notes(plain, large, lenient=False)
    assert note == (
        "no printer is named: one that binds books may mind the size of the file; with `print: {for: ...}` it is said what it "
        "takes"
    )


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int, str]]:
    """What is asked of the rules, each of which is broken once, and every printer has advice."""
    calls: list[tuple[str, int, str]] = []

    def breaches(book: Book, pages: Sequence[Page], used: object, bound: str) -> list[Breach]:
        name = page_setup(book).edition.printer.name
        calls.append((name, len(pages), bound))
        return [Breach("gutter", f"{name} insists", True), Breach("trim", f"{name} advises", False)]

    monkeypatch.setattr(editions.checks, "breaches_of_pages", breaches)
    return calls


def test_each_printer_has_its_pages_and_its_own_notes(tmp_path: Path, broken: list[tuple[str, int, str]]) -> None:
    spec = spec_of(tmp_path, "[kdp, lulu]")

    def plan(book: Book) -> Assembled:
        assert book.edition is not None
        return assembled([PAGE] * (4 if book.edition.printer.name == "kdp" else 6))

    made = planned(spec, [], plan, lenient=True)
    assert [one.name for one in made] == ["interior-kdp.pdf", "interior-lulu.pdf"]
    assert [len(one.assembled.interior) for one in made] == [4, 6]
    assert [one.notes for one in made] == [("kdp insists", "kdp advises"), ("lulu insists", "lulu advises")]
    assert [one.setup for one in made] == [page_setup(one) for one in one_each(spec)]
    assert [one.book.edition and one.book.edition.printer.name for one in made] == ["kdp", "lulu"]
    assert broken == [("kdp", 4, "exact"), ("lulu", 6, "exact")]
    broken.clear()
    planned(spec, [], plan, lenient=True, bound="least")
    assert {bound for *_, bound in broken} == {"least"}
    with pytest.raises(SpecError) as caught:
        planned(spec, [], plan)
    assert [fault.message for fault in caught.value.faults] == ["kdp insists", "lulu insists"]
    # A book that names no printer has one note on what any may mind.
    (one,) = planned(spec_of(tmp_path), [], lambda _: assembled([PAGE]))
    told = (
        "no printer is named: one that binds books may mind the gutter and the trim; with `print: {for: ...}` it is said what it "
        "takes"
    )
    assert (one.name, one.notes) == ("interior.pdf", (told,))


def test_layouts_are_listed_with_each_width_of_their_grids(tmp_path: Path) -> None:
    def of(*sizes: int) -> list[GradedPuzzle]:
        return [as_graded(Puzzle(geometry(size=size), bytes(size * size))) for size in sizes]

    one, two, answers = (layouts.find(name, LOOK) for name in ("one-up", "two-up", "six-up-answers"))
    drawn = [picture(True, size=size).geometry for size in (4, 9, 4)]
    made = assembled(
        [BlankPage(look=LOOK)], layouts=(one, two, one), answer_layouts=((answers, drawn), (two, drawn[:1]))
    )
    used = used_layouts([of(9, 6, 9), of(9), of(4, 16)], made)
    shown = {
        name: (layout is not None and layout.name, [ground.size for ground in grounds])
        for name, (layout, grounds) in used.items()
    }
    assert shown == {
        "one-up": ("one-up", [9, 6, 4, 16]),
        "two-up": ("two-up", [9, 4]),
        "six-up-answers": ("six-up-answers", [4, 9]),
    }
    # Grids of one width take the same room.
    x = as_graded(Puzzle(geometry("x"), bytes(81)))
    ((_, grounds),) = used_layouts([[*of(9), x]], replace(made, layouts=(one,), answer_layouts=())).values()
    assert [*grounds] == [x.puzzle.geometry]
    with pytest.raises(ValueError, match="shorter"):
        used_layouts([of(9)], replace(made, layouts=(one, two)))
