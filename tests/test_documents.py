"""Mails, sheets and documents: the puzzles that were put in are read, and nothing else; what costs too much is refused."""

from __future__ import annotations

import random
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import document_data as data
import pytest
from document_data import Grid, grid, saved, strings, text

from bookmaker.base.errors import InputError
from bookmaker.formats import Puzzles, read
from bookmaker.formats.stream import inputs
from bookmaker.puzzles.grid.geometry import BOXES, SHAPES, SIZES

EACH_SIZE = [size for size in SIZES if size in BOXES and size <= 16]


def holds(path: Path, grids: list[Grid], boxes: tuple[int, int] | None = None) -> Puzzles:
    """What was read, which is these grids and no fault."""
    found = read(path)
    assert [list(puzzle.givens) for puzzle in found] == [[digit for row in one for digit in row] for one in grids]
    assert found.faults == []
    for puzzle in found:
        size = puzzle.geometry.size
        assert boxes is None or (puzzle.geometry.own_box or BOXES[size]) == boxes
    return found


def written(cells: Grid, other: Grid, draw: random.Random) -> dict[str, tuple[bytes, list[Grid]]]:
    """Mails in each form with the puzzles that they hold."""
    plain = f"Dear editor, grüß Gott\n\n{text(cells)}\nYours, Ann\n"
    mails: dict[str, tuple[bytes, list[Grid]]] = {}
    for coding in ("8bit", "quoted-printable", "base64"):
        message = data.mail()
        message.set_content(plain, cte=coding, charset=draw.choice(["utf-8", "iso-8859-1"]))
        mails[coding] = bytes(message), [cells]
    web = f"<html><body><p>Dear editor,</p>{data.html(cells)}<p>Yours</p></body></html>"
    message = data.mail()
    message.set_content(web, subtype="html")
    mails["html"] = bytes(message), [cells]
    message = data.mail()
    message.set_content(draw.choice([plain, "Your program cannot show this mail.\n"]))
    message.add_alternative(
        draw.choice([web, "<p>See the plain text</p>"]) if "Dear" in message.get_content() else web, subtype="html"
    )
    mails["alternatives"] = bytes(message), [cells]
    files = {
        "a.txt": text(other).encode(),
        "a.xlsx": data.workbook({"S": [(2, 2, other)]}),
        "a.ods": data.open_document(data.open_table(strings(other)), "spreadsheet"),
        "a.docx": data.docx(data.word_table(strings(other))),
        "a.rtf": data.rtf(other),
    }
    files["b.txt"] = text(other).encode("utf-16")
    name = draw.choice([*files])
    message = data.mail()
    message.set_content(draw.choice([plain, "See the file.\n", ""]))
    attached, kind = draw.choice([(files[name], "octet-stream"), (data.zipped({name: files[name]}), "zip")])
    message.add_attachment(attached, maintype="application", subtype=kind, filename=name)
    both = ([cells] if "Dear" in message.get_body().get_content() else []) + [other]  # type: ignore[union-attr]
    mails["attached"] = bytes(message), both
    outer = data.mail("Bob <bob@example.org>", "Fwd: My puzzle")
    outer.set_content("Look at this.\n")
    outer.add_attachment(message)
    mails["forwarded"] = bytes(outer), both
    start = b"From ann@example.org Mon Nov  2 10:00:00 2026\n"
    whole = [*mails.values()]
    mails["a mailbox"] = b"".join(start + mail + b"\n" for mail, _ in whole), [one for _, some in whole for one in some]
    return mails


@pytest.mark.parametrize("size", EACH_SIZE)
def test_mails_in_each_form(size: int, tmp_path: Path) -> None:
    for name, (mail, grids) in written(grid(size, 1), grid(size, 2), random.Random(size)).items():
        holds(saved(tmp_path, f"{name}.eml", mail), grids)


