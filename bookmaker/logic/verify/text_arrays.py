"""Texts of many rows put together by arrays: each part is uint8[n, width], UTF-8, in which NUL fills what a row lacks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

_ENCODING = "utf-8", "surrogateescape"
"""The name of a file need not be text."""

Part = npt.NDArray[np.uint8]
"""A part of the texts of n rows: uint8[n, width]."""

_END = "\1"
"""Stands behind each text until they are cut apart. No part holds it."""


def table(texts: Sequence[str]) -> Part:
    """Some texts, to be taken by their places: uint8[len(texts), the longest]."""
    encoded = np.array([text.encode(*_ENCODING) for text in texts], "S")
    return encoded.view(np.uint8).reshape(len(texts), encoded.itemsize)


def joined(number: int, *parts: Part | str) -> Part:
    """The parts beside each other; a str is the same in each of the ``number`` rows."""
    wide = [table([part]).repeat(number, axis=0) if isinstance(part, str) else part for part in parts]
    return np.concatenate(wide, axis=1)


def rows_of(number: int, *parts: Part | str) -> list[str]:
    """The texts that parts make together."""
    return text_of(joined(number, *parts, _END)).split(_END)[:-1]


def text_of(rows: Part) -> str:
    """The texts of all rows in one."""
    flat = rows.ravel()
    held: bytes = flat[flat != 0].tobytes()
    return held.decode(*_ENCODING)
