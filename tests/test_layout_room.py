"""Frames of layouts and the side of a grid in them, and pictures of which a part is drawn: by what fits and what does not."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from recorded import Ink, inks, words
from typeset_data import LAYOUTS, LOOK

from bookmaker.printing.canvases.canvas import Pixels, Sheet
from bookmaker.printing.canvases.recorder import ClippedCanvas, RecordingCanvas, Side
from bookmaker.printing.grids.grid_drawing import puzzle_picture
from bookmaker.printing.pages import layouts
from bookmaker.printing.pages.labels import Labels, Slot
from bookmaker.printing.styles import style
from bookmaker.puzzles.rules import geometry

AREA = (36.0, 50.0, 396.0, 600.0)


@pytest.mark.parametrize("name", LAYOUTS)
def test_frames_lie_in_reading_order_and_fill_the_page(name: str) -> None:
    layout = layouts.find(name, LOOK)
    frames = layout.frames(AREA)
    assert len(frames) == layout.per_page == layout.columns * layout.rows and layout.sheets == 1
    assert (frames[0][0], frames[0][3]) == pytest.approx((36.0, 600.0))
    assert (frames[-1][2], frames[-1][1]) == pytest.approx((396.0, 50.0))
    for at, (left, bottom, right, top) in enumerate(frames):
        row, column = divmod(at, layout.columns)
        assert (right - left, top - bottom) == pytest.approx((frames[0][2] - 36.0, 600.0 - frames[0][1]))
        if column:
            assert left - frames[at - 1][2] == pytest.approx(layout.column_gap) and top == frames[at - 1][3]
        if row:
            assert frames[at - layout.columns][1] - top == pytest.approx(layout.row_gap)


@pytest.mark.parametrize("size", [4, 6, 9, 16])
@pytest.mark.parametrize("row", [0.0, 1.5])
@pytest.mark.parametrize("frame", [(0.0, 0.0, 150.0, 300.0), (10.0, 20.0, 400.0, 200.0), (0.0, 0.0, 2000.0, 3000.0)])
def test_a_grid_is_as_large_as_its_frame_allows(
    size: int, row: float, frame: tuple[float, float, float, float]
) -> None:
    layout = replace(layouts.find("two-up", LOOK), row=row)
    left, bottom, right, top = frame

    def fits(side: float) -> bool:
        outline = max(layout.style.outline, LOOK.grid.outline_share * side / size)
        high = side + outline + row * side / size + layout.label + layout.note
        usual = layout.cell.most * max(size, min(9, 2 * size))
        return side + outline <= right - left + 1e-9 and high <= top - bottom + 1e-9 and side <= usual + 1e-9

    side = layout.side(frame, size)
    assert side % 0.25 == 0 and fits(side) and not fits(side + 0.25)
    assert layout.side((0.0, 0.0, 5.0, 5.0), size) == 0.0
    (first, *_) = layout.frames(AREA)
    assert layout.cell_in(AREA, geometry("classic", 9)) == layout.side(first, 9) / 9


def test_a_line_around_puzzles_takes_of_their_frames_and_of_no_answers() -> None:
    look = style.find("newspaper")
    layout = layouts.find("four-up", look)
    pad = look.labels.frame + look.labels.frame_pad
    assert pad > 0 and layout.inner((0.0, 10.0, 100.0, 200.0)) == (pad, 10.0 + pad, 100.0 - pad, 200.0 - pad)
    assert layout.for_answers().inner((0.0, 10.0, 100.0, 200.0)) == (0.0, 10.0, 100.0, 200.0)
    assert layouts.find("four-up", LOOK).inner((0.0, 10.0, 100.0, 200.0)) == (0.0, 10.0, 100.0, 200.0)


@pytest.mark.parametrize("name", LAYOUTS)
def test_frames_serve_for_answers_with_smaller_cells_and_no_note(name: str) -> None:
    layout = layouts.find(name, LOOK)
    answers = layout.for_answers()
    assert answers.use == "answers" and answers.frames(AREA) == layout.frames(AREA)
    if layout.use == "puzzles":
        assert answers.note == 0.0 and answers.label == layout.label
        assert answers.cell.least == min(layout.cell.least, LOOK.grid.least_answer_cell)
        assert answers.style.thin == LOOK.grid.answer_thin
        assert answers.style.digit == max(layout.style.digit, LOOK.grid.digit_in_answers)


@pytest.mark.parametrize("name", style.names())
def test_strips_of_labels_grow_with_their_type(name: str) -> None:
    look = style.find(name)
    for layout in (layouts.find(one, look) for one in LAYOUTS):
        labels = look.labels
        assert layout.label_size >= look.type.least_word
        assert layout.label >= labels.strip * layout.label_size * max(1.0, labels.number, labels.level) - 1e-9
        assert not layout.note or layout.note >= labels.strip * layout.note_size - 1e-9


# Parts of a picture.


def part(side: Side, edge: float, draw: Any, reach: float = 3.0) -> tuple[list[Ink], RecordingCanvas]:
    canvas = RecordingCanvas()
    draw(ClippedCanvas(canvas, side, edge, reach, "part"))
    return inks(canvas), canvas


@pytest.mark.parametrize(
    ("side", "box"),
    [
        ("left", (10.0, 20.0, 50.0, 80.0)),
        ("right", (50.0, 20.0, 90.0, 80.0)),
        ("above", (10.0, 50.0, 90.0, 80.0)),
        ("below", (10.0, 20.0, 90.0, 50.0)),
    ],
)
def test_a_box_is_cut_at_the_edge(side: Side, box: tuple[float, ...]) -> None:
    (fill,), _ = part(side, 50.0, lambda canvas: canvas.fill((10.0, 20.0, 90.0, 80.0), 0.5))
    assert fill.box == box and fill.ink == 0.5
    away = {
        "left": (60.0, 0.0, 90.0, 9.0),
        "right": (0.0, 0.0, 50.0, 9.0),
        "above": (0.0, 0.0, 9.0, 50.0),
        "below": (0.0, 50.0, 9.0, 60.0),
    }
    assert part(side, 50.0, lambda canvas: canvas.fill(away[side], 0.5))[0] == []


@pytest.mark.parametrize(
    ("side", "line", "kept"),
    [
        ("left", [(10.0, 20.0), (90.0, 20.0)], [(10.0, 20.0), (52.0, 20.0)]),
        ("right", [(10.0, 20.0), (90.0, 20.0)], [(48.0, 20.0), (90.0, 20.0)]),
        ("above", [(20.0, 10.0), (20.0, 90.0)], [(20.0, 48.0), (20.0, 90.0)]),
        ("below", [(20.0, 90.0), (20.0, 10.0)], [(20.0, 52.0), (20.0, 10.0)]),
        # A slanting line ends on the edge.
        ("left", [(10.0, 10.0), (90.0, 90.0)], [(10.0, 10.0), (50.0, 50.0)]),
        # One along the edge, or that ends on it, or just beyond, stays whole.
        ("left", [(50.0, 10.0), (50.0, 90.0)], [(50.0, 10.0), (50.0, 90.0)]),
        ("right", [(50.0, 10.0), (50.0, 90.0)], [(50.0, 10.0), (50.0, 90.0)]),
        ("left", [(10.0, 20.0), (51.0, 20.0)], [(10.0, 20.0), (51.0, 20.0)]),
        ("left", [(60.0, 20.0), (90.0, 20.0)], None),
        ("right", [(10.0, 20.0), (50.0, 20.0)], None),
    ],
)
def test_a_line_across_the_edge_runs_on_for_its_reach(side: Side, line: Any, kept: Any) -> None:
    found, _ = part(side, 50.0, lambda canvas: canvas.stroke(line, 2.0, ink=0.5))
    assert [(one.kind, one.width, one.ink, one.points) for one in found] == (
        [] if kept is None else [("stroke", 2.0, 0.5, kept)]
    )


def test_an_outline_across_the_edge_is_open_there() -> None:
    square = [(10.0, 20.0), (90.0, 20.0), (90.0, 80.0), (10.0, 80.0)]
    for side, corners in (("left", {(10.0, 20.0), (10.0, 80.0)}), ("right", {(90.0, 20.0), (90.0, 80.0)})):
        (one,), _ = part(side, 50.0, lambda canvas: canvas.stroke(square, 2.0, closed=True))  # type: ignore[arg-type]
        assert one.kind == "stroke" and set(one.points[1:-1]) == corners
        assert {x for x, _ in (one.points[0], one.points[-1])} == {52.0 if side == "left" else 48.0}
    (whole,), _ = part("left", 100.0, lambda canvas: canvas.stroke(square, 2.0, closed=True))
    assert whole.kind == "outline" and whole.points == square
    assert part("right", 100.0, lambda canvas: canvas.stroke(square, 2.0, closed=True))[0] == []
    # One that comes back from beyond the edge twice is two lines.
    comb = [(10.0, 10.0), (90.0, 10.0), (90.0, 30.0), (10.0, 30.0), (10.0, 50.0), (90.0, 50.0)]
    first, second = part("right", 50.0, lambda canvas: canvas.stroke(comb, 2.0))[0]
    assert first.points == [(48.0, 10.0), (90.0, 10.0), (90.0, 30.0), (48.0, 30.0)]
    assert second.points == [(48.0, 50.0), (90.0, 50.0)]


def test_dashes_stay_where_they_are_in_the_whole_line() -> None:
    _, canvas = part("right", 50.0, lambda inner: inner.stroke([(10.0, 20.0), (90.0, 20.0)], 2.0, dash=(5.0, 3.0, 1.0)))
    (line,) = canvas.lines
    # 38 points are left out, of a pattern of 8 that begins one point within a dash.
    assert line.endswith("dash 5 3 7") and "48,20 90,20" in line
    _, canvas = part("left", 50.0, lambda inner: inner.stroke([(10.0, 20.0), (90.0, 20.0)], 2.0, dash=(5.0, 3.0, 1.0)))
    assert canvas.lines[0].endswith("dash 5 3 1")


@pytest.mark.parametrize(("side", "shown"), [("left", "ab"), ("right", "cd"), ("above", "bd"), ("below", "ac")])
def test_what_is_no_line_is_drawn_on_the_side_of_its_middle_or_its_beginning(side: Side, shown: str) -> None:
    places = {"a": (40.0, 40.0), "b": (40.0, 60.0), "c": (60.0, 40.0), "d": (60.0, 60.0)}
    face = LOOK.face("text")

    def draw(canvas: Any) -> None:
        canvas.begin_page(Sheet(100, 100, (0, 0, 100, 100)))
        canvas.glyphs([(*place, name) for name, place in places.items()], face, 9.0)
        for name, (x, y) in places.items():
            canvas.text(x, y, name, face, 9.0)
            wide = [(x - 15.0, y - 15.0), (x + 15.0, y - 15.0), (x + 15.0, y + 15.0), (x - 15.0, y + 15.0)]
            canvas.shape(wide, 0.25)
            canvas.area([wide, wide], 0.5, even_odd=True)
            canvas.image((x - 15.0, y - 15.0, x + 15.0, y + 15.0), Pixels("p", 1, 1, b"a"))
            canvas.turned(x, y, lambda inner: inner.fill((0.0, 0.0, 1.0, 1.0), 0.75))
        canvas.end_page()

    found, canvas = part(side, 50.0, draw)
    assert [word.text for word in words(canvas)] == [*shown, *shown]
    middles = [places[name] for name in shown]
    for kind in ("shape", "area", "image"):
        boxes = [one.box for one in found if one.kind == kind]
        assert [((box[0] + box[2]) / 2, (box[1] + box[3]) / 2) for box in boxes] == middles
    assert sum(line.startswith("turned") for line in canvas.lines) == 2


def test_a_stamp_is_cut_at_the_same_edge_under_a_name_of_its_own() -> None:
    def draw(canvas: Any) -> None:
        canvas.stamp("grid", 30.0, 10.0, lambda inner: inner.fill((0.0, 0.0, 40.0, 40.0), 1.0))

    (fill,), canvas = part("left", 50.0, draw)
    assert fill.box == (0.0, 0.0, 20.0, 40.0) and canvas.lines[0].endswith("grid-part")
    (fill,), _ = part("above", 30.0, draw)
    assert fill.box == (0.0, 20.0, 40.0, 40.0)
    assert [line.split()[0] for line in canvas.lines] == ["stamp", "fill", "end-stamp"]
    assert not [1 for one, other in pairwise(canvas.lines) if one == other]


def test_large_numbers_and_levels_of_a_style_are_set_smaller_before_a_number_is_lost() -> None:
    look = replace(LOOK, labels=replace(LOOK.labels, number=4.0, level=3.0))
    layout = layouts.find("six-up-answers", look)
    slots = [Slot(puzzle_picture(geometry("classic", 9), bytes(81)), "Sudoku No. 12", "p. 34", short="12")]
    for wide, aside in ((120.0, True), (33.0, False)):
        labels = Labels.of(look, layout, slots, [wide])
        canvas = RecordingCanvas()
        labels.draw(canvas, slots[0], (0.0, 0.0, wide), (0.0, 0.0, wide, 100.0))
        text = "\n".join(canvas.lines)
        # Where both have no room even so, the number stays.
        assert "'12'" in text and "…" not in text and ("'p. 34'" in text) is aside
        if aside:
            assert labels.fit(slots[0], wide) and labels.number_size >= look.type.least_word
