"""What opens a section without a page of its own, and the last page of a text."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from book_data import loaded, planned

from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.pages.contents import ContentsPage
from bookmaker.printing.pages.frontmatter import OpenerPage
from bookmaker.printing.pages.own_page import NotesPage
from bookmaker.printing.pages.page_kinds import GridsPage, text_pages
from bookmaker.printing.styles import style
from bookmaker.printing.text.text_blocks import Block, heading_of, text_of
from bookmaker.publishing.book.spec.spec_file import Spec

SPEC = """
book: {title: A Book, author: B}
page: {trim: 6x9in}
design: {style: STYLE, openers: OPENERS}
sections:
  - {title: Gentle, intro: Digits rise from the bulb., puzzles: {count: 3, difficulty: easy}, layout: two-up}
  - {title: Fierce, puzzles: {count: 2, difficulty: hard}, layout: two-up}
front_matter: [contents]
"""


def spec(folder: Path, openers: str, look: str = "classic", text: str = SPEC) -> Spec:
    return loaded(folder, text.replace("OPENERS", openers).replace("STYLE", look))


def test_a_band_stands_above_the_first_puzzles(tmp_path: Path) -> None:
    made = planned(spec(tmp_path, "band")).interior
    assert not any(isinstance(page, OpenerPage) and page.title != "Answers" for page in made)
    first, second, third = [page for page in made if isinstance(page, GridsPage) and page.layout.use == "puzzles"]
    assert [page.band.title if page.band else "" for page in (first, second, third)] == ["Gentle", "", "Fierce"]
    assert [page.head for page in (first, second, third)] == ["", "Gentle · 1–3", ""]
    canvas = RecordingCanvas()
    first.draw(canvas, (40.0, 40.0, 400.0, 600.0))
    words = " ".join(line for line in canvas.lines if "text" in line)
    assert all(told in words for told in ("Gentle", "puzzles · easy", "Digits rise from the bulb."))
    (contents,) = [page for page in made if isinstance(page, ContentsPage)]
    assert [(entry.title, entry.page) for entry in contents.entries][:2] == [("Gentle", "1"), ("Fierce", "3")]


def test_rules_open_a_section_that_has_no_introduction_of_its_own(tmp_path: Path) -> None:
    """In a book of several kinds; words of the user's own stay where they are."""
    text = SPEC.replace("count: 2, difficulty: hard", "count: 2, difficulty: hard, kind: x")
    made = planned(spec(tmp_path, "band", text=text)).interior
    told = {}
    for page in made:
        if isinstance(page, GridsPage) and page.band:
            canvas = RecordingCanvas()
            page.draw(canvas, (40.0, 40.0, 400.0, 600.0))
            told[page.band.title] = " ".join(line for line in canvas.lines if "text" in line)
    assert "Digits rise from the bulb." in told["Gentle"] and "diagonal" not in told["Gentle"]
    assert "diagonal" in told["Fierce"]


def test_without_opener_the_running_head_tells_the_title(tmp_path: Path) -> None:
    made = planned(spec(tmp_path, "none")).interior
    grids = [page for page in made if isinstance(page, GridsPage) and page.layout.use == "puzzles"]
    # An introduction has a page to stand on.
    assert [page.title for page in made if isinstance(page, OpenerPage)] == ["Gentle"]
    assert all(page.band is None for page in grids)
    assert {page.head for page in grids} == {"Gentle · 1–3", "Fierce · 4–5"}


def test_a_style_without_running_heads_has_bands_in_place_of_nothing(tmp_path: Path) -> None:
    text = SPEC.replace("two-up", "one-up").replace("6x9in", "8.5x11in")
    made = planned(spec(tmp_path, "none", "large-print", text)).interior
    assert [page.band.title for page in made if isinstance(page, GridsPage) and page.band] == ["Gentle", "Fierce"]


def test_each_page_for_drawing_has_another_picture(tmp_path: Path) -> None:
    text = f"{SPEC}back_matter: [{{page: notes, count: 4}}]\n"
    made = planned(spec(tmp_path, "page", "children", text)).interior
    models = [page.model for page in made if isinstance(page, NotesPage) and page.paper == "drawing"]
    assert len(models) >= 4 and models == [*range(len(models))]


def test_grids_below_a_band_must_be_legible(tmp_path: Path) -> None:
    text = SPEC.replace("6x9in", "5.2x7.5in")
    planned(spec(tmp_path, "page", text=text))
    long = text.replace("from the bulb.", "from the bulb. " * 24)
    # One that leaves them too little room gives way to a page.
    made = planned(spec(tmp_path, "band", text=long)).interior
    opened = [page.title for page in made if isinstance(page, OpenerPage)]
    assert opened[:2] == ["Gentle", "Fierce"]
    assert not any(page.band for page in made if isinstance(page, GridsPage))


def test_the_last_page_of_a_text_is_no_scrap() -> None:
    look, area = style.find(), (0.0, 0.0, 330.0, 480.0)
    blocks: list[Block] = [
        text_of(look, "Words that fill a line or two of the page, and no more than these. " * 2)
    ] * 12
    blocks += [heading_of(look, "Levels"), *blocks[:2]]
    uneven = replace(look, writing=replace(look.writing, even=0.0, tighter=()))
    even = replace(look, writing=replace(look.writing, tighter=()))

    def shares(of: style.Style) -> list[float]:
        parts = [page.blocks for page in text_pages(of, "How to play", blocks, area)]
        return [sum(block.height(330.0) + block.before for block in part) / 480 for part in parts]

    before, after = shares(uneven), shares(even)
    assert len(before) == len(after) == 2
    assert before[1] < 0.6 * before[0]
    assert after[1] >= 0.6 * after[0]


def test_a_band_stands_above_clones_as_above_other_kinds(tmp_path: Path) -> None:
    """Their letters asked for a little more than the band of a newspaper leaves, so that a page opened them alone."""
    text = SPEC.replace("6x9in", "8.5x11in").replace("two-up", "four-up")
    text = text.replace("count: 2, difficulty: hard", "count: 4, kind: clones").replace(
        "count: 3", "count: 3, kind: arrow"
    )
    made = planned(spec(tmp_path, "band", "newspaper", text)).interior
    bands = [page.band.title for page in made if isinstance(page, GridsPage) and page.band]
    assert bands == ["Gentle", "Fierce"]
