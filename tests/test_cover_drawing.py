"""The elements of covers, by where they lie on their panels: fills, words, badges, samples, lists of levels, spines, barcodes."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, product
from math import hypot
from pathlib import Path
from typing import Any

import pytest
from cover_canvas import CoverCanvas, Drawn
from PIL import Image
from typeset_data import LOOK, picture

from bookmaker.base.errors import Place, SpecError
from bookmaker.printing.canvases.strokes import corners
from bookmaker.printing.covers import barcode, design
from bookmaker.printing.covers.colour import WHITE, contrast, parse
from bookmaker.printing.covers.drawing import draw_cover
from bookmaker.printing.covers.pictures import Content, Level
from bookmaker.printing.covers.size import CoverSize, Panel, cover_size
from bookmaker.printing.printers import Edition, find
from bookmaker.printing.styles import style
from bookmaker.printing.styles.fonts import ink_extent

DESIGN = replace(design.find("classic"), whole=(), back=(), spine=(), front=())
ROLES = {role: parse(f"#{20 * place:02x}{60 + 9 * place:02x}33") for place, role in enumerate(design.ROLES)}
TONES = replace(design.find("quilt").palettes[0], **ROLES)
KDP = Edition(find("kdp"), find("kdp").bindings[0], find("kdp").paper("white"), (432.0, 648.0))
SAFE = 20.0
TEXTS = {
    "title": "Sudoku for All",
    "author": "A. Publisher",
    "headline": "Sudoku",
    "badge_top": "50",
    "badge": "50 puzzles",
    "publisher": "Press",
}


def near(*values: float) -> Any:
    return pytest.approx(values, abs=1e-6)


def size_of(pages: int = 300) -> CoverSize:
    return cover_size(KDP, pages, SAFE, Place("book.yaml"))


def content(**keys: Any) -> Content:
    shown = picture(answers=False)
    usual: dict[str, Any] = {
        "look": LOOK, "texts": TEXTS, "places": {}, "puzzle": shown, "solution": b"", "marked": frozenset(),
        "sample": shown, "sample_caption": "Puzzle 9, hard", "sample_rank": 3, "levels": (), "seed": 7,
        "barcode_box": False,
    }  # fmt: skip
    return Content(**usual | keys)


def drawn(
    where: str, *drawing: design.Element, shown: Content | None = None, spine: bool = True, **keys: Any
) -> tuple[list[Drawn], list[str], Panel]:
    """What is drawn on a panel, the notes, and the panel."""
    canvas, size = CoverCanvas(), size_of()
    look = replace(DESIGN, **{where: drawing})
    notes = draw_cover(canvas, look, TONES, shown or content(), size, KDP, spine=spine, **keys)  # type: ignore[arg-type]
    assert canvas.sheet == size.sheet
    return canvas.drawn, notes, size.panel(where)


def words_box(panel: Panel, box: tuple[float, ...]) -> tuple[float, ...]:
    """A box in shares of a panel, in points, without what is too near to the panel's edges."""
    left, bottom, right, top = panel.box
    wide, high = right - left, top - bottom
    across, down = panel.inset
    return (
        max(left + box[0] * wide, left + across),
        max(top - box[3] * high, bottom + down),
        min(left + box[2] * wide, right - across),
        min(top - box[1] * high, top - down),
    )


def test_fills_run_into_the_bleed_and_keep_their_inset() -> None:
    whole = design.Fill(box=(0, 0, 1, 1), colour="accent")
    for where, beyond in (
        ("front", (0, 9, 9, 9)),
        ("back", (9, 9, 0, 9)),
        ("whole", (9, 9, 9, 9)),
        ("spine", (0, 9, 0, 9)),
    ):
        (fill,), _, panel = drawn(where, whole)
        left, bottom, right, top = panel.box
        assert fill.box == near(left - beyond[0], bottom - beyond[1], right + beyond[2], top + beyond[3])
        assert (fill.kind, fill.colour) == ("shape", TONES.accent)
    (part,), _, panel = drawn("front", replace(whole, box=(0.25, 0.1, 0.75, 0.6), inset=0.02))
    left, bottom, right, top = panel.box
    short = right - left
    assert short == pytest.approx(432) and top - bottom == pytest.approx(648)
    inner = (left + 0.27 * short, top - 0.6 * 648 + 0.02 * short, left + 0.73 * short, top - 0.1 * 648 - 0.02 * short)
    assert part.box == near(*inner) and set(part.points) == set(corners(part.box))
    (line,), _, _ = drawn("front", replace(whole, box=(0.25, 0.1, 0.75, 0.6), inset=0.02, line=0.01, corner=0.05))
    assert (line.kind, line.box, line.size) == ("outline", near(*inner), pytest.approx(0.01 * short))
    # Its corners are rounded by their radius, and no more.
    for x, y in corners(line.box):
        away = min(hypot(a - x, b - y) for a, b in line.points)
        assert away == pytest.approx((2**0.5 - 1) * 0.05 * short)


