"""``report.html``: the book at a glance, for whoever makes it. One file, nothing fetched, the same bytes for the same book.

How long the build took is not in it: a time is another one at each run.
"""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from math import ceil, floor
from pathlib import Path

from bookmaker.base import errors
from bookmaker.base.output import json_file
from bookmaker.formats.apps.json_files import RULE_FIELDS, as_object
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.logic.generation.order_fields import LABELS
from bookmaker.logic.times import ANCHORED, BOUND, Time, range_text
from bookmaker.printing.canvases.page_setup import PageSetup
from bookmaker.printing.canvases.raster import ThumbnailCanvas
from bookmaker.printing.grids.symbols import DIGITS, Symbols
from bookmaker.printing.pages.document import draw_document
from bookmaker.publishing.book.making.editions import Interior
from bookmaker.publishing.book.making.folders import MANIFEST
from bookmaker.publishing.book.making.stock import Repaired
from bookmaker.publishing.book.pages.assemble import Assembled, Place
from bookmaker.publishing.book.pages.book import Book
from bookmaker.publishing.book.pages.slots import symbols_of
from bookmaker.publishing.book.spec.spec_file import Spec
from bookmaker.publishing.proof.judgement import CHECKS
from bookmaker.publishing.proof.proof import Proof
from bookmaker.puzzles.grid.puzzle import cells_text
from bookmaker.version import VERSION

# The manifest, for programs: each puzzle with its pages, and the version that made the files.


def puzzle_records(
    spec: Spec, sections: Sequence[Sequence[GradedPuzzle]], book: Book, places: Iterable[Place]
) -> list[dict[str, object]]:
    """Each puzzle of the book, in order: its number, pages, givens, solution, grade and seed or source, and its code."""
    puzzles: list[dict[str, object]] = []
    where = iter(places)
    numbered = book.numbers([len(section) for section in sections])
    for wanted, section, own in zip(spec.sections, sections, numbered, strict=True):
        for stocked, number in zip(section, own, strict=True):
            place = next(where)
            puzzle = stocked.puzzle
            puzzles.append(
                {
                    "number": number,
                    "section": wanted.title,
                    "page": place.page,
                    "answer_page": place.answer_page,
                    "file_page": place.file_page,
                    "kind": puzzle.geometry.kind,
                    "size": puzzle.geometry.size,
                    "givens": cells_text(puzzle.givens),
                    **{key: value for key, value in as_object(puzzle).items() if key in RULE_FIELDS},
                    "solution": cells_text(stocked.solution),
                    **_symbols(symbols_of(stocked)),
                    "seed": stocked.seed,
                    **({"code": stocked.code} if stocked.code else {}),
                    "source": None
                    if puzzle.source is None
                    else errors.Place(Path(puzzle.source.path).name, puzzle.source.line).to_line,
                    **stocked.grade.as_dict(spec.estimates),
                }
            )
    return puzzles


def manifest(
    spec: Spec,
    sections: Sequence[Sequence[GradedPuzzle]],
    interiors: Sequence[Interior],
    repaired: Sequence[Repaired] = (),
    files: Mapping[str, bytes] | None = None,
) -> bytes:
    """Every puzzle of the book, as JSON: its number, pages, givens, solution, grade and seed or source.

    Pages are those of the first interior. ``repaired`` are the puzzles from files that were mended or left out. ``bookmaker`` is
    the version that made the book, ``files`` the SHA-256 of every other file.
    """
    assembled, puzzles = (
        interiors[0].assembled,
        puzzle_records(spec, sections, interiors[0].book, interiors[0].assembled.places),
    )
    hashes = {name: sha256(content).hexdigest() for name, content in (files or {}).items() if name != MANIFEST}
    book: dict[str, object] = {
        "bookmaker": VERSION,
        "files": hashes,
        "title": spec.book.title,
        "author": spec.book.author,
        "language": spec.book.language,
        "seed": spec.named_seed,
        **_volume(spec),
        "pages": len(assembled.interior),
        "front_pages": assembled.front,
        "puzzles": puzzles,
        "repairs": [one.as_dict() for one in repaired],
    }
    if spec.editions:
        book["printers"] = {one.setup.edition.printer.name: one.as_dict(interiors[0]) for one in interiors}
    return json_file(book)


