"""Spoilt texts for :mod:`benchmarks.fuzzing`: texts of every format and of every rule with clues, and ways to spoil them."""

from __future__ import annotations

import base64
import gzip
import io
import json
import random
import zipfile
import zlib
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from bookmaker import formats
from bookmaker.formats.base import lz
from bookmaker.formats.base.format import barrier
from bookmaker.logic.generation.clue_drawing import clued
from bookmaker.logic.generation.own_grounds import full_grid
from bookmaker.puzzles.grid.geometry import BOXES
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import RULES, arrangements, exists, geometry

_DATA = Path(__file__).parent.parent / "tests" / "data"
_PIECES = [
    b"\n", b"\n\n", b"\r\n", b"\r", b"\t", b" ", b",", b";", b"|", b"-", b"+", b":", b"~", b"=", b"#", b"%", b"&", b"?", b"{",
    b"}", b"[", b"]", b'"', b"'", b"\\", b"<", b">", b"/", b"0", b"9", b"-1", b"1e9", b"1" * 40, b"A", b"z", b"_", b".", b"*",
    b"\0",     b"\xef\xbb\xbf", b"\xff\xfe", b"\xe9", b"\x1b[31m", b"null", b"true", b"NaN", b"Infinity", b"[[[[", b"{}", b"[]",
    b'""',     b"\xd9\xa1\xd9\xa2", b"\xef\xbc\x91\xef\xbc\x92", b"\xf0\x9f\x98\x80", b"\xc2\xb2", b"\xed\xa0\x80", b"." * 81,
    b"1" * 81,     b"<!ENTITY a 'b'>", b"&a;", b"<!DOCTYPE x [", b"]]>", b"<![CDATA[", b"https://f-puzzles.com/?load=", b"https://sudokupad.app/scl",
    b"3x3:", b"3x3::k:", b"SumoCueV1", b"begin\n", b"end\n", b"[Puzzle]\n", b"begin-killer", b"\x1f\x8b", b"PK\x03\x04",
]  # fmt: skip