ITEMS = (
    design.Item(what="title", size=0.05, face="title"),
    design.Item(what="rule", size=0.002, length=0.5, before=0.02, colour="accent"),
    design.Item(what="author", size=0.03, before=0.01, colour="second"),
)


@pytest.mark.parametrize("side", ["left", "centre", "right"])
@pytest.mark.parametrize("at", ["top", "middle", "bottom"])
def test_a_stack_stands_at_the_side_and_the_end_of_its_box(side: str, at: str) -> None:
    box = (0.1, 0.1, 0.9, 0.6)
    made, _, panel = drawn("front", design.Stack(box=box, side=side, at=at, items=ITEMS))  # type: ignore[arg-type]
    left, bottom, right, top = words_box(panel, box)
    title, rule, author = made
    assert [one.kind for one in made] == ["text", "fill", "text"]
    assert [one.colour for one in made] == [TONES.type, TONES.accent, TONES.second]
    assert (title.size, author.size) == near(0.05 * 648, 0.03 * 648)
    for one in made:
        low, high = one.box[0], one.box[2]
        free = {"left": low - left, "centre": (low + high - left - right) / 2, "right": high - right}[side]
        assert free == pytest.approx(0.0, abs=1e-6)
    assert rule.box[2] - rule.box[0] == pytest.approx(0.5 * (right - left))
    assert rule.box[3] - rule.box[1] == pytest.approx(0.002 * 648)
    # Its upper end is that of its capitals, its lower one that of a p.
    assert title.face is not None and author.face is not None
    # (A letter that is higher than capitals counts.)
    head = title.points[0][1] + title.size * max(
        title.face.cap_height / title.face.units, ink_extent(title.face, title.text)[1]
    )
    foot = author.points[0][1] + author.size * ink_extent(author.face, "p")[0]
    spare = top - head, foot - bottom
    wanted = {"top": (0.0, sum(spare)), "middle": (sum(spare) / 2,) * 2, "bottom": (sum(spare), 0.0)}[at]
    assert spare == near(*wanted) and sum(spare) > 0
    # The rule lies under the title's baseline by the space above it, and the author's capitals under the rule.
    assert title.points[0][1] - rule.box[3] == pytest.approx(0.02 * 648)
    capital = author.size * author.face.cap_height / author.face.units
    assert rule.box[1] - author.points[0][1] - capital == pytest.approx(0.01 * 648)


def test_words_that_have_no_room_are_named_with_their_place() -> None:
    items = (design.Item(what="headline", size=0.5, least=300.0),)
    shown = content(places={"headline": Place("book.yaml", 3)})
    with pytest.raises(SpecError, match="the title has no room on the cover, even at 300pt") as caught:
        drawn("front", design.Stack(box=(0, 0, 1, 1), items=items), shown=shown)
    assert caught.value.faults[0].place == Place("book.yaml", 3)
    items = (design.Item(what="badge_top", size=0.5, least=300.0),)
    with pytest.raises(SpecError, match="the badge has no room on the cover, even at 300pt"):
        drawn("front", design.Badge(shape="circle", centre=(0.5, 0.5), size=0.2, items=items))


def test_letters_have_the_strong_tones_by_turns_and_stand_as_words_do() -> None:
    item = design.Item(what="headline", size=0.08, face="title", tracking=0.1, by_tone=True)
    letters, _, _ = drawn("front", design.Stack(box=(0.1, 0.1, 0.9, 0.6), items=(item,)))
    assert "".join(one.text for one in letters) == "Sudoku"
    strong = TONES.strong
    assert [one.colour for one in letters] == [strong[place % len(strong)] for place in range(6)]
    # They are kerned as the word is, so that it is as wide as it was measured.
    face = letters[0].face
    assert face is not None
    for (one, other), kern in zip(pairwise(letters), face.kerns("Sudoku"), strict=False):
        assert other.points[0][0] - one.points[1][0] == pytest.approx((0.1 + kern / face.units) * one.size)
    assert len({one.points[0][1] for one in letters}) == 1


