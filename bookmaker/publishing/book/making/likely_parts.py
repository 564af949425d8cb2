"""What is not known of a book before its puzzles are made, as it is likely to be: hints, lessons, the chapter of techniques.

Pages are planned with it to say how many a book will have, about; and with the shortest hints to say how many at least.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from math import sqrt

from bookmaker.base.language import Catalogue
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.logic.techniques import BY_NAME, SINGLES, TECHNIQUES, named
from bookmaker.logic.techniques.declare import Level, Technique
from bookmaker.publishing.book.pages.hints import Nudges
from bookmaker.publishing.book.pages.technique_words import Worked
from bookmaker.publishing.book.spec.design_keys import Techniques
from bookmaker.publishing.book.spec.spec_file import Lesson, Spec
from bookmaker.publishing.explain.solution_path import ExplainedStep
from bookmaker.publishing.explain.step_words import Speaker
from bookmaker.puzzles.grid.geometry import Geometry

Example = Callable[[Technique, Catalogue], ExplainedStep | None]
"""A step of a technique with its reasons, in the words of a book; None where none is known."""


def shortest_nudges(puzzles: Sequence[GradedPuzzle], words: Catalogue) -> list[Nudges]:
    """For each puzzle a hint that is as short as any of it can be."""
    grounds = [stocked.puzzle.geometry.ground for stocked in puzzles]
    texts = {ground: _shortest(ground, words) for ground in dict.fromkeys(grounds)}
    return [Nudges((texts[ground],), ()) for ground in grounds]


def _shortest(ground: Geometry, words: Catalogue) -> str:
    speaker = Speaker(words, ground)
    where = min((speaker.cells([0]), *(speaker.houses([house]) for house in ground.houses)), key=len)
    name = min((speaker.within(technique) for technique in BY_NAME), key=len)
    texts = [
        speaker.words.text(f"hint.{key}", where=where, name=name)
        for key in ("first", "then", "hardest", "tight", "wall")
    ]
    return min(texts, key=len)


def likely_parts(
    spec: Spec, puzzles: Sequence[GradedPuzzle], example: Example
) -> tuple[list[Worked], list[Nudges], dict[int, list[Worked]]]:
    """The chapter's examples, the hints of all puzzles, and the examples of each lesson.

    A step that is kept of each technique stands for one of a puzzle that is still to be made: words and pictures are of the same
    kind.
    """
    words = spec.catalogue

    def shown(technique: Technique) -> list[Worked]:
        step = example(technique, words)
        return [] if step is None else [Worked(technique, step)]

    taught: dict[int, list[Worked]] = {}
    for index, section in enumerate(spec.sections):
        if isinstance(section, Lesson):
            taught[index] = shown(BY_NAME[section.lesson]) * 2
    worked: list[Worked] = []
    if spec.teaches:
        wish = spec.techniques or Techniques()
        least = Level.EASY if wish.least is None else Level[wish.least.upper()]
        met = (one for level in Level if level >= least for one in _met(level, puzzles))
        if wish.only:
            met = (technique for name in wish.only for technique in named(name))
        most = None if wish.only else wish.most
        worked = [*islice((one for technique in met for one in shown(technique)), most)]
    hints: list[Nudges] = []
    if spec.nudges:
        levels = {level: _met(level, puzzles) for level in {_level(one) for one in puzzles}}
        hints = [
            _likely_nudges(one, levels[_level(one)], spec.nudges, words, number) for number, one in enumerate(puzzles)
        ]
    return worked, hints, taught


def _met(level: Level, puzzles: Sequence[GradedPuzzle]) -> list[Technique]:
    """The techniques of a level that puzzles are likely to need, in the order of trial.

    Few are needed often, and many seldom: in books as built, about as many of a level as the square root of the number of puzzles
    that may need it, and one more.
    """
    count = sum(_level(one) >= level for one in puzzles)
    found = [one for one in TECHNIQUES if one.level == level]
    return found[: 1 + round(sqrt(count))] if count else []


def _level(stocked: GradedPuzzle) -> Level:
    return Level[stocked.grade.level.upper()]


def _likely_nudges(
    stocked: GradedPuzzle, met: Sequence[Technique], count: int, words: Catalogue, number: int
) -> Nudges:
    """Hints of the usual length: at a house and at two cells, with the techniques of its level one after another."""
    speaker, ground = Speaker(words, stocked.puzzle.geometry.ground), stocked.puzzle.geometry.ground
    own = met or list(SINGLES)
    name = own[number % len(own)].name
    places = speaker.houses(ground.houses[:1]), speaker.cells([0, 1])
    keys = ("first", "hardest") if _level(stocked) > Level.EASY else ("first", "tight")
    said = [
        speaker.words.text(f"hint.{key}", where=where, name=speaker.within(name))
        for key, where in zip(keys, places, strict=True)
    ]
    return Nudges(tuple(said[:count]), (name,))
