"""Every part that is compiled ahead can be, and none is left out."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bookmaker.cli import main
from bookmaker.logic import compile_all
from bookmaker.logic.techniques import engine


@pytest.mark.parametrize("name", compile_all.parts())
def test_a_part_is_compiled(name: str) -> None:
    assert compile_all.run(name) == (name, True)


def test_every_harder_tier_is_a_part_of_its_own() -> None:
    searches = [getattr(search, "py_func", search) for search in engine.harder().values()]
    assert len({(search.__module__, search.__name__) for search in searches}) == len(searches)
    assert {search.__module__.rpartition(".")[2] for search in searches} <= set(compile_all.parts())


def test_a_place_that_cannot_be_written_to_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file" / "kernels"))
    assert main(["prepare"]) == 7
    told = capsys.readouterr().err
    assert f"{tmp_path / 'file' / 'kernels'}: compiled code cannot be kept: Not a directory" in told
    assert "set NUMBA_CACHE_DIR" in told


def test_a_process_that_is_ended_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(
        compile_all, "run", os._exit
    )  # Ends the process that is asked to compile, with the name as its exit code.
    monkeypatch.setattr(compile_all, "_FIRST", {3: None})
    assert main(["prepare", "--jobs", "1"]) == 1
    assert "was ended from outside" in capsys.readouterr().err