def puzzles() -> list[Puzzle]:
    """One of each sort that a format could treat differently."""
    text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    answer = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    cells, full = bytes(0 if one == "." else int(one) for one in text), bytes(map(int, answer))
    cages = tuple(
        Cage(tuple(range(at, at + 3)), sum(full[at : at + 3])) for at in range(0, 81, 3) if at % 2 == 0 or at < 40
    )
    marks = tuple(1 << digit - 1 if digit else 0b111 << at % 7 for at, digit in enumerate(cells))
    made = [
        Puzzle(geometry(), cells, name="Ann", answer=full),
        Puzzle(geometry(), cells, candidates=marks),
        Puzzle(geometry("killer"), bytes(81), cages=cages, name="K", answer=full),
        Puzzle(geometry("killer-x"), cells, cages=(*cages[:3], Cage((40, 41), None))),
        Puzzle(geometry("x"), cells),
    ]
    made += [Puzzle(geometry("classic", size), bytes([1, *[0] * (size * size - 1)])) for size in BOXES]
    made += [_several(name) for name in arrangements()]
    made += [_clued(name) for name, rule in RULES.items() if rule.clues]
    labels = [cell // 9 // 3 * 3 + cell % 9 // 3 for cell in range(81)]
    labels[2], labels[3] = labels[3], labels[2]
    return [*made, Puzzle(geometry("jigsaw", 9, tuple(labels)), cells)]


def _several(name: str) -> Puzzle:
    ground = geometry(name)
    return Puzzle(ground, bytes([1, *[0] * (ground.cell_count - 1)]))


def _clued(name: str) -> Puzzle:
    size = 6 if exists(name, 6) else 9
    grid = full_grid(geometry("classic", size), 1)
    assert grid is not None
    ground = clued(geometry(name, size), grid, "none", 1)
    assert ground is not None
    return Puzzle(ground, bytes(digit * (at % 4 == 0) for at, digit in enumerate(grid)))


def corpus(paths: list[Path]) -> list[bytes]:
    """The texts to begin with: those of ``paths``, of the tests, and of every format."""
    known = [*_DATA.glob("puzzles/*.txt"), _DATA / "killers/solo.txt", *_DATA.glob("wild*/*")]
    texts = {path.read_bytes() for path in (*paths, *known) if path.is_file()}
    for puzzle in puzzles():
        for format in formats.FORMATS.values():
            if not barrier(puzzle, format):
                texts.add(formats.render([puzzle], format.name).encode())
    texts |= {_zipped(_ODS), _zipped({"a.txt": min(texts), "b/c.csv": b"1,2\n"}), gzip.compress(min(texts), mtime=0)}
    texts |= {max(texts)[:2000].decode("utf-8", "replace").encode("utf-16"), _workbook()}
    texts |= {_line(puzzle).encode() for puzzle in puzzles()[:1]}
    return sorted(texts)


def _line(puzzle: Puzzle) -> str:
    """A table of several columns, and links that no writer of ours makes."""
    text = formats.render([puzzle]).split()[0]
    return f"id,puzzle,solution\n1,{text},{text}\nhttps://sudokuexchange.com/play/?s={text}\nhttps://puzz.link/p?sudoku/9/9/53h7\n"


def _zipped(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data)
    return out.getvalue()


def _workbook() -> bytes:
    import openpyxl

    book, out = openpyxl.Workbook(), io.BytesIO()
    for row in range(9):
        book.active.append([(row + column) % 10 or None for column in range(9)])
    book.save(out)
    with zipfile.ZipFile(out) as archive:
        files = {name: archive.read(name) for name in sorted(archive.namelist())}
    # The properties have the time of day, and the theme is long.
    return _zipped({name: data for name, data in files.items() if "docProps" not in name and "theme" not in name})


_SHEET = (
    "<t><table:table table:name='a'>"
    + "<table:table-row><table:table-cell office:value='5'/>\
<table:table-cell table:number-columns-repeated='8'/></table:table-row>"
    * 9
    + "</table:table></t>"
)
_ODS = {"mimetype": b"application/vnd.oasis.opendocument.spreadsheet", "content.xml": _SHEET.encode()}


def spoilt(data: bytes, other: bytes, chance: random.Random) -> bytes:
    """One text from two, changed in one to a dozen places."""
    if chance.random() < 0.3:
        data = data[: chance.randrange(len(data) + 1)] + other[chance.randrange(len(other) + 1) :]
    for _ in range(1 + int(chance.expovariate(0.5))):
        at = chance.randrange(len(data) + 1)
        to = min(len(data), at + chance.choice([0, 0, 1, 1, 2, 9, 81]))
        way = chance.randrange(6)
        if way == 0:
            data = data[:at] + bytes([chance.randrange(256)]) + data[to:]
        elif way == 1:
            data = data[:at] + data[at:to] * chance.choice([2, 3, 50]) + data[to:]
        elif way == 2:
            data = data[:at] + data[to:]
        elif way == 3 and data:
            start = chance.randrange(len(data))
            data = data[:at] + data[start : start + 40] + data[to:]
        else:
            data = data[:at] + chance.choice(_PIECES) + data[to:]
    return data[:20_000]


@lru_cache(1 << 9)
def _unlz(packed: str) -> str:
    return lz.unpack(packed)


def _inflate(packed: str) -> str:
    return zlib.decompress(base64.b64decode(packed), -15).decode()


def _deflate(text: str) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(packer.compress(text.encode()) + packer.flush()).decode()


_PACKED: tuple[tuple[str, Callable[[str], str], Callable[[str], str]], ...] = (
    ("?load=", _unlz, lz.pack),
    ("/scl", _unlz, lz.pack),
    ("p=", _inflate, _deflate),
)


def spoilt_inside(data: bytes, chance: random.Random) -> bytes:
    """A link, a zip file or JSON, one part of which is spoilt and the rest whole; the data itself if it is none of them."""
    if data.startswith(b"PK"):
        return _spoilt_file(data, chance)
    text = data.decode("utf-8", "replace")
    for mark, unpack, pack in _PACKED:
        head, found, packed = text.strip().partition(mark)
        if found and head.startswith("http"):
            try:
                inner = unpack(packed).encode()
            except Exception:  # A link that was spoilt before: it has nothing inside.
                return data
            inner = spoilt_value(inner, chance) if chance.random() < 0.5 else spoilt(inner, inner, chance)
            return (head + mark + pack(inner.decode("utf-8", "replace"))).encode()
    return spoilt_value(data, chance)


def _spoilt_file(data: bytes, chance: random.Random) -> bytes:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            files = {name: archive.read(name) for name in archive.namelist()}
    except Exception:  # A file that was spoilt before.
        return data
    name = chance.choice(sorted(files))
    files[name] = spoilt(files[name], files[name], chance)
    return _zipped(files)


_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1.5, 10**30, -0.0, 1e300, "", "1", "r1c1", "R99C99", "r0c0", "1" * 81, "." * 81, "\0", "\ud800",
    [], [[]], [None], [1, 2, 3], [[1, 2], [3]], [[0] * 9] * 9, [0] * 81, {}, {"": None}, {"cells": None},
    {"sum": "x", "cells": {}},
    "classic", "killer", ["killer", 5], "jigsaw", "samurai", "kropki",
)  # fmt: skip
_NAMES = (
    "size",
    "kind",
    "givens",
    "cages",
    "clues",
    "regions",
    "solution",
    "name",
    "grid",
    "puzzle",
    "cells",
    "sum",
    "value",
)


