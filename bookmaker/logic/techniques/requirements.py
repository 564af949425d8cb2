"""Requirements on the path of a puzzle's grade: techniques that it needs, ends with or avoids, and its score.

Nothing here imports numba: a spec check must not wait for it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from bookmaker.logic.techniques import BY_NAME, TECHNIQUES, named, names
from bookmaker.logic.techniques.declare import Level, Technique

COVERED = {
    BY_NAME[easier]: BY_NAME[harder]
    for easier, harder in (("x-wing", "skyscraper"), ("skyscraper", "turbot-fish"), ("two-string-kite", "turbot-fish"))
}
"""For some techniques, a harder one that makes the same eliminations wherever the easier one applies. An X-Wing of two lines with
two places each is also a skyscraper with its far ends in one line; skyscrapers and kites are turbot fish. So no path *needs* the
easier technique where it may use the harder one.
"""


def _covers(name: str, known: Sequence[Technique]) -> list[Technique]:
    """The techniques that cover each of those of a name; () if one of them is not covered."""
    covers = [COVERED.get(technique) for technique in named(name)]
    found = [cover for cover in covers if cover is not None and cover in known]
    return found if len(found) == len(covers) else []


@dataclass(frozen=True, slots=True)
class Path:
    """Requirements on a path. Each name is that of a technique or of several (:mod:`bookmaker.logic.techniques`).

    requires: without this technique (of a name for several: without all of them) those up to the puzzle's hardest do not finish.
    hardest: the hardest technique of the grade; easier ones do not finish. avoid: none of these is on the path, so the puzzle is
    solvable without them at the same level. score: the lowest and the highest score, None for no bound.
    """

    requires: tuple[str, ...] = ()
    hardest: str | None = None
    avoid: tuple[str, ...] = ()
    score: tuple[int | None, int | None] = (None, None)

    def __str__(self) -> str:
        low, high = self.score
        said = [f"hardest {self.hardest}"] if self.hardest else []
        said += [
            f"{verb} {', '.join(names)}"
            for verb, names in (("requires", self.requires), ("avoid", self.avoid))
            if names
        ]
        if self.score != (None, None):
            said.append(f"score {'' if low is None else low}-{'' if high is None else high}")
        return "; ".join(said)

    @property
    def wanted(self) -> tuple[str, ...]:
        """The names of the techniques that the path has to use."""
        return self.requires if self.hardest is None else (*self.requires, self.hardest)

    def level(self) -> Level | None:
        """The level of a puzzle with such a path: that of the hardest technique named; None if none is named."""
        if self.hardest is not None:
            return max(technique.level for technique in named(self.hardest))
        return max((min(technique.level for technique in named(name)) for name in self.requires), default=None)

    def tops(self, level: Level | None, known: Sequence[Technique] = TECHNIQUES) -> tuple[Technique, ...]:
        """The techniques of ``known`` that may be the hardest on the path of a puzzle of ``level`` (None: of any level).

        None of them makes a required technique superfluous (:data:`COVERED`), unless all do.
        """
        tops = self._tops(level, known)
        covered = [max(map(known.index, found)) for name in self.requires if (found := _covers(name, known))]
        return tuple(t for t in tops if known.index(t) < min(covered, default=len(known))) or tops

    def _tops(self, level: Level | None, known: Sequence[Technique]) -> tuple[Technique, ...]:
        # A beginner's puzzle is an easy one that meets further conditions.
        wanted = None if level is None else max(level, Level.EASY)
        if self.hardest is not None:
            return tuple(t for t in named(self.hardest) if t in known and wanted in (None, t.level))
        wanted = self.level() if wanted is None else wanted
        # "Any" does not include brute force: a puzzle that needs it is beyond the scale.
        return tuple(t for t in known if t.level is wanted or (wanted is None and t.level < Level.BEYOND))

    def fault(self, level: Level | None, known: Sequence[Technique] = TECHNIQUES) -> tuple[str, str] | None:
        """Why no puzzle of ``level`` (None: of any level) can have such a path; None if one may.

        ``known``: the techniques by which the puzzles are graded. Returns which of ``requires``, ``hardest``, ``avoid``,
        ``score`` and ``difficulty`` is at fault, and the message.
        """
        wishes = {"requires": self.requires, "hardest": self.wanted[len(self.requires) :], "avoid": self.avoid}
        for key, said in wishes.items():
            for name in said:
                if not named(name):
                    return key, f"there is no technique `{name}`{_meant(name)}"
                if key != "avoid" and not set(known).intersection(named(name)):
                    return key, f"`{name}` is no technique for puzzles of this kind"
                if key != "avoid" and all(technique.level is Level.BEYOND for technique in named(name)):
                    return key, f"`{name}` is what is left where no technique goes on, and cannot be required"
        low, high = self.score
        if low is not None and high is not None and low > high:
            return "score", f"no score is at least {low} and at most {high}"
        barred = {technique for name in self.avoid for technique in named(name)}
        for name in self.wanted:
            if barred.issuperset(named(name)):
                return "avoid", f"`{name}` cannot be both wanted and avoided"
        if level is not None and not any(technique.level is max(level, Level.EASY) for technique in known):
            return "difficulty", f"no technique here is {level}"
        tops = self.tops(level, known)
        if not tops:
            return "difficulty", f"a puzzle with `{self.hardest}` as its hardest step is {self.level()}, not {level}"
        if barred.issuperset(tops):
            return "avoid", "every technique that could be the hardest of the puzzle is to be avoided"
        last = max(map(known.index, tops))
        # A required technique is used, so the hardest one is at least as hard.
        needed = [min(known.index(t) for t in named(name) if t in known) for name in self.requires]
        first = max([min(map(known.index, tops)), *needed])
        for name in self.requires:
            if min(known.index(technique) for technique in named(name) if technique in known) > last:
                than = f"`{self.hardest}`" if self.hardest else f"any technique of the level {level}"
                return "requires", f"`{name}` is harder than {than}"
            covers = _covers(name, known)
            if covers and all(known.index(cover) <= first for cover in covers):
                same = " and ".join(f"`{cover.name}`" for cover in covers)
                return "requires", f"`{name}` is never needed in such a puzzle: {same} does the same, and is no harder"
        return None

    def miss(self, hardest: str | None, used: Collection[str], score: int) -> str | None:
        """Which requirement a grade does not meet, in words; None if it meets all that a grade shows."""
        if self.hardest is not None and hardest not in {technique.name for technique in named(self.hardest)}:
            return f"its hardest technique is {hardest}, not {self.hardest}"
        for name in self.requires:
            if not any(technique.name in used for technique in named(name)):
                return f"it does not use {name}"
        for name in self.avoid:
            if any(technique.name in used for technique in named(name)):
                return f"it uses {name}"
        low, high = self.score
        if (low is not None and score < low) or (high is not None and score > high):
            return f"its score is {score}"
        return None


def _meant(name: str) -> str:
    from bookmaker.base.schema import did_you_mean

    advice = did_you_mean(name, names())
    return f" ({advice})" if advice else ""
