"""How many planted changes of the code the tests notice: ``python -m benchmarks.mutation [PACKAGE...] [--count N] [--seed S]``.

Cosmic Ray (``pip install cosmic-ray``) says where a module can be changed and how: another operator, another number, a loop that
ends at once. A sample of these mutants, the same for a seed, is made one by one in a copy of the checkout, and the tests of the
module's package are run until one fails: first those that name the module, then the others. A change of a docstring or an
annotation alone is no mutant. What survives is printed as a difference, and the share that was noticed at the end.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
TESTS = {
    "repair": ("test_repair*.py", "test_cli_fix.py"),
    "verify": ("test_checking*.py", "test_contradiction.py", "test_verifying.py"),
    "typeset": ("test_typeset_*.py", "test_styles.py", "test_design.py", "test_cover.py", "test_drawings.py"),
    "book": (
        "test_book_*.py",
        "test_spec.py",
        "test_answers.py",
        "test_hints.py",
        "test_lessons.py",
        "test_symbols.py",
        "test_own_*.py",
        "test_front_matter.py",
        "test_build.py",
        "test_series.py",
    ),
}
"""The tests that hold a package of bookmaker; those of others may, too, but need not."""

_COPIED = ("bookmaker", "tests", "benchmarks", "layouts", "fonts", "examples")
_SLACK = 3.0
"""A mutant whose tests take so many times as long as before runs without end, and is noticed."""


class _Bare(ast.NodeTransformer):
    """Takes away what does nothing: annotations and docstrings."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        self.generic_visit(node)
        return ast.Assign([node.target], node.value or ast.Constant(None), lineno=node.lineno)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.generic_visit(node)
        node.returns = None
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        return None if isinstance(node.value, ast.Constant) else node


def _bare(source: str) -> str:
    return ast.dump(_Bare().visit(ast.parse(source)))


def mutants(path: Path) -> list[tuple[str, int]]:
    """Every (operator, occurrence) of a module."""
    from cosmic_ray.ast import Visitor, get_ast  # type: ignore[import-not-found]
    from cosmic_ray.plugins import get_operator, operator_names  # type: ignore[import-not-found]

    found: list[tuple[str, int]] = []
    tree = get_ast(path.read_text())
    for name in operator_names():
        try:
            operator = get_operator(name)()
        except TypeError:  # It needs names of ours to work with.
            continue

        class Counting(Visitor):  # type: ignore[misc]
            def __init__(self) -> None:
                self.count = 0

            def visit(self, node: object, operator: object = operator) -> object:
                self.count += sum(1 for _ in operator.mutation_positions(node))  # type: ignore[attr-defined]
                return node

        counting = Counting()
        counting.walk(tree)
        found += [(name, at) for at in range(counting.count)]
    return found


def changed(source: str, name: str, occurrence: int) -> str | None:
    """The module with one change; None where that does nothing."""
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    mutant = mutate_code(source.encode(), get_operator(name)(), occurrence)
    text = mutant.decode() if isinstance(mutant, bytes) else mutant
    try:
        return text if text is not None and _bare(text) != _bare(source) else None
    except SyntaxError:
        return None


def tests_of(package: str, module: str) -> tuple[list[str], list[str]]:
    """The test files of a package: those that name the module, and the others."""
    files = sorted({path for pattern in TESTS[package] for path in (ROOT / "tests").glob(pattern)})
    near = [path for path in files if module in path.read_text()]
    return [f"tests/{path.name}" for path in near], [f"tests/{path.name}" for path in files if path not in near]


def run(copy: Path, files: list[str], seconds: float | None) -> tuple[bool, float]:
    """Whether tests pass in a copy of the checkout, and how long they took."""
    begin = time.monotonic()
    call = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *files]
    try:
        environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(call, cwd=copy, env=environment, timeout=seconds, capture_output=True, check=False)
    except subprocess.TimeoutExpired:
        return False, time.monotonic() - begin
    return done.returncode == 0, time.monotonic() - begin


def main() -> None:
    """Print each mutant with what became of it, and the score of each package."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("packages", nargs="*", default=[], help=f"of {', '.join(TESTS)}; all without")
    parser.add_argument("--count", type=int, default=20, help="mutants of each package (default: 20)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--near", action="store_true", help="only the tests that name the module")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in _COPIED:
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("pyproject.toml", "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "Makefile"):
            shutil.copy(ROOT / name, copy / name)
        for package in options.packages or TESTS:
            noticed = tried = 0
            usual: dict[tuple[str, ...], float] = {}
            modules = [
                path for path in sorted((ROOT / "bookmaker" / package).rglob("*.py")) if path.name != "__init__.py"
            ]
            every = [(path, *mutant) for path in modules for mutant in mutants(path)]
            while tried < options.count and every:
                path, operator, occurrence = every.pop(chance.randrange(len(every)))
                source = path.read_text()
                mutant = changed(source, operator, occurrence)
                near, far = tests_of(package, path.stem)
                if mutant is None or (options.near and not near):
                    continue
                tried += 1
                place = copy / path.relative_to(ROOT)
                passed = True
                for files in (near,) if options.near else (near, far):
                    if not files or not passed:
                        continue
                    if tuple(files) not in usual:
                        good, usual[tuple(files)] = run(copy, files, None)
                        if not good:
                            sys.exit(f"{files} fail without a mutant")
                    place.write_text(mutant)
                    passed, _ = run(copy, files, _SLACK * usual[tuple(files)] + 10)
                    place.write_text(source)
                noticed += not passed
                pairs = zip(source.split("\n"), mutant.split("\n"), strict=False)
                line = next((at for at, pair in enumerate(pairs, 1) if pair[0] != pair[1]), 0)
                where = f"{path.relative_to(ROOT)}:{line}"
                print(f"{'SURVIVED' if passed else 'noticed'}: {where}: {operator}", flush=True)
                if passed:
                    told = difflib.unified_diff(source.split("\n"), mutant.split("\n"), n=0, lineterm="")
                    print("\n".join(f"    {one}" for one in list(told)[3:]), flush=True)
            print(
                json.dumps({"package": package, "mutants": tried, "noticed": noticed, "of all": len(every)}), flush=True
            )


if __name__ == "__main__":
    main()
