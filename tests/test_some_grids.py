"""Pictures of steps on several grids: only those that matter, with the numbers and lines of the whole puzzle, and their pages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from book_data import loaded
from conftest import every_kind
from recorded import inks, words
from typeset_data import LOOK, SETUPS

import bookmaker
from bookmaker.base import language
from bookmaker.base.errors import Place
from bookmaker.base.units import INCH
from bookmaker.logic.grading import known
from bookmaker.logic.techniques import BY_NAME, SINGLES, engine
from bookmaker.logic.techniques.declare import PatternCandidate, Step
from bookmaker.printing.canvases.page_setup import PageSetup
from bookmaker.printing.canvases.pdf import Metadata
from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.grids.grid_drawing import GridStyle, grid_lines
from bookmaker.printing.grids.step_drawing import draw_candidates
from bookmaker.printing.grids.step_picture import CandidatePicture, Link, Part, lines_beyond
from bookmaker.printing.pages.document import pdf_document
from bookmaker.printing.pages.page_kinds import TextPage
from bookmaker.printing.text.diagrams import Diagram, Diagrams, TextWithDiagram, diagram_rows
from bookmaker.printing.text.text_blocks import Paragraph
from bookmaker.publishing.book.making import book_examples
from bookmaker.publishing.book.making.book_examples import worked_examples
from bookmaker.publishing.book.pages import openers
from bookmaker.publishing.book.pages.technique_chapter import (
    Worked,
    chapter_pages,
    named_grids,
    picture_of,
    shown_names,
    sums_of,
    text_of_technique,
)
from bookmaker.publishing.book.pages.walkthrough import explanation_pages, hint_pages
from bookmaker.publishing.documents.sheets import loose_area
from bookmaker.publishing.explain.pictures import gathered, in_its_grids, parts, picture
from bookmaker.publishing.explain.position import Position
from bookmaker.publishing.explain.readers_path import readers_path
from bookmaker.publishing.explain.solution_path import TEACH, ExplainedStep, explained_step
from bookmaker.publishing.explain.step_words import Speaker
from bookmaker.publishing.proof.pdf_reading import read
from bookmaker.puzzles.grid.arrangement import fewest_grids, some_grids, widest
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

SAMURAI = geometry("samurai")
A, B, C, D, E = (0, 0), (0, 12), (6, 6), (12, 0), (12, 12)
WORDS, TERMS = language.load("en"), language.techniques("en")
A4 = (595.0, 842.0)
WIDE = PageSetup((8.25 * INCH, 6 * INCH), 0.5 * INCH, 0.5 * INCH, 0.5 * INCH)


def at(*places: tuple[int, int]) -> list[int]:
    """Cells of a Samurai by row and column, counted from 1 as people do."""
    return [SAMURAI.cell_at[row - 1, column - 1] for row, column in places]


def test_the_fewest_grids_hold_all_cells() -> None:
    assert fewest_grids(SAMURAI, at((1, 1), (9, 9))) == (A,)
    assert fewest_grids(SAMURAI, at((10, 10))) == (C,)
    # In the box that two share, the first; with a cell of the other, that.
    assert fewest_grids(SAMURAI, at((7, 7))) == (A,) and fewest_grids(SAMURAI, at((7, 7), (10, 7))) == (C,)
    assert fewest_grids(SAMURAI, at((7, 1), (10, 10))) == (A, C)
    assert fewest_grids(SAMURAI, at((1, 1), (10, 10), (21, 21))) == (A, C, E)
    assert fewest_grids(SAMURAI, []) == ()


def test_of_as_many_grids_those_whose_cells_can_be_the_largest() -> None:
    # r7c15 lies in the upper right grid and in the middle one, which is nearer to the upper left one.
    assert fewest_grids(SAMURAI, at((7, 15))) == (B,)
    assert fewest_grids(SAMURAI, at((1, 1), (7, 15))) == (A, C)


def test_one_grid_alone_is_drawn_as_a_grid_of_its_own() -> None:
    some = some_grids(SAMURAI, (C,))
    ground, nine = some.ground, geometry()
    assert (ground.cell_count, ground.span, ground.corners, some.first) == (81, 9, ((0, 0),), C)
    assert grid_lines(ground) == grid_lines(nine)
    assert [SAMURAI.place(cell) for cell in some.cells] == [
        (6 + row, 6 + column) for row in range(9) for column in range(9)
    ]
    assert {frozenset(house.cells) for house in ground.houses} == {frozenset(house.cells) for house in nine.houses}
    assert some_grids(SAMURAI, (C,)) is some


def test_shades_are_those_of_the_shown_cells() -> None:
    whole = geometry("clueless-1")
    (mark,) = some_grids(whole, ((9, 9),)).ground.marks
    assert mark.kind == "shade" and mark.cells == tuple(row * 9 + column for row in (1, 4, 7) for column in (1, 4, 7))


def test_lines_run_on_where_other_grids_follow() -> None:
    def told(*corners: tuple[int, int]) -> set[tuple[str, tuple[int, int], str]]:
        return {(line.side, line.start, line.weight) for line in lines_beyond(some_grids(SAMURAI, corners))}

    upper = {
        ("right", (6, 9), "outline"),
        ("right", (7, 9), "thin"),
        ("right", (8, 9), "thin"),
        ("right", (9, 9), "box"),
    }
    assert {one for one in told(A) if one[0] == "right"} == upper
    assert {(side, (column, row), weight) for side, (row, column), weight in told(A) if side == "below"} == {
        ("below", start, weight) for _, start, weight in upper
    }
    assert {side for side, _, _ in told(A)} == {"right", "below"}
    # The middle one goes on at all four corners; what it goes on into is drawn where that grid is shown.
    assert len(told(C)) == 32 and ("left", (0, 0), "box") in told(C) and ("above", (0, 9), "box") in told(C)
    assert ("left", (3, 0), "outline") in told(C)
    both = told(A, C)
    assert len(both) == 24 and not any(row <= 6 and side == "right" for side, (row, _), _ in both if row < 6)
    assert told(A, B, C, D, E) == set()
    # Two grids side by side share a whole edge.
    right = [line for line in lines_beyond(some_grids(geometry("clueless-1"), ((0, 0),))) if line.side == "right"]
    assert [line.start[0] for line in right] == list(range(10))
    assert [line.weight for line in right].count("thin") == 6


@cache
def steps(kind: str, difficulty: str, seed: int = 5) -> list[ExplainedStep]:
    """Every step of the way to the answer of a puzzle, with its reasons."""
    (made,) = bookmaker.generate(1, difficulty, kind=kind, seed=seed, jobs=1)
    puzzle, found = made.puzzle, []
    position, speaker = Position.of(puzzle), Speaker("en", puzzle.geometry)
    for number, instances in enumerate(engine.rounds(puzzle.geometry, puzzle.givens, known(puzzle)), 1):
        found += [explained_step(step, number, position, speaker, TEACH) for step in instances]
        position = position.after(instances)
    return found


def drawn(explained: ExplainedStep) -> CandidatePicture:
    return picture(explained) if explained.step.eliminations else gathered([explained])


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("kind", "difficulty"), [("samurai", "medium"), ("windmill", "medium"), ("gattai-8", "easy")])
def test_a_picture_shows_the_same_position_in_fewer_cells(kind: str, difficulty: str) -> None:
    counts = set()
    for explained in steps(kind, difficulty):
        shown, position = drawn(explained), explained.position
        assert shown.among is not None
        cells, step = shown.among.cells, explained.step
        counts.add(len(shown.geometry.corners))
        assert shown.geometry.cell_count == len(cells) < position.geometry.cell_count
        assert list(shown.digits) == [position.digits[cell] for cell in cells]
        assert {cells[cell] for cell in shown.bold} == {cell for cell in cells if position.givens[cell]}
        assert {(cells[cell], digit) for cell, digit in shown.struck} == set(step.eliminations)
        assert {(cells[cell], digit) for cell, digit in shown.placed} == set(step.placements)
        if step.eliminations:
            assert list(shown.candidates) == [position.candidates[cell] for cell in cells]
        # Where a cell is drawn, with the rows above and the columns before, is where it lies in the puzzle.
        first_row, first_column = shown.among.first
        for index, cell in enumerate(cells):
            row, column = shown.geometry.place(index)
            assert position.geometry.place(cell) == (row + first_row, column + first_column)
    assert {1, 2} <= counts


def test_all_grids_stay_where_the_others_take_no_more_room() -> None:
    masks = (0,) * 369
    ends = CandidatePicture(SAMURAI, bytes(369), masks, placed=tuple((cell, 1) for cell in at((1, 1), (21, 21))))
    assert in_its_grids(ends) is ends
    # Two above each other take half the room of all five.
    upper = in_its_grids(replace(ends, placed=tuple((cell, 1) for cell in at((1, 1), (1, 21)))))
    assert upper.geometry.corners == (A, B) and upper.cells(0.0) == (21, 9)
    # A picture of nothing in particular, and one of a single grid, are as they were.
    assert in_its_grids(replace(ends, placed=())).among is None
    nine = CandidatePicture(geometry(), bytes(81), (0,) * 81, placed=((0, 1),))
    assert in_its_grids(nine) is nine


def test_links_tiles_marks_and_notes_move_with_their_cells() -> None:
    one, other = at((13, 13), (21, 21))
    whole = CandidatePicture(
        SAMURAI,
        bytes(369),
        (511,) * 369,
        tiles=((one, "light"),),
        marks=(((one, 3), "ring"),),
        links=(Link((one, 3), (other, 3)),),
        notes=((other, "a"),),
    )
    shown = in_its_grids(whole)
    assert shown.among is not None and shown.among.first == (12, 12)
    assert (shown.tiles, shown.marks, shown.notes) == (((0, "light"),), (((0, 3), "ring"),), ((80, "a"),))
    assert shown.links == (Link((0, 3), (80, 3)),)
    # As of one grid, parts of it may be shown: whole boxes, and all that the picture is about.
    least = [*parts(replace(shown, links=(), notes=()))][-1]
    assert (least.shown.rows, least.shown.columns) == ((0, 3), (0, 6))


def test_links_join_the_nearest_cells_of_groups() -> None:
    """Those of the whole puzzle, whose rows are no nine cells apart."""
    one, far, near = at((13, 13), (15, 15), (15, 14))
    chain = (("if-off", one), ("then-on", far), ("more", near))
    step = Step("aic", (), ((one, 3),), tuple(PatternCandidate(role, cell, 3) for role, cell in chain), ())
    position = Position.of(Puzzle(SAMURAI, bytes(369)))
    shown = picture(ExplainedStep(1, step, position, "", "", ""))
    (link,) = shown.links
    assert shown.among is not None and shown.among.cells[link.end[0]] == near


def test_a_wide_arrangement_takes_no_room_above_and_below() -> None:
    wide = Part.whole(geometry("gattai-8"))
    assert (wide.high, wide.wide, wide.size, wide.open_sides) == (21, 33, 33, ())
    (row,) = diagram_rows(LOOK, [Diagram(CandidatePicture(geometry("gattai-8"), bytes(576), (0,) * 576))], 400.0)
    assert row.height(400.0) < 0.7 * 400.0


def test_rows_and_columns_keep_their_numbers_and_lines_run_on_by_their_reach() -> None:
    shown = in_its_grids(
        CandidatePicture(SAMURAI, bytes(369), (0,) * 369, placed=tuple((cell, 5) for cell in at((10, 10))))
    )
    assert shown.open_sides == ("left", "right", "above", "below")
    canvas, cell = RecordingCanvas(), 30.0
    draw_candidates(canvas, shown, 100.0, 100.0, 9 * cell, GridStyle.in_text(LOOK))
    numbers = [one.text for one in words(canvas) if len(one.text) > 1 or one.text in "789"]
    assert sorted(numbers, key=int) == [str(number) for number in range(7, 16) for _ in "rc"]
    reach = LOOK.candidates.open_edge * cell
    assert shown.cells(LOOK.candidates.open_edge) == pytest.approx((9 + 2 * reach / cell,) * 2)
    lines = [ink.box for ink in inks(canvas)]
    for side, end in ((0, 100.0 - reach), (1, 100.0 - reach), (2, 370.0 + reach), (3, 370.0 + reach)):
        assert sum(box[side] == pytest.approx(end, abs=0.01) for box in lines) == 8
    # A part of it has those lines only that begin at its edge.
    part = replace(shown, part=Part((3, 6), (0, 9), 9))
    assert {line.start[0] for line in part.outgoing_lines} == {3, 6} and part.open_sides == (
        "left",
        "right",
        "above",
        "below",
    )
    assert {line.side for line in part.outgoing_lines} == {"left", "right"}


@pytest.mark.parametrize("count", [1, 2])
def test_the_proof_reads_it_as_a_picture(count: int) -> None:
    explained = next(one for one in steps("samurai", "hard") if len(drawn(one).geometry.corners) == count)
    shown = drawn(explained)
    (row,) = diagram_rows(LOOK, [Diagram(shown)], 300.0)
    page = TextPage(look=LOOK, title="", blocks=(replace(row, centred=True),), folio="1")
    found = read(pdf_document([page], SETUPS["6x9in"], Metadata("T"), 0, "t.pdf"), "t.pdf")
    assert not found.puzzles and not found.answers and len(found.pictures) == 1


@cache
def examples(kind: str, *names: str) -> tuple[Worked, ...]:
    """The first step of each technique that lies in one grid."""
    found = {
        one.step.technique: one
        for one in reversed(steps(kind, "hard"))
        if one.step.technique in names and len(drawn(one).geometry.corners) == 1
    }
    assert {*found} == {*names}
    return tuple(Worked(BY_NAME[name], found[name]) for name in names)


def pictures(pages: list[TextPage]) -> Iterator[tuple[int, Diagrams]]:
    for number, page in enumerate(pages):
        for block in page.blocks:
            for one in (block, getattr(block, "picture", None)):
                if isinstance(one, Diagrams):
                    yield number, one


@pytest.mark.sampled(1)
@pytest.mark.parametrize("setup", [WIDE, SETUPS["6x9in"], SETUPS["a4"]], ids=["wide", "6x9in", "a4"])
def test_words_and_pictures_of_a_samurai_share_their_pages(setup: PageSetup) -> None:
    left, bottom, right, top = setup.live(0, 40)
    area = (left, bottom, right, top)
    shown = examples("samurai", "hidden-single", "pointing", "naked-pair")
    assert shown_names(LOOK, shown, area) == {one.technique.name for one in shown}
    first, *others = [*chapter_pages(LOOK, shown, WORDS, area)]
    assert others and {number for number, _ in pictures(others)} == set(range(len(others)))
    for _, row in pictures([first, *others]):
        (diagram,) = row.row
        assert len(diagram.picture.geometry.corners) == 1
        # As large as an example of one grid.
        assert row.side(right - left) / diagram.picture.geometry.span > 17
    said = [block.text for block in first.blocks if isinstance(block, Paragraph)]
    (grids,) = named_grids(WORDS, [SAMURAI])
    assert grids in said and "E\u00a0r13c13" in grids
    assert any(TERMS.text("chapter.marks.grids") in text for text in said)


def test_the_words_of_a_technique_have_the_sums_of_one_grid() -> None:
    """Of eight grids, too, which are 33 cells wide: the chapter ended in a traceback."""
    first = steps("gattai-8", "easy")[0]
    one = Worked(BY_NAME["hidden-single"], first)
    assert text_of_technique(one, TERMS, WORDS) == TERMS.paragraphs("text.hidden-single")
    assert text_of_technique(Worked(BY_NAME["innie"], first), TERMS, WORDS) == TERMS.paragraphs(
        "text.innie", **sums_of(9)
    )


def test_a_lesson_says_what_grids_are_called_where_no_lesson_before_it_does() -> None:
    shown = examples("samurai", "pointing", "naked-pair")
    lesson = type("L", (), {"title": "A lesson", "place": lambda *_: Place("b.yaml", 3, 9)})()
    (grids,) = named_grids(WORDS, [SAMURAI])
    area = WIDE.live(0, 40)

    def said(before: tuple[Worked, ...]) -> list[str]:
        pages = openers.lesson_pages(LOOK, lesson, "8 puzzles", [], shown, WORDS, area, before)
        return [block.text for page in pages for block in page.blocks if isinstance(block, Paragraph)]  # type: ignore[union-attr]

    assert grids in said(()) and grids not in said(shown)


def test_ways_to_the_answer_say_what_grids_are_called() -> None:
    (made,) = bookmaker.generate(1, "easy", kind="butterfly", seed=1, jobs=1)
    way = bookmaker.explain(made.puzzle)
    (grids,) = named_grids(WORDS, [way.puzzle.geometry])
    for pages in (explanation_pages(way, *loose_area(A4)), hint_pages(way.steps[0], way.speaker, *loose_area(A4))):
        blocks = [block for page in pages for block in getattr(page, "blocks", ())]
        said = [block.text for block in blocks if isinstance(block, Paragraph)]
        said += [diagram.text for block in blocks if isinstance(block, Diagrams) for diagram in block.row]
        said += [one.text for block in blocks if isinstance(block, TextWithDiagram) for one in block.words]
        assert said.count(grids) == 1
    # Those of one grid have nothing to say.
    one = bookmaker.explain(bookmaker.generate(1, "easy", seed=1, jobs=1)[0].puzzle)
    assert named_grids(WORDS, [one.puzzle.geometry]) == []


def test_the_example_of_a_lesson_lies_in_one_grid_where_some_step_does(tmp_path: Path) -> None:
    spec = loaded(tmp_path, "book: {title: T}\nseed: 1\nsections:\n- {lesson: pointing, kind: twin, practice: 1}\n")
    found = book_examples.lesson_examples(spec, [[]], 1)[0]
    # The first place of the second one is the box that both grids share.
    assert [openers.picture_of(one).geometry.corners for one in found] == [((0, 0),)] * 2


def test_a_page_with_room_for_two_grids_has_room_for_a_lesson() -> None:
    assert widest(SAMURAI, 2) == (A, C) and widest(geometry("butterfly"), 2) == ((0, 0), (3, 3))
    # These only touch each other.
    assert widest(geometry("clueless-1"), 2) == ((0, 0), (0, 9))


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("kind", "difficulty", "seed"), [("samurai", "medium", 1), ("twin", "hard", 4)])
def test_the_example_of_a_technique_lies_in_one_grid_where_its_round_has_one(
    kind: str, difficulty: str, seed: int
) -> None:
    made = bookmaker.generate(1, difficulty, kind=kind, seed=seed, jobs=1)
    # The first naked single of the one, and the first place of a pointing pair of the other, concern two grids.
    assert {len(picture_of(one).geometry.corners) for one in worked_examples(made, "en", 1, own=True)} == {1}


def test_grids_that_are_widest_together_are_joined() -> None:
    assert C in widest(SAMURAI, 3) and {A, E} & set(widest(SAMURAI, 3))
    assert len(widest(SAMURAI, 3)) == 3
    assert widest(geometry("twin"), 3) == geometry("twin").corners


def test_a_reader_leaves_a_grid_where_no_house_of_it_has_one_place_for_a_digit() -> None:
    singles = {technique.name for technique in SINGLES}
    for puzzle in (one for one in every_kind() if one.geometry.overlapping):
        ground, side = puzzle.geometry, range(puzzle.size)
        grids = [{ground.cell_at[top + r, left + c] for r in side for c in side} for top, left in ground.corners]
        houses = [
            [one for one in ground.houses if len(one.cells) == ground.size and grid.issuperset(one.cells)]
            for grid in grids
        ]
        if not {*ground.houses} <= {house for own in houses for house in own}:
            continue  # A further grid has its cells in several of these.
        here = {*range(len(grids))}
        for step, position, _ in readers_path(puzzle, known(puzzle)):
            if step.technique not in singles:
                here = {*range(len(grids))}
                continue
            ((cell, _),) = step.placements
            at = {number for number, grid in enumerate(grids) if cell in grid}
            given = {
                n for n in here for house in houses[n] if any(len(position.places(house, d + 1)) == 1 for d in side)
            }
            # Where the reader can be now: in the same grid, or in another one if there was nothing left in that.
            here = at if here - given else here & at
            assert here, step
