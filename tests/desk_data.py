"""A folder of letters to a newspaper: typing errors, answers of other letters, crossed answers, and rules that were dropped."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import bookmaker
from bookmaker.puzzles.grid.puzzle import cells_text

KINDS = ("typo", "foreign", "crossed", "rule")
_NAMES = ("anna", "boris", "carla", "dmitri", "elena", "felix", "greta", "hugo")
_HEADS = (("Puzzle", "Answer"), ("Rätsel", "Lösung"), ("Sudoku", "Respuesta"), ("Задача", "Ответ"))


@dataclass
class Letters:
    """The files of each kind, by name."""

    folder: Path
    files: dict[str, list[str]] = field(default_factory=dict)


def rows(cells: str) -> str:
    return "".join(f"{cells[at : at + 9]}\n" for at in range(0, 81, 9))


def letters(folder: Path, fine: int, seed: int, **counts: int) -> Letters:
    """Write so many letters that are fine, and so many of each kind of KINDS, in an order that the seed decides."""
    source = random.Random(seed)
    kinds = [kind for kind in KINDS for _ in range(counts.get(kind, 0))] + ["fine"] * fine
    source.shuffle(kinds)
    stock = iter(
        bookmaker.generate(len(kinds) + counts.get("crossed", 0) + counts.get("foreign", 0), "easy", seed=seed)
    )
    made = Letters(folder)
    folder.mkdir()
    for number, kind in enumerate(kinds):
        one = next(stock)
        puzzle, answer = str(one.puzzle), cells_text(one.solution)
        ending = "json" if kind == "rule" else "txt"
        name = f"{number:03}-{source.choice(_NAMES)}.{ending}"
        head, below = source.choice(_HEADS)
        if kind == "rule":
            text = json.dumps({"puzzle": puzzle, "variant": "anti-king of another world"})
        elif kind == "crossed":
            other = next(stock)
            text = f"{head} 1\n{rows(puzzle)}\n{head} 2\n{rows(str(other.puzzle))}\n"
            text += f"{below} 1\n{rows(cells_text(other.solution))}\n{below} 2\n{rows(answer)}"
        else:
            if kind == "typo":
                puzzle = _mistyped(puzzle, source)
            elif kind == "foreign":
                answer = cells_text(next(stock).solution)
            has_answer = kind == "foreign" or (kind == "fine" and source.random() < 0.6)
            text = (
                f"Dear editor,\n\nhere is my puzzle.\n\n{head}\n{rows(puzzle)}\n"
                + f"{below}\n{rows(answer)}" * has_answer
            )
            text += "\nYours\n"
        (folder / name).write_text(text, encoding="utf-8")
        made.files.setdefault(kind, []).append(name)
    return made


def _mistyped(puzzle: str, source: random.Random) -> str:
    """With another digit in one of its givens, which leaves it without a solution."""
    return next(wrong for wrong in _tries(puzzle, source) if bookmaker.solve(wrong).solutions == 0)


def _tries(puzzle: str, source: random.Random) -> Iterator[str]:
    while True:
        at = source.choice([at for at, digit in enumerate(puzzle) if digit != "."])
        yield puzzle[:at] + source.choice([digit for digit in "123456789" if digit != puzzle[at]]) + puzzle[at + 1 :]
