"""What hints say of many puzzles, against a stored file, and how the pages of hints are set.

After a change that is meant, write it anew with ``BOOKMAKER_WRITE_GOLDENS=1 pytest tests/test_hints_said.py``, and look at the
difference.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from conftest import scaled
from techniques_data import hard_puzzles

from benchmarks import readback
from bookmaker.base import language, resources
from bookmaker.formats import parse, read_all
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.logic.techniques.declare import HouseRef, PatternCandidate, Step
from bookmaker.printing.canvases.page_setup import PageSetup
from bookmaker.printing.pages.page_kinds import content_area
from bookmaker.printing.styles import style
from bookmaker.printing.text.text_blocks import Paragraph, heading_of
from bookmaker.publishing.book.making.stock import as_graded
from bookmaker.publishing.book.pages import hints
from bookmaker.publishing.book.pages.answers import Answered
from bookmaker.publishing.book.pages.hints import (
    Nudges,
    all_nudges,
    glossary,
    hint_lead,
    hint_pages,
    introduction,
    nudges,
    place_of,
)
from bookmaker.publishing.book.pages.slots import Dressed
from bookmaker.publishing.book.spec.symbol_keys import SymbolWish
from bookmaker.publishing.explain.position import Position
from bookmaker.publishing.explain.readers_path import Reading, readers_path
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

GOLDEN = Path(__file__).parent / "golden" / "hints.txt"
OTHERS = ("jigsaw", "x", "thermometers", "arrow", "twin", "killer", "jigsaw+killer", "killer-x", "latin", "calcudoku")
WORDS = language.load("en")


def puzzles() -> Iterator[tuple[str, GradedPuzzle]]:
    hard = hard_puzzles()
    for index in range(0, len(hard), 29):
        yield f"hard {index}", as_graded(hard[index], ("easy", "beginner")[index % 2])
    for name in ("styles", "styles-small", "styles-hard", "styles-killers"):
        path = resources.find("examples", f"{name}.jsonl")
        assert path is not None
        for index, puzzle in enumerate(read_all((path,))):
            yield f"{name} {index}", as_graded(puzzle)
    for line in readback.EVERY_KIND.read_text(encoding="utf-8").splitlines():
        if (kind := json.loads(line).get("kind")) in OTHERS:
            (puzzle,) = parse(line)
            yield kind, as_graded(puzzle)


def told(stocked: GradedPuzzle, lesson: str | None = None) -> list[str]:
    return [
        f"{' / '.join(found.said)} ({', '.join(found.techniques)})".replace("\u00a0", " ")
        for found in (nudges(stocked, count, "en", lesson) for count in (1, 2))
    ]


def all_told(step: int) -> Iterator[str]:
    """One nudge and two of each puzzle, or of each second one; some have the lessons of what they need."""
    for index, (name, stocked) in [*enumerate(puzzles())][::step]:
        one, two = told(stocked)
        yield f"{name}: {one} | {two}"
        if index % 5 == 0:
            for lesson in ("hidden-single", *nudges(stocked, 2, "en").techniques):
                one, two = told(stocked, lesson)
                yield f"{name}, {lesson}: {one} | {two}"


def test_hints_say_what_they_said(monkeypatch: pytest.MonkeyPatch) -> None:
    found = cache(
        lambda puzzle, techniques: list(readers_path(puzzle, techniques))
    )  # Most of the time, and always the same.
    monkeypatch.setattr(hints, "readers_path", lambda puzzle, techniques: found(puzzle, tuple(techniques)))
    written = os.environ.get("BOOKMAKER_WRITE_GOLDENS")
    lines = list(all_told(1 if written else scaled(2, 1)))
    if written:
        GOLDEN.write_text("\n".join(lines) + "\n", encoding="utf-8")
    golden = GOLDEN.read_text(encoding="utf-8").splitlines()
    assert lines == (golden if scaled(0, 1) else [line for line in golden if line in lines])


AT = re.compile(r"(?<=r1c)[1-9]|(?<=[Rr]ow )[1-9]")
EMPTY = as_graded(Puzzle(geometry(), bytes(81)))
(EASY,) = parse("47........98..4..6.6.2...9.1...7..4..4.5....1.29.4..7371.92.3.4....51.69..3.6...8")


def single(cell: int, digit: int = 1, technique: str = "naked-single", house: int | None = None) -> Step:
    houses = () if house is None else (HouseRef("base", house),)
    return Step(technique, ((cell, digit),), (), (), houses)


def pair(first: int, house: int, *gone: tuple[int, int], technique: str = "naked-pair") -> Step:
    pattern = tuple(PatternCandidate("base", cell, digit) for cell in (first, first + 1) for digit in (1, 2))
    return Step(technique, (), gone or ((80, 1),), pattern, (HouseRef("base", house),))


def said(monkeypatch: pytest.MonkeyPatch, *steps: Step, count: int = 2, lesson: str | None = None) -> list[str]:
    """The nudges of a path of these steps, on an empty grid."""
    positions = accumulate(([step] for step in steps), Position.after, initial=Position.of(EMPTY.puzzle))
    path = [Reading(step, position, False) for step, position in zip(steps, positions, strict=False)]
    monkeypatch.setattr(hints, "readers_path", lambda *_: iter(path))
    return [text.replace("\u00a0", " ") for text in nudges(EMPTY, count, "en", lesson).said]


def test_of_steps_that_are_no_single_the_first_is_named_that_opens_a_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    narrow = [(20, digit) for digit in range(1, 9)]
    assert said(monkeypatch, pair(0, 0), pair(40, 4, *narrow), count=1) == ["Row 5 – naked pair."]
    assert said(monkeypatch, pair(0, 0), pair(40, 4, *narrow[1:]), count=1) == ["First: row 1 – naked pair."]
    place = [(cell, 3) for cell in range(27, 35)]
    assert said(monkeypatch, pair(0, 0), pair(40, 4, *place), count=1) == ["Row 5 – naked pair."]
    assert said(monkeypatch, pair(0, 0), pair(40, 4, *place[:-1]), count=1) == ["First: row 1 – naked pair."]


def test_plain_words_ask_where_others_name_a_single() -> None:
    for code, start in (
        ("de", "Zuerst: wohin passt in"),
        ("en", "First: where can the"),
        ("es", "Primero: ¿dónde cabe el"),
        ("fr", "D’abord : dans le"),
        ("ru", "Сначала: куда в"),
    ):
        found = nudges(as_graded(EASY), 2, code, asking=True)
        assert found.said[0].replace("\u00a0", " ").startswith(start) and not found.techniques
        assert nudges(as_graded(EASY), 2, code).techniques == ("hidden-single",)


def test_singles_that_fewest_others_go_with_are_the_tight_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Round by round cells are given one candidate, so that the second has one way and the third has two."""
    one = pair(0, 0, *((20, digit) for digit in range(1, 9)))
    two = pair(9, 1, *((60, digit) for digit in range(1, 9)))
    path = [single(4), one, single(13), two, single(31)]
    assert said(monkeypatch, *path) == [
        "Row 1 – naked pair.",
        "Then: row 2 – naked pair.",
    ]
    assert said(monkeypatch, single(4), single(13), single(22)) == [
        "First: r1c5 – naked single.",
        "If you get stuck: r2c5 – naked single.",
    ]


