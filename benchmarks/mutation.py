"""How many planted changes of the code the tests notice: ``python -m benchmarks.mutation [ROOM...] [--count N] [--seed S]``.

Cosmic Ray says where a module can be changed and how: another operator, another number, a loop that ends at once. A sample of
these mutants, the same for a seed, is made one by one in a copy of the checkout. First the tests run once without any, and
coverage notes which test reaches which line of any room. ``--reached FOLDER`` keeps these notes, so that only files of tests that
changed run again: empty the folder where the code has changed much. ``--count 0`` makes the notes and no mutant. Then each mutant
meets the tests that reach its lines, the quickest first, until one fails. They run in a fork of a process that has loaded the
libraries and the lower floors, so that most mutants take some seconds. Docstrings, annotations and code for
type checkers are not changed. Neither is `is` made `==` beside a text, of which Python keeps one copy, nor a keyword that only
saves memory or checks our own calls (``slots`` and ``kw_only`` of records, ``strict`` of zip, ``maxsize`` of caches), nor `/` for
`*` in a list of arguments, nor what ``equivalent_mutants.tsv`` excuses with a reason.

What survives is printed as a difference, and the share that was noticed at the end. With ``--tests`` only some files of tests
count, and with ``--tier quick`` only those of ``make quick``, whose notes take a small part of the time: the share is then the
least that all would notice. One process works at a time.
(``pip install "cosmic-ray>=8.3" "pytest-cov>=5"``)
"""

from __future__ import annotations

import argparse
import ast
import compileall
import difflib
import hashlib
import importlib
import json
import os
import py_compile
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
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = (
    *(
        "base",
        "puzzles",
        "logic/solve",
        "logic/verify",
        "logic/times.py",
        "logic/minutes.py",
        "logic/grading.py",
        "logic/repair",
        "formats",
        "camera",
        "printing",
    ),
    *("publishing/explain", "publishing/bank", "publishing/proof", "publishing/submissions", "publishing/book"),
    *("publishing/documents", "api", "studio", "cli"),
)
"""All doors, but for kernels and the rooms full of them: each mutant there is compiled for minutes. Modules end in ``.py``."""

_BELOW = ("base.language", "puzzles.rules", "logic.solve.solver", "logic.techniques.engine", "formats", "api.views")
"""Modules that load everything below the upper rooms, in the order of the doors."""