def _volume(spec: Spec) -> dict[str, object]:
    return {} if spec.series is None else {"series": spec.series.name, "volume": spec.series.volume}


def _symbols(symbols: Symbols) -> dict[str, object]:
    """The symbols printed for digits 1, 2, ...; nothing for digits themselves."""
    if symbols is DIGITS:
        return {}
    return {"symbols": list(symbols.names), **({"word": symbols.word} if symbols.word else {})}


# Charts of the report as inline SVG: read by eye, by screen readers (a title and a table), and printed in black.

_WIDE, _HIGH = 640, 220
_LEFT, _BOTTOM, _TOP, _RIGHT = 48, 34, 12, 10
"""Of a chart, in its own units; the page scales it."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a chart: its label and its count."""

    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Dot:
    """One puzzle in a chart over the book: its number, its value and its name."""

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


_DPI = 16
"""Of the pages on the contact sheet."""
_SHOWN = 96
"""Pages on the contact sheet. Of a longer book evenly spaced pairs of facing pages are shown."""
_TECHNIQUES = 30
"""Techniques in their chart, the most frequent ones."""

_LOOK = """
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:68rem;margin:2rem auto;padding:0 1rem}
h1{line-height:1.2;margin-bottom:.2em}h2{margin-top:2em;border-bottom:1px solid}
table{border-collapse:collapse}th,td{text-align:left;padding:.15em 1em .15em 0;vertical-align:top}th{font-weight:600}
figure{margin:1em 0;break-inside:avoid}figcaption{font-weight:600}svg{width:100%;max-width:44rem;height:auto}
svg rect{fill:#456}svg text{font:11px system-ui,sans-serif;fill:currentColor}svg circle{fill:#c40}
svg .odd{fill:#8881}svg .even{fill:#8883}svg .rule{stroke:#8886;fill:none}
summary{cursor:pointer;font-size:.9em}
.sheet{display:flex;flex-wrap:wrap;gap:.6rem;padding:0;list-style:none}
.sheet li{font-size:.75em;text-align:center}.sheet img{display:block;border:1px solid #8888}
.fault{font-weight:600}
@media print{body{max-width:none;margin:0}summary{display:none}.sheet img{width:22mm;height:auto}a{color:inherit}}
"""


def report(
    spec: Spec,
    sections: Sequence[Sequence[GradedPuzzle]],
    assembled: Assembled,
    shown: Iterable[str],
    notes: Sequence[str],
    repaired: Sequence[Repaired],
    proof: Proof | None,
) -> bytes:
    """The report of a book. ``shown`` is its :func:`contact_sheet`, ``notes`` are the questions that a printer would have;
    ``proof`` is None where none was made.
    """
    title = spec.printed(spec.book.title)
    parts = [
        "<!doctype html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}: report</title>',
        f'<meta name="viewport" content="width=device-width"><style>{_LOOK}</style></head><body><main>',
        f"<h1>{escape(title)}</h1>",
        *_summary(spec, sections, assembled),
        *_checks(notes, proof),
        *_charts(spec, sections),
        *_repairs(repaired),
        *shown,
        "</main></body></html>\n",
    ]
    return "\n".join(parts).encode("utf-8", "xmlcharrefreplace")


