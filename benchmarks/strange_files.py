"""Files of every kind that strangers send, and ways to spoil them, for :mod:`benchmarks.strangers`.

Bytes are changed, cut, joined and repeated, and numbers are made others. What has parts is also spoilt part by part and stays
whole around them: a file within a zip file, a value within a table of a bank, the packed data of a picture, a PDF or a font.
"""

from __future__ import annotations

import io
import random
import re
import sqlite3
import struct
import zipfile
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from email.message import EmailMessage
from typing import Any

import bookmaker
from bookmaker.base.resources import find

_PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SMALL = "3...4.5...2......4...3.1.524.6..3.12"
_ROWS = [_PUZZLE[at : at + 9] for at in range(0, 81, 9)]

_MOST = 1 << 18
"""Bytes of a spoilt file, about."""

_NUMBERS = b"0 1 -1 2 3 9 17 255 256 1000 4096 16384 65535 65536 99999 1000000 1048576 16777216 2147483647 2147483648 " \
    b"4294967295 1e9 1e99 1e999 0.00001 -0.5 nan 9223372036854775807 99999999999999999999".split()  # fmt: skip
_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")
_BYTES = (0, 1, 9, 10, 13, 32, 34, 39, 40, 45, 47, 48, 57, 60, 62, 127, 128, 255)
_TIMES = (*[2, 3, 10, 40] * 3, *[100, 400] * 2, 1000, 10_000, 100_000)

Spoil = Callable[[bytes, random.Random], bytes]


def spoilt_bytes(data: bytes, chance: random.Random) -> bytes:
    """Some bytes changed, cut off or out, or repeated."""
    if not data:
        return b"\0"
    for _ in range(chance.choice((1, 1, 2, 3, 8, 40))):
        at = chance.randrange(len(data) + 1)
        end = min(len(data), at + chance.choice((1, 1, 2, 4, 9, 40, 400, len(data))))
        match chance.randrange(9):
            case 0:
                data = data[:at] if chance.random() < 0.3 else data[:at] + data[end:]
            case 1:
                data = data[:at] + data[at:end] * _times(end - at, chance) + data[end:]
            case 2:
                other = chance.randrange(len(data) + 1)
                data = data[:other] + data[at:end] + data[other:]
            case 3 | 4:
                data = _renumbered(data, chance)
            case _:
                new = bytes([chance.choice(_BYTES) if chance.random() < 0.7 else chance.randrange(256)])
                data = data[:at] + new + data[at + 1 :]
        data = data[: 2 * _MOST] or b"\0"
    return data


