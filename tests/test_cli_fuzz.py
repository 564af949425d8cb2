"""Puzzle files and command lines spoilt at random: an answer or a fault, a documented exit code, and never a traceback."""

from __future__ import annotations

import contextlib
import io
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import EXIT_CODES, PUZZLE, SOLUTION, scaled
from hypothesis import given, settings
from hypothesis import strategies as st

from bookmaker.cli import main

ROWS = [PUZZLE[start : start + 9] for start in range(0, 81, 9)]
BORDER = "+---+---+---+\n"
FRAMED = BORDER + "".join(
    f"|{row[:3]}|{row[3:6]}|{row[6:]}|\n{BORDER if n % 3 == 2 else ''}" for n, row in enumerate(ROWS)
)
FILES = [
    f"{PUZZLE}\n",
    f"# two\n{PUZZLE} # one\n{PUZZLE.replace('.', '0')},{SOLUTION}\n",
    "\n".join(ROWS),
    FRAMED,
    f"{PUZZLE}\n\n{FRAMED}\n{'1...' * 4}\n12..\n34..\n....\n....\n",
    f"{SOLUTION}\n",
    "1" + "." * 35 + "\n" + "G" + "." * 255 + "\n",
]
PIECES = st.one_of(
    st.binary(max_size=6),
    st.sampled_from(
        [
            b"\n",
            b"\n\n",
            b"\r\n",
            b"#",
            b"|",
            b"-",
            b"+",
            b".",
            b"0",
            b"9",
            b"A",
            b" ",
            b",",
            b"\t",
            b"\0",
            b"\xef\xbb\xbf",
        ]
    ),
    st.sampled_from([b"." * 81, b"1" * 81, PUZZLE.encode(), ROWS[0].encode(), "5️⃣☃".encode(), b"\xff\xfe", b"\x1b[31m"]),
)
WORDS = st.sampled_from(
    [
        ["solve"],
        ["solve", "--json"],
        ["solve", "--limit", "3"],
        ["grade"],
        ["grade", "--json"],
        ["verify"],
        ["verify", "--json"],
    ]
)


@st.composite
def spoilt(draw: st.DrawFn) -> bytes:
    data = draw(st.sampled_from(FILES)).encode()
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        stop = start + draw(st.sampled_from([0, 0, 1, 1, 9, 40]))
        data = data[:start] + draw(PIECES) + data[stop:]
    return data


@contextlib.contextmanager
def standing_in(data: bytes) -> Iterator[tuple[io.StringIO, io.StringIO]]:
    """Standard streams of their own."""
    before, out, err = sys.stdin, io.StringIO(), io.StringIO()
    sys.stdin = io.TextIOWrapper(io.BytesIO(data))
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            yield out, err
    finally:
        sys.stdin = before


@settings(max_examples=scaled(20, 100), deadline=None)
@given(data=spoilt(), words=WORDS, kind=st.sampled_from(["classic", "x"]))
def test_spoilt_puzzle_files(data: bytes, words: list[str], kind: str) -> None:
    with standing_in(data) as (out, err):
        code = main([*words, "--kind", kind])
    assert code in EXIT_CODES
    assert code in (0, 4, 5)
    told = err.getvalue().splitlines()
    assert all(line.startswith("bookmaker: <stdin>") for line in told)
    # A note on text that was passed over, or on a guess, is no fault.
    notes = [line for line in told if ": note: " in line or line.endswith("notes are not listed")]
    assert (len(told) > len(notes)) == (code == 4)
    lines = out.getvalue().splitlines()
    # What cannot be read does not hide what can.
    assert lines or code == 4
    if "--json" in words:
        for line in map(json.loads, lines):
            assert line["source"].startswith("<stdin>")
            # A puzzle is taken as written or not at all: its givens stand in the file in this order.
            given = [symbol for symbol in line["puzzle"] or "" if symbol != "."]
            text = iter(data.decode("utf-8", "replace").upper())
            assert all(symbol in text for symbol in given)


@settings(max_examples=scaled(12, 60), deadline=None)
@given(data=spoilt())
def test_spoilt_puzzle_files_are_printed_or_refused(data: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.getbasetemp() / "spoilt.pdf"
    path.unlink(missing_ok=True)
    with standing_in(data) as (_, err):
        code = main(["render", "-o", str(path), "--trim", "40x40in"])
    assert code in (0, 4, 5)
    # What cannot be read is passed over; what is left is printed, or nothing.
    assert path.exists() if code == 0 else code == 4 or not path.exists()
    assert all(": note: " in line or "notes are not" in line for line in err.getvalue().splitlines()) == (code == 0)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", range(4))
def test_spoilt_command_lines(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.txt").write_text(PUZZLE)
    (tmp_path / "b.yaml").write_text("book: {title: A}\nsections: [{title: B, puzzles: {from: p.txt}}]\n")
    words = [
        "build", "check", "schema", "init", "solve", "grade", "verify", "generate", "render", "p.txt", "b.yaml", "-", "--json",
        "--limit", "2", "-1", "--size", "6", "4", "--givens", "8-12", "--minimal", "-o", "a.pdf", "a.png", "--dpi", "30",
        "--kind", "x", "--symmetry", "mirror", "--layout", "one-up", "two-up", "--trim", "a5", "--title", "", "é", "--answers",
        "-n", "3", "--seed", "--jobs", "--help", "--version", "--language", "ru", "\udcff", ".", "/dev/null", "--",
    ]  # fmt: skip
    chance = random.Random(seed)
    for _ in range(scaled(20, 80)):
        line = [chance.choice(words[:9]), *chance.choices(words, k=chance.randrange(6))]
        with standing_in(PUZZLE.encode()) as (_, err):
            try:
                code = main(line)
            except SystemExit as left:
                code = left.code
        assert code in EXIT_CODES - {1, 9}, line
        assert (err.getvalue() != "") == (code not in (0, 5)) or code == 5, (line, err.getvalue())
