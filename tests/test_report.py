"""The report of a book, read back from its page: counts, times, checks, repairs and the contact sheet."""

from __future__ import annotations

import base64
import io
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from book_data import loaded
from PIL import Image
from typeset_data import LOOK, SETUPS, filled, givens

from bookmaker.base.errors import Fault
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.logic.grading import Grade
from bookmaker.logic.times import MEASURED, Time
from bookmaker.printing.pages.page_kinds import BlankPage, Page
from bookmaker.publishing.book.making.report import contact_sheet, report
from bookmaker.publishing.book.pages.assemble import Assembled
from bookmaker.publishing.book.spec.spec_file import Spec
from bookmaker.publishing.proof.judgement import Finding
from bookmaker.publishing.proof.proof import Proof
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

SPEC = """book: {title: 'Less < more'}
seed: 1
number_from: 7
sections:
- {title: One & two, puzzles: {count: 2}}
- {title: Three, puzzles: {count: 1}}
"""


def stocked(level: str, score: int, minutes: float, size: int = 9, **techniques: int) -> GradedPuzzle:
    grid = geometry("classic", size)
    clock: Any = SimpleNamespace(times=[Time(MEASURED, minutes, middle=minutes)], splits=False)
    names = {name.replace("_", "-"): count for name, count in techniques.items()}
    grade = Grade(level, score, next(iter(names), None), names, 0, 0, clock, 0)
    return GradedPuzzle(Puzzle(grid, givens(grid)), filled(grid), grade, None)


SECTIONS = [
    [stocked("easy", 40, 90.4, full_house=3, naked_single=1), stocked("hard", 160, 150.0, x_wing=1, naked_single=9)],
    [stocked("beyond", 900, 60.0, size=6)],
]


def pages(count: int) -> tuple[Page, ...]:
    return tuple(replace(BlankPage(look=LOOK), folio=str(at - 3) if at > 3 else "") for at in range(count))


def made(folder: Path, *, notes: tuple[str, ...] = (), repaired: Any = (), proof: Any = None, count: int = 6) -> str:
    spec: Spec = loaded(folder, SPEC)
    assembled = Assembled(pages(count), 4, (), (), (), ())
    shown = contact_sheet(assembled, SETUPS["6x9in"])
    return report(spec, SECTIONS, assembled, shown, notes, repaired, proof).decode("utf-8")


def cells(text: str) -> list[list[str]]:
    """The rows of all tables."""
    rows = re.findall(r"<tr>(.*?)</tr>", text, re.S)
    return [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in rows]


def test_puzzles_pages_and_hours_are_counted(tmp_path: Path) -> None:
    text = made(tmp_path)
    assert "<title>Less &lt; more: report</title>" in text and "<h1>Less &lt; more</h1>" in text
    rows = cells(text)
    assert rows[:4] == [
        ["Puzzles", "3 (1 easy, 1 hard, 1 beyond)"],
        ["Pages", "6, 4 of them before page 1"],
        ["Expected time of an average solver", "5 hours in all"],
        ["Seed", "1"],
    ]
    multiplied = "9×9"
    assert ["One &amp; two", "2", f"classic {multiplied}", "1 easy, 1 hard", "40–160", "90–150"] in rows
    assert ["Three", "1", "classic 6×6", "1 beyond", "900–900", "60–60"] in rows


def test_charts_count_levels_and_techniques_and_number_the_puzzles(tmp_path: Path) -> None:
    text = made(tmp_path)
    rows = cells(text)
    assert ["easy", "1"] in rows and ["hard", "1"] in rows and ["beyond", "1"] in rows and ["medium", "0"] not in rows
    # The most frequent techniques first, then by name.
    techniques = [row for row in rows if row and row[0] in ("naked-single", "full-house", "x-wing")]
    assert techniques == [["naked-single", "2"], ["full-house", "1"], ["x-wing", "1"]]
    dots = re.findall(r"<circle.*?<title>(.*?)</title>", text)
    assert dots == [
        "7: easy, score 40, 90 minutes, hardest full-house",
        "8: hard, score 160, 150 minutes, hardest x-wing",
        "9: beyond, score 900, 60 minutes, hardest none",
    ]
    assert ["One &amp; two", "40–160"] in rows


def test_checks_and_the_proof_are_told(tmp_path: Path) -> None:
    bare = made(tmp_path)
    assert "<li>no printer would ask about anything</li>" in bare and "<p>None was made.</p>" in bare
    assert "<p>No puzzle from a file was mended or left out.</p>" in bare
    found = Finding("answers", "fault", "the answer is < wrong", "interior.pdf", 9, 12)
    proof = Proof("T", (), {}, {"marks": 5, "answers": 3}, (found,), ("all are equal",), ("a stain",), (), (), 0)
    mended = SimpleNamespace(section="One & two", fault=Fault("p.txt: mended"))
    text = made(tmp_path, notes=("thin < lines",), repaired=(mended,), proof=proof)
    assert "<li>thin &lt; lines</li>" in text and "no printer would ask" not in text
    assert "<p>1 fault</p>" in text
    rows = [row for row in cells(text) if row and row[0] in ("marks", "answers", "unique")]
    assert rows == [["marks", "5", "0"], ["answers", "3", "1"]]
    assert "&lt; wrong" in text and '<b class="fault">fault</b>: ' in text
    assert (
        '<b class="assumed">assumed</b>: all are equal' in text and '<b class="not read">not read</b>: a stain' in text
    )
    assert "<li>One &amp; two: p.txt: mended</li>" in text
    sound = made(tmp_path, proof=replace(proof, found=(), assumed=(), unread=()))
    assert "<p>No fault was found.</p>" in sound and '<b class="' not in sound
    assert "<p>2 faults</p>" in made(tmp_path, proof=replace(proof, found=(found, found)))


