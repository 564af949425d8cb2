"""What several test files need: commands run in this process or in one of their own, and a few puzzles."""

from __future__ import annotations

import ast
import gc
import io
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

import jsonschema
import pytest
from hypothesis import settings

from bookmaker.api.record_schemas import json_schema
from bookmaker.base.errors import UsageError
from bookmaker.cli import main
from bookmaker.cli.arguments import parser
from bookmaker.puzzles.grid.puzzle import Puzzle

settings.register_profile("random", derandomize=False)
settings.register_profile("fixed", derandomize=True, database=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))
"""The same examples each time: whoever changes something else is not to stumble over what chance finds. To let chance search,
``HYPOTHESIS_PROFILE=random``.
"""

# Hypothesis tries the constants of our own modules otherwise. It would read all of them in each process, and another constant
# anywhere would change the examples of every test. A release of it may have no such module: then it does.
with suppress(ImportError):
    from hypothesis.internal.conjecture import providers

    providers.is_local_module_file = lambda path: False  # type: ignore[assignment]

gc.set_threshold(50_000)
gc.disable()
"""Python looks for circles of garbage after each 700 new objects otherwise, a tenth of the tests' processor time; and not at all
while tests are collected, all of which stay.
"""

TIERS = ("quick", "usual", "thorough")
TESTS = Path(__file__).parent
SLOW = TESTS / "data" / "slow.txt"
"""The tests that ``--tier quick`` leaves out: written by ``--measure``, nothing else."""

SLOW_SECONDS = 0.1
SLOW_SHARE, FEWEST = 3, 2
"""Of the slow cases of one test a usual run has every third, evenly spread, and two at least; all are in a thorough one."""

_chosen = {"tier": "usual"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--tier", choices=TIERS, default="usual", help="quick: no slow ones; thorough: all, in large samples"
    )
    parser.addoption("--room", default="", help="only the tests of one door: that of most modules that a file imports")
    parser.addoption(
        "--measure",
        action="store_true",
        help=f"list the costly tests, and write those above {SLOW_SECONDS} s into {SLOW.name}",
    )


def pytest_configure(config: pytest.Config) -> None:
    _chosen["tier"] = config.getoption("tier")


def scaled(usual: int, thorough: int) -> int:
    """The size of a sample: large in a thorough run only."""
    return thorough if _chosen["tier"] == "thorough" else usual