def _times(length: int, chance: random.Random) -> int:
    # Costs are held to bytes, so that few files need be large.
    most = chance.choice((1 << 12,) * 20 + (1 << 15,) * 6 + (_MOST,))
    return max(1, min(chance.choice(_TIMES), most // max(length, 1)))


def _renumbered(data: bytes, chance: random.Random) -> bytes:
    found = [one.span() for one in _NUMBER.finditer(data, 0, 1 << 16)]
    if not found:
        return data
    at, end = chance.choice(found)
    return data[:at] + chance.choice(_NUMBERS) + data[end:]


def spoilt_markup(data: bytes, chance: random.Random) -> bytes:
    """Elements of XML repeated, moved into others or dropped, attributes changed; else its bytes."""
    tags = [one.span() for one in re.finditer(rb"<[^<>]*>", data[: 1 << 18])]
    if len(tags) < 4 or chance.random() < 0.4:
        return spoilt_bytes(data, chance)
    for _ in range(chance.choice((1, 1, 2, 4))):
        first = chance.randrange(len(tags))
        last = min(len(tags) - 1, first + chance.choice((0, 1, 1, 2, 3, 6, 20)))
        start, end = tags[first][0], tags[last][1]
        piece = data[start:end]
        match chance.randrange(5):
            case 0:
                data = data[:start] + piece * _times(len(piece), chance) + data[end:]
            case 1:
                data = data[:start] + data[end:]
            case 2:
                at = chance.choice(tags)[chance.randrange(2)]
                data = data[:at] + piece + data[at:]
            case _:
                data = data[:start] + _renumbered(piece, chance) + data[end:]
        data = data[: 2 * _MOST]
        tags = [one.span() for one in re.finditer(rb"<[^<>]*>", data[: 1 << 18])] or [(0, len(data))]
    return data


def _zipped(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content, method)
    return out.getvalue()


def spoilt_zip(data: bytes, chance: random.Random) -> bytes:
    """A file within a zip file spoilt, or the bytes of the whole."""
    if chance.random() < 0.15:
        return spoilt_bytes(data, chance)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        files = {one: archive.read(one) for one in archive.namelist()}
    for _ in range(chance.choice((1, 1, 2))):
        name = chance.choice([*files])
        files[name] = spoilt_markup(files[name], chance)
    if chance.random() < 0.03:
        files.pop(chance.choice([*files]))
    return _zipped(files)


# Workbooks.


def workbooks() -> list[bytes]:
    """Small sheets as other programs write them: with shared texts, merged cells, lines, and repeated cells."""
    import openpyxl
    from openpyxl.styles import Border, Side

    made = []
    for lines in (False, True):
        book: Any = openpyxl.Workbook()
        sheet = book.active
        for at, row in enumerate(_ROWS, 2):
            for beside, char in enumerate(row, 2):
                cell = sheet.cell(at, beside, None if char == "." else char if lines else int(char))
                if lines:
                    cell.border = Border(left=Side("thick" if beside % 3 == 2 else "thin"), top=Side("thin"))
        if lines:
            sheet.merge_cells("M1:O3")
            book.create_sheet("Two")["A1"] = _PUZZLE
        out = io.BytesIO()
        book.save(out)
        made.append(out.getvalue())
    return made


def _open_cell(one: re.Match[str]) -> str:
    if one[0][0] == ".":
        return f'<table:table-cell table:number-columns-repeated="{len(one[0])}"/>'
    content = f'<text:p>{one[0]}<text:s text:c="2"/></text:p>'
    return f'<table:table-cell table:style-name="a" office:value="{one[0]}">{content}</table:table-cell>'


def open_sheets() -> list[bytes]:
    """Small sheets of OpenDocument, with cells and rows that repeat, and texts in pieces."""
    names = "".join(f' xmlns:{one}="{one}"' for one in ("office", "text", "table", "style", "fo"))
    border = '<style:table-cell-properties fo:border="1pt solid"/>'
    styles = f'<style:style style:name="a" style:family="table-cell">{border}</style:style>'
    made = []
    for repeats in (False, True):
        rows = ""
        for row in _ROWS:
            cells = re.sub(r"\.+|\d", _open_cell, row)
            more = ' table:number-rows-repeated="1"' if repeats else ""
            rows += f"<table:table-row{more}>{cells}</table:table-row>"
        empty = '<table:table-cell table:number-columns-repeated="1024"/>'
        tail = f'<table:table-row table:number-rows-repeated="1048000">{empty}</table:table-row>'
        body = f'<office:spreadsheet><table:table table:name="One">{rows}{tail}</table:table></office:spreadsheet>'
        content = (
            f"<office:document-content{names}><office:automatic-styles>{styles}</office:automatic-styles>"
            f"<office:body>{body}</office:body></office:document-content>"
        )
        kind = b"application/vnd.oasis.opendocument.spreadsheet"
        made.append(_zipped({"mimetype": kind, "content.xml": content.encode()}))
    return made


# Mail.


def mails() -> list[bytes]:
    """A mail of text, one in several forms with an attachment, and one that forwards another."""
    plain, rich, outer = EmailMessage(), EmailMessage(), EmailMessage()
    for number, one in enumerate((plain, rich, outer)):
        one["From"], one["To"], one["Subject"] = "Ann Lee <ann@example.org>", "desk@example.org", f"Puzzle {number}"
        one["Date"], one["Message-ID"] = "Mon, 02 Nov 2026 10:00:00 +0000", f"<{number}@example.org>"
    plain.set_content(f"Dear editor,\n\n{_PUZZLE}\n\nYours, Ann\n-- \nAnn\n", cte="quoted-printable")
    rows = [SMALL[at : at + 6] for at in range(0, 36, 6)]
    rich.set_content("My puzzle:\n\n> " + "\n> ".join(rows) + "\n")
    table = "".join("<tr>" + "".join(f"<td>{char}</td>" for char in row) + "</tr>" for row in rows)
    rich.add_alternative(f"<p>My puzzle:</p><table>{table}</table>", subtype="html", cte="base64")
    rich.add_attachment((SMALL + "\n").encode(), "text", "plain", filename="small.txt")
    outer.set_content("See below.\n")
    outer.add_attachment(plain)
    return [bytes(one) for one in (plain, rich, outer)]


def mailboxes() -> list[bytes]:
    """Mails in a row."""
    head = b"From ann@example.org Mon Nov  2 10:00:00 2026\n"
    plain, rich, outer = (head + one for one in mails())
    return [b"\n".join((plain, outer)), rich, plain]


# Texts.


def texts() -> list[bytes]:
    """Forms in which puzzles come, and mails."""
    rows = [SMALL[at : at + 6] for at in range(0, 36, 6)]
    table = "".join(f"| {' | '.join(row)} |\n" for row in rows)
    cages = "cage 3: r1c1 r1c2\n12x A1 A2 B1\n(1, 2) + (1, 3) = 7\n"
    program = "/* a */ int x[] = {1, 0, 2}; // b\ngivens(1, 2, 3).\ncell[1][2] = \"a\\n'b'\";\n"
    marked = f"<table><tr><td>1</td></tr></table>\n```\n{_PUZZLE}\n```\n# Puzzle 1\n- a & b\n"
    return [one.encode() for one in ("\n".join(rows), table, cages, program, marked, f"Row 1: {rows[0]}\n")] + mails()


def repeated(data: bytes, chance: random.Random) -> bytes:
    """Up to 200 kB of one piece of a text again and again, a beginning before it, an end behind it: what takes time that grows
    with the square of its length takes it here.
    """

    def piece(most: int) -> bytes:
        at = chance.randrange(len(data))
        return data[at : at + chance.randint(1, most)]

    signs = [bytes([one]) for one in b" \t\n\r\f-+*.,;:_=|/\\#&%$@!?<>()[]{}'\"`~^019aAxX"]
    again = b"".join(chance.choice((*signs, piece(3), piece(12))) for _ in range(chance.choice((1, 1, 2, 2, 3, 5))))
    much = chance.choice((2_000, 20_000, 60_000, 200_000)) // len(again)
    return chance.choice((b"", piece(200))) + again * much + chance.choice((b"", b"!", b"\n", piece(200)))


# Drawings and pictures.


def drawings() -> list[bytes]:
    """Small drawings with all that a reader of them works out."""
    head = b'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    return [
        head + b'viewBox="-400 -400 999 999"><style>.a{stroke-width:2%;fill:#eee} g circle{stroke:red}</style>'
        b'<g transform="rotate(3) '
        b'scale(2,1.5)"><path d="M0 0L3 4C1 2 3 4 5 6ZM1 1h2v3q1 1 2 2t3 3s1 2 3 4a1 2 30 0 1 4 5z" fill="#123"/><circle r="2" '
        b'style="stroke-width:1%"/><use href="#a"/><rect id="a" class="a" width="3" height="4" rx="1"/></g></svg>',
        head + b'width="3in" height="3in" viewBox="-400 -400 999 999"><defs><g id="b"><line x1="1" x2="9em" y2="50%" '
        b'stroke="black" '
        b'stroke-dasharray="3 1 2"/></g><symbol id="s"><ellipse rx="3" ry="4"/></symbol></defs><use xlink:href="#b" x="3" '
        b'transform="matrix(1 0 0 1 3 4) skewX(9)"/><svg x="3" y="4" width="30" height="9"><polygon points="0,0 9,9 3,8" '
        b'fill-rule="evenodd"/><polyline points="1 2 3 4 5 6" fill="none" stroke="rgb(9%,3%,4%)"/></svg></svg>',
    ]  # fmt: skip


def _png_parts(data: bytes) -> list[tuple[bytes, bytes]]:
    parts, at = [], 8
    while at + 8 <= len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        parts.append((data[at + 4 : at + 8], data[at + 8 : at + 8 + length]))
        at += length + 12
    return parts


def spoilt_png(data: bytes, chance: random.Random) -> bytes:
    """A chunk of a PNG spoilt, what is packed in it unpacked before, its checksum right; or the bytes of the whole."""
    if chance.random() < 0.25:
        return spoilt_bytes(data, chance)
    parts = _png_parts(data)
    for _ in range(chance.choice((1, 1, 2, 3))):
        at = chance.randrange(len(parts))
        name, content = parts[at]
        match chance.randrange(6):
            case 0:
                parts.insert(at, (name, content))
            case 1 if len(parts) > 1:
                parts.pop(at)
            case 2:
                parts.insert(
                    at,
                    (chance.choice((b"tRNS", b"PLTE", b"iCCP", b"zTXt", b"eXIf", b"acTL", b"gAMA", b"pHYs")), content),
                )
            case 3 if name == b"IDAT":
                with suppress(zlib.error):
                    parts[at] = name, zlib.compress(spoilt_bytes(zlib.decompress(content), chance))
            case _ if name == b"IHDR":
                wide, high = (chance.choice((0, 1, 9, 200, 4000, 9000, 65535, 2**31 - 1)) for _ in range(2))
                rest = bytearray(content[8:])
                if rest and chance.random() < 0.6:
                    rest[chance.randrange(len(rest))] = chance.choice((0, 1, 2, 3, 4, 6, 8, 16))
                kept = content[:8] if chance.random() < 0.5 else struct.pack(">II", wide, high)
                parts[at] = name, kept + bytes(rest)
            case _:
                parts[at] = name, spoilt_bytes(content, chance)
    out = b"\x89PNG\r\n\x1a\n"
    for name, content in parts:
        out += struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
    return out


def pictures() -> list[bytes]:
    """Small pictures of a puzzle, of noise and of a slope, as PNG and JPEG in several depths."""
    import numpy as np
    from PIL import Image

    (puzzle,) = bookmaker.read(io.StringIO(_PUZZLE))
    drawn = Image.open(io.BytesIO(bookmaker.draw(puzzle, "png", dpi=40))).convert("L")
    noise = Image.fromarray(np.random.default_rng(1).integers(0, 256, (90, 120), np.uint8))
    slope = Image.linear_gradient("L").resize((40, 30))
    made = []
    for picture, form, mode, more in (
        (drawn, "PNG", "L", {}), (drawn, "JPEG", "L", {}), (drawn, "JPEG", "RGB", {"progressive": True}),
        (noise, "PNG", "RGBA", {}), (slope, "PNG", "P", {}), (slope, "PNG", "1", {}), (slope, "JPEG", "CMYK", {}),
        (slope, "PNG", "I;16", {}), (drawn, "WEBP", "RGB", {}), (drawn, "TIFF", "L", {}), (slope, "GIF", "P", {}),
        (slope, "BMP", "L", {}),
    ):  # fmt: skip
        out = io.BytesIO()
        picture.convert(mode).save(out, form, **more)
        made.append(out.getvalue())
    return made


def spoilt_picture(data: bytes, chance: random.Random) -> bytes:
    """A picture of any form spoilt in its own way."""
    return (spoilt_png if data.startswith(b"\x89PNG") else spoilt_bytes)(data, chance)


# Fonts.


def _subset(name: str, flavor: str | None = None) -> bytes:
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    path = find("fonts", name)
    assert path is not None
    options = Options()
    options.layout_features = ["kern", "liga"]
    font, out = TTFont(path), io.BytesIO()
    tool = Subsetter(options)
    tool.populate(text="0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ AVATo.é")
    tool.subset(font)
    font.flavor = flavor
    font.save(out)
    return out.getvalue()


def fonts() -> list[bytes]:
    """Subsets of fonts of the program."""
    return [_subset("Andika-Regular.ttf"), _subset("Lato-Bold.ttf")]


def packed_fonts() -> list[bytes]:
    """The same as WOFF2."""
    return [_subset("Andika-Regular.ttf", "woff2"), _subset("Lato-Bold.ttf", "woff2")]


def outline_fonts() -> list[bytes]:
    """Fonts with PostScript outlines."""
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.qu2cuPen import Qu2CuPen
    from fontTools.pens.t2CharStringPen import T2CharStringPen
    from fontTools.ttLib import TTFont

    made = []
    for data in fonts():
        font = TTFont(io.BytesIO(data))
        outlines, order, metrics = font.getGlyphSet(), font.getGlyphOrder(), font["hmtx"].metrics
        drawn = {}
        for name in order:
            pen = T2CharStringPen(metrics[name][0], outlines)
            outlines[name].draw(Qu2CuPen(pen, 1.0, all_cubic=True))
            drawn[name] = pen.getCharString()
        builder: Any = FontBuilder(font["head"].unitsPerEm, isTTF=False)
        builder.setupGlyphOrder(order)
        builder.setupCharacterMap(font.getBestCmap())
        builder.setupCFF("Test", {"FullName": "Test"}, drawn, {})
        builder.setupHorizontalMetrics(metrics)
        builder.setupHorizontalHeader(ascent=900, descent=-200)
        builder.setupNameTable({"familyName": "Test", "styleName": "Regular", "psName": "Test"})
        builder.setupOS2(sTypoAscender=900, usWinAscent=900, usWinDescent=200)
        builder.setupPost()
        out = io.BytesIO()
        builder.save(out)
        made.append(out.getvalue())
    return made


def spoilt_font(data: bytes, chance: random.Random) -> bytes:
    """A table of a font spoilt, small tables as often as large ones; or the bytes of the whole."""
    if data.startswith(b"wOF2"):
        return _spoilt_packed_font(data, chance)
    if chance.random() < 0.2:
        return spoilt_bytes(data, chance)
    (count,) = struct.unpack(">H", data[4:6])
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 5))):
        table = 12 + 16 * chance.randrange(count)
        start, length = struct.unpack(">II", data[table + 8 : table + 16])
        if chance.random() < 0.1:
            changed[table : table + 16] = spoilt_bytes(bytes(changed[table : table + 16]), chance)[:16].ljust(16, b"\0")
            continue
        for _ in range(chance.choice((1, 1, 2, 8))):
            # A table begins with its counts and offsets.
            at = start + min(chance.randrange(length), chance.choice((8, 40, length)))
            value = chance.choice((b"\0\0", b"\xff\xff", b"\x7f\xff", b"\x80\0", b"\0\1", chance.randbytes(2)))
            changed[at : at + 2] = value
    return bytes(changed)


