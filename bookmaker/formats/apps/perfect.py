"""PS strings, as PerfectSudoku, JSudoku and SudokuSolver write Killers: ``3x3::k:768:768:3841:...:``.

Each cell is its cage's sum times 256 and the cage's number; below 256 it is in no cage. ``d`` between the first two colons
adds the diagonals. Some programs write the two bytes in the other order: that is taken where only it makes sense.
Source: PerfectSudoku's author in a forum (sudocue.net, topic 519).
"""

from __future__ import annotations

import re

from bookmaker.formats.base.cage_labels import LONGEST_NUMBER, Capacity, labelled, owners
from bookmaker.formats.base.oneline import Line, one_line, shown
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import expressed, geometry, understood, vocabulary, with_cages

_HEAD = re.compile(r"([0-9]+)x([0-9]+):([^:]*):([^:]*):")
_NAME = "ps"
_SQUARE = {"2": 4, "3": 9, "4": 16}


def _read(line: Line) -> Puzzle | None:
    head = _HEAD.match(line.text)
    assert head is not None, "one_line hands over lines that begin so"
    if head[1] != head[2] or head[1] not in _SQUARE:
        line.fault(f"boxes of {head[1][:9]}x{head[2][:9]}; PS strings are read with boxes of 2x2, 3x3 or 4x4")
        return None
    if head[3] not in ("", *vocabulary(_NAME)):
        line.fault(f"{shown(head[3])} stands where only d, for diagonals, is known", head.start(3))
        return None
    size = _SQUARE[head[1]]
    if head[4] != "k":
        line.fault(f"{shown(head[4])} stands where k, for a Killer, is expected", head.start(4))
        return None
    numbers = _numbers(line, head.end(), size * size)
    if numbers is None:
        return None
    cages = _cages(numbers, size, line)
    if cages is None:
        return None
    return Puzzle(
        geometry(with_cages(understood(head[3], _NAME)), size), bytes(size**2), line.place, line.name, cages=cages
    )


def _numbers(line: Line, start: int, count: int) -> list[int] | None:
    words = line.text[start:].split(":")
    if words and words[-1] == "":
        words.pop()
    sound = True
    numbers = []
    offset = start
    for word in words[: count + 1]:
        if not (word.isascii() and word.isdigit()) or len(word) > LONGEST_NUMBER:
            line.fault(f"{shown(word)} is not the number of a cell", offset)
            sound = False
        else:
            numbers.append(int(word))
        offset += len(word) + 1
    if len(words) != count:
        line.fault(f"{len(words)} numbers; the grid has {count} cells", start)
        sound = False
    return numbers if sound else None


def _cages(numbers: list[int], size: int, line: Line) -> tuple[Cage, ...] | None:
    pairs = [divmod(number, 256) for number in numbers]
    usual = _grouped(pairs)
    if usual is None or not _possible(usual, size):
        swapped = _grouped([(total, number) for number, total in pairs])
        whole = all(total or not number for number, total in pairs)
        if whole and swapped is not None and _possible(swapped, size):
            return swapped
    if usual is None:
        sums: dict[int, int] = {}
        for cell, (total, number) in enumerate(pairs):
            if total and sums.setdefault(number, total) != total:
                line.fault(f"cage number {number} has two sums, {sums[number]} and {total} (cell {cell + 1})")
                break
    return usual


def _grouped(pairs: list[tuple[int, int]]) -> tuple[Cage, ...] | None:
    # None if two sums stand under one number.
    if len({number for total, number in pairs if total}) != len({pair for pair in pairs if pair[0]}):
        return None
    labels = [number if total else None for total, number in pairs]
    return tuple(labelled(labels, [total or None for total, _ in pairs]))


def _possible(cages: tuple[Cage, ...], size: int) -> bool:
    """Whether every cage could be filled, by its sum alone."""
    for cage in cages:
        count, total = len(cage.cells), cage.sum or 0
        if count > size or not count * (count + 1) // 2 <= total <= count * (2 * size + 1 - count) // 2:
            return False
    return True


def _write(puzzle: Puzzle) -> str:
    side = puzzle.geometry.box[0]
    cells = (0 if index < 0 else (puzzle.cages[index].sum or 0) * 256 + index for index in owners(puzzle))
    flag = "".join(expressed(puzzle.geometry.rules, _NAME)[0])
    return f"{side}x{side}:{flag}:k:{':'.join(map(str, cells))}:"


_CAPACITY = Capacity(format=_NAME, sizes=tuple(_SQUARE.values()), open=False)
FORMAT = one_line(_NAME, r"[0-9]+x[0-9]+:[^:\s]*:[^:\s]{0,9}:[^:\s]*:", _CAPACITY, _read, _write)