def _spare(same: list[pytest.Item], most: int) -> set[pytest.Item]:
    """The items beyond so many, which are evenly spread from the first to the last."""
    last, steps = len(same) - 1, max(most - 1, 1)
    return set(same).difference(same[place * last // steps] for place in range(most)) if len(same) > most else set()


def _alike(items: Iterable[pytest.Item]) -> list[list[pytest.Item]]:
    """Items by the test whose cases they are."""
    found: dict[str, list[pytest.Item]] = {}
    for item in items:
        found.setdefault(item.nodeid.partition("[")[0], []).append(item)
    return list(found.values())


DOORS = ("base", "puzzles", "logic", "formats", "printing", "publishing", "api", "cli")


@cache
def imported(path: Path) -> Counter[str]:
    """How many modules a test file imports from each door; those of the helpers beside it, if it imports none itself."""
    found: Counter[str] = Counter()
    helpers: Counter[str] = Counter()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        modules += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        for parts in (module.split(".") for module in modules):
            if parts == ["bookmaker"]:
                found["api"] += 1
            elif parts[0] == "bookmaker" and parts[1] in DOORS:
                found[parts[1]] += 1
            elif parts == ["conftest"]:
                helpers["cli"] += 1
            elif (helper := TESTS / f"{parts[0]}.py").is_file():
                helpers += imported(helper)
    return found or helpers


@cache
def rooms() -> dict[str, str]:
    """The door of each room, by the name of the room, and each door by its own name."""
    package = TESTS.parent / "bookmaker"
    found = {
        path.name: door for door in DOORS for path in (package / door).iterdir() if (path / "__init__.py").is_file()
    }
    return {**found, **dict(zip(DOORS, DOORS, strict=True))}


def door_of(path: Path) -> str:
    """The door that a test file is about: of the room that its name begins with, or of most modules that it imports, of two the
    higher; "" for the laws.
    """
    if path.stem.endswith("_law"):
        return ""
    named = rooms().get(path.stem.split("_")[1])
    found = imported(path)
    return named or (max(DOORS, key=lambda door: (found[door], DOORS.index(door))) if found else "")


def pytest_collection(session: pytest.Session) -> None:
    """Of several processes that load all tests, every second one begins at the end: each compiles half of the files."""
    odd = os.environ.get("PYTEST_XDIST_WORKER", "")[-1:] in set("13579")
    if odd and not sys.dont_write_bytecode and session.config.args == session.config.getini("testpaths"):
        for path in sorted(TESTS.glob("test_*.py"), reverse=True):
            import_module(path.stem)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what the tier leaves out, unless tests are asked for by name."""
    tier, room = config.getoption("tier"), config.getoption("room")
    if room not in ("", *DOORS):
        raise pytest.UsageError(f"no door {room!r}; there are {', '.join(DOORS)}")
    kept = [item for item in items if not room or door_of(item.path) == room]
    if tier != "thorough" and not config.getoption("keyword") and not any("::" in word for word in config.args):
        kept = [item for item in kept if not item.get_closest_marker("thorough")]
        gone: set[pytest.Item] = set()
        for same in _alike(item for item in kept if item.get_closest_marker("sampled")):
            (mark,) = same[0].iter_markers("sampled")
            gone |= _spare(same, mark.args[0])
        kept = [item for item in kept if item not in gone]
        names = set() if config.getoption("measure") else set(SLOW.read_text(encoding="utf-8").splitlines())
        slow = [item for item in kept if item.nodeid.removeprefix("tests/") in names]
        if tier == "quick":
            gone.update(slow)
        for same in _alike(slow):
            gone |= _spare(same, max(len(same) // SLOW_SHARE, FEWEST))
        kept = [item for item in kept if item not in gone]
    held = set(map(id, kept))
    config.hook.pytest_deselected(items=[item for item in items if id(item) not in held])
    items[:] = kept


def pytest_collection_finish() -> None:
    """Thousands of tests and their modules stay: no search for garbage looks at them again."""
    gc.collect()
    gc.freeze()
    gc.enable()


_spent = [0.0]
_took: dict[str, float] = {}


def _processor() -> float:
    """Seconds of the processor that this process and the children it waited for have used."""
    return sum(os.times()[:4])


def pytest_runtest_logstart() -> None:
    _spent[0] = _processor()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Each report tells the processor time of its phase: that by the clock depends on what else the machine does."""
    report = yield
    before, _spent[0] = _spent[0], _processor()
    report.spent = _spent[0] - before  # type: ignore[attr-defined]
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _took[report.nodeid] = _took.get(report.nodeid, 0.0) + getattr(report, "spent", 0.0)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the slow tests, in the process that hears of all of them."""
    if session.config.getoption("measure") and not hasattr(session.config, "workerinput"):
        slow = sorted(name.removeprefix("tests/") for name, seconds in _took.items() if seconds > SLOW_SECONDS)
        SLOW.write_text("".join(f"{name}\n" for name in slow), encoding="utf-8")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """After a measurement, where the processor time went."""
    if config.getoption("measure"):
        tests: Counter[str] = Counter()
        for name, seconds in _took.items():
            tests[name.partition("[")[0]] += seconds
        terminalreporter.write_line(f"{sum(tests.values()):.0f} s of processor time in tests; the costly ones:")
        for name, seconds in tests.most_common(40):
            terminalreporter.write_line(f"{seconds:7.2f} {name}")


EXIT_CODES = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 130}
"""All that are documented."""

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


@cache
def every_kind() -> tuple[Puzzle, ...]:
    """A puzzle of each kind, read once in a process: reading all takes longer than most tests."""
    from bookmaker.formats.reading import read_all

    return tuple(read_all((TESTS / "data" / "every_kind.jsonl",)))


@pytest.fixture(autouse=True)
def _not_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Specs without a seed have the same one in all tests of this process."""
    monkeypatch.setattr("bookmaker.base.seeds.drawn", lambda: 1)


os.environ["BOOKMAKER_CACHE_DIR"] = ""
"""No test finds what another has made."""


@dataclass(frozen=True)
class Ran:
    """How a command ended and what it said."""

    code: int
    out: str
    err: str

    @property
    def faults(self) -> list[str]:
        """The faults told on standard error, without the program's name."""
        return [line.removeprefix("bookmaker: ") for line in self.err.splitlines() if line.startswith("bookmaker: ")]


@cache
def _checker(name: str) -> tuple[jsonschema.Draft202012Validator, frozenset[str]]:
    schema = json_schema(name)
    return jsonschema.Draft202012Validator(schema), frozenset(schema["properties"])


def check_records(words: list[str], out: str) -> set[str]:
    """Hold each line that a command printed with ``--json`` against the records that its arguments declare: every field is
    named there, none is missing. Returns the records that were met.
    """
    declared: tuple[str, ...] = parser().parse_args(words).records
    met = set()
    for line in out.splitlines():
        record = json.loads(line)
        checkers = {name: _checker(name) for name in declared}
        fit = [
            name for name, (checker, named) in checkers.items() if record.keys() <= named and checker.is_valid(record)
        ]
        assert fit, f"{words[0]}: this is none of {', '.join(declared)}: {line[:1000]}"
        met.add(fit[0])
    return met


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run a command in this process, in an empty folder of its own: ``run("solve", "-", stdin="...")``."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str | Path, stdin: str | bytes = b"") -> Ran:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        capsys.readouterr()
        try:
            code = main(list(map(str, arguments)))
        except SystemExit as left:  # argparse leaves in this way.
            code = left.code if isinstance(left.code, int) else 0
        out, err = capsys.readouterr()
        assert code in EXIT_CODES
        assert "Traceback" not in out + err
        if "--json" in arguments and code != UsageError.exit_code:
            check_records(list(map(str, arguments)), out)
        return Ran(code, out, err)

    return call


def command(*arguments: str | Path) -> list[str]:
    """The words of a command that runs in a process of its own."""
    return [sys.executable, "-m", "bookmaker", *map(str, arguments)]


def environment(**changes: str) -> dict[str, str]:
    """The environment of such a process, which finds the package whatever its folder."""
    root = str(Path(__file__).parent.parent)
    return {**os.environ, "PYTHONPATH": root, "PYTHONUNBUFFERED": "", **changes}


def run_apart(*arguments: str | Path, cwd: Path | None = None, stdin: str = "", **changes: str) -> Ran:
    """Run a command in a process of its own."""
    done = subprocess.run(
        command(*arguments),
        cwd=cwd,
        input=stdin,
        env=environment(**changes),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert "Traceback" not in done.stdout + done.stderr, done.stderr
    if "--json" in arguments and done.returncode != UsageError.exit_code:
        check_records(list(map(str, arguments)), done.stdout)
    return Ran(done.returncode, done.stdout, done.stderr)
