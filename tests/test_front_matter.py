"""What the pages before the puzzles say."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest

from bookmaker import generate
from bookmaker.base.errors import Place
from bookmaker.base.language import languages, load, techniques
from bookmaker.base.schema import Node
from bookmaker.printing.pages.contents import ContentsPage
from bookmaker.printing.pages.page_kinds import TextPage
from bookmaker.printing.styles import style
from bookmaker.printing.text.text_blocks import Paragraph
from bookmaker.publishing.book.making import estimate
from bookmaker.publishing.book.making.stock import as_graded
from bookmaker.publishing.book.pages.answers import Answered
from bookmaker.publishing.book.pages.front_matter import (
    copyright_paragraphs,
    how_to_play,
    leftovers,
    rule_keys,
    section_summary,
)
from bookmaker.publishing.book.spec.own_words import OwnWords
from bookmaker.publishing.book.spec.section_keys import Answers
from bookmaker.publishing.book.spec.spec_file import load as load_spec
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

SPEC = """
book: {{title: A, author: B, language: {code}{more}}}
sections:
- {{title: C, puzzles: {{count: 1}}, layout: one-up}}
"""


def copyright_page(folder: Path, code: str, more: str = "") -> list[str]:
    path = folder / "book.yaml"
    path.write_text(SPEC.format(code=code, more=more), encoding="utf-8")
    return copyright_paragraphs(load(code), load_spec(path).book)


@pytest.mark.parametrize("code", languages())
def test_the_copyright_page_grants_nothing_and_advertises_nothing(code: str, tmp_path: Path) -> None:
    usual = copyright_page(tmp_path, code)
    assert not any("bookmaker" in text for text in usual)
    assert len(load(code).paragraphs("copyright.rights")) == 1
    named = copyright_page(tmp_path, code, ", imprint: true")
    assert named[:-1] == usual
    assert "bookmaker" in named[-1]
    own = copyright_page(tmp_path, code, ", rights: Copy what you like.")
    assert "Copy what you like." in own
    assert len(own) == len(usual)


def test_rules_are_explained_once_and_in_one_order() -> None:
    words = load("en")
    killer, both = geometry("killer"), geometry("killer-x")
    assert rule_keys(words, killer, [both]) == ["how.killer-x"]
    assert rule_keys(words, geometry(), [killer, geometry("x")]) == ["how.killer", "how.x"]
    assert rule_keys(words, both, [geometry("anti-king+x")]) == ["how.killer-x", "how.x", "how.anti-king"]


def test_the_copyright_page_says_what_the_spec_knows(tmp_path: Path) -> None:
    (rights,), proof = load("en").paragraphs("copyright.rights"), load("en").text("copyright.proof")
    for more, lines in (
        ("", ["©\u00a0B", rights, proof]),
        (", year: 2026", ["©\u00a02026 B", rights, proof]),
        (", publisher: P", ["©\u00a0B", rights, proof, "Published by P"]),
        (", rights: Mine, isbn: 978-0-306-40615-7", ["©\u00a0B", "Mine", proof, "ISBN\u00a0978-0-306-40615-7"]),
    ):
        assert copyright_page(tmp_path, "en", more) == lines
    path = tmp_path / "book.yaml"
    for keys, lines in (
        ("publisher: P, year: 2026", ["©\u00a02026 P", rights, proof, "Published by P"]),
        ("year: 2026", [rights, proof]),
    ):
        path.write_text(SPEC.replace("author: B", keys).format(code="en", more=""), encoding="utf-8")
        assert copyright_paragraphs(load("en"), load_spec(path).book) == lines
    # Words of the user's own may be empty.
    mine = OwnWords({"copyright.proof": ""}, {}).catalogue("en")
    assert copyright_paragraphs(mine, load_spec(path).book) == [rights]


@pytest.mark.parametrize("code", languages())
def test_ways_to_begin_name_boxes_only_where_there_are_any(code: str) -> None:
    words = load(code)
    # The word for a box, from "el bloque 1"; of a Russian one, which is in the locative there, the stem.
    box = techniques(code).plural("house.box", 1, numbers="").replace("~", " ").split()[-1].removesuffix("е")
    jigsaw = geometry("jigsaw", 6, regions=tuple(cell // 6 for cell in range(36)))
    for ground in (geometry("latin", 6), jigsaw):
        for name in ("tips", "killer_tips"):
            told = words.paragraphs(words.for_grid(name, ground), total=21, two_most=11, two_low=5, two_high=6)
            assert len(told) == len(words.paragraphs(f"how.{name}", total=21, two_most=11, two_low=5, two_high=6))
            assert box not in " ".join(told)
        for level in ("easy", "medium", "hard"):
            assert box not in words.text(words.for_grid(f"level.{level}", ground))
    assert words.for_grid("tips", geometry("x")) == "how.tips"


@pytest.mark.parametrize(("kind", "size"), [("killer", 9), ("killer", 6), ("killer", 4), ("latin", 6)])
def test_the_rule_of_45_is_shown_with_sums_that_are_right(kind: str, size: int) -> None:
    total = size * (size + 1) // 2
    for sign, (picture, caption) in zip(
        (1, -1), leftovers(style.find(), load("en"), geometry(kind, size)).pictures, strict=True
    ):
        sums = [int(mark.text) for mark in picture.caged]
        (over,) = (digit for digit in picture.digits if digit)
        assert sum(sums) + sign * over == total
        assert all(len(mark.cells) > 1 for mark in picture.caged)
        assert caption.endswith(f"\N{NO-BREAK SPACE}{total}")
        held = [cell for mark in picture.caged for cell in mark.cells]
        assert len(set(held)) == len(held) == size - sign


@pytest.mark.parametrize(
    ("kind", "size", "inside", "outside"),
    [
        ("killer", 9, "0,1,2=16 9,10,11=12 18,19=11 20:6", "0,1,2=16 9,10,11=12 18,19,20,21=22 21:5"),
        ("killer", 6, "0,1,2=8 6,7=7 8:6", "0,1,2=8 6,7,8,9=18 9:5"),
        # A cage of one cell would give its digit away: it is joined to the one before it.
        ("killer", 4, "0,1,4=7 5:3", "0,1=3 4,5,6=9 6:2"),
        (
            "killer",
            12,
            "0,1,2,3=17 12,13,14,15=22 24,25,26=27 27:12",
            "0,1,2,3=17 12,13,14,15=22 24,25,26,27,28=44 28:5",
        ),
        # Without boxes the house is the first row, and what is beyond it lies below its end.
        ("killer+latin", 5, "0,1,2,3=12 4:3", "0,1,2=8 3,4,9=12 9:5"),
        ("killer+latin", 4, "0,1,2=7 3:3", "0,1,2,3,7=12 7:2"),
        ("killer+latin", 7, "0,1,2=8 3,4,5=14 6:6", "0,1,2=8 3,4,5,6,13=25 13:5"),
        ("jigsaw+killer", 6, "0,1,2=8 3,4=7 5:6", "0,1,2=8 3,4,5,11=18 11:5"),
    ],
)
def test_the_pictures_of_cages_are_these(kind: str, size: int, inside: str, outside: str) -> None:
    rows = tuple(cell // size for cell in range(size * size)) if "jigsaw" in kind else None
    found = leftovers(style.find(), load("en"), geometry(kind, size, rows))
    for (picture, caption), wanted in zip(found.pictures, (inside, outside), strict=True):
        cages = [f"{','.join(map(str, mark.cells))}={mark.text}" for mark in picture.caged]
        ((cell, digit),) = ((cell, digit) for cell, digit in enumerate(picture.digits) if digit)
        assert " ".join([*cages, f"{cell}:{digit}"]) == wanted
        sums = " + ".join(mark.text or "" for mark in picture.caged)
        # A single sum stands without brackets.
        sums = f"({sums})" if len(cages) > 1 else sums
        sign = "+" if wanted is inside else "–"
        assert caption.replace("\u00a0", " ") == f"{sums} {sign} {digit} = {size * (size + 1) // 2}"


def test_a_child_is_told_every_rule_in_words_of_its_own(tmp_path: Path) -> None:
    """No page before the puzzles of a child's book has a number, and the contents leave it out."""
    sections = "".join(f"- {{title: {kind}, puzzles: {{kind: {kind}, count: 1}}}}\n" for kind in ("killer", "jigsaw"))
    text = f"book: {{title: T, language: LANGUAGE}}\ndesign: {{style: children}}\nsections:\n{sections}"
    for code, word in (("de", "Käfige"), ("en", "cages"), ("es", "rompecabezas"), ("fr", "puzzle"), ("ru", "пазл")):
        (tmp_path / "book.yaml").write_text(text.replace("LANGUAGE", code))
        spec = load_spec(tmp_path / "book.yaml")
        made = estimate.expected(spec).interiors[0].assembled
        assert {page.folio for page in made.interior[: made.front]} == {""}
        rules = " ".join(
            block.text
            for page in made.interior[: made.front]
            if isinstance(page, TextPage)
            for block in page.blocks
            if isinstance(block, Paragraph)
        )
        usual = load(code)
        assert word in rules
        assert all(
            paragraph not in rules for key in ("killer", "jigsaw") for paragraph in usual.paragraphs(f"how.{key}")
        )
        (contents,) = [page for page in made.interior if isinstance(page, ContentsPage)]
        assert [entry.title for entry in contents.entries][:2] == ["killer", "jigsaw"]


