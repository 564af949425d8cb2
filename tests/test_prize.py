"""A page with a prize, and answers of an earlier issue at the foot of the pages of this one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from book_data import loaded, planned
from typeset_data import filled, givens

from bookmaker.base.errors import SpecError
from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.pages.page_kinds import GridsPage, content_area
from bookmaker.printing.pages.reward_pages import PrizePage
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.pages.page_fit import page_setup
from bookmaker.puzzles.rules import geometry

SPEC = """
book: {title: A, author: B}
page: {trim: %s}
design: {style: newspaper, openers: band}
sections:
  - {title: First, puzzles: {count: 8}, layout: four-up%s}
  - {title: Win, puzzles: {count: %d}, prize: {text: %s, how: [Solve it., Send it.], closes: 20 July}}
"""


def written(
    folder: Path, trim: str = "8.5x11in", count: int = 1, text: str = "A weekend for two.", keys: str = ""
) -> str:
    return SPEC % (trim, keys, count, text)


@pytest.mark.parametrize("trim", ["6x9in", "8.5x11in"])
def test_a_prize_has_its_grid_its_words_and_a_coupon_on_one_page(tmp_path: Path, trim: str) -> None:
    spec = loaded(tmp_path, written(tmp_path, trim))
    made = planned(spec)
    (index,) = [index for index, page in enumerate(made.interior) if isinstance(page, PrizePage)]
    page = made.interior[index]
    assert isinstance(page, PrizePage)
    area = content_area(spec.look, page_setup(book_of(spec)).live(index, len(made.interior)))
    canvas = RecordingCanvas()
    page.draw(canvas, area)
    texts = [line for line in canvas.lines if line.startswith("text")]
    for words in ("Win", "A weekend", "Solve it.", "20 July", "MY ANSWER", "Street"):
        assert any(words in line for line in texts), words
    assert min(float(line.split()[2]) for line in texts) >= area[1]
    # Who wants to win has to solve it.
    assert made.places[-1].answer_page is None and made.places[0].answer_page is not None


@pytest.mark.parametrize(
    ("count", "text", "wrong"),
    [
        (2, "A weekend.", "a prize is for one puzzle, and the section has 2"),
        (1, "word " * 110, "more room than the page has"),
    ],
)
def test_a_prize_that_has_no_page_is_refused(tmp_path: Path, count: int, text: str, wrong: str) -> None:
    with pytest.raises(SpecError, match=wrong):
        planned(loaded(tmp_path, written(tmp_path, "6x9in", count, text)))


def manifest(folder: Path) -> None:
    ground = geometry()
    shown = ("".join(map(str, cells)) for cells in (givens(ground), filled(ground)))
    given, solution = (text.replace("0", ".") for text in shown)
    puzzles = [
        {"number": number, "kind": "classic", "size": 9, "givens": given, "solution": solution}
        for number in (24, 25, 26)
    ]
    (folder / "may.json").write_text(json.dumps({"puzzles": puzzles}))


def test_answers_of_an_earlier_issue_are_at_the_foot_of_pages_without_a_band(tmp_path: Path) -> None:
    manifest(tmp_path)
    spec = loaded(tmp_path, written(tmp_path, keys=", answers: {of: may.json, puzzles: 25-}"))
    first, second = [
        page for page in planned(spec).interior if isinstance(page, GridsPage) and page.layout.use == "puzzles"
    ][:2]
    assert first.band is not None and first.foot is None
    assert second.foot is not None and [slot.short for slot in second.foot.slots] == ["25", "26"]
    assert second.foot.heading == "Answers of the last issue"


@pytest.mark.parametrize(
    ("keys", "wrong"),
    [
        (", answers: {of: may.json, puzzles: 90-}", "the earlier issue has no such answers"),
        (", answers: {of: none.json}", "cannot be read as a manifest"),
        (", answers: {of: may.json, place: foot}", "the foot of these pages has the answers of an earlier issue"),
        (", answers: {puzzles: 1-2}", "`puzzles` are those of an earlier issue"),
    ],
)
def test_issues_without_the_answers_are_refused(tmp_path: Path, keys: str, wrong: str) -> None:
    manifest(tmp_path)
    (tmp_path / "none.json").write_text("[]")
    with pytest.raises(SpecError) as caught:
        planned(loaded(tmp_path, written(tmp_path, keys=keys)))
    assert wrong in str(caught.value)
