"""The key `words` of a spec: printed words in the user's own wording."""

from __future__ import annotations

from pathlib import Path

import pytest

from bookmaker.base import language
from bookmaker.base.errors import SpecError
from bookmaker.publishing.book.making.checks import require_glyphs
from bookmaker.publishing.book.pages.front_matter import copyright_paragraphs
from bookmaker.publishing.book.spec import spec_file as specs
from bookmaker.publishing.book.spec.spec_file import Spec
from bookmaker.publishing.explain.reasons import Reason
from bookmaker.publishing.explain.step_words import Speaker
from bookmaker.puzzles.rules import geometry

SPEC = "book: {{title: A, author: B, language: {code}}}\nsections: [{{title: C, puzzles: {{count: 1}}}}]\nwords:\n  {words}\n"


def read(folder: Path, words: str, code: str = "en") -> Spec:
    path = folder / "book.yaml"
    path.write_text(SPEC.format(words=words, code=code), encoding="utf-8")
    return specs.load(path)


def test_who_renames_puzzles_renames_those_that_are_no_sudoku(tmp_path: Path) -> None:
    own = read(
        tmp_path, "{number.puzzle: 'Nr.~{number}', how.example: {puzzle: Reto, puzzle_square: Cuadrado}}", "es"
    ).catalogue
    squares = [own.for_puzzle(key, geometry("latin", 5)) for key in ("number.puzzle", "how.example.puzzle")]
    assert [own.text(key, number=3) for key in squares] == ["Nr.\u00a03", "Cuadrado"]


def test_words_stand_in_for_those_of_the_catalogue(tmp_path: Path) -> None:
    words = """level: {easy: Gentle, hard: Hard as nails}
  level_inline.hard: tough
  section.count: {one: "a~puzzle", other: "{count} puzzles"}
  title_page: {count: "{count} in all"}
  copyright: {proof: "", rights: 'None "at all"'}
  how.tips: []
  techniques: {name: {x-wing: The box}, sentence.x-wing: "A box of {digits}"}"""
    own, usual = read(tmp_path, words).catalogue, language.load("en")
    assert own.text("level.easy") == "Gentle"
    assert (own.text("level_inline.easy"), own.text("level_inline.hard")) == ("gentle", "tough")
    assert own.text("level.medium") == usual.text("level.medium")
    assert (own.plural("section.count", 1), own.plural("section.count", 5)) == ("a\u00a0puzzle", "5 puzzles")
    assert {own.plural("title_page.count", count) for count in (1, 2)} == {"1 in all", "2 in all"}
    assert own.paragraphs("copyright.rights") == ["None “at all”"]
    assert own.paragraphs("how.tips") == []
    told = language.techniques_of(own)
    assert told.text("name.x-wing") == "The box"
    assert told.text("name.swordfish") == language.techniques("en").text("name.swordfish")
    # An empty text leaves its line out of the copyright page.
    lines = copyright_paragraphs(own, read(tmp_path, words).book)
    assert len(lines) == len(copyright_paragraphs(usual, read(tmp_path, words).book)) - 1
    assert all(lines)


def test_own_words_to_a_child_stand_in_for_those_to_a_child(tmp_path: Path) -> None:
    techniques = [key for key in language.techniques("en").entries if key.startswith("child.")]
    one, other = (key.removeprefix("child.") for key in techniques[:2])
    words = f"""how: {{killer: To all, regions: To all}}
  child.how: {{killer: To a child, jigsaw: To a child}}
  techniques: {{child.{one}: To a child, {one}: To all, {other}: To all}}"""
    adult = read(tmp_path, words).catalogue
    child = read(tmp_path, f"{words}\ndesign: {{style: children}}").catalogue
    for key, told in (("killer", "child"), ("jigsaw", "child"), ("regions", "all")):
        assert child.paragraphs(f"how.{key}") == [f"To a {told}" if told == "child" else "To all"]
    assert adult.paragraphs("how.killer") == ["To all"]
    assert adult.paragraphs("how.jigsaw") == language.load("en").paragraphs("how.jigsaw")
    assert {*texts_of(child.own_techniques[one])} == {"To a child"}
    assert {*texts_of(child.own_techniques[other])} == {*texts_of(adult.own_techniques[one])} == {"To all"}