def _summary(spec: Spec, sections: Sequence[Sequence[GradedPuzzle]], assembled: Assembled) -> Iterator[str]:
    everything = [one for section in sections for one in section]
    levels = Counter(one.grade.label for one in everything)
    ordered = [f"{levels[level]} {level}" for level in (*LABELS, "beyond") if levels[level]]
    before = assembled.front
    rows = [
        ("Puzzles", f"{len(everything)} ({', '.join(ordered)})"),
        ("Pages", str(len(assembled.interior)) + (f", {before} of them before page 1" if before else "")),
        ("Expected time of an average solver", _hours([one.grade.time for one in everything])),
        ("Seed", str(spec.named_seed)),
    ]
    yield f"<table>{''.join(rows_of(rows))}</table>"
    yield "<h2>Sections</h2><table><tr><th scope=col>Section<th scope=col>Puzzles<th scope=col>Kinds<th scope=col>Levels"
    yield "<th scope=col>Scores<th scope=col>Minutes</tr>"
    for wanted, section in zip(spec.sections, sections, strict=True):
        kinds = Counter(
            f"{one.puzzle.geometry.kind} {one.puzzle.geometry.size}×{one.puzzle.geometry.size}" for one in section
        )
        held = Counter(one.grade.label for one in section)
        by_level = ", ".join(f"{held[level]} {level}" for level in (*LABELS, "beyond") if held[level])
        scores = [one.grade.score for one in section]
        cells = (
            wanted.title,
            str(len(section)),
            ", ".join(sorted(kinds)),
            by_level,
            f"{min(scores)}–{max(scores)}" if scores else "",
            _minutes([one.grade.time for one in section]),
        )
        yield f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"
    yield "</table>"


def _hours(times: Sequence[Time]) -> str:
    """The time for all puzzles: a sum where such puzzles were timed, the sums of the ends of the ranges where it is estimated."""
    means = [time.mean for time in times if time.mean is not None]
    ranges = [(time.low or 0.0, time.high) for time in times if time.basis == ANCHORED and time.high is not None]
    said = [f"{sum(means) / 60:.0f} hours in all" + _some(means, times)] if means else []
    if ranges:
        low, high = (sum(ends) / 60 for ends in zip(*ranges, strict=True))
        said.append(f"{low:.0f} to {high:.0f} hours, estimated" + _some(ranges, times))
    return "; ".join(said) or ("not known" if times else "none")


def _some(known: Sequence[object], times: Sequence[Time]) -> str:
    return f", for {len(known)} of {len(times)} puzzles" if len(known) < len(times) else ""


def _minutes(times: Sequence[Time]) -> str:
    """The minutes of a section, by their basis."""
    means = [time.mean for time in times if time.mean is not None]
    lows = [time.low or 0.0 for time in times if time.basis == ANCHORED]
    highs = [time.high or 0.0 for time in times if time.basis == ANCHORED]
    said = [f"{min(means):.0f}–{max(means):.0f}"] if means else []
    said += [f"estimated {range_text(min(lows), max(highs))}"] if lows else []
    bounds = [time.low for time in times if time.basis == BOUND and time.low is not None]
    said += [f"more than {min(bounds):.0f}"] if bounds else []
    return ", ".join(said)


def _checks(notes: Sequence[str], proof: Proof | None) -> Iterator[str]:
    yield "<h2>Print checks</h2>"
    yield (
        "<ul>"
        + "".join(f"<li>{escape(note)}</li>" for note in notes or ["no printer would ask about anything"])
        + "</ul>"
    )
    yield "<h2>Proof from the page</h2>"
    if proof is None:
        yield "<p>None was made.</p>"
        return
    verdict = f"{len(proof.faults)} faults" if len(proof.faults) != 1 else "1 fault"
    yield f"<p>{verdict if proof.faults else 'No fault was found.'}</p>"
    yield "<table><tr><th scope=col>Check<th scope=col>Looked at<th scope=col>Faults</tr>"
    for check in CHECKS:
        if check in proof.counts:
            faults = sum(one.severity == "fault" for one in proof.of(check))
            yield f"<tr><th scope=row>{check}</th><td>{proof.counts[check]}</td><td>{faults}</td></tr>"
    yield "</table>"
    lines: list[tuple[str, str]] = [(one.severity, str(one)) for one in proof.found]
    lines += [("assumed", text) for text in proof.assumed] + [("not read", text) for text in proof.unread]
    if lines:
        yield (
            "<ul>"
            + "".join(f'<li><b class="{escape(kind)}">{kind}</b>: {escape(text)}</li>' for kind, text in lines)
            + "</ul>"
        )


