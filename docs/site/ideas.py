"""Positions that show what a person sees in a clue: one for each idea, from ``tests/data/ideas.txt``."""

from __future__ import annotations

import re
from pathlib import Path

from bookmaker.logic.techniques.declare import PatternCandidate, Step
from bookmaker.publishing.explain.position import Position
from bookmaker.puzzles.grid.geometry import Clue
from bookmaker.puzzles.rules import CLUES, geometry

_FILE = Path(__file__).parents[2] / "tests" / "data" / "ideas.txt"
_LINES = [[part.strip() for part in line.split("|")] for line in _FILE.read_text("utf-8").splitlines()]
CASES = {fields[0]: fields[1:] for fields in _LINES if fields[1:] and not fields[0].startswith("#")}
"""Idea -> rule, size, clues, what cells hold, an elimination, the digits that its cell is left, the reason in English."""


def cell_of(name: str, size: int) -> int:
    """The index of a cell such as ``r1c2``."""
    row, column = map(int, re.findall(r"\d+", name))
    return (row - 1) * size + column - 1


def clue_of(text: str, size: int) -> Clue:
    """The clue of a text: its kind, its cells, its value after ``=``."""
    kind, *cells = text.split()
    value = tuple(map(int, cells.pop()[1:].split(","))) if cells[-1].startswith("=") else ()
    return CLUES[kind].clue([cell_of(cell, size) for cell in cells], value)


def position_of(name: str) -> tuple[Position, Step, str, str]:
    """The position of an idea, the step that it explains, the digits that the cell is left, and the reason in English."""
    rule, number, clues, held, gone, left, said = CASES[name]
    size = int(number)
    regions = clues.removeprefix("map").replace(" ", "") if clues.startswith("map") else ""
    given = [clue_of(text, size) for text in clues.split(";") if text and not regions]
    ground = geometry({rule}, size, tuple(ord(each) - ord("A") for each in regions) or None, given)
    digits, masks = bytearray(size * size), [(1 << size) - 1] * (size * size)
    for text in held.split():
        cell = cell_of(re.split("[=:]", text)[0], size)
        if "=" in text:
            digits[cell], masks[cell] = int(text[-1]), 0
        else:
            masks[cell] = sum(1 << int(each) - 1 for each in text.split(":")[1])
    for filled, digit in enumerate(digits):
        for peer in ground.peers[filled] if digit else ():
            masks[peer] &= ~(1 << digit - 1)
    at, last = gone.split("-")
    of_rule = not (ground.clues and name != "without-sign")
    base = (0,) if of_rule or not ground.clues else ground.clues[0].cells
    pattern = tuple(PatternCandidate("base", each, 1) for each in base)
    step = Step("relation-cell" if of_rule else "clue-line", (), ((cell_of(at, size), int(last)),), pattern, ())
    return Position(ground, bytes(digits), bytes(digits), tuple(masks)), step, left, said
