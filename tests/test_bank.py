"""The bank: what goes in comes out, no puzzle twice, and every way in which its file can be wrong."""

from __future__ import annotations

import json
import os
import random
import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import PUZZLE, Run, scaled

import bookmaker
from bookmaker.publishing.bank import bank_tables, checking, database
from bookmaker.publishing.bank.bank import Bank
from bookmaker.publishing.bank.bank_tables import BANK, Filter
from bookmaker.publishing.bank.records import (
    given_masks,
    identities,
    including,
    is_symmetric,
    packed,
    records,
    symmetry_of,
)
from bookmaker.publishing.bank.rows import CLASS, unpacked
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.grid.symmetry import SYMMETRIES
from bookmaker.puzzles.rules import geometry


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bank of classic, jigsaw, Killer and 4x4 puzzles."""
    made = [
        *bookmaker.generate(12, "easy", seed=1, symmetry="mirror"),
        *bookmaker.generate(6, "medium", seed=2),
        *bookmaker.generate(3, "easy", seed=3, kind="jigsaw"),
        *bookmaker.generate(2, "easy", seed=4, kind="killer", size=6),
        *bookmaker.generate(4, "easy", seed=5, size=4),
    ]
    path = tmp_path_factory.mktemp("bank") / "my.bank"
    with Bank(path, write=True) as new:
        assert new.add_records(records(made, "1")) == len(made)
        assert new.add_records(records(made, "1")) == 0
        assert {item.puzzle for item in new.find(Filter())} == {item.puzzle for item in made}
        for item in made:
            (stored,) = [one for one in new.find(Filter()) if one.puzzle == item.puzzle]
            told = (stored.level, stored.score, stored.hardest, stored.techniques, stored.solution, stored.seed)
            grade = item.grade
            assert told == (grade.level, grade.score, grade.hardest, grade.techniques, item.solution, item.seed)
            assert stored.middle == (None if grade.time.middle is None else pytest.approx(grade.time.middle, abs=0.01))
    return path


@pytest.fixture
def bank(filled: Path, tmp_path: Path) -> Path:
    """A copy of that bank, which a test may spoil."""
    return shutil.copy(filled, tmp_path / "my.bank")


def image(puzzle: Puzzle, chance: random.Random) -> Puzzle:
    """A classic puzzle with rows, columns and digits in another order."""

    def lines() -> list[int]:
        return [3 * band + row for band in chance.sample(range(3), 3) for row in chance.sample(range(3), 3)]

    rows, columns, digits = lines(), lines(), [0, *chance.sample(range(1, 10), 9)]
    cells = [digits[puzzle.givens[9 * row + column]] for row in rows for column in columns]
    return Puzzle(puzzle.geometry, bytes(cells))


def test_images_of_a_puzzle_have_one_identity_and_others_another() -> None:
    chance = random.Random(1)
    made = [item.puzzle for item in bookmaker.generate(scaled(6, 20), "easy", seed=6)]
    own = identities(made)
    assert len(set(own)) == len(made)
    assert identities([image(puzzle, chance) for puzzle in made]) == own
    assert [identities([puzzle])[0] for puzzle in made] == own
    # Part of every bank: it must never change.
    assert identities([Puzzle(geometry(), bytes(int(c) if c != "." else 0 for c in PUZZLE))]) == [IDENTITY]


IDENTITY = 8684751071632445067


@pytest.mark.parametrize("size", [4, 9, 15, 16, 25])
def test_packing(size: int) -> None:
    cells = bytes(1 + place % size for place in range(size * size))
    (data,) = packed([cells], size)
    assert unpacked(data, size, len(cells)) == cells
    assert given_masks([cells[:-1] + b"\0", b"\0" + cells[1:]]) == [
        (2 ** len(cells) - 2).to_bytes(-(-len(cells) // 8), "big"),
        (2 ** (len(cells) - 1) - 1).to_bytes(-(-len(cells) // 8), "big"),
    ]


def test_a_richer_symmetry_has_the_poorer_one() -> None:
    ground = geometry()
    assert set(including("rotational", ground)) == {"rotational", "quarter-turn"}
    assert len(including("none", ground)) == len(SYMMETRIES)
    corners = Puzzle(ground, bytes(int(cell in (0, 8, 72, 80)) for cell in range(81)))
    assert symmetry_of(corners) == "quarter-turn"
    assert all(is_symmetric(corners, symmetry) for symmetry in SYMMETRIES)
    assert not is_symmetric(Puzzle(ground, b"\1" + bytes(80)), "mirror")


def test_several_grids_are_rows(tmp_path: Path) -> None:
    made = bookmaker.generate(2, "easy", kind="twin", symmetry="rotational", seed=1)
    assert {record[CLASS].symmetry for record in records(made, "1")} <= {"rotational", "quarter-turn"}
    with Bank(tmp_path / "my.bank", write=True) as new:
        assert new.add_records(records(made, "1")) == 2
        assert {item.puzzle for item in new.find(Filter())} == {item.puzzle for item in made}


def test_filters(bank: Path) -> None:
    with Bank(bank) as held:
        everything = list(held.find(Filter()))
        for wanted, holds in (
            (Filter(kind="jigsaw"), lambda one: one.puzzle.geometry.kind == "jigsaw"),
            (Filter(size=4), lambda one: one.puzzle.geometry.size == 4),
            (Filter(kind="classic", size=9, level="medium"), lambda one: one.level == "medium"),
            (Filter(score=(300, 500)), lambda one: 300 <= one.score <= 500),
            (Filter(minutes=(None, 5)), lambda one: one.middle is not None and one.middle <= 5),
            (Filter(givens=(28, None)), lambda one: one.puzzle.given_count >= 28),
            (Filter(uses=("pointing",)), lambda one: "pointing" in one.techniques),
            (Filter(avoids=("hidden-single",)), lambda one: "hidden-single" not in one.techniques),
            (Filter(hardest="hidden-single"), lambda one: one.hardest == "hidden-single"),
            (Filter(symmetry="mirror"), lambda one: one.symmetry == "mirror"),
        ):
            found = list(held.find(wanted))
            assert found == [one for one in everything if holds(one)]  # type: ignore[no-untyped-call]
            assert 0 < len(found) < len(everything)
        start = everything[7].identity
        assert list(held.find(Filter(), start=start)) == everything[7:] + everything[:7]
        assert list(held.find(Filter(), 3, start)) == everything[7:10]
        assert all(symmetry_of(one.puzzle) == one.symmetry for one in everything)


def old_bank(new: Path, old: Path) -> None:
    """Write the rows of a bank with the tables of version 2."""
    database.opened(old, replace(BANK, migrations=BANK.migrations[:2]), write=True).close()
    file = sqlite3.connect(old)
    file.execute("ATTACH ? AS new", (str(new),))
    file.execute("INSERT INTO words SELECT * FROM new.words")
    file.execute(
        "INSERT INTO puzzles SELECT p.id, kind, size, level, score, nullif(hardest, 0), minutes, symmetry, given, printed, "
        "version, seed, givens, solution, techniques, extra FROM new.puzzles p JOIN new.classes c ON c.id = class"
    )
    file.commit()
    file.close()


def test_a_bank_of_an_older_version_is_brought_up_to_date(
    run: Run, bank: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old_bank(bank, Path("old.bank"))
    with monkeypatch.context() as only:
        only.setattr(
            "bookmaker.publishing.bank.database._mode",
            lambda path, write: "mode=rwc" if write else "mode=ro&immutable=1",
        )
        told = run("bank", "stats", "old.bank")
    assert (told.code, len(told.faults)) == (4, 1)
    assert "tables of an older version, 2" in told.err
    assert "27 puzzles" in run("bank", "stats", "old.bank").out
    with Bank(Path("old.bank")) as now, Bank(bank) as held:
        assert list(now.find(Filter())) == list(held.find(Filter()))
        for wanted in (Filter(score=(300, 500), unused=True), Filter(hardest="hidden-single"), Filter(level="medium")):
            assert list(now.find(wanted)) == list(held.find(wanted)) != []
        assert now.statistics() == held.statistics()
    assert run("bank", "check", "old.bank").code == 0


@pytest.mark.parametrize("together", [1, 2, 512])
def test_rows_are_the_same_however_they_are_reached(bank: Path, monkeypatch: pytest.MonkeyPatch, together: int) -> None:
    chance = random.Random(together)
    with Bank(bank) as held:
        everything = list(held.find(Filter()))
        for wanted in (Filter(), Filter(kind="classic", unused=True), Filter(score=(200, 500), uses=("pointing",))):
            monkeypatch.undo()
            usual = {one.identity for one in held.find(wanted)}
            # Along the index, and along the table where the sample has any row that is wanted.
            for sparse in (0, 10**9):
                monkeypatch.setattr(bank_tables, "_SPARSE", sparse)
                monkeypatch.setattr(bank_tables, "_SAMPLE", 3)
                monkeypatch.setattr("bookmaker.publishing.bank.bank.AT_ONCE", together)
                monkeypatch.setattr("bookmaker.publishing.bank.bank._FEWEST", 1)
                at = chance.randrange(len(everything))
                rotated = [one for one in everything[at:] + everything[:at] if one.identity in usual]
                assert list(held.find(wanted, start=everything[at].identity)) == rotated
                assert list(held.find(wanted, 2, everything[at].identity)) == rotated[:2]


def test_commands(run: Run, bank: Path) -> None:
    told = run("bank", "find", bank, "--kind", "classic", "-n", "2", "--size", "9", "--json")
    assert len(told.out.splitlines()) == 2
    assert json.loads(told.out.splitlines()[0])["printed"] == 0
    told = run("bank", "find", bank, "--kind", "killer", "-n", "9")
    assert (told.code, len(told.out.splitlines()), told.err) == (
        0, 2, f"bookmaker: note: only 2 puzzles of {bank} meet this\n"
    )  # fmt: skip
    assert run("bank", "find", bank, "--kind", "xv").err == f"bookmaker: note: no puzzle of {bank} meets this\n"
    for target in ("lines", "sdk", "csv", "jsonl", "opensudoku", "hodoku", "f-puzzles"):
        told = run("bank", "export", bank, "--kind", "classic", "--size", "9", "--to", target, "-o", f"out.{target}")
        assert told.code == 0
        again = run("bank", "add", "again.bank", f"out.{target}")
        new = 18 if target == "lines" else 0
        assert again.out.startswith(f"again.bank: {new} of 18 puzzles added")
    assert run("bank", "export", bank, "--kind", "jigsaw", "--to", "jsonl", "-o", "j.jsonl").code == 0
    assert "3 of 3" in run("bank", "add", "again.bank", "j.jsonl").out
    assert "21 puzzles" in run("bank", "stats", "again.bank").out
    assert json.loads(run("bank", "stats", bank, "--json").out)["puzzles"] == 27
    assert run("bank", "check", "again.bank").out == "again.bank: 21 puzzles, no faults\n"
    told = run("bank", "add", "again.bank", stdin="." * 81 + "\n")
    assert told.code == 5
    assert "not added" in told.err


def test_many_are_added_in_their_order_on_threads(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bookmaker.cli.bank._PIECE", 2)
    monkeypatch.setattr("bookmaker.cli.bank._TOGETHER", 5)
    made = [str(item.puzzle) for item in bookmaker.generate(9, "easy", size=4, seed=5)]
    lines = [*made[:4], "11" + "." * 14, *made[4:], "22" + "." * 14, made[0]]
    told = run("bank", "add", "my.bank", "--jobs", "2", stdin="\n".join(lines) + "\n")
    assert (told.code, told.out.startswith("my.bank: 9 of 10 puzzles added; 1 were there already")) == (5, True)
    assert ["5:" in fault or "11:" in fault for fault in told.faults] == [True, True]
    assert run("bank", "check", "my.bank", "--jobs", "2").out == "my.bank: 9 puzzles, no faults\n"


def test_where_a_puzzle_or_its_copy_was_printed_is_said(run: Run) -> None:
    words = ("daily", "--size", "6", "--jobs", "1", "--days", "1", "--week", "easy", "--bank", "my.bank")
    assert run(*words, "--from", "2027-02-01", "--title", "Early", "--seed", "1", "-o", "a").code == 0
    assert run(*words, "--from", "2027-02-01", "--title", "Late", "--seed", "2", "-o", "b").code == 0
    (early,) = bookmaker.read("a/manifest.json")
    text = str(early)
    copy = text[::-1].translate(str.maketrans("123456", "345612"))  # Turned by half a turn, and relabelled.
    other = str(bookmaker.generate(1, "easy", 9, size=6)[0].puzzle)
    told = run("bank", "where", "my.bank", text, copy, other)
    said = [line.partition(": ")[2] for line in told.out.splitlines()]
    assert said == ["printed 2027-02-01 in daily: Early"] * 2 + ["not in the bank"]
    told = run("bank", "add", "my.bank", copy, other, other)
    assert told.out.startswith("my.bank: 1 of 3 puzzles added; 2 were there already")
    assert ": printed 2027-02-01 in daily: Early\n" in told.out and "a copy of another that is added" in told.out
    assert "in the bank, and not printed" in run("bank", "where", "my.bank", other).out
    found = json.loads(run("bank", "where", "my.bank", copy, "--json").out)
    assert (found["in_bank"], found["printed"][0]["where"]) == (True, "2027-02-01 in daily: Early")


def test_bad_files(run: Run, bank: Path) -> None:
    def refused(path: Path, message: str, code: int = 4, *words: str) -> None:
        before = path.read_bytes() if path.is_file() else b""
        for action in words or ("find", "stats", "check", "add"):
            told = run("bank", action, path, stdin=PUZZLE)
            assert (told.code, len(told.faults)) == (code, 1), (action, told.err)
            assert message in told.err
        assert (path.read_bytes() if path.is_file() else b"") == before

    whole = bank.read_bytes()
    refused(Path("none.bank"), "there is no such file", 4, "find", "stats", "check")
    Path("text.bank").write_text(PUZZLE * 30)
    refused(Path("text.bank"), "this is no bank of puzzles")
    sqlite3.connect("other.bank").execute("CREATE TABLE a (b)").connection.close()
    refused(Path("other.bank"), "this is no bank of puzzles")
    Path("cut.bank").write_bytes(whole[: len(whole) // 2])
    refused(Path("cut.bank"), "cut off")
    Path("empty.bank").touch()
    refused(Path("empty.bank"), "this file is empty, no bank of puzzles", 4, "find", "stats", "check")
    refused(Path("no/my.bank"), "there is no folder no", 7, "add")
    Path("folder.bank").mkdir()
    refused(Path("folder.bank"), "a folder")
    spoilt = bytearray(whole)
    spoilt[4096 : len(spoilt) // 2] = b"\x55" * (len(spoilt) // 2 - 4096)
    Path("spoilt.bank").write_bytes(spoilt)
    assert run("bank", "check", "spoilt.bank").code == 4
    newer = sqlite3.connect(bank)
    newer.execute("PRAGMA user_version = 99")
    newer.close()
    refused(bank, "update bookmaker")


def test_a_bank_that_is_locked_or_can_only_be_read(run: Run, bank: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bookmaker.publishing.bank.database.PATIENCE", 0.1)
    other = sqlite3.connect(bank, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    told = run("bank", "add", bank, stdin=PUZZLE)
    assert told.code == 7
    assert told.faults == [f"{bank}: another process is writing into this file (try again when it is done)"]
    assert run("bank", "stats", bank).code == 0
    other.close()
    if os.geteuid():
        bank.chmod(0o444)
        assert run("bank", "add", bank, stdin=PUZZLE).code == 7
        assert run("bank", "stats", bank).code == 0


def test_old_grades_are_made_anew(run: Run, bank: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def grades() -> list[tuple[object, ...]]:
        with Bank(bank) as held:
            return [(one.identity, one.level, one.score, one.hardest, one.techniques) for one in held.find(Filter())]

    before = grades()
    file = sqlite3.connect(bank)
    file.execute("UPDATE puzzles SET seal = NULL")
    file.execute("UPDATE puzzles SET score = score + 7, techniques = x'' WHERE given < 30")
    easy, medium = (f"(SELECT id FROM words WHERE word = '{level}')" for level in ("easy", "medium"))
    assert file.execute(f"UPDATE OR IGNORE classes SET level = {easy} WHERE level = {medium}").rowcount
    changed = file.execute("SELECT count(*) FROM puzzles WHERE given < 30").fetchone()[0]
    file.commit()
    file.close()
    # Stopped after the first transaction, it goes on with the other rows.
    monkeypatch.setattr(checking, "_IN_TRANSACTION", 10)
    stopped = checking.Moves()

    def stop(done: int, total: int) -> None:
        if done == 10:
            raise KeyboardInterrupt

    with Bank(bank, write=True) as held, pytest.raises(KeyboardInterrupt):
        checking.regrade(held, bookmaker.__version__, 1, stop, stopped)
    told = json.loads(run("bank", "regrade", bank, "--json", "-j", "2").out)
    assert (stopped.rows, told["graded"]) == (10, len(before) - 10)
    assert stopped.scores + told["scores"] == changed
    moved = sum(one["puzzles"] for one in told["levels"]) + sum(stopped.levels.values())
    assert moved == 6
    assert {(one["from"], one["to"]) for one in told["levels"]} <= {("easy", "medium")}
    assert grades() == before
    with Bank(bank) as held:
        assert all(one.sealed for one in held.find(Filter()))
    assert run("bank", "check", bank).code == 0
    assert run("bank", "regrade", bank).out.endswith(
        "0 puzzles graded anew, 0 with another score, 0 at another level\n"
    )


def test_check_finds_what_was_changed(run: Run, bank: Path) -> None:
    for change, message in (
        (
            "UPDATE puzzles SET id = id + 1 WHERE id = (SELECT min(id) FROM puzzles WHERE length(solution) = 41)",
            "its hash",
        ),
        (
            "UPDATE puzzles SET givens = zeroblob(11) WHERE id = (SELECT min(id) FROM puzzles WHERE length(solution) = 41)",
            "not proper",
        ),
    ):
        file = sqlite3.connect(bank)
        file.execute(change)
        file.commit()
        file.close()
        told = run("bank", "check", bank)
        assert told.code == 4
        assert message in told.err


def test_what_the_journal_holds_is_no_cut_off_file(tmp_path: Path) -> None:
    one, two = tmp_path / "one.bank", tmp_path / "two.bank"
    made = bookmaker.generate(3, "easy", seed=5, size=4)
    with Bank(one, write=True) as new:
        new.add_records(records(made, "1"))
        # As a program leaves it that is killed, or finds the disk full, while pages go from the journal into the file.
        for ending in ("", "-wal"):
            Path(f"{two}{ending}").write_bytes(Path(f"{one}{ending}").read_bytes())
    data = bytearray(two.read_bytes())
    data[28:32] = (1000).to_bytes(4, "big")
    two.write_bytes(data)
    with Bank(two) as left:
        assert left.statistics().puzzles == 3
