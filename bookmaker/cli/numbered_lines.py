"""Many lines of output at once: a name, the number of a line, and what is said of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from bookmaker.logic.verify.text_arrays import Part

_ZERO = ord("0")


def numbered_lines(name: str, first: int, texts: npt.NDArray[np.uint8]) -> str:
    """``name:number: text``, a line for each row of ``texts`` uint8[n, length], ASCII; ``first`` is the number of the first.

    Arrays do what a Python loop over the rows would, in a quarter of the time, and other threads run meanwhile.
    """
    head: Any = np.frombuffer(f"{name}:".encode("utf-8", "surrogateescape"), np.uint8)
    parts = []
    row = 0
    while row < len(texts):
        width = len(str(first + row))
        some = texts[row : 10**width - first]
        numbers = np.arange(first + row, first + row + len(some))
        start, end = len(head), len(head) + width
        lines = np.empty((len(some), end + 2 + texts.shape[1] + 1), np.uint8)
        lines[:, :start] = head
        for place in range(width):
            lines[:, end - 1 - place] = numbers // 10**place % 10 + _ZERO
        lines[:, end], lines[:, end + 1] = ord(":"), ord(" ")
        lines[:, end + 2 : -1] = some
        lines[:, -1] = ord("\n")
        parts.append(lines.tobytes().decode("utf-8", "surrogateescape"))
        row += len(some)
    return "".join(parts)


def numbering(name: str, first: int, number: int) -> list[Part | str]:
    """``name:number: `` before the text of each of so many lines, as parts of :mod:`bookmaker.logic.verify.text_arrays`."""
    numbers: Any = np.arange(first, first + number)
    digits = np.zeros((number, len(str(first + number - 1))), np.uint8)
    for place in range(digits.shape[1]):
        rest = numbers // 10**place
        digits[:, -1 - place] = (rest % 10 + _ZERO) * (rest > 0)
    return [f"{name}:", digits, ": "]