BADGE = design.Badge(
    shape="circle", centre=(0.5, 0.5), size=0.3, items=(design.Item(what="badge_top", size=0.4, face="bold"),)
)


@pytest.mark.parametrize("shape", ["circle", "star", "bar"])
@pytest.mark.parametrize("angle", [0.0, 20.0])
def test_a_badge_has_its_words_in_its_middle(shape: str, angle: float) -> None:
    (ground, *rest), _, panel = drawn("front", replace(BADGE, shape=shape, angle=angle, ring=0.02))
    (ring, word) = rest
    left, bottom, right, top = panel.box
    x, y, width = (left + right) / 2, (bottom + top) / 2, 0.3 * 432
    assert (ground.colour, ring.colour, word.colour) == (TONES.accent, TONES.accent_type, TONES.type)
    if shape == "circle":
        assert (ground.points, ground.size) == ((near(x, y),), pytest.approx(width / 2))
    elif shape == "star":
        reaches = [hypot(a - x, b - y) for a, b in ground.points]
        assert len(reaches) == 2 * BADGE.points
        assert reaches[::2] == pytest.approx([width / 2] * 24) and reaches[1::2] == pytest.approx(
            [width * 0.93 / 2] * 24
        )
        sides = [hypot(a - c, b - d) for (a, b), (c, d) in pairwise([*ground.points, ground.points[0]])]
        assert max(sides) == pytest.approx(min(sides))
    else:
        sides = [hypot(a - c, b - d) for (a, b), (c, d) in pairwise([*ground.points, ground.points[0]])]
        assert sides == near(width, 0.25 * width, width, 0.25 * width)
        assert (sum(a for a, _ in ground.points) / 4, sum(b for _, b in ground.points) / 4) == near(x, y)
    assert (ring.points[0], ring.size) == (near(x, y), pytest.approx(0.02 * width))
    # The ring lies inside of the edge with room around it.
    radius = hypot(ring.points[1][0] - x, ring.points[1][1] - y)
    assert radius + ring.size / 2 < width / 2 - ring.size / 2
    assert word.turn == angle
    # As high above the middle as below it, by the capitals and the depth of a p.
    assert word.face is not None
    if not angle:
        assert (word.points[0][0] + word.points[1][0]) / 2 == pytest.approx(x)
        cap = max(word.face.cap_height / word.face.units, ink_extent(word.face, word.text)[1]) * word.size
        deep = ink_extent(word.face, "p")[0] * word.size
        assert word.points[0][1] + (cap + deep) / 2 == pytest.approx(y)
        assert word.points[1][0] - word.points[0][0] <= width * (1 - 2 * BADGE.pad) + 1e-6


@pytest.mark.parametrize("shape", ["circle", "star"])
def test_words_of_a_round_badge_do_not_reach_over_its_edge(shape: str) -> None:
    """A low line as wide as the words' box stuck out of the circle, as the levels of a Russian book did."""
    texts = {**TEXTS, "badge_bottom": "от лёгкого до дьявольского"}
    items = (
        design.Item(what="badge_top", size=0.38, face="bold"),
        design.Item(what="badge_bottom", size=0.14, face="bold", lines=3, before=0.1),
    )
    badge = replace(BADGE, shape=shape, items=items, ring=0.01, pad=0.05)
    (_, ring, *words), _, panel = drawn("front", badge, shown=content(texts=texts))
    left, bottom, right, top = panel.box
    x, y = (left + right) / 2, (bottom + top) / 2
    inside = hypot(ring.points[1][0] - x, ring.points[1][1] - y) - ring.size / 2
    assert len(words) > 1
    for word in words:
        assert word.face is not None
        for end in ink_extent(word.face, word.text):
            for corner in word.points:
                assert hypot(corner[0] - x, corner[1] + end * word.size - y) <= inside


