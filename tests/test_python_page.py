"""``docs/python.md``: each task runs as it stands, in at most five lines, and gives the value that it shows."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

PAGE = (Path(__file__).parent.parent / "docs" / "python.md").read_text(encoding="utf-8")
TASKS = re.findall(r"^### (.*?)\n.*?^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
PUZZLES = """\
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
..14.3.68.642..195..916.4.7.9.....71.329..85.4...3..2....7.2.8...5...6.2.136...4.
7..268.41....3.7...1..7.6....768..3.26..5.9.........1..85..7..434......7.....3...
7..268.41....3.7...1..7.6....768..3.26..5.9.........1..85..7..434............3...
"""


def test_there_are_ten_short_tasks() -> None:
    assert len(TASKS) == 10 == PAGE.count("\n### ")
    assert all(1 < sum(map(bool, code.splitlines())) <= 5 for _, code in TASKS)


@pytest.mark.parametrize(("title", "code"), TASKS, ids=[title for title, _ in TASKS])
def test_a_task_gives_what_it_shows(title: str, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("puzzles.txt").write_text(PUZZLES)
    *lines, last = code.rstrip().split("\n")
    value, _, shown = last.partition("  # ")
    room: dict[str, Any] = {}
    exec("\n".join(lines), room)
    assert eval(value, room) == ast.literal_eval(shown), title