def _spoilt_packed_font(data: bytes, chance: random.Random) -> bytes:
    import brotli  # type: ignore[import-untyped]

    (size,) = struct.unpack(">I", data[20:24])
    start = next((at for at in range(48, 600) if at + size <= len(data) < at + size + 4), None)
    if start is None or chance.random() < 0.3:
        return spoilt_bytes(data, chance)
    head, packed = bytearray(data[:start]), data[start : start + size]
    if chance.random() < 0.3:
        head[48:] = spoilt_bytes(bytes(head[48:]), chance)
    else:
        with suppress(brotli.error):
            packed = brotli.compress(spoilt_bytes(brotli.decompress(packed), chance), quality=3)
    head[20:24] = struct.pack(">I", len(packed))
    whole = bytes(head) + packed
    whole += b"\0" * (-len(whole) % 4)
    return whole[:8] + struct.pack(">I", len(whole)) + whole[12:]


# PDF.


def pdfs() -> list[bytes]:
    """Pages of this program, unpacked and packed; a page of a scan."""
    import pikepdf
    from PIL import Image

    (puzzle,) = bookmaker.read(io.StringIO(SMALL))
    page = bookmaker.render([puzzle], trim="a5")
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(page)) as pdf:
        pdf.save(
            out, compress_streams=False, stream_decode_level=pikepdf.StreamDecodeLevel.generalized,
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
        )  # fmt: skip
    scan = io.BytesIO()
    # Without a grid: what looks for one is tried by pictures.
    Image.linear_gradient("L").resize((120, 90)).save(scan, "PDF")
    return [page, out.getvalue(), scan.getvalue(), _bare_pdf()]


