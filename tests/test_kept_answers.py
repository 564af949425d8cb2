"""Puzzles whose answers are not in the book, such as prize puzzles: what the book, the key and the proof say of them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from book_data import loaded, refusal

from bookmaker.base import language
from bookmaker.base.errors import SpecError, UnmetError
from bookmaker.base.seeds import seed_for
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.printing.canvases.pdf import Metadata
from bookmaker.printing.pages.contents import ContentsPage
from bookmaker.printing.pages.document import pdf_document
from bookmaker.printing.pages.frontmatter import OpenerPage, SmallPrintPage, TitlePage
from bookmaker.printing.pages.page_kinds import GridsPage, TextPage
from bookmaker.publishing.book.making import stock
from bookmaker.publishing.book.making.book_examples import disguised, rule_examples
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.making.build import build, plan
from bookmaker.publishing.book.making.checks import require_book_room, require_glyphs
from bookmaker.publishing.book.making.cover import book_content
from bookmaker.publishing.book.pages.assemble import Assembled, assemble
from bookmaker.publishing.book.pages.page_fit import page_setup
from bookmaker.publishing.book.pages.technique_chapter import Worked
from bookmaker.publishing.book.spec import section_keys
from bookmaker.publishing.book.spec.spec_file import Spec
from bookmaker.publishing.proof.proof import Proof, Source, prove
from bookmaker.puzzles.grid.puzzle import Cage
from bookmaker.puzzles.rules import geometry

BOOK = """
book: {title: Prizes}
design: {style: STYLE, openers: page}
sections:
- {title: Prize, puzzles: {count: 2, size: 6}, layout: two-up, answers: {place: none, note: "Answer in our 'May' issue"}}
- {title: Usual, puzzles: {count: 3, size: 6}, layout: two-up}
- {title: Silent, puzzles: {count: 1, size: 6}, layout: two-up, answers: {place: none}}
"""
Made = tuple[Spec, list[list[GradedPuzzle]], Assembled]


def made(folder: Path, style: str = "classic", text: str = BOOK) -> Made:
    spec = loaded(folder, text.replace("STYLE", style))
    require_book_room(book_of(spec))
    sections = stock.fill_sections(spec.sections, 3, 1, lambda *_: None)
    return spec, sections, assemble(book_of(spec), sections, sections[0][0])


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Made:
    return made(tmp_path_factory.mktemp("kept"))


def proven(one: Made, *, key: bool = False) -> Proof:
    spec, _, planned = one
    setup = page_setup(book_of(spec))
    sources = [
        Source(name, pdf_document(pages, setup, Metadata("Prizes", "", "en"), front, name))
        for name, pages, front in (("i.pdf", planned.interior, planned.front), ("a.pdf", planned.key, 0))
    ]
    return prove(sources[0], sources[1:] if key else (), intended=True)


def sound(proof: Proof) -> bool:
    return not [str(fault) for fault in proof.faults]


def test_no_page_of_the_book_has_these_answers_and_its_key_has_all(book: Made) -> None:
    _, sections, planned = book
    kept = [stocked.solution for stocked in (*sections[0], *sections[2])]
    drawn = [slot.picture.digits for page in planned.interior if isinstance(page, GridsPage) for slot in page.slots]
    assert not set(kept) & set(drawn)
    assert {stocked.solution for stocked in sections[1]} <= set(drawn)
    key = [slot.picture.digits for page in planned.key if isinstance(page, GridsPage) for slot in page.slots]
    assert key == [stocked.solution for section in sections for stocked in section]
    answers = [place.answer_page for place in planned.places]
    assert answers[:2] == [None, None] and answers[5:] == [None] and None not in answers[2:5]
    assert not [page for page in planned.interior if isinstance(page, OpenerPage) and page.title == "Answers"]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("style", ["classic", "modern", "large-print", "children"])
def test_such_a_puzzle_names_no_page_and_says_what_the_spec_does(tmp_path: Path, style: str) -> None:
    _, _, planned = made(tmp_path, style)
    notes: dict[str, set[str]] = {}
    for page in planned.interior:
        if isinstance(page, GridsPage) and page.layout.use == "puzzles":
            notes.setdefault(page.head.partition(" · ")[0], set()).update(slot.note for slot in page.slots)
    assert notes["Prize"] == {"Answer in our ‘May’ issue"} and notes["Silent"] == {""}
    assert all(str(planned.places[2].answer_page) in note for note in notes["Usual"])


@pytest.mark.parametrize("code", language.languages())
def test_the_pages_before_the_puzzles_claim_no_answer_that_is_not_there(book: Made, code: str) -> None:
    spec, sections, _ = book
    words = language.load(code)
    planned = assemble(replace(book_of(spec), words=words), sections, sections[0][0])
    title, small = (
        next(page for page in planned.interior if isinstance(page, kind)) for kind in (TitlePage, SmallPrintPage)
    )
    assert isinstance(title, TitlePage) and title.summary == words.plural("section.count", 6)
    assert isinstance(small, SmallPrintPage)
    assert words.text("copyright.proof_unanswered") in [block.text for block in small.blocks]
    told = {
        block.lead: block.text
        for page in planned.interior
        if isinstance(page, TextPage)
        for block in page.blocks
        if hasattr(block, "lead")
    }
    silent, usual = (words.text("how.answers.in_sections", sections=names) for names in ("Prize, Silent", "Usual"))
    assert told[silent] == words.text("how.answers.none")
    assert told[usual].startswith(words.text("how.answers.back"))


def test_a_book_without_any_answer_has_no_part_for_them(tmp_path: Path) -> None:
    text = (
        BOOK.partition("sections")[0]
        + "answers: {place: none}\nsections:\n- {title: A, puzzles: {count: 2, size: 6}}\n"
    )
    spec, sections, planned = made(tmp_path, "modern", text)
    (contents,) = [page for page in planned.interior if isinstance(page, ContentsPage)]
    assert "Answers" not in [entry.title for entry in contents.entries]
    assert len(planned.key) == 1 and {place.answer_page for place in planned.places} == {None}
    assert sound(proven((spec, sections, planned)))


def test_the_proof_misses_no_answer_that_is_left_out_and_each_that_is_lost(tmp_path: Path, book: Made) -> None:
    proof = proven(book)
    assert sound(proof) and proof.counts["answers"] == 3
    assert [text for text in proof.assumed if "no answer" in text] == [
        "puzzles 1–2, 6 have no answer and name no page of one: it is meant to be elsewhere"
    ]
    with_key = proven(book, key=True)
    assert sound(with_key) and with_key.counts["answers"] == 6
    assert not [text for text in with_key.assumed if "no answer" in text]
    # A page of answers is lost: their puzzles still name it.
    spec, sections, planned = book
    at = next(
        at for at, page in enumerate(planned.interior) if isinstance(page, GridsPage) and page.layout.use == "answers"
    )
    page = planned.interior[at]
    assert isinstance(page, GridsPage)
    less = [*planned.interior[:at], replace(page, slots=page.slots[1:]), *planned.interior[at + 1 :]]
    lost = proven((spec, sections, replace(planned, interior=tuple(less))))
    assert [(one.check, one.number, one.message) for one in lost.faults] == [("answers", 3, "has no answer")]


def test_answers_at_the_foot_name_no_page_and_are_missed_one_by_one(tmp_path: Path) -> None:
    text = BOOK.replace("design:", "answers: {place: foot}\ndesign:")
    spec, sections, planned = made(tmp_path, "classic", text)
    assert sound(proven((spec, sections, planned)))
    at = next(at for at, page in enumerate(planned.interior) if isinstance(page, GridsPage) and page.foot is not None)
    page = planned.interior[at]
    assert isinstance(page, GridsPage) and page.foot is not None
    foot = replace(page.foot, slots=page.foot.slots[1:])
    less = [*planned.interior[:at], replace(page, foot=foot), *planned.interior[at + 1 :]]
    lost = proven((spec, sections, replace(planned, interior=tuple(less))))
    assert [one.number for one in lost.faults if one.message == "has no answer"] == [3]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("note", ["Answer in issue 5", "Respuesta en el ejemplar 5", "Ответ в номере 5"])
def test_the_number_of_an_issue_is_taken_for_no_page(tmp_path: Path, note: str) -> None:
    assert sound(proven(made(tmp_path, "classic", BOOK.replace("Answer in our 'May' issue", note))))


def test_manifest_screen_edition_and_cover_do_without(tmp_path: Path) -> None:
    text = BOOK.replace("STYLE", "classic") + "seed: 3\nprint: {for: office, pictures: false}\ncover: {}\n"
    spec = loaded(tmp_path, text + f"output: {tmp_path}\n")
    built = build(spec, 1)
    assert not built.faults
    told = json.loads((built.folder / "manifest.json").read_text(encoding="utf-8"))["puzzles"]
    assert [one["answer_page"] is None for one in told] == [True, True, False, False, False, True]
    assert all(len(one["solution"]) == 36 for one in told)
    # The cover may show an answer: that of a puzzle which has one in the book.
    sections = stock.fill_sections(spec.sections, spec.seed, 1, lambda *_: None)
    assert spec.cover is not None
    content = book_content(spec, spec.cover, sections, spec.catalogue)
    assert content.solution == sections[1][0].solution
    assert "at the back" not in content.texts["blurb"]
    usual = replace(spec, sections=spec.sections[1:2])
    assert "at the back" in book_content(usual, spec.cover, sections[1:2], spec.catalogue).texts["blurb"]


def test_a_note_goes_with_answers_that_are_not_printed(tmp_path: Path) -> None:
    rest = "sections: [{title: A, puzzles: {count: 1}, answers: {ANSWERS}}]\n"
    usual = "book: {title: T}\n" + rest
    advice = "write `place: none` with it, or leave it out"
    message = "`note` is printed where the book has no answer, and these are at `place: "
    assert refusal(tmp_path, usual.replace("ANSWERS", "note: N")) == (f"2:60: {message}back`", advice)
    whole = "book: {title: T}\nanswers: {note: N}\n" + rest.replace("ANSWERS", "")
    assert refusal(tmp_path, whole)[0].startswith(f"2:17: {message}back")
    held = "book: {title: T}\nanswers: {place: none, note: N}\n"
    spec = loaded(tmp_path, held + rest.replace("ANSWERS", "show: row"))
    assert spec.sections[0].answers.within(spec.answers).note == "N"
    # Of answers that stand somewhere the section need not say more.
    spec = loaded(tmp_path, held + rest.replace("ANSWERS", "place: foot"))
    assert spec.sections[0].answers.within(spec.answers).note is None
    for text in (
        held.replace("note: N", "note: 漢") + rest.replace("ANSWERS", ""),
        usual.replace("ANSWERS", "place: none, note: 漢"),
    ):
        with pytest.raises(SpecError, match="no glyph for '漢'"):
            require_glyphs(loaded(tmp_path, text))


def test_no_such_puzzle_is_the_example_of_the_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a kind cannot be made, a puzzle of the book is shown with its answer."""

    def unmet(*_: object) -> None:
        raise UnmetError("none")

    monkeypatch.setattr("bookmaker.publishing.book.making.book_examples.made_puzzle", unmet)
    spec, sections, _ = made(tmp_path, "classic", f"{BOOK}seed: 4183\n")
    (shown,) = rule_examples(spec, sections, spec.catalogue)
    assert shown in sections[1]
    usual = replace(spec, sections=tuple(replace(one, answers=spec.sections[1].answers) for one in spec.sections))
    easiest = min((one for own in sections for one in own), key=lambda one: one.grade.score)
    assert rule_examples(usual, sections, spec.catalogue) == [easiest]


