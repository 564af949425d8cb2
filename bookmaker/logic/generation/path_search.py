"""Seeking: puzzles with a rare solving path, such as one whose hardest step is a swordfish.

:mod:`bookmaker.logic.generation.removal` asks at each removal whether the level's techniques still finish the grid. For a rare
path its puzzles are nearly always too easy. Here givens are removed as long as the solver proves the solution unique, which is
fast, and the path is examined once, at the end. Most of these puzzles are too hard. A *climb* then adds givens in cells that
the path left empty. A given that does not yet let the techniques finish stays. One with which they finish on another path than
the wish requires is removed again, and another is tried. So the climb follows the border of what the techniques finish, where
the hardest of them decides. Once the path has used the techniques that the wish names, only givens stay with which it still
does.
"""

from __future__ import annotations

from bookmaker.logic.generation.attempts import MADE, NO_GRID, UNREADY, Run, full_grid
from bookmaker.logic.generation.proving import know, stays_proper
from bookmaker.logic.generation.steering import next_given, set_course
from bookmaker.logic.generation.targets import (
    FINNED,
    GIVEN,
    NOTHING,
    OPEN,
    TOO_EASY,
    TOO_HARD,
    TOO_MANY,
    Work,
    early_first,
    judged,
    near,
    weighed,
)
from bookmaker.logic.generation.thinning import FIRST_BITE, set_orbit
from bookmaker.logic.jit.decorators import bare
from bookmaker.logic.kernels.bits import popcount
from bookmaker.logic.kernels.rng import below, shuffle
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.finders import inner, int64

_DIGS = 8
"""How many attempts at one puzzle share a full grid, shuffled each time; at most one of them is kept."""

_SINKS = 8
"""After so many attempts at a puzzle that were too easy one given less is left, down to none: how many givens a level has differs
much between rules.
"""

TRIES = 60
"""The most givens that a climb adds, including those that it removes again."""

LOSSES, LOSSES_NEAR = 6, 20
"""The most givens that a climb removes again; the second number applies once the path uses the wanted techniques, and to a
climb that is steered."""

LOSSES_STEERED = 12
"""So many losses, and a climb is steered no more."""

RUINS, RUINS_EASY, RUINED = 30, 10, 2
"""How often in vain orbits of givens go together, to come again as fewer; the same where the puzzle is too easy; and the fewest
that go.
"""

ON_CLUE = 2
"""What a given on a clue costs besides."""


@inner
def _is_kept_open(work: Work, index: int) -> bool:
    kept = False
    for cell in work.aim.orbits[index]:
        kept |= cell >= 0 and work.kept[cell] == OPEN
    return bool(kept)


@inner
def _is_kept_given(work: Work, index: int) -> bool:
    kept = False
    for cell in work.aim.orbits[index]:
        kept |= cell >= 0 and work.kept[cell] == GIVEN
    return bool(kept and not _is_kept_open(work, index))


@inner
def _arrange(work: Work, order: Array) -> None:
    """Move the orbits that a rare pattern needs open to the front, and those whose givens it needs to the end."""
    front = 0
    for at in range(len(order)):
        if _is_kept_open(work, order[at]):
            order[front], order[at] = order[at], order[front]
            front += 1
    back = len(order)
    for at in range(len(order) - 1, front - 1, -1):
        if _is_kept_given(work, order[at]):
            back -= 1
            order[back], order[at] = order[at], order[back]


@inner
def _number(givens: Array) -> int:
    count = 0
    for cell in range(len(givens)):
        count += givens[cell] != 0
    return count


@inner
def _restore(work: Work, givens: Array, solution: Array) -> int:
    """Give the givens that a rare pattern needs: the others went while they were there. Returns how many there are now."""
    for index in range(len(work.aim.orbits)):
        if _is_kept_given(work, index):
            set_orbit(work.aim.orbits, index, solution, givens, True)
    return int(_number(givens))


