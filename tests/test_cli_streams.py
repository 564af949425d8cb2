"""What is around a command: pipes that break, disks that are full, streams that are closed, signals. Each needs a process."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from conftest import PUZZLE, SOLUTION, Run, command, environment, run_apart, scaled

from bookmaker.cli.messages import Bar

if sys.platform == "win32":
    pytest.skip("signals and shells of Unix", allow_module_level=True)

LONG = "book: {title: A}\nsections: [{title: B, puzzles: {count: 10000, difficulty: easy, symmetry: none}}]\n"


def shell(line: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a line of shell in which ``bookmaker`` is the command."""
    line = line.replace("bookmaker", f"'{sys.executable}' -m bookmaker")
    return subprocess.run(
        ["bash", "-c", line], check=False, cwd=cwd, env=environment(), capture_output=True, text=True, timeout=120
    )


def test_a_reader_that_goes_away(tmp_path: Path) -> None:
    done = shell("bookmaker generate -n 100000 -d easy | head -1; echo ${PIPESTATUS[0]}", tmp_path)
    puzzle, code = done.stdout.split()
    assert (len(puzzle), code, done.stderr) == (81, "0", "")


@pytest.mark.sampled(1)
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("words", ["schema", "generate -n 400", "render p.txt -o a.pdf"])
def test_a_full_disk_under_standard_output(words: str, tmp_path: Path) -> None:
    """It shows when the command ends, amid its lines, and beside a file that is written."""
    (tmp_path / "p.txt").write_text(PUZZLE)
    done = shell(f"bookmaker {words} > /dev/full", tmp_path)
    assert done.returncode == 7
    assert done.stderr == "bookmaker: cannot write the output: No space left on device\n"


