"""Drafts and previews: the first pages as they are in the book, with no more puzzles than stand on them."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from bookmaker.api import making, views
from bookmaker.cli import main
from bookmaker.cli.messages import Bar
from bookmaker.logic.generation import distinct_puzzles
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.pages.page_kinds import draw_page
from bookmaker.publishing.book.making import draft as drafts
from bookmaker.publishing.book.making import stock
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.making.build import build, plan
from bookmaker.publishing.book.making.dressing import dressed
from bookmaker.publishing.book.pages import assemble, hints
from bookmaker.publishing.book.pages.page_fit import page_setup
from bookmaker.publishing.book.spec.spec_file import load

SPEC = """
book: {title: Small}
output: OUT
sections:
- {title: First, puzzles: {size: 4, count: 6}, layout: two-up, order: as-made, symbols: letters}
- {title: Second, id: second, puzzles: {size: 6, kind: jigsaw, count: 3}, layout: one-up, order: as-made}
- {title: Third, puzzles: {size: 4, count: 40}, layout: one-up, symbols: {word: BARK}}
"""


@pytest.fixture
def spec_file(tmp_path: Path) -> Path:
    path = tmp_path / "small.yaml"
    path.write_text(SPEC.replace("OUT", str(tmp_path / "out")), encoding="utf-8")
    return path


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[GradedPuzzle]:
    """The puzzles that are made from here on."""
    found: list[GradedPuzzle] = []
    real = distinct_puzzles.made_puzzles

    def counted(*args: object) -> list[GradedPuzzle]:
        fresh = real(*args)  # type: ignore[arg-type]
        found.extend(fresh)  # type: ignore[arg-type]
        return fresh  # type: ignore[return-value]

    monkeypatch.setattr(distinct_puzzles, "made_puzzles", counted)
    return found


def test_a_draft_is_the_beginning_of_the_book(spec_file: Path, made: list[GradedPuzzle]) -> None:
    spec = load(spec_file)
    shown = drafts.draft(spec, 12, 1, lambda *_: None)
    # Four pages of front matter with the rules on two, a blank; the opener, three pages, a blank; the opener of the second.
    assert len(shown.pages) == 12
    assert 6 <= shown.made <= 9
    assert len(made) <= shown.made + 3
    everything = stock.fill_sections(spec.sections, spec.seed, 1, lambda *_: None)
    whole = plan(spec, dressed(spec, everything), 1)
    assert shown.total == len(whole.interior)
    for index in range(12):
        lines = []
        for page, setup in ((shown.pages[index], shown.setup), (whole.interior[index], page_setup(book_of(spec)))):
            canvas = RecordingCanvas()
            draw_page(canvas, page, setup, index, len(whole.interior))
            lines.append(canvas.lines)
        assert lines[0] == lines[1], index


def test_a_draft_leaves_the_book_alone(spec_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    built = build(load(spec_file), 1)
    before = {path.name: path.read_bytes() for path in built.folder.iterdir()}
    assert main(["build", str(spec_file), "--draft", "9", "-j", "1"]) == 0
    said = capsys.readouterr().out
    assert "the first 9 of" in said
    assert "only this file was written" in said
    after = {path.name: path.read_bytes() for path in built.folder.iterdir()}
    assert after.pop("draft.pdf").startswith(b"%PDF")
    assert after == before


def test_no_puzzle_is_made_twice(spec_file: Path, made: list[GradedPuzzle]) -> None:
    memory = views.new_memory()
    first = views.book_view(spec_file, 1, lambda *_: None, memory, 1)
    assert len(made) >= 49 and first.title == "Small"
    before = len(made)
    text = spec_file.read_text(encoding="utf-8")
    text = text.replace("Second", "Another").replace("layout: two-up", "layout: four-up").replace("BARK", "LUMP")
    spec_file.write_text(text.replace("count: 40", "count: 30"), encoding="utf-8")
    second = views.book_view(spec_file, 1, lambda *_: None, memory, 1)
    assert second.pages < first.pages
    assert len(made) == before


def test_a_change_of_the_look_reads_no_puzzle_again_and_a_comment_changes_nothing(
    spec_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths, plans = list[object](), list[object]()
    read, slots = hints.readers_path, assemble.Slots
    monkeypatch.setattr(hints, "readers_path", lambda *args: (paths.append(args), read(*args))[1])
    # Each plan of the book has its own.
    monkeypatch.setattr(assemble, "Slots", lambda *args: (plans.append(args), slots(*args))[1])
    memory, text = (
        views.new_memory(),
        spec_file.read_text(encoding="utf-8").replace("count: 40", "count: 2") + "hints: {count: 1}\n",
    )
    spec_file.write_text(text, encoding="utf-8")
    first = views.book_view(spec_file, 1, lambda *_: None, memory, 1)
    assert len(paths) == len(first.records)
    spec_file.write_text(text.replace("Second", "Another") + "design: {style: modern}\n", encoding="utf-8")
    second = views.book_view(spec_file, 1, lambda *_: None, memory, 1, first)
    assert second is not first and len(paths) == len(first.records) and len(plans) == 2
    spec_file.write_text("# A note.\n" + spec_file.read_text(encoding="utf-8"), encoding="utf-8")
    assert views.book_view(spec_file, 1, lambda *_: None, memory, 1, second) is second and len(plans) == 2
    (spec_file.parent / "foreword.md").write_text("New.")
    assert views.book_view(spec_file, 1, lambda *_: None, memory, 1, second) is not second


def test_each_printer_has_the_pages_that_its_file_will_have(tmp_path: Path) -> None:
    """A printer that wants the last page blank may need two more than one that does not."""
    path = tmp_path / "small.yaml"
    path.write_text(
        f"book: {{title: Small}}\noutput: {tmp_path}\ndate: '2026-11-22'\npage: {{trim: 6x9in}}\n"
        "print: {for: [kdp, ingramspark], paper: cream}\n"
        "sections:\n- {title: One, puzzles: {size: 4, count: 6}, layout: two-up}\n"
        "- {title: Two, puzzles: {size: 4, count: 41}, layout: one-up}\n",
        encoding="utf-8",
    )
    memory = views.new_memory()
    pages = {one["name"]: one["pages"] for one in views.book_view(path, 1, lambda *_: None, memory, 1).editions}
    record = making.build_book(path, 1, lambda *_: None, memory, 1, proof=False)
    files = {Path(one["path"]).stem.removeprefix("interior-"): one.get("pages") for one in record["files"]}
    assert all(files[name] == count for name, count in pages.items()) and pages["kdp"] != pages["ingramspark"]


def test_a_pipe_is_no_spec(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody may write into it, and what was read once is not there again."""
    os.mkfifo(tmp_path / "pipe")
    for command in ("check", "build", "preview"):
        assert main([command, str(tmp_path / "pipe")]) == 3
    assert capsys.readouterr().err.count("a pipe or a device") == 3


def test_a_port_that_is_taken_is_reported(spec_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert main(["preview", str(spec_file), "--port", str(taken.getsockname()[1])]) == 7
    assert "choose another with --port" in capsys.readouterr().err


def test_the_bar_names_the_section_the_stubborn_puzzle_and_the_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    bar = Bar(lambda: now[0])
    assert "left" not in bar.line("puzzles", 0, 20, 10, stock.At("Hard ones", 0, 10), "")
    now[0] = 20.0
    line = bar.line("puzzles", 4, 20, 9000, stock.At("Hard ones", 4, 10), "")
    assert line.endswith("4/20, about 80 s left, Hard ones") or "about 1 min left, Hard ones" in line
    line = bar.line("puzzles", 4, 20, 19500, stock.At("Hard ones", 4, 10), "")
    assert line.endswith("Hard ones: puzzle 5 of 10, 10,000 attempts")
