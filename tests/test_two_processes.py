"""Kernels that a second process compiles are waited for, and a second process that fails delays nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

WAITING = """
import json
from bookmaker.logic.jit import second_process
second_process.start("other", [json.dumps, json.loads])
print(*(second_process.wait_for(function) for function in (json.dump, json.dumps, json.loads, json.dumps)))
"""


def waited(folder: Path, second: str) -> str:
    """Whether a process whose second one is this program waits for a function that nobody compiles, and for three others."""
    (folder / "other.py").write_text(second)
    path = os.pathsep.join((str(folder), str(Path(__file__).parent.parent)))
    done = subprocess.run(
        [sys.executable, "-c", WAITING],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return done.stdout.strip()


def test_a_kernel_is_waited_for_until_it_is_named_or_the_second_process_has_ended(tmp_path: Path) -> None:
    assert waited(tmp_path, "print('json.dumps', flush=True)") == "False True True False"


def test_a_second_process_that_fails_is_no_fault(tmp_path: Path) -> None:
    assert waited(tmp_path, "raise SystemExit('broken')") == "False True False False"