def _bare_pdf() -> bytes:
    lines = b"".join(b"%d 0 m %d 90 l S 0 %d m 90 %d l S\n" % (at, at, at, at) for at in range(0, 99, 10))
    marks = b"".join(
        b"BT /F 7 Tf %d %d Td (%c) Tj ET\n" % (at % 9 * 10 + 3, 82 - at // 9 * 10, ord(one))
        for at, one in enumerate(_PUZZLE)
        if one != "."
    )
    content = b"1 w 20 0 0 1 0 0 cm\n".replace(b"20 0 0 1 0 0", b"3 0 0 3 60 300") + lines + marks + b"/X Do\n"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 432 648] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> "
        b"/XObject << /X 6 0 R >> >> >>",
        b"<< /Length %d >> stream\n%b\nendstream" % (len(content), content),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        b"<< /Type /XObject /Subtype /Form /BBox [0 0 99 99] /Length 20 >> stream\n0 0 m 9 9 l S 1 w   \nendstream",
    ]  # fmt: skip
    out = b"%PDF-1.4\n"
    for at, one in enumerate(objects, 1):
        out += b"%d 0 obj\n%b\nendobj\n" % (at, one)
    return out + b"trailer << /Size 7 /Root 1 0 R >>\n%%EOF\n"


_STREAM = re.compile(rb"stream\r?\n(.*?)\r?\nendstream", re.S)