@pytest.mark.parametrize(
    ("path", "one", "two"),
    [
        # A full house is no place to get stuck, unless there is nothing else.
        (["full-house"], ["First 1"], ["First 1"]),
        (["full-house", "full-house"], ["First 1"], ["First 1", "If 2"]),
        (["full-house", "naked-single"], ["If 2"], ["If 2"]),
        (["naked-single", "hidden-single"], ["First 1"], ["First 1", "If 2"]),
        (["naked-single", "hidden-single", "naked-single"], ["First 1"], ["First 1", "If 2"]),
        # A pattern goes before singles, and the hardest one is said to be the hardest.
        (["naked-single", "naked-pair"], ["When 2"], ["First 1", "Hardest 2"]),
        (["naked-pair", "x-wing"], ["First 1"], ["First 1", "Hardest 2"]),
        (["naked-single", "naked-pair", "x-wing", "naked-pair"], ["When 2"], ["When 2", "Hardest 3"]),
        (["naked-single", "x-wing", "naked-pair"], ["When 2"], ["When 2", "Then 3"]),
        (["naked-single", "naked-pair", "naked-pair"], ["When 2"], ["When 2", "Then 3"]),
        (["naked-pair", "naked-pair"], ["First 1"], ["First 1", "Then 2"]),
    ],
)
def test_the_first_and_the_hardest_step_are_named(
    path: list[str], one: list[str], two: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = [
        single(at, technique=name) if "single" in name or "house" in name else pair(9 * at, at, technique=name)
        for at, name in enumerate(path)
    ]
    for count, wanted in ((1, one), (2, two)):
        found = said(monkeypatch, *steps, count=count)
        # What is said for most hints at once stands above them.
        leads = [text.split(" ", 1)[0] if ": " in text else "When" for text in found]
        shown = [f"{lead.strip(':')} {re.findall(AT, text)[0]}" for lead, text in zip(leads, found, strict=True)]
        assert shown == wanted, found


def test_who_is_stuck_is_told_to_suppose_a_digit_where_fewest_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    path = [pair(0, 0, *((44, digit) for digit in range(3, 9))), single(43, technique="brute-force"), single(1)]
    assert said(monkeypatch, *path) == [
        "First: row 1 – naked pair.",
        "At r5c9 no pattern goes on: suppose a digit there and see what follows.",
    ]
    assert said(monkeypatch, *path, count=1) == ["First: row 1 – naked pair."]
    # Of several patterns before it the first alone is named.
    assert said(monkeypatch, path[0], pair(9, 1), *path[1:])[1].startswith("At r5c9 no pattern")
    # Where nothing else is found, it is the only nudge; of cells that are alike the first is named.
    alone = ["At r1c1 no pattern goes on: suppose a digit there and see what follows."]
    assert said(monkeypatch, path[1]) == said(monkeypatch, path[1], count=1) == alone


def test_chains_and_large_patterns_are_named_by_four_cells_or_by_their_house(monkeypatch: pytest.MonkeyPatch) -> None:
    def loose(*cells: int, role: str = "link") -> Step:
        pattern = tuple(PatternCandidate(role, cell, 1) for cell in cells)
        return Step("forcing-net", (), ((80, 1),), pattern, ())

    where = {
        (0, 1, 2): "r1c1, r1c2 and r1c3",
        (3, 2, 1, 0): "r1c1, r1c2, r1c3 and r1c4",
        (0, 1, 2, 3, 4): "row 1",
        (0, 1, 2, 9, 10): "box 1",
        (0, 1, 2, 3, 13): "r1c1, r1c2, r1c3 and r1c4",
    }
    for cells, told in where.items():
        assert said(monkeypatch, loose(*cells), count=1) == [f"First: {told} – forcing net."]
    assert said(monkeypatch, loose(0, 1, 2, 3, 4, role="fin"), count=1)[0].startswith(
        "First: r1c1, r1c2, r1c3 and r1c4 –"
    )
    assert said(monkeypatch, loose(0, 1, 2, 3, 4, role="pivot"), count=1)[0].startswith(
        "First: r1c1, r1c2, r1c3 and r1c4 –"
    )
    cover = Step("forcing-net", (), ((80, 1),), (), (HouseRef("cover", 9), HouseRef("cover", 11)))
    assert said(monkeypatch, cover, count=1) == ["First: columns 1 and 3 – forcing net."]


def test_hints_are_the_same_for_any_number_of_threads() -> None:
    wanted = [
        (stocked, lesson) for (_, stocked), lesson in zip(puzzles(), [None, "naked-single", None, None], strict=False)
    ]
    found = all_nudges(wanted, 2, WORDS, 3)
    assert found == [nudges(stocked, 2, WORDS, lesson) for stocked, lesson in wanted]


def part(title: str, numbers: range) -> Answered:
    section: Any = SimpleNamespace(title=title)
    return Answered(section, [EMPTY] * len(numbers), numbers, None, [], [])  # type: ignore[arg-type]


@pytest.mark.parametrize("trim", [(288.0, 432.0), (432.0, 648.0), (612.0, 792.0)])
def test_pages_of_hints_name_number_and_page_of_each_puzzle(trim: tuple[float, float]) -> None:
    look = style.find()
    area = content_area(look, PageSetup(trim, 36, 36, 36).live(0, 100))
    parts = [part("Rain", range(7, 10)), part("Snow", range(10, 11))]
    given = [Nudges((f"Nudge {number}.", "More."), ("naked-single",)) for number in range(7, 11)]
    pages = hint_pages(look, WORDS, parts, [[1, 1, 2], [4]], given, area, {"naked-single": "Techniques (page\u00a09)"})
    blocks = [block for page in pages for column in page.columns for block in column]
    assert all(isinstance(block, Paragraph) for block in blocks)
    shown = [(block.lead, block.text) for block in blocks if isinstance(block, Paragraph)]
    terms = language.techniques_of(WORDS)
    leads = [hint_lead(WORDS, number, page) for number, page in ((7, 1), (8, 1), (9, 2), (10, 4))]
    assert leads[0] == "7 (page\u00a01)."
    assert shown == [
        ("", terms.text("hint.all_elsewhere", places="Techniques (page\u00a09)")),
        ("", "Rain"),
        *((lead, f"Nudge {number}. More.") for lead, number in zip(leads[:3], range(7, 10), strict=True)),
        ("", "Snow"),
        (leads[3], "Nudge 10. More."),
    ]
    assert [page.title for page in pages] == ["Hints", *[""] * (len(pages) - 1)]
    # Type as large as the style wants it on this page, and space above in its measure.
    size = max(look.type.least_word, look.hints.size * look.scale_for(area[2] - area[0]))
    entries = [block for block in blocks if isinstance(block, Paragraph) and block.lead]
    assert {(block.size, block.before) for block in entries} == {(size, size * look.hints.before)}
    assert {block.face for block in entries} == {look.face("text")}
    room = (area[2] - area[0] + size * look.hints.gap) / (size * (look.hints.column + look.hints.gap))
    assert pages[0].across == max(1, int(room)) and pages[0].gap == size * look.hints.gap
    assert len(pages[0].intro) == 1


def test_a_book_of_one_section_has_no_heading_among_its_hints() -> None:
    look = style.find()
    area = content_area(look, PageSetup((432.0, 648.0), 36, 36, 36).live(0, 100))
    given = [Nudges(("N.",), ("x-wing",)), Nudges(("M.",), ("naked-pair", "x-wing"))]
    pages = hint_pages(look, WORDS, [part("Rain", range(1, 3))], [[1, 1]], given, area)
    blocks = [block for page in pages for column in page.columns for block in column if isinstance(block, Paragraph)]
    heading = heading_of(look, "").face
    assert [block.text for block in blocks if block.face is heading] == ["What the names mean"]
    # The names are explained before the hints, the easiest first.
    leads = [*dict.fromkeys(block.lead for block in blocks if block.lead)]
    assert leads == ["Naked pair.", "X-Wing.", hint_lead(WORDS, 1, 1), hint_lead(WORDS, 2, 1)]
    known = hint_pages(look, WORDS, [part("Rain", range(1, 3))], [[1, 1]], given, area, {"x-wing": "Techniques"})
    texts = [
        block.text for page in known for column in page.columns for block in column if isinstance(block, Paragraph)
    ]
    terms = language.techniques_of(WORDS)
    assert terms.text("hint.elsewhere", places="Techniques") in texts
    assert terms.text("hint.all_elsewhere", places="Techniques") not in texts
    leads = [
        block.lead for page in known for column in page.columns for block in column if isinstance(block, Paragraph)
    ]
    assert "X-Wing." not in leads and "Naked pair." in leads


def test_each_arrangement_of_grids_is_named_once() -> None:
    def of(kind: str) -> GradedPuzzle:
        ground = geometry(kind)
        return as_graded(Puzzle(ground, bytes(ground.cell_count)))

    terms = language.techniques_of(WORDS)
    (usual,) = terms.paragraphs("hint.intro")
    samurai = "A\u00a0r1c1, B\u00a0r1c13, C\u00a0r7c7, D\u00a0r13c1 and E\u00a0r13c13"
    twin = "A\u00a0r1c1 and B\u00a0r7c7"
    assert introduction(WORDS, [of("classic"), of("x")]) == [usual]
    assert introduction(WORDS, [of("twin"), of("samurai"), of("classic"), of("twin")]) == [
        usual,
        terms.text("hint.grids", grids=twin),
        terms.text("hint.grids", grids=samurai),
    ]


def test_names_are_explained_in_the_words_of_the_first_puzzle_that_has_them() -> None:
    """Easiest first, and what other pages explain is only mentioned."""
    letters = Dressed(EMPTY.puzzle, EMPTY.solution, EMPTY.grade, None, SymbolWish("letters").made(9, WORDS))
    six = as_graded(Puzzle(geometry(size=6), bytes(36)))
    terms, look = language.techniques_of(WORDS), style.find()

    def told(named: Sequence[tuple[GradedPuzzle, tuple[str, ...]]], explained: dict[str, str]) -> list[tuple[str, str]]:
        def entry(lead: str, text: str) -> Paragraph:
            return Paragraph(look, text, look.face("text"), 9, 0, lead=lead)

        blocks = glossary(look, WORDS, named, explained, entry)
        return [(block.lead, block.text) for block in blocks if isinstance(block, Paragraph)]

    named = [(letters, ("x-wing", "naked-pair")), (EMPTY, ("naked-pair", "hidden-single")), (six, ("innie",))]
    found = told(named, {})
    assert found[:2] == [("", terms.text("hint.names")), ("", terms.text("hint.terms"))]
    assert [lead for lead, _ in found[2:]] == ["Hidden single.", "Innie.", "Naked pair.", "X-Wing."]
    texts = dict(found[2:])
    assert "letter" in texts["X-Wing."] and "digit" not in texts["X-Wing."]
    assert "letter" in texts["Naked pair."] and "digit" in texts["Hidden single."]
    assert "make 21 together" in texts["Innie."].replace("\u00a0", " ")
    # Where: each place once, and only of techniques that the hints name.
    places = {"x-wing": "Chapter", "innie": "Chapter", "swordfish": "Lesson"}
    assert told(named, places)[-1] == ("", terms.text("hint.elsewhere", places="Chapter"))
    everywhere = {**places, "naked-pair": "Pairs", "hidden-single": "Chapter"}
    assert told(named, everywhere) == [("", terms.text("hint.all_elsewhere", places="Chapter, Pairs"))]
    assert told([(EMPTY, ())], {"x-wing": "Chapter"}) == told([], {}) == []


def test_a_chapter_is_named_with_its_page_where_that_is_known() -> None:
    assert place_of(WORDS, "Techniques", 90) == "Techniques (page\u00a090)"
    assert place_of(WORDS, "Techniques", None) == "Techniques"


def test_what_most_hints_are_for_is_said_once() -> None:
    """Of a puzzle that is stuck without harder techniques, above the hints; an easy one with clues is never stuck."""
    terms = language.techniques_of(WORDS)
    (stuck,) = (one for name, one in puzzles() if name == "hard 0")
    found = nudges(stuck, 1, WORDS)
    assert found.walls and found.said[0][0].isupper() | found.said[0].startswith("r")
    assert introduction(WORDS, [stuck], walls=True) == [*terms.paragraphs("hint.intro"), terms.text("hint.walls")]
    (easy,) = (nudges(one, 1, WORDS) for name, one in puzzles() if name == "arrow")
    assert not easy.walls
    assert easy.said[0].startswith(terms.text("hint.tight", step=""))