def test_streams_that_the_caller_closed(tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text(PUZZLE)
    done = shell("bookmaker solve <&-", tmp_path)
    assert (done.returncode, done.stderr) == (4, "bookmaker: <stdin>: it is empty\n")
    done = shell("bookmaker render p.txt -o a.pdf >&-", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF-")
    # What is printed and nothing else has nowhere to go.
    for words in ("solve p.txt", "schema")[: scaled(1, 2)]:
        done = shell(f"bookmaker {words} >&-", tmp_path)
        assert done.returncode == 7
        assert done.stderr == "bookmaker: standard output is closed, and there is nothing else to write to\n"
    # A fault does not go to standard output for want of a better place.
    done = shell("bookmaker solve none 2>&-", tmp_path)
    assert (done.returncode, done.stdout) == (4, "")


def test_output_in_a_poor_encoding(tmp_path: Path) -> None:
    (tmp_path / "Häuschen.txt").write_text(PUZZLE)
    plain = {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    assert run_apart("solve", "Häuschen.txt", cwd=tmp_path, **plain).out.endswith(f".txt:1: {SOLUTION}\n")
    told = run_apart("solve", "--json", "Häuschen.txt", cwd=tmp_path, PYTHONIOENCODING="ascii")
    assert json.loads(told.out)["source"] == "Häuschen.txt:1"


def test_one_line_for_a_wrong_file_and_none_of_pythons_own(tmp_path: Path) -> None:
    told = run_apart("solve", "none.txt", cwd=tmp_path)
    assert (told.code, told.out, told.err) == (4, "", "bookmaker: none.txt: there is no such file\n")


@pytest.mark.parametrize(
    ("slip", "told"),
    [
        (
            PUZZLE[:-1],
            "1:1: 80 symbols; a puzzle of 9×9 has 81 (with an empty cell at its end it would be a proper puzzle)",
        ),
        (PUZZLE + "..", "1:1: 83 symbols; a puzzle of 9×9 has 81"),
        (PUZZLE[:-1] + "Q", "1:81: 'Q' is neither a digit (1 to 9) nor an empty cell"),
    ],
)
def test_a_puzzle_with_a_slip_is_no_name_of_a_file(slip: str, told: str, run: Run) -> None:
    assert run("solve", slip).err == f"bookmaker: <argument>:{told}\n"
    name = "letters-of-our-readers-2024-01-01-to-2025-01-01-and-some-that-came-late-1234.txt"
    assert run("solve", name).err == f"bookmaker: {name}: there is no such file\n"


_RUNNING: list[subprocess.Popen[str]] = []


@pytest.fixture(autouse=True)
def _no_process_left() -> Iterator[None]:
    """A test that fails leaves no command behind that works on."""
    yield
    while _RUNNING:
        process = _RUNNING.pop()
        process.kill()
        process.communicate()


def spawned(*words: str, **streams: Any) -> subprocess.Popen[str]:
    """A command at work, which hears Ctrl-C also where the tests run in the background: there a shell has it ignored."""
    process = subprocess.Popen(
        command(*words), env=environment(), text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL), **streams,  # noqa: PLW1509 - no thread runs here
    )  # fmt: skip
    _RUNNING.append(process)
    return process


def started(folder: Path, *words: str) -> subprocess.Popen[str]:
    """A command that works on its puzzles by now: its output folder is there, or its first line is out."""
    (folder / "long.yaml").write_text(LONG)
    process = spawned(*words, cwd=folder)
    give_up = time.monotonic() + 60
    while not (folder / "build" / "long").exists() and time.monotonic() < give_up and process.poll() is None:
        time.sleep(0.02)
    assert process.poll() is None, process.communicate()
    return process


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("jobs", "later", "old"), [("1", 0.0, False), ("2", 0.4, True)])
def test_ctrl_c_during_a_build_leaves_what_was_there(jobs: str, later: float, old: bool, tmp_path: Path) -> None:
    process = started(tmp_path, "build", "long.yaml", "--jobs", jobs)
    if old:
        (tmp_path / "build" / "long" / "interior.pdf").write_bytes(b"the old one")
    time.sleep(later)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert (process.returncode, out) == (130, "")
    assert err.startswith("bookmaker: interrupted: ")
    assert err.endswith("; no file was left half done\n")
    left = {path.name: path.read_bytes() for path in (tmp_path / "build").glob("*/*")}
    assert left == ({"interior.pdf": b"the old one"} if old else {})
    assert old or list((tmp_path / "build").iterdir()) == []


def test_ctrl_c_during_a_search_without_end() -> None:
    process = spawned("solve", "--limit", "1000000000", stdin=subprocess.PIPE)
    assert process.stdin is not None
    process.stdin.write("." * 81)
    process.stdin.close()
    process.stdin = None
    time.sleep(1.5)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    # A shell tells this as 130.
    assert (process.returncode, out, err) == (-signal.SIGINT, "", "")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("later", [0.03, 0.06, 0.1, 0.2])
def test_ctrl_c_while_it_starts(later: float) -> None:
    process = spawned("verify", "--help")
    time.sleep(later)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=120)
    # Python itself, before the first line of the command, is not in our hands: it imports the package first, and what the line
    # needs that sets the handler (lines 3 to 9 of ``__main__.py``).
    ours = re.sub(r'bookmaker/__main__\.py", line \d,', "", err)
    assert "Traceback" not in err or not set(re.findall(r"bookmaker/([\w/]+)\.py", ours)) - {"__init__"}


def test_sigterm_during_a_build(tmp_path: Path) -> None:
    process = started(tmp_path, "build", "long.yaml", "--jobs", "2")
    process.terminate()
    out, err = process.communicate(timeout=120)
    assert (process.returncode, out, err) == (-signal.SIGTERM, "", "")
    assert list((tmp_path / "build" / "long").iterdir()) == []


def test_a_bar_for_people_only(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Standard error is no terminal in these tests, and nothing of the bar is in it; a terminal sees it come and go.
    import pty

    (tmp_path / "book.yaml").write_text("book: {title: A}\nsections: [{title: B, puzzles: {size: 4, count: 9}}]\n")
    assert run("build", "--no-proof", "book.yaml").err == ""
    master, slave = pty.openpty()
    with os.fdopen(slave, "w", encoding="utf-8") as terminal, monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", terminal)
        told = run("build", "--no-proof", "book.yaml")
    parts: list[bytes] = []
    with suppress(OSError):  # The end of what was written to a terminal that is closed.
        while part := os.read(master, 65536):
            parts.append(part)
    os.close(master)
    shown = b"".join(parts).decode()
    assert told.code == 0
    assert "puzzles  [" in shown
    assert "] 9/9" in shown
    assert shown.rsplit("\r", 2)[1].isspace()
    assert "\r" not in told.out


def test_the_bar_leaves_nothing_of_a_longer_line(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with Bar() as bar:
        bar("puzzles", 100, 100)
        bar("pages", 0, 2)
        bar("pages", 1, 2)
    shown: list[str] = []
    for line in terminal.getvalue().split("\r"):
        shown[: len(line)] = line
    assert "".join(shown).strip() == ""
