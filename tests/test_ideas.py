"""Every named idea is found in a position of its own, says its arithmetic, and leaves each digit that the clue allows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from bookmaker.base.language import plain
from bookmaker.logic.techniques.declare import PatternCandidate, Step
from bookmaker.publishing.explain.ideas.table import NAMES, insight_of, reasons_of, seen_by_a_person
from bookmaker.publishing.explain.position import Position
from bookmaker.publishing.explain.step_words import Speaker
from bookmaker.puzzles.grid.geometry import Clue, Geometry
from bookmaker.puzzles.rules import CLUES, geometry

MOST_WORDS = 30
MOST_WAYS = 7_000
LINES = (Path(__file__).parent / "data" / "ideas.txt").read_text("utf-8").splitlines()
CASES = {
    fields[0]: fields[1:] for fields in ([part.strip() for part in line.split("|")] for line in LINES) if fields[1:]
}
CASES = {name: fields for name, fields in CASES.items() if not name.startswith("#")}


def cell_of(name: str, size: int) -> int:
    row, column = map(int, re.findall(r"\d+", name))
    return (row - 1) * size + column - 1


def clue_of(text: str, size: int) -> Clue:
    kind, *cells = text.split()
    value = tuple(map(int, cells.pop()[1:].split(","))) if cells[-1].startswith("=") else ()
    return CLUES[kind].clue([cell_of(cell, size) for cell in cells], value)


def position_of(name: str) -> tuple[Position, Step, str, str]:
    rule, number, clues, held, gone, left, said = CASES[name]
    size = int(number)
    ground = geometry({rule}, size, None, [clue_of(text, size) for text in clues.split(";") if text])
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


def ways(order: Sequence[int], position: Position, clues: Sequence[Clue], digits: bytearray) -> Iterator[bytes]:
    """All digits of these cells that keep the clues, and differ where cells see each other."""
    ground: Geometry = position.geometry
    if not order:
        if all(CLUES[clue.kind].allows(bytes(digits), clue.cells, ground, clue.value) for clue in clues):
            yield bytes(digits)
        return
    cell, *rest = order
    for digit in (position.digits[cell],) if position.digits[cell] else position.candidates_of(cell):
        if all(digits[peer] != digit for peer in ground.peers[cell]):
            digits[cell] = digit
            yield from ways(rest, position, clues, digits)
            digits[cell] = 0


def test_every_idea_has_a_position() -> None:
    assert list(CASES) == list(NAMES)


@pytest.mark.parametrize("name", CASES)
def test_an_idea_is_found_and_true(name: str) -> None:
    position, step, left, said = position_of(name)
    insight = insight_of(step, position)
    assert insight is not None
    assert insight.name == name
    ((cell, _),) = step.eliminations
    lost = insight.effects(position)
    assert "".join(str(d) for d in position.candidates_of(cell) if not lost[cell] >> d - 1 & 1) == left
    # What it leaves holds in every way to keep its clues.
    cells = sorted(
        {cell for clue in insight.clues for cell in clue.cells}, key=lambda at: position.candidates[at].bit_count()
    )
    tried = 1
    for at in cells:
        tried *= max(1, position.candidates[at].bit_count())
    if insight.clues and tried <= MOST_WAYS:
        found = list(ways(cells, position, insight.clues, bytearray(len(position.digits))))
        assert found
        for at, mask in insight.said.left.items():
            assert at not in cells or all(mask >> way[at] - 1 & 1 for way in found)
    # A person takes the same step, with all that it does, and every clue is named or its cells are.
    taken = seen_by_a_person(step, position)
    assert taken is not None
    assert insight_of(taken, position) == insight
    for code in ("en", "es", "ru"):
        speaker = Speaker(code, position.geometry)
        text = plain(speaker.taught(taken, reasons_of(taken, position), position=position))
        assert "{" not in text and "  " not in text
        assert all(len(sentence.split()) <= MOST_WORDS for sentence in text.split(". ")), text
        if code == "en":
            assert said and said.lower() in text.lower(), text
