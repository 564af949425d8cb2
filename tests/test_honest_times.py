"""Minutes wherever they are said, of all kinds and levels: on pages, in HTML, in JSON, on the command line and in tables.

No figure stands there without evidence for the kind and level, and no estimate without the word for it.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import zstandard
from book_data import loaded
from conftest import every_kind

from bookmaker.base import language
from bookmaker.cli import bank as bank_commands
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.logic.grading import Grade
from bookmaker.logic.techniques.declare import Level
from bookmaker.logic.times import ANCHORED, BOUND, LONGEST, MEASURED, NONE, SERIES, Time, known_time
from bookmaker.printing.canvases.canvas import Sheet
from bookmaker.printing.canvases.pdf import Metadata, PdfCanvas
from bookmaker.printing.pages import layouts
from bookmaker.printing.pages.labels import Labels
from bookmaker.printing.styles import style
from bookmaker.publishing.bank.bank import Bank
from bookmaker.publishing.bank.rows import Stored, zstd_csv
from bookmaker.publishing.book.making.report import report
from bookmaker.publishing.book.pages.assemble import Assembled
from bookmaker.publishing.book.pages.slots import Slots, puzzle_of
from bookmaker.publishing.proof.ink import Pages
from bookmaker.publishing.proof.words import pieces

MIDDLES = (1.2, 37.3, 110.0)
"""Minutes of the model: each kind and level gets one of them in turn."""

MARKS = {"de": "geschätzt", "en": "estimated", "es": "(estimado)", "fr": "(estimation)", "ru": "примерно"}
"""The word for an estimate in each language."""


@cache
def everything() -> list[GradedPuzzle]:
    """A puzzle of each kind at each level, with a time by the evidence for both."""
    puzzles = every_kind()
    found = []
    for at, (puzzle, level) in enumerate((puzzle, level) for puzzle in puzzles for level in Level):
        time = known_time(puzzle.geometry, bool(puzzle.cages), level, MIDDLES[at % len(MIDDLES)])
        clock: Any = SimpleNamespace(times=[time], splits=False)
        grade = Grade(str(level), 900, "pointing", {"pointing": 1}, 3, 2, clock, 0)
        found.append(GradedPuzzle(puzzle, puzzle.answer or puzzle.givens, grade, None))
    return found


def stored(item: GradedPuzzle) -> Stored:
    """The same as a row of a bank, which holds a figure for each of them."""
    grade, middle = item.grade, item.grade.time.middle or 44.4
    used = dict(grade.techniques)
    return Stored(1, item.puzzle, item.solution, grade.level, 900, "pointing", used, middle, "none", 7, "1", 0, None)


def require_honest(said: str, time: Time, mark: str) -> None:
    """``said``: what names the time, and nothing else."""
    figures = [float(number) for number in re.findall(r"\d+(?:\.\d+)?", said)]
    if time.basis == NONE:
        assert not said.strip()
    elif time.basis == BOUND:
        assert figures == [LONGEST]
    elif time.basis == ANCHORED:
        assert mark in said and figures and set(figures) <= set(SERIES), said
    else:
        assert mark not in said and figures and abs(figures[0] - (time.mean or 0)) <= max(0.5, 0.1 * figures[0])


def test_every_basis_occurs() -> None:
    bases = [item.grade.basis for item in everything()]
    assert len(bases) > 600 and min(map(bases.count, (MEASURED, ANCHORED, BOUND, NONE))) >= 2
    assert bases.count(NONE) > 400


@pytest.mark.parametrize("code", list(MARKS))
def test_pages_say_no_minutes_without_a_basis(code: str) -> None:
    """Labels of puzzles, read back from a PDF."""
    found, words = style.find("classic"), language.load(code)
    plain = replace(found.labels, left="{number}", right="{minutes}", level_caps=False, level_tracking=0.0)
    look = replace(found, labels=plain)
    slots, answers = Slots(look, words), SimpleNamespace(place_name="foot", note=None)
    # Each time once: texts follow from it alone.
    items = list({item.grade.time: item for item in everything()}.values())
    canvas = PdfCanvas(Metadata("t"), look)
    made = [slots.puzzle(puzzle_of(item, "dashed"), item, 1, answers, None, several=True) for item in items]  # type: ignore
    for slot in made:
        canvas.begin_page(Sheet(500, 100, (0, 0, 500, 100)))
        labels = Labels.of(look, layouts.find("one-up", look), [slot], [440])
        labels.draw(canvas, slot, (20, 40, 480), (20, 0, 480, 100))
        canvas.end_page()
    pages = Pages(canvas.finish(), "t.pdf")
    for item, slot, page in zip(items, made, pages, strict=True):
        text = " ".join(piece.text for piece in pieces(page.glyphs)).replace("\u00a0", " ")
        number = slot.label.replace("\u00a0", " ")
        assert text.startswith(number)
        require_honest(text.removeprefix(number), item.grade.time, MARKS[code])
    pages.close()


def test_the_report_says_no_minutes_without_a_basis(tmp_path: Path) -> None:
    items = everything()
    for basis in (MEASURED, ANCHORED, BOUND, NONE):
        own = [item for item in items if item.grade.basis == basis]
        spec = loaded(tmp_path, "book: {title: T}\nsections:\n- {title: All, puzzles: {count: 1}}\n")
        text = report(spec, [own], Assembled((), 0, (), (), (), ()), (), (), (), None).decode()
        titles = re.findall(r"<circle.*?<title>\d+: \w+, score 900, (.*?)hardest pointing</title>", text)
        for said, item in zip(titles, own, strict=True):
            require_honest(re.sub(r"\(.*?\)", "", said), item.grade.time, MARKS["en"])
        (hours,) = re.findall(r"Expected time of an average solver</th><td>(.*?)</td>", text)
        row = re.findall(r"<td>(.*?)</td>", re.findall(r"<tr><td>All</td>(.*?)</tr>", text)[0])[-1]
        charted = "<figcaption>Minutes</figcaption>" in text
        if basis == MEASURED:
            assert hours == f"{sum(item.grade.minutes or 0 for item in own) / 60:.0f} hours in all"
            assert charted and row == "1–110"
        elif basis == ANCHORED:
            assert not charted and "estimated" in hours and row.startswith("estimated ")
        else:
            assert not charted and hours == "not known" and row == ("" if basis == NONE else "more than 25")


def fields(one: dict[str, Any]) -> dict[str, Any]:
    return {name: one[name] for name in ("minutes", "minutes_80", "minutes_range", "basis")}


def test_json_tables_and_listings_say_no_minutes_without_a_basis(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Of a bank, whose rows hold a figure for every puzzle, whatever its version knew."""
    rows = [stored(item) for item in everything()]

    def found(*_: object) -> Iterator[Stored]:
        return iter(rows)

    monkeypatch.setattr(bank_commands, "_found", found)
    asked = argparse.Namespace(bank=str(tmp_path / "my.bank"), json=True)
    Bank(tmp_path / "my.bank", write=True).close()
    assert bank_commands.find(asked) == 0
    listed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    asked.json = False
    assert bank_commands.find(asked) == 0
    lines = capsys.readouterr().out.splitlines()
    packed, _ = zstd_csv(rows, lambda _: None)
    unpacked = zstandard.ZstdDecompressor().decompressobj().decompress(packed).decode()
    tables = list(csv.DictReader(io.StringIO(unpacked)))
    for row, item, one, line, table in zip(rows, everything(), listed, lines, tables, strict=True):
        time = item.grade.time
        assert row.time == time
        assert fields(one) == fields(item.grade.as_dict(estimates=False)) == time.as_dict()
        assert (one["minutes"] is None) == (one["minutes_80"] is None) == (time.basis != MEASURED)
        assert (one["minutes_range"] is None) == (time.basis == NONE)
        (said,) = re.findall(r", score 900(.*), hardest pointing", line)
        require_honest(re.sub(r"\(.*?\)", "", said.lstrip(", ")), time, MARKS["en"])
        told = [one["minutes"], *(one["minutes_range"] or (None, None)), time.basis]
        columns = ("minutes", "minutes_low", "minutes_high", "basis")
        assert [table[name] for name in columns] == ["" if value is None else str(value) for value in told]


def test_a_figure_of_an_older_version_is_not_said() -> None:
    """A bank may hold minutes of kinds of which nobody knows them, or none of those that are known."""
    (item,) = [one for one in everything() if not one.puzzle.geometry.rules and one.grade.level == "easy"][:1]
    assert replace(stored(item), middle=None).time == Time(NONE)
    assert str(replace(stored(item), middle=12.04).time) == "12 minutes (7-19)"
