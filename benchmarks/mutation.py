"""How many planted changes of the code the tests notice: ``python -m benchmarks.mutation [PACKAGE...] [--count N] [--seed S]``.

Cosmic Ray says where a module can be changed and how: another operator, another number, a loop that ends at once. A sample of
these mutants, the same for a seed, is made one by one in a copy of the checkout. First all tests run once, and coverage notes
which test reaches which line (kept with ``--reached FILE``); then each mutant meets the tests that reach its lines, the quickest
first, until one fails. They run in a fork of a process that has loaded the libraries, so that most mutants take some seconds. A
change of a docstring, an annotation or what only a type checker reads is no mutant. What survives is printed as a difference, and
the share that was noticed at the end. With ``--tests`` only some files of tests count, so that the share is the least that all
would notice. (``pip install "cosmic-ray>=8.3" "pytest-cov>=5"``)
"""

from __future__ import annotations

import argparse
import ast
import difflib
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = ("repair", "verify", "book", "typeset")

_COPIED = ("bookmaker", "tests", "benchmarks", "layouts", "fonts", "examples")
_FILES = ("pyproject.toml", "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "Makefile", "LICENSE")
_MOST = 150
"""So many tests meet a mutant at most, evenly chosen over the files that reach it: a line that thousands reach is noticed by the
first few or is equivalent."""
_SECONDS = 120
"""Of processor time: a mutant whose tests take longer runs without end, and is noticed."""

_PATIENCE = 20
"""Times as many seconds by the clock, after which it waits for something that never comes: a busy machine must notice nothing."""


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


class Reached:
    """Which tests reach a line, and how long each takes."""

    def __init__(self, folder: Path) -> None:
        from coverage import CoverageData  # type: ignore[import-not-found]

        self._data = CoverageData(str(folder / "coverage"))
        self._data.read()
        self._files = {name.split("/bookmaker/", 1)[1]: name for name in self._data.measured_files()}
        self.seconds: dict[str, float] = {}
        for line in (folder / "durations").read_text().splitlines():
            found = re.match(r"([\d.]+)s (?:call|setup) +(tests/.*)$", line)
            if found:
                self.seconds[found[2]] = self.seconds.get(found[2], 0.0) + float(found[1])

    def tests(self, path: str, lines: Iterable[int]) -> list[str]:
        """The tests (``tests/test_x.py::name``) that reach any of the lines; those that load the module where none does."""
        name = self._files.get(path)
        if name is None:
            return []
        by_line = self._data.contexts_by_lineno(name)
        found = {context.rsplit("|", 1)[0] for line in lines for context in by_line.get(line, ()) if context}
        if not found:
            found = {context.rsplit("|", 1)[0] for contexts in by_line.values() for context in contexts if context}
        quick = sorted(found, key=lambda test: (self.seconds.get(test, 0.0), test))
        if len(quick) <= _MOST:
            return quick
        by_file: dict[str, list[str]] = {}
        for test in quick:
            by_file.setdefault(test.split("::", 1)[0], []).append(test)
        share = max(1, _MOST // len(by_file))
        kept = {test for tests in by_file.values() for test in tests[:share]}
        return [test for test in quick if test in kept]


def reach(copy: Path, folder: Path, files: list[str]) -> None:
    """Run the tests of some files, or all without any, once, and write down what each reaches.

    Raises:
        SystemExit: if a test fails without a mutant.
    """
    folder.mkdir(parents=True, exist_ok=True)
    settings = folder / "settings"
    included = ",".join(f"*/bookmaker/{name}/*" for name in PACKAGES)
    settings.write_text(f"[run]\ninclude = {included}\ndata_file = {folder / 'coverage'}\n")
    call = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--durations=0", "-n", "auto"]
    call += [
        "--cov",
        f"--cov-config={settings}",
        "--cov-context=test",
        "--cov-report=",
        "--ignore=tests/test_law.py",
        *files,
    ]
    paths = os.pathsep.join(filter(None, (str(copy), os.environ.get("PYTHONPATH"))))
    environment = {**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(call, cwd=copy, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit("the tests fail without a mutant:\n" + done.stdout[-2000:] + done.stderr[-2000:])
    (folder / "durations").write_text(done.stdout)


def noticed(copy: Path, tests: list[str]) -> bool:
    """Whether a test of a copy of the checkout fails, in a fork of this process that has loaded libraries but nothing of ours."""
    child = os.fork()
    if child == 0:
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS))
        os.chdir(copy)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        sys.path[:0] = [str(copy), str(copy / "tests")]
        import pytest

        os._exit(pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:cov", *tests]) != 0)
    end = time.monotonic() + _SECONDS * _PATIENCE
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return status != 0
        time.sleep(0.02)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return True


def copied(folder: Path) -> Path:
    """A copy of the checkout to change."""
    for name in _COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in _FILES:
        shutil.copy(ROOT / name, folder / name)
    return folder


def lines_of(source: str, mutant: str) -> list[int]:
    """The lines of the source that a mutant changes, from 1."""
    matcher = difflib.SequenceMatcher(None, source.split("\n"), mutant.split("\n"), autojunk=False)
    return [
        line + 1
        for kind, here, end, _, _ in matcher.get_opcodes()
        if kind != "equal"
        for line in range(here, max(end, here + 1))
    ]


def sample(package: str, chance: random.Random, count: int) -> list[tuple[Path, str, str]]:
    """Mutants of a package as (path, operator, changed source), drawn from all that can be made."""
    modules = [path for path in sorted((ROOT / "bookmaker" / package).rglob("*.py")) if path.name != "__init__.py"]
    every = [(path, *mutant) for path in modules for mutant in mutants(path)]
    chance.shuffle(every)
    drawn: list[tuple[Path, str, str]] = []
    for path, operator, occurrence in every:
        if len(drawn) == count:
            break
        mutant = changed(path.read_text(), operator, occurrence)
        if mutant is not None:
            drawn.append((path, operator, mutant))
    return drawn


def main() -> None:
    """Print each mutant with what became of it, and the score of each package."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("packages", nargs="*", default=PACKAGES, help=f"of {', '.join(PACKAGES)}; all without")
    parser.add_argument("--count", type=int, default=50, help="mutants of each package (default: 50)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--reached", type=Path, help="a folder that keeps which test reaches which line for further runs"
    )
    parser.add_argument("--tests", nargs="*", default=[], help="files of tests that count; all without")
    options = parser.parse_args()
    import numba  # noqa: F401  (loaded once, for all forks)
    import PIL.Image  # noqa: F401
    import pytest  # noqa: F401
    import reportlab.pdfgen.canvas  # noqa: F401
    import yaml  # noqa: F401

    sys.dont_write_bytecode = True
    with tempfile.TemporaryDirectory() as folder:
        copy = copied(Path(folder) / "copy")
        kept = options.reached or Path(folder) / "reached"
        if not (kept / "durations").exists():
            reach(copy, kept, options.tests)
        reached = Reached(kept)
        for package in options.packages:
            chance = random.Random(f"{package}:{options.seed}")
            drawn = sample(package, chance, options.count)
            found = 0
            for path, operator, mutant in drawn:
                source = path.read_text()
                lines = lines_of(source, mutant)
                tests = reached.tests(str(path.relative_to(ROOT / "bookmaker")), lines)
                place = copy / path.relative_to(ROOT)
                place.write_text(mutant)
                fails = bool(tests) and noticed(copy, tests)
                place.write_text(source)
                found += fails
                where = f"{path.relative_to(ROOT)}:{lines[0]}"
                print(f"{'noticed' if fails else 'SURVIVED'}: {where}: {operator} ({len(tests)} tests)", flush=True)
                if not fails:
                    difference = difflib.unified_diff(source.split("\n"), mutant.split("\n"), n=0, lineterm="")
                    print("\n".join(f"    {one}" for one in list(difference)[3:]), flush=True)
            print(json.dumps({"package": package, "mutants": len(drawn), "noticed": found}), flush=True)


if __name__ == "__main__":
    main()