def test_a_summary_leaves_the_level_to_the_title_only_where_there_is_one() -> None:
    words = load("en")
    easy, hard = (as_graded(Puzzle(geometry(), bytes(81)), level) for level in ("easy", "hard"))
    assert section_summary(words, [easy] * 2, "Easy Does It") == "2\N{NO-BREAK SPACE}puzzles"
    assert section_summary(words, [easy] * 2, "Easy Does It", brief=False) == "2\N{NO-BREAK SPACE}puzzles · easy"
    assert section_summary(words, [easy] * 2, "Rain") == "2\N{NO-BREAK SPACE}puzzles · easy"
    assert section_summary(words, [hard, easy, easy], "Easy Does It") == "3\N{NO-BREAK SPACE}puzzles · easy to hard"


def test_levels_are_explained_by_cages_only_where_puzzles_of_that_level_have_cages() -> None:
    words = load("en")
    plain, caged = (Puzzle(geometry(kind), bytes(81)) for kind in ("classic", "killer"))
    book = [
        as_graded(plain, "easy"),
        as_graded(plain, "medium"),
        as_graded(caged, "medium"),
        as_graded(caged, "expert"),
    ]
    section = SimpleNamespace(title="S", cages="dashed")
    answers = Answers(node=Node("mapping", Place("book.yaml", 1, 1)))
    part = Answered.of(section, book, range(1, 5), answers)  # type: ignore[arg-type]
    found = [getattr(block, "text", "") for block in how_to_play(style.find(), words, book, book[0], [part])]
    said = {level: [text for text in found if words.text(f"how.level.{level}") in text] for level in ("easy", "medium")}
    of_cages = {level: words.text(f"how.killer_level.{level}") for level in ("easy", "medium")}
    assert said["easy"] == [words.text("how.level.easy")]
    marked = words.text("how.medium_plus", level="Medium+")
    assert said["medium"] == [f"{words.text('how.level.medium')} {marked} {of_cages['medium']}"]
    assert words.text("how.level.expert") in found


