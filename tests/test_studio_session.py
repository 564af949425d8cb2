"""The open book of the studio: its text, undo, other writers, and kills."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from studio_data import OWN, PORT, SPEC

from bookmaker.api import specs, views
from bookmaker.studio import session as sessions
from bookmaker.studio.history import MOST, History
from bookmaker.studio.library import Library
from bookmaker.studio.server import studio
from bookmaker.studio.session import CHANGED, Session


def quiet(_name: str, _data: dict[str, Any]) -> None:
    """Nobody listens."""


def session_of(folder: Path) -> Session:
    """A session whose threads do not run."""
    (folder / "small.yaml").write_text(SPEC)
    return Session(folder / "small.yaml", History(folder / "state"), 1, quiet, views.new_memory)


def test_undo_gives_the_same_bytes(tmp_path: Path) -> None:
    session = session_of(tmp_path)
    texts = [SPEC]
    for count in (3, 4, 5):
        edits = [{"op": "set", "path": ["sections", 0, "puzzles", "count"], "value": count}]
        done = session.change(
            sha256(texts[-1].encode()).hexdigest(),
            f"{count}",
            lambda old, edits=edits: views.with_edits(old, edits, session.path),
        )
        texts.append(done["text"])
        assert done["saved"] and done["undo"] == f"{count}" and session.path.read_text() == texts[-1]
    assert texts[-1] == SPEC.replace("count: 2, size: 4", "count: 5, size: 4")
    for text in (*texts[-2::-1], *texts[1:]):
        step = session.step(-1 if text in texts[:-1] and session.state()["text"] != texts[0] else 1)
        assert step["text"] == session.path.read_text()
    while session.state()["undo"]:
        session.step(-1)
    assert session.path.read_bytes() == SPEC.encode()
    # It outlives the process.
    again = Session(session.path, History(tmp_path / "state"), 1, quiet, views.new_memory)
    assert again.state()["redo"] == "3" and again.step(1)["text"] == texts[1]


def test_two_writers_and_other_programs(tmp_path: Path) -> None:
    session = session_of(tmp_path)
    base = session.digest()
    assert session.change(base, "mine", lambda old: old + b"# mine\n")["saved"]
    with pytest.raises(specs.ChangedError):
        session.change(base, "yours", lambda old: old + b"# yours\n")
    session.path.write_text(SPEC + "# another program\n")
    with pytest.raises(specs.ChangedError):
        session.change(session.digest(), "mine", lambda old: old + b"# mine\n")
    state = session.state()
    assert state["text"].endswith("# another program\n") and state["undo"] == CHANGED
    assert session.step(-1)["text"].endswith("# mine\n")


def test_a_text_that_cannot_be_read_is_kept_and_not_written(tmp_path: Path) -> None:
    session = session_of(tmp_path)
    done = session.change(session.digest(), "typing", lambda _: b"book: [")
    assert not done["saved"] and done["faults"][0]["line"] == 1
    assert session.path.read_text() == SPEC
    again = Session(session.path, History(tmp_path / "state"), 1, quiet, views.new_memory)
    assert again.state()["unsaved"] == "book: ["
    assert again.change(again.digest(), "typing", lambda _: b"book: [", force=True)["saved"]
    assert again.path.read_text() == "book: [" and again.state()["unsaved"] is None and again.state()["data"] is None


def test_a_preview_follows_the_file_and_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "EVERY", 0.05)
    (tmp_path / "small.yaml").write_text(SPEC)
    library, before = Library(tmp_path, tmp_path / "state", 1, read_only=True), Path.cwd()
    guard = studio(library)
    guard.port = PORT
    client = TestClient(guard, OWN, headers={"Origin": OWN, "X-Studio": "1"})
    client.get(f"/?t={guard.token}")

    def eventually(holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        for _ in range(900):
            state: dict[str, Any] = client.get("/api/state").json()["book"]
            if holds(state):
                return state
            time.sleep(0.05)
        raise AssertionError(state)

    try:
        library.open(tmp_path / "small.yaml")
        first = eventually(lambda book: book["version"] > 0)
        assert client.post("/api/edit", json={"base": first["hash"], "text": ""}).status_code == 403
        (tmp_path / "small.yaml").write_text(SPEC.replace("title: Small", "titel: Small"))
        broken = eventually(lambda book: bool(book["faults"]))
        assert (
            broken["faults"][0]["line"] == 2
            and client.get(f"/api/page/{first['version']}/1.png?dpi=24").status_code == 200
        )
        (tmp_path / "small.yaml").write_text(SPEC.replace("title: Small", "title: Smaller"))
        assert eventually(lambda book: book["version"] > first["version"] and not book["work"])["title"] == "Smaller"
    finally:
        library.end()
        os.chdir(before)


def test_line_ends_and_marks_stay() -> None:
    old = "\ufeffa: 1\r\nb: 2\r\n".encode()
    assert views.with_text(old, "a: 1\nb: 3\n") == "\ufeffa: 1\r\nb: 3\r\n".encode()
    edited = views.with_edits("\ufeffpage: {trim: a4}\r\n".encode(), [{"path": "page.trim", "value": "a5"}], Path("x"))
    assert edited == "\ufeffpage: {trim: a5}\r\n".encode()


def test_history_has_an_end(tmp_path: Path) -> None:
    history, spec = History(tmp_path), Path("book.yaml")
    for turn in range(MOST + 20):
        history.add(spec, str(turn), str(turn).encode())
    undone = 0
    while (found := history.neighbour(spec, -1)) is not None:
        history.meet(spec, found[1], "")
        undone += 1
    assert MOST - 1 <= undone <= MOST + 1


def write_for_ever(folder: str) -> None:
    """Change a text again and again, and say each time that it is written."""
    session = Session(Path(folder, "small.yaml"), History(Path(folder, "state")), 1, quiet, views.new_memory)
    while True:
        turn = int(session.state()["text"].rpartition("# ")[2] or 0) + 1
        session.change(session.digest(), f"{turn}", lambda _, turn=turn: f"{SPEC}# {turn}\n".encode())
        with Path(folder, "said").open("a") as said:
            said.write(f"{turn}\n")


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no signals")
def test_no_change_is_lost_when_the_studio_is_killed(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    kills = 300 if request.config.getoption("--tier") == "thorough" else 2
    (tmp_path / "small.yaml").write_text(f"{SPEC}# 0\n")
    for kill in range(kills):
        child = multiprocessing.get_context("fork").Process(target=write_for_ever, args=(str(tmp_path),))
        child.start()
        time.sleep(0.05 + kill % 7 * 0.011)
        assert child.pid is not None
        os.kill(child.pid, signal.SIGKILL)
        child.join()
        said = (tmp_path / "said").read_text().split() if (tmp_path / "said").exists() else []
        written = int((tmp_path / "small.yaml").read_text().rpartition("# ")[2])
        # Whatever was said to be written is; one change more may be that nobody was told of.
        assert written >= (int(said[-1]) if said else 0)
        history = History(tmp_path / "state")
        session = Session(tmp_path / "small.yaml", history, 1, quiet, views.new_memory)
        state = session.state()
        assert state["text"] == f"{SPEC}# {written}\n"
        if written > 1:
            assert session.step(-1)["text"] == f"{SPEC}# {written - 1}\n" and session.step(1)["text"] == state["text"]
        history.close()


@pytest.mark.skipif(sys.platform == "win32", reason="no such limits")
def test_a_limit_of_whoever_started_the_studio_is_kept(tmp_path: Path) -> None:
    """A lower one than ours cannot be raised, and the child ended with a traceback."""
    (tmp_path / "a.txt").write_text("...4.3....2..2.3\n")
    script = (
        "import pathlib, resource; from bookmaker.studio.child import Child\n"
        "resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))\n"
        "print([*Child('read', {'names': ['a.txt'], 'jobs': 1, 'most': 9}, 60, pathlib.Path.cwd()).news()])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=tmp_path, check=True)
    assert done.stderr == "" and "'record'" in done.stdout, done.stdout[-300:] + done.stderr


def test_a_studio_that_ends_at_once_leaves_its_history_alone(tmp_path: Path) -> None:
    """Its book was put on the list of the last ones when that was closed: a traceback after Ctrl-C."""
    (tmp_path / "a.yaml").write_text(SPEC)
    failed: list[Any] = []
    before, threading.excepthook = threading.excepthook, failed.append
    try:
        held = Library(tmp_path, tmp_path / "state", 1)
        held.open("a.yaml")
        held.end()
        held.greeted.set()
        for one in threading.enumerate():
            if one is not threading.current_thread() and one.daemon:
                one.join(1.0)
    finally:
        threading.excepthook = before
    assert not failed
