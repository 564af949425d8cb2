"""The certificate at the end of a book: pictures where the style is for children, elsewhere the motif of the book."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from book_data import loaded
from typeset_data import picture

from bookmaker.base.language import load
from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.pages import layouts
from bookmaker.printing.pages.ornament import Motif, first_motif
from bookmaker.printing.pages.reward_pages import RewardPage
from bookmaker.printing.styles import style
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.making.stock import as_graded
from bookmaker.publishing.book.pages.matter import Matter, Said, reward_page
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

AREA = (36.0, 36.0, 396.0, 612.0)
MOTIF = first_motif([picture(False)])


def shapes(look: style.Style, motif: Motif | None = MOTIF) -> dict[str, int]:
    """How often each thing is drawn on the page."""
    canvas = RecordingCanvas()
    reward_page(look, load("en"), "A book", 12, motif).draw(canvas, AREA)
    kinds = [line.split()[0] for line in canvas.lines]
    return {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}


@pytest.mark.parametrize("name", style.names())
def test_only_a_style_for_children_has_a_mascot_and_pictures(name: str) -> None:
    look = style.find(name)
    drawn = shapes(look)
    assert look.reward.pictures is (look.voice == "child")
    if look.reward.pictures:
        # The mascot and four pictures, whatever the puzzles are.
        assert drawn["glyph"] == 5 and drawn == shapes(look, None)
        return
    assert "glyph" not in drawn
    if look.ornament.border:
        assert "area" not in drawn and drawn["stroke"] > 100 > shapes(look, None)["stroke"]
        return
    # The motif, with its empty cells where the style shows them, and a shape in each corner.
    areas = 1 + bool(look.motifs.empty and look.motifs.faint)
    assert drawn["area"] == areas + 4
    assert shapes(look, None)["area"] == 4
    bare = replace(look, reward=replace(look.reward, corner_shape=0.0))
    assert shapes(bare)["area"] == areas and "area" not in shapes(bare, None)
    assert shapes(replace(look, reward=replace(look.reward, pictures=True)))["glyph"] == 5


def test_the_certificate_has_the_motif_of_the_title_page(tmp_path: Path) -> None:
    spec = loaded(
        tmp_path,
        "book: {title: A}\nfront_matter: [title-page]\nback_matter: [reward]\nsections: [{title: B, puzzles: {count: 2}}]\n",
    )
    puzzles = [as_graded(Puzzle(geometry(), bytes((cell + shift) % 9 for cell in range(81)))) for shift in (0, 1)]
    said = Said(puzzles, None, (), (), (), ())
    front, back = Matter(book_of(spec), said, AREA, layouts.find("two-up", spec.look)).assembled([], 2, str)
    (title,), (reward,) = front, back
    assert isinstance(reward, RewardPage)
    assert reward.motif is not None and reward.motif == title.motif  # type: ignore[attr-defined]
