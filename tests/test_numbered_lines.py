"""Lines of output made at once are those that a loop would print."""

from __future__ import annotations

import numpy as np
import pytest

from bookmaker.cli.plain_lines import numbered_lines


@pytest.mark.parametrize("first", [1, 7, 95, 999])
@pytest.mark.parametrize("name", ["a.txt", "Rätsel 数独.txt", "\udcff"])
def test_as_a_loop_prints_them(first: int, name: str) -> None:
    texts = [f"text {number:05}" for number in range(120)]
    rows = np.frombuffer("".join(texts).encode(), np.uint8).reshape(len(texts), -1)
    assert numbered_lines(name, first, rows) == "".join(
        f"{name}:{number}: {text}\n" for number, text in enumerate(texts, first)
    )
    assert numbered_lines(name, first, rows[:0]) == ""