def test_a_badge_without_words_is_left_out_and_none_leaves_the_safe_area() -> None:
    assert drawn("front", BADGE, shown=content(texts={}))[0] == []
    for centre in ((0, 0), (1, 1), (0, 1), (1, 0)):
        (ground, _), _, panel = drawn("front", replace(BADGE, centre=centre))
        left, bottom, right, top = panel.safe
        (x, y), width = ground.points[0], 0.3 * 432
        # The box of its words stands at the edges of the safe area.
        across, down = width / 2 - 0.14 * width, width / 2 - 0.07 * width
        assert x == pytest.approx(right - across if centre[0] else left + across)
        assert y == pytest.approx(bottom + down if centre[1] else top - down)
    (bar, _), _, panel = drawn("front", replace(BADGE, shape="bar", centre=(0.5, 1)))
    low, high = bar.box[1] + 0.07 * 0.3 * 432, bar.box[3]
    assert low == pytest.approx(panel.safe[1]) and high - bar.box[1] == pytest.approx(0.25 * 0.3 * 432)


def test_an_image_fills_its_box_and_is_refused_where_it_is_too_coarse(tmp_path: Path) -> None:
    path = tmp_path / "photo.png"
    Image.new("RGB", (400, 300)).save(path)
    place = Place("book.yaml", 4)
    shown = content(image=path, places={"image": place})
    photo = design.Photo(box=(0, 0, 0.5, 0.5))
    (one,), notes, panel = drawn("front", photo, shown=shown, lenient=True)
    left, _, _, top = panel.box
    assert one.box == near(left, top - 324, left + 216, top + 9)
    # The middle of it, in the proportions of the box.
    wide, high = map(int, one.text.split("x"))
    assert (high, wide) == (300, round(300 * 216 / 333))
    (note,) = notes
    assert note == f"photo.png would be printed with {wide * 72 / 216:.0f} pixels an inch; printers want 300"
    with pytest.raises(SpecError, match=r"photo\.png would be printed") as caught:
        drawn("front", photo, shown=shown)
    assert caught.value.faults[0].place == place
    with pytest.raises(SpecError, match="shows an image of yours"):
        drawn("front", photo)


def test_a_sample_stands_in_its_box_under_its_words_and_bars() -> None:
    box = (0.2, 0.1, 0.8, 0.5)
    made, _, panel = drawn("back", design.Sample(box=box, on="soft", caption="type"))
    left, bottom, right, top = words_box(panel, box)
    paper, caption = made[0], next(one for one in made if one.kind == "text")
    x, foot, edge, head = paper.box
    assert paper.colour == TONES.paper and edge - x == pytest.approx(head - foot)
    assert (x + edge) / 2 == pytest.approx((left + right) / 2) and x >= left - 1e-6 and foot >= bottom - 1e-6
    assert caption.face is not None and caption.text == "Puzzle 9, hard"
    cap = caption.face.cap_height / caption.face.units * caption.size
    assert caption.colour == TONES.type and caption.size == pytest.approx(0.018 * 648)
    assert caption.points[0] == near(x, head + 0.7 * caption.size) and caption.points[0][1] + cap == pytest.approx(top)
    # It is as large as its box allows.
    assert foot == pytest.approx(bottom) or (x, edge) == near(left, right)
    bars = [one for one in made if one.kind == "fill"][-LOOK.labels.bars :]
    assert bars[-1].box[2] == pytest.approx(edge) and bars[-1].box[3] == pytest.approx(top)
    assert all(one.box[1] == pytest.approx(caption.points[0][1]) for one in bars)
    assert [one.colour for one in bars] == [TONES.type] * 3 + [TONES.type.over(TONES.soft, 0.25)] * (len(bars) - 3)
    given = [one for one in made if one.kind == "glyph"]
    assert all(x < one.box[0] and one.box[2] < edge and foot < one.box[1] < head for one in given)
    assert {one.colour for one in given} == {TONES.ink} and len(given) == sum(map(bool, picture(False).digits))
    # The page of the answer is named where the words stay large enough.
    for wide, named in ((1.0, True), (0.3, False)):
        narrow = (box[0], box[1], box[0] + wide * (box[2] - box[0]), box[3])
        answered, _, _ = drawn("back", design.Sample(box=narrow), shown=content(sample_answer="Answer on page 9"))
        text = next(one for one in answered if one.kind == "text")
        assert text.text == ("Puzzle 9, hard · Answer on page 9" if named else "Puzzle 9, hard")
    # A long caption is set smaller, so that the bars have room beside it.
    long, _, _ = drawn("back", design.Sample(box=box), shown=content(sample_caption="Puzzle 9999, very very hard " * 3))
    text = next(one for one in long if one.kind == "text")
    bars = [one for one in long if one.kind == "fill"][-LOOK.labels.bars :]
    assert bars[0].box[0] - text.points[1][0] == pytest.approx(text.size)


