"""What people write in letters to an editor: greetings and signatures, givens by the names of their cells, cages by letters."""

from __future__ import annotations

import re
import zipfile
from itertools import groupby
from pathlib import Path

import pytest

import bookmaker
from bookmaker.formats import parse
from bookmaker.puzzles.grid.puzzle import cells_text

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = [PUZZLE[at : at + 9] for at in range(0, 81, 9)]
GIVENS = [(at // 9 + 1, at % 9 + 1, digit) for at, digit in enumerate(PUZZLE) if digit != "."]


def read(tmp_path: Path, text: str) -> bookmaker.Puzzles:
    path = tmp_path / "letter.txt"
    path.write_text(text, encoding="utf-8")
    return bookmaker.read(path)


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(f"r{row}c{column} = {digit}" for row, column, digit in GIVENS),
        ", ".join(f"R{row}C{column}={digit}" for row, column, digit in GIVENS),
        "\n".join(f"row {row}, column {column}: {digit}" for row, column, digit in GIVENS),
        "From Ann\n" + "\n".join(f"Row {row} column {column} is {digit}" for row, column, digit in GIVENS),
    ],
)
def test_givens_by_the_names_of_their_cells(text: str) -> None:
    (puzzle,) = parse(text)
    assert cells_text(puzzle.givens) == PUZZLE


def test_two_givens_for_one_cell_are_a_fault() -> None:
    text = "\n".join(f"r{row}c{column}={digit}" for row, column, digit in [*GIVENS, (1, 1, "6")])
    with pytest.raises(bookmaker.InputError, match="two are for row 1, column 1"):
        parse(text)


def test_steps_in_words_are_no_givens() -> None:
    steps = "\n".join(f"Naked single: r{row}c{column}={digit}" for row, column, digit in GIVENS)
    with pytest.raises(bookmaker.InputError, match="no puzzle in it"):
        parse(steps)


def test_signatures_are_no_puzzles(tmp_path: Path) -> None:
    drawn = "\n".join(" ".join(row).replace(".", "_") for row in ROWS)
    found = read(tmp_path, f"Dear editor,\n\n{drawn}\n\nYours, Bob\ntel. 555 1234\n")
    assert [cells_text(puzzle.givens) for puzzle in found] == [PUZZLE]
    assert not found.faults


def test_numbered_rows_between_lines_of_text(tmp_path: Path) -> None:
    rows = "\n".join(f"{at}) {' '.join(row).replace('.', '-')}" for at, row in enumerate(ROWS, 1))
    (puzzle,) = read(tmp_path, f"Two Rivers, by Carl\n{rows}\nThank you!\n")
    assert (puzzle.name, cells_text(puzzle.givens)) == ("Two Rivers, by Carl", PUZZLE)


def test_a_title_above_rows_between_bars_is_the_name(tmp_path: Path) -> None:
    rows = "\n".join(f"|{'|'.join(row.replace('.', ' '))}|" for row in ROWS)
    (puzzle,) = read(tmp_path, f"Emil's puzzle of the week\n{rows}\n")
    assert (puzzle.name, cells_text(puzzle.givens)) == ("Emil's puzzle of the week", PUZZLE)


def test_the_head_of_a_table_is_no_name(tmp_path: Path) -> None:
    rows = "\n".join(f"{row},{column},{digit}" for row, column, digit in GIVENS)
    (puzzle,) = read(tmp_path, f"row,column,digit\n{rows}\n")
    assert (puzzle.name, cells_text(puzzle.givens)) == ("", PUZZLE)


def test_the_letter_o_beside_zeros() -> None:
    (puzzle,) = parse("\n".join(row.replace(".", "o") for row in ROWS).replace("o7o", "o70", 1))
    assert cells_text(puzzle.givens) == PUZZLE


CAGED = ["AABBCC", "DDBEEC", "DFFEGG", "HHFIIG", "HJJIKK", "LLLMMM"]
SUMS = {letter: 3 * sum(row.count(letter) for row in CAGED) for letter in "ABCDEFGHIJKLM"}


@pytest.mark.parametrize("between", ["\n\n", "\n"])
@pytest.mark.parametrize("listed", ["{}={}, ", "{}: {}\n", "{} {}; "])
def test_cages_by_letters_and_a_list_of_sums(between: str, listed: str) -> None:
    sums = "".join(listed.format(letter, total) for letter, total in SUMS.items())
    (puzzle,) = parse("\n".join(" ".join(row) for row in CAGED) + between + sums)
    assert puzzle.geometry.size == 6
    cells = "".join(CAGED)
    wanted = {tuple(at for at, one in enumerate(cells) if one == letter): total for letter, total in SUMS.items()}
    assert {cage.cells: cage.sum for cage in puzzle.cages} == wanted


def test_a_title_above_a_list_of_cages_is_the_name(tmp_path: Path) -> None:
    (puzzle,) = read(tmp_path, "Fred's Killer\n3: r1c1 r1c2\n15: r5c5 r5c6 r6c5\n")
    assert (puzzle.name, [cage.sum for cage in puzzle.cages]) == ("Fred's Killer", [3, 15])
    with pytest.raises(bookmaker.InputError, match="is not a cage"):
        parse("l5: r1c1 r1c2\n3: r5c5 r5c6\n")


WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
OFFICE = "urn:oasis:names:tc:opendocument:xmlns:"


