"""Puzzles with a theme that a reader sees: digits that are placed in order, and clues outside the grid that are all alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from bookmaker.base.seeds import seed_for, seeds_of
from bookmaker.logic.generation.attempts import NO_GRID, Run, full_grid
from bookmaker.logic.generation.targets import Work, judged
from bookmaker.logic.generation.thinning import set_orbit
from bookmaker.logic.jit.decorators import bare, inner
from bookmaker.logic.kernels.rng import below, shuffle
from bookmaker.logic.kernels.rules import Array, RuleArrays
from bookmaker.puzzles.grid.geometry import Geometry


@inner
def _places_all(rules: RuleArrays, cells: Array, digit: int) -> bool:
    """Place a digit wherever a house has one cell left for it, again and again, in ``cells`` uint8[cells].

    Returns whether each house holds it in the end.
    """
    goes_on = True
    while goes_on:
        goes_on = False
        missing = 0
        for house in rules.houses:
            held, place, ways = False, 0, 0
            for cell in house:
                if cell < 0:
                    continue
                if cells[cell] == digit:
                    held = True
                    break
                if cells[cell] or ways > 1:
                    continue
                free = True
                for near in range(rules.peer_count[cell]):
                    free = free and cells[rules.peers[cell, near]] != digit
                if free:
                    place = cell
                    ways += 1
            if held:
                continue
            missing += 1
            if ways == 1:
                cells[place] = digit
                goes_on = True
    return missing == 0


@inner
def _in_order(rules: RuleArrays, givens: Array, cells: Array) -> bool:
    """Whether all 1s can be placed from the start, then all 2s, and so on; ``cells`` uint8[cells] is scratch."""
    for cell in range(len(givens)):
        cells[cell] = givens[cell]
    digit = 1
    while digit <= rules.size and _places_all(rules, cells, digit):
        digit += 1
    return digit > rules.size


@bare
def in_order(work: Work, run: Run, index: int) -> int:
    """One attempt at puzzle ``index``, whose digits can be placed in order. Returns MADE or why it is refused.

    Givens are removed, one orbit after another, while that holds: what finishes so has one solution.
    """
    aim, state, givens, solution = work.aim, run.states[index : index + 1], run.givens[index], run.solutions[index]
    if not full_grid(work.grids, state, solution, False):
        return NO_GRID
    floor = aim.least + below(state, aim.mid - aim.least + 1)
    order = work.order
    for place in range(len(order)):
        order[place] = place
    shuffle(state, order)
    count = len(givens)
    for cell in range(count):
        givens[cell] = solution[cell]
    for orbit in order:
        taken = set_orbit(aim.orbits, orbit, solution, givens, False)
        if count - taken >= floor and _in_order(work.grids.rules, givens, work.trial):
            count -= taken
        else:
            set_orbit(aim.orbits, orbit, solution, givens, True)
    return judged(work, givens, False)


def goes_in_order(ground: Geometry, givens: bytes) -> bool:
    """Whether the digits of a puzzle can be placed in order: all 1s, each as the last place in a house, then all 2s, ..."""
    houses = [frozenset(house.cells) for house in ground.houses if len(house.cells) == ground.size]
    empty = {cell for cell, digit in enumerate(givens) if not digit}
    for digit in range(1, ground.size + 1):
        held = {cell for cell, given in enumerate(givens) if given == digit}
        free = empty.difference(*(ground.peers[cell] for cell in held))
        missing = [house for house in houses if house.isdisjoint(held)]
        while missing:
            cell = next((min(places) for places in map(free.intersection, missing) if len(places) == 1), None)
            if cell is None:
                return False
            empty.discard(cell)
            free = free.difference(ground.peers[cell], (cell,))
            missing = [house for house in missing if cell not in house]
    return True


LEAST_ALIKE = 4
"""Fewer clues of one value look like chance."""

_STEPS = 300
"""Changes of a full grid that are tried, one after another, for more clues of one value."""


def alike(ground: Geometry | None, grids: list[bytes], values: Callable[[bytes], list[object]], seed: int) -> bytes:
    """Of some full grids the one in which a value, drawn by chance from those of the first, is the most frequent, and that grid
    with still more of it.

    ``ground``: the geometry if rows, columns and boxes are its only rules. There two digits may change places, and so may two
    rows of a band or columns of a stack. A change stays if the value is at least as frequent.
    """
    first = values(grids[0])
    wanted = first[seed_for(seed, 0) % len(first)] if first else None

    def score(grid: bytes) -> int:
        return values(grid).count(wanted)

    best = max(grids, key=score)
    if ground is None or ground.bands is None:
        return best
    most = score(best)
    for change in _changes(ground.size, ground.bands, seed):
        grid = change(best)
        own = score(grid)
        if own >= most:
            best, most = grid, own
    return best


def _changes(size: int, bands: tuple[int, int], seed: int) -> Iterator[Callable[[bytes], bytes]]:
    """Exchanges of two digits, of two rows of a band, or of two columns of a stack, by chance."""
    own = seeds_of(seed)
    for step in range(_STEPS):
        number, where = divmod(own(step), 4)
        if where < 2:
            number, one = divmod(number, size)
            other = (one + 1 + number % (size - 1)) % size
            table = bytes.maketrans(bytes((one + 1, other + 1)), bytes((other + 1, one + 1)))
            yield partial(_relabelled, table=table)
            continue
        group = bands[where - 2]
        if group < 2:
            continue
        number, band = divmod(number, size // group)
        number, one = divmod(number, group)
        other = (one + 1 + number % (group - 1)) % group
        order = [*range(size)]
        for line, taken in ((one, other), (other, one)):
            order[band * group + line] = band * group + taken
        lines, rest = (order, range(size)) if where == 2 else (range(size), order)
        yield partial(_moved, cells=[row * size + column for row in lines for column in rest])


def _relabelled(grid: bytes, table: bytes) -> bytes:
    return grid.translate(table)


def _moved(grid: bytes, cells: list[int]) -> bytes:
    return bytes(map(grid.__getitem__, cells))