def _charts(spec: Spec, sections: Sequence[Sequence[GradedPuzzle]]) -> Iterator[str]:
    everything = [one for section in sections for one in section]
    numbered = iter(range(spec.number_from, spec.number_from + len(everything)))
    dots = [
        (
            wanted.title,
            [Dot(number := next(numbered), one.grade.score, _name(number, one)) for one in section],
        )
        for wanted, section in zip(spec.sections, sections, strict=True)
    ]
    techniques: Counter[str] = Counter()
    for one in everything:
        techniques.update(one.grade.techniques.keys())
    levels = Counter(one.grade.label for one in everything)
    yield "<h2>Difficulty</h2>"
    yield curve("Score through the book", "puzzles in the order of the book", dots)
    yield histogram("Levels", "level", [Bar(level, levels[level]) for level in (*LABELS, "beyond") if levels[level]])
    yield histogram("Scores", "score", binned([one.grade.score for one in everything]))
    # Only where such puzzles were timed: the others have ranges.
    if minutes := [mean for one in everything if (mean := one.grade.time.mean) is not None]:
        yield histogram("Minutes", "expected minutes", binned(minutes))
    yield histogram("Givens", "givens", binned([float(one.puzzle.given_count) for one in everything]))
    ranked = sorted(techniques.items(), key=lambda item: (-item[1], item[0]))[:_TECHNIQUES]
    yield level_bars("Techniques", "puzzles that need it", [Bar(name, count) for name, count in ranked])


def _name(number: int, one: GradedPuzzle) -> str:
    grade = one.grade
    minutes = f"{grade.time}, " if str(grade.time) else ""
    return f"{number}: {grade.label}, score {grade.score}, {minutes}hardest {grade.hardest or 'none'}"


def _repairs(repaired: Sequence[Repaired]) -> Iterator[str]:
    yield "<h2>Repairs</h2>"
    if not repaired:
        yield "<p>No puzzle from a file was mended or left out.</p>"
        return
    yield "<ul>" + "".join(f"<li>{escape(f'{one.section}: {one.fault.message}')}</li>" for one in repaired) + "</ul>"


def contact_sheet(assembled: Assembled, setup: PageSetup) -> Iterator[str]:
    """Pictures of the pages, or of some of many, as lines of the report."""
    count = len(assembled.interior)
    chosen = range(count) if count <= _SHOWN else sorted({at for pair in _pairs(count) for at in pair})
    yield "<h2>Pages</h2>"
    if count > _SHOWN:
        yield f"<p>{len(chosen)} of {count} pages.</p>"
    yield '<ol class="sheet">'
    for index in chosen:
        canvas = ThumbnailCanvas(_DPI)
        draw_document(canvas, assembled.interior, setup, index)
        (image,) = canvas.pages
        data = base64.b64encode(canvas.png()).decode("ascii")
        folio = assembled.interior[index].folio or "–"
        yield (
            f'<li><img src="data:image/png;base64,{data}" width="{image.width}" height="{image.height}" '
            f'alt="Page {index + 1} of the file">{escape(folio)}</li>'
        )
    yield "</ol>"


def _pairs(count: int) -> Iterator[tuple[int, int]]:
    pairs = _SHOWN // 2
    for number in range(pairs):
        left = 1 + 2 * (number * (count // 2 - 1) // (pairs - 1))
        yield min(left, count - 2), min(left + 1, count - 1)