@pytest.mark.parametrize("size", EACH_SIZE)
def test_sheets_side_by_side_and_below_one_another(size: int, tmp_path: Path) -> None:
    draw = random.Random(size)
    one, two, three, four = (grid(size, seed) for seed in range(4))
    top, left = draw.randrange(1, 9), draw.randrange(1, 9)
    gap, between = (size + draw.randrange(1, 4) for _ in range(2))
    square = [(top, left, one), (top, left + gap, two), (top + between, left, three), (top + between, left + gap, four)]
    found = holds(
        saved(tmp_path, "a.xlsx", data.workbook({"A": square, "B": square[:2], "C": square[::2]})),
        [one, two, three, four, one, two, one, three],
    )
    assert found[0].source is not None
    assert found[0].source.to_line.startswith(f"{tmp_path}/a.xlsx[A!{chr(64 + left)}{top}:")
    beside = [a + [""] * (gap - size) + b for a, b in zip(strings(one), strings(two), strict=True)]
    holds(saved(tmp_path, "a.csv", "".join(",".join(row) + "\n" for row in beside)), [one, two])
    body = data.open_table(beside, "A") + data.open_table(strings(three), "B")
    holds(saved(tmp_path, "a.ods", data.open_document(body, "spreadsheet")), [one, two, three])