LEVELS = (Level(1, "easy", "20 puzzles"), Level(3, "very hard", "7 puzzles"), Level(7, "beyond", "112 puzzles"))


def test_the_list_of_levels_has_bars_names_and_counts_in_columns() -> None:
    box = (0.1, 0.3, 0.7, 0.6)
    element = design.Levels(box=box, on="soft")
    made, notes, panel = drawn("back", element, shown=content(levels=LEVELS))
    left, _, right, top = words_box(panel, box)
    assert not notes
    texts, fills = [one for one in made if one.kind == "text"], [one for one in made if one.kind == "fill"]
    names, counts = texts[::2], texts[1::2]
    assert [one.text for one in names] == [one.name for one in LEVELS]
    assert [one.text for one in counts] == [one.count for one in LEVELS]
    (size,) = {one.size for one in texts}
    assert size == pytest.approx(0.02 * 648)
    feet = [one.points[0][1] for one in names]
    assert [one.points[0][1] for one in counts] == feet
    assert [a - b for a, b in pairwise(feet)] == pytest.approx([1.7 * size] * 2)
    assert all(one.points[1][0] == pytest.approx(right) for one in counts)
    face = names[0].face
    assert face is not None
    cap = face.cap_height / face.units * size
    assert feet[0] + cap == pytest.approx(top)
    many = LOOK.labels.bars
    for row, (level, foot) in enumerate(zip(LEVELS, feet, strict=True)):
        bars = fills[row * many : (row + 1) * many]
        assert bars[0].box[0] == pytest.approx(left) and bars[-1].box[3] == pytest.approx(foot + cap)
        assert all(one.box[1] == pytest.approx(foot) for one in bars)
        # Names begin one em behind the bars.
        assert names[row].points[0][0] - bars[-1].box[2] == pytest.approx(size)
        assert [one.colour == TONES.ink for one in bars] == [at < level.rank for at in range(many)]
        assert bars[-1].colour == (TONES.ink if level.rank == many else TONES.ink.over(TONES.soft, 0.25))
    # A low box and a narrow one make it smaller, so that all rows fit, down to the least size.
    low, _, _ = drawn("back", replace(element, box=(0.1, 0.3, 0.4, 0.37)), shown=content(levels=LEVELS))
    (small,) = {one.size for one in low if one.kind == "text"}
    assert small == pytest.approx(0.07 * 648 / 1.7 / 3)
    narrow, _, _ = drawn("back", replace(element, box=(0.1, 0.3, 0.4, 0.6)), shown=content(levels=LEVELS))
    texts = [one for one in narrow if one.kind == "text"]
    gaps = [count.points[0][0] - name.points[1][0] for name, count in zip(texts[::2], texts[1::2], strict=True)]
    assert texts[1].face is not None
    assert 0 < min(gaps) == pytest.approx(texts[1].face.width("  ", texts[1].size))
    none, notes, _ = drawn("back", replace(element, box=(0.1, 0.3, 0.7, 0.32)), shown=content(levels=LEVELS))
    assert none == [] and notes == ["the back has no room for the list of levels"]
    assert drawn("back", replace(element, box=(0.1, 0.3, 0.7, 0.32)))[:2] == ([], [])


