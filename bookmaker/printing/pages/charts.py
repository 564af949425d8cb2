"""Charts of distributions: a histogram, and cumulative curves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from bookmaker.printing.canvases.canvas import Box, Canvas, Sheet, write
from bookmaker.printing.styles.style import Style


@dataclass(frozen=True, slots=True)
class Series:
    """Named values, one for each puzzle."""

    name: str
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Histogram:
    """How many values fall into each of about ``bins`` equal steps of a linear axis."""

    title: str
    axis: str
    series: Series
    bins: int = 20


@dataclass(frozen=True, slots=True)
class Cumulative:
    """The share of values up to each point of a logarithmic axis, a curve for each series. Values are above 0."""

    title: str
    axis: str
    series: tuple[Series, ...]


Chart = Histogram | Cumulative

_SIZE = (460.0, 220.0)
"""Width and height of a chart, in points."""


def draw_charts(canvas: Canvas, look: Style, charts: Sequence[Chart]) -> None:
    """Draw charts one under another on one page."""
    width, height = _SIZE
    canvas.begin_page(Sheet(width, height * len(charts), (0.0, 0.0, width, height * len(charts))))
    for row, chart in enumerate(charts):
        top = height * (len(charts) - row)
        write(canvas, 44, top - 18, chart.title, look.face("caption_bold"), look.charts.title)
        area = (44.0, top - height + 38, width - 20, top - 32)
        write(
            canvas, (area[0] + area[2]) / 2, area[1] - 26, chart.axis, look.face("caption"), look.charts.size, "centre"
        )
        write(canvas, area[0] - 5, area[3] + 6, "puzzles", look.face("caption"), look.charts.small, "right")
        canvas.stroke([(area[0], area[3]), (area[0], area[1]), (area[2], area[1])], look.charts.axis)
        if isinstance(chart, Histogram):
            _histogram(canvas, look, chart, area)
        else:
            _cumulative(canvas, look, chart, area)
    canvas.end_page()


def _tick(canvas: Canvas, look: Style, x: float, y: float, text: str) -> None:
    canvas.stroke([(x, y), (x, y - 3)], look.charts.axis)
    write(canvas, x, y - 12, text, look.face("caption"), look.charts.small, "centre")


def _level(canvas: Canvas, look: Style, area: Box, share: float, text: str) -> None:
    y = area[1] + share * (area[3] - area[1])
    canvas.stroke([(area[0] - 3, y), (area[0], y)], look.charts.axis)
    write(canvas, area[0] - 5, y - 2.5, text, look.face("caption"), look.charts.small, "right")


def _histogram(canvas: Canvas, look: Style, chart: Histogram, area: Box) -> None:
    left, bottom, right, top = area
    values = chart.series.values
    low, high = min(values), max(values)
    whole = all(value == int(value) for value in values)
    if whole:
        step: float = max(1, ceil((high - low + 1) / chart.bins))
        first = low
    else:
        step = _round((high - low) / chart.bins or high)
        first = floor(low / step) * step
    counts = [0] * (int((high - first) / step) + 1)
    for value in values:
        counts[min(int((value - first) / step), len(counts) - 1)] += 1
    bar = (right - left) / len(counts)
    for index, count in enumerate(counts):
        if count:
            x = left + index * bar
            half = look.charts.bar_gap / 2
            box = (x + half, bottom, x + bar - half, bottom + count / max(counts) * (top - bottom))
            canvas.fill(box, look.charts.bar)
    if whole:
        for index in range(0, len(counts), max(1, len(counts) // 8)):
            least = first + index * step
            text = f"{least:.0f}" if step == 1 else f"{least:.0f}–{least + step - 1:.0f}"
            _tick(canvas, look, left + (index + 0.5) * bar, bottom, text)
    else:
        # A bar lies between two marks here.
        apart = _round(len(counts) * step / 8)
        for mark in range(ceil(first / apart), floor((first + len(counts) * step) / apart + _HAIR) + 1):
            _tick(canvas, look, left + (mark * apart - first) / step * bar, bottom, f"{mark * apart:.4g}")
    apart = max(1.0, _round(max(counts) / 5))
    for mark in range(int(max(counts) / apart) + 1):
        _level(canvas, look, area, mark * apart / max(counts), f"{mark * apart:.0f}")


_HAIR = 1e-6


def _round(least: float) -> float:
    """The least number from ``least`` on that is 1, 2 or 5 times a power of ten."""
    power = 10.0 ** floor(log10(least))
    return next(times * power for times in (1, 2, 5, 10) if times * power >= least * (1 - _HAIR))


def _cumulative(canvas: Canvas, look: Style, chart: Cumulative, area: Box) -> None:
    left, bottom, right, top = area
    every = [value for series in chart.series for value in series.values]
    low, high = floor(log10(min(every))), ceil(log10(max(every)))
    high = max(high, low + 1)
    for power in range(low, high + 1):
        _tick(canvas, look, left + (power - low) / (high - low) * (right - left), bottom, f"{10.0**power:g}")
    for share in (0.0, 0.5, 1.0):
        _level(canvas, look, area, share, f"{share:.0%}")
    for index, series in enumerate(chart.series):
        inks, widths = look.charts.inks, look.charts.widths
        ink, width = inks[index % len(inks)], widths[index % len(widths)]
        points = [(left, bottom)]
        for rank, value in enumerate(sorted(series.values), 1):
            x = left + (log10(value) - low) / (high - low) * (right - left)
            points += [(x, points[-1][1]), (x, bottom + rank / len(series.values) * (top - bottom))]
        canvas.stroke([*points, (right, top)], width, ink=ink)
        y = bottom + 8 + 11 * (len(chart.series) - 1 - index)
        canvas.stroke([(right - 172, y + 2.5), (right - 154, y + 2.5)], width, ink=ink)
        write(canvas, right - 150, y, series.name, look.face("caption"), look.charts.small)
