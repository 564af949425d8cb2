"""The command ``fix``: what it says, writes and refuses."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from types import SimpleNamespace

import pytest
from conftest import scaled

import bookmaker
from bookmaker.base.language import cells_in, languages, load, techniques
from bookmaker.cli import fix as cli_fix
from bookmaker.cli import main, puzzle_arguments
from bookmaker.logic.repair import fixes
from bookmaker.logic.repair.added_givens import Branches, Chain
from bookmaker.logic.solve import work
from bookmaker.logic.solve.solver import Solved, solve
from bookmaker.logic.solve.work import WORK, Bound
from bookmaker.publishing.documents.repair_sheet import mend_diagrams
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle

CLASH = "..9.7...5..21..9..1...28....7...5..1..851.....5....3.......3..68........21.....87"
TEN = "59.....486.8...3.7...2.1.......4.....753.698.....9.......8.3...2.6...7.934.....65"
PROPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.fixture
def puzzles(tmp_path: Path) -> Path:
    path = tmp_path / "puzzles.txt"
    path.write_text(f"{CLASH}\n{TEN}\n{PROPER}\n", encoding="utf-8")
    return path


def test_the_command_line_knows_the_methods() -> None:
    assert puzzle_arguments.METHODS == fixes.METHODS
    assert puzzle_arguments.APPLICATIONS == fixes.APPLICATIONS


def test_a_line_for_each_puzzle(puzzles: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = puzzles.read_bytes()
    assert main(["fix", str(puzzles)]) == 5
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"{puzzles}:1: givens clash: not mended")
    first = list(takewhile(lambda line: line.startswith("  "), lines[1:]))
    corrections = [re.fullmatch(r"  correction \(([a-z-]+), ([0-9]+) %\): (.*)", line) for line in first]
    shares = [int(one[2]) for one in corrections if one is not None]
    assert any(one is not None and (one[1], one[3]) == ("keypad", "r5c4 5>4") for one in corrections)
    assert shares == sorted(shares, reverse=True)
    assert 95 < sum(shares) < 105
    assert "  drop r4c6=5" in lines
    done = "added r4c1=1, r6c9=2; proven the fewest; 162 such ways; now 1 solution, level beginner, score 224"
    assert f"{puzzles}:2: 10 solutions: {done}" in lines
    assert lines[-1] == f"{puzzles}:3: proper, nothing to mend"
    assert puzzles.read_bytes() == before


def test_json_has_the_fields_that_programs_read(puzzles: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fix", "--json", "--method", "frequency", "--apply", "1", str(puzzles)]) == 0
    first, second, third = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["changed"] == [{"cell": "r5c4", "from": 5, "to": 0}]
    assert second["chain"] == "10(13), 2(4), 1"
    assert [entry["cell"] for entry in second["added"]] == ["r3c1", "r4c2"]
    assert third["result"] == PROPER
    assert first["before"] == {"solutions": 0}
    assert first["after"]["solutions"] == 1
    assert second["before"] == {"solutions": 10}
    assert (second["after"]["solutions"], second["after"]["level"]) == (1, "easy")
    assert third["before"] == third["after"]
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


def test_chains_are_printed_with_the_number_of_their_ways(
    puzzles: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    chains = tuple(Chain(((10, 2), (number, 1), (1, 0)), number) for number in (2, 1))
    monkeypatch.setattr(cli_fix, "branches", lambda *_: Branches(chains, "10(2), 1", True))
    main(["fix", str(puzzles), "--all-chains", "--method", "frequency"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.rsplit(": ", 1)[1] for line in lines if line.startswith("  chain 10(2)")][:2] == ["2 ways", "1 way"]


def test_all_ways_through_the_published_method(puzzles: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fix", str(puzzles), "--all-chains"]) == 2
    assert "--method frequency" in capsys.readouterr().err
    main(["fix", str(puzzles), "--all-chains", "--method", "frequency"])
    assert "  branches 10(" in capsys.readouterr().out
    main(["fix", str(puzzles), "--all-chains", "--method", "frequency", "--json"])
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    ten = next(one for one in told if one["solutions"] == 10)
    assert ten["chain"] in [chain["chain"] for chain in ten["chains"]] and ten["chains_complete"]
    assert ten["branches"].split(", ")[0] == ten["chain"].split(", ")[0]


def test_files_are_written_and_proper(puzzles: Path, tmp_path: Path) -> None:
    out, proof = tmp_path / "mended.txt", tmp_path / "proof.pdf"
    for language in ("ru", "en", "es")[: scaled(1, 3)]:
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


CAGED = (
    '{"name": "Ann", "cages": [{"sum": 10, "cells": ["r1c1", "r1c2", "r1c3", "r1c4"]}], "size": 4, '
    '"givens": "............3421"}'
)
"""A Killer of 4x4 with several solutions."""


@pytest.mark.parametrize(("name", "begins"), [("m.json", "{"), ("m.txt", "Ann")])
def test_mended_killers_keep_their_cages(name: str, begins: str, tmp_path: Path) -> None:
    path = tmp_path / "k.json"
    path.write_text(CAGED, encoding="utf-8")
    assert main(["fix", str(path), "-o", str(tmp_path / name)]) == 0
    (mended,) = bookmaker.read(tmp_path / name)
    assert sorted(cell for cage in mended.cages for cell in cage.cells) == [0, 1, 2, 3]
    assert sum(cage.sum or 0 for cage in mended.cages) == 10
    assert bookmaker.verify(mended).status == "proper"


def test_what_a_format_cannot_hold_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "k.json"
    path.write_text(f'{CAGED}\n{{"givens": "{PROPER}"}}\n', encoding="utf-8")
    assert main(["fix", str(path), "-o", str(tmp_path / "m.sdm")]) == 7
    assert f"{path}:1: not written: sdm holds grids of 9×9 only" in capsys.readouterr().err
    assert not (tmp_path / "m.sdm").exists()
    assert main(["fix", str(path), "-o", str(tmp_path / "n"), "--to", "json"]) == 0
    assert main(["fix", str(path), "--to", "json"]) == 2
    assert len(bookmaker.read(tmp_path / "n")) == 2


def test_kinds_that_no_text_holds_together_are_json_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "k.json"
    path.write_text(f'{CAGED}\n{{"givens": "{PROPER}"}}\n{{"givens": "11{"." * 79}"}}\n', encoding="utf-8")
    assert main(["fix", str(path), "-o", str(tmp_path / "all.txt")]) == 5
    assert f"all.txt is without 1 of 3 puzzles, not mended: {path}:3" in capsys.readouterr().err
    assert [len(puzzle.cages) > 0 for puzzle in bookmaker.read(tmp_path / "all.txt")] == [True, False]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ["m.json", "m.txt", "m.csv", "m.sdk"])
def test_each_mended_puzzle_says_where_it_came_from_if_there_is_room_beside_its_name(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = tmp_path / "p.txt", tmp_path / name
    path.write_text(f"{TEN}\n" if name.endswith("sdk") else f"{TEN}\n{PROPER} # Ann\n", encoding="utf-8")
    assert main(["fix", str(path), "-o", str(out)]) == 0
    assert (f"{path}:1" in out.read_text(encoding="utf-8")) == (name in ("m.json", "m.txt"))
    assert "is written in the format" not in capsys.readouterr().err
    mended = bookmaker.read(out)
    assert len(mended) == (1 if name.endswith("sdk") else 2)
    assert [puzzle.name for puzzle in mended] == ["", "Ann"][: len(mended)]
    assert not mended.notes
    if name == "m.json":
        assert [json.loads(line)["source"] for line in out.read_text().splitlines()] == [f"{path}:1", f"{path}:2"]


def test_which_format_is_written_and_why_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = tmp_path / "k.json", tmp_path / "m.txt"
    path.write_text(f"{CAGED}\n{CAGED}\n", encoding="utf-8")
    assert main(["fix", str(path), "-o", str(out)]) == 0
    assert f"{out} is written in the format cages: lines holds no cages ({path}:1)" in capsys.readouterr().err
    assert f"# {path}:2\n" in out.read_text(encoding="utf-8")
    assert len(bookmaker.read(out)) == 2
    path.write_text(f'{CAGED}\n{{"givens": "{PROPER}"}}\n', encoding="utf-8")
    assert main(["fix", str(path), "-o", str(out)]) == 0
    assert f"{out} is written in the format grid: lines holds no cages ({path}:1); cages " in capsys.readouterr().err
    assert [puzzle.cages != () for puzzle in bookmaker.read(out)] == [True, False]


def test_an_ending_that_names_no_format_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = tmp_path / "p.txt", tmp_path / "m.xml"
    path.write_text(f"{TEN}\n", encoding="utf-8")
    assert main(["fix", str(path), "-o", str(out)]) == 0
    assert f"{out} is written in the format lines: no format is known by the ending .xml" in capsys.readouterr().err
    assert main(["fix", str(path), "-o", str(out), "--to", "lines"]) == 0
    assert main(["fix", str(path), "-o", str(tmp_path / "mended")]) == 0
    assert "is written in the format" not in capsys.readouterr().err


def test_faults_of_cages_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "k.json"
    path.write_text(
        '{"cages": [{"sum": 3, "cells": ["r1c1", "r1c2"]}, {"sum": 5, "cells": ["r1c2", "r1c3"]}]}\n'
        '{"cages": [{"sum": 3, "cells": ["r1c1", "r10c1"]}]}\n',
        encoding="utf-8",
    )
    assert main(["fix", str(path)]) == 5
    told = capsys.readouterr().out
    assert f"{path}:1: 10000 or more solutions: not mended: too few of its cages are there" in told
    assert "  fault: the cage with sum 3 at r1c1 has r10c1 outside the 9x9 grid" in told
    assert main(["fix", "--json", str(path)]) == 5
    assert json.loads(capsys.readouterr().out.splitlines()[1])["faults"][0]["message"].startswith("the cage with")


def test_nothing_mended_is_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "p.txt"
    path.write_text(f"{CLASH}\n", encoding="utf-8")
    assert main(["fix", str(path), "-o", str(tmp_path / "m.txt")]) == 5
    assert "m.txt was not written: no puzzle was mended" in capsys.readouterr().err
    assert not (tmp_path / "m.txt").exists()


@pytest.mark.parametrize("code", languages())
def test_a_proof_sheet_draws_cages_and_tells_what_became_of_them(code: str, tmp_path: Path) -> None:
    (caged,) = bookmaker.formats.parse(CAGED)
    sheets = {}
    for name, puzzle in (("split", caged), ("sum", replace(caged, cages=(Cage((0, 1), 9), Cage((2, 3), None))))):
        fixed = fixes.fix(puzzle, bytes([1, 2, 3, 4, 4, 3, 1, 2, 2, 1, 4, 3, 3, 4, 2, 1]) if name == "sum" else None)
        assert fixed.result is not None
        assert len(fixed.sums) == (2 if name == "sum" else 0)
        before, after, *_ = mend_diagrams(fixed, 1, load(code))
        sheets[name] = after.text
        assert [mark.text for mark in before.picture.cages] == [
            "" if cage.sum is None else str(cage.sum) for cage in puzzle.cages
        ]
        assert len(after.picture.cages) == len(fixed.result.cages)
        # Every cell that is new, or whose cage is, is tinted.
        assert {cell for cell, _ in after.picture.tiles} >= {cell for cell, _ in fixed.added}
    assert cells_in(techniques(code), "3: r1c1, r1c2; 7: r1c3, r1c4") in sheets["sum"]


def test_a_puzzle_with_a_rule_added_is_written_and_read_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "...24.462...2.635...3...35..6..2...."
    path = tmp_path / "p.txt"
    path.write_text(f"{text}\n", encoding="utf-8")
    for name, code in (("m.json", []), ("m.txt", ["--kind", "non-consecutive"])):
        out = tmp_path / name
        pdf = ["--pdf", str(tmp_path / "proof.pdf")] if not code else []
        assert main(["fix", str(path), "--method", "constraint", "-o", str(out), *pdf, "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert told["rule"] == "non-consecutive"
        assert told["before"]["solutions"] > 1
        assert told["after"]["solutions"] == 1
        assert told["after"]["level"]
        assert main(["verify", str(out), "--json", *code]) == 0
        verified = json.loads(capsys.readouterr().out.splitlines()[0])
        assert verified["puzzle"] == text
        assert verified["status"] == "proper"
    # Read as what it does not say, it is the puzzle that it was.
    assert main(["verify", str(tmp_path / "m.txt")]) == 5


def test_a_killer_takes_no_further_rule_and_is_not_given_something_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "k.json"
    path.write_text(CAGED, encoding="utf-8")
    assert main(["fix", str(path), "--method", "constraint"]) == 5
    assert "not mended: a killer puzzle takes no further rule here" in capsys.readouterr().out


def test_what_was_not_applied_tells_how_to_ask_for_it(puzzles: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fix", str(puzzles)]) == 5
    told = capsys.readouterr().out.splitlines()[0]
    assert told.endswith("see the corrections and the givens to drop (--apply 1 or --apply drop takes the first)")


def test_answers_that_are_mixed_up_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answers = [bookmaker.solve(text).solution for text in (PROPER, MIXED)]
    path = tmp_path / "p.csv"
    path.write_text(
        f"puzzle,solution\n{PROPER},{''.join(map(str, answers[1] or b''))}\n"
        f"{MIXED},{''.join(map(str, answers[1] or b''))}\n",
        encoding="utf-8",
    )
    assert main(["fix", str(path)]) == 5
    assert f"not mended: this is the answer of the puzzle {path}:3\n" in capsys.readouterr().out


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The puzzles that are solved to find whose an answer is. Each takes three seconds by a clock that stands still otherwise."""
    found: list[str] = []

    def watched(puzzle: Puzzle, limit: int = 2, bound: Bound = WORK) -> Solved:
        found.append(str(puzzle))
        return solve(puzzle, limit, bound)

    monkeypatch.setattr(cli_fix, "solve", watched)
    monkeypatch.setattr(work, "time", SimpleNamespace(monotonic=lambda: 3.0 * len(found)))
    return found


