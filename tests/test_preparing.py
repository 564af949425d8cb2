"""Every part that is compiled ahead can be, and none is left out."""

from __future__ import annotations

import ast
import os
import pkgutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from numba.core.dispatcher import Dispatcher

from bookmaker import logic
from bookmaker.cli import main
from bookmaker.logic import compile_all
from bookmaker.logic.techniques import engine

JITTED = {"kernel", "bare", "inner", "lean"}


def plain_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a module outside its jitted functions."""
    for child in ast.iter_child_nodes(node):
        marks = child.decorator_list if isinstance(child, ast.FunctionDef) else []
        if not any(isinstance(mark, ast.Name) and mark.id in JITTED for mark in marks):
            yield child
            yield from plain_nodes(child)


def called() -> Iterator[Dispatcher]:
    """The kernels that plain Python names: who calls one first waits until it is compiled."""
    for info in pkgutil.walk_packages(logic.__path__, "bookmaker.logic."):
        module = import_module(info.name)
        names = vars(module)
        for node in plain_nodes(ast.parse(Path(module.__file__ or "").read_text(encoding="utf-8"))):
            if isinstance(node, ast.Name):
                found = names.get(node.id)
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                found = getattr(names.get(node.value.id), node.attr, None)
            else:
                continue
            if isinstance(found, Dispatcher) and not found.targetoptions.get("no_cpython_wrapper"):
                yield found


def test_all_kernels_that_python_calls_are_compiled() -> None:
    for name in compile_all.parts():
        assert compile_all.run(name) == (name, True)
    missing = {f"{one.py_func.__module__}.{one.py_func.__name__}" for one in called() if not one.overloads}
    assert missing == set()


def test_every_harder_tier_is_a_part_of_its_own() -> None:
    tiers = {compile_all.tier_name(search) for search in engine.harder().values()}
    assert len(tiers) == len(engine.harder())
    assert tiers <= set(compile_all.parts())


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
