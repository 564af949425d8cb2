"""How far a part of a catalogue is, and what its puzzles are like: counts that add up."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter

from bookmaker.publishing.bank.rows import CLASS, GIVEN, Record

Tally = dict[str, dict[str, int]]
"""``levels``, ``hardest`` and ``givens``: for each name or number how many puzzles."""

_NAMES = ("levels", "hardest", "givens")


@dataclass(frozen=True, slots=True)
class Position:
    """``next``: the number that comes next. So far there are ``rows`` new rows; ``repeats`` were in the bank already, turned or
    relabelled or as they are, and ``unmade`` could not be made.
    """

    next: int = 0
    rows: int = 0
    repeats: int = 0
    unmade: int = 0
    tally: Tally = field(default_factory=dict)


def tallied(tally: Mapping[str, Mapping[str, int]], rows: Sequence[Record]) -> Tally:
    """A tally with further rows."""
    new: Tally = {name: {} for name in _NAMES}
    # A counter keeps the order in which keys first come, which is that of the rows.
    for own, count in Counter(map(itemgetter(CLASS), rows)).items():
        for name, key in (("levels", own.level), ("hardest", str(own.hardest))):
            new[name][key] = new[name].get(key, 0) + count
    new["givens"] = {str(number): count for number, count in Counter(map(itemgetter(GIVEN), rows)).items()}
    return added((tally, new))


def added(tallies: Iterable[Mapping[str, Mapping[str, int]]]) -> Tally:
    """The sum of tallies."""
    made: Tally = {name: {} for name in _NAMES}
    for tally in tallies:
        for name, counts in tally.items():
            for key, count in counts.items():
                made[name][key] = made[name].get(key, 0) + count
    return made


def tally_of(text: str) -> Tally:
    """A tally from its JSON."""
    found: Tally = json.loads(text)
    return found