def mixed_up(path: Path, pairs: list[tuple[str, str]]) -> str:
    """A file of puzzles, each with the answer of another."""
    answers = {text: "".join(map(str, bookmaker.solve(text).solution or b"")) for text in (PROPER, MIXED)}
    path.write_text(
        "puzzle,solution\n" + "".join(f"{puzzle},{answers[of]}\n" for puzzle, of in pairs), encoding="utf-8"
    )
    return str(path)


def test_the_owner_of_an_answer_is_looked_for_as_far_as_it_is_found(
    tmp_path: Path, looked_at: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Once for all puzzles of the file, however many answers are mixed up."""
    path = mixed_up(tmp_path / "p.csv", [(PROPER, MIXED), (MIXED, PROPER), (PROPER, PROPER), (MIXED, MIXED)])
    assert main(["fix", path]) == 5
    assert looked_at == [PROPER, MIXED]
    said = re.findall("this is the answer of the puzzle .*:([0-9]+)$", capsys.readouterr().out, re.MULTILINE)
    assert said == ["3", "2"]


def test_the_owners_of_all_answers_are_looked_for_within_the_seconds(tmp_path: Path, looked_at: list[str]) -> None:
    path = mixed_up(tmp_path / "p.csv", [(PROPER, MIXED)] * 6)
    assert main(["fix", path, "--seconds", "7"]) == 5
    assert looked_at == [PROPER] * 3
    looked_at.clear()
    assert main(["fix", path]) == 5
    assert looked_at == [PROPER] * 6


MIXED = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"
"""Of the collection top1465."""


def test_the_name_of_a_puzzle_may_say_which_rule_it_wants(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A diagonal puzzle among plain ones: people write it above the grid."""
    grid = ".145..863...1.4.9.5.6....4.......6.5.5.6.9.7..6.85.9..3.54.671.12.3...5..4..1.3.."
    rows = "\n".join(grid[at : at + 9] for at in range(0, 81, 9))
    path = tmp_path / "p.txt"
    for heading, named in (("X-Sudoku", True), ("Sudoku for Max", False), ("Windoku", False)):
        path.write_text(f"{heading}\n{rows}\n")
        main(["fix", str(path)])
        said = capsys.readouterr()
        assert ("proper, nothing to mend" in said.out and "the kind x is named beside the grid" in said.err) is named
