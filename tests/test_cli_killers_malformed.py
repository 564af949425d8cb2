"""A hundred spoilt files of each format of Killers through ``verify``: each is reported with its place, and soon."""

from __future__ import annotations

import re
import time
from collections import Counter
from pathlib import Path

import pytest
from pace import in_time

from bookmaker.formats import parse
from tests.conftest import Run, scaled
from tests.malformed_killers import FORMS, HEADS, malformed, written

FILES = scaled(25, 140)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", FORMS)
def test_each_file_is_told_with_its_place(name: str, run: Run) -> None:
    files = [f"{number:03d}" for number in range(FILES)]
    for file, text in zip(files, malformed(name, FILES), strict=True):
        Path(file).write_text(text, encoding="utf-8")
    started = time.process_time()
    told = run("verify", *files)
    assert in_time(time.process_time() - started, 60)
    assert told.code == 4
    said: Counter[str] = Counter()
    for fault in told.faults:
        place = re.match(r"([0-9]{3}):[0-9]+:[0-9]+: (.{8,500})$", fault)
        nothing = re.match(r"([0-9]{3}): (it is empty|there is no puzzle in it)", fault)
        found = place or nothing
        assert found is not None, fault
        said[found[1]] += 1
    sound = set()
    for line in told.out.splitlines()[:-1]:
        judged = re.match(r"([0-9]{3}):[0-9]+: (proper|several|none|broken|undecided)((: |, but ).{8,})?$", line)
        if judged is None:
            assert line.startswith("    "), line  # Two of several solutions, and what they differ in.
        elif judged[2] == "proper" and judged[3] is None:
            sound.add(judged[1])
        else:
            said[judged[1]] += 1
    assert said.keys() | sound == set(files)
    assert len(said) >= scaled(15, 100)
    # In one word nothing can be lost unseen: what has no fault is the puzzle as it was.
    for file in sound if name not in {"json", "cages", *HEADS} else ():
        assert parse(Path(file).read_text(encoding="utf-8")) == parse(written(name))
