"""How far a part of a catalogue is, and what its puzzles are like: counts that add up."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from bookmaker.bank.rows import GIVEN, HARDEST, LEVEL, Record

Tally = dict[str, dict[str, int]]
"""``levels``, ``hardest`` and ``givens``: for each name or number how many puzzles."""

_PLACES = {"levels": LEVEL, "hardest": HARDEST, "givens": GIVEN}


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


def tallied(tally: Mapping[str, Mapping[str, int]], rows: Iterable[Record]) -> Tally:
    """A tally with further rows."""
    made = {name: dict(tally.get(name, {})) for name in _PLACES}
    for row in rows:
        for name, place in _PLACES.items():
            key = str(row[place])
            made[name][key] = made[name].get(key, 0) + 1
    return made


def added(tallies: Iterable[Tally]) -> Tally:
    """The sum of tallies."""
    made: Tally = {name: {} for name in _PLACES}
    for tally in tallies:
        for name, counts in tally.items():
            for key, count in counts.items():
                made[name][key] = made[name].get(key, 0) + count
    return made


def tally_of(text: str) -> Tally:
    """A tally from its JSON."""
    found: Tally = json.loads(text)
    return found