def zipped(path: Path, files: dict[str, str]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def test_documents_of_word_processors(tmp_path: Path) -> None:
    rows = "".join(f"<w:p><w:r><w:t>{row}</w:t></w:r></w:p>" for row in ["Anna", *ROWS])
    table = "".join(
        "<w:tr>" + "".join(f"<w:tc><w:p><w:r><w:t>{one.strip('.')}</w:t></w:r></w:p></w:tc>" for one in row) + "</w:tr>"
        for row in ROWS
    )
    body = f'<w:document xmlns:w="{WORD}"><w:body>{rows}<w:p/><w:tbl>{table}</w:tbl></w:body></w:document>'
    parts = {"[Content_Types].xml": "<Types/>", "word/document.xml": body, "word/styles.xml": "<w:styles/>"}
    found = bookmaker.read(zipped(tmp_path / "letter.docx", parts))
    assert [(puzzle.name, cells_text(puzzle.givens)) for puzzle in found] == [("Anna", PUZZLE), ("", PUZZLE)]
    assert not found.faults
    lines = "".join(f"<text:p>{row}</text:p>" for row in ROWS)
    named = "".join(f' xmlns:{one}="{OFFICE}{one}:1.0"' for one in ("office", "text", "table"))
    content = f"<office:document-content{named}><office:body>{lines}</office:body></office:document-content>"
    odt = {"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": content, "meta.xml": "<meta/>"}
    (puzzle,) = bookmaker.read(zipped(tmp_path / "letter.odt", odt))
    assert cells_text(puzzle.givens) == PUZZLE
    with pytest.raises(bookmaker.InputError, match="damaged"):
        bookmaker.read(zipped(tmp_path / "cut.docx", {"word/document.xml": body[:-20]}))


def _cell(text: str, times: int = 1) -> str:
    inside = f"<text:p>{text}</text:p>" if text else ""
    return f'<table:table-cell table:number-columns-repeated="{times}">{inside}</table:table-cell>'


def test_tables_of_open_documents(tmp_path: Path) -> None:
    """Cells that stand for several, remarks, rows without end below, and blanks that a counted element stands for."""
    rows = ["".join(_cell(one.strip("."), sum(1 for _ in run)) for one, run in groupby(row)) for row in ROWS]
    remark = "<office:annotation><dc:date>1</dc:date><text:p>7</text:p></office:annotation>"
    rows[4] = rows[4].replace("<text:p>", f"{remark}<text:p>", 1)
    table = "".join(f"<table:table-row>{row}</table:table-row>" for row in rows)
    below = f'<table:table-row table:number-rows-repeated="1048576">{_cell("", 16384)}</table:table-row>'
    blanks = [re.sub(r"\.+", lambda run: f'<text:s text:c="{len(run[0])}"/>', row) for row in ROWS]
    drawn = "".join(f"<text:p>{row}</text:p>" for row in blanks)
    named = "".join(f' xmlns:{one}="{one}"' for one in ("office", "text", "table", "dc"))
    for kind, body, many in (
        ("spreadsheet", f"<table:table table:name='A'>{table}{below}</table:table><text:p>1234</text:p>", 1),
        ("text", f"<table:table>{table}</table:table><text:p/>{drawn}", 2),
    ):
        content = f"<office:document-content{named}>{body}</office:document-content>"
        office = {"mimetype": f"application/vnd.oasis.opendocument.{kind}", "content.xml": content}
        found = bookmaker.read(zipped(tmp_path / f"a.{kind}", office))
        assert [cells_text(puzzle.givens) for puzzle in found] == [PUZZLE] * many
        assert not found.faults


def test_answers_are_named_after_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from bookmaker.cli import main

    (tmp_path / "bob.txt").write_text(PUZZLE + "\n", encoding="utf-8")
    (tmp_path / "two.txt").write_text(f"{PUZZLE}\n{PUZZLE[::-1]}\n", encoding="utf-8")
    assert main(["answers", str(tmp_path)]) == 0
    heads = [line for line in capsys.readouterr().out.splitlines() if line[:1].isalpha() or ":" in line]
    assert "bob" in heads[0]
    assert "bob" not in "".join(heads[1:])


@pytest.mark.parametrize(
    "text",
    [
        "\\begin{tabular}{|c|c|c|c|c|c|c|c|c|}\n\\hline\n"
        + "".join(" & ".join(row.replace(".", " ")) + " \\\\ \\hline\n" for row in ROWS)
        + "\\end{tabular}\n",
        f"[Puzzle1]\ngivens={PUZZLE.replace('.', '0')}\nlevel=3\n",
        "\n".join("".join("\u3000" if cell == "." else chr(0xFF10 + int(cell)) for cell in row) for row in ROWS),
        "".join(chr(0xFF10 + int(cell)) for cell in PUZZLE.replace(".", "0")),
    ],
    ids=["a table as long as a small puzzle", "settings", "full-width digits", "full-width zeros"],
)
def test_other_forms_of_letters(tmp_path: Path, text: str) -> None:
    (puzzle,) = found = read(tmp_path, text)
    assert cells_text(puzzle.givens) == PUZZLE
    assert not found.faults


def test_files_of_other_programs_are_named(tmp_path: Path) -> None:
    for head, said in (("Rar!", "a RAR file"), ("7z\xbc\xaf", "a 7z file")):
        (tmp_path / "a").write_bytes(head.encode("latin-1") + PUZZLE.encode())
        with pytest.raises(bookmaker.InputError, match=said):
            bookmaker.read(tmp_path / "a")
