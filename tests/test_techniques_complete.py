"""Every technique is whole: a family, a row in a table, a finder, a case, a picture, and words in every language."""

from __future__ import annotations

import pytest
from techniques_data import example
from typeset_data import IN_TEXT, LOOK

from bookmaker.base import language
from bookmaker.base.language import PLURALS
from bookmaker.logic.techniques import BY_NAME, CAGES, CLUES, RELATIONS, TECHNIQUES
from bookmaker.logic.techniques.declare import Technique, read_table
from bookmaker.logic.techniques.families import DIRECT, Family, Tier
from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.grids.step_picture import draw_candidates
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


def test_a_row_that_does_not_fit_the_headings_is_named() -> None:
    with pytest.raises(ValueError, match="x-wing: 4 columns, not technique, level, score, SE, source"):
        read_table("technique  level  score  SE  source\nx-wing  hard  140  3.2 Sudopedia, X-Wing")
    with pytest.raises(ValueError, match="exocet: no family"):
        read_table("technique  level  score  SE  source\nexocet  extreme  400  9.4  SudokuWiki, Exocet")


@each_technique
def test_it_has_a_case_and_a_picture_with_marks(technique: Technique) -> None:
    told = example(technique)
    drawn = picture(told)
    assert drawn.struck == tuple(sorted(told.step.eliminations))
    assert drawn.placed == tuple(sorted(told.step.placements))
    assert drawn.tiles
    assert drawn.marks or not told.step.pattern
    canvas = RecordingCanvas()
    draw_candidates(canvas, drawn, 20, 20, 240, IN_TEXT)
    assert len(canvas.lines) > 100


@pytest.mark.parametrize("code", CODES)
@each_technique
def test_it_has_a_name_a_sentence_and_a_text(technique: Technique, code: str) -> None:
    words = language.techniques(code)
    assert words.text(f"name.{technique.name}")
    assert all(words.paragraphs(f"text.{technique.name}", **sums_of(9)))
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
