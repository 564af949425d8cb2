"""PDFs as submissions: puzzles of printed pages with their answers, and pages of which nothing, or not all, can be read."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

import bookmaker
from bookmaker.cli import main
from bookmaker.formats.found.headings import LooseAnswer
from bookmaker.publishing.submissions.printed_pages import PrintedPages
from bookmaker.puzzles.grid.puzzle import Puzzle

SPEC = """
book: {title: T, author: A}
page: {trim: 7x10in}
sections:
  - {title: One, layout: four-up, puzzles: {from: some.jsonl}}
front_matter: [title-page, how-to-play]
"""
KINDS = ("classic", "x", "killer", "thermometers", "kropki", "sandwich")


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Puzzle], Path]:
    """Puzzles of several kinds with their answers, and the interior of a book of them."""
    folder = tmp_path_factory.mktemp("book")
    made = [one for kind in KINDS for one in bookmaker.generate(1, "easy", kind=kind, seed=7, jobs=1)]
    (folder / "some.jsonl").write_text(bookmaker.write(made, "jsonl"))
    (folder / "b.yaml").write_text(SPEC)
    with contextlib.chdir(folder):
        assert main(["build", "b.yaml", "--no-proof", "--jobs", "1"]) == 0
    return [one.puzzle for one in made], next(folder.glob("build/*/interior.pdf"))


def test_a_book_gives_its_puzzles_and_answers_back(book: tuple[list[Puzzle], Path]) -> None:
    wanted, path = book
    found = bookmaker.read(path)
    assert not found.faults
    assert [one.name for one in found] == [str(number) for number in range(1, len(wanted) + 1)]
    for one, before in zip(found, wanted, strict=True):
        assert one == before
        assert one.answer == bookmaker.solve(before).solution
        assert one.source is not None and str(one.source).startswith(f"{path}[page ")


def test_commands_take_pages(
    book: tuple[list[Puzzle], Path], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    wanted, path = book
    assert main(["verify", str(path)]) == 0
    told = capsys.readouterr().out
    assert told.count(": proper") == len(wanted) and "[page " in told
    assert main(["convert", str(path), "--to", "jsonl", "-o", str(tmp_path / "back.jsonl")]) == 0
    assert list(bookmaker.read(tmp_path / "back.jsonl")) == wanted
    # An answer that was printed wrong is named with its page.
    (tmp_path / "mail.pdf").write_bytes(drawn([ROWS, answered(wrong=True)]))
    assert main(["verify", str(tmp_path / "mail.pdf")]) == 5
    assert "answer" in capsys.readouterr().out


ROWS = ["432.", ".1..", ".43.", ".2.."]


def answered(*, wrong: bool = False) -> list[str]:
    (puzzle,) = bookmaker.read("\n".join(ROWS))
    cells = bookmaker.solve(puzzle).solution
    rows = ["".join(map(str, cells[at : at + 4])) for at in range(0, 16, 4)]
    return [rows[0][::-1], *rows[1:]] if wrong else rows


def drawn(grids: list[list[str]], words: str = "", high: float = 40) -> bytes:
    """A page with 4x4 grids below each other, as any program draws them; ``high``: points of a row, of columns of 40."""
    out = io.BytesIO()
    page = Canvas(out, pagesize=(300, 700))
    for at, rows in enumerate(grids):
        left, top = 60, 640 - 200 * at
        for line in range(5):
            page.setLineWidth(2.5 if line % 2 == 0 else 0.75)
            page.line(left, top - high * line, left + 160, top - high * line)
            page.line(left + 40 * line, top, left + 40 * line, top - 4 * high)
        page.setFont("Helvetica", 20)
        for down, row in enumerate(rows):
            for over, char in enumerate(row):
                if char != ".":
                    page.drawCentredString(left + 40 * over + 20, top - high * (down + 0.5) - 7, char)
    page.drawString(60, 20, words)
    page.save()
    return out.getvalue()


def test_grids_without_numbers_are_puzzles_and_full_ones_their_answers() -> None:
    items = list(PrintedPages()(drawn([ROWS, answered()]), "mail.pdf"))
    (one,) = (item for item in items if isinstance(item, Puzzle))
    assert str(one) == "".join(ROWS) and one.name == ""
    answer = "".join(answered())
    loose = [item.grid for item in items if isinstance(item, LooseAnswer)]
    assert one.answer == bytes(map(int, answer)) or [str(grid) for grid in loose] == [answer]


@pytest.mark.parametrize("high", [30, 36.5, 44])
def test_tables_with_cells_that_are_not_square_are_grids(high: float) -> None:
    (one,) = (item for item in PrintedPages()(drawn([ROWS], high=high), "mail.pdf") if isinstance(item, Puzzle))
    assert str(one) == "".join(ROWS)


def test_a_full_grid_alone_is_no_puzzle() -> None:
    items = list(PrintedPages()(drawn([answered()]), "mail.pdf"))
    assert not any(isinstance(item, Puzzle) for item in items)
    assert any(item.message == "there is no puzzle in it" for item in items if not isinstance(item, Puzzle))


def test_pages_without_a_grid_say_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.pdf").write_bytes(drawn([], "hello"))
    assert main(["verify", str(tmp_path / "a.pdf")]) == 4
    assert "no square grid of lines was found" in capsys.readouterr().err
    (tmp_path / "b.pdf").write_bytes(b"%PDF-1.4\nnothing")
    assert main(["verify", str(tmp_path / "b.pdf")]) == 4
    assert "cannot be read as a PDF" in capsys.readouterr().err


def test_a_puzzle_that_is_not_understood_is_a_fault_and_no_other_puzzle() -> None:
    content = drawn([[*ROWS[:3], "...?"]])
    items = list(PrintedPages()(content, "mail.pdf"))
    assert not any(isinstance(item, Puzzle) for item in items)
    (fault, *_) = items
    assert "puzzle 1 cannot be read" in fault.message and str(fault.place) == "mail.pdf[page 1, 1]"
