"""Drafts and previews: the first pages as they are in the book, with no more puzzles than stand on them."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

import pytest

from bookmaker.base.errors import SpecError
from bookmaker.cli import main
from bookmaker.cli.progress import Bar
from bookmaker.logic.generation import distinct_puzzles
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.pages.page_kinds import draw_page
from bookmaker.publishing.book.making import draft as drafts
from bookmaker.publishing.book.making import stock
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.making.build import build, plan
from bookmaker.publishing.book.making.dressing import dressed
from bookmaker.publishing.book.pages.page_fit import page_setup
from bookmaker.publishing.book.spec.spec_file import load
from bookmaker.publishing.documents.preview import Preview, serve

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
    shown = Preview(spec_file, 1)
    shown.make()
    assert shown.state()["version"] == 1 and not shown.fault
    assert len(made) >= 49
    before = len(made)
    text = spec_file.read_text(encoding="utf-8")
    text = text.replace("Second", "Another").replace("layout: two-up", "layout: four-up").replace("BARK", "LUMP")
    spec_file.write_text(text.replace("count: 40", "count: 30"), encoding="utf-8")
    shown.make()
    assert shown.state()["version"] == 2
    assert len(made) == before


def eventually(holds: Callable[[], bool]) -> None:
    for _ in range(2400):
        if holds():
            return
        time.sleep(0.05)
    raise AssertionError("did not happen")


def answers(get: Callable[[str], tuple[int, bytes]]) -> bool:
    with suppress(http.client.HTTPException, OSError):
        return get("/state")[0] == 200
    return False


def test_the_server_follows_the_spec_and_survives_a_broken_one(spec_file: Path) -> None:
    text = spec_file.read_text(encoding="utf-8")
    shown = Preview(spec_file, 1, most=7, dpi=30)
    server = serve(shown, 0)
    port = server.server_address[1]
    threads = [threading.Thread(target=shown.follow), threading.Thread(target=server.serve_forever, args=(0.05,))]
    for thread in threads:
        thread.start()

    def get(path: str, host: str = "localhost") -> tuple[int, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        connection.request("GET", path, headers={"Host": f"{host}:{port}"})
        answer = connection.getresponse()
        return answer.status, answer.read()

    def state() -> dict[str, object]:
        found: dict[str, object] = json.loads(get("/state")[1])
        return found

    try:
        eventually(lambda: state()["version"] == 1)
        assert state()["pages"] == 7
        assert b"<html" in get("/")[1]
        status, first = get("/page/1/1.png")
        assert status == 200 and first.startswith(b"\x89PNG")
        assert [get(path)[0] for path in ("/page/1/99.png", "/page/0/1.png", "/../small.yaml", "/page/1/x.png")] == [
            404
        ] * 4
        assert [get(f"/page/{quote(number)}/1.png")[0] for number in ("²", "٣", "9" * 5000)] == [404] * 3
        # Connections that say nothing take all places, and the next one is closed.
        idle = [socket.create_connection(("127.0.0.1", port)) for _ in range(40)]
        with pytest.raises((http.client.HTTPException, OSError)):
            get("/state")
        for one in idle:
            one.close()
        eventually(lambda: answers(get))
        assert get("/state", host="example.com")[0] == 403
        spec_file.write_text(text.replace("title: Small", "titel: Small"), encoding="utf-8")
        eventually(lambda: "small.yaml:2" in str(state()["fault"]))
        # The book as it was stays to be seen.
        assert get("/page/1/1.png") == (200, first)
        spec_file.write_text(text.replace("title: Small", "title: Smaller"), encoding="utf-8")
        eventually(lambda: state()["version"] == 2 and not state()["fault"])
        assert state()["title"] == "Smaller"
        assert get("/page/2/1.png")[1] != first
    finally:
        shown.end()
        server.shutdown()
        server.server_close()
        for thread in threads:
            thread.join(10)


def test_a_pipe_is_no_spec(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody may write into it, and what was read once is not there again."""
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(SpecError, match="a pipe or a device"):
        Preview(tmp_path / "pipe", 1)
    for command in ("check", "build"):
        assert main([command, str(tmp_path / "pipe")]) == 3
    assert capsys.readouterr().err.count("a pipe or a device") == 2


@pytest.mark.skipif(shutil.which("chromium") is None, reason="needs the browser chromium")
def test_a_browser_shows_the_pages_and_the_page_that_was_looked_at(spec_file: Path, tmp_path: Path) -> None:
    shown = Preview(spec_file, 1, most=5, dpi=20)
    shown.make()
    server = serve(shown, 0)
    threading.Thread(target=server.serve_forever, args=(0.05,)).start()
    quiet = "headless no-sandbox disable-gpu disable-quic no-first-run disable-background-networking disable-sync"
    flags = [f"--{flag}" for flag in f"{quiet} disable-component-update no-proxy-server dump-dom".split()]
    try:
        address = f"http://127.0.0.1:{server.server_address[1]}/#4"
        command = ["chromium", *flags, f"--user-data-dir={tmp_path / 'profile'}", "--virtual-time-budget=2000", address]
        page = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False).stdout
    finally:
        server.shutdown()
        server.server_close()
    assert "<title>Small</title>" in page and "of 5 (the book has" in page
    assert [name in page for name in ('src="/page/1/4.png"', 'src="/page/1/5.png"', 'src="/page/1/3.png"')] == [
        True,
        True,
        False,
    ]


def test_a_port_that_is_taken_is_reported(spec_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    server = serve(Preview(spec_file, 1), 0)
    try:
        code = main(["preview", str(spec_file), "--port", str(server.server_address[1])])
    finally:
        server.server_close()
    assert code == 7
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