def spoilt_pdf(data: bytes, chance: random.Random) -> bytes:
    """A stream of a PDF spoilt and packed again, or its objects, or the bytes of the whole."""
    streams = [*_STREAM.finditer(data)]
    if not streams or chance.random() < 0.4:
        return spoilt_bytes(data, chance)
    one = chance.choice(streams)
    inner = one[1]
    try:
        new = zlib.compress(_spoilt_operators(zlib.decompress(inner), chance))
    except zlib.error:
        new = _spoilt_operators(inner, chance)
    return data[: one.start(1)] + new + data[one.end(1) :]


def _spoilt_operators(data: bytes, chance: random.Random) -> bytes:
    ends = [0, *[one.end() for one in re.finditer(rb"[A-Za-z*'\"]\s", data[: 1 << 18])]]
    if len(ends) < 4 or chance.random() < 0.4:
        return spoilt_bytes(data, chance)
    for _ in range(chance.choice((1, 2, 4))):
        at = chance.randrange(len(ends) - 1)
        start, end = ends[at], ends[min(len(ends) - 1, at + chance.choice((1, 1, 2, 5, 40)))]
        piece = data[start:end]
        match chance.randrange(3):
            case 0:
                data = data[:start] + piece * _times(len(piece), chance) + data[end:]
            case 1:
                data = data[:start] + data[end:]
            case _:
                data = data[:start] + _renumbered(piece, chance) + data[end:]
    return data


