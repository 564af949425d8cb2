"""Mails, sheets and documents that hold given puzzles, written as other programs write them."""

from __future__ import annotations

import io
import random
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from email.message import EmailMessage
from pathlib import Path

import openpyxl
from openpyxl.styles import Border, Side

from bookmaker.puzzles.grid.geometry import BOXES

Grid = list[list[int]]
"""The digits of each row, 0 for an empty cell."""


def grid(size: int, seed: int, box: tuple[int, int] | None = None) -> Grid:
    """Some cells of a full grid without a fault, none of its rows and columns empty."""
    draw = random.Random(f"{size} {seed}")
    high, wide = box or BOXES[size]
    digits = draw.sample(range(1, size + 1), size)
    full = [[digits[(wide * (r % high) + r // high + c) % size] for c in range(size)] for r in range(size)]
    for row in full:
        for column in range(size):
            row[column] *= draw.random() < 0.6
    for at in range(size):
        full[at][at] = full[at][at] or digits[(wide * (at % high) + at // high + at) % size]
    return full


def text(cells: Grid) -> str:
    """A line for each row, letters above 9."""
    return "".join("".join(".123456789ABCDEFG"[digit] for digit in row) + "\n" for row in cells)


def html(cells: Grid) -> str:
    rows = ("".join(f"<td>{digit or '&nbsp;'}</td>" for digit in row) for row in cells)
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


def nested(cells: Grid, box: tuple[int, int], table: Callable[[Sequence[Sequence[str]]], str]) -> str:
    """A table of tables: ``table`` writes one of the contents of its cells."""
    size, (high, wide) = len(cells), box
    inner = [
        [
            table([[str(digit or "") for digit in row[left : left + wide]] for row in cells[top : top + high]])
            for left in range(0, size, wide)
        ]
        for top in range(0, size, high)
    ]
    return table(inner)


def html_table(rows: Sequence[Sequence[str]]) -> str:
    lines = ("".join(f"<td>{cell}</td>" for cell in row) for row in rows)
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def mail(sender: str = "Ann Lee <ann@example.org>", subject: str = "My puzzle") -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, "desk@example.org", subject
    message["Date"], message["Message-ID"] = "Mon, 02 Nov 2026 10:00:00 +0000", "<1@example.org>"
    return message


def zipped(files: Mapping[str, bytes | str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


def workbook(
    sheets: Mapping[str, Iterable[tuple[int, int, Grid]]], lines: Callable[[int, int, int], Border] | None = None
) -> bytes:
    """Sheets with grids, each with its first row and column from 1 on; ``lines``: those around a cell of a grid of a size."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, grids in sheets.items():
        sheet = book.create_sheet(name)
        for top, left, cells in grids:
            for at, row in enumerate(cells):
                for beside, digit in enumerate(row):
                    cell = sheet.cell(top + at, left + beside, digit or None)
                    if lines is not None:
                        cell.border = lines(at, beside, len(cells))
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def around(areas: Callable[[int, int], object]) -> Callable[[int, int, int], Border]:
    """Thin lines around all cells, thick ones around areas."""

    def lines(row: int, column: int, size: int) -> Border:
        def side(r: int, c: int) -> Side:
            inside = 0 <= r < size and 0 <= c < size
            return Side("thin" if inside and areas(r, c) == areas(row, column) else "thick")

        return Border(side(row, column - 1), side(row, column + 1), side(row - 1, column), side(row + 1, column))

    return lines


WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def word_table(rows: Sequence[Sequence[str]]) -> str:
    def cell(inside: str) -> str:
        table, own = (inside, "") if inside.startswith("<") else ("", inside)
        return f"<w:tc>{table}<w:p><w:r><w:t>{own}</w:t></w:r></w:p></w:tc>"

    return f"<w:tbl>{''.join('<w:tr>' + ''.join(map(cell, row)) + '</w:tr>' for row in rows)}</w:tbl>"


def docx(body: str) -> bytes:
    return zipped(
        {
            "[Content_Types].xml": "<Types/>",
            "word/document.xml": f"<w:document {WORD}><w:body>{body}</w:body></w:document>",
        }
    )


def open_table(rows: Sequence[Sequence[str]], name: str = "") -> str:
    def cell(inside: str) -> str:
        content = inside if inside.startswith("<") else f"<text:p>{inside}</text:p>" if inside else ""
        return f"<table:table-cell>{content}</table:table-cell>"

    lines = "".join(f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in rows)
    return f'<table:table table:name="{name}">{lines}</table:table>'


def open_document(body: str, kind: str, styles: str = "") -> bytes:
    names = "".join(f' xmlns:{one}="{one}"' for one in ("office", "text", "table", "style", "fo"))
    drawn = f"<office:automatic-styles>{styles}</office:automatic-styles>"
    content = f"<office:document-content{names}>{drawn}<office:body>{body}</office:body></office:document-content>"
    return zipped({"mimetype": f"application/vnd.oasis.opendocument.{kind}", "content.xml": content})


def strings(cells: Grid) -> list[list[str]]:
    return [[str(digit or "") for digit in row] for row in cells]


def rtf(cells: Grid) -> bytes:
    rows = "".join(
        "\\trowd"
        + "".join(f"\\cellx{500 * at}" for at in range(1, len(row) + 1))
        + "\\pard\\intbl "
        + "".join(f"{{{digit or ''}}}\\cell " for digit in row)
        + "\\row\n"
        for row in cells
    )
    return (
        r"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}\pard Dear editor,\par " + rows + r"\pard Yours, Ann\par}"
    ).encode("latin-1")


def saved(folder: Path, name: str, content: bytes | str) -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path