_COPIED = ("bookmaker", "tests", "benchmarks", "layouts", "fonts", "examples", "docs", ".ci")
_FILES = (
    *("pyproject.toml", "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "Makefile"),
    *("LICENSE", ".gitignore"),
)
_EXCUSED = Path(__file__).with_name("equivalent_mutants.tsv")
_MOST = 150
_TOGETHER = 60.0
_FURTHER = 30.0
"""So many tests meet a mutant first, evenly chosen over the files that reach it, and they take so many seconds at most without
the mutant; then the quickest of the others, for so many seconds more. Thousands of tests read a spec: the one that holds a line
of it is seldom the quickest of its file."""
_FILES_TOGETHER = 60
"""Files of tests that are noted in one process: each process loads the program anew."""
_SECONDS = 20
_TIMES = 6
"""Seconds of processor time, and times those that the tests take without the mutant: what takes longer runs without end, and is
noticed."""

_PATIENCE = 20
"""Times as many seconds by the clock, after which it waits for something that never comes: a busy machine must notice nothing."""


_UNSEEN = {"dataclass": {"slots", "kw_only"}, "zip": {"strict"}, "lru_cache": {"maxsize"}}
"""Keywords that save memory, or check calls of our own which never fail the check."""


class _Bare(ast.NodeTransformer):
    """Takes away what does nothing: annotations, docstrings, whether texts are equal or the same, keywords of no effect."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        self.generic_visit(node)
        return ast.Assign([node.target], node.value or ast.Constant(None), lineno=node.lineno)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_arguments(self, node: ast.arguments) -> ast.AST:
        # Which arguments may be named, or must, only checks our own calls.
        self.generic_visit(node)
        placed = [*node.posonlyargs, *node.args]
        missing = len(placed) - len(node.defaults)
        found = [*[None] * missing, *node.defaults, *node.kw_defaults]
        node.posonlyargs, node.args, node.kwonlyargs = [], [*placed, *node.kwonlyargs], []
        node.defaults, node.kw_defaults = [one or ast.Constant(...) for one in found], []
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.generic_visit(node)
        node.returns = None
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        equal: dict[type, ast.cmpop] = {ast.Is: ast.Eq(), ast.IsNot: ast.NotEq()}
        texts = [isinstance(one, ast.Constant) and isinstance(one.value, str) for one in node.comparators]
        node.ops = [equal.get(type(op), op) if text else op for op, text in zip(node.ops, texts, strict=True)]
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        unseen = _UNSEEN.get(node.func.id, set()) if isinstance(node.func, ast.Name) else set()
        node.keywords = [one for one in node.keywords if one.arg not in unseen or not _is_fixed(one.value)]
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        self.generic_visit(node)
        return None if isinstance(node.value, ast.Constant) else node


def _is_fixed(value: ast.expr) -> bool:
    """Whether a value is written in numbers alone, such as ``1 << 14``."""
    return not any(isinstance(node, ast.Name | ast.Call | ast.Attribute) for node in ast.walk(value))


def _bare(source: str) -> str:
    return ast.dump(_Bare().visit(ast.parse(source)))


def mutants(path: Path) -> list[tuple[str, int]]:
    """Every (operator, occurrence) of a module."""
    from cosmic_ray.ast import Visitor, get_ast  # type: ignore[import-not-found]
    from cosmic_ray.plugins import get_operator, operator_names  # type: ignore[import-not-found]

    operators = {}
    for name in operator_names():
        try:
            operators[name] = get_operator(name)()
        except TypeError:  # It needs names of ours to work with.
            continue
    counts = dict.fromkeys(operators, 0)

    class Counting(Visitor):  # type: ignore[misc]
        # One walk for all operators: a room has thousands of nodes, and there are a hundred operators.
        def visit(self, node: object) -> object:
            for name, operator in operators.items():
                counts[name] += sum(1 for _ in operator.mutation_positions(node))
            return node

    Counting().walk(get_ast(path.read_text()))
    return [(name, at) for name, count in counts.items() for at in range(count)]


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

    def __init__(self, kept: dict[Path, set[str]]) -> None:
        from coverage import CoverageData  # type: ignore[import-not-found]

        self.seconds: dict[str, float] = {}
        self._tests: dict[tuple[str, int], set[str]] = {}
        self._modules: dict[str, set[str]] = {}
        for notes, files in kept.items():
            ours: set[str] = set()
            for line in notes.with_suffix(".durations").read_text().splitlines():
                found = re.match(r"([\d.]+)s call +(tests/.*)$", line)
                if found and found[2].split("::", 1)[0] in files:
                    ours.add(found[2])
                    self.seconds[found[2]] = float(found[1])
            data = CoverageData(str(notes.with_suffix(".coverage")))
            data.read()
            for name in data.measured_files():
                path = name.split("/bookmaker/", 1)[1]
                for line, contexts in data.contexts_by_lineno(name).items():
                    tests = {context.rsplit("|", 1)[0] for context in contexts}.intersection(ours)
                    self._tests.setdefault((path, line), set()).update(tests)
                    self._modules.setdefault(path, set()).update(tests)

    def tests(self, path: str, lines: Iterable[int], source: str) -> list[str]:
        """The tests (``tests/test_x.py::name``) that reach any of the lines; those that reach the module where none does.

        What runs as a module is loaded belongs to whichever test came first: then all that reach the module are asked.
        """
        inside = lines_in_functions(source).intersection(lines)
        found = {test for line in inside for test in self._tests.get((path, line), ())}
        quick = sorted(found or self._modules.get(path, ()), key=lambda test: (self.seconds.get(test, 0.0), test))
        by_file: dict[str, list[str]] = {}
        for test in quick:
            by_file.setdefault(test.split("::", 1)[0], []).append(test)
        share = _MOST // max(1, len(by_file)) or 1
        few = {test for tests in by_file.values() for test in tests[:share]} if len(quick) > _MOST else set(quick)
        kept: list[str] = []
        for tests, most in (([test for test in quick if test in few], _TOGETHER), (quick, _FURTHER)):
            together, had = 0.0, set(kept)
            for test in (one for one in tests if one not in had):
                together += self.seconds.get(test, 0.0)
                if together < most or not kept:
                    kept.append(test)
        return kept


def lines_in_functions(source: str) -> set[int]:
    """The lines that run when a function is called, from 1: neither its decorators nor its arguments."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
    found: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, kinds):
            body = node.body if isinstance(node.body, list) else [node.body]
            found.update(range(body[0].lineno, (body[-1].end_lineno or body[-1].lineno) + 1))
    return found


