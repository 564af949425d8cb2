"""Charts of the report as inline SVG: read by eye, by screen readers (a title and a table), and printed in black."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor

_WIDE, _HIGH = 640, 220
_LEFT, _BOTTOM, _TOP, _RIGHT = 48, 34, 12, 10
"""Of a chart, in its own units; the page scales it."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a chart: what it counts, and how many."""

    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Dot:
    """One puzzle in a chart over the book: its number, its value, and what it is called."""

    number: int
    value: float
    name: str


def binned(values: Sequence[float], most: int = 16) -> list[Bar]:
    """Values in at most ``most`` bins whose bounds are round numbers."""
    if not values:
        return []
    low, high = min(values), max(values)
    step = _round_step((high - low) / most)
    first = floor(low / step)
    count = floor(high / step) - first + 1
    bins = [0] * count
    for value in values:
        bins[floor(value / step) - first] += 1
    return [Bar(_range((first + at) * step, (first + at + 1) * step), held) for at, held in enumerate(bins)]


def _round_step(least: float) -> float:
    step = 1.0
    while True:
        for times in (1, 2, 5):
            if times * step >= least:
                return times * step
        step *= 10


def _range(low: float, high: float) -> str:
    return f"{low:g}" if high - low == 1 else f"{low:g}–{high - 1:g}"


def histogram(title: str, axis: str, bars: Sequence[Bar]) -> str:
    """Upright bars with their counts, and a table of them for those who cannot see it."""
    most = max((bar.count for bar in bars), default=1)
    wide = (_WIDE - _LEFT - _RIGHT) / max(1, len(bars))
    parts = []
    for at, bar in enumerate(bars):
        high = bar.count / most * (_HIGH - _TOP - _BOTTOM - 12)
        x, y = _LEFT + at * wide, _HIGH - _BOTTOM - high
        parts.append(
            f'<rect x="{x + 1:.1f}" y="{y:.1f}" width="{max(1.0, wide - 2):.1f}" height="{high:.1f}">'
            f"<title>{escape(bar.name)}: {bar.count}</title></rect>"
        )
        if bar.count:
            parts.append(_text(x + wide / 2, y - 3, str(bar.count), "middle"))
        every = ceil(len(bars) / 12)
        if at % every == 0:
            parts.append(_text(x + wide / 2, _HIGH - _BOTTOM + 13, bar.name, "middle"))
    parts.append(_text((_LEFT + _WIDE) / 2, _HIGH - 4, axis, "middle"))
    return _figure(title, axis, parts, [(bar.name, str(bar.count)) for bar in bars])


def level_bars(title: str, axis: str, bars: Sequence[Bar]) -> str:
    """Bars that lie, for long names such as those of techniques."""
    most = max((bar.count for bar in bars), default=1)
    high, name_wide = 18, 190
    parts = []
    for at, bar in enumerate(bars):
        y = _TOP + at * high
        wide = bar.count / most * (_WIDE - name_wide - 60)
        parts.append(_text(name_wide - 6, y + 12, bar.name, "end"))
        parts.append(
            f'<rect x="{name_wide}" y="{y + 2}" width="{wide:.1f}" height="{high - 4}">'
            f"<title>{escape(bar.name)}: {bar.count}</title></rect>"
        )
        parts.append(_text(name_wide + wide + 4, y + 12, str(bar.count), "start"))
    table = [(bar.name, str(bar.count)) for bar in bars]
    return _figure(title, axis, parts, table, high=_TOP + len(bars) * high + 6)


def curve(title: str, axis: str, sections: Sequence[tuple[str, Sequence[Dot]]]) -> str:
    """A dot for each puzzle in the order of the book, a band for each section."""
    dots = [dot for _, held in sections for dot in held]
    most = max((dot.value for dot in dots), default=1.0) or 1.0
    step = _round_step(most / 4)
    top = ceil(most / step) * step
    wide = (_WIDE - _LEFT - _RIGHT) / max(1, len(dots))
    high = _HIGH - _TOP - _BOTTOM
    parts = []
    at = 0
    for number, (name, held) in enumerate(sections):
        x = _LEFT + at * wide
        shade = "even" if number % 2 else "odd"
        parts.append(
            f'<rect class="{shade}" x="{x:.1f}" y="{_TOP}" width="{len(held) * wide:.1f}" height="{high}">'
            f"<title>{escape(name)}</title></rect>"
        )
        at += len(held)
    value = 0.0
    while value <= top:
        y = _TOP + high * (1 - value / top)
        parts.append(f'<path class="rule" d="M{_LEFT} {y:.1f}H{_WIDE - _RIGHT}"/>')
        parts.append(_text(_LEFT - 5, y + 4, f"{value:g}", "end"))
        value += step
    for index, dot in enumerate(dots):
        x, y = _LEFT + (index + 0.5) * wide, _TOP + high * (1 - dot.value / top)
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.2"><title>{escape(dot.name)}</title></circle>')
    parts.append(_text((_LEFT + _WIDE) / 2, _HIGH - 8, axis, "middle"))
    rows = [
        (name, f"{min(dot.value for dot in held):g}–{max(dot.value for dot in held):g}")
        for name, held in sections
        if held
    ]
    return _figure(title, axis, parts, rows)


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _figure(title: str, axis: str, parts: Sequence[str], rows: Sequence[tuple[str, str]], high: float = _HIGH) -> str:
    cells = "".join(f"<tr><th scope=row>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in rows)
    return "".join(
        [
            f"<figure><figcaption>{escape(title)}</figcaption>",
            f'<svg viewBox="0 0 {_WIDE} {high:g}" role="img" aria-label="{escape(title)}">',
            *parts,
            f"</svg><details><summary>As a table</summary><table><caption>{escape(axis)}</caption>{cells}</table></details>",
            "</figure>",
        ]
    )


def rows_of(pairs: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Rows of a table with a heading each."""
    for name, value in pairs:
        yield f"<tr><th scope=row>{escape(name)}</th><td>{escape(value)}</td></tr>"