@pytest.mark.parametrize("count", [6, 96, 97, 98, 301])
def test_the_contact_sheet_shows_all_pages_or_pairs_of_facing_ones(count: int, tmp_path: Path) -> None:
    text = made(tmp_path, count=count)
    shown = [int(number) - 1 for number in re.findall(r'alt="Page (\d+) of the file"', text)]
    if count <= 96:
        assert shown == [*range(count)] and "of the file" in text and f"of {count} pages" not in text
    else:
        assert f"<p>{len(shown)} of {count} pages.</p>" in text
        assert shown == sorted(set(shown)) and shown[:2] == [1, 2]
        # The last pages of the book are among them, on whichever side it ends.
        assert shown[-2:] == [count - 2, count - 1]
        assert len(shown) == 96
    if count == 301:
        pairs = list(zip(shown[::2], shown[1::2], strict=True))
        # Left-hand pages have odd places, for the first page is a right-hand one.
        assert all(left % 2 == 1 and right == left + 1 for left, right in pairs)
        steps = [other[0] - one[0] for one, other in pairwise(pairs)]
        assert max(steps) - min(steps) <= 2
    folios = re.findall(r'of the file">(.*?)</li>', text)
    assert folios[:4] == ["–"] * 4 if count <= 96 else folios[0] == "–"
    found = re.search(r'base64,([^"]+)" width="(\d+)" height="(\d+)"', text)
    assert found is not None
    image = Image.open(io.BytesIO(base64.b64decode(found[1])))
    assert image.size == (int(found[2]), int(found[3])) == (96, 144)


def built(folder: Path, sections: list[list[GradedPuzzle]]) -> str:
    spec: Spec = loaded(folder, SPEC)
    assembled = Assembled(pages(2), 1, (), (), (), ())
    return report(spec, sections, assembled, (), (), (), None).decode("utf-8")


def test_a_book_without_puzzles_has_no_hours_and_no_ranges(tmp_path: Path) -> None:
    rows = cells(built(tmp_path, [[], []]))
    assert rows[0][0] == "Puzzles" and rows[0][1].startswith("0 (")
    assert ["Expected time of an average solver", "none"] in rows
    assert ["One &amp; two", "0", "", "", "", ""] in rows


def test_sections_list_each_kind_and_level_once_in_their_order(tmp_path: Path) -> None:
    mixed = [
        stocked("hard", 9, 61.5),
        stocked("easy", 30, 2.4, 6),
        stocked("beyond", 12, 8.0),
        stocked("hard", 10, 4.0),
    ]
    rows = cells(built(tmp_path, [mixed, [stocked("easy", 1, 1.0)]]))
    assert ["One &amp; two", "4", "classic 6×6, classic 9×9", "1 easy, 2 hard, 1 beyond", "9–30", "2–62"] in rows
    assert rows[0] == ["Puzzles", "5 (2 easy, 2 hard, 1 beyond)"]
    # Of hours, too, whole ones are named.
    assert rows[2] == ["Expected time of an average solver", f"{(61.5 + 2.4 + 8.0 + 4.0 + 1.0) / 60:.0f} hours in all"]


def test_the_thirty_techniques_that_most_puzzles_need_are_charted(tmp_path: Path) -> None:
    names = [f"technique-{at:02}" for at in range(40)]
    books = [stocked("easy", 5, 5.0, **{name.replace("-", "_"): 1 for name in names[: 40 - at]}) for at in range(12)]
    rows = [row for row in cells(built(tmp_path, [books, []])) if row and row[0].startswith("technique-")]
    # The most frequent first, those of one frequency by their names.
    assert [row[0] for row in rows] == names[:30]
    assert [int(row[1]) for row in rows] == [12] * 29 + [11]


def test_charts_have_a_bar_for_each_level_and_bins_of_scores_minutes_and_givens(tmp_path: Path) -> None:
    books = [[stocked("easy", 10, 5.0), stocked("easy", 12, 7.0)], [stocked("beyond", 11, 6.0)]]
    text = built(tmp_path, books)
    captions = re.findall(r"<figcaption>(.*?)</figcaption>", text)
    assert captions == ["Score through the book", "Levels", "Scores", "Minutes", "Givens", "Techniques"]
    tables = dict(re.findall(r"<figcaption>(.*?)</figcaption>.*?<table>(.*?)</table>", text))
    given = books[0][0].puzzle.given_count

    def rows(name: str) -> list[tuple[str, str]]:
        return re.findall(r"<th scope=row>(.*?)</th><td>(.*?)</td>", tables[name])

    assert rows("Levels") == [("easy", "2"), ("beyond", "1")]
    assert rows("Scores") == [("10", "1"), ("11", "1"), ("12", "1")]
    assert rows("Minutes") == [("5", "1"), ("6", "1"), ("7", "1")]
    assert rows("Givens") == [(str(given), "3")]
    assert re.findall(r"<caption>(.*?)</caption>", text) == [
        "puzzles in the order of the book", "level", "score", "expected minutes", "givens", "puzzles that need it",
    ]  # fmt: skip