def load_what_stays(copy: Path, packages: Iterable[str]) -> None:
    """Load from a copy of the checkout, once for all forks, modules that no mutant changes and that import none it changes."""
    sys.path.insert(0, str(copy))
    changing = tuple(f"bookmaker.{room.removesuffix('.py').replace('/', '.')}" for room in packages)
    for name in _BELOW:
        told = f"import sys, bookmaker.{name}; print(*sys.modules)"
        loaded = subprocess.run(
            [sys.executable, "-c", told], cwd=copy, capture_output=True, text=True, check=True
        ).stdout
        if not any(one.startswith(changing) for one in loaded.split()):
            importlib.import_module(f"bookmaker.{name}")


def _paths(copy: Path) -> str:
    return os.pathsep.join(filter(None, (str(copy), os.environ.get("PYTHONPATH"))))


def reach(copy: Path, folder: Path, files: list[str], tier: str) -> dict[Path, set[str]]:
    """Run files of tests, all without any, and write down what each test reaches behind any door: one run serves all rooms.

    Files that changed since run again. Returns the notes of each run and the files that it speaks for; tests that fail are left
    out.
    """
    folder.mkdir(parents=True, exist_ok=True)
    included = ",".join(f"*/bookmaker/{name}" if name.endswith(".py") else f"*/bookmaker/{name}/*" for name in PACKAGES)
    every = files or sorted(str(path.relative_to(copy)) for path in (copy / "tests").glob("test_*.py"))
    wanted = {
        f"{hashlib.sha256((copy / file).read_bytes() + f'{included} {tier}'.encode()).hexdigest()[:12]} {file}": file
        for file in every
        if file != "tests/test_law.py"  # It reads the code, and does not run it.
    }
    noted = {line for notes in folder.glob("*.files") for line in notes.read_text().splitlines()}
    missing = [line for line in wanted if line not in noted]
    for begin in range(0, len(missing), _FILES_TOGETHER):
        lines = missing[begin : begin + _FILES_TOGETHER]
        notes = folder / f"{hashlib.sha256(' '.join(lines).encode()).hexdigest()[:12]}.files"
        data, said, settings = (notes.with_suffix(end) for end in (".coverage", ".said", ".settings"))
        settings.write_text(f"[run]\ninclude = {included}\ndata_file = {data}\n")
        covered = ["--cov", f"--cov-config={settings}", "--cov-context=test", "--cov-report=", f"--tier={tier}"]
        clock = _Clock(notes.with_suffix(".durations"))
        os.waitpid(_forked(copy, [*covered, *(wanted[line] for line in lines)], said, clock), 0)
        if not (data.exists() and clock.file.exists()):
            print(f"left out: {len(lines)} files of tests\n{said.read_text()[-1500:]}", flush=True)
            continue
        notes.write_text("".join(f"{line}\n" for line in lines))
    noted_in = {notes: notes.read_text().splitlines() for notes in sorted(folder.glob("*.files"))}
    return {notes: {wanted[line] for line in lines if line in wanted} for notes, lines in noted_in.items()}


class _Clock:
    """A plugin of pytest that writes down the processor time of each test that passes: a busy machine must leave no test out."""

    def __init__(self, file: Path) -> None:
        self.file, self._seconds, self._began = file, dict[str, float](), 0.0
        self._failed = set[str]()

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._began = sum(os.times()[:4])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._failed.add(report.nodeid)

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        self._seconds[nodeid] = sum(os.times()[:4]) - self._began

    def pytest_sessionfinish(self) -> None:
        passed = {test: spent for test, spent in self._seconds.items() if test not in self._failed}
        self.file.write_text("".join(f"{spent:.3f}s call {test}\n" for test, spent in passed.items()))


def _forked(
    copy: Path, words: list[str], said: Path = Path(os.devnull), clock: _Clock | None = None, bound: int | None = None
) -> int:
    """Begin pytest with these words in a fork of this process, which writes to ``said``; the number of that process.

    ``bound``: of its processor time, in seconds.
    """
    child = os.fork()
    if child == 0:
        os.setsid()
        if bound is not None:
            resource.setrlimit(resource.RLIMIT_CPU, (bound, bound))
        os.chdir(copy)
        os.environ |= {"PYTHONPATH": _paths(copy), "PYTHONDONTWRITEBYTECODE": "1"}
        out = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(out, 1)
        os.dup2(out, 2)
        sys.path.insert(0, str(copy / "tests"))
        import pytest

        plain = [word for plugin in ("cacheprovider", "xdist") for word in ("-p", f"no:{plugin}")]
        code = pytest.main(["-q", "--assert=plain", *plain, *words], [clock] if clock else [])
        sys.stdout.flush()
        os._exit(code != 0)
    return child


