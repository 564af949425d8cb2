"""Pages of the user's own, by what stands on them and where: parts of a text, paper to write on, motifs."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from recorded import Ink, Words, inks, words
from typeset_data import LOOK, InkCanvas, picture

from bookmaker.base.errors import Place
from bookmaker.printing.canvases.canvas import Box, Pixels
from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.grids.grid_drawing import GridPicture, puzzle_picture
from bookmaker.printing.grids.symbols import picture as picture_of
from bookmaker.printing.pages.frontmatter import small_print_width
from bookmaker.printing.pages.ornament import Motif, draw_motif
from bookmaker.printing.pages.own_page import MODELS, Leaf, NotesPage, PlacedPage, leaves, own_pages, with_models
from bookmaker.printing.pages.page_kinds import BlankPage, Page, TextPage
from bookmaker.printing.styles import style
from bookmaker.printing.styles.fonts import pictures
from bookmaker.printing.text.diagrams import RichText, RuleBlock
from bookmaker.printing.text.images import ImageBlock
from bookmaker.printing.text.markdown import Part, Run
from bookmaker.printing.text.text_blocks import Figures
from bookmaker.puzzles.grid.geometry import Clue
from bookmaker.puzzles.grid.marks import Mark
from bookmaker.puzzles.rules import geometry

AREA = (36.0, 50.0, 396.0, 600.0)
HERE = Place("p.md", 1, 1)
OWN, WRITING, NOTES = LOOK.own_pages, LOOK.writing, LOOK.notes
HAIR = 0.011


def near(*values: float) -> Any:
    return pytest.approx(values, abs=HAIR)


def drawn(page: Page, area: Box = AREA) -> tuple[list[Ink], list[Words]]:
    canvas = RecordingCanvas()
    page.draw(canvas, area)
    return inks(canvas), words(canvas)


def part(text: str, kind: Any = "text", **keys: Any) -> Part:
    runs = keys.pop("runs", (Run(text),) if text else ())
    return Part(kind, HERE, runs, **keys)


class Plate:
    """An image of 200 x 100 points."""

    natural, height, ratio, path = 200.0, 100.0, 0.5, Path("plate.png")

    def draw(self, canvas: Any, box: Box) -> None:
        canvas.image(box, Pixels("plate", 2, 1, bytes(2)))

    def concern(self, width: float) -> tuple[None, str]:
        return None, ""


def leaves_of(*parts: Part, **keys: Any) -> list[Leaf]:
    return leaves(LOOK, parts, lambda _: Plate(), **keys)  # type: ignore[arg-type,return-value]


def test_a_text_is_cut_at_page_breaks_and_titles() -> None:
    one, two, three = part("One."), part("Two."), part("Three.")
    title = part("A title", "heading", level=1, runs=(Run("A "), Run("quiet title", italic=True)))
    found = leaves_of(one, part("", "page"), two, title, three, part("", "page"), part("", "page"))
    assert [(leaf.title, len(leaf.blocks), leaf.soft) for leaf in found] == [
        ("", 1, ()),
        ("", 1, ()),
        ("A quiet title", 1, (1, 2)),
    ]
    # A title at the beginning is that of the first page, and one after another begins a page of its own.
    assert [leaf.title for leaf in leaves_of(title, title, one)] == ["A quiet title"] * 2
    # Where titles stand among the text they are headings.
    (leaf,) = leaves_of(one, title, two, titled=False)
    assert leaf.title == "" and len(leaf.blocks) == 3
    heading = leaf.blocks[1]
    assert isinstance(heading, RichText) and heading.keep_with_next and heading.size == WRITING.title
    contents = RuleBlock(LOOK)
    (leaf,) = leaves_of(one, part("", "contents"), listed=[contents])
    assert leaf.blocks[1] is contents
    # Lower headings begin no page.
    assert len(leaves_of(one, part("Lower", "heading", level=2), two)) == 1


@pytest.mark.parametrize(
    ("runs", "soft"),
    [
        ((Run("All of it", italic=True),), (0, 1, 2)),
        ((Run("None"),), ()),
        ((Run("Half"), Run("way", italic=True), Run(" on")), ()),
        ((Run("– "), Run("one", italic=True), Run(" – two")), (1,)),
        ((Run("one "), Run("two", italic=True), Run(", three")), (1,)),
    ],
)
def test_words_of_a_title_are_soft_where_all_their_letters_are(runs: tuple[Run, ...], soft: tuple[int, ...]) -> None:
    (leaf,) = leaves_of(part("", "heading", level=1, runs=runs), part("One."))
    assert leaf.soft == soft


def test_headings_are_set_by_their_level() -> None:
    one, two, three = (
        leaves_of(part("A", "heading", level=level, runs=(Run("A"), Run("b", italic=True))), titled=False)[0].blocks[0]
        for level in (1, 2, 3)
    )
    assert isinstance(one, RichText) and isinstance(two, RichText) and isinstance(three, RichText)
    assert [(block.size, block.before) for block in (one, two, three)] == [
        (WRITING.title, WRITING.title_gap),
        (WRITING.heading, WRITING.heading_before),
        (OWN.subheading, OWN.subheading_before),
    ]
    faces = [[face.name for _, face in block.runs] for block in (one, two, three)]
    soft = LOOK.face("text_italic").name
    assert faces == [[LOOK.face(role).name, soft] for role in ("title", "heading", "text_bold")]


def test_items_and_quotes_are_indented_and_quotes_lean_the_other_way() -> None:
    runs = (Run("plain "), Run("soft ", italic=True), Run("loud", bold=True))
    (leaf,) = leaves_of(
        part("", runs=runs),
        part("", runs=runs, quotes=1),
        part("", runs=runs, lists=2, marker="-"),
        part("", runs=runs, lists=1, quotes=2, marker="3.", close=True),
        align="centre",
    )
    plain, quoted, item, both = leaf.blocks
    assert all(isinstance(block, RichText) for block in leaf.blocks)
    size = WRITING.size
    step, inset = OWN.indent * size, OWN.quote * size
    shown = [(b.left, b.right, b.marker, b.align, b.before) for b in (plain, quoted, item, both)]  # type: ignore[attr-defined]
    assert shown == [
        (0, 0, "", "centre", WRITING.before),
        (inset, inset, "", "centre", WRITING.before),
        (2 * step, 0, OWN.bullet, "left", WRITING.before),
        (pytest.approx(2 * inset + step), 2 * inset, "3.", "left", OWN.item_before),
    ]
    roles = [[face.name for _, face in block.runs] for block in (plain, quoted)]  # type: ignore[attr-defined]
    upright, soft, loud = (LOOK.face(role).name for role in ("text", "text_italic", "text_bold"))
    assert roles == [[upright, soft, loud], [soft, upright, loud]]


def test_an_image_has_its_caption_in_its_middle_below() -> None:
    (leaf,) = leaves_of(
        part("A plate", "image", source="plate.png", width=120.0), part("", "image", width=0.5, share=True)
    )
    first, second = leaf.blocks
    assert isinstance(first, ImageBlock) and isinstance(second, ImageBlock)
    assert second.caption is None and first.caption is not None
    assert first.width(360.0) == 120.0 and second.width(360.0) == 180.0
    shown, (caption,) = drawn(TextPage(look=LOOK, title="", blocks=(first,)))
    assert shown[0].box[2] - shown[0].box[0] == pytest.approx(120) and shown[0].box[3] - shown[0].box[
        1
    ] == pytest.approx(60)
    assert (shown[0].box[0] + shown[0].box[2]) / 2 == pytest.approx(216, abs=HAIR)
    face = LOOK.face("caption")
    assert (caption.face, caption.size) == (face.name, LOOK.figures.caption)
    assert caption.x + face.width("A plate", caption.size) / 2 == pytest.approx(216, abs=HAIR)
    assert caption.y < shown[0].box[1] < caption.y + 3 * caption.size


@pytest.mark.parametrize("name", ["classic", "modern", "children"])
@pytest.mark.parametrize("wide", [360.0, 30.0])
def test_a_rule_between_parts_lies_in_the_middle_at_the_top_of_its_space(name: str, wide: float) -> None:
    look = style.find(name)
    own, canvas = look.own_pages, RecordingCanvas()
    block = RuleBlock(look).scaled(1.5)
    assert (block.before, block.height(wide)) == (1.5 * own.rule_before, 1.5 * own.rule_after)
    block.draw(canvas, 40.0, 500.0, wide)
    rules = inks(canvas)
    assert len(rules) == (own.rules if own.rule else 0)
    for index, rule in enumerate(rules):
        left, y, right, _ = rule.box
        assert right - left == pytest.approx(min(own.rule, wide)) and left - 40.0 == pytest.approx(40.0 + wide - right)
        assert (rule.width, rule.ink) == (own.rule_width, 1.0)
        assert y + own.rule_width / 2 + index * look.page.rule_gap == pytest.approx(500.0, abs=HAIR)


@pytest.mark.parametrize(("at", "above"), [("middle", OWN.middle), ("foot", 1.0)])
def test_a_placed_text_stands_where_it_is_said_to(at: Any, above: float) -> None:
    (leaf,) = leaves_of(part("For all who wait."), part("And for you."))
    (page,) = own_pages(LOOK, [leaf], AREA, at)
    assert isinstance(page, PlacedPage)
    _, lines = drawn(page)
    assert [line.text for line in lines] == ["For all who wait.", "And for you."]
    first, last = lines[0], lines[-1]
    left = 36.0 + (360.0 * (1 - OWN.measure) / 2 if at == "middle" else 0.0)
    assert page.width == pytest.approx(360.0 * (OWN.measure if at == "middle" else 1.0))
    assert first.x == pytest.approx(left, abs=HAIR)
    # The same text at the top of a page stands higher by the share of what is left free.
    _, running = drawn(TextPage(look=LOOK, title="", blocks=page.blocks))
    height = sum(block.height(page.width) for block in page.blocks) + page.blocks[1].before
    assert running[0].y - first.y == pytest.approx((550.0 - height) * above, abs=2 * HAIR)
    assert running[0].y - running[1].y == pytest.approx(first.y - last.y, abs=2 * HAIR)
    # What is too long for a page stands on several.
    long = Leaf("", tuple(block for block in leaf.blocks for _ in range(40)))
    assert len(own_pages(LOOK, [long], AREA, at)) > 1


def test_small_print_is_small_and_grows_smaller_where_it_is_long() -> None:
    short, long = (Leaf("", leaves_of(part("All rights reserved. " * count))[0].blocks) for count in (3, 300))
    (page,) = own_pages(LOOK, [short], AREA, "foot", small=True)
    assert isinstance(page, PlacedPage) and page.width == small_print_width(LOOK, 360.0)
    sizes = {word.size for word in drawn(page)[1]}
    assert sizes == {LOOK.small_print.sizes[0]}
    smaller = {word.size for one in own_pages(LOOK, [long], AREA, "foot", small=True) for word in drawn(one)[1]}
    assert max(smaller) < min(sizes) and smaller <= set(LOOK.small_print.sizes)


@pytest.mark.parametrize("high", [False, True])
def test_a_running_text_is_smaller_in_its_images_where_that_saves_a_page(high: bool) -> None:
    class Tall(Plate):
        natural, ratio = 360.0, 1.45 if high else 1.3

    text = leaves_of(part("A few lines at the end. " * 6))[0].blocks
    leaf = Leaf("A title", (ImageBlock(LOOK, Tall()), *text), (0,))  # type: ignore[arg-type]
    pages = own_pages(LOOK, [leaf], AREA, None)
    assert len(pages) == 1 and isinstance(pages[0], TextPage)
    assert (pages[0].title, pages[0].soft) == ("A title", (0,))
    shown, lines = drawn(pages[0])
    (image,) = [one for one in shown if one.kind == "image"]
    widths = [360.0 * share for share in (1.0, *OWN.shrink)]
    wide = image.box[2] - image.box[0]
    assert wide < 360.0 and (high or wide == pytest.approx(widths[1], abs=0.1))
    assert image.box[3] < max(line.y for line in lines) and min(line.y for line in lines) >= AREA[1]


def test_a_running_text_goes_on_over_pages_with_its_title_on_the_first() -> None:
    text = leaves_of(*[part("Words that fill a line or two of the page, and then some more. " * 4) for _ in range(24)])
    pages = own_pages(LOOK, [Leaf("A title", text[0].blocks)], AREA, None)
    assert len(pages) > 1 and all(isinstance(page, TextPage) for page in pages)
    assert [page.title for page in pages] == ["A title", *[""] * (len(pages) - 1)]  # type: ignore[attr-defined]


# Paper to write on.


def test_lined_paper_has_lines_from_edge_to_edge_under_its_title() -> None:
    shown, (title,) = drawn(NotesPage(look=LOOK, title="Notes"))
    assert (title.x, title.text, title.size) == (AREA[0], "Notes", NOTES.title)
    assert AREA[3] - NOTES.title < title.y < AREA[3]
    top = AREA[3] - NOTES.title - NOTES.gap
    assert [one.box for one in shown] == [
        near(AREA[0], top - at * NOTES.lines, AREA[2], top - at * NOTES.lines) for at in range(1, len(shown) + 1)
    ]
    assert {(one.width, one.ink) for one in shown} == {(NOTES.width, NOTES.ink)}
    # As many as have room.
    assert 0 <= shown[-1].box[1] - AREA[1] < NOTES.lines


def test_squares_are_square_and_closed_at_their_edges() -> None:
    shown, _ = drawn(NotesPage(look=LOOK, title="Notes", paper="squared"))
    assert {(one.width, one.ink) for one in shown} == {(NOTES.width, NOTES.ink)}
    upright = [one for one in shown if one.box[0] == one.box[2]]
    level = [one for one in shown if one.box[1] == one.box[3]]
    assert len(upright) + len(level) == len(shown)
    xs, ys = [one.box[0] for one in upright], sorted(one.box[1] for one in level)
    half, top = NOTES.width / 2, AREA[3] - NOTES.title - NOTES.gap
    assert (xs[0] - half, xs[-1] + half) == near(AREA[0], AREA[2])
    step = (xs[-1] - xs[0]) / (len(xs) - 1)
    # As near to the wanted size as whole squares can be.
    assert len(xs) - 1 == round((360.0 - NOTES.width) / NOTES.squares)
    assert [b - a for a, b in pairwise(xs)] == pytest.approx([step] * (len(xs) - 1), abs=2 * HAIR)
    assert [b - a for a, b in pairwise(ys)] == pytest.approx([step] * (len(ys) - 1), abs=2 * HAIR)
    assert ys[-1] + half == pytest.approx(top, abs=HAIR) and 0 <= ys[0] - half - AREA[1] < step
    # Lines end flush with those that cross their ends.
    assert all((one.box[1], one.box[3]) == near(ys[0] - half, ys[-1] + half) for one in upright)
    assert all((one.box[0], one.box[2]) == near(AREA[0], AREA[2]) for one in level)


def test_dots_stand_in_a_lattice_from_edge_to_edge() -> None:
    shown, _ = drawn(NotesPage(look=LOOK, title="Notes", paper="dotted"))
    assert {one.kind for one in shown} == {"fill"} and {one.ink for one in shown} == {NOTES.ink}
    assert all(one.box[2] - one.box[0] == pytest.approx(NOTES.dot, abs=2 * HAIR) for one in shown)
    assert all(one.box[3] - one.box[1] == pytest.approx(NOTES.dot, abs=2 * HAIR) for one in shown)
    lefts, tops = sorted({one.box[0] for one in shown}), sorted({one.box[3] for one in shown})
    assert len(shown) == len(lefts) * len(tops)
    assert (lefts[0], lefts[-1] + NOTES.dot) == near(AREA[0], AREA[2])
    assert tops[-1] == pytest.approx(AREA[3] - NOTES.title - NOTES.gap, abs=HAIR)
    step = (lefts[-1] - lefts[0]) / (len(lefts) - 1)
    assert len(lefts) - 1 == round((360.0 - NOTES.dot) / NOTES.dots)
    assert [b - a for a, b in pairwise(tops)] == pytest.approx([step] * (len(tops) - 1), abs=2 * HAIR)
    assert 0 <= tops[0] - NOTES.dot - AREA[1] < step


@pytest.mark.parametrize("title", ["Draw", "Can you draw this animal, and another one beside it?"])
@pytest.mark.parametrize("name", ["classic", "children"])
def test_a_frame_to_draw_in_has_its_picture_and_its_words_above(title: str, name: str) -> None:
    look = style.find(name)
    notes, face = look.notes, look.face("heading")
    (frame,), shown = drawn(NotesPage(look=look, title=title, paper="drawing", model=3))
    *lines, model = shown
    side = min(notes.model, notes.model_most * 360.0)
    assert (model.x, model.y, model.size) == near(AREA[2] - side, AREA[3] - side, side)
    assert model.text == picture_of(MODELS[3]) and model.face == pictures().name
    half = notes.frame / 2
    assert frame.kind == "outline" and frame.width == notes.frame
    assert frame.box == near(AREA[0] + half, AREA[1] + half, AREA[2] - half, AREA[3] - side - notes.gap - half)
    assert " ".join(line.text for line in lines) == title and {line.x for line in lines} == {AREA[0]}
    assert all(line.x + face.width(line.text, line.size) <= model.x - notes.gap + HAIR for line in lines)
    # The words stand in the middle of the picture's height.
    capital = face.cap_height / face.units * notes.title
    assert (lines[0].y + capital + lines[-1].y) / 2 == pytest.approx(AREA[3] - side / 2, abs=2 * HAIR)
    for one, other in pairwise(lines):
        assert one.y - other.y == pytest.approx(notes.title * look.type.title_leading, abs=2 * HAIR)


def test_pages_for_drawing_have_one_picture_after_another() -> None:
    draw, note, blank = (
        NotesPage(look=LOOK, title="", paper="drawing"), NotesPage(look=LOOK, title="N"), BlankPage(look=LOOK),
    )  # fmt: skip
    found = with_models([draw, note, draw, blank, draw])
    assert [page.model for page in found if isinstance(page, NotesPage)] == [0, 0, 1, 2]
    assert found[1] is note and found[3] is blank
    texts = [drawn(replace(draw, model=model, title="D"))[1][-1].text for model in (0, len(MODELS) - 1, len(MODELS))]
    assert texts[0] == texts[2] != texts[1]


# Motifs.


def cages(*tones: int) -> GridPicture:
    marks = tuple(Mark("cage", (9 * row, 9 * row + 1), "7", tone) for row, tone in enumerate(tones))
    return puzzle_picture(geometry("killer", 9), bytes(81), marks)


def test_cages_make_a_motif_of_their_tones_where_there_are_no_digits() -> None:
    motif = Motif.of(cages(0, 1, 2, 3))
    assert motif is not None
    weights = {(row, column): weight for row, column, weight in motif.cells if weight}
    assert weights == {(row, column): (row + 1) / 4 for row in range(4) for column in (0, 1)}
    assert Motif.of(cages(0, 1, 2)) is None
    seven = bytes(1 if cell < 7 else 0 for cell in range(81))
    six = bytes(1 if cell < 6 else 0 for cell in range(81))
    # A twelfth of the cells at least.
    assert Motif.of(puzzle_picture(geometry(), seven)) is not None and Motif.of(puzzle_picture(geometry(), six)) is None


def test_clues_that_share_a_cell_weigh_more_and_the_frame_is_left_out() -> None:
    dots = tuple(Clue("white-dot", pair) for pair in ((0, 1), (1, 2), (9, 10), (18, 19), (27, 28)))
    motif = Motif.of(puzzle_picture(geometry("kropki-partial", 9, clues=dots), bytes(81)))
    assert motif is not None
    heavy = {(row, column) for row, column, weight in motif.cells if weight == 1}
    assert heavy == {(0, 1)} and {weight for *_, weight in motif.cells} == {0.0, 0.5, 1.0}
    # Marks of the kind itself are no pattern.
    assert Motif.of(puzzle_picture(geometry("x", 9), bytes(81))) is None
    views = [Clue("skyscraper", tuple(range(4 * row, 4 * row + 4)), (2,)) for row in range(4)]
    around = Motif.of(puzzle_picture(geometry("skyscrapers", 4, clues=views), bytes([1, 2, 3, 4] * 4)))
    assert around is not None and around.span == 4
    assert {(row, column) for row, column, _ in around.cells} == {
        (row, column) for row in range(4) for column in range(4)
    }


@pytest.mark.parametrize("look", ["dots", "squares", "diamonds"])
def test_shapes_of_a_motif_grow_with_their_digits_in_the_middle_of_their_cells(look: Any) -> None:
    motif = Motif.of(picture(answers=False))
    assert motif is not None
    shown = replace(LOOK.motifs, look=look)
    canvas = RecordingCanvas()
    draw_motif(canvas, motif, shown, 100.0, 200.0, 180.0)
    faint, dark = inks(canvas)
    assert (faint.ink, dark.ink) == (shown.faint, shown.ink)
    cells = sorted(motif.cells, key=lambda cell: bool(cell[2]))
    assert len(faint.contours) + len(dark.contours) == 81
    for (row, column, weight), contour in zip(cells, (*faint.contours, *dark.contours), strict=True):
        xs, ys = zip(*contour, strict=True)
        assert ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2) == near(110 + 20 * column, 370 - 20 * row)
        wide = 20 * (shown.least + (shown.most - shown.least) * weight if weight else shown.empty)
        assert (max(xs) - min(xs), max(ys) - min(ys)) == pytest.approx((wide, wide), abs=2 * HAIR)
        assert len(contour) == {"dots": 24, "squares": 4, "diamonds": 4}[look]
        assert (xs[0] == xs[3] or look != "squares") and (len(set(xs)) == 3 or look != "diamonds")
    # Without shapes for empty cells only the others are drawn.
    for bare in (replace(shown, empty=0.0), replace(shown, faint=0.0)):
        canvas = RecordingCanvas()
        draw_motif(canvas, motif, bare, 100.0, 200.0, 180.0)
        (only,) = inks(canvas)
        assert only == dark


# Grids within text.


def ink_of(block: Figures, width: float) -> InkCanvas:
    canvas = InkCanvas()
    block.draw(canvas, 40.0, 500.0, width)
    return canvas


@pytest.mark.parametrize(("kind", "size"), [("classic", 9), ("gattai-8", 9), ("shogun", 9)])
def test_a_grid_in_a_text_begins_at_its_top_and_stands_in_the_middle_above_its_caption(kind: str, size: int) -> None:
    ground = geometry(kind, size)
    block = Figures(LOOK, ((puzzle_picture(ground, bytes(ground.cell_count)), "Caption"),))
    canvas = ink_of(block, 360.0)
    lines = canvas.everything()[len(canvas.chars) :]
    left, right = min(box[0] for box in lines), max(box[2] for box in lines)
    bottom, top = min(box[1] for box in lines), max(box[3] for box in lines)
    thick = LOOK.grid.outline
    assert top == pytest.approx(500.0, abs=thick) and left - 40.0 == pytest.approx(400.0 - right, abs=0.1)
    # A grid that is wider than high leaves nothing free above it or below it.
    assert (top - bottom) / (right - left) == pytest.approx(ground.height / ground.span, abs=0.02)
    ((x, y, text, face, points),) = canvas.strings
    assert text == "Caption" and points == LOOK.figures.caption
    assert x + face.width(text, points) / 2 == pytest.approx((left + right) / 2, abs=0.1)
    assert bottom - y == pytest.approx(LOOK.figures.drop * points, abs=thick)
    foot = 500.0 - block.height(360.0)
    assert y - foot == pytest.approx((LOOK.figures.strip - LOOK.figures.drop) * points, abs=2 * thick)


def test_grids_stand_side_by_side_or_one_under_another() -> None:
    ground = geometry("classic", 9)
    shown = puzzle_picture(ground, bytes(81))
    block = Figures(LOOK, ((shown, "One"), (shown, "Two")))
    wide = ink_of(block, 360.0)
    (one, other) = wide.strings
    side = (other[0] + other[3].width("Two", other[4]) / 2) - (one[0] + one[3].width("One", one[4]) / 2)
    assert one[1] == other[1] and side > LOOK.figures.gap
    boxes = [box for box, _ in wide.outlines]
    first, second = [box for box in boxes if box[2] < 220], [box for box in boxes if box[0] > 220]
    assert first and second
    apart = min(box[0] for box in second) - max(box[2] for box in first)
    assert apart == pytest.approx(LOOK.figures.gap, abs=2.5)
    assert min(box[0] for box in first) - 40.0 == pytest.approx(400.0 - max(box[2] for box in second), abs=0.1)
    narrow = ink_of(block, 110.0)
    assert narrow.strings[0][1] > narrow.strings[1][1]
    parts = block.split(110.0, block.height(110.0) - 1.0, force=False)
    assert parts is not None and [part.pictures[0][1] for part in parts] == ["One", "Two"]
    assert parts[0].height(110.0) == pytest.approx(block.height(110.0) / 2)
    assert block.split(360.0, 10.0, force=False) is None and block.split(110.0, 10.0, force=False) is None
