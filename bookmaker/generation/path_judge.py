"""How a puzzle is judged by the path of its grade: which techniques it uses, and whether they are needed.

The course holds every technique up to the hardest that is allowed, in the engine's order, so that a run of it is the path
that the grade will have. What is asked of the path:

- *hardest*: the last technique of the course that was used is one of those wanted. The easier ones then do not finish: up
  to its first use the path is theirs, and there they found nothing.
- *needed*: the course up to the hardest technique that was used, without the one in question, does not finish.
- *avoided*: the path does not use it. Then the puzzle is solvable without it, in the same way and at the same level, since
  a technique that is never used changes nothing when it is struck off.
"""

from __future__ import annotations

from bookmaker.generation.targets import (
    BARRED,
    ENDS,
    MADE,
    NOT_NEEDED,
    STRICKEN,
    TOO_EASY,
    TOO_HARD,
    Aim,
    Room,
    Tools,
)
from bookmaker.kernels.rules import Array
from bookmaker.techniques.engine import ALMOST, CHAINS, FORCING
from bookmaker.techniques.finders.board import FOUND, SOLVED, STUCK, Tables
from bookmaker.techniques.finders.decorators import inner
from bookmaker.techniques.finders.driver import INSTANCES, ROUNDS


@inner
def _looks(tally: Array) -> int:
    looks = 0
    for row in range(len(tally)):
        looks += tally[row, ROUNDS]
    return looks


@inner
def _searched(tools: Tools, tables: Tables, room: Room, tier: int, codes: Array) -> int:
    if tier == CHAINS:
        return int(tools.chains(tables, room.board, room.graph, codes))
    if tier == ALMOST:
        return int(tools.almost(tables, room.board, room.sets, codes))
    if tier == FORCING:
        return int(tools.forcing(tables, room.board, room.links, codes))
    return int(tools.searches[tier - 1](tables, room.board, room.desk, codes))


@inner
def reasoned(tools: Tools, tables: Tables, aim: Aim, room: Room, codes: Array, givens: Array) -> int:
    """Solve ``givens`` uint8[cells] with the techniques ``codes`` int64[n], which are the course's or STRICKEN.

    Writes ``room.tally`` int64[n, 2] (instances and rounds of each) and leaves ``room.board`` at the end position. Returns
    SOLVED, STUCK or CONTRADICTION; ENDS and the tier where a kernel is needed that is not ready.
    """
    starts, tiers, tally = aim.wish.course.starts, aim.wish.course.tiers, room.tally
    for row in range(len(tally)):
        tally[row, INSTANCES] = 0
        tally[row, ROUNDS] = 0
    first = codes[: starts[1]]
    begun = tally[: starts[1]]
    status = tools.logic(tables, givens, first, room.board, begun)
    if status != STUCK or len(tiers) == 1:
        return int(status)
    for cell in range(len(givens)):
        room.desk.given[cell] = 1 if givens[cell] else 0
    k = 1
    while status == STUCK and k < len(tiers):
        part = codes[starts[k] : starts[k + 1]]
        if tiers[k] == 0:
            counted = tally[starts[k] : starts[k + 1]]
            before = _looks(counted)
            tools.logic(tables, givens[:0], part, room.board, counted)
            advanced = _looks(counted) > before
        elif (tools.ready >> tiers[k]) & 1 == 0:
            return int(ENDS + tiers[k])
        else:
            index = _searched(tools, tables, room, tiers[k], part)
            advanced = index >= 0
            if advanced:
                tally[starts[k] + index, INSTANCES] += room.board.marks[FOUND]
                tally[starts[k] + index, ROUNDS] += 1
        if advanced:
            status = tools.logic(tables, givens[:0], first, room.board, begun)
            k = 1
        else:
            k += 1
    return int(status)


@inner
def _used(tally: Array, flags: Array) -> bool:
    used = False
    for row in range(len(flags)):
        used |= flags[row] != 0 and tally[row, ROUNDS] != 0
    return used


@inner
def near(aim: Aim, room: Room) -> bool:
    """Whether the path last taken used what it was to use, however it ended."""
    used = _used(room.tally, aim.wish.top)
    for row in range(len(aim.wish.needed)):
        used = used and _used(room.tally, aim.wish.needed[row])
    return used


@inner
def weighed(tools: Tools, tables: Tables, aim: Aim, room: Room, givens: Array) -> int:
    """What a proper puzzle ``givens`` uint8[cells] is worth to the wish: MADE, or why it is refused.

    Unless it is MADE or NOT_NEEDED, ``room.tally`` and ``room.board`` tell of its path.
    """
    wish, tally = aim.wish, room.tally
    status = reasoned(tools, tables, aim, room, wish.course.codes, givens)
    if status != SOLVED:
        return TOO_HARD if status < ENDS else int(status)
    hardest = -1
    score = 0
    for row in range(len(tally)):
        if tally[row, ROUNDS]:
            hardest = row
            score += wish.scores[row] * tally[row, INSTANCES]
    if hardest < 0 or not wish.top[hardest] or score < wish.low:
        return TOO_EASY
    if score > wish.high:
        return TOO_HARD
    if _used(tally, wish.barred):
        return BARRED
    for row in range(len(wish.needed)):
        if not _used(tally, wish.needed[row]):
            return NOT_NEEDED
    for row in range(len(wish.needed)):
        # The hardest technique is needed by being used; another one may have had substitutes of its own height.
        if not wish.needed[row, hardest]:
            status = _without(tools, tables, aim, room, givens, row, hardest)
            if status >= ENDS:
                return status
            if status == SOLVED:
                return NOT_NEEDED
    return MADE


@inner
def _without(tools: Tools, tables: Tables, aim: Aim, room: Room, givens: Array, row: int, hardest: int) -> int:
    codes = aim.wish.course.codes
    for place in range(len(codes)):
        out = codes[place] >= 0 and (place > hardest or aim.wish.needed[row, place])
        room.codes[place] = STRICKEN if out else codes[place]
    return reasoned(tools, tables, aim, room, room.codes, givens)