@pytest.mark.parametrize("upwards", [False, True])
@pytest.mark.parametrize("side", ["left", "centre", "right"])
def test_words_of_the_spine_stand_in_its_middle_and_in_their_part_of_it(upwards: bool, side: str) -> None:
    element = design.Along(what="title", start=0.2, end=0.7, side=side, caps=True, tracking=0.05)  # type: ignore[arg-type]
    (text,), notes, panel = drawn("spine", element, shown=content(spine_upwards=upwards))
    assert not notes and text.text == "SUDOKU FOR ALL" and text.turn == (90 if upwards else -90)
    assert text.face is not None
    left, bottom, right, top = panel.safe
    low, high = ink_extent(text.face, text.text)
    (x, begins), (_, ends) = text.points
    # The ink lies on both sides of the middle of the spine alike.
    inks = [x - low * text.size, x - high * text.size] if upwards else [x + low * text.size, x + high * text.size]
    assert sum(inks) / 2 == pytest.approx((left + right) / 2)
    assert left - 1e-6 <= min(inks) and max(inks) <= right + 1e-6
    # Its part of the spine, from the end that is read first.
    first, last = (bottom, top) if upwards else (top, bottom)
    low_end, high_end = first + 0.2 * (last - first), first + 0.7 * (last - first)
    free = {"left": begins - low_end, "centre": (begins + ends - low_end - high_end) / 2, "right": ends - high_end}[
        side
    ]
    assert free == pytest.approx(0.0, abs=1e-6)
    # As large as the spine, the part and the element allow.
    assert text.size == pytest.approx(min(20.0, (right - left) / (high - low)))
    (short,), _, _ = drawn("spine", replace(element, end=0.3))
    assert abs(short.points[1][1] - short.points[0][1]) == pytest.approx(0.1 * (top - bottom))


def test_words_of_the_spine_are_left_out_where_they_may_not_stand() -> None:
    element = design.Along(what="publisher")
    assert drawn("spine", element, spine=False)[:2] == ([], [])
    assert drawn("spine", element, shown=content(texts={}))[:2] == ([], [])
    made, notes, _ = drawn("spine", replace(element, what="badge_top", least=400.0, size=500.0))
    assert made == [] and notes == ["the spine is too narrow for badge top: '50' is left out"]


CODE = barcode.Barcode("9780306406157", "51299", "ISBN 978-0-306-40615-7")
PLAIN = barcode.Barcode("9780306406157", "", "ISBN 978-0-306-40615-7")
BARS = design.Barcode(corner=(0.9, 0.9))


def test_the_box_of_the_barcode_keeps_the_distances_of_the_printer() -> None:
    for corner, right, up in (((0.9, 0.9), 43.2, 64.8), ((1, 1), 18.0, 18.0)):
        (box,), _, panel = drawn("back", replace(BARS, corner=corner), shown=content(barcode_box=True))
        assert box.colour == WHITE
        assert box.box == near(
            panel.box[2] - right - 144, panel.box[1] + up, panel.box[2] - right, panel.box[1] + up + 86.4
        )
    (box, *_), _, panel = drawn("back", BARS, shown=content(barcode=CODE))
    wide, high = box.box[2] - box.box[0], box.box[3] - box.box[1]
    # 11 + 95 + 9 + 47 + 5 modules.
    assert wide == pytest.approx(167 * BARS.module) and high == pytest.approx(1.1 * 72)
    (box, *_), _, _ = drawn("back", replace(BARS, height=10.0), shown=content(barcode=PLAIN))
    # 113 modules; no smaller than the printer takes.
    assert box.box[2] - box.box[0] == pytest.approx(max(113 * BARS.module, 1.4 * 72))
    assert box.box[3] - box.box[1] == pytest.approx(0.8 * 72)
    assert drawn("back", BARS)[0] == [] and drawn("front", BARS, shown=content(barcode=CODE))[0] == []


@pytest.mark.parametrize(
    ("box", "kept"),
    [
        # Above the barcode, beside it, and where they do not meet.
        ((0.1, 0.3, 0.9, 0.95), "above"),
        ((0.1, 0.75, 0.9, 0.95), "beside"),
        ((0.1, 0.1, 0.9, 0.6), "all"),
        ((0.05, 0.7, 0.3, 0.95), "all"),
    ],
)
def test_words_of_the_back_keep_clear_of_the_barcode(box: tuple[float, ...], kept: str) -> None:
    items = (design.Item(what="author", size=0.01, least=1.0),)
    places = {}
    for at, side in (("top", "left"), ("bottom", "right")):
        stack = design.Stack(box=box, at=at, side=side, items=items)  # type: ignore[arg-type]
        made, _, panel = drawn("back", stack, BARS, shown=content(barcode_box=True))
        (word,), (code,) = [one for one in made if one.kind == "text"], [one for one in made if one.kind == "fill"]
        assert word.face is not None
        extent = ink_extent(word.face, word.text)[1], ink_extent(word.face, "p")[0]
        places[at] = (
            word.points[0][0], word.points[1][0], word.points[0][1] + extent[0] * word.size,
            word.points[0][1] + extent[1] * word.size,
        )  # fmt: skip
    left, bottom, right, top = words_box(panel, box)
    gap = 0.125 * 72
    edges = {
        "above": (left, code.box[3] + gap, right, top),
        "beside": (left, bottom, code.box[0] - gap, top),
        "all": (left, bottom, right, top),
    }[kept]
    assert (places["top"][0], places["bottom"][3], places["bottom"][1], places["top"][2]) == near(*edges)


