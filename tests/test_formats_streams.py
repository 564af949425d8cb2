"""Reading as a stream: what is read, in what order, and that neither memory nor time grows with what somebody sends."""

from __future__ import annotations

import gzip
import io
import random
import sys
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import scaled
from hypothesis import given, settings
from hypothesis import strategies as st

from bookmaker.base.errors import Fault, InputError, Place
from bookmaker.formats import (
    FORMATS,
    Argument,
    Batch,
    Reading,
    items,
    named,
    parse,
    read,
    read_all,
    read_stream,
    render,
)
from bookmaker.formats.base.format import barrier
from bookmaker.formats.stream import inputs, rows
from bookmaker.formats.stream.inputs import Progress, expanded
from bookmaker.puzzles.grid.puzzle import Puzzle

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def told(found: Iterator[Puzzle | Fault]) -> list[str]:
    """Puzzles as their sources, faults as they are."""
    return [str(item.source) if isinstance(item, Puzzle) else str(item) for item in found]


def test_what_cannot_be_read_does_not_hide_the_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("f").write_bytes(
        f"{PUZZLE}\n{PUZZLE[:-1]}\n\n{PUZZLE}\n".encode() + b"\xff\n" + PUZZLE.encode() + b"\n\0\n" + PUZZLE.encode()
    )
    assert told(items(read_stream("f"))) == [
        "f:1:1",
        "f:2:1: 80 symbols; a puzzle of 9×9 has 81 (with an empty cell at its end it would be a proper puzzle)",
        "f:4:1",
        "f:5:1: byte 0xFF is not UTF-8 text (save the file as UTF-8)",
        "f:6:1",
        "f:7:1: a NUL byte; this is not a text file",
    ]


def test_folders_patterns_and_gzip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("b/deep/z.txt", "b/a.txt", "b/.hidden", "b/.git/x.txt", "c 1.txt", "c 2.txt", "[odd].txt"):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(PUZZLE)
    Path("two.gz").write_bytes(gzip.compress(f"{PUZZLE}\n".encode()) + gzip.compress(PUZZLE.encode()) + bytes(512))
    found = read_all(["b", "c ?.txt", "[odd].txt", "two.gz"])
    assert [str(puzzle.source) for puzzle in found] == [
        str(Place(str(Path(name)), line, 1))
        for name, line in (
            ("b/a.txt", 1), ("b/deep/z.txt", 1), ("c 1.txt", 1), ("c 2.txt", 1), ("[odd].txt", 1), ("two.gz", 1), ("two.gz", 2)
        )
    ]  # fmt: skip
    assert [str(item) for item in expanded(["*.sdk", "none"])] == ["*.sdk: no file matches this pattern", "none"]
    assert len(read("b")) == 2
    assert list(named([PUZZLE, "c 1.txt"])) == [Argument(PUZZLE), *expanded(["c 1.txt"])]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(PUZZLE.encode()))))
    assert str(read("-")[0].source) == "<stdin>:1:1"


def test_progress(tmp_path: Path) -> None:
    (tmp_path / "f").write_text(f"{PUZZLE}\n" * 10_000)
    paths = list(expanded([tmp_path / "f"]))
    progress = Progress(total=inputs.size_of(paths))
    seen = [progress.done for _ in read_stream(tmp_path / "f", None, progress)]
    assert progress.total == progress.done == 820_000
    assert 0 < seen[0] < progress.total
    assert inputs.size_of(["-"]) == 0


ENDS = st.sampled_from(["\n", "\r\n", "\r"])


@settings(max_examples=scaled(40, 200), deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(["", PUZZLE, "1..", "# é", " "]), ENDS), max_size=8),
    st.integers(1, 90),
    st.booleans(),
)
def test_pieces_may_be_cut_anywhere(parts: list[tuple[str, str]], step: int, bom: bool) -> None:
    text = "".join(line + end for line, end in parts)
    data = (b"\xef\xbb\xbf" if bom else b"") + text.encode()
    pieces = [data[at : at + step] for at in range(0, len(data), step)]
    found = list(rows.rows(rows.chunks(pieces, "f"), "f", batches=False))
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert found == list(enumerate(lines[:-1] if not lines[-1] else lines, 1))


