"""A file is written whole or not at all, and several together."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pytest import MonkeyPatch

from bookmaker.base import output
from bookmaker.base.errors import OutputError


def everything(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_files_and_their_folders_are_made(tmp_path: Path) -> None:
    output.commit({tmp_path / "a" / "b" / "one": b"1", tmp_path / "two": b""})
    assert everything(tmp_path) == {"a/b/one": b"1", "two": b""}
    output.commit({tmp_path / "two": b"22"})
    assert everything(tmp_path) == {"a/b/one": b"1", "two": b"22"}


def test_a_file_is_as_readable_as_any_other(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        output.commit({tmp_path / "file": b""})
    finally:
        os.umask(before)
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("failing", ["fsync", "chmod", "write"])
@pytest.mark.parametrize("at", [0, 1, 2])
def test_all_or_none(failing: str, at: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {tmp_path / name: name.encode() for name in ("one", "two", "three")}
    output.commit(files)
    before = everything(tmp_path)
    calls = iter(range(9))

    def fail(*_: object) -> None:
        if next(calls) == at:
            raise OSError(28, "No space left on device")

    if failing == "fsync":
        monkeypatch.setattr(output.os, "fsync", fail)
    elif failing == "chmod":
        monkeypatch.setattr(Path, "chmod", fail)
    else:
        real = os.fdopen

        def opened(*arguments: object) -> object:
            stream = real(*arguments)  # type: ignore[call-overload]
            fail()
            return stream

        monkeypatch.setattr(output.os, "fdopen", opened)
    with pytest.raises(OutputError, match="No space left on device") as raised:
        output.commit(dict.fromkeys(files, b"new"))
    assert str(raised.value).startswith(f"{list(files)[at]}: cannot write")
    assert everything(tmp_path) == before


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError])
def test_an_interruption_leaves_nothing_behind(
    error: type[BaseException], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_: int) -> None:
        raise error

    monkeypatch.setattr(output.os, "fsync", interrupted)
    with pytest.raises(error):
        output.commit({tmp_path / "one": b"1"})
    assert everything(tmp_path) == {}


def test_what_a_killed_process_left_is_swept_and_what_one_at_work_has_is_not(tmp_path: Path) -> None:
    script = (
        "import os, signal, sys; from pathlib import Path; from bookmaker.base import output\n"
        "output.os.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL)\n"
        "output.commit({Path(sys.argv[1]) / 'one': b'1'})"
    )
    subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=False)
    (left,) = everything(tmp_path)
    assert left.startswith(".bookmaker-")
    mine, theirs = (
        tmp_path / f".bookmaker-{name}" for name in (f"{output.machine()}-{os.getppid()}-a", "00000000-1-b")
    )
    for path in (mine, theirs):
        path.write_bytes(b"")
    output.commit({tmp_path / "two": b"2"})
    assert set(everything(tmp_path)) == {"two", mine.name, theirs.name}


def test_places_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "file" / "a", tmp_path / "file" / "a" / "b", tmp_path / "folder", tmp_path / ("a" * 300)):
        with pytest.raises(OutputError) as raised:
            output.commit({tmp_path / "good": b"", path: b""})
        assert raised.value.exit_code == 7
        assert str(raised.value).startswith(f"{path}: cannot write: ")
    for path, told in (("file", "file: cannot write: File exists"), ("file/a", "a: cannot write: Not a directory")):
        with pytest.raises(OutputError, match=told), output.prepared(tmp_path / path):
            pytest.fail("the work may not begin")
    assert everything(tmp_path) == {"file": b""}


def test_the_longest_name_that_a_file_may_have(tmp_path: Path) -> None:
    output.commit({tmp_path / ("a" * 255): b"1"})
    assert everything(tmp_path) == {"a" * 255: b"1"}


def test_preparing_a_folder_leaves_nothing_in_it(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    with pytest.raises(KeyboardInterrupt), output.prepared(folder):
        assert list(folder.iterdir()) == []
        raise KeyboardInterrupt
    assert not folder.exists(), "a new folder of failed work is taken away"
    with output.prepared(folder):
        pass
    with pytest.raises(KeyboardInterrupt), output.prepared(folder):
        raise KeyboardInterrupt
    assert folder.is_dir(), "one that was there stays"


def test_an_interrupt_between_two_renames_does_not_mix_old_and_new(tmp_path: Path, monkeypatch: MonkeyPatch) -> None:
    paths = [tmp_path / name for name in "abc"]
    output.commit(dict.fromkeys(paths, b"old"))
    replace = Path.replace

    def interrupted(self: Path, target: Path) -> Path:
        done = replace(self, target)
        if target.name == "a":
            raise KeyboardInterrupt
        return done

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        output.commit(dict.fromkeys(paths, b"new"))
    assert everything(tmp_path) == dict.fromkeys("abc", b"new")


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "link").symlink_to(Path("there") / "file")
    output.commit({tmp_path / "link": b"1"})
    output.commit({tmp_path / "link": b"22"})
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "there" / "file").read_bytes() == b"22"


def test_a_pipe_is_written_into_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        output.commit({pipe: b"1", tmp_path / "file": b"2"})
        assert os.read(reader, 9) == b"1"
    finally:
        os.close(reader)
    assert pipe.is_fifo()
    assert (tmp_path / "file").read_bytes() == b"2"


def test_a_device_that_is_full_leaves_everything_as_it_was(tmp_path: Path) -> None:
    # A link, so that a mistake here cannot take the device's own place.
    (tmp_path / "full").symlink_to("/dev/full")
    with pytest.raises(OutputError, match="No space left on device"):
        output.commit({tmp_path / "full": b"1", tmp_path / "file": b"2"})
    assert (tmp_path / "full").is_char_device()
    assert not (tmp_path / "file").exists()
