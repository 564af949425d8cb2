"""The search experiment on a file of puzzles: four ways to search, as a table and as charts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bookmaker.logic.solve.search_statistics import USUAL, WAYS, Search, Way, search
from bookmaker.printing.canvases.raster import RasterCanvas
from bookmaker.printing.canvases.svg import SvgCanvas
from bookmaker.printing.pages.charts import Chart, Cumulative, Histogram, Series, draw_charts
from bookmaker.printing.styles import style
from bookmaker.puzzles.grid.puzzle import Puzzle


@dataclass(frozen=True)
class Experiment:
    """For each way the searches of all puzzles."""

    searches: dict[Way, list[Search]]

    @property
    def usual(self) -> list[Search]:
        """The searches of the usual way."""
        return self.searches[USUAL]


def experiment(puzzles: Sequence[Puzzle]) -> Experiment:
    """Search every puzzle in every way."""
    return Experiment({way: search(puzzles, way) for way in WAYS})


def charts(done: Experiment) -> list[Chart]:
    """Time as a histogram and as cumulative curves, depth at the solution, greatest depth, and guesses of each way."""
    usual = done.usual
    times = tuple(1000 * one.seconds for one in usual)
    depths = tuple(float(one.depth) for one in usual if one.solved)
    return [
        Histogram(f"Time: {USUAL.name}", "milliseconds", Series("time", times), 40),
        Cumulative(
            "Time by the way of searching",
            "milliseconds",
            tuple(
                Series(way.name, tuple(max(1000 * one.seconds, 1e-4) for one in searches))
                for way, searches in done.searches.items()
            ),
        ),
        Cumulative(
            "Guesses by the way of searching",
            "guesses (0 shown as 1)",
            tuple(
                Series(way.name, tuple(float(max(one.guesses, 1)) for one in searches))
                for way, searches in done.searches.items()
            ),
        ),
        *([Histogram("Depth at the solution", "nested guesses", Series("depth", depths))] if depths else []),
        Histogram("Greatest depth", "nested guesses", Series("deepest", tuple(float(one.deepest) for one in usual))),
    ]


def picture(done: Experiment, suffix: str, dpi: int = 150) -> bytes:
    """The charts as ``.svg`` or ``.png``."""
    if suffix == ".svg":
        vector = SvgCanvas()
        draw_charts(vector, style.find(), charts(done))
        return vector.finish()
    raster = RasterCanvas(dpi)
    draw_charts(raster, style.find(), charts(done))
    return raster.png()
