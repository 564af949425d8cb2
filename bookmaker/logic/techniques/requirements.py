"""Requirements on the path of a puzzle's grade: techniques that it needs, ends with or avoids, and its score.

No puzzle of some sizes, or none at all, needs certain techniques, so that an order for one is refused before anything is made.
Sets and fish come with a complement: where k cells of a house hold k digits only, the others hold the other digits only. With few
cells the complement is the smaller of the two and the easier technique, which finds the same.

Nothing here imports numba: a spec check must not wait for it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache

from bookmaker.logic.techniques import BY_NAME, TECHNIQUES, named, names
from bookmaker.logic.techniques.declare import Level, Technique
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.rules.limits import hardest_known

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


LEAST_SIZE = {
    "locked-triple": 5,
    "naked-triple": 5,
    "hidden-pair": 5,
    "hidden-triple": 7,
    "naked-quadruple": 8,
    "hidden-quadruple": 9,
    "swordfish": 6,
    "jellyfish": 8,
}
"""The smallest grid on which the complement is not easier: of k cells among n, a set of n - k cells; of a fish, n - k lines."""


NEVER_HARDEST = ("multi-colours-2", "franken-x-wing", "finned-franken-x-wing")
"""Techniques that find nothing where easier ones find nothing: the first wherever there are boxes, the others where no more than
three boxes are side by side.

- Multi-colours, type 2: a colour A sees both colours C and D of another chain. Where one cell sees both, simple colours take its
  digit. Otherwise a cell of A sees C and another one sees D. A and C are not both true, so type 1 takes the digit from all cells
  that see D and B, the opposite of A. The cell of A that sees D is one: it sees the cells of B that it is linked to.
- A Franken fish of two houses rests on locked candidates, and one with fins on these, an X-Wing with or without fins, an empty
  rectangle or a turbot fish. Two boxes that have a digit in two columns only leave it the third column in the third box.
"""


UNFOUND = ("aligned-pair-exclusion", "franken-swordfish", "cell-forcing-net", "house-forcing-net")
"""Techniques that no known classic 9x9 puzzle needs. 41,029 puzzles were graded: lists of hard ones, a third of the known ones of
17 givens, made ones. From puzzles in which the technique finds something, small changes then led towards such in which easier
techniques find less: 1,350,000 for aligned pairs, 220,000 for the Franken swordfish, 80,000 for the nets.

- An aligned pair exclusion takes a digit from a cell because each candidate of its partner is together with this digit in a
cell of
  two candidates. If the partner has four candidates or fewer, these cells are a subset or a wing. If it has more, they are a
  death blossom, a subset or two almost locked sets: unless it has the digit itself, and at least two of the cells lie in the line
  of the pair only, and two in its box only.
- A Franken swordfish found nothing in any position where grouped loops find nothing.
- The nets of a cell or a house found something in many positions where all before forcing nets find nothing, but in none where
  these find nothing, too: what all candidates of a cell have in common, its opposite refutes.
"""


def unfound(geometry: Geometry) -> frozenset[Technique]:
    """Techniques that a puzzle on this grid may need, but none was ever found that does."""
    return (
        frozenset(BY_NAME[name] for name in UNFOUND) if geometry.plain and geometry.size == _SEARCHED else frozenset()
    )


_SEARCHED = 9
"""The size of grids of which so many were graded."""


def never_hardest(geometry: Geometry) -> frozenset[Technique]:
    """Techniques that are the hardest of no puzzle on this grid, as far as that is known."""
    return _never_hardest(geometry.kind, geometry.size).union(BY_NAME[name] for name in _covered(geometry))


def _covered(geometry: Geometry) -> tuple[str, ...]:
    if not geometry.plain:
        return ()
    return NEVER_HARDEST if max(geometry.size // side for side in geometry.box) <= _BESIDE else NEVER_HARDEST[:1]


_BESIDE = 3
"""The most boxes side by side of which two leave a line to the rest."""


@cache
def _never_hardest(kind: str, size: int) -> frozenset[Technique]:
    """The same of all techniques, also those that such grids do not have."""
    four = hardest_known(kind, size)
    return frozenset(
        technique
        for technique in BY_NAME.values()
        if LEAST_SIZE.get(technique.name, 0) > size or (four is not None and technique.name not in four)
    )
