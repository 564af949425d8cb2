"""The rules of printers: what a breach becomes, its place in the spec, and what is reported without the number of pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from book_data import loaded
from typeset_data import LOOK

from bookmaker.base.errors import Fault, SpecError
from bookmaker.printing.pages.page_kinds import BlankPage, TextPage
from bookmaker.printing.printers.edition import Breach
from bookmaker.publishing.book.making.books import book_of, one_each
from bookmaker.publishing.book.making.checks import before_pages, breaches_of_pages, sort_out
from bookmaker.publishing.book.pages.page_fit import page_setup
from bookmaker.publishing.book.spec.spec_file import Spec

BOOK = "book: {title: A}\nsections: [{title: B, puzzles: {count: 1}}]\n"
BOTH = "print: {for: [kdp, ingramspark]}\n"
DATED = "date: 2026-11-22\n"
PAGE = "page:\n  trim: 6x9in\n  gutter: 1in\n  margins: {outside: 1in, top: 1in}\n"


def spec_of(folder: Path, more: str) -> Spec:
    return loaded(folder, BOOK + more)


def test_a_book_is_checked_once_for_each_printer(tmp_path: Path) -> None:
    plain = spec_of(tmp_path, "")
    assert one_each(plain) == [book_of(plain)]
    both = one_each(spec_of(tmp_path, BOTH))
    assert [one.edition and one.edition.printer.name for one in both] == ["kdp", "ingramspark"]


@pytest.mark.parametrize("what", ["trim", "gutter", "outside", "top", "bottom", "pages", ""])
def test_a_breach_is_told_where_the_spec_says_it_else_at_the_printers(tmp_path: Path, what: str) -> None:
    def fault_of(more: str) -> Fault:
        spec = spec_of(tmp_path, more)
        with pytest.raises(SpecError) as caught:
            sort_out(spec, [Breach(what, "it is wrong", True, "mend it")], [], lenient=False)
        (fault,) = caught.value.faults
        return fault

    fault = fault_of("print: {for: kdp}\n" + PAGE)
    assert (fault.message, fault.advice) == ("it is wrong", "mend it")
    printed = spec_of(tmp_path, "print: {for: kdp}\n" + PAGE).place("print")
    page = spec_of(tmp_path, "print: {for: kdp}\n" + PAGE).page
    wanted = printed if what == "bottom" else {
        "trim": page.place("trim"), "gutter": page.place("gutter"), "outside": page.margins.place("outside"),
        "top": page.margins.place("top"),
    }.get(what, printed)  # fmt: skip
    assert fault.place == wanted
    # A spec without a page has all breaches at the key of the printers.
    bare = fault_of("print: {for: kdp}\n")
    assert bare.place == spec_of(tmp_path, "print: {for: kdp}\n").place("print")
    assert bare.place is not None and bare.place.line == 3


def test_a_breach_is_an_error_only_where_the_printer_insists_and_the_book_is_sent_there(tmp_path: Path) -> None:
    plain, printed = spec_of(tmp_path, ""), spec_of(tmp_path, "print: {for: kdp}\n")
    must, may = Breach("trim", "must", True), Breach("trim", "may", False)
    (note,) = sort_out(plain, [must, Breach("pages", "may", False), must], [], lenient=False)
    assert "may mind the trim and the number of pages;" in note and "KDP" not in note
    assert sort_out(printed, [must, may], [], lenient=True) == ["must", "may"]
    assert sort_out(printed, [may], [], lenient=False) == ["may"]
    assert sort_out(printed, [], [], lenient=False) == []
    own = Fault("own")
    for found, lenient, messages in (
        ([must, must, may], False, ["own", "must"]),
        ([must], True, ["own"]),
        (list[Breach](), False, ["own"]),
    ):
        with pytest.raises(SpecError) as caught:
            sort_out(printed, found, [own], lenient=lenient)
        assert [fault.message for fault in caught.value.faults] == messages


def test_files_that_must_bear_a_date_want_one_in_the_spec(tmp_path: Path) -> None:
    assert before_pages(spec_of(tmp_path, "")) == []
    assert before_pages(spec_of(tmp_path, "cover: {}\n")) == [
        "no printer is named: the cover is that of a paperback on white paper at Amazon KDP; `print: {for: ...}` names another"
    ]
    assert before_pages(spec_of(tmp_path, "cover: {}\nprint: {for: kdp}\n")) == []
    undated = spec_of(tmp_path, BOTH)
    for lenient in (False, True):
        with pytest.raises(SpecError) as caught:
            before_pages(undated, lenient)
        (fault,) = caught.value.faults
        assert fault.message == "IngramSpark takes PDF/X-1a:2001, which must bear a date, and the spec has none"
        assert fault.advice.startswith("add date: and a day such as 2026-11-22") and fault.place == undated.place(
            "print"
        )
    before_pages(spec_of(tmp_path, BOTH + DATED))
    before_pages(spec_of(tmp_path, "print: {for: kdp}\n"))


def test_margins_that_a_printer_refuses_are_told_before_anything_is_made(tmp_path: Path) -> None:
    thin = "page: {margins: {outside: 3mm}}\n"
    spec = spec_of(tmp_path, f"print: {{for: kdp}}\n{thin}")
    with pytest.raises(SpecError) as caught:
        before_pages(spec)
    assert [fault.place for fault in caught.value.faults] == [spec.page.margins.place("outside")]
    (note,) = before_pages(spec, lenient=True)
    assert note == caught.value.faults[0].message
    # Without a printer it is weighed with the pages.
    assert before_pages(spec_of(tmp_path, thin)) == []
    assert note in [breach.message for breach in breaches_of_pages(book_of(spec_of(tmp_path, thin)), [], {}, "none")]
    assert note not in [breach.message for breach in breaches_of_pages(book_of(spec), [], {}, "none")]


def messages(spec: Spec, pages: int, bound: Any = "exact") -> list[str]:
    page = TextPage(look=LOOK, title="A", blocks=())
    return [breach.message for breach in breaches_of_pages(book_of(spec), [page] * pages, {}, bound)]


def test_what_is_said_of_the_number_of_pages_depends_on_what_is_known_of_it(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, "print: {for: kdp}\n")
    least, most = page_setup(book_of(spec)).edition.page_range
    assert messages(spec, least) == messages(spec, most) == []
    (few,), (many,) = messages(spec, least - 2), messages(spec, most + 2)
    assert f"{least}" in few and f"{most}" in many
    # A lower bound is never too few, and may be too many; what is not known is neither.
    assert messages(spec, least - 2, "least") == messages(spec, most, "least") == []
    assert messages(spec, most + 2, "least") == [many.replace("this book has", "this book has at least")]
    assert messages(spec, least - 2, "none") == messages(spec, most + 2, "none") == []


def test_a_narrow_gutter_is_told_unless_nothing_is_known_of_the_pages(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, "print: {for: kdp}\npage: {gutter: 10mm}\n")
    for bound in ("exact", "least"):
        assert messages(spec, 60, bound) == []
        (said,) = messages(spec, 400, bound)
        assert "gutter" in said or "inside" in said
    assert messages(spec, 400, "none") == []


def test_too_many_blank_pages_are_told(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, "print: {for: kdp}\n")
    pages: list[Any] = [TextPage(look=LOOK, title="A", blocks=())] * 40
    blank = BlankPage(look=LOOK)
    assert breaches_of_pages(book_of(spec), pages, {}) == []
    found = breaches_of_pages(book_of(spec), [*pages[:20], *[blank] * 9, *pages[20:]], {})
    assert any("blank" in breach.message for breach in found)
