"""The profile of a puzzle for an editor: where it has only one possible step, where it is suddenly hard, where it needs a guess.

Steps are numbered as an explanation of the reader's path reports them. Possible steps beyond singles are counted in the position
of the step, by the easiest technique that finds any.

A round takes the easiest technique that finds anything, and a Killer has dozens of them: one instance of one is not a bottleneck
while others of its level lead on. Where techniques up to its level fill a cell without a single way, there are more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from bookmaker.base import language
from bookmaker.logic.grading import known
from bookmaker.logic.techniques import BY_NAME, SINGLES, engine
from bookmaker.logic.techniques.declare import Level, Step, Technique
from bookmaker.logic.techniques.families import Family
from bookmaker.publishing.explain.position import Position, filled_by_singles
from bookmaker.publishing.explain.readers_path import first_round, readers_path
from bookmaker.puzzles.grid.puzzle import Puzzle


def filled_without(position: Position, step: Step, techniques: Sequence[Technique]) -> int:
    """How many cells the first round that fills any fills without a step: 0 if none does, so that the step is the only way on.

    ``techniques``: those that cost no more effort, easiest first. Their steps are applied, but for effects in the cells of the
    step itself, and its eliminations: these are the same step seen in another way, as a hidden triple is beside a naked pair.
    """
    struck, moved = set[str](), False
    while True:
        allowed = [technique for technique in techniques if technique.name not in struck]
        for found in engine.rounds(
            position.geometry, position.digits, allowed, position.givens, position.removed(), position.cages
        ):
            others = _others_of(step, found)
            if filled := {cell for other in others for cell, _ in other.placements}:
                return len(filled)
            if others:
                position, moved = position.after(others), True
            if others != found:
                # The engine would go on with the step's own effects. A technique that finds these waits until others have passed.
                struck.add(found[0].technique)
                break
        else:
            if not (moved and struck):
                return 0
            struck, moved = set(), False


def _others_of(step: Step, steps: Sequence[Step]) -> list[Step]:
    """The steps that do anything besides a step, without the effects that they share with it."""
    cells, gone = {cell for cell, _ in step.placements}, set(step.eliminations)
    others = []
    for other in steps:
        left = tuple(spot for spot in other.eliminations if spot not in gone and spot[0] not in cells)
        placed = tuple(spot for spot in other.placements if spot[0] not in cells)
        if left or placed:
            others.append(replace(other, eliminations=left, placements=placed))
    return others


_RANK = {name: number for number, name in enumerate(BY_NAME)}

_GUESSES = (Family.FORCING, Family.BRUTE_FORCE)

SPIKE = 2
"""A spike is a step this many levels above the hardest of the other steps."""

MOST_IN_SPIKE = 2
"""More steps of the hardest level than this do not make a spike: the puzzle is that hard."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A place on the path: the number of its first step, from 1; the technique; and how many ways on there are.

    Ways are cells that singles of any kind fill, or else instances of the easiest technique that finds anything. Where that is
    one, cells count besides that can be filled without it, by techniques up to its level.
    """

    step: int
    technique: str
    ways: int


def _is_narrow(moment: Moment) -> bool:
    return moment.ways == 1 and moment.technique != SINGLES[0].name


@dataclass(frozen=True, slots=True)
class Bottleneck:
    """Steps one after another, ``first`` to ``last``, each the only way on at its level; ``hardest``: of these."""

    first: int
    last: int
    hardest: Moment


@dataclass(frozen=True, slots=True)
class Profile:
    """A puzzle's path for an editor. ``spikes`` and ``guesses`` are steps: (number, technique). ``level``: of the other steps."""

    moments: tuple[Moment, ...]
    spikes: tuple[tuple[int, str], ...]
    guesses: tuple[tuple[int, str], ...]
    level: Level

    @property
    def bottlenecks(self) -> tuple[Bottleneck, ...]:
        """Where there is one way on, but for the last cell of a house, which nobody misses. Consecutive steps are one."""
        found = []
        for narrow, run in groupby(self.moments, _is_narrow):
            if narrow:
                moments = list(run)
                hardest = max(moments, key=lambda moment: _RANK[moment.technique])
                found.append(Bottleneck(moments[0].step, moments[-1].step, hardest))
        return tuple(found)

    def advice(self, code: str = "en") -> str:
        """One line on what to look at first."""
        words, names = language.load(code), language.techniques(code)

        def said(found: Sequence[tuple[int, str]]) -> dict[str, str]:
            return {"step": str(found[0][0]), "name": language.within(names, found[0][1])}

        if self.guesses:
            text = names.text("publish.guess", **said(self.guesses))
        elif self.spikes:
            key = "publish.spike" if len(self.spikes) == 1 else "publish.spikes"
            text = names.text(key, **said(self.spikes), level=words.text(f"level_inline.{self.level}"))
        elif self.bottlenecks:
            # Whoever gets through the hardest gets through all.
            hardest = max((one.hardest for one in self.bottlenecks), key=lambda moment: _RANK[moment.technique])
            found = [(hardest.step, hardest.technique)]
            text = names.plural("publish.narrow", len(self.bottlenecks), **said(found))
        else:
            text = names.text("publish.steady")
        return language.plain(text)

    def as_dict(self, code: str = "en") -> dict[str, Any]:
        """The profile as ``bookmaker grade --publish --json`` prints it."""
        return {
            "alternatives": [{"step": m.step, "technique": m.technique, "ways": m.ways} for m in self.moments],
            "bottlenecks": [moment.step for moment in self.moments if _is_narrow(moment)],
            "narrow_stretches": [
                {"first": one.first, "last": one.last, "step": one.hardest.step, "technique": one.hardest.technique}
                for one in self.bottlenecks
            ],
            "spikes": [{"step": step, "technique": name} for step, name in self.spikes],
            "guesses": [{"step": step, "technique": name} for step, name in self.guesses],
            "advice": self.advice(code),
        }


def profile(puzzle: Puzzle, uniqueness: bool = True) -> Profile:
    """The reader's path of a proper puzzle, as an editor looks at it."""
    techniques = known(puzzle, uniqueness)
    moments, listed = list[Moment](), list[tuple[int, str]]()
    for number, (step, position, _) in enumerate(readers_path(puzzle, techniques), 1):
        ways = len(filled_by_singles(position)) or len(first_round(position, techniques))
        if ways == 1:
            level = BY_NAME[step.technique].level
            no_harder = [technique for technique in techniques if technique.level <= level]
            ways += filled_without(position, step, no_harder)
        moments.append(Moment(number, step.technique, ways))
        listed.append((number, step.technique))
    hardest = max((BY_NAME[name].level for _, name in listed), default=Level.EASY)
    top = [(number, name) for number, name in listed if BY_NAME[name].level == hardest]
    rest = max((BY_NAME[name].level for _, name in listed if BY_NAME[name].level < hardest), default=Level.EASY)
    is_spike = len(top) <= MOST_IN_SPIKE and hardest - rest >= SPIKE
    guesses = tuple((number, name) for number, name in listed if BY_NAME[name].family in _GUESSES)
    return Profile(tuple(moments), tuple(top) if is_spike else (), guesses, rest)
