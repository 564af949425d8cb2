"""KrazyDad's strings: ``K``, a letter for each cell, and the sums of the letters in the order A to Z, a to z.

``KAABBBC... | 3,15,22,...``. Cells with one letter are a cage; the sum 0 stands for no sum.
"""

from __future__ import annotations

import re
from string import ascii_letters, ascii_lowercase, ascii_uppercase

from bookmaker.formats.base.cage_labels import LONGEST_NUMBER, Capacity, labelled, owners
from bookmaker.formats.base.cells import SIZES
from bookmaker.formats.base.oneline import Line, one_line, shown
from bookmaker.puzzles.grid.puzzle import Puzzle

LETTERS = re.compile(r"K[A-Za-z]{81}")
"""A field of a table that holds a map of cages."""

_LETTERS = ascii_uppercase + ascii_lowercase
_PARTS = re.compile(r"K([^\s|,;]*)[\s|,;]*(.*)")
_NUMBERS = re.compile(r"[^\s,;]+")


def _read(line: Line) -> Puzzle | None:
    parts = _PARTS.fullmatch(line.text)
    assert parts is not None, "one_line hands over lines that begin so"
    letters = parts[1]
    size = SIZES.get(len(letters))
    if size is None:
        line.fault(f"{len(letters)} letters after the K; a puzzle of 9×9 has 81", 1)
        return None
    strange = next((at for at, letter in enumerate(letters) if letter not in ascii_letters), None)
    if strange is not None:
        line.fault(f"{letters[strange]!r} is no letter of a cage (A to Z, a to z)", 1 + strange)
        return None
    used = [letter for letter in _LETTERS if letter in letters]
    words = [(found[0], parts.start(2) + found.start()) for found in _NUMBERS.finditer(parts[2])]
    for word, offset in words:
        if not (word.isascii() and word.isdigit()) or len(word) > LONGEST_NUMBER:
            line.fault(f"{shown(word)} is not the sum of a cage", offset)
            return None
    if len(words) != len(used):
        line.fault(f"{len(words)} sums for {len(used)} letters", parts.start(2))
        return None
    total = {letter: int(word) or None for letter, (word, _) in zip(used, words, strict=True)}
    cages = tuple(labelled(letters, [total[letter] for letter in letters]))
    ground = line.source.ground(size, True, line.place.line)
    return None if ground is None else Puzzle(ground, bytes(len(letters)), line.place, line.name, cages=cages)


def _write(puzzle: Puzzle) -> str:
    names: dict[int, str] = {}
    letters, sums = "K", []
    for cell, index in enumerate(owners(puzzle)):
        # A cell in no cage has a letter of its own, without a sum.
        key = index if index >= 0 else -1 - cell
        if key not in names:
            names[key] = _LETTERS[len(names)]
            sums.append(str(puzzle.cages[index].sum or 0) if index >= 0 else "0")
        letters += names[key]
    return f"{letters} | {','.join(sums)}"


_CAPACITY = Capacity(most_regions=len(_LETTERS))
FORMAT = one_line("krazydad", r"K[A-Za-z0-9]{12,}(?=[\s|,;]|$)", _CAPACITY, _read, _write)