@pytest.mark.parametrize("size", EACH_SIZE)
def test_boxes_are_drawn_in_sheets_and_are_tables_of_tables(size: int, tmp_path: Path) -> None:
    for box in SHAPES[size]:
        cells, (high, wide) = grid(size, 5, box), box
        lines = data.around(lambda row, column: (row // high, column // wide))  # noqa: B023 -- called in this turn
        beside = data.workbook({"S": [(3, 2, cells), (3, 3 + size, cells)]}, lines)
        holds(saved(tmp_path, "a.xlsx", beside), [cells, cells], box)
        holds(saved(tmp_path, "a.html", f"<p>Title</p>{data.nested(cells, box, data.html_table)}"), [cells], box)
        holds(saved(tmp_path, "a.docx", data.docx(data.nested(cells, box, data.word_table))), [cells], box)
        holds(
            saved(tmp_path, "a.odt", data.open_document(data.nested(cells, box, data.open_table), "text")), [cells], box
        )


JIGSAW = ["111222", "111222", "334444", "333344", "555666", "555666"]


def test_regions_are_drawn_in_sheets(tmp_path: Path) -> None:
    cells = grid(6, 1)
    for row in cells:
        row[1:] = [0] * 5
    lines = data.around(lambda row, column: JIGSAW[row][column])
    (puzzle,) = holds(saved(tmp_path, "a.xlsx", data.workbook({"S": [(2, 2, cells)]}, lines)), [cells])
    assert puzzle.geometry.mapped
    pairs = data.around(lambda row, column: (row, column // 2))
    (refused,) = read_faults(saved(tmp_path, "b.xlsx", data.workbook({"S": [(2, 2, cells)]}, pairs)))
    assert "none of boxes or regions" in refused


def read_faults(path: Path) -> list[str]:
    with pytest.raises(InputError) as raised:
        read(path)
    return [str(fault)[len(str(path.parent)) + 1 :] for fault in raised.value.faults]


def test_titles_merged_cells_and_formulas(tmp_path: Path) -> None:
    cells, other = grid(9, 1), grid(9, 2)
    book = data.openpyxl.Workbook()
    sheet = book.active
    for at, row in enumerate(cells):
        for beside, digit in enumerate(row):
            sheet.merge_cells(
                start_row=4 + 2 * at, end_row=5 + 2 * at, start_column=2 + 3 * beside, end_column=4 + 3 * beside
            )
            sheet.cell(4 + 2 * at, 2 + 3 * beside, digit or None)
    sheet["B2"] = "Large cells"
    sheet.merge_cells("B2:K2")
    second = book.create_sheet("Two")
    for at, (left, right) in enumerate(zip(strings(cells), strings(other), strict=True)):
        for beside, digit in enumerate([*left, "", *right]):
            second.cell(2 + at, 1 + beside, digit or None)
    second["A1"], second["K1"] = "Left one", "Right one"
    book.save(tmp_path / "a.xlsx")
    found = holds(tmp_path / "a.xlsx", [cells, cells, other])
    assert [puzzle.name for puzzle in found] == ["Large cells", "Left one", "Right one"]
    second["A2"] = "=1+2"
    book.save(tmp_path / "b.xlsx")
    assert [str(fault).partition("b.xlsx")[2] for fault in read(tmp_path / "b.xlsx").faults] == [
        "[Two!A2]: '=1+2' is neither a digit (1 to 9) nor an empty cell"
    ]
    book = data.openpyxl.Workbook()
    book.active["A1"] = int("1" + "2" * 80)
    book.save(tmp_path / "c.xlsx")
    assert read_faults(tmp_path / "c.xlsx")[0].startswith("c.xlsx: there is no puzzle in it")


def test_the_sender_and_the_subject_are_in_the_report(tmp_path: Path) -> None:
    from bookmaker.cli import main

    mail = data.mail("=?utf-8?b?0JDQvdC90LA=?= <anna@example.org>", "Re: =?utf-8?q?F=C3=BCnf?=")
    mail.set_content(f"Hello\n\n{text(grid(9, 1))}")
    mail.add_attachment(text(grid(9, 2)).encode()[:-3], maintype="text", subtype="plain", filename="a\x1b[31m.txt")
    saved(tmp_path, "1.eml", bytes(mail))
    assert main(["verify", str(tmp_path / "1.eml"), "--report", str(tmp_path / "r.csv")]) == 4
    rows = (tmp_path / "r.csv").read_text(encoding="utf-8-sig").splitlines()
    assert ["Анна" in row for row in rows[1:]] == [True, True]
    assert any("Fünf" in row for row in rows[1:])
    assert "\x1b" not in "".join(rows)


OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)
REFUSED = {
    "a.doc": (OLE + "WordDocument".encode("utf-16-le"), "save it as .docx"),
    "a.xls": (OLE + "Workbook".encode("utf-16-le"), "save it as .xlsx"),
    "locked.xlsx": (OLE + "EncryptedPackage".encode("utf-16-le"), "save it without one"),
    "a.numbers": (data.zipped({"Index/Document.iwa": b"x"}), "export it as"),
    "a.xlsb": (data.zipped({"xl/workbook.bin": b"x"}), "save it as .xlsx"),
    "locked.ods": (
        data.zipped({"mimetype": "s", "content.xml": b"\0", "META-INF/manifest.xml": "<encryption-data/>"}),
        "save it without one",
    ),
    "a.pdf": (b"%PDF-1.7", "copy the text"),
    "empty.zip": (data.zipped({}), "no file in this zip file"),
    "empty.ods": (data.open_document(data.open_table([[""]]), "spreadsheet"), "no sheet of this workbook"),
    "empty.docx": (data.docx("<w:p/>"), "this document has no text"),
    "empty.rtf": (b"{\\rtf1 }", "this document has no text"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_read_is_refused_with_what_to_do(name: str, tmp_path: Path) -> None:
    content, said = REFUSED[name]
    assert said in read_faults(saved(tmp_path, name, content))[0]
    holder = data.mail()
    holder.set_content("See the file.\n")
    holder.add_attachment(data.zipped({name: content}), maintype="application", subtype="zip", filename="a.zip")
    (fault,) = read_faults(saved(tmp_path, "a.eml", bytes(holder)))
    assert fault.startswith(f"a.eml/a.zip/{name}: ")
    assert said in fault


def test_a_workbook_without_a_cell_is_a_fault_of_a_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from bookmaker.cli import main

    path = saved(tmp_path, "n.ods", REFUSED["empty.ods"][0])
    assert main(["answers", str(path), "-o", str(tmp_path / "k.pdf")]) == 4
    assert "no sheet of this workbook has a cell" in capsys.readouterr().err
    assert not (tmp_path / "k.pdf").exists()


def test_puzzles_at_the_far_end_of_a_sheet_are_read(tmp_path: Path) -> None:
    cells = grid(9, 1)
    (found,) = holds(saved(tmp_path, "a.xlsx", data.workbook({"S": [(1_048_560, 16_000, cells)]})), [cells])
    assert found.source is not None
    assert found.source.area == "S!WQJ1048560:WQR1048568"


def sheet_xml(rows: str, shared: str = "", sheets: int = 1) -> bytes:
    named = "".join(f'<sheet name="S{at}" r:id="r{at}"/>' for at in range(sheets))
    files = "".join(f'<Relationship Id="r{at}" Type="x/worksheet" Target="worksheets/s.xml"/>' for at in range(sheets))
    return data.zipped(
        {
            "xl/workbook.xml": f'<workbook xmlns:r="r"><sheets>{named}</sheets></workbook>',
            "xl/_rels/workbook.xml.rels": f"<Relationships>{files}</Relationships>",
            "xl/sharedStrings.xml": f"<sst>{shared}</sst>",
            "xl/worksheets/s.xml": f"<worksheet><sheetData>{rows}</sheetData></worksheet>",
        }
    )


HEAD = b"From: a@example.org\nDate: 1\nMIME-Version: 1.0\nContent-Type: "
FULL = '<table:table-cell table:number-columns-repeated="16384"><text:p>5</text:p></table:table-cell>'
ROW = f'<table:table-row table:number-rows-repeated="1000000">{FULL}</table:table-row>'
ENDS = '<row><c r="A{0}"><v>1</v></c><c r="XFD{0}"><v>1</v></c></row>'
COSTLY: dict[str, tuple[Callable[[int], bytes], str]] = {
    "rows.ods": (lambda _: data.open_document(f"<table:table>{ROW * 20}</table:table>", "spreadsheet"), "cells"),
    "shared.xlsx": (
        lambda k: sheet_xml("<row><c t='s'><v>0</v></c></row>" * (300 * k), f"<si><t>{'5' * 100_000}</t></si>"),
        "characters",
    ),
    "sheets.xlsx": (lambda k: sheet_xml("<row><c><v>1</v></c></row>", sheets=200 * k), "tables"),
    "wide.xlsx": (lambda k: sheet_xml("".join(map(ENDS.format, range(1, 3000 * k, 7)))), "cells"),
    "paragraphs.docx": (lambda k: data.docx("<w:p/>" * (11_000 * k)), "elements"),
    "blanks.odt": (
        lambda k: data.open_document("<text:p>" + '<text:s text:c="999999999"/>' * (500 * k) + "</text:p>", "text"),
        "characters",
    ),
    "groups.rtf": (lambda k: b"{\\rtf1 " + b"{" * (11_000 * k), "elements"),
    "zeros.zip": (lambda k: data.zipped({"a.txt": bytes((k * 26 << 20) // 10)}), "bytes unpacked"),
    "parts.eml": (lambda _: HEAD + b"multipart/mixed; boundary=x\n\n" + b"--x\n\na\n" * 30_000, "too many parts"),
    "depth.eml": (
        lambda _: HEAD + b"message/rfc822\n\n" + b"Content-Type: message/rfc822\n\n" * 5000,
        "too many parts",
    ),
    "levels.eml": (lambda _: HEAD + b"message/rfc822\n\n" + b"Content-Type: message/rfc822\n\n" * 100, "packed into"),
    "header.eml": (lambda _: HEAD + b"text/plain; " + b"a*0*=''%41;" * 100_000 + b"\n\nhello\n", "no puzzle in it"),
    "sender.eml": (lambda _: b"From: " + b":" * 5000 + b"\nDate: 1\nMIME-Version: 1.0\n\nhello\n", "no puzzle in it"),
}
"""Files by a hundredth of their size, and what is too much in each."""


def nested_zips(depth: int) -> bytes:
    packed = data.zipped({"../a.txt": text(grid(9, 1))})
    for _ in range(depth):
        packed = data.zipped({"a.zip": packed})
    return packed


COSTLY["zips.zip"] = lambda _: nested_zips(8), "packed into one another"


@pytest.mark.parametrize("name", COSTLY)
def test_what_costs_too_much_is_refused_with_one_message(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make, said = COSTLY[name]
    monkeypatch.setattr(inputs, "_MOST", {what: most // 100 for what, most in inputs._MOST.items()})
    (fault,) = read_faults(saved(tmp_path, name, make(1)))
    assert said in fault


@pytest.mark.thorough("test_documents.py::test_what_costs_too_much_is_refused_with_one_message")
@pytest.mark.parametrize("name", COSTLY)
def test_the_refusal_takes_five_seconds_and_half_a_gigabyte_at_most(name: str, tmp_path: Path) -> None:
    make, said = COSTLY[name]
    path = saved(tmp_path, name, make(100))
    done = subprocess.run([sys.executable, "-c", MEASURED, str(path)], capture_output=True, text=True, check=False)
    seconds, megabytes = map(float, done.stdout.split())
    assert done.returncode == 4
    assert said in done.stderr
    assert seconds < 5
    assert megabytes < 500


MEASURED = """
import resource, sys
from bookmaker.cli import main
code = main(["verify", sys.argv[1]])
used = resource.getrusage(resource.RUSAGE_SELF)
print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
sys.exit(code)
"""


def test_damaged_containers_give_one_message(tmp_path: Path) -> None:
    """Each file with some bytes changed or cut off is read, or refused: nothing else happens."""
    draw = random.Random(1)
    cells = grid(9, 1)
    whole = [
        written(cells, grid(9, 2), draw)["forwarded"][0],
        data.workbook({"S": [(2, 2, cells)]}),
        data.open_document(data.open_table(strings(cells)), "spreadsheet"),
        data.rtf(cells),
    ]
    for content in whole:
        for _ in range(20):
            spoilt = bytearray(content)
            for _ in range(draw.randrange(1, 6)):
                spoilt[draw.randrange(len(spoilt))] = draw.randrange(256)
            path = saved(tmp_path, "a", bytes(spoilt[: draw.choice([len(spoilt), draw.randrange(1, len(spoilt))])]))
            try:
                read(path)
            except InputError as error:
                assert error.faults


def test_a_folder_of_mail_is_read_without_what_is_being_written(tmp_path: Path) -> None:
    for name in ("cur", "new", "tmp"):
        (tmp_path / name).mkdir()
        message = data.mail()
        message.set_content(text(grid(9, len(name))))
        saved(tmp_path / name, f"1.{name}:2,S", bytes(message))
    assert len(read(tmp_path)) == 2


def test_zip_files_within_one_another(tmp_path: Path) -> None:
    path = saved(tmp_path, "a.zip", nested_zips(2))
    (puzzle,) = holds(path, [grid(9, 1)])
    assert puzzle.source is not None
    assert puzzle.source.path == f"{path}/a.zip/a.zip/../a.txt"
    assert zipfile.is_zipfile(path)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_places_in_a_mail_are_lines_of_its_file(end: str, tmp_path: Path) -> None:
    cells = grid(9, 1)
    long = f"Dear editor, I have made this for my grandchildren, who like éclairs, and for {'all ' * 20}= your readers."
    plain = f"{long}\n\n{text(cells)}\nYours, Ann\n"
    policy = data.mail().policy.clone(linesep=end)
    mails: dict[str, bytes] = {"by hand": f"From: Ann\nDate: Mon, 30 Nov 2026 09:12:00 +0100\n\n{plain}".encode()}
    for coding in ("8bit", "quoted-printable"):
        message = data.mail()
        message.set_content(plain, cte=coding)
        mails[coding] = message.as_bytes(policy=policy)
        message.add_alternative("<p>See the plain text</p>", subtype="html")
        message.add_attachment(b"9", maintype="application", subtype="octet-stream", filename="a.bin")
        mails[f"parts, {coding}"] = message.as_bytes(policy=policy)
        outer = data.mail()
        outer.set_content("Look at this.\n")
        outer.add_attachment(message)
        mails[f"forwarded, {coding}"] = outer.as_bytes(policy=policy)
    start = b"From ann@example.org Mon Nov  2 10:00:00 2026\n"
    mails["a mailbox"] = b"".join(start + mails[name] + b"\n" for name in ("8bit", "forwarded, quoted-printable"))
    first = text(cells).splitlines()[0]
    for name, mail in mails.items():
        found = read(saved(tmp_path, f"{name}.eml", mail))
        rows = [number for number, line in enumerate(mail.decode().split("\n"), 1) if line.startswith(first)]
        assert [puzzle.source.line for puzzle in found if puzzle.source] == rows, name
        said = [note.place.line for note in found.notes if note.place and "Dear" in note.message]
        words = [number for number, line in enumerate(mail.decode().split("\n"), 1) if line.startswith("Dear editor")]
        assert said == words, (name, found.notes)


def test_a_place_in_a_text_in_letters_of_its_own_is_none_of_the_file(tmp_path: Path) -> None:
    message = data.mail()
    message.set_content(f"Dear editor\n\n{text(grid(9, 1))}\n", cte="base64")
    (puzzle,) = read(saved(tmp_path, "a.eml", bytes(message)))
    assert str(puzzle.source) == f"{tmp_path}/a.eml[line 3 of its text]"
