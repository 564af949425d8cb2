"""What kernels that count no references must not do, read from their source: nobody else sees it before a puzzle needs them."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from importlib import import_module
from numbers import Number
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "bookmaker"
WITHOUT_REFERENCES = {
    "bookmaker.logic.jit.decorators": ("bare", "inner", "lean"),
    "bookmaker.logic.techniques.finders": ("inner", "kernel"),
}
"""The decorators of such kernels and of their parts, by module."""

MODULES = [path for path in sorted(PACKAGE.rglob("*.py")) if "decorators import" in path.read_text(encoding="utf-8")]


def assigned_whole(source: ast.Module, numbers: Collection[str]) -> Iterator[int]:
    """Lines of functions without references that assign anything but a constant to several items of an array at once.

    ``numbers``: the names that the module binds to numbers.
    """
    decorators = {
        alias.asname or alias.name
        for node in ast.walk(source)
        if isinstance(node, ast.ImportFrom) and node.module in WITHOUT_REFERENCES
        for alias in node.names
        if alias.name in WITHOUT_REFERENCES[node.module]
    }
    for function in ast.walk(source):
        if isinstance(function, ast.FunctionDef) and any(
            isinstance(name, ast.Name) and name.id in decorators for name in function.decorator_list
        ):
            constants = {name for name in numbers if name not in _bound(function)}
            for node in ast.walk(function):
                added = isinstance(node, ast.AugAssign) and _sliced(node.target)
                written = isinstance(node, ast.Assign) and any(map(_sliced, node.targets))
                if added or (written and not _constant(node.value, constants)):
                    yield node.lineno


def _sliced(target: ast.expr) -> bool:
    if isinstance(target, ast.Tuple):
        return any(map(_sliced, target.elts))
    return isinstance(target, ast.Subscript) and any(isinstance(part, ast.Slice) for part in ast.walk(target.slice))


def _bound(function: ast.FunctionDef) -> set[str]:
    """The names that a function binds itself."""
    nodes = list(ast.walk(function))
    stored = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return stored | {node.arg for node in nodes if isinstance(node, ast.arg)}


def _constant(value: ast.expr, names: Collection[str]) -> bool:
    """Whether a value is a number, or one of the names that stand for numbers."""
    value = value.operand if isinstance(value, ast.UnaryOp) else value
    return isinstance(value, ast.Constant) or (isinstance(value, ast.Name) and value.id in names)


def test_arrays_are_copied_item_by_item() -> None:
    """Numba first copies an array that is assigned whole, since both may overlap. A copy is counted, so that the kernel cannot be
    compiled; where one that counts is linked to it, the process may end.
    """
    found = []
    for path in MODULES:
        names = vars(import_module(".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)))
        numbers = [name for name, value in names.items() if isinstance(value, Number)]
        lines = assigned_whole(ast.parse(path.read_text(encoding="utf-8")), numbers)
        found += [f"{path.relative_to(PACKAGE)}:{line}" for line in lines]
    assert found == []


@pytest.mark.parametrize(
    "module, name", [(module, name) for module, names in WITHOUT_REFERENCES.items() for name in names]
)
def test_an_array_assigned_whole_would_be_found(module: str, name: str) -> None:
    bad = "a[:] = b", "a[1, :] = b[0]", "a[:2], n = b, 3", "a[:] += 1", "a[:] = b + 1", "a[:] = -b", "a[:] = a[n]"
    bad = *bad, "a[:] = ROWS", "FAR = b; a[:] = FAR"
    good = "a[:] = 0", "a[n] = b[n]", "a[1, 2:] = -1", "a[:] = FAR", "c = a[:]"
    assert getattr(import_module(module), name)
    for line in (*bad, *good):
        source = f"from {module} import {name} as one\n@one\ndef f(a, b, n):\n    {line}\n"
        assert list(assigned_whole(ast.parse(source), ["FAR"])) == ([4] if line in bad else []), line
        assert not list(assigned_whole(ast.parse(source.replace("@one", "@other")), ["FAR"]))