def noticed(copy: Path, tests: list[str], seconds: float) -> bool:
    """Whether a test of a copy of the checkout fails, in a fork of this process, which has loaded no room that changes.

    ``seconds``: what they take without a mutant.
    """
    bound = int(_SECONDS + _TIMES * seconds)
    child = _forked(copy, ["-x", "-p", "no:cov", *tests], bound=bound)
    end = time.monotonic() + bound * _PATIENCE
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return status != 0
        time.sleep(0.02)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return True


def copied(folder: Path) -> Path:
    """A copy of the checkout to change, compiled: code is looked up by what a module holds, so that a mutant is always read."""
    for name in _COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in _FILES:
        shutil.copy(ROOT / name, folder / name)
    checked = py_compile.PycInvalidationMode.CHECKED_HASH
    compileall.compile_dir(folder, quiet=1, invalidation_mode=checked)
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


def excused() -> set[tuple[str, str, str]]:
    """Mutants that do nothing, as (path, line before, line after), each of which has its reason in a file."""
    rows = [row.split("\t") for row in _EXCUSED.read_text().splitlines() if row and not row.startswith("#")]
    return {(path, before, after) for path, before, after, _reason in rows}


def key(path: str, source: str, mutant: str) -> tuple[str, str, str]:
    """How a mutant is called in the list of those that do nothing."""
    lines = [
        line
        for line in difflib.unified_diff(source.split("\n"), mutant.split("\n"), n=0, lineterm="")
        if line[:1] in "+-" and line[:3] not in ("+++", "---")
    ]
    before, after = (" ".join(line[1:].strip() for line in lines if line[0] == sign) for sign in "-+")
    return path, before, after


def sample(package: str, chance: random.Random, count: int) -> list[tuple[Path, str, str]]:
    """Mutants of a package or module as (path, operator, changed source), drawn from all that can be made."""
    place = ROOT / "bookmaker" / package
    inside = [path for path in sorted(place.rglob("*.py")) if path.name != "__init__.py"]
    modules = [place] if place.is_file() else inside
    if not modules:
        raise SystemExit(f"{package}: there are no modules in it")
    every = [(path, *mutant) for path in modules for mutant in mutants(path)]
    chance.shuffle(every)
    nothing = excused()
    drawn: list[tuple[Path, str, str]] = []
    for path, operator, occurrence in every:
        if len(drawn) == count:
            break
        source = path.read_text()
        mutant = changed(source, operator, occurrence)
        if mutant is not None and key(str(path.relative_to(ROOT)), source, mutant) not in nothing:
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
    parser.add_argument("--tier", default="usual", help="which tests count: quick, usual or thorough (default: usual)")
    options = parser.parse_args()
    if unknown := set(options.packages) - set(PACKAGES):
        parser.error(f"no room {', '.join(sorted(unknown))}; there are {', '.join(PACKAGES)}")
    import hypothesis  # noqa: F401  (loaded once, for all forks)
    import numba  # noqa: F401
    import numpy  # noqa: F401
    import pikepdf  # noqa: F401
    import PIL.Image  # noqa: F401
    import pypdfium2  # noqa: F401
    import pytest  # noqa: F401
    import reportlab.pdfgen.canvas  # noqa: F401
    import yaml  # noqa: F401

    sys.dont_write_bytecode = True
    with tempfile.TemporaryDirectory() as folder:
        copy = copied(Path(folder) / "copy")
        load_what_stays(copy, options.packages if options.count else ())
        kept = (options.reached or Path(folder) / "reached").absolute()
        reached = Reached(reach(copy, kept, options.tests, options.tier))
        for package in options.packages:
            chance = random.Random(f"{package}:{options.seed}")
            drawn = sample(package, chance, options.count) if options.count else []
            found = 0
            for path, operator, mutant in drawn:
                source = path.read_text()
                lines = lines_of(source, mutant)
                tests = reached.tests(str(path.relative_to(ROOT / "bookmaker")), lines, source)
                place = copy / path.relative_to(ROOT)
                place.write_text(mutant)
                takes = sum(reached.seconds.get(test, 0.0) for test in tests)
                fails = bool(tests) and noticed(copy, tests, takes)
                place.write_text(source)
                found += fails
                where = f"{path.relative_to(ROOT)}:{lines[0]}"
                print(f"{'noticed' if fails else 'SURVIVED'}: {where}: {operator} ({len(tests)} tests)", flush=True)
                if not fails:
                    difference = difflib.unified_diff(source.split("\n"), mutant.split("\n"), n=0, lineterm="")
                    print("\n".join(f"    {one}" for one in list(difference)[3:]), flush=True)
            print(
                json.dumps({"room": package, "seed": options.seed, "mutants": len(drawn), "noticed": found}), flush=True
            )


if __name__ == "__main__":
    main()
