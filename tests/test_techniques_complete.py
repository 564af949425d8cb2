"""Every technique is whole: a family, a row in a table, a finder, a case, a picture, and words in every language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import hypot

import pytest
from techniques_data import example
from techniques_naive import TWINS as naive
from techniques_naive_almost import TWINS as naive_almost
from techniques_naive_chains import TWINS as naive_chains
from techniques_naive_fish_and_colours import TWINS as naive_fish
from techniques_naive_wings_and_rectangles import TWINS as naive_wings
from typeset_data import IN_TEXT, LOOK, InkCanvas

from bookmaker.base import language
from bookmaker.base.errors import ResourceError
from bookmaker.base.language import PLURALS
from bookmaker.logic.techniques import BY_NAME, CAGES, CLUES, RELATIONS, TECHNIQUES
from bookmaker.logic.techniques.declare import Technique, read_table, require_rows
from bookmaker.logic.techniques.families import DIRECT, Family, Tier, worded_as
from bookmaker.printing.canvases.canvas import Box, Canvas, Dash, Point
from bookmaker.printing.grids.step_drawing import draw_candidates
from bookmaker.printing.pages.document import missing_glyphs
from bookmaker.publishing.book.pages.technique_chapter import sums_of
from bookmaker.publishing.explain.pictures import picture
from bookmaker.publishing.explain.step_words import Speaker
from bookmaker.puzzles.rules import geometry

CODES = tuple(PLURALS)
each_technique = pytest.mark.parametrize("technique", TECHNIQUES, ids=lambda technique: technique.name)


def test_every_family_is_of_one_tier_and_every_name_has_a_row_in_one_table() -> None:
    assert sorted(family.number for tier in Tier for family in tier.value) == list(range(len(Family)))
    names = [name for family in Family for name in family.value]
    rows = [technique.name for technique in (*TECHNIQUES, *CAGES, *RELATIONS, *CLUES)]
    assert sorted(names) == sorted(rows) and len(set(names)) == len(names)
    assert [technique.code >> 4 for technique in BY_NAME.values()] == [t.family.number for t in BY_NAME.values()]
    assert not any(len(family.value) > DIRECT for family in (Family.INTERSECTIONS, Family.HIDDEN_SUBSETS))
    assert all(len(family.value) <= 16 for family in Family)


def test_a_row_that_is_wrong_is_named_with_its_column() -> None:
    head = "technique  level  score  SE  source\n"
    for row, message in (
        (
            "x-wing  hard  140  3.2 Sudopedia, X-Wing",
            "'x-wing' has 4 columns, and needs technique, level, score, SE, source",
        ),
        (
            "exocet  hard  400  9.4  SudokuWiki",
            "'exocet.technique' must be a name of a family in logic/techniques/families.py, not 'exocet'",
        ),
        ("x-wing  tough  140  3.2  Sudopedia", "'x-wing.level' must be one of beginner, easy, "),
        ("x-wing  hard  0  3.2  Sudopedia", "'x-wing.score' must be a whole number above 0, not '0'"),
        ("x-wing  hard  140  ?  Sudopedia", "'x-wing.SE' must be a rating such as 3.2, not '?'"),
        ("x-wing  hard  140  3.2  -", "'x-wing.source' must say where the definition is from, not '-'"),
    ):
        with pytest.raises(ResourceError) as raised:
            read_table(head + row)
        (fault,) = raised.value.faults
        assert str(fault).startswith(f"bookmaker/logic/techniques/table.py: {message}")
    with pytest.raises(ResourceError) as raised:
        read_table("technique  level  score  SE  HoDoKu  source\nx-wing  hard  140  3.2  0300  Sudopedia")
    assert "'x-wing.HoDoKu' must be a code, a level" in str(raised.value.faults[0])


def test_a_name_without_a_row_and_a_level_that_falls_are_named() -> None:
    others = (CAGES, RELATIONS, CLUES)
    with pytest.raises(ResourceError) as raised:
        require_rows((tuple(t for t in TECHNIQUES if t.name != "w-wing"), *others))
    assert [fault.message for fault in raised.value.faults] == ["'w-wing' of logic/techniques/families.py has no row"]
    with pytest.raises(ResourceError) as raised:
        require_rows(((*TECHNIQUES[1:], TECHNIQUES[0], TECHNIQUES[1]), *others))
    assert [fault.message for fault in raised.value.faults] == [
        "'naked-single' has two rows",
        "'full-house.level' must be beyond or harder, as that of 'brute-force' above it",
    ]


@pytest.mark.sampled(24)
@each_technique
def test_it_has_a_case_and_a_picture_with_marks(technique: Technique) -> None:
    told = example(technique)
    drawn = picture(told)
    assert drawn.struck == tuple(sorted(told.step.eliminations))
    assert drawn.placed == tuple(sorted(told.step.placements))
    assert drawn.tiles
    assert drawn.marks or not told.step.pattern
    canvas = MarkCanvas()
    draw_candidates(canvas, drawn, 20, 20, 240, IN_TEXT)
    assert len(canvas.digits) > 20
    assert_clear(canvas)


@dataclass
class MarkCanvas(InkCanvas):
    """Collects each stroke of a picture but those of clues, and the heads of arrows, too."""

    strokes: list[tuple[Point, Point, float]] = field(default_factory=list)
    heads: list[Box] = field(default_factory=list)
    _stamped: bool = False

    def stroke(
        self,
        points: Sequence[Point],
        width: float,
        *,
        closed: bool = False,
        ink: float = 1.0,
        dash: Dash | None = None,
    ) -> None:
        super().stroke(points, width, closed=closed, ink=ink, dash=dash)
        # A tinted disc is a broad pale stroke under its figure; the ground is stamped.
        if ink == 1.0 and not self._stamped:
            self.strokes += [(a, b, width) for a, b in pairwise([*points, points[0]] if closed else points)]

    def shape(self, points: Sequence[Point], ink: float) -> None:
        super().shape(points, ink)
        if len(points) == 3 and not self._stamped:
            self.heads.append(self.fills[-1])

    def stamp(self, key: str, x: float, y: float, draw: Callable[[Canvas], None]) -> None:
        self._stamped = True
        super().stamp(key, x, y, draw)
        self._stamped = False


def assert_clear(canvas: MarkCanvas) -> None:
    """No stroke, letter or head of an arrow meets a figure: a ring goes around its own, a line round all."""
    boxes = [box for _, box, _ in canvas.digits]
    # White figures on black, sums and letters are set as texts, as are the numbers beside the grid.
    texts = [box for _, box, _ in canvas.chars]
    for start, end, width in canvas.strokes:
        for box in (*boxes, *texts):
            left, bottom, right, top = box
            half = width / 2 - 0.05
            if meets(start, end, (left - half, bottom - half, right + half, top + half)):
                # Round the corners of the figure a line may pass nearer than beside its sides.
                assert not meets(start, end, box)
                assert all(
                    hypot(max(left - x, x - right, 0), max(bottom - y, y - top, 0)) > half for x, y in (start, end)
                )
    for one in (*texts, *canvas.heads):
        assert all(one == other or apart(one, other) for other in (*boxes, *texts))


def meets(start: Point, end: Point, box: Box) -> bool:
    """Whether a straight line meets a box: what is left of it between the four sides of the box."""
    low, high = 0.0, 1.0
    for way in (0, 1):
        at, by = start[way], end[way] - start[way]
        near, far = box[way] - at, box[way + 2] - at
        if abs(by) < 1e-9:
            if near > 0 or far < 0:
                return False
            continue
        near, far = sorted((near / by, far / by))
        low, high = max(low, near), min(high, far)
    return low < high


def apart(one: Box, other: Box) -> bool:
    return one[2] < other[0] or other[2] < one[0] or one[3] < other[1] or other[3] < one[1]


@pytest.mark.parametrize("code", CODES)
@each_technique
def test_it_has_a_name_a_sentence_and_a_text(technique: Technique, code: str) -> None:
    words = language.techniques(code)
    assert words.text(f"name.{technique.name}")
    assert all(words.paragraphs(f"text.{worded_as(technique.name)}", **sums_of(9)))
    said = Speaker(code, geometry()).step(example(technique).step)
    assert "{" not in said and "  " not in said and ": " in said
    assert not missing_glyphs(LOOK, [said])


@pytest.mark.parametrize("code", CODES)
def test_the_words_are_clean_and_the_fonts_have_them(code: str) -> None:
    texts = list(language.techniques(code).texts())
    for key, text in texts:
        if key not in ("list.separator", "grouping.separator", "because.separator"):
            assert text == text.strip() and text, key
        assert "  " not in text and "\n" not in text and '"' not in text and " - " not in text, key
    assert not missing_glyphs(LOOK, (text for _, text in texts))


SHOWN_OTHERWISE = (
    *("avoidable-rectangle-1", "avoidable-rectangle-2"),  # Their twin takes the givens, too.
    *Family.UNIVERSAL_GRAVES.value,  # The test of graves counts solutions.
    *(
        "finned-jellyfish",
        "sashimi-jellyfish",
        "franken-jellyfish",
        "finned-franken-jellyfish",
    ),  # Too slow; smaller ones have.
    *Family.FORCING.value,  # tests/techniques_naive_forcing.py
    *Family.BRUTE_FORCE.value,
)
"""Techniques that no entry of ``TWINS`` defines again."""


@each_technique
def test_it_has_a_naive_twin(technique: Technique) -> None:
    known = {*naive, *naive_almost, *naive_chains, *naive_fish, *naive_wings, *SHOWN_OTHERWISE}
    assert technique.name in known, (
        f"{technique.name} has no plain definition in TWINS of a tests/techniques_naive_*.py"
    )
