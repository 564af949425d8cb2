"""A build that was stopped goes on where it stopped, and its book is the same as without."""

from __future__ import annotations

import hashlib
import random
import signal
import sqlite3
import subprocess
import time
from pathlib import Path

import pytest
from conftest import Run, command, environment, scaled

from bookmaker.base.resources import FOLDER
from bookmaker.logic.generation import distinct_puzzles
from bookmaker.publishing.bank import unfinished
from bookmaker.publishing.bank.unfinished import Unfinished
from bookmaker.publishing.book.making import unchanged

BOOK = """
book: {title: Long}
seed: 9
front_matter: []
sections:
- {title: Medium, puzzles: {count: 12, difficulty: medium}}
- {title: Killers, puzzles: {kind: killer, size: 6, count: 1}}
- {title: Crooked, puzzles: {kind: jigsaw, size: 6, count: 1}}
- {lesson: pointing, practice: 1}
"""


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[int]:
    """The seeds of the puzzles that were made, each time; what is made is kept in the folder ``kept``."""
    monkeypatch.setenv(FOLDER, str(tmp_path / "kept"))
    # What is kept is of use where something has changed.
    monkeypatch.setattr(unchanged, "earlier", lambda *_: None)
    seeds: list[int] = []
    inner = distinct_puzzles.made_puzzles

    def counted(order: object, wanted: list[int], *more: object) -> object:
        seeds.extend(wanted)
        return inner(order, wanted, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(distinct_puzzles, "made_puzzles", counted)
    return seeds


def digests() -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(Path("build/long").iterdir())}


def test_nothing_is_made_twice_unless_afresh(run: Run, made: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    Path("long.yaml").write_text(BOOK)
    assert run("build", "--no-proof", "long.yaml", "--jobs", "2").code == 0
    before, count = digests(), len(made)
    assert count >= 15
    assert run("build", "--no-proof", "long.yaml", "--jobs", "1").code == 0
    assert (digests(), len(made)) == (before, count)
    # Another look makes no puzzle again, and another order only its own.
    Path("long.yaml").write_text(BOOK.replace("Medium,", "Medium, layout: four-up,") + "page: {trim: a4}\n")
    assert run("build", "--no-proof", "long.yaml").code == 0
    assert len(made) == count
    # Nor has the cover alone.
    Path("long.yaml").write_text(BOOK + "cover: {design: pencil, spine: 4mm}\n")
    told = run("cover", "long.yaml")
    assert (told.code, len(made)) == (0, count), told.err
    Path("long.yaml").write_text(BOOK)
    assert run("build", "--no-proof", "long.yaml", "--fresh").code == 0
    assert digests() == before
    # All but the examples on openers, which a process makes once.
    assert 2 * count - 3 <= len(made) <= 2 * count
    if scaled(0, 1):
        monkeypatch.setenv(FOLDER, "")
        count = len(made)
        assert run("build", "--no-proof", "long.yaml").code == 0
        assert digests() == before and len(made) >= count + 15


def test_what_is_kept_is_never_trusted(run: Run, made: list[int]) -> None:
    Path("long.yaml").write_text(BOOK)
    assert run("build", "--no-proof", "long.yaml").code == 0
    before, count = digests(), len(made)
    file = sqlite3.connect("kept/unfinished")
    file.execute("UPDATE made SET givens = zeroblob(11) WHERE number = 3")
    file.execute("UPDATE made SET kind = 'nonsense' WHERE number = 4")
    file.commit()
    file.close()
    assert run("build", "--no-proof", "long.yaml").code == 0
    assert digests() == before
    assert count < len(made) <= count + 4
    for spoilt in (Path("kept/unfinished").read_bytes()[:5000], b"something else")[: scaled(1, 2)]:
        Path("kept/unfinished").write_bytes(spoilt)
        assert run("build", "--no-proof", "long.yaml").code == 0
        assert digests() == before
    Path("kept").rename("was")
    Path("kept").write_text("a file where the folder should be")
    assert run("build", "--no-proof", "long.yaml").code == 0
    assert digests() == before


def test_pages_are_kept_within_bounds_and_for_their_owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unfinished, "_MOST_OF_PAGES", 250)
    pages = {bytes([number]): b"%03d" % number * 10 for number in range(20)}
    store = Unfinished(tmp_path)
    store.keep_pages(pages)
    newest = dict(list(pages.items())[-8:])
    assert store.pages(pages) == newest
    store.close()
    for fresh, mode, held in ((False, 0o600, newest), (True, 0o600, {}), (False, 0o666, {})):
        (tmp_path / "unfinished").chmod(mode)
        store = Unfinished(tmp_path, fresh=fresh)
        assert store.pages(pages) == held
        store.close()


@pytest.mark.thorough("test_unfinished.py::test_nothing_is_made_twice_unless_afresh")
def test_builds_that_are_killed_go_on(run: Run, made: list[int]) -> None:
    text = BOOK.replace("count: 12", "count: 40")
    Path("long.yaml").write_text(text)
    chance = random.Random(18)
    kept = Path("kept/unfinished")

    def rows() -> int:
        if not kept.exists():
            return 0
        file = sqlite3.connect(kept, timeout=10)
        try:
            return int(file.execute("SELECT count(*) FROM made").fetchone()[0])
        except sqlite3.OperationalError:
            return 0
        finally:
            file.close()

    grown = [0]
    for _ in range(2):
        wanted = grown[-1] + chance.randrange(1, 12)
        process = subprocess.Popen(command("build", "--no-proof", "long.yaml"), env=environment(), stdout=-3, stderr=-3)
        until = time.monotonic() + 60
        while rows() < wanted and process.poll() is None and time.monotonic() < until:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.wait()
        grown.append(rows())
    assert not Path("build/long/manifest.json").exists()
    assert grown[-1] >= 3
    assert run("build", "--no-proof", "long.yaml").code == 0
    resumed = digests()
    count = len(made)
    assert run("build", "--no-proof", "long.yaml", "--fresh").code == 0
    assert digests() == resumed
    # None was lost: what was kept was not made again.
    assert count <= len(made) - count - grown[-1]


def test_ctrl_c_says_how_far_it_is(run: Run, made: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    Path("long.yaml").write_text(BOOK.replace("seed: 9", ""))
    drawn = iter(range(50, 60))
    monkeypatch.setattr("bookmaker.base.seeds.drawn", lambda: next(drawn))
    inner = Unfinished.update

    def pressed(self: Unfinished, new: object) -> None:
        inner(self, new)  # type: ignore[arg-type]
        if len(made) > 10:
            raise KeyboardInterrupt

    monkeypatch.setattr(Unfinished, "update", pressed)
    told = run("build", "--no-proof", "long.yaml", "--jobs", "1")
    assert told.code == 130
    (said,) = told.faults
    assert said.startswith("interrupted: ")
    assert " of 15 puzzles were ready; they are kept, and the next build goes on from there" in said
    assert not Path("build").exists() or not list(Path("build").glob("*/*"))
    monkeypatch.setattr(Unfinished, "update", inner)
    count = len(made)
    # The seed that was drawn is kept as well, until the book is there.
    assert "50 was drawn" in run("build", "--no-proof", "long.yaml").out
    assert len(made) - count < 17 - 7
    assert "50 was drawn" not in run("build", "--no-proof", "long.yaml").out
