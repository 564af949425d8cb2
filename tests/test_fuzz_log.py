"""The log of fuzzing: pieces outlast a run that is stopped, and only those on the same readers are added up together."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import fuzzing
from benchmarks.fuzz_log import Piece, add, digest, pieces, sums
from bookmaker.formats.found import one_text

ONE = Piece("abc", 0, 100, 1, 2.0, 0.5, 12, 30, {"lines": 60, "text": 40})


def test_a_run_that_was_stopped_within_a_line_goes_on_behind_the_last_whole_one(tmp_path: Path) -> None:
    path = tmp_path / "fuzz.log"
    assert pieces(path) == []
    add(path, ONE)
    with path.open("a") as log:
        log.write('{"readers": "a')
    assert pieces(path) == [ONE]
    other = replace(ONE, piece=1, slowest=0.7, wrong=0)
    add(path, other)
    assert pieces(path) == [ONE, other]
    total = sums([ONE, other])
    assert (total["tried"], total["wrong"], total["slowest"], total["a second"]) == (200, 1, 0.7, 50)
    assert total["seen"] == {"lines": 120, "text": 80}


def test_a_piece_says_which_readers_were_asked_and_what_went_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fuzzing, "_PIECE", 60)
    monkeypatch.setattr(one_text, "parsed_blocks", one_text.parsed_blocks)
    monkeypatch.setattr(one_text.UNKNOWN_TEXT, "read", one_text.UNKNOWN_TEXT.read)
    monkeypatch.setattr(fuzzing, "SLOW", -1.0)
    watch, say = fuzzing.Watch(), Counter[str]()
    texts = [b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"]
    own = [("lines", texts[0])]
    piece = fuzzing.tried(texts, own, "1 0", 0, tmp_path / "f", watch, say)
    assert (piece.readers, piece.tried, piece.wrong) == (digest(), 60, 60)
    assert {"lines", "text"} <= set(piece.seen)
    assert capsys.readouterr().out.count("0.0 s") == 2
    monkeypatch.setattr(fuzzing, "SLOW", 10.0)
    again = fuzzing.tried(texts, own, "1 0", 0, tmp_path / "f", watch, say)
    assert (again.wrong, again.found, again.seen) == (0, piece.found, piece.seen)
    # Of the texts since the memory was last asked for, the longest is printed.
    monkeypatch.setattr(fuzzing.Watch, "risen", lambda _: fuzzing.LARGE + 1)
    assert fuzzing.tried(texts, own, "1 0", 0, tmp_path / "f", watch, say).wrong == 3
    assert capsys.readouterr().out.count("MB for one of the last 20 texts") == 2