@cache
def of_kind(kind: str) -> Puzzle:
    return generate(1, "any", kind=kind, seed=1, jobs=1, grade=False)[0].puzzle


@pytest.mark.parametrize("language", languages())
def test_easy_puzzles_with_clues_are_not_said_to_be_solved_by_last_places_alone(language: str) -> None:
    words = load(language)
    clued, houses = (words.text(f"how.{key}.easy") for key in ("clue_level", "level"))
    for kinds, wanted in (
        (["thermometers"], [clued]),
        (["non-consecutive"], [clued]),
        (["x"], [houses]),
        (["anti-knight"], [houses]),
        (["classic", "arrow"], [houses, clued]),
        (["sandwich", "killer"], [clued, words.text("how.killer_level.easy")]),
    ):
        book = [as_graded(of_kind(kind), "easy") for kind in kinds]
        answers = Answers(node=Node("mapping", Place("book.yaml", 1, 1)))
        part = Answered.of(SimpleNamespace(title="S", cages="dashed"), book, range(1, 1 + len(book)), answers)  # type: ignore[arg-type]
        found = [getattr(block, "text", "") for block in how_to_play(style.find(), words, book, book[0], [part])]
        assert " ".join(wanted) in found, (kinds, found)


@pytest.mark.parametrize("place", ["back", "section", "foot", "overleaf"])
@pytest.mark.parametrize("voice", ["child", "adult"])
def test_a_child_is_sent_to_the_back_only_where_all_answers_are_there(place: str, voice: str) -> None:
    words, look = load("en"), style.find("children" if voice == "child" else "classic")
    book = [as_graded(Puzzle(geometry(), bytes(81)), "easy")]
    section = SimpleNamespace(title="S", cages="dashed")
    parts = [
        Answered.of(section, book, range(1, 2), Answers(node=Node("mapping", Place("b.yaml", 1, 1)), place_name=one))  # type: ignore[arg-type]
        for one in ("back", place)
    ]
    said = [block.text for block in how_to_play(look, words, book, book[0], parts) if isinstance(block, Paragraph)]
    (told,) = words.paragraphs("child.answers")
    assert (told in said) is (voice == "child" and place == "back")