def test_a_long_list_of_levels_has_as_few_columns_as_show_it_largest() -> None:
    rows = tuple(Level(rank, f"Level {rank}", "20 puzzles") for rank in range(1, 8))
    element = design.Levels(box=(0.1, 0.4, 0.9, 0.5))
    made, notes, panel = drawn("back", element, shown=content(levels=rows))
    texts = [one for one in made if one.kind == "text"]
    assert not notes and [one.text for one in texts[::2]] == [row.name for row in rows]
    # Four rows and three, one beside the other, in reading order down each.
    lefts = [one.points[0][0] for one in texts[::2]]
    assert len({round(left, 3) for left in lefts[:4]}) == len({round(left, 3) for left in lefts[4:]}) == 1
    assert texts[7].points[1][0] + 2 * texts[0].size < lefts[4]
    assert [one.points[0][1] for one in texts[8::2]] == [one.points[0][1] for one in texts[:6:2]]
    assert texts[-1].points[1][0] == pytest.approx(words_box(panel, element.box)[2])
    assert texts[0].size >= element.least


def test_the_list_of_levels_has_stars_where_the_pages_have() -> None:
    element = design.Levels(box=(0.1, 0.3, 0.7, 0.6), on="soft")
    starred = content(levels=LEVELS, look=style.find("children"))
    made, _, _ = drawn("back", element, shown=starred)
    stars = [one for one in made if one.kind == "shape"]
    assert len(stars) == sum(max(1, row.rank) for row in LEVELS)
    texts = [one for one in made if one.kind == "text"]
    assert max(one.box[2] for one in stars) < min(one.box[0] for one in texts)


SCENES = [name for name in design.names() if any(getattr(one, "wraps", False) for one in design.find(name).front)]


def lies_in(point: tuple[float, float], outline: tuple[tuple[float, float], ...]) -> bool:
    """Whether a ray from the point to the right crosses the outline an odd number of times."""
    x, y = point
    return bool(
        sum(
            (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1
            for (x1, y1), (x2, y2) in pairwise((*outline, outline[0]))
        )
        % 2
    )


@pytest.mark.parametrize("trim", [(432.0, 648.0), (612.0, 612.0)])
@pytest.mark.parametrize("name", SCENES)
def test_the_ground_of_a_scene_goes_on_over_the_whole_cover_and_no_word_is_lost_on_it(
    name: str, trim: tuple[float, float]
) -> None:
    edition = replace(KDP, trim=trim)
    size = cover_size(edition, 300, SAFE, Place("book.yaml"))
    texts = {**TEXTS, "hook": "Big digits", "blurb": "Words.", "try": "Try one", "volume_number": "3"}
    shown = content(texts=texts, levels=LEVELS, barcode_box=True, solution=bytes([1, 2, 3, 4, 5, 6, 7, 8, 9] * 9))
    for palette, upwards in product(design.find(name).palettes, (False, True)):
        shown = replace(shown, spine_upwards=upwards)
        canvas = CoverCanvas()
        draw_cover(canvas, design.find(name), palette, shown, size, edition, spine=True)  # type: ignore[arg-type]
        grounds = [one for one in canvas.drawn if one.kind in ("fill", "shape")]
        # Both lower corners of the sheet are of the scene, not of the plain ground.
        for corner in ((1.0, 1.0), (size.sheet.width - 1.0, 1.0)):
            assert [one for one in grounds if lies_in(corner, one.points)][-1].colour != palette.ground
        ends = 0
        for number, one in enumerate(canvas.drawn):
            if one.kind == "text" and one.middle[0] < size.panel("front").box[0]:
                under = [ground for ground in canvas.drawn[:number] if ground.kind in ("fill", "shape")]
                for place in (*one.points, one.middle):
                    ground = [ground for ground in under if lies_in(place, ground.points)][-1]
                    assert contrast(one.colour, ground.colour) >= 3, (one.text, palette.name)
                    ends += 1
        assert ends > 20