def mixed(seed: int) -> bytes:
    """Lines of every sort among many plain ones."""
    dice = random.Random(seed)
    odd = [
        b"",
        b"# a comment",
        PUZZLE[:-1].encode(),
        b"5" * 81,
        PUZZLE.replace(".", "X").encode(),
        b"\xff",
        b"12",
        PUZZLE.encode(),
    ]
    odd += [
        f"{PUZZLE} # Ann".encode(),
        PUZZLE.replace(".", "0").encode() + b" ",
        b"[Puzzle]",
        b"puzzle,name",
        b"<opensudoku>",
    ]
    out: list[bytes] = []
    for _ in range(12):
        out += [PUZZLE.replace(".", dice.choice(".0-*_")).encode()] * dice.choice([0, 1, 15, 16, 17, 40])
        out += [dice.choice(odd) for _ in range(dice.randrange(4))]
    return dice.choice([b"\n", b"\r\n"]).join(out)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("seed", range(25))
def test_batches_are_only_a_shorter_way(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "f"
    path.write_bytes(mixed(seed))
    swift = list(read_stream(path))
    slow = list(items(read_stream(path, Reading(format=None))))
    monkeypatch.setattr(rows, "_FEWEST", 10**9)
    careful = list(read_stream(path))
    assert not any(isinstance(item, Batch) for item in careful)
    assert told(items(swift)) == told(items(careful)) == told(iter(slow))
    assert [item for item in items(swift) if isinstance(item, Puzzle)] == [i for i in careful if isinstance(i, Puzzle)]


def test_a_line_without_end_takes_no_room() -> None:
    """Two gigabytes in one line; here a tenth of it, which would not fit either."""
    pieces = (b"1" * (1 << 20) for _ in range(200))
    tracemalloc.start()
    found = list(rows.rows(rows.chunks(_then(pieces, f"\n{PUZZLE}\n".encode()), "f"), "f", batches=True))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert [str(item) if isinstance(item, Fault) else item for item in found] == [
        "f:1: a line of more than 4 MB (no puzzle is so long)",
        (2, PUZZLE),
    ]
    assert peak < 20 << 20


def test_a_device_without_lines_ends_at_once() -> None:
    endless = iter(lambda: bytes(1 << 20), b"")
    found = [str(item) for item in rows.rows(rows.chunks(endless, "f"), "f", batches=True)]
    assert found == ["f:1:1: a NUL byte; this is not a text file"]


def _then(pieces: Iterator[bytes], last: bytes) -> Iterator[bytes]:
    yield from pieces
    yield last


@pytest.mark.sampled(3)
@pytest.mark.parametrize("format", ["lines", "csv", "jsonl", "opensudoku", "grid", "hodoku"])
def test_memory_does_not_grow_with_the_file(format: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inputs, "PIECE", 1 << 12)
    some = parse(PUZZLE)
    body = FORMATS[format].render(some)
    peaks = []
    for count in (100, 400):
        text = FORMATS[format].head + FORMATS[format].between.join([body] * count) + FORMATS[format].tail
        (tmp_path / "f").write_text(text)
        tracemalloc.start()
        assert sum(1 for _ in items(read_stream(tmp_path / "f"))) == count
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < peaks[0] * 1.2 + 2e5


@pytest.mark.thorough("test_formats_wild.py::test_a_gzip_file_of_millions_of_newlines_takes_no_long_time")
def test_a_gzip_bomb(tmp_path: Path) -> None:
    for piece in (b"\n" * 4096, b"#" * 4095 + b"\n"):
        (tmp_path / "f").write_bytes(gzip.compress(piece * (16 << 10)))
        with pytest.raises(InputError, match="unpacks to more than 50 times its size"):
            read(tmp_path / "f")


def test_a_document_that_is_never_closed_is_no_trap(tmp_path: Path) -> None:
    (tmp_path / "f").write_text("<opensudoku>\n" + "<a></a>\n" * 20_000)
    tracemalloc.start()
    assert "this is not XML: no element found" in "\n".join(told(items(read_stream(tmp_path / "f"))))
    assert tracemalloc.get_traced_memory()[1] < 5e6
    tracemalloc.stop()


BOTH = parse(f"{PUZZLE} # Ann\n{'1...' * 4}\n")
SAMPLES = [
    render([puzzle for puzzle in BOTH if not barrier(puzzle, chosen)], name).encode()
    for name, chosen in FORMATS.items()
]
SAMPLES += [
    f"[Puzzle]\n{render(parse(PUZZLE), 'grid')}[State]\n\n[PencilMarks]\n".encode(),
    b'{"cages": [{"sum": 3, "cells": ["r1c1", [0, 1]]}], "kind": "killer"}',
    b":0702:9:.+4..62..3.....8.+6..6......+2..+8.5.+7..7..2.+8.+1..+1..+7.+8...+7......9.3..4+2..8..29...+7.:913 929::929 943::",
]
PIECES = st.one_of(
    st.binary(max_size=4),
    st.sampled_from([
        b"\n", b"\n\n", b"\r\n", b"\r", b"#", b"|", b"+", b"-", b".", b"0", b"9", b"A", b" ", b",", b"\t", b"\0", b"{", b"}",
        b"[", b"]", b'"', b":", b"<", b">", b"&", b"u", b"_", b"null", b"-1", b"1e999", b"9" * 20, b"\xff", b"\xc3\x28",
        "٥５☃\u2028".encode(), b"\xef\xbb\xbf", b"<!DOCTYPE a>", b"[Puzzle]\n", b"puzzle,", b"https://", b"m=edit&p=",
    ]),
)  # fmt: skip


@st.composite
def spoilt(draw: st.DrawFn) -> bytes:
    data = draw(st.sampled_from(SAMPLES))
    if draw(st.booleans()):
        data += draw(st.sampled_from(SAMPLES))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        stop = start + draw(st.sampled_from([0, 0, 1, 1, 9, 80]))
        data = data[:start] + draw(PIECES) + data[start:stop] * draw(st.sampled_from([0, 0, 1, 2, 5])) + data[stop:]
    return data


@settings(max_examples=scaled(40, 400), deadline=None)
@given(spoilt(), st.sampled_from([None, None, None, *FORMATS]), st.sampled_from(["classic", "x", "killer"]))
def test_spoilt_texts_give_puzzles_or_faults(data: bytes, format: str | None, kind: str) -> None:
    try:
        found = parse(data.decode("utf-8", "surrogateescape"), "f", kind, format)
        assert all(puzzle.source and puzzle.source.path == "f" for puzzle in found)
    except InputError as error:
        assert all(fault.place and fault.place.path == "f" and len(fault.message) < 500 for fault in error.faults)


def test_json_over_many_lines_and_blank_ones() -> None:
    spread = f"""{PUZZLE}
[
  {{
    "title": "Ann",

    "quiz": "{PUZZLE}"
  }},

  {{"id": 7, "puzzle": "{PUZZLE}"}}, {{"givens": [[5, 3,
    0, 0, 7, 0, 0, 0, 0], "6..195...", ".98....6.", "8...6...3", "4..8.3..1", "7...2...6", ".6....28.",
    "...419..5", "....8..79"]}}
]
{PUZZLE}
{{"name": "}} [",
"puzzle": "{PUZZLE}"}}
{PUZZLE}"""
    found = parse(spread, "f")
    assert [str(puzzle) for puzzle in found] == [PUZZLE] * 7
    assert [puzzle.name for puzzle in found] == ["", "Ann", "7", "", "", "} [", ""]
    assert [puzzle.source and puzzle.source.line for puzzle in found] == [1, 3, 9, 9, 13, 14, 16]


def test_json_that_is_spoilt_does_not_hide_the_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = f'''[
  {{"givens": "{PUZZLE}"}},
  {{
    "cages": [
      {{"sum": 3, "cells": ["r1c1" "r1c2"]}}
    ]
  }},
  {{"kind": 5, "givens": "{PUZZLE}"}},
  {{"givens": "{PUZZLE}"}}

{PUZZLE}
[{{"givens": "{PUZZLE}"}}]
'''
    Path("f").write_text(text)
    assert told(items(read_stream("f"))) == [
        "f:2:3",
        "f:5:35: this is not JSON: expecting ',' delimiter",
        "f:8:3: [1].kind: there is no kind of puzzle '5' (such as classic, x, jigsaw or killer)",
        "f:9:3",
        "f:9: this is not JSON: the list has no end (close it with ])",
        "f:11:1",
        "f:12:2",
    ]


def test_json_of_one_long_line_takes_no_more_than_its_length() -> None:
    many = scaled(4_000, 20_000)
    text = "[" + ", ".join(f'{{"givens": "{PUZZLE}"}}' for _ in range(many)) + "]"
    assert len(parse(text)) == many


def test_few_long_lines_are_each_read_once() -> None:
    """So long that a part is looked at for grids before as many lines are read as that looks ahead."""
    short = f'{{"puzzle": "{PUZZLE}"}}'
    long = f'{{"puzzle": "{PUZZLE}", "note": "{"x" * 2000}"}}'
    assert len(parse("\n".join([short, *[long] * 90]))) == 91
