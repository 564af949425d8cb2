"""Every reader on spoilt texts: ``python -m benchmarks.fuzzing [--minutes M | --count N] [--seed S] [FILES...]``.

Texts of every format, and files in the forms of many programs, are cut, joined, repeated and overwritten at random, the packed
ones (links) also inside of what is packed, and read; zip files and workbooks are among them. A reader answers with puzzles,
faults and notes. Anything else is printed with the text that did it (as a Python literal, for a test): another error, more than
SLOW seconds of processor time, more than LARGE megabytes, a puzzle that does not survive being written and read back in a
format that says it holds it. FILES are further texts to begin with.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import io
import json
import random
import resource
import sys
import tempfile
import time
import traceback
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from bookmaker import formats
from bookmaker.errors import InputError
from bookmaker.formats import lz
from bookmaker.formats.losses import barrier
from bookmaker.grid.geometry import BOXES
from bookmaker.grid.puzzle import Cage, Puzzle
from bookmaker.variants import geometry

SLOW = 1.0
LARGE = 200
"""Seconds, and megabytes beyond those that the program takes before it reads anything."""

_TOLD = 20
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
    return made + [Puzzle(geometry("classic", size), bytes([1, *[0] * (size * size - 1)])) for size in BOXES]


def corpus(paths: list[Path]) -> list[bytes]:
    """The texts to begin with."""
    texts = {path.read_bytes() for path in paths}
    for puzzle in puzzles():
        for format in formats.FORMATS.values():
            if not barrier(puzzle, format):
                texts.add(formats.render([puzzle], format.name).encode())
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", _SHEET)
    texts |= {
        packed.getvalue(),
        gzip.compress(min(texts), mtime=0),
        max(texts)[:2000].decode("utf-8", "replace").encode("utf-16"),
    }
    return sorted(texts)


_SHEET = (
    "<t><table:table table:name='a'>"
    + "<table:table-row><table:table-cell office:value='5'/>\
<table:table-cell table:number-columns-repeated='8'/></table:table-row>"
    * 9
    + "</table:table></t>"
)


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
    """A link whose packed text is spoilt, or the data itself if it is no link."""
    text = data.decode("utf-8", "replace")
    for mark, unpack, pack in _PACKED:
        head, found, packed = text.strip().partition(mark)
        if found and head.startswith("http"):
            try:
                inner = unpack(packed).encode()
            except Exception:  # A link that was spoilt before: it has nothing inside.
                return data
            return (head + mark + pack(spoilt(inner, inner, chance).decode("utf-8", "replace"))).encode()
    return data


def complaint(data: bytes, path: Path, kind: str, back_too: bool) -> str:
    """What is wrong with how a text is read, "" if nothing. ``back_too``: also how its puzzles are written, which takes long."""
    before = time.process_time()
    found: list[Puzzle] = []
    try:
        path.write_bytes(data)
        reading = formats.Reading(kind)
        found = [item for item in formats.items(formats.stream(path, reading), reading) if isinstance(item, Puzzle)]
        found += formats.parse(data.decode("utf-8", "surrogateescape"), kind=kind)
    except InputError:
        pass
    except Exception:
        return traceback.format_exc()
    spent = time.process_time() - before
    if spent > SLOW:
        return f"{spent:.1f} s"
    for puzzle in found[:3] if back_too else ():
        for format in formats.FORMATS.values():
            if barrier(puzzle, format):
                continue
            try:
                back = formats.parse(
                    formats.render([puzzle], format.name), kind=puzzle.geometry.kind, format=format.name
                )
            except Exception:
                return f"{format.name}: {traceback.format_exc()}"
            if len(back) != 1 or (back[0].givens, back[0].cages) != (puzzle.givens, puzzle.cages):
                return f"{format.name}: another puzzle came back"
    return ""


def main() -> None:
    """Print what goes wrong as it is met, and a line of numbers at the end."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=1.0, help="of processor time")
    parser.add_argument("--count", type=int, help="texts instead of minutes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("files", nargs="*", type=Path)
    options = parser.parse_args()
    texts = corpus([*options.files, *_DATA.glob("puzzles/*.txt"), _DATA / "killers/solo.txt", *_DATA.glob("wild/*")])
    chance = random.Random(options.seed)
    seen: Counter[str] = Counter()
    tried = 0
    complaint(texts[0], Path(tempfile.mkstemp()[1]), "classic", back_too=True)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "f")
        while tried < options.count if options.count else time.process_time() < 60 * options.minutes:
            data = spoilt(chance.choice(texts), chance.choice(texts), chance)
            if chance.random() < 0.4:
                data = spoilt_inside(chance.choice(texts), chance)
            tried += 1
            wrong = complaint(data, path, chance.choice(["classic", "classic", "x", "killer"]), chance.random() < 0.1)
            peak = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10) - before
            if not wrong and peak > LARGE:
                wrong = f"{peak} MB"
            if wrong:
                last = wrong.strip().splitlines()[-1]
                seen[last] += 1
                if seen[last] <= 2 and len(seen) <= _TOLD:
                    print(f"{wrong.strip()}\n  {data!r}", flush=True)
    print(json.dumps({"tried": tried, "wrong": seen.total(), "sorts": len(seen), "peak MB": peak}))
    sys.exit(bool(seen))


if __name__ == "__main__":
    main()
