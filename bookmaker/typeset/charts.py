"""Charts of distributions: a histogram, and cumulative curves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from bookmaker.typeset.canvas import Box, Canvas, Sheet, write
from bookmaker.typeset.fonts import face

SIZE = 8.0
_INKS = (1.0, 0.55, 0.75, 0.3)
_WIDTHS = (1.6, 1.6, 0.8, 0.8)


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


def draw_charts(canvas: Canvas, charts: Sequence[Chart], width: float = 460.0, height: float = 220.0) -> None:
    """Draw charts one under another on one page, each ``width`` x ``height`` points."""
    canvas.begin_page(Sheet(width, height * len(charts), (0.0, 0.0, width, height * len(charts))))
    for row, chart in enumerate(charts):
        top = height * (len(charts) - row)
        write(canvas, 44, top - 18, chart.title, face("label-bold"), SIZE + 2)
        area = (44.0, top - height + 38, width - 20, top - 32)
        write(canvas, (area[0] + area[2]) / 2, area[1] - 26, chart.axis, face("label"), SIZE, "centre")
        write(canvas, area[0] - 5, area[3] + 6, "puzzles", face("label"), SIZE - 1, "right")
        canvas.stroke([(area[0], area[3]), (area[0], area[1]), (area[2], area[1])], 0.75)
        if isinstance(chart, Histogram):
            _histogram(canvas, chart, area)
        else:
            _cumulative(canvas, chart, area)
    canvas.end_page()


def _tick(canvas: Canvas, x: float, y: float, text: str) -> None:
    canvas.stroke([(x, y), (x, y - 3)], 0.75)
    write(canvas, x, y - 12, text, face("label"), SIZE - 1, "centre")


def _level(canvas: Canvas, area: Box, share: float, text: str) -> None:
    y = area[1] + share * (area[3] - area[1])
    canvas.stroke([(area[0] - 3, y), (area[0], y)], 0.75)
    write(canvas, area[0] - 5, y - 2.5, text, face("label"), SIZE - 1, "right")


def _histogram(canvas: Canvas, chart: Histogram, area: Box) -> None:
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
            canvas.fill((x + 0.5, bottom, x + bar - 0.5, bottom + count / max(counts) * (top - bottom)), 0.6)
    if whole:
        for index in range(0, len(counts), max(1, len(counts) // 8)):
            least = first + index * step
            text = f"{least:.0f}" if step == 1 else f"{least:.0f}–{least + step - 1:.0f}"
            _tick(canvas, left + (index + 0.5) * bar, bottom, text)
    else:
        # A bar lies between two marks here.
        apart = _round(len(counts) * step / 8)
        for mark in range(ceil(first / apart), floor((first + len(counts) * step) / apart + _HAIR) + 1):
            _tick(canvas, left + (mark * apart - first) / step * bar, bottom, f"{mark * apart:.4g}")
    apart = max(1.0, _round(max(counts) / 5))
    for mark in range(int(max(counts) / apart) + 1):
        _level(canvas, area, mark * apart / max(counts), f"{mark * apart:.0f}")


_HAIR = 1e-6


def _round(least: float) -> float:
    """The least number from ``least`` on that is 1, 2 or 5 times a power of ten."""
    power = 10.0 ** floor(log10(least))
    return next(times * power for times in (1, 2, 5, 10) if times * power >= least * (1 - _HAIR))


def _cumulative(canvas: Canvas, chart: Cumulative, area: Box) -> None:
    left, bottom, right, top = area
    every = [value for series in chart.series for value in series.values]
    low, high = floor(log10(min(every))), ceil(log10(max(every)))
    high = max(high, low + 1)
    for power in range(low, high + 1):
        _tick(canvas, left + (power - low) / (high - low) * (right - left), bottom, f"{10.0**power:g}")
    for share in (0.0, 0.5, 1.0):
        _level(canvas, area, share, f"{share:.0%}")
    for index, series in enumerate(chart.series):
        ink, width = _INKS[index % len(_INKS)], _WIDTHS[index % len(_WIDTHS)]
        points = [(left, bottom)]
        for rank, value in enumerate(sorted(series.values), 1):
            x = left + (log10(value) - low) / (high - low) * (right - left)
            points += [(x, points[-1][1]), (x, bottom + rank / len(series.values) * (top - bottom))]
        canvas.stroke([*points, (right, top)], width, ink=ink)
        y = bottom + 8 + 11 * (len(chart.series) - 1 - index)
        canvas.stroke([(right - 172, y + 2.5), (right - 154, y + 2.5)], width, ink=ink)
        write(canvas, right - 150, y, series.name, face("label"), SIZE - 1)
