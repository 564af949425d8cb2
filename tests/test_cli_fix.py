"""The command ``fix``: what it says, writes and refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import bookmaker
from bookmaker.cli import arguments, main
from bookmaker.repair import fixing

CLASH = "..9.7...5..21..9..1...28....7...5..1..851.....5....3.......3..68........21.....87"
TEN = "59.....486.8...3.7...2.1.......4.....753.698.....9.......8.3...2.6...7.934.....65"
PROPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.fixture
def puzzles(tmp_path: Path) -> Path:
    path = tmp_path / "puzzles.txt"
    path.write_text(f"{CLASH}\n{TEN}\n{PROPER}\n", encoding="utf-8")
    return path


def test_the_command_line_knows_the_methods() -> None:
    assert arguments.METHODS == fixing.METHODS
    assert arguments.APPLICATIONS == fixing.APPLICATIONS


def test_a_line_for_each_puzzle(puzzles: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = puzzles.read_bytes()
    assert main(["fix", str(puzzles)]) == 5
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"{puzzles}:1: givens clash: not mended")
    assert "  correction (digit): r5c4 5>4" in lines
    assert "  drop r4c6=5" in lines
    assert f"{puzzles}:2: 10 solutions: added r4c1=1, r6c9=2; proven the fewest; 162 such ways" in lines
    assert lines[-1] == f"{puzzles}:3: proper, nothing to mend"
    assert puzzles.read_bytes() == before


def test_json_has_the_fields_that_programs_read(puzzles: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fix", "--json", "--method", "frequency", "--apply", "edit", str(puzzles)]) == 0
    first, second, third = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["changed"] == [{"cell": "r5c4", "from": 5, "to": 4}]
    assert second["chain"] == "10(13), 2(4), 1"
    assert [entry["cell"] for entry in second["added"]] == ["r3c1", "r4c2"]
    assert third["result"] == PROPER
    wanted = {
        "source",
        "puzzle",
        "method",
        "solutions",
        "added",
        "dropped",
        "changed",
        "result",
        "proven_minimal",
        "chain",
    }
    assert wanted <= set(first)


def test_files_are_written_and_proper(puzzles: Path, tmp_path: Path) -> None:
    out, proof = tmp_path / "mended.txt", tmp_path / "proof.pdf"
    for language in ("en", "es", "ru"):
        call = ["fix", str(puzzles), "--apply", "drop", "-o", str(out), "--pdf", str(proof), "--language", language]
        assert main(call) == 0
        assert proof.read_bytes().startswith(b"%PDF")
    assert main(["verify", str(out)]) == 0


def test_what_is_read_is_not_written_over(puzzles: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = puzzles.read_bytes()
    assert main(["fix", str(puzzles), "-o", str(puzzles)]) == 2
    assert "not written over" in capsys.readouterr().err
    assert puzzles.read_bytes() == before


def test_an_answer_that_is_no_grid_is_refused(puzzles: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fix", str(puzzles), "--answer", "123"]) == 2
    assert "81 digits" in capsys.readouterr().err


def test_the_python_face() -> None:
    answer = bookmaker.solve(TEN, limit=3).first
    assert answer is not None
    done = bookmaker.fix(TEN, answer=answer)
    assert done.result is not None
    assert bookmaker.solve(done.result).solution == answer
    assert bookmaker.fix(TEN, answer="".join(map(str, answer)), method="move").dropped
