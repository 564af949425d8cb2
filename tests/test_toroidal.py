"""Regions that go on beyond the edges of the grid: maps, the pages that show them, and the proof that reads them back."""

from __future__ import annotations

import pytest
from typeset_data import LOOK

from bookmaker.base.errors import UsageError
from bookmaker.logic.generation.region_maps import region_map
from bookmaker.printing.canvases.canvas import Sheet
from bookmaker.printing.canvases.pdf import Metadata, PdfCanvas
from bookmaker.printing.grids.grid_drawing import GridStyle, draw_grid, puzzle_picture
from bookmaker.publishing.proof.grids import grids
from bookmaker.publishing.proof.ink import Pages
from bookmaker.publishing.proof.kinds import marks
from bookmaker.puzzles.grid.geometry import Geometry, connected
from bookmaker.puzzles.grid.symmetry import maps
from bookmaker.puzzles.rules import RULES, geometry, regions_of, sizes_of


def parts(regions: tuple[int, ...]) -> list[list[int]]:
    return [[cell for cell, region in enumerate(regions) if region == number] for number in set(regions)]


@pytest.mark.parametrize("size", [4, 5, 6, 9])
def test_maps_hold_together_across_the_edges_and_some_regions_only_there(size: int) -> None:
    for seed in range(4):
        own = parts(region_map(size, seed, beyond=True))
        assert all(len(part) == size and connected(part, size, beyond=True) for part in own)
        assert sum(not connected(part, size) for part in own) * 3 >= size


def test_maps_have_the_symmetry_that_is_wanted() -> None:
    regions = region_map(9, 1, "rotational", beyond=True)
    for image in maps("rotational", 9):
        assert regions_of([regions[cell] for cell in image], 9) == regions


def test_the_map_decides_which_of_the_two_rules_a_puzzle_has() -> None:
    """A file may name either: what its map shows is what is printed."""
    for kind in ("jigsaw", "toroidal"):
        assert geometry(kind, 9, region_map(9, 1)).kind == "jigsaw"
        assert geometry(kind, 9, region_map(9, 1, beyond=True)).kind == "toroidal"
    with pytest.raises(UsageError, match="a puzzle has one"):
        geometry("jigsaw+toroidal")
    assert sizes_of({"jigsaw", "toroidal"}) == ()


def drawn(ground: Geometry) -> bytes:
    canvas = PdfCanvas(Metadata("t"), LOOK)
    canvas.begin_page(Sheet(500, 500, (0, 0, 500, 500)))
    givens = bytes(cell % ground.size + 1 if cell % 5 == 0 else 0 for cell in range(ground.cell_count))
    draw_grid(canvas, puzzle_picture(ground, givens), 50, 50, 400, GridStyle.in_puzzles(LOOK))
    canvas.end_page()
    return canvas.finish()


@pytest.mark.parametrize(("size", "seed"), [(6, 1), (9, 1), (9, 2)])
def test_open_edges_are_read_back_from_the_page(size: int, seed: int) -> None:
    ground = geometry("toroidal", size, region_map(size, seed, beyond=True))
    pages = Pages(drawn(ground), "t.pdf")
    (page,) = pages
    (grid,), _ = grids(page, 0, 0)
    pages.close()
    found = marks(grid)
    assert (found.faults, found.assumed) == ((), ())
    assert found.ground is ground


def test_rules_that_leave_no_grid_together_are_refused_with_the_reason() -> None:
    barred = [(name, other) for name, rule in RULES.items() for other in sorted(rule.bars)]
    assert barred
    for pair in barred:
        assert sizes_of(pair) == ()
        with pytest.raises(UsageError, match="no full grid keeps both"):
            geometry(pair, max(RULES[pair[0]].sizes or {9}))
