"""Every named idea is found in a position of its own, says its arithmetic, and leaves each digit that the clue allows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from bookmaker.base.language import languages, plain
from bookmaker.publishing.explain.ideas.table import NAMES, insight_of, reasons_of, seen_by_a_person
from bookmaker.publishing.explain.position import Position
from bookmaker.publishing.explain.step_words import Speaker
from bookmaker.puzzles.grid.geometry import Clue, Geometry
from bookmaker.puzzles.rules import CLUES
from docs.site.ideas import CASES, position_of

MOST_WORDS = 30
MOST_WAYS = 7_000


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
    for code in languages():
        speaker = Speaker(code, position.geometry)
        text = plain(speaker.taught(taken, reasons_of(taken, position), position=position))
        assert "{" not in text and "  " not in text
        assert all(len(sentence.split()) <= MOST_WORDS for sentence in text.split(". ")), text
        if code == "en":
            assert said and said.lower() in text.lower(), text
