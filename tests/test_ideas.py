"""Every named idea is found in a position of its own, says its arithmetic, and leaves each digit that the clue allows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

import pytest
from conftest import every_kind, scaled

from bookmaker.base.language import languages, plain
from bookmaker.logic.grading import known
from bookmaker.publishing.explain.chain_words import arguments
from bookmaker.publishing.explain.ideas.seen import Seen
from bookmaker.publishing.explain.ideas.several import several_in
from bookmaker.publishing.explain.ideas.table import IDEAS, NAMES, insight_of, reasons_of, seen_by_a_person
from bookmaker.publishing.explain.position import Position
from bookmaker.publishing.explain.readers_path import readers_path
from bookmaker.publishing.explain.solution_path import TEACH, explained_step
from bookmaker.publishing.explain.step_words import Speaker, raised
from bookmaker.puzzles.grid.geometry import Clue, Geometry
from bookmaker.puzzles.rules import CLUES
from docs.site.ideas import CASES, position_of

MOST_WORDS, MOST_WORDS_OF_A_LINK = 30, 16
MOST_NAMED = 3
"""More clues of a kind are told together."""
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


def test_no_idea_contradicts_the_answer() -> None:
    rng = Random(40)
    used = set[str]()
    for puzzle in every_kind():
        answer, size = puzzle.answer or b"", puzzle.size
        digits = bytes(digit if rng.random() < 0.3 else 0 for digit in answer)
        start, share = Position.of(puzzle, digits), rng.choice((0.25, 0.5, 1.0))
        keeps = [mask and 1 << digit - 1 for mask, digit in zip(start.candidates, answer, strict=True)]
        masks = [
            own | sum(mask & 1 << bit for bit in range(size) if rng.random() < share)
            for mask, own in zip(start.candidates, keeps, strict=True)
        ]
        position = Position(start.geometry, puzzle.givens, digits, tuple(masks), puzzle.cages)
        clues = puzzle.clues or ()
        found = [
            (i.name, said)
            for i in IDEAS.values()
            for c in clues
            if c.kind in i.kinds
            for said in i.reads(Seen(c, position))
        ]
        found += [one for scan in (True, False) for one in several_in(position, scan)]
        for name, said in found:
            assert all(mask >> answer[cell] - 1 & 1 for cell, mask in said.left.items()), (name, said)
            used.add(name)
    assert len(used) > len(NAMES) // 2


FIGURES = re.compile(r"[-+=–÷−,;\d]+")


def words(sentence: str) -> int:
    """The words of a sentence, without its letter, and without the figures that are reckoned with."""
    return sum(not FIGURES.fullmatch(word) for word in sentence.split() if not re.fullmatch(r"\(\w+\)", word))


@pytest.mark.parametrize("part", range(scaled(2, 8)))
def test_walk_throughs_of_all_kinds_have_short_sentences_and_name_their_clues(part: int) -> None:
    for puzzle in every_kind()[part::8]:
        speakers = [Speaker(code, puzzle.geometry) for code in languages()]
        for (step, position, noted), speaker in product(readers_path(puzzle, known(puzzle)), speakers):
            told = explained_step(step, 1, position, speaker, TEACH, noted)
            chain = bool(arguments(step, position))
            sentences = told.lines[1:] if chain else told.text.split(". ")
            assert chain or len(set(sentences)) == len(sentences), told.text
            for sentence in sentences:
                assert words(sentence) <= (MOST_WORDS_OF_A_LINK if chain else MOST_WORDS), sentence
            clues = [reason for reason in told.reasons if reason.kind == "clue"]
            for clue in clues if len(clues) <= MOST_NAMED else ():
                said = plain(speaker.reason(clue))
                cells = [plain(speaker.cells([cell])) for cell in clue.cells]
                assert said in told.text or raised(said) in told.text or all(cell in told.text for cell in cells)