@pytest.mark.parametrize("code", language.languages())
def test_a_child_is_spoken_to_as_a_child_in_the_chapter_of_techniques_too(tmp_path: Path, code: str) -> None:
    words = "techniques: {name: {naked-pair: Zwei}}\ndesign: {style: children}"
    child = language.techniques_of(read(tmp_path, words, code).catalogue)
    usual = language.techniques(code)
    voiced = [key.removeprefix("child.") for key in usual.entries if key.startswith("child.")]
    assert voiced and set(voiced) <= set(usual.entries)
    assert child.text("name.naked-pair") == "Zwei"
    for key in voiced:
        assert key == "name.naked-pair" or child.entries[key] == usual.entries[f"child.{key}"]
        for own, other in zip(texts_of(child.entries[key]), texts_of(usual.entries[key]), strict=False):
            # A sentence has the same fields whomever it speaks to, or leaves some out.
            assert language.fields(own) <= language.fields(other), key
    # By a relation a cell bars digits that it does not hold: no sentence says that it holds them.
    bars = Reason("bars", (5,), (2,), (1,))
    assert Speaker(child, geometry()).reason(bars) == Speaker(code, geometry()).reason(bars)


def texts_of(entry: language.Entry) -> list[str]:
    return list(language.texts_of(entry))


FAULTS = {
    "level: {«esy: X}": "the catalogue has no words `level.esy` (did you mean `easy`?)",
    "«levels: {easy: X}": "the catalogue has no words `levels` (did you mean `level`?)",
    "«medium: X": "the catalogue has no words `medium` (it is further inside: `level.medium`,",
    'number: {page: «"page {pge}"}': "`number.page` has no field {pge} (there are {page})",
    'level: {easy: «"{level}"}': "`level.easy` has no field {level} (it has no fields)",
    'number: {page: «"page {"}': "`number.page` has a brace without its other half",
    'number: {page: «"{page:>9}"}': "`number.page` has a field with more than its name in the braces",
    'number: {page: «"{page.real}"}': "`number.page` has no field {page.real}",
    "level: {easy: «[a]}": "`level.easy` must be a text, not a list",
    "level: «x": "`level` must be keys and words (it holds beginner, beyond, diabolical,",
    "section: {count: «[a]}": "`section.count` must be plural forms, not a list",
    "section: {count: {«mny: a}}": "`section.count` has no plural form `mny` (did you mean `many`?)",
    "section: {count: «{one: a, few: b}}": "`section.count` has the forms one, few; a book in `en` needs one, other",
    "techniques: {name: {«x-wng: a}}": "the catalogue has no words `techniques.name.x-wng` (did you mean `x-wing`?)",
    'techniques: {sentence: {x-wing: «"{cell}"}}': "`techniques.sentence.x-wing` has no field {cell}",
    "level: {easy: a, «easy: b}": "`level.easy` is here a second time",
}


@pytest.mark.parametrize("marked", FAULTS)
def test_each_fault_has_its_place(marked: str, tmp_path: Path) -> None:
    with pytest.raises(SpecError) as caught:
        read(tmp_path, marked.replace("«", ""))
    (fault,) = caught.value.faults
    assert str(fault).split(": ", 1)[1].startswith(FAULTS[marked])
    assert fault.place is not None
    assert (fault.place.line, fault.place.column) == (4, marked.index("«") + 3)


def test_plural_forms_are_those_of_the_language(tmp_path: Path) -> None:
    good = read(tmp_path, "section: {count: {one: a, few: b, many: c}}", "ru")
    assert [good.catalogue.plural("section.count", count) for count in (1, 2, 5)] == ["a", "b", "c"]
    with pytest.raises(SpecError, match="a book in `ru` needs one, few, many"):
        read(tmp_path, "section: {count: {one: a, other: b}}", "ru")


def test_words_that_the_fonts_lack_are_found(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"book.yaml:4:17: the fonts have no glyph for '字'"):
        require_glyphs(read(tmp_path, "level: {easy: “字”}".replace("“", '"').replace("”", '"')))