@inner
def dig_freely(work: Work, state: Array, floor: int, givens: Array, solution: Array) -> int:
    """Remove givens from a full grid as long as the puzzle stays proper and has ``floor`` givens. Returns how many it has.

    Orbits are removed in random order, several at once at first. The result is the same as one by one, since a proper puzzle
    stays proper with more givens.
    """
    aim, order = work.aim, work.order
    for index in range(len(order)):
        order[index] = index
    shuffle(state, order)
    early_first(aim, order)
    _arrange(work, order)
    if work.thins:
        count = int(work.thin(work.thinner, givens, solution, order, floor))
        return _restore(work, givens, solution) if work.aim.wish.steer != NOTHING else count
    count = len(givens)
    for cell in range(count):
        givens[cell] = solution[cell]
    know(work.prover, solution)
    at = 0
    bite = max(1, len(order) // FIRST_BITE)
    while at < len(order):
        bite = min(bite, len(order) - at)
        taken = 0
        for index in order[at : at + bite]:
            taken += set_orbit(aim.orbits, index, givens, givens, False)
        if count - taken >= floor and stays_proper(work.prover, givens, solution, aim.orbits, order, at, bite):
            count -= taken
            at += bite
            continue
        for index in order[at : at + bite]:
            set_orbit(aim.orbits, index, solution, givens, True)
        if bite == 1:
            at += 1
        else:
            bite = bite // 2
    return _restore(work, givens, solution) if aim.wish.steer != NOTHING else count


@inner
def _choices(work: Work, givens: Array) -> int:
    """Write to ``order`` the orbits without givens that have a cell which the path left empty. Returns their number.

    Those on clues are passed over as long as there are others.
    """
    n = 0
    for early in range(2):
        for index in range(len(work.aim.orbits)):
            if work.aim.early[index] != early or _is_kept_open(work, index):
                continue
            for cell in work.aim.orbits[index]:
                if cell >= 0 and givens[cell] == 0 and work.engine.board.digits[cell] == 0:
                    work.order[n] = index
                    n += 1
                    break
        if n > 0:
            break
    return n


@inner
def _steered(work: Work, state: Array, givens: Array, solution: Array) -> int:
    """An orbit whose givens bring a rare pattern nearer, -1 if there is none."""
    cell = next_given(work, state, solution)
    if cell < 0:
        return -1
    index = int(work.aim.orbit_of[cell])
    return -1 if _is_kept_open(work, index) or givens[cell] else index


@inner
def climb(work: Work, state: Array, givens: Array, solution: Array) -> int:
    """Add givens to a puzzle that is too hard, as :func:`weighed` has found. Returns MADE or how the last try ended."""
    end = TOO_HARD
    tries = TRIES
    held = near(work)
    steered = work.aim.wish.steer != NOTHING
    lost = 0
    n = _choices(work, givens)
    while n > 0 and tries > 0:
        tries -= 1
        index = _steered(work, state, givens, solution) if not held and lost < LOSSES_STEERED else -1
        if index < 0:
            pick = below(state, n)
            index = work.order[pick]
            n -= 1
            work.order[pick] = work.order[n]
        set_orbit(work.aim.orbits, index, solution, givens, True)
        end = weighed(work, givens)
        if end == MADE or end >= UNREADY:
            return end
        seen = near(work)
        if end == TOO_HARD and seen >= held:
            held = seen
            n = _choices(work, givens)
        else:
            set_orbit(work.aim.orbits, index, givens, givens, False)
            lost += 1
            if lost >= (LOSSES_NEAR if held or steered else LOSSES):
                break
            if steered and not held:
                # The board has to show again where the techniques are stuck.
                weighed(work, givens)
    return end


@inner
def _free_singles(work: Work, givens: Array) -> int:
    """How many digits the houses alone place at once: one place left in a house, or one digit in a cell."""
    tables, held, found = work.engine.tables, work.held, 0
    for house in range(len(tables.houses)):
        held[house] = 0
        for cell in tables.houses[house]:
            held[house] |= int64(1) << int64(givens[cell]) >> 1
    for cell in range(len(givens)):
        if givens[cell] == 0:
            left = (int64(1) << tables.size) - 1
            for at in range(tables.house_count[cell]):
                left &= ~held[tables.cell_houses[cell, at]]
            work.may[cell] = left
            found += left & (left - 1) == 0
        else:
            work.may[cell] = 0
    for house in range(len(tables.houses)):
        once, twice = int64(0), int64(0)
        for cell in tables.houses[house]:
            twice |= once & work.may[cell]
            once |= work.may[cell]
        found += popcount(once & ~twice)
    return int(found)


@inner
def _cost(work: Work, givens: Array) -> int:
    """The number of givens of a puzzle, where those on clues count three times, and each digit that needs no clue as one."""
    aim, cost = work.aim, 0
    for cell in range(len(givens)):
        if givens[cell]:
            cost += 1 + ON_CLUE * aim.early[aim.orbit_of[cell]]
    return int(cost) + (int(_free_singles(work, givens)) if aim.carries else 0)


@inner
def _dug_by_path(work: Work, state: Array, floor: int, givens: Array, solution: Array) -> int:
    """Remove givens from a full grid as long as the techniques of the level finish it.

    Returns MADE, TOO_EASY, or UNREADY and a tier.
    """
    aim, order, end = work.aim, work.order, TOO_EASY
    for index in range(len(order)):
        order[index] = index
    shuffle(state, order)
    early_first(aim, order)
    left = len(givens)
    for cell in range(left):
        givens[cell] = solution[cell]
    at, bite = 0, max(1, len(order) // FIRST_BITE)
    while at < len(order):
        bite = min(bite, len(order) - at)
        taken = 0
        for index in order[at : at + bite]:
            taken += set_orbit(aim.orbits, index, givens, givens, False)
        found = weighed(work, givens) if left - taken >= floor else TOO_HARD
        if found >= UNREADY:
            return int(found)
        if found in (MADE, TOO_EASY):
            end = found
            left -= taken
            at += bite
            continue
        for index in order[at : at + bite]:
            set_orbit(aim.orbits, index, solution, givens, True)
        if bite == 1:
            at += 1
        else:
            bite = bite // 2
    return int(end)


@inner
def _ruin(work: Work, state: Array, givens: Array) -> None:
    """Remove a few orbits of givens, those on clues first."""
    aim, order = work.aim, work.order
    n = 0
    for index in range(len(order)):
        if givens[aim.orbits[index, 0]]:
            order[n] = index
            n += 1
    for place in range(min(n, RUINED + below(state, 2))):
        pick = place + below(state, n - place)
        for other in range(place, n):
            if aim.early[order[other]]:
                pick = other
                break
        order[place], order[pick] = order[pick], order[place]
        set_orbit(aim.orbits, order[place], givens, givens, False)


@inner
def lessen(work: Work, state: Array, floor: int, givens: Array, solution: Array) -> int:
    """Write a puzzle of the level with few givens, and these off the clues. Returns MADE, TOO_EASY, or UNREADY and a tier.

    Of a puzzle from which no more givens can go some orbits go all the same, and others come until the techniques finish it
    again. If these count for no more, it is taken. The techniques presume nothing: a puzzle that they finish is proper.
    """
    aim, held = work.aim, work.trial
    end = _dug_by_path(work, state, floor, givens, solution)
    cost, idle = _cost(work, givens), 0
    while idle < (RUINS if end == MADE else RUINS_EASY) and end < UNREADY and (end != MADE or cost > floor):
        idle += 1
        for cell in range(len(givens)):
            held[cell] = givens[cell]
        _ruin(work, state, givens)
        found = weighed(work, givens)
        while found == TOO_HARD and _cost(work, givens) < cost:
            n = _choices(work, givens)
            if n == 0:
                break
            set_orbit(aim.orbits, work.order[below(state, n)], solution, givens, True)
            found = weighed(work, givens)
        if found >= UNREADY:
            return int(found)
        now = _cost(work, givens)
        if (found == MADE or (found == TOO_EASY and end != MADE)) and floor <= now <= cost:
            if now < cost or found != end:
                idle = 0
            end, cost = found, now
            continue
        for cell in range(len(givens)):
            givens[cell] = held[cell]
    return int(end)


@bare
def seek(work: Work, run: Run, index: int) -> int:
    """One attempt at puzzle ``index``, by the wish. Returns MADE or why it is refused, or UNREADY and a tier.

    Its givens are proper in every case but NO_GRID.
    """
    aim, state, givens, solution = work.aim, run.states[index : index + 1], run.givens[index], run.solutions[index]
    if not full_grid(work.grids, state, solution, run.tallies[index].sum() % _DIGS != 0):
        return NO_GRID
    set_course(work, state, solution)
    floor = aim.least + below(state, aim.mid - aim.least + 1)
    if aim.sinks:
        floor = max(0, floor - run.tallies[index, TOO_EASY] // _SINKS)
    if aim.lessens:
        end = lessen(work, state, floor, givens, solution)
        if end == MADE and _number(givens) > aim.most:
            return TOO_MANY
        return judged(work, givens, False) if end == MADE else end
    count = dig_freely(work, state, floor, givens, solution)
    if count > aim.most:
        return TOO_MANY
    # Only hard puzzles make the solver guess. This drops some puzzles of a high score and nearly all others.
    if aim.guesses and work.count(work.ground, givens, 2, aim.guesses, work.none) == 1:
        return TOO_EASY
    if aim.wish.course.codes.size == 0:
        return MADE
    end = weighed(work, givens)
    # A given that is added to a minimal puzzle would be superfluous.
    climbs = aim.climbs and not aim.minimal and count < aim.most
    # Added givens hardly ever bring a fish with fins where the path has none: a new attempt costs less.
    if end == TOO_HARD and climbs and (aim.wish.steer != FINNED or near(work)):
        end = climb(work, state, givens, solution)
    if end != MADE:
        return end
    if _number(givens) > aim.most:
        return TOO_MANY
    return judged(work, givens, False)