# Banks and caches: files of SQLite.

_VALUES = (
    None, 0, -1, 1, 2**62, 3.5, "x", "", b"", b"\xff" * 41, b"\0" * 41, "[1,2]", '{"regions":[1]}', '{"cages":[[3,[0,1]]]}',
    "null", '{"clues":[["a"]]}', '{"clues":5}', '{"cages":{"a":1}}', '{"name":[1]}', "killer", "jigsaw", 10**6, "9" * 999,
    "x" * 99_999,
)  # fmt: skip


def spoilt_tables(data: bytes, chance: random.Random) -> bytes:
    """Values of an SQLite file made others, rows exchanged or dropped; or its bytes."""
    if chance.random() < 0.5:
        return spoilt_pages(data, chance)
    held = sqlite3.connect(":memory:")
    held.deserialize(data)
    tables = [
        row[0]
        for row in held.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    ]
    for _ in range(chance.choice((1, 1, 3))):
        table = chance.choice(tables)
        column = chance.choice([row[1] for row in held.execute(f"PRAGMA table_info({table})")])
        where = f"WHERE abs(random()) % {chance.choice((1, 2, 4))} = 0"
        with suppress(sqlite3.Error):
            match chance.randrange(4):
                case 0:
                    held.execute(
                        f"UPDATE {table} SET {column} = (SELECT {column} FROM {table} ORDER BY random() LIMIT 1) {where}"
                    )
                case 1:
                    held.execute(f"DELETE FROM {table} {where}")
                case _:
                    held.execute(f"UPDATE {table} SET {column} = ? {where}", (chance.choice(_VALUES),))
    held.commit()
    made = held.serialize()
    held.close()
    return made


def spoilt_pages(data: bytes, chance: random.Random) -> bytes:
    """Bytes of an SQLite file changed where they are: all of it stays in its place, unless it is cut off."""
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 8, 40))):
        # Each page begins with the places of all else on it.
        at = chance.randrange(len(data))
        if chance.random() < 0.4:
            at = at // 4096 * 4096 + min(at % 4096, chance.choice((8, 40, 120)))
        changed[at] = chance.choice((*_BYTES, changed[at] ^ 1 << chance.randrange(8), chance.randrange(256)))
    return bytes(changed[: chance.randrange(len(data))]) if chance.random() < 0.1 else bytes(changed)


def joined(seeds: Sequence[bytes], spoil: Spoil, chance: random.Random) -> bytes:
    """One of the seeds spoilt, or the beginning of one before the end of another."""
    data = chance.choice(seeds)
    if len(seeds) > 1 and chance.random() < 0.05:
        other = chance.choice(seeds)
        return data[: chance.randrange(len(data))] + other[chance.randrange(len(other)) :]
    try:
        return spoil(data, chance)
    except (ValueError, IndexError, struct.error):
        return spoilt_bytes(data, chance)
