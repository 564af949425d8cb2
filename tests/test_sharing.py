"""Sections that share a page: each with its title, its grids and its rule, in a place of its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from book_data import loaded, planned

from benchmarks import proof_books, proofs
from bookmaker.base.errors import SpecError
from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.pages.contents import ContentsPage
from bookmaker.printing.pages.page_kinds import SharedPage, content_area
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.pages.page_fit import page_setup
from bookmaker.publishing.book.spec.spec_file import Spec

CORNER = """
book: {title: Corner, author: B}
seed: 3
page: {trim: [210mm, 280mm]}
design: {style: STYLE}
front_matter: [contents]
answers: {place: PLACE}
sections:
  - {title: Plain, puzzles: {count: 1}}
  - {title: Signs, puzzles: {kind: futoshiki, size: 5, count: 1}, start: run-on}
  - {title: Sums, puzzles: {kind: killer, size: 6, count: COUNT}, start: run-on}
  - {title: Alone, puzzles: {size: 6, count: 2}}
"""


def corner(folder: Path, look: str = "newspaper", count: int = 2, place: str = "back") -> Spec:
    return loaded(folder, CORNER.replace("STYLE", look).replace("COUNT", str(count)).replace("PLACE", place))


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("look", ["newspaper", "classic", "modern"])
def test_each_has_its_title_its_rule_and_its_grids_in_a_place_of_its_own(tmp_path: Path, look: str, count: int) -> None:
    spec = corner(tmp_path, look, count)
    made = planned(spec)
    (index,) = [index for index, page in enumerate(made.interior) if isinstance(page, SharedPage)]
    page = made.interior[index]
    assert isinstance(page, SharedPage)
    area = content_area(spec.look, page_setup(book_of(spec)).live(index, len(made.interior)))
    canvas = RecordingCanvas()
    page.draw(canvas, area)
    texts = [line for line in canvas.lines if line.startswith("text")]
    for words in ("Plain", "Signs", "Sums", "larger", "cages"):
        assert any(words in line for line in texts), words
    boxes = [box for _, box, _ in page.blocks]
    for at, (left, bottom, right, top) in enumerate(boxes):
        assert left >= 0 >= top and right <= area[2] - area[0] + 1e-6 and bottom >= area[1] - area[3] - 1e-6
        # The next one is below it or beside it, on its right.
        assert all(later[3] < bottom or later[0] > right for later in boxes[at + 1 :])
    # All are on the page that the contents name, and their answers at the back.
    assert [slot.short for slot in page.slots] == [str(number) for number in range(1, 3 + count)]
    assert {place.file_page for place in made.places[: 2 + count]} == {index + 1}
    (contents,) = [one for one in made.interior if isinstance(one, ContentsPage)]
    shared, alone = contents.entries[:3], contents.entries[3]
    assert {entry.page for entry in shared} == {page.folio} and int(alone.page) > int(page.folio)


@pytest.mark.parametrize("place", ["back", "foot"])
def test_the_page_is_read_back_without_a_fault(tmp_path: Path, place: str) -> None:
    spec = corner(tmp_path, "newspaper" if place == "foot" else "classic", place=place)
    page = next(page for page in planned(spec).interior if isinstance(page, SharedPage))
    assert (page.foot is not None and [slot.short for slot in page.foot.slots] == list("1234")) == (place == "foot")
    # No line is finer than printers take, with the smaller titles too.
    assert proofs.proof_of(proof_books.printed(spec, proof_books.made_for(spec))).faults == ()


@pytest.mark.parametrize(
    ("keys", "wrong"),
    [
        (["start: run-on"], "the first section has none before it"),
        (["", "start: run-on, answers: {place: section}"], "shares no page: its answers are at `section`"),
        (["", "start: run-on, answers: {place: foot}"], "its answers are elsewhere than those of the other sections"),
        (["puzzles_on: right", "start: run-on"], "shares no page: its puzzles are on right-hand pages only"),
        (["cut_lines: true", "start: run-on"], "shares no page: its pages are cut into cards"),
        (["", "start: run-on, prize: {text: A cake.}"], "shares no page: a prize has a page of its own"),
        ([""] + ["start: run-on"] * 4, "5 sections are to share a page, which has room for 4"),
        (
            ["layout: four-up", "start: run-on, layout: two-up"],
            "`two-up` has fewer places on a page than the 3 puzzles",
        ),
        (["", "start: run-on"], "no less than"),
    ],
)
def test_sections_that_share_no_page_are_refused(tmp_path: Path, keys: list[str], wrong: str) -> None:
    sections = "".join(
        f"  - {{title: T{at}, puzzles: {{count: 3}}{key and ', '}{key}}}\n" for at, key in enumerate(keys)
    )
    with pytest.raises(SpecError, match=wrong):
        planned(loaded(tmp_path, f"book: {{title: A}}\npage: {{trim: 5x8in}}\nsections:\n{sections}"))
