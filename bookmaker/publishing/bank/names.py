"""Names as numbers of a bank: kinds, levels, techniques and versions are written once, and rows hold their numbers."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping


class Words(dict[str, int]):
    """The numbers of names; a name that is new is added to the bank."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        super().__init__()
        self._connection = connection

    def __missing__(self, word: str) -> int:
        self._connection.execute("INSERT OR IGNORE INTO words (word) VALUES (?)", (word,))
        known: int
        (known,) = self._connection.execute("SELECT id FROM words WHERE word = ?", (word,)).fetchone()
        self[word] = known
        return known


class Uses(dict[tuple[tuple[str, int], ...], bytes]):
    """Names of techniques with counts, as rows hold them. Most puzzles of a catalogue use those of some earlier one."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words

    def __missing__(self, used: tuple[tuple[str, int], ...]) -> bytes:
        if len(self) == _MOST_USES:
            self.clear()
        made = self[used] = b"".join(short(self._words[name]) + short(count) for name, count in used)
        return made


_MOST_USES = 1 << 15
"""The most that are remembered. Nearly every hard puzzle uses techniques in numbers of its own."""


def short(number: int) -> bytes:
    """A whole number in one byte, or in several from 128 on."""
    found = bytearray()
    while number > 127:
        found.append(number & 127 | 128)
        number >>= 7
    found.append(number)
    return bytes(found)


def techniques_of(data: object, names: Mapping[int, str]) -> dict[str, int]:
    """The names and counts of :class:`Uses`. Raises KeyError, ValueError for data that make no sense."""
    if not isinstance(data, bytes):
        return {}
    if data.isascii():
        # All numbers are of one byte, as in nearly every row.
        return {names[word]: count for word, count in zip(data[::2], data[1::2], strict=True)}
    numbers, number, shift = [], 0, 0
    for byte in data:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            numbers.append(number)
            number = shift = 0
    return {names[word]: count for word, count in zip(numbers[::2], numbers[1::2], strict=True)}
