"""How the program starts: what it neither looks through nor loads."""

from __future__ import annotations

import gc
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest

from bookmaker.cli.loading import later

_STARTED = """
import gc, runpy, sys
gc.set_debug(gc.DEBUG_STATS)
runpy.run_module("bookmaker", run_name="__main__")
"""


@pytest.fixture
def collecting() -> Iterator[None]:
    yield
    gc.enable()
    gc.unfreeze()


def started(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-X", "importtime", "-c", _STARTED, *words]
    return subprocess.run(command, capture_output=True, text=True, check=True)


def test_a_short_command_looks_for_no_garbage_and_loads_no_measuring_of_coverage() -> None:
    small = "...4.3....2..2.3"  # Unlike a classic 9x9 puzzle it needs the compiler.
    assert started("solve", small).stdout.endswith(": 2134431234211243\n")  # Now it is compiled.
    _, _, log = started("solve", small).stderr.partition(" bookmaker.cli\n")
    assert "gc: collecting generation" not in log
    assert "numba.misc.coverage_support" in log
    assert "coverage.control" not in log


def test_garbage_is_looked_for_while_a_command_runs(collecting: None) -> None:
    gc.disable()
    assert later("loading", "import_module")("json").__name__ == "json"  # type: ignore[attr-defined, arg-type]
    assert gc.isenabled()
    assert gc.get_freeze_count() > 0


def test_who_calls_a_command_from_python_keeps_the_own_collector(collecting: None) -> None:
    gc.unfreeze()
    later("loading", "import_module")("json")  # type: ignore[arg-type]
    assert gc.get_freeze_count() == 0


def test_the_studio_begins_without_the_rules_of_puzzles() -> None:
    """The page is to be there in 0.3 s, of which the rules alone took a quarter."""
    loaded = set(re.findall(r"\| +(bookmaker\.[\w.]+)$", started("studio", "--help").stderr, re.M))
    assert "bookmaker.cli.argument_parts" in loaded
    heavy = ("bookmaker.puzzles.rules", "bookmaker.logic.techniques", "bookmaker.publishing", "bookmaker.printing")
    assert not [one for one in loaded if one.startswith(heavy)]