def spoilt_value(data: bytes, chance: random.Random) -> bytes:
    """JSON, or the first line that is, with one to three values of another type, keys renamed, or parts taken out or doubled."""
    text = data.decode("utf-8", "replace")
    for part in (text, text.split("\n")[0]):
        try:
            value = json.loads(part)
            break
        except (ValueError, RecursionError):
            continue
    else:
        return data
    for _ in range(chance.choice((1, 1, 2, 3))):
        value = _respoilt(value, chance, chance.random() * 6)
    return json.dumps(value).encode()


def _respoilt(value: Any, chance: random.Random, depth: float) -> Any:
    if depth < 1 or not isinstance(value, dict | list) or not value:
        return chance.choice(_VALUES)
    if isinstance(value, dict):
        keys = list(value)
        key = chance.choice(keys)
        way = chance.randrange(8)
        if way == 0:
            return {chance.choice(_NAMES) if one == key else one: part for one, part in value.items()}
        if way == 1:
            return {one: part for one, part in value.items() if one != key}
        if way == 2:
            return {**value, chance.choice(_NAMES): chance.choice(_VALUES)}
        return {**value, key: _respoilt(value[key], chance, depth - 1)}
    at = chance.randrange(len(value))
    way = chance.randrange(8)
    if way == 0:
        return value[:at] + value[at + 1 :]
    if way == 1:
        return value[: at + 1] + value[at:]
    return [*value[:at], _respoilt(value[at], chance, depth - 1), *value[at + 1 :]]


def text(texts: list[bytes], chance: random.Random) -> bytes:
    """The next text: two that are joined and spoilt, one that is spoilt inside, or scraps, which are read soonest."""
    way = chance.random()
    if way < 0.35:
        return spoilt(chance.choice(texts), chance.choice(texts), chance)
    if way < 0.7:
        return spoilt_inside(chance.choice(texts), chance)
    parts = []
    for _ in range(chance.randint(1, 12)):
        one = chance.choice(texts)
        at = chance.randrange(len(one) + 1)
        parts.append(
            chance.choice(_PIECES) if chance.random() < 0.5 else one[at : at + chance.choice((1, 3, 9, 27, 81))]
        )
    return b"".join(parts)


_SHORT = 600
"""Bytes of a text that is read as a format: more of them are tried in the same time."""


def texts_of_formats() -> list[tuple[str, bytes]]:
    """Short texts of every format, each with the name of the format, one of each at least."""
    found: list[tuple[str, bytes]] = []
    for format in formats.FORMATS.values():
        own = [formats.render([one], format.name).encode() for one in puzzles() if not barrier(one, format)]
        short = [one for one in own if len(one) <= _SHORT] or [min(own, key=len)]
        found += [(format.name, one) for one in short]
    return found


def text_of_a_format(own: list[tuple[str, bytes]], chance: random.Random) -> tuple[str, bytes]:
    """The next text to be read as a format, which is its own in nine of ten."""
    format, data = chance.choice(own)
    other, second = chance.choice(own)
    data = spoilt(data, second, chance) if chance.random() < 0.6 else spoilt_inside(data, chance)
    return (format if chance.random() < 0.9 else other), data