KILLER, CLASSIC, X = (
    "{count: 1, kind: killer, difficulty: medium}",
    "{count: 2, difficulty: medium}",
    "{count: 1, kind: x}",
)


def chapter(folder: Path, keys: str, *sections: str) -> tuple[list[list[GradedPuzzle]], list[Worked]]:
    """The puzzles of sections and the examples of their techniques."""
    listed = "".join(f"- {{title: A{at}, puzzles: {own}}}\n" for at, own in enumerate(sections))
    spec = loaded(folder, f"book: {{title: T}}\nseed: 3\ntechniques: {keys}\nsections:\n{listed}")
    puzzles = stock.fill_sections(spec.sections, spec.seed, 1, lambda *_: None)
    seen: list[Worked] = []

    def assembled(*given: Any) -> None:
        seen.extend(given[3])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bookmaker.publishing.book.making.build.assemble", assembled)
        plan(spec, puzzles)
    return puzzles, seen


def shape(cages: Iterable[Cage]) -> list[tuple[int, ...]]:
    """What cages have in common however they are turned: their sizes and how far apart their cells are."""
    return sorted(
        (len(one.cells), *sorted((a // 9 - b // 9) ** 2 + (a % 9 - b % 9) ** 2 for a in one.cells for b in one.cells))
        for one in cages
    )


@pytest.mark.sampled(1)
@pytest.mark.parametrize("keys", ["{examples: own}", "{}"])
def test_no_such_puzzle_shows_a_technique_where_its_copy_would_be_recognised(tmp_path: Path, keys: str) -> None:
    kept = ", answers: {place: none}"
    # Others need the same techniques: these show them, and the cages of one only those of the other.
    (prize, usual, _), found = chapter(tmp_path, keys, KILLER + kept, KILLER, CLASSIC)
    assert found
    cages = [shape(one.explained.position.cages) for one in found if one.explained.position.cages]
    assert cages and shape(prize[0].puzzle.cages) not in cages
    assert all(own == shape(usual[0].puzzle.cages) for own in cages)
    # Where only such puzzles need a technique, it is shown in a plain grid, or not at all.
    (prize,), found = chapter(tmp_path, keys, KILLER + kept)
    names = {one.technique.name for one in found}
    assert "naked-single" in names < set(prize[0].grade.techniques)
    assert {one.explained.position.geometry for one in found} == {geometry("classic")}
    (prize,), found = chapter(tmp_path, keys, X + kept)
    assert {one.technique.name for one in found} == set(prize[0].grade.techniques)
    copy = disguised(prize[0].puzzle, seed_for(3, section_keys.EXAMPLE, 0))
    assert {one.explained.position.geometry for one in found} == {copy.geometry}
    assert copy.givens not in [one.explained.position.givens for one in found]


def test_own_words_hold_for_books_without_some_answers_too(tmp_path: Path) -> None:
    words = "words: {title_page.count: '{count} in all', copyright.proof: '', cover.blurb: [Mine]}\n"
    own = loaded(tmp_path, BOOK.replace("STYLE", "classic") + words).catalogue
    assert own.plural("title_page.count_unanswered", 3) == "3 in all"
    assert own.text("copyright.proof_unanswered") == own.text("cover.blurb_answers") == ""
