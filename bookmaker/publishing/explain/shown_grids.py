"""What a picture of a step shows: of several grids that share cells those in which it lies, and parts of a grid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bookmaker.printing.grids.partial_grid import parts_around
from bookmaker.printing.grids.step_picture import CandidatePicture, Spot
from bookmaker.puzzles.grid.some_grids import fewest_grids, some_grids


def in_its_grids(drawn: CandidatePicture) -> CandidatePicture:
    """A picture of a whole puzzle; of several grids with the fewest only that hold all that it is about.

    All are kept where the others take no more room.
    """
    whole = drawn.geometry
    corners = fewest_grids(whole, _meant(drawn)) if whole.overlapping else ()
    if not corners:
        return drawn
    some = some_grids(whole, corners)
    if (some.ground.height, some.ground.width) == (whole.height, whole.width):
        return drawn
    number = {cell: index for index, cell in enumerate(some.cells)}

    def moved(spot: Spot) -> Spot:
        return number[spot[0]], spot[1]

    return replace(
        drawn,
        geometry=some.ground,
        among=some,
        digits=bytes(drawn.digits[cell] for cell in some.cells),
        candidates=tuple(drawn.candidates[cell] for cell in some.cells),
        bold=frozenset(number[cell] for cell in drawn.bold if cell in number),
        tiles=tuple((number[cell], texture) for cell, texture in drawn.tiles),
        marks=tuple((moved(spot), shape) for spot, shape in drawn.marks),
        struck=tuple(map(moved, drawn.struck)),
        placed=tuple(map(moved, drawn.placed)),
        links=tuple(replace(link, start=moved(link.start), end=moved(link.end)) for link in drawn.links),
        outlines=tuple(
            replace(outline, cells=tuple(number[cell] for cell in outline.cells)) for outline in drawn.outlines
        ),
        notes=tuple((number[cell], text) for cell, text in drawn.notes),
    )


def parts(drawn: CandidatePicture) -> Iterator[CandidatePicture]:
    """A picture, and the parts of it that show all that it is about, the largest first."""
    for part in parts_around(drawn.geometry, _meant(drawn)):
        yield drawn if part == drawn.shown else replace(drawn, part=part)


def _meant(drawn: CandidatePicture) -> set[int]:
    """The cells that a picture is about. Of cages, which have their sums in one cell, all cells, if no house is what counts."""
    pattern = {cell for cell, _ in (*drawn.tiles, *drawn.placed)}
    ends = (spot for link in drawn.links for spot in (link.start, link.end))
    spots = (*(spot for spot, _ in drawn.marks), *drawn.struck, *ends)
    cells = pattern.union((cell for cell, _ in (*spots, *drawn.notes)), *(outline.cells for outline in drawn.outlines))
    if not drawn.outlines:
        cells.update(cell for cage in drawn.cages if pattern.intersection(cage.cells) for cell in cage.cells)
    return cells
