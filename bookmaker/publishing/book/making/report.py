"""``report.html``: the book at a glance, for whoever makes it. One file, nothing fetched, the same bytes for the same book.

How long the build took is not in it: a time is another one at each run.
"""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape

from bookmaker.logic.generation.defaults import LEVELS
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.printing.canvases.page_setup import PageSetup
from bookmaker.printing.canvases.raster import ThumbnailCanvas
from bookmaker.printing.pages.document import draw_document
from bookmaker.publishing.book.making.repairs import Repaired
from bookmaker.publishing.book.making.svg_charts import Bar, Dot, binned, curve, histogram, level_bars, rows_of
from bookmaker.publishing.book.pages.assemble import Assembled
from bookmaker.publishing.book.spec.spec_file import Spec
from bookmaker.publishing.proof.judgement import CHECKS
from bookmaker.publishing.proof.proof import Proof

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
    setup: PageSetup,
    notes: Sequence[str],
    repaired: Sequence[Repaired],
    proof: Proof | None,
) -> bytes:
    """The report of a book. ``notes`` are what a printer would ask about; ``proof`` is None where none was made."""
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
        *_contact_sheet(assembled, setup),
        "</main></body></html>\n",
    ]
    return "\n".join(parts).encode("utf-8", "xmlcharrefreplace")


def _summary(spec: Spec, sections: Sequence[Sequence[GradedPuzzle]], assembled: Assembled) -> Iterator[str]:
    everything = [one for section in sections for one in section]
    levels = Counter(one.grade.level for one in everything)
    ordered = [f"{levels[level]} {level}" for level in (*LEVELS, "beyond") if levels[level]]
    minutes, before = sum(one.grade.minutes for one in everything), assembled.front
    rows = [
        ("Puzzles", f"{len(everything)} ({', '.join(ordered)})"),
        ("Pages", str(len(assembled.interior)) + (f", {before} of them before page 1" if before else "")),
        ("Expected time of an average solver", f"{minutes / 60:.0f} hours in all" if everything else "none"),
        ("Seed", str(spec.named_seed)),
    ]
    yield f"<table>{''.join(rows_of(rows))}</table>"
    yield "<h2>Sections</h2><table><tr><th scope=col>Section<th scope=col>Puzzles<th scope=col>Kinds<th scope=col>Levels"
    yield "<th scope=col>Scores<th scope=col>Minutes</tr>"
    for wanted, section in zip(spec.sections, sections, strict=True):
        kinds = Counter(
            f"{one.puzzle.geometry.kind} {one.puzzle.geometry.size}×{one.puzzle.geometry.size}" for one in section
        )
        held = Counter(one.grade.level for one in section)
        by_level = ", ".join(f"{held[level]} {level}" for level in (*LEVELS, "beyond") if held[level])
        scores = [one.grade.score for one in section]
        times = [one.grade.minutes for one in section]
        cells = (
            wanted.title,
            str(len(section)),
            ", ".join(sorted(kinds)),
            by_level,
            f"{min(scores)}–{max(scores)}" if scores else "",
            f"{min(times):.0f}–{max(times):.0f}" if times else "",
        )
        yield f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"
    yield "</table>"


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
    levels = Counter(one.grade.level for one in everything)
    yield "<h2>Difficulty</h2>"
    yield curve("Score through the book", "puzzles in the order of the book", dots)
    yield histogram("Levels", "level", [Bar(level, levels[level]) for level in (*LEVELS, "beyond") if levels[level]])
    yield histogram("Scores", "score", binned([one.grade.score for one in everything]))
    yield histogram("Minutes", "expected minutes", binned([one.grade.minutes for one in everything]))
    yield histogram("Givens", "givens", binned([float(one.puzzle.given_count) for one in everything]))
    ranked = sorted(techniques.items(), key=lambda item: (-item[1], item[0]))[:_TECHNIQUES]
    yield level_bars("Techniques", "puzzles that need it", [Bar(name, count) for name, count in ranked])


def _name(number: int, one: GradedPuzzle) -> str:
    grade = one.grade
    return (
        f"{number}: {grade.level}, score {grade.score}, {grade.minutes:.0f} minutes, hardest {grade.hardest or 'none'}"
    )


def _repairs(repaired: Sequence[Repaired]) -> Iterator[str]:
    yield "<h2>Repairs</h2>"
    if not repaired:
        yield "<p>No puzzle from a file was mended or left out.</p>"
        return
    yield "<ul>" + "".join(f"<li>{escape(f'{one.section}: {one.fault.message}')}</li>" for one in repaired) + "</ul>"


def _contact_sheet(assembled: Assembled, setup: PageSetup) -> Iterator[str]:
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
