"""What several test files need: commands run in this process or in one of their own, and a few puzzles."""

from __future__ import annotations

import gc
import io
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings

from bookmaker.cli import main

settings.register_profile("random", derandomize=False)
settings.register_profile("fixed", derandomize=True, database=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))
"""The same examples each time: whoever changes something else is not to stumble over what chance finds. To let chance search,
``HYPOTHESIS_PROFILE=random``.
"""

gc.set_threshold(50_000)
"""Python looks for circles of garbage after each 700 new objects otherwise, a tenth of the tests' processor time."""

EXIT_CODES = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 130}
"""All that are documented."""

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


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
    return Ran(done.returncode, done.stdout, done.stderr)
