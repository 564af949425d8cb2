"""Techniques that no puzzle of a size, or none at all, needs, so that an order for one is refused before anything is made.

Sets and fish come with a complement: where k cells of a house hold k digits only, the others hold the other digits only. With few
cells the complement is the smaller of the two and the easier technique, which finds the same.
"""

from __future__ import annotations

from functools import cache

from bookmaker.logic.techniques import BY_NAME
from bookmaker.logic.techniques.declare import Technique
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.rules.limits import hardest_known

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
