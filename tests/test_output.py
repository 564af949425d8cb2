"""A file is written whole or not at all, and several together."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bookmaker import output
from bookmaker.errors import OutputError


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


def test_places_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "file" / "a", tmp_path / "file" / "a" / "b", tmp_path / "folder", tmp_path / ("a" * 300)):
        with pytest.raises(OutputError) as raised:
            output.commit({tmp_path / "good": b"", path: b""})
        assert raised.value.exit_code == 7
        assert str(raised.value).startswith(f"{path}: cannot write: ")
    with pytest.raises(OutputError, match="file: cannot write: File exists"):
        output.prepare(tmp_path / "file")
    with pytest.raises(OutputError, match="a: cannot write: Not a directory"):
        output.prepare(tmp_path / "file" / "a")
    assert everything(tmp_path) == {"file": b""}


def test_the_longest_name_that_a_file_may_have(tmp_path: Path) -> None:
    output.commit({tmp_path / ("a" * 255): b"1"})
    assert everything(tmp_path) == {"a" * 255: b"1"}


def test_preparing_a_folder_leaves_nothing_in_it(tmp_path: Path) -> None:
    output.prepare(tmp_path / "a" / "b")
    output.prepare(tmp_path / "a" / "b")
    assert list((tmp_path / "a" / "b").iterdir()) == []
