"""A build that would make the same files again is skipped, and none that would not."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from conftest import TESTS, Run

from bookmaker.base import resources
from bookmaker.base.resources import FOLDER
from bookmaker.publishing.book.making import unchanged
from bookmaker.publishing.book.making.unchanged import Report

SPEC, OPTIONS = Path("book.yaml"), {"proof": True}
REPORT = Report(("A book", "  build/book.pdf"), ("a fault",), 4)
SAYS = "nothing has changed since it was built"


@pytest.fixture(autouse=True)
def _kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path / "kept"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(unchanged, "_seen", unchanged._Seen())


def reads() -> None:
    """Read files in each way in which a build does."""
    SPEC.read_text()
    with open("font.ttf", "rb") as file:  # noqa: PTH123
        file.read()
    for path in sorted(Path("letters").glob("*.txt")):
        path.read_bytes()
    resources.first_file(["layouts/own.yaml", "own.yaml"])


def built(more: Callable[[], object] = lambda: None) -> None:
    """A build that reads a spec, a font and letters, and writes a book."""
    Path("letters").mkdir(exist_ok=True)
    for name in ("book.yaml", "font.ttf", "letters/1.txt", "own.yaml"):
        Path(name).write_text(name)
    unchanged.watch()
    reads()
    more()
    Path("build").mkdir(exist_ok=True)
    Path("build/book.pdf").write_text("made")
    with TemporaryDirectory(prefix="bookmaker-") as folder:
        # As processes hand each other pages that they have read.
        (Path(folder) / "0.json").write_text("1")
        (Path(folder) / "0.json").read_text()
    unchanged.keep(SPEC, OPTIONS, [Path("build/book.pdf")], REPORT)


def test_a_build_is_known_again() -> None:
    assert unchanged.earlier(SPEC, OPTIONS) is None
    built()
    assert unchanged.earlier(SPEC, OPTIONS) == REPORT
    assert unchanged.earlier(SPEC, {"proof": False}) is None
    Path("other.yaml").write_text("book.yaml")
    assert unchanged.earlier(Path("other.yaml"), OPTIONS) is None
    assert unchanged.earlier(SPEC, OPTIONS) == REPORT


def written(name: str, text: str = "new") -> Callable[[], object]:
    def write() -> None:
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(text)

    return write


CHANGES: dict[str, Callable[[], object]] = {
    "spec": written("book.yaml"),
    "font": written("font.ttf"),
    "a letter": written("letters/1.txt"),
    "a letter more": written("letters/2.txt"),
    "a letter less": lambda: Path("letters/1.txt").unlink(),
    "a file that goes before another": written("layouts/own.yaml"),
    "output edited": written("build/book.pdf"),
    "output deleted": lambda: Path("build/book.pdf").unlink(),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_changed_is_built_anew(change: str) -> None:
    built()
    CHANGES[change]()
    assert unchanged.earlier(SPEC, OPTIONS) is None


@pytest.mark.parametrize("change", ["package_digest", "version"])
def test_another_program_builds_anew(change: str, monkeypatch: pytest.MonkeyPatch) -> None:
    built()
    monkeypatch.setattr(unchanged, change, lambda *_: "other")
    assert unchanged.earlier(SPEC, OPTIONS) is None


def twice_read() -> None:
    written("font.ttf")()
    reads()


@pytest.mark.parametrize(
    "more",
    [lambda: sqlite3.connect("book.bank").close(), lambda: os.close(os.open("/dev/zero", os.O_RDONLY)), twice_read],
    ids=["a bank", "a device", "a file that changes meanwhile"],
)
def test_a_build_whose_next_one_may_differ_is_not_recorded(more: Callable[[], object]) -> None:
    built(more)
    assert not list(Path("kept").rglob("*.json"))


def test_a_record_is_distrusted() -> None:
    built()
    (record,) = Path("kept/built").iterdir()
    whole = record.read_bytes()
    for at in range(0, len(whole), max(len(whole) // 40, 1)):
        record.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        assert unchanged.earlier(SPEC, OPTIONS) in (None, REPORT)
        record.write_bytes(whole[:at])
        assert unchanged.earlier(SPEC, OPTIONS) is None
    record.write_bytes(whole.replace(b"A book", b"B book"))
    assert unchanged.earlier(SPEC, OPTIONS) is None
    record.write_bytes(whole)
    assert unchanged.earlier(SPEC, OPTIONS) == REPORT
    if os.name == "posix":
        record.chmod(0o666)
        assert unchanged.earlier(SPEC, OPTIONS) is None


def test_old_records_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unchanged, "_MOST", 3)
    for number in range(5):
        unchanged.watch()
        unchanged.keep(Path(f"{number}.yaml"), OPTIONS, [], REPORT)
    assert len(list(Path("kept/built").iterdir())) == 3


def test_the_libraries_are_those_of_the_package() -> None:
    declared = tomllib.loads((TESTS.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    assert sorted(one.partition(">=")[0] for one in declared) == list(unchanged.LIBRARIES)


def test_nothing_heavy_is_loaded_to_skip_a_build() -> None:
    code = "import sys, bookmaker.cli.arguments, bookmaker.cli.build; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"numba", "numpy", "reportlab", "PIL", "pikepdf", "yaml"} & set(loaded)


BOOK = """
book: {title: Short}
seed: 9
front_matter: []
sections: [{title: Small, puzzles: {size: 4, count: 2}}]
"""


def test_the_command_says_that_it_skips(run: Run) -> None:
    SPEC.write_text(BOOK)
    first = run("build", "--no-proof", SPEC)
    assert first.code == 0
    assert SAYS not in first.out
    again = run("build", "--no-proof", SPEC)
    assert (again.code, again.err) == (0, "")
    assert again.out.startswith(first.out)
    assert SAYS in again.out
    assert SAYS not in run("build", "--no-proof", "--fresh", SPEC).out
    # Without a seed each build makes another book.
    SPEC.write_text(BOOK.replace("seed: 9\n", ""))
    for _ in range(2):
        assert SAYS not in run("build", "--no-proof", SPEC).out
